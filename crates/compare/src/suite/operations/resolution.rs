//! A resolver by RFC 3986, 5.2, with at most one deliberate mistake.

use ResolutionFault::*;
use SplittingFault::*;
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

/// The mistakes in the order of [`ResolutionFault`]: name, section, what the resolver does, the document's rule.
pub(super) const FAULTS: &str = include_str!("resolution.tsv");

/// Returns the target of a reference, by a resolver with the mistake `fault`. The base must have a scheme.
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

/// Merges the paths (RFC 3986, 5.2.3).
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

/// Removes dot segments (RFC 3986, 5.2.4).
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

// Section 3 and the regular expression of appendix B, with one mistake.

/// A mistake in the division of a reference into its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplittingFault {
    ColonBehindSlash,
    ColonBehindQuestion,
    ColonBehindHash,
    SchemeToLastColon,
    AuthorityWithScheme,
    AuthorityOverQuestion,
    AuthorityOverHash,
    AuthorityBehindPath,
    EmptyAuthority,
    UserinfoOfPath,
    UserinfoOfQuery,
    UserinfoToColon,
    EmptyUserinfo,
    PortOfUserinfo,
    PortInBrackets,
    PortOfPath,
    EmptyPort,
    PathWithoutSlash,
    EmptySegmentsOfPath,
    QueryOfFragment,
    QueryToQuestion,
    QueryFromLast,
    EmptyQuery,
    FragmentBeforeQuery,
    EmptyFragment,
}

/// The mistakes in the order of [`SplittingFault`]: name, section, what the reader does, the document's rule.
pub(super) const SPLITTING_FAULTS: &str = include_str!("splitting.tsv");

/// The strings that reveal mistakes of a reader, separated by spaces.
pub(super) const STRINGS: &str = "\
    http://user@example.com:80/a?b#c //example.com //example.com/a /a/b a/b \
    mailto:a@example.com urn:a:b urn:a:b/c a/b:c ?a:b #a:b /a:b //example.com/a:80 \
    //example.com?q //example.com#f //example.com?a@b //example.com/a@b //example.com#a@b \
    //user:name@example.com //user:name@example.com:80 //@example.com //example.com: //[::1] \
    //[::1]:80 ///a // a//b /a//b ? # ?a?b #a?b ?a#b ?a#b?c #a/b ?a/b a: //example.com?a/b \
    //example.com#a/b //user@example.com?a@b:80/c#d?e";

/// The components: scheme, userinfo, host, port, path, query and fragment.
pub(super) type Parts = [Option<String>; 7];

