//! The audit of a grammar, from an edition or from the user, and verdicts on regular expressions, as JSON.

use std::borrow::Cow;

use urispec::Edition;
use urispec_audit::notation::Origin;
use urispec_audit::peg::Does;
use urispec_audit::{
    AlternativeChoice, Audit, CheckedExample, Claim, Dialect, Divergence, GrammarPair,
    JudgePatternError, Matching, Only, PatternError, PatternVerdict, ProductionNode,
    ProductionVerdict, Reading, Report, RequirementState, Requirements, Verdict,
};

use crate::record::Record;

/// A grammar, of an edition or of the user, with the results of its audit.
pub struct View<'a> {
    /// The edition, or `None` for a grammar of the user.
    pub edition: Option<Edition>,
    /// The stem of an edition's grammar, or the name of a file.
    pub grammar: &'a str,
    /// The printed grammar and the pest grammar.
    pub pair: &'a GrammarPair,
    /// The results of the audit.
    pub report: &'a Report,
    /// For each overlap of alternatives in the report, in the same order, the alternatives that the parse trees
    /// contain. Empty if there are no trees.
    pub taken: &'a [Option<AlternativeChoice>],
    /// The examples of the document.
    pub examples: &'a [CheckedExample<'static>],
    /// The audit of the edition, which supplies the sections, or `None` for a grammar of the user.
    pub audit: Option<&'a Audit>,
    /// The smallest N for which `equal to depth N` is accepted. `None` if only `equal` is accepted.
    pub accepted_depth: Option<usize>,
}

impl<'a> View<'a> {
    /// Returns the view of a grammar of an edition.
    pub fn of(edition: Edition, audit: &'a Audit) -> Self {
        Self {
            edition: Some(edition),
            grammar: audit.grammar.stem(),
            pair: &audit.pair,
            report: &audit.report,
            taken: &audit.taken,
            examples: &audit.examples,
            audit: Some(audit),
            accepted_depth: None,
        }
    }

    /// Returns the view of a grammar of the user, which has no trees and no examples.
    #[must_use]
    pub fn of_own(
        pair: &'a GrammarPair,
        report: &'a Report,
        accepted_depth: Option<usize>,
    ) -> Self {
        Self {
            edition: None,
            grammar: &pair.printed.file,
            pair,
            report,
            taken: &[],
            examples: &[],
            audit: None,
            accepted_depth,
        }
    }

    /// Returns whether all results of the audit are acceptable.
    pub fn is_clean(&self) -> bool {
        match (self.audit, self.accepted_depth) {
            (Some(audit), _) => audit.is_clean(),
            (None, Some(depth)) => self.report.is_clean_to_depth(depth),
            (None, None) => self.report.is_clean(),
        }
    }

    /// Returns the section that introduces a production.
    pub fn section(&self, name: &str) -> Option<&'a str> {
        match self.audit {
            Some(audit) => audit.section(name),
            None => self.place(name).map(|(section, _)| section),
        }
    }

    /// Returns the section and the line at which a production appears in the user's document.
    pub fn place(&self, name: &str) -> Option<(&'a str, usize)> {
        let production = self.pair.printed.production(name)?;
        let section = production.section.as_deref().filter(|_| self.audit.is_none())?;
        Some((section, production.line))
    }

    /// Returns the requirements of the document. Only the first grammar of an edition has them.
    pub fn requirements(&self) -> Option<&'a Requirements<'static>> {
        let requirements = self.audit.map(|audit| &audit.requirements);
        requirements.filter(|requirements| !requirements.all.is_empty())
    }

    /// Returns the text of the alternative with the index `place` in a production, or an empty text.
    pub fn alternative(&self, production: &str, place: usize) -> String {
        let read = self.pair.readings.iter().chain([&self.pair.printed]);
        let production = read.filter_map(|grammar| grammar.production(production)).next();
        let alternatives = production.map(|one| one.alternatives()).unwrap_or_default();
        alternatives.get(place).map(|one| one.text.clone()).unwrap_or_default()
    }

    /// Returns the examples that the grammar contradicts, or that are listed as contradicted.
    pub fn findings(&self) -> impl Iterator<Item = &'a CheckedExample<'static>> {
        self.examples.iter().filter(|one| one.is_finding())
    }
}

