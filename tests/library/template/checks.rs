//! Whether every expansion is a URI, a reference, or on an allowed host.

use urispec::{Uri, UriRef};
use urispec_template::{Every, LanguageError, VariableTypes};

use super::{language, template};

#[track_caller]
fn every(text: &str, hosts: Option<&[&str]>) -> Result<String, String> {
    let template = template(text);
    let language = language(&template, &VariableTypes::new());
    let every = match hosts {
        Some(hosts) => language.every_on_hosts(hosts).unwrap(),
        None => language.every_uri(),
    };
    match every {
        Every::Yes { .. } => Ok(String::new()),
        Every::No(not) => {
            assert_eq!(template.expand(&not.values).as_ref(), Ok(&not.string));
            if hosts.is_none() {
                assert!(Uri::parse(&not.string).is_err(), "{not:?}");
            }
            Err(not.string)
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn uris() {
    for text in [
        "http://example.com/{id}",
        "http://{host}/{+path}{?q*}",
        "urn:x:{a}",
        "a:{+rest}",
        "http://example.com/search{?q,lang}{#f}",
    ] {
        // `{+rest}` may have "#", "[" and "]" anywhere, and "#f" a second "#" only under "#".
        let is_loose = text.contains("{+") || text.contains("{#");
        assert_eq!(every(text, None).is_ok(), !is_loose, "{text}");
    }
    assert_eq!(every("{+x}", None), Err(String::new()));
    assert_eq!(every("/{x}", None), Err("/".to_owned()));
    // A fragment has no "#".
    assert_eq!(every("a:{#x}", None).map_err(|string| string.len()), Err(4));
    assert_eq!(every("a:{x}", None), Ok(String::new()));
    assert_eq!(every("http://h:{port}/", None).map_err(|string| string.len()), Err(11));
}

/// RFC 6570 says that a template is transformed into a URI reference (1.1). By its own sections it is not always.
#[test]
fn references() {
    for (text, string) in [
        ("/{x}", None),
        ("{?q*}", None),
        ("{/path*}", None),
        ("a/{x}", None),
        // A reserved value may be anything that a URI may have anywhere.
        ("{+x}", Some(1)),
        ("{#x}", Some(2)),
        // A first segment has no colon, and a literal may be one; a literal "[" stands in no path.
        (":{x}", Some(1)),
        ("[{x}", Some(1)),
        ("1:{x}", Some(2)),
    ] {
        let template = template(text);
        match (language(&template, &VariableTypes::new()).every_reference(), string) {
            (Every::Yes { .. }, None) => {}
            (Every::No(not), Some(length)) => {
                assert_eq!(not.string.len(), length, "{not:?}");
                assert!(UriRef::parse(&not.string).is_err(), "{not:?}");
            }
            (every, _) => panic!("{text}: {every:?}"),
        }
    }
}

/// 4: what an attacker makes of a value.
#[test]
fn hosts() {
    let allowed: &[&str] = &["example.com", "[::1]"];
    for text in [
        "https://example.com/{id}{?q}",
        "http://EXAMPLE.com:{port:0}".trim_end_matches(":{port:0}"),
        "http://[::1]/{a}",
        "https://example.com{/path*}",
        "https://example.com{?q}",
        "https://example.com:80{/x}",
    ] {
        assert_eq!(every(text, Some(allowed)), Ok(String::new()), "{text}");
    }
    for text in [
        "https://example.com{x}",
        "https://example.com{.x}",
        "https://{x}example.com/",
        "https://user@example.com/{x}",
        "ftp://example.com/{x}",
        "{scheme}://example.com/",
        "https://{host}/",
        "//example.com/{x}",
        "https://example.com:{port}/",
        "https://example.com/{+x}",
    ] {
        assert!(every(text, Some(allowed)).is_err(), "{text}");
    }
    let wrong = template("a:b");
    let wrong = language(&wrong, &VariableTypes::new());
    assert_eq!(wrong.every_on_hosts(&["a/b"]), Err(LanguageError::NoHost("a/b".to_owned())));
    // RFC 9110 (4.2.1): "A sender MUST NOT generate an "http" URI with an empty host identifier."
    assert_eq!(wrong.every_on_hosts(&[""]), Err(LanguageError::NoHost(String::new())));
}

/// 4: "javascript:" does not appear in an expansion that must be http.
#[test]
fn schemes() {
    let string = every("{+link}", Some(&["example.com"])).unwrap_err();
    assert_eq!(string, "");
    assert!(every("http{x}://example.com/", Some(&["example.com"])).is_err());
    assert!(every("javascript:{x}", None).is_ok());
    assert!(every("javascript:{x}", Some(&["example.com"])).is_err());
}

/// A proof for more than the expansions is one for these.
#[test]
fn repeated_variables() {
    assert_eq!(every("http://h/{a}/{a}", None), Ok(String::new()));
    assert!(every("{a}:{a}", None).is_err());
}
