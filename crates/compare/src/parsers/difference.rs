//! What differs between what several readers tell of one string.
//!
//! A reader that rejects the string has no components to compare. Its answer stands against those of
//! the readers that accept, as a difference in [`Aspect::Valid`].
//!
//! The surprising case: one aspect may have two differences. Of the hosts `A.example`, `a.example` and
//! `b.example` the third is another host, and the first two are one host in two spellings.

use std::borrow::Cow;

use super::canonical::{Context, alike, key, origin};
use super::{Component, ParserAnswer, Tell, by_appendix_b};

/// A difference in one aspect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// What the readers differ in.
    pub aspect: Aspect,
    /// What the difference changes.
    pub weight: Weight,
    /// The readers who say the same, in the order of their first readers: at least two groups.
    pub groups: Vec<Group>,
    /// Of a canonical difference, the spellings that part the groups. Of hosts that look alike, what they
    /// have in common; this is empty if any two of them do not look alike.
    pub spellings: Vec<Spelling>,
    /// Of a difference in [`Aspect::Valid`], whether a reader that accepts the string finds a host in it, or in
    /// its target. That reader then contacts a host where another one stops.
    pub has_host: bool,
}

/// Readers who say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// The readers, by their places in what was compared.
    pub readers: Vec<usize>,
    /// What the first of them says.
    pub said: Said,
}

/// What a group of readers says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The string is valid, or it is not.
    Valid(bool),
    /// There is nothing: the component is undefined, or it is empty where that means the same.
    Nothing,
    /// The text.
    Text(String),
}

impl Difference {
    /// Whether two readers that accept the string would contact two hosts.
    #[must_use]
    pub fn contacts_two_hosts(&self) -> bool {
        let is_text = |group: &&Group| matches!(group.said, Said::Text(_));
        self.aspect == Aspect::Component(Component::Host)
            && self.weight == Weight::Material
            && self.groups.iter().filter(is_text).count() > 1
    }

