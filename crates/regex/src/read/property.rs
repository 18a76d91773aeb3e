//! Classes of Unicode, `\p{…}`, as each dialect names them.

use super::escape::Escaped;
use super::reader::PatternReader;
use super::sets::Set;
use super::{Read, fault, sets};
use crate::Dialect::{DotNet, EcmaScript, Java, Pcre, Re2};

/// The properties of two values that ECMA-262 takes, table 67.
const BINARY: &str = "ASCII_Hex_Digit AHex Alphabetic Alpha Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable \
    CI Cased Dash Default_Ignorable_Code_Point DI Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod \
    Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Hex_Digit Hex \
    ID_Continue IDC ID_Start IDS Ideographic Ideo Lowercase Lower Math Noncharacter_Code_Point NChar Uppercase Upper \
    Variation_Selector VS White_Space XID_Continue XIDC XID_Start XIDS";

/// The long names of the general categories.
const LONG: &str = "Other Control Format Unassigned Private_Use Surrogate Letter Lowercase_Letter Modifier_Letter \
    Other_Letter Titlecase_Letter Uppercase_Letter Cased_Letter Mark Spacing_Mark Enclosing_Mark Nonspacing_Mark \
    Number Decimal_Number Letter_Number Other_Number Punctuation Connector_Punctuation Dash_Punctuation \
    Close_Punctuation Final_Punctuation Initial_Punctuation Other_Punctuation Open_Punctuation Symbol \
    Currency_Symbol Modifier_Symbol Math_Symbol Other_Symbol Separator Line_Separator Paragraph_Separator \
    Space_Separator";

fn is_one(names: &str, name: &str) -> bool {
    names.split(' ').any(|one| one == name)
}

impl<'t> PatternReader<'t> {
    pub(super) fn property(&mut self, at: usize, is_negative: bool) -> Read<Escaped> {
        let (set, is_caret) = match self.facts.dialect {
            Pcre => self.pcre_property(at)?,
            Re2 => self.re2_property(at)?,
            Java => self.java_property(at)?,
            DotNet => (self.dotnet_property(at)?, false),
            _ => (self.ecmascript_property(at)?, false),
        };
        // The complement comes first with the flag `u`: `\P{Lu}` takes every letter where case is ignored.
        if self.facts.dialect == EcmaScript && !self.facts.has_sets {
            let set = if is_negative { set.complement() } else { set };
            return Ok(Escaped::Set(if self.flags.ignores_case { self.fold(set) } else { set }));
        }
        Ok(self.class_or_complement(set, is_negative != is_caret))
    }

    /// The name behind `\p`, with or without braces, and whether `^` stands before it.
    fn property_name(&mut self, at: usize) -> Read<(&'t str, bool)> {
        let rest = self.rest();
        let (name, is_caret) = if self.eat("{") {
            let is_caret = self.eat("^");
            (self.until("}"), is_caret)
        } else {
            let first = self.next();
            (first.and_then(|first| rest.get(..first.len_utf8())), false)
        };
        match name {
            Some(name) => Ok((name, is_caret)),
            None => fault(at, r"a class of Unicode without its end: write `\p{…}`"),
        }
    }

