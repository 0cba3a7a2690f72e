"""From facts to findings: rules, the proof by recomputation, and the verdict. No files, no pictures."""

from rmqkit.diagnosis.diagnose import diagnose, verdict
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.finding import EvidenceLine, Finding, Missing, Severity

__all__ = ["Diagnosis", "EvidenceLine", "Finding", "Missing", "Severity", "diagnose", "verdict"]
