//! Bytes that may be no UTF-8.

use urispec::generic::{Ascii, Letters, Ri, RiBuf, RiRef, RiRefBuf, Ucs};
use urispec::{Iri, IriRef, ParseError, Uri, UriBuf, UriRef, UriRefBuf};

#[track_caller]
fn not_utf8_of<L: Letters>(bytes: &[u8], offset: usize) {
    let expected = ParseError::NotUtf8(offset);
    assert_eq!(RiRef::<L>::try_from(bytes).unwrap_err(), expected);
    assert_eq!(Ri::<L>::try_from(bytes).unwrap_err(), expected);
    let rejected = RiRefBuf::<L>::try_from(bytes.to_vec()).unwrap_err();
    assert_eq!((rejected.error(), &rejected.input()[..]), (&expected, bytes));
    assert_eq!(RiBuf::<L>::try_from(bytes.to_vec()).unwrap_err().into_input(), bytes);
}

#[track_caller]
fn not_utf8(bytes: &[u8], offset: usize) {
    not_utf8_of::<Ascii>(bytes, offset);
    not_utf8_of::<Ucs>(bytes, offset);
}

#[track_caller]
fn no_reference(bytes: &[u8], offset: usize, found: Option<char>) {
    for read in [
        UriRef::try_from(bytes).map(UriRef::into_cow),
        UriRefBuf::try_from(bytes).map(Into::into),
        UriRefBuf::try_from(bytes.to_vec()).map(Into::into).map_err(|wrong| wrong.error().clone()),
    ] {
        let Err(ParseError::Syntax(error)) = read else { panic!("{read:?}") };
        assert_eq!((error.offset(), error.found()), (offset, found));
    }
}

/// The fault that comes first is told. No byte above 127 is in a reference (section 2).
#[test]
fn the_first_fault_is_told() {
    not_utf8(b"\xFF", 0);
    not_utf8(b"a:\xFFb c", 2);
    // "é" in ISO Latin 1, and cut in two.
    not_utf8(b"http://h/\xE9", 9);
    not_utf8(b"a:\xC3", 2);
    // Up to there nothing is wrong: there is no end.
    not_utf8(b"a://[::1\xFF]", 8);
    not_utf8(b"a:%4\xFF", 4);
    no_reference(b"a b\xFF", 1, Some(' '));
    no_reference("a\u{e9}\u{e9} ".as_bytes(), 1, Some('\u{e9}'));
    no_reference(b"\xC3\xA9\xFF", 0, Some('\u{e9}'));
    no_reference(b"//[::1", 6, None);
}

/// An IRI goes on where a URI does not.
#[test]
fn the_first_fault_in_an_iri_is_told() {
    not_utf8_of::<Ucs>(b"\xC3\xA9\xFF", 2);
    not_utf8_of::<Ucs>(b"a:\xC3\xA9\xC3", 4);
    let Err(ParseError::Syntax(error)) = IriRef::try_from(&b"\xC3\xA9 \xFF"[..]) else { panic!() };
    assert_eq!((error.offset(), error.found()), (2, Some(' ')));
    // The first byte of a private character may begin another. The fault is the character.
    let Err(ParseError::Syntax(error)) = IriRef::parse("/\u{E9}\u{FFFF}/") else { panic!() };
    assert_eq!((error.offset(), error.found()), (3, Some('\u{FFFF}')));
    assert_eq!(Iri::try_from("a:\u{E9}".as_bytes()).unwrap().path(), "\u{E9}");
}

#[test]
fn a_relative_reference_is_no_uri() {
    assert_eq!(Uri::try_from(&b"a"[..]), Err(ParseError::Relative));
    assert_eq!(UriBuf::try_from(b"a".to_vec()).unwrap_err().error(), &ParseError::Relative);
    // The byte is wrong, whatever the rest would be.
    assert_eq!(Uri::try_from(&b"a\xFF"[..]), Err(ParseError::NotUtf8(1)));
}

#[test]
fn valid_bytes_are_kept() {
    let bytes = b"http://h/a".to_vec();
    let at = bytes.as_ptr();
    let uri = UriBuf::try_from(bytes).unwrap();
    assert_eq!((uri.path(), uri.as_str().as_ptr()), ("/a", at));
    let bytes: &[u8] = uri.as_ref();
    assert_eq!(bytes, b"http://h/a");
    assert_eq!(Uri::try_from(bytes).unwrap(), uri);
}
