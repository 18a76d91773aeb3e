//! The documents, and the facts of each that the other stages ask for.
//!
//! In: an edition's id. Out: its grammar, its whole-string rules, its productions. No other module
//! asks *which* edition it has before it: it asks for one of these facts.

use std::fmt;
use std::str::FromStr;

use crate::grammar::{Grammar, Production};
use crate::host::HostKind;

mod rfc3986;

/// A document that says what a URI is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Edition {
    /// RFC 3986, STD 66: *Uniform Resource Identifier (URI): Generic Syntax*, January 2005.
    #[default]
    Rfc3986,
}

/// What the other stages may know of an edition.
pub(crate) struct Facts {
    /// How the program and the snapshots call it.
    pub(crate) id: &'static str,
    /// The document's name.
    pub(crate) document: &'static str,
    /// Its grammars, one for each block of BNF.
    pub(crate) grammars: &'static [&'static Grammar],
    /// The examples that it prints, one on each line; empty if nobody has collected them.
    pub(crate) examples: &'static str,
    /// The productions that stand for a whole string; the first is the default.
    pub(crate) whole: &'static [&'static str],
    /// Whether Appendix B finds the components of every string of these.
    pub(crate) is_split_exact: bool,
    /// The kinds of host by their productions, in the order in which they are tried.
    pub(crate) host_kinds: &'static [(HostKind, &'static str)],
}

impl Edition {
    /// Every edition, oldest first.
    pub const ALL: &'static [Self] = &[Self::Rfc3986];

    pub(crate) const fn facts(self) -> &'static Facts {
        match self {
            Self::Rfc3986 => &rfc3986::FACTS,
        }
    }

    /// Its id, such as `rfc3986`: what `--edition` takes.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.facts().id
    }

    /// The name of the document.
    #[must_use]
    pub const fn document(self) -> &'static str {
        self.facts().document
    }

    /// The productions that stand for a whole string, in printed spelling; the first is the
    /// default.
    ///
    /// ```
    /// use urispec::Edition;
    /// assert_eq!(Edition::Rfc3986.whole_rules(), ["URI-reference", "URI", "absolute-URI"]);
    /// ```
    #[must_use]
    pub const fn whole_rules(self) -> &'static [&'static str] {
        self.facts().whole
    }

    /// The grammars of the document, one for each block of BNF that it prints.
    #[must_use]
    pub const fn grammars(self) -> &'static [&'static Grammar] {
        self.facts().grammars
    }

    /// The examples that the document prints, as the text of a file: the module `audit::examples`
    /// says how it is written.
    #[must_use]
    pub const fn examples(self) -> &'static str {
        self.facts().examples
    }

    /// The production of that name, in printed spelling, and the grammar that has it.
    #[must_use]
    pub fn production(self, name: &str) -> Option<(&'static Grammar, &'static Production)> {
        let found = |grammar: &&'static Grammar| Some((*grammar, grammar.production(name)?));
        self.grammars().iter().find_map(found)
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// There is no edition of that id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no edition is called `{0}`; the editions are: {known}", known = known())]
pub struct UnknownEdition(String);

fn known() -> String {
    let ids: Vec<_> = Edition::ALL.iter().map(|edition| edition.id()).collect();
    ids.join(", ")
}

impl FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(id: &str) -> Result<Self, UnknownEdition> {
        let found = Self::ALL.iter().find(|edition| edition.id() == id);
        found.copied().ok_or_else(|| UnknownEdition(id.to_owned()))
    }
}
