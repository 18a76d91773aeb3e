//! A production of a grammar of the user, with what is known of it without an audit.

use std::io::{self, Write};

use urispec_audit::{
    AlternativeMembers, Alternatives, AnyGrammar, AnyProduction, TypicalStrings,
    UndecidedProduction,
};
use urispec_views::explain::{undented, with_alternatives};
use urispec_views::record::Record;

use super::{Args, alternatives, part, strings};
use crate::options::names;
use crate::output::Output;
use crate::output::columns::wrapped;
use crate::output::outcome::{Outcome, Stop};

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
            alternatives::show(alternatives, out)
        }
        Err(why) => part(out, "undecided", wrapped(&why.to_string())),
    }
}
