//! The changes from one edition to another, as for release notes: for each thing that changed, a sentence, the sections
//! of both documents, and strings that show the change.
//!
//! Every string of the evidence was tried. An entry without evidence rests on the facts of the editions alone. A
//! production may differ only *through* another production: each string that shows the difference has a part that this
//! other production derives in only one of the editions. The algorithm may overrule the grammar: RFC 2396 has no
//! production for `?y` and still resolves it, so `?y` is in two entries.
//!
//! ```
//! use urispec::Edition;
//! use urispec_compare::changes::{Changes, Manner};
//! let changes = Changes::between(Edition::Rfc2396, Edition::Rfc3986);
//! let renamed = changes.entries.iter().find(|entry| entry.subject == "pct-encoded").unwrap();
//! assert_eq!(renamed.manner, Manner::Renamed);
//! assert_eq!(
//!     renamed.sentence,
//!     "`escaped` is called `pct-encoded`, and derives the same strings.",
//! );
//! assert_eq!(renamed.brief, "`escaped` is now `pct-encoded`");
//! ```

mod comparison;
mod productions;
mod resolution;

use urispec::Edition;
use urispec::grammar::Role;

use crate::diff::{DocumentTerm, Language, terms};

/// The changes from one edition to another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The edition from which the changes are counted, usually the older one.
    pub since: Edition,
    /// The edition whose changes are listed, usually the newer one.
    pub edition: Edition,
    /// The changes, by kind. Within a kind they follow the order of [`Changes::edition`], and removed things come last.
    pub entries: Vec<Entry>,
    /// The number of productions that have the same name and derive the same strings in both editions.
    pub same_productions: usize,
    /// The number of terms that did not change.
    pub same_terms: usize,
}

/// One thing that changed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The kind of the thing that changed.
    pub kind: ChangeKind,
    /// The way in which the thing changed.
    pub manner: Manner,
    /// The name of the thing: a production, a term, or a few words for the subject of the sentence.
    pub subject: String,
    /// The section in the document of [`Changes::since`].
    pub since_section: Option<&'static str>,
    /// The section in the document of [`Changes::edition`].
    pub section: Option<&'static str>,
    /// The change in a few words for one line: without strings that show the change, without sections, and
    /// without a full stop.
    pub brief: String,
    /// The change, in one sentence or more, without the sections.
    pub sentence: String,
    /// The strings that show the change, the shortest first.
    pub evidence: Vec<Evidence>,
}

/// A kind of thing that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A production, or the set of all strings that the edition accepts as whole strings.
    Productions,
    /// How references resolve.
    Resolution,
    /// The differences that do not matter when strings are normalized and compared.
    Normalization,
    /// The document's term for a thing.
    Terms,
}

/// A way in which a thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Manner {
    /// Only [`Changes::edition`] has the thing.
    New,
    /// Only [`Changes::since`] has the thing.
    Gone,
    /// The thing has another name and is otherwise unchanged.
    Renamed,
    /// The production derives more strings.
    Wider,
    /// The production derives fewer strings.
    Narrower,
    /// The production gained and lost strings, and kept some.
    Overlapping,
    /// The production has no string in common with its counterpart in [`Changes::since`].
    Other,
    /// A rule of resolution or comparison changed.
    Changed,
}

/// One string or two strings that show a change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// A string that the production derives in only one edition.
    Derived {
        /// The edition.
        by: Edition,
        /// The string.
        text: String,
    },
    /// A reference that resolves differently.
    Target {
        /// The base.
        base: &'static str,
        /// The reference.
        reference: String,
        /// Whether both resolvers are [non-strict](urispec::Resolver::non_strict): they ignore the scheme of a
        /// reference if the base has the same scheme.
        non_strict: bool,
        /// The target by [`Changes::since`], or `(current document)` and the fragment; `None` if the
        /// edition refuses the reference.
        since: Option<String>,
        /// The target by [`Changes::edition`], in the same form.
        target: Option<String>,
    },
    /// Two strings that only one edition finds equivalent.
    Equivalent {
        /// The edition.
        by: Edition,
        /// The strings.
        pair: [String; 2],
    },
    /// A string whose normal form, up to [`Rung::Protocol`](urispec::Rung::Protocol), differs between the editions.
    NormalForm {
        /// The string.
        text: String,
        /// The normal form by [`Changes::since`].
        since: String,
        /// The normal form by [`Changes::edition`].
        normal: String,
    },
}

