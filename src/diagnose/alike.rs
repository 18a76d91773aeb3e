//! Beginnings of strings that are read alike: what is said of one is said of the others.
//!
//! In: what was read of a string. Out: a short text that is read as it is, in the same productions,
//! with the same ways on; so that what is worked out for one URL of a list serves the next. Of a URL
//! that goes wrong behind its authority, the scheme is left as it is, of the authority the kinds of
//! its characters, and of the component that is being read its end.
//!
//! This is only for productions whose strings divide at delimiters: there a component is read in the
//! same way whatever the components before it hold. A `url` of RFC 1738 is of one production or of
//! another by what its path holds.
//!
//! The surprising case: a label of rfc2396bis-01 has 63 characters at most, and one of more makes the
//! authority another; so a long one is left out of this.

use crate::automaton::Automaton;

/// The number of characters above which a label is not written as a shorter one.
const LONG: usize = 60;

/// The length of the longest short text, in bytes, so that what is remembered takes little memory.
const SHORT: usize = 128;

/// A short text that is read as the beginning of a URL is, and leads to the same state. There is none
/// if it does not go beyond an authority, or the short text would be a long one.
pub(super) fn alike(automaton: &Automaton, start: u16, state: u16, read: &str) -> Option<Vec<u8>> {
    let authority = read.find(':').filter(|&end| read[end..].starts_with("://"))? + 3;
    let length = read[authority..].find(['/', '?', '#'])?;
    let (before, rest) = read.split_at(authority + length);
    let mut short = read.as_bytes()[..authority].to_vec();
    push_kinds(&before[authority..], &mut short)?;
    if rest.starts_with('/') {
        short.push(b'/');
    }
    if let Some((_, fragment)) = rest.split_once('#') {
        short.push(b'#');
        push_end(fragment, &mut short);
    } else if let Some((_, query)) = rest.split_once('?') {
        short.push(b'?');
        push_end(query, &mut short);
    } else {
        let segment = &rest[rest.rfind('/')? + 1..];
        if segment.len() + 1 < rest.len() {
            short.extend(b"a/");
        }
        push_end(segment, &mut short);
    }
    (short.len() <= SHORT && automaton.walk(start, &short) == Ok(state)).then_some(short)
}

/// Writes an authority with one letter for each run of letters, and one digit for each of digits.
/// Fails where that may be another kind of authority.
fn push_kinds(authority: &str, short: &mut Vec<u8>) -> Option<()> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_long = authority.as_bytes().chunk_by(|a, b| is_name(*a) && is_name(*b));
    if is_long.into_iter().any(|run| run.len() > LONG) || authority.contains(['%', '[']) {
        return None;
    }
    if !authority.contains(|found: char| found.is_ascii_alphabetic()) {
        short.extend(authority.as_bytes());
        return Some(());
    }
    for byte in authority.bytes() {
        let kind = match byte {
            // A letter, or a byte of a character that stands where letters do.
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => b'a',
            b'0'..=b'9' => b'0',
            other => other,
        };
        if kind.is_ascii_alphanumeric() && short.last() == Some(&kind) {
            continue;
        }
        short.push(kind);
        // One label more of the same kind is no other name.
        if short.ends_with(b".a.a") {
            short.truncate(short.len() - 2);
        }
    }
    Some(())
}

