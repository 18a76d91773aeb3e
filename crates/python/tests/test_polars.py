"""Polars expressions agree with the library on every row, anywhere in a plan."""

import io

import pytest
import urispec

pl = pytest.importorskip("polars")
st = pytest.importorskip("hypothesis.strategies")
from hypothesis import given, settings  # noqa: E402

import urispec.polars as plugin  # noqa: E402
from conftest import strings  # noqa: E402

COMPONENTS = ["scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "query", "fragment"]
URL = pl.col("url")
ENGINES = ["in-memory", "streaming"]


def parsed(url, edition="rfc3986"):
    try:
        return None if url is None else urispec.parse(url, edition=edition)
    except urispec.UriError:
        return None


def row(url, edition="rfc3986"):
    """Returns the results of the string functions: the components, the port number,
    validity, the normal form."""
    uri = parsed(url, edition)
    whole = None if uri is None else {name: getattr(uri, name) for name in COMPONENTS}
    number = None if uri is None else uri.port_number
    valid = None if url is None else uri is not None
    return {"components": whole, "number": number, "valid": valid, "normal": uri and uri.normalize("scheme")}


def asked(edition="rfc3986"):
    return {
        "components": URL.uri.components(edition=edition),
        "number": URL.uri.port_number(edition=edition),
        "valid": URL.uri.valid(edition=edition),
        "normal": URL.uri.normalize(to="scheme", edition=edition),
    }


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "rfc3987"])
def test_every_row(urls, engine, edition):
    frame = pl.LazyFrame({"url": urls}).select(**asked(edition))
    found = frame.collect(engine=engine)
    assert found.to_dicts() == [row(url, edition) for url in urls]
    assert found.schema == frame.collect_schema()


def test_schema_before_execution():
    frame = pl.LazyFrame({"url": ["a:b"]}).select(
        **asked(), error=URL.uri.error(), lint=URL.uri.lint(), found=URL.uri.template_match("{a}{?b*}"),
        ways=URL.uri.template_ways("{a}"), target=URL.uri.resolve("#f"),
    )
    assert frame.collect_schema() == pl.Schema({
        "components": pl.Struct({name: pl.String for name in COMPONENTS}),
        "number": pl.UInt16,
        "valid": pl.Boolean,
        "normal": pl.String,
        "error": pl.String,
        "lint": pl.List(pl.String),
        "found": pl.Struct({"a": pl.String, "b": pl.List(pl.String)}),
        "ways": pl.UInt8,
        "target": pl.String,
    })
    assert frame.collect().schema == frame.collect_schema()


@pytest.mark.parametrize("name", COMPONENTS)
def test_components_have_their_own_names(name):
    url = "http://u@h:80/p?q#f"
    assert getattr(pl.Series([url]).uri, name)().to_list() == [getattr(urispec.parse(url), name)]


def test_every_function_of_columns_is_here():
    columns = {name for name in urispec.arrow.__all__ if name[0].islower()}
    assert columns == {name for name in dir(plugin.UriExpr) if not name.startswith("_")} - {
        "resolve_against", "relativize_against"
    }


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_anywhere_in_a_plan(data):
    """After filtering, slicing, sorting and rechunking, each row still has the result
    of its string."""
    urls = data.draw(st.lists(st.sampled_from(strings()[:80]) | st.text("a:/?#[]@%2é. ", max_size=9), max_size=30))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(urls)), max_size=3)))
    pieces = [urls[a:b] for a, b in zip([0, *cuts], [*cuts, len(urls)])]
    column = pl.concat([pl.Series("url", piece, pl.String) for piece in pieces], rechunk=False)
    frame = column.to_frame().with_row_index().lazy()
    start, length = data.draw(st.integers(0, 30)), data.draw(st.integers(0, 30))
    if data.draw(st.booleans()):
        frame = frame.filter(pl.col("index") % 3 != 1)
    if data.draw(st.booleans()):
        frame = frame.sort("url", descending=data.draw(st.booleans()))
    if data.draw(st.booleans()):
        frame = frame.filter(URL.uri.valid())
    frame = frame.with_columns(**asked(), same=URL.uri.compare(URL)).slice(start, length)
    found = frame.collect(engine=data.draw(st.sampled_from(ENGINES)))
    for line in found.to_dicts():
        assert line["url"] == urls[line["index"]]
        assert {name: line[name] for name in row("")} == row(line["url"])
        assert line["same"] == (None if parsed(line["url"]) is None else "string")


