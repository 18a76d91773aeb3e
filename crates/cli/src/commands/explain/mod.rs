//! `urispec explain`: a production with everything that is known of it.

use std::io::{self, Write};

use urispec::{Edition, Recognizer};
use urispec_audit::{self as audit, Audit, ExplainedProduction, RuleText, Verdict};
use urispec_compare::diff::{self, Version};
use urispec_views::explain::{record, undented, verdict};

use crate::grammar::Given;
use crate::options::Document;
use crate::options::names;
use crate::output::Output;
use crate::output::columns::wrapped;
use crate::output::outcome::{Outcome, Stop};
use crate::output::style::Literal;

mod alternatives;
mod given;
mod past;
mod registered;

const HELP: &str = "\
Show a production with everything that is known of it: its printed text and section, the pest rule that \
transcribes it with the rule's notes, the verdict of the audit, the number of states of its minimal automaton, \
its shortest members, and near misses. If it cannot be used as printed, it also says how it is read and why; \
and it says what a reader must know of the sections that are cited.

A member is a string that the production derives; a near miss is no member, and is a member with one byte \
added, removed or replaced. If the production is a choice, there is also a member for each alternative: the \
shortest that no other alternative has, or, if there is none, that the alternative adds nothing to others, which \
have all of its strings. The verdict `equal as read` means that the pest \
rule equals the printed production after the documented readings.

`explain scheme tel`, `explain namespace oid` and `explain well-known ni` say what IANA's registries have of a name, \
with the day of the registry, the default port of the scheme and its documents here; `explain tel:`, `urn:oid:` and \
`/.well-known/ni` are short for that.

With --grammar, the production is one of your own grammar. No pest rule transcribes it, and in place of the \
verdict stand the productions that it uses, and those that use it. If it has no automaton, the reason stands \
in place of members and near misses.

Exit codes: 0, the pest rule equals the production as read, or the production of --grammar has an \
automaton, or the name is registered; 1, it does not, or is not; 2, wrong usage, or there is no such production.";
const JSON: &str = "\
Print one JSON object per line for each production.

Its keys: `schema`, `edition`, `grammar`, `rule`, `section`, `printed` (its text), `read` {`text`, \
`why`}, `pest` [{`rule`, `notes` [..], `text`}], `members` [..], `near_misses` [..], `alternatives` (of a choice) \
[{`text`, `member`, `within` [..] (alternatives that have all of its strings), or `undecided` (the reason)}], \
`alternatives_left` (how many come after the first 24), `remark` (of the sections that are cited), and those of `urispec audit --json` for a production. With --grammar: `schema`, `grammar` (the file), `rule`, `line`, \
`printed`, `uses` [..], `used_by` [..], and `states`, `members` [..], `near_misses` [..], `alternatives` and \
`alternatives_left` (not of pest), or `undecided` (the reason). Of a name in a registry: `schema`, `registry`, \
`updated`, `name`, `registered`, and of one that is, `status`, `reference`, `well_known`, `about`, `controller`, `default_port` \
{`port`, `document`}, `editions` [..]. Strings that are not all UTF-8 have a key that ends in `_hex`.";

const HISTORY: &str = "\
Add how the production came to be: what stands for it in each document, the oldest first, as `urispec diff` \
pairs productions, with what became of its strings since the document before, and the shortest strings that \
only one of the two has. With --json: `history` [{`schema`, `edition`, `grammar`, `rule`, `section`, `by` (as \
in `urispec diff --json`), `before` [{`edition`, `rule`, `relation`, `only_before`, `only_after`}]}].";

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
  $ urispec explain scheme data | head -n 4
  data (a scheme)

    registered   permanent
    reference    RFC 2397
  $ echo 'escaped = \"%\" 2HEXDIG' | urispec explain --grammar - --notation abnf escaped
  escaped (<stdin>, line 1)

    printed      escaped = \"%\" 2HEXDIG
    uses         HEXDIG
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
    /// Add how the production came to be over the documents
    #[arg(long, long_help = HISTORY, conflicts_with = "bnf")]
    history: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.given.is_given() {
        return given::run(args, out);
    }
    let edition = args.document.edition;
    if let Some(asked) = registered::asked(edition, &args.names) {
        return Ok(registered::run(&asked, args.json, out)?);
    }
    let audits = match audit::audit_edition(edition) {
        Ok(audits) => audits,
        Err(error) => return Ok(out.refuse(&error.to_string())?),
    };
    let known = audits.iter().flat_map(|audit| &audit.report.productions);
    let known = known.map(|one| &*one.name);
    let named = args.names.iter().map(|name| {
        let found = names::one_of("names", known.clone(), name);
        found.map_err(|error| error.with_tip(names::elsewhere(name)))
    });
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let mut outcome = Outcome::Yes;
    for name in named {
        for audit in &audits {
            let Some(explained) = audit.explain(name) else { continue };
            let versions = if args.history { history(edition, audit, name) } else { Vec::new() };
            if args.json {
                let record = record(edition, audit, &explained);
                let past = versions.iter().map(urispec_views::history::version);
                out.line(if args.history { record.with_all("history", past) } else { record })?;
            } else {
                show(edition, audit, &explained, out)?;
                if args.history {
                    past::show(&versions, out)?;
                }
                out.end_record()?;
            }
            if explained.judged.verdict != Verdict::Equal {
                outcome = Outcome::No;
            }
        }
    }
    Ok(outcome)
}

/// The history of a production. What the edition only lends from elsewhere has none.
fn history(edition: Edition, audit: &Audit, name: &str) -> Vec<Version> {
    let is_it =
        |one: &Recognizer| one.rule() == name && one.grammar().stem() == audit.grammar.stem();
    edition.productions().find(is_it).map(diff::history).unwrap_or_default()
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
    let verdict = verdict(judged);
    part(out, "verdict", wrapped(&verdict))?;
    if let Some(size) = judged.size {
        part(out, "states", [&*size.to_string()])?;
    }
    strings(out, "members", &explained.members)?;
    strings(out, "near misses", &explained.near_misses)?;
    alternatives::show(&explained.alternatives, out)?;
    part(out, "document", wrapped(edition.remark()))
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
