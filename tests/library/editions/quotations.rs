//! Sentences that are quoted: each stands in its document, in the section that the row names.
//!
//! Line breaks and runs of blanks are one blank, and the feet and heads of pages are skipped. RFC 1630 and the
//! drafts are searched as a whole: the one has no numbers of sections, and the others have lost their line
//! breaks. Of the URL Standard the markup is skipped.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use urispec::Edition;
use urispec_audit::{Requirement, Requirements};

/// Where the text of a document is, as far as it is at hand.
fn path(document: &str) -> String {
    match document {
        "url-syntax-05" => "seeds/draft-fielding-url-syntax-05.txt".to_owned(),
        "rfc2396bis-01" => "seeds/draft-fielding-uri-rfc2396bis-01.txt".to_owned(),
        "whatwg" => "spec/whatwg-url.bs".to_owned(),
        "did" => "spec/did-core.md".to_owned(),
        "pkg" => "spec/purl.md".to_owned(),
        rfc => format!("spec/rfc/{rfc}.txt"),
    }
}

fn text(document: &str) -> Option<String> {
    let shared =
        std::env::var_os("URISPEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let path = path(document);
    let bytes = fs::read(shared.join(&path)).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Some(if path.ends_with(".md") { laid_out(&text.replace("**", "")) } else { text })
}

/// A text in Markdown as the RFCs are laid out: a heading stands at the margin, and nothing else does.
fn laid_out(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix('#') {
        Some(heading) => heading.trim_start_matches('#').trim_start().to_owned(),
        None => format!("   {line}"),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The document and the section of a row: those of its own, or as `RFC 6874, 2` says.
fn place(edition: Edition, section: &str) -> (String, &str) {
    match section.split_once(", ") {
        Some((rfc, section)) => (rfc.to_lowercase().replace(' ', ""), section),
        None => (edition.id().to_owned(), section),
    }
}

/// Whether the line is the foot or the head of a page. A text that has lost its line breaks is one long line.
fn is_of_page(line: &str) -> bool {
    if line.len() > 100 {
        return false;
    }
    let is_foot = line.contains("[Page ") && line.trim_end().ends_with(']');
    let is_head = line.starts_with("RFC ") && line.contains("   ");
    is_foot || is_head
}

/// The number with which a line begins a section: `3.2.1` of `3.2.1.  User Information`, `A` of `Appendix A.`.
fn heading(line: &str) -> Option<&str> {
    let line = line.strip_prefix("Appendix ").unwrap_or(line);
    let (number, title) = line.split_once(' ')?;
    let number = number.trim_end_matches([':', '.']);
    let is_part = |(at, part): (usize, &str)| match part.as_bytes() {
        [letter] if at == 0 => letter.is_ascii_uppercase() || letter.is_ascii_digit(),
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    };
    let is_of_contents = title.contains("...") || title.contains(". .");
    (number.split('.').enumerate().all(is_part) && !is_of_contents).then_some(number)
}

/// The words of a section, or of the whole document if the section has no number.
fn words(text: &str, section: Option<&str>) -> String {
    let mut found = Vec::new();
    let mut current = None;
    for line in text.lines().filter(|line| !is_of_page(line)) {
        if let Some(number) = heading(line) {
            current = Some(number.trim_end_matches(".0").to_owned());
        }
        if section.is_none() || section == current.as_deref() {
            found.extend(line.split_whitespace());
        }
    }
    folded(&found.join(" "))
}

/// A word may be divided at the end of a line, behind its hyphen.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("- ", "-")
}

/// What a reader of the URL Standard sees: no tags, and the characters that are written as entities.
fn without_markup(text: &str) -> String {
    let mut seen = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        seen.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        rest = match rest.find(['<', '>']) {
            Some(end) if rest[end..].starts_with('>') => &rest[end + 1..],
            _ => {
                seen.push('<');
                rest
            }
        };
    }
    seen.push_str(rest);
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(seen, |text, (entity, character)| text.replace(entity, character))
}

#[test]
fn every_quotation_stands_in_its_document() {
    let (mut lost, mut known) = (Vec::new(), HashMap::new());
    for edition in Edition::every() {
        let Requirements { all, .. } = Requirements::from_edition(edition).unwrap();
        for Requirement { line, section, quoted, .. } in all {
            let Some(quoted) = quoted else { continue };
            let (document, section) = place(edition, section);
            let is_numbered = !["rfc1630", "url-syntax-05", "rfc2396bis-01", "whatwg", "pkg"]
                .contains(&&*document);
            let section = Some(section).filter(|section| {
                is_numbered && section.starts_with(|c: char| !c.is_ascii_lowercase())
            });
            let place = (document, section);
            let words = known.entry(place.clone()).or_insert_with(|| {
                let text = text(&place.0)?;
                let text = if place.0 == "whatwg" { without_markup(&text) } else { text };
                Some(words(&text, section))
            });
            let Some(words) = words else {
                eprintln!("{}: skipped, since its text is not at hand", place.0);
                continue;
            };
            if !words.contains(&folded(quoted)) {
                lost.push(format!("{edition}.requirements, line {line}: {quoted}"));
            }
        }
    }
    assert!(lost.is_empty(), "{} not found:\n{}", lost.len(), lost.join("\n"));
}

/// One sentence each: no quotation has a full stop that another sentence follows.
#[test]
fn a_quotation_is_one_sentence() {
    for edition in Edition::every() {
        for Requirement { line, quoted, .. } in Requirements::from_edition(edition).unwrap().all {
            let Some(quoted) = quoted else { continue };
            assert!(quoted.len() <= 520, "{edition}, line {line}: {} bytes", quoted.len());
            assert_eq!(quoted, quoted.trim(), "{edition}, line {line}");
            let parts: Vec<_> = quoted.split(". ").collect();
            let is_end = |(part, next): (&str, &str)| {
                let abbreviates = ["e.g", "i.e", "etc", "a.k.a", "viz", "vs"];
                next.starts_with(|c: char| c.is_ascii_uppercase())
                    && !abbreviates.iter().any(|word| part.ends_with(word))
            };
            let ends = parts
                .iter()
                .copied()
                .zip(parts.iter().copied().skip(1))
                .filter(|pair| is_end(*pair));
            assert_eq!(ends.count(), 0, "{edition}, line {line}: {quoted}");
        }
    }
}

#[test]
fn sections_are_cut_at_their_headings() {
    let text = "1.  A  . . . . 2\n\n1.  One\n   first\n\nAuthor  [Page 1]\nRFC 1   Title   May 1990\n\
                2.1. Two\n   percent-\n   encoded\nAppendix A.  Last\n  end\n";
    assert_eq!(words(text, Some("1")), "1. One first");
    assert_eq!(words(text, Some("2.1")), "2.1. Two percent-encoded");
    assert_eq!(words(text, Some("A")), "Appendix A. Last end");
    assert_eq!(without_markup("a <b c=d>e</b> &lt;f&gt; 1 < 2"), "a e <f> 1 < 2");
}
