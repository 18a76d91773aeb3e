//! Reads certificates, in the format of `docs/certificate.md`, and checks their claims.
//!
//! [`read`] checks the syntax: numbers, counts, that every byte is in one class, that successors exist, and that each
//! pair (a state of the automaton) is reached in the way that its line states. [`all`] checks what the lines *mean*.

use std::collections::{HashMap, HashSet};

use crate::bytes::ByteSet;
use crate::grammar::Grammar;
use crate::peg::Peg;
use crate::pest::Rule;
use crate::regular::Regular;
use crate::tree::Term;
use crate::{Fault, Subject, Verified, pest, regular};

/// The certificates of one grammar.
#[derive(Default)]
pub(crate) struct GrammarBlock {
    /// The number of the line that names the grammar.
    pub(crate) line: usize,
    pub(crate) name: String,
    /// Each pattern, with the number of its line.
    pub(crate) patterns: Vec<(usize, Term)>,
    /// The automata that replace productions. Each is stored as a [`Certificate`] whose table is the automaton.
    pub(crate) automata: Vec<Certificate>,
    pub(crate) certificates: Vec<Certificate>,
}

/// The claim that a production is equal to its counterpart: a rule, a pattern or an automaton.
pub(crate) struct Certificate {
    /// The number of the first line of the certificate.
    pub(crate) line: usize,
    pub(crate) production: String,
    pub(crate) other: Other,
    pub(crate) table: Table,
}

/// The counterpart of a production.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Other {
    /// A rule, with `@` before its name if it is run inside an atomic rule.
    Rule(String),
    /// A pattern of the same grammar, by its index.
    Pattern(usize),
    /// An automaton of the same grammar, by its index.
    Automaton(usize),
}

/// The automaton that the lines of a certificate define. Each pair is a state, which accepts if its line contains
/// `yes`.
pub(crate) struct Table {
    /// The number of the line of state 0.
    pub(crate) line: usize,
    classes: [u8; 256],
    count: usize,
    pub(crate) accepts: Vec<bool>,
    next: Vec<u32>,
}

impl Table {
    pub(crate) fn next(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize * self.count + usize::from(self.classes[usize::from(byte)])]
    }

    /// Returns the bytes of each class.
    pub(crate) fn sets(&self) -> Vec<ByteSet> {
        let mut sets = vec![ByteSet::default(); self.count];
        (0..=255).for_each(|byte| sets[usize::from(self.class(byte))].insert(byte));
        sets
    }
}

impl Machine for &Table {
    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    fn accepts(&mut self, state: u32) -> Result<bool, String> {
        Ok(self.accepts[state as usize])
    }

    fn after(&mut self, state: u32, byte: u8) -> Result<u32, String> {
        Ok(self.next(state, byte))
    }
}

/// The maximum number of successors in a certificate. A pair with fewer than [`LEAST`] successors counts as [`LEAST`].
const ENTRIES: usize = 4_000_000;
const LEAST: usize = 17;

/// Reads a file of certificates: a block for each grammar.
pub(crate) fn read(text: &str) -> Result<Vec<GrammarBlock>, Fault> {
    let mut lines = Lines { rest: text, at: 0 };
    if lines.next()? != "urispec-certificate 2" {
        return Err(lines.refuse("the first line should be `urispec-certificate 2`"));
    }
    let (mut blocks, mut names) = (Vec::<GrammarBlock>::new(), HashSet::new());
    while !lines.rest.is_empty() {
        let fields: Vec<&str> = lines.next()?.split(' ').collect();
        let line = lines.at;
        if let ["grammar", name] = fields[..] {
            let name = lines.word(name)?;
            if !names.insert(name.clone()) {
                return Err(lines.refuse("the file has two lines `grammar` of this name"));
            }
            blocks.push(GrammarBlock { line, name, ..GrammarBlock::default() });
            continue;
        }
        let block = blocks.last_mut().ok_or_else(|| lines.refuse("a line `grammar NAME` must come first"))?;
        let is_first = block.certificates.is_empty();
        match fields[..] {
            ["pattern", number, dialect, matching, text] if is_first && block.automata.is_empty() => {
                lines.numbered(number, block.patterns.len())?;
                let text = unescaped(text).ok_or_else(|| lines.refuse("invalid pattern text"))?;
                let unread = |why| Fault::Unreadable(format!("line {line}: the pattern cannot be read: {why}"));
                block.patterns.push((line, regular::read(dialect, matching, &text).map_err(unread)?));
            }
            ["automaton", number, "production", name, "classes", classes, "states", states] if is_first => {
                let other = Other::Automaton(lines.numbered(number, block.automata.len())?);
                let (production, table) = (lines.word(name)?, lines.table(classes, states, "state")?);
                block.automata.push(Certificate { line, production, other, table });
            }
            ["production", name, kind, other, "classes", classes, "pairs", pairs] => {
                let below = |count: usize| lines.number(other).ok().filter(|number| *number < count);
                let other = match kind {
                    "rule" => Some(Other::Rule(lines.word(other)?)),
                    "pattern" => below(block.patterns.len()).map(Other::Pattern),
                    "automaton" => below(block.automata.len()).map(Other::Automaton),
                    _ => None,
                };
                let other = other.ok_or_else(|| lines.refuse("unknown rule, pattern or automaton"))?;
                let (production, table) = (lines.word(name)?, lines.table(classes, pairs, "pair")?);
                block.certificates.push(Certificate { line, production, other, table });
            }
            _ => return Err(lines.refuse("this line is not expected here")),
        }
    }
    Ok(blocks)
}

