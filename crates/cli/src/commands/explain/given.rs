//! A production of a grammar of the user, with what is known of it without an audit.

use std::io;
use std::io::Write;

use urispec::Edition;
use urispec::registry::{Registration, Registry, default_port};
use urispec_audit::{
    AlternativeMembers, Alternatives, AnyGrammar, AnyProduction, TypicalStrings,
    UndecidedProduction,
};
use urispec_views::productions::{undented, with_alternatives};
use urispec_views::record::Record;

use super::{Args, part, strings};
use crate::options::names;
use crate::output::Output;
use crate::output::columns::wrapped;
use crate::output::usage::{Outcome, Stop};

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Outcome, Stop> {
    let Some(grammar) = args.given.read(out)? else { return Ok(Outcome::Trouble) };
    let named = args.names.iter().map(|name| names::one_of("names", grammar.names(), name));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let decided = grammar.decide(&named);
    // The alternatives of pest have an order: the first that matches is taken, whatever else would match.
    let printed = grammar.as_printed();
    let choices = printed.map(|printed| Alternatives::of_productions(printed, &named));
    let mut outcome = Outcome::Yes;
    for name in named {
        let Some(production) = grammar.production(name) else { continue };
        let typical = decided.typical(name);
        if typical.is_err() {
            outcome = Outcome::No;
        }
        let members = choices.as_ref().map(|choices| choices.members(&production.name));
        let members = members.unwrap_or_default();
        if args.json {
            out.line(record(&grammar, production, &typical, &members))?;
        } else {
            show(&grammar, production, &typical, &members, out)?;
            out.end_record()?;
        }
    }
    Ok(outcome)
}

type Typical = Result<TypicalStrings, UndecidedProduction>;

fn record(
    grammar: &AnyGrammar,
    production: &AnyProduction,
    typical: &Typical,
    alternatives: &AlternativeMembers,
) -> Record {
    let record = Record::line()
        .with("grammar", grammar.file())
        .with("rule", &production.name)
        .with("line", production.line)
        .with("printed", &production.text)
        .with("uses", &production.uses)
        .with("used_by", &production.used_by);
    match typical {
        Ok(TypicalStrings { states, members, near_misses, .. }) => {
            let record = record
                .with("states", states)
                .witnesses("members", members)
                .witnesses("near_misses", near_misses);
            with_alternatives(record, alternatives)
        }
        Err(why) => record.with("undecided", why.to_string()),
    }
}

fn show(
    grammar: &AnyGrammar,
    production: &AnyProduction,
    typical: &Typical,
    alternatives: &AlternativeMembers,
    out: &mut Output,
) -> io::Result<()> {
    out.begin_block();
    // What is assumed stands in no line.
    let line = match production.line {
        0 => String::new(),
        line => format!(", line {line}"),
    };
    writeln!(out, "{} ({}{line})\n", production.name, grammar.file())?;
    let label = if grammar.as_pest().is_some() { "pest" } else { "printed" };
    part(out, label, undented(&production.text))?;
    for (label, names) in [("uses", &production.uses), ("used by", &production.used_by)] {
        if !names.is_empty() {
            part(out, label, wrapped(&names.join(", ")))?;
        }
    }
    match typical {
        Ok(TypicalStrings { states, members, near_misses, .. }) => {
            part(out, "states", [&*states.to_string()])?;
            strings(out, "members", members)?;
            strings(out, "near misses", near_misses)?;
            super::show_alternatives(alternatives, out)
        }
        Err(why) => part(out, "undecided", wrapped(&why.to_string())),
    }
}

// `urispec explain scheme NAME`: what IANA's registries have of a name.
//
// In: a word for a registry and names, or names that say by their form where they stand. Out: the registration of
// each, with the day of the registry; of a scheme also its default port, and its documents among the editions. The
// surprising case: `explain scheme host` explains two productions, since `host` is one.

/// A name that is asked for in a registry.
pub(super) struct RegistryQuery<'a> {
    registry: Registry,
    name: &'a str,
}

/// The names, if all of them are asked for in registries, and none is a production of the edition.
pub(super) fn asked(edition: Edition, names: &[String]) -> Option<Vec<RegistryQuery<'_>>> {
    let by_form: Option<Vec<_>> = names.iter().map(|name| of_form(name)).collect();
    if let Some(asked) = by_form.filter(|asked| !asked.is_empty()) {
        return Some(asked);
    }
    let (first, names) = names.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let registry = Registry::ALL.iter().find(|one| one.name().eq_ignore_ascii_case(first))?;
    let rules: Vec<_> = edition.productions().map(|production| production.rule()).collect();
    let is_rule = |name: &String| names::one_of("names", rules.iter().copied(), name).is_ok();
    if names.iter().any(is_rule) {
        return None;
    }
    Some(names.iter().map(|name| RegistryQuery { registry: *registry, name: bare(name) }).collect())
}

