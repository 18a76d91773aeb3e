//! Reads the productions of a printed grammar. Each production is first read strictly. If that fails, the production is
//! read leniently, with notes, unless the grammar is one of the project's own. If the numbers of a file imply code
//! points, the file is read again with all numbers as code points.

use std::collections::{HashMap, HashSet};
#[cfg(feature = "documents")]
use std::ops::Range;
use std::sync::OnceLock;

use super::characters::{Characters, Implied};
use super::grammar::{
    Alternative, Notation, Note, NoteKind, Origin, Printed, PrintedProduction, ReadError, Scope,
    Site, Term, Unreadable, defined_twice,
};
use super::lines::{self, ABNF, BNF, LENIENT};
use super::split::{Coverage, LineFault, RawProduction};
use super::{ebnf, split};
use grammar_automata::engine::text::comment_at_end;

/// The maximum length of a file, in bytes.
const LONGEST: usize = 1 << 20;

pub(crate) struct Reader<'s> {
    pub(crate) notation: Notation,
    /// The meaning of values above 7F, or `None` if the grammar implies it.
    pub(crate) characters: Option<Characters>,
    /// The context of the grammar, or `None` if the grammar is read strictly.
    pub(crate) scope: Option<&'s Scope>,
}

/// The first number that implies octets and the first that implies code points, each with its production and line.
#[derive(Default)]
struct Evidence {
    octets: Option<(String, usize)>,
    utf8: Option<(String, usize)>,
}

impl Printed {
    /// Reads a grammar strictly, by the rules of its notation. `file` is the file name that errors use.
    ///
    /// Values above FF imply that the grammar describes code points in UTF-8: see [`Characters`].
    ///
    /// # Errors
    /// Returns an error if the text cannot be split into productions. An unreadable production is not an error.
    pub fn read(notation: Notation, file: &str, source: &str) -> Result<Self, ReadError> {
        Reader { notation, characters: None, scope: None }.read(file, source)
    }
}

impl Reader<'_> {
    pub(crate) fn read(&self, file: &str, source: &str) -> Result<Printed, ReadError> {
        // In a grammar extracted from a document, empty lines keep the line numbers of the document; they are
        // not counted.
        let is_long = || source.bytes().filter(|&byte| byte != b'\n').count() > LONGEST;
        if source.len() > LONGEST && is_long() {
            return Err(ReadError::TooLong { file: file.to_owned(), bytes: source.len() });
        }
        let (raw_productions, is_bracketed) =
            self.split(source).map_err(|LineFault { line, why }| {
                let file = file.to_owned();
                if why == ebnf::OPEN_COMMENT {
                    return ReadError::OpenComment { file, line };
                }
                let text = source.lines().nth(line.saturating_sub(1)).unwrap_or_default();
                let text = text.chars().take(60).collect();
                ReadError::Stray { file, line, text }
            })?;
        if raw_productions.is_empty() {
            return Err(ReadError::Empty { file: file.to_owned() });
        }
        let mut own: HashSet<String> =
            raw_productions.iter().map(|raw| self.notation.key(&raw.name)).collect();
        own.extend(self.notation.built_in_names().map(|name| self.notation.key(name)));
        let read = |characters| {
            let reading = Reading { reader: self, characters, is_bracketed, own: &own };
            reading.all(file, &raw_productions)
        };
        // The literals and the numbers of EBNF are characters.
        let is_ebnf = matches!(self.notation, Notation::W3c | Notation::Iso14977);
        let characters = self.characters.or(is_ebnf.then_some(Characters::Utf8));
        let given = characters.unwrap_or(Characters::Octets);
        let (mut printed, evidence) = read(given);
        printed.characters = match (characters, evidence) {
            (Some(characters), _) => Some(characters),
            (None, Evidence { octets: None, utf8: None }) => None,
            (None, Evidence { utf8: None, .. }) => Some(Characters::Octets),
            (None, Evidence { octets, utf8: Some(utf8) }) => {
                (printed, _) = read(Characters::Utf8);
                printed.notes.extend(octets.map(|octets| both(file, &octets, &utf8)));
                Some(Characters::Utf8)
            }
        };
        let lines: Vec<&str> = source.lines().collect();
        for production in &mut printed.productions {
            production.comment = comment_above(&lines[..production.line - 1]);
        }
        Ok(printed)
    }

    /// Reads the right side of a single production. `own` has the keys of the names that its grammar defines.
    #[cfg(feature = "documents")]
    pub(crate) fn trial(
        &self,
        name: &str,
        text: &str,
        own: &HashSet<String>,
        is_bracketed: bool,
    ) -> Result<Term, String> {
        let characters = self.characters.unwrap_or(Characters::Utf8);
        let reading = Reading { reader: self, characters, is_bracketed, own };
        let raw = RawProduction::new(name.to_owned(), text, 0, 1);
        let defined = reading.define(&raw, "", &mut Vec::new(), &mut Evidence::default());
        defined.map(|(_, term)| term).map_err(|fault| fault.why)
    }

    /// Returns the places of the productions of a text, with their names, or `None` if the text contains anything else.
    #[cfg(feature = "documents")]
    pub(crate) fn places(&self, source: &str) -> Option<Vec<(String, Range<usize>)>> {
        let (raw_productions, _) = self.split(source).ok()?;
        let place =
            |raw: RawProduction<'_>| (raw.name, raw.start..raw.start + raw.text.trim_end().len());
        Some(raw_productions.into_iter().map(place).collect())
    }

    fn split<'s>(&self, source: &'s str) -> Result<(Vec<RawProduction<'s>>, bool), LineFault> {
        let (raw_productions, is_bracketed) = match self.notation {
            Notation::Abnf | Notation::Bnf if self.scope.is_some() => lines::split_lenient(source)?,
            Notation::Abnf => (ABNF.split(source)?, false),
            Notation::Bnf => (BNF.split(source)?, false),
            Notation::Rfc1630 => (split::split(source)?, false),
            Notation::W3c => (ebnf::split_w3c(source)?, false),
            Notation::Iso14977 => (ebnf::split_iso(source)?, false),
        };
        split::check_split(source, &raw_productions, self.notation)?;
        Ok((raw_productions, is_bracketed))
    }
}