/// Decodes the text of a pattern. In this text, `%` and two digits encode a `%` or a byte that is not graphic.
fn unescaped(text: &str) -> Option<String> {
    let is_plain = |byte: u8| (b'!'..=b'~').contains(&byte) && byte != b'%';
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, plain) = part.split_at_checked(2)?;
        bytes.push(byte(digits).filter(|&byte| !is_plain(byte))?);
        bytes.extend(plain.bytes());
    }
    String::from_utf8(bytes).ok().filter(|_| text.bytes().all(|byte| is_plain(byte) || byte == b'%'))
}

/// Reads two hexadecimal digits in upper case.
fn byte(digits: &str) -> Option<u8> {
    u8::from_str_radix(digits, 16).ok().filter(|byte| format!("{byte:02X}") == digits)
}

struct Lines<'t> {
    rest: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    /// Returns the next line, or an error at the end of the file.
    fn next(&mut self) -> Result<&'t str, Fault> {
        self.at += usize::from(!self.rest.is_empty());
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.refuse("the file is cut off here"))?;
        self.rest = rest;
        match line.ends_with('\r') {
            true => Err(self.refuse("the line ends in CR and LF; it should end in LF alone")),
            false => Ok(line),
        }
    }

    fn refuse(&self, why: &str) -> Fault {
        Fault::Refused { line: self.at, why: why.to_owned() }
    }

    fn word(&self, word: &str) -> Result<String, Fault> {
        let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
        if is_word { Ok(word.to_owned()) } else { Err(self.refuse("a name is missing")) }
    }

    /// Reads a decimal number without leading zeros.
    fn number(&self, digits: &str) -> Result<usize, Fault> {
        let number = digits.parse::<usize>().ok().filter(|number| number.to_string() == digits);
        number.ok_or_else(|| self.refuse(&format!("{digits:?} is not a number")))
    }

    fn numbered(&self, digits: &str, expected: usize) -> Result<usize, Fault> {
        let is_next = self.number(digits)? == expected;
        if is_next { Ok(expected) } else { Err(self.refuse(&format!("expected the number {expected} here"))) }
    }

    /// Reads the classes and the rows that follow. A row is `state N yes|no NEXT…`, or `pair N WAY yes|no NEXT…`.
    fn table(&mut self, classes: &str, rows: &str, word: &str) -> Result<Table, Fault> {
        let (count, size) = (self.number(classes)?, self.number(rows)?);
        if count == 0 || count > 256 || size == 0 || size > ENTRIES / count.max(LEAST) {
            return Err(self.refuse("too many classes or rows"));
        }
        let classes = self.classes(count)?;
        let (mut accepts, mut next) = (Vec::new(), Vec::new());
        // The paths to the pairs that the rows so far have reached; the next pair to be reached has the index `ways.len()`.
        let mut ways = vec!["start".to_owned()];
        let line = self.at + 1;
        for row in 0..size {
            let mut fields = self.next()?.split(' ');
            if fields.next() != Some(word) {
                return Err(self.refuse(&format!("{word} {row} is expected here")));
            }
            self.numbered(fields.next().unwrap_or_default(), row)?;
            if word == "pair" && fields.next() != ways.get(row).map(String::as_str) {
                return Err(self.refuse("this is not the first path that reaches the pair"));
            }
            accepts.push(match fields.next() {
                Some("yes") => true,
                Some("no") => false,
                _ => return Err(self.refuse("`yes` or `no` is expected")),
            });
            for (class, field) in fields.enumerate() {
                let successor = self.number(field)?;
                if successor >= size || word == "pair" && successor > ways.len() {
                    return Err(self.refuse(&format!("{word} {successor} is out of order")));
                }
                if successor == ways.len() {
                    ways.push(format!("{row}/{class}"));
                }
                next.push(successor as u32);
            }
            if next.len() != (row + 1) * count {
                return Err(self.refuse("expected one successor for each class"));
            }
        }
        Ok(Table { line, classes, count, accepts, next })
    }

    fn classes(&mut self, count: usize) -> Result<[u8; 256], Fault> {
        let mut classes = [None; 256];
        for class in 0..count {
            let fields: Vec<&str> = self.next()?.split(' ').collect();
            let ["class", number, ref ranges @ ..] = fields[..] else {
                return Err(self.refuse(&format!("class {class} is expected here")));
            };
            self.numbered(number, class)?;
            if ranges.is_empty() {
                return Err(self.refuse("the class has no byte"));
            }
            let mut after = 0;
            for range in ranges {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let bounds = byte(first).zip(byte(last)).map(|(first, last)| (usize::from(first), usize::from(last)));
                // Two adjacent ranges would be one.
                let in_order = |&(first, last): &(usize, usize)| {
                    (after == 0 || first > after) && (first < last) == range.contains('-')
                };
                let (first, last) =
                    bounds.filter(in_order).ok_or_else(|| self.refuse("bytes must be in order, such as `30-39 41`"))?;
                after = last + 1;
                if classes[first..=last].iter().any(Option::is_some) {
                    return Err(self.refuse(&format!("{range} has a byte of an earlier class")));
                }
                classes[first..=last].fill(Some(class as u8));
            }
        }
        match classes.iter().position(Option::is_none) {
            Some(byte) => Err(self.refuse(&format!("byte {byte:02X} is in no class"))),
            None => Ok(classes.map(Option::unwrap_or_default)),
        }
    }
}

