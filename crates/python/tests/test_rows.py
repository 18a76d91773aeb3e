"""Results stay with their rows, after any operations on a frame, in every library.

A frame has the columns `id` and `url`. Random operations filter, sort, slice, sample,
repeat and rechunk it. Each result must then equal that of the string functions for the
URL in its row.
"""

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import urispec
import urispec.arrow as uri
import urispec.pandas
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import strings

# The duration of a test is irrelevant.
settings.register_profile("urispec", deadline=None)
settings.load_profile("urispec")

URLS = st.lists(st.sampled_from(strings()[:80]) | st.text("ab:/?#[]@%1. \u00e9", max_size=9), max_size=12)


def host(url):
    try:
        return None if url is None else urispec.parse(url).host
    except urispec.UriError:
        return None


def steps(**of):
    """Draws some of the steps, each with its parameter."""
    return st.lists(st.sampled_from(sorted(of)).flatmap(lambda name: st.tuples(st.just(of[name]), st.integers(0, 7))), max_size=4)


PANDAS = {
    "filtered": lambda frame, n: frame[frame["id"] % 3 != n % 3],
    "sorted": lambda frame, n: frame.sort_values("id", key=lambda ids: ids * (n + 2) % 11),
    "sliced": lambda frame, n: frame.iloc[n % 3 : 9],
    "sampled": lambda frame, n: frame.sample(frac=0.7, random_state=n),
    # Repeats an index.
    "repeated": lambda frame, n: pd.concat([frame, frame.iloc[:n]]),
    "reset": lambda frame, n: frame.reset_index(drop=True),
    "named": lambda frame, n: frame.set_index(frame["id"].map(lambda id: f"row{id % 4}").rename(None)),
}
DTYPES = [object, "string", "string[pyarrow]", "category", "arrow", "large", "dictionary"]


def in_pandas(urls, dtype):
    types = {
        "arrow": pa.string(),
        "large": pa.large_string(),
        "dictionary": pa.dictionary(pa.int32(), pa.string()),
    }
    if dtype in types:
        column = pa.chunked_array([pa.array(urls[:4], pa.string()), pa.array(urls[4:], pa.string())])
        column = column.dictionary_encode() if dtype == "dictionary" else column.cast(types[dtype])
        column = pd.arrays.ArrowExtensionArray(column)
    else:
        column = pd.Series(urls, dtype=object).astype(dtype)
    return pd.DataFrame({"id": range(len(urls)), "url": column})


def none(value):
    """Converts any null of pandas to None."""
    return None if value is None or value is pd.NA or value != value else value


@given(URLS, st.sampled_from(DTYPES), steps(**PANDAS))
def test_pandas(urls, dtype, steps):
    frame = in_pandas(urls, dtype)
    for step, number in steps:
        frame = step(frame, number)
    expected = [(id, host(urls[id])) for id in frame["id"]]
    answer = uri.host(frame["url"])
    assert answer.index.equals(frame.index) and answer.name == "url"
    accessed = frame["url"].uri.host()
    parts = frame["url"].uri.components()
    assert parts.index.equals(frame.index)
    for column in (answer, accessed, parts["host"]):
        by_name = frame.assign(host=column)
        assert [(row.id, none(row.host)) for row in by_name.itertuples()] == expected
    frame = frame.copy()
    frame["host"] = uri.host(frame["url"])
    # A result without an index is in the order of its rows.
    frame["again"] = uri.host(pa.array(frame["url"]))
    frame["target"] = uri.resolve("http://base.example/", frame["url"])
    assert [(row.id, none(row.host)) for row in frame.itertuples()] == expected
    assert [(row.id, none(row.again)) for row in frame.itertuples()] == expected
    for row in frame.itertuples():
        try:
            target = urispec.resolve("http://base.example/", urls[row.id])
        except (TypeError, urispec.UriError):
            target = None
        assert none(row.target) == target


POLARS = {
    "filtered": lambda frame, n: frame.filter(pl.col("id") % 3 != n % 3),
    "sorted": lambda frame, n: frame.sort("url", descending=n % 2 == 0),
    "sliced": lambda frame, n: frame.slice(n % 3, 9),
    "sampled": lambda frame, n: frame.sample(fraction=0.7, seed=n, shuffle=True),
    "chunked": lambda frame, n: pl.concat([frame[:n], frame[n:]], rechunk=False),
    "repeated": lambda frame, n: pl.concat([frame, frame[:n]], rechunk=False),
}


