//! Setters: a new component is read back or rejected; and builders behave in the same way.
//!
//! The input is a reference, and then an edit on each line: a letter for the component, and its text. `s` is the
//! scheme, `u` the userinfo, `h` the host, `p` the port, `/` the path, `?` the query, `#` the fragment; a capital
//! letter, or `+` for the path, `-` for the query and `_` for the fragment, removes the component. `a` is the whole
//! authority, `g` adds a segment, `k` sets the value of the query key `k`. The laws:
//!
//! - a setter succeeds exactly if the string of the wanted components (5.3) is a reference with exactly these;
//! - after success the reference is the parse of its string, and after rejection it is unchanged;
//! - a builder with the same components builds the same reference, or rejects them too;
//! - added data is read back by decoding.

use urispec::generic::{Ascii, Letters, RiRef, RiRefBuf, Ucs};
use urispec::{BuildError, Builder, Decode};

use crate::input;
use crate::parts::parts;

/// Scheme, userinfo, host, port, path, query, fragment.
type Wanted = [Option<String>; 7];

const PATH: usize = 4;
const SET: [char; 7] = ['s', 'u', 'h', 'p', '/', '?', '#'];
const REMOVE: [char; 7] = ['S', 'U', 'H', 'P', '+', '-', '_'];
/// The most edits to check; more take time, and find nothing new.
const MOST: usize = 8;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    check_changes::<Ascii>(text);
    check_changes::<Ucs>(text);
}

fn check_changes<L: Letters>(text: &str) {
    let mut lines = text.split('\n');
    let Some(mut it) = lines.next().and_then(|text| RiRefBuf::<L>::parse(text).ok()) else {
        return;
    };
    for line in lines.take(MOST) {
        let mut letters = line.chars();
        let Some(letter) = letters.next() else { continue };
        let (before, data) = (it.clone(), letters.as_str());
        let (set, remove) = (at(&SET, letter), at(&REMOVE, letter));
        let result = match (set, remove, letter) {
            (Some(at), ..) => check_setter(&mut it, at, Some(data)),
            (_, Some(at), _) => check_setter(&mut it, at, None),
            (.., 'a') => set_authority(&mut it, data),
            (.., 'g') => push_segment(&mut it, data),
            (.., 'k') => set_pair(&mut it, data),
            _ => continue,
        };
        if result.is_err() {
            assert_eq!(it, before, "{before}, {line:?}: a rejection changes nothing");
        }
        let read = RiRef::<L>::parse(it.as_str());
        let read = read.unwrap_or_else(|error| panic!("{before}, {line:?}: {it}: {error}"));
        assert_eq!(parts(&it.as_borrowed()), parts(&read), "{before}, {line:?}");
    }
}

fn at(letters: &[char; 7], letter: char) -> Option<usize> {
    letters.iter().position(|&known| known == letter)
}

fn wanted<L: Letters>(reference: &RiRef<'_, L>) -> Wanted {
    let host = reference.host().map(|host| host.as_str());
    let (userinfo, port) = (reference.userinfo(), reference.port());
    let (query, fragment) = (reference.query(), reference.fragment());
    [reference.scheme(), userinfo, host, port, Some(reference.path()), query, fragment]
        .map(|part| part.map(str::to_owned))
}

/// Returns the reference with these components, if there is one, by writing (5.3) and parsing it.
fn whole<L: Letters>(parts: &Wanted) -> Option<String> {
    let part = |at: usize, before: &str, after: &str| {
        parts[at].as_ref().map_or(String::new(), |text| [before, text, after].concat())
    };
    let authority = match parts {
        [_, None, None, None, ..] => String::new(),
        [_, _, None, ..] => return None,
        _ => ["//", &part(1, "", "@"), &part(2, "", ""), &part(3, ":", "")].concat(),
    };
    let tail = part(PATH, "", "") + &part(5, "?", "") + &part(6, "#", "");
    let text = part(0, "", ":") + &authority + &tail;
    let reads_back = RiRef::<L>::parse(&text).is_ok_and(|read| wanted(&read) == *parts);
    reads_back.then_some(text)
}

