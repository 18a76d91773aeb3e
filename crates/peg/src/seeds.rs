//! Short strings that rules may read.
//!
//! In: a program. Out: for each expression some strings, of each of its alternatives one if there is room. What is forgotten
//! is the order in which a parser tries: it may read a string in another way, or not at all.

use grammar_automata::build::readable_order;

use super::program::{Id, Instruction, PegProgram};

/// How deep rules nest in the strings, how many strings there are of an expression, and how long they may be.
const ROUNDS: usize = 4;
const STRINGS: usize = 10;
const LENGTH: usize = 12;
/// How long the shortest string of an expression may be. An expression that has none as short has no strings: in
/// `b = { a{100} } a = { "x"{100} }` each rule multiplies the length.
const LONGEST: usize = 1_000;

/// Strings of the expressions of a program.
pub(super) struct Seeds(Vec<Vec<Vec<u8>>>);

impl Seeds {
    pub(super) fn of(program: &PegProgram) -> Self {
        let mut this = Self(vec![Vec::new(); program.size()]);
        for _ in 0..ROUNDS {
            for id in 0..program.size() {
                this.0[id] = this.strings(program, id as Id);
            }
        }
        this
    }

    /// The strings of a body.
    pub(super) fn of_body(&self, program: &PegProgram, place: usize) -> &[Vec<u8>] {
        self.of_expression(program.body(place))
    }

    fn of_expression(&self, id: Id) -> &[Vec<u8>] {
        &self.0[id as usize]
    }

    fn strings(&self, program: &PegProgram, id: Id) -> Vec<Vec<u8>> {
        let nothing = || vec![Vec::new()];
        match program.node(id) {
            Instruction::Fail | Instruction::Cut(_) => Vec::new(),
            Instruction::Start | Instruction::End | Instruction::And(_) | Instruction::Not(_) => {
                nothing()
            }
            Instruction::Byte(set) => {
                let byte = readable_order().find(|&byte| set.contains(byte));
                byte.into_iter().map(|byte| vec![byte]).collect()
            }
            Instruction::Branch(ways) => {
                let ways = ways.iter().map(|(set, then)| {
                    let byte = readable_order().find(|&byte| set.contains(byte));
                    let rest = self.of_expression(*then).iter();
                    rest.filter_map(|rest| Some([&[byte?], &rest[..]].concat())).collect::<Vec<_>>()
                });
                in_turn(&ways.collect::<Vec<_>>())
            }
            Instruction::Choice(parts) => {
                let parts = parts.iter().map(|&part| self.of_expression(part));
                in_turn(&parts.collect::<Vec<_>>())
            }
            Instruction::Opt(inner) => in_turn(&[&nothing()[..], self.of_expression(*inner)]),
            Instruction::Rep(inner) => {
                let twice = |one: &Vec<u8>| one.repeat(2);
                let inner = self.of_expression(*inner);
                let twice: Vec<Vec<u8>> = inner.iter().map(twice).collect();
                in_turn(&[&nothing()[..], &twice, inner])
            }
            &Instruction::Call(place) => self.of_body(program, place).to_vec(),
            Instruction::Seq(parts) => {
                let parts: Vec<&[Vec<u8>]> =
                    parts.iter().map(|&part| self.of_expression(part)).collect();
                if parts.iter().any(|part| part.is_empty()) {
                    return Vec::new();
                }
                // The shortest strings of all parts, one after the other, and where each begins.
                let mut begins = vec![0_usize];
                for part in &parts {
                    let begin = begins[begins.len() - 1];
                    begins.push(begin.saturating_add(part[0].len()));
                }
                if begins[parts.len()] > LONGEST {
                    return Vec::new();
                }
                let shortest = parts.iter().flat_map(|part| &part[0]).copied().collect::<Vec<u8>>();
                if shortest.len() > LENGTH {
                    return vec![shortest];
                }
                let most = parts.iter().map(|part| part.len()).max().unwrap_or(0);
                let turns = (0..most).flat_map(|turn| {
                    let other =
                        move |(at, part): (usize, &&[Vec<u8>])| Some((at, part.get(turn)?.clone()));
                    parts.iter().enumerate().filter_map(other)
                });
                let with = |(at, other): (usize, Vec<u8>)| {
                    [&shortest[..begins[at]], &other, &shortest[begins[at + 1]..]].concat()
                };
                kept(Some(shortest.clone()), turns.map(with))
            }
        }
    }
}

/// The shortest string of some lists, and then of each list one in turn.
fn in_turn<L: AsRef<[Vec<u8>]>>(lists: &[L]) -> Vec<Vec<u8>> {
    let lists = || lists.iter().map(AsRef::as_ref);
    let longest = lists().map(<[_]>::len).max().unwrap_or(0);
    let shortest = lists().flatten().min_by_key(|one| one.len()).cloned();
    let turns = (0..longest).flat_map(|at| lists().filter_map(move |list| list.get(at).cloned()));
    kept(shortest, turns)
}

/// The strings that are kept: the shortest, and some that are short.
fn kept(shortest: Option<Vec<u8>>, turns: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = shortest.into_iter().filter(|one| one.len() <= LONGEST).collect();
    for one in turns {
        if found.len() == STRINGS {
            break;
        }
        if one.len() <= LENGTH && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Peg, lower};
    use super::*;

    /// The number of bytes of the strings of all expressions, and those of the first rule.
    fn seeds(text: &str) -> (usize, Vec<Vec<u8>>) {
        let peg = Peg::read("a.pest", text).unwrap();
        let program = lower::as_pest_runs(&peg);
        let seeds = Seeds::of(&program);
        let bytes = seeds.0.iter().flatten().map(Vec::len).sum();
        (bytes, seeds.of_body(&program, 0).to_vec())
    }

    #[test]
    fn a_string_that_doubles_from_rule_to_rule_is_left_out() {
        let doubling = |rules: usize| {
            let rules = (0..rules).map(|rule| format!("r{rule} = {{ r{0} ~ r{0} }}\n", rule + 1));
            rules.collect::<String>()
        };
        for rules in [9, 10, 40] {
            let (bytes, first) = seeds(&format!("{}r{rules} = {{ \"x\" }}", doubling(rules)));
            // 2 to the power of 9 bytes are 512; of 10, 1,024.
            let lengths: Vec<usize> = first.iter().map(Vec::len).collect();
            assert_eq!(lengths, if rules == 9 { vec![512] } else { vec![] }, "{rules}");
            assert!(bytes < 2_500, "{rules}: {bytes}");
        }
        let hundreds = "c = { b{100} } b = { a{100} } a = { \"x\"{100} }";
        assert_eq!(seeds(hundreds).1, [[0_u8; 0]; 0]);
    }

    #[test]
    fn each_part_of_a_sequence_has_its_turn() {
        let (_, first) = seeds("a = { (\"x\" | \"yy\") ~ \"-\" ~ (\"z\" | \"w\") }");
        assert_eq!(first, [&b"x-z"[..], b"yy-z", b"x-w"]);
    }
}
