"""pandas: input, output, the accessor, and results without an index."""

import doctest
import multiprocessing
import pathlib
import pickle

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import urispec
import urispec.arrow as uri
import urispec.pandas  # noqa: F401, which registers the accessor

URLS = ["http://u@h:80/", "http://[/", None, "mailto:a@b"]
INDEX = [4, 8, 8, 1]
FRAME = pd.DataFrame({"url": URLS}, index=INDEX)
TEXT = pd.ArrowDtype(pa.string())


def rows(series):
    return [None if value is pd.NA else value for value in series.tolist()]


def test_examples():
    """Runs the examples of the module and of the page."""
    page = pathlib.Path(__file__).parent / "../../../docs/columns.md"
    runner, parser = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE), doctest.DocTestParser()
    for text in (urispec.pandas.__doc__, page.read_text().replace("```", "")):
        runner.run(parser.get_doctest(text, {"urispec": urispec}, "example", None, 0))
    assert runner.summarize().failed == 0 and runner.tries > 10


def test_options_by_position():
    links = pd.Series(["HTTP://h/", "foo"]).uri
    assert rows(links.valid("URI")) == rows(links.valid(rule="URI")) == [True, False]
    assert rows(links.cause("URI")) == rows(links.cause(rule="URI")) == [None, "no-scheme"]
    assert rows(links.normalize("scheme")) == ["http://h/", "foo"]
    # The message names the keyword, and does not count the column.
    with pytest.raises(TypeError, match="^uri.host takes no argument by position; pass edition by name: edition='rfc2396'$"):
        links.host("rfc2396")
    with pytest.raises(TypeError, match="^uri.valid takes only rule by position; pass edition by name: edition='rfc2396'$"):
        links.valid("URI", "rfc2396")


def test_types_of_answers():
    for name, dtype, expected in [
        ("host", TEXT, ["h", None, None, None]),
        ("valid", pd.ArrowDtype(pa.bool_()), [True, False, None, True]),
        ("port_number", pd.ArrowDtype(pa.uint16()), [80, None, None, None]),
        ("offset", pd.ArrowDtype(pa.uint64()), [None, 8, None, None]),
        ("registrable", TEXT, [None, None, None, None]),
    ]:
        answer = getattr(uri, name)(FRAME["url"])
        assert type(answer) is pd.Series and answer.index.tolist() == INDEX
        assert (answer.name, answer.dtype) == ("url", dtype), name
        assert rows(answer) == expected, name
    parts = uri.components(FRAME["url"])
    assert parts.isna().tolist() == [False, True, True, False]
    assert rows(parts.struct.field("host")) == ["h", None, None, None]
    assert uri.lint(FRAME["url"]).dtype == pd.ArrowDtype(pa.list_(pa.string()))


@pytest.mark.parametrize("dtype", [object, "string", "string[pyarrow]", "category", "str"])
def test_types_of_columns(dtype):
    urls = pd.Series(URLS, dtype=object).astype(dtype) if dtype != "str" else pd.Series(URLS)
    assert rows(uri.host(urls)) == ["h", None, None, None]
    floats = pd.Series(["http://h/", float("nan")], dtype=object)
    assert rows(uri.host(floats)) == ["h", None]
    for nothing in (pd.Series([None, None], dtype=object), pd.Series([], dtype=object)):
        answer = uri.host(nothing)
        assert (answer.dtype, len(answer), answer.isna().all()) == (TEXT, len(nothing), True)


def test_views_go_out_as_strings():
    views = pd.Series(URLS, dtype=pd.ArrowDtype(pa.string_view()))
    assert uri.host(views).dtype == TEXT
    assert rows(uri.host(views)) == ["h", None, None, None]
    assert uri.components(views).dtype.pyarrow_dtype.field("host").type == pa.string()
    assert uri.host(pa.array(URLS, pa.string_view())).to_pandas().dtype == TEXT


def test_what_is_no_column_of_text():
    for wrong in (pd.Series([1, 2]), pd.Series([1.5]), pd.DataFrame({"a": ["b"]})):
        with pytest.raises(TypeError, match="is not text"):
            uri.host(wrong)
    with pytest.raises((TypeError, ValueError)):
        uri.host(pd.Series(["a:b", 1], dtype=object))


def test_an_index_is_a_column():
    index = pd.Index(["//a", "//b"], name="url")
    answer = uri.host(index)
    assert answer.to_dict() == {"//a": "a", "//b": "b"} and answer.name == "url"
    assert index.uri.host().equals(answer)


def test_names_as_arguments():
    assert rows(uri.host(column=FRAME["url"])) == ["h", None, None, None]
    target = uri.resolve(reference=FRAME["url"], base="http://base/", edition="rfc3986")
    assert rows(target) == ["http://u@h:80/", None, None, "mailto:a@b"]


