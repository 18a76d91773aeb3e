//! What each alternative adds to a production, for every production of every edition, decided a second time: as
//! languages of productions that the grammars do not have.

use urispec::Edition;
use urispec_audit::{
    Alternative, Alternatives, AnyGrammar, Contribution, Printed, PrintedProduction, Term,
    difference,
};

/// Checks the members of the alternatives of a production.
fn check(read: &Printed, alternatives: &Alternatives<'_>, production: &PrintedProduction) {
    let (name, all) = (&production.name, production.alternatives());
    let members = alternatives.members(name);
    assert_eq!(members.told.len() + members.left, all.len(), "{name}");
    // An alternative by itself, all others, and those that are said to have all of its strings.
    let mut grammar = read.clone();
    let mut names = Vec::new();
    let mut add = |name: String, all: Vec<Alternative>| {
        let mut one = production.clone();
        (one.name, one.term) = (name.clone(), Ok(Term::Choice(all)));
        grammar.productions.push(one);
        names.push(name);
    };
    for (place, told) in members.told.iter().enumerate() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != place);
        let others: Vec<Alternative> = others.map(|(_, one)| one.clone()).collect();
        if let Contribution::Nothing { within, .. } = &told.adds {
            let within = others.iter().filter(|one| within.contains(&one.text)).cloned().collect();
            add(format!("within {place}"), within);
        }
        add(format!("alone {place}"), vec![all[place].clone()]);
        add(format!("others {place}"), others);
    }
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let decided = AnyGrammar::printed(grammar).decide(&names);
    for (place, told) in members.told.iter().enumerate() {
        let language = |what: &str| decided.language(&format!("{what} {place}")).unwrap();
        let only = difference(language("alone"), language("others")).only_left;
        let (dfa, start) = language("alone");
        match &told.adds {
            Contribution::Own(own) => {
                let (others, start_of_others) = language("others");
                let is_own = dfa.matches(start, own) && !others.matches(start_of_others, own);
                assert!(is_own, "{name}: {}: {own:?}", told.text);
                assert_eq!(only.map(|only| only.len()), Some(own.len()), "{name}: {}", told.text);
            }
            Contribution::Nothing { shortest, .. } => {
                assert_eq!(only, None, "{name}: {}", told.text);
                let only = difference(language("alone"), language("within")).only_left;
                assert_eq!(only, None, "{name}: {}", told.text);
                let shortest = shortest.as_ref().expect("each alternative has a string");
                assert!(dfa.matches(start, shortest), "{name}: {}: {shortest:?}", told.text);
                assert_eq!(dfa.shortest(start).map(|one| one.len()), Some(shortest.len()));
            }
            Contribution::Unknown(why) => panic!("{name}: {}: {why}", told.text),
        }
    }
}

#[test]
fn of_every_production() {
    let mut productions = 0;
    for grammar in Edition::ALL.iter().flat_map(|edition| edition.grammars()) {
        let read = urispec_audit::pair(grammar).unwrap().as_read();
        let names: Vec<&str> = read.productions.iter().map(|one| &*one.name).collect();
        let alternatives = Alternatives::of_productions(&read, &names);
        for one in read.productions.iter().filter(|one| !one.alternatives().is_empty()) {
            check(&read, &alternatives, one);
            productions += 1;
        }
    }
    assert!(productions > 200, "{productions}");
}
