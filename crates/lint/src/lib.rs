//! Lints for URIs that are valid but unwise according to the documents, and extraction of URIs from text.
//!
//! ```
//! use urispec::UriRef;
//! use urispec_lint::{extract, lint};
//!
//! let text = "It moved from <http://0x7f.1/%7Euser> to <http://example.com/>.";
//! let uri = extract::extract(text).next().unwrap();
//! let found = lint(&UriRef::parse(uri.uri())?);
//! assert_eq!(found[0].lint().id(), "needless-escape");
//! assert_eq!(found[0].mended(), Some("http://0x7f.1/~user"));
//! # Ok::<(), urispec::ParseError>(())
//! ```
//!
//! A [`Finding`] of a [`Lint`] has the spans to which the lint applies, the section on which the lint rests, and the
//! mended string if there is one. There is at most one finding for each lint.
//!
//! A lint runs only in an edition whose document covers the lint's subject: [`Lint::section`]. A mended string is a
//! reference of the same edition, without the finding and without additional warnings. If only the spelling was at
//! fault, the mended string is equivalent: it is the result of the pass of [normalization](urispec::Normalizer) that
//! the section permits. Otherwise the lint documents what is lost.
//!
//! [`Linter::lint_across`] also checks whether the preceding and the following document accept the string. This needs
//! the grammars of these documents, unlike [`lint()`].
//!
//! These are the lints of the pack [`Pack::Letter`]. Another pack looks for signs of attacks in any string: the module
//! `security`, with the feature of that name. A third checks names against IANA's registries: the module [`registry`].
//!
//! A surprising case: a reference may be unwise only once it is resolved. `.//c` is harmless until a base such as `a:/b` turns
//! it into `a://c`, with the authority `c`.
//!
//! # Features
//!
//! Without a feature the crate has the packs `letter` and `registry`, and [`extract`]. Rust 1.89 is the oldest supported
//! compiler.
//!
//! - `security` adds the module `security`, which finds signs of attacks in any string, and the lints of RFC 3987 that need
//!   Unicode data. It includes `unicode`.
//! - `unicode` adds `Linter::validation_errors`, the validation errors of the parser of the URL Standard.

#![cfg_attr(docsrs, feature(doc_cfg))]

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use urispec::internal::{DocumentSpec, facts};
use urispec::{Edition, Reference};

mod authority;
mod subject;
pub mod extract;
mod spelling;
pub mod registry;
mod schemes;
#[cfg(feature = "security")]
pub mod security;
mod table;
#[cfg(feature = "whatwg")]
mod validation;

pub use table::{Citation, Lint, Pack, Severity, UnknownPack};

use subject::LintedReference;

/// The report of a lint about a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    lint: &'static Lint,
    spans: Vec<Range<usize>>,
    citations: Vec<Citation>,
    message: Cow<'static, str>,
    mended: Option<String>,
}

impl Finding {
    /// Returns the lint that reported the finding.
    #[must_use]
    pub const fn lint(&self) -> &'static Lint {
        self.lint
    }

    /// Returns the spans to which the finding applies: at least one range of byte offsets, in order. A span is empty if
    /// something is missing there.
    #[must_use]
    pub fn spans(&self) -> &[Range<usize>] {
        &self.spans
    }

    /// Returns the documents on which the finding rests. A finding of [`Pack::Letter`] cites one section, of the
    /// linter's edition or of a neighboring edition. Findings of other packs may cite several, or none.
    #[must_use]
    pub fn citations(&self) -> &[Citation] {
        &self.citations
    }

    /// Returns the edition whose document is cited first, or `None` if the first citation is not of an edition.
    #[must_use]
    pub fn edition(&self) -> Option<Edition> {
        self.citations.first().and_then(Citation::edition)
    }

    /// Returns the section that is cited first, if any.
    #[must_use]
    pub fn section(&self) -> Option<&'static str> {
        self.citations.first().and_then(Citation::section)
    }

    /// Returns the message, a sentence without its full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the whole string with every span of this finding mended, if it can be mended.
    #[must_use]
    pub fn mended(&self) -> Option<&str> {
        self.mended.as_deref()
    }
}

/// Prints the message, the citations and the id of the lint. A section of an edition is printed without its document.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for (at, citation) in self.citations.iter().enumerate() {
            f.write_str(if at == 0 { " (" } else { "; " })?;
            match (citation.edition(), citation.section()) {
                (Some(_), Some(section)) => f.write_str(section)?,
                _ => write!(f, "{citation}")?,
            }
        }
        f.write_str(if self.citations.is_empty() { "" } else { ")" })?;
        write!(f, " [{}]", self.lint.id())
    }
}

