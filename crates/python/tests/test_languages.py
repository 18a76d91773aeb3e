"""Languages. The module `re` and the printed documents are the references."""

import doctest
import itertools
import pickle
import re
import threading
import time
import typing

import pytest
import urispec
from urispec import languages
from urispec.languages import Attack, Language, Relation, lint, portable, redos, relation, same_as


def test_examples():
    found = doctest.testmod(languages)
    assert found.failed == 0 and found.attempted >= 25


def strings(alphabet, longest):
    return ["".join(one) for n in range(longest + 1) for one in itertools.product(alphabet, repeat=n)]


WAYS = {"search": re.Pattern.search, "prefix": re.Pattern.match, "whole": re.Pattern.fullmatch}
PATTERNS = [
    re.compile("a|b+"),
    re.compile("^ab?$"),
    re.compile(r"\Aab?\Z"),
    re.compile("^a$", re.MULTILINE),
    re.compile("a.b", re.DOTALL),
    re.compile("a.b"),
    re.compile(" a | b # c", re.VERBOSE),
    re.compile("B", re.IGNORECASE),
    re.compile("(?i)B$"),
    re.compile("(?s)a.b", re.IGNORECASE),
    re.compile(r"\bb"),
    re.compile("(?<!a)b(?!a)"),
    re.compile("a{2}?b*?"),
]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("match", WAYS)
def test_a_compiled_pattern_has_the_strings_that_re_matches(pattern, match):
    language = Language.from_pattern(pattern, match=match)
    for text in strings("abB \n", 4):
        assert (text in language) == (WAYS[match](pattern, text) is not None), text


def test_flags():
    whole = lambda text, flags: Language.from_pattern(re.compile(text, flags), match="whole")  # noqa: E731
    assert whole(r"\d", re.ASCII).members(20) == list("0123456789")
    # U+0660 is a digit, and U+212A, the sign of Kelvin, is a `k` without regard to case.
    assert "\u0660" in whole(r"\d", 0) and "\u0660" not in whole(r"(?a)\d", re.ASCII)
    assert whole("k", re.IGNORECASE).members(9) == ["K", "k", "\u212a"]
    assert whole("k", re.IGNORECASE | re.ASCII).members(9) == ["K", "k"]


def test_members_are_all_strings():
    language = Language("regex:^[ab]*c?$")
    by_hand = ["", "a", "b", "c", "aa", "ab", "ac", "ba", "bb", "bc", "aaa"]
    assert language.members(11) == by_hand and language.members(3) == by_hand[:3]
    assert language.members(0) == []
    # All 2 + 4 strings of a finite language, and the lengths between which there are none.
    assert Language("regex:^[01]{1,2}$").members(99) == ["0", "1", "00", "01", "10", "11"]
    assert Language("regex:^(a{3}){1,3}$").members() == ["a" * 3, "a" * 6, "a" * 9]
    assert Language("/^\u00e9{1,2}$/u").members() == ["\u00e9", "\u00e9\u00e9"]
    expected = [text for text in strings("ab", 4) if "ab" in text]
    found = (Language("regex:ab") & Language("regex:^[ab]{0,4}$")).members(99)
    assert found == expected


def test_samples_are_members():
    language = Language("rfc3986:URI")
    found = language.sample(20)
    assert len(found) == len(set(found)) == 20
    assert all(urispec.is_valid(text, rule="URI") and text in language for text in found)


def test_sets():
    ab, bc = Language("regex:^[ab]$"), Language("regex:^[bc]$")
    assert (ab | bc).members() == ["a", "b", "c"] and (ab & bc).members() == ["b"] and (ab - bc).members() == ["a"]
    # RFC 3986, 3.1.
    scheme = Language("rfc3986:scheme")
    assert scheme == Language("regex:^[a-z][a-z0-9+.-]*$") | Language("/^[a-z][a-z0-9+.-]*$/i")
    assert hash(scheme) == hash(Language("python:\\A[A-Za-z][A-Za-z0-9+.-]*\\Z"))
    assert ab != bc and ab == ab and ab != "a" and {ab, bc, ab | ab} == {ab, bc}
    b = ab & bc
    assert b < ab and b <= ab and ab > b and ab >= b and ab <= ab and not ab < ab and not ab <= bc and not ab >= bc
    for wrong in (lambda: ab | "regex:a", lambda: ab < 1, lambda: 1 & ab, lambda: 1 in ab):
        with pytest.raises(TypeError):
            wrong()


