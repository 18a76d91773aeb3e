//! `urispec audit --certificate` and `--verify`: writes and checks certificates for the verdicts `equal`.
//!
//! `--certificate` writes a file of certificates for the verdicts of an audit. `--verify` checks such a file against
//! its grammars and patterns. It reports how much of each grammar is verified, or the first fault.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::Path;

use grammar_verify::{Document, Fault, Other, Source, Subject, Verified};
use urispec::Edition;
use urispec::grammar::Grammar;
use urispec_audit::certificate::{
    self, Against, Certificate, Grammars, NoCertificate, PatternName, Writer,
};
use urispec_audit::{GrammarPair, ProductionVerdict, Verdict};
use urispec_views::audit::{View, word};
use urispec_views::record::Record;

use super::Args;
use crate::grammar::file::{CheckedFiles, checked_notation};
use crate::grammar::user_grammar::UserPair;
use crate::input::rows;
use crate::options::names;
use crate::output::columns::counted;
use crate::output::{Escaped, Name, Outcome, Output, Stop, WholeFile, is_stdin};

pub(crate) const HELP: &str = "\
Write a certificate to FILE for each production and rule that are equal: the reason why they are. With --regex, \
for each production and pattern. If FILE is `-`, the certificates go to standard output instead of the verdicts. \
FILE is replaced only when everything is written. Stderr says how many certificates there are, and which \
productions have none.

A certificate divides the bytes into classes and lists pairs of residuals. A pair is what the production and what the rule may still read after the same bytes. The file is lines of ASCII with one space between fields:

  urispec-certificate 2
  grammar NAME                                        once for each grammar; `-` for your own
  pattern N DIALECT search|whole TEXT                 once for each pattern
  automaton N production NAME classes N states N      once for each production that it replaces
  production NAME rule NAME classes N pairs N         once for each certificate; or `pattern N`, or
                                                      `automaton N`, in place of `rule NAME`
  class N BYTES...                                    two hexadecimal digits each, or a range 30-39
  pair N WAY yes|no PAIR...                           of a certificate
  state N yes|no STATE...                             of an automaton

A rule that matches different strings inside an atomic rule has a certificate for each of the two contexts; `@` \
before its name marks the atomic one. WAY is how the pair is first reached: `start` for pair 0, the whole \
production and the \
whole rule; `PAIR/CLASS` if a byte of CLASS leads to it from PAIR. `yes` says that the \
string may end here on both sides; `no` says that it may end on neither side. Then, for each class, comes the pair \
to which a byte of the class leads. If each pair is the one that its WAY leads to, if everything that the \
pair says is true, and if pair 0 is the production and the rule, then the two have the same strings. To check \
this, a checker derives each side by a byte, and compares.

An automaton replaces the calls of a production that can only be written with recursion. Its certificate says \
that the right side of the production then has the strings of the automaton again. In the text of a pattern, `%` \
and two hexadecimal digits encode `%` and every byte that is not a graphic character of ASCII. \
docs/certificate.md explains why this is a proof, and how to write a checker. The program grammar-verify is such \
a checker, and shares no code with the writer of the certificates.";
pub(crate) const VERIFY_HELP: &str = "\
Check the certificates in FILE (`-` is standard input) with grammar-verify, a checker that is built in but \
shares no code with the writer of the certificates: it reads the grammars itself, and walks both sides along \
each certificate, without a search. The grammars are those of the editions or, with --bnf, --pest and \
--readings, your own in ABNF or the BNF of RFCs.

The checker does not read EBNF, documents that print their grammars, rules that use pest's stack, patterns with \
features beyond those that ecmascript, rust, python, pcre and re2 share, nor grammars with --characters, \
--import or --assume; it reports these with exit code 2. It also checks that each production has a certificate \
for each rule that transcribes it, and that FILE has nothing else. With --rule, it expects the certificates of \
these productions and of those that they reach. With --regex or --regex-file, it expects the certificates of the \
productions \
of --rule and of these patterns: give the same options as for --certificate.

