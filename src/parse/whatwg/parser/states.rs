//! The states of the URL parser, from the scheme to the fragment (URL Standard, section URL parsing).

use alloc::string::String;

use super::super::code_points::{PercentEncodeSet, percent_encode, percent_encode_code_point};
use super::super::error::ValidationErrorKind as Kind;
use super::super::host;
use super::super::host::Host;
use super::super::record::{
    UrlPath, UrlRecord, default_port, is_double_dot, is_normalized_windows_drive_letter,
    is_single_dot, is_special_scheme, is_windows_drive_letter,
};
use super::{Parser, State, StateResult, Stop};

// The states before an authority: schemes, and relative URLs.

impl Parser<'_> {
    pub(super) fn scheme_start(&mut self, c: Option<char>) -> StateResult {
        match c {
            // 1. "If c is an ASCII alpha, append c, lowercased, to buffer, and set state to scheme state."
            Some(c) if c.is_ascii_alphabetic() => {
                self.buffer.push(c.to_ascii_lowercase());
                self.state = State::Scheme;
            }
            // 3. "Otherwise, return failure."
            _ if self.is_override() => return Err(Stop::Failure),
            // 2. "set state to no scheme state and decrease pointer by 1."
            _ => self.stay_in(State::NoScheme),
        }
        Ok(())
    }

    pub(super) fn scheme(&mut self, c: Option<char>) -> StateResult {
        match c {
            // 1. "append c, lowercased, to buffer"
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.buffer.push(c.to_ascii_lowercase());
            }
            // 2. "Otherwise, if c is U+003A (:)"
            Some(':') => return self.scheme_end(),
            // 4. "Otherwise, return failure."
            _ if self.is_override() => return Err(Stop::Failure),
            // 3. "set buffer to the empty string, state to no scheme state, and start over (from the first
            // code point in input)."
            _ => {
                self.buffer.clear();
                self.pointer = 0;
                self.stay_in(State::NoScheme);
            }
        }
        Ok(())
    }

    /// Runs step 2 of the scheme state.
    fn scheme_end(&mut self) -> StateResult {
        if self.is_override() {
            // 2.1. The schemes that cannot replace the scheme of the URL.
            let (url, is_file) = (&self.url, self.buffer == "file");
            if url.is_special() != is_special_scheme(&self.buffer)
                || is_file && (url.includes_credentials() || url.port.is_some())
                || url.scheme == "file" && url.host == Some(Host::Empty)
            {
                return Err(Stop::Ignored);
            }
        }
        // 2.2. "Set url's scheme to buffer."
        self.url.scheme = core::mem::take(&mut self.buffer);
        if self.is_override() {
            // 2.3.1. "If url's port is url's scheme's default port, then set url's port to null."
            self.url.port =
                self.url.port.filter(|_| self.url.port != default_port(&self.url.scheme));
            return Err(Stop::Done);
        }
        let is_special = self.url.is_special();
        if self.url.scheme == "file" {
            // 2.5. "If remaining does not start with "//""
            if !self.remaining().starts_with("//") {
                self.validation_error(Kind::SpecialSchemeMissingFollowingSolidus);
            }
            self.state = State::File;
        } else if is_special && self.base.is_some_and(|base| base.scheme == self.url.scheme) {
            // 2.6. "if url is special, base is non-null, and base's scheme is url's scheme"
            self.state = State::SpecialRelativeOrAuthority;
        } else if is_special {
            self.state = State::SpecialAuthoritySlashes;
        } else if self.remaining().starts_with('/') {
            // 2.8. "set state to path or authority state and increase pointer by 1."
            self.pointer += 1;
            self.state = State::PathOrAuthority;
        } else {
            self.url.path = UrlPath::Opaque(String::new());
            self.state = State::OpaquePath;
        }
        Ok(())
    }

    pub(super) fn no_scheme(&mut self, c: Option<char>) -> StateResult {
        match self.base {
            // 1. "If base is null, or base has an opaque path and c is not U+0023 (#)"
            None => return Err(self.failure(Kind::MissingSchemeNonRelativeUrl)),
            Some(base) if base.has_opaque_path() => {
                if c != Some('#') {
                    return Err(self.failure(Kind::MissingSchemeNonRelativeUrl));
                }
                // 2. The scheme, the path and the query of the base.
                self.url.scheme.clone_from(&base.scheme);
                self.url.path = base.path.clone();
                self.url.query.clone_from(&base.query);
                self.url.fragment = Some(String::new());
                self.state = State::Fragment;
            }
            Some(base) if base.scheme != "file" => self.stay_in(State::Relative),
            Some(_) => self.stay_in(State::File),
        }
        Ok(())
    }

    pub(super) fn special_relative_or_authority(&mut self, c: Option<char>) {
        if c == Some('/') && self.remaining().starts_with('/') {
            self.pointer += 1;
            self.state = State::SpecialAuthorityIgnoreSlashes;
        } else {
            self.validation_error(Kind::SpecialSchemeMissingFollowingSolidus);
            self.stay_in(State::Relative);
        }
    }

    pub(super) fn path_or_authority(&mut self, c: Option<char>) {
        match c {
            Some('/') => self.state = State::Authority,
            _ => self.stay_in(State::Path),
        }
    }

    pub(super) fn relative(&mut self, c: Option<char>) {
        let Some(base) = self.base else { return };
        // 2. "Set url's scheme to base's scheme."
        self.url.scheme.clone_from(&base.scheme);
        if c == Some('/') {
            self.state = State::RelativeSlash;
            return;
        }
        if self.is_reverse_solidus(c) {
            self.validation_error(Kind::InvalidReverseSolidus);
            self.state = State::RelativeSlash;
            return;
        }
        // 5.1. All of the base but its fragment.
        self.take_authority();
        self.url.path = base.path.clone();
        self.url.query.clone_from(&base.query);
        self.after_base(c, |parser| parser.url.shorten());
    }

    /// Runs steps 5.2 to 5.4 of the relative state, after the path and the query of the base have
    /// been copied. The file state has the same steps.
    pub(super) fn after_base(&mut self, c: Option<char>, shorten: impl FnOnce(&mut Self)) {
        match c {
            Some('?' | '#') => self.query_or_fragment(c),
            Some(_) => {
                self.url.query = None;
                shorten(self);
                self.stay_in(State::Path);
            }
            None => {}
        }
    }

    pub(super) fn relative_slash(&mut self, c: Option<char>) {
        match c {
            // 1. "If url is special and c is U+002F (/) or U+005C (\)"
            Some('/' | '\\') if self.url.is_special() => {
                if c == Some('\\') {
                    self.validation_error(Kind::InvalidReverseSolidus);
                }
                self.state = State::SpecialAuthorityIgnoreSlashes;
            }
            Some('/') => self.state = State::Authority,
            _ => {
                self.take_authority();
                self.stay_in(State::Path);
            }
        }
    }

    /// "Set url's username to base's username, url's password to base's password, url's host to base's
    /// host, url's port to base's port".
    fn take_authority(&mut self) {
        if let Some(base) = self.base {
            self.url.username.clone_from(&base.username);
            self.url.password.clone_from(&base.password);
            self.url.host.clone_from(&base.host);
            self.url.port = base.port;
        }
    }
}

