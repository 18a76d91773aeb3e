//! A production as a railroad diagram.
//!
//! In: the name and the term of a production, and how many levels of names to draw in place. Out: an
//! image in SVG, as text, the same for the same production. Each name that is not drawn in place is a
//! link to `#name`, so that all diagrams of a grammar can stand on one page. What is forgotten: what
//! printed alternatives had between their parts.
//!
//! The surprising case: a number of repetitions other than `*`, `1*` and an option has no rails of its
//! own. It is drawn as a loop, with the number as a comment.

use railroad::{
    Choice, Comment, Diagram, Empty, LabeledBox, Link, Node, NonTerminal, Optional, Repeat,
    Sequence, SimpleEnd, SimpleStart, Stylesheet, Terminal,
};
use urispec::audit::{ByteSet, Term};

/// How many parts a diagram has at most. Beyond that, names are no longer drawn in place.
const MOST: usize = 4096;

/// How deep productions are drawn within each other at most, however many levels are asked for.
const DEEPEST: usize = 32;

/// Which names are drawn in place.
pub struct Expand<'t> {
    /// How many levels of names.
    pub levels: usize,
    /// The term of a production, by its name.
    pub term: &'t dyn Fn(&str) -> Option<&'t Term>,
}

/// The diagram of a production.
pub fn svg(name: &str, term: &Term, expand: &Expand<'_>) -> String {
    let mut drawing = Drawing { expand, parts: 0, link: &|name| Some(format!("#{name}")) };
    let levels = expand.levels.min(DEEPEST);
    let parts = drawing.whole(term, levels);
    let named = LabeledBox::new(Sequence::new(parts), Comment::new(name.to_owned()));
    Diagram::new_with_stylesheet(named, &Stylesheet::Light).to_string()
}

/// The diagram of a production for a document that has the style sheet: no name is drawn in place, and
/// a name is a link to where the caller says, if to anything.
pub fn linked(term: &Term, link: &dyn Fn(&str) -> Option<String>) -> String {
    let expand = Expand { levels: 0, term: &|_| None };
    let mut drawing = Drawing { expand: &expand, parts: 0, link };
    Diagram::new(Sequence::new(drawing.whole(term, 0))).to_string()
}

struct Drawing<'e, 't> {
    expand: &'e Expand<'t>,
    parts: usize,
    /// The address that a name leads to.
    link: &'e dyn Fn(&str) -> Option<String>,
}

impl Drawing<'_, '_> {
    /// The rails of a term from start to end.
    fn whole(&mut self, term: &Term, levels: usize) -> Vec<Box<dyn Node>> {
        vec![Box::new(SimpleStart), self.node(term, levels), Box::new(SimpleEnd)]
    }

    /// The rails of a term. The recursion goes as deep as brackets nest, in each level.
    fn node(&mut self, term: &Term, levels: usize) -> Box<dyn Node> {
        self.parts += 1;
        match term {
            Term::Name(name) => self.name(name, levels),
            Term::Bytes(set) => Box::new(Terminal::new(ranges(*set))),
            Term::Literal { bytes, .. } if bytes.is_empty() => Box::new(Empty),
            Term::Literal { bytes, ignore_case } => {
                let has_letter = bytes.iter().any(u8::is_ascii_alphabetic);
                let case = if *ignore_case && has_letter { " in any case" } else { "" };
                Box::new(Terminal::new(format!("\"{}\"{case}", bytes.escape_ascii())))
            }
            Term::Sequence(terms) if terms.is_empty() => Box::new(Empty),
            Term::Sequence(terms) => {
                Box::new(Sequence::new(terms.iter().map(|term| self.node(term, levels)).collect()))
            }
            Term::Choice(all) => {
                let nodes = all.iter().map(|one| self.node(&one.term, levels)).collect();
                Box::new(Choice::<Box<dyn Node>>::new(nodes))
            }
            Term::Difference { from, without } => {
                let (from, without) = (self.node(from, levels), self.node(without, levels));
                let without = LabeledBox::new(without, Comment::new("but not".to_owned()));
                Box::new(Sequence::<Box<dyn Node>>::new(vec![from, Box::new(without)]))
            }
            Term::Repeat { min, max, term } => {
                let inner = self.node(term, levels);
                repeated(inner, *min, *max)
            }
        }
    }

