//! Reads the notation of RFC 1630, sections 8 and 9.
//!
//! It has neither `=` nor quotes: a name at the beginning of a line, then elements with blanks between them. A
//! word of one character stands for itself; `space` and `vline` are words for two characters; every other word is a
//! name. `|` stands between alternatives and may touch its neighbours. Brackets are an option. The surprising case:
//! in `national`, a bracket is an alternative of its own, and then stands for itself.

use crate::printed::{Production, Term};

/// Reads the productions of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Production>, (usize, String)> {
    let mut found: Vec<(String, usize, Vec<String>)> = Vec::new();
    for (line, at) in text.lines().zip(1..) {
        if line.starts_with(';') || line.trim().is_empty() {
            continue;
        }
        let spaced = line.replace('|', " | ");
        let mut words = spaced.split_whitespace().flat_map(bracketed);
        if !line.starts_with([' ', '\t']) {
            found.push((words.next().unwrap_or_default(), at, Vec::new()));
        }
        let last = found.last_mut().ok_or((at, "this continues no production".to_owned()))?;
        last.2.extend(words);
    }
    Ok(found.into_iter().map(|(name, line, words)| Production { name, line, term: body(&words) }).collect())
}

/// A word, cut behind an opening bracket.
fn bracketed(word: &str) -> Vec<String> {
    match word.strip_prefix('[') {
        Some(rest) if !rest.is_empty() => vec!["[".to_owned(), rest.to_owned()],
        _ => vec![word.to_owned()],
    }
}

fn body(words: &[String]) -> Result<Term, String> {
    // The alternatives of each bracket that is open, and of the whole below them.
    let mut open = vec![vec![Vec::new()]];
    let is_bar = |word: Option<&String>| word.is_none_or(|word| word == "|");
    for (at, word) in words.iter().enumerate() {
        let is_alone = is_bar(at.checked_sub(1).and_then(|at| words.get(at))) && is_bar(words.get(at + 1));
        let is_inner = open.len() > 1;
        let top = open.last_mut().ok_or("a bracket is missing")?;
        let sequence = top.last_mut().ok_or("an alternative is missing")?;
        match word.as_str() {
            "|" => top.push(Vec::new()),
            "[" if !is_alone => open.push(vec![Vec::new()]),
            "]" if !is_alone && is_inner => {
                let inner = choice(open.pop().unwrap_or_default());
                let outer = open.last_mut().and_then(|top| top.last_mut());
                outer.ok_or("a bracket is missing")?.push(Term::option(inner));
            }
            "space" => sequence.push(Term::Values(vec![0x20])),
            "vline" => sequence.push(Term::Values(vec![0x7C])),
            one if one.chars().count() == 1 => {
                sequence.push(Term::Literal { text: one.to_owned(), ignore_case: false });
            }
            name => sequence.push(Term::Name(name.to_owned())),
        }
    }
    match open.len() {
        1 => Ok(choice(open.remove(0))),
        _ => Err("`]` is missing".to_owned()),
    }
}

fn choice(mut all: Vec<Vec<Term>>) -> Term {
    match all.len() {
        1 => Term::Seq(all.remove(0)),
        _ => Term::Choice(all.into_iter().map(Term::Seq).collect()),
    }
}
