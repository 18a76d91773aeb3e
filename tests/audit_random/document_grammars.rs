//! Random grammars as trees, written as tokens of each notation and compared with what a reader returns.
//!
//! Nothing here reads a grammar. Both sides of a comparison become a [`Form`], which ignores only what no language
//! depends on: brackets around a sequence in a sequence, and the order of single bytes in a choice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use urispec_audit::Notation;
use urispec_audit::automata::ByteSet;
use urispec_audit::notation::{PrintedProduction, Term};

use crate::random::Random;

/// A right side, or a part of one.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// A production of the grammar, by its number.
    Rule(usize),
    /// A built-in production of the notation.
    Lent(&'static str),
    /// A literal, and whether it ignores case.
    Text(String, bool),
    /// A byte in any of some ranges.
    Set(Vec<(u8, u8)>),
    /// Prose, which a machine cannot read.
    Prose(&'static str),
    Sequence(Vec<Expr>),
    Choice(Vec<Expr>),
    Repeat(u32, Option<u32>, Box<Expr>),
    /// The strings of one part that another does not accept.
    Except(Box<Expr>, Box<Expr>),
}

/// A grammar, with a right side for each name.
pub(crate) struct Grammar {
    pub(crate) notation: Notation,
    pub(crate) names: Vec<&'static str>,
    pub(crate) rules: Vec<Expr>,
}

/// The white space before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    None,
    /// Any white space, or none.
    Room,
    /// At least a blank or a line end.
    Blank,
    /// Any white space within the line, or none.
    RoomInLine,
    /// At least a blank, within the line.
    BlankInLine,
}

/// A piece of a production without white space.
pub(crate) struct Token {
    pub(crate) gap: Gap,
    pub(crate) text: String,
    /// Whether the token separates alternatives of the production.
    pub(crate) is_bar: bool,
}

/// Which alternatives of a production are printed, and whether they add to earlier ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) rule: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) adds: bool,
}

const ABNF_NAMES: [&str; 14] = [
    "msg", "kind", "value", "char", "digit", "x-y", "a", "b1", "Header", "for", "case", "h16",
    "obs-fold", "s",
];
const BNF_NAMES: [&str; 10] =
    ["msg", "kind", "Kind", "x-y", "a", "gopher+_string", "opt_x", "digit", "case", "h16"];
const W3C_NAMES: [&str; 11] =
    ["doc", "Char", "S", "Name", "NameChar", "x.y", "_a", "el-1", "e", "char", "if"];
const ISO_NAMES: [&str; 9] = ["doc", "item", "two words", "x1", "a_b", "list", "List", "e", "case"];
const RFC1630_NAMES: [&str; 8] =
    ["url", "path", "xalphas", "xx-1", "host", "Host", "fragment_id", "digits"];

/// Texts that a careless reader mistakes for signs of a notation.
const TEXTS: [&str; 44] = [
    "get", "PUT", "x", "yy", "a-b", "del", ";", "(", ")", "[", "]", "/", "|", "=", "<", ">", "'",
    "\"", "%", "*", "#", "a = b", "::=", "/*", "*/", "(*", "*)", "?", "-", "&amp;", "]]>", "; x",
    " ", "  ", "\\", "`", "{", "}", ":", "=/", "<a>", "[1]", "don't", "\"(",
];

const PROSE: [&str; 4] =
    ["any character; but no \"x\"", "what (1) a = b / c says", "prose", "the rest [of it | more"];

impl Expr {
    /// Returns whether the expression contains anything except calls of one production.
    pub(crate) fn calls_other(&self, than: usize) -> bool {
        match self {
            Self::Rule(rule) => *rule != than,
            Self::Lent(_) | Self::Text(..) | Self::Set(_) | Self::Prose(_) => true,
            Self::Sequence(all) | Self::Choice(all) => all.iter().any(|one| one.calls_other(than)),
            Self::Repeat(_, _, one) => one.calls_other(than),
            Self::Except(one, other) => one.calls_other(than) || other.calls_other(than),
        }
    }
}

impl Grammar {
    pub(crate) fn random(notation: Notation, least: usize, random: &mut Random) -> Self {
        let pool: &[&str] = match notation {
            Notation::Bnf => &BNF_NAMES,
            Notation::Rfc1630 => &RFC1630_NAMES,
            Notation::W3c => &W3C_NAMES,
            Notation::Iso14977 => &ISO_NAMES,
            _ => &ABNF_NAMES,
        };
        let count = least.max(1 + random.below(7));
        let first = random.below(pool.len());
        let names: Vec<&str> = (0..count).map(|at| pool[(first + at) % pool.len()]).collect();
        let mut grammar = Self { notation, names, rules: Vec::new() };
        grammar.rules = (0..count).map(|_| grammar.rule(random)).collect();
        grammar
    }

