//! `testgen --confuse`: strings in which one reader may find a trusted host, and another reader an attacker's host.
//!
//! The surprising case: a string with a line break cannot be printed on one line, so only the JSON output has it.

use std::io::Write;
use std::net::Ipv4Addr;

use serde::Serialize;
use urispec_compare::parsers::{
    AspectValue, Component, Difference, GroupAnswer, ParserAnswer, Weight, canonical_host,
    differences,
};
use urispec_views::editions;
use urispec_views::record::Record;

use super::{Args, to_file};
use crate::output::{Escaped, Name, Outcome, Output, Stop, Usage, counted, grouped};
use crate::peer::subjects::{Subjects, Wanted};
use crate::peer::{contacted, is_host};

pub(super) fn run(hosts: (&str, &str), args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let hosts = checked(hosts)?;
    let all = payloads(hosts);
    if args.between.is_empty() && args.commands.is_empty() {
        // The strings on standard output are not counted.
        let count = args.output.as_ref().map(|_| counted(all.len() as u64, "string"));
        return written(&all, (hosts, &[]), &count.unwrap_or_default(), args, out);
    }
    let wanted = Wanted {
        argument: "between",
        names: &args.between,
        has_default: false,
        commands: &args.commands,
        asking: &args.asking,
        base: None,
    };
    let Some(mut subjects) = Subjects::start(wanted, out)? else { return Ok(Outcome::Trouble) };
    let count = grouped(all.len() as u64);
    let found = match confusions(all, hosts, &mut subjects) {
        Ok(found) => found,
        Err(why) => return Ok(out.refuse(&why)?),
    };
    let (names, number) = (&subjects.names, grouped(found.len() as u64));
    let readers = names.join(", ");
    let summary = format!("{number} of {count} strings lead {readers} to different hosts");
    written(&found, (hosts, names), &summary, args, out)
}

/// Checks that the hosts are two different hosts that every reader reports unchanged.
fn checked<'h>((good, evil): (&'h str, &'h str)) -> Result<Hosts<'h>, Usage> {
    for host in [good, evil] {
        let url = format!("http://{host}/");
        let is_plain = is_host(host, false) && !host.contains(['{', '}']);
        if !is_plain || editions::told(&url, None).is_valid != Some(true) {
            let host = Escaped(host.as_bytes());
            return Err(Usage::new(format!(
                "--confuse: `{host}` is not a host: write a host alone, such as `good.example`, `192.0.2.1` or `[::1]`"
            )));
        }
    }
    if canonical_host(good) == canonical_host(evil) {
        return Err(Usage::new("--confuse: the two hosts are the same"));
    }
    Ok(Hosts { good, evil })
}

impl Payload {
    /// Returns the lines that explain the string, and its JSON record.
    fn explained(&self, hosts: Hosts<'_>, names: &[String]) -> (Vec<String>, Record) {
        let family = self.family;
        let base = family.is_reference.then(|| base(hosts));
        let (document, section) = family.cites;
        let section = Some(section).filter(|section| !section.is_empty());
        let cites = [Some(document), section].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let against = base.as_ref().map(|base| format!(", against {base}")).unwrap_or_default();
        let mut notes = vec![format!("{}{against}: {} ({cites})", family.name, family.why)];
        let citation = Record::new().with("document", document).with("section", section);
        let mut record = Record::line()
            .with("family", family.name)
            .with("input", &self.text)
            .with("base", base)
            .with("why", family.why)
            .with_all("citations", std::iter::once(citation));
        if let Some((danger, difference)) = &self.found {
            let (mut said, mut groups) = (Vec::new(), Vec::new());
            for group in &difference.groups {
                let host = match &group.answer {
                    GroupAnswer::Text(text) => Some(&**text),
                    _ => None,
                };
                let readers = group.readers.iter().filter_map(|at| names.get(*at));
                let readers: Vec<_> = readers.map(String::as_str).collect();
                let shown = host.map(|host| Escaped(host.as_bytes()).to_string());
                let shown = shown.unwrap_or_else(|| "none".to_owned());
                said.push(format!("{shown} ({})", readers.join(", ")));
                groups.push(Record::new().with_null("host", host).with("readers", readers));
            }
            notes.insert(0, said.join(" · "));
            record = record.with("danger", danger).with_all("hosts", groups.into_iter());
        }
        (notes, record)
    }
}

