//! `urispec lint --in`: lints the URIs in the files of a project, and reports where each of them is.
//!
//! Files are read in blocks of lines, so that a log may be larger than memory. The surprising case: a URI
//! that spans a line end, between `<` and `>`, is missed if a block of a large file ends there.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;

use memchr::memchr;
use urispec::{Edition, Reference};
use urispec_lint::extract::{Delimiter, Extract, Found};
use urispec_views::record::Record;

use super::levels::Ignored;
use super::strings::{LintedString, Seen, StringLinter, record_of, show};
use super::targets::{Linked, Target, in_html, in_markdown};
use super::{Args, levels};
use crate::commands::extract::each_file;
use crate::findings::{Annotation, Level, LogRule};
use crate::input;
use crate::input::blocks::{Blocks, LineBlock};
use crate::input::{Summary, rows};
use crate::output::Position;
use crate::output::columns::counted;
use crate::output::terminal::Excerpt;
use crate::output::{Name, Outcome, Output, Quoted, Reported as _, Stop, Stream};

pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let linter = StringLinter::of(args, out)?;
    let files = rows::files(&args.within, out)?;
    input::once(&files, "give `--in -` once")?;
    if args.fix {
        levels::check(&files)?;
        if !levels::files(&files, out, |path, text| linter.mended_within(path, text))? {
            return Ok(Outcome::Trouble);
        }
    }
    let less = &args.common.less;
    out.suppress(less.suppressed());
    args.reporting.begin(out)?;
    let mut done = Summary::<Seen>::nothing();
    // Folders that could not be read were already reported.
    done.worst = if out.worst == Outcome::Trouble { Outcome::Trouble } else { Outcome::Yes };
    each_file(&files, less, &mut done, out, |path, file, done, out| {
        let (this, name) = (linter.clone(), path.to_owned());
        let threads = args.common.threads.number();
        done.read(path, Blocks::new(file), threads, out, move |out, done, block| {
            this.block(&name, block, out, done)
        })
    })?;
    let counts = format!("{}; in {}", done.tally, counted(done.opened as u64, "file"));
    let outcome = linter.end(&done.tally, Some(&counts), out)?;
    let outcome = outcome.max(done.end(less, out, &counts)?);
    Ok(args.kept.outcome(outcome))
}

impl StringLinter {
    /// Lints the URIs in a block of lines.
    fn block(
        &self,
        path: &Path,
        block: &LineBlock,
        out: &mut Output,
        done: &mut Summary<Seen>,
    ) -> io::Result<()> {
        let text = block.bytes();
        // A NUL marks a binary file.
        if memchr(0, text).is_some() {
            return Ok(());
        }
        let name = Name(path, out.passwords).to_string();
        let first = block.first();
        let ignored = Ignored::from_line(first, text);
        let mut before = Position::first(first);
        for located in self.uris(path, text) {
            before = before.to(text, located.span.start);
            let file = || Some(name.clone());
            let is_ignored = |id: &str| ignored.has(before.line, id);
            let uri = located.uri.as_bytes();
            let mut linted = self.lint(uri, file, is_ignored, &mut done.tally.made);
            linted.fault.take_if(|_| is_ignored(LogRule::INVALID.id));
            done.tally.count(&linted);
            let outcome = linted.outcome();
            done.count(outcome);
            self.print_within((path, &name, text), before, &located, &linted, out)?;
            out.end_record()?;
        }
        Ok(())
    }

    /// Fixes the URIs that are written without escapes in the file. Returns the new text and the number of fixed URIs.
    fn mended_within(&self, path: &Path, text: &[u8]) -> (Vec<u8>, u64) {
        let (mut mended, mut count, mut passed) = (Vec::with_capacity(text.len()), 0, 0);
        let (ignored, mut before) = (Ignored::of(text), Position::first(1));
        if memchr(0, text).is_none() {
            for located in self.uris(path, text) {
                before = before.to(text, located.span.start);
                let is_ignored = |id: &str| ignored.has(before.line, id);
                let new = || self.mended(&located.uri, is_ignored);
                let uri = located.is_literal.then(new).flatten();
                let Some(uri) = uri else { continue };
                mended.extend_from_slice(&text[passed..located.span.start]);
                mended.extend_from_slice(uri.as_bytes());
                passed = located.span.end;
                count += 1;
            }
        }
        mended.extend_from_slice(&text[passed..]);
        (mended, count)
    }

