//! The tables in `tests/vectors`, one for a document or a topic.
//!
//! A line `[LAW ARGUMENTS]` names the law of the rows below it; `[@DOCUMENT LAW ARGUMENTS]` names another document than the
//! file does. Tabs separate the fields of a row. `""` is the empty string, and `(none)` is undefined. The escapes are those
//! of Rust; `\{unit*number}` repeats a unit, and `\` before another punctuation mark stands for that mark. A line
//! `== NAME` begins a section, and a line that begins with `# ` is a comment.

#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use urispec::Edition;

pub(crate) struct Row {
    /// The name of the file, or the document that the law names.
    document: String,
    pub(crate) section: String,
    pub(crate) law: String,
    pub(crate) arguments: Vec<String>,
    fields: Vec<Option<Vec<u8>>>,
    place: String,
}

impl Row {
    pub(crate) fn edition(&self) -> Edition {
        self.document.parse().unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// Returns the octets of a field, unless it is missing or undefined.
    pub(crate) fn octets(&self, at: usize) -> Option<&[u8]> {
        self.fields.get(at)?.as_deref()
    }

    /// Returns a field, unless it is missing or undefined.
    pub(crate) fn field(&self, at: usize) -> Option<&str> {
        self.octets(at).map(|field| str::from_utf8(field).unwrap())
    }

    /// Returns a field that must be defined.
    #[track_caller]
    pub(crate) fn text(&self, at: usize) -> &str {
        self.field(at).unwrap_or_else(|| panic!("{self}: field {at} is undefined"))
    }

    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns the fields from one on, which must be defined.
    pub(crate) fn texts(&self, from: usize) -> impl Iterator<Item = &str> {
        (from..self.len()).map(|at| self.text(at))
    }

    pub(crate) fn rest(&self, from: usize) -> Vec<&str> {
        self.texts(from).collect()
    }

    /// Splits the fields `name=value` from one on.
    pub(crate) fn named(&self, from: usize) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.texts(from).map(|field| {
            let (name, value) = field.split_once('=').expect("a name and a value");
            (name, (value != "(none)").then_some(value))
        })
    }

    /// Returns the first argument of the law.
    pub(crate) fn argument(&self) -> &str {
        self.arguments.first().unwrap_or_else(|| panic!("{self}: the law has no argument"))
    }

    /// Returns the fields, after the base if the law has one for all rows.
    pub(crate) fn after_base(&self) -> Vec<&str> {
        self.arguments.first().map(|base| &**base).into_iter().chain(self.texts(0)).collect()
    }

    /// Splits a field `EDITION:OPTION:…,EDITION…`.
    pub(crate) fn choices(&self, at: usize) -> Vec<(Edition, Vec<&str>)> {
        let each = self.text(at).split(',').map(|choice| {
            let mut words = choice.split(':');
            let edition = words.next().unwrap().parse();
            (edition.unwrap_or_else(|error| panic!("{self}: {error}")), words.collect())
        });
        each.collect()
    }

    pub(crate) fn editions(&self, at: usize) -> impl Iterator<Item = Edition> {
        self.choices(at).into_iter().map(|(edition, _)| edition)
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.fields.iter().map(|field| match field {
            Some(field) => String::from_utf8_lossy(field),
            None => "(none)".into(),
        });
        let fields: String = fields.collect::<Vec<_>>().join("\t").chars().take(200).collect();
        write!(f, "{}: {fields:?}", self.place)
    }
}

/// Reads a table by its path in `tests/vectors`, without the ending. Where `is_joined`, the law and its arguments are the
/// first fields of each row.
fn read(name: &str, is_joined: bool) -> Vec<Row> {
    let path = format!("tests/vectors/{name}.tsv");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let (mut rows, mut section, mut head) = (Vec::new(), "", Vec::new());
    for (line, number) in text.lines().zip(1..) {
        if let Some(name) = line.strip_prefix("== ") {
            (section, head) = (name, Vec::new());
        } else if let Some(words) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            head = words.split(' ').map(unescaped).collect();
        } else if !line.is_empty() && !line.starts_with("# ") {
            let mut words =
                head.iter().flatten().map(|word| String::from_utf8(word.clone()).unwrap());
            let mut law = words.next().unwrap_or_default();
            let other = law.strip_prefix('@').map(str::to_owned);
            if other.is_some() {
                law = words.next().expect("a law after the document");
            }
            let joined = head.iter().filter(|_| is_joined).cloned();
            rows.push(Row {
                document: other.unwrap_or_else(|| stem.to_owned()),
                section: section.to_owned(),
                place: format!(
                    "{path}:{number} ({})",
                    if section.is_empty() { &law } else { section }
                ),
                law,
                arguments: words.collect(),
                fields: joined.chain(line.split('\t').map(unescaped)).collect(),
            });
        }
    }
    rows
}

