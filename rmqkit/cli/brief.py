"""`rmqkit brief`: evidence of any size as one text for a chat, a ticket, an agent. It is written in briefing/."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.options import Folder, With
from rmqkit.cli.run import SPARK, Run, command
from rmqkit.cli.try_ import hypothesis_in
from rmqkit.errors import Error
from rmqkit.language import say

Budget = Annotated[
    int, typer.Option("--budget", min=1, help="At most so many tokens, counted as characters divided by four.")
]
Redact = Annotated[
    bool, typer.Option("--redact", help="Name nobody: pseudonyms, which `rmqkit redact --restore` turns back by --key.")
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key", help="With --redact: the file that keeps the pseudonyms, or goes on with its own."),
]


@command(*SPARK, "show_zone", "cache", "group")
def brief(
    folder: Folder,
    run: Run,
    budget: Budget = 8_000,
    hypothesis: With = None,
    redact: Redact = False,
    key_file: KeyFile = None,
) -> None:
    """Write what matters of FOLDER as one Markdown text within a budget, in order of weight.

    Exit code: 0, or 2 if nothing in FOLDER is of use or what is grave needs more than the budget.
    """
    with tempfile.TemporaryDirectory(prefix="rmqkit-brief-") as scratch:
        if redact:
            from rmqkit import redact as redaction

            if key_file is None:
                raise Error(
                    say("--redact needs a file for its pseudonyms, to turn them back in the answer: --key FILE.")
                )
            key = redaction.Key.read(key_file) if key_file.exists() else redaction.Key()
            target = Path(scratch) / "evidence"
            redaction.redact(Path(folder), target, key)
            key.write(key_file)
            folder = str(target)
        evidence = run.read(folder, templates=True)
        from rmqkit.briefing import brief as written

        supposed = ""
        if hypothesis:
            from rmqkit.bench.telling import tried_text
            from rmqkit.bench.trying import try_hypothesis

            supposed = tried_text(try_hypothesis(evidence, hypothesis_in(hypothesis)), run.lang)
        typer.echo(written(evidence, budget=budget, group=run.group, lang=run.lang, supposed=supposed))
