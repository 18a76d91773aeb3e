//! `get`: components as columns.

use super::support::{file, urispec};

fn get(args: &[&str], stdin: &str) -> super::support::Done {
    let args: Vec<_> = ["get"].iter().chain(args).copied().collect();
    urispec(args).stdin(stdin).done()
}

/// The URI of RFC 3986, 3, with a user.
const FOO: &str = "foo://u:p@example.com:8042/over/there?name=ferret#nose\n";

#[test]
fn each_component_has_a_column() {
    for (column, value) in [
        ("scheme", "foo"),
        ("authority", "u:p@example.com:8042"),
        ("userinfo", "u:p"),
        ("user", "u"),
        ("password", "p"),
        ("host", "example.com"),
        ("host_kind", "reg-name"),
        ("HOST-KIND", "reg-name"),
        ("port", "8042"),
        ("path", "/over/there"),
        ("query", "name=ferret"),
        ("query:name", "ferret"),
        ("fragment", "nose"),
        ("uri", FOO.trim_end()),
        ("input", FOO.trim_end()),
        ("normalized", FOO.trim_end()),
        ("valid", "true"),
        ("line", "1"),
        ("file", "<stdin>"),
        ("error", ""),
        ("query:none", ""),
    ] {
        get(&["-C", column], FOO).expect(0, &format!("{value}\n"));
    }
    get(&["-C", "host,path", "-C", "port"], FOO)
        .expect(0, "example.com\t/over/there\t8042\n")
        .saying("1 read: 1 valid, 0 invalid\n");
}

/// RFC 1808, 2.1 and 2.4.5: the params are what follows the first ";", and may hold others. No other
/// document has them as a component.
#[test]
fn params_are_a_component_of_rfc1808() {
    let lines = "http://a/b;x;y?q\n//h/a;\n//h/a\n?a;b\n";
    let args = ["-C", "path,params", "--undefined", "-"];
    let with = |edition| get(&[&["--edition", edition][..], &args].concat(), lines);
    with("rfc1808").expect(0, "/b;x;y\tx;y\n/a;\t\n/a\t-\n\t-\n");
    with("rfc3986").expect(0, "/b;x;y\t-\n/a;\t-\n/a\t-\n\t-\n");
}

#[test]
fn undefined_is_not_empty() {
    let lines = "//h\n//@h:?#\nx:\n";
    let columns = "userinfo,host,port,path,query,fragment";
    get(&["-C", columns], lines).expect(0, "\th\t\t\t\t\n\th\t\t\t\t\n\t\t\t\t\t\n");
    get(&["-C", columns, "--undefined", "-"], lines)
        .expect(0, "-\th\t-\t\t-\t-\n\th\t\t\t\t\n-\t-\t-\t\t-\t-\n");
    get(&["--csv", "-C", columns], lines)
        .expect(0, ",h,,\"\",,\n\"\",h,\"\",\"\",\"\",\"\"\n,,,\"\",,\n");
    get(&["--json", "-C", columns], lines).expect(
        0,
        "{\"host\":\"h\",\"path\":\"\"}\n\
         {\"userinfo\":\"\",\"host\":\"h\",\"port\":\"\",\"path\":\"\",\"query\":\"\",\"fragment\":\"\"}\n\
         {\"path\":\"\"}\n",
    );
    get(&["--row", "{host}|{port}", "--undefined", "none"], lines)
        .expect(0, "h|none\nh|\nnone|none\n");
}

