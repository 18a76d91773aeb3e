"""Values: built, changed, and passed where a str is expected."""

import copy
import pathlib
import pickle

import pytest
import urispec


def raised(function, *given, **options):
    with pytest.raises(urispec.UriError) as error:
        function(*given, **options)
    return error.value


def test_every_function_takes_a_uri():
    uri = urispec.Uri("http://h/%7Ea/./b")
    assert urispec.parse(uri) == uri and urispec.is_valid(uri) and urispec.normalize(uri) == "http://h/~a/b"
    assert urispec.resolve(uri, urispec.Uri("../g")) == "http://h/g" == uri.resolve(urispec.Uri("../g"))
    assert urispec.compare(uri, uri) == "string" and urispec.split(uri).path == "/%7Ea/./b"
    assert urispec.lint(uri) and urispec.editions(uri)["rfc3986"] == uri
    assert f"{uri:>20}|{uri!s}" == "   http://h/%7Ea/./b|http://h/%7Ea/./b"


def test_what_is_no_text_is_refused():
    for wrong in (b"http://h/", 1, None, ["a:b"]):
        with pytest.raises(TypeError, match="expected a str, not"):
            urispec.parse(wrong)
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (urispec.Uri,), {})


def test_urls_of_other_libraries():
    class URL:
        def __init__(self, text):
            self.text = text

        def __str__(self):
            return self.text

    class OtherUrl:
        pass

    class Security(URL):
        pass

    for ask in (urispec.parse, urispec.Uri, urispec.is_valid, urispec.whatwg.Url):
        with pytest.raises(TypeError, match="expected a str, not URL; pass str\\(…\\) of it"):
            ask(URL("a:b"))
        # Its `str` is not a URL.
        with pytest.raises(TypeError, match=r"expected a str, not OtherUrl\n|expected a str, not OtherUrl$"):
            ask(OtherUrl())
        with pytest.raises(TypeError, match=r"expected a str, not Security(\n|$)"):
            ask(Security("a:b"))


def test_half_a_surrogate_pair_is_no_character():
    broken = "http://h/\udc80"
    for edition in urispec.EDITIONS:
        assert not urispec.is_valid(broken, edition=edition), edition
    error = raised(urispec.parse, broken)
    assert (error.text, error.offset, error.byte_offset, error.cause) == (broken, 9, 9, "not-ascii")
    assert "half of a surrogate pair is not ASCII" in error.message and "\ufffd" not in error.message
    # An earlier error takes precedence.
    assert raised(urispec.parse, "http://h:x/\ud800").cause == "port-digits"
    # The URL Standard parses scalar values.
    assert urispec.resolve("http://h/", "\ud800", edition="whatwg") == "http://h/%EF%BF%BD"
    assert urispec.normalize("http://H/\ud800", edition="whatwg") == "http://h/%EF%BF%BD"
    assert urispec.compare("http://h/\ud800", "http://h/%EF%BF%BD", edition="whatwg") == "scheme"
    assert urispec.split("//\u00e9\ud800/\udfff?a") == (None, "\u00e9\ud800", "/\udfff", "a", None)
    assert urispec.Uri("a:b") != "\udc80" and not (urispec.Uri("a:b") > "\udc80")
    for data in (lambda: urispec.encode("\ud800"), lambda: urispec.Uri("http://h/") / "\ud800"):
        with pytest.raises(ValueError, match="surrogate"):
            data()


def test_a_password_is_not_shown():
    uri = urispec.Uri("ftp://user:secret@h/a")
    # RFC 3986, 3.2.1.
    assert repr(uri) == "Uri('ftp://user:***@h/a')" and uri.redacted == "ftp://user:***@h/a"
    assert (str(uri), uri.user, uri.password) == ("ftp://user:secret@h/a", "user", "secret")
    assert urispec.Uri("ftp://user@h/").password is None


def test_rules():
    # RFC 3986, 4.1 to 4.3.
    assert urispec.is_valid("") and urispec.is_valid("foo") and urispec.parse("foo").scheme is None
    assert raised(urispec.parse, "foo", rule="URI").offset == 3
    assert raised(urispec.Uri, "a:b#c", rule="absolute-URI").offset == 3
    assert urispec.parse("a:b#c", rule="URI").fragment == "c"
    with pytest.raises(ValueError, match="has no production `url`"):
        urispec.parse("a:b", rule="url")
    with pytest.raises(ValueError, match="does not derive whole references"):
        urispec.parse("h", rule="host")


