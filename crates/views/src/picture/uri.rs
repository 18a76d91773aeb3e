//! A string with its components drawn over it, and its tree below it; or with the byte that is to blame.
//!
//! In: a string, what is known of it ([`Parsed`] or a [`Fault`]), and a part of it that is hidden. Out: an
//! image in SVG, in light and dark. Each character of the string has a place of the same width, so that a
//! node of the tree stands below what it derives, in any font. Characters that cannot be seen, or that turn
//! text around, are escapes, which are as wide as they are long.
//!
//! What is forgotten: the middle of a long string, and all but the first nodes of a large tree; the image
//! says so. The surprising case: an empty component is a mark between two characters.

use std::fmt::Write as _;
use std::ops::Range;

use urispec::{Node, Reference};

use crate::fault::Fault;
use crate::parse::Parsed;
use crate::record::is_visible;

/// The width of a character, and the height of a row.
const WIDE: usize = 9;
const ROW: usize = 22;
/// The space around all.
const MARGIN: usize = 16;
/// How many bytes of a string are drawn at its start, and at its end, if it is longer than both.
const HEAD: usize = 160;
const TAIL: usize = 60;
/// How many nodes are drawn.
const NODES: usize = 200;
/// How many characters a line of a message has.
const LINE: usize = 84;

const STYLE: &str = include_str!("uri.css");

/// The picture of a string. The bytes of `hidden` are drawn as dots.
#[must_use]
pub fn svg(text: &str, parsed: &Result<Parsed<'_>, Fault>, hidden: Option<Range<usize>>) -> String {
    let mut picture =
        Picture { places: places(text, hidden), body: String::new(), y: MARGIN, left: 0 };
    match parsed {
        Ok(Parsed { tree, reference, .. }) => {
            let nodes: Vec<_> = tree.walk().take(NODES + 1).collect();
            let names = nodes.iter().take(NODES);
            let longest = names.map(|(depth, node)| 2 * depth + node.rule().chars().count()).max();
            picture.left = (longest.unwrap_or_default() + 2) * WIDE;
            picture.labels(text, reference.as_ref());
            picture.string();
            picture.y += ROW / 2;
            for (depth, node) in nodes.iter().take(NODES) {
                picture.node(*depth, node);
            }
            if nodes.len() > NODES {
                picture.words("note", "more nodes are not drawn");
            }
        }
        Err(fault) => {
            picture.string();
            picture.blame(fault);
        }
    }
    picture.finish()
}

/// A character of the string as it is drawn: its bytes, and where it stands, in characters.
struct Place {
    bytes: Range<usize>,
    column: usize,
    shown: String,
    is_text: bool,
}

/// Where each character stands. A long string has a gap in its middle.
fn places(text: &str, hidden: Option<Range<usize>>) -> Vec<Place> {
    let hidden = hidden.unwrap_or_default();
    let cut = text.len() > HEAD + TAIL;
    let (mut places, mut column, mut left_out) = (Vec::new(), 0, 0);
    for (at, character) in text.char_indices() {
        let bytes = at..at + character.len_utf8();
        if cut && at >= HEAD && at < text.len() - TAIL {
            left_out += bytes.len();
            continue;
        }
        if left_out > 0 {
            let shown = format!(" … {left_out} bytes … ");
            let (length, start) = (shown.chars().count(), at - left_out);
            places.push(Place { bytes: start..at, column, shown, is_text: false });
            (column, left_out) = (column + length, 0);
        }
        let shown = match character {
            _ if hidden.contains(&at) => "•".to_owned(),
            character if is_visible(character) => character.to_string(),
            character => character.escape_debug().to_string(),
        };
        let length = shown.chars().count();
        places.push(Place { bytes, column, shown, is_text: true });
        column += length;
    }
    places
}

struct Picture {
    places: Vec<Place>,
    body: String,
    /// How far down the next row begins.
    y: usize,
    /// The width of the column to the left of the string.
    left: usize,
}

impl Picture {
    /// The place of a byte from the left, in units of the image.
    fn x(&self, byte: usize) -> usize {
        let next = self.places.partition_point(|place| place.bytes.end <= byte);
        let end = || self.places.last().map_or(0, |last| last.column + last.shown.chars().count());
        let column = self.places.get(next).map_or_else(end, |place| place.column);
        MARGIN + self.left + column * WIDE
    }

    fn span(&self, bytes: &Range<usize>) -> (usize, usize) {
        let (start, end) = (self.x(bytes.start), self.x(bytes.end));
        (start, end.saturating_sub(start))
    }

