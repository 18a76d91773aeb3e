//! The tasks, and the libraries that do each of them. Inputs that a title calls parsed are parsed before the
//! clock starts.

use std::hint::black_box;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use urispec::percent::{Keep, encode};
use urispec::{Decode, Edition, IriRef, Node, ParseError, UriRef};

use crate::automaton::Table;
use crate::inputs::{Inputs, mutations, section_5_4};
use crate::measure::{Contender, Entry, Plan, Row, measure, row};
use crate::peers::{FluentUri, Oxiri, Peer, Urispec, sum};
use crate::urls;

/// A task on several sets of strings.
pub(crate) struct Task {
    /// The name for `--task`.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// A remark about the contenders.
    pub(crate) note: &'static str,
    run: fn(&Inputs, Of) -> Vec<Option<Row>>,
}

/// The name of a task, and the plan of its measurement.
pub(crate) type Of = (&'static str, Plan);

impl Task {
    /// Measures a row for each set that has a suitable string.
    pub(crate) fn rows(&self, inputs: &Inputs, plan: Plan) -> Vec<Row> {
        (self.run)(inputs, (self.name, plan)).into_iter().flatten().collect()
    }
}

/// The results of a function for each library.
macro_rules! each {
    ($of:ident, $($peer:ident),*) => { [$($of::<$peer>()),*] };
}

/// All tasks, in the order of the report.
pub(crate) const ALL: [Task; 20] = [
    Task {
        name: "parse",
        title: "parse, and read the five components (ns for each string)",
        note: "oxiri parses IRIs, whose rules are looser.",
        run: |inputs, of| {
            let links: Vec<String> = inputs.hrefs.iter().map(|(_, link)| link.clone()).collect();
            let entries = each![parse, Urispec, FluentUri, Oxiri];
            let [web, file, synthetic] = sets(inputs);
            let sets = [web, file, ("hrefs", &links), synthetic];
            sets.map(|(set, all)| row(of, set, texts(all), &entries)).into()
        },
    },
    Task {
        name: "parse-owned",
        title: "parse a string that the result owns (ns for each string)",
        note: "The time includes copying each string, and dropping it.",
        run: |inputs, of| {
            vec![row(of, "web", texts(&inputs.web), &each![own, Urispec, FluentUri, Oxiri])]
        },
    },
    Task {
        name: "seven",
        title: "parse, and read scheme, userinfo, host, port, path, query and fragment (ns for each string)",
        note: "oxiri does not divide an authority.",
        run: |inputs, of| {
            vec![row(of, "web", texts(&inputs.web), &each![seven, Urispec, FluentUri])]
        },
    },
    Task {
        name: "validate",
        title: "validate (ns for each string)",
        note: "urispec uses its recognizer; the others parse.",
        run: |inputs, of| {
            vec![row(of, "web", texts(&inputs.web), &each![validate, Urispec, FluentUri, Oxiri])]
        },
    },
    Task {
        name: "iris",
        title: "parse an IRI, and read the five components (ns for each string)",
        note: "beyond ASCII: strings of the web with words in other scripts. as URIs: urispec's parser for URIs, on the \
               same strings.",
        run: iris,
    },
    Task {
        name: "reject",
        title: "reject (ns for each string)",
        note: "Each string has one mistake. no cause: urispec's recognizer, which does not look for the cause.",
        run: |inputs, of| {
            let wrong = wrong(inputs);
            let [urispec, fluent_uri, oxiri] = each![reject, Urispec, FluentUri, Oxiri];
            let recognize = Entry::each("no cause", rejects::<Urispec>, |text| {
                usize::from(Urispec::accepts(text))
            });
            vec![row(of, "web", texts(&wrong), &[urispec, fluent_uri, oxiri, recognize])]
        },
    },
    Task {
        name: "offset",
        title: "reject, and read the offset of the error (ns for each string)",
        note: "The offsets may differ: fluent-uri reports the escape, address or byte that it cannot read.",
        run: |inputs, of| {
            let wrong = wrong(inputs);
            vec![row(of, "web", texts(&wrong), &each![locate, Urispec, FluentUri])]
        },
    },
    Task {
        name: "explain",
        title: "explain why a string is rejected (ns for each string)",
        note: "`SyntaxError::explain` returns the cause, the repaired string, the production and what was expected; over \
               rejecting alone.",
        run: |inputs, of| {
            let wrong = wrong(inputs);
            let reject = Entry { name: "reject", ..reject::<Urispec>() };
            let explain =
                Entry::each("explain", rejects::<Urispec>, |text| match UriRef::parse(text) {
                    Err(ParseError::Syntax(error)) => {
                        black_box(error.explain(text).unwrap()).expected().len()
                    }
                    _ => 0,
                });
            vec![row(of, "web", texts(&wrong), &[explain, reject])]
        },
    },
    Task {
        name: "resolve",
        title: "resolve to an owned target (ns for each parsed reference)",
        note: "copying: copies the target, computed before, to a new string, as every library must.",
        run: |inputs, of| {
            let [urispec, fluent_uri, oxiri] = each![resolve, Urispec, FluentUri, Oxiri];
            references(inputs, of, usize::MAX, &[urispec, fluent_uri, oxiri, copy_target()])
        },
    },
    Task {
        name: "resolve-into",
        title: "resolve into a reused buffer (ns for each parsed reference)",
        note: "copying: copies the target, computed before, to the buffer, as every library must.",
        run: |inputs, of| {
            let [urispec, oxiri] = each![resolve_into, Urispec, Oxiri];
            references(inputs, of, usize::MAX, &[urispec, oxiri, copy_target_into()])
        },
    },
    Task {
        name: "parse-resolve",
        title: "parse a reference, and resolve it to an owned target (ns for each reference with a parsed base)",
        note: "",
        run: |inputs, of| {
            references(inputs, of, 2, &each![parse_and_resolve, Urispec, FluentUri, Oxiri])
        },
    },
    Task {
        name: "normalize",
        title: "normalize by section 6.2.2 (ns for each parsed URI)",
        note: "fluent-uri also drops default ports and rewrites IPv6 addresses.",
        run: |inputs, of| {
            let sets = sets(inputs).into_iter().chain([("needing work", &inputs.needing_work)]);
            let entries = each![normalize, Urispec, FluentUri];
            sets.map(|(set, all)| row(of, set, texts(all), &entries)).collect()
        },
    },
    Task {
        name: "compare",
        title: "compare (ns for each pair of parsed URIs)",
        note: "urispec calls `compare`, up to the rung `scheme`; fluent-uri normalizes both and compares the strings.",
        run: compare,
    },
    Task {
        name: "percent",
        title: "decode triplets, and encode data (ns for each string)",
        note: "The strings are those with triplets, and what they encode. `percent-encoding` accepts a `%` that begins no \
               triplet; urispec rejects it.",
        run: percent,
    },
    Task {
        name: "url",
        title: "parse a URL of the URL Standard, and read it serialized (ns for each string)",
        note: "The feature `ada` adds Ada, from C++ by the crate `ada-url`.",
        run: urls::parsed,
    },
    Task {
        name: "url-join",
        title: "parse a link by the URL Standard, with a parsed base (ns for each link)",
        note: "",
        run: urls::joined,
    },
    Task {
        name: "url-with-base",
        title: "parse a base and a link by the URL Standard (ns for each link)",
        note: "The crate `ada-url` takes a base only as a string.",
        run: urls::both,
    },
    Task {
        name: "editions",
        title: "validate by each edition (ns for each string)",
        note: "The strings of the web that the edition's first rule accepts. The bare table is a loop with two loads for \
               each byte.",
        run: editions,
    },
    Task {
        name: "tree",
        title: "build a tree (ns for each string)",
        note: "`Node::parse`, over `UriRef::parse` and reading the components.",
        run: |inputs, of| {
            let tree = Entry::each("tree", Urispec::accepts, |text| {
                let node = Node::parse(Edition::Rfc3986, "URI-reference", text);
                node.map_or(0, |node| black_box(&node).end())
            });
            let all = inputs.web.iter().step_by(8).map(String::as_str);
            let parse = Entry { name: "parse", ..parse::<Urispec>() };
            vec![row(of, "web", all, &[tree, parse])]
        },
    },
    Task {
        name: "scaling",
        title: "urispec on long strings (ns for each KiB; the ratios are of the longest string)",
        note: "Copying into a reused buffer is for comparison: beyond the caches, memory limits what does little more.",
        run: scaling,
    },
];

pub(crate) fn texts(set: &[String]) -> impl Iterator<Item = &str> {
    set.iter().map(String::as_str)
}

fn sets(inputs: &Inputs) -> [(&'static str, &Vec<String>); 3] {
    [("web", &inputs.web), ("file", &inputs.file), ("synthetic", &inputs.synthetic)]
}

fn parse<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, P::accepts, |text| P::reference(text).map_or(0, |it| P::five(&it)))
}

