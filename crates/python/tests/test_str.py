"""A `Uri` is a str: it goes wherever a str goes, and its methods return plain strings."""

import copy
import doctest
import json
import pickle
import re
import sqlite3
import threading
import urllib.parse
import urllib.request

import pytest
import urispec
from urispec import Uri

TEXT = "http://u:pw@h:80/a/b?q#f"


def test_examples():
    finder, runner = doctest.DocTestFinder(exclude_empty=False), doctest.DocTestRunner()
    for test in finder.find(Uri, "Uri", module=False, globs={"urispec": urispec}):
        runner.run(test)
    assert runner.summarize().failed == 0 and runner.tries > 20


def test_it_is_a_str():
    uri = urispec.parse(TEXT)
    assert isinstance(uri, str) and type(uri) is Uri and issubclass(Uri, str)
    assert uri == TEXT and TEXT == uri and hash(uri) == hash(TEXT) and {TEXT: 1}[uri] == 1
    # The characters determine equality, and not the edition.
    assert uri == Uri(TEXT, edition="rfc2396") and uri != Uri(TEXT + "g") and uri < TEXT + "g"
    assert len(uri) == 24 and "/a/b" in uri and uri.startswith("http:") and list(Uri("a:")) == ["a", ":"]
    assert re.match("https?://", uri) and re.sub(":.*", "", uri) == "http"
    assert f"{uri}" == "%s" % uri == TEXT and f"{uri:>25}" == " " + TEXT
    # An empty reference is false, as an empty str is.
    assert not Uri("") and Uri("#")


def test_results_of_str_are_plain():
    uri = Uri(TEXT)
    plain = [
        str(uri), uri + "g", "x" + uri, uri + "", uri * 1, uri[0:4], uri[:], uri[0], uri.upper(), uri.strip(), uri.replace("x", ""),
        uri.removesuffix("x"), "".join([uri]), uri.join(["a"]), uri.split("#")[0], uri.split("@@")[0], uri.partition("#")[0],
        f"{uri}", uri.encode().decode(), next(iter(uri)), json.loads(json.dumps(uri)),
    ]  # fmt: skip
    assert [one for one in plain if type(one) is not str] == []
    assert uri + "g" == TEXT + "g" and uri[0:4] == "http" and uri.join(["1", "2"]) == f"1{TEXT}2"
    # Some methods of str return the object itself if nothing changes.
    assert uri.partition("@@")[0] == uri.format() == uri
    # `/` is the operator of `Uri`.
    assert type(uri / "c") is Uri and uri / "c" == "http://u:pw@h:80/a/b/c?q#f"


def test_no_name_has_two_meanings():
    """`Uri` redefines only the names of str that create, show and copy it."""
    assert {name for name in vars(Uri) if hasattr(str, name)} == {
        "__doc__", "__init_subclass__", "__module__", "__new__", "__reduce__", "__repr__",
    }  # fmt: skip


def test_methods_of_str_that_a_url_of_others_would_have():
    """`join` and `replace` of other libraries resolve and change; here they are methods of `str`, as the documentation says."""
    for url in (urispec.Uri("http://h/a/b"), urispec.whatwg.Url("http://h/a/b")):
        assert url.join("xy") == "xhttp://h/a/by" and type(url.join("xy")) is str
        assert url.resolve("../c") == "http://h/c"
        text = " ".join(type(url).__doc__.split())
        assert "`join` and `replace` are those of `str`: use `resolve`" in text


def test_it_is_immutable():
    uri = Uri("http://h/")
    for name in ("host", "edition", "scheme", "user", "new"):
        with pytest.raises(AttributeError):
            setattr(uri, name, "x")
        with pytest.raises(AttributeError):
            delattr(uri, name)
    with pytest.raises(AttributeError, match="'Uri' object has no attribute 'hots'"):
        uri.hots
    assert not hasattr(uri, "__dict__") and uri == "http://h/" and uri.host == "h"


def test_copies():
    uri = Uri(TEXT, edition="rfc2396")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(uri, protocol))
        assert (type(again), again, again.edition, again.host) == (Uri, TEXT, "rfc2396", "h")
    assert copy.copy(uri) is uri and copy.deepcopy([uri])[0] is uri
    # A Uri made from a Uri has the edition that is passed.
    assert Uri(uri).edition == "rfc3986" and type(urispec.parse(uri)) is Uri


