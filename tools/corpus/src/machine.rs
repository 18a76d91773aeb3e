//! pest itself, running a published grammar: what confirms the audit's claims.
//!
//! In: the text of a `.pest` file, and the rules that are audited. Out: [`Machine`], which says whether
//! a rule reads a string to its end. The machine is pest's own interpreter, `pest_vm`, on what pest's
//! reader and optimizer make of the text, as the derive macro would compile it.
//!
//! Two things are added. Each rule gets two rules around it that leave a node, since a silent rule leaves
//! none, and the node shows how far the rule has read. There are two of them since a rule puts blanks
//! between its terms or does not, as its caller is atomic or not. Behind the node a lookahead fails if pest's
//! limit of calls has been reached, which else looks like an end. And a rule that the author has given the
//! name of one of pest's own, as `NEWLINE`, is renamed: the macro compiles the author's, and the interpreter
//! runs pest's.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use pest::error::ErrorVariant;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use pest_vm::Vm;

/// How many calls pest may make for one string.
const CALLS: usize = 3_000_000;

/// pest's own rules that an author may define anew.
const OWN: [&str; 12] = [
    "ASCII_DIGIT",
    "ASCII_NONZERO_DIGIT",
    "ASCII_BIN_DIGIT",
    "ASCII_OCT_DIGIT",
    "ASCII_HEX_DIGIT",
    "ASCII_ALPHA_LOWER",
    "ASCII_ALPHA_UPPER",
    "ASCII_ALPHA",
    "ASCII_ALPHANUMERIC",
    "ASCII",
    "NEWLINE",
    "DROP",
];

/// pest's interpreter with a published grammar.
pub(crate) struct Machine {
    vm: Vm,
}

/// What pest does with a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// The rule reads the string to its end.
    Reads,
    /// The rule fails, or leaves a rest.
    Rejects,
    /// pest gave up.
    GivesUp,
}

impl Machine {
    /// Builds the interpreter, for some rules of a grammar.
    ///
    /// # Errors
    /// When pest refuses the grammar.
    pub(crate) fn of(text: &str, rules: &[&str]) -> Result<Self, String> {
        pest::set_call_limit(NonZeroUsize::new(CALLS));
        let rules: HashSet<&str> = rules.iter().copied().collect();
        let around = rules.iter().map(|rule| {
            let inner = format!("urispec_inner_{rule}");
            let [normal, atomic] = [false, true].map(|is_atomic| whole(rule, is_atomic));
            format!(
                "\n{normal} = {{ {inner} ~ &\"\" }}\n{atomic} = ${{ {inner} ~ &\"\" }}\n{inner} = {{ {rule} }}"
            )
        });
        let text = text.to_owned() + &around.collect::<String>();
        let (_, rules) = pest_meta::parse_and_optimize(&text)
            .map_err(|errors| errors.first().map(|error| error.to_string()).unwrap_or_default())?;
        let shadowed: HashSet<String> = rules
            .iter()
            .filter(|rule| OWN.contains(&&*rule.name))
            .map(|rule| rule.name.clone())
            .collect();
        let renamed = |name: String| match shadowed.contains(&name) {
            true => format!("authors_{name}"),
            false => name,
        };
        let rules = rules.into_iter().map(|OptimizedRule { name, ty, expr }| OptimizedRule {
            name: renamed(name),
            ty,
            expr: expr.map_bottom_up(|expr| match expr {
                OptimizedExpr::Ident(name) => OptimizedExpr::Ident(renamed(name)),
                other => other,
            }),
        });
        Ok(Self { vm: Vm::new(rules.collect()) })
    }

    /// Runs a rule on a string, as an atomic rule calls the rule or as any other does.
    pub(crate) fn run(&self, rule: &str, is_atomic: bool, string: &str) -> Run {
        let rule = whole(rule, is_atomic);
        match self.vm.parse(&rule, string) {
            Ok(mut pairs) => {
                let node = pairs.next().and_then(|node| node.into_inner().next());
                match node.is_some_and(|node| node.as_span().end() == string.len()) {
                    true => Run::Reads,
                    false => Run::Rejects,
                }
            }
            Err(error) if matches!(error.variant, ErrorVariant::CustomError { .. }) => Run::GivesUp,
            Err(_) => Run::Rejects,
        }
    }
}

/// The rule that runs another.
fn whole(rule: &str, is_atomic: bool) -> String {
    match is_atomic {
        true => format!("urispec_atomic_{rule}"),
        false => format!("urispec_normal_{rule}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_rule_shows_its_end() {
        let machine = Machine::of(r#"a = _{ "x"* }"#, &["a"]).unwrap();
        assert_eq!(machine.run("a", false, "xx"), Run::Reads);
        assert_eq!(machine.run("a", false, "xy"), Run::Rejects);
        assert_eq!(machine.run("a", false, ""), Run::Reads);
    }

    /// Blanks are put between the terms of the rule, and none behind it.
    #[test]
    fn blanks_are_those_of_the_rule() {
        let machine = Machine::of("a = { \"x\" ~ \"y\" } WHITESPACE = _{ \" \" }", &["a"]).unwrap();
        assert_eq!(machine.run("a", false, "x y"), Run::Reads);
        assert_eq!(machine.run("a", false, "x y "), Run::Rejects);
        assert_eq!(machine.run("a", false, " x y"), Run::Rejects);
        assert_eq!(machine.run("a", true, "x y"), Run::Rejects);
        assert_eq!(machine.run("a", true, "xy"), Run::Reads);
    }

    #[test]
    fn the_authors_rule_is_run() {
        let machine = Machine::of("a = { NEWLINE } NEWLINE = { \"|\" }", &["a"]).unwrap();
        assert_eq!(machine.run("a", false, "|"), Run::Reads);
        assert_eq!(machine.run("a", false, "\n"), Run::Rejects);
    }

    /// Each `a` is tried as two alternatives, so that forty of them take 2^40 calls.
    #[test]
    fn who_gives_up_says_so() {
        let text = r#"a = { b ~ "!" | b ~ "?" | "x"* } b = { "x" ~ (b ~ "!" | b ~ "?" | "") }"#;
        let machine = Machine::of(text, &["a"]).unwrap();
        assert_eq!(machine.run("a", false, &"x".repeat(40)), Run::GivesUp);
    }
}
