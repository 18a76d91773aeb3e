//! `testgen --confuse`: strings in which one reader may find a host that is trusted, and another that of an attacker.
//!
//! In: the two hosts, and readers to ask, if any. Out: the [`payloads`] of all families; or, where readers are named,
//! those alone over which these take [different hosts](between), the most dangerous first. Nothing is looked up or
//! fetched.
//!
//! The surprising case: a string with a line break is no line, so only JSON has it.

use std::io::{self, Write};

use urispec_compare::parsers::{Said, canonical_host};
use urispec_views::record::Record;
use urispec_views::whatwg;

mod between;
mod families;
mod payloads;

use super::Args;
use between::{Confusion, base, confusions};
use payloads::{Hosts, Payload};

use crate::output::Output;
use crate::output::counted::{counted, grouped};
use crate::output::origin::{Name, is_stdin};
use crate::output::outcome::{Outcome, Stop};
use crate::output::terminal::Escaped;
use crate::output::usage::Usage;
use crate::output::whole_file::WholeFile;
use crate::peer::contact::is_host;
use crate::peer::panel::{Panel, Wanted};

pub(super) fn run(hosts: (&str, &str), args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let hosts = checked(hosts)?;
    let all = payloads::all(hosts);
    if args.between.is_empty() && args.commands.is_empty() {
        let strings = all.iter().map(|payload| Line::of(payload, None, hosts, &[])).collect();
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
    let strings = found.iter().map(|one| Line::of(&one.payload, Some(one), hosts, names)).collect();
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
struct Line<'l> {
    text: &'l str,
    /// Lines that explain the string.
    notes: Vec<String>,
    record: Record,
}

impl<'l> Line<'l> {
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
    lines: Vec<Line<'_>>,
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
