//! The fast path of the basic URL parser: common inputs in one pass, many bytes at a time.
//!
//! It parses URLs with a special scheme, whose credentials do not change and whose host is in ASCII, and strings relative
//! to such a URL unless its scheme is `file`. For every other input, and for every input on which the parser fails, it returns `None`, and
//! the state machine decides. Tests and the fuzzer compare the two.
//!
//! A string is read in blocks of 64 bytes, which are reduced to words with one bit for each byte. A byte that no part of
//! a URL changes has no bit among the [others](Blocks::others). If neither the host nor a segment changes either, the
//! serialized URL is a copy of the input, after a copy of the beginning of the base.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString as _};
use core::fmt::Write as _;
use core::net::Ipv4Addr;
use core::ops::Range;

use super::code_points::{PercentEncodeSet, percent_encode};
use super::host::{Host, ends_in_a_number, parse_address, parse_ipv6};
use super::record::{default_port, is_double_dot, is_single_dot};
use super::url::{HostKind, Offsets, Url};
use crate::parse::scan::block::{BLOCK, is_scheme, vectors};
use crate::parts::vector::{any, is, u8x16, within};

/// Parses an input, if it is a common one.
#[inline]
pub(super) fn parse(input: &str, base: Option<&Url>) -> Option<Url> {
    // "Remove any leading and trailing C0 control or space from input": here there is none.
    if input.as_bytes().last().is_some_and(|last| *last <= b' ') {
        return None;
    }
    match base {
        None => absolute(input),
        Some(base) => relative(input, base),
    }
}

/// Parses an input that begins with a scheme in lower case and `//`.
#[inline]
fn absolute(input: &str) -> Option<Url> {
    let bytes = input.as_bytes();
    let scheme_end = match bytes {
        _ if bytes.starts_with(b"https://") => 5,
        _ if bytes.starts_with(b"http://") => 4,
        _ if bytes.starts_with(b"ftp://") || bytes.starts_with(b"wss://") => 3,
        _ if bytes.starts_with(b"file://") => return with_authority::<true>("", input, 7, 4),
        _ if bytes.starts_with(b"ws://") => 2,
        _ => return absolute_in_upper_case(input),
    };
    with_authority::<false>("", input, scheme_end + "://".len(), scheme_end)
}

/// Parses an input that begins with a scheme in other letters and `//`.
#[cold]
fn absolute_in_upper_case(input: &str) -> Option<Url> {
    const SCHEMES: [&str; 5] = ["https:", "http:", "ftp:", "wss:", "ws:"];
    let begins_with = |scheme: &&&str| {
        input.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    };
    let scheme = SCHEMES.iter().find(begins_with)?;
    let rest = input[scheme.len()..].starts_with("//").then(|| &input[scheme.len()..])?;
    with_authority::<false>(scheme, rest, "//".len(), scheme.len() - ":".len())
}

/// Parses an input with a base. Whatever the base, it plays no part for an input with a scheme and `//`.
fn relative(input: &str, base: &Url) -> Option<Url> {
    if !matches!(base.scheme(), "https" | "http" | "wss" | "ws" | "ftp") {
        return absolute(input);
    }
    let (bytes, offsets) = (input.as_bytes(), base.offsets());
    match bytes {
        [] => {
            let href = base.without_fragment().to_owned();
            Some(Url::new(href, *offsets))
        }
        [0..=b' ' | b'\\', ..] | [b'/', b'\\', ..] => None,
        [b'/', b'/', ..] => with_authority::<false>(
            &base.as_str()[..=offsets.scheme_end],
            input,
            2,
            offsets.scheme_end,
        ),
        [b'/', ..] => {
            let tail = Tail::read(&mut Blocks::new(bytes, 0), 0)?;
            Some(tail.after(base, offsets.path_start, input))
        }
        [b'?', ..] => {
            let tail = Tail::read(&mut Blocks::new(bytes, 0), 0)?;
            Some(tail.after(base, offsets.path_end, input))
        }
        [b'#', ..] => {
            let tail = Tail::read(&mut Blocks::new(bytes, 0), 0)?;
            Some(tail.after(base, offsets.query_end, input))
        }
        _ => {
            let mut blocks = Blocks::new(bytes, 0);
            let first = (blocks.others | blocks.delimiters).trailing_zeros() as usize;
            match bytes.get(first) {
                Some(b':') if is_scheme(bytes, first) => return absolute(input),
                // A scheme may be longer than a block.
                _ if first >= BLOCK => return None,
                _ => {}
            }
            let mut tail = Tail::read(&mut blocks, 0)?;
            if begins_with_dot_segment(bytes) {
                tail.dots_end = tail.dots_end.max(1);
            }
            // "Shorten url's path": its last segment goes. The path of a special URL has a segment.
            let path = base.path();
            let last = path.bytes().rposition(|byte| byte == b'/')?;
            Some(tail.after_segments(base, offsets.path_start + last, input))
        }
    }
}

