//! Routes with parameters in angle brackets and converters: rules of Flask, and routes of Django's `path()`.
//!
//! Both decode a path before they match it, and compare letter case.
//!
//! | converter | Django | Flask, by Werkzeug |
//! |---|---|---|
//! | none | `str` | `string` |
//! | `str`, `string` | `[^/]+` | `[^/]+`; `length`, `minlength` and `maxlength` change the number |
//! | `int` | `[0-9]+` | digits; `fixed_digits`, `min`, `max`, and `signed`, which allows `-` |
//! | `float` | | digits, `.`, digits; `signed` |
//! | `slug` | `[-a-zA-Z0-9_]+` | |
//! | `uuid` | digits in lower case | digits in either case |
//! | `path` | `.+` | one or more characters that do not begin with a slash |
//! | `any` | | one of its arguments |
//!
//! A route of Django has no slash at its beginning, since Django adds one. A rule of Flask begins with a slash, and
//! several slashes in it are one, as are those at the beginning of a path. If a rule or a route ends with a slash, both may redirect the path without it
//! (`strict_slashes`, `APPEND_SLASH`), which is not a match.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use grammar_regex::engine::{CharacterSet, Direction, Mode, Tree};

use super::{PathBuilder, PathPattern, RouteError, described, except, look, repeat, set_of};

pub(super) fn django(text: &str, converters: &[(String, Tree)]) -> Result<PathPattern, RouteError> {
    if text.starts_with('/') {
        let message = "Django adds the slash before a route; remove this one (urls.W002)";
        return Err(RouteError::new(0, message));
    }
    let mut builder = PathBuilder::default();
    builder.literal("/");
    let mut at = 0;
    while let Some(open) = text[at..].find(['<', '>']) {
        builder.encoded_literal(&text[at..at + open], true);
        at += open;
        let close = text[at..].find('>').filter(|close| *close > 0);
        let Some(close) = close else { return Err(unmatched(text, at)) };
        let inside = &text[at + 1..at + close];
        let (converter, name) = match inside.split_once(':') {
            Some((converter, name)) => (Some(converter), name),
            None => (None, inside),
        };
        let name_at = at + 1 + inside.len() - name.len();
        if let Some(space) = inside.find(char::is_whitespace) {
            return Err(RouteError::new(at + 1 + space, "a parameter cannot contain white space"));
        }
        declare(&builder, name, name_at)?;
        let tree = match converter {
            None | Some("str") => segment(1, None),
            Some(name) if find(converters, name).is_some() => {
                find(converters, name).unwrap_or(Tree::EMPTY)
            }
            Some("int") => repeat(Tree::Set(digits()), 1, None),
            Some("slug") => repeat(Tree::Set(letters("-_", true).union(&digits())), 1, None),
            Some("uuid") => uuid(digits().union(&CharacterSet::from_ranges([('a', 'f')]))),
            Some("path") => repeat(Tree::Set(CharacterSet::all()), 1, None),
            Some(other) => {
                let own = "str, int, slug, uuid and path";
                return Err(unknown_converter(at + 1, other, own));
            }
        };
        builder.parameter(name, tree);
        at += close + 1;
    }
    builder.encoded_literal(&text[at..], true);
    Ok(builder.finish())
}

fn unmatched(text: &str, at: usize) -> RouteError {
    let is_open = text[at..].starts_with('<');
    let message = if is_open { "this `<` is not closed" } else { "this `>` closes nothing" };
    RouteError::new(at, message)
}

fn unknown_converter(at: usize, name: &str, own: &str) -> RouteError {
    let message = format!(
        "unknown converter `{name}`; the standard ones are {own}; define others by their patterns"
    );
    RouteError::new(at, message)
}

/// Checks that a parameter has a valid name, and that no other has the same name.
fn declare(builder: &PathBuilder, name: &str, at: usize) -> Result<(), RouteError> {
    let is_part = |(at, one): (usize, char)| {
        one == '_' || if at == 0 { one.is_alphabetic() } else { one.is_alphanumeric() }
    };
    if let Some((place, one)) = name.char_indices().find(|&one| !is_part(one)) {
        let message = format!("{} is not allowed in the name of a parameter", described(Some(one)));
        return Err(RouteError::new(at + place, message));
    }
    if name.is_empty() {
        return Err(RouteError::new(at, "expected the name of a parameter"));
    }
    match builder.has(name) {
        true => Err(RouteError::new(at, format!("the parameter `{name}` occurs twice"))),
        false => Ok(()),
    }
}

fn find(converters: &[(String, Tree)], name: &str) -> Option<Tree> {
    converters.iter().find(|(own, _)| own == name).map(|(_, tree)| tree.clone())
}