    /// The place of the difference in a ranking: the smaller it is, the more the difference may do. First
    /// two hosts, then a host that one does not find, an authority, a target with another host; then a string that
    /// one accepts with a host and another rejects; then port, scheme and user; then validity without a host; then
    /// path, query, fragment, another target or normal form; last what is canonical.
    #[must_use]
    pub fn rank(&self) -> u8 {
        let rank = match (self.aspect, self.weight) {
            (_, Weight::Canonical) => 20,
            (Aspect::Component(Component::Host), _) if !self.contacts_two_hosts() => 2,
            // Hosts that look alike come after those that do not.
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
        // Canonical differences stand in the order of their aspects.
        if rank < 20 {
            return rank;
        }
        let place = Aspect::ALL.iter().position(|aspect| *aspect == self.aspect);
        rank + place.unwrap_or_default() as u8
    }
}

/// The differences between what readers tell of one string, by [`Difference::rank`].
///
/// ```
/// use urispec_compare::parsers::{Component, Tell, ParserAnswer, Weight, differences};
/// let told = |host, path| {
///     let told = ParserAnswer::valid(true).with(Component::Host, Tell::new(Some(host)));
///     told.with(Component::Path, Tell::new(Some(path)))
/// };
/// let all = [told("a.example", ""), told("b.example", "/"), told("A.EXAMPLE", "/")];
/// let found = differences(&all);
/// let weights: Vec<_> = found.iter().map(|one| (one.aspect.name(), one.weight)).collect();
/// assert_eq!(weights[0], ("host", Weight::Material));
/// assert_eq!(found[0].groups[0].readers, [0, 2]);
/// assert_eq!(weights[1..], [("host", Weight::Canonical), ("path", Weight::Canonical)]);
/// ```
#[must_use]
pub fn differences(told: &[ParserAnswer<'_>]) -> Vec<Difference> {
    let mut found: Vec<_> = valid(told).into_iter().collect();
    let contexts = contexts(told);
    for &aspect in Aspect::ALL {
        if aspect != Aspect::Valid {
            found.extend(of_aspect(aspect, told, &contexts));
        }
    }
    found.sort_by_key(Difference::rank);
    found
}

fn valid(told: &[ParserAnswer<'_>]) -> Option<Difference> {
    let says = |is: bool| {
        let readers = told.iter().enumerate().filter(|(_, told)| told.is_valid == Some(is));
        let readers: Vec<_> = readers.map(|(at, _)| at).collect();
        Group { readers, said: Said::Valid(is) }
    };
    let mut groups = vec![says(true), says(false)];
    if groups.iter().any(|group| group.readers.is_empty()) {
        return None;
    }
    groups.sort_by_key(|group| group.readers[0]);
    let (weight, spellings) = (Weight::Material, Vec::new());
    let has_host = told.iter().any(|told| told.is_valid == Some(true) && contacts(told));
    Some(Difference { aspect: Aspect::Valid, weight, groups, spellings, has_host })
}

/// Whether a reader finds a host, in the string or in its target.
fn contacts(told: &ParserAnswer<'_>) -> bool {
    let is_text = |tell: &Tell<'_>| tell.text().is_some_and(|text| !text.is_empty());
    let target = told.target.text().map(|target| by_appendix_b(target, None));
    let within = [Some(told), target.as_ref()].into_iter().flatten();
    let parts = [Component::Host, Component::Authority];
    within.into_iter().any(|told| parts.iter().any(|part| is_text(told.component(*part))))
}

/// What a reader tells of an aspect, if it has a say.
fn tell<'t>(aspect: Aspect, told: &'t ParserAnswer<'_>) -> Option<Cow<'t, Tell<'t>>> {
    if told.is_valid == Some(false) || told.crash.is_some() {
        return None;
    }
    let tell = match aspect {
        Aspect::Valid => return None,
        Aspect::Component(Component::Authority) => authority(told),
        Aspect::Component(component) => Cow::Borrowed(told.component(component)),
        Aspect::Target => Cow::Borrowed(&told.target),
        Aspect::Normalized => Cow::Borrowed(&told.normalized),
    };
    Some(tell).filter(|tell| tell.is_told())
}

/// The authority that a reader tells, in one piece or in three.
fn authority<'t>(told: &'t ParserAnswer<'_>) -> Cow<'t, Tell<'t>> {
    let whole = told.component(Component::Authority);
    let parts = [Component::Userinfo, Component::Host, Component::Port];
    let [userinfo, host, port] = parts.map(|part| told.component(part));
    if whole.is_told() || ![userinfo, host, port].iter().all(|part| part.is_told()) {
        return Cow::Borrowed(whole);
    }
    let Some(host) = host.text() else { return Cow::Owned(Tell::Undefined) };
    let userinfo = userinfo.text().map_or_else(String::new, |text| format!("{text}@"));
    let port = port.text().map_or_else(String::new, |text| format!(":{text}"));
    Cow::Owned(Tell::Is(Cow::Owned(userinfo + host + &port)))
}

/// What the keys of each reader need to know. Where a reader does not tell, what the others agree on.
fn contexts(told: &[ParserAnswer<'_>]) -> Vec<Context> {
    let scheme = |told: &ParserAnswer<'_>| {
        let scheme = tell(Aspect::Component(Component::Scheme), told)?;
        Some(scheme.text().map(str::to_ascii_lowercase))
    };
    let has_authority = |told: &ParserAnswer<'_>| {
        let parts = [Component::Authority, Component::Host];
        let parts = parts.map(|part| tell(Aspect::Component(part), told));
        let mut parts = parts.iter().flatten().peekable();
        parts.peek()?;
        Some(parts.any(|part| part.text().is_some()))
    };
    let mut schemes: Vec<_> = told.iter().filter_map(scheme).collect();
    schemes.dedup();
    let agreed = schemes.pop().filter(|_| schemes.is_empty()).flatten();
    let is_any = told.iter().any(|told| has_authority(told) == Some(true));
    let context = |told| Context {
        scheme: scheme(told).unwrap_or_else(|| agreed.clone()),
        has_authority: has_authority(told).unwrap_or(is_any),
    };
    told.iter().map(context).collect()
}

