//! The changes of `urispec edit`: each changes what it names, and nothing else.
//!
//! In: a reference and a change, a line each: an option of `edit`, and after a blank its value. It is asked of every
//! edition. The law is that of `tests/library/laws/edits.rs`; the changes are those of the program.

use urispec::{Edition, Reference};

use self::change::{Change, EditedComponent, PortForm};
use self::parts::UriParts;
use self::query::KeyPattern;
use crate::{edits, input};

#[path = "../../../crates/cli/src/commands/edit/change.rs"]
#[expect(dead_code, reason = "what is done to a whole reference is held by other targets")]
mod change;
#[path = "../../../crates/cli/src/commands/edit/parts.rs"]
mod parts;
#[path = "../../../crates/cli/src/commands/edit/query.rs"]
mod query;

/// The laws of this module.
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

/// The change that an option of the command line is, of those that the law knows.
fn read(option: &str, value: &str) -> Option<Change> {
    let keys = |text: &str| {
        // Of patterns the law knows those that begin with a text.
        let is_known = !text.strip_suffix('*').unwrap_or(text).contains(['*', '\u{FFFD}']);
        is_known.then(|| KeyPattern::new(text))
    };
    let named = || value.split_once('=');
    Some(match option {
        "set" => {
            let (name, text) = named()?;
            // An authority that is set is divided as the law divides one of these.
            let is_told = name != "authority" || edits::OPTIONS[0].1.contains(&value);
            Change::Set(
                EditedComponent::from_name(name).filter(|_| is_told && is_lower(name))?,
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

/// Names of components are taken in any letter case, and the law knows one.
fn is_lower(name: &str) -> bool {
    !name.bytes().any(|byte| byte.is_ascii_uppercase())
}
