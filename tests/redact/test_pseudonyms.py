"""What pseudonyms keep: equal or not, Java's order, the length, the beginning of a cut name,
docker's addresses.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from rmqkit.cli import app
from rmqkit.errors import Error
from rmqkit.redact import Key, redact, restore
from rmqkit.redact.pseudonyms import REGIONS, AddressBook, Slots, new_slots, ordered_names, stays
from rmqkit.rocketmq.message_queue import utf16_order

SAMPLES = Path(__file__).parents[2] / "data_samples"
NAMES = st.sets(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,40}", fullmatch=True), min_size=1, max_size=40)
ADDRESSES = st.sets(st.tuples(*[st.integers(0, 255)] * 4).map(lambda p: ".".join(map(str, p))), max_size=60)


@given(NAMES)
def test_names_keep_order_and_length_and_none_is_another_s(names):
    found = ordered_names(names, new_slots())
    by_name = sorted(names, key=utf16_order)
    whole = [name for name in by_name if len(name) not in (25, 27, 32)]
    assert [found[name] for name in whole] == sorted((found[name] for name in whole), key=utf16_order)
    assert len(set(found.values())) == len(names)
    assert all(len(found[name]) == max(5, len(name)) for name in whole)


@given(NAMES, NAMES)
def test_later_names_go_between_earlier_ones_which_stay(first, second):
    slots = new_slots()
    earlier = ordered_names(first, slots)
    later = ordered_names(first | second, slots)
    assert {name: later[name] for name in earlier if len(name) < 25} == {
        n: p for n, p in earlier.items() if len(n) < 25
    }
    ordered = [name for name in sorted(later, key=utf16_order) if len(name) < 25]
    assert [later[name] for name in ordered] == sorted((later[name] for name in ordered), key=utf16_order)


CUT = [
    pytest.param("t" * 40, "t" * 32, id="a topic cut at 32"),
    pytest.param("t" * 70, "t" * 64, id="a topic cut at 64"),
    pytest.param("g" * 30, "g" * 25, id="a retry topic cut at 32"),
]


@pytest.mark.parametrize(("name", "cut"), CUT)
def test_a_cut_name_stays_the_beginning_of_the_whole_one(name, cut):
    found = ordered_names({name, cut, "other"}, new_slots())
    assert found[name].startswith(found[cut])
    assert len(found[cut]) == len(cut)


@given(ADDRESSES)
def test_addresses_keep_their_order_in_client_ids(addresses):
    found = AddressBook().take(addresses)
    shown = {address: found.get(address, address) for address in addresses}
    ordered = sorted(addresses, key=lambda address: f"{address}@7")
    assert [shown[a] for a in ordered] == sorted((shown[a] for a in ordered), key=lambda address: f"{address}@7")
    assert len(set(shown.values())) == len(addresses)
    assert all(not stays(pseudonym) for pseudonym in found.values())


STAYING = [
    pytest.param("127.0.0.1", True, id="loopback"),
    pytest.param("172.17.0.3", True, id="docker's default bridge"),
    pytest.param("172.18.0.3", True, id="a network of docker compose"),
    pytest.param("0.0.0.0", True, id="any address"),
    pytest.param("10.20.0.11", False, id="a private address"),
    pytest.param("172.16.0.3", False, id="a private address beside docker's"),
    pytest.param("203.0.113.9", False, id="a public address"),
    pytest.param("4.9.7.999", True, id="no address at all"),
]


@pytest.mark.parametrize(("address", "kept"), STAYING)
def test_an_address_stays_if_many_hosts_have_it(address, kept):
    assert stays(address) is kept
    assert (address not in AddressBook().take([address])) is kept


def test_regions_are_in_order_and_write_no_address_that_stays():
    assert [before for before, _ in REGIONS] == sorted(before for before, _ in REGIONS)


def test_slots_without_room_say_what_to_do():
    slots = Slots(2)
    with pytest.raises(Error, match="without an earlier key"):
        slots.take(["a", "b", "c"])


def test_a_key_goes_on_where_it_stopped(tmp_path: Path):
    key = Key()
    redact(SAMPLES / "two-topics-one-group", tmp_path / "one", key)
    key.write(tmp_path / "key.json")
    assert (tmp_path / "key.json").stat().st_mode & 0o077 == 0
    again = Key.read(tmp_path / "key.json")
    assert again.replaced == key.replaced
    redact(SAMPLES / "two-topics-one-group", tmp_path / "two", again)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert again.replaced == key.replaced


def test_a_folder_comes_back_byte_for_byte(tmp_path: Path):
    key = Key()
    redact(SAMPLES / "colliding-client-ids", tmp_path / "out", key)
    restore(tmp_path / "out", tmp_path / "back", key)
    assert contents(tmp_path / "back") == contents(SAMPLES / "colliding-client-ids")
    assert contents(tmp_path / "out") != contents(tmp_path / "back")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 7}', '{"schema": 1, "replaced": []}'])
def test_what_is_no_key_is_refused(text: str, tmp_path: Path):
    (tmp_path / "key").write_text(text)
    with pytest.raises(Error):
        Key.read(tmp_path / "key")


REFUSED = [
    pytest.param(["SAMPLE", "OUT"], "not empty", id="a folder that holds something"),
    pytest.param(["SAMPLE", "new", "--restore"], "--key FILE", id="to turn back without a key"),
    pytest.param(
        ["SAMPLE", "new", "--key", "new/key"],
        "keep the key elsewhere",
        id="the key among what is shown",
    ),
    pytest.param(["nowhere", "new"], "does not exist", id="nothing"),
]


@pytest.mark.parametrize(("words", "told"), REFUSED)
def test_the_command_refuses(words, told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "OUT").mkdir()
    (tmp_path / "OUT" / "x").touch()
    sample = str(SAMPLES / "healthy")
    done = CliRunner().invoke(app, ["redact", *(sample if word == "SAMPLE" else word for word in words)])
    assert done.exit_code == 2
    assert told in done.stderr


def test_the_command_redacts_and_turns_back(tmp_path: Path):
    sample, out, key = str(SAMPLES / "pasted-session"), str(tmp_path / "out"), str(tmp_path / "key")
    done = CliRunner().invoke(app, ["redact", sample, out, "--key", key])
    assert done.exit_code == 0, done.stderr
    assert "anyone who has it can restore the names" in done.stdout
    done = CliRunner().invoke(app, ["redact", out, str(tmp_path / "back"), "--key", key, "--restore"])
    assert done.exit_code == 0, done.stderr
    assert contents(tmp_path / "back") == contents(SAMPLES / "pasted-session")


def test_shares_by_hash_are_told_to_change(tmp_path: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.log").write_text("allocateMessageQueueStrategyName=CONSISTENT_HASH\n")
    done = CliRunner().invoke(app, ["redact", str(tmp_path / "in"), str(tmp_path / "out")])
    assert done.exit_code == 0
    assert "consistent hash" in done.stderr
