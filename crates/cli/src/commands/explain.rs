//! `urispec explain`: shows everything that is known about a production.

use std::io::{self, Write};

use urispec::registry::{Registration, Registry, default_port};
use urispec::{Edition, Recognizer};
use urispec_audit as audit;
use urispec_audit::alternatives::{
    AlternativeMember, AlternativeMembers, Alternatives, Contribution,
};
use urispec_audit::{
    AnyGrammar, AnyProduction, Audit, ExplainedProduction, RuleText, TypicalStrings,
    UndecidedProduction, Verdict,
};
use urispec_compare::diff::{self, Comparison, Relation, Version};
use urispec_views::productions::{record, undented, verdict, with_alternatives};
use urispec_views::record::Record;

use crate::grammar::GrammarArgs;
use crate::options::{DocumentArgs, names};
use crate::output::columns::{Cell, lines, wrapped, wrapped_at};
use crate::output::{Literal, Outcome, Output, Stop};

const HELP: &str = "\
Show everything that is known about a production: its printed text and section, the pest rule that transcribes \
it with the notes of the rule, the verdict of the audit, the number of states of its minimal automaton, its \
shortest members, and near misses. If the production cannot be used as printed, the output also says how it is \
read and why, and what a reader must know about the sections that it cites.

A member is a string that the production derives. A near miss is a member with one byte added, removed or \
replaced, which the production does not derive. If the production is a choice, there is also a member for each \
alternative: the shortest one that no other alternative has; or, if there is none, the output names other alternatives that together have all strings of this alternative, so that it adds nothing. The verdict `equal as read` means that the \
pest rule equals the printed production after the documented readings.

`explain scheme tel`, `explain namespace oid` and `explain well-known ni` show the entry of a name in IANA's \
registries, with the date of the registry, the default port of the scheme, and the documents for it that urispec \
has. `explain tel:`, `explain urn:oid:` and `explain /.well-known/ni` are short for these.

With --grammar, the production is one of your own grammar. It has no pest rule and no verdict; the output has \
the productions that it uses and those that use it. If it has no automaton, the output has the reason instead of \
members and near misses.

Exit codes: 0, the pest rule equals the production as read, or the production of --grammar has an automaton, or \
the name is registered; 1, otherwise; 2, wrong usage, or there is no such production.";
const JSON: &str = "\
Print one JSON object per production, one per line.

Its keys: `schema`, `edition`, `grammar`, `rule`, `section`, `printed` (its text), `read` {`text`, `why`}, \
`pest` [{`rule`, `notes` [..], `text`}], `members` [..], `near_misses` [..], `alternatives` (of a choice) \
[{`text`, `member`, `within` [..] (alternatives that have all of its strings), or `undecided` (the reason)}], \
`alternatives_left` (how many follow the first 24), `remark` (about the cited sections), and the keys that \
`urispec audit --json` has for a production. With --grammar: `schema`, `grammar` (the file), `rule`, `line`, \
`printed`, `uses` [..], `used_by` [..], and either `states`, `members` [..], `near_misses` [..], `alternatives` \
and `alternatives_left` (not for pest), or `undecided` (the reason). For a name in a registry: `schema`, \
`registry`, `updated`, `name`, `registered`, and if it is registered, `status`, `reference`, `well_known`, \
`about`, `controller`, `default_port` {`port`, `document`}, `editions` [..]. Keys of strings that are not all UTF-8 end in `_hex`.";

const HISTORY: &str = "\
Add the history of the production: its counterpart in each document, the oldest first, as `urispec diff` pairs \
productions, with the change of its strings since the previous document, and the shortest strings that only one \
of the two documents has. With --json: `history` [{`schema`, `edition`, `grammar`, `rule`, `section`, `by` (as \
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

