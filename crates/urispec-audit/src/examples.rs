//! The examples that a document prints, from a file `grammar/EDITION.examples`. The module
//! [`findings`](super::findings) checks their claims.

use urispec::Rung;

/// The claims that a document makes by its examples.
///
/// # The format
///
/// Each line is a claim of the document. Its fields are separated by tabs, and the first field is the section. Empty
/// lines and lines that begin with `#` are ignored.
///
/// ```text
/// SECTION  RULE                STRING                    STRING is an instance of the production RULE
/// SECTION  not RULE            STRING                    STRING is not an instance of RULE
/// SECTION  resolve             BASE  REFERENCE  TARGET   BASE and REFERENCE resolve to TARGET
/// SECTION  resolve non-strict  BASE  REFERENCE  TARGET   the same, for a parser that is not strict
/// SECTION  equivalent RUNG     A  B                      A and B are equivalent at RUNG, and at no lower rung
/// SECTION  not equivalent      A  B                      A and B are not equivalent at any rung of the document
/// SECTION  sends               URL  REQUEST              a client sends REQUEST for URL; in REQUEST, "\r",
///                                                        "\n" and "\t" denote CR, LF and a tab
/// SECTION  prefers             RULE  ALTERNATIVE         ALTERNATIVE wins over other alternatives of RULE
///                                                        that match the same string
/// ```
///
/// The empty string is written `""`. RULE and ALTERNATIVE are spelled as the document prints them, and TARGET as `resolve`
/// prints it, which may be `(current document)#s`.
///
/// A line `resolve` claims only the target. It does not claim that the grammar matches the reference: an older edition
/// resolves `?y`, which its grammar does not match.
///
/// A document may contradict itself. If its grammar and the claim are both usable, the grammar is kept as printed, and
/// the line of the claim has one more field: `finding: ` and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Examples<'e> {
    /// The examples, in the order of the file.
    pub all: Vec<Example<'e>>,
    /// The alternatives that the document prefers over others.
    pub preferences: Vec<Preference<'e>>,
}

/// A string or a row of a table that a document prints as an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example<'e> {
    /// The line number in the file.
    pub line: usize,
    /// The section of the document.
    pub section: &'e str,
    /// The claim of the example.
    pub claim: Claim<'e>,
    /// The reason why the claim is false, if the example is listed as contradicted.
    pub reason: Option<&'e str>,
}

/// The claim of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim<'e> {
    /// The string is an instance of a production.
    Instance {
        /// The production.
        rule: &'e str,
        /// The string.
        text: &'e str,
    },
    /// The string is not an instance of a production.
    Illegal {
        /// The production.
        rule: &'e str,
        /// The string.
        text: &'e str,
    },
    /// The reference resolves to the target against the base.
    Target {
        /// Whether the resolver is strict.
        strict: bool,
        /// The base.
        base: &'e str,
        /// The reference.
        reference: &'e str,
        /// The target.
        target: &'e str,
    },
    /// Two references are equivalent at a rung, or are not equivalent.
    Equivalent {
        /// The lowest rung at which the references are equivalent, or `None` if they are not equivalent at any rung.
        rung: Option<Rung>,
        /// The first reference.
        a: &'e str,
        /// The second reference.
        b: &'e str,
    },
    /// A client sends this request to the server of a URL.
    Request {
        /// The URL.
        url: &'e str,
        /// The request, with escapes as [`escape_ascii`](slice::escape_ascii) writes them.
        request: &'e str,
    },
}

/// An alternative that a document prefers over the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preference<'e> {
    /// The line number in the file.
    pub line: usize,
    /// The section of the document.
    pub section: &'e str,
    /// The production.
    pub rule: &'e str,
    /// The text of the alternative.
    pub alternative: &'e str,
}

/// The error for a line that is neither an example nor a comment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}, line {line}: neither an example nor a comment: `{text}`; separate the fields by tabs, such as SECTION, RULE, STRING"
)]
#[non_exhaustive]
pub struct ExampleError {
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The text of the line.
    pub text: String,
}

impl<'e> Examples<'e> {
    /// Reads the text of a file of examples. `file` is the name of the file in errors.
    ///
    /// # Errors
    /// Returns an [`ExampleError`] for the first line that is neither an example nor a comment.
    pub fn read(file: &str, text: &'e str) -> Result<Self, ExampleError> {
        let mut this = Self::default();
        let wrong = |line, text| ExampleError { file: file.to_owned(), line, text };
        each(text, |line, row| this.add(line, row), wrong)?;
        Ok(this)
    }

    fn add(&mut self, line: usize, text: &'e str) -> Option<()> {
        let mut fields: Vec<&str> = text.split('\t').collect();
        let reason = fields.last().and_then(|last| last.strip_prefix("finding: "));
        if reason.is_some() {
            fields.pop();
        }
        let [section, kind, rest @ ..] = &fields[..] else { return None };
        let (section, rest) = (*section, rest.iter().map(|field| unquoted(field)));
        let rest: Vec<&str> = rest.collect();
        if let ("prefers", &[rule, alternative], None) = (*kind, &rest[..], reason) {
            self.preferences.push(Preference { line, section, rule, alternative });
            return Some(());
        }
        let claim = Claim::of(kind, &rest)?;
        self.all.push(Example { line, section, claim, reason });
        Some(())
    }
}

