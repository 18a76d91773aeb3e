//! From a string that a production does not accept to what is wrong with it.
//!
//! In: what was read of it, and the minimal automaton of the edition's printed grammar. Out: an
//! [`Explanation`]. The automaton knows the offset and the bytes that could have stood there, but no
//! production: states of different productions that go on alike are one state. So the part before
//! the offset is completed by the shortest string that the automaton has for it, and the tree of the
//! whole says which production was being read; each byte that could have stood there is placed by
//! such a tree too.
//!
//! The part before is shortened first, if it is long: what leads the automaton from a state back to
//! it, by transitions that it took before, is left out. So a tree here is little larger than the
//! automaton, however long the string is. What is left out may have begun a production: that of RFC
//! 2396 is in one state all through `//h/a`, where an authority and a path go on alike. So the
//! beginning is kept, which in most strings is all.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use crate::automaton::Automaton;
use crate::error::{Explanation, SyntaxError};
use crate::grammar::{Grammar, Production};
use crate::tree::Node;

/// How many bytes are kept as they are.
const KEPT: usize = 1024;

/// Of more literals than these the production that has them says more.
const LITERALS: usize = 8;

/// What is said of a string up to where it leaves the language.
#[derive(Clone)]
struct Why {
    expected: Vec<String>,
    rule_path: Vec<&'static str>,
    section: &'static str,
    /// Whether pest made every tree. It does not for want of stack, which may be there another time.
    is_whole: bool,
}

/// Says why no string of the production's language goes on after `read` as the error found.
pub(crate) fn diagnose(
    grammar: &'static Grammar,
    production: &'static Production,
    error: SyntaxError,
    read: &str,
) -> Explanation {
    let why = match read {
        "" => why_at_start(grammar, production),
        _ => why(grammar, production, read),
    };
    let Why { expected, rule_path, section, .. } = why;
    Explanation { error, expected, rule_path, section }
}

/// Why where nothing was read, which is worked out once: it takes the most, since all that the
/// production can begin with could stand there, and a list may have the same quote before each string.
fn why_at_start(grammar: &'static Grammar, production: &'static Production) -> Why {
    type Known = BTreeMap<(&'static str, &'static str), Why>;
    static KNOWN: Mutex<Known> = Mutex::new(Known::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let name = (grammar.stem, production.name);
    if let Some(why) = known().get(&name) {
        return why.clone();
    }
    let why = why(grammar, production, "");
    if why.is_whole {
        known().insert(name, why.clone());
    }
    why
}

fn why(grammar: &'static Grammar, production: &'static Production, read: &str) -> Why {
    let automaton = grammar.automaton;
    let start = automaton.start(production.name).unwrap_or(Automaton::DEAD);
    let (kept, rest) = read.as_bytes().split_at(read.len().min(KEPT));
    let after =
        |state, bytes: &[u8]| bytes.iter().fold(state, |state, &byte| automaton.step(state, byte));
    let after_kept = after(start, kept);
    let state = after(after_kept, rest);
    let prefix = [kept, &without_loops(automaton, after_kept, rest)].concat();
    let reading = Reading { grammar, production, prefix, lacks_trees: Cell::new(false) };
    let ways = ways_on(&reading, automaton, state);
    let at = being_read(reading.path(&automaton.completion(state)), &ways);
    let innermost = at.last().map_or(production, |step| step.production);
    Why {
        expected: expected(&reading, &at, ways, automaton, state),
        rule_path: at.iter().map(|step| step.production.name).collect(),
        section: innermost.section,
        is_whole: !reading.lacks_trees.get(),
    }
}

/// The bytes that lead through the automaton as `bytes` do, without the loops that add no
/// transition to those before them. A loop that adds one stays: the `?` of `/a?b` leads back to the
/// state of the path, and yet begins the query. The last byte stays too: what it belongs to is what
/// was being read.
fn without_loops(automaton: &Automaton, start: u16, bytes: &[u8]) -> Vec<u8> {
    struct Taken {
        before: u16,
        byte: u8,
        is_new: bool,
    }
    let mut seen = HashSet::new();
    let mut kept: Vec<Taken> = Vec::new();
    let mut state = start;
    let Some((&last, before)) = bytes.split_last() else { return Vec::new() };
    for &byte in before {
        let is_new = seen.insert((state, automaton.class(byte)));
        kept.push(Taken { before: state, byte, is_new });
        state = automaton.step(state, byte);
        let old = kept.iter().rev().take_while(|taken| !taken.is_new);
        if let Some(loop_length) = old.map(|taken| taken.before).position(|before| before == state)
        {
            kept.truncate(kept.len() - 1 - loop_length);
        }
    }
    kept.iter().map(|taken| taken.byte).chain([last]).collect()
}

/// A prefix of the language, to be completed and read.
struct Reading<'g> {
    grammar: &'g Grammar,
    production: &'static Production,
    prefix: Vec<u8>,
    lacks_trees: Cell<bool>,
}

