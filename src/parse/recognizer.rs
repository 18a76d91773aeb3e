//! A production that is looked up once, and then checks and parses any number of strings.

use super::domains::{self, FindDomain};
use super::rejected;
use super::scan::fault::Wrong;
use super::scan::rfc3986;
use super::tree::Generic;
use crate::editions::automaton::Acceptor;
use crate::editions::grammar::{Grammar, NoTree, Node, Production, Role};
use crate::editions::{ComponentLayout, Edition};
use crate::reference::error::{Fault, ParseError, Reason, SyntaxError, UnknownProduction};
use crate::reference::{Reference, Spans};

/// Checks a whole string against the production `rule`, named as the document prints it. Builds no
/// tree and does not allocate. For many strings, use [`Recognizer`].
///
/// # Errors
///
/// [`ParseError::Syntax`] where the string is not in the production's language,
/// [`ParseError::Production`] where the edition has no such production.
///
/// ```
/// use urispec::{check, Edition};
/// assert!(check(Edition::Rfc3986, "host", "1.2.3.256").is_ok());
/// assert!(check(Edition::Rfc3986, "IPv4address", "1.2.3.256").is_err());
/// ```
pub fn check(edition: Edition, rule: &str, text: &str) -> Result<(), ParseError> {
    Ok(edition.production(rule)?.check(text)?)
}

/// A production of an edition, looked up once.
///
/// It checks strings, and parses them into trees or references. All validity checks go through
/// [`Recognizer::accepts`] or [`Recognizer::check`].
///
/// The URL Standard (section Host writing) defines a valid domain by a parser, and not by a grammar.
/// With the feature `whatwg` a production of the edition `whatwg` accepts only strings whose domain is
/// valid:
#[cfg_attr(
    all(feature = "grammars", feature = "whatwg"),
    doc = r#"
```
use urispec::Edition;
let whole = Edition::Whatwg.production("valid-URL-string")?;
assert!(whole.accepts(b"http://xn--9ca/") && !whole.accepts(b"http://xn--a/"));
// The automaton is built from the grammar alone.
assert!(whole.acceptor().accepts(b"http://xn--a/"));
# Ok::<(), urispec::error::UnknownProduction>(())
```
"#
)]
///
/// ```
/// use urispec::Edition;
/// let port = Edition::Rfc3986.production("port")?;
/// assert!(port.accepts(b"") && port.accepts(b"080"));
/// assert_eq!(port.check("80a").unwrap_err().offset(), 2);
/// let whole = Edition::Rfc3986.production("URI-reference")?;
/// assert_eq!(whole.reference("//h:80/")?.port(), Some("80"));
/// assert_eq!(whole.tree("a:b")?.children()[0].rule(), "URI");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Recognizer {
    pub(crate) edition: Edition,
    pub(crate) grammar: &'static Grammar,
    pub(crate) production: &'static Production,
    /// The start state of the production in the automaton of its grammar.
    pub(crate) start: u16,
    /// The component layout of the production's strings, if the edition defines one.
    pub(crate) divided: Option<&'static ComponentLayout>,
    scan: Option<Scan>,
    /// The function that finds the domain in a string of the production. It is `None` unless the
    /// document restricts domains beyond the grammar.
    domain: Option<FindDomain>,
}

impl Edition {
    /// Looks up the production with this name, spelled as the document prints it. If two grammars of the
    /// edition have such a production, returns the production of the first grammar.
    ///
    /// # Errors
    ///
    /// [`UnknownProduction`] if no grammar of the edition has such a production.
    pub fn production(self, name: &str) -> Result<Recognizer, UnknownProduction> {
        let grammars = self.grammars().iter();
        let mut found = grammars.filter_map(|&grammar| Some((grammar, grammar.production(name)?)));
        match found.next() {
            Some((grammar, production)) => Ok(Recognizer::new(self, grammar, production)),
            None => Err(UnknownProduction::new(self, name)),
        }
    }

    /// Returns every production of every grammar of the edition, in the printed order. Two grammars
    /// of an edition may both have a production with the same name.
    ///
    /// ```
    /// use urispec::Edition;
    /// let schemes = Edition::Rfc1630.productions().filter(|one| one.rule() == "scheme");
    /// let grammars: Vec<_> = schemes.map(|one| one.grammar().stem()).collect();
    /// assert_eq!(grammars, ["rfc1630-uri", "rfc1630-url"]);
    /// ```
    pub fn productions(self) -> impl Iterator<Item = Recognizer> {
        self.grammars().iter().flat_map(move |&grammar| {
            let all = grammar.productions().iter();
            all.map(move |production| Recognizer::new(self, grammar, production))
        })
    }
}

