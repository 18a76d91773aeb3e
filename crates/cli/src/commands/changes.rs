//! `urispec changes`: what changed from one edition to another, or between two versions of a grammar, in
//! sentences.
//!
//! Of two grammars of which one at least is a file, the productions are compared.

use std::collections::HashMap;
use std::io::{self, Write};

use urispec::Edition;
use urispec_audit::{
    AnyGrammar, ComparedGrammars, ComparedLanguages, ComparedProductions, DecidedGrammar,
    compare_grammars,
};
use urispec_compare::changes::{ChangeKind, Changes, Entry, Evidence, Manner};
use urispec_compare::diff::Relation;
use urispec_views::record::Record;

use crate::grammar::ReadingArgs;
use crate::grammar::file::{self, Named, Operand};
use crate::options::names;
use crate::output::{Literal, Outcome, Output, Stop};

const HELP: &str = "\
Say in sentences what changed from edition E1 to edition E2, for release notes. Each sentence names \
the sections of both documents. Either edition may be the older one. `diff` has the strings without sentences.

`productions`: what is new, gone or renamed, and what derives more or other strings; and, if the newer \
document says so, what it puts in the place of a rule. The languages are compared as automata. A production \
differs `through` others if they alone explain it: in each string that shows the difference, one of them \
derives a part that its counterpart does not derive.

`resolution`: references that have other targets, found among all short references, and what each \
document says of them. `normalization`: differences between two strings that only one of the documents \
says do not matter. `terms`: what each document calls the same thing.

Every string was tried: it is derived, resolves or is equivalent as the sentence says. A document may \
resolve a reference that no production of it derives, as RFC 2396 does with \"?g\": another reference \
stands first, if there is one that both documents derive. JSON has more strings than the sentences.

--short prints each change on one line of Markdown, without the strings and with the section of E2 alone.

A file with a grammar of your own may stand in place of an edition, such as an older version of the other \
file: .abnf, .bnf, .ebnf or .pest. Then the productions are compared: two are a pair if their names differ \
only in letter case and in `-` and `_`, or if both have lost their partner and derive the same strings. A \
production that is written as before differs through what it uses. One that is written otherwise and \
derives the same strings is named too; blanks, comments and what is called by another name do not matter. \
Productions that nest, as brackets do, cannot be compared as automata: such a one is unchanged if it and all \
that it uses are written as before; else the sentence says that this is not decided, and why.

Exit codes: 0, nothing changed, or in a grammar of your own at most the writing; 1, something changed; 2, wrong \
usage, or a file cannot be read, or no change is found and some production is not decided.";

const EXAMPLES: &str = "\
Examples:
  $ urispec changes rfc2396 rfc3986 --only productions | grep -A1 IPv4address
  - `IPv4address` is narrower: RFC 3986 does not derive \"0.0.0.00\". (RFC 2396, 3.2.2; RFC 3986,
    3.2.2)
  $ urispec changes rfc2396 rfc3986 --short --only resolution | grep root
  - Segments \"..\" that lead above the root: RFC 3986 removes them (5.2.4)
  $ urispec changes rfc2396 rfc3986 --json | grep -o '\"reference\":\"?g\",\"since\":\"[^\"]*\"'
  \"reference\":\"?g\",\"since\":\"http://a/b/c/?g\"
  $ echo 'scheme = 1*ALPHA' | urispec changes - rfc3986 --notation abnf | grep '`scheme`'
  - `scheme` is wider: rfc3986 also derives \"A+\".
  $ urispec changes rfc3986 rfc3986; echo $?
  Nothing changed.
  0";

/// Say in sentences what changed from one document to another (by strings: diff)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An edition, or a file with a grammar of your own
    // The id is that of the printed grammar of an audit, which what stands beside a grammar asks for.
    #[arg(id = "bnf", value_name = "E1", value_parser = file::parser())]
    since: Operand,
    /// The edition or the file that changed it
    #[arg(value_name = "E2", value_parser = file::parser())]
    edition: Operand,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Say only what changed of this kind
    #[arg(
        long,
        value_name = "KIND",
        value_parser = names::listed(ChangeKind::ALL.iter().copied().map(|kind| (kind.name(), kind)))
    )]
    only: Vec<ChangeKind>,
    /// Print each change on one line, without the strings that show it
    #[arg(short, long, conflicts_with = "json")]
    short: bool,
    /// Print one JSON object for each change
    #[arg(short, long, long_help = JSON_HELP)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let sides = (&args.since, &args.edition);
    let Some((since, edition)) = file::editions(sides, &args.reading)? else {
        return run_given(args, out);
    };
    let mut changes = Changes::between(since, edition);
    if !args.only.is_empty() {
        changes.entries.retain(|entry| args.only.contains(&entry.kind));
    }
    let outcome = out.decide(Outcome::from_bool(changes.entries.is_empty()));
    if args.json {
        for entry in &changes.entries {
            out.line(of(&changes, entry))?;
        }
    } else {
        all(&changes, args.short, out)?;
    }
    Ok(outcome)
}