The output is a line for each grammar, or on stderr the first fault, with its line in FILE. With --json, it is \
an object for each grammar: `schema`, `edition`, `grammar`, `verified` (a boolean), `productions`, \
`certificates`, `pairs` (how many), `without` [..] (productions that have no certificate); or one object for \
FILE: `schema`, `file`, `verified` (false), `fault` {`line`, `rule`, `message`}.";

/// The name that certificates use for a grammar that does not belong to an edition.
pub(crate) const OWN: &str = "-";
/// The maximum size of a file of certificates, in bytes.
const LONGEST: u64 = 256 << 20;

/// A file of certificates that is being written.
pub(crate) struct CertificateFile {
    name: String,
    /// The file; `None` for standard output, or if the file could not be created.
    file: Option<WholeFile>,
    error: Option<io::Error>,
    certificates: u64,
    pairs: u64,
    /// The productions without a certificate, each with the reason.
    pub(super) without: Vec<String>,
    outcome: Outcome,
}

impl CertificateFile {
    pub(crate) fn create(path: &Path, out: &mut Output) -> io::Result<Self> {
        let (name, file, error) = if is_stdin(path) {
            ("<stdout>".to_owned(), None, None)
        } else {
            let name = Name(path, out.passwords).to_string();
            match WholeFile::at(path) {
                Ok(file) => (name, Some(file), None),
                Err(error) => (name, None, Some(error)),
            }
        };
        let (without, outcome) = (Vec::new(), Outcome::Yes);
        let mut this = Self { name, file, error, certificates: 0, pairs: 0, without, outcome };
        this.put(&certificate::head(), out)?;
        Ok(this)
    }

    /// Returns whether the certificates go to standard output, in place of the verdicts.
    pub(crate) fn is_stdout(&self) -> bool {
        self.file.is_none() && self.error.is_none()
    }

    /// Writes to the file or to standard output. Errors of the file are reported at the end.
    fn put(&mut self, text: &str, out: &mut Output) -> io::Result<()> {
        match &mut self.file {
            _ if self.error.is_some() => {}
            Some(file) => self.error = file.write_all(text.as_bytes()).err(),
            None => {
                out.write_all(text.as_bytes())?;
                out.end_record()?;
            }
        }
        Ok(())
    }

    /// Writes the certificates of a grammar and its transcription.
    pub(crate) fn add(&mut self, view: &View<'_>, out: &mut Output) -> io::Result<()> {
        let productions = &view.report.productions;
        let names: Vec<&str> = productions.iter().map(|judged| &*judged.name).collect();
        let grammars = Grammars::new(view.pair).solved(&names);
        let name = if view.edition.is_some() { view.grammar } else { OWN };
        let mut writer = self.begin(name, &grammars, out)?;
        // A rule that matches different strings in each atomicity has one verdict per atomicity.
        for verdicts in productions.chunk_by(|one, next| one.name == next.name) {
            let is_equal = |verdict: &&ProductionVerdict| verdict.verdict == Verdict::Equal;
            let others = verdicts.iter().filter(|one| !is_equal(one));
            self.without.extend(others.map(|one| format!("{}: {}", one.name, word(one))));
            let Some(one) = verdicts.iter().find(is_equal) else { continue };
            for against in grammars.against(&one.name) {
                match writer.certificate(&one.name, &against) {
                    Err(_) if !verdicts.iter().all(|one| is_equal(&one)) => {}
                    found => self.put_certificate(&one.name, found, out)?,
                }
            }
        }
        Ok(())
    }

