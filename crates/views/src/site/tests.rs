//! The site as a whole: every link leads somewhere, every page is sound, and nothing of a user is markup.

use std::collections::{HashMap, HashSet};

use urispec::audit::{GrammarText, Notation};

use super::*;

/// The values of an attribute, in the order of the text.
fn values<'t>(text: &'t str, attribute: &str) -> impl Iterator<Item = &'t str> {
    let begin = format!(" {attribute}=\"");
    let pieces: Vec<&str> = text.split(&begin).skip(1).collect();
    pieces.into_iter().filter_map(|piece| piece.split('"').next())
}

/// The path of an address that stands in a file.
fn target(from: &str, address: &str) -> String {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in address.split('/') {
        match part {
            ".." => folders.truncate(folders.len().saturating_sub(1)),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

/// Each file has a name of its own, each link leads to a file and an id, ids are unique, and headings
/// are in order.
#[track_caller]
fn is_sound(files: &[File], outside: &str) {
    let names: HashSet<_> = files.iter().map(|file| file.path.to_ascii_lowercase()).collect();
    assert_eq!(names.len(), files.len());
    let mut ids = HashMap::new();
    for File { path, text } in files {
        let all: Vec<&str> = values(text, "id").collect();
        let own: HashSet<&str> = all.iter().copied().collect();
        assert_eq!(own.len(), all.len(), "an id twice in {path}");
        ids.insert(&**path, own);
    }
    for File { path, text } in files.iter().filter(|file| file.path.ends_with(".html")) {
        for label in values(text, "aria-labelledby") {
            assert!(ids[&**path].contains(label), "{label} in {path}");
        }
        for address in values(text, "href").chain(values(text, "xlink:href")) {
            let is_outside = !outside.is_empty() && address.contains(outside);
            if is_outside || address.starts_with("https://") {
                continue;
            }
            let (to, id) = address.split_once('#').map_or((address, None), |(a, b)| (a, Some(b)));
            let to = if to.is_empty() { path.clone() } else { target(path, to) };
            let found = ids.get(&*to).unwrap_or_else(|| panic!("{address} in {path}"));
            assert!(id.is_none_or(|id| found.contains(id)), "{address} in {path}");
        }
        let headings = text.match_indices("<h").filter_map(|(at, _)| text[at + 2..].chars().next());
        let levels: Vec<u32> = headings.filter_map(|level| level.to_digit(10)).collect();
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{path}");
        assert!(levels[0] == 1 && levels.windows(2).all(|two| two[1] <= two[0] + 1), "{path}");
        // One script, from the site itself.
        let scripts: Vec<&str> = text.match_indices("<script").map(|(at, _)| &text[at..]).collect();
        let way = if path.contains('/') { "../" } else { "" };
        assert!(
            scripts.len() == 1 && scripts[0].starts_with(&format!("<script src=\"{way}site.js\" "))
        );
        assert!(!text.contains(" style=") && !text.contains(" onclick"), "{path}");
    }
}

#[test]
fn every_production_of_every_edition_has_a_page_and_every_link_leads_somewhere() {
    let options = Options { live: Some("../index.html"), patterns: false };
    let every: Vec<Edition> = Edition::every().collect();
    let files = of_editions(&every, options).unwrap();
    is_sound(&files, "../index.html#edition=");
    let mut count = 0;
    for production in every.iter().flat_map(|edition| edition.productions()) {
        let address = address(&production);
        let file = files.iter().find(|file| file.path == address);
        let heading = format!("<h1>{}</h1>", production.rule());
        assert!(file.unwrap_or_else(|| panic!("{address}")).text.contains(&heading));
        count += 1;
    }
    // The other files are the style sheet, two scripts, the index of all, the matrix, and one for each edition;
    // and the pages of names that an edition uses and does not print.
    assert!(files.len() >= count + 5 + every.len());
    let text = |path: &str| &*files.iter().find(|file| file.path == path).unwrap().text;
    let host = text("rfc3986/host.html");
    let live = "\"../../index.html#edition=rfc3986&amp;rule=host&amp;view=production\"";
    assert!(host.contains(live), "{host}");
    assert!(
        host.contains("href=\"https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2\""),
        "{host}"
    );
    // RFC 3986, 3.2.2: a sentence that names the production.
    assert!(host.contains("<p>The host subcomponent is case-insensitive.</p>"), "{host}");
    // A production of 1994 that RFC 3986 has under another name.
    assert!(text("rfc3986/pct-encoded.html").contains("href=\"../rfc1630/escape.html\""));
    // RFC 3986, 1.1.2, prints this one as an example of a URI.
    let uri = text("rfc3986/URI.html");
    assert!(uri.contains("tel:+1-816-555-1212&quot;</code> is a"), "{uri}");

    documents_stand_newest_first(text("index.html"));
    cells_compare_with_rfc_3986(text(matrix::FILE));
    every_entry_leads_somewhere(&files);
}

#[track_caller]
fn documents_stand_newest_first(index: &str) {
    let at = |edition: Edition| index.find(&format!("id=\"{edition}\"")).unwrap();
    assert!(
        at(Edition::Whatwg) < at(Edition::Rfc3986) && at(Edition::Rfc3986) < at(Edition::Rfc1630)
    );
    assert!(
        at(Edition::Rfc1630) < at(Edition::Rfc9110) && at(Edition::Rfc9110) < at(Edition::Rfc2141)
    );
}

/// RFC 2396, 3.2.2, has no address in brackets, and wants of a name a top label that begins with a letter;
/// `port` is `*DIGIT` in both; `fragment` is the same in RFC 6874, which says nothing of it.
#[track_caller]
fn cells_compare_with_rfc_3986(matrix: &str) {
    let row = |name: &str| {
        let begin = format!("<th scope=\"row\">{name}</th>");
        matrix.split_once(&begin).unwrap().1.split_once("</tr>").unwrap().0
    };
    for (name, cell) in [
        ("host", "host in rfc3986: what the others are compared with"),
        ("host", "host in rfc2396: fewer strings"),
        ("port", "port in rfc2396: the same strings"),
        ("fragment", "fragment in rfc6874: the same strings"),
    ] {
        assert!(row(name).contains(cell), "{cell} in {}", row(name));
    }
    assert!(row("port").contains("href=\"rfc2396/port.html\""));
}

#[track_caller]
fn every_entry_leads_somewhere(files: &[File]) {
    let script = &files.iter().find(|file| file.path == search::FILE).unwrap().text;
    let json = script.strip_prefix("urispecEntries=").unwrap().strip_suffix(";\n").unwrap();
    let entries: Vec<[String; 3]> = serde_json::from_str(json).unwrap();
    for [name, address, _] in &entries {
        let (path, id) = address.split_once('#').map_or((&**address, None), |(a, b)| (a, Some(b)));
        let file = files.iter().find(|file| file.path == path);
        let text = &file.unwrap_or_else(|| panic!("{name} {address}")).text;
        assert!(id.is_none_or(|id| text.contains(&format!(" id=\"{id}\""))), "{address}");
    }
    let of = |name: &str, remark: &str| {
        entries.iter().any(|entry| entry[0] == name && entry[2] == remark)
    };
    assert!(of("RFC 3986, STD 66, January 2005", "document"));
    assert!(of("reg-name", "RFC 3986, section 3.2.2"));
    assert!(of("dot-segment", "term, RFC 3986, section 3.3"));
    assert!(of("lower-case-escape", "lint, RFC 3986, section 2.1"));
}

#[test]
fn the_second_scheme_of_rfc_1630_has_its_own_page() {
    let schemes = Edition::Rfc1630.productions().filter(|one| one.rule() == "scheme");
    let addresses: Vec<String> = schemes.map(|one| address(&one)).collect();
    assert_eq!(addresses, ["rfc1630/scheme.html", "rfc1630/scheme.rfc1630-url.html"]);
}

#[test]
fn nothing_of_a_grammar_of_the_user_is_markup() {
    let text = "a ::= '</pre><script>alert(1)</script>' | A | con\n\
                A ::= '\"><img src=x onerror=alert(1)>'\n\
                con ::= [<>&] ausschließlich\nausschließlich ::= '&lt;' index\nindex ::= '('\n";
    let file = "x/\"><i>\u{202e}.ebnf";
    let read = urispec::audit::reader(Notation::W3c).read(GrammarText { file, text });
    let files = of_grammar(&AnyGrammar::printed(read.unwrap()));
    is_sound(&files, "");
    // A page for each production, two that list them, and the style sheet with two scripts.
    assert_eq!(files.len(), 5 + 2 + 3);
    for file in &files {
        // The entries of the search are strings of a script, which makes text of them.
        let is_page = file.path.ends_with(".html");
        for markup in ["<script>", "<img", "<i>"] {
            assert!(!is_page || !file.text.contains(markup), "{markup} in {}", file.path);
        }
        assert!(!file.text.contains('\u{202e}'), "{}", file.path);
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+=~/".contains(&byte);
        assert!(file.path.bytes().all(is_plain), "{}", file.path);
    }
}
