//! The error of a string that is not a reference: the first rule that applies where the string leaves the language.

use urispec::{ParseError, UriRef};

use crate::strings::{all, rows};
use crate::syntax::{check_offset, is_ipv4, is_ipv6, is_prefix, parse, pieces};

/// An error and its place.
type Fault = (&'static str, usize);

/// Returns the error of a string that leaves the language at an offset.
fn fault(text: &str, offset: usize) -> Option<Fault> {
    let (before, rest) = text.split_at(offset);
    in_character(before, rest)
        .or_else(|| in_scheme(text, offset))
        .or_else(|| in_authority(text, offset))
        .or_else(|| rest.starts_with(['[', ']']).then_some(("bracket", offset)))
}

/// Errors in a character that is invalid everywhere, and in a triplet (2, 2.1, 3.5, Appendix C).
fn in_character(before: &str, rest: &str) -> Option<Fault> {
    if let Some(percent) = before.rfind('%').filter(|percent| percent + 2 >= before.len()) {
        return Some(("percent", percent));
    }
    let mut characters = rest.chars();
    let (found, after) = (characters.next()?, characters.as_str());
    let is_around = |delimiters: &[char]| {
        before.is_empty() || after.chars().all(|character| delimiters.contains(&character))
    };
    let fault = match found {
        '\u{FEFF}' if before.is_empty() => "byte-order-mark",
        ' ' | '\t' | '\r' | '\n' if is_around(&[' ', '\t', '\r', '\n']) => "white-space-around",
        '"' | '<' | '>' if is_around(&[]) => "delimiter-around",
        ' ' => "space",
        '\t' | '\r' | '\n' => "white-space",
        '\0'..='\x1F' | '\x7F' => "control",
        // An IRI allows the characters from U+00A0 on where an escape is allowed (RFC 3987, 2.2).
        '\u{A0}'.. if is_prefix(&format!("{before}%41")) => "iri",
        '\u{80}'.. => "not-ascii",
        '\\' => "backslash",
        '#' if before.contains('#') => "second-fragment",
        '"' | '<' | '>' | '^' | '`' | '{' | '|' | '}' => "excluded",
        _ => return None,
    };
    Some((fault, before.len()))
}

/// Errors before the first ":" (3.1).
fn in_scheme(text: &str, offset: usize) -> Option<Fault> {
    let (scheme, rest) = text.split_at(text.find([':', '/', '?', '#'])?);
    if !rest.starts_with(':') || offset > scheme.len() {
        return None;
    }
    let is_valid = |one: char| one.is_ascii_alphanumeric() || "+-.".contains(one);
    match scheme.chars().next() {
        None => Some(("empty-scheme", 0)),
        Some(first) if !first.is_ascii_alphabetic() => Some(("scheme-begins", 0)),
        Some(_) => Some(("scheme-character", scheme.find(|one| !is_valid(one))?)),
    }
}

/// Errors between "//" and the path (3.2).
fn in_authority(text: &str, offset: usize) -> Option<Fault> {
    let head = text.split(['/', '?', '#']).next()?;
    let has_scheme = head.ends_with(':') && head.find(':') == Some(head.len() - 1);
    let start = if has_scheme { head.len() } else { 0 };
    let start = start + text[start..].starts_with("//").then_some("//".len())?;
    let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |length| start + length);
    let read = text[..offset].get(start..).filter(|_| offset <= end)?;
    let (found, left) = (text[offset..].chars().next(), &text[offset..end]);
    let is_at_end = offset == end;
    // The host begins after the last "@", but a userinfo contains no bracket.
    let after_at = |text: &str| text.rfind('@').map_or(start, |at| start + at + 1);
    let is_literal = text[after_at(read)..offset].starts_with('[');
    let host = after_at(if is_literal { read } else { &text[start..end] });
    let mut after = host;
    if is_literal {
        let inner = &text[host + 1..end];
        let inner = inner.split(']').next().unwrap_or(inner);
        let inner_end = host + 1 + inner.len();
        if offset <= inner_end {
            if is_at_end && !text[offset..].contains(']') {
                return Some(("ip-literal-not-closed", host));
            }
            return Some((in_literal(inner, &text[offset..], offset - host - 1), offset));
        }
        after = inner_end;
    }
    if read.ends_with(']') && !is_at_end {
        return Some(("ip-literal-then", offset));
    }
    if host <= offset && is_ipv6(&text[host..end]) {
        return Some(("ipv6-without-brackets", host));
    }
    if let Some(second) = left.find('@').filter(|_| read.contains('@')) {
        return Some(("second-at", offset + second));
    }
    let colon = text[after..end].find(':').map(|at| after + at).filter(|&colon| colon < offset)?;
    let port = &text[colon + 1..end];
    if let Some(second) = port.find(':').filter(|_| is_at_end || found == Some(':')) {
        return Some(("second-colon", colon + 1 + second));
    }
    let letter = port.find(|one: char| !one.is_ascii_digit())?;
    Some(("port-digits", colon + 1 + letter))
}

