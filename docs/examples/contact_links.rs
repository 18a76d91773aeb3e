//! Links of a contact page: builds `mailto:` links, and lists the recipients of existing ones.
//!
//! ```text
//! contact_links [ADDRESS[,ADDRESS...][;SUBJECT[;BODY]] | mailto:...]...
//! ```
//!
//! Without arguments, the program shows samples.

use std::error::Error;
use std::io::{self, Write};

use urispec::Uri;
use urispec::scheme::Mailto;

const SAMPLES: &[&str] = &[
    "joe@example.com;R&D: 50% off?",
    "zoë@example.org,\"a,b\"@example.com",
    "list@example.net;;subscribe\nsend index",
    "mailto:ann@example.com?cc=bob@example.com&subject=caf%C3%A9&From=me@example.com",
    "nobody",
];

/// Builds the link to some addresses.
fn link(text: &str) -> Result<String, Box<dyn Error>> {
    let mut parts = text.splitn(3, ';');
    let addresses = parts.next().unwrap_or_default();
    // A comma within quotes belongs to the address.
    let mut is_quoted = false;
    let divides = |one: char| {
        is_quoted ^= one == '"';
        one == ',' && !is_quoted
    };
    let mut message =
        addresses.split(divides).fold(Mailto::compose(), |message, to| message.to(to));
    if let Some(subject) = parts.next().filter(|subject| !subject.is_empty()) {
        message = message.subject(subject);
    }
    if let Some(body) = parts.next() {
        message = message.body(body);
    }
    Ok(message.build()?.into_string())
}

/// Lists the recipients, and the fields that a mail program must ignore.
fn read(uri: Uri<'_>) -> Result<String, Box<dyn Error>> {
    let mailto = Mailto::try_from(uri)?;
    let to: Vec<_> =
        mailto.recipients().map(|to| String::from_utf8_lossy(&to).into_owned()).collect();
    let ignored: Vec<_> =
        mailto.fields().filter(|field| field.is_ignored()).map(|field| field.hfname).collect();
    let subject = mailto.subject().unwrap_or_default();
    Ok(format!("to {}, about {subject:?}, without {}", to.join(" and "), ignored.join(" and ")))
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let samples: Vec<_> = SAMPLES.iter().map(|&text| text.to_owned()).collect();
    for text in if args.is_empty() { &samples } else { args } {
        let found = match Uri::parse(text) {
            Ok(uri) if uri.has_scheme("mailto") => read(uri),
            _ => link(text),
        };
        match found {
            Ok(found) => writeln!(out, "{found}")?,
            Err(error) => writeln!(out, "{text:?}: {error}")?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
