"""Everything that decides validity agrees with the automaton of the edition."""

import pathlib

import pyarrow as pa
import pytest
import urispec
import urispec.arrow as uri

# The same file tests the columns and the packages for C and JavaScript.
TABLE = pathlib.Path(__file__).parents[3] / "tests/verdicts.tsv"
LINES = [line.split("\t") for line in TABLE.read_text("utf-8").split("\n")[:-1]]


def succeeds(function, *given, **options) -> bool:
    try:
        function(*given, **options)
    except urispec.UriError:
        return False
    return True


@pytest.mark.parametrize("edition", urispec.EDITIONS)
def test_one_judgement(edition):
    own = [(verdict == "valid", text) for id, verdict, text in LINES if id == edition]
    assert own
    for valid, text in own:
        judged = {
            "is_valid": urispec.is_valid(text, edition=edition),
            "parse": succeeds(urispec.parse, text, edition=edition),
            "normalize": succeeds(urispec.normalize, text, to="path-segments", edition=edition),
        }
        # Browsers compare strings that are not valid.
        if edition != "whatwg":
            judged["compare"] = succeeds(urispec.compare, text, text, edition=edition)
        assert set(judged.values()) == {valid}, (text, judged)
    column = pa.array([text for _, text in own])
    judged = pa.array(uri.valid(column, edition=edition)).to_pylist()
    assert judged == [valid for valid, _ in own]
