//! Splits a file into productions, and describes the faults of a production.

use pest::error::{Error, LineColLocation};
use pest::iterators::{Pair, Pairs};
use pest::{Parser as _, RuleType};
use pest_derive::Parser;

use super::ebnf;
use super::grammar::{Alternative, Notation, Site, Term};

pub(super) struct RawProduction<'s> {
    pub(super) name: String,
    pub(super) text: &'s str,
    pub(super) start: usize,
    pub(super) line: usize,
    /// The reason why the end of the production is ambiguous, or `None` if it is clear.
    pub(super) doubt: Option<LineFault>,
}

impl<'s> RawProduction<'s> {
    /// Creates a production from its name and its text. The text begins at the offset `start`, on the line `line`.
    pub(super) fn new(name: String, text: &'s str, start: usize, line: usize) -> Self {
        Self { name, text, start, line, doubt: None }
    }

    /// Creates a production from a pair of the parse tree. The first inner pair is the name.
    pub(super) fn of<R: RuleType>(pair: Pair<'s, R>) -> Self {
        let (text, start, line) = (pair.as_str(), pair.as_span().start(), pair.line_col().0);
        let name = pair.into_inner().next().map_or("", |name| name.as_str()).to_owned();
        Self::new(name, text, start, line)
    }
}

pub(super) fn productions<R: RuleType>(
    grammar: Pairs<'_, R>,
    production: R,
) -> Vec<RawProduction<'_>> {
    let pairs = grammar.flat_map(Pair::into_inner);
    pairs.filter(|pair| pair.as_rule() == production).map(RawProduction::of).collect()
}

/// Returns the parts of a definition. Adds all parts except for the right side to `coverage`.
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

/// The message of a fault at the end of the text, if its cause is unknown.
const TOO_EARLY: &str = "it ends too early";

impl LineFault {
    /// Returns the position where the reader stopped, if the cause of the fault is unknown.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        if self.why == TOO_EARLY {
            return Some(Stopped::End);
        }
        let (_, column) = self.why.strip_prefix("unexpected `")?.rsplit_once("` in column ")?;
        Some(Stopped::At(self.line, column.parse().ok()?))
    }

    pub(super) fn nothing() -> Self {
        Self { line: 1, why: "its right side is empty".to_owned() }
    }
}

/// Returns the text from the first pair to the last pair, without the comment after the last pair.
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
        found => format!("unexpected `{found}` in column {column}"),
    };
    LineFault { line, why }
}

// The depth of brackets, found without recursion before they are read with recursion. Literals, prose and comments are
// skipped by the rules of the notations, so that none of them hides a bracket or is counted as one.

pub(super) const DEEPEST: usize = 200;
pub(super) const TOO_DEEP: &str = "brackets nest more than 200 deep";

/// Returns an error if brackets nest too deep. `is_lenient` is true if literals may be in apostrophes and prose
/// may continue on the next line.
pub(super) fn shallow(text: &str, notation: Notation, is_lenient: bool) -> Result<(), LineFault> {
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
            // A string of RFC 1630 consists of letters, digits and marks only; a quote may be literal.
            (b'"', Notation::Rfc1630) => {
                let text =
                    rest[1..].iter().take_while(|byte| byte.is_ascii_graphic() && **byte != b'"');
                let end = 1 + text.count();
                if end > 1 && rest.get(end) == Some(&b'"') { end + 1 } else { 1 }
            }
            (b'"', _) => in_line(b"\""),
            (b'\'', Notation::Abnf | Notation::Bnf) if is_lenient => in_line(b"'"),
            (b'<', Notation::Abnf | Notation::Bnf) if is_lenient => {
                match rest.iter().position(|&byte| byte == b'>') {
                    Some(end) => end + 1,
                    // The rest is unreadable.
                    None => return Ok(()),
                }
            }
            (b'<', Notation::Abnf | Notation::Bnf) => in_line(b">"),
            (b';', Notation::Abnf | Notation::Bnf) => in_line(b""),
            _ => 1,
        };
        match rest[0] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
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

// Checks that no part of the text of a grammar is ignored. Every byte of a file belongs to a production, or to
// a blank or a comment between two. Every byte of a production belongs to exactly one pair, the innermost that
// spans it; the reader counts the bytes of each pair that it uses. A part that it fails to use is an error
// instead of a smaller language.

/// The number of bytes of a production that its reader has used.
#[derive(Default)]
pub(super) struct Coverage(usize);

impl Coverage {
    /// Counts the bytes of a pair that are not in its inner pairs: its signs, and the blanks and comments
    /// between its parts.
    pub(super) fn add<R: RuleType>(&mut self, pair: &Pair<'_, R>) {
        let inner = pair.clone().into_inner().map(|part| part.as_str().len());
        self.0 += pair.as_str().len() - inner.sum::<usize>();
    }

    /// Counts all bytes of a pair.
    pub(super) fn add_whole<R: RuleType>(&mut self, pair: &Pair<'_, R>) {
        self.0 += pair.as_str().len();
    }

