//! Which host each reader finds, in a sentence.

use std::fmt::{self, Write};

use super::division::Division;
use super::invisible::is_invisible;
use crate::parse::whatwg::{Host, UrlRecord};
use crate::types::UriRef;

/// What a reader finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Host(String),
    NoHost,
    Rejects,
}

/// The hosts that two readers find in one string.
pub(super) struct Readers {
    pub(super) letter: Read,
    pub(super) browser: Read,
    /// Whether the string is a URI or a relative reference. Only Appendix B divides the others.
    is_valid: bool,
}

/// The host of the base of relative references; no host of the string is like it, since `.invalid` is no
/// name (RFC 6761, 6.4).
const BASE: &str = "http://base.invalid/";

impl Readers {
    pub(super) fn of(text: &str, letter: &Division<'_>, browser: &Division<'_>) -> Self {
        let host = letter.authority.map(|authority| authority.host.text);
        let letter = host.map_or(Read::NoHost, |host| Read::Host(host.to_owned()));
        let browser = self::browser(text, browser.authority.is_some());
        Self { letter, browser, is_valid: UriRef::parse(text).is_ok() }
    }

    /// Whether both find the same host.
    pub(super) fn agree(&self) -> bool {
        match (&self.letter, &self.browser) {
            (Read::Host(a), Read::Host(b)) => a.eq_ignore_ascii_case(b),
            (a, b) => a == b,
        }
    }
}

/// What the URL Standard finds.
fn browser(text: &str, has_authority: bool) -> Read {
    let (url, is_relative) = match UrlRecord::parse(text, None) {
        Err(error) if error.lacks_base() => {
            let base = UrlRecord::parse(BASE, None).ok();
            (UrlRecord::parse(text, base.as_ref()), !has_authority)
        }
        url => (url, false),
    };
    let Ok(url) = url else { return Read::Rejects };
    match url.host().map(Host::to_string) {
        Some(host) if is_relative && host == "base.invalid" => Read::NoHost,
        Some(host) => Read::Host(host),
        None => Read::NoHost,
    }
}

/// Prints what the readers find: "the URL Standard finds the host a, and RFC 3986 finds the host b".
impl fmt::Display for Readers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.is_valid { "RFC 3986" } else { "RFC 3986, Appendix B," };
        if self.agree() {
            return match self.letter {
                Read::NoHost => write!(f, "neither the URL Standard nor {letter} finds a host"),
                ref found => write!(f, "the URL Standard and {letter} both find {found}"),
            };
        }
        match self.browser {
            Read::Rejects => f.write_str("the URL Standard rejects the string")?,
            ref found => write!(f, "the URL Standard finds {found}")?,
        }
        write!(f, ", and {letter} finds {}", self.letter)
    }
}

impl fmt::Display for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(host) if host.is_empty() => f.write_str("an empty host"),
            Self::Host(host) => write!(f, "the host {}", Shown(host)),
            Self::NoHost => f.write_str("no host"),
            Self::Rejects => f.write_str("nothing"),
        }
    }
}

/// A text as a message shows it: what cannot be seen is escaped, and a long text has no end.
pub(super) struct Shown<'a>(pub(super) &'a str);

/// How many characters are shown.
const LONGEST: usize = 60;

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, c) in self.0.chars().enumerate() {
            if at == LONGEST {
                return f.write_str("…");
            }
            if c.is_ascii_graphic() || (c.is_alphanumeric() && !is_invisible(c)) {
                f.write_char(c)?;
            } else {
                write!(f, "{}", c.escape_unicode())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        for (text, said) in [
            ("http://h/", "the URL Standard and RFC 3986 both find the host h"),
            (
                "http://a\\@b/",
                "the URL Standard finds the host a, and RFC 3986, Appendix B, finds the host b",
            ),
            ("http:a", "the URL Standard finds the host a, and RFC 3986 finds no host"),
            ("/\\a", "the URL Standard finds the host a, and RFC 3986, Appendix B, finds no host"),
            ("///a", "the URL Standard finds the host a, and RFC 3986 finds an empty host"),
            ("/a/b", "neither the URL Standard nor RFC 3986 finds a host"),
            ("/a\\b", "neither the URL Standard nor RFC 3986, Appendix B, finds a host"),
            (
                "http://a b/",
                "the URL Standard rejects the string, and RFC 3986, Appendix B, finds the host \
                 a\\u{20}b",
            ),
        ] {
            let letter = Division::by_appendix_b(text);
            let browser = Division::by_url_standard(text);
            assert_eq!(Readers::of(text, &letter, &browser).to_string(), said);
        }
    }
}
