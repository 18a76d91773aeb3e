//! The cost of a tree: pest's parse tree, compared with the components alone.

use std::hint::black_box;

use urispec::{Edition, Node};

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan};
use crate::peers::{Peer, Urispec};
use crate::row::{Able, Row, Task, agreed, row};

pub(super) const TREE: Task = Task {
    name: "tree",
    title: "what a tree costs",
    unit: "ns for each string",
    note: "`Node::parse`, over `UriRef::parse` and reading the components.",
    run: tree,
};

fn tree(inputs: &Inputs, plan: Plan) -> Vec<Row> {
    let texts = inputs.web.iter().step_by(8).map(String::as_str);
    let able: [Able<&str>; 1] = [(Urispec::NAME, Urispec::accepts)];
    row((TREE.name, "web", plan), agreed(texts, &able), str::len, |texts| {
        let tree = |text: &&str| {
            let node = Node::parse(Edition::Rfc3986, "URI-reference", text);
            node.map_or(0, |node| black_box(&node).end())
        };
        let parse = |text: &&str| Urispec::read(text).map_or(0, |parsed| Urispec::lengths(&parsed));
        vec![
            Contender::each("tree", texts.to_vec(), tree),
            Contender::each("parse", texts.to_vec(), parse),
        ]
    })
    .into_iter()
    .collect()
}
