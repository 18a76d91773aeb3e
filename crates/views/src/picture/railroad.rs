//! A production as a railroad diagram, with the path of a string.
//!
//! The classes for a style sheet are `railroad` (the image), `terminal`, `nonterminal`, `labeledbox` and `comment`, and
//! `taken` for the rails and the groups of boxes on the path. A repetition other than `*`, `1*` and an option is drawn
//! as a loop, with the number of repetitions as a comment.

use railroad::svg::{Element, HDir, encode_attribute};
use railroad::{
    Comment, Diagram, Empty, LabeledBox, Link, Node, NonTerminal, SimpleEnd, SimpleStart, Terminal,
};
use urispec::Recognizer;
use urispec_audit::automata::ByteSet;
use urispec_audit::notation::Term;
use urispec_audit::{AnyGrammar, DerivationTree};

use super::automaton::listed;

/// The maximum number of parts of a diagram. When it is reached, further names are not expanded.
const MOST: usize = 4096;

/// The maximum depth of expanded productions, regardless of the requested number of levels.
pub const DEEPEST: usize = 32;

/// The style sheet of a standalone image, in light and dark.
const STYLE: &str = include_str!("railroad.css");

/// The number of levels to which names are expanded, and the terms that replace names.
pub struct Expand<'t> {
    /// The number of levels of names to expand.
    pub levels: usize,
    /// The function from the name of a production to its term.
    pub term: &'t dyn Fn(&str) -> Option<&'t Term>,
}

/// Returns the path of a string through a production of an edition. Names are expanded for `levels` levels. If there
/// are several paths, returns the path of the parse tree. Returns `None` if the path is unknown or does not exist.
#[must_use]
pub fn way(
    grammar: &AnyGrammar,
    production: Recognizer,
    text: &str,
    levels: usize,
) -> Option<DerivationTree> {
    let tree = production.tree(text).ok()?;
    let nodes = tree.walk().map(|(_, node)| (node.rule(), node.start(), node.end()));
    DerivationTree::find(
        grammar,
        production.rule(),
        text,
        levels.min(DEEPEST),
        &nodes.collect::<Vec<_>>(),
    )
}

/// Draws a production, with the path of a string, if there is one. Each name that is not expanded is a link to `#name`:
/// the page contains the diagrams of all productions, or handles the links itself.
#[must_use]
pub fn svg(name: &str, term: &Term, expand: &Expand<'_>, way: Option<&DerivationTree>) -> String {
    framed(name, term, expand, way, &|name| Some(format!("#{name}")), "group")
}

/// Draws the diagram of [`svg`] as a standalone image, without links.
#[must_use]
pub fn image(name: &str, term: &Term, expand: &Expand<'_>, way: Option<&DerivationTree>) -> String {
    framed(name, term, expand, way, &|_| None, "img")
}

/// Draws a diagram in a frame with the name of the production, with its own style sheet.
fn framed(
    name: &str,
    term: &Term,
    expand: &Expand<'_>,
    way: Option<&DerivationTree>,
    link: &dyn Fn(&str) -> Option<String>,
    role: &str,
) -> String {
    let mut drawing = Drawing { expand, parts: 0, link };
    let rails = drawing.whole(term, expand.levels.min(DEEPEST), way.as_slice());
    let mut diagram = Diagram::new(Framed::new(rails, name));
    diagram.add_css(STYLE);
    sized(&diagram, role, &format!("Railroad diagram of {name}"))
}

/// Returns the image in its natural size, with a name for assistive technology. The role `group` keeps links
/// accessible; with the role `img`, some assistive technologies would hide them.
fn sized(diagram: &Diagram<impl Node>, role: &str, label: &str) -> String {
    let size = format!(
        "<svg role=\"{role}\" aria-label=\"{}\" width=\"{}\" height=\"{}\"",
        encode_attribute(label),
        diagram.width(),
        diagram.height()
    );
    diagram.to_string().replacen("<svg", &size, 1)
}

