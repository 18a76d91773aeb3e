//! `urispec requirements`: lists the requirements of a document, and what checks each of them.

use std::io::{self, Write};

use clap::builder::TypedValueParser;
use urispec::Edition;
use urispec_audit::{Held, Holder, Requirement, RequirementState, Requirements};
use urispec_views::audit as record;
use urispec_views::record::Record;

use super::errata::{WIDTH, below, entry};
use crate::options::names;
use crate::output::columns::{counted, wrapped_at};
use crate::output::{Outcome, Output, Stop, Style};

const HELP: &str = "\
Show the requirements of a document, and what in this program checks each of them. A requirement is \
a sentence, other than a production, that states a fact, or what must, should or may be done. Each is \
shown as a short summary, followed by the document's own sentence, or a part of it, between “ \
and ”. There is no quotation if the document needs several sentences, a table or a production to say it.

A requirement has one of three states. It is `held` if a test, an example of the document or a lint \
fails as soon as it is violated; --long lists these. It is for the `reader` if it requires nothing of \
software. It is `open` if nothing checks it; the reason is given.

Exit codes: 0, the requirements are shown; 2, wrong usage.";

const JSON: &str = "\
Print one JSON object per line for each requirement, and one for each document.

A requirement: `schema`, `edition`, `section`, `strength` (`must`, `should`, `may`, `is`), `what`, \
`quoted` (the document's own sentence, if a single one says it), `state` (`held`, `reader`, `open`), `held` \
[{`test`} or {`example`} or {`lint`}], `reason` (why \
it is open). A document: `schema`, `edition`, `requirements` {`held`, `reader`, `open`} (the number \
of the shown requirements in each state).";

const EXAMPLES: &str = "\
Examples:
  $ urispec requirements rfc3986 --count
  rfc3986: 245 requirements, 203 held, 33 for the reader, 9 open
  $ urispec requirements rfc3986 --section 3.2.2 | grep -A1 'without case'
    3.2.2  is      held    hosts are compared without case
                           “The host subcomponent is case-insensitive.”
  $ urispec requirements rfc3986 --section 3.2.1 --short | grep deprecated
    3.2.1  is      held    a password in the userinfo is deprecated";

/// Show the requirements of a document, and what checks each of them
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Show only these editions' documents [default: every edition]
    #[arg(value_name = "EDITION", value_parser = names::edition())]
    editions: Vec<Edition>,
    /// Show only this section and its subsections, such as 3.2; may be repeated
    #[arg(long, value_name = "SECTION")]
    section: Vec<String>,
    /// Show only the requirements in this state; may be repeated
    #[arg(long, value_name = "STATE", value_parser = states())]
    state: Vec<RequirementState>,
    /// List the tests, examples and lints that check each requirement
    #[arg(long, conflicts_with_all = ["json", "count"])]
    long: bool,
    /// Print only the summary of each requirement, on one line
    #[arg(short, long, conflicts_with_all = ["long", "json", "count"])]
    short: bool,
    /// Print only the number of requirements in each state
    #[arg(short, long)]
    count: bool,
    /// Print one JSON object per line for each requirement, and one for each document
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

fn states() -> impl TypedValueParser<Value = RequirementState> {
    names::listed(RequirementState::ALL.iter().copied().map(|state| (state.name(), state)))
}

impl Args {
    fn shows(&self, sections: &[&str], one: &Requirement<'_>) -> bool {
        let is_within = |section: &&str| {
            let rest = one.section.strip_prefix(section);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        (sections.is_empty() || sections.iter().any(is_within))
            && (self.state.is_empty() || self.state.contains(&one.state()))
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let mut known = Vec::new();
    for edition in names::all_or(&args.editions) {
        known.push((edition, out.or_stop(Requirements::from_edition(edition))?));
    }
    let all = known.iter().flat_map(|(_, one)| &one.sections).copied();
    let sections = args.section.iter().map(|name| names::one_of("section", all.clone(), name));
    let sections = sections.collect::<Result<Vec<_>, _>>()?;
    for (edition, mut requirements) in known {
        requirements.all.retain(|one| args.shows(&sections, one));
        if args.json {
            json(args, edition, &requirements, out)?;
        } else {
            show(args, edition, &requirements, out)?;
        }
    }
    Ok(Outcome::Yes)
}

fn json(
    args: &Args,
    edition: Edition,
    found: &Requirements<'_>,
    out: &mut Output,
) -> io::Result<()> {
    for one in found.all.iter().filter(|_| !args.count) {
        let record = Record::of(edition)
            .with("section", one.section)
            .with("strength", one.strength.name())
            .with("what", one.what)
            .with("quoted", one.quoted)
            .with("state", one.state().name());
        out.line(match &one.held {
            Held::By(holders) => record.with_all("held", holders.iter().map(holder)),
            Held::Reader => record,
            Held::Open(reason) => record.with("reason", reason),
        })?;
    }
    let counts = record::counts(found);
    out.line(Record::of(edition).with_record("requirements", Some(counts)))
}

fn holder(holder: &Holder<'_>) -> Record {
    match holder {
        Holder::Test { module, name } => Record::new().with("test", format!("{module}::{name}")),
        Holder::Example(fields) => Record::new().with("example", fields),
        Holder::Lint(id) => Record::new().with("lint", id),
        _ => Record::new(),
    }
}

fn show(
    args: &Args,
    edition: Edition,
    requirements: &Requirements<'_>,
    out: &mut Output,
) -> io::Result<()> {
    if !args.count {
        out.begin_block();
        writeln!(out, "{}", edition.document())?;
        wrapped_at(WIDTH, edition.remark()).try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out)?;
        table(args, requirements, out)?;
        if !requirements.all.is_empty() {
            writeln!(out)?;
        }
    }
    use RequirementState::{Held, Open, Reader};
    let [held, reader, open] = [Held, Reader, Open].map(|state| requirements.count(state));
    let all = counted(requirements.all.len() as u64, "requirement");
    let open_style = if open > 0 { out.palette.warning } else { Style::PLAIN };
    writeln!(
        out,
        "{edition}: {all}, {held} held, {reader} for the reader, \
         {open_style}{open} open{open_style:#}"
    )?;
    out.end_record()
}

fn table(args: &Args, requirements: &Requirements<'_>, out: &mut Output) -> io::Result<()> {
    let width = requirements.all.iter().map(|one| one.section.len()).max().unwrap_or_default();
    let before = width + "  should  reader  ".len() + 2;
    for one in &requirements.all {
        let (section, strength, state) = (one.section, one.strength.name(), one.state());
        let most = if args.short { usize::MAX } else { WIDTH - before };
        let is_open = state == RequirementState::Open;
        let (style, state) =
            (if is_open { out.palette.warning } else { Style::PLAIN }, state.name());
        let head = format!("  {section:<width$}  {strength:<6}  {style}{state:<6}{style:#}  ");
        entry(&head, (before, most), one.what, out)?;
        let quoted = one.quoted.filter(|_| !args.short).map(|quoted| format!("“{quoted}”"));
        below(before, quoted.as_slice(), out)?;
        let texts: Vec<String> = match &one.held {
            Held::By(holders) if args.long => holders.iter().map(ToString::to_string).collect(),
            Held::Open(reason) if !args.short => vec![format!("open: {reason}")],
            _ => Vec::new(),
        };
        below(before + 2, &texts, out)?;
    }
    Ok(())
}
