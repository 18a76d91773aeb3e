//! `urispec explain`: a production with everything that is known of it.

use serde_json::json;
use urispec::{Edition, Node};

use super::json::{keys, records};
use super::support::urispec;

#[test]
fn a_production() {
    urispec(["explain", "dec-octet"]).snapshot("explain");
    // A reading, what a reading reaches, a class with two rules, a core rule.
    urispec(["explain", "path-empty", "absolute-URI", "pchar", "ALPHA"])
        .snapshot("explain-readings");
}

#[test]
fn records_of_productions() {
    let found = records(&["explain", "-j", "host", "path-empty"], "");
    let all = "schema edition grammar rule section verdict rules states printed pest members \
               near_misses";
    keys(&found[0], all);
    assert_eq!(found[0]["members"], json!(["", "0", "a"]));
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
            let (members, near) = (texts("members"), texts("near_misses"));
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
