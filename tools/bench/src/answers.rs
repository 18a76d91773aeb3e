//! The adapter that `urispec conform` and `urispec differ` run for the crates: reports what a library makes of each string.
//! A panic ends the program, as it would end a program that uses the library.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use iri_string::format::ToDedicatedString;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};
use pest_grammars::http::{HttpParser, Rule};
use serde_json::{Value, json};

/// Answers one question: the input, and the base if there is one.
type Answer = fn(&str, Option<&str>) -> Value;

/// Parses a string and returns whether it is valid.
type Parse = fn(&str) -> bool;

/// The name of each library, its version, its adapter, and its parser, whose speed is measured.
const ALL: [(&str, &str, Answer, Parse); 8] = [
    ("fluent-uri", "0.4.1", fluent_uri, |input| fluent_uri::UriRef::parse(input).is_ok()),
    ("iref", "5.0.0", iref, |input| iref::UriRef::new(input).is_ok()),
    ("iri-string", "0.7.14", iri_string, |input| UriReferenceStr::new(input).is_ok()),
    ("oxiri", "0.3.1", oxiri, |input| oxiri::IriRef::parse(input).is_ok()),
    ("uriparse", "0.6.4", uriparse, |input| uriparse::URIReference::try_from(input).is_ok()),
    ("http", "1.5.0", http, |input| input.parse::<http::Uri>().is_ok()),
    ("url", "2.5.8", url, |input| url::Url::parse(input).is_ok()),
    ("pest-http", "2.9.5", pest_http, is_pest_http),
];

/// Answers questions with the library that the first argument names.
///
/// # Errors
///
/// If the library is unknown, or a line is not a question.
pub fn answer() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((name, version, answer, parse)) = ALL.into_iter().find(|(known, ..)| *known == name)
    else {
        return Err(io::Error::other(format!("unknown library `{name}`")));
    };
    let mut reader = Some(format!("{name} {version}"));
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let base = question["base"].as_str();
        let mut answer = match question["time"].as_str() {
            Some(file) => timed(file, &question["rounds"], answer, parse, base)?,
            None => answer(question["input"].as_str().unwrap_or_default(), base),
        };
        if let Some(reader) = reader.take() {
            answer["reader"] = reader.into();
        }
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// Parses or resolves the lines of a file, several times, and returns the seconds of the fastest round.
fn timed(
    file: &str,
    rounds: &Value,
    answer: Answer,
    parse: Parse,
    base: Option<&str>,
) -> io::Result<Value> {
    let text = std::fs::read_to_string(file)?;
    let strings: Vec<&str> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
    // A library that does not resolve has no verdict with a base.
    let can_time = base.is_none() || !answer("", base)["valid"].is_null();
    let rounds = if can_time { rounds.as_u64().unwrap_or(1) } else { 0 };
    let round = || {
        let begin = Instant::now();
        for input in &strings {
            match base {
                Some(_) => drop(black_box(answer(input, base))),
                None => drop(black_box(parse(black_box(input)))),
            }
        }
        begin.elapsed().as_secs_f64()
    };
    let seconds = (0..rounds).map(|_| round()).min_by(f64::total_cmp);
    Ok(json!({"seconds": seconds, "strings": strings.len()}))
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

fn is_pest_http(input: &str) -> bool {
    use pest::Parser;
    let parsed = HttpParser::parse(Rule::uri, input);
    parsed.is_ok_and(|mut pairs| pairs.next().is_some_and(|uri| uri.as_str() == input))
}

/// The rule `uri` of pest's grammar of HTTP requests: any characters but spaces and tabs. It has no components.
fn pest_http(input: &str, base: Option<&str>) -> Value {
    json!({"valid": base.is_none().then(|| is_pest_http(input))})
}
