//! Property tests of random changes. The model composes the wanted components into a string and parses the string.
//!
//! A change must succeed if and only if the string of the wanted components (RFC 3986, 5.3) is a
//! reference with these components. After every change the reference must equal the parse of its
//! string, offsets included. After an error the reference must be unchanged.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

use super::super::borrowed::RiRef;
use super::super::build::{BuildError, Builder};
use super::super::letters::{Ascii, Letters, Ucs};
use super::super::owned::RiRefBuf;
use crate::parts::percent::{Decode, Keep};

/// Makes a change, and checks that the reference equals the parse of its string and is unchanged after an error.
#[track_caller]
fn change<L: Letters>(
    reference: &mut RiRefBuf<L>,
    change: impl FnOnce(&mut RiRefBuf<L>) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let before = reference.clone();
    let result = change(reference);
    let parsed =
        RiRefBuf::<L>::parse(reference.as_str()).expect("a changed reference is a reference");
    assert_eq!(reference.spans, parsed.spans, "{before} became {reference}");
    if result.is_err() {
        assert_eq!(*reference, before);
    }
    result
}

/// The scheme, userinfo, host, port, path, query and fragment of a reference.
type Parts = [Option<String>; 7];

const PATH: usize = 4;
const QUERY: usize = 5;

fn parts<L: Letters>(reference: &RiRef<'_, L>) -> Parts {
    [
        reference.scheme(),
        reference.userinfo(),
        reference.host().map(|host| host.as_str()),
        reference.port(),
        Some(reference.path()),
        reference.query(),
        reference.fragment(),
    ]
    .map(|part| part.map(String::from))
}

/// Returns the reference with exactly these parts, if there is one.
fn whole<L: Letters>(parts_wanted: &Parts) -> Option<String> {
    let part = |at: usize, before: &str, after: &str| match &parts_wanted[at] {
        Some(text) => [before, text, after].concat(),
        None => String::new(),
    };
    let authority = match parts_wanted {
        [_, None, None, None, ..] => String::new(),
        [_, _, None, ..] => return None,
        _ => part(1, "", "@") + &part(2, "", "") + &part(3, ":", ""),
    };
    let slashes = if parts_wanted[2].is_some() { "//" } else { "" };
    let tail = part(PATH, "", "") + &part(QUERY, "?", "") + &part(6, "#", "");
    let text = part(0, "", ":") + slashes + &authority + &tail;
    let reads_back = RiRef::<L>::parse(&text).is_ok_and(|read| parts(&read) == *parts_wanted);
    reads_back.then_some(text)
}

const TEXTS: &[&str] =
    &["", "a", "h", "[::1]", "[v1.a]", "1.2.3.4", "%41", "//p", "/p", "a:b", "80", "/"];

const PATHS: &[&str] =
    &["", "/", "a", "/a", "a/b", "/a/", "//b", "a:b", "a/", "//", "/a//b", "a/b:c", "//b:/", "/é"];

const QUERIES: &[&str] = &["", "a", "a=1&b", "&", "a&", "%61=2&a&b=", "=", "&&a", "é=\u{E000}"];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![select(TEXTS).prop_map(String::from), "[a1:/.%@?#&=\\[\\]é\u{E000}+ ]{0,4}"]
}

/// Generates an IRI reference, which is often also a URI reference.
fn reference() -> impl Strategy<Value = String> {
    let part = |chosen: &'static [&'static str]| weighted(0.5, select(chosen));
    let before = (part(&["a", "b+c"]), part(&["", "u:p"]), part(&["", "h", "1.2.3.4", "[::1]"]));
    let after = (part(&["", "80"]), select(PATHS), part(QUERIES));
    (before, after, part(&["", "f"])).prop_filter_map(
        "a reference",
        |((scheme, userinfo, host), (port, path, query), fragment)| {
            let all = [scheme, userinfo, host, port, Some(path), query, fragment];
            whole::<Ucs>(&all.map(|part| part.map(String::from)))
        },
    )
}

/// Sets the part with the index `at`, or makes the part undefined if there is no `text`.
fn put<L: Letters>(it: &mut RiRefBuf<L>, at: usize, text: Option<&str>) -> Result<(), BuildError> {
    match (at, text) {
        (0, Some(text)) => return it.set_scheme(text),
        (1, Some(text)) => return it.set_userinfo(text),
        (2, Some(text)) => return it.set_host(text),
        (3, Some(text)) => return it.set_port_text(text),
        (PATH, Some(text)) => return it.set_path(text),
        (QUERY, Some(text)) => return it.set_query(text),
        (_, Some(text)) => return it.set_fragment(text),
        (0, None) => return it.remove_scheme(),
        (1, None) => it.remove_userinfo(),
        (2, None) => return it.remove_authority(),
        (3, None) => it.remove_port(),
        (PATH, None) => return it.set_path(""),
        (QUERY, None) => it.remove_query(),
        (_, None) => it.remove_fragment(),
    }
    Ok(())
}

