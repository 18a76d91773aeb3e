//! A string with its components drawn over it, and its tree below it; or with the byte that is to blame.
//!
//! In: a production, a string, what is known of it ([`Parsed`] or a [`Fault`]), and a part of it that is
//! hidden. Out: an image in SVG, in light and dark. Each character of the string has a place of the same
//! width, so that a node of the tree stands below what it derives, in any font. A long string has several
//! lines, each with its own part of the tree.
//!
//! The image stands on a ground of its own: an image in a page does not know the ground of the page, and a
//! reader may have dark colours in the one and light ones in the other. The image has no links, since
//! whatever shows it as an image has none.
//!
//! What is forgotten: the middle of a long string, and all but the first nodes of a large tree; the image
//! says so. The surprising case: an empty component is a mark between two characters.

use std::ops::Range;

use urispec::Recognizer;

use crate::fault::Fault;
use crate::parse::Parsed;

mod blamed;
mod canvas;
mod components;
mod derived;
mod places;

/// The picture of a string. The bytes of `hidden` are drawn as dots.
#[must_use]
pub fn svg(
    production: Recognizer,
    text: &str,
    parsed: &Result<Parsed<'_>, Fault>,
    hidden: Option<Range<usize>>,
) -> String {
    let hidden = hidden.as_ref();
    let (mut canvas, description) = match parsed {
        Ok(parsed) => derived::draw(production, text, parsed, hidden),
        Err(fault) => blamed::draw(production, text, fault, hidden),
    };
    let edition = production.edition();
    canvas.y += canvas::ROW / 3;
    canvas.words("document", &format!("{}, {}", edition.document(), production.rule()));
    // As drawn, since what is hidden is hidden from every reader.
    let lines = places::lines(text, hidden, usize::MAX);
    let title: String = lines.iter().map(|line| line.shown(&line.bytes)).collect();
    canvas.finish(&title, &description)
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

    /// The texts of all elements whose class begins so, in their order.
    fn texts(drawn: &str, class: &str) -> Vec<String> {
        let begin = format!("<text class=\"{class}");
        let parts = drawn.split(&*begin).skip(1);
        parts
            .map(|part| part[part.find('>').unwrap() + 1..part.find("</text>").unwrap()].to_owned())
            .collect()
    }

    /// RFC 3986, 3: the example whose components the document draws.
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

    /// RFC 3986, appendix A: what each production derives of the example.
    #[test]
    fn boxes_have_what_their_nodes_derive() {
        let drawn = drawn(EXAMPLE);
        assert_eq!(texts(&drawn, "rule")[..3], ["URI-reference", "URI", "scheme"]);
        assert_eq!(texts(&drawn, "leaf host"), ["example.com"]);
        // The segments of the path stand beside each other, after one name.
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
        // The name of the scheme has room before the host, and not before the userinfo.
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
        // The path has its name where it begins, and its bar in each line.
        assert_eq!(texts(&drawn, "path label").len(), 1);
        assert_eq!(drawn.matches("<path class=\"path bar\"").count(), lines);
        let width = drawn.split("width=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(width.parse::<usize>().unwrap() < 900, "{width}");
    }

    #[test]
    fn what_is_wrong_is_said_below_its_byte() {
        let drawn = drawn("http://a b");
        // The ninth character, where nothing stands to the left of the string.
        let x = canvas::MARGIN + 8 * canvas::WIDE;
        assert!(drawn.contains(&format!("<rect class=\"wrong\" x=\"{x}\"")), "{drawn}");
        assert!(drawn.contains(&format!("<path class=\"wrong\" d=\"M{x} ")), "{drawn}");
        assert_eq!(texts(&drawn, "string wrong"), [" "]);
        assert_eq!(texts(&drawn, "message"), ["A space is not allowed (RFC 3986, 2)"]);
        assert!(texts(&drawn, "note")[0].starts_with("At byte 8 there is"), "{drawn}");
        assert_eq!(texts(&drawn, "string mended"), <[&str; 0]>::default());
    }

    /// RFC 3986, 2.1: a percent sign that begins no triplet is data, which is written `%25`.
    #[test]
    fn the_mended_string_is_drawn() {
        let drawn = drawn("a%zz");
        assert_eq!(texts(&drawn, "string mended"), ["a%25zz"]);
        assert!(drawn.contains(" Mended: a%25zz</desc>"), "{drawn}");
        // A mended string of several lines is said once, and whole.
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
        assert!(texts(&drawn, "message")[0].contains("there is a hidden character"), "{drawn}");
        for hidden in ["space is", "sec", "Mended"] {
            assert!(!drawn.contains(hidden), "{hidden} in {drawn}");
        }
        // What is wrong stands elsewhere, and the password is in the mended string.
        let text = "http://u:secret@h/%zz";
        let drawn = svg(production, text, &parse(production, text), Some(9..15));
        assert_eq!(texts(&drawn, "string mended"), ["http://u:••••••@h/%25zz"]);
        assert!(!drawn.contains("secret"), "{drawn}");
    }

    #[test]
    fn a_long_string_says_how_much_is_left_out() {
        let drawn = drawn(&format!("http://h/{}", "a/".repeat(5000)));
        let left_out = 10_009 - places::HEAD - places::TAIL;
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
