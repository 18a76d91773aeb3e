//! `urispec sample`: members of a production's language, and strings that almost are some.

use super::json::{keys, records};
use super::support::urispec;

#[test]
fn strings_and_records_are_the_same() {
    for kind in [&[][..], &["--near-miss"], &["--shortest"]] {
        let args = [&["sample", "--rule", "authority", "-n", "200"], kind].concat();
        let lines = urispec(&args).done().stdout;
        let found = records(&[&args[..], &["--json"]].concat(), "");
        let inputs: Vec<_> = found.iter().map(|record| record["input"].as_str().unwrap()).collect();
        assert_eq!(lines.lines().collect::<Vec<_>>(), inputs);
        for record in &found {
            let is_miss = kind == ["--near-miss"];
            assert_eq!(record["valid"], !is_miss);
            let offset = if is_miss { " offset" } else { "" };
            keys(record, &format!("schema edition rule input valid{offset}"));
        }
    }
    let found = records(&["sample", "--edition", "rfc2396", "-j"], "");
    assert_eq!(found.len(), 10);
    found.iter().for_each(|record| keys(record, "schema edition rule input valid components"));
}

/// Pinned: another platform, or another version of what makes the numbers, must not change them.
#[test]
fn a_seed_makes_the_same_strings_everywhere() {
    urispec(["sample", "--seed", "3986", "-n", "8"]).snapshot("sample");
    urispec(["sample", "--rule", "IPv6address", "--near-miss", "-n", "8"])
        .snapshot("sample-near-misses");
}

#[test]
fn lengths() {
    let done = urispec(["sample", "--rule", "IPv4address", "--max-len", "8", "-n", "99"]).done();
    assert!(done.stdout.lines().all(|line| line.len() <= 8) && done.code == 0);
    urispec(["sample", "--rule", "IPv4address", "--max-len", "6"]).done().expect(1, "").saying(
        "error: --rule IPv4address: the shortest member has 7 letters, more than the 6 that it may",
    );
    urispec(["sample", "--max-len", "0", "-n", "2"]).done().expect(0, "\n\n").quietly();
    urispec(["sample", "-n", "0"]).done().expect(0, "").quietly();
    // No more than there are.
    let octets = ["sample", "--rule", "pct-encoded", "--shortest", "-n", "1000000"];
    assert!(urispec(octets).done().stdout.lines().all(|octet| octet.len() == 3));
}

#[test]
fn usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["sample", "--rule", "hots"], "tip: a similar value exists: 'host'");
    wrong(&["sample", "--shortest", "--near-miss"], "cannot be used with");
    wrong(&["sample", "--shortest", "--seed", "1"], "cannot be used with");
    wrong(&["sample", "-n", "-1"], "unexpected argument");
}

/// RFC 5234, B.1: `WSP = SP / HTAB`. The grammar does not use the rule.
#[test]
fn core_rules_are_sampled() {
    super::support::file("lent.abnf", "a = \"x\"\n");
    let run = |rule: &str| {
        let args = ["sample", "--grammar", "lent.abnf", "--rule", rule, "--shortest", "-n", "2"];
        urispec(args).done()
    };
    // Of the characters of a class, one.
    run("WSP").expect(0, " \n").quietly();
    run("bit").expect(0, "0\n").quietly();
    run("none").expect(2, "").saying("none");
    super::support::file("lent.pest", "a = { \"x\" }\n");
    let args = ["check", "--grammar", "lent.pest", "--rule", "ASCII_DIGIT", "7", "77"];
    urispec(args).done().expect(1, "77: at byte 1: found \"7\", expected end of input\n");
}
