//! `--grammar`: strings tried against a grammar of the user, members made, suites written, two versions
//! compared.

use serde_json::{Value, json};

use super::json::keys;
use super::scaled;
use super::support::{Done, ROOT, file, urispec};

const TIME: &str = "time = hour \":\" 2DIGIT\nhour = DIGIT / %x31 DIGIT / %x32 %x30-33\n";

fn lines(done: &Done) -> Vec<Value> {
    done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn strings_are_tried() {
    file("time.abnf", TIME);
    let check =
        |more: &[&str]| urispec([&["check", "--grammar", "time.abnf"], more].concat()).done();
    // The first production is the default.
    check(&["-v", "23:59"]).expect(0, "23:59: ok\n").quietly();
    check(&["24:00", "7:5", "1:00x"]).expect(
        1,
        "24:00: at byte 1: found \"4\", expected \"0\"-\"3\" or \":\"\n\
         7:5: at byte 3: found end of input, expected \"0\"-\"9\"\n\
         1:00x: at byte 4: found \"x\", expected end of input\n",
    );
    check(&["--rule", "HOUR", "-q", "23"]).expect(0, "").quietly();
    file("times", b"1:00\n\xff\n1:0\xff\n");
    check(&["--count", "-f", "times"]).expect(1, "3 checked: 1 valid, 2 invalid\n");
    let done = check(&["--json", "-f", "times"]);
    let found = lines(&done);
    keys(&found[0], "schema grammar rule input line valid");
    keys(&found[2], "schema grammar rule input_hex line valid error");
    assert_eq!(found[2]["input_hex"], "313a30ff");
    assert_eq!(
        found[2]["error"],
        json!({
            "offset": 3, "column": 4, "found": "0xFF", "expected": ["\"0\"-\"9\""],
            "message": "at byte 3: found 0xFF, expected \"0\"-\"9\"",
        })
    );
    check(&["--rule", "hours", "x"]).expect(2, "").saying("'hour'");
    check(&["--edition", "rfc2396", "x"]).expect(2, "").saying("cannot be used with");
    urispec(["check", "--characters", "octets", "x"])
        .done()
        .expect(2, "")
        .saying("--grammar <FILE>");
}

/// A range of code points, and the same numbers as octets.
#[test]
fn characters_and_bytes() {
    file("wide.abnf", "a = 1*%xC0-24F\n");
    let done = urispec(["check", "--grammar", "wide.abnf", "é", "éa", "×Ā", "\u{250}"]).done();
    let expected = "expected U+00C0-U+024F";
    let expected = done.stdout.replace("\"À\"-\"ɏ\"", "U+00C0-U+024F").contains(expected);
    assert!(expected && done.code == 1, "{}", done.stdout);
    assert!(done.stdout.contains("éa: at byte 2: found \"a\", "), "{}", done.stdout);
    file("latin.abnf", "a = 1*%xC0-FF\n");
    // C3 is in, and A9 is not.
    let done = urispec(["check", "--grammar", "latin.abnf", "é"]).done();
    assert!(done.stdout.contains("at byte 1: found 0xA9, expected %xC0-%xFF or end of input"));
    let utf8 = ["check", "--grammar", "latin.abnf", "--characters", "utf-8", "é"];
    urispec(utf8).done().expect(0, "").quietly();
    let done = urispec(["sample", "--grammar", "latin.abnf", "--json", "-n", "3"]).done();
    for record in lines(&done) {
        keys(&record, "schema grammar rule input_hex valid");
    }
    let done = urispec(["sample", "--grammar", "latin.abnf"]).done();
    assert_eq!(done.code, 2);
    done.saying("cannot stand on a line as it is; print the strings by --json");
}

#[test]
fn members_are_made_and_suites_written() {
    file("time.abnf", TIME);
    for kind in [&[][..], &["--near-miss"], &["--shortest"]] {
        let args = [&["sample", "--grammar", "time.abnf", "-n", "50"], kind].concat();
        let made = urispec(&args).done();
        assert_eq!((made.code, made.stdout.lines().count()), (0, 50), "{}", made.stderr);
        let is_miss = kind == ["--near-miss"];
        let tried = urispec(["check", "--grammar", "time.abnf", "--count"]).stdin(&made.stdout);
        let wanted = if is_miss { "50 checked: 0 valid" } else { "50 checked: 50 valid" };
        assert!(tried.done().stdout.starts_with(wanted));
    }
    let done = urispec(["sample", "--grammar", "time.abnf", "--max-len", "3"]).done();
    done.expect(1, "").saying("the shortest member has 4 letters");
    let done = urispec(["testgen", "--grammar", "time.abnf", "--rule", "hour"]).done();
    let suite = lines(&done);
    // The whole language but for digits that the grammar does not tell apart: 0 stands for 0 to 3.
    let valid: Vec<_> = suite.iter().filter(|one| one["valid"] == true).collect();
    assert!(valid.iter().all(|one| one["rule"] == "hour" && one["grammar"] == "time.abnf"));
    assert!(suite.iter().any(|one| one["input"] == "24" || one["input"] == "2a"));
    for one in &suite {
        let text = one["input"].as_str().unwrap();
        let hour = text.parse::<u8>().is_ok_and(|hour| hour < 24);
        let is_hour = hour && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_hour = is_hour && (text.len() == 1 || text.len() == 2 && !text.starts_with('0'));
        assert_eq!(one["valid"], is_hour, "{text}");
    }
}

#[test]
fn productions_are_explained() {
    file("time.abnf", TIME);
    let done = urispec(["explain", "--grammar", "time.abnf", "hour"]).done();
    let shown = "hour (time.abnf, line 2)\n\n\
        \x20 printed      hour = DIGIT / %x31 DIGIT / %x32 %x30-33\n\
        \x20 uses         DIGIT\n\
        \x20 used by      time\n\
        \x20 states       5\n";
    assert!(done.stdout.starts_with(shown), "{}", done.stdout);
    let done = urispec(["explain", "--json", "--grammar", "time.abnf", "hour", "time"]).done();
    keys(
        &lines(&done)[1],
        "schema grammar rule line printed uses used_by states members near_misses",
    );
    let hours = json!([
        {"text": "DIGIT", "member": "0"},
        {"text": "%x31 DIGIT", "member": "10"},
        {"text": "%x32 %x30-33", "member": "20"},
    ]);
    assert_eq!(lines(&done)[0]["alternatives"], hours);
    file("nest.pest", "// Brackets.\na = { \"(\" ~ a ~ \")\" | b }\nb = @{ 'x'..'z' }\n");
    let done = urispec(["explain", "--grammar", "nest.pest", "a", "b"]).done();
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("  pest         a = {"), "{}", done.stdout);
    assert!(done.stdout.contains("  undecided    nest.pest:2: rule `a`: recursion that is not"));
    for command in ["check", "sample", "testgen"] {
        let done = urispec([command, "--grammar", "nest.pest"]).stdin("x\n").done();
        done.expect(2, "")
            .saying("recursion that is not at the end of the rule is not regular: a -> a");
        let done = urispec([command, "--grammar", "nest.pest", "--rule", "b"]).stdin("x\n").done();
        assert_eq!(done.code, 0, "{}", done.stderr);
    }
}