    /// Returns the URIs in a part of a file.
    fn uris(&self, path: &Path, text: &[u8]) -> Vec<Located> {
        uris(self.edition(), FileKind::of(path), self.args.relative, text)
    }

    fn print_within(
        &self,
        (path, name, text): (&Path, &str, &[u8]),
        before: Position,
        located: &Located,
        linted: &LintedString,
        out: &mut Output,
    ) -> io::Result<()> {
        let Located { uri, span, is_literal } = located;
        // The span of a finding is within the URI; it maps to a place in the file only if the file
        // has the URI literally.
        let place = |of_uri: std::ops::Range<usize>| match is_literal {
            true => before.region(text, &(span.start + of_uri.start..span.start + of_uri.end)),
            false => before.region(text, span),
        };
        let Position { line, column, .. } = before;
        if let Some(log) = self.log {
            for (finding, shown) in linted.found() {
                let of_uri = finding.spans().first().cloned().unwrap_or_default();
                let fix = finding.mended().filter(|_| *is_literal);
                let annotation = Annotation {
                    rule: finding.lint().id(),
                    level: shown.level,
                    message: self.message(finding),
                    place: Some((path.to_owned(), place(of_uri))),
                    about: None,
                    fix: fix.map(|mended| (before.region(text, span), mended)),
                };
                log.add(&annotation, out)?;
            }
            if let Some(fault) = linted.new_fault() {
                let at = fault.mark().unwrap_or_default();
                let annotation = Annotation {
                    rule: LogRule::INVALID.id,
                    level: Level::Error,
                    message: fault.message_at(false, None, uri.as_bytes(), out.passwords),
                    place: Some((path.to_owned(), place(at..at))),
                    about: None,
                    fix: None,
                };
                log.add(&annotation, out)?;
            }
            return Ok(());
        }
        if self.args.reporting.is_json(self.args.common.json) {
            let begun = Record::of(self.edition())
                .with("file", name)
                .with("line", line)
                .with("column", column)
                .with("input", uri);
            let column = |at| Some(place(at..at).start.column);
            return record_of(begun, linted, column).print(out);
        }
        let bytes = uri.as_bytes();
        for (finding, shown) in linted.found() {
            let quoted = Quoted(bytes, Stream::Results, out.passwords);
            let place = format!("{name}:{line}:{column}: {quoted}");
            let how = (self.args.short, shown.level);
            show(self.edition(), how, (place, bytes), finding, out)?;
        }
        let Some(fault) = linted.new_fault() else { return Ok(()) };
        let at = fault.mark().unwrap_or_default();
        let Position { line, column, .. } = place(at..at).start;
        let message = fault.message_at(false, None, bytes, out.passwords);
        let style = out.palette.error;
        let quoted = Quoted(bytes, Stream::Results, out.passwords);
        writeln!(
            out,
            "{style}error:{style:#} {name}:{line}:{column}: {quoted}: {message} [{}]",
            LogRule::INVALID.id
        )?;
        if self.args.short {
            return Ok(());
        }
        let Excerpt { line, column, .. } = Excerpt::around_span(bytes, at..at, out.passwords);
        writeln!(out, "  {line}\n  {:column$}{style}^{style:#}", "")
    }
}

// The URIs in a part of a file.
//
// The targets of links in Markdown and HTML are URIs, or relative references. In other text, the delimiters are those of
// plain text (RFC 3986, Appendix C; [`urispec_lint::extract`]), and the quote `'`: a URI after a `'` ends at the next
// `'`. Since brackets and colons in programs often mean something else, as in `<E: Error>`, a scheme counts only before
// `//`, except for a few schemes whose URIs have no `//`.
//
// The surprising case: `http://{host}/a` is not a URI, and not meant as one. Such strings are skipped: one with a brace, or
// the name of a variable, such as `$HOST`; and in a program, one with a backslash or a format such as `%s`, one that is
// not in quotes, and one that the program extends, as in `"http://h" + path`.

