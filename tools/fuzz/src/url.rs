//! URLs of the URL Standard: the fast path of the parser agrees with the state machine, and setters keep a URL a URL.
//!
//! The input is a string, a base, and edits, separated by form feeds. An edit is a letter for the setter, and its
//! value: `s` is the scheme, `u` the username, `w` the password, `h` the host with a port, `n` the host alone, `p` the
//! port, `/` the path, `?` the query, `#` the fragment. The laws, of which the first is in `tests/library/laws`:
//!
//! - the fast path has the result of the state machine, with the base and without;
//! - the serialized URL parses to itself, also after an edit. A URL that becomes a file URL is an exception: the parser
//!   of file URLs has rules of its own for `localhost` and for drive letters.

use urispec::whatwg::Url;

use crate::{input, url_parsers};

/// The most edits to check; more take time, and find nothing new.
const MOST: usize = 6;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let mut parts = text.split('\x0c');
    let text = parts.next().unwrap_or_default();
    let base = parts.next().and_then(|base| Url::parse(base).ok());
    url_parsers::agree(text, None);
    url_parsers::agree(text, base.as_ref());
    let Ok(mut url) = Url::parse_with_base(text, base.as_ref()) else { return };
    check_parsed_again(&url, text);
    for edit in parts.take(MOST) {
        let mut letters = edit.chars();
        let Some(letter) = letters.next() else { continue };
        let before = url.clone();
        let result = set(&mut url, letter, letters.as_str());
        if result == Some(false) && letter != 'h' {
            assert_eq!(url, before, "{edit:?}: a value that is ignored changes nothing");
        }
        if url.scheme() == "file" {
            return;
        }
        check_parsed_again(&url, edit);
    }
}

fn check_parsed_again(url: &Url, context: &str) {
    let again = Url::parse(url.as_str());
    let again = again.unwrap_or_else(|error| panic!("{context:?}: {url}: {error}"));
    assert_eq!(again, *url, "{context:?}: parsed again");
    assert_eq!((again.host(), again.path()), (url.host(), url.path()), "{context:?}: {url}");
    url_parsers::agree(url.as_str(), None);
}

/// Sets a part. Returns whether the value is accepted, or `None` if the letter means no setter that can fail.
fn set(url: &mut Url, letter: char, value: &str) -> Option<bool> {
    let result = match letter {
        's' => url.set_scheme(value),
        'u' => url.set_username(value),
        'w' => url.set_password(value),
        'h' => url.set_host(value),
        'n' => url.set_hostname(value),
        'p' => url.set_port(value),
        '/' => url.set_path(value),
        '?' => {
            url.set_query(value);
            return None;
        }
        '#' => {
            url.set_fragment(value);
            return None;
        }
        _ => return None,
    };
    Some(result.is_ok())
}
