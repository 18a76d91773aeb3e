//! The W3C EBNF of XML 1.0, section 6, and the EBNF of ISO/IEC 14977.
//!
//! Literals are case-sensitive, and characters are code points. `[^a]` is any `Char` except `a` in a grammar that
//! defines `Char`, and any code point except `a` in other grammars. `{ x }-` of ISO/IEC 14977 excludes the empty
//! string, so it is one or more `x`.

use std::collections::HashSet;
use std::ops::Range;

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::characters::{joined, value};
use super::grammar::{Alternative, Notation, Site, Term};
use super::lines::BRACES;
use super::split;
use super::split::{LineFault, RawProduction, TOO_DEEP};

#[derive(Parser)]
#[grammar = "notations/ebnf.pest"]
struct Ebnf;

/// Reads the right side of one production.
pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let text = without_comments(text, site.notation);
    let text = text.trim_end();
    let whole = text;
    let is_w3c = site.notation == Notation::W3c;
    let rule = if is_w3c { Rule::w3c_definition } else { Rule::iso_definition };
    let right = if is_w3c { Rule::w3c_alternation } else { Rule::iso_alternation };
    let definition = Ebnf::parse(rule, text).map_err(|error| split::fault(&error))?;
    let parts = split::parts(definition, right, &mut site.coverage);
    for directive in parts.iter().filter(|pair| pair.as_rule() == Rule::directive) {
        let text = directive.as_str().trim_end();
        let (line, column) = directive.line_col();
        let before = text_of_line(whole, line).get(..column.saturating_sub(1)).unwrap_or_default();
        if !before.trim().is_empty() {
            let why = format!(
                "unexpected `{text}` in column {column}; a directive has a line of its own"
            );
            return Err(LineFault { line, why });
        }
        site.note(directive.line_col().0, format!("the directive `{text}` is ignored"));
    }
    let mut parts = parts.into_iter();
    let pair = parts.find(|pair| pair.as_rule() == right).ok_or_else(LineFault::nothing)?;
    let term = choice(pair, site, if is_w3c { difference } else { term })?;
    site.coverage.check(text)?;
    Ok(term)
}

/// Returns a line of a text, counted from 1.
fn text_of_line(text: &str, line: usize) -> &str {
    text.lines().nth(line - 1).unwrap_or_default()
}

/// Reads a choice of sequences; `term` reads each term of a sequence. The recursion is at most as deep as
/// brackets may nest.
fn choice<'s>(
    pair: Pair<'s, Rule>,
    site: &mut Site<'_>,
    term: fn(Pair<'s, Rule>, &mut Site<'_>) -> Result<Term, LineFault>,
) -> Result<Term, LineFault> {
    let mut alternatives = Vec::new();
    site.coverage.add(&pair);
    for one in pair.into_inner() {
        site.coverage.add(&one);
        let text = one.as_str();
        let terms = one.into_inner().map(|pair| term(pair, site));
        let terms = terms.collect::<Result<Vec<_>, _>>()?;
        alternatives.push(Alternative::new(text, Term::sequence(terms)));
    }
    Ok(Term::choice(alternatives))
}

