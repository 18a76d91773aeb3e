//! `urispec extract`: finds the URIs in plain text.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use memchr::{memchr_iter, memrchr_iter};
use urispec::{Edition, Recognizer, Reference};
use urispec_lint::extract::{Delimiter, Extract, Found, LONGEST};
use urispec_views::fault::Fault;
use urispec_views::record::Record;

use crate::input::blocks::Feed;
use crate::input::{self, Summary};
use crate::options::{DocumentArgs, Threads, VerbosityArgs};
use crate::output::columns::grouped;
use crate::output::terminal::Progress;
use crate::output::{Name, Outcome, Output, Quoted, Reported as _, Stop, Stream, StringOrigin};

const HELP: &str = "\
Find the URIs in plain text, delimited as the appendices of the documents say (RFC 3986, C; RFC 2396 and its \
drafts, E; RFC 1738). Each URI is printed after its file, its line and its span of bytes.

Between `<` and `>`, all white space and a prefix `URL:` are removed. Between two `\"`, only white space with a \
line break is removed, since prose may be in quotes too. A bare word is a URI if it begins with a scheme and \
`//`, or with one of the schemes mailto, news, tel, urn, mid and cid, or with a scheme of --scheme. Punctuation \
at the end of a bare word is not part of the URI: any of .,;:!?' and a `)` that the URI does not open. No URI \
continues across an empty line, and none is longer than 64 KiB.

Under rfc3987 and whatwg, a URI may have characters beyond ASCII, and a bare word may end in punctuation beyond \
ASCII; under the other editions, no URI continues across such a character. Under rfc1738, a URL is printed with \
its fragment, as the Appendix says, although a fragment is not part of a URL there and `urispec check` rejects \
it.

A span counts the bytes of the text; for a file compressed by gzip, the bytes of the unpacked text. A byte order \
mark before line 1 is skipped with a warning on stderr, and not counted.

A URI that begins in another URI, as in `blob:https://h/`, is not another URI. A string that begins as a URI and is none, \
such as `http://h:port/` or `\"http://x y/\"`, is not printed, and a warning on stderr says why.

A hyphen before a line break may not belong to the URI. It is kept, with a warning on stderr.

In JSON: `schema`, `edition`, `file`, `line`, `start`, `end`, `uri`, `valid` (false for a string that begins \
as a URI and is none), `delimiter` (angle-brackets, quotes or white-space), and `hyphens`, the offsets in `uri` of \
the hyphens before a line break.

Exit codes: 0, there are URIs; 1, there are none; 2, wrong usage, or a file cannot be read.";
const EXAMPLES: &str = "\
Examples:
  $ printf 'Under <URL:http://www.w3.org/\\n  Addressing/>, or mailto:a@b.\\n' | urispec extract
  <stdin>:1: 11..43: http://www.w3.org/Addressing/
  <stdin>:2: 49..59: mailto:a@b
  $ echo '(HTTP://h/a_(b) or \"http://h/%7Ec\")' | urispec extract --uris | urispec normalize
  http://h/a_(b)
  http://h/~c
  $ echo 'acct:a@h.example has pkg:npm/foo@1.0.' | urispec extract --uris --scheme acct,pkg
  acct:a@h.example
  pkg:npm/foo@1.0";

/// Find the URIs in plain text
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files to search; `-` is standard input [default: standard input, unless it is a terminal]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    document: DocumentArgs,
    /// Also find bare words with this scheme, such as pkg; may be repeated
    #[arg(long = "scheme", value_name = "NAME", value_delimiter = ',', value_parser = scheme)]
    schemes: Vec<String>,
    /// Print only the URIs, one per line
    #[arg(long, conflicts_with_all = ["json", "count"])]
    uris: bool,
    /// Print one JSON object per line for each URI
    #[arg(short, long, conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    less: VerbosityArgs,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let files = input::or_stdin(&args.files, "give FILEs", "-")?;
    input::once(&files, "give `-` once")?;
    out.suppress(args.less.suppressed());
    let mut done = Summary::<u64>::nothing();
    each_file(&files, &args.less, &mut done, out, |path, file, done, out| {
        let pieces = Pieces::new(args.document.edition, file);
        let name = path.to_owned();
        done.read(path, pieces, args.threads.number(), out, move |out, done, piece| {
            for place in piece.uris(args.document.edition, &args.schemes) {
                done.tally += u64::from(place.found.is_uri());
                show(args, &name, &place, out)?;
                out.end_record()?;
            }
            Ok(())
        })
    })?;
    let count = done.tally;
    if args.less.count && done.opened > 0 {
        writeln!(out, "{} found", grouped(count))?;
    }
    Ok(done.worst.max(Outcome::from_bool(count > 0)))
}

