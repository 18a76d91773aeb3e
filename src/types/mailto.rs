//! Composing a `mailto` URI from data (RFC 6068). Reading the URI as a [`Mailto`] returns the same data, except for line
//! ends, which become CR LF (RFC 6068, 5). `&`, `;` and `=` are allowed in an address but must be encoded (RFC 6068, 2);
//! everything but letters, digits, `-`, `.`, `_` and `~` is encoded here.

use alloc::string::String;
use alloc::vec::Vec;

use crate::editions::Edition;
use crate::parse::check;
use crate::parse::lower::scheme::Mailto;
use crate::parts::percent::{Keep, encode};
use crate::reference::error::ParseError;
use crate::types::UriBuf;

impl Mailto<'_> {
    /// Returns a builder that composes a message as a `mailto` URI.
    ///
    /// ```
    /// use urispec::scheme::Mailto;
    /// let uri = Mailto::compose()
    ///     .to("joe@example.com")
    ///     .cc("\"not@me\"@example.org")
    ///     .subject("50% off")
    ///     .body("One\nTwo")
    ///     .build()?;
    /// assert_eq!(
    ///     uri,
    ///     "mailto:joe@example.com?cc=%22not%40me%22@example.org&subject=50%25%20off&body=One%0D%0ATwo"
    /// );
    /// assert_eq!(Mailto::try_from(&uri)?.subject().as_deref(), Some("50% off"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn compose() -> MailtoBuilder {
        MailtoBuilder::default()
    }
}

/// A builder of `mailto` URIs: see [`Mailto::compose`].
#[derive(Clone, Debug, Default)]
pub struct MailtoBuilder {
    /// The recipients before the header fields, encoded.
    to: Vec<String>,
    /// The header fields, encoded.
    fields: Vec<String>,
    /// The error of the first invalid address.
    wrong: Option<ParseError>,
}

impl MailtoBuilder {
    /// Adds a recipient: an `addr-spec`, such as `joe@example.com`.
    #[must_use]
    pub fn to(mut self, address: impl AsRef<str>) -> Self {
        let address = self.address(address.as_ref());
        self.to.push(address);
        self
    }

    /// Adds a recipient of a copy, in a separate header field `cc`.
    #[must_use]
    pub fn cc(mut self, address: impl AsRef<str>) -> Self {
        let address = self.address(address.as_ref());
        self.encoded("cc", &address)
    }

    /// Adds the subject.
    #[must_use]
    pub fn subject(self, subject: impl AsRef<str>) -> Self {
        self.field("subject", subject)
    }

    /// Adds the body. Its lines may end with LF or CR LF; all become lines that end with CR LF (RFC 6068, 5).
    #[must_use]
    pub fn body(self, body: impl AsRef<str>) -> Self {
        let lines: Vec<&str> = body.as_ref().split('\n').collect();
        let last = lines.len() - 1;
        let lines = lines.iter().enumerate().map(|(at, line)| match at == last {
            true => line,
            false => line.strip_suffix('\r').unwrap_or(line),
        });
        let body = lines.collect::<Vec<_>>().join("\r\n");
        self.field("body", body)
    }

    /// Adds a header field. A mail client ignores the fields that it considers unsafe (RFC 6068, 4): see
    /// [`Field::is_safe`](crate::scheme::Field::is_safe).
    #[must_use]
    pub fn field(self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        let name = encode(name.as_ref(), Keep::Unreserved);
        self.encoded(&name, &encode(value.as_ref(), Keep::Unreserved))
    }

    /// Encodes and checks an address.
    fn address(&mut self, address: &str) -> String {
        let address = addr_spec(address);
        if let (None, Err(wrong)) = (&self.wrong, check(Edition::Rfc6068, "addr-spec", &address)) {
            self.wrong = Some(wrong);
        }
        address
    }

    fn encoded(mut self, name: &str, value: &str) -> Self {
        self.fields.push([name, "=", value].concat());
        self
    }

    /// Returns the URI of the message.
    ///
    /// # Errors
    ///
    /// A syntax error for the first address that is not an `addr-spec` after encoding; [`ParseError::TooLong`].
    pub fn build(&self) -> Result<UriBuf, ParseError> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let mark = if self.fields.is_empty() { "" } else { "?" };
        let text = ["mailto:", &self.to.join(","), mark, &self.fields.join("&")].concat();
        check(Edition::Rfc6068, "mailtoURI", &text)?;
        UriBuf::parse(&text)
    }
}

/// Encodes an address, except for the `@` before its domain.
fn addr_spec(address: &str) -> String {
    let of = |text| encode(text, Keep::Unreserved);
    match address.rsplit_once('@') {
        Some((local_part, domain)) => [&of(local_part), "@", &of(domain)].concat(),
        None => of(address).into_owned(),
    }
}
