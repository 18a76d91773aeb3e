//! Where two editions differ: decided, with strings that show it.
//!
//! In: two editions, or two of their productions. Out: a [`Comparison`] of two languages, which says whether one
//! contains the other, with the shortest strings that only one has; the [`divergences`] from one to the other, a
//! shortest string of each kind of difference; and of two editions a [`Diff`]: which productions appeared, went or
//! changed their names, and what became of those that stayed. The [`history`] of a production is that over all
//! documents: what stands for the production in each. What is forgotten: trees. Two productions that derive the same
//! strings in different ways are equal here.
//!
//! Nothing is sampled: each comparison is a breadth-first search of the product automaton of two
//! minimal automata, which the library contains. The module `audit` has the same method, and builds
//! the automata from grammars.
//!
//! The surprising case: the byte that is wrong may come late. `//:!` is in RFC 2396 and not in RFC
//! 3986, where no port has a `!`; but up to its end nothing is wrong with the string, since `//:!@`
//! has a userinfo.
//!
//! ```
//! use urispec::Edition;
//! use urispec::diff::{Comparison, Language, Relation};
//! let [old, new] = [Edition::Rfc1738, Edition::Rfc3986].map(Language::whole);
//! let whole = Comparison::new(old, new);
//! assert_eq!(whole.relation, Relation::Overlaps);
//! // A scheme of RFC 1738 may begin with anything that it may go on with (2.1).
//! assert_eq!(whole.only_left.as_deref(), Some("+:"));
//! assert_eq!(whole.only_right.as_deref(), Some(""));
//! ```

mod divergence;
mod documents;
mod history;
mod language;
mod pairing;

pub use divergence::{Divergence, divergences};
pub(crate) use documents::{Row, Term, rows, terms};
pub use history::{Histories, Version, history};
pub use language::Language;
pub(crate) use pairing::is_single;
pub use pairing::{Diff, Match, ProductionPair};

pub use grammar_automata::Relation;

use grammar_automata::Product;
use language::text;

/// Two languages, their relation, and the shortest strings that show it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The left language.
    pub left: Language,
    /// The right language.
    pub right: Language,
    /// The relation of the left language to the right one.
    pub relation: Relation,
    /// The shortest string that only the left language has. Of several, the first in the order of
    /// their bytes.
    pub only_left: Option<String>,
    /// The shortest string that only the right language has.
    pub only_right: Option<String>,
    /// The shortest string that both languages have.
    pub common: Option<String>,
}

impl Comparison {
    /// Compares two languages.
    #[must_use]
    pub fn new(left: Language, right: Language) -> Self {
        let product = Product::of(left.starts(), right.starts());
        let [only_left, only_right, common] = [[true, false], [false, true], [true, true]]
            .map(|wanted| product.shortest(wanted).map(text));
        let has = Option::is_some;
        let relation = Relation::new(has(&only_left), has(&only_right), has(&common));
        Self { left, right, relation, only_left, only_right, common }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions::Edition;

    fn compare(left: (Edition, &str), right: (Edition, &str)) -> Comparison {
        let language =
            |(edition, rule): (Edition, &str)| Language::new(edition.production(rule).unwrap());
        Comparison::new(language(left), language(right))
    }

    #[track_caller]
    fn related(left: &str, right: &str, relation: Relation) {
        let (old, new) = (Edition::Rfc2396, Edition::Rfc3986);
        assert_eq!(compare((old, left), (new, right)).relation, relation, "{left}, {right}");
        let turned = match relation {
            Relation::Within => Relation::Contains,
            Relation::Contains => Relation::Within,
            relation => relation,
        };
        assert_eq!(compare((new, right), (old, left)).relation, turned, "{right}, {left}");
    }

    #[test]
    fn every_relation() {
        // "%" HEXDIG HEXDIG in both (2.4.1; 2.1).
        related("escaped", "pct-encoded", Relation::Equal);
        // 1*digit between dots (3.2.2), and dec-octets (3.2.2).
        related("IPv4address", "IPv4address", Relation::Contains);
        // A host of RFC 2396 is never empty; every one is a reg-name of RFC 3986.
        related("host", "host", Relation::Within);
        // `"` is in none of both; `*` is a mark of one (2.3), `/` reserved in both.
        related("mark", "sub-delims", Relation::Overlaps);
        related("digit", "gen-delims", Relation::Disjoint);
    }

    #[test]
    fn witnesses_are_in_one_language_only() {
        let ipv4 = compare((Edition::Rfc2396, "IPv4address"), (Edition::Rfc3986, "IPv4address"));
        // "00" is no dec-octet.
        assert_eq!(ipv4.only_left.as_deref(), Some("0.0.0.00"));
        assert_eq!((ipv4.only_right, ipv4.common.as_deref()), (None, Some("0.0.0.0")));
    }

    #[test]
    fn an_edition_with_two_grammars_has_the_strings_of_both() {
        let whole = Language::whole(Edition::Rfc1630);
        // `#` is in section 8 only, a port in section 9 only.
        assert!(whole.has("a:b#c") && whole.has("http://h:80/"));
        assert!(!whole.has("http://h:80/#c"));
    }
}
