//! The tasks, and the libraries that do each of them. What is parsed before is parsed before the clock starts.

use std::borrow::Cow;
use std::hint::black_box;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use urispec::percent::{Keep, encode};
use urispec::{Decode, Edition, IriRef, Node, ParseError, UriRef};

use crate::automaton::Table;
use crate::each;
use crate::inputs::{Inputs, mutations, section_5_4};
use crate::measure::{Able, Contender, Doing, Plan, Row, agreed, measure, row, row_of};
use crate::peers::{
    FluentUri, Iref, IriString, Normalize, Oxiri, Peer, Resolve, Uriparse, Urispec,
};

/// Something to do, on several input sets.
pub(crate) struct Task {
    /// The name of the task for `--task`.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) unit: &'static str,
    /// A note on the contenders, to be read before the ratios.
    pub(crate) note: &'static str,
    run: fn(&Inputs, Of) -> Vec<Option<Row>>,
}

/// The name of the task, and the plan of its measurement.
type Of = (&'static str, Plan);

impl Task {
    /// Measures the task: a row for each input set with something in it.
    pub(crate) fn rows(&self, inputs: &Inputs, plan: Plan) -> Vec<Row> {
        (self.run)(inputs, (self.name, plan)).into_iter().flatten().collect()
    }
}

const EACH: &str = "ns for each string";
const PARSED: &str = "ns for each reference, parsed before";

/// All tasks, in the order in which they are printed.
pub(crate) const ALL: [Task; 17] = [
    Task {
        name: "parse",
        title: "parse, and read the five components",
        unit: EACH,
        note: "oxiri parses IRIs, whose rules are looser. uriparse splits segments as it parses. iri-string and iref \
               find the components when asked.",
        run: parse,
    },
    Task {
        name: "parse-owned",
        title: "parse a string that the result owns",
        unit: EACH,
        note: "Each string is copied before, and given back after: that takes all the same time.",
        run: |inputs, of| {
            let doing = each![owning, Urispec, FluentUri, Oxiri, IriString];
            vec![row_of(of, "web", accepted(&inputs.web), &doing)]
        },
    },
    Task {
        name: "seven",
        title: "parse, and read scheme, userinfo, host, port, path, query and fragment",
        unit: EACH,
        note: "oxiri does not divide an authority; uriparse and iref are left out.",
        run: |inputs, of| {
            let doing = each![reading_seven, Urispec, FluentUri, IriString];
            vec![row_of(of, "web", accepted(&inputs.web), &doing)]
        },
    },
    Task {
        name: "validate",
        title: "validate only",
        unit: EACH,
        note: "urispec uses its recognizer, iri-string its validator; the others parse.",
        run: |inputs, of| {
            let doing = each![validating, Urispec, FluentUri, Oxiri, Uriparse, IriString, Iref];
            vec![row_of(of, "web", accepted(&inputs.web), &doing)]
        },
    },
    Task {
        name: "iris",
        title: "parse an IRI, and read the five components",
        unit: EACH,
        note: "beyond ASCII: the strings of the web with words in other scripts. as URIs: the parser for URIs, \
               on the same strings.",
        run: iris,
    },
    Task {
        name: "reject",
        title: "reject",
        unit: EACH,
        note: "Each string has one thing wrong. Strings that one of the libraries accepts are left out.",
        run: |inputs, of| {
            let able = each![rejects, Urispec, FluentUri, Oxiri, Uriparse, IriString, Iref];
            let doing = each![rejecting, Urispec, FluentUri, Oxiri, Uriparse, IriString, Iref];
            vec![row_of(of, "web", agreed(texts(&wrong(inputs)), &able), &doing)]
        },
    },
    Task {
        name: "offset",
        title: "reject, and read the offset of the error",
        unit: EACH,
        note: "The two need not mean the same byte: fluent-uri's is that of the escape, address or byte that \
               it could not read.",
        run: |inputs, of| {
            let able = each![rejects, Urispec, FluentUri];
            let doing = each![locating, Urispec, FluentUri];
            vec![row_of(of, "web", agreed(texts(&wrong(inputs)), &able), &doing)]
        },
    },
    Task {
        name: "explain",
        title: "what it costs to say why a string is rejected",
        unit: EACH,
        note: "`SyntaxError::explain`: the cause, the mended string, what was being read and what could have stood \
               there; over rejecting alone.",
        run: |inputs, of| {
            let explaining: Doing<'_, &str> = ("explain", |texts| on(texts, explain));
            let doing = [explaining, ("reject", rejecting::<Urispec>().1)];
            vec![row_of(of, "web", agreed(texts(&wrong(inputs)), &each![rejects, Urispec]), &doing)]
        },
    },
    Task {
        name: "resolve",
        title: "resolve to an owned target",
        unit: PARSED,
        note: "iref resolves by erratum 4547, so some of its targets differ. uriparse's targets borrow \
               from both sides, and it is left out.",
        run: |inputs, of| {
            let able = each![resolves, Urispec, FluentUri, Oxiri, IriString, Iref];
            let doing = each![resolving, Urispec, FluentUri, Oxiri, IriString, Iref];
            let relative = relative();
            let sets = to_resolve(inputs, &relative).into_iter();
            sets.map(|(set, pairs)| row_of(of, set, agreed(pairs, &able), &doing)).collect()
        },
    },
    Task {
        name: "resolve-into",
        title: "resolve into a buffer that is used again",
        unit: PARSED,
        note: "",
        run: |inputs, of| {
            let able = each![resolves, Urispec, Oxiri];
            let doing = each![resolving_into, Urispec, Oxiri];
            let relative = relative();
            let sets = to_resolve(inputs, &relative).into_iter();
            sets.map(|(set, pairs)| row_of(of, set, agreed(pairs, &able), &doing)).collect()
        },
    },
    Task {
        name: "parse-resolve",
        title: "parse a reference, and resolve it to an owned target",
        unit: "ns for each reference, whose base is parsed before",
        note: "",
        run: |inputs, of| {
            let able = each![resolves, Urispec, FluentUri, Oxiri, IriString, Iref];
            let doing = each![parsing_and_resolving, Urispec, FluentUri, Oxiri, IriString, Iref];
            let relative = relative();
            let sets = to_resolve(inputs, &relative).into_iter().take(2);
            sets.map(|(set, pairs)| row_of(of, set, agreed(pairs, &able), &doing)).collect()
        },
    },
    Task {
        name: "normalize",
        title: "normalize by section 6.2.2",
        unit: "ns for each URI, parsed before",
        note: "fluent-uri also drops default ports and rewrites IPv6 addresses. uriparse works in place: a \
               copy of its structure, and printing it, are in its time.",
        run: |inputs, of| {
            let able = each![reads, Urispec, FluentUri, Uriparse, IriString];
            let doing = each![normalizing, Urispec, FluentUri, Uriparse, IriString];
            let rest = ("needing work", &inputs.needing_work);
            let sets = sets(inputs).into_iter().chain([rest]);
            sets.map(|(set, all)| row_of(of, set, agreed(texts(all), &able), &doing)).collect()
        },
    },
    Task {
        name: "compare",
        title: "compare",
        unit: "ns for each pair, parsed before",
        note: "urispec by `compare`, up to the rung `scheme`; the others have no such verb: they normalize \
               both and compare the strings.",
        run: compare,
    },
    Task {
        name: "percent",
        title: "decode triplets, and encode data",
        unit: EACH,
        note: "The strings are those of the web and the generated ones that have triplets, and what they stand \
               for. `percent-encoding` decodes a `%` that begins no triplet to itself; urispec refuses it.",
        run: percent,
    },
    Task {
        name: "editions",
        title: "validate by each edition",
        unit: EACH,
        note: "On the strings of the web that the edition's first rule accepts. The bare table is a loop of two \
               loads for each byte.",
        run: editions,
    },
    Task {
        name: "tree",
        title: "what a tree costs",
        unit: EACH,
        note: "`Node::parse`, over `UriRef::parse` and reading the components.",
        run: tree,
    },
    Task {
        name: "scaling",
        title: "urispec on long strings",
        unit: "ns for each KiB, and the time of the longest over it",
        note: "Copying into a buffer that is used again is there to compare with: beyond the caches memory sets \
               the pace of what does little more.",
        run: scaling,
    },
];

fn texts(set: &[String]) -> impl Iterator<Item = &str> {
    set.iter().map(String::as_str)
}

fn on<'t>(texts: &[&'t str], work: impl Fn(&str) -> usize + 't) -> Contender<'t> {
    Contender::each(texts.to_vec(), move |text| work(text))
}

