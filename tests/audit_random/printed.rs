//! Printed grammars in three notations: reader and automaton, compared with a plain matcher.

use urispec_audit::notation::UndecidableReason;
use urispec_audit::{Languages, Notation, Printed};

use crate::evaluator::{self, LONGEST};
use crate::printed_texts::{Grammar, LETTERS, grammar};
use crate::random::{self, Random};

/// The number of strings of each production.
const STRINGS: usize = 300;

/// Returns the number of compared strings, or the disagreement.
fn compare(notation: Notation, grammar: &Grammar, seed: u64) -> Result<usize, String> {
    let printed =
        Printed::read(notation, "random", &grammar.text).map_err(|why| why.to_string())?;
    let languages = Languages::new(&printed);
    let (mut random, mut compared) = (Random::new(!seed), 0);
    for (rule, name) in grammar.names.iter().enumerate() {
        let start = match languages.start(name).ok_or_else(|| format!("there is no `{name}`"))? {
            Ok(start) => start,
            Err(why) => match why.reason {
                UndecidableReason::Recursive { .. }
                | UndecidableReason::LeftRecursive { .. }
                | UndecidableReason::TooLarge { .. }
                | UndecidableReason::TooLong { .. }
                | UndecidableReason::Crowded { .. } => continue,
                _ => return Err(why.to_string()),
            },
        };
        let strings = random::strings((languages.dfa(), start), &LETTERS, &mut random, STRINGS);
        for string in strings.iter().filter(|string| string.len() <= LONGEST) {
            let matches = languages.dfa().matches(start, string);
            if matches != evaluator::matches(&grammar.rules, rule, string) {
                let who = if matches { "the automaton" } else { "the matcher" };
                return Err(format!("only {who} has \"{}\" as `{name}`", string.escape_ascii()));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// Returns the shortest of many grammars that fail.
fn shortest(notation: Notation) -> Option<(String, String)> {
    let failures = (0..400).filter_map(|seed| {
        let grammar = grammar(notation, &mut Random::new(seed));
        compare(notation, &grammar, seed).err().map(|why| (why, grammar.text))
    });
    failures.min_by_key(|(_, text)| text.len())
}

#[test]
fn random_grammars_in_each_notation_mean_what_they_say() {
    for notation in [Notation::Abnf, Notation::Bnf, Notation::Rfc1630] {
        random::until(random::million(), |seed| {
            let grammar = grammar(notation, &mut Random::new(seed));
            compare(notation, &grammar, seed).map_err(|why| {
                let (short_why, short) = shortest(notation).unwrap_or_default();
                format!("{why}\n{}\n--- minimized: {short_why}\n{short}", grammar.text)
            })
        });
    }
}
