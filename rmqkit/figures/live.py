"""A live picture in a notebook that is never empty, old or deaf. Needs the `notebook` extra."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets
import plotly.graph_objects as go
import traitlets
from IPython.display import display
from plotly.basewidget import BaseFigureWidget

from rmqkit.diagnosis.render.style import OF_PICTURES

PLOTLY = str(BaseFigureWidget._esm)
"""plotly's own script."""
LOADER = """
let loading;
function plotly(model) {
  loading ??= import(URL.createObjectURL(new Blob([model.get("_script")], {type: "text/javascript"})));
  return loading;
}
function standsInItsCell(el) {
  const drawn = new ResizeObserver(() => {
    drawn.disconnect();
    el.closest(".jp-OutputArea-child")?.classList.add("rmqkit-live");
    const output = el.closest(".jp-OutputArea-output");
    output?.addEventListener("keydown", event => {
      if (event.key === "Escape") el.closest(".jp-Cell").focus();
      else if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    });
    output?.addEventListener("focusin", ({target}) => {
      const row = target.closest(".rmqkit-client");
      if (row) Object.assign(row, {role: "group", ariaLabel: row.querySelector("button").textContent});
      const slider = target.matches(".noUi-handle") && target.closest(".widget-inline-hbox");
      if (slider) target.ariaLabel = slider.querySelector("label, .widget-label").textContent;
    });
  });
  drawn.observe(el);
}
function keepsPicture({el, model}) {
  let waiting;
  async function keep() {
    const {width, height} = el._fullLayout;
    const picture = await globalThis.Plotly.toImage(el, {format: "png", width, height});
    model.set("_picture", picture.slice(picture.indexOf(",") + 1));
    model.save_changes();
  }
  const later = () => { clearTimeout(waiting); waiting = setTimeout(keep, 400); };
  el.on("plotly_afterplot", later);
  later();
}
async function render(context) {
  standsInItsCell(context.el);
  document.head.append(Object.assign(document.createElement("style"), {textContent: context.model.get("_style")}));
  const {default: widget} = await plotly(context.model);
  const own = typeof widget === "function" ? await widget() : widget;
  own.initialize?.(context);
  const gone = await own.render(context);
  if (context.model.get("_keeps")) keepsPicture(context);
  return gone;
}
export default {render};
"""
# JupyterLab and the browser draw a line of one pixel, in high contrast none, round what has the focus.
STYLE = f"""{OF_PICTURES}.rmqkit-live + .jp-OutputArea-child{{display:none}}
.rmqkit-live :is(select,input,button,summary,.noUi-handle,.widget-readout,.modebar-btn):focus-visible{{
outline:3px solid #d9700a!important;outline-offset:1px}}"""
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

    def shown_in(self, controls: ipywidgets.Widget, told: Callable[[], str]) -> None:
        """Show the controls around the picture, and leave the picture and these words in the notebook.

        Saved without its kernel a widget is an error. What is below it is an output like any other,
        which the browser brings up to date a moment after each change, and hides while the widget
        above lives.
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
