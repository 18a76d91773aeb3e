//! `urispec explain`: a production with everything that is known of it.

mod given;

use std::io;
use std::io::Write;

use urispec::{Edition, Recognizer};
use urispec_audit as audit;
use urispec_audit::{
    AlternativeMember, AlternativeMembers, Audit, Contribution, ExplainedProduction, RuleText,
    Verdict,
};
use urispec_compare::diff;
use urispec_compare::diff::{Comparison, Relation, Version};
use urispec_views::productions::{record, undented, verdict};

use crate::grammar::GrammarArgs;
use crate::options::{DocumentArgs, names};
use crate::output::Output;
use crate::output::columns::{Cell, lines, wrapped, wrapped_at};
use crate::output::terminal::Literal;
use crate::output::usage::{Outcome, Stop};

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
    document: DocumentArgs,
    #[command(flatten)]
    given: GrammarArgs,
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
    if let Some(asked) = given::asked(edition, &args.names) {
        return Ok(given::run_registered(&asked, args.json, out)?);
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
                    show_past(&versions, out)?;
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
    show_alternatives(&explained.alternatives, out)?;
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

// The alternatives of a production, for people: a member of each, and what it adds to the others.

/// The number of characters of an alternative in a line.
const WIDTH: usize = 72;

/// A row for each alternative, unless each is nothing but a string that is printed in quotes.
fn show_alternatives(alternatives: &AlternativeMembers, out: &mut Output) -> io::Result<()> {
    let AlternativeMembers { told, left, .. } = alternatives;
    if told.iter().all(is_its_member) {
        return Ok(());
    }
    let mut rows = Vec::new();
    for AlternativeMember { text, adds, .. } in told {
        let (member, note) = match adds {
            Contribution::Own(own) => (Literal(own).to_string(), String::new()),
            Contribution::Nothing { shortest: None, .. } => {
                ("none".to_owned(), " (has no string)".to_owned())
            }
            Contribution::Nothing { shortest: Some(shortest), within } => {
                let note = format!(" (adds nothing to {})", within.join(" and "));
                (Literal(shortest).to_string(), note)
            }
            Contribution::Unknown(why) => ("?".to_owned(), format!(" (not decided: {why})")),
        };
        let said = format!("{text}{note}");
        let member = std::iter::once(member).chain(std::iter::repeat(String::new()));
        let row = |(member, line)| vec![Cell::new(member), Cell::new(line)];
        rows.extend(member.zip(wrapped_at(WIDTH, &said).map(str::to_owned)).map(row));
    }
    let mut all = vec![String::new()];
    all.extend(lines(&rows));
    all.extend((*left > 0).then(|| format!("and {left} more")));
    // The label is as long as that of no other part, and has a line of its own.
    part(out, "alternatives", all.iter().map(String::as_str))
}

/// Whether an alternative is printed as its member, in quotes or, as RFC 1630 does, without.
fn is_its_member(one: &AlternativeMember) -> bool {
    let text = one.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    matches!(&one.adds, Contribution::Own(own) if own == text.unwrap_or(&one.text).as_bytes())
}

// The history of a production, for people.

/// A line for each version, and one for each version of the document before.
fn show_past(versions: &[Version], out: &mut Output) -> io::Result<()> {
    let mut lines = Vec::new();
    for version in versions {
        let edition = version.language.edition();
        let cited = edition.cited(version.section());
        lines.push(format!("{cited}: {}", version.language.name()));
        lines.extend(version.before.iter().map(said));
    }
    if versions.is_empty() {
        lines.push("none".to_owned());
    }
    part(out, "history", lines.iter().map(String::as_str))
}

/// What became of a production of the document before: a string that is gone, and one that is new.
fn said(one: &Comparison) -> String {
    let only = [(&one.only_left, "gone"), (&one.only_right, "new")];
    let only = only.into_iter().filter_map(|(text, what)| {
        Some(format!("{} is {what}", Literal(text.as_deref()?.as_bytes())))
    });
    let mut said: Vec<_> = only.collect();
    if said.is_empty() {
        said.push(match one.relation {
            Relation::Equal => "the same strings".to_owned(),
            other => other.name().to_owned(),
        });
    }
    format!("  since {} {}: {}", one.left.edition(), one.left.name(), said.join(", "))
}