/// Returns the components of a reference, by a reader with the mistake `fault`.
pub(super) fn parts(text: &str, fault: Option<usize>) -> Parts {
    let has = |one: SplittingFault| fault == Some(one as usize);
    let (rest, query, fragment) = ends(text, fault);
    let none = [(ColonBehindSlash, '/'), (ColonBehindQuestion, '?'), (ColonBehindHash, '#')];
    let is_end =
        |one: char| "/?#".contains(one) && !none.iter().any(|&(by, end)| has(by) && end == one);
    // With these mistakes, a colon in the query or the fragment may end the scheme.
    let searched = if has(ColonBehindQuestion) || has(ColonBehindHash) { text } else { rest };
    let before = &searched[..searched.find(is_end).unwrap_or(searched.len())];
    let colon = if has(SchemeToLastColon) { before.rfind(':') } else { before.find(':') };
    let (scheme, rest) = match colon.filter(|&colon| colon > 0) {
        Some(colon) => (Some(&text[..colon]), rest.get(colon + 1..).unwrap_or_default()),
        None => (None, rest),
    };
    let start = if has(AuthorityBehindPath) {
        rest.find("//")
    } else {
        rest.starts_with("//").then_some(0)
    };
    let start = start.filter(|_| scheme.is_some() || !has(AuthorityWithScheme));
    let (authority, path) = match start {
        Some(start) => {
            let behind = &rest[start + 2..];
            let end = behind.find('/').unwrap_or(behind.len());
            (Some(&behind[..end]), format!("{}{}", &rest[..start], &behind[end..]))
        }
        None => (None, rest.to_owned()),
    };
    let (mut userinfo, mut host, mut port) = (None, authority, None);
    if let Some((before, behind)) = authority.and_then(|authority| authority.rsplit_once('@')) {
        (userinfo, host) = (Some(before), Some(behind));
    }
    let colon = match (host, userinfo) {
        (Some(host), _) if has(PortInBrackets) => host.find(':'),
        (Some(host), _) => host.rfind(':').filter(|&colon| !host[colon..].contains(']')),
        (None, _) => None,
    };
    if let (Some(text), Some(colon)) = (host, colon) {
        (host, port) = (Some(&text[..colon]), Some(&text[colon + 1..]));
    }
    let mut path = path;
    let (whole, in_path);
    if has(UserinfoToColon) {
        userinfo = userinfo.map(|userinfo| userinfo.split(':').next().unwrap_or_default());
    } else if has(EmptySegmentsOfPath) {
        while path.contains("//") {
            path = path.replace("//", "/");
        }
    } else if let Some(authority) = authority {
        if has(PortOfUserinfo)
            && let Some((before, behind)) = authority.split_once(':')
        {
            (userinfo, host, port) = (None, Some(before), Some(behind));
        } else if has(UserinfoOfPath) && path.contains('@') {
            whole = format!("{authority}{path}");
            let (before, behind) = whole.rsplit_once('@').unwrap_or_default();
            (userinfo, host, path) = (Some(before), Some(behind), String::new());
        } else if has(UserinfoOfQuery)
            && let Some((_, behind)) = query.and_then(|query| query.rsplit_once('@'))
        {
            (userinfo, host) = (Some(authority), Some(behind));
        } else if has(PortOfPath) && port.is_none() && path.contains(':') {
            in_path = path.clone();
            let (before, behind) = in_path.split_once(':').unwrap_or_default();
            (path, port) = (before.to_owned(), Some(behind));
        } else if has(PathWithoutSlash) {
            path = path.strip_prefix('/').unwrap_or(&path).to_owned();
        }
    }
    let kept = |part: Option<&str>, dropped: SplittingFault| {
        part.filter(|part| !part.is_empty() || !has(dropped)).map(str::to_owned)
    };
    [
        scheme.map(str::to_owned),
        kept(userinfo, EmptyUserinfo),
        kept(host, EmptyAuthority),
        kept(port, EmptyPort),
        Some(path),
        kept(query, EmptyQuery),
        kept(fragment, EmptyFragment),
    ]
}

/// Returns the text before the query, the query, and the fragment.
fn ends(text: &str, fault: Option<usize>) -> (&str, Option<&str>, Option<&str>) {
    let has = |one: SplittingFault| fault == Some(one as usize);
    // The start of the path, for a reader that only looks for the slash at its beginning.
    let path = text.find("//").map_or(0, |authority| {
        let start = authority + "//".len();
        text[start..].find('/').map_or(text.len(), |slash| start + slash)
    });
    let from = |over: SplittingFault| if has(over) { path } else { 0 };
    let (before, mut fragment) = cut(text, from(AuthorityOverHash), '#');
    let (before, mut query) = match before.rfind('?').filter(|_| has(QueryFromLast)) {
        Some(last) => cut(before, last, '?'),
        None => cut(before, from(AuthorityOverQuestion), '?'),
    };
    if has(QueryToQuestion) {
        query =
            query.and_then(|query| query.split_once('?')).map_or(query, |(before, _)| Some(before));
    } else if let Some((before, behind)) = fragment.and_then(|one| one.split_once('?')) {
        if has(QueryOfFragment) {
            (fragment, query) = (Some(before), Some(behind));
        } else if has(FragmentBeforeQuery) {
            fragment = Some(before);
        }
    }
    (before, query, fragment)
}

/// Splits a text at the first occurrence of a character at or after an offset.
fn cut(text: &str, from: usize, sign: char) -> (&str, Option<&str>) {
    match text.get(from..).and_then(|rest| rest.find(sign)) {
        Some(at) => (&text[..from + at], Some(&text[from + at + sign.len_utf8()..])),
        None => (text, None),
    }
}
