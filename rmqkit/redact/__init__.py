"""Evidence that names nobody: every name becomes a pseudonym, and what a diagnosis needs stays as it was.

Words that RocketMQ, Java and shells print are kept; every other word is replaced, known to be a name or not. So what
nobody thought of is replaced too. No rules and no verdicts here.
"""

from rmqkit.redact.folder import Redacted, redact, restore
from rmqkit.redact.pseudonyms import Key

__all__ = ["Key", "Redacted", "redact", "restore"]
