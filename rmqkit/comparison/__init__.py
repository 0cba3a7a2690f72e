"""What changed between two folders of evidence, and whether a folder's verdict changes while files
come in.

Pictures are plain data made of rows and of a verdict's `to_dict()`; nothing is judged here.
"""

from rmqkit.comparison.changes import Change, changes
from rmqkit.comparison.picture import Picture, picture
from rmqkit.comparison.text import changes_text
from rmqkit.comparison.watching import Watch

__all__ = ["Change", "Picture", "Watch", "changes", "changes_text", "picture"]
