//! Patterns of ECMAScript: as a literal `/…/flags`, or the text alone.
//!
//! A text alone is read with the flag `u`, as JSON Schema reads it; if it is no pattern with that flag,
//! then without it. A text that begins with `/` and ends with `/` and a flag is a literal. A body and its flags
//! apart are read with exactly these flags. The flag `v` has classes of its own: see `unicode_sets`.

use std::ops::Range;

use super::super::Tree;
use super::cursor::Fault;
use super::facts::{ECMASCRIPT_SETS, ECMASCRIPT_UNICODE, ECMASCRIPT_UNITS, Facts};
use super::flags::Flags;
use super::reader::Reader;
use super::{Notes, Read};

/// The flags.
const FLAGS: &str = "dgimsuvy";
/// A flag that says nothing about strings. A literal without a flag would not be told from a text alone.
const NO_FLAG: &str = "g";

pub(super) fn read(text: &str) -> Result<Read, Fault> {
    if let Some((body, letters)) = literal(text) {
        let shift = |fault: Fault| Fault { at: fault.at + 1, ..fault };
        let mut read = read_body(body, letters, body.len() + 1).map_err(shift)?;
        let note = format!("the slashes are those of a literal with the flags `{letters}`");
        read.notes.insert(0, note);
        return Ok(read);
    }
    match read_with(text, "", &ECMASCRIPT_UNICODE) {
        Ok(mut read) => {
            let looks_literal = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
            let is_word = |(_, end): (&str, &str)| end.bytes().all(|one| one.is_ascii_alphabetic());
            if looks_literal.is_some_and(is_word) {
                let note = format!(
                    "the slashes are characters: a literal has a flag of `{FLAGS}`, as `/…/u`"
                );
                read.notes.insert(0, note);
            }
            Ok(read)
        }
        Err(fault) => match read_with(text, "", &ECMASCRIPT_UNITS) {
            Ok(mut read) => {
                let Fault { at, why } = fault;
                let note = format!(
                    "read without the flag `u`, since with it the pattern has a fault at byte {at}: {why}"
                );
                read.notes.insert(0, note);
                Ok(read)
            }
            Err(_) => Err(fault),
        },
    }
}

/// The body and the flags of a text that is written as a literal and has flags.
fn literal(text: &str) -> Option<(&str, &str)> {
    let (body, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
    let is_flags = !flags.is_empty() && flags.chars().all(|flag| FLAGS.contains(flag));
    let (bare, ends_escaped) = slashes(body);
    (is_flags && bare.is_empty() && !ends_escaped && !body.is_empty()).then_some((body, flags))
}

/// Where slashes stand in a body that would end its literal, and whether it ends with a backslash that escapes nothing.
fn slashes(body: &str) -> (Vec<usize>, bool) {
    let (mut is_escaped, mut in_class, mut bare) = (false, false, Vec::new());
    for (at, one) in body.bytes().enumerate() {
        match one {
            _ if is_escaped => {}
            b'/' if !in_class => bare.push(at),
            b'[' => in_class = true,
            b']' => in_class = false,
            _ => {}
        }
        is_escaped = one == b'\\' && !is_escaped;
    }
    (bare, is_escaped)
}

/// The parts of a literal of a body and flags, each with the bytes of the body that it stands for; or why it is none. A
/// slash in a literal is escaped (ECMA-262, 22.2.6.13.1).
pub(crate) fn literal_parts<'b>(
    body: &'b str,
    flags: &'b str,
) -> Result<Vec<(&'b str, Range<usize>)>, String> {
    let (bare, ends_escaped) = slashes(body);
    if ends_escaped {
        return Err("a backslash with nothing behind it".to_owned());
    }
    check_flags(flags, 0).map_err(|fault| fault.why)?;
    let end = body.len();
    let (mut parts, mut begin) = (vec![("/", 0..0)], 0);
    for at in bare {
        parts.extend([(&body[begin..at], begin..at), ("\\/", at..at + 1)]);
        begin = at + 1;
    }
    parts.push((&body[begin..], begin..end));
    parts.extend(body.is_empty().then_some(("(?:)", 0..0)));
    parts.extend([("/", end..end), (if flags.is_empty() { NO_FLAG } else { flags }, end..end)]);
    Ok(parts)
}

/// Reads a body with exactly these flags, of which a fault is said at a place.
pub(super) fn read_body(body: &str, letters: &str, at: usize) -> Result<Read, Fault> {
    check_flags(letters, at)?;
    let facts = match (letters.contains('v'), letters.contains('u')) {
        (true, _) => &ECMASCRIPT_SETS,
        (_, true) => &ECMASCRIPT_UNICODE,
        _ => &ECMASCRIPT_UNITS,
    };
    read_with(body, letters, facts)
}

fn check_flags(letters: &str, at: usize) -> Result<(), Fault> {
    for (place, letter) in letters.char_indices() {
        if !FLAGS.contains(letter) {
            let why = format!("`{letter}` is no flag of ecmascript, which has `{FLAGS}`");
            return Err(Fault::new(at + place, why));
        }
        if letters[..place].contains(letter) {
            return Err(Fault::new(at + place, format!("the flag `{letter}` a second time")));
        }
        if letter == 'v' && letters.contains('u') {
            return Err(Fault::new(at + place, "the flags `u` and `v` exclude each other"));
        }
    }
    Ok(())
}

fn read_with(text: &str, letters: &str, facts: &'static Facts) -> Result<Read, Fault> {
    let is_unicode = !std::ptr::eq(facts, &ECMASCRIPT_UNITS);
    let mut reader = Reader::new(text, facts);
    reader.is_in_units = !is_unicode;
    reader.groups = groups(text);
    let has = |flag| letters.contains(flag);
    reader.flags = Flags {
        ignores_case: has('i'),
        by_lines: has('m'),
        dot_takes_all: has('s'),
        ..Flags::default()
    };
    let tree = reader.pattern()?;
    // A sticky pattern matches where it is told to begin, at first at the beginning.
    let tree = if has('y') { Tree::Sequence(vec![Tree::Start, tree]) } else { tree };
    let mut notes = Notes::default();
    if !is_unicode {
        notes.add("without the flag `u`, a character above U+FFFF counts as two");
    }
    reader.notes.0.drain(..).for_each(|note| notes.add(note));
    Ok(Read { tree, notes: notes.0, is_in_units: !is_unicode })
}

/// The number of groups that can be referred to, and whether one has a name.
fn groups(text: &str) -> (u32, bool) {
    let (mut count, mut is_named, mut in_class) = (0, false, false);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                let rest = &bytes[at + 1..];
                let has_name = rest.starts_with(b"?<") && !matches!(rest.get(2), Some(b'=' | b'!'));
                count += u32::from(has_name || !rest.starts_with(b"?"));
                is_named |= has_name;
            }
            _ => {}
        }
        at += 1;
    }
    (count, is_named)
}
