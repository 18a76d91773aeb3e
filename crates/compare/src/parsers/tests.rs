//! What differs, worked out by hand from the sentences of RFC 3986.

use super::*;

/// What a reader tells: `key=text`, `key` for an undefined one, apart by blanks; `no` rejects.
fn told(line: &str) -> ParserAnswer<'_> {
    let mut told = ParserAnswer::default();
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let (name, text) =
            word.split_once('=').map_or((word, None), |(name, text)| (name, Some(text)));
        match name {
            "yes" => told.is_valid = Some(true),
            "no" => told.is_valid = Some(false),
            "target" => told.target = Tell::new(text),
            "normalized" => told.normalized = Tell::new(text),
            _ => told = told.with(Component::named(name).unwrap(), Tell::new(text)),
        }
    }
    told
}

/// The differences, one a line: aspect, weight, groups, spellings.
fn lines(all: &[&str]) -> Vec<String> {
    let told: Vec<_> = all.iter().map(|line| told(line)).collect();
    let line = |one: &Difference| {
        let groups = one.groups.iter().map(|group| {
            let said = match &group.said {
                Said::Valid(is_valid) => if *is_valid { "yes" } else { "no" }.to_owned(),
                Said::Nothing => "-".to_owned(),
                Said::Text(text) => format!("{text:?}"),
            };
            format!("{said}{:?}", group.readers)
        });
        let groups = groups.collect::<Vec<_>>().join(" ");
        let spellings: Vec<_> = one.spellings.iter().map(|one| one.name()).collect();
        let (aspect, weight) = (one.aspect.name(), one.weight.name());
        format!("{aspect} {weight} {groups} {}", spellings.join(" ")).trim_end().to_owned()
    };
    differences(&told).iter().map(line).collect()
}

#[track_caller]
fn is(all: &[&str], expected: &[&str]) {
    assert_eq!(lines(all), expected, "{all:?}");
}

#[test]
fn what_is_not_told_never_differs() {
    is(&[], &[]);
    is(&["yes host=a"], &[]);
    is(&["yes host=a", "yes", "", "host=a"], &[]);
    is(&["yes host=a", "no host=b"], &["valid material yes[0] no[1]"]);
    is(&["no", "yes", "", "no"], &["valid material no[0, 3] yes[1]"]);
    let mut crashed = told("yes host=b");
    crashed.crash = Some("died".into());
    assert_eq!(differences(&[told("host=a"), crashed]), []);
}

/// An equivalence: whoever is the same as a second is in one group with a third that is the same.
#[test]
fn readers_fall_into_groups() {
    is(
        &["host=A.example", "host=b.example", "host=a.example", "host"],
        &[
            "host material \"A.example\"[0, 2] \"b.example\"[1] -[3]",
            "host canonical \"A.example\"[0] \"a.example\"[2] letter-case",
        ],
    );
}

/// 3.1: "schemes are case-insensitive"; a scheme has at least a letter.
#[test]
fn schemes() {
    is(&["scheme=HTTP", "scheme=http"], &["scheme canonical \"HTTP\"[0] \"http\"[1] letter-case"]);
    is(&["scheme=", "scheme"], &["scheme canonical \"\"[0] -[1] empty-for-undefined"]);
    is(&["scheme=http", "scheme"], &["scheme material \"http\"[0] -[1]"]);
}

/// 3.2.1: "any data after the first colon"; an empty one indicates no password.
#[test]
fn users() {
    is(&["userinfo", "userinfo="], &["userinfo canonical -[0] \"\"[1] empty-for-undefined"]);
    is(
        &["userinfo=u", "userinfo=u:"],
        &["userinfo canonical \"u\"[0] \"u:\"[1] empty-for-undefined"],
    );
    is(&["userinfo=a%40b", "userinfo=a@b"], &["userinfo canonical \"a%40b\"[0] \"a@b\"[1] escape"]);
    is(&["userinfo=a%3Ab", "userinfo=a:b"], &["userinfo material \"a%3Ab\"[0] \"a:b\"[1]"]);
    is(&["userinfo=u", "userinfo"], &["userinfo material \"u\"[0] -[1]"]);
    is(&["userinfo=u", "userinfo=U"], &["userinfo material \"u\"[0] \"U\"[1]"]);
}