/// Errors between brackets (3.2.2). `rest` begins `read` bytes after the first one.
fn in_literal(address: &str, rest: &str, read: usize) -> &'static str {
    match rest.chars().next() {
        Some(']') if address.is_empty() => "ip-literal-empty",
        Some('%') if rest != "%" && !rest.starts_with("%]") && is_ipv6(&address[..read]) => {
            "zone-identifier"
        }
        _ if address.starts_with(['v', 'V']) => "ip-future",
        Some(found) if !found.is_ascii_hexdigit() && !":.]".contains(found) => "ipv6-character",
        _ if is_ipv4(address) => "ipv4-in-brackets",
        _ => "ipv6",
    }
}

/// Compares the error of a string. `check_offset` checks its offset, for shorter strings.
fn check(text: &str) {
    let found = UriRef::parse(text);
    assert_eq!(found.is_ok(), parse(text).is_some(), "{text:?}");
    let Err(ParseError::Syntax(error)) = found else { return };
    let expected = fault(text, error.offset());
    let place = expected.map_or(error.offset(), |(_, at)| at);
    let expected = (expected.map(|(fault, _)| fault), place);
    assert_eq!((error.fault(), error.fault_offset()), expected, "{text:?}");
    let Some(ParseError::Syntax(constant)) = UriRef::parse_const(text).err().map(ParseError::from)
    else {
        panic!("{text:?}: in a constant")
    };
    assert_eq!((constant.fault(), constant.fault_offset()), expected, "{text:?}: in a constant");
}

#[test]
fn short_strings() {
    all("a1:/?#@[]%.v{é", 5).for_each(|text| check(&text));
    let characters = "a: \t\"<\\#\u{91}\u{FEFF}|\u{1}";
    all(characters, 4).for_each(|text| check(&text));
    all(characters, 3).for_each(|text| check_offset(&text));
}

#[test]
fn short_authorities() {
    for before in ["//", "//a@", "a://", "//[::1]", "//[", "//@[1"] {
        all("1:@[]%v.", 5).for_each(|rest| check(&format!("{before}{rest}")));
        all("1:@[]%v.", 3).for_each(|rest| check_offset(&format!("{before}{rest}")));
        all("a1:@é]/{", 4).for_each(|rest| check(&format!("{before}{rest}")));
    }
}

/// Each byte alone, at the beginning, at the end and in the middle.
#[test]
fn each_byte() {
    for byte in 0..=127_u8 {
        let byte = char::from(byte);
        for text in "{} a{} {}a a{}a //{} //h:{} //[{}] //[::{}] a{}: //u@h:{}/".split(' ') {
            check(&text.replace("{}", &byte.to_string()));
        }
    }
}

#[test]
fn rows_of_pieces() {
    let pieces = pieces(&["//", "//[", "\t", "\u{A0}", "\u{91}", "1.2.3.256"]);
    rows(&pieces, 9, 300_000).for_each(|text| check(&text));
}
