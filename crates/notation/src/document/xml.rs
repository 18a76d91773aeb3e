//! RFC XML, version 2 or 3: the blocks of `sourcecode` and `artwork`, by section. The number of a section is its `pn`
//! attribute; sections without this attribute are counted. No other file is loaded, and no entity is expanded
//! recursively: an entity is replaced by the text in its declaration. In a block, an entity that refers to other
//! entities, or is declared elsewhere, is an error.

use std::borrow::Cow;
use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::lines::{Content, Lines, Pieces, Section, Starts};

/// The maximum depth of elements.
const DEEPEST: usize = 256;
/// The maximum length of the text of an entity, in bytes.
const LONGEST_ENTITY: usize = 256;

/// The line of a fault in the file, and a description of the fault.
type Fault = (usize, String);

pub(super) fn add(text: &str, lines: &mut Lines<'_>) -> Result<(), Fault> {
    let starts = Starts::new(text);
    let mut reader = Reader::from_str(text);
    let mut document = XmlDocument {
        lines,
        open: Vec::new(),
        numbers: SectionNumbers::default(),
        entities: HashMap::new(),
        block: None,
    };
    loop {
        let offset = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let line = starts.line(offset);
        let event = reader.read_event().map_err(|error| {
            let offset = usize::try_from(reader.error_position()).unwrap_or(usize::MAX);
            (starts.line(offset), error.to_string())
        })?;
        let fault = |why: String| (line, why);
        match event {
            Event::Start(start) => document.start(&start, line).map_err(fault)?,
            Event::Empty(start) => {
                document.start(&start, line).map_err(fault)?;
                document.end();
                if let Some(cited) = cited(&start).filter(|_| document.block.is_some()) {
                    document.text(line, &cited, true);
                }
            }
            Event::End(_) => document.end(),
            Event::Text(text) => {
                let text = text.decode().map_err(|error| fault(error.to_string()))?;
                document.text(line, &text, false);
            }
            Event::CData(text) => {
                let text = text.decode().map_err(|error| fault(error.to_string()))?;
                document.text(line, &text, false);
            }
            Event::GeneralRef(name) => {
                let wrong = |why: &dyn std::fmt::Display| fault(why.to_string());
                let character = name.resolve_char_ref().map_err(|error| wrong(&error))?;
                let name = name.decode().map_err(|error| wrong(&error))?;
                document.reference(line, &name, character).map_err(fault)?;
            }
            Event::DocType(declared) => {
                let declared = declared.decode().map_err(|error| fault(error.to_string()))?;
                document.entities = entities(&declared);
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    match document.open.last() {
        Some(open) => {
            Err((starts.line(text.len()), format!("the element `{}` is not closed", open.name)))
        }
        None => Ok(()),
    }
}

struct XmlDocument<'l, 't> {
    lines: &'l mut Lines<'t>,
    open: Vec<Element>,
    numbers: SectionNumbers,
    /// The texts of the entities of the document, if they are known.
    entities: HashMap<String, Option<String>>,
    /// The current block: the number of open elements around it, and its text.
    block: Option<(usize, Pieces)>,
}

struct Element {
    name: String,
    is_numbered: bool,
    /// The text, if the element is a title.
    title: Option<String>,
}

impl XmlDocument<'_, '_> {
    fn start(&mut self, start: &BytesStart<'_>, line: usize) -> Result<(), String> {
        if self.open.len() >= DEEPEST {
            return Err(format!("elements are nested more than {DEEPEST} levels deep"));
        }
        let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
        let mut attributes = HashMap::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = String::from_utf8_lossy(&attribute.value).into_owned();
            let key = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
            attributes.insert(key, value);
        }
        let attribute = |key: &str| attributes.get(key).map(String::as_str);
        let mut is_numbered = false;
        let is_in_section = self.open.last().is_some_and(|open| open.name == "section");
        match &*name {
            "back" => {
                let (counts, depth) = (Vec::new(), 0);
                self.numbers = SectionNumbers { counts, depth, is_back: true };
            }
            "section" => {
                is_numbered = attribute("numbered") != Some("false");
                let counted = is_numbered.then(|| self.numbers.enter());
                let given = attribute("pn").and_then(|pn| {
                    let number = pn.strip_prefix("section-").or(pn.strip_prefix("appendix-"))?;
                    Some(number.trim_start_matches("appendix.").to_ascii_uppercase())
                });
                let number = given.filter(|_| is_numbered).or(counted);
                let title = attribute("title").map(|title| plain(title, &self.entities));
                self.lines
                    .sections
                    .push(Section::new(number.as_deref(), &title.unwrap_or_default()));
            }
            "sourcecode" | "artwork" if self.block.is_none() => {
                self.lines
                    .containers
                    .push(Content::from_type(attribute("type").unwrap_or_default()));
                let mut pieces = Pieces::default();
                pieces.add(line, "", false);
                self.block = Some((self.open.len(), pieces));
            }
            _ => {}
        }
        let title = (name == "name" && is_in_section).then(String::new);
        self.open.push(Element { name, is_numbered, title });
        Ok(())
    }

    fn end(&mut self) {
        let Some(element) = self.open.pop() else { return };
        if let Some((_, pieces)) = self.block.take_if(|(depth, _)| *depth == self.open.len()) {
            for (number, text) in pieces.finish() {
                self.lines.push(number, Cow::Owned(text));
            }
        }
        if element.is_numbered {
            self.numbers.depth = self.numbers.depth.saturating_sub(1);
        }
        if let (Some(title), Some(section)) = (element.title, self.lines.sections.last_mut()) {
            *section = Section::new(section.number.as_deref(), &title);
        }
    }

    fn text(&mut self, line: usize, text: &str, is_reference: bool) {
        if let Some((_, pieces)) = &mut self.block {
            pieces.add(line, text, is_reference);
        } else if let Some(title) = self.open.last_mut().and_then(|open| open.title.as_mut()) {
            title.push_str(text);
        }
    }

    fn reference(
        &mut self,
        line: usize,
        name: &str,
        character: Option<char>,
    ) -> Result<(), String> {
        let known = character.map(String::from).or_else(|| predefined(name).map(str::to_owned));
        let text = match (known, self.entities.get(name)) {
            (Some(text), _) => text,
            (None, Some(Some(text))) => text.clone(),
            // The reference of a bibliography, such as `&RFC2119;`.
            (None, _) if self.block.is_none() => return Ok(()),
            (None, Some(None)) => {
                return Err(format!(
                    "the entity `&{name};` depends on other entities or on another file, which \
                     are not read; write out its characters"
                ));
            }
            (None, None) => return Err(format!("the entity `&{name};` is not declared")),
        };
        self.text(line, &text, true);
        Ok(())
    }
}

fn predefined(name: &str) -> Option<&'static str> {
    Some(match name {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        _ => return None,
    })
}

/// Returns the text of an attribute with its entities replaced or, if one is unknown, as written.
fn plain(text: &str, entities: &HashMap<String, Option<String>>) -> String {
    let resolve = |name: &str| {
        let declared = || entities.get(name).and_then(|text| text.as_deref());
        predefined(name).or_else(declared)
    };
    let unescaped = quick_xml::escape::unescape_with(text, resolve);
    unescaped.map_or_else(|_| text.to_owned(), Cow::into_owned)
}

/// Returns the text in place of an empty element that refers to a document, such as `[RFC7230]`.
fn cited(element: &BytesStart<'_>) -> Option<String> {
    let is_reference = matches!(element.local_name().as_ref(), b"xref" | b"relref");
    let mut attributes = element.attributes().flatten();
    let target = attributes.find(|one| one.key.as_ref() == b"target").filter(|_| is_reference)?;
    Some(format!("[{}]", String::from_utf8_lossy(&target.value)))
}

/// Returns the general entities that a document type declares. An entity that refers to other entities, or to
/// another file, has no text.
fn entities(declared: &str) -> HashMap<String, Option<String>> {
    let mut entities = HashMap::new();
    for part in declared.split("<!ENTITY").skip(1) {
        let part = part.trim_start();
        let Some((name, rest)) = part.split_once(char::is_whitespace) else { continue };
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|quote| ['"', '\''].contains(quote));
        let value = quote.and_then(|quote| rest[1..].split_once(quote)).map(|(value, _)| value);
        let text = value.filter(|value| value.len() <= LONGEST_ENTITY).and_then(printed);
        // The first declaration counts.
        entities.entry(name.to_owned()).or_insert(text);
    }
    entities
}

