"""A live picture: what the browser gets first is the whole picture."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import pytest

comm = pytest.importorskip("comm")


def test_the_first_message_to_the_browser_holds_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    from rmqkit.figures.live import LiveFigure

    opened: list[dict[str, Any]] = []
    create = comm.create_comm

    def noted(*args: Any, **kwargs: Any) -> Any:
        opened.append(kwargs["data"]["state"])
        return create(*args, **kwargs)

    monkeypatch.setattr(comm, "create_comm", noted)
    LiveFigure(go.Figure(go.Bar(x=[1, 2], y=[3, 4]), {"title": {"text": "orders"}}))
    pictures = [state for state in opened if "_widget_data" in state]
    assert [len(state["_widget_data"]) for state in pictures] == [1]
    assert pictures[0]["_widget_layout"]["title"] == {"text": "orders"}
