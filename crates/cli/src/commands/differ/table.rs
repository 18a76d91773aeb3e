//! Prints the answers about one string as text, as JSON, or as findings in the formats of other programs.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::ops::Range;

use urispec_compare::parsers::{
    Aspect, AspectValue, Component, Difference, GroupAnswer, ParserAnswer, Weight, canonical_host,
};
use urispec_views::record::Record;

use super::tally::DifferTally;
use crate::findings::{Annotation, BaselineEntry, Level, Log, LogRule};
use crate::input::{Item, rows};
use crate::output::columns::{Cell, lines, wrapped_at};
use crate::output::password::without;
use crate::output::terminal::shortened;
use crate::output::{Escaped, HIDDEN, Output, Passwords, Quoted, Stream, grouped};
use crate::peer::{contacted, is_host};

// The answers about one string as text: the differences, the shared answers, and a table with a row for each reader.

/// The maximum length of a value on a terminal line, in characters, without its label.
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

/// Returns whether the text of an answer is a value: neither missing nor undefined (`-`).
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

/// The maximum width of a value in the table on a terminal, in characters.
const WIDEST: usize = 46;

/// A string with the range of its password.
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

    /// Returns the password's range in a value, if the value occurs in the string only where it overlaps the password.
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

/// Returns what a parser answered about an aspect, or an empty string if it answered nothing.
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

/// Describes a difference, as in `evil.com (whatwg) · good.com (appendix-b) [ipv4-form]`.
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

// The ranking as text: differences that may lead to another host come first; differences in spelling come last, one
// line each.

/// A section of the ranking: the differences that may have the same effect.
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
        writeln!(
            out,
            "{beyond:>9}  in further groups, which are not shown; to see them, ask fewer readers"
        )?;
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

// The answers of readers and their differences as JSON, as findings for another program, and as entries of a baseline.

pub(crate) const HELP: &str = "\
Print one JSON object per line for each string; with -f, for each line on which the readers differ.

Its keys: `schema`, `input`, `base`, `same` (whether there is no difference of the requested kinds), `readers` [{`reader`, \
`valid`, `scheme`, `authority`, `userinfo`, `host`, `port`, `path`, `query`, `fragment`, `target`, `normalized`, \
`crash`}], where null is undefined and an absent key is not reported; `differences` [{`danger`, `aspect` (valid, \
a component, target or normalized), `weight` (material, other or canonical), `spellings` [..], `groups` \
[{`readers` [..], `said` (text; null is none; for valid, true or false)}]}], the most dangerous ones first; with \
--host-allow-file, `allowed` [{`reader`, `host`, `allowed`}]. A line that is not UTF-8 has only `schema`, \
`input` and `error`. Passwords are not hidden.

`danger` is the possible effect of a difference, in this order: host, another host; accepted, one reader accepts \
the string and finds a host, and another rejects it; origin, another port, scheme or user; valid, one accepts \
and another rejects, and no host is found; data, another path, query or fragment; spelling, another \
spelling.

With --tally, the objects are groups: `schema`, `danger`, `aspect`, `weight`, `spellings`, `groups` [{`readers`, \
`said` (null is none; for valid, true or false; absent for a text, which differs from string to string)}], \
`count`, `examples` [{`place`, `input`, `said` [..]}], the shortest first; `said` has the answers of the groups, \
in their order.";

