//! How two readers split a string, the host that each finds, and hosts that an `@` hides.

use std::cell::OnceCell;
use std::fmt::{self, Write};

use urispec::internal::inet_aton;
use urispec::internal::{last_colon, schemes};
use urispec::whatwg::{Host, Url};
use urispec::{UriRef, split};

use super::address::has_prefix;
use super::characters::is_invisible;
use super::*;

use crate::authority::host_like;
use crate::subject::Excerpt;

// How two readers split any string: RFC 3986, Appendix B, and the URL Standard. `http://a\@b/` has the host `b` by RFC
// 3986, and `a` by the URL Standard.

#[derive(Clone, Copy)]
pub(super) struct Division<'i> {
    /// The text before the first `:`, unchanged.
    pub(super) scheme: Option<Excerpt<'i>>,
    pub(super) authority: Option<Authority<'i>>,
    pub(super) path: Excerpt<'i>,
    pub(super) end: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Authority<'i> {
    pub(super) whole: Excerpt<'i>,
    pub(super) userinfo: Option<Excerpt<'i>>,
    pub(super) host: Excerpt<'i>,
    pub(super) port: Option<Excerpt<'i>>,
}

impl<'i> Division<'i> {
    /// Splits a string by RFC 3986, Appendix B, and its authority at the last `@` and at the last `:` after the `@`.
    pub(super) fn by_appendix_b(text: &'i str) -> Self {
        let parts = split(text);
        let scheme = parts.scheme.map(|text| Excerpt { text, start: 0 });
        let after_scheme = parts.scheme.map_or(0, |scheme| scheme.len() + 1);
        let authority = parts.authority.map(|text| Excerpt { text, start: after_scheme + 2 });
        let start = authority.map_or(after_scheme, |authority| authority.span().end);
        let path = Excerpt { text: parts.path, start };
        let authority = authority.map(|whole| Authority::of(whole, last_colon));
        Self { scheme, authority, path, end: path.span().end }
    }

    /// Splits a string by the URL Standard, "URL parsing". A string without a scheme is relative to an http URL.
    pub(super) fn by_url_standard(text: &'i str) -> Self {
        let begin = text.len() - text.trim_start_matches(is_trimmed).len();
        let text = text.trim_end_matches(is_trimmed);
        let begin = begin.min(text.len());
        let scheme = scheme(text, begin);
        let rest = scheme.map_or(begin, |scheme| scheme.span().end + 1);
        let kind =
            scheme.map_or(SchemeKind::Relative, |scheme| SchemeKind::of(&clean(scheme.text)));
        let is_slash = |c| c == '/' || (c == '\\' && kind != SchemeKind::Opaque);
        let (count, after) = slashes(&text[rest..], is_slash, kind == SchemeKind::Special);
        let has_authority = match kind {
            SchemeKind::Special => true,
            SchemeKind::Relative | SchemeKind::File | SchemeKind::Opaque => count >= 2,
        };
        // All slashes are ignored only before an authority of http.
        let start = match (has_authority, kind) {
            (false, _) => rest,
            (true, SchemeKind::Relative) => rest + slashes(&text[rest..], is_slash, true).1,
            _ => rest + after,
        };
        let ends = |c: char| is_slash(c) || matches!(c, '?' | '#');
        let length = text[start..].find(ends).unwrap_or(text.len() - start);
        let whole = Excerpt { text: &text[start..start + length], start };
        let authority = has_authority.then(|| Authority::of(whole, first_colon));
        let start = authority.map_or(start, |authority| authority.whole.span().end);
        let length = text[start..].find(['?', '#']).unwrap_or(text.len() - start);
        let path = Excerpt { text: &text[start..start + length], start };
        Self { scheme, authority, path, end: path.span().end }
    }
}

impl<'i> Authority<'i> {
    /// Splits an authority. `colon` finds the colon before the port.
    fn of(whole: Excerpt<'i>, colon: fn(&str) -> Option<usize>) -> Self {
        let at = whole.text.rfind('@');
        let userinfo = at.map(|at| Excerpt { text: &whole.text[..at], ..whole });
        let begin = at.map_or(0, |at| at + 1);
        let rest = &whole.text[begin..];
        let start = whole.start + begin;
        let is_bare_address = rest.parse::<std::net::Ipv6Addr>().is_ok();
        let colon = colon(rest).filter(|_| !is_bare_address);
        let end = colon.unwrap_or(rest.len());
        let port = colon.map(|_| Excerpt { text: &rest[end + 1..], start: start + end + 1 });
        Self { whole, userinfo, host: Excerpt { text: &rest[..end], start }, port }
    }
}

