//! What the help says.

pub(super) const HELP: &str = "\
Print components as columns: a row for each string that is valid, in the order of the input.

--columns names the columns, or --row says how a row looks. --keep prints the lines themselves, as \
a filter does. Large files are worked on by all cores; only a few blocks of them are in memory.

A component that is undefined is not one that is empty: `http://h` has no query, `http://h?` an \
empty one. JSON leaves out the key of what is undefined. CSV has \"\" for what is empty, and nothing for \
what is undefined. In TSV both are nothing, unless --undefined says what stands for the undefined. \
In TSV a tab, a line end and a backslash are \\t, \\n, \\r and \\\\; only `input`, `error` and what --decode \
decodes can have them.

Nothing is lost in silence: stderr says why a string is invalid, unless --invalid says otherwise, and the last line \
there has the numbers, if files or standard input were read.

Passwords are data, and are printed if their column is asked for.

Exit codes: 0, there are rows; 1, there are none, or a string was reported as invalid; 2, wrong usage, or a file cannot be read or written.";

pub(super) const EXAMPLES: &str = "\
Examples:
  $ urispec get -C host,port,path http://example.com:80/a //h
  example.com\t80\t/a
  h\t\t
  $ urispec get --json -C host,query 'http://h/?'
  {\"host\":\"h\",\"query\":\"\"}
  $ printf '//a/%%7E\\nb c\\n' | urispec get -d --row '{path} {valid}' --invalid empty 2>&1
  /~ true
   false
  2 read: 1 valid, 1 invalid, 2 rows
  $ printf 'http://10.0.0.1/\\nhttp://h/\\n' | urispec get --keep --where private-address 2>/dev/null
  http://10.0.0.1/
  $ printf '//a/1\\n//b\\n//a/2\\n' | urispec get -C host --tally --top 1 2>/dev/null
  2\ta
  $ printf 'id,url\\n1,http://h/a\\n' | urispec get --input csv --column url -C host,path 2>/dev/null
  id,url,host,path
  1,http://h/a,h,/a";

pub(super) const COLUMNS: &str = "\
The columns to print, with commas between their names; may be repeated.

  scheme, authority, userinfo, user, password, host, host_kind, port, path, query, fragment
             the components as they stand (RFC 3986, 3)
  registrable
             the part of the host that somebody registered, such as example.co.uk, by the public suffix list \
(https://publicsuffix.org/) of 2026-10-22
  params     the parameters at the end of the path: only under rfc1808 (RFC 1808, 2.4.5)
  query:KEY  the value of the first pair of the query with this key; empty if the key has no `=`
  uri        the whole reference, after --base and --normalize
  target     the reference after --base
  normalized the normal form up to --to, also without --normalize
  input      the string as it was given
  valid      true or false
  error      why the string is invalid: see --invalid empty
  cause      the name of the reason, the same for all strings with the same fault, such as space
  lint       the lints of `urispec lint --pack security` that speak of the string, with commas between them
  file, line where the string comes from
  length     how many bytes the string has; length:COLUMN, those of another column: length:path";

pub(super) const TALLY: &str = "\
Print only how many strings there are of each kind: the columns say what the kinds are. Each row has the number, and then \
the columns; the most frequent kinds come first, and those of one number in the order of their bytes.

`-C host --tally --top 20` prints the 20 most frequent hosts; `-C cause --tally` how many invalid strings there are of each \
cause; `-C lint --tally` how many strings each lint speaks of. A string of several lints is counted for each, one without a \
cause or a lint for none. In memory there is each kind once.";

pub(super) const ROW: &str = "\
Print each row as TEXT says. A column in braces, such as {host}, stands for its value; `{{` and `}}` are \
braces, and `\\t`, `\\n` and `\\\\` a tab, a line end and a backslash.";

pub(super) const WHERE: &str = "\
Take only strings of which this is true. May be repeated, and then all must be true.

  valid, invalid   `invalid` and `cause=space` give rows for invalid strings: see --invalid
  host=VALUE       the column has this value; of scheme and host the case of letters does not matter
  host!=VALUE      the opposite, which is true of an undefined component too
  host^=VALUE, host$=VALUE, host*=VALUE
                   the value begins with this, ends with it, contains it
  host=~REGEX, host!~REGEX
                   the regular expression (of the crate regex) is found in the value, or is not
  port>1024, port>=1024, port<80, port<=80
                   the value is such a number: of port, line, query:KEY, length and length:COLUMN
  query, !query    the component is defined, or undefined
  private-address  a lint of `urispec lint --pack security` speaks of the string; also \
loopback-address, link-local-address, unique-local-address, metadata-address, and all others that \
`urispec lint --list --pack security` has; with `!` before, no such lint speaks of it

Conditions are put together by `and`, `or` and `not`; `and` binds more strongly, `|` is the same as `or`, and \
brackets make groups: `scheme=https and (port>1024 or not host$=.example)`.

A value goes on to the next `|`, `and` or `or`, or to the bracket that ends its group. A value that has one of these \
itself is in double quotes: `input*=\"a and b\"`; within quotes `\\\"` is a quote. A regular expression without quotes goes \
on to the end.

The values are those that the columns would have: after --base, --normalize and --decode. A lint reads \
the string as it was given, and knows an address however it is spelled.";

pub(super) const READER: &str = "\
Who takes the strings apart. `urispec` goes by the edition, and gives each component as it stands. `whatwg` is the parser \
of the URL Standard, as browsers have it: it removes tabs and line ends, takes `\\` for `/`, resolves `..`, escapes what \
must be escaped, maps hosts, and knows no default port; `uri` is the whole URL as it writes it. A string is invalid if it \
makes no URL of it; without --base it makes none of a relative reference.";

pub(super) const DECODE: &str = "\
Decode the escapes of userinfo, user, password, host, path, query and fragment, and of the values of \
`query:KEY`. An escape stays if its octets are not UTF-8, or stand for a character that cannot be seen, \
such as a tab or a line end. What comes out is for reading: `%2509` and `%09` both become `%09`.";

#[cfg(test)]
mod tests {
    use urispec_domains::PUBLIC_SUFFIX_LIST;

    #[test]
    fn the_help_names_the_list() {
        let said = format!(" of {PUBLIC_SUFFIX_LIST}\n");
        assert!(super::COLUMNS.contains(&said), "{PUBLIC_SUFFIX_LIST}");
    }
}
