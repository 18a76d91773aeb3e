//! What answers on one string do not agree on.
//!
//! In: answers. Out: of each [`Kind`] on which they are not the same, who differs from whom.
//! What is forgotten: what each of them says, which stands in the answers.

use std::fmt;

use super::answer::{Answer, Component};
use crate::host::HostKind;

/// A kind of disagreement. Its `Display` is a name that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `accepts`: these take for valid what the newest edition rejects.
    Accepts,
    /// `rejects`: these reject what the newest edition takes for valid.
    Rejects,
    /// `scheme`, `authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`: the
    /// component is another, or is not defined.
    Component(Component),
    /// `host-kind`: the host is a name in one and an address in another, or an address of another
    /// kind.
    HostKind,
    /// `opaque`: what follows the scheme is opaque in one, and a path in another.
    Opaque,
    /// `production`: the production of its scheme derives it in one, and does not in another that
    /// has one too.
    Production,
    /// `target`: it resolves to something else.
    Target,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 14] = [
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

    /// Its name, such as `host-kind`.
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

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who does not agree, with whom, and on what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// On what.
    pub kind: Kind,
    /// The newest edition that has a say.
    pub from: &'static str,
    /// Those that differ from it.
    pub by: Vec<&'static str>,
}

/// What each kind's answers are, by which they are the same or not.
#[derive(PartialEq, Eq)]
enum Say<'v> {
    Valid(bool),
    Text(Option<&'v str>),
    Is(bool),
    Target(&'v super::ResolvedTo),
}

/// What an answer says on something, if it has a say.
fn say<'v>(kind: Kind, answer: &'v Answer<'_>) -> Option<Say<'v>> {
    let parts = answer.parts();
    match kind {
        Kind::Accepts | Kind::Rejects => Some(Say::Valid(answer.is_valid())),
        Kind::Component(component) => Some(Say::Text(parts?.component(component))),
        Kind::HostKind => Some(Say::Text(Some(sort(parts?.host_kind?)))),
        Kind::Opaque => Some(Say::Is(parts?.is_opaque)),
        Kind::Production => Some(Say::Is(parts?.by_scheme?)),
        Kind::Target => Some(Say::Target(answer.target()?)),
    }
}

/// Names are names, whatever an edition calls them.
const fn sort(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4Address | HostKind::Hostnumber => "IPv4",
        HostKind::Ipv6Address => "IPv6",
        HostKind::IpvFuture => "IPvFuture",
        HostKind::RegName | HostKind::Hostname => "name",
    }
}

pub(super) fn among(each: &[Answer<'_>]) -> Vec<Disagreement> {
    Kind::ALL.into_iter().filter_map(|kind| on(kind, each)).collect()
}

fn on(kind: Kind, each: &[Answer<'_>]) -> Option<Disagreement> {
    let has_say = |answer: &&Answer<'_>| say(kind, answer).is_some();
    let newest = each.iter().rfind(|answer| answer.edition().is_some() && has_say(answer));
    let newest = newest.or_else(|| each.iter().find(has_say))?;
    let is_asked = match kind {
        Kind::Accepts => !newest.is_valid(),
        Kind::Rejects => newest.is_valid(),
        _ => true,
    };
    let differs = |answer: &&Answer<'_>| has_say(answer) && say(kind, answer) != say(kind, newest);
    let by: Vec<_> = each.iter().filter(differs).map(Answer::by).collect();
    (is_asked && !by.is_empty()).then(|| Disagreement { kind, from: newest.by(), by })
}
