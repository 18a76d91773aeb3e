use http::Uri;
use http::uri::Authority;

use super::*;

#[test]
fn parsing() {
    // An owned URI, from a borrowed string
    let s = "http://h/a";
    assert_eq!(s.parse::<Uri>().unwrap(), s);
    // An owned URI, reusing a string's memory
    let (address, string) = string_and_address();
    assert_address(address + "http://".len(), Uri::try_from(string).unwrap().host().unwrap());
    // A relative reference
    assert_eq!(Uri::try_from("/a?b").unwrap().query(), Some("b"));
    assert!(Uri::try_from("../a?b").is_err());
    // Bytes
    let bytes: &[u8] = s.as_bytes();
    assert_eq!(Uri::try_from(bytes).unwrap(), s);
    // A literal, checked at compile time
    const AUTHORITY: Authority = Authority::from_static("h:80");
    assert_eq!(AUTHORITY, "h:80");
    // Exactly the language of RFC 3986 ⁰
    assert!(Uri::try_from("/|").is_ok());
    assert_eq!("a:b".parse::<Uri>().unwrap().host(), Some("a"));
}

#[test]
fn components() {
    let uri: Uri = TEXT.parse().unwrap();
    // The path
    assert_eq!(uri.path(), "/over/there");
    // The authority
    assert_eq!(uri.authority().unwrap(), "user:pass@example.com:8042");
    // The host
    assert_eq!(uri.host(), Some("example.com"));
    // The port as text
    assert_eq!(uri.port().unwrap().as_str(), "8042");
    // The port as a number
    assert_eq!(uri.port_u16(), Some(8042));
    // The path and the query of a request
    assert_eq!(uri.path_and_query().unwrap(), "/over/there?name=ferret&x=1");
}

#[test]
fn building_and_editing() {
    // Components
    let builder = Uri::builder().scheme("http").authority("h:80").path_and_query("/a");
    assert_eq!(builder.build().unwrap(), "http://h:80/a");
    // The host set
    let uri: Uri = "http://h/a".parse().unwrap();
    let mut parts = uri.clone().into_parts();
    parts.authority = Some("i".parse().unwrap());
    assert_eq!(Uri::from_parts(parts).unwrap(), "http://i/a");
    // A builder from a value
    let built = http::uri::Builder::from(uri).path_and_query("/b").build().unwrap();
    assert_eq!(built, "http://h/b");
    // Compared with a string
    let (s, uri) = ("http://h/", Uri::from_static("http://h/"));
    assert!(uri == s);
    // Shared
    assert_eq!(uri.clone().host().unwrap().as_ptr(), uri.host().unwrap().as_ptr());
}