struct Drawing<'e, 't> {
    expand: &'e Expand<'t>,
    parts: usize,
    /// The function from a name to the address of its link.
    link: &'e dyn Fn(&str) -> Option<String>,
}

impl Drawing<'_, '_> {
    /// Draws the rails of a term from start to end.
    fn whole(&mut self, term: &Term, levels: usize, ways: &[&DerivationTree]) -> RailSequence {
        let taken = !ways.is_empty();
        let end = |node: RailNode| RailNode::new(Whole { piece: node, marked: true }, taken);
        let start = end(RailNode::new(SimpleStart, taken));
        let inner = self.piece(term, levels, ways);
        RailSequence { pieces: vec![start, inner, end(RailNode::new(SimpleEnd, taken))], taken }
    }

    /// Draws the rails of a term. `ways` contains the string's paths through the term, one for each visit. The
    /// recursion is as deep as the nesting of the term and of the expanded names.
    fn piece(&mut self, term: &Term, levels: usize, ways: &[&DerivationTree]) -> RailNode {
        self.parts += 1;
        let taken = !ways.is_empty();
        match term {
            Term::Name(name) => self.name(name, levels, ways),
            Term::Bytes(set) => boxed(Terminal::new(ranges(*set)), taken),
            Term::Literal { bytes, .. } if bytes.is_empty() => RailNode::new(Empty, taken),
            Term::Literal { bytes, ignore_case } => {
                boxed(Terminal::new(terminal(bytes, *ignore_case)), taken)
            }
            Term::Sequence(terms) if terms.is_empty() => RailNode::new(Empty, taken),
            Term::Sequence(terms) => {
                let pieces = terms.iter().enumerate().map(|(at, term)| {
                    let ways = ways.iter().filter_map(|way| match way {
                        DerivationTree::Sequence(parts) => parts.get(at),
                        _ => None,
                    });
                    self.piece(term, levels, &ways.collect::<Vec<_>>())
                });
                RailNode::new(RailSequence { pieces: pieces.collect(), taken }, taken)
            }
            Term::Choice(all) => {
                let pieces = all.iter().enumerate().map(|(at, one)| {
                    let ways = ways.iter().filter_map(|way| match way {
                        DerivationTree::Choice(taken, way) if *taken == at => Some(&**way),
                        _ => None,
                    });
                    self.piece(&one.term, levels, &ways.collect::<Vec<_>>())
                });
                RailNode::new(Branches(pieces.collect()), taken)
            }
            Term::Difference { from, without } => {
                let ways = ways.iter().filter_map(|way| match way {
                    DerivationTree::Difference(way) => Some(&**way),
                    _ => None,
                });
                let from = self.piece(from, levels, &ways.collect::<Vec<_>>());
                let without = self.piece(without, levels, &[]);
                let without = Whole { piece: without, marked: false };
                let without = LabeledBox::new(without, Comment::new("but not".to_owned()));
                let pieces = vec![from, RailNode::new(without, taken)];
                RailNode::new(RailSequence { pieces, taken }, taken)
            }
            Term::Repeat { max: Some(0), .. } => RailNode::new(Empty, taken),
            Term::Repeat { min, max, term } => {
                let rounds: Vec<&[DerivationTree]> = ways
                    .iter()
                    .filter_map(|way| match way {
                        DerivationTree::Repeat(rounds) => Some(&**rounds),
                        _ => None,
                    })
                    .collect();
                let inner = rounds.iter().flat_map(|rounds| rounds.iter()).collect::<Vec<_>>();
                let inner = self.piece(term, levels, &inner);
                repeated(inner, (*min, *max), &rounds)
            }
        }
    }

