//! `urispec convert`: converts IRIs to URIs, and URIs to IRIs.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::ValueHint;
use urispec::error::MappingError;
use urispec::mapping::{MappingStep, ToIri, ToUri};
use urispec::{Edition, ParseError, Reference};
use urispec_views::fault::{Fault, utf8};
use urispec_views::record::Record;

use crate::input::rows::ArgumentKind;
use crate::input::{Input, Item};
use crate::options::{Files, Invalid, InvalidArgs, JSON, Threads, VerbosityArgs};
use crate::output::{Outcome, Output, Reported, Stop, Usage};

const HELP: &str = "\
Convert IRI references to URI references or, with --iri, URI references to IRI references, by RFC 3987.

To a URI (3.1), each character beyond ASCII becomes the percent-encoded triplets of its UTF-8. A string that is \
not an IRI reference is not converted, such as one with a private-use character outside its query (2.2).

To an IRI (3.2), triplets become characters where they are the UTF-8 of a character that an IRI may have at that \
place; no other encoding is guessed. Characters that look like others should be avoided in an IRI (6.1), so they \
stay encoded, unless --blanks or --variants decodes them too; --trace says why.

Each result is printed as it is; on a terminal, invisible characters are escaped.

Exit codes: 0, all are converted; 1, some are not, unless --invalid says what to do with them; 2, wrong usage, \
or a file cannot be read.";

const EXAMPLES: &str = "\
Examples:
  $ urispec convert http://www.example.org/rosé
  http://www.example.org/ros%C3%A9
  $ urispec convert --domains http://résumé.example.org
  http://xn--rsum-bpad.example.org
  $ urispec convert --iri --trace http://www.example.org/D%FCrst
  http://www.example.org/D%FCrst
    3.2  1  represent the URI as octets of US-ASCII                 http://www.example.org/D%FCrst
    3.2  2  convert triplets to octets, except those of delimiters  http://www.example.org/D<fc>rst
    3.2  3  re-encode octets that are not UTF-8                     http://www.example.org/D%FCrst
    3.2  4  re-encode characters not allowed in an IRI              http://www.example.org/D%FCrst
    3.2  5  interpret the octets as UTF-8                           http://www.example.org/D%FCrst";

const DELIMITERS: &str = "\
Also encode <, >, \", the space, {, }, |, \\, ^ and the backquote, none of which an IRI may have. RFC 3987 \
leaves this open (3.1); without this option, a string that has one of these is not converted.";

const NFC: &str = "\
Normalize the characters to NFC before they are converted: for text from paper, or from an encoding other than \
Unicode (RFC 3987, 3.1, step 1, a and b). Unicode text must not be normalized, and is not without this option.";

const BLANKS: &str = "\
With --iri, also decode characters that look like a blank, like a delimiter, or like nothing, such as the \
no-break space and the ideographic space (RFC 3987, 6.1). Without this option they stay encoded.";

const VARIANTS: &str = "\
With --iri, also decode variants that look like other characters, such as full-width letters and half-width \
katakana (RFC 3987, 6.1). Without this option they stay encoded.";

const DOMAINS: &str = "\
Also convert the host to or from the ASCII form of the Domain Name System: for schemes that use domain names \
(RFC 3987, 3.1 and 3.2.1). The conversion is that of Unicode's UTS #46.";

/// Convert IRIs to URIs, and URIs to IRIs
#[derive(clap::Args)]
#[command(long_about = HELP, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// References to convert
    #[arg(value_name = "STR", value_hint = ValueHint::Url)]
    strings: Vec<OsString>,
    #[command(flatten)]
    files: Files,
    /// Convert URI references to IRI references
    #[arg(long)]
    iri: bool,
    /// Also encode ASCII delimiters that an IRI may not have (RFC 3987, 3.1)
    #[arg(long, long_help = DELIMITERS)]
    delimiters: bool,
    /// Normalize to NFC first (RFC 3987, 3.1, step 1)
    #[arg(long, long_help = NFC)]
    nfc: bool,
    /// With --iri, also decode characters that look like a blank or a delimiter (RFC 3987, 6.1)
    #[arg(long, long_help = BLANKS)]
    blanks: bool,
    /// With --iri, also decode variants such as full-width letters (RFC 3987, 6.1)
    #[arg(long, long_help = VARIANTS)]
    variants: bool,
    /// Also convert domain names (RFC 3987, 3.1 and 3.2.1)
    #[arg(long, long_help = DOMAINS)]
    domains: bool,
    /// Print the steps of RFC 3987 below each result
    #[arg(long, conflicts_with = "count")]
    trace: bool,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = JSON, conflicts_with = "count")]
    json: bool,
    #[command(flatten)]
    invalid: InvalidArgs,
    #[command(flatten)]
    less: VerbosityArgs,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &'static Args, out: &mut Output) -> Result<Outcome, Stop> {
    if args.iri && (args.delimiters || args.nfc) {
        let option = if args.delimiters { "--delimiters" } else { "--nfc" };
        let why = format!("{option} is for conversion to a URI (RFC 3987, 3.1): leave out --iri");
        return Err(Usage::new(why).into());
    }
    if !args.iri && (args.blanks || args.variants) {
        let option = if args.blanks { "--blanks" } else { "--variants" };
        let why = format!("{option} is for conversion to an IRI (RFC 3987, 3.2): add --iri");
        return Err(Usage::new(why).into());
    }
    let input = Input::new(&args.strings, &args.files, &args.less)?
        .threads(&args.threads)
        .read_by("convert", ArgumentKind::References(Edition::Rfc3987))?
        .invalid(args.invalid.how());
    let done = input.each(out, move |out, item| one(args, out, item))?;
    let counts = done.counts.summary("converted", ["converted", "not converted"]);
    Ok(done.end(&args.less, out, &counts)?)
}

