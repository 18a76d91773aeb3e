//! Keyword arguments, as Python pickles them: a dict whose keys and values are text.
//!
//! In: what `pickle.dumps(kwargs, protocol=5)` writes, the only form in which Polars hands them on. Out: the pairs. What
//! is forgotten: every other pickle. An opcode that writes neither text nor a dict is an error.
//!
//! The opcodes and their arguments are those of Python's module `pickletools`.

use std::collections::HashMap;

/// Reads a dict of texts.
///
/// # Errors
///
/// A sentence, where the bytes are no pickle of such a dict.
pub(crate) fn read(mut bytes: &[u8]) -> Result<HashMap<String, String>, String> {
    let mut pairs = HashMap::new();
    // The texts since the last pair, and all that was ever memoized. A dict is memoized as none.
    let mut texts: Vec<String> = Vec::new();
    let mut memo: Vec<Option<String>> = Vec::new();
    if bytes.is_empty() {
        return Ok(pairs);
    }
    loop {
        match take(&mut bytes, 1)?[0] {
            // PROTO and its number; FRAME and its length; EMPTY_DICT and MARK, which have no argument.
            0x80 => drop(take(&mut bytes, 1)?),
            0x95 => drop(take(&mut bytes, 8)?),
            b'}' | b'(' => {}
            // SHORT_BINUNICODE, BINUNICODE.
            0x8c => texts.push(text(&mut bytes, 1)?),
            b'X' => texts.push(text(&mut bytes, 4)?),
            // MEMOIZE: the top of the stack; BINGET: what was memoized so many objects ago.
            0x94 => memo.push(texts.last().cloned()),
            b'h' => {
                let at = usize::from(take(&mut bytes, 1)?[0]);
                texts.push(memo.get(at).cloned().flatten().ok_or("a memo that is no text")?);
            }
            // SETITEM, SETITEMS: the pairs that are on the stack.
            b's' | b'u' => {
                for pair in texts.chunks_exact(2) {
                    pairs.insert(pair[0].clone(), pair[1].clone());
                }
                texts.clear();
            }
            b'.' => return Ok(pairs),
            other => {
                return Err(format!("keyword arguments are text alone, not opcode {other:#04x}"));
            }
        }
    }
}

fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Result<&'b [u8], String> {
    bytes.split_off(..count).ok_or_else(|| "the keyword arguments end too early".to_owned())
}

/// A text after its length, which is a little-endian number of so many bytes.
fn text(bytes: &mut &[u8], width: usize) -> Result<String, String> {
    let length =
        take(bytes, width)?.iter().rev().fold(0, |high, low| high << 8 | usize::from(*low));
    let text = take(bytes, length)?.to_vec();
    String::from_utf8(text).map_err(|_| "a keyword argument is no UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn pickles() {
        // What Python 3.11 writes for {"f": "host", "e": "rfc3986"}, {"f": "f"} with one string twice, and {"f": 1}.
        let two = b"\x80\x05\x95\x1f\0\0\0\0\0\0\0}\x94(\x8c\x01f\x94\x8c\x04host\x94\x8c\x01e\x94\x8c\x07rfc3986\x94u.";
        let pairs = read(two).unwrap();
        assert_eq!((pairs.len(), &*pairs["f"], &*pairs["e"]), (2, "host", "rfc3986"));
        let same = b"\x80\x05\x95\x0a\0\0\0\0\0\0\0}\x94\x8c\x01f\x94h\x01s.";
        assert_eq!(read(same).unwrap()["f"], "f");
        let long =
            [b"\x80\x05}\x94\x8c\x01tX\x2c\x01\0\0".as_slice(), &[b'x'; 300], b"s."].concat();
        assert_eq!(read(&long).unwrap()["t"], "x".repeat(300));
        assert!(read(b"").unwrap().is_empty());
        assert!(
            read(b"\x80\x05\x95\x08\0\0\0\0\0\0\0}\x94\x8c\x01f\x94K\x01s.")
                .unwrap_err()
                .contains("0x4b")
        );
    }

    #[test]
    fn no_panic() {
        let whole = b"\x80\x05\x95\x0a\0\0\0\0\0\0\0}\x94\x8c\x01f\x94h\x01s.";
        for end in 1..whole.len() {
            assert!(read(&whole[..end]).is_err());
        }
        assert!(
            read(b"h\xff.").is_err()
                && read(b"X\xff\xff\xff\xffa").is_err()
                && read(b"\x8c\x01\xff.").is_err()
        );
    }
}
