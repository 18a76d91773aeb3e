//! Checks that a printed grammar and a pest grammar, or a pattern, accept exactly the same strings.
//!
//! A certificate, which `urispec audit --certificate` writes, is checked against the files of a grammar. The result is
//! the claims that hold ([`Verified`]), or the line of a claim that does not ([`Fault`]). A chapter of urispec
//! describes [the format](https://docs.rs/urispec/latest/urispec/guide/certificate/).
//!
//! # What has to be trusted
//!
//! The crate has no dependencies and shares no code with the writer of certificates. Its result depends on
//!
//! 1. the *readers*, which must interpret their notations correctly: [`printed`] reads printed grammars, [`pest`] reads
//!    rules and rewrites them as pest's optimizer does, and `regular` reads patterns;
//! 2. the *derivatives*, which must be the remaining languages after a byte: `regular` computes them for expressions,
//!    and `peg` for questions about rules. Each is a dozen equations, one for each kind of expression;
//! 3. the *walk* in `certificate`, which must visit everything that is reachable.
//!
//! A certificate may come from any source; no line of it is trusted. If two expressions for the same language have
//! different indexes, or the classes of bytes are too fine, the walk only takes longer.
//!
//! # Why the walk suffices
//!
//! The lines of a certificate form a deterministic automaton `A`, whose states are the pairs. Consider one side of the
//! claim, the production or its counterpart. Let `s` be its remaining language after a word `w`, and let `p` be the
//! pair after `w`. The walk starts with the empty word and continues with every byte, so that it visits `(s, p)` for
//! every `w`. It checks that `s` contains the empty string exactly if the line of `p` contains `yes`; so `w` is in the
//! language of the side exactly if `A` accepts it. Both sides therefore have the language of `A`, and are equal. Bytes
//! that neither side nor the certificate distinguishes have the same successors, and are represented by one of them.
//!
//! If a production is recursive, but has a regular language, an automaton replaces its calls. The languages of the
//! automata then solve the equations that the productions form. No other languages solve them, since no production
//! derives itself alone.
//!
//! # The parts, in reading order
//!
//! | file | from | result |
//! |---|---|---|
//! | `bytes` | | sets of bytes, UTF-8, a cursor in a text |
//! | [`tree`] | | the tree that all readers build |
//! | [`printed`], [`pest`] | texts in these notations | trees; for pest, the rule that it runs |
//! | `grammar` | a document, its readings, its imports | productions by name |
//! | `regular`, `peg` | productions and patterns; rules | their derivatives |
//! | `certificate` | a file, and all of these | the result, or a line |
//!
//! ```
//! use grammar_verify::{Document, Fault, Source, Subject, verify};
//!
//! let printed = Source::new("port.abnf", "port = *DIGIT\n");
//! let subject = Subject {
//!     name: "-".to_owned(),
//!     documents: vec![Document { printed, ..Document::default() }],
//!     pest: vec![Source::new("port.pest", "port = { ASCII_DIGIT* }")],
//!     ..Subject::default()
//! };
//! let certificate = "urispec-certificate 2\ngrammar -\nproduction port rule port classes 2 pairs 2\n\
//!     class 0 30-39\nclass 1 00-2F 3A-FF\npair 0 start yes 0 1\npair 1 0/1 no 1 1\n";
//! assert_eq!(verify(certificate, &[subject.clone()]).unwrap()[0].pairs, 2);
//! // The claim that `/` is a port too is false.
//! let fault = verify(&certificate.replace("0/1 no", "0/1 yes"), &[subject]).unwrap_err();
//! let why = "according to the production, a string may not end here, but the line has `yes`";
//! assert_eq!(fault, Fault::Refused { line: 7, why: why.to_owned() });
//! ```

mod bytes;
pub mod tree;
pub mod printed;
pub mod pest;
mod regular;
mod grammar;
mod certificate;
mod peg;

pub use certificate::Other;
pub use printed::PrintedNotation;

/// A file and its text.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name of the file, for messages.
    pub file: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Creates a source from a name and a text.
    pub fn new(file: &str, text: &str) -> Self {
        Self { file: file.to_owned(), text: text.to_owned() }
    }
}

/// A document: its grammar, and the readings of some of its productions.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The notation of the grammar and of the readings.
    pub notation: PrintedNotation,
    /// The grammar as printed.
    pub printed: Source,
    /// Productions that replace printed productions of the same names, or are added to the grammar.
    pub readings: Option<Source>,
}

/// A grammar that certificates are about: its printed texts and its pest rules.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The name of the grammar, as in the line `grammar` of the certificates.
    pub name: String,
    /// The printed grammar, followed by the documents in which its undefined names are looked up.
    pub documents: Vec<Document>,
    /// The files of the pest rules. No two rules have the same name.
    pub pest: Vec<Source>,
    /// The productions that must have a certificate. If the list is empty, these are all productions that have a rule.
    pub productions: Vec<String>,
    /// Whether certificates of productions may be missing. Certificates of automata must be present. The caller checks
    /// [`Verified::claims`] for missing productions.
    pub is_partial: bool,
}

/// The verified claims about a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The name of the grammar.
    pub grammar: String,
    /// The productions of the claims, each with its counterpart.
    pub claims: Vec<(String, Other)>,
    /// The number of pairs in all certificates of the grammar.
    pub pairs: usize,
}

/// The reason why a certificate is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The certificate does not hold: the claim of a line is false, or something is missing after the line.
    Refused {
        /// The line, counted from 1.
        line: usize,
        /// The reason, as a sentence.
        why: String,
    },
    /// The file as a whole lacks something, such as all certificates of a grammar. No certificate is wrong.
    Incomplete {
        /// The last line before the missing part, counted from 1.
        line: usize,
        /// The missing part, as a sentence.
        why: String,
    },
    /// The claim cannot be checked: a grammar or pattern cannot be read, or has no finite automaton.
    Unreadable(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused { line, why } | Self::Incomplete { line, why } => write!(f, "line {line}: {why}"),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}

/// The stack size of the checking thread, in bytes. It suffices for the depth limit of each recursion.
const STACK: usize = 512 << 20;

/// Checks all certificates of a file. Each grammar of the file must be among the subjects, and each subject must have
/// certificates in the file.
///
/// # Errors
/// Returns the first line that does not hold, or the reason why the certificates cannot be checked.
pub fn verify(certificate: &str, subjects: &[Subject]) -> Result<Vec<Verified>, Fault> {
    std::thread::scope(|scope| {
        let work = || certificate::all(certificate, subjects);
        let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let spawned =
            spawned.map_err(|error| Fault::Unreadable(format!("the checking thread cannot be started: {error}")))?;
        spawned.join().unwrap_or_else(|_| {
            Err(Fault::Unreadable("the checker panicked, which is a bug in the checker".to_owned()))
        })
    })
}