    /// The name in braces behind `\p`, of which `missing` says that there are none.
    pub(super) fn name_in_braces(&mut self, at: usize, missing: &str) -> Read<&'t str> {
        let name = if self.eat("{") { self.until("}") } else { None };
        let Some(name) = name else {
            return fault(at, format!(r"a class of Unicode {missing} braces: write `\p{{…}}`"));
        };
        Ok(name)
    }

    /// `\pL`, `\p{Lu}`, `\p{^Lu}`, `\p{L&}`, `\p{Greek}`, `\p{sc:Greek}`.
    fn pcre_property(&mut self, at: usize) -> Read<(Set, bool)> {
        self.notes.tables(Pcre);
        let (written, is_caret) = self.property_name(at)?;
        let name = written.replace([' ', '_', '-'], "");
        if matches!(&*name, "Lu" | "Ll" | "Lt") && self.flags.ignores_case {
            let why = "where case is ignored, which differs from version to version: write `L&`";
            return fault(at, format!("`{name}` {why}"));
        }
        let key = name.split_once([':', '=']);
        let set = match (&*name, key) {
            ("Any", _) => Some(Set::all()),
            ("L&" | "LC", _) => sets::property("LC"),
            (_, Some((key @ ("sc" | "script" | "scx" | "scriptextensions"), script))) => {
                sets::script(script, key)
            }
            _ => sets::category(&name).or_else(|| {
                let extended = sets::script(written, "scx")?;
                if sets::script(written, "sc").as_ref() != Some(&extended) {
                    self.notes.add(format!(
                        "`{written}` is `scx:{written}`, as since PCRE2 10.40; before, it was `sc:{written}`"
                    ));
                }
                Some(extended)
            }),
        };
        let Some(set) = set else {
            let why = "write a category, as `Lu`, or a script as Unicode writes it, as `Greek` or \
                       `Old_Italic`";
            return fault(at, format!("the class `{name}`, which is not known: {why}"));
        };
        Ok((set, is_caret))
    }

    /// `\pL`, `\p{Lu}`, `\p{^Greek}`.
    fn re2_property(&mut self, at: usize) -> Read<(Set, bool)> {
        self.notes.tables(Re2);
        let (name, is_caret) = self.property_name(at)?;
        let set = match name {
            "Any" => Some(Set::all()),
            _ => sets::category(name).or_else(|| sets::script(name, "sc")),
        };
        let Some(set) = set else {
            let why = "write a category, as `Lu`, or a script, as `Greek`";
            return fault(at, format!("the class `{name}`: {why}"));
        };
        Ok((set, is_caret))
    }

    /// `\p{Lu}`, `\p{Letter}`, `\p{Script=Greek}`, `\p{Alphabetic}`.
    fn ecmascript_property(&mut self, at: usize) -> Read<Set> {
        self.notes.tables(EcmaScript);
        let name = self.name_in_braces(at, "without")?;
        if name.starts_with("RGI_") || matches!(name, "Basic_Emoji" | "Emoji_Keycap_Sequence") {
            let why = "properties of strings are not read: write the strings in `\\q{…|…}`";
            return fault(at, format!("the class `{name}`: {why}"));
        }
        let category = |name: &str| match name {
            "LC" => sets::property("LC"),
            "Surrogate" => Some(Set::empty()),
            _ if is_one(LONG, name) => sets::property(&format!("gc={name}")),
            _ => sets::category(name),
        };
        let set = match name.split_once('=') {
            Some(("General_Category" | "gc", value)) => category(value),
            Some(("Script" | "sc", value)) => sets::script(value, "sc"),
            Some(("Script_Extensions" | "scx", value)) => sets::script(value, "scx"),
            Some(_) => None,
            None if name == "Any" => Some(Set::all()),
            None if name == "ASCII" => Some(Set::of([('\0', '\x7F')])),
            None if name == "Assigned" => sets::category("Cn").map(|set| set.complement()),
            None if is_one(BINARY, name) => sets::property(name),
            None => category(name),
        };
        let Some(set) = set else {
            let why = "which is not known: write one as `Lu`, `Script=Greek` or `Alphabetic`";
            return fault(at, format!("the class `{name}`, {why}"));
        };
        Ok(set)
    }

    /// `\pL`, `\p{Lu}`, `\p{IsGreek}`, `\p{InGreek}`, `\p{Alpha}`, `\p{sc=Greek}`.
    fn java_property(&mut self, at: usize) -> Read<(Set, bool)> {
        let (name, is_caret) = self.property_name(at)?;
        let value = name.split_once('=').map_or(name, |(_, value)| value);
        let is_cased = matches!(
            value.strip_prefix("Is").unwrap_or(value).to_ascii_lowercase().as_str(),
            "lu" | "ll" | "lt" | "lower" | "upper" | "lowercase" | "uppercase" | "titlecase"
        );
        if self.flags.ignores_case && is_cased {
            let why = "where case is ignored, which differs from version to version: write `LC`";
            return fault(at, format!("the class `{name}` {why}"));
        }
        let is_posix = java_posix(name).is_some();
        if !is_posix && !name.starts_with("In") {
            self.notes.tables(Java);
        }
        // Java has no block of this name.
        let block = |name: &str| sets::block(name).filter(|_| name != "PrivateUse");
        let set = match (name.split_once('='), name) {
            _ if is_caret => None,
            (Some(("sc" | "script", script)), _) => sets::script(script, "sc"),
            (Some(("gc" | "general_category", category)), _) => java_category(category),
            (Some(("blk" | "block", name)), _) => block(name),
            (Some(_), _) => None,
            (None, name) => match (name.strip_prefix("In"), name.strip_prefix("Is")) {
                (Some(name), _) => block(name),
                (_, Some(name)) => java_binary(name)
                    .or_else(|| java_category(name))
                    .or_else(|| sets::script(name, "sc")),
                _ if is_posix && self.flags.has_unicode_classes => {
                    let why = "with the flag `U` is not read: write a property, as `IsAlphabetic`";
                    return fault(at, format!("the class `{name}` {why}"));
                }
                _ => java_posix(name).or_else(|| java_category(name)),
            },
        };
        let Some(set) = set else {
            let why = "write a category, as `Lu`, a script, as `IsGreek`, a block, as `InGreek`, a class of \
                       ASCII, as `Alpha`, or a property, as `IsAlphabetic`; others are not read";
            return fault(at, format!("the class `{name}`: {why}"));
        };
        Ok((set, false))
    }

    /// `\p{Lu}`, `\p{IsGreek}`.
    fn dotnet_property(&mut self, at: usize) -> Read<Set> {
        let name = self.name_in_braces(at, "in no")?;
        let named = name.strip_prefix("Is");
        if self.flags.ignores_case && (matches!(name, "Lu" | "Ll" | "Lt") || named.is_some()) {
            let why = "where case is ignored, which differs from version to version: write it without the flag `i`";
            return fault(at, format!("the class `{name}` {why}"));
        }
        if named.is_none() {
            self.notes.tables(DotNet);
        }
        let halves = Set::of([('\u{10000}', char::MAX)]);
        let set = match (named, name) {
            (Some(name), _) => sets::block(name),
            // Each half of a character above U+FFFF is a surrogate.
            (None, "Cs") => Some(halves),
            (None, "C") => sets::category("C").map(|set| self.units(set).union(&halves)),
            (None, "LC") => None,
            (None, name) => sets::category(name).map(|set| self.units(set)),
        };
        let Some(set) = set else {
            let why = "write a category, as `Lu`, or a block, as `IsGreek`; others are not read";
            return fault(at, format!("the class `{name}`: {why}"));
        };
        Ok(set)
    }
}