#[test]
fn hosts() {
    is(&["host", "host="], &["host canonical -[0] \"\"[1] empty-for-undefined"]);
    is(&["host=[::1]", "host=::1"], &["host canonical \"[::1]\"[0] \"::1\"[1] address"]);
    is(&["host=[::A]", "host=[0::a]"], &["host canonical \"[::A]\"[0] \"[0::a]\"[1] address"]);
    is(&["host=a%c3", "host=a%C3"], &["host canonical \"a%c3\"[0] \"a%C3\"[1] escape"]);
    is(
        &["scheme=file host=", "scheme=file host=localhost"],
        &["host canonical \"\"[0] \"localhost\"[1] default-host"],
    );
    is(&["host=h", "host"], &["host material \"h\"[0] -[1]"]);
    is(
        &["host=%31.2.3.4", "host=1.2.3.4"],
        &["host material \"%31.2.3.4\"[0] \"1.2.3.4\"[1] host-escape"],
    );
    is(
        &["host=0x7f.1", "host=127.0.0.1"],
        &["host material \"0x7f.1\"[0] \"127.0.0.1\"[1] ipv4-form"],
    );
    // One of three is another host in truth.
    is(
        &["host=0x7f.1", "host=127.0.0.1", "host=evil"],
        &["host material \"0x7f.1\"[0] \"127.0.0.1\"[1] \"evil\"[2]"],
    );
    is(&["host=a.", "host=a"], &["host material \"a.\"[0] \"a\"[1] trailing-dot"]);
    // 3.2.2: brackets are for addresses only, and v1.a without them is a name.
    is(&["host=[v1.a]", "host=v1.a"], &["host material \"[v1.a]\"[0] \"v1.a\"[1]"]);
    // An IPv6 address that holds one of IPv4 is not that one.
    is(
        &["host=[::ffff:1.2.3.4]", "host=1.2.3.4"],
        &["host material \"[::ffff:1.2.3.4]\"[0] \"1.2.3.4\"[1]"],
    );
}

/// 3.2.3: "omit the port component and its ":" delimiter if port is empty or if its value would be
/// the same as that of the scheme's default".
#[test]
fn ports() {
    let canonical = |one, other| format!("port canonical {one}[0] {other}[1] default-port");
    is(&["scheme=http port", "scheme=http port=80"], &[&canonical("-", "\"80\"")]);
    is(&["scheme=http port=", "scheme=http port=080"], &[&canonical("\"\"", "\"080\"")]);
    is(&["scheme=x port=8", "port=08"], &[&canonical("\"8\"", "\"08\"")]);
    // The second does not tell its scheme: the first has.
    is(&["scheme=http port", "port=80"], &[&canonical("-", "\"80\"")]);
    is(&["scheme=x port", "scheme=x port=80"], &["port material -[0] \"80\"[1]"]);
    is(&["scheme=http port", "scheme=http port=443"], &["port material -[0] \"443\"[1]"]);
    // Nobody tells a port: which port follows from the scheme is a matter of the scheme.
    is(&["scheme=http port", "scheme=https port"], &["scheme material \"http\"[0] \"https\"[1]"]);
    is(
        &["scheme=http port=80", "scheme=https port=80"],
        &["scheme material \"http\"[0] \"https\"[1]"],
    );
}

#[test]
fn an_empty_port_is_none_without_a_default_too() {
    is(&["scheme=x port=", "scheme=x port"], &["port canonical \"\"[0] -[1] default-port"]);
}

/// 6.2.3, 6.2.2.2, 6.2.2.3.
#[test]
fn paths() {
    is(&["host=h path=", "host=h path=/"], &["path canonical \"\"[0] \"/\"[1] empty-path"]);
    is(&["host path=", "host path=/"], &["path other \"\"[0] \"/\"[1]"]);
    is(&["path", "path="], &["path canonical -[0] \"\"[1] empty-for-undefined"]);
    is(&["path=/%7ea|", "path=/~a%7C"], &["path canonical \"/%7ea|\"[0] \"/~a%7C\"[1] escape"]);
    is(&["path=/a/../b", "path=/b"], &["path canonical \"/a/../b\"[0] \"/b\"[1] dot-segments"]);
    is(
        &["path=/a/%2e%2E/b", "path=/b"],
        &["path canonical \"/a/%2e%2E/b\"[0] \"/b\"[1] escape dot-segments"],
    );
    is(&["path=/a%2Fb", "path=/a/b"], &["path other \"/a%2Fb\"[0] \"/a/b\"[1]"]);
    is(&["path=/a\\b", "path=/a/b"], &["path other \"/a\\\\b\"[0] \"/a/b\"[1]"]);
    is(&["path=/A", "path=/a"], &["path other \"/A\"[0] \"/a\"[1]"]);
    is(&["path=/a%21", "path=/a!"], &["path other \"/a%21\"[0] \"/a!\"[1]"]);
}

#[test]
fn queries_and_fragments() {
    is(&["query", "query="], &["query canonical -[0] \"\"[1] empty-for-undefined"]);
    is(&["query=é", "query=%c3%a9"], &["query canonical \"é\"[0] \"%c3%a9\"[1] escape"]);
    is(&["fragment=a", "fragment"], &["fragment other \"a\"[0] -[1]"]);
    is(&["query=a+b", "query=a%20b"], &["query other \"a+b\"[0] \"a%20b\"[1]"]);
}

#[test]
fn an_authority_stands_for_what_is_not_told() {
    // The first tells the host too, and is in both.
    is(
        &["userinfo=u host=h port=1", "authority=u@H:1"],
        &["authority canonical \"u@h:1\"[0] \"u@H:1\"[1] letter-case"],
    );
    is(
        &["userinfo host=h port", "authority=evil@h"],
        &["authority material \"h\"[0] \"evil@h\"[1]"],
    );
    is(&["authority=a host=a", "authority=b host=a"], &[]);
}

