//! `urispec audit --certificate` and `--verify`: why an `equal` is true, written and checked.
//!
//! Out come a file of certificates; or for each grammar how much of it is verified, or the first flaw.

use std::io::{self, Write};
use std::path::Path;

use urispec::Edition;
use urispec_audit::certificate::{
    self, Against, Certificate, Grammars, Named, NoCertificate, Refusal, Verified, Writer,
};
use urispec_audit::{GrammarPair, Judged, Verdict};
use urispec_views::audit::{View, word};
use urispec_views::record::Record;

use super::Args;
use crate::grammar::own::UserPair;
use crate::input::text;
use crate::options::names;
use crate::output::counted::counted;
use crate::output::{Name, Outcome, Output, Stop, WholeFile, is_stdin};

pub(crate) const HELP: &str = "\
Write to FILE a certificate for each production and rule that are equal: the reason why they are. With \
--regex, for each production and pattern. `-` \
is standard output, which then has no verdicts. FILE is replaced when all is written. Stderr says how \
many certificates there are, and which productions have none.

A certificate divides the bytes into classes and lists pairs of residuals: what the production and \
the rule may still read after the same bytes. The file is lines of ASCII with one space between \
fields:

  urispec-certificate 2
  grammar NAME                                        once for each grammar; `-` for your own
  pattern N DIALECT search|whole TEXT                 once for each pattern
  automaton N production NAME classes N states N      once for each production that it stands for
  production NAME rule NAME classes N pairs N         once for each certificate; or `pattern N`, or
                                                      `automaton N`, in place of `rule NAME`
  class N BYTES...                                    two hexadecimal digits each, or a range 30-39
  pair N WAY yes|no PAIR...                           of a certificate
  state N yes|no STATE...                             of an automaton

A rule that reads other strings within an atomic rule has a certificate for each, and there `@` \
before its name. WAY is how the pair is first reached: `start` for pair 0, the whole production and the whole rule; \
`PAIR/CLASS` for the pair that a byte of that class leads to from that pair. `yes` says that the \
string may end here on both sides; `no` says that the string may end on neither side. After that, each \
class has the pair that follows a byte of this class. If each pair is what its WAY leads to, if all \
that the pair says is true, and if pair 0 is the production and the rule, then the two have the same \
strings. A checker derives each side by a byte, and compares.

An automaton stands for each call of a production that is only written with recursion. Its certificate \
says that the right side of the production then has the strings of the automaton again. The text of a \
pattern has `%` and two hexadecimal digits for `%` and for what is not a graphic character of ASCII. \
docs/certificate.md \
tells why this is a proof, and how to write a checker. The program grammar-verify is one, and shares no code with \
this one.";
pub(crate) const VERIFY_HELP: &str = "\
Check the certificates in FILE (`-` is standard input), without a search: one derivative of each \
side for each pair and class. The certificates are checked against the grammars of the editions, \
or against your own with --bnf, --pest and --readings. Every byte of a class is checked, and \
every pair; also that each production has a certificate for each rule that transcribes it, and \
that FILE has nothing else. With --rule, the certificates are those of what these productions \
reach. With --regex or --regex-file they are those of the productions of --rule and these patterns: \
give what was given to --certificate.

Prints a line for each grammar, or says on stderr what is the first that is wrong: production, \
pair and byte. With --json, prints an object for each grammar: `schema`, `edition`, `grammar`, \
`verified` (a boolean), `productions`, `certificates`, `pairs` (how many), `without` [..] \
(productions that have no certificate); or one object for FILE: `schema`, `file`, `verified` \
(false), `fault` {`line`, `rule`, `pair`, `byte`, `message`}.";

/// The name of a grammar that does not belong to an edition.
pub(crate) const OWN: &str = "-";
/// The longest file of certificates that is read, in bytes.
const LONGEST: u64 = 256 << 20;

pub(crate) struct CertificateFile {
    name: String,
    /// The file; none for standard output.
    file: Option<WholeFile>,
    error: Option<io::Error>,
    certificates: u64,
    pairs: u64,
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

    /// Whether the certificates go to standard output, in place of the verdicts.
    pub(crate) fn is_stdout(&self) -> bool {
        self.file.is_none() && self.error.is_none()
    }

    /// Writes to the file, whose errors are told at the end, or to standard output.
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

    pub(crate) fn add(&mut self, view: &View<'_>, out: &mut Output) -> io::Result<()> {
        let productions = &view.report.productions;
        let names: Vec<&str> = productions.iter().map(|judged| &*judged.name).collect();
        let grammars = certificate::solved(&Grammars::new(view.pair), &names);
        let name = if view.edition.is_some() { view.grammar } else { OWN };
        let mut writer = self.begin(name, &grammars, out)?;
        // A rule that reads other strings in each atomicity has a verdict for each.
        for verdicts in productions.chunk_by(|one, next| one.name == next.name) {
            let is_equal = |verdict: &&Judged| verdict.verdict == Verdict::Equal;
            let others = verdicts.iter().filter(|one| !is_equal(one));
            self.without.extend(others.map(|one| format!("{}: {}", one.name, word(one))));
            let Some(one) = verdicts.iter().find(is_equal) else { continue };
            for against in writer.against(&one.name) {
                match writer.certificate(&one.name, &against) {
                    Err(_) if !verdicts.iter().all(|one| is_equal(&one)) => {}
                    found => self.put_certificate(&one.name, found, out)?,
                }
            }
        }
        Ok(())
    }

