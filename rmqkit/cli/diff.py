"""`rmqkit diff`: what changed between two folders of evidence. The comparing is in comparison/."""

from __future__ import annotations

from typing import Annotated

import typer

from rmqkit.cli.run import SPARK, Run, command

Before = Annotated[str, typer.Argument(metavar="BEFORE", help="The earlier evidence: a folder, file or archive.")]
After = Annotated[str, typer.Argument(metavar="AFTER", help="The later evidence.")]


@command(*SPARK, "group", "as_json")
def diff(before: Before, after: After, run: Run) -> None:
    """Tell what changed: verdicts, clients, versions, subscriptions, strategies, owners, lag.

    What only one of the two tells is no change. Exit code: 0 nothing changed, 1 something did, 2 a
    failure.
    """
    from rmqkit.comparison import differences, differences_text
    from rmqkit.diagnosis import diagnose

    earlier, later = (diagnose(run.read(folder)) for folder in (before, after))
    differing = differences(earlier, later, run.group)
    run.show(
        lambda: {"schema": 1, "changes": [difference.to_dict() for difference in differing]},
        lambda lang: differences_text(differing, earlier, later, lang),
    )
    raise typer.Exit(1 if differing else 0)