// The changes, for people: a heading for each kind, and under it the sentences as a list.

const WIDTH: usize = 98;

fn all(changes: &Changes, is_short: bool, out: &mut Output) -> io::Result<()> {
    let Changes { since, edition, .. } = changes;
    if changes.entries.is_empty() {
        return writeln!(out, "Nothing changed.");
    }
    let label = out.palette.label;
    writeln!(out, "{label}# {} since {}{label:#}", name(*edition), name(*since))?;
    for &kind in ChangeKind::ALL {
        let mut entries = changes.of(kind).peekable();
        if entries.peek().is_none() {
            continue;
        }
        writeln!(out, "\n{label}## {}{label:#}\n", title(kind))?;
        if let Some(same) = same(changes, kind) {
            writeln!(out, "{same}\n")?;
        }
        for entry in entries {
            match (is_short, entry.section.filter(|section| *section != "front")) {
                (true, Some(section)) => writeln!(out, "- {} ({section})", entry.brief)?,
                (true, None) => writeln!(out, "- {}", entry.brief)?,
                _ => point(&format!("{}{}", entry.sentence, sections(changes, entry)), out)?,
            }
        }
    }
    Ok(())
}

fn point(text: &str, out: &mut Output) -> io::Result<()> {
    for (at, line) in lines(text).iter().enumerate() {
        writeln!(out, "{} {line}", if at == 0 { "-" } else { " " })?;
    }
    Ok(())
}

/// The document without its date.
fn name(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split(',').next().unwrap_or(document)
}

const fn title(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Resolution => "Resolution",
        ChangeKind::Normalization => "Normalization and comparison",
        ChangeKind::Terms => "Terms",
        // The library may add kinds; until the program knows them they stand with the first.
        _ => "Productions",
    }
}

/// How many things of a kind did not change.
fn same(changes: &Changes, kind: ChangeKind) -> Option<String> {
    match (kind, changes.same_productions, changes.same_terms) {
        (ChangeKind::Productions, count @ 1.., _) => Some(same_productions(count)),
        (ChangeKind::Terms, _, 1) => Some("1 term is the same.".to_owned()),
        (ChangeKind::Terms, _, count @ 2..) => Some(format!("{count} terms are the same.")),
        _ => None,
    }
}

fn same_productions(count: usize) -> String {
    if count == 1 {
        "1 production has the same name and derives the same strings.".to_owned()
    } else {
        format!("{count} productions have the same names and derive the same strings.")
    }
}

fn sections(changes: &Changes, entry: &Entry) -> String {
    let of = |edition: Edition, section: Option<&str>| {
        section.map(|section| match section {
            "front" | "abstract" => format!("{}, before section 1", name(edition)),
            section if section.starts_with("RFC ") => section.to_owned(),
            // What is not amended is a section of the document that is.
            section => format!("{}, {section}", name(edition.amends().unwrap_or(edition))),
        })
    };
    let all = [of(changes.since, entry.since_section), of(changes.edition, entry.section)];
    let mut all: Vec<String> = all.into_iter().flatten().collect();
    all.dedup();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
}

/// A text in lines. No line ends within a string in quotes or a name in backticks.
fn lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in words(text) {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > WIDTH - 2 {
            lines.push(String::new());
            length = 0;
        }
        if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += width;
        }
    }
    lines
}

/// The parts of a text between spaces, except those within quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |c: char| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        c == ' ' && !is_quoted
    })
}

// A change, as JSON.

const JSON_HELP: &str = "\
Print one JSON object per line for each change.

