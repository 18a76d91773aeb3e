//! `urispec parse`: the components, what the scheme makes of them, and the tree.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use urispec::grammar::Role;
use urispec::{Meaning, Node, ParseError, Reference};

use crate::args::{self, Parse};
use crate::fault::Fault;
use crate::input::{self, Item};
use crate::json::{Components, Error, Record, SchemeSpecific, Tree};
use crate::meaning::{Fields, Value};
use crate::output::Output;
use crate::password::{
    HIDDEN, of_userinfo, span, veiled, veiled_at, veiled_authority, veiled_path, veiled_userinfo,
};
use crate::style::Painted;
use crate::terminal::Style;
use crate::{Stop, Verdict};

pub(crate) fn run(args: &Parse, out: &mut Output) -> Result<Verdict, Stop> {
    args::some_input("parse", &args.strings, &args.common.files)?;
    let rule = args.rule()?;
    let verdict = input::each(&args.strings, &args.common.files, out, |out, item| {
        let parsed = parse(args, rule, item);
        if args.common.json {
            return record(args, rule, item, &parsed).print(out).map(|()| verdict(&parsed));
        }
        match &parsed {
            Ok(parsed) => show(out, parsed),
            Err(fault) => {
                fault.report(out, item.origin, None, item.bytes())?;
                hint(args, rule, item, out).map(|()| Verdict::No)
            }
        }
    })?;
    Ok(verdict)
}

/// A tree, and what it lowers to if its production is one of whole references.
struct Parsed<'a> {
    tree: Node<'a>,
    reference: Option<Reference<'a>>,
    /// Where the document says something of schemes.
    fields: Option<Fields>,
}

fn parse<'a>(args: &Parse, rule: &str, item: &Item<'a>) -> Result<Parsed<'a>, Fault> {
    let text = item.text()?;
    let explained = |error| Fault::of(error, text);
    let tree = Node::parse(args.common.edition, rule, text).map_err(explained)?;
    let reference = match Reference::of_tree(args.common.edition, &tree) {
        Ok(reference) => Some(reference),
        Err(ParseError::NotWhole(_)) => None,
        Err(error) => return Err(explained(error)),
    };
    let meaning = Meaning::of(args.common.edition, &tree).map_err(explained)?;
    let fields = meaning.map(|(derivation, meaning)| Fields::of(derivation, &meaning));
    Ok(Parsed { tree, reference, fields })
}

/// Says which other production for whole strings derives what the default one does not, if one does.
fn hint(args: &Parse, rule: &str, item: &Item<'_>, out: &mut Output) -> io::Result<()> {
    let (edition, text) = (args.common.edition, item.text().unwrap_or_default());
    let derives = |other: &&&str| urispec::check(edition, other, text).is_ok();
    let [default, others @ ..] = edition.whole_rules() else { return Ok(()) };
    match others.iter().filter(|_| rule == *default).find(derives) {
        Some(other) => out.note(format_args!("  but `{other}` derives it: --rule {other}\n")),
        None => Ok(()),
    }
}

fn verdict(parsed: &Result<Parsed<'_>, Fault>) -> Verdict {
    if parsed.is_ok() { Verdict::Yes } else { Verdict::No }
}

fn record<'a>(
    args: &Parse,
    rule: &'static str,
    item: &Item<'a>,
    parsed: &'a Result<Parsed<'a>, Fault>,
) -> Record<'a> {
    let record = Record::of(args.common.edition, rule, item.bytes());
    match parsed {
        Ok(Parsed { tree, reference, fields }) => Record {
            valid: true,
            components: reference.as_ref().map(Components::from),
            scheme_specific: fields.as_ref().map(SchemeSpecific),
            tree: Some(Tree(tree)),
            ..record
        },
        Err(fault) => Record { error: Some(Error::new(fault, None)), ..record },
    }
}

