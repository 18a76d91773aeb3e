//! Writes the automaton of a grammar as Rust source, for the plain parser to carry along.
//!
//! In: the languages of a grammar. Out: the text of a file of `src/editions/automaton/tables/`. What is
//! forgotten is which productions could not be decided: they have no start.

use std::fmt::Write as _;

use grammar_audit::Languages;

/// The source text of the automaton table of a grammar. `stem` is the name of the grammar's files.
#[must_use]
pub fn table_source(stem: &str, languages: &Languages) -> String {
    let dfa = languages.dfa();
    let classes: Vec<u8> = (0..=u8::MAX).map(|byte| dfa.classes().of(byte) as u8).collect();
    let representatives = dfa.classes().representatives().escape_ascii();
    let states = 0..dfa.states() as u32;
    let count = dfa.classes().count();
    let accept: Vec<String> = states.clone().map(|state| dfa.accepts(state).to_string()).collect();
    let mut text = format!(
        "//! The automaton of `grammar/{stem}`: {} states, {} classes of bytes.\n\
         //!\n\
         //! Built from the printed grammar and its readings: `cargo run -p urispec-generate`.\n\
         \n\
         use crate::editions::automaton::Automaton;\n\n\
         #[rustfmt::skip]\n\
         pub(crate) static AUTOMATON: Automaton = Automaton {{\n    classes: &[\n",
        dfa.states(),
        count,
    );
    for row in classes.chunks(16) {
        line(&mut text, row);
    }
    let _ = writeln!(text, "    ],\n    class_count: {count},");
    let _ = writeln!(text, "    representatives: b\"{representatives}\",\n    starts: &[");
    for name in languages.names() {
        if let Some(Ok(start)) = languages.start(name) {
            let _ = writeln!(text, "        ({name:?}, {}),", dfa.start(start));
        }
    }
    text.push_str("    ],\n    accept: &[\n");
    for row in accept.chunks(16) {
        line(&mut text, row);
    }
    text.push_str("    ],\n    next: &[\n");
    for state in states {
        let rows: Vec<u32> = dfa.row(state).iter().map(|next| next * count as u32).collect();
        line(&mut text, &rows);
    }
    text.push_str("    ],\n};\n");
    text
}

fn line(text: &mut String, items: &[impl ToString]) {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "        {},", items.join(", "));
}
