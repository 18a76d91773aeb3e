//! Makes the references of RDF absolute, line by line.
//!
//! ```text
//! rdf_resolver [BASE < FILE]
//! ```
//!
//! The input is a part of Turtle: `@base <…> .`, `@prefix p: <…> .`, and triples of `<…>`, `p:name` and
//! literals without spaces. The output is triples of absolute URIs. One buffer is reused for all
//! references. Without a base, a sample is read.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, Write};

use urispec::{Uri, UriBuf, UriRef};

const BASE: &str = "http://example.org/data/people";

const SAMPLE: &str = r##"
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix : <#> .
<#me> foaf:name "Anna" .
:me foaf:knows <friends/bert> .
@base <../archive/> .
<2024?x#y> foaf:page <//static.example/a%20b> .
<> foaf:page <a|b> .
"##;

/// The base and prefixes of the lines so far.
struct Context {
    base: UriBuf,
    prefixes: BTreeMap<String, UriBuf>,
}

impl Context {
    /// Writes a term, with each reference resolved into the buffer.
    fn term(&self, term: &str, buffer: &mut String) -> Result<String, Box<dyn Error>> {
        if let Some(text) = term.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            let target = UriRef::parse(text)?.resolve_into(&self.base, buffer)?;
            return Ok(format!("<{target}>"));
        }
        match term.split_once(':') {
            Some((prefix, name)) if !term.starts_with('"') => {
                let namespace =
                    self.prefixes.get(prefix).ok_or("a prefix that was not declared")?;
                let uri = UriBuf::try_from(format!("{namespace}{name}"))?;
                Ok(format!("<{uri}>"))
            }
            _ => Ok(term.to_owned()),
        }
    }

    /// Reads a line: a directive, or a triple to write.
    fn line(&mut self, line: &str, buffer: &mut String) -> Result<Option<String>, Box<dyn Error>> {
        let resolved = |reference: &str, base: &UriBuf| -> Result<UriBuf, Box<dyn Error>> {
            let text = reference.trim_start_matches('<').trim_end_matches('>');
            Ok(UriRef::parse(text)?.resolve_against(base)?)
        };
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => Ok(None),
            ["@base", reference, "."] => {
                self.base = resolved(reference, &self.base)?;
                Ok(None)
            }
            ["@prefix", prefix, reference, "."] => {
                let namespace = resolved(reference, &self.base)?;
                self.prefixes.insert(prefix.trim_end_matches(':').to_owned(), namespace);
                Ok(None)
            }
            [subject, predicate, object, "."] => {
                let mut terms = Vec::new();
                for term in [subject, predicate, object] {
                    terms.push(self.term(term, buffer)?);
                }
                Ok(Some(format!("{} .", terms.join(" "))))
            }
            _ => Err("neither a directive nor a triple".into()),
        }
    }
}

fn resolve(base: Uri<'_>, input: impl BufRead, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut context = Context { base: base.to_owned(), prefixes: BTreeMap::new() };
    let mut buffer = String::new();
    for (number, line) in (1..).zip(input.lines()) {
        match context.line(&line?, &mut buffer) {
            Ok(Some(triple)) => writeln!(out, "{triple}")?,
            Ok(None) => {}
            Err(error) => writeln!(out, "# line {number}: {error}")?,
        }
    }
    Ok(())
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    match args {
        [] => resolve(Uri::parse(BASE)?, SAMPLE.as_bytes(), out),
        [base] => resolve(Uri::parse(base)?, io::stdin().lock(), out),
        _ => Err("rdf_resolver [BASE < FILE]".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
