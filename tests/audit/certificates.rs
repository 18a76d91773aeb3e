//! Certificates: what is written holds, of the grammar that it was written of and of no other.

use std::collections::HashSet;

use urispec::Edition;
use urispec_audit::Notation;
use urispec_audit::certificate::{
    Against, Certificate, CertificateReader, Entry, Grammars, Named, NoCertificate, Verified,
    Writer,
};
use urispec_audit::{Dfa, GrammarPair, GrammarText, Languages, certificate, difference};

use super::printed::COUNTED;
use crate::scaled;

#[track_caller]
pub(crate) fn pair(abnf: &str, pest: &str) -> GrammarPair {
    let [printed, pest] =
        [("a.abnf", abnf), ("a.pest", pest)].map(|(file, text)| GrammarText { file, text });
    GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap()
}

/// The certificates of all productions, under a name.
#[track_caller]
pub(crate) fn written(name: &str, pair: &GrammarPair) -> String {
    let grammars = certificate::solved(&Grammars::new(pair), &[]);
    let names = pair.as_read().productions.into_iter().map(|production| production.name);
    certificate::head() + &certificate::grammar(name) + &written_of(&grammars, names)
}

/// The certificates of these productions, and what stands before them.
#[track_caller]
pub(crate) fn written_of(
    grammars: &Grammars<'_>,
    productions: impl IntoIterator<Item = String>,
) -> String {
    let mut writer = Writer::new(grammars);
    let automata = grammars.automata();
    let mut text = certificate::opening(&grammars.patterns(), automata);
    let all = automata
        .iter()
        .zip(0..)
        .map(|(one, at)| (one.production.clone(), vec![Against::Automaton(at)]));
    let others: Vec<_> =
        productions.into_iter().map(|one| (one.clone(), writer.against(&one))).collect();
    for (production, all) in all.chain(others) {
        for against in all {
            text += &writer.certificate(&production, &against).unwrap().to_string();
        }
    }
    text
}

pub(crate) fn rule(name: &str) -> Against {
    Against::Rule(name.to_owned())
}

/// What a file says of one grammar, called `-`; or why the file is refused, and on which line.
pub(crate) fn verified(text: &str, pair: &GrammarPair) -> Result<Verified, String> {
    verified_of(text, &Grammars::new(pair))
}

pub(crate) fn verified_of(text: &str, grammars: &Grammars<'_>) -> Result<Verified, String> {
    let given = [Named { names: vec!["-"], grammars }];
    match certificate::verify(text, &given, &[]) {
        Ok(mut all) => Ok(all.remove(0)),
        Err(refusal) => Err(format!("{}: {refusal}", refusal.line().unwrap_or_default())),
    }
}

/// By hand. The derivative of `port` by a digit is `port`, by any other byte nothing. After `a` or
/// `A`, the rest of `"ab"` is `"b"`; the class of `0` comes first, as in every partition.
#[test]
fn a_certificate_is_what_the_format_says() {
    let pair =
        pair("port = *DIGIT\na = \"ab\"\n", "port = { ASCII_DIGIT* }\na = { ^\"a\" ~ ^\"b\" }\n");
    let expected = "\
urispec-certificate 2
grammar -
production port rule port classes 2 pairs 2
class 0 30-39
class 1 00-2F 3A-FF
pair 0 start yes 0 1
pair 1 0/1 no 1 1
production a rule a classes 3 pairs 4
class 0 00-40 43-60 63-FF
class 1 41 61
class 2 42 62
pair 0 start no 1 2 1
pair 1 0/0 no 1 1 1
pair 2 0/1 no 1 1 3
pair 3 2/2 yes 1 1 1
";
    assert_eq!(written("-", &pair), expected);
    let all = verified(expected, &pair).unwrap();
    assert_eq!((all.productions, all.certificates, all.pairs), (2, 2, 6));
    assert_eq!(all.without, [""; 0]);
}

