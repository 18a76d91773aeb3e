//! Pairs the schemas of two files: by their pointers, except that parameters are paired by `name` and `in`, and equal
//! `$ref`s of an array with each other.
//!
//! Nothing here is recursive, and aliases of YAML cannot make the work more than a small multiple of the files.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use urispec_audit::Relation;
use urispec_audit::schemas::{SchemaDocument, SchemaMapping, SchemaValue};

use super::strings::{ALIASES, ComparedStrings, Comparer, IN_PLACE, StringSchema};

/// The keys whose values are objects with any names: in JSON Schema, in OpenAPI, and in Swagger 2.
const NAMED: [&str; 22] = [
    "$defs",
    "callbacks",
    "content",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "encoding",
    "headers",
    "links",
    "parameters",
    "pathItems",
    "paths",
    "patternProperties",
    "properties",
    "requestBodies",
    "responses",
    "schemas",
    "securityDefinitions",
    "securitySchemes",
    "variables",
    "webhooks",
    "x-webhooks",
];

/// The keys whose values are instances, not schemas.
const INSTANCES: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// The keys whose absence allows every value, in an object that is there.
const OPTIONAL: [&str; 7] = [
    "additionalItems",
    "additionalProperties",
    "items",
    "propertyNames",
    "schema",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The maximum number of patterns of one `patternProperties` that are compared pair by pair.
const PATTERNS: usize = 16;

/// A difference between the two files.
pub(super) struct Finding {
    /// The JSON Pointer in OLD.
    pub(super) old: Option<String>,
    /// The JSON Pointer in NEW.
    pub(super) new: Option<String>,
    pub(super) keywords: Vec<&'static str>,
    pub(super) verdict: Verdict,
    /// The span in NEW, or of the object that has the finding's schema in OLD.
    pub(super) span: Range<usize>,
}

pub(super) enum Verdict {
    Compared(ComparedStrings),
    /// The number of schemas of strings that are only in NEW.
    Added(u64),
    /// The number of schemas of strings that are only in OLD.
    Removed(u64),
    Undecided(String),
}

/// The differences of two files, and the number of schemas of strings that did not change.
#[derive(Default)]
pub(super) struct Alignment {
    pub(super) findings: Vec<Finding>,
    pub(super) unchanged: u64,
}

/// The kind of the keys of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Keywords of a schema or of another object.
    Keywords,
    /// Names.
    Names,
    /// Patterns of names.
    Patterns,
}

impl Role {
    /// Returns the role of the value of a key, or `None` if the value has no schemas.
    fn of_value(self, key: &str) -> Option<Self> {
        match key {
            _ if self != Self::Keywords => Some(Self::Keywords),
            "patternProperties" => Some(Self::Patterns),
            _ if NAMED.contains(&key) => Some(Self::Names),
            _ if INSTANCES.contains(&key) || key.starts_with("x-") => None,
            _ => Some(Self::Keywords),
        }
    }
}

/// A step of a JSON Pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key<'d> {
    Name(&'d str),
    Index(usize),
}

/// A step of the two JSON Pointers to a pair, after the steps of its parent.
struct Step<'d> {
    parent: Option<usize>,
    old: Option<Key<'d>>,
    new: Option<Key<'d>>,
}

/// Two nodes to compare, or a node of one file.
struct Pair {
    step: usize,
    old: Option<usize>,
    new: Option<usize>,
    role: Role,
    /// Whether a node that is not there allows every value.
    is_optional: bool,
    /// Whether the schema is a part of the one around it, as in `anyOf`.
    is_part: bool,
    /// Whether the keys of the pair are patterns.
    has_patterns: bool,
    span: Range<usize>,
}