/// Returns the first colon outside of brackets ("host state" in the URL Standard).
fn first_colon(text: &str) -> Option<usize> {
    let mut is_inside = false;
    text.find(|c| {
        is_inside = c == '[' || (is_inside && c != ']');
        c == ':' && !is_inside
    })
}

/// The URL Standard's treatment of the text after a scheme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SchemeKind {
    Special,
    File,
    Relative,
    /// A scheme that is not special in the URL Standard.
    Opaque,
}

impl SchemeKind {
    fn of(scheme: &str) -> Self {
        match scheme {
            "file" => Self::File,
            scheme if is_special(scheme) => Self::Special,
            _ => Self::Opaque,
        }
    }
}

/// Returns whether the URL Standard treats a lower-case scheme like http: a special scheme other than `file`.
pub(super) fn is_special(scheme: &str) -> bool {
    matches!(scheme, "ftp" | "http" | "https" | "ws" | "wss")
}

/// Returns whether the URL Standard removes the character from the ends of a string: a C0 control or a space.
pub(super) const fn is_trimmed(c: char) -> bool {
    c <= ' '
}

/// Returns whether the URL Standard removes the character everywhere.
pub(super) const fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// Returns a scheme as the URL Standard reads it: without tabs and line breaks, and in lower case.
pub(super) fn clean(scheme: &str) -> String {
    scheme.chars().filter(|c| !is_removed(*c)).map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns the scheme that begins at the offset `start` of a text, if there is one.
fn scheme(text: &str, start: usize) -> Option<Excerpt<'_>> {
    let rest = &text[start..];
    let is_of_scheme = |c: char| u8::try_from(c).is_ok_and(schemes::is_of_scheme);
    let end = rest.find(|c| !is_of_scheme(c) && !is_removed(c))?;
    let first = rest.chars().find(|c| !is_removed(*c))?;
    let is_scheme = rest[end..].starts_with(':') && first.is_ascii_alphabetic();
    is_scheme.then_some(Excerpt { text: &rest[..end], start })
}

/// Counts the slashes at the beginning of a text, up to two unless `all` is set. Also returns the offset after them.
pub(super) fn slashes(text: &str, is_slash: impl Fn(char) -> bool, all: bool) -> (usize, usize) {
    let (mut count, mut end) = (0, 0);
    for (at, c) in text.char_indices() {
        if is_slash(c) && (all || count < 2) {
            count += 1;
            end = at + 1;
        } else if !is_removed(c) {
            break;
        }
    }
    (count, end)
}

pub(super) struct TwoReadings<'i> {
    pub(super) text: &'i str,
    pub(super) letter: Division<'i>,
    pub(super) browser: Division<'i>,
    /// The hosts that the readers find. They are computed on demand, since finding them runs a whole parser.
    readers: OnceCell<Readers>,
    scheme: Option<String>,
}

impl<'i> TwoReadings<'i> {
    pub(super) fn of(text: &'i str) -> Self {
        let letter = Division::by_appendix_b(text);
        let browser = Division::by_url_standard(text);
        let scheme = browser.scheme.map(|scheme| clean(scheme.text));
        Self { text, letter, browser, readers: OnceCell::new(), scheme }
    }

    pub(super) fn readers(&self) -> &Readers {
        self.readers.get_or_init(|| Readers::of(self.text, &self.letter, &self.browser))
    }

    /// Returns the authorities that the readers find, without duplicates, beginning with RFC 3986's.
    pub(super) fn authorities(&self) -> impl Iterator<Item = Authority<'i>> {
        let letter = self.letter.authority;
        let is_other = |one: &Authority<'i>| {
            letter.is_none_or(|letter| letter.whole.span() != one.whole.span())
        };
        letter.into_iter().chain(self.browser.authority.filter(is_other))
    }

    /// Returns the non-empty hosts that the readers find, without duplicates, beginning with RFC 3986's.
    pub(super) fn hosts(&self) -> impl Iterator<Item = Excerpt<'i>> {
        let letter = self.letter.authority.map(|authority| authority.host);
        let browser = self.browser.authority.map(|authority| authority.host);
        let is_other = |one: &Excerpt<'i>| letter.is_none_or(|letter| letter.span() != one.span());
        letter.into_iter().chain(browser.filter(is_other)).filter(|host| !host.text.is_empty())
    }

    /// Returns the URL Standard's treatment of the host that contains a span.
    pub(super) fn standard(&self, span: &Range<usize>) -> Standard {
        let host = self.browser.authority.map_or(0..0, |authority| authority.host.span());
        match self.scheme() {
            _ if span.start < host.start || host.end < span.end => Standard::Other,
            Some(scheme) if scheme != "file" && !is_special(scheme) => Standard::Opaque,
            _ => Standard::Domain,
        }
    }

    pub(super) fn is_rejected(&self) -> bool {
        self.readers().browser == ReaderView::Rejects
    }

    pub(super) fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }
}

