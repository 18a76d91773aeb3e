//! A production as a railroad diagram.
//!
//! In: a production of a printed grammar. Out: an SVG. What the production calls is a box with its name
//! and a link to `#name`; expanded, it is drawn in a frame with its name.

use railroad::{
    Choice, Comment, Diagram, Empty, End, LabeledBox, Link, Node, NonTerminal, Optional, Repeat,
    Sequence, Start, Stylesheet, Terminal,
};
use urispec::audit::{ByteSet, Printed, Term};

use super::automaton::ranges;

/// The number of boxes after which nothing more is expanded.
const BOXES: usize = 2_000;

/// Draws a production. What it calls is drawn in its place, `levels` deep.
pub(super) fn write(printed: &Printed, name: &str, levels: u8) -> String {
    let mut drawing = Drawing { printed, boxes: 0 };
    let root: Boxed = match printed.production(name).map(|one| &one.term) {
        Some(Ok(term)) => drawing.term(term, levels),
        Some(Err(why)) => Box::new(Comment::new(why.why.clone())),
        None => Box::new(Empty),
    };
    let line: Vec<Boxed> =
        vec![Box::new(Start), Box::new(Comment::new(name.to_owned())), root, Box::new(End)];
    let diagram = Diagram::new_with_stylesheet(Sequence::new(line), &Stylesheet::Light);
    format!("{diagram}\n")
}

type Boxed = Box<dyn Node>;

struct Drawing<'g> {
    printed: &'g Printed,
    boxes: usize,
}

impl Drawing<'_> {
    /// Draws a term. The recursion goes as deep as brackets nest in a file, and `levels` times deeper.
    fn term(&mut self, term: &Term, levels: u8) -> Boxed {
        self.boxes += 1;
        match term {
            Term::Name(name) => self.call(name, levels),
            Term::Bytes(set) => bytes(*set),
            Term::Literal { bytes, .. } if bytes.is_empty() => Box::new(Empty),
            Term::Literal { bytes, ignore_case } => literal(bytes, *ignore_case),
            Term::Sequence(parts) if parts.is_empty() => Box::new(Empty),
            Term::Sequence(parts) => {
                let parts = parts.iter().map(|part| self.term(part, levels));
                Box::new(Sequence::new(parts.collect::<Vec<Boxed>>()))
            }
            Term::Choice(all) => {
                let all = all.iter().map(|one| self.term(&one.term, levels));
                Box::new(Choice::new(all.collect::<Vec<Boxed>>()))
            }
            Term::Difference { from, without } => {
                let (from, without) = (self.term(from, levels), self.term(without, levels));
                Box::new(LabeledBox::new(
                    from,
                    LabeledBox::new(without, Comment::new("but not".to_owned())),
                ))
            }
            Term::Repeat { min, max, term } => self.repeat(*min, *max, term, levels),
        }
    }

    fn call(&mut self, name: &str, levels: u8) -> Boxed {
        let production = self.printed.production(name);
        let name = production.map_or(name, |one| &one.name).to_owned();
        let term = production.and_then(|one| one.term.as_ref().ok());
        match term.filter(|_| levels > 0 && self.boxes < BOXES) {
            Some(term) => {
                let inner = self.term(term, levels - 1);
                Box::new(LabeledBox::new(inner, Comment::new(name)))
            }
            None => {
                let link = format!("#{name}");
                Box::new(Link::new(NonTerminal::new(name), link))
            }
        }
    }

    fn repeat(&mut self, min: u32, max: Option<u32>, term: &Term, levels: u8) -> Boxed {
        if max == Some(0) {
            return Box::new(Empty);
        }
        let inner = self.term(term, levels);
        let times = match (min, max) {
            (0 | 1, None | Some(1)) => None,
            (min, None) => Some(format!("{min} times or more")),
            (0 | 1, Some(max)) => Some(format!("{max} times at most")),
            (min, Some(max)) if min == max => Some(format!("{min} times")),
            (min, Some(max)) => Some(format!("{min} to {max} times")),
        };
        let some: Boxed = match (times, max) {
            (None, Some(_)) => inner,
            (None, None) => Box::new(Repeat::new(inner, Empty)),
            (Some(times), _) => Box::new(Repeat::new(inner, Comment::new(times))),
        };
        if min == 0 { Box::new(Optional::new(some)) } else { some }
    }
}

/// A literal, as ABNF writes it (RFC 7405): with `%s` if case matters.
fn literal(bytes: &[u8], ignore_case: bool) -> Boxed {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| !text.contains(is_hidden))
    else {
        let all: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        return Box::new(Terminal::new(format!("%x{}", all.join("."))));
    };
    let has_case = text.contains(|one: char| one.is_ascii_alphabetic());
    let sign = if has_case && !ignore_case { "%s" } else { "" };
    Box::new(Terminal::new(format!("{sign}\"{text}\"")))
}

fn is_hidden(character: char) -> bool {
    character.is_control() || character == '"'
}

/// The bytes of a set: a box for each range.
fn bytes(set: ByteSet) -> Boxed {
    let shown = |byte: u8| match byte {
        b'!'..=b'~' => char::from(byte).to_string(),
        byte => format!("%x{byte:02X}"),
    };
    let range = |(first, last): (u8, u8)| match last {
        last if first == last => shown(first),
        last => format!("{} – {}", shown(first), shown(last)),
    };
    let mut all: Vec<Boxed> = Vec::new();
    for one in ranges(set) {
        all.push(Box::new(Terminal::new(range(one))));
    }
    if all.len() == 1 { all.remove(0) } else { Box::new(Choice::new(all)) }
}
