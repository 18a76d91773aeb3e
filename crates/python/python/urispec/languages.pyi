import re
from typing import Literal, NamedTuple, Optional, Union, final

from ._types import Dialect, Match, Syntax

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

_Pattern = Union[str, re.Pattern[str]]
_String = Union[str, bytes]

@final
class Language:
    r"""A set of strings, which may be infinite: the strings of a pattern, a glob, a template, a route, a production of a
    document, or a format. The name is `KIND:TEXT`:

    - `python:TEXT`, a pattern as `re` reads it; `rust:TEXT`, `re2:TEXT` and so on, one of another dialect. `match` is
      'search', 'prefix' as in `re.match`, or 'whole' as in `re.fullmatch`.
    - `regex:TEXT`, a pattern of `dialect`, by default of ECMAScript, where `\d` is `[0-9]` and `$` matches only at the end.
      In Python, `\d` also matches digits of other scripts, and `$` also before a final line break. `/TEXT/i` is one of
      ECMAScript with flags.
    - `fnmatch:TEXT`, a glob; also `pathname`, `gitignore` and `iam`.
    - `template:TEXT`, the expansions of a URI template; `express5:TEXT`, the paths of a route; also `openapi`,
      `express4`, `spring`, `rails`, `flask` and `django`.
    - `rfc3986:NAME`, a production of an edition, or of another known document such as `rfc5321`.
    - `format:NAME`, such as `format:email` or `format:date-time`.

    Languages are compared and combined like sets, and each result is decided, not sampled:

    >>> scheme = Language("rfc3986:scheme")
    >>> scheme == Language("regex:^[A-Za-z][A-Za-z0-9+.-]*$")
    True
    >>> Language("python:^[a-z]+$") - scheme
    <Language {'a\n', 'b\n', 'c\n', ...}>
    >>> "web+demo" in scheme, "1st" in scheme
    (True, False)

    A language without strings is false, like an empty set. Raises ValueError if the name cannot be read, or if the
    language is too large to decide.
    """

    def __new__(cls, text: str, *, dialect: Dialect = "ecmascript", match: Match = "search") -> Language: ...
    @classmethod
    def from_pattern(cls, pattern: _Pattern, *, dialect: Dialect = "python", match: Match = "search") -> Language:
        r"""Returns the language of a pattern: a compiled `re.Pattern`, with its flags, or the text of a pattern in a dialect,
        by default as `re` reads it.

        >>> import re
        >>> Language.from_pattern(re.compile("^ab$", re.IGNORECASE), match="whole").members(9)
        ['AB', 'Ab', 'aB', 'ab']
        >>> Language.from_pattern(r"^\d\Z") > Language(r"regex:^\d$") == Language(r"python:^[0-9]\Z")
        True
        """
    @classmethod
    def from_abnf(cls, text: str, rule: Optional[str] = None) -> Language:
        """Returns the language of a rule of a grammar in ABNF, by default of its first rule. The grammar may use the core
        rules of RFC 5234 without defining them.

        >>> Language.from_abnf('month = "0" %x31-39 / "1" %x30-32').members(3)
        ['01', '02', '03']
        """
    @classmethod
    def from_rule(cls, rule: str, *, edition: str = "rfc3986") -> Language:
        """Returns the language of a production of an edition, or of another document that is known by name.

        >>> "[::1]" in Language.from_rule("host"), "user@example.com" in Language.from_rule("Mailbox", edition="rfc5321")
        (True, True)
        """
    @property
    def is_empty(self) -> bool:
        """Whether the language has no string."""
    def shortest(self) -> Optional[_String]:
        """Returns the shortest string, or None if the language is empty.

        >>> Language("rfc3986:IPv6address").shortest()
        '::'
        """
    def sample(self, n: int = 10) -> list[_String]:
        """Returns up to `n` strings that differ in kind, for tests of a parser."""
    def members(self, n: int = 10) -> list[_String]:
        """Returns the first `n` strings, or all if there are fewer: the shortest first, by the length of their UTF-8. Strings
        of one length are in the order of their bytes, with visible characters of ASCII before all others.

        >>> Language("regex:^[a-c]{1,2}$").members(5)
        ['a', 'b', 'c', 'aa', 'ab']
        """
    def relation(self, other: Union[Language, _Pattern]) -> Relation:
        """Compares the language with another one: see `relation`."""
    def to_pattern(self, dialect: Syntax = "json-schema", *, max_length: int = 10_000) -> str:
        r"""Writes the language as a pattern that is searched for, in a dialect or in 'json-schema', the subset that JSON
        Schema recommends. The pattern is built from an automaton, so it may be long; `portable` keeps the text of a
        pattern as far as possible.

        Raises ValueError if no pattern of at most `max_length` characters is found.

        >>> (Language("regex:^[a-c]$") - Language("regex:^b$")).to_pattern("python")
        '\\A[ac]\\Z'
        """
    def __contains__(self, text: _String, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def __or__(self, other: Language, /) -> Language: ...
    def __and__(self, other: Language, /) -> Language: ...
    def __sub__(self, other: Language, /) -> Language: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Language, /) -> bool: ...
    def __le__(self, other: Language, /) -> bool: ...
    def __gt__(self, other: Language, /) -> bool: ...
    def __ge__(self, other: Language, /) -> bool: ...
    def __hash__(self) -> int: ...

