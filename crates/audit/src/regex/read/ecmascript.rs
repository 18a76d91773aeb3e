//! Patterns of ECMAScript: as a literal `/…/flags`, or the text alone.
//!
//! A text alone is read with the flag `u`, as JSON Schema reads it; if it is no pattern with that flag,
//! then without it. A text that begins with `/` and ends with `/` and a flag is a literal.
//! The flag `v` has classes of its own: see `unicode_sets`.

use super::super::Tree;
use super::cursor::Fault;
use super::facts::{ECMASCRIPT_SETS, ECMASCRIPT_UNICODE, ECMASCRIPT_UNITS, Facts};
use super::flags::Flags;
use super::reader::Reader;
use super::{Notes, Read};

pub(super) fn read(text: &str) -> Result<Read, Fault> {
    if let Some((body, letters)) = literal(text) {
        let shift = |fault: Fault| Fault { at: fault.at + 1, ..fault };
        check_flags(letters, body.len() + 2)?;
        let facts = match (letters.contains('v'), letters.contains('u')) {
            (true, _) => &ECMASCRIPT_SETS,
            (_, true) => &ECMASCRIPT_UNICODE,
            _ => &ECMASCRIPT_UNITS,
        };
        let mut read = read_with(body, letters, facts).map_err(shift)?;
        let note = format!("the slashes are those of a literal with the flags `{letters}`");
        read.notes.insert(0, note);
        return Ok(read);
    }
    match read_with(text, "", &ECMASCRIPT_UNICODE) {
        Ok(mut read) => {
            if text.len() > 1 && text.starts_with('/') && text.ends_with('/') {
                read.notes.insert(
                    0,
                    "the slashes are characters: a literal has a flag, as `/…/u`".to_owned(),
                );
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
    let is_flags = !flags.is_empty() && flags.bytes().all(|flag| b"dgimsuvy".contains(&flag));
    let (mut is_escaped, mut in_class) = (false, false);
    let mut bare = body.chars().filter(|&one| {
        let is_bare = one == '/' && !is_escaped && !in_class;
        match one {
            '[' if !is_escaped => in_class = true,
            ']' if !is_escaped => in_class = false,
            _ => {}
        }
        is_escaped = one == '\\' && !is_escaped;
        is_bare
    });
    let has_bare = bare.next().is_some();
    (is_flags && !has_bare && !is_escaped && !body.is_empty()).then_some((body, flags))
}

fn check_flags(letters: &str, at: usize) -> Result<(), Fault> {
    for (place, letter) in letters.char_indices() {
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
