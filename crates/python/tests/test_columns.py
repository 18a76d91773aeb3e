"""Columns through the PyCapsule interface: input, output, and unchanged input."""

import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest
import urispec
import urispec.arrow as uri

URLS = ["http://u@h:80/p?q#f", "http://[/", None, "mailto:a@b"]
HOSTS = ["h", None, None, None]


def listed(answer):
    return answer.to_pyarrow().to_pylist()


@pytest.mark.parametrize(
    "type", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()], ids=str
)
def test_types(type):
    text = {pa.binary(): pa.string(), pa.large_binary(): pa.large_string()}.get(type, type)
    hosts = pa.array(uri.host(pa.array(URLS, type)))
    assert (hosts.type, hosts.to_pylist()) == (text, HOSTS)
    hosts.validate(full=True)


def test_dictionary():
    hosts = pa.array(uri.host(pa.array(URLS * 3).dictionary_encode()))
    assert (hosts.type, hosts.to_pylist()) == (pa.string(), HOSTS * 3)


def test_chunks_stay_chunks():
    column = pa.chunked_array([URLS, [], URLS[1:]], pa.string())
    answer = uri.host(column)
    assert (type(answer), answer.num_chunks, len(answer)) == (uri.ChunkedArray, 3, 7)
    hosts = pa.chunked_array(answer)
    assert [len(chunk) for chunk in hosts.chunks] == [4, 0, 3]
    assert hosts.to_pylist() == HOSTS + HOSTS[1:]
    # It can be exported twice.
    assert pa.chunked_array(answer) == hosts
    none = pa.chunked_array(uri.valid(pa.chunked_array([], pa.string())))
    assert (none.type, len(none)) == (pa.bool_(), 0)


def test_slices():
    column = pa.array([None, *URLS, "a b"])[1:5]
    assert pa.array(uri.host(column)).to_pylist() == HOSTS


def test_views_share_their_buffers():
    column = pa.array(["http://a-host-that-no-view-holds-inline.example/"], pa.string_view())
    host = pa.array(uri.host(column))
    assert host.to_pylist() == ["a-host-that-no-view-holds-inline.example"]
    assert host.buffers()[2].address == column.buffers()[2].address


def test_every_function():
    column = pa.array(URLS)
    for name in ["scheme", "authority", "userinfo", "host", "host_kind", "port", "port_number", "path", "query", "fragment"]:
        expected = []
        for url in URLS:
            try:
                expected.append(None if url is None else getattr(urispec.parse(url), name))
            except urispec.UriError:
                expected.append(None)
        assert pa.array(getattr(uri, name)(column)).to_pylist() == expected
        if name != "port_number":
            assert pa.array(uri.component(column, name)).to_pylist() == expected
            assert pa.array(uri.components(column)).field(name).to_pylist() == expected
    assert pa.array(uri.components(column)).is_valid().to_pylist() == [True, False, False, True]
    assert pa.array(uri.valid(column)).to_pylist() == [True, False, None, True]
    assert pa.array(uri.error(column)).to_pylist()[2:] == [None, None]
    assert pa.array(uri.lint(pa.array(["http://0x7f.1/%7Euser", "http://h/", "a b"]))).to_pylist() == [
        ["needless-escape", "rare-ipv4"],
        [],
        None,
    ]
    assert pa.array(uri.normalize(pa.array(["HTTP://h:80"]), to="scheme")).to_pylist() == ["http://h/"]


def test_nulls():
    """A column of the type `null` gives the same results as a text column of nulls."""
    column, like = pa.nulls(2), pa.nulls(2, pa.string())
    for name in uri.__all__:
        given = {"component": ["host"], "compare": ["a:"], "resolve": ["a:"], "relativize": ["a:"], "lint_has": ["needless-escape"]}
        given = ["/{a}"] if name.startswith("template") else given.get(name, [])
        if name.islower() and name != "template_expand":
            function = getattr(uri, name)
            (found, expected) = (function(of, *given).to_pyarrow() for of in (column, like))
            assert (found.type, found.to_pylist()) == (expected.type, [None, None]), name
    assert uri.template_expand(column, "/{a}").to_pyarrow() == like
    # A variable that no row defines.
    assert listed(uri.template_expand(pa.array([{"a": "b", "c": None}]), "/{a}{?c}")) == ["/b"]