/// Writes the strings to the output that the arguments name.
fn written(
    payloads: &[Payload],
    (hosts, names): (Hosts<'_>, &[String]),
    summary: &str,
    args: &Args,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let (mut text, mut broken) = (String::new(), 0);
    for payload in payloads {
        let (notes, record) = payload.explained(hosts, names);
        if args.json {
            text += &record.into_text();
            text.push('\n');
        } else if payload.text.contains(['\n', '\r']) {
            broken += 1;
        } else {
            text += &payload.text;
            text.push('\n');
            let notes = if args.why { &notes[..] } else { &[] };
            text.extend(notes.iter().map(|note| format!("  {note}\n")));
        }
    }
    let mut name = String::new();
    match args.file() {
        None => out.verbatim(&text)?,
        Some(path) => {
            let written = to_file(path, out, |file| file.write_all(text.as_bytes()))?;
            if written.is_none() {
                return Ok(Outcome::Trouble);
            }
            name = format!("{}: ", Name(path, out.passwords));
        }
    }
    if !summary.is_empty() {
        out.note(format_args!("{name}{summary}\n"))?;
    }
    if broken > 0 {
        let has =
            if broken == 1 { "has a line break and was" } else { "have line breaks and were" };
        let strings = counted(broken, "string");
        out.note(format_args!("{strings} {has} omitted; use --json for all\n"))?;
    }
    Ok(Outcome::Yes)
}

/// The effect of a confusion, the most dangerous first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Danger {
    /// One reader goes to the trusted host, another to the attacker's host.
    GoodAndEvil,
    /// One reader goes to the attacker's host, another to a third host.
    EvilAndOther,
    /// One reader goes to the trusted host, another to a third host.
    GoodAndOther,
    Others,
    /// The hosts differ only in spelling: an escape, a form of an address, a trailing dot, an A-label.
    Alike,
    HostAndNone,
}

impl Danger {
    fn of(one: &Difference, hosts: Hosts<'_>) -> Self {
        if !one.contacts_two_hosts() {
            return Self::HostAndNone;
        }
        let is = |host: &str| {
            // Some readers report a non-ASCII name as A-labels.
            let url = format!("http://{host}/");
            let mapped = editions::told(&url, None);
            let mapped = mapped.component(Component::Host).text().and_then(canonical_host);
            let spelled = [canonical_host(host), mapped];
            one.groups.iter().any(|group| match &group.answer {
                GroupAnswer::Text(text) => spelled.contains(&canonical_host(text)),
                _ => false,
            })
        };
        match (is(hosts.good), is(hosts.evil)) {
            (true, true) => Self::GoodAndEvil,
            _ if !one.spellings.is_empty() => Self::Alike,
            (false, true) => Self::EvilAndOther,
            (true, false) => Self::GoodAndOther,
            (false, false) => Self::Others,
        }
    }
}

/// Returns the payloads for which the readers report different hosts, stably sorted by danger. The error says why a
/// program cannot be queried.
fn confusions(
    payloads: Vec<Payload>,
    hosts: Hosts<'_>,
    subjects: &mut Subjects,
) -> Result<Vec<Payload>, String> {
    let base = base(hosts);
    let mut found = Vec::new();
    let (references, whole): (Vec<_>, Vec<_>) =
        payloads.into_iter().partition(|payload| payload.family.is_reference);
    for (payloads, base) in [(whole, None), (references, Some(base))] {
        subjects.base = base;
        let is_reference = subjects.base.is_some();
        let answers = {
            let texts: Vec<_> = payloads.iter().map(|payload| &*payload.text).collect();
            let answers = subjects.ask(&texts)?;
            answers.iter().map(|answers| difference(answers, is_reference)).collect::<Vec<_>>()
        };
        for (payload, difference) in payloads.into_iter().zip(answers) {
            let Some(difference) = difference else { continue };
            let danger = Danger::of(&difference, hosts);
            found.push(Payload { found: Some((danger, difference)), ..payload });
        }
    }
    found.sort_by_key(|one| one.found.as_ref().map(|(danger, _)| *danger));
    Ok(found)
}

