//! The differences between several readers' answers about one string.
//!
//! A reader that rejects the string has no components to compare. It differs from the readers that accept the
//! string in [`Aspect::Valid`].
//!
//! The surprising case: one aspect may have two differences. Among the hosts `A.example`, `a.example` and
//! `b.example` the third is another host, and the first two are one host in two spellings.

use std::borrow::Cow;

use super::canonical::{Context, alike, key, origin};
use super::{AspectValue, Component, ParserAnswer, by_appendix_b};

/// A difference in one aspect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The aspect that the readers differ in.
    pub aspect: Aspect,
    /// The consequence of the difference.
    pub weight: Weight,
    /// The readers grouped by their answer, in the order of their first readers: at least two groups.
    pub groups: Vec<Group>,
    /// For a canonical difference, the kinds of spelling in which the groups differ. For different hosts that all look
    /// alike, the ways in which they look alike. Otherwise empty.
    pub spellings: Vec<Spelling>,
    /// For a difference in [`Aspect::Valid`], whether a reader that accepts the string finds a host in the string or in
    /// its target. Such a reader contacts a host, while a reader that rejects the string does not.
    pub has_host: bool,
}

/// Readers that give the same answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// The readers, by their indices in the list that was compared.
    pub readers: Vec<usize>,
    /// The answer of the first reader in the group.
    pub answer: GroupAnswer,
}

/// The answer of a group of readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupAnswer {
    /// The string is valid, or it is not.
    Valid(bool),
    /// No text: the component is undefined, or it is empty and means the same as undefined.
    Nothing,
    /// The text.
    Text(String),
}

impl Difference {
    /// Returns whether two readers that accept the string would contact different hosts.
    #[must_use]
    pub fn contacts_two_hosts(&self) -> bool {
        let is_text = |group: &&Group| matches!(group.answer, GroupAnswer::Text(_));
        self.aspect == Aspect::Component(Component::Host)
            && self.weight == Weight::Material
            && self.groups.iter().filter(is_text).count() > 1
    }

    /// Returns the rank of the difference. A smaller rank means more possible harm. The order is: different hosts; a
    /// host that a reader does not find; different authorities; targets with different hosts; validity of a string with
    /// a host; port, scheme and user; validity of a string without a host; path, query, fragment; other differences of
    /// the target or the normal form; canonical differences.
    #[must_use]
    pub fn rank(&self) -> u8 {
        let rank = match (self.aspect, self.weight) {
            (_, Weight::Canonical) => 20,
            (Aspect::Component(Component::Host), _) if !self.contacts_two_hosts() => 2,
            // Hosts that look alike come after hosts that do not.
            (Aspect::Component(Component::Host), _) => u8::from(!self.spellings.is_empty()),
            (Aspect::Component(Component::Authority), _) => 3,
            (Aspect::Target, Weight::Material) => 4,
            (Aspect::Valid, _) if self.has_host => 5,
            (Aspect::Component(Component::Port), _) => 6,
            (Aspect::Component(Component::Scheme), _) => 7,
            (Aspect::Component(Component::Userinfo), _) => 8,
            (Aspect::Valid, _) => 10,
            (Aspect::Component(Component::Path), _) => 11,
            (Aspect::Component(Component::Query), _) => 12,
            (Aspect::Component(Component::Fragment), _) => 13,
            (Aspect::Target, _) => 14,
            (Aspect::Normalized, Weight::Material) => 15,
            (Aspect::Normalized, _) => 16,
        };
        // Canonical differences follow in the order of their aspects.
        if rank < 20 {
            return rank;
        }
        let place = Aspect::ALL.iter().position(|aspect| *aspect == self.aspect);
        rank + place.unwrap_or_default() as u8
    }
}

