//! `urispec parse`: the components and the tree.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::Style;
use urispec::{Node, ParseError, Reference};

use super::args::{self, Parse};
use super::fault::Fault;
use super::input::{self, Item};
use super::json::{Components, Error, Record, Tree};
use super::output::Output;
use super::style::Painted;
use super::{Stop, Verdict};

pub(super) fn run(args: &Parse, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("parse", &args.strings, &args.common.files)?;
    let rule = args.rule()?;
    let verdict = input::each(&args.strings, &args.common.files, out, |out, item| {
        let parsed = parse(args, rule, item);
        if args.common.json {
            return record(args, rule, item, &parsed).print(out).map(|()| verdict(&parsed));
        }
        match &parsed {
            Ok((tree, reference)) => show(out, tree, reference.as_ref()),
            Err(fault) => fault.report(out, item.origin, None, item.bytes()),
        }
    })?;
    Ok(verdict)
}

/// A tree, and what it lowers to if its production is one of whole references.
type Parsed<'a> = Result<(Node<'a>, Option<Reference<'a>>), Fault>;

fn parse<'a>(args: &Parse, rule: &str, item: &Item<'a>) -> Parsed<'a> {
    let tree = Node::parse(args.common.edition, rule, item.text()?)?;
    match Reference::try_from(&tree) {
        Ok(reference) => Ok((tree, Some(reference))),
        Err(ParseError::NotWhole(_)) => Ok((tree, None)),
        Err(error) => Err(error.into()),
    }
}

fn verdict(parsed: &Parsed<'_>) -> Verdict {
    if parsed.is_ok() { Verdict::Yes } else { Verdict::No }
}

fn record<'a>(
    args: &Parse,
    rule: &'static str,
    item: &Item<'a>,
    parsed: &'a Parsed<'a>,
) -> Record<'a> {
    let record = Record::of(args.common.edition, rule, item.bytes());
    match parsed {
        Ok((tree, reference)) => Record {
            valid: true,
            components: reference.as_ref().map(Components::from),
            tree: Some(Tree(tree)),
            ..record
        },
        Err(fault) => Record { error: Some(Error::new(fault, None)), ..record },
    }
}

/// The string as a whole, its components one by one, the tree. Blank lines between.
fn show(
    out: &mut Output,
    tree: &Node<'_>,
    reference: Option<&Reference<'_>>,
) -> io::Result<Verdict> {
    out.begin_block();
    let palette = out.palette;
    match reference {
        Some(reference) if !reference.as_str().is_empty() => {
            writeln!(out, "{}", Painted(palette, reference))?;
        }
        _ if tree.text().is_empty() => writeln!(out, "\"\"")?,
        _ => writeln!(out, "{}", tree.text())?,
    }
    writeln!(out)?;
    if let Some(reference) = reference {
        let host = reference.host();
        let mut line = |name: &str, style: Style, text: Option<&str>, note: &dyn Display| {
            let Some(text) = text else { return Ok(()) };
            let text = if text.is_empty() { "\"\"" } else { text };
            let label = palette.label;
            writeln!(out, "  {label}{name:<11}{label:#} {style}{text}{style:#}{note}")
        };
        let label = palette.label;
        let kind = host.map_or("", |host| host.kind().name());
        let kind = format!("  {label}{kind}{label:#}");
        line("scheme", palette.scheme, reference.scheme(), &"")?;
        line("authority", palette.authority, reference.authority(), &"")?;
        line("  userinfo", palette.userinfo, reference.userinfo(), &"")?;
        line("  host", palette.host, host.map(|host| host.text()), &kind)?;
        line("  port", palette.port, reference.port(), &"")?;
        line("path", palette.path, Some(reference.path()), &"")?;
        line("query", palette.query, reference.query(), &"")?;
        line("fragment", palette.fragment, reference.fragment(), &"")?;
        writeln!(out)?;
    }
    write!(out, "{tree}")?;
    Ok(Verdict::Yes)
}
