//! One string under several editions, side by side.
//!
//! In: a string, and maybe a base. Out: [`Answers`], an [`Answer`] of each edition, and where they
//! do not agree a [`Disagreement`] of each kind. What is forgotten: the trees, but for the
//! productions on the way to the path; and what is wrong with a string, until it is asked for.
//!
//! The answers are compared with the answer of RFC 3986, the standard; if RFC 3986 has no answer or
//! was not asked, with that of the newest edition that has one. An edition that rejects a string
//! has no answer about its components, an edition without resolution none about targets, and an
//! edition without a production for the scheme none about that production.
//!
//! The surprising case: to accept the same string is not to mean the same. All accept
//! `mailto:a@b`. What follows the scheme is opaque in RFC 1738, in RFC 2396, amended or not, and in the
//! draft after it; in the others it is a path.
//!
//! ```
//! use urispec::Edition;
//! use urispec::across::{Across, DisagreementKind};
//! let answers = Across::new().ask("http://1.2.3.256/");
//! // No octet is 256: the host is a name since rfc2396bis-01, and was four numbers before.
//! let all = answers.disagreements();
//! let of_host = all.iter().find(|one| one.kind == DisagreementKind::HostKind).unwrap();
//! assert_eq!(of_host.by, ["rfc1630", "rfc1738", "url-syntax-05", "rfc2396", "rfc2732"]);
//! // The URL Standard takes what ends in a number for an address, and this is none.
//! assert_eq!((all[0].kind, all[0].from, &all[0].by[..]), (DisagreementKind::Rejects, "rfc3986", &["whatwg"][..]));
//! ```

mod disagreement;
mod answer;

pub use answer::{Answer, Parts, ResolvedTo};
pub use disagreement::{Disagreement, DisagreementKind};

use crate::editions::Edition;
use crate::parts::split::{Components, split};
use crate::reference::Reference;

use disagreement::Spelled;

/// Asks several editions about strings.
#[derive(Clone, Debug)]
pub struct Across<'b> {
    editions: Vec<Edition>,
    /// Whether the documents of the string's scheme are asked too.
    asks_scheme: bool,
    base: Option<Base<'b>>,
}

/// A base, and the editions in which it is a valid base.
#[derive(Clone, Debug)]
struct Base<'b> {
    components: Components<'b>,
    of: Vec<Edition>,
}

impl Default for Across<'_> {
    fn default() -> Self {
        Self { editions: Edition::ALL.to_vec(), asks_scheme: true, base: None }
    }
}

impl<'b> Across<'b> {
    /// Asks every document that says what a URI is, and beside them those of the string's scheme.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks only these editions, oldest first.
    #[must_use]
    pub fn editions(mut self, editions: &[Edition]) -> Self {
        self.editions = editions.to_vec();
        self.editions.sort_unstable();
        self.editions.dedup();
        self.asks_scheme = false;
        self
    }

    /// Asks also what a string resolves to against a base. An edition in which the base is not a
    /// URI gives no target.
    #[must_use]
    pub fn base(mut self, base: &'b str) -> Self {
        let is_base = |edition: &&Edition| {
            Reference::parse(**edition, base).is_ok_and(|base| base.scheme().is_some())
        };
        let of = Edition::ALL.iter().filter(is_base).copied().collect();
        self.base = Some(Base { components: split(base), of });
        self
    }

    /// The answers of the editions about a string, oldest first.
    #[must_use]
    pub fn ask<'i>(&self, text: &'i str) -> Answers<'i> {
        let answer = |edition: &Edition| {
            let base = self.base.as_ref().filter(|base| base.of.contains(edition));
            Answer::of(*edition, text, base.map(|base| base.components))
        };
        let of_scheme = Edition::of_scheme(text).filter(|_| self.asks_scheme);
        Answers {
            text,
            each: self.editions.iter().map(answer).collect(),
            of_scheme: of_scheme.map(|edition| Answer::of_scheme(edition, text)).collect(),
        }
    }
}

/// The answers of several editions about one string.
#[derive(Clone, Debug)]
pub struct Answers<'i> {
    text: &'i str,
    each: Vec<Answer<'i>>,
    of_scheme: Vec<Answer<'i>>,
}

impl<'i> Answers<'i> {
    /// The string that was asked about.
    #[must_use]
    pub const fn text(&self) -> &'i str {
        self.text
    }

    /// All answers: those of the editions, oldest first, and then those of other parsers.
    #[must_use]
    pub fn each(&self) -> &[Answer<'i>] {
        &self.each
    }

    /// The answers of the documents of the string's scheme, oldest first. They narrow what a URI is, and so are
    /// no party to a disagreement. There are none where the caller has chosen the editions.
    ///
    /// A fragment depends on no scheme (RFC 3986, 3.5): a string that a document derives without its fragment
    /// is valid.
    ///
    /// ```
    /// use urispec::across::Across;
    /// let answers = Across::new().ask("urn:a");
    /// let found = answers.of_scheme().iter().map(|answer| (answer.by(), answer.is_valid()));
    /// assert!(found.eq([("rfc2141", false), ("rfc8141", false)]));
    /// ```
    #[must_use]
    pub fn of_scheme(&self) -> &[Answer<'i>] {
        &self.of_scheme
    }

    /// Adds the answer of another parser after those of the editions.
    pub fn push(&mut self, other: Answer<'i>) {
        self.each.push(other);
    }

    /// The disagreements between the answers, at most one of each kind. Components are compared letter by
    /// letter.
    #[must_use]
    pub fn disagreements(&self) -> Vec<Disagreement> {
        disagreement::among(&self.each, Spelled::Exactly)
    }

    /// The disagreements between the answers, but for those of other parsers that say the same in other
    /// words: a [canonical](crate::parsers::Weight::Canonical) difference is none. Editions among
    /// themselves are compared letter by letter.
    #[must_use]
    pub fn disagreements_in_substance(&self) -> Vec<Disagreement> {
        disagreement::among(&self.each, Spelled::Anyhow)
    }
}