def test_the_empty_language():
    none = Language("regex:^a$") - Language("regex:a")
    assert none.is_empty and not none and none.shortest() is None and none.members() == none.sample() == []
    assert repr(none) == "<Language {}>" and none == Language("regex:(?!)")
    assert relation(none, none) == ("equal", None, None, None)
    assert relation(none, "regex:^a$") == ("narrower", None, "a", None)
    assert Language("regex:^$") and Language("regex:^$").shortest() == ""


def test_relations():
    assert relation("regex:^a+$", "regex:^aa*$") == Relation("equal", None, None, "a")
    assert relation("regex:^a+$", "regex:^a$") == Relation("wider", "aa", None, "a")
    assert relation("regex:^a$", "regex:^a*$") == Relation("narrower", None, "", "a")
    assert relation("regex:^[ab]$", "regex:^[bc]$") == Relation("overlapping", "a", "c", "b")
    assert relation("regex:^a$", "regex:^b$") == Relation("disjoint", "a", "b", None)
    assert relation(re.compile("^a$"), re.compile(r"^a\Z")) == ("wider", "a\n", None, "a")
    assert relation(re.compile("^a", re.I), Language("regex:^[Aa]")) and not relation("regex:a", "regex:b")
    found = relation("regex:^a$", "regex:^a*$")
    assert Language("regex:^a$").relation("regex:^a*$") == found == pickle.loads(pickle.dumps(found))
    assert repr(found) == "Relation(name='narrower', only_left=None, only_right='', common='a')"


@pytest.mark.parametrize(
    "name, members, others",
    [
        ("python:^a\\Z", ["a"], ["b", "a\n"]),
        ("/^a$/i", ["a", "A"], ["b"]),
        ("iam:s3:*", ["s3:", "s3:GetObject"], ["ec2:"]),
        ("fnmatch:*.[ch]", ["a.c", ".h"], ["a.py"]),
        ("pathname:*/b", ["a/b"], ["a/a/b", "b"]),
        ("gitignore:*.o", ["a.o", "a/b.o"], ["a.c"]),
        ("template:/{x}", ["/a", "/%2F", "/"], ["/a/b"]),
        ("express5:/:id", ["/a"], ["/", "/a/b"]),
        ("flask:/<int:id>", ["/7"], ["/a"]),
        ("openapi:/a/{id}", ["/a/7"], ["/a/"]),
        ("rfc3986:IPv4address", ["192.0.2.1"], ["192.0.2.256", "1.2.3.04"]),
        ("rfc5234:ALPHA", ["a", "Z"], ["1", "aa"]),
        ("format:email", ["a@example.com"], ["a@b@c", "a"]),
        ("format:date", ["2026-10-22"], ["2026-1-1", "2026-10"]),
        ("format:ipv6", ["::1"], ["[::1]"]),
    ],
)
def test_names(name, members, others):
    language = Language(name)
    assert [text for text in members if text not in language] == [text for text in others if text in language] == []


def test_advice_keeps_the_dialect():
    """Following the advice for a bare pattern, it is read as `re` reads it."""
    digit = r"^\d$"
    for ask in (lambda: relation(digit, "regex:a"), lambda: Language("regex:a").relation(digit), lambda: Language(digit)):
        with pytest.raises(ValueError, match="names no language") as error:
            ask()
        (advice,) = re.findall(r"for a pattern of Python, write `(.*?)`", str(error.value))
        assert advice == "python:" + digit and "regex:" not in str(error.value)
    # Unicode has digits besides those of ASCII, such as U+0660, which `re` matches and ECMAScript does not.
    assert re.search(digit, "\u0660")
    assert relation(advice, "python:^[0-9]$") == ("wider", "\u0660", None, "0")
    assert Language(advice) == Language.from_pattern(digit) == Language.from_pattern(re.compile(digit))
    assert relation("regex:" + digit, "regex:^[0-9]$").name == "equal"
    # Each function that takes the text of a pattern reads it as `re` does, and those that take a name say which dialect
    # `regex:` is.
    assert same_as(r"\d", abnf="one = DIGIT", match="whole").only_left == "\u0660"
    for documented in (Language, relation, languages):
        assert "ECMAScript" in documented.__doc__ and "python:" in documented.__doc__


def test_patterns_of_bytes_are_refused():
    for ask in (relation, lambda a, b: same_as(a, rule="host"), lambda a, b: lint(a), lambda a, b: redos(a)):
        with pytest.raises(TypeError, match="matches bytes; compile it from a str"):
            ask(re.compile(rb"a"), "regex:a")


def test_options_are_for_the_kind_regex():
    assert "a\n" in Language("regex:^a$", dialect="python") and "a\n" not in Language("regex:^a$")
    assert Language("regex:a", match="whole").members() == ["a"]
    assert Language.from_pattern("a", match="whole") == Language("regex:^a$")
    assert "ab" in Language("regex:a", match="prefix") and "ba" not in Language("regex:a", match="prefix")


