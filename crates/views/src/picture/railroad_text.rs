//! A production as a railroad diagram in lines of text. An indivisible part may be wider than the available columns.

use urispec_audit::notation::Term;

use super::railroad::{ranges, terminal, times};

/// The default number of columns of a diagram.
pub const WIDTH: usize = 100;

/// The minimum number of columns of a sequence, however deep it is nested.
const NARROWEST: usize = 24;

/// The number of columns by which a diagram is indented below its name.
const INDENT: usize = 2;

/// The characters that a diagram consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// The box-drawing characters of Unicode.
    Boxes,
    /// ASCII only, in which all corners are `+`.
    Ascii,
}

/// Draws a production in `width` columns if possible.
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

/// Returns the ASCII replacement of a box-drawing character. Other characters are kept.
const fn ascii(sign: char) -> char {
    match sign {
        '─' | '–' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' => '+',
        sign => sign,
    }
}

/// Draws the rails of a term in `width` columns. The recursion is as deep as the nesting of the term.
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

/// Draws the terms of a sequence in one line, or in as few lines as they need.
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

/// A rectangle of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CharBlock {
    /// The lines, all of the same length.
    lines: Vec<Vec<char>>,
    /// The index of the line with the rail.
    rail: usize,
    width: usize,
}

/// The number of columns that a choice, an option or a loop takes around its content.
const AROUND: usize = 4;
/// The number of columns that a sequence of several lines takes around its lines.
const TURNS: usize = 4;

/// The characters of a vertical edge: outside of its branches, and at the first, a middle and the last branch.
struct StrokeEdge {
    above: char,
    first: char,
    between: char,
    last: char,
}

impl CharBlock {
    const fn empty() -> Self {
        Self { lines: Vec::new(), rail: 0, width: 0 }
    }

    fn label(text: &str) -> Self {
        let line: Vec<char> = format!(" {text} ").chars().collect();
        Self { width: line.len(), lines: vec![line], rail: 0 }
    }

    const fn width(&self) -> usize {
        self.width
    }

    /// Returns the line at the distance `from_rail` from the rail, padded to `width`. The line of the rail is padded
    /// with rails, and any other line with blanks. Returns `None` if the block has no such line.
    fn line(&self, from_rail: isize, width: usize) -> Option<Vec<char>> {
        let fill = if from_rail == 0 { '─' } else { ' ' };
        let at = self.rail.checked_add_signed(from_rail)?;
        let line = match self.lines.get(at) {
            Some(line) => line.clone(),
            None if from_rail == 0 => Vec::new(),
            None => return None,
        };
        let missing = width.saturating_sub(line.len());
        Some(line.into_iter().chain(std::iter::repeat_n(fill, missing)).collect())
    }

    /// Returns the number of lines above the rail, and the number of lines below it.
    fn reach(&self) -> (isize, isize) {
        let (above, all) = (self.rail.cast_signed(), self.lines.len().max(1).cast_signed());
        (above, all - above - 1)
    }

    /// Returns all lines, padded to the requested width.
    fn all(&self, width: usize) -> Vec<Vec<char>> {
        let (above, below) = self.reach();
        (-above..=below).filter_map(|at| self.line(at, width)).collect()
    }

    /// Joins blocks in a sequence on one rail.
    fn beside(blocks: &[Self]) -> Self {
        let reach = blocks.iter().map(Self::reach);
        let above = reach.clone().map(|(above, _)| above).max().unwrap_or(0);
        let below = reach.map(|(_, below)| below).max().unwrap_or(0);
        let line = |from_rail: isize| {
            let mut line = Vec::new();
            for (at, block) in blocks.iter().enumerate() {
                if at > 0 {
                    line.push(if from_rail == 0 { '─' } else { ' ' });
                }
                let own = block.line(from_rail, block.width);
                line.extend(own.unwrap_or_else(|| vec![' '; block.width]));
            }
            line
        };
        let lines: Vec<_> = (-above..=below).map(line).collect();
        Self { width: lines[0].len(), lines, rail: above.cast_unsigned() }
    }

    /// Joins alternatives below each other. The first alternative is on the rail.
    fn choice(all: &[Self]) -> Self {
        let width = all.iter().map(Self::width).max().unwrap_or(0);
        let (mut lines, mut rails) = (Vec::new(), Vec::new());
        for one in all {
            rails.push(lines.len() + one.rail);
            lines.extend(one.all(width));
        }
        let [left, right] = [('┬', '├', '└'), ('┬', '┤', '┘')]
            .map(|(first, between, last)| StrokeEdge { above: ' ', first, between, last });
        Self::between(&left, &right, lines, &rails)
    }

