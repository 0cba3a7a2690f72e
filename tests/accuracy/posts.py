"""Posts as people make them, and how an answer to one is graded. The tables stand in tests/posts/.

`python -m tests.accuracy.posts` lists the known posts that are not answered rightly, with what was
said; with `--floor` it raises tests/posts/floor.toml to today's grades. Of the posts kept aside
only totals are ever printed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.cli.outcome import ExitCode
from rmqkit.diagnosis import Severity
from rmqkit.diagnosis.render.parts import sentences
from rmqkit.diagnosis.symptoms import rows as usual_rows
from rmqkit.errors import Error

if TYPE_CHECKING:
    from rmqkit.diagnosis import Diagnosis

POSTS = Path(__file__).parents[1] / "posts"
KNOWN = POSTS / "known"
# Posts that nobody reads while rules, formats and catalogue rows are written.
ASIDE = POSTS / "aside"
FLOOR = POSTS / "floor.toml"
# That too little is known says nothing about a cause.
NO_CLAIM = frozenset({"insufficient_evidence"})
# Paragraphs and lines that stand around any answer; a word in them helps nobody.
USUAL = frozenset(line for row in usual_rows() for line in sentences(row))
AROUND = re.compile(r"(?m)(^|\n\n)(Read:|Still possible)(.+\n?)*|^\s+Missing:.*$")


class Grade(IntEnum):
    """What an answer is worth, worst first: no answer is better than a wrong one."""

    SURE = 0
    WRONG = 1
    REFUSED = 2
    MUTE = 3
    RIGHT = 4


NAMES = {
    Grade.RIGHT: "right and helpful",
    Grade.MUTE: "mute (true, and nothing that helps)",
    Grade.REFUSED: "refused",
    Grade.WRONG: "wrong, hedged",
    Grade.SURE: "wrong and sure",
}


@dataclass(frozen=True)
class Post:
    """One post: its file and what its answer has to say and must not say, written before any answer was seen.

    `says`: expressions, all of which the answer's words match; `never`: none of which they match. `may_prove`: ids of
    findings that this text can prove; `not_found`: ids that may not be among the findings at all.
    """

    name: str
    path: Path
    says: tuple[str, ...]
    never: tuple[str, ...] = ()
    may_prove: frozenset[str] = frozenset()
    not_found: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Answer:
    """What was printed: all words, the words of what is called proven, and the findings. None is refused.

    `ok` is an answer that reads OK; no post shows that a group is healthy. `crash` is the exception
    that ended it; that helps nobody more than being refused.
    """

    text: str
    proven_text: str = ""
    proven: frozenset[str] = frozenset()
    found: frozenset[str] = frozenset()
    ok: bool = False
    crash: str = ""

    @property
    def words(self) -> str:
        """Everything that is said."""
        return f"{self.text}\n{self.proven_text}"

    @property
    def claims(self) -> str:
        """Everything that is said of this post: the table of usual symptoms is said of any."""
        return "\n".join(line for line in self.words.split("\n") if line.strip() not in USUAL)

    @property
    def helpful(self) -> str:
        """What is said of this post, without the lists that stand around any answer."""
        return AROUND.sub("\n", self.text)


def posts(folder: Path) -> list[Post]:
    """Every post of one half, in the order of its table."""
    rows = tomllib.loads((folder / "posts.toml").read_text(encoding="utf-8"))
    return [
        Post(
            name=name,
            path=folder / f"{name}.txt",
            says=tuple(row["says"]),
            never=tuple(row.get("never", ())),
            may_prove=frozenset(row["may_prove"]),
            not_found=frozenset(row["not_found"]),
        )
        for name, row in rows.items()
    ]


def grade(post: Post, answer: Answer | None) -> Grade:
    """One of five words; what is wrong outweighs what is right beside it."""
    if answer is None or answer.crash:
        return Grade.REFUSED
    if answer.ok or answer.proven - post.may_prove - NO_CLAIM or _matched(post.never, answer.proven_text):
        return Grade.SURE
    if answer.found & post.not_found or _matched(post.never, answer.claims):
        return Grade.WRONG
    return Grade.RIGHT if len(_matched(post.says, answer.helpful)) == len(post.says) else Grade.MUTE


def why_not(post: Post, answer: Answer | None) -> list[str]:
    """What keeps an answer from being right, a line each."""
    if answer is None:
        return ["refused"]
    if answer.crash:
        return [f"ended in an exception: {answer.crash}"]
    return [
        *(["it reads OK"] if answer.ok else []),
        *(f"proven, which the text cannot prove: {name}" for name in sorted(answer.proven - post.may_prove - NO_CLAIM)),
        *(f"found, which may not be: {name}" for name in sorted(answer.found & post.not_found)),
        *(f"says, which it must not: {pattern}" for pattern in _matched(post.never, answer.claims)),
        *(f"does not say: {pattern}" for pattern in post.says if not _matched([pattern], answer.helpful)),
    ]


def _matched(patterns: Iterable[str], text: str) -> list[str]:
    words = " ".join(text.split())
    return [pattern for pattern in patterns if re.search(pattern, words, re.IGNORECASE)]


def as_answer(diagnosis: Diagnosis, post: Post) -> Answer:
    """What `rmqkit diagnose` prints of a verdict; the post's name is no word of it."""
    proven = [finding for finding in diagnosis.findings if finding.proven and finding.id not in NO_CLAIM]
    return Answer(
        text=diagnosis.to_text("en").replace(post.path.name, "post.txt"),
        proven_text="\n".join(f"{finding.title} {finding.why}" for finding in proven),
        proven=frozenset(finding.id for finding in proven),
        found=frozenset(finding.id for finding in diagnosis.findings),
        ok=diagnosis.severity == Severity.OK,
    )