    /// Draws a name, as a link or expanded.
    fn name(&mut self, name: &str, levels: usize, ways: &[&DerivationTree]) -> RailNode {
        let taken = !ways.is_empty();
        let term = if levels > 0 && self.parts < MOST { (self.expand.term)(name) } else { None };
        if let Some(term) = term {
            let ways = ways.iter().filter_map(|way| match way {
                DerivationTree::Name(way) => Some(&**way),
                _ => None,
            });
            let piece = self.piece(term, levels - 1, &ways.collect::<Vec<_>>());
            let row = RailSequence { pieces: vec![piece], taken };
            return RailNode::new(Framed::new(row, name), taken);
        }
        match (self.link)(name) {
            Some(address) => boxed(Link::new(NonTerminal::new(name.to_owned()), address), taken),
            None => boxed(NonTerminal::new(name.to_owned()), taken),
        }
    }
}

/// Draws a box, which is highlighted as a whole.
fn boxed(node: impl Node + 'static, taken: bool) -> RailNode {
    RailNode::new(Whole { piece: RailNode::new(node, taken), marked: true }, taken)
}

/// Draws a repetition. `rounds` contains the iterations for each visit of the string's path.
fn repeated(
    inner: RailNode,
    (min, max): (u32, Option<u32>),
    rounds: &[&[DerivationTree]],
) -> RailNode {
    let taken = !rounds.is_empty();
    let passed = rounds.iter().any(|rounds| rounds.is_empty());
    let within = rounds.iter().any(|rounds| !rounds.is_empty());
    let inner = if max == Some(1) {
        inner
    } else {
        let again = rounds.iter().any(|rounds| rounds.len() > 1);
        let back = times(min, max).map(|times| Box::new(Comment::new(times)) as Box<dyn Node>);
        RailNode::new(Looped { piece: inner, back, again }, within)
    };
    if min == 0 { RailNode::new(Skipped { piece: inner, passed }, taken) } else { inner }
}

/// Returns the number of repetitions of a part as text, or `None` if every number from 1 is allowed.
pub(super) fn times(min: u32, max: Option<u32>) -> Option<String> {
    match (min, max) {
        (0 | 1, None) => None,
        (min, None) => Some(format!("{min} times or more")),
        (min, Some(max)) if max == min => Some(format!("{min} times")),
        (min, Some(max)) => Some(format!("{} to {max} times", min.max(1))),
    }
}

/// Returns the bytes of a set as text, in ranges.
pub(super) fn ranges(set: ByteSet) -> String {
    listed(set, |byte| if byte == b' ' { "%x20".to_owned() } else { literal(&[byte]) })
}

/// Returns the text of a literal, which may ignore case.
pub(super) fn terminal(bytes: &[u8], ignore_case: bool) -> String {
    let has_letter = bytes.iter().any(u8::is_ascii_alphabetic);
    literal(bytes) + if ignore_case && has_letter { " in any case" } else { "" }
}

/// Returns text in the notation of ABNF: quotable characters in quotes, and others by their code points (RFC 5234, 2.3 and
/// 2.4).
fn literal(bytes: &[u8]) -> String {
    let codes: Vec<u32> = match str::from_utf8(bytes) {
        Ok(text) => text.chars().map(u32::from).collect(),
        Err(_) => bytes.iter().copied().map(u32::from).collect(),
    };
    let is_quoted = |code: u32| (0x20..0x7F).contains(&code) && code != u32::from('"');
    let runs = codes.chunk_by(|&a, &b| is_quoted(a) == is_quoted(b)).map(|run| {
        if is_quoted(run[0]) {
            let text: String = run.iter().filter_map(|&code| char::from_u32(code)).collect();
            format!("\"{text}\"")
        } else {
            let codes: Vec<_> = run.iter().map(|code| format!("{code:02X}")).collect();
            format!("%x{}", codes.join("."))
        }
    });
    runs.collect::<Vec<_>>().join(" ")
}

// The crate `railroad` draws all rails of a sequence, a choice or a loop in one path, whose parts cannot be distinguished. Here
// each piece knows whether it is on the path of the string: then it has the class `taken`, and is drawn last, above the others.

