//! Why a reference cannot be built or changed.

use core::error::Error;
use core::fmt;

use super::component::ComponentError;
use crate::parts::count::Count;

/// The reason why the given components make no reference, or why a reference cannot be changed. The
/// message is the whole reason.
///
/// ```
/// use urispec::UriBuf;
/// let mut uri = UriBuf::parse("http://h/a")?;
/// assert_eq!(
///     uri.set_path("b").unwrap_err().to_string(),
///     "with an authority the path must be empty or begin with \"/\" (3.3)"
/// );
/// assert_eq!(uri, "http://h/a");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A component is not in the language of its production.
    Component(ComponentError),
    /// A URI is wanted, and no scheme is given (section 3).
    NoScheme,
    /// A userinfo or a port is given where there is no host.
    NoHost,
    /// There is an authority, and the path does not begin with `/`: the authority would run on into
    /// the path.
    PathRunsOn,
    /// There is no authority, and the path would read as one.
    PathReadsAsAuthority,
    /// There is no scheme, and the first segment would read as one.
    PathReadsAsScheme,
    /// A segment `.` or `..` is given as data. No encoding makes it another segment (section
    /// 6.2.2.2), and resolving would remove it (section 5.2.4).
    DotSegment,
    /// The first segment would be empty in a path that does not begin with `/`. The slash after that
    /// segment would begin the path.
    EmptySegment,
    /// A path has no segment with the index.
    #[non_exhaustive]
    NoSegment {
        /// The index that was given.
        index: usize,
        /// How many segments the path has.
        count: usize,
    },
    /// An empty key without a value is the only pair of a query.
    EmptyPair,
    /// The string would be longer than a reference may be. The value is its length in bytes.
    TooLong(usize),
}

impl From<ComponentError> for BuildError {
    fn from(error: ComponentError) -> Self {
        Self::Component(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Component(error) => return error.fmt(f),
            Self::NoScheme => "a URI begins with a scheme, and none is given (3)",
            Self::NoHost => "a userinfo or port needs a host, which may be empty (3.2)",
            Self::PathRunsOn => {
                "with an authority the path must be empty or begin with \"/\" (3.3)"
            }
            Self::PathReadsAsAuthority => {
                "without an authority the path cannot begin with \"//\" (3.3)"
            }
            Self::PathReadsAsScheme => {
                "in a relative reference the first segment cannot hold \":\"; write \"./\" before \
                 it (4.2)"
            }
            Self::DotSegment => {
                "data cannot be the segment \".\" or \"..\", which resolving would remove (5.2.4)"
            }
            Self::EmptySegment => {
                "the first segment of a path that does not begin with \"/\" cannot be empty (3.3)"
            }
            Self::NoSegment { index, count } => {
                let segments = Count(*count, "segment", "segments");
                return write!(f, "the index {index} is out of range: the path has {segments}");
            }
            Self::EmptyPair => "a query cannot hold an empty key without a value and nothing else",
            Self::TooLong(length) => {
                return write!(
                    f,
                    "the string would have {length} bytes; a reference may have at most {}",
                    u32::MAX
                );
            }
        })
    }
}

impl Error for BuildError {}
