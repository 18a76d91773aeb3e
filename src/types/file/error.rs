//! Why a path has no URI, or a URI no path.

use core::fmt;

/// The reason why a path has no `file` URI, or a URI no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FilePathError {
    /// The scheme of the URI is not `file`.
    Scheme,
    /// The path is not absolute; on Windows, it has neither a drive nor a host.
    Relative,
    /// The path begins with two slashes, so that the first name is empty.
    TwoSlashes,
    /// A name is `.` or `..`.
    DotSegment,
    /// A name holds a slash; on Windows, a slash or a backslash.
    Slash,
    /// A name holds the octet 0.
    Nul,
    /// A path of Windows is not Unicode.
    NotUtf8,
    /// The path of Windows begins with `\\.\`, or with `\\?\` where it would be another path without.
    Namespace,
    /// The path has a host, and no share after it.
    NoShare,
    /// The host cannot be the host of a path: on Unix every host but `localhost`, on Windows what
    /// no UNC name has, a userinfo, and a port.
    Host,
    /// The URI has a query.
    Query,
    /// The URI would be longer than a URI may be.
    TooLong(usize),
}

impl fmt::Display for FilePathError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "the scheme is not \"file\" (RFC 8089, 2)",
            Self::Relative => "the path is not absolute; of Windows it begins with a drive or a host (RFC 8089, 2)",
            Self::TwoSlashes => "the path begins with an empty name (RFC 8089, 2)",
            Self::DotSegment => {
                "the path has a name \".\" or \"..\"; what it names, only the file system knows"
            }
            Self::Slash => "a name in the path holds a separator, and is no name of a file (2.2)",
            Self::Nul => "a name in the path holds the octet 0, and is no name of a file",
            Self::NotUtf8 => "the path is not Unicode, as paths of Windows are",
            Self::Namespace => {
                "RFC 8089 has no URI for a path of a namespace of Windows (Appendix C), and this one is \
                 another path without its prefix"
            },
            Self::NoShare => "after the host of the path a share is missing (RFC 8089, E.3.1)",
            Self::Host => "the authority is not the host of such a path (RFC 8089, 2 and 3)",
            Self::Query => "a file URI has no query; \"%3F\" stands for \"?\" (RFC 8089, 2)",
            Self::TooLong(length) => {
                let most = u32::MAX;
                return write!(f, "the URI has {length} bytes; a URI may have at most {most}");
            }
        })
    }
}

impl core::error::Error for FilePathError {}
