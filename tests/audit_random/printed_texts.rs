//! Random texts of printed grammars in three notations, and their meaning. The writer returns the meaning of each part
//! that it writes.

use urispec_audit::Notation;

use crate::evaluator::Term;
use crate::random::Random;

/// Names of productions. Some differ only in case, which matters in two notations; in RFC 1630's notation a single
/// letter is not a name.
const NAMES: [&str; 6] = ["ab", "b-2", "Ab", "x1-y", "digits", "Zz-"];

/// The greatest depth of brackets.
const DEPTH: usize = 2;

/// The pieces of strings.
pub(crate) const LETTERS: [&[u8]; 24] = [
    b"a", b"b", b"a", b"b", b"A", b"B", b"c", b"1", b"0", b"9", b"k", b"Z", b";", b"\"", b"|",
    b"[", b"]", b"/", b" ", b"\t", b"\r\n", b"\n", b"\x00", b"\xFF",
];

/// A grammar: its text, its names, and the meaning of each.
pub(crate) struct Grammar {
    pub(crate) text: String,
    pub(crate) names: Vec<&'static str>,
    pub(crate) rules: Vec<Term>,
}

/// Returns a grammar of one to four productions.
pub(crate) fn grammar(notation: Notation, random: &mut Random) -> Grammar {
    let count = 1 + random.below(4);
    let first = random.below(NAMES.len());
    let mut names: Vec<&str> = (0..count).map(|rule| NAMES[(first + rule) % NAMES.len()]).collect();
    if notation == Notation::Abnf {
        // "ab" and "Ab" are one name.
        names.dedup_by_key(|name| name.to_ascii_lowercase());
        names.retain(|name| *name != "Ab");
        if names.is_empty() {
            names.push("ab");
        }
    }
    let newline = ["\n", "\r\n"][random.below(2)];
    let indent = if notation == Notation::Rfc1630 { 0 } else { [0, 0, 2][random.below(3)] };
    let mut writer =
        Writer { notation, random, text: String::new(), names, rule: 0, newline, indent };
    let rules = writer.productions();
    let Writer { text, names, .. } = writer;
    Grammar { text, names, rules }
}

pub(crate) struct Writer<'r> {
    notation: Notation,
    pub(crate) random: &'r mut Random,
    text: String,
    names: Vec<&'static str>,
    rule: usize,
    newline: &'static str,
    /// The indentation of the first lines of productions.
    indent: usize,
}

