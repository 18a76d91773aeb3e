//! `urispec explain scheme NAME`: what IANA's registries have of a name.
//!
//! In: a word for a registry and names, or names that say by their form where they stand. Out: the registration of
//! each, with the day of the registry; of a scheme also its default port, and its documents among the editions. The
//! surprising case: `explain scheme host` explains two productions, since `host` is one.

use std::io::{self, Write};

use urispec::Edition;
use urispec::registry::{Registration, Registry, default_port};
use urispec_views::record::Record;

use super::part;
use crate::options::names;
use crate::output::Output;
use crate::output::outcome::Outcome;

/// A name that is asked for in a registry.
pub(super) struct Asked<'a> {
    registry: Registry,
    name: &'a str,
}

/// The names, if all of them are asked for in registries, and none is a production of the edition.
pub(super) fn asked(edition: Edition, names: &[String]) -> Option<Vec<Asked<'_>>> {
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
    Some(names.iter().map(|name| Asked { registry: *registry, name: bare(name) }).collect())
}

/// `tel:` is a scheme, `urn:oid` and `urn:oid:` are a namespace, `/.well-known/ni` is a well-known URI.
fn of_form(name: &str) -> Option<Asked<'_>> {
    let plain = bare(name);
    if let Some(name) = name.strip_prefix("/.well-known/") {
        return Some(Asked { registry: Registry::WellKnown, name });
    }
    let (scheme, nid) = plain.split_once(':').unwrap_or((plain, ""));
    if scheme.eq_ignore_ascii_case("urn") && !nid.is_empty() {
        return Some(Asked { registry: Registry::Namespaces, name: nid });
    }
    (name.ends_with(':') && nid.is_empty())
        .then_some(Asked { registry: Registry::Schemes, name: plain })
}

/// A name without the `:` behind it.
fn bare(name: &str) -> &str {
    name.strip_suffix(':').unwrap_or(name)
}

pub(super) fn run(asked: &[Asked<'_>], json: bool, out: &mut Output) -> io::Result<Outcome> {
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

impl Asked<'_> {
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