/// Returns the note for a grammar in which some numbers imply octets, and others imply code points.
fn both(file: &str, octets: &(String, usize), utf8: &(String, usize)) -> Note {
    let ((production, line), (other, other_line)) = (octets, utf8);
    Note {
        file: file.to_owned(),
        section: None,
        line: *line,
        production: production.clone(),
        kind: NoteKind::Departure,
        text: format!(
            "the numbers of this production could be octets, but the numbers of `{other}`, line {other_line}, are code points, so all numbers of the file are read as code points in UTF-8; to change this, use `--characters`"
        ),
    }
}

struct Reading<'r> {
    reader: &'r Reader<'r>,
    characters: Characters,
    is_bracketed: bool,
    own: &'r HashSet<String>,
}

impl Reading<'_> {
    fn all(&self, file: &str, raw_productions: &[RawProduction<'_>]) -> (Printed, Evidence) {
        let mut printed = Printed::new(self.reader.notation, file.to_owned(), None, Vec::new());
        let (mut places, mut evidence) = (HashMap::new(), Evidence::default());
        let all = raw_productions
            .iter()
            .map(|raw| (raw, self.define(raw, file, &mut printed.notes, &mut evidence)));
        let all: Vec<_> = all.collect();
        // Strictly, `=/` adds to a definition above it (RFC 5234, 3.3). In a document, the `=/` may be above the
        // collected grammar.
        let key = |raw: &RawProduction<'_>| self.reader.notation.key(&raw.name);
        let is_whole =
            |defined: &Result<(bool, Term), LineFault>| !matches!(defined, Ok((true, _)));
        let whole = all.iter().filter(|(_, defined)| is_whole(defined)).map(|(raw, _)| key(raw));
        let whole: HashSet<String> =
            if self.reader.scope.is_some() { whole.collect() } else { HashSet::new() };
        let mut early: HashMap<String, Vec<(&RawProduction<'_>, Term)>> = HashMap::new();
        for (raw, defined) in all {
            let key = key(raw);
            match defined {
                Ok((true, term)) if !places.contains_key(&key) && whole.contains(&key) => {
                    early.entry(key).or_default().push((raw, term));
                    continue;
                }
                defined => add(&mut printed, raw, defined, &mut places),
            }
            for (raw, term) in early.remove(&key).into_iter().flatten() {
                printed.notes.push(Note {
                    file: file.to_owned(),
                    section: None,
                    line: raw.line,
                    production: raw.name.clone(),
                    kind: NoteKind::Departure,
                    text: "`=/` is above the production that it adds to".to_owned(),
                });
                add(&mut printed, raw, Ok((true, term)), &mut places);
            }
        }
        (printed, evidence)
    }

    /// Reads the right side of a production, strictly if possible.
    fn define(
        &self,
        raw: &RawProduction<'_>,
        file: &str,
        notes: &mut Vec<Note>,
        evidence: &mut Evidence,
    ) -> Result<(bool, Term), LineFault> {
        if let Some(doubt) = &raw.doubt {
            return Err(doubt.clone());
        }
        let (text, notation) = (raw.text.trim_end(), self.reader.notation);
        let key = notation.key(&raw.name);
        let site = |scope| Site {
            has_braces: false,
            notation,
            characters: self.characters,
            key: &key,
            own: self.own,
            scope,
            is_bracketed: self.is_bracketed,
            implied: Vec::new(),
            notes: Vec::new(),
            noted: HashSet::new(),
            lists: 0,
            coverage: Coverage::default(),
        };
        let mut found = site(None);
        let mut defined = split::shallow(text, notation, false).and_then(|()| match notation {
            Notation::Abnf => ABNF.define(text, &mut found),
            Notation::Bnf => BNF.define(text, &mut found),
            Notation::Rfc1630 => split::define(text, &mut found).map(|term| (false, term)),
            Notation::W3c | Notation::Iso14977 => {
                ebnf::define(text, &mut found).map(|term| (false, term))
            }
        });
        let has_wide = matches!(notation, Notation::Abnf | Notation::Bnf);
        if defined.is_err() && self.reader.scope.is_some() && has_wide {
            let mut wide = site(self.reader.scope);
            defined =
                split::shallow(text, notation, true).and_then(|()| LENIENT.define(text, &mut wide));
            found = wide;
        }
        if has_wide {
            let named = |fault: LineFault| {
                let cause = fault.stopped().and_then(|stopped| split::cause(text, stopped));
                cause.unwrap_or(fault)
            };
            defined = defined.map_err(named);
        }
        let line = |line: usize| raw.line + line.saturating_sub(1);
        for &(at, implied) in &found.implied {
            let place = match implied {
                Implied::Nothing => continue,
                Implied::Octets => &mut evidence.octets,
                Implied::Utf8 => &mut evidence.utf8,
            };
            place.get_or_insert_with(|| (raw.name.clone(), line(at)));
        }
        if defined.is_ok() {
            notes.extend(found.notes.into_iter().map(|(at, kind, text)| Note {
                file: file.to_owned(),
                section: None,
                line: line(at),
                production: raw.name.clone(),
                kind,
                text,
            }));
        }
        defined
    }
}

/// Adds a production to a grammar, or its alternatives to an earlier production.
fn add(
    printed: &mut Printed,
    raw: &RawProduction<'_>,
    defined: Result<(bool, Term), LineFault>,
    places: &mut HashMap<String, usize>,
) {
    let text = raw.text.trim_end();
    let unreadable = |LineFault { line, why }| Unreadable {
        file: printed.file.clone(),
        section: None,
        line: raw.line + line.saturating_sub(1),
        name: raw.name.clone(),
        why,
    };
    let defined = defined.map_err(unreadable);
    let key = printed.notation.key(&raw.name);
    let Some(&place) = places.get(&key) else {
        let term = match defined {
            Ok((true, more)) => match printed.notation.built_in_term(&key) {
                Some((core, term)) => Ok(either((core, term), (text, more))),
                None => Err(unreadable(LineFault {
                    line: 1,
                    why: "`=/` adds to an earlier production, but no earlier production has this name"
                        .to_owned(),
                })),
            },
            defined => defined.map(|(_, term)| term),
        };
        places.insert(key, printed.productions.len());
        printed.productions.push(PrintedProduction {
            name: raw.name.clone(),
            text: text.to_owned(),
            section: None,
            line: raw.line,
            comment: String::new(),
            term,
            origin: Origin::Printed,
        });
        return;
    };
    let first = printed.productions[place].line;
    let adds =
        if printed.notation == Notation::Abnf { ", or add to the first by `=/`" } else { "" };
    let why = format!("{}; remove one definition{adds}", defined_twice(first));
    let twice = unreadable(LineFault { line: 1, why });
    let earlier = &mut printed.productions[place];
    let term = std::mem::replace(&mut earlier.term, Ok(Term::EMPTY));
    earlier.term = match (term, defined) {
        (Ok(term), Ok((true, more))) => Ok(either((&earlier.text, term), (text, more))),
        (Ok(_), Ok((false, _))) => Err(twice),
        (Err(unreadable), _) | (_, Err(unreadable)) => Err(unreadable),
    };
    earlier.text.push('\n');
    earlier.text.push_str(text);
}

impl Notation {
    /// Returns the productions that a grammar may use without defining them: the core rules of ABNF, or the words
    /// `void`, `space` and `vline` of RFC 1630.
    #[must_use]
    pub fn built_in(self) -> &'static [PrintedProduction] {
        static CORE: OnceLock<Vec<PrintedProduction>> = OnceLock::new();
        static WORDS: OnceLock<Vec<PrintedProduction>> = OnceLock::new();
        match self {
            Self::Abnf => CORE.get_or_init(|| {
                Printed::read(self, "RFC 5234, B.1", lines::CORE)
                    .map_or_else(|_| Vec::new(), |core| core.productions)
            }),
            Self::Bnf | Self::W3c | Self::Iso14977 => &[],
            Self::Rfc1630 => WORDS.get_or_init(|| {
                (split::WORDS.iter())
                    .map(|&(name, bytes)| {
                        let term = Term::Literal { bytes: bytes.to_vec(), ignore_case: false };
                        let (own, text) = (Origin::Printed, name.to_owned());
                        PrintedProduction {
                            text,
                            ..PrintedProduction::named(name.to_owned(), term, own)
                        }
                    })
                    .collect()
            }),
        }
    }

    fn built_in_names(self) -> impl Iterator<Item = &'static str> {
        let core = (self == Self::Abnf).then(lines::core_names);
        let words = (self == Self::Rfc1630).then(|| split::WORDS.iter().map(|&(name, _)| name));
        core.into_iter().flatten().chain(words.into_iter().flatten())
    }

    /// Returns whether the notation has a built-in production with the given name.
    #[doc(hidden)]
    pub fn lends(self, name: &str) -> bool {
        let key = self.key(name);
        self.built_in_names().any(|lent| self.key(lent) == key)
    }

    /// Returns the text and the right side of the built-in production whose name has the given key.
    fn built_in_term(self, key: &str) -> Option<(&'static str, Term)> {
        // Reading the core rules calls this function, so `built_in` is only called for names of core rules.
        let lent = self.lends(key).then(|| self.built_in())?;
        let production = lent.iter().find(|one| self.key(&one.name) == key)?;
        Some((&production.text, production.term.clone().ok()?))
    }
}

