//! The lines of the public API: one for each item, beginning with its full path, in an order in which the parts of an
//! item follow the item. What follows from another line is omitted: the functions of a trait in an `impl`, the head of
//! an `impl` without a trait, and auto traits such as `Send`. The traits that a type derives share a line: `derive
//! Clone, Debug for …`.

use std::collections::HashSet;
use std::path::Path;

use public_api::{Builder, PublicApi, PublicItem};

/// The names in the prelude, and two other well-known ones.
const PRELUDE: &str = "AsMut AsRef Box Clone Copy Cow Debug Default Display DoubleEndedIterator Eq ExactSizeIterator Fn \
                       FnMut FnOnce From FromStr Hash Into IntoIterator Iterator Option Ord PartialEq PartialOrd String TryFrom Vec";

/// Returns the lines of the API in a file of rustdoc.
pub(crate) fn lines(json: &Path) -> Result<Vec<String>, public_api::Error> {
    let (written, all) = (api(json, true)?, api(json, false)?);
    let mut items: Vec<&PublicItem> = all.items().collect();
    items.sort_by(|one, other| one.grouping_cmp(other));
    let is_written: HashSet<String> = written.items().map(ToString::to_string).collect();
    let impls: HashSet<_> =
        items.iter().filter(|item| is_trait(item)).map(|item| item.id()).collect();
    let mut lines = Vec::new();
    for item in items {
        let text = item.to_string();
        let is_function = item.parent_id().is_some_and(|parent| impls.contains(&parent))
            && !text.starts_with("pub type ");
        // The chapters exist only in the documentation.
        let is_chapter = text.starts_with("pub mod urispec::guide");
        if is_function || is_chapter || text.starts_with("impl") && !is_trait(item) {
            continue;
        }
        match derived(&text).filter(|_| !is_written.contains(&text)) {
            // An `impl` between two types is listed for both.
            None if lines.contains(&short(&text)) => {}
            None => lines.push(short(&text)),
            Some(("StructuralPartialEq", _)) => {}
            Some((name, of)) => join(&mut lines, name, &short(of)),
        }
    }
    Ok(lines)
}

fn api(json: &Path, without_derived: bool) -> Result<PublicApi, public_api::Error> {
    let builder = Builder::from_rustdoc_json(json).omit_blanket_impls(true);
    builder.omit_auto_trait_impls(true).omit_auto_derived_impls(without_derived).build()
}

/// Returns whether the item is the head of an `impl` of a trait.
fn is_trait(item: &PublicItem) -> bool {
    let text = item.to_string();
    text.starts_with("impl") && text.contains(" for ")
}

/// Returns the last name of the derived trait, and the type.
fn derived(text: &str) -> Option<(&str, &str)> {
    let (head, of) = text.split_once(" for ").filter(|_| text.starts_with("impl"))?;
    let name = head.rsplit([':', ' ']).next()?;
    Some((name, of))
}

/// Adds a trait to the line of derived traits of a type, which may be new.
fn join(lines: &mut Vec<String>, name: &str, of: &str) {
    let end = format!(" for {of}");
    let is_its = |line: &&mut String| line.starts_with("derive ") && line.ends_with(&end);
    match lines.iter_mut().rev().find(is_its) {
        // An item with two paths is listed twice.
        Some(line)
            if line["derive ".len()..line.len() - end.len()].split(", ").any(|one| one == name) => {
        }
        Some(line) => line.insert_str(line.len() - end.len(), &format!(", {name}")),
        None => lines.push(format!("derive {name}{end}")),
    }
}

/// Returns the line without the paths of well-known names.
fn short(line: &str) -> String {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let (mut short, mut rest) = (String::new(), line);
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_path(c) != is_path(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let is_std = ["core::", "alloc::", "std::"].iter().any(|root| word.starts_with(root));
        let name = word.rsplit("::").next().filter(|name| {
            is_std && (PRELUDE.split(' ').any(|one| one == *name) || word == "core::result::Result")
        });
        short += name.unwrap_or(word);
        rest = after;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_names_have_no_path() {
        assert_eq!(
            short(
                "pub fn a::b(&self, core::option::Option<&str>) -> core::result::Result<alloc::string::String, a::E>"
            ),
            "pub fn a::b(&self, Option<&str>) -> Result<String, a::E>"
        );
        assert_eq!(
            short("pub fn a::Vec::fmt() -> core::fmt::Result"),
            "pub fn a::Vec::fmt() -> core::fmt::Result"
        );
    }

    #[test]
    fn derived_traits_share_a_line() {
        let mut lines = vec!["pub struct a::B".to_owned()];
        for text in ["impl core::clone::Clone for a::B", "impl core::fmt::Debug for a::B"] {
            let (name, of) = derived(text).unwrap();
            join(&mut lines, name, of);
        }
        join(&mut lines, "Clone", "a::C");
        assert_eq!(lines[1..], ["derive Clone, Debug for a::B", "derive Clone for a::C"]);
        assert_eq!(derived("impl<'a> a::B<'a>"), None);
    }
}
