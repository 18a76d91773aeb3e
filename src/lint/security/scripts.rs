//! Names beyond ASCII: what a label in Punycode says, which scripts a label mixes, and what it looks like.
//!
//! In: the hosts that the readers find. Out: what UTS 39 says of each label. A label of scripts that are
//! written together, as Han and kana are, is not mixed: that is its level "highly restrictive".
//!
//! The surprising case: `xn--80ak6aa92e.com` is of one script, and looks like `apple.com` all the same.

use std::ops::Range;

use unicode_security::confusable_detection::skeleton;
use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection};

use super::decoded::decoded;
use super::division::is_removed;
use super::found::Found;
use super::readers::Shown;
use super::spelling::{mapped, spelled};
use super::subject::{Standard, Subject};
use super::table::*;
use crate::lint::subject::{Excerpt, span_in};
use crate::lint::{Citation, Lint};
use crate::parse::whatwg::{Host, is_valid_domain};
use crate::parts::idna::punycode;

/// The length of the longest label that is looked at, in bytes: 63 (RFC 1034, 3.1), each escaped.
const LONGEST: usize = 63 * 3 * 4;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    for host in subject.hosts() {
        let standard = subject.standard(&host.span());
        let is_plain = host.text.is_ascii() && !has_punycode(host.text) && !host.text.contains('%');
        if is_plain || host.text.starts_with('[') || spelled(host.text, standard).is_some() {
            continue;
        }
        // Nobody takes a name below a domain of its own script for one of ASCII, nor that domain itself.
        let last = self::labels(&host).filter(|(text, _)| !text.is_empty()).last();
        let last = last.map_or("", |(text, _)| text);
        let is_foreign = last.len() < host.text.len() && (!last.is_ascii() || has_punycode(last));
        for (text, span) in labels(&host) {
            label(text, span, standard, is_foreign, found);
        }
    }
}

fn has_punycode(text: &str) -> bool {
    text.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"xn--"))
}

/// The labels of a host, and where each stands. An ideographic full stop divides too (UTS 46).
fn labels<'i>(host: &Excerpt<'i>) -> impl Iterator<Item = (&'i str, Range<usize>)> {
    let is_dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}');
    let Excerpt { text, start } = *host;
    text.split(is_dot).map(move |label| {
        let at = start + span_in(text, label).start;
        (label, at..at + label.len())
    })
}

fn label(text: &str, span: Range<usize>, standard: Standard, is_foreign: bool, found: &mut Found) {
    if text.len() > LONGEST {
        return;
    }
    let kept: String = text.chars().filter(|c| !is_removed(*c)).collect();
    let name = mapped(&decoded(&kept)).to_ascii_lowercase();
    let Some(code) = name.strip_prefix("xn--") else {
        if !name.is_ascii() {
            let host = match standard {
                Standard::Domain => Host::parse(&kept, false),
                Standard::Opaque => Host::parse(&kept, true),
                Standard::Other => None,
            };
            let host = match host {
                _ if standard == Standard::Other => {
                    "the URL Standard finds no such host".to_owned()
                }
                Some(host) => format!("the URL Standard takes it for {host}"),
                None => "the URL Standard rejects it".to_owned(),
            };
            let message = format!("{host}; RFC 3986 has nothing beyond ASCII but escapes");
            found.cite(&UNICODE_HOST, [span.clone()], message, cited(&UNICODE_HOST, standard));
            unicode(&name, span, is_foreign, found);
        } else if !text.is_ascii() {
            let message = format!("some readers map it to {}", Shown(&name));
            found.cite(&UNICODE_HOST, [span], message, cited(&UNICODE_HOST, standard));
        }
        return;
    };
    let decoded = punycode::decode(code).filter(|name| !name.is_ascii());
    let is_rejected = !is_valid_domain(&name);
    let readers = match standard {
        Standard::Domain => {
            "a reader of domain names rejects it; the URL Standard calls it no valid domain, and takes it as it stands \
             in a name of ASCII, as RFC 3986 does"
        }
        Standard::Opaque => {
            "a reader of domain names rejects it; RFC 3986 and, under such a scheme, the URL Standard \
             take it as it stands"
        }
        Standard::Other => {
            "a reader of domain names rejects it, and RFC 3986 takes it as it stands"
        }
    };
    let citations = cited(&BAD_PUNYCODE, standard);
    match decoded {
        Some(unicode) if !is_rejected => {
            let message = format!("the name is {} ({})", Shown(&unicode), points(&unicode));
            found.add(&PUNYCODE_HOST, [span.clone()], message);
            self::unicode(&unicode, span, is_foreign, found);
        }
        Some(unicode) => {
            let message = format!("the label is {}, and no name: {readers}", Shown(&unicode));
            found.cite(&BAD_PUNYCODE, [span.clone()], message, citations);
            self::unicode(&unicode, span, is_foreign, found);
        }
        None => {
            let message = format!("the label is no Punycode: {readers}");
            found.cite(&BAD_PUNYCODE, [span], message, citations);
        }
    }
}

/// What a lint about names cites. "IDNA" of the URL Standard is about domains, and not about opaque hosts.
const fn cited(lint: &'static Lint, standard: Standard) -> &'static [Citation] {
    match standard {
        Standard::Domain => lint.citations(),
        Standard::Opaque => &[RFC3986_HOST, URL_HOST],
        Standard::Other => &[RFC3986_HOST],
    }
}

/// Says what is doubtful in a label of Unicode. It `is_foreign` if the top of the name is beyond ASCII.
fn unicode(name: &str, span: Range<usize>, is_foreign: bool, found: &mut Found) {
    let is_mixed = !name.is_single_script()
        && letters(name).as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive;
    if is_mixed {
        let message = format!("{} mixes scripts ({})", Shown(name), points(name));
        found.add(&MIXED_SCRIPT, [span.clone()], message);
    }
    if let Some(looks) = ascii_look(name).filter(|_| !is_foreign) {
        let message = format!("{} looks like {} ({})", Shown(name), Shown(&looks), points(name));
        found.add(&CONFUSABLE, [span], message);
    }
}

/// The letters and digits of a label, so that an emoji mixes nothing.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The name of ASCII that a label looks like, if each character looks like one of ASCII.
fn ascii_look(name: &str) -> Option<String> {
    let mut looks = String::new();
    for c in name.chars() {
        if c.is_ascii() {
            looks.push(c);
            continue;
        }
        let start = looks.len();
        looks.extend(skeleton(c.encode_utf8(&mut [0; 4])));
        let look = &looks[start..];
        if look.is_empty() || !look.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            return None;
        }
        looks[start..].make_ascii_lowercase();
    }
    Some(looks)
}

/// How many code points are shown.
const SHOWN: usize = 8;

/// The code points of a name that are beyond ASCII.
fn points(name: &str) -> String {
    let beyond: Vec<_> = name.chars().filter(|c| !c.is_ascii()).collect();
    let shown = beyond.iter().take(SHOWN).map(|c| format!("U+{:04X}", *c as u32));
    let more = if beyond.len() > SHOWN { " …" } else { "" };
    shown.collect::<Vec<_>>().join(" ") + more
}
