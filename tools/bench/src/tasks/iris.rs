//! Parsing IRIs, and reading the five components.
//!
//! The strings beyond ASCII are those of the web that have UTF-8 in triplets, as IRIs (RFC 3987, 3.2), and those
//! of the web with words in other scripts.
//! On strings of ASCII an IRI is parsed beside a URI.

use urispec::IriRef;

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::peers::{FluentUri, Oxiri, Peer, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const IRIS: Task = Task {
    name: "iris",
    title: "parse an IRI, and read the five components",
    unit: "ns for each string",
    note: "beyond ASCII: the strings of the web with words in other scripts. as URIs: the parser for URIs, \
           on the same strings.",
    run: iris,
};

/// The name of the parser for URIs, where it is measured beside that for IRIs.
const AS_URIS: &str = "as URIs";

fn lengths(parts: [Option<&str>; 4], path: &str) -> usize {
    parts.into_iter().flatten().map(str::len).sum::<usize>() + path.len()
}

fn by_urispec(text: &str) -> Option<usize> {
    let iri = IriRef::parse(text).ok()?;
    Some(lengths([iri.scheme(), iri.authority(), iri.query(), iri.fragment()], iri.path()))
}

fn by_fluent_uri(text: &str) -> Option<usize> {
    let iri = fluent_uri::IriRef::parse(text).ok()?;
    let authority = iri.authority().map(|authority| authority.as_str());
    let (query, fragment) =
        (iri.query().map(|one| one.as_str()), iri.fragment().map(|one| one.as_str()));
    let scheme = iri.scheme().map(|scheme| scheme.as_str());
    Some(lengths([scheme, authority, query, fragment], iri.path().as_str()))
}

fn by_oxiri(text: &str) -> Option<usize> {
    Oxiri::read(text).map(|iri| Oxiri::lengths(&iri))
}

fn reading<'t>(
    name: &'static str,
    texts: &[&'t str],
    read: fn(&str) -> Option<usize>,
) -> Contender<'t> {
    Contender::each(name, texts.to_vec(), move |text| read(text).unwrap_or(0))
}

fn iris(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let able: [Able<&str>; 3] = [
        (Urispec::NAME, |text| by_urispec(text).is_some()),
        (FluentUri::NAME, |text| by_fluent_uri(text).is_some()),
        (Oxiri::NAME, |text| by_oxiri(text).is_some()),
    ];
    let sets = [
        ("beyond ASCII", inputs.beyond_ascii.iter().map(String::as_str).collect::<Vec<_>>()),
        ("web", inputs.web.iter().map(String::as_str).filter(|text| text.is_ascii()).collect()),
    ];
    let rows = sets.into_iter().map(|(input, texts)| {
        row((IRIS.name, input, plan), agreed(texts, &able), str::len, |texts| {
            let mut contenders = vec![
                reading(Urispec::NAME, texts, by_urispec),
                reading(FluentUri::NAME, texts, by_fluent_uri),
                reading(Oxiri::NAME, texts, by_oxiri),
            ];
            if input == "web" {
                let as_uri = |text: &str| Urispec::read(text).map(|uri| Urispec::lengths(&uri));
                contenders.push(reading(AS_URIS, texts, as_uri));
            }
            contenders
        })
    });
    rows.flatten().collect()
}
