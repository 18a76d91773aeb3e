//! The strings that a schema allows: what its keywords allow together, with the schemas that apply to the same value.
//!
//! The surprising case: a schema without string keywords allows every string, whatever it requires of objects. So
//! `{"not": {"required": ["a"]}}` allows none.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use urispec_audit::schemas::{SchemaDocument, SchemaValue};
use urispec_audit::{Deadline, Dialect, Language, Matching, Pattern, Relation, TooLarge};
use urispec_views::language::{FORMATS, PatternOptions};

/// The maximum number of characters that are counted.
const LONGEST: u64 = 100_000;
/// The maximum depth of schemas that apply to the same value, which is also one of recursive calls.
const DEPTH: usize = 100;
/// The maximum number of languages that are kept, since the same pattern may be in many schemas.
const KEPT: usize = 200;

/// The keys whose schemas apply to the value of the schema itself.
pub(super) const IN_PLACE: [&str; 7] = ["allOf", "anyOf", "else", "if", "not", "oneOf", "then"];

/// The error for files whose aliases have far more paths than nodes.
pub(super) const ALIASES: &str = "the aliases of the files lead to too many objects";

/// A condition on strings.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition<'d> {
    Pattern(&'d str),
    Format(&'d str),
    AtLeast(u64),
    AtMost(u64),
    /// The strings of `enum` or `const`.
    Strings(BTreeSet<&'d str>),
    /// No string: the `type` excludes strings, or the schema is `false`.
    Never,
    /// A keyword with a value that it cannot have, and the reason.
    Invalid(&'static str),
    /// The schema that a `$ref` refers to.
    Reference(&'d str),
    All(Vec<Self>),
    Any(Vec<Self>),
    ExactlyOne(Vec<Self>),
    Not(Box<Self>),
    /// `if`, `then` and `else`.
    If(Box<[Self; 3]>),
}

impl Condition<'_> {
    /// Returns whether the condition restricts strings, other than by allowing none.
    fn is_about_strings(&self) -> bool {
        match self {
            Self::Never | Self::Reference(_) => false,
            Self::Strings(strings) => !strings.is_empty(),
            Self::All(all) | Self::Any(all) | Self::ExactlyOne(all) => {
                all.iter().any(Self::is_about_strings)
            }
            Self::Not(one) => one.is_about_strings(),
            Self::If(all) => all.iter().any(Self::is_about_strings),
            _ => true,
        }
    }
}

/// A keyword of a schema, as a condition on strings.
struct Part<'d> {
    keyword: &'static str,
    condition: Condition<'d>,
    /// The span of the value in the file.
    span: Range<usize>,
}

/// A schema, as conditions on strings.
#[derive(Default)]
pub(super) struct StringSchema<'d> {
    parts: Vec<Part<'d>>,
}

/// Reads the conditions of schemas.
struct ConditionReader<'d, 'l> {
    document: &'d SchemaDocument,
    /// The number of nodes that may still be read.
    left: &'l mut usize,
    depth: usize,
}

impl<'d> ConditionReader<'d, '_> {
    fn parts(&mut self, node: usize) -> Result<Vec<Part<'d>>, String> {
        *self.left = self.left.checked_sub(1).ok_or(ALIASES)?;
        let document = self.document;
        let mut parts = Vec::new();
        let mapping = match &document.node(node).value {
            SchemaValue::Mapping(mapping) => mapping,
            SchemaValue::Other(text) if text.eq_ignore_ascii_case("false") => {
                let span = document.node(node).span.clone();
                parts.push(Part { keyword: "false", condition: Condition::Never, span });
                return Ok(parts);
            }
            _ => return Ok(parts),
        };
        for entry in mapping.entries() {
            let node = document.node(entry.node);
            let Some((keyword, condition)) = self.keyword(&entry.key, entry.node)? else {
                continue;
            };
            let condition = match condition {
                Condition::If(mut all) => {
                    for (at, key) in [(1, "then"), (2, "else")] {
                        if let Some(entry) = mapping.get(key) {
                            all[at] = self.schema(entry.node)?;
                        }
                    }
                    Condition::If(all)
                }
                condition => condition,
            };
            parts.push(Part { keyword, condition, span: node.span.clone() });
        }
        Ok(parts)
    }

    /// Returns the condition of a schema that applies to the value of another one.
    fn schema(&mut self, node: usize) -> Result<Condition<'d>, String> {
        if self.depth == DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let parts = self.parts(node)?;
        self.depth -= 1;
        Ok(Condition::All(parts.into_iter().map(|part| part.condition).collect()))
    }

    fn schemas(&mut self, nodes: &[usize]) -> Result<Vec<Condition<'d>>, String> {
        nodes.iter().map(|&node| self.schema(node)).collect()
    }

    fn keyword(
        &mut self,
        key: &str,
        node: usize,
    ) -> Result<Option<(&'static str, Condition<'d>)>, String> {
        use SchemaValue::{Mapping, Other, Sequence, String as Text};
        let document = self.document;
        let strings = |items: &[usize]| {
            Condition::Strings(items.iter().filter_map(|&item| document.string(item)).collect())
        };
        Ok(Some(match (key, &document.node(node).value) {
            ("pattern", Text(text)) => ("pattern", Condition::Pattern(text)),
            ("pattern", Other(_)) => {
                ("pattern", Condition::Invalid("the value of `pattern` is not a string"))
            }
            ("format", Text(text)) => ("format", Condition::Format(text)),
            ("minLength", Text(text) | Other(text)) => {
                let wrong = "the value of `minLength` is not a whole number from 0";
                let least = length(&document.node(node).value, text).map(Condition::AtLeast);
                ("minLength", least.unwrap_or(Condition::Invalid(wrong)))
            }
            ("maxLength", Text(text) | Other(text)) => {
                let wrong = "the value of `maxLength` is not a whole number from 0";
                let most = length(&document.node(node).value, text).map(Condition::AtMost);
                ("maxLength", most.unwrap_or(Condition::Invalid(wrong)))
            }
            ("enum", Sequence(items)) => ("enum", strings(items)),
            ("const", _) => ("const", strings(&[node])),
            ("type", Text(name)) if name != "string" => ("type", Condition::Never),
            ("type", Sequence(items))
                if !items.iter().any(|&item| document.string(item) == Some("string")) =>
            {
                ("type", Condition::Never)
            }
            ("$ref", Text(text)) => ("$ref", Condition::Reference(text)),
            ("$dynamicRef" | "$recursiveRef", Text(text)) => {
                ("$dynamicRef", Condition::Reference(text))
            }
            ("allOf", Sequence(items)) => ("allOf", Condition::All(self.schemas(items)?)),
            ("anyOf", Sequence(items)) => ("anyOf", Condition::Any(self.schemas(items)?)),
            ("oneOf", Sequence(items)) => ("oneOf", Condition::ExactlyOne(self.schemas(items)?)),
            ("not", Mapping(_) | Other(_)) => ("not", Condition::Not(Box::new(self.schema(node)?))),
            ("if", Mapping(_) | Other(_)) => {
                let rest = || Condition::All(Vec::new());
                ("if", Condition::If(Box::new([self.schema(node)?, rest(), rest()])))
            }
            _ => return Ok(None),
        }))
    }
}

