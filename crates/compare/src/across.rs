//! One string under several editions: the [`Answer`] of each edition, and the [`Disagreement`]s between the answers.
//!
//! The answers are compared with RFC 3986's. If RFC 3986 has no answer or was not consulted, they are compared with the
//! answer of the newest edition that has one. Two editions may accept a string and read it differently: the text after
//! the scheme of `mailto:a@b` is opaque in RFC 1738, in RFC 2396 and in the draft after RFC 2396, and a path in the
//! other editions.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::across::{Across, DisagreementKind};
//! let answers = Across::new().ask("http://1.2.3.256/");
//! // No octet is 256: since rfc2396bis-01 the host is a name. Older editions read it as an IPv4 address.
//! let all = answers.disagreements();
//! let of_host = all.iter().find(|one| one.kind == DisagreementKind::HostKind).unwrap();
//! assert_eq!(of_host.by, ["rfc1630", "rfc1738", "url-syntax-05", "rfc2396", "rfc2732"]);
//! // The URL Standard reads a host that ends in a number as an IPv4 address, and this host is not a valid one.
//! assert_eq!((all[0].kind, all[0].from, &all[0].by[..]), (DisagreementKind::Rejects, "rfc3986", &["whatwg"][..]));
//! ```

use std::borrow::Cow;
use std::fmt;

use urispec::internal::{self, completed, derived_of, has_in_whole, table, tells_hosts, way};
use urispec::{
    Components, Edition, HostKind, ParseError, Recognizer, Reference, Resolved, Resolver, split,
};

use crate::parsers::{Aspect, AspectValue, Component, ParserAnswer, Weight, differences};

/// The editions that are consulted about strings, and the base against which strings are resolved.
#[derive(Clone, Debug)]
pub struct Across<'b> {
    editions: Vec<Edition>,
    /// Whether the documents of the string's scheme are consulted too.
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
    /// Consults every generic document, and the documents of the string's scheme.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Consults only these editions, oldest first.
    #[must_use]
    pub fn editions(mut self, editions: &[Edition]) -> Self {
        self.editions = editions.to_vec();
        self.editions.sort_unstable();
        self.editions.dedup();
        self.asks_scheme = false;
        self
    }

    /// Also resolves the string against a base. An edition in which the base is not a URI gives no target.
    #[must_use]
    pub fn base(mut self, base: &'b str) -> Self {
        let is_base = |edition: &&Edition| {
            Reference::parse(**edition, base).is_ok_and(|base| base.scheme().is_some())
        };
        let of = Edition::ALL.iter().filter(is_base).copied().collect();
        self.base = Some(Base { components: split(base), of });
        self
    }

    /// Returns the answers of the editions about a string, oldest first.
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
    /// Returns the string that the answers are about.
    #[must_use]
    pub const fn text(&self) -> &'i str {
        self.text
    }

    /// Returns all answers: the editions' answers, oldest first, then the answers of other parsers.
    #[must_use]
    pub fn each(&self) -> &[Answer<'i>] {
        &self.each
    }

    /// Returns the answers of the documents of the string's scheme, oldest first. Such a document narrows the generic
    /// syntax, so its answer is never part of a disagreement. The list is empty if the caller chose the editions.
    ///
    /// A fragment does not depend on the scheme (RFC 3986, 3.5): a string is valid if the document derives it
    /// without its fragment.
    ///
    /// ```
    /// use urispec_compare::across::Across;
    /// let answers = Across::new().ask("urn:a");
    /// let found = answers.of_scheme().iter().map(|answer| (answer.by(), answer.is_valid()));
    /// assert!(found.eq([("rfc2141", false), ("rfc8141", false)]));
    /// ```
    #[must_use]
    pub fn of_scheme(&self) -> &[Answer<'i>] {
        &self.of_scheme
    }

    /// Adds another parser's answer after the editions' answers.
    pub fn push(&mut self, other: Answer<'i>) {
        self.each.push(other);
    }

    /// Returns the disagreements between the answers, at most one of each kind. Components are compared byte for byte.
    #[must_use]
    pub fn disagreements(&self) -> Vec<Disagreement> {
        among(&self.each, true)
    }

    /// Returns the disagreements between the answers. Another parser disagrees only if its answer differs in more than
    /// spelling: a [canonical](crate::parsers::Weight::Canonical) difference does not count. Editions are still
    /// compared with each other byte for byte.
    #[must_use]
    pub fn disagreements_in_substance(&self) -> Vec<Disagreement> {
        among(&self.each, false)
    }
}

// The answer of one edition, or of another parser.