/// The entries of two objects, or the items of two arrays.
struct Child<'d> {
    old: Option<(Key<'d>, usize)>,
    new: Option<(Key<'d>, usize)>,
    span: Option<Range<usize>>,
}

struct Aligner<'d, 'c> {
    old: &'d SchemaDocument,
    new: &'d SchemaDocument,
    comparer: &'c mut Comparer<'d>,
    steps: Vec<Step<'d>>,
    open: Vec<Pair>,
    /// The number of nodes that may still be visited.
    left: usize,
    found: Alignment,
}

/// Compares the schemas of two files.
///
/// # Errors
/// Returns an error if the aliases of a file lead to too many nodes.
pub(super) fn align<'d>(
    old: &'d SchemaDocument,
    new: &'d SchemaDocument,
    comparer: &mut Comparer<'d>,
) -> Result<Alignment, String> {
    let steps = vec![Step { parent: None, old: None, new: None }];
    let open = vec![Pair {
        step: 0,
        old: Some(old.root()),
        new: Some(new.root()),
        role: Role::Keywords,
        is_optional: false,
        is_part: false,
        has_patterns: false,
        span: 0..0,
    }];
    let left = 10_000 + 16 * (old.size() + new.size());
    let found = Alignment::default();
    let mut aligner = Aligner { old, new, comparer, steps, open, left, found };
    while let Some(pair) = aligner.open.pop() {
        aligner.spend()?;
        aligner.visit(pair)?;
    }
    Ok(aligner.found)
}

