//! The longer help texts. The tests run each example, which prints what it says and exits with 0.

pub(crate) const PROGRAM: &str = "\
The URI specifications, executable: parses, checks, resolves, relativizes, normalizes and compares \
URI references by the letter of the document that defines them, which is RFC 3986 unless --edition \
names another of six, and decides that its own grammars are those of the documents.

Exit codes: 0 is yes, 1 is no (some input is invalid, or not equivalent, or has no answer), 2 is \
an error of usage, or of reading or writing. A string that begins with `-` goes after `--`.";

pub(crate) const SHOW_PASSWORDS: &str = "\
Show passwords. Otherwise text for people has `<hidden>` in place of what follows the first \":\" of a \
userinfo (RFC 3986, 3.2.1), in messages too, and in a string that is invalid by its authority as \
Appendix B finds it. The empty password is shown.

What is data stays whole: JSON, and the URIs that resolve, relativize, normalize, extract, sample and \
testgen print. So do arguments in the list of processes.";

pub(crate) const FILE: &str = "\
Read more, one per line, from FILE; `-` is standard input. May be repeated.

A line ends in LF or CRLF, and the last one may end without; neither is part of the string. \
Nothing else is taken away: an empty line is the empty reference, which is a valid one (RFC 3986, \
4.1), and a space belongs to its line. A line that is not UTF-8 is invalid and named as FILE:LINE, \
and the rest goes on.";

pub(crate) const JSON: &str = "\
Print one JSON object per line for each input, in the order of the input.

A key that is absent is undefined. Offsets are in bytes. In a string that is not UTF-8 the bytes \
that are to blame are replaced by U+FFFD.

Of two strings `part` in `error` names the one that it is about by its key, such as base; where \
both are invalid `other_error` is about the second. Each of `warnings` has a `code` (misread, \
underivable, above-root, unsuitable-base, same-scheme or relative), a `message`, and of two \
strings a `part`.";

pub(crate) const PARSE: &str = "\
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
pub(crate) const PARSE_EXAMPLES: &str = "\
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

pub(crate) const CHECK: &str = "\
Say what is valid, and why the rest is not.

Prints one line for each input that is invalid: where it is, and why. With -f, the numbers follow \
on stderr at the end.

Of rfc1630 the default is the generic grammar of section 8, which has no `:` in a path, and so no \
port; --rule url is that of section 9, which has.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";
pub(crate) const CHECK_EXAMPLES: &str = "\
Examples:
  $ urispec check -v http://1.2.3.256/ ''
  http://1.2.3.256/: ok
  \"\": ok
  $ urispec check -q 'http://[::1' || echo invalid
  invalid
  $ printf 'a:b\\n%%zz\\n' | urispec check --count -f -; echo $?
  2 checked: 1 valid, 1 invalid
  1";

pub(crate) const RESOLVE: &str = "\
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
pub(crate) const RESOLVE_USAGE: &str = "\
urispec resolve [OPTIONS] --base <URI> [REF]...
       urispec resolve [OPTIONS] --file <FILE>";
pub(crate) const BASE: &str = "\
The URI to resolve against. It has a scheme; its fragment is dropped (RFC 3986, 5.1). Under \
url-syntax-05 it may be empty, and then each reference is taken for absolute (5.1.4).

Without it each line of a FILE is a base, a tab and a reference.";
pub(crate) const NON_STRICT: &str = "\
Ignore the scheme of a reference if it is the base's.

Departs from \"if defined(R.scheme)\" by the licence of RFC 3986, 5.2.2: \"A non-strict parser may \
ignore a scheme in the reference if it is identical to the base URI's scheme.\" So may one of \
rfc2396 (5.2, step 3) and of rfc2396bis-01 (5.2); under the others nothing changes.";
pub(crate) const GUARD_PATH: &str = "\
Write `/.` before a path that would be read as an authority.

Departs from \"append path to result\" (RFC 3986, 5.3), so that 3.3 holds: without an authority \
\"the path cannot begin with two slash characters\".";
pub(crate) const RESOLVE_EXAMPLES: &str = "\
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

pub(crate) const RELATIVIZE: &str = "\
Find the shortest reference that resolves, against the base, to the URI, as the edition resolves.

Some have none: under rfc3986 a URI with dot segments is the target of no reference, since \
resolving removes them; under rfc1738 nothing resolves (2.3).

