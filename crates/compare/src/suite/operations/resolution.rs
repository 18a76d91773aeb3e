//! Section 5.2, with one mistake.
//!
//! In: a base, a reference, and the mistake. Out: the target that a resolver has which makes that mistake. Without a mistake
//! the target is that of the pseudocode, which a test holds. What is forgotten is every licence of the document: what it
//! permits is no mistake, and the suite says of each case what is permitted.

use urispec::{Components, split};

use super::Faulty;

/// A mistake of a resolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResolutionFault {
    SchemeIgnored,
    SchemeKeepsDots,
    AuthorityKeepsDots,
    RootedKeepsDots,
    MergedKeepsDots,
    AuthorityIgnored,
    EmptyPathMerged,
    EmptyPathLosesDots,
    QueryOfBaseAlways,
    QueryOfBaseNever,
    QueryOfBaseWithPath,
    EmptyQueryUndefined,
    RootedMerged,
    AuthorityOfBaseDropped,
    FragmentDropped,
    NoSlashAfterAuthority,
    BaseNotCut,
    SlashBeforeRootless,
    QueryHasDotSegments,
    LeadingDots,
    DotAlone,
    DotWithin,
    DotAtEnd,
    DotsWithin,
    DotsAtEnd,
    DotsAboveRoot,
    EndLosesSlash,
    BeginsWithDot,
    EncodedDots,
    SlashesCollapse,
    EmptyAuthorityDropped,
    EmptyQueryDropped,
    EmptyFragmentDropped,
}

use ResolutionFault::*;