impl<'d> Aligner<'d, '_> {
    fn spend(&mut self) -> Result<(), String> {
        self.left = self.left.checked_sub(1).ok_or(ALIASES)?;
        Ok(())
    }

    fn visit(&mut self, pair: Pair) -> Result<(), String> {
        if pair.has_patterns {
            self.compare_keys(&pair);
        }
        match (pair.old, pair.new) {
            (Some(old), Some(new)) => self.visit_both(&pair, old, new),
            (None, None) => Ok(()),
            (old, new) => self.visit_one(&pair, old, new),
        }
    }

    fn visit_both(&mut self, pair: &Pair, old: usize, new: usize) -> Result<(), String> {
        use SchemaValue::{Mapping, Sequence};
        let children = match (&self.old.node(old).value, &self.new.node(new).value) {
            (Mapping(left), Mapping(right)) => {
                if pair.role == Role::Keywords {
                    self.compare(pair)?;
                }
                match pair.role {
                    Role::Patterns => self.patterns(left, right),
                    _ => by_key(left, right),
                }
            }
            (Sequence(left), Sequence(right)) => items((self.old, left), (self.new, right)),
            (Mapping(_), Sequence(_)) | (Sequence(_), Mapping(_)) => {
                self.push(
                    pair,
                    pair.role,
                    Child { old: None, new: None, span: None },
                    None,
                    Some(new),
                );
                self.push(
                    pair,
                    pair.role,
                    Child { old: None, new: None, span: None },
                    Some(old),
                    None,
                );
                return Ok(());
            }
            (Mapping(mapping), _) => {
                self.compare(pair)?;
                only(mapping)
                    .map(|(key, _)| Child { old: Some(key), new: None, span: None })
                    .collect()
            }
            (_, Mapping(mapping)) => {
                self.compare(pair)?;
                only(mapping).map(|(key, span)| Child { old: None, new: Some(key), span }).collect()
            }
            (_, _) => {
                self.compare(pair)?;
                return Ok(());
            }
        };
        self.push_all(pair, children);
        Ok(())
    }

    /// Visits a node that only one file has.
    fn visit_one(
        &mut self,
        pair: &Pair,
        old: Option<usize>,
        new: Option<usize>,
    ) -> Result<(), String> {
        let (document, node) = match (old, new) {
            (Some(node), _) => (self.old, node),
            (_, Some(node)) => (self.new, node),
            _ => return Ok(()),
        };
        let mapping = document.mapping(node).filter(|_| pair.is_optional);
        if let Some(mapping) = mapping {
            self.compare(pair)?;
            let children = only(mapping).map(|(key, span)| match old {
                Some(_) => Child { old: Some(key), new: None, span: None },
                None => Child { old: None, new: Some(key), span },
            });
            let children = children.collect();
            self.push_all(pair, children);
            return Ok(());
        }
        let count =
            self.count(document, node, (pair.role, pair.is_part))? + u64::from(pair.has_patterns);
        if count > 0 {
            let verdict =
                if old.is_some() { Verdict::Removed(count) } else { Verdict::Added(count) };
            self.add(pair, Vec::new(), verdict, None);
        }
        Ok(())
    }

    /// Counts the schemas of strings in a node.
    fn count(
        &mut self,
        document: &SchemaDocument,
        node: usize,
        (role, is_part): (Role, bool),
    ) -> Result<u64, String> {
        let (mut count, mut open) = (0, vec![(node, role, is_part)]);
        while let Some((node, role, is_part)) = open.pop() {
            self.spend()?;
            match &document.node(node).value {
                SchemaValue::Mapping(mapping) => {
                    if role == Role::Patterns {
                        count += mapping.entries().len() as u64;
                    }
                    if role == Role::Keywords && !is_part {
                        let is_one = |schema: StringSchema<'_>| {
                            schema.is_about_strings() && schema.has_string_type()
                        };
                        let schema = StringSchema::read(document, node, &mut self.left);
                        count += u64::from(schema.map_or(true, is_one));
                    }
                    for entry in mapping.entries() {
                        let child = role.of_value(&entry.key);
                        let is_part = role == Role::Keywords && IN_PLACE.contains(&&*entry.key);
                        open.extend(child.map(|role| (entry.node, role, is_part)));
                    }
                }
                SchemaValue::Sequence(items) => {
                    open.extend(items.iter().map(|&item| (item, Role::Keywords, is_part)));
                }
                _ => {}
            }
        }
        Ok(count)
    }

    fn push_all(&mut self, pair: &Pair, children: Vec<Child<'d>>) {
        for child in children.into_iter().rev() {
            let name = [child.new, child.old].into_iter().flatten().map(|(key, _)| key).next();
            let role = match name {
                Some(Key::Name(name)) => pair.role.of_value(name),
                _ => Some(Role::Keywords),
            };
            let (old, new) = (child.old.map(|(_, node)| node), child.new.map(|(_, node)| node));
            if let Some(role) = role {
                self.push(pair, role, child, old, new);
            }
        }
    }

    fn push(
        &mut self,
        pair: &Pair,
        role: Role,
        child: Child<'d>,
        old: Option<usize>,
        new: Option<usize>,
    ) {
        let (old_key, new_key) = (child.old.map(|(key, _)| key), child.new.map(|(key, _)| key));
        let is_one_of = |keys: &[&str]| {
            let named = [old_key, new_key].into_iter().flatten();
            let mut named = named.filter(|_| pair.role == Role::Keywords);
            named.any(|key| matches!(key, Key::Name(name) if keys.contains(&name)))
        };
        // The items of an array are parts if the array is one.
        let is_item = !matches!(new_key.or(old_key), Some(Key::Name(_)));
        let is_part = is_one_of(&IN_PLACE) || (is_item && pair.is_part);
        let is_optional = is_one_of(&OPTIONAL);
        let step = Step { parent: Some(pair.step), old: old_key, new: new_key };
        self.steps.push(step);
        self.open.push(Pair {
            step: self.steps.len() - 1,
            old,
            new,
            role,
            is_optional,
            is_part,
            has_patterns: pair.role == Role::Patterns && (old_key, new_key) != (None, None),
            span: child.span.unwrap_or_else(|| pair.span.clone()),
        });
    }

    /// Compares the strings of a pair of schemas, if their keywords differ.
    fn compare(&mut self, pair: &Pair) -> Result<(), String> {
        if pair.is_part || pair.role != Role::Keywords {
            return Ok(());
        }
        let left = &mut self.left;
        let mut read = |document, node: Option<usize>| match node {
            Some(node) => StringSchema::read(document, node, left),
            None => Ok(StringSchema::default()),
        };
        let both = read(self.old, pair.old).and_then(|old| Ok((old, read(self.new, pair.new)?)));
        let (old, new) = match both {
            Ok(both) => both,
            Err(why) if self.left == 0 => return Err(why),
            Err(why) => {
                self.add(pair, Vec::new(), Verdict::Undecided(why), None);
                return Ok(());
            }
        };
        if !(old.is_about_strings() || new.is_about_strings())
            || !(old.has_string_type() || new.has_string_type())
        {
            return Ok(());
        }
        let changed = new.changed(&old);
        if changed.is_empty() {
            self.found.unchanged += 1;
            return Ok(());
        }
        let span = changed.iter().find_map(|(_, span)| span.clone());
        let found = self.comparer.compare(&old, &new);
        let verdict = found.map_or_else(Verdict::Undecided, Verdict::Compared);
        let keywords = changed.into_iter().map(|(keyword, _)| keyword).collect();
        self.add(pair, keywords, verdict, span);
        Ok(())
    }

    /// Compares two names of `patternProperties`.
    fn compare_keys(&mut self, pair: &Pair) {
        let Step { old, new, .. } = &self.steps[pair.step];
        let (Some(Key::Name(old)), Some(Key::Name(new))) = (*old, *new) else { return };
        if old == new {
            self.found.unchanged += 1;
            return;
        }
        let found = self.comparer.compare_patterns(old, new);
        let verdict = found.map_or_else(Verdict::Undecided, Verdict::Compared);
        self.add(pair, vec!["patternProperties"], verdict, None);
    }

    fn add(
        &mut self,
        pair: &Pair,
        keywords: Vec<&'static str>,
        verdict: Verdict,
        span: Option<Range<usize>>,
    ) {
        let old = self.pointer(pair.step, pair.old.is_some(), |step| step.old);
        let new = self.pointer(pair.step, pair.new.is_some(), |step| step.new);
        let span = span.unwrap_or_else(|| pair.span.clone());
        self.found.findings.push(Finding { old, new, keywords, verdict, span });
    }

    /// Returns the JSON Pointer of a node (RFC 6901, 3), if there is the node.
    fn pointer(
        &self,
        step: usize,
        has_node: bool,
        key: impl Fn(&Step<'d>) -> Option<Key<'d>>,
    ) -> Option<String> {
        let (mut keys, mut at) = (Vec::new(), has_node.then_some(step));
        while let Some(step) = at.map(|at| &self.steps[at]) {
            keys.extend(key(step));
            at = step.parent;
        }
        let segment = |key: &Key<'_>| match key {
            Key::Name(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
            Key::Index(index) => format!("/{index}"),
        };
        has_node.then(|| keys.iter().rev().map(segment).collect())
    }

    /// Pairs the patterns of two `patternProperties`: equal texts, then equal languages, then the rest in order.
    fn patterns(&mut self, old: &'d SchemaMapping, new: &'d SchemaMapping) -> Vec<Child<'d>> {
        let mut children = by_key(old, new);
        let unpaired = |is_paired: fn(&Child<'_>) -> bool, children: &[Child<'d>]| {
            let all = children.iter().enumerate().filter(|(_, child)| is_paired(child));
            all.map(|(at, _)| at).collect::<VecDeque<usize>>()
        };
        let mut gone = unpaired(|child| child.new.is_none(), &children);
        let mut fresh = unpaired(|child| child.old.is_none(), &children);
        let mut pairs = Vec::new();
        if gone.len() <= PATTERNS && fresh.len() <= PATTERNS {
            fresh.retain(|&at| {
                let Some((Key::Name(new), _)) = children[at].new else { return true };
                let equal = gone.iter().position(|&other| match children[other].old {
                    Some((Key::Name(old), _)) => {
                        let found = self.comparer.compare_patterns(old, new);
                        found.is_ok_and(|found| found.relation == Relation::Equal)
                    }
                    _ => false,
                });
                pairs.extend(equal.and_then(|equal| gone.remove(equal)).map(|other| (other, at)));
                equal.is_none()
            });
        }
        pairs.extend(gone.into_iter().zip(fresh));
        let mut paired = HashSet::new();
        for (gone, fresh) in pairs {
            children[fresh].old = children[gone].old;
            paired.insert(gone);
        }
        let mut at = 0..;
        children.retain(|_| !at.next().is_some_and(|at| paired.contains(&at)));
        children
    }
}