/// The answer of one edition, or of another parser, about a string.
#[derive(Clone, Debug)]
pub struct Answer<'i> {
    by: AnsweredBy,
    text: &'i str,
    is_valid: bool,
    /// The production of the edition that derives the string.
    production: Option<Recognizer>,
    /// The parts of the string, or `None` if the string is not valid, or if its components are not known.
    parts: Option<Parts<'i>>,
    target: Option<ResolvedTo>,
}

#[derive(Clone, Debug)]
enum AnsweredBy {
    Edition(Edition),
    Other { name: &'static str, error: Option<String> },
}

/// The parts of a valid string. To build the answer of another parser, set the fields that the
/// parser reports, and take the others from `Parts::default()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts<'i> {
    /// Whether the production of the scheme derives the string: `None` if the scheme has no production.
    pub by_scheme: Option<bool>,
    /// Whether the text after the scheme is opaque.
    pub is_opaque: bool,
    /// The kind of the host, if there is a host.
    pub host_kind: Option<HostKind>,
    /// The components, in the order of [`Component::ALL`]. An undefined component is `None`. If the list is shorter,
    /// the missing components are undefined.
    pub components: Vec<Option<Cow<'i, str>>>,
}

/// The result of resolving a string, in the answer of an edition or another parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolvedTo {
    /// A URI.
    Uri(String),
    /// The document that contains the reference, and the fragment, if there is one.
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
    fn of(edition: Edition, text: &'i str, base: Option<Components<'_>>) -> Self {
        let own = specific(edition, text);
        // A whole string that the production of its scheme derives is not parsed again.
        let whole = match own {
            Some(Some(own)) if has_in_whole(edition, &own) => Some(own),
            _ => edition.deriving(text).ok(),
        };
        let target = base.and_then(|base| target(edition, whole.is_some(), text, base));
        let by_scheme = own.map(|own| own.is_some());
        let production = whole.map(|whole| own.flatten().unwrap_or(whole));
        let parts = production.and_then(|production| Parts::of(production, by_scheme, text));
        Self {
            by: AnsweredBy::Edition(edition),
            text,
            is_valid: whole.is_some(),
            production,
            parts,
            target,
        }
    }

    /// Returns the answer of a document of the string's scheme, whose grammar may not include the fragment.
    fn of_scheme(edition: Edition, text: &'i str) -> Self {
        Self::of(edition, derived_of(edition, text).unwrap_or(text), None)
    }

    /// Builds the answer of another parser: the parts of the string if the parser knows them, or its error message.
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
        Self {
            by: AnsweredBy::Other { name, error },
            text,
            is_valid,
            production: None,
            parts,
            target,
        }
    }

    /// Returns the name of the answer's author: the id of the edition, or the name of the other parser.
    #[must_use]
    pub const fn by(&self) -> &'static str {
        match &self.by {
            AnsweredBy::Edition(edition) => edition.id(),
            AnsweredBy::Other { name, .. } => name,
        }
    }

    /// Returns the edition, if an edition gave the answer.
    #[must_use]
    pub const fn edition(&self) -> Option<Edition> {
        match &self.by {
            AnsweredBy::Edition(edition) => Some(*edition),
            AnsweredBy::Other { .. } => None,
        }
    }

    /// Returns whether the string is valid: for an edition, whether any of its productions for whole strings derives
    /// it.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.is_valid
    }

    /// Returns the productions of the edition that derive the string, from the root of the parse tree down to the one
    /// that divides into an authority and a path. Without an authority, the last is the production of the path.
    #[must_use]
    pub fn productions(&self) -> Vec<&'static str> {
        self.production.and_then(|production| way(&production, self.text).ok()).unwrap_or_default()
    }

    /// Returns the parts of the string, if it is valid.
    #[must_use]
    pub const fn parts(&self) -> Option<&Parts<'i>> {
        self.parts.as_ref()
    }

    /// Returns the result of resolving the string, if there is a base and the string resolves.
    #[must_use]
    pub const fn target(&self) -> Option<&ResolvedTo> {
        self.target.as_ref()
    }

    /// Converts the answer to the form in which parsers are compared.
    ///
    /// In RFC 2396 an authority may be a registry-based name, which has no userinfo, host or port: these three are then
    /// not reported. A target that is the current document is not reported, either.
    #[must_use]
    pub fn to_parser_answer(&self) -> ParserAnswer<'_> {
        let mut answer = ParserAnswer::valid(self.is_valid);
        answer.target = match &self.target {
            Some(ResolvedTo::Uri(uri)) => AspectValue::new(Some(&**uri)),
            _ => AspectValue::Unknown,
        };
        let Some(parts) = &self.parts else { return answer };
        let is_whole = parts.component(Component::Authority).is_some_and(|text| !text.is_empty())
            && parts.component(Component::Host).is_none();
        let of_authority = [Component::Userinfo, Component::Host, Component::Port];
        for &component in Component::ALL {
            if !(is_whole && of_authority.contains(&component)) {
                answer = answer.with(component, AspectValue::new(parts.component(component)));
            }
        }
        answer
    }

    /// Returns the error for an invalid string: that of the whole-string production that matches the longest prefix.
    #[must_use]
    pub fn error(&self) -> Option<ParseError> {
        let edition = self.edition().filter(|_| !self.is_valid)?;
        edition.deriving(self.text).err().map(ParseError::from)
    }

    /// Returns the error message of another parser.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match &self.by {
            AnsweredBy::Edition(_) => None,
            AnsweredBy::Other { error, .. } => error.as_deref(),
        }
    }
}