pub(super) fn string_record(
    text: &str,
    base: Option<&str>,
    names: &[String],
    answers: &[ParserAnswer<'_>],
    shown: &[&Difference],
    conflict: Option<&Conflict>,
) -> Record {
    let readers = names.iter().zip(answers).map(|(name, answer)| reader(name, answer));
    let record = Record::line()
        .with("input", text)
        .with("base", base)
        .with("same", shown.is_empty() && conflict.is_none())
        .with_all("readers", readers)
        .with_all("differences", shown.iter().map(|one| difference(one, names)));
    match conflict {
        Some(conflict) => record.with_all("allowed", conflict.records(names)),
        None => record,
    }
}

fn reader(name: &str, answer: &ParserAnswer<'_>) -> Record {
    let mut record = Record::new().with("reader", name).with("valid", answer.is_valid);
    for &component in Component::ALL {
        record = tell(record, component.name(), answer.component(component));
    }
    record = tell(record, "target", &answer.target);
    tell(record, "normalized", &answer.normalized).with("crash", answer.crash.as_deref())
}

fn tell(record: Record, key: &str, tell: &AspectValue<'_>) -> Record {
    if tell.is_known() { record.with_null(key, tell.text()) } else { record }
}

fn difference(one: &Difference, names: &[String]) -> Record {
    let groups = one.groups.iter().map(|group| {
        let readers: Vec<_> = group.readers.iter().filter_map(|at| names.get(*at)).collect();
        let record = Record::new().with("readers", readers);
        match &group.answer {
            GroupAnswer::Valid(is_valid) => record.with("said", is_valid),
            GroupAnswer::Nothing => record.with_null("said", None::<&str>),
            GroupAnswer::Text(text) => record.with("said", text),
        }
    });
    let spellings: Vec<_> = one.spellings.iter().map(|spelling| spelling.name()).collect();
    Record::new()
        .with("danger", Danger::from_rank(one.rank()).name)
        .with("aspect", one.aspect.name())
        .with("weight", one.weight.name())
        .with("spellings", spellings)
        .with_all("groups", groups)
}

// A finding for each aspect: a warning if the difference is material.

const ALLOWED: LogRule<'static> = LogRule {
    id: "host-allow",
    level: Level::Error,
    summary: "some readers find an allowed host, and others do not",
};
const NO_ANSWER: LogRule<'static> =
    LogRule { id: "no-answer", level: Level::Error, summary: "a reader gives no answer" };

pub(super) fn annotate(
    item: &Item<'_>,
    names: &[String],
    answers: &[ParserAnswer<'_>],
    shown: &[&Difference],
    conflict: Option<&Conflict>,
    log: Log,
    out: &mut Output,
) -> io::Result<()> {
    let bytes = item.bytes();
    let text = String::from_utf8_lossy(bytes);
    let veil = Veil::new(&text, out.passwords);
    let mut all = Vec::new();
    all.extend(conflict.map(|one| (ALLOWED.id, ALLOWED.level, one.summary(names, &veil))));
    for (name, answer) in names.iter().zip(answers) {
        let how =
            answer.crash.as_ref().map(|how| format!("no answer from {name}: the program {how}"));
        all.extend(how.map(|how| (NO_ANSWER.id, NO_ANSWER.level, how)));
    }
    for one in shown {
        let summary = summary(one, names, &veil);
        let level = if one.weight == Weight::Material { Level::Warning } else { Level::Note };
        all.push((one.aspect.name(), level, format!("{}: {summary}", one.aspect.name())));
    }
    let whole = 0..bytes.len();
    all.into_iter().try_for_each(|(id, level, message)| {
        let string = (item.origin, bytes);
        log.add(&Annotation::of_string((id, level), message, string, &whole, None), out)
    })
}

pub(super) fn entry(item: &Item<'_>, one: &Difference) -> BaselineEntry {
    let file = item.origin.file().map(|(file, _)| file);
    let bytes = item.bytes();
    let input = without(bytes, item.origin.passwords().span(bytes));
    let input = String::from_utf8_lossy(&input).into_owned();
    BaselineEntry { file, input, id: one.aspect.name().to_owned() }
}

pub(super) fn rules() -> impl Iterator<Item = LogRule<'static>> {
    let aspects = Aspect::ALL.iter().map(|aspect| LogRule {
        id: aspect.name(),
        level: Level::Warning,
        summary: "the readers disagree on it",
    });
    aspects.chain([ALLOWED, NO_ANSWER, LogRule::INVALID])
}

// `--host-allow-file`: hosts are compared in canonical form, so letter case is ignored, but a dot at the end is not.
// A reader that rejects the string, or does not report a host, contacts no host and is not compared.

/// The allowed hosts, in canonical form.
#[derive(Default)]
pub(super) struct Allow {
    hosts: Vec<String>,
    /// The domains whose subdomains are allowed, each with a dot before it.
    below: Vec<String>,
}

struct Verdict {
    reader: usize,
    host: Option<String>,
    is_allowed: bool,
}

/// The hosts that the readers find in a string, of which some are allowed and others are not.
pub(super) struct Conflict(Vec<Verdict>);

