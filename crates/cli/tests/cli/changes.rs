//! `urispec changes`.

use super::support::{ROOT, urispec};
use urispec::Edition;

/// Each edition and the next, and the two that people compare, in `snapshots/changes`.
#[test]
fn editions_and_their_predecessors() {
    let next = Edition::ALL.windows(2).map(|pair| (pair[0], pair[1]));
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
