//! The longer help texts. The tests run each example, which prints what it says and exits with 0.

pub(super) const PROGRAM: &str = "\
The URI specifications, executable: parses, checks, resolves, relativizes, normalizes and compares \
URI references by the letter of the document that defines them, which is RFC 3986 unless --edition \
names another of six, and decides that its own grammars are those of the documents.

Exit codes: 0 is yes, 1 is no (some input is invalid, or not equivalent, or has no answer), 2 is \
an error of usage, or of reading or writing. A string that begins with `-` goes after `--`.";

pub(super) const SHOW_PASSWORDS: &str = "\
Show passwords. Otherwise text for people has `<hidden>` in place of what follows the first \":\" of a \
userinfo (RFC 3986, 3.2.1), in messages too, and in a string that is invalid by its authority as \
Appendix B finds it. The empty password is shown.

What is data stays whole: JSON, and the URIs that resolve, relativize, normalize, extract, sample and \
testgen print. So do arguments in the list of processes.";

pub(super) const FILE: &str = "\
Read more, one per line, from FILE; `-` is standard input. May be repeated.

A line ends in LF or CRLF, and the last one may end without; neither is part of the string. \
Nothing else is taken away: an empty line is the empty reference, which is a valid one (RFC 3986, \
4.1), and a space belongs to its line. A line that is not UTF-8 is invalid and named as FILE:LINE, \
and the rest goes on.";

pub(super) const JSON: &str = "\
Print one JSON object per line for each input, in the order of the input.

A key that is absent is undefined. Offsets are in bytes. In a string that is not UTF-8 the bytes \
that are to blame are replaced by U+FFFD.

Of two strings `part` in `error` names the one that it is about by its key, such as base; where \
both are invalid `other_error` is about the second. Each of `warnings` has a `code` (misread, \
underivable, above-root, unsuitable-base, same-scheme or relative), a `message`, and of two \
strings a `part`.";

pub(super) const PARSE: &str = "\
Show the components and the parse tree.

A component that is undefined is left out; one that is empty is shown as \"\". Each line of the \
tree is a span of byte offsets and the production that derives it. An invalid string is explained \
on stderr.

Under rfc1738 and rfc1630 what the scheme makes of the string stands between the two: the \
production that derives it as a URL, why that of its scheme does not if it does not, and what the \
URL means, such as the FTP commands that it stands for. In JSON this is `scheme_specific`, an \
object with `production`, with `unmatched` {production, error}, and of each scheme with:

  ftp       user, password, port, directories, name, type, commands
  http      port, path, search; rfc1630: words, sent, gateway
  gopher    port, type, request; rfc1738: selector, search, gopher_plus, retrieves, attributes,
            view, language, values; rfc1630: command
  mailto    address; rfc1630, also of mid and cid: local, hostname
  news      all, group or article
  nntp      group, number; rfc1738: port
  telnet    user, password, port; rfc1738: advisory
  wais      port, form, database, search, type; rfc1738: document; rfc1630: words, fields
  prospero  port, hsoname; rfc1738: fields; rfc1630: version, attributes
  file      host, local, segments
  afs       rfc1630: cellname, path
  others    rfc1738: schemepart, user, password, port, urlpath, experiment, reserved; rfc1630: \
experiment

`port` is a number, that of the document where none is given; `all`, `local`, `experiment` and \
`advisory` (user and password are only told to the user: RFC 1738, 3.8) are booleans; \
`directories`, `commands`, `segments`, `words`, gopher's `attributes` and `values` are lists of \
strings, and `fields` one of {name, value}. `retrieves` is what the Gopher+ string asks for (RFC 1738, 3.4.4 to \
3.4.9): `default-view`, `view` with `view` and `language`, `form`, `filled-form` with `values`, \
`attributes` or `directory-attributes`, of which `attributes` are the names, and all where that is \
absent. `reserved` says for what RFC 1738, 4, would reserve the scheme. Decoded are user, \
password, commands, gopher's type, selector, command, request, attributes, view, language and values, \
address, article, document, hsoname, segments and the fields of wais: of other octets than printable \
ASCII they have escapes (\\r, \\n, \\t, \\xNN), and \\\\ for a backslash. `type` of ftp is the \
argument of TYPE: as given, and under rfc1630 with the space that the URL omits (5.2.3). The rest is \
as given.

`sent` is what an HTTP server is sent: the URL from the slash after host and port on, without its \
fragment. `gateway` is what is sent where that server is a gateway: the whole URL without its \
fragment (RFC 1630, 4.1.5).