#[test]
fn headers_and_formats() {
    get(&["--header", "-C", "host,query:a b"], "//h?a%20b=1\n")
        .expect(0, "host\tquery:a b\nh\t1\n");
    get(&["--header", "--csv", "--prefix", "u_", "-C", "host"], "//h\n").expect(0, "u_host\nh\n");
    get(&["--row", r"{{{host}}}\t{path}\\"], "//h/a\n").expect(0, "{h}\t/a\\\n");
    for (args, said) in [
        (&["-C", "hots"][..], "a similar value exists: 'host'"),
        (&["--row", "{hots}"], "a similar value exists: 'host'"),
        (&["--row", "{host"], "has no \"}\" after it"),
        (&["--header", "--json", "-C", "host"], "--header is for TSV and CSV"),
        (&[], "which columns? Say so with -C,"),
        (&["-c", "host"], "(-c is --count)"),
        (&["-C", "target"], "the target is that of --base"),
        (&["-C", "host", "--to", "scheme"], "add --normalize"),
        (&["-C", "host", "--where", "hots=a"], "a similar value exists: 'host'"),
        (&["-C", "host", "--where", "privat-address"], "private-address"),
        (&["-C", "host", "--where", "host=~[a"], "host=~[a: regex parse error"),
        (&["-C", "host", "--where", "hots=~a"], "a similar value exists: 'host'"),
    ] {
        get(args, "//h\n").expect(2, "").saying(said);
    }
}

#[test]
fn what_is_invalid_is_not_lost() {
    let lines = "//a\nb c\n//d\n";
    let done = get(&["-C", "host"], lines).expect(1, "a\nd\n");
    done.saying("error: <stdin>:2: a space is not allowed").saying("3 read: 2 valid, 1 invalid\n");
    get(&["-C", "line,valid,host", "--invalid", "empty"], lines)
        .expect(0, "1\ttrue\ta\n2\tfalse\t\n3\ttrue\td\n")
        .saying("3 read: 2 valid, 1 invalid, 3 rows\n");
    let done = get(&["-C", "host", "--invalid", "skip"], lines).expect(0, "a\nd\n");
    assert_eq!(done.stderr, "3 read: 2 valid, 1 invalid\n");
    get(&["-C", "host", "--invalid", "keep"], lines)
        .expect(2, "")
        .saying("`--invalid empty` prints a row");
    get(&["--json", "-C", "input,valid,host", "--where", "invalid"], lines)
        .expect(0, "{\"input\":\"b c\",\"valid\":false}\n");
    let done = get(&["-C", "error", "--where", "invalid"], lines);
    assert!(done.stdout.starts_with("a space is not allowed"), "{}", done.stdout);
    let done = get(&["--keep"], lines).expect(0, "//a\n//d\n");
    assert_eq!(done.stderr, "3 read: 2 valid, 1 invalid\n");
    get(&["--keep", "--where", "invalid"], lines).expect(0, "b c\n");
    get(&["--keep", "--invalid", "report"], lines)
        .expect(1, "//a\n//d\n")
        .saying("error: <stdin>:2: a space");
    get(&["--keep", "--invalid", "keep"], lines).expect(0, lines);
    get(&["--keep", "--invalid", "empty"], lines).expect(0, "//a\n\n//d\n");
    // What is no UTF-8 goes through as it is.
    let bytes = file("get-bytes", b"//a\n\xff\t\x1b\n");
    let path = bytes.to_str().unwrap();
    let done = get(&["--keep", "--where", "invalid", "-o", "get-bytes-out", "-f", path], "");
    done.expect(0, "");
    assert_eq!(std::fs::read(bytes.with_file_name("get-bytes-out")).unwrap(), b"\xff\t\x1b\n");
    get(&["--count", "-C", "host"], lines).expect(1, "3 read: 2 valid, 1 invalid\n").quietly();
    get(&["-q", "-C", "host"], lines).expect(1, "").quietly();
}

