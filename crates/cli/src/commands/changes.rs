//! `urispec changes`: describes in sentences what changed from one edition to another, or between two versions of a
//! grammar.
//!
//! If at least one side is a file, only the productions are compared.

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

use crate::grammar::file::{self, Named, Operand};
use crate::grammar::{DEPTH, ReadingArgs};
use crate::options::names;
use crate::output::{Literal, Outcome, Output, Stop, working};

const HELP: &str = "\
Describe in sentences what changed from edition E1 to edition E2, for release notes. Each sentence cites the \
sections of both documents. Either edition may be the older one. `diff` prints the strings without sentences.

The changes are of four kinds:

  productions    new, removed and renamed productions, and productions that derive more, fewer or other strings; \
and, if the newer document says so, the replacement for a rule
  resolution     references with another target, found among all short references, and what each document says \
about them
  normalization  pairs of strings that only one of the documents finds equivalent
  terms          other names for the same thing

The languages are compared as automata. A production differs `through` other productions if only their differences explain its difference: in each string that shows the difference, one of the other productions derives a part that its counterpart in the other edition does not derive.

Every string was tried: the documents derive it, resolve it or find it equivalent as the sentence says. A \
document may resolve a reference that none of its productions derives, as RFC 2396 does with \"?g\"; the \
sentence begins with a reference that both documents derive, if there is one. JSON has more strings than the \
sentences.

--short prints each change on one line of Markdown, without the strings, and with the section of E2 only.

Instead of an edition, E1 or E2 may be a file with a grammar of your own, such as an older version of the other \
file: .abnf, .bnf, .ebnf or .pest. Then the productions are compared. Two productions are a pair if their names \
differ only in letter case and in `-` and `_`, or if neither has a partner of its name and both derive the same strings. A \
production whose text is unchanged differs through the productions that it uses. A production that is written \
differently but derives the same strings is also listed; blanks, comments and renamed productions do not count \
as differences. Productions that nest, as brackets do, are compared with at most --depth nested calls: a string of \
only one is a difference at any depth. A production that is equal only to a depth is undecided, unless its text and the \
text of everything that it uses are unchanged.

Exit codes: 0, nothing changed or, in a grammar of your own, only the writing; 1, something changed; 2, wrong \
usage, or a file cannot be read, or no change is found and some production is undecided.";

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

/// Describe in sentences what changed between two documents (for strings, use diff)
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An edition, or a file with a grammar of your own
    // `ReadingArgs` requires an argument with the id `bnf`, the printed grammar of an audit.
    #[arg(id = "bnf", value_name = "E1", value_parser = file::parser())]
    since: Operand,
    /// The edition or the file to compare it with
    #[arg(value_name = "E2", value_parser = file::parser())]
    edition: Operand,
    #[command(flatten)]
    reading: ReadingArgs,
    /// How many calls may nest in a production of a file that nests in itself
    #[arg(long, value_name = "N", requires = "bnf", default_value_t = 4, long_help = DEPTH)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Print only changes of this kind
    #[arg(
        long,
        value_name = "KIND",
        value_parser = names::listed(ChangeKind::ALL.iter().copied().map(|kind| (kind.name(), kind)))
    )]
    only: Vec<ChangeKind>,
    /// Print each change on one line, without its strings
    #[arg(short, long, conflicts_with = "json")]
    short: bool,
    /// Print one JSON object for each change
    #[arg(short, long, long_help = JSON_HELP)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let sides = (&args.since, &args.edition);
    let Some((since, edition)) = file::editions(sides, &args.reading)? else {
        return run_grammars(args, out);
    };
    let mut changes = Changes::between(since, edition);
    if !args.only.is_empty() {
        changes.entries.retain(|entry| args.only.contains(&entry.kind));
    }
    let outcome = out.decide(Outcome::from_bool(changes.entries.is_empty()));
    if args.json {
        for entry in &changes.entries {
            out.line(record(&changes, entry))?;
        }
    } else {
        show(&changes, args.short, out)?;
    }
    Ok(outcome)
}

// The changes as text: a heading for each kind, and a list of sentences.

const WIDTH: usize = 98;

fn show(changes: &Changes, is_short: bool, out: &mut Output) -> io::Result<()> {
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

/// Returns the name of the document without its date.
fn name(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split(',').next().unwrap_or(document)
}

const fn title(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Resolution => "Resolution",
        ChangeKind::Normalization => "Normalization and comparison",
        ChangeKind::Terms => "Terms",
        // The library may add kinds. A kind that this function does not know has the title of the first one.
        _ => "Productions",
    }
}

/// Returns a sentence with the number of unchanged productions or terms.
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
            // The other sections that an amendment cites are sections of the document that it amends.
            section => format!("{}, {section}", name(edition.amends().unwrap_or(edition))),
        })
    };
    let all = [of(changes.since, entry.since_section), of(changes.edition, entry.section)];
    let mut all: Vec<String> = all.into_iter().flatten().collect();
    all.dedup();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
}