    /// Writes a grammar's header and the certificates for its automata. Returns a writer for its other certificates.
    pub(crate) fn begin<'g>(
        &mut self,
        name: &str,
        grammars: &'g Grammars<'g>,
        out: &mut Output,
    ) -> io::Result<Writer<'g>> {
        self.put(&certificate::grammar(name), out)?;
        self.put(&certificate::opening(&grammars.patterns(), grammars.automata()), out)?;
        let mut writer = Writer::new(grammars);
        for (number, automaton) in grammars.automata().iter().enumerate() {
            let found = writer.certificate(&automaton.production, &Against::Automaton(number));
            self.put_certificate(&automaton.production, found, out)?;
        }
        Ok(writer)
    }

    /// Writes a certificate, or records why there is none.
    pub(crate) fn put_certificate(
        &mut self,
        subject: &str,
        found: Result<Certificate, NoCertificate>,
        out: &mut Output,
    ) -> io::Result<()> {
        match found {
            Ok(certificate) => {
                self.certificates += 1;
                self.pairs += certificate.rows.len() as u64;
                self.put(&certificate.to_string(), out)?;
            }
            Err(why) => {
                self.outcome = Outcome::No;
                self.without.push(format!("{subject}: {why}"));
            }
        }
        Ok(())
    }

    /// Moves the file to its final path, and reports on stderr how many certificates it has and which are missing.
    pub(crate) fn finish(self, out: &mut Output) -> io::Result<Outcome> {
        let name = self.name;
        let written = match (self.error, self.file) {
            (Some(error), _) => Err(error),
            (None, file) => file.map_or(Ok(()), WholeFile::finish),
        };
        if let Err(error) = written {
            return out.refuse(&format!("cannot write {name}: {error}"));
        }
        let certificates = counted(self.certificates, "certificate");
        let pairs = counted(self.pairs, "pair");
        out.note(format_args!("{name}: {certificates}, {pairs}\n"))?;
        for why in &self.without {
            out.note(format_args!("no certificate for {why}\n"))?;
        }
        Ok(self.outcome)
    }
}

/// Checks a file of certificates for the user's own grammars or for editions.
pub(super) fn verify(args: &Args, path: &Path, out: &mut Output) -> Result<Outcome, Stop> {
    let user_grammar = &args.user_grammar;
    let mut pairs: Vec<(Option<Edition>, String, GrammarPair, CheckedFiles)> = Vec::new();
    let mut from = Vec::new();
    if let Some((bnf, pest)) = user_grammar.files() {
        let UserPair { pair, rules, subject, .. } = user_grammar.pair(bnf, pest, out)?;
        from = rules;
        pairs.push((None, pair.printed.file.clone(), pair, subject));
    } else {
        for edition in names::all_or(&args.editions) {
            for grammar in edition.grammars() {
                let pair = out.or_stop(urispec_audit::pair(grammar))?;
                pairs.push((Some(edition), grammar.stem().to_owned(), pair, files(grammar)));
            }
        }
    }
    let subjects = pairs.iter().map(|(edition, name, pair, files)| CertifiedGrammar {
        edition: *edition,
        name: name.clone(),
        grammars: Grammars::new(pair),
        files: files.clone(),
    });
    check(args, path, subjects.collect(), &from, out)
}

/// A grammar whose certificates are checked.
pub(crate) struct CertifiedGrammar<'g> {
    pub(crate) edition: Option<Edition>,
    pub(crate) name: String,
    pub(crate) grammars: Grammars<'g>,
    pub(crate) files: CheckedFiles,
}

/// Returns the files of an edition's grammar, in the form that the certificate checker reads.
pub(crate) fn files(grammar: &Grammar) -> CheckedFiles {
    let (documents, rules) = urispec_audit::texts(grammar);
    let document = |one: urispec_audit::notation::PrintedDocument| {
        let source = |text| Source::new(one.name, text);
        let readings = (!one.readings.is_empty()).then(|| source(one.readings));
        let notation = checked_notation(one.notation)?;
        Ok(Document { notation, printed: source(one.printed), readings })
    };
    Ok(Subject {
        documents: documents.into_iter().map(document).collect::<Result<_, String>>()?,
        pest: rules.into_iter().map(|text| Source::new(grammar.stem(), text)).collect(),
        ..Subject::default()
    })
}

