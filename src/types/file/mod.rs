//! Paths of files and `file` URIs (RFC 8089).
//!
//! Converts an absolute path to a URI and back. A [`PathStyle`] defines how the path is written, independently of the
//! machine; `from_file_path` and `to_file_path` use the style of the machine. No file system is accessed, and no name
//! is looked up. The octets of each name are percent-encoded as they are (RFC 8089, 4). A URI with a query is refused,
//! since the syntax has none (RFC 8089, 2). The fragment is dropped, since the URI without it identifies the file (RFC
//! 3986, 3.5).
//!
//! A surprising case: `file:///a/../b` is refused, and so is the path `/a/../b`. Resolving and normalizing a URI remove
//! `a/..` as text, while a file system follows `a` first, which may be a link to another directory. `%2F` is refused
//! too: a name cannot contain `/`, and `a%2Fb` is not the path `a/b` (RFC 3986, 2.2).

#[cfg(feature = "std")]
mod native;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::parts::percent::{Decode, Keep, encode_octets, is_of_names};
use crate::reference::Reference;
use crate::types::UriBuf;

/// The notation of a file's path.
///
/// Paths are octet strings: arbitrary octets on Unix, UTF-8 on Windows.
///
/// | path | URI | RFC 8089 |
/// |---|---|---|
/// | `/a b/` | `file:///a%20b/` | 2 |
/// | `C:\a b` | `file:///C:/a%20b` | Appendix D.2 |
/// | `\\host\share\a` | `file://host/share/a` | Appendix E.3.1 |
/// | `\\?\C:\a`, `\\?\UNC\host\share\a` | as without `\\?\` | |
///
/// `file:/a` and `file://localhost/a` (RFC 8089, 2) and `file:C:/a` (RFC 8089, Appendix E.2) are accepted too. On Unix
/// any other host is refused: a `file` URI can be "translated to a local file path only if it is local" (RFC 8089, 3).
///
/// RFC 8089 has no URI for a path that begins with `\\?\` (Appendix C). Windows returns such a path from a lookup. It
/// is converted as if it had no prefix. It is refused if the path without the prefix would identify another file, that
/// is, if a name ends in a dot or a space, or is the name of a device, such as `NUL`.
///
/// The names `.` and `..` are refused, in a path and in a URI: resolution would remove `a/..` as text, while a file
/// system follows `a` first. A name that contains an encoded separator is refused too (RFC 3986, 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStyle {
    /// Names are separated by `/`, and an absolute path begins with `/`. A name may contain any octet except `/` and
    /// NUL.
    Unix,
    /// Names are separated by `\` or `/`. An absolute path begins with a drive, as in `C:\`, or with a host and a
    /// share, as in `\\host\share`.
    Windows,
}

impl PathStyle {
    /// The style of the target platform.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    /// Converts an absolute path to a `file` URI. A path that ends in a slash identifies a
    /// directory, and its URI ends in a slash too.
    ///
    /// # Errors
    ///
    /// [`FilePathError`], with the reason why the path has no URI.
    ///
    /// ```
    /// use urispec::PathStyle;
    /// assert_eq!(PathStyle::Unix.to_uri(b"/100%/\xFF")?, "file:///100%25/%FF");
    /// assert_eq!(PathStyle::Windows.to_uri(br"C:\a b\")?, "file:///C:/a%20b/");
    /// assert_eq!(PathStyle::Windows.to_uri(br"\\host\share\a")?, "file://host/share/a");
    /// assert!(PathStyle::Unix.to_uri(b"a/b").is_err());
    /// # Ok::<(), urispec::error::FilePathError>(())
    /// ```
    #[inline]
    pub fn to_uri(self, path: &[u8]) -> Result<UriBuf, FilePathError> {
        let mut text = String::from("file://");
        let names = match self {
            Self::Unix => path.strip_prefix(b"/").ok_or(FilePathError::Relative)?,
            Self::Windows => windows_root(path, &mut text)?,
        };
        for (at, name) in names.split(|&octet| self.divides(octet)).enumerate() {
            self.check(name)?;
            if at == 0 && name.is_empty() && !names.is_empty() {
                return Err(FilePathError::TwoSlashes);
            }
            text.push('/');
            text += &encode_octets(name, Keep::Segment);
        }
        let length = text.len();
        UriBuf::try_from(text).map_err(|_| FilePathError::TooLong(length))
    }

