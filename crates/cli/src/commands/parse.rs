//! `urispec parse`: prints the components, their meaning under the scheme, and the tree. With a user's grammar, it
//! prints only the tree.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;
use urispec::grammar::{Acceptor, Role};
use urispec::{Edition, Node};
use urispec_audit::{AnyGrammar, NoTree, ProductionNode, TreeFinder};
use urispec_views::audit::tree;
use urispec_views::fault::utf8;
use urispec_views::parse::{FieldValue, Fields, Parsed, parse, record};
use urispec_views::picture::uri;
use urispec_views::record::Record;

use crate::grammar::{self, DecidedRule, GrammarArgs, Rejected};
use crate::input::rows::{ArgumentKind, note_scheme_documents};
use crate::input::{Input, Item};
use crate::options::Common;
use crate::options::names::ReadBy;
use crate::output::password::{HIDDEN, in_userinfo, redacted_at, without};
use crate::output::{
    Excerpt, Name, Outcome, Output, Painted, Passwords, Quoted, Reported, Stop, Stream,
    StringOrigin, Style, Usage, is_stdin,
};

const HELP: &str = "\
Show the components and the parse tree.

Undefined components are omitted; empty components are shown as \"\". Each line of the tree is a span \
of byte offsets and the production that derives it. Invalid strings are explained on stderr.

With --grammar, the tree is that of a production of your own grammar, in any notation except regular \
expressions. The grammar may be recursive. Productions predefined by the notation, such as DIGIT, are not nodes. If \
the grammar is ambiguous, earlier alternatives have precedence, and each part matches as much as it \
can. Pest rules produce the nodes that pest produces. For an invalid string, the message has the offset of the \
first unexpected character, and what was expected there; for recursive pest rules, it has the rules that \
failed furthest. There is no tree for strings of more than 4096 bytes, and for strings in which a production nests in itself, even at its end, more than about fifty levels deep. JSON has `grammar` instead of `edition`, \
`input_hex` instead of `input` if the string is not UTF-8, and no components.

Under rfc1808 a URL may have `params`, which follow the first \";\" of its path (RFC 1808, 2.4.5); \
`path` includes them. In other documents, only a single segment may have parameters.

Under rfc1738 and rfc1630, a section about the scheme precedes the tree. It shows which production \
derives the string as a URL; why the production of the string's own scheme does not, if so; and what \
the URL means, such as its FTP commands. In JSON it is the object `scheme_specific`, with \
`production`, with `unmatched` {production, error}, and for each scheme with:

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

`port` is a number: the document's default port if the URL has none. `all`, `local`, \
`experiment` and `advisory` are booleans; `advisory` is true if user and password are only shown \
to the user (RFC 1738, 3.8). `directories`, `commands`, `segments`, `words`, and gopher's \
`attributes` and `values` are lists of strings; `fields` is a list of {name, value}. `reserved` \
is the purpose for which RFC 1738, 4, would reserve the scheme.

`retrieves` is what the Gopher+ string requests (RFC 1738, 3.4.4 to 3.4.9): `default-view`, \
`view` (with the keys `view` and `language`), `form`, `filled-form` (with `values`), `attributes` \
or `directory-attributes`. For the last two, the key `attributes` lists the names of the \
attributes; if the key is absent, all of them are requested.

These are decoded: user, password, commands, gopher's type, selector, command, request, \
attributes, view, language and values, address, article, document, hsoname, segments and the \
fields of wais. In a decoded string, an octet that is not printable ASCII is written as an escape \
(\\r, \\n, \\t, \\xNN), and a backslash as \\\\. The `type` of ftp is the argument of the command TYPE: \
as given, and under rfc1630 with the space that the URL omits (5.2.3). Everything else is as \
given.

`sent` is what a client sends to an HTTP server: the URL from the slash after host and port on, \
without its fragment. `gateway` is what a client sends if that server is a gateway: the whole URL \
without its fragment (RFC 1630, 4.1.5).

