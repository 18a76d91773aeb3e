//! What documents are called: the ids of the editions, and the names that people give them.

use urispec::Edition;

/// The ids of the editions.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    Edition::every().map(Edition::id)
}

/// Whether the text is a name of the edition: its id, or a name of the document before its date; with
/// or without `rfc`, and for a draft with or without its number.
pub(crate) fn is_called(edition: Edition, given: &str) -> bool {
    let names = edition.document().split(", ").filter(|part| !is_date(part));
    let given = plain(given);
    [edition.id()].into_iter().chain(names).any(|name| {
        let unnumbered = name.rsplit_once('-').filter(|(_, number)| is_number(number));
        let forms = [Some(name), unnumbered.map(|(draft, _)| draft)].map(|form| form.map(plain));
        forms.into_iter().flatten().any(|form| form == given || number(&form) == Some(&given))
    })
}

/// A name of a document in lower case, without what divides its words.
pub(crate) fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

/// The digits of a name.
pub(crate) fn digits(name: &str) -> String {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Whether that names an RFC that is no edition by its number. A number whose digits are those of an
/// edition's in another order is a typing error; any other number names another document.
pub(crate) fn is_other_number(given: &str) -> bool {
    let given = plain(given);
    let sorted = |name: &str| {
        let mut digits = digits(name).into_bytes();
        digits.sort_unstable();
        digits
    };
    is_number(number(&given).unwrap_or(&given)) && ids().all(|id| sorted(id) != sorted(&given))
}

/// What follows the `rfc` of a plain name.
pub(crate) fn number(plain: &str) -> Option<&str> {
    plain.strip_prefix("rfc")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a month and a year, with the day before them or without.
fn is_date(part: &str) -> bool {
    let part =
        part.split_once(' ').filter(|(day, _)| is_number(day)).map_or(part, |(_, rest)| rest);
    part.split_once(' ').is_some_and(|(month, year)| {
        is_number(year) && month.chars().any(|letter| letter.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the documents call themselves, and as people do.
    #[test]
    fn editions_have_many_names() {
        let called = |name: &str| {
            let found = Edition::every().filter(|edition| is_called(*edition, name));
            found.map(|edition| edition.id()).collect::<Vec<_>>()
        };
        for (names, id) in [
            ("rfc3986 RFC3986 3986 rfc-3986 RFC_3986 std66 STD-66", "rfc3986"),
            ("url-syntax-05 draft-fielding-url-syntax-05 URL_Syntax", "url-syntax-05"),
            ("rfc2396bis-01 rfc2396bis 2396bis draft-fielding-uri-rfc2396bis-01", "rfc2396bis-01"),
            ("rfc2396 2396", "rfc2396"),
            ("rfc8141 8141 RFC_8141", "rfc8141"),
            ("rfc9110 std97", "rfc9110"),
            ("whatwg WHATWG url-standard", "whatwg"),
        ] {
            for name in names.split(' ') {
                assert_eq!(called(name), [id], "{name}");
            }
        }
        assert_eq!(called("RFC 3986"), ["rfc3986"]);
        for name in
            ["", "rfc", "rfc2396bis-02", "January 2005", "2 July 2026", "2", "05", "66", "rfc39860"]
        {
            assert!(called(name).is_empty(), "{name}");
        }
    }
}