/// Reads a literal, whose only inner pair is its text.
fn literal(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Term {
    let text = pair.into_inner().next();
    text.iter().for_each(|text| site.coverage.add_whole(text));
    let text = text.map_or("", |text| text.as_str());
    Term::Literal { bytes: text.as_bytes().to_vec(), ignore_case: false }
}

fn difference(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    site.coverage.add(&pair);
    let terms = pair.into_inner().map(|pair| repetition(pair, site));
    let mut terms = terms.collect::<Result<Vec<_>, _>>()?.into_iter();
    match (terms.next(), terms.next()) {
        (Some(from), Some(without)) => Ok(from.without(without)),
        (Some(only), None) => Ok(only),
        (None, _) => Err(LineFault::nothing()),
    }
}

fn repetition(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    site.coverage.add(&pair);
    let mut parts = pair.into_inner();
    let Some(part) = parts.next() else { return Err(LineFault::nothing()) };
    let (is_braces, line) = (part.as_rule() == Rule::braces, part.line_col().0);
    let term = primary(part, site)?;
    let times = parts.next();
    if is_braces {
        // Some authors write `{ x }*` and `{ x }+`.
        let group = "`{ … }` is a group if a sign of repetition follows, and else a repetition";
        site.note(line, if times.is_some() { group } else { BRACES });
    }
    times.iter().for_each(|times| site.coverage.add_whole(times));
    let (min, max) = match times.as_ref().map(|times| (times.line_col().0, times.as_str())) {
        Some((_, "?")) => (0, Some(1)),
        Some((_, "*")) => (0, None),
        Some((_, "+")) => (1, None),
        Some((line, counts)) => {
            site.note(line, "`{m,n}` is a number of repetitions, as in GBNF");
            counted(counts).ok_or_else(|| {
                let why = format!("`{counts}` is not a number of repetitions that can be used");
                LineFault { line, why }
            })?
        }
        None if is_braces => (0, None),
        None => return Ok(term),
    };
    Ok(Term::Repeat { min, max, term: Box::new(term) })
}

/// Returns the bounds of `{2}`, `{2,}` or `{2,3}`, if they are numbers in order.
fn counted(text: &str) -> Option<(u32, Option<u32>)> {
    let text = text.trim_matches(['{', '}']);
    let (min, max) = text.split_once(',').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let max = if max.trim().is_empty() { None } else { Some(number(max)?) };
    Some((number(min)?, max)).filter(|(min, max)| max.is_none_or(|max| *min <= max))
}

fn primary(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let line = pair.line_col().0;
    let fault = |why| LineFault { line, why };
    match pair.as_rule() {
        Rule::w3c_group | Rule::braces | Rule::w3c_literal | Rule::class => {
            site.coverage.add(&pair);
        }
        _ => site.coverage.add_whole(&pair),
    }
    match pair.as_rule() {
        Rule::w3c_group | Rule::braces => {
            let inner = pair.into_inner().next();
            inner.map_or(Err(LineFault::nothing()), |pair| choice(pair, site, difference))
        }
        Rule::constraint => {
            site.note(line, "a constraint in brackets, `[ wfc: … ]`, is ignored");
            Ok(Term::EMPTY)
        }
        Rule::w3c_literal => Ok(literal(pair, site)),
        Rule::code => {
            let value = code(&pair).map_err(fault)?;
            site.characters.literal(&[value]).map_err(fault)
        }
        Rule::class => class(pair, site).map_err(fault),
        _ => Ok(Term::Name(pair.as_str().to_owned())),
    }
}

fn code(pair: &Pair<'_, Rule>) -> Result<u32, String> {
    value("x", pair.as_str().trim_start_matches("#x"))
}

/// Returns the sign of a class that its author probably meant as in another notation: `['a'-'z']` or, as in patterns,
/// `[\-\.]`. Both signs may also be meant as characters, as in `[-'()]` of XML 1.0 and `[tbnrf\"']` of SPARQL.
fn misread(class: &str) -> Option<char> {
    let is_quoted = |quote: &char| class.contains(&format!("{quote}-{quote}"));
    let mut after = class.split('\\').skip(1);
    if let Some(quote) = ['\'', '"'].into_iter().find(is_quoted) {
        return Some(quote);
    }
    let is_escape =
        |rest: &str| rest.starts_with(['-', '.', '[', '^', '*', '+', '?', '$', '|', '/']);
    after.any(is_escape).then_some('\\')
}

fn class(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, String> {
    let line = pair.line_col().0;
    if let Some(sign) = misread(pair.as_str()) {
        let text =
            format!("`{sign}` in a class is a character of it, and neither quotes nor escapes");
        site.note(line, text);
    }
    let (mut ranges, mut is_negated) = (Vec::new(), false);
    for part in pair.into_inner() {
        let is_range = match part.as_rule() {
            Rule::not => {
                site.coverage.add_whole(&part);
                is_negated = true;
                continue;
            }
            rule => rule == Rule::range,
        };
        if is_range {
            site.coverage.add(&part);
        }
        let members = if is_range { part.into_inner().collect() } else { vec![part] };
        members.iter().for_each(|member| site.coverage.add_whole(member));
        let values =
            members.into_iter().flat_map(Pair::into_inner).map(|one| match one.as_rule() {
                Rule::code => code(&one),
                _ => Ok(one.as_str().chars().next().map_or(0, u32::from)),
            });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else { continue };
        ranges.push((first, last));
    }
    if !is_negated {
        return site.characters.ranges(&ranges);
    }
    if site.is_own("Char") {
        site.note(line, "`[^…]` is any other `Char`, as in XML 1.0, section 6");
        return Ok(Term::Name("Char".to_owned()).without(site.characters.ranges(&ranges)?));
    }
    site.note(line, "`[^…]` is any other character, since `Char` is not defined");
    site.characters.others(&ranges)
}

fn term(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let (mut own, mut without) = (Term::EMPTY, None);
    site.coverage.add(&pair);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::exception => {
                site.coverage.add(&part);
                let inner = part.into_inner().next().map(|pair| factor(pair, site)).transpose()?;
                without = Some(inner.unwrap_or(Term::EMPTY));
            }
            _ => own = factor(part, site)?,
        }
    }
    Ok(match without {
        Some(without) => own.without(without),
        None => own,
    })
}