/// Sets or removes a component, which succeeds exactly if there is such a reference.
fn check_setter<L: Letters>(
    it: &mut RiRefBuf<L>,
    at: usize,
    text: Option<&str>,
) -> Result<(), BuildError> {
    let mut parts = wanted(&it.as_borrowed());
    match (at, text) {
        (2, None) => parts[1..=3].fill(None),
        (PATH, None) => parts[PATH] = Some(String::new()),
        // The setter adds the brackets that an IPv6 address lacks.
        (2, Some(host)) if host.parse::<std::net::Ipv6Addr>().is_ok() => {
            parts[2] = Some(format!("[{host}]"));
        }
        _ => parts[at] = text.map(str::to_owned),
    }
    let (before, expected) = (it.to_string(), whole::<L>(&parts));
    let built = builder_with(it.to_builder(), at, text).build();
    let result = put(it, at, text);
    assert_eq!(
        result.is_ok(),
        expected.is_some(),
        "{before}, {at}, {text:?}: {expected:?}, {result:?}"
    );
    assert_eq!(
        built.is_ok(),
        expected.is_some(),
        "{before}, {at}, {text:?}: the builder: {built:?}"
    );
    if let (Some(expected), Ok(built)) = (expected, built) {
        assert_eq!(
            (it.as_str(), built.as_str()),
            (&*expected, &*expected),
            "{before}, {at}, {text:?}"
        );
    }
    result
}

fn put<L: Letters>(it: &mut RiRefBuf<L>, at: usize, text: Option<&str>) -> Result<(), BuildError> {
    match (at, text) {
        (0, Some(text)) => return it.set_scheme(text),
        (1, Some(text)) => return it.set_userinfo(text),
        (2, Some(text)) => return it.set_host(text),
        (3, Some(text)) => return it.set_port_text(text),
        (PATH, text) => return it.set_path(text.unwrap_or_default()),
        (5, Some(text)) => return it.set_query(text),
        (_, Some(text)) => return it.set_fragment(text),
        (0, None) => return it.remove_scheme(),
        (1, None) => it.remove_userinfo(),
        (2, None) => return it.remove_authority(),
        (3, None) => it.remove_port(),
        (5, None) => it.remove_query(),
        (_, None) => it.remove_fragment(),
    }
    Ok(())
}

fn builder_with<L: Letters>(
    to: Builder<RiRefBuf<L>>,
    at: usize,
    text: Option<&str>,
) -> Builder<RiRefBuf<L>> {
    match (at, text) {
        (0, Some(text)) => to.scheme(text),
        (1, Some(text)) => to.userinfo(text),
        (2, Some(text)) => to.host(text),
        (3, Some(text)) => to.port_text(text),
        (PATH, text) => to.path(text.unwrap_or_default()),
        (5, Some(text)) => to.query(text),
        (_, Some(text)) => to.fragment(text),
        (0, None) => to.without_scheme(),
        (1, None) => to.without_userinfo(),
        (2, None) => to.without_authority(),
        (3, None) => to.without_port(),
        (5, None) => to.without_query(),
        (_, None) => to.without_fragment(),
    }
}

fn set_authority<L: Letters>(it: &mut RiRefBuf<L>, text: &str) -> Result<(), BuildError> {
    let before = wanted(&it.as_borrowed());
    let built = it.to_builder().authority(text).build();
    let result = it.set_authority(text);
    assert_eq!(built.ok(), result.is_ok().then(|| it.clone()), "{before:?}, {text:?}: the builder");
    if result.is_ok() {
        let after = wanted(&it.as_borrowed());
        assert_eq!(it.authority(), Some(text), "{before:?}");
        assert_eq!((&before[0], &before[PATH..]), (&after[0], &after[PATH..]), "{text:?}");
    }
    result
}

fn push_segment<L: Letters>(it: &mut RiRefBuf<L>, data: &str) -> Result<(), BuildError> {
    let before = it.to_string();
    it.push_segment(data)?;
    let last = it.segments().next_back().unwrap_or_default();
    // Triplets that are not UTF-8 have no text; data has no such triplets, since its `%` is encoded.
    assert_eq!(last.decode().as_deref(), Ok(data), "{before}: {it}");
    Ok(())
}

fn set_pair<L: Letters>(it: &mut RiRefBuf<L>, value: &str) -> Result<(), BuildError> {
    let before = it.to_string();
    it.set_query_pair("k", value)?;
    let is_key = |key: &str| key.decode().is_ok_and(|key| key == "k");
    let query = it.query().unwrap_or_default();
    let mut own =
        query.split('&').filter(|pair| is_key(pair.split('=').next().unwrap_or_default()));
    let found = own.next().and_then(|pair| pair.split_once('=')).map(|(_, value)| value);
    assert_eq!(
        found.map(|found| found.decode().unwrap_or_default()).as_deref(),
        Some(value),
        "{before}"
    );
    assert_eq!(own.next(), None, "{before}: the key occurs once");
    Ok(())
}