/// Finds unwise parts of a reference, according to RFC 3986.
///
/// ```
/// use urispec::UriRef;
/// use urispec_lint::lint;
/// let found = lint(&UriRef::parse("http://0x7f.1/%7Euser")?);
/// let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
/// assert_eq!(ids, ["needless-escape", "rare-ipv4"]);
/// assert_eq!(found[0].mended(), Some("http://0x7f.1/~user"));
/// assert_eq!((found[1].spans(), found[1].section()), (&[7..13][..], Some("7.4")));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[must_use]
pub fn lint<'i>(reference: impl Into<Reference<'i>>) -> Vec<Finding> {
    Linter::new().lint(reference)
}

/// A linter for the references of one edition, which finds their unwise parts.
#[derive(Clone, Copy)]
pub struct Linter {
    edition: Edition,
    facts: &'static DocumentSpec,
}

impl Default for Linter {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Linter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Linter").field("edition", &self.edition).finish()
    }
}

impl Linter {
    /// Creates a linter for RFC 3986.
    #[must_use]
    pub const fn new() -> Self {
        // A static, so that a program that only lints does not link the other editions.
        static LINTER: Linter = Linter::from_edition(Edition::Rfc3986);
        LINTER
    }

    /// Creates a linter for an edition. The linter's findings rest on the document of the edition.
    #[must_use]
    pub const fn from_edition(edition: Edition) -> Self {
        Self { edition, facts: facts(edition) }
    }

    /// Finds unwise parts of a reference of the linter's edition. The findings are in the order of [`Lint::all`].
    #[must_use]
    pub fn lint<'i>(&self, reference: impl Into<Reference<'i>>) -> Vec<Finding> {
        let reference = reference.into();
        let mut found = self.look(reference);
        if found.is_empty() {
            return found;
        }
        let warnings = Self::warnings(&found);
        // A replacement that causes a new warning is not offered.
        for finding in found.iter_mut().filter(|finding| finding.mended.is_some()) {
            let is_worse = |mended: &String| {
                let again = Reference::parse(self.edition, mended).map(|again| self.look(again));
                again.is_ok_and(|again| Self::warnings(&again) > warnings)
            };
            finding.mended.take_if(|mended| is_worse(mended));
        }
        found
    }

    /// Returns the findings. Their mended strings are not yet checked for new warnings.
    fn look(&self, reference: Reference<'_>) -> Vec<Finding> {
        if schemes::of(self.edition).is_none() && spelling::is_plain(&reference, self.facts) {
            return Vec::new();
        }
        self.search(reference)
    }

    /// Returns the same findings as [`Self::look`], but without the prefilter.
    fn search(&self, reference: Reference<'_>) -> Vec<Finding> {
        let subject = LintedReference::of(reference);
        let mut found = Findings { linter: *self, all: Vec::new() };
        spelling::look(&subject, &mut found);
        spelling::escaping(&subject, &mut found);
        authority::look(&subject, &mut found);
        authority::userinfo(&subject, &mut found);
        authority::look_relative(&subject, &mut found);
        spelling::look_unicode(&subject, &mut found);
        if let Some(look) = schemes::of(self.edition) {
            look(&subject, &mut found);
        }
        if !Edition::ALL.contains(&self.edition) {
            let place = |one: &Finding| Lint::all().iter().position(|lint| *lint == one.lint);
            found.all.sort_by_key(place);
        }
        found.all
    }

    fn warnings(found: &[Finding]) -> usize {
        found.iter().filter(|finding| finding.lint.severity() == Severity::Warning).count()
    }

    /// Finds unwise parts of a reference, and reports whether the preceding and the following document would refuse it.
    ///
    /// The documents about URIs form a sequence, to which RFC 3987, about IRIs, does not belong. For RFC 3987 the
    /// preceding document is RFC 3986, and the following one is the URL Standard.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// use urispec_lint::Linter;
    /// let amended = Reference::parse(Edition::Rfc2732, "http://[::1]/")?;
    /// let found = Linter::from_edition(Edition::Rfc2732).lint_across(amended);
    /// assert_eq!(found[0].lint().id(), "invalid-before");
    /// assert_eq!((found[0].edition(), found[0].spans()), (Some(Edition::Rfc2396), &[7..8][..]));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn lint_across<'i>(&self, reference: impl Into<Reference<'i>>) -> Vec<Finding> {
        let reference = reference.into();
        let mut found = self.lint(reference);
        found.extend(neighbours(self.edition, reference.as_str()));
        found
    }

    fn derives(&self, text: &str) -> bool {
        self.edition.whole().iter().any(|whole| whole.accepts(text.as_bytes()))
    }
}

