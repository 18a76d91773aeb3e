//! Random documents around random grammars: lines, pages, sections, and formats.
//!
//! A document prints each production at least once, and knows its lines. White space, line ends and comments appear
//! wherever the notation allows them; pages end wherever a line does; a production is extended in another section, or
//! printed again; prose and blocks in other languages are in between. Continuation lines are indented deeper than the
//! name, which is all that RFC 5234, 2.1 and 3.1, requires.

use std::ops::RangeInclusive;

use urispec_audit::Notation;
use urispec_audit::documents::DocumentKind;

use crate::document_grammars::{Expr, Gap, Grammar, Part, Token};
use crate::random::Random;

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layout {
    /// Only a grammar.
    File,
    Text,
    /// Text with page breaks.
    Pages,
    Fences,
    /// Fences in a quotation or in a list.
    NestedFences,
    IndentedCode,
    Xml,
    Html,
    /// Pages of text in HTML.
    HtmlPages,
}

const LAYOUTS: [Layout; 9] = {
    use Layout::{Fences, File, Html, HtmlPages, IndentedCode, NestedFences, Pages, Text, Xml};
    [File, Text, Pages, Fences, NestedFences, IndentedCode, Xml, Html, HtmlPages]
};

/// A document that prints a grammar.
pub(crate) struct Document {
    pub(crate) layout: Layout,
    /// The notation, unless the document shows it.
    pub(crate) notation: Option<Notation>,
    pub(crate) text: String,
    pub(crate) places: Vec<Place>,
    /// Ambiguities of the document, which a reader may refuse by name.
    pub(crate) ambiguities: Vec<&'static str>,
}

/// Returns the number of columns of a line, with a tab stop every eight columns.
fn width(line: &str) -> usize {
    let next = |column: usize, one| if one == '\t' { (column / 8 + 1) * 8 } else { column + 1 };
    line.chars().fold(0, next)
}

/// The place of a production, or of a part of it.
pub(crate) struct Place {
    pub(crate) rule: usize,
    /// The lines, counted from 1.
    pub(crate) lines: RangeInclusive<usize>,
}

impl Layout {
    pub(crate) fn kind(self) -> DocumentKind {
        match self {
            Self::File => DocumentKind::Grammar,
            Self::Text | Self::Pages => DocumentKind::Text,
            Self::Fences | Self::NestedFences | Self::IndentedCode => DocumentKind::Markdown,
            Self::Xml => DocumentKind::Xml,
            Self::Html | Self::HtmlPages => DocumentKind::Html,
        }
    }
}

/// The layout of the productions of a document.
struct Style {
    newline: &'static str,
    /// The column of names, and whether a tab may replace eight blanks.
    indent: usize,
    has_tabs: bool,
    /// Where lines end: nowhere, at alternatives, or anywhere.
    breaks: usize,
    /// The indentation of continuation lines relative to the name, or `None` for the column of the right side.
    deeper: Option<usize>,
    has_comments: bool,
    /// Whether productions contain empty lines.
    has_gaps: bool,
    /// Whether the name may be alone on its line.
    has_lone_names: bool,
    is_numbered: bool,
}

/// Comments that a careless reader mistakes for something else.
const COMMENTS: [&str; 14] = [
    "comment",
    "x = y",
    "\"",
    "don't",
    "( [ <",
    "/ | = ; .",
    "see %x41; more",
    "ab = \"x\" / b",
    "[2] a ::= 'b'",
    ") ]",
    "Section 3.2: the [Page 4] of it",
    "of `code` & <b>more</b>",
    "na\u{ef}ve \u{2013} \u{201c}x\u{201d}",
    "",
];

const PROSE: [&str; 6] = [
    "The value is what a client sends.",
    "Clients MUST ignore it, see RFC 3986, Section 3.2, and [X].",
    "A message may be empty; \"x\" is none.",
    "This is not (yet) defined.",
    "Note that case matters here / there",
    "Where it is absent, the first is meant:",
];

/// Blocks in other languages: their name, and a line that looks like a production.
const FOREIGN: [(&str, &str); 4] = [
    ("toml", "kind = \"x\""),
    ("json", "{ \"a\": 1 }"),
    ("python", "value = msg + 1"),
    ("http", "GET /a=b"),
];

