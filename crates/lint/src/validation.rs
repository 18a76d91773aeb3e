//! The validation errors that the parser of the URL Standard reports, by name.
//!
//! Any string is accepted. Each kind of error has one finding, with all positions. A relative string has only the
//! errors that it has with every base, since its base is unknown.

use urispec::Edition;
use urispec::whatwg::{Url, ValidationError, ValidationErrorKind as Kind};

use super::table::OF_REFERENCES;
use super::{Citation, Finding, Lint, Linter, Pack, Severity};

/// The validation errors (URL Standard, "Writing"), each as a lint with the name that the Standard gives it.
static LINTS: [Lint; Kind::ALL.len()] = {
    const NONE: Lint = Lint {
        id: "",
        severity: Severity::Warning,
        summary: "",
        message: "",
        pack: Pack::Letter,
        sections: &[(Edition::Whatwg, "writing")],
        citations: &[],
    };
    let mut all = [NONE; Kind::ALL.len()];
    let mut at = 0;
    while at < all.len() {
        (all[at].id, all[at].summary) = (Kind::ALL[at].name(), Kind::ALL[at].sentence());
        at += 1;
    }
    all
};

const COUNT: usize = OF_REFERENCES.len();

/// The lints of references, followed by the lints of validation errors.
pub(super) static ALL: &[&Lint] = &{
    let mut all = [OF_REFERENCES[0]; COUNT + Kind::ALL.len()];
    let mut at = 1;
    while at < all.len() {
        all[at] = if at < COUNT { OF_REFERENCES[at] } else { &LINTS[at - COUNT] };
        at += 1;
    }
    all
};

/// A base of each kind: special, file, and other. If each base gives errors, those for the first base are reported.
const BASES: [&str; 3] = ["https://base.invalid/", "file:///", "other://base.invalid/"];

impl Linter {
    /// Returns the validation errors that the parser of the URL Standard reports for a string, if the linter's edition
    /// is [`Edition::Whatwg`], and otherwise none. The string need not be valid. Each lint has the name of its error,
    /// and cites the section that lists the errors ("writing").
    ///
    /// ```
    /// use urispec::Edition;
    /// use urispec_lint::Linter;
    /// let found = Linter::from_edition(Edition::Whatwg).validation_errors("https:example.org");
    /// assert_eq!(found[0].lint().id(), "special-scheme-missing-following-solidus");
    /// assert_eq!((found[0].spans(), found[0].section()), (&[6..7][..], Some("writing")));
    /// ```
    #[must_use]
    pub fn validation_errors(&self, text: &str) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        if self.edition != Edition::Whatwg {
            return found;
        }
        let (fails, errors) = reported(text);
        for (at, ValidationError { kind, offset, .. }) in errors.iter().enumerate() {
            let lint = &LINTS[*kind as usize];
            let next = text.get(*offset..).and_then(|rest| rest.chars().next());
            let span = *offset..*offset + next.map_or(0, char::len_utf8);
            if let Some(known) = found.iter_mut().find(|known| known.lint == lint) {
                // The parser may report one position twice.
                if known.spans.last() != Some(&span) {
                    known.spans.push(span);
                }
                continue;
            }
            let end = if fails && at + 1 == errors.len() { ": the parser fails" } else { "" };
            let message = format!("{}{end}", kind.sentence()).into();
            let citations = vec![Citation::of(Edition::Whatwg, "writing")];
            found.push(Finding { lint, spans: vec![span], citations, message, mended: None });
        }
        for finding in &mut found {
            finding.spans.sort_by_key(|span| (span.start, span.end));
        }
        found
    }
}

/// Returns whether the parser fails, and all errors that it reports.
fn reported(text: &str) -> (bool, Vec<ValidationError>) {
    let (url, errors) = Url::parse_with_errors(text, None);
    if !errors.last().is_some_and(ValidationError::lacks_base) {
        return (url.is_none(), errors);
    }
    let with = |base| {
        let base = Url::parse(base).ok();
        let (url, errors) = Url::parse_with_errors(text, base.as_ref());
        (url.is_none(), errors)
    };
    let all = BASES.map(with);
    let is_valid = all.iter().any(|(_, errors)| errors.is_empty());
    let [first, ..] = all;
    if is_valid { (false, Vec::new()) } else { first }
}