/// Every production of every edition: those that are printed, with three core rules of ABNF, and those
/// that only readings define.
#[test]
fn every_equal_of_every_edition_has_a_certificate_that_holds() {
    let mut counted = 0;
    // `grammar-verify` checks those of all in every run.
    let grammars = Edition::ALL.iter().flat_map(|edition| edition.grammars());
    for (at, grammar) in grammars.enumerate() {
        let pair = urispec_audit::pair(grammar).unwrap();
        if let Some((_, count, ..)) = COUNTED.iter().find(|(stem, ..)| *stem == grammar.stem()) {
            assert_eq!(pair.printed.productions.len(), *count, "{}", grammar.stem());
            counted += count;
        }
        if at % scaled(5, 1) != 0 {
            continue;
        }
        let text = written("-", &pair);
        let found =
            verified(&text, &pair).unwrap_or_else(|why| panic!("{}: {why}", grammar.stem()));
        assert_eq!(found.without, [""; 0], "{}", grammar.stem());
        assert_eq!(found.productions, pair.as_read().productions.len(), "{}", grammar.stem());
        assert_eq!(found.pairs, text.matches("\npair ").count());
    }
    assert_eq!(counted, 21 + 64 + 67 + 37 + 42 + 49 + 43 + 39 + 41 + 30);
}

/// "Side by side, with any derivatives at all": here the states are those of minimal automata, which
/// the checker never sees.
#[test]
fn each_side_alone_is_the_automaton_of_the_lines() {
    for grammar in Edition::Rfc3986.grammars().iter().chain(Edition::Rfc1738.grammars()) {
        let pair = urispec_audit::pair(grammar).unwrap();
        let (languages, decided) = (Languages::new(&pair.as_read()), pair.peg.decide());
        for entry in CertificateReader::new(&written("-", &pair)).unwrap() {
            let Entry::Certificate(certificate) = entry.unwrap() else { continue };
            let production = languages.start(&certificate.production).unwrap().unwrap();
            assert!(walks(&certificate, languages.dfa(), production));
            let Against::Rule(rule) = &certificate.against else {
                panic!("{}", certificate.against)
            };
            let rule = decided.start(rule).unwrap();
            assert!(walks(&certificate, &decided.dfa, rule));
            // Nor is that so of any start.
            let (own, other) = (production, (production + 1) % languages.dfa().starts());
            let is_same = difference((languages.dfa(), own), (languages.dfa(), other)).is_equal();
            let name = &certificate.production;
            assert_eq!(walks(&certificate, languages.dfa(), other), is_same, "{name}");
        }
    }
}

/// Whether a start of an automaton has the language of a certificate.
fn walks(certificate: &Certificate, dfa: &Dfa, start: usize) -> bool {
    let mut waiting = vec![(dfa.start(start), 0)];
    let mut met: HashSet<_> = waiting.iter().copied().collect();
    while let Some((state, pair)) = waiting.pop() {
        let row = &certificate.rows[pair as usize];
        if dfa.accepts(state) != row.accepts {
            return false;
        }
        for (bytes, &next) in certificate.classes.iter().zip(&row.next) {
            for byte in bytes.iter() {
                let after = (dfa.next(state, dfa.classes().of(byte)), next);
                if met.insert(after) {
                    waiting.push(after);
                }
            }
        }
    }
    true
}

