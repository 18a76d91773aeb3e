//! Lines of the logs of web servers: the Common Log Format and the combined one, as Apache and nginx write them.
//!
//! ```text
//! host ident user [time] "METHOD target HTTP/1.1" status bytes "referer" "user agent"
//! ```
//!
//! In: a line. Out: the target of the request, or the referer; and where each stands. The two last fields are those of the
//! combined format; what a server adds behind them is passed over, and so is what stands before the time. A server
//! escapes what would end a field: `\"`, `\\`, `\t`, and `\x16` for an octet. The escapes are undone.
//!
//! A target is given as the reference that it is (RFC 9112, 3.2 and 3.3): of `CONNECT h:443` that is `//h:443`, of `OPTIONS *`
//! the empty one, and a path that begins with two slashes, which would read as a host, has `/.` before it.
//!
//! The surprising case: `-` and `\x16\x03\x01` stand where a request should, if the client sent none, or speaks TLS to a
//! port of HTTP. Such a line has no target.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr2, memmem};

/// What is taken from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Request,
    Referer,
}

impl Field {
    pub(super) fn named(name: &str) -> Option<Self> {
        let named = [("request", Self::Request), ("referer", Self::Referer)];
        named.into_iter().find_map(|(own, field)| own.eq_ignore_ascii_case(name).then_some(field))
    }
}

/// Where a field stands, still escaped; or why the line has none.
pub(super) fn span(line: &[u8], field: Field) -> Result<Range<usize>, String> {
    let none =
        |what: &str| Err(format!("no line of a log in the common or combined format: {what}"));
    if !line.contains(&b'"') {
        return none("there is no request in double quotes");
    }
    // The name of a user may have quotes, which a server escapes.
    let Some(quote) = memmem::find(line, b"] \"").map(|at| at + 2) else {
        return none("before the request stands no time in brackets");
    };
    let Some(request) = quoted(line, quote) else {
        return none("the request has no quote at its end");
    };
    let Some(end) = numbers(line, request.end + 1) else {
        return none("after the request stand no status and no number of bytes");
    };
    if field == Field::Request {
        return target(line, request);
    }
    let referer = match line.get(end..end + 2) {
        Some(b" \"") => quoted(line, end + 1),
        _ => None,
    };
    match referer {
        None => Err("the line has no referer: it is not of the combined format".to_owned()),
        Some(referer) if line[referer.clone()] == *b"-" => {
            Err("the request had no referer".to_owned())
        }
        Some(referer) => Ok(referer),
    }
}

/// A field without its escapes.
pub(super) fn cell(line: &[u8], field: Field) -> Result<Cow<'_, [u8]>, String> {
    let span = span(line, field)?;
    let plain = unescaped(&line[span.clone()]);
    if field == Field::Referer {
        return Ok(plain);
    }
    let is_tunnel = line[..span.start].ends_with(b"\"CONNECT ");
    let before: &[u8] = match &*plain {
        b"*" => return Ok(Cow::Borrowed(b"")),
        target if target.starts_with(b"//") => b"/.",
        _ if is_tunnel => b"//",
        _ => return Ok(plain),
    };
    Ok(Cow::Owned([before, &plain].concat()))
}

/// What stands between the quote at a place and the next that is not escaped.
fn quoted(line: &[u8], quote: usize) -> Option<Range<usize>> {
    let mut at = quote + 1;
    loop {
        at += memchr2(b'"', b'\\', &line[at..])?;
        if line[at] == b'"' {
            return Some(quote + 1..at);
        }
        // Whatever is escaped, it is no end.
        at += 2;
        if at > line.len() {
            return None;
        }
    }
}

/// Where the status and the number of bytes end that stand at a place, each with a space before it.
fn numbers(line: &[u8], mut at: usize) -> Option<usize> {
    for _ in 0..2 {
        let rest = line.get(at..)?.strip_prefix(b" ")?;
        let length = rest.iter().position(|byte| *byte == b' ').unwrap_or(rest.len());
        let number = &rest[..length];
        let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
        if !is_number && number != b"-" {
            return None;
        }
        at += 1 + length;
    }
    Some(at)
}

/// The target of a request (RFC 9112, 3): what stands between the method and the version. HTTP/0.9 had no version, and
/// a client that does not escape spaces has them in the target.
fn target(line: &[u8], request: Range<usize>) -> Result<Range<usize>, String> {
    let text = &line[request.clone()];
    let is_of_method =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    let space = text.iter().position(|byte| *byte == b' ').unwrap_or_default();
    if space == 0 || !text[..space].iter().all(is_of_method) {
        return Err("the request is no request of HTTP, which begins with a method".to_owned());
    }
    let last = text.iter().rposition(|byte| *byte == b' ').unwrap_or(space);
    if last == space && text[space + 1..].starts_with(b"HTTP/") {
        return Err("the request has no target".to_owned());
    }
    let end =
        if last > space && text[last + 1..].starts_with(b"HTTP/") { last } else { text.len() };
    Ok(request.start + space + 1..request.start + end)
}