/// The radius of a curve. The rails of two branches are at least two radii apart.
const ARC: i64 = 10;
/// The length of the rails between two boxes.
const BETWEEN: i64 = 10;
/// The space between a frame and its content.
const FRAME: i64 = 8;
/// The space between the drawings of two branches.
const APART: i64 = 8;

/// A node of a diagram, and whether the path of the string goes through the node. The size is measured only once, since
/// measuring a node measures all nodes inside it.
struct RailNode {
    node: Box<dyn Node>,
    taken: bool,
    /// The vertical distance from the top of the node to its rails.
    entry: i64,
    height: i64,
    width: i64,
}

impl RailNode {
    fn new(node: impl Node + 'static, taken: bool) -> Self {
        let (entry, height, width) = (node.entry_height(), node.height(), node.width());
        Self { node: Box::new(node), taken, entry, height, width }
    }

    /// Returns the height of the piece below its rails.
    const fn below(&self) -> i64 {
        self.height - self.entry
    }

    /// Draws the piece with its rails at the vertical position `rails`.
    fn at(&self, x: i64, rails: i64, direction: HDir) -> Element {
        self.node.draw(x, rails - self.entry, direction)
    }
}

/// Creates a path from relative or absolute SVG commands.
fn rail(path: &str, taken: bool) -> Element {
    let element = Element::new("path").set("d", path);
    if taken { element.set("class", "taken") } else { element }
}

fn line(x: i64, y: i64, length: i64, taken: bool) -> Element {
    rail(&format!("M{x} {y}h{length}"), taken)
}

/// Groups drawn pieces. Pieces on the path come last, so that they are above the others.
fn drawn(class: &str, mut pieces: Vec<(bool, Element)>) -> Element {
    pieces.sort_by_key(|(taken, _)| *taken);
    let group = Element::new("g").set("class", class);
    pieces.into_iter().fold(group, |group, (_, element)| group.add(element))
}

/// A piece as a separate node. If `marked` is set, the piece is highlighted as a whole, like a box.
struct Whole {
    piece: RailNode,
    marked: bool,
}

impl Node for Whole {
    fn entry_height(&self) -> i64 {
        self.piece.entry
    }
    fn height(&self) -> i64 {
        self.piece.height
    }
    fn width(&self) -> i64 {
        self.piece.width
    }
    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let inner = self.piece.node.draw(x, y, direction);
        if self.marked && self.piece.taken {
            // The highlighting for assistive technology.
            let title = Element::new("title").text("taken");
            return Element::new("g").set("class", "taken").add(title).add(inner);
        }
        inner
    }
}

/// Pieces in a frame with a name.
struct Framed {
    frame: LabeledBox<RailSequence, Comment>,
    taken: bool,
}

impl Framed {
    fn new(row: RailSequence, name: &str) -> Self {
        let taken = row.taken;
        Self { frame: LabeledBox::new(row, Comment::new(name.to_owned())), taken }
    }
}

impl Node for Framed {
    fn entry_height(&self) -> i64 {
        self.frame.entry_height()
    }
    fn height(&self) -> i64 {
        self.frame.height()
    }
    fn width(&self) -> i64 {
        self.frame.width()
    }
    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let frame = self.frame.draw(x, y, direction);
        if !self.taken {
            return frame;
        }
        // The frame draws the rails between itself and its content.
        let (rails, end) = (y + self.entry_height(), x + self.width());
        let group = Element::new("g").set("class", "framed").add(frame);
        group.add(line(x, rails, FRAME, true)).add(line(end - FRAME, rails, FRAME, true))
    }
}

struct RailSequence {
    pieces: Vec<RailNode>,
    /// Whether the path goes through all pieces.
    taken: bool,
}

