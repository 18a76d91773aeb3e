//! Finds strings that a pattern accepts although no entry of an allow list has them.
//!
//! The surprising cases: `^https://example\.com` accepts `https://example.com.evil.net`, and `example\.com$` accepts
//! `https://evil-example.com`.

use std::fmt::Write as _;

use grammar_audit::patterns::LanguageError;
use grammar_audit::{
    AnyGrammar, GrammarText, Language, Matching, Notation, Pattern, TooLarge, UndecidedProduction,
};
use urispec::Uri;

use crate::edition::reader;

/// An error in an allow list, or in the pattern that is compared with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllowError {
    /// The list has no entry.
    #[error("the list of allowed values is empty")]
    Empty,
    /// An entry is not a host, an origin or a URI.
    #[error(
        "`{0}` is not a host, an origin or a URI; write a host such as `example.com`, `*.` and a name for its \
         subdomains, or an origin such as `https://example.com`"
    )]
    Value(String),
    /// An entry has a `*` that does not stand for subdomains.
    #[error(
        "`{0}` has a `*` that is not before the host's name; `*.` stands for its subdomains, and nothing else"
    )]
    Wildcard(String),
    /// An entry is an origin, but not as the header field `Origin` spells it.
    #[error("`{value}` is never sent as an origin; write `{sent}` (RFC 6454, 6.2)")]
    Origin {
        /// The entry.
        value: String,
        /// The serialization of the origin.
        sent: String,
    },
    /// The entries have no automaton.
    #[error(transparent)]
    List(#[from] UndecidedProduction),
    /// The pattern has no automaton.
    #[error(transparent)]
    Pattern(#[from] LanguageError),
    /// An automaton is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The kind of strings that an [`AllowList`] allows. It determines which strings are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllowedKind {
    /// Every entry is a host: URIs are compared by their hosts (RFC 3986, 3.2.2).
    Hosts,
    /// Every allowed string is an origin: serialized origins are compared (RFC 6454, 6.2).
    Origins,
    /// Every allowed string is a URI: URIs are compared (RFC 3986, 3).
    Uris,
    /// Some allowed strings are not URIs: all strings are compared.
    Strings,
}

/// A list of the hosts, origins, URIs and languages that a pattern is meant to accept, and nothing else.
///
/// ```
/// use urispec_audit::{AllowList, Dialect, Language, Matching, Pattern};
///
/// let list = AllowList::new(&["https://example.com", "https://*.example.com"], &[])?;
/// let escape = |text| -> Result<_, Box<dyn std::error::Error>> {
///     let pattern = Pattern::read(Dialect::EcmaScript, text)?;
///     Ok(list.escape(&Language::from_pattern(&pattern, Matching::Search)?)?)
/// };
/// assert_eq!(escape(r"^https://example\.com")?.as_deref(), Some("https://example.com.com"));
/// assert_eq!(escape(r"example\.com$")?.as_deref(), Some("https://0example.com"));
/// assert_eq!(escape(r"^https://([a-z-]+\.)?example\.com$")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllowList {
    kind: AllowedKind,
    /// The compared strings without the allowed ones, after those of them that are shown in preference.
    escapes: Vec<Language>,
}

