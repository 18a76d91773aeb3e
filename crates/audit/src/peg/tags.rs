//! Tags, and the one construct in which they matter.
//!
//! In: the body of a rule, its tags left out. Out: whether the rule may read other strings where
//! pest keeps its tags. A tag names a node of the tree, and pest drops all of them unless its
//! feature `grammar-extras` is on. With that feature an expression with a tag is not equal to the
//! expression without, and the optimizer asks whether two expressions are equal before it makes
//! `e ~ (rest ~ e)*` of `(e ~ rest)* ~ e`, which does not read the same strings. Whether the feature
//! is on stands in no `.pest` file.

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::{self, OptimizedExpr};

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
