//! Assertions about the rows of `tests/vectors/audit`.

use std::panic::catch_unwind;

use pest_vm::Vm;
use urispec_audit::documents::{DocumentKind, Extracted};
use urispec_audit::peg::Atomicity;
use urispec_audit::sources::{SourceLanguage, SourcePattern, SourcePatterns};
use urispec_audit::{Dialect, GrammarText, Languages, Matching, Notation, Pattern, Peg, Printed};

use crate::documents::{left_out, names, notes, placed, read, rfc, text_of};
use crate::support::{pair, report_of};
use crate::vectors::{Row, hold, same};

/// Returns whether a text matches a field of a row, in which `…` at an end matches any text, and `*` matches
/// everything.
fn is_like(found: &str, wanted: &str) -> bool {
    match (wanted.strip_prefix('…'), wanted.strip_suffix('…')) {
        _ if wanted == "*" => true,
        (Some(""), _) => true,
        (Some(rest), Some(_)) => found.contains(rest.trim_end_matches('…')),
        (Some(end), None) => found.ends_with(end),
        (None, Some(begin)) => found.starts_with(begin),
        (None, None) => found == wanted,
    }
}

fn all_like<T: ToString>(found: &[T], wanted: &[&str]) -> Result<(), String> {
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let is_so = found.len() == wanted.len()
        && found.iter().zip(wanted).all(|(one, wanted)| is_like(one, wanted));
    if is_so { Ok(()) } else { Err(format!("is {found:#?}")) }
}

/// Checks the strings of a row: members follow `+`, other strings `-`.
fn members(row: &Row, from: usize, has: impl Fn(&str) -> bool) -> Result<(), String> {
    row.rest(from).into_iter().try_for_each(|field| match field.split_at(1) {
        ("+", text) if !has(text) => Err(format!("has not {text:?}")),
        ("-", text) if has(text) => Err(format!("has {text:?}")),
        _ => Ok(()),
    })
}

/// Checks rules as entry rules, and as called from an atomic rule.
#[test]
fn rules_accept_the_listed_strings() {
    for (law, atomicity) in [("reads", Atomicity::NonAtomic), ("reads-atomic", Atomicity::Atomic)] {
        hold("audit", law, |row| {
            let decided =
                Peg::read("g.pest", row.text(0)).map_err(|error| error.to_string())?.decide();
            let start = decided.start_in(row.argument(), atomicity);
            let start = start.ok_or_else(|| format!("{:?}", decided.refused))?;
            members(row, 1, |text| decided.dfa.matches(start, text.as_bytes()))
        });
    }
}

/// A refusal names the file, the line and the rule; the other rules are decided.
#[test]
fn undecidable_rules_are_refused_by_name() {
    hold("audit", "refused", |row| {
        let peg = Peg::read("g.pest", row.text(0)).map_err(|error| error.to_string())?;
        all_like(peg.refused(), &row.rest(2))?;
        same(peg.decide().rules.join(" "), row.text(1))
    });
    hold("audit", "one-refused", |row| {
        all_like(Peg::read("g.pest", row.text(0)).unwrap().refused(), &row.rest(1))
    });
    hold("audit", "decided", |row| {
        same(Peg::read("g.pest", row.text(0)).unwrap().decide().rules.join(" "), row.text(1))
    });
}

/// pest rejects the whole file for a fault in one rule.
#[test]
fn grammars_refused_by_pest_are_reported() {
    hold("audit", "refused-by-pest", |row| {
        let text = row.text(0);
        let peg = Peg::read("g.pest", text).map_err(|error| error.to_string())?;
        // pest's derive runs these two, and panics at a literal that it cannot read.
        let pest = catch_unwind(|| pest_meta::parse_and_optimize(text).is_ok());
        same(pest.unwrap_or_default(), peg.refused_by_pest().is_empty())
            .map_err(|why| format!("pest {why}"))?;
        all_like(peg.refused_by_pest(), &row.rest(1))
    });
    hold("audit", "no-grammar", |row| {
        let error = Peg::read("g.pest", row.text(0)).err().ok_or("is read")?;
        all_like(&[error], &row.rest(1))
    });
}