def test_facts_of_errors():
    # RFC 3986, 3.2.3, 2 and 2.5: a port of digits, no space, and other characters as escapes.
    # RFC 3987 allows such characters, and this one has two bytes.
    column = pa.array(["http://h/", "http://h:x/", "//\u00e9/a b", None])
    assert listed(uri.cause(column, edition="rfc3987")) == [None, "port-digits", "space", None]
    assert listed(uri.section(column)) == [None, "3.2.3", "2.5", None]
    assert listed(uri.offset(column, edition="rfc3987")) == [None, 10, 5, None]
    assert listed(uri.byte_offset(column, edition="rfc3987")) == [None, 10, 6, None]
    for text in column.to_pylist()[1:3]:
        with pytest.raises(urispec.UriError) as error:
            urispec.parse(text)
        one = pa.array([text])
        facts = [listed(function(one)) for function in (uri.cause, uri.section, uri.offset)]
        assert facts == [[error.value.cause], [error.value.section], [error.value.offset]]


@pytest.mark.parametrize("edition", urispec.EDITIONS)
def test_a_column_has_the_errors_of_single_strings(edition):
    texts = ["example.com", "http://h:8o/", "https://e:8o/", "a b", "http://h/|", "http://[/", "http://h/#f", "", "urn:x"]
    column = pa.array(texts)
    functions = (uri.error, uri.cause, uri.section, uri.offset, uri.byte_offset)
    for rule in (None, *{"rfc3986": ["URI", "absolute-URI"], "rfc9110": ["https-URI"]}.get(edition, [])):
        found = zip(*(listed(function(column, rule, edition=edition)) for function in functions))
        for text, row, valid in zip(texts, found, listed(uri.valid(column, rule, edition=edition))):
            try:
                urispec.parse(text, edition=edition, rule=rule)
            except urispec.UriError as error:
                message = error.message.partition("; browsers accept it;")[0]
                assert row == (message, error.cause, error.section, error.offset, error.byte_offset) and not valid
            else:
                assert row == (None,) * 5 and valid


def test_errors_by_a_rule():
    # RFC 3986, 3: a URI has a scheme, and "foo" may be the beginning of one, so the error is at its end. 4.3: an
    # absolute URI has no fragment.
    column = pa.array(["http://h/#f", "foo", None])
    missing = "at byte 3: missing scheme (RFC 3986, 3.1)"
    assert listed(uri.error(column, rule="URI")) == [None, missing, None]
    assert listed(uri.cause(column, "URI")) == [None, "no-scheme", None]
    assert listed(uri.offset(column, "absolute-URI")) == [9, 3, None]
    assert listed(uri.section(column, "URI")) == [None, "3.1", None]
    assert listed(uri.error(column)) == [None, None, None]
    assert listed(uri.byte_offset(pa.array(["h", "a b"]), "host")) == [None, 1]
    assert listed(uri.error(pa.array(["example.com"]), edition="rfc9110")) == [
        "at byte 0: missing scheme (RFC 9110, 4.2.1)"
    ]
    with pytest.raises(ValueError, match="has no production `uri`"):
        uri.error(column, rule="uri")


def test_options_by_position():
    """The arguments that docs/columns.md prints may be passed by position, and the edition only by name."""
    column = pa.array(["HTTP://h/%7E", "foo"])
    assert listed(uri.valid(column, "URI")) == [True, False]
    assert listed(uri.normalize(column, "case")) == ["http://h/%7E", "foo"]
    assert listed(uri.lint(column, "registry")) == [[], []]
    for function in (uri.valid, uri.normalize, uri.error, uri.lint):
        with pytest.raises(TypeError):
            function(column, None, "rfc3986")


