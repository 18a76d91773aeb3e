//! What the calls do, on texts and without a pointer.
//!
//! Each takes the lengths of the texts that stand in the room, one after the other, in bytes of UTF-8.

use urispec::error::RelativizeError;
use urispec::{
    BuildError, Host, HostKind, Normalizer, ParseError, Reference, ResolveError, Resolver, Rung,
    Uri, UriRef, compare, relativize,
};

use crate::memory::{Desk, NOWHERE};

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// The call did what it is for.
    Ok = 0,
    /// The first text is not what it should be: the answer says why.
    First = 1,
    /// The second text is not what it should be: the answer says why.
    Second = 2,
    /// Both texts are what they should be, and there is no result: the answer says why.
    None = 3,
    /// The result is the first text, unchanged.
    Same = 4,
    /// The room holds no such texts, which JavaScript never asks for.
    Misused = 5,
}

/// The length of a component that stays as it is, and of one that becomes undefined.
const KEEP: u32 = u32::MAX;
const UNDEFINED: u32 = u32::MAX - 1;

impl Desk {
    /// Parses a reference: the numbers say where its components lie.
    #[inline]
    pub(crate) fn parse(&mut self, length: usize) -> Status {
        let Some(text) = self.room.text(0, length) else { return Status::Misused };
        match UriRef::parse(text) {
            Ok(reference) => {
                self.numbers = numbers(&reference);
                Status::Ok
            }
            Err(_) => self.complain(length),
        }
    }

    /// Says why a text is no reference. Apart, since most texts are.
    #[cold]
    fn complain(&mut self, length: usize) -> Status {
        let room = std::mem::take(&mut self.room);
        let text = room.text(0, length).unwrap_or_default();
        if let Err(error) = UriRef::parse(text) {
            self.say_syntax(&error, text);
        }
        self.room = room;
        Status::First
    }

    /// Whether a text is a reference; and of which kind: 0 is no reference, 1 a relative one, and 2 a URI.
    #[inline]
    pub(crate) fn check(&self, length: usize) -> u32 {
        match self.room.text(0, length).map(UriRef::parse) {
            Some(Ok(reference)) => 1 + u32::from(reference.scheme().is_some()),
            _ => 0,
        }
    }

    /// Resolves the second text, a reference, against the first, a URI.
    pub(crate) fn resolve(&mut self, base: usize, reference: usize, options: u32) -> Status {
        self.with_texts(base, reference, |desk, base_text, text| {
            let base = match Uri::parse(base_text) {
                Ok(base) => base,
                Err(error) => {
                    desk.say_syntax(&error, base_text);
                    return Status::First;
                }
            };
            let reference = match UriRef::parse(text) {
                Ok(reference) => reference,
                Err(error) => {
                    desk.say_syntax(&error, text);
                    return Status::Second;
                }
            };
            if options == 0 {
                let mut answer = std::mem::take(&mut desk.answer);
                let resolved = reference.resolve_into(base, &mut answer).map(|_| ());
                desk.answer = answer;
                return match resolved {
                    Ok(()) => Status::Ok,
                    Err(error) => {
                        desk.say_unresolved(&error);
                        Status::None
                    }
                };
            }
            let resolver =
                Resolver::new().non_strict(options & 1 != 0).guard_path(options & 2 != 0);
            match resolver.target(base, reference) {
                Ok(target) => {
                    desk.answer = target;
                    Status::Ok
                }
                Err(error) => {
                    desk.say_unresolved(&error);
                    Status::None
                }
            }
        })
    }

    /// The reference that leads from the first text to the second, both URIs.
    pub(crate) fn relativize(&mut self, base: usize, target: usize) -> Status {
        self.with_texts(base, target, |desk, base_text, text| {
            let uris = Uri::parse(base_text)
                .map_err(|error| (Status::First, base_text, error))
                .and_then(|base| {
                    let target = Uri::parse(text).map_err(|error| (Status::Second, text, error))?;
                    Ok((base, target))
                });
            match uris.map(|(base, target)| relativize(base, target)) {
                Ok(Ok(reference)) => {
                    desk.answer = reference.into_string();
                    Status::Ok
                }
                Ok(Err(error)) => {
                    desk.say_unrelated(&error);
                    Status::None
                }
                Err((status, text, error)) => {
                    desk.say_syntax(&error, text);
                    status
                }
            }
        })
    }

    /// The normal form of a reference up to a rung.
    pub(crate) fn normalize(&mut self, length: usize, rung: u32) -> Status {
        let Some(&to) = Rung::ALL.get(rung as usize) else { return Status::Misused };
        let Some(text) = self.room.text(0, length) else { return Status::Misused };
        let Ok(reference) = UriRef::parse(text) else { return self.complain(length) };
        let normalized = Normalizer::new().to(to).normalize(reference);
        if normalized.is_unchanged() {
            return Status::Same;
        }
        self.answer.clear();
        self.answer.push_str(normalized.as_str());
        Status::Ok
    }

    /// The rung at which two references meet: its number is the first of the numbers, and there is none with
    /// [`Status::None`].
    pub(crate) fn compare(&mut self, a: usize, b: usize) -> Status {
        self.with_texts(a, b, |desk, a_text, b_text| {
            let a = match UriRef::parse(a_text) {
                Ok(a) => a,
                Err(error) => {
                    desk.say_syntax(&error, a_text);
                    return Status::First;
                }
            };
            let b = match UriRef::parse(b_text) {
                Ok(b) => b,
                Err(error) => {
                    desk.say_syntax(&error, b_text);
                    return Status::Second;
                }
            };
            match compare(a, b).rung() {
                Some(rung) => {
                    desk.numbers[0] = rung as u32;
                    Status::Ok
                }
                None => Status::None,
            }
        })
    }