/// The string as a whole, its components one by one, what its scheme makes of it, the tree. Blank
/// lines between.
fn show(out: &mut Output, parsed: &Parsed<'_>) -> io::Result<Verdict> {
    out.begin_block();
    let Parsed { tree, reference, fields } = parsed;
    let palette = out.palette;
    let hidden = password(tree);
    match reference {
        Some(reference) if !reference.as_str().is_empty() => {
            writeln!(out, "{}", Painted(palette, reference))?;
        }
        _ if tree.text().is_empty() => writeln!(out, "\"\"")?,
        _ => writeln!(out, "{}", veiled_at(tree.text(), hidden.clone()))?,
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
        let authority = reference.authority().map(veiled_authority);
        let userinfo = reference.userinfo().map(veiled_userinfo);
        line("authority", palette.authority, authority.as_deref(), &"")?;
        line("  userinfo", palette.userinfo, userinfo.as_deref(), &"")?;
        line("  host", palette.host, host.map(|host| host.text()), &kind)?;
        line("  port", palette.port, reference.port(), &"")?;
        line("path", palette.path, Some(&veiled_path(reference)), &"")?;
        line("query", palette.query, reference.query(), &"")?;
        line("fragment", palette.fragment, reference.fragment(), &"")?;
        writeln!(out)?;
    }
    if let Some(fields) = fields {
        show_fields(out, fields, hidden.is_some())?;
        writeln!(out)?;
    }
    match hidden {
        Some(hidden) => show_tree(out, tree, &hidden)?,
        None => write!(out, "{tree}")?,
    }
    Ok(Verdict::Yes)
}

/// Where the password is, by the tree: it may be of a part that is no reference.
fn password(tree: &Node<'_>) -> Option<Range<usize>> {
    let found = tree.walk().find_map(|(_, node)| {
        let text = node.text().as_bytes();
        let hidden = match node.role() {
            Role::Userinfo => of_userinfo(text),
            Role::Password if !text.is_empty() => Some(0..text.len()),
            _ => None,
        }?;
        Some(node.start() + hidden.start..node.start() + hidden.end)
    });
    // Only an option decides whether what is found is to be hidden.
    found.filter(|_| of_userinfo(b":p").is_some()).or_else(|| span(tree.text().as_bytes()))
}

/// The tree as its `Display` has it, without what is hidden.
fn show_tree(out: &mut Output, tree: &Node<'_>, hidden: &Range<usize>) -> io::Result<()> {
    let lines = tree.to_string();
    for (line, (_, node)) in lines.lines().zip(tree.walk()) {
        let (start, end) = (hidden.start.max(node.start()), hidden.end.min(node.end()));
        if start >= end || !node.children().is_empty() {
            writeln!(out, "{line}")?;
            continue;
        }
        let text = veiled_at(node.text(), Some(start - node.start()..end - node.start()));
        let head = line.strip_suffix(&format!("{:?}", node.text())).unwrap_or_default();
        writeln!(out, "{head}{text:?}")?;
    }
    Ok(())
}

/// Each field on a line of its own, and each text of many.
fn show_fields(out: &mut Output, fields: &Fields, is_hidden: bool) -> io::Result<()> {
    let label = out.palette.label;
    let mut line = |name: &str, text: &str| {
        let text = veiled(text);
        let text = match text.strip_prefix("PASS ") {
            Some(password) if is_hidden && !password.starts_with('<') => "PASS <hidden>",
            _ if is_hidden && name == "password" => HIDDEN,
            _ if text.is_empty() => "\"\"",
            _ => &*text,
        };
        let name = name.replace('_', " ");
        writeln!(out, "  {label}{name:<11}{label:#} {text}")
    };
    line("production", fields.production)?;
    if let Some((production, why)) = &fields.unmatched {
        line("unmatched", &format!("{production}: {why}"))?;
    }
    for (name, value) in &fields.rest {
        let mut lines = |texts: &mut dyn Iterator<Item = &str>| {
            texts.enumerate().try_for_each(|(at, text)| line(if at == 0 { name } else { "" }, text))
        };
        match value {
            Value::Text(text) => line(name, text)?,
            Value::Number(number) => line(name, &number.to_string())?,
            Value::Flag(flag) => line(name, if *flag { "yes" } else { "no" })?,
            Value::Texts(texts) => lines(&mut texts.iter().map(String::as_str))?,
            Value::Pairs(pairs) => {
                let texts: Vec<_> =
                    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
                lines(&mut texts.iter().map(String::as_str))?;
            }
        }
    }
    Ok(())
}