/// Checks a file of certificates. Each production needs one, or, if `from` is not empty, each that `from` reaches.
///
/// `grammar-verify`, which shares no code with the engine, decides whether each certificate is correct. This function
/// looks for unexpected and for missing certificates.
pub(super) fn check(
    args: &Args,
    path: &Path,
    subjects: Vec<CertifiedGrammar<'_>>,
    from: &[String],
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let json = args.is_json();
    let (file, text) = rows::within(path, LONGEST, out)?.ok_or(Stop::Refused)?;
    if text.len() as u64 == LONGEST {
        let why = format!("{file}: the file has more than {LONGEST} bytes");
        return Ok(out.refuse(&why)?);
    }
    let stem =
        args.user_grammar.bnf.as_deref().and_then(Path::file_stem).and_then(|stem| stem.to_str());
    let mut all = Vec::new();
    for CertifiedGrammar { edition, name, grammars, files } in &subjects {
        // If a document's grammar was saved to a file, its certificates may name it by the stem of the file.
        let saved = stem.filter(|stem| text.lines().any(|line| line == format!("grammar {stem}")));
        let name = if edition.is_some() { name } else { saved.unwrap_or(OWN) };
        match files {
            Ok(files) => {
                all.push(Subject { name: name.to_owned(), is_partial: true, ..files.clone() });
            }
            Err(why) => return Ok(out.refuse(&format!("{file}: cannot be checked: {why}"))?),
        }
        if let Some((line, why)) = other_pattern(&text, name, &grammars.patterns()) {
            return Ok(refused(json, &file, (line, None), &why, out)?);
        }
    }
    let verified = match grammar_verify::verify(&text, &all) {
        Ok(verified) => verified,
        Err(Fault::Refused { line, why }) => {
            return Ok(refused(json, &file, (line, production_at(&text, line)), &why, out)?);
        }
        Err(Fault::Incomplete { line, why }) => {
            return Ok(refused(json, &file, (line, None), &why, out)?);
        }
        Err(Fault::Unreadable(why)) => {
            let why = Escaped(why.as_bytes());
            return Ok(out.refuse(&format!("{file}: cannot be checked: {why}"))?);
        }
    };
    let from: Vec<&str> = from.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for (subject, Subject { name, .. }) in subjects.iter().zip(&all) {
        let Some(verified) = verified.iter().find(|one| one.grammar == *name) else {
            let why = format!("there are no certificates of {name}");
            return Ok(refused(json, &file, (0, None), &why, out)?);
        };
        let grammars = &subject.grammars;
        let productions = grammars.compared(&from);
        let expected_claims: HashMap<&str, Vec<Against>> =
            productions.iter().map(|name| (*name, grammars.against(name))).collect();
        let mut claims = HashSet::new();
        for (name, other) in &verified.claims {
            let against = match other {
                Other::Rule(rule) => Against::Rule(rule.clone()),
                Other::Pattern(number) => Against::Pattern(*number),
                Other::Automaton(_) => continue,
            };
            if !expected_claims.get(&**name).is_some_and(|all| all.contains(&against)) {
                let head = format!("production {name} {against} ");
                let line = text.lines().position(|line| line.starts_with(&head));
                let line = line.unwrap_or_default() + 1;
                let why = format!(
                    "unexpected certificate: {against} is not compared with this production, or was not requested"
                );
                let place = (line, production_at(&text, line));
                return Ok(refused(json, &file, place, &why, out)?);
            }
            claims.insert((&**name, against));
        }
        let (mut complete, mut without) = (0, Vec::new());
        for name in &productions {
            let is_missing = |one: &&Against| !claims.contains(&(*name, (*one).clone()));
            let named = |one: &Against| match one {
                Against::Pattern(number) => {
                    format!("{name} with {:?}", grammars.patterns()[*number].text)
                }
                _ => (*name).to_owned(),
            };
            let mut missing: Vec<String> =
                expected_claims[name].iter().filter(is_missing).map(named).collect();
            missing.extend(expected_claims[name].is_empty().then(|| (*name).to_owned()));
            missing.dedup();
            complete += usize::from(missing.is_empty());
            without.extend(missing);
        }
        found.push((subject, verified, complete, without));
    }
    let mut outcome = Outcome::Yes;
    for (subject, verified, complete, without) in found {
        outcome = outcome.max(show(json, subject, verified, complete, &without, out)?);
    }
    Ok(outcome)
}

