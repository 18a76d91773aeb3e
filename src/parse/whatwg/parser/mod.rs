//! The basic URL parser (URL Standard, section URL parsing): a state machine over the code points of the input.
//!
//! Each state is a method with the name and the steps of the Standard, in the file `states`. The
//! parser may go back: at the end of an authority it reads the host again, after the last `@`.
//!
//! The state machine is the specification of this module: it reports each validation error and each
//! state, and serves the setters. The fast path must return what it returns.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use memchr::memchr3_iter;

use super::code_points::{is_c0_control_or_space, is_tab_or_newline, is_url_code_point};
use super::error::{ValidationError, ValidationErrorKind};
use super::record::{UrlPath, UrlRecord};
use super::setters::SetterError;
use crate::parts::percent::Keep;

mod states;

/// A state of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum State {
    /// scheme start state
    SchemeStart,
    /// scheme state
    Scheme,
    /// no scheme state
    NoScheme,
    /// special relative or authority state
    SpecialRelativeOrAuthority,
    /// path or authority state
    PathOrAuthority,
    /// relative state
    Relative,
    /// relative slash state
    RelativeSlash,
    /// special authority slashes state
    SpecialAuthoritySlashes,
    /// special authority ignore slashes state
    SpecialAuthorityIgnoreSlashes,
    /// authority state
    Authority,
    /// host state
    Host,
    /// hostname state, which differs from the host state only as a state override
    Hostname,
    /// port state
    Port,
    /// file state
    File,
    /// file slash state
    FileSlash,
    /// file host state
    FileHost,
    /// path start state
    PathStart,
    /// path state
    Path,
    /// opaque path state
    OpaquePath,
    /// query state
    Query,
    /// fragment state
    Fragment,
}

impl State {
    /// Returns the name that the Standard gives the state, such as `scheme start state`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SchemeStart => "scheme start state",
            Self::Scheme => "scheme state",
            Self::NoScheme => "no scheme state",
            Self::SpecialRelativeOrAuthority => "special relative or authority state",
            Self::PathOrAuthority => "path or authority state",
            Self::Relative => "relative state",
            Self::RelativeSlash => "relative slash state",
            Self::SpecialAuthoritySlashes => "special authority slashes state",
            Self::SpecialAuthorityIgnoreSlashes => "special authority ignore slashes state",
            Self::Authority => "authority state",
            Self::Host => "host state",
            Self::Hostname => "hostname state",
            Self::Port => "port state",
            Self::File => "file state",
            Self::FileSlash => "file slash state",
            Self::FileHost => "file host state",
            Self::PathStart => "path start state",
            Self::Path => "path state",
            Self::OpaquePath => "opaque path state",
            Self::Query => "query state",
            Self::Fragment => "fragment state",
        }
    }
}

/// The reason why the state machine stops before the end of the input.
enum Stop {
    /// "return failure". Without a state override, the last reported validation error is its reason.
    Failure,
    /// "return", with a state override, after the part is set.
    Done,
    /// "return", with a state override, without setting the part.
    Ignored,
}

/// The result of running a state: `Ok` to continue.
type StateResult = Result<(), Stop>;

/// The variables of the algorithm, with the names of the Standard.
struct Parser<'p> {
    /// The input without tabs and newlines.
    input: Cow<'p, str>,
    base: Option<&'p UrlRecord>,
    url: UrlRecord,
    state: State,
    state_override: Option<State>,
    buffer: String,
    at_sign_seen: bool,
    inside_brackets: bool,
    password_token_seen: bool,
    /// The byte offset of the current code point in the input; the length of the input at the EOF code point.
    pointer: usize,
    /// Whether the steps included "decrease pointer by 1", so that the next run reads the same code point.
    stays: bool,
    /// The receiver of validation errors, each with an offset in the input.
    report: &'p mut dyn FnMut(ValidationErrorKind, usize),
}

