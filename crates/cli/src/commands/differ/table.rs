//! The answers about one string as text: the differences, the shared answers, and a table with a row for each reader.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::ops::Range;

use urispec_compare::parsers::{
    Aspect, AspectValue, Component, Difference, GroupAnswer, ParserAnswer, Weight,
};

use super::tally::DifferTally;
use crate::output::columns::{Cell, lines, wrapped_at};
use crate::output::terminal::shortened;
use crate::output::{Escaped, HIDDEN, Output, Passwords, Quoted, Stream, grouped};

/// The width of the terminal in characters, without the label of a line.
const WIDTH: usize = 84;

const LABEL: usize = 10;

pub(super) fn show(
    text: &str,
    names: &[String],
    answers: &[ParserAnswer<'_>],
    shown: &[&Difference],
    headline: Option<&str>,
    out: &mut Output,
) -> io::Result<()> {
    let veil = Veil::new(text, out.passwords);
    writeln!(out, "{}\n", Quoted(text.as_bytes(), Stream::Results, out.passwords))?;
    if let Some(headline) = headline {
        writeln!(out, "  {headline}\n")?;
    }
    let (label, warning) = (out.palette.label, out.palette.warning);
    for one in shown {
        let name = one.aspect.name();
        let summary = summary(one, names, &veil);
        writeln!(out, "  {warning}{name:<LABEL$}{warning:#}  {summary}")?;
    }
    if !shown.is_empty() {
        writeln!(out)?;
    }
    let is_shown = |aspect| shown.iter().any(|one| one.aspect == aspect);
    let mut is_any = false;
    for &aspect in Aspect::ALL {
        let is_authority = aspect == Aspect::Component(Component::Authority);
        if is_shown(aspect) || is_authority || aspect == Aspect::Valid {
            continue;
        }
        // All readers agree apart from spelling, so the first answer is shown.
        let mut all = answers.iter().filter(|answer| answer.is_valid != Some(false));
        let same = all.find_map(|answer| Some(shown_aspect(aspect, answer, &veil)).filter(is_text));
        let Some(same) = same else { continue };
        let mut name = aspect.name();
        for part in wrapped_at(Stream::Results.longest(WIDTH), &same) {
            writeln!(out, "  {label}{name:<LABEL$}{label:#}  {part}")?;
            name = "";
        }
        is_any = true;
    }
    if is_any {
        writeln!(out)?;
    }
    rows(names, answers, &is_shown, &veil, out)
}

/// Returns whether a reader reports a value, and not an undefined one.
fn is_text(text: &String) -> bool {
    !text.is_empty() && text != "-"
}

/// Prints a row for each reader: whether the string is valid, and the aspects in which the readers differ.
fn rows(
    names: &[String],
    answers: &[ParserAnswer<'_>],
    is_shown: &dyn Fn(Aspect) -> bool,
    veil: &Veil<'_>,
    out: &mut Output,
) -> io::Result<()> {
    let label = out.palette.label;
    let aspects: Vec<_> = Aspect::ALL
        .iter()
        .copied()
        .filter(|&aspect| aspect == Aspect::Valid || is_shown(aspect))
        .collect();
    let head = ["reader"].into_iter().chain(aspects.iter().map(|aspect| aspect.name()));
    let mut table = vec![head.map(|name| Cell::new(name).styled(label)).collect::<Vec<_>>()];
    for (name, answer) in names.iter().zip(answers) {
        let mut row = vec![Cell::new(name.as_str())];
        if let Some(how) = &answer.crash {
            row.push(Cell::new(format!("crashed: {how}")));
        } else {
            row.extend(aspects.iter().map(|&aspect| Cell::new(shown_aspect(aspect, answer, veil))));
        }
        table.push(row);
    }
    lines(&table).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

// Text output hides passwords. If a reader finds the password of the string in another component, it is hidden there
// too. A host is shown even if another reader reads it as a part of the password: a client that contacts the host
// reveals its name anyway.

/// The greatest width of a value on a terminal.
const WIDEST: usize = 46;

/// A string, and where its password is.
pub(super) struct Veil<'t> {
    text: &'t str,
    hidden: Option<Range<usize>>,
    passwords: Passwords,
}

impl<'t> Veil<'t> {
    pub(super) fn new(text: &'t str, passwords: Passwords) -> Self {
        Self { text, hidden: passwords.span(text.as_bytes()), passwords }
    }

    pub(super) fn shown(&self, aspect: Aspect, value: &str) -> String {
        let passwords = self.passwords;
        let redacted = match aspect {
            Aspect::Component(Component::Userinfo) => passwords.redacted_userinfo(value),
            Aspect::Component(Component::Authority) => passwords.redacted_authority(value),
            Aspect::Component(Component::Path) | Aspect::Target | Aspect::Normalized => {
                passwords.redacted(value)
            }
            _ => Cow::Borrowed(value),
        };
        let may_hide = match aspect {
            Aspect::Component(Component::Userinfo) => false,
            Aspect::Component(Component::Host) => value.contains('@'),
            _ => true,
        };
        let redacted = match self.part_of_password(&redacted).filter(|_| may_hide) {
            Some(part) => {
                Cow::Owned([&redacted[..part.start], HIDDEN, &redacted[part.end..]].concat())
            }
            None => redacted,
        };
        match &*redacted {
            "" => "\"\"".to_owned(),
            text => shortened(&Escaped(text.as_bytes()).to_string(), WIDEST, Stream::Results),
        }
    }

    /// Returns the part of a reader's value that can only be from the password of the string.
    fn part_of_password(&self, value: &str) -> Option<Range<usize>> {
        let hidden = self.hidden.as_ref()?;
        let mut part = None;
        for (start, _) in self.text.match_indices(value) {
            let end = start + value.len();
            if value.is_empty() || end <= hidden.start || start >= hidden.end {
                return None;
            }
            let from = hidden.start.saturating_sub(start);
            part = part.or(Some(from..hidden.end.min(end) - start));
        }
        part
    }
}

/// Returns the value of an aspect from one reader, or an empty string if it reports none.
pub(super) fn shown_aspect(aspect: Aspect, answer: &ParserAnswer<'_>, veil: &Veil<'_>) -> String {
    let tell = match aspect {
        Aspect::Valid => {
            return answer
                .is_valid
                .map_or("", |is_valid| if is_valid { "yes" } else { "no" })
                .into();
        }
        Aspect::Component(component) => answer.component(component),
        Aspect::Target => &answer.target,
        Aspect::Normalized => &answer.normalized,
        _ => return String::new(),
    };
    match tell {
        AspectValue::Unknown => String::new(),
        AspectValue::Undefined => "-".to_owned(),
        AspectValue::Text(text) => veil.shown(aspect, text),
    }
}

/// Describes a difference: `evil.com (whatwg) · good.com (appendix-b) [ipv4-form]`.
pub(super) fn summary(one: &Difference, names: &[String], veil: &Veil<'_>) -> String {
    let groups = one.groups.iter().map(|group| {
        let value = match &group.answer {
            GroupAnswer::Valid(true) => "yes".to_owned(),
            GroupAnswer::Valid(false) => "no".to_owned(),
            GroupAnswer::Nothing => "none".to_owned(),
            GroupAnswer::Text(text) => veil.shown(one.aspect, text),
        };
        format!("{value} ({})", by(&group.readers, names))
    });
    let spellings = one.spellings.iter().map(|spelling| format!(" [{}]", spelling.name()));
    groups.collect::<Vec<_>>().join(" · ") + &spellings.collect::<String>()
}

pub(super) fn by(readers: &[usize], names: &[String]) -> String {
    let names = readers.iter().filter_map(|at| names.get(*at));
    names.map(String::as_str).collect::<Vec<_>>().join(", ")
}

pub(super) fn is_shown(one: &Difference, canonical: bool) -> bool {
    canonical || one.weight != Weight::Canonical
}

// The ranking as text: differences that may contact another host come first; differences in spelling come last, one
// line each.

/// A section of the ranking, by the possible effect of its differences.
pub(super) struct Danger {
    last: u8,
    pub(super) name: &'static str,
    title: &'static str,
}

const DANGERS: [Danger; 6] = [
    Danger { last: 4, name: "host", title: "another host" },
    Danger { last: 5, name: "accepted", title: "accepted with a host by some, rejected by others" },
    Danger { last: 9, name: "origin", title: "another port, scheme or user" },
    Danger {
        last: 10,
        name: "valid",
        title: "accepted without a host by some, rejected by others",
    },
    Danger { last: 19, name: "data", title: "another path, query, fragment or normal form" },
    Danger { last: u8::MAX, name: "spelling", title: "another spelling" },
];

impl Danger {
    pub(super) fn from_rank(rank: u8) -> &'static Self {
        let found = DANGERS.iter().find(|one| rank <= one.last);
        found.unwrap_or(&DANGERS[DANGERS.len() - 1])
    }
}

const WIDEST_LINE: usize = 96;

pub(super) fn show_ranking(
    tally: &DifferTally,
    canonical: bool,
    names: &[String],
    out: &mut Output,
) -> io::Result<()> {
    let (label, warning) = (out.palette.label, out.palette.warning);
    let mut section = None;
    for one in tally.ranking(canonical, names) {
        let title = Danger::from_rank(one.rank).title;
        if section != Some(title) {
            let blank = if section.is_some() { "\n" } else { "" };
            writeln!(out, "{blank}{warning}{title}{warning:#}")?;
            section = Some(title);
        }
        let head = format!("{:>9}  {}  {}", grouped(one.count), one.what, one.partition);
        writeln!(out, "{}", head.trim_end())?;
        for (place, text, summary) in one.examples() {
            let text = Quoted(text.as_bytes(), Stream::Results, out.passwords).to_string();
            let text = shortened(&text, WIDEST_LINE, Stream::Results);
            writeln!(out, "{:11}{label}{place}:{label:#} {text}", "")?;
            writeln!(out, "{:13}{summary}", "")?;
        }
    }
    if tally.beyond > 0 {
        let beyond = grouped(tally.beyond);
        writeln!(out, "{beyond:>9}  in further groups, which are not shown: ask fewer readers")?;
    }
    if !tally.crashes.is_empty() {
        let blank = if section.is_some() { "\n" } else { "" };
        writeln!(out, "{blank}{warning}no answer{warning:#}")?;
    }
    for (reader, (count, first)) in &tally.crashes {
        let name = by(&[*reader], names);
        writeln!(out, "{:>9}  {name}\n{:11}{first}", grouped(*count), "")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_hidden_wherever_a_reader_finds_it() {
        let veil = Veil::new("http://u:pass@q@h/h", Passwords::default());
        let host = Aspect::Component(Component::Host);
        assert_eq!(veil.shown(Aspect::Component(Component::Userinfo), "u:pass"), "u:<hidden>");
        assert_eq!(veil.shown(host, "q@h"), "<hidden>@h");
        assert_eq!(veil.shown(host, "h"), "h");
        assert_eq!(veil.shown(host, "q"), "q");
        assert_eq!(veil.shown(Aspect::Component(Component::Port), "pass@q@h"), "<hidden>@h");
        assert_eq!(veil.shown(Aspect::Component(Component::Query), ""), "\"\"");
    }
}
