//! Which of an edition's productions for whole strings derives a string.

use std::sync::LazyLock;

use super::Recognizer;
use crate::edition::division::Division;
use crate::edition::{Divided, Edition};
use crate::error::SyntaxError;
use crate::grammar::{Grammar, Role};

impl Edition {
    /// The productions that stand for a whole string, as [`Edition::whole_rules`] names them; the
    /// first is the default.
    #[must_use]
    pub fn whole(self) -> &'static [Recognizer] {
        static WHOLE: LazyLock<Vec<Vec<Recognizer>>> = LazyLock::new(|| {
            let found = |edition: Edition| {
                let rules = edition.whole_rules().iter();
                rules.filter_map(|rule| edition.production(rule).ok()).collect()
            };
            Edition::every().map(found).collect()
        });
        &WHOLE[self.place()]
    }

    /// Finds the first production for whole strings that derives a string.
    ///
    /// ```
    /// use urispec::Edition;
    /// // A port is in section 9 of RFC 1630 only.
    /// let found = Edition::Rfc1630.deriving("http://info.cern.ch:8000/imaginary/test")?;
    /// assert_eq!(found.rule(), "url");
    /// assert_eq!(Edition::Rfc3986.deriving("a b").unwrap_err().offset(), 1);
    /// # Ok::<(), urispec::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SyntaxError`]: where the string leaves the language of the default production, if no
    /// production for whole strings derives it.
    pub fn deriving(self, text: &str) -> Result<Recognizer, SyntaxError> {
        let default = &self.whole()[0];
        default
            .check(text)
            .map(|()| *default)
            .or_else(|error| self.derived_otherwise(text).ok_or(error))
    }

    /// The first production for whole strings, but for the default one, that derives a string.
    pub(crate) fn derived_otherwise(self, text: &str) -> Option<Recognizer> {
        let [_, others @ ..] = self.whole() else { unreachable!("an edition has one") };
        others.iter().find(|other| other.accepts(text.as_bytes())).copied()
    }

    /// Whether a production for whole strings derives all that a production of a single scheme does,
    /// since it chooses among that and others.
    pub(crate) fn has_in_whole(self, own: &Recognizer) -> bool {
        fn has(among: &Divided, rule: &str) -> bool {
            let all = match among.division {
                Division::AsFirst(all) => all,
                _ => &[],
            };
            all.iter().any(|one| one.rule == rule || has(one, rule))
        }
        self.whole().iter().filter_map(|whole| whole.divided).any(|whole| has(whole, own.rule()))
    }

    /// The productions of single schemes, in the order of the grammars.
    pub(crate) fn specific(self) -> &'static [Recognizer] {
        static SPECIFIC: LazyLock<Vec<Vec<Recognizer>>> = LazyLock::new(|| {
            let found = |edition: Edition| {
                let of = |grammar: &'static Grammar| {
                    let all = grammar.productions().iter();
                    let specific = all.filter(|production| production.role == Role::Specific);
                    specific.map(move |&production| Recognizer::new(edition, grammar, production))
                };
                edition.grammars().iter().copied().flat_map(of).collect()
            };
            Edition::every().map(found).collect()
        });
        &SPECIFIC[self.place()]
    }
}