    /// Makes the block optional by a rail that passes above it.
    fn optional(&self) -> Self {
        let mut lines = vec![vec!['─'; self.width]];
        lines.extend(self.all(self.width));
        let [left, right] =
            ['┌', '┐'].map(|first| StrokeEdge { above: ' ', first, between: ' ', last: '┴' });
        let mut this = Self::between(&left, &right, lines, &[0, 1 + self.rail]);
        this.rail = 1 + self.rail;
        this
    }

    /// Adds a rail that leads back below the block, with a label if there is one.
    fn looped(&self, label: Option<&str>) -> Self {
        let back = match label {
            Some(label) => format!("< {label} "),
            None => "<".to_owned(),
        };
        let back: Vec<char> = back.chars().collect();
        let width = self.width.max(back.len());
        let mut lines = self.all(width);
        let missing = width - back.len();
        lines.push(back.into_iter().chain(std::iter::repeat_n('─', missing)).collect());
        let [left, right] = [('┬', '└'), ('┬', '┘')].map(|(first, last)| StrokeEdge {
            above: ' ',
            first,
            between: ' ',
            last,
        });
        let rails = [self.rail, lines.len() - 1];
        Self::between(&left, &right, lines, &rails)
    }

    /// Puts lines between two edges, which connect the lines whose indices are in `rails`.
    fn between(
        left: &StrokeEdge,
        right: &StrokeEdge,
        lines: Vec<Vec<char>>,
        rails: &[usize],
    ) -> Self {
        let (first, last) = match rails {
            [first, .., last] => (*first, *last),
            _ => (0, 0),
        };
        let stroke = |edge: &StrokeEdge, at: usize| match at {
            _ if at < first || at > last => edge.above,
            _ if at == first => edge.first,
            _ if at == last => edge.last,
            _ if rails.contains(&at) => edge.between,
            _ => '│',
        };
        let lines: Vec<Vec<char>> = lines
            .into_iter()
            .enumerate()
            .map(|(at, line)| {
                let rail = if rails.contains(&at) { '─' } else { ' ' };
                let ends = [vec![stroke(left, at), rail], vec![rail, stroke(right, at)]];
                [&*ends[0], &*line, &*ends[1]].concat()
            })
            .collect();
        Self { width: lines.first().map_or(0, Vec::len), lines, rail: first }
    }

    /// Joins blocks below each other in a sequence: a rail leads from the right end of each block back to the left end
    /// of the next, and from the last block up to the line of the first.
    fn wrapped(blocks: &[Self]) -> Self {
        let width = blocks.iter().map(Self::width).max().unwrap_or(0);
        let [Some(first), Some(last)] = [blocks.first(), blocks.last()] else {
            return Self::empty();
        };
        let mut lines: Vec<Vec<char>> = Vec::new();
        let end = blocks.iter().map(|one| one.all(0).len() + 1).sum::<usize>() - 1;
        let last_rail = end - last.all(0).len() + last.rail;
        for (number, block) in blocks.iter().enumerate() {
            let (is_first, is_last) = (number == 0, number + 1 == blocks.len());
            for (at, own) in block.all(width).into_iter().enumerate() {
                let left = match at.cmp(&block.rail) {
                    std::cmp::Ordering::Equal if is_first => '─',
                    std::cmp::Ordering::Equal => '└',
                    std::cmp::Ordering::Less if !is_first => '│',
                    _ => ' ',
                };
                let right = match at.cmp(&block.rail) {
                    std::cmp::Ordering::Equal if is_last => '─',
                    std::cmp::Ordering::Equal => '┐',
                    std::cmp::Ordering::Greater if !is_last => '│',
                    _ => ' ',
                };
                let gap = if is_last && at == block.rail { '─' } else { ' ' };
                let up = match lines.len() {
                    at if at == first.rail => '┌',
                    at if at == last_rail => '┘',
                    at if (first.rail..last_rail).contains(&at) => '│',
                    _ => ' ',
                };
                lines.push([&[left], &*own, &[right, gap, up]].concat());
            }
            if !is_last {
                let back = vec!['─'; width];
                lines.push([&['┌'], &*back, &['┘', ' ', '│']].concat());
            }
        }
        Self { width: width + TURNS, lines, rail: first.rail }
    }

