//! Relativizing gives the shortest reference, against all references over a small alphabet.
//!
//! The two places where it does not are documented at `relativize_with`: the runs of slashes of RFC 1630.

use std::collections::HashMap;

use urispec::trace::Warning;
use urispec::{Edition, Reference, Resolved, Resolver, relativize_with, split};

/// The shortest reference, of at most `most` of the letters, to each URI that any of them leads to.
pub(crate) fn all_of(
    resolver: &Resolver,
    base: &str,
    letters: &[u8],
    most: usize,
) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let parts = split(base);
    let mut references = vec![String::new()];
    for length in 0..=most {
        for reference in &references {
            if let Some(target) = target(resolver, &parts, base, reference) {
                found.entry(target).or_insert_with(|| reference.clone());
            }
        }
        if length < most {
            let longer = |text: &String| {
                let add = |letter: &u8| format!("{text}{}", char::from(*letter));
                letters.iter().map(add).collect::<Vec<_>>()
            };
            references = references.iter().flat_map(longer).collect();
        }
    }
    found
}

/// The URI that a reference leads to, if it is one and reads back.
fn target(
    resolver: &Resolver,
    parts: &urispec::Components<'_>,
    base: &str,
    reference: &str,
) -> Option<String> {
    let (reference, None) = resolver.read(reference).ok()? else { return None };
    let resolved = resolver.resolve(parts, &reference).ok()?;
    match &resolved {
        Resolved::Target(target) => {
            let reads_back = |warning: &Warning| *warning == Warning::SameScheme;
            let text = target.to_string();
            let is_whole = target.components() == split(&text);
            (is_whole && resolved.warnings().iter().all(reads_back)).then_some(text)
        }
        Resolved::CurrentDocument { fragment } => {
            let document = base.split('#').next().unwrap_or_default();
            Some(fragment.map_or_else(|| document.to_owned(), |text| format!("{document}#{text}")))
        }
    }
}

/// No reference of at most `most` letters is shorter than the one that relativizing finds, and it resolves back. Returns
/// the number of targets.
pub(crate) fn holds(edition: Edition, base: &str, letters: &[u8], most: usize) -> usize {
    let Ok(from) = Reference::parse(edition, base) else { return 0 };
    if from.scheme().is_none() {
        return 0;
    }
    let resolver = Resolver::from_edition(edition);
    let all = all_of(&resolver, base, letters, most);
    let mut targets = 0;
    for (text, best) in &all {
        let Ok(to) = Reference::parse(edition, text) else { continue };
        targets += 1;
        let context = || format!("{edition}: {base} to {text}, by {best:?}");
        let found = relativize_with(&resolver, from, to);
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", context()));
        let back = target(&resolver, &split(base), base, &found);
        assert_eq!(back.as_deref(), Some(&**text), "{}: {found:?}", context());
        assert!(found.len() <= best.len(), "{}: {found:?} is longer", context());
        // The whole reference is one of those that were tried, if it has only these letters.
        let is_tried = found.len() <= most && found.bytes().all(|byte| letters.contains(&byte));
        assert!(!is_tried || found.len() == best.len(), "{}: {found:?} is shorter", context());
    }
    targets
}

/// The edition has an algorithm, and no form of its own that relativizing does not look for.
pub(crate) fn is_searched(edition: Edition) -> bool {
    let resolver = Resolver::from_edition(edition);
    resolver.resolve(&split("a://b/c"), &split("d")).is_ok() && edition != Edition::Rfc1630
}
