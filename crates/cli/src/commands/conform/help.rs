//! The help of the command, with the protocol and an adapter that can be pasted.

pub(super) const HELP: &str = "\
Ask a parser the conformance suite of a production, and say what it gets wrong, by what it does: first \
a few strings with the reason of each, then all, counted by where in the grammar, the shortest strings \
first. What is right is decided by the edition: \
its productions, and the components of its own references.

The parser is asked through a program that you write, the adapter. It reads one JSON object per \
line on standard input, {\"input\":STRING} or {\"input\":STRING,\"base\":STRING}, and writes one object \
per line for each, in the same order, at once. The lines it reads are ASCII: what is not is written \
\\uXXXX, in surrogate pairs; a quote and a backslash have a backslash before them; there is no other \
escape. An answer has `valid` (true, false, or null for not told) and, as far as the parser can \
tell, `scheme`, `authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`, `target` (what \
the string resolves to, if there is a base) and `normalized`, each a string, or null if it is \
undefined. What is left out is not told, and is no mistake. `reader` may name the parser and its \
version, and `error` say why it rejects a string. Any other key ends the run, so that no key is \
misspelled. A parser that takes only absolute URLs answers null, not false, to a relative reference.

This is an adapter in Python, whole. Paste it into adapter.py and run \
`urispec conform -- python3 adapter.py`:

import json, sys
from urllib.parse import urljoin, urlsplit

for line in sys.stdin:
    question = json.loads(line)
    answer = {\"reader\": \"Python \" + sys.version.split()[0] + \" urllib.parse\"}
    try:
        parts = urlsplit(question[\"input\"])
        answer[\"host\"] = parts.hostname
        answer[\"path\"] = parts.path
        if \"base\" in question:
            answer[\"target\"] = urljoin(question[\"base\"], question[\"input\"])
        answer[\"valid\"] = True
    except ValueError as error:
        answer[\"valid\"] = False
        answer[\"error\"] = str(error)
    print(json.dumps(answer), flush=True)

The first answer of a program may take four times as long as --timeout says. Many questions are under way \
at a time. A program that dies or hangs (--timeout) is started again; \
the string over which it did so is found and counted as a crash. A program that does not answer as \
it should ends the run: the message quotes the line and names the string.

The strings with reasons are those of testgen --mutants, and are asked first. A reason is what the \
string was made for; a parser may be wrong of the string for another one. Ten are shown, of different \
productions and kinds. --reasons asks these strings alone, which takes a second or two, and shows all. \
With --suite, the lines of FILE that have a `reason` are such strings.

A string that the parser wrongly accepts is counted at the production that was being read where \
the string leaves the language, with the character there. A string that it wrongly rejects, or \
divides in another way, is counted at one of the productions that derive it: at the one with the \
highest share of wrong strings, then at the next with those that are left. So `IPvFuture 425 of 425` \
says that every string with an IPvFuture is wrong. A part that is only spelled otherwise, \
such as a host in small letters, or `/` for an empty path, stands apart and is no mistake (6.2).

With --against whatwg, the expected answer is that of the parser of the URL Standard, with its \
exact components. With --with, programs of the list of peers are asked, which --list-peers shows; one that is absent is \
named and left out. --peers names a folder with another list, the file peers.tsv.

A mistake of a baseline is a whole string with what the parser does of it (it accepts, rejects, differs in a part, \
crashes), and not a place in the grammar: which place is blamed depends on all other mistakes. So a line stays the same \
until the parser, or the suite, changes. A mistake takes about 80 bytes. What the parser finds in place of the part does \
not matter, nor how it crashes. With --format sarif or github, a finding is a group of mistakes, about the parser.

Exit codes: 0, nothing is wrong, or nothing that is not in the baseline; 1, something is wrong; 2, \
wrong usage, or a program cannot be started or does not answer as it should, or a file cannot be \
read or written.";

pub(super) const EXAMPLES: &str = "\
Examples:
  $ urispec conform --rule port -- sh -c 'while read q; do echo \"{\\\"valid\\\":null}\"; done' | tail -1
  nothing is told of these
  $ urispec conform --rule port --reasons -- sed -u 's/.*/{\"valid\":true}/' | tail -3
    accepts  \"/\"  `DIGIT` cannot have `/`
             \":\"  `DIGIT` cannot have `:`
  2 strings wrong
  $ urispec conform -- echo Ready. 2>&1 | cut -d' ' -f2-
  echo: `Ready.` is no answer to `http://example.com/`: expected value";
