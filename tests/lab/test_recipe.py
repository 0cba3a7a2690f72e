"""Recipes: an incident that is kept as data is the incident that was written."""

import json

import pytest

from . import recipe
from .incidents import INCIDENTS
from .scenario import Incident


@pytest.mark.parametrize("incident", INCIDENTS.values(), ids=lambda incident: incident.name)
def test_an_incident_comes_back_from_its_recipe_as_it_was(incident: Incident):
    text = json.dumps(recipe.written(incident))
    assert recipe.read(json.loads(text)) == incident


def test_a_file_of_recipes_gives_its_incidents_by_name(tmp_path):
    plain, reset = INCIDENTS["plain"], INCIDENTS["reset_back"]
    file = tmp_path / "recipes.json"
    file.write_text(json.dumps([recipe.written(plain), recipe.written(reset)]))
    assert recipe.from_file(file) == {"plain": plain, "reset_back": reset}
