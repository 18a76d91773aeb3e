"""URLs of the URL Standard. The expectations are worked out by its text, or come from the Web Platform Tests."""

import copy
import doctest
import json
import os
import pathlib
import pickle
import threading

import pytest
import urispec
import urispec.whatwg
from urispec import Uri, UriError
from urispec.whatwg import Url

ROOT = pathlib.Path(__file__).resolve().parents[3]
SUITES = pathlib.Path(os.environ.get("URISPEC_SHARED", ROOT.parent / "shared")) / "suites" / "wpt"
TEXT = "https://u:pw@example.com:8042/a/b?q#f"


def suite(name):
    """Returns a file of the Web Platform Tests, or skips the test."""
    if not (SUITES / name).exists():
        pytest.skip(f"{SUITES / name} does not exist")
    return json.loads((SUITES / name).read_text("utf-8"))


def test_examples():
    assert doctest.testmod(urispec.whatwg).failed == 0


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        # The scheme and the domain become lower case, the default port is dropped, and a space is encoded (url-parsing).
        ("HTTP://EXAMPLE.com:80/a/../b c", None, "http://example.com/b%20c"),
        # Spaces around the string, and tabs and newlines within, are removed first.
        (" ht\ntp://h\t/ \n", None, "http://h/"),
        ("http:\\\\h\\a", None, "http://h/a"),
        ("http:////h", None, "http://h/"),
        ("http://h/%7Ea/%2e%2E/b", None, "http://h/b"),
        # The host parser: percent-decoding, UTS #46, and numbers of IPv4.
        ("http://%65xample.com", None, "http://example.com/"),
        ("http://faß.example", None, "http://xn--fa-hia.example/"),
        ("http://0x7F.1", None, "http://127.0.0.1/"),
        ("http://[0:0::1.2.3.4]/", None, "http://[::102:304]/"),
        ("foo://H/A/../b", None, "foo://H/b"),
        ("mailto:A@b c", None, "mailto:A@b c"),
        ("file:///C|/a/../..", None, "file:///C:/"),
        ("a?b#c", "http://h/d/e?f#g", "http://h/d/a?b#c"),
        ("", "http://h/d?f#g", "http://h/d?f"),
        ("//i", "https://h/", "https://i/"),
        ("http:a", "http://h/b/c", "http://h/b/a"),
        ("#f", "mailto:a@b", "mailto:a@b#f"),
        # Percent-encode sets: an apostrophe is encoded in the query of a special URL, and not in another.
        ("http://h/?'", None, "http://h/?%27"),
        ("foo://h/?'", None, "foo://h/?'"),
        ("http://h/\ud800", None, "http://h/%EF%BF%BD"),
    ],
)
def test_parse(text, base, expected):
    url = Url(text, base)
    assert type(url) is Url and url == expected and url.href == str(url) == expected and type(url.href) is str
    assert Url.can_parse(text, base) and Url(url) is url
    if base is not None:
        assert Url(text, Url(base)) == Url(base).resolve(text) == Url(text, base=base) == url


@pytest.mark.parametrize(
    ("text", "base", "failing", "offset", "cause"),
    [
        # The offset is where the parser was reading, or where the host or the port begins.
        ("http://é:x/", None, None, 9, "port-invalid"),
        ("http://h:65536/", None, None, 9, "port-out-of-range"),
        ("http://", None, None, 7, "host-missing"),
        ("http://[::1", None, None, 7, "IPv6-unclosed"),
        ("http://a b/", None, None, 7, "domain-to-ASCII"),
        ("http://1.2.3.256/", None, None, 7, "IPv4-out-of-range-part"),
        ("/a", None, None, 0, "missing-scheme-non-relative-URL"),
        ("a", "mailto:b", None, 0, "missing-scheme-non-relative-URL"),
        ("http://h/", "/a", "/a", 0, "missing-scheme-non-relative-URL"),
    ],
)
def test_failures(text, base, failing, offset, cause):
    assert not Url.can_parse(text, base)
    with pytest.raises(UriError) as error:
        Url(text, base)
    found = error.value
    assert (found.text, found.cause, found.section) == (failing or text, cause, "writing")
    assert (found.offset, found.byte_offset) == (offset, len(found.text[:offset].encode()))
    assert str(found) == found.message and found.message.startswith(f"at byte {found.byte_offset}: ")
    assert found.message.endswith(" (URL Standard, writing)")


@pytest.mark.parametrize("wrong", [None, 1, b"http://h/"])
def test_other_types(wrong):
    url = Url("http://h/")
    for function in (Url, Url.can_parse, url.resolve, url.with_host, url.with_scheme, url.with_path):
        with pytest.raises(TypeError, match="expected a str, not"):
            function(wrong)
    if wrong is not None:
        with pytest.raises(TypeError):
            Url("a", wrong)
        if wrong != 1:
            with pytest.raises(TypeError):
                url.with_port(wrong)
        with pytest.raises(TypeError):
            url.with_query(wrong)


