//! The authority of any string, divided as a lenient reader divides it.
//!
//! In: an authority as Appendix B finds it, valid or not. Out: userinfo, host and port. Appendix B
//! itself divides no further than the authority. Section 3.2 goes on: `[ userinfo "@" ] host [ ":" port
//! ]`. In an authority that has these delimiters more than once, no rule says which of them divides,
//! since the string is invalid. Here the last `@` divides: a host has none (3.2.2), and the userinfo
//! is what stands before a host (3.2.1). A lenient pattern such as `((.*)@)?` takes the last too. The
//! last `:` after any brackets divides host and port.
//!
//! The surprising case: a `[` without `]` keeps every `:` in the host. `[::1` has no port 1.

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

/// The last `:` of a host and a port, behind any brackets.
pub(crate) fn last_colon(text: &str) -> Option<usize> {
    let after = if text.starts_with('[') { text.find(']')? } else { 0 };
    text[after..].rfind(':').map(|colon| after + colon)
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