/// Finds the differences between the readers' answers about one string, sorted by [`Difference::rank`].
///
/// ```
/// use urispec_compare::parsers::{Component, AspectValue, ParserAnswer, Weight, differences};
/// let answer = |host, path| {
///     let answer = ParserAnswer::valid(true).with(Component::Host, AspectValue::new(Some(host)));
///     answer.with(Component::Path, AspectValue::new(Some(path)))
/// };
/// let all = [answer("a.example", ""), answer("b.example", "/"), answer("A.EXAMPLE", "/")];
/// let found = differences(&all);
/// let weights: Vec<_> = found.iter().map(|one| (one.aspect.name(), one.weight)).collect();
/// assert_eq!(weights[0], ("host", Weight::Material));
/// assert_eq!(found[0].groups[0].readers, [0, 2]);
/// assert_eq!(weights[1..], [("host", Weight::Canonical), ("path", Weight::Canonical)]);
/// ```
#[must_use]
pub fn differences(answers: &[ParserAnswer<'_>]) -> Vec<Difference> {
    let mut found: Vec<_> = valid(answers).into_iter().collect();
    let contexts = contexts(answers);
    for &aspect in Aspect::ALL {
        if aspect != Aspect::Valid {
            found.extend(of_aspect(aspect, answers, &contexts));
        }
    }
    found.sort_by_key(Difference::rank);
    found
}

fn valid(answers: &[ParserAnswer<'_>]) -> Option<Difference> {
    let says = |is: bool| {
        let readers = answers.iter().enumerate().filter(|(_, answer)| answer.is_valid == Some(is));
        let readers: Vec<_> = readers.map(|(at, _)| at).collect();
        Group { readers, answer: GroupAnswer::Valid(is) }
    };
    let mut groups = vec![says(true), says(false)];
    if groups.iter().any(|group| group.readers.is_empty()) {
        return None;
    }
    groups.sort_by_key(|group| group.readers[0]);
    let (weight, spellings) = (Weight::Material, Vec::new());
    let has_host = answers.iter().any(|answer| answer.is_valid == Some(true) && contacts(answer));
    Some(Difference { aspect: Aspect::Valid, weight, groups, spellings, has_host })
}

/// Returns whether a reader finds a host, in the string or in its target.
fn contacts(answer: &ParserAnswer<'_>) -> bool {
    let is_text = |reported: &AspectValue<'_>| reported.text().is_some_and(|text| !text.is_empty());
    let target = answer.target.text().map(|target| by_appendix_b(target, None));
    let within = [Some(answer), target.as_ref()].into_iter().flatten();
    let parts = [Component::Host, Component::Authority];
    within.into_iter().any(|answer| parts.iter().any(|part| is_text(answer.component(*part))))
}

/// Returns a reader's answer about an aspect, if the reader has one.
fn reported<'t>(aspect: Aspect, answer: &'t ParserAnswer<'_>) -> Option<Cow<'t, AspectValue<'t>>> {
    if answer.is_valid == Some(false) || answer.crash.is_some() {
        return None;
    }
    let reported = match aspect {
        Aspect::Valid => return None,
        Aspect::Component(Component::Authority) => authority(answer),
        Aspect::Component(component) => Cow::Borrowed(answer.component(component)),
        Aspect::Target => Cow::Borrowed(&answer.target),
        Aspect::Normalized => Cow::Borrowed(&answer.normalized),
    };
    Some(reported).filter(|reported| reported.is_known())
}

/// Returns the authority that a reader reports as a whole, or as userinfo, host and port.
fn authority<'t>(answer: &'t ParserAnswer<'_>) -> Cow<'t, AspectValue<'t>> {
    let whole = answer.component(Component::Authority);
    let parts = [Component::Userinfo, Component::Host, Component::Port];
    let [userinfo, host, port] = parts.map(|part| answer.component(part));
    if whole.is_known() || ![userinfo, host, port].iter().all(|part| part.is_known()) {
        return Cow::Borrowed(whole);
    }
    let Some(host) = host.text() else { return Cow::Owned(AspectValue::Undefined) };
    let userinfo = userinfo.text().map_or_else(String::new, |text| format!("{text}@"));
    let port = port.text().map_or_else(String::new, |text| format!(":{text}"));
    Cow::Owned(AspectValue::Text(Cow::Owned(userinfo + host + &port)))
}

