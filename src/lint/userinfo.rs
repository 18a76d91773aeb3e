//! What should not stand before the `@` (sections 3.1, 3.2.1, 7.5 and 7.6).

use super::authority::is_label;
use super::subject::{Excerpt, Subject};
use super::{Findings, table};

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let Some(userinfo) = subject.userinfo else { return };
    // An empty one means that there is no password (3.2.1).
    if let Some((user, password)) = userinfo.text.split_once(':')
        && !password.is_empty()
    {
        let start = userinfo.start + user.len();
        let message = "whoever sees the URI reads the password";
        // It may be ignored (7.5), so it may be left out.
        let mended = Some(subject.with(start..userinfo.span().end, ""));
        let span = start + 1..userinfo.span().end;
        found.add(&table::PASSWORD, [span], message, mended);
    }
    if subject.scheme.is_some_and(|scheme| is_http(scheme.text)) {
        let end = userinfo.span().end + 1;
        let message = "http has no userinfo, which may mislead";
        // Without a host either, `http:///x` would be left, whose path some take for one.
        let mended = (!subject.lacks_host()).then(|| subject.with(userinfo.start..end, ""));
        found.add(&table::HTTP_USERINFO, Some(userinfo.start..end), message, mended);
    }
    let length = host_like(userinfo.text);
    if length > 0 {
        let host = subject.host.map_or("", |host| host.text);
        let message = format!("the userinfo reads like a host, and the host is {}", shown(host));
        let part = Excerpt { text: &userinfo.text[..length], ..userinfo };
        found.add(&table::USERINFO_LIKE_HOST, [part.span()], message, None);
    }
}

fn is_http(scheme: &str) -> bool {
    ["http", "https"].iter().any(|http| scheme.eq_ignore_ascii_case(http))
}

/// The length of the beginning of a userinfo that reads like a host: labels with dots between them.
/// Without one it is 0.
pub(super) fn host_like(userinfo: &str) -> usize {
    let is_of_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let end = userinfo.find(|c| !is_of_host(c)).unwrap_or(userinfo.len());
    let name = userinfo[..end].trim_end_matches('.');
    let is_host = name.contains('.') && name.split('.').all(is_label);
    if is_host { name.len() } else { 0 }
}

/// A host as a message shows it.
fn shown(host: &str) -> &str {
    match host {
        "" => "empty",
        // The caret's line shows it.
        _ if host.len() > 80 => "what follows the \"@\"",
        _ => host,
    }
}