fn of_aspect<'t>(
    aspect: Aspect,
    told: &'t [ParserAnswer<'_>],
    contexts: &[Context],
) -> Vec<Difference> {
    if aspect == Aspect::Component(Component::Authority) && !lacks_host(told) {
        return Vec::new();
    }
    let tells = told.iter().enumerate();
    let tells: Vec<_> = tells.filter_map(|(at, told)| Some((at, tell(aspect, told)?))).collect();
    let is_nothing = |tell: &Tell<'_>| tell.text().unwrap_or_default().is_empty();
    let is_same = |pair: &[(usize, Cow<'t, Tell<'t>>)]| pair[0].1 == pair[1].1;
    let is_port = aspect == Aspect::Component(Component::Port);
    if tells.windows(2).all(is_same) && !is_port {
        return Vec::new();
    }
    // A port that nobody tells is the same for all, whatever the schemes.
    let is_untold = is_port && tells.iter().all(|(_, tell)| is_nothing(tell));
    let none = Context::default();
    let mut groups: Vec<Keyed<'t>> = Vec::new();
    for (at, tell) in tells {
        let context = if is_untold { &none } else { &contexts[at] };
        let key = key(aspect, &tell, context, None);
        match groups.iter_mut().find(|group| group.key == key) {
            Some(group) => group.members.push((at, tell)),
            None => groups.push(Keyed { key, members: vec![(at, tell)] }),
        }
    }
    let own = groups.iter().filter_map(|group| canonical(aspect, group, contexts));
    let mut found: Vec<_> = own.collect();
    if groups.len() > 1 {
        found.push(beyond(aspect, &groups));
    }
    found
}

/// Whether a reader tells the authority and not the host.
fn lacks_host(told: &[ParserAnswer<'_>]) -> bool {
    let is_told = |told, component| tell(Aspect::Component(component), told).is_some();
    told.iter().any(|told| is_told(told, Component::Authority) && !is_told(told, Component::Host))
}

/// Readers with the same key, each with what it tells.
struct Keyed<'t> {
    key: Option<String>,
    members: Vec<(usize, Cow<'t, Tell<'t>>)>,
}

