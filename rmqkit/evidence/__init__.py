"""One incident's evidence as Spark tables and a ledger. Only the public names."""

from rmqkit.evidence.evidence import Evidence
from rmqkit.evidence.opening import SavedEvidence, read, read_pasted

__all__ = ["Evidence", "SavedEvidence", "read", "read_pasted"]
