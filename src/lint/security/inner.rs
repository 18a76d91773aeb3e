//! A URL within a URL: in the value of a parameter, or as a path.
//!
//! In: a string. Out: the findings about the inner URL, for a client that follows or fetches it. Every page links to
//! others, so that a URL in a value is a note only where the name of the parameter says that it is followed; what is
//! found in the value itself is a warning. The surprising case: `/https://h/` is a path.

use super::decoded::{beginning, decoded};
use super::division::Division;
use super::found::Found;
use super::readers::Shown;
use super::selection::Selection;
use super::subject::Subject;
use super::table::*;
use crate::lint::Severity;
use crate::lint::subject::Excerpt;

/// Names of parameters whose value is followed or fetched, in lower case.
const FOLLOWED: &[&str] = &[
    "url",
    "u",
    "uri",
    "dest",
    "destination",
    "redirect",
    "redirect_url",
    "redirecturl",
    "redir",
    "next",
    "return",
    "returnto",
    "return_to",
    "return_url",
    "returnurl",
    "target",
    "goto",
    "go",
    "forward",
    "continue",
    "link",
    "image_url",
    "callback",
    "checkout_url",
    "rurl",
    "out",
    "view",
    "to",
    "path",
    "host",
    "file",
    "page",
    "feed",
    "proxy",
    "fetch",
];

/// Names whose values, on a page of a host, are most often innocent.
const USUAL: &[&str] =
    &["to", "continue", "callback", "go", "link", "view", "out", "page", "feed", "forward"];

/// Whether the value of a parameter of that name, in any letter case, is followed or fetched.
pub(super) fn is_followed(name: &str) -> bool {
    FOLLOWED.iter().any(|known| known.eq_ignore_ascii_case(name))
}

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    path(subject, found);
    segments(subject, found);
    let text = subject.text;
    let Some(start) = text.find('?') else { return };
    let end = text[start..].find('#').map_or(text.len(), |at| start + at);
    let query = Excerpt { text: &text[start + 1..end], start: start + 1 };
    for parameter in query.split(&['&', ';']) {
        if let Some(at) = parameter.text.find('=') {
            let value =
                Excerpt { text: &parameter.text[at + 1..], start: parameter.start + at + 1 };
            self::value(subject, &parameter.text[..at], value, found);
        }
    }
}

/// The value of a parameter, as it stands and decoded.
fn value(subject: &Subject<'_>, name: &str, value: Excerpt<'_>, found: &mut Found) {
    let name = name.to_ascii_lowercase();
    let is_followed = is_followed(&name);
    let decoded = decoded(value.text);
    let twice = self::decoded(&decoded);
    let is_slash = |c: char| c == '/' || c == '\\';
    let begins = twice.trim_start();
    let has_host = begins.starts_with(is_slash) && begins[1..].starts_with(is_slash);
    if value.text.is_empty() || !(is_followed || has_host || twice.contains(':')) {
        return;
    }
    let inner = Selection::leading().look(&twice);
    let worst = inner.iter().find(|finding| finding.lint().severity() == Severity::Warning);
    if let Some(worst) = worst {
        let message = format!("the value of {} is a URL itself: {}", Shown(&name), worst.message());
        found.cite(&UNSAFE_INNER, [value.span()], message, worst.citations());
        return;
    }
    let division = Division::by_url_standard(&twice);
    let is_url = division.authority.is_some_and(|authority| !authority.host.text.is_empty());
    let is_alone = subject.browser.authority.is_none();
    let is_usual = !is_alone && USUAL.contains(&&*name);
    if is_url && (has_host || (is_followed && !is_usual) || (is_alone && twice.contains("//"))) {
        let host = division.authority.map_or("", |authority| authority.host.text);
        let message =
            format!("who follows the value of {} goes to the host {}", Shown(&name), Shown(host));
        // A value that looks like a path, and is none, deceives whoever lets paths pass.
        let lint = if has_host && is_followed { &UNSAFE_INNER } else { &INNER };
        found.add(lint, [value.span()], message);
    }
}

/// Finds a path that is a URL once the slashes before it are dropped.
fn path(subject: &Subject<'_>, found: &mut Found) {
    let path = subject.browser.path;
    let whole = decoded(beginning(path.text));
    let rest = whole.trim_start_matches(['/', '\\', '.', ' ', '\t', '\r', '\n']);
    if rest.len() == whole.len() {
        return;
    }
    let division = Division::by_url_standard(rest);
    let Some(scheme) = division.scheme else { return };
    let scheme = scheme.text.to_ascii_lowercase();
    if matches!(&*scheme, "javascript" | "vbscript" | "livescript") {
        let message = format!(
            "who drops the slashes before it finds {scheme}, which a browser runs as a script"
        );
        found.cite(&DISGUISED_SCHEME, [path.span()], message, &[]);
    } else if let Some(authority) = division.authority
        && matches!(&*scheme, "http" | "https" | "ftp")
    {
        let host = Shown(authority.host.text);
        let message =
            format!("the path is a URL: who drops the slash before it goes to the host {host}");
        // Behind a host of its own a path may well name another, as in an archive of pages.
        let is_alone = subject.browser.authority.is_none();
        found.add(if is_alone { &HOST_IN_PATH } else { &INNER }, [path.span()], message);
    }
}

/// Finds a segment of a path that is a URL, with its slashes escaped, as of those who redirect by their path.
fn segments(subject: &Subject<'_>, found: &mut Found) {
    let path = subject.browser.path;
    for segment in path.split(&['/']).filter(|segment| segment.text.contains('%')) {
        let whole = decoded(beginning(segment.text));
        let scheme = whole.split_once("://").map_or("", |(scheme, _)| scheme);
        if !["http", "https", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
            continue;
        }
        if let Some(authority) = Division::by_url_standard(&whole).authority
            && !authority.host.text.is_empty()
        {
            let host = Shown(authority.host.text);
            let message = format!("a segment of the path is a URL, which leads to the host {host}");
            found.add(&INNER, [segment.span()], message);
        }
    }
}