def test_errors_by_a_rule():
    urls = pl.DataFrame({"url": ["http://h/", "foo", None]})
    found = urls.select(
        valid=URL.uri.valid("URI"), error=URL.uri.error("URI"), cause=URL.uri.cause(rule="URI"),
        section=URL.uri.section("URI"), offset=URL.uri.offset("URI"), byte_offset=URL.uri.byte_offset("URI"),
        none=URL.uri.error(), normal=URL.uri.normalize("scheme"),
    )
    # RFC 3986, 3.1: "foo" may be the beginning of a scheme, so the error is at its end.
    assert found.rows() == [
        (True, None, None, None, None, None, None, "http://h/"),
        (False, "at byte 3: missing scheme (RFC 3986, 3.1)", "no-scheme", "3.1", 3, 3, None, "foo"),
        (None,) * 8,
    ]
    with pytest.raises(pl.exceptions.ComputeError, match="has no production `uri`"):
        urls.select(URL.uri.error("uri"))


def test_literals_in_browsers():
    urls = pl.Series(["http://H/|"])
    assert urls.uri.compare("http://h/|", edition="whatwg").to_list() == ["scheme"]
    assert urls.uri.resolve_against("http://b/|", edition="whatwg").to_list() == ["http://h/|"]
    assert urls.uri.resolve("b c", edition="whatwg").to_list() == ["http://h/b%20c"]
    for wrong in (
        lambda: urls.uri.compare("http://h:8o/", edition="whatwg"),
        lambda: urls.uri.resolve_against("http://h:8o/", edition="whatwg"),
        lambda: urls.uri.relativize("http://h/|", edition="whatwg"),
        lambda: urls.uri.resolve("b c"),
    ):
        with pytest.raises(urispec.UriError):
            wrong()


def test_types():
    urls = ["http://u@h:80/p?q#f", "http://[/", None, "mailto:a@b", "http://h2/"]
    hosts = ["h", None, None, None, "h2"]
    column = pl.Series("url", urls)
    for of in (pl.String, pl.Categorical, pl.Enum([url for url in urls if url]), pl.Binary):
        found = column.cast(of).uri.host()
        assert (found.dtype, found.to_list(), found.name) == (pl.String, hosts, "url")
    nulls = pl.Series([None, None])
    assert nulls.dtype == pl.Null
    assert (nulls.uri.host().dtype, nulls.uri.host().to_list()) == (pl.String, [None, None])
    assert nulls.uri.valid().to_list() == [None, None]
    with pytest.raises(pl.exceptions.ComputeError, match="a column of Int64 is not text; cast it to String first"):
        pl.Series([1]).uri.host()
    with pytest.raises(pl.exceptions.ComputeError, match="cast it to String first"):
        pl.LazyFrame({"url": [["a:"]]}).select(URL.uri.host()).collect_schema()


@pytest.mark.parametrize("engine", ENGINES)
def test_empty_frames(engine):
    frame = pl.LazyFrame({"url": []}, schema={"url": pl.String}).select(**asked(), to=URL.uri.resolve("a"))
    found = frame.collect(engine=engine)
    assert found.shape == (0, 5) and found.schema == frame.collect_schema()
    assert pl.Series([], dtype=pl.String).uri.lint().to_list() == []


def test_groups():
    """In group contexts, each row has the result of its string."""
    frame = pl.DataFrame({"key": [1, 2, 1, 2], "url": ["http://a/", "b", None, "http://c:1/"]})
    hosts = frame.group_by("key", maintain_order=True).agg(URL.uri.host())
    assert hosts.rows() == [(1, ["a", None]), (2, [None, "c"])]
    assert frame.select(URL.uri.host().over("key"))["url"].to_list() == ["a", None, None, "c"]
    assert frame.select(URL.sort().uri.host().over("key"))["url"].to_list() == [None, None, "a", "c"]
    by_host = frame.group_by(host=URL.uri.host()).agg(pl.len()).sort("host")
    assert by_host.rows() == [(None, 2), ("a", 1), ("c", 1)]
    first = frame.group_by("key", maintain_order=True).agg(URL.first().uri.resolve("x"))
    # "b" is not a base: RFC 3986, 5.1.
    assert first["url"].to_list() == ["http://a/x", None]
    assert pl.Series([["http://a/", None], []], dtype=pl.List(pl.String)).list.eval(
        pl.element().uri.host()
    ).to_list() == [["a", None], []]