#[derive(Debug, PartialEq, Eq)]
struct Located {
    uri: String,
    /// The range of the file that represents the URI.
    span: Range<usize>,
    /// Whether the URI is written in `span` literally, without escapes.
    is_literal: bool,
}

/// The schemes that are recognized without a following `//`.
const WITHOUT_SLASHES: [&str; 8] =
    ["mailto", "news", "tel", "urn", "mid", "cid", "data", "javascript"];

/// Returns whether a match is intended as a URI, even in a program.
fn is_meant(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, rest)| {
        let is_known = WITHOUT_SLASHES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
        // A URI within another one shows that both are meant.
        let is_outer = || rest.contains("://") || rest.contains("urn:");
        rest.starts_with("//") || (is_known || is_outer()) && !rest.starts_with(':')
    })
}

fn uris(edition: Edition, kind: FileKind, is_relative: bool, text: &[u8]) -> Vec<Located> {
    let linked = std::str::from_utf8(text).ok().and_then(|text| match kind {
        FileKind::Html => Some(in_html(text)),
        FileKind::Markdown => Some(in_markdown(text)),
        _ => None,
    });
    let Some(Linked { prose, targets, code }) = linked else {
        return in_text(edition, kind, text, text, &[]);
    };
    let mut all = in_text(edition, kind, text, &prose, &code);
    let targets = targets.into_iter().filter(|target| is_target(&target.text, is_relative));
    all.extend(targets.map(|Target { text: uri, span }| {
        let is_literal = text.get(span.clone()) == Some(uri.as_bytes());
        Located { uri, span, is_literal }
    }));
    all.sort_by_key(|one| one.span.start);
    all
}

/// Returns whether a target is to be linted: it has a scheme, or may be relative, and is not a template.
fn is_target(text: &str, is_relative: bool) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_absolute = scheme.starts_with(|one: char| one.is_ascii_alphabetic())
        && scheme.bytes().all(|one| one.is_ascii_alphanumeric() || b"+-.".contains(&one));
    let is_template = ["{{", "{%", "<%", "<?", "${"].iter().any(|open| text.contains(open));
    (is_absolute || is_relative && !text.is_empty()) && !is_template
}

/// Returns the URIs in the prose of a text. In `code`, a string that is not a valid URI is ignored.
fn in_text(
    edition: Edition,
    kind: FileKind,
    text: &[u8],
    prose: &[u8],
    code: &[Range<usize>],
) -> Vec<Located> {
    let plain = kind.plain(prose);
    let bytes = &*plain.text;
    // Reading a slice never fails.
    let found = Extract::from_edition(edition, bytes).invalid().map_while(Result::ok);
    let mut all = Vec::new();
    for found in found {
        let [start, end] = [found.span().start, found.span().end].map(|at| at as usize);
        let is_bare = found.delimiter() == Delimiter::WhiteSpace;
        let is_whole = match found.delimiter() {
            Delimiter::WhiteSpace => kind.ends(bytes, end),
            Delimiter::Quotes => !kind.goes_on(bytes, end + 1),
            _ => true,
        };
        if !found.is_uri() {
            let span = plain.in_file(start)..plain.in_file(end);
            let is_code = code.iter().any(|code| code.contains(&span.start));
            if is_whole && !is_code && kind.is_attempt(&found) {
                let uri = kind.without_marks(found.uri()).to_owned();
                let span = span.start..span.end - (found.uri().len() - uri.len());
                let is_literal = text[span.clone()] == *uri.as_bytes();
                all.push(Located { uri, span, is_literal });
            }
            continue;
        }
        // The `n` of `\n` does not begin a scheme; and a quote, or a comma before a scheme, separates URIs.
        let escape = usize::from(is_bare && start > 0 && bytes[start - 1] == b'\\');
        let uri = &found.uri()[escape..];
        let uri = if is_bare { kind.without_marks(uri) } else { uri };
        let is_quoted = is_bare && start > 0 && bytes[start - 1] == b'\'';
        let mark = if is_quoted { '\'' } else { ',' };
        let is_list = is_quoted || uri.split(mark).skip(1).any(is_meant);
        let mut at = start + escape;
        let last = start + escape + uri.len();
        for part in uri.split(|c| is_list && c == mark) {
            let (begin, stop) = (at, at + part.len());
            at = stop + 1;
            let is_changed = is_list || escape > 0 || uri.len() < found.uri().len();
            let is_known = !is_changed || is_uri(edition, part);
            if is_known && is_meant(part) && !is_computed(part) && (is_whole || stop < last) {
                // White space removed from the URI is not part of its length.
                let stop = if is_changed { stop } else { end };
                let span = plain.in_file(begin)..plain.in_file(stop);
                let is_literal = text[span.clone()] == *part.as_bytes();
                all.push(Located { uri: part.to_owned(), span, is_literal });
            }
        }
    }
    all
}

