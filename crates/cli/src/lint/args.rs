//! What `urispec lint` takes, and its help.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use urispec::lint::{Lint as Known, Severity};

use crate::args::Common;

#[derive(Args)]
pub(crate) struct Lint {
    /// References to lint
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    pub(crate) strings: Vec<OsString>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Exit with 1 if there is a finding of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = names(), hide_possible_values = true)]
    #[arg(long_help = LEVELS)]
    pub(crate) deny: Vec<String>,
    /// Say nothing of this id or severity; may be repeated
    #[arg(long, value_name = "ID", value_parser = names(), hide_possible_values = true)]
    pub(crate) allow: Vec<String>,
    /// Print each finding on one line
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) short: bool,
    /// List the lints: id, severity, section of the edition's document (`-` where it says nothing),
    /// summary
    #[arg(long, conflicts_with_all = ["strings", "files", "deny", "allow", "short"])]
    pub(crate) list: bool,
}

fn names() -> impl TypedValueParser<Value = String> {
    let severities = [Severity::Note, Severity::Warning].map(Severity::name);
    PossibleValuesParser::new(
        severities.into_iter().chain(Known::all().iter().map(|lint| lint.id())),
    )
}

const LEVELS: &str = "\
Exit with 1 if there is a finding of this id, or of this severity (`note` or `warning`); may be \
repeated. Warnings do so already.

An id goes before a severity: `--allow warning --deny password` looks for passwords only.";

pub(crate) const LINT: &str = "\
Say what is valid and yet unwise, by the document's own words: other spellings of the same (notes), \
and what another reader takes for something else, or what does harm (warnings).

A finding says where, why, in which section, and how to mend it where there is a way: `mended` is \
the whole string with every place of that finding mended. Of the editions before and after too it is \
said if they would not take the string. --list shows every lint, and --edition changes which there \
are.

In JSON each input has `findings`, a list of {`id`, `severity`, `denied`, `edition`, `section`, \
`spans` [{`start`, `end`}], `message`, `mended`}.

Exit codes: 0, there is no warning, and nothing denied; 1, there is, or some input is invalid; 2, \
wrong usage, or a file cannot be read.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  $ urispec lint ws://h:80/%7Ea
  note: ws://h:80/%7Ea: the escaped character may stand for itself (2.3) [needless-escape]
    ws://h:80/%7Ea
              ^^^
    mended: ws://h:80/~a
  note: ws://h:80/%7Ea: the port is the scheme's default by RFC 6455, 3 (3.2.3) [default-port]
    ws://h:80/%7Ea
          ^^^
    mended: ws://h/%7Ea
  $ urispec lint --short --allow note FTP://u:p@0x7f.1/; echo $?
  warning: FTP://u:<hidden>@0x7f.1/: inet_aton() takes the name for 127.0.0.1 (7.4) [rare-ipv4]
  warning: FTP://u:<hidden>@0x7f.1/: whoever sees the URI reads the password (3.2.1) [password]
  1
  $ urispec lint --list | grep ipv4
  rare-ipv4               warning  7.4      a name that systems take for an IPv4 address";