impl Document {
    pub(crate) fn random(random: &mut Random) -> (Grammar, Self) {
        use Notation::{Abnf, Bnf, Iso14977, Rfc1630, W3c};
        let notation = random.pick(&[Abnf, Abnf, Abnf, Bnf, W3c, W3c, Iso14977, Rfc1630]);
        // Without a sign such as `=`, only a file can be known to be a grammar.
        let layout = match notation {
            Notation::Rfc1630 => Layout::File,
            _ => random.pick(&LAYOUTS),
        };
        let is_extended = notation == Notation::Abnf && random.one_in(4);
        let grammar = Grammar::random(notation, if is_extended { 5 } else { 1 }, random);
        let is_free = matches!(notation, Notation::W3c | Notation::Iso14977);
        let has_lone_names = matches!(notation, Notation::Abnf) || is_free;
        let style = Style {
            newline: random.pick(&["\n", "\n", "\r\n"]),
            indent: match layout {
                Layout::Text | Layout::Pages | Layout::HtmlPages => random.pick(&[3, 6, 8, 2, 0]),
                _ if notation == Notation::Rfc1630 => 0,
                _ => random.pick(&[0, 0, 2, 8]),
            },
            has_tabs: random.one_in(4) && layout != Layout::NestedFences,
            breaks: random.below(3),
            deeper: random.pick(&[None, None, Some(1), Some(2), Some(4), Some(8)]),
            has_comments: random.one_in(2),
            has_gaps: random.one_in(12),
            has_lone_names: has_lone_names && random.one_in(4),
            is_numbered: notation == Notation::W3c && random.one_in(2),
        };
        let mut writer = Writer {
            grammar: &grammar,
            random,
            style,
            layout,
            lines: Vec::new(),
            places: Vec::new(),
            ambiguities: Vec::new(),
            prefix: String::new(),
            markup: Markup::None,
            is_marked: false,
            page: 1,
        };
        writer.document();
        let Writer { lines, places, mut ambiguities, style, .. } = writer;
        let end = random.pick(&[style.newline, style.newline, ""]);
        let text = lines.join(style.newline) + end;
        ambiguities.sort_unstable();
        ambiguities.dedup();
        let tells = match notation {
            Notation::Abnf => true,
            Notation::Bnf => grammar.rules.iter().any(|rule| matches!(rule, Expr::Choice(_))),
            // A comment could be between a name and its sign.
            _ => style.is_numbered && !style.has_comments,
        };
        let notation =
            Some(notation).filter(|_| layout == Layout::File || !tells || random.one_in(2));
        let document = Self { layout, notation, text, places, ambiguities };
        (grammar, document)
    }
}

/// The markup of the characters of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Markup {
    None,
    Cdata,
    Xml,
    Html,
}

struct Writer<'w> {
    grammar: &'w Grammar,
    random: &'w mut Random,
    style: Style,
    layout: Layout,
    lines: Vec<String>,
    places: Vec<Place>,
    ambiguities: Vec<&'static str>,
    /// The prefix of each line of a block.
    prefix: String,
    markup: Markup,
    /// Whether the block is marked as a grammar.
    is_marked: bool,
    page: usize,
}

