//! The cache key of explanations: prefixes that the parser reads alike share one explanation.
//!
//! The key of a prefix is a short text that is read in the same productions, and after which the
//! same bytes may follow. So the explanation for one URL of a list serves the next. For a URL with
//! a fault after its authority, the key keeps the scheme, the kinds of the characters of the
//! authority, and the end of the component that was being read.
//!
//! There are keys only for productions whose strings divide at delimiters, where a component is
//! read in the same way whatever the components before it contain. By contrast, the path of a `url`
//! of RFC 1738 decides which production derives the whole.
//!
//! In rfc2396bis-01 a label has at most 63 characters, and a longer one makes the authority a
//! registered name; so an authority with a long label has no key.

use memchr::{memchr, memrchr};

use crate::editions::automaton::Automaton;
use crate::parts::schemes;

/// The number of characters above which a label is not shortened.
const LONG: usize = 60;

/// The length of the longest key, in bytes, so that the cache takes little memory.
const SHORT: usize = 128;

/// Returns the key of a prefix: a short text that is read like the prefix and leads to the same
/// state. Returns `None` if the key would be long.
pub(super) fn key(automaton: &Automaton, start: u16, state: u16, read: &str) -> Option<Vec<u8>> {
    let mut short = Vec::with_capacity(SHORT);
    let is_delimiter = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let read = read.as_bytes();
    let head = read.iter().position(|byte| *byte == b':' || is_delimiter(byte));
    let scheme = head.filter(|&end| read[end] == b':');
    let (before, mut rest) = read.split_at(scheme.map_or(0, |end| end + 1));
    short.extend(before);
    let authority = rest.strip_prefix(b"//");
    if let Some(after) = authority {
        let end = after.iter().position(is_delimiter).unwrap_or(after.len());
        let (authority, path) = after.split_at(end);
        short.extend(b"//");
        push_kinds(authority, &mut short)?;
        rest = path;
    }
    if let Some(end) = memchr(b'#', rest).or_else(|| memchr(b'?', rest)) {
        match rest[0] {
            b'#' | b'?' => {}
            b'/' => short.push(b'/'),
            _ => short.push(b'a'),
        }
        short.push(rest[end]);
        push_end(&rest[end + 1..], &mut short);
    } else if let Some(slash) = memrchr(b'/', rest) {
        // The first segment may have another production than the segments after it.
        match rest[0] {
            b'/' if slash == 0 => short.push(b'/'),
            b'/' => short.extend(b"/a/"),
            _ if rest[..slash].contains(&b'/') => short.extend(b"a/a/"),
            _ => short.extend(b"a/"),
        }
        push_end(&rest[slash + 1..], &mut short);
    } else if scheme.is_none() && authority.is_none() {
        push_first(rest, &mut short);
    } else {
        push_end(rest, &mut short);
    }
    (short.len() <= SHORT && automaton.walk(start, &short) == Ok(state)).then_some(short)
}

/// Writes an authority with one letter for each run of letters and one digit for each run of
/// digits. Keeps addresses as they are. Fails if the result may be another kind of authority.
fn push_kinds(authority: &[u8], short: &mut Vec<u8>) -> Option<()> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_long = authority.chunk_by(|a, b| is_name(*a) && is_name(*b));
    if authority.len() > LONG && is_long.into_iter().any(|run| run.len() > LONG) {
        return None;
    }
    let has_letters = authority.iter().any(u8::is_ascii_alphabetic);
    if !has_letters || authority.contains(&b'[') {
        short.extend(authority);
        return Some(());
    }
    let mut bytes = authority.iter().copied();
    while let Some(byte) = bytes.next() {
        let kind = match byte {
            // A letter, or a byte of a character that is allowed where letters are.
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => b'a',
            b'0'..=b'9' => b'0',
            b'%' => {
                short.push(byte);
                short.extend(bytes.by_ref().take(2));
                continue;
            }
            other => other,
        };
        if kind.is_ascii_alphanumeric() && short.last() == Some(&kind) {
            continue;
        }
        short.push(kind);
        // One more label of the same kind does not change how the name is read.
        if short.ends_with(b".a.a") {
            short.truncate(short.len() - 2);
        }
    }
    Some(())
}

/// Writes a prefix that may be a scheme, or the first segment of a path: one letter for the
/// characters of a scheme, the first other character, and the end.
fn push_first(segment: &[u8], short: &mut Vec<u8>) {
    let length = segment.iter().take_while(|byte| schemes::is_of_scheme(**byte)).count();
    // In some editions a scheme may begin with a character that is not a letter.
    match segment[..length].first() {
        None => {}
        Some(first) if first.is_ascii_alphabetic() => short.push(b'a'),
        Some(first) => short.push(*first),
    }
    match &segment[length..] {
        [] => match segment.last() {
            Some(last) if length > 1 && !last.is_ascii_alphabetic() => short.push(*last),
            _ => {}
        },
        [b'%', rest @ ..] => {
            let (escape, rest) = rest.split_at(rest.len().min(2));
            short.push(b'%');
            short.extend(escape);
            push_end(rest, short);
        }
        [first, rest @ ..] => {
            short.push(if first.is_ascii() { *first } else { b'_' });
            push_end(rest, short);
        }
    }
}

