//! `--host-allow-file`: hosts that are allowed, and readers that do not agree whether the host of a string is.
//!
//! The surprising case: a host is compared as the readers' hosts are compared with each other. Letter
//! case does not matter, but a dot at the end does.

use urispec_compare::parsers::{Aspect, Component, ParserAnswer, canonical_host};
use urispec_views::record::Record;

use super::table;
use super::table::Veil;
use crate::peer::{contacted, is_host};

/// The hosts that are allowed, in their canonical spelling.
#[derive(Default)]
pub(super) struct Allow {
    hosts: Vec<String>,
    /// Each begins with a dot.
    below: Vec<String>,
}

struct Verdict {
    reader: usize,
    host: Option<String>,
    is_allowed: bool,
}

/// What readers that do not agree take for the host.
pub(super) struct Conflict(Vec<Verdict>);

impl Allow {
    pub(super) fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut allow = Self::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (host, is_below) = match line.strip_prefix("*.") {
                Some(host) => (host, true),
                None => (line, false),
            };
            match canonical_host(host).filter(|host| is_host(host, is_below)) {
                Some(host) if is_below => allow.below.push(format!(".{host}")),
                Some(host) => allow.hosts.push(host),
                None => {
                    let why = "this is no host: write the host alone, such as `example.com`, \
                               `*.example.com` or `[::1]`";
                    return Err((at + 1, why.to_owned()));
                }
            }
        }
        Ok(allow)
    }

    fn allows(&self, host: &str) -> bool {
        let Some(host) = canonical_host(host) else { return false };
        self.hosts.contains(&host)
            || self.below.iter().any(|end| host.len() > end.len() && host.ends_with(end))
    }

    /// What readers take for the host, if some take it for an allowed one and others do not.
    pub(super) fn conflict(&self, told: &[ParserAnswer<'_>]) -> Option<Conflict> {
        let verdict = |(reader, told): (usize, &ParserAnswer<'_>)| {
            let host = contacted(told)?;
            let is_allowed = host.as_deref().is_some_and(|host| self.allows(host));
            Some(Verdict { reader, host, is_allowed })
        };
        let all: Vec<_> = told.iter().enumerate().filter_map(verdict).collect();
        let has = |is_allowed| all.iter().any(|one| one.is_allowed == is_allowed);
        (has(true) && has(false)).then_some(Conflict(all))
    }
}

impl Conflict {
    /// In words: `allowed: good.com (appendix-b) · not: evil.com (whatwg)`.
    pub(super) fn said(&self, names: &[String], veil: &Veil<'_>) -> String {
        let side = |is_allowed| {
            let mut hosts: Vec<(&Option<String>, Vec<usize>)> = Vec::new();
            for one in self.0.iter().filter(|one| one.is_allowed == is_allowed) {
                match hosts.iter_mut().find(|(host, _)| *host == &one.host) {
                    Some((_, readers)) => readers.push(one.reader),
                    None => hosts.push((&one.host, vec![one.reader])),
                }
            }
            let hosts = hosts.iter().map(|(host, readers)| {
                let aspect = Aspect::Component(Component::Host);
                let host = host.as_ref().map_or("none".to_owned(), |h| veil.shown(aspect, h));
                format!("{host} ({})", table::by(readers, names))
            });
            hosts.collect::<Vec<_>>().join(", ")
        };
        format!("allowed: {} · not: {}", side(true), side(false))
    }

    pub(super) fn records(&self, names: &[String]) -> impl Iterator<Item = Record> {
        self.0.iter().map(|one| {
            let name = names.get(one.reader);
            Record::new()
                .with("reader", name)
                .with_null("host", one.host.as_deref())
                .with("allowed", one.is_allowed)
        })
    }
}

#[cfg(test)]
mod tests {
    use urispec_compare::parsers::Tell;

    use super::*;

    #[test]
    fn what_is_allowed() {
        let allow = Allow::read("# ours\n\nGood.com\n*.example.com\n [::1] \n").ok().unwrap();
        for host in ["good.com", "GOOD.COM", "a.example.com", "a.B.example.com", "0::1", "[::1]"] {
            assert!(allow.allows(host), "{host}");
        }
        for host in
            ["", "good.com.", "agood.com", "example.com", ".example.com", "aexample.com", "::2"]
        {
            assert!(!allow.allows(host), "{host}");
        }
        for (text, line) in [
            ("a\nhttp://h/", 2),
            ("*", 1),
            ("a b", 1),
            ("h:80", 1),
            ("*.", 1),
            ("[::1", 1),
            (".a", 1),
            ("a..b", 1),
            ("%41.a", 1),
            ("[v1.a]", 1),
        ] {
            assert_eq!(Allow::read(text).err().map(|(at, _)| at), Some(line), "{text}");
        }
    }

    /// Who rejects a string and who tells no host have no say; whoever finds no host contacts another.
    #[test]
    fn who_has_a_say() {
        let allow = Allow::read("good.com").ok().unwrap();
        let told = |host: &str| {
            ParserAnswer::default().with(Component::Host, Tell::new(Some(host.to_owned())))
        };
        let none = || ParserAnswer::default().with(Component::Host, Tell::Undefined);
        let mut rejects = told("evil.com");
        rejects.is_valid = Some(false);
        assert!(
            allow
                .conflict(&[told("good.com"), told("GOOD.com"), ParserAnswer::default()])
                .is_none()
        );
        assert!(allow.conflict(&[told("good.com"), rejects]).is_none());
        assert!(allow.conflict(&[none(), told("evil.com")]).is_none());
        assert!(allow.conflict(&[told("good.com"), told("evil.com")]).is_some());
        assert!(allow.conflict(&[told("good.com"), none()]).is_some());
    }
}