/// Each alternative is given by its number and text.
#[test]
fn unreachable_alternatives_are_found() {
    hold("audit", "never", |row| {
        let never = Peg::read("g.pest", row.text(0)).unwrap().unreachable_alternatives();
        same(never.unknown, [])?;
        let found =
            never.alternatives.iter().map(|one| format!("{} {}", one.alternative, one.text));
        all_like(&found.collect::<Vec<_>>(), &row.rest(1))
    });
    hold("audit", "never-count", |row| {
        let never = Peg::read("g.pest", row.text(0)).unwrap().unreachable_alternatives();
        same(never.alternatives.len().to_string(), row.text(1))
    });
}

/// Checks the shortest string of terminals in any spelling, which pest's machine reads too.
#[test]
fn terminals_read_what_pest_reads() {
    hold("audit", "shortest", |row| {
        let text = format!("a = {{ {} }}", row.text(0));
        let decided = Peg::read("g.pest", &text).unwrap().decide();
        let shortest = String::from_utf8(decided.dfa.shortest(0).unwrap()).unwrap();
        let (_, rules) = pest_meta::parse_and_optimize(&text).unwrap();
        let vm = Vm::new(rules);
        let end = vm.parse("a", &shortest).unwrap().next().unwrap().as_span().end();
        same(end, shortest.len())?;
        same(shortest, row.text(1))
    });
}

/// Checks the verdicts on the first productions, to the depth that the law gives.
#[test]
fn verdicts_are_those_of_the_table() {
    hold("audit", "verdicts", |row| {
        let pair = pair(row.text(0), None, row.text(1)).with_depth(row.argument().parse().unwrap());
        let report = report_of(&pair);
        report.productions.iter().zip(row.rest(2)).try_for_each(|(judged, wanted)| {
            let how = judged.atomicity.map(|how| format!("{how:?}: ")).unwrap_or_default();
            let found = format!("{how}{}", judged.verdict);
            let is_so = match wanted.strip_prefix('!') {
                Some(other) => found != other,
                None => is_like(&found, wanted),
            };
            if is_so {
                Ok(())
            } else {
                Err(format!("{} is {found}, and has to be {wanted}", judged.name))
            }
        })?;
        same(row.rest(2).len() <= report.productions.len(), true)
    });
}

fn notation(row: &Row) -> Notation {
    match row.argument() {
        "abnf" => Notation::Abnf,
        "bnf" => Notation::Bnf,
        "w3c" => Notation::W3c,
        "rfc1630" => Notation::Rfc1630,
        "iso14977" => Notation::Iso14977,
        other => panic!("{other}"),
    }
}

fn read_printed(row: &Row, by_letter: bool) -> Result<Printed, String> {
    let (notation, text) = (notation(row), row.text(0));
    match by_letter {
        true => Printed::read(notation, "f", text).map_err(|error| error.to_string()),
        false => {
            let read = urispec_audit::reader(notation).read(GrammarText { file: "f", text });
            read.map_err(|error| error.to_string())
        }
    }
}

/// Checks the first production, read leniently with the notes after `!`, and read strictly.
#[test]
fn printed_productions_have_the_listed_members() {
    for (law, by_letter) in [("derives", false), ("letter", true)] {
        hold("audit", law, |row| {
            let printed = read_printed(row, by_letter)?;
            let languages = Languages::new(&printed);
            let start = languages
                .start(&printed.productions[0].name)
                .unwrap()
                .map_err(|why| why.to_string())?;
            members(row, 1, |text| languages.dfa().matches(start, text.as_bytes()))?;
            let rest = row.rest(1);
            let noted: Vec<&str> =
                rest.iter().filter_map(|field| field.strip_prefix('!')).collect();
            same(printed.notes.iter().map(|note| &*note.text).collect::<Vec<_>>(), noted)
        });
    }
}

/// Checks why the first production cannot be used as printed; the others stay readable.
#[test]
fn unreadable_productions_leave_others_readable() {
    for (law, by_letter) in [("unreadable", false), ("unreadable-letter", true)] {
        hold("audit", law, |row| {
            let printed = read_printed(row, by_letter)?;
            let (first, others) = printed.productions.split_first().unwrap();
            let why = first.term.clone().err().ok_or("is read")?;
            if !by_letter {
                same(others.iter().all(|one| one.term.is_ok()), true)?;
            }
            all_like(&[why], &row.rest(1))
        });
    }
    for (law, by_letter) in [("no-printed-text", false), ("no-printed", true)] {
        hold("audit", law, |row| {
            all_like(&[read_printed(row, by_letter).err().ok_or("is read")?], &row.rest(1))
        });
    }
}

