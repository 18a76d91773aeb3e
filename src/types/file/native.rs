//! Conversions between `file` URIs and the path types of the standard library.

use std::path::{Path, PathBuf};

use super::{FilePathError, PathStyle};
use crate::types::{Uri, UriBuf};

impl Uri<'_> {
    /// Returns the path of the file that a `file` URI identifies on this machine (RFC 8089).
    ///
    /// The system may give some names a special meaning, such as `aux` and names with `:` on Windows (RFC 8089, 5). If
    /// such names matter, check for them before you open the file.
    ///
    /// # Errors
    ///
    /// [`FilePathError`], with the reason why the URI has no path on this machine.
    ///
    /// ```
    /// use urispec::{PathStyle, Uri};
    /// if PathStyle::NATIVE == PathStyle::Unix {
    ///     let path = Uri::parse("file:///a%20b/c")?.to_file_path()?;
    ///     assert_eq!(path, std::path::Path::new("/a b/c"));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn to_file_path(&self) -> Result<PathBuf, FilePathError> {
        path(PathStyle::NATIVE.path_of(self.0)?)
    }
}

impl UriBuf {
    /// Returns the `file` URI of an absolute path on this machine (RFC 8089). For the URI of a directory, against
    /// which relative references can be resolved, end the path in a slash: `path.join("")`.
    ///
    /// # Errors
    ///
    /// [`FilePathError`], with the reason why the path has no URI.
    ///
    /// ```
    /// use urispec::{PathStyle, UriBuf};
    /// if PathStyle::NATIVE == PathStyle::Unix {
    ///     assert_eq!(UriBuf::from_file_path("/a b/c?")?, "file:///a%20b/c%3F");
    /// }
    /// assert!(UriBuf::from_file_path("a/b").is_err());
    /// # Ok::<(), urispec::error::FilePathError>(())
    /// ```
    #[inline]
    pub fn from_file_path(path: impl AsRef<Path>) -> Result<Self, FilePathError> {
        PathStyle::NATIVE.to_uri(octets(path.as_ref())?)
    }

    /// Returns the path of the file that a `file` URI identifies on this machine (RFC 8089).
    ///
    /// # Errors
    ///
    /// [`FilePathError`], with the reason why the URI has no path on this machine.
    #[inline]
    pub fn to_file_path(&self) -> Result<PathBuf, FilePathError> {
        self.as_borrowed().to_file_path()
    }
}

#[cfg(unix)]
#[inline]
fn octets(path: &Path) -> Result<&[u8], FilePathError> {
    Ok(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))
}

#[cfg(unix)]
#[inline]
fn path(octets: Vec<u8>) -> Result<PathBuf, FilePathError> {
    let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(octets);
    Ok(path.into())
}

/// Returns the text of a path. On platforms other than Unix, a path must be Unicode.
#[cfg(not(unix))]
#[inline]
fn octets(path: &Path) -> Result<&[u8], FilePathError> {
    path.to_str().map(str::as_bytes).ok_or(FilePathError::NotUtf8)
}

#[cfg(not(unix))]
#[inline]
fn path(octets: Vec<u8>) -> Result<PathBuf, FilePathError> {
    String::from_utf8(octets).map(PathBuf::from).map_err(|_| FilePathError::NotUtf8)
}
