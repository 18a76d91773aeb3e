//! `urispec editions`: compares the answers of all editions about a string.
//!
//! It prints a table for each argument, a line for each line of a file on which the editions disagree, and the count of
//! each kind of disagreement. With `--since`, it prints the documents in which a string is valid, by date.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::Range;

use clap::{ValueEnum, ValueHint};
use urispec::{Edition, ParseError, Recognizer};
use urispec_compare::across::{
    Across, Answer, Answers, Disagreement, DisagreementKind, Parts, ResolvedTo,
};
use urispec_compare::parsers::Component;
use urispec_compare::since::{Since, Span};
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::Record;
use urispec_views::{editions, history, strings};

use crate::input::rows::ArgumentKind;
use crate::input::{Input, Item};
use crate::options::{SideBySideArgs, Threads, names};
use crate::output::columns::{grouped, wrapped_at};
use crate::output::password::HIDDEN;
use crate::output::{
    Escaped, Outcome, Output, Passwords, Quoted, Reported, Stop, Stream, StringOrigin, Usage,
    shortened,
};

const HELP: &str = "\
Ask all editions about a string: whether it is valid, which productions derive it, what its components are, and \
with --base, what it resolves to. The answers on which the editions disagree are in the table, one row for each \
edition. Above the table are the answers that all editions share, and the document since which the string is \
valid; below it are the answers of the documents of its scheme. `*` marks an answer that differs from rfc3986 \
or, if rfc3986 is not asked or has no answer, from the newest edition that has one. `differ` asks parsers \
instead of documents; `diff` compares two documents as a whole.

