//! Random texts of pest grammars, with blanks and comments wherever the notation allows them, and every spelling of a
//! terminal, an operator, a bound, a modifier and a name.

use crate::random::Random;

/// Names of rules. Some begin like pest's own names, or are keywords of Rust.
const NAMES: [&str; 8] = ["a", "b_1", "_c", "Rule2", "fn", "ANYTHING", "SOI_", "ascii_digit"];

/// pest's built-in rules. The first two read nothing.
const BUILT_IN: &str = "SOI EOI ANY NEWLINE ASCII ASCII_DIGIT \
                        ASCII_NONZERO_DIGIT ASCII_BIN_DIGIT ASCII_OCT_DIGIT ASCII_HEX_DIGIT ASCII_ALPHA_LOWER ASCII_ALPHA_UPPER ASCII_ALPHA ASCII_ALPHANUMERIC";

/// The characters of literals: few, so that literals overlap. U+212A and U+017F are cases of `k` and `s`, but not in
/// ASCII.
const COMMON: [char; 5] = ['a', 'b', 'A', 'a', 'b'];
const RARE: [char; 24] = [
    '"', '\\', '\'', '\n', '\r', '\t', '\0', ' ', '{', '/', '*', '~', '1', '9', 'k', 'Z', '\u{7F}',
    'é', 'É', 'ÿ', '€', '\u{212A}', '\u{17F}', '😀',
];

/// The characters of strings: those of literals, and the neighbors of their ranges.
pub(crate) const LETTERS: [&str; 34] = [
    "a", "b", "A", "a", "b", "B", "a", "b", "c", "\"", "\\", "'", "\n", "\r", "\t", "\0", " ", "{",
    "/", "*", "~", "1", "9", "k", "Z", "\u{7F}", "é", "É", "ÿ", "€", "\u{212A}", "\u{17F}", "😀",
    "S",
];

/// Pushed expressions: strings that may be prefixes of each other, or empty.
const PUSHED: [&str; 7] = [
    "\"a\" | \"b\"",
    "\"a\" | \"ab\" | \"b\"",
    "\"a\"{0, 2}",
    "(\"a\" | \"ab\") ~ \"b\"?",
    "^\"a\" ~ !\"b\"",
    "'a'..'c'{1, 2}",
    "\"b\"*",
];

/// Returns the text of a grammar of one to four rules.
pub(crate) fn grammar(random: &mut Random) -> String {
    let count = 1 + random.below(4);
    let first = random.below(NAMES.len());
    let mut names: Vec<&str> =
        (0..count).map(|rule| NAMES[(first + rule * 3) % NAMES.len()]).collect();
    // The implicit rules are last, so that the others call them too.
    if random.one_in(3) {
        let implicit: [&[&str]; 3] = [&["WHITESPACE"], &["COMMENT"], &["WHITESPACE", "COMMENT"]];
        names.extend(implicit[random.below(3)]);
    }
    let count = names.len();
    let mut writer = Writer { random, text: String::new(), names, rule: 0 };
    if writer.random.one_in(4) {
        writer.text.push_str("//! a = { \"x\" }\r\n//!\n");
    }
    for rule in 0..count {
        writer.rule = rule;
        writer.rule();
    }
    writer.gap();
    writer.text
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    names: Vec<&'static str>,
    rule: usize,
}