@given(URLS, st.sampled_from([pl.String, pl.Categorical]), steps(**POLARS))
def test_polars(urls, dtype, steps):
    frame = pl.DataFrame({"id": range(len(urls)), "url": pl.Series(urls, dtype=pl.String).cast(dtype)})
    for step, number in steps:
        frame = step(frame, number)
    expected = [(id, host(urls[id])) for id in frame["id"]]
    answer = uri.host(frame["url"])
    assert isinstance(answer, pl.Series) and answer.name == "url"
    assert frame.with_columns(host=answer).select("id", "host").rows() == expected
    assert frame.with_columns(answer.alias("host")).select("id", "host").rows() == expected
    asked = frame.with_columns(host=pl.col("url").map_batches(uri.host, return_dtype=pl.String))
    assert asked.select("id", "host").rows() == expected


PYARROW = {
    "filtered": lambda table, n: table.filter(pa.array([id % 3 != n % 3 for id in table["id"].to_pylist()], pa.bool_())),
    "sorted": lambda table, n: table.sort_by([("id", "descending")]),
    "sliced": lambda table, n: table.slice(n % 3, 9),
    "chunked": lambda table, n: pa.Table.from_batches(table.to_batches(max_chunksize=n + 1), table.schema),
    "repeated": lambda table, n: pa.concat_tables([table, table.slice(0, n)]),
}


@given(URLS, st.sampled_from([pa.string(), pa.string_view(), pa.large_binary()]), steps(**PYARROW))
def test_pyarrow(urls, type, steps):
    # pyarrow cannot filter or sort views.
    table = pa.table({"id": pa.array(range(len(urls)), pa.int64()), "url": pa.array(urls, pa.string())})
    for step, number in steps:
        table = step(table, number)
    expected = [(id, host(urls[id])) for id in table["id"].to_pylist()]
    column = table["url"].cast(type)
    answer = uri.host(column)
    hosts = answer.to_pyarrow()
    assert hosts.num_chunks == column.num_chunks
    hosts.validate(full=True)
    assert list(zip(table["id"].to_pylist(), hosts.to_pylist())) == expected
    for chunk in table["url"].chunks:
        assert uri.host(chunk).to_pyarrow().to_pylist() == [host(url) for url in chunk.to_pylist()]


@given(st.lists(st.tuples(st.sampled_from(["http://h/", "//a", None]), st.integers(1, 3)), max_size=6), st.data())
def test_runs(runs, data):
    """Builds a run-end encoded column from values and their counts, and slices it."""
    rows = [url for url, count in runs for _ in range(count)]
    ends = [sum(count for _, count in runs[: at + 1]) for at in range(len(runs))]
    column = pa.RunEndEncodedArray.from_arrays(pa.array(ends, pa.int32()), pa.array([url for url, _ in runs], pa.string()))
    start = data.draw(st.integers(0, len(rows)))
    length = data.draw(st.integers(0, len(rows) - start))
    found = uri.host(column.slice(start, length)).to_pyarrow()
    assert found.type == pa.string()
    assert found.to_pylist() == [host(url) for url in rows[start : start + length]]


def test_two_columns_of_a_frame():
    frame = pd.DataFrame({"page": ["http://a/b/", "http://c/d", "http://e/"], "href": ["g", "../h", None]}, index=[7, 7, 2])
    targets = uri.resolve(frame["page"], frame["href"])
    assert targets.index.tolist() == [7, 7, 2] and targets.name is None
    assert [none(target) for target in targets] == ["http://a/b/g", "http://c/h", None]
    kept = frame[[True, False, True]]
    with pytest.raises(ValueError, match="different indexes.*one DataFrame"):
        uri.resolve(frame["page"], kept["href"])
    with pytest.raises(ValueError, match="different indexes"):
        uri.compare(frame["page"], b=frame["href"].sort_index())
    by_position = uri.compare(frame["page"], pa.array(frame["page"].sort_index()))
    assert by_position.index.tolist() == [7, 7, 2]
    assert [none(rung) for rung in by_position] == [None, None, None]
