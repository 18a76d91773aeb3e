//! Paths that lead above their root or to a file of the system, and line breaks that begin a header, for readers that
//! decode several times and leniently.
//!
//! `..%252f` is `../` after two decodings, `..%c0%af` and `..%c0%2f` for decoders that do not check UTF-8, `..%u2216` for
//! decoders of `%u`, and `....//` after a filter that removes each `../` once.

use super::division::{Shown, TwoReadings, is_special};
use super::*;
use crate::subject::Excerpt;

// A lenient decoder, which stands for all the decoders that an attack counts on.

/// The number of times that a text is decoded. Programs that decode three times exist, and more decodings prove nothing.
const DECODINGS: usize = 4;

/// Decodes a text leniently until it no longer changes. Also returns the number of decodings.
fn decoded_leniently(text: &str) -> (String, usize) {
    let mut decoded = text.to_owned();
    for count in 0..DECODINGS {
        let again = decoded_once(&decoded);
        if again == decoded {
            return (decoded, count);
        }
        decoded = again;
    }
    (decoded, DECODINGS)
}

/// Decodes a text once, as the most lenient of the known decoders do. Octets that are not UTF-8 become U+FFFD.
fn decoded_once(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(one) = text[at..].chars().next() {
        let rest = &bytes[at..];
        let escape = match one {
            '%' => overlong(rest).or_else(|| escaped(rest)).or_else(|| unusual(rest)),
            '0' => hexadecimal(rest),
            _ => None,
        };
        let (character, length) = escape.unwrap_or((one, one.len_utf8()));
        decoded.push(folded(character));
        at += length;
    }
    decoded
}

/// Decodes a character that begins with an escape, in valid UTF-8.
fn escaped(bytes: &[u8]) -> Option<(char, usize)> {
    let first = percent::triplet(bytes)?;
    if first.is_ascii() {
        return Some((first.into(), 3));
    }
    let triplets = (0..4).map_while(|at| percent::triplet(bytes.get(3 * at..)?));
    let mut octets = [0; 4];
    let count = octets.iter_mut().zip(triplets).map(|(to, octet)| *to = octet).count();
    let valid = octets[..count].utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let character = valid.chars().next();
    Some(character.map_or((char::REPLACEMENT_CHARACTER, 3), |one| (one, 3 * one.len_utf8())))
}

/// Decodes `%u002e`; `%2%e`, from which some decoders drop the second `%`; and `%`, a line break and `0a`, from which
/// some filters remove the line break.
fn unusual(bytes: &[u8]) -> Option<(char, usize)> {
    let digit = |at: usize| bytes.get(at).and_then(|digit| char::from(*digit).to_digit(16));
    if matches!(bytes.get(1), Some(b'u' | b'U')) {
        let code = (2..6).try_fold(0, |code, at| Some(code * 16 + digit(at)?))?;
        return char::from_u32(code).map(|character| (character, 6));
    }
    if matches!(bytes.get(1), Some(b'\r' | b'\n')) {
        let octet = (digit(2)? * 16 + digit(3)?) as u8;
        return is_delimiter(octet).then_some((octet.into(), 4));
    }
    let octet = (digit(1)? * 16 + digit(3)?) as u8;
    (bytes.get(2) == Some(&b'%') && is_delimiter(octet)).then_some((octet.into(), 4))
}

/// Decodes `0x2e`, `0x2f` and `0x5c`.
fn hexadecimal(bytes: &[u8]) -> Option<(char, usize)> {
    let character = match bytes.get(1..4)?.to_ascii_lowercase().as_slice() {
        b"x2e" => '.',
        b"x2f" => '/',
        b"x5c" => '\\',
        _ => return None,
    };
    Some((character, 4))
}

/// Returns whether a decoded octet divides a path, ends a line, or ends a string.
const fn is_delimiter(octet: u8) -> bool {
    matches!(octet, b'.' | b'/' | b'\\' | b'\0' | b'\r' | b'\n')
}

