//! The readers that are ours: RFC 3986 by the letter, and its Appendix B.
//!
//! In: any string, and maybe a base. Out: what the reader tells. Who reads by the letter rejects what
//! `URI-reference` does not derive, and then tells nothing more. Appendix B divides every string, and so
//! shows what a lenient reader sees in one that is not valid; whether a string is valid it cannot tell.
//!
//! The surprising case: `http://evil.com\@good.com/` is not valid. Appendix B finds the host `good.com`
//! in it, and other readers find `evil.com`.

use urispec::internal::last_colon;
use urispec::{Components, Edition, Reference, Resolved, Resolver, split};

use super::{Component, ParserAnswer, Tell};

/// What RFC 3986 says of a string, and what the string resolves to against a base.
///
/// The target is [`Tell::Undefined`] where the base is no base, and where there is no base it is not
/// told.
#[must_use]
pub fn by_rfc3986<'t>(text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
    let Ok(reference) = Reference::parse(Edition::Rfc3986, text) else {
        return ParserAnswer::valid(false);
    };
    let mut told = ParserAnswer::valid(true);
    for &component in Component::ALL {
        told = told.with(component, Tell::new(component.of(&reference)));
    }
    told.target = target(base, split(text));
    told
}

/// What Appendix B finds in a string, valid or not, and the authority divided into userinfo, host and port:
/// the last `@` and the last `:` after any brackets divide.
///
/// ```
/// use urispec_compare::parsers::{Component, by_appendix_b};
/// let told = by_appendix_b("http://evil.com\\@good.com/", None);
/// assert_eq!(told.component(Component::Host).text(), Some("good.com"));
/// assert_eq!(told.component(Component::Userinfo).text(), Some("evil.com\\"));
/// assert_eq!(told.is_valid, None);
/// ```
#[must_use]
pub fn by_appendix_b<'t>(text: &'t str, base: Option<&str>) -> ParserAnswer<'t> {
    let parts = split(text);
    let (userinfo, host, port) = match parts.authority.map(divide_authority) {
        Some((userinfo, host, port)) => (userinfo, Some(host), port),
        None => (None, None, None),
    };
    let mut told = ParserAnswer::default()
        .with(Component::Scheme, Tell::new(parts.scheme))
        .with(Component::Authority, Tell::new(parts.authority))
        .with(Component::Userinfo, Tell::new(userinfo))
        .with(Component::Host, Tell::new(host))
        .with(Component::Port, Tell::new(port))
        .with(Component::Path, Tell::new(Some(parts.path)))
        .with(Component::Query, Tell::new(parts.query))
        .with(Component::Fragment, Tell::new(parts.fragment));
    told.target = target(base, parts);
    told
}

/// What components resolve to by section 5.2, which asks for no valid ones.
fn target<'t>(base: Option<&str>, parts: Components<'_>) -> Tell<'t> {
    let Some(base) = base else { return Tell::NotTold };
    match Resolver::from_edition(Edition::Rfc3986).resolve(split(base), parts) {
        Ok(Resolved::Target(target)) => Tell::Is(target.to_string().into()),
        _ => Tell::Undefined,
    }
}

// The authority of any string, divided as a lenient reader divides it.
//
// In: an authority as Appendix B finds it, valid or not. Out: userinfo, host and port. Appendix B
// itself divides no further than the authority. Section 3.2 goes on: `[ userinfo "@" ] host [ ":" port
// ]`. In an authority that has these delimiters more than once, no rule says which of them divides,
// since the string is invalid. Here the last `@` divides: a host has none (3.2.2), and the userinfo
// is what stands before a host (3.2.1). A lenient pattern such as `((.*)@)?` takes the last too. The
// last `:` after any brackets divides host and port.
//
// The surprising case: a `[` without `]` keeps every `:` in the host. `[::1` has no port 1.

/// The userinfo, the host and the port of an authority.
pub(super) fn divide_authority(authority: &str) -> (Option<&str>, &str, Option<&str>) {
    let (userinfo, rest) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, authority),
    };
    match last_colon(rest) {
        Some(at) => (userinfo, &rest[..at], Some(&rest[at + 1..])),
        None => (userinfo, rest, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_delimiters_divide() {
        for (authority, expected) in [
            ("", (None, "", None)),
            ("h", (None, "h", None)),
            ("u:p@h:80", (Some("u:p"), "h", Some("80"))),
            ("@h:", (Some(""), "h", Some(""))),
            ("a@b@c", (Some("a@b"), "c", None)),
            ("evil.com\\@good.com", (Some("evil.com\\"), "good.com", None)),
            ("[::1]", (None, "[::1]", None)),
            ("[::1]:8", (None, "[::1]", Some("8"))),
            ("[::1", (None, "[::1", None)),
            ("[::1]x:8", (None, "[::1]x", Some("8"))),
            ("::1", (None, ":", Some("1"))),
            ("h:x", (None, "h", Some("x"))),
        ] {
            assert_eq!(divide_authority(authority), expected, "{authority}");
        }
    }
}
