//! The states of paths, queries and fragments.

use alloc::string::String;

use super::super::code_points::{PercentEncodeSet, percent_encode, percent_encode_code_point};
use super::super::error::ValidationErrorKind as Kind;
use super::super::record::{UrlPath, is_double_dot, is_single_dot, is_windows_drive_letter};
use super::{Parser, State};

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
            Some('?' | '#') => self.query_or_fragment(c),
            Some('/') => self.state = State::Path,
            Some(_) => self.stay_in(State::Path),
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
            Some(c) if !is_solidus && !matches!(c, '?' | '#') => {
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

    /// Path state, steps 1.2 to 1.5: the buffer is a segment.
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
            path.push(buffer);
        }
    }

    pub(super) fn opaque_path(&mut self, c: Option<char>) {
        let encoded = match c {
            None | Some('?' | '#') => return self.query_or_fragment(c),
            Some(' ') => {
                // 3.2. "If remaining starts with U+003F (?) or U+0023 (#), then append "%20" to url's path."
                self.validation_error(Kind::InvalidUrlUnit);
                let is_last = self.remaining().starts_with(['?', '#']);
                String::from(if is_last { "%20" } else { " " })
            }
            Some(c) => {
                self.check_url_unit(c);
                let mut encoded = String::new();
                percent_encode_code_point(c, PercentEncodeSet::C0Control, &mut encoded);
                encoded
            }
        };
        if let UrlPath::Opaque(path) = &mut self.url.path {
            path.push_str(&encoded);
        }
    }

    pub(super) fn query(&mut self, c: Option<char>) {
        match c {
            // 2. "Percent-encode after encoding, with encoding, buffer, and queryPercentEncodeSet, and append
            // the result to url's query."
            None | Some('#') => {
                let set = match self.url.is_special() {
                    true => PercentEncodeSet::SpecialQuery,
                    false => PercentEncodeSet::Query,
                };
                let buffer = core::mem::take(&mut self.buffer);
                percent_encode(&buffer, set, self.url.query.get_or_insert_default());
                self.query_or_fragment(c);
            }
            Some(c) => {
                self.check_url_unit(c);
                self.buffer.push(c);
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
