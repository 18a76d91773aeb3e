//! scratch
use std::cell::RefCell;
use std::collections::BTreeMap;
use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};
use urispec::sample::Sampler;
use urispec::suite::Suite;
use urispec::{Edition, HostKind, Recognizer};
use url::Url;

const ABSOLUTE: &str = "absolute-URL-with-fragment-string";
const BASES: [(&str, Option<&str>, Option<&str>); 5] = [
    ("none", None, None),
    ("special", Some("http://b.example/d/f?q"), Some("special-base-relative-URL-with-fragment-string")),
    ("file", Some("file:///d/f?q"), Some("file-base-relative-URL-with-fragment-string")),
    ("other", Some("foo://b/d/f?q"), Some("other-base-relative-URL-with-fragment-string")),
    ("opaque", Some("foo:d"), Some("opaque-base-relative-URL-with-fragment-string")),
];

fn production(name: &str) -> Recognizer { Edition::Whatwg.production(name).unwrap() }

fn is_valid_domain(text: &str) -> bool {
    let ascii = Uts46::new().to_ascii(text.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify);
    let Ok(ascii) = ascii else { return false };
    let last = ascii.rsplit('.').next().unwrap();
    let hex = last.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_hexdigit()));
    !(hex || last.bytes().all(|b| b.is_ascii_digit()))
}

fn is_written(of: &[Recognizer], text: &str) -> bool {
    of.iter().any(|p| p.accepts(text.as_bytes()) && {
        let whole = if p.rule().contains("relative") { p.reference(text) } else { p.reference(text) };
        let host = whole.unwrap().host();
        host.is_none_or(|h| h.kind() != HostKind::Hostname || is_valid_domain(h.text()))
    })
}

#[test]
fn explore() {
    let mut clusters: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
    let mut count = 0;
    let mut strings: Vec<String> = vec![];
    for name in [ABSOLUTE].into_iter().chain(BASES.iter().filter_map(|b| b.2)) {
        strings.extend(Suite::of(production(name)).cases().map(|c| c.input));
        for (seed, len) in [(1, 12), (2, 24), (3, 60)] {
            let mut s = Sampler::of(production(name)).seed(seed).max_len(len).unwrap();
            for _ in 0..3000 { strings.push(s.member()); strings.push(s.near_miss()); }
        }
    }
    for host in ["valid-domain-string", "valid-host-string", "valid-opaque-host-string", "valid-IPv6-address-string", "host-and-port-string"] {
        for case in Suite::of(production(host)).cases() {
            for before in ["http://", "file://", "foo://", "//", "http://[", "foo://["] {
                let t = format!("{before}{}", case.input);
                strings.push(format!("{t}]/"));
                strings.push(t);
            }
        }
    }
    strings.sort(); strings.dedup();
    eprintln!("{} strings", strings.len());
    for (kind, base, relative) in BASES {
        let base = base.map(|b| Url::parse(b).unwrap());
        let of: Vec<_> = [Some(ABSOLUTE), relative].into_iter().flatten().map(production).collect();
        for text in &strings {
            let seen = RefCell::new(vec![]);
            let log = |v: url::SyntaxViolation| seen.borrow_mut().push(format!("{v:?}"));
            let parsed = Url::options().base_url(base.as_ref()).syntax_violation_callback(Some(&log)).parse(text);
            let mut seen = seen.into_inner(); seen.dedup();
            let quiet = parsed.is_ok() && seen.is_empty();
            let written = is_written(&of, text);
            count += 1;
            if quiet != written {
                let key = if written { format!("written, {seen:?} {:?}", parsed.err()) } else {
                    let offset = of[0].acceptor().offset(text.as_bytes());
                    let in_lang = of.iter().any(|p| p.accepts(text.as_bytes()));
                    let host = parsed.as_ref().ok().and_then(|u| u.host().map(|h| match h { url::Host::Domain(_) => "domain", url::Host::Ipv4(_) => "v4", url::Host::Ipv6(_) => "v6" }));
                    let at = offset.map(|o| text[o..].chars().next());
                    let special = parsed.as_ref().is_ok_and(|u| ["http","https","ftp","ws","wss","file"].contains(&u.scheme()));
                    format!("silent, {host:?} special {special} grammar {in_lang} {:?}", at.map(|c| c.map(|c| if c.is_ascii_alphanumeric() {'a'} else if c.is_ascii() {c} else {'é'})))
                };
                let entry = clusters.entry((kind.to_owned(), key)).or_insert((0, text.clone()));
                entry.0 += 1;
                if (text.chars().count(), text) < (entry.1.chars().count(), &entry.1) { entry.1 = text.clone(); }
            }
        }
    }
    for ((kind, key), (n, text)) in &clusters { eprintln!("{kind:8} {n:6} {text:?}  {key}"); }
    eprintln!("{count} asked, {} clusters", clusters.len());
}
