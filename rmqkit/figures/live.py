"""A live picture in a notebook that never comes up empty. Needs the `notebook` extra."""

from __future__ import annotations

import plotly.graph_objects as go


class LiveFigure(go.FigureWidget):  # type: ignore[misc]
    """plotly's FigureWidget, whose channel to the browser opens once the picture is in it.

    plotly's own opens it empty and sends the picture after it (`BaseFigureWidget.__init__`, 6.0 to 7.1): a browser
    that draws before that message comes shows bare axes, and stays so.
    """

    def __init__(self, figure: go.Figure) -> None:
        self._filled = False
        super().__init__(figure)
        self._filled = True
        self.open()

    def open(self) -> None:
        """Open the channel, with the whole picture in its first message; while there is none, do nothing."""
        if self._filled:
            super().open()
