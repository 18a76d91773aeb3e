//! Each column function agrees with the library on every row.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray};
use proptest::prelude::*;
use urispec::trace::Warning;
use urispec::{
    Edition, Normalizer, ParseError, Reference, Resolver, Rung, UriRef, compare_with,
    relativize_with,
};
use urispec_columns::{
    ColumnError, Component, byte_offset, cause, compare, component, components, error, lint,
    normalize, relativize, resolve, valid,
};
use urispec_lint::{Linter, Pack};

/// A string that is usually a reference.
fn text() -> impl Strategy<Value = String> {
    let scheme = "|[a-c]:|HTTP:|http:|file:|mailto:";
    let authority = "|//|//(u@)?(h|A\\.b|1\\.2\\.3\\.4|\\[::1\\]|a_b)(:[0-9]{0,5})?";
    let rest = "[a%E7~/.;:@ |]{0,24}(\\?[a%2F=&?]{0,9})?(#[b#é]{0,3})?";
    (scheme, authority, rest).prop_map(|(scheme, authority, rest)| scheme + &authority + &rest)
}

fn texts() -> impl Strategy<Value = Vec<Option<String>>> {
    proptest::collection::vec(proptest::option::weighted(0.9, text()), 0..12)
}

fn edition() -> impl Strategy<Value = Edition> {
    proptest::sample::select(Edition::ALL)
}

/// The same rows in three layouts, each a slice that does not begin at the first row.
fn layouts(rows: &[Option<String>]) -> Vec<ArrayRef> {
    let padded = || [Some("http://before")].into_iter().chain(rows.iter().map(Option::as_deref));
    let whole: [ArrayRef; 3] = [
        Arc::new(StringArray::from_iter(padded())),
        Arc::new(LargeStringArray::from_iter(padded())),
        Arc::new(StringViewArray::from_iter(padded())),
    ];
    whole.into_iter().map(|column| column.slice(1, rows.len())).collect()
}

fn rows(column: &ArrayRef) -> Vec<Option<String>> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    column.to_data().validate_full().unwrap();
    if let Some(column) = column.as_string_opt::<i32>() {
        column.iter().map(owned).collect()
    } else if let Some(column) = column.as_string_opt::<i64>() {
        column.iter().map(owned).collect()
    } else {
        column.as_string_view().iter().map(owned).collect()
    }
}

fn each(given: &[Option<String>], answer: impl Fn(&str) -> Option<String>) -> Vec<Option<String>> {
    given.iter().map(|text| answer(text.as_deref()?)).collect()
}

/// Returns the URL that a browser parses from a string.
fn browser_form(text: &str) -> Option<String> {
    #[cfg(feature = "whatwg")]
    return urispec::whatwg::Url::parse(text).ok().map(String::from);
    #[cfg(not(feature = "whatwg"))]
    return {
        _ = text;
        None
    };
}

