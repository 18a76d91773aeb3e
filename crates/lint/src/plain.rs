//! The fast path of the lints: whether a reference is so plain that no lint applies.
//!
//! In: a reference. Out: whether no lint of [`Pack::Letter`](super::Pack::Letter) applies to it, in any edition that
//! has no lints of its own. The check is one pass over the string and allocates nothing, while the lints normalize the
//! string several times. A reference that is not plain goes through all lints, and still has mostly no finding.
//!
//! Plain is a URL of a scheme that goes to a server, with a host name of the DNS in lower case and
//! nothing else in the authority, and a path whose segments are neither dots nor names of devices,
//! all of ASCII, and without escapes but those of delimiters that are data.

use urispec::internal::{DocumentSpec, percent, spans};
use urispec::{HostKind, Reference};

use super::authority::is_label;
use super::relative::is_device;

/// The schemes of plain URLs. Their URLs go to a server, and none means the own machine.
const SCHEMES: [&str; 3] = ["http", "https", "ftp"];

/// Whether no lint applies to the reference.
pub(super) fn is_plain(reference: &Reference<'_>, facts: &DocumentSpec) -> bool {
    let (text, spans) = (reference.as_str(), spans(reference));
    let bytes = text.as_bytes();
    let [host, path, path_end] =
        [spans.host_start, spans.path_start, spans.path_end].map(|at| at as usize);
    // Right after "://" is the host, and right after that the path.
    reference.scheme().is_some_and(|scheme| SCHEMES.contains(&scheme))
        && matches!(spans.host, Some(HostKind::RegName | HostKind::Hostname))
        && spans.host_start == spans.scheme_end + 3
        && spans.host_end == spans.path_start
        && is_name(&text[host..path])
        && bytes.get(path) == Some(&b'/')
        && path < path_end
        && bytes[path..].is_ascii()
        && are_plain_segments(&text[path + 1..path_end])
        && are_plain_escapes(&bytes[path..], facts)
}

/// Whether a host is a name of the DNS in lower case that nobody takes for an address.
fn is_name(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or(host);
    host.len() <= 255
        && last.starts_with(|first: char| first.is_ascii_lowercase())
        && !host.bytes().any(|byte| byte.is_ascii_uppercase())
        && host.split('.').all(is_label)
}

fn are_plain_segments(path: &str) -> bool {
    path.split('/').all(|segment| !segment.starts_with('.') && !is_device(segment))
}

/// Whether every escape is written in upper case, stands for a printed character, and would be
/// another character for nobody who decodes it early.
fn are_plain_escapes(bytes: &[u8], facts: &DocumentSpec) -> bool {
    let mut rest = bytes;
    while let Some(at) = memchr::memchr(b'%', rest) {
        rest = &rest[at..];
        let Some(octet) = percent::triplet(rest) else { return false };
        let is_plain = matches!(octet, b' '..=b'~')
            && !matches!(octet, b'/' | b'\\' | b'%' | b':' | b'[' | b']' | b'.')
            && facts.ladder.unreserved.is_none_or(|(may_stand, _)| !may_stand(octet));
        if !is_plain || rest[1..3].iter().any(u8::is_ascii_lowercase) {
            return false;
        }
        rest = &rest[3..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::{Linter, schemes};
    use super::*;
    use urispec::Edition;

    /// Whether a string is plain in an edition; if so, no lint says anything.
    fn holds(edition: Edition, text: &str) -> bool {
        let Ok(reference) = Reference::parse(edition, text) else { return false };
        let linter = Linter::from_edition(edition);
        let is_plain = is_plain(&reference, linter.facts);
        if is_plain {
            let found = linter.search(reference);
            assert!(found.is_empty(), "{edition} {text}: {found:?}");
        }
        is_plain
    }

    /// Those without lints of their own.
    fn editions() -> impl Iterator<Item = Edition> {
        Edition::every().filter(|edition| schemes::of(*edition).is_none())
    }

    #[test]
    fn of_what_is_plain_no_lint_says_anything() {
        let hosts = [
            "a.b",
            "a",
            "localhost",
            "1.a",
            "a.1",
            "0x7f.1",
            "A.b",
            "a_b",
            "a-.b",
            "a.",
            "a..b",
            "",
            "1.2.3.4",
            "[::1]",
            "a.b:80",
            "a.b:",
            "u@a.b",
            "%41.b",
            "xn--a.b",
        ];
        let paths = [
            "", "/", "/a", "/.", "/..", "/a/./b", "/...", "/aux", "/AUX.txt", "/com1", "/com1.a",
            "/.aux", "//", "//a", "/a%20b", "/a%2Fb", "/a%2fb", "/%41", "/%2E", "/%C3%A9", "/%E9",
            "/%25", "/%2541", "/%00", "/%0A", "/%3A", "/%5B", "/%5C", "/%3C", "/%3c", "/a;b",
            "/a:b", "/a@b", "/~a", "/%7E", "/%24", "/%aux", "/a%2E", "/lpt%31", "/nul%2Ea",
            "/con%20", "/a+b",
        ];
        let rests =
            ["", "?", "?a", "?%41", "?%20", "?a=/../b", "#", "#a", "#%20", "?%00#a", "?a%2Fb"];
        let mut plain = 0;
        for scheme in ["http", "https", "ftp", "HTTP", "file", "gopher", "x"] {
            for host in hosts {
                for path in paths {
                    for rest in rests {
                        let text = format!("{scheme}://{host}{path}{rest}");
                        plain += editions().filter(|edition| holds(*edition, &text)).count();
                    }
                }
            }
        }
        assert!(plain > 1_000, "{plain}");
    }

    /// The URLs of the web, where they are.
    #[test]
    fn of_most_urls_of_the_web_there_is_nothing_to_say() {
        let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
            eprintln!("skipped: there is no ../shared/corpus/web.txt");
            return;
        };
        let all: Vec<_> = web.lines().step_by(5).collect();
        let plain = all.iter().filter(|text| holds(Edition::Rfc3986, text)).count();
        assert!(plain * 10 > all.len() * 7, "{plain} of {}", all.len());
        for edition in editions() {
            all.iter().step_by(7).for_each(|text| {
                holds(edition, text);
            });
        }
    }
}
