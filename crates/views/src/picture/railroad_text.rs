//! A production as a railroad diagram in lines of text.
//!
//! In: the name and the term of a production, and how many columns there are. Out: text, the same for the same
//! production. A name stands as it is, and a terminal as in ABNF. What may be left out is passed by above it; an
//! alternative stands below the one before; what is repeated has a way back below it, with the number of
//! rounds where that is not any number. A sequence that is too wide goes on in the next line, below.
//!
//! The surprising case: a single part that is wider than there are columns is drawn as wide as it is.

use urispec_audit::Term;

use super::railroad::{ranges, terminal, times};
use super::strokes::{AROUND, CharBlock, TURNS};

/// The columns of a diagram if nobody says how many there are.
pub const WIDTH: usize = 100;

/// The columns that a sequence has at least, however deep it stands in others.
const NARROWEST: usize = 24;

/// The columns before a diagram, below its name.
const INDENT: usize = 2;

/// The signs of which a diagram is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// The signs of Unicode for boxes.
    Boxes,
    /// ASCII alone, in which all corners are `+`.
    Ascii,
}

/// The diagram of a production, in so many columns as far as possible.
#[must_use]
pub fn text(name: &str, term: &Term, width: usize, signs: Signs) -> String {
    let diagram = block(term, width.saturating_sub(INDENT + AROUND)).ended();
    let mut text = format!("{name}\n");
    for line in diagram.text() {
        text += &" ".repeat(INDENT);
        match signs {
            Signs::Boxes => text += &line,
            Signs::Ascii => text.extend(line.chars().map(ascii)),
        }
        text.push('\n');
    }
    text
}

/// The sign of ASCII for one of a diagram. What the grammar itself has stays.
const fn ascii(sign: char) -> char {
    match sign {
        '─' | '–' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' => '+',
        sign => sign,
    }
}

/// The rails of a term in so many columns. The recursion goes as deep as brackets nest.
fn block(term: &Term, width: usize) -> CharBlock {
    let within = width.saturating_sub(AROUND);
    match term {
        Term::Name(name) => CharBlock::label(name),
        Term::Bytes(set) => CharBlock::label(&ranges(*set)),
        Term::Literal { bytes, .. } if bytes.is_empty() => CharBlock::empty(),
        Term::Literal { bytes, ignore_case } => CharBlock::label(&terminal(bytes, *ignore_case)),
        Term::Sequence(terms) if terms.is_empty() => CharBlock::empty(),
        Term::Sequence(terms) => sequence(terms, width.max(NARROWEST)),
        Term::Choice(all) => {
            let all: Vec<CharBlock> = all.iter().map(|one| block(&one.term, within)).collect();
            CharBlock::choice(&all)
        }
        Term::Difference { from, without } => {
            block(from, width).noted("but not", &block(without, within))
        }
        Term::Repeat { max: Some(0), .. } => CharBlock::empty(),
        Term::Repeat { min: 0, max: Some(1), term } => block(term, within).optional(),
        Term::Repeat { min: 1, max: Some(1), term } => block(term, width),
        Term::Repeat { min: 0, max, term } => {
            block(term, within.saturating_sub(AROUND)).looped(times(0, *max).as_deref()).optional()
        }
        Term::Repeat { min, max, term } => block(term, within).looped(times(*min, *max).as_deref()),
    }
}

