//! A change of `edit` changes the part that it names and nothing else. The components before and after are divided by
//! an independent parser.
//!
//! A test of the program checks the program, and the fuzzer checks its changes.

use urispec::{Decode as _, Edition, Reference};

/// Scheme, userinfo, host, port, path, query and fragment. An authority without a server is a host.
type Parts = [Option<String>; 7];

const SCHEME: usize = 0;
const USERINFO: usize = 1;
const HOST: usize = 2;
const PORT: usize = 3;
const PATH: usize = 4;
const QUERY: usize = 5;
const FRAGMENT: usize = 6;

/// The options of `edit`, each with texts that may be its value.
#[rustfmt::skip]
pub(crate) const OPTIONS: [(&str, &[&str]); 11] = [
    ("set", &[
        "scheme=a", "scheme=http", "authority=u@h:1", "authority=", "userinfo=u:p", "user=x", "password=%41",
        "host=example.com", "host=[::1]", "port=80", "port=", "path=/a/%2e", "path=", "path=//x", "path=b:c",
        "query=k=v&k", "query=", "query=/?:@", "fragment=f", "fragment=?/",
    ]),
    ("unset", &[
        "scheme", "authority", "userinfo", "user", "password", "host", "port", "path", "query", "fragment",
    ]),
    ("append", &["path=a b", "path=", "path=é/", "query=k=v", "query=k v", "query=&=é"]),
    ("drop-query", &["a", "k*", "*", ""]),
    ("keep-query", &["a", "k*", "*", ""]),
    ("rename-query", &["a=b", "*=x y"]),
    ("redact", &["password", "userinfo", "query=a", "query=*"]),
    ("replace-host", &["h=i", "example.com=H", "=x"]),
    ("port", &["default", "explicit"]),
    ("sort-query", &[""]),
    ("dedupe-query", &[""]),
];

fn parts(edition: Edition, text: &str) -> Parts {
    let reference = Reference::parse(edition, text);
    let reference = reference.unwrap_or_else(|error| panic!("{edition}: {text:?}: {error}"));
    let authority = reference.authority();
    let (userinfo, server) = match authority.map(|text| (text.rfind('@'), text)) {
        Some((Some(at), text)) => (Some(&text[..at]), Some(&text[at + 1..])),
        Some((None, text)) => (None, Some(text)),
        None => (None, None),
    };
    // The colons of an IPv6 address are inside its brackets.
    let after = server.map_or(0, |text| text.rfind(']').unwrap_or_default());
    let colon = server.and_then(|text| Some(after + text[after..].rfind(':')?));
    let host = server.map(|text| &text[..colon.unwrap_or(text.len())]);
    let port = server.zip(colon).map(|(text, colon)| &text[colon + 1..]);
    let (query, fragment) = (reference.query(), reference.fragment());
    [reference.scheme(), userinfo, host, port, Some(reference.path()), query, fragment]
        .map(|part| part.map(str::to_owned))
}

/// Returns whether a pattern of keys, whose only `*` is its last character, matches the decoded key of a pair.
fn is_meant(pattern: &str, pair: &str) -> bool {
    let key = key(pair);
    match pattern.strip_suffix('*') {
        Some(begin) => key.starts_with(begin.as_bytes()),
        None => key == pattern.as_bytes(),
    }
}

/// Returns the octets of the key of a pair.
fn key(pair: &str) -> Vec<u8> {
    let key = pair.split('=').next().unwrap_or_default();
    key.decode_octets().map_or_else(|_| key.as_bytes().to_vec(), std::borrow::Cow::into_owned)
}

fn encoded(data: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    data.bytes().map(escaped).collect()
}

/// Returns the pairs of a query.
fn pairs(query: &Option<String>) -> Vec<&str> {
    query
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(Vec::new, |text| text.split('&').collect())
}

/// Returns the query of these pairs, which is undefined after the last one is removed.
fn query(before: &Option<String>, pairs: Vec<String>) -> Option<String> {
    match before {
        Some(text) if !text.is_empty() => (!pairs.is_empty()).then(|| pairs.join("&")),
        _ => before.clone(),
    }
}

