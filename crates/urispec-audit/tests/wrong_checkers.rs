//! Checkers of `URI-reference` that are wrong in one place, and the suites of RFC 3986 that detect them.
//!
//! A checker asks the recognizer about a changed string, so that the place of its mistake is known. The components are
//! those of the regular expression of RFC 3986, Appendix B.

use std::error::Error;

use urispec::{Edition, Recognizer};
use urispec_audit::mutants::MutantSuite;
use urispec_audit::{mutant_suite, mutant_suite_by_use};

/// The components of a string, valid or not.
#[derive(Clone, Debug, Default)]
struct Parts {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Scheme,
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
}

impl Parts {
    fn split(text: &str) -> Self {
        let mut parts = Self::default();
        let (text, fragment) = before(text, '#');
        let (mut text, query) = before(text, '?');
        (parts.query, parts.fragment) = (query, fragment);
        if let Some((scheme, rest)) = text.split_once(':')
            && !scheme.is_empty()
            && !scheme.contains('/')
        {
            parts.scheme = Some(scheme.to_owned());
            text = rest;
        }
        if let Some(rest) = text.strip_prefix("//") {
            let end = rest.find('/').unwrap_or(rest.len());
            let (authority, path) = rest.split_at(end);
            text = path;
            let host = match authority.split_once('@') {
                Some((userinfo, host)) => {
                    parts.userinfo = Some(userinfo.to_owned());
                    host
                }
                None => authority,
            };
            let colon = host.rfind(':').filter(|&at| !host[at..].contains(']'));
            let (host, port) = host.split_at(colon.unwrap_or(host.len()));
            parts.host = Some(host.to_owned());
            parts.port = port.strip_prefix(':').map(str::to_owned);
        }
        text.clone_into(&mut parts.path);
        parts
    }

    fn part(&mut self, part: Part) -> Option<&mut String> {
        match part {
            Part::Scheme => self.scheme.as_mut(),
            Part::Userinfo => self.userinfo.as_mut(),
            Part::Host => self.host.as_mut(),
            Part::Port => self.port.as_mut(),
            Part::Path => Some(&mut self.path),
            Part::Query => self.query.as_mut(),
            Part::Fragment => self.fragment.as_mut(),
        }
    }

    fn joined(&self) -> String {
        let with = |before: &str, part: &Option<String>, after: &str| {
            part.as_ref().map(|part| format!("{before}{part}{after}")).unwrap_or_default()
        };
        [
            with("", &self.scheme, ":"),
            if self.host.is_some() { "//".to_owned() } else { String::new() },
            with("", &self.userinfo, "@"),
            with("", &self.host, ""),
            with(":", &self.port, ""),
            self.path.clone(),
            with("?", &self.query, ""),
            with("#", &self.fragment, ""),
        ]
        .concat()
    }
}

/// Divides a text at the first delimiter.
fn before(text: &str, delimiter: char) -> (&str, Option<String>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after.to_owned())),
        None => (text, None),
    }
}

/// The checkers that also survive the suite of uses: it has no mutants with these mistakes.
const SURVIVORS: [&str; 10] = [
    "']' in Path",
    "']' in Query",
    "']' in Fragment",
    "'~' in Scheme",
    "a letter in Port",
    "a space in Port",
    "no 0 first in Port",
    "nothing as the second octet",
    "nothing as the third octet",
    "nothing as the fourth octet",
];

/// A checker with one mistake.
struct Checker {
    name: String,
    accepts: Box<dyn Fn(&str) -> bool>,
}

/// Returns a checker that accepts a string if it is valid after a change of one component.
fn lenient(
    name: impl Into<String>,
    real: Recognizer,
    part: Part,
    change: impl Fn(&str) -> String + 'static,
) -> Checker {
    let accepts = move |text: &str| {
        let mut parts = Parts::split(text);
        if let Some(part) = parts.part(part) {
            *part = change(part);
        }
        real.accepts(text.as_bytes()) || real.accepts(parts.joined().as_bytes())
    };
    Checker { name: name.into(), accepts: Box::new(accepts) }
}

/// Returns a checker that rejects a valid string because of one component.
fn strict(
    name: impl Into<String>,
    real: Recognizer,
    part: Part,
    is_rejected: impl Fn(&str) -> bool + 'static,
) -> Checker {
    let accepts = move |text: &str| {
        let mut parts = Parts::split(text);
        let is_rejected = parts.part(part).is_some_and(|part| is_rejected(part));
        real.accepts(text.as_bytes()) && !is_rejected
    };
    Checker { name: name.into(), accepts: Box::new(accepts) }
}

