//! Strings, their components and errors; resolution and back; normalization and comparison.

use std::collections::BTreeSet;
use std::net::Ipv6Addr;

use urispec::percent::{Keep, encode, encode_octets};
use urispec::trace::{Caveat, NormalizationStep, Warning};
use urispec::{
    AboveRoot, Decode, Edition, Node, Normalizer, ParseError, Redirects, Reference, ResolveError,
    Resolved, Resolver, Rung, Uri, UriBuf, UriRef, UriRefBuf, check, compare_with, relativize_with,
    remove_dot_segments, split,
};

use super::variant;
use crate::tables::Row;

pub(super) fn derives(edition: Edition, rule: &str, text: &str) -> bool {
    let checked = check(edition, rule, text);
    match Node::parse(edition, rule, text) {
        Ok(tree) => {
            let covered = (tree.rule(), tree.text(), tree.start(), tree.end());
            assert_eq!(covered, (rule, text, 0, text.len()));
        }
        Err(error) => assert_eq!(checked, Err(error)),
    }
    assert!(matches!(checked, Ok(()) | Err(ParseError::Syntax(_))), "{rule}: {checked:?}");
    checked.is_ok()
}

pub(super) fn syntax(row: &Row) {
    for edition in row.editions(1) {
        match row.text(0) {
            verb @ ("accepts" | "rejects") => {
                for (rule, text) in row
                    .text(2)
                    .split(',')
                    .flat_map(|rule| row.texts(3).map(move |text| (rule, text)))
                {
                    assert_eq!(
                        derives(edition, rule, text),
                        verb == "accepts",
                        "{edition} {rule}: {text:?}"
                    );
                }
            }
            "class" => {
                for one in (0..128_u8).map(char::from) {
                    let is_in = derives(edition, row.text(2), &one.to_string());
                    assert_eq!(is_in, row.text(3).contains(one), "{one:?}");
                }
            }
            "numbers" => {
                let last: u32 = row.text(3).parse().unwrap();
                for number in 0..last + 50 {
                    assert_eq!(derives(edition, row.text(2), &number.to_string()), number <= last);
                }
            }
            "excluded" => {
                for one in row.text(2).chars() {
                    for text in [format!("a:b{one}"), format!("b#{one}")] {
                        assert!(Reference::parse(edition, &text).is_err(), "{edition}: {text:?}");
                    }
                }
            }
            verb => {
                for text in row.texts(2) {
                    let read = Reference::parse(edition, text);
                    assert_eq!(read.is_ok(), verb == "valid", "{edition}: {text:?}: {read:?}");
                }
            }
        }
    }
}

pub(super) fn components(row: &Row) {
    match row.text(0) {
        "hosts" => {
            let places = [("//", ""), ("a://", "/p"), ("//u@", ":80"), ("//@", ":?q")];
            for (text, (before, after)) in
                row.texts(2).flat_map(|text| places.map(|place| (text, place)))
            {
                let text = format!("{before}{text}{after}");
                let host = UriRef::parse(&text).unwrap().host().unwrap();
                assert_eq!(host.kind().name(), row.text(1), "{text}");
                assert_eq!(host.address().is_some(), row.text(1).ends_with("address"), "{text}");
            }
        }
        verb @ ("addresses" | "no-addresses") => {
            for text in row.texts(1) {
                let read = text.parse::<Ipv6Addr>();
                let literal = format!("[{text}]");
                let derived = [("IPv6address", text), ("IP-literal", &literal), ("host", &literal)];
                let derived = derived.map(|(rule, text)| derives(Edition::Rfc3986, rule, text));
                assert_eq!(
                    (derived, read.is_ok()),
                    ([verb == "addresses"; 3], verb == "addresses"),
                    "{text}"
                );
                if let Ok(address) = read {
                    let text = format!("//u@{literal}:1/");
                    let host = UriRef::parse(&text).unwrap().host().unwrap();
                    assert_eq!(host.address(), Some(address.into()), "{text}");
                }
            }
        }
        verb => {
            for edition in row.editions(1) {
                let text = row.text(2);
                let reference = Reference::parse(edition, text).unwrap();
                let host = reference.host();
                let host = [host.map(|host| host.kind().name()), host.map(|host| host.as_str())];
                let cells: Vec<_> = (3..8).map(|at| row.field(at)).collect();
                match verb {
                    "host" => assert_eq!(cells[..2], host, "{edition}"),
                    "server" => {
                        let port = reference.port();
                        let server = [reference.userinfo(), host[0], host[1], port];
                        assert_eq!(cells[..4], server, "{edition}");
                        if edition == Edition::Rfc3986 {
                            let number = UriRef::parse(text).unwrap().port_to_u16();
                            assert_eq!(number.ok(), port.and_then(|port| port.parse().ok()));
                        }
                    }
                    _ => {
                        let parts = split(text);
                        assert_eq!(parts, reference.components(), "{edition}");
                        assert_eq!(parts.to_string(), text);
                        assert_eq!(
                            cells,
                            [
                                parts.scheme,
                                parts.authority,
                                Some(parts.path),
                                parts.query,
                                parts.fragment
                            ]
                        );
                    }
                }
            }
        }
    }
}

