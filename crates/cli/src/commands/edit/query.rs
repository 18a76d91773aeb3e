//! Edits the pairs of a query (RFC 3986, 3.4).

use std::borrow::Cow;
use std::collections::HashSet;

use urispec::Decode as _;

/// A pattern for keys, in which `*` matches anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyPattern(String);

impl KeyPattern {
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(super) fn matches_pair(&self, pair: &str) -> bool {
        self.matches(&String::from_utf8_lossy(&decoded_key(pair)))
    }

    fn matches(&self, key: &str) -> bool {
        let Some((first, rest)) = self.0.split_once('*') else { return self.0 == key };
        let Some(mut key) = key.strip_prefix(first) else { return false };
        let Some((middle, last)) = rest.rsplit_once('*') else { return key.ends_with(rest) };
        // Each piece matches at its first occurrence, which leaves the longest rest for the others.
        for piece in middle.split('*') {
            let Some(at) = key.find(piece) else { return false };
            key = &key[at + piece.len()..];
        }
        key.ends_with(last)
    }
}

fn key(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default()
}

/// Decodes the key of a pair, or returns it unchanged if it cannot be decoded.
fn decoded_key(pair: &str) -> Cow<'_, [u8]> {
    let key = key(pair);
    key.decode_octets().unwrap_or(Cow::Borrowed(key.as_bytes()))
}

/// Changes each pair of a query, and removes the pairs for which `change` returns `None`.
pub(super) fn each<'q>(
    query: &mut Option<Cow<'q, str>>,
    change: impl Fn(&str) -> Option<Cow<'_, str>>,
) {
    let Some(text) = query.as_deref().filter(|text| !text.is_empty()) else { return };
    let pairs: Vec<Cow<'_, str>> = text.split('&').filter_map(change).collect();
    replace(query, pairs.join("&"), pairs.is_empty());
}

fn replace(query: &mut Option<Cow<'_, str>>, new: String, is_undefined: bool) {
    match is_undefined {
        true => *query = None,
        // An unchanged query stays borrowed.
        false if query.as_deref() == Some(&*new) => {}
        false => *query = Some(Cow::Owned(new)),
    }
}

/// Sorts pairs by their keys. Pairs with the same key keep their order.
pub(super) fn sort(query: &mut Option<Cow<'_, str>>) {
    let Some(text) = query.as_deref() else { return };
    let mut pairs: Vec<&str> = text.split('&').collect();
    pairs.sort_by_cached_key(|&pair| decoded_key(pair));
    replace(query, pairs.join("&"), false);
}

/// Removes pairs that repeat an earlier pair, octet for octet.
pub(super) fn dedupe(query: &mut Option<Cow<'_, str>>) {
    let Some(text) = query.as_deref() else { return };
    let mut seen = HashSet::new();
    let pairs: Vec<&str> = text.split('&').filter(|pair| seen.insert(*pair)).collect();
    replace(query, pairs.join("&"), false);
}

pub(super) fn append(query: &mut Option<Cow<'_, str>>, pair: &str) {
    let before = query.as_deref().filter(|before| !before.is_empty());
    *query = Some(Cow::Owned(match before {
        Some(before) => format!("{before}&{pair}"),
        None => pair.to_owned(),
    }));
}

/// Replaces the value of a pair, if it has one.
pub(super) fn with_value<'p>(pair: &'p str, value: &str) -> Cow<'p, str> {
    match pair.split_once('=') {
        Some((key, _)) => Cow::Owned(format!("{key}={value}")),
        None => Cow::Borrowed(pair),
    }
}

pub(super) fn with_key(pair: &str, new: &str) -> String {
    format!("{new}{}", &pair[key(pair).len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_stars() {
        let is = |pattern: &str, pair: &str| KeyPattern::new(pattern).matches_pair(pair);
        assert!(is("utm_*", "utm_source=x") && is("utm_*", "utm_") && !is("utm_*", "xutm_a=1"));
        assert!(
            is("a", "%61=1") && is("a", "a") && !is("a", "ab=1") && is("*", "") && is("", "=1")
        );
        assert!(is("*id", "gclid=1") && is("a*c*e", "abcde") && !is("a*c*e", "abde"));
        // The prefix and the suffix may not share a character.
        assert!(!is("ab*ba", "aba") && is("ab*ba", "abba"));
    }

    #[test]
    fn other_pairs_are_unchanged() {
        let edited = |text: &str, change: fn(&mut Option<Cow<'_, str>>)| {
            let mut query = Some(Cow::Borrowed(text));
            change(&mut query);
            query.map(Cow::into_owned)
        };
        let without_a = |query: &mut Option<Cow<'_, str>>| {
            let a = KeyPattern::new("a");
            each(query, |pair| (!a.matches_pair(pair)).then_some(Cow::Borrowed(pair)));
        };
        assert_eq!(edited("a=1&b=%7E&a", without_a), Some("b=%7E".into()));
        assert_eq!(edited("a=1", without_a), None);
        assert_eq!(edited("", without_a), Some(String::new()));
        assert_eq!(edited("b=2&a=2&b=1&a=1", sort), Some("a=2&a=1&b=2&b=1".into()));
        // `%61` is `a`, and `A` comes before it in ASCII.
        assert_eq!(edited("b&%61=1&A&a=2", sort), Some("A&%61=1&a=2&b".into()));
        assert_eq!(edited("a=1&b&a=1&a=2", dedupe), Some("a=1&b&a=2".into()));
        assert_eq!(edited("", |query| append(query, "k=v")), Some("k=v".into()));
        assert_eq!(edited("a&", |query| append(query, "k=v")), Some("a&&k=v".into()));
    }
}