def test_changes():
    uri = urispec.Uri("http://u@h:80/a?q#f")
    assert uri.with_scheme("https") == "https://u@h:80/a?q#f"
    assert uri.with_scheme(None) == "//u@h:80/a?q#f"
    assert uri.with_host("[2001:db8::7]") == "http://u@[2001:db8::7]:80/a?q#f"
    assert uri.with_port(8042) == uri.with_port("8042") == "http://u@h:8042/a?q#f"
    assert (uri.with_port(None), uri.with_port("")) == ("http://u@h/a?q#f", "http://u@h:/a?q#f")
    assert uri.with_userinfo(None) == "http://h:80/a?q#f"
    assert uri.with_user("a@b", "c:/d").userinfo == "a%40b:c%3A%2Fd"
    assert uri.with_authority("i") == "http://i/a?q#f"
    assert (uri.with_path("/b/c"), uri.with_path("")) == ("http://u@h:80/b/c?q#f", "http://u@h:80?q#f")
    assert uri.with_query(None).with_fragment(None) == "http://u@h:80/a"
    assert uri.with_query("").with_fragment("") == "http://u@h:80/a?#"
    # The original reference is unchanged.
    assert uri == "http://u@h:80/a?q#f"


def test_segments():
    uri = urispec.Uri("http://h/a/")
    assert (uri.segments, urispec.Uri("a:").segments, urispec.Uri("/").segments) == (("a", ""), (), ("",))
    assert uri / "b c" / "50%" == uri.joinpath("b c", "50%") == "http://h/a/b%20c/50%25"
    assert urispec.Uri("http://h") / "a/b" == "http://h/a%2Fb"
    assert uri.with_segments("x", "") == "http://h/x/" and uri.with_segments().path == ""
    uri = urispec.Uri("http://h/a/b%2Fc?q#f")
    assert (uri.decoded_segments, uri.name, uri.path_and_query) == (("a", "b/c"), "b/c", "/a/b%2Fc?q")
    assert uri.with_segments(*uri.decoded_segments) == uri
    assert (uri.parent, uri.parent.parent, uri.parent.parent.parent) == ("http://h/a", "http://h", "http://h")
    assert (urispec.Uri("http://h/a/").parent, urispec.Uri("a/b").parent, urispec.Uri("").parent) == ("http://h/a", "a", "")
    assert (urispec.Uri("http://h").name, urispec.Uri("a:b").name) == ("", "b")
    assert raised(lambda: urispec.Uri("/%FF").name).cause == "not-utf-8"
    uri = urispec.Uri("http://h/a/")
    for dots in (".", ".."):
        assert raised(uri.joinpath, dots).cause == "dot-segment"
    with pytest.raises(TypeError):
        uri / 1


def test_pairs():
    uri = urispec.Uri("http://h/?tag=a&q=R%26D+1&tag=b&debug")
    pairs = uri.query_pairs
    assert (pairs["tag"], pairs.get_all("tag"), pairs["debug"], pairs.get("x", "y")) == ("a", ["a", "b"], None, "y")
    assert list(pairs) == ["tag", "q", "debug"] and len(pairs) == 3 and len(pairs.pairs) == 4
    # RFC 3986, 2.2: a plus sign is not a space. In a form, it is one.
    assert (pairs["q"], uri.form_pairs["q"]) == ("R&D+1", "R&D 1")
    # All pairs are kept, not only the first of each key.
    assert uri.with_query_pairs(pairs).query_pairs == pairs
    assert uri.with_query_pairs({"a": ["1", 2], "b": None, "c d": "e=f"}) == "http://h/?a=1&a=2&b&c%20d=e%3Df"
    assert uri.with_query_pairs([("a", "1"), ("a", 2)]).query == "a=1&a=2"
    assert uri.with_query_pairs({}).query is None
    assert uri.extend_query({"tag": "c"}).query_pairs.get_all("tag") == ["a", "b", "c"]
    assert uri.update_query({"tag": ["c", "d"]}).query == "q=R%26D+1&debug&tag=c&tag=d"
    assert uri.without_query_keys("tag", "debug").query == "q=R%26D+1"
    assert urispec.Uri("?%71=a").query_pairs["q"] == "a"
    assert raised(lambda: urispec.Uri("?a=%FF").query_pairs).cause == "not-utf-8"
    for wrong in ("a=b", {"a": 1.5}, {"a": True}, {"a": {"b": "c"}}, [("a",)], 1):
        with pytest.raises(TypeError):
            uri.with_query_pairs(wrong)


