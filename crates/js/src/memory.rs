//! The memory that JavaScript and the library share, and the functions that JavaScript calls.
//!
//! JavaScript opens an [`Instance`], requests an input buffer ([`input_buffer`]), writes one or two texts there, and
//! makes a call. A call leaves eight [`numbers`] and an [`answer`], which JavaScript reads. Nothing has to be freed:
//! the buffer and the answer are reused.
//!
//! This is the only module with `unsafe`. The calls are sound because an instance is never freed, WebAssembly has a
//! single thread here, and no call calls JavaScript, so no two calls access an instance at once.
//!
//! The functions are exported under their own names only in WebAssembly.
#![allow(unsafe_code)]

use crate::calls::Status;

/// The number that stands for a missing position.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The state that JavaScript and the library share.
#[derive(Debug, Default)]
pub struct Instance {
    pub(crate) input: InputBuffer,
    pub(crate) answer: String,
    pub(crate) numbers: [u32; 8],
}

/// The bytes that JavaScript writes.
#[derive(Debug, Default)]
pub(crate) struct InputBuffer(Vec<u8>);

impl InputBuffer {
    /// Returns the text of a byte range, if it is in the buffer and UTF-8.
    #[inline]
    pub(crate) fn text(&self, start: usize, length: usize) -> Option<&str> {
        let bytes = self.0.get(start..)?.get(..length)?;
        if bytes.is_ascii() {
            // SAFETY: ASCII is valid UTF-8. This check takes a fraction of the time of `from_utf8`.
            return Some(unsafe { str::from_utf8_unchecked(bytes) });
        }
        str::from_utf8(bytes).ok()
    }
}

/// Opens an instance.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn open() -> *mut Instance {
    Box::into_raw(Box::default())
}

/// Returns the instance behind a pointer.
///
/// # Safety
///
/// The pointer comes from [`open`], and no other reference to the instance is alive.
unsafe fn instance<'d>(instance: *mut Instance) -> &'d mut Instance {
    // SAFETY: The condition above; an instance is never freed.
    unsafe { &mut *instance }
}

/// Returns the input buffer, with at least `length` bytes. Its content is kept.
///
/// # Safety
///
/// The pointer comes from [`open`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn input_buffer(at: *mut Instance, length: usize) -> *mut u8 {
    // SAFETY: Guaranteed by the caller, which has one thread.
    let input = unsafe { &mut instance(at).input.0 };
    if input.len() < length {
        input.resize(length, 0);
    }
    input.as_mut_ptr()
}

/// Returns the address of the numbers.
///
/// # Safety
///
/// The pointer comes from [`open`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn numbers(at: *mut Instance) -> *mut u32 {
    // SAFETY: Guaranteed by the caller, which has one thread.
    unsafe { instance(at).numbers.as_mut_ptr() }
}

/// Returns the address of the answer.
///
/// # Safety
///
/// The pointer comes from [`open`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn answer(at: *mut Instance) -> *const u8 {
    // SAFETY: Guaranteed by the caller, which has one thread.
    unsafe { instance(at).answer.as_ptr() }
}

/// Returns the number of bytes of the answer.
///
/// # Safety
///
/// The pointer comes from [`open`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn answer_length(at: *mut Instance) -> usize {
    // SAFETY: Guaranteed by the caller, which has one thread.
    unsafe { instance(at).answer.len() }
}

/// Declares the calls: each passes the instance and plain numbers to the method of the same name.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The pointer comes from [`open`].
        #[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(at: *mut Instance, $($argument: $type),*) -> $result {
            // SAFETY: Guaranteed by the caller, which has one thread.
            unsafe { instance(at) }.$name($($argument),*)
        }
    )*};
}