impl ChangeKind {
    /// Every kind, in the order of [`Changes::entries`].
    pub const ALL: &'static [Self] =
        &[Self::Productions, Self::Resolution, Self::Normalization, Self::Terms];

    /// Returns the name of the kind: `productions`, `resolution`, `normalization` or `terms`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Productions => "productions",
            Self::Resolution => "resolution",
            Self::Normalization => "normalization",
            Self::Terms => "terms",
        }
    }
}

impl Manner {
    /// Returns the name of the manner: `new`, `gone`, `renamed`, `wider`, `narrower`, `overlapping`, `other` or
    /// `changed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::Renamed => "renamed",
            Self::Wider => "wider",
            Self::Narrower => "narrower",
            Self::Overlapping => "overlapping",
            Self::Other => "other",
            Self::Changed => "changed",
        }
    }
}

impl Entry {
    /// Creates an entry without sections and evidence.
    fn new(kind: ChangeKind, manner: Manner, subject: &str, brief: &str, sentence: String) -> Self {
        let (subject, brief) = (subject.to_owned(), brief.to_owned());
        let (since_section, section, evidence) = (None, None, Vec::new());
        Self { kind, manner, subject, since_section, section, brief, sentence, evidence }
    }

    /// Adds the sections in the two documents.
    fn at(self, [since_section, section]: [Option<&'static str>; 2]) -> Self {
        Self { since_section, section, ..self }
    }
}

impl Changes {
    /// Finds what `edition` changed since the edition `since`, which is usually older.
    #[must_use]
    pub fn between(since: Edition, edition: Edition) -> Self {
        let (mut entries, same_productions) = productions::entries(since, edition);
        entries.extend(resolution::entries(since, edition));
        entries.extend(comparison::entries(since, edition));
        let (terms, same_terms) = term_entries(since, edition);
        entries.extend(terms);
        Self { since, edition, entries, same_productions, same_terms }
    }

    /// Returns the entries of a kind.
    pub fn of(&self, kind: ChangeKind) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.kind == kind)
    }
}

// The parts of the sentences: lists, classes of characters, terms.

/// The length of the longest string that a sentence shows in full. The evidence always has the whole string. The limit
/// is high enough for a host with a label of more than 63 characters.
const LONGEST: usize = 8192;

/// The numbers of bytes that are shown at the beginning and at the end of a longer string.
const ENDS: [usize; 2] = [20, 10];

/// A run of consecutive characters: the code points of its first and its last character.
type CharacterRun = (u32, u32);

/// Returns the name of a document, without its date.
fn document(edition: Edition) -> &'static str {
    let document = edition.document();
    document.split(',').next().unwrap_or(document)
}

/// Returns a string in quotes, without its middle if it is long.
fn quoted(text: &str) -> String {
    // Every language is ASCII, so any byte is a boundary; otherwise the whole string is shown.
    let parts = text.split_at_checked(ENDS[0]).filter(|_| text.len() > LONGEST);
    let cut = parts.and_then(|(head, rest)| {
        let (between, tail) = rest.split_at_checked(rest.len() - ENDS[1])?;
        Some(format!("\"{head}…({} bytes)…{tail}\"", between.len()))
    });
    cut.unwrap_or_else(|| format!("\"{}\"", text.escape_default().to_string().replace("\\'", "'")))
}