fn factor(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let mut times = None;
    site.coverage.add(&pair);
    for part in pair.into_inner() {
        let (line, text) = (part.line_col().0, part.as_str());
        let fault = |why| LineFault { line, why };
        match part.as_rule() {
            Rule::count | Rule::special | Rule::iso_name => site.coverage.add_whole(&part),
            _ => site.coverage.add(&part),
        }
        let term = match part.as_rule() {
            Rule::count => {
                let why = || fault(format!("the number of repetitions `{text}` is too large"));
                times = Some(text.parse::<u32>().map_err(|_| why())?);
                continue;
            }
            Rule::iso_literal => literal(part, site),
            Rule::special => {
                let words = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                return Err(fault(format!(
                    "`{words}` is a special sequence, which cannot be read; assume what \
                     the production stands for (`--assume`) or give a reading"
                )));
            }
            Rule::iso_name => {
                let name = joined(text);
                if name != text {
                    site.note(line, "a name has several words, which are joined by `-`");
                }
                Term::Name(name)
            }
            rule => {
                let Some(inner) = part.into_inner().next() else {
                    return Err(LineFault::nothing());
                };
                let term = choice(inner, site, term)?;
                match rule {
                    Rule::star => Term::Repeat { min: 0, max: None, term: Box::new(term) },
                    Rule::option => term.optional(),
                    _ => term,
                }
            }
        };
        return Ok(match times {
            Some(times) => Term::Repeat { min: times, max: Some(times), term: Box::new(term) },
            None => term,
        });
    }
    Err(LineFault::nothing())
}

// Splits EBNF files into productions, without recursion and in linear time. Text within literals, classes,
// special sequences and comments neither begins nor ends a production. ISO/IEC 14977 comments nest.

/// A token of a file: text up to an end offset, or one byte.
enum EbnfToken {
    /// White space or a comment.
    Blank(usize),
    /// An unclosed comment, which is a mistake, since it hides everything that follows.
    Open,
    /// A literal, a class or a special sequence.
    Hidden(usize),
    Byte(u8),
}

