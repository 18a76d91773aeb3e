//! The adapter that `urispec conform` and `urispec differ` run for the crates: reports what a library makes of each string.
//! A panic ends the program, as it would end a program that uses the library.

use std::io::{self, BufRead, Write};

use iri_string::format::ToDedicatedString;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};
use serde_json::{Value, json};

/// Answers one question: the input, and the base if there is one.
type Answer = fn(&str, Option<&str>) -> Value;

/// The name of each library, its version, and its adapter.
const ALL: [(&str, &str, Answer); 7] = [
    ("fluent-uri", "0.4.1", fluent_uri),
    ("iref", "5.0.0", iref),
    ("iri-string", "0.7.14", iri_string),
    ("oxiri", "0.3.1", oxiri),
    ("uriparse", "0.6.4", uriparse),
    ("http", "1.5.0", http),
    ("url", "2.5.8", url),
];

/// Answers questions with the library that the first argument names.
///
/// # Errors
///
/// If the library is unknown, or a line is not a question.
pub fn answer() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((name, version, answer)) = ALL.into_iter().find(|(known, ..)| *known == name) else {
        return Err(io::Error::other(format!("unknown library `{name}`")));
    };
    let mut reader = Some(format!("{name} {version}"));
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let input = question["input"].as_str().unwrap_or_default();
        let mut answer = answer(input, question["base"].as_str());
        if let Some(reader) = reader.take() {
            answer["reader"] = reader.into();
        }
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn invalid() -> Value {
    json!({"valid": false})
}

fn target(target: Option<impl ToString>) -> Value {
    target.map_or_else(invalid, |target| json!({"valid": true, "target": target.to_string()}))
}

/// The answer for a valid string: scheme, authority, path, query and fragment.
fn five(
    scheme: Option<&str>,
    authority: Option<&str>,
    path: &str,
    [query, fragment]: [Option<&str>; 2],
) -> Value {
    json!({
        "valid": true, "scheme": scheme, "authority": authority, "path": path, "query": query,
        "fragment": fragment,
    })
}

/// Adds userinfo, host and port, which are undefined without an authority.
fn divided(mut answer: Value, parts: Option<[Option<&str>; 3]>) -> Value {
    for (name, part) in ["userinfo", "host", "port"].into_iter().zip(parts.unwrap_or_default()) {
        answer[name] = part.into();
    }
    answer
}

/// Adds the normal form, which only a URI has.
fn normalized(mut answer: Value, normal: Option<impl ToString>) -> Value {
    if let Some(normal) = normal {
        answer["normalized"] = normal.to_string().into();
    }
    answer
}

fn fluent_uri(input: &str, base: Option<&str>) -> Value {
    use fluent_uri::{Uri, UriRef};
    let reference = UriRef::parse(input).ok();
    if let Some(base) = base {
        let both = Uri::parse(base).ok().zip(reference);
        return target(both.and_then(|(base, it)| it.resolve_against(&base).ok()));
    }
    let Some(it) = reference else { return invalid() };
    let rest = [it.query().map(|query| query.as_str()), it.fragment().map(|it| it.as_str())];
    let authority = it.authority();
    let answer = five(
        it.scheme().map(|scheme| scheme.as_str()),
        authority.map(|authority| authority.as_str()),
        it.path().as_str(),
        rest,
    );
    let parts = authority.as_ref().map(|it| {
        let userinfo = it.userinfo().map(|userinfo| userinfo.as_str());
        [userinfo, Some(it.host()), it.port().map(|port| port.as_str())]
    });
    normalized(divided(answer, parts), Uri::parse(input).ok().map(|uri| uri.normalize()))
}

/// iref resolves by erratum 4547, so some of its targets differ. It does not normalize a whole URI.
fn iref(input: &str, base: Option<&str>) -> Value {
    let reference = iref::UriRef::new(input).ok();
    if let Some(base) = base {
        let both = iref::Uri::new(base).ok().zip(reference);
        return target(both.map(|(base, it)| it.resolved(base)));
    }
    let Some(it) = reference else { return invalid() };
    let parts = it.parts();
    let rest = [parts.query.map(|query| query.as_str()), parts.fragment.map(|it| it.as_str())];
    let authority = parts.authority.map(|authority| authority.as_str());
    let scheme = parts.scheme.map(|scheme| scheme.as_str());
    let answer = five(scheme, authority, parts.path.as_str(), rest);
    let parts = it.authority().map(|it| {
        let userinfo = it.user_info().map(|userinfo| userinfo.as_str());
        [userinfo, Some(it.host().as_str()), it.port().map(|port| port.as_str())]
    });
    divided(answer, parts)
}

