//! How often a program is wrong about hosts.
//!
//! In: what it prints about the strings of the web. Out: how many answers are not the host that RFC 3986 has,
//! and how many are about strings that have none, since they are no URI references. What is forgotten is
//! letter case, and the brackets of an address.

use std::io;

use serde_json::{Value, json};
use urispec::UriRef;

use super::lists::Lists;
use super::process;
use super::rivals::{Answers, Rival};

/// What a program gets wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The program.
    pub name: &'static str,
    /// How many strings are URI references.
    pub valid: usize,
    /// About how many of these it says another host, or none, or one where there is none.
    pub wrong: usize,
    /// How many strings are no URI references.
    pub invalid: usize,
    /// For how many of these it has a host all the same.
    pub answered: usize,
    /// The first string that it is wrong about, and what it says.
    pub example: Option<(String, String)>,
}

impl Wrong {
    /// The counts as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        let Self { name, valid, wrong, invalid, answered, example } = self;
        json!({
            "schema": 1, "wrong_hosts": name, "valid": valid, "wrong": wrong, "invalid": invalid,
            "answered": answered, "example": example,
        })
    }
}

/// What a program gets wrong; None if it is not here, or says nothing that can be held against a string.
pub(super) fn count(rival: &Rival, lists: &Lists, web: &[String]) -> io::Result<Option<Wrong>> {
    let is_ours = rival.words.iter().any(|word| word.contains("URISPEC"));
    if rival.answers == Answers::Unknown || is_ours {
        return Ok(None);
    }
    let words: Vec<_> = rival.words.iter().map(|&word| word.to_owned()).collect();
    let output = match process::command(&words, &lists.once().path).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        output => output?,
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(Some(counted(rival.name, web, &answers(rival.answers, &printed, web.len()))))
}

/// The answer about each string.
fn answers(how: Answers, printed: &str, count: usize) -> Vec<String> {
    let mut all = vec![String::new(); count];
    for (at, line) in printed.split('\n').enumerate() {
        let (at, host) = match (how, line.split_once(':')) {
            (Answers::Numbered, Some((number, host))) => {
                (number.parse::<usize>().unwrap_or_default().wrapping_sub(1), host)
            }
            _ => (at, line),
        };
        if let Some(answer) = all.get_mut(at) {
            *answer = plain(host);
        }
    }
    all
}

/// A host without what nobody would call another host.
fn plain(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

fn counted(name: &'static str, web: &[String], answers: &[String]) -> Wrong {
    let mut found = Wrong { name, valid: 0, wrong: 0, invalid: 0, answered: 0, example: None };
    for (text, answer) in web.iter().zip(answers) {
        let is_wrong = match UriRef::parse(text.as_str()) {
            Ok(reference) => {
                let host = reference.host().map_or(String::new(), |host| plain(host.as_str()));
                let is_wrong = host != *answer;
                found.valid += 1;
                found.wrong += usize::from(is_wrong);
                is_wrong
            }
            Err(_) => {
                found.invalid += 1;
                found.answered += usize::from(!answer.is_empty());
                !answer.is_empty()
            }
        };
        if is_wrong && found.example.is_none() {
            found.example = Some((text.clone(), answer.clone()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_about_what_is_no_reference_is_wrong() {
        let web =
            ["http://H:80/", "http://[::1]/", "mailto:a@b", "http://a b/", "http://u@h/", "%"];
        let web = web.map(str::to_owned);
        let lines = "h\n::1\n\na b\nu@h\n\n";
        let found = counted("it", &web, &answers(Answers::Lines, lines, web.len()));
        assert_eq!((found.valid, found.wrong, found.invalid, found.answered), (4, 1, 2, 1));
        assert_eq!(found.example, Some(("http://a b/".to_owned(), "a b".to_owned())));
        let numbered = "1:h\n2:[::1]\n4:a b\n5:u@h\n";
        let again = counted("it", &web, &answers(Answers::Numbered, numbered, web.len()));
        assert_eq!(again, found);
    }
}