An FTP command that an encoded line end would divide is not sent, and shown as `<not sent: ...>`. So \
is under rfc1738 a gopher request that an encoded line end or tab would divide (RFC 1738, 6). Under \
rfc1630 such a gopher request is sent, since its 5.3 has line ends and tabs in the command.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";
pub(super) const PARSE_EXAMPLES: &str = "\
Examples:
  $ urispec parse --rule authority user@h:80
  user@h:80

       0..9  authority
       0..4    userinfo \"user\"
       5..6    host
       5..6      reg-name \"h\"
       7..9    port \"80\"
  $ urispec parse --edition rfc1738 ftp://me@h/%2Fetc/motd | sed -n '/production/,/RETR/p'
    production  ftpurl
    user        me
    port        21
    directories %2Fetc
    name        motd
    commands    USER me
                PASS <asked for>
                CWD /etc
                RETR motd
  $ urispec parse --json http://1.2.3.256 | grep -o '\"host_kind\":\"[a-z-]*\"'
  \"host_kind\":\"reg-name\"";

pub(super) const CHECK: &str = "\
Say what is valid, and why the rest is not.

Prints one line for each input that is invalid: where it is, and why. With -f, the numbers follow \
on stderr at the end.

Of rfc1630 the default is the generic grammar of section 8, which has no `:` in a path, and so no \
port; --rule url is that of section 9, which has.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";
pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  $ urispec check -v http://1.2.3.256/ ''
  http://1.2.3.256/: ok
  \"\": ok
  $ urispec check -q 'http://[::1' || echo invalid
  invalid
  $ printf 'a:b\\n%%zz\\n' | urispec check --count -f -; echo $?
  2 checked: 1 valid, 1 invalid
  1";

pub(super) const RESOLVE: &str = "\
Resolve references against a base, by the letter of the edition's document, and print the targets:

  rfc1630        4.1.3           partial forms: /x and //x go after the base up to its first run of
                                 so many slashes that has no longer one to its right
  rfc1738        2.3             none: it leaves relative links to others, and so nothing resolves
  url-syntax-05  5.2             steps 1 to 7, which merge the query with the path
  rfc2396        5.2             steps 1 to 7, of which 6g is for --above-root
  rfc2396bis-01  5.2             pseudocode and merge, whose step 7 is for --above-root
  rfc3986        5.2.2 to 5.3

A reference that is empty, or only a fragment, is `(current document)` and the fragment in all but \
two: in rfc3986 it is the base, and in rfc1630 the base less its last part (4.1.3). In JSON the \
`target` of a current document is null, and `current_document` true.

With a warning on stderr (in JSON, in `warnings`) come: a reference that the edition's algorithm \
resolves and its grammar does not derive, as ?y and http: under rfc2396 (5.2); a target that does not \
read back as what it is, or leads above the root; a relative reference to an opaque base, as mailto:a \
is, under rfc2396 and rfc2396bis-01 (5); and a reference in error for the scheme before it, as http:g \
with an http base under rfc2396 (5.2, step 3).

Exit codes: 0, all were resolved; 1, a base or a reference is invalid; 2, wrong usage, or a file \
cannot be read.";
pub(super) const RESOLVE_USAGE: &str = "\
urispec resolve [OPTIONS] --base <URI> [REF]...
       urispec resolve [OPTIONS] --file <FILE>";
pub(super) const BASE: &str = "\
The URI to resolve against. It has a scheme; its fragment is dropped (RFC 3986, 5.1). Under \
url-syntax-05 it may be empty, and then each reference is taken for absolute (5.1.4).

Without it each line of a FILE is a base, a tab and a reference.";
pub(super) const NON_STRICT: &str = "\
Ignore the scheme of a reference if it is the base's.

Departs from \"if defined(R.scheme)\" by the licence of RFC 3986, 5.2.2: \"A non-strict parser may \
ignore a scheme in the reference if it is identical to the base URI's scheme.\" So may one of \
rfc2396 (5.2, step 3) and of rfc2396bis-01 (5.2); under the others nothing changes.";
pub(super) const GUARD_PATH: &str = "\
Write `/.` before a path that would be read as an authority.

