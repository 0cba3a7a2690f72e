"""Where the processes write their logs: the files and layouts that a distribution of the version has."""

from pathlib import Path

from . import jars

FILES_5X = {
    "broker": ("rocketmq-broker-*.jar", "rmq.broker.logback.xml"),
    "namesrv": ("rocketmq-namesrv-*.jar", "rmq.namesrv.logback.xml"),
    "tools": ("rocketmq-tools-*.jar", "rmq.tools.logback.xml"),
    "proxy": ("rocketmq-proxy-*.jar", "rmq.proxy.logback.xml"),
}
# The jars that a program's logging file lies in, where they are not the server's.
JARS_OF = {"proxy": "proxy"}
# 4.x: one file per logger, as the distribution has it.
LOGGERS_4X = {
    "broker": {
        "RocketmqBroker": "broker",
        "RocketmqCommon": "broker",
        "RocketmqProtection": "protection",
        "RocketmqWaterMark": "watermark",
        "RocketmqStore": "store",
        "RocketmqStoreError": "storeerror",
        "RocketmqTransaction": "transaction",
        "RocketmqRebalanceLock": "lock",
        "RocketmqRemoting": "remoting",
        "RocketmqStats": "stats",
        "RocketmqFilter": "filter",
    },
    "namesrv": {"RocketmqNamesrv": "namesrv", "RocketmqCommon": "namesrv", "RocketmqRemoting": "namesrv"},
    "tools": {"RocketmqTools": "tools", "RocketmqCommon": "tools", "RocketmqRemoting": "tools"},
}
ROOT_4X = {"broker": "broker_default", "namesrv": "namesrv_default", "tools": "tools_default"}
# 4.x and 5.0.0 clients log by themselves or through slf4j, later ones through a logback and a property of their own.
CLIENT_4X = ("-Drocketmq.client.logUseSlf4j=false",)
LAYOUT_4X = "%d{yyy-MM-dd HH:mm:ss,GMT+8} %p %t - %m%n"


def options(version: str, program: str, home: Path) -> list[str]:
    """Write what `program` (a key of FILES_5X) needs below `home`; the JVM options that point to it."""
    (home / "conf").mkdir(parents=True, exist_ok=True)
    if program in LOGGERS_4X:
        (home / "conf" / f"logback_{program}.xml").write_text(_xml_4x(program, home))
    text = jars.entry_of(version, *FILES_5X[program], JARS_OF.get(program, "server"))
    if text is None:
        return []
    file = home / "conf" / FILES_5X[program][1]
    file.write_bytes(text)
    return [f"-Drmq.logback.configurationFile={file}"]


def client_options(folder: Path) -> list[str]:
    """The JVM options that make a client write rocketmq_client.log into `folder`."""
    return [*CLIENT_4X, f"-Drocketmq.client.logRoot={folder}", f"-Drocketmq.log.root={folder}"]


def logs_of(home: Path) -> Path:
    """The folder of the logs of a server process whose home this is."""
    return home / "logs" / "rocketmqlogs"


def _xml_4x(program: str, home: Path) -> str:
    names = sorted({*LOGGERS_4X[program].values(), ROOT_4X[program]})
    appenders = "".join(_appender(name, logs_of(home) / f"{name}.log") for name in names)
    loggers = "".join(
        f'<logger name="{logger}" additivity="false"><level value="INFO"/><appender-ref ref="{name}"/></logger>'
        for logger, name in LOGGERS_4X[program].items()
    )
    root = f'<root><level value="INFO"/><appender-ref ref="{ROOT_4X[program]}"/></root>'
    return f"<configuration>{appenders}{loggers}{root}</configuration>"


def _appender(name: str, file: Path) -> str:
    return (
        f'<appender name="{name}" class="ch.qos.logback.core.FileAppender"><file>{file}</file><append>true</append>'
        f'<encoder><pattern>{LAYOUT_4X}</pattern><charset class="java.nio.charset.Charset">UTF-8</charset></encoder>'
        "</appender>"
    )