impl Node for RailSequence {
    fn entry_height(&self) -> i64 {
        self.pieces.iter().map(|one| one.entry).max().unwrap_or_default()
    }
    fn height(&self) -> i64 {
        let below = self.pieces.iter().map(|one| one.below()).max();
        self.entry_height() + below.unwrap_or_default()
    }
    fn width(&self) -> i64 {
        let gaps = i64::try_from(self.pieces.len().saturating_sub(1)).unwrap_or_default();
        self.pieces.iter().map(|one| one.width).sum::<i64>() + BETWEEN * gaps
    }
    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let (rails, mut at, mut all) = (y + self.entry_height(), x, Vec::new());
        for (place, piece) in self.pieces.iter().enumerate() {
            if place > 0 {
                all.push((self.taken, line(at, rails, BETWEEN, self.taken)));
                at += BETWEEN;
            }
            all.push((false, piece.at(at, rails, direction)));
            at += piece.width;
        }
        drawn("sequence", all)
    }
}

/// Alternative branches, drawn below each other.
struct Branches(Vec<RailNode>);

impl Branches {
    /// Returns, for each branch, the distance of its rails below the rails of the first branch.
    fn offsets(&self) -> Vec<i64> {
        let mut offsets = Vec::new();
        let mut bottom: Option<i64> = None;
        for piece in &self.0 {
            let offset = match bottom {
                None => 0,
                Some(bottom) => (bottom + APART + piece.entry).max(2 * ARC),
            };
            offsets.push(offset);
            bottom = Some(offset + piece.below());
        }
        offsets
    }

    fn inner_width(&self) -> i64 {
        self.0.iter().map(|one| one.width).max().unwrap_or_default()
    }
}

impl Node for Branches {
    fn entry_height(&self) -> i64 {
        self.0.first().map_or(0, |first| first.entry)
    }
    fn height(&self) -> i64 {
        let last = self.0.last().zip(self.offsets().last().copied());
        let below = last.map_or(0, |(last, offset)| offset + last.below());
        let first = self.0.first().map_or(0, RailNode::below);
        self.entry_height() + below.max(first)
    }
    fn width(&self) -> i64 {
        self.inner_width() + 4 * ARC
    }
    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let (rails, inner) = (y + self.entry_height(), self.inner_width());
        let mut all = Vec::new();
        for (piece, offset) in self.0.iter().zip(self.offsets()) {
            let (left, right) = (x + 2 * ARC, x + 2 * ARC + piece.width);
            let (rest, taken) = (inner - piece.width, piece.taken);
            let (into, out) = if offset == 0 {
                (
                    format!("M{x} {rails}h{}", 2 * ARC),
                    format!("M{right} {rails}h{}", rest + 2 * ARC),
                )
            } else {
                let (down, below) = (offset - 2 * ARC, rails + offset);
                (
                    format!(
                        "M{x} {rails}a{ARC} {ARC} 0 0 1 {ARC} {ARC}v{down}a{ARC} {ARC} 0 0 0 {ARC} {ARC}"
                    ),
                    format!(
                        "M{right} {below}h{rest}a{ARC} {ARC} 0 0 0 {ARC} -{ARC}v-{down}a{ARC} {ARC} 0 0 1 {ARC} -{ARC}"
                    ),
                )
            };
            all.push((taken, rail(&into, taken)));
            all.push((taken, rail(&out, taken)));
            all.push((false, piece.at(left, rails + offset, direction)));
        }
        drawn("choice", all)
    }
}

/// An optional piece, with rails above it.
struct Skipped {
    piece: RailNode,
    /// Whether the path skips the piece.
    passed: bool,
}