/// Writes the end of a component: the last parameter, the last character, and an escape or the
/// beginning of one.
fn push_end(bytes: &[u8], short: &mut Vec<u8>) {
    let (text, escape) = match bytes {
        [text @ .., b'%'] => (text, &b"%"[..]),
        [text @ .., b'%', _] => (text, &bytes[bytes.len() - 2..]),
        // In some editions an escape is a production, which ends here.
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
    use crate::editions::Edition;
    use crate::editions::division::{Delimiters, Division};
    use crate::{Node, ParseError, scaled};
    use std::sync::Arc;

    /// Checks that the text and its key have the same explanation.
    fn holds(edition: Edition, rule: &str, read: &str) -> bool {
        let whole = edition.production(rule).unwrap();
        let automaton = whole.grammar.automaton;
        let Ok(state) = automaton.walk(whole.start, read.as_bytes()) else { return false };
        let Some(short) = key(automaton, whole.start, state, read) else { return false };
        let short = String::from_utf8(short).unwrap();
        let [long, short_why] =
            [read, &short].map(|read| why(whole.grammar, whole.production, read));
        assert_eq!(long, short_why, "{edition} {rule}: {read:?} as {short:?}");
        true
    }

    /// Returns the productions whose strings divide at delimiters.
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

    /// Runs a check for each of these productions that is for whole strings.
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
                    // Each rest with some of the authorities, or with more if `URISPEC_LONG` is
                    // set.
                    if (index + at) % scaled(29, 3) == 0 {
                        let text = format!("http://{authority}{rest}");
                        all += usize::from(holds(edition, rule, &text));
                        // An authority alone, a relative reference, and a string without an
                        // authority.
                        all += usize::from(holds(edition, rule, &text[..text.len() - rest.len()]));
                        all += usize::from(holds(edition, rule, &text["http:".len()..]));
                    }
                }
            }
            for before in ["", "http:", "a", "/a", "1", "a+", "1a_b", "%41", "a:b", "é"] {
                for after in rests.iter().chain(&authorities).step_by(scaled(7, 1)) {
                    all += usize::from(holds(edition, rule, &format!("{before}{after}")));
                }
            }
            assert!(all > 60, "{edition} {rule}: {all}");
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn the_same_is_said_of_any_beginning(
            scheme in "(http|ftp|gopher|x|A-b\\.c|[a1+._%é-]{0,3}):|",
            slashes in "//|",
            authority in "([aBé1.:@;_-]|[a-z0-9]{1,4}|[0-9]{1,3}\\.|%41|%|\\[::1\\]|\\[){0,9}",
            rest in "([/?#]([aBé1;:@=&+.~_-]|//|[/?#]|%4|%|%2F){0,12}|)",
            which: Index,
        ) {
            let all = divided();
            let (edition, rule) = *which.get(&all);
            // Cut the text where it leaves the language.
            let mut read = format!("{scheme}{slashes}{authority}{rest}");
            let whole = edition.production(rule).unwrap();
            let left = whole.grammar.automaton.walk(whole.start, read.as_bytes()).err();
            read.truncate(left.map_or(read.len(), |(at, _)| at));
            holds(edition, rule, &read);
        }
    }

    /// The URLs of the web, up to a random offset near their end.
    #[test]
    fn the_same_is_said_of_the_web() {
        let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
            eprintln!("skipped: there is no ../shared/corpus/web.txt");
            return;
        };
        each(|edition, rule| {
            for (index, text) in web.lines().step_by(1331).enumerate() {
                let cut = text.len() - text.len().min(index % 30);
                if let Some(read) = text.get(..cut) {
                    holds(edition, rule, read);
                }
            }
        });
    }

    /// The explanation of two schemes is stored once, though their keys differ.
    #[test]
    fn what_is_said_alike_is_kept_once() {
        let why = |text| match Node::parse(Edition::Rfc3986, "URI-reference", text) {
            Err(ParseError::Syntax(error)) => error.explain(text).unwrap().why,
            other => panic!("{other:?}"),
        };
        let [one, other, third] = ["x://h/a b", "y://h/a b", "x://h/a?b c"].map(why);
        assert!(Arc::ptr_eq(&one, &other), "{one:?} {other:?}");
        assert_ne!(one, third);
    }
}
