//! The findings of the pack, each lint once.

use std::borrow::Cow;
use std::ops::Range;

use super::table::LINTS;
use crate::lint::{Citation, Finding, Lint};

/// The findings so far.
#[derive(Default)]
pub(super) struct Found {
    all: Vec<Finding>,
}

impl Found {
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
