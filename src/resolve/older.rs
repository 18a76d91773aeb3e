//! Resolution by the documents before RFC 3986, exactly as each document defines it, and the string
//! buffer in which these documents merge paths.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::dot_segments::has_dot_segments;
use super::target::StepLog;
use super::{AboveRoot, ResolveError, Resolved, Target, Warning, dot_segments};
use crate::parts::split::{Components, split, split_by_rfc1808};

// RFC 1630, section 4.1.3: partial forms, and runs of slashes.
//
// The prose works on the whole context URI: the context is cut, the partial form is appended, and only then are the
// components split.
//
// Surprising cases, each exactly as the document states:
//
// - `/g` in the context of `magic://a/b/c//d/e/f` is `magic://a/b/c//d/g`, since there is a `//` to the right of the
//   first single slash; the document's example has `magic://a/g`.
// - The document has no authority: the text after `//` is an element of the path like others (8), and so are the two
//   void ones before it. `../../g` in the context of `magic://a/b` is `magic:/g`.
// - The empty partial form is a partial form: the result is the context without its last part. No sentence makes it
//   the current document: in 4.1.4 a fragment follows a URL, and nothing else is specified.
// - The text removed is "xxx/../", which ends in a slash, so that a final `..` is kept. `..` in the context of
//   `magic://a/b/c` is `magic://a/b/..`. None of the printed examples ends so.
//
// An "xxx" is an element other than `.` and `..`, whose meaning is reserved (4.1.1, 4.1.3).

pub(super) fn rfc1630<'a>(
    base: &Components<'a>,
    partial: &Components<'a>,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let scheme = base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    // "If the scheme parts are different, the whole absolute URI must be given."
    if partial.scheme.is_some() {
        if log.is_on() {
            log.value("4.1.3", "the whole absolute URI is given", Some(&partial.to_string()));
        }
        return Ok(Resolved::Target(Target::of(partial)?));
    }
    log.value("4.1.3", "the scheme is omitted: the context's", base.scheme);
    let given = Components { fragment: None, ..*partial }.to_string();
    let context = Components { query: None, fragment: None, ..*base }.to_string();
    let slashes = given.len() - given.trim_start_matches('/').len();
    let kept = if slashes > 0 {
        let kept = &context[..run(&context, slashes).ok_or(ResolveError::NoRun(slashes))?];
        log.value("4.1.3", "the context up to the run of slashes", Some(kept));
        kept
    } else {
        let kept = dot_segments::all_but_the_last_segment(&context);
        let kept = if kept.is_empty() { &context[..=scheme.len()] } else { kept };
        log.value("4.1.3", "all but the last part of the context", Some(kept));
        kept
    };
    let mut text = format!("{kept}{given}");
    log.value("4.1.3", "the partial form after it", Some(&text));
    if slashes == 0 {
        let path = scheme.len() + 1;
        let path = path..text.find('?').unwrap_or(text.len());
        text.replace_range(path.clone(), &without_dots(&text[path]));
        log.value("4.1.3", "all \"xxx/../\" and \"/.\" removed", Some(&text));
    }
    if let (Some(fragment), true) = (partial.fragment, log.is_on()) {
        let text = format!("{text}#{fragment}");
        log.value("4.1.4", "the fragment identifier after it", Some(&text));
    }
    let parts = split(&text);
    Ok(Resolved::Target(Target {
        scheme: scheme.into(),
        authority: parts.authority.map(|authority| Cow::Owned(authority.to_owned())),
        path: Cow::Owned(parts.path.to_owned()),
        query: parts.query.map(|query| Cow::Owned(query.to_owned())),
        fragment: partial.fragment.map(Into::into),
        found: Vec::new(),
        is_done: false,
    }))
}

/// Removes dot segments: "all occurrences of "xxx/../" or "/." are recursively removed".
///
/// Whichever of the two occurs first is removed first. The order matters in one case: `x/../.` at
/// the beginning of a path leaves a `.` that no slash precedes.
fn without_dots(path: &str) -> String {
    let mut elements = path.split('/').peekable();
    let mut kept: Vec<&str> = Vec::new();
    while let Some(element) = elements.next() {
        let before = kept.last().filter(|before| !matches!(**before, "." | ".."));
        match element {
            "." if !kept.is_empty() => {}
            ".." if before.is_some() && elements.peek().is_some() => {
                kept.pop();
            }
            _ => kept.push(element),
        }
    }
    kept.join("/")
}

