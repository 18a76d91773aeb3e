//! `grammar-verify`: whether the certificates of a file hold.
//!
//! In: arguments and files. Out: on standard output a line for each grammar of the file, or on standard error why not;
//! the exit code is 0 for yes, 1 for no, and 2 for a mistake in the call or a file that is not read.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use grammar_verify::{Document, Fault, Notation, Other, Source, Subject, Verified, verify};

const HELP: &str = "\
Check certificates: that printed productions and pest rules, or patterns, accept exactly the same strings.

Usage: grammar-verify --abnf FILE [--readings FILE] [--import FILE [--readings FILE]]... --pest FILE... CERTIFICATE
       grammar-verify --subjects LIST CERTIFICATE [NAME]...

  --abnf FILE      the printed grammar, in ABNF (RFC 5234, RFC 7405)
  --bnf FILE       the same, in the BNF of RFC 822 and of RFCs after it
  --rfc1630 FILE   the same, in the notation of RFC 1630
  --import FILE    a document in which names are looked up that the grammar does not define; BNF if it ends in .bnf
  --readings FILE  productions that replace those of the file before it: of the grammar, or of the import
  --pest FILE      the rules; several files are taken together
  --rule NAME      a production that must have a certificate; without this, all that have a rule of their name
  --name NAME      the grammar in CERTIFICATE, as a line `grammar NAME` has it; without this, the first
  --subjects LIST  a file with such arguments, a line for each grammar. Files are looked up from where LIST is.
                   CERTIFICATE must then have each grammar of LIST, or those that are named behind it
  --claims         print each claim that holds
  -h, --help       print this
  -V, --version    print the version

CERTIFICATE may be `-`, standard input. Exit code: 0 if all holds, 1 if the certificate does not hold, 2 for a mistake
in the call, and for a file, a grammar or a pattern that is not read.

Examples:
  urispec audit --certificate uri.cert --bnf uri.abnf --pest uri.pest
  grammar-verify --abnf uri.abnf --pest uri.pest uri.cert

  urispec audit --certificate - rfc3986 | grammar-verify --subjects crates/verify/editions.txt - rfc3986

  urispec audit rfc3986 --rule port --regex '^[0-9]*$' --match whole --certificate port.cert
  grammar-verify --abnf grammar/rfc3986.abnf --rule port --claims port.cert
";

/// What the arguments of one grammar name.
#[derive(Default)]
struct Files {
    name: Option<String>,
    /// The printed grammar, then its imports; each with its readings.
    documents: Vec<(Notation, Text, Option<Text>)>,
    pest: Vec<Text>,
    rules: Vec<String>,
}

struct Text {
    file: String,
    text: String,
}

/// The arguments.
#[derive(Default)]
struct Call {
    files: Files,
    subjects: Option<PathBuf>,
    lists_claims: bool,
    others: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|one| one.to_string_lossy().into_owned()).collect();
    if arguments.iter().any(|one| one == "-h" || one == "--help") {
        return said(HELP);
    }
    if arguments.iter().any(|one| one == "-V" || one == "--version") {
        return said(concat!("grammar-verify ", env!("CARGO_PKG_VERSION"), "\n"));
    }
    match run(arguments) {
        Ok((_, Ok(text))) => said(&text),
        Ok((certificate, Err(fault))) => {
            eprintln!("{certificate}: {fault}");
            ExitCode::from(if matches!(fault, Fault::Refused { .. }) { 1 } else { 2 })
        }
        Err(why) => {
            eprintln!("grammar-verify: {why}");
            ExitCode::from(2)
        }
    }
}

