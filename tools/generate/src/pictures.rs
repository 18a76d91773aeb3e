//! The pictures of the documentation: SVG images for the README and the chapters, and one as an HTML element with the
//! image inside, because the documentation of the library cannot include files.

use std::error::Error;

use urispec::Edition;
use urispec::percent::{self, Keep};
use urispec_views::parse::parse;
use urispec_views::picture::{railroad, uri};

/// The URI whose components RFC 3986, section 3, draws.
const URI: &str = "foo://example.com:8042/over/there?name=ferret#nose";

/// A URI with an invalid port: the picture shows where the string leaves the grammar.
const WRONG: &str = "http://example.com:80a/over/there";

/// Returns the files, each with its text.
pub(crate) fn all() -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
    let production = Edition::default().whole()[0];
    let uri = uri::svg(production, URI, &parse(production, URI), None);
    let wrong = uri::svg(production, WRONG, &parse(production, WRONG), None);
    let data = percent::encode(uri.trim_end(), Keep::Unreserved);
    let image = format!(
        "<img alt=\"The components of {URI}, and its tree\" src=\"data:image/svg+xml,{data}\">\n"
    );
    Ok(vec![
        ("docs/pictures/uri.svg", uri),
        ("docs/pictures/wrong.svg", wrong),
        ("docs/pictures/uri.html", image),
        ("docs/pictures/way.svg", way()?),
    ])
}

/// Returns the railroad diagram of `URI` with the path that a string takes.
fn way() -> Result<String, Box<dyn Error>> {
    let production = Edition::default().production("URI")?;
    let grammar = urispec_audit::any(production.grammar())?;
    let printed = grammar.as_printed().ok_or("the grammar is printed")?;
    let term = |name: &str| printed.production(name)?.term.as_ref().ok();
    let uri = term("URI").ok_or("a URI has a term")?;
    let expand = railroad::Expand { levels: 1, term: &term };
    let way = railroad::way(&grammar, production, "http://a/b?c", expand.levels);
    Ok(railroad::image("URI", uri, &expand, way.as_ref()) + "\n")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_pictures_are_current() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (path, text) in super::all().unwrap() {
            assert_eq!(fs::read_to_string(root.join(path)).unwrap(), text, "{path}");
        }
    }
}
