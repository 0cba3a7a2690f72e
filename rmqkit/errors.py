"""The errors that rmqkit raises: one root, each telling what happened, where, and what to do next."""

from __future__ import annotations

import os

from rmqkit.language import LANGUAGES, in_language, with_values

LANGUAGE = "RMQKIT_LANG"
"""The environment variable that names the language of errors where nobody catches them: in a notebook."""


class Error(Exception):
    """The base class of every error that rmqkit raises on purpose."""

    def __init__(self, sentence: str = "", /, **values: object) -> None:
        """`values`: what stands in the sentence's places."""
        super().__init__(with_values(sentence, values) if values else sentence)

    def __str__(self) -> str:
        """Its words, in the language that the environment names: a report's notebook fails in the report's."""
        lang = os.environ.get(LANGUAGE, "")
        words = self.args[0] if self.args else ""
        return in_language(words, lang) if lang in LANGUAGES and isinstance(words, str) else super().__str__()


class JavaNotFound(Error):
    """Spark needs a Java 17 or 21 runtime and none was found."""


class EvidenceNotFound(Error):
    """The folder, file or archive that was named does not exist or cannot be read."""


class NotEvidence(Error, TypeError):
    """What was given is not evidence: it has to be read first."""


class NoTimeZone(Error, ValueError):
    """The name of a time zone is none: CST is the name of several."""


class NothingUsable(Error):
    """Files were found, but none of them holds anything that RocketMQ prints."""


class NotSeenByWorkers(EvidenceNotFound):
    """A log lies where the driver sees it and Spark's workers do not."""


class WorkersLack(Error):
    """The Python of Spark's workers lacks a package that reading needs."""


class UnknownGroup(Error):
    """The consumer group that was asked for appears nowhere in the evidence."""


class Notice(UserWarning):
    """Worth knowing, and nothing stops for it. The command line says it in one line."""


class ColumnsNotKept(Notice):
    """The columns of large logs could not be kept: every question reads the logs again."""


class EvidenceChanged(Notice):
    """Evidence that was saved is no longer what its files hold."""


def named(name: str) -> type[Error] | None:
    """The error of this name that rmqkit raises on purpose; None for anybody else's."""
    error = globals().get(name)
    return error if isinstance(error, type) and issubclass(error, Error) else None
