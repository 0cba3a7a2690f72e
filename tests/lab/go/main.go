// The lab's Go consumer with a ledger of what it received: main FILE reads the same settings as LabClient.java.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
	_ "unsafe" // for the linkname below

	rocketmq "github.com/apache/rocketmq-client-go/v2"
	"github.com/apache/rocketmq-client-go/v2/consumer"
	"github.com/apache/rocketmq-client-go/v2/primitive"
)

// The client takes the address of its host and has no option for it; here each process seems to have a host of its own.
//
//go:linkname localIP github.com/apache/rocketmq-client-go/v2/internal/utils.LocalIP
var localIP string

func main() {
	settings := read(os.Args[1])
	localIP = settings["ip"]
	ledger := appending(settings["ledger"])
	group, err := rocketmq.NewPushConsumer(
		consumer.WithGroupName(settings["group"]),
		consumer.WithInstance(settings["instance"]),
		consumer.WithConsumeFromWhere(consumer.ConsumeFromFirstOffset),
		consumer.WithNsResolver(primitive.NewPassthroughResolver([]string{settings["namesrv"]})),
	)
	stopIf(err)
	listen := func(_ context.Context, messages ...*primitive.MessageExt) (consumer.ConsumeResult, error) {
		for _, m := range messages {
			fmt.Fprintf(ledger, "%d\t%s\t%s\t%d\t%d\t%s\t%s\t%d\n", time.Now().UnixMilli(), m.Topic,
				m.Queue.BrokerName, m.Queue.QueueId, m.QueueOffset, m.MsgId, m.GetTags(), m.ReconsumeTimes)
		}
		return consumer.ConsumeSuccess, nil
	}
	for i := 0; settings[fmt.Sprintf("topic.%d", i)] != ""; i++ {
		expression := settings[fmt.Sprintf("expression.%d", i)]
		selector := consumer.MessageSelector{Type: consumer.TAG, Expression: expression}
		stopIf(group.Subscribe(settings[fmt.Sprintf("topic.%d", i)], selector, listen))
	}
	stopIf(group.Start())
	instance := settings["instance"]
	if instance == "DEFAULT" {
		instance = fmt.Sprint(os.Getpid())
	}
	fmt.Fprintf(appending(settings["ids"]), "%d\t%s@%s\n", time.Now().UnixMilli(), localIP, instance)
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	<-ended
	stopIf(group.Shutdown())
}

func read(name string) map[string]string {
	file, err := os.Open(name)
	stopIf(err)
	settings := map[string]string{"instance": "DEFAULT"}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), "=")
		settings[key] = value
	}
	return settings
}

func appending(name string) *os.File {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	stopIf(err)
	return file
}

func stopIf(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
