//! `grammar-verify` checks the certificates of a file.
//!
//! It prints a line for each grammar of the file to standard output. On failure it prints the reason to standard error.
//! The exit code is 0 if all certificates hold, 1 if any does not, and 2 for a usage error or an unreadable file.

use std::collections::HashSet;
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use grammar_verify::{Document, Fault, Other, PrintedNotation, Source, Subject, Verified, verify};

const HELP: &str = "\
Check certificates: that printed productions and pest rules, or patterns, accept exactly the same strings.

Usage: grammar-verify --abnf FILE [--readings FILE] [--abnf FILE [--readings FILE]]... --pest FILE... CERTIFICATE
       grammar-verify --subjects LIST CERTIFICATE [NAME]...

  --abnf FILE      the printed grammar in ABNF; further such files define the names that it leaves undefined
  --bnf FILE       the same, in the BNF of RFC 822 and of RFCs after it
  --rfc1630 FILE   the same, in the notation of RFC 1630
  --readings FILE  productions that replace those of the file before it
  --pest FILE      the rules; several files form one grammar
  --rule NAME      a production that must have a certificate; by default, each production with a rule of its name
  --name NAME      the grammar in CERTIFICATE, as in its line `grammar NAME`; by default, the first
  --subjects LIST  a file with these arguments, a line for each grammar. Paths are relative to the folder of LIST.
                   CERTIFICATE must then have each grammar of LIST, or each NAME
  --claims         print each claim that holds
  -h, --help; -V, --version

If CERTIFICATE is `-`, it is read from standard input. Exit code: 0 if all certificates hold, 1 if one does not, 2 for a
usage error or if a file, a grammar or a pattern cannot be read.

Examples:
  urispec audit --certificate uri.cert --bnf uri.abnf --pest uri.pest
  grammar-verify --abnf uri.abnf --pest uri.pest uri.cert

  urispec audit rfc3986 --rule port --regex '^[0-9]*$' --match whole --certificate port.cert
  grammar-verify --abnf grammar/rfc3986.abnf --rule port --claims port.cert
";

#[derive(Default)]
struct Call {
    subject: Subject,
    subjects: Option<PathBuf>,
    lists_claims: bool,
    others: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|one| one.to_string_lossy().into_owned()).collect();
    let has = |short: &str, long: &str| arguments.iter().any(|one| one == short || one == long);
    let (code, out, err) = if has("-h", "--help") {
        (0, HELP.to_owned(), String::new())
    } else if has("-V", "--version") {
        (0, concat!("grammar-verify ", env!("CARGO_PKG_VERSION"), "\n").to_owned(), String::new())
    } else {
        match run(arguments) {
            Ok((_, Ok(text))) => (0, text, String::new()),
            Ok((certificate, Err(fault))) => {
                let code = if matches!(fault, Fault::Unreadable(_)) { 2 } else { 1 };
                (code, String::new(), format!("{certificate}: {fault}\n"))
            }
            Err(why) => (2, String::new(), format!("grammar-verify: {why}\n")),
        }
    };
    eprint!("{err}");
    // A closed pipe is not an error.
    let is_fault = |error: Error| error.kind() != ErrorKind::BrokenPipe;
    let is_lost = std::io::stdout().write_all(out.as_bytes()).is_err_and(is_fault);
    ExitCode::from(if is_lost { 2 } else { code })
}

/// Checks certificates. Returns the name of their file and the result, or a usage error.
fn run(arguments: Vec<String>) -> Result<(String, Result<String, Fault>), String> {
    let call = read_arguments(arguments, Path::new(""))?;
    let (certificate, names) = call.others.split_first().ok_or("name the file of certificates; --help has examples")?;
    let text = read(Path::new(certificate))?;
    let mut all = match &call.subjects {
        Some(list) => listed(list, names)?,
        None if names.is_empty() => vec![call.subject.clone()],
        None => return Err(format!("`{}` is one file too many", names[0])),
    };
    let first = text.lines().find_map(|line| line.strip_prefix("grammar ")).unwrap_or("-");
    all.iter_mut().filter(|one| one.name.is_empty()).for_each(|one| one.name = first.to_owned());
    if all.iter().any(|subject| subject.documents.is_empty()) {
        return Err("name the printed grammar: --abnf, --bnf or --rfc1630".to_owned());
    }
    let shown = |all: Vec<Verified>| all.iter().map(|one| shown(one, call.lists_claims)).collect();
    Ok((certificate.clone(), verify(&text, &all).map(shown)))
}

/// Reads a list that defines a subject on each line. Returns the subjects in `names`, or all if `names` is empty.
fn listed(list: &Path, names: &[String]) -> Result<Vec<Subject>, String> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let (text, mut all, mut known) = (read(list)?, Vec::new(), HashSet::new());
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let subject = read_arguments(line.split_whitespace().map(str::to_owned).collect(), folder)?.subject;
        match subject.name.as_str() {
            "" => return Err(format!("{}: each line needs a --name", list.display())),
            name if !known.insert(name.to_owned()) => {
                return Err(format!("{}: two lines have the --name {name}", list.display()));
            }
            name if names.is_empty() || names.iter().any(|one| one == name) => all.push(subject),
            _ => {}
        }
    }
    match names.iter().find(|name| all.iter().all(|one| one.name != **name)) {
        Some(name) => Err(format!("{} has no `{name}`", list.display())),
        None => Ok(all),
    }
}

fn read_arguments(arguments: Vec<String>, folder: &Path) -> Result<Call, String> {
    let (mut call, mut arguments) = (Call::default(), arguments.into_iter());
    while let Some(one) = arguments.next() {
        if one == "--claims" || !one.starts_with("--") {
            call.lists_claims |= one == "--claims";
            call.others.extend(Some(one).filter(|one| one != "--claims"));
            continue;
        }
        let value = arguments.next().ok_or_else(|| format!("{one} needs a value; --help has examples"))?;
        let source = || read(&folder.join(&value)).map(|text| Source { file: value.clone(), text });
        let subject = &mut call.subject;
        let document = |notation| Ok::<_, String>(Document { notation, printed: source()?, readings: None });
        match one.as_str() {
            "--abnf" => subject.documents.push(document(PrintedNotation::Abnf)?),
            "--bnf" => subject.documents.push(document(PrintedNotation::Bnf)?),
            "--rfc1630" => subject.documents.push(document(PrintedNotation::Rfc1630)?),
            "--readings" => match subject.documents.last_mut() {
                Some(Document { readings: readings @ None, .. }) => *readings = Some(source()?),
                _ => return Err("--readings must follow the file that it applies to, and only once".to_owned()),
            },
            "--pest" => subject.pest.push(source()?),
            "--rule" => subject.productions.push(value),
            "--name" => subject.name = value,
            "--subjects" => call.subjects = Some(folder.join(value)),
            _ => return Err(format!("unknown option {one}; --help lists the options")),
        }
    }
    Ok(call)
}

fn read(path: &Path) -> Result<String, String> {
    let is_input = path.as_os_str() == "-";
    let found = if is_input { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(path) };
    found.map_err(|error| format!("{}: {error}", path.display()))
}

fn shown(Verified { grammar, claims, pairs }: &Verified, lists_claims: bool) -> String {
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
