"""A drawn figure in another language: its phrases, wherever they stand. Nothing is drawn here."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from rmqkit.language import Phrase, in_language
from rmqkit.language.catalogue import SOURCE


def spoken(figure: go.Figure, lang: str) -> go.Figure:
    """The figure with its words in a language; names from the evidence stay what they are.

    Raises KeyError for a language that rmqkit does not write.
    """
    if lang == SOURCE:
        return figure
    return go.Figure(_spoken(figure.to_plotly_json(), lang))


def _spoken(part: Any, lang: str) -> Any:  # noqa: ANN401
    match part:
        case Phrase():
            return in_language(part, lang)
        case dict():
            return {name: _spoken(value, lang) for name, value in part.items()}
        case list() | tuple():
            return [_spoken(value, lang) for value in part]
        case _:
            return part