impl Allow {
    pub(super) fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut allow = Self::default();
        for (number, line) in rows::entries(text) {
            let (host, is_below) = match line.strip_prefix("*.") {
                Some(host) => (host, true),
                None => (line, false),
            };
            match canonical_host(host).filter(|host| is_host(host, is_below)) {
                Some(host) if is_below => allow.below.push(format!(".{host}")),
                Some(host) => allow.hosts.push(host),
                None => {
                    let why = "this is not a host; write only a host, such as `example.com`, \
                               `*.example.com` or `[::1]`";
                    return Err((number, why.to_owned()));
                }
            }
        }
        Ok(allow)
    }

    fn allows(&self, host: &str) -> bool {
        let Some(host) = canonical_host(host) else { return false };
        self.hosts.contains(&host)
            || self.below.iter().any(|end| host.len() > end.len() && host.ends_with(end))
    }

    /// Returns the hosts of the readers, if some are allowed and others are not.
    pub(super) fn conflict(&self, answers: &[ParserAnswer<'_>]) -> Option<Conflict> {
        let verdict = |(reader, answer): (usize, &ParserAnswer<'_>)| {
            let host = contacted(answer)?;
            let is_allowed = host.as_deref().is_some_and(|host| self.allows(host));
            Some(Verdict { reader, host, is_allowed })
        };
        let all: Vec<_> = answers.iter().enumerate().filter_map(verdict).collect();
        let has = |is_allowed| all.iter().any(|one| one.is_allowed == is_allowed);
        (has(true) && has(false)).then_some(Conflict(all))
    }
}

impl Conflict {
    /// Describes the conflict, as in `allowed: good.com (appendix-b) · not: evil.com (whatwg)`.
    pub(super) fn summary(&self, names: &[String], veil: &Veil<'_>) -> String {
        let side = |is_allowed| {
            let mut hosts: Vec<(&Option<String>, Vec<usize>)> = Vec::new();
            for one in self.0.iter().filter(|one| one.is_allowed == is_allowed) {
                match hosts.iter_mut().find(|(host, _)| *host == &one.host) {
                    Some((_, readers)) => readers.push(one.reader),
                    None => hosts.push((&one.host, vec![one.reader])),
                }
            }
            let hosts = hosts.iter().map(|(host, readers)| {
                let aspect = Aspect::Component(Component::Host);
                let host = host.as_ref().map_or("none".to_owned(), |h| veil.shown(aspect, h));
                format!("{host} ({})", by(readers, names))
            });
            hosts.collect::<Vec<_>>().join(", ")
        };
        format!("allowed: {} · not: {}", side(true), side(false))
    }

    pub(super) fn records(&self, names: &[String]) -> impl Iterator<Item = Record> {
        self.0.iter().map(|one| {
            let name = names.get(one.reader);
            Record::new()
                .with("reader", name)
                .with_null("host", one.host.as_deref())
                .with("allowed", one.is_allowed)
        })
    }
}

#[cfg(test)]
mod tests {
    use urispec_compare::parsers::AspectValue;

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

    #[test]
    fn allowed_hosts() {
        let allow = Allow::read("# ours\n\nGood.com\n*.example.com\n [::1] \n").ok().unwrap();
        for host in ["good.com", "GOOD.COM", "a.example.com", "a.B.example.com", "0::1", "[::1]"] {
            assert!(allow.allows(host), "{host}");
        }
        for host in
            ["", "good.com.", "agood.com", "example.com", ".example.com", "aexample.com", "::2"]
        {
            assert!(!allow.allows(host), "{host}");
        }
        for (text, line) in [
            ("a\nhttp://h/", 2),
            ("*", 1),
            ("a b", 1),
            ("h:80", 1),
            ("*.", 1),
            ("[::1", 1),
            (".a", 1),
            ("a..b", 1),
            ("%41.a", 1),
            ("[v1.a]", 1),
        ] {
            assert_eq!(Allow::read(text).err().map(|(at, _)| at), Some(line), "{text}");
        }
    }

    /// A reader that rejects the string or does not report a host is not compared. An undefined host is compared.
    #[test]
    fn readers_that_are_compared() {
        let allow = Allow::read("good.com").ok().unwrap();
        let answer = |host: &str| {
            ParserAnswer::default().with(Component::Host, AspectValue::new(Some(host.to_owned())))
        };
        let none = || ParserAnswer::default().with(Component::Host, AspectValue::Undefined);
        let mut rejects = answer("evil.com");
        rejects.is_valid = Some(false);
        assert!(
            allow
                .conflict(&[answer("good.com"), answer("GOOD.com"), ParserAnswer::default()])
                .is_none()
        );
        assert!(allow.conflict(&[answer("good.com"), rejects]).is_none());
        assert!(allow.conflict(&[none(), answer("evil.com")]).is_none());
        assert!(allow.conflict(&[answer("good.com"), answer("evil.com")]).is_some());
        assert!(allow.conflict(&[answer("good.com"), none()]).is_some());
    }
}