impl Node for Skipped {
    fn entry_height(&self) -> i64 {
        (self.piece.entry + APART).max(2 * ARC)
    }
    fn height(&self) -> i64 {
        self.entry_height() + self.piece.below()
    }
    fn width(&self) -> i64 {
        self.piece.width + 4 * ARC
    }
    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let Self { piece, passed } = self;
        let (rails, width, taken) = (y + self.entry_height(), piece.width, piece.taken);
        let up = self.entry_height() - 2 * ARC;
        let above = format!(
            "M{x} {rails}a{ARC} {ARC} 0 0 0 {ARC} -{ARC}v-{up}a{ARC} {ARC} 0 0 1 {ARC} -{ARC}h{width}\
             a{ARC} {ARC} 0 0 1 {ARC} {ARC}v{up}a{ARC} {ARC} 0 0 0 {ARC} {ARC}"
        );
        let left = x + 2 * ARC;
        drawn(
            "optional",
            vec![
                (*passed, rail(&above, *passed)),
                (taken, line(x, rails, 2 * ARC, taken)),
                (taken, line(left + width, rails, 2 * ARC, taken)),
                (false, piece.at(left, rails, direction)),
            ],
        )
    }
}

/// A repeatable piece, with rails below it that lead back.
struct Looped {
    piece: RailNode,
    /// The label of the rails that lead back, such as a number of repetitions.
    back: Option<Box<dyn Node>>,
    /// Whether the path goes back.
    again: bool,
}

impl Looped {
    fn back_size(&self) -> (i64, i64) {
        self.back.as_ref().map_or((0, 0), |back| (back.width(), back.height()))
    }

    fn inner_width(&self) -> i64 {
        self.piece.width.max(self.back_size().0)
    }

    /// Returns the vertical distance from the rails of the piece to the rails that lead back.
    fn depth(&self) -> i64 {
        let half = self.back_size().1 / 2;
        (self.piece.below() + APART + half).max(2 * ARC)
    }
}