/// `tel:` is a scheme, `urn:oid` and `urn:oid:` are a namespace, `/.well-known/ni` is a well-known URI.
fn of_form(name: &str) -> Option<RegistryQuery<'_>> {
    let plain = bare(name);
    if let Some(name) = name.strip_prefix("/.well-known/") {
        return Some(RegistryQuery { registry: Registry::WellKnown, name });
    }
    let (scheme, nid) = plain.split_once(':').unwrap_or((plain, ""));
    if scheme.eq_ignore_ascii_case("urn") && !nid.is_empty() {
        return Some(RegistryQuery { registry: Registry::Namespaces, name: nid });
    }
    (name.ends_with(':') && nid.is_empty())
        .then_some(RegistryQuery { registry: Registry::Schemes, name: plain })
}

/// A name without the `:` behind it.
fn bare(name: &str) -> &str {
    name.strip_suffix(':').unwrap_or(name)
}

pub(super) fn run_registered(
    asked: &[RegistryQuery<'_>],
    json: bool,
    out: &mut Output,
) -> io::Result<Outcome> {
    let mut outcome = Outcome::Yes;
    for one in asked {
        let found = one.registry.find(one.name);
        if found.is_none() {
            outcome = Outcome::No;
        }
        match json {
            true => out.line(one.record(found))?,
            false => {
                one.show(found, out)?;
                out.end_record()?;
            }
        }
    }
    Ok(outcome)
}

impl RegistryQuery<'_> {
    /// How the URIs begin that have the name.
    fn begins(&self) -> String {
        match self.registry {
            Registry::Schemes => format!("{}:", self.name),
            Registry::Namespaces => format!("urn:{}:", self.name),
            _ => String::new(),
        }
    }

    /// The editions that are documents of such URIs alone, or of their scheme.
    fn editions(&self) -> Vec<Edition> {
        let begins = self.begins();
        // `urn:` has the documents of `urn:oid:` too, and `urn:oid:` those of `urn:`.
        let is_about = |one: &str| {
            let length = one.len().min(begins.len());
            let heads = one.get(..length).zip(begins.get(..length));
            heads.is_some_and(|(one, asked)| length > 0 && one.eq_ignore_ascii_case(asked))
        };
        let own = |edition: &Edition| edition.begins().iter().any(|one| is_about(one));
        Edition::every().filter(own).collect()
    }

    fn record(&self, found: Option<&Registration>) -> Record {
        let begun = Record::line()
            .with("registry", self.registry.name())
            .with("updated", self.registry.updated())
            .with("name", found.map_or(self.name, |one| one.name))
            .with("registered", found.is_some());
        let port = default_port(self.name).filter(|_| self.registry == Registry::Schemes);
        let port = port
            .map(|port| Record::new().with("port", port.number).with("document", port.to_string()));
        let ids: Vec<_> = self.editions().iter().map(|edition| edition.id()).collect();
        begun
            .with("status", found.map(|one| one.status))
            .with("reference", found.map(|one| one.reference))
            .with("well_known", found.and_then(|one| one.well_known))
            .with("about", found.and_then(|one| one.about))
            .with("controller", found.and_then(|one| one.controller))
            .with_record("default_port", port)
            .with("editions", &ids[..])
    }

    fn show(&self, found: Option<&Registration>, out: &mut Output) -> io::Result<()> {
        out.begin_block();
        let what = match self.registry {
            Registry::Schemes => "a scheme",
            Registry::Namespaces => "a namespace of URNs",
            _ => "a well-known URI",
        };
        writeln!(out, "{} ({what})\n", found.map_or(self.name, |one| one.name))?;
        match found {
            None => part(out, "registered", ["no"])?,
            Some(one) => {
                let about = one.about.map(|about| format!(": {about}")).unwrap_or_default();
                part(out, "registered", [&*format!("{}{about}", one.status)])?;
                part(out, "reference", [one.reference])?;
                part(out, "well-known", one.well_known)?;
                part(out, "controller", one.controller)?;
            }
        }
        if let (Registry::Schemes, Some(port)) = (self.registry, default_port(self.name)) {
            part(out, "port", [&*format!("{} ({port})", port.number)])?;
        }
        let editions = self.editions();
        let of = |one: &Edition| format!("{} ({})", one.id(), one.document());
        let editions: Vec<_> = editions.iter().map(of).collect();
        part(out, "editions", editions.iter().map(String::as_str))?;
        let (source, updated) = (self.registry.source(), self.registry.updated());
        part(out, "registry", [&*format!("{source}, {updated}")])
    }
}