@pytest.mark.parametrize("query", ["q=a+b", "q=a%2bb&a=1&a", "a&&b=", "&a", "=", "%7e=~&x=1/2?:@", "q=a%20b", "a==b"])
def test_pairs_that_are_passed_on_keep_their_encoding(query):
    uri = urispec.Uri(f"http://h/?{query}#f")
    for pairs in (uri.query_pairs, uri.form_pairs, pickle.loads(pickle.dumps(uri.query_pairs))):
        assert uri.with_query_pairs(pairs) == uri
        assert urispec.Uri("http://h/#f").with_query_pairs(pairs) == uri
        assert urispec.Uri("http://h/?z=1").extend_query(pairs) == f"http://h/?z=1&{query}"
        assert urispec.build(scheme="http", host="h", path="/", query_pairs=pairs, fragment="f") == uri
    assert uri.update_query(uri.query_pairs) == uri


def test_pairs_that_are_copied_are_encoded():
    # RFC 3986, 2.2: "+" is a reserved character, so data that has it is encoded.
    uri = urispec.Uri("?q=a+b")
    assert uri.with_query_pairs(dict(uri.query_pairs)) == uri.with_query_pairs(uri.query_pairs.pairs) == "?q=a%2Bb"
    assert uri.update_query({"p": 1}) == "?q=a+b&p=1"
    # A URI has no character beyond ASCII, so the pairs of an IRI are encoded.
    pairs = urispec.Uri("?q=\u00e9", edition="rfc3987").query_pairs
    assert urispec.Uri("?").with_query_pairs(pairs) == "?q=%C3%A9"


def test_what_makes_no_reference_is_said():
    uri = urispec.Uri("http://h/a")
    error = raised(uri.with_host, "a b")
    # The component is invalid, and the offset is an index into it.
    assert (error.text, error.offset, error.cause, error.section) == ("a b", 1, "host", "3.2.2")
    # RFC 3986, 3.3 and 4.2.
    assert raised(uri.with_path, "b").cause == "path-runs-on"
    assert raised(urispec.Uri("a").with_path, "//b").cause == "path-reads-as-authority"
    assert raised(urispec.Uri("a").with_path, "b:c").cause == "path-reads-as-scheme"
    assert raised(urispec.Uri("a").with_port, 1).cause == "no-host"
    with pytest.raises(ValueError, match="-1 is not a port"):
        uri.with_port(-1)


def test_changes_are_by_the_edition():
    iri = urispec.Uri("http://\u00e9/", edition="rfc3987")
    assert iri / "\u00fc" == "http://\u00e9/\u00fc" and (iri / "\u00fc").edition == "rfc3987"
    assert raised(urispec.Uri("http://h/").with_host, "\u00e9").offset == 0
    # RFC 2732 has addresses in brackets; RFC 2396 does not.
    assert raised(urispec.Uri("http://h/", edition="rfc2396").with_host, "[::1]").text == "http://[::1]/"
    assert urispec.Uri("http://h/", edition="rfc2732").with_host("[::1]").host == "[::1]"


def test_build():
    assert urispec.build() == "" and urispec.build(path="a") == "a" and urispec.build(scheme="a", path="b:c") == "a:b:c"
    built = urispec.build(
        scheme="http", user="u", password="p@", host="h", port=80, segments=["a b", ""], query_pairs={"q": "&"}, fragment="f"
    )
    assert built == "http://u:p%40@h:80/a%20b/?q=%26#f"
    assert urispec.build(scheme="urn", path="example:a", edition="rfc8141").edition == "rfc8141"
    assert raised(urispec.build, scheme="http", edition="rfc8141").text == "http:"
    assert raised(urispec.build, port=80).cause == "no-host"
    for both in ({"authority": "h", "host": "h"}, {"path": "a", "segments": ["a"]}, {"query": "a", "query_pairs": {}}):
        with pytest.raises(ValueError, match="not both"):
            urispec.build(**both)


