// The lab's Node consumer behind a proxy, with a ledger of what it received: run by the lab alone.
const { appendFileSync, readFileSync } = require('node:fs');
const { PushConsumer, ConsumeResult } = require('rocketmq-client-nodejs');

// Places in a receipt handle, which is words with blanks between them (ExtraInfoUtil of 5.x).
const [BROKER, QUEUE, OFFSET] = [5, 6, 7];

function settingsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(line => line.includes('='));
  return Object.fromEntries(lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

async function main(file) {
  const settings = settingsOf(file);
  const numbers = Object.keys(settings).filter(key => key.startsWith('topic.')).map(key => key.slice('topic.'.length));
  const consumer = new PushConsumer({
    namespace: '',
    endpoints: settings.proxy,
    consumerGroup: settings.group,
    subscriptions: new Map(numbers.map(n => [settings[`topic.${n}`], settings[`expression.${n}`]])),
    messageListener: {
      async consume(message) {
        const handle = message.receiptHandle.split(' ');
        const place = [message.topic, handle[BROKER], handle[QUEUE], handle[OFFSET]];
        const rest = [message.messageId, message.tag ?? '', (message.deliveryAttempt ?? 1) - 1];
        appendFileSync(settings.ledger, [Date.now(), ...place, ...rest].join('\t') + '\n');
        return ConsumeResult.SUCCESS;
      },
    },
  });
  await consumer.startup();
  appendFileSync(settings.ids, `${Date.now()}\t${consumer.clientId ?? consumer.getClientId()}\n`);
  await new Promise(() => setInterval(() => {}, 1000));
}

main(process.argv[2]).catch(failed => {
  console.error(failed);
  process.exit(1);
});