    /// Returns the right side of a production.
    fn rule(&self, random: &mut Random) -> Expr {
        let has_prose = matches!(self.notation, Notation::Abnf | Notation::Bnf);
        if has_prose && random.one_in(40) {
            return Expr::Prose(random.pick(&PROSE));
        }
        if self.notation == Notation::Abnf && random.one_in(6) {
            let first = random.below(900);
            let words = (first..=first + 1 + random.below(3)).map(|word| format!("k{word}"));
            return Expr::Choice(words.map(|word| Expr::Text(word, true)).collect());
        }
        let count = random.pick(&[1, 1, 2, 2, 3, 4]);
        let mut all: Vec<Expr> = (0..count).map(|_| self.sequence(2, true, random)).collect();
        if count == 1 { all.remove(0) } else { Expr::Choice(all) }
    }

    fn sequence(&self, depth: usize, is_top: bool, random: &mut Random) -> Expr {
        let count = random.pick(&[1, 1, 1, 2, 2, 3]);
        if count == 1 {
            return self.part(depth, is_top, random);
        }
        Expr::Sequence((0..count).map(|_| self.part(depth, false, random)).collect())
    }

    /// Returns a part. `is_alone` is set if it is a whole alternative of a production.
    fn part(&self, depth: usize, is_alone: bool, random: &mut Random) -> Expr {
        let inner = |random: &mut Random| {
            let count = random.pick(&[1, 2, 2, 3]);
            let mut all: Vec<Expr> =
                (0..count).map(|_| self.sequence(depth - 1, false, random)).collect();
            if count == 1 { all.remove(0) } else { Expr::Choice(all) }
        };
        let has_difference = matches!(self.notation, Notation::W3c | Notation::Iso14977);
        match random.below(if depth == 0 { 8 } else { 14 }) {
            0..=2 => Expr::Rule(random.below(self.names.len())),
            3 if self.notation == Notation::Abnf => {
                Expr::Lent(random.pick(&["DIGIT", "ALPHA", "CRLF", "SP"]))
            }
            3 | 4 if self.notation == Notation::W3c => self.class(random),
            4 if self.notation == Notation::Abnf => {
                Expr::Set(vec![random.pick(&[(b'a', b'f'), (0x30, 0x39), (0x80, 0xFF), (0, 0x1F)])])
            }
            8 | 9 if self.notation != Notation::Rfc1630 => inner(random),
            8..=11 => {
                let (least, most) = self.bounds(random);
                Expr::Repeat(least, most, Box::new(inner(random)))
            }
            12 if has_difference => {
                let [from, without] = [(); 2].map(|()| Box::new(self.part(0, false, random)));
                Expr::Except(from, without)
            }
            _ => self.text(is_alone, random),
        }
    }

    fn bounds(&self, random: &mut Random) -> (u32, Option<u32>) {
        match self.notation {
            Notation::Rfc1630 => (0, Some(1)),
            Notation::W3c => random.pick(&[(0, None), (1, None), (0, Some(1))]),
            Notation::Iso14977 => {
                random.pick(&[(0, None), (0, Some(1)), (2, Some(2)), (3, Some(3))])
            }
            _ => random.pick(&[
                (0, None),
                (1, None),
                (0, Some(1)),
                (0, Some(1)),
                (2, Some(2)),
                (1, Some(3)),
                (0, Some(4)),
                (2, None),
            ]),
        }
    }

    /// Returns a class of characters, some of which look like the number of a production.
    fn class(&self, random: &mut Random) -> Expr {
        let all: [&[(u8, u8)]; 10] = [
            &[(b'0', b'0'), (b'1', b'1')],
            &[(b'0', b'9')],
            &[(b'4', b'4'), (b'a', b'a')],
            &[(b'0', b'9'), (b'a', b'f')],
            &[(b'a', b'z'), (b'A', b'Z'), (b'_', b'_')],
            &[(b'"', b'"'), (b'\'', b'\'')],
            &[(b'/', b'/'), (b'*', b'*')],
            &[(b'(', b'('), (b'|', b'|')],
            &[(9, 9), (b' ', b' ')],
            &[(b'[', b'[')],
        ];
        let set = Expr::Set(random.pick(&all).to_vec());
        match self.names.iter().position(|name| *name == "Char") {
            Some(char) if random.one_in(4) => {
                Expr::Except(Box::new(Expr::Rule(char)), Box::new(set))
            }
            _ => set,
        }
    }

