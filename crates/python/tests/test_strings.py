"""Functions on single strings. The expected values are those printed in the documents."""

import doctest
import pathlib
import pickle

import pytest
import urispec

CRATE = pathlib.Path(__file__).parent.parent


def test_examples():
    """Runs the examples in the docstrings and the README."""
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    documented = {"urispec": urispec, "urispec.arrow": urispec.arrow}
    documented |= {name: getattr(urispec, name) for name in urispec.__all__}
    texts = {name: getattr(item, "__doc__", None) or "" for name, item in documented.items()}
    texts["README.md"] = (CRATE / "README.md").read_text().replace("```", "")
    for name, text in texts.items():
        runner.run(parser.get_doctest(text, {"urispec": urispec}, name, None, 0))
    assert runner.summarize().failed == 0
    assert runner.tries > 25


def test_every_function_has_a_docstring():
    for module in (urispec, urispec.arrow):
        for name in module.__all__:
            if name != "EDITIONS":
                assert getattr(module, name).__doc__, name


def test_undefined_is_not_empty():
    uri = urispec.parse("//@h:?")
    assert (uri.scheme, uri.userinfo, uri.port, uri.query, uri.fragment) == (None, "", "", "", None)
    assert (uri.port_number, uri.path, uri.authority) == (None, "", "@h:")
    assert urispec.parse("mailto:a@b").authority is None


def test_parts_are_found_where_they_are():
    """Components with the same text have different positions."""
    uri = urispec.parse("a://a@a:1/a?a#a")
    assert [uri.scheme, uri.userinfo, uri.host, uri.path, uri.query, uri.fragment] == ["a", "a", "a", "/a", "a", "a"]


# RFC 3986, 5.4.1 and 5.4.2.
RESOLVED = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "": "http://a/b/c/d;p?q",
    "#s": "http://a/b/c/d;p?q#s",
    "../../../g": "http://a/g",
    "http:g": "http:g",
}


@pytest.mark.parametrize("reference", RESOLVED)
def test_resolve(reference):
    base = "http://a/b/c/d;p?q"
    assert urispec.resolve(base, reference) == RESOLVED[reference]
    assert urispec.parse(base).resolve(reference) == RESOLVED[reference]
    back = urispec.relativize(base, RESOLVED[reference])
    assert urispec.resolve(base, back) == RESOLVED[reference]


def raised(function, *given, **options):
    with pytest.raises(urispec.UriError) as error:
        function(*given, **options)
    assert isinstance(error.value, ValueError) and str(error.value) == error.value.message
    return error.value


def test_errors():
    error = raised(urispec.parse, "http://h/a b")
    assert (error.text, error.offset, error.cause, error.section) == ("http://h/a b", 10, "space", "2")
    # An IRI: the offset is a character index, and seven of the preceding characters have two bytes each.
    error = raised(urispec.parse, "http://\u00e4\u00e4\u00e4.com/\u00e4\u00e4\u00e4\u00e4 x", edition="rfc3987")
    assert (error.offset, error.byte_offset, error.text[error.offset]) == (19, 26, " ")
    # The end is an offset too, and a wrong character begins at its offset.
    assert (raised(urispec.parse, "//[").offset, raised(urispec.parse, "/\u00e4").offset) == (3, 1)
    assert raised(urispec.resolve, "b", "c").cause == "base-without-scheme"
    assert raised(urispec.resolve, "a:/b", ".//c").cause == "misread"
    assert raised(urispec.resolve, "a:/b", "", edition="rfc2396").cause == "current-document"
    assert raised(urispec.resolve, "a:/b", "c", edition="rfc1738").cause in {"no-algorithm", "unresolvable"}
    assert raised(urispec.relativize, "http://a/b", "http://a/b/../c").cause == "dot-segments"
    copy = pickle.loads(pickle.dumps(raised(urispec.parse, "a b")))
    assert (type(copy), copy.offset, copy.cause) == (urispec.UriError, 1, "space")


def test_wrong_calls_are_no_errors_of_strings():
    for wrong in (
        lambda: urispec.parse("a:b", edition="rfc9999"),
        lambda: urispec.normalize("a:b", to="top"),
        lambda: urispec.is_valid("a:b", rule="nothing"),
        lambda: urispec.lint("a:b", pack="nothing"),
    ):
        with pytest.raises(ValueError) as error:
            wrong()
        assert not isinstance(error.value, urispec.UriError)


