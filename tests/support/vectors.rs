//! The rows of `tests/vectors/*/*.tsv`, where a file is of one document or of one topic.
//!
//! A line `[LAW ARGUMENTS]` says what is asserted of the rows below it, `[@OTHER LAW ARGUMENTS]` as of another file. A row
//! has fields between tabs, with the escapes of Rust; `\{unit*number}` repeats, `""` is empty and `(none)` undefined. A
//! line that begins with `# ` says where the rows are from.

#![allow(dead_code, reason = "each program of tests uses a part of this")]

use std::fmt::{self, Debug, Display};
use std::path::Path;

use urispec::Edition;

pub(crate) struct Row {
    /// The name of the file, or the other of the law.
    pub(crate) of: String,
    /// The words after the law.
    pub(crate) arguments: Vec<String>,
    fields: Vec<Option<String>>,
    place: String,
}

impl Row {
    pub(crate) fn edition(&self) -> Edition {
        self.of.parse().unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// A field that has to be there.
    pub(crate) fn text(&self, at: usize) -> &str {
        self.field(at).unwrap_or_else(|| panic!("{self}: no field {at}"))
    }

    /// A field, unless it is left out or undefined.
    pub(crate) fn field(&self, at: usize) -> Option<&str> {
        self.fields.get(at)?.as_deref()
    }

    /// The fields from this one on.
    pub(crate) fn rest(&self, from: usize) -> Vec<&str> {
        (from..self.fields.len()).map(|at| self.text(at)).collect()
    }

    /// The fields `name=value` from this one on.
    pub(crate) fn named(&self, from: usize) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.rest(from).into_iter().map(|field| {
            let (name, value) = field.split_once('=').expect("a name and a value");
            (name, (value != "(none)").then_some(value))
        })
    }

    /// The argument of the law, which may be the only one.
    pub(crate) fn argument(&self) -> &str {
        self.arguments.first().unwrap_or_else(|| panic!("{self}: the law has no argument"))
    }

    /// The fields before which the base of the law stands, if it has one.
    pub(crate) fn after_base(&self) -> Vec<&str> {
        self.arguments.first().map(|base| &**base).into_iter().chain(self.rest(0)).collect()
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.fields.iter().map(|field| field.as_deref().unwrap_or("(none)"));
        let fields: String = fields.collect::<Vec<_>>().join("\t").chars().take(200).collect();
        write!(f, "{}: {fields:?}", self.place)
    }
}

/// All rows of a law, in the files of a folder.
pub(crate) fn rows(folder: &str, law: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(folder);
    let mut files: Vec<_> =
        std::fs::read_dir(path).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut rows = Vec::new();
    for path in files {
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let (mut of, mut arguments, mut is_of_law) = (stem.clone(), Vec::new(), false);
        for (line, number) in text.lines().zip(1..) {
            if line.is_empty() || line.starts_with("# ") {
                continue;
            }
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let mut words = header.split(' ').map(unescaped);
                let mut word = words.next().unwrap();
                let other = word.strip_prefix('@').map(str::to_owned);
                if other.is_some() {
                    word = words.next().unwrap();
                }
                of = other.unwrap_or_else(|| stem.clone());
                (is_of_law, arguments) = (word == law, words.collect());
            } else if is_of_law {
                let fields =
                    line.split('\t').map(|field| (field != "(none)").then(|| unescaped(field)));
                rows.push(Row {
                    of: of.clone(),
                    arguments: arguments.clone(),
                    fields: fields.collect(),
                    place: format!("tests/vectors/{folder}/{stem}.tsv:{number}, {law}"),
                });
            }
        }
    }
    rows
}

/// The texts of a law with this argument.
pub(crate) fn list(folder: &str, law: &str, argument: &str) -> Vec<String> {
    let rows = rows(folder, law);
    let own = rows.iter().filter(|row| row.arguments == [argument]);
    own.map(|row| row.text(0).to_owned()).collect()
}

fn unescaped(field: &str) -> String {
    let (mut text, mut rest) = (String::new(), if field == "\"\"" { "" } else { field });
    while let Some((before, escape)) = rest.split_once('\\') {
        text += before;
        let mut characters = escape.chars();
        let letter = characters.next().expect("an escape");
        rest = characters.as_str();
        match letter {
            't' => text.push('\t'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            'u' => {
                let (digits, after) = rest[1..].split_once('}').expect("digits in braces");
                text.push(char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap());
                rest = after;
            }
            '{' => {
                let (repeated, after) = rest.split_once('}').expect("a repetition in braces");
                let (unit, count) = repeated.rsplit_once('*').expect("a unit and a number");
                text += &unescaped(unit).repeat(count.parse().unwrap());
                rest = after;
            }
            other => text.push(other),
        }
    }
    text + rest
}

/// Asserts a law of each of its rows, and names those of which it does not hold.
#[track_caller]
pub(crate) fn hold(folder: &str, law: &str, holds: impl Fn(&Row) -> Result<(), String>) {
    let rows = rows(folder, law);
    assert!(!rows.is_empty(), "no row of {folder}/{law}");
    let wrong: Vec<_> =
        rows.iter().filter_map(|row| Some(format!("{row}\n  {}", holds(row).err()?))).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// That what is found is what the row has.
pub(crate) fn same<T: Debug + PartialEq<U>, U: Debug>(found: T, wanted: U) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("is {found:.300?}, and has to be {wanted:.300?}"))
    }
}