fn own<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, P::accepts, |text| P::own(text.to_owned()).unwrap_or(0))
}

fn seven<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, P::accepts, |text| P::reference(text).map_or(0, |it| P::seven(&it)))
}

fn validate<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, P::accepts, |text| usize::from(P::accepts(text)))
}

fn rejects<P: Peer>(text: &str) -> bool {
    P::reference(text).is_none()
}

fn reject<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, rejects::<P>, |text| usize::from(rejects::<P>(text)))
}

fn locate<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, rejects::<P>, |text| P::error_offset(text).unwrap_or(usize::MAX))
}

/// Strings of the web with one mistake: mutations of valid strings, because an invalid one may have more mistakes.
fn wrong(inputs: &Inputs) -> Vec<String> {
    mutations(texts(&inputs.web).filter(|text| Urispec::accepts(text)))
}

/// The libraries that parse IRIs. On ASCII strings, parsing an IRI is compared with parsing a URI.
fn iris(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    fn entry<'t>(name: &'static str, five: fn(&str) -> Option<usize>) -> Entry<'t, &'t str> {
        Entry::each(name, move |text| five(text).is_some(), move |text| five(text).unwrap_or(0))
    }
    let urispec = entry(Urispec::NAME, |text| {
        let it = IriRef::parse(text).ok()?;
        Some(sum([it.scheme(), it.authority(), Some(it.path()), it.query(), it.fragment()]))
    });
    let fluent_uri = entry(FluentUri::NAME, |text| {
        let it = fluent_uri::IriRef::parse(text).ok()?;
        Some(sum([
            it.scheme().map(|scheme| scheme.as_str()),
            it.authority().map(|authority| authority.as_str()),
            Some(it.path().as_str()),
            it.query().map(|query| query.as_str()),
            it.fragment().map(|fragment| fragment.as_str()),
        ]))
    });
    let oxiri = entry(Oxiri::NAME, |text| Oxiri::reference(text).map(|it| Oxiri::five(&it)));
    let uri = entry("as URIs", |text| Urispec::reference(text).map(|it| Urispec::five(&it)));
    let entries = [urispec, fluent_uri, oxiri, uri];
    let ascii = texts(&inputs.web).filter(|text| text.is_ascii());
    vec![
        row(of, "beyond ASCII", texts(&inputs.beyond_ascii), &entries[..3]),
        row(of, "web", ascii, &entries),
    ]
}