fn base(hosts: Hosts<'_>) -> String {
    format!("http://{}/", hosts.good)
}

/// Returns the difference between the hosts that the readers report, or `None` if they agree.
fn difference(answers: &[ParserAnswer<'_>], is_reference: bool) -> Option<Difference> {
    let host = |answer: &ParserAnswer<'_>| {
        // A reader that does not resolve references is not compared.
        let has_say = !is_reference || answer.target.is_known();
        let host = contacted(answer).filter(|_| has_say);
        let host = host.map_or(AspectValue::Unknown, |host| {
            AspectValue::new(host.filter(|host| !host.is_empty()))
        });
        ParserAnswer::default().with(Component::Host, host)
    };
    let hosts: Vec<_> = answers.iter().map(host).collect();
    differences(&hosts).into_iter().find(|one| one.weight == Weight::Material)
}

// The families of strings, one row each: name, templates, reason and citation. In a template, `{good}` and
// `{evil}` are the hosts, and `{evil:FORM}` is the evil host in another form, which not every host has.

/// A document and its section. The section is empty if the whole document is cited.
type Citation = (&'static str, &'static str);

struct Family {
    name: &'static str,
    templates: &'static [&'static str],
    why: &'static str,
    cites: Citation,
    /// Whether the strings are references, which need a base.
    is_reference: bool,
}

const PARSING: Citation = ("URL Standard", "URL parsing");
const HOST_PARSING: Citation = ("URL Standard", "host parsing");
const IDNA: Citation = ("URL Standard", "IDNA");

const fn rfc3986(section: &'static str) -> Citation {
    ("RFC 3986", section)
}

const fn row(
    name: &'static str,
    templates: &'static [&'static str],
    why: &'static str,
    cites: Citation,
) -> Family {
    Family { name, templates, why, cites, is_reference: false }
}

const fn reference(
    name: &'static str,
    templates: &'static [&'static str],
    why: &'static str,
    cites: Citation,
) -> Family {
    Family { name, templates, why, cites, is_reference: true }
}

