//! Schemes that do not lead to a web page, however they are disguised.

use super::decoded::decoded;
use super::division::is_trimmed;
use super::found::Found;
use super::invisible::is_invisible;
use super::spelling::mapped;
use super::subject::Subject;
use super::table::*;
use crate::lint::Citation;

/// Schemes, and what a reader does with them who expects a web address.
const DANGEROUS: &[(&str, &str)] = &[
    ("javascript", "a browser runs the rest as a script"),
    ("vbscript", "some browsers ran the rest as a script"),
    ("livescript", "some browsers ran the rest as a script"),
    ("data", "the rest is a document, which may have scripts"),
    ("blob", "the rest is an object of the page that made it"),
    ("filesystem", "the rest is a file that a page made"),
    ("view-source", "a browser shows another address in another way"),
    ("feed", "some browsers read another address after it"),
    ("jar", "Java and some browsers fetch and open an archive"),
    ("file", "the rest is a file of the reader's machine, or of a host that it logs in to"),
    ("netdoc", "Java reads a file of its machine"),
    ("gopher", "a fetcher sends the path to any port, as it stands"),
    ("dict", "a fetcher sends the path to any port as a command"),
    ("ldap", "a fetcher asks a directory, and may load what it answers"),
    ("ldaps", "a fetcher asks a directory, and may load what it answers"),
    ("ldapi", "a fetcher asks a directory of its machine"),
    ("rmi", "Java asks a registry, and may load what it answers"),
    ("jndi", "Java looks up what is named, and may load what is answered"),
    ("tftp", "a fetcher sends packets to any port"),
    ("smb", "a fetcher logs in to a host"),
    ("sftp", "a fetcher logs in to a host"),
    ("scp", "a fetcher logs in to a host"),
    ("ssh", "a fetcher logs in to a host"),
    ("telnet", "a fetcher opens a terminal at any port"),
    ("imap", "a fetcher sends commands to a mail server"),
    ("imaps", "a fetcher sends commands to a mail server"),
    ("pop3", "a fetcher sends commands to a mail server"),
    ("smtp", "a fetcher sends commands to a mail server"),
    ("rtsp", "a fetcher sends the path to any port"),
    ("unix", "a fetcher opens a socket of its machine"),
    ("glob", "PHP lists files of its machine"),
    ("zip", "PHP opens an archive"),
    ("ogg", "PHP opens a file"),
    ("rar", "PHP opens an archive"),
    ("compress.zlib", "PHP opens a file, or another address"),
    ("compress.bzip2", "PHP opens a file, or another address"),
    ("ssh2.exec", "PHP runs a command on a host"),
    ("mocha", "some browsers ran the rest as a script"),
    ("intent", "Android starts an app, with the rest as its arguments"),
    ("phar", "PHP opens an archive, and may run what it has"),
    ("php", "PHP reads its own streams"),
    ("expect", "PHP may run the rest as a command"),
    ("ms-msdt", "Windows starts a tool of diagnosis, with the rest as its arguments"),
    ("search-ms", "Windows opens a search, which may show files of another host"),
    ("shell", "Windows opens a folder or a program"),
    ("res", "some browsers read a resource of a program file"),
    ("mhtml", "some browsers open an archive, and show a part of it"),
    ("url", "Java and other readers drop it, and read the rest as an address"),
];

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    let text = subject.text;
    if let (Some(scheme), Some(raw)) = (subject.scheme(), subject.browser.scheme)
        && let Some((name, what)) = known(scheme)
    {
        let message = format!("{name}: {what}");
        // RFC 2397 is the document of `data`, RFC 8089 of `file`.
        let own = match *name {
            "data" => Some(Citation::whole("RFC 2397")),
            "file" => Some(Citation::whole("RFC 8089")),
            _ => None,
        };
        let citations: Vec<_> = own.iter().chain(DANGEROUS_SCHEME.citations()).copied().collect();
        found.cite(&DANGEROUS_SCHEME, [raw.span()], message, &citations);
        if raw.start > 0 || raw.text != *name {
            let message = format!(
                "the URL Standard finds {name}: controls and spaces before it, tabs and line breaks in it, \
                 and letter case do not matter"
            );
            found.add(&DISGUISED_SCHEME, Some(0..raw.span().end), message);
        }
        return;
    }
    // Nobody decodes a scheme who follows a document; who decodes a whole value, before it is read, does.
    // The "#" of "&#106;" ends nothing in HTML.
    let ends = |(at, c): &(usize, char)| match c {
        '/' | '?' => true,
        '#' => !text[..*at].ends_with('&'),
        _ => false,
    };
    let end = text.char_indices().find(ends).map_or(text.len(), |(at, _)| at);
    // The longest name, each letter escaped, with as much around it.
    let is_changed = |head: &&str| head.contains(['%', '&']) || !head.is_ascii();
    let Some(head) = text.get(..end).filter(|head| is_changed(head) && head.len() < 4096) else {
        return;
    };
    let decoded = entities(&decoded(head));
    let is_kept = |c: &char| !is_trimmed(*c) && !is_invisible(*c);
    let kept: String = decoded.chars().filter(is_kept).collect();
    let mapped = mapped(&kept);
    if let Some((scheme, _)) = mapped.split_once(':')
        && let Some((name, what)) = known(&scheme.to_ascii_lowercase())
    {
        let steps = [
            (decoded != head).then_some("once it is decoded"),
            (kept != decoded).then_some("without what is not seen"),
            (mapped != kept).then_some("once it is mapped by NFKC"),
        ];
        let steps = steps.into_iter().flatten().collect::<Vec<_>>().join(" and ");
        let message = format!("{steps}, it is {name}: {what}");
        // No document of URLs has these steps.
        found.cite(&DISGUISED_SCHEME, Some(0..end), message, &[]);
    }
}

fn known(scheme: &str) -> Option<&'static (&'static str, &'static str)> {
    DANGEROUS.iter().find(|(name, _)| *name == scheme)
}

/// A text with the references of HTML decoded that stand for letters, tabs, line breaks and colons.
fn entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut pieces = text.split('&');
    decoded.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (name, rest) = piece.split_once(';').unwrap_or((piece, ""));
        let number = match name.strip_prefix('#').map(|number| number.split_at_checked(1)) {
            Some(Some(("x" | "X", digits))) => u32::from_str_radix(digits, 16).ok(),
            Some(_) => name[1..].parse().ok(),
            None => None,
        };
        let named = match name {
            "Tab" => Some('\t'),
            "NewLine" => Some('\n'),
            "colon" => Some(':'),
            _ => None,
        };
        match number.and_then(char::from_u32).or(named) {
            Some(c) => decoded.push(c),
            None => {
                decoded.push('&');
                decoded.push_str(piece);
                continue;
            }
        }
        decoded.push_str(rest);
    }
    decoded
}