/// Returns the offset of the first run of exactly `slashes` slashes. If there are longer runs, searches only the
/// text after the last of them.
fn run(context: &str, slashes: usize) -> Option<usize> {
    let mut found = None;
    let mut at = context.len();
    // From the right: a longer run ends the search.
    while let Some(end) = context[..at].rfind('/') {
        let start = context[..end].trim_end_matches('/').len();
        match (end + 1 - start).cmp(&slashes) {
            core::cmp::Ordering::Greater => break,
            core::cmp::Ordering::Equal => found = Some(start),
            core::cmp::Ordering::Less => {}
        }
        at = start;
    }
    found
}

// RFC 1808, section 4: steps 1 to 7.
//
// The components are those of section 2.4, found in the recomposed string: Appendix B of the later documents also ends
// the network location at "?".
//
// Surprising cases, each exactly as the document states:
//
// - An empty component is absent: `g?` is `g`, and `?` and `#` are as empty as the empty reference, and inherit from
//   the base. By 2.4.6 a parser remembers only the slash among the delimiters. The delimiter `//` is kept with the
//   base's `net_loc`, since no sentence calls an absent `net_loc` empty: `g` against `file:///a` is `file:///g`. But an
//   empty one inherits (step 3): `///g` against `http://a/b` is `http://a/g`.
// - The fragment of the base is inherited if the reference is empty.
// - `g` against `http://a` is `http://a/g`: step 6 leaves no slash, but the recombined form is that of 2.1, which has
//   one between `net_loc` and path.

/// The components of RFC 1808, 2.1. An absent scheme or net_loc is `None`; any other absent component is empty.
struct Parsed<'t> {
    scheme: Option<&'t str>,
    net_loc: Option<&'t str>,
    /// The path, with the slash that may precede it (RFC 1808, 2.4.6).
    path: &'t str,
    params: &'t str,
    query: &'t str,
    fragment: &'t str,
}

impl<'t> Parsed<'t> {
    /// Parses a URL by RFC 1808, 2.4.
    fn of(text: &'t str) -> Self {
        let parts = split_by_rfc1808(text);
        // 2.4.5: the params are what follows the first ";".
        let (path, params) = parts.path.split_once(';').unwrap_or((parts.path, ""));
        Self {
            scheme: parts.scheme,
            net_loc: parts.authority,
            path,
            params,
            query: parts.query.unwrap_or_default(),
            fragment: parts.fragment.unwrap_or_default(),
        }
    }

    /// Returns whether all components are empty.
    fn is_empty(&self) -> bool {
        let Self { scheme, net_loc, path, params, query, fragment } = self;
        let others = [net_loc.unwrap_or_default(), path, params, query, fragment];
        scheme.is_none() && others.into_iter().all(str::is_empty)
    }

    /// Returns whether a valid URL is a `generic-RL`: the text after a `net_loc` does not begin with `//`.
    fn is_generic(&self) -> bool {
        self.net_loc.is_none() || !self.path.starts_with("//")
    }
}