// Checks the claims of certificates, side by side. The documentation of the crate explains why this suffices.

/// The maximum average number of states that a walk visits for each pair of a certificate. It keeps the time of the
/// walk linear in the size of the certificate.
const MEETINGS: usize = 64;
/// The number of visits that a walk may make in addition to [`MEETINGS`] times the number of pairs. Short certificates
/// need these visits.
const MORE: usize = 10_000;

/// A deterministic automaton, whose states may be built on demand.
pub(crate) trait Machine {
    /// Returns the index of the class of a byte. From any state, all bytes of a class lead to the same successor.
    fn class(&self, byte: u8) -> u8;
    /// Returns whether a state accepts.
    fn accepts(&mut self, state: u32) -> Result<bool, String>;
    /// Returns the state after a byte.
    fn after(&mut self, state: u32, byte: u8) -> Result<u32, String>;
}

/// Checks that `side` accepts from `start` exactly what a table accepts. Errors call the side `name`.
fn walk(name: &str, side: &mut dyn Machine, start: u32, table: &Table) -> Result<(), Fault> {
    // One byte for each class of bytes that neither the side nor the table distinguishes.
    let mut classes = HashSet::new();
    let is_new = |byte: &u8| classes.insert((side.class(*byte), table.class(*byte)));
    let bytes: Vec<u8> = (0..=255).filter(is_new).collect();
    let (mut met, mut open) = (HashSet::from([(start, 0)]), vec![(start, 0)]);
    while let Some((state, pair)) = open.pop() {
        let is_accepted = side.accepts(state).map_err(Fault::Unreadable)?;
        if is_accepted != table.accepts[pair as usize] {
            // If the side is unreadable, its answer is unreliable, and the error of a derivative takes precedence.
            for &byte in &bytes {
                side.after(state, byte).map_err(Fault::Unreadable)?;
            }
            let (may, says) = if is_accepted { ("may", "no") } else { ("may not", "yes") };
            let why = format!("according to {name}, a string {may} end here, but the line has `{says}`");
            return Err(Fault::Refused { line: table.line + pair as usize, why });
        }
        for &byte in &bytes {
            let next = (side.after(state, byte).map_err(Fault::Unreadable)?, table.next(pair, byte));
            if met.insert(next) {
                open.push(next);
            }
        }
        if met.len() > MORE + MEETINGS * table.accepts.len() {
            return Err(Fault::Unreadable(format!("{name} has too many states, perhaps infinitely many")));
        }
    }
    Ok(())
}

