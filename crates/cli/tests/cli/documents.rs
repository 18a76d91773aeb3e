//! The commands about documents, for all documents: differences, errata, requirements, names and tables.

use urispec::Edition;

use super::scaled;
use super::support::{ROOT, keys, records, urispec};

#[track_caller]
fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("{ROOT}/snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Each edition and the next, and two commonly compared ones, in `snapshots/changes`; without
/// `URISPEC_LONG` every fifth.
#[test]
fn editions_and_their_predecessors() {
    let next = Edition::ALL.windows(2).map(|pair| (pair[0], pair[1])).step_by(scaled(5, 1));
    for (since, edition) in next.chain([(Edition::Rfc2396, Edition::Rfc3986)]) {
        let done = urispec(["changes", since.id(), edition.id()]).done();
        assert_eq!((done.code, &*done.stderr), (1, ""));
        assert!(done.stdout.lines().all(|line| line.chars().count() <= 100), "{}", done.stdout);
        snapshot("changes", &format!("{since}-{edition}"), &done.stdout);
    }
}

/// The width of the widest line: two names of productions, and what only one of them has.
const WIDEST: usize = 240;

/// All pairs of editions, in `snapshots/across`; without `URISPEC_LONG` every second edition with the next.
#[test]
fn every_pair_of_editions() {
    for (at, left) in Edition::ALL.iter().enumerate().step_by(scaled(2, 1)) {
        for right in Edition::ALL[at + 1..].iter().take(scaled(1, Edition::ALL.len())) {
            let done = urispec(["diff", left.id(), right.id()]).done();
            assert_eq!((done.code, &*done.stderr), (1, ""));
            let lines = done.stdout.lines();
            // The names in the URL Standard are whole phrases.
            assert!(lines.clone().all(|line| line.chars().count() <= WIDEST), "{}", done.stdout);
            snapshot("across", &format!("diff-{left}-{right}"), &done.stdout);
        }
    }
    let text = &urispec(["diff"]).done().stdout;
    assert!(text.lines().all(|line| line.chars().count() <= WIDEST), "{text}");
    snapshot("across", "diff", text);
}

/// The tables of editions in the documentation are complete.
#[test]
fn tables_of_editions_are_whole() {
    let help = urispec(["resolve", "--help"]).done().stdout;
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    for edition in urispec::Edition::ALL {
        let in_help = help.lines().any(|line| line.trim_start().starts_with(edition.id()));
        assert!(in_help, "{edition} in the help of `resolve`");
        assert!(readme.contains(&format!("\n| `{edition}` |")), "{edition} in the README");
    }
    let chapter = std::fs::read_to_string(format!("{ROOT}/docs/editions.md")).unwrap();
    let rows = || chapter.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    for edition in urispec::Edition::every().skip(urispec::Edition::ALL.len()) {
        let name = format!("`{edition}`");
        assert!(rows().any(|ids| ids.split(", ").any(|id| id == name)), "{edition} in the chapter");
        let is_named = |line: &str| line.split([' ', ',']).any(|word| word == edition.id());
        let in_help = !edition.is_of_scheme() || help.lines().any(is_named);
        assert!(in_help, "{edition} in the help of `resolve`");
    }
}

#[test]
fn the_help_has_the_rungs_of_each_edition() {
    let help = urispec(["normalize", "--help"]).done().stdout;
    for edition in Edition::ALL.iter().filter(|edition| edition.rungs().count() < 6) {
        let rungs = edition.rungs().map(|(rung, section)| match section {
            Some(section) => format!("{rung} ({section})"),
            None => rung.to_string(),
        });
        let line = format!("{:<14} {}", edition.id(), rungs.collect::<Vec<_>>().join(", "));
        assert!(help.contains(&format!("  {line}\n")), "{line}");
    }
}

/// Each production is found by its name in the other letter case, and with `_` and `-` exchanged: no two
/// names in an edition differ only in these.
#[test]
fn productions_in_any_spelling() {
    let other = |c: char| match c {
        '-' => '_',
        '_' => '-',
        c if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    };
    for &edition in Edition::ALL {
        let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        for name in names.map(|production| production.name()).step_by(scaled(41, 5)) {
            let spelt: String = name.chars().map(other).collect();
            let args = ["check", "-j", "--edition", edition.id(), "--rule", &spelt, ""];
            assert_eq!(records(&args, "")[0]["rule"], name, "{edition}");
        }
    }
}

/// Parses an edition's file independently of the program.
fn errata(edition: Edition) -> Vec<Vec<&'static str>> {
    let lines = edition.errata().lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.filter(|line| !line.starts_with("taken\t"))
        .map(|line| line.split('\t').collect())
        .collect()
}

