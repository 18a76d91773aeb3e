//! The failure point, which is where a string leaves the language of a production, and queries about it.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::mem;
use std::ops::Range;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::editions::automaton::Automaton;
use crate::editions::grammar::{Grammar, Node, Production, Role};

/// A string, and the failure point where it leaves the language of a production.
pub(super) struct FailurePoint<'a> {
    pub(super) grammar: &'static Grammar,
    pub(super) production: &'static Production,
    /// The start state of the production in the automaton.
    pub(super) start: u16,
    pub(super) text: &'a str,
    /// The offset of the first character that cannot follow the text before it in any string of the language.
    pub(super) at: usize,
    /// The state of the automaton before the failure point.
    pub(super) state: u16,
    /// The character at the failure point, or `None` at the end of the string.
    found: Option<char>,
    /// Parts of the string that the checks for many causes need.
    known: KnownParts<'a>,
}

/// Values that are computed on first use.
#[derive(Default)]
struct KnownParts<'a> {
    head: OnceCell<(&'a str, Option<char>)>,
    authority: OnceCell<Option<Range<usize>>>,
    host_port: OnceCell<Option<Range<usize>>>,
}

impl<'a> FailurePoint<'a> {
    /// Creates the failure point at an offset of a string.
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

    /// Returns whether the string leaves the language exactly at the failure point.
    pub(super) fn is_where_it_leaves(&self) -> bool {
        let automaton = self.grammar.automaton;
        let found = self.found.map_or(0, char::len_utf8);
        let next = automaton.walk(self.state, &self.text.as_bytes()[self.at..][..found]);
        let goes_on = next.is_ok_and(|next| found > 0 || automaton.accepts(next));
        self.state != Automaton::DEAD && !goes_on
    }