// The states of an authority: its slashes, userinfo, host and port.

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
                // and set state to host state." The buffer is the input just before the pointer, unchanged.
                self.pointer -= self.buffer.len();
                self.buffer.clear();
                self.stay_in(State::Host);
            }
            Some(c) => self.buffer.push(c),
            None => {}
        }
        Ok(())
    }

    /// Runs steps 1.2 to 1.5 of the authority state: the buffer is a username, a password, or both.
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
            // 1. "If state override is given and url's scheme is "file""
            _ if self.is_override() && self.url.scheme == "file" => self.stay_in(State::FileHost),
            // 2. "if c is U+003A (:) and insideBrackets is false"
            Some(':') if !self.inside_brackets => {
                if self.buffer.is_empty() {
                    return Err(self.failure(Kind::HostMissing));
                }
                // 2.2. "If state override is given and state override is hostname state, then return failure."
                if self.state_override == Some(State::Hostname) {
                    return Err(Stop::Failure);
                }
                self.url.host = Some(self.parse_host()?);
                self.state = State::Port;
            }
            c if self.ends_authority(c) => {
                // 3.1. "If url is special and buffer is the empty string"
                if self.url.is_special() && self.buffer.is_empty() {
                    return Err(self.failure(Kind::HostMissing));
                }
                // 3.2. "url includes credentials or url's port is non-null"
                if self.is_override()
                    && self.buffer.is_empty()
                    && (self.url.includes_credentials() || self.url.port.is_some())
                {
                    return Err(Stop::Failure);
                }
                self.url.host = Some(self.parse_host()?);
                // 3.6. "If state override is given, then return."
                if self.is_override() {
                    return Err(Stop::Done);
                }
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

    /// "Let host be the result of host parsing buffer with url is not special. If host is failure,
    /// then return failure." Empties the buffer, which must end right before the pointer.
    pub(super) fn parse_host(&mut self) -> Result<Host, Stop> {
        let buffer = core::mem::take(&mut self.buffer);
        let (start, report) = (self.pointer - buffer.len(), &mut *self.report);
        let offset = |at: usize| buffer.chars().take(at).map(char::len_utf8).sum::<usize>();
        host::parse(&buffer, !self.url.is_special(), &mut |kind, at| {
            report(kind, start + offset(at))
        })
        .ok_or(Stop::Failure)
    }

    pub(super) fn port(&mut self, c: Option<char>) -> StateResult {
        match c {
            // 1. "If c is an ASCII digit, append c to buffer."
            Some(c) if c.is_ascii_digit() => self.buffer.push(c),
            c if self.ends_authority(c) || self.is_override() => {
                if !self.buffer.is_empty() {
                    let digits: String = core::mem::take(&mut self.buffer);
                    // 2.1.2. "If port is not a 16-bit unsigned integer". Leading zeros are allowed.
                    let Some(port) = port_number(&digits) else {
                        (self.report)(Kind::PortOutOfRange, self.pointer - digits.len());
                        return Err(Stop::Failure);
                    };
                    // 2.1.3. "Set url's port to null, if port is url's scheme's default port"
                    self.url.port =
                        Some(port).filter(|_| default_port(&self.url.scheme) != Some(port));
                    if self.is_override() {
                        return Err(Stop::Done);
                    }
                }
                // 2.2. "If state override is given, then return failure."
                if self.is_override() {
                    return Err(Stop::Failure);
                }
                self.stay_in(State::PathStart);
            }
            _ => return Err(self.failure(Kind::PortInvalid)),
        }
        Ok(())
    }
}