/// Each of these differs from the first pair in one string at least, and no class or pair of its
/// certificate is wrong for the first.
#[test]
fn the_certificate_of_another_grammar_is_refused() {
    let (abnf, pest) = ("a = 1*\"x\"\n", "a = { ^\"x\"+ }\n");
    let text = written("-", &pair(abnf, pest));
    for (abnf, pest, expected) in [
        (abnf, "a = { ^\"x\"* }\n", "6: a, pair 0: the rule may end here, and the pair says `no`"),
        ("a = *\"x\"\n", pest, "6: a, pair 0: the production may end here, and the pair says `no`"),
        (
            abnf,
            "a = { \"x\"+ }\n",
            "6: a, pair 0, byte 0x58: the rule tells the byte from 0x78, and both are of one class",
        ),
        (
            "a = 1*\"y\"\n",
            pest,
            "6: a, pair 0, byte 0x00: the production tells the byte from 0x59, and both are of one \
             class",
        ),
        // One `x` and no more: what comes after the second is not what comes after the first.
        (
            abnf,
            "a = { ^\"x\" }\n",
            "8: a, pair 2, byte 0x58: the derivative of the rule is not that of pair 2",
        ),
        (
            "b = 1*\"x\"\n",
            "b = { ^\"x\"+ }\n",
            "3: a: the grammar has no such production, or it was not asked for",
        ),
        (abnf, "b = { ^\"x\"+ }\n", "3: a: no rule \"a\" transcribes this production"),
        (
            "a = \"x\" [ a \"x\" ]\n",
            pest,
            "3: a: there can be no certificate: a.abnf, line 1: `a` recurses with something after \
             the call (a → a), so it may have no finite automaton; if a repetition says the same, \
             write it so",
        ),
    ] {
        let found = verified(&text, &pair(abnf, pest)).unwrap_err();
        assert_eq!(found, expected, "{abnf}{pest}");
    }
    // The strings are those of the first, and so are the states.
    let same = pair("a = 1*b\nb = \"x\"\n", "a = { ^\"x\" ~ ^\"x\"* }\nb = { \"x\" | \"X\" }\n");
    assert_eq!(verified(&text, &same).unwrap().without, ["b"]);
}

/// A production that differs, one that recurses, one whose rule asks for the stack and one without
/// a rule have none; and a file without them does not say otherwise.
#[test]
fn what_is_not_equal_has_no_certificate() {
    let pair = pair(
        "a = \"x\"\nlist = \"(\" [ list ] \")\"\nstack = \"xx\"\nok = \"y\"\ngone = \"z\"\n",
        "a = { \"x\" }\nlist = { \"(\" ~ \")\" }\nstack = { POP ~ \"x\" }\nok = { ^\"y\" }\n",
    );
    let grammars = Grammars::new(&pair);
    let mut writer = Writer::new(&grammars);
    assert_eq!(writer.certificate("a", &rule("a")), Err(NoCertificate::NotEqual));
    for name in ["list", "stack"] {
        let found = writer.certificate(name, &rule(name));
        assert!(matches!(found, Err(NoCertificate::Undecided(_))), "{name}: {found:?}");
    }
    assert_eq!(writer.against("gone"), []);
    let text = certificate::head()
        + &certificate::grammar("-")
        + &writer.certificate("ok", &rule("ok")).unwrap().to_string();
    let found = verified(&text, &pair).unwrap();
    assert_eq!((found.productions, found.certificates), (1, 1));
    assert_eq!(found.without, ["a", "list", "stack", "gone"]);
}

/// Derivatives that grow without a limit end the check, and a certificate before or after is not
/// touched by that: whether the 31st byte before the end is an `a` takes 2 to the power of 31 states.
/// That the rule has no string at all shows only after 31 bytes.
#[test]
fn what_is_too_large_is_said_to_be() {
    let pair = pair(
        "small = \"x\"\nlarge = *(\"a\" / \"b\") \"a\" 30(\"a\" / \"b\")\nlast = \"y\"\n",
        "small = { ^\"x\" }\nlarge = { \"c\" ~ !ANY ~ \"c\" }\nlast = { ^\"y\" }\n",
    );
    let grammars = Grammars::new(&pair);
    let mut writer = Writer::new(&grammars);
    assert!(writer.certificate("small", &rule("small")).is_ok());
    assert_eq!(writer.certificate("large", &rule("large")), Err(NoCertificate::TooLarge));
    assert!(writer.certificate("last", &rule("last")).is_ok());
}