impl<'i> Parts<'i> {
    /// Returns the parts into which `production` divides a string. If the production of the string's scheme derives the
    /// string, callers pass this production: in RFC 1630, `httpaddress` has an authority, and `uri` has none.
    fn of(production: Recognizer, by_scheme: Option<bool>, text: &'i str) -> Option<Self> {
        let reference = production.reference(text).ok()?;
        Some(Self {
            by_scheme,
            is_opaque: reference.opaque_part().is_some(),
            host_kind: reference.host().map(|host| host.kind()),
            components: Component::ALL
                .iter()
                .map(|which| which.of(&reference).map(Cow::Borrowed))
                .collect(),
        })
    }

    /// Returns the text of a component, or `None` if the component is undefined.
    #[must_use]
    pub fn component(&self, component: Component) -> Option<&str> {
        self.components.get(component as usize)?.as_deref()
    }
}

/// Returns the production for the scheme of a string. The outer option is `None` if the edition has no such production,
/// the inner option if the production does not derive the string.
fn specific(edition: Edition, text: &str) -> Option<Option<Recognizer>> {
    let all = internal::specific(edition);
    if all.is_empty() {
        return None;
    }
    let (scheme, rest) = text.as_bytes().split_at(text.find(':')? + 1);
    let mut own = None;
    for specific in all {
        let (automaton, start) = table(specific);
        let Ok(after) = automaton.walk(start, scheme) else { continue };
        if automaton.derives(after, rest) {
            return Some(Some(*specific));
        }
        own = Some(None);
    }
    own
}

/// Returns the target of a reference. A reference that no production derives may still be a partial form, that is, a
/// URI without its scheme (RFC 1630, 4.1.3).
fn target(
    edition: Edition,
    is_valid: bool,
    text: &str,
    base: Components<'_>,
) -> Option<ResolvedTo> {
    let components = split(text);
    let is_partial = || {
        let whole = completed(edition, text, &components);
        whole.is_some_and(|whole| edition.deriving(&whole).is_ok())
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

// The disagreements between the answers about one string.

/// A kind of disagreement. `Display` prints a name that does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DisagreementKind {
    /// `accepts`: some editions or parsers accept a string that RFC 3986 rejects.
    Accepts,
    /// `rejects`: some editions or parsers reject a string that RFC 3986 accepts.
    Rejects,
    /// `scheme`, `authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`: the
    /// component is different or undefined.
    Component(Component),
    /// `host-kind`: the kind of the host is different: a name in one answer and an address in another,
    /// or addresses of two kinds.
    HostKind,
    /// `opaque`: the text after the scheme is opaque in one answer, and a path in another.
    Opaque,
    /// `production`: only some of the editions with a production for the scheme derive the string by that production.
    Production,
    /// `target`: the string resolves to different targets.
    Target,
}

impl DisagreementKind {
    /// All kinds of disagreement.
    pub const ALL: &'static [Self] = &[
        Self::Accepts,
        Self::Rejects,
        Self::Component(Component::Scheme),
        Self::Component(Component::Authority),
        Self::Component(Component::Userinfo),
        Self::Component(Component::Host),
        Self::HostKind,
        Self::Component(Component::Port),
        Self::Component(Component::Path),
        Self::Component(Component::Query),
        Self::Component(Component::Fragment),
        Self::Opaque,
        Self::Production,
        Self::Target,
    ];

    /// Returns the name of the kind, such as `host-kind`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Component(component) => component.name(),
            Self::HostKind => "host-kind",
            Self::Opaque => "opaque",
            Self::Production => "production",
            Self::Target => "target",
        }
    }
}

