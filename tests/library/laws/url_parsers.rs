//! The two parsers of URLs: the fast path, and the state machine of the URL Standard, which reports validation errors.

use urispec::whatwg::Url;

/// Asserts that both parsers accept the input with the same URL, or fail with the same error.
pub(crate) fn agree(input: &str, base: Option<&Url>) {
    let parsed = Url::parse_with_base(input, base);
    let (by_states, errors) = Url::parse_with_errors(input, base);
    match (&parsed, &by_states) {
        (Ok(one), Some(other)) => assert_eq!(parts(one), parts(other), "{input:?} with {base:?}"),
        (Err(error), None) => {
            assert_eq!(Some(error), errors.last(), "{input:?} with {base:?}");
        }
        _ => panic!("{input:?} with {base:?}: {parsed:?}, and state by state {by_states:?}"),
    }
}

/// All that a URL has.
fn parts(url: &Url) -> [Option<String>; 13] {
    let owned = |part: &str| Some(part.to_owned());
    [
        owned(url.as_str()),
        owned(url.scheme()),
        url.authority().map(str::to_owned),
        owned(url.username()),
        owned(url.password()),
        url.host().map(|host| format!("{host:?}")),
        url.hostname().map(str::to_owned),
        url.host_and_port().map(str::to_owned),
        url.port().map(|port| port.to_string()),
        owned(url.path()),
        url.query().map(str::to_owned),
        url.fragment().map(str::to_owned),
        url.origin().map(String::from),
    ]
}
