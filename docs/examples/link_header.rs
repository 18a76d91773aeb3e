//! Lists the links of a header field `Link` (RFC 8288), with the host of each target.
//!
//! ```text
//! link_header [FIELD]...
//! ```
//!
//! The parser is generated from two grammars: `rfc3986.pest`, and one that calls its rule `URI_reference`. The chapter
//! about the audit shows how to check them.

use std::error::Error;
use std::io::{self, Write};

use parser::{LinkHeader, Rule};
use pest::Parser as _;
use pest::iterators::Pair;

/// What pest makes has no documentation of its own.
#[allow(missing_docs, unreachable_pub)]
mod parser {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/rfc3986.pest"]
    #[grammar = "../docs/examples/link_header.pest"]
    pub(crate) struct LinkHeader;
}

const SAMPLES: &[&str] = &[
    "<https://api.example/items?page=2>; rel=\"next\", </items>; rel=first",
    "<mailto:a@example.org>",
    "<https://api.example/a b>; rel=next",
];

/// Returns the first rule of a name within a tree.
fn find<'t>(tree: &Pair<'t, Rule>, rule: Rule) -> Option<Pair<'t, Rule>> {
    tree.clone().into_inner().flatten().find(|one| one.as_rule() == rule)
}

/// Returns the value of a parameter, without its quotes.
fn parameter<'t>(link: &Pair<'t, Rule>, name: &str) -> Option<&'t str> {
    link.clone().into_inner().filter(|one| one.as_rule() == Rule::link_param).find_map(|one| {
        let mut parts = one.into_inner();
        parts.next().filter(|part| part.as_str().eq_ignore_ascii_case(name))?;
        parts.next().map(|part| part.as_str().trim_matches('"'))
    })
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let samples: Vec<_> = SAMPLES.iter().map(|&text| text.to_owned()).collect();
    for field in if args.is_empty() { &samples } else { args } {
        let tree = match LinkHeader::parse(Rule::Link, field) {
            Ok(mut tree) => tree.next().filter(|tree| tree.as_str() == field),
            Err(_) => None,
        };
        let Some(tree) = tree else {
            writeln!(out, "{field:?} is not a list of links")?;
            continue;
        };
        for link in tree.into_inner() {
            let rel = parameter(&link, "rel").unwrap_or("none");
            let target = find(&link, Rule::URI_reference);
            let host = target.as_ref().and_then(|target| find(target, Rule::host));
            let target = target.map_or("", |target| target.as_str());
            let host = host.map_or("no host", |host| host.as_str());
            writeln!(out, "{rel}: {target} ({host})")?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
