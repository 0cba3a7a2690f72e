"""A live picture: the browser is told the whole picture, whenever it begins to listen."""

from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest

comm = pytest.importorskip("comm")


State = dict[str, Any]
"""What a message to the browser sets."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[State]]:
    """What browsers are told, in order: the state of each channel that opens, and of each change."""
    messages: list[State] = []

    class Channel(comm.base_comm.BaseComm):  # type: ignore[name-defined, misc]
        def publish_msg(self, _: str, data: State | None = None, **__: Any) -> None:
            messages.append((data or {}).get("state", {}))

    monkeypatch.setattr(comm, "create_comm", Channel)
    yield messages


def test_the_first_message_to_the_browser_holds_the_picture(told: list[State]) -> None:
    from rmqkit.figures.live import LiveFigure

    LiveFigure(go.Figure(go.Bar(x=[1, 2], y=[3, 4]), {"title": {"text": "orders"}}))
    pictures = [state for state in told if "_widget_data" in state]
    assert [len(state["_widget_data"]) for state in pictures] == [1]
    assert pictures[0]["_widget_layout"]["title"] == {"text": "orders"}


def test_a_browser_that_draws_late_knows_the_change_before_it_is_told(told: list[State]) -> None:
    """Only pictures already drawn hear plotly's own messages, such as `_py2js_update`."""
    from rmqkit.figures.live import LiveFigure

    figure = LiveFigure(go.Figure(go.Scatter(x=[1, 2], y=[3, 4]), {"title": {"text": "orders"}}))
    with figure.batch_update():
        figure.data[0].x = [7, 8, 9]
        figure.layout.title.text = "payments"
    messages = [next(iter(state)) for state in told[1:] if state]
    assert messages.index("_widget_data") < messages.index("_py2js_update")
    assert messages.index("_widget_layout") < messages.index("_py2js_update")
    known = {name: value for state in told for name, value in state.items()}
    assert list(known["_widget_data"][0]["x"]) == [7, 8, 9]
    assert known["_widget_layout"]["title"] == {"text": "payments"}


def test_the_script_that_listens_is_small_and_plotly_comes_beside_it(told: list[State]) -> None:
    """anywidget gives a script two seconds, or drops what it is told.

    Chromium slowed down twenty times loads 1.5 kB in 76 ms and 0.6 kB in 85 (medians of 15, none above 300), plotly
    in 38 s: what is said with the first script costs nothing as long as it is small.
    """
    from rmqkit.figures.live import LiveFigure

    LiveFigure(go.Figure(go.Bar(x=[1], y=[3])))
    (state,) = [state for state in told if "_widget_data" in state]
    assert len(state["_esm"]) < 2_000
    assert len(state["_script"]) > 1_000_000
