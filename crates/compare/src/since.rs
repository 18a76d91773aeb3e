//! The spans of documents in which a string is valid or a production exists.
//!
//! A span ends before a document that lacks the string or the production. A document that amends another document ends
//! a span only if the amended document has the string or the production: RFC 6874 amends RFC 3986, so it cannot end the
//! span of a string that only RFC 3987 has. RFC 3987 ends no span, since its IRIs complement URIs (RFC 3987, Abstract). A string
//! may be allowed, then forbidden, then allowed again: RFC 1808 has the reference `?y`, RFC 2396 does not, and RFC 3986
//! does.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::since::since;
//! let [span] = &since("//[::1]")[..] else { unreachable!() };
//! assert_eq!((span.from, span.production.name()), (Edition::Rfc2732, "ipv6reference"));
//! assert_eq!(span.to_string(), "since RFC 2732 (1999), section 3");
//! assert!(since("a b").is_empty());
//! ```

use std::fmt;
use std::ops::Range;

use urispec::grammar::{Production, Role};
use urispec::internal::{
    Algorithm, facts, of_rfc3986, production_of, production_of_node, resolves_by_rfc3986,
};
use urispec::{Edition, Node, Recognizer};

use crate::diff;

/// A run of consecutive documents that have a string or a production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// The first document of the run.
    pub from: Edition,
    /// The production of the first document that made the run possible. It is the innermost production whose text no
    /// production of the same role derives in an older document, or a class with a new character.
    pub production: &'static Production,
    /// The document that ends the run, since it lacks the string or the production. `None` if no document ends it.
    pub until: Option<Edition>,
}

impl Span {
    /// Returns the section of the production, and the document that has the section. This is not always the document of
    /// the edition, which may amend another document or take productions from elsewhere.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::since::Since;
    /// let address = Since::from_production(Edition::Rfc3986.production("IPv6address")?).itself();
    /// assert_eq!(address[0].place(), ("RFC 2373", "B"));
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    #[must_use]
    pub fn place(&self) -> (&'static str, &'static str) {
        let section = self.production.section();
        let elsewhere = section.split_once(", ").filter(|_| section.starts_with("RFC "));
        elsewhere.unwrap_or((self.from.amends().unwrap_or(self.from).name(), section))
    }
}

/// Prints `since RFC 2396 (1998), section 3, until RFC 3986 (2005)`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (document, section) = self.place();
        write!(f, "since {} ({}), section {section}", self.from.name(), self.from.year())?;
        if document != self.from.name() {
            write!(f, " of {document}")?;
        }
        match self.until {
            Some(until) => write!(f, ", until {} ({})", until.name(), until.year()),
            None => Ok(()),
        }
    }
}

/// Finds the spans of the documents in which a whole string is valid.
///
/// For many strings use [`Since`], which looks the productions up once.
#[must_use]
pub fn since(text: &str) -> Vec<Span> {
    Since::default().of(text)
}

/// A search for the spans of strings. It uses each document's whole-string productions, or each document's counterpart
/// of a single production.
#[derive(Clone, Debug)]
pub struct Since(Vec<Document>);

/// A document, and its productions to search, if it has any.
#[derive(Clone, Debug)]
struct Document {
    edition: Edition,
    productions: Vec<Recognizer>,
}

/// Searches for whole strings.
impl Default for Since {
    fn default() -> Self {
        Self::by(|edition| edition.whole().to_vec())
    }
}

impl Since {
    /// Creates a search for a production and for its strings. The counterparts in the other documents come from its
    /// [`history`](diff::history). In a document that the history leaves out, the counterpart is the production with
    /// the same role, if the document has only one. A production from the document of a single scheme has no spans.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_compare::since::Since;
    /// let host = Since::from_production(Edition::Rfc3986.production("host")?);
    /// assert_eq!(host.of("[v1.a]")[0].to_string(), "since RFC 3986 (2005), section 3.2.2, until URL Standard (2026)");
    /// // RFC 1630 has hosts in section 9, and RFC 1808 has no production for them.
    /// let froms: Vec<_> = host.itself().iter().map(|span| span.from).collect();
    /// assert_eq!(froms, [Edition::Rfc1630, Edition::UrlSyntax05]);
    /// assert_eq!(host.of("example.org").len(), 1);
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    #[must_use]
    pub fn from_production(production: Recognizer) -> Self {
        let versions = diff::history(production);
        let role = production.role();
        let is_alike = |one: &Recognizer| diff::is_single(role) && one.role() == role;
        let knows = Edition::ALL.contains(&production.edition());
        Self::by(|edition| {
            let those = versions.iter().filter(|one| one.language.edition() == edition);
            let those: Vec<_> = those.map(|one| *one.language.first()).collect();
            let is_open = those.is_empty() && knows;
            if is_open { edition.productions().filter(is_alike).collect() } else { those }
        })
    }

