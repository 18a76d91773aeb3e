//! Input that is wrong or far too long: the right answer or an error, in linear time, on a stack that does not grow,
//! and with no more memory than needed.
//!
//! Nothing is timed: a quadratic algorithm would not finish within days. Comments give the lengths with `URISPEC_LONG`;
//! without, they are an eighth or a tenth.

use std::borrow::Cow;
use std::sync::Arc;
use std::thread;

// It counts by thread, so other tests may run at the same time.
use allocation_counter::measure;
use urispec::meaning::Meaning;
use urispec::percent::DecodeError;
use urispec::{
    Components, Decode, Edition, Node, Normalizer, ParseError, Reference, Resolver, Rung, Uri,
    UriBuf, UriRef, UriRefBuf, check, compare, relativize, remove_dot_segments, split,
};

use crate::support::scaled;

/// A mebibyte with `URISPEC_LONG`, and an eighth of it without.
fn mib() -> usize {
    scaled(1 << 17, 1 << 20)
}

/// A million with `URISPEC_LONG`, and a tenth of it without.
fn million() -> usize {
    scaled(100_000, 1_000_000)
}

/// Runs a test on a stack that a parser overflows if it needs more stack for more input.
#[track_caller]
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap();
    thread.join().unwrap();
}

#[track_caller]
fn rejected(text: &str) {
    let start: String = text.chars().take(20).collect();
    match UriRefBuf::try_from(text.to_owned()) {
        Ok(_) => panic!("{start:?} is accepted"),
        Err(rejected) => {
            assert!(rejected.into_input() == text, "{start:?} is not given back unchanged")
        }
    }
}

/// The empty string is a reference: to the base, without its fragment (4.4).
#[test]
fn the_empty_string() {
    let empty = UriRef::parse("").unwrap();
    assert_eq!(empty.components(), Components::default());
    assert!(Uri::parse("").is_err());
    assert_eq!(empty.normalize(), "");
    assert_eq!(compare(&empty, &empty).rung(), Some(Rung::String));
    assert_eq!(empty.resolve_against(&Uri::parse("a:b#c").unwrap()).unwrap(), "a:b");
    assert_eq!(remove_dot_segments(""), "");
}

#[test]
fn offsets_of_decoding_errors() {
    assert_eq!("a%2".decode_octets(), Err(DecodeError::Triplet { offset: 1 }));
    assert_eq!("%41é%FF".decode(), Err(DecodeError::NotUtf8 { offset: 5 }));
    assert_eq!("%E2%82".decode(), Err(DecodeError::NotUtf8 { offset: 0 }));
}

/// 16 MiB of one character, or of one triplet: accepted, and in normal form.
#[test]
fn long_segment() {
    on_a_small_stack(|| {
        let text = "a".repeat(16 * mib());
        let reference = UriRef::parse(&text).unwrap();
        assert_eq!(reference.path().len(), text.len());
        let part = UriRef::parse(&text[..mib()]).unwrap();
        assert!(Normalizer::new().normalize(&part).is_unchanged());
        assert_eq!(compare(&reference, &reference).rung(), Some(Rung::String));
        let target = Resolver::new().resolve(&split("a:b"), &reference.components()).unwrap();
        assert_eq!(target.components().unwrap().path, text);
    });
}

#[test]
fn long_run_of_triplets() {
    on_a_small_stack(|| {
        let text = "%41".repeat(16 * mib() / 3);
        assert_eq!(UriRef::parse(&text).unwrap().path().len(), text.len());
        let part = UriRef::parse(&text[..3 * mib()]).unwrap();
        let normal = Normalizer::new().normalize(&part);
        assert_eq!(normal.as_str(), "A".repeat(mib()));
        assert_eq!(part.as_str().decode().unwrap(), normal.as_str());
    });
}

