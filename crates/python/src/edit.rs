//! Builds and changes references. Each change returns a new `Uri`.
//!
//! A component is given as text, or as data that is encoded: segments, keys and values, a user and a password. The
//! result is a reference that the edition derives, or an exception that names the invalid component. IRIs are changed
//! by the rules of RFC 3987, and other references by the rules of RFC 3986. The result is then parsed in the edition.
//!
//! None removes a component, and an empty string makes it empty.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urispec::generic::{Letters, RiRefBuf};
use urispec::percent::{Keep, encode};
use urispec::{BuildError, Edition};

use crate::column::read_or_raise;
use crate::error::{
    Data, PairsArgument, Port, TextArgument, build_error, edition as edition_of, parse_error,
};

use crate::uri::Uri;

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
                pairs.0.iter().for_each(|(key, _)| _ = of.remove_query_pair(key));
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
    pairs.0.iter().try_for_each(|(key, value)| match value {
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

impl Uri {
    fn changed(&self, py: Python<'_>, change: Change<'_>) -> PyResult<Self> {
        self.reparse(py, &apply_in_edition(py, self.edition, self.as_str(), &[change])?)
    }
}

#[pymethods]
impl Uri {
    /// Returns a copy with a different scheme, or without one.
    ///
    /// >>> urispec.Uri("http://h/").with_scheme("https")
    /// Uri('https://h/')
    fn with_scheme(&self, py: Python<'_>, scheme: Option<TextArgument<'_>>) -> PyResult<Self> {
        self.changed(py, Change::Scheme(scheme.as_deref()))
    }

    /// Returns a copy with a different authority, or without one.
    fn with_authority(
        &self,
        py: Python<'_>,
        authority: Option<TextArgument<'_>>,
    ) -> PyResult<Self> {
        self.changed(py, Change::Authority(authority.as_deref()))
    }

    /// Returns a copy with a different userinfo, passed as text, or without one.
    fn with_userinfo(&self, py: Python<'_>, userinfo: Option<TextArgument<'_>>) -> PyResult<Self> {
        self.changed(py, Change::Userinfo(userinfo.as_deref()))
    }

    /// Returns a copy with a different user, and a password if one is passed. Both are data, and are encoded.
    ///
    /// >>> urispec.Uri("ftp://h/").with_user("a@b").userinfo
    /// 'a%40b'
    #[pyo3(signature = (user, password=None))]
    fn with_user(&self, py: Python<'_>, user: Data, password: Option<Data>) -> PyResult<Self> {
        self.changed(py, Change::User(&user, password.as_deref()))
    }

    /// Returns a copy with a different host. An IPv6 address includes its brackets.
    ///
    /// >>> urispec.Uri("http://u@h:80/").with_host("[::1]")
    /// Uri('http://u@[::1]:80/')
    fn with_host(&self, py: Python<'_>, host: TextArgument<'_>) -> PyResult<Self> {
        self.changed(py, Change::Host(&host))
    }

    /// Returns a copy with a different port, or without one.
    fn with_port(&self, py: Python<'_>, port: Option<Port>) -> PyResult<Self> {
        self.changed(py, Change::Port(port.as_deref()))
    }

    /// Returns a copy with a different path, passed as text.
    fn with_path(&self, py: Python<'_>, path: TextArgument<'_>) -> PyResult<Self> {
        self.changed(py, Change::Path(&path))
    }

    /// Returns a copy with a path of these segments, which are data and are encoded.
    ///
    /// >>> urispec.Uri("http://h/x").with_segments("a/b", "50%")
    /// Uri('http://h/a%2Fb/50%25')
    #[pyo3(signature = (*segments))]
    fn with_segments(&self, segments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        self.changed(segments.py(), Change::Segments(&all(segments)?))
    }

    /// Returns a copy with further segments, which are data and are encoded. An empty last segment is replaced.
    ///
    /// >>> urispec.Uri("http://h/a/").joinpath("b", "50%")
    /// Uri('http://h/a/b/50%25')
    #[pyo3(signature = (*segments))]
    fn joinpath(&self, segments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        self.changed(segments.py(), Change::PushSegments(&all(segments)?))
    }

    /// Returns a copy with one more segment, which is data and is encoded.
    fn __truediv__<'py>(&self, segment: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = segment.py();
        match segment.extract() {
            Ok(segment) => {
                let joined = self.changed(py, Change::PushSegments(&[segment]))?;
                joined.into_pyobject(py).map(Bound::into_any)
            }
            Err(error) if error.is_instance_of::<PyValueError>(py) => Err(error),
            Err(_) => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// The URI without its last segment, its query and its fragment.
    ///
    /// >>> urispec.Uri("http://h/a/b?q").parent
    /// Uri('http://h/a')
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Self> {
        self.changed(py, Change::PopSegment)
    }

    /// Returns a copy with a different query, passed as text, or without one.
    fn with_query(&self, py: Python<'_>, query: Option<TextArgument<'_>>) -> PyResult<Self> {
        self.changed(py, Change::Query(query.as_deref()))
    }

    /// Returns a copy whose query consists of these pairs: a mapping, or pairs of a key and a value. Keys and values
    /// are data, and are encoded. A value is a str or an int, None for a key without a value, or a list of these.
    ///
    /// >>> urispec.Uri("http://h/?x").with_query_pairs({"q": "R&D", "page": 2, "tag": ["a", "b"]})
    /// Uri('http://h/?q=R%26D&page=2&tag=a&tag=b')
    fn with_query_pairs(&self, py: Python<'_>, pairs: PairsArgument) -> PyResult<Self> {
        self.changed(py, Change::Pairs(&pairs))
    }

    /// Returns a copy with further pairs in its query.
    fn extend_query(&self, py: Python<'_>, pairs: PairsArgument) -> PyResult<Self> {
        self.changed(py, Change::PushPairs(&pairs))
    }

    /// Returns a copy with these pairs at the end of its query, in place of other pairs with the same keys.
    ///
    /// >>> urispec.Uri("http://h/?page=1&q=a").update_query({"page": 2})
    /// Uri('http://h/?q=a&page=2')
    fn update_query(&self, py: Python<'_>, pairs: PairsArgument) -> PyResult<Self> {
        self.changed(py, Change::PutPairs(&pairs))
    }

    /// Returns a copy whose query does not contain pairs with these keys.
    #[pyo3(signature = (*keys))]
    fn without_query_keys(&self, keys: &Bound<'_, PyTuple>) -> PyResult<Self> {
        self.changed(keys.py(), Change::WithoutKeys(&all(keys)?))
    }

    /// Returns a copy with a different fragment, passed as text, or without one.
    fn with_fragment(&self, py: Python<'_>, fragment: Option<TextArgument<'_>>) -> PyResult<Self> {
        self.changed(py, Change::Fragment(fragment.as_deref()))
    }
}

fn all(all: &Bound<'_, PyTuple>) -> PyResult<Vec<Data>> {
    all.iter().map(|one| one.extract()).collect()
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
    let text = apply_in_edition(py, edition, "", &changes)?;
    Ok(Uri::of(edition, &read_or_raise(py, edition, &text)?))
}
