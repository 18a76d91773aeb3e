//! Text for terminals: escapes, colours, shortened strings, and the progress of a long read.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{IsTerminal, Write as _};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, LazyLock, mpsc};
use std::time::{Duration, Instant};
use std::{fmt, io};

use anstyle::AnsiColor;
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use memchr::memmem;
use urispec::Reference;
use urispec_views::record::is_visible;

use crate::output::{Passwords, counted, password};

// Text for terminals: graphic characters, line ends, and the styles of this program.
//
// The surprising case: escaped text is not escaped again, since escapes are graphic; so a literal `\u{1b}`
// in the input looks like an escaped control character.

#[derive(Clone, Copy, Default)]
pub(crate) struct Style(anstyle::Style);

impl Style {
    pub(crate) const PLAIN: Self = Self(anstyle::Style::new());
}

/// The placeholder for ESC in a style, until the style is written. It also marks tabs that are written unchanged. It
/// contains a random number that is new in each run, so no input contains it by chance.
static MARK: LazyLock<String> = LazyLock::new(|| {
    let number = RandomState::new().build_hasher().finish();
    format!("\u{FDD0}{number:016x}\u{FDD1}")
});

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = self.0;
        let codes = if f.alternate() { format!("{style:#}") } else { style.to_string() };
        f.write_str(&codes.replace('\x1b', &MARK))
    }
}

/// Marks the tabs of data as harmless: they move the text after them and have no other effect on a terminal.
pub(crate) fn with_tabs(text: &str) -> Cow<'_, str> {
    if text.contains('\t') {
        Cow::Owned(text.replace('\t', &format!("{}\t", *MARK)))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether a text consists of lines of graphic ASCII, which need no escapes.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
}

/// Escapes a text for output. The text must not end within a character.
pub(crate) fn shown(text: &[u8]) -> Cow<'_, [u8]> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    let marks = memmem::find_iter(text, MARK.as_bytes());
    for mark in marks.chain([text.len()]) {
        for (at, line) in text[start..mark].split(|&byte| byte == b'\n').enumerate() {
            out.push_str(if at == 0 { "" } else { "\n" });
            // Writing to a `String` never fails.
            let _ = write!(out, "{}", Escaped(line));
        }
        start = mark + MARK.len();
        match text.get(start) {
            // No style begins with a tab.
            Some(b'\t') => {
                out.push('\t');
                start += 1;
            }
            _ if mark < text.len() => out.push('\x1b'),
            _ => {}
        }
    }
    Cow::Owned(out.into_bytes())
}