/// Returns the parts after a change, by the help of `edit`; nothing if the change cannot be made.
fn expected(before: &Parts, option: &str, value: &str) -> Option<Parts> {
    let mut after = before.clone();
    let own = |text: &str| Some(text.to_owned());
    let (name, text) = value.split_once('=').unwrap_or((value, ""));
    let userinfo = before[USERINFO].clone().unwrap_or_default();
    let (user, password) = match userinfo.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (&*userinfo, None),
    };
    let has_host = before[HOST].is_some();
    let component = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
    let component = component.iter().position(|known| *known == name);
    match (option, name) {
        ("set", "authority") => {
            after[USERINFO] = text.split_once('@').and_then(|(userinfo, _)| own(userinfo));
            let server = text.rsplit('@').next().unwrap_or_default();
            after[HOST] = own(server.split(':').next().unwrap_or_default());
            after[PORT] = server.split_once(':').and_then(|(_, port)| own(port));
        }
        ("set", "user") => {
            after[USERINFO] = Some(match password {
                Some(password) => format!("{text}:{password}"),
                None => text.to_owned(),
            });
        }
        ("set", "password") => after[USERINFO] = Some(format!("{user}:{text}")),
        ("set", _) => after[component?] = own(text),
        ("unset", "authority" | "host") => after[USERINFO..=PORT].fill(None),
        ("unset", "user") => after[USERINFO] = password.map(|password| format!(":{password}")),
        ("unset", "password") => {
            after[USERINFO] = before[USERINFO].as_ref().and_then(|_| own(user));
        }
        ("unset", "path") => after[PATH] = own(""),
        ("unset", _) => after[component?] = None,
        ("append", "path") => {
            let path = before[PATH].as_deref().unwrap_or_default();
            let is_open = path.ends_with('/') || path.is_empty() && !has_host;
            after[PATH] =
                Some(format!("{path}{}{}", if is_open { "" } else { "/" }, encoded(text)));
        }
        ("append", _) => {
            let pair = match text.split_once('=') {
                Some((key, value)) => format!("{}={}", encoded(key), encoded(value)),
                None => encoded(text),
            };
            let pairs = before[QUERY].iter().filter(|text| !text.is_empty()).cloned().chain([pair]);
            after[QUERY] = Some(pairs.collect::<Vec<_>>().join("&"));
        }
        ("drop-query" | "keep-query", _) => {
            let stays = |pair: &&&str| is_meant(value, pair) == (option == "keep-query");
            let left = pairs(&before[QUERY]);
            let left = left.iter().filter(stays).map(|pair| (*pair).to_owned()).collect();
            after[QUERY] = query(&before[QUERY], left);
        }
        ("rename-query", _) => {
            let renamed = |pair: &str| match is_meant(name, pair) {
                true => encoded(text) + &pair[pair.find('=').unwrap_or(pair.len())..],
                false => pair.to_owned(),
            };
            let renamed = pairs(&before[QUERY]).into_iter().map(renamed).collect();
            after[QUERY] = query(&before[QUERY], renamed);
        }
        ("redact", "query") => {
            let hidden = |pair: &str| match pair.split_once('=') {
                Some((key, _)) if is_meant(text, pair) => format!("{key}=***"),
                _ => pair.to_owned(),
            };
            let hidden = pairs(&before[QUERY]).into_iter().map(hidden).collect();
            after[QUERY] = query(&before[QUERY], hidden);
        }
        ("redact", "userinfo") => {
            after[USERINFO] = before[USERINFO].as_ref().and_then(|_| own("***"))
        }
        ("redact", _) => {
            if password.is_some_and(|password| !password.is_empty()) {
                after[USERINFO] = Some(format!("{user}:***"));
            }
        }
        ("replace-host", _) => {
            if before[HOST].as_ref().is_some_and(|host| host.eq_ignore_ascii_case(name)) {
                after[HOST] = own(text);
            }
        }
        ("port", _) => {
            let scheme = before[SCHEME].as_deref().filter(|_| has_host)?;
            let default = urispec::default_port(scheme).map(|port| port.to_string());
            let number = before[PORT].as_deref().map(|port| port.trim_start_matches('0'));
            let is_default = number.is_some() && number == default.as_deref();
            match (value, before[PORT].as_deref()) {
                ("default", Some("")) => after[PORT] = None,
                ("default", Some(_)) if is_default => after[PORT] = None,
                ("explicit", None | Some("")) if default.is_some() => after[PORT] = default,
                _ => {}
            }
        }
        ("sort-query", _) => {
            let mut sorted: Vec<_> = pairs(&before[QUERY]).into_iter().map(str::to_owned).collect();
            sorted.sort_by_key(|pair| key(pair));
            after[QUERY] = query(&before[QUERY], sorted);
        }
        ("dedupe-query", _) => {
            let mut left: Vec<String> = Vec::new();
            for pair in pairs(&before[QUERY]) {
                if !left.iter().any(|known| known == pair) {
                    left.push(pair.to_owned());
                }
            }
            after[QUERY] = query(&before[QUERY], left);
        }
        _ => unreachable!("an option of `edit`"),
    }
    Some(after)
}

/// Asserts that the output is the string of the expected parts. If the change is refused, no reference has these parts.
pub(crate) fn holds(
    edition: Edition,
    text: &str,
    (option, value): (&str, &str),
    came: Option<&str>,
) {
    let context = || format!("{edition}: {text:?}: --{option} {value}: {came:?}");
    let before = parts(edition, text);
    let named = value.split('=').next().unwrap_or_default();
    if option == "port" && (before[SCHEME].is_none() || before[HOST].is_none()) {
        assert_eq!(came, Some(text), "{}", context());
        return;
    }
    // Without a host these cannot be set.
    let needs_host = matches!(named, "userinfo" | "user" | "password" | "port");
    if option == "set" && needs_host && before[HOST].is_none() {
        assert_eq!(came, None, "{}", context());
        return;
    }
    // Nor can these stay without it.
    if (option, value) == ("unset", "host")
        && (before[USERINFO].is_some() || before[PORT].is_some())
    {
        assert_eq!(came, None, "{}", context());
        return;
    }
    let wanted = expected(&before, option, value).unwrap_or_else(|| panic!("{}", context()));
    let part = |at: usize, before: &str, after: &str| {
        wanted[at].as_ref().map_or(String::new(), |text| [before, text, after].concat())
    };
    let slashes = if wanted[HOST].is_some() { "//" } else { "" };
    let written = part(SCHEME, "", ":")
        + slashes
        + &part(USERINFO, "", "@")
        + &part(HOST, "", "")
        + &part(PORT, ":", "")
        + &part(PATH, "", "")
        + &part(QUERY, "?", "")
        + &part(FRAGMENT, "#", "");
    match came {
        Some(came) => {
            assert_eq!(came, written, "{}", context());
            assert_eq!(parts(edition, came), wanted, "{}", context());
        }
        None => {
            let is_one =
                Reference::parse(edition, &written).is_ok() && parts(edition, &written) == wanted;
            assert!(!is_one, "{}: refused, and {written:?} has the parts", context());
        }
    }
}
