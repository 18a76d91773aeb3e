//! What one edition, or another parser, says of a string.

use std::borrow::Cow;
use std::fmt;

use crate::editions::Edition;
use crate::parse::Recognizer;
use crate::parsers::{Component, ParserAnswer, Tell};
use crate::parts::host::HostKind;
use crate::parts::split::{Components, split};
use crate::reference::error::ParseError;
use crate::resolve::{Resolved, Resolver, completed};

/// What one edition, or another parser, says about a string.
#[derive(Clone, Debug)]
pub struct Answer<'i> {
    by: By,
    text: &'i str,
    is_valid: bool,
    /// The parts of the string. There are none if the string is not valid, or if its components are
    /// not known.
    parts: Option<Parts<'i>>,
    target: Option<ResolvedTo>,
}

#[derive(Clone, Debug)]
enum By {
    Edition(Edition),
    Other { name: &'static str, error: Option<String> },
}

/// The parts of a valid string. To give the answer of another parser, set the fields that the
/// parser reports, and take the others from `Parts::default()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts<'i> {
    /// The productions that derive the string. They lead from the whole to the production that
    /// divides into an authority and a path, or, without an authority, to the production of the
    /// path.
    pub productions: Vec<&'static str>,
    /// Whether the production of the scheme derives the string. There is none if the scheme has no
    /// production.
    pub by_scheme: Option<bool>,
    /// Whether the text after the scheme is opaque.
    pub is_opaque: bool,
    /// The kind of the host, if there is a host.
    pub host_kind: Option<HostKind>,
    /// The components, in the order of [`Component::ALL`]. An undefined component is none, and so are
    /// those that the list does not reach.
    pub components: Vec<Option<Cow<'i, str>>>,
}

/// What a string resolves to, in the answer of an edition or another parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolvedTo {
    /// A URI.
    Uri(String),
    /// The document in which the reference stands, and the fragment, if there is one.
    CurrentDocument(Option<String>),
}

/// Prints the target, or `(current document)` and the fragment.
impl fmt::Display for ResolvedTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uri(uri) => f.write_str(uri),
            Self::CurrentDocument(fragment) => {
                Resolved::CurrentDocument { fragment: fragment.as_deref() }.fmt(f)
            }
        }
    }
}

impl<'i> Answer<'i> {
    pub(super) fn of(edition: Edition, text: &'i str, base: Option<Components<'_>>) -> Self {
        let own = specific(edition, text);
        // What the production of a scheme derives need not be asked again of a whole that has it.
        let whole = match own {
            Some(Some(own)) if edition.has_in_whole(&own) => Some(own),
            _ => edition.deriving(text).ok(),
        };
        let target = base.and_then(|base| target(edition, whole.is_some(), text, base));
        let by_scheme = own.map(|own| own.is_some());
        let parts =
            whole.and_then(|whole| Parts::of(own.flatten().unwrap_or(whole), by_scheme, text));
        Self { by: By::Edition(edition), text, is_valid: whole.is_some(), parts, target }
    }

    /// The answer of a document of the string's scheme, which need not say that a fragment may follow.
    pub(super) fn of_scheme(edition: Edition, text: &'i str) -> Self {
        Self::of(edition, edition.derived_of(text).unwrap_or(text), None)
    }

    /// The answer of another parser: the parts of the string if the parser knows them, or its error
    /// message.
    #[must_use]
    pub fn other(
        name: &'static str,
        text: &'i str,
        parts: Result<Option<Parts<'i>>, String>,
        target: Option<ResolvedTo>,
    ) -> Self {
        let (parts, error) = match parts {
            Ok(parts) => (parts, None),
            Err(error) => (None, Some(error)),
        };
        let is_valid = error.is_none();
        Self { by: By::Other { name, error }, text, is_valid, parts, target }
    }