/// Returns phrases for runs of characters. A visible character is shown in quotes, an invisible one by its code point.
/// Of several consecutive letters, digits or invisible characters, only the first and the last are shown.
fn ranges(characters: &[CharacterRun]) -> Vec<String> {
    let is_seen = |code: u32| (0x20..0x7F).contains(&code);
    let one = |code: u32| match char::from_u32(code).filter(|_| is_seen(code)) {
        Some(seen) => quoted(&seen.to_string()),
        None => format!("U+{code:04X}"),
    };
    let is_word = |code: u32| char::from_u32(code).is_some_and(|c| c.is_ascii_alphanumeric());
    let alike = |a: u32, b: u32| is_word(a) && is_word(b) || !is_seen(a) && !is_seen(b);
    let mut shown = Vec::new();
    for &(first, last) in characters {
        let mut from = first;
        while from <= last {
            // Characters beyond ASCII count as invisible, and are not compared one by one.
            let ends = |&code: &u32| code > 0x7F || !alike(code, code + 1);
            let to = (from..last).find(ends).map_or(last, |at| if at > 0x7F { last } else { at });
            match to - from {
                0 => shown.push(one(from)),
                1 => shown.extend([one(from), one(to)]),
                _ => shown.push(format!("{} to {}", one(from), one(to))),
            }
            from = to + 1;
        }
    }
    shown
}

/// Returns sorted ASCII bytes as runs.
fn runs(bytes: &[u8]) -> Vec<CharacterRun> {
    let runs = bytes.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    runs.filter_map(|run| Some(((*run.first()?).into(), (*run.last()?).into()))).collect()
}

/// Returns the name of a production in backquotes.
fn name(name: &str) -> String {
    format!("`{name}`")
}

/// Joins several things: `a, b and c`.
fn and(all: &[String]) -> String {
    joined(all, "and")
}

/// Joins alternatives: `a, b or c`.
fn or(all: &[String]) -> String {
    joined(all, "or")
}

fn joined(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Returns the first sentence of a text, without its full stop. A full stop within quotes does not end a sentence.
fn first_sentence(text: &str) -> &str {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = text.char_indices().find(|&(at, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        c == '.' && !is_quoted && matches!(text.as_bytes().get(at + 1), None | Some(b' '))
    });
    end.map_or(text, |(at, _)| &text[..at])
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + chars.as_str())
        .unwrap_or_default()
}

// The characters of a class of characters.

/// Returns the characters of a class, or `None` if the production is not a class.
fn characters(language: &Language) -> Option<Vec<CharacterRun>> {
    let class = language.first();
    (class.role() == Role::Class).then(|| class.acceptor().characters())
}

/// Returns the characters that are in `all` and not in `others`.
fn without(all: &[CharacterRun], others: &[CharacterRun]) -> Vec<CharacterRun> {
    let mut left = Vec::new();
    let mut others = others.iter().peekable();
    for &(first, last) in all {
        let mut from = first;
        while others.next_if(|(_, end)| *end < first).is_some() {}
        for &(begin, end) in others.clone().take_while(|(begin, _)| *begin <= last) {
            if from < begin {
                left.push((from, begin - 1));
            }
            from = end + 1;
        }
        if from <= last {
            left.push((from, last));
        }
    }
    left
}

/// Returns all ASCII characters of the runs, and from each run its first character beyond ASCII.
fn singles(characters: &[CharacterRun]) -> Vec<String> {
    let codes = characters.iter().flat_map(|&(first, last)| {
        let of_ascii = first..=last.min(0x7F);
        let beyond = (last > 0x7F).then_some(first.max(0x80));
        of_ascii.chain(beyond)
    });
    codes.filter_map(char::from_u32).map(String::from).collect()
}

// The terms that two documents have for one thing.

