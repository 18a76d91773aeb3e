//! `urispec explain`: a production with everything that is known of it.

use serde_json::json;
use urispec::{Edition, Node};

use super::json::{keys, records, records_once};
use super::scaled;
use super::support::{file, once, urispec};

/// One call for all tests. Its productions have: nothing special, a reading, a caller of a reading, two rules for one
/// class, a core rule; alternatives, alternatives without rows, none.
const TEXT: [&str; 9] = [
    "explain",
    "dec-octet",
    "path-empty",
    "absolute-URI",
    "pchar",
    "ALPHA",
    "host",
    "sub-delims",
    "port",
];

/// As JSON, in any spelling.
pub(super) const RECORDS: [&str; 6] =
    ["explain", "-j", "Host", "path_empty", "uri-REFERENCE", "path"];

#[test]
fn a_production() {
    once(&TEXT).snapshot("explain", &TEXT, "");
}

/// Each alternative has a row, unless all of them are strings in quotes.
#[test]
fn alternatives() {
    let shown = |args: &[&str], name: &str| {
        let head = format!("{name} (");
        let lines = once(args).stdout.lines().skip_while(|line| !line.starts_with(&head));
        let own = lines.skip(1).take_while(|line| line.is_empty() || line.starts_with(' '));
        let mut lines = own.map(str::to_owned).skip_while(|line| line.trim() != "alternatives");
        lines.next().map(|_| lines.take_while(|line| line.starts_with("     ")).collect::<Vec<_>>())
    };
    let rows = |rows: &[&str]| Some(rows.iter().map(|row| format!("{:15}{row}", "")).collect());
    assert_eq!(
        shown(&TEXT, "host"),
        rows(&[
            "\"[::]\"     IP-literal",
            "\"0.0.0.0\"  IPv4address (adds nothing to reg-name)",
            "\"\"         reg-name",
        ])
    );
    assert_eq!(shown(&TEXT, "sub-delims"), None);
    assert_eq!(shown(&TEXT, "port"), None);
    // In the BNF of RFC 822, and that of RFC 1630.
    for edition in ["rfc1808", "rfc1630"].iter().take(scaled(1, 2)) {
        assert_eq!(shown(&["explain", "--edition", edition, "digit"], "digit"), None);
    }
    let letters =
        (b'a'..=b'z').map(|letter| format!("%x{letter:x}")).collect::<Vec<_>>().join(" / ");
    file("letters.abnf", &format!("letter = {letters}\nbyte = letter / %xFF / letter\n"));
    let args = ["explain", "--grammar", "letters.abnf", "letter"];
    let letters = shown(&args, "letter").unwrap();
    assert_eq!((letters.len(), letters[24].trim()), (25, "and 2 more"));
    let found = records(&["explain", "-j", "--grammar", "letters.abnf", "letter", "byte"], "");
    let told = found[0]["alternatives"].as_array().unwrap();
    assert_eq!((told.len(), &found[0]["alternatives_left"]), (24, &json!(2)));
    assert_eq!(told[23], json!({"text": "%x78", "member": "x"}));
    assert_eq!(
        found[1]["alternatives"],
        json!([
            {"text": "letter", "member": "a", "within": ["letter"]},
            {"text": "%xFF", "member_hex": "ff"},
            {"text": "letter", "member": "a", "within": ["letter"]},
        ])
    );
    // What nests has no automaton, and the reason stands in place of its members.
    file("nest.abnf", "nest = \"(\" nest \")\" / \"x\"\n");
    let nest = &records(&["explain", "-j", "--grammar", "nest.abnf", "nest"], "")[0];
    assert!(nest["undecided"].is_string() && nest.get("alternatives").is_none(), "{nest}");
}

#[test]
fn records_of_productions() {
    let found = records_once(&RECORDS);
    let all = "schema edition grammar rule section verdict rules states printed pest members \
               near_misses";
    keys(&found[0], &format!("{all} alternatives"));
    assert_eq!(found[0]["members"], json!(["", "0", "a"]));
    let alternatives = json!([
        {"text": "IP-literal", "member": "[::]"},
        {"text": "IPv4address", "member": "0.0.0.0", "within": ["reg-name"]},
        {"text": "reg-name", "member": ""},
    ]);
    assert_eq!(found[0]["alternatives"], alternatives);
    let pest = &found[0]["pest"][0];
    keys(pest, "rule notes text");
    assert!(pest["notes"][0].as_str().unwrap().starts_with("PEG: an IPv4address that is only"));
    assert!(pest["text"].as_str().unwrap().starts_with("host = {\n    IP_literal\n  | IPv4"));
    keys(&found[1], &format!("{all} reading read"));
    keys(&found[1]["read"], "text why");
    assert_eq!(found[1]["reading"]["kind"], "unreadable");
}

