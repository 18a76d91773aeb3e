//! A string that a production derives: its components over it, and its tree below it.

use std::fmt::Write as _;
use std::ops::Range;

use urispec::{Node, Recognizer};

use super::canvas::{Canvas, MARGIN, ROW, WIDE};
use super::components::{Component, components, of_byte, of_node};
use super::places::{DrawnLine, lines};
use crate::parse::Parsed;

/// How many nodes are drawn.
const NODES: usize = 200;
/// How many columns names and string have together, if the names leave the string its least.
const COLUMNS: usize = 90;
const LEAST: usize = 40;

/// Nodes that stand in one row: one node, or leaves beside each other that have one name.
type Row<'r, 't> = &'r [(usize, &'t Node<'t>)];

struct Derived<'t> {
    canvas: Canvas,
    components: Vec<Component>,
    nodes: Vec<(usize, &'t Node<'t>)>,
    /// The width of the column to the left of the string.
    left: usize,
}

pub(super) fn draw(
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
        // Writing to a string does not fail.
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
    /// The place of a byte of a line from the left, in units of the image.
    fn x(&self, line: &DrawnLine, byte: usize) -> usize {
        MARGIN + self.left + line.column(byte) * WIDE
    }

    fn span(&self, line: &DrawnLine, bytes: &Range<usize>) -> (usize, usize) {
        let (start, end) = (self.x(line, bytes.start), self.x(line, bytes.end));
        (start, end.saturating_sub(start))
    }

    /// A line of the string with what stands over it and below it.
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

    /// The names of the components, with lines to where they begin. A name that would stand over the next, or
    /// over the line of one that is higher, is a row higher itself.
    fn labels(&mut self, line: &DrawnLine) {
        // Of each row the least place that is taken.
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

    /// The string itself, each component in its colour.
    fn string(&mut self, line: &DrawnLine) {
        let class = |place: &super::places::DrawnChar| match place.is_text {
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

    /// A row of the tree, if it has anything in the line: its name, and in boxes what it derives, below where
    /// that stands. A box is open where its node goes on in another line.
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