/// Decodes overlong UTF-8 of up to six octets without checking it. After `%c0` and `%c1` any octet may follow, of which
/// a decoder keeps the low six bits, with or without the bit of the first octet, or all bits. The digits of both may be other letters, as in `%c0%qf` and `%bg%qf`.
fn overlong(bytes: &[u8]) -> Option<(char, usize)> {
    let octet = |at: usize| lenient_octet(bytes.get(at..)?);
    let lead = octet(0)?;
    let count = match lead {
        0xC0 | 0xC1 => {
            let literal = bytes.get(3).filter(|next| is_delimiter(**next)).map(|next| (*next, 4));
            let (next, length) = octet(3).map(|next| (next, 6)).or(literal)?;
            let (code, low) = ((lead & 1) << 6 | (next & 0x3F), next & 0x3F);
            let kept = [code, low, next].into_iter().find(|octet| is_delimiter(*octet))?;
            return Some((kept.into(), length));
        }
        0xE0 => 2,
        0xF0 => 3,
        0xF8 => 4,
        0xFC => 5,
        _ => return None,
    };
    let mut code = 0;
    for place in 1..=count {
        let next = octet(3 * place).filter(|next| (0x80..=0xBF).contains(next))?;
        code = code << 6 | u32::from(next & 0x3F);
    }
    let octet = u8::try_from(code).ok().filter(|octet| is_delimiter(*octet))?;
    Some((octet.into(), 3 * (count + 1)))
}

/// Decodes an escape without checking its digits: `q` is 26, and only the low eight bits of the number count.
fn lenient_octet(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(36);
    let is_escape = bytes.first() == Some(&b'%');
    is_escape.then(|| Some((digit(1)? * 16 + digit(2)?) as u8)).flatten()
}

/// Maps a character that some decoders replace by a dot or a slash. U+EFC8 and U+F025 are replaced so by IIS.
const fn folded(c: char) -> char {
    match c {
        '\u{2024}' | '\u{FE52}' | '\u{FF0E}' => '.',
        '\u{2044}' | '\u{2215}' | '\u{29F8}' | '\u{F025}' | '\u{FF0F}' => '/',
        '\u{2216}' | '\u{EFC8}' | '\u{FE68}' | '\u{FF3C}' => '\\',
        c => c,
    }
}

// Paths that lead above their root, and paths to files of the system.

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    path(subject, found);
    for (name, value) in values(subject) {
        let (decoded, count) = decoded_leniently(value.text);
        let path = without_drive(&decoded);
        let has_drive = path.is_some();
        let decoded = path.unwrap_or(&decoded);
        // Some programs are given the path of a page in place of a query.
        let climb = Climb::of(decoded);
        let is_page = name.is_none() && count == 0 && climb == Climb::Above(1);
        if climb != Climb::Within && !is_page {
            let message = format!(
                "{}{} is a path that leads above its folder: a program that opens it as a file leaves the folder \
                 that it is meant for",
                shown(name),
                times(count)
            );
            found.say(&PATH_TRAVERSAL, [value.span()], message);
        }
        // Editors and other programs on the machine are given paths of its files under schemes of their own.
        if !subject.scheme().is_none_or(is_special) {
            continue;
        }
        let file = system_file(decoded, true);
        let file = file.or(has_drive.then_some("a drive of Windows"));
        if let Some(file) = file {
            let message = format!(
                "{}{} leads to {file}: a program that opens it as a file of its system reads it",
                shown(name),
                times(count)
            );
            found.say(&SYSTEM_FILE, [value.span()], message);
        }
    }
}

/// Returns the values of the query, each with its name. A piece without `=` is a value without a name. A `;` may be a
/// part of a segment, as in `..;/`, and so it ends no value.
fn values<'i>(
    subject: &TwoReadings<'i>,
) -> impl Iterator<Item = (Option<&'i str>, Excerpt<'i>)> + use<'i> {
    let text = subject.text;
    let (start, end) = query(text).unwrap_or_default();
    Excerpt { text: &text[start..end], start }.split(&['&']).filter_map(|piece| {
        let (name, value) = match piece.text.split_once('=') {
            Some((name, value)) => (Some(name), piece.part(value)),
            None => (None, piece),
        };
        (!value.text.is_empty()).then_some((name, value))
    })
}

