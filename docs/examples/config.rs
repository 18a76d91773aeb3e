//! A configuration whose values are URIs: from a file by serde, and from the command line by clap.
//!
//! ```text
//! config [--file FILE] [--home URI] [--mirror URI]...
//! ```
//!
//! The command line overrides the file. Without a file, a sample is read. An invalid URI is rejected with
//! the reason, in either place.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Parser;
use serde::Deserialize;
use urispec::{UriBuf, UriRefBuf};

const FILE: &str = r#"{
  "home": "https://example.com/app/",
  "mirrors": ["https://anna:secret@mirror.example/", "file:///srv/mirror/"],
  "pages": { "help": "help/?from=app", "news": "//news.example/" }
}"#;

/// The contents of the file.
#[derive(Deserialize)]
struct Config {
    home: UriBuf,
    #[serde(default)]
    mirrors: Vec<UriBuf>,
    /// Pages, relative to `home`.
    #[serde(default)]
    pages: std::collections::BTreeMap<String, UriRefBuf>,
}

/// Reads URIs from a file and from options, which override the file.
#[derive(Parser)]
#[command(name = "config")]
struct Args {
    /// The file with the configuration, in JSON
    #[arg(long)]
    file: Option<PathBuf>,
    /// The home page
    #[arg(long, value_name = "URI")]
    home: Option<UriBuf>,
    /// A mirror; may be given several times
    #[arg(long = "mirror", value_name = "URI")]
    mirrors: Vec<UriBuf>,
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let name = "config".to_owned();
    let args = Args::try_parse_from([&name].into_iter().chain(args))?;
    let text = args.file.map_or(Ok(FILE.to_owned()), std::fs::read_to_string)?;
    let mut config: Config = serde_json::from_str(&text)?;
    config.home = args.home.unwrap_or(config.home);
    if !args.mirrors.is_empty() {
        config.mirrors = args.mirrors;
    }
    writeln!(out, "home    {}", config.home)?;
    for mirror in &config.mirrors {
        // A password must not be displayed (7.5).
        writeln!(out, "mirror  {}", mirror.redacted())?;
    }
    for (name, page) in &config.pages {
        writeln!(out, "{name:7} {}", page.resolve_against(&config.home)?)?;
    }
    Ok(())
}

fn main() {
    if let Err(error) = run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout()) {
        eprintln!("{error}");
        std::process::exit(2);
    }
}