pub(super) fn flask(text: &str, converters: &[(String, Tree)]) -> Result<PathPattern, RouteError> {
    if !text.starts_with('/') {
        return Err(RouteError::new(0, "a rule of Flask begins with a slash"));
    }
    let mut builder = PathBuilder::default();
    let mut at = 0;
    let mut has_path = false;
    while let Some(one) = text[at..].chars().next() {
        match one {
            '<' => {
                let parameter = FlaskParameter::at(text, at)?;
                declare(&builder, parameter.name, parameter.name_at)?;
                has_path |= parameter.converter == "path";
                builder.parameter(parameter.name, parameter.tree(converters)?);
                at = parameter.end;
            }
            '>' => return Err(unmatched(text, at)),
            // Several slashes are merged, and those at the beginning of a path are one.
            '/' if at == 0 => {
                builder.parts.push(repeat(Tree::Set(set_of("/")), 1, None));
                at += 1;
            }
            '/' if text[..at].ends_with('/') => at += 1,
            // A path before a last slash does not end with a slash.
            '/' if has_path && text[at..].trim_start_matches('/').is_empty() => {
                let slash = Tree::Set(set_of("/"));
                builder.parts.push(look(slash, Direction::Behind, true));
                builder.literal("/");
                at += 1;
            }
            _ => {
                builder.encoded_literal(&text[at..at + one.len_utf8()], true);
                at += one.len_utf8();
            }
        }
    }
    Ok(builder.finish())
}

/// A parameter of a rule, `<converter(arguments):name>`.
struct FlaskParameter<'t> {
    converter: &'t str,
    converter_at: usize,
    arguments: Vec<Argument<'t>>,
    name: &'t str,
    name_at: usize,
    end: usize,
}

/// An argument of a converter, with its name if it has one.
struct Argument<'t> {
    at: usize,
    name: Option<&'t str>,
    value: &'t str,
}

impl<'t> FlaskParameter<'t> {
    fn at(text: &'t str, at: usize) -> Result<Self, RouteError> {
        let start = at + 1;
        let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_';
        let word = text[start..].find(|one| !is_word(one)).unwrap_or(text.len() - start);
        let first = &text[start..start + word];
        let mut at = start + word;
        let (mut converter, mut arguments) = ("string", Vec::new());
        let (mut name, mut name_at, mut converter_at) = (first, start, start);
        if text[at..].starts_with('(') {
            let Some(length) = text[at..].find("):") else {
                return Err(RouteError::new(
                    at,
                    "the arguments of the converter do not end with `):`",
                ));
            };
            arguments = read_arguments(&text[at + 1..at + length], at + 1)?;
            at += length + 1;
        }
        if text[at..].starts_with(':') {
            (converter, converter_at, name_at) = (first, start, at + 1);
            let length = text[name_at..].find(|one| !is_word(one));
            name = &text[name_at..length.map_or(text.len(), |length| name_at + length)];
            at = name_at + name.len();
        }
        match text[at..].chars().next() {
            Some('>') => {
                Ok(Self { converter, converter_at, arguments, name, name_at, end: at + 1 })
            }
            None => Err(unmatched(text, start - 1)),
            found => {
                let message =
                    format!("{} is not allowed in a parameter; expected `>`", described(found));
                Err(RouteError::new(at, message))
            }
        }
    }

