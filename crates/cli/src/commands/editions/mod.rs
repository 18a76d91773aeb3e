//! `urispec editions`: one string under all editions.
//!
//! In: strings, and maybe a base. Out: a [`table`] for each argument, a line for each line of a file on
//! which the editions disagree, and a [`tally`] of the kinds of disagreement; or JSON ([`record`]). With
//! `--since`, the documents that have a string, by date ([`since`]).

mod table;

use std::ffi::OsString;
use std::io;
use std::io::Write;

use clap::{ValueEnum, ValueHint};
use table::EditionsTally;
use urispec::{Edition, Recognizer};
use urispec_compare::across::{Across, Answers, Disagreement, DisagreementKind};
use urispec_compare::since::{Since, Span};
use urispec_views::fault::{Fault, utf8};
use urispec_views::{editions, editions as whatwg, history as since, strings as subject};

use crate::input::rows::Taken;
use crate::input::{Input, Item};
use crate::options::{SideBySide, Threads, names};
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::terminal::{Quoted, Stream};
use crate::output::usage::{Outcome, Stop, Usage};
use crate::output::whole_file::StringOrigin;

const HELP: &str = "\
Ask all editions about a string: whether it is valid, which productions derive it, what its \
components are, and with --base what it resolves to. Above the table stands what all editions \
say, and since which document the string is valid; below it, what the documents of its scheme say; in the table stands what they do not agree on. `*` marks an answer that differs from that of \
rfc3986, or, where rfc3986 is not asked or has no answer, from that of the newest edition that has one. `differ` asks parsers and not documents; `diff` \
compares two documents and not what they make of one string.

With -f, only the lines on which the editions do not agree are printed, each with the kinds of \
disagreement and the editions that differ. At the end, stderr has the number of disagreements of \
each kind. The kinds compare an edition (\"here\") with that one (\"there\"):

  accepts     valid here, but not there
  rejects     valid there, but not here
  scheme, authority, userinfo, host, port, path, query, fragment
              the component differs, or is defined only here or only there
  host-kind   the host is a name in one and an address in the other, or another kind of address
  opaque      what follows the scheme is opaque in one and a path in the other
  production  both have a production for its scheme, and only one of the two derives it
  target      the reference resolves to something else

Under rfc1630 and rfc1738, the components are those of the production of the string's scheme, if \
there is such a production and it derives the string. The generic `uri` of rfc1630 has no \
authority; so rfc1630 differs on most lines whose scheme has no production; \
--edition can leave rfc1630 out. `--with whatwg` adds what browsers do, by the URL Standard of the WHATWG. \
That parser normalizes, and has no answer on a relative reference without --base. An answer of it that says the same in other words is no disagreement: `/` for \
the empty path, letter case, a default port, an escape, dot segments, an IPv6 address. --canonical shows \
these too.

--since says in which documents a string is, by date, and nothing else.

Exit codes: 0, the editions agree on all; 1, they disagree on some, or a string is not UTF-8, or \
the base is invalid in all of them, or with --since something is in no document; 2, wrong usage, or a file cannot be read.";

const SINCE: &str = "\
Say since which document a string is valid, with the section of the production that made it possible: the \
innermost that no document before had with the same text, or the class of characters that grew. Where a \
later document has the string no more, say until which. What comes and goes has several such spans.

All documents that say what a URI is are asked, by their automata, in the order of their dates; drafts too. \
A document that amends another says nothing of what the other never had: RFC 6874 does not end what RFC \
3987 began. Exit code 1 says that something is in no document.";
const RULE: &str = "\
With --since, ask about the production NAME; with strings, whether they are such a production: \
`--rule host` asks about hosts. NAME is one of RFC 3986, or else of the newest document that has it; \
what stands for it in the others, `urispec explain --history` shows. A document without such a production \
says nothing of the strings.";

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
  2 asked about: 1 agreed on, 1 not
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

/// Ask all documents about a string (parsers and not documents: differ)
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
    /// Ask another parser too, and show its answer beside the editions
    #[arg(long, value_enum, value_name = "NAME", ignore_case = true)]
    with: Option<OtherReader>,
    /// Show also where the other parser says the same in other words
    #[arg(long, requires = "with")]
    canonical: bool,
    /// Show only these kinds of disagreement; may be repeated
    #[arg(long = "only", value_name = "KIND", value_delimiter = ',')]
    #[arg(value_parser = names::listed(DisagreementKind::ALL.iter().copied().map(|kind| (kind.name(), kind))))]
    kind: Vec<DisagreementKind>,
    /// Say since which document each string is valid, and until which
    #[arg(long, long_help = SINCE)]
    #[arg(conflicts_with_all = ["editions", "base", "with", "kind", "verbose", "tally"])]
    since: bool,
    /// With --since, ask about a production, or about its strings
    #[arg(long, value_name = "NAME", requires = "since", long_help = RULE)]
    rule: Option<String>,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = json(), conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    shared: SideBySide,
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
    let input = Input::of(&args.strings, &args.shared.files, &args.shared.less)?
        .threads(&args.threads)
        .read_by("editions", Taken::References(Edition::default()));
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
    let since = args.editions.is_empty().then(Since::default);
    let question = EditionsQuery { across, base, since };
    let done =
        input.tallied(out, move |out, tally: &mut EditionsTally, item| match item.text() {
            Ok(text) => ask(args, &question, item, text, tally, out),
            Err(fault) => {
                tally.unreadable();
                if args.json && !args.shared.tally {
                    out.line(editions::unreadable(item.bytes(), &fault))?;
                    return Ok(Outcome::No);
                }
                fault.report(out, item.origin, None, item.bytes())
            }
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

/// A base that is valid in at least one of the editions; else the error of the newest edition.
fn base<'b>(editions: &[Edition], bytes: &'b [u8]) -> Result<&'b str, Fault> {
    let text = utf8(bytes)?;
    let mut refused = Ok(text);
    for &edition in editions {
        match subject::base(edition, text) {
            Ok(_) => return Ok(text),
            Err(fault) => refused = Err(fault),
        }
    }
    refused
}

/// What is asked about each string.
#[derive(Clone)]
struct EditionsQuery<'b> {
    across: Across<'b>,
    base: Option<&'b str>,
    /// Since when the string is valid, if all editions are asked.
    since: Option<Since>,
}