/// 16 MiB of a character that no reference begins with.
#[test]
fn long_strings_that_are_no_references() {
    on_a_small_stack(|| {
        for text in [":", "[", "%", "é", "\0", " "] {
            let text = text.repeat(16 * mib() / text.len());
            rejected(&text);
        }
        let text = ":".repeat(16 * mib());
        assert_eq!(split(&text), Components { path: &text, ..Components::default() });
    });
}

/// A parser that starts a component again at each character would not finish these.
#[test]
fn long_components() {
    on_a_small_stack(|| {
        let long = |text: &str| text.repeat(mib() / 16 / text.len());
        #[rustfmt::skip]
        let accepted = [
            ("//", ":", "@h"), ("//", "a", "@"), ("//", "1.", "1"), ("//1.2.3.4", "%41", ""), ("//h:", "0", ""), ("//[v1.", ":", "]"),
            ("a:", ":", ""), ("?", "?", "#"), ("#", "/", "?"), ("", "a", ":"), ("a+", "-", ":"),
        ];
        for (before, text, after) in accepted {
            let text = format!("{before}{}{after}", long(text));
            assert_eq!(
                UriRef::parse(&text).unwrap().components(),
                split(&text),
                "{before}…{after}"
            );
        }
        #[rustfmt::skip]
        let refused = [
            ("//", ":", ""), ("//", ":", "@["), ("//", "a", "@b@"), ("//", "1.", "["), ("//h:", "0", "x"), ("//[", ":", "]"),
            ("//[", "0", "]"), ("//[::", "1:", "]"), ("//[v", "1", "]"), ("//", "[", "]"), ("", "a", "%"), ("a:", "a", "["),
            ("a", "_", ":"), ("?", "?", "["), ("#", "/", "#"), ("/", "a/", "%zz"),
        ];
        for (before, text, after) in refused {
            rejected(&format!("{before}{}{after}", long(text)));
        }
        assert_eq!(UriRef::parse(&format!("//h:{}", long("9"))).unwrap().port_to_u16().ok(), None);
        assert_eq!(
            UriRef::parse(&format!("//h:{}1", long("0"))).unwrap().port_to_u16().ok(),
            Some(1)
        );
    });
}

/// A million segments: a tree of a million nodes, walked, copied and dropped.
#[test]
fn a_million_segments() {
    on_a_small_stack(|| {
        // The first two slashes begin an authority, which is empty.
        let text = "/".repeat(million() + 2);
        let tree = Node::parse(Edition::Rfc3986, "URI-reference", &text).unwrap();
        let segments = tree.walk().filter(|(_, node)| node.rule() == "segment").count();
        assert_eq!(segments, million());
        // URI-reference, relative-ref, relative-part, authority, host, reg-name.
        assert_eq!(tree.walk().map(|(depth, _)| depth).max(), Some(5));
        drop(tree);
    });
}

#[test]
fn a_million_segments_of_a_uri() {
    on_a_small_stack(|| {
        let text = format!("http://h{}/b", "/a".repeat(million()));
        let [long, short] = [&*text, "http://h/c"].map(|text| Uri::parse(text).unwrap());
        assert_eq!(long.segments().count(), million() + 1);
        assert_eq!(long.segments().rev().count(), million() + 1);
        assert!(Normalizer::new().normalize(&long).is_unchanged());
        assert_eq!(compare(&long, &long).rung(), Some(Rung::String));
        assert_eq!(relativize(&long, &short).unwrap(), "/c");
        assert_eq!(relativize(&long, &long).unwrap(), "");
        assert_eq!(relativize(&short, &long).unwrap(), text["http://h/".len()..]);
    });
}