/// Returns the token at an offset. The opening quote of an unclosed literal is a token of one byte.
fn piece(text: &str, at: usize, notation: Notation) -> EbnfToken {
    let rest = &text.as_bytes()[at..];
    let upto = |end: u8, is_within_line: bool| {
        let stops = |byte: &u8| *byte == end || is_within_line && matches!(byte, b'\n' | b'\r');
        let found = rest[1..].iter().position(stops);
        let found = found.filter(|&stop| rest[stop + 1] == end);
        found.map_or(EbnfToken::Byte(rest[0]), |stop| EbnfToken::Hidden(at + stop + 2))
    };
    let is_iso = notation == Notation::Iso14977;
    match rest[0] {
        b' ' | b'\t' | b'\n' | b'\r' => EbnfToken::Blank(at + 1),
        end @ (b'"' | b'\'') => upto(end, true),
        b'[' if !is_iso => upto(b']', true),
        b'?' if is_iso => upto(b'?', false),
        b'/' if !is_iso && rest.starts_with(b"/*") => {
            text[at + 2..].find("*/").map_or(EbnfToken::Open, |end| EbnfToken::Blank(at + end + 4))
        }
        b'(' if is_iso && rest.starts_with(b"(*") => {
            let (mut depth, mut end) = (0_usize, 0);
            while end < rest.len() {
                let pair = rest.get(end..end + 2).unwrap_or_default();
                match pair {
                    b"(*" => depth += 1,
                    b"*)" => depth -= 1,
                    _ => {}
                }
                end += if matches!(pair, b"(*" | b"*)") { 2 } else { 1 };
                if depth == 0 {
                    return EbnfToken::Blank(at + end);
                }
            }
            EbnfToken::Open
        }
        byte => EbnfToken::Byte(byte),
    }
}

/// The name before a `::=`, and the number before the name.
struct EbnfHead<'t> {
    name: &'t str,
    /// The offset of the name.
    start: usize,
    /// A possible production number: its range, and whether it is on a line above the name.
    number: Option<(Range<usize>, bool)>,
    /// Whether nothing precedes the name, or its number, on the line.
    is_first: bool,
}

impl EbnfHead<'_> {
    /// Returns the range of the number, if it is where `is_above` asks for it: on a line above the name if `is_above`
    /// is true, and otherwise on the line of the name.
    fn number(&self, is_above: bool) -> Option<&Range<usize>> {
        let number = self.number.as_ref().filter(|(_, above)| *above == is_above);
        number.map(|(place, _)| place)
    }
}

/// Splits a W3C EBNF file into productions. Each ends before the name, or the number, of the next production.
pub(super) fn split_w3c(text: &str) -> Result<Vec<RawProduction<'_>>, LineFault> {
    let mut heads: Vec<EbnfHead<'_>> = Vec::new();
    // The offset; the last item before it, which is a number or a head without its sign; and whether only blanks
    // precede the offset on its line.
    let (mut at, mut number, mut last, mut is_first) = (0, None, None, true);
    while at < text.len() {
        let from = at;
        let was_first = is_first;
        is_first = false;
        match piece(text, at, Notation::W3c) {
            EbnfToken::Blank(end) => {
                is_first = was_first || text[at..end].contains('\n');
                at = end;
                continue;
            }
            EbnfToken::Open => return Err(open_comment(text, at)),
            EbnfToken::Hidden(end) => {
                at = end;
                let is_number = was_first && number_at(&text[from..end]) == Some(end - from);
                (number, last) = (is_number.then_some(from..end), None);
                continue;
            }
            EbnfToken::Byte(b':') if text[at..].starts_with("::=") => {
                heads.extend(last.take());
                at += 3;
            }
            EbnfToken::Byte(byte) if is_name(byte) => {
                let end = text[at..].find(|c: char| !c.is_ascii() || !is_name(c as u8));
                at = end.map_or(text.len(), |end| at + end);
                let number = number.take();
                let number = number.map(|one: Range<usize>| {
                    let is_above = text[one.end..from].contains('\n');
                    (one, is_above)
                });
                let is_first = was_first || number.is_some();
                last = Some(EbnfHead { name: &text[from..at], start: from, number, is_first });
                continue;
            }
            EbnfToken::Byte(_) => {
                at += width(text, at);
                last = None;
            }
        }
        number = None;
        if heads.is_empty() {
            return Err(stray(text, from));
        }
    }
    let read = numbers(text, &heads);
    let starts = heads.iter().zip(&read).map(|(head, read)| match (read, &head.number) {
        (NumberReading::Number | NumberReading::Either, Some((place, _))) => place.start,
        _ => head.start,
    });
    let starts: Vec<usize> = starts.chain([text.len()]).collect();
    let mut lines = LineCounter::new(text);
    let mut raw_productions: Vec<RawProduction<'_>> = Vec::new();
    for (at, (head, read)) in heads.iter().zip(&read).enumerate() {
        let raw = lines.split(head.name, starts[at], starts[at + 1]);
        if let (NumberReading::Either, Some((place, _)), Some(before)) =
            (read, &head.number, raw_productions.last_mut())
        {
            let why = format!(
                "`{}` may be the number of `{}`, or a class at the end of `{}`; write a class on the line above the name, or number every production",
                &text[place.clone()],
                head.name,
                before.name
            );
            let line = 1 + raw.line - before.line;
            before.doubt = Some(LineFault { line, why });
        }
        raw_productions.push(raw);
    }
    Ok(raw_productions)
}