proptest! {
    #[test]
    fn one_column(given in texts(), edition in edition(), rung in proptest::sample::select(Rung::ALL)) {

        for column in layouts(&given) {
            let parts = components(&column, edition).unwrap();
            for part in Component::ALL {
                let expected = each(&given, |text| {
                    part.of(&Reference::parse(edition, text).ok()?).map(str::to_owned)
                });
                prop_assert_eq!(&rows(&component(&column, part, edition).unwrap()), &expected);
                let field = parts.as_struct().column_by_name(part.name()).unwrap();
                prop_assert_eq!(&rows(field), &expected);
            }
            let answers = valid(&column, edition).unwrap();
            let expected = given.iter().map(|text| Some(Reference::parse(edition, text.as_deref()?).is_ok()));
            prop_assert!(answers.as_boolean().iter().eq(expected));
            let wrong = |text: &str| match edition {
                Edition::Rfc3986 => UriRef::parse(text).err(),
                edition => Reference::parse(edition, text).err(),
            };
            let expected = each(&given, |text| Some(wrong(text)?.explain(text)));
            prop_assert_eq!(rows(&error(&column, edition).unwrap()), expected);
            let offset = |text: &Option<String>| Some(wrong(text.as_deref()?)?.offset()? as u64);
            let found = byte_offset(&column, edition).unwrap();
            prop_assert!(found.as_primitive::<UInt64Type>().iter().eq(given.iter().map(offset)));
            let expected = each(&given, |text| match wrong(text)? {
                ParseError::Syntax(error) => Some(error.explain(text)?.cause()?.id().to_owned()),
                _ => None,
            });
            prop_assert_eq!(rows(&cause(&column, edition).unwrap()), expected);
            let normalizer = Normalizer::from_edition(edition).to(rung);
            let expected = each(&given, |text| match Reference::parse(edition, text) {
                Ok(reference) => Some(normalizer.normalize(reference).to_string()),
                Err(_) if edition == Edition::Whatwg && rung >= Rung::Scheme => browser_form(text),
                Err(_) => None,
            });
            prop_assert_eq!(rows(&normalize(&column, rung, edition).unwrap()), expected);
            let found = lint(&column, Pack::Letter, edition).unwrap();
            for (row, text) in given.iter().enumerate() {
                let expected = text.as_deref().and_then(|text| {
                    let found = Linter::from_edition(edition).lint(Reference::parse(edition, text).ok()?);
                    Some(found.iter().map(|finding| Some(finding.lint().id().to_owned())).collect())
                });
                let list = found.as_list::<i32>();
                let ids = list.is_valid(row).then(|| rows(&list.value(row)));
                prop_assert_eq!(ids, expected);
            }
        }
    }

    #[test]
    fn two_columns(given in proptest::collection::vec((proptest::option::weighted(0.9, text()), proptest::option::weighted(0.9, text())), 0..12), edition in edition()) {
        let (a, b): (Vec<_>, Vec<_>) = given.into_iter().unzip();

        let both = |answer: &dyn Fn(&str, &str) -> Option<String>| -> Vec<Option<String>> {
            a.iter().zip(&b).map(|(a, b)| answer(a.as_deref()?, b.as_deref()?)).collect()
        };
        for (left, right) in layouts(&a).into_iter().zip(layouts(&b).into_iter().rev()) {
            let expected = both(&|a, b| {
                let rung = match (Reference::parse(edition, a), Reference::parse(edition, b)) {
                    (Ok(a), Ok(b)) => compare_with(&Normalizer::from_edition(edition), a, b).rung()?,
                    _ if edition == Edition::Whatwg && browser_form(a)? == browser_form(b)? => {
                        if a == b { Rung::String } else { Rung::Scheme }
                    }
                    _ => return None,
                };
                Some(rung.name().to_owned())
            });
            prop_assert_eq!(rows(&compare(&left, &right, edition).unwrap()), expected);

            let resolver = Resolver::from_edition(edition);
            let expected = both(&|base, text| {
                let (base, _) = resolver.read_base(base).ok()?;
                let (parts, _) = resolver.read(text).ok()?;
                let resolved = resolver.resolve(base, parts).ok()?;
                let is_misread = resolved.warnings().contains(&Warning::Misread);
                Some(resolved.target().filter(|_| !is_misread)?.to_string())
            });
            match resolve(&left, &right, edition) {
                Ok(targets) => prop_assert_eq!(rows(&targets), expected),
                Err(error) => prop_assert!(matches!(error, ColumnError::Resolve(_))),
            }
            let expected = both(&|base, target| {
                let (base, target) = (Reference::parse(edition, base).ok()?, Reference::parse(edition, target).ok()?);
                let has_schemes = base.scheme().is_some() && target.scheme().is_some();
                let found = relativize_with(&resolver, base, target).ok()?;
                (has_schemes || edition != Edition::Rfc3986).then_some(found)
            });
            match relativize(&left, &right, edition) {
                Ok(references) => prop_assert_eq!(rows(&references), expected),
                Err(error) => prop_assert!(matches!(error, ColumnError::Resolve(_))),
            }
        }
    }
}

/// Every column function that decides validity agrees with the automaton of the edition on the strings of
/// `tests/verdicts.tsv`, which also test the packages for C, Python and JavaScript.
#[test]
fn each_column_has_one_judgement() {
    let table = include_str!("../../../tests/verdicts.tsv");
    let lines: Vec<[&str; 3]> = table
        .lines()
        .map(|line| line.splitn(3, '\t').collect::<Vec<_>>().try_into().expect("three cells"))
        .collect();
    assert!(lines.len() > 1000);
    for edition in Edition::every() {
        let own = || lines.iter().filter(|line| line[0] == edition.id());
        let column: ArrayRef = Arc::new(StringArray::from_iter_values(own().map(|line| line[2])));
        let expected: Vec<bool> = own().map(|line| line[1] == "valid").collect();
        assert!(!expected.is_empty(), "{edition}");
        let judged = valid(&column, edition).unwrap();
        let judged: Vec<bool> = judged.as_boolean().iter().flatten().collect();
        let has = |column: ArrayRef| -> Vec<bool> {
            (0..column.len()).map(|row| column.is_valid(row)).collect()
        };
        let hasnt = |column: ArrayRef| -> Vec<bool> { has(column).iter().map(|is| !is).collect() };
        let all = [
            ("valid", judged),
            ("error", hasnt(error(&column, edition).unwrap())),
            ("path", has(component(&column, Component::Path, edition).unwrap())),
            (
                "components",
                has(components(&column, edition)
                    .unwrap()
                    .as_struct()
                    .column_by_name("path")
                    .unwrap()
                    .clone()),
            ),
            // Not up to the rung `scheme`, at which a browser gives a normal form to strings that are not valid.
            ("normalize", has(normalize(&column, Rung::PathSegments, edition).unwrap())),
            ("lint", has(lint(&column, Pack::Letter, edition).unwrap())),
        ];
        // A browser compares strings that are not valid.
        let compared = (edition != Edition::Whatwg)
            .then(|| ("compare", has(compare(&column, &column, edition).unwrap())));
        for (who, judged) in all.into_iter().chain(compared) {
            for ((line, expected), judged) in own().zip(&expected).zip(judged) {
                assert_eq!(judged, *expected, "{edition}: {:?}: {who}", line[2]);
            }
        }
    }
}