    /// Converts a `file` URI to a path in this style. The fragment is dropped (RFC 3986, 3.5).
    ///
    /// # Errors
    ///
    /// [`FilePathError`], with the reason why the URI has no path.
    ///
    /// ```
    /// use urispec::{PathStyle, Uri};
    /// let uri = Uri::parse("file:///C:/a%20b")?;
    /// assert_eq!(PathStyle::Windows.path_of(uri)?, br"C:\a b");
    /// assert_eq!(PathStyle::Unix.path_of(uri)?, b"/C:/a b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn path_of<'i>(self, uri: impl Into<Reference<'i>>) -> Result<Vec<u8>, FilePathError> {
        let uri = uri.into();
        if !uri.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) {
            return Err(FilePathError::Scheme);
        }
        if uri.query().is_some() {
            return Err(FilePathError::Query);
        }
        let host = remote_host(&uri)?;
        let (mut path, separator) = match (self, &host) {
            (Self::Unix, None) => (b"/".to_vec(), b'/'),
            (Self::Unix, Some(_)) => return Err(FilePathError::Host),
            (Self::Windows, None) => (Vec::new(), b'\\'),
            (Self::Windows, Some(host)) => (format!("\\\\{host}\\").into_bytes(), b'\\'),
        };
        let names = match (self, uri.path().strip_prefix('/')) {
            // `file:C:/a` of Appendix E.2 has no slash before the drive.
            (Self::Windows, None) if uri.authority().is_none() => uri.path(),
            (_, names) => names.ok_or(FilePathError::Relative)?,
        };
        if names.starts_with('/') {
            return Err(FilePathError::TwoSlashes);
        }
        for (at, segment) in names.split('/').enumerate() {
            let name = segment.decode_octets().unwrap_or(Cow::Borrowed(segment.as_bytes()));
            self.check(&name)?;
            if at > 0 {
                path.push(separator);
            }
            path.extend_from_slice(&name);
        }
        if self == Self::Windows {
            match host {
                Some(_) if names.is_empty() => return Err(FilePathError::NoShare),
                None if !has_drive(&path) => return Err(FilePathError::Relative),
                _ => {}
            }
        }
        Ok(path)
    }

    #[inline]
    const fn divides(self, octet: u8) -> bool {
        octet == b'/' || matches!(self, Self::Windows) && octet == b'\\'
    }

    /// Checks a name of a path, after decoding.
    #[inline]
    fn check(self, name: &[u8]) -> Result<(), FilePathError> {
        if matches!(name, b"." | b"..") {
            return Err(FilePathError::DotSegment);
        }
        if name.contains(&0) {
            return Err(FilePathError::Nul);
        }
        if name.iter().any(|&octet| self.divides(octet)) {
            return Err(FilePathError::Slash);
        }
        if self == Self::Windows && core::str::from_utf8(name).is_err() {
            return Err(FilePathError::NotUtf8);
        }
        Ok(())
    }
}

/// Returns whether a Windows path begins with a drive and a separator.
#[inline]
fn has_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

/// Appends the host of a Windows path, if any, to `text`. Returns the rest, which begins with the drive or the share.
#[inline]
fn windows_root<'p>(path: &'p [u8], text: &mut String) -> Result<&'p [u8], FilePathError> {
    if has_drive(path) {
        return Ok(path);
    }
    let [b'/' | b'\\', b'/' | b'\\', rest @ ..] = path else {
        return Err(FilePathError::Relative);
    };
    let end = rest.iter().position(|&octet| PathStyle::Windows.divides(octet));
    let host = &rest[..end.unwrap_or(rest.len())];
    if matches!(host, b"." | b"?") {
        let verbatim = path.strip_prefix(br"\\?\").ok_or(FilePathError::Namespace)?;
        return verbatim_root(verbatim, text);
    }
    unc_root(rest, text)
}

/// Appends the host at the beginning of `path` to `text`. Returns the rest of the path, which begins with the share.
#[inline]
fn unc_root<'p>(path: &'p [u8], text: &mut String) -> Result<&'p [u8], FilePathError> {
    let end = path.iter().position(|&octet| PathStyle::Windows.divides(octet));
    let (host, names) = path.split_at(end.unwrap_or(path.len()));
    let host = core::str::from_utf8(host).map_err(|_| FilePathError::NotUtf8)?;
    // The URI of `//localhost/a` would identify a local file.
    if !is_host_name(host) || host.eq_ignore_ascii_case("localhost") {
        return Err(FilePathError::Host);
    }
    *text += &encode_octets(host.as_bytes(), Keep::RegName);
    let names = names.get(1..).unwrap_or_default();
    if names.first().is_none_or(|&octet| PathStyle::Windows.divides(octet)) {
        return Err(FilePathError::NoShare);
    }
    Ok(names)
}

