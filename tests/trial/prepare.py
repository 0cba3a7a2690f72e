"""Lays out a trial: `python -m tests.trial.prepare OUT [--posts 20] [--buried-megabytes 24] ...`. Calls no model.

Which incidents and posts it holds follows from a seed alone, and their names say nothing. OUT/files (a), OUT/rmqkit (b)
and OUT/brief (c) each hold the same cases, their prompt and the command `run`. No truth is written: the seed in
OUT/trial.json is enough to know it again.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path

from rmqkit.diagnosis.findings import EXPLANATIONS
from tests.accuracy.again import opened
from tests.accuracy.buried import among_others
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


HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
FILES, RMQKIT, BRIEF = MODES = ("files", "rmqkit", "brief")
BRIEF_TOKENS = 600
"""What an investigator with nothing but the brief gets to read of a case."""
Brief = Callable[[Path, str], str]


def main(arguments: Sequence[str]) -> int:
    """Make the folder; the last lines say what to do with it."""
    parser = argparse.ArgumentParser(prog="python -m tests.trial.prepare")
    parser.add_argument("out", type=Path)
    for name, default in Plan().as_json().items():
        if name != "kept":
            parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=default)
    given = parser.parse_args(arguments)
    plan = Plan(**{field.name: getattr(given, field.name) for field in fields(Plan) if field.name != "kept"})
    out = given.out.resolve()
    if out.exists():
        parser.error(f"{out} is there already")
    lay_out(out, plan, brief_of)
    print(f"{len(cases(plan))} cases in {', '.join(str(out / mode) for mode in MODES)}")
    print(f"Each mode: a fresh agent with PROMPT.md of its folder. Then: python -m tests.trial.score {out}")
    return 0


def lay_out(out: Path, plan: Plan, brief: Brief) -> None:
    """Every mode's folder: cases, prompt, `run`; `brief` writes of a case's evidence, of one group if named."""
    out.mkdir(parents=True)
    (out / "trial.json").write_text(json.dumps(plan.as_json(), indent=1) + "\n")
    taken = cases(plan)
    groups = {case.name: group_of(case) for case in taken if case.kind == BURIED}
    for mode in MODES:
        _furnish(out / mode, prompt(mode, len(taken), groups))
    for case in taken:
        evidence = out / FILES / case.name
        _put_evidence(case, evidence, plan)
        shutil.copytree(evidence, out / RMQKIT / case.name, copy_function=os.link)
        (out / BRIEF / case.name).mkdir()
        (out / BRIEF / case.name / "brief.md").write_text(brief(evidence, groups.get(case.name, "")), encoding="utf-8")
        print(f"{case.name}: {case.kind}", flush=True)


def _furnish(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "answers").mkdir()
    shutil.copy(HERE / "run.py", folder / "run")
    (folder / "run").chmod(0o755)
    (folder / "PROMPT.md").write_text(text, encoding="utf-8")
    others = [f"{folder.parent / other}" for other in MODES if other != folder.name]
    (folder / "mode.json").write_text(json.dumps({"mode": folder.name, "out_of_reach": [str(REPOSITORY), *others]}))
    if folder.name == RMQKIT:
        _tools(folder / "bin")


def _tools(folder: Path) -> None:
    """`rmqkit` and `mcp`, which run what is installed here from whatever folder."""
    folder.mkdir()
    for name, module in (("rmqkit", "rmqkit.cli"), ("mcp", "tests.trial.call")):
        script = folder / name
        script.write_text(f'#!/bin/sh\nPYTHONPATH="{REPOSITORY}" exec "{sys.executable}" -m {module} "$@"\n')
        script.chmod(0o755)


def group_of(case: Case) -> str:
    """The group that a recording is about: among fifty others that are as sick, somebody has to say which."""
    assert case.archive is not None
    with opened(case.archive) as recording:
        return recording.group


def prompt(mode: str, count: int, groups: Mapping[str, str]) -> str:
    """The whole text that an agent of this mode is given."""
    frame = (HERE / "prompts" / "answering.md").read_text(encoding="utf-8")
    # The mode's own braces are doubled, as in the frame.
    of_mode = (HERE / "prompts" / f"{mode}.md").read_text(encoding="utf-8").format()
    asked = [
        f"- `{case}` is about the group `{group}`; what else its evidence tells of is others' business.\n"
        for case, group in groups.items()
    ]
    return frame.format(cases=count, mode=of_mode + "".join(asked), ids=ids())


def ids() -> str:
    """What there is to be named, a line each: the same for every mode."""
    lines = ["- `healthy`: nothing is wrong with the group now\n- `unlisted`: something that is not in this list"]
    for explanation in EXPLANATIONS:
        what = " ".join(str(explanation.what).split())
        lines.append(textwrap.shorten(f"- `{explanation.id}` ({explanation.kind}): {what}", 260))
    return "\n".join(lines)


def _put_evidence(case: Case, target: Path, plan: Plan) -> None:
    if case.kind == POST and case.post:
        target.mkdir()
        shutil.copyfile(case.post.path, target / "post.txt")
    elif case.archive:
        with opened(case.archive) as recording:
            shutil.copytree(recording.evidence, target, copy_function=shutil.copyfile)
            told = recording.told
        if case.kind == BURIED:
            for log in target.glob("*/broker.log"):
                text = log.read_text(errors="replace")
                with log.open("w") as file:
                    file.writelines(among_others(text, told, plan.buried_megabytes * 1_000_000))


def brief_of(evidence: Path, group: str = "") -> str:
    """What `rmqkit brief` prints of it in BRIEF_TOKENS; of a refused post what `rmqkit explain -` knows of its text."""
    command = [sys.executable, "-m", "rmqkit.cli"]
    # What is read is named as in the other modes; no path of this machine is in the text.
    with tempfile.TemporaryDirectory(prefix="rmqkit-trial-") as nowhere:
        environment = {**os.environ, "HOME": nowhere, "PYTHONPATH": str(REPOSITORY)}
        written = subprocess.run(
            [*command, "brief", ".", "--budget", str(BRIEF_TOKENS), *(["--group", group] if group else [])],
            cwd=evidence,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    post = evidence / "post.txt"
    if written.returncode == 0 or not post.exists():
        return written.stdout or f"rmqkit brief gave up:\n{written.stderr}"
    explained = subprocess.run(
        [*command, "explain", "-"], input=post.read_text(), cwd=evidence, capture_output=True, text=True, check=False
    )
    return explained.stdout or f"rmqkit knows nothing of this text.\n{written.stderr}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