#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    row("userinfo",
        &["http://{good}@{evil}/", "http://{good}:80@{evil}:80/", "http://u:{good}@{evil}/", "http://{good}&x=y@{evil}/"],
        "the part before `@` is the user, not the host", rfc3986("7.6")),
    row("empty-userinfo",
        &["http://@{good}@{evil}/", "http://:@{evil}/", "http://{good}:@{evil}/"],
        "an empty user is a user", rfc3986("3.2.1")),
    row("two-at-signs",
        &["http://u@{good}@{evil}/", "http://u@{good}:80@{evil}/", "http://u:p@{good}:80@{evil}:80/"],
        "no rule defines which of two `@` is the delimiter", rfc3986("3.2.1")),
    row("backslash-at",
        &["http://{evil}\\@{good}/", "http://{evil}\\\\@{good}/", "http://u:p@{evil}:80\\@{good}/", "http://{evil}\\@@{good}/"],
        "`\\` ends the authority, or is a character of the user", PARSING),
    row("backslash-in-host",
        &["http://{evil}\\.{good}/", "http://{evil}\\{good}/", "http://{evil}:80\\.{good}/"],
        "`\\` ends the host, or is a character of the host", PARSING),
    row("backslash-slashes",
        &["http:\\\\{evil}/", "http:/\\{evil}/", "http:\\/{evil}/", "http:\\\\{evil}\\@{good}/", "http://\\{evil}/"],
        "`\\` before a host counts as `/`, or not", PARSING),
    row("slash-count",
        &["http:{evil}/", "http:/{evil}/", "http:///{evil}/", "http:////{evil}/", "http:{good}@{evil}/", "http:///{good}@{evil}/"],
        "more or fewer slashes than two begin an authority, or not", PARSING),
    row("fragment",
        &["http://{evil}#@{good}/", "http://{evil}#.{good}/", "http://{evil}:80#@{good}:80/", "http://u#@{evil}#@{good}/"],
        "`#` ends the authority before the `@`", rfc3986("3.2")),
    row("query",
        &["http://{evil}?@{good}/", "http://{evil}?.{good}/", "http://{evil}?#@{good}/"],
        "`?` ends the authority before the `@`", rfc3986("3.2")),
    row("path",
        &["http://{evil}/@{good}/", "http://{evil}/\\@{good}/", "http://{evil}//@{good}/"],
        "`/` ends the authority before the `@`", rfc3986("3.2")),
    row("sub-delimiter",
        &["http://{evil};.{good}/", "http://{evil};@{good}/", "http://{evil},{good}/", "http://{evil}&{good}/", "http://{evil}+{good}/"],
        "`;` and similar characters are part of a name, or end it", rfc3986("3.2.2")),
    row("escaped-at",
        &["http://{good}%40{evil}/", "http://{good}%40@{evil}/", "http://{good}%40.{evil}/"],
        "an escaped `@` is data, or a delimiter once it is decoded", rfc3986("2.2")),
    row("escaped-slash",
        &["http://{evil}%2F@{good}/", "http://{evil}%2F.{good}/", "http://{evil}%2F{good}/"],
        "an escaped `/` is data, or a delimiter once it is decoded", rfc3986("2.2")),
    row("escaped-fragment",
        &["http://{evil}%23@{good}/", "http://{evil}%23.{good}/"],
        "an escaped `#` is data, or a delimiter once it is decoded", rfc3986("2.2")),
    row("escaped-query",
        &["http://{evil}%3F@{good}/", "http://{evil}%3F.{good}/"],
        "an escaped `?` is data, or a delimiter once it is decoded", rfc3986("2.2")),
    row("escaped-colon",
        &["http://{evil}%3A80@{good}/", "http://{evil}%3A80.{good}/", "http://{good}%3A@{evil}/"],
        "an escaped `:` is data, or a delimiter once it is decoded", rfc3986("2.2")),
    row("escaped-backslash",
        &["http://{evil}%5C@{good}/", "http://{evil}%5C.{good}/"],
        "an escaped `\\` is data, or a slash once it is decoded", rfc3986("2.4")),
    row("double-escape",
        &["http://{evil}%252F@{good}/", "http://{evil}%252F.{good}/", "http://{good}%2540{evil}/"],
        "a reader that decodes twice finds a delimiter", rfc3986("2.4")),
    row("bad-escape",
        &["http://{evil}%.{good}/", "http://{evil}%zz.{good}/", "http://{evil}%zz@{good}/", "http://{evil}%2@{good}/"],
        "`%` without two digits is rejected, kept, or cut off", rfc3986("2.1")),
    row("percent-u",
        &["http://{evil}%u002F@{good}/", "http://{evil}%u002F.{good}/"],
        "`%u002F` is not an escape, or is decoded to `/`", rfc3986("2.1")),
    row("overlong-utf8",
        &["http://{evil}%C0%AF@{good}/", "http://{evil}%C0%AF.{good}/"],
        "`%C0%AF` is not UTF-8, or is decoded to `/`", ("RFC 3629", "10")),
    row("escaped-line-break",
        &["http://{evil}%0D%0A@{good}/", "http://{evil}%0D%0A.{good}/", "http://{evil}%0D%0AHost:%20{good}/"],
        "an escaped line break is data, or ends a line of a request once it is decoded", rfc3986("7.2")),
    row("escaped-nul",
        &["http://{evil}%00@{good}/", "http://{evil}%00.{good}/"],
        "an escaped NUL ends the string once it is decoded", rfc3986("7.3")),
    row("nul",
        &["http://{evil}\0@{good}/", "http://{evil}\0.{good}/"],
        "a NUL ends the string, or is a character of it", rfc3986("7.3")),
    row("port",
        &["http://{good}:{evil}/", "http://{good}:80:{evil}/", "http://{evil}:80{good}/", "http://{evil}:80.{good}/",
            "http://{evil}:80,{good}:80/", "http://{good}:x@{evil}/"],
        "a non-numeric port is rejected, cut off, or part of the host", rfc3986("3.2.3")),
    row("space",
        &["http://{evil} @{good}/", "http://{evil} .{good}/", "http://{evil} {good}/", "http://{good} &@{evil}# @{good}/"],
        "a space ends the URL, is escaped, or is rejected", rfc3986("Appendix C")),
    row("leading-blank",
        &[" http://{evil}/", "\u{1}http://{evil}/", "\u{a0}http://{evil}/", "\u{feff}http://{evil}/"],
        "text before the scheme is removed, or makes the string relative", PARSING),
    row("tab",
        &["http://{evil}\t@{good}/", "http://{evil}\t.{good}/", "http://{evil}\t/@{good}/", "ht\ttp://{evil}/", "http:/\t/{evil}/"],
        "a tab is removed, ends the URL, or is rejected", PARSING),
    row("line-break",
        &["http://{evil}\n@{good}/", "http://{evil}\n.{good}/", "http://{evil}\r@{good}/", "http://{evil}\r\n.{good}/",
            "http:/\n/{evil}/"],
        "a line break is removed, ends the URL, or is rejected", PARSING),
    row("control",
        &["http://{evil}\u{1}@{good}/", "http://{evil}\u{b}.{good}/", "http://{evil}\u{7f}.{good}/"],
        "a control character is rejected, escaped, or kept", HOST_PARSING),
    row("raw-delimiter",
        &["http://{evil}|.{good}/", "http://{evil}^.{good}/", "http://{evil}`.{good}/", "http://{evil}<.{good}/",
            "http://{evil}>.{good}/", "http://{evil}\".{good}/", "http://{evil}|@{good}/", "http://{evil}\"@{good}/"],
        "a character that is invalid in URIs is rejected, escaped, or ends the host", rfc3986("2")),
    row("bracket",
        &["http://[{good}]@{evil}/", "http://{evil}[@{good}/", "http://{evil}].{good}/", "http://[{evil}].{good}/",
            "http://{good}[{evil}]/", "http://{evil}[.{good}/", "http://[{evil}/"],
        "brackets may only contain an address, but some readers split at them first", rfc3986("3.2.2")),
    row("ipv6",
        &["http://[::1].{evil}/", "http://[::1]{evil}/", "http://[::1]:80@{evil}/", "http://[::1]@{evil}/", "http://[::1]:80.{evil}/"],
        "text after an address in brackets is rejected, cut off, or the host", rfc3986("3.2.2")),
    row("zone",
        &["http://[fe80::1%25{evil}]/", "http://[fe80::1%{evil}]/", "http://[::1%25]@{evil}/"],
        "a zone identifier is part of the address, or is rejected", ("RFC 6874", "2")),
    row("ipv4-form",
        &["http://{evil:hex}/", "http://{evil:decimal}/", "http://{evil:octal}/", "http://{evil:short}/"],
        "a number is an address in inet_aton() and the URL Standard, but a name in RFC 3986", rfc3986("7.4")),
    row("ipv4-in-ipv6",
        &["http://[::ffff:{evil:address}]/", "http://[::{evil:address}]/", "http://[64:ff9b::{evil:address}]/"],
        "an embedded IPv4 address in an IPv6 address is contacted, or not", ("RFC 4291", "2.5.5")),
    row("escaped-host",
        &["http://{evil:escaped}/", "http://{evil:escaped}@{good}/"],
        "an escaped name is decoded before it is looked up, or not", rfc3986("3.2.2")),
    row("full-width-delimiter",
        &["http://{evil}\u{ff0f}.{good}/", "http://{evil}\u{ff0f}@{good}/", "http://{evil}\u{ff03}@{good}/", "http://{evil}\u{ff1f}@{good}/",
            "http://{good}\u{ff20}{evil}/", "http://{good}\u{fe6b}{evil}/", "http://{evil}\u{ff3c}@{good}/", "http://{evil}\u{ff1a}80.{good}/",
            "http://{evil}\u{2100}.{good}/"],
        "a character that NFKC maps to a delimiter is one once it is mapped", IDNA),
    row("full-width-letters",
        &["http://{evil:wide}/", "http://{evil:wide}:80/"],
        "full-width letters are mapped to ASCII before the name is looked up, or not", IDNA),
    row("full-width-dot",
        &["http://{evil:dots}/", "http://{evil}\u{3002}{good}/", "http://{evil}\u{ff0e}{good}/"],
        "a full-width stop separates the labels of a name, or not", IDNA),
    row("ignored-character",
        &["http://{evil:soft}/", "http://{evil}\u{200b}.{good}/", "http://{evil}\u{ad}@{good}/"],
        "an invisible character is removed from a name, or not", ("UTS 46", "")),
    row("trailing-dot",
        &["http://{evil}./", "http://{evil}..{good}/"],
        "the trailing dot of the root is part of the name, or is removed", rfc3986("3.2.2")),
    row("inner-url",
        &["http://{good}/http://{evil}/", "http://http://{evil}/", "http://{evil}://{good}/"],
        "the first `://` begins the authority, or the last one", rfc3986("Appendix B")),
    row("other-scheme",
        &["foo://{evil}\\@{good}/", "foo:\\\\{evil}/", "foo:///{evil}/", "file:////{evil}/", "file:\\\\{evil}/"],
        "slashes and `\\` differ in meaning under schemes that are not special", PARSING),
    row("no-scheme",
        &["{evil}:80/", "{evil}:80/@{good}/", "{good}:80@{evil}/", "{good}:pw@{evil}/"],
        "the part before the first `:` is a scheme, or a host", rfc3986("3.1")),
    row("dot-segments",
        &["http://{good}/..//{evil}/", "http://{good}/../@{evil}/", "foo:/.//{evil}/", "foo:/..//{evil}/"],
        "a path that begins with `//` once its dots are removed is an authority, or not", rfc3986("3.3")),
    reference("redirect-slashes",
        &["//{evil}/", "///{evil}/", "////{evil}/", "//{good}@{evil}/"],
        "two slashes begin an authority, and for some readers more do", rfc3986("4.2")),
    reference("redirect-backslash",
        &["/\\{evil}/", "\\/{evil}/", "\\\\{evil}/", "//\\{evil}/", "/\\/{evil}/"],
        "`\\` counts as `/`, so the reference has a host, or not", PARSING),
    reference("redirect-removed",
        &["/\t/{evil}/", "/\n/{evil}/", "\t//{evil}/", " //{evil}/", "/\t\\{evil}/"],
        "removed characters leave two slashes, so the reference has a host", PARSING),
    reference("redirect-scheme",
        &["http:{evil}/", "http:/{evil}/", "http:///{evil}/", "https:{evil}/", "https:/{evil}/"],
        "a reference with a scheme and without two slashes has a host, or is a path", rfc3986("5.2.2")),
    reference("redirect-dots",
        &["/.//{evil}/", "/..//{evil}/", ".//{evil}/", "..//{evil}/"],
        "a path that begins with `//` once its dots are removed is an authority, or not", rfc3986("5.2.4")),
    reference("redirect-escaped",
        &["/%2F{evil}/", "/%5C{evil}/", "/%09/{evil}/", "%2F%2F{evil}/"],
        "a reader that decodes before splitting finds two slashes", rfc3986("2.4")),
    reference("redirect-appended",
        &["@{evil}/", ".{evil}/", ":80@{evil}/"],
        "a reader that appends the reference to the text of the base changes the host", rfc3986("5.2")),
];

