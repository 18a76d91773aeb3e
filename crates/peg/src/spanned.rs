//! The rules of a `.pest` file with the place of each expression: what is written, and not what pest runs.

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::{self, OptimizedExpr};
use rustc_hash::FxHashMap as HashMap;

/// The number of parts of a choice or a sequence beyond which it has no expression. An expression of pest is as deep as it
/// has parts, and is copied and dropped by functions that call themselves.
const LONGEST: usize = 1_000;

const SHOWN: usize = 60;

/// The number of an expression.
pub type Id = usize;

/// An expression as it is written.
#[derive(Clone, Debug)]
pub enum Step {
    /// A literal.
    Literal(String),
    /// A literal that ignores the case of ASCII.
    Insensitive(String),
    /// The characters from the first to the second.
    Range(char, char),
    /// A rule or a builtin, by its name.
    Name(String),
    /// Expressions one after the other.
    Sequence(Vec<Id>),
    /// Alternatives, in their order.
    Choice(Vec<Id>),
    /// An expression that is repeated between a least and a greatest number of times.
    Repeat(Id, u32, Option<u32>),
    /// A lookahead, which must succeed.
    And(Id),
    /// A lookahead, which must fail.
    Not(Id),
    /// A construct that is not run here.
    Unknown,
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct SpannedExpr {
    /// The expression.
    pub step: Step,
    /// The number of the rule that the expression stands in.
    pub rule: usize,
    /// The place of the expression in the text, in bytes.
    pub span: (usize, usize),
    /// The same, with the parentheses around it.
    pub outer: (usize, usize),
}

/// A rule with its place.
#[derive(Clone, Debug)]
pub struct SpannedRule {
    /// The name of the rule.
    pub name: String,
    /// The kind of the rule, by its sign.
    pub kind: RuleType,
    /// The expression of the rule.
    pub body: Id,
    /// The offset at which the rule begins in the text.
    pub from: usize,
}

/// The rules of a file with the places of their expressions.
#[derive(Clone, Debug, Default)]
pub struct SpannedRules {
    /// The rules, in their order.
    pub rules: Vec<SpannedRule>,
    /// The numbers of the rules, by their names.
    pub numbers: HashMap<String, usize>,
    /// The expressions of all rules, by their numbers.
    pub nodes: Vec<SpannedExpr>,
}

impl SpannedRules {
    /// The expression of a node, as pest builds it. There is none if a part of it is not known.
    pub fn expr(&self, id: Id) -> Option<Expr> {
        self.expr_with(id, None)
    }

    /// The expression of a node, with another one in the place of a node within it.
    pub fn expr_with(&self, id: Id, other: Option<(Id, &Expr)>) -> Option<Expr> {
        if let Some((_, expr)) = other.filter(|(place, _)| *place == id) {
            return Some(expr.clone());
        }
        let boxed = |id: &Id| self.expr_with(*id, other).map(Box::new);
        let join = |parts: &[Id], with: fn(Box<Expr>, Box<Expr>) -> Expr| {
            if parts.len() > LONGEST {
                return None;
            }
            let (last, before) = parts.split_last()?;
            before.iter().rev().try_fold(self.expr_with(*last, other)?, |rest, part| {
                Some(with(boxed(part)?, Box::new(rest)))
            })
        };
        Some(match &self.nodes[id].step {
            Step::Literal(text) => Expr::Str(text.clone()),
            Step::Insensitive(text) => Expr::Insens(text.clone()),
            Step::Range(first, last) => Expr::Range(first.to_string(), last.to_string()),
            Step::Name(name) => Expr::Ident(name.clone()),
            Step::Sequence(parts) => join(parts, Expr::Seq)?,
            Step::Choice(parts) => join(parts, Expr::Choice)?,
            Step::Repeat(inner, min, max) => {
                let inner = boxed(inner)?;
                match (*min, *max) {
                    (0, Some(1)) => Expr::Opt(inner),
                    (0, None) => Expr::Rep(inner),
                    (1, None) => Expr::RepOnce(inner),
                    (min, None) => Expr::RepMin(inner, min),
                    (0, Some(max)) => Expr::RepMax(inner, max),
                    (min, Some(max)) if min == max => Expr::RepExact(inner, max),
                    (min, Some(max)) => Expr::RepMinMax(inner, min, max),
                }
            }
            Step::And(inner) => Expr::PosPred(boxed(inner)?),
            Step::Not(inner) => Expr::NegPred(boxed(inner)?),
            Step::Unknown => return None,
        })
    }