/// Returns whether a program assembles the URI: it has a variable, such as `$NAME`, or ends with `://`.
fn is_computed(uri: &str) -> bool {
    let names = uri.split('$').skip(1);
    let is_name = |after: &str| {
        after.is_empty() || after.starts_with(|c: char| c.is_alphabetic() || c == '_')
    };
    uri.ends_with("://") || { names }.any(is_name)
}

fn is_uri(edition: Edition, text: &str) -> bool {
    Reference::parse(edition, text).is_ok_and(|reference| reference.scheme().is_some())
}

// The escapes of each kind of file: `&amp;` in HTML, `\/` in JSON, `'` for `"` in programs. In the decoded
// text, a delimiting quote is `"`. Everything else stays unchanged.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    /// Text, in which quotes may be apostrophes.
    Text,
    /// A program or a configuration file, in which `'` delimits like `"`.
    Program,
    /// HTML or XML, with character references.
    Html,
    /// Markdown, with character references.
    Markdown,
    /// JSON, whose escapes are a backslash and a character, or `\u` and four digits (RFC 8259, 7).
    Json,
}

/// The extensions of programs and configuration files.
const PROGRAMS: &str = "bash c cc cfg cjs conf cpp cs css go gradle h hpp ini java js jsx kt kts less lua mjs php \
    pl pm properties ps1 py pyi r rb rs sass scala scss sh sql swift toml ts tsx yaml yml zsh";

/// The length of the longest supported character reference, `&#x10FFFF;`.
const LONGEST: usize = 10;

/// A text with its escapes decoded.
struct Plain<'t> {
    text: Cow<'t, [u8]>,
    /// For each escape, the offset after it in the decoded text and in the file.
    joints: Vec<(usize, usize)>,
}

impl Plain<'_> {
    fn in_file(&self, offset: usize) -> usize {
        let at = self.joints.partition_point(|(plain, _)| *plain <= offset);
        let (plain, raw) = at.checked_sub(1).map_or((0, 0), |at| self.joints[at]);
        raw + (offset - plain)
    }
}