def test_percent_encoding():
    assert urispec.encode("\u00c0/100%") == "%C3%80%2F100%25" and urispec.encode(b"\xff/", "segment") == "%FF%2F"
    assert urispec.encode("a/b?c", "query") == "a/b?c" and urispec.encode("a:b", "segment-nz-nc") == "a%3Ab"
    with pytest.raises(ValueError, match="no place is called `path`"):
        urispec.encode("a", "path")
    assert urispec.decode("%E3%82%A2+") == "\u30a2+" and urispec.decode("a+b", form=True) == "a b"
    assert urispec.decode("%FF 100%", lossy=True) == "\ufffd 100%" and urispec.decode_octets("%FFa") == b"\xffa"
    error = raised(urispec.decode, "\u00e9%")
    assert (error.offset, error.byte_offset, error.cause) == (1, 2, "percent")


def test_files():
    # RFC 8089, 2, Appendix D.2 and E.3.
    for style, path, uri in (
        ("unix", "/a b/", "file:///a%20b/"),
        ("windows", "C:\\a b", "file:///C:/a%20b"),
        ("windows", "\\\\host\\share\\a", "file://host/share/a"),
    ):
        assert urispec.from_path(path, style=style) == uri and urispec.Uri(uri).to_path(style=style) == path
    assert urispec.from_path(pathlib.PurePosixPath("/a"), style="unix") == "file:///a"
    # A name that is not UTF-8 is preserved.
    assert urispec.from_path(b"/\xff", style="unix") == "file:///%FF"
    assert urispec.Uri("file:///%FF").to_path(style="unix") == "/\udcff"
    assert urispec.from_path("/\udcff", style="unix") == "file:///%FF"
    assert raised(urispec.from_path, "a").cause == "file-path"
    assert raised(urispec.Uri("http://h/").to_path).cause == "file-path"
    with pytest.raises(TypeError):
        urispec.from_path(1)


def test_iris():
    # RFC 3987, 3.2.1 and 3.1.
    assert urispec.Uri("http://www.example.org/D%C3%BCrst").to_iri() == "http://www.example.org/D\u00fcrst"
    assert urispec.Uri("http://www.example.org/D%FCrst").to_iri() == "http://www.example.org/D%FCrst"
    iri = urispec.Uri("http://r\u00e9sum\u00e9.example.org", edition="rfc3987")
    assert iri.to_uri() == "http://r%C3%A9sum%C3%A9.example.org"
    assert iri.to_uri(names=True) == "http://xn--rsum-bpad.example.org"
    assert iri.to_uri(names=True).to_iri(names=True) == iri


def test_templates():
    # RFC 6570, 1.2, levels 2 to 4.
    assert urispec.Template("{+path}/here").expand(path="/foo/bar") == "/foo/bar/here"
    assert urispec.Template("/{var:3}{?keys*}").expand({"var": "value", "keys": {"semi": ";", "dot": "."}}) == (
        "/val?semi=%3B&dot=."
    )
    template = urispec.Template("/{x}-{y}")
    assert template.variables == ("x", "y") and template.match("/1-2") == {"x": "1", "y": "2"}
    assert template.match("/1") is None and len(template.ways("/1-2-3")) == 2
    assert raised(template.match, "/1-2-3").cause == "ambiguous"
    assert template.expand(x=1, y=None) == "/1-"
    assert template == urispec.Template("/{x}-{y}") and hash(template) == hash(pickle.loads(pickle.dumps(template)))
    for wrong in ("{", "{a b}"):
        with pytest.raises(ValueError, match="at byte"):
            urispec.Template(wrong)
    with pytest.raises(TypeError):
        template.expand({"x": 1.5})


def test_copies():
    uri = urispec.Uri("http://h/", edition="rfc2396")
    for again in (copy.copy(uri), copy.deepcopy(uri), pickle.loads(pickle.dumps(uri))):
        assert again == uri and again.edition == "rfc2396"
    for function in (urispec.parse, urispec.is_valid, urispec.build, urispec.encode):
        assert pickle.loads(pickle.dumps(function)) is function
