"""`urispec.compat` gives the same results as `urllib.parse`, except where the table of the
module lists a difference."""

import ast
import copy
import doctest
import itertools
import pickle
import re
import sys
import urllib.parse

import pytest
import urispec
from urispec import compat

ROWS = re.findall(r"^\| `(.+?)` \| (.+?)(, (?:before|since) \S+)? \| (.+?) \| (\S+) \|$", compat.__doc__, re.MULTILINE)


def said(module, written):
    """Evaluates an expression, and returns its value between backticks, or the name of its
    exception."""
    try:
        return f"`{ascii(eval(written, dict(vars(module))))}`"
    except ValueError as error:
        return type(error).__name__


def in_ascii(cell):
    return f"`{ascii(ast.literal_eval(cell.strip('`')))}`" if cell.startswith("`") else cell


@pytest.mark.parametrize(("written", "theirs", "when", "ours", "section"), ROWS, ids=[row[0] for row in ROWS])
def test_each_difference(written, theirs, when, ours, section):
    assert said(compat, written) == in_ascii(ours)
    if ours == "UriError" and section != "C":
        with pytest.raises(urispec.UriError) as error:
            eval(written, dict(vars(compat)))
        assert error.value.section in (section, None)
    # Another version of Python may give the same result as ours, if the line states it.
    assert said(urllib.parse, written) in (in_ascii(theirs), in_ascii(ours) if when else None)


def test_every_line_of_the_table_was_read():
    assert len(ROWS) == compat.__doc__.count("\n| `") > 30


def test_the_examples_of_the_module():
    assert doctest.testmod(compat) == (0, 3)


SCHEMES = [None, "http", "HTTP", "file", "urn", "x-y"]
AUTHORITIES = [
    None,
    "",
    "h",
    "a.example:8042",
    "u:p@EXAMPLE.com:80",
    "u@h:",
    ":@h",
    "[2001:DB8::7]:80",
    "%C3%A9X",
    "192.0.2.1:65536",
]
PATHS = [
    "",
    "/",
    "/a/b",
    "/a/../b",
    "/a//b/.",
    "/a;p",
    "/a;",
    "/;x=1/b;y",
    "/%7E@:!$&'()*+,;=",
    "//a",
    "a",
    "./a:b",
    "..",
    "a:b",
    "example:a",
]
QUERIES = [None, "", "q", "a=b&c=%20+&d=&e", "/?:@"]
FRAGMENTS = [None, "", "f", "/?"]


def is_derived(scheme, authority, path):
    """Returns whether the grammar allows a path with the other components (3.3, 4.2)."""
    if authority is not None:
        return path == "" or path.startswith("/")
    return not path.startswith("//") and (scheme is not None or ":" not in path.split("/")[0])


def recomposed(scheme, authority, path, query, fragment):
    """Recomposes components (section 5.3)."""
    return "".join(
        [
            "" if scheme is None else scheme + ":",
            "" if authority is None else "//" + authority,
            path,
            "" if query is None else "?" + query,
            "" if fragment is None else "#" + fragment,
        ]
    )


PARTS = [
    parts for parts in itertools.product(SCHEMES, AUTHORITIES, PATHS, QUERIES, FRAGMENTS) if is_derived(*parts[:3])
]
REFERENCES = {recomposed(*parts): parts for parts in PARTS}


# Predicates for the differences, on the components of a reference. Each names lines of the
# table.
def is_empty_and_defined(parts):
    return "" in (parts[1], parts[3], parts[4])


def ends_in_empty_params(parts):
    return parts[2].endswith(";")


def has_params(parts):
    return ";" in parts[2].rsplit("/", 1)[-1]


def lacks_authority(parts):
    """Returns whether `urllib` writes an empty authority."""
    return parts[0] is not None and parts[1] is None and parts[0].lower() in urllib.parse.uses_netloc


def has_encoded_host(parts):
    return "%" in (parts[1] or "")


def has_upper_scheme(parts):
    return parts[0] is not None and parts[0] != parts[0].lower()


