"""Nothing lacks its twin: every text of the project stands in every catalogue, whole, and in the house's own words."""

from __future__ import annotations

import ast
import re
import warnings
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from rmqkit.language import LANGUAGES, in_language
from rmqkit.language.catalogue import SOURCE, po_file
from tests.language.english import english_in
from tests.language.extraction import KEYWORDS, ROOT, everything
from tests.language.update import header_of, untranslated, written

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
CHINESE = r"[\u4e00-\u9fff]"


@cache
def catalogue(language: str) -> Catalog:
    with po_file(language).open("rb") as source:
        return read_po(source, locale=language)


def forms(text: str | list[str] | tuple[str, ...]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def texts(language: str) -> list[str]:
    return [form for message in messages(language) for form in forms(message.string)]


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


def said_in(module: Path) -> list[ast.expr]:
    """What is given to `say` and its like as the text to translate."""
    calls = [node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    named = [(call.func.id, call.args) for call in calls if isinstance(call.func, ast.Name)]
    places = {name: [at - 1 for at in numbers or (1,)] for name, numbers in KEYWORDS.items()}
    # `message` may be given a row of a table, which is found where the table stands.
    return [args[at] for name, args in named if name in places and name != "message" for at in places[name]]


@pytest.mark.parametrize(
    "module", sorted((ROOT / "rmqkit").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_every_text_is_written_out_where_it_is_said(module: Path, request: pytest.FixtureRequest) -> None:
    """Neither computed nor hidden in an f-string, where no tool finds it."""
    if request.config.getoption("--quick"):
        pytest.skip("told once, by the test above")
    known = {form for message in messages("zh") for form in forms(message.id)}
    texts_said = [text.value if isinstance(text, ast.Constant) else ast.dump(text) for text in said_in(module)]
    assert [text for text in texts_said if text not in known] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_untranslated_or_uncertain(language: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--quick") and untranslated(catalogue(language)):
        warnings.warn(f"to translate: {untranslated(catalogue(language))}", stacklevel=1)
        return
    assert untranslated(catalogue(language)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_is_as_the_tool_writes_it(language: str) -> None:
    """So that an update changes what changed and nothing else."""
    assert written(catalogue(language), header_of(language)) == po_file(language).read_bytes()


def places(text: str) -> set[str | None]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # braces that are no template
        return set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_same_values_stand_in_both(language: str) -> None:
    """A language with one form for all numbers needs those of the plural; a singular may leave the number out."""
    differing = {
        form: forms(message.id)
        for message in messages(language)
        for form in forms(message.string)
        if places(form) != places(forms(message.id)[-1])
    }
    assert differing == {}


NAMES = re.compile(
    r"\b[a-z]+[A-Z]\w+|%\w+%\w+|(?<=[ (（])-[a-zA-Z]\b|\bCODE \d+|\b[A-Z]{2,}_\w+"
    r"|\b\w+\.log\b|\bmqadmin [a-z]+[A-Z]\w+|\b\d+\.\d+\.\d+\b"
)
"""What is typed, printed or looked up as it is: settings, options, codes, files, commands, versions."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_names_are_not_translated(language: str) -> None:
    lost = {
        form: missing
        for message in messages(language)
        for form in forms(message.string)
        if (missing := set(NAMES.findall(forms(message.id)[-1])) - set(NAMES.findall(form)))
    }
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
    assert [text for text in texts("zh") if re.search(pattern, text)] == []


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
    assert [text for text in texts("zh") if re.search(never, text)] == [], f"say {but}"


def test_no_english_sentence_is_left() -> None:
    assert {text: left for text in texts("zh") if (left := english_in(text))} == {}


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


def test_the_plural_of_chinese_is_one_form() -> None:
    assert catalogue("zh").num_plurals == 1


def test_a_meaning_is_said_in_chinese() -> None:
    assert in_language("every 30 s", "zh") == "每 30 秒"