    /// Returns a failure point at the beginning of `text`, for the same production.
    pub(super) fn begin_of<'b>(&self, text: &'b str) -> FailurePoint<'b> {
        FailurePoint::of(self.grammar, self.production, text, 0)
    }

    /// Returns the character at the failure point. Returns `None` at the end of the string.
    pub(super) const fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns whether the failure point is at the end of the string, or at one of the given characters.
    pub(super) fn ends_or_is(&self, characters: &str) -> bool {
        self.found().is_none_or(|found| characters.contains(found))
    }

    pub(super) fn before(&self) -> &'a str {
        &self.text[..self.at]
    }

    /// Returns the text that begins at the failure point.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the text after the character at the failure point.
    pub(super) fn after(&self) -> &'a str {
        self.text[self.at..].char_indices().nth(1).map_or("", |(at, _)| &self.text[self.at + at..])
    }

    /// Returns whether the production accepts `text`, which need not be the string that failed.
    pub(super) fn accepts(&self, text: &str) -> bool {
        self.grammar.automaton.derives(self.start, text.as_bytes())
    }

    fn of_role(&self, role: Role) -> impl Iterator<Item = &'static Production> {
        self.grammar.productions().iter().copied().filter(move |known| known.role == role)
    }

    /// Returns whether the grammar has a production with this role.
    pub(super) fn has(&self, role: Role) -> bool {
        self.of_role(role).next().is_some()
    }

    /// Returns whether a production with this role derives a string.
    pub(super) fn derives(&self, role: Role, text: &str) -> bool {
        let derives =
            |known| self.grammar.automaton.derives(self.grammar.start(known), text.as_bytes());
        self.of_role(role).any(derives)
    }

    /// Returns whether the grammar has productions with this role, but none of them derives the string.
    pub(super) fn refuses(&self, role: Role, text: &str) -> bool {
        self.has(role) && !self.derives(role, text)
    }

    /// Returns whether the character is beyond ASCII and the grammar allows it anywhere. Every grammar
    /// that allows such a character allows it in queries.
    pub(super) fn has_beyond_ascii(&self, character: char) -> bool {
        !character.is_ascii() && self.derives(Role::Query, character.encode_utf8(&mut [0; 4]))
    }

    /// Returns whether the grammar allows characters beyond ASCII.
    pub(super) fn is_of_characters(&self) -> bool {
        self.has_beyond_ascii('\u{E9}')
    }

    /// Returns the production of reserved characters. It has the same name in all documents.
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

    /// Returns the section that introduces the first production with the role. If there is none,
    /// returns the section of the production by which the string is parsed.
    pub(super) fn section(&self, role: Role) -> &'static str {
        self.of_role(role).next().unwrap_or(self.production).section
    }

    /// Returns whether no string of the grammar contains the byte. Ignores character classes, some of
    /// which list excluded characters.
    pub(super) fn is_nowhere(&self, byte: u8) -> bool {
        self.is_dead(byte, Automaton::DEAD, || {
            let productions = self.grammar.productions().iter();
            let strings = productions.filter(|known| known.role != Role::Class);
            strings.map(|known| self.grammar.start(known)).collect()
        })
    }

    /// Returns whether no string of the production contains the byte.
    pub(super) fn is_never(&self, byte: u8) -> bool {
        self.is_dead(byte, self.start, || vec![self.start])
    }

    /// Returns the result of [`Self::is_dead_from`], which searches the whole automaton. Caches the
    /// result under `name`, a number that identifies `states`.
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

    /// Returns whether no state that is reachable from the given states has a transition on the
    /// byte.
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

    /// Returns the bytes that are allowed at the failure point.
    pub(super) fn expected(&self) -> impl Iterator<Item = u8> {
        self.grammar.automaton.expected(self.state).flatten()
    }

    /// Returns the bytes that are allowed after `more`, if `more` follows the text before the failure point.
    pub(super) fn expected_after(&self, more: &str) -> Vec<u8> {
        let automaton = self.grammar.automaton;
        let state = automaton.walk(self.state, more.as_bytes());
        state.map_or_else(|_| Vec::new(), |state| automaton.expected(state).flatten().collect())
    }

    /// Returns whether each string of the production begins with a scheme or is a relative
    /// reference. If so, the production rejects "_:b": no scheme begins with "_", but a path may.
    pub(super) fn begins_with_scheme(&self) -> bool {
        self.is_of_components() && !self.accepts("_:b")
    }

    /// Returns whether the strings of the production have components that delimiters separate.
    pub(super) fn is_of_components(&self) -> bool {
        matches!(self.production.role, Role::Whole | Role::OpaqueUrl | Role::Specific)
    }

    /// Returns the text before the first ":", "/", "?" or "#", and that delimiter.
    pub(super) fn head(&self) -> (&'a str, Option<char>) {
        *self.known.head.get_or_init(|| {
            let end = self.text.bytes().position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
            let (head, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
            (head, rest.chars().next())
        })
    }

    /// Returns the range of the authority, which follows "//" at the beginning or after the scheme.
    /// If the production derives only an authority or a host, the range starts at the beginning.
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

    /// Returns the range of the authority. Returns `None` unless the failure point is in it or at its end.
    pub(super) fn in_authority(&self) -> Option<Range<usize>> {
        self.authority().filter(|range| range.start <= self.at && self.at <= range.end)
    }

    /// Returns the range of the host and the port. Returns `None` unless the failure point is in
    /// that range or at its end. The range begins after the last "@" of the authority. But if the
    /// text after the last "@" before the failure point begins with "[", the range begins at that
    /// "[", and any later "@" is ignored: a userinfo contains no bracket.
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

/// Returns the offset of the end of an authority.
///
/// "The authority component is […] terminated by the next slash, question mark, or number sign
/// character, or by the end of the URI" (RFC 3986, 3.2).
fn end_of_authority(text: &str) -> usize {
    text.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(text.len())
}

// The expected continuations of a prefix: literals in quotes, core rules, and productions by their
// printed names, each once. A production replaces the single bytes with which it may begin.

/// The largest number of literals to list. If there are more, the production that contains them is
/// listed instead.
const LITERALS: usize = 8;

/// Returns names for everything that may follow the prefix: productions that begin or continue there, or else the
/// literals and character classes of the production being read and of the productions around it.
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
        // For a leaf that is being read, a core rule says more than its name; so does a delimiter,
        // but not the first letter of a scheme.
        let is_delimiter = bytes.len() == 1 && !bytes[0].is_ascii_alphabetic();
        // A letter of a literal matches in either case.
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

/// Returns the shortest strings from `state` to acceptance that begin with `first`, one for each
/// byte that may follow `first`. One string is not enough if `first` does not decide the
/// production: `a` may begin a path, and `a:` a scheme.
fn completions(automaton: &Automaton, state: u16, first: u8) -> Vec<Vec<u8>> {
    let after = automaton.step(state, first);
    let seconds = automaton.expected(after).map(|class| class[0]);
    let completed = |second| {
        let rest = automaton.completion(automaton.step(after, second));
        [&[first, second], &*rest].concat()
    };
    seconds.map(completed).collect()
}

/// Returns the name of the production that describes a byte: the outermost production that contains
/// the byte but not the end of the prefix. If the byte continues a different parse of the prefix,
/// returns the leaf that contains the byte. Returns `None` if the byte is a literal.
fn name(at: &[OpenProduction], byte: &[OpenProduction]) -> Option<&'static str> {
    let both = common(at, byte);
    match byte.get(both) {
        Some(below) if both == at.len() || !below.begun => Some(below.production.name),
        Some(_) => byte.last().filter(|leaf| leaf.is_leaf).map(|leaf| leaf.production.name),
        // Within the leaf that is being read, or a literal of a production around it.
        None => {
            let leaf = byte.last().filter(|leaf| leaf.is_leaf && at[byte.len() - 1].is_leaf);
            leaf.map(|leaf| leaf.production.name)
        }
    }
}