/// Applies `how` to a reference, and checks that it succeeds if and only if a reference with the
/// `wanted` parts exists. If `wanted` is `None`, the change must fail.
#[track_caller]
fn agree<L: Letters>(
    reference: &mut RiRefBuf<L>,
    wanted: Option<&Parts>,
    how: impl FnOnce(&mut RiRefBuf<L>) -> Result<(), BuildError>,
) {
    let before = reference.clone();
    let result = change(reference, how);
    let wanted = wanted.and_then(whole::<L>);
    assert_eq!(result.is_ok(), wanted.is_some(), "{before} becomes {wanted:?}: {result:?}");
    if let Some(wanted) = wanted {
        assert_eq!(*reference, wanted, "{before}");
    }
}

/// Returns the text of a path with these segments, with or without a leading `/`.
fn path_of(segments: &[String], is_rooted: bool) -> String {
    match segments {
        [] => String::new(),
        _ => String::from(if is_rooted { "/" } else { "" }) + &segments.join("/"),
    }
}

fn components<L: Letters>(
    mut it: RiRefBuf<L>,
    edits: Vec<(usize, Option<String>)>,
) -> Result<(), TestCaseError> {
    for (at, text) in edits {
        let mut wanted = parts(&it.as_borrowed());
        match (at, &text) {
            (2, None) => wanted[1..=3].fill(None),
            (PATH, None) => wanted[PATH] = Some(String::new()),
            _ => wanted[at] = text.clone(),
        }
        let rebuilt = Builder::from(&it);
        agree(&mut it, Some(&wanted), |it| put(it, at, text.as_deref()));
        // The builder must agree.
        let text_or_none = text.as_deref().unwrap_or_default();
        let builder = match (at, &text) {
            (0, Some(_)) => rebuilt.scheme(text_or_none),
            (1, Some(_)) => rebuilt.userinfo(text_or_none),
            (2, Some(_)) => rebuilt.host(text_or_none),
            (3, Some(_)) => rebuilt.port_text(text_or_none),
            (PATH, _) => rebuilt.path(text_or_none),
            (QUERY, Some(_)) => rebuilt.query(text_or_none),
            (_, Some(_)) => rebuilt.fragment(text_or_none),
            (0, None) => rebuilt.without_scheme(),
            (1, None) => rebuilt.without_userinfo(),
            (2, None) => rebuilt.without_authority(),
            (3, None) => rebuilt.without_port(),
            (QUERY, None) => rebuilt.without_query(),
            (_, None) => rebuilt.without_fragment(),
        };
        match builder.build() {
            Ok(built) => {
                prop_assert_eq!(&built, &it);
                prop_assert_eq!(built.spans, it.spans);
                prop_assert!(whole::<L>(&wanted).is_some());
            }
            Err(error) => prop_assert!(whole::<L>(&wanted).is_none(), "{}", error),
        }
    }
    Ok(())
}

fn authorities<L: Letters>(mut it: RiRefBuf<L>, texts: Vec<String>) -> Result<(), TestCaseError> {
    for text in texts {
        let before = parts(&it.as_borrowed());
        let part = |at: usize| before[at].as_deref();
        let scheme = part(0).map_or(String::new(), |scheme| String::from(scheme) + ":");
        let rest = &it.as_str()[it.spans.path_start as usize..];
        let told = [&scheme, "//", &text, rest].concat();
        let wanted = RiRef::<L>::parse(&told).ok().filter(|read| {
            let same = |at: usize| parts(read)[at] == before[at];
            read.authority() == Some(&text) && [0, PATH, QUERY, 6].into_iter().all(same)
        });
        let wanted = wanted.map(|read| parts(&read));
        let built = Builder::from(&it).authority(&text).build();
        agree(&mut it, wanted.as_ref(), |it| it.set_authority(&text));
        prop_assert_eq!(built.ok(), wanted.is_some().then_some(it.clone()));
    }
    Ok(())
}

fn segments<L: Letters>(mut it: RiRefBuf<L>, edits: Vec<(i32, usize, String, String)>) {
    for (edit, index, data, more) in edits {
        let mut wanted = parts(&it.as_borrowed());
        let mut list: Vec<String> = it.segments().map(String::from).collect();
        let count = list.len();
        let is_relative = it.scheme().is_none();
        let is_empty = it.path().is_empty();
        let has_authority = it.authority().is_some();
        let is_rooted =
            if is_empty { has_authority || data.is_empty() } else { it.path().starts_with('/') };
        let encoded = |at: usize, data: &str| {
            let begins = at == 0 && !is_rooted && is_relative;
            L::encode(data, if begins { Keep::SegmentNoColon } else { Keep::Segment }).into_owned()
        };
        let is_in = match edit {
            0 | 1 => {
                if list.last().is_some_and(String::is_empty) {
                    list.pop();
                }
                list.push(encoded(list.len(), &data));
                if edit == 1 {
                    list.push(encoded(list.len(), &more));
                }
                true
            }
            2 if index <= count => {
                list.insert(index, encoded(index, &data));
                true
            }
            3 if index < count => {
                list[index] = encoded(index, &data);
                true
            }
            4 if index < count => {
                list.remove(index);
                true
            }
            5 => {
                list.pop();
                true
            }
            _ => false,
        };
        // Without an authority a rooted path stays rooted.
        if edit > 3 && list.is_empty() && is_rooted && !has_authority && it.path().len() > 1 {
            list.push(String::new());
        }
        let is_data = edit > 3 || !matches!(&*data, "." | "..");
        wanted[PATH] = Some(path_of(&list, is_rooted));
        let reads_back = whole::<L>(&wanted)
            .is_some_and(|text| RiRef::<L>::parse(&text).unwrap().segments().eq(&list));
        agree(&mut it, Some(&wanted).filter(|_| is_in && is_data && reads_back), |it| match edit {
            0 => it.push_segment(&data),
            1 => it.extend_segments([&data, &more]),
            2 => it.insert_segment(index, &data),
            3 => it.replace_segment(index, &data),
            4 => it.remove_segment(index).map(drop),
            _ => {
                it.pop_segment();
                Ok(())
            }
        });
    }
}