pub(super) fn rfc1808<'a>(
    base: &Components<'a>,
    embedded: &Components<'a>,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let (base_text, text) = (base.to_string(), embedded.to_string());

    // Step 1: the base is established by the caller. If it is empty, the URL is taken for absolute.
    // Step 2: both are parsed.
    let (from, url) = (Parsed::of(&base_text), Parsed::of(&text));
    if base_text.is_empty() {
        log.line("4", "1) the base is empty: absolute");
        let target = whole(embedded, &text).map_err(|_| ResolveError::NotAbsolute)?;
        return Ok(Resolved::Target(target));
    }
    // a) Entirely empty: the base, and done.
    if url.is_empty() {
        let target = whole(base, &base_text)?;
        log.value("4", "2a) entirely empty: the base", Some(&base_text));
        return Ok(Resolved::Target(target));
    }
    // b) Starts with a scheme name: absolute, and done.
    if url.scheme.is_some() {
        log.value("4", "2b) a scheme is given: absolute", url.scheme);
        return Ok(Resolved::Target(whole(embedded, &text)?));
    }
    // c) Otherwise the scheme is the base's.
    let scheme = scheme_of(base, &from).ok_or(ResolveError::BaseWithoutScheme)?;
    log.value("4", "2c) the scheme is the base's", Some(scheme));
    let mut target = Target {
        scheme: scheme.into(),
        authority: url.net_loc.map(owned),
        path: owned(url.path),
        query: None,
        fragment: embedded.fragment.filter(|fragment| !fragment.is_empty()).map(Into::into),
        found: Vec::new(),
        is_done: false,
    };
    if !from.is_generic() {
        target.found.push(Warning::BaseNotGeneric);
    }
    let (params, query) = inherit(&from, &url, &mut target, log);
    // Step 7: the components are recombined, in the form of 2.1.
    let mut path = target.path.into_owned();
    let is_followed = [&*path, params, query].into_iter().any(|text| !text.is_empty());
    if target.authority.is_some() && is_followed && !path.starts_with('/') {
        path.insert(0, '/');
    }
    if !params.is_empty() {
        path += ";";
        path += params;
    }
    target.path = path.into();
    target.query = (!query.is_empty()).then(|| owned(query));
    Ok(Resolved::Target(target))
}

/// Performs steps 3 to 6 of RFC 1808, 4: sets the target's net_loc and path, and returns the params and the query.
fn inherit<'t>(
    from: &Parsed<'t>,
    url: &Parsed<'t>,
    target: &mut Target<'_>,
    log: &mut StepLog<'_>,
) -> (&'t str, &'t str) {
    let own = (url.params, url.query);
    // Step 3: net_loc non-empty: skip to step 7. Otherwise it is the base's, if any.
    if url.net_loc.is_some_and(|net_loc| !net_loc.is_empty()) {
        log.value("4", "3) net_loc is non-empty: skip to 7", url.net_loc);
        return own;
    }
    target.authority = from.net_loc.map(owned);
    log.value("4", "3) net_loc is the base's", from.net_loc);
    // Step 4: a path preceded by "/": skip to step 7.
    if url.path.starts_with('/') {
        log.value("4", "4) the path has a \"/\" before it: skip to 7", Some(url.path));
        return own;
    }
    // Step 5: path empty: it is the base's.
    if url.path.is_empty() {
        target.path = owned(from.path);
        log.value("4", "5) the path is empty, and is the base's", Some(from.path));
        // a) Params non-empty: skip to step 7. Otherwise they are the base's.
        if !url.params.is_empty() {
            log.value("4", "5a) params are non-empty: skip to 7", Some(url.params));
            return own;
        }
        log.value("4", "5a) params are the base's", Some(from.params));
        // b) Query non-empty: skip to step 7. Otherwise it is the base's.
        if !url.query.is_empty() {
            log.value("4", "5b) query is non-empty: skip to 7", Some(url.query));
            return (from.params, url.query);
        }
        log.value("4", "5b) query is the base's", Some(from.query));
        return (from.params, from.query);
    }
    // Step 6: the path goes in the place of the last segment of the base's.
    let mut text = dot_segments::all_but_the_last_segment(from.path).to_owned();
    log.value("4", "6) all but the last segment of the base", Some(&text));
    text += url.path;
    log.value("4", "6) the path in its place", Some(&text));
    remove_segments(&mut text, ["6a)", "6b)", "6c)", "6d)"], log);
    target.path = text.into();
    own
}

/// Returns the target of an absolute URL, which is the URL unchanged.
fn whole<'a>(url: &Components<'a>, text: &str) -> Result<Target<'a>, ResolveError> {
    let parts = split_by_rfc1808(text);
    Ok(Target {
        scheme: scheme_of(url, &Parsed::of(text)).ok_or(ResolveError::BaseWithoutScheme)?.into(),
        authority: parts.authority.map(owned),
        path: owned(parts.path),
        query: parts.query.map(owned),
        fragment: url.fragment.map(Into::into),
        found: Vec::new(),
        is_done: true,
    })
}

/// Returns the scheme that RFC 1808, 2.4, finds, borrowed from the given components.
fn scheme_of<'a>(given: &Components<'a>, parsed: &Parsed<'_>) -> Option<&'a str> {
    given.scheme.unwrap_or(given.path).get(..parsed.scheme?.len())
}

