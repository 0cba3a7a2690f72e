"""The straight road for what mqadmin printed and the careful one for pastes: both make the same rows of a text."""

import random
import tarfile
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.formats import LOG_KINDS, Block, parse, recognise_blocks, split_lines
from rmqkit.formats.cutting import cut_as_printed, is_untouched
from rmqkit.formats.recognise import recognise_carefully
from tests.formats.mqadmin import mqadmin_prints as prints
from tests.formats.mqadmin.test_numbers import OUTPUTS

SAMPLES = Path(__file__).parents[2] / "data_samples"
FOLDERS = sorted(
    path.name for path in SAMPLES.iterdir() if path.is_dir() and not path.name.startswith(("expected", "recorded"))
)
RECORDED = sorted((SAMPLES / "recorded").glob("*.tar.xz"))[::4]
# logs have one road only
LOG_NAMES = (".log", ".log.gz")


def meaning(blocks: list[Block]) -> list[tuple]:
    """What the blocks say, without how their lines were cleaned."""
    told = []
    for block in blocks:
        place = (block.kind, block.first_line, len(block.lines), block.group, block.topic, block.client_id, block.at)
        told.append((*place, None if block.kind in LOG_KINDS else parse(block, UTC)))
    return told


def is_straight(text: str) -> bool:
    return is_untouched(text) and cut_as_printed(split_lines(text)) is not None


def assert_both_roads_agree(text: str, name: str) -> None:
    raw = split_lines(text)
    if raw:
        assert meaning(recognise_blocks(text, name)) == meaning(recognise_carefully(raw, name)), name


def texts_below(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(LOG_NAMES):
            yield path.name, path.read_text(errors="replace")


def texts_of(archive: Path) -> Iterator[tuple[str, str]]:
    with tarfile.open(archive) as packed:
        for entry in packed:
            if entry.isfile() and "/evidence/" in entry.name and not entry.name.endswith(LOG_NAMES):
                yield entry.name, packed.extractfile(entry).read().decode(errors="replace")


@pytest.mark.parametrize("folder", FOLDERS)
def test_both_roads_make_the_same_of_every_sample(folder: str) -> None:
    for name, text in texts_below(SAMPLES / folder):
        assert_both_roads_agree(text, name)


@pytest.mark.parametrize("archive", RECORDED, ids=lambda path: path.name)
def test_both_roads_make_the_same_of_recordings(archive: Path) -> None:
    for name, text in texts_of(archive):
        assert_both_roads_agree(text, name)


STRAIGHT = ("consumerProgress", "consumerProgress of 4.0.0", "all groups", "topicStatus", "brokerConsumeStats")


@pytest.mark.parametrize("name", STRAIGHT)
def test_what_mqadmin_prints_goes_the_straight_road(name: str) -> None:
    assert is_straight(OUTPUTS[name])


@pytest.mark.parametrize("name", OUTPUTS)
def test_both_roads_make_the_same_of_every_output(name: str) -> None:
    assert_both_roads_agree(OUTPUTS[name], "x.txt")


ROW = {
    **{"topic": "orders", "broker": "broker-a", "queue": 0, "broker_offset": 614, "consumer_offset": 600},
    **{"client": "10.20.0.11@1", "inflight": 2, "time": "2026-11-21 10:40:41"},
}
PROGRESS = prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], [{**ROW, "queue": queue} for queue in range(4)])
TOUCHED = [
    pytest.param("".join(f"> {line}\n" for line in PROGRESS.splitlines()), id="quoted"),
    pytest.param("".join(f"  {line}\n" for line in PROGRESS.splitlines()), id="indented"),
    pytest.param("".join(f"p.txt:{i}:{line}\n" for i, line in enumerate(PROGRESS.splitlines())), id="out of grep"),
    pytest.param("".join(f"{i}\t{line}\n" for i, line in enumerate(PROGRESS.splitlines(), 1)), id="out of cat -n"),
    pytest.param(PROGRESS.replace("#Topic", "# #Topic"), id="only the header touched"),
    pytest.param(PROGRESS.replace("\n", "\r\n"), id="from Windows"),
    pytest.param("look at this:\n" + PROGRESS, id="below a remark"),
    pytest.param(PROGRESS + "what is this?\n", id="above a remark"),
    pytest.param(PROGRESS[:-40], id="cut"),
    pytest.param(PROGRESS.replace("10:40:41\n", "10:40\n:41\n", 1), id="broken in a row"),
    pytest.param(PROGRESS.split("\n", 1)[1], id="without its header"),
]


@pytest.mark.parametrize("text", TOUCHED)
def test_what_was_touched_goes_the_careful_road(text: str) -> None:
    assert not is_straight(text)
    assert_both_roads_agree(text, "x.txt")


@given(seed=st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_both_roads_agree_on_outputs_whose_lines_were_mixed_dropped_or_cut(seed: int) -> None:
    chance = random.Random(seed)
    lines = [line for name in chance.sample(sorted(OUTPUTS), 2) for line in OUTPUTS[name].splitlines()]
    for _ in range(chance.randint(0, 3)):
        place = chance.randrange(len(lines))
        change = chance.choice(("drop", "cut", "repeat", "swap"))
        if change == "drop" and len(lines) > 1:
            del lines[place]
        elif change == "cut":
            lines[place] = lines[place][: chance.randint(0, len(lines[place]))]
        elif change == "repeat":
            lines.insert(place, lines[place])
        else:
            other = chance.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
    assert_both_roads_agree("\n".join(lines) + "\n", "x.txt")
