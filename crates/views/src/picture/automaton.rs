//! The minimal automaton of a production, as JSON and as a graph for Graphviz.

use std::fmt::Write as _;

use urispec_audit::automata::{ByteSet, Dfa};

use crate::record::Record;

/// The minimal automaton of a production, and its origin.
pub struct DrawnAutomaton<'a> {
    /// The file of the grammar.
    pub file: &'a str,
    /// The name of the production.
    pub rule: &'a str,
    /// The minimal automaton, with one start state.
    pub dfa: &'a Dfa,
}

impl DrawnAutomaton<'_> {
    /// Returns the live states in breadth-first order. The start state is the first.
    pub fn states(&self) -> Vec<u32> {
        let (dfa, mut met) = (self.dfa, vec![self.dfa.start(0)]);
        let mut is_met = vec![false; dfa.states()];
        is_met[met[0] as usize] = true;
        let mut at = 0;
        while let Some(&state) = met.get(at) {
            for &next in dfa.row(state) {
                // The first state of a minimal automaton is the dead one.
                if next != DEAD && !std::mem::replace(&mut is_met[next as usize], true) {
                    met.push(next);
                }
            }
            at += 1;
        }
        met
    }

    /// Returns an object with the byte classes and the states. A state has a flag for acceptance, and a successor for
    /// each class: null for the dead state. A production without strings has one state with only null successors.
    #[must_use]
    pub fn record(&self) -> Record {
        let (states, dfa) = (self.states(), self.dfa);
        let mut numbers = vec![None; dfa.states()];
        states
            .iter()
            .enumerate()
            .for_each(|(number, &state)| numbers[state as usize] = Some(number));
        numbers[DEAD as usize] = None;
        let range = |(first, last): (u8, u8)| match last {
            last if first == last => format!("{first:02X}"),
            last => format!("{first:02X}-{last:02X}"),
        };
        let classes = 0..dfa.classes().count();
        let classes = classes.map(|class| {
            let all: Vec<String> =
                ranges(dfa.classes().members(class)).into_iter().map(range).collect();
            all.join(" ")
        });
        let classes: Vec<String> = classes.collect();
        let record = |&state: &u32| {
            let next: Vec<Option<usize>> =
                dfa.row(state).iter().map(|&next| numbers[next as usize]).collect();
            Record::new().with("accepts", dfa.accepts(state)).with("next", next)
        };
        Record::line()
            .with("file", self.file)
            .with("rule", self.rule)
            .with("classes", classes)
            .with_all("states", states.iter().map(record))
    }
}

/// The dead state of a minimal automaton.
pub const DEAD: u32 = 0;

/// Returns the ranges of a set of bytes.
fn ranges(set: ByteSet) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in set.iter() {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    ranges
}

/// Returns the bytes of a set as text, in ranges.
pub(super) fn listed(set: ByteSet, shown: impl Fn(u8) -> String) -> String {
    let range = |(first, last): (u8, u8)| match last - first {
        0 => shown(first),
        1 => format!("{} {}", shown(first), shown(last)),
        _ => format!("{}–{}", shown(first), shown(last)),
    };
    ranges(set).into_iter().map(range).collect::<Vec<_>>().join(" ")
}

/// Returns the graph in the language DOT, without the dead state and the edges to it.
pub fn write(automaton: &DrawnAutomaton<'_>) -> String {
    let (states, dfa) = (automaton.states(), automaton.dfa);
    let mut text = format!("digraph {} {{\n", quoted(automaton.rule));
    text.push_str("  rankdir=LR;\n  node [shape=circle, fontname=\"sans-serif\"];\n");
    text.push_str("  edge [fontname=\"monospace\"];\n");
    // Writing to a string cannot fail.
    for (number, &state) in states.iter().enumerate() {
        let shape = if dfa.accepts(state) { " [shape=doublecircle]" } else { "" };
        let _ = writeln!(text, "  {number}{shape};");
    }
    text.push_str("  begin [shape=point];\n  begin -> 0;\n");
    for (number, &state) in states.iter().enumerate() {
        for (after, &next) in states.iter().enumerate() {
            let classes = dfa.row(state).iter().enumerate().filter(|(_, one)| **one == next);
            let set = classes.map(|(class, _)| dfa.classes().members(class));
            let set = set.fold(ByteSet::EMPTY, ByteSet::union);
            if next != DEAD && !set.is_empty() {
                let _ = writeln!(text, "  {number} -> {after} [label={}];", quoted(&label(set)));
            }
        }
    }
    text.push_str("}\n");
    text
}

/// Returns the label of an edge: printable bytes as characters, and other bytes by their numbers.
fn label(set: ByteSet) -> String {
    listed(set, |byte| match byte {
        b'!'..=b'~' => char::from(byte).to_string(),
        byte => format!("%x{byte:02X}"),
    })
}

/// Returns a quoted string of the language DOT.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