#[derive(Clone, Copy)]
struct Hosts<'h> {
    good: &'h str,
    evil: &'h str,
}

struct Payload {
    family: &'static Family,
    text: String,
    /// The difference between the hosts that the readers report, and its effect.
    found: Option<(Danger, Difference)>,
}

/// Returns all strings, in the order of the families, without duplicates.
fn payloads(hosts: Hosts<'_>) -> Vec<Payload> {
    let mut payloads: Vec<Payload> = Vec::new();
    let exchanged = Hosts { good: hosts.evil, evil: hosts.good };
    for family in FAMILIES {
        for template in family.templates {
            let both = template.contains("{good}") && template.contains("{evil");
            for hosts in [hosts, exchanged].into_iter().take(1 + usize::from(both)) {
                let Some(text) = filled(template, hosts) else { continue };
                if payloads.iter().all(|one| one.text != text) {
                    payloads.push(Payload { family, text, found: None });
                }
            }
        }
    }
    payloads
}

/// Fills in a template. Returns `None` if the template requires a form that the host does not have.
fn filled(template: &str, hosts: Hosts<'_>) -> Option<String> {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        text += before;
        match name {
            "good" => text += hosts.good,
            "evil" => text += hosts.evil,
            form => text += &formed(form.strip_prefix("evil:")?, hosts.evil)?,
        }
        rest = after;
    }
    Some(text + rest)
}

