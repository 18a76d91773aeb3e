//! The setters of the class `URL` (URL Standard, section URL class).
//!
//! Most setters run the basic URL parser with the arguments "url" and "state override", which changes a part of a
//! record. A setter that sets nothing returns an error; the class `URL` then does nothing.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::code_points::{PercentEncodeSet, percent_encode};
use super::error::{ValidationError, ValidationErrorKind};
use super::parser::State;
use super::record::{UrlPath, UrlRecord};
use super::url::{HostKind, Url};

/// The error of a setter that ignored its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SetterError {
    /// The validation error at which the parser failed. There is none if the URL cannot have the component, or if the
    /// parser fails without a validation error.
    pub kind: Option<ValidationErrorKind>,
}

impl fmt::Display for SetterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(kind) => write!(f, "{kind}: {}", kind.sentence()),
            None => f.write_str("the URL cannot take this value"),
        }
    }
}

impl core::error::Error for SetterError {}

/// Setters. Each takes what the setter of the class `URL` takes: `set_query` takes a query with or without `?`, and an
/// empty query removes the query.
impl Url {
    /// Replaces the whole URL.
    ///
    /// # Errors
    /// Returns the validation error at which the parser fails. The URL is then unchanged.
    pub fn set_href(&mut self, value: &str) -> Result<(), ValidationError> {
        *self = Self::parse(value)?;
        Ok(())
    }

    /// Sets the scheme, as the setter `protocol` does: up to the first `:` of the value.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let mut url = Url::parse("http://h:443/")?;
    /// url.set_scheme("https")?;
    /// assert_eq!(url, "https://h/");
    /// assert!(url.set_scheme("mailto").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the value does not begin with a scheme, or if one of the old and the new scheme is special and the
    /// other is not. Fails for `file` if the URL has credentials or a port, and for a `file` URL with an empty host.
    #[doc(alias = "set_protocol")]
    pub fn set_scheme(&mut self, value: &str) -> Result<(), SetterError> {
        self.override_state(&format!("{value}:"), State::SchemeStart)
    }

    /// Sets the username, and percent-encodes it.
    ///
    /// # Errors
    /// Fails if the URL cannot have a username: without a host, with an empty host, or with the scheme `file`.
    pub fn set_username(&mut self, value: &str) -> Result<(), SetterError> {
        self.set_credentials(value, |record| &mut record.username)
    }

    /// Sets the password, and percent-encodes it.
    ///
    /// # Errors
    /// Fails if the URL cannot have a password: without a host, with an empty host, or with the scheme `file`.
    pub fn set_password(&mut self, value: &str) -> Result<(), SetterError> {
        self.set_credentials(value, |record| &mut record.password)
    }

    /// Sets the host, and the port if the value has one: `h` leaves the port as it is. What follows the port is
    /// ignored.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let mut url = Url::parse("http://h:81/a")?;
    /// url.set_host("[::1]")?;
    /// assert_eq!(url, "http://[::1]:81/a");
    /// url.set_host("i:82")?;
    /// assert_eq!(url, "http://i:82/a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the value does not begin with a valid host, or if the URL has an opaque path. An error in the port
    /// leaves the new host.
    pub fn set_host(&mut self, value: &str) -> Result<(), SetterError> {
        self.set_host_by(value, State::Host)
    }

    /// Sets the host, without a port.
    ///
    /// # Errors
    /// Fails if the value does not begin with a valid host, if a port follows the host, or if the URL has an opaque
    /// path.
    pub fn set_hostname(&mut self, value: &str) -> Result<(), SetterError> {
        self.set_host_by(value, State::Hostname)
    }

    /// Sets the port to the digits with which the value begins. An empty value, or the default port of the scheme,
    /// removes the port.
    ///
    /// # Errors
    /// Fails if the value does not begin with a digit, if the port is greater than 65535, or if the URL cannot have a
    /// port: without a host, with an empty host, or with the scheme `file`.
    pub fn set_port(&mut self, value: &str) -> Result<(), SetterError> {
        if self.cannot_have_a_username_password_port() {
            return Err(SetterError { kind: None });
        }
        if value.is_empty() {
            self.change(|record| record.port = None);
            return Ok(());
        }
        self.override_state(value, State::Port)
    }

    /// Sets the path, and percent-encodes it. Dot segments are removed.
    ///
    /// # Errors
    /// Fails if the URL has an opaque path.
    #[doc(alias = "set_pathname")]
    pub fn set_path(&mut self, value: &str) -> Result<(), SetterError> {
        if self.has_opaque_path() {
            return Err(SetterError { kind: None });
        }
        self.change(|record| {
            record.path = UrlPath::default();
            record.override_state(value, State::PathStart)
        })
    }

    /// Sets the query, and percent-encodes it. A `?` with which the value begins is not part of the query. An empty
    /// value removes the query, and `?` sets it to the empty string.
    #[doc(alias = "set_search")]
    pub fn set_query(&mut self, value: &str) {
        if value.is_empty() {
            return self.change(|record| record.query = None);
        }
        let input = value.strip_prefix('?').unwrap_or(value);
        self.change(|record| {
            record.query = Some(String::new());
            // The query state does not fail, nor does the fragment state below.
            let _ = record.override_state(input, State::Query);
        });
    }

    /// Sets the fragment, and percent-encodes it. A `#` with which the value begins is not part of the fragment. An
    /// empty value removes the fragment, and `#` sets it to the empty string.
    #[doc(alias = "set_hash")]
    pub fn set_fragment(&mut self, value: &str) {
        if value.is_empty() {
            return self.change(|record| record.fragment = None);
        }
        let input = value.strip_prefix('#').unwrap_or(value);
        self.change(|record| {
            record.fragment = Some(String::new());
            let _ = record.override_state(input, State::Fragment);
        });
    }

    /// "A URL cannot have a username/password/port if its host is null or the empty string, or its scheme is "file"."
    fn cannot_have_a_username_password_port(&self) -> bool {
        matches!(self.offsets().host, HostKind::None | HostKind::Empty) || self.scheme() == "file"
    }

    /// "Set the username" or "set the password", which also set the empty string.
    fn set_credentials(
        &mut self,
        value: &str,
        part: impl FnOnce(&mut UrlRecord) -> &mut String,
    ) -> Result<(), SetterError> {
        if self.cannot_have_a_username_password_port() {
            return Err(SetterError { kind: None });
        }
        let mut encoded = String::new();
        percent_encode(value, PercentEncodeSet::Userinfo, &mut encoded);
        self.change(|record| *part(record) = encoded);
        Ok(())
    }

    fn set_host_by(&mut self, value: &str, state: State) -> Result<(), SetterError> {
        if self.has_opaque_path() {
            return Err(SetterError { kind: None });
        }
        self.override_state(value, state)
    }

    /// Runs the basic URL parser with this URL as "url", and a state override.
    fn override_state(&mut self, input: &str, state: State) -> Result<(), SetterError> {
        self.change(|record| record.override_state(input, state))
    }

    /// Changes the record of this URL.
    fn change<R>(&mut self, change: impl FnOnce(&mut UrlRecord) -> R) -> R {
        let mut record = self.to_record();
        let result = change(&mut record);
        *self = record.serialize();
        result
    }
}
