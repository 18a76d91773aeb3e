//! A string with its components above it and its tree below it or, if it is invalid, with a mark at the invalid byte.
//!
//! The image has its own background: an image in a page does not know the background of the page, and a user may choose
//! dark colours for one and light ones for the other. The image has no links, since a link in an image does not work.
//!
//! The middle of a long string is omitted, and so are all but the first nodes of a large tree; notes in the image say
//! so. An empty component is a mark between two characters.

use std::fmt::Write as _;
use std::ops::Range;

use urispec::{Node, Recognizer, Reference};

use crate::fault::Fault;
use crate::parse::Parsed;

mod canvas;

use canvas::{Canvas, DrawnChar, DrawnLine, MARGIN, ROW, WIDE, lines};

/// Draws a string. The bytes of `hidden` are drawn as dots.
#[must_use]
pub fn svg(
    production: Recognizer,
    text: &str,
    parsed: &Result<Parsed<'_>, Fault>,
    hidden: Option<Range<usize>>,
) -> String {
    let hidden = hidden.as_ref();
    let (mut canvas, description) = match parsed {
        Ok(parsed) => draw(production, text, parsed, hidden),
        Err(fault) => canvas::draw(production, text, fault, hidden),
    };
    let edition = production.edition();
    canvas.y += ROW / 3;
    canvas.words("document", &format!("{}, {}", edition.document(), production.rule()));
    // The title is the text as drawn, so that it does not reveal hidden text.
    let shown = lines(text, hidden, usize::MAX);
    let title: String = shown.iter().map(|line| line.shown(&line.bytes)).collect();
    canvas.finish(&title, &description)
}

/// The maximum number of nodes that are drawn.
const NODES: usize = 200;
/// The maximum number of columns of the names and the string together. The string always gets at least [`LEAST`].
const COLUMNS: usize = 90;
const LEAST: usize = 40;

/// Nodes in one row: one node, or adjacent leaves with the same name.
type Row<'r, 't> = &'r [(usize, &'t Node<'t>)];

struct Derived<'t> {
    canvas: Canvas,
    components: Vec<Component>,
    nodes: Vec<(usize, &'t Node<'t>)>,
    /// The width of the column to the left of the string.
    left: usize,
}