    /// Returns an error unless all bytes of the text were counted.
    pub(super) fn check(&self, text: &str) -> Result<(), LineFault> {
        if self.0 == text.len() {
            return Ok(());
        }
        let why = format!(
            "the reader used {} of the {} bytes of the production, which is a bug; please report it with the text",
            self.0,
            text.len()
        );
        Err(LineFault { line: 1, why })
    }
}

/// Returns an error if there is anything but blanks and comments between the productions of a file, before the
/// first or after the last.
pub(super) fn check_split(
    source: &str,
    raw_productions: &[RawProduction<'_>],
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
    let ends = raw_productions.iter().map(|raw| (raw.start, raw.start + raw.text.len()));
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

// Explains why a production of ABNF or BNF cannot be read: finds the first mistake that explains where the
// reader stopped. Other mistakes are not reported: RFC 2141 prints `'%" | "/"`, where the first sign is wrong,
// and not the unclosed last literal.

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
    /// A `*` that nothing to repeat follows. A reader may stop between it and this column, or at the end of the text.
    Repeat {
        until: Option<usize>,
    },
    Other,
}

/// Returns the first mistake that explains why a reader stopped at a position, or `None` if no known mistake
/// explains it.
pub(super) fn cause(text: &str, stopped: Stopped) -> Option<LineFault> {
    let explains = |one: &Mistake| match one.kind {
        CauseKind::Number => true,
        CauseKind::Open => stopped == Stopped::End,
        CauseKind::Repeat { until: None } => stopped == Stopped::End,
        CauseKind::Repeat { until: Some(until) } => match stopped {
            Stopped::At(line, column) => line == one.line && (one.column..=until).contains(&column),
            Stopped::End => false,
        },
        CauseKind::Other => stopped == Stopped::At(one.line, one.column),
    };
    let found = mistakes(text).into_iter().find(explains);
    found.map(|Mistake { line, why, .. }| LineFault { line, why })
}

/// Returns the line of each number that a letter follows, such as `%x4O`, with the reason why the number is invalid. A
/// lenient reader could read `%x4O` as `%x4` and a production `O`.
pub fn glued_numbers(text: &str) -> impl Iterator<Item = (usize, String)> {
    let numbers = mistakes(text).into_iter().filter(|one| one.kind == CauseKind::Number);
    numbers.map(|Mistake { line, why, .. }| (line, why))
}

/// Returns the mistakes in a production; unclosed brackets come last.
fn mistakes(text: &str) -> Vec<Mistake> {
    let (mut found, mut open): (Vec<Mistake>, Vec<Sign>) = (Vec::new(), Vec::new());
    // The column is counted incrementally, and the end of each line is found once: a line may be as long as the file.
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
                        "the literal that begins in column {column} is not closed by `\"` on its \
                         line"
                    ));
                    end_of_line
                }
            },
            // Prose may continue on the next line.
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
                            "the `{sign}` in column {column} does not match the `{last}` in \
                             column {from}{place}"
                        ));
                    }
                    None => mistake(format!("unmatched `{sign}` in column {column}")),
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
            '*' => {
                if let Some(kind) = repeats_nothing(rest, column) {
                    found.push(Mistake {
                        line,
                        column,
                        why: after_what(&text[..at], column),
                        kind,
                    });
                }
                1
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
        let why = format!("unclosed `{sign}` in column {column}");
        Mistake { line, column, why, kind: CauseKind::Open }
    });
    found.extend(open);
    found
}

/// Returns the kind of the mistake if nothing to repeat follows the `*` with which the text begins.
fn repeats_nothing(text: &str, column: usize) -> Option<CauseKind> {
    let rest = text[1..].trim_start_matches(|one: char| one.is_ascii_digit());
    let next = rest.trim_start();
    let between = &text[..text.len() - next.len()];
    let until = match next.chars().next() {
        None => None,
        Some('/' | '|' | ')' | ']') if !between.contains('\n') => {
            Some(column + between.chars().count())
        }
        Some(_) => return None,
    };
    Some(CauseKind::Repeat { until })
}

/// Returns the message for a `*` that comes after what it repeats. `before` is the text before the `*`.
fn after_what(before: &str, column: usize) -> String {
    let is_of_names = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
    let word = &before[before.trim_end_matches(is_of_names).len()..];
    let example = match word.contains(|one: char| one.is_ascii_alphabetic()) {
        true => format!("write `*{word}`"),
        false => "as in `*DIGIT`".to_owned(),
    };
    format!(
        "nothing follows the `*` in column {column}, which must come before what it repeats: {example}"
    )
}

fn number(text: &str) -> &str {
    let is_part = |one: char| one.is_ascii_alphanumeric() || matches!(one, '%' | '.' | '-');
    &text[..text.find(|one| !is_part(one)).unwrap_or(text.len())]
}

