//! Extraction finds planted URIs: between each pair of delimiters of the module `extract` exactly these URIs, at their
//! bytes.

use urispec::{Edition, Reference};
use urispec_lint::extract::{Delimiter, Extract};

/// The text before a URI and after it.
pub(crate) struct Context {
    before: &'static str,
    after: &'static str,
    delimiter: Delimiter,
}

const fn bare(before: &'static str, after: &'static str) -> Context {
    Context { before, after, delimiter: Delimiter::WhiteSpace }
}

/// The contexts that the documentation names.
pub(crate) static CONTEXTS: [Context; 36] = [
    Context { before: "<", after: ">", delimiter: Delimiter::AngleBrackets },
    Context { before: "<URL:", after: ">", delimiter: Delimiter::AngleBrackets },
    Context { before: "< url: ", after: " >", delimiter: Delimiter::AngleBrackets },
    Context { before: "<\r\n", after: "\r\n>", delimiter: Delimiter::AngleBrackets },
    Context { before: "see <", after: ">.", delimiter: Delimiter::AngleBrackets },
    Context { before: "é<", after: ">é", delimiter: Delimiter::AngleBrackets },
    Context { before: "\"", after: "\"", delimiter: Delimiter::Quotes },
    Context { before: "<a href=\"", after: "\">", delimiter: Delimiter::Quotes },
    Context { before: "{\"url\":\"", after: "\"}", delimiter: Delimiter::Quotes },
    bare("", ""),
    bare("", "\n"),
    bare("", "\r\n"),
    bare("\n", ""),
    bare(" ", " "),
    bare("\t", "\t"),
    bare(" ", "."),
    bare(" ", ","),
    bare(" ", ";"),
    bare(" ", ":"),
    bare(" ", "!"),
    bare(" ", "?"),
    bare(" ", "?!"),
    bare(" ", "..."),
    bare("'", "'"),
    bare("(", ")"),
    bare("(see ", ")."),
    bare("(", "),"),
    bare("[", "]"),
    bare("[text](", ")"),
    bare("![](", ")."),
    bare("`", "`"),
    bare("{", "}"),
    bare("|", "|"),
    bare("é", " "),
    bare("“", "”"),
    bare("，", "。"),
];

const SPACES: [&str; 3] = ["\n", "\r\n", " "];

/// Returns whether extraction promises to find a URI in a context as it is.
fn is_promised(edition: Edition, uri: &str, context: &Context) -> bool {
    let Ok(read) = Reference::parse(edition, uri) else { return false };
    let Some(scheme) = read.scheme() else { return false };
    let rest = &uri[scheme.len() + 1..];
    // `URL:` is a prefix, and what holds a delimiter is not delimited.
    let is_clear = !uri.contains(['<', '>', '"']) && !uri.contains(char::is_whitespace);
    if rest.is_empty() || !is_clear || scheme.eq_ignore_ascii_case("url") {
        return false;
    }
    if context.delimiter != Delimiter::WhiteSpace {
        return true;
    }
    // A bare word is a URI if it has `//` after its scheme, or a scheme that the documents name, and has more.
    let is_plain =
        scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_meant = match rest.strip_prefix("//") {
        Some(rest) => is_plain && !rest.is_empty(),
        None => scheme.eq_ignore_ascii_case("mailto"),
    };
    let count = |which: char| uri.matches(which).count();
    let is_open = count('(') != count(')');
    if !is_meant || is_open || uri.ends_with(['.', ',', ';', ':', '!', '?', '\'', '(', ')']) {
        return false;
    }
    // The URI goes as far as the edition derives, less the punctuation at its end.
    let Some(next) = context.after.chars().next() else { return true };
    let is_punctuation = context.after.chars().all(|next| ".,;:!?')".contains(next));
    let longer = format!("{uri}{next}");
    let goes_on = |whole: &urispec::Recognizer| {
        whole.acceptor().offset(longer.as_bytes()).is_none_or(|offset| offset > uri.len())
    };
    next.is_whitespace() || is_punctuation || !edition.whole().iter().any(goes_on)
}

/// Plants the URIs, each in a context that `choose` names, and finds them again. Returns how many were planted.
pub(crate) fn holds(
    edition: Edition,
    uris: &[&str],
    mut choose: impl FnMut(usize) -> usize,
) -> usize {
    let (mut text, mut planted) = (String::new(), Vec::new());
    for uri in uris {
        let context = &CONTEXTS[choose(CONTEXTS.len())];
        if !is_promised(edition, uri, context) {
            continue;
        }
        if !text.is_empty() {
            text += SPACES[choose(SPACES.len())];
            text += "Words stand between.";
            text += SPACES[choose(SPACES.len())];
        }
        text += context.before;
        let start = text.len() as u64;
        text += uri;
        planted.push(((*uri).to_owned(), start..text.len() as u64, context.delimiter));
        text += context.after;
    }
    let found = Extract::from_edition(edition, text.as_bytes()).map(|found| {
        let found = found.expect("nothing fails in reading");
        (found.uri().to_owned(), found.span().clone(), found.delimiter())
    });
    assert_eq!(found.collect::<Vec<_>>(), planted, "{edition}: {text:?}");
    planted.len()
}