/// Parses an input whose authority begins at an offset, after `//`. The input follows `prefix`, and `scheme_end` is the
/// end of the scheme in both together. `FILE` means that the scheme is `file`.
#[inline]
fn with_authority<const FILE: bool>(
    prefix: &str,
    input: &str,
    start: usize,
    scheme_end: usize,
) -> Option<Url> {
    let url = with_host::<FILE>(prefix, input, start..start, scheme_end);
    if url.is_none() && !FILE { with_credentials(prefix, input, start, scheme_end) } else { url }
}

/// Parses an input whose authority begins with credentials, if these do not change.
#[cold]
fn with_credentials(prefix: &str, input: &str, start: usize, scheme_end: usize) -> Option<Url> {
    let rest = &input[start..];
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let (credentials, host) = authority.rsplit_once('@')?;
    let (username, password) = match credentials.split_once(':') {
        // The ":" before an empty password is not serialized.
        Some((_, "")) => return None,
        Some(both) => both,
        None => (credentials, ""),
    };
    let is_same = |text: &str| !text.bytes().any(|byte| PercentEncodeSet::Userinfo.has(byte));
    if credentials.is_empty() || !is_same(username) || !is_same(password) {
        return None;
    }
    let host_start = start + authority.len() - host.len();
    with_host::<false>(prefix, input, start + username.len()..host_start, scheme_end)
}

/// Parses an input whose host begins at the end of `password`, the range of the `:`, the password and the `@` before the
/// host.
#[inline(always)]
fn with_host<const FILE: bool>(
    prefix: &str,
    input: &str,
    password: Range<usize>,
    scheme_end: usize,
) -> Option<Url> {
    let (bytes, host_start) = (input.as_bytes(), password.end);
    let mut blocks = Blocks::new(bytes, host_start);
    // The end of the host. A host as long as a block is left to the state machine.
    let length = (blocks.others | blocks.delimiters).trailing_zeros() as usize;
    if length >= BLOCK {
        return None;
    }
    let text = &input[host_start..host_start + length];
    if FILE && text.eq_ignore_ascii_case("localhost") {
        return None;
    }
    // "Ends in a number" requires that the last label begins with a digit.
    let dots = blocks.dotted & !(u64::MAX << length);
    let last_label = BLOCK - dots.leading_zeros() as usize;
    let may_be_number =
        length > 0 && (last_label == length || bytes[host_start + last_label].is_ascii_digit());
    // No byte of the text is a forbidden domain code point, and none but a letter changes.
    let (host, text) = match length {
        0 if FILE => (Host::Empty, text),
        0 => bracketed(&input[host_start..])?,
        _ if may_be_number => (numbered(text)?, text),
        _ => (Host::Domain(text), text),
    };
    let host_end = host_start + text.len();
    let is_same_host = match host {
        Host::Ipv6(_) => host.to_string() == text,
        // The standard library reads addresses in the serialized form only.
        Host::Ipv4(_) => text.parse::<Ipv4Addr>().is_ok(),
        _ => !any(text.as_bytes(), |bytes| within(bytes, b'A', b'Z')),
    };

    let (mut rest, mut port, mut is_same_port) = (host_end, None, true);
    // The host of a file URL has no port, and "C:" is a Windows drive letter.
    if bytes.get(rest) == Some(&b':') && !FILE {
        let digits = &bytes[host_end + 1..];
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Longer ports have leading zeros, or are out of range.
        if count > 5 {
            return None;
        }
        let digit = |value: u32, byte: &u8| value * 10 + u32::from(byte - b'0');
        let value = u16::try_from(digits[..count].iter().fold(0, digit)).ok()?;
        let scheme = if prefix.is_empty() { input } else { prefix };
        let is_default = count == 0 || default_port(&scheme[..scheme_end]) == Some(value);
        port = (!is_default).then_some(value);
        is_same_port = !is_default && (digits[0] != b'0' || count == 1);
        rest += 1 + count;
    }
    if !matches!(bytes.get(rest), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }

    let tail = Tail::read(&mut blocks, rest)?;
    // Windows drive letters are not shortened, and "C|" becomes "C:".
    if FILE && (tail.dots_end > 0 || bytes.get(rest + "/C".len()) == Some(&b'|')) {
        return None;
    }
    let mut offsets = Offsets {
        scheme_end,
        username_end: prefix.len() + password.start,
        host_start: prefix.len() + host_start,
        host_end: prefix.len() + host_end,
        path_start: prefix.len() + rest,
        path_end: prefix.len() + tail.path_end,
        query_end: prefix.len() + tail.query_end,
        host: HostKind::of(&host),
    };
    let has_path = tail.path_end > rest;
    if is_same_host && is_same_port && has_path && tail.is_same() {
        return Some(Url::new(joined(prefix, input), offsets));
    }
    let mut output = String::with_capacity(prefix.len() + input.len() + "/".len());
    output.push_str(prefix);
    output.push_str(&input[..host_start]);
    // Writing to a string does not fail.
    let _ = write!(output, "{host}");
    output[offsets.host_start..].make_ascii_lowercase();
    offsets.host_end = output.len();
    if let Some(port) = port {
        let _ = write!(output, ":{port}");
    }
    offsets.path_start = output.len();
    let path = &input[rest..tail.path_end];
    tail.write_path(&mut output, offsets.path_start, path, rest);
    Some(tail.write_rest(output, offsets, input))
}

