//! Whether a pattern that should allow only some hosts also matches a URI with another host.
//!
//! In: a pattern, how it is matched, and hosts. Out: the shortest valid URI of RFC 3986 that the pattern matches and
//! whose host is not one of the hosts; `None` proves that there is no such URI. What is forgotten: how a client reads
//! a URI that is not valid.
//!
//! The surprising case: `^https://example\.com` passes `https://example.comb`, and `^https://.*\.example\.com/` passes
//! `https://a/.example.com/`.

use std::fmt::Write as _;

use grammar_audit::{
    Dfa, GrammarText, LanguageError, Languages, Matching, Notation, Pattern, TooLarge, difference,
};

use super::edition::reader;

/// The number of states of the automaton of the URIs that a pattern passes.
const STATES: usize = 200_000;

/// The reason why [`uri_beside_hosts`] has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// An entry of the list of hosts is not a host.
    #[error("`{0}` is no host: write a name, or `*.` and a name for all names below it")]
    Host(String),
    /// The pattern has no automaton.
    #[error(transparent)]
    Pattern(#[from] LanguageError),
    /// The automaton of the URIs that the pattern passes is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Finds the shortest URI of RFC 3986 in which a pattern has a match, and whose host is not one of `hosts`. A URI
/// without a host counts. Letter case is ignored in hosts (3.2.2), and percent-encoded octets are not decoded.
///
/// ```
/// use urispec_audit::{Dialect, Pattern, uri_beside_hosts};
///
/// let read = |text| Pattern::read(Dialect::EcmaScript, text);
/// let hosts = ["example.com", "*.example.com"];
/// let found = |text| uri_beside_hosts(&read(text).unwrap(), &hosts).unwrap();
/// // The dots are any character, and nothing ends the host.
/// assert_eq!(found(r"^https://example.com").as_deref(), Some("https://example!com"));
/// assert_eq!(found(r"^https://([a-z]+\.)?example\.com/"), None);
/// ```
///
/// # Errors
/// When an entry of `hosts` is not a host, or an automaton cannot be built: see [`HostsError`].
pub fn uri_beside_hosts(pattern: &Pattern, hosts: &[&str]) -> Result<Option<String>, HostsError> {
    uri_beside_hosts_as(pattern, Matching::Search, hosts)
}

/// Finds the shortest URI that a pattern matches, searched for or anchored as `matching` says, and whose host is not
/// one of `hosts`: see [`uri_beside_hosts`].
///
/// # Errors
/// As of [`uri_beside_hosts`].
pub fn uri_beside_hosts_as(
    pattern: &Pattern,
    matching: Matching,
    hosts: &[&str],
) -> Result<Option<String>, HostsError> {
    let mut text = "any = URI\nallowed = scheme \"://\" [ userinfo \"@\" ] allowed-host [ \":\" port ] path-abempty \
                    [ \"?\" query ] [ \"#\" fragment ]\nallowed-host = "
        .to_owned();
    for (at, host) in hosts.iter().enumerate() {
        let (below, name) = match host.strip_prefix("*.") {
            Some(name) => ("1*( unreserved / pct-encoded / sub-delims ) \".\" ", name),
            None => ("", *host),
        };
        let is_name = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"*/?#@".contains(&byte));
        if !is_name {
            return Err(HostsError::Host((*host).to_owned()));
        }
        // A string takes whatever is written.
        let _ = write!(text, "{}{below}\"{name}\"", if at > 0 { " / " } else { "" });
    }
    if hosts.is_empty() {
        return Err(HostsError::Host(String::new()));
    }
    text.push('\n');
    let reader = reader(Notation::Abnf).import_known("rfc3986");
    let printed = reader
        .ok()
        .and_then(|reader| reader.read(GrammarText { file: "hosts.abnf", text: &text }).ok());
    let Some(printed) = printed else { return Err(HostsError::Host(hosts.join(" "))) };
    let languages = Languages::new(&printed);
    let [any, allowed] = ["any", "allowed"].map(|name| languages.start(name).and_then(Result::ok));
    let (Some(any), Some(allowed)) = (any, allowed) else {
        return Err(HostsError::Host(hosts.join(" ")));
    };
    let passed = pattern.language(matching)?;
    let passed = Dfa::intersection((&passed, 0), (languages.dfa(), any), STATES)?;
    let found = difference((&passed, 0), (languages.dfa(), allowed)).only_left;
    Ok(found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammar_audit::Dialect;

    #[track_caller]
    fn found(pattern: &str, hosts: &[&str]) -> Option<String> {
        let pattern = Pattern::read(Dialect::EcmaScript, pattern).unwrap();
        let found = uri_beside_hosts(&pattern, hosts).unwrap();
        if let Some(uri) = &found {
            // It is a URI, and its host is none of them.
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
        // A name with nothing before the dot is none below it.
        assert_eq!(
            found(r"^https://.*\.example\.com/", &hosts).as_deref(),
            Some("https://.example.com/")
        );
        assert_eq!(
            found(r"^https://example\.com", &hosts).as_deref(),
            Some("https://example.com!")
        );
        // What stands before an `@` is no host (3.2.1), nor is what stands in a path.
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
        let found = |matching| uri_beside_hosts_as(&pattern, matching, &["example.com"]).unwrap();
        assert_eq!(found(Matching::Whole), None);
        assert_eq!(found(Matching::Prefix).as_deref(), Some("https://example.com!"));
    }

    #[test]
    fn hosts_that_are_none() {
        let pattern = Pattern::read(Dialect::EcmaScript, "a").unwrap();
        for host in ["", "*", "*.", "a.*.b", "a/b", "a\"b"] {
            let error = uri_beside_hosts(&pattern, &[host]).unwrap_err();
            assert_eq!(error, HostsError::Host(host.to_owned()), "{host}");
        }
        assert!(uri_beside_hosts(&pattern, &[]).is_err());
    }
}
