//! The tasks of the URL Standard: parsing to a serialized URL, with and without a base.
//!
//! The three libraries keep the serialized URL, so reading it takes no time. The crate `ada-url`, which builds Ada from
//! C++, takes a base only as a string; it is measured with the feature `ada`.

use std::hint::black_box;

use urispec::whatwg;

use crate::inputs::Inputs;
use crate::measure::{Contender, Entry, Row, row};
use crate::tasks::{Of, Pair, texts};

/// A parser of the URL Standard.
trait UrlPeer: 'static {
    const NAME: &'static str;
    type Url: 'static;

    fn parse(text: &str) -> Option<Self::Url>;

    fn href(url: &Self::Url) -> &str;

    /// Parses a string with a parsed base.
    fn join(base: &Self::Url, text: &str) -> Option<Self::Url>;

    /// Parses a base, and a string with it.
    fn parse_both(base: &str, text: &str) -> Option<Self::Url> {
        Self::join(&Self::parse(base)?, text)
    }
}

struct Urispec;

impl UrlPeer for Urispec {
    const NAME: &'static str = "urispec";
    type Url = whatwg::Url;

    fn parse(text: &str) -> Option<whatwg::Url> {
        whatwg::Url::parse(text).ok()
    }

    fn href(url: &whatwg::Url) -> &str {
        url.as_str()
    }

    fn join(base: &whatwg::Url, text: &str) -> Option<whatwg::Url> {
        base.join(text).ok()
    }
}

struct UrlCrate;

impl UrlPeer for UrlCrate {
    const NAME: &'static str = "url";
    type Url = url::Url;

    fn parse(text: &str) -> Option<url::Url> {
        url::Url::parse(text).ok()
    }

    fn href(url: &url::Url) -> &str {
        url.as_str()
    }

    fn join(base: &url::Url, text: &str) -> Option<url::Url> {
        base.join(text).ok()
    }
}

#[cfg(feature = "ada")]
struct Ada;

#[cfg(feature = "ada")]
impl UrlPeer for Ada {
    const NAME: &'static str = "ada-url";
    type Url = ada_url::Url;

    fn parse(text: &str) -> Option<ada_url::Url> {
        ada_url::Url::parse(text, None).ok()
    }

    fn href(url: &ada_url::Url) -> &str {
        url.href()
    }

    fn join(base: &ada_url::Url, text: &str) -> Option<ada_url::Url> {
        Self::parse_both(base.href(), text)
    }

    fn parse_both(base: &str, text: &str) -> Option<ada_url::Url> {
        ada_url::Url::parse(text, Some(base)).ok()
    }
}

/// The results of a function for each library.
macro_rules! each {
    ($of:ident) => {
        [
            $of::<Urispec>(),
            $of::<UrlCrate>(),
            #[cfg(feature = "ada")]
            $of::<Ada>(),
        ]
    };
}

fn length<P: UrlPeer>(url: Option<P::Url>) -> usize {
    url.map_or(0, |url| black_box(P::href(black_box(&url))).len())
}

fn parse<'t, P: UrlPeer>() -> Entry<'t, &'t str> {
    Entry::each(P::NAME, |text| P::parse(text).is_some(), |text| length::<P>(P::parse(text)))
}

fn join<'t, P: UrlPeer>() -> Entry<'t, Pair<'t>> {
    let joins = |(base, text): Pair<'_>| P::parse_both(base, text).is_some();
    Entry::new(P::NAME, joins, |pairs| {
        let parsed = pairs.iter().filter_map(|(base, text)| Some((P::parse(base)?, *text)));
        Contender::each(parsed.collect(), |(base, text)| length::<P>(P::join(base, text)))
    })
}

fn parse_both<'t, P: UrlPeer>() -> Entry<'t, Pair<'t>> {
    let work = |(base, text): Pair<'_>| P::parse_both(base, text);
    Entry::each(P::NAME, move |it| work(it).is_some(), move |it| length::<P>(work(it)))
}

/// Parses each string to a serialized URL.
pub(crate) fn parsed(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let sets = [
        ("web", &inputs.web),
        ("file", &inputs.file),
        ("synthetic", &inputs.synthetic),
        ("needing work", &inputs.needing_work),
    ];
    sets.map(|(set, all)| row(of, set, texts(all), &each!(parse))).into()
}

/// Parses each link with its base.
pub(crate) fn joined(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let pairs = || inputs.hrefs.iter().map(|(base, link)| (&**base, &**link));
    vec![row(of, "parsed base", pairs(), &each!(join)[..2])]
}

/// Parses each base, and its link with it.
pub(crate) fn both(inputs: &Inputs, of: Of) -> Vec<Option<Row>> {
    let pairs = inputs.hrefs.iter().map(|(base, link)| (&**base, &**link));
    vec![row(of, "hrefs", pairs, &each!(parse_both))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of the table in the section "URLs" of the URL Standard.
    #[test]
    fn all_do_the_same() {
        fn check<P: UrlPeer>() {
            let found = |base, text| P::parse_both(base, text).map(|url| P::href(&url).to_owned());
            let base = "https://example.com/demo";
            assert_eq!(
                found(base, "../x").as_deref(),
                Some("https://example.com/x"),
                "{}",
                P::NAME
            );
            let parsed = P::parse("https://EXAMPLE.com/../x").unwrap();
            assert_eq!(P::href(&parsed), "https://example.com/x", "{}", P::NAME);
            assert_eq!(length::<P>(P::join(&parsed, "y")), 21, "{}", P::NAME);
        }
        each!(check);
    }
}
