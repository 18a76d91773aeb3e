"""Kinds: the strings that they accept, and the errors for others."""

import argparse
import copy
import doctest
import pickle
import subprocess
import sys

import pytest
import urispec
from urispec import kinds
from urispec.kinds import Kind

HOOK = Kind("rfc9110", schemes=["https"], hosts=["example.com", "*.example.org"])


def raised(kind, text):
    with pytest.raises(urispec.UriError) as error:
        kind(text)
    return error.value


def hosts(*names, edition="rfc3986"):
    return Kind(edition, hosts=names)


def test_examples():
    found = doctest.testmod(kinds)
    assert found.failed == 0 and found.attempted >= 8


def test_types():
    for kind, of, no in (
        # RFC 3986, 4.1, 3 and 4.3.
        (kinds.Reference, "../a?b", "a b"),
        (kinds.AnyUri, "a:b#c", "b"),
        (kinds.AbsoluteUri, "a:b?c", "a:b#c"),
        # RFC 3987, 2.2.
        (kinds.IriReference, "\u00e9", "a b"),
        (kinds.Iri, "a:\u00e9", "\u00e9"),
        # RFC 9110, 4.2.1 and 4.2.2: a host is required.
        (kinds.HttpUrl, "https://h", "http:///"),
        (kinds.HttpUrl, "https://h/a", "https://h/a#b"),
        # RFC 9110, 4.2.5.
        (kinds.HttpLink, "https://h/a#b", "https:a#b"),
        (kinds.HttpLink, "HTTP://127.0.0.1", "http:///a"),
        (kinds.Urn, "urn:isbn:0451450523", "urn:isbn:"),
        (kinds.Mailto, "mailto:a@b.example", "http://h/"),
        (kinds.DataUrl, "data:,A%20brief%20note", "data:"),
        (kinds.TelUri, "tel:+1-201-555-0123", "tel:abc"),
        (kinds.PackageUrl, "pkg:pypi/django@1.11.1", "pkg:django"),
        (kinds.Did, "did:example:123456789abcdefghi", "did:example:"),
    ):
        kind = Kind.of(kind)
        assert kind.is_valid(of) and kind(of) == of and kind(of).edition == kind.edition
        assert not kind.is_valid(no), no
    for wrong in (str, int, None, "rfc3986", Kind, list[str]):
        with pytest.raises(TypeError, match="expected a Kind"):
            Kind.of(wrong)
    # One of the two would be lost.
    with pytest.raises(TypeError, match="expected a Kind"):
        Kind.of(kinds.Annotated[kinds.HttpUrl, Kind()])
    assert Kind.of(HOOK) is HOOK and Kind.of(urispec.Uri) is kinds.REFERENCE


def test_a_uri_is_given_back():
    uri = urispec.Uri("https://example.com/%7Ea", edition="rfc9110")
    assert HOOK(uri) is uri
    # A Uri of another edition is parsed again.
    assert HOOK(urispec.Uri("https://example.com/")).edition == "rfc9110"
    assert Kind(rule="absolute-URI").is_valid(urispec.Uri("a:b#c")) is False
    for wrong in (None, 1, b"a:"):
        with pytest.raises(TypeError, match="expected a str, not"):
            HOOK.is_valid(wrong)


def test_schemes():
    kind = Kind(schemes=["HTTPS", "a+b"])
    # RFC 3986, 3.1: case-insensitive.
    assert kind.is_valid("hTTps:a") and kind.is_valid("A+B:") and kind("HTTPS:a") == "HTTPS:a"
    assert not kind.is_valid("http:a") and not kind.is_valid("//example.com") and not kind.is_valid("")
    assert Kind(schemes=[]).is_valid("a:") is False
    for wrong in ("https:", "https://", "", "1a", "*", "\u017f"):
        with pytest.raises(ValueError, match="is not a scheme"):
            Kind(schemes=[wrong])