    /// Adds a row below this block. The row consists of a label and, as a separate diagram, the block `other`.
    fn noted(&self, text: &str, other: &Self) -> Self {
        let whole = other.ended();
        let text: Vec<char> = format!(" {text} ").chars().collect();
        let width = self.width.max(text.len() + whole.width);
        let mut lines = self.all(width);
        for (at, line) in whole.lines.into_iter().enumerate() {
            let head = if at == whole.rail { text.clone() } else { vec![' '; text.len()] };
            let missing = width - head.len() - line.len();
            lines.push(
                head.into_iter().chain(line).chain(std::iter::repeat_n(' ', missing)).collect(),
            );
        }
        Self { width, lines, rail: self.rail }
    }

    /// Adds the marks of the start and of the end of a diagram.
    fn ended(&self) -> Self {
        let [left, right] =
            ['├', '┤'].map(|first| StrokeEdge { above: ' ', first, between: ' ', last: ' ' });
        Self::between(&left, &right, self.all(self.width), &[self.rail, self.rail])
    }

    /// Returns the lines as text, without trailing blanks.
    fn text(&self) -> impl Iterator<Item = String> {
        let lines = self.lines.iter().map(|line| line.iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec_audit::{GrammarText, Notation, PrintedReader};

    /// Draws the production `a` of a grammar.
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

    /// Only an indivisible part is wider than the available columns.
    #[test]
    fn no_line_is_too_wide() {
        let rfc3986 = urispec_audit::any(urispec::Edition::Rfc3986.grammars()[0]).unwrap();
        for one in &rfc3986.as_printed().unwrap().productions {
            let text = text(&one.name, one.term.as_ref().unwrap(), 80, Signs::Boxes);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }

    #[track_caller]
    fn strokes(block: &CharBlock, expected: &[&str]) {
        assert_eq!(block.text().collect::<Vec<_>>(), expected);
    }

    fn label(text: &str) -> CharBlock {
        CharBlock::label(text)
    }

    #[test]
    fn blocks_stand_on_one_rail() {
        let choice = CharBlock::choice(&[label("a"), label("bc"), CharBlock::empty()]);
        strokes(&choice, &["┬─ a ──┬", "├─ bc ─┤", "└──────┘"]);
        let option = label("d").optional();
        strokes(&option, &["┌─────┐", "┴─ d ─┴"]);
        let both = CharBlock::beside(&[choice, option, label("e")]);
        strokes(&both, &["         ┌─────┐", "┬─ a ──┬─┴─ d ─┴─ e", "├─ bc ─┤", "└──────┘"]);
        strokes(
            &both.ended(),
            &["           ┌─────┐", "├─┬─ a ──┬─┴─ d ─┴─ e ─┤", "  ├─ bc ─┤", "  └──────┘"],
        );
    }

    #[test]
    fn loops_lead_back() {
        strokes(&label("a").looped(None), &["┬─ a ─┬", "└─<───┘"]);
        let counted = label("a").looped(Some("2 to 4 times"));
        strokes(&counted, &["┬─ a ─────────────┬", "└─< 2 to 4 times ─┘"]);
        strokes(&label("a").looped(None).optional(), &["┌─────────┐", "┴─┬─ a ─┬─┴", "  └─<───┘"]);
        // The way back is below everything that is below the rail.
        let choice = CharBlock::choice(&[label("a"), label("b")]).looped(None);
        strokes(&choice, &["┬─┬─ a ─┬─┬", "│ └─ b ─┘ │", "└─<───────┘"]);
        // The first alternative has a line above its rail.
        let choice = CharBlock::choice(&[label("a").optional(), label("b")]);
        strokes(&choice, &["  ┌─────┐", "┬─┴─ a ─┴─┬", "└─ b ─────┘"]);
    }

    #[test]
    fn lines_follow_each_other() {
        let lines = [label("aa"), label("b").optional(), label("c")];
        let expected = [
            "─ aa ───┐ ┌",
            "┌───────┘ │",
            "│┌─────┐  │",
            "└┴─ b ─┴┐ │",
            "┌───────┘ │",
            "└ c ──────┘",
        ];
        strokes(&CharBlock::wrapped(&lines), &expected);
    }

    #[test]
    fn what_is_left_out_is_a_diagram_of_its_own() {
        let noted = label("name").noted("but not", &label("\"xml\""));
        strokes(&noted, &[" name ──────────────", " but not ├─ \"xml\" ─┤"]);
    }
}