/// Arbitrary bytes on one line, without effect on a terminal: invisible characters and bytes that are not
/// UTF-8 are escaped.
pub(crate) struct Escaped<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for character in chunk.valid().chars() {
                match character {
                    _ if is_visible(character) => f.write_char(character)?,
                    _ => write!(f, "{}", character.escape_debug())?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

// How strings look to people: colours, carets, and elision.
//
// On a terminal, the middle of a long string is left out. Elsewhere strings are whole up to [`HUGE`] bytes;
// longer strings are whole only in JSON.

pub(crate) struct Palette {
    pub(crate) error: Style,
    pub(crate) warning: Style,
    pub(crate) label: Style,
    pub(crate) scheme: Style,
    pub(crate) authority: Style,
    pub(crate) userinfo: Style,
    pub(crate) host: Style,
    pub(crate) port: Style,
    pub(crate) path: Style,
    pub(crate) query: Style,
    pub(crate) fragment: Style,
}

const fn colour(colour: AnsiColor) -> Style {
    Style(colour.on_default())
}

const fn bold(colour: AnsiColor) -> Style {
    Style(colour.on_default().bold())
}

impl Palette {
    pub(crate) const PLAIN: Self = {
        let plain = Style::PLAIN;
        Self {
            error: plain,
            warning: plain,
            label: plain,
            scheme: plain,
            authority: plain,
            userinfo: plain,
            host: plain,
            port: plain,
            path: plain,
            query: plain,
            fragment: plain,
        }
    };

    /// Red is only for errors and for a userinfo, which may be mistaken for a host (RFC 3986, 7.6).
    pub(crate) const COLOURED: Self = Self {
        error: bold(AnsiColor::Red),
        warning: bold(AnsiColor::Yellow),
        label: Style(anstyle::Style::new().dimmed()),
        scheme: colour(AnsiColor::Cyan),
        authority: Style::PLAIN,
        userinfo: colour(AnsiColor::Red),
        host: bold(AnsiColor::Green),
        port: colour(AnsiColor::Yellow),
        path: colour(AnsiColor::Blue),
        query: colour(AnsiColor::Magenta),
        fragment: colour(AnsiColor::BrightBlack),
    };
}

pub(crate) struct Painted<'a>(
    pub(crate) &'a Palette,
    pub(crate) &'a Reference<'a>,
    pub(crate) Passwords,
);

impl fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(palette, reference, passwords) = self;
        let userinfo = reference.userinfo().map(|text| passwords.redacted_userinfo(text));
        let authority = reference.authority().map(|text| passwords.redacted_authority(text));
        let mut part = |before: &str, style: Style, text: Option<&str>, after: &str| match text {
            Some("") => write!(f, "{before}{after}"),
            Some(text) => write!(f, "{before}{style}{text}{style:#}{after}"),
            None => Ok(()),
        };
        part("", palette.scheme, reference.scheme(), ":")?;
        if let Some(host) = reference.host() {
            part("//", palette.userinfo, userinfo.as_deref(), "@")?;
            let slashes = if userinfo.is_some() { "" } else { "//" };
            part(slashes, palette.host, Some(host.as_str()), "")?;
            part(":", palette.port, reference.port(), "")?;
        } else {
            part("//", palette.authority, authority.as_deref(), "")?;
        }
        part("", palette.path, Some(&passwords.redacted_path(reference)), "")?;
        part("?", palette.query, reference.query(), "")?;
        part("#", palette.fragment, reference.fragment(), "")
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Stream {
    /// Stdout.
    Results,
    /// Stderr.
    Messages,
}

static TERMINALS: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

/// The length, in bytes or characters, above which strings are always shown without their middle.
pub(crate) const HUGE: usize = 8192;

impl Stream {
    pub(crate) fn set_terminal(self, is_terminal: bool) {
        TERMINALS[self as usize].store(is_terminal, Ordering::Relaxed);
    }

    pub(crate) fn has_terminal(self) -> bool {
        TERMINALS[self as usize].load(Ordering::Relaxed)
    }

    /// Returns the maximum length of a string that is shown whole: `on_terminal` on a terminal, [`HUGE`] elsewhere.
    pub(crate) fn longest(self, on_terminal: usize) -> usize {
        if self.has_terminal() { on_terminal } else { HUGE }
    }
}

/// A name in a message: [`Escaped`], without its password, and shortened on a terminal. An empty name is shown as `""`.
pub(crate) struct Quoted<'a>(pub(crate) &'a [u8], pub(crate) Stream, pub(crate) Passwords);

const NAME: usize = 160;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = &*password::without(self.0, self.2.span(self.0));
        if bytes.is_empty() {
            return f.write_str("\"\"");
        }
        if bytes.len() <= self.1.longest(NAME) {
            return Escaped(bytes).fmt(f);
        }
        let (head, tail) = (boundary(bytes, NAME / 2), boundary(bytes, bytes.len() - NAME / 4));
        write!(f, "{}…", Escaped(&bytes[..head]))?;
        write!(f, "({} bytes)", tail - head)?;
        write!(f, "…{}", Escaped(&bytes[tail..]))
    }
}

/// A string of a language, as results show it: in quotes, with escapes for everything but graphic ASCII, and
/// shortened on a terminal.
pub(crate) struct Literal<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0;
        if bytes.len() <= Stream::Results.longest(NAME) {
            return write!(f, "\"{}\"", bytes.escape_ascii());
        }
        let (head, tail) = (&bytes[..NAME / 2], &bytes[bytes.len() - NAME / 4..]);
        let between = bytes.len() - head.len() - tail.len();
        write!(f, "\"{}…({between} bytes)…{}\"", head.escape_ascii(), tail.escape_ascii())
    }
}

/// Shortens a long text in the middle, to `most` characters on a terminal and to [`HUGE`] characters elsewhere.
pub(crate) fn shortened(text: &str, most: usize, stream: Stream) -> String {
    let (most, length) = (stream.longest(most), text.chars().count());
    if length <= most {
        return text.to_owned();
    }
    let tail = most / 3;
    let head: String = text.chars().take(most - tail - 1).collect();
    head + "…" + &text.chars().skip(length - tail).collect::<String>()
}

