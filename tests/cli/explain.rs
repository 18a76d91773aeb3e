//! `urispec explain`: a production with everything that is known of it.

use serde_json::json;

use super::json::{keys, records};
use super::support::urispec;

#[test]
fn a_production() {
    urispec(["explain", "dec-octet"]).snapshot("explain");
    // A reading, what a reading reaches, a class with two rules, a core rule.
    urispec(["explain", "path-empty", "absolute-URI", "pchar", "ALPHA"])
        .snapshot("explain_readings");
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

/// Whatever is shown as a member is one, and whatever is shown as a near miss is none.
#[test]
fn members_are_members() {
    use urispec::{Edition, Node};

    let grammar = Edition::Rfc3986.grammars()[0];
    let names = grammar.productions().iter().map(|production| production.name);
    let args: Vec<&str> = ["explain", "-j"].into_iter().chain(names).collect();
    let found = records(&args, "");
    assert_eq!(found.len(), 36);
    for one in found {
        let rule = one["rule"].as_str().unwrap();
        let texts = |key: &str| one[key].as_array().unwrap().clone();
        let accepts = |text: &serde_json::Value| {
            Node::parse(Edition::Rfc3986, rule, text.as_str().unwrap()).is_ok()
        };
        let (members, near) = (texts("members"), texts("near_misses"));
        assert!(members.iter().all(accepts), "{rule}: {members:?}");
        assert!(!near.iter().any(accepts), "{rule}: {near:?}");
        assert!(members.len() == 3 || rule == "path-empty", "{rule}: {members:?}");
        assert!(near.len() == 2 || rule == "path-empty", "{rule}: {near:?}");
    }
}

#[test]
fn unknown_names() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["explain", "dec_octet"], "tip: a similar value exists: 'dec-octet'");
    wrong(&["explain", "host", "nonsense"], "[possible values: URI, hier-part, ");
    wrong(&["explain"], "<NAME>...");
    wrong(&["explain", "host", "--edition", "rfc0"], "[possible values: ");
}