/// Returns the context in which each reader's answer is compared. If a reader reports no scheme, the context has the
/// scheme on which the other readers agree. If the reader reports no authority, the context has an authority if any
/// reader has one.
fn contexts(answers: &[ParserAnswer<'_>]) -> Vec<Context> {
    let scheme = |answer: &ParserAnswer<'_>| {
        let scheme = reported(Aspect::Component(Component::Scheme), answer)?;
        Some(scheme.text().map(str::to_ascii_lowercase))
    };
    let has_authority = |answer: &ParserAnswer<'_>| {
        let parts = [Component::Authority, Component::Host];
        let parts = parts.map(|part| reported(Aspect::Component(part), answer));
        let mut parts = parts.iter().flatten().peekable();
        parts.peek()?;
        Some(parts.any(|part| part.text().is_some()))
    };
    let mut schemes: Vec<_> = answers.iter().filter_map(scheme).collect();
    schemes.dedup();
    let agreed = schemes.pop().filter(|_| schemes.is_empty()).flatten();
    let is_any = answers.iter().any(|answer| has_authority(answer) == Some(true));
    let context = |answer| Context {
        scheme: scheme(answer).unwrap_or_else(|| agreed.clone()),
        has_authority: has_authority(answer).unwrap_or(is_any),
    };
    answers.iter().map(context).collect()
}

fn of_aspect<'t>(
    aspect: Aspect,
    answers: &'t [ParserAnswer<'_>],
    contexts: &[Context],
) -> Vec<Difference> {
    if aspect == Aspect::Component(Component::Authority) && !lacks_host(answers) {
        return Vec::new();
    }
    let all = answers.iter().enumerate();
    let all: Vec<_> =
        all.filter_map(|(at, answer)| Some((at, reported(aspect, answer)?))).collect();
    let is_nothing = |reported: &AspectValue<'_>| reported.text().unwrap_or_default().is_empty();
    let is_same = |pair: &[(usize, Cow<'t, AspectValue<'t>>)]| pair[0].1 == pair[1].1;
    let is_port = aspect == Aspect::Component(Component::Port);
    if all.windows(2).all(is_same) && !is_port {
        return Vec::new();
    }
    // A port that no reader reports is equal for all, whatever the schemes.
    let is_unreported = is_port && all.iter().all(|(_, reported)| is_nothing(reported));
    let none = Context::default();
    let mut groups: Vec<Keyed<'t>> = Vec::new();
    for (at, reported) in all {
        let context = if is_unreported { &none } else { &contexts[at] };
        let key = key(aspect, &reported, context, None);
        match groups.iter_mut().find(|group| group.key == key) {
            Some(group) => group.members.push((at, reported)),
            None => groups.push(Keyed { key, members: vec![(at, reported)] }),
        }
    }
    let own = groups.iter().filter_map(|group| canonical(aspect, group, contexts));
    let mut found: Vec<_> = own.collect();
    if groups.len() > 1 {
        found.push(beyond(aspect, &groups));
    }
    found
}

/// Returns whether a reader reports the authority but not the host.
fn lacks_host(answers: &[ParserAnswer<'_>]) -> bool {
    let reports = |answer, component| reported(Aspect::Component(component), answer).is_some();
    answers
        .iter()
        .any(|answer| reports(answer, Component::Authority) && !reports(answer, Component::Host))
}

/// Readers with the same key, each with its answer.
struct Keyed<'t> {
    key: Option<String>,
    members: Vec<(usize, Cow<'t, AspectValue<'t>>)>,
}

/// Returns the difference between groups with different keys.
fn beyond(aspect: Aspect, keyed: &[Keyed<'_>]) -> Difference {
    let group = |keyed: &Keyed<'_>| {
        let text = keyed
            .members
            .iter()
            .find_map(|(_, reported)| reported.text().filter(|t| !t.is_empty()));
        let answer = match (&keyed.key, text) {
            (Some(_), Some(text)) => GroupAnswer::Text(text.to_owned()),
            // A path is defined even if it is empty.
            (Some(_), None) if aspect == Aspect::Component(Component::Path) => {
                GroupAnswer::Text(String::new())
            }
            _ => GroupAnswer::Nothing,
        };
        Group { readers: keyed.members.iter().map(|(at, _)| *at).collect(), answer }
    };
    let groups: Vec<_> = keyed.iter().map(group).collect();
    let texts = || {
        groups.iter().map(|group| match &group.answer {
            GroupAnswer::Text(text) => text.as_str(),
            _ => "",
        })
    };
    let (mut weight, mut spellings) = (aspect.weight(), Vec::new());
    match aspect {
        Aspect::Component(Component::Host) => spellings = in_common(&texts().collect::<Vec<_>>()),
        Aspect::Target | Aspect::Normalized => {
            let mut origins = texts().map(origin);
            let first = origins.next();
            if origins.any(|origin| Some(origin) != first) {
                weight = Weight::Material;
            }
        }
        _ => {}
    }
    Difference { aspect, weight, groups, spellings, has_host: false }
}