/// A production on the way from the whole to an offset.
#[derive(Clone, Copy, PartialEq)]
struct Step {
    production: &'static Production,
    /// Whether it began before the end of the prefix.
    begun: bool,
    is_leaf: bool,
}

impl Reading<'_> {
    /// The productions that hold the end of the prefix once `rest` is put after it: the first byte
    /// of `rest`, or if there is none the end. There an empty node says nothing of what was read.
    fn path(&self, rest: &[u8]) -> Vec<Step> {
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
            steps.push(Step { production: node.production, begun, is_leaf });
            deeper = node.children().iter().rev().find(|child| holds(child));
        }
        steps
    }
}

/// A way on from the prefix: the bytes of a class, and the productions that hold its first byte.
type Way = (Vec<u8>, Vec<Step>);

/// The ways on, each completed by the shortest string.
fn ways_on(reading: &Reading<'_>, automaton: &Automaton, state: u16) -> Vec<Way> {
    let way = |class: Vec<u8>| {
        let rest = [&class[..1], &automaton.completion(automaton.step(state, class[0]))].concat();
        (class, reading.path(&rest))
    };
    automaton.expected(state).map(way).collect()
}

/// The productions that were being read: those that begin before the end of the prefix, and those
/// that whatever could stand there would begin, but for the innermost of these: of `a:` that RFC 2396
/// has no `opaque_part` is all that is wrong, so none was being read. `at` are those that hold the end
/// of the prefix when as little as may be is put after it.
fn being_read(mut at: Vec<Step>, ways: &[Way]) -> Vec<Step> {
    let begun = at.iter().take_while(|step| step.begun).count();
    let mut shared = ways.iter().map(|(_, path)| common(&at, path)).min().unwrap_or(at.len());
    if at.get(shared.saturating_sub(1)).is_some_and(|innermost| innermost.is_leaf) {
        shared = shared.saturating_sub(1);
    }
    at.truncate(shared.max(begun).max(1));
    at
}

/// How many productions two paths from the whole share.
fn common(a: &[Step], b: &[Step]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a.production == b.production).count()
}