/// Returns an entry for each term that changed, and the number of terms that did not change.
fn term_entries(since: Edition, edition: Edition) -> (Vec<Entry>, usize) {
    let (mut changed, mut same) = (Vec::new(), 0);
    // A line without a term states only the meaning of a production.
    let of = |edition| terms(edition).filter(|term| !term.name.is_empty()).collect::<Vec<_>>();
    let [old, new] = [since, edition].map(of);
    type Term<'t> = Option<&'t DocumentTerm>;
    let entry = |manner, subject: &str, old: Term<'_>, new: Term<'_>, sentence: String| {
        let brief = first_sentence(&sentence).to_owned();
        let sections = [old, new].map(|term| term.map(|term| term.section));
        Entry::new(ChangeKind::Terms, manner, subject, &brief, sentence).at(sections)
    };
    let [before, now] = [since, edition].map(document);
    for term in &new {
        let says = format!("{now} uses {} for {}", quoted(term.name), term.meaning);
        match old.iter().find(|old| old.meaning == term.meaning) {
            Some(one) if one.name == term.name => same += 1,
            Some(one) => {
                let sentence = format!("{says}; {before} uses {}.", quoted(one.name));
                changed.push(entry(Manner::Renamed, term.name, Some(one), Some(term), sentence));
            }
            None => {
                let sentence = format!("{says}; {before} has no term for that.");
                changed.push(entry(Manner::New, term.name, None, Some(term), sentence));
            }
        }
    }
    for term in old.iter().filter(|old| new.iter().all(|term| term.meaning != old.meaning)) {
        let (name, meaning) = (quoted(term.name), term.meaning);
        let sentence = format!("{before} uses {name} for {meaning}; {now} has no term for that.");
        changed.push(entry(Manner::Gone, term.name, Some(term), None, sentence));
    }
    (changed, same)
}

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::*;

    #[test]
    fn lists_have_one_and() {
        let all = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            (and(&all[..1]), and(&all[..2]), and(&all)),
            ("a".into(), "a and b".into(), "a, b and c".into())
        );
    }

    #[test]
    fn a_sentence_ends_outside_of_quotes() {
        assert_eq!(first_sentence("a \"b. c\\\". d\" 1.2 e. F."), "a \"b. c\\\". d\" 1.2 e");
        assert_eq!((first_sentence("a."), first_sentence("a")), ("a", "a"));
    }

    #[test]
    fn what_cannot_be_seen_is_shown_by_its_code_point() {
        let all = [(0x01, 0x22), (0x2D, 0x2D), (0x30, 0x3A), (0x7E, 0x7F), (0xA0, 0xD7FF)];
        let wanted = "U+0001 to U+001F, \" \", \"!\", \"\\\"\", \"-\", \"0\" to \"9\", \":\", \"~\", \
                      U+007F and U+00A0 to U+D7FF";
        assert_eq!(and(&ranges(&all)), wanted);
        assert_eq!(ranges(&[(0x7F, 0x10_FFFF)]), ["U+007F to U+10FFFF"]);
        assert_eq!(runs(b"-.09"), [(0x2D, 0x2E), (0x30, 0x30), (0x39, 0x39)]);
    }

    #[test]
    fn long_strings_lose_their_middle() {
        assert_eq!(quoted("'\""), "\"'\\\"\"");
        let label = "a".repeat(64);
        assert_eq!(quoted(&label), format!("\"{label}\""));
        let long = "a".repeat(LONGEST + 1);
        let shown = format!("\"{}…(8163 bytes)…{}\"", "a".repeat(20), "a".repeat(10));
        assert_eq!(quoted(&long), shown);
    }

    fn of(edition: Edition, rule: &str) -> Vec<CharacterRun> {
        let production = edition.production(rule).map(Language::new);
        production.ok().as_ref().and_then(characters).unwrap_or_default()
    }

    /// RFC 3987, 2.2: `ucschar`, and `iunreserved`, which consists of `unreserved` and `ucschar`.
    #[test]
    fn characters_beyond_ascii() {
        let ucschar = of(Edition::Rfc3987, "ucschar");
        let ends = [ucschar[0], ucschar[1], ucschar[2], ucschar[3], ucschar[ucschar.len() - 1]];
        let wanted = [
            (0xA0, 0xD7FF),
            (0xF900, 0xFDCF),
            (0xFDF0, 0xFFEF),
            (0x1_0000, 0x1_FFFD),
            (0xE_1000, 0xE_FFFD),
        ];
        assert_eq!(ends, wanted);
        let unreserved = of(Edition::Rfc3986, "unreserved");
        assert_eq!(without(&of(Edition::Rfc3987, "iunreserved"), &unreserved), ucschar);
        assert_eq!(without(&unreserved, &ucschar), unreserved);
        assert_eq!(singles(&[(0x7E, 0x81), (0xA0, 0xA9)]), ["~", "\u{7F}", "\u{80}", "\u{A0}"]);
    }
}