#[test]
fn two_versions_are_compared() {
    file("old.abnf", "time = hour \":\" 2DIGIT\nhour = 1*2DIGIT\nOLD-name = \"x\"\ngone = \"y\"\n");
    file("new.abnf", "time = hour \":\" 2DIGIT\nhour = 2DIGIT\nnew-label = \"x\"\nadded = \"z\"\n");
    let done = urispec(["diff", "old.abnf", "new.abnf"]).done();
    let shown = "old.abnf differs from new.abnf\n\n\
        productions that changed\n\
        \x20                       only old.abnf  only new.abnf\n\
        \x20 time  contains  time  \"0:00\"\n\
        \x20 hour  contains  hour  \"0\"\n\n\
        other name, same strings\n  OLD-name = new-label\n\n\
        only in old.abnf\n  gone\n\n\
        only in new.abnf\n  added\n";
    assert_eq!((done.code, &*done.stdout), (1, shown));
    let done = urispec(["diff", "--json", "old.abnf", "new.abnf"]).done();
    let found = &lines(&done)[0];
    keys(found, "schema left right changed pairs gone appeared");
    let pair = json!({
        "left_rule": "hour", "right_rule": "hour", "by": "name", "relation": "contains",
        "only_left": "0", "common": "00",
    });
    assert_eq!(found["pairs"][1], pair);
    let same = urispec(["diff", "old.abnf", "old.abnf"]).done();
    assert!(same.code == 0 && same.stdout.starts_with("old.abnf equals old.abnf\n"));
    let done = urispec(["diff", "old.abnf", "new.abnf", "--rule", "gone", "added"]).done();
    let shown =
        "old.abnf gone disjoint new.abnf added\n\n  only old.abnf  \"Y\"\n  only new.abnf  \"Z\"\n";
    done.expect(1, shown).quietly();
    file("nests.abnf", "a = \"(\" a \")\" / \"x\"\n");
    let done = urispec(["diff", "nests.abnf", "nests.abnf"]).done();
    assert!(done.code == 2 && done.stdout.contains("\nundecided\n  a: "), "{}", done.stdout);
    let done = urispec(["diff", "nests.abnf", "nests.abnf", "--rule", "a", "a"]).done();
    done.expect(2, "").saying("`a` recurses");
    urispec(["diff", "rfc2396", "rfc3987x"]).done().expect(2, "");
    let done = urispec(["diff", "rfc2396", "rfc3986", "--characters", "octets"]).done();
    done.expect(2, "").saying("an option says how to read a file");
}

