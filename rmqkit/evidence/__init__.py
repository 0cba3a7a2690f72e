"""One incident's evidence as Spark tables and a ledger. Only the public names."""

from rmqkit.evidence.evidence import Evidence
from rmqkit.evidence.opening import read, read_pasted
from rmqkit.evidence.saved import SavedEvidence

__all__ = ["Evidence", "SavedEvidence", "read", "read_pasted"]