/// Wraps a text. No line ends within a string in quotes or a name in backticks.
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

/// Splits a text at its spaces, except for spaces within quotes.
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

Its keys: `schema`, `since`, `edition` (editions), `kind` (`productions`, `resolution`, `normalization`, \
`terms`), `manner` (`new`, `gone`, `renamed`, `wider`, `narrower`, `overlapping`, `other`, `changed`), \
`subject`, `since_section`, `section`, `sentence`, `evidence` [..]. The keys of evidence: `edition`, `input` \
(only that edition derives the string); `base`, `reference`, `non_strict`, `since`, `target` (the two targets; \
null for the current document, and for a refused reference), `since_current_document`, `current_document` (true \
or false; absent if refused), `since_fragment`, `fragment` (of the current document); `edition`, `a`, `b` (only \
that edition finds them equivalent); `input`, `since`, `normalized` (the two normal forms). A key that is absent \
is undefined.

With a grammar of your own, the key `grammar` replaces `edition`, and `since` is a file or an edition; there are \
no sections. `manner` may also be `rewritten` (other text, same strings) and `undecided`. For a production whose \
text is unchanged, `through` lists the productions through which it differs. Evidence has the keys `grammar` and \
`input`, or `input_hex` if the string is not UTF-8.";

fn record(changes: &Changes, entry: &Entry) -> Record {
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
            let record = with_target(record, keys, since.as_deref());
            with_target(record, ["target", "current_document", "fragment"], target.as_deref())
        }
        Evidence::Equivalent { by, pair: [a, b] } => {
            record.with("edition", by.id()).with("a", a).with("b", b)
        }
        Evidence::NormalForm { text, since, normal } => {
            record.with("input", text).with("since", since).with("normalized", normal)
        }
        // The library may add kinds of evidence. A kind that this function does not know is omitted.
        _ => record,
    }
}

/// Adds the target of a reference to the record, under the keys that `resolve` uses. For a target in the current
/// document, the library prints `(current document)` and the fragment; no URI begins with a parenthesis.
fn with_target(
    record: Record,
    [uri, document, fragment]: [&str; 3],
    target: Option<&str>,
) -> Record {
    let Some(target) = target else { return record.with_null(uri, None::<&str>) };
    match target.strip_prefix("(current document)") {
        Some(rest) => record
            .with_null(uri, None::<&str>)
            .with(document, true)
            .with(fragment, rest.strip_prefix('#')),
        None => record.with(uri, target).with(document, false),
    }
}

// The changes between two grammars, at least one of which is a file of the user.

