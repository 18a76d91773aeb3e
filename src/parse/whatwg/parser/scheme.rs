//! The states before an authority: schemes, and what is relative.

use alloc::string::String;

use super::super::error::ValidationErrorKind as Kind;
use super::super::record::UrlPath;
use super::{Parser, State, StateResult};

impl Parser<'_> {
    pub(super) fn scheme_start(&mut self, c: Option<char>) {
        match c {
            // 1. "If c is an ASCII alpha, append c, lowercased, to buffer, and set state to scheme state."
            Some(c) if c.is_ascii_alphabetic() => {
                self.buffer.push(c.to_ascii_lowercase());
                self.state = State::Scheme;
            }
            // 2. "set state to no scheme state and decrease pointer by 1."
            _ => self.stay_in(State::NoScheme),
        }
    }

    pub(super) fn scheme(&mut self, c: Option<char>) {
        match c {
            // 1. "append c, lowercased, to buffer"
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.buffer.push(c.to_ascii_lowercase());
            }
            // 2. "Otherwise, if c is U+003A (:)"
            Some(':') => self.scheme_end(),
            // 3. "set buffer to the empty string, state to no scheme state, and start over (from the first
            // code point in input)."
            _ => {
                self.buffer.clear();
                self.pointer = 0;
                self.stay_in(State::NoScheme);
            }
        }
    }

    /// Scheme state, step 2.
    fn scheme_end(&mut self) {
        self.url.scheme = core::mem::take(&mut self.buffer);
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

    /// Relative state, steps 5.2 to 5.4, which the file state has too: what follows the path of a base.
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