def test_templates_take_frames():
    # RFC 6570, 3.2.8: a query of the defined variables.
    frame = pd.DataFrame({"user": ["ada", "bob"], "tab": ["a b", None]}, index=[5, 3])
    answer = uri.template_expand(frame, "/{user}{?tab}")
    assert answer.to_dict() == {5: "/ada?tab=a%20b", 3: "/bob"}
    polars = uri.template_expand(pl.DataFrame({"user": ["ada"]}), "/{user}")
    assert polars.to_list() == ["/ada"]


def test_accessor_has_all_functions():
    for name in uri.__all__:
        if name.islower():
            assert getattr(FRAME["url"].uri, name).__doc__, name
    url = FRAME["url"].uri
    assert rows(url.valid(rule="URI")) == [True, False, None, True]
    assert rows(url.normalize(to="scheme")) == ["http://u@h/", None, None, "mailto:a@b"]
    assert rows(url.cause()) == rows(uri.cause(FRAME["url"]))
    parts = url.components()
    assert type(parts) is pd.DataFrame and parts.index.tolist() == INDEX
    assert rows(parts["port"]) == ["80", None, None, None]
    assert rows(url.compare(FRAME["url"])) == ["string", None, None, "string"]


def test_accessor_of_bases_and_of_references():
    # RFC 3986, 5.4.1.
    base, reference = "http://a/b/c/d;p?q", pd.Series(["../g", "#s"], index=[3, 1])
    targets = ["http://a/b/g", "http://a/b/c/d;p?q#s"]
    bases = pd.Series([base, base], index=[3, 1])
    for found in (reference.uri.resolve(base=base), bases.uri.resolve(reference), reference.uri.resolve(base=bases)):
        assert (rows(found), found.index.tolist()) == (targets, [3, 1])
    assert rows(pd.Series(targets).uri.relativize(base=base)) == ["../g", "#s"]
    for wrong in ({}, {"reference": "a", "base": "b"}):
        with pytest.raises(TypeError, match="either the second column or `base`"):
            reference.uri.resolve(**wrong)


NATIVE = {"one": uri.host(pa.array(URLS)), "chunks": uri.host(pa.chunked_array([URLS[:1], URLS[1:]]))}


@pytest.mark.parametrize("native", NATIVE.values(), ids=NATIVE)
def test_answers_go_into_frames(native):
    hosts = ["h", None, None, None]
    for frame in (FRAME.assign(host=native), FRAME.assign(host=native.to_pandas(FRAME.index))):
        assert [None if pd.isna(host) else host for host in frame["host"]] == hosts
    frame = FRAME.copy()
    frame["host"] = native
    assert [None if pd.isna(host) else host for host in frame["host"]] == hosts
    with pytest.raises(ValueError):
        FRAME.iloc[:2].assign(host=native)
    with pytest.raises(ValueError):
        native.to_pandas(index=[1, 2])
    series = native.to_pandas(index=FRAME.index, name="host")
    assert (series.name, series.dtype, series.index.tolist(), rows(series)) == ("host", TEXT, INDEX, hosts)
    polars = native.to_polars("host")
    assert (polars.name, polars.dtype, polars.to_list()) == ("host", pl.String, hosts)
    assert native.to_polars().to_list() == hosts == native.to_pyarrow().to_pylist()
    assert np.asarray(native).tolist() == hosts
    # Polars expects a Series, and the error names it.
    url = pl.DataFrame({"url": URLS})
    assert url.with_columns(native.to_polars("host"))["host"].to_list() == hosts
    with pytest.raises(TypeError, match="literal"):
        url.with_columns(host=native)
    # A result is not a list of column names, even if it has a single row.
    with pytest.raises(TypeError, match=r"answer\.to_polars\(name\) is a Polars Series"):
        url.rename({"url": "h"}).with_columns(native)


def test_answers_pickle():
    for native in NATIVE.values():
        copy = pickle.loads(pickle.dumps(native))
        assert type(copy) is type(native) and copy.to_pyarrow() == native.to_pyarrow()
    with pytest.raises((TypeError, ValueError)):
        uri.Array(pa.chunked_array([["a"]]))


def test_functions_pickle():
    for module, names in ((urispec, ["parse", "is_valid", "resolve", "normalize"]), (uri, uri.__all__)):
        for name in names:
            function = getattr(module, name)
            assert function.__module__ == module.__name__, name
            assert function.__qualname__ == name
            assert pickle.loads(pickle.dumps(function)) is function


def test_processes():
    frame = FRAME["url"]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        one, two = pool.map(uri.host, [frame, frame.iloc[:1]])
        assert pool.map(urispec.is_valid, ["a:", "a b"]) == [True, False]
    assert (rows(one), one.index.tolist(), rows(two)) == (["h", None, None, None], INDEX, ["h"])
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(uri.host)(part) for part in (frame, pa.array(URLS)))
    assert rows(found[0]) == found[1].to_pyarrow().to_pylist() == ["h", None, None, None]
