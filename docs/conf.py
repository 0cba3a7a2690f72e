"""What Sphinx builds the documentation with; pages that repeat the package's own tables are made by `generated.py`."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generated  # noqa: E402  (stands beside this file)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "rmqkit"
author = "The rmqkit authors"
release = metadata.version("rmqkit")

extensions = ["myst_parser", "sphinx.ext.githubpages"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
smartquotes = False  # commands and quotes are shown as they are typed
nitpicky = True

html_theme = "furo"
html_title = f"rmqkit {release}"
html_show_sourcelink = False
html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Make the generated pages before anything is read."""
    app.connect("builder-inited", lambda built: generated.write_pages(Path(built.srcdir)))