fn accepts<'t, P: Peer>() -> Able<&'t str> {
    (P::NAME, P::accepts)
}

/// The strings that all libraries accept, and how many each does not.
fn accepted(set: &[String]) -> (Vec<&str>, Vec<(&'static str, usize)>) {
    let able = each![accepts, Urispec, FluentUri, Oxiri, Uriparse, IriString, Iref];
    agreed(texts(set), &able)
}

fn sets(inputs: &Inputs) -> [(&'static str, &Vec<String>); 3] {
    [("web", &inputs.web), ("file", &inputs.file), ("synthetic", &inputs.synthetic)]
}

fn reading<'t, P: Peer>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| on(texts, |text| P::read(text).map_or(0, |one| P::lengths(&one))))
}

fn owning<'t, P: Peer>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| on(texts, |text| P::own(text.to_owned()).unwrap_or(0)))
}

fn reading_seven<'t, P: Peer>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| on(texts, |text| P::read(text).map_or(0, |one| P::seven(&one))))
}

fn validating<'t, P: Peer>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| on(texts, |text| usize::from(P::accepts(text))))
}

fn parse(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let links: Vec<String> = inputs.hrefs.iter().map(|(_, link)| link.clone()).collect();
    let [web, file, synthetic] = sets(inputs);
    let doing = each![reading, Urispec, FluentUri, Oxiri, Uriparse, IriString, Iref];
    let sets = [web, file, ("hrefs", &links), synthetic];
    sets.into_iter().map(|(set, all)| row_of(of, set, accepted(all), &doing)).collect()
}

