//! Reads `.pest` files, in the notation of pest's book.
//!
//! `~` binds tighter than `|`; `!` and `&` are prefixes, and `?`, `*`, `+` and counts are postfixes. Expressions that use
//! pest's stack, and tags, are refused.

use crate::bytes::{ByteSet, Cursor};
use crate::tree::Term;

/// The kind of a rule: how it treats whitespace between expressions (pest's book, "Non-atomic").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// `{ … }` and `_{ … }`: whitespace is treated as in the calling rule.
    Normal,
    /// `@{ … }`.
    Atomic,
    /// `${ … }`.
    CompoundAtomic,
    /// `!{ … }`.
    NonAtomic,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name.
    pub name: String,
    /// The line of the name, counted from 1.
    pub line: usize,
    /// The kind, which determines the treatment of whitespace.
    pub kind: RuleKind,
    /// The expression as written.
    pub written: Term,
}

/// The reserved names of pest that do not use its stack. [`STACK`] lists the names that do.
const KEPT: [&str; 3] = ["ANY", "EOI", "SOI"];
const STACK: [&str; 7] = ["PUSH", "PUSH_LITERAL", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];
/// The maximum depth of nested expressions. A sequence or a choice of `n` parts is `n` deep.
pub(crate) const DEEPEST: usize = 1_000;

/// Reads the rules of a text.
///
/// # Errors
/// Returns a line and a sentence that describes the fault if the text is not a pest grammar.
pub fn read(text: &str) -> Result<Vec<Rule>, (usize, String)> {
    let mut parser = PestParser(Cursor::new(text));
    parser.rules().map_err(|why| (parser.0.line(), why))
}

/// Returns the definition of a built-in rule of pest.
pub(crate) fn built_in(name: &str) -> Option<Term> {
    let ranges: &[(char, char)] = match name {
        "ANY" => &[('\0', char::MAX)],
        "ASCII" => &[('\0', '\x7F')],
        "ASCII_DIGIT" => &[('0', '9')],
        "ASCII_NONZERO_DIGIT" => &[('1', '9')],
        "ASCII_BIN_DIGIT" => &[('0', '1')],
        "ASCII_OCT_DIGIT" => &[('0', '7')],
        "ASCII_HEX_DIGIT" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
        "ASCII_ALPHA_LOWER" => &[('a', 'z')],
        "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
        "ASCII_ALPHA" => &[('a', 'z'), ('A', 'Z')],
        "ASCII_ALPHANUMERIC" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
        "NEWLINE" => {
            return Some(Term::Choice(["\n", "\r\n", "\r"].map(|text| Term::Literal(text.to_owned(), false)).to_vec()));
        }
        "EOI" => return Some(Term::Look(false, Box::new(Term::Bytes(ByteSet::range(0, 0xFF))))),
        _ => return None,
    };
    Some(Term::Choice(ranges.iter().map(|&(first, last)| Term::Range(first.into(), last.into())).collect()))
}

struct PestParser<'t>(Cursor<'t>);

impl<'t> PestParser<'t> {
    fn rules(&mut self) -> Result<Vec<Rule>, String> {
        let mut rules = Vec::new();
        loop {
            self.blanks();
            if self.0.rest.is_empty() {
                return Ok(rules);
            }
            let (line, name) = (self.0.line(), self.name());
            if name.is_empty() || KEPT.contains(&name) || STACK.contains(&name) {
                return Err(format!("expected a rule, NAME = {{ EXPRESSION }}; {name:?} is not a rule name"));
            }
            self.needs("=")?;
            let kind = match () {
                () if self.takes("@") => RuleKind::Atomic,
                () if self.takes("$") => RuleKind::CompoundAtomic,
                () if self.takes("!") => RuleKind::NonAtomic,
                () if self.takes("_") => RuleKind::Normal,
                () => RuleKind::Normal,
            };
            self.needs("{")?;
            let written = self.choice(0)?;
            self.needs("}")?;
            rules.push(Rule { name: name.to_owned(), line, kind, written });
        }
    }

