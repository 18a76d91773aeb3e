//! A string, and what two readers make of it: RFC 3986 by Appendix B, and the URL Standard.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::division;
use super::division::{Division, ReaderView, Readers};
use super::selection::LINTS;
use crate::subject::Excerpt;
use crate::{Citation, Finding, Lint};

/// A string, and what the two readers make of it.
pub(super) struct TwoReadings<'i> {
    pub(super) text: &'i str,
    pub(super) letter: Division<'i>,
    pub(super) browser: Division<'i>,
    /// What the readers find, once somebody asks: a whole parser is run for that.
    readers: OnceCell<Readers>,
    scheme: Option<String>,
}

impl<'i> TwoReadings<'i> {
    pub(super) fn of(text: &'i str) -> Self {
        let letter = Division::by_appendix_b(text);
        let browser = Division::by_url_standard(text);
        let scheme = browser.scheme.map(|scheme| division::clean(scheme.text));
        Self { text, letter, browser, readers: OnceCell::new(), scheme }
    }

    /// Which host each reader finds.
    pub(super) fn readers(&self) -> &Readers {
        self.readers.get_or_init(|| Readers::of(self.text, &self.letter, &self.browser))
    }

    /// The authorities that the readers find, each once: that of RFC 3986 first.
    pub(super) fn authorities(&self) -> impl Iterator<Item = division::Authority<'i>> {
        let letter = self.letter.authority;
        let is_other = |one: &division::Authority<'i>| {
            letter.is_none_or(|letter| letter.whole.span() != one.whole.span())
        };
        letter.into_iter().chain(self.browser.authority.filter(is_other))
    }

    /// The hosts that the readers find, each once, but for those that are empty.
    pub(super) fn hosts(&self) -> impl Iterator<Item = Excerpt<'i>> {
        let letter = self.letter.authority.map(|authority| authority.host);
        let browser = self.browser.authority.map(|authority| authority.host);
        let is_other = |one: &Excerpt<'i>| letter.is_none_or(|letter| letter.span() != one.span());
        let all = letter.into_iter().chain(browser.filter(is_other));
        all.filter(|host| !host.text.is_empty())
    }

    /// What the URL Standard does with the host that a span is in.
    pub(super) fn standard(&self, span: &Range<usize>) -> Standard {
        let host = self.browser.authority.map_or(0..0, |authority| authority.host.span());
        match self.scheme() {
            _ if span.start < host.start || host.end < span.end => Standard::Other,
            Some(scheme) if scheme != "file" && !division::is_special(scheme) => Standard::Opaque,
            _ => Standard::Domain,
        }
    }

    /// Whether the URL Standard rejects the whole string.
    pub(super) fn is_rejected(&self) -> bool {
        self.readers().browser == ReaderView::Rejects
    }

    /// The scheme as the URL Standard takes it.
    pub(super) fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }
}

/// What the URL Standard does with a part of a string that some reader takes for a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    /// It decodes and maps the host, and looks for an address ("host parsing").
    Domain,
    /// It escapes what is beyond ASCII, and looks for an address in brackets: the scheme is not special.
    Opaque,
    /// It finds no host there.
    Other,
}

// The findings of the pack, each lint once.

/// The findings so far.
#[derive(Default)]
pub(super) struct FindingList {
    all: Vec<Finding>,
}

impl FindingList {
    /// Adds a finding, if there is a span, with what the lint cites.
    pub(super) fn add(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.cite(lint, spans, message, lint.citations());
    }

    /// Adds a finding, if there is a span, with a message that is made only then.
    pub(super) fn say(
        &mut self,
        lint: &'static Lint,
        spans: impl IntoIterator<Item = Range<usize>>,
        message: impl FnOnce() -> String,
    ) {
        let mut spans = spans.into_iter().peekable();
        if spans.peek().is_some() {
            self.add(lint, spans, message());
        }
    }

    /// Adds a finding, if there is a span. If there is one of the lint, it gets the spans.
    pub(super) fn cite(
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

    pub(super) fn sorted(mut self) -> Vec<Finding> {
        let place = |lint: &Lint| LINTS.iter().position(|other| *other == lint);
        self.all.sort_by_key(|finding| place(finding.lint));
        for finding in &mut self.all {
            finding.spans.sort_by_key(|span| (span.start, span.end));
            finding.spans.dedup();
        }
        self.all
    }
}