#[test]
fn conditions() {
    let lines = "http://A.example/\nhttps://b.example:1/p?q\nftp://c.test/\n/r\nx y\n";
    for (conditions, rows) in [
        (&["scheme=HTTP"][..], "1"),
        (&["scheme=http|scheme=ftp"], "13"),
        (&["scheme^=http", "port"], "2"),
        (&["!port", "host"], "13"),
        (&["host$=.EXAMPLE"], "12"),
        (&["host*=.e"], "12"),
        (&["host!=c.test"], "124"),
        (&["path=/p"], "2"),
        (&["path=/P"], ""),
        (&["!scheme"], "4"),
        (&["valid"], "1234"),
        (&["!invalid"], "1234"),
        (&["invalid"], "5"),
        (&["host=~^A"], "1"),
        (&["host=~^[ab]\\.EX"], "12"),
        (&["host!~example"], "34"),
        (&["path=~^/(p|r)$"], "24"),
        (&["path=~/P"], ""),
        (&["port|host=~^c|^b"], "23"),
        (&["host=~^a", "path=~^/$"], "1"),
        (&["valid=false|invalid"], "5"),
        (&["valid|invalid"], "12345"),
        (&["!scheme|invalid"], "45"),
    ] {
        let mut args = vec!["--row", "{line}", "--invalid", "skip"];
        if conditions.iter().any(|condition| condition.ends_with("invalid")) {
            args.truncate(2);
        }
        args.extend(conditions.iter().flat_map(|condition| ["--where", condition]));
        let done = get(&args, lines);
        assert_eq!(done.stdout.replace('\n', ""), rows, "{conditions:?}");
    }
}

/// The lines, by their numbers, of which a condition is true.
#[track_caller]
fn lines_where(condition: &str, lines: &str, numbers: &str) {
    let args = ["--row", "{line}", "--invalid", "empty", "--where", condition];
    let done = get(&args, lines);
    assert_eq!(done.stdout.replace('\n', ""), numbers, "{condition}: {}", done.stderr);
}

#[test]
fn conditions_put_together() {
    let lines = "http://a.test:8080/x\nhttps://b.test/x(1)\nhttps://a.test:443/y?n=5\nmailto:a@b\na b and c\n";
    for (condition, numbers) in [
        ("scheme=https and host=a.test", "3"),
        ("scheme=https AND host=a.test or scheme=mailto", "34"),
        ("scheme=mailto or scheme=https and host=a.test", "34"),
        ("(scheme=mailto or scheme=https) and host=a.test", "3"),
        ("scheme=mailto|scheme=https and host=a.test", "34"),
        ("not scheme=https and valid", "14"),
        ("not (scheme=https or scheme=http) and valid", "4"),
        ("!(scheme=https|scheme=http) and valid", "4"),
        ("not not port", "13"),
        ("not(port)and host", "2"),
        ("((((port))))", "13"),
        ("port>443", "1"),
        ("port>=443", "13"),
        ("port < 8080", "3"),
        ("port<=443 or port>=8080", "13"),
        // What is undefined is no number.
        ("not port>443 and valid", "234"),
        ("query:n>4 and query:n<6", "3"),
        ("line>2 and line<=4", "34"),
        ("length>23", "3"),
        ("length:path=2", "13"),
        ("length:path>2", "24"),
        ("length:query=3|length:host=6 and !query", "123"),
        // Spaces around a sign, on both sides.
        ("scheme = https and path $= )", "2"),
        // Brackets in pairs are of the value, and one that ends no group is.
        ("path=/x(1)", "2"),
        ("(path=/x(1))", "2"),
        ("path=/x(1) and host", "2"),
        ("path$=)", "2"),
        ("path*=(", "2"),
        // Quotes.
        ("path=\"/x(1)\"", "2"),
        ("(path=\"/x(1)\")", "2"),
        ("input=\"a b and c\"", "5"),
        ("input*=\"b and\"|port", "135"),
        ("(path=~\"^/[xy]$\" and port)", "13"),
        ("path=~^/[xy]$ and port", ""),
        ("(input=~\"a b|y\" or line=1)", "135"),
        // A space is of the value where it is not before a word.
        ("input=a b and c", "ERROR"),
        ("input^=a b", "5"),
        ("not private-address and not invalid and not host", "4"),
    ] {
        if numbers == "ERROR" {
            get(&["--keep", "--where", condition], lines).expect(2, "").saying("'c' for '--where");
            continue;
        }
        lines_where(condition, lines, numbers);
    }
    // What was always a value is one.
    lines_where("input*=\"", "a\"b\n", "1");
    lines_where("input=x\"a\"", "x\"a\"\n", "1");
    lines_where("input=\"\\\"a\\\"\"", "\"a\"\n", "1");
    lines_where("input=a ", "a \na\n", "1");
    lines_where("path!=~u", "~u\n/u\n", "2");
}

