//! What every page has around its text.

use maud::{DOCTYPE, Markup, html};

/// What a page may do: show itself with its style sheet. There is no script.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; \
                      form-action 'none'";

/// A page. The way is that from the page to the folder of the site, empty or `../`; the path names what is
/// above the page, with addresses.
pub(super) fn page(title: &str, way: &str, path: &[(String, &str)], body: &Markup) -> Markup {
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
            }
            body {
                a.skip href="#text" { "Skip to the text" }
                @if !path.is_empty() {
                    header {
                        nav aria-label="Where this page is" {
                            ol {
                                @for (address, name) in path {
                                    li { a href=(address) { (name) } }
                                }
                            }
                        }
                    }
                }
                main id="text" { (body) }
                footer {
                    p { "Written by " code { "urispec explain --site" } ". Nothing is sent anywhere." }
                }
            }
        }
    }
}