fn iri_string(input: &str, base: Option<&str>) -> Value {
    let reference = UriReferenceStr::new(input).ok();
    if let Some(base) = base {
        let both = UriAbsoluteStr::new(base).ok().zip(reference);
        return target(both.map(|(base, it)| it.resolve_against(base).to_dedicated_string()));
    }
    let Some(it) = reference else { return invalid() };
    let rest = [it.query_str(), it.fragment_str()];
    let answer = five(it.scheme_str(), it.authority_str(), it.path_str(), rest);
    let parts = it.authority_components();
    let parts = parts.as_ref().map(|it| [it.userinfo(), Some(it.host()), it.port()]);
    let normal = UriStr::new(input).ok().map(|uri| uri.normalize().to_dedicated_string());
    normalized(divided(answer, parts), normal)
}

/// oxiri parses IRIs, and does not divide an authority.
fn oxiri(input: &str, base: Option<&str>) -> Value {
    let reference = oxiri::IriRef::parse(input).ok();
    if let Some(base) = base {
        let both = oxiri::Iri::parse(base).ok().zip(reference);
        return target(both.and_then(|(base, it)| base.resolve(&it).ok()));
    }
    let Some(it) = reference else { return invalid() };
    five(it.scheme(), it.authority(), it.path(), [it.query(), it.fragment()])
}

/// uriparse panics on some targets. It reports a port as a number, an empty one as undefined, and rewrites addresses.
fn uriparse(input: &str, base: Option<&str>) -> Value {
    use uriparse::{URI, URIReference};
    let reference = URIReference::try_from(input).ok();
    if let Some(base) = base {
        let base = URI::try_from(base).ok();
        return target(base.zip(reference).map(|(base, it)| base.resolve(&it).to_string()));
    }
    let Some(it) = reference else { return invalid() };
    let rest = [it.query().map(|query| query.as_str()), it.fragment().map(|it| it.as_str())];
    let authority = it.authority().map(ToString::to_string);
    let scheme = it.scheme().map(|scheme| scheme.as_str());
    let answer = five(scheme, authority.as_deref(), &it.path().to_string(), rest);
    let parts = it.authority().map(|it| {
        let password = it.password().map(|password| format!(":{password}")).unwrap_or_default();
        let userinfo = it.username().map(|username| format!("{username}{password}"));
        [userinfo, Some(it.host().to_string()), it.port().map(|port| port.to_string())]
    });
    let parts = parts.as_ref().map(|parts| parts.each_ref().map(|part| part.as_deref()));
    let normal = URI::try_from(input).ok().map(|mut uri| {
        uri.normalize();
        uri.to_string()
    });
    normalized(divided(answer, parts), normal)
}

/// `http::Uri` is the target of an HTTP request: it has no fragment, and `h:80` is an authority. It does not resolve.
fn http(input: &str, base: Option<&str>) -> Value {
    if base.is_some() {
        return json!({"valid": null});
    }
    let Ok(uri) = input.parse::<http::Uri>() else { return invalid() };
    let mut answer = json!({
        "valid": true, "scheme": uri.scheme_str(), "authority": uri.authority().map(|it| it.as_str()),
        "host": uri.host(), "port": uri.port().map(|port| port.as_str().to_owned()),
        "path": uri.path(), "query": uri.query(),
    });
    // The authority contains the userinfo, but no function returns it.
    if uri.authority().is_none_or(|authority| !authority.as_str().contains('@')) {
        answer["userinfo"] = Value::Null;
    }
    answer
}

/// `url::Url` implements the URL Standard. It reports the components of the serialized URL. It does not judge a string that
/// has a meaning only with a base.
fn url(input: &str, base: Option<&str>) -> Value {
    let rejected = |error: url::ParseError| json!({"valid": false, "error": error.to_string()});
    if let Some(base) = base {
        let resolved = url::Url::parse(base).and_then(|base| base.join(input));
        return resolved.map_or_else(rejected, |url| target(Some(url)));
    }
    let url = match url::Url::parse(input) {
        Ok(url) => url,
        Err(url::ParseError::RelativeUrlWithoutBase) => return json!({"valid": null}),
        Err(error) => return rejected(error),
    };
    let password = url.password().map_or_else(String::new, |password| format!(":{password}"));
    let userinfo = format!("{}{password}", url.username());
    json!({
        "valid": true, "scheme": url.scheme(), "userinfo": (!userinfo.is_empty()).then_some(userinfo),
        "host": url.host_str(), "port": url.port().map(|port| port.to_string()), "path": url.path(),
        "query": url.query(), "fragment": url.fragment(), "normalized": url.as_str(),
    })
}
