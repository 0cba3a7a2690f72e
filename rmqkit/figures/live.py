"""A live picture in a notebook that is never empty, old or deaf. Needs the `notebook` extra."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

import ipywidgets
import plotly.graph_objects as go
import traitlets
from IPython.display import display
from plotly.basewidget import BaseFigureWidget

from rmqkit.diagnosis.render.blocks import OF_PICTURES

_HERE = resources.files("rmqkit").joinpath("figures")
PLOTLY = str(BaseFigureWidget._esm)
"""plotly's own script."""
LOADER = _HERE.joinpath("live.js").read_text("utf-8")
STYLE = OF_PICTURES + _HERE.joinpath("live.css").read_text("utf-8")
# An incident's names are for nobody's cloud, and of the other buttons a person needs but the picture.
CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "showSendToCloud": False,
    "modeBarButtonsToRemove": [
        "select2d", "lasso2d", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "resetScale2d",
    ],
}  # fmt: skip


class LiveFigure(go.FigureWidget):  # type: ignore[misc]
    """plotly's FigureWidget, which shows the picture as it is however late the browser gets to draw it.

    Change it inside `batch_update()`. plotly's own (`BaseFigureWidget`, 6.0 to 7.1) fails a busy browser thrice:

    - It opens its channel empty and sends the picture behind: who draws before that draws bare axes. Here the channel
      opens with the picture in it.
    - Its 5 MB are the widget's script, and anywidget (0.11) drops every message to a script that is not there after
      two seconds. Here the script is `LOADER`, at once there; plotly is loaded by the first picture that is drawn.
    - It sends changes only to pictures already drawn. Here they are in the state that a late picture starts from.

    The controls around it are worked by keyboard: plain keys end at the output, where JupyterLab (4.1 and later) would
    take them for its own, go to another cell at an arrow and insert one at `b`. Ctrl stays Lab's, and Escape leads
    back to the cell. Who has them read aloud hears of whom a row of controls is.
    """

    _esm = LOADER
    _script = traitlets.Unicode().tag(sync=True)
    _style = traitlets.Unicode(STYLE).tag(sync=True)
    _keeps = traitlets.Bool(default_value=False).tag(sync=True)
    _picture = traitlets.Unicode().tag(sync=True)

    def __init__(self, figure: go.Figure) -> None:
        self._filled = False
        super().__init__(figure)
        self._config = CONFIG
        self._filled = True
        self.open()

    def redraw(self, drawn: go.Figure) -> None:
        """Show the cells and crosses of another picture of strips; the legend stays."""
        with self.batch_update():
            for at, trace in enumerate(self.data[:2]):
                trace.update(drawn.data[at].to_plotly_json() if drawn.data else {}, overwrite=True)
            self.layout.update({part: drawn.layout[part] for part in ("title", "height", "xaxis", "yaxis")})
            # An update would keep the headings that a smaller picture no longer has.
            self.layout.annotations = drawn.layout.annotations

    def shown_in(self, controls: ipywidgets.Widget, told: Callable[[], str]) -> None:
        """Show the controls around the picture, and leave the picture and these words in the notebook.

        Saved without its kernel a widget is an error. What is below it is an output like any other, which the browser
        brings up to date a moment after each change, and hides while the widget above lives.
        """
        self._keeps = True
        display({**controls._repr_mimebundle_(), "text/plain": told()}, raw=True)  # type: ignore[no-untyped-call]
        kept = display({"text/plain": told()}, raw=True, display_id=True)  # type: ignore[no-untyped-call]

        def keep(change: Mapping[str, str]) -> None:
            kept.update({"image/png": change["new"], "text/plain": told()}, raw=True)

        if kept is not None:
            self.observe(keep, "_picture")

    @traitlets.default("_script")
    def _plotly(self) -> str:
        return PLOTLY

    def open(self) -> None:
        """Open the channel, with the whole picture in its first message; while there is none, do nothing."""
        if self._filled:
            super().open()

    def _send_update_msg(self, *args: Any, **named: Any) -> None:  # noqa: ANN401
        """The state goes first: a picture that is drawn between the two has the change from either."""
        picture = self.to_plotly_json()
        self._widget_layout, self._widget_data = picture["layout"], picture["data"]
        super()._send_update_msg(*args, **named)
