r"""Sets of strings, and decisions about patterns: which strings a pattern matches, whether two patterns match the same
ones, and whether a pattern is slow.

>>> import re
>>> from urispec.languages import Language, lint, portable, redos, relation, same_as
>>> relation(re.compile("^[a-z]+$"), re.compile(r"^[a-z]+\Z"))
Relation(name='wider', only_left='a\n', only_right=None, common='a')
>>> [finding.id for finding in lint("^[A-z]+$")]
['line-end', 'odd-range']
>>> redos(r"^(\w+\.?)+@").text(3)
'aaaaa'
>>> portable(r"^(?!-)[a-z-]{1,63}\Z")
'^[a-z][\\-a-z]{0,62}$'

A `Language` is the set of the strings in which a pattern matches, or of the strings of a glob, a production of a
document, a template or a format. Results are decided by automata for all strings, never sampled: a relation is exact,
and its strings are shortest ones. A string that is not UTF-8 is `bytes`.

A pattern that is searched for, as by `re.search`, has all strings around a match. For `re.fullmatch`, pass
`match="whole"`.

A pattern is read as `re` reads it, and `dialect` names another dialect. The name `regex:TEXT` of a `Language` is the
exception: it is ECMAScript, unless `dialect` says otherwise. Write `python:TEXT`, or `Language.from_pattern(TEXT)`.
Patterns of bytes are not supported.

What cannot be read or decided raises ValueError, such as a pattern with back references. Most decisions take
milliseconds, but large counters such as `(a{1000}){1000}` may take some seconds until they are refused. Python's lock is
released meanwhile, and Ctrl-C has an effect only at the end.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Optional, Union

from . import _urispec

__all__ = [
    "Attack",
    "Language",
    "PatternFinding",
    "Relation",
    "lint",
    "portable",
    "redos",
    "relation",
    "same_as",
]

Language = _urispec.languages.Language


class Relation(NamedTuple):
    """The relation of one language to another, with a shortest string of each part, or None if the part is empty.

    `name` is 'equal', 'wider', 'narrower', 'overlapping' or 'disjoint'. A relation is true if the languages are equal.
    """

    name: str
    only_left: Union[str, bytes, None]
    only_right: Union[str, bytes, None]
    common: Union[str, bytes, None]

    def __bool__(self) -> bool:
        return self.name == "equal"


class Attack(NamedTuple):
    """Strings for which a backtracking engine takes a long time.

    `degree` is the exponent of the growth, or None if the growth is exponential. Each pump is a text, and a part after
    it that is repeated. `steps` are pairs of a number of repetitions and the number of steps that an engine takes.
    """

    degree: Optional[int]
    pumps: list[tuple[str, str]]
    suffix: str
    steps: list[tuple[int, int]]

    @property
    def kind(self) -> str:
        """The growth: 'exponential' or 'polynomial'."""
        return "exponential" if self.degree is None else "polynomial"

    def text(self, n: int) -> str:
        """Returns the string in which each pump is repeated `n` times."""
        return "".join(before + pump * n for before, pump in self.pumps) + self.suffix


class PatternFinding(NamedTuple):
    """A finding of `lint`: a place where a pattern probably does not mean what its author intended.

    `span` is a pair of character indexes into the text of the pattern. `witness` is a shortest string that shows the
    finding, or None if the finding is about all strings.
    """

    id: str
    severity: str
    message: str
    span: tuple[int, int]
    witness: Optional[str]


def relation(a: Union[Language, str, re.Pattern[str]], b: Union[Language, str, re.Pattern[str]]) -> Relation:
    r"""Decides the relation of two languages. Each is a Language, its name, or an `re.Pattern`, which is searched for.
    In a name, `python:` is a pattern as `re` reads it, and `regex:` one of ECMAScript.

    >>> relation("iam:s3:Get*", "iam:s3:*").name
    'narrower'
    >>> relation("express5:/:id", "express5:/users").name
    'wider'
    >>> found = relation(r"python:^\d\Z", r"regex:^\d$")
    >>> found.name, found.only_left == "\u0660"
    ('wider', True)
    """
    if isinstance(a, str):
        a = Language(a)
    elif isinstance(a, re.Pattern):
        a = Language.from_pattern(a)
    elif not isinstance(a, Language):
        raise TypeError(f"expected a Language, its name or an re.Pattern, not {type(a).__name__}")
    return a.relation(b)


def same_as(
    pattern: Union[str, re.Pattern[str]],
    *,
    abnf: Optional[str] = None,
    edition: Optional[str] = None,
    rule: Optional[str] = None,
    dialect: str = "python",
    match: str = "search",
) -> Relation:
    r"""Decides whether a pattern matches exactly the strings of a rule: of a grammar in ABNF, by default of its first
    rule, or of an edition, by default of RFC 3986. The edition may also be another known document, such as 'rfc5321'.

    The result is true if they are equal. In a test, `assert same_as(…)` shows the strings that differ.

    >>> bool(same_as("[A-Za-z][A-Za-z0-9+.-]*", rule="scheme", match="whole"))
    True
    >>> same_as("^[A-Za-z][A-Za-z0-9+.-]*$", rule="scheme")
    Relation(name='wider', only_left='A\n', only_right=None, common='A')
    >>> same_as(re.compile("1?[0-9]"), abnf='hour = DIGIT / "1" DIGIT / "2" %x30-33', match="whole").only_right
    '20'
    """
    if abnf is not None and edition is not None:
        raise ValueError("both `abnf` and `edition` were passed; pass one of them")
    if abnf is not None:
        wanted = Language.from_abnf(abnf, rule)
    elif rule is None:
        raise ValueError("there is no rule to compare with; pass `rule`, such as 'host', or `abnf`")
    else:
        wanted = Language.from_rule(rule, edition=edition or "rfc3986")
    return Language.from_pattern(pattern, dialect=dialect, match=match).relation(wanted)


def portable(
    pattern: Union[str, re.Pattern[str]],
    dialect: str = "json-schema",
    *,
    source: str = "python",
    match: str = "search",
    max_length: int = 10_000,
) -> str:
    r"""Writes a pattern that matches the same strings without look-around, atomic groups and possessive repetitions,
    for engines that lack them. The result is searched for, and its language is compared with that of the original.

    `dialect` is the target, the dialect of the result, and 'json-schema' is the subset of ECMAScript that JSON Schema
    recommends. `source` is the dialect of the pattern. Raises ValueError if no pattern of at most `max_length`
    characters is found.

    >>> portable(r"^(?!-)[a-z-]{1,63}(?<!-)\Z", "re2")
    '\\A[a-z](?:[\\-a-z]{0,61}[a-z])?\\z'
    """
    return _urispec.languages.portable(pattern, dialect, source, match, max_length)


def lint(
    pattern: Union[str, re.Pattern[str]],
    *,
    dialect: str = "python",
    match: str = "search",
) -> list[PatternFinding]:
    r"""Lints a pattern that tests strings, and returns the findings: a `$` before a final line break, an anchor that
    applies to one alternative only, an odd range of characters, an alternative that adds nothing, a pattern that never
    matches, or one that is slow. Each is decided, with a shortest string that shows it.

    A pattern that cannot be read is a finding, 'unreadable', and so is a question that is not decided, 'undecided'.

    >>> [(finding.id, finding.witness) for finding in lint(r"^a|b\Z")]
    [('escaped-anchor', '!b')]
    >>> lint(r"^(a|b)\Z")
    []
    """
    return [PatternFinding(*fields) for fields in _urispec.languages.lint(pattern, dialect, match)]


def redos(
    pattern: Union[str, re.Pattern[str]],
    *,
    dialect: str = "python",
    match: str = "search",
) -> Optional[Attack]:
    r"""Returns strings for which a backtracking engine takes polynomial or exponential time, or None if the time is
    linear for every string. Patterns with back references are accepted.

    Raises ValueError if this is not decided, as for a look-behind of more than one character. The engines of 'rust' and
    're2' do not backtrack; the result is then about an engine that does.

    >>> attack = redos(r"\s+\Z")
    >>> attack.kind, attack.degree, attack.text(2)
    ('polynomial', 2, '  a')
    >>> redos(r"^\s+\Z") is None
    True
    """
    found = _urispec.languages.redos(pattern, dialect, match)
    return None if found is None else Attack(*found)
