//! Requests about grammars: as printed, drawn, compared.

use serde::Deserialize;
use urispec::grammar::Grammar;
use urispec_audit as audit;
use urispec_audit::export::PatternForm;
use urispec_audit::notation::PrintedProduction;
use urispec_audit::patterns::PatternNames;
use urispec_audit::{
    DerivationTree, GrammarPair, GrammarText, Languages, Matching, Notation, Pattern, judge_pattern,
};
use urispec_views::Record;
use urispec_views::audit as pattern;
use urispec_views::audit::{self as record, PatternOutcome, View};
use urispec_views::picture::automaton::{DEAD, DrawnAutomaton};
use urispec_views::picture::railroad;
use urispec_views::picture::railroad::Expand;

use super::languages::{self, PrintedText};
use super::{Answer, named};

// `grammar`: the grammars of an edition as printed, with the position of each production.

#[derive(Deserialize)]
pub(crate) struct GrammarRequest {
    edition: String,
}

pub(crate) fn answer_grammar(request: &GrammarRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let grammars = edition.grammars().iter().map(|grammar| printed_grammar(grammar));
    let grammars = grammars.collect::<Result<Vec<_>, _>>()?;
    Ok(Record::of(edition)
        .with("title", edition.document())
        .with_all("grammars", grammars.into_iter()))
}

fn printed_grammar(grammar: &Grammar) -> Answer {
    let pair = urispec_audit::pair(grammar).map_err(|error| error.to_string())?;
    let text = grammar.printed();
    let starts = line_starts(text);
    let place = |production: &PrintedProduction| {
        let start = *starts.get(production.line.checked_sub(1)?)?;
        let known = grammar.production(&production.name);
        let record = Record::new()
            .with("name", &production.name)
            .with("start", start)
            .with("end", start + production.text.len())
            .with("section", known.map(|known| known.section()));
        Some(record)
    };
    let readings = pair.readings.iter().flat_map(|all| &all.productions).map(|one| {
        let why = Some(&one.comment).filter(|why| !why.is_empty());
        Record::new().with("rule", &one.name).with("text", &one.text).with("why", why)
    });
    Ok(Record::new()
        .with("stem", grammar.stem())
        .with("file", format!("{}.{}", grammar.stem(), grammar.notation().ending()))
        .with("text", text)
        .with_all("productions", pair.printed.productions.iter().filter_map(place))
        .with_all("readings", readings))
}

/// Returns the byte offsets at which the lines begin.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect()
}

// `regex`: a production as a regular expression, decided equal before it is returned.

#[derive(Deserialize)]
pub(crate) struct RegexRequest {
    edition: String,
    rule: String,
    dialect: String,
}

pub(crate) fn answer_regex(request: &RegexRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let dialect = named::dialect(&request.dialect)?;
    let (grammar, production) = named::grammar(edition, &request.rule)?;
    let (form, names) = (PatternForm::Structure, PatternNames::None);
    let pattern = grammar.export_pattern(production.rule(), dialect, form, names);
    let record =
        Record::of(edition).with("rule", production.rule()).with("dialect", dialect.name());
    Ok(match pattern {
        Ok(pattern) => record.with("regex", pattern.trim_end_matches('\n')),
        Err(why) => record.with("why", why.to_string()),
    })
}

// `automaton`: the minimal automaton of a production, and the states that a string visits.

#[derive(Deserialize)]
pub(crate) struct AutomatonRequest {
    edition: String,
    rule: String,
    text: Option<String>,
}

/// The maximum number of bytes of a string to follow. The answer states whether it is longer.
const FOLLOWED: usize = 4096;

pub(crate) fn answer_automaton(request: &AutomatonRequest) -> Answer {
    let edition = named::edition(&request.edition)?;
    let (grammar, production) = named::grammar(edition, &request.rule)?;
    let rule = production.rule();
    let decided = grammar.decide(&[rule]);
    let (dfa, start) = decided.language(rule).map_err(|error| error.to_string())?;
    let dfa = dfa.restrict(start);
    let automaton = DrawnAutomaton { file: grammar.file(), rule, dfa: &dfa };
    let text = request.text.as_deref();
    Ok(automaton
        .record()
        .with("walk", text.map(|text| walk(&automaton, text)))
        .with("followed", text.filter(|text| text.len() > FOLLOWED).map(|_| FOLLOWED)))
}

/// Returns the numbers of the states that a text visits, from the start up to the dead state.
fn walk(automaton: &DrawnAutomaton<'_>, text: &str) -> Vec<Option<usize>> {
    let (states, dfa) = (automaton.states(), automaton.dfa);
    let number = |state: u32| states.iter().position(|&one| one == state);
    let mut state = dfa.start(0);
    let mut walked = vec![number(state)];
    for byte in text.bytes().take(FOLLOWED) {
        state = dfa.walk(state, &[byte]);
        walked.push(number(state));
        if state == DEAD {
            break;
        }
    }
    walked
}

// `diagram`: a production as a railroad diagram, with the path of a string.

#[derive(Deserialize)]
pub(crate) struct DiagramRequest {
    #[serde(flatten)]
    of: DrawnGrammar,
    /// The production. The default is the first of a user's grammar, also if that does not have this one.
    rule: Option<String>,
    /// The string whose path is marked.
    text: Option<String>,
    /// The number of levels of names that are drawn inline.
    #[serde(default)]
    expand: usize,
}

/// The grammar of a diagram.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum DrawnGrammar {
    /// The grammar of an edition that defines the production.
    Edition(String),
    /// A user's grammar, `KIND:TEXT`.
    Grammar(String),
}