    fn tree(&self, converters: &[(String, Tree)]) -> Result<Tree, RouteError> {
        if let Some(tree) = find(converters, self.converter) {
            return Ok(tree);
        }
        let digits = || Tree::Set(digits());
        Ok(match self.converter {
            "string" | "default" => {
                self.allow(&["minlength", "maxlength", "length"])?;
                let (min, max) = match self.number("length")? {
                    Some(length) => (length, Some(length)),
                    None => (self.number("minlength")?.unwrap_or(1), self.number("maxlength")?),
                };
                let [min, max] = [Some(min), max]
                    .map(|number| number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)));
                if max.is_some_and(|max| max < min.unwrap_or_default()) {
                    return Err(RouteError::new(self.converter_at, "no string has such a length"));
                }
                if min.max(max).is_some_and(|most| most > LONGEST_STRING) {
                    let message =
                        format!("a length of more than {LONGEST_STRING} is not supported");
                    return Err(RouteError::new(self.converter_at, message));
                }
                segment(min.unwrap_or(1), max)
            }
            "any" => {
                let literal = |argument: &Argument<'_>| {
                    let mut builder = PathBuilder::default();
                    builder.encoded_literal(argument.value, true);
                    Tree::sequence(builder.parts)
                };
                match self.arguments.is_empty() {
                    true => {
                        return Err(RouteError::new(self.converter_at, "`any` needs arguments"));
                    }
                    false => Tree::Choice(self.arguments.iter().map(literal).collect()),
                }
            }
            "path" => {
                self.allow(&[])?;
                let any = Tree::Set(CharacterSet::all());
                let rest = Tree::Repeat { of: any.into(), min: 0, max: None, mode: Mode::Lazy };
                Tree::Sequence(vec![Tree::Set(except("/")), rest])
            }
            "int" => {
                self.allow(&["fixed_digits", "min", "max", "signed"])?;
                self.integer()?
            }
            "float" => {
                self.allow(&["signed"])?;
                let [whole, fraction] = [(); 2].map(|()| repeat(digits(), 1, None));
                let float = Tree::Sequence(vec![whole, Tree::Set(set_of(".")), fraction]);
                self.signed(float)?
            }
            "uuid" => {
                self.allow(&[])?;
                uuid(letters("", false).union(&self::digits()))
            }
            other => {
                let own = "string, int, float, path, any and uuid";
                return Err(unknown_converter(self.converter_at, other, own));
            }
        })
    }

    fn integer(&self) -> Result<Tree, RouteError> {
        let digits = || Tree::Set(digits());
        let (least, most) = (self.number("min")?, self.number("max")?);
        let is_signed = self.flag("signed")?;
        match (self.number("fixed_digits")?.unwrap_or_default(), least.is_some() || most.is_some())
        {
            (0, false) => self.signed(repeat(digits(), 1, None)),
            (0, true) if !is_signed => Ok(numbers(least.unwrap_or_default(), most)),
            (count, false) if count <= u64::from(LONGEST_STRING) => {
                let of = |count: u64| {
                    let count = u32::try_from(count).unwrap_or(u32::MAX);
                    repeat(digits(), count, Some(count))
                };
                // The sign is counted.
                let negative = Tree::Sequence(vec![Tree::Set(set_of("-")), of(count - 1)]);
                let choices = if is_signed && count > 1 {
                    vec![negative, of(count)]
                } else {
                    vec![of(count)]
                };
                Ok(Tree::Choice(choices))
            }
            _ => {
                let message =
                    "`min` and `max` are supported for unsigned numbers without `fixed_digits`";
                Err(RouteError::new(self.converter_at, message))
            }
        }
    }

    fn signed(&self, number: Tree) -> Result<Tree, RouteError> {
        let sign = super::optional(Tree::Set(set_of("-")));
        Ok(if self.flag("signed")? { Tree::Sequence(vec![sign, number]) } else { number })
    }

    fn allow(&self, names: &[&str]) -> Result<(), RouteError> {
        let is_known = |one: &&Argument<'_>| one.name.is_some_and(|name| names.contains(&name));
        let Some(other) = self.arguments.iter().find(|one| !is_known(one)) else { return Ok(()) };
        let known = match names {
            [] => "it has none".to_string(),
            names => format!("write them by name: {}", names.join(", ")),
        };
        let message = format!("`{}` does not have this argument; {known}", self.converter);
        Err(RouteError::new(other.at, message))
    }

    fn number(&self, name: &str) -> Result<Option<u64>, RouteError> {
        let argument = self.arguments.iter().rev().find(|one| one.name == Some(name));
        let Some(argument) = argument else { return Ok(None) };
        match argument.value.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(RouteError::new(argument.at, format!("`{name}` takes a number"))),
        }
    }

    fn flag(&self, name: &str) -> Result<bool, RouteError> {
        let argument = self.arguments.iter().rev().find(|one| one.name == Some(name));
        match argument.map(|argument| (argument.at, argument.value)) {
            None | Some((_, "False")) => Ok(false),
            Some((_, "True")) => Ok(true),
            Some((at, _)) => Err(RouteError::new(at, format!("`{name}` is True or False"))),
        }
    }
}

/// The maximum length of a string or a number, if it has one.
const LONGEST_STRING: u32 = 1_000;

