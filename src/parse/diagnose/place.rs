//! The place where a string leaves the language of a production, and what can be asked there.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::mem;
use std::ops::Range;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::editions::automaton::Automaton;
use crate::editions::grammar::{Grammar, Production, Role};

/// A string, and the place where it leaves the language.
pub(super) struct Place<'a> {
    pub(super) grammar: &'static Grammar,
    pub(super) production: &'static Production,
    /// The start of the production in the automaton.
    pub(super) start: u16,
    pub(super) text: &'a str,
    /// The offset of the first character after which no string of the language goes on.
    pub(super) at: usize,
    /// The state of the automaton there.
    pub(super) state: u16,
    /// The character there. There is none at the end of the string.
    found: Option<char>,
    /// What many rows ask for.
    known: KnownParts<'a>,
}

/// What is worked out when it is first asked for.
#[derive(Default)]
struct KnownParts<'a> {
    head: OnceCell<(&'a str, Option<char>)>,
    authority: OnceCell<Option<Range<usize>>>,
    host_port: OnceCell<Option<Range<usize>>>,
}

impl<'a> Place<'a> {
    /// The place at an offset.
    pub(super) fn of(
        grammar: &'static Grammar,
        production: &'static Production,
        text: &'a str,
        at: usize,
    ) -> Self {
        let start = grammar.start(production);
        let state = grammar.automaton.walk(start, &text.as_bytes()[..at]);
        let state = state.unwrap_or(Automaton::DEAD);
        let found = text[at..].chars().next();
        Self { grammar, production, start, text, at, state, found, known: KnownParts::default() }
    }

    /// Whether the string leaves the language at the place, and not before or behind.
    pub(super) fn is_where_it_leaves(&self) -> bool {
        let automaton = self.grammar.automaton;
        let found = self.found.map_or(0, char::len_utf8);
        let next = automaton.walk(self.state, &self.text.as_bytes()[self.at..][..found]);
        let goes_on = next.is_ok_and(|next| found > 0 || automaton.accepts(next));
        self.state != Automaton::DEAD && !goes_on
    }

