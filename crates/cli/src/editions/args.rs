//! The arguments of `urispec editions`, and its help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use urispec::Edition;
use urispec::across::Kind;

use crate::{args, help};

pub(crate) const ABOUT: &str = "\
Ask all editions about a string: whether it is valid, by which productions, what its components are, \
and with --base what it resolves to. What all of them say stands above the table, and what they do \
not agree on in it; `*` marks what is not as in the newest edition that has a say.

With -f only the lines are printed on which the editions do not agree, each with the kinds of \
disagreement and who differs, and at the end on stderr how many there are of each:

  accepts     valid here, and not in the newest edition
  rejects     not valid here, but in the newest edition
  scheme, authority, userinfo, host, port, path, query, fragment
              the component is another, or is not defined
  host-kind   the host is a name here and an address there, or an address of another kind
  opaque      what follows the scheme is opaque here and a path there
  production  the production of its scheme derives it here, and does not there, though there is one
  target      it resolves to something else

Of rfc1630 and rfc1738 the production of the scheme says what the components are, where there is one \
that derives the string; the generic `uri` of rfc1630 has no authority, so that it differs on most \
lines where no production has the scheme, and --edition asks only the others. `--with whatwg` puts \
beside the editions what browsers do, by the URL Standard of the WHATWG; it normalizes what it parses, so that much of \
what it says is another string for the same.

Exit codes: 0, they agree on all; 1, on some they do not, or one is not UTF-8, or the base is none in \
any of them; 2, wrong usage, or a file cannot be read.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  $ urispec editions http://1.2.3.256/ | sed -n '/edition/,$p'
     edition         production               host-kind
     rfc1630         httpaddress             *hostnumber
     rfc1738         httpurl                 *hostnumber
     url-syntax-05   absoluteURL, net_path   *hostnumber
     rfc2396         absoluteURI, net_path   *IPv4address
     rfc2396bis-01   absolute-URI, net-path   hostname
     rfc3986         URI, hier-part           reg-name

    * not as rfc3986
  $ printf 'a:/b\\na:b\\n' | urispec editions -f - --edition rfc2396,rfc3986 2>&1; echo $?
  <stdin>:2: opaque rfc2396: a:b
  2 asked about: 1 agreed on, 1 not
          1  opaque      rfc2396 (not as rfc3986)
                         <stdin>:2: a:b
  1
  $ urispec editions --json --edition rfc1738,rfc3986 http://h/ | grep -o '\"agree\":[a-z]*'
  \"agree\":true";

pub(crate) const JSON: &str = "\
Print one JSON object per line for each input, with -f for each on which they do not agree.

Its keys: `schema`, `input`, `base`, `agree`, `verdicts` [{`by` (an edition, or whatwg), `valid`, \
`productions` [..], `by_scheme` (whether the production of its scheme derives it), `opaque`, \
`components` {..}, `target`, `current_document`, `fragment`, `error` {..}}], `disagreements` [{`kind`, \
`from` (the newest that has a say), `by` [..]}]; of a line that is not UTF-8 only `schema`, `input` and \
`error`. With --count the objects are of kinds: `schema`, \
`kind`, `from`, `by`, `count`, `place`, `input`.";

#[derive(Args)]
pub(crate) struct Editions {
    /// Strings to ask about
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    pub(crate) strings: Vec<OsString>,
    /// Read more, one per line, from FILE (`-` is standard input), and print those on which the
    /// editions do not agree; may be repeated
    #[arg(short, long = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = help::FILE)]
    pub(crate) files: Vec<PathBuf>,
    /// Ask only these editions; may be repeated [default: all]
    #[arg(long = "edition", value_name = "ID", value_delimiter = ',')]
    #[arg(value_parser = args::editions())]
    pub(crate) editions: Vec<Edition>,
    /// Also resolve against this base
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    pub(crate) base: Option<OsString>,
    /// Put another parser beside the editions
    #[arg(long, value_enum, value_name = "PARSER")]
    pub(crate) with: Option<Other>,
    /// Look only at these kinds of disagreement; may be repeated
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kinds())]
    pub(crate) kind: Vec<Kind>,
    /// Print the table for each line of a FILE too
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// Print only how many disagreements there are of each kind
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) count: bool,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = JSON)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Other {
    /// The URL Standard of the WHATWG, by the crate `url`
    Whatwg,
}

fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or("no kind of disagreement")
    })
}
