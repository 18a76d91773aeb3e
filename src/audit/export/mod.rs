//! A production in another notation.
//!
//! In: the productions of a printed grammar, or the automaton of a language. Out: the text of a
//! pattern, of an ABNF grammar or of a pest grammar with the same language. Each text is read back
//! before it is given out, and its language compared with that of the production; a text that is not
//! equal is an error, and not an answer.
//!
//! What is forgotten depends on the notation: a pattern has no productions, but for names of groups;
//! a grammar has no comments.

#![allow(dead_code, unused_imports)] // until the parts are merged

mod abnf;
mod elimination;
mod letters;
mod pest;
mod sets;
mod structure;

pub(super) use elimination::eliminate;
pub(super) use structure::{Unstructured, structure};

/// The number of parts that a pattern may have.
const PARTS: usize = 100_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::GrammarPair;
    use crate::audit::regex::{Dialect, PatternNames, write};
    use crate::{Edition, audit::Languages, audit::Printed, audit::difference, grammar::Notation};

    #[test]
    fn try_it() {
        for edition in Edition::ALL {
            for grammar in edition.grammars() {
                let pair = GrammarPair::of(grammar).unwrap();
                let read = pair.as_read();
                let languages = Languages::of(&read);
                for one in &read.productions {
                    let name = &one.name;
                    let Some(Ok(start)) = languages.start(name) else { continue };
                    let (text, own) = abnf::write(&read, name);
                    if name == "URI" || name == "genericurl" || name == "selector" {
                        println!("{text}");
                    }
                    let back = Printed::read(Notation::Abnf, "x", &text).unwrap();
                    let other = Languages::of(&back);
                    let Some(Ok(to)) = other.start(&own) else {
                        println!("UNDECIDED {name} {text}");
                        continue;
                    };
                    println!(
                        "{edition} {name} {}",
                        difference((languages.dfa(), start), (other.dfa(), to)).is_equal()
                    );
                    let t = std::time::Instant::now();
                    match pest::write(&read, &languages, name) {
                        None => println!("NO PEST {edition} {name}"),
                        Some((text, _)) => {
                            println!("PEST {edition} {name} {} {:?}", text.len(), t.elapsed());
                            if name == "URI" || name == "genericurl" || name == "selector" {
                                println!("{text}");
                            }
                        }
                    }
                }
            }
        }
        let _ = (structure, eliminate, write, Dialect::Rust, PatternNames::None);
    }
}
