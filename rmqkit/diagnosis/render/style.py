"""How cards, tables and pictures look, in notebooks and on pages, by day, by night and on paper. No content here."""

from __future__ import annotations

from importlib import resources

from rmqkit.diagnosis.claims import Severity

# Dark enough for white letters on them, and apart for colour-blind readers; the word stands on each in any case.
COLOURS = {
    Severity.OK: "#1b7837",
    Severity.UNKNOWN: "#54585c",
    Severity.NOTICE: "#1f5fa8",
    Severity.WARNING: "#9a5b00",
    Severity.CRITICAL: "#a3122f",
}


def layout(name: str) -> str:
    """A file beside this one. Spark's workers have the package as a zip."""
    return resources.files("rmqkit").joinpath("diagnosis", "render", name).read_text("utf-8")


OF_PICTURES = layout("pictures.css")
"""A picture of plotly comes in the colours of paper. In a dark theme its light is turned round and its hues are kept.
So it is with the buttons in the colours of its clients. What plotly writes on light blocks is grey: on the dark
ones that they turn into it could not be read."""
STYLE = OF_PICTURES + layout("style.css")
"""What a theme says of itself counts for more than what the system is set to: JupyterLab and Notebook, VS Code. A class
named twice outweighs what JupyterLab says of every table and list."""
