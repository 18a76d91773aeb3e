//! Schemes and ports that do not lead to a web page, and URLs within a URL.

use urispec::internal::schemes;

use super::address::mapped;
use super::characters::{beginning, decoded, is_host, is_invisible};
use super::division::{Division, Shown, TwoReadings, is_special, is_trimmed};
use super::*;
use crate::subject::Excerpt;

// Schemes that do not lead to a web page, in any disguise.

/// Dangerous schemes, each with its effect in a reader that expects a web address.
const DANGEROUS: &[(&str, &str)] = &[
    ("javascript", "a browser runs the rest as a script"),
    ("vbscript", "some browsers ran the rest as a script"),
    ("livescript", "some browsers ran the rest as a script"),
    ("data", "the rest is a document, which may have scripts"),
    ("blob", "the rest is an object that a page created"),
    ("filesystem", "the rest is a file that a page made"),
    ("view-source", "a browser shows the source of another address"),
    ("feed", "some browsers read another address after it"),
    ("jar", "Java and some browsers fetch and open an archive"),
    ("file", "the rest is a file of the reader's machine, or of a host that it logs in to"),
    ("netdoc", "Java reads a file of its machine"),
    ("gopher", "a fetcher sends the path to any port unchanged"),
    ("dict", "a fetcher sends the path to any port as a command"),
    ("ldap", "a fetcher queries a directory, and may load the answer"),
    ("ldaps", "a fetcher queries a directory, and may load the answer"),
    ("ldapi", "a fetcher asks a directory of its machine"),
    ("rmi", "Java queries a registry, and may load the answer"),
    ("jndi", "Java looks up the name, and may load the answer"),
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
    ("ms-msdt", "Windows starts a diagnostic tool, with the rest as its arguments"),
    ("search-ms", "Windows opens a search, which may show files of another host"),
    ("shell", "Windows opens a folder or a program"),
    ("res", "some browsers read a resource of a program file"),
    ("mhtml", "some browsers open an archive, and show a part of it"),
    ("url", "Java and other readers drop this scheme, and read the rest as an address"),
];

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    if let (Some(scheme), Some(raw)) = (subject.scheme(), subject.browser.scheme)
        && let Some((name, what)) = known(scheme)
    {
        if *name == "data" && is_passive(&text[raw.span().end + 1..]) {
            return;
        }
        let message = format!("{name}: {what}");
        // RFC 2397 is the document of `data`, and RFC 8089 that of `file`.
        let own = match *name {
            "data" => Some(Citation::whole("RFC 2397")),
            "file" => Some(Citation::whole("RFC 8089")),
            _ => None,
        };
        let citations: Vec<_> = own.iter().chain(DANGEROUS_SCHEME.citations).copied().collect();
        found.cite(&DANGEROUS_SCHEME, [raw.span()], message, &citations);
        if raw.start > 0 || raw.text != *name {
            let message = format!(
                "the URL Standard finds the scheme {name}: it ignores controls and spaces before a scheme, tabs and line breaks in it, and letter case"
            );
            found.say(&DISGUISED_SCHEME, Some(0..raw.span().end), message);
        }
        return;
    }
    // A conforming reader does not decode a scheme, but a program may decode a whole value before it is parsed.
    // The "#" of "&#106;" does not end anything in HTML.
    let ends = |(at, c): &(usize, char)| match c {
        '/' | '?' => true,
        '#' => !text[..*at].ends_with('&'),
        _ => false,
    };
    let end = text.char_indices().find(ends).map_or(text.len(), |(at, _)| at);
    // The longest name, each letter escaped, with the same amount around it.
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
            (kept != decoded).then_some("without invisible characters"),
            (mapped != kept).then_some("once it is mapped by NFKC"),
        ];
        let steps = steps.into_iter().flatten().collect::<Vec<_>>().join(" and ");
        let message = format!("{steps}, the scheme is {name}: {what}");
        // No document about URLs has these steps.
        found.cite(&DISGUISED_SCHEME, Some(0..end), message, &[]);
    }
}

fn known(scheme: &str) -> Option<&'static (&'static str, &'static str)> {
    DANGEROUS.iter().find(|(name, _)| *name == scheme)
}