/// A base and a reference, or two URIs.
pub(crate) type Pair<'t> = (&'t str, &'t str);

/// Measures the first sets of references.
fn references<'t>(
    inputs: &'t Inputs,
    of: Of,
    count: usize,
    entries: &[Entry<'t, Pair<'t>>],
) -> Vec<Option<Row>> {
    const BASE: &str = "http://example.com/one/two/three/four/five/six/seven/eight/nine/ten?q";
    const CLIMB: &str = "../../../../../../../../g";
    let pairs = inputs.hrefs.iter().map(|(base, reference)| (&**base, &**reference));
    let one = |reference| vec![(BASE, reference)];
    let sets = [
        ("5.4", section_5_4()),
        ("hrefs", pairs.collect()),
        ("absolute path", one("/over/there")),
        ("?q", one("?q")),
        ("#f", one("#f")),
        ("whole URI", one("https://example.org/over/there?name=ferret")),
        ("../ x8", one(CLIMB)),
        ("64 dots", one(&inputs.dots)),
    ];
    sets.into_iter().take(count).map(|(set, pairs)| row(of, set, pairs, entries)).collect()
}

fn resolves<P: Peer>((base, reference): Pair<'_>) -> bool {
    let both = P::uri(base).zip(P::reference(reference));
    both.is_some_and(|(base, reference)| P::resolve(&base, &reference).is_some())
}

