//! Lists the links of a page by host, and the invalid links with the reason.
//!
//! ```text
//! link_checker [--strict] [BASE FILE]
//! ```
//!
//! The file is HTML, or `-` for standard input. White space around an `href` is stripped, as HTML says, and an `href`
//! that only lacks percent-encoding is repaired, unless `--strict` is given. The links are references of RFC 3986; for
//! what a browser makes of them, see the example `crawler`. Without a file, a sample page is read.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{self, Write};

use urispec::{Normalizer, Rung, Uri, UriBuf, UriRef, UriRefBuf};

const BASE: &str = "https://example.com/docs/guide/";

const PAGE: &str = r#"
<a href="../index.html">up</a> <a href="./">here</a> <a href="HTTPS://EXAMPLE.com:443/docs/guide">here</a>
<a href="//static.example/logo%7eold.svg#top">logo</a> <a href=" ?q=a b|c ">search</a>
<a href="mailto:me@example.com">write</a> <a href="http://example.com:80a/">a typing error</a>
"#;

/// Returns the values of the `href` attributes, which must be in double quotes.
fn hrefs(html: &str) -> impl Iterator<Item = &str> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// Parses a link as a reference, or repairs one that lacks percent-encoding.
fn read(link: &str, strict: bool, out: &mut dyn Write) -> Result<UriRefBuf, Box<dyn Error>> {
    if strict {
        return Ok(UriRef::parse(link)?.to_owned());
    }
    // "Strip leading and trailing ASCII whitespace"; `repair` takes it as data.
    let link = link.trim_ascii();
    let repaired = UriRef::repair(link)?;
    for repair in repaired.repairs() {
        writeln!(out, "mended {link}: {repair}")?;
    }
    Ok(repaired.into_buf())
}

/// Returns the target of a link in a form that is equal for all links to one page.
fn target(link: &UriRefBuf, base: Uri<'_>) -> Result<UriBuf, Box<dyn Error>> {
    let target = link.resolve_against(base)?;
    let normalizer = Normalizer::new().to(Rung::Scheme).ignore_fragment(true);
    Ok(UriBuf::parse(normalizer.normalize(&target).as_str())?)
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let strict = args.iter().any(|arg| arg == "--strict");
    let args: Vec<_> = args.iter().filter(|arg| *arg != "--strict").collect();
    let (base, page) = match args[..] {
        [] => (BASE.to_owned(), PAGE.to_owned()),
        [base, file] if file == "-" => (base.clone(), io::read_to_string(io::stdin())?),
        [base, file] => (base.clone(), std::fs::read_to_string(file)?),
        _ => return Err("link_checker [--strict] [BASE FILE]".into()),
    };
    let base = Uri::parse(&base)?;
    let mut by_host = BTreeMap::<String, BTreeSet<UriBuf>>::new();
    for link in hrefs(&page) {
        match read(link, strict, out).and_then(|link| target(&link, base)) {
            Ok(target) => {
                let host = target.host().map_or("no host".to_owned(), |host| host.to_string());
                by_host.entry(host).or_default().insert(target);
            }
            Err(error) => writeln!(out, "refused {link}: {error}")?,
        }
    }
    for (host, targets) in by_host {
        writeln!(out, "{host}")?;
        for target in targets {
            writeln!(out, "  {target}")?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
