"""A live picture in a notebook that is never empty, old or deaf. Needs the `notebook` extra."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import traitlets
from plotly.basewidget import BaseFigureWidget

PLOTLY = str(BaseFigureWidget._esm)
"""plotly's own script."""
LOADER = """
let loading;
function plotly(model) {
  loading ??= import(URL.createObjectURL(new Blob([model.get("_script")], {type: "text/javascript"})));
  return loading;
}
function keepsKeys(el) {
  const drawn = new ResizeObserver(() => {
    drawn.disconnect();
    el.closest(".jp-OutputArea-output")?.addEventListener("keydown", event => {
      if (event.key === "Escape") el.closest(".jp-Cell").focus();
      else if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    });
  });
  drawn.observe(el);
}
async function render(context) {
  keepsKeys(context.el);
  const {default: widget} = await plotly(context.model);
  const own = typeof widget === "function" ? await widget() : widget;
  own.initialize?.(context);
  return own.render(context);
}
export default {render};
"""


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
    back to the cell.
    """

    _esm = LOADER
    _script = traitlets.Unicode().tag(sync=True)

    def __init__(self, figure: go.Figure) -> None:
        self._filled = False
        super().__init__(figure)
        self._filled = True
        self.open()

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
