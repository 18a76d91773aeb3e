//! The examples in `docs/examples`: `programs.txt` has the output of each for its sample. Only the reason of a refusal
//! or a repair, in braces, comes from the library.

use std::error::Error;
use std::io::Write;

use urispec::error::FilePathError;
use urispec::{UriBuf, UriRef};

#[path = "../../docs/examples/config.rs"]
#[allow(dead_code)]
mod config;
#[path = "../../docs/examples/contact_links.rs"]
#[allow(dead_code)]
mod contact_links;
#[path = "../../docs/examples/crawler.rs"]
#[allow(dead_code)]
mod crawler;
#[path = "../../docs/examples/file_links.rs"]
#[allow(dead_code)]
mod file_links;
#[path = "../../docs/examples/http_client.rs"]
#[allow(dead_code)]
mod http_client;
#[path = "../../docs/examples/link_checker.rs"]
#[allow(dead_code)]
mod link_checker;
#[path = "../../docs/examples/link_header.rs"]
#[allow(dead_code)]
mod link_header;
#[path = "../../docs/examples/query_editor.rs"]
#[allow(dead_code)]
mod query_editor;
#[path = "../../docs/examples/rdf_resolver.rs"]
#[allow(dead_code)]
mod rdf_resolver;
#[path = "../../docs/examples/redirect_guard.rs"]
#[allow(dead_code)]
mod redirect_guard;

type Run = fn(&[String], &mut dyn Write) -> Result<(), Box<dyn Error>>;

const PROGRAMS: [(&str, Run); 10] = [
    ("config", config::run),
    ("contact_links", contact_links::run),
    ("crawler", crawler::run),
    ("file_links", file_links::run),
    ("http_client", http_client::run),
    ("link_checker", link_checker::run),
    ("link_header", link_header::run),
    ("query_editor", query_editor::run),
    ("rdf_resolver", rdf_resolver::run),
    ("redirect_guard", redirect_guard::run),
];

/// Returns the output of a program, or its error.
fn output(command: &str) -> String {
    let mut words = command.split(' ').map(str::to_owned);
    let name = words.next().unwrap();
    let (_, run) = PROGRAMS.iter().find(|(known, _)| *known == name).unwrap();
    let mut out = Vec::new();
    match run(&words.collect::<Vec<_>>(), &mut out) {
        Ok(()) => String::from_utf8(out).unwrap(),
        Err(error) => format!("{}error: {error}\n", String::from_utf8(out).unwrap()),
    }
}

/// Returns the message of the library that the text in braces names.
fn said(question: &str) -> String {
    let (about, text) = question.split_once(' ').unwrap();
    match about {
        "invalid" => UriRef::parse(text).unwrap_err().to_string(),
        "repair" => {
            let (at, text) = text.split_once(' ').unwrap();
            UriRef::repair(text).unwrap().repairs()[at.parse::<usize>().unwrap()].to_string()
        }
        "no-repair" => UriRef::repair(text).unwrap_err().to_string(),
        "no-endpoint" => UriRef::parse(text).unwrap().endpoint().unwrap_err().to_string(),
        _ => match text {
            "Relative" => FilePathError::Relative,
            "Host" => FilePathError::Host,
            "DotSegment" => FilePathError::DotSegment,
            _ => FilePathError::Namespace,
        }
        .to_string(),
    }
}

#[test]
fn every_program_prints_its_transcript() {
    let transcript = include_str!("programs.txt");
    let mut seen = Vec::new();
    for part in transcript.split("\n$ ").skip(1) {
        let (command, expected) = part.split_once('\n').unwrap();
        let mut expected = expected.trim_end().to_owned() + "\n";
        while let Some((before, rest)) = expected.split_once("{{") {
            let (question, after) = rest.split_once("}}").unwrap();
            expected = [before, &said(question), after].concat();
        }
        let found = output(command);
        let is_open = expected.ends_with("…\n");
        let begin = expected.trim_end_matches("…\n");
        assert!(found == expected || is_open && found.starts_with(begin), "{command}:\n{found}");
        seen.push(command.split(' ').next().unwrap());
    }
    assert!(PROGRAMS.iter().all(|(name, _)| seen.contains(name)), "{seen:?}");
}

/// clap and serde pass the reason on.
#[test]
fn a_configuration_reports_the_reason() {
    let reason = UriBuf::parse("http://h:x/").unwrap_err().to_string();
    let refused = output("config --home http://h:x/");
    assert!(refused.contains("--home") && refused.contains(&reason), "{refused}");
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/config.json");
    std::fs::write(file, "{\n  \"home\": \"http://h:x/\"\n}").unwrap();
    let refused = output(&format!("config --file {file}"));
    let reason = UriBuf::try_from("http://h:x/".to_owned()).unwrap_err().to_string();
    assert!(refused.contains(&reason), "{refused}");
}
