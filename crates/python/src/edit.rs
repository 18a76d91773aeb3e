//! Builds and changes references. Each change returns a new `Uri`.
//!
//! A component is given as text, or as data that is encoded: segments, keys and values, a user and a password. The
//! result is a reference that the edition derives, or an exception that names the invalid component. IRIs are changed
//! by the rules of RFC 3987, and other references by the rules of RFC 3986. The result is then parsed in the edition.
//!
//! None removes a component, and an empty string makes it empty.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urispec::generic::{Letters, RiRefBuf};
use urispec::percent::{Keep, encode};
use urispec::{BuildError, Edition};

use crate::error::{
    Data, PairArgument, PairsArgument, Port, TextArgument, build_error, edition as edition_of,
    parse_error,
};
use crate::uri::{This, Uri};

/// A change of one component. `None` removes the component.
enum Change<'a> {
    Scheme(Option<&'a str>),
    Authority(Option<&'a str>),
    Host(&'a str),
    Userinfo(Option<&'a str>),
    User(&'a str, Option<&'a str>),
    Port(Option<&'a str>),
    Path(&'a str),
    Segments(&'a [Data]),
    PushSegments(&'a [Data]),
    PopSegment,
    Query(Option<&'a str>),
    Pairs(&'a PairsArgument),
    PushPairs(&'a PairsArgument),
    PutPairs(&'a PairsArgument),
    WithoutKeys(&'a [Data]),
    Fragment(Option<&'a str>),
}

impl Change<'_> {
    fn apply<L: Letters>(&self, of: &mut RiRefBuf<L>) -> Result<(), BuildError> {
        /// Sets a component, or removes it.
        macro_rules! put {
            ($text:ident, $set:ident, $remove:expr) => {
                match $text {
                    Some(text) => of.$set(text),
                    None => $remove,
                }
            };
        }
        match self {
            Self::Scheme(text) => put!(text, set_scheme, of.remove_scheme()),
            Self::Authority(text) => put!(text, set_authority, of.remove_authority()),
            Self::Host(text) => of.set_host(text),
            Self::Userinfo(text) => put!(text, set_userinfo, {
                of.remove_userinfo();
                Ok(())
            }),
            Self::User(user, password) => {
                let part = |data| encode(data, Keep::Userinfo);
                match password {
                    Some(password) => of.set_userinfo([&*part(user), &part(password)].join(":")),
                    None => of.set_userinfo(part(user)),
                }
            }
            Self::Port(text) => put!(text, set_port_text, {
                of.remove_port();
                Ok(())
            }),
            Self::Path(text) => of.set_path(text),
            Self::Segments(data) => of.set_segments(data.iter()),
            Self::PushSegments(data) => data.iter().try_for_each(|data| of.push_segment(data)),
            Self::PopSegment => {
                of.remove_query();
                of.remove_fragment();
                of.pop_segment();
                Ok(())
            }
            Self::Query(text) => put!(text, set_query, {
                of.remove_query();
                Ok(())
            }),
            Self::Pairs(pairs) => {
                of.remove_query();
                push(of, pairs)
            }
            Self::PushPairs(pairs) => push(of, pairs),
            Self::PutPairs(pairs) => {
                pairs.0.iter().for_each(|pair| _ = of.remove_query_pair(&pair.key));
                push(of, pairs)
            }
            Self::WithoutKeys(keys) => {
                keys.iter().for_each(|key| _ = of.remove_query_pair(key));
                Ok(())
            }
            Self::Fragment(text) => put!(text, set_fragment, {
                of.remove_fragment();
                Ok(())
            }),
        }
    }
}

fn push<L: Letters>(of: &mut RiRefBuf<L>, pairs: &PairsArgument) -> Result<(), BuildError> {
    // Pairs that were read from a query keep their encoding, unless the edition has fewer characters.
    let texts: Option<Vec<&str>> = pairs.0.iter().map(|pair| pair.text.as_deref()).collect();
    if let Some(texts) = texts {
        let before = of.query().filter(|query| !query.is_empty());
        let query = before.into_iter().chain(texts).collect::<Vec<_>>().join("&");
        // An empty query has no pairs.
        if !query.is_empty() && of.set_query(query).is_ok() {
            return Ok(());
        }
    }
    pairs.0.iter().try_for_each(|PairArgument { key, value, .. }| match value {
        Some(value) => of.push_query_pair(key, value),
        None => of.push_query_key(key),
    })
}

/// Applies changes to a reference, and returns its text.
fn apply<L: Letters>(py: Python<'_>, text: &str, changes: &[Change<'_>]) -> PyResult<String> {
    let mut copy = RiRefBuf::<L>::parse(text).map_err(|error| parse_error(py, text, &error))?;
    for change in changes {
        change.apply(&mut copy).map_err(|error| build_error(py, text, &error))?;
    }
    Ok(copy.into_string())
}

fn apply_in_edition(
    py: Python<'_>,
    edition: Edition,
    text: &str,
    changes: &[Change<'_>],
) -> PyResult<String> {
    match edition {
        Edition::Rfc3987 => apply::<urispec::generic::Ucs>(py, text, changes),
        _ => apply::<urispec::generic::Ascii>(py, text, changes),
    }
}

impl This<'_, '_> {
    fn changed(&self, py: Python<'_>, change: Change<'_>) -> PyResult<Uri> {
        self.reparse(py, apply_in_edition(py, self.edition, self.text, &[change])?)
    }
}

/// Defines the functions behind the methods of `Uri` that return a changed copy.
macro_rules! changes {
    ($($name:ident($($argument:ident: $type:ty),*) $change:expr;)*) => {$(
        #[pyfunction]
        pub(crate) fn $name(py: Python<'_>, uri: This<'_, '_>, $($argument: $type),*) -> PyResult<Uri> {
            uri.changed(py, $change)
        }
    )*};
}

changes! {
    with_scheme(scheme: Option<TextArgument<'_>>) Change::Scheme(scheme.as_deref());
    with_authority(authority: Option<TextArgument<'_>>) Change::Authority(authority.as_deref());
    with_userinfo(userinfo: Option<TextArgument<'_>>) Change::Userinfo(userinfo.as_deref());
    with_user(user: Data, password: Option<Data>) Change::User(&user, password.as_deref());
    with_host(host: TextArgument<'_>) Change::Host(&host);
    with_port(port: Option<Port>) Change::Port(port.as_deref());
    with_path(path: TextArgument<'_>) Change::Path(&path);
    with_segments(segments: Vec<Data>) Change::Segments(&segments);
    joinpath(segments: Vec<Data>) Change::PushSegments(&segments);
    parent() Change::PopSegment;
    with_query(query: Option<TextArgument<'_>>) Change::Query(query.as_deref());
    with_query_pairs(pairs: PairsArgument) Change::Pairs(&pairs);
    extend_query(pairs: PairsArgument) Change::PushPairs(&pairs);
    update_query(pairs: PairsArgument) Change::PutPairs(&pairs);
    without_query_keys(keys: Vec<Data>) Change::WithoutKeys(&keys);
    with_fragment(fragment: Option<TextArgument<'_>>) Change::Fragment(fragment.as_deref());
}

/// Builds a reference. `user`, `password`, `segments` and `query_pairs` are data, and are encoded; all others are text.
///
/// >>> urispec.build(scheme="http", host="example.com", segments=["a b", "50%"], query_pairs={"q": "R&D"})
/// Uri('http://example.com/a%20b/50%25?q=R%26D')
#[pyfunction]
#[pyo3(signature = (
    *, scheme=None, authority=None, userinfo=None, user=None, password=None, host=None, port=None, path=None,
    segments=None, query=None, query_pairs=None, fragment=None, edition="rfc3986"
))]
#[expect(clippy::too_many_arguments, reason = "callers pass each by keyword")]
pub(crate) fn build(
    py: Python<'_>,
    scheme: Option<TextArgument<'_>>,
    authority: Option<TextArgument<'_>>,
    userinfo: Option<TextArgument<'_>>,
    user: Option<Data>,
    password: Option<Data>,
    host: Option<TextArgument<'_>>,
    port: Option<Port>,
    path: Option<TextArgument<'_>>,
    segments: Option<Vec<Data>>,
    query: Option<TextArgument<'_>>,
    query_pairs: Option<PairsArgument>,
    fragment: Option<TextArgument<'_>>,
    edition: &str,
) -> PyResult<Uri> {
    let edition = edition_of(edition)?;
    let authority_parts = host.is_some() || userinfo.is_some() || user.is_some() || port.is_some();
    for (a, b, both) in [
        ("authority", "host, port or userinfo", authority.is_some() && authority_parts),
        ("userinfo", "user", userinfo.is_some() && user.is_some()),
        ("path", "segments", path.is_some() && segments.is_some()),
        ("query", "query_pairs", query.is_some() && query_pairs.is_some()),
    ] {
        if both {
            return Err(PyValueError::new_err(format!("pass {a} or {b}, not both")));
        }
    }
    if password.is_some() && user.is_none() {
        return Err(PyValueError::new_err("a password needs a user, which may be empty"));
    }
    // The scheme comes first, since with a scheme the first segment may contain a colon. The host precedes the
    // components that require a host.
    let mut changes = Vec::new();
    changes.extend(scheme.as_deref().map(|text| Change::Scheme(Some(text))));
    changes.extend(authority.as_deref().map(|text| Change::Authority(Some(text))));
    changes.extend(host.as_deref().map(Change::Host));
    changes.extend(userinfo.as_deref().map(|text| Change::Userinfo(Some(text))));
    changes.extend(user.as_deref().map(|user| Change::User(user, password.as_deref())));
    changes.extend(port.as_deref().map(|text| Change::Port(Some(text))));
    changes.extend(path.as_deref().map(Change::Path));
    changes.extend(segments.as_deref().map(Change::Segments));
    changes.extend(query.as_deref().map(|text| Change::Query(Some(text))));
    changes.extend(query_pairs.as_ref().map(Change::Pairs));
    changes.extend(fragment.as_deref().map(|text| Change::Fragment(Some(text))));
    Uri::parse(py, edition, apply_in_edition(py, edition, "", &changes)?)
}