pub(super) fn data(row: &Row) {
    let text = || Uri::parse(row.text(1)).unwrap();
    match row.text(0) {
        "segments" => {
            let decoded = text().segments().map(|segment| segment.decode().unwrap().into_owned());
            assert_eq!(decoded.collect::<Vec<_>>(), row.rest(2));
        }
        "pairs" => {
            let pairs = text().query_pairs().flat_map(|(key, value)| [Some(key), value]);
            assert_eq!(pairs.collect::<Vec<_>>(), row.texts(2).map(Some).collect::<Vec<_>>());
        }
        "octets" => assert_eq!(*row.text(1).decode_octets().unwrap(), *row.octets(2).unwrap()),
        "encodes-octets" => {
            assert_eq!(encode_octets(row.octets(1).unwrap(), Keep::Segment), row.text(2));
        }
        _ => {
            for keep in [Keep::Segment, Keep::Unreserved] {
                assert_eq!(encode(row.text(1), keep), row.text(2));
            }
            assert_eq!(row.text(2).decode().unwrap(), row.text(1));
        }
    }
}

pub(super) fn errors(row: &Row) {
    if row.text(0) == "no-reference" {
        return row.texts(1).for_each(no_reference);
    }
    let is_of_rfc3986 = matches!(row.text(0), "sentence" | "error");
    let (edition, rule, at) = match is_of_rfc3986 {
        true => (Edition::Rfc3986, "URI-reference", 1),
        false => (row.text(1).parse().unwrap(), row.text(2), 3),
    };
    let text = row.text(at);
    let Err(ParseError::Syntax(error)) = check(edition, rule, text) else {
        panic!("{text:?} is one")
    };
    let explanation = error.explain(text).unwrap();
    let cause = explanation.cause();
    match row.text(0) {
        "cause" => {
            let (id, section, mended) = (row.field(4), row.field(5), row.field(6));
            assert_eq!(cause.map(|cause| cause.id()), id, "{explanation}");
            if section.is_some() {
                assert_eq!(
                    cause.map(|cause| (cause.section(), cause.mended())),
                    section.map(|section| (section, mended))
                );
            }
            if let Some(mended) = mended {
                assert_eq!(check(edition, rule, mended), Ok(()));
            }
        }
        "sentence" => assert_eq!(cause.unwrap().to_string(), row.text(2)),
        "error" => assert_eq!(error.to_string(), row.text(2)),
        _ => {
            assert_eq!(explanation.to_string(), row.text(4));
            let by_grammar = cause.map(|_| explanation.without_cause().to_string());
            assert_eq!(by_grammar.as_deref(), row.field(5));
        }
    }
}

fn no_reference(text: &str) {
    assert_eq!(UriRefBuf::try_from(text.to_owned()).unwrap_err().into_input(), text);
    assert!(Uri::parse(text).is_err() && UriRef::parse(text).is_err(), "{text:?}");
    assert!(Node::parse(Edition::Rfc3986, "URI-reference", text).is_err(), "{text:?}");
    assert_eq!(split(text).to_string(), text);
    assert!(Resolver::new().resolve(&split("http://h/a"), &split(text)).is_ok(), "{text:?}");
}

fn resolver(edition: Edition, options: &[&str]) -> Resolver {
    options.iter().fold(Resolver::from_edition(edition), |resolver, option| match *option {
        "non-strict" => resolver.non_strict(true),
        "remove" => resolver.above_root(AboveRoot::Remove),
        "refuse" => resolver.above_root(AboveRoot::Refuse),
        "split" => resolver,
        other => panic!("no option {other}"),
    })
}

