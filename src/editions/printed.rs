//! The texts that the document of an edition prints, and the data collected from it.

use super::{ComponentLayout, DocumentSpec, Edition};
use crate::editions::automaton::Automaton;
use crate::editions::grammar::Grammar;
use crate::editions::production::Production;

/// The texts that the document of an edition prints, and the data collected from it.
pub(crate) struct Printed {
    /// The grammars of the edition, one for each block of BNF.
    pub(crate) grammars: &'static [&'static Grammar],
    /// The layouts of the productions for whole strings and of the productions of single schemes.
    pub(crate) divided: &'static [&'static ComponentLayout],
    /// The examples that the document prints, one on each line. Empty if they have not been
    /// collected.
    pub(crate) examples: &'static str,
    /// The sentences of the document, each with the test that covers it.
    pub(crate) requirements: &'static str,
    pub(crate) errata: &'static str,
    /// The document's terms for concepts that several documents share.
    pub(crate) terms: &'static str,
    /// The document's replacements for rules of older documents. Empty if the document does not
    /// list them rule by rule.
    pub(crate) translations: &'static str,
    /// A remark about the cited sections. Empty for most documents.
    pub(crate) remark: &'static str,
}

impl Printed {
    /// Returns the start states of the productions for whole strings, each with its automaton.
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
    /// Returns the grammars of the document, one for each block of BNF that it prints.
    #[must_use]
    pub const fn grammars(self) -> &'static [&'static Grammar] {
        self.printed().grammars
    }

    /// Returns the examples that the document prints, as the text of a file. The type
    /// `urispec_audit::Examples` describes the format.
    #[must_use]
    pub const fn examples(self) -> &'static str {
        self.printed().examples
    }

    /// Returns the sentences of the document, each with the test that covers it, as the text of a
    /// file. The type `urispec_audit::Requirements` describes the format.
    #[must_use]
    pub const fn requirements(self) -> &'static str {
        self.printed().requirements
    }

    /// Returns the errata of the document, as the text of a file. The type `urispec_audit::Errata`
    /// describes the format.
    #[must_use]
    pub const fn errata(self) -> &'static str {
        self.printed().errata
    }

    /// Returns the document's terms for concepts that several documents share, as the text of a
    /// file. `urispec_compare::changes::Changes` reads it. Each line has the concept, the term and
    /// the section, separated by tabs.
    #[must_use]
    pub const fn terms(self) -> &'static str {
        self.printed().terms
    }

    /// Returns the document's replacements for rules of older documents, as the text of a file.
    /// `urispec_compare::changes::Changes` reads it. Each line has the id of the older edition, the
    /// rule, the replacement and the section, separated by tabs, followed by `name` if only the
    /// name of the rule has changed. RFC 3986 has such a table (D.2), and RFC 3987 describes how it
    /// changes names (2.2).
    #[must_use]
    pub const fn translations(self) -> &'static str {
        self.printed().translations
    }

    /// Returns a remark about the cited sections, in sentences. It is empty for most documents. The
    /// sections of RFC 1630 have no numbers, so the remark explains the numbers used; for RFC 9110
    /// it lists the sections that were read.
    #[must_use]
    pub const fn remark(self) -> &'static str {
        self.printed().remark
    }

    /// Returns the start states of the productions for whole strings, each with its automaton.
    pub(crate) fn starts(self) -> impl Iterator<Item = (&'static Automaton, u16)> {
        self.printed().starts(self.facts())
    }

    /// Returns the grammar of the edition that contains the production, or its first grammar if the
    /// production is from another document.
    pub(crate) fn grammar_of(self, production: &Production) -> &'static Grammar {
        let mut grammars = self.grammars().iter();
        let found = grammars.find(|grammar| grammar.productions().contains(&production));
        found.unwrap_or(&self.grammars()[0])
    }
}