#[test]
fn wholes() {
    is(
        &["target=http://a/b", "target=http://c/b"],
        &["target material \"http://a/b\"[0] \"http://c/b\"[1]"],
    );
    is(
        &["target=http://a/b", "target=http://a/c"],
        &["target other \"http://a/b\"[0] \"http://a/c\"[1]"],
    );
    is(
        &["target=http://a", "target=HTTP://a:80/"],
        &[
            "target canonical \"http://a\"[0] \"HTTP://a:80/\"[1] empty-path letter-case default-port",
        ],
    );
    is(&["normalized=a:b", "normalized"], &["normalized material \"a:b\"[0] -[1]"]);
}

#[test]
fn what_contacts_another_host_comes_first() {
    is(
        &[
            "yes scheme=a userinfo host=a port=1 path=a query",
            "yes scheme=b userinfo=u host=b port=2 path=b query=",
            "no",
        ],
        &[
            "host material \"a\"[0] \"b\"[1]",
            "valid material yes[0, 1] no[2]",
            "port material \"1\"[0] \"2\"[1]",
            "scheme material \"a\"[0] \"b\"[1]",
            "userinfo material -[0] \"u\"[1]",
            "path other \"a\"[0] \"b\"[1]",
            "query canonical -[0] \"\"[1] empty-for-undefined",
        ],
    );
}

/// Who accepts a string and finds a host contacts one where who rejects it stops. Where no host is found, in the string
/// or in its target, a port or a scheme weighs more.
#[test]
fn a_host_that_another_reader_does_not_reach() {
    let valid = "valid material yes[0, 1] no[2]";
    let port = "port material \"1\"[0] \"2\"[1]";
    for (told, is_first) in [
        ("host=h", true),
        ("authority=h:1", true),
        ("target=a://h/", true),
        ("target=a:/h", false),
        ("host=", false),
        ("host", false),
        ("", false),
    ] {
        let [one, other] = ["1", "2"].map(|port| format!("yes port={port} {told}"));
        let expected = if is_first { [valid, port] } else { [port, valid] };
        is(&[&one, &other, "no host=h"], &expected);
    }
    // Who does not say that the string is valid has not accepted it.
    let found = differences(&[told("yes"), told("host=h"), told("no")]);
    assert!(found.iter().all(|one| !one.has_host));
}

/// What the built-in readers find in strings on which readers are known to part.
#[test]
fn known_strings() {
    let found = |text| {
        let told = by_appendix_b(text, None);
        [Component::Userinfo, Component::Host, Component::Port, Component::Path]
            .map(|component| told.component(component).text().map(str::to_owned))
    };
    let some = |text: &str| Some(text.to_owned());
    for (text, is_valid, parts) in [
        (
            "http://evil.com\\@good.com/",
            false,
            [some("evil.com\\"), some("good.com"), None, some("/")],
        ),
        ("http://a@b@c/", false, [some("a@b"), some("c"), None, some("/")]),
        ("http://a#@b/", true, [None, some("a"), None, some("")]),
        ("http://a\tb/", false, [None, some("a\tb"), None, some("/")]),
        ("http:h/", true, [None, None, None, some("h/")]),
        ("http:///h", true, [None, some(""), None, some("/h")]),
        ("http://a%2Fb/", true, [None, some("a%2Fb"), None, some("/")]),
        ("http://0177.1/", true, [None, some("0177.1"), None, some("/")]),
        ("http://[::1", false, [None, some("[::1"), None, some("")]),
        ("http://a%00b/", true, [None, some("a%00b"), None, some("/")]),
    ] {
        assert_eq!(found(text), parts, "{text}");
        assert_eq!(by_rfc3986(text, None).is_valid, Some(is_valid), "{text}");
    }
}

/// 5.4.1, and by the same steps for what is not valid.
#[test]
fn targets() {
    let base = Some("http://a/b/c/d;p?q");
    assert_eq!(by_rfc3986("../g", base).target.text(), Some("http://a/b/g"));
    assert_eq!(by_appendix_b("../g|", base).target.text(), Some("http://a/b/g|"));
    assert_eq!(by_rfc3986("../g|", base).target, Tell::NotTold);
    assert_eq!(by_rfc3986("g", None).target, Tell::NotTold);
}

#[test]
fn last_delimiters_divide() {
    for (authority, expected) in [
        ("", (None, "", None)),
        ("h", (None, "h", None)),
        ("u:p@h:80", (Some("u:p"), "h", Some("80"))),
        ("@h:", (Some(""), "h", Some(""))),
        ("a@b@c", (Some("a@b"), "c", None)),
        ("evil.com\\@good.com", (Some("evil.com\\"), "good.com", None)),
        ("[::1]", (None, "[::1]", None)),
        ("[::1]:8", (None, "[::1]", Some("8"))),
        ("[::1", (None, "[::1", None)),
        ("[::1]x:8", (None, "[::1]x", Some("8"))),
        ("::1", (None, ":", Some("1"))),
        ("h:x", (None, "h", Some("x"))),
    ] {
        assert_eq!(divide_authority(authority), expected, "{authority}");
    }
}