pub(super) fn resolution(row: &Row) {
    match row.text(0) {
        "misread" => return misread(row.text(1), row.text(2), row.text(3), row.text(4)),
        "same-target" => {
            let [whole, stripped] = [3, 4].map(|base| {
                let resolved = Resolver::new().resolve(split(row.text(base)), split(row.text(2)));
                resolved.unwrap().to_string()
            });
            return assert_eq!(whole, stripped);
        }
        _ => {}
    }
    let resolves = row.text(0) == "target";
    for (edition, options) in row.choices(1) {
        let resolver = resolver(edition, &options);
        let base = row.text(if resolves { 2 } else { 3 });
        let references: Vec<_> = if resolves { vec![row.text(3)] } else { row.texts(4).collect() };
        for reference in references {
            let (parts, warning, from) = if options.contains(&"split") {
                (split(reference), None, split(base))
            } else {
                let read = resolver.read_base(base).and_then(|(from, _)| {
                    resolver.read(reference).map(|(parts, warning)| (parts, warning, from))
                });
                match read {
                    Ok(read) => read,
                    Err(error) if resolves => panic!("{edition}: {error}"),
                    Err(error) => {
                        assert_eq!(
                            variant(&error),
                            row.text(2),
                            "{edition}: {reference:?}: {error}"
                        );
                        continue;
                    }
                }
            };
            let resolved = resolver.resolve(from, parts);
            if !resolves {
                assert_eq!(
                    variant(&resolved.unwrap_err()),
                    row.text(2),
                    "{edition}: {reference:?}"
                );
                continue;
            }
            let resolved = resolved.unwrap();
            assert_eq!(resolved.to_string(), row.text(4), "{edition}");
            let is_current = matches!(resolved, Resolved::CurrentDocument { .. });
            let typed_target = if is_current {
                Err(ResolveError::CurrentDocument)
            } else if resolved.warnings().contains(&Warning::Misread) {
                Err(ResolveError::Misread(row.text(4).to_owned()))
            } else {
                Ok(row.text(4).to_owned())
            };
            assert_eq!(resolver.target(from, parts), typed_target, "{edition}");
            if row.field(5) != Some("?") {
                let warnings: BTreeSet<_> =
                    warning.iter().chain(&resolved.warnings()).map(variant).collect();
                assert_eq!(warnings, row.texts(5).map(str::to_owned).collect(), "{edition}");
            }
            if edition == Edition::Rfc3986 && options.is_empty() {
                typed(base, reference, row.text(4));
            }
        }
    }
}

fn typed(base: &str, reference: &str, target: &str) {
    let base = Uri::parse(base).unwrap();
    let owned = UriRefBuf::parse(reference).unwrap();
    assert_eq!(owned.resolve_against(base).unwrap(), target);
    match Uri::parse(target).unwrap().relativize_against(base) {
        Ok(shortest) => {
            assert!(shortest.as_str().len() <= reference.len(), "{shortest}");
            assert_eq!(shortest.resolve_against(base).unwrap(), target);
        }
        Err(error) => {
            assert_ne!(remove_dot_segments(split(target).path), split(target).path, "{error}")
        }
    }
}

fn misread(base: &str, reference: &str, letter: &str, guarded: &str) {
    let (b, r) = (split(base), split(reference));
    let by_letter = Resolver::new().resolve(&b, &r).unwrap();
    assert_eq!(
        (by_letter.to_string(), by_letter.warnings()),
        (letter.to_owned(), vec![Warning::Misread])
    );
    assert_ne!(split(letter), by_letter.components().unwrap());
    let by_policy = Resolver::new().guard_path(true).resolve(&b, &r).unwrap();
    assert_eq!((by_policy.to_string(), by_policy.warnings()), (guarded.to_owned(), vec![]));
    assert_eq!(split(guarded), by_policy.components().unwrap());
    let refused = Err(ResolveError::Misread(letter.to_owned()));
    assert_eq!(Resolver::new().target(&b, &r), refused);
    let typed = UriRef::parse(reference).unwrap().resolve_against(&Uri::parse(base).unwrap());
    assert_eq!(typed.map(UriBuf::into_string), refused);
}