/// An edition beside the file of its own grammar, which needs a reading, and with the reading.
#[test]
fn an_edition_beside_a_file() {
    let grammar = |name: &str| format!("{ROOT}/grammar/{name}");
    let (printed, readings) = (grammar("rfc3986.abnf"), grammar("rfc3986.readings.abnf"));
    let done = urispec(["diff", "rfc3986", &printed, "--readings", &readings]).done();
    assert_eq!((done.code, &*done.stderr), (0, ""), "{}", done.stdout);
    let done =
        urispec(["diff", &grammar("rfc2396.bnf"), "rfc3986", "--rule", "mark", "gen-delims"]);
    assert!(done.done().stdout.contains(" mark disjoint rfc3986 gen-delims\n"));
}

#[test]
fn ebnf() {
    file(
        "name.ebnf",
        "Name ::= Start (Start | [0-9] | #xB7)* - 'xml'\nStart ::= [a-z] | [#xC0-#xD6]\n",
    );
    let check = ["check", "--grammar", "name.ebnf"];
    urispec(check.iter().chain(&["xm", "Àa·"])).done().expect(0, "").quietly();
    file("iso.ebnf", "list = item, { ',', item } ; (* one or more *)\nitem = { 'a' | 'b' }- ;\n");
    urispec(["check", "--grammar", "iso.ebnf", "a,ba"]).done().expect(0, "").quietly();
    urispec(["check", "--grammar", "iso.ebnf", "a,"])
        .done()
        .expect(1, "a,: at byte 2: found end of input, expected \"a\"-\"b\"\n");
    let done = urispec(["check", "--grammar", "iso.ebnf", "--notation", "w3c", "a"]).done();
    done.expect(2, "").saying("iso.ebnf");
    file("pair.pest", "list = { item ~ (\",\" ~ item)* }\nitem = { ('a'..'b')+ }\n");
    let done = urispec(["audit", "--bnf", "iso.ebnf", "--pest", "pair.pest"]).done();
    assert!(done.code == 0 && done.stdout.ends_with("2 productions, 2 equal\n"), "{}", done.stdout);
    file("words", "a = \"x\"\n");
    let done = urispec(["check", "--grammar", "words", "x"]).done();
    done.expect(2, "").saying("give --notation abnf, bnf, rfc1630, w3c, iso, pest, text or");
    urispec(["check", "--grammar", "words", "--notation", "ABNF", "X"]).done().expect(0, "");
}

#[test]
fn documents_and_patterns() {
    file(
        "words.txt",
        "1. Words\n\n   A word is short:\n\n      word = 1*2%x61-7A\n\n   No more.\n",
    );
    let check = ["check", "--grammar", "words.txt"];
    urispec(check.iter().chain(&["ab"])).done().expect(0, "").quietly();
    urispec(check.iter().chain(&["abc"]))
        .done()
        .expect(1, "abc: at byte 2: found \"c\", expected end of input\n");
    // `$` lets a line break through in Python.
    file("words.re", "# patterns\nword\t^[a-z]{1,2}$\n^[a-z]+\\Z\n(?P<a>\n");
    let python = |rule: &str, string: &str| {
        let check = ["check", "--grammar", "words.re", "--notation", "python", "--rule"];
        urispec(check.iter().chain(&[rule, string])).done()
    };
    python("word", "ab\n").expect(0, "").quietly();
    assert_eq!(python("pattern-2", "ab\n").code, 1);
    python("pattern-3", "a").expect(2, "").saying("words.re, line 4: ");
    // A character above U+FFFF is two code units, of which `.` takes one.
    file("dot.re", "/^.$/g\n");
    let check = ["check", "--grammar", "dot.re", "--notation", "ecmascript"];
    urispec(check.iter().chain(&["a"])).done().expect(0, "").quietly();
    assert_eq!(urispec(check.iter().chain(&["😀"])).done().code, 1);
    let diff = ["diff", "words.txt", "words.re", "--notation", "python"];
    let done = urispec(diff.iter().chain(&["--rule", "word", "word"])).done();
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stdout.contains("\"a\\n\""), "{}", done.stdout);
}