    pub(super) fn add(&mut self, step: Step, span: (usize, usize)) -> Id {
        self.nodes.push(SpannedExpr { step, rule: self.rules.len(), span, outer: span });
        self.nodes.len() - 1
    }

    pub(super) fn join(&mut self, parts: Vec<Id>, step: fn(Vec<Id>) -> Step) -> Id {
        match parts[..] {
            [only] => only,
            [first, .., last] => {
                let span = (self.nodes[first].outer.0, self.nodes[last].outer.1);
                self.add(step(parts), span)
            }
            [] => self.add(Step::Unknown, (0, 0)),
        }
    }
}

/// The text of a place in one line, shortened if it is long.
pub fn shown(source: &str, (from, to): (usize, usize)) -> String {
    let words: Vec<&str> = source[from..to].split_whitespace().take(SHOWN).collect();
    let text = words.join(" ");
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

// Tags, and the one construct in which they matter. pest drops all tags unless its feature `grammar-extras` is on.
// With it, an expression with a tag is not equal to the one without, and the optimizer asks whether two are equal
// before it makes `e ~ (rest ~ e)*` of `(e ~ rest)* ~ e`, which does not read the same strings. No `.pest` file says
// which it is.

/// Whether the optimizer changes the order of a list in the body: it makes something else of the
/// body when repetitions hide their insides.
pub(super) fn matter(body: &Expr) -> bool {
    let hidden = body.clone().map_bottom_up(|expr| match expr {
        Expr::Rep(inner) => Expr::Rep(Box::new(Expr::Push(inner))),
        other => other,
    });
    optimized(body.clone()) != optimized(hidden)
}

fn optimized(expr: Expr) -> Option<OptimizedExpr> {
    let rule = Rule { name: String::new(), ty: RuleType::Normal, expr };
    let rule = optimizer::optimize(vec![rule]).pop()?;
    Some(rule.expr.map_top_down(bare))
}

/// An expression without what hid it, and without what the optimizer put around that.
fn bare(mut expr: OptimizedExpr) -> OptimizedExpr {
    while let OptimizedExpr::Push(inner) | OptimizedExpr::RestoreOnErr(inner) = expr {
        expr = *inner;
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Peg;

    fn read(text: &str) -> SpannedRules {
        Peg::read("a.pest", text).unwrap().spanned
    }

    #[test]
    fn expressions_stand_where_they_are_written() {
        let text =
            "// about a\na = { \"x\" ~ ( b | ^\"y\" )* | !'0'..'9' ~ c{2, 3} }\n  b = @{ &(a) }\n";
        let found = read(text);
        let at = |node: &SpannedExpr| &text[node.span.0..node.span.1];
        let texts: Vec<(usize, &str)> = found.nodes.iter().map(|one| (one.rule, at(one))).collect();
        assert_eq!(
            texts,
            [
                (0, "\"x\""),
                (0, "b"),
                (0, "^\"y\""),
                (0, "b | ^\"y\""),
                (0, "( b | ^\"y\" )*"),
                (0, "\"x\" ~ ( b | ^\"y\" )*"),
                (0, "'0'..'9'"),
                (0, "!'0'..'9'"),
                (0, "c"),
                (0, "c{2, 3}"),
                (0, "!'0'..'9' ~ c{2, 3}"),
                (0, "\"x\" ~ ( b | ^\"y\" )* | !'0'..'9' ~ c{2, 3}"),
                (1, "a"),
                (1, "&(a)"),
            ]
        );
        assert!(matches!(found.nodes[9].step, Step::Repeat(8, 2, Some(3))));
        assert_eq!(found.rules.iter().map(|one| one.from).collect::<Vec<_>>(), [11, 63]);
    }

    #[test]
    fn what_nests_too_deep_is_unknown() {
        let text = format!("a = {{ {}\"x\"{} }}", "(".repeat(300), ")".repeat(300));
        let found = read(&text);
        assert!(matches!(found.nodes[found.rules[0].body].step, Step::Unknown));
        assert!(matches!(read("a = { PUSH(\"x\") }").nodes[0].step, Step::Unknown));
    }
}
