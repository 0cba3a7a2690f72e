"""What is recorded: which recordings an order names, incidents that are kept as data, moments in commands."""

import json
import time

import pytest

from . import recipe
from .errors import LabError
from .incidents import INCIDENTS, recordings
from .record import _chosen
from .run import _moment
from .scenario import Incident

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


@pytest.mark.parametrize("incident", INCIDENTS.values(), ids=lambda incident: incident.name)
def test_an_incident_comes_back_from_its_recipe_as_it_was(incident: Incident):
    text = json.dumps(recipe.written(incident))
    assert recipe.read(json.loads(text)) == incident


def test_a_file_of_recipes_gives_its_incidents_by_name(tmp_path):
    plain, reset = INCIDENTS["plain"], INCIDENTS["reset_back"]
    file = tmp_path / "recipes.json"
    file.write_text(json.dumps([recipe.written(plain), recipe.written(reset)]))
    assert recipe.from_file(file) == {"plain": plain, "reset_back": reset}


def test_a_moment_ago_is_written_in_epoch_milliseconds():
    before = (time.time() - 20) * 1000
    moment = int(_moment("{ago:20}"))
    assert before - 1 <= moment <= before + 2000


@pytest.mark.parametrize("word", ["now", "{cluster}", "-s", "{ago:soon}"])
def test_any_other_word_stays_as_it_is(word):
    assert _moment(word) == word