fn pairs<L: Letters>(mut it: RiRefBuf<L>, edits: Vec<(i32, String, String)>) {
    for (edit, key, value) in edits {
        let mut wanted = parts(&it.as_borrowed());
        let query = it.query().filter(|query| !query.is_empty());
        let mut list: Vec<String> =
            query.map(|query| query.split('&').map(String::from).collect()).unwrap_or_default();
        let is_key = |pair: &String| pair.split('=').next().unwrap().decode().unwrap() == *key;
        let encoded = |data: &str| L::encode(data, Keep::Unreserved).into_owned();
        let pair = encoded(&key) + "=" + &encoded(&value);
        let before = list.clone();
        match edit {
            0 | 1 => list.push(pair),
            2 => list.push(encoded(&key)),
            3 => match list.iter().position(is_key) {
                Some(first) => {
                    list[first] = pair;
                    let mut at = 0..;
                    list.retain(|pair| at.next() <= Some(first) || !is_key(pair));
                }
                None => list.push(pair),
            },
            _ => list.retain(|pair| !is_key(pair)),
        }
        if list != before {
            wanted[QUERY] = (!list.is_empty()).then(|| list.join("&"));
        }
        // An empty key cannot be the only pair.
        let is_pair = edit != 2 || list != [""];
        agree(&mut it, Some(&wanted).filter(|_| is_pair), |it| match edit {
            0 => it.push_query_pair(&key, &value),
            1 => it.extend_query_pairs([(&key, &value)]),
            2 => it.push_query_key(&key),
            3 => it.set_query_pair(&key, &value),
            _ => {
                let removed = it.remove_query_pair(&key);
                assert_eq!(removed, before.len() - list.len());
                Ok(())
            }
        });
    }
}

/// Parses `text`, or returns `None` if it is not a reference with the letters `L`.
fn of<L: Letters>(text: &str) -> Option<RiRefBuf<L>> {
    RiRefBuf::parse(text).ok()
}

#[test]
fn what_is_left_of_a_rooted_path_is_rooted() {
    let edit = |edit, index| (edit, index, String::new(), String::new());
    for edits in [vec![edit(4, 1), edit(5, 0)], vec![edit(5, 0); 3], vec![edit(4, 0); 3]] {
        segments(of::<Ascii>("/a/").unwrap(), edits.clone());
        segments(of::<Ascii>("a:/a/").unwrap(), edits);
    }
}

proptest! {
    // Cases that were once wrong are tested above.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn components_are_as_told(
        text in reference(),
        edits in vec((0..7_usize, weighted(0.7, text())), 1..6),
    ) {
        of::<Ascii>(&text).map_or(Ok(()), |it| components(it, edits.clone()))?;
        components(of::<Ucs>(&text).unwrap(), edits)?;
    }

    #[test]
    fn authorities_are_as_told(
        text in reference(),
        texts in vec(prop_oneof![text(), "[u1:@.é]{0,5}"], 1..4),
    ) {
        of::<Ascii>(&text).map_or(Ok(()), |it| authorities(it, texts.clone()))?;
        authorities(of::<Ucs>(&text).unwrap(), texts)?;
    }

    #[test]
    fn segments_are_as_told(
        text in reference(),
        edits in vec((0..6, 0..4_usize, "[a:/.%é]{0,3}", "[a:]{0,1}"), 1..6),
    ) {
        of::<Ascii>(&text).into_iter().for_each(|it| segments(it, edits.clone()));
        segments(of::<Ucs>(&text).unwrap(), edits);
    }

    #[test]
    fn pairs_are_as_told(
        text in reference(),
        edits in vec((0..5, "[ab&=%é]{0,1}", "[a&é]{0,1}"), 1..6),
    ) {
        of::<Ascii>(&text).into_iter().for_each(|it| pairs(it, edits.clone()));
        pairs(of::<Ucs>(&text).unwrap(), edits);
    }
}
