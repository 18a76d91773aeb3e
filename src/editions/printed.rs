//! The texts that the document of an edition prints, and questions about them.

use super::{Divided, DocumentSpec, Edition};
use crate::editions::automaton::Automaton;
use crate::editions::grammar::Grammar;
use crate::editions::production::Production;

/// What the document of an edition prints.
pub(crate) struct Printed {
    /// The grammars of the edition, one for each block of BNF.
    pub(crate) grammars: &'static [&'static Grammar],
    /// How the strings of the productions for whole strings, and of those of single schemes, divide.
    pub(crate) divided: &'static [&'static Divided],
    /// The examples that the document prints, one on each line. It is empty if nobody has collected
    /// them.
    pub(crate) examples: &'static str,
    /// The sentences of the document, and where each is held.
    pub(crate) requirements: &'static str,
    /// What was reported to be wrong in the document.
    pub(crate) errata: &'static str,
    /// What the document calls the things that several documents speak of.
    pub(crate) terms: &'static str,
    /// By what the document replaces the rules of older ones. It is empty if the document does not
    /// say so rule by rule.
    pub(crate) translations: &'static str,
    /// What a reader must know of the sections that are cited. It is empty for most documents.
    pub(crate) remark: &'static str,
}

impl Printed {
    /// The automata of the grammars, each with its start for a whole string.
    pub(crate) fn starts(
        &self,
        facts: &DocumentSpec,
    ) -> impl Iterator<Item = (&'static Automaton, u16)> {
        self.grammars.iter().flat_map(|grammar| {
            let starts = facts.whole.iter().filter_map(|rule| grammar.automaton.start(rule));
            starts.map(|start| (grammar.automaton, start))
        })
    }
}

impl Edition {
    /// The grammars of the document, one for each block of BNF that it prints.
    #[must_use]
    pub const fn grammars(self) -> &'static [&'static Grammar] {
        self.printed().grammars
    }

    /// The examples that the document prints, as the text of a file. The type `urispec_audit::Examples`
    /// describes the format.
    #[must_use]
    pub const fn examples(self) -> &'static str {
        self.printed().examples
    }

    /// The sentences of the document and where each is held, as the text of a file. The type
    /// `urispec_audit::Requirements` describes the format.
    #[must_use]
    pub const fn requirements(self) -> &'static str {
        self.printed().requirements
    }

    /// What was reported to be wrong in the document, as the text of a file. The type `urispec_audit::Errata` describes
    /// the format.
    #[must_use]
    pub const fn errata(self) -> &'static str {
        self.printed().errata
    }

    /// What the document calls the things that several documents speak of, as the text of a file.
    /// `urispec_compare::changes::Changes` reads it: on each line what is meant, the term, and the
    /// section, with tabs between them.
    #[must_use]
    pub const fn terms(self) -> &'static str {
        self.printed().terms
    }

    /// By what the document itself replaces the rules of older documents, as the text of a file.
    /// `urispec_compare::changes::Changes` reads it: on each line the id of the older edition, the
    /// rule, the replacement, and the section, with tabs between them, and at the end `name` if the rule
    /// has only another name. RFC 3986 has such a table (D.2), and RFC 3987 says how it changes names
    /// (2.2).
    #[must_use]
    pub const fn translations(self) -> &'static str {
        self.printed().translations
    }

    /// What a reader must know of the sections that are cited, in sentences. It is empty for most documents.
    /// The sections of RFC 1630 have no numbers, and it says whose are given; of RFC 9110 it says which were
    /// read.
    #[must_use]
    pub const fn remark(self) -> &'static str {
        self.printed().remark
    }

    /// The automata of the edition's grammars, each with its start for a whole string.
    pub(crate) fn starts(self) -> impl Iterator<Item = (&'static Automaton, u16)> {
        self.printed().starts(self.facts())
    }

    /// The grammar that has the production, which no other grammar of the edition has; or the first,
    /// of a production of another document.
    pub(crate) fn grammar_of(self, production: &Production) -> &'static Grammar {
        let mut grammars = self.grammars().iter();
        let found = grammars.find(|grammar| grammar.productions().contains(&production));
        found.unwrap_or(&self.grammars()[0])
    }
}