/// Returns the verdict on a production in a few words.
pub fn word(judged: &ProductionVerdict) -> Cow<'static, str> {
    Cow::Borrowed(match (&judged.verdict, &judged.reading) {
        (Verdict::Equal, None) => "equal",
        (Verdict::Equal, Some(Reading::Idle)) => "equal, as printed",
        (Verdict::Equal, Some(_)) => "equal as read",
        (Verdict::EqualToDepth(depth), None) => return format!("equal to depth {depth}").into(),
        (Verdict::EqualToDepth(depth), Some(_)) => {
            return format!("equal to depth {depth} as read").into();
        }
        (Verdict::Differs { .. }, _) => "differs",
        (Verdict::Missing, _) => "missing",
        (Verdict::Undecided(_), _) => "undecided",
    })
}

/// The help text about the JSON output of `urispec audit`.
pub const HELP: &str = "\
Print one JSON object per production, one per line, and after the productions of a grammar one \
for the grammar.

A production: `schema`, `edition`, `grammar`, `rule`, `section`, `line` (of a document), `verdict` (`equal`, `equal \
to depth`, `differs`, `missing`, `undecided`), `depth` (of `equal to depth`), `rules` (the pest rules \
that transcribe it), `atomicity` (`atomic`, `not atomic`: of a production that is there twice, since \
its rule reads other strings within an atomic rule), `states` (of its minimal \
automaton), `only_printed` and `only_pest` (shortest strings), `through` [..] (if it differs only because of productions that it uses: these productions), `departures` [{`only` (`printed`, `pest`), `witness`, `offset` (where the two \
sides diverge, in bytes), `rule`, `line`, `column`, `expression` (in pest), `does` (`reads`, `fails`, \
`stops`), `at` (the offset where it does so), `printed` [{`rule`, `file`, `line`, `text`}] (what the printed grammar has instead), `may_end` (whether the string may end there by the printed grammar)}], `reading` {`kind` (`changes`, \
`unreadable`, `idle`), `adds`, `takes`, `through` [..] (the productions that lead to the one that \
is read), `message`}, `message` (why it is undecided).