impl Node for Looped {
    fn entry_height(&self) -> i64 {
        self.piece.entry
    }
    fn height(&self) -> i64 {
        self.entry_height() + self.depth() + (self.back_size().1 / 2).max(2)
    }
    fn width(&self) -> i64 {
        self.inner_width() + 2 * ARC
    }
    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let Self { piece, back, again } = self;
        let (rails, inner, depth) = (y + self.entry_height(), self.inner_width(), self.depth());
        let (left, down) = (x + ARC, depth - 2 * ARC);
        let (right, rest, taken) = (left + piece.width, inner - piece.width, piece.taken);
        let (width, height) = self.back_size();
        // The lengths of the rails to the left and to the right of the label.
        let (before, after) = ((inner - width) / 2, inner - width - (inner - width) / 2);
        let below = rails + depth;
        let returned = format!(
            "M{} {rails}a{ARC} {ARC} 0 0 1 {ARC} {ARC}v{down}a{ARC} {ARC} 0 0 1 -{ARC} {ARC}h-{after}\
             M{} {below}h-{before}a{ARC} {ARC} 0 0 1 -{ARC} -{ARC}v-{down}a{ARC} {ARC} 0 0 1 {ARC} -{ARC}",
            left + inner,
            left + before,
        );
        let mut all = vec![
            (*again, rail(&returned, *again)),
            (taken, line(x, rails, ARC, taken)),
            (taken, line(right, rails, rest + ARC, taken)),
            (false, piece.at(left, rails, direction)),
        ];
        if let Some(back) = back {
            all.push((false, back.draw(left + before, below - height / 2, direction)));
        }
        drawn("repeat", all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Expand<'static> = Expand { levels: 0, term: &|_| None };

    fn name(name: &str) -> Term {
        Term::Name(name.to_owned())
    }

    #[test]
    fn names_are_links_unless_they_are_drawn() {
        let port = Term::Repeat { min: 0, max: None, term: Box::new(name("DIGIT")) };
        let drawn = svg("port", &port, &NONE, None);
        assert!(drawn.starts_with("<svg") && drawn.contains("\"#DIGIT\""), "{drawn}");
        let digit = Term::Bytes(ByteSet::range(b'0', b'9'));
        let digits: Expand<'_> =
            Expand { levels: 1, term: &|name| (name == "DIGIT").then_some(&digit) };
        let drawn = svg("port", &port, &digits, None);
        assert!(!drawn.contains("#DIGIT") && drawn.contains('–'), "{drawn}");
    }

    /// ARIA: the content of the role `img` is presentational, so that it must not contain links.
    #[test]
    fn an_image_that_stands_alone_has_no_links() {
        let (name, shown) = (name("DIGIT"), ">\nDIGIT</text>");
        let in_page = svg("port", &name, &NONE, None);
        assert!(in_page.starts_with("<svg role=\"group\"") && in_page.contains("<a "), "{in_page}");
        let alone = image("port", &name, &NONE, None);
        assert!(alone.starts_with("<svg role=\"img\" aria-label=\"Railroad"), "{alone}");
        assert!(
            alone.contains(shown) && !alone.contains("<a ") && !alone.contains("href"),
            "{alone}"
        );
    }

    #[test]
    fn the_same_production_is_the_same_text() {
        let term = Term::Sequence(vec![name("a"), name("b"), name("c")]);
        assert_eq!(svg("d", &term, &NONE, None), svg("d", &term, &NONE, None));
    }

    #[test]
    fn a_production_that_calls_itself_ends() {
        let term = Term::Sequence(vec![name("a"), name("a")]);
        let expand = Expand { levels: usize::MAX, term: &|_| Some(&term) };
        assert!(svg("a", &term, &expand, None).len() < 10_000_000);
    }

    /// RFC 5234, 2.3: a quoted string contains no quote, and has no escapes; 2.4: `%d13.10`.
    #[test]
    fn terminals_are_those_of_abnf() {
        for (text, shown) in [
            ("'", "\"'\""),
            ("\\", "\"\\\""),
            ("\"", "%x22"),
            ("<&\">", "\"<&\" %x22 \">\""),
            ("\r\n", "%x0D.0A"),
            ("\u{7F}", "%x7F"),
            ("\u{E9}", "%xE9"),
        ] {
            assert_eq!(literal(text.as_bytes()), shown);
        }
        assert_eq!(ranges(ByteSet::range(b' ', b'!')), "%x20 \"!\"");
    }

    #[test]
    fn what_xml_would_take_for_its_own_is_escaped() {
        let term = Term::Literal { bytes: b"<&\">".to_vec(), ignore_case: false };
        let drawn = svg("a", &term, &NONE, None);
        assert!(!drawn.contains("<&") && drawn.contains("&lt;&amp;"), "{drawn}");
    }

    /// `scheme` of RFC 3986, 3.1: a letter, followed by any number of characters of five kinds.
    #[test]
    fn what_a_string_takes_is_marked() {
        let rfc3986 = urispec::Edition::Rfc3986;
        let (grammar, scheme) = (
            urispec_audit::any(rfc3986.grammars()[0]).unwrap(),
            rfc3986.production("scheme").unwrap(),
        );
        let term =
            grammar.as_printed().unwrap().production("scheme").unwrap().term.as_ref().unwrap();
        let taken = |text: &str| {
            let way = way(&grammar, scheme, text, 0);
            let drawn = svg("scheme", term, &NONE, way.as_ref());
            let boxes = drawn.split("<g class=\"taken\">").skip(1);
            let boxes = boxes.filter_map(|one| one.split_once("</text>")?.0.rsplit('>').next());
            (
                boxes.map(|one| one.trim().to_owned()).collect::<Vec<_>>(),
                drawn.matches("<path class=\"taken\"").count(),
            )
        };
        // For "h": the letter alone, and the rails that skip the repetition.
        assert_eq!(taken("h").0, ["ALPHA"]);
        assert_eq!(taken("h2").0, ["ALPHA", "DIGIT"]);
        assert_eq!(taken("h2+").0, ["ALPHA", "DIGIT", "&quot;+&quot;"]);
        assert!(taken("h2+").1 > taken("h2").1 && taken("h2").1 > taken("h").1);
        assert_eq!(taken("2").0, Vec::<String>::new());
    }
}