With -f, only the lines on which the editions disagree are printed, each with the kinds of disagreement and the \
editions that differ. At the end, stderr has \
the count of each kind. A kind compares an edition (\"here\") with the edition that `*` refers to (\"there\"):

  accepts     valid here, but not there
  rejects     valid there, but not here
  scheme, authority, userinfo, host, port, path, query, fragment
              the component differs, or is defined only here or only there
  host-kind   the host is a name in one and an address in the other, or another kind of address
  opaque      the part after the scheme is opaque in one and a path in the other
  production  both editions have a production for the string's scheme, but only one of these derives the string
  target      the reference resolves to something else

Under rfc1630 and rfc1738, the components are those of the production for the string's scheme, if there is one \
and it derives the string. The generic `uri` of rfc1630 has no authority, so rfc1630 differs on most lines whose \
scheme has no production; --edition can leave it out.

`--with whatwg` adds the answer of browsers, by the URL Standard of the WHATWG. That parser normalizes, and has \
no answer for a relative reference without --base. Its answer is not a disagreement if it only spells the same \
thing differently: `/` for the empty path, letter case, a default port, an escape, dot segments, an IPv6 \
address. --canonical shows these too.

--since only prints the documents in which a string is valid, by date.

Exit codes: 0, the editions agree on everything; 1, they disagree on something, or a string is not UTF-8, or the \
base is invalid in all of them, or, with --since, no document has the string or the production; 2, wrong usage, or a file cannot be \
read.";

const SINCE: &str = "\
Print the document since which a string is valid, with the section of the production that made it possible: the \
innermost production that no earlier document has with the same text, or the character class that grew. If a \
later document no longer accepts the string, print until which document it is valid. A string that comes and \
goes has several such spans.

All documents that define URIs are asked, by their automata, in the order of their dates, including drafts. An \
amendment is not asked about strings outside the document that it amends: RFC 6874 does not end a span that RFC \
3987 began. Exit \
code 1 means that something is in no document.";
const RULE: &str = "\
With --since, ask about the production NAME or, if strings are given, whether this production derives them: \
`--rule host` asks about hosts. NAME is a production of RFC 3986, or else of the newest document that has it. \
`urispec explain --history` shows its counterparts in the other documents. A document without a counterpart says \
nothing about the strings.";

const EXAMPLES: &str = "\
Examples:
  $ urispec editions http://1.2.3.256/ | sed -n '/edition/,$p'
     edition         production               host-kind
     rfc1630         httpaddress             *hostnumber
     rfc1738         httpurl                 *hostnumber
     rfc1808         absoluteURL, net_path    -
     url-syntax-05   absoluteURL, net_path   *hostnumber
     rfc2396         absoluteURI, net_path   *IPv4address
     rfc2732         absoluteURI, net_path   *IPv4address
     rfc2396bis-01   absolute-URI, net-path   hostname
     rfc3986         URI, hier-part           reg-name
     rfc3987         IRI, ihier-part          reg-name
     rfc6874         URI, hier-part           reg-name
    *whatwg          invalid: \"/\" at byte 16, in last-domain-label (host-writing)

    * unlike rfc3986

     document of its scheme
     rfc9110   http-URI
  $ printf 'a:/b\\na:b\\n' | urispec editions -f - --edition rfc2396,rfc3986 2>&1; echo $?
  <stdin>:2: opaque rfc2396: a:b
  2 asked about: agreement on 1, disagreement on 1
          1  opaque      rfc2396 (unlike rfc3986)
                         <stdin>:2: a:b
  1
  $ urispec editions --json --edition rfc1738,rfc3986 http://h/ | grep -o '\"agree\":[a-z]*'
  \"agree\":true
  $ urispec editions --since '//[::1]' '#[a]'
  //[::1]: since RFC 2732 (1999), section 3
  #[a]: since RFC 2732 (1999), section 3, until draft-fielding-uri-rfc2396bis-01 (2003)
  $ urispec editions --since --rule host '[v1.a]'
  [v1.a]: since RFC 3986 (2005), section 3.2.2, until URL Standard (2026)
  $ urispec editions --since --rule IPv6address
  IPv6address: since RFC 2732 (1999), section B of RFC 2373";

/// Ask all documents about a string (for parsers, use differ)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Strings to ask about
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    /// Ask only these editions; may be repeated [default: all]
    #[arg(long = "edition", value_name = "ID", value_delimiter = ',')]
    #[arg(value_parser = names::edition())]
    editions: Vec<Edition>,
    /// Also ask this parser, and show its answer in the same table
    #[arg(long, value_enum, value_name = "NAME", ignore_case = true)]
    with: Option<OtherReader>,
    /// Also show where the other parser only spells the same thing differently
    #[arg(long, requires = "with")]
    canonical: bool,
    /// Show only these kinds of disagreement; may be repeated
    #[arg(long = "only", value_name = "KIND", value_delimiter = ',')]
    #[arg(value_parser = names::listed(DisagreementKind::ALL.iter().copied().map(|kind| (kind.name(), kind))))]
    kind: Vec<DisagreementKind>,
    /// Print since which document, and until which document, each string is valid
    #[arg(long, long_help = SINCE)]
    #[arg(conflicts_with_all = ["editions", "base", "with", "kind", "verbose", "tally"])]
    since: bool,
    /// With --since: the production to ask about; if strings are given, print in which documents it derives them
    #[arg(long, value_name = "NAME", requires = "since", long_help = RULE)]
    rule: Option<String>,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = json(), conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    shared: SideBySideArgs,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, ValueEnum)]
enum OtherReader {
    /// The parser of the URL Standard of the WHATWG
    Whatwg,
}