type Entry<'d> = ((Key<'d>, usize), Option<Range<usize>>);

/// Returns the entries of an object that has no counterpart, with the spans of their keys.
fn only(mapping: &SchemaMapping) -> impl Iterator<Item = Entry<'_>> {
    let entries = mapping.entries().iter();
    entries.map(|entry| ((Key::Name(&entry.key), entry.node), Some(entry.key_span.clone())))
}

/// Pairs the entries of two objects by their keys, in the order of NEW, with those only in OLD at the end.
fn by_key<'d>(old: &'d SchemaMapping, new: &'d SchemaMapping) -> Vec<Child<'d>> {
    let both = only(new).map(|(entry, span)| {
        let before = match entry.0 {
            Key::Name(name) => old.get(name).map(|before| (entry.0, before.node)),
            Key::Index(_) => None,
        };
        Child { old: before, new: Some(entry), span }
    });
    let is_gone =
        |(entry, _): &Entry<'_>| matches!(entry.0, Key::Name(name) if new.get(name).is_none());
    let gone = only(old).filter(is_gone);
    both.chain(gone.map(|(entry, _)| Child { old: Some(entry), new: None, span: None })).collect()
}

/// What an item of an array is called: a parameter by its place and name, a reference by its target.
#[derive(PartialEq, Eq, Hash)]
enum Identity<'d> {
    Parameter(&'d str, &'d str),
    Reference(&'d str),
}

