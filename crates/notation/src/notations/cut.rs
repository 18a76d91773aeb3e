//! Cuts a file into productions, and describes the faults of a production.

use pest::RuleType;
use pest::error::{Error, LineColLocation};
use pest::iterators::{Pair, Pairs};

use super::ebnf;
use super::grammar::Notation;

pub(super) struct Cut<'s> {
    pub(super) name: String,
    pub(super) text: &'s str,
    pub(super) start: usize,
    pub(super) line: usize,
    /// Why nobody can tell where the production ends, if that is so.
    pub(super) doubt: Option<LineFault>,
}

impl<'s> Cut<'s> {
    /// A production by its name and its lines, which begin at an offset and on a line.
    pub(super) fn new(name: String, text: &'s str, start: usize, line: usize) -> Self {
        Self { name, text, start, line, doubt: None }
    }

    /// Takes the production apart. The name is the first pair of every production.
    pub(super) fn of<R: RuleType>(pair: Pair<'s, R>) -> Self {
        let (text, start, line) = (pair.as_str(), pair.as_span().start(), pair.line_col().0);
        let name = pair.into_inner().next().map_or("", |name| name.as_str()).to_owned();
        Self::new(name, text, start, line)
    }
}

pub(super) fn productions<R: RuleType>(grammar: Pairs<'_, R>, production: R) -> Vec<Cut<'_>> {
    let pairs = grammar.flat_map(Pair::into_inner);
    pairs.filter(|pair| pair.as_rule() == production).map(Cut::of).collect()
}

/// The parts of a definition: its number, name and sign, which are counted, and its right side.
pub(super) fn parts<'s, R: RuleType>(
    definition: Pairs<'s, R>,
    right: R,
    coverage: &mut Coverage,
) -> Vec<Pair<'s, R>> {
    let mut parts = Vec::new();
    for definition in definition {
        coverage.add(&definition);
        parts.extend(definition.into_inner());
    }
    parts.iter().filter(|part| part.as_rule() != right).for_each(|part| coverage.add_whole(part));
    parts
}

#[derive(Clone, Debug)]
pub(super) struct LineFault {
    pub(super) line: usize,
    pub(super) why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stopped {
    End,
    At(usize, usize),
}

/// The words of a fault of which only the place is known.
const TOO_EARLY: &str = "it ends too early";
const MEANS_NOTHING: &str = "means nothing in this notation";

impl LineFault {
    /// Where the reader stopped, if nothing else is known of the fault.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        if self.why == TOO_EARLY {
            return Some(Stopped::End);
        }
        let column =
            self.why.strip_suffix(MEANS_NOTHING)?.strip_prefix("column ")?.split(' ').next();
        Some(Stopped::At(self.line, column?.parse().ok()?))
    }

    pub(super) fn nothing() -> Self {
        Self { line: 1, why: "there is nothing on its right side".to_owned() }
    }
}

/// The text from the first of some pairs to the last, without the comment after them.
pub(super) fn text<'s, R: RuleType>(mut pairs: Pairs<'s, R>) -> &'s str {
    let Some(first) = pairs.next() else { return "" };
    let last = pairs.last().unwrap_or_else(|| first.clone());
    first.as_span().start_pos().span(&last.as_span().end_pos()).as_str()
}

pub(super) fn fault<R: RuleType>(error: &Error<R>) -> LineFault {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) =
        error.line_col;
    let found = error.line().chars().skip(column.saturating_sub(1)).take(20).collect::<String>();
    let why = match found.trim() {
        "" => TOO_EARLY.to_owned(),
        found => format!("column {column} has `{found}`, which {MEANS_NOTHING}"),
    };
    LineFault { line, why }
}

// How deep brackets nest, found without recursion: reading them takes stack. Literals, prose and comments are skipped
// as the notations skip them, so that none of them hides a bracket and none is counted for one.

pub(super) const DEEPEST: usize = 200;
/// The words of the fault that more nest.
pub(super) const TOO_DEEP: &str = "brackets nest more than 200 deep";