/// Returns the reason why a number is invalid, if it lacks a base, or has a letter or a digit that its base does not
/// allow.
fn glued(number: &str) -> Option<String> {
    let base = number.chars().nth(1)?.to_ascii_lowercase();
    let radix = match base {
        'x' => 16,
        'd' => 10,
        'b' => 2,
        // `%s` and `%i` are prefixes of strings (RFC 7405).
        's' | 'i' => return None,
        _ => return Some(format!("`{number}`: `%` must be followed by x, d or b, and digits")),
    };
    let wrong = number[2..].chars().find(|one| one.is_ascii_alphanumeric() && !one.is_digit(radix));
    wrong.map(|wrong| format!("`{number}`: `{wrong}` is not a digit in base {radix}"))
}

// The BNF of RFC 1630.
//
// The alternatives of `national` are `[`, `]` and so on: a bracket is literal if it is a whole alternative,
// and an option elsewhere.

#[derive(Parser)]
#[grammar = "notations/rfc1630.pest"]
struct Rfc1630;

/// The words of RFC 1630 for strings that its BNF cannot write as literals, with the bytes of these strings.
pub(super) const WORDS: [(&str, &[u8]); 3] = [("void", b""), ("space", b" "), ("vline", b"|")];

pub(super) fn split(source: &str) -> Result<Vec<RawProduction<'_>>, LineFault> {
    let grammar = Rfc1630::parse(Rule::grammar, source).map_err(|error| fault(&error))?;
    Ok(productions(grammar, Rule::production))
}

pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let definition = Rfc1630::parse(Rule::definition, text).map_err(|error| fault(&error))?;
    let coverage = &mut site.coverage;
    let mut parts = parts(definition, Rule::alternation, coverage).into_iter();
    let alternatives = parts.find(|pair| pair.as_rule() == Rule::alternation);
    let term = alternatives.map_or(Term::EMPTY, |pair| alternation(pair, coverage));
    coverage.check(text)?;
    Ok(term)
}

/// Reads a choice. The recursion is at most [`super::DEEPEST`] brackets deep.
fn alternation(pair: Pair<'_, Rule>, coverage: &mut Coverage) -> Term {
    coverage.add(&pair);
    let alternative = |pair: Pair<'_, Rule>| {
        coverage.add(&pair);
        let text = pair.as_str();
        let inner = pair.into_inner().next();
        Alternative::new(text, inner.map_or(Term::EMPTY, |pair| term(pair, coverage)))
    };
    Term::choice(pair.into_inner().map(alternative).collect())
}

fn term(pair: Pair<'_, Rule>, coverage: &mut Coverage) -> Term {
    let itself = |text: &str| Term::Literal { bytes: text.as_bytes().to_vec(), ignore_case: false };
    match pair.as_rule() {
        Rule::concatenation | Rule::option => coverage.add(&pair),
        _ => coverage.add_whole(&pair),
    }
    match pair.as_rule() {
        Rule::concatenation => {
            Term::sequence(pair.into_inner().map(|pair| term(pair, coverage)).collect())
        }
        Rule::option => {
            let inner = pair.into_inner().next();
            inner.map_or(Term::EMPTY, |pair| alternation(pair, coverage)).optional()
        }
        Rule::string => itself(pair.as_str().trim_matches('"')),
        Rule::name => Term::Name(pair.as_str().to_owned()),
        _ => itself(pair.as_str()),
    }
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
        is("a = ( b / c\n  d", None, 1, "unclosed `(` in column 5");
        is("a = b )\n", Some(7), 1, "unmatched `)` in column 7");
        let why = "the `]` in column 9 does not match the `(` in column 5";
        is("a = [ b\n  / ( c ]", Some(9), 2, why);
        let why = "the `]` in column 2 does not match the `(` in column 2 of a line above";
        is("a = [\n ( b\n ]", Some(2), 3, why);
        let why = "the literal that begins in column 5 is not closed by `\"` on its line";
        is("a = \"b / c", Some(5), 1, why);
        is("a = <b / c\nb", Some(5), 1, "the prose that begins in column 5 is not closed by `>`");
        is("a = <b\n c> )", Some(5), 2, "unmatched `)` in column 5");
        is("a = %x4O", Some(8), 1, "`%x4O`: `O` is not a digit in base 16");
        is("a = %d48-5A", Some(11), 1, "`%d48-5A`: `A` is not a digit in base 10");
        is("a = %41", Some(6), 1, "`%41`: `%` must be followed by x, d or b, and digits");
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
        let why = format!("unmatched `)` in column {column}");
        is(&text, Some(column), 1, &why);
        let lines = format!("a = {}\n )", "b \"x\"\n ".repeat(300_000));
        is(&lines, Some(2), 300_002, "unmatched `)` in column 2");
    }

    #[test]
    fn numbers_followed_by_letters_are_faults() {
        let found: Vec<_> = glued_numbers("a = %x4O / \"%x4O\" ; %x4O\n  %s\"x\" %b102").collect();
        let whys: Vec<(usize, &str)> = found.iter().map(|(line, why)| (*line, &**why)).collect();
        assert_eq!(
            whys,
            [
                (1, "`%x4O`: `O` is not a digit in base 16"),
                (2, "`%b102`: `2` is not a digit in base 2")
            ]
        );
    }
}
