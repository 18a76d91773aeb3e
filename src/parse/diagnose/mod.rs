//! From a string that a production does not accept to what is wrong with it.
//!
//! In: the string, up to the byte that is wrong, and the minimal automaton of the edition's printed
//! grammar. Out: an [`Explanation`]. The automaton knows the offset and the bytes that could have
//! stood there, but no production: states of different productions that go on alike are one state.
//! So the part before the offset is completed by the shortest string that the automaton has for it,
//! and the tree of the whole says which production was being read; each byte that could have stood
//! there is placed by such a tree too.
//!
//! What a person would say is wrong is asked of a table of causes, which needs no tree.
//!
//! The part before is shortened first, if it is long: what leads the automaton from a state back to
//! it, by transitions that it took before, is left out. So a tree here is little larger than the
//! automaton, however long the string is. What is left out may have begun a production: that of RFC
//! 2396 is in one state all through `//h/a`, where an authority and a path go on alike. So the
//! beginning is kept, which in most strings is all.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::editions::Edition;
use crate::editions::automaton::Automaton;
use crate::editions::division::{Delimiters, Division};
use crate::editions::grammar::{Grammar, Production};
use crate::parse::Recognizer;
use crate::reference::error::{Fault, Reason, SyntaxError};

mod alike;
mod cause;
mod causes;
mod expected;
mod explain;
mod explanation;
mod place;
mod reading;
#[cfg(test)]
mod tests;

pub use cause::Cause;
pub use explanation::Explanation;

use causes::cause;
use expected::expected;
use place::Place;
use reading::{Prefix, being_read};

/// The length of a beginning, in bytes, that is kept as it is.
const KEPT: usize = 1024;

/// The number of short texts of one production of which it is remembered what was said. A list from the
/// web has some two thousand, of which some thirty things are said.
const REMEMBERED: usize = 16_384;

/// What is said about a string up to the offset where it leaves the language.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Why {
    pub(crate) expected: Vec<String>,
    pub(crate) rule_path: Vec<&'static str>,
    pub(crate) section: &'static str,
    /// Whether pest made every tree. pest refuses where the stack is too small, which may be
    /// different another time.
    is_whole: bool,
}

/// Explains why no string of the production's language goes on at `at`, as the error found. The
/// text begins with `after`, which the string itself lacks.
fn diagnose(
    grammar: &'static Grammar,
    production: &'static Production,
    error: SyntaxError,
    after: &str,
    text: &str,
    at: usize,
) -> Explanation {
    if let Some(Reason { fault: fault @ Fault::Domain, .. }) = error.reason() {
        let (saying, section) = (fault.saying(), fault.section());
        let rule_path = vec![production.name, "valid-domain-string"];
        let why = Arc::new(Why { expected: Vec::new(), rule_path, section, is_whole: true });
        let sentence = saying.sentence.into();
        let cause = Some(Cause { id: saying.id, sentence, section, mended: None });
        return Explanation { error, why, cause };
    }
    let place = Place::of(grammar, production, text, at);
    let why = why_known(&place, error.edition);
    let own = Recognizer::new(error.edition, grammar, production);
    let cause = cause(&place, why.section).map(|mut cause| {
        cause.mended = cause.mended.filter(|mended| own.accepts(mended.as_bytes()));
        cause.after(after)
    });
    Explanation { error, why, cause }
}

/// Explains a place. Explanations are cached by the state of the parser, so strings that fail alike share one.
///
/// An explanation takes the time of many trees, and a list may have the same fault in many lines. The longest
/// takes the place where nothing has been read yet, since everything that the production may begin with could
/// stand there.
fn why_known(place: &Place<'_>, edition: Edition) -> Arc<Why> {
    type ByProduction = HashMap<(&'static str, &'static str), KnownExplanations>;
    static KNOWN: LazyLock<RwLock<ByProduction>> = LazyLock::new(RwLock::default);
    let &Place { grammar, production, .. } = place;
    let read = place.before();
    let short = match read {
        "" => Some(Vec::new()),
        _ if read.len() > KEPT => None,
        _ => short(place, edition),
    };
    let Some(short) = short else { return Arc::new(why(grammar, production, read)) };
    let name = (grammar.stem, production.name);
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(why) = known.get(&name).and_then(|known| known.of.get(&short[..])) {
        return Arc::clone(why);
    }
    drop(known);
    let why = Arc::new(why(grammar, production, read));
    if !why.is_whole {
        return why;
    }
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(name).or_default().with(short, why)
}