A grammar: `schema`, `edition`, `grammar`, `clean` (whether every production is equal, or equal to an accepted depth), `productions` (how many), `unreachable` [..], \
`undefined` [{`name`, `rule`}], `empty` [..] (productions and rules that derive no string), `unprinted` [..] (rules that transcribe \
no production), `unused` \
[..] (rules that no whole string reaches), `refused` \
[{`rule`, `line`, `column`, `message`}] (rules that cannot be decided), `refused_by_pest` (the same keys, for a \
file that pest rejects), `never_taken` [{`rule`, `line`, \
`alternative`, `text`}], `untold` [{`rule`, `message`}] (what the audit could not determine besides the verdicts), \
`ambiguities` [{`rule`, `alternatives` [..], `whole`, `input`, `preferred`, \
`section`, `strings`, `taken` [..], `stray` {`input`, `preferred`, `taken` [..]}}], `readings` \
[{`rule`, `text`, `why`}], `examples` (how many), `findings` [{`section`, `claim` (`instance`, \
`illegal`, `resolve`, `resolve non-strict`, `equivalent`, `not equivalent`, `sends`), `rule`, \
`input`, `base`, `reference`, `target`, `a`, `b`, `rung`, `request`, `found`, `reason`, \
`listed`}], `requirements` {`held`, `reader`, `open`} (how many sentences of the document are in \
each state; only with the document's first grammar).

A key that is absent is undefined. Grammars of your own have no `edition`, no `section` unless a document prints them, and \
nothing that needs trees; they have `notes` [{`file`, `section`, `line`, `rule`, `message`}] (what is read \
differently than written, and where imported productions come from), `guessed` [{`rule`, `pest`}] (rules that the \
audit guessed), `imported` [{`rule`, `file`}], `assumed` [{`rule`, `text`}], and `not_compared` [..]. A string that \
is not UTF-8 is written in hexadecimal digits, and its \
key ends in `_hex`.";

/// Creates a record with the keys that are at the beginning of every record.
fn view_record(view: &View<'_>) -> Record {
    let edition = view.edition.map(|edition| edition.id());
    Record::line().with("edition", edition).with("grammar", view.grammar)
}

/// Returns the record of the results for a production.
pub fn production(view: &View<'_>, judged: &ProductionVerdict) -> Record {
    let word = match &judged.verdict {
        Verdict::Equal => "equal",
        Verdict::EqualToDepth(_) => "equal to depth",
        Verdict::Differs { .. } => "differs",
        Verdict::Missing => "missing",
        Verdict::Undecided(_) => "undecided",
    };
    let record = view_record(view)
        .with("rule", &judged.name)
        .with("section", view.section(&judged.name))
        .with("line", view.place(&judged.name).map(|(_, line)| line))
        .with("verdict", word)
        .with("rules", &judged.rules)
        .with("atomicity", judged.atomicity.map(|atomicity| atomicity.to_string()))
        .with("states", judged.size);
    let record = match &judged.verdict {
        Verdict::Differs { only_printed, only_pest } => record
            .witness("only_printed", only_printed.as_deref())
            .witness("only_pest", only_pest.as_deref())
            .with("through", &judged.through)
            .with_all("departures", judged.divergences.iter().map(divergence)),
        Verdict::Undecided(why) => record.with("message", why),
        Verdict::EqualToDepth(depth) => record.with("depth", depth),
        Verdict::Equal | Verdict::Missing => record,
    };
    record.with_record("reading", judged.reading.as_ref().map(reading))
}

fn divergence(divergence: &Divergence) -> Record {
    let only = match divergence.only {
        Only::Printed => "printed",
        Only::Pest => "pest",
    };
    let record = Record::new()
        .with("only", only)
        .witness("witness", Some(&divergence.witness))
        .with("offset", divergence.offset);
    let record = match &divergence.pest {
        Some(step) => record
            .with("rule", &step.rule)
            .with("line", step.line)
            .with("column", step.column)
            .with("expression", &step.expression)
            .with("does", does(step.does))
            .with("at", step.at),
        None => record,
    };
    let printed = divergence.printed.iter().map(|step| {
        Record::new()
            .with("rule", &step.production)
            .with("file", &step.file)
            .with("line", step.line)
            .with("text", &step.text)
    });
    record.with_all("printed", printed).with("may_end", divergence.may_end)
}

fn does(does: Does) -> Option<&'static str> {
    match does {
        Does::Reads => Some("reads"),
        Does::Fails => Some("fails"),
        Does::Stops => Some("stops"),
        _ => None,
    }
}

fn reading(reading: &Reading) -> Record {
    let record = Record::new();
    match reading {
        Reading::Changes { adds, takes } => record
            .with("kind", "changes")
            .witness("adds", adds.as_deref())
            .witness("takes", takes.as_deref()),
        Reading::Unreadable { through, why } => {
            record.with("kind", "unreadable").with("through", through).with("message", why)
        }
        Reading::Idle => record.with("kind", "idle"),
    }
}