impl Writer<'_> {
    pub(crate) fn is_abnf(&self) -> bool {
        self.notation == Notation::Abnf
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes a name or a word in random case.
    pub(crate) fn push_any_case(&mut self, text: &str) {
        for letter in text.chars() {
            let upper = self.random.one_in(2);
            self.text.push(match upper {
                true => letter.to_ascii_uppercase(),
                false => letter.to_ascii_lowercase(),
            });
        }
    }

    fn productions(&mut self) -> Vec<Term> {
        let mut rules = Vec::new();
        for rule in 0..self.names.len() {
            self.rule = rule;
            self.between();
            rules.push(self.production("="));
        }
        // Increments follow all productions.
        while self.is_abnf() && self.random.one_in(3) {
            self.rule = self.random.below(self.names.len());
            self.between();
            let more = self.production("=/");
            let earlier = rules[self.rule].clone();
            rules[self.rule] = Term::Choice(vec![earlier, more]);
        }
        self.between();
        if self.random.one_in(3) {
            self.text.truncate(self.text.trim_end().len());
        }
        rules
    }

    /// Writes comments and empty lines between productions.
    fn between(&mut self) {
        while self.random.one_in(3) {
            let lines = ["", ";", "; ab = \"x", ";ab \"[(", "   ", "\t"];
            let line = self.random.pick(&lines);
            self.push(line);
            self.push(self.newline);
        }
    }

    fn production(&mut self, assign: &str) -> Term {
        self.push(&" ".repeat(self.indent));
        match self.notation {
            Notation::Abnf => self.push_any_case(self.names[self.rule]),
            _ => self.push(self.names[self.rule]),
        }
        if self.notation == Notation::Rfc1630 {
            self.blank();
        } else {
            let before = self.random.pick(&["", " ", "\t "]);
            self.push(before);
            self.push(assign);
            self.room();
        }
        let term = self.alternation(DEPTH, true);
        if self.random.one_in(4) {
            let blank = self.random.pick(&[" ", "\t"]);
            self.push(blank);
        }
        if self.notation != Notation::Rfc1630 && self.random.one_in(5) {
            self.push("; \"ab\" ) / | (");
        }
        self.push(self.newline);
        term
    }

    /// Writes at least one blank, and perhaps a line end.
    fn blank(&mut self) {
        if self.random.one_in(8) {
            if self.notation != Notation::Rfc1630 {
                let comment = self.random.pick(&["", "; \"", " ;=(", ";; ab = b"]);
                self.push(comment);
            }
            self.push(self.newline);
            self.between();
            self.push(&" ".repeat(self.indent));
        }
        let blank = self.random.pick(&[" ", " ", "  ", "\t"]);
        self.push(blank);
    }

    fn room(&mut self) {
        if !self.random.one_in(3) {
            self.blank();
        }
    }

    /// Writes alternatives; `last` is set if nothing follows them.
    fn alternation(&mut self, depth: usize, last: bool) -> Term {
        let parts = 1 + [0, 0, 0, 1, 1, 2][self.random.below(6)];
        let mut terms = Vec::new();
        for part in 0..parts {
            if part > 0 {
                self.room();
                self.push(if self.is_abnf() { "/" } else { "|" });
                self.room();
            }
            terms.push(match self.notation {
                Notation::Rfc1630 => self.alternative(depth, last),
                _ => self.concatenation(depth, last),
            });
        }
        Term::Choice(terms)
    }

    fn concatenation(&mut self, depth: usize, last: bool) -> Term {
        let parts = 1 + [0, 0, 0, 1, 1, 2][self.random.below(6)];
        let mut terms = Vec::new();
        for part in 0..parts {
            if part > 0 {
                self.blank();
            }
            terms.push(self.repetition(depth, last && part + 1 == parts));
        }
        Term::Sequence(terms)
    }

    fn repetition(&mut self, depth: usize, last: bool) -> Term {
        if !self.random.one_in(4) {
            return self.element(depth, last);
        }
        let least = self.random.below(3) as u32;
        let most = least + self.random.below(2) as u32;
        let parts = [(true, false), (false, false), (true, false), (false, true), (true, true)];
        let form = self.random.below(parts.len());
        let (has_least, has_most) = parts[form];
        if has_least {
            self.count(least);
        }
        let least = if has_least { least } else { 0 };
        // The first form is a number alone.
        if form == 0 {
            return Term::Repeat(least, Some(least), Box::new(self.element(depth, false)));
        }
        self.push("*");
        if has_most {
            self.count(most);
        }
        let most = has_most.then_some(most);
        Term::Repeat(least, most, Box::new(self.element(depth, false)))
    }

    fn count(&mut self, count: u32) {
        let zeros = self.random.pick(&["", "", "0", "00"]);
        let angles = self.notation == Notation::Bnf && self.random.one_in(3);
        let (open, close) = if angles { ("<", ">") } else { ("", "") };
        self.push(&format!("{open}{zeros}{count}{close}"));
    }

    fn element(&mut self, depth: usize, last: bool) -> Term {
        match self.random.below(16) {
            0..=3 if depth > 0 => {
                self.push("(");
                self.room();
                let term = self.alternation(depth - 1, last);
                self.room();
                self.push(")");
                term
            }
            4 | 5 if depth > 0 => self.option(depth, last),
            6..=8 => self.name(last),
            9 | 10 => self.number(),
            11 if self.is_abnf() => self.core(),
            11 if self.notation == Notation::Bnf => {
                self.push("<\">");
                Term::bytes(b"\"")
            }
            _ => self.string(),
        }
    }

    fn option(&mut self, depth: usize, last: bool) -> Term {
        self.push("[");
        self.room();
        let term = self.alternation(depth - 1, last);
        self.room();
        self.push("]");
        Term::Repeat(0, Some(1), Box::new(term))
    }

    /// Writes a call of a later production, or a tail call of any.
    fn name(&mut self, last: bool) -> Term {
        let first = if last && self.random.one_in(2) { 0 } else { self.rule + 1 };
        if first >= self.names.len() {
            return match self.notation {
                Notation::Rfc1630 => self.character(),
                _ => self.string(),
            };
        }
        let rule = first + self.random.below(self.names.len() - first);
        let name = self.names[rule];
        if self.is_abnf() {
            self.push_any_case(name)
        } else {
            self.push(name)
        }
        Term::Rule(rule)
    }

    /// Writes an alternative of RFC 1630's notation: one character, which may be a bracket, or several parts.
    fn alternative(&mut self, depth: usize, last: bool) -> Term {
        if depth == DEPTH && self.random.one_in(4) {
            let mark = self.random.pick(&["[", "]", "\"", ";", "a", "=", "(", "{"]);
            self.push(mark);
            return Term::bytes(mark.as_bytes());
        }
        let parts = 1 + [0, 0, 0, 1, 1, 2][self.random.below(6)];
        let mut terms = Vec::new();
        for part in 0..parts {
            if part > 0 {
                self.blank();
            }
            let last = last && part + 1 == parts;
            terms.push(match self.random.below(8) {
                0 | 1 if depth > 0 => self.option(depth, last),
                2 | 3 => self.name(last),
                4 => {
                    let texts = ["ab", "a;", "<", "[a]", "B"];
                    let text = self.random.pick(&texts);
                    self.push(&format!("\"{text}\""));
                    Term::bytes(text.as_bytes())
                }
                5 => {
                    let words = [("void", &b""[..]), ("space", b" "), ("vline", b"|")];
                    let (word, bytes) = self.random.pick(&words);
                    self.push(word);
                    Term::bytes(bytes)
                }
                _ => self.character(),
            });
        }
        Term::Sequence(terms)
    }
}