#[test]
fn conditions_that_are_none() {
    let deep = format!("{}port{}", "(".repeat(65), ")".repeat(65));
    for (condition, said) in [
        ("", "at character 1, the end: here a condition is missing"),
        ("host=a and", "at character 11, the end: here a condition is missing"),
        ("host=a or or port", "at character 11, `or port`: here a condition is missing"),
        ("not", "at character 4, the end: here a condition is missing"),
        ("()", "at character 2, `)`: here a condition is missing"),
        ("é and (port", "'é'"),
        ("host and (port", "at character 10, `(port`: this \"(\" has no \")\""),
        ("(path=~^/a)", "a pattern goes on to the end, unless it is in double quotes"),
        ("(port) host", "at character 8, `host`: here stands what no condition begins with"),
        ("port)", "a similar value exists: 'port'"),
        ("port>", "stands a number, as in `port>1024`"),
        ("port>-1", "at character 6, `-1`: after `>` and `<` stands a number"),
        ("port>99999999999999999999", "stands a number"),
        ("host>1", "host has no numbers to compare"),
        ("length:hots>1", "length:COLUMN"),
        ("prot>1", "a similar value exists: 'port'"),
        ("port and hots=a", "a similar value exists: 'host'"),
        ("path=~\"[\" and port", "path=~\"[\": regex parse error"),
        (&deep, "groups are at most 64 deep"),
    ] {
        get(&["--keep", "--where", condition], "").expect(2, "").saying(said);
    }
    // However long, the stack holds.
    let long = ["port and not host"; 5000].join(" or ");
    get(&["--row", "{line}", "--where", &long], "//h\n//h:1\n/\n").expect(1, "");
    let nots = format!("{}port", "not ".repeat(20_000));
    get(&["--row", "{line}", "--where", &nots], "//h:1\n").expect(0, "1\n");
    let names = format!("{}port", "length:".repeat(15_000));
    get(&["--row", "{line}", "--where", &names], "").expect(2, "").saying("invalid value");
}

#[test]
fn lengths_are_columns() {
    let args = ["--json", "-C", "length,length:path,length:query", "--invalid", "empty"];
    get(&args, "http://h/\u{e9}\n//h/%41?\n")
        .expect(0, "{\"length\":11}\n{\"length\":8,\"length:path\":4,\"length:query\":0}\n");
    get(&["-d", "-C", "length:path"], "//h/%41\n").expect(0, "2\n");
    get(&["-C", "length:target"], "a\n").expect(2, "").saying("the target is that of --base");
    get(&["-b", "http://h/", "-C", "length:target"], "a\n").expect(0, "10\n");
}

/// RFC 1918, 3; RFC 1122, 3.2.1.3; RFC 4193, 3; and `inet_aton()`.
#[test]
fn addresses() {
    let lines = "http://10.1.2.3/\nhttp://172.32.0.1/\nhttp://0xA.1/\nhttp://[fd00::1]/\n\
                 http://127.1/\nhttp://h/?10.0.0.1\nhttp://169.254.169.254/\n";
    for (condition, rows) in [
        ("private-address", "13"),
        ("loopback-address", "5"),
        ("private-address|unique-local-address|loopback-address", "1345"),
        ("metadata-address", "7"),
        ("!private-address", "24567"),
    ] {
        let done = get(&["--row", "{line}", "--where", condition], lines);
        assert_eq!(done.stdout.replace('\n', ""), rows, "{condition}");
    }
}