@pytest.mark.parametrize(
    ("allowed", "host", "is_allowed"),
    [
        ("example.com", "example.com", True),
        # RFC 3986, 6.2.2.1 and 6.2.2.2, on either side.
        ("EXAMPLE.com", "example.COM", True),
        ("example.com", "ex%61mpl%45.com", True),
        ("ex%61mple.com", "example.com", True),
        ("example.com", "example%2Ecom", True),
        ("b%C3%BCcher.example", "b%c3%bccher.EXAMPLE", True),
        # A different name, though it may be the same machine.
        ("example.com", "example.com.", False),
        ("example.com.", "example.com.", True),
        ("example.com", "www.example.com", False),
        ("example.com", "example.co", False),
        ("example.com", "notexample.com", False),
        ("example.com", "", False),
        ("example.com", "example.com%00", False),
        ("example.com", "example.com%2F", False),
        ("[::1]", "[::1]", True),
        ("[2001:DB8::A]", "[2001:db8::a]", True),
        ("[::1]", "[0::1]", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "0x7f.0.0.1", False),
        ("127.0.0.1", "2130706433", False),
        ("*", "a.example", True),
        ("*", "[::1]", True),
        ("*", "", False),
        ("*.example.org", "a.example.org", True),
        ("*.example.org", "a.b.EXAMPLE.org", True),
        ("*.example.org", "xn--bcher-kva.example.org", True),
        ("*.example.org", "_dmarc.example.org", True),
        ("*.example.org", "example.org", False),
        ("*.example.org", ".example.org", False),
        ("*.example.org", "a..example.org", False),
        ("*.example.org", "..example.org", False),
        ("*.example.org", "a.example.org.", False),
        ("*.example.org", "notexample.org", False),
        ("*.example.org", "*.example.org", False),
        # A client that decodes the host, or cuts it at a delimiter, goes to evil.example.
        ("*.example.org", "evil.example%2F.example.org", False),
        ("*.example.org", "evil.example%23.example.org", False),
        ("*.example.org", "evil.example%40.example.org", False),
        ("*.example.org", "evil.example%5C.example.org", False),
        ("*.example.org", "evil.example%00.example.org", False),
        ("*.example.org", "evil.example;.example.org", False),
        ("*.example.org", "evil.example%20.example.org", False),
    ],
)
def test_hosts(allowed, host, is_allowed):
    assert hosts(allowed).is_valid(f"http://{host}/") is is_allowed
    assert hosts(allowed).is_valid(f"//u:p@{host}:8080") is is_allowed


def test_empty_hosts():
    kind = hosts("", "localhost")
    # RFC 8089, 2.
    assert kind.is_valid("file:///etc/hosts") and kind.is_valid("FILE://localhost/") and kind.is_valid("a:///b")
    # RFC 9110, 4.2.1. A browser goes to evil.example.
    for evil in (
        "http:///evil.example/",
        "HTTPS:///evil.example",
        "ws:///evil.example",
        "///evil.example",
        "ftp://:21/",
    ):
        assert urispec.parse(evil).host == "" and not kind.is_valid(evil), evil
    assert not hosts("localhost").is_valid("file:///etc/hosts")


def test_hosts_are_not_users_and_not_paths():
    kind = hosts("example.com", "*.example.com")
    for evil in (
        "http://example.com@evil.example/",
        "http://example.com:80@evil.example/",
        "http://example.com%40evil.example/",
        "http://evil.example/@example.com",
        "http://evil.example?@example.com",
        "http://evil.example#@example.com",
        "http://evil.example\\@example.com/",
        "http:\\\\example.com\\",
        "http:/example.com/",
        "http:///example.com/",
        "http:example.com",
        "//evil.example//example.com",
        "/example.com",
        "example.com",
        " http://example.com/",
        "http://example.com\n",
        "http://ex\tample.com/",
        "http://evil.example\u2044.example.com/",
    ):
        for edition in urispec.EDITIONS:
            assert not Kind(edition, hosts=["example.com", "*.example.com"]).is_valid(evil), (edition, evil)
    assert kind.is_valid("http://evil.example@example.com/")