/// Runs the last steps of the host parser on a domain that is valid so far and may end in a number. Returns `None` if the
/// parser fails.
#[cold]
fn numbered(text: &str) -> Option<Host<&str>> {
    let domain = text.to_ascii_lowercase();
    if ends_in_a_number(&domain) {
        parse_address(&domain, &mut |_, _| {}).map(Host::Ipv4)
    } else {
        Some(Host::Domain(text))
    }
}

/// Parses the IPv6 address with which a text begins, in brackets. Also returns its text, with the brackets.
#[cold]
fn bracketed(text: &str) -> Option<(Host<&str>, &str)> {
    let (address, _) = text.strip_prefix('[')?.split_once(']')?;
    let host = parse_ipv6(address, &mut |_, _| {}).map(Host::Ipv6)?;
    Some((host, &text[..address.len() + "[]".len()]))
}

/// Returns a copy of two strings, one after the other.
#[inline]
fn joined(first: &str, second: &str) -> String {
    let mut both = String::with_capacity(first.len() + second.len());
    both.push_str(first);
    both.push_str(second);
    both
}

/// Returns whether a text begins with a single-dot or a double-dot URL path segment.
fn begins_with_dot_segment(text: &[u8]) -> bool {
    let after_dot = |text: &[u8]| match text {
        [b'.', ..] => 1,
        [b'%', b'2', b'e' | b'E', ..] => 3,
        _ => 0,
    };
    let first = after_dot(text);
    let end = first + after_dot(&text[first..]);
    first > 0 && matches!(text.get(end), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// A path, a query and a fragment, as they are read. Offsets are offsets in the input.
struct Tail {
    path_end: usize,
    query_end: usize,
    /// Whether a byte of the path is in the path percent-encode set.
    encodes_path: bool,
    encodes_query: bool,
    encodes_fragment: bool,
    /// An offset after the beginning of the last dot segment, so that no dot segment begins there or later; 0 if there
    /// is no dot segment, and `usize::MAX` if there is a `\`, which ends segments too.
    dots_end: usize,
}

impl Tail {
    /// Reads from an offset up to the end.
    #[inline]
    fn read(blocks: &mut Blocks<'_>, from: usize) -> Option<Self> {
        let bytes = blocks.bytes;
        let mut tail = Self {
            path_end: bytes.len(),
            query_end: bytes.len(),
            encodes_path: false,
            encodes_query: false,
            encodes_fragment: false,
            dots_end: 0,
        };
        let mut at = from;
        loop {
            at = blocks.next_in_path(at, &mut tail.dots_end);
            match bytes.get(at) {
                None => return Some(tail),
                Some(b'?' | b'#') => break,
                Some(b'\\') => tail.dots_end = usize::MAX,
                Some(b'\t' | b'\n' | b'\r') => return None,
                Some(byte) => tail.encodes_path |= PercentEncodeSet::Path.has(*byte),
            }
            at += 1;
        }
        tail.path_end = at;
        if bytes[at] == b'?' {
            loop {
                at = blocks.next(at + 1);
                match bytes.get(at) {
                    None => return Some(tail),
                    Some(b'#') => break,
                    Some(b'\t' | b'\n' | b'\r') => return None,
                    Some(byte) => tail.encodes_query |= PercentEncodeSet::SpecialQuery.has(*byte),
                }
            }
        }
        tail.query_end = at;
        loop {
            at = blocks.next(at + 1);
            match bytes.get(at) {
                None => return Some(tail),
                Some(b'\t' | b'\n' | b'\r') => return None,
                Some(byte) => tail.encodes_fragment |= PercentEncodeSet::Fragment.has(*byte),
            }
        }
    }

    /// Returns whether the serialized tail is the tail of the input, if the path is not empty.
    #[inline]
    const fn is_same(&self) -> bool {
        self.dots_end == 0 && !(self.encodes_path | self.encodes_query | self.encodes_fragment)
    }

    /// Returns the base up to an offset, followed by this tail, which is the whole input. A path of the input begins
    /// with `/`, and follows the authority of the base.
    fn after(&self, base: &Url, end: usize, input: &str) -> Url {
        let (prefix, offsets) = (&base.as_str()[..end], *base.offsets());
        if self.is_same() {
            return self.copied(prefix, offsets, input);
        }
        let mut output = String::with_capacity(prefix.len() + input.len());
        output.push_str(prefix);
        if self.path_end > 0 {
            self.write_path(&mut output, offsets.path_start, &input[..self.path_end], 0);
        }
        self.write_rest(output, offsets, input)
    }

    /// Returns the base up to the offset of a `/` in its path, followed by the segments of this tail, which is the whole
    /// input.
    fn after_segments(&self, base: &Url, slash: usize, input: &str) -> Url {
        let offsets = *base.offsets();
        if self.is_same() {
            return self.copied(&base.as_str()[..=slash], offsets, input);
        }
        let mut output = String::with_capacity(slash + "/".len() + input.len());
        output.push_str(&base.as_str()[..slash]);
        self.write_segments(&mut output, offsets.path_start, &input[..self.path_end], 0);
        self.write_rest(output, offsets, input)
    }

    /// Returns the prefix followed by the whole input.
    #[inline]
    fn copied(&self, prefix: &str, offsets: Offsets, input: &str) -> Url {
        // If a query or a fragment of the base is replaced, the prefix ends with the path or the query.
        let path_end =
            if self.path_end > 0 { prefix.len() + self.path_end } else { offsets.path_end };
        let query_end =
            if self.query_end > 0 { prefix.len() + self.query_end } else { offsets.query_end };
        Url::new(joined(prefix, input), Offsets { path_end, query_end, ..offsets })
    }

    /// Appends a path that follows an authority: `/` and segments, or nothing, which is an empty segment. `start` is the
    /// offset of the path in the input.
    fn write_path(&self, output: &mut String, path_start: usize, path: &str, start: usize) {
        match path.as_bytes() {
            [b'/' | b'\\', ..] => self.write_segments(output, path_start, &path[1..], start + 1),
            _ => output.push('/'),
        }
    }

    /// Appends the segments of a text to a path, by the path state. `output` has the path from `path_start` on, a `/`
    /// before each segment. `start` is the offset of the text in the input.
    fn write_segments(&self, output: &mut String, path_start: usize, text: &str, start: usize) {
        let write = |text: &str, output: &mut String| match self.encodes_path {
            true => percent_encode(text, PercentEncodeSet::Path, output),
            false => output.push_str(text),
        };
        let mut at = 0;
        while start + at < self.dots_end {
            let rest = &text[at..];
            let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'\\'));
            let segment = &rest[..end.unwrap_or(rest.len())];
            let (is_double, is_single) = match segment.as_bytes() {
                [b'.' | b'%', ..] => (is_double_dot(segment), is_single_dot(segment)),
                _ => (false, false),
            };
            if is_double {
                // "Shorten url's path."
                let last = output[path_start..].bytes().rposition(|byte| byte == b'/');
                output.truncate(path_start + last.unwrap_or_default());
            }
            if !is_double && !is_single {
                output.push('/');
                write(segment, output);
            }
            match end {
                Some(end) => at += end + 1,
                None => {
                    // "This means that for input /usr/.. the result is / and not a lack of a path."
                    if is_double || is_single {
                        output.push('/');
                    }
                    return;
                }
            }
        }
        output.push('/');
        write(&text[at..], output);
    }

    /// Appends the query and the fragment of the input, and returns the URL.
    fn write_rest(&self, mut output: String, mut offsets: Offsets, input: &str) -> Url {
        let write = |output: &mut String, text: &str, encodes, set| match encodes {
            true => percent_encode(text, set, output),
            false => output.push_str(text),
        };
        // A fragment alone leaves the path and the query of the base.
        if self.query_end > 0 {
            offsets.path_end = output.len();
            let query = &input[self.path_end..self.query_end];
            write(&mut output, query, self.encodes_query, PercentEncodeSet::SpecialQuery);
            offsets.query_end = output.len();
        }
        let fragment = &input[self.query_end..];
        write(&mut output, fragment, self.encodes_fragment, PercentEncodeSet::Fragment);
        Url::new(output, offsets)
    }
}