/// Finds the first pattern in the file that differs from the expected patterns. Returns its line and a message.
fn other_pattern(text: &str, grammar: &str, patterns: &[&PatternName]) -> Option<(usize, String)> {
    let head = text.lines().position(|line| line.strip_prefix("grammar ") == Some(grammar))? + 1;
    let expected = certificate::opening(patterns, &[]);
    let mut expected = expected.lines();
    let mut lines = text.lines().skip(head).take_while(|line| line.starts_with("pattern "));
    for number in 0.. {
        let (line, expected) = (lines.next(), expected.next());
        if line == expected {
            line?;
            continue;
        }
        let line = head + number + usize::from(line.is_some());
        let why = match patterns.get(number) {
            None => "was not requested".to_owned(),
            Some(PatternName { dialect, matching, text }) => {
                format!("differs from the expected pattern: {dialect}, {matching}, {text:?}")
            }
        };
        return Some((line, format!("pattern {number} {why}")));
    }
    None
}

fn show(
    json: bool,
    CertifiedGrammar { edition, name, .. }: &CertifiedGrammar<'_>,
    Verified { claims, pairs, .. }: &Verified,
    productions: usize,
    without: &[String],
    out: &mut Output,
) -> io::Result<Outcome> {
    let is_whole = without.is_empty();
    if json {
        let record = Record::line()
            .with("edition", edition.map(|edition| edition.id()))
            .with("grammar", name)
            .with("verified", is_whole)
            .with("productions", productions)
            .with("certificates", claims.len())
            .with("pairs", pairs)
            .with("without", without);
        out.line(record)?;
    } else {
        let productions = counted(productions as u64, "production");
        let certificates = counted(claims.len() as u64, "certificate");
        let pairs = counted(*pairs as u64, "pair");
        writeln!(out, "{name}: {productions} verified by {certificates}, {pairs}")?;
        if !is_whole {
            out.complain(format_args!("{name}: no certificate for {}\n", without.join(", ")))?;
        }
    }
    Ok(Outcome::from_bool(is_whole))
}

/// Returns the production of the certificate that contains this line of the file.
fn production_at(text: &str, line: usize) -> Option<&str> {
    let is_row =
        |line: &str| ["class ", "pair ", "state "].iter().any(|word| line.starts_with(word));
    let head = text.lines().take(line).filter(|line| !is_row(line)).last()?;
    match head.split(' ').collect::<Vec<_>>()[..] {
        ["production", name, ..] | ["automaton", _, "production", name, ..] => Some(name),
        _ => None,
    }
}

/// Reports a fault in a line of the file, with the production that the fault concerns, if any.
fn refused(
    json: bool,
    file: &str,
    (line, rule): (usize, Option<&str>),
    why: &str,
    out: &mut Output,
) -> io::Result<Outcome> {
    let place = rule.map(|rule| format!("{rule}: ")).unwrap_or_default();
    let why = Escaped(format!("{place}{why}").as_bytes()).to_string();
    if json {
        let fault = Record::new()
            .with("line", (line > 0).then_some(line))
            .with("rule", rule)
            .with("message", why);
        let record = Record::line().with("file", file).with("verified", false);
        out.line(record.with_record("fault", Some(fault)))?;
    } else {
        let line = if line == 0 { String::new() } else { format!(":{line}") };
        out.complain(format_args!("{file}{line}: {why}\n"))?;
    }
    Ok(Outcome::No)
}