/// Returns the offsets of a query: after the first `?`, and before the first `#` that follows.
fn query(text: &str) -> Option<(usize, usize)> {
    let start = text.find(['?', '#']).filter(|at| text[*at..].starts_with('?'))? + 1;
    Some((start, text[start..].find('#').map_or(text.len(), |at| start + at)))
}

fn shown(name: Option<&str>) -> String {
    name.map_or_else(|| "the query".to_owned(), |name| format!("the value of {}", Shown(name)))
}

fn times(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", decoded,".to_owned(),
        2 => ", decoded twice,".to_owned(),
        count => format!(", decoded {count} times,"),
    }
}

fn path(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let start = subject.letter.path.start.min(subject.browser.path.start);
    let end = subject.letter.end.max(subject.browser.end).max(start);
    let drive = without_drive(subject.text).map(|rest| subject.text.len() - rest.len());
    let start = drive.unwrap_or(start);
    let path = Excerpt { text: &subject.text[start..end.max(start)], start };
    let has_authority = subject.authorities().next().is_some();
    if subject.scheme().is_some() && drive.is_none() && !path.text.starts_with(['/', '\\']) {
        return;
    }
    let (decoded, count) = decoded_leniently(path.text);
    let file = system_file(&decoded, !has_authority);
    let climb = Climb::of(&decoded);
    // Most relative references begin with "../", and only a strange one is reported.
    let is_rooted = has_authority || path.text.starts_with('/');
    let is_strange = climb == Climb::Nested
        || file.is_some()
        || path.text.contains("..//")
        || matches!(climb, Climb::Above(DEEP..))
        || climb != Climb::of_literal(path.text);
    if climb != Climb::Within && (is_rooted || is_strange) {
        let message = format!(
            "the path{} leads above its root: RFC 3986 and the URL Standard stop at the root, and a program that opens \
             the path as a file does not",
            times(count)
        );
        found.say(&PATH_TRAVERSAL, [path.span()], message);
    }
    // The path of a file is expected under the scheme "file".
    if let Some(file) = file.filter(|_| subject.scheme().is_none_or(is_special) || drive.is_some())
    {
        let message = format!(
            "the path{} leads to {file}: a program that opens it as a file of its system reads it",
            times(count)
        );
        found.say(&SYSTEM_FILE, [path.span()], message);
    }
}

/// Returns the text after the drive of a path such as `C:\windows` or `/C:/windows`.
fn without_drive(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('/').unwrap_or(text);
    let rest = rest.strip_prefix(|drive: char| drive.is_ascii_alphabetic())?.strip_prefix(':')?;
    rest.starts_with(['/', '\\', '%']).then_some(rest)
}

/// The number of segments `..` that no link between the pages of a site has.
const DEEP: usize = 12;

/// Where a path leads by its segments `..`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Climb {
    /// The path stays in the folder at which it begins.
    Within,
    /// The path leads this number of folders above.
    Above(usize),
    /// The path leads above once a filter has removed each `../` or `./` once, or once each `...` is read as `../..`.
    Nested,
}

impl Climb {
    /// Follows a decoded path, in which `/` and `\` divide segments, or `/` alone if `\` before a character is dropped.
    fn of(path: &str) -> Self {
        let climb = Self::along(path, &['/', '\\']);
        // Without its slashes and the backslash, "./\/." is "..".
        if path.contains(r"./\/.") {
            return Self::Nested;
        }
        if climb == Self::Within && path.contains(r"\.") {
            return Self::along(&path.replace('\\', ""), &['/']);
        }
        climb
    }

    /// Follows a path as RFC 3986 does: undecoded, and divided by `/` alone.
    fn of_literal(path: &str) -> Self {
        Self::along(path, &['/'])
    }