    /// Builds a reference of the components of a reference and of others, whose lengths are the numbers, in the order
    /// of section 3: scheme, userinfo, host, port, path, query, fragment. The texts of the others stand behind the reference.
    pub(crate) fn build(&mut self, length: usize) -> Status {
        let room = std::mem::take(&mut self.room);
        let status = self.build_in(&room, length).unwrap_or(Status::Misused);
        self.room = room;
        status
    }

    fn build_in(&mut self, room: &crate::memory::Room, length: usize) -> Option<Status> {
        let text = room.text(0, length)?;
        let mut builder = match UriRef::parse(text) {
            Ok(reference) => reference.to_builder(),
            Err(error) => {
                self.say_syntax(&error, text);
                return Some(Status::First);
            }
        };
        let mut start = length;
        for (component, wanted) in self.numbers.into_iter().take(7).enumerate() {
            let text = match wanted {
                KEEP => continue,
                UNDEFINED => None,
                length => {
                    let text = room.text(start, length as usize)?;
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
                self.say_unbuilt(&error);
                Status::None
            }
        })
    }

    /// Makes a reference of any text, by percent-encoding what cannot stand where it stands.
    pub(crate) fn repair(&mut self, length: usize) -> Status {
        let room = std::mem::take(&mut self.room);
        let text = room.text(0, length).unwrap_or_default();
        let status = match UriRef::repair(text) {
            Ok(repaired) if repaired.is_unchanged() => Status::Same,
            Ok(repaired) => {
                self.answer = repaired.into_buf().into_string();
                Status::Ok
            }
            Err(_) => {
                if let Err(error) = UriRef::parse(text) {
                    self.say_syntax(&error, text);
                }
                Status::First
            }
        };
        self.room = room;
        status
    }

    /// Runs a call on two texts that stand in the room, which the call may not write to.
    fn with_texts(
        &mut self,
        first: usize,
        second: usize,
        call: impl FnOnce(&mut Self, &str, &str) -> Status,
    ) -> Status {
        let room = std::mem::take(&mut self.room);
        let status = match (room.text(0, first), room.text(first, second)) {
            (Some(first), Some(second)) => call(self, first, second),
            _ => Status::Misused,
        };
        self.room = room;
        status
    }
}

/// Where the components lie: the ends of scheme, userinfo with its `@`, host, authority, path and query, and the kind
/// of the host, which is 0 where there is no authority.
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

// What is wrong, in the form that JavaScript reads: three texts, and numbers where there is a place.
//
// In: an error of the library. Out: the name of the fault, its sentence and its section, a line each; and byte
// offsets, which JavaScript turns into indices of its own strings. The sentence holds no line break: characters of
// the user's text stand in it as escapes.

impl Desk {
    /// Writes down why a text is no reference: where it leaves the language, and the span to underline.
    pub(crate) fn say_syntax(&mut self, error: &ParseError, text: &str) {
        let id = match error {
            ParseError::Syntax(error) => error.fault().unwrap_or("syntax"),
            ParseError::Relative => "no-scheme",
            _ => "too-long",
        };
        let message = error.to_string();
        // The place is told by numbers. JavaScript counts UTF-16 units and writes its own.
        let sentence = error.offset().map(|offset| match message.strip_prefix("at byte ") {
            Some(rest) => rest.split_once(": ").map_or(rest, |(_, sentence)| sentence).to_owned(),
            None => message.replacen(&format!(" at byte {offset}"), "", 1),
        });
        self.say(id, sentence.as_ref().unwrap_or(&message), "3");
        if let Some(offset) = error.offset() {
            let span = error.span(text);
            self.numbers[..3].copy_from_slice(&[offset as u32, span.start as u32, span.end as u32]);
        }
    }

    /// Writes down why a reference could not be resolved.
    pub(crate) fn say_unresolved(&mut self, error: &ResolveError) {
        let id = match error {
            ResolveError::BaseWithoutScheme => "no-scheme",
            ResolveError::Misread(_) => "misread",
            _ => "unresolved",
        };
        self.say(id, &error.to_string(), "5.2");
    }

    /// Writes down why no reference leads to a target.
    pub(crate) fn say_unrelated(&mut self, error: &RelativizeError) {
        match error {
            RelativizeError::Unresolvable(error) => self.say_unresolved(error),
            error => self.say("dot-segments", &error.to_string(), "5.2.4"),
        }
    }

    /// Writes down why components make no reference. The place, if there is one, is in the component.
    pub(crate) fn say_unbuilt(&mut self, error: &BuildError) {
        let id = match error {
            BuildError::Component(error) => error.component(),
            BuildError::NoHost => "no-host",
            BuildError::PathRunsOn => "path-runs-on",
            BuildError::PathReadsAsAuthority => "path-reads-as-authority",
            BuildError::PathReadsAsScheme => "path-reads-as-scheme",
            _ => "too-long",
        };
        self.say(id, &error.to_string(), "3");
    }

    /// Writes the three lines. A message that ends with its section, in brackets, is divided there.
    fn say(&mut self, id: &str, message: &str, section: &str) {
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