/// The mistakes, in the order of the algorithm: the section, what the resolver does, and what the document says.
pub(super) const FAULTS: [Faulty<ResolutionFault>; 33] = [
    (
        SchemeIgnored,
        "5.2.2",
        "the scheme of a reference is ignored",
        "a reference with a scheme takes no component from the base",
    ),
    (
        SchemeKeepsDots,
        "5.2.2",
        "dot segments stay behind a scheme",
        "dot segments are removed also if the reference has a scheme",
    ),
    (
        AuthorityIgnored,
        "5.2.2",
        "`//` begins a path",
        "a reference that begins with `//` has an authority of its own",
    ),
    (
        AuthorityKeepsDots,
        "5.2.2",
        "dot segments stay behind an authority",
        "dot segments are removed also if the reference has an authority",
    ),
    (
        EmptyPathMerged,
        "5.2.2",
        "an empty path is merged",
        "a reference with an empty path keeps the whole path of the base",
    ),
    (
        EmptyPathLosesDots,
        "5.2.2",
        "the path of the base loses its dot segments",
        "a path that is kept from the base keeps its dot segments",
    ),
    (
        QueryOfBaseAlways,
        "5.2.2",
        "the query of the base is kept beside an empty path",
        "a query of the reference replaces that of the base",
    ),
    (
        QueryOfBaseNever,
        "5.2.2",
        "the query of the base is dropped",
        "a reference with neither path nor query keeps the query of the base",
    ),
    (
        EmptyQueryUndefined,
        "5.2.2",
        "an empty query counts as none",
        "an empty query is defined, and replaces that of the base",
    ),
    (
        RootedMerged,
        "5.2.2",
        "a path with a root is merged",
        "a path that begins with `/` replaces that of the base",
    ),
    (
        RootedKeepsDots,
        "5.2.2",
        "dot segments stay in a path with a root",
        "dot segments are removed also if the path begins with `/`",
    ),
    (
        MergedKeepsDots,
        "5.2.2",
        "dot segments stay in a merged path",
        "dot segments of a merged path are removed",
    ),
    (
        QueryOfBaseWithPath,
        "5.2.2",
        "the query of the base is kept beside a path",
        "a reference with a path does not have the query of the base",
    ),
    (
        AuthorityOfBaseDropped,
        "5.2.2",
        "the authority of the base is dropped",
        "a reference without an authority has that of the base",
    ),
    (
        FragmentDropped,
        "5.2.2",
        "the fragment is dropped",
        "the target has the fragment of the reference",
    ),
    (
        NoSlashAfterAuthority,
        "5.2.3",
        "an empty path is merged without a slash",
        "behind an authority with an empty path a merged path begins with `/`",
    ),
    (
        BaseNotCut,
        "5.2.3",
        "the last segment of the base stays",
        "the last segment of the base is left out of a merged path",
    ),
    (
        SlashBeforeRootless,
        "5.2.3",
        "a merged path gets a root",
        "where the path of the base has no `/`, a merged path gets none in front",
    ),
    (
        QueryHasDotSegments,
        "5.2.4",
        "dot segments go in the query too",
        "a query has no dot segments",
    ),
    (
        LeadingDots,
        "5.2.4, 2A",
        "`../` stays at the beginning",
        "`../` and `./` at the beginning of the remaining path are removed",
    ),
    (
        DotWithin,
        "5.2.4, 2B",
        "`/./` stays",
        "`/./` at the beginning of the remaining path becomes `/`",
    ),
    (
        DotAtEnd,
        "5.2.4, 2B",
        "`/.` stays at the end",
        "`/.` as all of the remaining path becomes `/`",
    ),
    (
        DotsWithin,
        "5.2.4, 2C",
        "`/../` goes alone",
        "`/../` becomes `/`, and the segment before is removed",
    ),
    (
        DotsAtEnd,
        "5.2.4, 2C",
        "`/..` stays at the end",
        "`/..` at the end becomes `/`, and the segment before is removed",
    ),
    (
        EndLosesSlash,
        "5.2.4, 2B and 2C",
        "a dot segment at the end goes with its slash",
        "a dot segment at the end leaves a `/`",
    ),
    (
        DotsAboveRoot,
        "5.2.4, 2C",
        "`/..` stays where nothing is before",
        "`/..` is removed also where no segment is before",
    ),
    (
        DotAlone,
        "5.2.4, 2D",
        "`.` and `..` alone stay",
        "`.` or `..` as all of the remaining path is removed",
    ),
    (
        BeginsWithDot,
        "5.2.4, 2E",
        "a dot at the beginning of a segment goes",
        "a segment such as `.g` is no dot segment",
    ),
    (
        EncodedDots,
        "5.2.4, 2E",
        "`%2E` counts as a dot",
        "`%2E` is no dot segment before it is decoded",
    ),
    (
        SlashesCollapse,
        "5.2.4, 2E",
        "slashes side by side become one",
        "slashes side by side stay, as a segment may be empty",
    ),
    (
        EmptyAuthorityDropped,
        "5.3",
        "`//` of an empty authority is dropped",
        "`//` makes an authority defined, even if it is empty",
    ),
    (
        EmptyQueryDropped,
        "5.3",
        "`?` of an empty query is dropped",
        "`?` makes a query defined, even if it is empty",
    ),
    (
        EmptyFragmentDropped,
        "5.3",
        "`#` of an empty fragment is dropped",
        "`#` makes a fragment defined, even if it is empty",
    ),
];