#[test]
fn every_erratum_is_a_record() {
    let mut found = records(&["errata", "--json"], "").into_iter();
    for edition in Edition::every() {
        for row in errata(edition) {
            let record = found.next().unwrap();
            assert_eq!(record["edition"], edition.id());
            assert_eq!(record["number"].to_string(), row[0]);
            let said =
                ["status", "type", "section", "about", "asks", "why"].map(|key| &record[key]);
            assert_eq!(said, [row[1], row[2], row[3], row[4], row[5], row[7]]);
            assert_eq!(
                record["followed"].as_bool(),
                match row[6] {
                    "yes" => Some(true),
                    "no" => Some(false),
                    _ => None,
                }
            );
            let shown = record["witnesses"].as_array().map_or(0, Vec::len);
            assert_eq!(shown, row.len() - 8, "{row:?}");
            assert_eq!(record["url"], format!("https://www.rfc-editor.org/errata/eid{}", row[0]));
        }
        let document = found.next().unwrap();
        keys(&document, "schema edition errata taken remark");
        let counted = ["verified", "held", "reported", "rejected"].map(|status| {
            let all = errata(edition);
            assert_eq!(
                document["errata"][status].as_u64(),
                Some(all.iter().filter(|row| row[1] == status).count() as u64),
                "{edition}, {status}"
            );
            document["errata"][status].as_u64().unwrap()
        });
        assert_eq!(counted.iter().sum::<u64>(), errata(edition).len() as u64);
    }
    assert_eq!(found.next(), None);
}

/// Parses an edition's file independently of the program. The last field is empty without a quotation.
fn rows(edition: Edition) -> Vec<[&'static str; 5]> {
    let lines = edition.requirements().lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = rows.filter(|line| !line.starts_with("sections\t"));
    let fields = |line: &'static str| {
        let mut fields: Vec<_> = line.split('\t').collect();
        fields.resize(fields.len().max(5), "");
        fields.try_into().unwrap()
    };
    rows.map(fields).collect()
}

fn state(held: &str) -> &'static str {
    match held {
        "reader" => "reader",
        held if held.starts_with("open ") => "open",
        _ => "held",
    }
}

#[test]
fn every_requirement_is_a_record() {
    let mut found = records(&["requirements", "--json"], "").into_iter();
    for edition in Edition::every() {
        let mut counts = [0; 3];
        for [section, strength, what, held, quoted] in rows(edition) {
            let record = found.next().unwrap();
            assert_eq!(record["edition"], edition.id());
            assert_eq!(
                (&record["section"], &record["strength"]),
                (&section.into(), &strength.into())
            );
            assert_eq!((&record["what"], &record["state"]), (&what.into(), &state(held).into()));
            let more = match state(held) {
                "held" => "held",
                "open" => "reason",
                _ => "",
            };
            let said = if quoted.is_empty() { "" } else { "quoted " };
            let all = format!("schema edition section strength what {said}state {more}");
            keys(&record, all.trim_end());
            assert_eq!(record["quoted"].as_str().unwrap_or_default(), quoted);
            counts
                [["held", "reader", "open"].iter().position(|one| *one == state(held)).unwrap()] +=
                1;
        }
        let document = found.next().unwrap();
        keys(&document, "schema edition requirements");
        let counted =
            ["held", "reader", "open"].map(|state| document["requirements"][state].as_u64());
        assert_eq!(counted, counts.map(Some), "{edition}");
    }
    assert_eq!(found.next(), None);
}

#[test]
fn what_is_open_says_why() {
    let done = urispec(["requirements", "--state", "open"]).done();
    assert_eq!((done.code, &*done.stderr), (0, ""));
    for &edition in Edition::ALL {
        for [_, _, _, held, _] in rows(edition) {
            let Some(reason) = held.strip_prefix("open ") else { continue };
            let begun: String = reason.chars().take(40).collect();
            assert!(done.stdout.contains(&format!("open: {begun}")), "{edition}: {reason}");
        }
    }
}

#[test]
fn counts_stand_alone() {
    let done = urispec(["requirements", "--count"]).done();
    let lines: Vec<_> = done.stdout.lines().collect();
    assert_eq!(lines.len(), Edition::every().count());
    for (line, edition) in lines.iter().zip(Edition::every()) {
        let all = rows(edition).len();
        assert!(line.starts_with(&format!("{edition}: {all} requirements, ")), "{line}");
    }
    let rows = rows(Edition::default());
    let is_alone =
        |section: &str| rows.iter().filter(|row| row[0].starts_with(section)).count() == 1;
    let alone = rows.iter().map(|row| row[0]).find(|section| is_alone(section)).unwrap();
    let done = urispec(["requirements", "rfc3986", "--count", "--section", alone]).done();
    assert!(done.stdout.starts_with("rfc3986: 1 requirement, "), "{}", done.stdout);
}

/// Most requirements of every document are quoted, except for those of programs, which have only a
/// description.
#[test]
fn most_sentences_are_quoted() {
    for edition in Edition::every() {
        let rows = rows(edition);
        let quoted = rows.iter().filter(|[.., quoted]| !quoted.is_empty()).count();
        if edition == Edition::Oci {
            assert_eq!(quoted, 0, "{edition}");
            continue;
        }
        assert!(quoted * 100 >= rows.len() * 45, "{edition}: {quoted} of {}", rows.len());
    }
}