    /// Returns a literal that the notation can write. Literals outside the list are unique.
    fn text(&self, is_alone: bool, random: &mut Random) -> Expr {
        let own = format!("k{}", random.below(1000));
        let text = if random.one_in(3) { own } else { random.pick(&TEXTS).to_owned() };
        let has = |one: char| text.contains(one);
        let is_writable = match self.notation {
            Notation::Abnf => true,
            Notation::Bnf => text == "\"" || !has('"'),
            Notation::Rfc1630 if text.len() == 1 => {
                !matches!(&*text, "|" | " ") && (is_alone || !matches!(&*text, "[" | "]" | "\""))
            }
            Notation::Rfc1630 => !has(' ') && !has('"'),
            _ => !(has('"') && has('\'')),
        };
        let text = if is_writable { text } else { "z9".to_owned() };
        Expr::Text(text, self.notation == Notation::Abnf && !random.one_in(3))
    }

    /// Returns the alternatives of a production.
    pub(crate) fn alternatives(&self, rule: usize) -> &[Expr] {
        match &self.rules[rule] {
            Expr::Choice(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns the whole production.
    pub(crate) fn whole(&self, rule: usize) -> Part {
        Part { rule, from: 0, to: self.alternatives(rule).len(), adds: false }
    }

    /// Returns whether all alternatives of a production are different words, so that none includes another.
    pub(crate) fn has_only_words(&self, rule: usize) -> bool {
        let mut known = BTreeSet::new();
        self.alternatives(rule).iter().all(|one| match one {
            Expr::Text(text, _) => known.insert(text.to_ascii_lowercase()),
            _ => false,
        })
    }

    /// Returns the tokens of a production, or of a part of it, after its number if there is one.
    pub(crate) fn tokens(
        &self,
        part: Part,
        number: Option<usize>,
        random: &mut Random,
    ) -> Vec<Token> {
        let mut writer = Writer { grammar: self, random, tokens: Vec::new() };
        let mut gap = Gap::None;
        if let Some(number) = number {
            writer.put(gap, &format!("[{number}]"));
            gap = Gap::BlankInLine;
        }
        writer.name(gap, self.names[part.rule]);
        let gap = match self.notation {
            Notation::Rfc1630 => Gap::Blank,
            // BNF has no rules for lines, and no document puts a line end before `=`.
            Notation::Bnf => {
                writer.put(Gap::RoomInLine, "=");
                Gap::Room
            }
            Notation::W3c => {
                writer.put(Gap::Blank, "::=");
                Gap::Room
            }
            _ => {
                writer.put(Gap::Room, if part.adds { "=/" } else { "=" });
                Gap::Room
            }
        };
        let alternatives = &self.alternatives(part.rule)[part.from..part.to];
        writer.alternatives(gap, &alternatives.iter().collect::<Vec<_>>(), true);
        if self.notation == Notation::Iso14977 {
            let end = writer.random.pick(&[";", ";", "."]);
            writer.put(Gap::Room, end);
        }
        writer.tokens
    }

    /// Returns the key of a production in a reader, which joins the words of a name.
    pub(crate) fn key(&self, rule: usize) -> String {
        self.notation.key(&self.names[rule].replace(' ', "-"))
    }

    /// Returns the productions that a reader must return, by their keys; `None` for an unreadable right side.
    pub(crate) fn forms(&self) -> BTreeMap<String, Option<Form>> {
        let rules = self.rules.iter().enumerate();
        rules.map(|(rule, expr)| (self.key(rule), self.form(expr))).collect()
    }

    fn form(&self, expr: &Expr) -> Option<Form> {
        Some(match expr {
            Expr::Rule(rule) => Form::Name(self.notation.key(&self.names[*rule].replace(' ', "-"))),
            Expr::Lent(name) => Form::Name(self.notation.key(name)),
            Expr::Text(text, ignore_case) => Form::text(text.as_bytes(), *ignore_case),
            Expr::Set(ranges) => {
                Form::Set(ranges.iter().flat_map(|&(first, last)| first..=last).collect())
            }
            Expr::Prose(_) => return None,
            Expr::Sequence(all) => {
                Form::sequence(all.iter().map(|one| self.form(one)).collect::<Option<_>>()?)
            }
            Expr::Choice(all) => {
                Form::choice(all.iter().map(|one| self.form(one)).collect::<Option<_>>()?)
            }
            Expr::Repeat(least, most, one) => {
                Form::Repeat(*least, *most, Box::new(self.form(one)?))
            }
            Expr::Except(one, other) => {
                Form::Except(Box::new(self.form(one)?), Box::new(self.form(other)?))
            }
        })
    }
}

/// Writes the tokens of a right side.
struct Writer<'w> {
    grammar: &'w Grammar,
    random: &'w mut Random,
    tokens: Vec<Token>,
}

impl Writer<'_> {
    fn put(&mut self, gap: Gap, text: &str) {
        self.tokens.push(Token { gap, text: text.to_owned(), is_bar: false });
    }

    /// Writes a name, in any case if the notation ignores case.
    fn name(&mut self, gap: Gap, name: &str) {
        match self.grammar.notation {
            Notation::Abnf if self.random.one_in(6) => self.put(gap, &name.to_ascii_uppercase()),
            _ => self.put(gap, name),
        }
    }

    fn alternation(&mut self, gap: Gap, expr: &Expr) {
        match expr {
            Expr::Choice(all) => self.alternatives(gap, &all.iter().collect::<Vec<_>>(), false),
            one => self.alternatives(gap, &[one], false),
        }
    }

    fn alternatives(&mut self, mut gap: Gap, all: &[&Expr], is_top: bool) {
        let bars: &[&str] = match self.grammar.notation {
            Notation::Abnf => &["/"],
            Notation::Iso14977 => &["|", "|", "!", "/"],
            _ => &["|"],
        };
        let bar = self.random.pick(bars);
        for (at, one) in all.iter().enumerate() {
            if at > 0 {
                self.tokens.push(Token { gap: Gap::Room, text: bar.to_owned(), is_bar: is_top });
                gap = Gap::Room;
            }
            self.concatenation(gap, one);
        }
    }

    fn concatenation(&mut self, mut gap: Gap, expr: &Expr) {
        let all = match expr {
            Expr::Sequence(all) => all,
            one => std::slice::from_ref(one),
        };
        for (at, one) in all.iter().enumerate() {
            if at > 0 && self.grammar.notation == Notation::Iso14977 {
                self.put(Gap::Room, ",");
                gap = Gap::Room;
            } else if at > 0 {
                gap = Gap::Blank;
            }
            match (one, self.grammar.notation) {
                (Expr::Except(from, without), Notation::W3c) if self.is_others(from, without) => {
                    self.class(gap, "^", without);
                }
                (Expr::Except(from, without), _) => {
                    self.repetition(gap, from);
                    self.put(Gap::Blank, "-");
                    self.repetition(Gap::Blank, without);
                }
                (one, _) => self.repetition(gap, one),
            }
        }
    }

    /// Returns whether a difference is written as a negated class.
    fn is_others(&self, from: &Expr, without: &Expr) -> bool {
        let is_char = |rule: &usize| self.grammar.names[*rule] == "Char";
        matches!((from, without), (Expr::Rule(rule), Expr::Set(_)) if is_char(rule))
    }

    fn repetition(&mut self, gap: Gap, expr: &Expr) {
        let Expr::Repeat(least, most, inner) = expr else { return self.element(gap, expr) };
        match (self.grammar.notation, (least, most)) {
            (Notation::W3c, bounds) => {
                self.element(gap, inner);
                let sign = match bounds {
                    (0, Some(_)) => "?",
                    (0, None) => "*",
                    _ => "+",
                };
                self.put(Gap::None, sign);
            }
            (Notation::Iso14977, (0, None)) => {
                let pairs = [("{", "}"), ("{", "}"), ("(:", ":)")];
                self.bracketed(gap, &pairs, inner);
            }
            (Notation::Iso14977, (0, Some(1))) => {
                let pairs = [("[", "]"), ("[", "]"), ("(/", "/)")];
                self.bracketed(gap, &pairs, inner);
            }
            (Notation::Iso14977, _) => {
                self.put(gap, &least.to_string());
                self.put(Gap::Room, "*");
                self.primary(Gap::Room, inner);
            }
            (_, (0, Some(1))) => self.bracketed(gap, &[("[", "]")], inner),
            (_, (least, most)) => {
                let most_text = most.map(|most| most.to_string()).unwrap_or_default();
                let text = match least {
                    0 => format!("*{most_text}"),
                    least if Some(*least) == *most => least.to_string(),
                    least => format!("{least}*{most_text}"),
                };
                self.put(gap, &text);
                self.element(Gap::None, inner);
            }
        }
    }

    fn bracketed(&mut self, gap: Gap, pairs: &[(&str, &str)], inner: &Expr) {
        let (open, close) = self.random.pick(pairs);
        self.put(gap, open);
        self.alternation(Gap::Room, inner);
        self.put(Gap::Room, close);
    }

    /// Writes what may follow a count in ISO/IEC 14977.
    fn primary(&mut self, gap: Gap, expr: &Expr) {
        match expr {
            Expr::Repeat(0, ..) => self.repetition(gap, expr),
            _ => self.element(gap, expr),
        }
    }

    fn element(&mut self, gap: Gap, expr: &Expr) {
        let grammar = self.grammar;
        match expr {
            Expr::Rule(rule) => self.words(gap, grammar.names[*rule]),
            Expr::Lent(name) => self.name(gap, name),
            Expr::Text(text, ignore_case) => {
                let text = self.literal(text, *ignore_case);
                self.put(gap, &text);
            }
            Expr::Set(_) if grammar.notation == Notation::W3c => self.class(gap, "", expr),
            Expr::Set(ranges) => {
                let (first, last) = ranges[0];
                let text = match self.random.below(3) {
                    0 => format!("%d{first}-{last}"),
                    1 => format!("%b{first:b}-{last:b}"),
                    _ => format!("%x{first:02X}-{last:02X}"),
                };
                self.put(gap, &text);
            }
            Expr::Prose(text) => self.put(gap, &format!("<{text}>")),
            inner => self.bracketed(gap, &[("(", ")")], inner),
        }
    }

    /// Writes a name, whose words white space may separate.
    fn words(&mut self, mut gap: Gap, name: &str) {
        for word in name.split(' ') {
            self.name(gap, word);
            gap = Gap::BlankInLine;
        }
    }

    /// Writes a class by its characters or by their numbers.
    fn class(&mut self, gap: Gap, not: &str, expr: &Expr) {
        let Expr::Set(ranges) = expr else { return };
        let mut text = format!("[{not}");
        // After a number, a letter could be a digit of it.
        let is_graphic = ranges.iter().all(|(first, _)| first.is_ascii_graphic());
        let is_number = !is_graphic || self.random.one_in(4);
        for &(first, last) in ranges {
            let one = |byte: u8| match is_number {
                true => format!("#x{byte:X}"),
                false => char::from(byte).to_string(),
            };
            text += &one(first);
            if first < last {
                text += &format!("-{}", one(last));
            }
        }
        self.put(gap, &(text + "]"));
    }

    fn literal(&mut self, text: &str, ignore_case: bool) -> String {
        match self.grammar.notation {
            Notation::Abnf if text.contains('"') || !ignore_case && self.random.one_in(2) => {
                let numbers: Vec<String> = text.bytes().map(|byte| format!("{byte:X}")).collect();
                format!("%x{}", numbers.join("."))
            }
            Notation::Abnf if ignore_case => {
                format!("{}\"{text}\"", self.random.pick(&["", "", "%i"]))
            }
            Notation::Abnf => format!("%s\"{text}\""),
            Notation::Bnf if text == "\"" => "<\">".to_owned(),
            Notation::Rfc1630 if text.len() == 1 => text.to_owned(),
            Notation::Bnf | Notation::Rfc1630 => format!("\"{text}\""),
            _ if text.contains('"') => format!("'{text}'"),
            _ if text.contains('\'') => format!("\"{text}\""),
            _ => {
                let quote = self.random.pick(&['"', '\'']);
                format!("{quote}{text}{quote}")
            }
        }
    }
}

/// A right side in a form in which trees can be compared.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Form {
    Name(String),
    Set(BTreeSet<u8>),
    Sequence(Vec<Form>),
    Choice(Vec<Form>),
    Repeat(u32, Option<u32>, Box<Form>),
    Except(Box<Form>, Box<Form>),
}