/// A field without the escapes of the server.
fn unescaped(field: &[u8]) -> Cow<'_, [u8]> {
    if !field.contains(&b'\\') {
        return Cow::Borrowed(field);
    }
    let (mut plain, mut rest) = (Vec::with_capacity(field.len()), field);
    while let Some((&byte, after)) = rest.split_first() {
        let (octet, length) = match (byte, after) {
            (b'\\', [b'x', high, low, ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, 4),
                _ => (byte, 1),
            },
            (b'\\', [escaped, ..]) => match named(*escaped) {
                Some(octet) => (octet, 2),
                None => (byte, 1),
            },
            _ => (byte, 1),
        };
        plain.push(octet);
        rest = &rest[length..];
    }
    Cow::Owned(plain)
}

/// The octet that a letter behind a backslash stands for.
const fn named(letter: u8) -> Option<u8> {
    Some(match letter {
        b'"' | b'\\' => letter,
        b'b' => 0x08,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0B,
        b'r' => b'\r',
        _ => return None,
    })
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Writes a field as Apache does.
pub(super) fn escape(field: &[u8], out: &mut Vec<u8>) {
    for &byte in field {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', byte]),
            0..0x20 | 0x7F => out.extend(format!("\\x{byte:02x}").bytes()),
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn finds(line: &str, field: Field, expected: Result<&[u8], &str>) {
        let is = cell(line.as_bytes(), field);
        match (&is, expected) {
            (Ok(is), Ok(expected)) => {
                assert_eq!(is.escape_ascii().to_string(), expected.escape_ascii().to_string())
            }
            (Err(is), Err(expected)) => assert!(is.contains(expected), "{line}: {is}"),
            _ => panic!("{line}: {is:?}"),
        }
    }

    /// The two examples of Apache's manual, "Log Files", and what servers write for hostile requests.
    #[test]
    fn fields() {
        let common = r#"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326"#;
        let combined = format!(
            r#"{common} "http://www.example.com/start.html" "Mozilla/4.08 [en] (Win98; I ;Nav)""#
        );
        finds(common, Field::Request, Ok(b"/apache_pb.gif"));
        finds(common, Field::Referer, Err("not of the combined format"));
        finds(&combined, Field::Request, Ok(b"/apache_pb.gif"));
        finds(&combined, Field::Referer, Ok(b"http://www.example.com/start.html"));
        // With a name of the host before, and a field behind, as nginx is often told to write.
        finds(
            &format!("h:443 {combined} \"-\" 0.001"),
            Field::Referer,
            Ok(b"http://www.example.com/start.html"),
        );
        let line = |request: &str| format!(r#"::1 - - [t] "{request}" 400 - "-" "x""#);
        for (request, expected) in [
            (r"GET /a?b HTTP/1.1", Ok(&b"/a?b"[..])),
            (r"GET /a", Ok(b"/a")),
            (r"GET /a b HTTP/1.1", Ok(b"/a b")),
            (r"GET  HTTP/1.1", Ok(b"")),
            (r"OPTIONS * HTTP/1.1", Ok(b"")),
            (r"GET //wp-login.php HTTP/1.1", Ok(b"/.//wp-login.php")),
            (r"CONNECT internal.corp:443 HTTP/1.1", Ok(b"//internal.corp:443")),
            (r"CONNECT [::1]:443 HTTP/1.1", Ok(b"//[::1]:443")),
            (r"GET HTTP/1.1", Err("the request has no target")),
            (r#"GET /\"\\\x22\x5C\xC3\xa9\t HTTP/1.1"#, Ok(b"/\"\\\"\\\xC3\xA9\t")),
            (r"GET /\q\x4 HTTP/1.1", Ok(br"/\q\x4")),
            (r"\x16\x03\x01", Err("no request of HTTP")),
            (r"-", Err("no request of HTTP")),
            (r"", Err("no request of HTTP")),
        ] {
            finds(&line(request), Field::Request, expected);
        }
        // A user without a name, and one with a quote.
        for user in ["\"\"", "joe\\\"x"] {
            let line = format!("1.1.1.1 - {user} [t] \"GET /a HTTP/1.1\" 200 1");
            finds(&line, Field::Request, Ok(b"/a"));
        }
        finds(&line("GET / HTTP/1.1"), Field::Referer, Err("had no referer"));
        for (line, why) in [
            ("", "no request in double quotes"),
            ("GET / HTTP/1.1", "no request in double quotes"),
            (r#"h - - "GET /" 200 1"#, "no time in brackets"),
            (r#"h - - [t] "GET /"#, "no quote at its end"),
            (r#"h - - [t] "GET /\"#, "no quote at its end"),
            (r#"h - - [t] "GET /\"#, "no quote at its end"),
            (r#"h - - [t] "GET /""#, "no status"),
            (r#"h - - [t] "GET /" 200"#, "no status"),
            (r#"h - - [t] "GET /" 200 x"#, "no status"),
        ] {
            finds(line, Field::Request, Err(why));
        }
    }

    #[test]
    fn what_is_escaped_is_unescaped() {
        let all: Vec<u8> = (0..=255).collect();
        let mut escaped = Vec::new();
        escape(&all, &mut escaped);
        assert_eq!(*unescaped(&escaped), *all);
    }
}
