"""The fixed words of reports and notebooks, in both languages. Findings bring their own texts."""

from __future__ import annotations

from collections.abc import Mapping

SAY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "what_it_is": "What it is",
        "to_do": "What to do",
        "not_to_do": "What not to do",
        "severity": "severity",
        "group": "group",
        "first_finding": "first finding",
        "findings": "findings",
        "nothing_found": "every queue has its owner and moves",
        "no_group": "The evidence names no consumer group.",
        "file": "file",
        "kind": "kind",
        "lines": "lines",
        "rows": "rows",
        "noise": "noise",
        "blank": "blank",
        "continuation": "continued",
        "unparsed": "unparsed",
        "remark": "remark",
        "no_file": "No file was read.",
        "ends": "The evidence ends at {}; what happened later is not in it.",
        "unparsed_lines": "{} lines were not understood; the table above names the first of each file.",
        "listener": "Whether a listener does its work right cannot be seen from outside: only that it returns.",
        "title": "RocketMQ incident report",
        "contents": "Contents",
        "made": "Made by rmqkit {version} from {folder}",
        "failed": "This report is not complete: it stopped at an error.",
        "trace": "Details of the error",
    },
    "zh": {
        "what_it_is": "问题",
        "to_do": "处理办法",
        "not_to_do": "切勿",
        "severity": "级别",
        "group": "消费组",
        "first_finding": "首要发现",
        "findings": "发现数",
        "nothing_found": "每个队列都有客户端消费且在推进",
        "no_group": "证据中没有消费组。",
        "file": "文件",
        "kind": "类型",
        "lines": "行数",
        "rows": "数据",
        "noise": "其他",
        "blank": "空行",
        "continuation": "续行",
        "unparsed": "未识别",
        "remark": "备注",
        "no_file": "没有读取任何文件。",
        "ends": "证据截止于 {}; 此后发生的事情不在其中。",
        "unparsed_lines": "有 {} 行未能识别; 上表列出每个文件的第一处。",
        "listener": "从外部看不出监听器的业务处理是否正确, 只能看到它是否返回。",
        "title": "RocketMQ 故障报告",
        "contents": "目录",
        "made": "由 rmqkit {version} 根据 {folder} 生成",
        "failed": "本报告不完整: 生成过程中出错。",
        "trace": "错误详情",
    },
}

LIMITS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "consumer_progress": "No consumerProgress output: neither lag nor owners of queues were observed "
        "(mqadmin consumerProgress -g GROUP -s true, twice or more).",
        "consumer_connection": "No consumerConnection output: the list of clients is known only from logs "
        "or not at all (mqadmin consumerConnection -g GROUP).",
        "running_info": "No running info: what each client itself subscribes to and holds is known only as far "
        "as logs tell (mqadmin consumerStatus -g GROUP -s).",
        "broker_log": "No broker.log: when subscriptions were overwritten and clients came and went is unknown.",
        "client_log": "No client log: what was consumed again, and why a client failed, is unknown.",
    },
    "zh": {
        "consumer_progress": "没有 consumerProgress 的输出: 看不到堆积和队列归属 "
        "(mqadmin consumerProgress -g GROUP -s true, 至少两次)。",
        "consumer_connection": "没有 consumerConnection 的输出: 客户端列表只能从日志得知或无从得知 "
        "(mqadmin consumerConnection -g GROUP)。",
        "running_info": "没有客户端运行信息: 每个客户端自己的订阅和队列只能从日志得知 "
        "(mqadmin consumerStatus -g GROUP -s)。",
        "broker_log": "没有 broker.log: 不知道订阅何时被覆盖、客户端何时上下线。",
        "client_log": "没有客户端日志: 不知道哪些消息被重复消费、客户端为何失败。",
    },
}
"""By kind of file that is not in the evidence: what cannot be told without it."""
