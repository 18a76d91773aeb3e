//! Relativizing gives the shortest reference, compared with all references over a small alphabet.
//!
//! The one exception is RFC 1630 with its runs of slashes, documented at `relativize_with`.

use std::collections::BTreeMap;

use urispec::trace::Warning;
use urispec::{Components, Edition, Reference, Resolved, Resolver, relativize_with, split};

/// Returns the shortest reference, of at most `most` of the letters, to each URI that any of them leads to.
pub(crate) fn all_of(
    resolver: &Resolver,
    base: &Components<'_>,
    letters: &[u8],
    most: usize,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut references = vec![String::new()];
    for length in 0..=most {
        for reference in &references {
            if let Some(target) = target(resolver, base, reference) {
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

/// Returns the URI that a reference leads to, if the URI is valid and reads back.
fn target(resolver: &Resolver, base: &Components<'_>, reference: &str) -> Option<String> {
    let (reference, None) = resolver.read(reference).ok()? else { return None };
    let resolved = resolver.resolve(base, &reference).ok()?;
    match &resolved {
        Resolved::Target(target) => {
            let reads_back = |warning: &Warning| *warning == Warning::SameScheme;
            let text = target.to_string();
            let is_whole = resolver.read(&text).is_ok_and(|(read, _)| read == target.components());
            (is_whole && resolved.warnings().iter().all(reads_back)).then_some(text)
        }
        Resolved::CurrentDocument { fragment } => {
            Some(Components { fragment: *fragment, ..*base }.to_string())
        }
    }
}

/// Asserts that no reference of at most `most` letters is shorter than the one that relativizing finds, and that the
/// latter resolves back. Returns the number of targets.
pub(crate) fn holds(edition: Edition, base: &str, letters: &[u8], most: usize) -> usize {
    let resolver = Resolver::from_edition(edition);
    let Ok(from) = Reference::parse(edition, base) else { return 0 };
    let Ok((parts, None)) = resolver.read_base(base) else { return 0 };
    let all = all_of(&resolver, &parts, letters, most);
    let mut targets = 0;
    for (text, best) in &all {
        let Ok(to) = Reference::parse(edition, text) else { continue };
        targets += 1;
        let context = || format!("{edition}: {base} to {text}, by {best:?}");
        let found = relativize_with(&resolver, from, to);
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", context()));
        let back = target(&resolver, &parts, &found);
        assert_eq!(back.as_deref(), Some(&**text), "{}: {found:?}", context());
        assert!(found.len() <= best.len(), "{}: {found:?} is longer", context());
        // The whole reference is one of those that were tried, if it has only these letters.
        let is_tried = found.len() <= most && found.bytes().all(|byte| letters.contains(&byte));
        assert!(!is_tried || found.len() == best.len(), "{}: {found:?} is shorter", context());
    }
    targets
}

/// Returns whether the edition has an algorithm, and no special form that relativizing ignores.
pub(crate) fn is_searched(edition: Edition) -> bool {
    let resolver = Resolver::from_edition(edition);
    resolver.resolve(&split("a://b/c"), &split("d")).is_ok() && edition != Edition::Rfc1630
}
