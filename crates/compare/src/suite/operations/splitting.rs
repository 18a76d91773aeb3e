//! Section 3 and the regular expression of appendix B, with one mistake.
//!
//! In: a reference that is valid, and the mistake. Out: its seven components, as a reader finds them that makes the mistake.
//! A reader that is right about these strings may still be wrong about verdicts, which the suites of productions show.

use super::Faulty;

/// A mistake of a reader.
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

use SplittingFault::*;

/// The mistakes: the section, what the reader does, and what the document says.
pub(super) const FAULTS: [Faulty<SplittingFault>; 25] = [
    (
        ColonBehindSlash,
        "3.1",
        "a colon behind a slash ends a scheme",
        "a colon behind `/` ends no scheme",
    ),
    (
        ColonBehindQuestion,
        "3.1",
        "a colon in a query ends a scheme",
        "a colon behind `?` ends no scheme",
    ),
    (
        ColonBehindHash,
        "3.1",
        "a colon in a fragment ends a scheme",
        "a colon behind `#` ends no scheme",
    ),
    (
        SchemeToLastColon,
        "3.1",
        "the scheme ends at the last colon before a slash",
        "a scheme ends at the first colon",
    ),
    (
        AuthorityWithScheme,
        "4.2",
        "only behind a scheme there is an authority",
        "`//` begins an authority without a scheme too",
    ),
    (AuthorityOverQuestion, "3.2", "the authority goes on behind `?`", "an authority ends at `?`"),
    (AuthorityOverHash, "3.2", "the authority goes on behind `#`", "an authority ends at `#`"),
    (
        AuthorityBehindPath,
        "3.2",
        "`//` begins an authority anywhere",
        "`//` within a path begins no authority",
    ),
    (
        EmptyAuthority,
        "3.2.2",
        "an empty host counts as none",
        "`//` makes a host defined, even if it is empty",
    ),
    (
        UserinfoOfPath,
        "3.2.1",
        "`@` in a path ends a userinfo",
        "`@` behind the authority ends no userinfo",
    ),
    (UserinfoOfQuery, "3.2.1", "`@` in a query ends a userinfo", "`@` behind `?` ends no userinfo"),
    (UserinfoToColon, "3.2.1", "the userinfo ends at its colon", "a userinfo may have a colon"),
    (
        EmptyUserinfo,
        "3.2.1",
        "an empty userinfo counts as none",
        "`@` makes a userinfo defined, even if it is empty",
    ),
    (
        PortOfUserinfo,
        "3.2.3",
        "the first colon begins the port",
        "a colon before `@` begins no port",
    ),
    (
        PortInBrackets,
        "3.2.3",
        "a colon in brackets begins the port",
        "a colon within `[` and `]` begins no port",
    ),
    (
        PortOfPath,
        "3.2.3",
        "a colon in a path begins a port",
        "a colon behind the authority begins no port",
    ),
    (
        EmptyPort,
        "3.2.3",
        "an empty port counts as none",
        "`:` behind the host makes a port defined, even if it is empty",
    ),
    (
        PathWithoutSlash,
        "3.3",
        "the path lacks its first slash",
        "the slash behind an authority is a part of the path",
    ),
    (EmptySegmentsOfPath, "3.3", "slashes side by side become one", "a segment may be empty"),
    (QueryOfFragment, "3.5", "`?` in a fragment begins a query", "a fragment may have `?`"),
    (QueryToQuestion, "3.4", "a second `?` ends the query", "a query may have `?`"),
    (QueryFromLast, "3.4", "the last `?` begins the query", "the first `?` begins the query"),
    (
        EmptyQuery,
        "3.4",
        "an empty query counts as none",
        "`?` makes a query defined, even if it is empty",
    ),
    (FragmentBeforeQuery, "3.5", "the fragment ends at `?`", "a fragment goes to the end"),
    (
        EmptyFragment,
        "3.5",
        "an empty fragment counts as none",
        "`#` makes a fragment defined, even if it is empty",
    ),
];

