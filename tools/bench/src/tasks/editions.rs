//! Validating by each edition, and by the bare table of its automaton.

use urispec::Edition;

use crate::automaton::Table;
use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::peers::{Peer, Urispec};
use crate::row::{Row, Task, agreed, row};

pub(super) const EDITIONS: Task = Task {
    name: "editions",
    title: "validate by each edition",
    unit: "ns for each string",
    note: "On the strings of the web that the edition's first rule accepts. The bare table is a loop of two \
           loads for each byte.",
    run: editions,
};

fn editions(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let one = |edition: &Edition| {
        let (edition, rule) = (*edition, edition.whole_rules()[0]);
        let table = Table::derive(edition, rule)?;
        let recognizer = edition.production(rule).ok()?;
        let texts = inputs.web.iter().map(String::as_str);
        let accepted = texts.filter(|text| recognizer.accepts(text.as_bytes()));
        row((EDITIONS.name, edition.id(), plan), agreed(accepted, &[]), str::len, |texts| {
            let ours = move |text: &&str| usize::from(recognizer.accepts(text.as_bytes()));
            let bare = move |text: &&str| usize::from(table.accepts(text));
            vec![
                Contender::each(Urispec::NAME, texts.to_vec(), ours),
                Contender::each("bare table", texts.to_vec(), bare),
            ]
        })
    };
    Edition::ALL.iter().filter_map(one).collect()
}