impl<'e> Claim<'e> {
    /// Parses the claim of a line. `kind` is the field after the section, and `fields` are the fields after `kind`.
    fn of(kind: &'e str, fields: &[&'e str]) -> Option<Self> {
        Some(match (kind, fields) {
            ("resolve" | "resolve non-strict", &[base, reference, target]) => {
                Self::Target { strict: kind == "resolve", base, reference, target }
            }
            ("sends", &[url, request]) => Self::Request { url, request },
            ("not equivalent", &[a, b]) => Self::Equivalent { rung: None, a, b },
            (kind, &[a, b]) => {
                let rung = kind.strip_prefix("equivalent ")?.parse().ok()?;
                Self::Equivalent { rung: Some(rung), a, b }
            }
            ("resolve" | "resolve non-strict" | "prefers" | "not equivalent" | "sends", _) => {
                return None;
            }
            (kind, &[text]) => match kind.strip_prefix("not ") {
                Some(rule) => Self::Illegal { rule, text },
                None => Self::Instance { rule: kind, text },
            },
            _ => return None,
        })
    }

    /// Parses a claim whose fields are separated by blanks, so that no field contains a blank. In some claims the first
    /// field consists of two words.
    pub(super) fn of_words(text: &'e str) -> Option<Self> {
        let (first, rest) = text.split_once(' ')?;
        let is_of_two = matches!(first, "not" | "equivalent") || rest.starts_with("non-strict ");
        let kind = match is_of_two {
            true => &text[..first.len() + 1 + rest.find(' ')?],
            false => first,
        };
        let fields: Vec<&str> = text[kind.len() + 1..].split(' ').map(unquoted).collect();
        Self::of(kind, &fields)
    }
}

/// Returns the empty string for `""`, and any other field unchanged. An empty field is written `""`, since editors
/// remove white space from the ends of lines.
fn unquoted(field: &str) -> &str {
    if field == "\"\"" { "" } else { field }
}

// The rows of the files for a grammar: examples, requirements, errata.

/// The maximum number of characters of a row that an error shows.
const SHOWN: usize = 60;

/// Passes each row of a text to `add`, and stops at the first row that `add` rejects. `wrong` creates the error from
/// the number and the beginning of the rejected row.
pub(super) fn each<'t, E>(
    text: &'t str,
    mut add: impl FnMut(usize, &'t str) -> Option<()>,
    wrong: impl Fn(usize, String) -> E,
) -> Result<(), E> {
    let lines = (1..).zip(text.lines());
    let mut rows = lines.filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    rows.try_for_each(|(line, row)| {
        add(line, row).ok_or_else(|| wrong(line, row.chars().take(SHOWN).collect()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_claim() {
        let text = "# a comment\n\n1\tURI\ta:b\n2\tnot URI\t\"\"\n3\tresolve\ta:\t\tb:\tfinding: x\n\
                    3.1\tresolve non-strict\ta:\t#s\tb:\n4\tprefers\thost\tIPv4address\n\
                    6\tequivalent case\tA:\ta:\n6\tnot equivalent\ta:\tb:\n\
                    7\tsends\ta:\t\\r\\n\n";
        let Examples { all, preferences } = Examples::read("e", text).unwrap();
        let claims: Vec<_> = all.iter().map(|one| (one.section, one.claim, one.reason)).collect();
        let target =
            |strict, reference| Claim::Target { strict, base: "a:", reference, target: "b:" };
        assert_eq!(
            claims,
            [
                ("1", Claim::Instance { rule: "URI", text: "a:b" }, None),
                ("2", Claim::Illegal { rule: "URI", text: "" }, None),
                ("3", target(true, ""), Some("x")),
                ("3.1", target(false, "#s"), None),
                ("6", Claim::Equivalent { rung: Some(Rung::Case), a: "A:", b: "a:" }, None),
                ("6", Claim::Equivalent { rung: None, a: "a:", b: "b:" }, None),
                ("7", Claim::Request { url: "a:", request: "\\r\\n" }, None),
            ]
        );
        assert_eq!((all[0].line, preferences[0].line), (3, 7));
        assert_eq!((preferences[0].rule, preferences[0].alternative), ("host", "IPv4address"));
    }

    #[test]
    fn what_is_no_line_is_refused_by_its_number() {
        for bad in [
            "1 URI a:b",
            "1\tURI",
            "1\tresolve\ta:\tb",
            "1\tprefers\thost",
            "1\tURI\ta\tb",
            "1\tequivalent\ta\tb",
            "1\tequivalent letter\ta\tb",
            "1\tnot equivalent\ta",
            "1\tsends\ta:",
        ] {
            let error = Examples::read("e.examples", &format!("# a\n{bad}\n")).unwrap_err();
            assert!(error.to_string().starts_with("e.examples, line 2: neither"), "{error}");
        }
    }
}
