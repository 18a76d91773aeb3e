//! Short strings that rules may read.
//!
//! In: a program. Out: for each expression some strings, of each of its alternatives one if there is room. What is forgotten
//! is the order in which a parser tries: it may read a string in another way, or not at all.

use super::program::{Id, Instruction, Program};
use crate::basics::bytes::readable_order;

/// How deep rules nest in the strings, how many strings there are of an expression, and how long they may be.
const ROUNDS: usize = 4;
const STRINGS: usize = 10;
const LENGTH: usize = 12;

/// Strings of the expressions of a program.
pub(super) struct Seeds(Vec<Vec<Vec<u8>>>);

impl Seeds {
    pub(super) fn of(program: &Program) -> Self {
        let mut this = Self(vec![Vec::new(); program.size()]);
        for _ in 0..ROUNDS {
            for id in 0..program.size() {
                this.0[id] = this.strings(program, id as Id);
            }
        }
        this
    }

    /// The strings of a body.
    pub(super) fn of_body(&self, program: &Program, place: usize) -> &[Vec<u8>] {
        self.of_expression(program.body(place))
    }

    fn of_expression(&self, id: Id) -> &[Vec<u8>] {
        &self.0[id as usize]
    }

    fn strings(&self, program: &Program, id: Id) -> Vec<Vec<u8>> {
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
                    rest.filter_map(|rest| Some([&[byte?], &rest[..]].concat())).collect()
                });
                in_turn(ways.collect())
            }
            Instruction::Choice(parts) => {
                in_turn(parts.iter().map(|&part| self.of_expression(part).to_vec()).collect())
            }
            Instruction::Opt(inner) => {
                in_turn(vec![nothing(), self.of_expression(*inner).to_vec()])
            }
            Instruction::Rep(inner) => {
                let twice = |one: &Vec<u8>| one.repeat(2);
                let inner = self.of_expression(*inner);
                let twice = inner.iter().map(twice).collect();
                in_turn(vec![nothing(), twice, inner.to_vec()])
            }
            &Instruction::Call(place) => self.of_body(program, place).to_vec(),
            Instruction::Seq(parts) => {
                let parts: Vec<&[Vec<u8>]> =
                    parts.iter().map(|&part| self.of_expression(part)).collect();
                if parts.iter().any(|part| part.is_empty()) {
                    return Vec::new();
                }
                let with = |at: usize, other: &Vec<u8>| {
                    let parts = parts.iter().enumerate();
                    let parts = parts
                        .map(|(place, part)| if place == at { &other[..] } else { &part[0][..] });
                    parts.collect::<Vec<_>>().concat()
                };
                let others = parts.iter().enumerate();
                let others =
                    others.map(|(at, part)| part.iter().map(|other| with(at, other)).collect());
                in_turn(others.collect())
            }
        }
    }
}

/// The shortest string of some lists, and then of each list one in turn.
fn in_turn(lists: Vec<Vec<Vec<u8>>>) -> Vec<Vec<u8>> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let shortest = lists.iter().flatten().min_by_key(|one| one.len()).cloned();
    let turns = (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at)));
    let mut found: Vec<Vec<u8>> = shortest.into_iter().collect();
    for one in turns {
        if found.len() == STRINGS {
            break;
        }
        if one.len() <= LENGTH && !found.contains(one) {
            found.push(one.clone());
        }
    }
    found
}
