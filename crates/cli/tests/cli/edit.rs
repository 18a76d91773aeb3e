//! `urispec edit`: changes in their order, nothing else touched, nothing written that is invalid. What is expected is
//! worked out by hand from RFC 3986, 3 and 5.3.

use super::json::records;
use super::support::{Done, file, urispec};

#[track_caller]
fn edited(changes: &[&str], string: &str, expected: &str) {
    let done = urispec([&["edit"], changes, &["--", string]].concat()).done();
    done.expect(0, &format!("{expected}\n")).quietly();
}

#[track_caller]
fn refused(changes: &[&str], string: &str, why: &str) {
    let done = urispec([&["edit"], changes, &["--", string]].concat()).done();
    done.expect(1, "").saying(why);
}

#[test]
fn components_are_set_and_left_out() {
    let uri = "http://u:p@h:1/a?b#c";
    for (change, expected) in [
        ("--set=scheme=ftp", "ftp://u:p@h:1/a?b#c"),
        ("--set=authority=v@w", "http://v@w/a?b#c"),
        ("--set=userinfo=v", "http://v@h:1/a?b#c"),
        ("--set=user=v", "http://v:p@h:1/a?b#c"),
        ("--set=password=", "http://u:@h:1/a?b#c"),
        ("--set=host=[::1]", "http://u:p@[::1]:1/a?b#c"),
        ("--set=port=", "http://u:p@h:/a?b#c"),
        ("--set=path=", "http://u:p@h:1?b#c"),
        ("--set=query=", "http://u:p@h:1/a?#c"),
        ("--set=fragment=x=y", "http://u:p@h:1/a?b#x=y"),
        ("--unset=scheme", "//u:p@h:1/a?b#c"),
        ("--unset=host", "http:/a?b#c"),
        ("--unset=userinfo", "http://h:1/a?b#c"),
        ("--unset=password", "http://u@h:1/a?b#c"),
        ("--unset=port", "http://u:p@h/a?b#c"),
        ("--unset=path", "http://u:p@h:1?b#c"),
        ("--unset=query", "http://u:p@h:1/a#c"),
        ("--unset=fragment", "http://u:p@h:1/a?b"),
    ] {
        edited(&[change], uri, expected);
    }
    // What is not named stays octet for octet.
    edited(&["--set=fragment=x"], "HTTP://%41:@H:080/%7e/./b?&&", "HTTP://%41:@H:080/%7e/./b?&&#x");
    edited(&["--set=host=h"], "/a", "//h/a");
    edited(&["--unset=port"], "//[::1]", "//[::1]");
}

#[test]
fn changes_are_made_from_left_to_right() {
    edited(&["--unset=query", "--append=query=a=b"], "http://h?x", "http://h?a=b");
    edited(&["--append=query=a=b", "--unset=query"], "http://h?x", "http://h");
    edited(&["--set=host=a", "--append=path=b", "--set=host=c"], "http://h", "http://c/b");
    edited(&["--append=path=..", "--to=path-segments"], "http://h/a/b", "http://h/a/");
}

#[test]
fn what_is_appended_is_data() {
    edited(&["--append=path=a b/c%"], "http://h", "http://h/a%20b%2Fc%25");
    edited(&["--append=path=x"], "http://h/a/", "http://h/a/x");
    edited(&["--append=path=x"], "a", "a/x");
    edited(&["--append=query=k=a&b=c"], "http://h?x", "http://h?x&k=a%26b%3Dc");
    edited(&["--append=query=é"], "http://h?", "http://h?%C3%A9");
}

#[test]
fn pairs_of_the_query_are_changed() {
    let uri = "//h?utm_a=1&q=%41&utm%5Fb&q=2&r";
    edited(&["--drop-query=utm_*"], uri, "//h?q=%41&q=2&r");
    edited(&["--keep-query=q"], uri, "//h?q=%41&q=2");
    edited(&["--keep-query=none"], uri, "//h");
    edited(&["--rename-query=q=s t"], uri, "//h?utm_a=1&s%20t=%41&utm%5Fb&s%20t=2&r");
    edited(&["--sort-query"], "//h?b=1&a&b=0", "//h?a&b=1&b=0");
    edited(&["--dedupe-query"], "//h?a&b&a&a=", "//h?a&b&a=");
    edited(&["--sort-query", "--dedupe-query", "--sort-query"], "//h?b&a&b", "//h?a&b");
}