/// Returns a checker that accepts one character too many in a component.
fn wide(real: Recognizer, part: Part, one: char) -> Checker {
    lenient(format!("{one:?} in {part:?}"), real, part, move |part| part.replace(one, "x"))
}

/// Returns a checker that accepts one character too few in a component.
fn narrow(real: Recognizer, part: Part, one: char) -> Checker {
    strict(format!("no {one:?} in {part:?}"), real, part, move |part| part.contains(one))
}

/// Changes one of the parts between separators, if `change` does. A negative number counts from the end.
fn nth(text: &str, separator: char, at: isize, change: impl Fn(&str) -> Option<String>) -> String {
    let mut parts: Vec<String> = text.split(separator).map(str::to_owned).collect();
    let at = if at < 0 { at + parts.len() as isize } else { at };
    if let Some(part) = usize::try_from(at).ok().and_then(|at| parts.get_mut(at))
        && let Some(changed) = change(part)
    {
        *part = changed;
    }
    parts.join(&separator.to_string())
}

/// Returns a digit for five hexadecimal digits.
fn five_digits(text: &str) -> Option<String> {
    let is_wrong = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_wrong.then(|| "1".to_owned())
}

/// Returns a checker that accepts `h16` of five digits in one position of an IPv6 address in brackets.
fn long_piece(name: &str, real: Recognizer, at: isize) -> Checker {
    lenient(name, real, Part::Host, move |host| {
        let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        match inner {
            Some(inner) => format!("[{}]", nth(inner, ':', at, five_digits)),
            None => host.to_owned(),
        }
    })
}

/// Returns a checker that changes one octet of an IPv4 address that ends an IPv6 address.
fn octet(
    name: &str,
    real: Recognizer,
    at: isize,
    change: impl Fn(&str) -> Option<String> + Copy + 'static,
) -> Checker {
    lenient(name, real, Part::Host, move |host| {
        let Some((before, after)) = host.rsplit_once(':') else { return host.to_owned() };
        let Some(address) = after.strip_suffix(']') else { return host.to_owned() };
        format!("{before}:{}]", nth(address, '.', at, change))
    })
}

/// Returns the five checkers that only the suite of uses detects. Four are wrong only in a path after an authority.
fn known(real: Recognizer) -> Vec<Checker> {
    let after_authority = |one: Checker| {
        let name = format!("{} after an authority", one.name);
        let accepts = move |text: &str| match Parts::split(text).host {
            Some(_) => (one.accepts)(text),
            None => real.accepts(text.as_bytes()),
        };
        Checker { name, accepts: Box::new(accepts) }
    };
    let digit = lenient("a digit first in Scheme", real, Part::Scheme, |scheme| {
        match scheme.strip_prefix(|first: char| first.is_ascii_digit()) {
            Some(rest) => format!("a{rest}"),
            None => scheme.to_owned(),
        }
    });
    vec![
        after_authority(wide(real, Part::Path, ' ')),
        after_authority(wide(real, Part::Path, '|')),
        after_authority(narrow(real, Part::Path, '\'')),
        after_authority(narrow(real, Part::Path, '*')),
        digit,
    ]
}