impl Writer<'_> {
    fn document(&mut self) {
        let sections = self.plan();
        if self.layout == Layout::File {
            self.is_marked = true;
            for part in sections.into_iter().flat_map(|(_, parts)| parts) {
                self.between();
                self.production(part);
            }
            self.between();
            return;
        }
        self.begin();
        for (number, (title, parts)) in (1..).zip(sections) {
            self.heading(number, title);
            self.prose();
            let mut rest = &parts[..];
            while !rest.is_empty() {
                let count = 1 + self.random.below(rest.len());
                self.block(&rest[..count]);
                rest = &rest[count..];
                self.prose();
                if self.random.one_in(4) {
                    self.foreign();
                }
            }
            if self.layout == Layout::Xml {
                self.lines.push("</section>".to_owned());
            }
        }
        self.end();
    }

    /// Returns the sections, each with its title and productions.
    fn plan(&mut self) -> Vec<(&'static str, Vec<Part>)> {
        let grammar = self.grammar;
        let whole = |rule| grammar.whole(rule);
        let rules = 0..grammar.names.len();
        // A production in several parts, of which all but the first are increments.
        let parts_of = |rule: usize, random: &mut Random| {
            let mut all = vec![whole(rule)];
            while grammar.notation == Notation::Abnf
                && all[all.len() - 1].to > all[all.len() - 1].from + 1
                && random.one_in(3)
            {
                let last = all.len() - 1;
                let Part { from, to, adds, .. } = all[last];
                let at = from + 1 + random.below(to - from - 1);
                all[last] = Part { rule, from, to: at, adds };
                all.push(Part { rule, from: at, to, adds: true });
            }
            all
        };
        let (mut first, mut more) = (Vec::new(), Vec::new());
        for rule in rules.clone() {
            let mut parts = parts_of(rule, self.random).into_iter();
            first.extend(parts.next());
            more.extend(parts);
        }
        let is_file = self.layout == Layout::File;
        match self.random.below(if is_file { 2 } else { 4 }) {
            // Everything together, with increments at the end or in their own section.
            0 | 1 if is_file => vec![("Grammar", [first, more].concat())],
            // A section that claims to collect the grammar may lack the increments, unless it includes them by chance.
            0 if self.random.one_in(2) => {
                more.retain(|part| grammar.has_only_words(part.rule));
                for part in &mut first {
                    if !more.iter().any(|more| more.rule == part.rule) {
                        *part = whole(part.rule);
                    }
                }
                vec![("Collected ABNF", first), ("Extension", more)]
            }
            0 => vec![("Grammar", first), ("Extension", more)],
            1 => {
                let at = self.random.below(first.len() + 1);
                let later = first.split_off(at);
                vec![("Syntax", first), ("Values", [later, more].concat())]
            }
            // Everything is collected, and some of it is also printed elsewhere.
            _ => {
                let mut some: Vec<Part> =
                    first.into_iter().filter(|_| self.random.one_in(2)).collect();
                let has_more = self.random.one_in(2);
                let kept: Vec<usize> = some.iter().map(|part| part.rule).collect();
                if has_more {
                    some.extend(more.into_iter().filter(|part| kept.contains(&part.rule)));
                } else {
                    some = some.into_iter().map(|part| whole(part.rule)).collect();
                }
                let at = self.random.below(some.len() + 1);
                let later = some.split_off(at);
                let title = self.random.pick(&["Collected ABNF", "Collected Grammar", "Appendix"]);
                let all: Vec<Part> = rules.map(whole).collect();
                vec![("Messages", some), ("Extension", later), (title, all)]
            }
        }
    }

    fn push(&mut self, line: &str) {
        let line = match self.markup {
            Markup::None => line.to_owned(),
            Markup::Cdata => line.replace("]]>", "]]]]><![CDATA[>"),
            Markup::Xml | Markup::Html => self.escaped(line),
        };
        let line = format!("{}{line}", self.prefix);
        self.lines.push(if self.prefix == "> " && line == "> " { ">".to_owned() } else { line });
    }

    /// Returns the line with references for markup characters, and for some others.
    fn escaped(&mut self, line: &str) -> String {
        let mut text = String::new();
        for one in line.chars() {
            match one {
                '<' => text += "&lt;",
                '&' => text += "&amp;",
                '>' if self.random.one_in(2) => text += "&gt;",
                '"' if self.random.one_in(3) => text += "&quot;",
                '>' if text.ends_with("]]") => text += "&gt;",
                _ if self.random.one_in(40) => text += &format!("&#{};", u32::from(one)),
                _ if self.random.one_in(60) => text += &format!("&#x{:X};", u32::from(one)),
                _ => text.push(one),
            }
        }
        if self.markup == Markup::Html && !line.trim().is_empty() && self.random.one_in(6) {
            let tags =
                [("<b>", "</b>"), ("<span class=\"k\">", "</span>"), ("<a href=\"#a\">", "</a>")];
            let (open, close) = self.random.pick(&tags);
            text = format!("{open}{text}{close}");
        }
        text
    }

    fn begin(&mut self) {
        let lines: &[&str] = match self.layout {
            Layout::Text | Layout::Pages => &["", "          A Grammar", ""],
            Layout::Xml => &["<?xml version=\"1.0\"?>", "<rfc><middle>"],
            Layout::Html => &["<!DOCTYPE html>", "<html><body>"],
            Layout::HtmlPages => &["<!DOCTYPE html>", "<html><body>", "<pre>"],
            _ => &["# A Grammar", ""],
        };
        self.lines.extend(lines.iter().map(|line| (*line).to_owned()));
        if self.layout == Layout::HtmlPages {
            self.markup = Markup::Html;
        }
    }

    fn end(&mut self) {
        if self.layout == Layout::HtmlPages {
            self.footer();
        }
        let line = match self.layout {
            Layout::Xml => "</middle></rfc>",
            Layout::Html | Layout::HtmlPages => "</body></html>",
            _ => "",
        };
        self.lines.push(line.to_owned());
    }

    fn is_paged(&self) -> bool {
        matches!(self.layout, Layout::Pages | Layout::HtmlPages)
    }

    fn heading(&mut self, number: usize, title: &str) {
        let is_numbered = self.random.one_in(2);
        let shown = if is_numbered { format!("{number}. {title}") } else { title.to_owned() };
        match self.layout {
            Layout::Text | Layout::Pages | Layout::HtmlPages => {
                if self.is_paged() && self.random.one_in(3) {
                    self.page_break();
                }
                self.push("");
                self.push(&format!("{number}.  {title}"));
                self.push("");
            }
            Layout::Xml => {
                let named = format!("<section><name>{title}</name>");
                let titled = format!("<section title=\"{title}\">");
                let line = if is_numbered { named } else { titled };
                self.lines.push(line);
            }
            Layout::Html => self.lines.push(format!("<h2>{shown}</h2>")),
            _ => {
                let lines = [String::new(), format!("## {shown}"), String::new()];
                self.lines.extend(lines);
            }
        }
    }

    /// Writes no, one or more paragraphs.
    fn prose(&mut self) {
        while self.random.one_in(2) {
            let text = self.random.pick(&PROSE);
            match self.layout {
                Layout::Text | Layout::Pages | Layout::HtmlPages => {
                    // Below an empty line within a page, prose may be indented deeper.
                    let indent = self.random.below(self.style.indent + 1);
                    let deeper = if self.random.one_in(4) { 12 } else { 0 };
                    if deeper == 0 && self.is_paged() && self.random.one_in(6) {
                        self.page_break();
                    }
                    self.push("");
                    self.push(&format!("{}{text}", " ".repeat(indent + deeper)));
                    self.push("");
                }
                Layout::Xml => {
                    let text = text.replace('&', "&amp;").replace('<', "&lt;");
                    self.lines.push(format!("<t>{text}</t>"));
                }
                Layout::Html => self.lines.push(format!("<p>{text}</p>")),
                _ => {
                    let lines = [String::new(), text.to_owned(), String::new()];
                    self.lines.extend(lines);
                }
            }
        }
    }

    /// Writes a block in another language.
    fn foreign(&mut self) {
        let (language, line) = self.random.pick(&FOREIGN);
        let lines = match self.layout {
            Layout::Xml => {
                let line = line.replace('<', "&lt;");
                vec![format!("<sourcecode type=\"{language}\">"), line, "</sourcecode>".to_owned()]
            }
            Layout::Html => {
                let open = format!("<pre class=\"lang-{language}\">");
                vec![open, line.to_owned(), "</pre>".to_owned()]
            }
            Layout::Fences | Layout::NestedFences | Layout::IndentedCode => {
                let open = format!("```{language}");
                let empty = String::new;
                vec![empty(), open, line.to_owned(), "```".to_owned(), empty()]
            }
            _ => Vec::new(),
        };
        self.lines.extend(lines);
    }

    fn footer(&mut self) {
        let page = self.page;
        self.push(&format!(
            "Author                  Standards Track                  [Page {page}]"
        ));
        if self.layout == Layout::HtmlPages {
            self.lines.push("</pre>".to_owned());
        }
        self.page += 1;
    }

    fn page_break(&mut self) {
        for _ in 0..self.random.below(3) {
            self.push("");
        }
        self.footer();
        if self.layout == Layout::HtmlPages {
            self.lines.push("<pre class='newpage'>".to_owned());
        } else {
            // Later copies have lost the form feed, or it precedes the header.
            match self.random.below(3) {
                0 => self.push("\u{c}"),
                1 => self.push(""),
                _ => {}
            }
        }
        let feed = if self.layout == Layout::Pages && self.random.one_in(4) { "\u{c}" } else { "" };
        self.push(&format!("{feed}RFC 9999                  A Grammar                  May 2001"));
        for _ in 0..1 + self.random.below(2) {
            self.push("");
        }
    }

    /// Writes a block of productions.
    fn block(&mut self, parts: &[Part]) {
        let marks: &[&str] = match self.grammar.notation {
            Notation::Abnf => &["abnf", "ABNF", "abnf9110"],
            Notation::Bnf => &["bnf", "rfc822"],
            _ => &[],
        };
        let is_marked = !marks.is_empty() && self.random.one_in(2);
        let mark = if is_marked { self.random.pick(marks) } else { "" };
        self.is_marked = is_marked;
        let close = match self.layout {
            Layout::Fences | Layout::NestedFences => {
                let mark =
                    if is_marked { mark } else { self.random.pick(&["", "text", "grammar"]) };
                self.fence(mark)
            }
            Layout::Xml => self.element(mark),
            Layout::Html => {
                let (open, close) = match (is_marked, self.random.below(3)) {
                    (true, 0) => (format!("<pre class=\"{mark}\">"), "</pre>"),
                    (true, 1) => (format!("<pre class=\"sourcecode lang-{mark}\">"), "</pre>"),
                    (true, _) => {
                        (format!("<pre><code class=\"language-{mark}\">"), "</code></pre>")
                    }
                    (false, 0) => ("<pre class=\"code\">".to_owned(), "</pre>"),
                    (false, _) => ("<pre>".to_owned(), "</pre>"),
                };
                self.lines.push(open);
                self.markup = Markup::Html;
                Some(close.to_owned())
            }
            Layout::IndentedCode => {
                self.lines.push(String::new());
                self.is_marked = false;
                self.prefix = "    ".to_owned();
                None
            }
            _ => {
                self.is_marked = false;
                self.push("");
                None
            }
        };
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.between();
            }
            self.production(*part);
        }
        match close {
            Some(close) => {
                self.markup = Markup::None;
                self.lines.push(close);
            }
            None => self.push(""),
        }
        self.prefix = String::new();
    }

    /// Begins a fence, and returns the line that ends it.
    fn fence(&mut self, mark: &str) -> Option<String> {
        let sign = self.random.pick(&["```", "~~~", "````", "~~~~~"]);
        let mut begin = String::new();
        if self.layout == Layout::NestedFences {
            let (first, rest) = self.random.pick(&[("> ", "> "), ("1. ", "   "), ("- ", "  ")]);
            (begin, self.prefix) = (first.to_owned(), rest.to_owned());
        } else {
            let indent = " ".repeat(self.random.pick(&[0, 0, 1, 3]));
            (begin, self.prefix) = (indent.clone(), begin + &indent);
        }
        let blank = self.random.pick(&["", " "]);
        self.lines.push(String::new());
        self.lines.push(format!("{begin}{sign}{blank}{mark}"));
        Some(format!("{}{sign}", self.prefix))
    }

    /// Begins an element of RFC XML, and returns the line that ends it.
    fn element(&mut self, mark: &str) -> Option<String> {
        let name = self.random.pick(&["sourcecode", "artwork"]);
        let kind = if mark.is_empty() { String::new() } else { format!(" type=\"{mark}\"") };
        let open = format!("<{name}{kind}>");
        if self.random.one_in(2) {
            self.markup = Markup::Cdata;
            self.lines.push(format!("{open}<![CDATA["));
            return Some(format!("]]></{name}>"));
        }
        self.markup = Markup::Xml;
        self.lines.push(open);
        Some(format!("</{name}>"))
    }

    /// Writes empty lines and comments between productions.
    fn between(&mut self) {
        if self.is_paged() && self.random.one_in(10) {
            self.page_break();
        }
        while self.random.one_in(3) {
            if self.style.has_comments && self.random.one_in(3) {
                let indent = match self.grammar.notation {
                    Notation::Rfc1630 => String::new(),
                    _ => " ".repeat(self.style.indent),
                };
                let comment = self.comment();
                self.push_all(&format!("{indent}{comment}"));
            } else {
                self.push("");
            }
        }
    }

    fn push_all(&mut self, text: &str) {
        for line in text.split('\n') {
            self.push(line);
        }
    }

    /// Returns a comment, with several lines if the notation allows it.
    fn comment(&mut self) -> String {
        let mut text = self.random.pick(&COMMENTS);
        if text.is_empty() && !self.random.one_in(4) {
            text = COMMENTS[0];
        }
        if text.is_empty() {
            self.ambiguities.push("an empty comment");
        }
        let blanks = " ".repeat(self.style.indent + 2);
        match self.grammar.notation {
            Notation::W3c if self.random.one_in(4) => {
                let more = self.random.pick(&COMMENTS);
                format!("/* {text}\n{blanks}{more} */")
            }
            Notation::W3c => format!("/* {text} */"),
            Notation::Iso14977 if self.random.one_in(4) => {
                let more = self.random.pick(&COMMENTS);
                format!("(* {text}\n{blanks}(* {more} *) *)")
            }
            Notation::Iso14977 => format!("(* {text} *)"),
            _ => format!(";{}{text}", self.random.pick(&["", " ", " "])),
        }
    }

    /// Writes a production, with a page break between two of its lines if there are pages.
    fn production(&mut self, part: Part) {
        let number = self.style.is_numbered.then(|| self.places.len() + 1);
        let tokens = self.grammar.tokens(part, number, self.random);
        let text = self.laid_out(&tokens);
        let alternatives = &self.grammar.alternatives(part.rule)[part.from..part.to];
        if !self.is_marked && !alternatives.iter().any(|one| one.calls_other(part.rule)) {
            self.ambiguities.push("a right side that is its own name");
        }
        let first = self.lines.len() + 1;
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 && self.is_paged() && self.random.one_in(12) {
                self.page_break();
            }
            self.push(line);
        }
        self.places.push(Place { rule: part.rule, lines: first..=self.lines.len() });
    }

    /// Returns the lines of a production.
    fn laid_out(&mut self, tokens: &[Token]) -> String {
        let mut text = self.blanks(self.style.indent);
        let mut right = None;
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 {
                let is_sign = matches!(&*token.text, "=" | "=/" | "::=") && right.is_none();
                let after_bar = tokens[at - 1].is_bar;
                let can_break = matches!(token.gap, Gap::Room | Gap::Blank);
                let breaks = match (is_sign, self.style.breaks) {
                    (true, _) => self.style.has_lone_names,
                    (_, 0) => false,
                    (_, 1) => {
                        token.is_bar && !self.random.one_in(4) || after_bar && self.random.one_in(4)
                    }
                    _ => self.random.one_in(4),
                };
                if can_break && breaks {
                    self.line_end(&mut text, right);
                } else {
                    let gap = self.gap(token.gap);
                    text += &gap;
                }
                if is_sign {
                    let line = text.rsplit('\n').next().unwrap_or_default();
                    right = Some(width(line) + token.text.len() + 1);
                }
            }
            text += &token.text;
        }
        if self.style.has_comments
            && self.grammar.notation != Notation::Rfc1630
            && self.random.one_in(4)
        {
            text += &format!(" {}", self.comment());
        }
        text + self.random.pick(&["", "", "", " ", "  "])
    }

    /// Returns white space within a line.
    fn gap(&mut self, gap: Gap) -> String {
        let has_inner = matches!(self.grammar.notation, Notation::W3c | Notation::Iso14977);
        let has_inner = has_inner && gap != Gap::None && gap != Gap::BlankInLine;
        if has_inner && self.style.has_comments && self.random.one_in(16) {
            return format!(" {} ", self.comment());
        }
        let blanks: &[&str] = match gap {
            Gap::None => &[""],
            Gap::Room | Gap::RoomInLine => &["", " ", " ", "  "],
            Gap::Blank | Gap::BlankInLine if self.style.has_tabs => &[" ", "\t"],
            Gap::Blank | Gap::BlankInLine => &[" ", " ", "   "],
        };
        self.random.pick(blanks).to_owned()
    }

    /// Writes a line end within a production, and the indentation of the next token.
    fn line_end(&mut self, text: &mut String, right: Option<usize>) {
        let is_rfc1630 = self.grammar.notation == Notation::Rfc1630;
        if self.style.has_comments && !is_rfc1630 && self.random.one_in(3) {
            *text += &format!(" {}", self.comment());
        }
        *text += self.random.pick(&["", "", " ", "\t"]);
        // In a block that is not marked, an empty line ends a production unless a bracket is open.
        if self.style.has_gaps && (right.is_some() || self.is_marked) && self.random.one_in(3) {
            *text += "\n ";
            if !self.is_marked {
                self.ambiguities.push("an empty line in a production");
            }
        }
        if self.style.has_comments && self.random.one_in(8) {
            let indent =
                if is_rfc1630 { String::new() } else { self.blanks(self.style.indent + 2) };
            *text += &format!("\n{indent}{}", self.comment());
        }
        let is_free = matches!(self.grammar.notation, Notation::W3c | Notation::Iso14977);
        let column = match (self.style.deeper, right) {
            _ if self.layout == Layout::File && is_free && self.random.one_in(6) => 0,
            (None, Some(right)) => right,
            (None, None) => self.style.indent + 4,
            (Some(deeper), _) => self.style.indent + deeper,
        };
        let blanks = self.blanks(column);
        *text += &format!("\n{blanks}");
    }

    /// Returns blanks up to a column, or tabs for eight of them.
    fn blanks(&mut self, column: usize) -> String {
        match self.style.has_tabs && self.random.one_in(2) {
            true => "\t".repeat(column / 8) + &" ".repeat(column % 8),
            false => " ".repeat(column),
        }
    }
}
