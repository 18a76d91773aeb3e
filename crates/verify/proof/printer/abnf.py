"""Reads ABNF (RFC 5234, RFC 7405) and the BNF of older RFCs, as printed, into syntax trees.

What differs in the older notation: `|` for `/`, `::=` for `=`, names in `<>`, and literals that keep their case.
A tree is a tuple whose first part says what it is:

    ("rule", name)  ("value", [character, …])  ("text", [character, …])  ("range", low, high)
    ("cat", [tree, …])  ("alt", [tree, …])  ("rep", least, most or None, tree)
"""

import re

TOKEN = re.compile(
    r"""(?P<space>\s+|;[^\n]*)
      | (?P<literal>%[si]"[^"]*"|"[^"]*")
      | (?P<number>%[xXdDbB][0-9A-Fa-f]+(?:-[0-9A-Fa-f]+|(?:\.[0-9A-Fa-f]+)*))
      | (?P<angle><[^>\n]*>)
      | (?P<repeat>\d*\*\d*|\d+)
      | (?P<name>[A-Za-z][A-Za-z0-9_+-]*)
      | (?P<sign>[][()/|])""",
    re.VERBOSE,
)

HEAD = re.compile(r"(?m)^(<[^>\n]+>|[A-Za-z][A-Za-z0-9_+-]*)[ \t]*(=/|=|::=|:=)")

# RFC 5234, B.1.
CORE = r"""
ALPHA  = %x41-5A / %x61-7A
BIT    = "0" / "1"
CHAR   = %x01-7F
CR     = %x0D
CRLF   = CR LF
CTL    = %x00-1F / %x7F
DIGIT  = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB   = %x09
LF     = %x0A
LWSP   = *(WSP / CRLF WSP)
OCTET  = %x00-FF
SP     = %x20
VCHAR  = %x21-7E
WSP    = SP / HTAB
"""


class Unreadable(Exception):
    """A production that is not written in the notation."""


class Production:
    """A production: its name, its source without comments that follow, and its tree, read when it is asked for."""

    def __init__(self, name, source, bnf):
        self.name, self.source, self.bnf = name, source, bnf

    def tree(self):
        body = HEAD.sub("", self.source, count=1)
        tokens = list(scan(body, self.name))
        tree, at = alternation(tokens, 0, self.bnf)
        if at != len(tokens):
            raise Unreadable(f"{self.name}: {tokens[at][1]!r} is not expected")
        return tree


def productions(text, bnf):
    """The productions of a file, in their order."""
    heads = list(HEAD.finditer(text))
    found = []
    for head, after in zip(heads, heads[1:] + [None]):
        source = text[head.start() : after.start() if after else len(text)]
        # Comments at the beginning of a line belong to what follows.
        source = re.sub(r"(?m)^;.*$", "", source).rstrip()
        if head[2] == "=/":
            raise Unreadable(f"{head[1]}: =/ is not read")
        found.append(Production(head[1].strip("<>"), source, bnf))
    return found


def scan(body, name):
    at = 0
    while at < len(body):
        token = TOKEN.match(body, at)
        if not token:
            raise Unreadable(f"{name}: {body[at : at + 10]!r} is not read")
        at = token.end()
        if token.lastgroup != "space":
            yield token.lastgroup, token[0]


def alternation(tokens, at, bnf):
    choices = []
    while True:
        tree, at = concatenation(tokens, at, bnf)
        choices.append(tree)
        if at < len(tokens) and tokens[at][1] in "/|":
            at += 1
        else:
            return (choices[0] if len(choices) == 1 else ("alt", choices)), at


def concatenation(tokens, at, bnf):
    parts = []
    while at < len(tokens) and tokens[at][1] not in ("/", "|", ")", "]"):
        tree, at = repetition(tokens, at, bnf)
        parts.append(tree)
    if not parts:
        raise Unreadable("missing element between two operators")
    return (parts[0] if len(parts) == 1 else ("cat", parts)), at


def repetition(tokens, at, bnf):
    kind, text = tokens[at]
    if kind != "repeat":
        return element(tokens, at, bnf)
    least, star, most = text.partition("*")
    tree, at = element(tokens, at + 1, bnf)
    if not star:
        return ("rep", int(least), int(least), tree), at
    return ("rep", int(least or 0), int(most) if most else None, tree), at


def element(tokens, at, bnf):
    if at == len(tokens):
        raise Unreadable("an element is missing at the end")
    kind, text = tokens[at]
    if text in ("(", "["):
        tree, end = alternation(tokens, at + 1, bnf)
        if end == len(tokens) or tokens[end][1] != {"(": ")", "[": "]"}[text]:
            raise Unreadable(f"{text} is not closed")
        return (tree if text == "(" else ("rep", 0, 1, tree)), end + 1
    if kind == "name":
        return ("rule", text), at + 1
    if kind == "literal":
        sensitive = bnf if text[0] == '"' else text[1] == "s"
        characters = [ord(c) for c in text[text.index('"') + 1 : -1]]
        return ("value" if sensitive else "text", characters), at + 1
    if kind == "number":
        base = {"x": 16, "d": 10, "b": 2}[text[1].lower()]
        if "-" in text:
            low, high = text[2:].split("-")
            return ("range", int(low, base), int(high, base)), at + 1
        return ("value", [int(c, base) for c in text[2:].split(".")]), at + 1
    if kind == "angle" and bnf:
        return (("value", [34]) if text == '<">' else ("rule", text[1:-1])), at + 1
    raise Unreadable(f"{text!r} is prose")