fn sum(parts: [Option<&str>; 4], path: &str) -> usize {
    parts.into_iter().flatten().map(str::len).sum::<usize>() + path.len()
}

type Measure = fn(&str) -> Option<usize>;
type Decoding = fn(&str) -> Option<Cow<'_, str>>;
type Encoding = fn(&str) -> Cow<'_, str>;

/// The libraries that parse IRIs, each by a function that adds up the lengths of the five components.
const OF_IRIS: [(&str, Measure); 3] = [
    (Urispec::NAME, |text| {
        let iri = IriRef::parse(text).ok()?;
        Some(sum([iri.scheme(), iri.authority(), iri.query(), iri.fragment()], iri.path()))
    }),
    (FluentUri::NAME, |text| {
        let iri = fluent_uri::IriRef::parse(text).ok()?;
        let authority = iri.authority().map(|authority| authority.as_str());
        let (query, fragment) =
            (iri.query().map(|one| one.as_str()), iri.fragment().map(|one| one.as_str()));
        let scheme = iri.scheme().map(|scheme| scheme.as_str());
        Some(sum([scheme, authority, query, fragment], iri.path().as_str()))
    }),
    (Oxiri::NAME, |text| Oxiri::read(text).map(|iri| Oxiri::lengths(&iri))),
];

/// The strings beyond ASCII are those of the web that have UTF-8 in triplets, as IRIs (RFC 3987, 3.2), and those of the
/// web with words in other scripts. On strings of ASCII an IRI is parsed beside a URI.
fn iris(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let able = OF_IRIS.map(|(name, read)| (name, move |text: &str| read(text).is_some()));
    let beyond = texts(&inputs.beyond_ascii).collect::<Vec<_>>();
    let ascii = texts(&inputs.web).filter(|text| text.is_ascii()).collect::<Vec<_>>();
    let as_uri = |text: &str| Urispec::read(text).map(|uri| Urispec::lengths(&uri));
    let sets =
        [("beyond ASCII", beyond, None), ("web", ascii, Some(("as URIs", as_uri as fn(&_) -> _)))];
    let rows = sets.into_iter().map(|(set, all, other)| {
        row(of, set, agreed(all, &able), |texts| {
            let doing = OF_IRIS.into_iter().chain(other);
            doing
                .map(|(name, read)| (name, on(texts, move |text| read(text).unwrap_or(0))))
                .collect()
        })
    });
    rows.collect()
}

/// Strings of the web with one thing wrong: mutations of valid strings only, for in an invalid string more than one thing
/// may be wrong. A library that overlooks the error does other work, so a row has only strings that all reject.
fn wrong(inputs: &Inputs) -> Vec<String> {
    mutations(texts(&inputs.web).filter(|text| Urispec::accepts(text)))
}