    fn by(productions: impl Fn(Edition) -> Vec<Recognizer>) -> Self {
        let document = |&edition| Document { edition, productions: productions(edition) };
        Self(Edition::ALL.iter().map(document).collect())
    }

    /// Returns the spans of the documents that have the string. A document without a production to search is ignored.
    #[must_use]
    pub fn of(&self, text: &str) -> Vec<Span> {
        let speaking: Vec<&Document> =
            self.0.iter().filter(|document| !document.productions.is_empty()).collect();
        let has = |document: &Document| document.deriving(text);
        spans(&speaking, has, |lacking, deriving| {
            let tree = deriving.tree(text).ok();
            let new = tree.and_then(|tree| new_in(&tree, deriving, &speaking[lacking]));
            new.unwrap_or(production_of(&deriving))
        })
    }

    /// Returns the spans of the documents that have the production.
    #[must_use]
    pub fn itself(&self) -> Vec<Span> {
        let all: Vec<&Document> = self.0.iter().collect();
        let has = |document: &Document| document.productions.first().copied();
        spans(&all, has, |_, first| production_of(&first))
    }
}

impl Document {
    /// Returns the first production that derives a string.
    fn deriving(&self, text: &str) -> Option<Recognizer> {
        self.productions.iter().find(|one| one.accepts(text.as_bytes())).copied()
    }

    /// Returns how far the productions match a string: the greatest offset at which the string leaves the language of
    /// one of them. Returns `None` if one of them derives the string.
    fn leaving(&self, text: &str) -> Option<usize> {
        let offsets = self.productions.iter().map(|one| Some(one.check(text).err()?.offset()));
        offsets.collect::<Option<Vec<_>>>()?.into_iter().max()
    }
}

/// Returns the spans of the documents for which `has` returns a production. For each span, `made_possible` gets the
/// indices of the documents after the previous span and before this one, and returns the production that made the span
/// possible.
fn spans(
    documents: &[&Document],
    has: impl Fn(&Document) -> Option<Recognizer>,
    made_possible: impl Fn(Range<usize>, Recognizer) -> &'static Production,
) -> Vec<Span> {
    let had = |edition| {
        let found = documents.iter().find(|document| document.edition == edition);
        found.is_some_and(|document| has(document).is_some())
    };
    let (mut all, mut ended) = (Vec::<Span>::new(), 0);
    for (at, document) in documents.iter().enumerate() {
        let from = document.edition;
        let open = all.last_mut().filter(|span| span.until.is_none());
        match (has(document), open) {
            (Some(found), None) => {
                all.push(Span { from, production: made_possible(ended..at, found), until: None });
            }
            (None, Some(span)) if from != Edition::Rfc3987 && from.amends().is_none_or(had) => {
                span.until = Some(from);
                ended = at;
            }
            _ => {}
        }
    }
    all
}

/// Returns the production that made possible a string that the documents `before` lack. It is the innermost new
/// production at the offset at which the string leaves the language of an older document. A production is new if the
/// older document has no production of the same role that derives its text.
fn new_in(
    tree: &Node<'_>,
    deriving: Recognizer,
    before: &[&Document],
) -> Option<&'static Production> {
    let leaving = before.iter().filter_map(|one| Some((one.leaving(tree.text())?, one.edition)));
    // Among the documents that match the most bytes, the newest.
    let Some((offset, older)) = leaving.max_by_key(|(offset, _)| *offset) else {
        let whole = tree.walk().filter(|(_, node)| node.text() == tree.text());
        return Some(production_of_node(whole.last()?.1));
    };
    let is_new = |node: &Node<'_>| {
        let mut alike = older.productions().filter(|one| one.role() == node.role());
        !alike.any(|one| one.accepts(node.text().as_bytes()))
    };
    let there = tree.walk().filter(|(_, node)| (node.start()..=node.end()).contains(&offset));
    let (_, new) = there.filter(|(_, node)| is_new(node)).max_by_key(|(depth, _)| *depth)?;
    let grown = older.production(new.rule()).ok();
    let grown = grown.and_then(|_| grown_at(offset, tree.text(), deriving, older));
    Some(grown.unwrap_or(production_of_node(new)))
}

