//! `urispec parse --grammar`: trees by a grammar of the user.

use std::process::Command;

use super::support::{file, urispec};

/// Lists that nest, so that no automaton has them.
const LISTS: &str =
    "value = list / number\nlist = \"[\" [ value *( \",\" value ) ] \"]\"\nnumber = 1*DIGIT\n";

#[test]
fn a_tree_has_a_node_for_each_production() {
    file("lists.abnf", LISTS);
    let parse = ["parse", "--grammar", "lists.abnf"];
    let tree = "\
[10,[]]

     0..7  value
     0..7    list
     1..3      value
     1..3        number \"10\"
     4..6      value
     4..6        list \"[]\"
";
    urispec(parse.iter().chain(&["[10,[]]"])).done().expect(0, tree).quietly();
    let tree = "7\n\n     0..1  number \"7\"\n";
    urispec(parse.iter().chain(&["--rule", "NUMBER", "7"])).done().expect(0, tree).quietly();
    // What the notation lends can be asked for all the same.
    let tree = "7\n\n     0..1  DIGIT \"7\"\n";
    urispec(parse.iter().chain(&["--rule", "digit", "7"])).done().expect(0, tree).quietly();
}

#[test]
fn a_string_that_is_no_member_says_where() {
    file("lists.abnf", LISTS);
    let parse = ["parse", "--grammar", "lists.abnf"];
    let done = urispec(parse.iter().chain(&["[1", "[1]]", "[]"])).done();
    done.expect(1, "[]\n\n     0..2  value\n     0..2    list \"[]\"\n")
        .saying("[1: at byte 2: found end of input, expected DIGIT, \",\" or \"]\"\n  [1\n    ^\n")
        .saying("[1]]: at byte 3: found \"]\", expected end of input\n  [1]]\n     ^\n");
    // A production that has an automaton is answered by it, as `check` does.
    let done = urispec(parse.iter().chain(&["--rule", "number", "1x"])).done();
    done.expect(1, "").saying("1x: at byte 1: found \"x\", expected \"0\"-\"9\" or end of input\n");
    urispec(parse.iter().chain(&["-c", "[1", "[1]"]))
        .done()
        .expect(1, "2 parsed: 1 valid, 1 invalid\n");
    let done = urispec(parse.iter().chain(&["--rule", "numbers", "1"])).done();
    done.expect(2, "").saying("'number'");
    let done = urispec(parse.iter().chain(&["--svg", "-", "1"])).done();
    done.expect(2, "").saying("cannot be used with");
}

#[test]
fn one_object_for_each_string() {
    file("lists.abnf", LISTS);
    let done = urispec(["parse", "-j", "--grammar", "lists.abnf"]).stdin(b"[[],1]\n[\xFF\n").done();
    let node = |rule: &str, start: usize, end: usize, children: &str| {
        format!("{{\"rule\":\"{rule}\",\"start\":{start},\"end\":{end},\"children\":[{children}]}}")
    };
    let inner = node("value", 1, 3, &node("list", 1, 3, ""));
    let number = node("value", 4, 5, &node("number", 4, 5, ""));
    let tree = node("value", 0, 6, &node("list", 0, 6, &format!("{inner},{number}")));
    let begun = "{\"schema\":1,\"grammar\":\"lists.abnf\",\"rule\":\"value\"";
    let valid = format!("{begun},\"input\":\"[[],1]\",\"valid\":true,\"tree\":{tree}}}\n");
    let error = "{\"offset\":1,\"found\":\"0xFF\",\"expected\":[\"\\\"[\\\"\",\"DIGIT\",\"\\\"]\\\"\"],\
        \"message\":\"at byte 1: found 0xFF, expected \\\"[\\\", DIGIT or \\\"]\\\"\"}";
    let invalid = format!("{begun},\"input_hex\":\"5bff\",\"valid\":false,\"error\":{error}}}\n");
    done.expect(1, &(valid + &invalid)).quietly();
}

/// The nodes are those of pest: none within `@`, none for `_`, one for `EOI`.
#[test]
fn rules_of_pest() {
    let rules = "list = { open ~ (item ~ (\",\" ~ item)*)? ~ \")\" }\nopen = _{ \"(\" }\n\
                 item = { word | list }\nword = @{ letter+ }\nletter = { 'a'..'z' }\n\
                 whole = { list ~ EOI }\nWHITESPACE = _{ \" \" }\n";
    file("lists.pest", rules);
    let tree = "\
( ab, () )

    0..10  whole
    0..10    list
     2..4      item
     2..4        word \"ab\"
     6..8      item
     6..8        list \"()\"
   10..10    EOI \"\"
";
    let parse = ["parse", "--grammar", "lists.pest", "--rule", "whole"];
    urispec(parse.iter().chain(&["( ab, () )"])).done().expect(0, tree).quietly();
    let done = urispec(parse.iter().chain(&["(ab"])).done();
    done.expect(1, "")
        .saying("(ab: at byte 3: found end of input, expected 'a'..'z', \",\" or \")\"\n");
}

#[test]
fn what_has_no_tree_says_why() {
    file("left.abnf", "a = a \"x\" / \"y\"\n");
    let done = urispec(["parse", "--grammar", "left.abnf", "yx"]).done();
    done.expect(1, "").saying("left.abnf, line 1: `a` recurses on the left");
    file("long.abnf", "a = *\"x\"\n");
    let long = "x".repeat(4097);
    let done = urispec(["parse", "--grammar", "long.abnf"]).stdin(&long).done();
    done.expect(1, "")
        .saying("the string is valid, but the tree is found of strings of 4096 bytes at most");
    file("one.re", "^a$\n");
    let done = urispec(["parse", "--grammar", "one.re", "--notation", "python", "a"]).done();
    done.expect(2, "").saying("a regular expression has no productions, and no tree");
}

#[test]
fn the_program_for_grammars_has_it_too() {
    file("lists.abnf", LISTS);
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammar-audit"));
    command
        .args(["parse", "--grammar", "lists.abnf", "1"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"));
    let done = command.output().unwrap();
    let tree = b"1\n\n     0..1  value\n     0..1    number \"1\"\n";
    assert_eq!((done.status.code(), &*done.stdout), (Some(0), &tree[..]));
}