pub(crate) fn answer_diagram(request: &DiagramRequest) -> Answer {
    let wanted = request.rule.as_deref();
    let (grammar, rule, production) = match &request.of {
        DrawnGrammar::Edition(edition) => {
            let edition = named::edition(edition)?;
            let production = named::production(edition, wanted)?;
            let (grammar, production) = named::grammar(edition, production.rule())?;
            (grammar, production.rule().to_owned(), Some(production))
        }
        DrawnGrammar::Grammar(name) => {
            let grammar = languages::grammar(name)?.ok_or("this is not a grammar")?;
            let known = wanted.filter(|rule| grammar.production(rule).is_some());
            let rule = languages::chosen(&grammar, known)?.to_owned();
            (grammar, rule, None)
        }
    };
    let printed = grammar.as_printed();
    let term = |name: &str| printed?.production(name)?.term.as_ref().ok();
    let own = term(&rule).ok_or_else(|| format!("`{rule}` cannot be drawn"))?;
    let expand = Expand { levels: request.expand, term: &term };
    let text = request.text.as_deref();
    let way = text.and_then(|text| match production {
        Some(production) => railroad::way(&grammar, production, text, request.expand),
        None => {
            let levels = request.expand.min(railroad::DEEPEST);
            DerivationTree::find(&grammar, &rule, text, levels, &[])
        }
    });
    Ok(Record::line()
        .with("rule", &rule)
        .with("svg", railroad::svg(&rule, own, &expand, way.as_ref()))
        .with("derived", text.map(|_| way.is_some()))
        .with("names", production.is_none().then(|| grammar.names().collect::<Vec<_>>())))
}

// `audit`: a printed grammar compared with a pest grammar, or with a regular expression.

#[derive(Deserialize)]
pub(crate) struct AuditRequest {
    /// The printed grammar.
    printed: String,
    /// The notation of the printed grammar. By default it is detected, and so is a document that prints the grammar.
    notation: Option<String>,
    /// The pest grammar, or the regular expression.
    other: String,
    kind: RequestedKind,
    /// The dialect of the regular expression.
    dialect: Option<String>,
    /// The flags of the regular expression. Without this key, the flags in its text apply.
    flags: Option<String>,
    /// The production for whole strings. The default is the first.
    rule: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RequestedKind {
    Pest,
    Regex,
}

/// The names of the two texts in messages.
pub(super) const PRINTED: &str = "printed grammar";
pub(super) const PEST: &str = "pest grammar";

pub(crate) fn answer_audit(request: &AuditRequest) -> Answer {
    let notation = notation(request)?;
    match request.kind {
        RequestedKind::Pest => pest(request, notation),
        RequestedKind::Regex => regex(request, notation),
    }
}

fn notation(request: &AuditRequest) -> Result<Option<Notation>, String> {
    let unknown = |name| format!("unknown notation `{name}`");
    let name = request.notation.as_deref();
    name.map(|name| languages::notation(name).ok_or_else(|| unknown(name))).transpose()
}

fn text<'a>(file: &'a str, text: &'a str) -> GrammarText<'a> {
    GrammarText { file, text }
}

fn pest(request: &AuditRequest, notation: Option<Notation>) -> Answer {
    let other = text(PEST, &request.other);
    let pair: Result<GrammarPair, _> =
        match languages::open(text(PRINTED, &request.printed), notation)? {
            (PrintedText::Grammar(printed), reader) => {
                GrammarPair::read_with(&reader, printed, None, other)
            }
            (PrintedText::Document(document), reader) => document.pair(&reader, None, other),
        };
    let pair = pair.map_err(|error| error.to_string())?;
    let report = match &request.rule {
        Some(rule) => {
            let known = pair.printed.production(rule).map(|production| &*production.name);
            audit::audit_reached(&pair, &[known.ok_or_else(|| none_of(rule))?])
        }
        None => {
            let first = pair.printed.productions.first().map(|first| &*first.name);
            audit::audit(&pair, first.as_slice())
        }
    };
    let report = report.map_err(|error| error.to_string())?;
    let view = View::of_own(&pair, &report, None);
    let productions = report.productions.iter().map(|judged| record::production(&view, judged));
    Ok(Record::line()
        .with_all("productions", productions)
        .with_record("grammar", Some(record::grammar(&view))))
}

fn regex(request: &AuditRequest, notation: Option<Notation>) -> Answer {
    let dialect = named::dialect(request.dialect.as_deref().unwrap_or("ecmascript"))?;
    let printed = languages::printed(text(PRINTED, &request.printed), notation)?;
    let rule = match &request.rule {
        Some(rule) => printed.production(rule),
        None => printed.productions.first(),
    };
    let rule = rule.ok_or_else(|| none_of(request.rule.as_deref().unwrap_or_default()))?;
    let pattern = match &request.flags {
        Some(flags) => Pattern::read_with_flags(dialect, &request.other, flags),
        None => Pattern::read(dialect, &request.other),
    };
    let anchored = pattern.as_ref().ok().and_then(languages::is_anchored);
    let found = match pattern {
        Err(error) => PatternOutcome::Unreadable(error),
        Ok(pattern) => {
            let languages = Languages::new(&printed);
            let judged = judge_pattern(&languages, &rule.name, &pattern, Matching::Search);
            judged.map_or_else(PatternOutcome::Undecided, PatternOutcome::Judged)
        }
    };
    let subject = pattern::PatternSubject {
        edition: None,
        grammar: PRINTED,
        rule: &rule.name,
        name: None,
        pattern: &request.other,
        dialect,
        flags: request.flags.as_deref(),
        matching: Matching::Search,
    };
    Ok(pattern::record(&subject, &found).with("anchored", anchored))
}

fn none_of(rule: &str) -> String {
    format!("the printed grammar has no production `{rule}`")
}