def test_browsers_normalize_strings_that_are_not_valid():
    # The URL Standard: a browser lowers a domain, reads 0x7f.1 as an address, keeps "|" in a path and encodes a space.
    # It fails on a port with a letter, and without a base on a reference, which is unchanged if it is valid.
    for text, expected in [
        ("http://EXAMPLE.com/|", "http://example.com/|"),
        ("http://0x7f.1/a b", "http://127.0.0.1/a%20b"),
        ("http://EXAMPLE.com/", "http://example.com/"),
        ("http://h:8o/", None),
        ("a b", None),
        ("a", "a"),
    ]:
        for options in ({}, {"to": "scheme"}):
            assert listed(uri.normalize(pa.array([text]), edition="whatwg", **options)) == [expected]
            try:
                found = urispec.normalize(text, edition="whatwg", **options)
            except urispec.UriError:
                found = None
            assert found == expected
        # All that have a scheme are what `Url` and `resolve` make of them.
        if ":" in text and expected is not None:
            assert urispec.whatwg.Url(text) == expected == urispec.resolve("http://b/", text, edition="whatwg")
    for a, b, rung in [
        ("http://EXAMPLE.com/|", "http://example.com:80/|", "scheme"),
        ("http://h/|", "http://h/|", "string"),
        ("http://h/|", "http://h/%7C", None),
        ("http://h/|", "a", None),
    ]:
        assert urispec.compare(a, b, edition="whatwg") == rung
        assert listed(uri.compare(pa.array([a]), pa.array([b]), edition="whatwg")) == [rung]
    # Strings beside a column are read as those in it.
    column = pa.array(["http://H/|"])
    assert listed(uri.compare(column, "http://h/|", edition="whatwg")) == ["scheme"]
    assert listed(uri.resolve("http://h/|", column, edition="whatwg")) == ["http://h/|"]
    assert listed(uri.resolve(column, "b c", edition="whatwg")) == ["http://h/b%20c"]
    for wrong in (
        lambda: urispec.compare("http://h/|", "http://h:8o/", edition="whatwg"),
        lambda: uri.compare(column, "http://h:8o/", edition="whatwg"),
        lambda: uri.resolve("http://h:8o/", column, edition="whatwg"),
        lambda: uri.relativize("http://h/|", column, edition="whatwg"),
        lambda: uri.resolve("http://h/|", column),
    ):
        with pytest.raises(urispec.UriError):
            wrong()


def test_productions_lints_and_domains():
    column = pa.array(["http://h/", "//h/", "urn:a:b", None])
    assert listed(uri.valid(column, rule="URI")) == [True, False, True, None]
    assert listed(uri.valid(column, rule="http-URI", edition="rfc9110")) == [True, False, False, None]
    with pytest.raises(ValueError, match="no production `HTTP`"):
        uri.valid(column, rule="HTTP")
    # RFC 1918, 3: 10/8 is private.
    column = pa.array(["http://10.0.0.1/ ", "http://h/%7E", None])
    assert listed(uri.lint_has(column, "private-address")) == [True, False, None]
    assert listed(uri.lint_has(column, "needless-escape")) == [None, True, None]
    with pytest.raises(ValueError, match="no lint has the id `nothing`"):
        uri.lint_has(column, "nothing")
    column = pa.array(["http://www.example.co.uk:80/", "http://co.uk/", "http://[::1]/", "mailto:a@b.example"])
    assert listed(uri.registrable(column)) == ["example.co.uk", None, None, None]