fn one(args: &Args, out: &mut Output, item: &Item<'_>) -> io::Result<Outcome> {
    let mut rows = Vec::new();
    let wants_steps = args.trace || args.json;
    let each = |step: MappingStep<'_>| {
        rows.push((step.section, step.label, step.does, step.value.to_owned()));
    };
    let converted = utf8(item.bytes()).and_then(|text| args.converted(text, wants_steps, each));
    let outcome = Outcome::from_bool(converted.is_ok());
    if args.json && converted.is_err() && args.invalid.how() == Invalid::Skip {
        return Ok(outcome);
    }
    if args.json {
        let steps = rows.iter().map(|(section, label, does, value)| {
            let record = Record::new().with("section", section).with("label", label);
            record.with("does", does).with("value", value)
        });
        Record::of(Edition::Rfc3987)
            .given("input", item.bytes())
            // A string is valid even if its host is not a domain name.
            .with("valid", matches!(converted, Ok(_) | Err(Fault::Mapping(MappingError::Name(_)))))
            .with("converted", converted.as_deref().ok())
            .with_all("steps", steps)
            .with_record("error", converted.as_ref().err().map(|fault| fault.record(None)))
            .print(out)?;
        return Ok(outcome);
    }
    match &converted {
        Ok(text) => out.string(text),
        Err(fault) => {
            return args.invalid.how().answer(item.bytes(), out, |out| {
                fault.report(out, item.origin, None, item.bytes())
            });
        }
    }
    if args.trace {
        let label_width = rows.iter().map(|(_, label, ..)| label.len()).max().unwrap_or(0);
        let does_width = rows.iter().map(|(.., does, _)| does.len()).max().unwrap_or(0);
        for (section, label, does, value) in &rows {
            writeln!(out, "  {section}  {label:<label_width$}  {does:<does_width$}  {value}")?;
        }
    }
    Ok(outcome)
}

impl Args {
    fn converted(
        &self,
        text: &str,
        wants_steps: bool,
        each: impl FnMut(MappingStep<'_>),
    ) -> Result<String, Fault> {
        if self.iri {
            Reference::parse(Edition::Rfc3986, text).map_err(|error| Fault::of(error, text))?;
            let mapping =
                ToIri::new().names(self.domains).blanks(self.blanks).variants(self.variants);
            let iri = if wants_steps { mapping.trace(text, each) } else { mapping.convert(text) };
            return Ok(iri.into_owned());
        }
        let mapping = ToUri::new().delimiters(self.delimiters).nfc(self.nfc).names(self.domains);
        let mapped = if wants_steps { mapping.trace(text, each) } else { mapping.map(text) };
        mapped.map(|uri| uri.into_string()).map_err(|error| {
            // The place of an error can be shown only in the original string, before NFC and the mapping of the host.
            match (error, ToUri::new().delimiters(self.delimiters).map(text)) {
                (MappingError::Reference(_), Err(MappingError::Reference(error))) => {
                    fault(error, text)
                }
                (error, _) => Fault::Mapping(error),
            }
        })
    }
}

/// Returns the fault of a string that is not an IRI reference. If `--delimiters` changes the error, it is not
/// explained, since the explanation would be about the delimiters.
fn fault(error: ParseError, text: &str) -> Fault {
    let is_plain = Reference::parse(Edition::Rfc3987, text).is_err_and(|plain| plain == error);
    if is_plain { Fault::of(error, text) } else { Fault::Parse(error) }
}
