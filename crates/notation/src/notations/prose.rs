//! Prose in angle brackets that names a production: of this grammar, or of another document.
//!
//! In: `<host, see [URI], Section 3.2.2>`, and what is known where it stands. Out: the [`Term`] that
//! calls the production, here `rfc3986:host`, and a note; or why the prose says nothing to a machine.
//! Nothing is guessed: all words of the prose must be of the form, so that `<any CHAR except CTLs>`
//! stays prose. A document is known by its number or by a tag (`documents`).

use super::grammar::Site;
use super::term::Term;

/// The words of a reference that add nothing to it.
const WORDS: [&str; 19] = [
    "see",
    "from",
    "in",
    "of",
    "as",
    "is",
    "defined",
    "specified",
    "described",
    "imported",
    "per",
    "by",
    "the",
    "rule",
    "production",
    "section",
    "sections",
    "appendix",
    "also",
];

/// The words behind which a number is that of a section.
const SECTION: [&str; 3] = ["section", "sections", "appendix"];

/// A production of another document, or of this one if there is no tag.
#[derive(Debug, PartialEq, Eq)]
struct ProseReference<'t> {
    name: &'t str,
    tag: Option<String>,
}

/// The term that prose stands for. `text` has its angle brackets.
pub(super) fn term(text: &str, line: usize, site: &mut Site<'_>) -> Result<Term, String> {
    let shown = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let says_nothing = || format!("{shown} is prose, which says nothing to a machine");
    let Some(scope) = site.scope else { return Err(says_nothing()) };
    let inner = text.trim_matches(['<', '>']).trim();
    // In a grammar that brackets its names, one may have several words.
    let words = joined(inner);
    if site.is_bracketed && site.is_own(&words) {
        return Ok(Term::Name(words));
    }
    let Some(ProseReference { name, tag }) = reference(inner) else {
        return Err(format!(
            "{}; assume what it stands for (`--assume`) or give a reading",
            says_nothing()
        ));
    };
    if let Some(tag) = tag {
        let document = scope.documents.get(&tag.to_ascii_lowercase());
        return match document {
            Some(document) => {
                site.note_import(line, format!("`{shown}` is `{name}` of {document}"));
                Ok(Term::Name(format!("{document}:{name}")))
            }
            None if site.is_imported(name) => {
                site.note_import(
                    line,
                    format!("`{shown}` is `{name}` of a grammar that is imported"),
                );
                Ok(Term::Name(format!(":{name}")))
            }
            None => Err(format!(
                "{shown} names a production of [{tag}], which is not known; import that document \
                 (`--import {tag}=FILE`) or assume the production (`--assume`)"
            )),
        };
    }
    // In its own production a name in angle brackets is of another document.
    let is_itself = site.notation.key(name) == site.key;
    if site.is_bracketed || site.is_own(name) && !is_itself {
        if !site.is_bracketed {
            site.note(line, "a name stands in angle brackets, where ABNF has prose");
        }
        return Ok(Term::Name(name.to_owned()));
    }
    if site.is_imported(name) {
        site.note_import(line, format!("`{shown}` is `{name}` of a grammar that is imported"));
        return Ok(Term::Name(format!(":{name}")));
    }
    Err(format!(
        "{shown} names a production that is not defined here; import the document that defines it \
         (`--import`) or assume it (`--assume`)"
    ))
}

/// A name of several words, as one.
pub(super) fn joined(words: &str) -> String {
    words.split_ascii_whitespace().collect::<Vec<_>>().join("-")
}

/// Reads prose as a reference: `name, see [TAG], Section 1.2`, `name from Section 1.2 of RFC 1234`,
/// `RFC 1234, section 1.2: name`, or the name alone.
fn reference(prose: &str) -> Option<ProseReference<'_>> {
    let (name, rest) = match prose.rsplit_once(':') {
        Some((document, name)) if is_name(name.trim()) => (name.trim(), document),
        _ => prose
            .split_at(prose.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(prose.len())),
    };
    let mut tag: Option<String> = None;
    let (mut is_rfc, mut is_placed) = (false, false);
    for word in rest.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
    {
        let lower = word.to_ascii_lowercase();
        let named = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
        let number = lower.strip_prefix("rfc").map(|digits| digits.trim_start_matches('-'));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let found = match (named, number) {
            (Some(named), _) => Some(named.to_owned()),
            (None, Some(number)) if digits(number) => Some(format!("rfc{number}")),
            (None, Some("")) => {
                is_rfc = true;
                continue;
            }
            _ if is_rfc && digits(word) => Some(format!("rfc{word}")),
            _ => None,
        };
        is_rfc = false;
        // A number is a section where something says so: `<digit 0>` is no reference.
        is_placed |= SECTION.contains(&&*lower) || word.starts_with('§') || found.is_some();
        match found {
            Some(_) if tag.is_some() => return None,
            Some(found) => tag = Some(found),
            None if WORDS.contains(&&*lower) || is_placed && is_section(word) => {}
            None => return None,
        }
    }
    is_name(name).then_some(ProseReference { name, tag })
}

fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+'))
}

/// `3.2.2`, `B.1` or `§3`.
fn is_section(word: &str) -> bool {
    let word = word.trim_start_matches('§').trim_end_matches('.');
    let part = |part: &str| {
        let is_appendix = part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_uppercase());
        is_appendix || !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    !word.is_empty() && word.split('.').all(part)
}

#[cfg(test)]
mod tests {
    use super::{ProseReference, reference};

    #[test]
    fn references_and_what_is_none() {
        let of = |name, tag: &str| Some(ProseReference { name, tag: Some(tag.to_owned()) });
        for (prose, expected) in [
            ("URI-reference, see [URI], Section 4.1", of("URI-reference", "URI")),
            ("token, defined in [RFC2616], Section 2.2", of("token", "RFC2616")),
            ("MatchingRuleId from Section 4.1.9 of [1]", of("MatchingRuleId", "1")),
            ("RFC 3986, section 3.2: host", of("host", "rfc3986")),
            ("host, see RFC3986", of("host", "rfc3986")),
            ("ALPHA as defined in [RFC5234], Appendix B.1", of("ALPHA", "RFC5234")),
            ("ipchar", Some(ProseReference { name: "ipchar", tag: None })),
            ("any CHAR except CTLs or \";\"", None),
            ("host, see [URI] and [HTTP]", None),
            ("US-ASCII digits, see [URI]", None),
            ("\"", None),
            ("", None),
        ] {
            assert_eq!(reference(prose), expected, "{prose}");
        }
    }
}
