//! Changes, by cases that were worked out by hand.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use std::collections::BTreeMap;

use super::super::build::BuildError;
use super::super::letters::Letters;
use super::super::owned::RiRefBuf;
use super::super::{IriRefBuf, UriBuf, UriRefBuf};

type Change = fn(&mut UriRefBuf) -> Result<(), BuildError>;

type Removal = fn(&mut UriRefBuf);

/// Makes a change, and checks that the reference is the parse of its string, and unchanged after an
/// error.
#[track_caller]
pub(super) fn change<L: Letters>(
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

/// The same changes of an IRI reference, beyond ASCII.
#[test]
fn iris_are_changed() {
    type Change = fn(&mut IriRefBuf) -> Result<(), BuildError>;
    let cases: [(&str, Change, &str); 10] = [
        ("/a", |it| it.set_host("\u{E9}"), "//\u{E9}/a"),
        ("//h", |it| it.set_userinfo("\u{E9}"), "//\u{E9}@h"),
        ("//\u{E9}\u{E9}/a", |it| it.set_port(1), "//\u{E9}\u{E9}:1/a"),
        ("//\u{E9}/a", |it| it.set_authority("1.2.3.4"), "//1.2.3.4/a"),
        ("//\u{E9}?q", |it| it.push_segment("\u{E9}/\u{E000}"), "//\u{E9}/\u{E9}%2F%EE%80%80?q"),
        ("\u{E9}/b", |it| it.replace_segment(0, "\u{E9}:"), "\u{E9}%3A/b"),
        ("\u{E9}/b", |it| it.remove_segment(0).map(drop), "b"),
        ("/\u{E9}", |it| it.set_query("\u{E000}"), "/\u{E9}?\u{E000}"),
        ("?%C3%A9=1", |it| it.set_query_pair("\u{E9}", "2"), "?\u{E9}=2"),
        ("?\u{E9}=1", |it| it.push_query_pair("\u{E9}", "\u{E000}"), "?\u{E9}=1&\u{E9}=%EE%80%80"),
    ];
    for (text, how, expected) in cases {
        let mut reference = IriRefBuf::parse(text).unwrap();
        assert_eq!(change(&mut reference, how), Ok(()), "{text}");
        assert_eq!(reference, expected, "{text}");
    }
    let refused: [Change; 3] = [
        |it| it.set_scheme("\u{E9}"),
        |it| it.set_fragment("\u{E000}"),
        |it| it.set_path("/\u{E000}"),
    ];
    for how in refused {
        let mut reference = IriRefBuf::parse("//\u{E9}/\u{E9}").unwrap();
        assert!(matches!(change(&mut reference, how), Err(BuildError::Component(_))));
    }
}

#[track_caller]
fn check<const N: usize>(cases: [(&str, Change, Result<&str, BuildError>); N]) {
    for (text, how, expected) in cases {
        let mut reference = UriRefBuf::parse(text).unwrap();
        let result = change(&mut reference, how).map(|()| reference.as_str());
        assert_eq!(result, expected, "{text}");
    }
}

fn no_segment(index: usize, count: usize) -> BuildError {
    BuildError::NoSegment { index, count }
}

#[test]
fn components_are_set() {
    check([
        ("", |it| it.set_scheme("a"), Ok("a:")),
        ("//h/p", |it| it.set_scheme("ab"), Ok("ab://h/p")),
        ("abc:p?q#f", |it| it.set_scheme("d"), Ok("d:p?q#f")),
        ("//h", |it| it.set_userinfo("u"), Ok("//u@h")),
        ("//u:p@h:1", |it| it.set_userinfo(""), Ok("//@h:1")),
        ("a:p", |it| it.set_userinfo("u"), Err(BuildError::NoHost)),
        ("a:/p", |it| it.set_host(""), Ok("a:///p")),
        ("?q", |it| it.set_host("1.2.3.4"), Ok("//1.2.3.4?q")),
        ("a:p", |it| it.set_host("h"), Err(BuildError::PathRunsOn)),
        ("//u@h:1/", |it| it.set_host("[v1.a]"), Ok("//u@[v1.a]:1/")),
        ("//[::1]", |it| it.set_host("1.2.3.256"), Ok("//1.2.3.256")),
        ("//h/", |it| it.set_port(65535), Ok("//h:65535/")),
        ("//[::1]:1", |it| it.set_port_text(""), Ok("//[::1]:")),
        ("/", |it| it.set_port(1), Err(BuildError::NoHost)),
        ("a:/p", |it| it.set_authority("u@[::1]:"), Ok("a://u@[::1]:/p")),
        ("a://u@h:1?q", |it| it.set_authority(""), Ok("a://?q")),
        ("a:p", |it| it.set_authority("h"), Err(BuildError::PathRunsOn)),
        ("//h/p?q", |it| it.set_path(""), Ok("//h?q")),
        ("//h/p", |it| it.set_path("//p"), Ok("//h//p")),
        ("//h/p", |it| it.set_path("p"), Err(BuildError::PathRunsOn)),
        ("a:p", |it| it.set_path("//p"), Err(BuildError::PathReadsAsAuthority)),
        ("a:p", |it| it.set_path("b:c"), Ok("a:b:c")),
        ("p", |it| it.set_path("b:c"), Err(BuildError::PathReadsAsScheme)),
        ("p", |it| it.set_path("./b:c"), Ok("./b:c")),
        ("p", |it| it.set_segments(["", "a"]), Err(BuildError::PathReadsAsAuthority)),
        ("p", |it| it.set_segments(["a:b", ""]), Ok("/a:b/")),
        ("p", |it| it.set_segments(["a", "."]), Err(BuildError::DotSegment)),
        ("a?b#c", |it| it.set_query(""), Ok("a?#c")),
        ("#", |it| it.set_query("?/"), Ok("??/#")),
        ("a?b", |it| it.set_fragment("?"), Ok("a?b#?")),
        ("a#b", |it| it.set_fragment(""), Ok("a#")),
    ]);
}

#[test]
fn components_are_removed() {
    check([
        ("a:b:c", UriRefBuf::remove_scheme, Err(BuildError::PathReadsAsScheme)),
        ("a:./b:c", UriRefBuf::remove_scheme, Ok("./b:c")),
        ("a://h/b:c", UriRefBuf::remove_scheme, Ok("//h/b:c")),
        ("a:", UriRefBuf::remove_scheme, Ok("")),
        ("b", UriRefBuf::remove_scheme, Ok("b")),
        ("//h//p", UriRefBuf::remove_authority, Err(BuildError::PathReadsAsAuthority)),
        ("a://u@[::1]:1/p?q#f", UriRefBuf::remove_authority, Ok("a:/p?q#f")),
        ("//", UriRefBuf::remove_authority, Ok("")),
        ("a:p", UriRefBuf::remove_authority, Ok("a:p")),
    ]);
    let removals: [(&str, Removal, &str); 10] = [
        ("a://u@h:1/p", UriRefBuf::remove_userinfo, "a://h:1/p"),
        ("//@", UriRefBuf::remove_userinfo, "//"),
        ("a:p", UriRefBuf::remove_userinfo, "a:p"),
        ("a://u@h:1/p", UriRefBuf::remove_port, "a://u@h/p"),
        ("//:", UriRefBuf::remove_port, "//"),
        ("a:p", UriRefBuf::remove_port, "a:p"),
        ("?#", UriRefBuf::remove_query, "#"),
        ("?#", UriRefBuf::remove_fragment, "?"),
        ("a", UriRefBuf::remove_fragment, "a"),
        ("a:b/c?q", UriRefBuf::clear_segments, "a:?q"),
    ];
    for (text, how, expected) in removals {
        let mut reference = UriRefBuf::parse(text).unwrap();
        let made = change(&mut reference, |it| {
            how(it);
            Ok(())
        });
        assert_eq!(made, Ok(()));
        assert_eq!(reference, expected, "{text}");
    }
}

#[test]
fn a_component_that_is_none_is_refused() {
    let changes: [(Change, &str); 11] = [
        (|it| it.set_authority("u@v@h"), "userinfo"),
        (|it| it.set_authority("h:1:2"), "host"),
        (|it| it.set_authority("[::1]x"), "host"),
        (|it| it.set_authority("h:x"), "port"),
        (|it| it.set_scheme(""), "scheme"),
        (|it| it.set_userinfo("u@"), "userinfo"),
        (|it| it.set_host("h:1"), "host"),
        (|it| it.set_port_text("x"), "port"),
        (|it| it.set_path("/?"), "path"),
        (|it| it.set_query("%"), "query"),
        (|it| it.set_fragment("#"), "fragment"),
    ];
    for (how, component) in changes {
        let mut reference = UriRefBuf::parse("a://h/p").unwrap();
        match change(&mut reference, how) {
            Err(BuildError::Component(error)) => assert_eq!(error.component(), component),
            other => panic!("{component}: {other:?}"),
        }
    }
}

#[test]
fn segments_are_pushed() {
    check([
        ("", |it| it.push_segment("a:b"), Ok("a%3Ab")),
        ("x:", |it| it.push_segment("a:b"), Ok("x:a:b")),
        ("x:", |it| it.push_segment(""), Ok("x:/")),
        ("//h", |it| it.push_segment("a"), Ok("//h/a")),
        ("//h", |it| it.push_segment(""), Ok("//h/")),
        ("/a/", |it| it.push_segment("b"), Ok("/a/b")),
        ("/a/", |it| it.push_segment(""), Ok("/a/")),
        ("/a", |it| it.push_segment(""), Ok("/a/")),
        ("x:/", |it| it.push_segment("b"), Ok("x:/b")),
        ("x:/", |it| it.push_segment(""), Ok("x:/")),
        ("x:a/?q#f", |it| it.push_segment("b"), Ok("x:a/b?q#f")),
        ("x:a", |it| it.push_segment(".."), Err(BuildError::DotSegment)),
        ("/a/", |it| it.extend_segments(["b", "", "c"]), Ok("/a/b//c")),
        ("", |it| it.extend_segments(["b:", "c:"]), Ok("b%3A/c:")),
        ("//h", |it| it.extend_segments(["", "b"]), Ok("//h//b")),
        ("", |it| it.extend_segments(["", "b"]), Err(BuildError::PathReadsAsAuthority)),
        ("/", |it| it.extend_segments(["", "b"]), Err(BuildError::PathReadsAsAuthority)),
        ("/a", |it| it.extend_segments(["b", ".", "c"]), Err(BuildError::DotSegment)),
        ("/a", |it| it.extend_segments(Vec::<&str>::new()), Ok("/a")),
        ("", |it| it.extend_segments(&vec!["a".to_string()]), Ok("a")),
    ]);
}

#[test]
fn segments_are_inserted_and_replaced() {
    check([
        ("/a/", |it| it.insert_segment(2, "b"), Ok("/a//b")),
        ("/a/", |it| it.insert_segment(1, "b"), Ok("/a/b/")),
        ("/a/", |it| it.insert_segment(3, "b"), Err(no_segment(3, 2))),
        ("//h", |it| it.insert_segment(0, "b"), Ok("//h/b")),
        ("", |it| it.insert_segment(1, "b"), Err(no_segment(1, 0))),
        ("a", |it| it.insert_segment(0, "b:"), Ok("b%3A/a")),
        ("x:a", |it| it.insert_segment(0, "b:"), Ok("x:b:/a")),
        ("a", |it| it.insert_segment(0, ""), Err(BuildError::EmptySegment)),
        ("/a", |it| it.insert_segment(0, ""), Err(BuildError::PathReadsAsAuthority)),
        ("//h/a", |it| it.insert_segment(0, ""), Ok("//h//a")),
        ("a", |it| it.insert_segment(1, ""), Ok("a/")),
        ("/", |it| it.insert_segment(0, "a"), Ok("/a/")),
        ("/", |it| it.insert_segment(1, "a"), Err(BuildError::PathReadsAsAuthority)),
        ("/a/b?q", |it| it.replace_segment(1, "c/d"), Ok("/a/c%2Fd?q")),
        ("a", |it| it.replace_segment(0, ":"), Ok("%3A")),
        ("a", |it| it.replace_segment(0, ""), Err(BuildError::EmptySegment)),
        ("a/b", |it| it.replace_segment(0, ""), Err(BuildError::EmptySegment)),
        ("/a", |it| it.replace_segment(0, ""), Ok("/")),
        ("/a/b", |it| it.replace_segment(0, ""), Err(BuildError::PathReadsAsAuthority)),
        ("/a", |it| it.replace_segment(0, ".."), Err(BuildError::DotSegment)),
        ("/a", |it| it.replace_segment(1, "b"), Err(no_segment(1, 1))),
        ("", |it| it.replace_segment(0, "b"), Err(no_segment(0, 0))),
    ]);
}

#[test]
fn segments_are_removed() {
    check([
        ("/a/b/c", |it| it.remove_segment(1).map(drop), Ok("/a/c")),
        ("/a/b", |it| it.remove_segment(1).map(drop), Ok("/a")),
        ("/a", |it| it.remove_segment(0).map(drop), Ok("/")),
        ("//h/a", |it| it.remove_segment(0).map(drop), Ok("//h")),
        ("/", |it| it.remove_segment(0).map(drop), Ok("")),
        ("a/", |it| it.remove_segment(0).map(drop), Err(BuildError::EmptySegment)),
        ("a//b", |it| it.remove_segment(0).map(drop), Err(BuildError::EmptySegment)),
        ("/a//b", |it| it.remove_segment(0).map(drop), Err(BuildError::PathReadsAsAuthority)),
        ("//h/a//b", |it| it.remove_segment(0).map(drop), Ok("//h//b")),
        ("a/b:c", |it| it.remove_segment(0).map(drop), Err(BuildError::PathReadsAsScheme)),
        ("a:b", |it| it.remove_segment(1).map(drop), Err(no_segment(1, 1))),
    ]);
    let mut reference = UriRefBuf::parse("a/b?q").unwrap();
    assert_eq!(reference.pop_segment().as_deref(), Some("b"));
    assert_eq!(reference, "a?q");
    assert_eq!(reference.remove_segment(0).as_deref(), Ok("a"));
    assert_eq!((reference.pop_segment(), reference.as_str()), (None, "?q"));
}

#[test]
fn pairs_are_changed() {
    check([
        ("//h", |it| it.push_query_key(""), Err(BuildError::EmptyPair)),
        ("//h?", |it| it.push_query_key(""), Err(BuildError::EmptyPair)),
        ("//h?a", |it| it.push_query_key(""), Ok("//h?a&")),
        ("//h?#f", |it| it.push_query_pair("a+ b", ""), Ok("//h?a%2B%20b=#f")),
        ("?", |it| it.push_query_pair("", ""), Ok("?=")),
        ("?a#f", |it| it.extend_query_pairs(&BTreeMap::from([("b", "1")])), Ok("?a&b=1#f")),
        ("?", |it| it.extend_query_pairs(Vec::<(&str, &str)>::new()), Ok("?")),
        ("?a", |it| it.set_query_pairs(Vec::<(&str, &str)>::new()), Ok("")),
        ("?a", |it| it.set_query_pairs([("b", "1".to_string())]), Ok("?b=1")),
        ("?a&%61=1&b&a=2", |it| it.set_query_pair("a", "&"), Ok("?a=%26&b")),
        ("?a+b", |it| it.set_query_pair("a b", ""), Ok("?a+b&a%20b=")),
        ("", |it| it.set_query_pair("a", "b"), Ok("?a=b")),
        ("?&a", |it| it.set_query_pair("", ""), Ok("?=&a")),
        ("?", |it| it.set_query_pair("", ""), Ok("?=")),
    ]);
    let remove = |text: &str, key: &str| {
        let mut uri = UriBuf::parse(text).unwrap();
        let removed = uri.remove_query_pair(key);
        (removed, uri.into_string())
    };
    assert_eq!(remove("a:?%C3%A9=1&b", "é"), (1, "a:?b".to_string()));
    assert_eq!(remove("a:?b#f", "b"), (1, "a:#f".to_string()));
    assert_eq!(remove("a:?b&", "b"), (1, "a:?".to_string()));
    assert_eq!(remove("a:?b&&", ""), (2, "a:?b".to_string()));
    assert_eq!(remove("a:?", ""), (0, "a:?".to_string()));
    assert_eq!(remove("a:", "b"), (0, "a:".to_string()));
}

/// A change at the end of the string takes time only for what the change adds or removes.
#[test]
fn many_changes() {
    let mut reference = UriRefBuf::parse("//h").unwrap();
    for _ in 0..100_000 {
        reference.push_segment("a").unwrap();
    }
    for _ in 0..100_000 {
        reference.pop_segment().unwrap();
    }
    for _ in 0..100_000 {
        reference.push_query_pair("a", "b").unwrap();
    }
    assert_eq!((reference.path(), reference.query_pairs().count()), ("", 100_000));
    // With a fragment behind them, many pairs are appended at once.
    reference.set_fragment("f").unwrap();
    reference.extend_query_pairs(vec![("a", "b"); 100_000]).unwrap();
    reference.extend_segments(vec!["a"; 100_000]).unwrap();
    assert_eq!(reference.query_pairs().count(), 200_000);
    assert_eq!(reference.remove_query_pair("a"), 200_000);
    assert_eq!((reference.segments().count(), reference.query()), (100_000, None));
}

/// An absolute-path reference stays one (section 4.2), and what is pushed then is where it was.
#[test]
fn a_rooted_path_stays_rooted() {
    for text in ["/a?q", "file:/a#f"] {
        let given = UriRefBuf::parse(text).unwrap();
        let mut reference = given.clone();
        assert_eq!(reference.pop_segment().as_deref(), Some("a"));
        assert_eq!(reference.path(), "/");
        reference.push_segment("a").unwrap();
        assert_eq!(reference, given);
        assert_eq!(reference.remove_segment(0).unwrap(), "a");
        assert_eq!(reference.path(), "/");
        reference.clear_segments();
        reference.extend_segments(["a"]).unwrap();
        assert_eq!(reference, given);
    }
    let mut root = UriRefBuf::parse("/").unwrap();
    assert_eq!(root.pop_segment().as_deref(), Some(""));
    assert_eq!(root, "");
}