fn parsed<'t, P: Peer>(pairs: &[Pair<'t>]) -> Vec<(P::Uri<'t>, P::Reference<'t>)> {
    pairs.iter().filter_map(|(base, it)| P::uri(base).zip(P::reference(it))).collect()
}

fn resolve<'t, P: Peer>() -> Entry<'t, Pair<'t>> {
    Entry::new(P::NAME, resolves::<P>, |pairs| {
        Contender::each(parsed::<P>(pairs), |(base, reference)| {
            P::resolve(base, reference).map_or(0, |target| black_box(&target).as_ref().len())
        })
    })
}

fn resolve_into<'t, P: Peer>() -> Entry<'t, Pair<'t>> {
    Entry::new(P::NAME, resolves::<P>, |pairs| {
        let mut buffer = String::new();
        Contender::each(parsed::<P>(pairs), move |(base, reference)| {
            P::resolve_into(base, reference, &mut buffer);
            black_box(&buffer).len()
        })
    })
}

/// The targets of the pairs, as text.
fn targets(pairs: &[Pair<'_>]) -> Vec<String> {
    let target = |(base, it): (_, _)| Some(Urispec::resolve(&base, &it)?.into_string());
    parsed::<Urispec>(pairs).into_iter().filter_map(target).collect()
}

fn copy_target<'t>() -> Entry<'t, Pair<'t>> {
    Entry::new("copying", resolves::<Urispec>, |pairs| {
        Contender::each(targets(pairs), |target| black_box(target.clone()).len())
    })
}

fn copy_target_into<'t>() -> Entry<'t, Pair<'t>> {
    Entry::new("copying", resolves::<Urispec>, |pairs| {
        let mut buffer = String::new();
        Contender::each(targets(pairs), move |target| {
            buffer.clear();
            buffer.push_str(target);
            black_box(&buffer).len()
        })
    })
}

fn parse_and_resolve<'t, P: Peer>() -> Entry<'t, Pair<'t>> {
    Entry::new(P::NAME, resolves::<P>, |pairs| {
        let bases = pairs.iter().filter_map(|(base, it)| Some((P::uri(base)?, *it)));
        Contender::each(bases.collect(), |(base, reference)| {
            let target = P::reference(reference).and_then(|it| P::resolve(base, &it));
            target.map_or(0, |target| black_box(&target).as_ref().len())
        })
    })
}

fn normalize<'t, P: Peer>() -> Entry<'t, &'t str> {
    Entry::new(
        P::NAME,
        |text| P::uri(text).is_some(),
        |texts| {
            let uris = texts.iter().filter_map(|text| P::uri(text)).collect();
            Contender::each(uris, |uri| {
                P::normalize(uri).map_or(0, |normal| black_box(&normal).as_ref().len())
            })
        },
    )
}

fn equivalence<'t, P: Peer>(expected: bool) -> Entry<'t, Pair<'t>> {
    let parsed = |(a, b): Pair<'t>| P::uri(a).zip(P::uri(b));
    let agrees = move |pair| parsed(pair).is_some_and(|(a, b)| P::equivalent(&a, &b) == expected);
    Entry::new(P::NAME, agrees, move |pairs| {
        let uris = pairs.iter().filter_map(|&pair| parsed(pair)).collect();
        Contender::each(uris, |(a, b)| usize::from(P::equivalent(a, b)))
    })
}

