//! `urispec changes`.

use super::json::records;
use super::scaled;
use super::support::{ROOT, file, urispec};
use urispec::Edition;

/// Each edition and the next, and the two that people compare, in `snapshots/changes`; without `URISPEC_LONG` every fifth.
#[test]
fn editions_and_their_predecessors() {
    let next = Edition::ALL.windows(2).map(|pair| (pair[0], pair[1])).step_by(scaled(5, 1));
    for (since, edition) in next.chain([(Edition::Rfc2396, Edition::Rfc3986)]) {
        let done = urispec(["changes", since.id(), edition.id()]).done();
        assert_eq!((done.code, &*done.stderr), (1, ""));
        assert!(done.stdout.lines().all(|line| line.chars().count() <= 100), "{}", done.stdout);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(format!("{ROOT}/snapshots/changes"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(format!("{since}-{edition}"), done.stdout));
    }
}

#[test]
fn one_kind_of_change() {
    // RFC 1738, 2.3: "Relative links are not described in this document."
    let done = urispec(["changes", "rfc1738", "url-syntax-05", "--only", "Resolution"]).done();
    let expected = "\
# draft-fielding-url-syntax-05 since RFC 1738

## Resolution

- draft-fielding-url-syntax-05 says how a reference is resolved; RFC 1738 does not: it leaves
  relative links to others. (RFC 1738, 2.3; draft-fielding-url-syntax-05, 5.2)
";
    done.expect(1, expected).quietly();
    // Both have the same algorithm and the same rungs, so nothing of these kinds changed.
    let kinds = ["--only", "resolution", "--only", "normalization"];
    let done = urispec(["changes", "rfc3986", "rfc3986"].into_iter().chain(kinds)).done();
    done.expect(0, "Nothing changed.\n").quietly();
}

#[test]
fn one_object_for_each_change() {
    let done = urispec(["changes", "--json", "rfc2396", "rfc3986"]).done();
    assert_eq!(done.code, 1);
    // 3.2.2 of both: an octet of RFC 3986 has no leading zero.
    let line =
        done.stdout.lines().find(|line| line.contains("\"subject\":\"IPv4address\"")).unwrap();
    let expected = "{\"schema\":1,\"since\":\"rfc2396\",\"edition\":\"rfc3986\",\"kind\":\"productions\",\
                    \"manner\":\"narrower\",\"subject\":\"IPv4address\",\"since_section\":\"3.2.2\",\
                    \"section\":\"3.2.2\"";
    assert!(line.starts_with(expected), "{line}");
    assert!(line.contains("{\"edition\":\"rfc2396\",\"input\":\"0.0.0.00\"}"), "{line}");
}

/// RFC 2396 takes the current document for a fragment alone (5.2, step 2), and has no target. By RFC
/// 3986 the target is the base with that fragment (5.2.2).
#[test]
fn the_current_document_is_no_target() {
    let of = |since, edition, expected: &str| {
        let done = urispec(["changes", "--json", since, edition, "--only", "resolution"]).done();
        assert!(!done.stdout.contains("(current document)"), "{}", done.stdout);
        assert!(done.stdout.contains(expected), "{}", done.stdout);
    };
    of(
        "rfc2396",
        "rfc3986",
        "\"reference\":\"#\",\"since\":null,\"since_current_document\":true,\"since_fragment\":\"\",\
         \"target\":\"http://a/b/c/d;p?q#\",\"current_document\":false}",
    );
    of(
        "rfc3986",
        "rfc2396",
        "\"reference\":\"#\",\"since\":\"http://a/b/c/d;p?q#\",\"since_current_document\":false,\
         \"target\":null,\"current_document\":true,\"fragment\":\"\"}",
    );
}

#[test]
fn a_wrong_call_says_what_there_is() {
    let done = urispec(["changes", "rfc2396"]).done();
    assert_eq!(done.code, 2);
    let done = urispec(["changes", "rfc2396", "rfc3986", "--only", "grammar"]).done();
    assert_eq!(done.code, 2);
    assert!(
        done.stderr.contains("productions, resolution, normalization, terms"),
        "{}",
        done.stderr
    );
}

/// Two versions of somebody's grammar.
#[test]
fn versions_of_ones_own_grammar() {
    let old = "time = hour \":\" minute [ \":\" second ]\nhour = 1*2DIGIT\nminute = 2DIGIT\nsecond = 2DIGIT\n\
               mark = \"a\" / \"b\"\nsign = \"+\"\ngone = \"y\"\nnests = \"(\" nests \")\" / \"x\"\n";
    let new = "time = hour \":\" minute [ \":\" seconds ] ; as before\nhour = 2DIGIT\nminute = DIGIT DIGIT\n\
               seconds = 2DIGIT\nmark = \"b\" / \"c\"\nsign = \"-\"\nadded = 1*%s\"z\"\n\
               nests = ( \"(\" nests \")\" ) / \"x\"\n";
    file("changes-old.abnf", old);
    file("changes-new.abnf", new);
    let done = urispec(["changes", "changes-old.abnf", "changes-new.abnf"]).done();
    let expected = "\
# changes-new.abnf since changes-old.abnf

## Productions

1 production has the same name and derives the same strings.

- `hour` is narrower: changes-new.abnf does not derive \"0\".
- `minute` is written otherwise, and derives the same strings.
- `second` is called `seconds`, and derives the same strings.
- `mark` differs: changes-new.abnf also derives \"C\", and does not derive \"A\".
- `sign` has no string in common with that of changes-old.abnf: changes-new.abnf also derives \"-\",
  and does not derive \"+\".
- `added` is new: changes-old.abnf has no counterpart of it. Its shortest string is \"z\".
- `time` is narrower, through `hour`: changes-new.abnf does not derive \"0:00\".
- `gone` is gone: changes-new.abnf has no counterpart of it. Its shortest string is \"Y\".
";
    done.expect(1, expected).quietly();
    let done = urispec(["changes", "-j", "changes-old.abnf", "changes-new.abnf"]).done();
    assert_eq!((done.code, done.stdout.lines().count()), (1, 8));
    let expected = "{\"schema\":1,\"since\":\"changes-old.abnf\",\"grammar\":\"changes-new.abnf\",\
        \"kind\":\"productions\",\"manner\":\"narrower\",\"subject\":\"time\",\"through\":[\"hour\"],\
        \"sentence\":\"`time` is narrower, through `hour`: changes-new.abnf does not derive \\\"0:00\\\".\",\
        \"evidence\":[{\"grammar\":\"changes-old.abnf\",\"input\":\"0:00\"}]}";
    assert_eq!(done.stdout.lines().nth(6), Some(expected));
    let manners = done.stdout.lines().map(|line| {
        let (_, rest) = line.split_once("\"manner\":\"").unwrap();
        rest.split_once('"').unwrap().0
    });
    let expected =
        ["narrower", "rewritten", "renamed", "overlapping", "other", "new", "narrower", "gone"];
    assert_eq!(manners.collect::<Vec<_>>(), expected);
    // A grammar alone has no terms.
    let only = ["changes", "changes-old.abnf", "changes-new.abnf", "--only", "terms"];
    urispec(only).done().expect(0, "Nothing changed.\n").quietly();
}

#[test]
fn what_changes_no_language_is_no_failure() {
    file("changes-one.pest", "a = { b ~ b }\nb = { \"x\" | \"y\" }\n");
    file("changes-two.pest", "a = { b\n~ b }\nb = { \"y\" | \"x\" }\n");
    let done = urispec(["changes", "changes-one.pest", "changes-two.pest"]).done();
    let expected = "# changes-two.pest since changes-one.pest\n\n## Productions\n\n\
        1 production has the same name and derives the same strings.\n\n\
        - `b` is written otherwise, and derives the same strings.\n";
    done.expect(0, expected).quietly();
    let done = urispec(["changes", "changes-one.pest", "changes-one.pest"]).done();
    done.expect(0, "Nothing changed.\n").quietly();
}

/// No automaton has brackets that nest. Written as before they are as before.
#[test]
fn what_nests_is_undecided_if_it_changed() {
    file("nests-one.abnf", "list = \"(\" *item \")\"\nitem = DIGIT / list\n");
    file("nests-two.abnf", "list = \"[\" *item \"]\"\nitem = DIGIT / list\n");
    let done = urispec(["changes", "nests-one.abnf", "nests-one.abnf"]).done();
    done.expect(0, "Nothing changed.\n").quietly();
    let done = urispec(["changes", "nests-one.abnf", "nests-two.abnf"]).done();
    assert_eq!((done.code, &*done.stderr), (2, ""), "{}", done.stdout);
    let list =
        "- `list` is written otherwise, and whether it derives other strings is not decided:\n";
    let item = "- `item` uses `list`, and whether it derives other strings is not decided: ";
    assert!(done.stdout.contains(list) && done.stdout.contains(item), "{}", done.stdout);
}

#[test]
fn a_file_beside_an_edition() {
    file("changes-port.abnf", "port = 1*DIGIT\n");
    let done = urispec(["changes", "rfc3986", "changes-port.abnf"]).done();
    let port = "\n- `port` is narrower: changes-port.abnf does not derive \"\".\n";
    assert!(done.code == 1 && done.stdout.contains(port), "{}", done.stdout);
    let done = urispec(["changes", "rfc2396", "rfc3986", "--characters", "octets"]).done();
    done.expect(2, "").saying("an option says how to read a file");
    let done = urispec(["changes", "rfc3986", "missing.abnf"]).done();
    done.expect(2, "").saying("missing.abnf");
}

/// A line for each change, in the order of the sentences, without a string that shows it.
#[test]
fn short_is_a_line_for_each_change() {
    let args = ["changes", "rfc2396", "rfc3986"];
    let all = records(&[&args[..], &["-j"]].concat(), "");
    let short = urispec([&args[..], &["--short"]].concat()).done();
    assert_eq!(short.code, 1);
    let points: Vec<_> = short.stdout.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(points.len(), all.len());
    for (point, record) in points.iter().zip(&all) {
        if record["kind"] == "productions" {
            let subject = record["subject"].as_str().unwrap();
            assert!(point.contains(&format!("`{subject}`")), "{point}");
        }
        let section = record["section"].as_str().map(|section| format!(" ({section})"));
        assert!(point.ends_with(&section.unwrap_or_default()), "{point}");
    }
    // RFC 3986, D.2: the table translates these.
    for line in [
        "- `escaped` is now `pct-encoded` (2.1)",
        "- `server` is gone, replaced by `authority` (D.2)",
        "- `pchar` derives more strings (3.3)",
        "- `reg-name` (`reg_name` before) derives new strings, and some no longer (3.2.2)",
        "- Segments \"..\" that lead above the root: RFC 3986 removes them (5.2.4)",
    ] {
        assert!(points.contains(&line), "{line}\n{}", short.stdout);
    }
    let same = urispec(["changes", "rfc3986", "rfc3986", "-s"]).done();
    same.expect(0, "Nothing changed.\n").quietly();
    let both = urispec(["changes", "rfc2396", "rfc3986", "--short", "--json"]).done();
    both.expect(2, "").saying("--json");
}

#[test]
fn short_of_ones_own_grammar() {
    file("changes-short-old.abnf", "a = b c\nb = 1*DIGIT\nc = \"x\" / \"y\"\nd = \"q\"\n");
    file(
        "changes-short-new.abnf",
        "a = b c\nb = 2DIGIT\nc = \"y\" / \"x\"\ne = \"q\"\nf = \"!\"\n",
    );
    let done =
        urispec(["changes", "-s", "changes-short-old.abnf", "changes-short-new.abnf"]).done();
    let expected = "# changes-short-new.abnf since changes-short-old.abnf\n\n## Productions\n\n\
        - `b` derives fewer strings\n\
        - `c` is written otherwise, and derives the same strings\n\
        - `d` is now `e`\n\
        - `f` is new\n\
        - `a` derives fewer strings, through `b`\n";
    done.expect(1, expected).quietly();
}