fn rejects<'t, P: Peer>() -> Able<&'t str> {
    (P::NAME, |text| P::read(text).is_none())
}

fn rejecting<'t, P: Peer>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| on(texts, |text| usize::from(P::read(text).is_none())))
}

fn locating<'t, P: Peer>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| on(texts, |text| P::error_offset(text).unwrap_or(usize::MAX)))
}

fn explain(text: &str) -> usize {
    match UriRef::parse(text) {
        Err(ParseError::Syntax(error)) => black_box(error.explain(text).unwrap()).expected().len(),
        _ => 0,
    }
}

/// A base and a reference, or two URIs.
type Pair<'t> = (&'t str, &'t str);

fn relative() -> [String; 2] {
    ["../".repeat(8) + "g", "../x/./".repeat(32) + "g"]
}

fn to_resolve<'t>(
    inputs: &'t Inputs,
    [climb, dots]: &'t [String; 2],
) -> [(&'static str, Vec<Pair<'t>>); 8] {
    const BASE: &str = "http://example.com/one/two/three/four/five/six/seven/eight/nine/ten?q";
    let pairs = inputs.hrefs.iter().map(|(base, reference)| (&**base, &**reference));
    let whole = "https://example.org/over/there?name=ferret";
    [
        ("5.4", section_5_4()),
        ("hrefs", pairs.collect()),
        ("absolute path", vec![(BASE, "/over/there")]),
        ("?q", vec![(BASE, "?q")]),
        ("#f", vec![(BASE, "#f")]),
        ("whole URI", vec![(BASE, whole)]),
        ("../ x8", vec![(BASE, climb)]),
        ("64 dots", vec![(BASE, dots)]),
    ]
}

fn resolves<'t, P: Resolve>() -> Able<Pair<'t>> {
    (P::NAME, |(base, reference)| {
        let read = P::base(base).zip(P::read(reference));
        read.is_some_and(|(base, reference)| P::resolve(&base, &reference).is_some())
    })
}

fn both<'t, P: Resolve>(pairs: &[Pair<'t>]) -> Vec<(P::Base<'t>, P::Reference<'t>)> {
    pairs.iter().filter_map(|(base, reference)| P::base(base).zip(P::read(reference))).collect()
}

fn resolving<'t, P: Resolve>() -> Doing<'t, Pair<'t>> {
    (P::NAME, |pairs| {
        Contender::each(both::<P>(pairs), |(base, reference)| {
            P::resolve(base, reference).map_or(0, |target| black_box(&target).as_ref().len())
        })
    })
}

fn resolving_into<'t, P: Resolve>() -> Doing<'t, Pair<'t>> {
    (P::NAME, |pairs| {
        let mut buffer = String::new();
        Contender::each(both::<P>(pairs), move |(base, reference)| {
            P::resolve_into(base, reference, &mut buffer);
            black_box(&buffer).len()
        })
    })
}

fn parsing_and_resolving<'t, P: Resolve>() -> Doing<'t, Pair<'t>> {
    (P::NAME, |pairs| {
        let read = |(base, reference): &Pair<'t>| Some((P::base(base)?, *reference));
        Contender::each(pairs.iter().filter_map(read).collect(), |(base, reference)| {
            let target = P::read(reference).and_then(|reference| P::resolve(base, &reference));
            target.map_or(0, |target| black_box(&target).as_ref().len())
        })
    })
}

fn reads<'t, P: Normalize>() -> Able<&'t str> {
    (P::NAME, |text| P::uri(text).is_some())
}

fn normalizing<'t, P: Normalize>() -> Doing<'t, &'t str> {
    (P::NAME, |texts| {
        let uris = texts.iter().filter_map(|text| P::uri(text)).collect();
        Contender::each(uris, |uri| black_box(&P::normalize(uri)).as_ref().len())
    })
}

fn equivalent<P: Normalize>((a, b): Pair<'_>) -> Option<bool> {
    let (a, b) = P::uri(a).zip(P::uri(b))?;
    Some(P::equivalent(&a, &b))
}

fn says_yes<'t, P: Normalize>() -> Able<Pair<'t>> {
    (P::NAME, |pair| equivalent::<P>(pair) == Some(true))
}

fn says_no<'t, P: Normalize>() -> Able<Pair<'t>> {
    (P::NAME, |pair| equivalent::<P>(pair) == Some(false))
}

