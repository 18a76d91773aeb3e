//! The errata of a document, and whether this software follows each of them.
//!
//! A file `grammar/EDITION.errata` contains a row for each recorded report: its number in the list of the RFC Editor,
//! the correction that it demands, in our words, and strings that show whether it is followed.
//!
//! The status of an erratum does not determine whether it is followed. The brackets of RFC 1738 are read as the
//! rejected erratum 2845 writes them. Erratum 452 reports that the grammar of RFC 2396 contradicts an example; both are
//! kept here as printed.

use urispec::Edition;

use super::examples;
use super::examples::{Claim, Example};

/// The errata of a document, as recorded on a given day. The list may be incomplete.
///
/// # The format
///
/// The fields of a line are separated by tabs. Empty lines and lines that begin with `#` are ignored. The first other
/// line states when and where the list was retrieved, and every further line is a row:
///
/// ```text
/// taken   DATE     REMARK
/// NUMBER  STATUS   TYPE   SECTION   ABOUT   ASKS   FOLLOWED   WHY   [WITNESS] ...
/// ```
///
/// STATUS is `verified`, `held` (for an update of the document), `reported` or `rejected`; TYPE is `technical` or
/// `editorial`. SECTION is `all` if the erratum is about the whole document. ABOUT is `grammar`, `algorithm`, `example`
/// or `text`. ASKS is the correction that the erratum demands. FOLLOWED is `yes` or `no`, or `-` if there is nothing to
/// follow; WHY explains how it is followed, or why not. A WITNESS is a claim that holds in this software: a line of
/// [`Examples`](super::Examples) without its section, with blanks between the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Errata<'e> {
    /// The day on which the list was retrieved, such as `2026-11-26`.
    pub taken: &'e str,
    /// The source of the list, and what may be missing.
    pub remark: &'e str,
    /// The errata, sorted by status, and then by number.
    pub all: Vec<Erratum<'e>>,
}

/// A report of an error in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Erratum<'e> {
    /// The line number in the file.
    pub line: usize,
    /// The number of the report in the list of the RFC Editor.
    pub number: u32,
    /// The decision of the editors about the report.
    pub status: ErratumStatus,
    /// Whether the error is technical, as opposed to editorial.
    pub is_technical: bool,
    /// The section that is wrong, or `all`.
    pub section: &'e str,
    /// The subject of the report.
    pub subject: ErratumSubject,
    /// The correction that the report demands.
    pub asks: &'e str,
    /// Whether the report is followed here, if there is something to follow.
    pub followed: Option<bool>,
    /// How the report is followed, or why not.
    pub why: &'e str,
    /// Examples that hold in this software, and show whether the report is followed.
    pub witnesses: Vec<Example<'e>>,
}

/// The decision of the editors about a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErratumStatus {
    /// The report is correct.
    Verified,
    /// The report is held for an update of the document.
    Held,
    /// There is no decision yet.
    Reported,
    /// The document is correct, or the report goes too far.
    Rejected,
}

/// The subject of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErratumSubject {
    /// A production.
    Grammar,
    /// An algorithm.
    Algorithm,
    /// A printed example.
    Example,
    /// Any other text.
    Text,
}

/// The error for a line that is not a row of errata.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}, line {line}: not an erratum: `{text}`; separate by tabs the fields NUMBER, STATUS, TYPE, SECTION, ABOUT, ASKS, FOLLOWED, WHY and optionally WITNESS, and begin the file with `taken`, DATE, REMARK"
)]
#[non_exhaustive]
pub struct ErratumError {
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The text of the line.
    pub text: String,
}

impl<'e> Errata<'e> {
    /// Reads the text of a file of errata. `file` is the name of the file in errors.
    ///
    /// # Errors
    /// Returns an [`ErratumError`] for the first line that is neither a row nor a comment.
    pub fn read(file: &str, text: &'e str) -> Result<Self, ErratumError> {
        let mut this = Self::default();
        let wrong = |line, text| ErratumError { file: file.to_owned(), line, text };
        examples::each(text, |line, row| this.add(line, row), wrong)?;
        Ok(this)
    }