/// Returns a number of characters, if the value is one.
fn length(value: &SchemaValue, text: &str) -> Option<u64> {
    // A number with a zero fraction is an integer (JSON Schema, Core, 4.2.3).
    let whole = text.split_once('.').filter(|(_, rest)| rest.bytes().all(|one| one == b'0'));
    let whole = whole.map_or(text, |(whole, _)| whole);
    matches!(value, SchemaValue::Other(_)).then(|| whole.parse().ok())?
}

impl<'d> StringSchema<'d> {
    /// Reads a schema. Each node counts against `left`.
    ///
    /// # Errors
    /// Returns an error if there are too many nodes, or if they are nested too deep.
    pub(super) fn read(
        document: &'d SchemaDocument,
        node: usize,
        left: &mut usize,
    ) -> Result<Self, String> {
        Ok(Self { parts: ConditionReader { document, left, depth: 0 }.parts(node)? })
    }

    pub(super) fn is_about_strings(&self) -> bool {
        self.parts.iter().any(|part| part.condition.is_about_strings())
    }

    /// Returns whether the schema is for strings, as far as its `type` says.
    pub(super) fn has_string_type(&self) -> bool {
        !self.parts.iter().any(|part| part.condition == Condition::Never)
    }

    /// Returns the keywords that are different in an earlier schema, each with the span of its value in this one.
    pub(super) fn changed(&self, old: &Self) -> Vec<(&'static str, Option<Range<usize>>)> {
        let find = |schema: &Self, keyword: &str| {
            let part = schema.parts.iter().find(|part| part.keyword == keyword);
            part.map(|part| part.condition.clone())
        };
        let is_changed =
            |part: &&Part<'d>| find(old, part.keyword).as_ref() != Some(&part.condition);
        let changed = self.parts.iter().filter(is_changed);
        let changed = changed.map(|part| (part.keyword, Some(part.span.clone())));
        let gone = old.parts.iter().filter(|part| find(self, part.keyword).is_none());
        changed.chain(gone.map(|part| (part.keyword, None))).collect()
    }