def test_hosts_of_other_editions():
    kind = hosts("example.com", "*.example.org", "b\u00fccher.example", edition="rfc3987")
    # RFC 3987, 3.1: the same octets in UTF-8.
    for same in ("b\u00fccher.EXAMPLE", "b%C3%BCcher.example", "b%c3%BCcher.example"):
        assert kind.is_valid(f"http://{same}/"), same
    assert hosts("b\u00fccher.example").is_valid("http://b%C3%BCcher.example/")
    # The Kelvin sign is not a "k", and a dotted capital I is not an "i".
    assert not hosts("k.example", "i.example", edition="rfc3987").is_valid("http://\u212a.example/")
    assert not hosts("k.example", "i.example", edition="rfc3987").is_valid("http://\u0130.example/")
    assert kind.is_valid("http://\u00fc.example.org/")
    # Compatibility characters for "/", "?", "@" and "a/c".
    for evil in ("\uff0f", "\uff1f", "\uff20", "\u2100"):
        assert not kind.is_valid(f"http://evil.example{evil}.example.org/"), evil
    # RFC 6570: a host that is unknown before expansion.
    assert not hosts("*.example.org", edition="rfc6570").is_valid("http://{evil}.example.org/")
    for edition in ("rfc1738", "rfc2396", "rfc2732", "rfc6874", "whatwg", "rfc9110"):
        kind = hosts("example.com", "*.example.org", edition=edition)
        assert kind.is_valid("http://EXAMPLE.com/") and kind.is_valid("http://a.example.org/"), edition
        assert not kind.is_valid("http://example.net/") and not kind.is_valid("http://example.org/"), edition
    # RFC 1808 has network locations instead of hosts.
    assert not hosts("example.com", edition="rfc1808").is_valid("http://example.com/")
    assert hosts("[fe80::1%25en0]", edition="rfc6874").is_valid("http://[fe80::1%25en0]/")


def test_what_is_no_host_is_refused_at_once():
    for wrong in (
        "**", "*.", "*.*",
        "*.*.a", "a*.b", "*a.b", "*.[::1]", "*..a", "*.a..b", "*.%2Ea", "*.%2Fa", "a:80", "u@a", "http://a", "a/",
        "a?", "::1", "[::1", "%zz", "a b", "*. a",
    ):  # fmt: skip
        with pytest.raises(ValueError, match="is not a host"):
            hosts(wrong)
    for names in ("example.com", b"example.com", urispec.Uri("a")):
        for what in ("schemes", "hosts"):
            with pytest.raises(TypeError, match="must be a list of names"):
                Kind(**{what: names})
    for names in ([b"a"], [1], [None]):
        with pytest.raises(TypeError, match="must be a list of str"):
            Kind(hosts=names)
    for given in ({"edition": "x"}, {"rule": "x"}, {"rule": "host"}):
        with pytest.raises(ValueError, match=r"unknown edition|has no production|does not derive whole references"):
            Kind(**given)


def facts(error):
    return error.text, error.offset, error.byte_offset, error.cause, error.section


def test_errors():
    text = "http://user@evil.example:80/"
    error = raised(hosts("example.com", "*.example.org", ""), text)
    assert facts(error) == (text, 12, 12, "host-not-allowed", "3.2.2")
    sentence = 'the host "evil.example" is not allowed; allowed hosts: example.com, *.example.org, ""'
    assert str(error) == error.message == sentence
    assert facts(raised(hosts("a"), "//b")) == ("//b", 2, 2, "host-not-allowed", "3.2.2")
    assert facts(raised(hosts("a"), "mailto:a")) == ("mailto:a", 7, 7, "no-host", "3.2.2")
    assert facts(raised(hosts("a"), "")) == ("", 0, 0, "no-host", "3.2.2")
    # Two-octet characters before the host, and a section that does not exist in RFC 3987.
    text = "http://\u00e9@\u00fc/"
    error = raised(hosts("a", edition="rfc3987"), text)
    assert facts(error) == (text, 9, 10, "host-not-allowed", "RFC 3986, 3.2.2")
    error = raised(HOOK, "http://example.com/")
    assert facts(error) == ("http://example.com/", 0, 0, "scheme-not-allowed", "RFC 3986, 3.1")
    assert facts(raised(Kind(schemes=["a"]), "//b")) == ("//b", 0, 0, "no-scheme", "3.1")
    assert str(raised(Kind(schemes=[]), "a:")) == 'the scheme "a" is not allowed; no scheme is allowed'
    # The user in RFC 1738 is the host in RFC 3986, and may have a password.
    text = "http://u:secret?@a"
    assert urispec.parse(text, edition="rfc1738").host == "a"
    error = raised(hosts("a", edition="rfc1738"), text)
    assert facts(error) == (text, 17, 17, "host-not-allowed", "RFC 3986, 3.2") and "secret" not in str(error)
    error = raised(hosts("a", ""), "http:///b")
    assert facts(error) == ("http:///b", 7, 7, "no-host", "3.2.2")
    assert str(error) == 'the host is missing; allowed hosts: a, ""'
    # A string that is invalid in the edition keeps its own details.
    error = raised(hosts("a"), "http://h:x/")
    assert facts(error) == ("http://h:x/", 10, 10, "port-digits", "3.2.3")
    # RFC 3986, 3.2.1: no password in a message.
    assert "secret" not in str(raised(hosts("a"), "http://u:secret@b/"))