struct Findings {
    linter: Linter,
    all: Vec<Finding>,
}

impl Findings {
    /// Adds a finding, if the document of the edition covers the lint's subject and `spans` is not empty.
    fn add(&mut self, lint: &'static Lint, spans: impl IntoIterator<Item = Range<usize>>) {
        self.say(lint, spans, lint.message, None);
    }

    /// Returns whether the document of the edition covers the subject of a lint.
    fn tells(&self, lint: &Lint) -> bool {
        lint.section(self.linter.edition).is_some()
    }

    /// Adds a finding with a mended string.
    fn mend(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        mended: Option<String>,
    ) {
        self.say(lint, spans, lint.message, mended);
    }

    /// Adds a finding whose mended string is the reference with `mend` applied to each span.
    fn replace(
        &mut self,
        lint: &'static Lint,
        subject: &LintedReference<'_>,
        spans: impl IntoIterator<Item = Range<usize>>,
        mend: impl Fn(&str) -> String,
    ) {
        let spans: Vec<_> = spans.into_iter().collect();
        let (mut mended, mut copied) = (String::with_capacity(subject.text.len()), 0);
        for span in &spans {
            mended += &subject.text[copied..span.start];
            mended += &mend(&subject.text[span.clone()]);
            copied = span.end;
        }
        mended += &subject.text[copied..];
        self.mend(lint, spans, Some(mended));
    }

    fn say(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl Into<Cow<'static, str>>,
        mended: Option<String>,
    ) {
        let edition = self.linter.edition;
        let Some(section) = lint.section(edition) else { return };
        let spans: Vec<_> = spans.into_iter().collect();
        if spans.is_empty() {
            return;
        }
        // A replacement may not be valid in an edition: `?y` is not valid in RFC 2396.
        let mended = mended.filter(|mended| self.linter.derives(mended));
        let citations = vec![Citation::of(edition, section)];
        self.all.push(Finding { lint, spans, citations, message: message.into(), mended });
    }
}

// Checks whether the preceding and the following document would accept the string. The documents about URIs form a sequence,
// in the order of publication, up to the URL Standard. RFC 3987 is about IRIs and outside of that sequence: it is preceded by
// RFC 3986, which it extends, and followed by the URL Standard, which is to "align RFC 3986 and RFC 3987 with contemporary
// implementations and obsolete the RFCs in the process" (goals). RFC 6874 amends only RFC 3986.

/// Returns the findings about the editions before and after an edition, the older edition first.
fn neighbours(edition: Edition, text: &str) -> impl Iterator<Item = Finding> {
    let [before, after] = beside(edition);
    let before = before.and_then(|other| invalid(&table::INVALID_BEFORE, other, text));
    let after = after.and_then(|other| invalid(&table::INVALID_AFTER, other, text));
    before.into_iter().chain(after)
}

/// Returns the editions before and after an edition in its sequence, or none for the document of a single scheme.
fn beside(edition: Edition) -> [Option<Edition>; 2] {
    let is_of_line = |other: Edition| match edition {
        Edition::Rfc3987 => other.amends() != Some(Edition::Rfc3986),
        _ => other != Edition::Rfc3987,
    };
    let line: Vec<_> = Edition::ALL.iter().copied().filter(|other| is_of_line(*other)).collect();
    let Some(at) = line.iter().position(|known| *known == edition) else { return [None; 2] };
    let before = at.checked_sub(1).map(|at| line[at]);
    [before, line.get(at + 1).copied()]
}

fn invalid(lint: &'static Lint, edition: Edition, text: &str) -> Option<Finding> {
    let Err(error) = edition.deriving(text) else { return None };
    let offset = error.offset();
    let character = error.found();
    let end = offset + character.map_or(0, char::len_utf8);
    let message = match character {
        Some(character) => format!("{edition} does not allow {character:?} here"),
        None => format!("by {edition}, the string ends too early"),
    };
    Some(Finding {
        lint,
        spans: Some(offset..end).into_iter().collect(),
        citations: vec![Citation::of(edition, error.explain(text)?.section())],
        message: message.into(),
        mended: None,
    })
}
