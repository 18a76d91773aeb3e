//! `urispec explain`: a production with everything that is known of it.

use serde_json::json;
use urispec::{Edition, Node};

use super::json::{keys, records};
use super::support::{file, urispec};

#[test]
fn a_production() {
    urispec(["explain", "dec-octet"]).snapshot("explain");
    // A reading, what a reading reaches, a class with two rules, a core rule.
    urispec(["explain", "path-empty", "absolute-URI", "pchar", "ALPHA"])
        .snapshot("explain-readings");
}

/// Each alternative has a row, unless all of them are strings in quotes.
#[test]
fn alternatives() {
    let shown = |args: &[&str]| {
        let done = urispec(["explain"].iter().chain(args)).done();
        let mut lines =
            done.stdout.lines().map(str::to_owned).skip_while(|line| line.trim() != "alternatives");
        lines.next().map(|_| lines.take_while(|line| line.starts_with("     ")).collect::<Vec<_>>())
    };
    let rows = |rows: &[&str]| Some(rows.iter().map(|row| format!("{:15}{row}", "")).collect());
    assert_eq!(
        shown(&["host"]),
        rows(&[
            "\"[::]\"     IP-literal",
            "\"0.0.0.0\"  IPv4address (adds nothing to reg-name)",
            "\"\"         reg-name",
        ])
    );
    assert_eq!(shown(&["sub-delims"]), None);
    assert_eq!(shown(&["port"]), None);
    assert_eq!(shown(&["--edition", "rfc1630", "digit"]), None);
    let letters =
        (b'a'..=b'z').map(|letter| format!("%x{letter:x}")).collect::<Vec<_>>().join(" / ");
    file("letters.abnf", &format!("letter = {letters}\nbyte = letter / %xFF / letter\n"));
    let letters = shown(&["--grammar", "letters.abnf", "letter"]).unwrap();
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
    let found = records(&["explain", "-j", "host", "path-empty"], "");
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

/// A name that is printed twice is explained twice.
#[test]
fn both_grammars_of_an_edition() {
    let found = records(&["explain", "-j", "--edition", "rfc1630", "path"], "");
    let grammars: Vec<_> = found.iter().map(|one| one["grammar"].as_str().unwrap()).collect();
    assert_eq!(grammars, ["rfc1630-uri", "rfc1630-url"]);
    // Its sections have no numbers; whose are cited is said.
    let has_remark =
        |one: &serde_json::Value| one["remark"].as_str() == Some(Edition::Rfc1630.remark());
    assert!(found.iter().all(has_remark));
    assert!(records(&["explain", "-j", "path"], "")[0].get("remark").is_none());
    let done = urispec(["explain", "--edition", "rfc1630", "path"]).done();
    assert!(done.stdout.starts_with("path (rfc1630, rfc1630-uri, 4.1)\n") && done.code == 0);
}

/// Whatever is shown as a member is one, and whatever is shown as a near miss is none.
#[test]
fn members_are_members() {
    for &edition in Edition::ALL {
        let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let args = ["explain", "-j", "--edition", edition.id()].into_iter();
        let args: Vec<&str> =
            args.chain(names.step_by(17).map(|production| production.name())).collect();
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
    wrong(&["explain", "dec-octe"], "tip: a similar value exists: 'dec-octet'");
    wrong(&["explain", "host", "nonsense"], "[possible values: URI, hier-part, ");
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