/// A name that is printed twice is explained twice. As text it is asked with `URISPEC_LONG` alone.
#[test]
fn both_grammars_of_an_edition() {
    let found = records(&["explain", "-j", "--edition", "rfc1630", "path"], "");
    let grammars: Vec<_> = found.iter().map(|one| one["grammar"].as_str().unwrap()).collect();
    assert_eq!(grammars, ["rfc1630-uri", "rfc1630-url"]);
    // Its sections have no numbers; whose are cited is said.
    let has_remark =
        |one: &serde_json::Value| one["remark"].as_str() == Some(Edition::Rfc1630.remark());
    assert!(found.iter().all(has_remark));
    assert!(records_once(&RECORDS)[3].get("remark").is_none());
    if scaled(0, 1) == 1 {
        let done = urispec(["explain", "--edition", "rfc1630", "path"]).done();
        assert!(done.stdout.starts_with("path (rfc1630, rfc1630-uri, 4.1)\n") && done.code == 0);
    }
}

/// Whatever is shown as a member is one, and whatever is shown as a near miss is none. Small editions are asked of all
/// their productions; with `URISPEC_LONG` every edition is, of some.
#[test]
fn members_are_members() {
    let small = [Edition::Rfc3061, Edition::Rfc6694, Edition::Did];
    let is_long = scaled(0, 1) == 1;
    for &edition in if is_long { Edition::ALL } else { &small } {
        let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let args = ["explain", "-j", "--edition", edition.id()].into_iter();
        let args: Vec<&str> =
            args.chain(names.step_by(scaled(1, 17)).map(|production| production.name())).collect();
        for one in records(&args, "") {
            let rule = one["rule"].as_str().unwrap();
            // The parser knows the first grammar that has the name.
            if edition.production(rule).unwrap().grammar().stem() != one["grammar"] {
                continue;
            }
            let texts = |key: &str| one[key].as_array().cloned().unwrap_or_default();
            let accepts = |text: &serde_json::Value| {
                Node::parse(edition, rule, text.as_str().unwrap()).is_ok()
            };
            let (mut members, near) = (texts("members"), texts("near_misses"));
            members
                .extend(texts("alternatives").iter().filter_map(|one| one.get("member")).cloned());
            assert!(members.iter().all(accepts), "{edition} {rule}: {members:?}");
            assert!(!near.iter().any(accepts), "{edition} {rule}: {near:?}");
            // A near miss may break a character, and is then no text.
            let broken = texts("near_misses_hex");
            assert!(!members.is_empty() && near.len() + broken.len() > 0, "{edition} {rule}");
        }
    }
}

#[test]
fn unknown_names() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    let of_rfc3061 = ["explain", "--edition", "rfc3061"];
    wrong(&[&of_rfc3061[..], &["nubmer"]].concat(), "tip: a similar value exists: 'number'");
    wrong(&[&of_rfc3061[..], &["oid", "nonsense"]].concat(), "[possible values: oid, number, ");
    wrong(&["explain"], "<NAME>...");
    wrong(&["explain", "host", "--edition", "rfc0"], "[possible values: ");
}

/// RFC 2396, 3. RFC 2732, 3, makes brackets reserved, and so `uric`; in the draft of 2003 a
/// `uric_no_slash` may be one too (2.2).
#[test]
fn a_history_is_text_and_json() {
    let args = ["--edition", "2396", "explain", "opaque_part", "--history"];
    let done = urispec(args).done();
    let text = "  history      rfc2396, 3: opaque_part\n               rfc2732, 3: opaque_part\n\
                \x20                since rfc2396 opaque_part: \"![\" is new\n\
                \x20              rfc2396bis-01, 3: opaque-part\n\
                \x20                since rfc2732 opaque_part: \"[\" is new\n";
    assert!(done.code == 0 && done.stdout.ends_with(text), "{}", done.stdout);
    let done = urispec(args.iter().chain(&["--json"])).done();
    let json = "\"history\":[{\"schema\":1,\"edition\":\"rfc2396\",\"grammar\":\"rfc2396\",\
                \"rule\":\"opaque_part\",\"section\":\"3\",\"before\":[]},\
                {\"schema\":1,\"edition\":\"rfc2732\",\"grammar\":\"rfc2732\",\
                \"rule\":\"opaque_part\",\"section\":\"3\",\"by\":\"name\",\
                \"before\":[{\"edition\":\"rfc2396\",\"rule\":\"opaque_part\",\"relation\":\"within\",\
                \"only_after\":\"![\"}]},\
                {\"schema\":1,\"edition\":\"rfc2396bis-01\",\"grammar\":\"rfc2396bis-01\",\
                \"rule\":\"opaque-part\",\"section\":\"3\",\"by\":\"spelling\",\
                \"before\":[{\"edition\":\"rfc2732\",\"rule\":\"opaque_part\",\"relation\":\"within\",\
                \"only_after\":\"[\"}]}]}\n";
    assert!(done.stdout.ends_with(json), "{}", done.stdout);
}
