//! Why a production of ABNF or BNF cannot be read, in terms of what was meant: the first mistake that explains where
//! the reader stopped. A mistake elsewhere explains nothing: RFC 2141 prints `'%" | "/"`, where the first sign is
//! wrong, and not the last literal that is left open.

use super::cut::{LineFault, Stopped};

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