Its keys: `schema`, `since`, `edition` (editions), `kind` (`productions`, `resolution`, \
`normalization`, `terms`), `manner` (`new`, `gone`, `renamed`, `wider`, `narrower`, `overlapping`, \
`other`, `changed`), `subject`, `since_section`, `section`, `sentence`, `evidence` [..]. The keys \
of evidence: `edition`, `input` (only that edition derives the string); `base`, `reference`, \
`non_strict`, `since`, `target` (the two targets; null for the current document, and for a refused \
reference), `since_current_document`, `current_document` (true or false; absent if refused), \
`since_fragment`, `fragment` (of the current document); `edition`, `a`, `b` (only that edition finds \
them equivalent); `input`, `since`, `normalized` (the two normal forms). A key that is absent is \
undefined.

With a grammar of your own, `grammar` stands in place of `edition`, and `since` is a file or an edition; there \
are no sections. `manner` may also be `rewritten` (other text, same strings) and `undecided`, and `through` \
lists the productions through which one differs that is written as before. Evidence has the keys `grammar` and \
`input`, or `input_hex` where the string is not UTF-8.";

fn of(changes: &Changes, entry: &Entry) -> Record {
    Record::line()
        .with("since", changes.since.id())
        .with("edition", changes.edition.id())
        .with("kind", entry.kind.name())
        .with("manner", entry.manner.name())
        .with("subject", &entry.subject)
        .with("since_section", entry.since_section)
        .with("section", entry.section)
        .with("sentence", &entry.sentence)
        .with_all("evidence", entry.evidence.iter().map(evidence))
}

fn evidence(evidence: &Evidence) -> Record {
    let record = Record::new();
    match evidence {
        Evidence::Derived { by, text } => record.with("edition", by.id()).with("input", text),
        Evidence::Target { base, reference, non_strict, since, target } => {
            let record = record
                .with("base", base)
                .with("reference", reference)
                .with("non_strict", non_strict.then_some(true));
            let keys = ["since", "since_current_document", "since_fragment"];
            let record = reached(record, keys, since.as_deref());
            reached(record, ["target", "current_document", "fragment"], target.as_deref())
        }
        Evidence::Equivalent { by, pair: [a, b] } => {
            record.with("edition", by.id()).with("a", a).with("b", b)
        }
        Evidence::NormalForm { text, since, normal } => {
            record.with("input", text).with("since", since).with("normalized", normal)
        }
        // The library may add to what shows a change, and then the program does.
        _ => record,
    }
}

/// What a reference resolves to, under keys as `resolve` has them. The library prints the current
/// document in parentheses, which no URI has at its beginning.
fn reached(record: Record, [uri, document, fragment]: [&str; 3], target: Option<&str>) -> Record {
    let Some(target) = target else { return record.with_null(uri, None::<&str>) };
    match target.strip_prefix("(current document)") {
        Some(rest) => record
            .with_null(uri, None::<&str>)
            .with(document, true)
            .with(fragment, rest.strip_prefix('#')),
        None => record.with(uri, target).with(document, false),
    }
}

// What changed between two grammars of which one at least is a file of the user.

fn run_given(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let since = args.since.read(&args.reading, None, out)?;
    let grammar = args.edition.read(&args.reading, None, out)?;
    let mut found = ChangeReport::between(&since, &grammar);
    if !args.only.is_empty() && !args.only.contains(&ChangeKind::Productions) {
        // Of a grammar nothing else is known.
        found = ChangeReport::default();
    }
    let outcome = out.decide(found.outcome());
    if args.json {
        for entry in &found.entries {
            out.line(entry.record(&since.0, &grammar.0))?;
        }
    } else {
        found.show(&since.0, &grammar.0, args.short, out)?;
    }
    Ok(outcome)
}

#[derive(Default)]
struct ChangeReport {
    entries: Vec<ChangeEntry>,
    same: usize,
}

struct ChangeEntry {
    what: What,
    /// The name of the production, in the newer grammar if that has it.
    subject: String,
    /// The sentence without the strings that show it, for one line.
    brief: String,
    sentence: String,
    /// The productions through which it differs, if it is written as before.
    through: Vec<String>,
    /// Strings that only the older, or only the newer grammar derives.
    evidence: [Option<Vec<u8>>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Changed(Manner),
    Rewritten,
    Undecided,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            Self::Changed(manner) => manner.name(),
            Self::Rewritten => "rewritten",
            Self::Undecided => "undecided",
        }
    }
}