    /// The name of the answer's author: the id of the edition, or the name of the other parser.
    #[must_use]
    pub const fn by(&self) -> &'static str {
        match &self.by {
            By::Edition(edition) => edition.id(),
            By::Other { name, .. } => name,
        }
    }

    /// The edition, if the answer is an edition's.
    #[must_use]
    pub const fn edition(&self) -> Option<Edition> {
        match &self.by {
            By::Edition(edition) => Some(*edition),
            By::Other { .. } => None,
        }
    }

    /// Whether the string is valid. In an edition, any of its productions for whole strings may
    /// derive it.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.is_valid
    }

    /// The parts of the string, if it is valid.
    #[must_use]
    pub const fn parts(&self) -> Option<&Parts<'i>> {
        self.parts.as_ref()
    }

    /// What the string resolves to, if there is a base and the string resolves.
    #[must_use]
    pub const fn target(&self) -> Option<&ResolvedTo> {
        self.target.as_ref()
    }

    /// Converts the answer to the form in which parsers are compared.
    ///
    /// In RFC 2396 an authority may be a registry-based name, which has no userinfo, host or port: these three are
    /// then not told. A target that is the current document is not told either.
    #[must_use]
    pub fn told(&self) -> ParserAnswer<'_> {
        let mut told = ParserAnswer::valid(self.is_valid);
        told.target = match &self.target {
            Some(ResolvedTo::Uri(uri)) => Tell::new(Some(&**uri)),
            _ => Tell::NotTold,
        };
        let Some(parts) = &self.parts else { return told };
        let is_whole = parts.component(Component::Authority).is_some_and(|text| !text.is_empty())
            && parts.component(Component::Host).is_none();
        let of_authority = [Component::Userinfo, Component::Host, Component::Port];
        for &component in Component::ALL {
            if !(is_whole && of_authority.contains(&component)) {
                told = told.with(component, Tell::new(parts.component(component)));
            }
        }
        told
    }

    /// The error of a string that is not valid, by the production for whole strings that gets furthest.
    #[must_use]
    pub fn error(&self) -> Option<ParseError> {
        let edition = self.edition().filter(|_| !self.is_valid)?;
        edition.deriving(self.text).err().map(ParseError::from)
    }

    /// The error message of another parser.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match &self.by {
            By::Edition(_) => None,
            By::Other { error, .. } => error.as_deref(),
        }
    }
}

impl<'i> Parts<'i> {
    /// The parts of a string, by the production of its scheme if that derives the string: RFC
    /// 1630's `uri` has no authority, and its `httpaddress` has one.
    fn of(production: Recognizer, by_scheme: Option<bool>, text: &'i str) -> Option<Self> {
        let (reference, productions) = production.derived(text).ok()?;
        Some(Self {
            productions,
            by_scheme,
            is_opaque: reference.opaque_part().is_some(),
            host_kind: reference.host().map(|host| host.kind()),
            components: Component::ALL
                .iter()
                .map(|which| which.of(&reference).map(Cow::Borrowed))
                .collect(),
        })
    }

    /// The text of a component. There is none if the component is undefined.
    #[must_use]
    pub fn component(&self, component: Component) -> Option<&str> {
        self.components.get(component as usize)?.as_deref()
    }
}

/// The production for the scheme of a string. The outer option says whether the edition has one,
/// the inner one whether it derives the string.
fn specific(edition: Edition, text: &str) -> Option<Option<Recognizer>> {
    let all = edition.specific();
    if all.is_empty() {
        return None;
    }
    let (scheme, rest) = text.as_bytes().split_at(text.find(':')? + 1);
    let mut own = None;
    for specific in all {
        let automaton = specific.grammar.automaton;
        let Ok(after) = automaton.walk(specific.start, scheme) else { continue };
        if automaton.derives(after, rest) {
            return Some(Some(*specific));
        }
        own = Some(None);
    }
    own
}

/// What a reference resolves to. A reference that no production derives may still be a partial
/// form.
fn target(
    edition: Edition,
    is_valid: bool,
    text: &str,
    base: Components<'_>,
) -> Option<ResolvedTo> {
    let components = split(text);
    let is_partial = || {
        let completed = completed(edition, text, &components);
        completed.is_some_and(|completed| edition.deriving(&completed.whole).is_ok())
    };
    if !is_valid && !is_partial() {
        return None;
    }
    match Resolver::from_edition(edition).resolve(base, components).ok()? {
        Resolved::Target(target) => Some(ResolvedTo::Uri(target.to_string())),
        Resolved::CurrentDocument { fragment } => {
            Some(ResolvedTo::CurrentDocument(fragment.map(str::to_owned)))
        }
    }
}