/// The URL Standard's treatment of a text that some reader interprets as a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    /// The Standard decodes and maps the host, and looks for an address ("host parsing").
    Domain,
    /// The scheme is not special: the Standard escapes characters beyond ASCII, and looks for an address in brackets.
    Opaque,
    /// The Standard does not parse the text as a host.
    Other,
}

impl Standard {
    /// Returns the host that the URL Standard parses from a text.
    pub(super) fn parse(self, text: &str) -> Option<Host> {
        if self == Self::Other { None } else { Host::parse(text, self == Self::Opaque) }
    }
}

// Describes the host that each reader finds.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReaderView {
    Host(String),
    NoHost,
    Rejects,
}

pub(super) struct Readers {
    pub(super) letter: ReaderView,
    pub(super) browser: ReaderView,
    /// Whether the string is a URI or a relative reference. Other strings are split only by Appendix B.
    is_valid: bool,
}

/// The base of relative references. Its host is in no real string: `.invalid` is not a valid name (RFC 6761, 6.4).
const BASE: &str = "http://base.invalid/";

impl Readers {
    pub(super) fn of(text: &str, letter: &Division<'_>, browser: &Division<'_>) -> Self {
        let host = letter.authority.map(|authority| authority.host.text);
        let letter = host.map_or(ReaderView::NoHost, |host| ReaderView::Host(host.to_owned()));
        let browser = self::browser(text, browser.authority.is_some());
        Self { letter, browser, is_valid: UriRef::parse(text).is_ok() }
    }

    pub(super) fn agree(&self) -> bool {
        match (&self.letter, &self.browser) {
            (ReaderView::Host(a), ReaderView::Host(b)) => a.eq_ignore_ascii_case(b),
            (a, b) => a == b,
        }
    }
}

fn browser(text: &str, has_authority: bool) -> ReaderView {
    let (url, is_relative) = match Url::parse(text) {
        Err(error) if error.lacks_base() => {
            let base = Url::parse(BASE).ok();
            (Url::parse_with_base(text, base.as_ref()), !has_authority)
        }
        url => (url, false),
    };
    let Ok(url) = url else { return ReaderView::Rejects };
    match url.hostname().map(str::to_owned) {
        Some(host) if is_relative && host == "base.invalid" => ReaderView::NoHost,
        Some(host) => ReaderView::Host(host),
        None => ReaderView::NoHost,
    }
}

/// Prints what the readers find, such as "the URL Standard finds the host a, and RFC 3986 finds the host b".
impl fmt::Display for Readers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.is_valid { "RFC 3986" } else { "RFC 3986, Appendix B," };
        if self.agree() {
            return match self.letter {
                ReaderView::NoHost => {
                    write!(f, "neither the URL Standard nor {letter} finds a host")
                }
                ref found => write!(f, "the URL Standard and {letter} both find {found}"),
            };
        }
        match self.browser {
            ReaderView::Rejects => f.write_str("the URL Standard rejects the string")?,
            ref found => write!(f, "the URL Standard finds {found}")?,
        }
        write!(f, ", and {letter} finds {}", self.letter)
    }
}

impl fmt::Display for ReaderView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(host) if host.is_empty() => f.write_str("an empty host"),
            Self::Host(host) => write!(f, "the host {}", Shown(host)),
            Self::NoHost => f.write_str("no host"),
            Self::Rejects => f.write_str("nothing"),
        }
    }
}

/// A text in a message: invisible characters are escaped, and a long text is truncated.
pub(super) struct Shown<'a>(pub(super) &'a str);

const LONGEST: usize = 60;

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, c) in self.0.chars().enumerate() {
            if at == LONGEST {
                return f.write_str("…");
            }
            if c.is_ascii_graphic() || (c.is_alphanumeric() && !is_invisible(c)) {
                f.write_char(c)?;
            } else {
                write!(f, "{}", c.escape_unicode())?;
            }
        }
        Ok(())
    }
}