impl ChangeReport {
    fn between((since, old): &Named, (document, new): &Named) -> Self {
        let ComparedGrammars { pairs, gone, appeared, .. } = compare_grammars(old, new);
        let is_same = |pair: &&ComparedProductions| match &pair.found {
            Ok(found) => found.relation == Relation::Equal,
            Err(_) => pair.is_untouched,
        };
        let differ = pairs.iter().filter(|pair| !is_same(pair)).map(|pair| &*pair.right);
        let differ: Vec<&str> = differ.chain(appeared.iter().map(String::as_str)).collect();
        // One that is written as before may differ through those that it uses, and that changed.
        let through = |pair: &ComparedProductions| {
            let production = new.production(&pair.right).filter(|_| !pair.is_rewritten);
            let used = production.into_iter().flat_map(|one| &one.uses);
            let used = used.filter_map(|name| new.production(name));
            let used = used.filter(|one| one.name != pair.right && differ.contains(&&*one.name));
            used.map(|one| one.name.clone()).collect()
        };
        let (mut own, mut by_others, mut same) = (Vec::new(), Vec::new(), 0);
        for pair in &pairs {
            match changed(pair, since, document, through(pair)) {
                None => same += 1,
                Some(entry) if entry.through.is_empty() => own.push(entry),
                Some(entry) => by_others.push(entry),
            }
        }
        let decided = decide(new, &appeared);
        own.extend(appeared.iter().map(|name| alone(&decided, name, since, Manner::New)));
        // In the order of the newer grammar; what is gone comes last, in the order of the older one.
        let places: HashMap<&str, usize> = new.names().zip(0..).collect();
        let place = |entry: &ChangeEntry| places.get(&*entry.subject).copied();
        own.sort_by_key(place);
        by_others.sort_by_key(place);
        let decided = decide(old, &gone);
        let gone = gone.iter().map(|name| alone(&decided, name, document, Manner::Gone));
        let entries = own.into_iter().chain(by_others).chain(gone).collect();
        Self { entries, same }
    }

    fn outcome(&self) -> Outcome {
        let is_any = |is: fn(What) -> bool| self.entries.iter().any(|entry| is(entry.what));
        if is_any(|what| matches!(what, What::Changed(_))) {
            Outcome::No
        } else if is_any(|what| what == What::Undecided) {
            Outcome::Trouble
        } else {
            Outcome::Yes
        }
    }

    fn show(&self, since: &str, document: &str, short: bool, out: &mut Output) -> io::Result<()> {
        if self.entries.is_empty() {
            return writeln!(out, "Nothing changed.");
        }
        let label = out.palette.label;
        writeln!(out, "{label}# {document} since {since}{label:#}")?;
        writeln!(out, "\n{label}## Productions{label:#}\n")?;
        if self.same > 0 {
            writeln!(out, "{}\n", same_productions(self.same))?;
        }
        self.entries.iter().try_for_each(|entry| match short {
            true => writeln!(out, "- {}", entry.brief),
            false => point(&entry.sentence, out),
        })
    }
}

impl ChangeEntry {
    fn record(&self, since: &str, document: &str) -> Record {
        let sides = [since, document].into_iter().zip(&self.evidence);
        let evidence = sides.filter(|(_, text)| text.is_some()).map(|(grammar, text)| {
            Record::new().with("grammar", grammar).witness("input", text.as_deref())
        });
        Record::line()
            .with("since", since)
            .with("grammar", document)
            .with("kind", ChangeKind::Productions.name())
            .with("manner", self.what.name())
            .with("subject", &self.subject)
            .with("through", Some(&self.through).filter(|through| !through.is_empty()))
            .with("sentence", &self.sentence)
            .with_all("evidence", evidence)
    }
}