# From this version on, `urldefrag` and `urljoin` keep empty components and parameters.
KEEPS_EMPTY = sys.version_info >= (3, 14)
# Python 3.13 does so in fewer cases, and a later version may stop.
WRITES_AUTHORITIES = [lacks_authority] if urllib.parse.urlunsplit(("http", "", "", "", "")) != "http:" else []


def answer(function, *given):
    try:
        return function(*given)
    except ValueError:
        return ValueError


def compared(cases, differences):
    """Each case is the two results and their input. Where they differ, a predicate must
    hold, and each predicate must occur."""
    seen = set()
    for theirs, ours, about in cases:
        if theirs == ours:
            continue
        held = [difference for difference in differences if difference(*about)]
        assert held, (about, theirs, ours)
        # A predicate that holds alone is the reason.
        if len(held) == 1:
            seen.add(held[0])
    assert seen == set(differences), [one.__name__ for one in differences if one not in seen]


def test_there_are_thousands():
    assert len(REFERENCES) == len(PARTS) > 5000


def test_components():
    for text, (scheme, *rest) in REFERENCES.items():
        lowered = "" if scheme is None else scheme.lower()
        assert compat.urlsplit(text) == (lowered, *(part or "" for part in rest)) == urllib.parse.urlsplit(text), text


def test_parts_of_the_authority():
    for attribute in ("username", "password", "port"):
        compared(
            (
                (
                    answer(getattr, urllib.parse.urlsplit(text), attribute),
                    answer(getattr, compat.urlsplit(text), attribute),
                    (parts,),
                )
                for text, parts in REFERENCES.items()
            ),
            [],
        )
    compared(
        (
            (urllib.parse.urlsplit(text).hostname, compat.urlsplit(text).hostname, (parts,))
            for text, parts in REFERENCES.items()
        ),
        [has_encoded_host],
    )


def test_params():
    compared(
        (
            (tuple(urllib.parse.urlparse(text)), tuple(compat.urlparse(text)), (parts,))
            for text, parts in REFERENCES.items()
        ),
        [has_params],
    )


def test_the_whole_again():
    for text, (scheme, *_) in REFERENCES.items():
        # Only the scheme is in lower case (3.1).
        same = text if scheme is None else scheme.lower() + text[len(scheme) :]
        assert compat.urlsplit(text).geturl() == compat.urlparse(text).geturl() == same
        assert compat.urlunsplit(compat.urlsplit(text)) == compat.urlunparse(compat.urlparse(text)) == same
    compared(
        (
            (urllib.parse.urlsplit(text).geturl(), compat.urlsplit(text).geturl(), (parts,))
            for text, parts in REFERENCES.items()
        ),
        [is_empty_and_defined, *WRITES_AUTHORITIES],
    )


def test_without_a_fragment():
    compared(
        (
            (tuple(urllib.parse.urldefrag(text)), tuple(compat.urldefrag(text)), (parts,))
            for text, parts in REFERENCES.items()
        ),
        [has_upper_scheme]
        if KEEPS_EMPTY
        else [is_empty_and_defined, ends_in_empty_params, has_upper_scheme, *WRITES_AUTHORITIES],
    )
    for text in REFERENCES:
        cut = compat.urldefrag(text)
        assert cut.geturl() == text and cut.url == text.partition("#")[0]


# RFC 3986, 5.4, with the base http://a/b/c/d;p?q.
BASE = "http://a/b/c/d;p?q"
EXAMPLES = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    "": "http://a/b/c/d;p?q",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
    "../../../g": "http://a/g",
    "../../../../g": "http://a/g",
    "/./g": "http://a/g",
    "/../g": "http://a/g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x",
    "http:g": "http:g",
}


def test_the_examples_of_resolution():
    for reference, target in EXAMPLES.items():
        assert compat.urljoin(BASE, reference) == target
        # By 5.2.2, only a non-strict parser gives the other target for the last example.
        assert urllib.parse.urljoin(BASE, reference) == (target if reference != "http:g" else "http://a/b/c/g")