impl Recognizer {
    pub(crate) fn new(
        edition: Edition,
        grammar: &'static Grammar,
        production: &'static Production,
    ) -> Self {
        let start = grammar.start(production);
        let mut known = edition.printed().divided.iter();
        let divided = known.find(|known| known.rule == production.name).copied();
        Self {
            edition,
            grammar,
            production,
            start,
            divided,
            scan: scan_for(edition, production),
            domain: domains::domain(edition, production),
        }
    }

    /// Returns the edition that has the production.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the grammar that has the production.
    #[must_use]
    pub const fn grammar(&self) -> &'static Grammar {
        self.grammar
    }

    /// Returns the production's name as its document prints it.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.production.name
    }

    /// Returns the section of the document that introduces the production.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.production.section
    }

    /// Returns the role of the production.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.production.role
    }

    /// Returns the minimal automaton of the production's grammar.
    #[must_use]
    pub fn acceptor(&self) -> Acceptor {
        Acceptor::from_table(self.grammar.automaton, self.start)
    }

    /// Returns whether a string, which need not be UTF-8, is in the production's language.
    #[must_use]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        match self.scan_of(bytes) {
            Some(scan) => scan(bytes).is_ok(),
            None => {
                let is_valid = |text: &str| self.invalid_domain(text).is_none();
                self.grammar.automaton.derives(self.start, bytes)
                    && (!self.is_beyond_grammar()
                        || core::str::from_utf8(bytes).is_ok_and(is_valid))
            }
        }
    }

    /// Checks that a string is in the production's language.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`], with the place where the string leaves the language.
    pub fn check(&self, text: &str) -> Result<(), SyntaxError> {
        match self.scan_of(text.as_bytes()) {
            Some(scan) => match scan(text.as_bytes()) {
                Ok(_) => Ok(()),
                Err(wrong) => Err(self.rejected(text, wrong)),
            },
            None => match self.grammar.automaton.offset(self.start, text.as_bytes()) {
                None => self.invalid_domain(text).map_or(Ok(()), Err),
                Some(offset) => {
                    let error = self.error(text, offset);
                    Err(error.because(self.generic_reason(text, &error)))
                }
            },
        }
    }

    /// Returns the reason for which the production `URI` of RFC 3986 rejects the string at the same byte. Returns `None`
    /// unless the production derives URIs of a document that uses the productions of RFC 3986.
    #[cold]
    fn generic_reason(&self, text: &str, error: &SyntaxError) -> Option<Reason> {
        let base = self.grammar.generic_base()?;
        let is_of_uris = matches!(self.production.role, Role::Whole | Role::Specific);
        if !is_of_uris || u32::try_from(text.len()).is_err() {
            return None;
        }
        let wrong = rfc3986::uri(text.as_bytes()).err().flatten()?;
        let generic = rejected(self.production, text, wrong);
        // RFC 6874, which amends RFC 3986, allows zone identifiers.
        let allows =
            |reason: &Reason| base != Edition::Rfc3986 && reason.fault == Fault::ZoneIdentifier;
        let reason = generic.reason().filter(|reason| !allows(reason));
        reason.filter(|_| generic.offset() == error.offset())
    }

    /// Returns whether the document restricts the strings of the production beyond its grammar.
    #[inline(always)]
    pub(crate) fn is_beyond_grammar(&self) -> bool {
        self.domain.is_some()
    }

    /// Returns the error for a string that the grammar derives but whose domain is not valid. The
    /// message names the domain, and the offset is the end of the domain.
    fn invalid_domain(&self, text: &str) -> Option<SyntaxError> {
        let domain = self.domain?(text)?;
        if domains::is_valid_domain(&text[domain.clone()]) {
            return None;
        }
        let reason = Reason { fault: Fault::Domain, at: domain.start as u32 };
        Some(self.error(text, domain.end).because(Some(reason)))
    }

    /// Returns the tree by which the production derives a whole string.
    ///
    /// For a whole string of RFC 3986 or RFC 3987 whose host is not an address in brackets, the tree is
    /// built from the offsets of the components. pest builds every other tree, as in
    /// [`Recognizer::pest_tree`].
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`] where the string is not in the language, [`ParseError::Refused`]
    /// where the thread has too little stack left for pest.
    pub fn tree<'i>(&self, text: &'i str) -> Result<Node<'i>, ParseError> {
        let Some(scan) = self.scan_of(text.as_bytes()) else { return self.pest_tree(text) };
        let spans = scan(text.as_bytes()).map_err(|wrong| self.rejected(text, wrong))?;
        let generic = Generic::of(self.edition);
        match generic.and_then(|of| of.tree(self.production, &Reference { text, spans })) {
            Some(tree) => Ok(tree),
            None => self.made_by_pest(text),
        }
    }

    /// Returns the tree that pest builds from a whole string. It equals the result of
    /// [`Recognizer::tree`], but takes longer to build. Tests compare the two trees.
    ///
    /// ```
    /// use urispec::Edition;
    /// let whole = Edition::Rfc3986.production("URI")?;
    /// assert_eq!(whole.pest_tree("a://b/c?d")?, whole.tree("a://b/c?d")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Recognizer::tree`].
    pub fn pest_tree<'i>(&self, text: &'i str) -> Result<Node<'i>, ParseError> {
        self.check(text)?;
        self.made_by_pest(text)
    }

    /// Builds, with pest, the tree of a string that is in the language.
    fn made_by_pest<'i>(&self, text: &'i str) -> Result<Node<'i>, ParseError> {
        self.grammar.tree(self.production, text).map_err(|reason| match reason {
            // The audit proves that there is no such string.
            NoTree::NotInLanguage => self.error(text, text.len()).into(),
            NoTree::Refused(message) => ParseError::Refused(message),
        })
    }

    /// Returns the scan for the production. Returns `None` if the production has no scan, or if the
    /// string is too long for offsets of 32 bits.
    #[inline(always)]
    fn scan_of(&self, bytes: &[u8]) -> Option<Scan> {
        self.scan.filter(|_| u32::try_from(bytes.len()).is_ok())
    }

    /// Parses the string with the scan for the production, if there is one.
    pub(crate) fn scan<'i>(&self, text: &'i str) -> Option<Result<Reference<'i>, ParseError>> {
        self.scan?;
        Some(match self.scan_of(text.as_bytes()) {
            Some(scan) => match scan(text.as_bytes()) {
                Ok(spans) => Ok(Reference { text, spans }),
                Err(wrong) => Err(self.rejected(text, wrong).into()),
            },
            None => match self.check(text) {
                Ok(()) => Err(ParseError::TooLong(text.len())),
                Err(error) => Err(error.into()),
            },
        })
    }

    /// Returns the syntax error of a string that a scan rejected.
    #[inline(always)]
    fn rejected(&self, text: &str, wrong: Option<Wrong>) -> SyntaxError {
        match wrong {
            Some(wrong) => rejected(self.production, text, wrong),
            None => {
                let offset = self.grammar.automaton.offset(self.start, text.as_bytes());
                self.error(text, offset.unwrap_or(text.len()))
            }
        }
    }

    #[inline(always)]
    fn error(&self, text: &str, offset: usize) -> SyntaxError {
        SyntaxError::new(self.edition, self.production, text, offset)
    }
}

