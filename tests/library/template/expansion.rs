//! Expansion: section 3, and every example that RFC 6570 prints.

use urispec_template::{ExpandFaultKind, UriTemplate, Value, Values};

use super::{template, values};

#[track_caller]
fn expanded(text: &str, values: &Values) -> String {
    template(text).expand(values).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_printed_example() {
    let lines = include_str!("examples.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let [section, text, expansion] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        assert_eq!(expanded(text, &values()), expansion, "{section}: {text}");
        count += 1;
    }
    assert_eq!(count, 188);
    // 1.1.
    let text = "http://www.example.com/foo{?query,number}";
    let number = Values::new().with("number", "100");
    let both = number.clone().with("query", "mycelium");
    assert_eq!(expanded(text, &both), "http://www.example.com/foo?query=mycelium&number=100");
    assert_eq!(expanded(text, &number), "http://www.example.com/foo?number=100");
    assert_eq!(expanded(text, &Values::new()), "http://www.example.com/foo");
    for (text, name, value, expansion) in [
        ("http://example.com/~{username}/", "username", "fred", "http://example.com/~fred/"),
        (
            "http://example.com/dictionary/{term:1}/{term}",
            "term",
            "cat",
            "http://example.com/dictionary/c/cat",
        ),
    ] {
        assert_eq!(expanded(text, &Values::new().with(name, value)), expansion);
    }
    let search = Values::new().with("q", "chien").with("lang", "fr");
    let search = expanded("http://example.com/search{?q,lang}", &search);
    assert_eq!(search, "http://example.com/search?q=chien&lang=fr");
    // 2.4.2.
    let address = [("city", "Newport Beach"), ("state", "CA")];
    let mapped = expanded("/mapper{?address*}", &Values::new().with("address", address));
    assert_eq!(mapped, "/mapper?city=Newport%20Beach&state=CA");
}

/// 2.3, 3.2.1.
#[test]
fn undefined_values() {
    for operator in ["", "+", "#", ".", "/", ";", "?", "&"] {
        let text = format!("a{{{operator}x,y*}}b");
        assert_eq!(expanded(&text, &Values::new()), "ab", "{text}");
        let empty =
            Values::new().with("x", Value::List(Vec::new())).with("y", Value::Map(Vec::new()));
        assert_eq!(expanded(&text, &empty), "ab", "{text}");
    }
    // The first that is defined has the delimiter of the operator.
    assert_eq!(expanded("{?a,b,c}", &Values::new().with("b", "1").with("c", "2")), "?b=1&c=2");
    // A prefix of what is undefined is nothing.
    let empty = Values::new().with("x", Value::List(Vec::new()));
    assert_eq!(expanded("a{x:3}", &empty), "a");
    // Members that are undefined are none.
    let read: Values = serde_json::from_str(
        r#"{"l": ["a", null, "b"], "m": {"k": null, "n": "v"}, "u": null, "e": {"k": null}}"#,
    )
    .unwrap();
    assert_eq!(expanded("{l}{?m*,u,e*}", &read), "a,b?n=v");
}

/// 2.3, 3.2.7, 3.2.8.
#[test]
fn empty_values() {
    let values = Values::new().with("x", "").with("l", ["", ""]).with("o", [""]);
    for (text, expansion) in [
        ("{x}", ""),
        ("{+x}", ""),
        ("{#x}", "#"),
        ("{.x}", "."),
        ("{/x}", "/"),
        ("{;x}", ";x"),
        ("{?x}", "?x="),
        ("{&x}", "&x="),
        ("{l}", ","),
        ("{/l*}", "//"),
        ("{;l*}", ";l;l"),
        ("{?l*}", "?l=&l="),
        ("{;l}", ";l=,"),
        // A list of one empty string is no empty list.
        ("{;o}", ";o="),
        ("{?o}", "?o="),
        ("{;o*}", ";o"),
    ] {
        assert_eq!(expanded(text, &values), expansion, "{text}");
    }
}

/// 1.6, 3.2.1.
#[test]
fn encoding() {
    let all = ":/?#[]@!$&'()*+,;=-._~aZ09 \"<>\\^`{|}%é\u{7F}";
    let values = Values::new().with("x", all);
    let plain = "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D-._~aZ09";
    let rest = "%20%22%3C%3E%5C%5E%60%7B%7C%7D%25%C3%A9%7F";
    assert_eq!(expanded("{x}", &values), format!("{plain}{rest}"));
    assert_eq!(expanded("{/x}", &values), format!("/{plain}{rest}"));
    let reserved = ":/?#[]@!$&'()*+,;=-._~aZ09";
    assert_eq!(expanded("{+x}", &values), format!("{reserved}{rest}"));
    assert_eq!(expanded("{#x}", &values), format!("#{reserved}{rest}"));
    for (value, plain, reserved) in [
        ("%", "%25", "%25"),
        ("%4", "%254", "%254"),
        ("%4g", "%254g", "%254g"),
        ("%2f", "%252f", "%2f"),
        ("%%41", "%25%2541", "%25%41"),
        ("😀", "%F0%9F%98%80", "%F0%9F%98%80"),
    ] {
        let values = Values::new().with("x", value);
        assert_eq!(expanded("{x}", &values), plain);
        assert_eq!(expanded("{+x}", &values), reserved);
    }
}

/// 2.1, 3.1.
#[test]
fn literals() {
    for (text, expansion) in [
        ("é", "%C3%A9"),
        ("a%c3%A9", "a%c3%A9"),
        ("\u{E000}", "%EE%80%80"),
        (":/?#[]@!$&'()*+,;=-._~", ":/?#[]@!$&'()*+,;=-._~"),
        ("", ""),
    ] {
        assert_eq!(expanded(text, &Values::new()), expansion, "{text}");
    }
}

/// 2.4.1, 3.2.1.
#[test]
fn prefixes() {
    for (text, value, expansion) in [
        ("{x:3}", "value", "val"),
        ("{x:9999}", "value", "value"),
        ("{x:2}", "éa", "%C3%A9a"),
        ("{x:1}", "éa", "%C3%A9"),
        ("{x:1}", "😀b", "%F0%9F%98%80"),
        // A "%" of a value is a character, which is encoded.
        ("{x:2}", "%41", "%254"),
        // Where triplets stand as they are, those of a character count once.
        ("{+x:1}", "%41b", "%41"),
        ("{+x:1}", "%C3%A9b", "%C3%A9"),
        ("{#x:2}", "%F0%9F%98%80bc", "#%F0%9F%98%80b"),
        ("{+x:1}", "%FFb", "%FF"),
        ("{+x:1}", "%C3b", "%C3"),
        ("{+x:1}", "%b", "%25"),
        ("{+x:2}", "%%41b", "%25%41"),
        ("{+x:1}", "éb", "%C3%A9"),
    ] {
        assert_eq!(expanded(text, &Values::new().with("x", value)), expansion, "{text} {value}");
    }
}

/// 3.2.1.
#[test]
fn composites() {
    let values =
        Values::new().with("s", "a").with("l", ["a/", "b"]).with("m", [("k", "v/"), ("é", "")]);
    for (text, expansion) in [
        ("{s*}", "a"),
        ("{?s*}", "?s=a"),
        ("{l}", "a%2F,b"),
        ("{+l*}", "a/,b"),
        ("{.l*}", ".a%2F.b"),
        ("{m}", "k,v%2F,%C3%A9,"),
        ("{?m}", "?m=k,v%2F,%C3%A9,"),
        ("{?m*}", "?k=v%2F&%C3%A9="),
        ("{;m*}", ";k=v%2F;%C3%A9"),
        ("{#m*}", "#k=v/,%C3%A9"),
        ("{?s,l*,m*}", "?s=a&l=a%2F&l=b&k=v%2F&%C3%A9="),
    ] {
        assert_eq!(expanded(text, &values), expansion, "{text}");
    }
}

/// 2.3: the case of a name counts, and a triplet in it is not decoded.
#[test]
fn names() {
    let values = Values::new().with("X", "1").with("x%41", "2").with("a.b", "3");
    assert_eq!(expanded("{X}{x}{?xA,x%41,a.b}", &values), "1?x%41=2&a.b=3");
}

/// 1.2, 2.
#[test]
fn levels() {
    for (text, level) in [
        ("", 1),
        ("a{b}", 1),
        ("{+a}", 2),
        ("{#a}{b}", 2),
        ("{a,b}", 3),
        ("{+a,b}", 3),
        ("{.a}", 3),
        ("{/a}", 3),
        ("{;a}", 3),
        ("{?a}", 3),
        ("{&a}", 3),
        ("{a*}", 4),
        ("{+a:3}{b}", 4),
    ] {
        assert_eq!(template(text).level(), Some(level), "{text}");
    }
    assert_eq!(template("{!a}").level(), None);
}

/// 2.2, 2.4.1, 3.
#[test]
fn errors() {
    for operator in ['=', ',', '!', '@', '|'] {
        let text = format!("a{{{operator}x}}{{x}}");
        let error = template(&text).expand(&Values::new().with("x", "1")).unwrap_err();
        let [fault] = error.faults() else { panic!("{error:?}") };
        assert_eq!((&fault.span, &fault.kind), (&(1..5), &ExpandFaultKind::Operator(operator)));
        assert_eq!(error.expanded(), format!("a{{{operator}x}}1"));
    }
    let error = template("{x}{keys:1}{+keys:1}").expand(&values()).unwrap_err();
    assert_eq!(error.expanded(), "1024{keys:1}{+keys:1}");
    assert_eq!(
        error.to_string(),
        "at byte 3: a prefix is not for a list or an associative array, which `keys` is (2.4.1); at \
         byte 11: a prefix is not for a list or an associative array, which `keys` is (2.4.1)"
    );
    // What stands before the fault in the same expression is not expanded either.
    let error = template("{?x,list:2}").expand(&values()).unwrap_err();
    assert_eq!(error.expanded(), "{?x,list:2}");
}

/// Section 3.2.1 and Appendix A contradict each other three times. The section is followed, as the appendix is no rule,
/// but for the name of an exploded list, of which section 2.3 says what the appendix does.
#[test]
fn contradictions() {
    // "Simply "name"", if the value is empty and the type is neither "?" nor "&". The appendix has "name=value".
    let values = Values::new().with("k", [("a", "")]);
    for (text, expansion) in [
        ("{k*}", "a"),
        ("{+k*}", "a"),
        ("{/k*}", "/a"),
        ("{.k*}", ".a"),
        ("{;k*}", ";a"),
        ("{?k*}", "?a="),
    ] {
        assert_eq!(expanded(text, &values), expansion, "{text}");
    }
    // "Both name and value strings are encoded in the same way as simple string values." The appendix encodes
    // names as literals are.
    let values = Values::new().with("k", [("/", "v")]);
    assert_eq!(expanded("{?k*}", &values), "?%2F=v");
    assert_eq!(expanded("{+k*}", &values), "/=v");
    // An exploded list is expanded "as if it were an associative array" of the variable's name, whose "%" would be
    // encoded as that of a value is. 2.3: triplets are "an essential part of the variable name".
    let values = Values::new().with("%41", ["v", "w"]);
    assert_eq!(expanded("{?%41*}{&%41}", &values), "?%41=v&%41=w&%41=v,w");
}

#[test]
fn templates_are_strings() {
    let text = "/a{?b}";
    let template: UriTemplate = text.parse().unwrap();
    assert_eq!((template.to_string(), template.as_ref()), (text.to_owned(), text));
    assert_eq!(serde_json::to_string(&template).unwrap(), "\"/a{?b}\"");
    assert_eq!(serde_json::from_str::<UriTemplate>("\"\\/a{?b}\"").unwrap(), template);
    let error = serde_json::from_str::<UriTemplate>("\"{\"").unwrap_err();
    assert!(
        error.to_string().starts_with("at byte 1: the template ends before the name"),
        "{error}"
    );
    let values: Values =
        serde_json::from_str(r#"{"n": -1.5, "b": true, "l": [1, "2"], "m": {"z": 1, "a": 2}}"#)
            .unwrap();
    let json = r#"{"b":"true","l":["1","2"],"m":{"z":"1","a":"2"},"n":"-1.5"}"#;
    assert_eq!(serde_json::to_string(&values).unwrap(), json);
    assert!(serde_json::from_str::<Values>(r#"{"l": [["a"]]}"#).is_err());
}
