//! What a site says of a grammar, before it is HTML.
//!
//! In: an edition with its audits, its sentences and its examples, or a grammar of the user. Out: a [`Book`] of
//! leaves, one for each production, with all that its page shows.

use urispec::Edition;
use urispec::audit::{
    self, AnyGrammar, AnyProduction, Audit, AuditError, Dialect, ExplainedProduction, Notation,
    PatternForm, PatternNames, PrintedProduction, Verdict,
};
use urispec::diff::{Histories, Version};

use super::names::{self, Names};
use super::said::{self, Section};
use crate::explain::{undented, verdict};
use crate::picture::railroad;

/// The dialects in which the regular expression of a production is shown.
const DIALECTS: [Dialect; 4] = [Dialect::EcmaScript, Dialect::Python, Dialect::Pcre, Dialect::Rust];

/// An edition, or a grammar of the user.
pub(super) struct Book {
    /// The folder of its pages, which is the id of an edition.
    pub(super) folder: String,
    pub(super) edition: Option<Edition>,
    pub(super) title: String,
    pub(super) parts: Vec<BookGrammar>,
    /// In the order in which they are printed.
    pub(super) leaves: Vec<Leaf>,
    /// What the document says beside them, by section.
    pub(super) said: Vec<Section>,
}

/// A grammar of a book.
pub(super) struct BookGrammar {
    /// The name of the grammar.
    pub(super) stem: String,
    pub(super) notation: Notation,
    /// The lines of the file.
    pub(super) lines: Vec<String>,
}

/// A production.
pub(super) struct Leaf {
    pub(super) name: String,
    /// The name of the page without its ending, which is also the id of the production in the index.
    pub(super) file: String,
    /// The number of its grammar in the book.
    pub(super) part: usize,
    pub(super) section: Option<String>,
    /// The line of the grammar on which it is printed.
    pub(super) line: Option<usize>,
    pub(super) printed: Option<String>,
    /// What replaces the printed production, and why.
    pub(super) reading: Option<(String, String)>,
    /// The rules of pest, with their notes.
    pub(super) rules: Vec<(Vec<String>, String)>,
    /// The verdict, and whether the two are equal.
    pub(super) verdict: Option<(String, bool)>,
    pub(super) undecided: Option<String>,
    pub(super) states: Option<usize>,
    pub(super) members: Vec<Vec<u8>>,
    pub(super) near_misses: Vec<Vec<u8>>,
    pub(super) uses: Vec<String>,
    pub(super) used_by: Vec<String>,
    pub(super) diagram: Option<String>,
    pub(super) patterns: Vec<(Dialect, Result<String, String>)>,
    pub(super) versions: Vec<Version>,
}

impl Book {
    /// The book of an edition.
    pub(super) fn of_edition(edition: Edition, patterns: bool) -> Result<Self, AuditError> {
        let audits = audit::audit_edition(edition)?;
        let mut files = Files::of(edition);
        let (mut parts, mut leaves) = (Vec::new(), Vec::new());
        for (part, audit) in audits.iter().enumerate() {
            let grammar = audit.grammar.any()?;
            let stem = audit.grammar.stem();
            let mut own: Vec<Leaf> = Vec::new();
            for explained in audit.explain_all() {
                let file = files.file(stem, explained.name);
                let mut leaf = Leaf::of(audit, &explained, file, part);
                if let Some(production) = grammar.production(explained.name) {
                    leaf.describe(&grammar, production, patterns);
                }
                own.push(leaf);
            }
            for at in 0..own.len() {
                own[at].diagram = diagram(&grammar, &own[at].name, &own, false);
            }
            parts.push(BookGrammar {
                stem: stem.to_owned(),
                notation: audit.grammar.notation().into(),
                lines: audit.grammar.printed().lines().map(str::to_owned).collect(),
            });
            leaves.extend(own);
        }
        let (folder, title) = (edition.id().to_owned(), edition.document().to_owned());
        let said = said::sections(edition);
        Ok(Self { folder, edition: Some(edition), title, parts, leaves, said })
    }

    /// Adds to each production of the edition how it came to be.
    pub(super) fn add_histories(&mut self, histories: &mut Histories) {
        for production in self.edition.iter().flat_map(|edition| edition.productions()) {
            let (stem, rule) = (production.grammar().stem(), production.rule());
            let is_it = |leaf: &&mut Leaf| leaf.name == rule && self.parts[leaf.part].stem == stem;
            if let Some(leaf) = self.leaves.iter_mut().find(is_it) {
                leaf.versions = histories.of(production);
            }
        }
    }

