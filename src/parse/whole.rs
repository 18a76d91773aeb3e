//! Which of an edition's productions for whole strings derives a string.

use std::sync::LazyLock;

use super::Recognizer;
use crate::editions::division::Division;
use crate::editions::grammar::{Grammar, Role};
use crate::editions::{Divided, Edition};
use crate::reference::error::{Fault, SyntaxError};

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

    /// Finds the first production for whole strings that derives a string. A string is read by this production if the
    /// caller names none.
    ///
    /// ```
    /// use urispec::Edition;
    /// // A port is in section 9 of RFC 1630 only.
    /// let found = Edition::Rfc1630.deriving("http://info.cern.ch:8000/imaginary/test")?;
    /// assert_eq!(found.rule(), "url");
    /// assert_eq!(Edition::Rfc3986.deriving("a b").unwrap_err().offset(), 1);
    /// # Ok::<(), urispec::error::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SyntaxError`]: where the string leaves the language of the production that gets furthest, the
    /// first of several, if no production for whole strings derives it.
    ///
    /// ```
    /// use urispec::Edition;
    /// let error = Edition::Rfc9110.deriving("https://a b/").unwrap_err();
    /// assert_eq!((error.rule(), error.offset()), ("https-URI", 9));
    /// ```
    pub fn deriving(self, text: &str) -> Result<Recognizer, SyntaxError> {
        let (production, checked) = self.tried(text);
        checked.map(|()| production)
    }

    /// Finds the production by which a string is read if the caller names none: the first production for whole
    /// strings that derives the string, or else the one that gets furthest, whose error says most.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc9110.reading("https://example.com/").rule(), "https-URI");
    /// assert_eq!(Edition::Rfc9110.reading("ftp://example.com/").rule(), "http-URI");
    /// ```
    #[must_use]
    pub fn reading(self, text: &str) -> Recognizer {
        self.tried(text).0
    }

    /// The production by which a string is read, and its verdict.
    fn tried(self, text: &str) -> (Recognizer, Result<(), SyntaxError>) {
        let [default, others @ ..] = self.whole() else { unreachable!("an edition has one") };
        let mut furthest = (*default, default.check(text));
        for other in others {
            let Err(error) = furthest.1 else { break };
            // Where the domain alone is wrong, the grammar derives the string.
            if error.reason().is_some_and(|reason| reason.fault == Fault::Domain) {
                break;
            }
            let checked = other.check(text);
            if checked.as_ref().map_or_else(|other| other.offset() > error.offset(), |()| true) {
                furthest = (*other, checked);
            }
        }
        furthest
    }

    /// The string if the document derives it, or else without its fragment if it derives that: the document of a scheme
    /// need not say that a fragment may follow, since a fragment depends on no scheme (RFC 3986, 3.5).
    pub(crate) fn derived_of(self, text: &str) -> Option<&str> {
        let absolute = || text.split_once('#').map(|(absolute, _)| absolute);
        let is_derived = |text: &&str| self.deriving(text).is_ok();
        Some(text).filter(is_derived).or_else(|| absolute().filter(is_derived))
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