fn compare(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let normal = |text| Urispec::uri(text).map(|uri| uri.normalize().into_string());
    let normal: Vec<_> =
        texts(&inputs.needing_work).map(|text| normal(text).unwrap_or_default()).collect();
    let equivalents = texts(&inputs.needing_work).zip(texts(&normal));
    let different = inputs.web.windows(2).map(|two| (&*two[0], &*two[1]));
    let entries = |expected| [equivalence::<Urispec>(expected), equivalence::<FluentUri>(expected)];
    vec![
        row(of, "equivalents", equivalents, &entries(true)),
        row(of, "different", different, &entries(false)),
    ]
}

/// All characters that are not unreserved (section 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Decoding triplets, and encoding data for any component (section 2.1).
fn percent(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    const OTHER: &str = "percent-encoding";
    let all = inputs.web.iter().chain(&inputs.synthetic).chain(&inputs.needing_work);
    let encoded: Vec<&str> =
        all.map(String::as_str).filter(|text| text.contains('%')).take(20_000).collect();
    let data = encoded.iter().filter_map(|text| text.decode().ok().map(|text| text.into_owned()));
    let data: Vec<String> = data.collect();
    let ours = |text: &str| text.decode().ok().map(|text| black_box(&text).len());
    let theirs =
        |text: &str| percent_decode_str(text).decode_utf8().ok().map(|text| black_box(&text).len());
    let decoders = [
        Entry::each(Urispec::NAME, move |it| ours(it).is_some(), move |it| ours(it).unwrap_or(0)),
        Entry::each(OTHER, move |it| theirs(it).is_some(), move |it| theirs(it).unwrap_or(0)),
    ];
    let encoders = [
        Entry::each(Urispec::NAME, |_| true, |it| black_box(&encode(it, Keep::Unreserved)).len()),
        Entry::each(
            OTHER,
            |_| true,
            |it| {
                let encoded: std::borrow::Cow<'_, str> = utf8_percent_encode(it, ENCODED).into();
                black_box(&encoded).len()
            },
        ),
    ];
    vec![row(of, "decode", encoded, &decoders), row(of, "encode", texts(&data), &encoders)]
}

/// Validating by each edition, and by the bare table of its automaton.
fn editions(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let one = |edition: &Edition| {
        let rule = edition.whole_rules()[0];
        let table = &Table::derive(*edition, rule)?;
        let recognizer = edition.production(rule).ok()?;
        let accepts = move |text: &str| recognizer.accepts(text.as_bytes());
        let entries = [
            Entry::each(Urispec::NAME, accepts, move |text| usize::from(accepts(text))),
            Entry::each(
                "bare table",
                |text| table.accepts(text),
                |text| usize::from(table.accepts(text)),
            ),
        ];
        row(of, edition.id(), texts(&inputs.web), &entries)
    };
    Edition::ALL.iter().map(one).collect()
}

/// Sizes in KiB, the longest first, since the ratios are of its time.
const SIZES: [(&str, usize); 5] =
    [("1 GiB", 1 << 20), ("16 MiB", 1 << 14), ("1 MiB", 1 << 10), ("32 KiB", 32), ("1 KiB", 1)];

/// The beginning of the strings and the part that repeats, after `http://h/` or alone.
const SHAPES: [(&str, &str, &str); 5] = [
    ("long segment", "", "a"),
    ("many segments", "", "ab/"),
    ("escapes", "", "%c3%A9%7e"),
    ("../", "", "../"),
    ("query", "?", "k=v/x&"),
];

fn copy<'t>() -> Entry<'t, &'t str> {
    let contender = |texts: &[&'t str]| {
        let mut buffer = String::new();
        Contender::each(texts.to_vec(), move |text| {
            buffer.clear();
            buffer.push_str(text);
            black_box(&buffer).len()
        })
    };
    Entry::new("copy", |_| true, contender)
}

