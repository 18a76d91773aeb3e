//! Words that sentences are made of: lists, classes of characters, terms.

use urispec::Edition;
use urispec::grammar::Role;

use super::{ChangeKind, Entry, Manner};
use crate::diff::{DocumentTerm, Language, terms};

// Words that sentences are made of.

/// The length of the longest string that a sentence has whole. The evidence has all of each. A label
/// of a host has 63 characters at most, and what shows that has one or two more.
const LONGEST: usize = 8192;

/// How much is left of a longer string, at its beginning and at its end.
const ENDS: [usize; 2] = [20, 10];

/// Characters that follow each other, by the code points of the first and the last.
pub(super) type CharacterRun = (u32, u32);

/// The name of a document, without its date.
pub(super) fn document(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split(',').next().unwrap_or(document)
}

/// A string in quotes, without its middle if it is long.
pub(super) fn quoted(text: &str) -> String {
    // Every language is of ASCII, so any byte is a boundary; where it were not, all is shown.
    let parts = text.split_at_checked(ENDS[0]).filter(|_| text.len() > LONGEST);
    let cut = parts.and_then(|(head, rest)| {
        let (between, tail) = rest.split_at_checked(rest.len() - ENDS[1])?;
        Some(format!("\"{head}…({} bytes)…{tail}\"", between.len()))
    });
    cut.unwrap_or_else(|| format!("\"{}\"", text.escape_default().to_string().replace("\\'", "'")))
}

/// Characters, as runs of code points, in the words of a sentence: what can be seen in quotes, and all else by
/// its code points. Letters or digits that follow each other, and what cannot be seen, are shown by the first
/// and the last.
pub(super) fn ranges(characters: &[CharacterRun]) -> Vec<String> {
    let is_seen = |code: u32| (0x20..0x7F).contains(&code);
    let one = |code: u32| match char::from_u32(code).filter(|_| is_seen(code)) {
        Some(seen) => quoted(&seen.to_string()),
        None => format!("U+{code:04X}"),
    };
    let is_word = |code: u32| char::from_u32(code).is_some_and(|c| c.is_ascii_alphanumeric());
    let alike = |a: u32, b: u32| is_word(a) && is_word(b) || !is_seen(a) && !is_seen(b);
    let mut shown = Vec::new();
    for &(first, last) in characters {
        let mut from = first;
        while from <= last {
            // What is beyond ASCII cannot be seen, and is not looked at one by one.
            let ends = |&code: &u32| code > 0x7F || !alike(code, code + 1);
            let to = (from..last).find(ends).map_or(last, |at| if at > 0x7F { last } else { at });
            match to - from {
                0 => shown.push(one(from)),
                1 => shown.extend([one(from), one(to)]),
                _ => shown.push(format!("{} to {}", one(from), one(to))),
            }
            from = to + 1;
        }
    }
    shown
}

/// The bytes of ASCII, in order, as runs.
pub(super) fn runs(bytes: &[u8]) -> Vec<CharacterRun> {
    let runs = bytes.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    runs.filter_map(|run| Some(((*run.first()?).into(), (*run.last()?).into()))).collect()
}

/// A name as the document prints it.
pub(super) fn name(name: &str) -> String {
    format!("`{name}`")
}

/// Several things: `a, b and c`.
pub(super) fn and(all: &[String]) -> String {
    joined(all, "and")
}

/// One of several things: `a, b or c`.
pub(super) fn or(all: &[String]) -> String {
    joined(all, "or")
}