impl UrlRecord {
    /// Runs the basic URL parser without a state override. Passes each validation error to `report`. Passes each state
    /// that it enters, with the remaining input, to `enter`.
    pub(super) fn parse(
        input: &str,
        base: Option<&Self>,
        report: &mut dyn FnMut(ValidationError),
        enter: &mut dyn FnMut(State, &str),
    ) -> Result<Self, ValidationError> {
        let mut last = None;
        let mut report = |kind, offset| {
            let error = ValidationError { kind, offset };
            last = Some(error);
            report(error);
        };
        // 1.2. and 1.3. "Remove any leading and trailing C0 control or space from input."
        let without_leading = input.trim_start_matches(is_c0_control_or_space);
        let trimmed = without_leading.trim_end_matches(is_c0_control_or_space);
        let leading = input.len() - without_leading.len();
        if trimmed.len() < input.len() {
            let first = if leading > 0 { 0 } else { trimmed.len() };
            report(ValidationErrorKind::InvalidUrlUnit, first);
        }
        let mut url = Self::default();
        let report_in_trimmed = &mut |kind, offset| report(kind, leading + offset);
        match (url.run(trimmed, base, None, report_in_trimmed, enter), last) {
            (Ok(()), _) => Ok(url),
            (Err(_), Some(error)) => Err(error),
            // The parser fails only after it has reported the reason.
            (Err(_), None) => {
                debug_assert!(false, "failure without a validation error");
                Err(ValidationError { kind: ValidationErrorKind::InvalidUrlUnit, offset: 0 })
            }
        }
    }

    /// Runs the basic URL parser with this record as "url", and a state override.
    pub(super) fn override_state(&mut self, input: &str, state: State) -> Result<(), SetterError> {
        let mut last = None;
        let report = &mut |kind, _| last = Some(kind);
        match self.run(input, None, Some(state), report, &mut |_, _| {}) {
            Ok(()) | Err(Stop::Done) => Ok(()),
            Err(Stop::Failure) => Err(SetterError { kind: last }),
            Err(Stop::Ignored) => Err(SetterError { kind: None }),
        }
    }

    /// Runs steps 2 to 9 of the basic URL parser.
    fn run(
        &mut self,
        input: &str,
        base: Option<&Self>,
        state_override: Option<State>,
        report: &mut dyn FnMut(ValidationErrorKind, usize),
        enter: &mut dyn FnMut(State, &str),
    ) -> StateResult {
        // 2. and 3. "Remove all ASCII tab or newline from input."
        let removed: Vec<usize> = memchr3_iter(b'\t', b'\n', b'\r', input.as_bytes()).collect();
        let input = match removed.first() {
            Some(first) => {
                report(ValidationErrorKind::InvalidUrlUnit, *first);
                Cow::Owned(input.replace(is_tab_or_newline, ""))
            }
            None => Cow::Borrowed(input),
        };
        // Each byte removed before a code point has moved the code point by one byte.
        let offset = |pointer: usize| {
            let (mut low, mut high) = (0, removed.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                if removed[middle] - middle <= pointer { low = middle + 1 } else { high = middle }
            }
            pointer + low
        };
        let mut parser = Parser {
            input,
            base,
            url: core::mem::take(self),
            state: state_override.unwrap_or(State::SchemeStart),
            state_override,
            buffer: String::with_capacity(64),
            at_sign_seen: false,
            inside_brackets: false,
            password_token_seen: false,
            pointer: 0,
            stays: false,
            report: &mut |kind, pointer| report(kind, offset(pointer)),
        };
        let ran = parser.run(enter);
        *self = parser.url;
        ran
    }
}

