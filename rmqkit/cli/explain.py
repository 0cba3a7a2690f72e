"""`rmqkit explain`: what a finding is, how to confirm and fix it. The texts stand in diagnosis/."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from rmqkit.cli.options import Debug
from rmqkit.cli.outcome import failures_in_one_line
from rmqkit.errors import Error

if TYPE_CHECKING:
    from rmqkit.diagnosis.texts import Text

FindingId = Annotated[str, typer.Argument(metavar="ID", help="A finding's id, such as inconsistent_subscription.")]
WIDTH = 100


def explain(finding_id: FindingId, debug: Debug = False) -> None:
    """Tell what a finding is, how to confirm it and how to fix it.

    Exit code: 0, or 2 if there is no finding with this id; then the ids are listed.
    """
    with failures_in_one_line(debug):
        from rmqkit.diagnosis.texts import TEXTS

        if finding_id not in TEXTS:
            raise Error(f"No finding is called {finding_id!r}. There are: {', '.join(sorted(TEXTS))}.")
        typer.echo(explanation(finding_id, TEXTS[finding_id]))


def explanation(finding_id: str, text: Text) -> str:
    """The text of one finding in the order in which a person needs it."""
    parts = (("Confirm", (text.confirm,)), ("Fix", text.remedy), ("Do not", text.do_not))
    lines = [f"{finding_id} ({text.kind})", fill(text.what, WIDTH)]
    for label, sentences in parts:
        lines += [_labelled(label if at == 0 else "", sentence) for at, sentence in enumerate(sentences) if sentence]
    return "\n".join(lines)


def _labelled(label: str, sentence: str) -> str:
    return fill(sentence, WIDTH, initial_indent=f"{label:<9}", subsequent_indent=" " * 9)