impl Writer<'_> {
    /// Writes blanks and comments, or nothing.
    fn gap(&mut self) {
        match self.random.below(16) {
            0..=8 => return,
            9..=11 => self.text.push(' '),
            12 => self.text.push_str(["\n", "\r\n", "\t", "  "][self.random.below(4)]),
            13 => self.block_comment(),
            _ => {
                let comments = ["//\n", "// a | \"\r\n", "// { /* ' \\n\n", "//* é ~ \"b\"\n"];
                self.text.push_str(self.random.pick(&comments));
            }
        }
        self.gap();
    }

    fn block_comment(&mut self) {
        self.text.push_str("/*");
        for _ in 0..self.random.below(3) {
            // No piece ends in "*" or begins with "/", which could end the comment.
            match self.random.below(6) {
                0 => self.block_comment(),
                other => {
                    self.text.push_str(["* ", " \"a\" ", "'\n", " // }", "\\t \\x4A€"][other - 1]);
                }
            }
        }
        self.text.push_str("*/");
    }

    /// Writes a sign of the notation, with optional space around it.
    fn sign(&mut self, sign: &str) {
        self.gap();
        self.text.push_str(sign);
        self.gap();
    }

    fn rule(&mut self) {
        self.gap();
        if self.random.one_in(6) {
            self.text.push_str(["///\n", "/// b = { ANY }\r\n"][self.random.below(2)]);
        }
        let name = self.names[self.rule];
        let is_implicit = ["WHITESPACE", "COMMENT"].contains(&name);
        self.text.push_str(name);
        self.sign("=");
        self.text.push_str(["", "", "_", "@", "@", "$", "!"][self.random.below(7)]);
        self.sign("{");
        if self.random.one_in(5) {
            self.sign("|");
        }
        self.choice(if is_implicit { 1 } else { 3 }, true, is_implicit);
        self.sign("}");
    }

    /// Writes alternatives; `last` is set if nothing follows them in the rule. With `reads`, they do not accept the
    /// empty string: pest refuses a repetition of anything else, and an alternative after it.
    fn choice(&mut self, depth: usize, last: bool, reads: bool) {
        if !reads && self.random.one_in(12) {
            return self.alike(depth);
        }
        let parts = 1 + [0, 0, 1, 1, 2][self.random.below(5)];
        for part in 0..parts {
            if part > 0 {
                self.sign("|");
            }
            // Some alternatives that cannot fail precede others: both readers refuse the grammar.
            let fails = part + 1 < parts && !self.random.one_in(12);
            self.sequence(depth, last, reads || fails);
        }
    }

    fn sequence(&mut self, depth: usize, last: bool, reads: bool) {
        let parts = 1 + self.random.below(3);
        let reading = self.random.below(parts);
        for part in 0..parts {
            if part > 0 {
                self.sign("~");
            }
            self.term(depth, last && part + 1 == parts, reads && part == reading);
        }
    }

    /// Writes an expression that pest's optimizer rewrites: alternatives with a common prefix, a list, a search.
    fn alike(&mut self, depth: usize) {
        if self.random.one_in(2) {
            return self.stacked(depth);
        }
        let [x, y, z] = [(); 3].map(|()| self.apart(|this| this.term(depth.min(1), false, true)));
        let text = match self.random.below(6) {
            0 => format!("{x} ~ {y} | {x} ~ {z}"),
            1 => format!("{x} ~ {y} | {x}"),
            2 => format!("{x} | {x} ~ {y} | {z}"),
            3 => format!("({x} ~ {y})* ~ {x}"),
            4 => format!("({x} ~ {y} ~ {z})* ~ {x} ~ {y}"),
            _ => format!("(!({x} | \"b\" | {y}) ~ ANY)* ~ {z}"),
        };
        self.text.push_str(&text);
    }

    /// Writes an expression that pushes a few strings, and pops them or leaves some.
    fn stacked(&mut self, depth: usize) {
        let [s, t] = [(); 2].map(|()| match self.random.below(8) {
            0 => self.apart(|this| this.term(0, false, false)),
            other => PUSHED[other - 1].to_owned(),
        });
        let [x, y] = [(); 2].map(|()| self.apart(|this| this.term(depth.min(1), false, false)));
        let text = match self.random.below(8) {
            0 => format!("PUSH({s}) ~ {x} ~ POP"),
            1 => format!("PUSH({s}) ~ (!PEEK ~ ANY)* ~ POP"),
            2 => format!("PUSH({s}) ~ PUSH({t}) ~ ({x} ~ POP ~ \"b\" | POP ~ POP | PEEK_ALL)"),
            3 => format!("PUSH({s}) ~ ({x} ~ PUSH({t}) ~ {y} | POP ~ {y})? ~ PEEK[-1..] ~ DROP"),
            4 => format!("PUSH({x} ~ PUSH({s})) ~ PEEK[..1] ~ POP_ALL"),
            5 => format!("PUSH({s}) ~ &(POP ~ {x}) ~ (PUSH({t}) ~ POP ~ \"b\")* ~ {y} ~ POP"),
            6 => format!("PUSH({s}) ~ !(PUSH({t}) ~ {x}) ~ {y} ~ PEEK"),
            _ => format!("(POP | {x}) ~ PEEK_ALL"),
        };
        self.text.push_str(&text);
    }

    fn apart(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.text);
        write(self);
        std::mem::replace(&mut self.text, before)
    }

    fn term(&mut self, depth: usize, last: bool, reads: bool) {
        if self.random.one_in(16) {
            self.text.push_str(["#tag", "#_t1"][self.random.below(2)]);
            self.sign("=");
        }
        let prefixes =
            if reads { 0 } else { [0, 0, 0, 0, 0, 0, 1, 1, 2, 3][self.random.below(10)] };
        for _ in 0..prefixes {
            self.text.push_str(["!", "!", "&"][self.random.below(3)]);
            self.gap();
        }
        let postfixes = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][self.random.below(10)];
        self.node(depth, last && prefixes + postfixes == 0, reads || postfixes > 0);
        for place in 0..postfixes {
            self.gap();
            self.postfix(reads || place + 1 < postfixes);
        }
    }

    fn postfix(&mut self, reads: bool) {
        let least = self.random.pick(&["0", "0", "1", "2", "3", "02", "00"]);
        let most = self.random.pick(&["1", "1", "2", "3", "4", "002"]);
        let (open, comma, close) = ("{", ",", "}");
        let signs = match if reads { self.random.below(2) } else { 2 + self.random.below(7) } {
            0 | 2 => vec!["+"],
            1 | 3 => vec![open, most, close],
            4 => vec!["?"],
            5 => vec!["*"],
            6 => vec![open, least, comma, close],
            7 => vec![open, comma, most, close],
            _ => vec![open, least, comma, most, close],
        };
        for (place, sign) in signs.into_iter().enumerate() {
            if place > 0 {
                self.gap();
            }
            self.text.push_str(sign);
        }
    }

    fn node(&mut self, depth: usize, last: bool, reads: bool) {
        match self.random.below(16) {
            0..=3 if depth > 0 => {
                self.text.push('(');
                self.gap();
                self.choice(depth - 1, last, reads);
                self.sign(")");
            }
            4 | 5 if !reads && self.rule + 1 < self.names.len() => {
                let later = self.rule + 1..self.names.len();
                self.text.push_str(self.names[later.start + self.random.below(later.len())]);
            }
            // A tail call of any rule, including itself.
            6 | 7 if last && !reads => {
                self.text.push_str(self.names[self.random.below(self.names.len())]);
            }
            8 => {
                let from = if reads { 2 } else { 0 };
                let built_in: Vec<&str> = BUILT_IN.split(' ').skip(from).collect();
                self.text.push_str(self.random.pick(&built_in));
            }
            9 | 10 => {
                self.character();
                self.sign("..");
                self.character();
            }
            kind => {
                if kind < 12 {
                    self.text.push('^');
                    if self.random.one_in(3) {
                        self.gap();
                    }
                }
                self.string(reads);
            }
        }
    }

    fn string(&mut self, reads: bool) {
        self.text.push('"');
        for _ in 0..[usize::from(reads), 1, 1, 1, 1, 2, 2, 3][self.random.below(8)] {
            self.letter('"');
        }
        self.text.push('"');
    }

    fn character(&mut self) {
        self.text.push('\'');
        self.letter('\'');
        self.text.push('\'');
    }

    /// Writes a character in one of its spellings between quotes.
    fn letter(&mut self, quote: char) {
        let from: &[char] = if self.random.one_in(3) { &RARE } else { &COMMON };
        let letter = self.random.pick(from);
        let code = u32::from(letter);
        let digits = 2 + self.random.below(5);
        match self.random.below(6) {
            0 if code <= 0xFF => self.text.push_str(&format!("\\x{code:02x}")),
            0 | 1 => self.text.push_str(&format!("\\u{{{code:0digits$X}}}")),
            2 | 3 if letter != quote && letter != '\\' => self.text.push(letter),
            _ => match letter {
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                '\0' => self.text.push_str("\\0"),
                '"' | '\'' | '\\' => self.text.extend(['\\', letter]),
                letter => self.text.push(letter),
            },
        }
    }
}