fn ask(
    args: &Args,
    EditionsQuery { across, base, since }: &EditionsQuery<'_>,
    item: &Item<'_>,
    text: &str,
    tally: &mut EditionsTally,
    out: &mut Output,
) -> io::Result<Outcome> {
    let mut answers = across.ask(text);
    if args.with.is_some()
        && let Some(answer) = whatwg::answer(text, *base)
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
    if !(args.shared.tally || is_line && found.is_empty()) {
        if args.json {
            out.line(editions::of(&answers, *base, &found))?;
        } else if is_line && !args.shared.verbose {
            short(item, &answers, &found, out)?;
        } else {
            out.begin_block();
            let spans = since.as_ref().map(|since| since.of(text)).unwrap_or_default();
            table::show(&answers, &found, &spans, out)?;
        }
    }
    Ok(Outcome::of(found.is_empty()))
}

/// A line about a line of a file: its place, the kinds of disagreement with the editions that differ,
/// and the line.
fn short(
    item: &Item<'_>,
    answers: &Answers<'_>,
    found: &[Disagreement],
    out: &mut Output,
) -> io::Result<()> {
    let all = found.iter().map(|Disagreement { kind, by, .. }| format!("{kind} {}", by.join(" ")));
    let all = all.collect::<Vec<_>>().join("; ");
    let style = out.palette.warning;
    let text = Quoted(answers.text().as_bytes(), Stream::Results, out.passwords);
    writeln!(out, "{}: {style}{all}{style:#}: {text}", item.origin.in_result())
}

// `urispec editions --since`: the documents that have a string or a production, by date.
//
// In: strings, or a production, or strings of a production. Out: a line for each, with the document that
// first had it, and where a later document has it no more, that one.

fn run_since(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let production = args.rule.as_deref().map(production).transpose()?;
    let asked = production.map_or_else(Since::default, Since::from_production);
    let rule = production.map(|production| production.rule());
    if let (Some(rule), true) = (rule, args.strings.is_empty() && args.shared.files.is_empty()) {
        out.hush(args.shared.less.hush());
        return Ok(say(args, Some(rule), None, &asked.itself(), out)?);
    }
    let taken = match rule {
        None => Taken::References(Edition::default()),
        Some(_) => Taken::Anything,
    };
    let input = Input::of(&args.strings, &args.shared.files, &args.shared.less)?
        .threads(&args.threads)
        .read_by("editions --since", taken);
    let done = input.each(out, move |out, item: &Item<'_>| match item.text() {
        Ok(text) => say(args, rule, Some(text), &asked.of(text), out),
        Err(fault) if args.json => {
            out.line(editions::unreadable(item.bytes(), &fault))?;
            Ok(Outcome::No)
        }
        Err(fault) => fault.report(out, item.origin, None, item.bytes()),
    })?;
    let counts = done.counts.said("asked about", ["in a document", "in none"]);
    Ok(done.end(&args.shared.less, out, &counts)?)
}

/// The production of that name in RFC 3986, or in the newest of the other documents that has it.
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

fn say(
    args: &Args,
    rule: Option<&str>,
    text: Option<&str>,
    spans: &[Span],
    out: &mut Output,
) -> io::Result<Outcome> {
    if args.json {
        out.line(since::of(rule, text, spans))?;
        return Ok(Outcome::of(!spans.is_empty()));
    }
    let said: Vec<_> = spans.iter().map(Span::to_string).collect();
    let said = if said.is_empty() { "in no document".to_owned() } else { said.join("; ") };
    let subject = text.or(rule).unwrap_or_default();
    let subject = Quoted(subject.as_bytes(), Stream::Results, out.passwords);
    let label = out.palette.label;
    writeln!(out, "{subject}: {label}{said}{label:#}")?;
    out.end_record()?;
    Ok(Outcome::of(!spans.is_empty()))
}
