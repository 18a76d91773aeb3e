//! `testgen --confuse`: strings in which one reader may find a host that is trusted, and another that of an attacker.
//!
//! In: the two hosts, and readers to ask, if any. Out: the [`payloads`] of all families; or, where readers are named,
//! those alone over which these take [different hosts](between), the most dangerous first. Nothing is looked up or
//! fetched.
//!
//! The surprising case: a string with a line break is no line, so only JSON has it.

mod families;

use std::io;
use std::io::Write;

use families::{Hosts, Payload};
use urispec_compare::parsers::{
    Component, Difference, ParserAnswer, Said, Tell, Weight, canonical_host, differences,
};
use urispec_views::editions as whatwg;
use urispec_views::record::Record;

use super::Args;
use crate::output::Output;
use crate::output::counted::{counted, grouped};
use crate::output::terminal::Escaped;
use crate::output::usage::{Outcome, Stop, Usage};
use crate::output::whole_file::{Name, WholeFile, is_stdin};
use crate::peer::panel::{Panel, Wanted};
use crate::peer::{contacted, is_host};

pub(super) fn run(hosts: (&str, &str), args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let hosts = checked(hosts)?;
    let all = families::all(hosts);
    if args.between.is_empty() && args.commands.is_empty() {
        let strings =
            all.iter().map(|payload| ConfusionLine::of(payload, None, hosts, &[])).collect();
        // A suite that goes to standard output is not counted.
        let count = args.output.as_ref().map(|_| counted(all.len() as u64, "string"));
        return written(strings, &count.unwrap_or_default(), args, out);
    }
    let wanted = Wanted {
        argument: "between",
        names: &args.between,
        has_default: false,
        commands: &args.commands,
        folder: args.asking.peers.as_deref(),
        timeout: args.asking.timeout(),
        base: None,
    };
    let Some(mut panel) = Panel::of(wanted, out)? else { return Ok(Outcome::Trouble) };
    let count = grouped(all.len() as u64);
    let found = match confusions(all, hosts, &mut panel) {
        Ok(found) => found,
        Err(why) => return Ok(out.refuse(&why)?),
    };
    let names = &panel.names;
    let summary = format!(
        "{} of {count} strings lead {} to different hosts",
        grouped(found.len() as u64),
        names.join(", ")
    );
    let strings =
        found.iter().map(|one| ConfusionLine::of(&one.payload, Some(one), hosts, names)).collect();
    written(strings, &summary, args, out)
}

/// The hosts, each of which every reader takes for itself.
fn checked<'h>((good, evil): (&'h str, &'h str)) -> Result<Hosts<'h>, Usage> {
    for host in [good, evil] {
        let url = format!("http://{host}/");
        let is_plain = is_host(host, false) && !host.contains(['{', '}']);
        if !is_plain || whatwg::told(&url, None).is_valid != Some(true) {
            let host = Escaped(host.as_bytes());
            return Err(Usage::new(format!(
                "--confuse: `{host}` is no host: write the host alone, such as `good.example`, `192.0.2.1` or `[::1]`"
            )));
        }
    }
    if canonical_host(good) == canonical_host(evil) {
        return Err(Usage::new("--confuse: the two hosts are the same"));
    }
    Ok(Hosts { good, evil })
}

/// What is written of a string.
struct ConfusionLine<'l> {
    text: &'l str,
    /// Lines that explain the string.
    notes: Vec<String>,
    record: Record,
}

