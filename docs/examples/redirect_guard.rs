//! Decides whether a redirect may be followed: within one origin, or to an origin on a list.
//!
//! ```text
//! redirect_guard [START ALLOWED[,ALLOWED...] LOCATION...]
//! ```
//!
//! Each `Location` continues from the previous one (RFC 9110, 10.2.2). Without arguments, the program shows a sample.

use std::collections::HashSet;
use std::error::Error;
use std::io::{self, Write};

use urispec::{Origin, Uri, UriBuf, UriRef};

const SAMPLE: &[&str] = &[
    "https://shop.example/login?next=%2Fcart",
    "https://id.example,https://pay.example:8443",
    "/welcome",
    "https://ID.example:443/sso",
    "//evil.example/",
    "http://shop.example/cart",
    "https://id.example@evil.example/",
    "https://pay.example/",
    "https://shop.example:/cart",
];

/// Returns the origin of a URI with which a secret may be shared.
fn secure_origin(uri: &Uri<'_>) -> Option<Origin> {
    uri.origin().filter(|_| uri.has_scheme("https"))
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let sample: Vec<_> = SAMPLE.iter().map(|&text| text.to_owned()).collect();
    let args = if args.is_empty() { &sample } else { args };
    let [start, allowed, locations @ ..] = args else {
        return Err("redirect_guard [START ALLOWED[,ALLOWED...] LOCATION...]".into());
    };
    let mut at = UriBuf::parse(start)?;
    let mut origins = HashSet::new();
    origins.extend(secure_origin(&at.as_borrowed()));
    for text in allowed.split(',') {
        let origin = secure_origin(&Uri::parse(text)?);
        origins.insert(origin.ok_or_else(|| format!("{text} has no origin that is secure"))?);
    }
    for location in locations {
        let target = UriRef::parse(location)?.resolve_against(&at)?;
        match secure_origin(&target.as_borrowed()) {
            Some(origin) if origins.contains(&origin) => {
                writeln!(out, "follow  {}", target.redacted())?;
                at = target;
            }
            Some(origin) => writeln!(out, "refuse  {location}: {origin} is not on the list")?,
            None => writeln!(out, "refuse  {location}: not secure")?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
