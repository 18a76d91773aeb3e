//! The changes from one edition to another, as for release notes: for each thing that changed a sentence, the sections
//! of both documents, and strings that show it.
//!
//! Every string of the evidence was tried. An entry without evidence rests on the facts of the editions alone. A
//! production differs *through* another if, in each kind of string that only one document has, a part is derived by a
//! production whose own counterpart does not derive that part. What only the grammar says may be overruled by the
//! algorithm: RFC 2396 has no production for `?y` and resolves it all the same, so that `?y` is in two entries.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::changes::{Changes, Manner};
//! let changes = Changes::between(Edition::Rfc2396, Edition::Rfc3986);
//! let renamed = changes.entries.iter().find(|entry| entry.subject == "pct-encoded").unwrap();
//! assert_eq!(renamed.manner, Manner::Renamed);
//! assert_eq!(
//!     renamed.sentence,
//!     "`escaped` is called `pct-encoded`, and derives the same strings.",
//! );
//! assert_eq!(renamed.brief, "`escaped` is now `pct-encoded`");
//! ```

use urispec::Edition;

mod prose;
mod comparison;
mod productions;
mod resolution;

/// The changes from one edition to another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The edition that is compared with.
    pub since: Edition,
    /// The edition that is described.
    pub edition: Edition,
    /// The changes, by kind; within a kind in the order of the edition that is described, and what
    /// is gone last.
    pub entries: Vec<Entry>,
    /// The number of productions that have the same name and derive the same strings.
    pub same_productions: usize,
    /// The number of terms that are the same.
    pub same_terms: usize,
}

/// One thing that changed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The kind of thing.
    pub kind: ChangeKind,
    /// The way in which it changed.
    pub manner: Manner,
    /// The name of the thing: a production, a term, or in a few words what the sentence is about.
    pub subject: String,
    /// The section of the document that is compared with.
    pub since_section: Option<&'static str>,
    /// The section of the document that is described.
    pub section: Option<&'static str>,
    /// The change in a few words for one line: without strings that show the change, without sections, and
    /// without a full stop.
    pub brief: String,
    /// The change, in one sentence or more, without the sections.
    pub sentence: String,
    /// The strings that show the change, the shortest first.
    pub evidence: Vec<Evidence>,
}

/// A kind of thing that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A production, or all strings that the edition takes for whole.
    Productions,
    /// How references resolve.
    Resolution,
    /// What does not matter when strings are normalized and compared.
    Normalization,
    /// What the document calls a thing.
    Terms,
}

/// A way in which a thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Manner {
    /// The thing is in the described edition only.
    New,
    /// The thing is in the edition compared with only.
    Gone,
    /// The thing has another name, and is the same.
    Renamed,
    /// The production derives more strings.
    Wider,
    /// The production derives fewer strings.
    Narrower,
    /// The production derives other strings; some are the same.
    Overlapping,
    /// No string of the production is one of before.
    Other,
    /// A rule, of resolving or comparing, is another.
    Changed,
}

/// A string, or two, that show a change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// Only this edition's production derives the string.
    Derived {
        /// The edition.
        by: Edition,
        /// The string.
        text: String,
    },
    /// A reference that resolves otherwise.
    Target {
        /// The base.
        base: &'static str,
        /// The reference.
        reference: String,
        /// Whether both resolvers may ignore the scheme of a reference that the base has too, as
        /// [`Resolver::non_strict`](urispec::Resolver::non_strict).
        non_strict: bool,
        /// The target by the edition that is compared with, or `(current document)` and the
        /// fragment. There is none if the edition refuses the reference.
        since: Option<String>,
        /// The target by the edition that is described, in the same way.
        target: Option<String>,
    },
    /// Two strings that only this edition finds equivalent.
    Equivalent {
        /// The edition.
        by: Edition,
        /// The strings.
        pair: [String; 2],
    },
    /// A string whose normal form, to the highest rung, is another.
    NormalForm {
        /// The string.
        text: String,
        /// The normal form by the edition that is compared with.
        since: String,
        /// The normal form by the edition that is described.
        normal: String,
    },
}

impl ChangeKind {
    /// Every kind, in the order of [`Changes::entries`].
    pub const ALL: &'static [Self] =
        &[Self::Productions, Self::Resolution, Self::Normalization, Self::Terms];

    /// The name of the kind: `productions`, `resolution`, `normalization` or `terms`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Productions => "productions",
            Self::Resolution => "resolution",
            Self::Normalization => "normalization",
            Self::Terms => "terms",
        }
    }
}

impl Manner {
    /// The name of the manner: `new`, `gone`, `renamed`, `wider`, `narrower`, `overlapping`, `other`
    /// or `changed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::Renamed => "renamed",
            Self::Wider => "wider",
            Self::Narrower => "narrower",
            Self::Overlapping => "overlapping",
            Self::Other => "other",
            Self::Changed => "changed",
        }
    }
}

impl Entry {
    /// An entry without sections and evidence.
    fn new(kind: ChangeKind, manner: Manner, subject: &str, brief: &str, sentence: String) -> Self {
        let (subject, brief) = (subject.to_owned(), brief.to_owned());
        let (since_section, section, evidence) = (None, None, Vec::new());
        Self { kind, manner, subject, since_section, section, brief, sentence, evidence }
    }

    /// Adds the sections of the document that is compared with, and of the one that is described.
    fn at(self, [since_section, section]: [Option<&'static str>; 2]) -> Self {
        Self { since_section, section, ..self }
    }
}

impl Changes {
    /// Finds what `edition` changed since another edition, most often an older one.
    #[must_use]
    pub fn between(since: Edition, edition: Edition) -> Self {
        let (mut entries, same_productions) = productions::entries(since, edition);
        entries.extend(resolution::entries(since, edition));
        entries.extend(comparison::entries(since, edition));
        let (terms, same_terms) = prose::entries(since, edition);
        entries.extend(terms);
        Self { since, edition, entries, same_productions, same_terms }
    }

    /// The entries of a kind.
    pub fn of(&self, kind: ChangeKind) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.kind == kind)
    }
}