/// Refuses brackets that nest too deep. `is_wide` says that literals may stand between apostrophes,
/// and that prose may go on in the next line.
pub(super) fn shallow(text: &str, notation: Notation, is_wide: bool) -> Result<(), LineFault> {
    if matches!(notation, Notation::W3c | Notation::Iso14977) {
        return ebnf::shallow(text, notation);
    }
    let bytes = text.as_bytes();
    let (mut depth, mut line, mut at) = (0_usize, 1, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let in_line = |end: &[u8]| {
            let stop = rest[1..]
                .iter()
                .position(|byte| end.contains(byte) || matches!(byte, b'\n' | b'\r'));
            stop.map_or(
                rest.len(),
                |stop| if end.contains(&rest[stop + 1]) { stop + 2 } else { stop + 1 },
            )
        };
        let skipped = match (rest[0], notation) {
            // Only letters, digits and marks make a string of RFC 1630: a quote may stand for itself.
            (b'"', Notation::Rfc1630) => {
                let text =
                    rest[1..].iter().take_while(|byte| byte.is_ascii_graphic() && **byte != b'"');
                let end = 1 + text.count();
                if end > 1 && rest.get(end) == Some(&b'"') { end + 1 } else { 1 }
            }
            (b'"', _) => in_line(b"\""),
            (b'\'', Notation::Abnf | Notation::Bnf) if is_wide => in_line(b"'"),
            (b'<', Notation::Abnf | Notation::Bnf) if is_wide => {
                match rest.iter().position(|&byte| byte == b'>') {
                    Some(end) => end + 1,
                    // Nothing after this can be read.
                    None => return Ok(()),
                }
            }
            (b'<', Notation::Abnf | Notation::Bnf) => in_line(b">"),
            (b';', Notation::Abnf | Notation::Bnf) => in_line(b""),
            _ => 1,
        };
        match rest[0] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(LineFault { line, why: TOO_DEEP.to_owned() });
        }
        line += rest[..skipped].iter().filter(|&&byte| byte == b'\n').count();
        at += skipped;
    }
    Ok(())
}

// That nothing of a grammar is lost between its text and its terms. Every byte of a file belongs to a production or is
// a blank or a comment between two. Every byte of a production belongs to exactly one pair, the innermost that spans
// it; the reader counts the bytes of each pair that it uses. What it forgets to use is an error, and no shorter
// language.

/// The bytes of a production that its reader has used.
#[derive(Default)]
pub(super) struct Coverage(usize);

impl Coverage {
    /// Counts the bytes of a pair that are not those of the pairs in it: its signs, and the blanks and comments
    /// between its parts.
    pub(super) fn add<R: RuleType>(&mut self, pair: &Pair<'_, R>) {
        let inner = pair.clone().into_inner().map(|part| part.as_str().len());
        self.0 += pair.as_str().len() - inner.sum::<usize>();
    }

    /// Counts all bytes of a pair.
    pub(super) fn add_whole<R: RuleType>(&mut self, pair: &Pair<'_, R>) {
        self.0 += pair.as_str().len();
    }

    /// Fails if the bytes that were counted are not all of the text.
    pub(super) fn check(&self, text: &str) -> Result<(), LineFault> {
        if self.0 == text.len() {
            return Ok(());
        }
        let why = format!(
            "its reader used {} of its {} bytes, which is a bug; please report it with the text",
            self.0,
            text.len()
        );
        Err(LineFault { line: 1, why })
    }
}

