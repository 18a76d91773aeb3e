//! Paths that lead above their root, or to a file of the system, in the path and in the values of the query.
//!
//! A path is decoded leniently and several times before it is followed. `....//` leads upwards after a filter that removes
//! each `../` once. Most relative references begin with `../`, and are not reported unless something else is strange.

use super::division::{Shown, TwoReadings, is_special};
use super::lenient::decoded_leniently;
use super::*;
use crate::subject::Excerpt;

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    path(subject, found);
    for (name, value) in values(subject) {
        let (decoded, count) = decoded_leniently(value.text);
        let path = without_drive(&decoded);
        let has_drive = path.is_some_and(|path| path[1..].starts_with(char::is_alphanumeric));
        let decoded = path.unwrap_or(&decoded);
        // A query without a name may be the path of a page, as in "?../a.html".
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
        // Editors and other programs on the machine open its files under schemes of their own.
        if !subject.scheme().is_none_or(is_special) {
            continue;
        }
        let file = system_file(decoded, true).map(|file| format!("a system file ({file})"));
        let file = file.or_else(|| has_drive.then(|| "a file on a drive of Windows".to_owned()));
        if let Some(file) = file {
            let message = format!(
                "{}{} leads to {file}, which a program reads if it opens the value as a path",
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
    let start = memchr::memchr2(b'?', b'#', text.as_bytes())?;
    let start = text[start..].starts_with('?').then_some(start + 1)?;
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
    let is_strange = || {
        climb == Climb::Nested
            || file.is_some()
            || path.text.contains("..//")
            || matches!(climb, Climb::Above(DEEP..))
            || climb != Climb::of_literal(path.text)
    };
    if climb != Climb::Within && (is_rooted || is_strange()) {
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
            "the path{} leads to a system file ({file}), which a program reads if it opens the path",
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
        // Each climb has two dots in a row, unless something else is between them.
        let bytes = path.as_bytes();
        if !memchr::memchr_iter(b'.', bytes).any(|at| bytes.get(at + 1) == Some(&b'.'))
            && !bytes.iter().any(|byte| is_ignored(*byte))
        {
            return Self::Within;
        }
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

/// Returns whether an octet may be between the dots of a segment or of `\.\.`.
const fn is_ignored(octet: u8) -> bool {
    octet <= b' ' || matches!(octet, b'%' | b'\\' | 0x7F..)
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
    ".bash_history", ".bash_profile", ".bashrc", ".cshrc", ".forward", ".htaccess", ".htpasswd", ".netrc", ".profile",
    ".rhosts", ".sh_history", "master.passwd", "passwd", "shadow", "id_rsa", "authorized_keys", "boot.ini", "win.ini", "system.ini", "web.config", "server.xml", "global.asa", "pureftpd.passwd", "pureftpd.pdb",
];

/// Returns the file or the folder of the system to which a decoded path leads. Names of dots and punctuation may precede
/// the first name. Outside of the path of a URL, a path that begins with a slash may also lead to a known folder, or to a
/// file with a known name.
fn system_file(path: &str, may_be_file: bool) -> Option<&'static str> {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    // Nearly all last names begin like no known name, and nearly all paths have no known first word.
    let last = path.rsplit(is_slash).next().unwrap_or(path);
    let is_named = may_be_file && last.len() < path.len() && named(last).is_some();
    if !is_named && !path.split(is_slash).any(begins_system_path) {
        return None;
    }
    // A path leaves the names before its last "..".
    let climbs = path.rmatch_indices(is_slash).find(|(at, _)| {
        let start = path[..*at].rfind(is_slash).map_or(0, |at| at + 1);
        matches!(dots(&path[start..*at]), Some(2..))
    });
    let rest = climbs.map_or(path, |(at, _)| &path[at..]);
    let first = rest.find(char::is_alphanumeric)?;
    let start = rest[..first].rfind(is_slash).map_or(0, |at| at + 1);
    let may_be_file = may_be_file && start > 0;
    let mut name = String::new();
    for c in rest[start..].chars().take(LONGEST) {
        match c {
            c if is_slash(c) && name.ends_with('/') => {}
            c if is_slash(c) => name.push('/'),
            c => name.push(c.to_ascii_lowercase()),
        }
    }
    let after = |known: &str| name.strip_prefix(known).filter(|_| start == first);
    let file = FILES.iter().find(|known| after(known).is_some_and(is_end));
    let is_in = |rest: &str| rest.len() > 1 && rest.starts_with('/');
    let folder = || FOLDERS.iter().find(|known| after(known).is_some_and(is_in));
    match may_be_file {
        true => file.or_else(folder).copied().or_else(|| named(last)),
        false => file.copied(),
    }
}

/// Returns the known name that begins the last name of a path.
fn named(last: &str) -> Option<&'static str> {
    let first = last.as_bytes().first()?.to_ascii_lowercase();
    let is_known = |known: &&&str| {
        let head = last.get(..known.len()).filter(|_| known.as_bytes()[0] == first);
        head.is_some_and(|head| head.eq_ignore_ascii_case(known)) && is_end(&last[known.len()..])
    };
    NAMES.iter().find(is_known).copied()
}

/// Returns whether a name has ended before a text.
fn is_end(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// Returns whether the first word of a text, after punctuation, begins the path of a known file or folder.
pub(super) fn begins_system_path(text: &str) -> bool {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(u8::is_ascii_alphanumeric).unwrap_or(bytes.len());
    let rest = &bytes[start..];
    let known: &[&str] = match rest.first().map(u8::to_ascii_lowercase) {
        Some(b'b') => &["boot"],
        Some(b'e') => &["etc"],
        Some(b'i') => &["inetpub"],
        Some(b'o') => &["opt"],
        Some(b'p') => &["private", "proc"],
        Some(b'r') => &["root"],
        Some(b'u') => &["usr"],
        Some(b'v') => &["var"],
        Some(b'w') => &["web", "windows", "winnt"],
        _ => return false,
    };
    known.iter().any(|word| {
        let head = rest.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word.as_bytes()));
        head.is_some() && !rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// Returns whether the text after the last `/` of a value begins with a known name of a file.
pub(super) fn has_known_name(value: &str) -> bool {
    let last = memchr::memrchr(b'/', value.as_bytes()).map(|at| &value[at + 1..]);
    last.is_some_and(|last| named(last).is_some())
}

/// A length that exceeds each known path.
const LONGEST: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_path_begins_with_a_known_word() {
        for path in FILES.iter().chain(FOLDERS) {
            for text in [path.to_string(), format!("/{path}/x"), path.to_uppercase()] {
                assert!(begins_system_path(&text), "{text}");
            }
        }
        for text in ["", "/", "etcetera", "docs/etc", "weblog/a", "/home/a"] {
            assert!(!begins_system_path(text), "{text}");
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