#[test]
fn what_is_read_otherwise_and_what_stands_beside() {
    file("or.abnf", "a = \"x\" | port\nport = <port, see [URI], Section 3.2.3>\n");
    let done = urispec(["check", "--grammar", "or.abnf", "8080"]).done();
    done.expect(0, "")
        .saying("read as: `|` stands between alternatives, where ABNF has `/` (a, line 1)");
    let done = urispec(["check", "--grammar", "or.abnf", "--verbose", "8080"]).done();
    done.expect(0, "8080: ok\n").saying("`<port, see [URI], Section 3.2.3>` is `port` of rfc3986");
    file("hole.abnf", "a = \"x\" b\n");
    let done = urispec(["check", "--grammar", "hole.abnf", "x"]).done();
    done.expect(2, "").saying("`a` uses `b`, which is not defined");
    let args = ["check", "--grammar", "hole.abnf", "--assume", "b=*DIGIT", "x12"];
    urispec(args).done().expect(0, "").quietly();
    file("b.abnf", "b = \"y\"\n");
    let args = ["check", "--grammar", "hole.abnf", "--import", "b.abnf", "xy"];
    assert_eq!(urispec(args).done().code, 0);
}

/// All commands say it with the same words, each with the line of the other definition.
#[test]
fn a_production_that_is_defined_twice() {
    file("twice.abnf", "a = \"x\" b\nb = \"1\"\na = \"y\"\n");
    file("twice.md", "# T\n\n```abnf\na = \"x\" b\nb = \"1\"\n```\n\n```abnf\na = \"y\"\n```\n");
    let sourcecode = "<sourcecode type=\"abnf\">\na = \"x\" b\nb = \"1\"\na = \"y\"\n</sourcecode>";
    let xml =
        format!("<rfc><middle><section><name>T</name>\n{sourcecode}</section></middle></rfc>\n");
    file("twice.xml", xml);
    file("twice.pest", "a = { \"x\" }\na = { \"y\" }\n");
    file("twice-b.pest", "a = { ^\"y\" }\nb = { \"1\" }\n");
    for (name, line, end) in [
        ("twice.abnf", 1, "; remove one of the two, or add to the first by `=/`"),
        ("twice.md", 4, "; the last one is taken"),
        ("twice.xml", 3, "; the last one is taken"),
        ("twice.pest", 1, "; remove one of the two"),
    ] {
        let told = format!("it is defined twice, also on line {line}{end}");
        let pest = ["--pest", "twice-b.pest"];
        let mut commands: Vec<Vec<&str>> = vec![
            vec!["lint", "--notation", name.split_once('.').unwrap().1, name],
            vec!["check", "--rule", "a", "--grammar", name, "y"],
            vec!["sample", "--rule", "a", "--grammar", name],
            vec!["export", "--as", "abnf", "--rule", "a", "--grammar", name],
            vec!["export", "--as", "pest", "--grammar", name],
            vec!["testgen", "--rule", "a", "--grammar", name],
            vec!["diff", name, "twice-b.pest"],
        ];
        if name != "twice.pest" {
            commands.push(["audit", "--bnf", name].into_iter().chain(pest).collect());
        }
        if name.ends_with(".md") || name.ends_with(".xml") {
            commands.push(vec!["abnf", name]);
        }
        for command in commands {
            let done = urispec(&command).done();
            let said = format!("{}{}", done.stdout, done.stderr);
            assert!(said.contains(&told), "{command:?}: {said}");
        }
    }
    // A file of ABNF is a document too: what it prints last is taken from it.
    let done = urispec(["abnf", "twice.abnf"]).done();
    done.expect(0, "; line 2\nb = \"1\"\na = \"y\"\n").saying(
        "twice.abnf, line 3: `a`: it is defined twice, also on line 1; the last one is taken",
    );
}