fn run_grammars(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let mut read = |operand: &Operand| -> Result<Named, Stop> {
        let (name, grammar) = operand.read(&args.reading, None, out)?;
        Ok((name, grammar.with_depth(args.depth.into())))
    };
    let (since, grammar) = (read(&args.since)?, read(&args.edition)?);
    let mut found = ChangeReport::between(&since, &grammar);
    if !args.only.is_empty() && !args.only.contains(&ChangeKind::Productions) {
        // For a grammar, only the productions are compared.
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
    status: Status,
    /// The name of the production in the newer grammar or, if the production was removed, in the older one.
    subject: String,
    /// The sentence without its strings, for `--short`.
    brief: String,
    sentence: String,
    /// If the text of the production is unchanged, the changed productions that it uses.
    through: Vec<String>,
    /// A string that only the older grammar derives, and one that only the newer grammar derives.
    evidence: [Option<Vec<u8>>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Changed(Manner),
    Rewritten,
    Undecided,
}

impl Status {
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
        let ComparedGrammars { pairs, gone, appeared, .. } =
            working(since, || compare_grammars(old, new));
        let is_same = |pair: &&ComparedProductions| match &pair.found {
            Ok(found) => found.relation == Relation::Equal && found.depth.is_none(),
            Err(_) => pair.is_untouched,
        };
        let differ = pairs.iter().filter(|pair| !is_same(pair)).map(|pair| &*pair.right);
        let differ: Vec<&str> = differ.chain(appeared.iter().map(String::as_str)).collect();
        // A production with unchanged text may differ through changed productions that it uses.
        let through = |pair: &ComparedProductions| {
            let production = new.production(&pair.right).filter(|_| !pair.is_rewritten);
            let used = production.into_iter().flat_map(|one| &one.uses);
            let used = used.filter_map(|name| new.production(name));
            let used = used.filter(|one| one.name != pair.right && differ.contains(&&*one.name));
            used.map(|one| one.name.clone()).collect()
        };
        let (mut direct, mut indirect, mut same) = (Vec::new(), Vec::new(), 0);
        for pair in &pairs {
            match changed(pair, since, document, through(pair)) {
                None => same += 1,
                Some(entry) if entry.through.is_empty() => direct.push(entry),
                Some(entry) => indirect.push(entry),
            }
        }
        let decided = decide(new, &appeared);
        direct.extend(appeared.iter().map(|name| alone(&decided, name, since, Manner::New)));
        // The entries are in the order of the newer grammar; removed productions follow in the order of the older one.
        let places: HashMap<&str, usize> = new.names().zip(0..).collect();
        let place = |entry: &ChangeEntry| places.get(&*entry.subject).copied();
        direct.sort_by_key(place);
        indirect.sort_by_key(place);
        let decided = decide(old, &gone);
        let gone = gone.iter().map(|name| alone(&decided, name, document, Manner::Gone));
        let entries = direct.into_iter().chain(indirect).chain(gone).collect();
        Self { entries, same }
    }

    fn outcome(&self) -> Outcome {
        let is_any = |is: fn(Status) -> bool| self.entries.iter().any(|entry| is(entry.status));
        if is_any(|status| matches!(status, Status::Changed(_))) {
            Outcome::No
        } else if is_any(|status| status == Status::Undecided) {
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
            .with("manner", self.status.name())
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
    let entry = |status: Status, brief: String, sentence: String| ChangeEntry {
        status,
        subject: right.clone(),
        brief,
        sentence,
        through: Vec::new(),
        evidence: [None, None],
    };
    let (subject, short_subject) = if left == right {
        (format!("`{right}`"), format!("`{right}`"))
    } else {
        let subject = format!("`{right}`, which {since} calls `{left}`,");
        (subject, format!("`{right}` (`{left}` before)"))
    };
    let found = match found {
        Ok(ComparedLanguages { relation: Relation::Equal, depth: Some(depth), .. }) => {
            Err(format!("it derives the same strings to depth {depth}"))
        }
        Ok(found) => Ok(found),
        Err(why) => Err(why.to_string()),
    };
    let found = match found {
        Ok(found) => found,
        Err(_) if *is_untouched => return None,
        Err(why) => {
            let how = match (is_rewritten, &*through) {
                (true, _) => " is written differently;".to_owned(),
                (false, []) => ":".to_owned(),
                (false, through) => format!(" uses {};", and(through)),
            };
            let subject = if how == ":" { subject.trim_end_matches(',') } else { &subject };
            let sentence =
                format!("{subject}{how} whether it derives other strings is undecided: {why}.");
            let brief = format!("{short_subject}: undecided whether it derives other strings");
            return Some(ChangeEntry { through, ..entry(Status::Undecided, brief, sentence) });
        }
    };
    if *is_renamed {
        let sentence = format!("`{left}` is now called `{right}`, and derives the same strings.");
        let brief = format!("`{left}` is now `{right}`");
        return Some(entry(Status::Changed(Manner::Renamed), brief, sentence));
    }
    let (manner, change, short) = match found.relation {
        Relation::Equal if *is_rewritten => {
            let sentence =
                format!("{subject} is written differently, but derives the same strings.");
            let brief =
                format!("{short_subject} is written differently, but derives the same strings");
            return Some(entry(Status::Rewritten, brief, sentence));
        }
        Relation::Equal => return None,
        Relation::Narrower => (Manner::Wider, "is wider".to_owned(), "derives more strings"),
        Relation::Wider => (Manner::Narrower, "is narrower".to_owned(), "derives fewer strings"),
        Relation::Overlapping => (
            Manner::Overlapping,
            "differs".to_owned(),
            "derives some new strings and no longer derives some old ones",
        ),
        Relation::Disjoint => (
            Manner::Other,
            format!("has no string in common with its counterpart in {since}"),
            "derives none of its former strings",
        ),
    };
    let by =
        if through.is_empty() { String::new() } else { format!(", through {}", and(&through)) };
    let sentence = format!("{subject} {change}{by}: {}.", derives(found, document));
    let brief = format!("{short_subject} {short}{by}");
    let evidence = [found.only_left.clone(), found.only_right.clone()];
    Some(ChangeEntry { through, evidence, ..entry(Status::Changed(manner), brief, sentence) })
}

/// Describes the strings that only one of the two languages has.
fn derives(found: &ComparedLanguages, document: &str) -> String {
    let [old, new] = [&found.only_left, &found.only_right];
    match (old.as_deref().map(Literal), new.as_deref().map(Literal)) {
        (None, Some(new)) => format!("{document} also derives {new}"),
        (Some(old), None) => format!("{document} does not derive {old}"),
        (Some(old), Some(new)) => {
            format!("{document} also derives {new}, and does not derive {old}")
        }
        (None, None) => format!("{document} derives other strings"),
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
        Err(why) => format!("Its strings are unknown: {why}."),
    };
    let shortest = shortest.ok().flatten();
    let (what, evidence) = match manner {
        Manner::New => ("new", [None, shortest]),
        _ => ("gone", [shortest, None]),
    };
    ChangeEntry {
        status: Status::Changed(manner),
        subject: name.to_owned(),
        brief: format!("`{name}` is {what}"),
        sentence: format!("`{name}` is {what}: {other} has no counterpart. {shown}"),
        through: Vec::new(),
        evidence,
    }
}

/// Joins names: `a`, `b` and `c`.
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
