//! Lints that check names against IANA's registries: the pack [`Pack::Registry`].
//!
//! A [`Finding`] reports the scheme, the namespace identifier of a URN, or the segment after `/.well-known/` if it is
//! not registered, or is registered as historical. The registries are as of [`Registry::updated`]; a name may have been
//! registered since.
//!
//! `com.example.mything:a` has no finding, since a scheme that is built from a domain name needs no registration (RFC 7595,
//! 6).
//!
//! ```
//! use urispec_lint::registry::look;
//! assert_eq!(look("x-mine:a")[0].lint().id(), "unregistered-scheme");
//! assert!(look("tel:+1-201-555-0123").is_empty());
//! ```

use urispec::internal::schemes;
use urispec::registry::Registry;
use urispec::split;

use super::subject::span_in;
use super::{Citation, Finding, Lint, Pack, Severity};

const fn lint(id: &'static str, summary: &'static str, citations: &'static [Citation]) -> Lint {
    let (severity, pack) = (Severity::Note, Pack::Registry);
    Lint { id, severity, summary, message: "", pack, sections: &[], citations }
}

static UNREGISTERED_SCHEME: Lint = lint(
    "unregistered-scheme",
    "a scheme that IANA has not registered",
    &[Citation::section_of("RFC 7595", "6")],
);
static HISTORICAL_SCHEME: Lint = lint(
    "historical-scheme",
    "a scheme that is registered as historical",
    &[Citation::section_of("RFC 7595", "5")],
);
static UNREGISTERED_NAMESPACE: Lint = lint(
    "unregistered-namespace",
    "a URN in a namespace that IANA has not registered",
    &[Citation::section_of("RFC 8141", "1")],
);
static UNREGISTERED_WELL_KNOWN: Lint = lint(
    "unregistered-well-known",
    "a well-known URI that IANA has not registered",
    &[Citation::whole("RFC 8615")],
);

pub(super) static LINTS: &[&Lint] =
    &[&UNREGISTERED_SCHEME, &HISTORICAL_SCHEME, &UNREGISTERED_NAMESPACE, &UNREGISTERED_WELL_KNOWN];

/// Finds names that IANA's registries lack, or list as historical. The findings are in the order of the pack's lints. A
/// string without a scheme has no findings, and a text that cannot be a name is ignored.
#[must_use]
pub fn look(text: &str) -> Vec<Finding> {
    let parts = split(text);
    // RFC 3986, Appendix B, may split off any text as a scheme.
    let Some(scheme) = parts.scheme.filter(|name| schemes::is_scheme(name)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut add = |lint: &'static Lint, part: &str, message: String| {
        let citations = lint.citations().to_vec();
        let spans = vec![span_in(text, part)];
        found.push(Finding { lint, spans, citations, message: message.into(), mended: None });
    };
    let registered = Registry::Schemes.find(scheme);
    match registered {
        // A scheme that is built from a domain name needs no registration (RFC 7595, 6).
        None if !scheme.contains('.') => {
            add(&UNREGISTERED_SCHEME, scheme, lacks(Registry::Schemes, scheme));
        }
        Some(one) if one.status == "historical" => {
            let message = format!("the scheme is registered as historical, by {}", one.reference);
            add(&HISTORICAL_SCHEME, scheme, message);
        }
        _ => {}
    }
    if scheme.eq_ignore_ascii_case("urn")
        && let Some((nid, _)) = parts.path.split_once(':')
        && nid.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && Registry::Namespaces.find(nid).is_none()
    {
        add(&UNREGISTERED_NAMESPACE, nid, lacks(Registry::Namespaces, nid));
    }
    if registered.is_some_and(|one| one.well_known.is_some())
        && let Some(rest) = parts.path.strip_prefix("/.well-known/")
        && let Some(name) = rest.split('/').next().filter(|name| !name.is_empty())
        && name.bytes().all(|byte| byte.is_ascii_graphic())
        && Registry::WellKnown.find(name).is_none()
    {
        add(&UNREGISTERED_WELL_KNOWN, name, lacks(Registry::WellKnown, name));
    }
    found
}

fn lacks(registry: Registry, name: &str) -> String {
    let (what, updated) = (registry.name(), registry.updated());
    let what = if registry == Registry::WellKnown { "well-known URI" } else { what };
    format!("IANA's registry of {updated} has no {what} \"{name}\"")
}