    /// The book of a grammar of the user.
    pub(super) fn of_grammar(grammar: &AnyGrammar) -> Self {
        let path = grammar.file();
        let title = path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        let stem = title.rsplit_once('.').map_or(&*title, |(stem, _)| stem).to_owned();
        let mut files = Names::new();
        let decided = grammar.decide_all();
        let mut leaves: Vec<Leaf> = Vec::new();
        for production in grammar.productions() {
            let file = files.of(&production.name, &stem);
            let mut leaf = Leaf::empty(&production.name, file, 0);
            leaf.line = Some(production.line).filter(|line| *line > 0);
            leaf.printed = Some(text(&production.text));
            leaf.describe(grammar, production, true);
            match decided.typical(&production.name) {
                Ok(typical) => {
                    leaf.states = Some(typical.states);
                    (leaf.members, leaf.near_misses) = (typical.members, typical.near_misses);
                }
                Err(why) => leaf.undecided = Some(why.to_string()),
            }
            leaves.push(leaf);
        }
        let is_caseless = is_caseless(grammar);
        for at in 0..leaves.len() {
            leaves[at].diagram = diagram(grammar, &leaves[at].name, &leaves, is_caseless);
        }
        let notation = grammar.as_printed().map_or(Notation::W3c, |printed| printed.notation);
        let lines =
            grammar.productions().iter().flat_map(|one| one.text.lines().map(str::to_owned));
        // What the productions of a grammar of the user stand on are no lines of a file.
        let parts = vec![BookGrammar { stem: stem.clone(), notation, lines: lines.collect() }];
        let folder = match names::plain(&stem) {
            stem if stem.is_empty() => "grammar".to_owned(),
            stem => stem,
        };
        Self { folder, edition: None, title, parts, leaves, said: Vec::new() }
    }

    /// The production that a name means in a grammar of the book.
    pub(super) fn leaf(&self, part: usize, name: &str) -> Option<&Leaf> {
        let mut own = self.leaves.iter().filter(|leaf| leaf.part == part);
        let is_caseless = self.parts.get(part).is_some_and(|part| part.notation == Notation::Abnf);
        find(&mut own, name, is_caseless)
    }
}

fn is_caseless(grammar: &AnyGrammar) -> bool {
    grammar.as_printed().is_some_and(|printed| printed.notation == Notation::Abnf)
}

fn find<'l>(
    leaves: &mut (impl Iterator<Item = &'l Leaf> + Clone),
    name: &str,
    is_caseless: bool,
) -> Option<&'l Leaf> {
    let exact = leaves.clone().find(|leaf| leaf.name == name);
    let mut alike = leaves.filter(|leaf| is_caseless && leaf.name.eq_ignore_ascii_case(name));
    exact.or_else(|| alike.next())
}

impl Leaf {
    fn empty(name: &str, file: String, part: usize) -> Self {
        Self {
            name: name.to_owned(),
            file,
            part,
            section: None,
            line: None,
            printed: None,
            reading: None,
            rules: Vec::new(),
            verdict: None,
            undecided: None,
            states: None,
            members: Vec::new(),
            near_misses: Vec::new(),
            uses: Vec::new(),
            used_by: Vec::new(),
            diagram: None,
            patterns: Vec::new(),
            versions: Vec::new(),
        }
    }

    fn of(audit: &Audit, explained: &ExplainedProduction<'_>, file: String, part: usize) -> Self {
        let rules = explained.rules.iter().map(|rule| (rule.notes.to_vec(), rule.text.to_owned()));
        let line = |one: &PrintedProduction| one.line;
        Self {
            section: explained.section.map(str::to_owned),
            line: audit.pair.printed.production(explained.name).map(line),
            printed: explained.printed.map(text),
            reading: explained.reading.map(|(read, why)| (text(read), why.to_owned())),
            rules: rules.collect(),
            verdict: Some((verdict(explained.judged), explained.judged.verdict == Verdict::Equal)),
            states: explained.judged.size,
            members: explained.members.clone(),
            near_misses: explained.near_misses.clone(),
            ..Self::empty(explained.name, file, part)
        }
    }

    /// What the grammar says of the production beside its strings.
    fn describe(&mut self, grammar: &AnyGrammar, production: &AnyProduction, patterns: bool) {
        self.uses.clone_from(&production.uses);
        self.used_by.clone_from(&production.used_by);
        let pattern = |dialect: Dialect| {
            let (form, names) = (PatternForm::Structure, PatternNames::None);
            let pattern = grammar.export_pattern(&production.name, dialect, form, names);
            (dialect, pattern.map_err(|error| error.to_string()))
        };
        if patterns {
            self.patterns = DIALECTS.map(pattern).into();
        }
    }
}

/// The diagram of a production, if it has a term.
fn diagram(grammar: &AnyGrammar, name: &str, own: &[Leaf], is_caseless: bool) -> Option<String> {
    let term = grammar.as_printed()?.production(name)?.term.as_ref().ok()?;
    let link = |name: &str| {
        find(&mut own.iter(), name, is_caseless).map(|leaf| format!("{}.html", leaf.file))
    };
    Some(railroad::linked(term, &link))
}

fn text(printed: &str) -> String {
    undented(printed).collect::<Vec<_>>().join("\n")
}

/// The names of the files of an edition's productions.
pub(super) struct Files {
    names: Names,
    /// Grammar, production and file.
    known: Vec<(&'static str, &'static str, String)>,
}

impl Files {
    pub(super) fn of(edition: Edition) -> Self {
        let mut names = Names::new();
        let all = edition.productions().map(|one| {
            let (stem, rule) = (one.grammar().stem(), one.rule());
            (stem, rule, names.of(rule, stem))
        });
        let known = all.collect();
        Self { names, known }
    }

    /// The file of a production. What the edition does not list comes after what it lists.
    pub(super) fn file(&mut self, stem: &str, rule: &str) -> String {
        let known = self.known.iter().find(|known| known.0 == stem && known.1 == rule);
        known.map_or_else(|| self.names.of(rule, stem), |known| known.2.clone())
    }
}
