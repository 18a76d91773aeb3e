//! What every page has around its text.

use maud::{DOCTYPE, Markup, html};

use super::{Site, matrix};

/// What a page may do: show itself with its style sheet, and run the one script of the site.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'";

/// A page. The way is that from the page to the folder of the site, empty or `../`; the path names what is
/// above the page, with addresses.
pub(super) fn page(
    title: &str,
    way: &str,
    site: &Site,
    path: &[(String, &str)],
    body: &Markup,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href=(format!("{way}style.css"));
                script src=(format!("{way}site.js")) data-way=(way) defer {}
            }
            body {
                a.skip href="#:text" { "Skip to the text" }
                header {
                    @if !path.is_empty() {
                        nav aria-label="Where this page is" {
                            ol {
                                @for (address, name) in path {
                                    li { a href=(address) { (name) } }
                                }
                            }
                        }
                    }
                    @if site.has_matrix() {
                        a href=(format!("{way}{}", matrix::FILE)) { "Productions by documents" }
                    }
                    // The script puts the search here.
                    div.search {}
                }
                main id=":text" { (body) }
                footer {
                    p { "Written by " code { "urispec explain --site" } ". Nothing is sent anywhere." }
                }
            }
        }
    }
}
