//! What a Gopher+ string asks for (3.4.4 to 3.4.9).
//!
//! In: the string, decoded, since no characters are reserved within the path of a gopher URL
//! (3.4.1). Out: [`Retrieval`], if the string has one of the forms that the document describes.
//!
//! The surprising case: the filled form of 3.4.9 is the only string that holds line ends, and it is
//! sent with them. Where it has any other shape, as with a second line of commands after its last
//! line ".", it is none of these forms.

/// What a Gopher+ string asks the server for. Names and values are decoded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Retrieval {
    /// `+`: the default view of the item (3.4.4).
    DefaultView,
    /// `+<view>%20<language>`: an alternate view of the item (3.4.8).
    View {
        /// The name of the view, such as `application/postscript`.
        view: Vec<u8>,
        /// The name of the language, such as `Es_ES`.
        language: Vec<u8>,
    },
    /// `?`: an item with an electronic form. The client fetches the form in the attribute `+ASK`
    /// and has the user fill it out (3.4.4, 3.4.5).
    Form,
    /// An item for which the user filled out an electronic form (3.4.9).
    FilledForm {
        /// The value of each item of the form.
        values: Vec<Vec<u8>>,
    },
    /// `!`: attributes of the item (3.4.6, 3.4.7).
    Attributes {
        /// The names of the attributes. Without names all attributes are asked for.
        names: Vec<Vec<u8>>,
    },
    /// `$`: attributes of all items in a directory (3.4.6, 3.4.7).
    DirectoryAttributes {
        /// The names of the attributes. Without names all attributes are asked for.
        names: Vec<Vec<u8>>,
    },
}

/// The beginning of the string of a filled form: the command, and the mark of a block that ends in
/// a line with a single ".".
const FILLED: &[u8] = b"+\t1\r\n+-1\r\n";

impl Retrieval {
    pub(super) fn of(string: &[u8]) -> Option<Self> {
        let (first, rest) = string.split_first()?;
        Some(match (first, rest) {
            (b'?', []) => Self::Form,
            (b'+', []) => Self::DefaultView,
            (b'!', _) => Self::Attributes { names: names(rest)? },
            (b'$', _) => Self::DirectoryAttributes { names: names(rest)? },
            (b'+', _) => match string.strip_prefix(FILLED) {
                Some(block) => Self::FilledForm { values: values(block)? },
                None => {
                    let [view, language] = <[_; 2]>::try_from(names(rest)?).ok()?;
                    Self::View { view, language }
                }
            },
            _ => return None,
        })
    }
}

/// Reads names with a space between each two.
fn names(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let name = |name: &[u8]| (!name.is_empty() && !has_delimiter(name)).then(|| name.to_vec());
    text.split(|&octet| octet == b' ').map(name).collect()
}

/// The lines of a block before its last line, which is a single ".".
fn values(block: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut lines = block.strip_suffix(b".\r\n")?;
    let mut values = Vec::new();
    while !lines.is_empty() {
        let end = lines.iter().position(|octet| matches!(octet, b'\r' | b'\n'))?;
        let value = &lines[..end];
        lines = lines[end..].strip_prefix(b"\r\n").filter(|_| value != b".")?;
        values.push(value.to_vec());
    }
    Some(values)
}

/// Whether octets contain a delimiter of a gopher request: the tab between its parts, or a line
/// end.
pub(super) fn has_delimiter(octets: &[u8]) -> bool {
    octets.iter().any(|octet| matches!(octet, b'\t' | b'\r' | b'\n'))
}