/// Media types of `data` that a browser shows or plays without running scripts. `image/svg+xml` may have scripts.
#[rustfmt::skip]
const PASSIVE: &[&str] = &[
    "image/png", "image/gif", "image/jpeg", "image/jpg", "image/webp", "image/avif", "image/apng", "image/bmp",
    "image/x-icon", "image/vnd.microsoft.icon", "font/woff", "font/woff2", "font/ttf", "font/otf",
    "application/font-woff", "audio/mpeg", "audio/ogg", "audio/wav", "video/mp4", "video/webm",
];

/// Returns whether the data of a `data` URL is an image, a font or a medium that cannot have scripts.
fn is_passive(data: &str) -> bool {
    let media_type = &data[..data.find([';', ',']).unwrap_or(data.len())];
    PASSIVE.iter().any(|passive| passive.eq_ignore_ascii_case(media_type))
}

/// Decodes the character references of HTML: numbers, and the [names](reference) of punctuation.
pub(super) fn entities(text: &str) -> String {
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
        match number.and_then(char::from_u32).or_else(|| reference(name)) {
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

/// Returns the character of a named reference of HTML: a blank, or punctuation of URLs.
pub(super) fn reference(name: &str) -> Option<char> {
    let character = match name {
        "Tab" => '\t',
        "NewLine" => '\n',
        "colon" => ':',
        "sol" => '/',
        "bsol" => '\\',
        "lpar" => '(',
        "rpar" => ')',
        "period" => '.',
        "commat" => '@',
        _ => return None,
    };
    Some(character)
}

// Port numbers that do not exist, and ports of services other than the web.

/// The ports that the Fetch standard blocks for http ("port blocking").
#[rustfmt::skip]
const BLOCKED: &[u16] = &[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
    515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723,
    2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/// Services that trust every client, or did so for a long time, with their ports.
const SERVICES: &[(u16, &str)] = &[
    (2375, "Docker"),
    (2379, "etcd"),
    (3306, "MySQL"),
    (5432, "PostgreSQL"),
    (5984, "CouchDB"),
    (6379, "Redis"),
    (9200, "Elasticsearch"),
    (10250, "the kubelet of Kubernetes"),
    (11211, "memcached"),
    (27017, "MongoDB"),
];

pub(super) fn ports(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let scheme = subject.scheme();
    let default = scheme.and_then(schemes::known);
    let default = default.and_then(|scheme| scheme.default_port(None)).map(|port| port.number);
    let is_http = scheme.is_none_or(|one| matches!(one, "http" | "https" | "ws" | "wss"));
    // The readers may end the host at another colon.
    let authorities = [subject.letter.authority, subject.browser.authority];
    for port in authorities.into_iter().flatten().filter_map(|authority| authority.port) {
        if !is_number(port.text) {
            // Blanks at the ends are left to another lint.
            let port_text = port.text.trim_matches(is_trimmed);
            let begins = port_text.strip_prefix('+').unwrap_or(port_text);
            let is_partial =
                !is_number(port_text) && begins.starts_with(|digit: char| digit.is_ascii_digit());
            if is_partial && scheme.is_none_or(is_special) {
                let message = "the port is not a number: readers reject it, or end it before the first other character";
                found.say(&PORT_RANGE, [port.span()], message);
            }
            continue;
        }
        let number = port.text.parse::<u16>().ok();
        let browser = subject.browser.authority.and_then(|authority| authority.port);
        let is_of_browser = browser.is_some_and(|browser| browser.span() == port.span());
        match number {
            None => {
                let rejects = if is_of_browser { ": the URL Standard rejects it" } else { "" };
                found.say(&PORT_RANGE, [port.span()], format!("the port is above 65535{rejects}"));
            }
            Some(0) => {
                let citation = Citation::whole("RFC 6335");
                found.cite(&PORT_RANGE, [port.span()], "port 0 is reserved", &[citation]);
            }
            _ => {}
        }
        let Some(number) = number.filter(|number| *number > 0 && Some(*number) != default) else {
            continue;
        };
        if let Some((_, service)) = SERVICES.iter().find(|(known, _)| *known == number) {
            let message = format!("{service} listens at port {number}");
            found.say(&BAD_PORT, [port.span()], message);
        } else if is_http
            && is_of_browser
            && !subject.is_rejected()
            && BLOCKED.binary_search(&number).is_ok()
        {
            let message = format!("browsers do not connect to port {number} over http");
            let citation = Citation::section_of("Fetch Standard", "port blocking");
            let citations = [BAD_PORT.citations, &[citation]].concat();
            found.cite(&BAD_PORT, [port.span()], message, &citations);
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

// A URL within a URL: in the value of a parameter, or as a path. Every page links to others, so that a URL in a value is a
// note only if the name of the parameter indicates that it is followed.

/// The lower-case names of parameters whose values clients follow or fetch.
#[rustfmt::skip]
const FOLLOWED: &[&str] = &[
    "url", "u", "uri", "dest", "destination", "redirect", "redirect_url", "redirecturl", "redir", "next", "return",
    "returnto", "return_to", "return_url", "returnurl", "target", "goto", "go", "forward", "continue", "link",
    "image_url", "callback", "checkout_url", "rurl", "out", "view", "to", "path", "host", "file", "page", "feed",
    "proxy", "fetch",
];

/// Names of parameters whose values are usually harmless if the URL that contains them has a host.
const USUAL: &[&str] =
    &["to", "continue", "callback", "go", "link", "view", "out", "page", "feed", "forward"];

/// Returns whether clients follow the value of the parameter `name`. Letter case is ignored.
pub(super) fn is_followed(name: &str) -> bool {
    FOLLOWED.iter().any(|known| known.eq_ignore_ascii_case(name))
}

pub(super) fn inner(subject: &TwoReadings<'_>, found: &mut FindingList) {
    path(subject, found);
    segments(subject, found);
    let text = subject.text;
    let Some(start) = text.find('?') else { return };
    let end = text[start..].find('#').map_or(text.len(), |at| start + at);
    let query = Excerpt { text: &text[start + 1..end], start: start + 1 };
    if begins_like_url(query.text) {
        value(subject, None, query.text, query.span(), found);
    }
    for parameter in query.split(&['&', ';']) {
        if let Some((name, text)) = parameter.text.split_once('=') {
            value(subject, Some(name), text, parameter.part(text).span(), found);
        }
    }
    // A "#" ends the query, so that the character references in it have names.
    if memchr::memchr(b'&', query.text.as_bytes()).is_some() {
        let decoded = entities(query.text);
        let parameters = decoded.split('&').filter(|_| decoded != query.text);
        for (name, text) in parameters.filter_map(|one| one.split_once('=')) {
            value(subject, Some(name), text, query.span(), found);
        }
    }
}

/// Returns whether a page may follow a query that is a URL: `/` or a page with the name of such a parameter.
fn is_redirector(path: &str) -> bool {
    let page = path.rsplit('/').next().unwrap_or(path);
    let name = page.split_once('.').map_or(page, |(name, _)| name);
    matches!(path, "" | "/") || is_followed(name) || matches!(name, "away" | "exit" | "r")
}

/// Returns whether a query without a name is a URL, such as `?//h/`.
fn begins_like_url(query: &str) -> bool {
    let head = query.get(..64).unwrap_or(query);
    let begins = head.starts_with(['/', '\\']);
    if !begins && memchr::memchr3(b':', b'%', b'\\', head.as_bytes()).is_none() {
        return false;
    }
    let decoded = decoded(&decoded(head));
    let is_slash = |c: char| c == '/' || c == '\\';
    // "::" separates the names of a module.
    let scheme = decoded.split_once(':').filter(|(_, rest)| !rest.starts_with(':'));
    let scheme = scheme.map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_scheme =
        |scheme: &str| matches!(scheme, "http" | "https" | "ftp") || known(scheme).is_some();
    (decoded.starts_with(is_slash) && decoded[1..].starts_with(is_slash))
        || scheme.is_some_and(|scheme| is_scheme(&scheme))
}

/// Examines the value of a parameter, both as written and decoded. A query without parameters is a value without a name.
fn value(
    subject: &TwoReadings<'_>,
    name: Option<&str>,
    text: &str,
    span: Range<usize>,
    found: &mut FindingList,
) {
    let name = name.map(str::to_ascii_lowercase);
    let is_followed = match &name {
        Some(name) => is_followed(name),
        None => is_redirector(subject.browser.path.text),
    };
    let decoded = decoded(text);
    let twice = self::decoded(&decoded);
    let is_slash = |c: char| c == '/' || c == '\\';
    let begins = twice.trim_start();
    let after = begins.trim_start_matches(is_slash);
    let has_slashes = begins.starts_with(is_slash) && begins[1..].starts_with(is_slash);
    let has_host = has_slashes && is_host(&after[..after.find(is_slash).unwrap_or(after.len())]);
    // Slashes before a segment of dots begin a path.
    if has_slashes && !has_host {
        return;
    }
    if text.is_empty() || !(is_followed || has_host || twice.contains(':')) {
        return;
    }
    let shown = match &name {
        Some(name) => format!("the value of {}", Shown(name)),
        None => "the query".to_owned(),
    };
    let inner = Selection::leading().look(&twice);
    // Programs that normalize a path turn the "https://" of a value into "https:/".
    let mut warnings = inner.iter().filter(|finding| {
        finding.lint().severity() == Severity::Warning
            && (is_followed || *finding.lint() != SLASHES)
    });
    if let Some(worst) = warnings.next() {
        if name.as_deref() == Some("redirect_uri") && is_redirect_of_app(&twice, &inner) {
            let message = format!(
                "{shown} is an address of the local machine with a port, at which an app on that machine awaits the answer"
            );
            let citation = Citation::section_of("RFC 8252", "7.3");
            return found.cite(&INNER, [span], message, &[citation]);
        }
        let message = format!("{shown} is itself a URL: {}", worst.message());
        found.cite(&UNSAFE_INNER, [span], message, &worst.citations);
        return;
    }
    let division = Division::by_url_standard(&twice);
    let host = division.authority.map_or("", |authority| authority.host.text);
    let is_alone = subject.browser.authority.is_none() && subject.scheme().is_none();
    let is_usual = !is_alone && name.as_deref().is_some_and(|name| USUAL.contains(&name));
    if is_host(host)
        && (has_host || (is_followed && !is_usual) || (is_alone && twice.contains("//")))
    {
        let message = format!("a client that follows {shown} goes to the host {}", Shown(host));
        // A value that looks like a path, and is not one, deceives a program that accepts paths.
        let lint = if has_host && is_followed { &UNSAFE_INNER } else { &INNER };
        found.say(lint, [span], message);
    }
}

/// Returns whether a URL is the redirect of an app on the machine: http, the address of the machine, and a port, without
/// another warning.
fn is_redirect_of_app(url: &str, found: &[Finding]) -> bool {
    let rest = url.strip_prefix("http://");
    let port = rest
        .and_then(|rest| rest.strip_prefix("127.0.0.1:").or_else(|| rest.strip_prefix("[::1]:")));
    let mut warnings =
        found.iter().filter(|finding| finding.lint().severity() == Severity::Warning);
    port.is_some_and(|port| port.starts_with(|digit: char| digit.is_ascii_digit()))
        && warnings.all(|finding| *finding.lint() == LOOPBACK)
}

/// Finds a path that becomes a URL when its leading slashes are dropped.
fn path(subject: &TwoReadings<'_>, found: &mut FindingList) {
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
            "a reader that drops the leading slashes of the path finds the scheme {scheme}, whose URLs a browser runs as scripts"
        );
        found.cite(&DISGUISED_SCHEME, [path.span()], message, &[]);
    } else if let Some(authority) = division.authority
        && matches!(&*scheme, "http" | "https" | "ftp")
    {
        let host = Shown(authority.host.text);
        let message = format!(
            "the path is a URL: a reader that drops its leading slash goes to the host {host}"
        );
        // After a host a path may well contain another URL, as in an archive of pages.
        let is_alone = subject.browser.authority.is_none();
        found.say(if is_alone { &HOST_IN_PATH } else { &INNER }, [path.span()], message);
    }
}

/// Finds a segment of a path that is a URL with escaped slashes. Redirectors use such segments.
fn segments(subject: &TwoReadings<'_>, found: &mut FindingList) {
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
            found.say(&INNER, [segment.span()], message);
        }
    }
}

#[cfg(test)]
mod tests {

    #[test]
    fn the_list_is_sorted() {
        assert!(super::BLOCKED.is_sorted());
    }
}