/// Returns the names of the ABNF core rules whose bytes are all in `bytes`, and a literal for each other byte.
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

// The productions that contain the end of a prefix.
//
// They are found in the tree of the prefix and a text that completes it. They may depend on that
// text; then only the productions that all trees share were being read.

/// A prefix of a string of the language, to be completed and parsed.
pub(super) struct Prefix<'g> {
    pub(super) grammar: &'g Grammar,
    production: &'static Production,
    prefix: Vec<u8>,
    lacks_trees: Cell<bool>,
}

/// An entry of a path in a tree: the production of a node that contains a given offset.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct OpenProduction {
    pub(super) production: &'static Production,
    /// Whether the production began before the end of the prefix.
    pub(super) begun: bool,
    pub(super) is_leaf: bool,
}

impl<'g> Prefix<'g> {
    pub(super) const fn of(
        grammar: &'g Grammar,
        production: &'static Production,
        prefix: Vec<u8>,
    ) -> Self {
        Self { grammar, production, prefix, lacks_trees: Cell::new(false) }
    }

    /// Returns whether pest has built every tree so far.
    pub(super) const fn is_whole(&self) -> bool {
        !self.lacks_trees.get()
    }

    /// Returns a continuation for each class of bytes that may follow the prefix, completed by the
    /// shortest possible string. `state` is the state after the prefix.
    pub(super) fn ways_on(&self, state: u16) -> Vec<Extension> {
        let automaton = self.grammar.automaton;
        let way = |class: Vec<u8>| {
            let after = automaton.step(state, class[0]);
            let path = self.path(&[&class[..1], &automaton.completion(after)].concat());
            (class, path)
        };
        automaton.expected(state).map(way).collect()
    }

    /// Returns the productions, outermost first, that contain the first byte of `rest` when `rest`
    /// follows the prefix. If `rest` is empty, returns the productions of the non-empty nodes that
    /// end where the prefix ends.
    pub(super) fn path(&self, rest: &[u8]) -> Vec<OpenProduction> {
        let whole = [&self.prefix, rest].concat();
        let at = self.prefix.len();
        let tree = std::str::from_utf8(&whole).ok();
        let tree = tree.and_then(|text| self.grammar.tree(self.production, text).ok());
        self.lacks_trees.update(|lacks| lacks || tree.is_none());
        let holds = |node: &Node<'_>| match rest {
            [] => node.start() < at && node.end() == at,
            _ => node.start() <= at && at < node.end(),
        };
        let mut steps = Vec::new();
        let mut deeper = tree.as_ref();
        while let Some(node) = deeper {
            let (begun, is_leaf) = (node.start() < at, node.children().is_empty());
            steps.push(OpenProduction { production: node.production, begun, is_leaf });
            deeper = node.children().iter().rev().find(|child| holds(child));
        }
        steps
    }
}

/// A continuation of the prefix: the bytes of a class, and the productions that contain its first
/// byte.
pub(super) type Extension = (Vec<u8>, Vec<OpenProduction>);

/// Returns the productions that were being read. These are the productions that begin before the
/// end of the prefix, and the productions with which every continuation begins. `at` lists the
/// productions that contain the end of the prefix when the shortest text completes the prefix.
///
/// A leaf with which every continuation begins is left out. For example, `a:` only lacks the
/// `opaque_part` of RFC 2396, so that production was not being read.
pub(super) fn being_read(mut at: Vec<OpenProduction>, ways: &[Extension]) -> Vec<OpenProduction> {
    let begun = at.iter().take_while(|step| step.begun).count();
    let mut shared = ways.iter().map(|(_, path)| common(&at, path)).min().unwrap_or(at.len());
    if at.get(shared.saturating_sub(1)).is_some_and(|innermost| innermost.is_leaf) {
        shared = shared.saturating_sub(1);
    }
    at.truncate(shared.max(begun).max(1));
    at
}

/// Returns the length of the common beginning of two paths.
pub(super) fn common(a: &[OpenProduction], b: &[OpenProduction]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a.production == b.production).count()
}
