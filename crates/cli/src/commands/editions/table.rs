//! The answers about a string, for people: what all agree on, and below it a table of the rest, with an
//! edition on each line.
//!
//! Columns that do not fit go into a table below. On a terminal, a text that is too long for its column is
//! shown without its middle.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::ops::Range;
use std::{fmt, io};

use urispec::ParseError;
use urispec_compare::across::{Answer, Answers, Disagreement, DisagreementKind, Parts};
use urispec_compare::parsers::Component;
use urispec_compare::since::Span;
use urispec_views::record::Record;

use crate::input::Item;
use crate::output::Output;
use crate::output::columns::wrapped_at;
use crate::output::counted::grouped;
use crate::output::password::{HIDDEN, Passwords};
use crate::output::terminal::{Escaped, Quoted, Stream, shortened};

/// The width of a terminal, in characters.
const WIDTH: usize = 80;

/// The width of a table that is on no terminal, in characters.
const IN_A_FILE: usize = 100;

/// The greatest width of a column.
const WIDEST: usize = 46;

/// The width of the name of a component.
const LABEL: usize = 11;

/// The greatest length of a component that all editions agree on, which may take several lines.
const LONGEST: usize = 3 * (WIDTH - LABEL - 3);

/// The blanks between columns, before the place of the mark.
const GAP: usize = 2;

struct Column<'a> {
    title: &'a str,
    /// For each answer, its text and whether it is marked.
    cells: Vec<(String, bool)>,
    width: usize,
}

/// `spans` are those of the documents that have the string, if all were asked.
pub(crate) fn show(
    answers: &Answers<'_>,
    found: &[Disagreement],
    spans: &[Span],
    out: &mut Output,
) -> io::Result<()> {
    writeln!(out, "{}\n", Quoted(answers.text().as_bytes(), Stream::Results, out.passwords))?;
    let (each, passwords) = (answers.each(), out.passwords);
    same(each, found, spans, out)?;
    let mut columns = vec![Column::of("production", each, None, production)];
    for one in found {
        let text: &dyn Fn(&Answer<'_>) -> Option<String> = match one.kind {
            DisagreementKind::Accepts
            | DisagreementKind::Rejects
            | DisagreementKind::Production => continue,
            DisagreementKind::Target => {
                &|answer| Some(passwords.veiled(&answer.target()?.to_string()).into_owned())
            }
            DisagreementKind::HostKind => &|answer| Some(host_kind(answer.parts()?)),
            DisagreementKind::Opaque => {
                &|answer| Some(if answer.parts()?.is_opaque { "opaque" } else { "path" }.to_owned())
            }
            DisagreementKind::Component(component) => {
                &move |answer| Some(component_value(component, answer.parts()?, passwords))
            }
            _ => continue,
        };
        columns.push(Column::of(one.kind.name(), each, Some(one), text));
    }
    let own = found.iter().find(|one| one.kind == DisagreementKind::Production);
    for (cell, answer) in columns[0].cells.iter_mut().zip(each) {
        cell.1 = own.is_some_and(|one| one.by.contains(&answer.by()));
    }
    let names = each.iter().map(|answer| answer.by().len()).max().unwrap_or_default();
    let mut rest = &columns[..];
    while !rest.is_empty() {
        let mut width = names + 3;
        let fits = rest.iter().take_while(|column| {
            width += column.width + GAP + 1;
            width <= Stream::Results.longest(WIDTH).min(IN_A_FILE)
        });
        let (these, others) = rest.split_at(fits.count().max(1));
        let is_first = rest.len() == columns.len();
        table(answers, these, found, names, is_first, out)?;
        if !others.is_empty() {
            writeln!(out)?;
        }
        rest = others;
    }
    let mut from: Vec<_> = found.iter().map(|one| one.from).collect();
    from.dedup();
    if !from.is_empty() {
        writeln!(out, "\n  * unlike {}", from.join(", "))?;
    }
    of_scheme(answers, out)
}

/// What the documents of the string's scheme say, which no column compares.
fn of_scheme(answers: &Answers<'_>, out: &mut Output) -> io::Result<()> {
    let documents = answers.of_scheme();
    let Some(names) = documents.iter().map(|answer| answer.by().len()).max() else { return Ok(()) };
    let (label, warning, passwords) = (out.palette.label, out.palette.warning, out.passwords);
    writeln!(out, "\n   {label}document of its scheme{label:#}")?;
    for answer in documents {
        let by = answer.by();
        if answer.is_valid() {
            writeln!(out, "   {by:<names$}   {}", production(answer).unwrap_or_default())?;
        } else {
            let wrong = wrong(answer, answers.text(), passwords);
            let wrong = shortened(&wrong, WIDTH - names - 18, Stream::Results);
            writeln!(out, "   {warning}{by:<names$}   invalid: {wrong}{warning:#}")?;
        }
    }
    Ok(())
}

