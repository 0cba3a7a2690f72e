"""`rmqkit plan`: a release, a scaling step or a lost broker, simulated before it is done.
The planning is in plan/."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.run import SPARK, Run, command

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="A YAML or JSON file with the group and the change; or, with --change, a folder of evidence.",
    ),
]
Change = Annotated[
    str | None, typer.Option("--change", help="What to change in the group of the evidence, as YAML: '{pods: 6}'.")
]


@command(*SPARK, "group", "as_json")
def plan(source: Source, run: Run, change: Change = None) -> None:
    """Simulate a change of the group by every way to make it, compare the harm, and recommend one.

    Ways: rolling (pod by pod in the same group); all_at_once (stop all pods, then start all new ones); blue_green
    (start all new pods beside the old ones in the same group, then stop the old); new_group (a consumer group of its
    own for the new pods); superset (subscribe to old and new together first, roll the code, drop the rest last);
    subscription_aware (roll with a subscription-aware strategy in every pod); for a change of pods alone one_by_one
    or together; for a lost broker stock_client (the client's own rebalance).

    Recommended is the way that loses the fewest messages; of equal ones the one with the least time without progress,
    then the fewest messages read again, the shortest pauses, the fewest queues moved.

    Exit code: 0, or 2 if the group or the change cannot be read.
    """
    from rmqkit.plan import plan_from_file

    if change is None:
        made = plan_from_file(Path(source))
    else:
        from rmqkit.plan import change_from_text, make_plan, situation_from_evidence

        made = make_plan(situation_from_evidence(run.read(source), run.group), change_from_text(change))
    run.show(made.to_dict, made.text)
