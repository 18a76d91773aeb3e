"""Reads a pest grammar into syntax trees.

A tree is a tuple whose first part says what it is:

    ("call", name)  ("str", [character, …])  ("insensitive", [character, …])  ("between", low, high)  ("any",)
    ("seq", [tree, …])  ("or", [tree, …])  ("repeat", least, most or None, tree)  ("ahead", tree)  ("not", tree)
"""

import re

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<char>'(?:[^'\\]|\\(?:u\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|.))')
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<number>[0-9]+)
      | (?P<sign>\.\.|[=@$_!{}()~|*+?&^,])""",
    re.VERBOSE | re.DOTALL,
)

ESCAPE = re.compile(r"\\(u\{([0-9A-Fa-f]+)\}|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
SINGLE = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}

# The rules that pest has built in, as its book says what they are, but for ANY.
BUILT_IN = r"""
EOI = { !ANY }
ASCII = { '\x00'..'\x7F' }
ASCII_DIGIT = { '0'..'9' }
ASCII_BIN_DIGIT = { '0'..'1' }
ASCII_OCT_DIGIT = { '0'..'7' }
ASCII_NONZERO_DIGIT = { '1'..'9' }
ASCII_ALPHA_LOWER = { 'a'..'z' }
ASCII_ALPHA_UPPER = { 'A'..'Z' }
ASCII_ALPHA = { 'a'..'z' | 'A'..'Z' }
ASCII_ALPHANUMERIC = { '0'..'9' | 'a'..'z' | 'A'..'Z' }
ASCII_HEX_DIGIT = { '0'..'9' | 'a'..'f' | 'A'..'F' }
NEWLINE = { "\n" | "\r\n" | "\r" }
"""


class Unreadable(Exception):
    """A rule that is not written as the book says, or of a kind that the proof does not know."""


class Rule:
    """A rule: its name, its source and its tree."""

    def __init__(self, name, source, tree):
        self.name, self.source, self.tree = name, source, tree


def characters(text):
    """Returns the text between the quotes, as code points."""

    def one(found):
        if found[2] or found[3]:
            return chr(int(found[2] or found[3], 16))
        return SINGLE.get(found[4], found[4])

    return [ord(c) for c in ESCAPE.sub(one, text[1:-1])]


def rules(text):
    """The rules of a grammar, in their order."""
    tokens, at = [], 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            raise Unreadable(f"{text[at : at + 10]!r} is not read")
        if token.lastgroup != "space":
            tokens.append((token.lastgroup, token[0], at, token.end()))
        at = token.end()
    tokens.append(("end", "", at, at))
    found, at = [], 0
    while tokens[at][0] != "end":
        (kind, name, start, _), at = tokens[at], at + 1
        if kind != "name" or name in ("WHITESPACE", "COMMENT"):
            raise Unreadable(f"{name} as a rule")
        at = expect(tokens, at, "=")
        # The marks @, $, _ and ! are about the tree.
        if tokens[at][1] in ("@", "$", "_", "!"):
            at += 1
        at = expect(tokens, at, "{")
        tree, at = choice(tokens, at)
        end = tokens[at][3]
        at = expect(tokens, at, "}")
        found.append(Rule(name, text[start:end], tree))
    return found


def expect(tokens, at, sign):
    if tokens[at][1] != sign:
        raise Unreadable(f"{tokens[at][1]!r} where {sign!r} is expected")
    return at + 1


def choice(tokens, at):
    if tokens[at][1] == "|":
        at += 1
    choices = []
    while True:
        tree, at = sequence(tokens, at)
        choices.append(tree)
        if tokens[at][1] != "|":
            return (choices[0] if len(choices) == 1 else ("or", choices)), at
        at += 1


def sequence(tokens, at):
    parts = []
    while True:
        tree, at = term(tokens, at)
        parts.append(tree)
        if tokens[at][1] != "~":
            return (parts[0] if len(parts) == 1 else ("seq", parts)), at
        at += 1


def term(tokens, at):
    """A predicate is about all that follows it, signs of repetition too."""
    sign = tokens[at][1]
    if sign in ("!", "&"):
        tree, at = term(tokens, at + 1)
        return ("not" if sign == "!" else "ahead", tree), at
    tree, at = node(tokens, at)
    while True:
        sign = tokens[at][1]
        if sign in ("*", "+", "?"):
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
            at += 1
        elif sign == "{":
            least, most, at = counts(tokens, at + 1)
        else:
            return tree, at
        tree = ("repeat", least, most, tree)


def counts(tokens, at):
    """Returns the numbers in the braces of {n}, {n,}, {,m} and {n,m}."""
    inside = ""
    while tokens[at][1] != "}":
        inside += tokens[at][1]
        at += 1
    found = re.fullmatch(r"(\d*)(,?)(\d*)", inside)
    if not found or inside in ("", ","):
        raise Unreadable(f"{{{inside}}}")
    least = int(found[1] or 0)
    most = int(found[3]) if found[3] else None if found[2] else least
    # What these would mean the book does not say.
    if most is not None and (most == 0 or most < least):
        raise Unreadable(f"{{{inside}}}")
    return least, most, at + 1


def node(tokens, at):
    kind, text = tokens[at][:2]
    if text == "(":
        tree, at = choice(tokens, at + 1)
        return tree, expect(tokens, at, ")")
    if text == "^":
        return ("insensitive", characters(tokens[at + 1][1])), at + 2
    if kind == "string":
        return ("str", characters(text)), at + 1
    if kind == "char":
        after = expect(tokens, at + 1, "..")
        return ("between", characters(text)[0], characters(tokens[after][1])[0]), after + 1
    if text == "ANY":
        return ("any",), at + 1
    if text in ("SOI", "PUSH", "PUSH_LITERAL", "POP", "POP_ALL", "PEEK", "PEEK_ALL", "DROP"):
        raise Unreadable(f"{text} is not known to the proof")
    if kind == "name":
        return ("call", text), at + 1
    raise Unreadable(f"{text!r} is not expected")
