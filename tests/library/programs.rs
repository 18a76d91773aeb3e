//! The examples in `docs/examples`: what each prints of its sample, worked out by hand. Only the
//! reason of a refusal is asked of the library.

use std::error::Error;
use std::io::Write;

use urispec::{UriBuf, UriRef};

#[path = "../../docs/examples/config.rs"]
#[allow(dead_code)]
mod config;
#[path = "../../docs/examples/contact_links.rs"]
#[allow(dead_code)]
mod contact_links;
#[path = "../../docs/examples/crawler.rs"]
#[allow(dead_code)]
mod crawler;
#[path = "../../docs/examples/file_links.rs"]
#[allow(dead_code)]
mod file_links;
#[path = "../../docs/examples/http_client.rs"]
#[allow(dead_code)]
mod http_client;
#[path = "../../docs/examples/link_checker.rs"]
#[allow(dead_code)]
mod link_checker;
#[path = "../../docs/examples/query_editor.rs"]
#[allow(dead_code)]
mod query_editor;
#[path = "../../docs/examples/rdf_resolver.rs"]
#[allow(dead_code)]
mod rdf_resolver;
#[path = "../../docs/examples/redirect_guard.rs"]
#[allow(dead_code)]
mod redirect_guard;

type Run = fn(&[String], &mut dyn Write) -> Result<(), Box<dyn Error>>;