pub(super) fn relativizing(row: &Row) {
    if row.text(0) == "no-relative" {
        let [base, target] = [1, 2].map(|at| Uri::parse(row.text(at)).unwrap());
        let refused = urispec::error::RelativizeError::DotSegments(row.text(2).to_owned());
        return assert_eq!(urispec::relativize(&base, &target), Err(refused));
    }
    let edition = row.text(1).parse().unwrap();
    let resolver = Resolver::from_edition(edition);
    let [base, target] = [2, 3].map(|at| Reference::parse(edition, row.text(at)).unwrap());
    let found = relativize_with(&resolver, base, target).unwrap();
    assert_eq!(found, row.text(4));
    if edition == Edition::Rfc3986 {
        let [base, target] = [2, 3].map(|at| Uri::parse(row.text(at)).unwrap());
        let found = urispec::relativize(&base, &target).unwrap();
        assert_eq!(found, row.text(4));
        assert_eq!(found.resolve_against(&base).unwrap(), target.as_str());
    }
}

fn rung(name: &str) -> Rung {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn normal(edition: Edition, to: Rung, text: &str) -> String {
    let reference =
        Reference::parse(edition, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Normalizer::from_edition(edition).to(to).normalize(reference).to_string()
}

pub(super) fn normalization(row: &Row) {
    for edition in row.editions(1) {
        let reference = |at| Reference::parse(edition, row.text(at)).unwrap();
        match row.text(0) {
            "meet" => {
                let met =
                    compare_with(&Normalizer::from_edition(edition), reference(2), reference(3))
                        .rung();
                assert_eq!(met, row.field(4).map(rung), "{edition}");
            }
            "normal" => {
                let rung = rung(row.text(2));
                assert_eq!(normal(edition, rung, row.text(3)), row.text(4), "{edition}");
                assert_eq!(normal(edition, rung, row.text(4)), row.text(4), "{edition}: again");
            }
            "stays" => {
                let rungs = if row.text(2) == "all" { Rung::ALL } else { &[rung(row.text(2))][..] };
                for (text, &rung) in
                    row.texts(3).flat_map(|text| rungs.iter().map(move |rung| (text, rung)))
                {
                    assert_eq!(normal(edition, rung, text), text, "{edition} {rung}");
                }
            }
            "stable" => {
                for (text, &rung) in
                    row.texts(2).flat_map(|text| Rung::ALL.iter().map(move |rung| (text, rung)))
                {
                    let form = normal(edition, rung, text);
                    assert_eq!(normal(edition, rung, &form), form, "{edition} {rung}: {text}");
                }
            }
            "changes" => {
                let mut changes = Vec::new();
                let normalizer = Normalizer::from_edition(edition).to(rung(row.text(2)));
                let normal = normalizer.explain(reference(3), |step: NormalizationStep<'_>| {
                    changes.push(format!(
                        "{} {} {} {}",
                        step.rung, step.section, step.before, step.after
                    ));
                });
                assert_eq!(normal.as_str(), row.text(4));
                assert_eq!(changes, row.rest(5));
            }
            _ => {
                let mut known = Redirects::default();
                known.insert(row.text(2), row.text(3)).unwrap();
                let normalizer = Normalizer::from_edition(edition);
                let met = |normalizer| compare_with(normalizer, reference(2), reference(3)).rung();
                assert_eq!(met(&normalizer), None, "{edition}");
                assert_eq!(
                    met(&normalizer.clone().redirects(&known)),
                    Some(Rung::Protocol),
                    "{edition}"
                );
            }
        }
    }
}

pub(super) fn letter(row: &Row) {
    let normal = |normalizer: &Normalizer<'_>, text: &str| {
        let normalized = normalizer.normalize(UriRef::parse(text).unwrap());
        (normalized.to_string(), normalized.caveats().collect::<Vec<_>>())
    };
    let (guarded, letter) = (Normalizer::new(), Normalizer::new().letter(true));
    match row.text(0) {
        "caveat" => {
            for text in row.texts(2) {
                let caveats = normal(&guarded, text).1;
                let sections = caveats.iter().map(|one| match one {
                    Caveat::Relative { sections } => *sections,
                    other => panic!("{text:?}: {other:?}"),
                });
                assert_eq!(
                    sections.collect::<Vec<_>>(),
                    row.field(1).into_iter().collect::<Vec<_>>(),
                    "{text:?}"
                );
            }
        }
        "letter" => {
            assert_eq!(normal(&guarded, row.text(1)).0, row.text(2));
            let (form, caveats) = normal(&letter, row.text(1));
            assert_eq!((&*form, caveats.last()), (row.text(3), Some(&Caveat::Misread)));
        }
        _ => {
            row.texts(1).for_each(|text| assert_eq!(normal(&letter, text), normal(&guarded, text)))
        }
    }
}
