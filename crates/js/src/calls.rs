//! The implementation of the exported functions. It works on texts, not on pointers.
//!
//! Each function takes the lengths of its texts in UTF-8 bytes. The texts follow one another in the input buffer.

use urispec::error::RelativizeError;
use urispec::{
    BuildError, Host, HostKind, Normalizer, ParseError, Reference, ResolveError, Resolver, Rung,
    Uri, UriRef, compare, relativize,
};

use crate::memory::{Instance, NOWHERE};

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// The first text is invalid: the answer explains the error.
    First = 1,
    /// The second text is invalid: the answer explains the error.
    Second = 2,
    /// Both texts are valid, but have no result: the answer explains the error.
    None = 3,
    /// The result is the first text, unchanged.
    Same = 4,
    /// The input buffer does not contain texts of these lengths. The JavaScript side never causes this.
    Misused = 5,
}

/// A value in place of the length of a component: `KEEP` keeps the component unchanged, and [`UNDEFINED`] removes it.
const KEEP: u32 = u32::MAX;
const UNDEFINED: u32 = u32::MAX - 1;

impl Instance {
    /// Parses a reference, and stores the positions of its components in `numbers`.
    #[inline]
    pub(crate) fn parse(&mut self, length: usize) -> Status {
        let Some(text) = self.input.text(0, length) else { return Status::Misused };
        match UriRef::parse(text) {
            Ok(reference) => {
                self.numbers = numbers(&reference);
                Status::Ok
            }
            Err(_) => self.write_invalid(length),
        }
    }

    /// Explains why a text is not a reference. This function is separate, since most texts are valid.
    #[cold]
    fn write_invalid(&mut self, length: usize) -> Status {
        let input = std::mem::take(&mut self.input);
        let text = input.text(0, length).unwrap_or_default();
        if let Err(error) = UriRef::parse(text) {
            self.write_parse_error(&error, text);
        }
        self.input = input;
        Status::First
    }

    /// Returns the kind of a text: 0 if it is not a reference, 1 for a relative reference, and 2 for a URI.
    #[inline]
    pub(crate) fn check(&self, length: usize) -> u32 {
        match self.input.text(0, length).map(UriRef::parse) {
            Some(Ok(reference)) => 1 + u32::from(reference.scheme().is_some()),
            _ => 0,
        }
    }

    /// Resolves the second text, a reference, against the first text, a URI. Bit 0 of `options` selects non-strict
    /// resolution, and bit 1 guards the path.
    pub(crate) fn resolve(&mut self, base: usize, reference: usize, options: u32) -> Status {
        self.with_texts(base, reference, |instance, base_text, text| {
            let base = match Uri::parse(base_text) {
                Ok(base) => base,
                Err(error) => {
                    instance.write_parse_error(&error, base_text);
                    return Status::First;
                }
            };
            let reference = match UriRef::parse(text) {
                Ok(reference) => reference,
                Err(error) => {
                    instance.write_parse_error(&error, text);
                    return Status::Second;
                }
            };
            if options == 0 {
                let mut answer = std::mem::take(&mut instance.answer);
                let resolved = reference.resolve_into(base, &mut answer).map(|_| ());
                instance.answer = answer;
                return match resolved {
                    Ok(()) => Status::Ok,
                    Err(error) => {
                        instance.write_resolve_error(&error);
                        Status::None
                    }
                };
            }
            let resolver =
                Resolver::new().non_strict(options & 1 != 0).guard_path(options & 2 != 0);
            match resolver.target(base, reference) {
                Ok(target) => {
                    instance.answer = target;
                    Status::Ok
                }
                Err(error) => {
                    instance.write_resolve_error(&error);
                    Status::None
                }
            }
        })
    }

    /// Finds the reference that gives the second text when it is resolved against the first. Both texts are URIs.
    pub(crate) fn relativize(&mut self, base: usize, target: usize) -> Status {
        self.with_texts(base, target, |instance, base_text, text| {
            let uris = Uri::parse(base_text)
                .map_err(|error| (Status::First, base_text, error))
                .and_then(|base| {
                    let target = Uri::parse(text).map_err(|error| (Status::Second, text, error))?;
                    Ok((base, target))
                });
            match uris.map(|(base, target)| relativize(base, target)) {
                Ok(Ok(reference)) => {
                    instance.answer = reference.into_string();
                    Status::Ok
                }
                Ok(Err(error)) => {
                    instance.write_relativize_error(&error);
                    Status::None
                }
                Err((status, text, error)) => {
                    instance.write_parse_error(&error, text);
                    status
                }
            }
        })
    }