/// The meaning of a number in brackets before a name.
enum NumberReading {
    /// The number of the production.
    Number,
    /// A class at the end of the previous production.
    Class,
    /// A number or a class; the text does not show which.
    Either,
}

/// Decides whether brackets before a name are a production number. A document numbers all its productions or none, in
/// one form, with distinct numbers. Excerpts from several documents may number some productions, in ascending order.
fn numbers(text: &str, heads: &[EbnfHead<'_>]) -> Vec<NumberReading> {
    let key = |place: &Range<usize>| {
        let inner = text[place.start + 1..place.end - 1].to_ascii_lowercase();
        let digits = inner.trim_end_matches(|c: char| c.is_ascii_lowercase());
        (digits.parse::<u32>().unwrap_or(u32::MAX), inner[digits.len()..].to_owned())
    };
    // For each form, whether all productions have it, whether the numbers are distinct, and whether they ascend.
    let [beside, above] = [false, true].map(|is_above| {
        let all: Vec<_> = heads.iter().filter_map(|one| one.number(is_above)).collect();
        let keys: Vec<_> = all.iter().map(|place| key(place)).collect();
        let is_rising = keys.is_sorted_by(|one, next| one < next);
        let mut different: HashSet<_> = HashSet::new();
        let is_unique = is_rising || keys.into_iter().all(|one| different.insert(one));
        let has_zero = all.iter().any(|place| text[place.start + 1..].starts_with('0'));
        (all.len() == heads.len(), is_unique, is_rising && all.len() > 1 && !has_zero)
    });
    let is_joined = heads.iter().any(|one| !one.is_first);
    let read = |(at, head): (usize, &EbnfHead<'_>)| match head.number {
        None => NumberReading::Class,
        // No production that could end with a class precedes the first one.
        Some(_) if at == 0 => NumberReading::Number,
        Some((_, false)) if beside.0 && beside.1 || beside.2 && !is_joined => NumberReading::Number,
        Some((_, true)) if above.0 && above.2 => NumberReading::Number,
        Some((_, true)) if heads[0].number.is_none() => NumberReading::Class,
        Some(_) => NumberReading::Either,
    };
    heads.iter().enumerate().map(read).collect()
}

/// Returns the length of the production number at the beginning of a text, such as `[4a]` in XML 1.0.
pub(crate) fn number_at(text: &str) -> Option<usize> {
    let (number, _) = text.strip_prefix('[')?.split_at_checked(text.find(']')?.checked_sub(1)?)?;
    let digits = number.strip_suffix(|c: char| c.is_ascii_alphabetic()).unwrap_or(number);
    let is_number =
        (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number.len() + 2)
}

/// Splits an ISO/IEC 14977 file into productions: each ends with `;` or `.`.
pub(super) fn split_iso(text: &str) -> Result<Vec<RawProduction<'_>>, LineFault> {
    let (mut at, mut start, mut sign, mut raw_productions) = (0, None, None, Vec::new());
    let mut lines = LineCounter::new(text);
    while at < text.len() {
        match piece(text, at, Notation::Iso14977) {
            EbnfToken::Blank(end) => at = end,
            EbnfToken::Open => return Err(open_comment(text, at)),
            EbnfToken::Hidden(end) => {
                start.get_or_insert(at);
                at = end;
            }
            EbnfToken::Byte(b';' | b'.') => {
                let (Some(first), Some(sign)) = (start.take(), sign.take()) else {
                    return Err(stray(text, at));
                };
                let name = without_comments(&text[first..sign], Notation::Iso14977);
                raw_productions.push(lines.split(&joined(&name), first, at + 1));
                at += 1;
            }
            EbnfToken::Byte(byte) => {
                start.get_or_insert(at);
                if byte == b'=' {
                    sign.get_or_insert(at);
                }
                at += width(text, at);
            }
        }
    }
    match start {
        Some(first) => Err(stray(text, first)),
        None => Ok(raw_productions),
    }
}