/// Prints a text; a reader that has gone away is no fault.
fn said(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

/// The name of the certificate, and what is found of it; or what is wrong with the call.
fn run(arguments: Vec<String>) -> Result<(String, Result<String, Fault>), String> {
    let mut call = Call::default();
    read_arguments(arguments, Path::new(""), &mut call)?;
    let mut others = call.others.into_iter();
    let certificate = others.next().ok_or("name the file of certificates; --help has examples")?;
    let names: Vec<String> = others.collect();
    let text = read(Path::new(&certificate))?;
    let all = match call.subjects {
        Some(list) => listed(&list, &names)?,
        None if names.is_empty() => vec![call.files],
        None => return Err(format!("`{}` is one file too many", names[0])),
    };
    let first = text.lines().find_map(|line| line.strip_prefix("grammar ")).unwrap_or("-");
    let subjects: Result<Vec<Subject<'_>>, String> = all.iter().map(|files| files.subject(first)).collect();
    let found = verify(&text, &subjects?);
    let lists_claims = call.lists_claims;
    Ok((certificate, found.map(|all| all.iter().map(|one| shown(one, lists_claims)).collect())))
}

/// The arguments of the lines of a list; all, or those of some names.
fn listed(list: &Path, names: &[String]) -> Result<Vec<Files>, String> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let mut all = Vec::new();
    let text = read(list)?;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let name = arguments.iter().position(|one| one == "--name").and_then(|at| arguments.get(at + 1));
        let name = name.ok_or_else(|| format!("{}: each line needs a --name", list.display()))?;
        if names.is_empty() || names.contains(name) {
            let mut call = Call::default();
            read_arguments(arguments, folder, &mut call)?;
            all.push(call.files);
        }
    }
    let is_there = |name: &&String| all.iter().any(|one| one.name.as_ref() == Some(*name));
    match names.iter().find(|name| !is_there(name)) {
        Some(name) => Err(format!("{} has no `{name}`", list.display())),
        None => Ok(all),
    }
}

fn read_arguments(arguments: Vec<String>, folder: &Path, call: &mut Call) -> Result<(), String> {
    let mut arguments = arguments.into_iter();
    while let Some(one) = arguments.next() {
        if one == "--claims" {
            call.lists_claims = true;
            continue;
        }
        if !one.starts_with("--") {
            call.others.push(one);
            continue;
        }
        let value = arguments.next().ok_or_else(|| format!("{one} needs a value; --help has examples"))?;
        let text = || read(&folder.join(&value)).map(|text| Text { file: value.clone(), text });
        let files = &mut call.files;
        match one.as_str() {
            "--abnf" | "--bnf" | "--rfc1630" => {
                if !files.documents.is_empty() {
                    return Err(format!("{one}: one grammar is enough, and stands before its imports"));
                }
                let notation = match one.as_str() {
                    "--abnf" => Notation::Abnf,
                    "--bnf" => Notation::Bnf,
                    _ => Notation::Rfc1630,
                };
                files.documents.push((notation, text()?, None));
            }
            "--import" if files.documents.is_empty() => {
                return Err("--import stands behind the grammar".to_owned());
            }
            "--import" => {
                let notation = if value.ends_with(".bnf") { Notation::Bnf } else { Notation::Abnf };
                files.documents.push((notation, text()?, None));
            }
            "--readings" => match files.documents.last_mut() {
                Some((_, _, readings @ None)) => *readings = Some(text()?),
                _ => {
                    return Err("--readings stands behind the file that the readings are of, once".to_owned());
                }
            },
            "--pest" => files.pest.push(text()?),
            "--rule" => files.rules.push(value),
            "--name" => files.name = Some(value),
            "--subjects" => call.subjects = Some(folder.join(value)),
            _ => return Err(format!("{one} is no option; --help lists them")),
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let found = match path.as_os_str() == "-" {
        true => std::io::stdin().read_to_end(&mut bytes).map(|_| ()),
        false => std::fs::read(path).map(|found| bytes = found),
    };
    found.map_err(|error| format!("{}: {error}", path.display()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{}: this is no text: byte {at} is not UTF-8", path.display())
    })
}

impl Files {
    /// What the files are about; `first` is its name if none is given.
    fn subject<'t>(&'t self, first: &'t str) -> Result<Subject<'t>, String> {
        let source = |text: &'t Text| Source { file: &text.file, text: &text.text };
        let mut documents = self.documents.iter().map(|(notation, printed, readings)| Document {
            notation: *notation,
            printed: source(printed),
            readings: readings.as_ref().map(source),
        });
        Ok(Subject {
            name: self.name.as_deref().unwrap_or(first),
            document: documents.next().ok_or("name the printed grammar: --abnf, --bnf or --rfc1630")?,
            imports: documents.collect(),
            pest: self.pest.iter().map(source).collect(),
            productions: self.rules.iter().map(String::as_str).collect(),
        })
    }
}

fn shown(verified: &Verified, lists_claims: bool) -> String {
    let Verified { grammar, claims, pairs } = verified;
    let mut text = String::new();
    for (production, other) in claims.iter().filter(|_| lists_claims) {
        let other = match other {
            Other::Rule(name) => format!("rule {name}"),
            Other::Pattern(number) => format!("pattern {number}"),
            Other::Automaton(number) => format!("automaton {number}"),
        };
        text += &format!("{grammar}: {production} = {other}\n");
    }
    text + &format!("{grammar}: {} certificates hold, {pairs} pairs\n", claims.len())
}
