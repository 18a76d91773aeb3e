//! Alternatives that are never taken, in small grammars.

use urispec_audit::Peg;

#[track_caller]
fn never(text: &str) -> Vec<(usize, String)> {
    let never = Peg::read("g.pest", text).unwrap().never_taken();
    assert_eq!(never.unknown, []);
    never.never_taken.into_iter().map(|one| (one.alternative, one.text)).collect()
}

#[track_caller]
fn nothing(text: &str) {
    assert_eq!(never(text), []);
}

#[track_caller]
fn only(text: &str, alternative: usize, found: &str) {
    assert_eq!(never(text), [(alternative, found.to_owned())]);
}

#[test]
fn what_begins_like_an_earlier_one() {
    only(r#"a = { "a" | "b" | "ab" }"#, 3, r#""ab""#);
    nothing(r#"a = { "ab" | "a" | "b" }"#);
    // Neither of the first two has all that the third begins with, but both together do.
    only(
        r#"a = { "a" ~ 'a'..'m' | "a" ~ 'n'..'z' | "a" ~ 'g'..'t' ~ "!" }"#,
        3,
        r#"("a" ~ ('g'..'t') ~ "!")"#,
    );
}

#[test]
fn what_comes_after_an_alternative_that_cannot_fail() {
    // Where that is seen by its shape, pest refuses the rule.
    let peg = Peg::read("g.pest", r#"a = { "a"? | "b" }"#).unwrap();
    assert_eq!((peg.refused_by_pest().len(), peg.never_taken().never_taken), (1, Vec::new()));
    only(r#"a = { b | "b" } b = { "a"* ~ !(&"x" ~ "y") }"#, 2, r#""b""#);
}

#[test]
fn a_choice_within_a_term_is_asked_by_itself() {
    // Its rule never comes so far with an "a", and still: by itself the choice may meet one.
    nothing(r#"a = { !"a" ~ ("a" | "b")* }"#);
    only(r#"a = { "x" ~ (("a" | "b" | ("c" ~ ("d" | "de")))?){2} }"#, 2, r#""de""#);
}

#[test]
fn the_ends_of_the_input_and_all_between() {
    // A string is at its end or has a character; of bytes that are none pest is never asked.
    only(r#"a = { ANY | EOI | "" }"#, 3, r#""""#);
    // At the beginning the first wins, elsewhere the second.
    nothing(r#"a = { SOI ~ "a" | "a" }"#);
    only(r#"a = { SOI ~ "a" | !SOI ~ "a" | "a" }"#, 3, r#""a""#);
}