fn changed(
    pair: &ComparedProductions,
    since: &str,
    document: &str,
    through: Vec<String>,
) -> Option<ChangeEntry> {
    let ComparedProductions { left, right, is_renamed, is_rewritten, is_untouched, found, .. } =
        pair;
    let entry = |what: What, brief: String, sentence: String| ChangeEntry {
        what,
        subject: right.clone(),
        brief,
        sentence,
        through: Vec::new(),
        evidence: [None, None],
    };
    let (named, known) = if left == right {
        (format!("`{right}`"), format!("`{right}`"))
    } else {
        let named = format!("`{right}`, which {since} calls `{left}`,");
        (named, format!("`{right}` (`{left}` before)"))
    };
    let found = match found {
        Ok(found) => found,
        Err(_) if *is_untouched => return None,
        Err(why) => {
            let how = match (is_rewritten, &*through) {
                (true, _) => "is written otherwise, and".to_owned(),
                (false, []) => "is written as before, but".to_owned(),
                (false, through) => format!("uses {}, and", and(through)),
            };
            let sentence =
                format!("{named} {how} whether it derives other strings is not decided: {why}.");
            let brief = format!("{known}: not decided whether it derives other strings");
            return Some(ChangeEntry { through, ..entry(What::Undecided, brief, sentence) });
        }
    };
    if *is_renamed {
        let sentence = format!("`{left}` is called `{right}`, and derives the same strings.");
        let brief = format!("`{left}` is now `{right}`");
        return Some(entry(What::Changed(Manner::Renamed), brief, sentence));
    }
    let (manner, change, short) = match found.relation {
        Relation::Equal if *is_rewritten => {
            let sentence = format!("{named} is written otherwise, and derives the same strings.");
            let brief = format!("{known} is written otherwise, and derives the same strings");
            return Some(entry(What::Rewritten, brief, sentence));
        }
        Relation::Equal => return None,
        Relation::Within => (Manner::Wider, "is wider".to_owned(), "derives more strings"),
        Relation::Contains => (Manner::Narrower, "is narrower".to_owned(), "derives fewer strings"),
        Relation::Overlaps => {
            (Manner::Overlapping, "differs".to_owned(), "derives new strings, and some no longer")
        }
        Relation::Disjoint => (
            Manner::Other,
            format!("has no string in common with that of {since}"),
            "derives none of the strings of before",
        ),
    };
    let by =
        if through.is_empty() { String::new() } else { format!(", through {}", and(&through)) };
    let sentence = format!("{named} {change}{by}: {}.", derives(found, document));
    let brief = format!("{known} {short}{by}");
    let evidence = [found.only_left.clone(), found.only_right.clone()];
    Some(ChangeEntry { through, evidence, ..entry(What::Changed(manner), brief, sentence) })
}

/// What only one of the two languages has.
fn derives(found: &ComparedLanguages, document: &str) -> String {
    let [old, new] = [&found.only_left, &found.only_right];
    match (old.as_deref().map(Literal), new.as_deref().map(Literal)) {
        (None, Some(new)) => format!("{document} also derives {new}"),
        (Some(old), None) => format!("{document} does not derive {old}"),
        (Some(old), Some(new)) => {
            format!("{document} also derives {new}, and does not derive {old}")
        }
        (None, None) => format!("{document} derives others"),
    }
}

fn decide(grammar: &AnyGrammar, names: &[String]) -> DecidedGrammar {
    grammar.decide(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

fn alone(grammar: &DecidedGrammar, name: &str, other: &str, manner: Manner) -> ChangeEntry {
    let shortest = grammar.language(name).map(|(dfa, start)| dfa.shortest(start));
    let shown = match &shortest {
        Ok(Some(text)) => format!("Its shortest string is {}.", Literal(text)),
        Ok(None) => "It derives no string.".to_owned(),
        Err(why) => format!("Its strings are not known: {why}."),
    };
    let shortest = shortest.ok().flatten();
    let (what, evidence) = match manner {
        Manner::New => ("new", [None, shortest]),
        _ => ("gone", [shortest, None]),
    };
    ChangeEntry {
        what: What::Changed(manner),
        subject: name.to_owned(),
        brief: format!("`{name}` is {what}"),
        sentence: format!("`{name}` is {what}: {other} has no counterpart of it. {shown}"),
        through: Vec::new(),
        evidence,
    }
}

/// Several names: `a`, `b` and `c`.
fn and(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        all => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_within_a_string() {
        let all: Vec<_> = words(r#"does not derive " ", "\"" and "a b"."#).collect();
        assert_eq!(all, ["does", "not", "derive", r#"" ","#, r#""\"""#, "and", r#""a b"."#]);
        let long = format!("{} \"a b\"", "a ".repeat(46));
        assert_eq!(lines(&long).len(), 2, "{long}");
        assert!(lines(&long)[1].ends_with("\"a b\""));
    }
}
