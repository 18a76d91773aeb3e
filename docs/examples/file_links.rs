//! Links to files in a message: each path as a URI, and each URI as a path again.
//!
//! ```text
//! file_links [--windows] [PATH | URI]...
//! ```
//!
//! Paths are Unix paths without `--windows`, on any system. Without arguments, the program shows samples.

use std::error::Error;
use std::io::{self, Write};

use urispec::{PathStyle, Uri};

const UNIX: &[&str] =
    &["/srv/q&a/50%.txt", "notes.txt", "file:///a%20b#L10", "file://host/a", "/a/../b"];
const WINDOWS: &[&str] = &[
    r"C:\Users\Zoë\a b.txt",
    r"\\server\share\plan.ods",
    r"\\?\C:\long\path.txt",
    r"\\.\COM1",
    "file:///C:/a%20b.txt",
];

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (style, args) = match args.split_first() {
        Some((first, rest)) if first == "--windows" => (PathStyle::Windows, rest),
        _ => (PathStyle::Unix, args),
    };
    let samples = if style == PathStyle::Windows { WINDOWS } else { UNIX };
    let samples: Vec<_> = samples.iter().map(|&text| text.to_owned()).collect();
    for text in if args.is_empty() { &samples } else { args } {
        // A drive has one letter, so `C:\` is not meant as a scheme.
        let found = match Uri::parse(text) {
            Ok(uri) if uri.has_scheme("file") => {
                let path = style.path_of(uri);
                path.map(|path| String::from_utf8_lossy(&path).into_owned())
            }
            _ => style.to_uri(text.as_bytes()).map(|uri| uri.to_string()),
        };
        match found {
            Ok(found) => writeln!(out, "{text} = {found}")?,
            Err(error) => writeln!(out, "{text}: {error}")?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