fn owned(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}

// draft-fielding-url-syntax-05, section 5.2: steps 1 to 7, in which the query rides in the buffer.

pub(super) fn url_syntax_05<'a>(
    base: &Components<'a>,
    reference: &Components<'a>,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let Components { scheme, authority: site, path, query, fragment } = *reference;

    // 1) The reference is parsed into its components: by the caller.
    // 2) Path empty; scheme, site and query undefined: the current document.
    if path.is_empty() && scheme.is_none() && site.is_none() && query.is_none() {
        log.value("5.2", "2) the current document", fragment);
        return Ok(Resolved::CurrentDocument { fragment });
    }
    // 3) Scheme defined: absolute, and done. Otherwise it is the base's.
    let is_default_base = *base == Components::default();
    if scheme.is_some() && (is_default_base || base.scheme.is_some()) {
        log.value("5.2", "3) the scheme is defined: absolute", scheme);
        return Ok(Resolved::Target(Target { is_done: true, ..Target::of(reference)? }));
    }
    if is_default_base {
        return Err(ResolveError::NotAbsolute);
    }
    let mut target = Target::of(&Components { scheme: base.scheme, ..*reference })?;
    log.value("5.2", "3) the scheme is the base's", base.scheme);
    // 4) Site defined: a network-path; skip to 7. Otherwise it is the base's.
    if site.is_some() {
        log.value("5.2", "4) the site is defined: skip to 7", site);
        return Ok(Resolved::Target(target));
    }
    target.authority = base.authority.map(Into::into);
    log.value("5.2", "4) the site is the base's", base.authority);
    // 5) A path that begins with "/": an absolute-path; skip to 7.
    if path.starts_with('/') {
        log.value("5.2", "5) the path begins with \"/\": skip to 7", Some(path));
        return Ok(Resolved::Target(target));
    }
    // 6) A relative-path is merged in a buffer.
    let mut text = dot_segments::all_but_the_last_segment(base.path).to_owned();
    log.value("5.2", "6a) all but the last segment of the base", Some(&text));
    text += path;
    log.value("5.2", "6b) the reference's path", Some(&text));
    if let Some(query) = query {
        text.push('?');
        text += query;
        log.value("5.2", "6c) \"?\" and the reference's query", Some(&text));
    }
    remove_segments(&mut text, ["6d)", "6e)", "6f)", "6g)"], log);
    // 6h, 6i) The query is the text after the first "?", the path the text before it.
    let (path, query) = text.split_once('?').map_or((&*text, None), |(p, q)| (p, Some(q)));
    log.value("5.2", "6h) the query, after the first \"?\"", query);
    log.value("5.2", "6i) the path, up to it", Some(path));
    (target.path, target.query) =
        (path.to_owned().into(), query.map(|query| query.to_owned().into()));
    Ok(Resolved::Target(target))
}

// RFC 2396, section 5.2: steps 1 to 7.