    /// Text from a place on, as wide as its characters are.
    fn text(&mut self, class: &str, x: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let (y, width) = (self.y + ROW - 7, text.chars().count() * WIDE);
        // Writing to a string does not fail.
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" textLength=\"{width}\" \
             lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
            escaped(text)
        );
    }

    /// Words in a row of their own.
    fn words(&mut self, class: &str, words: &str) {
        let y = self.y + ROW - 7;
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{}</text>",
            escaped(words)
        );
        self.y += ROW;
    }

    /// The names of the components, with lines to where they begin. A name that would stand over the next
    /// is a row higher, so the last component is the lowest.
    fn labels(&mut self, text: &str, reference: Option<&Reference<'_>>) {
        let parts = reference.map(|reference| components(text, reference)).unwrap_or_default();
        // Of each row the least place that is taken.
        let mut rows: Vec<usize> = Vec::new();
        let mut placed = Vec::new();
        for (name, bytes) in parts.iter().rev() {
            let label = match bytes.is_empty() {
                true => format!("{name}, empty"),
                false => format!("{name} {}–{}", bytes.start, bytes.end),
            };
            let (x, width) = (self.x(bytes.start), (label.chars().count() + 1) * WIDE * 8 / 9);
            let row = rows.iter().position(|taken| x + width <= *taken).unwrap_or(rows.len());
            match rows.get_mut(row) {
                Some(taken) => *taken = x,
                None => rows.push(x),
            }
            placed.push((name, bytes, label, row));
        }
        let (top, bottom) = (self.y, self.y + rows.len() * ROW + 8);
        for (name, bytes, label, row) in placed {
            let (x, width) = self.span(bytes);
            let (line, above) = (x + 1, top + (rows.len() - row) * ROW - 4);
            let _ = write!(
                self.body,
                "<path class=\"{name} lead\" d=\"M{line} {above}V{bottom}\"/>\
                 <path class=\"{name} bar\" d=\"M{x} {bottom}h{}\"/>\
                 <text class=\"{name} label\" x=\"{}\" y=\"{}\">{label}</text>",
                width.max(2),
                line + 4,
                above,
            );
        }
        self.y = bottom + 2;
    }

    /// The string itself.
    fn string(&mut self) {
        let places = std::mem::take(&mut self.places);
        for run in places.chunk_by(|one, next| one.is_text && next.is_text) {
            let shown: String = run.iter().map(|place| &*place.shown).collect();
            let Some(first) = run.first() else { continue };
            let class = if first.is_text { "string" } else { "gap" };
            self.text(class, MARGIN + self.left + first.column * WIDE, &shown);
        }
        self.places = places;
        if self.places.is_empty() {
            self.text("gap", MARGIN + self.left, "(the empty string)");
        }
        self.y += ROW;
    }

    /// A node of the tree: its name, and what it derives, below where that stands.
    fn node(&mut self, depth: usize, node: &Node<'_>) {
        self.text("rule", MARGIN + 2 * depth * WIDE, node.rule());
        let (x, width) = self.span(&(node.start()..node.end()));
        let class = if node.children().is_empty() { "leaf" } else { "branch" };
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            self.y + 3,
            width.max(2),
            ROW - 6
        );
        self.y += ROW;
    }

    /// A mark below the byte that is to blame, and what is wrong.
    fn blame(&mut self, fault: &Fault) {
        if let Some(offset) = fault.mark() {
            let (x, y) = (self.x(offset), self.y);
            let _ = write!(
                self.body,
                "<path class=\"wrong\" d=\"M{x} {}l{} -8l{} 8z\"/>",
                y + 10,
                WIDE / 2,
                WIDE - WIDE / 2
            );
            self.y += ROW - 8;
        }
        for line in wrapped(&fault.to_string()) {
            self.words("message", &line);
        }
    }

    fn finish(self) -> String {
        let names = self.left;
        let columns =
            self.places.last().map_or(18, |last| last.column + last.shown.chars().count());
        let words = if names == 0 { LINE * WIDE * 8 / 9 } else { 0 };
        // A name over the last component may be longer than the component.
        let width = 2 * MARGIN
            + names
            + (columns * WIDE).max(words)
            + if names > 0 { 16 * WIDE } else { 0 };
        // As drawn, since what is hidden is hidden from every reader.
        let title: String = self.places.iter().map(|place| &*place.shown).collect();
        let (height, title) = (self.y + MARGIN, escaped(&title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"uri-picture\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{title}</title>\
             <style>{STYLE}</style><rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>{}</svg>\n",
            self.body
        )
    }
}

/// The components that have no parts, and where they stand. The parts of an authority stand for it.
fn components(text: &str, reference: &Reference<'_>) -> Vec<(&'static str, Range<usize>)> {
    let host = reference.host().map(|host| host.as_str());
    let authority = reference.authority().filter(|_| host.is_none());
    let all = [
        ("scheme", reference.scheme()),
        ("authority", authority),
        ("userinfo", reference.userinfo()),
        ("host", host),
        ("port", reference.port()),
        ("path", Some(reference.path())),
        ("query", reference.query()),
        ("fragment", reference.fragment()),
    ];
    let place = |(name, part): (&'static str, Option<&str>)| {
        let part = part?;
        // A component is a part of the string, not a copy.
        let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        (start + part.len() <= text.len()).then_some((name, start..start + part.len()))
    };
    all.into_iter().filter_map(place).collect()
}