#[test]
fn secrets_are_redacted() {
    edited(&["--redact=password"], "//u:p@h", "//u:***@h");
    edited(&["--redact=password"], "//u:@h", "//u:@h");
    edited(&["--redact=userinfo"], "//u:p@h", "//***@h");
    edited(&["--redact=query=*token"], "//h?a=1&token=2&x_token", "//h?a=1&token=***&x_token");
}

#[test]
fn hosts_and_ports_are_replaced() {
    edited(&["--replace-host=EXAMPLE.com=h"], "http://example.COM:1/", "http://h:1/");
    edited(&["--replace-host=example.com=h"], "http://www.example.com/", "http://www.example.com/");
    edited(&["--port=default"], "HTTP://h:080/", "HTTP://h/");
    edited(&["--port=default"], "https://h:80/", "https://h:80/");
    edited(&["--port=explicit"], "https://h:/", "https://h:443/");
    edited(&["--port=explicit"], "urn:a", "urn:a");
}

#[test]
fn references_are_resolved_by_the_edition() {
    edited(&["--resolve=http://a/b/c"], "../../g", "http://a/g");
    edited(&["--edition=rfc2396", "--resolve=http://a/b/c"], "../../g", "http://a/../g");
    edited(&["--edition=rfc3987", "--set=path=/é"], "http://h", "http://h/é");
    let done = urispec(["edit", "--resolve", "/a", "g"]).done();
    done.expect(2, "").saying("--resolve: this is no base");
}

/// RFC 3986, 3.3 and 4.2.
#[test]
fn nothing_is_written_that_reads_otherwise() {
    refused(
        &["--unset=scheme"],
        "a:b:c",
        "without a scheme the path `b:c` would be read as having one",
    );
    refused(
        &["--unset=host"],
        "a://h//p",
        "without an authority the path `//p` would be read as one",
    );
    refused(&["--set=path=x"], "http://h", "beside an authority the path `x` needs a `/` in front");
    refused(
        &["--set=port=8x"],
        "http://h",
        "the changed string is invalid: at byte 10: a port holds digits only",
    );
    refused(&["--set=host=a b"], "http://h", "the changed string is invalid");
    refused(&["--set=port=8"], "/a", "there is no host that this could stand beside");
    // The delimiters of other components are no way around.
    refused(&["--set=host=h/p"], "http://x/", "would be read with other components");
    refused(&["--set=path=/a?b"], "http://x/", "would be read with other components");
    refused(&["--set=query=a#b"], "http://x/", "would be read with other components");
}

/// A line that cannot be changed is named, and the others are changed.
#[test]
fn lines_that_cannot_be_changed_are_named() {
    let list = file("list.txt", b"http://h/a\na b\nx\n\xFF\n//h?q\n".as_slice());
    let args = ["edit", "--set", "port=1", "-f", list.to_str().unwrap()];
    let done = urispec(args).done();
    done.expect(1, "http://h:1/a\n//h:1?q\n").saying("list.txt:2").saying("list.txt:3");
    let all = records(&[&args[..], &["--json"]].concat(), "");
    assert_eq!((&all[0]["edited"], &all[1]["valid"]), (&"http://h:1/a".into(), &false.into()));
    assert_eq!(
        all[2]["error"]["message"],
        "there is no host that this could stand beside; --set host=… first"
    );
    assert_eq!(all[3]["input_hex"], "ff");
}

/// Each line has its line, so that results can be put beside the input.
#[test]
fn lines_that_cannot_be_changed_have_their_place() {
    let run = |invalid| {
        urispec(["edit", "--set", "port=1", "--invalid", invalid]).stdin("//h\na b\nx\n").done()
    };
    run("keep").expect(0, "//h:1\na b\nx\n").quietly();
    run("empty").expect(0, "//h:1\n\n\n").quietly();
    run("skip").expect(0, "//h:1\n").quietly();
}

