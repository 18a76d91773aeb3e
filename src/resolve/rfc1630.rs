//! RFC 1630, section 4.1.3: partial forms, and runs of slashes.
//!
//! The prose speaks of the whole context URI, and so does this: the context is cut and the partial
//! form put after it, and only then are the components looked for.
//!
//! Four surprising cases, each by the letter:
//!
//! - `/g` in the context of `magic://a/b/c//d/e/f` is `magic://a/b/c//d/g`, since `//` stands to the
//!   right of the first single slash; the document's example has `magic://a/g`.
//! - The document has no authority: what stands after `//` is an element of the path like others
//!   (8), and so are the two void ones before it. `../../g` in the context of `magic://a/b` is
//!   `magic:/g`.
//! - The empty partial form is a partial form, and the context less its last part. No sentence makes
//!   it the document in which it stands: 4.1.4 has a fragment follow an URL, and says no more.
//!
//! - What is removed is "xxx/../", which ends in a slash: a final `..` stays. `..` in the context of
//!   `magic://a/b/c` is `magic://a/b/..`. None of the printed examples ends so.
//!
//! An "xxx" is no element that is `.` or `..`, whose meaning is reserved (4.1.1, 4.1.3).

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::trace::StepLog;
use super::{ResolveError, Resolved, Target, merge};
use crate::parts::split::{Components, split};

pub(super) fn resolve<'a>(
    base: &Components<'a>,
    partial: &Components<'a>,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let scheme = base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    // "If the scheme parts are different, the whole absolute URI must be given."
    if partial.scheme.is_some() {
        if log.is_on() {
            log.value("4.1.3", "the whole absolute URI is given", Some(&partial.to_string()));
        }
        return Ok(Resolved::Target(Target::of(partial)?));
    }
    log.value("4.1.3", "the scheme is omitted: the context's", base.scheme);
    let given = Components { fragment: None, ..*partial }.to_string();
    let context = Components { query: None, fragment: None, ..*base }.to_string();
    let slashes = given.len() - given.trim_start_matches('/').len();
    let kept = if slashes > 0 {
        let kept = &context[..run(&context, slashes).ok_or(ResolveError::NoRun(slashes))?];
        log.value("4.1.3", "the context up to the run of slashes", Some(kept));
        kept
    } else {
        let kept = merge::all_but_the_last_segment(&context);
        let kept = if kept.is_empty() { &context[..=scheme.len()] } else { kept };
        log.value("4.1.3", "all but the last part of the context", Some(kept));
        kept
    };
    let mut text = format!("{kept}{given}");
    log.value("4.1.3", "the partial form after it", Some(&text));
    if slashes == 0 {
        let path = scheme.len() + 1;
        let path = path..text.find('?').unwrap_or(text.len());
        text.replace_range(path.clone(), &without_dots(&text[path]));
        log.value("4.1.3", "all \"xxx/../\" and \"/.\" removed", Some(&text));
    }
    if let (Some(fragment), true) = (partial.fragment, log.is_on()) {
        let text = format!("{text}#{fragment}");
        log.value("4.1.4", "the fragment identifier after it", Some(&text));
    }
    let parts = split(&text);
    Ok(Resolved::Target(Target {
        scheme: scheme.into(),
        authority: parts.authority.map(|authority| Cow::Owned(authority.to_owned())),
        path: Cow::Owned(parts.path.to_owned()),
        query: parts.query.map(|query| Cow::Owned(query.to_owned())),
        fragment: partial.fragment.map(Into::into),
        found: Vec::new(),
        is_done: false,
    }))
}

/// Removes dot segments: "all occurrences of "xxx/../" or "/." are recursively removed".
///
/// The first occurrence goes first, whichever of the two it is. The order matters in one place: of
/// `x/../.` at the beginning of a path a `.` is left, which has no slash before it any more.
fn without_dots(path: &str) -> String {
    let mut elements = path.split('/').peekable();
    let mut kept: Vec<&str> = Vec::new();
    while let Some(element) = elements.next() {
        let before = kept.last().filter(|before| !matches!(**before, "." | ".."));
        match element {
            "." if !kept.is_empty() => {}
            ".." if before.is_some() && elements.peek().is_some() => {
                kept.pop();
            }
            _ => kept.push(element),
        }
    }
    kept.join("/")
}

/// The offset of the first run of exactly `slashes` slashes that has no longer run to its right.
fn run(context: &str, slashes: usize) -> Option<usize> {
    let mut found = None;
    let mut at = context.len();
    // From the right: a longer run ends the search.
    while let Some(end) = context[..at].rfind('/') {
        let start = context[..end].trim_end_matches('/').len();
        match (end + 1 - start).cmp(&slashes) {
            core::cmp::Ordering::Greater => break,
            core::cmp::Ordering::Equal => found = Some(start),
            core::cmp::Ordering::Less => {}
        }
        at = start;
    }
    found
}
