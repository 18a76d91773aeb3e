//! The ten schemes that RFC 1738 describes (3.2 to 3.11).

use super::GRAMMAR;
use crate::editions::OwnScheme;

const fn scheme(name: &'static str, production: &'static str, section: &'static str) -> OwnScheme {
    OwnScheme { name, production, section, dividing_tabs: 0, root: &[], has_local_host: false }
}

/// The schemes of the document, each with its production and its section.
///
/// The `/` after host and port may be omitted with what follows in http (3.3), gopher (3.4.1) and
/// telnet (3.8); the type that gopher then has is `1`. An ftp URL may omit it too (3.2.2), and then
/// names no file to retrieve, where `ftp://h/` names one of an empty name. A `%09` of gopher stands before
/// the search (3.4.2), and another before the Gopher+ string (3.4.3).
static SCHEMES: [OwnScheme; 10] = [
    scheme("ftp", "ftpurl", "3.2"),
    OwnScheme { root: &[""], ..scheme("http", "httpurl", "3.3") },
    OwnScheme { dividing_tabs: 2, root: &["", "/1"], ..scheme("gopher", "gopherurl", "3.4.1") },
    scheme("mailto", "mailtourl", "3.5"),
    scheme("news", "newsurl", "3.6"),
    scheme("nntp", "nntpurl", "3.7"),
    OwnScheme { root: &[""], ..scheme("telnet", "telneturl", "3.8") },
    scheme("wais", "waisurl", "3.9"),
    OwnScheme { has_local_host: true, ..scheme("file", "fileurl", "3.10") },
    scheme("prospero", "prosperourl", "3.11"),
];

/// The scheme of that name. Letter case does not matter (2.1).
pub(crate) fn named(name: &str) -> Option<&'static OwnScheme> {
    SCHEMES.iter().find(|scheme| scheme.name.eq_ignore_ascii_case(name))
}

/// The scheme of a URL, if the production of the scheme derives the URL.
///
/// A URL that only `otherurl` derives, as `http://user@h:80/`, is not one of the URLs that the
/// section of its scheme speaks of.
pub(super) fn of(url: &str) -> Option<&'static OwnScheme> {
    let scheme = named(url.split_once(':')?.0)?;
    let start = GRAMMAR.automaton.start(scheme.production)?;
    GRAMMAR.automaton.derives(start, url.as_bytes()).then_some(scheme)
}
