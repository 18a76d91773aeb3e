//! `urispec parse`: the components, what the scheme makes of them, and the tree; or the tree by a grammar of
//! the user.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueHint;
use urispec_views::parse::{parse, record};

use crate::grammar::GrammarArgs;
use crate::input::Input;
use crate::input::rows::Taken;
use crate::options::Common;
use crate::options::names::ReadBy;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::usage::{Outcome, Stop};

mod show;
mod given;

const HELP: &str = "\
Show the components and the parse tree.

A component that is undefined is left out; a component that is empty is shown as \"\". Each line of \
the tree is a span of byte offsets and the production that derives this span. An invalid string \
is explained on stderr.

Under rfc1808 a URL may have `params`, which follow the first \";\" of its path (RFC 1808, 2.4.5); \
`path` has them too. Other documents know parameters of single segments only.

Under rfc1738 and rfc1630, a part about the scheme stands between the components and the tree. It \
says which production derives the string as a URL; why the production of the string's own scheme \
does not, if it does not; and what the URL means, such as the FTP commands that it stands for. In \
JSON this part is `scheme_specific`, an object with `production`, with `unmatched` {production, \
error}, and for each scheme with:

  ftp       user, password, port, directories, name, type, commands
  http      port, path, search; rfc1630: words, sent, gateway
  gopher    port, type, request; rfc1738: selector, search, gopher_plus, retrieves, attributes,
            view, language, values; rfc1630: command
  mailto    address; rfc1630, for mid and cid too: local, hostname
  news      all, group or article
  nntp      group, number; rfc1738: port
  telnet    user, password, port; rfc1738: advisory
  wais      port, form, database, search, type; rfc1738: document; rfc1630: words, fields
  prospero  port, hsoname; rfc1738: fields; rfc1630: version, attributes
  file      host, local, segments
  afs       rfc1630: cellname, path
  others    rfc1738: schemepart, user, password, port, urlpath, experiment, reserved;
            rfc1630: experiment

`port` is a number: the document's default port if the URL gives none. `all`, `local`, \
`experiment` and `advisory` are booleans; `advisory` is true if user and password are only told \
to the user (RFC 1738, 3.8). `directories`, `commands`, `segments`, `words`, and gopher's \
`attributes` and `values` are lists of strings; `fields` is a list of {name, value}. `reserved` \
says what RFC 1738, 4, would reserve the scheme for.

`retrieves` is what the Gopher+ string asks for (RFC 1738, 3.4.4 to 3.4.9): `default-view`, \
`view` (with the keys `view` and `language`), `form`, `filled-form` (with `values`), `attributes` \
or `directory-attributes`. For the last two, the key `attributes` lists the names of the \
attributes; if the key is absent, the string asks for all of them.

These are decoded: user, password, commands, gopher's type, selector, command, request, \
attributes, view, language and values, address, article, document, hsoname, segments and the \
fields of wais. In a decoded string, an octet that is not printable ASCII is written as an escape \
(\\r, \\n, \\t, \\xNN), and a backslash as \\\\. The `type` of ftp is the argument of the command TYPE: \
as given, and under rfc1630 with the space that the URL omits (5.2.3). Everything else is as \
given.

`sent` is what a client sends to an HTTP server: the URL from the slash after host and port on, \
without its fragment. `gateway` is what a client sends if that server is a gateway: the whole URL \
without its fragment (RFC 1630, 4.1.5).

An FTP command is not sent if an encoded line end would divide it; it is shown as `<not sent: \
...>`. Under rfc1738 a gopher request is not sent if an encoded line end or tab would divide it \
(RFC 1738, 6). Under rfc1630 such a gopher request is sent, since section 5.3 has line ends and \
tabs in the command.

With --grammar, the tree is that of a production of your own grammar, in any notation but regular \
expressions. The grammar may nest. A production that the notation lends, such as DIGIT, is no node. If \
the grammar derives a string in several ways, the first printed alternative goes before others, and each \
part takes as much as it can. Rules of pest have the nodes that pest gives them. An invalid string is \
explained by the offset at which no string of the language continues, and what could have stood there; \
where a rule of pest nests, by what failed furthest. A production that recurses on the left has no tree, and \
neither has a string of more than 4096 bytes, or one that nests in itself, also at its end, more than about \
fifty levels deep.

With --grammar, JSON has `grammar` in place of `edition`, `input_hex` in place of `input` where the string is not UTF-8, \
and no components.

Exit codes: 0, all are valid; 1, some are not, or have no tree; 2, wrong usage, or a file cannot be \
read.";

const SVG: &str = "\
Draw one string into FILE, an image in SVG, in light and dark, on a ground of its own; `-` is stdout. Over the \
string stand its components, each in its colour and with the offsets of its bytes, and below the string its tree, \
in boxes with what each node derives. A long string has several lines. Of an invalid string the byte that is \
to blame is marked, and below it stand the cause and, if it is known, the mended string. The image names the document. A \
password is drawn as dots. FILE is replaced if it is there.";

const EXAMPLES: &str = "\
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
  $ printf 'at = x \":\" 1*DIGIT\\nx = 1*ALPHA\\n' | urispec parse --grammar - --notation abnf h:80
  h:80

       0..4  at
       0..1    x \"h\"
  $ urispec parse --svg - 'http://[::1]/' | grep -c '<svg'
  1
  $ urispec parse --json http://1.2.3.256 | grep -o '\"host_kind\":\"[a-z-]*\"'
  \"host_kind\":\"reg-name\"";

/// Show the components and the parse tree
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Strings to parse
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    common: Common,
    /// The production to parse by, with the name that the document prints [default: that of the edition's
    /// productions for whole strings, such as URI-reference, which derives the string]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    #[command(flatten)]
    given: GrammarArgs,
    /// Draw one string with its components over it and its tree below it, into FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = SVG)]
    #[arg(conflicts_with_all = ["json", "count", "quiet", "files", "bnf"])]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.given.is_given() {
        return given::run(args, out);
    }
    let by = ReadBy::of(args.common.edition(), args.rule.as_deref())?;
    out.passwords = out.passwords.in_part(by.production(None).role());
    if let Some(path) = &args.svg {
        return show::run(by, &args.strings, path, out);
    }
    let taken = match args.rule {
        None => Taken::References(args.common.edition()),
        Some(_) => Taken::Anything,
    };
    let input = Input::in_common(&args.strings, &args.common)?.read_by("parse", taken);
    let done = input.each(out, move |out, item| {
        let text = item.text();
        let production = by.production(text.as_ref().ok().copied());
        let parsed = text.and_then(|text| parse(production, text));
        if args.common.json {
            return record(production, item.bytes(), &parsed, usize::MAX)
                .print(out)
                .map(|()| Outcome::of(parsed.is_ok()));
        }
        match &parsed {
            Ok(parsed) => show::show(production.edition(), parsed, out).map(|()| Outcome::Yes),
            Err(fault) => fault.report(out, item.origin, None, item.bytes()).map(|_| Outcome::No),
        }
    })?;
    let counts = done.counts.said("parsed", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}
