"""The vocabulary is what its builder makes of the formats, the recordings' words and those listed by hand."""

from tests.redact import build_vocabulary


def test_the_vocabulary_is_what_its_builder_makes():
    stands = set(build_vocabulary.TARGET.read_text(encoding="utf-8").splitlines())
    made = set(build_vocabulary.made().splitlines())
    assert (made - stands, stands - made) == (set(), set()), "run `python -m tests.redact.build_vocabulary`"
