"""`--help` in the languages that rmqkit writes. The commands bring their own words; none is explained here.

typer prints English help; for any other language the same parts are printed by their translations.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

from rmqkit.cli.options import row_of
from rmqkit.language import in_language, say
from rmqkit.language.catalogue import LANGUAGES, SOURCE
from rmqkit.language.wrapping import columns, padded, wrapped

WIDTH = 100
LANG = "--lang"
_KEY = "rmqkit.language"
_DEFAULT = re.compile(r"\[default: (?P<value>[^\];]+)(?P<rest>[^\]]*)\]$")
_REQUIRED = "[required]"
TYPERS_OWN = say("Show this message and exit.")
# A command line library's context; its class moves between versions of typer.
Context = Any


if TYPE_CHECKING:
    # What both kinds of command inherit moves between versions of typer.
    _Command = TyperCommand
else:
    _Command = object


class _Spoken(_Command):
    """A command whose help is in the language that `--lang` names, wherever it stands."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Notes the language before `--help` can end everything."""
        # Commands share what the program noted; an unknown language is refused where it is read.
        words = [word for arg in args for word in arg.split("=", 1)]
        named = [value for option, value in pairwise(words) if option == LANG]
        if named and named[-1] in LANGUAGES:
            ctx.meta[_KEY] = named[-1]
        return super().parse_args(ctx, args)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence whole in the list of commands, however long it is."""
        return paragraphs(self.help)[0]

    def get_help(self, ctx: Context) -> str:
        """What `--help` prints."""
        language = ctx.meta.get(_KEY, SOURCE)
        return super().get_help(ctx) if language == SOURCE else _help(self, ctx, language)


class SpokenCommand(_Spoken, TyperCommand):
    """One command, likewise."""


class SpokenGroup(_Spoken, TyperGroup):
    """The program itself, likewise."""


def paragraphs(text: str | None) -> list[str]:
    """A help text's paragraphs, each on one line: what is translated."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text or "") if part.strip()]


def texts(command: Any) -> Iterator[str]:  # noqa: ANN401
    """Every text in the help of a command and of those below it, but for its options."""
    yield from paragraphs(command.help)
    for below in getattr(command, "commands", {}).values():
        yield from texts(below)


def _help(command: Any, ctx: Context, language: str) -> str:  # noqa: ANN401
    def spoken(text: str) -> str:
        return in_language(text, language)

    pieces = " ".join(command.collect_usage_pieces(ctx))
    parts = [spoken(say("Usage: {command} {pieces}", command=ctx.command_path, pieces=pieces))]
    parts += [wrapped(spoken(paragraph), WIDTH, "  ", "  ") for paragraph in paragraphs(command.help)]
    rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for param in command.get_params(ctx):
        if param.get_help_record(ctx):
            rows[param.param_type_name].append(_row(param, ctx, language))
    below = getattr(command, "commands", {})
    commands = [(name, spoken(paragraphs(one.help)[0])) for name, one in below.items()]
    parts += _section(spoken(say("Arguments:")), rows["argument"])
    parts += _section(spoken(say("Options:")), rows["option"])
    parts += _section(spoken(say("Commands:")), commands)
    return "\n\n".join(parts)


def _row(param: Any, ctx: Context, language: str) -> tuple[str, str]:  # noqa: ANN401
    """What is typed, and what it means; typer's words for defaults and duties translated."""
    typed, text = param.get_help_record(ctx)
    words = row_of(ctx.command.name, param.name).get("help")
    told = words.unfilled if words else TYPERS_OWN
    text = " ".join(text.split()).replace(told, in_language(told, language))
    if default := _DEFAULT.search(text):
        shown = in_language(say("[default: {value}]", value=default["value"]), language)
        text = text[: default.start()] + shown
    return typed, text.replace(_REQUIRED, in_language(say("[required]"), language))


def _section(heading: str, rows: list[tuple[str, str]]) -> list[str]:
    if not rows:
        return []
    width = max(columns(typed) for typed, _ in rows) + 2
    lines = [wrapped(text, WIDTH, padded(f"  {typed}", width + 2), " " * (width + 2)) for typed, text in rows]
    return ["\n".join([heading, *lines])]
