use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use iri_string::build::Builder;
use iri_string::format::try_append_to_string;
use iri_string::percent_encode::PercentEncodedForUri;
use iri_string::percent_encode::decode::decode_whatwg_bytes;
use iri_string::resolve::FixedBaseResolver;
use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::SimpleContext;
use iri_string::types::{
    IriStr, UriAbsoluteStr, UriFragmentStr, UriReferenceStr, UriStr, UriString,
};
use serde_json::from_str;

use super::*;

#[test]
fn parsing() {
    let s = "http://h/a";
    // A borrowed URI
    assert_eq!(UriStr::new(s).unwrap(), s);
    // An owned URI, from a borrowed string
    assert_eq!(s.parse::<UriString>().unwrap(), s);
    // An owned URI, reusing a string's memory
    let (address, string) = string_and_address();
    assert_address(address, UriString::try_from(string).unwrap().as_str());
    // The input of a failed parse
    let error = UriString::try_from("a b".to_owned()).unwrap_err();
    assert_eq!(error.into_source(), "a b");
    // Bytes
    let bytes: &[u8] = s.as_bytes();
    assert_eq!(<&UriStr>::try_from(bytes).unwrap(), s);
    // A type for a URI without fragment
    assert_eq!(UriAbsoluteStr::new(s).unwrap(), s);
    // A relative reference
    let s = "../a?b";
    assert_eq!(UriReferenceStr::new(s).unwrap(), s);
    // IRIs (RFC 3987)
    let s = "http://é/é";
    let uri = IriStr::new(s).unwrap().encode_to_uri().to_string();
    assert_eq!(uri, "http://%C3%A9/%C3%A9");
    // URI templates (RFC 6570)
    let mut context = SimpleContext::new();
    context.insert("a", "b c");
    let template = UriTemplateStr::new("/{a}").unwrap();
    let text = template.expand::<UriSpec, _>(&context).unwrap().to_string();
    assert_eq!(text, "/b%20c");
}

#[test]
fn components() {
    let uri = UriStr::new(TEXT).unwrap();
    // The path
    assert_eq!(uri.path_str(), "/over/there");
    // The fragment
    assert_eq!(uri.fragment_str(), Some("nose"));
    // The authority
    assert_eq!(uri.authority_str(), Some("user:pass@example.com:8042"));
    // The userinfo
    let authority = uri.authority_components().unwrap();
    assert_eq!(authority.userinfo(), Some("user:pass"));
    // The host
    assert_eq!(authority.host(), "example.com");
    // The port as text
    assert_eq!(authority.port(), Some("8042"));
    // The URI without its fragment
    assert_eq!(uri.to_absolute(), TEXT.strip_suffix("#nose").unwrap());
    // The kind of the host, and its address
    let uri = UriStr::new("http://[::1]/").unwrap();
    let authority = uri.authority_components().unwrap();
    assert_eq!(authority.reg_name(), None);
}

#[test]
fn percent_encoding() {
    let uri = UriStr::new(ENCODED).unwrap();
    // Text, decoded
    let path = uri.path_str().as_bytes();
    assert_eq!(decode_whatwg_bytes(path).into_string().unwrap(), "/a b");
    // Bytes, decoded
    let query = uri.query_str().unwrap().as_bytes();
    assert_eq!(&*decode_whatwg_bytes(query).into_bytes(), b"c+d=\xFF");
    // Data, encoded for a component
    let data = "a/b c";
    let segment = PercentEncodedForUri::from_path_segment(data);
    assert_eq!(segment.to_string(), "a%2Fb%20c");
}

#[test]
fn building_and_editing() {
    // Components
    let mut builder = Builder::new();
    builder.scheme("http");
    builder.host("h");
    builder.port(80_u16);
    builder.path("/a");
    assert_eq!(builder.build::<UriStr>().unwrap().to_string(), "http://h:80/a");
    // The fragment set
    let mut uri = UriString::try_from(EDITED).unwrap();
    uri.set_fragment(Some(UriFragmentStr::new("e").unwrap()));
    assert_eq!(uri, "http://user:pass@h/a/b?c=1#e");
    // The host set
    let mut uri = UriString::try_from("http://user:pass@h/a").unwrap();
    uri.replace_host("i");
    assert_eq!(uri, "http://user:pass@i/a");
    // The password removed
    uri.remove_password_inline();
    assert_eq!(uri, "http://user@i/a");
    // A builder from a value
    let uri = UriReferenceStr::new(EDITED).unwrap();
    let mut builder = Builder::from(uri);
    builder.path("/b");
    let built = builder.build::<UriReferenceStr>().unwrap().to_string();
    assert_eq!(built, "http://user:pass@h/b?c=1#d");
    // The password hidden where it is printed
    let uri = UriStr::new(EDITED).unwrap();
    let hidden = uri.mask_password().replace_password("***").to_string();
    assert_eq!(hidden, "http://user:***@h/a/b?c=1#d");
}

#[test]
fn resolving_and_normalizing() {
    let [base, s, target] = RESOLVED;
    // Many against one base
    let resolver = FixedBaseResolver::new(UriAbsoluteStr::new(base).unwrap());
    assert_eq!(resolver.resolve(UriReferenceStr::new(s).unwrap()).to_string(), target);
    // A reference resolved against a base
    let (base, reference) = (UriAbsoluteStr::new(base).unwrap(), UriReferenceStr::new(s).unwrap());
    assert_eq!(reference.resolve_against(base).to_string(), target);
    // Resolved into a buffer
    let (mut buffer, resolved) = (String::new(), reference.resolve_against(base));
    try_append_to_string(&mut buffer, &resolved).unwrap();
    assert_eq!(buffer, target);
    // A target that would read back as another URI, `.//c` against `a:/b`
    let base = UriAbsoluteStr::new(MISREAD[0]).unwrap();
    let resolved = UriReferenceStr::new(MISREAD[1]).unwrap().resolve_against(base);
    assert!(resolved.ensure_rfc3986_normalizable().is_err());
    assert_eq!(resolved.to_string(), "a:/.//c");
    // Syntax-based normalization (6.2.2)
    let uri = UriStr::new(NORMALIZED[0]).unwrap();
    assert_eq!(uri.normalize().to_string(), NORMALIZED[1]);
    // Whether a URI is in normal form
    let uri = UriStr::new("http://h/~").unwrap();
    assert!(uri.is_normalized());
}

#[test]
fn other_types() {
    let s = "http://h/";
    // A map, looked up by a string
    let map = HashMap::from([(UriString::try_from(s).unwrap(), 1)]);
    assert_eq!(map.get(s), Some(&1));
    // Borrowed or owned, in one type
    let uri: Cow<'_, UriStr> = Cow::from(UriStr::new(s).unwrap());
    assert_eq!(&*uri, s);
    // Shared
    let uri: Arc<UriStr> = Arc::from(UriStr::new(s).unwrap());
    assert_eq!(&*uri, s);
    // Compared with a string
    let uri = UriString::try_from(s).unwrap();
    assert!(uri == s);
    // serde
    let json = "\"http://h/\"";
    assert_eq!(from_str::<UriString>(json).unwrap(), s);
    // serde, borrowed
    assert_eq!(from_str::<&UriStr>(json).unwrap(), s);
}
