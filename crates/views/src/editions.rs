//! The answers about a string, as JSON: from all documents, and from the URL Standard's parser, which browsers use.
//!
//! The URL Standard's parser treats a URL without a scheme as incomplete, not as invalid. With a base, the URL is valid
//! but has no components of its own; without a base, the parser has no answer.

use std::borrow::Cow;

use urispec::HostKind;
use urispec::whatwg::{Host, Url};
use urispec_compare::across::{Answer, Answers, Disagreement, Parts, ResolvedTo};
use urispec_compare::parsers::{Component, ParserAnswer};

use crate::fault::Fault;
use crate::record::Record;

/// The help text about the JSON output of `urispec editions`.
pub const HELP: &str = "\
Print one JSON object per line for each input, with -f, only for inputs on which the documents disagree.

Its keys: `schema`, `input`, `base`, `agree`, `verdicts` [{`by` (an edition, or whatwg), `valid`, \
`productions` [..], `by_scheme` (whether the production of its scheme derives it), `opaque`, \
`components` {..}, `target`, `current_document`, `fragment`, `error` {..}}], `of_scheme` [..] (verdicts of \
the documents of its scheme), `disagreements` [{`kind`, \
`from` (rfc3986, or the newest edition that has an answer), `by` [..]}]; of a line that is not UTF-8 only `schema`, `input` and \
`error`. With --tally the objects are of kinds: `schema`, \
`kind`, `from`, `by`, `count`, `place`, `input`.";

/// Returns the JSON record of a string: the answers of all documents, and the disagreements between these answers.
pub fn of(answers: &Answers<'_>, base: Option<&str>, found: &[Disagreement]) -> Record {
    let disagreements = found.iter().map(|Disagreement { kind, from, by, .. }| {
        Record::new().with("kind", kind.name()).with("from", from).with("by", by)
    });
    Record::line()
        .with("input", answers.text())
        .with("base", base)
        .with("agree", found.is_empty())
        .with_all("verdicts", answers.each().iter().map(|one| verdict_of(one, answers.text())))
        .with_all(
            "of_scheme",
            answers.of_scheme().iter().map(|one| verdict_of(one, answers.text())),
        )
        .with_all("disagreements", disagreements)
}

/// Returns the record of a line that is not UTF-8.
pub fn unreadable(input: &[u8], fault: &Fault) -> Record {
    Record::line().given("input", input).with_record("error", Some(fault.record(None)))
}

fn verdict_of(answer: &Answer<'_>, text: &str) -> Record {
    let record = Record::new().with("by", answer.by()).with("valid", answer.is_valid());
    let record = match answer.parts() {
        Some(parts) => record
            .with("productions", Some(answer.productions()).filter(|all| !all.is_empty()))
            .with("by_scheme", parts.by_scheme)
            .with("opaque", parts.is_opaque)
            .with_record("components", Some(components(parts))),
        None => record,
    };
    let record = match answer.target() {
        Some(ResolvedTo::Uri(uri)) => record.with("target", uri).with("current_document", false),
        Some(ResolvedTo::CurrentDocument(fragment)) => {
            record.with("current_document", true).with("fragment", fragment)
        }
        None => record,
    };
    match (answer.error(), answer.message()) {
        (Some(error), _) => record.with_record("error", Some(Fault::of(error, text).record(None))),
        (None, Some(message)) => {
            let error = Record::new().with("message", message);
            record.with_record("error", Some(error))
        }
        (None, None) => record,
    }
}

fn components(parts: &Parts<'_>) -> Record {
    let mut record = Record::new();
    for &component in Component::ALL {
        record = record.with(component.name(), parts.component(component));
        if component == Component::Host {
            record = record.with("host_kind", parts.host_kind.map(|kind| kind.name()));
        }
    }
    record
}

/// The name of the URL Standard's parser among the answers. The edition `whatwg`, in contrast, answers whether a string
/// is a valid URL string.
const URL_PARSER: &str = "url-parser";

/// Returns the answer of the URL Standard's parser, if there is one.
pub fn answer<'i>(text: &'i str, base: Option<&str>) -> Option<Answer<'i>> {
    let joined = base.map(|base| Url::parse(base).and_then(|base| base.join(text)));
    let parts = match (Url::parse(text), &joined) {
        (Ok(url), _) => Ok(Some(parts_of(&url))),
        (Err(error), None) if error.lacks_base() => return None,
        (Err(error), Some(Ok(_))) if error.lacks_base() => Ok(None),
        (Err(_), Some(Err(error))) => Err(error.to_string()),
        (Err(error), _) => Err(error.to_string()),
    };
    let target = joined.and_then(Result::ok).map(|url| ResolvedTo::Uri(url.into()));
    Some(Answer::other(URL_PARSER, text, parts, target))
}

/// Returns the answer of the URL Standard's parser, as the type [`ParserAnswer`], which can be compared.
pub fn told(text: &str, base: Option<&str>) -> ParserAnswer<'static> {
    answer(text, base).map(|answer| answer.to_parser_answer().into_owned()).unwrap_or_default()
}

/// Returns whether a string is a URL without a scheme, which is incomplete without a base.
pub fn is_relative(text: &str) -> bool {
    Url::parse(text).is_err_and(|error| error.lacks_base())
}

fn parts_of<'i>(url: &Url) -> Parts<'i> {
    let userinfo = match (url.username(), url.password()) {
        ("", "") => None,
        (user, "") => Some(user.to_owned()),
        (user, password) => Some(format!("{user}:{password}")),
    };
    let port = url.port().map(|port| port.to_string());
    let component = |component| match component {
        Component::Scheme => Some(url.scheme().to_owned()),
        Component::Authority => url.authority().map(str::to_owned),
        Component::Userinfo => userinfo.clone(),
        Component::Host => url.hostname().map(str::to_owned),
        Component::Port => port.clone(),
        Component::Path => Some(url.path().to_owned()),
        Component::Query => url.query().map(str::to_owned),
        Component::Fragment => url.fragment().map(str::to_owned),
    };
    Parts {
        is_opaque: url.has_opaque_path(),
        host_kind: url.host().map(|host| match host {
            Host::Ipv4(_) => HostKind::Ipv4Address,
            Host::Ipv6(_) => HostKind::Ipv6Address,
            _ => HostKind::RegName,
        }),
        components: Component::ALL.iter().map(|&which| component(which).map(Cow::Owned)).collect(),
        ..Parts::default()
    }
}
