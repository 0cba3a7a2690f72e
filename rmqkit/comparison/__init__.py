"""What changed between two folders of evidence, and whether a folder's verdict changes while files come in. Nothing is
judged here."""

from rmqkit.comparison.differences import Difference, differences, differences_text
from rmqkit.comparison.watching import watch

__all__ = ["Difference", "differences", "differences_text", "watch"]