/// Show everything that is known about a production
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Names of productions, as the document spells them
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    #[command(flatten)]
    document: DocumentArgs,
    #[command(flatten)]
    grammar: GrammarArgs,
    /// Print one JSON object per production, one per line
    #[arg(short, long, long_help = JSON)]
    json: bool,
    /// Add the history of the production through the documents
    #[arg(long, long_help = HISTORY, conflicts_with = "bnf")]
    history: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.grammar.is_given() {
        return run_given(args, out);
    }
    let edition = args.document.edition;
    if let Some(queries) = registry_queries(edition, &args.names) {
        return Ok(registered(&queries, args.json, out)?);
    }
    let audits = out.or_stop(audit::audit_edition(edition))?;
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

/// Returns the history of a production. It is empty if the edition imports the production from another document.
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
        None => part(out, "printed", ["nowhere: the name is used but not defined"])?,
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

fn strings(out: &mut Output, label: &str, all: &[Vec<u8>]) -> io::Result<()> {
    let all: Vec<String> = all.iter().map(|one| Literal(one).to_string()).collect();
    let none = if all.is_empty() { "none" } else { "" };
    part(out, label, [&*format!("{none}{}", all.join(", "))])
}

/// Prints lines, with a label before the first line.
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

// The alternatives of a production, as text: a member of each, and what the alternative adds to the others.

const WIDTH: usize = 72;

/// Prints a row for each alternative, unless all of them are quoted strings.
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
        let text = format!("{text}{note}");
        let member = std::iter::once(member).chain(std::iter::repeat(String::new()));
        let row = |(member, line)| vec![Cell::new(member), Cell::new(line)];
        rows.extend(member.zip(wrapped_at(WIDTH, &text).map(str::to_owned)).map(row));
    }
    let mut all = vec![String::new()];
    all.extend(lines(&rows));
    all.extend((*left > 0).then(|| format!("and {left} more")));
    // This label is longer than all others, so it has a line of its own.
    part(out, "alternatives", all.iter().map(String::as_str))
}

/// Returns whether the shortest string that only an alternative adds is its own text, with or without quotes.
fn is_its_member(one: &AlternativeMember) -> bool {
    let text = one.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    matches!(&one.adds, Contribution::Own(own) if own == text.unwrap_or(&one.text).as_bytes())
}

// The history of a production, as text.

fn show_past(versions: &[Version], out: &mut Output) -> io::Result<()> {
    let mut lines = Vec::new();
    for version in versions {
        let edition = version.language.edition();
        let cited = edition.cited(version.section());
        lines.push(format!("{cited}: {}", version.language.name()));
        lines.extend(version.before.iter().map(change));
    }
    if versions.is_empty() {
        lines.push("none".to_owned());
    }
    part(out, "history", lines.iter().map(String::as_str))
}

/// Describes the change from the previous document: a string that is no longer derived, and a string that is new.
fn change(one: &Comparison) -> String {
    let only = [(&one.only_left, "gone"), (&one.only_right, "new")];
    let only = only.into_iter().filter_map(|(text, what)| {
        Some(format!("{} is {what}", Literal(text.as_deref()?.as_bytes())))
    });
    let mut changes: Vec<_> = only.collect();
    if changes.is_empty() {
        changes.push(match one.relation {
            Relation::Equal => "the same strings".to_owned(),
            other => other.name().to_owned(),
        });
    }
    format!("  since {} {}: {}", one.left.edition(), one.left.name(), changes.join(", "))
}

// A production of a grammar of the user, with everything that is known about it without an audit.

fn run_given(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let grammar = args.grammar.read(out)?;
    let named = args.names.iter().map(|name| names::one_of("names", grammar.names(), name));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let decided = grammar.decide(&named);
    // The alternatives of pest are ordered: pest uses the first that matches, even if others would match too.
    let printed = grammar.as_printed();
    let choices = printed.map(|printed| Alternatives::of_productions(printed, &named));
    let mut outcome = Outcome::Yes;
    for name in named {
        let Some(production) = grammar.production(name) else { continue };
        let typical = decided.typical(name);
        if typical.is_err() {
            outcome = Outcome::No;
        }
        let members = choices.as_ref().map(|choices| choices.members(&production.name));
        let members = members.unwrap_or_default();
        if args.json {
            out.line(record_of(&grammar, production, &typical, &members))?;
        } else {
            show_given(&grammar, production, &typical, &members, out)?;
            out.end_record()?;
        }
    }
    Ok(outcome)
}