def test_strings_that_are_not_text():
    octet = Language.from_abnf("octet = %xFF")
    assert octet.shortest() == b"\xff" and octet.members() == [b"\xff"] and b"\xff" in octet and "\u00ff" not in octet
    assert relation(octet, "regex:^a$") == ("disjoint", b"\xff", "a", None)
    every = Language("/^.$/su")
    assert "\u00e9" in every and "\u00e9".encode() in every and b"\xe9" not in every
    # Half of a surrogate pair has no encoding.
    assert "\ud800" not in every
    assert urispec.parse("http://h/") in Language("rfc3986:URI")


def test_abnf():
    # RFC 5234, 3.6: `*` may repeat zero times.
    text = 'list = item *("," item)\nitem = 1*2DIGIT\n'
    assert "1,22" in Language.from_abnf(text) and "1," not in Language.from_abnf(text)
    assert Language.from_abnf(text, "Item") == Language("regex:^[0-9]{1,2}$")
    # Strings in quotes ignore case (RFC 5234, 2.3).
    assert Language.from_abnf('a = "x"').members() == ["X", "x"]
    # RFC 3986, 3.2.3.
    assert Language.from_rule("port") == Language("regex:^[0-9]*$") == Language.from_rule("port", edition="rfc3987")


def test_same_as():
    assert same_as("^[0-9]*\\Z", rule="port") == ("equal", None, None, "")
    # `*` is not 1*, and a final line break matches before `$`.
    assert same_as("^[0-9]+$", rule="port") == ("overlapping", "0\n", "", "0")
    assert same_as("[0-9]*", rule="port", match="whole")
    assert same_as(re.compile("[a-f0-9]", re.I | re.A), abnf="a = HEXDIG", match="whole")
    assert same_as("a|b", abnf='x = "a"\ny = %x61 / %x62', rule="y", match="whole")
    assert same_as("^[0-9]*$", rule="port", edition="rfc3987", dialect="ecmascript")
    with pytest.raises(ValueError, match="pass `rule`"):
        same_as("a")
    with pytest.raises(ValueError, match="pass one of them"):
        same_as("a", abnf='a = "a"', edition="rfc3986")


@pytest.mark.parametrize("text", ["^(?!b)[ab]{1,3}$", r"^(?=.*b)[ab]+\Z", r"(?<!a)b\Z", r"^(?>a|ab)b?\Z", r"^a++b\Z"])
def test_portable(text):
    try:
        pattern = re.compile(text)
    except re.error:
        pytest.skip("`re` has atomic groups since Python 3.11")
    found = portable(pattern, "python")
    assert "(?!" not in found and "(?=" not in found and "(?<" not in found and "(?>" not in found and "++" not in found
    for one in strings("ab\n", 5):
        assert (re.search(found, one) is None) == (pattern.search(one) is None), one


def test_portable_options():
    # By hand: the first of at most three characters is not `b`.
    assert portable(r"^(?!b)[ab]{1,3}\Z") == "^a[ab]{0,2}$"
    assert portable("(?!b)[ab]", match="whole") == "^a$"
    assert portable("^a$", source="ecmascript") == "^a$" and portable(r"\Aa\Z", "re2") == r"\Aa\z"
    assert (Language("regex:^[a-c]$") - Language("regex:^b$")).to_pattern() == "^[ac]$"
    with pytest.raises(ValueError, match="at most 3 characters"):
        portable("^(?=.{2,}$)[ab]+$", max_length=3)
    with pytest.raises(ValueError, match="matches no string"):
        Language("regex:(?!)").to_pattern()


def test_redos():
    for linear in ("a", "^a+$", "^(ab)*$", re.compile("^ [a-z] + $", re.VERBOSE)):
        assert redos(linear) is None
    # Each of n characters may end an inner repetition: 2**n ways.
    attack = redos("^(a+)+$")
    assert isinstance(attack, Attack) and (attack.kind, attack.degree) == ("exponential", None)
    assert len(attack.text(9)) - len(attack.text(8)) == 1 and re.search("^(a+)+$", attack.text(3)) is None
    # A search begins at each of n characters and reads up to n: n**2. Three parts share n characters in n**2 ways.
    assert (redos("a+$").kind, redos("a+$").degree) == ("polynomial", 2)
    assert redos("^a*a*a*$").degree == 3 and redos("^a*a*$").degree == 2
    assert redos("a+$", match="whole") is None
    # `fullmatch` has no line break before its end, and `re.X` removes the space.
    assert redos(re.compile("^ ( a+ ) + $", re.X)).kind == "exponential"
    assert redos(r"^(a+)+(b)\2$").kind == "exponential"
    assert attack == pickle.loads(pickle.dumps(attack))


