//! A crawler's queue: the pages of one site, each once.
//!
//! ```text
//! crawler [PAGE LINK...]
//! ```
//!
//! HTML parses links by the URL Standard, so the program finds the pages that a browser would. Nothing is fetched.
//! Without arguments, the program shows a sample.

use std::collections::HashSet;
use std::error::Error;
use std::io::{self, Write};

use urispec::whatwg::{Url, ValidationError};

const SAMPLE: &[&str] = &[
    "https://example.com/shop/",
    "item?id=1",
    "./item?id=1#reviews",
    "HTTPS://EXAMPLE.com:443/shop/item?id=1",
    "../about%7Eus",
    "//cdn.example.com/logo.svg",
    "http://example.com/shop/",
    "mailto:shop@example.com",
    "item?id=[2]",
    "https://example.com",
    " cart ",
];

/// The pages of a site that were seen, and those still to visit.
struct Frontier {
    home: Url,
    seen: HashSet<Url>,
}

impl Frontier {
    /// Returns the page of a link, if it is on the site and new.
    fn add(&mut self, link: &str) -> Result<Option<Url>, ValidationError> {
        let mut page = self.home.join(link)?;
        // An opaque origin is the same as no other.
        if page.origin().is_none() || page.origin() != self.home.origin() {
            return Ok(None);
        }
        // A fragment is a place in the page.
        page.set_fragment("");
        Ok(self.seen.insert(page.clone()).then_some(page))
    }
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let sample: Vec<_> = SAMPLE.iter().map(|&text| text.to_owned()).collect();
    let args = if args.is_empty() { &sample } else { args };
    let (page, links) = args.split_first().ok_or("crawler [PAGE LINK...]")?;
    let home = Url::parse(page)?;
    let mut frontier = Frontier { seen: HashSet::from([home.clone()]), home };
    for link in links {
        match frontier.add(link) {
            Ok(Some(page)) => writeln!(out, "visit   {page}")?,
            Ok(None) => writeln!(out, "skip    {link}")?,
            Err(error) => writeln!(out, "refuse  {link}: {error}")?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
