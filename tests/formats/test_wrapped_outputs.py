"""What mqadmin printed is read the same, whatever a console, a chat or a person put around its lines."""

from collections.abc import Callable
from datetime import UTC

import pytest

from rmqkit.formats import Kind
from rmqkit.tables.reading import Reading, read_text

PROMPT = "[root@mq-1 bin]# "
PROGRESS = f"""{PROMPT}sh mqadmin consumerProgress -n 10.2.3.4:9876 -g settle_group
#Topic           #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime
PAY_ORDER_TOPIC  broker-a      0     1000            990               10.2.3.10   10     2026-11-20 10:11:12
PAY_ORDER_TOPIC  broker-a      1     1007            1007              10.2.3.11   0      2026-11-20 10:11:13

Consume TPS: 12.33
Diff Total: 10
"""
CONNECTION = f"""{PROMPT}sh mqadmin consumerConnection -n 10.2.3.4:9876 -g settle_group
#ClientId                            #ClientAddr            #Language  #Version
10.2.3.10@41#1829384729182           10.2.3.10:51234        JAVA       V5_3_3
10.2.3.11@7                          10.2.3.11:51236        JAVA       V4_9_7

Below is subscription:
#Topic               #SubExpression
PAY_ORDER_TOPIC      *
%RETRY%settle_group  *

ConsumeType: CONSUME_PASSIVELY
MessageModel: CLUSTERING
ConsumeFromWhere: CONSUME_FROM_LAST_OFFSET
"""
OUTPUTS = [pytest.param(PROGRESS, id="consumerProgress"), pytest.param(CONNECTION, id="consumerConnection")]


def _typed_by_script(text: str) -> str:
    begin = 'Script started on 2026-11-20 10:11:10+08:00 [TERM="xterm" TTY="/dev/pts/0" COLUMNS="238" LINES="55"]'
    return f'{begin}\n\x1b[?2004h{text}Script done on 2026-11-20 10:12:10+08:00 [COMMAND_EXIT_CODE="0"]\n'


AROUND = [
    pytest.param(lambda text: f"{{code:java}}\n{text}{{code}}\n", id="Jira's marks for code"),
    pytest.param(lambda text: f"{{noformat}}\n{text}{{noformat}}\n", id="Jira's marks for text as it is"),
    pytest.param(_typed_by_script, id="a file that script wrote"),
    pytest.param(
        lambda text: f'{text}[0] 0:bash*                                        "mq-1" 10:22 20-Nov-26\n',
        id="tmux's status line below",
    ),
    pytest.param(lambda text: f"mq-1 | CHANGED | rc=0 >>\n{text}", id="Ansible's line above"),
    pytest.param(lambda text: f"[1] 10:22:11 [SUCCESS] mq-1\n{text}", id="pssh's line above"),
    pytest.param(lambda text: text.replace(PROMPT, "┌──(root㉿mq-1)-[/opt/bin]\n└─# "), id="a prompt of two lines"),
    pytest.param(lambda text: text.replace(PROMPT, "user@HOST-1 MINGW64 ~/bin\n$ "), id="the prompt of Git's shell"),
    pytest.param(lambda text: text.replace(" -", " \u2013"), id="hyphens of options as dashes"),
    pytest.param(lambda text: text.replace("10.2.3.10@41", "##### 10.2.3.10@41"), id="a heading's mark before a row"),
    pytest.param(
        lambda text: text.translate({ord("#"): "\uff03", ord(":"): "\uff1a", ord("%"): "\uff05"}),
        id="signs of full width",
    ),
]


def _rows(reading: Reading) -> dict[str, list[dict[str, object]]]:
    where = {"file", "block", "line", "at"}
    return {
        table: [{name: value for name, value in row.items() if name not in where} for row in rows]
        for table, rows in reading.tables.items()
        if rows
    }


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("output", OUTPUTS)
def test_the_rows_are_those_of_the_plain_output(output: str, around: Callable[[str], str]) -> None:
    reading = read_text("a.txt", around(output), UTC)
    assert _rows(reading) == _rows(read_text("a.txt", output, UTC))
    assert [row["first_unparsed"] for row in reading.ledger if row["unparsed"]] == []
    assert not reading.logs


UNTOUCHED = [
    pytest.param('"#Topic","#Broker Name","#QID"\n"a","broker-a","0"\n', id="a heading in a cell is a column of CSV"),
    pytest.param('{"log": "hello"}\n{"log": "nothing of it is here"}\n', id="objects with other text"),
    pytest.param('{"a": 1}\n{"b": "x"}\n', id="objects without a text"),
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_holds_no_output_gives_no_rows(text: str) -> None:
    reading = read_text("a.txt", text, UTC)
    assert _rows(reading) == {}
    assert all(row["kind"] == Kind.UNKNOWN for row in reading.ledger)