ERRORS = [
    (lambda: Language("a"), "`a` names no language; for a pattern of Python, write `python:a`"),
    (lambda: Language("regex:("), "cannot read the pattern as ecmascript, at byte"),
    (lambda: Language("rfc3986:hosts"), "RFC 3986 has no production `hosts`"),
    (lambda: Language("format:hosts"), "the formats are date-time, "),
    (lambda: Language("regex:a", dialect="perl"), "`perl` is not a dialect; the dialects are: rust, "),
    (lambda: Language("regex:a", match="any"), "`any` is not a way to match; these are: search, "),
    (lambda: Language.from_pattern(r"(a)\1"), "cannot read the pattern as python, at byte 3"),
    (lambda: Language.from_pattern(re.compile("a"), dialect="rust"), "is in the dialect 'python', not 'rust'"),
    (lambda: Language.from_abnf("a = ("), "abnf, line 1"),
    (lambda: Language.from_abnf("a = b"), "`b`"),
    (lambda: Language.from_abnf('a = "a"', "c"), "the grammar has no rule `c`; its rules are: a"),
    (lambda: Language.from_abnf(""), ""),
    (lambda: Language.from_abnf('a = "(" [a] ")"'), "a"),
    (lambda: Language.from_rule("a", edition="rfc0"), "rfc0"),
    (lambda: relation("a", "b"), "`a` names no language"),
    (lambda: portable("a", "perl"), "`perl` is not a dialect; the dialects are: rust, "),
    (lambda: redos("(?<=ab|ba)a+a+$"), "the time that an engine takes is not decided: it looks behind for more"),
]


@pytest.mark.parametrize("wrong, message", ERRORS)
def test_errors(wrong, message):
    with pytest.raises(ValueError) as error:
        wrong()
    assert message in str(error.value) and not isinstance(error.value, urispec.UriError)


def test_wrong_types():
    for wrong in (
        lambda: relation(1, "regex:a"),
        lambda: relation("regex:a", 1),
        lambda: relation("regex:a", re.compile(b"a")),
        lambda: Language.from_pattern(b"a"),
        lambda: Language(re.compile("a")),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_names_are_those_of_the_engine():
    from urispec import _types

    for names, wrong in (
        (_types.Dialect, lambda: redos("a", dialect="x")),
        (_types.Match, lambda: redos("a", match="x")),
        (_types.Syntax, lambda: portable("a", "x")),
    ):
        with pytest.raises(ValueError) as error:
            wrong()
        assert list(typing.get_args(names)) == str(error.value).split("are: ")[1].split(", ")


def test_other_threads_run_during_a_decision():
    thread = threading.Thread(target=Language, args=("regex:^(a|b)*a(a|b){12}$",))
    ticks, start = 0, time.monotonic()
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    taken = time.monotonic() - start
    assert ticks > taken / 0.02, (ticks, taken)


def test_lint():
    def ids(*given, **options):
        return [finding.id for finding in lint(*given, **options)]

    # `$` also matches before a final line break, which `fullmatch` does not allow.
    (found,) = lint("^[a-z]+$")
    assert (found.id, found.severity, found.span, found.witness) == ("line-end", "warning", (0, 8), "a\n")
    assert lint("^[a-z]+$", match="whole") == [] == lint(r"^[a-z]+\Z")
    # Between Z and a are six other characters.
    (found,) = lint("\u00e9[A-z]")
    assert (found.id, found.span) == ("odd-range", (2, 5)) and found.witness in "[\\]^_`"
    assert ids("^a|b\\Z") == ["escaped-anchor"] and ids("(?!)") == ["never-matches"]
    assert ids(r"^(a+)+\Z") == ["exponential-time"] and ids(r"a+\Z") == ["polynomial-time"]
    # The flags of a compiled pattern count, and the offsets are those of its text.
    assert lint(re.compile("^A[A-z]\\Z", re.I))[0].span == (3, 6)
    assert ids("^[a-z]+$", dialect="ecmascript") == []
    # An unreadable pattern, and an undecided question.
    assert [(one.id, one.severity) for one in lint("(")] == [("unreadable", "error")]
    (found,) = [one for one in lint("(?<=ab|ba)a+a+$") if one.id == "undecided"]
    assert found.severity == "note" and found.message.startswith("undecided: how long a backtracking engine takes")
    for wrong in (lambda: lint("a", dialect="perl"), lambda: lint("a", match="any")):
        with pytest.raises(ValueError, match="these are|the dialects are"):
            wrong()
