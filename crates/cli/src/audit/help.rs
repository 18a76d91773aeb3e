//! The longer help texts of `urispec audit`. The tests run each example.

pub(crate) const ABOUT: &str = "\
Decide whether a grammar is what its document prints: production by production, whether the printed \
one and its transcription in pest accept exactly the same strings. Nothing is sampled; where the two \
differ, a shortest string of each side that the other rejects is shown.

Below the productions stands what else there is to say of a grammar: what no whole string reaches, \
alternatives that are never taken, alternatives that share strings and which of them the trees take, \
what the readings change, and which examples of the document contradict it.

With --bnf and --pest the grammars are your own. A production is transcribed by the rule of its \
name, with `_` for `-` and `_plus_` for `+`, or by the one that --map names. The core rules of ABNF \
need not be defined; one that the printed grammar uses is compared if there is a rule of its name. A \
rule that recurses with something after the call has no automaton and is refused by name; the others \
are decided all the same. A FILE may be `-`, standard input.

Each production has a budget of its own for its automaton and for the search for a difference. One \
that spends it is undecided, with the reason; that takes nothing from the others.

With --certificate the reason of each verdict `equal` is written down, and with --verify what is \
written is checked, without a search.

Exit codes: 0, all is as listed; 1, there is a difference, a missing rule or one that cannot be \
decided, a tree or an example that is not as listed; 2, wrong usage, or a file that cannot be read \
as a grammar. With --verify: 0, every production has a certificate that holds; 1, one has none, or \
one that does not hold; 2, as before.";
pub(crate) const USAGE: &str = "\
urispec audit [OPTIONS] [EDITION]...
       urispec audit [OPTIONS] --bnf <FILE> --pest <FILE>
       urispec audit [OPTIONS] --verify <FILE> [EDITION]...
       urispec audit [OPTIONS] --verify <FILE> --bnf <FILE> --pest <FILE>";
pub(crate) const CERTIFICATE: &str = "\
Write to FILE, for each production and rule that are equal, the reason why: a certificate. `-` is \
standard output, on which the verdicts are then left out. FILE is replaced when all is written. \
How many certificates there are, and what has none, is said on stderr.

A certificate divides the bytes into classes and lists pairs of residuals: what the production and \
what the rule may still read after the same bytes. The file is lines of ASCII, their fields divided \
by one space:

  urispec-certificate 1
  grammar NAME                                        once for each grammar; `-` for your own
  production NAME rule NAME classes N pairs N         once for each certificate
  class N BYTES...                                    two hexadecimal digits each, or a range 30-39
  pair N WAY yes|no PAIR...

WAY is how the pair is first reached: `start` for pair 0, the whole production and the whole rule; \
`PAIR/CLASS` for what a byte of that class leads to from that pair. `yes` says that the string may \
end here on both sides, `no` that it may on neither. Then comes for each class the pair after a byte \
of the class. If each pair is what its WAY leads to, if all that it says is so, and if pair 0 is the \
production and the rule, then the two have the same strings. A checker derives each side by a byte, \
and compares; how one is written without this program is told in the documentation of the library, \
module audit::certificate.";
pub(crate) const VERIFY: &str = "\
Check the certificates in FILE (`-` is standard input) against the grammars of the editions or, with \
--bnf, --pest and --readings, your own: one derivative of each side for each pair and class, and no \
search. Every byte of a class is checked, every pair, that each production has a certificate for each \
rule that transcribes it, and that there is nothing else in FILE. With --rule, the certificates are \
those of what these productions reach.

Prints a line for each grammar, or says on stderr what is the first that does not hold: production, \
pair and byte. With --json an object for each grammar: `schema`, `edition`, `grammar`, `verified` (a \
boolean), `productions`, `certificates`, `pairs` (how many), `without` [..] (productions that have no \
certificate); or one for FILE: `schema`, `file`, `verified` (false), `fault` {`line`, `rule`, `pair`, \
`byte`, `message`}.";
pub(crate) const RULE: &str = "\
Audit only what this production reaches, in print and in pest, as if nothing else were in the files; \
it is the production that stands for a whole string. May be repeated. Without it the first production \
of the file stands for one, and all are audited.";
pub(crate) const MAP: &str = "\
Say that this rule transcribes this production, and no rule of the production's own name does. Needed \
where pest keeps a name for itself, as COMMENT, WHITESPACE, ANY or EOI. May be repeated.";
pub(crate) const JSON: &str = "\
Print one JSON object per line for each production, and after those of a grammar one for the grammar.

A production: `schema`, `edition`, `grammar`, `rule`, `section`, `verdict` (`equal`, `differs`, \
`missing`, `undecided`), `rules` (those of pest that transcribe it), `states` (of its minimal \
automaton), `only_printed` and `only_pest` (shortest strings), `reading` {`kind` (`changes`, \
`unreadable`, `idle`), `adds`, `takes`, `through` [..], `message`}, `message` (why it is undecided).

A grammar: `schema`, `edition`, `grammar`, `clean`, `productions` (how many), `unreachable` [..], \
`undefined` [{`name`, `rule`}], `unprinted` [..] (rules that transcribe no production), `refused` \
[{`rule`, `line`, `message`}] (rules that cannot be decided), `never_taken` [{`rule`, `line`, `alternative`, \
`text`}], `untold` [{`rule`, `message`}] (what could not be told beside the verdicts), `ambiguities` [{`rule`, `alternatives` [..], `whole`, \
`input`, `preferred`, `section`, `strings`, `taken` [..], `stray` {`input`, `preferred`, `taken` \
[..]}}], `readings` [{`rule`, `text`, `why`}], `examples` (how many), `findings` [{`section`, `claim` \
(`instance`, `illegal`, `resolve`, `resolve non-strict`, `equivalent`, `not equivalent`, `sends`), \
`rule`, `input`, `base`, `reference`, `target`, `a`, `b`, `rung`, `request`, `found`, `reason`, \
`listed`}], `requirements` {`held`, `reader`, `open`} (how many sentences of the document stand how; \
with its first grammar).

A key that is absent is undefined; of your own grammars that is `edition`, `section`, and what \
needs trees. Where a string is not UTF-8, `_hex` is added to its key, and it is in hexadecimal digits.";
pub(crate) const EXAMPLES: &str = "\
Examples:
  $ urispec audit rfc3986 | tail -n 1 | cut -d ';' -f 1
  rfc3986: 39 productions, 31 equal, 8 equal as read
  $ urispec audit --json rfc3986 | grep -c '\"verdict\":\"equal\"'
  39
  $ urispec audit --bnf grammar/rfc3986.abnf --pest grammar/rfc3986.pest --rule host | tail -n 1
  grammar/rfc3986.abnf: 15 productions, 15 equal
  $ f=grammar/rfc3986; urispec audit --bnf $f.abnf --pest $f.pest --map h16=h16 --rule h16 | tail -1
  grammar/rfc3986.abnf: 3 productions, 3 equal
  $ urispec audit --certificate - rfc3986 2> /dev/null | grep -A 4 'production port '
  production port rule port classes 2 pairs 2
  class 0 30-39
  class 1 00-2F 3A-FF
  pair 0 start yes 0 1
  pair 1 0/1 no 1 1
  $ urispec audit --certificate - rfc3986 2> /dev/null | urispec audit --verify - rfc3986
  rfc3986: 39 productions verified by 44 certificates, 2,746 pairs";
