"""Nothing lacks its twin: every text of the project stands in every catalogue or beside its Chinese in a data file,
whole, and in the house's own words."""

import ast
import re
import warnings
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from rmqkit.formats.logs.catalogue import meaning_of_event
from rmqkit.language import LANGUAGES, in_language
from rmqkit.language.catalogue import SOURCE, po_file
from tests.language.english import english_in
from tests.language.extraction import ROOT, calls, data_texts, everything
from tests.language.update import header_of, untranslated, written

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
CHINESE = r"[\u4e00-\u9fff]"


@cache
def catalogue(language: str) -> Catalog:
    with po_file(language).open("rb") as source:
        return read_po(source, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


@cache
def pairs() -> list[tuple[str, str]]:
    """Every sentence in English (of two forms that of the plural) and in Chinese: catalogue and data files."""
    forms = [
        (message.id if isinstance(message.id, str) else message.id[-1], form)
        for message in messages("zh")
        for form in ([message.string] if isinstance(message.string, str) else message.string)
    ]
    return [*forms, *((pair.en, pair.zh) for pair in data_texts())]


def texts() -> list[str]:
    return [zh for _, zh in pairs()]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_holds_exactly_the_texts_of_the_project(language: str, request: pytest.FixtureRequest) -> None:
    """Where this fails: make messages, then translate what it names."""
    wanted = {str(message.id) for message in everything() if message.id}
    kept = {str(message.id) for message in messages(language)}
    if request.config.getoption("--quick") and wanted - kept:
        warnings.warn(f"without a Chinese twin: {sorted(wanted - kept)}", stacklevel=1)
        return
    assert (wanted - kept, kept - wanted) == (set(), set())
    assert not catalogue(language).obsolete


def test_every_text_is_written_out_where_it_is_said(request: pytest.FixtureRequest) -> None:
    """Neither computed nor hidden in an f-string, where no tool finds it; `message` may be given a row of a table, an
    error what somebody said."""
    if request.config.getoption("--quick"):
        pytest.skip("told once, by the test above")
    hidden = [
        (path.relative_to(ROOT).as_posix(), argument.lineno, ast.unparse(argument))
        for path in (ROOT / "rmqkit").rglob("*.py")
        for name, arguments in calls(path)
        for argument in arguments
        if isinstance(argument, ast.JoinedStr)
        or (name.startswith("say") and not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)))
    ]
    assert hidden == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_untranslated_or_uncertain(language: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--quick") and untranslated(catalogue(language)):
        warnings.warn(f"to translate: {untranslated(catalogue(language))}", stacklevel=1)
        return
    assert untranslated(catalogue(language)) == []


def test_every_sentence_of_a_data_file_is_written_in_both_languages() -> None:
    assert [pair for pair in data_texts() if not pair.en or not pair.zh] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_is_as_the_tool_writes_it(language: str) -> None:
    """So that an update changes what changed and nothing else."""
    assert written(catalogue(language), header_of(language)) == po_file(language).read_bytes()


def places(text: str) -> set[str | None]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # braces that are no template
        return set()


def test_the_same_values_stand_in_both() -> None:
    """Chinese has one form for all numbers, and needs the places of the plural; a singular may leave the number out."""
    assert [(en, zh) for en, zh in pairs() if places(en) != places(zh)] == []


NAMES = re.compile(
    r"\b[a-z]+[A-Z]\w+|%\w+%\w+|(?<=[ (（])-[a-zA-Z]\b|\bCODE \d+|\b[A-Z]{2,}_\w+"
    r"|\b\w+\.log\b|\bmqadmin [a-z]+[A-Z]\w+|\b\d+\.\d+\.\d+\b"
)
"""What is typed, printed or looked up as it is: settings, options, codes, files, commands, versions."""


def test_names_are_not_translated() -> None:
    lost = {zh: missing for en, zh in pairs() if (missing := set(NAMES.findall(en)) - set(NAMES.findall(zh)))}
    assert lost == {}


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(rf"{CHINESE}[,;:?!]", id="half a width between Chinese words"),
        pytest.param(rf"{CHINESE}\.(?![a-z0-9])", id="a full stop of half a width"),
        pytest.param(rf"{CHINESE} ?\(|(?<!\()\) ?{CHINESE}", id="brackets of half a width"),
        pytest.param(rf"{CHINESE} +{CHINESE}", id="blanks within Chinese"),
        pytest.param(r" [，。；：！？、）]|（ ", id="a blank beside a full-width mark"),
        pytest.param(r"[，。；：、]{2,}", id="two marks in a row"),
    ],
)
def test_chinese_is_set_as_chinese(pattern: str) -> None:
    assert [text for text in texts() if re.search(pattern, text)] == []


@pytest.mark.parametrize(
    ("never", "but"),
    [
        pytest.param("消费组", "消费者组", id="consumer group"),
        pytest.param("主题", "Topic", id="topic"),
        pytest.param("标签", "Tag", id="tag"),
        pytest.param("偏移", "位点", id="offset"),
        pytest.param("再平衡", "重平衡", id="rebalance"),
        pytest.param("代理服务器", "Broker 或 Proxy", id="broker, proxy"),
        pytest.param("名称服务器", "NameServer", id="name server"),
        pytest.param("客户端 ?[iI][dD]", "clientId", id="client id"),
        pytest.param("您", "你或不称呼", id="no address of politeness"),
    ],
)
def test_chinese_uses_rocketmqs_own_terms(never: str, but: str) -> None:
    assert [text for text in texts() if re.search(never, text)] == [], f"say {but}"


def test_no_english_sentence_is_left() -> None:
    assert {text: left for text in texts() if (left := english_in(text))} == {}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("queues stand since then", ["queues stand since then"], id="a sentence"),
        pytest.param("运行 mqadmin consumerStatus -g GROUP -s", [], id="a command"),
        pytest.param("日志中有 'the broker addr is offline'", [], id="what a log printed"),
        pytest.param("队列 the queue is read 消费", ["the queue is read"], id="a piece of a sentence"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_english_is_noticed(text: str, left: list[str]) -> None:
    assert english_in(text) == left


def test_a_new_data_file_is_found_by_being_there(tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "a.toml").write_text('[x]\nrows = [{ title.en = "p {y}", title.zh = "{y} 的 p" }]\n')
    (tmp_path / "b.tsv").write_text("# what it is\nevent\tsays\tnote\tsays_zh\ncame\tit came\t\t\nnothing\t\tn\n")
    assert [*data_texts(tmp_path)] == [
        ("part/a.toml x rows 0 title", "p {y}", "{y} 的 p"),
        ("b.tsv came says", "it came", ""),
    ]


def test_the_plural_of_chinese_is_one_form() -> None:
    assert catalogue("zh").num_plurals == 1


def test_a_meaning_is_said_in_chinese() -> None:
    assert in_language(meaning_of_event("broker_registered").normal, "zh") == "每 30 秒"
