//! What changed between two grammars of which one at least is a file of the user.
//!
//! In: two grammars, most often two versions of one. Out: a sentence for each production that is new, gone,
//! renamed, written otherwise, or derives other strings, each with a shortest string; for people, or as JSON. The
//! sentences are those of editions ([`urispec_compare::changes`]), without sections.

use std::collections::HashMap;
use std::io::{self, Write};

use urispec_audit::{
    AnyGrammar, ComparedGrammars, ComparedLanguages, ComparedProductions, DecidedGrammar,
    compare_grammars,
};
use urispec_compare::changes::{ChangeKind, Manner};
use urispec_compare::diff::Relation;
use urispec_views::record::Record;

use super::Args;
use crate::grammar::file::Named;
use crate::output::Output;
use crate::output::terminal::Literal;
use crate::output::usage::{Outcome, Stop};

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let since = args.since.read(&args.reading, None, out)?;
    let Some(since) = since else { return Ok(Outcome::Trouble) };
    let grammar = args.edition.read(&args.reading, None, out)?;
    let Some(grammar) = grammar else { return Ok(Outcome::Trouble) };
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

/// What changed, and how many productions did not.
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

/// What is said of a production.
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
        let through = Through::of(&pairs, &appeared, new);
        let (mut own, mut by_others, mut same) = (Vec::new(), Vec::new(), 0);
        for pair in &pairs {
            match changed(pair, since, document, &through) {
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

    fn show(
        &self,
        since: &str,
        document: &str,
        is_short: bool,
        out: &mut Output,
    ) -> io::Result<()> {
        if self.entries.is_empty() {
            return writeln!(out, "Nothing changed.");
        }
        let label = out.palette.label;
        writeln!(out, "{label}# {document} since {since}{label:#}")?;
        writeln!(out, "\n{label}## Productions{label:#}\n")?;
        if self.same > 0 {
            writeln!(out, "{}\n", super::same_productions(self.same))?;
        }
        self.entries.iter().try_for_each(|entry| match is_short {
            true => writeln!(out, "- {}", entry.brief),
            false => super::point(&entry.sentence, out),
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

/// Through which productions one may differ that is written as before: those that it uses, and that changed.
struct Through<'g> {
    changed: Vec<&'g str>,
    grammar: &'g AnyGrammar,
}

impl<'g> Through<'g> {
    fn of(
        pairs: &'g [ComparedProductions],
        appeared: &'g [String],
        grammar: &'g AnyGrammar,
    ) -> Self {
        let is_same = |pair: &&ComparedProductions| match &pair.found {
            Ok(found) => found.relation == Relation::Equal,
            Err(_) => pair.is_untouched,
        };
        let changed = pairs.iter().filter(|pair| !is_same(pair)).map(|pair| &*pair.right);
        Self { changed: changed.chain(appeared.iter().map(String::as_str)).collect(), grammar }
    }

    fn find(&self, pair: &ComparedProductions) -> Vec<String> {
        let Some(production) = self.grammar.production(&pair.right) else { return Vec::new() };
        let used = production.uses.iter().filter_map(|name| self.grammar.production(name));
        let used = used.filter(|one| one.name != pair.right && self.changed.contains(&&*one.name));
        used.map(|one| one.name.clone()).collect()
    }
}

/// What changed of a production that both grammars have, if something did.
fn changed(
    pair: &ComparedProductions,
    since: &str,
    document: &str,
    through: &Through<'_>,
) -> Option<ChangeEntry> {
    let ComparedProductions { left, right, is_renamed, is_rewritten, is_untouched, found, .. } =
        pair;
    let through = if *is_rewritten { Vec::new() } else { through.find(pair) };
    let entry = |what: What, brief: String, sentence: String| ChangeEntry {
        what,
        subject: right.clone(),
        brief,
        sentence,
        through: Vec::new(),
        evidence: [None, None],
    };
    let named = if left == right {
        format!("`{right}`")
    } else {
        format!("`{right}`, which {since} calls `{left}`,")
    };
    let known =
        if left == right { format!("`{right}`") } else { format!("`{right}` (`{left}` before)") };
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

/// The automata of some productions.
fn decide(grammar: &AnyGrammar, names: &[String]) -> DecidedGrammar {
    grammar.decide(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A production that only one grammar has.
fn alone(grammar: &DecidedGrammar, name: &str, other: &str, manner: Manner) -> ChangeEntry {
    let shortest = grammar.language(name).map(|(dfa, start)| dfa.shortest(start));
    let shown = match &shortest {
        Ok(Some(text)) => format!("Its shortest string is {}.", Literal(text)),
        Ok(None) => "It derives no string.".to_owned(),
        Err(why) => format!("Its strings are not known: {why}."),
    };
    let (what, at) = if manner == Manner::New { ("new", 1) } else { ("gone", 0) };
    let mut evidence = [None, None];
    evidence[at] = shortest.ok().flatten();
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