/// Writes of a component what is read at its end: the last parameter, the last character, and an escape
/// or the beginning of one.
fn push_end(text: &str, short: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let (text, escape) = match bytes {
        [text @ .., b'%'] => (text, &b"%"[..]),
        [text @ .., b'%', _] => (text, &bytes[bytes.len() - 2..]),
        // To some editions an escape is a production, which ends here.
        [text @ .., b'%', _, _] => (text, &bytes[bytes.len() - 3..]),
        _ => (bytes, &b""[..]),
    };
    let end = match text.iter().rposition(|&byte| byte == b';') {
        Some(at) => {
            short.extend(if at > 0 { &b"a;"[..] } else { b";" });
            &text[at + 1..]
        }
        None => text,
    };
    match end {
        [] => {}
        [.., last] if last.is_ascii_alphanumeric() || !last.is_ascii() => short.push(b'a'),
        [last] => short.push(*last),
        [.., last] => short.extend([b'a', *last]),
    }
    short.extend(escape);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::super::why;
    use super::*;
    use crate::edition::Edition;
    use crate::edition::division::{Delimiters, Division};

    /// Whether the same is said of the text and of the short text in its place.
    fn holds(edition: Edition, rule: &str, read: &str) -> bool {
        let whole = edition.production(rule).unwrap();
        let automaton = whole.grammar.automaton;
        let Ok(state) = automaton.walk(whole.start, read.as_bytes()) else { return false };
        let Some(short) = alike(automaton, whole.start, state, read) else { return false };
        let short = String::from_utf8(short).unwrap();
        let [long, short_why] =
            [read, &short].map(|read| why(whole.grammar, whole.production, read));
        assert_eq!(long, short_why, "{edition} {rule}: {read:?} as {short:?}");
        true
    }

    /// The productions whose strings divide at delimiters.
    fn divided() -> Vec<(Edition, &'static str)> {
        let of = |edition: &'static Edition| {
            let all = edition.printed().divided.iter();
            let is_one =
                |division| matches!(division, &Division::At(Delimiters { params: false, .. }));
            let all = all.filter(move |known| is_one(&known.division));
            all.map(|known| (*edition, known.rule))
        };
        let all = Edition::ALL.iter();
        all.filter(|one| one.specific().is_empty()).flat_map(of).collect()
    }

    /// Those of them that are for whole strings.
    fn each(holds: impl Fn(Edition, &str)) {
        for (edition, rule) in divided() {
            if edition.whole_rules().contains(&rule) {
                holds(edition, rule);
            }
        }
    }

    #[test]
    fn the_same_is_said() {
        let authorities = [
            "",
            "a",
            "a.b",
            "w.w.w.example.com",
            "a_b",
            "1.2.3.4",
            "1.2.3.256",
            "a1-b2.c",
            "u@a",
            "a:80",
            "u:p@a.b:",
            "@",
            "a.",
            ".a",
            "a..b",
            "-",
            "a.1",
            "A.B.C.D",
            ";a",
            "é.b",
            "é",
            "1é",
        ];
        let rests = [
            "/", "//", "/a", "/aA0", "/a/", "/a/b", "/a//", "/%41", "/%4", "/%", "/a%", "/a;",
            "/a;b", "/;", "/a;b;", "/a;b=c", "/a/b;c%4", "/a+", "/a+b", "/a:b", "/@", "/a?",
            "/a?b", "/?", "?", "?a", "?a/b", "/a?b?c", "/a?b+", "/a?%4", "/a?b#", "#", "#a", "/#a",
            "/a#%", "/a?b#c;d", "/a/../b", "/.", "/a=b&c", "/a?b;c", "/a?b%41", "/é", "/é;é",
            "/a?é", "/é#é",
        ];
        each(|edition, rule| {
            let mut all = 0;
            for (index, authority) in authorities.into_iter().enumerate() {
                for (at, rest) in rests.into_iter().enumerate() {
                    // Each rest with some of the authorities.
                    if (index + at) % 3 == 0 {
                        let text = format!("http://{authority}{rest}");
                        all += usize::from(holds(edition, rule, &text));
                    }
                }
            }
            assert!(all > 50, "{edition} {rule}: {all}");
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn the_same_is_said_of_any_beginning(
            scheme in "http|ftp|gopher|x|A-b\\.c",
            authority in "([aBé1.:@;_-]|[a-z0-9]{1,4}|[0-9]{1,3}\\.|%41|\\[::1\\]){0,9}",
            rest in "[/?#]([aBé1;:@=&+.~_-]|//|[/?#]|%4|%|%2F){0,12}",
            which: Index,
        ) {
            let all = divided();
            let (edition, rule) = *which.get(&all);
            // What is beyond the language is cut off.
            let mut read = format!("{scheme}://{authority}{rest}");
            let whole = edition.production(rule).unwrap();
            let left = whole.grammar.automaton.walk(whole.start, read.as_bytes()).err();
            read.truncate(left.map_or(read.len(), |(at, _)| at));
            holds(edition, rule, &read);
        }
    }

    /// The URLs of the web, up to where a character that no edition has could be.
    #[test]
    fn the_same_is_said_of_the_web() {
        let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
            eprintln!("skipped: there is no ../shared/corpus/web.txt");
            return;
        };
        each(|edition, rule| {
            for (index, text) in web.lines().step_by(331).enumerate() {
                let cut = text.len() - text.len().min(index % 30);
                if let Some(read) = text.get(..cut) {
                    holds(edition, rule, read);
                }
            }
        });
    }
}