/// Returns the smallest class of characters that has the character at an offset, but lacked this character in an older
/// document. Every other ASCII character of the class must be possible at the offset too. Otherwise the production at
/// the offset does not use the class.
fn grown_at(
    offset: usize,
    text: &str,
    deriving: Recognizer,
    older: Edition,
) -> Option<&'static Production> {
    let (before, rest) = text.split_at_checked(offset)?;
    let letter = rest.chars().next()?;
    let after = &rest[letter.len_utf8()..];
    let has = |class: &Recognizer, letter: char| class.accepts(letter.to_string().as_bytes());
    let members = |class: &Recognizer| ('\0'..='\x7f').filter(|one| has(class, *one)).count();
    let classes = deriving.edition().productions().filter(|class| {
        let older = older.production(class.rule());
        let is_grown = older.is_ok_and(|older| !has(&older, letter));
        class.role() == Role::Class && has(class, letter) && is_grown
    });
    let mut classes: Vec<_> = classes.collect();
    classes.sort_by_key(members);
    let is_used = |class: &&Recognizer| {
        let mut all = ('\0'..='\x7f').filter(|one| has(class, *one));
        all.all(|one| deriving.accepts(format!("{before}{one}{after}").as_bytes()))
    };
    classes.iter().find(is_used).map(production_of)
}

// The documents' rulings on the references on which their resolution algorithms differ.

/// A point on which resolution algorithms differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// A reference that is empty, or a fragment alone.
    Empty,
    /// A reference without a scheme, an authority and a path, but with a query.
    QueryAlone,
    /// A reference that begins with parameters, or a base that ends with them.
    Params,
    /// A component that is empty, though its delimiter is present.
    EmptyComponent,
    /// Dot segments in a path that is not relative to the base's path.
    DotSegments,
    /// Segments `..` that lead above the root.
    AboveRoot,
    /// The query of a reference whose path is relative or empty.
    Query,
    /// A relative path, or a query alone, against a base that has an authority and no path.
    EmptyBasePath,
    /// The choice to ignore the scheme of a reference if the base has the same scheme.
    SameScheme,
    /// A base without an authority, whose path does not begin with "/".
    RootlessBase,
    /// Which references are references to the same document.
    SameDocument,
}

/// The ruling that a reference to the same document is recognized by its target.
const BY_TARGET: &str =
    "recognizes them by their target: it is the base, if fragments are left out of both";

/// A document's ruling on a point: a clause that follows the name of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// The section, possibly with its step or routine.
    pub(crate) section: &'static str,
    pub(crate) says: &'static str,
}

impl Ruling {
    /// Returns whether the ruling is [`BY_TARGET`].
    pub(crate) fn is_by_target(self) -> bool {
        self.says == BY_TARGET
    }
}

impl Point {
    pub(crate) const ALL: [Self; 11] = [
        Self::Empty,
        Self::QueryAlone,
        Self::Params,
        Self::EmptyComponent,
        Self::Query,
        Self::EmptyBasePath,
        Self::AboveRoot,
        Self::DotSegments,
        Self::SameScheme,
        Self::RootlessBase,
        Self::SameDocument,
    ];

    /// Returns the subject of the point, as the beginning of a sentence.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Empty => "a reference that is empty or only a fragment",
            Self::QueryAlone => "a reference that begins with \"?\"",
            Self::Params => "a path with \";\" in the reference or the base",
            Self::EmptyComponent => "an authority, a query or a fragment that is empty",
            Self::DotSegments => {
                "dot segments after a scheme or an authority, or in a path that begins with \"/\""
            }
            Self::AboveRoot => "segments \"..\" that lead above the root",
            Self::Query => "the query of a reference whose path is relative or empty",
            Self::EmptyBasePath => "a relative path, where the base has an authority and no path",
            Self::SameScheme => "a reference with the scheme of the base",
            Self::RootlessBase => {
                "a base that has no authority, and whose path does not begin with \"/\""
            }
            Self::SameDocument => "references to the same document",
        }
    }
}

/// Returns the document's ruling on a point. RFC 3987 adopts the algorithms of RFC 3986 as a whole,
/// in one sentence; the documents of schemes leave everything to RFC 3986.
pub(crate) fn ruling(edition: Edition, point: Point) -> Option<Ruling> {
    let ruling = of_algorithm(facts(edition).algorithm, point)?;
    Some(match edition {
        Edition::Rfc3987 => Ruling { section: "6.5", ..ruling },
        _ if resolves_by_rfc3986(edition) => {
            Ruling { section: of_rfc3986(ruling.section), ..ruling }
        }
        _ => ruling,
    })
}

/// Returns the ruling of an algorithm's document on a point. Returns `None` if the document does not define resolution,
/// or does not mention the point.
fn of_algorithm(algorithm: Algorithm, point: Point) -> Option<Ruling> {
    let (point, algorithm) = (format!("{point:?}"), format!("{algorithm:?}"));
    include_str!("ruling.tsv").lines().find_map(|line| {
        let mut fields = line.split('\t');
        let is_meant =
            fields.next()? == point && fields.next()?.split(' ').any(|one| one == algorithm);
        let (section, says) = (fields.next()?, fields.next()?);
        is_meant.then_some(Ruling { section, says })
    })
}