#[test]
fn decoded_normalized_and_resolved() {
    let line = "HTTP://u%3A@EX%41mple:80/a%2Fb/../%7Ec?d%09=%20%FF#%E3%82%A2\n";
    get(&["-d", "-C", "user,path,query,fragment"], line)
        .expect(0, "u:\t/a/b/../~c\td%09= %FF\tア\n");
    get(&["-C", "host,path"], line).expect(0, "EX%41mple\t/a%2Fb/../%7Ec\n");
    get(&["--normalize", "-C", "scheme,host,port,path"], line)
        .expect(0, "http\texample\t80\t/~c\n");
    get(&["--normalize", "--to", "scheme", "-C", "uri"], "HTTP://h:80\n").expect(0, "http://h/\n");
    get(&["--to", "scheme", "-C", "port,normalized"], "HTTP://h:80\n").expect(0, "80\thttp://h/\n");
    // RFC 3986, 5.4.
    get(&["-b", "http://a/b/c/d;p?q", "-C", "input,target,path"], "../g\n?y\n")
        .expect(0, "../g\thttp://a/b/g\t/b/g\n?y\thttp://a/b/c/d;p?y\t/b/c/d;p\n");
    get(&["--edition", "rfc2396", "-C", "host_kind,port"], "http://1.2.3.256:8/\n")
        .expect(0, "IPv4address\t8\n");
}

#[test]
fn a_cell_of_tsv_is_one_cell() {
    let done = get(&["-C", "input,line", "--where", "invalid"], "a\tb\\\r\n");
    done.expect(0, "a\\tb\\\\\t1\n");
}

/// A component is what other commands say that it is.
#[test]
fn many_lines_are_as_one_by_one() {
    let mut lines = String::new();
    let mut expected = String::new();
    for number in 0..40_000_u32 {
        match number % 1009 {
            0 => lines += &format!("x {number}\n"),
            _ => {
                lines += &format!("http://h{number}.example:{}/p\n", number % 70);
                expected += &format!("h{number}.example\t{}\t{}\n", number % 70, number + 1);
            }
        }
    }
    let path = file("get-many", &lines);
    let path = path.to_str().unwrap();
    for threads in ["1", "2", "7"] {
        let done = ["-C", "host,port,line", "-f", path, "--threads", threads];
        let done = get(&[&done[..], &["--messages", "all"]].concat(), "");
        assert_eq!(done.code, 1);
        assert!(done.stdout == expected);
        assert_eq!(done.stderr.matches("error: ").count(), 40);
        assert!(done.stderr.ends_with("40,000 read: 39,960 valid, 40 invalid\n"));
    }
}

/// The public suffix list has `co.uk` and `github.io`.
#[test]
fn what_somebody_registered() {
    let lines = "http://a.b.Example.co.uk/\nhttp://co.uk/\nhttp://10.0.0.1/\n//x.github.io\n/a\n";
    get(&["-C", "registrable", "--undefined", "-"], lines)
        .expect(0, "Example.co.uk\n-\n-\nx.github.io\n-\n");
    lines_where("registrable=EXAMPLE.co.uk", lines, "1");
    lines_where("!registrable", lines, "235");
    get(&["--tally", "--top=1", "-C", "registrable"], &lines.repeat(2).replace("/a\n", ""))
        .expect(0, "4\t\n");
    get(&["-d", "-C", "registrable"], "//www.%41.com\n").expect(0, "A.com\n");
}

