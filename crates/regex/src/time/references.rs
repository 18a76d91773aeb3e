//! The matching time of a pattern with back references, such as `(a*)b\1$`.
//!
//! Each back reference is read as a copy of its group, so that the pattern without back references tries all paths that
//! the pattern tries, and others. Its witnesses are therefore only candidates: an engine with captures, which counts its
//! steps, confirms them.

use grammar_automata::build::PumpWitness;
use grammar_automata::engine::CharacterSet;

use super::{MatchTime, match_time};
use crate::{Dialect, Direction, Matching, Mode, Pattern, Tree};

/// The maximum number of instructions of a pattern.
const INSTRUCTIONS: usize = 20_000;
/// The maximum number of steps of one run.
const STEPS: u64 = 4_000_000;
/// The beginning of the name of a group that is a copy.
const COPY: &str = "copyofgroup";

/// Returns the growth of the steps of an engine, or the reason why it is not decided. Returns `None` if the pattern has
/// no back reference, or cannot be read for another reason.
pub(crate) fn time_with_references(
    dialect: Dialect,
    text: &str,
    matching: Matching,
) -> Option<Result<MatchTime, &'static str>> {
    let expanded = expanded(dialect, text)?;
    let pattern = Pattern::read(dialect, &expanded).ok()?;
    let matching = pattern.matching(matching);
    Some(confirmed(&pattern, dialect, matching))
}

fn confirmed(
    pattern: &Pattern,
    dialect: Dialect,
    matching: Matching,
) -> Result<MatchTime, &'static str> {
    let fails_on_nothing = dialect == Dialect::EcmaScript;
    let candidate = match_time(pattern.tree(), matching, fails_on_nothing)?;
    // The pattern tries no other paths.
    let Some((degree, attack)) = candidate.into_witness() else { return Ok(MatchTime::Linear) };
    let program =
        Program::of(pattern.tree(), dialect).ok_or("its counts are too large to be expanded")?;
    let count = |times| program.steps(&attack.text(times), matching);
    let growth = |one: usize, other: usize| {
        let (one, other) = (count(one).max(1), count(other));
        other as f64 / one as f64
    };
    // Twice the repetitions double the steps of a linear growth.
    let doubled = if degree.is_some_and(|degree| degree > 3) { (10, 20) } else { (40, 80) };
    let is_confirmed = match degree {
        None => growth(8, 12) >= 4.0,
        Some(_) => growth(doubled.0, doubled.1) >= 3.0,
    };
    if !is_confirmed {
        return Err("a back reference may prevent the slow paths that were found");
    }
    let steps = [10, 20, 40].map(|times| match count(times) {
        steps if steps >= STEPS => (times, u64::MAX),
        steps => (times, steps),
    });
    // Beyond the limit, only exponential growth is known.
    let steps = steps.into_iter().filter(|&(_, steps)| steps < u64::MAX);
    let mut steps: Vec<(usize, u64)> = steps.collect();
    if steps.is_empty() {
        steps.push((5, count(5)));
    }
    let attack = PumpWitness::new(attack.pumps.clone(), attack.suffix.clone(), steps);
    Ok(match degree {
        None => MatchTime::Exponential { attack },
        Some(degree) => {
            let seen = (growth(doubled.0, doubled.1).log2() + 0.25) as usize;
            MatchTime::Polynomial { degree: degree.min(seen.max(2)), attack }
        }
    })
}

// The text of a pattern with copies of groups in place of back references.

/// A capturing group of a pattern: its name, and the span of the text within its parentheses.
struct Capture {
    name: Option<String>,
    start: usize,
    end: usize,
}