def diagnosed(post: Post) -> Answer | None:
    """What `rmqkit diagnose` says of a post alone; None where it is refused."""
    try:
        return as_answer(rmqkit.diagnose(rmqkit.read(None, str(post.path))), post)
    except Error:
        return None
    except Exception as failure:
        return Answer("", crash=f"{type(failure).__name__}: {failure}")


def explained(post: Post) -> Answer | None:
    """What `rmqkit explain -` prints of a post; None where it knows nothing of it and no sentence is there."""
    outcome = CliRunner().invoke(app, ["explain", "-"], input=post.path.read_text(encoding="utf-8"))
    return Answer(outcome.stdout) if outcome.exit_code in (0, ExitCode.UNKNOWN) else None


def totals(grades: Iterable[Grade]) -> str:
    """All grades of one half in one line, best first."""
    counted = Counter(grades)
    said = [f"{counted[each]} {NAMES[each]}" for each in sorted(Grade, reverse=True)]
    return f"{counted.total()} posts: " + "; ".join(said)


def grades_of(half: Path, answer: Callable[[Post], Answer | None]) -> dict[str, Grade]:
    """The grade of each post of one half, by name."""
    return {post.name: grade(post, answer(post)) for post in posts(half)}


def printed_totals() -> list[str]:
    """For `make accuracy`: both halves apart, and what `explain` says of the same texts."""
    lines = []
    for half, title in ((KNOWN, "posts, known"), (ASIDE, "posts, kept aside")):
        for command, answer in (("diagnose", diagnosed), ("explain", explained)):
            lines.append(f"{title}, {command}: {totals(grades_of(half, answer).values())}")
    return lines


def floors() -> dict[str, dict[str, Grade]]:
    """The least grade of each known post, by command and name."""
    rows = tomllib.loads(FLOOR.read_text(encoding="utf-8"))
    return {command: {name: Grade[word.upper()] for name, word in row.items()} for command, row in rows.items()}


def raised(floor: Mapping[str, Grade], today: Mapping[str, Grade]) -> dict[str, Grade]:
    """A floor that only rises; posts that are gone leave it."""
    return {name: max(found, floor.get(name, found)) for name, found in today.items()}


def floor_text(rows: Mapping[str, Mapping[str, Grade]]) -> str:
    """The table of floors as TOML."""
    lines = [
        "# The least grade of each known post, by command, best first: right, mute, refused, wrong, sure.",
        "# It only rises: `python -m tests.accuracy.posts --floor` puts in what is better today.",
    ]
    for command, grades in rows.items():
        lines += ["", f"[{command}]", *(f'{name} = "{found.name.lower()}"' for name, found in sorted(grades.items()))]
    return "\n".join(lines) + "\n"


def to_do(post: Post, answer: Answer | None) -> str:
    """One known post that is not answered rightly: what it is, what was said, what should be."""
    text = post.path.read_text(encoding="utf-8")
    said = "(refused)" if answer is None else answer.text
    wanted = "\n".join(f"- {line}" for line in why_not(post, answer))
    return (
        f"## {post.name}: {NAMES[grade(post, answer)]}\n\n{wanted}\n\n~~~~\n{text}~~~~\n\nSaid:\n\n~~~~\n{said}\n~~~~\n"
    )


def main(arguments: Sequence[str]) -> int:
    """Print the known posts that are not right, and the totals of both halves."""
    known = posts(KNOWN)
    answers = {post.name: diagnosed(post) for post in known}
    today = {post.name: grade(post, answers[post.name]) for post in known}
    print(f"known: {totals(today.values())}")
    print(f"kept aside: {totals(grades_of(ASIDE, diagnosed).values())}\n")
    print("\n".join(to_do(post, answers[post.name]) for post in known if today[post.name] < Grade.RIGHT))
    if "--floor" in arguments:
        both = {"diagnose": today, "explain": grades_of(KNOWN, explained)}
        before = floors() if FLOOR.exists() else {}
        FLOOR.write_text(
            floor_text({name: raised(before.get(name, {}), both[name]) for name in both}), encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