/// What is taken from other documents, as it is written there, is told where somebody asks.
#[test]
fn imports_are_told_on_demand() {
    file("taken.abnf", "a = port scheme ALPHA\nport = <port, see [URI], Section 3.2.3>\n");
    let given = ["--grammar", "taken.abnf", "--import", "rfc3986", "--rule", "port"];
    for command in
        [&["sample", "-n", "1"][..], &["export", "--as", "abnf"], &["testgen"], &["check", "80"]]
    {
        let all = command.iter().chain(&given);
        let quiet = urispec(all.clone()).done();
        assert!(!quiet.stderr.contains("rfc3986"), "{command:?}: {}", quiet.stderr);
        let told = urispec(all.chain(&["-v"])).done();
        let taken =
            "`scheme` is not defined here; the imported `rfc3986:scheme` is taken (a, line 1)";
        assert!(told.stderr.contains(taken), "{command:?}: {}", told.stderr);
    }
    let diff = ["diff", "taken.abnf", "taken.abnf", "--import", "rfc3986"];
    let quiet = urispec(diff).done();
    assert_eq!((quiet.code, &*quiet.stderr), (0, ""));
    let told = urispec(diff.iter().chain(&["-v"])).done();
    assert!(told.stderr.contains("is `port` of rfc3986 (port, line 2)"), "{}", told.stderr);
}

#[test]
fn hostile_grammars() {
    let count = scaled(2_000, 10_000);
    let many = (0..count).map(|at| format!("r{at} = \"{at}\" [ r{} ]\n", at + 1));
    let many: String = many.chain([format!("r{count} = \"x\"\n")]).collect();
    file("many.abnf", many);
    file("large.abnf", "a = *( \"a\" / \"b\" ) \"a\" 100( \"a\" / \"b\" )\n");
    file("left.abnf", "a = a \"x\" / \"y\"\n");
    file("empty.abnf", "");
    file("binary.abnf", b"a = \x00\xff\xfe\n");
    file("stray.abnf", "this is no grammar\n");
    for (name, code, why) in [
        ("no-such-file.abnf", 2, "cannot read no-such-file.abnf"),
        ("empty.abnf", 2, "no production in it"),
        ("binary.abnf", 2, "binary.abnf:1: not UTF-8"),
        ("stray.abnf", 2, "stray.abnf, line 1: neither a production nor a part of one"),
        ("left.abnf", 2, "`a` recurses"),
        ("large.abnf", 2, "the automaton of `a`"),
    ] {
        for command in ["check", "sample", "testgen"] {
            let done = urispec([command, "--grammar", name]).stdin("a\n").done();
            done.expect(code, "").saying(why);
        }
        let done = urispec(["diff", name, name]).done();
        assert_eq!(done.code, 2, "{name}: {}", done.stdout);
    }
    let last = format!("r{}", count - 1);
    let done =
        urispec(["check", "--grammar", "many.abnf", "--rule", &last, &format!("{}x", count - 1)])
            .done();
    done.expect(0, "").quietly();
    let done = urispec(["explain", "--grammar", "many.abnf", &format!("r{count}")]).done();
    assert_eq!(done.code, 0, "{}", done.stderr);
}

/// The collected grammars of RFCs, where they are at hand: members of them are members.
#[test]
fn grammars_of_documents() {
    let folder = std::env::var("URISPEC_SHARED").unwrap_or_else(|_| format!("{ROOT}/../shared"));
    let path = |name: &str| format!("{folder}/spec/abnf/{name}.abnf");
    if !std::path::Path::new(&path("rfc3339")).exists() {
        eprintln!("skipped: {} is not at hand", path("rfc3339"));
        return;
    }
    for (name, rule, valid, invalid) in [
        ("rfc3339", "date-time", "1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.52"),
        ("rfc3986", "URI", "a:b", "a"),
        ("rfc5646", "Language-Tag", "de-CH-1996", "de_CH"),
    ] {
        let path = path(name);
        let check =
            |text| urispec(["check", "-q", "--grammar", &path, "--rule", rule, text]).done();
        assert_eq!((check(valid).code, check(invalid).code), (0, 1), "{name}");
        let made = urispec(["sample", "--grammar", &path, "--rule", rule, "-n", "40"]).done();
        assert_eq!(made.code, 0, "{name}: {}", made.stderr);
        let tried = urispec(["check", "-q", "--grammar", &path, "--rule", rule]).stdin(made.stdout);
        assert_eq!(tried.done().code, 0, "{name}");
    }
}