# Predicates for the differences, on the components of a base and of a reference.
def has_unknown_scheme(base, reference):
    return base[0].lower() not in urllib.parse.uses_relative


def is_the_base_document(base, reference):
    return reference == (None, None, "", None, None) and base[4] is not None


def has_the_scheme_of_the_base(base, reference):
    """Returns whether `urllib` is not strict here (5.2.2)."""
    return reference[0] is not None and reference[0].lower() == base[0].lower() and reference[1] is None


def is_left_as_it_stands(base, reference):
    """Returns whether a reference has a scheme or an authority and dot segments, which
    `urllib` keeps."""
    return (reference[0] or reference[1]) is not None and bool({".", ".."} & set(reference[2].split("/")))


def has_empty_segments(base, reference):
    return "//" in base[2] + reference[2] and not reference[2].startswith("/")


def has_empty_params(base, reference):
    return any(re.search(";$", path) for path in (base[2], reference[2]))


def has_empty_component(base, reference):
    return "" in (base[1], base[3], reference[1], reference[3], reference[4])


def has_capitals(base, reference):
    return base[0] != base[0].lower() or has_upper_scheme(reference)


def has_no_authority(base, reference):
    return base[1] is None


def test_targets():
    schemes = ["http", "HTTP", "file", "x-y"]
    bases = itertools.product(schemes, [None, "", "h", "u@h:80"], PATHS, [None, "", "q"], [None, "f"])
    bases = [base for base in bases if is_derived(*base[:3])]
    paths = ["", "/", "g", "./g", "../g", "../..", "g/", "/g/./h/..", "g//h", ";x", "g;", "g;x=1/../y", "..;", "."]
    references = [
        *itertools.product([None], [None], paths, [None, "", "y"], [None, "", "s"]),
        *itertools.product([None, "http", "ftp", "urn"], [None, "", "g"], ["", "/a", "/../a", "b"], [None], [None]),
    ]
    references = [reference for reference in dict.fromkeys(references) if is_derived(*reference[:3])]
    assert len(bases) * len(references) > 50_000
    compared(
        (
            (urllib.parse.urljoin(*texts), compat.urljoin(*texts), pair)
            for pair in itertools.product(bases, references)
            for texts in [[recomposed(*parts) for parts in pair]]
        ),
        [
            has_unknown_scheme,
            is_the_base_document,
            has_the_scheme_of_the_base,
            is_left_as_it_stands,
            has_empty_segments,
            *([] if KEEPS_EMPTY else [has_empty_params]),
            has_empty_component,
            has_capitals,
            has_no_authority,
        ],
    )


# Each ASCII character, other text, and octets that are not text.
DATA = [*map(chr, range(128)), "a b/c?d#e%41", "\u00fc\u30a2\U0001f600", "", b"\xff\x00 a", b""]


@pytest.mark.parametrize("name", ["quote", "quote_plus"])
def test_data_percent_encoded(name):
    theirs, ours = getattr(urllib.parse, name), getattr(compat, name)
    for data, safe in itertools.product(DATA, ["", "/", "/:+", "-][&", "~"]):
        assert ours(data, safe) == theirs(data, safe) and ours(data) == theirs(data)
    for safe in ("%", " ", "\u00fc", '"', "a<"):
        with pytest.raises(ValueError, match="cannot be safe"):
            ours("a", safe)
    with pytest.raises(ValueError, match=r"once \(2\.4\)"):
        ours("a", "%")
    with pytest.raises(ValueError, match="surrogate"):
        ours("\ud800")
    with pytest.raises(TypeError):
        ours(1)


