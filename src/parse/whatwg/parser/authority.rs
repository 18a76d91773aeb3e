//! The states of an authority: its slashes, userinfo, host and port.

use alloc::string::String;

use super::super::code_points::{PercentEncodeSet, percent_encode};
use super::super::error::ValidationErrorKind as Kind;
use super::super::host::{self, Host};
use super::super::record::default_port;
use super::{Failure, Parser, State, StateResult};

impl Parser<'_> {
    pub(super) fn special_authority_slashes(&mut self, c: Option<char>) {
        if c == Some('/') && self.remaining().starts_with('/') {
            self.pointer += 1;
            self.state = State::SpecialAuthorityIgnoreSlashes;
        } else {
            self.validation_error(Kind::SpecialSchemeMissingFollowingSolidus);
            self.stay_in(State::SpecialAuthorityIgnoreSlashes);
        }
    }

    pub(super) fn special_authority_ignore_slashes(&mut self, c: Option<char>) {
        match c {
            Some('/' | '\\') => {
                self.validation_error(Kind::SpecialSchemeMissingFollowingSolidus);
            }
            _ => self.stay_in(State::Authority),
        }
    }

    pub(super) fn authority(&mut self, c: Option<char>) -> StateResult {
        match c {
            // 1. "If c is U+0040 (@)"
            Some('@') => {
                self.validation_error(Kind::InvalidCredentials);
                self.credentials();
            }
            c if self.ends_authority(c) => {
                // 2.1. "If atSignSeen is true and buffer is the empty string"
                if self.at_sign_seen && self.buffer.is_empty() {
                    return Err(self.failure(Kind::HostMissing));
                }
                // 2.2. "Decrease pointer by buffer's code point length + 1, set buffer to the empty string,
                // and set state to host state." The buffer is what was read last, letter by letter.
                self.pointer -= self.buffer.len();
                self.buffer.clear();
                self.stay_in(State::Host);
            }
            Some(c) => self.buffer.push(c),
            None => {}
        }
        Ok(())
    }

    /// Authority state, steps 1.2 to 1.5: the buffer is a username, a password, or both.
    fn credentials(&mut self) {
        let mut credentials = core::mem::take(&mut self.buffer);
        // 1.2. "If atSignSeen is true, then prepend "%40" to buffer."
        if core::mem::replace(&mut self.at_sign_seen, true) {
            credentials.insert_str(0, "%40");
        }
        // 1.4. The first ":" ends the username.
        let (username, password) = match credentials.split_once(':') {
            _ if self.password_token_seen => ("", &*credentials),
            Some(both) => {
                self.password_token_seen = true;
                both
            }
            None => (&*credentials, ""),
        };
        percent_encode(username, PercentEncodeSet::Userinfo, &mut self.url.username);
        percent_encode(password, PercentEncodeSet::Userinfo, &mut self.url.password);
    }

    pub(super) fn host(&mut self, c: Option<char>) -> StateResult {
        match c {
            // 2. "if c is U+003A (:) and insideBrackets is false"
            Some(':') if !self.inside_brackets => {
                if self.buffer.is_empty() {
                    return Err(self.failure(Kind::HostMissing));
                }
                self.url.host = Some(self.parse_host()?);
                self.state = State::Port;
            }
            c if self.ends_authority(c) => {
                // 3.1. "If url is special and buffer is the empty string"
                if self.url.is_special() && self.buffer.is_empty() {
                    return Err(self.failure(Kind::HostMissing));
                }
                self.url.host = Some(self.parse_host()?);
                self.stay_in(State::PathStart);
            }
            Some(c) => {
                match c {
                    '[' => self.inside_brackets = true,
                    ']' => self.inside_brackets = false,
                    _ => {}
                }
                self.buffer.push(c);
            }
            None => {}
        }
        Ok(())
    }

    /// "Let host be the result of host parsing buffer with url is not special. If host is failure, then
    /// return failure." The buffer, which ends before the pointer, becomes the empty string.
    pub(super) fn parse_host(&mut self) -> Result<Host, Failure> {
        let buffer = core::mem::take(&mut self.buffer);
        let (start, report) = (self.pointer - buffer.len(), &mut *self.report);
        let offset = |at: usize| buffer.chars().take(at).map(char::len_utf8).sum::<usize>();
        host::parse(&buffer, !self.url.is_special(), &mut |kind, at| {
            report(kind, start + offset(at))
        })
        .ok_or(Failure)
    }

    pub(super) fn port(&mut self, c: Option<char>) -> StateResult {
        match c {
            // 1. "If c is an ASCII digit, append c to buffer."
            Some(c) if c.is_ascii_digit() => self.buffer.push(c),
            c if self.ends_authority(c) => {
                if !self.buffer.is_empty() {
                    let digits: String = core::mem::take(&mut self.buffer);
                    // 2.1.2. "If port is not a 16-bit unsigned integer". Zeros may stand before it.
                    let Some(port) = port_number(&digits) else {
                        (self.report)(Kind::PortOutOfRange, self.pointer - digits.len());
                        return Err(Failure);
                    };
                    // 2.1.3. "Set url's port to null, if port is url's scheme's default port"
                    self.url.port =
                        Some(port).filter(|_| default_port(&self.url.scheme) != Some(port));
                }
                self.stay_in(State::PathStart);
            }
            _ => return Err(self.failure(Kind::PortInvalid)),
        }
        Ok(())
    }
}

/// The number that digits represent, if it is a 16-bit unsigned integer.
fn port_number(digits: &str) -> Option<u16> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}