/// Resolves a reference against one base.
fn on_base<'t>(entry: Entry<'t, Pair<'t>>) -> Entry<'t, &'t str> {
    const BASE: &str = "http://a/b/c/d;p?q";
    let Entry { name, accepts, contender } = entry;
    Entry::new(
        name,
        move |text| accepts((BASE, text)),
        move |texts| contender(&texts.iter().map(|text| (BASE, *text)).collect::<Vec<_>>()),
    )
}

/// How the time per byte grows with the length of the string.
///
/// It may grow although every step is linear: a result of 16 MiB fits into no cache, and may be new memory, which the
/// system provides page by page. Copying alone shows the same growth.
fn scaling(_: &Inputs, (name, plan): Of) -> Vec<Option<Row>> {
    // The longest size takes minutes and gigabytes.
    let sizes = &SIZES[usize::from(std::env::var_os("URISPEC_LONG").is_none())..];
    let mut rows = Vec::new();
    for at in 0..6 {
        for (shape, first, piece) in SHAPES {
            let before = if at == 5 { "http://h/" } else { "" };
            let text = |kib: usize| {
                let head = format!("{before}{first}");
                let pieces = (kib * 1024 - head.len()) / piece.len();
                head + &piece.repeat(pieces)
            };
            let texts: Vec<String> = sizes.iter().map(|&(_, kib)| text(kib)).collect();
            let (task, entry) = match at {
                0 => ("copy", copy()),
                1 => ("parse", parse::<Urispec>()),
                2 => ("validate", validate::<Urispec>()),
                3 => ("resolve", on_base(resolve::<Urispec>())),
                4 => ("resolve into", on_base(resolve_into::<Urispec>())),
                _ => ("normalize", normalize::<Urispec>()),
            };
            let contenders = sizes.iter().zip(&texts).filter(|(_, text)| (entry.accepts)(text));
            let contenders = contenders.map(|(&(size, kib), text)| {
                let mut contender = (entry.contender)(&[text]);
                contender.units = kib;
                (size, contender)
            });
            rows.push(Some(Row {
                task: name,
                input: format!("{task}, {shape}"),
                items: 1,
                bytes: texts[0].len(),
                rejected: Vec::new(),
                timings: measure(plan, contenders.collect()),
            }));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All tasks but the one with long strings, measured briefly.
    #[test]
    fn every_task_has_its_rows() {
        let inputs = Inputs::load(30).unwrap();
        let plan = Plan { rounds: 1, turn: std::time::Duration::ZERO };
        let tasks = ALL.iter().filter(|task| task.name != "scaling");
        let rows: Vec<Row> = tasks.flat_map(|task| task.rows(&inputs, plan)).collect();
        for row in &rows {
            let first = match row.task {
                "tree" | "explain" => row.task,
                _ => "urispec",
            };
            assert_eq!(row.timings[0].name, first, "{row:?}");
            assert!(row.timings.len() > 1 && row.items > 0, "{row:?}");
        }
        assert_eq!(rows.len(), 56);
    }

    /// The examples of sections 5.4.1 and 6.2.2, and the offset of a space.
    #[test]
    fn all_do_the_same() {
        fn resolves<P: Peer>() {
            let (base, it) = (P::uri("http://a/b/c/d;p?q").unwrap(), P::reference("../g").unwrap());
            assert_eq!(P::resolve(&base, &it).unwrap().as_ref(), "http://a/b/g", "{}", P::NAME);
        }
        fn normalizes<P: Peer>() {
            let uri = P::uri("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").unwrap();
            assert_eq!(P::normalize(&uri).unwrap().as_ref(), "example://a/b/c/%7Bfoo%7D");
            assert_eq!(P::error_offset("http://a b"), Some(8));
            assert_eq!(P::seven(&P::reference("s://u@h:80/p?q#f").unwrap()), 9, "{}", P::NAME);
        }
        fn sums<P: Peer>() {
            assert_eq!(P::five(&P::reference("s://u@h:80/p?q#f").unwrap()), 11, "{}", P::NAME);
        }
        each![resolves, Urispec, FluentUri, Oxiri];
        each![normalizes, Urispec, FluentUri];
        each![sums, Urispec, FluentUri, Oxiri];
    }
}