#[test]
fn wrong_options_say_what_is_right() {
    for (args, why) in [
        (&["edit", "http://h"][..], "nothing to change: give --set"),
        (&["edit", "--set=host", "x"], "a `=` is missing"),
        (&["edit", "--unset=nope", "x"], "the components are scheme, authority"),
        (&["edit", "--append=host=x", "x"], "write path=SEG or query=K=V"),
        (&["edit", "--redact=x", "x"], "write password, userinfo or query=KEY"),
        (&["edit", "--port=80", "x"], "write default or explicit"),
        (&["edit", "--to=x", "x"], "the rungs are string, case"),
        (&["edit", "--sort-query=x", "x"], "this option has no value"),
    ] {
        urispec(args).done().expect(2, "").saying(why);
    }
}

#[track_caller]
fn rows(args: &[&str], rows: &str) -> Done {
    urispec([&["edit", "--set=scheme=https"], args].concat()).stdin(rows).done()
}

/// RFC 4180, 2: what has a comma needs quotes; what had quotes keeps them.
#[test]
fn a_column_of_csv_is_changed_in_its_place() {
    let table = "id,url,note\r\n1,http://h/a,\"x \"\"y\"\"\"\r\n2,\"http://h/b,c\",\"a\nb\"\r\n3,\"http://h\",\n";
    let edited = "id,url,note\n1,https://h/a,\"x \"\"y\"\"\"\n2,\"https://h/b,c\",\"a\nb\"\n3,\"https://h\",\n";
    rows(&["--input=csv", "--column=url"], table).expect(0, edited).quietly();
    // A row to which nothing happens is written as it stands.
    urispec(["edit", "--set=scheme=http", "--input=csv", "--column=url", "--count"])
        .stdin(table)
        .done()
        .expect(0, "3 edited: 3 valid, 0 invalid\n");
    let to_comma = ["edit", "--set=path=/a,b", "--input=csv", "--column=2"];
    urispec(to_comma).stdin("1,//h\n").done().expect(0, "1,\"//h/a,b\"\n");
    urispec(["edit", "--unset=host", "--input=csv", "--column=2", "--header"])
        .stdin("n,u\n1,//h\n")
        .done()
        .expect(0, "n,u\n1,\"\"\n");
}

#[test]
fn a_column_of_tsv_is_changed_in_its_place() {
    let args = ["--input=tsv", "--column=2"];
    rows(&args, "1\thttp://h\t\"\n\tftp://h\t\n").expect(0, "1\thttps://h\t\"\n\thttps://h\t\n");
    rows(&args, "1\thttp://h\n2\n")
        .expect(1, "1\thttps://h\n")
        .saying("<stdin>:2: the row has 1 column, and the first row 2\n");
}

/// Only the value of the key is another: numbers, escapes and white space stand as they stood.
#[test]
fn a_value_of_json_is_changed_in_its_place() {
    let row = "{ \"n\":1.50,\"u\": \"http:\\/\\/h\\/\\u00e4\" , \"v\":\"\\u0041\",\"u2\":{\"u\":\"ftp://h\"} }\n";
    rows(&["--input=jsonl", "--column=u2.u"], row)
        .expect(0, &row.replace("ftp://", "https://"))
        .quietly();
    rows(&["--input=jsonl", "--column=u", "--edition=rfc3987"], row)
        .expect(0, &row.replace("http:\\/\\/h\\/\\u00e4", "https://h/ä"))
        .quietly();
}