def test_hosts_do_not_hold_their_urls():
    """With 1000 URLs of 112 bytes and hosts of 12, no byte of a URL is kept: a view holds
    a host inline."""
    urls = pa.array([f"http://host-{row:03}.com/{'p' * 92}" for row in range(1000)], pa.string_view())
    hosts = uri.host(urls).to_pyarrow()
    hosts.validate(full=True)
    assert hosts.to_pylist()[7] == "host-007.com"
    assert sum(buffer.size for buffer in hosts.buffers()[2:]) == 0
    # A host of 13 bytes is in a buffer, and 13 of 113 bytes are less than a quarter.
    urls = pa.array([f"http://host-{row:04}.com/{'p' * 92}" for row in range(1000)], pa.string_view())
    assert sum(buffer.size for buffer in uri.host(urls).to_pyarrow().buffers()[2:]) == 13_000


# Hours of work, in many chunks and in one array. A run that is not interrupted prints
# "finished".
LONG = """
import pyarrow as pa
import urispec.arrow as uri
chunk = pa.array(["http://user@0x7f.1:80/%7Euser/../a?b=c#d"] * {rows}, pa.string())
try:
    print("begun", flush=True)
    uri.{call}
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize(
    "rows, call",
    [
        (3_000_000, "lint(chunk, pack='security')"),
        (100_000, "valid(pa.chunked_array([chunk] * 100_000))"),
        (100_000, "compare('a:', pa.chunked_array([chunk] * 100_000))"),
    ],
)
def test_interrupts(rows, call):
    program = [sys.executable, "-c", LONG.format(rows=rows, call=call)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "begun\n"
        child.send_signal(signal.SIGINT)
        try:
            said, _ = child.communicate(timeout=120)
        finally:
            child.kill()
    assert said == "interrupted\n"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no timer that sends a signal")
@pytest.mark.parametrize("call", ["compare('a:', column)", "compare(column, 'a:')", "host(column)"])
def test_no_signal_is_lost(call):
    """A signal may arrive at any point of a call, such as when an argument turns out
    not to be a str."""
    column = pa.chunked_array([["a:"]])
    work = compile(f"uri.{call}", "work", "eval")

    def interrupt(_number, _frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for turn in range(400):
            with pytest.raises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + turn % 40 * 1e-6)
                for _ in range(10_000):
                    eval(work, {"uri": uri, "column": column})
    finally:
        signal.signal(signal.SIGALRM, before)


def test_pairs():
    base, references = "http://a/b/c/d;p?q", pa.array(["../g", None, "a b", "#s"])
    targets = ["http://a/b/g", None, None, "http://a/b/c/d;p?q#s"]
    assert pa.array(uri.resolve(base, references)).to_pylist() == targets
    assert pa.array(uri.resolve(pa.array([base] * 4), references)).to_pylist() == targets
    assert pa.array(uri.relativize(base, pa.array(targets))).to_pylist() == ["../g", None, None, "#s"]
    assert pa.array(uri.compare("http://h", pa.array(["http://h:80/", "a:"]))).to_pylist() == ["scheme", None]
    assert pa.array(uri.compare("a:", "A:")).to_pylist() == ["case"]
    # Different chunk boundaries.
    bases = pa.chunked_array([[base], [base, base, base]])
    cut = pa.chunked_array([references[:3], references[3:]])
    answer = pa.chunked_array(uri.resolve(bases, cut))
    assert answer.to_pylist() == targets and [len(chunk) for chunk in answer.chunks] == [1, 2, 1]
    none = pa.chunked_array(uri.resolve(base, pa.chunked_array([], pa.large_string())))
    assert (len(none), none.type) == (0, pa.large_string())


def test_errors():
    with pytest.raises(TypeError, match="cast it to Utf8"):
        uri.host(pa.array([1]))
    with pytest.raises(TypeError, match="cast it to Utf8"):
        uri.host(pa.chunked_array([], pa.int64()))
    with pytest.raises((TypeError, ValueError)):
        uri.host(["a:b"])
    with pytest.raises(urispec.UriError):
        uri.resolve("a b", pa.array(["c"]))
    with pytest.raises(ValueError, match="2 rows and the other 3"):
        uri.compare(pa.array(["a:"] * 2), pa.array(["a:"] * 3))
    for wrong in ({"edition": "rfc9999"}, {"to": "top"}):
        with pytest.raises(ValueError):
            uri.normalize(pa.array(["a:b"]), **wrong)
    with pytest.raises(ValueError, match="host_kind"):
        uri.component(pa.array(["a:b"]), "hostname")


def test_an_engines_own_error_comes_through():
    def batches():
        yield pa.record_batch({"url": ["a:b"]})
        raise KeyError("no more")

    schema = pa.schema({"url": pa.string()})
    reader = pa.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(Exception, match="is not text|no more"):
        uri.host(reader)


def test_the_lock_is_released():
    """Another thread runs while a long column is processed."""
    column = pa.array(["http://example.com/a/b/c?d#e"] * 300_000)
    ticks, done = 0, threading.Event()

    def work():
        uri.components(column)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 5


def test_threads_get_the_same_answers():
    """On a free-threaded CPython, the threads run at the same time. They share a column
    and a base."""
    column, base = pa.array(URLS * 500), urispec.Uri("http://a/b/c/d;p?q")
    go = threading.Barrier(8)

    def work(number):
        go.wait()
        hosts = listed(uri.host(column))
        for step in range(200):
            target = base.resolve(f"../{number}/./{step}")
            assert (target, target.path) == (f"http://a/b/{number}/{step}", f"/b/{number}/{step}")
            with pytest.raises(urispec.UriError) as error:
                urispec.Uri("http://[::1")
            assert error.value.byte_offset == 11
        return hosts

    with ThreadPoolExecutor(8) as pool:
        assert all(hosts == HOSTS * 500 for hosts in pool.map(work, range(8)))


def test_polars():
    pl = pytest.importorskip("polars")
    for series in (pl.Series(URLS), pl.concat([pl.Series(URLS[:2]), pl.Series(URLS[2:])], rechunk=False)):
        assert pl.Series(uri.host(series)).to_list() == HOSTS
        assert pl.Series(uri.components(series)).struct.field("port").to_list() == ["80", None, None, None]


def test_pandas():
    pd = pytest.importorskip("pandas")
    hosts = pa.chunked_array(uri.host(pa.chunked_array([pa.array(URLS)])))
    assert pd.Series(pd.arrays.ArrowExtensionArray(hosts)).tolist()[0] == "h"


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    hosts = pa.table({"host": pa.chunked_array(uri.host(pa.chunked_array([URLS])))})
    assert duckdb.sql("SELECT host FROM hosts").fetchall() == [(host,) for host in HOSTS]


def test_arro3():
    core = pytest.importorskip("arro3.core")
    column = core.Array(pa.array(URLS))
    assert core.Array(uri.host(column)).to_pylist() == HOSTS
    assert core.ChunkedArray(uri.host(pa.chunked_array([URLS]))).num_chunks == 1


def test_templates():
    # RFC 6570, 3.2.8: a query of the defined variables.
    urls = pa.array(["/users/ada?tab=a%20b", "/users/ada", "/groups/ada", None])
    found = pa.array(uri.template_match(urls, "/users/{user}{?tab}"))
    assert found.to_pylist() == [{"user": "ada", "tab": "a b"}, {"user": "ada", "tab": None}, None, None]
    again = pa.array(uri.template_expand(found, "/users/{user}{?tab}"))
    assert again.to_pylist() == ["/users/ada?tab=a%20b", "/users/ada", None, None]
    ways = uri.template_ways(pa.array(["x", ""]), "{a}{b}")
    assert pa.array(ways).to_pylist() == [2, 1]
    with pytest.raises(ValueError, match="at byte 2"):
        uri.template_match(urls, "/{")