def test_the_message_of_a_string_that_is_not_valid():
    # The parser accepts more strings than the section URL writing.
    with pytest.raises(UriError, match="`urispec.whatwg.Url\\(text\\)`"):
        urispec.parse("http://h/a b", edition="whatwg")
    assert Url("http://h/a b") == urispec.resolve("about:blank", "http://h/a b", edition="whatwg")


def members(url):
    names = {name for name, value in vars(Url).items() if isinstance(value, property)}
    return {name: getattr(url, name) for name in names}


def test_every_property():
    assert members(Url(TEXT)) == {
        "href": TEXT, "scheme": "https", "authority": "u:pw@example.com:8042", "username": "u", "password": "pw",
        "host": "example.com", "host_kind": "domain", "host_and_port": "example.com:8042", "port": 8042,
        "port_or_default": 8042, "path": "/a/b",
        "query": "q", "fragment": "f", "is_special": True, "has_opaque_path": False, "includes_credentials": True,
        "origin": "https://example.com:8042", "form_pairs": Url("a:?q=").form_pairs,
        "redacted": "https://u:***@example.com:8042/a/b?q#f",
    }  # fmt: skip
    assert members(Url("mailto:a@b")) == {
        "href": "mailto:a@b", "scheme": "mailto", "authority": None, "username": "", "password": "", "host": None,
        "host_kind": None, "host_and_port": None, "port": None, "port_or_default": None, "path": "a@b", "query": None, "fragment": None,
        "is_special": False, "has_opaque_path": True, "includes_credentials": False, "origin": None,
        "form_pairs": Url("a:").form_pairs, "redacted": "mailto:a@b",
    }  # fmt: skip


def test_components():
    assert (Url("http://h/?").query, Url("http://h/#").fragment, Url("http://h/").query) == ("", "", None)
    assert (Url("http://h:80/").port, Url("https://h:80/").port, Url("foo://h:80/").port) == (None, 80, 80)
    kinds = [Url(text).host_kind for text in ("http://h/", "http://1.2.3.4/", "http://[::1]/", "foo://h/", "file:///")]
    assert kinds == ["domain", "IPv4", "IPv6", "opaque", "empty"]
    assert (Url("http://[0::1]:81/").host, Url("file:///a").host, Url("a:/b").host) == ("[::1]", "", None)
    assert Url("blob:https://h:444/d").origin == "https://h:444" and Url("file:///a").origin is None
    # application/x-www-form-urlencoded parsing: empty pairs are skipped, and nothing is rejected.
    pairs = Url("http://h/?q=a+b%26&q=%FF&&c&=d&100%").form_pairs
    assert pairs.pairs == (("q", "a b&"), ("q", "\ufffd"), ("c", ""), ("", "d"), ("100%", ""))
    assert pairs["q"] == "a b&" and pairs.get_all("q") == ["a b&", "\ufffd"] and len(Url("http://h/").form_pairs) == 0


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("http://u@h:443/", ("scheme", "HTTPS"), "https://u@h/"),
        ("http://h/", ("username", "a:b"), "http://a%3Ab@h/"),
        ("http://u@h/", ("username", ""), "http://h/"),
        # A triplet stays as it is.
        ("http://u@h/", ("password", "p@%40"), "http://u:p%40%40@h/"),
        ("http://u:p@h/", ("password", ""), "http://u@h/"),
        ("http://h:81/a", ("host", "EXAMPLE.com"), "http://example.com:81/a"),
        ("http://h:81/a", ("host", "[1::0]"), "http://[1::]:81/a"),
        ("http://h:81/a", ("host_and_port", "i"), "http://i:81/a"),
        ("http://h:81/a", ("host_and_port", "i:80"), "http://i/a"),
        ("http://h/", ("port", 8080), "http://h:8080/"),
        ("http://h:81/", ("port", "80"), "http://h/"),
        ("http://h:81/", ("port", None), "http://h/"),
        ("http://h/a?q#f", ("path", "b/../c d?"), "http://h/c%20d%3F?q#f"),
        ("foo://h/a", ("path", ""), "foo://h"),
        ("foo:/a", ("path", "//b"), "foo:/.//b"),
        ("http://h/#f", ("query", "a b#"), "http://h/?a%20b%23#f"),
        ("http://h/", ("query", "?a"), "http://h/??a"),
        ("http://h/", ("query", ""), "http://h/?"),
        ("http://h/?q#f", ("query", None), "http://h/#f"),
        ("http://h/?q", ("fragment", "a b"), "http://h/?q#a%20b"),
        ("http://h/", ("fragment", "#"), "http://h/##"),
        ("http://h/", ("fragment", ""), "http://h/#"),
        ("http://h/#f", ("fragment", None), "http://h/"),
        ("mailto:a", ("query", "b"), "mailto:a?b"),
    ],
)
def test_changes(text, change, expected):
    url, (name, value) = Url(text), change
    changed = getattr(url, f"with_{name}")(value)
    assert type(changed) is Url and changed == expected and Url(expected) == expected
    # The original does not change, and the parts of the copy are those of its string.
    assert url == text and members(changed) == members(Url(expected))