/// Returns the record of the results for a grammar as a whole.
pub fn grammar(view: &View<'_>) -> Record {
    let report = view.report;
    let undefined = report.undefined.iter();
    let undefined =
        undefined.map(|(name, user)| Record::new().with("name", name).with("rule", user));
    let [refused, by_pest] = [&report.refused, &report.refused_by_pest].map(|errors| {
        errors.iter().map(|error| {
            let record = Record::new().with("rule", &error.rule).with("line", error.line);
            record.with("column", error.column).with("message", error.to_string())
        })
    });
    let never = report.never_taken.iter().map(|never| {
        Record::new()
            .with("rule", &never.rule)
            .with("line", never.line)
            .with("alternative", never.alternative)
            .with("text", &never.text)
    });
    let read = view.pair.readings.iter().flat_map(|all| &all.productions).map(|read| {
        let why = Some(&read.comment).filter(|why| !why.is_empty());
        Record::new().with("rule", &read.name).with("text", &read.text).with("why", why)
    });
    let record = view_record(view)
        .with("clean", view.is_clean())
        .with("productions", report.count())
        .with("unreachable", &report.unreachable)
        .with_all("undefined", undefined)
        .with("empty", &report.empty)
        .with("unprinted", &report.unprinted)
        .with("unused", &report.unused)
        .with_all("refused", refused)
        .with_all("refused_by_pest", by_pest);
    let unknown = report.unknown.iter();
    let unknown =
        unknown.map(|one| Record::new().with("rule", &one.name).with("message", &one.why));
    let record = record.with_all("never_taken", never).with_all("untold", unknown);
    let record = record.with_all("ambiguities", ambiguities(view)).with_all("readings", read);
    match view.audit {
        Some(_) => record
            .with("examples", view.examples.len())
            .with_all("findings", view.findings().map(finding))
            .with_record("requirements", view.requirements().map(counts)),
        None => beside(record, view.pair),
    }
}

/// Returns a record with the number of requirements in each state.
pub fn counts(requirements: &Requirements<'_>) -> Record {
    let count = |record: Record, state: RequirementState| {
        record.with(state.name(), requirements.count(state))
    };
    RequirementState::ALL.iter().copied().fold(Record::new(), count)
}

fn ambiguities(view: &View<'_>) -> impl Iterator<Item = Record> {
    let overlaps = view.report.overlaps.iter().enumerate();
    overlaps.map(|(at, overlap)| {
        let record = Record::new()
            .with("rule", &overlap.production)
            .with("alternatives", &overlap.alternatives)
            .with("whole", overlap.whole)
            .witness("input", Some(&overlap.witness));
        let Some(taken) = view.taken.get(at).and_then(Option::as_ref) else { return record };
        trees(view, &overlap.production, taken, record)
    })
}

/// Adds the alternatives that the parse trees contain, as texts. The record has no list for indices to refer to.
fn trees(view: &View<'_>, production: &str, taken: &AlternativeChoice, record: Record) -> Record {
    let text = |place: usize| view.alternative(production, place);
    let texts = |places: &[usize]| places.iter().map(|&place| text(place)).collect::<Vec<_>>();
    let stray = taken.stray.as_ref().map(|stray| {
        Record::new()
            .with("input", &stray.text)
            .with("preferred", text(stray.preferred))
            .with("taken", texts(&stray.places))
    });
    record
        .with("preferred", text(taken.preferred))
        .with("section", &taken.section)
        .with("strings", taken.strings)
        .with("taken", texts(&taken.places))
        .with_record("stray", stray)
}

fn finding(checked: &CheckedExample<'_>) -> Record {
    let example = &checked.example;
    let record = Record::new().with("section", example.section);
    let record = match example.claim {
        Claim::Instance { rule, text } => {
            record.with("claim", "instance").with("rule", rule).with("input", text)
        }
        Claim::Illegal { rule, text } => {
            record.with("claim", "illegal").with("rule", rule).with("input", text)
        }
        Claim::Target { strict, base, reference, target } => record
            .with("claim", if strict { "resolve" } else { "resolve non-strict" })
            .with("base", base)
            .with("reference", reference)
            .with("target", target),
        Claim::Equivalent { rung, a, b } => record
            .with("claim", if rung.is_some() { "equivalent" } else { "not equivalent" })
            .with("a", a)
            .with("b", b)
            .with("rung", rung.map(urispec::Rung::name)),
        Claim::Request { url, request } => {
            record.with("claim", "sends").with("input", url).with("request", request)
        }
        _ => record,
    };
    record
        .with("found", &checked.contradiction)
        .with("reason", example.reason)
        .with("listed", checked.is_as_listed())
}