fn json() -> String {
    format!("{}\n\n{}", editions::HELP, urispec_views::history::HELP)
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.since {
        return run_since(args, out);
    }
    let input = Input::new(&args.strings, &args.shared.files, &args.shared.less)?
        .threads(&args.threads)
        .read_by("editions", ArgumentKind::References(Edition::default()))?;
    let editions = names::generic_or(&args.editions);
    let mut across = match args.editions.is_empty() {
        true => Across::new(),
        false => Across::new().editions(&editions),
    };
    let bytes = args.shared.base.as_ref().map(|base| base.as_encoded_bytes());
    let base = match bytes.map(|bytes| self::base(&editions, bytes)).transpose() {
        Ok(base) => base,
        Err(fault) => {
            let bytes = bytes.unwrap_or_default();
            let origin = StringOrigin::Argument(bytes, out.passwords);
            return Ok(fault.report(out, origin, Some("base"), bytes)?);
        }
    };
    if let Some(base) = base {
        across = across.base(base);
    }
    // The spans in which the string is valid, if all editions are asked.
    let since = args.editions.is_empty().then(Since::default);
    let done = input.tallied(out, move |out, tally: &mut EditionsTally, item| {
        let text = match item.text() {
            Ok(text) => text,
            Err(fault) => {
                tally.unreadable += 1;
                if args.json && !args.shared.tally {
                    out.line(editions::unreadable(item.bytes(), &fault))?;
                    return Ok(Outcome::No);
                }
                return fault.report(out, item.origin, None, item.bytes());
            }
        };
        let mut answers = across.ask(text);
        if args.with.is_some()
            && let Some(answer) = editions::answer(text, base)
        {
            answers.push(answer);
        }
        let mut found = match args.canonical {
            true => answers.disagreements(),
            false => answers.disagreements_in_substance(),
        };
        found.retain(|one| args.kind.is_empty() || args.kind.contains(&one.kind));
        tally.count(item, &found);
        let is_line = matches!(item.origin, StringOrigin::Line(..));
        if args.shared.tally || is_line && found.is_empty() {
            // The string is only counted.
        } else if args.json {
            out.line(editions::of(&answers, base, &found))?;
        } else if is_line && !args.shared.verbose {
            short(item, &found, out)?;
        } else {
            out.begin_block();
            let spans = since.as_ref().map(|since| since.of(text)).unwrap_or_default();
            show(&answers, &found, &spans, out)?;
        }
        Ok(Outcome::from_bool(found.is_empty()))
    })?;
    let (less, tally) = (&args.shared.less, &done.tally);
    if less.quiet {
        return Ok(done.worst);
    }
    if args.shared.tally && args.json {
        tally.records().try_for_each(|record| out.line(record))?;
    } else if args.shared.tally {
        write!(out, "{}", tally.shown(Stream::Results, out.passwords))?;
    } else if !less.count && done.opened > 0 {
        let shown = tally.shown(Stream::Messages, out.passwords);
        out.note(format_args!("{shown}"))?;
    }
    let counts = tally.counts();
    Ok(done.end(less, out, &counts)?)
}

/// Returns the base if it is valid in at least one edition; otherwise the error of the newest edition.
fn base<'b>(editions: &[Edition], bytes: &'b [u8]) -> Result<&'b str, Fault> {
    let text = utf8(bytes)?;
    let mut refused = Ok(text);
    for &edition in editions {
        match strings::base(edition, text) {
            Ok(_) => return Ok(text),
            Err(fault) => refused = Err(fault),
        }
    }
    refused
}

/// Prints a line of a file, preceded by its place, the kinds of disagreement, and the editions that differ.
fn short(item: &Item<'_>, found: &[Disagreement], out: &mut Output) -> io::Result<()> {
    let all = found.iter().map(|Disagreement { kind, by, .. }| format!("{kind} {}", by.join(" ")));
    let all = all.collect::<Vec<_>>().join("; ");
    let style = out.palette.warning;
    let text = Quoted(item.bytes(), Stream::Results, out.passwords);
    writeln!(out, "{}: {style}{all}{style:#}: {text}", item.origin.in_result())
}

// `urispec editions --since`: the documents that accept a string or have a production, by date.

fn run_since(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let production = args.rule.as_deref().map(production).transpose()?;
    let since = production.map_or_else(Since::default, Since::from_production);
    let rule = production.map(|production| production.rule());
    if let (Some(rule), true) = (rule, args.strings.is_empty() && args.shared.files.is_empty()) {
        out.suppress(args.shared.less.suppressed());
        return Ok(print_spans(args, Some(rule), None, &since.itself(), out)?);
    }
    let expected = match rule {
        None => ArgumentKind::References(Edition::default()),
        Some(_) => ArgumentKind::Anything,
    };
    let input = Input::new(&args.strings, &args.shared.files, &args.shared.less)?
        .threads(&args.threads)
        .read_by("editions --since", expected)?;
    let done = input.each(out, move |out, item: &Item<'_>| match item.text() {
        Ok(text) => print_spans(args, rule, Some(text), &since.of(text), out),
        Err(fault) if args.json => {
            out.line(editions::unreadable(item.bytes(), &fault))?;
            Ok(Outcome::No)
        }
        Err(fault) => fault.report(out, item.origin, None, item.bytes()),
    })?;
    let counts = done.counts.summary("asked about", ["in a document", "in none"]);
    Ok(done.end(&args.shared.less, out, &counts)?)
}

