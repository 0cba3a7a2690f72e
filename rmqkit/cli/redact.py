"""`rmqkit redact`: evidence that names nobody, and back. What is replaced and how stands in
redact/.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.run import Run, command
from rmqkit.errors import Error
from rmqkit.language import Phrase, joined, message, say, say_counted

Source = Annotated[Path, typer.Argument(metavar="FOLDER", help="The evidence: a folder, a file or an archive.")]
Target = Annotated[Path, typer.Argument(metavar="OUT", help="A new folder for what may be shown to others.")]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key", help="Keep the pseudonyms here, or go on with those that it holds."),
]
Restore = Annotated[bool, typer.Option("--restore", help="Turn the pseudonyms in FOLDER back by the key.")]

BY_HASH = say(
    "A client shares out queues by consistent hash, which depends on the names themselves: "
    "a diagnosis of the redacted evidence computes other shares than the clients did. "
    "Do not trust its queues and its proofs there."
)


@command()
def redact(source: Source, target: Target, run: Run, key_file: KeyFile = None, restore: Restore = False) -> None:
    """Replace everything in FOLDER that names somebody by stable pseudonyms, into OUT.

    Topics, groups, clients, addresses, brokers, hosts, message ids and every word that RocketMQ
    does not print
    itself; times, offsets and numbers stay. Exit code: 0, or 2 if nothing could be written.
    """
    from rmqkit import redact as redaction

    if restore:
        if key_file is None:
            raise Error(say("--restore needs the key that redaction wrote: --key FILE."))
        done = redaction.restore(source, target, redaction.Key.read(key_file))
    else:
        if key_file is not None and key_file.resolve().is_relative_to(target.resolve()):
            raise Error(
                say(
                    "{key} would lie in {target}, which is to be shown: keep the key elsewhere.",
                    key=key_file,
                    target=target,
                )
            )
        key = redaction.Key.read(key_file) if key_file and key_file.exists() else redaction.Key()
        done = redaction.redact(source, target, key)
        if key_file is not None:
            key.write(key_file)
    for name, problem in done.left_out:
        run.say(say("left out: {name!r}: {problem}", name=name, problem=message(problem)), err=True)
    if done.by_hash:
        run.say(BY_HASH, err=True)
    if not done.written:
        raise Error(say("Nothing in {source} is text that could be written.", source=source))
    run.say(_told(len(done.written), target, key_file, restore))


def _told(files: int, target: Path, key_file: Path | None, restored: bool) -> Phrase:
    if restored:
        return say_counted(
            files,
            "{number} file with its names in {target}.",
            "{number} files with their names in {target}.",
            target=target,
        )
    written = say_counted(
        files,
        "{number} file without names in {target}.",
        "{number} files without names in {target}.",
        target=target,
    )
    kept = say("No key was kept.")
    if key_file is not None:
        kept = say("The key is {key}: whoever has it knows the names.", key=key_file)
    return joined(" ", [written, kept, say("Look at them before you send them.")])