/// A reader of a string in blocks, which keeps the bits of the current block.
struct Blocks<'i> {
    bytes: &'i [u8],
    /// The offset at which the current block begins.
    start: usize,
    /// The bytes that are not common. Common are `/` and the bytes of a `pchar` (RFC 3986, 3.3) except `'`: no part of a
    /// special URL encodes them. The bits after the end of the string are set.
    others: u64,
    /// The common bytes that end a domain: `/`, `:`, `@` and `%`. Only the first block has them.
    delimiters: u64,
    slashes: u64,
    /// The bytes `.` and `%`, with which a dot segment may begin.
    dotted: u64,
    /// 1 if the block before ends with `/`.
    after_slash: u64,
}

impl<'i> Blocks<'i> {
    #[inline(always)]
    fn new(bytes: &'i [u8], start: usize) -> Self {
        let mut blocks =
            Self { bytes, start, others: 0, delimiters: 0, slashes: 0, dotted: 0, after_slash: 0 };
        blocks.fill::<true>();
        blocks
    }

    /// Returns the offset of the first byte that is not common at or after `from`, or the end of the string.
    #[inline(always)]
    fn next(&mut self, mut from: usize) -> usize {
        loop {
            let within = from - self.start;
            if within < BLOCK {
                let others = self.others >> within;
                if others != 0 {
                    return from + others.trailing_zeros() as usize;
                }
            }
            self.advance();
            from = from.max(self.start);
        }
    }