    /// Skips blanks and comments, which nest. The reader stops before an unterminated comment.
    fn blanks(&mut self) {
        loop {
            self.0.run(|one| matches!(one, ' ' | '\t' | '\n' | '\r'));
            if self.0.takes("//") {
                self.0.run(|one| one != '\n');
                continue;
            }
            let start = self.0.rest;
            let mut depth = usize::from(self.0.takes("/*"));
            if depth == 0 {
                return;
            }
            while depth > 0 {
                match () {
                    () if self.0.takes("/*") => depth += 1,
                    () if self.0.takes("*/") => depth -= 1,
                    () if self.0.next().is_some() => {}
                    () => {
                        self.0.rest = start;
                        return;
                    }
                }
            }
        }
    }

    /// Skips blanks, consumes `expected` if it follows, and returns whether it did.
    fn takes(&mut self, expected: &str) -> bool {
        self.blanks();
        self.0.takes(expected)
    }

    fn needs(&mut self, expected: &str) -> Result<(), String> {
        if self.takes(expected) { Ok(()) } else { Err(format!("`{expected}` is expected here")) }
    }

    fn name(&mut self) -> &'t str {
        let is_digit = self.0.rest.starts_with(|one: char| one.is_ascii_digit());
        self.0.run(|one| !is_digit && (one == '_' || one.is_ascii_alphanumeric()))
    }

    /// Reads terms separated by `~` and `|`.
    fn choice(&mut self, depth: usize) -> Result<Term, String> {
        self.takes("|");
        let (mut sequences, mut parts) = (Vec::new(), Vec::new());
        loop {
            // Sequences and choices lean to the right, so that their later parts are deeper.
            parts.push(self.term(depth + sequences.len() + parts.len())?);
            if self.takes("|") {
                sequences.push(right(std::mem::take(&mut parts), true));
            } else if !self.takes("~") {
                sequences.push(right(parts, true));
                return Ok(right(sequences, false));
            }
        }
    }

    /// Reads a term with its prefixes and postfixes.
    fn term(&mut self, depth: usize) -> Result<Term, String> {
        if depth > DEEPEST {
            return Err(format!("expressions nest more than {DEEPEST} deep"));
        }
        let mut term = match () {
            () if self.takes("!") => return Ok(Term::Look(false, Box::new(self.term(depth + 1)?))),
            () if self.takes("&") => return Ok(Term::Look(true, Box::new(self.term(depth + 1)?))),
            () if self.takes("(") => {
                let inner = self.choice(depth + 1)?;
                self.needs(")")?;
                inner
            }
            () => self.terminal()?,
        };
        for _ in depth..=DEEPEST {
            let (least, most) = match () {
                () if self.takes("?") => (0, Some(1)),
                () if self.takes("*") => (0, None),
                () if self.takes("+") => (1, None),
                () if self.takes("{") => self.count()?,
                () => return Ok(term),
            };
            term = Term::Repeat(least, most, Box::new(term));
        }
        Err(format!("expressions nest more than {DEEPEST} deep"))
    }

    /// Reads a count after `{`: `2}`, `2,}`, `,3}` or `2,3}`.
    fn count(&mut self) -> Result<(u32, Option<u32>), String> {
        self.blanks();
        let least = self.0.times()?;
        let most = if self.takes(",") {
            self.blanks();
            self.0.times()?
        } else {
            least
        };
        self.needs("}")?;
        match (least, most) {
            // pest itself refuses to repeat zero times.
            (_, Some(0)) | (None, None) => Err("invalid repetition count".to_owned()),
            (Some(least), Some(most)) if most < least => Err("invalid repetition count".to_owned()),
            _ => Ok((least.unwrap_or(0), most)),
        }
    }

    fn terminal(&mut self) -> Result<Term, String> {
        if self.0.rest.starts_with('"') {
            return Ok(Term::Literal(self.quoted("\"")?, false));
        }
        if self.takes("^") {
            return Ok(Term::Literal(self.quoted("\"")?, true));
        }
        if self.0.rest.starts_with('\'') {
            let first = self.quoted("'")?;
            self.needs("..")?;
            let last = self.quoted("'")?;
            let mut ends = first.chars().chain(last.chars()).map(u32::from);
            return match (ends.next(), ends.next(), ends.next()) {
                (Some(first), Some(last), None) => Ok(Term::Range(first, last)),
                _ => Err("a range needs two characters, such as 'a'..'z'".to_owned()),
            };
        }
        match self.name() {
            "" => Err("expected an expression; tags are not supported".to_owned()),
            name if STACK.contains(&name) => Err("rules that use the stack are not supported".to_owned()),
            name => Ok(Term::Name(name.to_owned())),
        }
    }

    /// Reads a string in quotes, or a character in apostrophes.
    fn quoted(&mut self, quote: &str) -> Result<String, String> {
        self.needs(quote)?;
        let mut text = String::new();
        while !self.0.takes(quote) {
            text.push(self.character().ok_or("invalid escape, or unexpected end of the text")?);
        }
        Ok(text)
    }

    /// Reads a literal or escaped character.
    fn character(&mut self) -> Option<char> {
        if !self.0.takes("\\") {
            return self.0.next();
        }
        let digits = match self.0.next()? {
            one @ ('"' | '\\' | '\'') => return Some(one),
            'n' => return Some('\n'),
            'r' => return Some('\r'),
            't' => return Some('\t'),
            '0' => return Some('\0'),
            'x' => {
                let digits = self.0.rest.get(..2)?;
                self.0.takes(digits);
                digits
            }
            'u' if self.0.takes("{") => {
                let digits = self.0.run(|one| one != '}');
                self.0.next();
                digits
            }
            _ => return None,
        };
        let is_code = (2..=6).contains(&digits.len()) && digits.bytes().all(|one| one.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| is_code).and_then(char::from_u32)
    }
}