/// The terms of a sequence in one line, or in as few lines as they need.
fn sequence(terms: &[Term], width: usize) -> CharBlock {
    let within = width - TURNS;
    let blocks: Vec<CharBlock> = terms.iter().map(|term| block(term, within)).collect();
    let length = |blocks: &[CharBlock]| blocks.iter().map(|one| one.width() + 1).sum::<usize>() - 1;
    if length(&blocks) <= width {
        return CharBlock::beside(&blocks);
    }
    let (mut lines, mut from, mut taken) = (Vec::new(), 0, 0);
    for (at, one) in blocks.iter().enumerate() {
        if at > from && taken + 1 + one.width() > within {
            lines.push(CharBlock::beside(&blocks[from..at]));
            (from, taken) = (at, 0);
        }
        taken += one.width() + usize::from(at > from);
    }
    lines.push(CharBlock::beside(&blocks[from..]));
    match &lines[..] {
        [only] => only.clone(),
        lines => CharBlock::wrapped(lines),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec_audit::{GrammarText, Notation, PrintedReader};

    /// The diagram of the production `a` of a grammar.
    #[track_caller]
    fn drawn(notation: Notation, grammar: &str, width: usize, signs: Signs) -> String {
        let text_of = GrammarText { file: "a", text: grammar };
        let printed = PrintedReader::new(notation).read(text_of).unwrap();
        text("a", printed.production("a").unwrap().term.as_ref().unwrap(), width, signs)
    }

    #[track_caller]
    fn boxes(grammar: &str, width: usize, expected: &str) {
        assert_eq!(drawn(Notation::Abnf, grammar, width, Signs::Boxes), expected);
    }

    #[test]
    fn what_is_left_out_repeated_and_chosen() {
        // RFC 3986, 3.1 and 3.2.2.
        let scheme = "\
a
            ┌─────────────────┐
  ├─ ALPHA ─┴─┬─┬─ ALPHA ─┬─┬─┴─┤
              │ ├─ DIGIT ─┤ │
              │ ├─ \"+\" ───┤ │
              │ └─ \".\" ───┘ │
              └─<───────────┘
";
        boxes("a = ALPHA *( ALPHA / DIGIT / \"+\" / \".\" )\n", WIDTH, scheme);
        let h16 = "\
a
  ├─┬─ HEXDIG ────────┬─┤
    └─< 1 to 4 times ─┘
";
        boxes("a = 1*4HEXDIG\n", WIDTH, h16);
        boxes("a = \"\"\n", WIDTH, "a\n  ├──┤\n");
    }

    #[test]
    fn terminals_are_those_of_abnf() {
        let expected = "\
a
                         ┌───────────────────┐
  ├─ \"http\" in any case ─┴─ \"s\" in any case ─┴─ \"x\" ─ \"0\"–\"9\" ─ %x0D.0A ─┤
";
        boxes("a = \"http\" [ \"s\" ] %s\"x\" %x30-39 %x0D.0A\n", WIDTH, expected);
    }

    #[test]
    fn a_sequence_goes_on_below() {
        let grammar = "a = aaaaaaaa bbbbbbbb cccccccc dddddddd\n";
        let expected = "\
a
  ├── aaaaaaaa ─ bbbbbbbb ┐ ┌─┤
    ┌─────────────────────┘ │
    └ cccccccc ─ dddddddd ──┘
";
        boxes(grammar, 40, expected);
        let one = "a\n  ├─ aaaaaaaa ─ bbbbbbbb ─ cccccccc ─ dddddddd ─┤\n";
        boxes(grammar, 49, one);
        let ascii = "\
a
  +-- aaaaaaaa - bbbbbbbb + +-+
    +---------------------+ |
    + cccccccc - dddddddd --+
";
        assert_eq!(drawn(Notation::Abnf, grammar, 40, Signs::Ascii), ascii);
    }

    #[test]
    fn what_a_difference_leaves_out() {
        let expected = "\
a
  ├─ b ──────────────────┤
     but not ├─ \"xml\" ─┤
";
        assert_eq!(drawn(Notation::W3c, "a ::= b - 'xml'\n", WIDTH, Signs::Boxes), expected);
    }

    /// Only what cannot be divided is wider than there are columns.
    #[test]
    fn no_line_is_too_wide() {
        let rfc3986 = urispec_audit::any(urispec::Edition::Rfc3986.grammars()[0]).unwrap();
        for one in &rfc3986.as_printed().unwrap().productions {
            let text = text(&one.name, one.term.as_ref().unwrap(), 80, Signs::Boxes);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }
}