def test_data_decoded():
    for data in DATA:
        if isinstance(data, str):
            for quoted in (compat.quote(data), compat.quote_plus(data)):
                assert compat.unquote(quoted) == urllib.parse.unquote(quoted)
                assert compat.unquote_plus(quoted) == urllib.parse.unquote_plus(quoted)
            assert compat.unquote(compat.quote(data)) == compat.unquote_plus(compat.quote_plus(data)) == data
    # RFC 3986, 2.1 and 2.5.
    for wrong in ("%", "a%4", "%g0", "%FF", "%C3"):
        for function in (compat.unquote, compat.unquote_plus):
            with pytest.raises(urispec.UriError):
                function(wrong)


def test_forms():
    fields = ["", "a", "a=", "=b", "a=1", "b=x+y%26", "c=d=e"]
    queries = ["&".join(three) for three in itertools.product(fields, repeat=3)]
    for query, blank in itertools.product([*queries, ""], [False, True]):
        assert compat.parse_qsl(query, blank) == urllib.parse.parse_qsl(query, blank)
        assert compat.parse_qs(query, blank) == urllib.parse.parse_qs(query, blank)
        if query:
            strict = [answer(module.parse_qsl, query, blank, True) for module in (compat, urllib.parse)]
            assert strict[0] == strict[1]
    assert compat.parse_qsl("a=1;b=2&c", separator=";") == [("a", "1"), ("b", "2&c")]
    assert len(compat.parse_qsl("a=1&b=2", max_num_fields=2)) == 2 and compat.parse_qs("", max_num_fields=0) == {}
    with pytest.raises(ValueError, match="3 fields"):
        compat.parse_qs("a=1&b=2&", max_num_fields=2)
    with pytest.raises(ValueError):
        compat.parse_qsl("a=1", separator="")


def test_forms_written():
    for query in (
        {},
        {"a": 1, "b c": "d&e=\u00fc", 2: None},
        [("a", "1"), ("a", b"\xff "), (b"b", 1.5)],
        {"a": ["x y", "z"], "b": "cd", "e": (), "f": b"gh", "i": (1, None)},
    ):
        for doseq, safe in itertools.product([False, True], ["", "/:"]):
            assert compat.urlencode(query, doseq, safe) == urllib.parse.urlencode(query, doseq, safe)
        given = compat.urlencode(query, quote_via=compat.quote)
        assert given == urllib.parse.urlencode(query, quote_via=urllib.parse.quote)
        assert urispec.is_valid("?" + given)
    for wrong in ("a=b", b"a=b", 1):
        with pytest.raises(TypeError):
            compat.urlencode(wrong)


def test_results_are_tuples_of_strings():
    result = compat.urlsplit("http://u:p@[2001:DB8::7]:80/a?#")
    assert result == ("http", "u:p@[2001:DB8::7]:80", "/a", "", "") and isinstance(result.query, str)
    assert (result.username, result.password, result.hostname, result.port) == ("u", "p", "2001:db8::7", 80)
    for again in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert again == result and again.geturl() == "http://u:p@[2001:DB8::7]:80/a?#" and type(again) is type(result)
    # A plain empty str makes a component undefined.
    assert result._replace(query="", fragment="", netloc="h").geturl() == "http://h/a"
    assert result._replace(query="q").geturl() == "http://u:p@[2001:DB8::7]:80/a?q#"
    assert compat.urlsplit("//h/a", "ftp").geturl() == "ftp://h/a" and compat.urlparse("a:b", "c").scheme == "a"
    assert compat.urlunparse(("http", "h", "/a", "p", "", "")) == "http://h/a;p"
    with pytest.raises(ValueError, match="65536 is above 65535"):
        compat.urlsplit("//h:65536").port


def test_a_uri_is_taken_and_bytes_are_not():
    uri = urispec.Uri("http://h/a?b#c")
    assert compat.urlsplit(uri) == compat.urlsplit(str(uri)) and compat.urlparse(uri).path == "/a"
    assert compat.urljoin(uri, urispec.Uri("d")) == "http://h/d" and compat.urldefrag(uri) == ("http://h/a?b", "c")
    for function in (compat.urlsplit, compat.urlparse, compat.urldefrag):
        with pytest.raises(TypeError):
            function(b"http://h/")
