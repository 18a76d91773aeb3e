//! What `urispec audit` takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use urispec::Edition;

use super::help;
use crate::args;

#[derive(Args)]
pub(crate) struct Audit {
    /// Editions to audit [default: every edition]
    #[arg(value_name = "EDITION", value_parser = args::editions(), conflicts_with = "bnf")]
    pub(crate) editions: Vec<Edition>,
    /// A printed grammar of your own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "pest")]
    pub(crate) bnf: Option<PathBuf>,
    /// Its transcription, a pest grammar
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    pub(crate) pest: Option<PathBuf>,
    /// Productions that replace those of the same names in the printed grammar
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "bnf")]
    pub(crate) readings: Option<PathBuf>,
    /// Audit only what this production reaches; may be repeated
    #[arg(long, value_name = "NAME", requires = "bnf", long_help = help::RULE)]
    pub(crate) rule: Vec<String>,
    /// Which rule transcribes a production that has another name; may be repeated
    #[arg(long, value_name = "PRODUCTION=RULE", requires = "bnf", long_help = help::MAP)]
    #[arg(value_parser = mapping)]
    pub(crate) map: Vec<(String, String)>,
    /// How the printed grammar is written [default: as the ending of its name says]
    #[arg(long, value_enum, value_name = "NAME", requires = "bnf")]
    pub(crate) notation: Option<Written>,
    /// Write for all that is equal the reason why to FILE, as certificates
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = help::CERTIFICATE)]
    pub(crate) certificate: Option<PathBuf>,
    /// Check the certificates in FILE instead, without a search
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "certificate", long_help = help::VERIFY)]
    pub(crate) verify: Option<PathBuf>,
    /// Print one JSON object per line for each production, and one for each grammar
    #[arg(short, long, long_help = help::JSON)]
    pub(crate) json: bool,
}

/// The production and the rule of `PRODUCTION=RULE`.
fn mapping(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((production, rule)) if !production.is_empty() && !rule.is_empty() => {
            Ok((production.to_owned(), rule.to_owned()))
        }
        _ => Err("write the name of a production, `=`, and the name of a rule".to_owned()),
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Written {
    /// ABNF, RFC 5234 with RFC 7405 (.abnf)
    Abnf,
    /// The BNF of RFC 822, as RFC 1738 and RFC 2396 use it (.bnf)
    Bnf,
    /// The BNF of RFC 1630
    Rfc1630,
}

impl Audit {
    /// The editions to audit.
    pub(crate) fn editions(&self) -> &[Edition] {
        if self.editions.is_empty() { Edition::ALL } else { &self.editions }
    }
}