An FTP command is not sent if an encoded line end would split it; it is shown as `<not sent: \
...>`. Under rfc1738 a gopher request is not sent if an encoded line end or tab would split it \
(RFC 1738, 6). Under rfc1630 such a gopher request is sent, since section 5.3 has line ends and \
tabs in the command.

Exit codes: 0, all are valid; 1, some are not, or have no tree; 2, wrong usage, or a file cannot be \
read.";

const SVG: &str = "\
Draw one string as an SVG image into FILE; `-` is stdout. The components are above the string, in colors and with byte \
offsets, and the tree is below it, with the text of each node. Long strings are split into several lines. In an invalid \
string the offending byte is marked, with the cause and, if known, the corrected string below it. The image has its own \
background, suits light and dark pages, and names the document. Passwords are drawn as dots. An existing FILE is replaced.";

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
    /// Parse by this production of the document [default: the first production for whole strings,
    /// such as URI-reference, that derives the string]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    #[command(flatten)]
    grammar_args: GrammarArgs,
    /// Draw one string as an SVG image into FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, long_help = SVG)]
    #[arg(conflicts_with_all = ["json", "count", "quiet", "files", "bnf"])]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.grammar_args.is_given() {
        return run_with_grammar(args, out);
    }
    let by = ReadBy::from_args(args.common.edition(), args.rule.as_deref())?;
    out.passwords = out.passwords.in_part(by.production(None).role());
    if let Some(path) = &args.svg {
        return draw(by, &args.strings, path, out);
    }
    let kind = match args.rule {
        None => ArgumentKind::References(args.common.edition()),
        Some(_) => ArgumentKind::Anything,
    };
    let input = Input::in_common(&args.strings, &args.common)?.read_by("parse", kind)?;
    let done = input.each(out, move |out, item| {
        let text = item.text();
        let production = by.production(text.as_ref().ok().copied());
        let parsed = text.and_then(|text| parse(production, text));
        if args.common.json {
            return record(production, item.bytes(), &parsed, usize::MAX)
                .print(out)
                .map(|()| Outcome::from_bool(parsed.is_ok()));
        }
        match &parsed {
            Ok(parsed) => {
                show(production.edition(), parsed, out)?;
                note_scheme_documents(by, item, out)?;
                Ok(Outcome::Yes)
            }
            Err(fault) => fault.report(out, item.origin, None, item.bytes()).map(|_| Outcome::No),
        }
    })?;
    let counts = done.counts.summary("parsed", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

// Parsed strings, for people.

/// Prints the whole string, its components, the fields of its scheme, and the tree, separated by blank lines.
fn show(edition: Edition, parsed: &Parsed<'_>, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    let Parsed { tree, reference, fields } = parsed;
    let palette = out.palette;
    let passwords = out.passwords;
    let hidden = password(tree, passwords);
    match reference {
        Some(reference) if !reference.as_str().is_empty() => {
            writeln!(out, "{}", Painted(palette, reference, passwords))?;
        }
        _ if tree.text().is_empty() => writeln!(out, "\"\"")?,
        _ => writeln!(out, "{}", redacted_at(tree.text(), hidden.clone()))?,
    }
    writeln!(out)?;
    if let Some(reference) = reference {
        let host = reference.host();
        let mut line = |name: &str, style: Style, text: Option<&str>, note: &dyn Display| {
            let Some(text) = text else { return Ok(()) };
            let text = if text.is_empty() { "\"\"" } else { text };
            let label = palette.label;
            writeln!(out, "  {label}{name:<11}{label:#} {style}{text}{style:#}{note}")
        };
        let label = palette.label;
        let kind = host.map_or("", |host| host.kind().name());
        let kind = format!("  {label}{kind}{label:#}");
        line("scheme", palette.scheme, reference.scheme(), &"")?;
        let authority = reference.authority().map(|text| passwords.redacted_authority(text));
        let userinfo = reference.userinfo().map(|text| passwords.redacted_userinfo(text));
        line("authority", palette.authority, authority.as_deref(), &"")?;
        line("  userinfo", palette.userinfo, userinfo.as_deref(), &"")?;
        line("  host", palette.host, host.map(|host| host.as_str()), &kind)?;
        line("  port", palette.port, reference.port(), &"")?;
        let path = passwords.redacted_path(reference);
        line("path", palette.path, Some(&path), &"")?;
        // The params are those of the redacted path, since they may contain the password.
        let params = path.split_once(';').map_or("", |(_, params)| params);
        line("  params", palette.path, reference.params(edition).map(|_| params), &"")?;
        line("query", palette.query, reference.query(), &"")?;
        line("fragment", palette.fragment, reference.fragment(), &"")?;
        writeln!(out)?;
    }
    if let Some(fields) = fields {
        show_fields(out, fields, hidden.is_some())?;
        writeln!(out)?;
    }
    let Some(hidden) = hidden else { return write!(out, "{tree}") };
    let all = tree.walk().map(|(depth, node)| TreeLine {
        depth,
        rule: node.rule(),
        span: node.start()..node.end(),
        is_leaf: node.children().is_empty(),
    });
    lines(out, tree.text().as_bytes(), all, Some(&hidden))
}

/// Finds the password in a tree, even if the string is only a part of a reference.
fn password(tree: &Node<'_>, passwords: Passwords) -> Option<Range<usize>> {
    let found = tree.walk().find_map(|(_, node)| {
        let text = node.text().as_bytes();
        let hidden = match node.role() {
            Role::Userinfo => in_userinfo(text),
            Role::Password if !text.is_empty() => Some(0..text.len()),
            _ => None,
        }?;
        Some(node.start() + hidden.start..node.start() + hidden.end)
    });
    passwords.hidden(found).or_else(|| passwords.span(tree.text().as_bytes()))
}

/// A line of a tree: a production, and the span of the text that it derives.
struct TreeLine<'t> {
    depth: usize,
    rule: &'t str,
    span: Range<usize>,
    is_leaf: bool,
}