/// The productions of the compared strings. `site` and `name` are origins that convince a reader more than `a://b`.
///
/// A serialized origin has no uppercase letter (RFC 6454, 4) and no default port (6.2); a browser sends `null` for an
/// opaque origin.
const PRODUCTIONS: &str = "\
any-uri = URI
absolute = absolute-URI
lower = %x61-7A
label = ( lower / DIGIT ) [ *( lower / DIGIT / \"-\" ) ( lower / DIGIT ) ]
site = %s\"https://\" 1*( label \".\" ) ( %s\"com\" / %s\"net\" / %s\"org\" )
name = %s\"http\" [ %s\"s\" ] \"://\" label *( \".\" label )
some-name = 1*( unreserved / pct-encoded / sub-delims )
lower-name = 1*( lower / DIGIT / \"-\" / \".\" / \"_\" / \"~\" / sub-delims / \"%\" 2( DIGIT / %x61-66 ) )
origin-host = IP-literal / IPv4address / some-name
origin = scheme \"://\" origin-host [ \":\" ( \"0\" / %x31-39 *4DIGIT ) ] / %s\"null\"
unsent = \"http://\" origin-host \":80\" / \"https://\" origin-host \":443\" / *OCTET %x41-5A *OCTET
";

/// The URIs with an allowed host.
const URLS: &str = "scheme \"://\" [ userinfo \"@\" ] allowed-host [ \":\" port ] path-abempty [ \"?\" query ] [ \"#\" fragment ]";

impl AllowList {
    /// Creates a list of values and languages. A value is one of these:
    ///
    /// - a host, `example.com`, or `*.example.com` for the names below it: all URIs with the host. Hosts are compared
    ///   without case (RFC 3986, 3.2.2), and their percent-encoded octets are not decoded.
    /// - an origin or another URI: this string only. `*.` before the name of its host stands for the names below.
    ///
    /// # Errors
    /// Returns an error if there is no entry, if a value is none of these, or if an automaton is too large.
    pub fn new(values: &[&str], languages: &[Language]) -> Result<Self, AllowError> {
        let (mut hosts, mut strings) = (String::new(), String::new());
        for value in values {
            let (list, element) = match host(value) {
                Some(host) => (&mut hosts, host),
                None => (&mut strings, uri(value)?),
            };
            let _ = write!(list, "{}{element}", if list.is_empty() { "" } else { " / " });
        }
        let mut names = vec!["absolute", "any-uri", "site", "name", "origin", "unsent"];
        let mut text = PRODUCTIONS.to_owned();
        // An empty alternative would be the empty string.
        let [has_hosts, has_strings] = [!hosts.is_empty(), !strings.is_empty()];
        if has_hosts {
            let _ = writeln!(text, "allowed-host = {hosts}\nurl = {URLS}");
            names.push("url");
        }
        if has_strings {
            let _ = writeln!(text, "allowed-string = {strings}");
            names.push("allowed-string");
        }
        let read = reader(Notation::Abnf).import_known("rfc3986").ok();
        let text = GrammarText { file: "allowed.abnf", text: &text };
        let printed = read.and_then(|reader| reader.read(text).ok());
        let printed = printed.ok_or_else(|| AllowError::Value(values.join(" ")))?;
        let decided = AnyGrammar::printed(printed).decide(&names);
        let production = |name| -> Result<Language, AllowError> {
            let (dfa, start) = decided.language(name)?;
            Ok(Language::from_dfa(dfa, start))
        };
        let uris = [production("absolute")?, production("any-uri")?];
        let origin = production("origin")?.without(&production("unsent")?)?;
        let mut allowed = languages.to_vec();
        if has_strings {
            allowed.push(production("allowed-string")?);
        }
        let mut allowed = union(&allowed)?;
        let all_are = |language: &Language| match &allowed {
            Some(allowed) => allowed.without(language).map(|rest| rest.is_empty()),
            None => Ok(false),
        };
        let (kind, compared) = match () {
            () if allowed.is_none() && has_hosts => (AllowedKind::Hosts, uris.to_vec()),
            () if !has_hosts && all_are(&origin)? => {
                (AllowedKind::Origins, vec![production("site")?, production("name")?, origin])
            }
            () if all_are(&uris[1])? => (AllowedKind::Uris, uris.to_vec()),
            () => {
                let all = Language::from_length(0, None)?;
                (AllowedKind::Strings, uris.into_iter().chain([all]).collect())
            }
        };
        if has_hosts {
            let urls = production("url")?;
            allowed = union(&Vec::from_iter(allowed.into_iter().chain([urls])))?;
        }
        let allowed = allowed.ok_or(AllowError::Empty)?;
        let escapes = compared.iter().map(|one| one.without(&allowed));
        Ok(Self { kind, escapes: escapes.collect::<Result<_, _>>()? })
    }

    /// Returns what the entries allow.
    #[must_use]
    pub const fn kind(&self) -> AllowedKind {
        self.kind
    }

    /// Returns the shortest string that is accepted and not allowed, or `None` if there is none. Among origins, a name
    /// that can be registered is preferred, and among URIs, one without a fragment, as a redirect URI must be (RFC 6749,
    /// 3.1.2).
    ///
    /// # Errors
    /// Returns [`TooLarge`] if an automaton would be too large.
    pub fn escape(&self, accepted: &Language) -> Result<Option<String>, TooLarge> {
        let Some((widest, preferred)) = self.escapes.split_last() else { return Ok(None) };
        let all = accepted.intersection(widest)?;
        let mut found = None;
        for language in preferred {
            if all.is_empty() || found.is_some() {
                break;
            }
            found = all.intersection(language)?.shortest();
        }
        let found = found.or_else(|| all.shortest());
        Ok(found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}

fn union(languages: &[Language]) -> Result<Option<Language>, TooLarge> {
    let Some((first, others)) = languages.split_first() else { return Ok(None) };
    others.iter().try_fold(first.clone(), |all, one| all.union(one)).map(Some)
}

/// Returns the ABNF of a host, or `None` if the value is not a host.
fn host(value: &str) -> Option<String> {
    let (below, name) = match value.strip_prefix("*.") {
        Some(name) => ("some-name \".\"", name),
        None => ("", value),
    };
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"*/?#@".contains(&byte));
    // A word such as `regx:a` is not a host with a port.
    let is_host = is_name && Uri::parse(&format!("a://{name}")).is_ok();
    is_host.then(|| format!("{below} \"{name}\""))
}

/// Returns the ABNF of a string that is a URI, or of the URIs with a host below the named one.
fn uri(value: &str) -> Result<String, AllowError> {
    let below = value.split_once("://*.");
    let plain =
        below.map_or_else(|| value.to_owned(), |(scheme, rest)| format!("{scheme}://{rest}"));
    let Ok(uri) = Uri::parse(&plain) else { return Err(AllowError::Value(value.to_owned())) };
    if plain.contains('*') {
        return Err(AllowError::Wildcard(value.to_owned()));
    }
    let has_more = uri.userinfo().is_some()
        || !uri.path().is_empty()
        || uri.query().is_some()
        || uri.fragment().is_some();
    if let Some(origin) = uri.origin().filter(|_| !has_more) {
        let sent = origin.to_string();
        if sent != plain {
            let sent = if below.is_some() { sent.replacen("://", "://*.", 1) } else { sent };
            return Err(AllowError::Origin { value: value.to_owned(), sent });
        }
    }
    Ok(match below {
        Some((scheme, rest)) => {
            // An origin is in lowercase (RFC 6454, 4).
            let name = if has_more { "some-name" } else { "lower-name" };
            format!("%s\"{scheme}://\" {name} %s\".{rest}\"")
        }
        None => format!("%s\"{value}\""),
    })
}

/// Finds the shortest URI of RFC 3986 in which a pattern has a match, and whose host is undefined or not in `hosts`: an
/// [`AllowList`] of hosts.
///
/// ```
/// use urispec_audit::{Dialect, Pattern, uri_beside_hosts};
///
/// let read = |text| Pattern::read(Dialect::EcmaScript, text);
/// let hosts = ["example.com", "*.example.com"];
/// let found = |text| uri_beside_hosts(&read(text).unwrap(), &hosts).unwrap();
/// // `.` matches any character, and nothing ends the host.
/// assert_eq!(found(r"^https://example.com").as_deref(), Some("https://example!com"));
/// assert_eq!(found(r"^https://([a-z]+\.)?example\.com/"), None);
/// ```
///
/// # Errors
/// Returns an error if an entry of `hosts` is not a host, or if an automaton cannot be built: see [`AllowError`].
pub fn uri_beside_hosts(pattern: &Pattern, hosts: &[&str]) -> Result<Option<String>, AllowError> {
    let list = AllowList::new(hosts, &[])?;
    if let Some(value) = hosts.iter().find(|value| host(value).is_none()) {
        return Err(AllowError::Value((*value).to_owned()));
    }
    Ok(list.escape(&Language::from_pattern(pattern, Matching::Search)?)?)
}

#[cfg(test)]
mod tests {
    use grammar_audit::Dialect;

    use super::*;

    #[track_caller]
    fn found(pattern: &str, hosts: &[&str]) -> Option<String> {
        let pattern = Pattern::read(Dialect::EcmaScript, pattern).unwrap();
        let found = uri_beside_hosts(&pattern, hosts).unwrap();
        if let Some(uri) = &found {
            // It is a URI, and its host is not in the list.
            let host = urispec::Uri::parse(uri)
                .unwrap()
                .host()
                .map(|host| host.as_str().to_ascii_lowercase());
            let is_allowed = |host: &str| {
                hosts.iter().any(|one| match one.strip_prefix("*") {
                    Some(end) => host.ends_with(end) && host.len() > end.len(),
                    None => host == *one,
                })
            };
            assert!(!host.is_some_and(|host| is_allowed(&host)), "{uri}");
        }
        found
    }

    #[test]
    fn what_slips_through() {
        let hosts = ["example.com", "*.example.com"];
        // `.example.com` has no label before the dot, so it is not below `example.com`.
        assert_eq!(
            found(r"^https://.*\.example\.com/", &hosts).as_deref(),
            Some("https://.example.com/")
        );
        assert_eq!(
            found(r"^https://example\.com", &hosts).as_deref(),
            Some("https://example.com!")
        );
        // The text before an `@` is not a host (RFC 3986, 3.2.1), nor is text in a path.
        assert_eq!(
            found(r"^https://example\.com[:/]", &hosts).as_deref(),
            Some("https://example.com:@")
        );
        assert_eq!(found(r"example\.com$", &hosts).as_deref(), Some("A:example.com"));
    }

    #[test]
    fn what_lets_nothing_through() {
        assert_eq!(found(r"^https://example\.com(/|$)", &["example.com"]), None);
        assert_eq!(found(r"^https://[a-z0-9-]+\.example\.com/", &["*.example.com"]), None);
        assert_eq!(found(r"^https://EXAMPLE\.com/", &["example.com"]), None);
        assert_eq!(found(r"^https://\[::1\]/", &["[::1]"]), None);
    }

    #[test]
    fn how_a_pattern_is_matched_matters() {
        let pattern = Pattern::read(Dialect::Python, r"https://example\.com").unwrap();
        let found = |matching| {
            let list = AllowList::new(&["example.com"], &[]).unwrap();
            list.escape(&Language::from_pattern(&pattern, matching).unwrap()).unwrap()
        };
        assert_eq!(found(Matching::Whole), None);
        assert_eq!(found(Matching::Prefix).as_deref(), Some("https://example.com!"));
    }

    #[track_caller]
    fn escapes(list: &AllowList, cases: &[(&str, Option<&str>)]) {
        for (pattern, expected) in cases {
            let read = Pattern::read(Dialect::EcmaScript, pattern).unwrap();
            let language = Language::from_pattern(&read, Matching::Search).unwrap();
            assert_eq!(list.escape(&language).unwrap().as_deref(), *expected, "{pattern}");
        }
    }

    #[test]
    fn origins_are_compared_with_origins() {
        let list = AllowList::new(&["https://example.com"], &[]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Origins);
        let cases = [
            (r"^https://example\.com$", None),
            (r"^https://example\.com", Some("https://example.com.com")),
            (r"example\.com$", Some("https://0example.com")),
            (r"^https://example\.org$", Some("https://example.org")),
            (r"^https://example\.de$", Some("https://example.de")),
            (r"^https?://example\.com$", Some("http://example.com")),
            (r"^https://example\.com(:\d+)?$", Some("https://example.com:0")),
            // An origin has no path, no user, no uppercase letter and no default port (RFC 6454, 4 and 6.2).
            (r"^https://example\.com(/|$)", None),
            (r"^https://(.*@)?example\.com$", None),
            (r"^HTTPS://example\.com$|^https://EXAMPLE\.com$", None),
            (r"^https://example\.com(:443|:0443|:)?$", None),
            // The origin of a sandboxed document is opaque.
            ("^null$", Some("null")),
        ];
        escapes(&list, &cases);
        let list = AllowList::new(&["https://*.example.com:8443"], &[]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Origins);
        let cases = [
            (r"^https://[a-z]+\.example\.com:8443$", None),
            (r"^https://[a-z]*\.?example\.com:8443$", Some("https://example.com:8443")),
            (r"^https://.+\.example\.com:8443$", None),
        ];
        escapes(&list, &cases);
    }

    #[test]
    fn uris_are_compared_with_uris() {
        let list = AllowList::new(&["https://app.example.com/callback"], &[]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Uris);
        let cases = [
            (r"^https://app\.example\.com/callback$", None),
            (r"^https://app\.example\.com/callback", Some("https://app.example.com/callback!")),
            (r"^https://.*\.example\.com/callback$", Some("https://.example.com/callback")),
            // The only URI that is left has a fragment; a blank is in no URI.
            (
                r"^https://app\.example\.com/callback(#|$)",
                Some("https://app.example.com/callback#"),
            ),
            (r"^https://app\.example\.com/callback( |$)", None),
        ];
        escapes(&list, &cases);
        let list = AllowList::new(&["*.example.com", "https://other.net/cb"], &[]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Uris);
        let cases = [
            (r"^https://(a\.example\.com/|other\.net/cb$)", None),
            (r"^https://(a\.example\.com|other\.net)/cb$", None),
            (r"^https://(a\.example\.com|other\.net)/", Some("https://other.net/")),
        ];
        escapes(&list, &cases);
    }

    #[test]
    fn languages_decide_what_is_compared() {
        let language =
            |text| Language::from_glob(grammar_audit::patterns::GlobSyntax::Iam, text).unwrap();
        // `*` is any text, and not every text is a part of a URI.
        let list = AllowList::new(&[], &[language("https://*.example.com/*")]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Strings);
        let cases = [
            (r"^https://.*\.example\.com/", None),
            (r"\.example\.com/", Some("A:.example.com/")),
            ("^a b$", Some("a b")),
        ];
        escapes(&list, &cases);
        let list = AllowList::new(&[], &[language("https://a.example"), language("null")]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Origins);
        let list = AllowList::new(&["a.example"], &[language("https://a.example")]).unwrap();
        assert_eq!(list.kind(), AllowedKind::Uris);
    }

    #[test]
    fn values_that_are_refused() {
        let error = |value: &str| AllowList::new(&[value], &[]).unwrap_err();
        for value in ["", "*", "*.", "a.*.b", "a/b", "a\"b", "me@example.com", "https://a b"] {
            assert_eq!(error(value), AllowError::Value(value.to_owned()));
        }
        for value in ["https://a.*.b", "https://*", "https://example.com/*", "https://*.*.b"] {
            assert_eq!(error(value), AllowError::Wildcard(value.to_owned()));
        }
        for (value, sent) in [
            ("https://example.com:443", "https://example.com"),
            ("HTTPS://example.com", "https://example.com"),
            ("http://*.Example.com:8080", "http://*.example.com:8080"),
        ] {
            let [value, sent] = [value, sent].map(str::to_owned);
            assert_eq!(error(&value.clone()), AllowError::Origin { value, sent });
        }
        assert_eq!(AllowList::new(&[], &[]).unwrap_err(), AllowError::Empty);
        // A URI is not a host.
        let pattern = Pattern::read(Dialect::EcmaScript, "a").unwrap();
        assert!(uri_beside_hosts(&pattern, &["https://example.com"]).is_err());
        assert!(uri_beside_hosts(&pattern, &[]).is_err());
    }
}