/// Returns checkers that are wrong in one other place.
fn others(real: Recognizer) -> Vec<Checker> {
    let mut all = Vec::new();
    for part in [Part::Userinfo, Part::Host, Part::Path, Part::Query, Part::Fragment] {
        all.extend(" \"<>\\^`{|}é".chars().map(|one| wide(real, part, one)));
        all.extend("!$&'()*+,;=-._~".chars().map(|one| narrow(real, part, one)));
        all.push(strict(format!("no escapes in {part:?}"), real, part, |part| part.contains('%')));
        all.push(lenient(format!("a lone % in {part:?}"), real, part, |part| {
            part.replace('%', "x")
        }));
    }
    for part in [Part::Path, Part::Query, Part::Fragment] {
        all.extend("[]".chars().map(|one| wide(real, part, one)));
        all.extend(":@".chars().map(|one| narrow(real, part, one)));
    }
    all.extend(
        "/?".chars()
            .flat_map(|one| [narrow(real, Part::Query, one), narrow(real, Part::Fragment, one)]),
    );
    all.push(wide(real, Part::Fragment, '#'));
    all.push(narrow(real, Part::Userinfo, ':'));
    all.extend("_*~%".chars().map(|one| wide(real, Part::Scheme, one)));
    all.extend("+-.".chars().map(|one| narrow(real, Part::Scheme, one)));
    all.push(strict("an upper-case letter in Scheme", real, Part::Scheme, |scheme| {
        scheme.contains(|one: char| one.is_ascii_uppercase())
    }));
    all.push(lenient("a letter in Port", real, Part::Port, |port| {
        port.replace(|one: char| one.is_ascii_alphabetic(), "1")
    }));
    all.push(lenient("a space in Port", real, Part::Port, |port| port.replace(' ', "")));
    all.push(strict("at most five digits in Port", real, Part::Port, |port| port.len() > 5));
    all.push(strict("no empty Port", real, Part::Port, str::is_empty));
    all.push(strict("no 0 first in Port", real, Part::Port, |port| port.starts_with('0')));
    all.push(strict("no empty Host", real, Part::Host, str::is_empty));
    all.push(long_piece("five digits first in an IPv6 address", real, 0));
    all.push(long_piece("five digits second in an IPv6 address", real, 1));
    all.push(long_piece("five digits last in an IPv6 address", real, -1));
    all.push(long_piece("five digits last but one in an IPv6 address", real, -2));
    let too_large = |octet: &str| {
        let value = octet.parse::<u16>().ok().filter(|value| (256..=299).contains(value));
        value.map(|_| "1".to_owned())
    };
    let with_zero = |octet: &str| {
        let is_wrong = octet.len() == 2 && octet.starts_with('0');
        is_wrong.then(|| "1".to_owned())
    };
    let empty = |octet: &str| octet.is_empty().then(|| "1".to_owned());
    for (at, position) in [(0, "first"), (1, "second"), (2, "third"), (3, "fourth")] {
        all.push(octet(&format!("256 as the {position} octet"), real, at, too_large));
        all.push(octet(&format!("01 as the {position} octet"), real, at, with_zero));
        all.push(octet(&format!("nothing as the {position} octet"), real, at, empty));
    }
    all
}

impl Checker {
    /// Returns whether a string is judged wrong.
    fn is_detected(&self, real: Recognizer, strings: &[String]) -> bool {
        strings.iter().any(|text| (self.accepts)(text) != real.accepts(text.as_bytes()))
    }
}

/// Returns the names of the checkers that judge every string correctly.
fn survivors<'c>(all: &'c [Checker], real: Recognizer, strings: &[String]) -> Vec<&'c str> {
    all.iter().filter(|one| !one.is_detected(real, strings)).map(|one| &*one.name).collect()
}

/// Returns the strings of a suite.
fn strings(suite: MutantSuite) -> Vec<String> {
    suite.cases.into_iter().filter_map(|case| String::from_utf8(case.input).ok()).collect()
}

/// The suites of `URI-reference` take seconds, so only a run with `URISPEC_LONG` builds them.
#[test]
fn the_suite_of_uses_detects_checkers_that_are_wrong_in_one_place() -> Result<(), Box<dyn Error>> {
    if std::env::var_os("URISPEC_LONG").is_none() {
        return Ok(());
    }
    let real = Edition::Rfc3986.production("URI-reference")?;
    let (known, others) = (known(real), others(real));
    let plain = strings(mutant_suite(real, &[])?);
    let by_use = strings(mutant_suite_by_use(real, &[])?);
    assert_eq!((plain.len(), by_use.len()), (144, 395));
    assert_eq!(survivors(&known, real, &plain).len(), known.len());
    assert_eq!(survivors(&known, real, &by_use), [""; 0]);
    assert_eq!((others.len(), survivors(&others, real, &plain).len()), (188, 124));
    assert_eq!(survivors(&others, real, &by_use), SURVIVORS);
    Ok(())
}

#[test]
fn the_suite_of_a_scheme_detects_a_digit_in_front() -> Result<(), Box<dyn Error>> {
    let real = Edition::Rfc3986.production("URI-reference")?;
    let scheme = Edition::Rfc3986.production("scheme")?;
    let known = known(real);
    let survivors = |suite: MutantSuite| {
        let strings: Vec<String> =
            strings(suite).into_iter().map(|text| format!("{text}:")).collect();
        survivors(&known, real, &strings).len()
    };
    // The other four are about paths.
    assert_eq!(survivors(mutant_suite(scheme, &[])?), 5);
    assert_eq!(survivors(mutant_suite_by_use(scheme, &[])?), 4);
    Ok(())
}