#[test]
fn kinds_are_counted() {
    let lines = "//b:80/\n//a/1\n//a/2\n//b\n//c?\n/d\na b\n\u{e9}\nc d\n";
    let tally = |args: &[&str]| get(&[&["--tally", "-C"], args].concat(), lines);
    let skip = ["--invalid", "skip"];
    tally(&[&["host"][..], &skip].concat())
        .expect(0, "2\ta\n2\tb\n1\t\n1\tc\n")
        .saying("9 read: 6 valid, 3 invalid; 4 different\n");
    tally(&[&["host,port", "--top", "2", "--undefined", "-"][..], &skip].concat())
        .expect(0, "2\ta\t-\n1\t-\t-\n")
        .saying("; 5 different\n");
    tally(&[&["host,query", "--json", "--where", "host^=c or path=/d"][..], &skip].concat())
        .expect(0, "{\"count\":1}\n{\"count\":1,\"host\":\"c\",\"query\":\"\"}\n");
    tally(&[&["host", "--csv", "--header", "--top=1"][..], &skip].concat())
        .expect(0, "count,host\n2,a\n");
    // Without --invalid, what is invalid is reported as ever; a cause is about what is invalid.
    tally(&["host", "--top=1"]).expect(1, "2\ta\n").saying("<stdin>:7: ");
    tally(&["cause"]).expect(0, "2\tspace\n1\tiri\n").saying("; 2 different\n");
    tally(&["valid"]).expect(0, "6\ttrue\n3\tfalse\n");
    get(&["--keep", "--where", "cause=space and input^=c"], lines).expect(0, "c d\n");
    get(&["-C", "line", "--where", "cause"], lines).expect(0, "7\n8\n9\n");
    let (done, tabbed) = (tally(&["cause,valid", "--quiet"]), "a\tb\n");
    done.expect(0, "").quietly();
    get(&["--tally", "--input=tsv", "--column=2", "-C", "path"], &tabbed.repeat(3))
        .expect(0, "3\tb\n");
    get(&["--tally", "--input=csv", "--column=u", "--header", "-C", "scheme"], "u,v\na:b,\na:c,\n")
        .expect(0, "count,scheme\n2,a\n");
    let row = ["--tally", "--input=jsonl", "--column=u", "-C", "cause"];
    get(&row, "{\"u\":\"a:b\"}\n[]\n").expect(0, "{\"count\":1,\"cause\":\"row\"}\n");
}

/// A string is counted for each lint, and one that no lint speaks of for none.
#[test]
fn lints_are_counted() {
    let lines = "http://10.0.0.1:22/\nhttp://10.0.0.2/\nhttp://h/\n";
    get(&["--tally", "-C", "lint"], lines).expect(0, "2\tprivate-address\n1\tservice-port\n");
    get(&["--tally", "-C", "host,lint", "--top=1"], lines)
        .expect(0, "1\t10.0.0.1\tprivate-address\n");
    get(&["-C", "lint", "--where", "lint"], lines)
        .expect(0, "private-address,service-port\nprivate-address\n");
    get(&["--json", "-C", "lint"], "http://h/\n").expect(0, "{}\n");
}

#[test]
fn kinds_are_those_of_columns() {
    for (args, said) in [
        (&["--tally"][..], "which columns?"),
        (&["--tally", "--keep", "-C", "host"], "cannot be used with"),
        (&["--tally", "--row", "{host}"], "cannot be used with"),
        (&["--tally", "--count", "-C", "host"], "cannot be used with"),
        (&["--top", "1", "-C", "host"], "--tally"),
    ] {
        get(args, "").expect(2, "").saying(said);
    }
}

