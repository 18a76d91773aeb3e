//! The options that change a reference, in the order in which they are given.

use std::io;
use std::path::Path;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, ValueHint};
use urispec::Rung;
use urispec_views::fault::utf8;

use super::change::{Change, EditedComponent, PortForm};
use super::query::KeyPattern;
use super::{Editor, change};
use crate::input::{Input, LineBlock, RowPart, Summary, TableInput};
use crate::options::Invalid;
use crate::output::{Message, Name, Outcome, Output, Reported, StringOrigin};

#[derive(Clone, Debug, Default)]
pub(super) struct Changes(pub(super) Vec<Change>);

/// An option: its name, the name of its value, its help, and the parser of its value.
struct ChangeOption {
    name: &'static str,
    value: Option<&'static str>,
    help: &'static str,
    read: fn(&str) -> Result<Change, String>,
}

const OPTIONS: [ChangeOption; 13] = [
    ChangeOption {
        name: "set",
        value: Some("NAME=TEXT"),
        help: "Set a component to TEXT, without encoding: scheme, authority, userinfo, user, password, host, port, \
               path, query or fragment",
        read: |value| {
            let (name, text) = split_at_equals(value)?;
            Ok(Change::Set(component(name)?, text.to_owned()))
        },
    },
    ChangeOption {
        name: "unset",
        value: Some("NAME"),
        help: "Remove a component, with its delimiter",
        read: |value| component(value).map(Change::Unset),
    },
    ChangeOption {
        name: "append",
        value: Some("NAME=DATA"),
        help: "Append a segment (path=SEG) or a query pair (query=K=V), percent-encoded",
        read: |value| match split_at_equals(value)? {
            ("path", data) => Ok(Change::AppendSegment(change::segment(data))),
            ("query", data) => Ok(Change::AppendPair(change::pair(data))),
            _ => Err("write path=SEG or query=K=V".to_owned()),
        },
    },
    ChangeOption {
        name: "drop-query",
        value: Some("KEY"),
        help: "Remove the query pairs with this key, in which `*` matches anything",
        read: |value| Ok(Change::DropQuery(KeyPattern::new(value))),
    },
    ChangeOption {
        name: "keep-query",
        value: Some("KEY"),
        help: "Remove all query pairs except those with this key",
        read: |value| Ok(Change::KeepQuery(KeyPattern::new(value))),
    },
    ChangeOption {
        name: "rename-query",
        value: Some("OLD=NEW"),
        help: "Rename the key OLD of query pairs to NEW",
        read: |value| {
            let (old, new) = split_at_equals(value)?;
            Ok(Change::RenameQuery(KeyPattern::new(old), change::segment(new)))
        },
    },
    ChangeOption {
        name: "sort-query",
        value: None,
        help: "Sort the query pairs by key",
        read: |value| without_value(value, Change::SortQuery),
    },
    ChangeOption {
        name: "dedupe-query",
        value: None,
        help: "Remove query pairs that repeat an earlier one",
        read: |value| without_value(value, Change::DedupeQuery),
    },
    ChangeOption {
        name: "redact",
        value: Some("WHAT"),
        help: "Replace the password, the whole userinfo, or the value of a key (query=KEY) with ***",
        read: |value| match value {
            "password" => Ok(Change::RedactPassword),
            "userinfo" => Ok(Change::RedactUserinfo),
            _ => match value.split_once('=') {
                Some(("query", key)) => Ok(Change::RedactValue(KeyPattern::new(key))),
                _ => Err("write password, userinfo or query=KEY".to_owned()),
            },
        },
    },
    ChangeOption {
        name: "replace-host",
        value: Some("OLD=NEW"),
        help: "Replace the host OLD, in any letter case, with NEW",
        read: |value| {
            let (old, new) = split_at_equals(value)?;
            Ok(Change::ReplaceHost(old.to_owned(), new.to_owned()))
        },
    },
    ChangeOption {
        name: "port",
        value: Some("FORM"),
        help: "Remove the default port of the scheme (default), or write it (explicit)",
        read: |value| match value {
            "default" => Ok(Change::Port(PortForm::Default)),
            "explicit" => Ok(Change::Port(PortForm::Explicit)),
            _ => Err("write default or explicit".to_owned()),
        },
    },
    ChangeOption {
        name: "resolve",
        value: Some("BASE"),
        help: "Resolve against a base, exactly as the edition says",
        read: |value| Ok(Change::Resolve(value.to_owned())),
    },
    ChangeOption {
        name: "to",
        value: Some("RUNG"),
        help: "Normalize up to this rung: case, percent-encoding, path-segments, scheme or protocol",
        read: |value| {
            let mut rungs = Rung::ALL.iter().copied();
            let rung = rungs.find(|rung| rung.name().eq_ignore_ascii_case(value));
            rung.map(Change::Normalize).ok_or_else(|| {
                let names: Vec<&str> = Rung::ALL.iter().map(|rung| rung.name()).collect();
                format!("the rungs are {}", names.join(", "))
            })
        },
    },
];

