//! Edits the path and the query of a reference, step by step.
//!
//! ```text
//! query_editor [REFERENCE EDIT...]
//! ```
//!
//! An edit is one of
//!
//! ```text
//! +KEY=VALUE   append a pair
//! KEY=VALUE    set the pair with that key, or append one
//! -KEY         remove every pair with that key
//! /SEGMENT     append a segment
//! ..           remove the last segment
//! ```
//!
//! Keys, values and segments are data and are encoded. Without arguments, a sample is edited.

use std::error::Error;
use std::io::{self, Write};

use urispec::UriRefBuf;

const SAMPLE: &[&str] = &[
    "https://example.com/shop/?page=3&sort=price&utm_source=mail&utm_medium=x",
    "-utm_source",
    "-utm_medium",
    "page=1",
    "+filter=R&D 100%",
    "/café",
    "/a/b",
    "..",
    "-page",
];

/// Applies one edit.
fn edit(reference: &mut UriRefBuf, edit: &str) -> Result<(), Box<dyn Error>> {
    let pair = |text: &str| {
        let divided = text.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
        divided.ok_or("an edit without `=`")
    };
    if edit == ".." {
        reference.pop_segment().ok_or("the path has no segment")?;
    } else if let Some(segment) = edit.strip_prefix('/') {
        reference.push_segment(segment)?;
    } else if let Some(key) = edit.strip_prefix('-') {
        reference.remove_query_pair(key);
    } else if let Some(text) = edit.strip_prefix('+') {
        let (key, value) = pair(text)?;
        reference.push_query_pair(key, value)?;
    } else {
        let (key, value) = pair(edit)?;
        reference.set_query_pair(key, value)?;
    }
    Ok(())
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let sample: Vec<_> = SAMPLE.iter().map(|&text| text.to_owned()).collect();
    let args = if args.is_empty() { &sample } else { args };
    let (reference, edits) = args.split_first().ok_or("query_editor [REFERENCE EDIT...]")?;
    let mut reference = UriRefBuf::parse(reference)?;
    for text in edits {
        match edit(&mut reference, text) {
            Ok(()) => writeln!(out, "{text:18} {reference}")?,
            Err(error) => writeln!(out, "{text:18} {error}")?,
        }
    }
    for (key, value) in reference.query_pairs().decode_lossy() {
        writeln!(out, "{key}: {}", value.unwrap_or_default())?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