@pytest.mark.parametrize(
    ("text", "change", "cause"),
    [
        ("http://h/", ("scheme", "mailto"), "not-settable"),
        ("foo://h/", ("scheme", "http"), "not-settable"),
        ("http://h/", ("scheme", "1"), "not-settable"),
        ("file:///a", ("username", "u"), "not-settable"),
        ("foo:a", ("password", "p"), "not-settable"),
        ("mailto:a", ("host", "h"), "not-settable"),
        ("http://h/", ("host", ""), "host-missing"),
        ("http://h/", ("host", "a b"), "domain-to-ASCII"),
        ("http://h/", ("host_and_port", "i:65536"), "port-out-of-range"),
        ("http://h/", ("port", 65536), "port-out-of-range"),
        ("http://h/", ("port", "x"), None),
        ("mailto:a", ("path", "b"), "not-settable"),
    ],
)
def test_changes_that_fail(text, change, cause):
    url, (name, value) = Url(text), change
    with pytest.raises(UriError) as error:
        getattr(url, f"with_{name}")(value)
    found = error.value
    assert (url, found.text, found.offset) == (text, str(value), None) and (found.cause == cause or cause is None)
    assert found.message == str(found) and found.message.startswith(f"cannot set the {name.replace('_', ' ')}: ")
    assert found.section == ("url-class" if found.cause == "not-settable" else "writing")


def test_a_port_is_a_number():
    for wrong in (-1, True, 1.5, b"80"):
        with pytest.raises((TypeError, ValueError)):
            Url("http://h/").with_port(wrong)


# A str.


@pytest.mark.parametrize(
    ("text", "expected"),
    # The default ports of the URL Standard's special schemes, and RFC 4266, 2, for gopher.
    [
        ("http://h/", 80),
        ("https://h:443/", 443),
        ("wss://h", 443),
        ("ftp://h:2121/", 2121),
        ("gopher://h/", 70),
        ("file:///a", None),
        ("mailto:a@b", None),
        ("x-mine://h/", None),
        ("x-mine://h:7/", 7),
    ],
)
def test_the_port_or_the_default_one(text, expected):
    assert Url(text).port_or_default == expected


def test_it_is_a_str():
    url = Url(TEXT)
    assert isinstance(url, str) and url == TEXT and TEXT == url and hash(url) == hash(TEXT) and {TEXT: 1}[url] == 1
    assert len(url) == len(TEXT) and url < TEXT + "g" and sorted([Url("b:"), Url("a:")]) == ["a:", "b:"]
    assert Url("HTTP://EXAMPLE.com") == Url("http://example.com:80/") != Url("http://example.com/#")
    assert f"{url}" == "%s" % url == TEXT and json.dumps({"next": url}) == f'{{"next": "{TEXT}"}}'
    plain = [str(url), url + "g", url[:4], url.upper(), url.replace("x", ""), url.join(["a"]), f"{url}", url.split("#")[0]]
    assert [one for one in plain if type(one) is not str] == []
    # `Url` redefines only the names of str that create, show and copy it.
    assert {name for name in vars(Url) if hasattr(str, name)} == {
        "__doc__", "__init_subclass__", "__module__", "__new__", "__reduce__", "__repr__",
    }  # fmt: skip
    # A component has the same name as in `Uri`.
    assert {"scheme", "authority", "host", "path", "query", "fragment", "origin", "redacted", "resolve"} <= set(vars(Uri))


def test_it_is_immutable():
    url = Url("http://h/")
    for name in ("host", "href", "scheme", "new"):
        with pytest.raises(AttributeError):
            setattr(url, name, "x")
        with pytest.raises(AttributeError):
            delattr(url, name)
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Other", (Url,), {})
    assert not hasattr(url, "__dict__") and (Url.__module__, Url.__qualname__) == ("urispec.whatwg", "Url")


def test_copies():
    for text in (TEXT, "mailto:a b", "foo:/.//a", "file:///C:/a"):
        url = Url(text)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(url, protocol))
            assert type(again) is Url and again == url and members(again) == members(url)
        assert copy.copy(url) is url and copy.deepcopy([url])[0] is url


def test_a_password_is_hidden():
    url = Url("ftp://u:secret@h/")
    assert repr(url) == "Url('ftp://u:***@h/')" and "secret" not in repr([url]) and "secret" in str(url)
    assert repr(Url("ftp://u@h/")) == "Url('ftp://u@h/')" and url.redacted == "ftp://u:***@h/"


