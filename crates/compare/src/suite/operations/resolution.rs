//! Section 5.2, with one mistake.

use urispec::{Components, split};

/// A mistake of a resolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResolutionFault {
    SchemeIgnored,
    SchemeKeepsDots,
    AuthorityIgnored,
    AuthorityKeepsDots,
    EmptyPathMerged,
    EmptyPathLosesDots,
    QueryOfBaseAlways,
    QueryOfBaseNever,
    EmptyQueryUndefined,
    RootedMerged,
    RootedKeepsDots,
    MergedKeepsDots,
    QueryOfBaseWithPath,
    AuthorityOfBaseDropped,
    FragmentDropped,
    NoSlashAfterAuthority,
    BaseNotCut,
    SlashBeforeRootless,
    QueryHasDotSegments,
    LeadingDots,
    DotWithin,
    DotAtEnd,
    DotsWithin,
    DotsAtEnd,
    EndLosesSlash,
    DotsAboveRoot,
    DotAlone,
    BeginsWithDot,
    EncodedDots,
    SlashesCollapse,
    EmptyAuthorityDropped,
    EmptyQueryDropped,
    EmptyFragmentDropped,
}

use ResolutionFault::*;

/// The mistakes, in the order of the type: the name, the section, what the resolver does, and what the document says.
pub(super) const FAULTS: &str = include_str!("resolution.tsv");

/// The target of a reference. The base has a scheme.
pub(super) fn target(base: &str, reference: &str, fault: Option<usize>) -> String {
    let has = |one: ResolutionFault| fault == Some(one as usize);
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

fn without_dots_of_base(path: &str, fault: Option<usize>) -> String {
    if fault == Some(EmptyPathLosesDots as usize) {
        return without_dot_segments(path, None);
    }
    path.to_owned()
}

/// Section 5.2.3.
fn merged(base: &Components<'_>, path: &str, fault: Option<usize>) -> String {
    let has = |one: ResolutionFault| fault == Some(one as usize);
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
fn without_dot_segments(path: &str, fault: Option<usize>) -> String {
    let has = |one: ResolutionFault| fault == Some(one as usize);
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