/// Returns the ways in which different hosts look alike. The list is empty if two of the hosts do not look alike.
fn in_common(hosts: &[&str]) -> Vec<Spelling> {
    // A reader that finds no host cannot confuse two hosts.
    let hosts: Vec<_> = hosts.iter().filter(|host| !host.is_empty()).collect();
    let mut common = Vec::new();
    for (at, one) in hosts.iter().enumerate() {
        for other in &hosts[at + 1..] {
            match alike(one, other) {
                Some(spelling) => common.push(spelling),
                None => return Vec::new(),
            }
        }
    }
    common.sort_unstable();
    common.dedup();
    common
}

/// Returns the difference between the spellings of one group, if the group has several spellings.
fn canonical(aspect: Aspect, group: &Keyed<'_>, contexts: &[Context]) -> Option<Difference> {
    let mut groups: Vec<(Group, &AspectValue<'_>)> = Vec::new();
    for (at, reported) in &group.members {
        match groups.iter_mut().find(|(_, other)| *other == &**reported) {
            Some((group, _)) => group.readers.push(*at),
            None => {
                let answer = match reported.text() {
                    Some(text) => GroupAnswer::Text(text.to_owned()),
                    None => GroupAnswer::Nothing,
                };
                groups.push((Group { readers: vec![*at], answer }, reported));
            }
        }
    }
    let (first, others) = groups.split_first()?;
    if others.is_empty() {
        return None;
    }
    let mut spellings = Vec::new();
    for other in others {
        let key = |(group, reported): &(Group, &AspectValue<'_>), except| {
            key(aspect, reported, &contexts[group.readers[0]], Some(except))
        };
        let parts = |spelling: &Spelling| key(first, *spelling) != key(other, *spelling);
        spellings.extend(Spelling::CANONICAL.into_iter().filter(parts));
    }
    spellings.sort_unstable();
    spellings.dedup();
    if spellings.is_empty() && aspect == Aspect::Component(Component::Host) {
        // Only the letter case of an IPv6 address differs: `LetterCase` and `Address` each suffice to make it equal.
        spellings.push(Spelling::Address);
    }
    let groups = groups.into_iter().map(|(group, _)| group).collect();
    Some(Difference { aspect, weight: Weight::Canonical, groups, spellings, has_host: false })
}

// The aspects in which readers may differ, and the weight of a difference.

/// An aspect of a string that readers report, and in which they may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Aspect {
    /// Whether the string is valid.
    Valid,
    /// A component. [`Component::Authority`] is compared only if a reader reports the authority and
    /// does not report the host.
    Component(Component),
    /// The target of the string.
    Target,
    /// The normal form of the string.
    Normalized,
}

impl Aspect {
    /// All aspects: validity, the components from left to right, then the target and the normal form.
    pub const ALL: &'static [Self] = &[
        Self::Valid,
        Self::Component(Component::Scheme),
        Self::Component(Component::Authority),
        Self::Component(Component::Userinfo),
        Self::Component(Component::Host),
        Self::Component(Component::Port),
        Self::Component(Component::Path),
        Self::Component(Component::Query),
        Self::Component(Component::Fragment),
        Self::Target,
        Self::Normalized,
    ];

    /// Returns the name of the aspect, such as `host`: its key in the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Component(component) => component.name(),
            Self::Target => "target",
            Self::Normalized => "normalized",
        }
    }

    /// Returns the weight of a difference in this aspect that is more than one of spelling. For [`Aspect::Target`] and
    /// [`Aspect::Normalized`], the weight assumes that scheme, userinfo, host and port are equal.
    pub(super) const fn weight(self) -> Weight {
        match self {
            Self::Valid => Weight::Material,
            Self::Component(Component::Path | Component::Query | Component::Fragment) => {
                Weight::Other
            }
            Self::Component(_) => Weight::Material,
            Self::Target | Self::Normalized => Weight::Other,
        }
    }
}