// The transformation of rules before they are run: the optimizer of `pest_meta` 2.9, and whitespace between expressions.
//
// Most steps preserve the behaviour of a rule, and are needed only because the last one depends on how expressions are
// *written*: `(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`, which matches more. pest's first step in an atomic rule merges
// `(!a ~ ANY)*` into a single skip expression, and is omitted here: it preserves the behaviour, but may make two
// expressions equal that are written differently. An expression is refused if the merging decides whether it is a list.

/// The maximum number of expressions that the counts of one rule may expand to.
const MOST: usize = 100_000;

/// Returns the expression that pest runs for a rule.
///
/// # Errors
/// Returns the reason if the rule cannot be read.
pub fn optimized(rule: &Rule) -> Result<Term, String> {
    let (mut term, mut budget) = (rule.written.clone(), MOST);
    bottom_up(&mut term, &mut |one| unroll(one, &mut budget))?;
    if rule.kind == RuleKind::Atomic {
        bottom_up(&mut term, &mut join)?;
    }
    factor(&mut term, matches!(rule.kind, RuleKind::Atomic | RuleKind::CompoundAtomic));
    bottom_up(&mut term, &mut |one| list(one, rule.kind == RuleKind::Atomic))?;
    Ok(term)
}

/// Joins parts into a sequence or a choice that is nested to the right. Parentheses within the parts are ignored.
pub(crate) fn right(mut parts: Vec<Term>, is_seq: bool) -> Term {
    let mut flat = Vec::new();
    parts.reverse();
    while let Some(part) = parts.pop() {
        match (part, is_seq) {
            (Term::Seq(all), true) | (Term::Choice(all), false) => parts.extend(all.into_iter().rev()),
            (other, _) => flat.push(other),
        }
    }
    chain(flat, if is_seq { Term::Seq } else { Term::Choice })
}

/// Nests parts to the right: the first part is joined with the nested rest of the parts.
fn chain(parts: Vec<Term>, join: fn(Vec<Term>) -> Term) -> Term {
    let mut parts = parts.into_iter().rev();
    let last = parts.next().unwrap_or(Term::Seq(Vec::new()));
    parts.fold(last, |rest, one| join(vec![one, rest]))
}

/// Applies a step to an expression and to all its parts, always to the parts first.
fn bottom_up(term: &mut Term, step: &mut dyn FnMut(&mut Term) -> Result<(), String>) -> Result<(), String> {
    for part in term.parts_mut() {
        bottom_up(part, step)?;
    }
    step(term)
}

/// Returns the two parts of a sequence.
fn two(term: &Term) -> Option<(&Term, &Term)> {
    let Term::Seq(all) = term else { return None };
    all.first().zip(all.get(1))
}

