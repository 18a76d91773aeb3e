//! The edits of `urispec edit`: each changes the component that it names, and nothing else.
//!
//! The input is a reference and an edit, one on each line: an option of `edit`, a blank and a value. Every edition is
//! checked. The law is in `tests/library/laws/edits.rs`; the program defines the edits.

use urispec::{Edition, Reference};

use self::change::{Change, EditedComponent, PortForm};
use self::parts::UriParts;
use self::query::KeyPattern;
use crate::{edits, input};

#[path = "../../../crates/cli/src/commands/edit/change.rs"]
#[expect(dead_code, reason = "other targets check edits of a whole reference")]
mod change;
#[path = "../../../crates/cli/src/commands/edit/parts.rs"]
mod parts;
#[path = "../../../crates/cli/src/commands/edit/query.rs"]
mod query;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some([text, change]) = input::lines(data) else { return };
    let (option, value) = change.split_once(' ').unwrap_or((change, ""));
    let Some(made) = read(option, value) else { return };
    for edition in Edition::every() {
        let Ok(reference) = Reference::parse(edition, text) else { continue };
        let given = UriParts::from_reference(&reference);
        let mut parts = given.clone();
        let came = made.apply(&mut parts).and_then(|()| match parts == given {
            true => Ok(text.to_owned()),
            false => parts.text(edition),
        });
        edits::holds(edition, text, (option, value), came.ok().as_deref());
    }
}

/// Returns the edit of a command-line option, if the law knows it.
fn read(option: &str, value: &str) -> Option<Change> {
    let keys = |text: &str| {
        // The law knows only patterns that begin with text.
        let is_known = !text.strip_suffix('*').unwrap_or(text).contains(['*', '\u{FFFD}']);
        is_known.then(|| KeyPattern::new(text))
    };
    let named = || value.split_once('=');
    Some(match option {
        "set" => {
            let (name, text) = named()?;
            // The law splits a new authority in the same way.
            let is_known = name != "authority" || edits::OPTIONS[0].1.contains(&value);
            Change::Set(
                EditedComponent::from_name(name).filter(|_| is_known && is_lower(name))?,
                text.to_owned(),
            )
        }
        "unset" => Change::Unset(EditedComponent::from_name(value).filter(|_| is_lower(value))?),
        "append" => match named()? {
            ("path", data) => Change::AppendSegment(change::segment(data)),
            ("query", data) => Change::AppendPair(change::pair(data)),
            _ => return None,
        },
        "drop-query" => Change::DropQuery(keys(value)?),
        "keep-query" => Change::KeepQuery(keys(value)?),
        "rename-query" => {
            let (old, new) = named()?;
            Change::RenameQuery(keys(old)?, change::segment(new))
        }
        "redact" => match (value, named()) {
            ("password", _) => Change::RedactPassword,
            ("userinfo", _) => Change::RedactUserinfo,
            (_, Some(("query", key))) => Change::RedactValue(keys(key)?),
            _ => return None,
        },
        "replace-host" => {
            let (old, new) = named()?;
            Change::ReplaceHost(old.to_owned(), new.to_owned())
        }
        "port" if value == "default" => Change::Port(PortForm::Default),
        "port" if value == "explicit" => Change::Port(PortForm::Explicit),
        "sort-query" if value.is_empty() => Change::SortQuery,
        "dedupe-query" if value.is_empty() => Change::DedupeQuery,
        _ => return None,
    })
}

/// Returns the name of a component in the letter case that the law knows.
fn is_lower(name: &str) -> bool {
    !name.bytes().any(|byte| byte.is_ascii_uppercase())
}