    /// Does the same in a path, and sets `dots_end` to an offset after the beginning of the last dot segment, if one
    /// begins after a `/` before the byte.
    #[inline(always)]
    fn next_in_path(&mut self, mut from: usize, dots_end: &mut usize) -> usize {
        loop {
            let within = from - self.start;
            if within < BLOCK {
                let after = u64::MAX << within;
                let others = self.others & after;
                // The bits below the lowest one, or all.
                let before = others.wrapping_sub(1) & !others & after;
                let dots = (self.slashes << 1 | self.after_slash) & self.dotted & before;
                if dots != 0 {
                    self.look_at(dots, dots_end);
                }
                if others != 0 {
                    return self.start + others.trailing_zeros() as usize;
                }
            }
            self.advance();
            from = from.max(self.start);
        }
    }

    /// Looks for dot segments at the bits of the current block.
    #[inline(never)]
    fn look_at(&self, mut bits: u64, dots_end: &mut usize) {
        while bits != 0 {
            let at = self.start + bits.trailing_zeros() as usize;
            if begins_with_dot_segment(&self.bytes[at..]) {
                *dots_end = (*dots_end).max(at + 1);
            }
            bits &= bits - 1;
        }
    }

    /// Reads the next block.
    #[cold]
    #[inline(never)]
    fn advance(&mut self) {
        self.start += BLOCK;
        self.after_slash = self.slashes >> (BLOCK - 1);
        self.fill::<false>();
    }

    #[inline(always)]
    fn fill<const FIRST: bool>(&mut self) {
        let (mut common, mut slashes, mut dotted, mut delimiters) = (0, 0, 0, 0);
        let length = vectors(self.bytes, self.start, |bytes, place| {
            let letters = within(bytes | u8x16::splat(0x20), b'a', b'z');
            // `!` and `=`, and bytes between `$` and `;` that differ from them in three bits, without `'`.
            let marks = is(bytes & u8x16::splat(0xE3), b'!');
            let percent = is(bytes, b'%');
            let (slash, at_sign) = (is(bytes, b'/'), is(bytes, b'@'));
            let all = letters
                | within(bytes, b'$', b'&')
                | within(bytes, b'(', b';')
                | marks
                | is(bytes, b'_')
                | is(bytes, b'~')
                | at_sign;
            common |= place.of(all.to_bitmask());
            slashes |= place.of(slash.to_bitmask());
            dotted |= place.of((is(bytes, b'.') | percent).to_bitmask());
            if FIRST {
                let ends = slash | is(bytes, b':') | at_sign | percent;
                delimiters |= place.of(ends.to_bitmask());
            }
        });
        let within = u64::MAX.checked_shr((BLOCK - length) as u32).unwrap_or(0);
        self.others = !(common & within);
        // The bits of a short block after its end may be set, and are not used.
        (self.slashes, self.dotted, self.delimiters) = (slashes, dotted, delimiters);
    }
}
