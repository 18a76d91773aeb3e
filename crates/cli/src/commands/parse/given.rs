//! Parsing by a grammar of the user: the productions that derive the parts of a string.
//!
//! In: a production of the grammar, and strings of any bytes. Out: for each string its tree, or where it
//! leaves the language; if the production has an automaton, that says so of every string. The surprising case
//! is a string that is valid and whose tree is not told: it counts as invalid, and the message says why.

use std::io::{self, Write};
use std::sync::Arc;

use urispec::grammar::Acceptor;
use urispec_audit::{NoTree, ProductionNode, TreeFinder};
use urispec_views::record::Record;

use super::{Args, show};
use crate::grammar::{Rejected, record};
use crate::input::rows::Taken;
use crate::input::{Input, Item};
use crate::output::Output;
use crate::output::terminal::{Excerpt, Quoted, Stream};
use crate::output::usage::{Outcome, Stop};
use crate::output::whole_file::StringOrigin;

pub(super) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    let input = Input::in_common(&args.strings, &args.common)?.read_by("parse", Taken::Anything);
    let Some(parser) = ProductionParser::of(args, out)?.map(Arc::new) else {
        return Ok(Outcome::Trouble);
    };
    let done = input.each(out, move |out, item| {
        let answer = parser.answer(item.bytes());
        if args.common.json {
            parser.record(item.bytes(), &answer).print(out)?;
        } else {
            print(item, &answer, out)?;
        }
        Ok(Outcome::of(matches!(answer, ParseAnswer::Tree(_))))
    })?;
    let counts = done.counts.said("parsed", ["valid", "invalid"]);
    Ok(done.end(&args.common.less, out, &counts)?)
}

/// A production of the grammar.
struct ProductionParser {
    file: String,
    rule: String,
    trees: TreeFinder,
    /// The automaton, or the reason why there is none.
    acceptor: Result<Acceptor, String>,
}

/// What is said of a string.
enum ParseAnswer<'s> {
    Tree(Vec<ProductionNode>),
    Rejected(Rejected<'s>),
    /// The string is no member, or its tree is not told, for this reason.
    None {
        is_valid: Option<bool>,
        why: String,
    },
}

impl ProductionParser {
    /// None if the grammar cannot be used; stderr says why.
    fn of(args: &Args, out: &mut Output) -> Result<Option<Self>, Stop> {
        let found = args.given.production(args.rule.as_deref(), out)?;
        let Some((grammar, rule)) = found else { return Ok(None) };
        let Some(trees) = out.or_refuse(grammar.trees(&rule))? else { return Ok(None) };
        let acceptor = grammar.decide(&[&rule]).acceptor(&rule).map_err(|why| why.to_string());
        Ok(Some(Self { file: grammar.file().to_owned(), rule, trees, acceptor }))
    }

    fn answer<'s>(&self, bytes: &'s [u8]) -> ParseAnswer<'s> {
        let acceptor = self.acceptor.as_ref();
        if let Some(why) = acceptor.ok().and_then(|acceptor| acceptor.rejects(bytes)) {
            return ParseAnswer::Rejected(Rejected::new(bytes, why.offset, why.expected()));
        }
        match (self.trees.find(bytes), acceptor) {
            (Ok(nodes), _) => ParseAnswer::Tree(nodes),
            (Err(NoTree::Stops { offset, expected }), Err(_)) => {
                ParseAnswer::Rejected(Rejected::new(bytes, offset, expected))
            }
            (Err(why @ NoTree::NotDerived), Err(_)) => {
                ParseAnswer::None { is_valid: Some(false), why: why.to_string() }
            }
            (Err(NoTree::Stops { .. } | NoTree::NotDerived), Ok(_)) => {
                let why = "the string is valid, but not by the rules as they are written: pest runs what its \
                           optimizer makes of them";
                ParseAnswer::None { is_valid: Some(true), why: why.to_owned() }
            }
            (Err(why), Ok(_)) => ParseAnswer::None {
                is_valid: Some(true),
                why: format!("the string is valid, but {why}"),
            },
            (Err(NoTree::Untold), Err(reason)) => {
                ParseAnswer::None { is_valid: None, why: format!("{}; {reason}", NoTree::Untold) }
            }
            (Err(why), Err(_)) => ParseAnswer::None { is_valid: None, why: why.to_string() },
        }
    }

    fn record(&self, bytes: &[u8], answer: &ParseAnswer<'_>) -> Record {
        let (is_valid, error) = match answer {
            ParseAnswer::Tree(_) => (Some(true), None),
            ParseAnswer::Rejected(why) => (Some(false), Some(why.record())),
            ParseAnswer::None { is_valid, why } => {
                (*is_valid, Some(Record::new().with("message", why)))
            }
        };
        let tree = match answer {
            ParseAnswer::Tree(nodes) => nested(nodes),
            _ => None,
        };
        record(&self.file, &self.rule)
            .witness("input", Some(bytes))
            .with("valid", is_valid)
            .with_record("tree", tree)
            .with_record("error", error)
    }
}

/// The tree as one object. Each node is made after those within it, without recursion.
fn nested(nodes: &[ProductionNode]) -> Option<Record> {
    let mut made: Vec<(usize, Record)> = Vec::new();
    for node in nodes.iter().rev() {
        // Those within it are the last that were made, the first of them last.
        let within = made.iter().rev().take_while(|(depth, _)| *depth > node.depth).count();
        let children = made.split_off(made.len() - within).into_iter().rev().map(|(_, one)| one);
        let record = Record::new()
            .with("rule", &node.rule)
            .with("start", node.start)
            .with("end", node.end)
            .with_all("children", children);
        made.push((node.depth, record));
    }
    made.pop().map(|(_, root)| root)
}

/// The string and its tree, or what is wrong, with a caret below the byte that is to blame.
fn print(item: &Item<'_>, answer: &ParseAnswer<'_>, out: &mut Output) -> io::Result<()> {
    let (bytes, passwords) = (item.bytes(), out.passwords);
    let (offset, why) = match answer {
        ParseAnswer::Rejected(why) => (Some(why.offset), why.message()),
        ParseAnswer::None { why, .. } => (None, why.clone()),
        ParseAnswer::Tree(nodes) => {
            out.begin_block();
            writeln!(out, "{}\n", Quoted(bytes, Stream::Results, passwords))?;
            let within = nodes.iter().skip(1).map(|one| one.depth).chain([0]);
            let lines = nodes.iter().zip(within).map(|(node, next)| show::TreeLine {
                depth: node.depth,
                rule: &node.rule,
                span: node.start..node.end,
                is_leaf: next <= node.depth,
            });
            return show::lines(out, bytes, lines, passwords.span(bytes).as_ref());
        }
    };
    let mut block = format!("{}: {why}\n", item.origin);
    if let Some(offset) = offset {
        let error = out.warnings.error;
        let Excerpt { line, column, .. } = Excerpt::around(bytes, offset, passwords);
        block += &format!("  {line}\n  {:column$}{error}^{error:#}\n", "");
    }
    let of_line = matches!(item.origin, StringOrigin::Line(..)).then_some("not-derived");
    out.complain_of(of_line, format_args!("{block}"))
}