fn without_value(value: &str, change: Change) -> Result<Change, String> {
    if value.is_empty() { Ok(change) } else { Err("this option takes no value".to_owned()) }
}

/// Splits a value at the first `=`.
fn split_at_equals(value: &str) -> Result<(&str, &str), String> {
    value.split_once('=').ok_or_else(|| "the value needs a `=`".to_owned())
}

fn component(name: &str) -> Result<EditedComponent, String> {
    EditedComponent::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = EditedComponent::ALL.iter().map(|(name, _)| *name).collect();
        format!("the components are {}", names.join(", "))
    })
}

impl clap::Args for Changes {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(|option| {
            let arg = Arg::new(option.name).long(option.name);
            let arg = arg.help(option.help).help_heading("Changes");
            let read = option.read;
            let arg = arg.action(ArgAction::Append);
            let arg = match option.value {
                Some(value) => arg.value_name(value).allow_hyphen_values(true),
                // A flag may be repeated, and each occurrence has its place in the order.
                None => arg.num_args(0..=1).require_equals(true).default_missing_value(""),
            };
            let arg = if option.name == "resolve" { arg.value_hint(ValueHint::Url) } else { arg };
            arg.value_parser(ValueParser::new(move |value: &str| read(value)))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Changes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut all: Vec<(usize, Change)> = Vec::new();
        for ChangeOption { name, .. } in OPTIONS {
            let indices = matches.indices_of(name).into_iter().flatten();
            let changes = matches.get_many::<Change>(name).into_iter().flatten().cloned();
            all.extend(indices.zip(changes));
        }
        all.sort_by_key(|(index, _)| *index);
        Ok(Self(all.into_iter().map(|(_, change)| change).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

// The rows of a table that has references to change in one column.
//
// The surprising case: `--invalid empty` does not keep a row that lacks this column, since there is no cell to empty.

pub(super) fn edited(
    input: &Input<'_>,
    table: TableInput,
    editor: Editor,
    how: Invalid,
    out: &mut Output,
) -> io::Result<Summary> {
    let done = input.each_argument(out, |_, (), _| Ok(Outcome::Yes))?;
    input.each_block(done, out, move |out, done, path, block| {
        rows(&table, &editor, how, (path, block), out, done)
    })
}

fn rows(
    table: &TableInput,
    editor: &Editor,
    how: Invalid,
    (path, block): (&Path, &LineBlock),
    out: &mut Output,
    done: &mut Summary,
) -> io::Result<()> {
    for (row, part) in table.rows(block) {
        let origin = StringOrigin::Cell(path, row.number, out.passwords);
        let outcome = match part {
            RowPart::Names => {
                out.bytes(row.bytes);
                continue;
            }
            RowPart::Unusable(why) => {
                out.complain_of_file(format_args!("{}: {why}\n", Name(path, out.passwords)))?;
                done.worst = Outcome::Trouble;
                continue;
            }
            RowPart::Misfit(why) => {
                match how {
                    Invalid::Skip => {}
                    Invalid::Keep => out.bytes(row.bytes),
                    Invalid::Report | Invalid::Empty => {
                        Message::new(origin, "row", format!("{origin}: {why}\n")).say(out)?;
                        // The row is omitted even with `--invalid empty`, so the exit code is 1.
                        done.worst = done.worst.max(Outcome::No);
                    }
                }
                Outcome::No
            }
            RowPart::String(cell, place) => {
                match utf8(&cell).and_then(|text| editor.edited(text, origin)) {
                    Ok(text) => {
                        let text = text.as_bytes();
                        match *text == *cell {
                            true => out.bytes(row.bytes),
                            false => out.bytes(&table.replaced(row.bytes, place, Some(text))),
                        }
                        Outcome::Yes
                    }
                    Err(fault) if how == Invalid::Report => {
                        fault.report(out, origin, None, &cell)?
                    }
                    Err(_) => {
                        match how {
                            Invalid::Keep => out.bytes(row.bytes),
                            Invalid::Empty => out.bytes(&table.replaced(row.bytes, place, None)),
                            Invalid::Report | Invalid::Skip => {}
                        }
                        Outcome::No
                    }
                }
            }
        };
        done.counts.outcome(outcome);
        // An invalid row affects the exit code only if it is reported.
        if outcome == Outcome::Yes || how.is_reported() {
            done.worst = done.worst.max(outcome);
        }
        out.worst = out.worst.max(done.worst);
        out.end_record()?;
    }
    Ok(())
}