impl FileKind {
    fn of(path: &Path) -> Self {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("html" | "htm" | "xhtml" | "xml" | "svg" | "rss" | "atom") => Self::Html,
            Some("md" | "markdown") => Self::Markdown,
            Some("json" | "jsonl" | "ndjson" | "ipynb" | "geojson" | "webmanifest") => Self::Json,
            Some(ending) if PROGRAMS.split(' ').any(|one| one == ending) => Self::Program,
            _ => Self::Text,
        }
    }

    const fn has_markup(self) -> bool {
        matches!(self, Self::Html | Self::Markdown)
    }

    /// Returns a bare word without the Markdown marks at its end, which do not belong to the URI (GFM, 6.9).
    fn without_marks(self, word: &str) -> &str {
        match self {
            Self::Markdown => word.trim_end_matches(['*', '_', '~']),
            _ => word,
        }
    }

    /// Returns whether a string that begins like a URI, but is not one, was meant as a URI.
    fn is_attempt(self, found: &Found) -> bool {
        let text = found.uri();
        let is_template = text.contains(['{', '}']) || is_computed(text);
        let is_format =
            |after: &str| after.starts_with(|one: char| "sdifgxXucvqr@([".contains(one));
        let is_literal = || {
            let is_quoted = found.delimiter() == Delimiter::Quotes;
            is_quoted && !text.contains(['\\', '^', '*']) && !text.split('%').skip(1).any(is_format)
        };
        is_meant(text) && !is_template && (self != Self::Program || is_literal())
    }

    /// Returns whether a bare word may end at `at`: at the end of the text, before white space, or before a
    /// closing delimiter. Punctuation may come in between. Elsewhere, the word is only the beginning of
    /// something that is not a URI.
    fn ends(self, text: &[u8], at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let is_punctuation = |byte: &u8| b".,;:!?".contains(byte);
        let begin = rest.iter().position(|byte| !is_punctuation(byte)).unwrap_or(rest.len());
        match &rest[begin..] {
            [] => true,
            [b'<', after @ ..] => {
                self.has_markup() && (after.starts_with(b"/") || after.starts_with(b"br"))
            }
            [b'\\', b'n' | b'r' | b't' | b'"' | b'\'', ..] => self == Self::Program && begin == 0,
            [byte, ..] => byte.is_ascii_whitespace() || b"\"'`>)]}|".contains(byte),
        }
    }

    /// Returns whether a program continues the text after its closing quote, by appending to it or
    /// formatting it.
    fn goes_on(self, text: &[u8], at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let begin = rest.iter().position(|byte| !is_blank(byte)).unwrap_or(rest.len());
        let rest = &rest[begin..];
        let joins: [&[u8]; 10] =
            [b"+", b"%", b"&", b"||", b"..", b"\"", b". ", b".format", b".concat", b".replace"];
        self == Self::Program && joins.iter().any(|join| rest.starts_with(join))
    }

    fn plain(self, text: &[u8]) -> Plain<'_> {
        let mark = match self {
            Self::Text => return Plain { text: Cow::Borrowed(text), joints: Vec::new() },
            Self::Program => {
                let one = |byte: &u8| if *byte == b'\'' { b'"' } else { *byte };
                let text = Cow::Owned(text.iter().map(one).collect());
                return Plain { text, joints: Vec::new() };
            }
            Self::Html | Self::Markdown => b'&',
            Self::Json => b'\\',
        };
        let (mut plain, mut joints, mut at) = (Vec::with_capacity(text.len()), Vec::new(), 0);
        while let Some(next) = memchr(mark, &text[at..]) {
            plain.extend_from_slice(&text[at..at + next]);
            at += next;
            match self.character(&text[at + 1..]) {
                Some((character, length)) => {
                    plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    at += 1 + length;
                    joints.push((plain.len(), at));
                }
                None => {
                    plain.push(mark);
                    at += 1;
                }
            }
        }
        plain.extend_from_slice(&text[at..]);
        Plain { text: Cow::Owned(plain), joints }
    }

    /// Decodes the rest of an escape, after its first byte. Returns the character and the length of the rest.
    fn character(self, rest: &[u8]) -> Option<(char, usize)> {
        let in_digits = |digits: &[u8], radix| {
            let digits = std::str::from_utf8(digits).ok()?;
            let is_digit = |digit: char| digit.is_digit(radix);
            let number = digits.chars().all(is_digit).then(|| u32::from_str_radix(digits, radix));
            char::from_u32(number?.ok()?)
        };
        if self == Self::Json {
            return match rest.first()? {
                b'u' => Some((in_digits(rest.get(1..5)?, 16)?, 5)),
                b'"' => Some(('"', 1)),
                b'/' => Some(('/', 1)),
                b'\\' => Some(('\\', 1)),
                b'n' => Some(('\n', 1)),
                b'r' => Some(('\r', 1)),
                b't' => Some(('\t', 1)),
                _ => None,
            };
        }
        let end = rest.iter().take(LONGEST).position(|byte| *byte == b';')?;
        let character = match &rest[..end] {
            b"amp" => '&',
            b"lt" => '<',
            b"gt" => '>',
            b"quot" => '"',
            b"apos" => '\'',
            [b'#', b'x' | b'X', digits @ ..] => in_digits(digits, 16)?,
            [b'#', digits @ ..] => in_digits(digits, 10)?,
            _ => return None,
        };
        Some((character, end + 1))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[track_caller]
    fn found(file: &str, text: &str) -> Vec<String> {
        let all = uris(Edition::Rfc3986, FileKind::of(Path::new(file)), false, text.as_bytes());
        all.into_iter().map(|one| one.uri).collect()
    }

    #[test]
    fn quotes_of_programs_delimit() {
        let text = "f(['http://a/','http://b/c'], \"http://d/e'f\", 'x http://g/')";
        let expected = ["http://a/", "http://b/c", "http://d/e'f", "http://g/"];
        // Only a quote before the URI opens one; after a bare word it is punctuation.
        assert_eq!(found("a.txt", text), expected);
        // In a program every quote delimits, even in an unterminated word.
        let long = format!("x={}", "'http://a/b',".repeat(20_000));
        assert_eq!(found("a.min.js", &long).len(), 20_000);
        assert_eq!(found("a.py", "don't 'http://a/' it's"), ["http://a/"]);
        // What is quoted begins like a URI, and is reported as invalid.
        assert_eq!(found("a.txt", "'http://[v1.a']'"), ["http://[v1.a"]);
    }

    #[test]
    fn the_beginning_of_something_else_is_none() {
        for text in [
            "http://{h}/",
            "`http://${h}/`",
            "http://%s/a",
            "http://",
            "http://[h]/",
            "http://h/a{b}",
            "f\"http://h:{port}/x\"",
            "\"http://h:\" + port",
            "\"http://exampl\u{e9}e.com/\"",
            "^https://h\\.com",
            "http://evil.com\\@good.com/",
            "http://127.0.0.1:11211:80/",
            "ftp://m:<hidden>@h/",
            "http://$A.$B/%7E",
            "http://h$PATH_X",
            "\"http://h/{}\".format(x)",
            "\"http://h/\" % x",
        ] {
            assert_eq!(found("a.py", text), [""; 0], "{text}");
        }
        for text in [
            "http://h/a (b)",
            "(http://h/a).",
            "http://h/a, b",
            "[x](http://h/a)",
            "'http://h/a'",
            "http://h/a",
        ] {
            assert_eq!(found("a.txt", text), ["http://h/a"], "{text}");
        }
        assert_eq!(found("a.html", "<p>http://h/a</p> http://h/b<hidden>"), ["http://h/a"]);
        assert_eq!(
            found("a.rs", "\"http://h/a\\n\", \"\\nhttp://h/b\".parse()"),
            ["http://h/a", "http://h/b"]
        );
        assert_eq!(
            found("a.py", "\"http://a.example,http://b.example:80\""),
            ["http://a.example", "http://b.example:80"]
        );
        // In programs, the look-alikes have no slashes.
        assert_eq!(found("a.rs", "fn f<E: Error>(\"x:y\", <a:b>) mid::new"), [""; 0]);
        assert_eq!(found("a.txt", "<mailto:a@b> \"urn:ab:c\""), ["mailto:a@b", "urn:ab:c"]);
    }

    #[test]
    fn what_begins_as_a_uri_and_is_none_is_invalid() {
        for (file, text, expected) in [
            (
                "a.txt",
                "https://a/%zz, http://[::1/ (http://h:port/). \"http://x y/\"",
                &["https://a/%zz", "http://[::1/", "http://h:port/", "http://x y/"][..],
            ),
            (
                "a.txt",
                "http://{h}:port/ http://$H:port/ \"http://a.example/ is down\"",
                &["http://a.example/"],
            ),
            (
                "a.py",
                "a = \"http://h:80a/\"; 'http://x y/z' # http://h:port/",
                &["http://h:80a/", "http://x y/z"],
            ),
            ("a.py", "\"http://h:port/\" + x, \"http://%s:port/\", r\"^http://[a-z]+/\"", &[]),
            (
                "a.json",
                r#"{"u": "http:\/\/h:port\/", "t": "https://{h}:port/"}"#,
                &["http://h:port/"],
            ),
        ] {
            assert_eq!(found(file, text), expected, "{text}");
        }
    }

    #[test]
    fn targets_of_links_are_uris() {
        for (text, expected) in [
            // GFM, 6.2 and 6.9: marks of emphasis are not part of an autolink.
            (
                "**https://a/x** *https://b/y* ~~https://c/z~~ _https://d/_ https://e/q*",
                &["https://a/x", "https://b/y", "https://c/z", "https://d/", "https://e/q"][..],
            ),
            (
                "[a](https://a/b_(c) 'd') ![e](<http://f g/>) [h](http://i.) <https://j/>",
                &["https://a/b_(c)", "http://f g/", "http://i.", "https://j/"],
            ),
            ("[a]\n\n[a]: http://b/%zz \"c\"\n", &["http://b/%zz"]),
            ("[https://a/](https://b/) [c](../d) [e](#f) [g]()", &["https://a/", "https://b/"]),
            (
                "`http://[h]/ https://a/`\n\n    http://h:port/ https://b/\n",
                &["https://a/", "https://b/"],
            ),
            (
                "a <a href=\"http://x y/\">b</a>\n\n<img\nsrc=https://c/d>\n",
                &["http://x y/", "https://c/d"],
            ),
            (
                "[a](https://b/?c=1&amp;d=2) [e](https://f/\\*g)",
                &["https://b/?c=1&d=2", "https://f/*g"],
            ),
            (
                "| a | b |\n|---|---|\n| https://a/b | **https://c/** |\n",
                &["https://a/b", "https://c/"],
            ),
        ] {
            assert_eq!(found("a.md", text), expected, "{text}");
            let kind = FileKind::of(Path::new("a.md"));
            for one in uris(Edition::Rfc3986, kind, false, text.as_bytes()) {
                assert_eq!(one.is_literal, text[one.span.clone()] == one.uri, "{text}");
                assert!(one.is_literal || text[one.span].contains(['&', '\\']), "{text}");
            }
        }
        let relative = |file: &str, text: &str| {
            let all = uris(Edition::Rfc3986, FileKind::of(Path::new(file)), true, text.as_bytes());
            all.into_iter().map(|one| one.uri).collect::<Vec<_>>()
        };
        assert_eq!(relative("a.md", "[a](../b%zz) [c](#d) [e]() [f]({{g}})"), ["../b%zz", "#d"]);
        assert_eq!(
            relative(
                "a.html",
                "<p data=a><object data='b c'><a href = d/e >f</a><a href=' g '>h</a>"
            ),
            ["b c", "d/e", "g"]
        );
    }

    #[test]
    fn escapes_are_undone_and_places_are_of_the_file() {
        let text = "<a href=\"http://h/?a=1&amp;b=2\">http://h/</a>";
        let all = uris(Edition::Rfc3986, FileKind::of(Path::new("a.html")), false, text.as_bytes());
        let [first, second] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&*first.uri, first.is_literal), ("http://h/?a=1&b=2", false));
        assert_eq!(&text[first.span.clone()], "http://h/?a=1&amp;b=2");
        assert_eq!((&*second.uri, second.is_literal), ("http://h/", true));
        assert_eq!(found("a.json", r#"{"u": "http:\/\/h\/a"}"#), ["http://h/a"]);
    }

    #[test]
    fn each_offset_has_its_place() {
        let html = b"a?b&amp;c&#x26;d&copy;&";
        let plain = FileKind::of(Path::new("x.HTML")).plain(html);
        assert_eq!(&*plain.text, b"a?b&c&d&copy;&");
        let at = |byte| html.iter().position(|one| *one == byte).unwrap();
        let places = [3, 4, 5, 6, 7].map(|offset| plain.in_file(offset));
        assert_eq!(places, [3, at(b'c'), at(b'c') + 1, at(b'd'), at(b'd') + 1]);
        let plain = FileKind::of(Path::new("x.json")).plain(br#"http:\/\/h\u002Fa\x\"\u12"#);
        assert_eq!(&*plain.text, br#"http://h/a\x"\u12"#);
        assert_eq!(plain.in_file(plain.text.len()), 25);
        assert_eq!(&*FileKind::Text.plain(b"&amp;'").text, b"&amp;'");
        assert_eq!(&*FileKind::of(Path::new("a.JS")).plain(b"'a'").text, b"\"a\"");
    }
}