def test_kinds_are_values():
    for kind in (HOOK, Kind(), Kind(rule="URI"), Kind(schemes=[])):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(kind, protocol)) == kind
        assert copy.copy(kind) == copy.deepcopy(kind) == kind and hash(copy.copy(kind)) == hash(kind)
        assert eval(repr(kind), {"Kind": Kind}) == kind
    assert HOOK != Kind("rfc9110", schemes=["https"]) and Kind() != Kind(rule="URI") and Kind() != "rfc3986"
    assert repr(HOOK) == "Kind('rfc9110', schemes=('https',), hosts=('example.com', '*.example.org'))"
    assert repr(Kind(schemes=[])) == "Kind('rfc3986', schemes=())"
    for change in (lambda: setattr(HOOK, "hosts", None), lambda: delattr(HOOK, "hosts"), lambda: setattr(HOOK, "x", 1)):
        with pytest.raises(AttributeError, match="cannot be changed"):
            change()
    # The kind keeps its own copy of a list.
    names = ["a"]
    kind = Kind(hosts=names)
    names.append("b")
    assert kind.hosts == ("a",)


def test_formats():
    for kind, said in (
        (Kind(), "uri-reference"),
        (Kind(rule="relative-ref"), "uri-reference"),
        (Kind(rule="URI"), "uri"),
        (Kind(rule="absolute-URI"), "uri"),
        (Kind("rfc3987"), "iri-reference"),
        (Kind("rfc3987", "IRI"), "iri"),
        (Kind("rfc9110"), "uri"),
        (Kind("rfc9110", "https-URI"), "uri-reference"),
        (Kind("did"), "uri"),
    ):
        assert kind.format == said, kind
    # `urispec diff rfc3986 EDITION` decides it: each has a string that is not a URI of RFC 3986.
    for edition, witness in (
        ("rfc1808", ":"),
        ("rfc2141", "URN:0:##"),
        ("rfc2396", "//:!"),
        ("rfc2732", "#["),
        ("rfc2396bis-01", "A:["),
        ("rfc3966", "TEL:+0;-=["),
        ("rfc5870", "GEO:0,0;-=["),
        ("rfc6874", "//[fe80::1%25en0]"),
        ("rfc7565", "ACCT:!@[::]"),
        ("rfc8089", "FILE://[::%25-]/"),
        ("whatwg", "\u00e9"),
        ("rfc6570", "{a}"),
    ):
        assert urispec.is_valid(witness, edition=edition) and not urispec.is_valid(witness), edition
        assert Kind(edition).format is None


def test_arguments():
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("url", type=kinds.argument(kinds.HttpUrl))
    assert parser.parse_args(["http://h/"]).url == urispec.Uri("http://h/")
    with pytest.raises(argparse.ArgumentError, match=r"missing scheme \(RFC 9110, 4\.2\.1\)"):
        parser.parse_args(["foo"])
    program = (
        "import argparse; from urispec.kinds import Kind, argument; p = argparse.ArgumentParser('p');"
        "p.add_argument('url', type=argument(Kind(schemes=['https']))); p.parse_args()"
    )
    asked = subprocess.run([sys.executable, "-c", program, "http://100%/"], capture_output=True, text=True)
    assert asked.returncode == 2 and asked.stderr.splitlines()[-1].startswith("p: error: argument url: ")
    asked = subprocess.run([sys.executable, "-c", program, "http://h/%25"], capture_output=True, text=True)
    sentence = 'the scheme "http" is not allowed; allowed schemes: https'
    assert asked.stderr.splitlines()[-1] == f"p: error: argument url: {sentence}"


def test_nothing_else_is_imported():
    program = "import sys, urispec, urispec.kinds; print(*sys.modules)"
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    frameworks = {"pydantic", "pydantic_core", "django", "sqlalchemy", "wtforms", "msgspec", "attrs", "pyarrow"}
    assert "urispec.kinds" in asked.stdout and not frameworks & set(asked.stdout.split())