    /// Normalizes a reference up to a rung.
    pub(crate) fn normalize(&mut self, length: usize, rung: u32) -> Status {
        let Some(&to) = Rung::ALL.get(rung as usize) else { return Status::Misused };
        let Some(text) = self.input.text(0, length) else { return Status::Misused };
        let Ok(reference) = UriRef::parse(text) else { return self.write_invalid(length) };
        let normalized = Normalizer::new().to(to).normalize(reference);
        if normalized.is_unchanged() {
            return Status::Same;
        }
        self.answer.clear();
        self.answer.push_str(normalized.as_str());
        Status::Ok
    }

    /// Finds the lowest rung at which two references are equivalent. Stores the index of this rung as the first number;
    /// [`Status::None`] means that no rung makes them equivalent.
    pub(crate) fn compare(&mut self, a: usize, b: usize) -> Status {
        self.with_texts(a, b, |instance, a_text, b_text| {
            let a = match UriRef::parse(a_text) {
                Ok(a) => a,
                Err(error) => {
                    instance.write_parse_error(&error, a_text);
                    return Status::First;
                }
            };
            let b = match UriRef::parse(b_text) {
                Ok(b) => b,
                Err(error) => {
                    instance.write_parse_error(&error, b_text);
                    return Status::Second;
                }
            };
            match compare(a, b).rung() {
                Some(rung) => {
                    instance.numbers[0] = rung as u32;
                    Status::Ok
                }
                None => Status::None,
            }
        })
    }

    /// Replaces components of a reference. The numbers are the lengths of the new components, in the order scheme,
    /// userinfo, host, port, path, query, fragment. Their texts follow the reference in the input buffer.
    pub(crate) fn build(&mut self, length: usize) -> Status {
        let input = std::mem::take(&mut self.input);
        let status = self.build_in(&input, length).unwrap_or(Status::Misused);
        self.input = input;
        status
    }

    fn build_in(&mut self, input: &crate::memory::InputBuffer, length: usize) -> Option<Status> {
        let text = input.text(0, length)?;
        let mut builder = match UriRef::parse(text) {
            Ok(reference) => reference.to_builder(),
            Err(error) => {
                self.write_parse_error(&error, text);
                return Some(Status::First);
            }
        };
        let mut start = length;
        for (component, wanted) in self.numbers.into_iter().take(7).enumerate() {
            let text = match wanted {
                KEEP => continue,
                UNDEFINED => None,
                length => {
                    let text = input.text(start, length as usize)?;
                    start += length as usize;
                    Some(text)
                }
            };
            builder = match (component, text) {
                (0, Some(text)) => builder.scheme(text),
                (0, None) => builder.without_scheme(),
                (1, Some(text)) => builder.userinfo(text),
                (1, None) => builder.without_userinfo(),
                (2, Some(text)) => builder.host(text),
                (2, None) => builder.without_authority(),
                (3, Some(text)) => builder.port_text(text),
                (3, None) => builder.without_port(),
                (4, text) => builder.path(text.unwrap_or_default()),
                (5, text) => builder.maybe_query(text),
                (_, text) => builder.maybe_fragment(text),
            };
        }
        Some(match builder.build() {
            Ok(reference) => {
                self.answer = reference.into_string();
                Status::Ok
            }
            Err(error) => {
                self.write_build_error(&error);
                Status::None
            }
        })
    }

    /// Converts any text to a reference by percent-encoding characters that are not allowed in their position.
    pub(crate) fn repair(&mut self, length: usize) -> Status {
        let input = std::mem::take(&mut self.input);
        let text = input.text(0, length).unwrap_or_default();
        let status = match UriRef::repair(text) {
            Ok(repaired) if repaired.is_unchanged() => Status::Same,
            Ok(repaired) => {
                self.answer = repaired.into_buf().into_string();
                Status::Ok
            }
            Err(_) => {
                if let Err(error) = UriRef::parse(text) {
                    self.write_parse_error(&error, text);
                }
                Status::First
            }
        };
        self.input = input;
        status
    }

    /// Runs a call on two texts of the input buffer. The call cannot write to this buffer.
    fn with_texts(
        &mut self,
        first: usize,
        second: usize,
        call: impl FnOnce(&mut Self, &str, &str) -> Status,
    ) -> Status {
        let input = std::mem::take(&mut self.input);
        let status = match (input.text(0, first), input.text(first, second)) {
            (Some(first), Some(second)) => call(self, first, second),
            _ => Status::Misused,
        };
        self.input = input;
        status
    }
}

