"""Every recording is whole, says what the table says, and shows what was ordered."""

import gzip
import json
import re

import pytest

from . import recipe
from .incidents import INCIDENTS, recordings
from .plausible import doubts
from .recorded import ASIDE, archives, unpacked

KEPT_BYTES = 25_000_000
BOTH = archives() + archives(ASIDE)


@pytest.mark.parametrize("archive", BOTH, ids=lambda archive: archive.name)
def test_a_recording_is_whole_and_plausible(archive):
    with unpacked(archive) as folder:
        truth = json.loads((folder / "truth.json").read_text())
        incident = recipe.read(truth["recipe"]) if "recipe" in truth else INCIDENTS[truth["name"]]
        assert archive.name == f"{truth['name']}-{truth['version']}.tar.xz"
        assert (truth["causes"], truth["effects"]) == (list(incident.causes), list(incident.effects))
        assert truth["healthy"] == incident.healthy
        assert doubts(folder) == []
        for client in truth["clients"]:
            rows = gzip.decompress((folder / "received" / f"{client['client']}.tsv.gz").read_bytes()).decode()
            assert all(len(row.split("\t")) == 8 for row in rows.splitlines())
        texts = b"".join(file.read_bytes() for file in (folder / "evidence").rglob("*") if file.is_file())
        assert not re.search(rb"/root/|/tmp/rmqkit|/work/", texts)


def test_all_recordings_of_the_table_are_there_and_small():
    assert [archive.name for archive in archives()] == sorted(f"{n}-{v}.tar.xz" for n, v in recordings())
    assert sum(archive.stat().st_size for archive in BOTH) < KEPT_BYTES


def test_what_is_kept_aside_is_in_no_table_and_can_be_made_anew():
    kept = recipe.of_recordings(archives(ASIDE))
    assert not set(kept) & set(INCIDENTS)
    assert {f"{name}-{i.versions[0]}.tar.xz" for name, i in kept.items()} == {a.name for a in archives(ASIDE)}
    assert len(kept) >= 12
    assert len({incident.versions[0] for incident in kept.values()}) >= 3