/// Strings that such mistakes are about.
pub(super) const STRINGS: [&str; 40] = [
    "http://user@example.com:80/a?b#c",
    "//example.com",
    "//example.com/a",
    "/a/b",
    "a/b",
    "mailto:a@example.com",
    "urn:a:b",
    "urn:a:b/c",
    "a/b:c",
    "?a:b",
    "#a:b",
    "/a:b",
    "//example.com/a:80",
    "//example.com?q",
    "//example.com#f",
    "//example.com?a@b",
    "//example.com/a@b",
    "//example.com#a@b",
    "//user:name@example.com",
    "//user:name@example.com:80",
    "//@example.com",
    "//example.com:",
    "//[::1]",
    "//[::1]:80",
    "///a",
    "//",
    "a//b",
    "/a//b",
    "?",
    "#",
    "?a?b",
    "#a?b",
    "?a#b",
    "?a#b?c",
    "#a/b",
    "?a/b",
    "a:",
    "//example.com?a/b",
    "//example.com#a/b",
    "//user@example.com?a@b:80/c#d?e",
];

/// The components: scheme, userinfo, host, port, path, query and fragment.
pub(super) type Parts = [Option<String>; 7];

/// The components of a reference.
pub(super) fn parts(text: &str, fault: Option<SplittingFault>) -> Parts {
    let has = |one: SplittingFault| fault == Some(one);
    let (rest, query, fragment) = ends(text, fault);
    let ends = match fault {
        Some(ColonBehindSlash) => "?#",
        Some(ColonBehindQuestion) => "/#",
        Some(ColonBehindHash) => "/?",
        _ => "/?#",
    };
    // A colon behind the path is one of the text.
    let searched = if has(ColonBehindQuestion) || has(ColonBehindHash) { text } else { rest };
    let before = &searched[..searched.find(|one| ends.contains(one)).unwrap_or(searched.len())];
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
    match (fault, authority) {
        (Some(PortOfUserinfo), Some(authority)) => {
            if let Some((before, behind)) = authority.split_once(':') {
                (userinfo, host, port) = (None, Some(before), Some(behind));
            }
        }
        (Some(UserinfoToColon), _) => {
            userinfo = userinfo.map(|userinfo| userinfo.split(':').next().unwrap_or_default());
        }
        (Some(UserinfoOfPath), Some(authority)) if path.contains('@') => {
            whole = format!("{authority}{path}");
            let (before, behind) = whole.rsplit_once('@').unwrap_or_default();
            (userinfo, host, path) = (Some(before), Some(behind), String::new());
        }
        (Some(UserinfoOfQuery), Some(authority)) => {
            if let Some((_, behind)) = query.and_then(|query| query.rsplit_once('@')) {
                (userinfo, host) = (Some(authority), Some(behind));
            }
        }
        (Some(PortOfPath), Some(_)) if port.is_none() && path.contains(':') => {
            in_path = path.clone();
            let (before, behind) = in_path.split_once(':').unwrap_or_default();
            (path, port) = (before.to_owned(), Some(behind));
        }
        (Some(PathWithoutSlash), Some(_)) => {
            path = path.strip_prefix('/').unwrap_or(&path).to_owned();
        }
        (Some(EmptySegmentsOfPath), _) => {
            while path.contains("//") {
                path = path.replace("//", "/");
            }
        }
        _ => {}
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

/// What stands before the query, the query, and the fragment.
fn ends(text: &str, fault: Option<SplittingFault>) -> (&str, Option<&str>, Option<&str>) {
    let has = |one: SplittingFault| fault == Some(one);
    // Where the path begins for a reader who looks for its slash alone.
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
    match fault {
        Some(QueryOfFragment) => {
            if let Some((before, behind)) = at_question(fragment) {
                (fragment, query) = (Some(before), Some(behind));
            }
        }
        Some(FragmentBeforeQuery) => {
            fragment = at_question(fragment).map_or(fragment, |(before, _)| Some(before));
        }
        Some(QueryToQuestion) => {
            query = at_question(query).map_or(query, |(before, _)| Some(before));
        }
        _ => {}
    }
    (before, query, fragment)
}

/// What stands before the first of a sign, and behind it. The sign is looked for from an offset.
fn cut(text: &str, from: usize, sign: char) -> (&str, Option<&str>) {
    match text.get(from..).and_then(|rest| rest.find(sign)) {
        Some(at) => (&text[..from + at], Some(&text[from + at + sign.len_utf8()..])),
        None => (text, None),
    }
}

fn at_question(text: Option<&str>) -> Option<(&str, &str)> {
    text?.split_once('?')
}
