//! The rails of a diagram, of which each piece knows whether it is taken.
//!
//! In: boxes and other rails. Out: nodes for the crate `railroad`, which draws boxes and puts the whole
//! together. Its own sequences, choices and loops draw all their rails in one path, of which no part could
//! be told from another. A piece that is taken has the class `taken`, and is drawn last, above the others.

use railroad::svg::{Element, HDir};
use railroad::{Comment, LabeledBox, Node};

/// The radius of a curve, and half of the least distance between two branches.
const ARC: i64 = 10;
/// The rails between two boxes.
const BETWEEN: i64 = 10;
/// The space between a frame and what it holds.
const FRAME: i64 = 8;
/// The distance between two branches.
const APART: i64 = 8;

/// A node, and whether the way goes through it. Its size is measured once: whoever asks a node of nodes
/// again and again asks all within it.
pub(super) struct RailNode {
    node: Box<dyn Node>,
    taken: bool,
    /// How far below the top the rails are.
    entry: i64,
    height: i64,
    width: i64,
}

impl RailNode {
    /// A piece of rails or boxes.
    pub(super) fn new(node: impl Node + 'static, taken: bool) -> Self {
        let (entry, height, width) = (node.entry_height(), node.height(), node.width());
        Self { node: Box::new(node), taken, entry, height, width }
    }

    /// How far the piece goes below its rails.
    const fn below(&self) -> i64 {
        self.height - self.entry
    }

    /// The piece with its rails at a height.
    fn at(&self, x: i64, rails: i64, direction: HDir) -> Element {
        self.node.draw(x, rails - self.entry, direction)
    }
}

/// A path from relative or absolute commands of SVG.
fn rail(path: &str, taken: bool) -> Element {
    let element = Element::new("path").set("d", path);
    if taken { element.set("class", "taken") } else { element }
}

fn line(x: i64, y: i64, length: i64, taken: bool) -> Element {
    rail(&format!("M{x} {y}h{length}"), taken)
}

/// Adds what is taken after what is not.
fn drawn(class: &str, mut pieces: Vec<(bool, Element)>) -> Element {
    pieces.sort_by_key(|(taken, _)| *taken);
    let group = Element::new("g").set("class", class);
    pieces.into_iter().fold(group, |group, (_, element)| group.add(element))
}

/// A piece as a node of its own; with `marked` it is marked as a whole, as a box is.
pub(super) struct Whole {
    /// The piece.
    pub(super) piece: RailNode,
    /// Whether the mark of the way stands at the whole.
    pub(super) marked: bool,
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
            // For who does not see the mark.
            let title = Element::new("title").text("taken");
            return Element::new("g").set("class", "taken").add(title).add(inner);
        }
        inner
    }
}

/// Pieces in a frame with a name.
pub(super) struct Framed {
    frame: LabeledBox<RailSequence, Comment>,
    taken: bool,
}

impl Framed {
    pub(super) fn new(row: RailSequence, name: &str) -> Self {
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
        // The frame draws the rails between itself and what it holds.
        let (rails, end) = (y + self.entry_height(), x + self.width());
        let group = Element::new("g").set("class", "framed").add(frame);
        group.add(line(x, rails, FRAME, true)).add(line(end - FRAME, rails, FRAME, true))
    }
}

/// Pieces one after the other.
pub(super) struct RailSequence {
    /// The pieces.
    pub(super) pieces: Vec<RailNode>,
    /// Whether the way goes through all of them.
    pub(super) taken: bool,
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

/// Branches below each other, of which one is gone through.
pub(super) struct Branches(pub(super) Vec<RailNode>);

impl Branches {
    /// The heights of the rails of each branch below those of the first.
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

/// A piece that may be passed by, on rails above it.
pub(super) struct Skipped {
    /// The piece.
    pub(super) piece: RailNode,
    /// Whether the way passes it by.
    pub(super) passed: bool,
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

/// A piece that may be gone through again, by rails below it that lead back.
pub(super) struct Looped {
    /// The piece.
    pub(super) piece: RailNode,
    /// What stands on the way back, such as a number of times.
    pub(super) back: Option<Box<dyn Node>>,
    /// Whether the way goes back.
    pub(super) again: bool,
}

impl Looped {
    fn back_size(&self) -> (i64, i64) {
        self.back.as_ref().map_or((0, 0), |back| (back.width(), back.height()))
    }

    fn inner_width(&self) -> i64 {
        self.piece.width.max(self.back_size().0)
    }

    /// How far the rails back are below the others.
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
        // To the left of what stands on the way back, and to the right.
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
