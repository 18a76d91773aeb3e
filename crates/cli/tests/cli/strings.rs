//! A string that is the result is data: a pipe gets it as it is, byte for byte.
//!
//! An IRI may have characters that cannot be seen (RFC 3987, 2.2): U+200B and U+AD are of `ucschar`, U+E000
//! is of `iprivate`, which a query may have.

use super::json::records;
use super::support::{file, urispec};

const HIDDEN: &str = "\u{AD}\u{200B}";
const TRIPLETS: &str = "%C2%AD%E2%80%8B";

#[track_caller]
fn prints(args: &[&str], expected: &str) {
    urispec(args).done().expect(0, &format!("{expected}\n")).quietly();
}

#[test]
fn a_result_is_the_string_itself() {
    let iri = format!("http://h/{HIDDEN}");
    let uri = format!("http://h/{TRIPLETS}?%EE%80%80");
    prints(&["convert", "--iri", "--blanks", &uri], &format!("{iri}?\u{E000}"));
    prints(&["convert", "--iri", &uri], &format!("http://h/{TRIPLETS}?\u{E000}"));
    prints(&["convert", &format!("{iri}?\u{E000}")], &uri);
    let iris = ["--edition", "rfc3987"];
    prints(&[&["normalize", &format!("http://h/{TRIPLETS}")], &iris[..]].concat(), &iri);
    prints(&[&["resolve", "-b", "http://h/a", HIDDEN], &iris[..]].concat(), &iri);
    prints(&[&["relativize", "-b", "http://h/a", &iri], &iris[..]].concat(), HIDDEN);
    prints(&[&["get", "-C", "path", &iri], &iris[..]].concat(), &format!("/{HIDDEN}"));
}

/// What one command prints, the next reads: of many lines each is the same string, in the same order.
#[test]
fn nothing_is_lost_between_two_commands() {
    let characters =
        ['\u{A0}', '\u{AD}', '\u{200B}', '\u{2028}', '\u{FE00}', '\u{E1000}', 'é', 'a'];
    let lines: String =
        (0..20_000).map(|at| format!("http://h/{at}{}\n", characters[at % 8])).collect();
    let to_uri = urispec(["convert"]).stdin(&lines).done();
    assert!(to_uri.stdout.is_ascii() && to_uri.code == 0);
    let to_iri = urispec(["convert", "--iri", "--blanks"]).stdin(&to_uri.stdout).done();
    assert!(to_iri.code == 0 && to_iri.stdout == lines);
    let normal = urispec(["normalize", "--edition", "rfc3987"]).stdin(&to_uri.stdout).done();
    assert!(normal.code == 0 && normal.stdout == lines);
}

/// RFC 3987, 3.1: an IRI is mapped, and by 2.2 what is of private use makes an IRI in a query only.
#[test]
fn what_is_no_iri_is_not_converted() {
    let done = urispec(["convert", "http://a/\u{E000}"]).done().expect(1, "");
    done.saying(
        "http://a/\\u{e000}: \"\\u{e000}\" is for private use, and stands only in a query (2.2)",
    )
    .saying("at byte 9 ");
    // The space is dealt with: what is wrong is behind it.
    let done = urispec(["convert", "--delimiters", "a b%", "a b\u{E000}"]).done().expect(1, "");
    done.saying("a b%: at byte 4 ").saying("at byte 3 ");
    prints(&["convert", "--delimiters", "a b?\u{E000}"], "a%20b?%EE%80%80");
    prints(
        &["convert", "--delimiters", "--domains", "http://résumé.example.org/a b"],
        "http://xn--rsum-bpad.example.org/a%20b",
    );
}

/// Both are about the way to a URI (RFC 3987, 3.1): no option is passed over in silence.
#[test]
fn options_of_the_other_way() {
    for option in ["--nfc", "--delimiters"] {
        let done = urispec(["convert", "--iri", option, "a"]).done().expect(2, "");
        done.saying(&format!("{option} is not for --iri (RFC 3987, 3.1)"));
    }
}

/// What stands below a result is for people.
#[test]
fn what_explains_a_result_is_escaped() {
    let uri = format!("a:{TRIPLETS}");
    let args = ["normalize", "--trace", "--edition", "rfc3987", &uri];
    prints(
        &args,
        &format!(
            "a:{HIDDEN}\n  percent-encoding  5.3.2.3  %C2%AD -> \\u{{ad}}\n  \
             percent-encoding  5.3.2.3  %E2%80%8B -> \\u{{200b}}"
        ),
    );
    let done = urispec(["convert", "--trace", HIDDEN]).done();
    let (first, rest) = done.stdout.split_once('\n').unwrap();
    assert_eq!(first, TRIPLETS);
    assert!(rest.contains("\\u{ad}\\u{200b}\n") && !rest.contains('\u{200B}'), "{rest}");
}

#[test]
fn samples_are_what_json_has() {
    for rule in ["iprivate", "ucschar", "iquery"] {
        let args = ["sample", "--edition", "rfc3987", "--rule", rule, "-n", "300"];
        let found = records(&[&args[..], &["--json"]].concat(), "");
        let expected: String =
            found.iter().map(|record| format!("{}\n", record["input"].as_str().unwrap())).collect();
        assert_eq!(urispec(args).done().stdout, expected, "{rule}");
    }
    file("hidden.abnf", "a = %x1B \"[\" / %x200B / \"b\"\n");
    let done = urispec(["sample", "--grammar", "hidden.abnf", "--shortest"]).done();
    let mut lines: Vec<_> = done.stdout.lines().collect();
    lines.sort_unstable();
    assert_eq!((&lines[..], done.code), (&["\x1B[", "b", "\u{200B}"][..], 0));
    for line_break in ["%x0A", "%x0D"] {
        file("break.abnf", format!("a = \"b\" {line_break}\n"));
        let done = urispec(["sample", "--grammar", "break.abnf"]).done();
        done.expect(2, "").saying("cannot stand on a line as it is; print the strings by --json");
    }
}