/// Calls `read` for each file that can be opened, and reports the other files on stderr.
pub(super) fn each_file<T>(
    files: &[PathBuf],
    less: &VerbosityArgs,
    done: &mut Summary<T>,
    out: &mut Output,
    mut read: impl FnMut(&Path, Box<dyn Read + Send>, &mut Summary<T>, &mut Output) -> io::Result<()>,
) -> io::Result<()> {
    out.begin_lines(less.messages.most());
    if !less.quiet {
        out.progress = Progress::through(files, less.progress);
    }
    for path in files {
        let Some(file) = input::open(path, out)? else {
            done.worst = Outcome::Trouble;
            continue;
        };
        done.opened += 1;
        read(path, file, done, out)?;
    }
    out.end_lines()?;
    out.end_input();
    Ok(())
}

/// Parses the name of a scheme, with or without its `:`.
fn scheme(text: &str) -> Result<String, String> {
    let name = text.strip_suffix(':').unwrap_or(text);
    match urispec::check(Edition::Rfc3986, "scheme", name) {
        Ok(()) => Ok(name.to_owned()),
        Err(_) => {
            Err("this is not a scheme (RFC 3986, 3.1); write its name, such as `pkg`".to_owned())
        }
    }
}

fn show(args: &Args, path: &Path, place: &LocatedUri, out: &mut Output) -> io::Result<()> {
    let LocatedUri { line, span, found } = place;
    if args.json {
        let hyphens = Some(found.hyphens()).filter(|all| !all.is_empty());
        return Record::of(args.document.edition)
            .with("file", path.to_string_lossy())
            .with("line", line)
            .with("start", span.start)
            .with("end", span.end)
            .with("uri", found.uri())
            .with("valid", found.is_uri())
            .with("delimiter", found.delimiter().name())
            .with("hyphens", hyphens)
            .print(out);
    }
    if !found.is_uri() {
        let origin = StringOrigin::Line(path, *line, out.passwords);
        let edition = args.document.edition;
        let fault =
            Reference::parse(edition, found.uri()).err().map(|error| Fault::of(error, found.uri()));
        let why = fault.map(|fault| fault.message(None, found.uri().as_bytes(), out.passwords));
        let quoted = Quoted(found.uri().as_bytes(), Stream::Messages, out.passwords);
        let why = why.unwrap_or_else(|| "it has no scheme".to_owned());
        return out.warn_of(
            origin,
            "invalid",
            format_args!("{origin}: {quoted} begins like a URI, but is not a URI: {why}\n"),
        );
    }
    if !args.uris {
        write!(out, "{}:{line}: {}..{}: ", Name(path, out.passwords), span.start, span.end)?;
    }
    out.string(found.uri());
    if found.hyphens().is_empty() {
        return Ok(());
    }
    let origin = StringOrigin::Line(path, *line, out.passwords);
    let message = "a hyphen before a line break may not be part of the URI";
    out.warn_of(origin, "hyphen", format_args!("{origin}: {message}\n"))
}

// Pieces of a text, each of which is searched alone.
//
// A piece ends where no URI can continue, so that the URIs of all pieces are the URIs of the text. A URI that `<` or `"`
// opens ends at the next delimiter, and only such a URI may have white space. So the text may be cut at the end of a line
// whose last delimiter opens no URI or, in a long line, near its last delimiter.
//
// The surprising case: in `"a:b"c:d"`, whether the second `"` opens or closes depends on the text before it on the line.
// A long line is searched from its beginning.

/// The number of bytes to read at once.
const SIZE: usize = 256 * 1024;

struct Pieces {
    words: Words,
    file: Box<dyn Read + Send>,
    size: usize,
    /// The bytes that were read but do not belong to a piece yet.
    pending: Vec<u8>,
    /// The position after the last piece, and whether that piece ended in an overlong word.
    before: Before,
    ended: bool,
    /// The error that ended reading, if there was one.
    failed: Option<io::Error>,
}

/// The number of bytes and lines before a piece of text.
#[derive(Clone, Copy, Default)]
struct Before {
    bytes: u64,
    lines: u64,
    /// Whether the preceding text ends within a word that is too long for a URI.
    is_overlong: bool,
    /// The number of bytes before the `"` that closes quoted prose, if the preceding text ends within the prose.
    closing: Option<u64>,
}

