//! The cache of outcomes of bodies that run with a stack.

use std::rc::Rc;

use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::PegFault;
use super::program::Id;
use super::site::Site;

/// The strings on the stack, the lowest first.
pub(super) type Stack = Rc<[Rc<str>]>;

/// A way in which an expression may succeed.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) id: Id,
    pub(super) stack: Stack,
    /// What was read, if it is pushed, and else nothing.
    pub(super) text: String,
}

/// What is lowered: an instance with levels left and a stack, and whether what it reads is pushed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) instance: usize,
    pub(super) level: usize,
    pub(super) stack: Stack,
    pub(super) is_pushed: bool,
}

/// What is known about the body of a rule.
pub(super) enum Body {
    Begun,
    /// The outcomes, and whether the body may read an empty string off the stack.
    Done(Result<(Rc<[Outcome]>, bool), PegFault>),
}

/// The bodies that use the stack.
#[derive(Default)]
pub(super) struct Stacks {
    pub(super) bodies: HashMap<Key, Body>,
    /// The keys whose bodies are done, in their order.
    pub(super) done: Vec<Key>,
    /// The bodies that were taken to leave the stack as it is before that was known.
    pub(super) assumed: HashSet<Key>,
    pub(super) places: HashMap<Key, usize>,
    pub(super) optimized: HashMap<usize, Rc<[OptimizedExpr]>>,
    /// Whether an empty string was read off the stack.
    pub(super) is_idle: bool,
    /// The numbers of expressions that do not use the stack.
    pub(super) plain: HashMap<(*const OptimizedExpr, Site), Option<Id>>,
    pub(super) depth: usize,
    /// The steps that were taken for one instance, and those for all before.
    pub(super) steps: usize,
    pub(super) all: usize,
}