    fn along(path: &str, slashes: &[char]) -> Self {
        let (mut depth, mut lowest) = (0_isize, 0);
        let mut segments = path.split(slashes).map(dots).peekable();
        let (mut before, mut is_first) = (None, true);
        while let Some(one) = segments.next() {
            let next = segments.peek().copied();
            match one {
                Some(0 | 1) => {}
                // Alone, ".." is a text, such as an ellipsis.
                Some(2) if is_first && next.is_none() => {}
                Some(2) => depth -= 1,
                Some(3..) => {
                    let is_pair = matches!(before, Some(3..));
                    // After an ellipsis a final slash divides nothing.
                    let is_final = next == Some(Some(0)) && segments.clone().nth(1).is_none();
                    let is_run = one > Some(3) && is_first && next.is_some();
                    if is_pair || is_run || (matches!(next, Some(Some(0 | 1))) && !is_final) {
                        return Self::Nested;
                    }
                    depth += 1;
                }
                None => depth += 1,
            }
            lowest = lowest.min(depth);
            (before, is_first) = (one, false);
        }
        if lowest < 0 { Self::Above(lowest.unsigned_abs()) } else { Self::Within }
    }
}

/// Returns the number of dots of a segment that has nothing but dots before its parameters. Controls and spaces are
/// ignored, as some file systems do, and a `%` that begins no escape.
fn dots(segment: &str) -> Option<usize> {
    let name = &segment[..segment.find(';').unwrap_or(segment.len())];
    if name.is_empty() && !segment.is_empty() {
        return None;
    }
    let mut count = 0;
    for c in name.chars() {
        match c {
            '.' => count += 1,
            c if c.is_control() || matches!(c, ' ' | '%') => {}
            _ => return None,
        }
    }
    Some(count)
}

/// Files that attacks on paths ask for, because every system of a kind has them, and folders of such files.
#[rustfmt::skip]
const FILES: &[&str] = &[
    "etc/passwd", "etc/shadow", "etc/group", "etc/hosts", "etc/hostname", "etc/issue", "etc/motd", "etc/fstab",
    "etc/crontab", "etc/sudoers", "etc/mtab", "etc/resolv.conf", "etc/profile", "etc/my.cnf", "etc/inetd.conf", "etc/ssh",
    "etc/security", "etc/apache2", "etc/httpd", "etc/nginx", "etc/php.ini", "etc/mysql", "proc/self", "proc/version",
    "proc/cmdline", "proc/mounts", "proc/net", "proc/cpuinfo", "proc/1", "root/.ssh", "root/.bash_history", "var/log",
    "windows/win.ini", "windows/system.ini", "windows/system32", "windows/repair", "windows/php.ini", "winnt/win.ini",
    "winnt/system32", "winnt/repair", "winnt/php.ini", "boot.ini", "web-inf/web.xml", "inetpub", "boot/grub",
];

/// Folders of a system, in which attacks look for many files.
#[rustfmt::skip]
const FOLDERS: &[&str] = &[
    "etc", "proc", "root", "var/adm", "var/cpanel", "var/apache", "var/lib", "var/local", "var/mail", "var/mysql", "var/run",
    "var/spool", "var/www", "usr/etc", "usr/home", "usr/lib", "usr/local", "usr/pkg", "usr/pkgsrc", "usr/ports", "usr/spool",
    "opt/apache", "opt/apache2", "opt/httpd", "opt/lampp", "opt/xampp", "private/etc", "winnt",
];

/// Names of the settings, the logs and the secrets of servers and users.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "php.ini", "my.cnf", "my.ini", "httpd.conf", "apache.conf", "apache2.conf", "lighttpd.conf", "nginx.conf",
    "proftpd.conf", "vsftpd.conf", "proftpd.log", "vsftpd.log", "access.log", "access_log", "error.log", "error_log",
    ".bash_history", ".bash_profile", ".bashrc", ".cshrc", ".forward", ".htaccess", ".htpasswd", ".netrc", ".profile", ".rhosts", ".sh_history", "master.passwd", "passwd", "shadow", "id_rsa", "authorized_keys", "boot.ini", "win.ini",
    "system.ini", "web.config", "server.xml", "global.asa", "pureftpd.passwd", "pureftpd.pdb",
];