impl Parser<'_> {
    /// Step 9: "Keep running the following state machine by switching on state."
    fn run(&mut self, enter: &mut dyn FnMut(State, &str)) -> StateResult {
        let mut entered = None;
        loop {
            if entered.replace(self.state) != Some(self.state) {
                enter(self.state, &self.input[self.pointer..]);
            }
            self.append_common();
            let c = self.c();
            self.stays = false;
            let before = self.pointer;
            match self.state {
                State::SchemeStart => self.scheme_start(c)?,
                State::Scheme => self.scheme(c)?,
                State::NoScheme => self.no_scheme(c)?,
                State::SpecialRelativeOrAuthority => self.special_relative_or_authority(c),
                State::PathOrAuthority => self.path_or_authority(c),
                State::Relative => self.relative(c),
                State::RelativeSlash => self.relative_slash(c),
                State::SpecialAuthoritySlashes => self.special_authority_slashes(c),
                State::SpecialAuthorityIgnoreSlashes => self.special_authority_ignore_slashes(c),
                State::Authority => self.authority(c)?,
                State::Host | State::Hostname => self.host(c)?,
                State::Port => self.port(c)?,
                State::File => self.file(c),
                State::FileSlash => self.file_slash(c),
                State::FileHost => self.file_host(c)?,
                State::PathStart => self.path_start(c),
                State::Path => self.path(c),
                State::OpaquePath => self.opaque_path(c),
                State::Query => self.query(c),
                State::Fragment => self.fragment(c),
            }
            // "If after a run pointer points to the EOF code point, go to the next step. Otherwise,
            // increase pointer by 1 and continue with the state machine."
            match c {
                _ if self.stays => {}
                None => return Ok(()),
                Some(c) => {
                    debug_assert!(
                        self.pointer >= before,
                        "a state that moves the pointer back also sets `stays`"
                    );
                    self.pointer += c.len_utf8();
                }
            }
        }
    }

    /// Runs a state that appends common code points, for as many as there are at the pointer, at once.
    ///
    /// The `unreserved` and `sub-delims` of RFC 3986 are URL code points, no percent-encode set contains any of them, and
    /// in these states none of them means anything.
    fn append_common(&mut self) {
        if self.is_override() {
            return;
        }
        let appended_to = match self.state {
            State::Authority | State::Host | State::FileHost | State::Path | State::Query => {
                &mut self.buffer
            }
            State::OpaquePath => match &mut self.url.path {
                UrlPath::Opaque(path) => path,
                UrlPath::List(_) => return,
            },
            State::Fragment => self.url.fragment.get_or_insert_default(),
            _ => return,
        };
        let rest = &self.input[self.pointer..];
        let end = rest.bytes().position(|byte| !Keep::RegName.keeps(byte)).unwrap_or(rest.len());
        appended_to.push_str(&rest[..end]);
        self.pointer += end;
    }

    /// Returns the code point at the pointer. Returns `None` at the EOF code point.
    fn c(&self) -> Option<char> {
        self.input[self.pointer..].chars().next()
    }

    /// Returns the text after the code point at the pointer.
    fn remaining(&self) -> &str {
        let mut rest = self.input[self.pointer..].chars();
        rest.next();
        rest.as_str()
    }

    /// "Set state to … and decrease pointer by 1."
    fn stay_in(&mut self, state: State) {
        self.state = state;
        self.stays = true;
    }

    /// Reports a validation error at the pointer.
    fn validation_error(&mut self, kind: ValidationErrorKind) {
        (self.report)(kind, self.pointer);
    }

    /// Reports a validation error at the pointer, and fails.
    fn failure(&mut self, kind: ValidationErrorKind) -> Stop {
        self.validation_error(kind);
        Stop::Failure
    }

    /// "state override is given".
    fn is_override(&self) -> bool {
        self.state_override.is_some()
    }

    /// "c is the EOF code point, U+002F (/), U+003F (?), or U+0023 (#)", or "url is special and c is
    /// U+005C (\\)".
    fn ends_authority(&self, c: Option<char>) -> bool {
        matches!(c, None | Some('/' | '?' | '#')) || self.is_reverse_solidus(c)
    }

    /// "url is special and c is U+005C (\\)".
    fn is_reverse_solidus(&self, c: Option<char>) -> bool {
        c == Some('\\') && self.url.is_special()
    }

    /// "If c is not a URL code point and not U+0025 (%), invalid-URL-unit validation error. If c is U+0025
    /// (%) and remaining does not start with two ASCII hex digits, invalid-URL-unit validation error."
    fn check_url_unit(&mut self, c: char) {
        let has_digits = || {
            let rest = self.remaining().as_bytes();
            matches!(rest, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
        };
        let is_unit = if c == '%' { has_digits() } else { is_url_code_point(c) };
        if !is_unit {
            self.validation_error(ValidationErrorKind::InvalidUrlUnit);
        }
    }
}