fn read_arguments(text: &str, offset: usize) -> Result<Vec<Argument<'_>>, RouteError> {
    let (mut arguments, mut at) = (Vec::new(), 0);
    while !text[at..].trim().is_empty() {
        at += text[at..].len() - text[at..].trim_start().len();
        let start = at;
        let word = |at: usize| {
            let end = text[at..].find(|one: char| !one.is_alphanumeric() && !"_.-".contains(one));
            end.map_or(text.len(), |end| at + end)
        };
        let mut name = None;
        let end = word(at);
        if text[end..].trim_start().starts_with('=') {
            name = Some(&text[at..end]);
            at = text.len() - text[end..].trim_start()[1..].trim_start().len();
        }
        let quote = text[at..].chars().next().filter(|one| matches!(one, '"' | '\''));
        let value = match quote {
            Some(quote) => match text[at + 1..].find(quote) {
                Some(length) => {
                    let value = &text[at + 1..at + 1 + length];
                    at += length + 2;
                    value
                }
                None => return Err(RouteError::new(offset + at, "this quote is not closed")),
            },
            None => {
                let value = &text[at..word(at)];
                at += value.len();
                value
            }
        };
        let rest = text[at..].trim_start();
        if value.is_empty() && quote.is_none() || !(rest.is_empty() || rest.starts_with(',')) {
            let found = rest.chars().next();
            let message = format!("{} is not allowed in an argument", described(found));
            return Err(RouteError::new(offset + text.len() - rest.len(), message));
        }
        at = text.len() - rest.strip_prefix(',').unwrap_or(rest).len();
        arguments.push(Argument { at: offset + start, name, value });
    }
    Ok(arguments)
}

fn segment(min: u32, max: Option<u32>) -> Tree {
    repeat(Tree::Set(except("/")), min, max)
}

fn digits() -> CharacterSet {
    CharacterSet::from_ranges([('0', '9')])
}

/// Returns the given characters, and the letters from A to Z or only to F, in both cases.
fn letters(others: &str, all: bool) -> CharacterSet {
    let ranges = if all { [('a', 'z'), ('A', 'Z')] } else { [('a', 'f'), ('A', 'F')] };
    CharacterSet::from_ranges(ranges).union(&set_of(others))
}

fn uuid(digits: CharacterSet) -> Tree {
    let mut parts = Vec::new();
    for (place, count) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if place > 0 {
            parts.push(Tree::Set(set_of("-")));
        }
        parts.push(repeat(Tree::Set(digits.clone()), count, Some(count)));
    }
    Tree::Sequence(parts)
}

/// Returns the decimal numbers in a range, with any zeros before them.
fn numbers(least: u64, most: Option<u64>) -> Tree {
    let digit = |first: u8, last: u8| {
        Tree::Set(CharacterSet::from_ranges([(char::from(b'0' + first), char::from(b'0' + last))]))
    };
    let zero = || digit(0, 0);
    let mut choices = Vec::new();
    if least == 0 {
        choices.push(repeat(zero(), 1, None));
    }
    let least = least.max(1).to_string();
    // The numbers with as many digits as the bounds, and those with a number of digits between theirs.
    let most = most.map(|most| most.to_string());
    let longest = most.as_ref().map_or(least.len(), String::len);
    for length in least.len()..=longest {
        let low = if length == least.len() {
            least.clone()
        } else {
            format!("1{}", "0".repeat(length - 1))
        };
        let high = most.clone().filter(|most| most.len() == length);
        let high = high.unwrap_or_else(|| "9".repeat(length));
        if low <= high {
            choices.push(Tree::Choice(between(low.as_bytes(), high.as_bytes())));
        }
    }
    if most.is_none() {
        let more = u32::try_from(least.len()).unwrap_or(u32::MAX);
        choices.push(Tree::Sequence(vec![digit(1, 9), repeat(digit(0, 9), more, None)]));
    }
    Tree::Sequence(vec![repeat(zero(), 0, None), Tree::Choice(choices)])
}

/// Returns the numbers between two numbers of the same length.
fn between(low: &[u8], high: &[u8]) -> Vec<Tree> {
    let range = |first: u8, last: u8| {
        Tree::Set(CharacterSet::from_ranges([(char::from(first), char::from(last))]))
    };
    let after = |first: Tree, rest: Vec<Tree>| match rest.is_empty() {
        true => first,
        false => Tree::Sequence(vec![first, Tree::Choice(rest)]),
    };
    let ([first, low @ ..], [last, high @ ..]) = (low, high) else { return Vec::new() };
    if first == last {
        return vec![after(range(*first, *first), between(low, high))];
    }
    let nines: Vec<u8> = vec![b'9'; low.len()];
    let zeros: Vec<u8> = vec![b'0'; low.len()];
    let mut all = vec![after(range(*first, *first), between(low, &nines))];
    if first + 1 < *last {
        let count = u32::try_from(low.len()).unwrap_or(u32::MAX);
        all.push(Tree::Sequence(vec![
            range(first + 1, last - 1),
            repeat(range(b'0', b'9'), count, Some(count)),
        ]));
    }
    all.push(after(range(*last, *last), between(&zeros, high)));
    all
}
