//! A difference in words: what the readers say, and who says which.
//!
//! A text that a person sees has no password. Where a reader finds the password of the string in another
//! component, it is hidden there too. A host is shown even if another reader takes it for a part of the
//! password: who contacts a host has told its name already.

use std::borrow::Cow;
use std::ops::Range;

use urispec_compare::parsers::{Aspect, Component, Difference, ParserAnswer, Said, Tell, Weight};

use crate::output::password::{HIDDEN, Passwords};
use crate::output::style::{Stream, shortened};
use crate::output::terminal::Escaped;

/// The greatest width of what a reader says, on a terminal.
const WIDEST: usize = 46;

/// A string, and where its password is.
pub(super) struct Veil<'t> {
    text: &'t str,
    hidden: Option<Range<usize>>,
    passwords: Passwords,
}

impl<'t> Veil<'t> {
    pub(super) fn of(text: &'t str, passwords: Passwords) -> Self {
        Self { text, hidden: passwords.span(text.as_bytes()), passwords }
    }

    /// What a reader tells of an aspect, to be shown.
    pub(super) fn shown(&self, aspect: Aspect, said: &str) -> String {
        let passwords = self.passwords;
        let veiled = match aspect {
            Aspect::Component(Component::Userinfo) => passwords.veiled_userinfo(said),
            Aspect::Component(Component::Authority) => passwords.veiled_authority(said),
            Aspect::Component(Component::Path) | Aspect::Target | Aspect::Normalized => {
                passwords.veiled(said)
            }
            _ => Cow::Borrowed(said),
        };
        let may_hide = match aspect {
            Aspect::Component(Component::Userinfo) => false,
            Aspect::Component(Component::Host) => said.contains('@'),
            _ => true,
        };
        let veiled = match self.part_of_password(&veiled).filter(|_| may_hide) {
            Some(part) => Cow::Owned([&veiled[..part.start], HIDDEN, &veiled[part.end..]].concat()),
            None => veiled,
        };
        match &*veiled {
            "" => "\"\"".to_owned(),
            text => shortened(&Escaped(text.as_bytes()).to_string(), WIDEST, Stream::Results),
        }
    }

    /// The part of what a reader tells that can only be from the password of the string.
    fn part_of_password(&self, said: &str) -> Option<Range<usize>> {
        let hidden = self.hidden.as_ref()?;
        let mut part = None;
        for (start, _) in self.text.match_indices(said) {
            let end = start + said.len();
            if said.is_empty() || end <= hidden.start || start >= hidden.end {
                return None;
            }
            let from = hidden.start.saturating_sub(start);
            part = part.or(Some(from..hidden.end.min(end) - start));
        }
        part
    }
}

/// What one reader tells of an aspect: nothing where it does not tell.
pub(super) fn told(aspect: Aspect, told: &ParserAnswer<'_>, veil: &Veil<'_>) -> String {
    let tell = match aspect {
        Aspect::Valid => {
            return told.is_valid.map_or("", |is_valid| if is_valid { "yes" } else { "no" }).into();
        }
        Aspect::Component(component) => told.component(component),
        Aspect::Target => &told.target,
        Aspect::Normalized => &told.normalized,
        _ => return String::new(),
    };
    match tell {
        Tell::NotTold => String::new(),
        Tell::Undefined => "-".to_owned(),
        Tell::Is(text) => veil.shown(aspect, text),
    }
}

/// What the groups of a difference say: `evil.com (whatwg) · good.com (appendix-b)`.
pub(super) fn said(one: &Difference, names: &[String], veil: &Veil<'_>) -> String {
    let groups = one.groups.iter().map(|group| {
        let said = match &group.said {
            Said::Valid(true) => "yes".to_owned(),
            Said::Valid(false) => "no".to_owned(),
            Said::Nothing => "none".to_owned(),
            Said::Text(text) => veil.shown(one.aspect, text),
        };
        format!("{said} ({})", by(&group.readers, names))
    });
    groups.collect::<Vec<_>>().join(" · ")
}

/// The spellings of a difference, after it: `, ipv4-form`.
pub(super) fn spelled(one: &Difference) -> String {
    let names = one.spellings.iter().map(|spelling| format!(" [{}]", spelling.name()));
    names.collect()
}

pub(super) fn by(readers: &[usize], names: &[String]) -> String {
    let names = readers.iter().filter_map(|at| names.get(*at));
    names.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Whether a difference is shown.
pub(super) fn is_shown(one: &Difference, canonical: bool) -> bool {
    canonical || one.weight != Weight::Canonical
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_hidden_wherever_a_reader_finds_it() {
        let veil = Veil::of("http://u:pass@q@h/h", Passwords::default());
        let host = Aspect::Component(Component::Host);
        assert_eq!(veil.shown(Aspect::Component(Component::Userinfo), "u:pass"), "u:<hidden>");
        assert_eq!(veil.shown(host, "q@h"), "<hidden>@h");
        assert_eq!(veil.shown(host, "h"), "h");
        assert_eq!(veil.shown(host, "q"), "q");
        assert_eq!(veil.shown(Aspect::Component(Component::Port), "pass@q@h"), "<hidden>@h");
        assert_eq!(veil.shown(Aspect::Component(Component::Query), ""), "\"\"");
    }
}