@pytest.mark.parametrize("engine", ENGINES)
def test_pairs(engine):
    # RFC 3986, 5.4.
    base = "http://a/b/c/d;p?q"
    frame = pl.LazyFrame({"base": [base] * 4, "reference": ["../g", None, "a b", "#s"]})
    reference = pl.col("reference")
    found = frame.select(
        one=reference.uri.resolve_against(base),
        many=reference.uri.resolve_against(pl.col("base")),
        back=pl.col("base").uri.resolve(reference),
        literal=pl.lit(base).uri.resolve(reference),
    ).collect(engine=engine)
    targets = ["http://a/b/g", None, None, "http://a/b/c/d;p?q#s"]
    assert all(found[name].to_list() == targets for name in found.columns)
    column = pl.Series(targets)
    assert column.uri.relativize_against(base).to_list() == ["../g", None, None, "#s"]
    assert pl.Series([base]).uri.relativize("http://a/b/g").to_list() == ["../g"]
    # The last rung covers the default port and the empty path, RFC 3986, 6.2.3.
    assert pl.Series(["http://h:80/", "a:", None]).uri.compare("http://h").to_list() == ["scheme", None, None]
    assert pl.Series(["a:", "b:"]).uri.compare(pl.Series(["A:", None])).to_list() == ["case", None]
    # Different chunk boundaries.
    cut = pl.concat([pl.Series(["#a"]), pl.Series(["#b", "#c"])], rechunk=False)
    assert pl.Series(["a:", "b:", "c:"]).uri.resolve(cut).to_list() == ["a:#a", "b:#b", "c:#c"]


def test_lints_and_errors():
    column = pl.Series(["http://0x7f.1/%7Euser", "http://h/", "a b", None])
    assert column.uri.lint().to_list() == [["needless-escape", "rare-ipv4"], [], None, None]
    sentences = column.uri.error().to_list()
    assert sentences[:2] == [None, None] and sentences[2].startswith("at byte 1") and sentences[3] is None


def test_templates():
    # RFC 6570, 3.2.8 and 3.2.6.
    urls = pl.Series(["/users/ada?tab=a%20b", "/users/ada", "/groups/ada", None])
    found = urls.uri.template_match("/users/{user}{?tab}")
    assert found.to_list() == [{"user": "ada", "tab": "a b"}, {"user": "ada", "tab": None}, None, None]
    again = found.uri.template_expand("/users/{user}{?tab}")
    assert again.to_list() == ["/users/ada?tab=a%20b", "/users/ada", None, None]
    paths = pl.Series(["/a/b", "/c"]).uri.template_match("{/path*}")
    assert paths.to_list() == [{"path": ["a", "b"]}, {"path": ["c"]}]
    assert paths.uri.template_expand("{/path*}").to_list() == ["/a/b", "/c"]
    assert paths[1:].uri.template_expand("{/path*}").to_list() == ["/c"]
    assert pl.Series(["x", ""]).uri.template_ways("{a}{b}").to_list() == [2, 1]
    with pytest.raises(pl.exceptions.ComputeError, match="at byte 2"):
        urls.uri.template_match("/{")


def test_errors():
    frame = pl.LazyFrame({"url": ["a:b"]})
    for wrong, sentence in (
        (URL.uri.host(edition="rfc9999"), "unknown edition `rfc9999`"),
        (URL.uri.normalize(to="top"), "top"),
        (URL.uri.lint(pack="all"), "no pack of lints is called `all`"),
        (URL.uri.component("hostname"), "no component is called `hostname`"),
        (URL.uri.resolve("c:d", edition="rfc1738"), "rfc1738 has no resolution"),
    ):
        with pytest.raises(pl.exceptions.ComputeError, match=sentence):
            frame.select(wrong).collect_schema()
        with pytest.raises(pl.exceptions.ComputeError, match=sentence):
            frame.select(wrong).collect()
    with pytest.raises(urispec.UriError):
        URL.uri.resolve("a b")
    with pytest.raises(Exception, match="2 rows and the other 3|lengths"):
        pl.Series(["a:"] * 2).uri.compare(pl.Series(["a:"] * 3))


def test_many_rows():
    """With enough rows for several threads, the results stay in order."""
    count = 700_000
    frame = pl.select(url=pl.concat_str(pl.lit("http://h"), pl.int_range(count), pl.lit("/"))).lazy()
    expected = pl.select(pl.concat_str(pl.lit("h"), pl.int_range(count))).to_series()
    for engine in ENGINES:
        assert frame.select(URL.uri.host()).collect(engine=engine)["url"].equals(expected)
    assert frame.select(URL.uri.resolve("#f").str.ends_with("/#f").all()).collect().item()


def test_a_plan_can_be_sent():
    """A plan can be serialized, as for another machine: it contains no Python function."""
    frame = pl.LazyFrame({"url": ["http://h/"]}).select(URL.uri.host())
    assert pl.LazyFrame.deserialize(io.BytesIO(frame.serialize())).collect().item() == "h"