calls! {
    /// Parses a reference.
    parse(length: usize) -> Status;
    /// Returns the kind of a text.
    check(length: usize) -> u32;
    /// Resolves a reference.
    resolve(base: usize, reference: usize, options: u32) -> Status;
    /// Finds the reference that resolves, against a base, to a target.
    relativize(base: usize, target: usize) -> Status;
    /// Normalizes a reference.
    normalize(length: usize, rung: u32) -> Status;
    /// Compares two references.
    compare(a: usize, b: usize) -> Status;
    /// Builds a reference from components.
    build(length: usize) -> Status;
    /// Percent-encodes the characters of a text that are not allowed.
    repair(length: usize) -> Status;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes texts to a new instance, and makes a call.
    fn with_instance<T>(texts: &[&str], call: impl FnOnce(&mut Instance) -> T) -> (T, Instance) {
        let all = texts.concat();
        let mut instance = Instance::default();
        instance.input.0.extend_from_slice(all.as_bytes());
        (call(&mut instance), instance)
    }

    #[test]
    fn the_input_buffer_grows_and_keeps_its_content() {
        let at = open();
        // SAFETY: The pointer comes from `open`, and the buffers are accessed within their lengths.
        unsafe {
            *input_buffer(at, 3).add(2) = b'x';
            assert_eq!(*input_buffer(at, 70_000).add(2), b'x');
            assert_eq!(input_buffer(at, 1), input_buffer(at, 70_000));
            assert_eq!(parse(at, 70_001), Status::Misused);
            drop(Box::from_raw(at));
        }
    }

    #[test]
    fn the_components_of_a_reference() {
        let (status, instance) =
            with_instance(&["foo://u@h:8042/over?q#f"], |instance| instance.parse(23));
        assert_eq!(status, Status::Ok);
        assert_eq!(instance.numbers[..7], [3, 8, 9, 14, 19, 21, 1]);
        let (_, instance) = with_instance(&["a/b"], |instance| instance.parse(3));
        assert_eq!(instance.numbers[..7], [0, 0, 0, 0, 3, 3, 0]);
        let (_, instance) = with_instance(&["//@:?#"], |instance| instance.parse(6));
        assert_eq!(instance.numbers[..7], [0, 3, 3, 4, 4, 5, 1]);
    }

    #[test]
    fn errors() {
        let error_of = |text: &str| {
            let (status, instance) = with_instance(&[text], |instance| instance.parse(text.len()));
            assert_eq!(status, Status::First);
            (instance.answer, instance.numbers[0], instance.numbers[1])
        };
        let port = "port-digits\na port contains only digits\n3.2.3";
        assert_eq!(error_of("http://h:x/"), (port.to_owned(), 10, 9));
        let space = "space\na space is not allowed in a URI\n2";
        assert_eq!(error_of("a b"), (space.to_owned(), 1, 1));
        // The message itself ends with a parenthesis.
        let iri = "iri\n\"é\" is not ASCII; percent-encode it, or parse the string as an RFC 3987 IRI\n2.5";
        assert_eq!(error_of("/é"), (iri.to_owned(), 1, 1));
        let line = "white-space\na tab or a line break is not allowed in a URI\n2";
        assert_eq!(error_of("a\nb"), (line.to_owned(), 1, 1));
    }

    /// RFC 3986, 5.4.1, 6.2.2.
    #[test]
    fn resolving_and_relativizing() {
        let base = "http://a/b/c/d;p?q";
        let (status, mut instance) =
            with_instance(&[base, "../g"], |instance| instance.resolve(18, 4, 0));
        assert_eq!((status, &*instance.answer), (Status::Ok, "http://a/b/g"));
        assert_eq!(instance.resolve(4, 4, 0), Status::First);
        let (status, instance) =
            with_instance(&["a:/b", ".//c"], |instance| instance.resolve(4, 4, 0));
        assert_eq!(status, Status::None);
        assert!(
            instance.answer.starts_with("misread\nthe target `a://c` reads back"),
            "{}",
            instance.answer
        );
        assert!(instance.answer.ends_with("\n3.3"), "{}", instance.answer);
        let (status, instance) =
            with_instance(&["a:/b", ".//c"], |instance| instance.resolve(4, 4, 2));
        assert_eq!((status, &*instance.answer), (Status::Ok, "a:/.//c"));
        let (status, instance) =
            with_instance(&[base, "http://a/b/g"], |instance| instance.relativize(18, 12));
        assert_eq!((status, &*instance.answer), (Status::Ok, "../g"));
    }

    #[test]
    fn replaced_components() {
        let (status, instance) = with_instance(&["http://u@h:1/p?q", "https", "/x"], |instance| {
            let (keep, none) = (u32::MAX, u32::MAX - 1);
            instance.numbers = [5, none, keep, none, 2, none, keep, 0];
            instance.build(16)
        });
        assert_eq!((status, &*instance.answer), (Status::Ok, "https://h/x"));
        let (status, instance) = with_instance(&["http://h/p", "x"], |instance| {
            let keep = u32::MAX;
            instance.numbers = [keep, keep, keep, keep, 1, keep, keep, 0];
            instance.build(10)
        });
        assert_eq!(status, Status::None);
        let path = "with an authority the path must be empty or begin with \"/\"";
        assert_eq!(instance.answer, format!("path-runs-on\n{path}\n3.3"));
    }
}