fn joined(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// The first sentence of a text, without its full stop. A full stop within quotes ends none.
pub(super) fn first_sentence(text: &str) -> &str {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = text.char_indices().find(|&(at, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        c == '.' && !is_quoted && matches!(text.as_bytes().get(at + 1), None | Some(b' '))
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The beginning of a sentence.
pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + chars.as_str())
        .unwrap_or_default()
}

// The characters of a class of characters.

/// The characters of a class, or none if the production is no class.
pub(super) fn characters(language: &Language) -> Option<Vec<CharacterRun>> {
    let class = language.first();
    (class.role() == Role::Class).then(|| class.acceptor().characters())
}

/// The characters that are in a class and not in another.
pub(super) fn without(all: &[CharacterRun], others: &[CharacterRun]) -> Vec<CharacterRun> {
    let mut left = Vec::new();
    let mut others = others.iter().peekable();
    for &(first, last) in all {
        let mut from = first;
        while others.next_if(|(_, end)| *end < first).is_some() {}
        for &(begin, end) in others.clone().take_while(|(begin, _)| *begin <= last) {
            if from < begin {
                left.push((from, begin - 1));
            }
            from = end + 1;
        }
        if from <= last {
            left.push((from, last));
        }
    }
    left
}

/// Each character of ASCII, and the first of each run beyond.
pub(super) fn singles(characters: &[CharacterRun]) -> Vec<String> {
    let codes = characters.iter().flat_map(|&(first, last)| {
        let of_ascii = first..=last.min(0x7F);
        let beyond = (last > 0x7F).then_some(first.max(0x80));
        of_ascii.chain(beyond)
    });
    codes.filter_map(char::from_u32).map(String::from).collect()
}

// What two documents call the same thing.

/// The terms that changed, and how many did not.
pub(super) fn entries(since: Edition, edition: Edition) -> (Vec<Entry>, usize) {
    let (mut changed, mut same) = (Vec::new(), 0);
    // A line without a term says only what a production means.
    let of = |edition| terms(edition).filter(|term| !term.name.is_empty()).collect::<Vec<_>>();
    let [old, new] = [since, edition].map(of);
    type Term<'t> = Option<&'t DocumentTerm>;
    let entry = |manner, subject: &str, old: Term<'_>, new: Term<'_>, sentence: String| {
        let brief = first_sentence(&sentence).to_owned();
        let sections = [old, new].map(|term| term.map(|term| term.section));
        Entry::new(ChangeKind::Terms, manner, subject, &brief, sentence).at(sections)
    };
    let [before, now] = [since, edition].map(document);
    for term in &new {
        let says = format!("{now} says {} for {}", quoted(term.name), term.meaning);
        match old.iter().find(|old| old.meaning == term.meaning) {
            Some(one) if one.name == term.name => same += 1,
            Some(one) => {
                let sentence = format!("{says}; {before} says {}.", quoted(one.name));
                changed.push(entry(Manner::Renamed, term.name, Some(one), Some(term), sentence));
            }
            None => {
                let sentence = format!("{says}; {before} has no term for that.");
                changed.push(entry(Manner::New, term.name, None, Some(term), sentence));
            }
        }
    }
    for term in old.iter().filter(|old| new.iter().all(|term| term.meaning != old.meaning)) {
        let (name, meaning) = (quoted(term.name), term.meaning);
        let sentence = format!("{before} says {name} for {meaning}; {now} has no term for that.");
        changed.push(entry(Manner::Gone, term.name, Some(term), None, sentence));
    }
    (changed, same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec::Edition;

    #[test]
    fn lists_have_one_and() {
        let all = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            (and(&all[..1]), and(&all[..2]), and(&all)),
            ("a".into(), "a and b".into(), "a, b and c".into())
        );
    }

    #[test]
    fn a_sentence_ends_outside_of_quotes() {
        assert_eq!(first_sentence("a \"b. c\\\". d\" 1.2 e. F."), "a \"b. c\\\". d\" 1.2 e");
        assert_eq!((first_sentence("a."), first_sentence("a")), ("a", "a"));
    }

    #[test]
    fn what_cannot_be_seen_is_shown_by_its_code_point() {
        let all = [(0x01, 0x22), (0x2D, 0x2D), (0x30, 0x3A), (0x7E, 0x7F), (0xA0, 0xD7FF)];
        let wanted = "U+0001 to U+001F, \" \", \"!\", \"\\\"\", \"-\", \"0\" to \"9\", \":\", \"~\", \
                      U+007F and U+00A0 to U+D7FF";
        assert_eq!(and(&ranges(&all)), wanted);
        assert_eq!(ranges(&[(0x7F, 0x10_FFFF)]), ["U+007F to U+10FFFF"]);
        assert_eq!(runs(b"-.09"), [(0x2D, 0x2E), (0x30, 0x30), (0x39, 0x39)]);
    }

    #[test]
    fn long_strings_lose_their_middle() {
        assert_eq!(quoted("'\""), "\"'\\\"\"");
        let label = "a".repeat(64);
        assert_eq!(quoted(&label), format!("\"{label}\""));
        let long = "a".repeat(LONGEST + 1);
        let shown = format!("\"{}…(8163 bytes)…{}\"", "a".repeat(20), "a".repeat(10));
        assert_eq!(quoted(&long), shown);
    }

    fn of(edition: Edition, rule: &str) -> Vec<CharacterRun> {
        let production = edition.production(rule).map(Language::new);
        production.ok().as_ref().and_then(characters).unwrap_or_default()
    }

    /// RFC 3987, 2.2: `ucschar`, and `iunreserved`, which has it beside what `unreserved` has.
    #[test]
    fn characters_beyond_ascii() {
        let ucschar = of(Edition::Rfc3987, "ucschar");
        let ends = [ucschar[0], ucschar[1], ucschar[2], ucschar[3], ucschar[ucschar.len() - 1]];
        let wanted = [
            (0xA0, 0xD7FF),
            (0xF900, 0xFDCF),
            (0xFDF0, 0xFFEF),
            (0x1_0000, 0x1_FFFD),
            (0xE_1000, 0xE_FFFD),
        ];
        assert_eq!(ends, wanted);
        let unreserved = of(Edition::Rfc3986, "unreserved");
        assert_eq!(without(&of(Edition::Rfc3987, "iunreserved"), &unreserved), ucschar);
        assert_eq!(without(&unreserved, &ucschar), unreserved);
        assert_eq!(singles(&[(0x7E, 0x81), (0xA0, 0xA9)]), ["~", "\u{7F}", "\u{80}", "\u{A0}"]);
    }
}