/// Text as XML has it. What XML cannot have at all was escaped before, or is no character of a message.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            character if is_visible(character) => out.push(character),
            character => out.extend(character.escape_debug()),
        }
    }
    out
}

/// Lines of whole words.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let full =
            lines.last().is_some_and(|line| !line.is_empty() && line.len() + word.len() >= LINE);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use urispec::Edition;

    fn drawn(text: &str) -> String {
        svg(text, &parse(Edition::Rfc3986.whole()[0], text), None)
    }

    /// The texts of all elements of a class, in their order.
    fn texts(drawn: &str, class: &str) -> Vec<String> {
        let begin = format!("<text class=\"{class}\"");
        let parts = drawn.split(&*begin).skip(1);
        parts
            .map(|part| part[part.find('>').unwrap() + 1..part.find("</text>").unwrap()].to_owned())
            .collect()
    }

    /// RFC 3986, 3: the example whose components the document draws.
    #[test]
    fn components_stand_over_the_string() {
        let drawn = drawn("foo://example.com:8042/over/there?name=ferret#nose");
        assert_eq!(texts(&drawn, "string"), ["foo://example.com:8042/over/there?name=ferret#nose"]);
        for (name, span) in [
            ("scheme", "0–3"),
            ("host", "6–17"),
            ("port", "18–22"),
            ("path", "22–33"),
            ("query", "34–45"),
            ("fragment", "46–50"),
        ] {
            assert_eq!(texts(&drawn, &format!("{name} label")), [format!("{name} {span}")]);
        }
        assert_eq!(texts(&drawn, "rule")[..3], ["URI-reference", "URI", "scheme"]);
    }

    #[test]
    fn an_empty_component_has_its_mark() {
        let drawn = drawn("//h?");
        assert_eq!(texts(&drawn, "query label"), ["query, empty"]);
        assert_eq!(texts(&drawn, "path label"), ["path, empty"]);
        assert!(texts(&drawn, "fragment label").is_empty());
    }

    #[test]
    fn what_is_wrong_is_said_below_its_byte() {
        let drawn = drawn("http://a b");
        assert_eq!(drawn.matches("class=\"wrong\"").count(), 1);
        // The ninth character, where nothing stands to the left of the string.
        assert!(drawn.contains(&format!("M{} ", MARGIN + 8 * WIDE)), "{drawn}");
        assert!(texts(&drawn, "message").join(" ").starts_with("a space"), "{drawn}");
    }

    #[test]
    fn a_hidden_part_is_dots() {
        let text = "http://u:secret@h/";
        let drawn = svg(text, &parse(Edition::Rfc3986.whole()[0], text), Some(9..15));
        assert_eq!(texts(&drawn, "string"), ["http://u:••••••@h/"]);
        assert!(drawn.contains("<title>http://u:••••••@h/</title>"), "{drawn}");
        assert!(!drawn.contains("secret"), "{drawn}");
    }

    #[test]
    fn a_long_string_says_how_much_is_left_out() {
        let drawn = drawn(&format!("http://h/{}", "a/".repeat(5000)));
        assert_eq!(texts(&drawn, "gap"), [format!(" … {} bytes … ", 10_009 - HEAD - TAIL)]);
        assert_eq!(texts(&drawn, "note"), ["more nodes are not drawn"]);
        assert!(drawn.len() < 200_000);
    }

    #[test]
    fn nothing_of_the_string_is_markup() {
        for text in
            ["<script>&\"'", "a:\u{0}\u{1b}\u{202e}\u{fffe}\u{ffff}", "]]>", "", "\u{7f}é\u{301}"]
        {
            let drawn = drawn(text);
            let mut reader = quick_xml::Reader::from_str(&drawn);
            loop {
                match reader.read_event().unwrap() {
                    quick_xml::events::Event::Eof => break,
                    quick_xml::events::Event::Start(start) => {
                        let known = [&b"svg"[..], b"title", b"style", b"text"];
                        assert!(known.contains(&start.name().as_ref()), "{drawn}");
                    }
                    _ => {}
                }
            }
            // The characters that XML 1.0, 2.2, does not allow.
            let is_char = |one: char| !matches!(one, '\0'..='\x08' | '\x0b'..='\x1f' | '\u{fffe}' | '\u{ffff}');
            assert!(drawn.chars().all(|one| is_char(one) && one != '\u{202e}'), "{text:?}");
        }
    }
}
