//! The strings of two hosts.
//!
//! In: a host that is trusted, and one of an attacker. Out: a string for each template of the [`FAMILIES`], and one more
//! with the hosts exchanged where the template has both: which of two readers is the filter is not known. What is
//! forgotten is whether any reader parts there.
//!
//! The surprising case: a form of a host may not exist. Only an address of IPv4 has one in hexadecimal digits, and only a
//! name is written with full-width letters.

use std::net::Ipv4Addr;

use super::families::{FAMILIES, Family};

/// Two hosts.
#[derive(Clone, Copy)]
pub(super) struct Hosts<'h> {
    pub(super) good: &'h str,
    pub(super) evil: &'h str,
}

/// A string that may lead two readers to two hosts.
pub(super) struct Payload {
    pub(super) family: &'static Family,
    pub(super) text: String,
}

/// All strings, in the order of the families, each once.
pub(super) fn all(hosts: Hosts<'_>) -> Vec<Payload> {
    let mut payloads: Vec<Payload> = Vec::new();
    let exchanged = Hosts { good: hosts.evil, evil: hosts.good };
    for family in FAMILIES {
        for template in family.templates {
            let both = template.contains("{good}") && template.contains("{evil");
            for hosts in [hosts, exchanged].into_iter().take(1 + usize::from(both)) {
                let Some(text) = written(template, hosts) else { continue };
                if payloads.iter().all(|one| one.text != text) {
                    payloads.push(Payload { family, text });
                }
            }
        }
    }
    payloads
}

/// A template with the hosts in it. None if it has a form that the host does not have.
fn written(template: &str, hosts: Hosts<'_>) -> Option<String> {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        text += before;
        match name {
            "good" => text += hosts.good,
            "evil" => text += hosts.evil,
            form => text += &formed(form.strip_prefix("evil:")?, hosts.evil)?,
        }
        rest = after;
    }
    Some(text + rest)
}

/// A host in a form: an address of IPv4 in one of numbers, a name in one of letters.
fn formed(form: &str, host: &str) -> Option<String> {
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        let ([a, b, c, d], number) = (address.octets(), u32::from(address));
        return Some(match form {
            "address" => host.to_owned(),
            "hex" => format!("0x{number:x}"),
            "decimal" => number.to_string(),
            "octal" => format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
            "short" => format!("{a}.{}", number & 0xff_ffff),
            "escaped" => escaped(host),
            _ => return None,
        });
    }
    if host.starts_with('[') {
        return None;
    }
    Some(match form {
        "escaped" => escaped(host),
        "wide" => host.chars().map(wide).collect(),
        "dots" => host.replace('.', "\u{3002}"),
        "soft" => {
            let (first, rest) = host.split_at_checked(1)?;
            format!("{first}\u{ad}{rest}")
        }
        _ => return None,
    })
}

/// Each octet escaped (RFC 3986, 2.1).
fn escaped(host: &str) -> String {
    host.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// A letter or a digit of ASCII in full width, as U+FF41 is `a`.
fn wide(c: char) -> char {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => {
            char::from_u32(u32::from(c) - 0x20 + 0xff00).unwrap_or(c)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const HOSTS: Hosts<'static> = Hosts { good: "good.example", evil: "evil.example" };

    #[test]
    fn a_template_has_its_hosts() {
        let text = |template| written(template, HOSTS);
        assert_eq!(text("http://{evil}\\@{good}/").unwrap(), "http://evil.example\\@good.example/");
        assert_eq!(text("http://{evil:dots}/").unwrap(), "http://evil\u{3002}example/");
        assert_eq!(text("{evil:hex}"), None);
        assert_eq!(text("{evil:nothing}"), None);
    }

    #[test]
    fn forms_of_a_host() {
        // 192.0.2.1 is c0 00 02 01: 3,221,225,985 and 0xC0000201; its last three octets are 513.
        let of = |form| formed(form, "192.0.2.1");
        assert_eq!(of("hex").unwrap(), "0xc0000201");
        assert_eq!(of("decimal").unwrap(), "3221225985");
        assert_eq!(of("octal").unwrap(), "0300.00.02.01");
        assert_eq!(of("short").unwrap(), "192.513");
        assert_eq!(of("escaped").unwrap(), "%31%39%32%2E%30%2E%32%2E%31");
        assert_eq!(of("address").unwrap(), "192.0.2.1");
        assert_eq!(of("wide"), None);
        assert_eq!(formed("hex", "a.b"), None);
        assert_eq!(formed("wide", "a9.B").unwrap(), "\u{ff41}\u{ff19}.\u{ff22}");
        assert_eq!(formed("soft", "ab.c").unwrap(), "a\u{ad}b.c");
        assert_eq!(formed("escaped", "a.b").unwrap(), "%61%2E%62");
        for form in ["hex", "wide", "escaped", "soft", "dots"] {
            assert_eq!(formed(form, "[::1]"), None, "{form}");
        }
        // The first character has more than one octet.
        assert_eq!(formed("soft", "\u{e9}a"), None);
    }

    #[test]
    fn each_family_has_strings_and_each_string_a_family() {
        let named: BTreeSet<_> = FAMILIES.iter().map(|family| family.name).collect();
        assert_eq!(named.len(), FAMILIES.len());
        let hosts = [HOSTS, Hosts { evil: "192.0.2.1", ..HOSTS }];
        let made: BTreeSet<_> =
            hosts.into_iter().flat_map(all).map(|payload| payload.family.name).collect();
        assert_eq!(made, named);
        for hosts in hosts {
            let payloads = all(hosts);
            let texts: BTreeSet<_> = payloads.iter().map(|payload| &payload.text).collect();
            assert_eq!(texts.len(), payloads.len());
            for text in texts {
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }

    /// Both hosts change places, since either reader may be the filter.
    #[test]
    fn hosts_are_exchanged() {
        let texts: Vec<_> = all(HOSTS).into_iter().map(|payload| payload.text).collect();
        for text in ["http://evil.example\\@good.example/", "http://good.example\\@evil.example/"] {
            assert!(texts.iter().any(|one| one == text), "{text}");
        }
        assert!(!texts.iter().any(|text| text == "http:good.example/"));
    }
}