/// Resolves by the steps of RFC 2396, 5.2. If `loophole` is set, ignores the scheme of a reference if it is that of the
/// base, as step 3 permits. `above_root` chooses the treatment of `..` segments in step 6g.
pub(super) fn rfc2396<'a>(
    base: &Components<'a>,
    reference: &Components<'a>,
    loophole: bool,
    above_root: AboveRoot,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let Components { mut scheme, authority, path, query, fragment } = *reference;
    let mut target = Target::of(&Components { scheme: base.scheme, ..*reference })?;

    // 1) The reference is parsed into its components: by the caller.
    // 2) Path empty; scheme, authority and query undefined: the current document.
    if path.is_empty() && scheme.is_none() && authority.is_none() && query.is_none() {
        log.value("5.2", "2) the current document", fragment);
        return Ok(Resolved::CurrentDocument { fragment });
    }
    log.line("5.2", "2) query and fragment are the reference's");
    // 3, its loophole: a scheme that equals the base's, and is always used with `hier_part`, is dropped. Nothing is
    // known about schemes in general, so the base decides. If the rest is not a `hier_part`, it is a "misformed
    // relative reference".
    let base_is_hierarchical = base.path.is_empty() || is_hierarchical(base);
    if base_is_hierarchical && super::same_scheme(scheme, base.scheme) {
        if loophole {
            scheme = None;
            log.line("5.2", "3) the scheme is the base's and is dropped");
        } else if !is_hierarchical(reference) {
            target.found.push(Warning::SameScheme);
        }
    }
    // 3) Scheme defined: absolute, and done. Otherwise it is the base's.
    if let Some(scheme) = scheme {
        log.value("5.2", "3) the scheme is defined: absolute", Some(scheme));
        return Ok(Resolved::Target(Target { scheme: scheme.into(), is_done: true, ..target }));
    }
    // 5, before its algorithm: only a base that matches `hier_part` is suitable for a relative reference.
    if !is_hierarchical(base) {
        target.found.push(Warning::UnsuitableBase);
    }
    log.value("5.2", "3) the scheme is the base's", base.scheme);
    // 4) Authority defined: a network-path; skip to 7. Otherwise it is the base's.
    if authority.is_some() {
        log.value("5.2", "4) the authority is defined: skip to 7", authority);
        return Ok(Resolved::Target(target));
    }
    target.authority = base.authority.map(Into::into);
    log.value("5.2", "4) the authority is the base's", base.authority);
    // 5) A path that begins with "/": an absolute-path; skip to 7.
    if path.starts_with('/') {
        log.value("5.2", "5) the path begins with \"/\": skip to 7", Some(path));
        return Ok(Resolved::Target(target));
    }
    // 6) A relative-path is merged in a buffer.
    let mut text = dot_segments::all_but_the_last_segment(base.path).to_owned();
    log.value("5.2", "6a) all but the last segment of the base", Some(&text));
    text += path;
    log.value("5.2", "6b) the reference's path", Some(&text));
    remove_segments(&mut text, ["6c)", "6d)", "6e)", "6f)"], log);
    // 6g) Segments ".." that are left at the beginning: in error, with three ways to go on.
    if settle(&mut text, above_root, "6g)", log)? {
        target.found.push(Warning::AboveRoot);
    }
    // 6h) What remains is the path.
    log.labelled("6h)", "the path is what remains", &text);
    target.path = text.into();
    Ok(Resolved::Target(target))
}

/// Returns whether the text after the scheme matches `hier_part` (RFC 2396, 3).
fn is_hierarchical(uri: &Components<'_>) -> bool {
    uri.authority.is_some() || uri.path.starts_with('/')
}

// draft-fielding-uri-rfc2396bis-01, section 5.2: the pseudocode, with its names, and its merge.

/// Transforms the reference `r` into the target, relative to `base` (rfc2396bis-01, 5.2).
pub(super) fn rfc2396bis_01<'a>(
    base: &Components<'a>,
    r: &Components<'a>,
    validating: bool,
    above_root: AboveRoot,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let base_scheme = base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    let mut t = Target::of(&Components { scheme: Some(base_scheme), ..*r })?;

    let mut r_scheme = r.scheme;
    if !validating && super::same_scheme(r_scheme, base.scheme) {
        r_scheme = None;
        log.line("5.2", "undefine(R.scheme)");
    }

    if let Some(scheme) = r_scheme {
        log.line("5.2", "if defined(R.scheme)");
        t.scheme = scheme.into();
        log.value("5.2", "T.scheme = R.scheme", Some(scheme));
        keep_all(r, log);
        return Ok(Resolved::Target(t));
    }
    if r.authority.is_some() {
        log.line("5.2", "if defined(R.authority)");
        keep_all(r, log);
    } else {
        if r.path.is_empty() {
            log.line("5.2", "if (R.path == \"\")");
            if r.query.is_none() {
                log.value("5.2", "return (current-document, fragment)", r.fragment);
                return Ok(Resolved::CurrentDocument { fragment: r.fragment });
            }
            log.line("5.2", "if defined(R.query)");
            t.path = base.path.into();
            log.value("5.2", "T.path = Base.path", Some(base.path));
        } else if r.path.starts_with('/') {
            log.line("5.2", "if (R.path starts-with \"/\")");
            log.value("5.2", "T.path = R.path", Some(r.path));
        } else {
            let (merged, above_root) = merge(base.path, r.path, above_root, log)?;
            log.value("5.2", "T.path = merge(Base.path, R.path)", Some(&merged));
            t.path = merged.into();
            t.found.extend(above_root.then_some(Warning::AboveRoot));
        }
        log.value("5.2", "T.query = R.query", r.query);
        t.authority = base.authority.map(Into::into);
        log.value("5.2", "T.authority = Base.authority", base.authority);
    }
    log.value("5.2", "T.scheme = Base.scheme", base.scheme);
    // 5, before its algorithm: only a base that matches `hier-part` is suitable for a relative reference.
    let suits = base.authority.is_some() || base.path.is_empty() || base.path.starts_with('/');
    t.found.extend((!suits).then_some(Warning::UnsuitableBase));
    Ok(Resolved::Target(t))
}