Exit codes: 0, all have one; 1, some have none or are invalid; 2, wrong usage, or a file cannot be \
read.";
pub(crate) const RELATIVIZE_EXAMPLES: &str = "\
Examples:
  $ urispec relativize --base http://a/b/c/d http://a/b/g http://a/b/c/d#s
  ../g
  #s";

pub(crate) const NORMALIZE: &str = "\
Bring references into their normal form: up to all of RFC 3986, 6.2.2, which is safe for any \
scheme, unless --to says otherwise, and no further than the edition licenses.

A relative reference \"must be transformed to its target URI before it can be normalized\" (RFC \
3986, 5.2.1). --base does; without it a relative reference is normalized as far as its base cannot \
matter, with a warning on stderr (in JSON, in `warnings`).

Two guards depart from the letter, and --letter takes them away: `/.` stays before a path that \
would be read as an authority, as in a:/.//b, and %2E stays in a relative reference where it would \
become a dot segment, as in %2E/.. there.

Exit codes: 0, all are valid; 1, some are not; 2, wrong usage, or a file cannot be read.";
pub(crate) const BASE_FIRST: &str = "\
The URI to resolve every reference against before anything else, by the letter of the edition. It \
has a scheme; its fragment is dropped (RFC 3986, 5.1).

\"A URI reference must be transformed to its target URI before it can be normalized\" (RFC 3986, \
5.2.1), and relative references \"should be converted to their respective target URIs before \
comparison\" (6.1). A target that would not read back is written as by `urispec resolve --guard-path`.";
pub(crate) const LETTER: &str = "\
Normalize by the letter, also where it makes another reference of the one given, with a warning \
there.

Without it two guards depart from the letter. \"URI normalizers should remove dot-segments by \
applying the remove_dot_segments algorithm to the path\" (RFC 3986, 6.2.2.3): but `/.` stays where \
the path would be read as an authority. The escape of a dot \"should be decoded\" by normalizers \
(2.3): but it stays in a relative reference where it would make a dot segment.";
pub(crate) const IGNORE_FRAGMENT: &str = "\
Leave fragments out of the comparison.

\"When URIs are compared to select (or avoid) a network action, such as retrieval of a \
representation, fragment components (if any) should be excluded from the comparison\" (RFC 3986, 6.1).";
pub(crate) const TO: &str = "\
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
pub(crate) const NORMALIZE_EXAMPLES: &str = "\
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

pub(crate) const COMPARE: &str = "\
Find the lowest rung of the comparison ladder at which two references are equivalent, and its \
section; or `none`, which only says that nothing here makes them equivalent (RFC 3986, 6.1).

\"Applications should not directly compare relative references\" (6.1). --base resolves them first; \
without it there is a warning on stderr (in JSON, in `warnings`). Two that are equivalent are so \
under any one base.

With -f, each line is two references with a tab between.

Exit codes: 0, each pair is equivalent; 1, one is not, or is invalid; 2, wrong usage, or a file \
cannot be read.";
pub(crate) const COMPARE_USAGE: &str = "\
urispec compare [OPTIONS] <A> <B>
       urispec compare [OPTIONS] --file <FILE>";
pub(crate) const COMPARE_EXAMPLES: &str = "\
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

pub(crate) const EXPLAIN: &str = "\
Show a production with everything that is known of it: its text and section, how it is read and why \
where it cannot be used as printed, the pest rule that transcribes it with its notes, the verdict of \
the audit, the size of its minimal automaton, its shortest members, and strings that almost are \
some: one byte too many, one too few, or another.

Exit codes: 0, the production is transcribed as read; 1, it is not; 2, wrong usage, or there is no \
such production.";
pub(crate) const EXPLAIN_JSON: &str = "\
Print one JSON object per line for each production.

Its keys: `schema`, `edition`, `grammar`, `rule`, `section`, `printed` (its text), `read` {`text`, \
`why`}, `pest` [{`rule`, `notes` [..], `text`}], `members` [..], `near_misses` [..], and those of \
`urispec audit --json` for a production.";
pub(crate) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  $ urispec explain h16
  h16 (rfc3986, 3.2.2)

    printed      h16           = 1*4HEXDIG
    pest         h16 = @{ HEXDIG{1, 4} }
    verdict      equal
    states       6
    members      \"0\", \"a\", \"00\"
    near misses  \"00000\", \"g\"";

pub(crate) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  $ urispec completions bash > ~/.local/share/bash-completion/completions/urispec
  $ urispec completions zsh > ~/.zfunc/_urispec
  $ urispec completions fish > ~/.config/fish/completions/urispec.fish";
