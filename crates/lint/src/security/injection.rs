//! Line breaks in a query or a fragment, after which a header, a status line or a command begins.
//!
//! A line break in a text of several lines, such as the body of a message, is ordinary. What follows it distinguishes the
//! two: `Set-Cookie:` begins a field of a header.

use super::characters::is_cut_line_break;
use super::division::{Shown, TwoReadings};
use super::lenient::decoded_leniently;
use super::*;
use crate::subject::Excerpt;

/// Fields of a header whose name is a single word. Any other word may begin a line of prose.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "authorization", "connection", "cookie", "etag", "expires", "host", "link", "location", "origin", "p3p",
    "pragma", "referer", "refresh", "server", "upgrade", "vary",
];

/// Fields of a message, which a value of `mailto` other than the body may add.
const MAIL_FIELDS: &[&str] = &["bcc", "cc", "from", "subject", "to"];

/// Fields that are also reported in a text of several lines.
const RESPONSE_FIELDS: &[&str] =
    &["set-cookie", "content-length", "content-type", "transfer-encoding"];

/// The beginnings of a status line, of requests, and of commands of protocols in lines.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "http/", "get /", "post /", "put /", "delete /", "helo ", "ehlo ", "mail from:", "rcpt to:", "flushall", "flushdb",
    "config set ", "slaveof ", "stats\r", "stats\n", "quit\r", "quit\n",
];

/// The beginnings of a body, which follows an empty line.
const TAGS: &[&str] = &["<script", "<html", "<svg", "<img", "<body", "<iframe"];

/// Names of parameters whose values are often texts of several lines.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "body", "code", "comment", "comments", "content", "desc", "description", "details", "message", "msg", "note", "notes",
    "snippet", "status", "summary", "text",
];

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    let is_mail = subject.scheme() == Some("mailto");
    let Some(end) = memchr::memchr2(b'?', b'#', text.as_bytes()) else { return };
    let sent_end = text.find('#').unwrap_or(text.len());
    let start = end + 1;
    for piece in (Excerpt { text: &text[start..], start }).split(&['&', '#']) {
        if !piece.text.contains(['%', '\\']) {
            continue;
        }
        let name = piece.text.split_once('=').map(|(name, _)| name.to_ascii_lowercase());
        let name = name.unwrap_or_default();
        // The body of a message has lines (RFC 6068, 5).
        if is_mail && name == "body" {
            continue;
        }
        let (decoded, count) = decoded_leniently(piece.text);
        let is_text = TEXTS.contains(&&*name);
        let fields = match (is_text, is_mail) {
            (true, _) => RESPONSE_FIELDS,
            (false, true) => MAIL_FIELDS,
            (false, false) => FIELDS,
        };
        if let Some(line) = injected(&decoded, fields, is_text) {
            let message = format!(
                "after a line break{} the text reads like a line of a header or a protocol: {}",
                if count > 1 { " that is escaped twice" } else { "" },
                Shown(&line)
            );
            found.say(&HEADER_INJECTION, [piece.span()], message);
        }
        if piece.start > sent_end || is_mail || is_text {
            continue;
        }
        let breaks: Vec<_> = piece.escapes(|octet| matches!(octet, b'\r' | b'\n')).collect();
        if !breaks.is_empty() {
            let message = "a program that decodes the line break and writes it into a header or a protocol line begins a new line";
            found.say(&QUERY_LINE_BREAK, breaks, message);
        } else if count > 1 && decoded.contains(['\r', '\n']) {
            let message = "a program that decodes the value twice, and writes it into a header or a protocol line, begins a new line";
            found.say(&QUERY_LINE_BREAK, [piece.span()], message);
        }
    }
}

/// Returns the beginning of the first line that reads like a header or a command, if a line break precedes it.
fn injected(decoded: &str, fields: &[&str], is_text: bool) -> Option<String> {
    let mut rest = decoded;
    loop {
        let (at, _) = rest.char_indices().find(|(at, _)| line_break(&rest[*at..]) > 0)?;
        let broken = &rest[at..];
        let mut line = broken;
        loop {
            let length = line_break(line);
            line = line[length..].trim_start_matches([' ', '\t']);
            line = line.strip_prefix(r"\t").unwrap_or(line);
            if length == 0 {
                break;
            }
        }
        let breaks = broken[..broken.len() - line.len()].trim_end_matches([' ', '\t']);
        // Two LFs enclose an empty line of a text.
        let is_pair = breaks.len() > 1 && breaks.contains(|c| c != '\n');
        if is_injected(line, fields, is_text, is_pair && !is_text) {
            // The value of a field may be a secret.
            let end = line.find(|c: char| c.is_control() || c == ' ' || c == ':');
            let end = end.map_or(line.len(), |at| at + usize::from(line[at..].starts_with(':')));
            return Some(line[..end].chars().take(LONGEST_LINE).collect());
        }
        rest = line;
    }
}

const LONGEST_LINE: usize = 40;

/// Returns the length of the line break that begins a text, or 0. Two characters are a line break for a program that
/// truncates them to eight bits, such as U+010D and U+010A, and `\r\n` is one if it is read as in a string of C.
fn line_break(text: &str) -> usize {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return 0 };
    match (first, characters.next()) {
        ('\r' | '\n', _) => 1,
        ('\\', Some('r')) if text[2..].starts_with(r"\n") => 4,
        (first, Some(second)) if is_cut_line_break([first, second]) => {
            first.len_utf8() + second.len_utf8()
        }
        _ => 0,
    }
}

/// Returns whether a line after a line break reads like a field of a header, a body or a command. If `is_any_field` is set,
/// any word before a colon is a field.
fn is_injected(line: &str, fields: &[&str], is_text: bool, is_any_field: bool) -> bool {
    let head: String = line.chars().take(LONGEST_LINE).collect::<String>().to_ascii_lowercase();
    let begins = |all: &[&str]| all.iter().any(|one| head.starts_with(one));
    if (!is_text && begins(COMMANDS)) || (is_any_field && begins(TAGS)) {
        return true;
    }
    let Some((name, value)) = head.split_once(':') else { return false };
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    // In prose a blank follows the colon.
    let is_field = is_any_field && !value.starts_with([' ', '+']);
    fields.contains(&name) || (!is_text && is_name && (is_field || name.contains('-')))
}