/// Short, for messages.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Set(bytes) if bytes.len() < 4 => {
                let bytes: Vec<u8> = bytes.iter().copied().collect();
                write!(f, "'{}'", bytes.escape_ascii())
            }
            Self::Set(bytes) => write!(f, "[{:?}-{:?}]", bytes.first(), bytes.last()),
            Self::Sequence(all) => f.debug_list().entries(all).finish(),
            Self::Choice(all) => f.debug_set().entries(all).finish(),
            Self::Repeat(least, most, one) => write!(f, "{least}*{most:?}({one:?})"),
            Self::Except(one, other) => write!(f, "({one:?} - {other:?})"),
        }
    }
}

impl Form {
    fn text(bytes: &[u8], ignore_case: bool) -> Self {
        let byte = |&byte: &u8| {
            let both = [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
            Self::Set(if ignore_case { both.into() } else { [byte].into() })
        };
        Self::sequence(bytes.iter().map(byte).collect())
    }

    fn sequence(parts: Vec<Self>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::Sequence(parts) => parts,
            part => vec![part],
        });
        let mut flat: Vec<Self> = flat.collect();
        if flat.len() == 1 { flat.remove(0) } else { Self::Sequence(flat) }
    }

    fn choice(parts: Vec<Self>) -> Self {
        let (mut set, mut rest) = (BTreeSet::new(), Vec::new());
        for part in parts {
            let inner = match part {
                Self::Choice(parts) => parts,
                part => vec![part],
            };
            for part in inner {
                match part {
                    Self::Set(bytes) => set.extend(bytes),
                    part if rest.contains(&part) => {}
                    part => rest.push(part),
                }
            }
        }
        if !set.is_empty() {
            rest.insert(0, Self::Set(set));
        }
        if rest.len() == 1 { rest.remove(0) } else { Self::Choice(rest) }
    }

    /// Returns the right side without the production itself as an alternative, which derives nothing: thus a collected
    /// grammar always includes `a =/ a`.
    fn without_itself(&self, name: &str) -> Self {
        match self {
            Self::Choice(all) => {
                let is_other = |one: &&Self| !matches!(one, Self::Name(own) if own == name);
                Self::choice(all.iter().filter(is_other).cloned().collect())
            }
            one => one.clone(),
        }
    }

    /// Returns the form of a right side that a reader returned.
    fn of(notation: Notation, term: &Term) -> Self {
        match term {
            Term::Name(name) => Self::Name(notation.key(name)),
            Term::Bytes(set) => Self::Set(ByteSet::iter(*set).collect()),
            Term::Literal { bytes, ignore_case } => Self::text(bytes, *ignore_case),
            Term::Sequence(all) => {
                Self::sequence(all.iter().map(|one| Self::of(notation, one)).collect())
            }
            Term::Choice(all) => {
                Self::choice(all.iter().map(|one| Self::of(notation, &one.term)).collect())
            }
            Term::Repeat { min, max, term } => {
                Self::Repeat(*min, *max, Box::new(Self::of(notation, term)))
            }
            Term::Difference { from, without } => Self::Except(
                Box::new(Self::of(notation, from)),
                Box::new(Self::of(notation, without)),
            ),
        }
    }
}

