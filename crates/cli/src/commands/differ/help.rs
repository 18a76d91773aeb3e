//! The help of `differ`.

pub(super) const HELP: &str = "\
Ask several readers what a string is, and show what they do not agree on, the most dangerous first. `editions` asks documents and not parsers; `conform` asks one \
parser all that matters about a production.

The readers of this program are urispec (RFC 3986 by the letter), appendix-b (Appendix B, which divides every \
string, valid or not), whatwg (the parser of the URL Standard), and the editions by their ids. Other readers are \
peers: parsers that people use, such as curl and node-url. --list-peers shows which there are, which of them are \
here, and how each of the others is installed.

urispec, appendix-b and whatwg are asked; --with names more readers, and --readers names all that are asked. `all` \
stands for all peers, and `peer:NAME` for a peer that has the name of a reader of this program. --peer COMMAND asks a \
program of your own: it reads a JSON object a line, {\"input\":…}, and answers each, in order, with \
{\"valid\":…,\"host\":…} and so on.

A difference is material if it changes which host is contacted, which scheme or port is used, who is \
logged in, or whether the string is valid. Other differences are those of paths, queries and fragments. What \
is the same in other words is shown only with --canonical: `/` for the empty path, letter case of scheme and \
host, a default port, escapes, dot segments, an empty component for none, an IPv6 address. Hosts that look \
alike are material, and marked: [host-escape], [ipv4-form], [trailing-dot], [a-label]. A reader that rejects \
a string, and one that does not tell, has nothing to compare.

For a string that is an argument, the differences stand above a row for each reader; `-` is undefined, and \
what is blank is not told. Files are ranked: groups of the same difference between the same readers, with \
counts and the shortest examples, the most dangerous first: another host; a string that one reader accepts with a \
host and another rejects; another port, scheme or user; a string without a host that one accepts and another rejects; \
another path, query or fragment; the same in other words. Stderr has the number of strings.

Exit codes: 0, nothing differs that is asked for; 1, something does, or a line is not UTF-8; \
2, wrong usage, or a file cannot be read, or a program cannot be asked.";

pub(super) const HOST_ALLOW_FILE: &str = "\
Print only the strings that one reader takes for an allowed host and another for one that is not allowed, \
or for none, and exit with 1 if there is one.

FILE has a host on each line: `good.com`, `[::1]`, or `*.good.com` for all hosts below good.com, but not \
good.com itself. Letter case does not matter, a dot at the end does. An empty line and one that begins with \
`#` say nothing. With --base, the host is that of the target.";

pub(super) const EXAMPLES: &str = "\
Examples:
  $ urispec differ 'http://evil.com\\@good.com/' || true
  http://evil.com\\@good.com/

    host        good.com (appendix-b) · evil.com (whatwg)
    valid       no (urispec) · yes (whatwg)
    userinfo    evil.com\\ (appendix-b) · none (whatwg)
    path        / (appendix-b) · /@good.com/ (whatwg)

    scheme      http

    reader      valid  userinfo   host      path
    urispec     no
    appendix-b         evil.com\\  good.com  /
    whatwg      yes    -          evil.com  /@good.com/
  $ printf 'http://h\\nhttp://h/#a#b\\n' | urispec differ -f - -n 1 2>&1; echo $?
  accepted with a host by some, rejected by others
          1  valid  urispec (no) ≠ whatwg (yes)
             <stdin>:2: http://h/#a#b
               no (urispec) · yes (whatwg)

  the same in other words
          1  path [empty-path]
  2 strings: 1 read differently, 1 the same in other words, 0 alike
  1
  $ urispec differ --json http://0x7f.1/ | grep -o '\"spellings\":[^]]*]' | head -1
  \"spellings\":[\"ipv4-form\"]";