fn identity(document: &SchemaDocument, node: usize) -> Option<Identity<'_>> {
    let mapping = document.mapping(node)?;
    let text = |key| mapping.get(key).and_then(|entry| document.string(entry.node));
    match (text("in"), text("name"), text("$ref")) {
        (Some(place), Some(name), _) => Some(Identity::Parameter(place, name)),
        (_, _, reference) => reference.map(Identity::Reference),
    }
}

/// Pairs the items of two arrays by their identities, and the others in order.
fn items<'d>(
    (old_document, old): (&'d SchemaDocument, &[usize]),
    (new_document, new): (&'d SchemaDocument, &[usize]),
) -> Vec<Child<'d>> {
    let mut named: HashMap<Identity<'d>, VecDeque<usize>> = HashMap::new();
    for (index, &node) in old.iter().enumerate() {
        if let Some(identity) = identity(old_document, node) {
            named.entry(identity).or_default().push_back(index);
        }
    }
    let mut pairs: Vec<Option<usize>> = Vec::new();
    let mut is_paired = vec![false; old.len()];
    for &node in new {
        let identity = identity(new_document, node);
        let index = identity.and_then(|identity| named.get_mut(&identity)?.pop_front());
        index.into_iter().for_each(|index| is_paired[index] = true);
        pairs.push(index);
    }
    // A parameter of another name is another parameter.
    let is_other =
        |document, node| !matches!(identity(document, node), Some(Identity::Parameter(..)));
    let mut others = (0..old.len())
        .filter(|&index| !is_paired[index] && is_other(old_document, old[index]))
        .collect::<VecDeque<usize>>();
    for (pair, &node) in pairs.iter_mut().zip(new) {
        if pair.is_none() && is_other(new_document, node) {
            *pair = others.pop_front();
            pair.iter().for_each(|&index| is_paired[index] = true);
        }
    }
    let both = pairs.into_iter().zip(new).enumerate().map(|(index, (pair, &node))| Child {
        old: pair.map(|index| (Key::Index(index), old[index])),
        new: Some((Key::Index(index), node)),
        span: Some(new_document.node(node).span.clone()),
    });
    let gone = (0..old.len()).filter(|&index| !is_paired[index]).map(|index| Child {
        old: Some((Key::Index(index), old[index])),
        new: None,
        span: None,
    });
    both.chain(gone).collect()
}
