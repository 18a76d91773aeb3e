//! The requirements of a document: its sentences, and the tests that check each of them.
//!
//! A file `grammar/EDITION.requirements` has a row for each sentence that states a fact, or that something must, should
//! or may be done. Productions have no rows. Most rows also quote the sentence. The test suite checks that the tests,
//! examples and lints that a row names exist, and that the document contains the quotation.

use std::fmt;

use urispec::Edition;

use super::examples;

/// The sentences of a document that state a fact, or that something must, should or may be done; and the document's
/// sections.
///
/// # The format
///
/// The fields of a line are separated by tabs. Empty lines and lines that begin with `#` are ignored. The first other
/// line lists the sections of the document, and every further line is a row:
///
/// ```text
/// sections  1 1.1 1.1.1 ... A B C
/// SECTION   STRENGTH   WHAT   HELD
/// SECTION   STRENGTH   WHAT   HELD   QUOTED
/// ```
///
/// For a document that amends another, a section is preceded by the document's name, as in `RFC 6874, 2`; the sections are
/// then separated by tabs.
///
/// STRENGTH is `must`, `should` or `may`, as in the document, or `is` if the sentence only states a fact. WHAT is a
/// short paraphrase of the sentence. QUOTED is the sentence, or a part of it, in the document's words; it is omitted if
/// the document uses several sentences, a table or a production. HELD lists the checks of the sentence, separated by
/// `; `:
///
/// ```text
/// test MODULE::NAME   a test that fails if the sentence is not observed
/// example FIELDS      a line of the document's examples, from its second field on; it must not be
///                     a finding, that is, an example that the document contradicts
/// lint ID             a lint
/// reader              the only entry: the sentence requires nothing of software
/// open REASON         the only entry: the sentence has no check, for the given reason
/// ```
///
/// A requirement for other software only, such as a cache or a server, is `open`. Its REASON states this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requirements<'r> {
    /// The sections of the document, in its order.
    pub sections: Vec<&'r str>,
    /// The sentences, in the order of the file.
    pub all: Vec<Requirement<'r>>,
}

/// A sentence of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requirement<'r> {
    /// The line of the file.
    pub line: usize,
    /// The section of the sentence.
    pub section: &'r str,
    /// How binding the sentence is: `must`, `should`, `may` or `is`.
    pub strength: Strength,
    /// A short paraphrase of the sentence.
    pub what: &'r str,
    /// The checks that fail if the sentence is not observed, or the reason why there are none.
    pub held: Held<'r>,
    /// The sentence in the document's own words, without line breaks: one sentence, or a part of one. `None` if the
    /// document uses more than a sentence.
    pub quoted: Option<&'r str>,
}

/// How binding a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The sentence states what must be done.
    Must,
    /// The sentence states what should be done.
    Should,
    /// The sentence states what may be done.
    May,
    /// The sentence states a fact.
    Is,
}

/// The checks of a sentence, or the reason why there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held<'r> {
    /// One or more checks, each of which fails if the sentence is not observed.
    By(Vec<Holder<'r>>),
    /// The sentence requires nothing of software.
    Reader,
    /// The sentence has no check, for the reason given here.
    Open(&'r str),
}

/// A check that fails if a sentence of a document is not observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Holder<'r> {
    /// A test, by its module and its name.
    Test {
        /// The name of the file that contains the test, or of its folder, without the extension.
        module: &'r str,
        /// The name of the test function.
        name: &'r str,
    },
    /// A line of the edition's examples, without its section and its reason. The fields are separated by spaces.
    Example(&'r str),
    /// The id of a lint.
    Lint(&'r str),
}

/// The state of a sentence: checked, only for the reader, or open (without a check).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequirementState {
    /// A check fails if the sentence is not observed.
    Held,
    /// The sentence requires nothing of software.
    Reader,
    /// The sentence requires something, but has no check.
    Open,
}

/// The error for a line that is not a row of requirements.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}, line {line}: not a requirement: `{text}`; separate by tabs the fields SECTION, STRENGTH, WHAT, HELD and optionally QUOTED, and begin the file with a line of the sections"
)]
#[non_exhaustive]
pub struct RequirementError {
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The text of the line.
    pub text: String,
}

impl<'r> Requirements<'r> {
    /// Reads the text of a file of requirements. `file` is the name of the file in errors.
    ///
    /// # Errors
    /// Returns a [`RequirementError`] for the first line that is neither a row nor a comment.
    pub fn read(file: &str, text: &'r str) -> Result<Self, RequirementError> {
        let mut this = Self::default();
        let wrong = |line, text| RequirementError { file: file.to_owned(), line, text };
        examples::each(text, |line, row| this.add(line, row), wrong)?;
        Ok(this)
    }