/// Prints the lines of a tree. The line of a leaf ends with its text, without the hidden part.
fn lines<'t>(
    out: &mut Output,
    text: &[u8],
    lines: impl Iterator<Item = TreeLine<'t>>,
    hidden: Option<&Range<usize>>,
) -> io::Result<()> {
    for TreeLine { depth, rule, span: Range { start, end }, is_leaf } in lines {
        let span = format!("{start}..{end}");
        write!(out, "{span:>9}  {:indent$}{rule}", "", indent = 2 * depth)?;
        if is_leaf {
            let hidden = hidden.map(|hidden| hidden.start.max(start)..hidden.end.min(end));
            let hidden = hidden.filter(|hidden| hidden.start < hidden.end);
            let hidden = hidden.map(|hidden| hidden.start - start..hidden.end - start);
            let bytes = without(&text[start..end], hidden);
            match str::from_utf8(&bytes) {
                Ok(text) => write!(out, " {text:?}")?,
                Err(_) => write!(out, " \"{}\"", bytes.escape_ascii())?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints each field on a line. For a field that is a list, prints each item on a line.
fn show_fields(out: &mut Output, fields: &Fields, is_hidden: bool) -> io::Result<()> {
    let (label, passwords) = (out.palette.label, out.passwords);
    let mut line = |name: &str, text: &str| {
        let text = passwords.redacted(text);
        let text = match text.strip_prefix("PASS ") {
            Some(password) if is_hidden && !password.starts_with('<') => "PASS <hidden>",
            _ if is_hidden && name == "password" => HIDDEN,
            _ if text.is_empty() => "\"\"",
            _ => &*text,
        };
        let name = name.replace('_', " ");
        writeln!(out, "  {label}{name:<11}{label:#} {text}")
    };
    line("production", fields.production)?;
    if let Some((production, why)) = &fields.unmatched {
        line("unmatched", &format!("{production}: {why}"))?;
    }
    for (name, value) in &fields.rest {
        let texts: Vec<String> = match value {
            FieldValue::Text(text) => vec![text.clone()],
            FieldValue::Number(number) => vec![number.to_string()],
            FieldValue::Flag(flag) => vec![if *flag { "yes" } else { "no" }.to_owned()],
            FieldValue::Texts(texts) => texts.clone(),
            FieldValue::Pairs(all) => {
                all.iter().map(|(name, value)| format!("{name}={value}")).collect()
            }
            FieldValue::Parameters(all) => {
                let text = |(name, value): &(String, Option<String>)| match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.clone(),
                };
                all.iter().map(text).collect()
            }
        };
        for (at, text) in texts.iter().enumerate() {
            line(if at == 0 { name } else { "" }, text)?;
        }
    }
    Ok(())
}

// `urispec parse --svg`: a string as an image in a file.

fn draw(by: ReadBy, strings: &[OsString], path: &Path, out: &mut Output) -> Result<Outcome, Stop> {
    let [string] = strings else {
        let message = "--svg draws a single string: give exactly one STR";
        return Err(Usage::new(message).into());
    };
    let bytes = string.as_encoded_bytes();
    let origin = StringOrigin::Argument(bytes, out.passwords);
    let text = match utf8(bytes) {
        Ok(text) => text,
        Err(fault) => return Ok(fault.report(out, origin, None, bytes)?),
    };
    let production = by.production(Some(text));
    let parsed = parse(production, text);
    let hidden = match &parsed {
        Ok(parsed) => password(&parsed.tree, out.passwords),
        Err(_) => out.passwords.span(bytes),
    };
    let drawn = uri::svg(production, text, &parsed, hidden);
    if is_stdin(path) {
        out.verbatim(&drawn)?;
    } else if let Err(error) = fs::write(path, drawn) {
        return Ok(out.refuse(&format!("{}: {error}", Name(path, out.passwords)))?);
    }
    match parsed {
        Ok(_) => Ok(Outcome::Yes),
        Err(fault) => Ok(fault.report(out, origin, None, bytes)?),
    }
}

// Parsing with a user's grammar. The surprising case is a valid string without a tree: it counts as invalid,
// and the message says why.

fn run_with_grammar(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input =
        Input::in_common(&args.strings, &args.common)?.read_by("parse", ArgumentKind::Anything)?;
    let parser = Arc::new(ProductionParser::of(args, out)?);
    let done = input.each(out, move |out, item| {
        let answer = parser.answer(item.bytes());
        if args.common.json {
            parser.record(item.bytes(), &answer).print(out)?;
        } else {
            print(item, &answer, out)?;
        }
        Ok(Outcome::from_bool(matches!(answer, ParseAnswer::Tree(_))))
    })?;
    let counts = done.counts.summary("parsed", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

pub(super) struct ProductionParser {
    pub(super) file: String,
    pub(super) rule: String,
    trees: TreeFinder,
    /// The automaton of the production, or the reason why there is none.
    acceptor: Result<Acceptor, String>,
}

pub(super) enum ParseAnswer<'s> {
    Tree(Vec<ProductionNode>),
    Rejected(Rejected<'s>),
    /// The string is invalid, or has no tree. `why` gives the reason.
    None {
        is_valid: Option<bool>,
        why: String,
    },
}

impl ProductionParser {
    fn of(args: &Args, out: &mut Output) -> Result<Self, Stop> {
        let (grammar, rule) = args.grammar_args.production(args.rule.as_deref(), out)?;
        let decided = grammar::decide(&grammar, &rule);
        Self::new(&grammar, rule, decided, out)
    }

    pub(super) fn new(
        grammar: &AnyGrammar,
        rule: String,
        decided: DecidedRule,
        out: &mut Output,
    ) -> Result<Self, Stop> {
        let trees = out.or_stop(grammar.trees(&rule))?;
        let acceptor = decided.map_err(|why| why.to_string());
        Ok(Self { file: grammar.file().to_owned(), rule, trees, acceptor })
    }

    /// Returns why the production does not derive a string, or `None` if it does.
    pub(super) fn rejects<'s>(&self, bytes: &'s [u8]) -> Option<Result<Rejected<'s>, String>> {
        match self.trees.rejects(bytes) {
            Ok(None) => None,
            Ok(Some(NoTree::Stops { offset, expected })) => {
                Some(Ok(Rejected::new(bytes, offset, expected)))
            }
            Ok(Some(why)) => Some(Err(why.to_string())),
            Err(why) => Some(Err(format!("undecided: {why}"))),
        }
    }

    fn answer<'s>(&self, bytes: &'s [u8]) -> ParseAnswer<'s> {
        let acceptor = self.acceptor.as_ref();
        if let Some(why) = acceptor.ok().and_then(|acceptor| acceptor.rejects(bytes)) {
            return ParseAnswer::Rejected(Rejected::new(bytes, why.offset, why.expected()));
        }
        let (is_valid, why) = match (self.trees.find(bytes), acceptor) {
            (Ok(nodes), _) => return ParseAnswer::Tree(nodes),
            (Err(NoTree::Stops { offset, expected }), Err(_)) => {
                return ParseAnswer::Rejected(Rejected::new(bytes, offset, expected));
            }
            (Err(why @ NoTree::NotDerived), Err(_)) => (Some(false), why.to_string()),
            (Err(NoTree::Stops { .. } | NoTree::NotDerived), Ok(_)) => {
                let why = "the string is valid, but not under the rules as written: pest runs the output of its \
                           optimizer";
                (Some(true), why.to_owned())
            }
            (Err(why), Ok(_)) => (Some(true), format!("the string is valid, but {why}")),
            (Err(why), Err(_)) => (None, format!("undecided: {why}")),
        };
        ParseAnswer::None { is_valid, why }
    }

    fn record(&self, bytes: &[u8], answer: &ParseAnswer<'_>) -> Record {
        let (is_valid, tree, error) = match answer {
            ParseAnswer::Tree(nodes) => (Some(true), tree(nodes), None),
            ParseAnswer::Rejected(why) => (Some(false), None, Some(why.record())),
            ParseAnswer::None { is_valid, why } => {
                (*is_valid, None, Some(Record::new().with("message", why)))
            }
        };
        grammar::record(&self.file, &self.rule)
            .witness("input", Some(bytes))
            .with("valid", is_valid)
            .with_record("tree", tree)
            .with_record("error", error)
    }
}

/// Prints the string and its tree, or the error with a caret below the offending byte.
fn print(item: &Item<'_>, answer: &ParseAnswer<'_>, out: &mut Output) -> io::Result<()> {
    let (bytes, passwords) = (item.bytes(), out.passwords);
    let (offset, why) = match answer {
        ParseAnswer::Rejected(why) => (Some(why.offset), why.message()),
        ParseAnswer::None { why, .. } => (None, why.clone()),
        ParseAnswer::Tree(nodes) => {
            out.begin_block();
            writeln!(out, "{}\n", Quoted(bytes, Stream::Results, passwords))?;
            let within = nodes.iter().skip(1).map(|one| one.depth).chain([0]);
            let all = nodes.iter().zip(within).map(|(node, next)| TreeLine {
                depth: node.depth,
                rule: &node.rule,
                span: node.start..node.end,
                is_leaf: next <= node.depth,
            });
            return lines(out, bytes, all, passwords.span(bytes).as_ref());
        }
    };
    let mut block = format!("{}: {why}\n", item.origin);
    if let Some(offset) = offset {
        let error = out.warnings.error;
        let Excerpt { line, column, .. } = Excerpt::around(bytes, offset, passwords);
        block += &format!("  {line}\n  {:column$}{error}^{error:#}\n", "");
    }
    let of_line = matches!(item.origin, StringOrigin::Line(..)).then_some("not-derived");
    out.complain_of(of_line, format_args!("{block}"))
}
