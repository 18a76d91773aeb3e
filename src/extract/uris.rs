//! The strings that are URIs of an edition, as far as text shows them.

use crate::editions::Edition;
use crate::editions::automaton::Automaton;
use crate::editions::grammar::Role;
use crate::parse::Recognizer;
use crate::parts::percent::{self, Keep};
use crate::parts::schemes;
use crate::reference::Reference;

/// The URIs of an edition. A fragment may follow where the grammar has none: the appendix of RFC
/// 1738 wants one within the delimiters too.
pub(super) struct Uris {
    edition: Edition,
    starts: Vec<(&'static Automaton, u16)>,
    has_fragments: bool,
    /// Whether a grammar of the edition has characters beyond ASCII.
    has_characters: bool,
    /// The schemes that the caller names beside those that the documents name.
    schemes: Vec<String>,
    /// The productions for whole strings, if they ask more of a string than the grammar.
    beyond_grammar: &'static [Recognizer],
}

impl Uris {
    pub(super) fn of(edition: Edition) -> Self {
        let productions = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let starts: Vec<(&'static Automaton, u16)> = edition.starts().collect();
        Self {
            edition,
            has_fragments: productions.into_iter().any(|one| one.role == Role::Fragment),
            has_characters: starts
                .iter()
                .any(|(automaton, _)| automaton.table().goes_beyond_ascii()),
            starts,
            schemes: Vec::new(),
            beyond_grammar: match edition.whole() {
                whole if whole.iter().any(Recognizer::is_beyond_grammar) => whole,
                _ => &[],
            },
        }
    }

    pub(super) fn with_schemes(&mut self, schemes: impl Iterator<Item = String>) {
        self.schemes.extend(schemes);
    }

    /// Whether a bare word with that scheme is meant as a URI, whatever follows the ":".
    pub(super) fn is_named(&self, scheme: &str) -> bool {
        let is_it = |name: &String| name.eq_ignore_ascii_case(scheme);
        schemes::is_named(scheme) || self.schemes.iter().any(is_it)
    }

    /// Whether a byte belongs to a run: it is of no white space and of no delimiter, and may be one of
    /// these URIs.
    pub(super) fn is_of_run(&self, byte: u8) -> bool {
        match byte {
            b'<' | b'>' | b'"' => false,
            byte if byte.is_ascii() => byte.is_ascii_graphic(),
            _ => self.has_characters,
        }
    }

    /// The length of the longest beginning that is a URI, and the number of bytes that were read to
    /// know it.
    pub(super) fn longest(&self, text: &[u8]) -> (usize, usize) {
        let (end, seen) = self.derived(text);
        // A shorter beginning would have another host.
        let beyond = self.beyond_grammar;
        if !beyond.is_empty() && !beyond.iter().any(|one| one.accepts(&text[..end])) {
            return (0, seen);
        }
        if self.has_fragments || text.get(end) != Some(&b'#') || end == 0 {
            return (end, seen);
        }
        let end = end + 1 + fragment(&text[end + 1..]);
        (end, seen.max(end))
    }

    /// Returns the length of the longest beginning that an automaton derives, and the number of bytes that were read.
    fn derived(&self, text: &[u8]) -> (usize, usize) {
        let ends = self.starts.iter().map(|&(automaton, start)| automaton.longest(start, text));
        ends.fold((0, 0), |(end, seen), one| (one.0.max(end), one.1.max(seen)))
    }

    /// Returns the length of the scheme that one of these URIs has, as the edition reads it: that of RFC 1630 may have
    /// escapes, and by the URL Standard `1:a` has none, and is a URL relative to a base.
    pub(super) fn scheme(&self, uri: &str) -> Option<usize> {
        // Without the fragment that the edition does not derive.
        let url = uri.get(..self.derived(uri.as_bytes()).0)?;
        let reference = Reference::parse(self.edition, url).ok()?;
        reference.scheme().map(str::len)
    }

    pub(super) fn holds(&self, text: &[u8]) -> bool {
        self.longest(text).0 == text.len()
    }
}

fn fragment(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if Keep::Fragment.keeps(byte) {
            at += 1;
        } else if percent::triplet(&text[at..]).is_some() {
            at += 3;
        } else {
            break;
        }
    }
    at
}