/// The counts are the same for any number of threads, and those of `sort` and `uniq`.
#[test]
fn many_kinds_are_counted_by_all_cores() {
    let mut lines = String::new();
    for number in 0..60_000_u64 {
        lines += &format!("http://h{}.example/{number}\n", number * number % 1009 % 7);
    }
    let mut counts = std::collections::BTreeMap::<_, u64>::new();
    for line in lines.lines() {
        *counts.entry(line.split('/').nth(2).unwrap()).or_default() += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let expected: String = rows.iter().map(|(host, count)| format!("{count}\t{host}\n")).collect();
    let path = file("get-tally.txt", &lines);
    for threads in ["1", "3"] {
        let args = ["-t", "-C", "host", "--threads", threads, "-f", path.to_str().unwrap()];
        get(&args, "").expect(0, &expected);
    }
}

/// What the URL Standard's parser makes of strings, worked out from its sections URL parsing and host parsing.
#[test]
fn what_a_browser_sees() {
    let args = ["--reader", "whatwg", "--undefined", "-", "-C"];
    let whatwg = |columns: &str, line: &str| get(&[&args[..], &[columns]].concat(), line);
    for (line, row) in [
        ("HTTP://EXample.com:80/a/../b", "http\t-\texample.com\t-\t/b\t-"),
        ("https://u:p@h:8443\\x?y#z", "https\tu\th\t8443\t/x\ty"),
        ("  http://h/a\tb", "http\t-\th\t-\t/ab\t-"),
        ("http://0x7f.1", "http\t-\t127.0.0.1\t-\t/\t-"),
        ("http:h/ä|", "http\t-\th\t-\t/%C3%A4|\t-"),
        ("http://ä.example/?'", "http\t-\txn--4ca.example\t-\t/\t%27"),
        ("mailto:x@y?z", "mailto\t-\t-\t-\tx@y\tz"),
        ("a:/..//b", "a\t-\t-\t-\t//b\t-"),
        ("http://good.example\\@evil.example/", "http\t-\tgood.example\t-\t/@evil.example/\t-"),
    ] {
        whatwg("scheme,user,host,port,path,query", line).expect(0, &format!("{row}\n"));
    }
    whatwg("uri,authority,userinfo,password,host_kind", "ftp://:p@1.2.3.4:021/\n//h\n")
        .expect(1, "ftp://:p@1.2.3.4/\t:p@1.2.3.4\t:p\tp\tIPv4address\n")
        .saying("<stdin>:2: missing-scheme-non-relative-URL");
    whatwg("registrable,query:q", "http://A.b.CO.uk?q=%41").expect(0, "b.co.uk\t%41\n");
    get(&["--reader=WHATWG", "-b", "http://h/x/y", "-C", "target,path"], "../a\\b\n//k\n")
        .expect(0, "http://h/a/b\t/a/b\nhttp://k/\t/\n");
    let lines = "http://[/\nhttp://h:x/\nhttp://h:y/\n";
    get(&["--reader=whatwg", "--tally", "-C", "cause"], lines)
        .expect(0, "2\tport-invalid\n1\tIPv6-unclosed\n");
    get(&["--reader=whatwg", "-k", "-w", "host=127.0.0.1"], "http://2130706433/\nhttp://h/\n")
        .expect(0, "http://2130706433/\n");
    get(&["--reader=whatwg", "--normalize", "-C", "uri"], "")
        .expect(2, "")
        .saying("there is nothing to normalize");
    get(&["--reader=whatwg", "-b", "http://0x/", "-C", "uri"], "a\n")
        .expect(0, "http://0.0.0.0/a\n");
    get(&["--reader=whatwg", "-b", "http://256.0.0.256/", "-C", "uri"], "a\n")
        .expect(2, "")
        .saying("http://256.0.0.256/ is no base: ");
}

/// A condition has its quotes at both ends of a value, and any white space between its words.
#[test]
fn quotes_and_white_space_of_conditions() {
    let hosts = "http://a.com:1/\nhttp://a.com/\nx y\n";
    let with = |text: &str| urispec(["get", "-C", "host,port", "-w", text]).stdin(hosts).done();
    with("host=a.com\tand\n!port").expect(1, "a.com\t\n");
    for broken in ["host!=\"a.com", "host=\"a.com and port", "path=\"/a\"b"] {
        with(broken).expect(2, "").saying("this quote has no other at the end of the value");
    }
    let args = ["get", "--keep", "-w", "error*=space"];
    urispec(args).stdin(hosts).done().expect(0, "x y\n");
}