/// Checks the certificates of a file.
pub(crate) fn all(certificate: &str, subjects: &[Subject]) -> Result<Vec<Verified>, Fault> {
    let (blocks, mut found) = (read(certificate)?, Vec::new());
    let mut names = HashSet::new();
    if let Some(subject) = subjects.iter().find(|subject| !names.insert(&subject.name)) {
        return Err(Fault::Unreadable(format!("two subjects are named `{}`", subject.name)));
    }
    for block in &blocks {
        let why = || {
            format!(
                "these are the certificates of the grammar `{}`, which is not among the grammars to check",
                block.name
            )
        };
        let subject = subjects.iter().find(|subject| subject.name == block.name);
        found.push(check(subject.ok_or_else(|| Fault::Refused { line: block.line, why: why() })?, block)?);
    }
    if blocks.is_empty() {
        return Err(Fault::Incomplete { line: 1, why: "the file has no line `grammar NAME`".to_owned() });
    }
    match subjects.iter().find(|subject| blocks.iter().all(|block| block.name != subject.name)) {
        Some(subject) => {
            let why = format!("the file has no certificates of the grammar `{}`", subject.name);
            Err(Fault::Incomplete { line: certificate.lines().count(), why })
        }
        None => Ok(found),
    }
}

/// Checks the certificates of a grammar.
fn check(subject: &Subject, block: &GrammarBlock) -> Result<Verified, Fault> {
    let grammar = Grammar::read(&subject.documents)?;
    let rules = rules(subject)?;
    let mut automata = HashMap::new();
    for automaton in &block.automata {
        if automata.insert(place(&grammar, automaton)?, &automaton.table).is_some() {
            return Err(automaton.refuse("two automata replace one production"));
        }
    }
    let mut regular = Regular::new(&grammar, &block.patterns, automata);
    alone(&regular, &grammar, &block.automata)?;
    let mut peg = Peg::new(&rules);
    let mut verified = Verified { grammar: block.name.clone(), claims: Vec::new(), pairs: 0 };
    let mut found = HashSet::new();
    for certificate in &block.certificates {
        let Certificate { production, other, table, .. } = certificate;
        if !found.insert((grammar.key(production), other)) {
            return Err(certificate.refuse("this certificate occurs twice"));
        }
        let place = place(&grammar, certificate)?;
        let start = match other {
            Other::Automaton(number) if grammar.place(0, &block.automata[*number].production) != Some(place) => {
                return Err(certificate.refuse("the automaton replaces another production"));
            }
            Other::Automaton(_) => regular.bodies[place].clone().map_err(Fault::Unreadable)?,
            _ => regular.call(place),
        };
        walk("the production", &mut regular, start, table)?;
        match other {
            Other::Rule(name) => {
                let start = peg.start(name).map_err(|why| certificate.refuse(&why))?;
                walk("the rule", &mut peg, start, table)?;
            }
            Other::Pattern(number) => {
                let start = regular.call(grammar.productions.len() + number);
                walk("the pattern", &mut regular, start, table)?;
            }
            Other::Automaton(number) => walk("the automaton", &mut &block.automata[*number].table, 0, table)?,
        }
        verified.pairs += table.accepts.len();
        verified.claims.push((production.clone(), other.clone()));
    }
    complete(subject, block, &grammar, &rules, &found)?;
    Ok(verified)
}

impl Certificate {
    fn refuse(&self, why: &str) -> Fault {
        Fault::Refused { line: self.line, why: why.to_owned() }
    }
}

/// Reads the rules of all files.
fn rules(subject: &Subject) -> Result<Vec<Rule>, Fault> {
    let (mut rules, mut names) = (Vec::<Rule>::new(), HashSet::new());
    for source in &subject.pest {
        let unreadable = |(line, why)| Fault::Unreadable(format!("{}, line {line}: {why}", source.file));
        for rule in pest::read(&source.text).map_err(unreadable)? {
            if !names.insert(rule.name.clone()) {
                return Err(unreadable((rule.line, format!("the rule `{}` is defined twice", rule.name))));
            }
            rules.push(rule);
        }
    }
    Ok(rules)
}

