//! Memory that JavaScript and the library share, and the functions that JavaScript calls.
//!
//! JavaScript opens a [`Desk`], asks for room ([`room`]), writes one or two texts there, and makes a call. A call
//! leaves eight [`numbers`] and an [`answer`], which JavaScript reads. Nothing has to be freed: the room and the answer
//! are used again.
//!
//! This is the only module with `unsafe`. What makes the calls sound: a desk is never given back, WebAssembly has one
//! thread here, and no call calls JavaScript, so that no two calls have the desk at once.
//!
//! The functions have these names in WebAssembly alone.
#![allow(unsafe_code)]

use crate::calls::Status;

/// The number that stands for no place.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// What JavaScript and the library share.
#[derive(Debug, Default)]
pub struct Desk {
    pub(crate) room: Room,
    pub(crate) answer: String,
    pub(crate) numbers: [u32; 8],
}

/// Bytes that JavaScript writes.
#[derive(Debug, Default)]
pub(crate) struct Room(Vec<u8>);

impl Room {
    /// The text of some bytes, if they are here and UTF-8.
    #[inline]
    pub(crate) fn text(&self, start: usize, length: usize) -> Option<&str> {
        let bytes = self.0.get(start..)?.get(..length)?;
        if bytes.is_ascii() {
            // SAFETY: Every string of ASCII is one of UTF-8. To ask that takes a fraction of the time of `from_utf8`.
            return Some(unsafe { str::from_utf8_unchecked(bytes) });
        }
        str::from_utf8(bytes).ok()
    }
}

/// Opens a desk.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn open() -> *mut Desk {
    Box::into_raw(Box::default())
}

/// The desk behind a pointer.
///
/// # Safety
///
/// The pointer is what [`open`] gave, and no other reference to the desk is alive.
unsafe fn desk<'d>(desk: *mut Desk) -> &'d mut Desk {
    // SAFETY: The condition above: a desk is never given back.
    unsafe { &mut *desk }
}

/// Room for texts of `length` bytes in all. What stood there stays.
///
/// # Safety
///
/// The pointer is what [`open`] gave.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn room(at: *mut Desk, length: usize) -> *mut u8 {
    // SAFETY: What is asked of the caller, which has one thread.
    let room = unsafe { &mut desk(at).room.0 };
    if room.len() < length {
        room.resize(length, 0);
    }
    room.as_mut_ptr()
}

/// Where the numbers are.
///
/// # Safety
///
/// The pointer is what [`open`] gave.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn numbers(at: *mut Desk) -> *mut u32 {
    // SAFETY: What is asked of the caller, which has one thread.
    unsafe { desk(at).numbers.as_mut_ptr() }
}

/// Where the answer is.
///
/// # Safety
///
/// The pointer is what [`open`] gave.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn answer(at: *mut Desk) -> *const u8 {
    // SAFETY: What is asked of the caller, which has one thread.
    unsafe { desk(at).answer.as_ptr() }
}

/// How many bytes the answer has.
///
/// # Safety
///
/// The pointer is what [`open`] gave.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn answer_length(at: *mut Desk) -> usize {
    // SAFETY: What is asked of the caller, which has one thread.
    unsafe { desk(at).answer.len() }
}

/// Declares the calls: each gives the desk and plain numbers to the function of the same name.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The pointer is what [`open`] gave.
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(at: *mut Desk, $($argument: $type),*) -> $result {
            // SAFETY: What is asked of the caller, which has one thread.
            unsafe { desk(at) }.$name($($argument),*)
        }
    )*};
}