// Hosts that an `@` hides: a host before the `@`, a second `@`, an `@` after the end, and an escaped `@`.

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    for authority in subject.authorities() {
        before_at(subject, &authority, found);
        let more = authority.userinfo.filter(|userinfo| userinfo.text.contains('@'));
        if let Some(userinfo) = more {
            found.add(&TWO_AT, userinfo.each(|one| one == '@'));
        }
        escaped(subject, &authority, found);
        brackets(&authority, found);
    }
    behind_end(subject, found);
    appended(subject, found);
}

/// Finds parts of a userinfo that read like a host. Such a part begins the userinfo, or follows an `@` in it.
fn before_at(subject: &TwoReadings<'_>, authority: &Authority<'_>, found: &mut FindingList) {
    let Some(userinfo) = authority.userinfo else { return };
    let mut start = 0;
    for piece in userinfo.text.split('@') {
        let length = host_like(piece).max(number_like(piece));
        let begin = userinfo.start + start;
        let is_host = subject.hosts().any(|host| host.start == begin);
        let is_login = is_login(&piece[length..]) || (piece == userinfo.text && is_user(piece));
        if length > 0 && (is_host || !is_login) {
            // Only the name is shown: the text after it may be a password, also after an "@".
            let name = match start {
                0 => Shown(&piece[..length]).to_string(),
                _ => "the name before the last \"@\"".to_owned(),
            };
            let what = if is_host {
                "is a user name for one reader and the host for another"
            } else {
                "is a user name, and not the host"
            };
            let message = format!("{name} {what}: {}", subject.readers());
            found.say(&HOST_BEFORE_AT, Some(begin..begin + length), message);
        }
        start += piece.len() + 1;
    }
}

/// Returns the length of the number that begins a userinfo, if the number reads like an IPv4 address, or else 0. Such a
/// number is hexadecimal, or so great that the first octet of the address is not 0.
fn number_like(userinfo: &str) -> usize {
    let end = userinfo.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(userinfo.len());
    let number = &userinfo[..end];
    let is_great = number.parse::<u32>().is_ok_and(|number| number > 0xFF_FFFF);
    if is_great || (has_prefix(number) && inet_aton(number).is_some()) { end } else { 0 }
}

/// Returns whether the text after a name with dots is a password and not a port: `john.doe:pw`. A number is a port,
/// unless a letter follows it.
fn is_login(rest: &str) -> bool {
    let Some(password) = rest.strip_prefix(':').filter(|password| !password.is_empty()) else {
        return false;
    };
    // Some readers accept a sign before a port.
    let password = password.strip_prefix('+').unwrap_or(password);
    let after = password.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() == password.len() || after.starts_with(char::is_alphanumeric)
}

/// Returns whether a userinfo is a user name such as `john.doe`: two labels, the last of which is not a top-level
/// domain.
fn is_user(userinfo: &str) -> bool {
    let last = userinfo.split_once('.').map_or("", |(_, last)| last);
    let is_label =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    !last.is_empty()
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
        && is_label(last)
        && !is_top_level(last)
}

/// Finds escaped delimiters in a host, in a port, and in some userinfos. Such a userinfo begins like a host, or with an
/// escaped delimiter.
fn escaped(subject: &TwoReadings<'_>, authority: &Authority<'_>, found: &mut FindingList) {
    let user = authority.userinfo.filter(|userinfo| {
        let length = host_like(userinfo.text);
        // No user name begins with a delimiter.
        let begins = userinfo.text.get(..3).is_some_and(|head| {
            ["%5c", "%2f", "%3f", "%23", "%40"].iter().any(|one| head.eq_ignore_ascii_case(one))
        });
        begins || (length > 0 && !is_login(&userinfo.text[length..]))
    });
    let in_host = match subject.standard(&authority.host.span()) {
        Standard::Domain => {
            "the URL Standard rejects the escape in a host, and RFC 3986 keeps it as a part of the name"
        }
        Standard::Opaque => {
            "RFC 3986 and, under such a scheme, the URL Standard keep the escape as a part of the name"
        }
        Standard::Other => "RFC 3986 keeps the escape as a part of the name",
    };
    let of_host = ESCAPED_DELIMITER.citations;
    let in_user = "RFC 3986 and the URL Standard keep the escape as a part of the user name";
    let in_port = "RFC 3986 has no escapes in a port";
    // Under such a scheme a host that begins with an escaped slash is the path of a socket.
    let is_socket = subject.standard(&authority.host.span()) == Standard::Opaque
        && authority.host.text.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("%2f"));
    let parts = [
        (Some(authority.host).filter(|_| !is_socket), in_host, of_host),
        (user, in_user, &of_host[..1]),
        (authority.port, in_port, &of_host[..1]),
    ];
    for (part, what, citations) in parts {
        let Some(part) = part else { continue };
        let is_literal = part.text.starts_with('[') && part.text.ends_with(']');
        let spans = part.escapes(|octet| !is_literal && b":/?#[]@\\".contains(&octet));
        let message = format!(
            "{what}; a reader that decodes escapes before it splits the string finds a delimiter here, and so a different host"
        );
        found.cite(&ESCAPED_DELIMITER, spans, message, citations);
    }
}

