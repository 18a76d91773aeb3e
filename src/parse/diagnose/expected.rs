//! What could stand after a prefix, in the words of the grammar.
//!
//! In: a reading of the prefix, and the ways on from it. Out: literals in quotes, core rules, and
//! productions by their printed names, each once. What is forgotten is which bytes of a production
//! could stand there: it says more than they do.

use super::reading::{Extension, OpenProduction, Prefix, common};
use crate::editions::automaton::Automaton;

/// The number of literals up to which they are listed. Above it, the production that has them says
/// more.
const LITERALS: usize = 8;

/// What could stand after the prefix: the productions that begin or go on there, and otherwise the
/// literals and classes of the production being read and of those around it.
pub(super) fn expected(
    reading: &Prefix<'_>,
    at: &[OpenProduction],
    ways: Vec<Extension>,
    state: u16,
) -> Vec<String> {
    let automaton = reading.grammar.automaton;
    let mut groups: Vec<(Option<&'static str>, Vec<u8>, &'static str)> = Vec::new();
    for (class, path) in ways {
        let mut paths = vec![path];
        if at.len() == 1 {
            let rests = completions(automaton, state, class[0]);
            paths.extend(rests.iter().map(|rest| reading.path(rest)));
        }
        for path in paths {
            let name = name(at, &path);
            let around = path.last().map_or("", |step| step.production.name);
            match groups.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, bytes, _)) if bytes.contains(&class[0]) => {}
                Some((_, bytes, _)) => bytes.extend(&class),
                None => groups.push((name, class.clone(), around)),
            }
        }
    }
    let mut expected = Vec::new();
    let read = at.last().filter(|leaf| leaf.is_leaf).map(|leaf| leaf.production.name);
    for (name, bytes, around) in &groups {
        let mut literals = literals(bytes);
        // Of a leaf that is being read a core rule says more than its name; and so does a delimiter,
        // but not the first letter of a scheme.
        let is_delimiter = bytes.len() == 1 && !bytes[0].is_ascii_alphabetic();
        // A letter of a literal stands in either case.
        let mut letters = bytes.iter().map(u8::to_ascii_lowercase);
        let first = letters.next();
        let is_one = letters.all(|letter| Some(letter) == first);
        let says_more = is_delimiter || (*name == read && (literals.len() == 1 || is_one));
        match name {
            Some(name) if !says_more => expected.push((*name).to_owned()),
            None if literals.len() > LITERALS => expected.push((*around).to_owned()),
            _ => expected.append(&mut literals),
        }
    }
    // Literals before names.
    expected.sort_by_cached_key(|text: &String| (!text.starts_with('"'), text.clone()));
    expected.dedup();
    if automaton.accepts(state) {
        expected.push("end of input".to_owned());
    }
    expected
}

/// The shortest strings that begin with the byte and complete the prefix, one for each byte that
/// may follow. Several are needed where nothing is decided yet: `a` may begin a path, and `a:` a
/// scheme.
fn completions(automaton: &Automaton, state: u16, first: u8) -> Vec<Vec<u8>> {
    let after = automaton.step(state, first);
    let seconds = automaton.expected(after).map(|class| class[0]);
    let completed = |second| {
        let rest = automaton.completion(automaton.step(after, second));
        [&[first, second], &*rest].concat()
    };
    seconds.map(completed).collect()
}

/// The production by which to name a byte: the one below everything that contains both the byte and
/// what is being read, or a leaf that another reading of the prefix goes on with. There is none if
/// the byte is a literal.
fn name(at: &[OpenProduction], byte: &[OpenProduction]) -> Option<&'static str> {
    let both = common(at, byte);
    match byte.get(both) {
        Some(below) if both == at.len() || !below.begun => Some(below.production.name),
        Some(_) => byte.last().filter(|leaf| leaf.is_leaf).map(|leaf| leaf.production.name),
        // Within the leaf that is being read, or a literal of what is around it.
        None => {
            let leaf = byte.last().filter(|leaf| leaf.is_leaf && at[byte.len() - 1].is_leaf);
            leaf.map(|leaf| leaf.production.name)
        }
    }
}

/// Names bytes by the core rules of ABNF that they make up, or one by one.
fn literals(bytes: &[u8]) -> Vec<String> {
    type Class = (&'static str, fn(&u8) -> bool);
    const CLASSES: [Class; 3] = [
        ("ALPHA", u8::is_ascii_alphabetic),
        ("HEXDIG", u8::is_ascii_hexdigit),
        ("DIGIT", u8::is_ascii_digit),
    ];
    let mut rest = bytes.to_vec();
    let mut texts = Vec::new();
    for (name, is_member) in CLASSES {
        let members = (0..=u8::MAX).filter(is_member);
        if members.clone().all(|byte| rest.contains(&byte)) {
            rest.retain(|byte| !is_member(byte));
            texts.push(name.to_owned());
        }
    }
    texts.extend(rest.into_iter().map(|byte| format!("\"{}\"", byte.escape_ascii())));
    texts
}