    /// A name: a link, or what the production is.
    fn name(&mut self, name: &str, levels: usize) -> Box<dyn Node> {
        let term = if levels > 0 && self.parts < MOST { (self.expand.term)(name) } else { None };
        match term {
            Some(term) => {
                let inner = self.node(term, levels - 1);
                Box::new(LabeledBox::new(inner, Comment::new(name.to_owned())))
            }
            None => match (self.link)(name) {
                Some(address) => Box::new(Link::new(NonTerminal::new(name.to_owned()), address)),
                None => Box::new(NonTerminal::new(name.to_owned())),
            },
        }
    }
}

fn repeated(inner: Box<dyn Node>, min: u32, max: Option<u32>) -> Box<dyn Node> {
    match (min, max) {
        (_, Some(0)) => Box::new(Empty),
        (0, Some(1)) => Box::new(Optional::new(inner)),
        (1, Some(1)) => inner,
        (0, None) => Box::new(Optional::new(Repeat::new(inner, Empty))),
        (1, None) => Box::new(Repeat::new(inner, Empty)),
        (min, max) => {
            let times = match max {
                None => format!("{min} times or more"),
                Some(max) if max == min => format!("{min} times"),
                Some(max) => format!("{} to {max} times", min.max(1)),
            };
            let looped = Repeat::new(inner, Comment::new(times));
            if min == 0 { Box::new(Optional::new(looped)) } else { Box::new(looped) }
        }
    }
}

/// The bytes of a set, in ranges.
fn ranges(set: ByteSet) -> String {
    let bytes: Vec<u8> = set.iter().collect();
    let shown = |byte: u8| {
        if byte.is_ascii_graphic() {
            format!("\"{}\"", byte.escape_ascii())
        } else {
            format!("%x{byte:02X}")
        }
    };
    let run = |run: &[u8]| match run {
        [first, _, .., last] => format!("{}–{}", shown(*first), shown(*last)),
        run => run.iter().map(|&byte| shown(byte)).collect::<Vec<_>>().join(" "),
    };
    let runs = bytes.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(run);
    runs.collect::<Vec<_>>().join(" ")
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
        let drawn = svg("port", &port, &NONE);
        assert!(drawn.starts_with("<svg") && drawn.contains("\"#DIGIT\""), "{drawn}");
        let digit = Term::Bytes(ByteSet::range(b'0', b'9'));
        let digits: Expand<'_> =
            Expand { levels: 1, term: &|name| (name == "DIGIT").then_some(&digit) };
        let drawn = svg("port", &port, &digits);
        assert!(!drawn.contains("#DIGIT") && drawn.contains('–'), "{drawn}");
    }

    #[test]
    fn the_same_production_is_the_same_text() {
        let term = Term::Sequence(vec![name("a"), name("b"), name("c")]);
        assert_eq!(svg("d", &term, &NONE), svg("d", &term, &NONE));
    }

    #[test]
    fn a_production_that_calls_itself_ends() {
        let term = Term::Sequence(vec![name("a"), name("a")]);
        let expand = Expand { levels: usize::MAX, term: &|_| Some(&term) };
        assert!(svg("a", &term, &expand).len() < 10_000_000);
    }

    #[test]
    fn what_xml_would_take_for_its_own_is_escaped() {
        let term = Term::Literal { bytes: b"<&\">".to_vec(), ignore_case: false };
        let drawn = svg("a", &term, &NONE);
        assert!(!drawn.contains("<&") && drawn.contains("&lt;&amp;"), "{drawn}");
    }
}