/// Logs the assignments of the first two branches, which take all components but the scheme from the reference.
fn keep_all(r: &Components<'_>, log: &mut StepLog<'_>) {
    log.value("5.2", "T.authority = R.authority", r.authority);
    log.value("5.2", "T.path = R.path", Some(r.path));
    log.value("5.2", "T.query = R.query", r.query);
}

/// Performs the merge routine of rfc2396bis-01, 5.2. Returns the path, and whether segments ".." remain at its
/// beginning.
fn merge(
    base_path: &str,
    r_path: &str,
    above_root: AboveRoot,
    log: &mut StepLog<'_>,
) -> Result<(String, bool), ResolveError> {
    // 1. All but the last segment of the base's path; of an empty path, "/".
    let empty = base_path.is_empty();
    let mut text =
        if empty { "/" } else { dot_segments::all_but_the_last_segment(base_path) }.to_owned();
    log.value("5.2", "1. all but the last segment of the base", Some(&text));
    // 2. The reference's path.
    text += r_path;
    log.value("5.2", "2. the reference's path", Some(&text));
    remove_segments(&mut text, ["3.", "4.", "5.", "6."], log);
    // 7. Segments ".." that are left at the beginning: in error, with three ways to go on.
    let left = settle(&mut text, above_root, "7.", log)?;
    // 8. What remains is the path.
    log.labelled("8.", "the path is what remains", &text);
    Ok((text, left))
}

// The string buffer in which the editions before RFC 3986 merge paths: the removals of section 5.2, each in linear
// time.
//
// A segment is complete between two slashes, or between a slash and an end of the buffer. The empty text before a slash
// that begins the buffer is not a segment, so that `/../g` has none to remove, in accordance with the documents'
// examples (`../../../g` becomes `http://a/../g`).