    /// Writes what stands before the certificates of a grammar, and the certificates of the automata
    /// that these rest on. Returns what makes further certificates.
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

    /// Writes a certificate; or remembers why there is none.
    pub(crate) fn put_certificate(
        &mut self,
        of: &str,
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
                self.without.push(format!("{of}: {why}"));
            }
        }
        Ok(())
    }

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

/// Checks a file of certificates, for the user's own grammars or for editions.
pub(super) fn verify(args: &Args, path: &Path, out: &mut Output) -> Result<Outcome, Stop> {
    let own = &args.own;
    let mut pairs: Vec<(Option<Edition>, String, GrammarPair)> = Vec::new();
    let mut from = Vec::new();
    if let Some((bnf, pest)) = own.files() {
        let UserPair { pair, rules, .. } = own.pair(bnf, pest, out)?;
        from = rules;
        pairs.push((None, pair.printed.file.clone(), pair));
    } else {
        for edition in names::all_or(&args.editions) {
            for grammar in edition.grammars() {
                let pair = out.or_stop(urispec_audit::pair(grammar))?;
                pairs.push((Some(edition), grammar.stem().to_owned(), pair));
            }
        }
    }
    let subjects = pairs.iter().map(|(edition, name, pair)| CertifiedGrammar {
        edition: *edition,
        name: name.clone(),
        grammars: Grammars::new(pair),
    });
    let subjects: Vec<CertifiedGrammar<'_>> = subjects.collect();
    check(args, path, &subjects, &from, out)
}

pub(crate) struct CertifiedGrammar<'g> {
    pub(crate) edition: Option<Edition>,
    pub(crate) name: String,
    pub(crate) grammars: Grammars<'g>,
}

/// Checks the certificates in a file; if productions are named, those of what these reach.
pub(super) fn check(
    args: &Args,
    path: &Path,
    subjects: &[CertifiedGrammar<'_>],
    from: &[String],
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let (name, text) = text::within(path, LONGEST, out)?.ok_or(Stop::Refused)?;
    if text.len() as u64 == LONGEST {
        let why = format!("{name}: more than {LONGEST} bytes are too many");
        return Ok(out.refuse(&why)?);
    }
    let stem = args.own.bnf.as_deref().and_then(Path::file_stem).and_then(|stem| stem.to_str());
    let given = subjects.iter().map(|CertifiedGrammar { edition, name, grammars }| {
        let names = match edition {
            Some(_) => vec![&**name],
            // A document's grammar that was saved to a file is still called by its name.
            None => [OWN].into_iter().chain(stem).collect(),
        };
        Named { names, grammars }
    });
    let from: Vec<&str> = from.iter().map(String::as_str).collect();
    let given: Vec<Named<'_>> = given.collect();
    match certificate::verify(&text, &given, &from) {
        Ok(all) => {
            let mut outcome = Outcome::Yes;
            for (CertifiedGrammar { edition, name, .. }, verified) in subjects.iter().zip(&all) {
                outcome = outcome.max(show(args.is_json(), *edition, name, verified, out)?);
            }
            Ok(outcome)
        }
        Err(refusal) => Ok(refused(args.is_json(), &name, &refusal, out)?),
    }
}

fn show(
    json: bool,
    edition: Option<Edition>,
    grammar: &str,
    verified: &Verified,
    out: &mut Output,
) -> io::Result<Outcome> {
    let Verified { productions, certificates, pairs, without, .. } = verified;
    let is_whole = without.is_empty();
    if json {
        let record = Record::line()
            .with("edition", edition.map(|edition| edition.id()))
            .with("grammar", grammar)
            .with("verified", is_whole)
            .with("productions", productions)
            .with("certificates", certificates)
            .with("pairs", pairs)
            .with("without", without);
        out.line(record)?;
    } else {
        let productions = counted(*productions as u64, "production");
        let certificates = counted(*certificates as u64, "certificate");
        let pairs = counted(*pairs as u64, "pair");
        writeln!(out, "{grammar}: {productions} verified by {certificates}, {pairs}")?;
        if !is_whole {
            out.complain(format_args!("{grammar}: no certificate for {}\n", without.join(", ")))?;
        }
    }
    Ok(Outcome::of(is_whole))
}

fn refused(json: bool, name: &str, refusal: &Refusal, out: &mut Output) -> io::Result<Outcome> {
    if json {
        let flaw = if let Refusal::Flaw(flaw) = refusal { Some(flaw) } else { None };
        let record = Record::new()
            .with("line", refusal.line())
            .with("rule", flaw.map(|flaw| &flaw.production))
            .with("pair", flaw.and_then(|flaw| flaw.pair))
            .with("byte", flaw.and_then(|flaw| flaw.byte))
            .with("message", refusal.to_string());
        let record = Record::line()
            .with("file", name)
            .with("verified", false)
            .with_record("fault", Some(record));
        out.line(record)?;
    } else {
        let line = refusal.line().map(|line| format!(":{line}")).unwrap_or_default();
        out.complain(format_args!("{name}{line}: {refusal}\n"))?;
    }
    Ok(Outcome::No)
}