fn record_of(
    grammar: &AnyGrammar,
    production: &AnyProduction,
    typical: &Result<TypicalStrings, UndecidedProduction>,
    alternatives: &AlternativeMembers,
) -> Record {
    let record = Record::line()
        .with("grammar", grammar.file())
        .with("rule", &production.name)
        .with("line", production.line)
        .with("printed", &production.text)
        .with("uses", &production.uses)
        .with("used_by", &production.used_by);
    match typical {
        Ok(TypicalStrings { states, members, near_misses, .. }) => {
            let record = record
                .with("states", states)
                .witnesses("members", members)
                .witnesses("near_misses", near_misses);
            with_alternatives(record, alternatives)
        }
        Err(why) => record.with("undecided", why.to_string()),
    }
}

fn show_given(
    grammar: &AnyGrammar,
    production: &AnyProduction,
    typical: &Result<TypicalStrings, UndecidedProduction>,
    alternatives: &AlternativeMembers,
    out: &mut Output,
) -> io::Result<()> {
    out.begin_block();
    // An assumed production has no line.
    let line = match production.line {
        0 => String::new(),
        line => format!(", line {line}"),
    };
    writeln!(out, "{} ({}{line})\n", production.name, grammar.file())?;
    let label = if grammar.as_pest().is_some() { "pest" } else { "printed" };
    part(out, label, undented(&production.text))?;
    for (label, names) in [("uses", &production.uses), ("used by", &production.used_by)] {
        if !names.is_empty() {
            part(out, label, wrapped(&names.join(", ")))?;
        }
    }
    match typical {
        Ok(TypicalStrings { states, members, near_misses, .. }) => {
            part(out, "states", [&*states.to_string()])?;
            strings(out, "members", members)?;
            strings(out, "near misses", near_misses)?;
            show_alternatives(alternatives, out)
        }
        Err(why) => part(out, "undecided", wrapped(&why.to_string())),
    }
}

// `urispec explain scheme NAME`: the entry of a name in IANA's registries.
// The surprising case: `explain scheme host` explains two productions, since `host` is a production.

struct RegistryQuery<'a> {
    registry: Registry,
    name: &'a str,
}

/// Parses names as queries to registries. Returns `None` unless all names have a form such as `tel:`, or the first name
/// is a registry and none of the others is a production of the edition.
fn registry_queries(edition: Edition, names: &[String]) -> Option<Vec<RegistryQuery<'_>>> {
    let by_form: Option<Vec<_>> = names.iter().map(|name| from_form(name)).collect();
    if let Some(queries) = by_form.filter(|queries| !queries.is_empty()) {
        return Some(queries);
    }
    let (first, names) = names.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let registry = Registry::ALL.iter().find(|one| one.name().eq_ignore_ascii_case(first))?;
    let rules: Vec<_> = edition.productions().map(|production| production.rule()).collect();
    let is_rule = |name: &String| names::one_of("names", rules.iter().copied(), name).is_ok();
    if names.iter().any(is_rule) {
        return None;
    }
    Some(names.iter().map(|name| RegistryQuery { registry: *registry, name: bare(name) }).collect())
}

/// Reads `tel:` as a scheme, `urn:oid` and `urn:oid:` as a namespace, `/.well-known/ni` as a well-known URI.
fn from_form(name: &str) -> Option<RegistryQuery<'_>> {
    let plain = bare(name);
    if let Some(name) = name.strip_prefix("/.well-known/") {
        return Some(RegistryQuery { registry: Registry::WellKnown, name });
    }
    let (scheme, nid) = plain.split_once(':').unwrap_or((plain, ""));
    if scheme.eq_ignore_ascii_case("urn") && !nid.is_empty() {
        return Some(RegistryQuery { registry: Registry::Namespaces, name: nid });
    }
    (name.ends_with(':') && nid.is_empty())
        .then_some(RegistryQuery { registry: Registry::Schemes, name: plain })
}

