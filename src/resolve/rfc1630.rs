//! RFC 1630, section 4.1.3: partial forms, and runs of slashes.
//!
//! The prose speaks of the whole context URI, and so does this: the context is cut and the partial
//! form put after it, and only then are the components looked for.
//!
//! The surprising case: by the rule `/g` in the context of `magic://a/b/c//d/e/f` is
//! `magic://a/b/c//d/g`, since `//` stands to the right of the first single slash; the document's
//! example has `magic://a/g`. The rule is implemented. Of "xxx/.." it takes the slash after it too,
//! or the example `../g` would be `magic://a/b/c//d//g`.

use super::trace::Log;
use super::{ResolveError, Resolved, Target, buffer};
use crate::split::{Components, split};

pub(super) fn resolve<'a>(
    base: &Components<'a>,
    partial: &Components<'a>,
    log: &mut Log<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let base_scheme = base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    // "If the scheme parts are different, the whole absolute URI must be given."
    if partial.scheme.is_some() {
        log.value("4.1.3", "the scheme is given: absolute", partial.scheme);
        return Ok(Resolved::Target(Target::of(partial)?));
    }
    log.value("4.1.3", "the scheme is omitted: the context's", base.scheme);
    // A partial form that is empty but for its fragment names a fragment of the context (4.1.4).
    let given = Components { fragment: None, ..*partial }.to_string();
    if given.is_empty() {
        return Ok(Resolved::CurrentDocument { fragment: partial.fragment });
    }
    let context = Components { query: None, fragment: None, ..*base }.to_string();
    let slashes = given.len() - given.trim_start_matches('/').len();
    let text = if slashes > 0 {
        let kept = &context[..run(&context, slashes).ok_or(ResolveError::NoRun(slashes))?];
        log.value("4.1.3", "the context up to the run of slashes", Some(kept));
        format!("{kept}{given}")
    } else {
        let kept = buffer::all_but_the_last_segment(&context);
        let kept = if kept.is_empty() { &context[..=base_scheme.len()] } else { kept };
        log.value("4.1.3", "all but the last part of the context", Some(kept));
        format!("{kept}{given}")
    };
    log.value("4.1.3", "the partial form after it", Some(&text));
    let parts = split(&text);
    let mut path = parts.path.to_owned();
    if slashes == 0 {
        // "All occurrences of xxx/.. or /. are removed": a final "/." goes with its slash.
        let final_dot: fn(&mut String) = |path| {
            path.truncate(path.strip_suffix("/.").unwrap_or(path).len());
            buffer::remove_final_dot(path);
        };
        for (line, remove) in [
            ("\"./\" removed", buffer::remove_dots as fn(&mut String)),
            ("a final \"/.\" removed", final_dot),
            ("\"xxx/../\" removed", buffer::remove_pairs),
            ("a final \"xxx/..\" removed", buffer::remove_final_pair),
        ] {
            remove(&mut path);
            log.value("4.1.3", line, Some(&path));
        }
    }
    Ok(Resolved::Target(Target {
        scheme: base_scheme,
        authority: parts.authority.map(|authority| authority.to_owned().into()),
        path: path.into(),
        query: parts.query.map(|query| query.to_owned().into()),
        fragment: partial.fragment,
        found: Vec::new(),
        is_done: false,
    }))
}

/// Where the first run of exactly that many slashes begins that has no longer run to its right.
fn run(context: &str, slashes: usize) -> Option<usize> {
    let mut found = None;
    let mut at = context.len();
    // From the right: a longer run ends the search.
    while let Some(end) = context[..at].rfind('/') {
        let start = context[..end].trim_end_matches('/').len();
        match (end + 1 - start).cmp(&slashes) {
            std::cmp::Ordering::Greater => break,
            std::cmp::Ordering::Equal => found = Some(start),
            std::cmp::Ordering::Less => {}
        }
        at = start;
    }
    found
}