/// Returns the production with this name in RFC 3986 or, if RFC 3986 lacks it, in the newest document that has it.
fn production(name: &str) -> Result<Recognizer, Usage> {
    let others = Edition::ALL.iter().rev().filter(|one| **one != Edition::Rfc3986);
    let order = [Edition::Rfc3986].into_iter().chain(others.copied());
    let known = order.clone().flat_map(|edition| {
        edition.grammars().iter().flat_map(|grammar| grammar.productions()).map(|one| one.name())
    });
    let name = names::one_of("rule", known.clone(), name)?;
    let mut found = order.filter_map(|edition| edition.production(name).ok());
    found.next().ok_or_else(|| Usage::unknown("rule", known, name))
}

fn print_spans(
    args: &Args,
    rule: Option<&str>,
    text: Option<&str>,
    spans: &[Span],
    out: &mut Output,
) -> io::Result<Outcome> {
    if args.json {
        out.line(history::of(rule, text, spans))?;
        return Ok(Outcome::from_bool(!spans.is_empty()));
    }
    let all: Vec<_> = spans.iter().map(Span::to_string).collect();
    let all = if all.is_empty() { "in no document".to_owned() } else { all.join("; ") };
    let subject = text.or(rule).unwrap_or_default();
    let subject = Quoted(subject.as_bytes(), Stream::Results, out.passwords);
    let label = out.palette.label;
    writeln!(out, "{subject}: {label}{all}{label:#}")?;
    out.end_record()?;
    Ok(Outcome::from_bool(!spans.is_empty()))
}

// The answers about a string as text: first those that all editions share, then a table of the others with a row for
// each edition. Columns that do not fit go into another table.

/// The assumed width of a terminal, in characters.
const WIDTH: usize = 80;

/// The width of a table that is not on a terminal, in characters.
const IN_A_FILE: usize = 100;

const WIDEST: usize = 46;

const LABEL: usize = 11;

/// The maximum length of a component on which all editions agree. The component may take several lines.
const LONGEST: usize = 3 * (WIDTH - LABEL - 3);

/// The number of blanks between two columns, not counting the `*` that marks an answer.
const GAP: usize = 2;

struct Column<'a> {
    title: &'a str,
    /// The text of each answer, and whether a `*` marks the answer as a deviation.
    cells: Vec<(String, bool)>,
    width: usize,
}

/// Prints the answers about a string. If all documents were asked, `spans` says which documents accept the string.
fn show(
    answers: &Answers<'_>,
    found: &[Disagreement],
    spans: &[Span],
    out: &mut Output,
) -> io::Result<()> {
    writeln!(out, "{}\n", Quoted(answers.text().as_bytes(), Stream::Results, out.passwords))?;
    let (each, passwords) = (answers.each(), out.passwords);
    same(each, found, spans, out)?;
    let mut columns = vec![Column::new("production", each, None, deriving)];
    for one in found {
        let text: &dyn Fn(&Answer<'_>) -> Option<String> = match one.kind {
            DisagreementKind::Target => &|answer| Some(redacted(answer.target()?, passwords)),
            DisagreementKind::HostKind => &|answer| Some(host_kind(answer.parts()?)),
            DisagreementKind::Opaque => {
                &|answer| Some(if answer.parts()?.is_opaque { "opaque" } else { "path" }.to_owned())
            }
            DisagreementKind::Component(component) => {
                &move |answer| Some(component_value(component, answer.parts()?, passwords))
            }
            _ => continue,
        };
        columns.push(Column::new(one.kind.name(), each, Some(one), text));
    }
    let unusual = found.iter().find(|one| one.kind == DisagreementKind::Production);
    for (cell, answer) in columns[0].cells.iter_mut().zip(each) {
        cell.1 = unusual.is_some_and(|one| one.by.contains(&answer.by()));
    }
    let names = each.iter().map(|answer| answer.by().len()).max().unwrap_or_default();
    let mut rest = &columns[..];
    while !rest.is_empty() {
        let mut width = names + 3;
        let fits = rest.iter().take_while(|column| {
            width += column.width + GAP + 1;
            width <= Stream::Results.longest(WIDTH).min(IN_A_FILE)
        });
        let (these, others) = rest.split_at(fits.count().max(1));
        let is_first = rest.len() == columns.len();
        table(answers, these, found, names, is_first, out)?;
        if !others.is_empty() {
            writeln!(out)?;
        }
        rest = others;
    }
    let mut from: Vec<_> = found.iter().map(|one| one.from).collect();
    from.dedup();
    if !from.is_empty() {
        writeln!(out, "\n  * unlike {}", from.join(", "))?;
    }
    scheme_documents(answers, out)
}