/// Each removes the segment before it, or nothing: neither may look back further than it removes.
#[test]
fn a_million_dot_segments() {
    on_a_small_stack(|| {
        let (up, down) = ("../".repeat(million()), "/a".repeat(million()));
        let resolve = |base: &str, reference: &str| {
            Resolver::new().resolve(&split(base), &split(reference)).unwrap().to_string()
        };
        assert_eq!(resolve("http://h/a/b", &format!("{up}g")), "http://h/g");
        assert_eq!(resolve(&format!("http://h{down}/b"), &format!("{up}g")), "http://h/g");
        assert_eq!(resolve("a:b", &format!("{up}g")), "a:g");
        assert_eq!(resolve(&format!("http://h{down}/b"), &up[3..]), "http://h/a/");
        assert_eq!(remove_dot_segments(&format!("{down}{}", "/..".repeat(million()))), "/");
        assert_eq!(remove_dot_segments(&"/a/..".repeat(million())), "/");
        assert_eq!(remove_dot_segments(&"a/../".repeat(million())), "/");
        assert_eq!(remove_dot_segments(&"/.".repeat(million())), "/");
        assert_eq!(remove_dot_segments(&"./".repeat(million())), "");
    });
}

/// A long string under every production for whole strings of every edition, by itself and after a scheme: three ways to
/// ask agree, and trees are dropped. With `URISPEC_LONG` it is a mebibyte.
#[test]
fn long_strings_under_every_edition() {
    let length = scaled(1 << 13, 1 << 20);
    on_a_small_stack(move || {
        let units = ["a", "/", "a.", "%41", "+"];
        let mut valid = 0;
        for (edition, rule) in Edition::ALL
            .iter()
            .flat_map(|edition| edition.whole_rules().iter().map(move |rule| (*edition, *rule)))
        {
            for (before, unit, length) in units.iter().flat_map(|unit| {
                [("", *unit, length), ("x:", unit, length / 8), ("http://h/", unit, length / 8)]
            }) {
                let text = format!("{before}{}", unit.repeat(length / unit.len()));
                let is_valid = check(edition, rule, &text).is_ok();
                let reference = Reference::parse_as(edition, rule, &text);
                let tree = Node::parse(edition, rule, &text);
                assert_eq!(reference.is_ok(), is_valid, "{edition} {rule} {before}{unit}…");
                assert_eq!(tree.is_ok(), is_valid, "{edition} {rule} {before}{unit}…");
                if let Ok(tree) = tree {
                    assert_eq!(tree.text(), text);
                    assert!(
                        Meaning::from_tree(edition, &tree).is_ok(),
                        "{edition} {rule} {before}{unit}…"
                    );
                    valid += 1;
                }
            }
        }
        assert!(valid > 100, "{valid}");
    });
}

/// Membership in a language does not depend on whether offsets fit into 32 bits.
#[test]
#[ignore = "takes 4 GiB of memory"]
fn more_than_4_gib_is_valid_and_too_long() {
    let text = "a:".to_owned() + &"b".repeat(1 << 32);
    for rule in Edition::Rfc3986.whole_rules() {
        assert!(Edition::Rfc3986.production(rule).unwrap().accepts(text.as_bytes()), "{rule}");
        assert_eq!(check(Edition::Rfc3986, rule, &text), Ok(()));
        let parsed = Reference::parse_as(Edition::Rfc3986, rule, &text).map(drop);
        assert_eq!(parsed, Err(ParseError::TooLong(text.len())));
    }
    assert_eq!(UriRef::parse(&text).map(drop), Err(ParseError::TooLong(text.len())));
}

#[test]
fn a_trace_of_many_steps() {
    on_a_small_stack(|| {
        let reference = format!("{}{}g", "a/".repeat(10_000), "../".repeat(10_000));
        let (mut steps, mut longest) = (0, 0);
        let target = Resolver::new()
            .trace(&split("http://h/"), &split(&reference), |step| {
                steps += 1;
                longest = longest.max(step.to_string().len());
            })
            .unwrap();
        assert_eq!(target.to_string(), "http://h/g");
        assert!(steps > 20_000 && longest < 2_000, "{steps} {longest}");
    });
}

/// Decoded once and no more: "%2525" holds the triplet "%25" and the text "25".
#[test]
fn deep_escapes() {
    on_a_small_stack(|| {
        let text = format!("%{}", "25".repeat(mib()));
        let reference = UriRef::parse(&text).unwrap();
        for &rung in Rung::ALL {
            assert!(Normalizer::new().to(rung).normalize(&reference).is_unchanged());
        }
        assert_eq!(text.decode().unwrap(), text[..text.len() - 2]);
        assert!(UriRef::parse(&text[..text.len() - 4].replacen("25", "", mib())).is_err());
    });
}

