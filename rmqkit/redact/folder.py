"""A whole folder, file or archive of evidence without names, and any text back again. Texts are changed in `text`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rmqkit.errors import Error, EvidenceNotFound
from rmqkit.language import say
from rmqkit.redact.learning import Learned, learn, text_of
from rmqkit.redact.pseudonyms import Key
from rmqkit.redact.text import Redactor, restored
from rmqkit.redact.tokens import ADDRESS, TOKEN, inside, is_known_around, shape, vocabulary, without_ending
from rmqkit.tables.files import SourceFile, source_files

# AllocateMessageQueueConsistentHash, in running info and in a client's log
_BY_HASH = (
    "AllocateMessageQueueConsistentHash",
    "strategyName=CONSISTENT_HASH",
    "StrategyName=CONSISTENT_HASH",
)


@dataclass(frozen=True)
class Redacted:
    """What became of the files: those written, by their new names, and those left out, by their old ones and why.

    `by_hash`: a group shares out queues by a hash of names, so that a diagnosis of pseudonyms computes other shares.
    """

    written: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    by_hash: bool = False


def redact(source: Path, target: Path, key: Key) -> Redacted:
    """Write everything in `source` that is text into `target`, without names; the key gains what was new.

    Archives become folders, compressed files plain ones, every text UTF-8 with its lines as they were. Files that are
    no text are left out. Raises EvidenceNotFound, and Error for a target that is not empty.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Error("{target} is not empty: use a new folder, so that it contains nothing unredacted.", target=target)
    files = _files(source)
    if target.resolve().is_relative_to(source.resolve()):
        raise Error("{target} is inside {source}: use a folder outside of it.", target=target, source=source)
    learned = learn(files)
    _learn_file_names(files, learned)
    redactor = Redactor(key, learned)
    texts = (text for file in files for text in (file.name, text_of(file)[0] or ""))
    redactor.addresses(address for text in texts for address in ADDRESS.findall(text))
    written, left_out, by_hash = [], [], False
    for file in files:
        text, problem = text_of(file)
        if text is None:
            left_out.append((file.name, problem or say("not text")))
            continue
        by_hash = by_hash or any(mark in text for mark in _BY_HASH)
        name = "/".join(_new_part(part, redactor) for part in PurePosixPath(file.name).parts)
        _write(target / name, redactor.text(text))
        written.append(name)
    return Redacted(tuple(written), tuple(left_out), by_hash)


def restore(source: Path, target: Path, key: Key) -> Redacted:
    """Turn pseudonyms back in a file or in every file of a folder, their names too; what is no text is left out."""
    written, left_out = [], []
    single = source.is_file()
    for file in _files(source):
        text, problem = text_of(file)
        if text is None:
            left_out.append((file.name, problem or say("not text")))
            continue
        name = restored(file.name, key)
        _write(target if single else target / name, restored(text, key))
        written.append(name)
    return Redacted(tuple(written), tuple(left_out))


def _files(source: Path) -> Sequence[SourceFile]:
    if not source.exists():
        raise EvidenceNotFound(
            "{path} does not exist. Give the folder, file or archive with the evidence.", path=source
        )
    return source_files(str(source))


def _learn_file_names(files: Sequence[SourceFile], learned: Learned) -> None:
    """Snapshots without a time keep the order of their names, so files' own words keep theirs."""
    names = inside(learned.names | learned.ambiguous)
    for file in files:
        stems = (without_ending(part)[0] for part in PurePosixPath(file.name).parts)
        for word in (word for stem in stems for word in TOKEN.findall(stem)):
            if not is_known_around(word, names):
                learned.words(word)


def _new_part(part: str, redactor: Redactor) -> str:
    """A log that RocketMQ names keeps its name, also where a broker is called broker."""
    stem, ending = without_ending(part)
    is_rocketmqs = ending.startswith(".log") and shape(f"{stem}.log") in vocabulary()
    return (stem if is_rocketmqs else redactor.text(stem)) + ending.removesuffix(".gz")


def _write(file: Path, text: str) -> None:
    """Write a text with its own line ends."""
    place = file
    number = 1
    while place.exists():
        number += 1
        place = file.with_name(f"{file.name}.{number}")
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w", encoding="utf-8", newline="") as stream:
        stream.write(text)