/// Appends the host, if any, of `path` to `text`. `path` is the text after the prefix `\\?\`. Returns the rest of the
/// path. Refuses a path that would identify another file without the prefix.
#[inline]
fn verbatim_root<'p>(path: &'p [u8], text: &mut String) -> Result<&'p [u8], FilePathError> {
    let is_device = |name: &[u8]| {
        let stem = name.split(|&octet| octet == b'.').next().unwrap_or_default();
        let stem = stem.trim_ascii_end().to_ascii_uppercase();
        matches!(&stem[..], b"CON" | b"PRN" | b"AUX" | b"NUL")
            || matches!(
                &stem[..],
                [b'C', b'O', b'M', b'0'..=b'9'] | [b'L', b'P', b'T', b'0'..=b'9']
            )
    };
    let is_verbatim = |name: &[u8]| matches!(name, [.., b'.' | b' ']) || is_device(name);
    let unc = path.split_at_checked(4).filter(|(unc, _)| unc.eq_ignore_ascii_case(br"UNC\"));
    let names = match unc {
        Some((_, names)) => names,
        None if has_drive(path) => path,
        None => return Err(FilePathError::Namespace),
    };
    if names.contains(&b'/') {
        return Err(FilePathError::Slash);
    }
    if names.split(|&octet| octet == b'\\').any(is_verbatim) {
        return Err(FilePathError::Namespace);
    }
    if unc.is_some() { unc_root(names, text) } else { Ok(names) }
}

/// Returns the decoded host of a `file` URI, or `None` if the host is the local machine (RFC 8089, 2).
#[inline]
fn remote_host<'i>(uri: &Reference<'i>) -> Result<Option<Cow<'i, str>>, FilePathError> {
    let Some(host) = uri.host() else { return Ok(None) };
    if uri.userinfo().is_some() || uri.port().is_some() {
        return Err(FilePathError::Host);
    }
    let name = host.as_str().decode().map_err(|_| FilePathError::Host)?;
    if name.is_empty() || name.eq_ignore_ascii_case("localhost") {
        return Ok(None);
    }
    if is_host_name(&name) { Ok(Some(name)) } else { Err(FilePathError::Host) }
}

/// Returns whether a text can be the host of a path. Its ASCII characters must be allowed in registered names, which
/// excludes IP literals in brackets. It must not be empty, `..` or `.`. The host `.` begins the path of a device.
#[inline]
fn is_host_name(text: &str) -> bool {
    text.bytes().all(is_of_names) && !matches!(text, "" | "." | "..")
}

/// The reason why a path has no `file` URI, or why a URI has no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FilePathError {
    /// The scheme of the URI is not `file`.
    Scheme,
    /// The path is not absolute. On Windows it has neither a drive nor a host.
    Relative,
    /// The path begins with two slashes, so that the first name is empty.
    TwoSlashes,
    /// A name is `.` or `..`.
    DotSegment,
    /// A name contains a slash, or, on Windows, a backslash.
    Slash,
    /// A name contains the octet 0.
    Nul,
    /// A Windows path is not Unicode.
    NotUtf8,
    /// The Windows path begins with `\\.\`, or it begins with `\\?\` and would be another path without that prefix.
    Namespace,
    /// The path has a host without a share after it.
    NoShare,
    /// The authority cannot be the host of a path: it has a userinfo or a port, its host is not local (on Unix), or its
    /// host cannot be a UNC host (on Windows).
    Host,
    /// The URI has a query.
    Query,
    /// The URI would be longer than `u32::MAX` bytes. The value is the length of the URI in bytes.
    TooLong(usize),
}

impl fmt::Display for FilePathError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "the scheme is not \"file\" (RFC 8089, 2)",
            Self::Relative => "the path is not absolute; a Windows path must begin with a drive or a host (RFC 8089, 2)",
            Self::TwoSlashes => "the path begins with an empty name (RFC 8089, 2)",
            Self::DotSegment => {
                "the path contains a name \".\" or \"..\"; which file such a path leads to depends on the file system"
            }
            Self::Slash => "a name in the path contains a separator, which a file name cannot contain (RFC 3986, 2.2)",
            Self::Nul => "a name in the path contains the octet 0, which a file name cannot contain",
            Self::NotUtf8 => "a Windows path must be Unicode, and this path is not",
            Self::Namespace => {
                "RFC 8089 has no URI for a path in a Windows namespace (Appendix C), and without the prefix \
                 the path would name another file"
            },
            Self::NoShare => "the path lacks a share after its host (RFC 8089, E.3.1)",
            Self::Host => "the authority cannot be the host of a path on this platform (RFC 8089, 2 and 3)",
            Self::Query => "a file URI has no query; write \"%3F\" for \"?\" (RFC 8089, 2)",
            Self::TooLong(length) => {
                let most = u32::MAX;
                return write!(f, "the URI has {length} bytes; a URI may have at most {most}");
            }
        })
    }
}

impl core::error::Error for FilePathError {}