    /// Reads the errata of an edition's document.
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_audit::{Errata, ErratumStatus};
    /// let all = Errata::from_edition(Edition::Rfc3986)?.all;
    /// let erratum = all.iter().find(|one| one.number == 2033).unwrap();
    /// assert_eq!((erratum.section, erratum.status), ("3.3", ErratumStatus::Held));
    /// assert_eq!(erratum.followed, Some(true));
    /// # Ok::<(), urispec_audit::ErratumError>(())
    /// ```
    ///
    /// # Errors
    /// Never fails for the editions of this library, whose files are all tested.
    pub fn from_edition(edition: Edition) -> Result<Errata<'static>, ErratumError> {
        Errata::read(&format!("{edition}.errata"), edition.errata())
    }

    fn add(&mut self, line: usize, text: &'e str) -> Option<()> {
        let fields: Vec<&str> = text.split('\t').collect();
        match fields[..] {
            ["taken", taken, remark] if self.taken.is_empty() && !taken.is_empty() => {
                (self.taken, self.remark) = (taken, remark);
            }
            [number, status, kind, section, about, asks, followed, why, ref witnesses @ ..]
                if !self.taken.is_empty() && !asks.is_empty() && !why.is_empty() =>
            {
                self.all.push(Erratum {
                    line,
                    number: number.parse().ok()?,
                    status: ErratumStatus::named(status)?,
                    is_technical: match kind {
                        "technical" => true,
                        "editorial" => false,
                        _ => return None,
                    },
                    section,
                    subject: ErratumSubject::named(about)?,
                    asks,
                    followed: match followed {
                        "yes" => Some(true),
                        "no" => Some(false),
                        "-" => None,
                        _ => return None,
                    },
                    why,
                    witnesses: witnesses
                        .iter()
                        .map(|fields| {
                            let claim = Claim::of_words(fields)?;
                            Some(Example { line, section, claim, reason: None })
                        })
                        .collect::<Option<_>>()?,
                });
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the number of errata with a status.
    #[must_use]
    pub fn count(&self, status: ErratumStatus) -> usize {
        self.all.iter().filter(|one| one.status == status).count()
    }
}

impl Erratum<'_> {
    /// Returns the address of the report at the RFC Editor.
    #[must_use]
    pub fn url(&self) -> String {
        format!("https://www.rfc-editor.org/errata/eid{}", self.number)
    }
}

impl ErratumStatus {
    /// All statuses, in the order of the files.
    pub const ALL: &'static [Self] = &[Self::Verified, Self::Held, Self::Reported, Self::Rejected];

    /// Returns the name of the status: `verified`, `held`, `reported` or `rejected`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Held => "held",
            Self::Reported => "reported",
            Self::Rejected => "rejected",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|status| status.name() == name)
    }
}

impl ErratumSubject {
    /// All subjects.
    pub const ALL: &'static [Self] = &[Self::Grammar, Self::Algorithm, Self::Example, Self::Text];

    /// Returns the name of the subject: `grammar`, `algorithm`, `example` or `text`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grammar => "grammar",
            Self::Algorithm => "algorithm",
            Self::Example => "example",
            Self::Text => "text",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|subject| subject.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_erratum() {
        let text = "# a comment\ntaken\t2020-02-02\tfrom there\n\n\
                    7\theld\ttechnical\t3.2\tgrammar\ta is b\tyes\ta reading\trule a\tnot rule b\n\
                    8\trejected\teditorial\tall\ttext\ta word\t-\tnothing\n";
        let Errata { taken, remark, all } = Errata::read("e", text).unwrap();
        assert_eq!((taken, remark), ("2020-02-02", "from there"));
        let rows: Vec<_> =
            all.iter().map(|one| (one.line, one.number, one.section, one.followed)).collect();
        assert_eq!(rows, [(4, 7, "3.2", Some(true)), (5, 8, "all", None)]);
        let claims: Vec<_> = all[0].witnesses.iter().map(|one| one.claim).collect();
        assert_eq!(
            claims,
            [
                Claim::Instance { rule: "rule", text: "a" },
                Claim::Illegal { rule: "rule", text: "b" },
            ]
        );
        assert_eq!(all[0].url(), "https://www.rfc-editor.org/errata/eid7");
    }

    #[test]
    fn what_is_no_line_is_refused_by_its_number() {
        for bad in [
            "x\theld\ttechnical\t3\ttext\tasks\t-\twhy",
            "7\topen\ttechnical\t3\ttext\tasks\t-\twhy",
            "7\theld\tserious\t3\ttext\tasks\t-\twhy",
            "7\theld\ttechnical\t3\tprose\tasks\t-\twhy",
            "7\theld\ttechnical\t3\ttext\t\t-\twhy",
            "7\theld\ttechnical\t3\ttext\tasks\tperhaps\twhy",
            "7\theld\ttechnical\t3\ttext\tasks\tno\twhy\tresolve a",
            "7\theld\ttechnical\t3\ttext\tasks\tno",
            "taken\t2020-02-02\tagain",
        ] {
            let text = format!("taken\t2020-01-01\t\n{bad}\n");
            let error = Errata::read("e.errata", &text).unwrap_err();
            assert!(error.to_string().starts_with("e.errata, line 2: not an erratum"), "{error}");
        }
        // Without the day, the age of the list would be unknown.
        let row = "7\theld\ttechnical\t3\ttext\tasks\t-\twhy\n";
        assert_eq!(Errata::read("e", row).unwrap_err().line, 1);
    }
}