/// What could stand after the prefix: productions that begin or go on there, and else the literals
/// and classes of the production being read and of those around it.
fn expected(
    reading: &Reading<'_>,
    at: &[Step],
    ways: Vec<Way>,
    automaton: &Automaton,
    state: u16,
) -> Vec<String> {
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
        let says_more = is_delimiter || (*name == read && literals.len() == 1);
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

/// Strings that begin with the byte and complete the prefix, the shortest for each byte that may come
/// next: where nothing is decided yet `a` may begin a path, and `a:` a scheme.
fn completions(automaton: &Automaton, state: u16, first: u8) -> Vec<Vec<u8>> {
    let after = automaton.step(state, first);
    let seconds = automaton.expected(after).map(|class| class[0]);
    let completed = |second| {
        let rest = automaton.completion(automaton.step(after, second));
        [&[first, second], &*rest].concat()
    };
    seconds.map(completed).collect()
}

/// The production by which to call a byte: that which lies below what holds both it and what is
/// being read, or a leaf that another reading of the prefix goes on with. None if it is a literal.
fn name(at: &[Step], byte: &[Step]) -> Option<&'static str> {
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

/// Bytes as the core rules of ABNF that they make up, or one by one.
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

#[cfg(test)]
mod tests {
    use crate::{Edition, Node, ParseError};

    #[track_caller]
    fn message(rule: &str, text: &str) -> String {
        match Node::parse(Edition::Rfc3986, rule, text) {
            Err(ParseError::Syntax(error)) => error.explain(text).to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn messages_teach() {
        for (rule, text, expected) in [
            (
                "URI-reference",
                "http://[::1",
                "at byte 11 the input ended inside `IP-literal`, where \"]\" or IPv6address could stand (3.2.2)",
            ),
            (
                "URI-reference",
                "http://h/a b",
                "at byte 10 there is \" \" inside `segment`, where \"#\", \"/\", \"?\", more of it or end of input could stand (3.3)",
            ),
            (
                "URI-reference",
                "%zz",
                "at byte 1 there is \"z\" inside `segment-nz-nc`, where HEXDIG could stand (3.3)",
            ),
            (
                "URI-reference",
                "http://h:80a/",
                "at byte 12 there is \"/\" inside `authority`, where \"@\" or userinfo could stand (3.2)",
            ),
            (
                "URI-reference",
                "http://a b",
                "at byte 8 there is \" \" inside `reg-name`, where \"#\", \"/\", \":\", \"?\", \"@\", more of it or end of input could stand (3.2.2)",
            ),
            (
                "URI-reference",
                "//1.2.3.4 ",
                "at byte 9 there is \" \" inside `dec-octet`, where \"#\", \"/\", \":\", \"?\", \"@\", DIGIT, reg-name or end of input could stand (3.2.2)",
            ),
            (
                "URI-reference",
                "//h:99999x/",
                "at byte 10 there is \"/\" inside `authority`, where \"@\" or userinfo could stand (3.2)",
            ),
            (
                "URI-reference",
                ":a",
                "at byte 0 there is \":\" inside `URI-reference`, where URI, relative-ref or end of input could stand (4.1)",
            ),
            (
                "URI-reference",
                "http:\u{e9}",
                "at byte 5 there is \"é\" inside `URI`, where \"#\", \"?\", hier-part or end of input could stand (3)",
            ),
            (
                "h16",
                "12345",
                "at byte 4 there is \"5\" inside `h16`, where end of input could stand (3.2.2)",
            ),
            (
                "URI",
                "abc",
                "at byte 3 the input ended inside `URI`, where \":\" or scheme could stand (3)",
            ),
        ] {
            assert_eq!(message(rule, text), expected);
        }
    }

    /// What nothing was read of is what could stand there, not what it stands in; and of many
    /// literals their production is said.
    #[test]
    fn only_what_was_read_is_being_read() {
        for (edition, rule, text, expected) in [
            (
                Edition::Rfc2396,
                "URI-reference",
                "a:",
                "at byte 2 the input ended inside `absoluteURI`, where \"/\" or opaque_part could stand (3)",
            ),
            (
                Edition::Rfc2396,
                "URI-reference",
                ":a",
                "at byte 0 there is \":\" inside `URI-reference`, where \"#\", absoluteURI, relativeURI or end of input could stand (4)",
            ),
            (
                Edition::Rfc1738,
                "url",
                "",
                "at byte 0 the input ended inside `genericurl`, where scheme could stand (2.1)",
            ),
            (
                Edition::Rfc1738,
                "newsurl",
                "news:*a",
                "at byte 7 the input ended inside `article`, where \"%\" or more of it could stand (3.6)",
            ),
            (
                Edition::Rfc1630,
                "url",
                "ftp://",
                "at byte 6 the input ended inside `login`, where hostport or user could stand (5.2.1)",
            ),
        ] {
            let Err(ParseError::Syntax(error)) = Node::parse(edition, rule, text) else {
                panic!("{text} is none")
            };
            assert_eq!(error.explain(text).to_string(), expected, "{text}");
        }
    }

    /// A state of the automaton does not tell the authority from the path.
    #[test]
    fn the_production_being_read_is_that_of_a_string_of_one_state() {
        let long = "a/".repeat(1 << 16) + "a";
        for (text, production) in
            [("//h", "toplabel"), ("//h/a", "segment"), (&format!("//h/{long}"), "segment")]
        {
            let text = format!("{text} ");
            let Err(ParseError::Syntax(error)) =
                Node::parse(Edition::Rfc2396, "URI-reference", &text)
            else {
                panic!("{text} is none")
            };
            assert_eq!(error.offset(), text.len() - 1);
            assert_eq!(error.explain(&text).rule_path().last(), Some(&production));
        }
    }

    /// The automaton does not tell a path from a query, nor a loop of many bytes from none.
    #[test]
    fn the_production_being_read_is_that_of_the_string() {
        let long = "a/?".repeat(1 << 16);
        for (text, production) in [
            ("http://h/a/b c", "segment"),
            ("http://h/a?b/c d", "query"),
            ("http://h/?/?/a?b c", "query"),
            (&format!("/a?{long} "), "query"),
            (&format!("#{long}#"), "fragment"),
        ] {
            let Err(ParseError::Syntax(error)) =
                Node::parse(Edition::Rfc3986, "URI-reference", text)
            else {
                panic!("{text} is none")
            };
            assert_eq!(error.explain(text).rule_path().last(), Some(&production), "{text}");
        }
    }
}