/// Reads a table in which the law and its arguments are the first fields of each row.
pub(crate) fn table(name: &str) -> Vec<Row> {
    read(name, true)
}

/// Returns the rows of one section of such a table.
pub(crate) fn section(name: &str, section: &str) -> Vec<Row> {
    let mut rows = table(name);
    rows.retain(|row| row.section == section);
    assert!(!rows.is_empty(), "tests/vectors/{name}.tsv has no section {section}");
    rows
}

/// Returns the rows of a law in the tables of a folder.
pub(crate) fn rows(folder: &str, law: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(folder);
    let files = std::fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
    let mut stems: Vec<_> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    stems.sort();
    let all = stems.iter().flat_map(|stem| read(&format!("{folder}/{stem}"), false));
    all.filter(|row| row.law == law).collect()
}

/// Returns the texts of a law with this argument.
pub(crate) fn list(folder: &str, law: &str, argument: &str) -> Vec<String> {
    let rows = rows(folder, law);
    let own = rows.iter().filter(|row| row.arguments == [argument]);
    own.map(|row| row.text(0).to_owned()).collect()
}

/// Returns the octets of a field, or nothing for `(none)`.
fn unescaped(field: &str) -> Option<Vec<u8>> {
    let (mut octets, mut rest) = (Vec::new(), if field == "\"\"" { "" } else { field });
    if field == "(none)" {
        return None;
    }
    while let Some((before, escape)) = rest.split_once('\\') {
        octets.extend_from_slice(before.as_bytes());
        let mut characters = escape.chars();
        let letter = characters.next().expect("an escape");
        rest = characters.as_str();
        let mut push = |character: char| octets.extend(character.to_string().into_bytes());
        match letter {
            't' => push('\t'),
            'n' => push('\n'),
            'r' => push('\r'),
            'x' => {
                octets.push(u8::from_str_radix(&rest[..2], 16).unwrap());
                rest = &rest[2..];
            }
            'u' => {
                let (digits, after) = rest[1..].split_once('}').expect("digits in braces");
                push(char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap());
                rest = after;
            }
            '{' => {
                let (repeated, after) = rest.split_once('}').expect("a repetition in braces");
                let (unit, count) = repeated.rsplit_once('*').expect("a unit and a number");
                octets.extend(unescaped(unit).unwrap().repeat(count.parse().unwrap()));
                rest = after;
            }
            mark if mark.is_ascii_punctuation() => push(mark),
            other => panic!("no escape \\{other} in {field:?}"),
        }
    }
    octets.extend_from_slice(rest.as_bytes());
    Some(octets)
}

/// Asserts a law of each row, and names all rows that break it.
#[track_caller]
fn assert_each(rows: &[Row], law: impl Fn(&Row) -> Result<(), String>) {
    let wrong: Vec<_> =
        rows.iter().filter_map(|row| Some(format!("{row}\n  {}", law(row).err()?))).collect();
    assert!(wrong.is_empty(), "{} of {} rows fail:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Asserts a law of each of its rows in a folder.
#[track_caller]
pub(crate) fn hold(folder: &str, law: &str, holds: impl Fn(&Row) -> Result<(), String>) {
    let rows = rows(folder, law);
    assert!(!rows.is_empty(), "no row of {folder}/{law}");
    assert_each(&rows, holds);
}

/// Asserts a law that panics where it does not hold.
#[track_caller]
pub(crate) fn hold_rows(rows: &[Row], law: impl Fn(&Row)) {
    let message = |panic: Box<dyn Any + Send>| match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().copied().unwrap_or_default().to_owned(),
    };
    assert_each(rows, |row| catch_unwind(AssertUnwindSafe(|| law(row))).map_err(message));
}

/// Returns an error unless the value is the expected one.
pub(crate) fn same<T: Debug + PartialEq<U>, U: Debug>(found: T, wanted: U) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("found {found:.300?}, expected {wanted:.300?}"))
    }
}