const ABOVE: usize = 40;

/// Returns the comment at the end of some lines, if no empty line follows it.
fn comment_above(lines: &[&str]) -> String {
    fn text(line: &str) -> Option<&str> {
        line.trim_start().strip_prefix(';').map(str::trim)
    }
    let lines = &lines[lines.len().saturating_sub(ABOVE)..];
    let block = lines.rsplit(|line| line.trim().is_empty()).next().unwrap_or_default();
    let end = block.iter().rposition(|line| text(line).is_some()).map_or(0, |last| last + 1);
    comment_at_end(&block[..end], text).join(" ")
}

// Readings that replace printed productions, and increments of earlier productions.

impl Printed {
    /// Returns the grammar with readings: each replaces the production with the same name, or is appended if the
    /// grammar lacks it.
    pub fn with_readings(&self, readings: &Self) -> Self {
        let mut read = self.clone();
        let names = read.productions.iter().map(|one| self.notation.key(&one.name));
        let places: HashMap<String, usize> = names.zip(0..).collect();
        for reading in &readings.productions {
            match places.get(&self.notation.key(&reading.name)) {
                Some(&place) => read.productions[place] = reading.clone(),
                None => read.productions.push(reading.clone()),
            }
        }
        read
    }
}

/// Combines the alternatives of an earlier production and of an increment (`=/`) into one choice. A right side that is
/// not a choice becomes one alternative, with its printed text.
pub(super) fn either((text, earlier): (&str, Term), (more_text, more): (&str, Term)) -> Term {
    let alternatives = |text: &str, term| match term {
        Term::Choice(alternatives) => alternatives,
        term => {
            let (_, right) = text.split_once('=').unwrap_or_default();
            vec![Alternative::new(right.trim_start_matches('/'), term)]
        }
    };
    let mut all = alternatives(text, earlier);
    all.extend(alternatives(more_text, more));
    Term::Choice(all)
}

#[cfg(test)]
mod tests {
    use crate::notations::{Notation, Printed, Term};

    fn read(source: &str) -> Printed {
        Printed::read(Notation::Abnf, "test", source).unwrap()
    }

    #[test]
    fn an_increment_keeps_the_printed_order_and_texts() {
        let printed = read("a = \"x\"  b\nb = \"y\"\na =/ b / \"z\"\nA =/ [ b ]\n");
        assert_eq!(printed.productions[0].text, "a = \"x\"  b\na =/ b / \"z\"\nA =/ [ b ]");
        let Ok(Term::Choice(all)) = &printed.productions[0].term else { panic!("no choice") };
        let texts: Vec<_> = all.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["\"x\" b", "b", "\"z\"", "[ b ]"]);
    }

    #[test]
    fn a_reading_replaces_its_production() {
        let printed = read("a = b\nb = <something>\n");
        let read = printed.with_readings(&read("B = \"x\"\nc = \"y\"\n"));
        let names: Vec<_> = read.productions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a", "B", "c"]);
        assert!(printed.productions[1].term.is_err() && read.productions[1].term.is_ok());
    }
}