fn comparing<'t, P: Normalize>() -> Doing<'t, Pair<'t>> {
    (P::NAME, |pairs| {
        let uris = pairs.iter().filter_map(|(a, b)| P::uri(a).zip(P::uri(b))).collect();
        Contender::each(uris, |(a, b)| usize::from(P::equivalent(a, b)))
    })
}

fn compare(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let normal = |text| Urispec::uri(text).map(|uri| Urispec::normalize(&uri).into_string());
    let normal: Vec<_> =
        texts(&inputs.needing_work).map(|text| normal(text).unwrap_or_default()).collect();
    let equivalents = texts(&inputs.needing_work).zip(texts(&normal));
    let different = inputs.web.windows(2).map(|two| (&*two[0], &*two[1]));
    let (yes, no) = (
        each![says_yes, Urispec, FluentUri, IriString],
        each![says_no, Urispec, FluentUri, IriString],
    );
    let doing = each![comparing, Urispec, FluentUri, IriString];
    vec![
        row_of(of, "equivalents", agreed(equivalents, &yes), &doing),
        row_of(of, "different", agreed(different, &no), &doing),
    ]
}

/// All but the unreserved characters (section 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

const DECODING: [(&str, Decoding); 2] = [
    (Urispec::NAME, |text| text.decode().ok()),
    ("percent-encoding", |text| percent_decode_str(text).decode_utf8().ok()),
];

const ENCODING: [(&str, Encoding); 2] = [
    (Urispec::NAME, |text| encode(text, Keep::Unreserved)),
    ("percent-encoding", |text| utf8_percent_encode(text, ENCODED).into()),
];

/// Decoding triplets, and encoding data for any component (section 2.1).
fn percent(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let able = DECODING.map(|(name, decode)| (name, move |text: &str| decode(text).is_some()));
    let all = inputs.web.iter().chain(&inputs.synthetic).chain(&inputs.needing_work);
    let encoded = all.map(String::as_str).filter(|text| text.contains('%')).take(20_000);
    let encoded = agreed(encoded, &able);
    let data = encoded.0.iter().filter_map(|text| text.decode().ok().map(Cow::into_owned));
    let data: Vec<String> = data.collect();
    let data = (texts(&data).collect(), Vec::new());
    let length = |text: Cow<'_, str>| black_box(&text).len();
    let decode = row(of, "decode", encoded, |texts| {
        let work = |(name, decode): (_, Decoding)| {
            (name, on(texts, move |text| decode(text).map_or(0, length)))
        };
        DECODING.into_iter().map(work).collect()
    });
    let encode = row(of, "encode", data, |texts| {
        let work = |(name, encode): (_, fn(&str) -> Cow<'_, str>)| {
            (name, on(texts, move |text| length(encode(text))))
        };
        ENCODING.into_iter().map(work).collect()
    });
    vec![decode, encode]
}

/// Validating by each edition, and by the bare table of its automaton.
fn editions(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let one = |edition: &Edition| {
        let rule = edition.whole_rules()[0];
        let table = Table::derive(*edition, rule)?;
        let recognizer = edition.production(rule).ok()?;
        let accepted = texts(&inputs.web).filter(|text| recognizer.accepts(text.as_bytes()));
        let accepted = (accepted.collect(), Vec::new());
        row(of, edition.id(), accepted, |texts| {
            let ours = move |text: &str| usize::from(recognizer.accepts(text.as_bytes()));
            let bare = move |text: &str| usize::from(table.accepts(text));
            vec![(Urispec::NAME, on(texts, ours)), ("bare table", on(texts, bare))]
        })
    };
    Edition::ALL.iter().map(one).collect()
}

/// The cost of a tree: pest's parse tree, compared with the components alone.
fn tree(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let all = inputs.web.iter().step_by(8).map(String::as_str);
    let tree: Doing<'_, &str> = ("tree", |texts| {
        on(texts, |text| {
            let node = Node::parse(Edition::Rfc3986, "URI-reference", text);
            node.map_or(0, |node| black_box(&node).end())
        })
    });
    let doing = [tree, ("parse", reading::<Urispec>().1)];
    vec![row_of(of, "web", agreed(all, &each![accepts, Urispec]), &doing)]
}

/// Sizes in KiB, the longest first: its time is the one that is divided.
const SIZES: [(&str, usize); 5] =
    [("1 GiB", 1 << 20), ("16 MiB", 1 << 14), ("1 MiB", 1 << 10), ("32 KiB", 32), ("1 KiB", 1)];

