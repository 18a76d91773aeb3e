//! A crawler's queue: the pages of one site, each once.
//!
//! ```text
//! crawler [PAGE LINK...]
//! ```
//!
//! Nothing is fetched. Without arguments, the program shows a sample.

use std::collections::HashSet;
use std::error::Error;
use std::io::{self, Write};

use urispec::{Rung, Uri, UriBuf, UriRef};

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
];

/// The pages of a site that were seen, and those still to visit.
struct Frontier {
    home: UriBuf,
    seen: HashSet<UriBuf>,
}

impl Frontier {
    /// Returns the page of a link, if it is on the site and new.
    fn add(&mut self, base: &Uri<'_>, link: &str) -> Result<Option<UriBuf>, Box<dyn Error>> {
        // Links are not always valid references, but their intent is often clear.
        let target = UriRef::repair(link)?.into_buf().resolve_against(*base)?;
        if !target.same_origin(&self.home) {
            return Ok(None);
        }
        // A fragment is a place in the page (3.5).
        let page = target.without_fragment().normalize_to(Rung::Scheme);
        Ok(self.seen.insert(page.clone()).then_some(page))
    }
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let sample: Vec<_> = SAMPLE.iter().map(|&text| text.to_owned()).collect();
    let args = if args.is_empty() { &sample } else { args };
    let (page, links) = args.split_first().ok_or("crawler [PAGE LINK...]")?;
    let home = UriBuf::parse(page)?;
    let mut frontier = Frontier { seen: HashSet::from([home.normalize_to(Rung::Scheme)]), home };
    let base = frontier.home.clone();
    for link in links {
        match frontier.add(&base.as_borrowed(), link) {
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