/// Fails if something other than blanks and comments stands between the productions of a file, before the first
/// or behind the last.
pub(super) fn check_cuts(
    source: &str,
    cuts: &[Cut<'_>],
    notation: Notation,
) -> Result<(), LineFault> {
    let is_empty = |text: &str| match notation {
        Notation::W3c | Notation::Iso14977 => {
            ebnf::without_comments(text, notation).trim().is_empty()
        }
        Notation::Abnf | Notation::Bnf | Notation::Rfc1630 => {
            let mut lines = text.split(['\n', '\r']).map(str::trim_start);
            lines.all(|line| line.is_empty() || line.starts_with(';'))
        }
    };
    let mut at = 0;
    let ends = cuts.iter().map(|cut| (cut.start, cut.start + cut.text.len()));
    for (start, end) in ends.chain([(source.len(), source.len())]) {
        if !source.get(at..start).is_some_and(is_empty) {
            let before = source.get(..at).unwrap_or_default();
            let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
            return Err(LineFault { line, why: String::new() });
        }
        at = end;
    }
    Ok(())
}

// Why a production of ABNF or BNF cannot be read, in terms of what was meant: the first mistake that explains where
// the reader stopped. A mistake elsewhere explains nothing: RFC 2141 prints `'%" | "/"`, where the first sign is
// wrong, and not the last literal that is left open.

#[derive(Clone, Copy)]
struct Sign {
    sign: char,
    line: usize,
    column: usize,
}

struct Mistake {
    line: usize,
    column: usize,
    why: String,
    kind: CauseKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CauseKind {
    Number,
    Open,
    Other,
}

/// The mistake in a production because of which a reader stopped somewhere. There is none if it has another fault.
pub(super) fn cause(text: &str, stopped: Stopped) -> Option<LineFault> {
    let explains = |one: &Mistake| match one.kind {
        CauseKind::Number => true,
        CauseKind::Open => stopped == Stopped::End,
        CauseKind::Other => stopped == Stopped::At(one.line, one.column),
    };
    let found = mistakes(text).into_iter().find(explains);
    found.map(|Mistake { line, why, .. }| LineFault { line, why })
}

/// Numbers of a production that a letter follows, as `%x4O`: the line of each, and why it is none. As people write, it
/// can be read as `%x4` and a production `O`.
pub fn glued_numbers(text: &str) -> impl Iterator<Item = (usize, String)> {
    let numbers = mistakes(text).into_iter().filter(|one| one.kind == CauseKind::Number);
    numbers.map(|Mistake { line, why, .. }| (line, why))
}

/// The mistakes in a production; brackets that are not closed stand last.
fn mistakes(text: &str) -> Vec<Mistake> {
    let (mut found, mut open): (Vec<Mistake>, Vec<Sign>) = (Vec::new(), Vec::new());
    // The column is counted on, and the end of the line is looked for once: a line may be as long as the file.
    let (mut at, mut line, mut column) = (0, 1, 1);
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    let mut end = line_end(0);
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        if at > end {
            end = line_end(at);
        }
        let end_of_line = end - at;
        let kind = if sign == '%' { CauseKind::Number } else { CauseKind::Other };
        let mut mistake = |why| found.push(Mistake { line, column, why, kind });
        let length = match sign {
            ';' => end_of_line,
            '"' => match rest[1..end_of_line].find('"') {
                Some(end) => end + 2,
                None => {
                    mistake(format!(
                        "the literal that begins in column {column} is not closed by `\"` on its line"
                    ));
                    end_of_line
                }
            },
            // Prose may go on in the next line.
            '<' => match rest.find('>') {
                Some(end) => end + 1,
                None => {
                    mistake(format!(
                        "the prose that begins in column {column} is not closed by `>`"
                    ));
                    rest.len()
                }
            },
            '(' | '[' => {
                open.push(Sign { sign, line, column });
                1
            }
            ')' | ']' => {
                let opens = if sign == ')' { '(' } else { '[' };
                match open.pop() {
                    Some(last) if last.sign == opens => {}
                    Some(Sign { sign: last, line: above, column: from }) => {
                        let place = if above == line { "" } else { " of a line above" };
                        mistake(format!(
                            "the `{sign}` in column {column} would close the `{last}` in column {from}{place}"
                        ));
                    }
                    None => mistake(format!("the `{sign}` in column {column} closes nothing")),
                }
                1
            }
            '%' => {
                let number = number(rest);
                if let Some(why) = glued(number) {
                    mistake(why);
                }
                number.len()
            }
            _ => sign.len_utf8(),
        };
        let passed = &rest[..length];
        line += passed.matches('\n').count();
        column = match passed.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => column + passed.chars().count(),
        };
        at += length;
    }
    let open = open.into_iter().map(|Sign { sign, line, column }| {
        let why = format!("the `{sign}` in column {column} is not closed");
        Mistake { line, column, why, kind: CauseKind::Open }
    });
    found.extend(open);
    found
}