/// The part of a string around a byte, with passwords hidden, and the column of the byte in this part.
pub(crate) struct Excerpt {
    pub(crate) line: String,
    pub(crate) column: usize,
    /// The number of columns to mark, from `column` on.
    pub(crate) marked: usize,
}

const BEFORE: usize = 56;
const AFTER: usize = 20;

impl Excerpt {
    pub(crate) fn around(bytes: &[u8], offset: usize, passwords: Passwords) -> Self {
        Self::around_span(bytes, offset..offset, passwords)
    }

    /// Returns the excerpt around a span. Only the beginning of a long span is shown.
    pub(crate) fn around_span(bytes: &[u8], span: Range<usize>, passwords: Passwords) -> Self {
        let hidden = passwords.span(bytes);
        let place = |offset: usize| password::place(offset.min(bytes.len()), hidden.as_ref());
        // A span that begins within the hidden text marks all of it.
        let touched = hidden.clone().filter(|hidden| hidden.contains(&span.start));
        let end = touched.map_or(span.end, |hidden| span.end.max(hidden.end));
        let span = place(span.start)..place(end);
        let bytes = &*password::without(bytes, hidden.clone());
        let offset = span.start.min(bytes.len());
        let start = boundary(bytes, offset.saturating_sub(BEFORE));
        let end = bytes.len().min(span.end.min(offset + BEFORE) + AFTER);
        let end = boundary(bytes, end);
        let before = if start > 0 { "…" } else { "" };
        let after = if end < bytes.len() { "…" } else { "" };
        let head = format!("{before}{}", Escaped(&bytes[start..offset]));
        let column = head.chars().count();
        let marked = &bytes[offset..span.end.clamp(offset, bytes.len())];
        let marked = Escaped(marked).to_string().chars().count();
        Self { line: format!("{head}{}{after}", Escaped(&bytes[offset..end])), column, marked }
    }
}

/// Returns the offset of the first byte of the character that contains the byte at `index`.
fn boundary(bytes: &[u8], index: usize) -> usize {
    let continues = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (index.saturating_sub(3)..=index).rev().find(|&at| !continues(at)).unwrap_or(index)
}

// The progress of a long read, on stderr.

const BLINK: Duration = Duration::from_millis(300);

/// The interval between progress lines, if no bar is shown.
const PAUSE: Duration = Duration::from_secs(5);

pub(crate) struct Progress {
    watch: Watch,
    lines: u64,
    /// When the last progress line was written, or `None` if there is a bar.
    written: Option<Instant>,
}

#[derive(Clone)]
pub(crate) struct Watch {
    bar: ProgressBar,
    since: Instant,
    bytes: Arc<AtomicU64>,
}

impl Progress {
    /// Creates the progress display for reading `files`, if stderr is a terminal or the display is requested.
    pub(crate) fn through(files: &[PathBuf], is_asked_for: bool) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        if files.is_empty() || !(is_terminal || is_asked_for) {
            return None;
        }
        let length = |file: &PathBuf| {
            let data = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
            Some(data.len())
        };
        let total: Option<u64> = files.iter().map(length).sum();
        let template = match total {
            Some(_) => "{bar:40} {percent:>3} %  {msg}{bytes_per_sec}  {eta} left",
            None => "{spinner} {bytes}  {msg}{bytes_per_sec}",
        };
        let target = match is_terminal {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(total, target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let watch = Watch { bar, since: Instant::now(), bytes: Arc::default() };
        let written = (!is_terminal).then(Instant::now);
        Some(Self { watch, lines: 0, written })
    }

    pub(crate) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    pub(crate) fn advance(&mut self, lines: u64) {
        self.lines += lines;
        if self.written.is_some_and(|written| written.elapsed() >= PAUSE) {
            self.written = Some(Instant::now());
            self.say();
        }
        if self.lines > 0 && self.watch.is_shown() {
            self.watch.bar.set_message(counted(self.lines, "line") + "  ");
        }
    }

    fn say(&self) {
        let Watch { bar, since, bytes } = &self.watch;
        let bytes = bytes.load(Ordering::Relaxed);
        let per_second = bytes as f64 / since.elapsed().as_secs_f64().max(0.001);
        let of = bar.length().map_or_else(String::new, |all| format!(" of {}", HumanBytes(all)));
        let text = format!(
            "progress: {}{of} read, {}, {}/s\n",
            HumanBytes(bytes),
            counted(self.lines, "line"),
            HumanBytes(per_second as u64)
        );
        // If stderr cannot be written, there is nowhere left to report it.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.watch.is_shown() { self.watch.bar.suspend(write) } else { write() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.watch.bar.finish_and_clear();
        if self.written.is_some() {
            self.say();
        }
    }
}

impl Watch {
    pub(crate) fn read(&self, bytes: u64) {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.is_shown() {
            self.bar.set_position(all);
        }
    }