/// Returns the text with its comments blanked out. Line numbers are kept.
pub(crate) fn without_comments(text: &str, notation: Notation) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while at < text.len() {
        match piece(text, at, notation) {
            EbnfToken::Blank(end) => {
                let blank = |c: char| if matches!(c, '\n' | '\r') { c } else { ' ' };
                out.extend(text[at..end].chars().map(blank));
                at = end;
            }
            EbnfToken::Open => {
                out.push_str(&text[at..]);
                break;
            }
            EbnfToken::Hidden(end) => {
                out.push_str(&text[at..end]);
                at = end;
            }
            EbnfToken::Byte(_) => {
                let end = at + width(text, at);
                out.push_str(&text[at..end]);
                at = end;
            }
        }
    }
    out
}

/// Returns an error if brackets nest too deep to be read recursively.
pub(super) fn shallow(text: &str, notation: Notation) -> Result<(), LineFault> {
    let (mut at, mut depth) = (0, 0_usize);
    while at < text.len() {
        match piece(text, at, notation) {
            EbnfToken::Blank(end) | EbnfToken::Hidden(end) => at = end,
            EbnfToken::Open => break,
            EbnfToken::Byte(byte) => {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth > split::DEEPEST {
                    let LineFault { line, .. } = stray(text, at);
                    return Err(LineFault { line, why: TOO_DEEP.to_owned() });
                }
                at += width(text, at);
            }
        }
    }
    Ok(())
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// Returns the number of bytes of the character at an offset.
fn width(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

pub(super) const OPEN_COMMENT: &str = "the comment that begins here is not closed";

fn open_comment(text: &str, at: usize) -> LineFault {
    LineFault { why: OPEN_COMMENT.to_owned(), ..stray(text, at) }
}

/// Returns the fault for text that belongs to no production.
fn stray(text: &str, at: usize) -> LineFault {
    let line = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    LineFault { line, why: String::new() }
}

struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> LineCounter<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// Returns the production between two offsets. Productions must be split in the order of the text.
    fn split(&mut self, name: &str, start: usize, end: usize) -> RawProduction<'t> {
        let before = &self.text.as_bytes()[self.at..start];
        self.line += before.iter().filter(|&&byte| byte == b'\n').count();
        self.at = start;
        RawProduction::new(name.to_owned(), &self.text[start..end], start, self.line)
    }
}