def test_many_threads_read_one_url():
    urls = [Url(f"http://h{i}/{i}") for i in range(500)]
    wrong = []

    def read():
        for i, url in enumerate(urls):
            if (url.host, url.path, url.with_port(i + 1).port) != (f"h{i}", f"/{i}", i + 1 if i != 79 else None):
                wrong.append(url)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_other_packages():
    url = Url("http://h/a?q= ")
    httpx = pytest.importorskip("httpx")
    client = httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, text=str(request.url))))
    assert client.get(url).text == "http://h/a?q=" and client.get(Url("http://H/a b")).text == "http://h/a%20b"


def test_pydantic():
    pydantic = pytest.importorskip("pydantic")

    class Page(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(str_to_lower=True)
        url: Url
        links: list[Url] = []

    page = Page(url="HTTP://EXAMPLE.com/A b", links=[Url("http://h/")])
    assert type(page.url) is Url and page.url == "http://example.com/A%20b" and page.links[0].host == "h"
    text = '{"url":"http://example.com/A%20b","links":["http://h/"]}'
    assert page.model_dump_json() == text and Page.model_validate_json(text) == page == Page(**page.model_dump())
    assert Page.model_json_schema()["properties"]["url"] == {"title": "Url", "type": "string"}
    with pytest.raises(pydantic.ValidationError) as error:
        Page(url="http://h:x/")
    (found,) = error.value.errors()
    assert found["type"] == "uri" and found["ctx"]["cause"] == "port-invalid" and found["ctx"]["offset"] == 9
    for wrong in (1, b"http://h/", None):
        with pytest.raises(pydantic.ValidationError):
            Page(url=wrong)


# The Web Platform Tests, which use the attributes of the class `URL` of JavaScript.


def attributes(url):
    """Returns the attributes of the class `URL`."""
    return {
        "href": url.href,
        "origin": url.origin or "null",
        "protocol": f"{url.scheme}:",
        "username": url.username,
        "password": url.password,
        "host": url.host_and_port or "",
        "hostname": url.host or "",
        "port": "" if url.port is None else str(url.port),
        "pathname": url.path,
        "search": f"?{url.query}" if url.query else "",
        "hash": f"#{url.fragment}" if url.fragment else "",
    }


def assigned(url, name, value):
    """Returns a copy of a URL after an assignment in JavaScript."""
    names = {"protocol": "scheme", "host": "host_and_port", "hostname": "host", "pathname": "path"}
    names |= {"search": "query", "hash": "fragment"}
    if name in ("search", "hash"):
        # An empty string removes the component.
        value = value.removeprefix("?" if name == "search" else "#") if value else None
    return getattr(url, "with_" + names.get(name, name))(value)


@pytest.mark.parametrize(("name", "count"), [("urltestdata.json", 891), ("urltestdata-javascript-only.json", 1)])
def test_parsing_of_the_web_platform_tests(name, count):
    cases = [case for case in suite(name) if isinstance(case, dict)]
    assert len(cases) == count
    for case in cases:
        text, base = case["input"], case["base"]
        if case.get("failure"):
            assert not Url.can_parse(text, base), case
            with pytest.raises(UriError):
                Url(text, base)
            continue
        url = Url(text, base)
        found, expected = attributes(url), {key: case[key] for key in case if key in attributes(url)}
        assert {key: found[key] for key in expected} == expected, case
        assert Url(url.href) == url and pickle.loads(pickle.dumps(url)) == url and Url.can_parse(text, base), case
        # Each part put into its place gives the same URL.
        for part in ("host", "port", "query", "fragment"):
            value = getattr(url, part)
            if value is not None and not (part == "host" and url.has_opaque_path):
                assert getattr(url, f"with_{part}")(value) == url, (case, part)
        if not url.has_opaque_path:
            assert url.with_path(url.path) == url, case


def test_setters_of_the_web_platform_tests():
    cases = [(name, case) for name, cases in suite("setters_tests.json").items() if name != "comment" for case in cases]
    assert len(cases) == 278
    for name, case in cases:
        url = Url(case["href"])
        if name == "href":
            changed = Url(case["new_value"])
        else:
            try:
                changed = assigned(url, name, case["new_value"])
            except UriError:
                # JavaScript ignores the value, but keeps a host before a port that is refused.
                expected = attributes(url)
                if name == "host" and case["expected"].get("hostname", url.host) != url.host:
                    expected = attributes(url.with_host(case["expected"]["hostname"]))
                assert expected | case["expected"] == expected, case
                continue
        found = attributes(changed)
        assert found | case["expected"] == found, case
        assert members(Url(changed.href)) == members(changed), case