/// What was said of the short texts of a production, each thing kept once.
#[derive(Default)]
struct KnownExplanations {
    of: HashMap<Box<[u8]>, Arc<Why>>,
    said: HashSet<Arc<Why>>,
}

impl KnownExplanations {
    /// Remembers what is said of a short text. Where that is too much, all before it is forgotten.
    fn with(&mut self, short: Vec<u8>, why: Arc<Why>) -> Arc<Why> {
        if self.of.len() >= REMEMBERED {
            *self = Self::default();
        }
        let why = self.said.get(&why).cloned().unwrap_or(why);
        self.said.insert(Arc::clone(&why));
        self.of.insert(short.into(), Arc::clone(&why));
        why
    }
}

/// The short text that is read as what is before the place, if the strings of the production divide at
/// delimiters.
fn short(place: &Place<'_>, edition: Edition) -> Option<Vec<u8>> {
    // Where single schemes have productions of their own, a beginning may be of another one by what it
    // holds: a selector of gopher, or an authority that goes on after a `?`.
    if !edition.specific().is_empty() {
        return None;
    }
    let known = edition.printed().divided;
    let divided = known.iter().find(|known| known.rule == place.production.name)?;
    // What follows a `/` is of the path, or of the parameters before it.
    let Division::At(Delimiters { params: false, .. }) = divided.division else { return None };
    alike::alike(place.grammar.automaton, place.start, place.state, place.before())
}

fn why(grammar: &'static Grammar, production: &'static Production, read: &str) -> Why {
    let automaton = grammar.automaton;
    let start = grammar.start(production);
    let (kept, rest) = read.as_bytes().split_at(read.len().min(KEPT));
    let after = |state, bytes| automaton.walk(state, bytes).unwrap_or(Automaton::DEAD);
    let after_kept = after(start, kept);
    let state = after(after_kept, rest);
    let prefix = [kept, &without_loops(automaton, after_kept, rest)].concat();
    let reading = Prefix::of(grammar, production, prefix);
    let ways = reading.ways_on(state);
    let at = being_read(reading.path(&automaton.completion(state)), &ways);
    let innermost = at.last().map_or(production, |step| step.production);
    Why {
        expected: expected(&reading, &at, ways, state),
        rule_path: at.iter().map(|step| step.production.name).collect(),
        section: innermost.section,
        is_whole: reading.is_whole(),
    }
}

/// The bytes that lead through the automaton as `bytes` do, without the loops that add no
/// transition to those before them. A loop that adds one stays: the `?` of `/a?b` leads back to the
/// state of the path, and yet begins the query. The last byte stays too: what it belongs to is what
/// was being read.
fn without_loops(automaton: &Automaton, start: u16, bytes: &[u8]) -> Vec<u8> {
    struct KeptByte {
        before: u16,
        byte: u8,
        is_new: bool,
    }
    let mut seen = HashSet::new();
    let mut kept: Vec<KeptByte> = Vec::new();
    let mut state = start;
    let Some((&last, before)) = bytes.split_last() else { return Vec::new() };
    for &byte in before {
        let is_new = seen.insert((state, automaton.class(byte)));
        kept.push(KeptByte { before: state, byte, is_new });
        state = automaton.step(state, byte);
        let old = kept.iter().rev().take_while(|taken| !taken.is_new);
        if let Some(loop_length) = old.map(|taken| taken.before).position(|before| before == state)
        {
            kept.truncate(kept.len() - 1 - loop_length);
        }
    }
    kept.iter().map(|taken| taken.byte).chain([last]).collect()
}