/// Returns the pattern with each back reference replaced by a named copy of its group, or `None` if there is no back
/// reference. A group is not copied into itself.
fn expanded(dialect: Dialect, text: &str) -> Option<String> {
    let captures = captures(text);
    let bytes = text.as_bytes();
    let (mut out, mut at, mut copies) = (String::new(), 0, 0);
    let mut in_class = 0_usize;
    while at < bytes.len() {
        let found = if in_class > 0 { None } else { reference(dialect, &text[at..], &captures) };
        if let Some((number, length)) = found {
            let group = &captures[number];
            let inner = &text[group.start..group.end];
            // A group that contains the reference has not captured anything yet, and a nested reference is not expanded.
            let is_plain = group.end <= at && expanded(dialect, inner).is_none();
            if !is_plain || copies > 50 {
                return None;
            }
            let inner = uncaptured(inner);
            let name = if dialect == Dialect::Python { "?P<" } else { "?<" };
            out.push_str(&format!("({name}{COPY}{number}x{copies}>{inner})"));
            copies += 1;
            at += length;
            continue;
        }
        let width = match bytes[at] {
            b'\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            b'[' => {
                in_class += usize::from(in_class == 0);
                1
            }
            b']' => {
                in_class = 0;
                1
            }
            _ => text[at..].chars().next().map_or(1, char::len_utf8),
        };
        out.push_str(&text[at..at + width]);
        at += width;
    }
    (copies > 0).then_some(out)
}

/// Returns the number of the group and the length of the back reference at the beginning of a text.
fn reference(dialect: Dialect, text: &str, captures: &[Capture]) -> Option<(usize, usize)> {
    let by_name = |name: &str| captures.iter().position(|one| one.name.as_deref() == Some(name));
    let named = |open: &str, close: char| {
        let rest = text.strip_prefix(open)?;
        let name = rest.split_once(close)?.0;
        Some((by_name(name)?, open.len() + name.len() + 1))
    };
    if let Some(rest) = text.strip_prefix('\\') {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).take(2).count();
        let number = rest[..digits].parse::<usize>().ok().filter(|&number| number > 0);
        let number = number.and_then(|number| number.checked_sub(1));
        if let Some(number) = number.filter(|&number| number < captures.len()) {
            return Some((number, 1 + digits));
        }
    }
    match dialect {
        Dialect::Python => named("(?P=", ')'),
        _ => named("\\k<", '>')
            .or_else(|| named("\\k{", '}'))
            .or_else(|| named("\\k'", '\''))
            .or_else(|| named("(?P=", ')')),
    }
}

