//! A parsed string for people.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::{fs, io};

use urispec::grammar::Role;
use urispec::{Edition, Node};
use urispec_views::fault::utf8;
use urispec_views::parse::{FieldValue, Fields, Parsed, parse};
use urispec_views::picture::uri;

use crate::options::names::ReadBy;
use crate::output::Output;
use crate::output::fault::Reported;
use crate::output::password::{HIDDEN, Passwords, in_userinfo, veiled_at, without};
use crate::output::terminal::{Painted, Style};
use crate::output::usage::{Outcome, Stop, Usage};
use crate::output::whole_file::{Name, StringOrigin, is_stdin};

/// The string as a whole, its components one by one, the fields of its scheme, and the tree, with blank
/// lines between them.
pub(crate) fn show(edition: Edition, parsed: &Parsed<'_>, out: &mut Output) -> io::Result<()> {
    out.begin_block();
    let Parsed { tree, reference, fields } = parsed;
    let palette = out.palette;
    let passwords = out.passwords;
    let hidden = password(tree, passwords);
    match reference {
        Some(reference) if !reference.as_str().is_empty() => {
            writeln!(out, "{}", Painted(palette, reference, passwords))?;
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
        let authority = reference.authority().map(|text| passwords.veiled_authority(text));
        let userinfo = reference.userinfo().map(|text| passwords.veiled_userinfo(text));
        line("authority", palette.authority, authority.as_deref(), &"")?;
        line("  userinfo", palette.userinfo, userinfo.as_deref(), &"")?;
        line("  host", palette.host, host.map(|host| host.as_str()), &kind)?;
        line("  port", palette.port, reference.port(), &"")?;
        let path = passwords.veiled_path(reference);
        line("path", palette.path, Some(&path), &"")?;
        // The password may have been in them.
        let params = path.split_once(';').map_or("", |(_, params)| params);
        line("  params", palette.path, reference.params(edition).map(|_| params), &"")?;
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
    Ok(())
}

/// Where the password is, by the tree: the string may be a part that is not a reference.
pub(super) fn password(tree: &Node<'_>, passwords: Passwords) -> Option<Range<usize>> {
    let found = tree.walk().find_map(|(_, node)| {
        let text = node.text().as_bytes();
        let hidden = match node.role() {
            Role::Userinfo => in_userinfo(text),
            Role::Password if !text.is_empty() => Some(0..text.len()),
            _ => None,
        }?;
        Some(node.start() + hidden.start..node.start() + hidden.end)
    });
    passwords.hidden(found).or_else(|| passwords.span(tree.text().as_bytes()))
}

/// The tree as its `Display` writes it, without passwords.
fn show_tree(out: &mut Output, tree: &Node<'_>, hidden: &Range<usize>) -> io::Result<()> {
    let all = tree.walk().map(|(depth, node)| TreeLine {
        depth,
        rule: node.rule(),
        span: node.start()..node.end(),
        is_leaf: node.children().is_empty(),
    });
    lines(out, tree.text().as_bytes(), all, Some(hidden))
}

/// A line of a tree: a production, and what it derives.
pub(super) struct TreeLine<'t> {
    pub(super) depth: usize,
    pub(super) rule: &'t str,
    pub(super) span: Range<usize>,
    pub(super) is_leaf: bool,
}

/// The lines of the tree of a text, without what is hidden. A leaf has its text.
pub(super) fn lines<'t>(
    out: &mut Output,
    text: &[u8],
    lines: impl Iterator<Item = TreeLine<'t>>,
    hidden: Option<&Range<usize>>,
) -> io::Result<()> {
    for TreeLine { depth, rule, span: Range { start, end }, is_leaf } in lines {
        let span = format!("{start}..{end}");
        write!(out, "{span:>9}  {:indent$}{rule}", "", indent = 2 * depth)?;
        if is_leaf {
            let hidden = hidden.map(|hidden| hidden.start.max(start)..hidden.end.min(end));
            let hidden = hidden.filter(|hidden| hidden.start < hidden.end);
            let hidden = hidden.map(|hidden| hidden.start - start..hidden.end - start);
            let bytes = without(&text[start..end], hidden);
            match str::from_utf8(&bytes) {
                Ok(text) => write!(out, " {text:?}")?,
                Err(_) => write!(out, " \"{}\"", bytes.escape_ascii())?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Each field on a line of its own; each text of a list has its own line too.
fn show_fields(out: &mut Output, fields: &Fields, is_hidden: bool) -> io::Result<()> {
    let (label, passwords) = (out.palette.label, out.passwords);
    let mut line = |name: &str, text: &str| {
        let text = passwords.veiled(text);
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
            FieldValue::Text(text) => line(name, text)?,
            FieldValue::Number(number) => line(name, &number.to_string())?,
            FieldValue::Flag(flag) => line(name, if *flag { "yes" } else { "no" })?,
            FieldValue::Texts(texts) => lines(&mut texts.iter().map(String::as_str))?,
            FieldValue::Pairs(pairs) => {
                let texts: Vec<_> =
                    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
                lines(&mut texts.iter().map(String::as_str))?;
            }
            FieldValue::Parameters(all) => {
                let text = |(name, value): &(String, Option<String>)| match value {
                    Some(value) => format!("{name}={value}"),
                    None => name.clone(),
                };
                let texts: Vec<_> = all.iter().map(text).collect();
                lines(&mut texts.iter().map(String::as_str))?;
            }
        }
    }
    Ok(())
}

// `urispec parse --svg`: a string as a picture, in a file.

/// Draws one string into a file; `-` is stdout.
pub(super) fn run(
    by: ReadBy,
    strings: &[OsString],
    path: &Path,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let [string] = strings else {
        let message = "--svg draws one string: name one STR, and for each further one another FILE";
        return Err(Usage::new(message).into());
    };
    let bytes = string.as_encoded_bytes();
    let text = match utf8(bytes) {
        Ok(text) => text,
        Err(fault) => {
            return Ok(fault.report(
                out,
                StringOrigin::Argument(bytes, out.passwords),
                None,
                bytes,
            )?);
        }
    };
    let production = by.production(Some(text));
    let parsed = parse(production, text);
    let hidden = match &parsed {
        Ok(parsed) => password(&parsed.tree, out.passwords),
        Err(_) => out.passwords.span(bytes),
    };
    let drawn = uri::svg(production, text, &parsed, hidden);
    if is_stdin(path) {
        out.verbatim(&drawn)?;
    } else if let Err(error) = fs::write(path, drawn) {
        return Ok(out.refuse(&format!("{}: {error}", Name(path, out.passwords)))?);
    }
    match parsed {
        Ok(_) => Ok(Outcome::Yes),
        Err(fault) => {
            Ok(fault.report(out, StringOrigin::Argument(bytes, out.passwords), None, bytes)?)
        }
    }
}