fn draw(
    production: Recognizer,
    text: &str,
    parsed: &Parsed<'_>,
    hidden: Option<&Range<usize>>,
) -> (Canvas, String) {
    let Parsed { tree, reference, .. } = parsed;
    let mut nodes: Vec<_> = tree.walk().take(NODES + 1).collect();
    let is_cut = nodes.len() > NODES;
    nodes.truncate(NODES);
    let name = |(depth, node): &(usize, &Node<'_>)| 2 * depth + node.rule().chars().count();
    let names = nodes.iter().map(name).max().unwrap_or_default() + 2;
    let components = reference.as_ref().map(|one| components(text, one)).unwrap_or_default();
    let lines = lines(text, hidden, COLUMNS.saturating_sub(names).max(LEAST));
    let mut description = String::new();
    for (name, bytes) in &components {
        let shown: String = lines.iter().map(|line| line.shown(bytes)).collect();
        // Writing to a string cannot fail.
        let _ = write!(description, "{name} \"{shown}\", ");
    }
    let mut derived = Derived { canvas: Canvas::new(), components, nodes, left: names * WIDE };
    for line in &lines {
        derived.line(line);
        derived.canvas.y += if line.is_last { 0 } else { ROW };
    }
    if is_cut {
        derived.canvas.words("note", "more nodes are not drawn");
    }
    description += &format!("a {} of {}", production.rule(), production.edition().name());
    (derived.canvas, description)
}

impl Derived<'_> {
    /// Returns the horizontal position of a byte of a line, in units of the image.
    fn x(&self, line: &DrawnLine, byte: usize) -> usize {
        MARGIN + self.left + line.column(byte) * WIDE
    }

    fn span(&self, line: &DrawnLine, bytes: &Range<usize>) -> (usize, usize) {
        let (start, end) = (self.x(line, bytes.start), self.x(line, bytes.end));
        (start, end.saturating_sub(start))
    }

    /// Draws a line of the string with its components and its tree.
    fn line(&mut self, line: &DrawnLine) {
        self.labels(line);
        self.string(line);
        self.canvas.y += ROW / 2;
        let nodes = std::mem::take(&mut self.nodes);
        for row in nodes.chunk_by(|(depth, one), (next_depth, next)| {
            depth == next_depth
                && one.rule() == next.rule()
                && one.children().is_empty()
                && next.children().is_empty()
        }) {
            self.row(line, row);
        }
        self.nodes = nodes;
    }

    /// Draws the names of the components above the string, with lines to the beginnings of the components. A name is
    /// moved up a row if it would overlap the next name, or the line of a name above.
    fn labels(&mut self, line: &DrawnLine) {
        // The leftmost occupied position of each row.
        let mut rows: Vec<usize> = Vec::new();
        let mut placed = Vec::new();
        let mut bars = Vec::new();
        for (name, bytes) in self.components.iter().rev() {
            let Some(part) = line.part(bytes) else { continue };
            let (x, width) = self.span(line, &part);
            bars.push((*name, x, width));
            if part.start != bytes.start {
                continue;
            }
            let label = match bytes.is_empty() {
                true => format!("{name}, empty"),
                false => format!("{name} {}–{}", bytes.start, bytes.end),
            };
            let width = (label.chars().count() + 1) * (WIDE - 1);
            let is_free = |row: &usize| rows[*row..].iter().all(|taken| x + width <= *taken);
            let row = (0..rows.len()).find(is_free).unwrap_or(rows.len());
            match rows.get_mut(row) {
                Some(taken) => *taken = x,
                None => rows.push(x),
            }
            placed.push((*name, x, width, label, row));
        }
        let (top, bottom) = (self.canvas.y, self.canvas.y + rows.len() * ROW + 8);
        for (name, x, width, label, row) in placed {
            let (line, above) = (x + 1, top + (rows.len() - row) * ROW - 4);
            self.canvas.draw(
                x + width,
                format_args!(
                    "<path class=\"{name} lead\" d=\"M{line} {above}V{bottom}\"/>\
                     <text class=\"{name} label\" x=\"{}\" y=\"{above}\">{label}</text>",
                    line + 4,
                ),
            );
        }
        for (name, x, width) in bars {
            let width = width.max(2);
            self.canvas.draw(
                x + width,
                format_args!("<path class=\"{name} bar\" d=\"M{x} {bottom}h{width}\"/>"),
            );
        }
        self.canvas.y = bottom + 2;
    }

    /// Draws the string, with each component in its colour.
    fn string(&mut self, line: &DrawnLine) {
        let class = |place: &DrawnChar| match place.is_text {
            true if self.components.is_empty() => "",
            true => of_byte(&self.components, place.bytes.start).unwrap_or("delimiter"),
            false => "gap",
        };
        let runs = line.places.chunk_by(|one, next| class(one) == class(next));
        let runs = runs.filter_map(|run| {
            let first = run.first()?;
            let shown: String = run.iter().map(|place| &*place.shown).collect();
            Some((format!("string {}", class(first)), self.x(line, first.bytes.start), shown))
        });
        for (class, x, shown) in runs.collect::<Vec<_>>() {
            self.canvas.text(class.trim_end(), x, &shown);
        }
        if line.places.is_empty() {
            self.canvas.text("gap", MARGIN + self.left, "(the empty string)");
        }
        self.canvas.y += ROW;
    }

    /// Draws a row of the tree, if a part of the row is in the line: the name of its nodes, and boxes below the text
    /// that they derive. A box is open at a side if its node continues in another line.
    fn row(&mut self, line: &DrawnLine, row: Row<'_, '_>) {
        let mut is_named = false;
        for (depth, node) in row {
            let bytes = node.start()..node.end();
            let Some(part) = line.part(&bytes) else { continue };
            let component = of_node(&self.components, node).unwrap_or_default();
            if !std::mem::replace(&mut is_named, true) {
                let class = format!("rule {component}");
                self.canvas.text(class.trim_end(), MARGIN + 2 * depth * WIDE, node.rule());
            }
            let (x, width) = self.span(line, &part);
            let (end, top, bottom) = (x + width.max(2), self.canvas.y + 2, self.canvas.y + ROW - 2);
            let outline = match (part.start > bytes.start, part.end < bytes.end) {
                (false, false) => format!("M{x} {top}H{end}V{bottom}H{x}z"),
                (false, true) => format!("M{end} {top}H{x}V{bottom}H{end}"),
                (true, false) => format!("M{x} {top}H{end}V{bottom}H{x}"),
                (true, true) => format!("M{x} {top}H{end}M{x} {bottom}H{end}"),
            };
            let kind = if node.children().is_empty() { "leaf" } else { "branch" };
            let class = format!("{kind} {component}");
            let class = class.trim_end();
            self.canvas.draw(end, format_args!("<path class=\"{class}\" d=\"{outline}\"/>"));
            self.canvas.text(class, x, &line.shown(&part));
        }
        if is_named {
            self.canvas.y += ROW;
        }
    }
}