    /// Returns the minimum and the maximum number of characters, and the other conditions.
    fn split(&self) -> ((u64, Option<u64>), Vec<&Condition<'d>>) {
        let (mut least, mut most, mut rest) = (0, None, Vec::new());
        for Part { condition, .. } in &self.parts {
            match condition {
                Condition::AtLeast(value) => least = least.max(*value),
                Condition::AtMost(value) => most = Some(*value),
                condition => rest.push(condition),
            }
        }
        ((least, most), rest)
    }
}

/// Returns the node that a reference within the file refers to (RFC 6901, 6).
fn resolved(document: &SchemaDocument, reference: &str) -> Option<usize> {
    let fragment = reference.strip_prefix('#')?.as_bytes();
    let (mut pointer, mut at) = (Vec::new(), 0);
    while let Some(&byte) = fragment.get(at) {
        let digits = fragment.get(at + 1..at + 3).filter(|_| byte == b'%');
        let escaped = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                pointer.push(byte);
                at += 3;
            }
            None => {
                pointer.push(byte);
                at += 1;
            }
        }
    }
    document.find(&String::from_utf8(pointer).ok()?)
}

/// The relation of the strings of NEW to those of OLD.
pub(super) struct ComparedStrings {
    pub(super) relation: Relation,
    pub(super) only_old: Option<Vec<u8>>,
    pub(super) only_new: Option<Vec<u8>>,
    pub(super) common: Option<Vec<u8>>,
    /// What the relation leaves out.
    pub(super) notes: Vec<String>,
}

impl ComparedStrings {
    fn parts(&self) -> impl Iterator<Item = &Vec<u8>> {
        [&self.only_old, &self.only_new, &self.common].into_iter().flatten()
    }
}

/// The strings that conditions allow, if all strings meet the conditions that are not known.
#[derive(Clone)]
struct Strings {
    language: Rc<Language>,
    unknown: BTreeSet<String>,
}

/// One of the two files, with the strings of the schemas that references of the file refer to.
struct Side<'d> {
    document: &'d SchemaDocument,
    /// The strings of a schema, and whether unknown conditions of it can be left out; `None` while the strings are
    /// being decided.
    references: HashMap<(usize, bool), Option<Strings>>,
}

/// Compares the strings of schemas.
pub(super) struct Comparer<'d> {
    deadline: Deadline,
    old: Side<'d>,
    new: Side<'d>,
    patterns: Languages,
}

impl<'d> Comparer<'d> {
    pub(super) fn new(
        old: &'d SchemaDocument,
        new: &'d SchemaDocument,
        deadline: Deadline,
    ) -> Self {
        let side = |document| Side { document, references: HashMap::new() };
        Self { deadline, old: side(old), new: side(new), patterns: Languages::default() }
    }

    /// Compares two schemas.
    ///
    /// The error is the reason why their relation is not decided.
    pub(super) fn compare(
        &mut self,
        old: &StringSchema<'_>,
        new: &StringSchema<'_>,
    ) -> Result<ComparedStrings, String> {
        let ((old_lengths, old_rest), (new_lengths, new_rest)) = (old.split(), new.split());
        let old = Evaluator { side: &mut self.old, patterns: &mut self.patterns, depth: 0 }
            .all(old_rest, true)?;
        let new = Evaluator { side: &mut self.new, patterns: &mut self.patterns, depth: 0 }
            .all(new_rest, true)?;
        if let Some(unknown) = old.unknown.symmetric_difference(&new.unknown).next() {
            return Err(unknown.clone());
        }
        let notes =
            new.unknown.iter().map(|unknown| format!("{unknown}; it is left out")).collect();
        if old_lengths == new_lengths {
            let found = self.related(&old.language, &new.language)?;
            // The strings are the shortest of their parts, and no part without strings gets one by the lengths.
            let is_within = |string: &Vec<u8>| {
                let count = string.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
                count >= old_lengths.0 && old_lengths.1.is_none_or(|most| count <= most)
            };
            if found.parts().all(is_within) {
                return Ok(ComparedStrings { notes, ..found });
            }
        }
        let old = intersection(&old.language, &*counted(old_lengths)?)?;
        let new = intersection(&new.language, &*counted(new_lengths)?)?;
        Ok(ComparedStrings { notes, ..self.related(&old, &new)? })
    }