Departs from \"append path to result\" (RFC 3986, 5.3), so that 3.3 holds: without an authority \
\"the path cannot begin with two slash characters\".";
pub(super) const RESOLVE_EXAMPLES: &str = "\
Examples:
  $ urispec resolve --base 'http://a/b/c/d;p?q' ../g '?y'
  http://a/b/g
  http://a/b/c/d;p?y
  $ urispec resolve --base http://a/b/c/ --non-strict http:g
  http://a/b/c/g
  $ urispec resolve --base a:/b --guard-path .//c
  a:/.//c
  $ printf 'http://a/b\\tc\\n' | urispec resolve -f -
  http://a/c
  $ urispec resolve --edition rfc2396 --base http://a/b/c '#s' ../../g 2>&1
  (current document)#s
  http://a/../g
  warning: ../../g: the target's path begins with \"..\": the reference is in error (5.2)
  $ urispec resolve --base http://a/b ../c --trace | tail -n 1
  http://a/c";

pub(super) const RELATIVIZE: &str = "\
Find the shortest reference that resolves, against the base, to the URI, as the edition resolves.

Some have none: under rfc3986 a URI with dot segments is the target of no reference, since \
resolving removes them; under rfc1738 nothing resolves (2.3).

Exit codes: 0, all have one; 1, some have none or are invalid; 2, wrong usage, or a file cannot be \
read.";
pub(super) const RELATIVIZE_EXAMPLES: &str = "\
Examples:
  $ urispec relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d#s
  ../g
  #s";

pub(super) const NORMALIZE: &str = "\
Bring references into their normal form: up to all of RFC 3986, 6.2.2, which is safe for any \
scheme, unless --to says otherwise, and no further than the edition licenses.

A relative reference \"must be transformed to its target URI before it can be normalized\" (RFC \
3986, 5.2.1). --base does; without it a relative reference is normalized as far as its base cannot \
matter, with a warning on stderr (in JSON, in `warnings`).

Two guards depart from the letter, and --letter takes them away: `/.` stays before a path that \
would be read as an authority, as in a:/.//b, and %2E stays in a relative reference where it would \
become a dot segment, as in %2E/.. there.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";
pub(super) const BASE_FIRST: &str = "\
The URI to resolve every reference against before anything else, by the letter of the edition. It \
has a scheme; its fragment is dropped (RFC 3986, 5.1).

\"A URI reference must be transformed to its target URI before it can be normalized\" (RFC 3986, \
5.2.1), and relative references \"should be converted to their respective target URIs before \
comparison\" (6.1). A target that would not read back is written as by `urispec resolve --guard-path`.";
pub(super) const LETTER: &str = "\
Normalize by the letter, also where it makes another reference of the one given, with a warning \
there.

Without it two guards depart from the letter. \"URI normalizers should remove dot-segments by \
applying the remove_dot_segments algorithm to the path\" (RFC 3986, 6.2.2.3): but `/.` stays where \
the path would be read as an authority. The escape of a dot \"should be decoded\" by normalizers \
(2.3): but it stays in a relative reference where it would make a dot segment.";
pub(super) const IGNORE_FRAGMENT: &str = "\
Leave fragments out of the comparison.

\"When URIs are compared to select (or avoid) a network action, such as retrieval of a \
representation, fragment components (if any) should be excluded from the comparison\" (RFC 3986, 6.1).";
pub(super) const TO: &str = "\
The highest rung to climb to, of the ladder of RFC 3986, 6.2:

  string            6.2.1    the same characters
  case              6.2.2.1  scheme, host and hexadecimal digits in any case
  percent-encoding  6.2.2.2  unreserved characters, encoded or not
  path-segments     6.2.2.3  dot segments removed
  scheme            6.2.3    default ports, empty paths, the local host, the domain of a mail
                             address, the namespace of a URN
  protocol          6.2.4    what --redirect says

`normalize` stops at path-segments (with --redirect, at protocol), `compare` at none.

The older editions have fewer. To ask for one that they have not is noted on stderr, and changes \
no more than the rungs below it:

  rfc1630        string, case (4.1.2), percent-encoding (4.1.2), scheme (5.8)
  rfc1738        string, case (2.1), percent-encoding (2.2), scheme (3)
  url-syntax-05  string, case (4.1), percent-encoding (2.3), scheme (6)
  rfc2396        string, case (6), percent-encoding (2.3), scheme (6)
  rfc2396bis-01  all, with the sections of rfc3986";
