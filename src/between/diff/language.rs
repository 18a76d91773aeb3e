//! The operands of a comparison: the language of a production, or of all productions for whole
//! strings of an edition.

use std::fmt;

use grammar_automata::{Product, Starts};

use crate::editions::Edition;
use crate::editions::grammar::Grammar;
use crate::parse::Recognizer;

/// The strings that any of several productions of one edition derives.
#[derive(Clone)]
pub struct Language {
    edition: Edition,
    productions: Vec<Recognizer>,
}

impl Language {
    /// The strings that any of the edition's [productions for whole strings](Edition::whole_rules)
    /// derives.
    #[must_use]
    pub fn whole(edition: Edition) -> Self {
        Self { edition, productions: edition.whole().to_vec() }
    }

    /// The strings that a production derives.
    #[must_use]
    pub fn new(production: Recognizer) -> Self {
        Self { edition: production.edition, productions: vec![production] }
    }

    /// The edition that has the productions.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// The names of the productions. A string of the language needs only one of them.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.productions.iter().map(Recognizer::rule)
    }

    /// The names of the productions. The name of the grammar is added where the edition has another
    /// production of the same name.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec::diff::Language;
    /// let name = |rule| Edition::Rfc1630.production(rule).map(|found| Language::new(found).name());
    /// assert_eq!(name("scheme")?, "scheme (rfc1630-uri)");
    /// assert_eq!(name("uri")?, "uri");
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        let name = |production: &Recognizer| {
            let (rule, grammars) = (production.rule(), self.edition.grammars().iter());
            match grammars.filter(|other| other.production(rule).is_some()).count() {
                1 => rule.to_owned(),
                _ => format!("{rule} ({})", production.grammar.stem),
            }
        };
        self.productions.iter().map(name).collect::<Vec<_>>().join(" | ")
    }

    /// Whether the language has a string.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.deriving(text).is_some()
    }

    /// The production of the language, the first of several.
    pub(crate) fn first(&self) -> &Recognizer {
        &self.productions[0]
    }

    /// The place of the first production in what the edition prints: the number of its grammar, and
    /// its number there.
    pub(crate) fn place(&self) -> (usize, usize) {
        let Recognizer { grammar, production, .. } = self.first();
        let is_own = |other: &&Grammar| other.stem == grammar.stem;
        let printed = grammar.automaton.starts.iter().map(|(name, _)| *name);
        (
            self.edition.grammars().iter().take_while(|other| !is_own(other)).count(),
            printed.take_while(|name| *name != production.name).count(),
        )
    }

    /// The first of the productions that derives a string.
    pub(crate) fn deriving(&self, text: &str) -> Option<Recognizer> {
        self.productions.iter().find(|one| one.accepts(text.as_bytes())).copied()
    }

    /// The starts of the productions, each with its automaton.
    pub(super) fn starts(&self) -> Starts {
        self.productions.iter().map(|one| (one.grammar.automaton, one.start)).collect()
    }

    /// Whether another language has the same strings.
    pub(crate) fn is_equal(&self, other: &Self) -> bool {
        Product::is_equal(self.starts(), other.starts())
    }

    /// The shortest string of the language.
    pub(crate) fn shortest(&self) -> Option<String> {
        let both = [self.starts(), self.starts()];
        Product::until(both, &|node| node.accepts[0]).shortest([true, true]).map(text)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.edition, self.name())
    }
}

/// The text of a word. The languages are of ASCII only.
pub(super) fn text(word: Vec<u8>) -> String {
    String::from_utf8_lossy(&word).into_owned()
}
