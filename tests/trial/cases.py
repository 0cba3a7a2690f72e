"""Which incidents and posts a trial holds, under names that say nothing. The choice follows from a seed alone."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from tests.accuracy.posts import ASIDE as POSTS_ASIDE
from tests.accuracy.posts import Post, posts
from tests.lab.recorded import ASIDE, archives, unpacked

RECORDING, BURIED, POST = "recording", "buried", "post"
KINDS = (RECORDING, BURIED, POST)


@dataclass(frozen=True)
class Plan:
    """How many cases of each kind a trial holds; `kept` tells whether what it was drawn from is still the same."""

    seed: int = 1
    recordings: int = 20
    buried: int = 2
    posts: int = 20
    buried_megabytes: int = 24
    kept: str = ""

    def as_json(self) -> dict[str, int | str]:
        """What the trial's folder keeps: enough to know its truths again, and no truth."""
        return {**asdict(self), "kept": digest()}


@dataclass(frozen=True)
class Case:
    """One case: its neutral name, its kind, and the archive or the post that it is."""

    name: str
    kind: str
    archive: Path | None = None
    post: Post | None = None


def cases(plan: Plan) -> list[Case]:
    """Every case of a trial, always the same ones of a seed; no recording is in it twice."""
    incidents = [archive for archive in archives(ASIDE) if archive.is_file()]
    drawn = random.Random(plan.seed).sample(incidents, len(incidents))
    buried = _with_logs(drawn, plan.buried)
    plain = [archive for archive in drawn if archive not in buried][: plan.recordings]
    texts = random.Random(plan.seed).sample(posts(POSTS_ASIDE), plan.posts)
    kinds = [(RECORDING, archive) for archive in plain] + [(BURIED, archive) for archive in buried]
    return [
        *(Case(f"case-{number:02}", kind, archive=archive) for number, (kind, archive) in enumerate(kinds, 1)),
        *(Case(f"post-{number:02}", POST, post=post) for number, post in enumerate(texts, 1)),
    ]


def _with_logs(drawn: Sequence[Path], wanted: int) -> list[Path]:
    """The first ones of a sick group, in whose brokers' logs something can be buried."""
    return list(islice(filter(_can_be_buried, drawn), wanted))


def _can_be_buried(archive: Path) -> bool:
    with unpacked(archive) as folder:
        told = json.loads((folder / "truth.json").read_text())
        logs = list((folder / "evidence").glob("*/broker.log"))
        named = any(told["group"] in log.read_text(errors="replace") for log in logs)
    return named and not told.get("healthy")


def digest() -> str:
    """Of what a trial is drawn from: names of archives and of posts."""
    names = [archive.name for archive in archives(ASIDE)] + [post.name for post in posts(POSTS_ASIDE)]
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