/// The target of a reference. The base has a scheme.
pub(super) fn target(base: &str, reference: &str, fault: Option<ResolutionFault>) -> String {
    let has = |one: ResolutionFault| fault == Some(one);
    let (base, mut r) = (split(base), split(reference));
    if has(SchemeIgnored) {
        r.scheme = None;
    }
    let slashed;
    if let Some(authority) = r.authority.take_if(|_| has(AuthorityIgnored)) {
        slashed = format!("//{authority}{}", r.path);
        r.path = &slashed;
    }
    if has(EmptyQueryUndefined) {
        r.query = r.query.filter(|query| !query.is_empty());
    }
    let without_dots = |path: &str, keeps: ResolutionFault| match has(keeps) {
        true => path.to_owned(),
        false => without_dot_segments(path, fault),
    };
    let (mut scheme, mut authority, path, mut query) = (r.scheme, r.authority, r.path, r.query);
    let path = if scheme.is_some() {
        without_dots(path, SchemeKeepsDots)
    } else {
        scheme = base.scheme;
        if authority.is_some() {
            without_dots(path, AuthorityKeepsDots)
        } else {
            authority = base.authority.filter(|_| !has(AuthorityOfBaseDropped));
            if path.is_empty() && !has(EmptyPathMerged) {
                let is_own = query.is_some() && !has(QueryOfBaseAlways);
                query = if is_own { query } else { base.query.filter(|_| !has(QueryOfBaseNever)) };
                without_dots_of_base(base.path, fault)
            } else {
                query = if has(QueryOfBaseWithPath) { query.or(base.query) } else { query };
                if path.starts_with('/') && !has(RootedMerged) {
                    without_dots(path, RootedKeepsDots)
                } else {
                    without_dots(&merged(&base, path, fault), MergedKeepsDots)
                }
            }
        }
    };
    let query = query.map(|query| match has(QueryHasDotSegments) {
        true => without_dot_segments(query, None),
        false => query.to_owned(),
    });
    let is_kept = |part: &str, fault: ResolutionFault| !part.is_empty() || !has(fault);
    let authority = authority.filter(|one| is_kept(one, EmptyAuthorityDropped));
    let query = query.filter(|one| is_kept(one, EmptyQueryDropped));
    let fragment = r.fragment.filter(|one| is_kept(one, EmptyFragmentDropped));
    let fragment = fragment.filter(|_| !has(FragmentDropped));
    let part = |sign: &str, part: Option<&str>| {
        part.map(|part| format!("{sign}{part}")).unwrap_or_default()
    };
    [
        scheme.map(|scheme| format!("{scheme}:")).unwrap_or_default(),
        part("//", authority),
        path,
        part("?", query.as_deref()),
        part("#", fragment),
    ]
    .concat()
}

fn without_dots_of_base(path: &str, fault: Option<ResolutionFault>) -> String {
    if fault == Some(EmptyPathLosesDots) {
        return without_dot_segments(path, None);
    }
    path.to_owned()
}

/// Section 5.2.3.
fn merged(base: &Components<'_>, path: &str, fault: Option<ResolutionFault>) -> String {
    let has = |one: ResolutionFault| fault == Some(one);
    if base.authority.is_some() && base.path.is_empty() && !has(NoSlashAfterAuthority) {
        return format!("/{path}");
    }
    if has(BaseNotCut) {
        return format!("{}{path}", base.path);
    }
    match base.path.rfind('/') {
        Some(slash) => format!("{}{path}", &base.path[..=slash]),
        None if has(SlashBeforeRootless) => format!("/{path}"),
        None => path.to_owned(),
    }
}

/// Section 5.2.4.
fn without_dot_segments(path: &str, fault: Option<ResolutionFault>) -> String {
    let has = |one: ResolutionFault| fault == Some(one);
    let (mut input, mut output) = (path.to_owned(), String::new());
    if has(EncodedDots) {
        input = input.replace("%2E", ".").replace("%2e", ".");
    }
    if has(SlashesCollapse) {
        while input.contains("//") {
            input = input.replace("//", "/");
        }
    }
    let slash_at_end = if has(EndLosesSlash) { "" } else { "/" };
    while !input.is_empty() {
        let rest = |from: usize| input[from..].to_owned();
        if input.starts_with("../") && !has(LeadingDots) {
            input = rest("../".len());
        } else if input.starts_with("./") && !has(LeadingDots) {
            input = rest("./".len());
        } else if input.starts_with("/./") && !has(DotWithin) {
            input = rest("/.".len());
        } else if input == "/." && !has(DotAtEnd) {
            input = slash_at_end.to_owned();
        } else if input.starts_with("/../") && !(has(DotsAboveRoot) && output.is_empty()) {
            input = rest("/..".len());
            if !has(DotsWithin) {
                pop(&mut output);
            }
        } else if input == "/.." && !has(DotsAtEnd) && !(has(DotsAboveRoot) && output.is_empty()) {
            input = slash_at_end.to_owned();
            pop(&mut output);
        } else if (input == "." || input == "..") && !has(DotAlone) {
            input.clear();
        } else if has(BeginsWithDot) && input.starts_with("/.") {
            input = format!("/{}", rest("/.".len()));
        } else {
            let end = input[1..].find('/').map_or(input.len(), |slash| 1 + slash);
            output.push_str(&input[..end]);
            input = rest(end);
        }
    }
    output
}

/// Removes the last segment, with the slash before it.
fn pop(output: &mut String) {
    output.truncate(output.rfind('/').unwrap_or_default());
}
