//! The expressions within an expression of pest.
//!
//! In: an expression as it is written. Out: those that it is made of at once, or all of them. What is
//! forgotten: how an expression is made of its parts, and the rules that it calls, which are parts of
//! their own bodies.

use pest_meta::ast::Expr;

/// pest's names for what it does with its stack.
pub(super) const STACK: [&str; 6] = ["PUSH", "PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];

/// The expressions that an expression is made of at once, in their order.
pub(super) fn parts(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let parts = match expr {
        Expr::Seq(first, rest) | Expr::Choice(first, rest) => [Some(&**first), Some(&**rest)],
        Expr::PosPred(inner)
        | Expr::NegPred(inner)
        | Expr::Opt(inner)
        | Expr::Rep(inner)
        | Expr::RepOnce(inner)
        | Expr::RepExact(inner, _)
        | Expr::RepMin(inner, _)
        | Expr::RepMax(inner, _)
        | Expr::RepMinMax(inner, ..)
        | Expr::Push(inner) => [Some(&**inner), None],
        _ => [None, None],
    };
    parts.into_iter().flatten()
}

/// Some expressions and all expressions within them, each before its parts, the last first. It takes no
/// recursion, however deep they nest.
pub(super) fn all<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> impl Iterator<Item = &'e Expr> {
    let mut open: Vec<&Expr> = exprs.into_iter().collect();
    std::iter::from_fn(move || {
        let expr = open.pop()?;
        open.extend(parts(expr));
        Some(expr)
    })
}