/// Returns the index of the production that a certificate is about.
fn place(grammar: &Grammar, certificate: &Certificate) -> Result<usize, Fault> {
    let name = &certificate.production;
    grammar.place(0, name).ok_or_else(|| certificate.refuse(&format!("unknown production `{name}`")))
}

/// Checks each production that an automaton replaces: it must not *derive itself alone* (see `docs/certificate.md`).
fn alone(regular: &Regular<'_>, grammar: &Grammar, automata: &[Certificate]) -> Result<(), Fault> {
    let calls: Vec<Vec<usize>> = (0..grammar.productions.len()).map(|place| regular.alone(place)).collect();
    for automaton in automata {
        let own = place(grammar, automaton)?;
        let (mut reached, mut open) = (HashSet::new(), vec![own]);
        while let Some(place) = open.pop() {
            open.extend(calls[place].iter().copied().filter(|&called| reached.insert(called)));
        }
        if reached.contains(&own) {
            let why = format!("`{}` may derive itself alone, so no automaton can replace it", automaton.production);
            return Err(automaton.refuse(&why));
        }
    }
    Ok(())
}

/// Checks that nothing is missing: each automaton and each pattern has its certificate, and so does each production `name`
/// for which there is a rule `name` or `whole_name`.
fn complete(
    subject: &Subject,
    block: &GrammarBlock,
    grammar: &Grammar,
    rules: &[Rule],
    found: &HashSet<(String, &Other)>,
) -> Result<(), Fault> {
    let lacks = |line: usize, what: String| Fault::Refused { line, why: format!("missing certificate for {what}") };
    let needs = |line: usize, production: &str, other: &Other, what: String| {
        let is_there = found.contains(&(grammar.key(production), other));
        if is_there { Ok(()) } else { Err(lacks(line, what)) }
    };
    for Certificate { line, production, other, .. } in &block.automata {
        needs(*line, production, other, format!("the automaton of `{production}`"))?;
    }
    if subject.is_partial {
        return Ok(());
    }
    let named: Vec<&str> = subject.productions.iter().map(String::as_str).collect();
    // The certificate of an automaton is not about a rule or a pattern.
    let claims = found.iter().filter(|(_, other)| !matches!(other, Other::Automaton(_)));
    let claimed: HashSet<&str> = claims.map(|(key, _)| &**key).collect();
    if claimed.is_empty() {
        return Err(lacks(block.line, "any production of this grammar".to_owned()));
    }
    for (number, (line, _)) in block.patterns.iter().enumerate() {
        // If no production is named, a certificate of any production suffices.
        let any = found.iter().find(|(_, other)| **other == Other::Pattern(number)).map(|(name, _)| &**name);
        for name in if named.is_empty() { vec![any.unwrap_or("any production")] } else { named.clone() } {
            needs(*line, name, &Other::Pattern(number), format!("`{name}` and this pattern"))?;
        }
    }
    if let Some(name) = named.iter().find(|name| !claimed.contains(&*grammar.key(name))) {
        return Err(lacks(block.line, format!("`{name}`")));
    }
    let mut by_name: HashMap<(bool, String), Vec<&str>> = HashMap::new();
    for rule in rules {
        let name = plain(&rule.name);
        for name in [Some(&*name), name.strip_prefix("whole_")].into_iter().flatten() {
            by_name.entry((true, name.to_owned())).or_default().push(&rule.name);
            // The fallback for case-insensitive names, if no rule has the exact name of the production.
            by_name.entry((false, grammar.key(name))).or_default().push(&rule.name);
        }
    }
    let own = grammar.productions.iter().filter(|(document, _)| *document == 0).map(|(_, one)| &*one.name);
    for production in if named.is_empty() { own.collect() } else { named } {
        let name = plain(production);
        let folded = by_name.get(&(false, grammar.key(&name)));
        for rule in by_name.get(&(true, name)).or(folded).into_iter().flatten() {
            let other = Other::Rule((*rule).to_owned());
            needs(block.line, production, &other, format!("`{production}` and the rule `{rule}`"))?;
        }
    }
    Ok(())
}

/// Converts the name of a production or rule to a form that both share: `-` and `.` become `_`, `+` becomes `_plus_`,
/// and leading, trailing and repeated `_` are removed.
fn plain(name: &str) -> String {
    let name = name.replace('+', "_plus_").replace(['-', '.'], "_");
    name.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}
