//! `urispec explain`: a production with everything that is known of it.

use std::io::{self, Write};

use urispec::Edition;
use urispec::audit::{self, Audit, ExplainedProduction, Reading, RuleText, Verdict};
use urispec_views::audit::word;
use urispec_views::explain::record;

use crate::columns::wrapped;
use crate::grammar::Given;
use crate::names;
use crate::options::Document;
use crate::outcome::{Outcome, Stop};
use crate::output::Output;
use crate::style::Literal;

mod given;

const HELP: &str = "\
Show a production with everything that is known of it: its printed text and section; if it cannot \
be used as printed, how it is read and why; the pest rule that transcribes it, with the rule's \
notes; the verdict of the audit; the size of its minimal automaton; its shortest members; and \
near misses, strings that are one byte too many, one too few, or one other byte away from a \
member.

A member is a string that the production derives. The verdict `equal as read` means that the pest \
rule equals the printed production after the documented readings.

With --grammar, the production is one of your own grammar, and nothing transcribes it: in place of the \
verdict stand the productions that it uses, and those that use it. If it has no automaton, the reason \
stands there.

Exit codes: 0, the pest rule equals the production as read, or the production of --grammar has an \
automaton; 1, it does not; 2, wrong usage, or there is no such production.";
const JSON: &str = "\
Print one JSON object per line for each production.

Its keys: `schema`, `edition`, `grammar`, `rule`, `section`, `printed` (its text), `read` {`text`, \
`why`}, `pest` [{`rule`, `notes` [..], `text`}], `members` [..], `near_misses` [..], and those of \
`urispec audit --json` for a production. With --grammar: `schema`, `grammar` (the file), `rule`, `line`, \
`printed`, `uses` [..], `used_by` [..], and `states`, `members` [..], `near_misses` [..], or \
`undecided` (the reason). Strings that are not all UTF-8 have a key that ends in `_hex`.";

const EXAMPLES: &str = "\
Examples:
  $ urispec explain h16
  h16 (rfc3986, 3.2.2)

    printed      h16           = 1*4HEXDIG
    pest         h16 = @{ HEXDIG{1, 4} }
    verdict      equal
    states       6
    members      \"0\", \"a\", \"00\"
    near misses  \"00000\", \"g\"
  $ urispec --edition 2396 explain Abs_Path | head -n 1
  abs_path (rfc2396, 3)
  $ urispec explain --grammar grammar/rfc2396.bnf escaped
  escaped (grammar/rfc2396.bnf, line 74)

    printed      escaped       = \"%\" hex hex
    uses         hex
    used by      uric_no_slash, rel_segment, reg_name, userinfo, pchar, uric
    states       5
    members      \"%00\"
    near misses  \"00\", \"%0\"";

/// Show a production with everything that is known of it
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Productions, with the names that the document prints
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    #[command(flatten)]
    document: Document,
    #[command(flatten)]
    given: Given,
    /// Print one JSON object per line for each production
    #[arg(short, long, long_help = JSON)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.given.is_given() {
        return given::run(args, out);
    }
    let audits = match audit::of(args.document.edition) {
        Ok(audits) => audits,
        Err(error) => return Ok(out.refuse(&error.to_string())?),
    };
    let known = audits.iter().flat_map(|audit| &audit.report.productions);
    let known = known.map(|one| &*one.name);
    let named = args.names.iter().map(|name| names::one_of("names", known.clone(), name));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let mut outcome = Outcome::Yes;
    for name in named {
        for audit in &audits {
            let Some(explained) = audit.explain(name) else { continue };
            if args.json {
                out.line(record(args.document.edition, audit, &explained))?;
            } else {
                show(args.document.edition, audit, &explained, out)?;
                out.end_record()?;
            }
            if explained.judged.verdict != Verdict::Equal {
                outcome = Outcome::No;
            }
        }
    }
    Ok(outcome)
}

fn show(
    edition: Edition,
    audit: &Audit,
    explained: &ExplainedProduction<'_>,
    out: &mut Output,
) -> io::Result<()> {
    out.begin_block();
    let stem = audit.grammar.stem();
    let section = explained.section.map(|section| format!(", {section}")).unwrap_or_default();
    let grammar = if stem == edition.id() { "" } else { &*format!(", {stem}") };
    writeln!(out, "{} ({edition}{grammar}{section})\n", explained.name)?;

    match explained.printed {
        Some(text) => part(out, "printed", undented(text))?,
        None => part(out, "printed", ["nowhere: the name is used, and not defined"])?,
    }
    if let Some((text, why)) = explained.reading {
        part(out, "read as", undented(text))?;
        part(out, "", wrapped(why))?;
    }
    for RuleText { notes, text, .. } in &explained.rules {
        let notes = notes.iter().map(|line| format!("// {line}"));
        let lines: Vec<String> = notes.chain(text.lines().map(str::to_owned)).collect();
        part(out, "pest", lines.iter().map(String::as_str))?;
    }
    let judged = explained.judged;
    let verdict = match (&judged.verdict, &judged.reading) {
        (Verdict::Equal, Some(Reading::Unreadable { through, .. })) if through.len() > 1 => {
            format!("{}; uses a reading: {}", word(judged), through.join(" → "))
        }
        (Verdict::Equal, Some(reading)) => format!("{}; {reading}", word(judged)),
        (verdict, _) => verdict.to_string(),
    };
    part(out, "verdict", wrapped(&verdict))?;
    if let Some(size) = judged.size {
        part(out, "states", [&*size.to_string()])?;
    }
    strings(out, "members", &explained.members)?;
    strings(out, "near misses", &explained.near_misses)
}

/// Strings in quotes, with a label.
fn strings(out: &mut Output, label: &str, all: &[Vec<u8>]) -> io::Result<()> {
    let all: Vec<String> = all.iter().map(|one| Literal(one).to_string()).collect();
    let none = if all.is_empty() { "none" } else { "" };
    part(out, label, [&*format!("{none}{}", all.join(", "))])
}

/// Lines with a label before the first.
fn part<'l>(
    out: &mut Output,
    label: &str,
    lines: impl IntoIterator<Item = &'l str>,
) -> io::Result<()> {
    let style = out.palette.label;
    for (line, at) in lines.into_iter().zip(0..) {
        let label = if at == 0 { label } else { "" };
        let text = format!("  {style}{label:<11}{style:#}  {line}");
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// The lines of a production without the white space that all of them begin with.
fn undented(text: &str) -> impl Iterator<Item = &str> {
    let blank = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let least = lines.map(blank).min().unwrap_or_default();
    text.lines().map(move |line| line.get(least..).unwrap_or_default())
}