pub(super) const NORMALIZE_EXAMPLES: &str = "\
Examples:
  $ urispec normalize 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d'
  example://a/b/c/%7Bfoo%7D
  $ urispec normalize --to scheme --explain http://example.com:80
  http://example.com/
    scheme            3.2.3    :80 -> \"\"
    scheme            6.2.3    \"\" -> /
  $ urispec normalize --edition rfc1738 --to protocol HTTP://h:80/%7e 2>&1
  note: rfc1738 has no rung protocol, only string, case (2.1), percent-encoding (2.2), scheme (3)
  http://h/%7E
  $ urispec normalize --redirect http://h/data http://h/data/ http://h/data
  http://h/data/
  $ urispec normalize --base http://h/a/b ../%7Ec
  http://h/~c
  $ urispec normalize --letter a:/.//b 2>&1
  a://b
  warning: a:/.//b: by the letter the normal form is read, or may be resolved, as another reference";

pub(super) const COMPARE: &str = "\
Find the lowest rung of the comparison ladder at which two references are equivalent, and its \
section; or `none`, which only says that nothing here makes them equivalent (RFC 3986, 6.1).

\"Applications should not directly compare relative references\" (6.1). --base resolves them first; \
without it there is a warning on stderr (in JSON, in `warnings`). Two that are equivalent are so \
under any one base.

With -f, each line is two references with a tab between.

Exit codes: 0, each pair is equivalent; 1, one is not, or is invalid; 2, wrong usage, or a file \
cannot be read.";
pub(super) const COMPARE_USAGE: &str = "\
urispec compare [OPTIONS] <A> <B>
       urispec compare [OPTIONS] --file <FILE>";
pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  $ urispec compare http://example.com http://EXAMPLE.com:80/
  scheme (6.2.3)
  $ urispec compare --to case http://example.com http://EXAMPLE.com:80/; echo $?
  none
  1
  $ printf 'a:b\\tA:b\\n' | urispec compare -f -
  case (6.2.2.1)
  $ urispec compare --ignore-fragment http://h/a#top http://h/a
  string (6.2.1)
  $ urispec compare --base http://h/a/b c HTTP://h/a/c
  case (6.2.2.1)";

pub(super) const AUDIT: &str = "\
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
pub(super) const AUDIT_USAGE: &str = "\
urispec audit [OPTIONS] [EDITION]...
       urispec audit [OPTIONS] --bnf <FILE> --pest <FILE>
       urispec audit [OPTIONS] --verify <FILE> [EDITION]...
       urispec audit [OPTIONS] --verify <FILE> --bnf <FILE> --pest <FILE>";
pub(super) const AUDIT_CERTIFICATE: &str = "\
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
pub(super) const AUDIT_VERIFY: &str = "\
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
pub(super) const AUDIT_RULE: &str = "\
Audit only what this production reaches, in print and in pest, as if nothing else were in the files; \
it is the production that stands for a whole string. May be repeated. Without it the first production \
of the file stands for one, and all are audited.";
pub(super) const AUDIT_MAP: &str = "\
Say that this rule transcribes this production, and no rule of the production's own name does. Needed \
where pest keeps a name for itself, as COMMENT, WHITESPACE, ANY or EOI. May be repeated.";
pub(super) const AUDIT_JSON: &str = "\
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
pub(super) const AUDIT_EXAMPLES: &str = "\
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

pub(super) const EXPLAIN: &str = "\
Show a production with everything that is known of it: its text and section, how it is read and why \
where it cannot be used as printed, the pest rule that transcribes it with its notes, the verdict of \
the audit, the size of its minimal automaton, its shortest members, and strings that almost are \
some: one byte too many, one too few, or another.

Exit codes: 0, the production is transcribed as read; 1, it is not; 2, wrong usage, or there is no \
such production.";
pub(super) const EXPLAIN_JSON: &str = "\
Print one JSON object per line for each production.

Its keys: `schema`, `edition`, `grammar`, `rule`, `section`, `printed` (its text), `read` {`text`, \
`why`}, `pest` [{`rule`, `notes` [..], `text`}], `members` [..], `near_misses` [..], and those of \
`urispec audit --json` for a production.";
pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  $ urispec explain h16
  h16 (rfc3986, 3.2.2)

    printed      h16           = 1*4HEXDIG
    pest         h16 = @{ HEXDIG{1, 4} }
    verdict      equal
    states       6
    members      \"0\", \"a\", \"00\"
    near misses  \"00000\", \"g\"";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  $ urispec completions bash > ~/.local/share/bash-completion/completions/urispec
  $ urispec completions zsh > ~/.zfunc/_urispec
  $ urispec completions fish > ~/.config/fish/completions/urispec.fish";