/// Every pass changes every segment; the two still meet.
#[test]
fn much_to_normalize() {
    on_a_small_stack(|| {
        let text =
            format!("HTTP://{}:80/{}", "H%4a%3a".repeat(10_000), "./%7e/%2E%2e/".repeat(50_000));
        let uri = Uri::parse(&text).unwrap();
        let mut changes = 0;
        let normalizer = Normalizer::new().to(Rung::Scheme);
        let normal = normalizer.explain(&uri, |_| changes += 1).into_reference().unwrap();
        assert_eq!(normal, *format!("http://{}/", "hj%3A".repeat(10_000)));
        // Triplets: one and one of each host label, three of each segment; scheme, host, path,
        // port.
        assert_eq!(changes, 10_000 + 10_000 + 150_000 + 4);
        assert_eq!(compare(&uri, &normal.as_borrowed()).rung(), Some(Rung::Scheme));
    });
}

/// pest needs a reserve of stack; without it, the string is not judged.
#[test]
fn a_small_stack_is_not_a_syntax_error() {
    let production = Edition::Rfc3986.production("URI").unwrap();
    let tree = move || production.pest_tree("http://h/a").map(|_| ());
    let thread = thread::Builder::new().stack_size(80 << 10).spawn(tree).unwrap();
    assert!(matches!(thread.join().unwrap(), Ok(()) | Err(ParseError::Refused(_))));
}

/// A reference of one edition may be none of another: a character beyond ASCII.
#[test]
fn references_of_one_edition_are_normalized_by_any_other() {
    let texts =
        ["http://h/é/./%7e", "HTTP://É@H/%c3%a9?É#%41", "http://É/", "a:%2E/../é%C3", "/./é/../É"];
    let mut count = 0;
    for edition in Edition::every() {
        let references: Vec<_> =
            texts.iter().filter_map(|text| Reference::parse(edition, text).ok()).collect();
        count += references.len();
        for by in Edition::every() {
            for &rung in Rung::ALL {
                let normalizer = Normalizer::from_edition(by).to(rung);
                for reference in &references {
                    let normal = normalizer.normalize(*reference);
                    assert_eq!(
                        normal,
                        normalizer.explain(*reference, |_| ()),
                        "{reference} by {by}"
                    );
                    _ = urispec::compare_with(&normalizer, *reference, references[0]);
                }
            }
        }
    }
    // RFC 3987 and the URL Standard have such.
    assert!(count > texts.len(), "{count}");
}

#[track_caller]
fn asks<T>(times: u64, run: impl FnOnce() -> T) -> T {
    let mut result = None;
    let info = measure(|| result = Some(run()));
    assert_eq!(info.count_total, times);
    result.unwrap()
}

/// Finding that a string is wrong, and where; explaining it allocates.
#[test]
fn rejecting_does_not_allocate() {
    for text in ["a b", "//[::1", "//h:80a/", "1a:b", "/%4g", "//u@h@", "\u{e9}"] {
        asks(0, || UriRef::parse(text).unwrap_err());
        asks(0, || Uri::parse(text).unwrap_err());
        for &edition in Edition::ALL {
            for rule in edition.whole_rules() {
                let recognizer = edition.production(rule).unwrap();
                asks(0, || recognizer.check(text).is_err());
                asks(0, || check(edition, rule, text).is_err());
            }
        }
    }
}

const BASES: &[&str] = &[
    "http://a/b/c/d;p?q",
    "http://user@[::1]:80/a/./b/../c/index.html?q#f",
    "http://h",
    "a:b/c",
    "a:",
];