/// Returns the file or the folder of the system to which a decoded path leads. Names of dots and punctuation may precede
/// the first name. Outside of the path of a URL, a path that begins with a slash may also lead to a known folder, or to a
/// file with a known name.
fn system_file(path: &str, may_be_file: bool) -> Option<&'static str> {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    // Names before the last ".." are left again.
    let path = &path[path.rfind("../").max(path.rfind("..\\")).unwrap_or(0)..];
    let first = path.find(char::is_alphanumeric)?;
    let start = path[..first].rfind(is_slash).map_or(0, |at| at + 1);
    let is_absolute = start > 0;
    let mut name = String::new();
    for c in path[start..].chars().take(LONGEST) {
        match c {
            c if is_slash(c) && name.ends_with('/') => {}
            c if is_slash(c) => name.push('/'),
            c => name.push(c.to_ascii_lowercase()),
        }
    }
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || "-_".contains(c));
    let is_at = |known: &&&str| start == first && name.strip_prefix(**known).is_some_and(ends);
    let last = &name[name.rfind('/').map_or(0, |at| at + 1)..];
    let is_last = |known: &&&str| last.strip_prefix(**known).is_some_and(ends);
    let file = FILES.iter().find(is_at);
    let is_in = |known: &&&str| {
        let rest = name.strip_prefix(**known).and_then(|rest| rest.strip_prefix('/'));
        start == first && rest.is_some_and(|rest| !rest.is_empty())
    };
    let folder = || FOLDERS.iter().find(is_in).filter(|_| is_absolute && may_be_file);
    let named = || NAMES.iter().find(is_last).filter(|_| is_absolute && may_be_file);
    file.or_else(folder).or_else(named).copied()
}

/// Returns whether a path in a URL that is otherwise plain may lead to a [file of the system](system_file).
pub(super) fn may_be_of_system(path: &str) -> bool {
    static FIRST: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut all: Vec<_> = FILES.iter().chain(FOLDERS).map(|path| first_word(path)).collect();
        all.sort_unstable();
        all.dedup();
        all
    });
    let (is_absolute, path) = path.strip_prefix('/').map_or((false, path), |path| (true, path));
    let first = first_word(path);
    let is_known = first.len() <= 8 && FIRST.binary_search(&&*first.to_ascii_lowercase()).is_ok();
    let last = || path[path.rfind('/').map_or(0, |at| at + 1)..].to_ascii_lowercase();
    is_known
        || (is_absolute
            && (NAMES.iter().any(|name| last().starts_with(name)) || last().len() > LONGEST))
}

fn first_word(path: &str) -> &str {
    &path[..path.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(path.len())]
}

/// A length beyond that of each known path, also with repeated slashes.
const LONGEST: usize = 200;

// Line breaks in a query or a fragment, after which a header, a status line or a command begins.

/// Fields of a header whose name is a single word. Other words are those of a text in lines.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "authorization", "bcc", "connection", "cookie", "etag", "expires", "host", "link", "location", "origin", "p3p",
    "pragma", "referer", "refresh", "server", "upgrade", "vary",
];

/// Fields that are reported also in a text of several lines.
const TELLING_FIELDS: &[&str] =
    &["set-cookie", "content-length", "content-type", "transfer-encoding"];

/// The beginnings of a status line, of requests, and of commands of protocols in lines.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "http/", "get /", "post /", "put /", "delete /", "helo ", "ehlo ", "mail from:", "rcpt to:", "flushall", "flushdb",
    "config set ", "slaveof ", "stats\r", "stats\n", "quit\r", "quit\n", "set ", "eval ",
];

/// Names of parameters whose values are often texts of several lines.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "body", "code", "comment", "comments", "content", "desc", "description", "details", "message", "msg", "note", "notes",
    "snippet", "status", "summary", "text",
];