/// Returns the capturing groups of a pattern, in order.
fn captures(text: &str) -> Vec<Capture> {
    let (mut all, mut open): (Vec<Capture>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    let (mut in_class, mut at) = (false, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                let rest = &text[at + 1..];
                let name = ["?<", "?P<", "?'"].iter().find_map(|open| rest.strip_prefix(open));
                let name = name.filter(|name| !name.starts_with(['=', '!']));
                let name = name.and_then(|name| name.split_once(['>', '\''])).map(|(name, _)| name);
                let is_capture = name.is_some() || !rest.starts_with(['?', '*']);
                let start =
                    at + 1 + name.map_or(0, |name| rest.find(name).unwrap_or(0) + name.len() + 1);
                open.push(is_capture.then_some(all.len()));
                if is_capture {
                    all.push(Capture { name: name.map(str::to_owned), start, end: usize::MAX });
                }
            }
            b')' if !in_class => {
                if let Some(Some(number)) = open.pop() {
                    all[number].end = at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    // Groups that are not closed are those of a pattern that cannot be read.
    for one in &mut all {
        one.end = one.end.clamp(one.start, text.len());
    }
    all
}

/// Returns a text with its capturing groups made plain, since names must be unique.
fn uncaptured(text: &str) -> String {
    let captures = captures(text);
    let (mut out, mut from) = (String::new(), 0);
    for one in captures {
        let open = text[..one.start].rfind('(').unwrap_or(0);
        out.push_str(&text[from..open]);
        out.push_str("(?:");
        from = one.start;
    }
    out + &text[from..]
}

// A backtracking engine with captures, which counts its steps.

#[derive(Clone, Debug)]
enum Instruction {
    Read(CharacterSet),
    /// Continues at these instructions, tried in order.
    Try(Vec<usize>),
    /// Saves the position in a slot.
    Save(usize),
    /// Fails if the position is that of the slot.
    Moved(usize),
    /// Reads the text between the slots of a group.
    Reference(usize),
    Start,
    End,
    /// Runs other instructions, which read nothing. With `behind`, the maximum length of their text, they end at the
    /// position.
    Look {
        start: usize,
        behind: Option<usize>,
        is_negative: bool,
    },
    /// Runs other instructions, and continues where their first match ends.
    Atomic(usize),
    Jump(usize),
    Match,
}

struct Program {
    code: Vec<Instruction>,
    slots: usize,
    /// Whether a reference to a group without a match matches the empty string, as in ECMAScript.
    is_lenient: bool,
}

impl Program {
    fn of(tree: &Tree, dialect: Dialect) -> Option<Self> {
        let is_lenient = dialect == Dialect::EcmaScript;
        let mut this = Self { code: Vec::new(), slots: 2 * groups(tree), is_lenient };
        let mut number = 0;
        this.add(tree, &mut number)?;
        this.push(Instruction::Match)?;
        Some(this)
    }

    fn push(&mut self, one: Instruction) -> Option<usize> {
        self.code.push(one);
        (self.code.len() <= INSTRUCTIONS).then(|| self.code.len() - 1)
    }

    /// Adds the instructions of a tree. `number` is the number of groups before it.
    fn add(&mut self, tree: &Tree, number: &mut usize) -> Option<()> {
        match tree {
            Tree::Set(set) => {
                self.push(Instruction::Read(set.clone()))?;
            }
            Tree::Sequence(parts) => {
                for part in parts {
                    self.add(part, number)?;
                }
            }
            Tree::Choice(parts) => {
                let choice = self.push(Instruction::Try(Vec::new()))?;
                let (mut starts, mut ends) = (Vec::new(), Vec::new());
                for part in parts {
                    starts.push(self.code.len());
                    self.add(part, number)?;
                    ends.push(self.push(Instruction::Jump(0))?);
                }
                let end = self.code.len();
                ends.into_iter().for_each(|at| self.code[at] = Instruction::Jump(end));
                self.code[choice] = Instruction::Try(starts);
            }
            Tree::Group { of, name } => {
                let copied = name.as_deref().and_then(|name| name.strip_prefix(COPY));
                if let Some(copied) = copied.and_then(|name| name.split_once('x')) {
                    self.push(Instruction::Reference(copied.0.parse().ok()?))?;
                    return Some(());
                }
                let own = *number;
                *number += 1;
                self.push(Instruction::Save(2 * own))?;
                self.add(of, number)?;
                self.push(Instruction::Save(2 * own + 1))?;
            }
            Tree::Atomic(of) => self.atomic(of, number)?,
            Tree::Look { of, way, is_negative } => {
                let start = self.add_apart(of, number)?;
                let longest = if matches!(**of, Tree::Set(_)) { 1 } else { usize::MAX };
                let behind = (*way == Direction::Behind).then_some(longest);
                self.push(Instruction::Look { start, behind, is_negative: *is_negative })?;
            }
            Tree::Start => {
                self.push(Instruction::Start)?;
            }
            Tree::End => {
                self.push(Instruction::End)?;
            }
            &Tree::Repeat { ref of, min, max, mode: Mode::Possessive } => {
                let of = of.clone();
                self.atomic(&Tree::Repeat { of, min, max, mode: Mode::Greedy }, number)?;
            }
            &Tree::Repeat { ref of, min, max, mode } => {
                let first = *number;
                let mut again = |this: &mut Self| {
                    *number = first;
                    this.add(of, number)
                };
                for _ in 0..min {
                    again(self)?;
                }
                let is_lazy = mode == Mode::Lazy;
                let rounds = max.map(|max| max.saturating_sub(min));
                let mut exits = Vec::new();
                for _ in 0..rounds.unwrap_or(1) {
                    let slot = self.slots;
                    self.slots += 1;
                    let head = self.push(Instruction::Try(Vec::new()))?;
                    self.push(Instruction::Save(slot))?;
                    again(self)?;
                    self.push(Instruction::Moved(slot))?;
                    if rounds.is_none() {
                        self.push(Instruction::Jump(head))?;
                    }
                    exits.push(head);
                }
                let end = self.code.len();
                for head in exits {
                    let both = if is_lazy { vec![end, head + 1] } else { vec![head + 1, end] };
                    self.code[head] = Instruction::Try(both);
                }
                if min == 0 && max == Some(0) {
                    *number = first + groups(of);
                }
            }
        }
        Some(())
    }

    fn atomic(&mut self, of: &Tree, number: &mut usize) -> Option<()> {
        let start = self.add_apart(of, number)?;
        self.push(Instruction::Atomic(start)).map(|_| ())
    }

    /// Adds a tree that ends with a match of its own. The code before it jumps over it. Returns where it starts.
    fn add_apart(&mut self, of: &Tree, number: &mut usize) -> Option<usize> {
        let jump = self.push(Instruction::Jump(0))?;
        let start = self.code.len();
        self.add(of, number)?;
        self.push(Instruction::Match)?;
        self.code[jump] = Instruction::Jump(self.code.len());
        Some(start)
    }

    /// Returns the number of steps for a string, at most [`STEPS`].
    fn steps(&self, text: &str, matching: Matching) -> u64 {
        let text: Vec<char> = text.chars().collect();
        let mut run =
            Run { program: self, text: &text, slots: vec![None; self.slots], left: STEPS };
        let is_anchored = matches!(matching, Matching::Whole | Matching::Prefix);
        let mut from = 0;
        while from <= text.len() && run.left > 0 {
            run.slots.fill(None);
            let end = (matching == Matching::Whole).then_some(text.len());
            match run.first(0, from, end) {
                Some(end) if matching == Matching::Global => from = end.max(from + 1),
                Some(_) => break,
                None if is_anchored => break,
                None => from += 1,
            }
        }
        STEPS - run.left
    }
}

/// Returns the number of capturing groups of a tree, without copies.
fn groups(tree: &Tree) -> usize {
    let is_copy =
        |name: &Option<String>| name.as_deref().is_some_and(|name| name.starts_with(COPY));
    match tree {
        Tree::Group { name, .. } if is_copy(name) => 0,
        tree => {
            let own = usize::from(matches!(tree, Tree::Group { .. }));
            own + tree.parts().iter().map(groups).sum::<usize>()
        }
    }
}

/// A run of a program on a text.
struct Run<'p> {
    program: &'p Program,
    text: &'p [char],
    slots: Vec<Option<usize>>,
    left: u64,
}

impl Run<'_> {
    /// Returns the end of the first match from an instruction and a position. With `wanted`, only a match that ends there
    /// counts. The recursion is as deep as look-arounds and atomic groups are nested.
    fn first(&mut self, start: usize, at: usize, wanted: Option<usize>) -> Option<usize> {
        // Each choice has the instruction, the position, and the number of changes before it.
        let (mut choices, mut changes) = (vec![(start, at, 0)], Vec::new());
        while let Some((mut pc, mut at, kept)) = choices.pop() {
            while changes.len() > kept {
                if let Some((slot, value)) = changes.pop() {
                    self.slots[slot] = value;
                }
            }
            loop {
                self.left = self.left.checked_sub(1)?;
                match &self.program.code[pc] {
                    Instruction::Read(set) => match self.text.get(at) {
                        Some(&one) if set.contains(one) => at += 1,
                        _ => break,
                    },
                    Instruction::Try(all) => {
                        let Some((&first, others)) = all.split_first() else { break };
                        let kept = changes.len();
                        choices.extend(others.iter().rev().map(|&pc| (pc, at, kept)));
                        pc = first;
                        continue;
                    }
                    &Instruction::Save(slot) => {
                        changes.push((slot, self.slots[slot]));
                        self.slots[slot] = Some(at);
                    }
                    &Instruction::Moved(slot) if self.slots[slot] == Some(at) => break,
                    &Instruction::Reference(number) => {
                        let span = self.slots[2 * number].zip(self.slots[2 * number + 1]);
                        let span = span.filter(|(from, to)| from <= to);
                        let Some((from, to)) = span else {
                            if self.program.is_lenient {
                                pc += 1;
                                continue;
                            }
                            break;
                        };
                        let captured = &self.text[from..to];
                        if !self.text[at..].starts_with(captured) {
                            break;
                        }
                        at += captured.len();
                    }
                    Instruction::Start if at > 0 => break,
                    Instruction::End if at < self.text.len() => break,
                    &Instruction::Look { start, behind, is_negative } => {
                        let found = match behind {
                            None => self.first(start, at, None).is_some(),
                            Some(longest) => (at.saturating_sub(longest)..=at)
                                .rev()
                                .any(|from| self.first(start, from, Some(at)).is_some()),
                        };
                        if found == is_negative {
                            break;
                        }
                    }
                    &Instruction::Atomic(start) => match self.first(start, at, None) {
                        Some(end) => at = end,
                        None => break,
                    },
                    &Instruction::Jump(next) => {
                        pc = next;
                        continue;
                    }
                    Instruction::Match if wanted.is_none_or(|wanted| wanted == at) => {
                        return Some(at);
                    }
                    Instruction::Match => break,
                    _ => {}
                }
                pc += 1;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(dialect: Dialect, text: &str) -> Option<String> {
        let found = time_with_references(dialect, text, Matching::Search)?;
        Some(match found {
            Ok(MatchTime::Linear) => "linear".to_owned(),
            Ok(MatchTime::Exponential { .. }) => "exponential".to_owned(),
            Ok(MatchTime::Polynomial { degree, .. }) => degree.to_string(),
            Err(_) => "open".to_owned(),
        })
    }

    #[test]
    fn slow_patterns_with_back_references_are_confirmed() {
        use Dialect::{EcmaScript, Java, Pcre, Python};
        // CVE-2020-8492, whose fix is the second.
        let basic = r#"(?:.*,)*[ \t]*([^ \t]+)[ \t]+realm=(["']?)([^"']*)\2"#;
        assert_eq!(time(Python, basic).as_deref(), Some("exponential"));
        let fixed = r#"(?:^|,)[ \t]*([^ \t,]+)[ \t]+realm=(["']?)([^"']*)\2"#;
        assert_ne!(time(Python, fixed).as_deref(), Some("exponential"));
        for (dialect, text, wanted) in [
            (EcmaScript, r"^(a+)+\1$", "exponential"),
            (EcmaScript, r"^(?<x>b)(a|a)*\k<x>$", "exponential"),
            (Python, r"^(?P<x>b)(a|a)*(?P=x)$", "exponential"),
            (Java, r"^(b)(?:a|a)*\1$", "exponential"),
            (Pcre, r"^(b)a*a*\g{1}$", "none"),
            (Python, r"^(b)a*a*\1$", "2"),
            (Java, r"^(\s*)\1\s*$", "2"),
            (Python, r"^(b)a*a*a*\1$", "3"),
            (EcmaScript, r"^(['\x22])[^'\x22]*\1$", "linear"),
            (EcmaScript, r"^(a)b\1$", "linear"),
            (EcmaScript, "^(a)b$", "none"),
            (EcmaScript, r"^(a)[\1]b$", "none"),
            // The copies of `(a*)` are ambiguous, and the reference is not.
            (Python, r"^(a*)\1b$", "open"),
        ] {
            assert_eq!(time(dialect, text).as_deref().unwrap_or("none"), wanted, "{text}");
        }
    }

    #[test]
    fn copies_replace_back_references() {
        let expanded = |text| expanded(Dialect::Python, text);
        assert_eq!(expanded(r"(a)\1").as_deref(), Some("(a)(?P<copyofgroup0x0>a)"));
        let nested = expanded(r"((?P<q>['\(])x[(])y\1(?P=q)");
        let wanted =
            r"((?P<q>['\(])x[(])y(?P<copyofgroup0x0>(?:['\(])x[(])(?P<copyofgroup1x1>['\(])";
        assert_eq!(nested.as_deref(), Some(wanted));
        assert_eq!(expanded(r"(a\1)"), None);
        assert_eq!(expanded(r"(a)[\1]\2"), None);
    }
}