#[derive(Default)]
struct TextPart {
    text: Vec<u8>,
    before: Before,
    /// The number of bytes at the beginning of `text` that belong to an overlong word.
    skipped: usize,
}

struct LocatedUri {
    line: u64,
    span: Range<u64>,
    found: Found,
}

impl TextPart {
    fn uris(&self, edition: Edition, schemes: &[String]) -> impl Iterator<Item = LocatedUri> {
        let before = self.before.bytes + self.skipped as u64;
        // Reading from a slice cannot fail.
        let found = Extract::from_edition(edition, &self.text[self.skipped..]);
        let found = found.schemes(schemes).invalid();
        let found = found.within_line(self.before.closing.and_then(|at| at.checked_sub(before)));
        let found = found.map_while(Result::ok);
        found.map(move |found| LocatedUri {
            // The skipped bytes have no line break.
            line: self.before.lines + found.line(),
            span: before + found.span().start..before + found.span().end,
            found,
        })
    }
}

impl Pieces {
    fn new(edition: Edition, file: Box<dyn Read + Send>) -> Self {
        Self::with_size(edition, file, SIZE)
    }

    fn with_size(edition: Edition, file: Box<dyn Read + Send>, size: usize) -> Self {
        let (words, before) = (Words::new(edition), Before::default());
        Self { words, file, size, pending: Vec::new(), before, ended: false, failed: None }
    }