impl<'l> ConfusionLine<'l> {
    fn of(
        payload: &'l Payload,
        confusion: Option<&Confusion>,
        hosts: Hosts<'_>,
        names: &[String],
    ) -> Self {
        let family = payload.family;
        let base = family.is_reference.then(|| base(hosts));
        let (document, section) = family.cites;
        let cites = [document, section].into_iter().filter(|text| !text.is_empty());
        let cites = cites.collect::<Vec<_>>().join(", ");
        let against = base.as_ref().map(|base| format!(", against {base}")).unwrap_or_default();
        let mut notes = vec![format!("{}{against}: {} ({cites})", family.name, family.why)];
        let citation = Record::new()
            .with("document", document)
            .with("section", Some(section).filter(|section| !section.is_empty()));
        let mut record = Record::line()
            .with("family", family.name)
            .with("input", &payload.text)
            .with("base", base)
            .with("why", family.why)
            .with_all("citations", std::iter::once(citation));
        if let Some(Confusion { danger, difference, .. }) = confusion {
            let groups = difference.groups.iter().map(|group| {
                let host = match &group.said {
                    Said::Text(text) => Some(&**text),
                    _ => None,
                };
                let readers = group.readers.iter().filter_map(|at| names.get(*at));
                (host, readers.map(String::as_str).collect::<Vec<_>>())
            });
            let groups: Vec<_> = groups.collect();
            let said = groups.iter().map(|(host, readers)| {
                let host =
                    host.map_or("none".to_owned(), |host| Escaped(host.as_bytes()).to_string());
                format!("{host} ({})", readers.join(", "))
            });
            notes.insert(0, said.collect::<Vec<_>>().join(" · "));
            let groups = groups.into_iter().map(|(host, readers)| {
                Record::new().with_null("host", host).with("readers", readers)
            });
            record = record.with("danger", danger.name()).with_all("hosts", groups);
        }
        Self { text: &payload.text, notes, record }
    }

    /// Whether the string can stand on a line as it is.
    fn is_line(&self) -> bool {
        !self.text.contains(['\n', '\r'])
    }
}

/// Writes the strings to where the arguments say.
fn written(
    lines: Vec<ConfusionLine<'_>>,
    summary: &str,
    args: &Args,
    out: &mut Output,
) -> Result<Outcome, Stop> {
    let broken = lines.iter().filter(|line| !line.is_line()).count() as u64;
    let say = |out: &mut Output, name: &str| {
        if !summary.is_empty() {
            out.note(format_args!("{name}{summary}\n"))?;
        }
        if broken > 0 && !args.json {
            let has =
                if broken == 1 { "has a line break, and is" } else { "have line breaks, and are" };
            let strings = counted(broken, "string");
            out.note(format_args!("{strings} {has} left out; --json has all\n"))?;
        }
        io::Result::Ok(())
    };
    let Some(path) = args.output.as_deref().filter(|path| !is_stdin(path)) else {
        for line in &lines {
            if args.json {
                line.record.clone().print(out)?;
            } else if line.is_line() {
                out.string(line.text);
                let notes = if args.why { &line.notes[..] } else { &[] };
                notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
            }
            out.end_record()?;
        }
        say(out, "")?;
        return Ok(Outcome::Yes);
    };
    let name = Name(path, out.passwords);
    let done = WholeFile::written(path, |file| {
        lines.iter().try_for_each(|line| {
            if args.json {
                return line.record.clone().print(file);
            }
            if !line.is_line() {
                return Ok(());
            }
            writeln!(file, "{}", line.text)?;
            let notes = if args.why { &line.notes[..] } else { &[] };
            notes.iter().try_for_each(|note| writeln!(file, "  {note}"))
        })
    });
    if let Err(error) = done {
        return Ok(out.refuse(&format!("cannot write {name}: {error}"))?);
    }
    let name = format!("{name}: ");
    say(out, &name)?;
    Ok(Outcome::Yes)
}

// The strings over which readers take different hosts, the most dangerous first.
//
// In: all payloads, and readers. Out: those payloads that lead two readers to two hosts, each with who goes where
// ([`Confusion`]). A reference is asked about against a base, whose host is the one that is trusted. What is forgotten
// is everything else that readers tell: `differ` shows it.

/// What a confusion may do, the most dangerous first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Danger {
    /// One reader takes the host that is trusted, another that of the attacker.
    GoodAndEvil,
    /// One takes the host of the attacker, another one a host that is neither.
    EvilAndOther,
    /// One takes the host that is trusted, another one a host that is neither.
    GoodAndOther,
    /// The hosts are neither, and do not look alike.
    Others,
    /// The hosts look alike: an escape, a form of an address, a dot at the end, an A-label.
    Alike,
    /// One reader finds a host, and another finds none.
    HostAndNone,
}

