//! What a library tells of each question. What is forgotten is the error, but that it is one. A panic ends the program:
//! whoever uses the library would see it too.

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value, json};

use crate::peers::{FluentUri, Iref, IriString, Normalize, Oxiri, Peer, Resolve, Uriparse};

/// What is told of a question: the input, and the base if there is one.
type Answer = fn(&str, Option<&str>) -> Value;

/// The name of each library, its version, and who answers.
const ALL: [(&str, &str, Answer); 7] = [
    (FluentUri::NAME, "0.4.1", |input, base| {
        base.map_or_else(|| whole::<FluentUri>(input), |base| target::<FluentUri>(input, base))
    }),
    (Iref::NAME, "5.0.0", |input, base| {
        base.map_or_else(|| parts::<Iref>(input), |base| target::<Iref>(input, base))
    }),
    (IriString::NAME, "0.7.14", |input, base| {
        base.map_or_else(|| whole::<IriString>(input), |base| target::<IriString>(input, base))
    }),
    (Oxiri::NAME, "0.3.1", |input, base| {
        base.map_or_else(|| parts::<Oxiri>(input), |base| target::<Oxiri>(input, base))
    }),
    (Uriparse::NAME, "0.6.4", |input, base| {
        base.map_or_else(|| whole::<Uriparse>(input), |base| uriparse_target(input, base))
    }),
    ("http", "1.5.0", http),
    ("url", "2.5.8", url),
];

/// Answers for one of the libraries.
///
/// # Errors
///
/// If the library is not known, or what is read is no question.
pub fn answer() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((name, version, answer)) = ALL.into_iter().find(|(known, ..)| *known == name) else {
        return Err(io::Error::other(format!("no library `{name}` is known here")));
    };
    let mut reader = Some(format!("{name} {version}"));
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let input = question["input"].as_str().unwrap_or_default();
        let mut told = answer(input, question["base"].as_str());
        if let Some(reader) = reader.take() {
            told["reader"] = reader.into();
        }
        writeln!(out, "{told}")?;
        out.flush()?;
    }
    Ok(())
}

/// The components. A library that does not divide the authority tells nothing of its parts.
fn parts<P: Peer>(input: &str) -> Value {
    let Some(parts) = P::parse(input) else { return json!({"valid": false}) };
    let [scheme, authority, query, fragment] = parts.others;
    let mut told = json!({
        "valid": true, "scheme": scheme, "authority": authority, "path": parts.path, "query": query,
        "fragment": fragment,
    });
    if let Some(divided) = P::divide(input) {
        for (name, part) in ["userinfo", "host", "port"].into_iter().zip(divided) {
            told[name] = part.into();
        }
    }
    told
}

/// The components, and the normal form: only a URI has one, and a reference that is none is not asked about.
fn whole<P: Normalize>(input: &str) -> Value {
    let mut told = parts::<P>(input);
    if let (Value::Bool(true), Some(uri)) = (&told["valid"], P::uri(input)) {
        told["normalized"] = P::normalize(&uri).as_ref().into();
    }
    told
}

/// The target; what the library refuses to resolve is refused.
fn target<P: Resolve>(input: &str, base: &str) -> Value {
    let target = P::base(base)
        .zip(P::read(input))
        .and_then(|(base, reference)| P::resolve(&base, &reference));
    target
        .map_or(json!({"valid": false}), |target| json!({"valid": true, "target": target.as_ref()}))
}

/// uriparse resolves too, and panics over some targets.
fn uriparse_target(input: &str, base: &str) -> Value {
    match (uriparse::URI::try_from(base), uriparse::URIReference::try_from(input)) {
        (Ok(base), Ok(reference)) => {
            json!({"valid": true, "target": base.resolve(&reference).to_string()})
        }
        _ => json!({"valid": false}),
    }
}

/// `http::Uri` is what HTTP has in a request: no fragment, and `h:80` is an authority. It does not resolve.
fn http(input: &str, base: Option<&str>) -> Value {
    if base.is_some() {
        return json!({"valid": null});
    }
    let Ok(uri) = input.parse::<http::Uri>() else { return json!({"valid": false}) };
    let mut told = json!({
        "valid": true, "scheme": uri.scheme_str(), "authority": uri.authority().map(|it| it.as_str()),
        "host": uri.host(), "port": uri.port().map(|port| port.as_str().to_owned()),
        "path": uri.path(), "query": uri.query(),
    });
    // The authority has the userinfo, but no function gives it.
    if uri.authority().is_none_or(|authority| !authority.as_str().contains('@')) {
        told["userinfo"] = Value::Null;
    }
    told
}

/// `url::Url`: the WHATWG URL Standard. Components are those of the serialized URL. A string that has a meaning
/// only with a base is not judged.
fn url(input: &str, base: Option<&str>) -> Value {
    let refused = |error: url::ParseError| json!({"valid": false, "error": error.to_string()});
    if let Some(base) = base {
        let target = url::Url::parse(base).and_then(|base| base.join(input));
        return target.map_or_else(refused, |url| json!({"valid": true, "target": url.as_str()}));
    }
    let url = match url::Url::parse(input) {
        Ok(url) => url,
        Err(url::ParseError::RelativeUrlWithoutBase) => return json!({"valid": null}),
        Err(error) => return refused(error),
    };
    let password = url.password().map_or_else(String::new, |password| format!(":{password}"));
    let userinfo = format!("{}{password}", url.username());
    Value::Object(Map::from_iter([
        ("valid".to_owned(), true.into()),
        ("scheme".to_owned(), url.scheme().into()),
        ("userinfo".to_owned(), (!userinfo.is_empty()).then_some(userinfo).into()),
        ("host".to_owned(), url.host_str().into()),
        ("port".to_owned(), url.port().map(|port| port.to_string()).into()),
        ("path".to_owned(), url.path().into()),
        ("query".to_owned(), url.query().into()),
        ("fragment".to_owned(), url.fragment().into()),
        ("normalized".to_owned(), url.as_str().into()),
    ]))
}