    /// The begin of another string, as the production would have it.
    pub(super) fn begin_of<'b>(&self, text: &'b str) -> Place<'b> {
        Place::of(self.grammar, self.production, text, 0)
    }

    /// The character at the place. There is none at the end of the string.
    pub(super) const fn found(&self) -> Option<char> {
        self.found
    }

    /// Whether the string ends at the place, or one of these characters stands there.
    pub(super) fn ends_or_is(&self, characters: &str) -> bool {
        self.found().is_none_or(|found| characters.contains(found))
    }

    pub(super) fn before(&self) -> &'a str {
        &self.text[..self.at]
    }

    /// The text from the place on.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text after the character at the place.
    pub(super) fn after(&self) -> &'a str {
        self.text[self.at..].char_indices().nth(1).map_or("", |(at, _)| &self.text[self.at + at..])
    }

    /// Whether the production accepts another string.
    pub(super) fn accepts(&self, text: &str) -> bool {
        self.grammar.automaton.derives(self.start, text.as_bytes())
    }

    fn of_role(&self, role: Role) -> impl Iterator<Item = &'static Production> {
        self.grammar.productions().iter().copied().filter(move |known| known.role == role)
    }

    /// Whether the grammar has a production with that role.
    pub(super) fn has(&self, role: Role) -> bool {
        self.of_role(role).next().is_some()
    }

    /// Whether a production with that role derives a string.
    pub(super) fn derives(&self, role: Role, text: &str) -> bool {
        let derives =
            |known| self.grammar.automaton.derives(self.grammar.start(known), text.as_bytes());
        self.of_role(role).any(derives)
    }

    /// Whether the grammar has a production with that role, and none of these derives a string.
    pub(super) fn refuses(&self, role: Role, text: &str) -> bool {
        self.has(role) && !self.derives(role, text)
    }

    /// Whether the grammar has the character somewhere. Every grammar has in its queries what it has
    /// anywhere beyond ASCII.
    pub(super) fn has_beyond_ascii(&self, character: char) -> bool {
        !character.is_ascii() && self.derives(Role::Query, character.encode_utf8(&mut [0; 4]))
    }

    /// Whether the grammar has characters beyond ASCII.
    pub(super) fn is_of_characters(&self) -> bool {
        self.has_beyond_ascii('\u{E9}')
    }

    /// The production of reserved characters. It has the same name in all documents.
    pub(super) fn reserved(&self) -> Option<&'static Production> {
        self.grammar.production("reserved")
    }

    pub(super) fn is_reserved(&self, character: char) -> bool {
        let derives = |reserved| {
            let start = self.grammar.start(reserved);
            self.grammar.automaton.derives(start, character.to_string().as_bytes())
        };
        self.reserved().is_some_and(derives)
    }

    /// The section that introduces the role, or else the production.
    pub(super) fn section(&self, role: Role) -> &'static str {
        self.of_role(role).next().unwrap_or(self.production).section
    }

    /// Whether no string of the grammar contains the byte, except in classes that list excluded
    /// characters.
    pub(super) fn is_nowhere(&self, byte: u8) -> bool {
        self.is_dead(byte, Automaton::DEAD, || {
            let productions = self.grammar.productions().iter();
            let strings = productions.filter(|known| known.role != Role::Class);
            strings.map(|known| self.grammar.start(known)).collect()
        })
    }

    /// Whether no string of the production contains the byte.
    pub(super) fn is_never(&self, byte: u8) -> bool {
        self.is_dead(byte, self.start, || vec![self.start])
    }

    /// Whether the byte leads to no string from any state that is reachable from these, which a number
    /// names. It is worked out once, since it takes a look at the whole automaton.
    fn is_dead(&self, byte: u8, name: u16, states: impl Fn() -> Vec<u16>) -> bool {
        type KnownDead = HashMap<(&'static str, u16, u8), bool>;
        static KNOWN: LazyLock<RwLock<KnownDead>> = LazyLock::new(RwLock::default);
        let name = (self.grammar.stem, name, byte);
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&name).copied();
        known.unwrap_or_else(|| {
            let is_dead = self.is_dead_from(states(), byte);
            KNOWN.write().unwrap_or_else(PoisonError::into_inner).insert(name, is_dead);
            is_dead
        })
    }

    /// Whether the byte leads to no string from any state that is reachable from these.
    fn is_dead_from(&self, mut waiting: Vec<u16>, byte: u8) -> bool {
        let automaton = self.grammar.automaton;
        let mut seen = vec![false; automaton.accept.len()];
        while let Some(state) = waiting.pop() {
            if state == Automaton::DEAD || mem::replace(&mut seen[usize::from(state)], true) {
                continue;
            }
            if automaton.step(state, byte) != Automaton::DEAD {
                return false;
            }
            let next = automaton.representatives.iter().map(|&byte| automaton.step(state, byte));
            waiting.extend(next);
        }
        true
    }

    /// The bytes that could stand at the place.
    pub(super) fn expected(&self) -> impl Iterator<Item = u8> {
        self.grammar.automaton.expected(self.state).flatten()
    }

    /// The bytes that could stand after what is before the place and some more text.
    pub(super) fn expected_after(&self, more: &str) -> Vec<u8> {
        let automaton = self.grammar.automaton;
        let state = automaton.walk(self.state, more.as_bytes());
        state.map_or_else(|_| Vec::new(), |state| automaton.expected(state).flatten().collect())
    }

    /// Whether a string of the production begins with a scheme, or is a reference without one. No
    /// scheme begins with "_", but a path may.
    pub(super) fn begins_with_scheme(&self) -> bool {
        self.is_of_components() && !self.accepts("_:b")
    }

    /// Whether the components of the string are found by their delimiters.
    pub(super) fn is_of_components(&self) -> bool {
        matches!(self.production.role, Role::Whole | Role::OpaqueUrl | Role::Specific)
    }

    /// The text before the first ":", "/", "?" or "#", and that delimiter.
    pub(super) fn head(&self) -> (&'a str, Option<char>) {
        *self.known.head.get_or_init(|| {
            let end = self.text.bytes().position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
            let (head, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
            (head, rest.chars().next())
        })
    }

    /// The range of the authority: after "//", at the beginning or after the scheme. If the
    /// production is of an authority or a host, the range starts at the beginning.
    pub(super) fn authority(&self) -> Option<Range<usize>> {
        self.known.authority.get_or_init(|| self.found_authority()).clone()
    }

    fn found_authority(&self) -> Option<Range<usize>> {
        match self.production.role {
            Role::Authority | Role::Host => return Some(0..end_of_authority(self.text)),
            Role::Part if self.text.starts_with('[') => {
                return Some(0..end_of_authority(self.text));
            }
            _ if self.is_of_components() && self.has(Role::Authority) => {}
            _ => return None,
        }
        let start = match self.head() {
            ("", Some('/')) => 0,
            (scheme, Some(':')) if self.begins_with_scheme() => scheme.len() + 1,
            _ => return None,
        };
        let rest = self.text[start..].strip_prefix("//")?;
        Some(start + "//".len()..start + "//".len() + end_of_authority(rest))
    }

    /// The range of the authority, if the place is in it or right after it.
    pub(super) fn in_authority(&self) -> Option<Range<usize>> {
        self.authority().filter(|range| range.start <= self.at && self.at <= range.end)
    }

    /// The range after the last "@" of the authority, if the place is in it or right after it. No
    /// userinfo has a bracket: what began with one is the host, whatever follows.
    pub(super) fn host_port(&self) -> Option<Range<usize>> {
        self.known.host_port.get_or_init(|| self.found_host_port()).clone()
    }

    fn found_host_port(&self) -> Option<Range<usize>> {
        let authority = self.in_authority()?;
        let after_at = |text: &str| text.rfind('@').map_or(0, |at| at + 1);
        let before = &self.text[authority.start..self.at];
        let is_literal = before[after_at(before)..].starts_with('[');
        let userinfo = after_at(if is_literal { before } else { &self.text[authority.clone()] });
        Some(authority.start + userinfo..authority.end).filter(|range| range.start <= self.at)
    }
}

/// The offset of the end of an authority.
///
/// "The authority component is […] terminated by the next slash, question mark, or number sign
/// character, or by the end of the URI" (3.2).
fn end_of_authority(text: &str) -> usize {
    text.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(text.len())
}