/// What all editions that accept the string agree on.
fn same(
    each: &[Answer<'_>],
    found: &[Disagreement],
    spans: &[Span],
    out: &mut Output,
) -> io::Result<()> {
    let agreed = |kind| found.iter().all(|one| one.kind != kind);
    let Some(parts) = each.iter().find_map(Answer::parts) else { return Ok(()) };
    let (label, passwords) = (out.palette.label, out.passwords);
    let mut line = |name: &str, text: &str| {
        let mut name = name;
        for part in wrapped_at(
            Stream::Results.longest(WIDTH - LABEL - 3),
            &shortened(text, LONGEST, Stream::Results),
        ) {
            writeln!(out, "  {label}{name:<LABEL$}{label:#} {part}")?;
            name = "";
        }
        Ok::<_, io::Error>(())
    };
    for &component in Component::ALL {
        if parts.component(component).is_some() && agreed(DisagreementKind::Component(component)) {
            line(component.name(), &component_value(component, parts, passwords))?;
        }
    }
    if let (Some(target), true) =
        (each.iter().find_map(Answer::target), agreed(DisagreementKind::Target))
    {
        line("target", &value(Some(&passwords.veiled(&target.to_string()))))?;
    }
    if !spans.is_empty() {
        let spans: Vec<_> = spans.iter().map(Span::to_string).collect();
        line("valid", &spans.join("; "))?;
    }
    writeln!(out)
}

fn table(
    answers: &Answers<'_>,
    columns: &[Column<'_>],
    found: &[Disagreement],
    names: usize,
    is_first: bool,
    out: &mut Output,
) -> io::Result<()> {
    let (label, warning, passwords) = (out.palette.label, out.palette.warning, out.passwords);
    let titles = columns.iter().map(|column| format!("   {:<1$}", column.title, column.width));
    let titles = format!("{:<names$}{}", "edition", titles.collect::<String>());
    writeln!(out, "   {label}{}{label:#}", titles.trim_end())?;
    let kinds = [DisagreementKind::Accepts, DisagreementKind::Rejects];
    let validity = found.iter().find(|one| kinds.contains(&one.kind));
    for (row, answer) in answers.each().iter().enumerate() {
        let is_odd = validity.is_some_and(|one| one.by.contains(&answer.by()));
        let (mark, style) = if is_odd { ('*', warning) } else { (' ', Default::default()) };
        write!(out, "  {style}{mark}{}{style:#}", answer.by())?;
        let mut blank = names - answer.by().len();
        if !answer.is_valid() && is_first {
            // A partial form is not valid, and yet resolves.
            let target = answer
                .target()
                .map(|target| format!("; resolves to {}", passwords.veiled(&target.to_string())));
            let wrong = wrong(answer, answers.text(), passwords) + &target.unwrap_or_default();
            let wrong = shortened(&wrong, WIDTH - names - 18, Stream::Results);
            writeln!(out, "{:blank$}   {style}invalid: {wrong}{style:#}", "")?;
            continue;
        }
        for column in columns {
            let (text, is_marked) = &column.cells[row];
            let (mark, style) = if *is_marked { ('*', warning) } else { (' ', Default::default()) };
            blank += GAP;
            if text.is_empty() {
                blank += 1 + column.width;
            } else {
                write!(out, "{:blank$}{style}{mark}{text}{style:#}", "")?;
                blank = column.width - text.chars().count();
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

impl<'a> Column<'a> {
    fn of(
        title: &'a str,
        each: &[Answer<'_>],
        found: Option<&Disagreement>,
        text: impl Fn(&Answer<'_>) -> Option<String>,
    ) -> Self {
        let cell = |answer: &Answer<'_>| {
            let is_marked = found.is_some_and(|one| one.by.contains(&answer.by()));
            (shortened(&text(answer).unwrap_or_default(), WIDEST, Stream::Results), is_marked)
        };
        let cells: Vec<_> = each.iter().map(cell).collect();
        let widest = cells.iter().map(|(text, _)| text.chars().count()).max().unwrap_or_default();
        Self { title, cells, width: widest.max(title.len()) }
    }
}

/// The production of the scheme; if there is none, the first production below the whole one, and the
/// last.
fn production(answer: &Answer<'_>) -> Option<String> {
    let Some(parts) = answer.parts() else { return answer.is_valid().then(|| "-".to_owned()) };
    Some(match &answer.productions()[..] {
        [] => "-".to_owned(),
        [first, ..] if parts.by_scheme == Some(true) => (*first).to_owned(),
        [only] | [_, only] => (*only).to_owned(),
        [_, first, .., last] => format!("{first}, {last}"),
    })
}

fn host_kind(parts: &Parts<'_>) -> String {
    parts.host_kind.map_or_else(|| "-".to_owned(), |kind| kind.name().to_owned())
}

/// The text of a component: an undefined one differs from an empty one.
fn value(text: Option<&str>) -> String {
    match text {
        None => "-".to_owned(),
        Some("") => "\"\"".to_owned(),
        Some(text) => Escaped(text.as_bytes()).to_string(),
    }
}

/// A component without a password.
fn component_value(component: Component, parts: &Parts<'_>, passwords: Passwords) -> String {
    let text = parts.component(component);
    let text = text.map(|text| match component {
        Component::Authority => passwords.veiled_authority(text),
        Component::Userinfo => passwords.veiled_userinfo(text),
        // What other editions take for an authority.
        Component::Path if parts.component(Component::Authority).is_none() => {
            passwords.veiled(text)
        }
        _ => text.into(),
    });
    value(text.as_deref())
}

/// What is wrong, in fewer words than the error has.
fn wrong(answer: &Answer<'_>, text: &str, passwords: Passwords) -> String {
    match answer.error() {
        Some(ParseError::Syntax(error)) => {
            let Some(why) = error.explain(text) else { return error.to_string() };
            let reading = why.rule_path().last().copied().unwrap_or_default();
            let is_hidden = |span: Range<usize>| span.contains(&error.offset());
            let is_hidden = passwords.span(text.as_bytes()).is_some_and(is_hidden);
            let found = match error.found() {
                None => "end of input".to_owned(),
                _ if is_hidden => HIDDEN.to_owned(),
                Some(character) => format!("{:?}", character.to_string()),
            };
            match why.cause() {
                // A cause may say which character it is; and what resolves has less of a fault.
                Some(cause) if !is_hidden && answer.target().is_none() => {
                    format!("{cause}, at byte {}", error.offset())
                }
                _ => {
                    format!("{found} at byte {}, in {reading} ({})", error.offset(), why.section())
                }
            }
        }
        Some(error) => passwords.veiled_message(&error.to_string()),
        None => answer.message().unwrap_or_default().to_owned(),
    }
}

// How many disagreements there are of each kind, and which editions differ.

/// A kind of disagreement, the editions that differ, and the edition that they differ from.
type Key = (DisagreementKind, &'static str, Vec<&'static str>);

#[derive(Default)]
pub(crate) struct EditionsTally {
    asked: u64,
    disagreed: u64,
    unreadable: u64,
    kinds: BTreeMap<Key, Count>,
}

/// How often a disagreement occurs, and where it occurs first.
struct Count {
    count: u64,
    place: String,
    input: String,
}

impl crate::output::counted::Tally for EditionsTally {
    /// Of each kind the first string stays.
    fn add(&mut self, more: Self) {
        let Self { asked, disagreed, unreadable, kinds } = more;
        self.asked += asked;
        self.disagreed += disagreed;
        self.unreadable += unreadable;
        for (key, more) in kinds {
            match self.kinds.entry(key) {
                Entry::Occupied(mut known) => known.get_mut().count += more.count,
                Entry::Vacant(new) => drop(new.insert(more)),
            }
        }
    }
}

impl EditionsTally {
    pub(crate) fn count(&mut self, item: &Item<'_>, found: &[Disagreement]) {
        self.asked += 1;
        self.disagreed += u64::from(!found.is_empty());
        for one in found {
            let key = (one.kind, one.from, one.by.clone());
            let first = || Count {
                count: 0,
                place: item.origin.to_string(),
                input: item.text().unwrap_or_default().to_owned(),
            };
            self.kinds.entry(key).or_insert_with(first).count += 1;
        }
    }

    pub(crate) const fn unreadable(&mut self) {
        self.unreadable += 1;
    }

    /// How many strings there were, on one line.
    pub(crate) fn counts(&self) -> String {
        let [asked, agreed, disagreed] =
            [self.asked, self.asked - self.disagreed, self.disagreed].map(grouped);
        let all = format!("{asked} asked about: {agreed} agreed on, {disagreed} not");
        match self.unreadable {
            0 => all,
            unreadable => format!("{all}; {} not UTF-8", grouped(unreadable)),
        }
    }

    /// The disagreements, the most frequent first.
    fn sorted(&self) -> Vec<(&Key, &Count)> {
        let mut all: Vec<_> = self.kinds.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(count.count));
        all
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = Record> {
        self.sorted().into_iter().map(|((kind, from, by), Count { count, place, input })| {
            Record::line()
                .with("kind", kind.name())
                .with("from", from)
                .with("by", by)
                .with("count", count)
                .with("place", place)
                .with("input", input)
        })
    }
}

impl EditionsTally {
    /// The counts, and the kinds of disagreement, each with its first string.
    pub(crate) fn shown(&self, stream: Stream, passwords: Passwords) -> impl fmt::Display {
        fmt::from_fn(move |f| self.show(stream, passwords, f))
    }

    fn show(
        &self,
        stream: Stream,
        passwords: Passwords,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "{}", self.counts())?;
        for ((kind, from, by), Count { count, place, input }) in self.sorted() {
            let count = grouped(*count);
            let head = format!("{count:>9}  {kind:<10}  {} (unlike {from})", by.join(" "));
            let input = Quoted(input.as_bytes(), stream, passwords).to_string();
            let input = shortened(&input, 96 - 23, stream);
            writeln!(f, "{head}\n{:23}{place}: {input}", "")?;
        }
        Ok(())
    }
}
