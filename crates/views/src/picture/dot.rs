//! The minimal automaton of a production as a graph, for Graphviz.

use std::fmt::Write as _;

use urispec_audit::ByteSet;

use super::automaton::{DEAD, DrawnAutomaton, listed};

/// Writes a graph. The dead state is left out, and what leads there.
pub fn write(automaton: &DrawnAutomaton<'_>) -> String {
    let (states, dfa) = (automaton.states(), automaton.dfa);
    let mut text = format!("digraph {} {{\n", quoted(automaton.rule));
    text.push_str("  rankdir=LR;\n  node [shape=circle, fontname=\"sans-serif\"];\n");
    text.push_str("  edge [fontname=\"monospace\"];\n");
    // Writing to a string does not fail.
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

/// The bytes of an edge: those that can be seen, and the others by their numbers.
fn label(set: ByteSet) -> String {
    listed(set, |byte| match byte {
        b'!'..=b'~' => char::from(byte).to_string(),
        byte => format!("%x{byte:02X}"),
    })
}

/// A string of the language DOT.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