/// What becomes of a cell that is invalid, of one that cannot be changed so, and of a row that has none.
#[test]
fn invalid_cells_are_treated_as_invalid_lines() {
    let table = "n,u\n1,a b\n2,x:y:z\n3,//h\n4\n";
    let edit = |how: &str| {
        let args = ["edit", "--unset=scheme", "--input=csv", "--column=u", "--invalid", how];
        urispec(args).stdin(table).done()
    };
    edit("report")
        .expect(1, "n,u\n3,//h\n")
        .saying("<stdin>:2: a space is not allowed")
        .saying("<stdin>:3: without a scheme the path `y:z` would be read as having one")
        .saying("<stdin>:5: the row has 1 column");
    edit("skip").expect(0, "n,u\n3,//h\n").quietly();
    edit("keep").expect(0, table).quietly();
    edit("empty").expect(1, "n,u\n1,\n2,\n3,//h\n").saying("<stdin>:5: ");
    let args = ["--input=jsonl", "--column=u", "--invalid=empty"];
    rows(&args, "{\"u\":\"a b\",\"v\":1}\n").expect(0, "{\"u\":null,\"v\":1}\n");
}

#[test]
fn columns_are_those_of_tables() {
    for (args, said) in [
        (&["--input=csv"][..], "which column has the strings?"),
        (&["--column=u"], "--column is for --input tsv, csv or jsonl"),
        (&["--input=csv", "--column=u", "--json"], "--json is for lines"),
        (&["--input=csv", "--column=u", "a:b"], "a string that is an argument has no columns"),
        (&["--header"], "--header is for --input csv and tsv"),
    ] {
        rows(args, "").expect(2, "").saying(said);
    }
    rows(&["--input=csv", "--column=x"], "n,u\n1,//h\n")
        .expect(2, "")
        .saying("no column has the name x; the columns are n, u");
}

/// Many rows on many cores come in their order, each with its own change.
#[test]
fn many_rows_are_as_one_by_one() {
    let (mut table, mut expected) = ("n,u\n".to_owned(), "n,u\n".to_owned());
    for number in 0..40_000 {
        let scheme = ["http", "https", "ftp"][number % 3];
        table += &format!("{number},\"{scheme}://h/,{number}\"\n");
        expected += &format!("{number},\"https://h/,{number}\"\n");
    }
    let path = file("edit-many.csv", &table);
    let path = path.to_str().unwrap();
    for threads in ["1", "4"] {
        rows(&["--input=csv", "--column=u", "--threads", threads, "-f", path], "")
            .expect(0, &expected);
    }
}

/// What readers would not agree on is not changed in one place alone.
#[test]
fn a_key_that_is_there_twice_is_refused() {
    let args = ["edit", "--redact", "password", "--input", "jsonl", "--column", "u"];
    let row = "{\"u\":\"http://a:b@1/\",\"u\":\"http://a:b@2/\"}\n";
    urispec(args).stdin(row).done().expect(1, "").saying("the object has the key u twice");
    let inner = "{\"r\":{\"u\":\"http://1/\",\"u\":\"http://2/\"}}\n";
    let args = ["edit", "--set", "port=1", "--input", "jsonl", "--column", "r.u"];
    urispec(args).stdin(inner).done().expect(1, "").saying("the object has the key r.u twice");
}

/// `valid` is about the string, and not about the change.
#[test]
fn a_valid_string_that_cannot_be_changed_is_valid() {
    let json = |args: &[&str]| urispec(["edit", "--json"].iter().chain(args)).done();
    // Without its scheme `a:b:c` would be read as one of the scheme b.
    let done = json(&["--unset", "scheme", "a:b:c"]);
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["valid"], &record["edited"]), (&true.into(), &serde_json::Value::Null));
    assert!(record["error"]["message"].is_string() && done.code == 1, "{record}");
    let done = json(&["--unset", "scheme", "a b"]);
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["valid"], &record["error"]["offset"]), (&false.into(), &1.into()));
    // So of a name that has no form in ASCII, and of what does not resolve.
    let host = "http://a\u{301}\u{5D0}/";
    for (args, input, valid) in [
        (&["convert", "--json", "--domains"][..], host, true),
        (&["convert", "--json", "--domains"], "http://h/ ", false),
        (&["resolve", "--json", "--edition", "whatwg", "--base", "mailto:a@b"], "f", true),
        (&["resolve", "--json", "--edition", "whatwg", "--base", "mailto:a@b"], "f g", false),
    ] {
        let done = urispec(args.iter().chain(&[input])).done();
        let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
        assert_eq!((&record["valid"], done.code), (&valid.into(), 1), "{args:?} {record}");
    }
}
