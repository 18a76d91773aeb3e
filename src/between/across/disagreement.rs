//! The disagreements between the answers about one string.
//!
//! In: answers. Out: a [`Disagreement`] for each [`Kind`] on which the answers differ: who differs
//! from whom. What is forgotten: the answers themselves.

use std::fmt;

use super::answer::Answer;
use crate::editions::Edition;
use crate::parsers::{Aspect, Component, Weight, differences};
use crate::parts::host::HostKind;

/// A kind of disagreement. `Display` prints a name that does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DisagreementKind {
    /// `accepts`: some accept what RFC 3986 rejects.
    Accepts,
    /// `rejects`: some reject what RFC 3986 accepts.
    Rejects,
    /// `scheme`, `authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`: the
    /// component is different or undefined.
    Component(Component),
    /// `host-kind`: the kind of the host is different: a name for one, an address for another, or
    /// addresses of two kinds.
    HostKind,
    /// `opaque`: the text after the scheme is opaque for one, and a path for another.
    Opaque,
    /// `production`: the production of the scheme derives the string in one edition, and does not
    /// in another that has such a production too.
    Production,
    /// `target`: the string resolves to something else.
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

    /// The name of the kind, such as `host-kind`.
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

/// A disagreement: its kind, the edition that is compared with, and those who differ from it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The kind of the disagreement.
    pub kind: DisagreementKind,
    /// RFC 3986, or where that has no answer to the question, the newest edition that has one.
    pub from: &'static str,
    /// The editions and other parsers that differ from that edition.
    pub by: Vec<&'static str>,
}

/// The part of an answer that a kind of disagreement compares.
#[derive(PartialEq, Eq)]
enum Say<'v> {
    Valid(bool),
    Text(Option<&'v str>),
    Is(bool),
    Target(&'v super::ResolvedTo),
}

/// The part of an answer that a kind compares, if the answer has it.
fn say<'v>(kind: DisagreementKind, answer: &'v Answer<'_>) -> Option<Say<'v>> {
    let parts = answer.parts();
    match kind {
        DisagreementKind::Accepts | DisagreementKind::Rejects => {
            Some(Say::Valid(answer.is_valid()))
        }
        // Who leaves the authority undivided says nothing of its parts.
        DisagreementKind::Component(Component::Userinfo | Component::Host | Component::Port)
            if answer.edition().is_some_and(|edition| !edition.tells_hosts()) =>
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

/// The sort of a host: names are all alike, whatever an edition calls them.
const fn sort(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4Address | HostKind::Hostnumber => "IPv4",
        HostKind::Ipv6Address | HostKind::Ipv6Addrz => "IPv6",
        HostKind::IpvFuture => "IPvFuture",
        HostKind::RegName | HostKind::Hostname => "name",
    }
}

/// How another parser's answer is compared with that of an edition. Those of two editions are compared
/// letter by letter: each has the text as it was given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelled {
    /// Letter by letter.
    Exactly,
    /// Other words for the same are no disagreement.
    Anyhow,
}

pub(super) fn among(each: &[Answer<'_>], spelled: Spelled) -> Vec<Disagreement> {
    DisagreementKind::ALL.iter().copied().filter_map(|kind| on(kind, each, spelled)).collect()
}

/// Whether two answers say the same of a component or of the target, in whatever words.
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
    let told = [one.told(), other.told()];
    let found = differences(&told);
    let mut found = found.iter().filter(|one| aspects.contains(&one.aspect)).peekable();
    found.peek().is_some() && found.all(|one| one.weight == Weight::Canonical)
}

fn on(kind: DisagreementKind, each: &[Answer<'_>], spelled: Spelled) -> Option<Disagreement> {
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
        is_other && spelled == Spelled::Anyhow && is_canonical(kind, answer, from)
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