/// Checks the facets of a document; its kind and its notation are arguments of the law.
#[test]
fn documents_in_each_format_are_read() {
    hold("audit", "document", |row| {
        let kind = match row.argument() {
            "grammar" => DocumentKind::Grammar,
            "text" => DocumentKind::Text,
            "markdown" => DocumentKind::Markdown,
            "html" => DocumentKind::Html,
            "xml" => DocumentKind::Xml,
            other => panic!("{other}"),
        };
        let notation = row.arguments.get(1).map(|name| match &**name {
            "w3c" => Notation::W3c,
            _ => Notation::Iso14977,
        });
        let text = GrammarText { file: "document", text: row.text(0) };
        let read = Extracted::read_as(kind, notation, text).map_err(|why| why.to_string());
        let facets = row.rest(1);
        if let Some(refused) = facets[0].strip_prefix("refused ") {
            return same(read.err().is_some_and(|why| why.contains(refused)), true);
        }
        let document = read?;
        let all = |facet: &str| -> Option<Vec<&str>> {
            let of = |field: &&str| field.split(' ').next() == Some(facet);
            let all: Vec<&str> = facets.iter().copied().filter(of).collect();
            let given = all.iter().filter_map(|field| Some(field.split_once(' ')?.1));
            (!all.is_empty()).then(|| given.collect())
        };
        let words = |facet: &str| {
            Some(all(facet)?.first().map_or(Vec::new(), |all| all.split(' ').collect()))
        };
        let one = |name: &str| document.productions.iter().find(|one| one.name == name).unwrap();
        if let Some(wanted) = words("names") {
            same(names(&document), wanted)?;
        }
        if let Some(wanted) = words("first") {
            same(names(&document).first().copied(), wanted.first().copied())?;
        }
        if let Some(wanted) = words("misprints") {
            let found = document.productions.iter().filter(|one| one.misprint.is_some());
            same(found.map(|one| &*one.name).collect::<Vec<_>>(), wanted)?;
        }
        if let Some(wanted) = all("left") {
            same(left_out(&document), wanted)?;
        }
        if let Some(wanted) = all("note").or_else(|| all("notes")) {
            same(notes(&document), wanted)?;
        }
        if let Some(wanted) = all("notation") {
            same(format!("{:?}", document.notation), wanted[0])?;
        }
        for field in facets.iter() {
            let (facet, rest) = field.split_once(' ').unwrap_or((field, ""));
            let (name, wanted) = rest.split_once(' ').unwrap_or((rest, ""));
            match facet {
                "text" => same(&*one(name).place.text, wanted)?,
                "again" => {
                    let lines = one(name).again.iter().map(|one| one.place.line.to_string());
                    same(lines.collect::<Vec<_>>().join(" "), wanted)?;
                }
                "line" => {
                    let printed = document.printed(&urispec_audit::reader(document.notation));
                    let printed = printed.map_err(|why| why.to_string())?;
                    same(printed.production(name).unwrap().line.to_string(), wanted)?;
                }
                "first-note" => same(notes(&document)[0].starts_with(rest), true)?,
                _ if facet.starts_with(['+', '-']) => {
                    let printed = document.printed(&urispec_audit::reader(document.notation));
                    let printed = printed.map_err(|why| why.to_string())?;
                    let has = crate::support::has(&printed, &facet[1..], rest);
                    same(has, facet.starts_with('+')).map_err(|why| format!("{field}: {why}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    });
}

/// Checks the names of the productions of a text and what is left out, or the productions with their sections and
/// lines.
#[test]
fn texts_yield_their_productions() {
    let of = |row: &Row| read(DocumentKind::Text, row.text(0));
    hold("audit", "text", |row| {
        let document = of(row);
        same(names(&document).join(" "), row.text(1))?;
        same(left_out(&document), row.rest(2))
    });
    hold("audit", "text-names", |row| same(names(&of(row)).join(" "), row.text(1)));
    hold("audit", "placed", |row| all_like(&placed(&of(row)), &row.rest(1)));
    hold("audit", "rfc", |row| match rfc(row.text(0).parse().unwrap()) {
        Some(document) => same(left_out(&document), row.rest(1)),
        None => Ok(()),
    });
}

/// In ten RFCs, every production is found once, where the document prints it.
#[test]
fn ten_rfcs_yield_their_productions_and_nothing_else() {
    hold("audit", "texts", |row| {
        let number: u32 = row.text(0).parse().unwrap();
        let Some(document) = rfc(number) else { return Ok(()) };
        same(names(&document), row.rest(4))?;
        same(document.notation, if row.text(1) == "bnf" { Notation::Bnf } else { Notation::Abnf })?;
        let collected: Vec<String> = document.collected.iter().map(ToString::to_string).collect();
        same(collected.join(" "), row.text(2))?;
        let again = document.productions.iter().map(|one| one.again.len()).sum::<usize>();
        same(again.to_string(), row.text(3))?;
        // Each production begins on its line of the file.
        let source = text_of(&format!("spec/rfc/rfc{number}.txt")).unwrap();
        let lines: Vec<&str> = source.split('\n').collect();
        document.productions.iter().try_for_each(|production| {
            let again = production.again.iter().map(|again| &again.place);
            std::iter::once(&production.place).chain(again).try_for_each(|place| {
                same(Some(lines[place.line - 1].trim()), place.text.lines().next())
            })
        })
    });
}

pub(crate) fn dialect(name: &str) -> Dialect {
    Dialect::ALL.iter().copied().find(|one| one.name() == name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn patterns_match_the_listed_strings() {
    hold("audit", "matches", |row| {
        let pattern =
            Pattern::read(dialect(row.text(0)), row.text(1)).map_err(|error| error.to_string())?;
        let language = pattern.language(Matching::Search).unwrap();
        members(row, 2, |text| language.matches(0, text.as_bytes()))
    });
    // A body with flags, and the text with the same meaning.
    hold("audit", "flags", |row| {
        let read =
            Pattern::read_with_flags(dialect(row.text(0)), row.text(1), row.text(2)).unwrap();
        same(read.text(), row.text(3))?;
        let language = read.language(Matching::Search).unwrap();
        members(row, 4, |text| language.matches(0, text.as_bytes()))
    });
    hold("audit", "unreadable-pattern", |row| {
        let error = Pattern::read(dialect(row.text(0)), row.text(1)).err().ok_or("is read")?;
        same(error.offset.to_string(), row.text(2))?;
        all_like(&[error.why], &row.rest(3))
    });
    hold("audit", "no-flags", |row| {
        let error = Pattern::read_with_flags(dialect(row.text(0)), row.text(1), row.text(2))
            .err()
            .ok_or("is read")?;
        same(error.offset.to_string(), row.text(3))?;
        all_like(&[error.why], &row.rest(4))
    });
}

pub(crate) fn sources(row: &Row) -> (&str, SourcePatterns) {
    let (name, text) = (row.argument(), row.text(0));
    let language = SourceLanguage::ALL.iter().find(|one| one.name() == name).unwrap();
    (text, SourcePatterns::read(*language, text))
}

#[test]
fn patterns_are_found_in_programs() {
    hold("audit", "sources", |row| {
        let (text, found) = sources(row);
        let patterns =
            found.patterns.iter().map(|one| format!("{} {}", one.matching(), one.text()));
        let computed = (found.computed > 0).then(|| format!("{} computed", found.computed));
        let unread =
            found.unread.iter().map(|one| format!("{}: {}", &text[one.span.clone()], one.why));
        same(patterns.chain(computed).chain(unread).collect::<Vec<_>>(), row.rest(1))
    });
    hold("audit", "usage", |row| {
        let patterns = sources(row).1.patterns;
        let usages = patterns.iter().map(SourcePattern::usage);
        let usages = usages.map(|one| match one.is_test {
            true => format!("{} test", one.matching),
            false => one.matching.to_string(),
        });
        same(usages.collect::<Vec<_>>(), row.rest(1))
    });
    hold("audit", "places", |row| {
        let found = sources(row).1.patterns;
        same(found.len(), 1)?;
        row.rest(1).into_iter().try_for_each(|field| {
            let (part, _) = field.split_once(' ').unwrap();
            let (begin, end) = part.split_once("..").unwrap();
            let source = found[0].source(begin.parse().unwrap()..end.parse().unwrap());
            same(format!("{part} {source:?}"), field)
        })
    });
}