/// Returns the positions of the components: the ends of scheme, userinfo with its `@`, host, authority, path and query;
/// and the kind of the host, which is 0 without an authority.
#[inline]
fn numbers(reference: &Reference<'_>) -> [u32; 8] {
    let start = reference.as_str().as_ptr().addr();
    let begin = |part: &str| (part.as_ptr().addr() - start) as u32;
    let end = |part: &str| begin(part) + part.len() as u32;
    let path = reference.path();
    let (path_start, path_end) = (begin(path), end(path));
    let scheme_end = reference.scheme().map_or(0, end);
    let query_end = reference.query().map_or(path_end, end);
    let host = reference.host();
    let (host_start, host_end, kind) = match &host {
        Some(host) => (begin(host.as_str()), end(host.as_str()), kind(host)),
        None => (path_start, path_start, 0),
    };
    [scheme_end, host_start, host_end, path_start, path_end, query_end, kind, 0]
}

fn kind(host: &Host<'_>) -> u32 {
    match host.kind() {
        HostKind::Ipv4Address => 2,
        HostKind::Ipv6Address => 3,
        HostKind::IpvFuture => 4,
        _ => 1,
    }
}

// Errors, in the form that JavaScript reads: three lines with the id, the message and the section, and numbers for the
// position.
//
// The numbers are byte offsets, which JavaScript converts to indexes of its strings. The message contains no line
// break: characters of the user's text are escaped in it.

impl Instance {
    /// Writes the error of a text that is not a reference: its offset, and the span to underline.
    pub(crate) fn write_parse_error(&mut self, error: &ParseError, text: &str) {
        let id = match error {
            ParseError::Syntax(error) => error.fault().unwrap_or("syntax"),
            ParseError::Relative => "no-scheme",
            _ => "too-long",
        };
        let message = error.to_string();
        // The numbers give the position. JavaScript counts UTF-16 units and writes its own index.
        let sentence = error.offset().map(|offset| match message.strip_prefix("at byte ") {
            Some(rest) => rest.split_once(": ").map_or(rest, |(_, sentence)| sentence).to_owned(),
            None => message.replacen(&format!(" at byte {offset}"), "", 1),
        });
        self.write_error(id, sentence.as_ref().unwrap_or(&message), "3");
        if let Some(offset) = error.offset() {
            let span = error.span(text);
            self.numbers[..3].copy_from_slice(&[offset as u32, span.start as u32, span.end as u32]);
        }
    }

    /// Writes the error of a reference that cannot be resolved.
    pub(crate) fn write_resolve_error(&mut self, error: &ResolveError) {
        let id = match error {
            ResolveError::BaseWithoutScheme => "no-scheme",
            ResolveError::Misread(_) => "misread",
            _ => "unresolved",
        };
        self.write_error(id, &error.to_string(), "5.2");
    }

    /// Writes the error of a target that no reference resolves to.
    pub(crate) fn write_relativize_error(&mut self, error: &RelativizeError) {
        match error {
            RelativizeError::Unresolvable(error) => self.write_resolve_error(error),
            error => self.write_error("dot-segments", &error.to_string(), "5.2.4"),
        }
    }

    /// Writes the error of components that do not form a reference. The position, if any, is an offset in the
    /// component.
    pub(crate) fn write_build_error(&mut self, error: &BuildError) {
        let id = match error {
            BuildError::Component(error) => error.component(),
            BuildError::NoHost => "no-host",
            BuildError::PathRunsOn => "path-runs-on",
            BuildError::PathReadsAsAuthority => "path-reads-as-authority",
            BuildError::PathReadsAsScheme => "path-reads-as-scheme",
            _ => "too-long",
        };
        self.write_error(id, &error.to_string(), "3");
    }

    /// Writes the lines of an error: id, message and section. A message that ends with its section in parentheses is
    /// split there.
    fn write_error(&mut self, id: &str, message: &str, section: &str) {
        let divided = message.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        let cited = |section: &&str| {
            section
                .trim_start_matches("RFC 3986, ")
                .starts_with(|c: char| c.is_ascii_alphanumeric())
        };
        let (sentence, section) =
            divided.filter(|(_, last)| cited(last)).unwrap_or((message, section));
        let section = section.trim_start_matches("RFC 3986, ");
        self.answer.clear();
        for line in [id, "\n", sentence, "\n", section] {
            self.answer.push_str(line);
        }
        self.numbers[0] = NOWHERE;
    }
}