fn brackets(authority: &Authority<'_>, found: &mut FindingList) {
    let host = authority.host;
    let inner = host.text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let inner = inner.filter(|inner| !inner.contains(['[', ']']));
    let is_future =
        inner.is_some_and(|inner| inner.starts_with(['v', 'V']) && !inner.contains(':'));
    if is_future {
        let message = "RFC 3986 allows an address of a future version in brackets, and none is defined yet; the URL \
                       Standard rejects it, and other readers use the text within the brackets";
        return found.say(&STRAY_BRACKET, [host.span()], message);
    }
    let is_literal = inner.is_some_and(|inner| inner.contains(':'));
    let is_stray = |at: &Range<usize>| !(is_literal && host.span().contains(&at.start));
    let brackets = authority.whole.each(|one| matches!(one, '[' | ']'));
    found.add(&STRAY_BRACKET, brackets.filter(is_stray));
}

/// Finds an `@` after the `\`, `?` or `#` that ends the authority, without another delimiter between them.
fn behind_end(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let Some(authority) = subject.browser.authority else { return };
    let end = authority.whole.span().end;
    let Some(rest) = subject.text.get(end..) else { return };
    let Some(after) = rest.strip_prefix(['\\', '?', '#']) else { return };
    // A further "\" ends nothing.
    let skipped = after.len() - after.trim_start_matches('\\').len();
    let after = &after[skipped..];
    let stop = after.find(['/', '\\', '?', '#', '=', '&', '@']);
    if authority.whole.text.is_empty() || !stop.is_some_and(|stop| after[stop..].starts_with('@')) {
        return;
    }
    let place = end + 1 + skipped + stop.unwrap_or_default();
    let message = format!(
        "the authority ends before the \"@\", but a reader that looks for the \"@\" first reads the text before it as a user \
         name, and finds another host; {}",
        subject.readers()
    );
    found.say(&AT_AFTER_END, Some(end..place + 1), message);
}

/// Finds an `@` and a host in a string without a scheme and an authority. Appended to `http://good.example`, they turn the
/// host into a user name. An e-mail address has a local part before its `@` (RFC 5322, 3.4.1).
fn appended(subject: &TwoReadings<'_>, found: &mut FindingList) {
    if subject.authorities().next().is_some()
        || memchr::memchr(b'@', subject.text.as_bytes()).is_none()
    {
        return;
    }
    let head =
        &subject.text[..subject.text.find(['/', '\\', '?', '#']).unwrap_or(subject.text.len())];
    let Some((before, host)) = head.rsplit_once('@') else { return };
    let is_local = |c: char| c.is_alphanumeric() || "!#$%&'*+-=^_`{|}~.".contains(c);
    let is_port = match before.rsplit_once(':') {
        Some((name, port)) => {
            (name.is_empty() || name.contains('.'))
                && port.bytes().all(|digit| digit.is_ascii_digit())
        }
        None => false,
    };
    // A user of another server is named "@user@host".
    let user = before.strip_prefix('@').filter(|user| !user.is_empty()).unwrap_or(before);
    let is_odd = subject.letter.scheme.is_none() && !user.chars().all(is_local);
    if !(before.is_empty() || is_port || is_odd) || !is_name(host) {
        return;
    }
    let message = format!(
        "a program that appends the string to the host of a URL turns that host into a user name, and goes to the host {}",
        Shown(host)
    );
    found.say(&APPENDED_HOST, Some(before.len()..head.len()), message);
}