    fn is_shown(&self) -> bool {
        self.since.elapsed() >= BLINK
    }
}

/// Does work that writes nothing. If it takes more than a second, a terminal shows on what the program is working.
pub(crate) fn working<T>(on: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waits) = mpsc::channel::<()>();
    let message = format!("working on {}", Escaped(on.as_bytes()));
    let ticker = std::thread::spawn(move || {
        if waits.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(message);
        bar.enable_steady_tick(BLINK);
        // The sender is dropped when the work is done.
        let _ = waits.recv();
        bar.finish_and_clear();
    });
    let answer = work();
    drop(done);
    // A thread that only draws has nothing to report.
    let _ = ticker.join();
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C0, DEL, C1, and characters that hide text or change its direction.
    const HIDDEN: &str = "\0\x1b\t\r\x7f\u{80}\u{9b}\u{9f}\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\
                          \u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}";

    #[test]
    fn nothing_reaches_the_terminal_raw() {
        let escaped = Escaped(b"a\x1b[31m\0\t\xff\xe2\x80\xae \\u").to_string();
        assert_eq!(escaped, r"a\u{1b}[31m\0\t\xff\u{202e} \u");
        assert!(!HIDDEN.chars().any(is_visible));
        assert!("aé語 '\"\\~…→".chars().all(is_visible));
        let text = format!("é{HIDDEN}\n{HIDDEN}");
        let lines = String::from_utf8(shown(text.as_bytes()).into_owned()).unwrap();
        assert!(
            lines.chars().all(|character| character == '\n' || is_visible(character)),
            "{lines}"
        );
        assert_eq!(lines.matches('\n').count(), 1);
        assert_eq!(shown(lines.as_bytes()), lines.as_bytes());
    }

    #[test]
    fn a_style_is_no_text() {
        let red = Style(anstyle::AnsiColor::Red.on_default());
        let text = format!("{red}\x1b[31m\u{FDD0}0123456789abcdef\u{FDD1}[31m{red:#}");
        let written = String::from_utf8(shown(text.as_bytes()).into_owned()).unwrap();
        assert_eq!(written, "\x1b[31m\\u{1b}[31m\\u{fdd0}0123456789abcdef\\u{fdd1}[31m\x1b[0m");
        assert_eq!(format!("{}a{:#}", Style::PLAIN, Style::PLAIN), "a");
    }

    #[test]
    fn data_have_their_tabs() {
        let text = format!("\t{}\t", with_tabs("\ta\t\x1b\n"));
        assert_eq!(shown(text.as_bytes()), &b"\\t\ta\t\\u{1b}\n\\t"[..]);
    }

    #[test]
    fn the_column_counts_what_is_shown() {
        let excerpt = Excerpt::around("ü\tx y".as_bytes(), 4, Passwords::default());
        assert_eq!((&*excerpt.line, excerpt.column), (r"ü\tx y", 4));
        let long = format!("{}|{}", "ü".repeat(999), "z".repeat(999));
        let excerpt = Excerpt::around(long.as_bytes(), 1998, Passwords::default());
        assert_eq!(excerpt.line.chars().nth(excerpt.column), Some('|'));
        assert_eq!(excerpt.line, format!("…{}|{}…", "ü".repeat(28), "z".repeat(19)));
    }

    #[test]
    fn names_are_short() {
        assert_eq!(Quoted(b"", Stream::Messages, Passwords::default()).to_string(), "\"\"");
        let long = "é".repeat(8 << 20);
        let name = Quoted(long.as_bytes(), Stream::Messages, Passwords::default()).to_string();
        assert_eq!(name, format!("{}…(16777096 bytes)…{}", "é".repeat(40), "é".repeat(20)));
    }
}
