//! The states of file URLs.

use super::super::error::ValidationErrorKind as Kind;
use super::super::host::Host;
use super::super::record::{
    UrlPath, UrlRecord, is_normalized_windows_drive_letter, is_windows_drive_letter,
};
use super::{Parser, State, StateResult};

impl<'p> Parser<'p> {
    /// The base, if its scheme is "file".
    fn file_base(&self) -> Option<&'p UrlRecord> {
        self.base.filter(|base| base.scheme == "file")
    }

    /// Whether "the code point substring from pointer to the end of input" starts with a Windows drive
    /// letter.
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
                if is_windows_drive_letter(&self.buffer) {
                    // 1.1. "buffer is not reset here and instead used in the path state."
                    (self.report)(
                        Kind::FileInvalidWindowsDriveLetterHost,
                        self.pointer - self.buffer.len(),
                    );
                    self.stay_in(State::Path);
                } else if self.buffer.is_empty() {
                    self.url.host = Some(Host::Empty);
                    self.stay_in(State::PathStart);
                } else {
                    let host = self.parse_host()?;
                    // 1.3.3. "If host is "localhost", then set host to the empty string."
                    let is_local = matches!(&host, Host::Domain(domain) if domain == "localhost");
                    self.url.host = Some(if is_local { Host::Empty } else { host });
                    self.stay_in(State::PathStart);
                }
            }
            Some(c) => self.buffer.push(c),
        }
        Ok(())
    }
}