/// Returns whether a text is a host with a top-level domain, `localhost` or an IPv4 address, and perhaps a port.
fn is_name(host: &str) -> bool {
    let name = host.split_once(':').map_or(host, |(name, _)| name);
    let last = name.rsplit_once('.').map(|(_, last)| last);
    name.eq_ignore_ascii_case("localhost")
        || last.is_some_and(is_top_level)
        || (last.is_some() && inet_aton(name).is_some())
}

/// Names of the last label that are not delegated, and that networks use (RFC 6761, RFC 2606, RFC 6762, Appendix G).
#[rustfmt::skip]
const SPECIAL_USE: &[&str] = &[
    "alt", "corp", "example", "home", "host", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost",
    "mail", "onion", "private", "svc", "test",
];

/// Returns whether a label is a top-level domain: one of the list, a name that networks use, or any two letters.
///
/// The list has the top-level domains of the public suffix list. `urispec-domains` contains all of that list, with fifty
/// times the data, and needs a newer compiler than this crate.
fn is_top_level(label: &str) -> bool {
    static DOMAINS: LazyLock<Vec<&str>> =
        LazyLock::new(|| include_str!("top_level_domains.txt").lines().collect());
    let label = label.to_ascii_lowercase();
    !label.is_ascii()
        || (label.len() == 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic()))
        || label.starts_with("xn--")
        || SPECIAL_USE.contains(&&*label)
        || DOMAINS.binary_search(&&*label).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'i>(division: &Division<'i>) -> Option<(&'i str, Option<&'i str>)> {
        division.authority.map(|one| (one.host.text, one.port.map(|port| port.text)))
    }

    #[test]
    fn two_readers() {
        for (text, letter, browser) in [
            ("http://a:1/b", Some(("a", Some("1"))), Some(("a", Some("1")))),
            ("http://a\\@b/", Some(("b", None)), Some(("a", None))),
            ("http:\\\\a\\b", None, Some(("a", None))),
            ("http:a", None, Some(("a", None))),
            ("http:/a", None, Some(("a", None))),
            ("http:///a/b", Some(("", None)), Some(("a", None))),
            ("\t//a/b", None, Some(("a", None))),
            ("/\t/a/b", None, Some(("a", None))),
            ("/\\a", None, Some(("a", None))),
            ("a//b", None, None),
            ("x:\\\\a", None, None),
            ("x://a\\b@c", Some(("c", None)), Some(("c", None))),
            ("file:///a", Some(("", None)), Some(("", None))),
            ("file://h/a", Some(("h", None)), Some(("h", None))),
            ("http://a:1:2", Some(("a:1", Some("2"))), Some(("a", Some("1:2")))),
            ("http://[::1]:2", Some(("[::1]", Some("2"))), Some(("[::1]", Some("2")))),
            ("http://[::1", Some(("[::1", None)), Some(("[::1", None))),
            ("http://a[b:1", Some(("a[b", Some("1"))), Some(("a[b:1", None))),
            ("ht\ntp:\t/\n/a", None, Some(("a", None))),
            ("", None, None),
            (" ", None, None),
            ("http:", None, Some(("", None))),
        ] {
            assert_eq!(parts(&Division::by_appendix_b(text)), letter, "{text:?}");
            assert_eq!(parts(&Division::by_url_standard(text)), browser, "{text:?}");
        }
    }

    #[test]
    fn sentences() {
        for (text, said) in [
            ("http://h/", "the URL Standard and RFC 3986 both find the host h"),
            (
                "http://a\\@b/",
                "the URL Standard finds the host a, and RFC 3986, Appendix B, finds the host b",
            ),
            ("http:a", "the URL Standard finds the host a, and RFC 3986 finds no host"),
            ("/\\a", "the URL Standard finds the host a, and RFC 3986, Appendix B, finds no host"),
            ("///a", "the URL Standard finds the host a, and RFC 3986 finds an empty host"),
            ("/a/b", "neither the URL Standard nor RFC 3986 finds a host"),
            ("/a\\b", "neither the URL Standard nor RFC 3986, Appendix B, finds a host"),
            (
                "http://a b/",
                "the URL Standard rejects the string, and RFC 3986, Appendix B, finds the host \
                 a\\u{20}b",
            ),
        ] {
            let letter = Division::by_appendix_b(text);
            let browser = Division::by_url_standard(text);
            assert_eq!(Readers::of(text, &letter, &browser).to_string(), said);
        }
    }
}