/// Returns the productions that were not read as written, by their keys, with the difference.
pub(crate) fn differences(
    wanted: &BTreeMap<String, Option<Form>>,
    notation: Notation,
    printed: &[PrintedProduction],
) -> BTreeMap<String, String> {
    let mut wrong = BTreeMap::new();
    let key = |name: &str| notation.key(name);
    let found: BTreeMap<String, _> = printed.iter().map(|one| (key(&one.name), one)).collect();
    for (name, form) in wanted {
        let what = match (form, found.get(name).map(|one| &one.term)) {
            (_, None) => "it is missing".to_owned(),
            (None, Some(Err(_))) => continue,
            (None, Some(Ok(term))) => format!("prose is read as {term:?}"),
            (Some(_), Some(Err(why))) => format!("it is unreadable: {why}"),
            (Some(form), Some(Ok(term))) => match Form::of(notation, term) {
                read if read.without_itself(name) == form.without_itself(name) => continue,
                read => format!("it is read as\n  {read:?}, and written as\n  {form:?}"),
            },
        };
        wrong.insert(name.clone(), what);
    }
    for name in found.keys().filter(|name| !wanted.contains_key(*name)) {
        wrong.insert(name.clone(), "it is unexpected".to_owned());
    }
    if found.len() < printed.len() {
        wrong.insert(String::new(), "a name has several productions".to_owned());
    }
    wrong
}
