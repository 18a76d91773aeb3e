//! pest's interpreter `pest_vm`, which runs a published grammar and confirms the claims of the audit. It runs the output of
//! pest's parser and optimizer, as the derive macro would compile it.
//!
//! Three changes are necessary. Each rule is wrapped in two rules that leave a node, because a silent rule leaves none and
//! the node shows how far the rule has read: one is atomic and the other is not, because the caller decides whether the
//! rule skips blanks. After the node, a lookahead fails if pest has reached its limit of calls, which otherwise looks like
//! the end. A rule with the name of a built-in rule, such as `NEWLINE`, is renamed, because the macro compiles the author's
//! rule, but the interpreter runs pest's.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use pest::error::ErrorVariant;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use pest_vm::Vm;

/// The number of calls that pest may make for one string.
const CALLS: usize = 3_000_000;

/// pest's built-in rules that an author may redefine.
const BUILT_IN: [&str; 12] = [
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

/// The result of running a rule on a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// The rule reads the whole string.
    Accepts,
    /// The rule fails, or does not read the whole string.
    Rejects,
    /// pest reached its limit of calls.
    GivesUp,
}

impl Machine {
    /// Builds the interpreter for some rules of a grammar.
    ///
    /// # Errors
    /// If pest rejects the grammar.
    pub(crate) fn new(text: &str, rules: &[&str]) -> Result<Self, String> {
        pest::set_call_limit(NonZeroUsize::new(CALLS));
        let rules: HashSet<&str> = rules.iter().copied().collect();
        let wrappers = rules.iter().map(|rule| {
            let inner = format!("urispec_inner_{rule}");
            let [normal, atomic] = [false, true].map(|is_atomic| wrapper(rule, is_atomic));
            format!(
                "\n{normal} = {{ {inner} ~ &\"\" }}\n{atomic} = ${{ {inner} ~ &\"\" }}\n{inner} = {{ {rule} }}"
            )
        });
        let text = text.to_owned() + &wrappers.collect::<String>();
        let (_, rules) = pest_meta::parse_and_optimize(&text)
            .map_err(|errors| errors.first().map(|error| error.to_string()).unwrap_or_default())?;
        let shadowed: HashSet<String> = rules
            .iter()
            .filter(|rule| BUILT_IN.contains(&&*rule.name))
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

    /// Runs a rule on a string, called from an atomic rule or from another one.
    pub(crate) fn run(&self, rule: &str, is_atomic: bool, string: &str) -> Run {
        let rule = wrapper(rule, is_atomic);
        match self.vm.parse(&rule, string) {
            Ok(mut pairs) => {
                let node = pairs.next().and_then(|node| node.into_inner().next());
                match node.is_some_and(|node| node.as_span().end() == string.len()) {
                    true => Run::Accepts,
                    false => Run::Rejects,
                }
            }
            Err(error) if matches!(error.variant, ErrorVariant::CustomError { .. }) => Run::GivesUp,
            Err(_) => Run::Rejects,
        }
    }
}

/// Returns the name of the rule that wraps another.
fn wrapper(rule: &str, is_atomic: bool) -> String {
    match is_atomic {
        true => format!("urispec_atomic_{rule}"),
        false => format!("urispec_normal_{rule}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_rule_reads_to_its_end() {
        let machine = Machine::new(r#"a = _{ "x"* }"#, &["a"]).unwrap();
        assert_eq!(machine.run("a", false, "xx"), Run::Accepts);
        assert_eq!(machine.run("a", false, "xy"), Run::Rejects);
        assert_eq!(machine.run("a", false, ""), Run::Accepts);
    }

    /// A rule skips blanks between its terms, and not after them.
    #[test]
    fn a_rule_skips_blanks_unless_it_is_atomic() {
        let machine =
            Machine::new("a = { \"x\" ~ \"y\" } WHITESPACE = _{ \" \" }", &["a"]).unwrap();
        assert_eq!(machine.run("a", false, "x y"), Run::Accepts);
        assert_eq!(machine.run("a", false, "x y "), Run::Rejects);
        assert_eq!(machine.run("a", false, " x y"), Run::Rejects);
        assert_eq!(machine.run("a", true, "x y"), Run::Rejects);
        assert_eq!(machine.run("a", true, "xy"), Run::Accepts);
    }

    #[test]
    fn a_redefined_rule_runs() {
        let machine = Machine::new("a = { NEWLINE } NEWLINE = { \"|\" }", &["a"]).unwrap();
        assert_eq!(machine.run("a", false, "|"), Run::Accepts);
        assert_eq!(machine.run("a", false, "\n"), Run::Rejects);
    }

    /// Each `x` is tried with two alternatives, so that forty of them take 2^40 calls.
    #[test]
    fn the_limit_of_calls_is_reported() {
        let text = r#"a = { b ~ "!" | b ~ "?" | "x"* } b = { "x" ~ (b ~ "!" | b ~ "?" | "") }"#;
        let machine = Machine::new(text, &["a"]).unwrap();
        assert_eq!(machine.run("a", false, &"x".repeat(40)), Run::GivesUp);
    }
}