class Relation(NamedTuple):
    """The relation of one language to another, with a shortest string of each part, or None if the part is empty.

    `name` is 'equal', 'wider', 'narrower', 'overlapping' or 'disjoint'. A relation is true if the languages are equal.
    """

    name: Literal["equal", "wider", "narrower", "overlapping", "disjoint"]
    only_left: Optional[_String]
    only_right: Optional[_String]
    common: Optional[_String]
    def __bool__(self) -> bool: ...

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
    def kind(self) -> Literal["exponential", "polynomial"]:
        """The growth: 'exponential' or 'polynomial'."""
    def text(self, n: int) -> str:
        """Returns the string in which each pump is repeated `n` times."""

class PatternFinding(NamedTuple):

    """A finding of `lint`: a place where a pattern probably does not mean what its author intended.

    `span` is a pair of character indexes into the text of the pattern. `witness` is a shortest string that shows the
    finding, or None if the finding is about all strings.
    """

    id: str
    severity: Literal["error", "warning", "note"]
    message: str
    span: tuple[int, int]
    witness: Optional[str]

def relation(a: Union[Language, _Pattern], b: Union[Language, _Pattern]) -> Relation:
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
def same_as(
    pattern: _Pattern,
    *,
    abnf: Optional[str] = None,
    edition: Optional[str] = None,
    rule: Optional[str] = None,
    dialect: Dialect = "python",
    match: Match = "search",
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
def portable(
    pattern: _Pattern,
    dialect: Syntax = "json-schema",
    *,
    source: Dialect = "python",
    match: Match = "search",
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
def lint(pattern: _Pattern, *, dialect: Dialect = "python", match: Match = "search") -> list[PatternFinding]:
    r"""Lints a pattern that tests strings, and returns the findings: a `$` before a final line break, an anchor that
    applies to one alternative only, an odd range of characters, an alternative that adds nothing, a pattern that never
    matches, or one that is slow. Each is decided, with a shortest string that shows it.

    A pattern that cannot be read is a finding, 'unreadable', and so is a question that is not decided, 'undecided'.

    >>> [(finding.id, finding.witness) for finding in lint(r"^a|b\Z")]
    [('escaped-anchor', '!b')]
    >>> lint(r"^(a|b)\Z")
    []
    """
def redos(pattern: _Pattern, *, dialect: Dialect = "python", match: Match = "search") -> Optional[Attack]:
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