    /// Reads once, and appends the bytes to `pending`. Returns false at the end of the file and after an error.
    fn read_once(&mut self) -> bool {
        let pending = self.pending.len();
        self.pending.resize(pending + self.size, 0);
        let read = loop {
            match self.file.read(&mut self.pending[pending..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let read = read.unwrap_or_else(|error| {
            self.failed = Some(error);
            0
        });
        self.pending.truncate(pending + read);
        read > 0
    }
}

impl Feed for Pieces {
    type Part = TextPart;

    /// Reads the next piece. A read error is returned only after the bytes that precede it.
    fn read(&mut self, piece: &mut TextPart) -> io::Result<bool> {
        let mut cut = None;
        while cut.is_none() && !self.ended {
            self.ended = !self.read_once();
            cut = self.words.cut(&self.before, &self.pending);
        }
        let (end, is_overlong) = match cut {
            Some(cut) if !self.ended => cut,
            _ => (self.pending.len(), false),
        };
        if end == 0 {
            return self.failed.take().map_or(Ok(false), Err);
        }
        let closing = match (self.pending.get(..end), self.ended) {
            (Some([.., b'\n']), _) | (_, true) => None,
            _ => self.words.closing(&self.before, &self.pending, end),
        };
        piece.text.clear();
        std::mem::swap(&mut piece.text, &mut self.pending);
        self.pending.extend_from_slice(&piece.text[end..]);
        piece.text.truncate(end);
        piece.before = self.before;
        piece.skipped = self.words.skipped(&self.before, &piece.text);
        self.before.bytes += end as u64;
        self.before.lines += memchr_iter(b'\n', &piece.text).count() as u64;
        self.before.is_overlong = is_overlong;
        self.before.closing = closing;
        Ok(true)
    }

    fn is_large(&self, piece: &TextPart) -> bool {
        piece.text.len() >= self.size / 8
    }
}

/// The rules that divide a text into words, for the URIs of an edition.
#[derive(Clone, Copy)]
struct Words {
    edition: Edition,
    /// Whether the URIs may have characters beyond ASCII.
    has_characters: bool,
}

impl Words {
    fn new(edition: Edition) -> Self {
        let goes_on = |whole: &Recognizer| whole.acceptor().table().goes_beyond_ascii();
        Self { edition, has_characters: edition.whole().iter().any(goes_on) }
    }

    /// Returns whether a byte is part of a word. A word contains neither white space nor delimiters.
    const fn has(self, byte: u8) -> bool {
        byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"')
            || self.has_characters && !byte.is_ascii()
    }

    /// Returns whether a byte is neither white space nor part of a word, such as a delimiter.
    const fn is_limit(self, byte: u8) -> bool {
        !self.has(byte) && !byte.is_ascii_whitespace() && byte != b'\x0B'
    }

    /// Returns the offset at which a text may be cut, if any, and whether the cut is within an overlong word.
    fn cut(self, before: &Before, text: &[u8]) -> Option<(usize, bool)> {
        if let Some(end) = self.line_end(text) {
            return Some((end, false));
        }
        // The `"` that closes prose before the cut is known, since it is at most this far away.
        let text = &text[..text.len().saturating_sub(LONGEST)];
        let window = text.len().saturating_sub(LONGEST);
        let last = |end: usize, is: &dyn Fn(u8) -> bool| {
            let start = end.saturating_sub(LONGEST);
            text[start..end].iter().rposition(|&byte| is(byte)).map(|at| start + at)
        };
        // A word that a character beyond ASCII ends may be invalid as a whole, so it is not cut there if possible.
        let is_alone = |byte: u8| byte.is_ascii() || matches!(byte, 0xC0 | 0xC1 | 0xF5..);
        let is_cut = |byte: u8| is_alone(byte) && !self.has(byte);
        let is_wide = text.len() >= LONGEST && last(text.len(), &is_cut).is_none();
        let is_limit = |byte: u8| self.is_limit(byte) && (is_wide || is_alone(byte));
        let space = last(text.len(), &|byte| !self.has(byte) && (is_wide || is_alone(byte)));
        let at = match (last(text.len(), &is_limit), space) {
            // No delimiter is near enough to open a URI that continues here.
            (None, Some(space)) => space,
            (None, None) if window > 0 || before.is_overlong || text.len() == LONGEST => {
                return Some((text.len(), true));
            }
            (None, None) => return None,
            // `<` closes no URI.
            (Some(at), _) if text[at] == b'<' => at,
            (Some(at), _) if text[at] == b'"' => {
                let other = last(at, &is_limit).filter(|&other| text[other] == b'"');
                match other {
                    Some(other) if self.after_last(None, &text[other..=at]).is_some() => {
                        let skipped = self.skipped(before, text);
                        let from = before.bytes + skipped as u64;
                        let closing = before.closing.and_then(|at| at.checked_sub(from));
                        skipped + self.after_last(closing, &text[skipped..])?
                    }
                    _ => at,
                }
            }
            // Neither this delimiter nor one after it opens a URI. It may be the first byte of a color sequence.
            (Some(at), space) => {
                let next = if text[at] == b'>' { at + 1 } else { at };
                space.filter(|&space| space > at).unwrap_or(next)
            }
        };
        (at > 0).then_some((at, false))
    }

    /// Returns the offset after the last line end across which no URI continues, among the last few lines.
    fn line_end(self, text: &[u8]) -> Option<usize> {
        const LINES: usize = 16;
        let window = text.len().saturating_sub(LONGEST);
        let mut ends = memrchr_iter(b'\n', &text[window..]).take(LINES).map(|at| window + at + 1);
        ends.find(|&end| {
            let from = end.saturating_sub(LONGEST);
            let last = text[from..end].iter().rposition(|&byte| self.is_limit(byte));
            last.is_none_or(|last| !opens(&text[from + last..end]))
        })
    }

    /// Returns the position of the `"` at `end` or after it that closes quoted prose.
    fn closing(self, before: &Before, text: &[u8], end: usize) -> Option<u64> {
        let skipped = self.skipped(before, text).min(end);
        let from = before.bytes + skipped as u64;
        let found = Extract::from_edition(self.edition, &text[skipped..]);
        let found = found.within_line(before.closing.and_then(|at| at.checked_sub(from)));
        found.closing_from((end - skipped) as u64).map(|at| from + at)
    }

    /// Returns the offset after the delimiter that closes the last delimited URI of a text.
    fn after_last(self, closing: Option<u64>, text: &[u8]) -> Option<usize> {
        let found = Extract::from_edition(self.edition, text).within_line(closing);
        let found = found.invalid().map_while(Result::ok);
        let wrapped = found.filter(|found| found.delimiter() != Delimiter::WhiteSpace);
        let end = wrapped.last()?.span().end as usize;
        let closer = text[end..].iter().position(|&byte| self.is_limit(byte))?;
        Some(end + closer + 1)
    }

    /// Returns the number of bytes at the beginning of a text that belong to an overlong word.
    fn skipped(self, before: &Before, text: &[u8]) -> usize {
        if !before.is_overlong {
            return 0;
        }
        text.iter().position(|&byte| !self.has(byte)).unwrap_or(text.len())
    }
}

/// Returns whether a delimiter at the beginning of a text may open a URI that is broken into lines.
fn opens(text: &[u8]) -> bool {
    let (delimiter, rest) = text.split_first().unzip();
    let rest = rest.unwrap_or_default();
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'\x0B';
    let rest = rest.trim_ascii_start();
    let rest = match rest.get(..4) {
        Some(prefix) if prefix.eq_ignore_ascii_case(b"URL:") => rest[4..].trim_ascii_start(),
        _ => rest,
    };
    let is_delimiter = matches!(delimiter, Some(b'<' | b'"'));
    is_delimiter
        && rest
            .iter()
            .find(|byte| **byte == b':' || is_space(byte))
            .is_none_or(|byte| *byte == b':')
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    type Located = (String, u64, u64, u64);

    fn whole(edition: Edition, text: &[u8]) -> Vec<Located> {
        let locate = |found: Found| {
            (found.uri().to_owned(), found.line(), found.span().start, found.span().end)
        };
        Extract::from_edition(edition, text).invalid().map(|found| locate(found.unwrap())).collect()
    }

    /// Returns the URIs of all pieces, and the number of pieces.
    fn in_pieces(edition: Edition, text: &[u8], size: usize) -> (Vec<Located>, usize) {
        let file = Box::new(Cursor::new(text.to_vec()));
        let mut pieces = Pieces::with_size(edition, file, size);
        let (mut piece, mut all, mut count) = (TextPart::default(), Vec::new(), 0);
        while pieces.read(&mut piece).unwrap() {
            count += 1;
            let locate = |LocatedUri { line, span, found }| {
                (found.uri().to_owned(), line, span.start, span.end)
            };
            all.extend(piece.uris(edition, &[]).map(locate));
        }
        (all, count)
    }

    /// Returns a random text of tokens that open, close, break and hide URIs.
    fn nasty(mut seed: u64, words: usize) -> Vec<u8> {
        const WORDS: [&[u8]; 24] = [
            b"\"",
            b"<",
            b">",
            b"http://a/",
            b"b:c",
            b" ",
            b"\n",
            b"\n\n",
            b"URL:",
            b"-\n",
            b"\xff",
            b"mailto:x@y",
            b"d",
            b".",
            b"\r\n",
            b"\"\"",
            b"{\"u\":\"http://j/\"}\n",
            b"\0",
            "é".as_bytes(),
            b"pkg:a/",
            b"\x1b[1m",
            b"\\n",
            b"'",
            b"\" ",
        ];
        let mut text = Vec::new();
        for _ in 0..words {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.extend_from_slice(WORDS[(seed >> 33) as usize % WORDS.len()]);
        }
        text
    }

    #[test]
    fn pieces_have_the_uris_of_the_whole() {
        let editions = [Edition::Rfc3986, Edition::Rfc3987, Edition::Pkg];
        let seeds = if std::env::var_os("URISPEC_LONG").is_some() { 420 } else { 60 };
        for (seed, edition) in (0..seeds).zip(editions.into_iter().cycle()) {
            let text = nasty(seed, 60);
            let expected = whole(edition, &text);
            for size in [1, 2, 3, 7, 16, 64, 1000] {
                let (found, _) = in_pieces(edition, &text, size);
                assert_eq!(found, expected, "{edition}, {size}: {}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn overlong_words_are_skipped() {
        let long = "x".repeat(2 * LONGEST + 5);
        let fits = "y".repeat(LONGEST - 100);
        for text in [
            format!("http://a/ {long}http://b/ http://c/"),
            format!("{long}\nhttp://c/{long}"),
            format!("http://a/{fits} {fits}:// <http://b/{fits}> \"{long}\" http://c/"),
            format!("<http://b/ {fits} {fits}> http://c/ <http://{fits}\n{fits}>"),
            format!("\"{fits}\n{fits}\"http://a/\"{fits}"),
        ] {
            let expected = whole(Edition::Rfc3986, text.as_bytes());
            for size in [1000, 30_000, LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST] {
                let (found, count) = in_pieces(Edition::Rfc3986, text.as_bytes(), size);
                assert_eq!(found, expected, "{size}");
                assert!(count >= text.len() / (size + 3 * LONGEST), "{size}: {count}");
            }
        }
    }

    /// Every separator allows a cut. The text is four times as long as the longest URI, or 32 times with `URISPEC_LONG`.
    #[test]
    fn pieces_are_small() {
        let words: [&[u8]; 7] =
            [b"\"http://a", b"<a ", b"x", b" ", b"{\"u\":\"http://j/\"}\n", b"\xff", b"\"b"];
        let is_long = std::env::var_os("URISPEC_LONG").is_some();
        let (length, size) = if is_long { (2 << 20, 1 << 16) } else { (1 << 18, 1 << 13) };
        for word in words {
            let text = word.repeat(length / word.len());
            let (found, count) = in_pieces(Edition::Rfc3986, &text, size);
            assert_eq!(found, whole(Edition::Rfc3986, &text));
            assert!(count > 10, "{}: {count}", word.escape_ascii());
        }
    }
}