/// Removes dot segments in four steps, and logs each step under its label.
pub(super) fn remove_segments(
    buffer: &mut String,
    labels: [&'static str; 4],
    log: &mut StepLog<'_>,
) {
    type Removal = (&'static str, fn(&mut String));
    let steps: [Removal; 4] = [
        ("\"./\" removed", remove_dots),
        ("a final \".\" removed", remove_final_dot),
        ("\"<segment>/../\" removed", remove_pairs),
        ("a final \"<segment>/..\" removed", remove_final_pair),
    ];
    for (label, (line, remove)) in labels.into_iter().zip(steps) {
        remove(buffer);
        log.labelled(label, line, buffer);
    }
}

/// Removes the dot segments of a path in the four steps of [`remove_segments`].
pub(crate) fn merge_dot_segments(path: &str) -> Cow<'_, str> {
    if !has_dot_segments(path) {
        return Cow::Borrowed(path);
    }
    let mut buffer = path.to_owned();
    remove_segments(&mut buffer, [""; 4], &mut StepLog::off());
    Cow::Owned(buffer)
}

/// Keeps, removes or refuses the ".." segments that remain at the beginning of the buffer, as
/// `above_root` chooses. Returns whether there are such segments and they are kept.
pub(super) fn settle(
    buffer: &mut String,
    above_root: AboveRoot,
    label: &'static str,
    log: &mut StepLog<'_>,
) -> Result<bool, ResolveError> {
    let parents = leading_parents(buffer).len();
    if parents == 0 {
        return Ok(false);
    }
    match above_root {
        AboveRoot::Keep => log.labelled(label, "\"..\" above the root kept", buffer),
        AboveRoot::Refuse => return Err(ResolveError::AboveRoot(buffer.clone())),
        AboveRoot::Remove => {
            let start = usize::from(buffer.starts_with('/'));
            buffer.replace_range(start..start + parents, "");
            log.labelled(label, "\"..\" above the root removed", buffer);
        }
    }
    Ok(above_root == AboveRoot::Keep)
}

/// Removes every "./" where "." is a complete segment.
pub(super) fn remove_dots(buffer: &mut String) {
    let (before, last) = divide(buffer);
    let kept = before.split_inclusive('/').filter(|&segment| segment != "./");
    *buffer = kept.chain([last]).collect();
}

/// Removes a final "." that is a complete segment.
pub(super) fn remove_final_dot(buffer: &mut String) {
    if divide(buffer).1 == "." {
        buffer.pop();
    }
}

/// Removes every "<segment>/../" whose segment is complete and not "..", leftmost first, until none is left.
pub(super) fn remove_pairs(buffer: &mut String) {
    let (before, last) = divide(buffer);
    let (mut root, mut kept) = ("", Vec::new());
    for segment in before.split_inclusive('/') {
        if segment == "../" && kept.last().is_some_and(|last| *last != "../") {
            kept.pop();
        } else if segment == "/" && kept.is_empty() && root.is_empty() {
            // The rest begins with a slash, before which there is no segment.
            root = segment;
        } else {
            kept.push(segment);
        }
    }
    *buffer = [root].into_iter().chain(kept).chain([last]).collect();
}

/// Removes a final "<segment>/.." whose segment is complete and not "..".
pub(super) fn remove_final_pair(buffer: &mut String) {
    let Some(before) = divide(buffer).0.strip_suffix('/').filter(|_| buffer.ends_with("/.."))
    else {
        return;
    };
    let start = before.rfind('/').map_or(0, |slash| slash + 1);
    // A slash that begins the buffer has no segment before it.
    if before[start..] != *".." && !(before.is_empty()) {
        buffer.truncate(start);
    }
}

/// Returns the complete segments ".." at the beginning of the buffer, after an initial slash if there is one.
pub(super) fn leading_parents(buffer: &str) -> &str {
    let rest = buffer.strip_prefix('/').unwrap_or(buffer);
    let parents = rest.split_inclusive('/').take_while(|segment| matches!(*segment, ".." | "../"));
    &rest[..parents.map(str::len).sum()]
}

/// Splits a path after its last slash: into the directories and the last segment.
fn divide(buffer: &str) -> (&str, &str) {
    buffer.split_at(buffer.rfind('/').map_or(0, |slash| slash + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(remove: fn(&mut String), buffer: &str, result: &str) {
        let mut text = buffer.to_owned();
        remove(&mut text);
        assert_eq!(text, result, "{buffer}");
    }

    #[test]
    fn dots() {
        check(remove_dots, "/b/c/./g", "/b/c/g");
        check(remove_dots, "././g", "g");
        check(remove_dots, "/a./.b/.", "/a./.b/.");
        check(remove_final_dot, "/b/c/.", "/b/c/");
        check(remove_final_dot, "/b/c.", "/b/c.");
        check(remove_final_dot, ".", "");
    }

    #[test]
    fn pairs() {
        check(remove_pairs, "/b/c/../g", "/b/g");
        check(remove_pairs, "/b/c/../../../g", "/../g");
        check(remove_pairs, "b/../../g", "../g");
        check(remove_pairs, "/b//../g", "/b/g");
        check(remove_pairs, "a/..//../g", "/../g");
        check(remove_pairs, "/b/c/..", "/b/c/..");
        check(remove_final_pair, "/b/c/..", "/b/");
        check(remove_final_pair, "c/..", "");
        check(remove_final_pair, "/..", "/..");
        check(remove_final_pair, "/../..", "/../..");
        check(remove_final_pair, "/b//..", "/b/");
    }

    #[test]
    fn parents_left_over() {
        assert_eq!(leading_parents("/../../g"), "../../");
        assert_eq!(leading_parents("/.."), "..");
        assert_eq!(leading_parents("../g/../h"), "../");
        assert_eq!(leading_parents("/..g"), "");
    }

    #[test]
    fn long_buffers() {
        let n = 1_000_000;
        check(remove_pairs, &("/a".repeat(n) + &"/..".repeat(n) + "/"), "/");
        check(remove_dots, &"./".repeat(n), "");
    }
}
