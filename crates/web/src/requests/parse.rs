//! The components and the tree of a string.

use std::cell::Cell;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use urispec::{Edition, Node, ParseError, Reference};

/// What is asked.
#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: Option<String>,
    text: String,
    /// How many nodes of the tree are given at most.
    #[serde(default = "most")]
    nodes: usize,
}

const fn most() -> usize {
    2000
}

pub(crate) fn answer(request: &Request) -> Result<Value, String> {
    let edition: Edition = request.edition.parse().map_err(|error| format!("{error}"))?;
    let rule = request.rule.as_deref().unwrap_or(edition.whole_rules()[0]);
    let production = edition.production(rule).map_err(|error| error.to_string())?;
    let text = request.text.as_str();
    let mut answer = Map::new();
    let mut with = |key: &str, value: Value| answer.insert(key.to_owned(), value);
    with("schema", json!(1));
    with("edition", json!(edition.id()));
    with("rule", json!(production.rule()));
    with("input", json!(text));
    match production.tree(text) {
        Ok(tree) => {
            with("valid", json!(true));
            if let Ok(reference) = Reference::of_tree(edition, &tree) {
                with("components", components(&reference));
            }
            let left = Cell::new(request.nodes);
            with("tree", node(&tree, &left));
            if tree.walk().count() > request.nodes {
                with("cut", json!(true));
            }
        }
        Err(error) => {
            with("valid", json!(false));
            with("error", fault(error, text));
        }
    }
    Ok(Value::Object(answer))
}

fn components(reference: &Reference<'_>) -> Value {
    let host = reference.host();
    let all = [
        ("scheme", reference.scheme()),
        ("authority", reference.authority()),
        ("userinfo", reference.userinfo()),
        ("host", host.map(|host| host.text())),
        ("host_kind", host.map(|host| host.kind().name())),
        ("port", reference.port()),
        ("path", Some(reference.path())),
        ("query", reference.query()),
        ("fragment", reference.fragment()),
    ];
    let defined = all.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text?))));
    Value::Object(defined.collect())
}

fn node(tree: &Node<'_>, left: &Cell<usize>) -> Value {
    left.set(left.get().saturating_sub(1));
    let mut children = Vec::new();
    for child in tree.children() {
        if left.get() == 0 {
            break;
        }
        children.push(node(child, left));
    }
    json!({ "rule": tree.rule(), "start": tree.start(), "end": tree.end(), "children": children })
}

fn fault(error: ParseError, text: &str) -> Value {
    let ParseError::Syntax(error) = error else { return json!({ "message": error.to_string() }) };
    let why = error.explain(text);
    let mut fault = json!({
        "offset": why.error().offset(),
        "found": why.error().found().map_or_else(|| "end of input".into(), String::from),
        "expected": why.expected(),
        "rule_path": why.rule_path(),
        "section": why.section(),
        "message": why.to_string(),
    });
    if let Some(cause) = why.cause() {
        fault["cause"] = json!({
            "id": cause.id(),
            "text": cause.sentence(),
            "section": cause.section(),
            "mended": cause.mended(),
        });
    }
    fault
}