const REFERENCES: &[&str] = &[
    "",
    "g",
    "./g",
    "../../g/",
    "../../../../../g/./h/..",
    "/g?y#s",
    "//g/../x",
    "?y",
    "#s",
    "g:h",
    "http://x/../%41",
    "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/../../../../../../q?r/../s",
];

/// A storage that is passed on does not allocate, nor does cloning a shared one.
#[test]
fn storages() {
    let text = "http://h/a";
    let uri = Uri::parse(text).unwrap();
    asks(0, || uri.into_cow());
    asks(1, || uri.to_storage::<Box<str>>());
    let shared = asks(1, || uri.to_storage::<Arc<str>>());
    asks(0, || shared.clone());
    let boxed: Box<str> = text.into();
    let boxed = asks(0, || UriBuf::try_from(boxed).unwrap());
    let owned = asks(0, || boxed.into_owned());
    let borrowed = asks(0, || owned.into_storage::<Cow<'_, str>>());
    asks(0, || String::from(borrowed));
}

#[test]
fn parsing_does_not_allocate() {
    for text in BASES.iter().chain(REFERENCES) {
        asks(0, || UriRef::parse(text).unwrap());
    }
    for text in BASES {
        asks(0, || Uri::parse(text).unwrap());
    }
}

#[test]
fn resolving_allocates_once_and_into_a_buffer_never() {
    let mut buffer = String::with_capacity(200);
    for base in BASES {
        let base = Uri::parse(base).unwrap();
        for reference in REFERENCES {
            let reference = UriRef::parse(reference).unwrap();
            let target = asks(1, || reference.resolve_against(base).unwrap());
            assert_eq!(asks(0, || reference.resolve_into(base, &mut buffer).unwrap()), target);
            // A buffer that is too small grows once.
            let mut small = String::with_capacity(1);
            asks(1, || reference.resolve_into(base, &mut small).map(drop).unwrap());
        }
    }
}

/// The buffer has the right size: no byte is left over except for dot segments and the slash of 5.2.3.
#[test]
fn resolving_allocates_the_right_size() {
    for (base, reference) in [
        ("http://a/b/c/d;p?q", "g?y#s"),
        ("http://a/b", "/g"),
        ("http://a?q", "g"),
        ("a:b?q", "#s"),
    ] {
        let reference = UriRef::parse(reference).unwrap();
        let target = reference.resolve_against(Uri::parse(base).unwrap()).unwrap().into_string();
        assert!(target.capacity() <= target.len() + 1, "{target}");
    }
}

#[test]
fn normalizing_allocates_only_for_changes() {
    for text in BASES.iter().chain(&["a:/.//b", "../a", "%2E/b", "//h/%C3%A9?%2F#%3A", "//[::a]"]) {
        let reference = UriRef::parse(text).unwrap();
        let normal =
            asks(u64::from(text.contains("/../")), || Normalizer::new().normalize(reference));
        assert_eq!(normal.is_unchanged(), !text.contains("/../"));
        assert_eq!(asks(1, || reference.normalize()), *normal.as_str());
    }
    for text in [
        "HTTP://h/",
        "http://H/",
        "http://h/%41",
        "http://U%41@H%41:80/a/../%c3%a9/./b?%7e#%2d",
        "a:.//./../b",
        "a:/b/..//c",
        "a:/b/%2e%2E//c",
        "//%31.2.3.4/%2e/..",
        "//%41%41%41%41%41%c3%c3%c3%c3%c3",
    ] {
        let reference = UriRef::parse(text).unwrap();
        assert!(!asks(1, || Normalizer::new().normalize(reference)).is_unchanged(), "{text}");
        asks(1, || reference.normalize());
    }
}

#[test]
fn comparing_normal_forms_does_not_allocate() {
    let [a, b, c] = ["http://h/a", "http://h/b", "http://h/b/"].map(|a| UriRef::parse(a).unwrap());
    assert_eq!(asks(0, || compare(a, a).rung()), Some(Rung::String));
    assert_eq!(asks(0, || compare(a, b).rung()), None);
    assert_eq!(asks(0, || compare(b, c).rung()), None);
}
