//! `urispec explain --site` and `--history`.

use std::fs;
use std::path::PathBuf;

use super::support::{file, urispec};

/// A folder that is not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = file(&format!("{name}.marker"), "").with_file_name(name);
    drop(fs::remove_dir_all(&folder));
    folder
}

#[test]
fn a_site_replaces_its_own_files_only() {
    file("small.abnf", "a = b / %x22 \"<b>\"\nb = 2DIGIT\n");
    let folder = folder("site-small");
    let args = ["explain", "--grammar", "small.abnf", "--site", "site-small"];
    let done = urispec(args).done();
    assert_eq!((done.code, &*done.stdout), (0, "4 pages in site-small\n"), "{}", done.stderr);
    let page = fs::read_to_string(folder.join("small/a.html")).unwrap();
    assert!(page.contains("href=\"b.html\"") && page.contains("&quot;&lt;b&gt;&quot;"), "{page}");
    assert!(!page.contains("<b>") && page.contains("Content-Security-Policy"), "{page}");
    fs::write(folder.join("small/mine.txt"), "mine").unwrap();
    fs::write(folder.join("small/b.html"), "old").unwrap();
    assert_eq!(urispec(args).done().code, 0);
    assert_eq!(fs::read_to_string(folder.join("small/mine.txt")).unwrap(), "mine");
    assert!(fs::read_to_string(folder.join("small/b.html")).unwrap().contains("2DIGIT"));
}

#[test]
fn a_site_of_one_edition() {
    let folder = folder("site-2396");
    let args = ["explain", "--edition", "2396", "--site", "site-2396", "--page", "../p.html"];
    let done = urispec(args).done();
    assert_eq!(done.code, 0, "{}", done.stderr);
    let page = fs::read_to_string(folder.join("rfc2396/abs_path.html")).unwrap();
    // RFC 2396, 3 and the appendix A: what the production is, and what came before and after.
    assert!(page.contains("href=\"path_segments.html\"") && page.contains("section 3"), "{page}");
    assert!(page.contains("href=\"../../p.html#edition=rfc2396&amp;rule=abs_path&amp;view="));
    assert!(!folder.join("rfc3986").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    file("small.abnf", "a = \"b\"\n");
    file("occupied", "");
    let done = urispec(["explain", "--grammar", "small.abnf", "--site", "occupied"]).done();
    assert_eq!((done.code, &*done.stdout), (2, ""));
    assert!(done.stderr.contains("occupied"), "{}", done.stderr);
}

#[test]
fn names_and_unsuitable_pages_are_errors_of_usage() {
    for args in [
        &["explain", "host", "--site", "x"][..],
        &["explain"],
        &["explain", "host", "--page", "p"],
        &["explain", "--site", "x", "--json"],
        &["explain", "--site", "x", "--page", "javascript:alert(1)"],
        &["explain", "--site", "x", "--page", "p#f"],
        &["explain", "--site", "x", "--page", "a b"],
    ] {
        let done = urispec(args).done();
        assert_eq!((done.code, &*done.stdout), (2, ""), "{args:?}");
    }
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