def test_every_attribute():
    # By RFC 3986, 3, from its parts.
    expected = {
        "scheme": "http", "authority": "u:pw@h:80", "userinfo": "u:pw", "user": "u", "password": "pw", "host": "h",
        "host_kind": "reg-name", "port": "80", "port_number": 80, "port_or_default": 80, "path": "/a/b", "query": "q",
        "fragment": "f", "segments": ("a", "b"), "name": "b", "edition": "rfc3986", "path_and_query": "/a/b?q",
    }  # fmt: skip
    found = {name: getattr(Uri(TEXT), name) for name in expected}
    assert found == expected and {type(value) for value in found.values()} == {str, int, tuple}
    undefined = {name: getattr(Uri(""), name) for name in expected}
    assert {name: value for name, value in undefined.items() if value is not None} == {
        "path": "", "segments": (), "name": "", "edition": "rfc3986", "path_and_query": "",
    }  # fmt: skip


def test_many_threads_read_one_uri():
    uris = [Uri(f"http://h{i}/{i}") for i in range(2000)]
    wrong = []

    def read():
        for i, uri in enumerate(uris):
            if (uri.host, uri.path, uri.scheme) != (f"h{i}", f"/{i}", "http"):
                wrong.append(uri)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_password_is_hidden_in_containers():
    uri = Uri("ftp://u:secret@h/")
    for shown in (repr(uri), repr([uri]), f"{uri!r}", ascii(uri), repr({"a": uri})):
        assert "secret" not in shown and "***" in shown


def test_the_standard_library():
    uri = Uri("http://h/a?q=%20")
    assert json.dumps({"next": uri, uri: 1}) == '{"next": "http://h/a?q=%20", "http://h/a?q=%20": 1}'
    assert urllib.parse.urlsplit(uri).hostname == "h" and urllib.parse.quote(uri, safe="") == "http%3A%2F%2Fh%2Fa%3Fq%3D%2520"
    assert urllib.request.Request(uri).host == "h"
    assert sqlite3.connect(":memory:").execute("SELECT ?", [uri]).fetchone() == ("http://h/a?q=%20",)
    match uri:
        case str():
            pass
        case _:
            raise AssertionError


def test_other_packages():
    uri = Uri("http://h/a?q=%20")
    httpx = pytest.importorskip("httpx")
    client = httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, text=str(request.url))))
    assert client.get(uri).text == "http://h/a?q=%20" and httpx.URL(uri).host == "h"
    assert client.get("http://h/", headers={"referer": uri}).request.headers["referer"] == "http://h/a?q=%20"
    pa = pytest.importorskip("pyarrow")
    assert pa.array([uri, None]).type == pa.string()
    pl = pytest.importorskip("polars")
    assert pl.Series([uri]).to_list() == [uri] and pl.Series([uri]).dtype == pl.String
    pd = pytest.importorskip("pandas")
    assert pd.Series([uri]).str.len()[0] == 16


def test_answers_of_fastapi():
    fastapi = pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from fastapi.responses import JSONResponse, RedirectResponse
    from fastapi.testclient import TestClient

    app, uri = fastapi.FastAPI(), Uri("http://h/a?q=%20")
    app.get("/a")(lambda: {"next": uri, "all": [uri]})
    app.get("/b")(lambda: JSONResponse({"next": uri}))
    app.get("/c")(lambda: RedirectResponse(uri))
    client = TestClient(app, follow_redirects=False)
    assert client.get("/a").json() == {"next": uri, "all": [uri]} and client.get("/b").json() == {"next": uri}
    assert client.get("/c").headers["location"] == uri


def test_values_without_a_type_in_pydantic():
    pydantic = pytest.importorskip("pydantic")

    class Answer(pydantic.BaseModel):
        all: dict[str, object]
        text: str

    uri = Uri("http://h/a")
    answer = Answer(all={"next": uri}, text=uri)
    assert answer.model_dump_json() == '{"all":{"next":"http://h/a"},"text":"http://h/a"}'


def test_its_module():
    assert (Uri.__module__, Uri.__qualname__) == ("urispec", "Uri") and not hasattr(urispec.parse("a"), "__dict__")