pub(super) fn injection(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    let is_mail = subject.scheme() == Some("mailto");
    let sent_end = text.find('#').unwrap_or(text.len());
    let start = text.find(['?', '#']).map_or(text.len(), |at| at + 1);
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
        if let Some(line) = injected(&decoded, is_text) {
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
fn injected(decoded: &str, is_text: bool) -> Option<String> {
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
        let is_pair = line_break(breaks) < breaks.len();
        if is_injected(line, is_pair && !is_text, is_text) {
            // The value of a field may be a secret.
            let end = line.find(|c: char| c.is_control() || c == ' ' || c == ':');
            let end = end.map_or(line.len(), |at| at + usize::from(line[at..].starts_with(':')));
            return Some(line[..end].chars().take(LONGEST_LINE).collect());
        }
        rest = line;
    }
}

const LONGEST_LINE: usize = 40;

/// Returns the length of the line break that begins a text, or 0. A character that ends with the octet of a line break is
/// one for a program that truncates it to eight bits, and `\n` is one if it is read as in a string of C.
fn line_break(text: &str) -> usize {
    match text.chars().next() {
        Some(c @ ('\r' | '\n' | '\u{10A}' | '\u{10D}' | '\u{560A}' | '\u{560D}')) => c.len_utf8(),
        Some('\\') if text[1..].starts_with(['r', 'n']) => 2,
        _ => 0,
    }
}

fn is_injected(line: &str, is_any_field: bool, is_text: bool) -> bool {
    let head: String = line.chars().take(LONGEST_LINE).collect::<String>().to_ascii_lowercase();
    if COMMANDS.iter().any(|command| head.starts_with(command)) && !is_text {
        return true;
    }
    let Some((name, _)) = head.split_once(':') else {
        return is_any_field
            && ["<script", "<html", "<svg", "<img", "<body", "<iframe"]
                .iter()
                .any(|tag| head.starts_with(tag));
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    match is_text {
        true => TELLING_FIELDS.contains(&name),
        false => is_name && (is_any_field || name.contains('-') || FIELDS.contains(&name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lenient_decodings() {
        for (text, decoded, count) in [
            ("../a", "../a", 0),
            ("..%2f", "../", 1),
            ("..%252f", "../", 2),
            ("..%25252f", "../", 3),
            ("..%%32%66", "../", 2),
            ("%%32%65", ".", 2),
            ("..%%32%%66", "../", 2),
            ("..%c0%2f", "../", 1),
            ("..%c0%af", "../", 1),
            ("..%25c0%25af", "../", 2),
            ("..%c0%qf..%c0%9v", "../../", 1),
            ("..%c1%9c..%c1%8s..%c1%pc..%c1%1c", "..\\..\\..\\..\\", 1),
            ("%bg%qf", "/", 1),
            ("..%e0%80%af..%f0%80%80%af", "../../", 1),
            ("..%f8%80%80%80%af..%fc%80%80%80%80%af", "../../", 1),
            ("%c0%ae%c0%2e%c0.", "...", 1),
            ("%uff0e%u002e%u2216%u2215", "..\\/", 1),
            ("0x2e0X2E0x5c", "..\\", 1),
            (".%00.", ".\0.", 1),
            ("%e2%82%ac%ff%", "€\u{FFFD}%", 1),
            ("300x250", "300x250", 0),
        ] {
            assert_eq!(decoded_leniently(text), (decoded.to_owned(), count), "{text}");
        }
    }

    #[test]
    fn climbs() {
        for text in [
            "../a",
            "a/../../b",
            "/..",
            "/../a",
            "..\\a",
            "....//a",
            ".../.../a",
            "..././a",
            "....\\/a",
            "..;/a",
            "..;x/a",
            ".\0./a",
            ".. /a",
            "/a/b/../../../c",
            "./../a",
        ] {
            assert!(Climb::of(text) != Climb::Within, "{text}");
        }
        for text in [
            "", "..", "...", "....", "a/..", "a/../b", "a..b", "v1...v2", "/.../a", "a/.../",
            "1..5", "..a/b", ";/../a", "....a//b",
        ] {
            assert!(Climb::of(text) == Climb::Within, "{text}");
        }
    }
}
