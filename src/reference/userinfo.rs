//! The userinfo: a user, and a password that nobody should see (section 3.2.1).
//!
//! In: a reference. Out: the text before and the text after the first `:` of the userinfo, and the
//! reference to show, without the password. What is shown forgets the password, and even its length.
//!
//! The surprising case: in RFC 2396 `//u:p@a_b` has no userinfo, since `a_b` is no host and the whole
//! authority a registered name. What is shown hides the `p` all the same.

use core::fmt;

use crate::reference::Reference;

impl<'i> Reference<'i> {
    /// The user: the text of the userinfo before its first `:` (section 3.2.1).
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("//a%40b:c:d@h")?;
    /// assert_eq!((reference.user(), reference.password()), (Some("a%40b"), Some("c:d")));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn user(&self) -> Option<&'i str> {
        self.userinfo().map(|userinfo| divide(userinfo).0)
    }

    /// The password: the text of the userinfo after its first `:`. An empty password means that
    /// there is no password, and so does an undefined one (section 3.2.1).
    #[must_use]
    pub fn password(&self) -> Option<&'i str> {
        divide(self.userinfo()?).1
    }

    /// The reference to show to people and to write to logs: `***` stands for the password.
    ///
    /// "Applications should not render as clear text any data after the first colon (":") character
    /// found within a userinfo subcomponent unless the data after the colon is the empty string
    /// (indicating no password)" (section 3.2.1). `Display` and `Debug` show the same. What is shown
    /// is a reference too, and its host is the host of the whole.
    ///
    /// ```
    /// use urispec::Uri;
    /// let uri = Uri::parse("ftp://user:secret@h/a")?;
    /// assert_eq!(uri.redacted().to_string(), "ftp://user:***@h/a");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn redacted(&self) -> Redacted<'i> {
        Redacted::of(self.as_str())
    }
}

/// Divides a userinfo into the user and the password (section 3.2.1).
pub(crate) fn divide(userinfo: &str) -> (&str, Option<&str>) {
    userinfo.split_once(':').map_or((userinfo, None), |(user, password)| (user, Some(password)))
}

/// A reference without the text of its password: see [`Reference::redacted`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Redacted<'i> {
    before: &'i str,
    stars: &'static str,
    after: &'i str,
}

impl<'i> Redacted<'i> {
    /// Hides the password of a text that is a reference, or would be one.
    pub(crate) fn of(text: &'i str) -> Self {
        // Whatever the edition calls the text before "@". RFC 1630 has no authority, and `url:` may
        // stand before the scheme there.
        let mut rest = text;
        for _ in 0..2 {
            rest = match rest.find([':', '/', '?', '#']) {
                Some(end) if rest[end..].starts_with(':') => &rest[end + 1..],
                _ => rest,
            };
        }
        let rest = rest.strip_prefix("//").unwrap_or_default();
        let start = text.len() - rest.len();
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let userinfo = authority.rsplit_once('@').map_or("", |(userinfo, _)| userinfo);
        match divide(userinfo) {
            (user, Some(password)) if !password.is_empty() => {
                let secret = start + user.len() + ":".len();
                let (before, after) = (&text[..secret], &text[secret + password.len()..]);
                Self { before, stars: "***", after }
            }
            _ => Self { before: text, stars: "", after: "" },
        }
    }
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, stars, after } = self;
        match stars.is_empty() {
            true => f.pad(before),
            false => f.pad(&[before, *stars, after].concat()),
        }
    }
}

/// The password is not to be found here either.
impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, stars, after } = self;
        write!(f, "Redacted({:?})", format_args!("{before}{stars}{after}"))
    }
}