impl fmt::Display for DisagreementKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A disagreement: its kind, the source of the reference answer, and the sources of the answers that differ from it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The kind of the disagreement.
    pub kind: DisagreementKind,
    /// The source of the reference answer: RFC 3986 or, if it has no answer, the newest edition that has one.
    pub from: &'static str,
    /// The editions and other parsers whose answers differ from the reference answer.
    pub by: Vec<&'static str>,
}

/// The part of an answer that a kind of disagreement compares.
#[derive(PartialEq, Eq)]
enum Say<'v> {
    Valid(bool),
    Text(Option<&'v str>),
    Is(bool),
    Target(&'v ResolvedTo),
}

/// Returns the part of an answer that a kind compares, if the answer has it.
fn say<'v>(kind: DisagreementKind, answer: &'v Answer<'_>) -> Option<Say<'v>> {
    let parts = answer.parts();
    match kind {
        DisagreementKind::Accepts | DisagreementKind::Rejects => {
            Some(Say::Valid(answer.is_valid()))
        }
        // An edition that does not divide the authority has no answer about its parts.
        DisagreementKind::Component(Component::Userinfo | Component::Host | Component::Port)
            if answer.edition().is_some_and(|edition| !tells_hosts(edition)) =>
        {
            None
        }
        DisagreementKind::Component(component) => Some(Say::Text(parts?.component(component))),
        DisagreementKind::HostKind => Some(Say::Text(Some(sort(parts?.host_kind?)))),
        DisagreementKind::Opaque => Some(Say::Is(parts?.is_opaque)),
        DisagreementKind::Production => Some(Say::Is(parts?.by_scheme?)),
        DisagreementKind::Target => Some(Say::Target(answer.target()?)),
    }
}

/// Returns the sort of a host. All kinds of name, such as `reg-name` and `hostname`, are one sort.
const fn sort(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4Address | HostKind::Hostnumber => "IPv4",
        HostKind::Ipv6Address | HostKind::Ipv6Addrz => "IPv6",
        HostKind::IpvFuture => "IPvFuture",
        HostKind::RegName | HostKind::Hostname => "name",
        _ => kind.name(),
    }
}

/// Returns the disagreements between answers. Editions are compared byte for byte. Other parsers are compared byte for
/// byte only if `is_exact`; otherwise differences in spelling do not count.
fn among(each: &[Answer<'_>], is_exact: bool) -> Vec<Disagreement> {
    DisagreementKind::ALL.iter().copied().filter_map(|kind| on(kind, each, is_exact)).collect()
}

/// Returns whether two answers about a component or the target differ at most in spelling.
fn is_canonical(kind: DisagreementKind, one: &Answer<'_>, other: &Answer<'_>) -> bool {
    let aspects = match kind {
        DisagreementKind::Component(Component::Authority) => {
            use Component::{Authority, Host, Port, Userinfo};
            [Authority, Userinfo, Host, Port].map(Aspect::Component).to_vec()
        }
        DisagreementKind::Component(component) => vec![Aspect::Component(component)],
        DisagreementKind::Target => vec![Aspect::Target],
        _ => return false,
    };
    let answers = [one.to_parser_answer(), other.to_parser_answer()];
    let found = differences(&answers);
    let mut found = found.iter().filter(|one| aspects.contains(&one.aspect)).peekable();
    found.peek().is_some() && found.all(|one| one.weight == Weight::Canonical)
}

fn on(kind: DisagreementKind, each: &[Answer<'_>], is_exact: bool) -> Option<Disagreement> {
    let has_say = |answer: &&Answer<'_>| say(kind, answer).is_some();
    let is_standard = |answer: &&Answer<'_>| answer.edition() == Some(Edition::Rfc3986);
    let standard = each.iter().filter(has_say).find(is_standard);
    let newest = || each.iter().rfind(|answer| answer.edition().is_some() && has_say(answer));
    let from = standard.or_else(newest).or_else(|| each.iter().find(has_say))?;
    let said = say(kind, from)?;
    let is_asked = match kind {
        DisagreementKind::Accepts => !from.is_valid(),
        DisagreementKind::Rejects => from.is_valid(),
        _ => true,
    };
    let is_same = |answer: &Answer<'_>| {
        let is_other = answer.edition().is_none();
        is_other && !is_exact && is_canonical(kind, answer, from)
    };
    let differs = |answer: &&Answer<'_>| {
        say(kind, answer).is_some_and(|other| other != said) && !is_same(answer)
    };
    if !is_asked || !each.iter().any(|answer| differs(&answer)) {
        return None;
    }
    let by = each.iter().filter(differs).map(Answer::by).collect();
    Some(Disagreement { kind, from: from.by(), by })
}