calls! {
    /// Parses a reference.
    parse(length: usize) -> Status;
    /// Whether a text is a reference, and of which kind.
    check(length: usize) -> u32;
    /// Resolves a reference.
    resolve(base: usize, reference: usize, options: u32) -> Status;
    /// Finds the reference from a base to a target.
    relativize(base: usize, target: usize) -> Status;
    /// Normalizes a reference.
    normalize(length: usize, rung: u32) -> Status;
    /// Compares two references.
    compare(a: usize, b: usize) -> Status;
    /// Builds a reference of components.
    build(length: usize) -> Status;
    /// Repairs a text.
    repair(length: usize) -> Status;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes texts, and calls with their desk.
    fn at_desk<T>(texts: &[&str], call: impl FnOnce(&mut Desk) -> T) -> (T, Desk) {
        let all = texts.concat();
        let mut desk = Desk::default();
        desk.room.0.extend_from_slice(all.as_bytes());
        (call(&mut desk), desk)
    }

    #[test]
    fn a_room_grows_and_keeps_what_stands_there() {
        let at = open();
        // SAFETY: The pointer is what `open` gave, and the rooms are read and written within their lengths.
        unsafe {
            *room(at, 3).add(2) = b'x';
            assert_eq!(*room(at, 70_000).add(2), b'x');
            assert_eq!(room(at, 1), room(at, 70_000));
            assert_eq!(parse(at, 70_001), Status::Misused);
            drop(Box::from_raw(at));
        }
    }

    #[test]
    fn the_components_of_a_reference() {
        let (status, desk) = at_desk(&["foo://u@h:8042/over?q#f"], |desk| desk.parse(23));
        assert_eq!(status, Status::Ok);
        assert_eq!(desk.numbers[..7], [3, 8, 9, 14, 19, 21, 1]);
        let (_, desk) = at_desk(&["a/b"], |desk| desk.parse(3));
        assert_eq!(desk.numbers[..7], [0, 0, 0, 0, 3, 3, 0]);
        let (_, desk) = at_desk(&["//@:?#"], |desk| desk.parse(6));
        assert_eq!(desk.numbers[..7], [0, 3, 3, 4, 4, 5, 1]);
    }

    #[test]
    fn what_is_wrong() {
        let said = |text: &str| {
            let (status, desk) = at_desk(&[text], |desk| desk.parse(text.len()));
            assert_eq!(status, Status::First);
            (desk.answer, desk.numbers[0], desk.numbers[1])
        };
        let port = "port-digits\na port contains only digits\n3.2.3";
        assert_eq!(said("http://h:x/"), (port.to_owned(), 10, 9));
        let space = "space\na space is not allowed in a URI\n2";
        assert_eq!(said("a b"), (space.to_owned(), 1, 1));
        // The sentence itself ends with a bracket.
        let iri = "iri\n\"é\" is not ASCII; percent-encode it, or parse the string as an RFC 3987 IRI\n2.5";
        assert_eq!(said("/é"), (iri.to_owned(), 1, 1));
        let line = "white-space\na tab or a line break is not allowed in a URI\n2";
        assert_eq!(said("a\nb"), (line.to_owned(), 1, 1));
    }

    /// RFC 3986, 5.4.1, 6.2.2.
    #[test]
    fn resolving_and_the_way_back() {
        let base = "http://a/b/c/d;p?q";
        let (status, mut desk) = at_desk(&[base, "../g"], |desk| desk.resolve(18, 4, 0));
        assert_eq!((status, &*desk.answer), (Status::Ok, "http://a/b/g"));
        assert_eq!(desk.resolve(4, 4, 0), Status::First);
        let (status, desk) = at_desk(&["a:/b", ".//c"], |desk| desk.resolve(4, 4, 0));
        assert_eq!(status, Status::None);
        assert!(
            desk.answer.starts_with("misread\nthe target `a://c` reads back"),
            "{}",
            desk.answer
        );
        assert!(desk.answer.ends_with("\n3.3"), "{}", desk.answer);
        let (status, desk) = at_desk(&["a:/b", ".//c"], |desk| desk.resolve(4, 4, 2));
        assert_eq!((status, &*desk.answer), (Status::Ok, "a:/.//c"));
        let (status, desk) = at_desk(&[base, "http://a/b/g"], |desk| desk.relativize(18, 12));
        assert_eq!((status, &*desk.answer), (Status::Ok, "../g"));
    }

    #[test]
    fn components_in_place_of_others() {
        let (status, desk) = at_desk(&["http://u@h:1/p?q", "https", "/x"], |desk| {
            let (keep, none) = (u32::MAX, u32::MAX - 1);
            desk.numbers = [5, none, keep, none, 2, none, keep, 0];
            desk.build(16)
        });
        assert_eq!((status, &*desk.answer), (Status::Ok, "https://h/x"));
        let (status, desk) = at_desk(&["http://h/p", "x"], |desk| {
            let keep = u32::MAX;
            desk.numbers = [keep, keep, keep, keep, 1, keep, keep, 0];
            desk.build(10)
        });
        assert_eq!(status, Status::None);
        let path = "with an authority the path must be empty or begin with \"/\"";
        assert_eq!(desk.answer, format!("path-runs-on\n{path}\n3.3"));
    }
}
