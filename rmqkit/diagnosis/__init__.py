"""From facts to findings: explanations, their predictions, the judge, and the verdict. No files, no pictures."""

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.diagnose import diagnose, paste, verdict
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Missing

__all__ = ["Diagnosis", "EvidenceLine", "Finding", "Missing", "Severity", "diagnose", "paste", "verdict"]