/// Returns a host in the form named `form`, or `None` if the host does not have this form.
fn formed(form: &str, host: &str) -> Option<String> {
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        let ([a, b, c, d], number) = (address.octets(), u32::from(address));
        return Some(match form {
            "address" => host.to_owned(),
            "hex" => format!("0x{number:x}"),
            "decimal" => number.to_string(),
            "octal" => format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
            "short" => format!("{a}.{}", number & 0xff_ffff),
            "escaped" => escaped(host),
            _ => return None,
        });
    }
    if host.starts_with('[') {
        return None;
    }
    Some(match form {
        "escaped" => escaped(host),
        "wide" => host.chars().map(wide).collect(),
        "dots" => host.replace('.', "\u{3002}"),
        "soft" => {
            let (first, rest) = host.split_at_checked(1)?;
            format!("{first}\u{ad}{rest}")
        }
        _ => return None,
    })
}

fn escaped(host: &str) -> String {
    host.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Returns the full-width form of an ASCII letter or digit, such as U+FF41 for `a`.
fn wide(c: char) -> char {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => {
            char::from_u32(u32::from(c) - 0x20 + 0xff00).unwrap_or(c)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const HOSTS: Hosts<'static> = Hosts { good: "good.example", evil: "evil.example" };

    fn danger(hosts: &[&str]) -> Option<Danger> {
        let answer = |host: &&str| {
            let host = Some(host.to_string()).filter(|host| host != "-");
            ParserAnswer::valid(true).with(Component::Host, AspectValue::new(host))
        };
        let answer: Vec<_> = hosts.iter().map(answer).collect();
        difference(&answer, false).map(|one| Danger::of(&one, HOSTS))
    }

    #[test]
    fn what_readers_take() {
        for (hosts, expected) in [
            (&["good.example", "evil.example"][..], Some(Danger::GoodAndEvil)),
            (&["x", "GOOD.example", "evil.example"], Some(Danger::GoodAndEvil)),
            (&["evil.example", "evil.example\\.good.example"], Some(Danger::EvilAndOther)),
            (&["-", "evil.example", "x"], Some(Danger::EvilAndOther)),
            (&["good.example", "x"], Some(Danger::GoodAndOther)),
            (&["x", "y"], Some(Danger::Others)),
            (&["evil.example", "evil.example."], Some(Danger::Alike)),
            (&["evil.example", "-"], Some(Danger::HostAndNone)),
            (&["evil.example", ""], Some(Danger::HostAndNone)),
            (&["evil.example", "EVIL.example"], None),
            (&["", "-"], None),
        ] {
            assert_eq!(danger(hosts), expected, "{hosts:?}");
        }
    }

    /// A name beyond ASCII and its A-labels are the same host.
    #[test]
    fn a_name_beyond_ascii() {
        let hosts = Hosts { good: "m\u{fc}nchen.example", evil: "evil.example" };
        let answer = |host: &str| {
            ParserAnswer::valid(true).with(Component::Host, AspectValue::new(Some(host.to_owned())))
        };
        let found = difference(&[answer("xn--mnchen-3ya.example"), answer("evil.example")], false);
        assert_eq!(Danger::of(&found.unwrap(), hosts), Danger::GoodAndEvil);
    }

    /// A reader that rejects a string contacts no host; a reader without a target resolves nothing.
    #[test]
    fn who_has_no_say() {
        let answer = |host: &str| {
            ParserAnswer::valid(true).with(Component::Host, AspectValue::new(Some(host.to_owned())))
        };
        let mut rejects = answer("b");
        rejects.is_valid = Some(false);
        assert!(difference(&[answer("a"), rejects], false).is_none());
        let mut resolves = answer("a");
        resolves.target = AspectValue::new(Some("http://c/".to_owned()));
        assert!(difference(&[answer("a"), resolves.clone()], true).is_none());
        let mut other = answer("a");
        other.target = AspectValue::new(Some("http://d/".to_owned()));
        assert!(difference(&[other, resolves], true).is_some());
    }

    #[test]
    fn a_template_has_its_hosts() {
        let text = |template| filled(template, HOSTS);
        assert_eq!(text("http://{evil}\\@{good}/").unwrap(), "http://evil.example\\@good.example/");
        assert_eq!(text("http://{evil:dots}/").unwrap(), "http://evil\u{3002}example/");
        assert_eq!(text("{evil:hex}"), None);
        assert_eq!(text("{evil:nothing}"), None);
    }

    #[test]
    fn forms_of_a_host() {
        // 192.0.2.1 is c0 00 02 01: 3,221,225,985 and 0xC0000201; its last three octets are 513.
        let of = |form| formed(form, "192.0.2.1");
        assert_eq!(of("hex").unwrap(), "0xc0000201");
        assert_eq!(of("decimal").unwrap(), "3221225985");
        assert_eq!(of("octal").unwrap(), "0300.00.02.01");
        assert_eq!(of("short").unwrap(), "192.513");
        assert_eq!(of("escaped").unwrap(), "%31%39%32%2E%30%2E%32%2E%31");
        assert_eq!(of("address").unwrap(), "192.0.2.1");
        assert_eq!(of("wide"), None);
        assert_eq!(formed("hex", "a.b"), None);
        assert_eq!(formed("wide", "a9.B").unwrap(), "\u{ff41}\u{ff19}.\u{ff22}");
        assert_eq!(formed("soft", "ab.c").unwrap(), "a\u{ad}b.c");
        assert_eq!(formed("escaped", "a.b").unwrap(), "%61%2E%62");
        for form in ["hex", "wide", "escaped", "soft", "dots"] {
            assert_eq!(formed(form, "[::1]"), None, "{form}");
        }
        // The first character has several octets.
        assert_eq!(formed("soft", "\u{e9}a"), None);
    }

    #[test]
    fn each_family_has_strings_and_each_string_a_family() {
        let named: BTreeSet<_> = FAMILIES.iter().map(|family| family.name).collect();
        assert_eq!(named.len(), FAMILIES.len());
        let hosts = [HOSTS, Hosts { evil: "192.0.2.1", ..HOSTS }];
        let made: BTreeSet<_> =
            hosts.into_iter().flat_map(payloads).map(|payload| payload.family.name).collect();
        assert_eq!(made, named);
        for hosts in hosts {
            let payloads = payloads(hosts);
            let texts: BTreeSet<_> = payloads.iter().map(|payload| &payload.text).collect();
            assert_eq!(texts.len(), payloads.len());
            for text in texts {
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }

    /// The hosts are also exchanged, since it is unknown which of two readers checks the host.
    #[test]
    fn hosts_are_exchanged() {
        let texts: Vec<_> = payloads(HOSTS).into_iter().map(|payload| payload.text).collect();
        for text in ["http://evil.example\\@good.example/", "http://good.example\\@evil.example/"] {
            assert!(texts.iter().any(|one| one == text), "{text}");
        }
        assert!(!texts.iter().any(|text| text == "http:good.example/"));
    }
}