impl Danger {
    const fn name(self) -> &'static str {
        match self {
            Self::GoodAndEvil => "good-and-evil",
            Self::EvilAndOther => "evil-and-other",
            Self::GoodAndOther => "good-and-other",
            Self::Others => "others",
            Self::Alike => "alike",
            Self::HostAndNone => "host-and-none",
        }
    }

    /// What a difference in hosts may do.
    fn of(one: &Difference, hosts: Hosts<'_>) -> Self {
        if !one.contacts_two_hosts() {
            return Self::HostAndNone;
        }
        let is = |host: &str| {
            // A name beyond ASCII is told in A-labels by some.
            let url = format!("http://{host}/");
            let mapped = whatwg::told(&url, None);
            let mapped = mapped.component(Component::Host).text().and_then(canonical_host);
            let spelled = [canonical_host(host), mapped];
            one.groups.iter().any(|group| match &group.said {
                Said::Text(text) => spelled.contains(&canonical_host(text)),
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

/// A payload that leads readers to different hosts.
struct Confusion {
    payload: Payload,
    danger: Danger,
    /// The hosts, each with the readers that take it.
    difference: Difference,
}

/// The payloads over which the readers take different hosts, by danger and then in their order.
///
/// # Errors
/// What is wrong with a program that cannot be asked.
fn confusions(
    payloads: Vec<Payload>,
    hosts: Hosts<'_>,
    panel: &mut Panel,
) -> Result<Vec<Confusion>, String> {
    let base = base(hosts);
    let mut found = Vec::new();
    let (references, whole): (Vec<_>, Vec<_>) =
        payloads.into_iter().partition(|payload| payload.family.is_reference);
    for (payloads, base) in [(whole, None), (references, Some(base))] {
        panel.base = base;
        let is_reference = panel.base.is_some();
        let told = {
            let texts: Vec<_> = payloads.iter().map(|payload| &*payload.text).collect();
            let told = panel.ask(&texts)?;
            told.iter().map(|told| difference(told, is_reference)).collect::<Vec<_>>()
        };
        for (payload, difference) in payloads.into_iter().zip(told) {
            let Some(difference) = difference else { continue };
            let danger = Danger::of(&difference, hosts);
            found.push(Confusion { payload, danger, difference });
        }
    }
    found.sort_by_key(|one| one.danger);
    Ok(found)
}

/// The base of references.
fn base(hosts: Hosts<'_>) -> String {
    format!("http://{}/", hosts.good)
}

/// The hosts that readers take, if they do not take the same.
fn difference(told: &[ParserAnswer<'_>], is_reference: bool) -> Option<Difference> {
    let host = |told: &ParserAnswer<'_>| {
        // Who does not resolve a reference does not say where it leads.
        let has_say = !is_reference || told.target.is_told();
        let host = contacted(told).filter(|_| has_say);
        let host =
            host.map_or(Tell::NotTold, |host| Tell::new(host.filter(|host| !host.is_empty())));
        ParserAnswer::default().with(Component::Host, host)
    };
    let hosts: Vec<_> = told.iter().map(host).collect();
    differences(&hosts).into_iter().find(|one| one.weight == Weight::Material)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTS: Hosts<'static> = Hosts { good: "good.example", evil: "evil.example" };

    fn danger(hosts: &[&str]) -> Option<Danger> {
        let told = |host: &&str| {
            let host = Some(host.to_string()).filter(|host| host != "-");
            ParserAnswer::valid(true).with(Component::Host, Tell::new(host))
        };
        let told: Vec<_> = hosts.iter().map(told).collect();
        difference(&told, false).map(|one| Danger::of(&one, HOSTS))
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

    /// Both spellings of a name are the name.
    #[test]
    fn a_name_beyond_ascii() {
        let hosts = Hosts { good: "m\u{fc}nchen.example", evil: "evil.example" };
        let told = |host: &str| {
            ParserAnswer::valid(true).with(Component::Host, Tell::new(Some(host.to_owned())))
        };
        let found = difference(&[told("xn--mnchen-3ya.example"), told("evil.example")], false);
        assert_eq!(Danger::of(&found.unwrap(), hosts), Danger::GoodAndEvil);
    }

    /// Who rejects a string contacts nobody, and who tells no target does not resolve.
    #[test]
    fn who_has_no_say() {
        let told = |host: &str| {
            ParserAnswer::valid(true).with(Component::Host, Tell::new(Some(host.to_owned())))
        };
        let mut rejects = told("b");
        rejects.is_valid = Some(false);
        assert!(difference(&[told("a"), rejects], false).is_none());
        let mut resolves = told("a");
        resolves.target = Tell::new(Some("http://c/".to_owned()));
        assert!(difference(&[told("a"), resolves.clone()], true).is_none());
        let mut other = told("a");
        other.target = Tell::new(Some("http://d/".to_owned()));
        assert!(difference(&[other, resolves], true).is_some());
    }
}