/// Returns the number that digits represent, if it is a 16-bit unsigned integer.
fn port_number(digits: &str) -> Option<u16> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}

// The states of file URLs.

impl<'p> Parser<'p> {
    /// Returns the base, if its scheme is "file".
    fn file_base(&self) -> Option<&'p UrlRecord> {
        self.base.filter(|base| base.scheme == "file")
    }

    /// Returns whether "the code point substring from pointer to the end of input" starts with a
    /// Windows drive letter.
    fn starts_with_windows_drive_letter(&self) -> bool {
        let rest = &self.input[self.pointer..];
        let is_end =
            |rest: &str| matches!(rest.chars().next(), None | Some('/' | '\\' | '?' | '#'));
        rest.split_at_checked(2)
            .is_some_and(|(letter, rest)| is_windows_drive_letter(letter) && is_end(rest))
    }

    pub(super) fn file(&mut self, c: Option<char>) {
        // 1. and 2. The scheme, and the empty host.
        self.url.scheme = "file".into();
        self.url.host = Some(Host::Empty);
        if let Some('/' | '\\') = c {
            if c == Some('\\') {
                self.validation_error(Kind::InvalidReverseSolidus);
            }
            self.state = State::FileSlash;
        } else if let Some(base) = self.file_base() {
            // 4.1. The host, the path and the query of the base.
            self.url.host.clone_from(&base.host);
            self.url.path = base.path.clone();
            self.url.query.clone_from(&base.query);
            self.after_base(c, |parser| {
                // 4.4.2. and 4.4.3. "This is a (platform-independent) Windows drive letter quirk."
                if parser.starts_with_windows_drive_letter() {
                    parser.validation_error(Kind::FileInvalidWindowsDriveLetter);
                    parser.url.path = UrlPath::default();
                } else {
                    parser.url.shorten();
                }
            });
        } else {
            self.stay_in(State::Path);
        }
    }

    pub(super) fn file_slash(&mut self, c: Option<char>) {
        if let Some('/' | '\\') = c {
            if c == Some('\\') {
                self.validation_error(Kind::InvalidReverseSolidus);
            }
            self.state = State::FileHost;
            return;
        }
        if let Some(base) = self.file_base() {
            self.url.host.clone_from(&base.host);
            // 2.1.2. The drive letter of the base stays, if the input has none.
            if !self.starts_with_windows_drive_letter()
                && let UrlPath::List(segments) = &base.path
                && let Some(drive) = segments.first()
                && is_normalized_windows_drive_letter(drive)
            {
                self.url.segments().push(drive.clone());
            }
        }
        self.stay_in(State::Path);
    }

    pub(super) fn file_host(&mut self, c: Option<char>) -> StateResult {
        match c {
            None | Some('/' | '\\' | '?' | '#') => {
                if !self.is_override() && is_windows_drive_letter(&self.buffer) {
                    // 1.1. "buffer is not reset here and instead used in the path state."
                    (self.report)(
                        Kind::FileInvalidWindowsDriveLetterHost,
                        self.pointer - self.buffer.len(),
                    );
                    self.stay_in(State::Path);
                } else if self.buffer.is_empty() {
                    self.url.host = Some(Host::Empty);
                    self.file_host_end()?;
                } else {
                    let host = self.parse_host()?;
                    // 1.3.3. "If host is "localhost", then set host to the empty string."
                    let is_local = matches!(&host, Host::Domain(domain) if domain == "localhost");
                    self.url.host = Some(if is_local { Host::Empty } else { host });
                    self.file_host_end()?;
                }
            }
            Some(c) => self.buffer.push(c),
        }
        Ok(())
    }

    /// "If state override is given, then return." "Set state to path start state."
    fn file_host_end(&mut self) -> StateResult {
        if self.is_override() {
            return Err(Stop::Done);
        }
        self.stay_in(State::PathStart);
        Ok(())
    }
}