fn number(text: &str) -> &str {
    let is_part = |one: char| one.is_ascii_alphanumeric() || matches!(one, '%' | '.' | '-');
    &text[..text.find(|one| !is_part(one)).unwrap_or(text.len())]
}

/// Why a number is none, if one of its digits is a letter that is no digit.
fn glued(number: &str) -> Option<String> {
    let base = number.chars().nth(1)?.to_ascii_lowercase();
    let radix = match base {
        'x' => 16,
        'd' => 10,
        'b' => 2,
        // RFC 7405.
        's' | 'i' => return None,
        _ => return Some(format!("`{number}`: `%` is followed by x, d or b, and the digits")),
    };
    let wrong = number[2..].chars().find(|one| one.is_ascii_alphanumeric() && !one.is_digit(radix));
    wrong.map(|wrong| format!("`{number}`: `{wrong}` is no digit of base {radix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the cause that is found when the reader stopped at a column, or at the end.
    #[track_caller]
    fn is(text: &str, column: Option<usize>, line: usize, why: &str) {
        let stopped = column.map_or(Stopped::End, |column| Stopped::At(line, column));
        let found = cause(text, stopped).map(|fault| (fault.line, fault.why));
        assert_eq!(found, Some((line, why.to_owned())), "{text}");
    }

    #[test]
    fn the_cause_of_a_syntax_error_is_named() {
        is("a = ( b / c\n  d", None, 1, "the `(` in column 5 is not closed");
        is("a = b )\n", Some(7), 1, "the `)` in column 7 closes nothing");
        let why = "the `]` in column 9 would close the `(` in column 5";
        is("a = [ b\n  / ( c ]", Some(9), 2, why);
        let why = "the `]` in column 2 would close the `(` in column 2 of a line above";
        is("a = [\n ( b\n ]", Some(2), 3, why);
        let why = "the literal that begins in column 5 is not closed by `\"` on its line";
        is("a = \"b / c", Some(5), 1, why);
        is("a = <b / c\nb", Some(5), 1, "the prose that begins in column 5 is not closed by `>`");
        is("a = <b\n c> )", Some(5), 2, "the `)` in column 5 closes nothing");
        is("a = %x4O", Some(8), 1, "`%x4O`: `O` is no digit of base 16");
        is("a = %d48-5A", Some(11), 1, "`%d48-5A`: `A` is no digit of base 10");
        is("a = %41", Some(6), 1, "`%41`: `%` is followed by x, d or b, and the digits");
    }

    #[test]
    fn faults_elsewhere_are_not_the_cause() {
        for (text, stopped) in [
            ("a = ( \")\" ; (\n ) / %x41-5A.42", Stopped::End),
            ("a = '%\" / \"/\"", Stopped::At(1, 5)),
            ("a = ( \"x\" ~ \"y\"", Stopped::At(1, 11)),
        ] {
            assert!(cause(text, stopped).is_none(), "{text}");
        }
    }

    /// Some megabytes on one line, and on many lines.
    #[test]
    fn long_lines_take_linear_time() {
        let text = format!("a = {} ) ", "bé \"x\" ".repeat(300_000));
        let column = text.chars().count() - 1;
        let why = format!("the `)` in column {column} closes nothing");
        is(&text, Some(column), 1, &why);
        let lines = format!("a = {}\n )", "b \"x\"\n ".repeat(300_000));
        is(&lines, Some(2), 300_002, "the `)` in column 2 closes nothing");
    }

    #[test]
    fn numbers_followed_by_letters_are_faults() {
        let found: Vec<_> = glued_numbers("a = %x4O / \"%x4O\" ; %x4O\n  %s\"x\" %b102").collect();
        let whys: Vec<(usize, &str)> = found.iter().map(|(line, why)| (*line, &**why)).collect();
        assert_eq!(
            whys,
            [(1, "`%x4O`: `O` is no digit of base 16"), (2, "`%b102`: `2` is no digit of base 2")]
        );
    }
}
