//! Random members of a production's language, and near misses: strings that one edit turns into members. The same seed
//! gives the same strings on every platform.
//!
//! ```
//! use urispec::{Edition, Node};
//! use urispec_compare::sample::Sampler;
//! let mut sampler = Sampler::new(Edition::Rfc3986.production("IPv6address")?).seed(1);
//! let member = sampler.member();
//! assert!(Node::parse(Edition::Rfc3986, "IPv6address", &member).is_ok());
//! let near_miss = sampler.near_miss();
//! assert!(Node::parse(Edition::Rfc3986, "IPv6address", &near_miss).is_err());
//! assert_eq!(sampler.shortest().next().unwrap(), "::");
//! # Ok::<(), urispec::error::UnknownProduction>(())
//! ```

use urispec::Recognizer;
use urispec::internal::is_beyond_grammar;

use crate::text;

#[cfg(feature = "proptest")]
use proptest::strategy::{BoxedStrategy, Strategy};

pub use grammar_automata::sample::{ByteSampler, NotSampled};

/// A generator of members of a production's language, and of near misses: strings that are one edit away from a member.
#[derive(Clone, Debug)]
pub struct Sampler {
    bytes: ByteSampler,
    production: Recognizer,
}

impl Sampler {
    /// Returns a sampler for a production, with the seed 0 and members of at most 64 characters.
    #[must_use]
    pub fn new(production: Recognizer) -> Self {
        let bytes = ByteSampler::new(production.acceptor());
        let bytes = bytes.expect("the automata of the editions are small, and none is empty");
        Self { bytes, production }
    }

    /// Starts again with another seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { bytes: self.bytes.seed(seed), ..self }
    }

    /// Limits the length of members, in characters.
    ///
    /// # Errors
    ///
    /// [`NotSampled::TooLong`] if every member of the language is longer.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::sample::Sampler;
    /// let error = Sampler::new(Edition::Rfc3986.production("IPv4address")?).max_len(6).err().unwrap();
    /// assert_eq!(error.to_string(), "the shortest member has 7 letters, more than the maximum of 6");
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    pub fn max_len(self, max_len: usize) -> Result<Self, NotSampled> {
        let Self { bytes, production } = self;
        Ok(Self { bytes: bytes.max_len(max_len)?, production })
    }

    /// Generates a member of the language.
    pub fn member(&mut self) -> String {
        if !is_beyond_grammar(&self.production) {
            return text(self.bytes.member());
        }
        let mut made = (0..10_000).map(|_| text(self.bytes.member()));
        let found = made.find(|member| self.production.accepts(member.as_bytes()));
        found.or_else(|| self.shortest().next()).unwrap_or_default()
    }

    /// Generates a near miss: a string that is not a member, but becomes a member by one edit. The edit adds, removes
    /// or replaces a character. A near miss may be one character longer than the longest member.
    pub fn near_miss(&mut self) -> String {
        text(self.bytes.near_miss().expect("no production has every string"))
    }

    /// Returns the members of the language within the length limit, those with the fewest characters first. One
    /// character represents each class of interchangeable characters.
    pub fn shortest(&self) -> impl Iterator<Item = String> + '_ {
        let is_beyond = is_beyond_grammar(&self.production);
        let all = self.bytes.shortest().map(text);
        all.filter(move |member| !is_beyond || self.production.accepts(member.as_bytes()))
    }
}

#[cfg(feature = "proptest")]
impl Sampler {
    /// Returns the members of the language as a strategy of `proptest`. They shrink to the shortest member.
    ///
    /// ```
    /// use proptest::prelude::*;
    /// use urispec::{Edition, UriRef};
    /// use urispec_compare::sample::Sampler;
    /// let references = Sampler::new(Edition::Rfc3986.production("URI-reference")?).members();
    /// proptest!(|(text in references)| {
    ///     let reference = UriRef::parse(&text).unwrap();
    ///     prop_assert_eq!(reference.to_builder().build().unwrap(), text);
    /// });
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    pub fn members(self) -> BoxedStrategy<String> {
        let Self { bytes, production } = self;
        let members = bytes.members().prop_map(text);
        match is_beyond_grammar(&production) {
            true => members
                .prop_filter("accepted", move |text| production.accepts(text.as_bytes()))
                .boxed(),
            false => members.boxed(),
        }
    }

    /// Returns the near misses of the language as a `proptest` strategy: see [`Sampler::near_miss`]. A near miss is one
    /// edit away from a member. It shrinks until this member cannot be shortened.
    ///
    /// ```
    /// use proptest::prelude::*;
    /// use urispec::{Edition, UriRef};
    /// use urispec_compare::sample::Sampler;
    /// let no_references = Sampler::new(Edition::Rfc3986.production("URI-reference")?).near_misses();
    /// proptest!(|(text in no_references)| prop_assert!(UriRef::parse(&text).is_err()));
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    pub fn near_misses(self) -> BoxedStrategy<String> {
        self.bytes.near_misses().prop_map(text).boxed()
    }
}

#[cfg(test)]
mod tests;