/// Adds the keys that only a grammar of the user has.
fn beside(record: Record, pair: &GrammarPair) -> Record {
    let notes = pair.notes();
    let notes = notes.iter().map(|note| {
        let record = Record::new().with("file", &note.file).with("section", &note.section);
        let record = record.with("line", note.line);
        record.with("rule", &note.production).with("message", &note.text)
    });
    let guessed = pair.guessed();
    let guessed =
        guessed.iter().map(|(name, rule)| Record::new().with("rule", name).with("pest", rule));
    let read = pair.as_read().productions;
    let imported = read.iter().filter_map(|one| match &one.origin {
        Origin::Imported { file } => Some(Record::new().with("rule", &one.name).with("file", file)),
        _ => None,
    });
    let assumed = read.iter().filter(|one| one.origin == Origin::Assumed);
    let assumed = assumed.map(|one| Record::new().with("rule", &one.name).with("text", &one.text));
    record
        .with_all("notes", notes)
        .with_all("guessed", guessed)
        .with_all("imported", imported)
        .with_all("assumed", assumed)
        .with("not_compared", pair.not_compared())
}

/// The result for a pattern.
pub enum PatternOutcome {
    /// The text is not a pattern of the dialect.
    Unreadable(PatternError),
    /// The pattern could not be compared with the production.
    Undecided(JudgePatternError),
    /// The pattern was compared with the production.
    Judged(PatternVerdict),
}

impl PatternOutcome {
    /// Returns the verdict in one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Judged(verdict) if verdict.is_equal() => "equal",
            Self::Judged(_) => "differs",
            Self::Undecided(_) => "undecided",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

/// A pattern, and the production that it is compared with.
pub struct PatternSubject<'a> {
    /// The edition, or `None` for a grammar of the user.
    pub edition: Option<Edition>,
    /// The name of the grammar.
    pub grammar: &'a str,
    /// The name of the production.
    pub rule: &'a str,
    /// The name of the pattern, if it has one.
    pub name: Option<&'a str>,
    /// The pattern.
    pub pattern: &'a str,
    /// The dialect of the pattern.
    pub dialect: Dialect,
    /// The flags with which the pattern is read, if they are given separately.
    pub flags: Option<&'a str>,
    /// How the pattern is matched. If there is a verdict, the verdict states this instead.
    pub matching: Matching,
}

/// Returns the result for a pattern as JSON.
#[must_use]
pub fn record(subject: &PatternSubject<'_>, found: &PatternOutcome) -> Record {
    let matching = match found {
        PatternOutcome::Judged(verdict) => verdict.matching,
        _ => subject.matching,
    };
    let record = Record::line()
        .with("edition", subject.edition.map(Edition::id))
        .with("grammar", subject.grammar)
        .with("rule", subject.rule)
        .with("name", subject.name)
        .with("pattern", subject.pattern)
        .with("dialect", subject.dialect.name())
        .with("flags", subject.flags)
        .with("match", matching.name())
        .with("verdict", found.word());
    match found {
        PatternOutcome::Judged(PatternVerdict { only_printed, only_pattern, notes, .. }) => record
            .witness("only_printed", only_printed.as_deref())
            .witness("only_pattern", only_pattern.as_deref())
            .with("notes", notes),
        PatternOutcome::Undecided(why) => record.with("message", why.to_string()),
        PatternOutcome::Unreadable(error) => {
            record.with("message", error.to_string()).with("offset", error.offset)
        }
    }
}

/// Returns the record of a tree by any grammar: one nested object, built without recursion, each node after its children.
#[must_use]
pub fn tree(nodes: &[ProductionNode]) -> Option<Record> {
    let mut made: Vec<(usize, Record)> = Vec::new();
    for node in nodes.iter().rev() {
        // The children are the last nodes created, in reverse order.
        let within = made.iter().rev().take_while(|(depth, _)| *depth > node.depth).count();
        let children = made.split_off(made.len() - within).into_iter().rev().map(|(_, one)| one);
        let record = Record::new()
            .with("rule", &node.rule)
            .with("start", node.start)
            .with("end", node.end)
            .with_all("children", children);
        made.push((node.depth, record));
    }
    made.pop().map(|(_, root)| root)
}