/// Expands a count to a sequence: `a+` is `a ~ a*`, and `a{1,3}` is `a ~ a? ~ a?`.
fn unroll(term: &mut Term, budget: &mut usize) -> Result<(), String> {
    if let Term::Repeat(least, most, of) = term
        && !matches!((*least, *most), (0, None | Some(1)))
    {
        let count = most.unwrap_or(*least) as usize;
        let cost = count.checked_mul(size(of)).filter(|cost| count <= DEEPEST && cost <= budget);
        *budget -= cost.ok_or_else(|| format!("{count} repetitions are too many"))?;
        let mut parts = vec![(**of).clone(); *least as usize];
        parts.resize(count, Term::option((**of).clone()));
        parts.extend(most.is_none().then(|| Term::Repeat(0, None, of.clone())));
        // As in pest: the nesting of the parts is preserved.
        *term = chain(parts, Term::Seq);
    }
    Ok(())
}

fn size(term: &Term) -> usize {
    1 + term.parts().iter().map(size).sum::<usize>()
}

/// Joins two consecutive literals if both ignore case, or neither does.
fn join(term: &mut Term) -> Result<(), String> {
    if let Some((Term::Literal(one, ignores_case), Term::Literal(other, same))) = two(term)
        && ignores_case == same
    {
        *term = Term::Literal(format!("{one}{other}"), *same);
    }
    Ok(())
}

/// Rewrites `a ~ b | a ~ c` to `a ~ (b | c)`; `a ~ b | a` to `a ~ b?` in an atomic rule, in which no whitespace is skipped
/// before `b`; and `a | a ~ b` to `a`. Outer expressions come first.
fn factor(term: &mut Term, is_atomic: bool) {
    if let Term::Choice(all) = term
        && let [one, other] = &all[..]
    {
        let found = match (two(one), two(other)) {
            (Some((a, b)), Some((again, c))) if a == again => {
                Some(Term::Seq(vec![a.clone(), Term::Choice(vec![b.clone(), c.clone()])]))
            }
            (Some((a, b)), None) if is_atomic && a == other => {
                Some(Term::Seq(vec![a.clone(), Term::option(b.clone())]))
            }
            (None, Some((again, _))) if one == again => Some(one.clone()),
            _ => None,
        };
        if let Some(found) = found {
            *term = found;
        }
    }
    term.parts_mut().iter_mut().for_each(|part| factor(part, is_atomic));
}

/// Rewrites `(a ~ b)* ~ a` to `a ~ (b ~ a)*`.
fn list(term: &mut Term, is_atomic: bool) -> Result<(), String> {
    let Some((Term::Repeat(0, None, of), last)) = two(term) else { return Ok(()) };
    let Some((a, b)) = two(of) else { return Ok(()) };
    // Whether the repetition is itself a skip expression, and not a list with or without the merging.
    let is_piece = is_skip(of) && a != last && !a.any(is_skip);
    if is_atomic && (of.any(is_skip) && !is_piece || last.any(is_skip)) {
        return Err(
            "pest's result for `(a ~ b)* ~ c` with `!d ~ ANY` inside depends on its spelling; this is not supported"
                .to_owned(),
        );
    }
    if a == last {
        let again = Term::Repeat(0, None, Box::new(Term::Seq(vec![b.clone(), last.clone()])));
        *term = Term::Seq(vec![a.clone(), again]);
    }
    Ok(())
}

/// Returns whether an expression is `!a ~ ANY`, which pest may merge into a skip expression.
fn is_skip(term: &Term) -> bool {
    matches!(two(term), Some((Term::Look(false, _), Term::Name(any))) if any == "ANY")
}

/// Returns the expression that pest runs between two expressions of a sequence or of a repetition, in a rule that is not
/// atomic: any number of `WHITESPACE` and `COMMENT`, if these rules exist.
pub(crate) fn between(has_rule: impl Fn(&str) -> bool) -> Option<Term> {
    let any = |of: Term| Term::Repeat(0, None, Box::new(of));
    let [spaces, comments] = ["WHITESPACE", "COMMENT"].map(|name| has_rule(name).then(|| Term::Name(name.to_owned())));
    match (spaces.map(any), comments) {
        (Some(spaces), Some(comment)) => Some(Term::Seq(vec![spaces.clone(), any(Term::Seq(vec![comment, spaces]))])),
        (spaces, comment) => spaces.or(comment.map(any)),
    }
}