fn java_posix(name: &str) -> Option<Set> {
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase());
    match name {
        "ASCII" => Some(Set::of([('\0', '\x7F')])),
        "XDigit" => sets::posix("xdigit"),
        "Word" | "Ascii" | "Xdigit" => None,
        _ if is_name && name.chars().skip(1).all(|one| one.is_ascii_lowercase()) => {
            sets::posix(&name.to_ascii_lowercase())
        }
        _ => None,
    }
}

fn java_category(name: &str) -> Option<Set> {
    match name {
        "LC" => sets::property("LC"),
        "L1" => Some(Set::of([('\0', '\u{FF}')])),
        "LD" => Some(sets::category("L")?.union(&sets::category("Nd")?)),
        "all" => Some(Set::all()),
        _ => sets::category(name),
    }
}

/// The properties behind `Is`, as the documentation of Java writes them.
fn java_binary(name: &str) -> Option<Set> {
    let name = match name {
        "Alphabetic" | "Ideographic" | "Lowercase" | "Uppercase" | "White_Space" => name,
        "Letter" => "gc=L",
        "Titlecase" => "gc=Lt",
        "Punctuation" => "gc=P",
        "Control" => "gc=Cc",
        "Digit" => "gc=Nd",
        "Assigned" => return sets::category("Cn").map(|set| set.complement()),
        _ => return None,
    };
    sets::property(name)
}