/// What the strings repeat, after `http://h/` or alone.
const SHAPES: [(&str, &str, &str); 5] = [
    ("long segment", "", "a"),
    ("many segments", "", "ab/"),
    ("escapes", "", "%c3%A9%7e"),
    ("../", "", "../"),
    ("query", "?", "k=v/x&"),
];

const COPY: &str = "copy";

/// The tasks, each on one string, which is a relative reference except for normalizing; and whether it is accepted.
type Work = (&'static str, &'static str, fn(&str) -> bool, for<'t> fn(&[&'t str]) -> Contender<'t>);

const BASE: &str = "http://a/b/c/d;p?q";

const WORKS: [Work; 6] = [
    (
        COPY,
        "",
        |_| true,
        |texts| {
            let mut buffer = String::new();
            Contender::each(texts.to_vec(), move |text| {
                buffer.clear();
                buffer.push_str(text);
                black_box(&buffer).len()
            })
        },
    ),
    ("parse", "", |text| Urispec::read(text).is_some(), |texts| (reading::<Urispec>().1)(texts)),
    ("validate", "", Urispec::accepts, |texts| (validating::<Urispec>().1)(texts)),
    ("resolve", "", is_resolved, |texts| (resolving::<Urispec>().1)(&[(BASE, texts[0])])),
    ("resolve into", "", is_resolved, |texts| (resolving_into::<Urispec>().1)(&[(BASE, texts[0])])),
    (
        "normalize",
        "http://h/",
        |text| Urispec::uri(text).is_some(),
        |texts| (normalizing::<Urispec>().1)(texts),
    ),
];

fn is_resolved(text: &str) -> bool {
    (resolves::<Urispec>().1)((BASE, text))
}

/// How the time per byte grows with the length of the string.
///
/// It may grow although no step is quadratic. A result of 16 MiB fits into no cache, and may be fresh memory, which the
/// system hands out page by page. Copying alone shows the same growth.
fn scaling(_: &Inputs, (name, plan): Of) -> Vec<Option<Row>> {
    // The longest takes minutes and gigabytes.
    let sizes = &SIZES[usize::from(std::env::var_os("URISPEC_LONG").is_none())..];
    let rows = WORKS.into_iter().flat_map(|work| SHAPES.map(|shape| (work, shape)));
    rows.map(|((task, before, is_accepted, work), (shape, first, piece))| {
        let text = |kib: usize| {
            let head = format!("{before}{first}");
            let pieces = (kib * 1024 - head.len()) / piece.len();
            head + &piece.repeat(pieces)
        };
        let texts: Vec<String> = sizes.iter().map(|&(_, kib)| text(kib)).collect();
        let contenders = sizes.iter().zip(&texts).filter(|(_, text)| is_accepted(text));
        let contenders = contenders.map(|(&(size, kib), text)| {
            let mut contender = work(&[text]);
            contender.units = kib;
            (size, contender)
        });
        Some(Row {
            // Of the copy nothing is asked.
            task: if task == COPY { COPY } else { name },
            input: format!("{task}, {shape}"),
            items: 1,
            bytes: texts[0].len(),
            refused: Vec::new(),
            timings: measure(plan, contenders.collect()),
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report;

    /// All but the long strings: a measurement of nothing, to see who takes part.
    #[test]
    fn every_task_measures_and_every_target_has_its_row() {
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
        let verdicts = report::verdicts(&rows);
        assert_eq!(verdicts.len(), report::tests::targets() - 1, "{verdicts:?}");
    }

    #[test]
    fn both_decode_and_encode_the_same() {
        for text in ["a%2Fb%C3%A9", "%41%42", "a"] {
            assert_eq!((DECODING[0].1)(text), (DECODING[1].1)(text));
        }
        for text in ["a/b é~_.-", "%", "\u{10ffff}"] {
            assert_eq!((ENCODING[0].1)(text), (ENCODING[1].1)(text));
        }
    }

    #[test]
    fn every_shape_is_accepted_by_every_work() {
        for (name, before, is_accepted, _) in WORKS {
            for (shape, first, piece) in SHAPES {
                let text = format!("{before}{first}{}", piece.repeat(9));
                assert!(is_accepted(&text), "{name}, {shape}");
            }
        }
    }
}
