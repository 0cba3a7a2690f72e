"""Which recordings an order names."""

import pytest

from .errors import LabError
from .incidents import INCIDENTS, recordings
from .record import _chosen

ASIDE = {"harvest": INCIDENTS["reset_back"]}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param([], recordings(), id="no name means the whole table"),
        pytest.param(["plain-4.3.0"], [("plain", "4.3.0")], id="a name with its version is one recording"),
        pytest.param(["harvest-5.4.0"], [("harvest", "5.4.0")], id="what is kept aside can be named too"),
        pytest.param(
            ["clock_and_tags", "harvest"],
            [("clock_and_tags", "4.5.2"), ("harvest", "5.4.0")],
            id="a name alone means each of its versions",
        ),
        pytest.param(["go_alone-5.3.3"], [("go_alone", "5.3.3")], id="a version that is not kept can be made too"),
    ],
)
def test_chosen(names, expected):
    assert _chosen(names, INCIDENTS | ASIDE) == expected


def test_a_name_that_nobody_knows_is_said():
    with pytest.raises(LabError, match="no incident is called two_topic"):
        _chosen(["two_topic-4.3.0"], INCIDENTS)