// The states of paths, queries and fragments.

impl Parser<'_> {
    pub(super) fn path_start(&mut self, c: Option<char>) {
        if self.url.is_special() {
            if c == Some('\\') {
                self.validation_error(Kind::InvalidReverseSolidus);
            }
            match c {
                Some('/' | '\\') => self.state = State::Path,
                _ => self.stay_in(State::Path),
            }
            return;
        }
        match c {
            Some('?' | '#') if !self.is_override() => self.query_or_fragment(c),
            Some('/') => self.state = State::Path,
            Some(_) => self.stay_in(State::Path),
            // 5. "if state override is given and url's host is null, append the empty string to url's path."
            None if self.is_override() && self.url.host.is_none() => {
                self.url.segments().push(String::new());
            }
            None => {}
        }
    }

    /// "If c is U+003F (?), then set url's query to the empty string and state to query state. If c is
    /// U+0023 (#), then set url's fragment to the empty string and state to fragment state."
    pub(super) fn query_or_fragment(&mut self, c: Option<char>) {
        match c {
            Some('?') => {
                self.url.query = Some(String::new());
                self.state = State::Query;
            }
            Some('#') => {
                self.url.fragment = Some(String::new());
                self.state = State::Fragment;
            }
            _ => {}
        }
    }

    pub(super) fn path(&mut self, c: Option<char>) {
        let is_solidus = c == Some('/') || self.is_reverse_solidus(c);
        match c {
            Some(c) if !is_solidus && (self.is_override() || !matches!(c, '?' | '#')) => {
                // 2. A code point of a segment.
                self.check_url_unit(c);
                percent_encode_code_point(c, PercentEncodeSet::Path, &mut self.buffer);
            }
            _ => {
                // 1.1. "If url is special and c is U+005C (\), invalid-reverse-solidus validation error."
                if self.is_reverse_solidus(c) {
                    self.validation_error(Kind::InvalidReverseSolidus);
                }
                self.segment_end(is_solidus);
                self.query_or_fragment(c);
            }
        }
    }

    /// Runs steps 1.2 to 1.5 of the path state: the buffer is a segment.
    fn segment_end(&mut self, is_solidus: bool) {
        let mut buffer = core::mem::take(&mut self.buffer);
        if is_double_dot(&buffer) {
            self.url.shorten();
            // "This means that for input /usr/.. the result is / and not a lack of a path."
            if !is_solidus {
                self.url.segments().push(String::new());
            }
        } else if is_single_dot(&buffer) {
            if !is_solidus {
                self.url.segments().push(String::new());
            }
        } else {
            // 1.4.1. "This is a (platform-independent) Windows drive letter quirk."
            let is_file = self.url.scheme == "file";
            let path = self.url.segments();
            if is_file && path.is_empty() && is_windows_drive_letter(&buffer) {
                buffer.replace_range(1.., ":");
            }
            path.push(buffer.clone());
        }
        // The next segment uses the memory again.
        buffer.clear();
        self.buffer = buffer;
    }

    pub(super) fn opaque_path(&mut self, c: Option<char>) {
        match c {
            None | Some('?' | '#') => self.query_or_fragment(c),
            Some(' ') => {
                // 3.2. "If remaining starts with U+003F (?) or U+0023 (#), then append "%20" to url's path."
                self.validation_error(Kind::InvalidUrlUnit);
                let is_last = self.remaining().starts_with(['?', '#']);
                if let UrlPath::Opaque(path) = &mut self.url.path {
                    path.push_str(if is_last { "%20" } else { " " });
                }
            }
            Some(c) => {
                self.check_url_unit(c);
                if let UrlPath::Opaque(path) = &mut self.url.path {
                    percent_encode_code_point(c, PercentEncodeSet::C0Control, path);
                }
            }
        }
    }

    pub(super) fn query(&mut self, c: Option<char>) {
        match c {
            Some(c) if c != '#' || self.is_override() => {
                self.check_url_unit(c);
                self.buffer.push(c);
            }
            // 2. "Percent-encode after encoding, with encoding, buffer, and queryPercentEncodeSet, and append
            // the result to url's query."
            _ => {
                let set = match self.url.is_special() {
                    true => PercentEncodeSet::SpecialQuery,
                    false => PercentEncodeSet::Query,
                };
                percent_encode(&self.buffer, set, self.url.query.get_or_insert_default());
                self.buffer.clear();
                self.query_or_fragment(c);
            }
        }
    }

    pub(super) fn fragment(&mut self, c: Option<char>) {
        if let Some(c) = c {
            self.check_url_unit(c);
            let fragment = self.url.fragment.get_or_insert_default();
            percent_encode_code_point(c, PercentEncodeSet::Fragment, fragment);
        }
    }
}