fn output(run: Run, args: &[&str]) -> Result<String, String> {
    let args: Vec<_> = args.iter().map(|&arg| arg.to_owned()).collect();
    let mut out = Vec::new();
    run(&args, &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

/// Why a string is no reference.
fn why(text: &str) -> String {
    UriRef::parse(text).unwrap_err().to_string()
}

#[test]
fn a_link_checker() {
    let listed = "\
example.com
  https://example.com/docs/guide
  https://example.com/docs/guide/
  https://example.com/docs/guide/?q=a%20b%7Cc
  https://example.com/docs/index.html
no host
  mailto:me@example.com
static.example
  https://static.example/logo~old.svg
";
    let mended = UriRef::repair("?q=a b|c").unwrap();
    let [space, bar] = mended.repairs() else { panic!("{mended:?}") };
    let refused = UriRef::repair("http://example.com:80a/").unwrap_err();
    let found = output(link_checker::run, &[]).unwrap();
    let expected = format!(
        "mended ?q=a b|c: {space}\nmended ?q=a b|c: {bar}\nrefused http://example.com:80a/: {refused}\n{listed}"
    );
    assert_eq!(found, expected);

    let strict = output(link_checker::run, &["--strict"]).unwrap();
    let expected = format!(
        "refused ?q=a b|c: {}\nrefused http://example.com:80a/: {}\n{}",
        why("?q=a b|c"),
        why("http://example.com:80a/"),
        listed.replace("  https://example.com/docs/guide/?q=a%20b%7Cc\n", "")
    );
    assert_eq!(strict, expected);
}

#[test]
fn an_rdf_resolver() {
    let expected = format!(
        r#"<http://example.org/data/people#me> <http://xmlns.com/foaf/0.1/name> "Anna" .
<http://example.org/data/people#me> <http://xmlns.com/foaf/0.1/knows> <http://example.org/data/friends/bert> .
<http://example.org/archive/2024?x#y> <http://xmlns.com/foaf/0.1/page> <http://static.example/a%20b> .
# line 8: {}
"#,
        why("a|b")
    );
    assert_eq!(output(rdf_resolver::run, &[]).unwrap(), expected);
}

#[test]
fn an_http_client() {
    let empty = UriRef::parse("http:///a").unwrap().endpoint().unwrap_err();
    let expected = format!(
        "\
connect to example.com:80
  GET / HTTP/1.1
  host: example.com
connect to example.com:8042, with TLS
  GET /over/there?name=ferret HTTP/1.1
  host: example.com:8042
connect to [::1]:80
  GET /a HTTP/1.1
  host: [::1]
http://user:***@example.com/: http has no userinfo (RFC 9110, 4.2.4)
http:///a: {empty}
ftp://example.com/a: ftp is not spoken here
"
    );
    assert_eq!(output(http_client::run, &[]).unwrap(), expected);
}

#[test]
fn a_configuration() {
    let expected = "\
home    https://example.com/app/
mirror  https://anna:***@mirror.example/
mirror  file:///srv/mirror/
help    https://example.com/app/help/?from=app
news    https://news.example/
";
    assert_eq!(output(config::run, &[]).unwrap(), expected);
    let expected = "\
home    http://h/
mirror  ftp://m/
help    http://h/help/?from=app
news    http://news.example/
";
    let args = ["--home", "http://h", "--mirror", "ftp://m/"];
    assert_eq!(output(config::run, &args).unwrap(), expected.replace("h/\n", "h\n"));

    // The reason comes through clap and through serde.
    let reason = UriBuf::parse("http://h:x/").unwrap_err().to_string();
    let refused = output(config::run, &["--home", "http://h:x/"]).unwrap_err();
    assert!(refused.contains("--home") && refused.contains(&reason), "{refused}");
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/config.json");
    std::fs::write(file, "{\n  \"home\": \"http://h:x/\"\n}").unwrap();
    let refused = output(config::run, &["--file", file]).unwrap_err();
    let reason = UriBuf::try_from("http://h:x/".to_owned()).unwrap_err().to_string();
    assert!(refused.contains(&reason), "{refused}");
}

#[test]
fn a_query_editor() {
    let expected = "\
-utm_source        https://example.com/shop/?page=3&sort=price&utm_medium=x
-utm_medium        https://example.com/shop/?page=3&sort=price
page=1             https://example.com/shop/?page=1&sort=price
+filter=R&D 100%   https://example.com/shop/?page=1&sort=price&filter=R%26D%20100%25
/café              https://example.com/shop/caf%C3%A9?page=1&sort=price&filter=R%26D%20100%25
/a/b               https://example.com/shop/caf%C3%A9/a%2Fb?page=1&sort=price&filter=R%26D%20100%25
..                 https://example.com/shop/caf%C3%A9?page=1&sort=price&filter=R%26D%20100%25
-page              https://example.com/shop/caf%C3%A9?sort=price&filter=R%26D%20100%25
sort: price
filter: R&D 100%
";
    assert_eq!(output(query_editor::run, &[]).unwrap(), expected);
    assert_eq!(
        output(query_editor::run, &["?a", "b"]).unwrap().lines().next(),
        Some("b                  an edit without `=`")
    );
}

#[test]
fn a_crawler() {
    let mended = UriRef::repair("item?id=[2]").unwrap();
    assert_eq!(mended.into_buf(), "item?id=%5B2%5D");
    let expected = "\
visit   https://example.com/shop/item?id=1
skip    ./item?id=1#reviews
skip    HTTPS://EXAMPLE.com:443/shop/item?id=1
visit   https://example.com/about~us
skip    //cdn.example.com/logo.svg
skip    http://example.com/shop/
skip    mailto:shop@example.com
visit   https://example.com/shop/item?id=%5B2%5D
visit   https://example.com/
";
    assert_eq!(output(crawler::run, &[]).unwrap(), expected);
}

#[test]
fn a_guard_of_redirects() {
    let expected = "\
follow  https://shop.example/welcome
follow  https://ID.example:443/sso
refuse  //evil.example/: https://evil.example is not on the list
refuse  http://shop.example/cart: not secure
refuse  https://id.example@evil.example/: https://evil.example is not on the list
refuse  https://pay.example/: https://pay.example is not on the list
follow  https://shop.example:/cart
";
    assert_eq!(output(redirect_guard::run, &[]).unwrap(), expected);
    // Neither has an origin that can be on the list.
    for allowed in ["https://h:65536", "http://h", "https:a"] {
        let refused = output(redirect_guard::run, &["https://h", allowed]).unwrap_err();
        assert_eq!(refused, format!("{allowed} has no origin that is secure"));
    }
}

#[test]
fn links_to_files() {
    use urispec::error::FilePathError;
    let expected = format!(
        "\
/srv/q&a/50%.txt = file:///srv/q&a/50%25.txt
notes.txt: {}
file:///a%20b#L10 = /a b
file://host/a: {}
/a/../b: {}
",
        FilePathError::Relative,
        FilePathError::Host,
        FilePathError::DotSegment
    );
    assert_eq!(output(file_links::run, &[]).unwrap(), expected);
    let expected = format!(
        r"C:\Users\Zoë\a b.txt = file:///C:/Users/Zo%C3%AB/a%20b.txt
\\server\share\plan.ods = file://server/share/plan.ods
\\?\C:\long\path.txt = file:///C:/long/path.txt
\\.\COM1: {}
file:///C:/a%20b.txt = C:\a b.txt
",
        FilePathError::Namespace
    );
    assert_eq!(output(file_links::run, &["--windows"]).unwrap(), expected);
}

#[test]
fn links_of_contacts() {
    let found = output(contact_links::run, &[]).unwrap();
    let expected = "\
mailto:joe@example.com?subject=R%26D%3A%2050%25%20off%3F
mailto:zo%C3%AB@example.org,%22a%2Cb%22@example.com
mailto:list@example.net?body=subscribe%0D%0Asend%20index
to ann@example.com, about \"café\", without From
";
    let (links, refused) = found.split_at(expected.len());
    assert_eq!(links, expected);
    assert!(refused.starts_with("\"nobody\": at byte 6 "), "{refused}");
}