/// Returns the value of an entity without markup, or `None` if the value refers to another entity.
fn printed(value: &str) -> Option<String> {
    let (mut reader, mut text) = (Reader::from_str(value), String::new());
    loop {
        match reader.read_event().ok()? {
            Event::Text(part) => text.push_str(&part.decode().ok()?),
            Event::CData(part) => text.push_str(&part.decode().ok()?),
            Event::GeneralRef(name) => match name.resolve_char_ref().ok()? {
                Some(character) => text.push(character),
                None => text.push_str(predefined(&name.decode().ok()?)?),
            },
            Event::Empty(element) => text.extend(cited(&element)),
            Event::Eof => return Some(text),
            _ => {}
        }
    }
}

/// A counter of section numbers: `1`, `1.1`, …, and `A`, `A.1`, … in the back matter.
#[derive(Default)]
struct SectionNumbers {
    /// For each depth, the number of sections so far within the enclosing section.
    counts: Vec<usize>,
    depth: usize,
    is_back: bool,
}

impl SectionNumbers {
    fn enter(&mut self) -> String {
        self.counts.truncate(self.depth + 1);
        self.counts.resize(self.depth + 1, 0);
        self.counts[self.depth] += 1;
        self.depth += 1;
        let numbers = self.counts.iter().enumerate().map(|(depth, count)| {
            let letter = u8::try_from(count - 1).ok().filter(|at| *at < 26);
            match letter.filter(|_| self.is_back && depth == 0) {
                Some(at) => char::from(b'A' + at).to_string(),
                None => count.to_string(),
            }
        });
        numbers.collect::<Vec<_>>().join(".")
    }
}
