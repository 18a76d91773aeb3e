//! What attacks look like, in any string.
//!
//! In: a string, valid or not, since most attacks are no valid reference. Out: [`Finding`]s, at most one
//! for each lint of [`Pack::Security`](super::Pack::Security), each with its places, and in its message
//! which readers take the string for what. Two readers are asked: RFC 3986 by Appendix B, and the URL
//! Standard, which browsers follow. What other readers are known to do is said where a lint is about
//! them: `inet_aton()`, those that decode early or twice, and those that map by NFKC. Nothing is looked
//! up in a network.
//!
//! A finding has no mended string: whether a string is meant so is for its reader to judge, and not to
//! be repaired. A string without findings is not safe for that; a name may lead to any address.
//!
//! The URL Standard maps hosts, and reads addresses of IPv4 in them, only under its special schemes; the
//! host of any other scheme is opaque to it. A sentence about the host of `redis://` says so.
//!
//! The surprising case: `http://①②⑦.0.0.1/` is the own machine, since the URL Standard maps the digits
//! by NFKC before it looks for an address.
//!
//! ```
//! use urispec::lint::security;
//! let found = security::look(r"http://evil.example\@good.example/");
//! let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
//! assert_eq!(ids, ["host-before-at", "at-after-end", "backslash"]);
//! assert_eq!(
//!     found[2].message(),
//!     "\"\\\" is read as \"/\" by some: the URL Standard finds the host evil.example, \
//!      and RFC 3986, Appendix B, finds the host good.example",
//! );
//! assert_eq!(found[2].citations()[0].to_string(), "URL Standard, URL parsing");
//! ```

use std::borrow::Cow;
use std::ops::Range;

use super::{Citation, Finding, Lint};

mod address;
mod characters;
mod converted;
mod decoded;
mod division;
mod escapes;
mod inner;
mod names;
mod networks;
mod overflow;
mod ports;
mod readers;
mod revealed;
mod schemes;
mod scripts;
mod spelling;
mod table;
mod userinfo;

pub(super) use table::LINTS;

use super::subject::Excerpt;
use division::Division;
use readers::{Read, Readers};

/// Finds what attacks look like, in any string. The findings come in the order of the pack's lints.
///
/// The time is linear in the length of the string.
#[must_use]
pub fn look(text: &str) -> Vec<Finding> {
    let subject = Subject::of(text);
    let mut found = shallow(&subject);
    inner::look(&subject, &mut found);
    found.sorted()
}

/// Finds what there is in a string but for the URLs within it.
fn look_shallow(text: &str) -> Vec<Finding> {
    shallow(&Subject::of(text)).sorted()
}

fn shallow(subject: &Subject<'_>) -> Found {
    let mut found = Found::default();
    address::look(subject, &mut found);
    overflow::look(subject, &mut found);
    names::look(subject, &mut found);
    userinfo::look(subject, &mut found);
    converted::look(subject, &mut found);
    characters::look(subject, &mut found);
    scripts::look(subject, &mut found);
    escapes::look(subject, &mut found);
    schemes::look(subject, &mut found);
    ports::look(subject, &mut found);
    revealed::look(subject, &mut found);
    found
}

/// A string, and what the two readers make of it.
struct Subject<'i> {
    text: &'i str,
    letter: Division<'i>,
    browser: Division<'i>,
    readers: Readers,
    scheme: Option<String>,
}

impl<'i> Subject<'i> {
    fn of(text: &'i str) -> Self {
        let letter = Division::by_appendix_b(text);
        let browser = Division::by_url_standard(text);
        let readers = Readers::of(text, &letter, &browser);
        let scheme = browser.scheme.map(|scheme| division::clean(scheme.text));
        Self { text, letter, browser, readers, scheme }
    }

    /// The authorities that the readers find, each once: that of RFC 3986 first.
    fn authorities(&self) -> impl Iterator<Item = division::Authority<'i>> {
        let letter = self.letter.authority;
        let is_other = |one: &division::Authority<'i>| {
            letter.is_none_or(|letter| letter.whole.span() != one.whole.span())
        };
        letter.into_iter().chain(self.browser.authority.filter(is_other))
    }

    /// The hosts that the readers find, each once, but for those that are empty.
    fn hosts(&self) -> impl Iterator<Item = Excerpt<'i>> {
        let letter = self.letter.authority.map(|authority| authority.host);
        let browser = self.browser.authority.map(|authority| authority.host);
        let is_other = |one: &Excerpt<'i>| letter.is_none_or(|letter| letter.span() != one.span());
        let all = letter.into_iter().chain(browser.filter(is_other));
        all.filter(|host| !host.text.is_empty())
    }

    /// What the URL Standard does with the host that a span is in.
    fn standard(&self, span: &Range<usize>) -> Standard {
        let host = self.browser.authority.map_or(0..0, |authority| authority.host.span());
        match self.scheme() {
            _ if span.start < host.start || host.end < span.end => Standard::Other,
            Some(scheme) if scheme != "file" && !division::is_special(scheme) => Standard::Opaque,
            _ => Standard::Domain,
        }
    }

    /// Whether the URL Standard rejects the whole string.
    fn is_rejected(&self) -> bool {
        self.readers.browser == Read::Rejects
    }

    /// The scheme as the URL Standard takes it.
    fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }
}

/// What the URL Standard does with a part of a string that some reader takes for a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standard {
    /// It decodes and maps the host, and looks for an address ("host parsing").
    Domain,
    /// It escapes what is beyond ASCII, and looks for an address in brackets: the scheme is not special.
    Opaque,
    /// It finds no host there.
    Other,
}

/// The findings so far.
#[derive(Default)]
struct Found {
    all: Vec<Finding>,
}

impl Found {
    /// Adds a finding, if there is a span, with what the lint cites.
    fn add(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.cite(lint, spans, message, lint.citations());
    }

    /// Adds a finding, if there is a span. If there is one of the lint, it gets the spans.
    fn cite(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl Into<Cow<'static, str>>,
        citations: &[Citation],
    ) {
        let spans: Vec<_> = spans.into_iter().collect();
        if spans.is_empty() {
            return;
        }
        if let Some(finding) = self.all.iter_mut().find(|finding| finding.lint == lint) {
            finding.spans.extend(spans);
            return;
        }
        let (citations, message) = (citations.to_vec(), message.into());
        self.all.push(Finding { lint, spans, citations, message, mended: None });
    }

    fn sorted(mut self) -> Vec<Finding> {
        let place = |lint: &Lint| LINTS.iter().position(|other| *other == lint);
        self.all.sort_by_key(|finding| place(finding.lint));
        for finding in &mut self.all {
            finding.spans.sort_by_key(|span| (span.start, span.end));
            finding.spans.dedup();
        }
        self.all
    }
}