def test_editions():
    said = urispec.editions("http://a_b/")
    assert tuple(said) == (*urispec.EDITIONS[:11], "rfc9110")
    # RFC 3966, 5.1.5: a local number has a context.
    tel = urispec.editions("tel:123")
    assert list(tel)[11:] == ["rfc3966"]
    assert isinstance(tel["rfc3966"], urispec.UriError)
    assert tel["rfc3986"].path == "123"
    for edition in urispec.EDITIONS:
        assert not urispec.is_valid(" ", edition=edition)
    # RFC 2396, 3.2.1: a registry-based name, which is not a host.
    assert (said["rfc2396"].authority, said["rfc2396"].host) == ("a_b", None)
    assert said["rfc3986"].host_kind == "reg-name"
    assert isinstance(urispec.editions("a b")["rfc1630"], urispec.UriError)


def test_equality_is_that_of_strings():
    a, b = urispec.parse("http://h/"), urispec.parse("HTTP://h/")
    assert a == urispec.Uri("http://h/") and a != b and hash(a) == hash(urispec.Uri("http://h/"))
    # RFC 3986, 6.2.1: compared by characters, regardless of the edition and of the type.
    other = urispec.parse("http://h/", edition="rfc2396")
    assert a == other == "http://h/" == a and hash(a) == hash(other) == hash("http://h/")
    assert {a: 1}["http://h/"] == 1 and "http://h/" in {a} and a != 1 and a != None  # noqa: E711
    assert sorted(["http://i/", a, "http://g/"]) == ["http://g/", "http://h/", "http://i/"]
    assert a < "http://i/" and a >= "http://h/"
    with pytest.raises(TypeError):
        a < 1
    copy = pickle.loads(pickle.dumps(urispec.parse("http://h/", edition="rfc2396")))
    assert (str(copy), copy.edition) == ("http://h/", "rfc2396")
    assert repr(copy) == "Uri('http://h/', edition='rfc2396')"


def test_lint():
    (escape, _) = urispec.lint("http://0x7f.1/%7Euser")
    assert (escape.id, escape.section, escape.spans) == ("needless-escape", "2.3", [(14, 17)])
    assert escape.mended == "http://0x7f.1/~user"
    # Spans count characters: the two before the host have two bytes each.
    found = urispec.lint("\u00e4\u00e4 http://google.com@evil.example/", pack="security")
    assert found and all(0 <= start <= end <= 34 for f in found for start, end in f.spans)
    assert raised(urispec.lint, "a b").offset == 1


def test_repair():
    # RFC 3986: 2, 2.5, 2.4, 3.2.2, 3.5 and 3.3.
    for text, repaired in (
        ("/a b?<>", "/a%20b?%3C%3E"),
        ("/\u00e9", "/%C3%A9"),
        ("/50%?%zz", "/50%25?%25zz"),
        ("/x[]", "/x%5B%5D"),
        ("a#b#c", "a#b%23c"),
        ("1:b", "1%3Ab"),
        ("http://h/%7Ea?b#c", "http://h/%7Ea?b#c"),
    ):
        assert urispec.repair(text) == repaired and type(urispec.repair(text)) is urispec.Uri
        assert urispec.decode(urispec.repair(text)) == urispec.decode(text, lossy=True)
    for text, offset, cause, section in (
        ("http://h:x/", 9, "port-digits", "3.2.3"),
        ("http://\u00e9:x/", 9, "port-digits", "3.2.3"),
        ("http://a\\b/", 8, "backslash", "7.6"),
        ("http://a@b@c/", 10, "two-at-signs", "3.2"),
        (" http://h", 0, "scheme", "3.1"),
        ("http://a b/", 8, "host", "3.2.2"),
    ):
        with pytest.raises(urispec.UriError) as error:
            urispec.repair(text)
        error = error.value
        assert (error.text, error.offset, error.cause, error.section) == (text, offset, cause, section)
    with pytest.raises(ValueError, match="surrogate"):
        urispec.repair("a\ud800")


def test_the_url_standard():
    # Its only normal form is the serialization of the URL, in which `%7E` stays.
    text, normal = "HTTP://H:80/%7Ea/./b", "http://h/%7Ea/b"
    assert urispec.normalize(text, edition="whatwg") == urispec.Uri(text, edition="whatwg").normalize() == normal
    assert urispec.normalize(text, to="case", edition="whatwg") == text
    # A space is a validation error, which the parser survives. In a host it is a failure.
    assert urispec.normalize("http://H/a b", edition="whatwg") == "http://h/a%20b"
    for function in (urispec.normalize, urispec.parse, urispec.Uri):
        if function is not urispec.normalize:
            with pytest.raises(urispec.UriError, match=r"`urispec.whatwg.Url\(text\)`") as error:
                function("http://H/a b", edition="whatwg")
            assert error.value.offset == 10 and error.value.message == str(error.value)
        with pytest.raises(urispec.UriError) as error:
            function("http://a b/", edition="whatwg")
        assert "browsers" not in str(error.value)
    assert urispec.resolve("about:blank", "http://H/a b", edition="whatwg") == "http://h/a%20b"