/// A difference between groups of different keys.
fn beyond(aspect: Aspect, keyed: &[Keyed<'_>]) -> Difference {
    let group = |keyed: &Keyed<'_>| {
        let text = keyed.members.iter().find_map(|(_, tell)| tell.text().filter(|t| !t.is_empty()));
        let said = match (&keyed.key, text) {
            (Some(_), Some(text)) => Said::Text(text.to_owned()),
            // A path, or a default port, is there even where it is empty.
            (Some(_), None) if aspect == Aspect::Component(Component::Path) => {
                Said::Text(String::new())
            }
            _ => Said::Nothing,
        };
        Group { readers: keyed.members.iter().map(|(at, _)| *at).collect(), said }
    };
    let groups: Vec<_> = keyed.iter().map(group).collect();
    let texts = || {
        groups.iter().map(|group| match &group.said {
            Said::Text(text) => text.as_str(),
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

/// What hosts that are different have in common. Nothing if two of them have nothing in common.
fn in_common(hosts: &[&str]) -> Vec<Spelling> {
    // Who finds no host takes it for no other.
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

/// The difference between the spellings of one group, if it has more than one.
fn canonical(aspect: Aspect, group: &Keyed<'_>, contexts: &[Context]) -> Option<Difference> {
    let mut groups: Vec<(Group, &Tell<'_>)> = Vec::new();
    for (at, tell) in &group.members {
        match groups.iter_mut().find(|(_, other)| *other == &**tell) {
            Some((group, _)) => group.readers.push(*at),
            None => {
                let said = match tell.text() {
                    Some(text) => Said::Text(text.to_owned()),
                    None => Said::Nothing,
                };
                groups.push((Group { readers: vec![*at], said }, tell));
            }
        }
    }
    let (first, others) = groups.split_first()?;
    if others.is_empty() {
        return None;
    }
    let mut spellings = Vec::new();
    for other in others {
        let key = |(group, tell): &(Group, &Tell<'_>), except| {
            key(aspect, tell, &contexts[group.readers[0]], Some(except))
        };
        let parts = |spelling: &Spelling| key(first, *spelling) != key(other, *spelling);
        spellings.extend(Spelling::CANONICAL.into_iter().filter(parts));
    }
    spellings.sort_unstable();
    spellings.dedup();
    if spellings.is_empty() && aspect == Aspect::Component(Component::Host) {
        // The digits of an address, in letters of another case: either rule makes them the same.
        spellings.push(Spelling::Address);
    }
    let groups = groups.into_iter().map(|(group, _)| group).collect();
    Some(Difference { aspect, weight: Weight::Canonical, groups, spellings, has_host: false })
}

// What readers may differ in, and what weight a difference has.

/// One thing that readers tell of a string, and may differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Aspect {
    /// Whether the string is valid.
    Valid,
    /// A component. [`Component::Authority`] is asked for only where a reader tells the authority and
    /// does not tell the host.
    Component(Component),
    /// What the string resolves to.
    Target,
    /// The normal form of the string.
    Normalized,
}

impl Aspect {
    /// All aspects: validity, the components from left to right, and what is made of the whole.
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

    /// The name of the aspect, such as `host`: the key of the protocol that tells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Component(component) => component.name(),
            Self::Target => "target",
            Self::Normalized => "normalized",
        }
    }

    /// The weight of a difference that is more than another spelling. For [`Aspect::Target`] and
    /// [`Aspect::Normalized`] this is the weight where scheme, userinfo, host and port are the same.
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
    /// The readers say the same in other words: see [`Spelling`].
    Canonical,
}

impl Weight {
    /// The name of the weight, such as `material`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Other => "other",
            Self::Canonical => "canonical",
        }
    }
}

/// In what two readers' words for one thing differ. Section numbers are those of RFC 3986.
///
/// The last four are of hosts only. Such hosts look alike, and the difference is
/// [material](Weight::Material) all the same: who looks up one does not look up the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Spelling {
    /// `empty-path`: after an authority, the path is empty for one and `/` for the other (6.2.3).
    EmptyPath,
    /// `letter-case`: of the scheme or the host (3.1, 3.2.2).
    LetterCase,
    /// `default-port`: one leaves out the default port of the scheme, or the digits of an empty port, or
    /// zeros before the number (3.2.3, 6.2.3).
    DefaultPort,
    /// `escape`: the hexadecimal digits are in the other case, an unreserved character is escaped, or
    /// a character that may not stand there stands there as it is (2.1, 2.3, 2.4).
    Escape,
    /// `address`: another text of the same IPv6 address, or the address without its brackets (3.2.2).
    Address,
    /// `dot-segments`: one has removed `.` and `..` (6.2.2.3).
    DotSegments,
    /// `empty-for-undefined`: the component is empty for one, and undefined for the other. An empty
    /// host and no host are the same: neither is a host to contact.
    EmptyForUndefined,
    /// `default-host`: `localhost` in place of the empty host of a `file` URI (3.2.2).
    DefaultHost,
    /// `host-escape`: one has decoded an escape of the host. A system that is asked for `%61.example`
    /// is not asked for `a.example` (3.2.2, 7.3).
    HostEscape,
    /// `ipv4-form`: another form of an IPv4 address, such as `0x7f.1`. The rule of RFC 3986 derives
    /// only four decimal numbers, and takes every other form for a name (7.4).
    Ipv4Form,
    /// `trailing-dot`: one has a dot after the last label. The dot makes a name of the DNS complete,
    /// and certificates, cookies and lists of hosts are compared without knowing that (3.2.2).
    TrailingDot,
    /// `a-label`: characters beyond ASCII for one, a label `xn--` for the other. Which label stands for
    /// which characters depends on the version of IDNA, so that one name may lead to two hosts.
    ALabel,
}

impl Spelling {
    /// The name, such as `empty-path`.
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