/// The weight of a difference, the heaviest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Weight {
    /// The difference changes which host is contacted, which scheme or port is used, who is logged in,
    /// or whether the string is valid.
    Material,
    /// The data of a path, a query or a fragment are different.
    Other,
    /// The readers agree, but in different spellings: see [`Spelling`].
    Canonical,
}

impl Weight {
    /// Returns the name of the weight, such as `material`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Other => "other",
            Self::Canonical => "canonical",
        }
    }
}

/// The way in which two spellings of one thing differ.
///
/// The last four variants apply to hosts only. Such hosts look alike, and yet the difference is
/// [material](Weight::Material): a client that looks up one host does not look up the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Spelling {
    /// `empty-path`: after an authority, one reader reports an empty path and another reports `/` (RFC 3986, 6.2.3).
    EmptyPath,
    /// `letter-case`: another letter case of the scheme or the host (RFC 3986, 3.1, 3.2.2).
    LetterCase,
    /// `default-port`: one spelling has no port or an empty port where the other has the default port, or only one
    /// spelling has leading zeros (RFC 3986, 3.2.3, 6.2.3).
    DefaultPort,
    /// `escape`: the hexadecimal digits are in the other case, an unreserved character is escaped, or a character that
    /// must be escaped is not (RFC 3986, 2.1, 2.3, 2.4).
    Escape,
    /// `address`: another text of the same IPv6 address, or the address without its brackets (RFC 3986, 3.2.2).
    Address,
    /// `dot-segments`: `.` and `..` are removed in one spelling (RFC 3986, 6.2.2.3).
    DotSegments,
    /// `empty-for-undefined`: the component is empty for one reader, and undefined for another. An
    /// empty host and no host are equal: neither is a host to contact.
    EmptyForUndefined,
    /// `default-host`: `localhost` in place of the empty host of a `file` URI (RFC 3986, 3.2.2).
    DefaultHost,
    /// `host-escape`: an escape of the host is decoded in one spelling. A lookup of `%61.example` is not a lookup of
    /// `a.example` (RFC 3986, 3.2.2, 7.3).
    HostEscape,
    /// `ipv4-form`: another form of an IPv4 address, such as `0x7f.1`. By RFC 3986, only four decimal numbers are an
    /// address, and every other form is a name (7.4).
    Ipv4Form,
    /// `trailing-dot`: one spelling has a dot after the last label. The dot makes a DNS name complete (RFC 3986,
    /// 3.2.2), but certificates, cookies and lists of hosts are compared without regard to that.
    TrailingDot,
    /// `a-label`: characters beyond ASCII in one spelling, a label `xn--` in the other. The mapping between
    /// them depends on the version of IDNA, so one name may lead to two hosts.
    ALabel,
}

impl Spelling {
    /// Returns the name, such as `empty-path`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyPath => "empty-path",
            Self::LetterCase => "letter-case",
            Self::DefaultPort => "default-port",
            Self::Escape => "escape",
            Self::Address => "address",
            Self::DotSegments => "dot-segments",
            Self::EmptyForUndefined => "empty-for-undefined",
            Self::DefaultHost => "default-host",
            Self::HostEscape => "host-escape",
            Self::Ipv4Form => "ipv4-form",
            Self::TrailingDot => "trailing-dot",
            Self::ALabel => "a-label",
        }
    }

    /// The spellings that a canonical difference may have.
    pub(super) const CANONICAL: [Self; 8] = [
        Self::EmptyPath,
        Self::LetterCase,
        Self::DefaultPort,
        Self::Escape,
        Self::Address,
        Self::DotSegments,
        Self::EmptyForUndefined,
        Self::DefaultHost,
    ];
}
