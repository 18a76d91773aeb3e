//! The strings over which readers take different hosts, the most dangerous first.
//!
//! In: all payloads, and readers. Out: those payloads that lead two readers to two hosts, each with who goes where
//! ([`Confusion`]). A reference is asked about against a base, whose host is the one that is trusted. What is forgotten
//! is everything else that readers tell: `differ` shows it.

use urispec_compare::parsers::{
    Component, Difference, ParserAnswer, Said, Tell, Weight, canonical_host, differences,
};
use urispec_views::whatwg;

use super::payloads::{Hosts, Payload};
use crate::peer::contact::contacted;
use crate::peer::panel::Panel;

/// What a confusion may do, the most dangerous first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Danger {
    /// One reader takes the host that is trusted, another that of the attacker.
    GoodAndEvil,
    /// One takes the host of the attacker, another one a host that is neither.
    EvilAndOther,
    /// One takes the host that is trusted, another one a host that is neither.
    GoodAndOther,
    /// The hosts are neither, and do not look alike.
    Others,
    /// The hosts look alike: an escape, a form of an address, a dot at the end, an A-label.
    Alike,
    /// One reader finds a host, and another finds none.
    HostAndNone,
}

impl Danger {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::GoodAndEvil => "good-and-evil",
            Self::EvilAndOther => "evil-and-other",
            Self::GoodAndOther => "good-and-other",
            Self::Others => "others",
            Self::Alike => "alike",
            Self::HostAndNone => "host-and-none",
        }
    }

    /// What a difference in hosts may do.
    fn of(one: &Difference, hosts: Hosts<'_>) -> Self {
        if !one.contacts_two_hosts() {
            return Self::HostAndNone;
        }
        let is = |host: &str| {
            // A name beyond ASCII is told in A-labels by some.
            let url = format!("http://{host}/");
            let mapped = whatwg::told(&url, None);
            let mapped = mapped.component(Component::Host).text().and_then(canonical_host);
            let spelled = [canonical_host(host), mapped];
            one.groups.iter().any(|group| match &group.said {
                Said::Text(text) => spelled.contains(&canonical_host(text)),
                _ => false,
            })
        };
        match (is(hosts.good), is(hosts.evil)) {
            (true, true) => Self::GoodAndEvil,
            _ if !one.spellings.is_empty() => Self::Alike,
            (false, true) => Self::EvilAndOther,
            (true, false) => Self::GoodAndOther,
            (false, false) => Self::Others,
        }
    }
}

/// A payload that leads readers to different hosts.
pub(super) struct Confusion {
    pub(super) payload: Payload,
    pub(super) danger: Danger,
    /// The hosts, each with the readers that take it.
    pub(super) difference: Difference,
}

/// The payloads over which the readers take different hosts, by danger and then in their order.
///
/// # Errors
/// What is wrong with a program that cannot be asked.
pub(super) fn confusions(
    payloads: Vec<Payload>,
    hosts: Hosts<'_>,
    panel: &mut Panel,
) -> Result<Vec<Confusion>, String> {
    let base = base(hosts);
    let mut found = Vec::new();
    let (references, whole): (Vec<_>, Vec<_>) =
        payloads.into_iter().partition(|payload| payload.family.is_reference);
    for (payloads, base) in [(whole, None), (references, Some(base))] {
        panel.base = base;
        let is_reference = panel.base.is_some();
        let told = {
            let texts: Vec<_> = payloads.iter().map(|payload| &*payload.text).collect();
            let told = panel.ask(&texts)?;
            told.iter().map(|told| difference(told, is_reference)).collect::<Vec<_>>()
        };
        for (payload, difference) in payloads.into_iter().zip(told) {
            let Some(difference) = difference else { continue };
            let danger = Danger::of(&difference, hosts);
            found.push(Confusion { payload, danger, difference });
        }
    }
    found.sort_by_key(|one| one.danger);
    Ok(found)
}

/// The base of references.
pub(super) fn base(hosts: Hosts<'_>) -> String {
    format!("http://{}/", hosts.good)
}

/// The hosts that readers take, if they do not take the same.
fn difference(told: &[ParserAnswer<'_>], is_reference: bool) -> Option<Difference> {
    let host = |told: &ParserAnswer<'_>| {
        // Who does not resolve a reference does not say where it leads.
        let has_say = !is_reference || told.target.is_told();
        let host = contacted(told).filter(|_| has_say);
        let host =
            host.map_or(Tell::NotTold, |host| Tell::new(host.filter(|host| !host.is_empty())));
        ParserAnswer::default().with(Component::Host, host)
    };
    let hosts: Vec<_> = told.iter().map(host).collect();
    differences(&hosts).into_iter().find(|one| one.weight == Weight::Material)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTS: Hosts<'static> = Hosts { good: "good.example", evil: "evil.example" };

    fn danger(hosts: &[&str]) -> Option<Danger> {
        let told = |host: &&str| {
            let host = Some(host.to_string()).filter(|host| host != "-");
            ParserAnswer::valid(true).with(Component::Host, Tell::new(host))
        };
        let told: Vec<_> = hosts.iter().map(told).collect();
        difference(&told, false).map(|one| Danger::of(&one, HOSTS))
    }

    #[test]
    fn what_readers_take() {
        for (hosts, expected) in [
            (&["good.example", "evil.example"][..], Some(Danger::GoodAndEvil)),
            (&["x", "GOOD.example", "evil.example"], Some(Danger::GoodAndEvil)),
            (&["evil.example", "evil.example\\.good.example"], Some(Danger::EvilAndOther)),
            (&["-", "evil.example", "x"], Some(Danger::EvilAndOther)),
            (&["good.example", "x"], Some(Danger::GoodAndOther)),
            (&["x", "y"], Some(Danger::Others)),
            (&["evil.example", "evil.example."], Some(Danger::Alike)),
            (&["evil.example", "-"], Some(Danger::HostAndNone)),
            (&["evil.example", ""], Some(Danger::HostAndNone)),
            (&["evil.example", "EVIL.example"], None),
            (&["", "-"], None),
        ] {
            assert_eq!(danger(hosts), expected, "{hosts:?}");
        }
    }

    /// Both spellings of a name are the name.
    #[test]
    fn a_name_beyond_ascii() {
        let hosts = Hosts { good: "m\u{fc}nchen.example", evil: "evil.example" };
        let told = |host: &str| {
            ParserAnswer::valid(true).with(Component::Host, Tell::new(Some(host.to_owned())))
        };
        let found = difference(&[told("xn--mnchen-3ya.example"), told("evil.example")], false);
        assert_eq!(Danger::of(&found.unwrap(), hosts), Danger::GoodAndEvil);
    }

    /// Who rejects a string contacts nobody, and who tells no target does not resolve.
    #[test]
    fn who_has_no_say() {
        let told = |host: &str| {
            ParserAnswer::valid(true).with(Component::Host, Tell::new(Some(host.to_owned())))
        };
        let mut rejects = told("b");
        rejects.is_valid = Some(false);
        assert!(difference(&[told("a"), rejects], false).is_none());
        let mut resolves = told("a");
        resolves.target = Tell::new(Some("http://c/".to_owned()));
        assert!(difference(&[told("a"), resolves.clone()], true).is_none());
        let mut other = told("a");
        other.target = Tell::new(Some("http://d/".to_owned()));
        assert!(difference(&[other, resolves], true).is_some());
    }
}