    /// Compares two names of `patternProperties`.
    pub(super) fn compare_patterns(
        &mut self,
        old: &str,
        new: &str,
    ) -> Result<ComparedStrings, String> {
        let (old, new) = (self.patterns.pattern(old)?, self.patterns.pattern(new)?);
        self.related(&old, &new)
    }

    fn related(&self, old: &Language, new: &Language) -> Result<ComparedStrings, String> {
        let found = new.relation_until(old, &self.deadline).map_err(|why| why.to_string())?;
        Ok(ComparedStrings {
            relation: found.relation,
            only_old: found.only_right,
            only_new: found.only_left,
            common: found.common,
            notes: Vec::new(),
        })
    }
}

/// Decides the strings of conditions.
struct Evaluator<'d, 'c> {
    side: &'c mut Side<'d>,
    patterns: &'c mut Languages,
    depth: usize,
}

impl Evaluator<'_, '_> {
    /// Returns the strings that meet all conditions. `can_omit` says that all strings of the schema must meet them, so
    /// that an unknown condition can be left out.
    fn all<'c>(
        &mut self,
        conditions: impl IntoIterator<Item = &'c Condition<'c>>,
        can_omit: bool,
    ) -> Result<Strings, String> {
        let mut all: Option<Strings> = None;
        for condition in conditions {
            let mut one = self.strings(condition, can_omit)?;
            if let Some(mut all) = all.take() {
                one.language = intersection(&all.language, &one.language)?;
                one.unknown.append(&mut all.unknown);
            }
            all = Some(one);
        }
        all.map_or_else(|| Ok(known(every()?)), Ok)
    }

    fn strings(&mut self, condition: &Condition<'_>, can_omit: bool) -> Result<Strings, String> {
        if self.depth == DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let found = match condition {
            Condition::Reference(text) => self.reference(text, can_omit),
            Condition::All(all) => self.all(all, can_omit),
            Condition::Any(all) => self.any(all).map(known),
            Condition::ExactlyOne(all) => self.exactly_one(all).map(known),
            Condition::Not(one) => self.not(one).map(known),
            Condition::If(all) => self.choice(all).map(known),
            condition => self.alone(condition, can_omit),
        };
        self.depth -= 1;
        found
    }

    /// Returns the strings that meet a condition without other conditions in it.
    fn alone(&mut self, condition: &Condition<'_>, can_omit: bool) -> Result<Strings, String> {
        match condition {
            Condition::Pattern(text) => self.patterns.pattern(text).map(known),
            Condition::Format(name) => match self.patterns.format(name) {
                Some(language) => language.map(known),
                None => unknown(format!("the format `{}` is not known", short(name)), can_omit),
            },
            Condition::AtLeast(least) => counted((*least, None)).map(known),
            Condition::AtMost(most) => counted((0, Some(*most))).map(known),
            Condition::Strings(strings) => listed(strings.iter().copied()).map(known),
            Condition::Invalid(why) => Err((*why).to_owned()),
            _ => none().map(known),
        }
    }

    fn any(&mut self, all: &[Condition<'_>]) -> Result<Rc<Language>, String> {
        all.iter().try_fold(none()?, |any, one| union(&any, &self.strings(one, false)?.language))
    }

    fn exactly_one(&mut self, all: &[Condition<'_>]) -> Result<Rc<Language>, String> {
        let (mut once, mut more) = (none()?, none()?);
        for one in all {
            let one = self.strings(one, false)?.language;
            more = union(&more, &*intersection(&one, &once)?)?;
            once = union(&once, &one)?;
        }
        without(&once, &more)
    }

    fn not(&mut self, one: &Condition<'_>) -> Result<Rc<Language>, String> {
        without(&*every()?, &self.strings(one, false)?.language)
    }

    fn choice(
        &mut self,
        [one, then, otherwise]: &[Condition<'_>; 3],
    ) -> Result<Rc<Language>, String> {
        let one = self.strings(one, false)?.language;
        let then = self.strings(then, false)?.language;
        let otherwise = self.strings(otherwise, false)?.language;
        union(&*intersection(&one, &then)?, &*without(&otherwise, &one)?)
    }

    fn reference(&mut self, text: &str, can_omit: bool) -> Result<Strings, String> {
        let Some(node) = resolved(self.side.document, text) else {
            return unknown(format!("the schema `{}` is not in the file", short(text)), can_omit);
        };
        let key = (node, can_omit);
        match self.side.references.get(&key) {
            Some(Some(found)) => return Ok(found.clone()),
            Some(None) => {
                return Err(format!("the reference `{}` leads back to itself", short(text)));
            }
            None => {}
        }
        self.side.references.insert(key, None);
        let mut left = self.side.document.size();
        let found = match StringSchema::read(self.side.document, node, &mut left) {
            Ok(schema) => self.all(schema.parts.iter().map(|part| &part.condition), can_omit),
            Err(why) => Err(why),
        };
        match &found {
            Ok(found) => self.side.references.insert(key, Some(found.clone())),
            // Elsewhere, the schema may be nested less deep.
            Err(_) => self.side.references.remove(&key),
        };
        found
    }
}

fn too_deep() -> String {
    format!("more than {DEPTH} schemas are nested in one another or refer to one another")
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

fn known(language: Rc<Language>) -> Strings {
    Strings { language, unknown: BTreeSet::new() }
}

fn unknown(why: String, can_omit: bool) -> Result<Strings, String> {
    match can_omit {
        true => Ok(Strings { language: every()?, unknown: BTreeSet::from([why]) }),
        false => Err(why),
    }
}

fn shared(found: Result<Language, TooLarge>) -> Result<Rc<Language>, String> {
    found.map(Rc::new).map_err(|_| "the conditions together need too many states".to_owned())
}

fn intersection(one: &Language, other: &Language) -> Result<Rc<Language>, String> {
    shared(one.intersection(other))
}

fn union(one: &Language, other: &Language) -> Result<Rc<Language>, String> {
    shared(one.union(other))
}

fn without(one: &Language, other: &Language) -> Result<Rc<Language>, String> {
    shared(one.without(other))
}

fn listed<'s>(strings: impl Iterator<Item = &'s str>) -> Result<Rc<Language>, String> {
    shared(Language::from_strings(strings))
}

fn none() -> Result<Rc<Language>, String> {
    listed(std::iter::empty())
}

fn every() -> Result<Rc<Language>, String> {
    counted((0, None))
}

/// Returns the strings with these numbers of characters.
fn counted((least, most): (u64, Option<u64>)) -> Result<Rc<Language>, String> {
    if least > LONGEST || most.is_some_and(|most| most > LONGEST) {
        return Err(format!("a `minLength` or `maxLength` above {LONGEST} is not counted"));
    }
    shared(Language::from_length(least as usize, most.map(|most| most as usize)))
}

/// The languages of patterns and formats.
#[derive(Default)]
struct Languages {
    patterns: HashMap<String, Result<Rc<Language>, String>>,
    formats: HashMap<String, Result<Rc<Language>, String>>,
}

impl Languages {
    /// Returns the strings that a pattern allows. It is read as the validators of schemas do: with the flag `u` (JSON
    /// Schema, Core, 6.4), or without it if it is invalid with the flag, and searched for (JSON Schema, Validation,
    /// 6.3.3).
    fn pattern(&mut self, text: &str) -> Result<Rc<Language>, String> {
        if self.patterns.len() >= KEPT {
            self.patterns.clear();
        }
        let read = |flags| Pattern::read_with_flags(Dialect::EcmaScript, text, flags);
        let language = || {
            let pattern = read("u").or_else(|why| read("").map_err(|_| why));
            let pattern = pattern.map_err(|why| {
                format!("the pattern `{}` cannot be read: {}", short(text), why.why)
            })?;
            Language::from_pattern(&pattern, Matching::Search)
                .map(Rc::new)
                .map_err(|why| format!("the pattern `{}` cannot be decided: {why}", short(text)))
        };
        self.patterns.entry(text.to_owned()).or_insert_with(language).clone()
    }

    /// Returns the strings of a format, if it is known.
    fn format(&mut self, name: &str) -> Option<Result<Rc<Language>, String>> {
        let (name, ..) = FORMATS.into_iter().find(|(known, ..)| *known == name)?;
        let language = || {
            let language = PatternOptions::default().language(&format!("format:{name}"))?;
            language.map(Rc::new).ok_or_else(|| format!("the format `{name}` is not known"))
        };
        Some(self.formats.entry(name.to_owned()).or_insert_with(language).clone())
    }
}