/// Prints the answers of the documents that define the scheme of the string. They are not compared with other answers.
fn scheme_documents(answers: &Answers<'_>, out: &mut Output) -> io::Result<()> {
    let documents = answers.of_scheme();
    let Some(names) = documents.iter().map(|answer| answer.by().len()).max() else { return Ok(()) };
    let (label, warning, passwords) = (out.palette.label, out.palette.warning, out.passwords);
    writeln!(out, "\n   {label}document of its scheme{label:#}")?;
    for answer in documents {
        let by = answer.by();
        if answer.is_valid() {
            writeln!(out, "   {by:<names$}   {}", deriving(answer).unwrap_or_default())?;
        } else {
            let wrong = wrong(answer, answers.text(), passwords);
            let wrong = shortened(&wrong, WIDTH - names - 18, Stream::Results);
            writeln!(out, "   {warning}{by:<names$}   invalid: {wrong}{warning:#}")?;
        }
    }
    Ok(())
}

/// Prints the parts of the answers on which all editions that accept the string agree.
fn same(
    each: &[Answer<'_>],
    found: &[Disagreement],
    spans: &[Span],
    out: &mut Output,
) -> io::Result<()> {
    let agreed = |kind| found.iter().all(|one| one.kind != kind);
    let Some(parts) = each.iter().find_map(Answer::parts) else { return Ok(()) };
    let (label, passwords) = (out.palette.label, out.passwords);
    let mut line = |name: &str, text: &str| {
        let mut name = name;
        for part in wrapped_at(
            Stream::Results.longest(WIDTH - LABEL - 3),
            &shortened(text, LONGEST, Stream::Results),
        ) {
            writeln!(out, "  {label}{name:<LABEL$}{label:#} {part}")?;
            name = "";
        }
        Ok::<_, io::Error>(())
    };
    for &component in Component::ALL {
        if parts.component(component).is_some() && agreed(DisagreementKind::Component(component)) {
            line(component.name(), &component_value(component, parts, passwords))?;
        }
    }
    if let (Some(target), true) =
        (each.iter().find_map(Answer::target), agreed(DisagreementKind::Target))
    {
        line("target", &value(Some(&redacted(target, passwords))))?;
    }
    if !spans.is_empty() {
        let spans: Vec<_> = spans.iter().map(Span::to_string).collect();
        line("valid", &spans.join("; "))?;
    }
    writeln!(out)
}

fn table(
    answers: &Answers<'_>,
    columns: &[Column<'_>],
    found: &[Disagreement],
    names: usize,
    is_first: bool,
    out: &mut Output,
) -> io::Result<()> {
    let (label, warning, passwords) = (out.palette.label, out.palette.warning, out.passwords);
    let titles = columns.iter().map(|column| format!("   {:<1$}", column.title, column.width));
    let titles = format!("{:<names$}{}", "edition", titles.collect::<String>());
    writeln!(out, "   {label}{}{label:#}", titles.trim_end())?;
    let kinds = [DisagreementKind::Accepts, DisagreementKind::Rejects];
    let validity = found.iter().find(|one| kinds.contains(&one.kind));
    for (row, answer) in answers.each().iter().enumerate() {
        let is_odd = validity.is_some_and(|one| one.by.contains(&answer.by()));
        let (mark, style) = if is_odd { ('*', warning) } else { (' ', Default::default()) };
        write!(out, "  {style}{mark}{}{style:#}", answer.by())?;
        let mut blank = names - answer.by().len();
        if !answer.is_valid() && is_first {
            // A partial form resolves although it is not valid.
            let resolves = |target: &_| format!("; resolves to {}", redacted(target, passwords));
            let target = answer.target().map(resolves).unwrap_or_default();
            let wrong = wrong(answer, answers.text(), passwords) + &target;
            let wrong = shortened(&wrong, WIDTH - names - 18, Stream::Results);
            writeln!(out, "{:blank$}   {style}invalid: {wrong}{style:#}", "")?;
            continue;
        }
        for column in columns {
            let (text, is_marked) = &column.cells[row];
            let (mark, style) = if *is_marked { ('*', warning) } else { (' ', Default::default()) };
            blank += GAP;
            if text.is_empty() {
                blank += 1 + column.width;
            } else {
                write!(out, "{:blank$}{style}{mark}{text}{style:#}", "")?;
                blank = column.width - text.chars().count();
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

impl<'a> Column<'a> {
    fn new(
        title: &'a str,
        each: &[Answer<'_>],
        found: Option<&Disagreement>,
        text: impl Fn(&Answer<'_>) -> Option<String>,
    ) -> Self {
        let cell = |answer: &Answer<'_>| {
            let is_marked = found.is_some_and(|one| one.by.contains(&answer.by()));
            (shortened(&text(answer).unwrap_or_default(), WIDEST, Stream::Results), is_marked)
        };
        let cells: Vec<_> = each.iter().map(cell).collect();
        let widest = cells.iter().map(|(text, _)| text.chars().count()).max().unwrap_or_default();
        Self { title, cells, width: widest.max(title.len()) }
    }
}

/// Names productions that derive the string: the production for its scheme, if there is one. Otherwise, the production
/// right below the whole-string production, and the last production that the answer lists.
fn deriving(answer: &Answer<'_>) -> Option<String> {
    let Some(parts) = answer.parts() else { return answer.is_valid().then(|| "-".to_owned()) };
    Some(match &answer.productions()[..] {
        [] => "-".to_owned(),
        [first, ..] if parts.by_scheme == Some(true) => (*first).to_owned(),
        [only] | [_, only] => (*only).to_owned(),
        [_, first, .., last] => format!("{first}, {last}"),
    })
}

fn redacted(target: &ResolvedTo, passwords: Passwords) -> String {
    passwords.redacted(&target.to_string()).into_owned()
}

fn host_kind(parts: &Parts<'_>) -> String {
    parts.host_kind.map_or_else(|| "-".to_owned(), |kind| kind.name().to_owned())
}

/// Returns the text of a component: `-` if it is undefined, `""` if it is empty.
fn value(text: Option<&str>) -> String {
    match text {
        None => "-".to_owned(),
        Some("") => "\"\"".to_owned(),
        Some(text) => Escaped(text.as_bytes()).to_string(),
    }
}

/// Returns the text of a component with its password hidden.
fn component_value(component: Component, parts: &Parts<'_>, passwords: Passwords) -> String {
    let text = parts.component(component);
    let text = text.map(|text| match component {
        Component::Authority => passwords.redacted_authority(text),
        Component::Userinfo => passwords.redacted_userinfo(text),
        // Other editions may read this part as an authority.
        Component::Path if parts.component(Component::Authority).is_none() => {
            passwords.redacted(text)
        }
        _ => text.into(),
    });
    value(text.as_deref())
}

/// Returns a short message about the error in an answer.
fn wrong(answer: &Answer<'_>, text: &str, passwords: Passwords) -> String {
    match answer.error() {
        Some(ParseError::Syntax(error)) => {
            let Some(why) = error.explain(text) else { return error.to_string() };
            let reading = why.rule_path().last().copied().unwrap_or_default();
            let is_hidden = |span: Range<usize>| span.contains(&error.offset());
            let is_hidden = passwords.span(text.as_bytes()).is_some_and(is_hidden);
            let found = match error.found() {
                None => "end of input".to_owned(),
                _ if is_hidden => HIDDEN.to_owned(),
                Some(character) => format!("{:?}", character.to_string()),
            };
            match why.cause() {
                // No cause is shown if it may contain the hidden character, or if the reference nevertheless resolves.
                Some(cause) if !is_hidden && answer.target().is_none() => {
                    format!("{cause}, at byte {}", error.offset())
                }
                _ => {
                    format!("{found} at byte {}, in {reading} ({})", error.offset(), why.section())
                }
            }
        }
        Some(error) => passwords.redacted_message(&error.to_string()),
        None => answer.message().unwrap_or_default().to_owned(),
    }
}

// The count of each kind of disagreement, with the editions that differ.

/// A kind of disagreement, an edition, and the editions that differ from this edition.
type Key = (DisagreementKind, &'static str, Vec<&'static str>);

#[derive(Default)]
struct EditionsTally {
    asked: u64,
    disagreed: u64,
    unreadable: u64,
    kinds: BTreeMap<Key, Count>,
}

struct Count {
    count: u64,
    place: String,
    input: String,
}

impl crate::output::columns::Tally for EditionsTally {
    /// Adds the counts of another tally. For each kind, the string that was found first is kept.
    fn add(&mut self, more: Self) {
        let Self { asked, disagreed, unreadable, kinds } = more;
        self.asked += asked;
        self.disagreed += disagreed;
        self.unreadable += unreadable;
        for (key, more) in kinds {
            match self.kinds.entry(key) {
                Entry::Occupied(mut known) => known.get_mut().count += more.count,
                Entry::Vacant(new) => drop(new.insert(more)),
            }
        }
    }
}

impl EditionsTally {
    fn count(&mut self, item: &Item<'_>, found: &[Disagreement]) {
        self.asked += 1;
        self.disagreed += u64::from(!found.is_empty());
        for one in found {
            let key = (one.kind, one.from, one.by.clone());
            let first = || Count {
                count: 0,
                place: item.origin.to_string(),
                input: item.text().unwrap_or_default().to_owned(),
            };
            self.kinds.entry(key).or_insert_with(first).count += 1;
        }
    }

    fn counts(&self) -> String {
        let [asked, agreed, disagreed] =
            [self.asked, self.asked - self.disagreed, self.disagreed].map(grouped);
        let all =
            format!("{asked} asked about: agreement on {agreed}, disagreement on {disagreed}");
        match self.unreadable {
            0 => all,
            unreadable => format!("{all}; {} not UTF-8", grouped(unreadable)),
        }
    }

    /// Returns the disagreements, the most frequent first.
    fn sorted(&self) -> Vec<(&Key, &Count)> {
        let mut all: Vec<_> = self.kinds.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(count.count));
        all
    }

    fn records(&self) -> impl Iterator<Item = Record> {
        self.sorted().into_iter().map(|((kind, from, by), Count { count, place, input })| {
            Record::line()
                .with("kind", kind.name())
                .with("from", from)
                .with("by", by)
                .with("count", count)
                .with("place", place)
                .with("input", input)
        })
    }

    fn shown(&self, stream: Stream, passwords: Passwords) -> String {
        let mut shown = self.counts() + "\n";
        for ((kind, from, by), Count { count, place, input }) in self.sorted() {
            let (count, by) = (grouped(*count), by.join(" "));
            let input = Quoted(input.as_bytes(), stream, passwords).to_string();
            let input = shortened(&input, 96 - 23, stream);
            shown += &format!(
                "{count:>9}  {kind:<10}  {by} (unlike {from})\n{:23}{place}: {input}\n",
                ""
            );
        }
        shown
    }
}