/// A component: its name, which is also the class of its colour, and the range of its bytes.
type Component = (&'static str, Range<usize>);

/// Returns the components, with their positions. An authority with a host is returned as its parts.
fn components(text: &str, reference: &Reference<'_>) -> Vec<Component> {
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

/// Returns the component of a byte, or `None` for a delimiter.
fn of_byte(components: &[Component], byte: usize) -> Option<&'static str> {
    components.iter().find(|(_, own)| own.contains(&byte)).map(|(name, _)| *name)
}

/// Returns the component that contains all bytes of a node, or `authority`, which consists of several components.
fn of_node(components: &[Component], node: &Node<'_>) -> Option<&'static str> {
    if node.rule().eq_ignore_ascii_case("authority") {
        return Some("authority");
    }
    let bytes = node.start()..node.end();
    let same = components.iter().find(|(_, own)| *own == bytes);
    let around = |(_, own): &&Component| own.start <= bytes.start && bytes.end <= own.end;
    same.or_else(|| components.iter().find(around)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use urispec::Edition;

    fn drawn(text: &str) -> String {
        let production = Edition::Rfc3986.whole()[0];
        svg(production, text, &parse(production, text), None)
    }

    /// Returns the texts of all elements whose class begins with a prefix, in order.
    fn texts(drawn: &str, class: &str) -> Vec<String> {
        let begin = format!("<text class=\"{class}");
        let parts = drawn.split(&*begin).skip(1);
        parts
            .map(|part| part[part.find('>').unwrap() + 1..part.find("</text>").unwrap()].to_owned())
            .collect()
    }

    /// The example whose components RFC 3986, 3, draws.
    const EXAMPLE: &str = "foo://example.com:8042/over/there?name=ferret#nose";

    #[test]
    fn components_stand_over_the_string_in_their_colours() {
        let drawn = drawn(EXAMPLE);
        assert_eq!(texts(&drawn, "string").concat(), EXAMPLE);
        for (name, span, text) in [
            ("scheme", "0–3", "foo"),
            ("host", "6–17", "example.com"),
            ("port", "18–22", "8042"),
            ("path", "22–33", "/over/there"),
            ("query", "34–45", "name=ferret"),
            ("fragment", "46–50", "nose"),
        ] {
            assert_eq!(texts(&drawn, &format!("{name} label")), [format!("{name} {span}")]);
            assert_eq!(texts(&drawn, &format!("string {name}")), [text]);
        }
        assert_eq!(texts(&drawn, "string delimiter"), ["://", ":", "?", "#"]);
        assert_eq!(texts(&drawn, "document"), ["RFC 3986, STD 66, January 2005, URI-reference"]);
    }

    /// RFC 3986, appendix A: the text that each production derives in the example.
    #[test]
    fn boxes_have_what_their_nodes_derive() {
        let drawn = drawn(EXAMPLE);
        assert_eq!(texts(&drawn, "rule")[..3], ["URI-reference", "URI", "scheme"]);
        assert_eq!(texts(&drawn, "leaf host"), ["example.com"]);
        // The segments of the path are adjacent, after one name.
        assert_eq!(texts(&drawn, "leaf path"), ["over", "there"]);
        assert_eq!(texts(&drawn, "rule path"), ["path-abempty", "segment"]);
        assert_eq!(texts(&drawn, "branch path"), ["/over/there"]);
    }

    #[test]
    fn a_reader_who_does_not_see_hears_the_components() {
        let drawn = drawn("http://h:80/?q");
        let description = "<desc>scheme &quot;http&quot;, host &quot;h&quot;, port &quot;80&quot;, \
                           path &quot;/&quot;, query &quot;q&quot;, a URI-reference of RFC 3986</desc>";
        assert!(drawn.contains(description), "{drawn}");
        assert!(drawn.contains("role=\"img\"><title>http://h:80/?q</title>"), "{drawn}");
    }

    #[test]
    fn an_empty_component_has_its_mark() {
        let drawn = drawn("//h?");
        assert_eq!(texts(&drawn, "query label"), ["query, empty"]);
        assert_eq!(texts(&drawn, "path label"), ["path, empty"]);
        assert!(texts(&drawn, "fragment label").is_empty());
    }

    #[test]
    fn no_name_stands_over_the_line_of_another() {
        // The name of the scheme has room before the host, but not before the userinfo.
        let drawn = drawn("https://userinfo@www.example.org:8443/");
        let y = |class: &str| {
            let place = drawn.split(&format!("<text class=\"{class} label\"")).nth(1).unwrap();
            place.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse::<usize>().unwrap()
        };
        assert!(y("scheme") < y("userinfo") && y("userinfo") < y("host"));
    }

    #[test]
    fn a_long_string_has_lines_and_each_line_its_part_of_the_tree() {
        let text = format!("http://h/{}?q", ["abcdefgh"; 20].join("/"));
        let drawn = drawn(&text);
        assert_eq!(texts(&drawn, "string").concat(), text);
        let lines = texts(&drawn, "rule").iter().filter(|rule| *rule == "URI-reference").count();
        assert!(lines > 2, "{lines}");
        assert_eq!(texts(&drawn, "leaf path").concat(), "abcdefgh".repeat(20));
        // The path has its name at its beginning, and its bar in each line.
        assert_eq!(texts(&drawn, "path label").len(), 1);
        assert_eq!(drawn.matches("<path class=\"path bar\"").count(), lines);
        let width = drawn.split("width=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(width.parse::<usize>().unwrap() < 900, "{width}");
    }

    #[test]
    fn what_is_wrong_is_said_below_its_byte() {
        let drawn = drawn("http://a b");
        // The ninth character, with nothing to the left of the string.
        let x = MARGIN + 8 * WIDE;
        assert!(drawn.contains(&format!("<rect class=\"wrong\" x=\"{x}\"")), "{drawn}");
        assert!(drawn.contains(&format!("<path class=\"wrong\" d=\"M{x} ")), "{drawn}");
        assert_eq!(texts(&drawn, "string wrong"), [" "]);
        assert_eq!(texts(&drawn, "message"), ["A space is not allowed in a URI (RFC 3986, 2)"]);
        assert!(
            texts(&drawn, "note")[0].starts_with("Unexpected &quot; &quot; at byte 8"),
            "{drawn}"
        );
        assert_eq!(texts(&drawn, "string mended"), <[&str; 0]>::default());
    }

    /// RFC 3986, 2.1: a percent sign that does not begin a triplet is data, which is written `%25`.
    #[test]
    fn the_mended_string_is_drawn() {
        let drawn = drawn("a%zz");
        assert_eq!(texts(&drawn, "string mended"), ["a%25zz"]);
        assert!(drawn.contains(" Mended: a%25zz</desc>"), "{drawn}");
        // A mended string of several lines is included once, and whole.
        let long = format!("%zz{}", "x".repeat(150));
        let drawn = self::drawn(&long);
        assert_eq!(texts(&drawn, "string mended").concat(), long.replace("%zz", "%25zz"));
        assert_eq!(drawn.matches("Mended: ").count(), 1);
    }

    #[test]
    fn a_hidden_part_is_dots() {
        let production = Edition::Rfc3986.whole()[0];
        let text = "http://u:secret@h/";
        let drawn = svg(production, text, &parse(production, text), Some(9..15));
        assert_eq!(texts(&drawn, "string userinfo"), ["u:••••••"]);
        assert!(drawn.contains("<title>http://u:••••••@h/</title>"), "{drawn}");
        assert!(!drawn.contains("secret"), "{drawn}");
    }

    #[test]
    fn a_hidden_part_is_hidden_in_what_is_wrong_too() {
        let production = Edition::Rfc3986.whole()[0];
        // The space is in the password: neither its cause nor a mended string is drawn.
        let text = "http://u:sec ret@h/";
        let drawn = svg(production, text, &parse(production, text), Some(9..16));
        assert!(texts(&drawn, "message")[0].contains("Unexpected hidden character"), "{drawn}");
        for hidden in ["space is", "sec", "Mended"] {
            assert!(!drawn.contains(hidden), "{hidden} in {drawn}");
        }
        // The error is elsewhere, and the password is in the mended string.
        let text = "http://u:secret@h/%zz";
        let drawn = svg(production, text, &parse(production, text), Some(9..15));
        assert_eq!(texts(&drawn, "string mended"), ["http://u:••••••@h/%25zz"]);
        assert!(!drawn.contains("secret"), "{drawn}");
    }

    #[test]
    fn a_long_string_says_how_much_is_left_out() {
        let drawn = drawn(&format!("http://h/{}", "a/".repeat(5000)));
        let left_out = 10_009 - canvas::HEAD - canvas::TAIL;
        assert!(texts(&drawn, "string gap").contains(&format!(" … {left_out} bytes … ")));
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
                        let known = [&b"svg"[..], b"title", b"desc", b"style", b"text"];
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