    /// Reads the requirements of an edition's document.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_audit::{RequirementState, Requirements};
    /// let all = Requirements::from_edition(Edition::Rfc3986)?.all;
    /// assert!(all.iter().any(|one| one.section == "6.2.3" && one.state() == RequirementState::Held));
    /// let host = all.iter().find(|one| one.what == "hosts are compared without case").unwrap();
    /// assert_eq!(host.quoted, Some("The host subcomponent is case-insensitive."));
    /// # Ok::<(), urispec_audit::RequirementError>(())
    /// ```
    ///
    /// # Errors
    /// Never fails for the editions of this library, whose files are all tested.
    pub fn from_edition(edition: Edition) -> Result<Requirements<'static>, RequirementError> {
        Requirements::read(&format!("{edition}.requirements"), edition.requirements())
    }

    fn add(&mut self, line: usize, text: &'r str) -> Option<()> {
        let fields: Vec<&str> = text.split('\t').collect();
        match fields[..] {
            ["sections", ref all @ ..] if self.sections.is_empty() && self.all.is_empty() => {
                match all {
                    [] => return None,
                    [all] => self.sections.extend(all.split_ascii_whitespace()),
                    all => self.sections.extend(all),
                }
            }
            [section, strength, what, held, ref quoted @ ..]
                if !self.sections.is_empty() && !what.is_empty() =>
            {
                let quoted = match *quoted {
                    [] => None,
                    [quoted] if !quoted.is_empty() => Some(quoted),
                    _ => return None,
                };
                let strength = Strength::named(strength)?;
                let held = Held::read(held)?;
                self.all.push(Requirement { line, section, strength, what, held, quoted });
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the number of sentences in a state.
    #[must_use]
    pub fn count(&self, state: RequirementState) -> usize {
        self.all.iter().filter(|one| one.state() == state).count()
    }
}

impl<'r> Held<'r> {
    fn read(text: &'r str) -> Option<Self> {
        if text == "reader" {
            return Some(Self::Reader);
        }
        if let Some(reason) = text.strip_prefix("open ") {
            return Some(Self::Open(reason));
        }
        text.split("; ").map(Holder::read).collect::<Option<_>>().map(Self::By)
    }
}

impl<'r> Holder<'r> {
    fn read(text: &'r str) -> Option<Self> {
        match text.split_once(' ')? {
            ("test", name) => {
                let (module, name) = name.split_once("::")?;
                Some(Self::Test { module, name })
            }
            ("example", fields) => Some(Self::Example(fields)),
            ("lint", id) => Some(Self::Lint(id)),
            _ => None,
        }
    }
}

impl Requirement<'_> {
    /// Returns the state of the sentence.
    #[must_use]
    pub const fn state(&self) -> RequirementState {
        match self.held {
            Held::By(_) => RequirementState::Held,
            Held::Reader => RequirementState::Reader,
            Held::Open(_) => RequirementState::Open,
        }
    }
}

impl Strength {
    /// All strengths, the strongest first.
    pub const ALL: &'static [Self] = &[Self::Must, Self::Should, Self::May, Self::Is];

    /// Returns the name of the strength: `must`, `should`, `may` or `is`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
            Self::Is => "is",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|strength| strength.name() == name)
    }
}

impl RequirementState {
    /// All states.
    pub const ALL: &'static [Self] = &[Self::Held, Self::Reader, Self::Open];

    /// Returns the name of the state: `held`, `reader` or `open`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Reader => "reader",
            Self::Open => "open",
        }
    }
}

/// Prints the check in the syntax of the file.
impl fmt::Display for Holder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Test { module, name } => write!(f, "test {module}::{name}"),
            Self::Example(fields) => write!(f, "example {fields}"),
            Self::Lint(id) => write!(f, "lint {id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_sentence() {
        let text = "# a comment\nsections\t1 1.1 A\n\n1\tis\twhat this is\treader\n\
                    1.1\tmust\tnot do it\ttest resolve::it; lint no-it; example URI a:b\n\
                    A\tmay\tdo it\topen nobody can; and nobody does\tYou MAY do it.\n";
        let Requirements { sections, all } = Requirements::read("e", text).unwrap();
        assert_eq!(sections, ["1", "1.1", "A"]);
        let rows: Vec<_> = all.iter().map(|one| (one.line, one.section, one.what)).collect();
        assert_eq!(rows, [(4, "1", "what this is"), (5, "1.1", "not do it"), (6, "A", "do it")]);
        assert_eq!(all[0].held, Held::Reader);
        let holders = [
            Holder::Test { module: "resolve", name: "it" },
            Holder::Lint("no-it"),
            Holder::Example("URI a:b"),
        ];
        assert_eq!(all[1].held, Held::By(holders.to_vec()));
        assert_eq!(all[2].held, Held::Open("nobody can; and nobody does"));
        assert_eq!(all.iter().map(|one| one.quoted).collect::<Vec<_>>(), {
            [None, None, Some("You MAY do it.")]
        });
        assert_eq!(all.iter().map(Requirement::state).collect::<Vec<_>>(), {
            [RequirementState::Reader, RequirementState::Held, RequirementState::Open]
        });
    }

    #[test]
    fn sections_may_name_their_document() {
        let text = "sections\tRFC 1, 2\tRFC 1, A\nRFC 1, A\tis\tit is\treader\n";
        let Requirements { sections, all } = Requirements::read("e", text).unwrap();
        assert_eq!((&*sections, all[0].section), (&["RFC 1, 2", "RFC 1, A"][..], "RFC 1, A"));
    }

    #[test]
    fn what_is_no_line_is_refused_by_its_number() {
        for bad in [
            "1\tis\twhat\treader\t",
            "1\tis\twhat\treader\tquoted\tmore",
            "1\tis\twhat",
            "1\tis\t\treader",
            "1\tshall\twhat\treader",
            "1\tis\twhat\tnobody",
            "1\tis\twhat\ttest resolve",
            "1\tis\twhat\tlint a;lint b\tx\ty",
            "1\tis\twhat\treader; lint a",
            "sections\t1 2",
            "sections",
        ] {
            let text = format!("sections\t1\n1\tis\tit is\treader\n{bad}\n");
            let error = Requirements::read("e.requirements", &text).unwrap_err();
            assert!(error.to_string().starts_with("e.requirements, line 3: no"), "{error}");
        }
        // Without the list of sections, a missing section could not be detected.
        assert_eq!(Requirements::read("e", "1\tis\tit is\treader\n").unwrap_err().line, 1);
    }
}