fn bare(name: &str) -> &str {
    name.strip_suffix(':').unwrap_or(name)
}

fn registered(queries: &[RegistryQuery<'_>], json: bool, out: &mut Output) -> io::Result<Outcome> {
    let mut outcome = Outcome::Yes;
    for one in queries {
        let found = one.registry.find(one.name);
        if found.is_none() {
            outcome = Outcome::No;
        }
        if json {
            out.line(one.record(found))?;
        } else {
            one.show(found, out)?;
            out.end_record()?;
        }
    }
    Ok(outcome)
}

impl RegistryQuery<'_> {
    /// Returns the text with which every URI of this scheme or namespace begins. It is empty for other registries.
    fn begins(&self) -> String {
        match self.registry {
            Registry::Schemes => format!("{}:", self.name),
            Registry::Namespaces => format!("urn:{}:", self.name),
            _ => String::new(),
        }
    }

    /// Returns the editions about this scheme or namespace, its parts, or a scheme or namespace that contains it.
    fn editions(&self) -> Vec<Edition> {
        let begins = self.begins();
        // `urn:` also has the documents of `urn:oid:`, and vice versa.
        let is_about = |one: &str| {
            let length = one.len().min(begins.len());
            let heads = one.get(..length).zip(begins.get(..length));
            heads.is_some_and(|(one, other)| length > 0 && one.eq_ignore_ascii_case(other))
        };
        let is_document = |edition: &Edition| edition.begins().iter().any(|one| is_about(one));
        Edition::every().filter(is_document).collect()
    }

    fn record(&self, found: Option<&Registration>) -> Record {
        let record = Record::line()
            .with("registry", self.registry.name())
            .with("updated", self.registry.updated())
            .with("name", found.map_or(self.name, |one| one.name))
            .with("registered", found.is_some());
        let port = default_port(self.name).filter(|_| self.registry == Registry::Schemes);
        let port = port
            .map(|port| Record::new().with("port", port.number).with("document", port.to_string()));
        let ids: Vec<_> = self.editions().iter().map(|edition| edition.id()).collect();
        record
            .with("status", found.map(|one| one.status))
            .with("reference", found.map(|one| one.reference))
            .with("well_known", found.and_then(|one| one.well_known))
            .with("about", found.and_then(|one| one.about))
            .with("controller", found.and_then(|one| one.controller))
            .with_record("default_port", port)
            .with("editions", &ids[..])
    }

    fn show(&self, found: Option<&Registration>, out: &mut Output) -> io::Result<()> {
        out.begin_block();
        let what = match self.registry {
            Registry::Schemes => "a scheme",
            Registry::Namespaces => "a namespace of URNs",
            _ => "a well-known URI",
        };
        writeln!(out, "{} ({what})\n", found.map_or(self.name, |one| one.name))?;
        match found {
            None => part(out, "registered", ["no"])?,
            Some(one) => {
                let about = one.about.map(|about| format!(": {about}")).unwrap_or_default();
                part(out, "registered", [&*format!("{}{about}", one.status)])?;
                part(out, "reference", [one.reference])?;
                part(out, "well-known", one.well_known)?;
                part(out, "controller", one.controller)?;
            }
        }
        if let (Registry::Schemes, Some(port)) = (self.registry, default_port(self.name)) {
            part(out, "port", [&*format!("{} ({port})", port.number)])?;
        }
        let editions = self.editions();
        let of = |one: &Edition| format!("{} ({})", one.id(), one.document());
        let editions: Vec<_> = editions.iter().map(of).collect();
        part(out, "editions", editions.iter().map(String::as_str))?;
        let (source, updated) = (self.registry.source(), self.registry.updated());
        part(out, "registry", [&*format!("{source}, {updated}")])
    }
}