impl<'i> Node<'i> {
    /// Parses a whole string by a production of the edition, and builds the tree. The production is
    /// named as the document prints it.
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`] where the string is not in the production's language,
    /// [`ParseError::Production`] where the edition has no such production, [`ParseError::Refused`]
    /// where the thread has too little stack left for pest.
    ///
    /// ```
    /// use urispec::{Edition, Node};
    /// let tree = Node::parse(Edition::Rfc3986, "authority", "user@[::1]:80")?;
    /// let rules: Vec<_> = tree.children().iter().map(|node| node.rule()).collect();
    /// assert_eq!(rules, ["userinfo", "host", "port"]);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parse(edition: Edition, rule: &str, text: &'i str) -> Result<Self, ParseError> {
        edition.production(rule)?.tree(text)
    }
}

// The scans for whole strings.

/// A scan for a production: a function from a string shorter than 4 GiB to the spans of its
/// components, or to the place of its error. The place is `None` if the scan does not determine it.
type Scan = fn(&[u8]) -> Result<Spans, Option<Wrong>>;

/// The productions that have a scan, and the scans. No production of RFC 2396 has one, since RFC
/// 2396 reads `a:?` as opaque.
const SCANS: [(Edition, &str, Scan); 6] = [
    (Edition::Rfc3986, "URI-reference", |bytes| rfc3986::uri_reference(bytes).map_err(Some)),
    (Edition::Rfc3986, "URI", rfc3986::uri),
    (Edition::Rfc3986, "absolute-URI", rfc3986::absolute_uri),
    (Edition::Rfc3987, "IRI-reference", |bytes| of_text(bytes, rfc3986::iri_reference)),
    (Edition::Rfc3987, "IRI", |bytes| of_text(bytes, rfc3986::scan_iri)),
    (Edition::Rfc3987, "absolute-IRI", |bytes| of_text(bytes, rfc3986::absolute_iri)),
];

/// Scans bytes with a function that takes text. Rejects bytes that are not UTF-8.
fn of_text(bytes: &[u8], scan: fn(&str) -> Option<Spans>) -> Result<Spans, Option<Wrong>> {
    core::str::from_utf8(bytes).ok().and_then(scan).ok_or(None)
}

/// Returns the scan for a production, if there is one.
fn scan_for(edition: Edition, production: &Production) -> Option<Scan> {
    let is_its =
        |(of, name, _): &&(Edition, &str, Scan)| (*of, *name) == (edition, production.name);
    SCANS.iter().find(is_its).map(|(_, _, scan)| *scan)
}
