//! Escapes, and the Unicode properties that `\p` names.

use super::group::BACK_REFERENCE;
use super::reader::{PatternReader, SequenceItem};
use super::sets::Set;
use super::{Read, fault, group, sets};
use crate::Dialect::{DotNet, EcmaScript, Java, Pcre, Python, Re2};
use crate::{Direction, Tree};

// Reads escapes in the dialects that have `(?…)`.

pub(super) enum Escaped {
    /// A character or, in ECMAScript, a surrogate.
    Character(u32),
    Set(Set),
    /// An item that is neither a character nor a set. Within brackets, the only such item is PCRE's `\E`.
    Item(SequenceItem),
    /// `\Q`: literal characters follow, up to `\E`.
    Quote,
}

impl From<char> for Escaped {
    fn from(character: char) -> Self {
        Self::Character(u32::from(character))
    }
}

const SPACE: &str = " \t\n\x0B\x0C\r";

const JAVA_BOUNDARY: &str = concat!(
    r"`\b` and `\B` differ between versions: words are ASCII since Java 19, but not before. ",
    r"Write `(?:(?<=\w)(?!\w)|(?<!\w)(?=\w))` for `\b`, or set the flag `U`",
);

/// Returns the control character that a letter after a backslash denotes in most dialects.
fn control(letter: char) -> Option<char> {
    Some(match letter {
        'a' => '\x07',
        'f' => '\x0C',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0B',
        _ => return None,
    })
}

fn character(code: Option<u32>, at: usize, form: &str) -> Read<Escaped> {
    match code.and_then(char::from_u32) {
        Some(character) => Ok(character.into()),
        None => fault(at, format!("invalid character escape: write {form}")),
    }
}

fn anchor(tree: Tree) -> Escaped {
    Escaped::Item(SequenceItem::anchor(tree))
}

/// Returns the set of `\h` in PCRE and Java.
fn blanks() -> Set {
    let others = Set::from_ranges([('\u{2000}', '\u{200A}')]);
    sets::among("\t \u{A0}\u{1680}\u{180E}\u{202F}\u{205F}\u{3000}").union(&others)
}

/// Returns the set of `\v` in PCRE and Java.
fn breaks() -> Set {
    sets::among("\n\x0B\x0C\r\u{85}\u{2028}\u{2029}")
}

fn white_space() -> Set {
    sets::property("White_Space").unwrap_or_else(Set::empty)
}

impl PatternReader<'_> {
    pub(super) fn escape(&mut self, at: usize, in_class: bool) -> Read<Escaped> {
        let Some(letter) = self.next() else {
            return fault(at, "trailing backslash");
        };
        if in_class && self.facts.not_in_class.contains(letter) {
            return fault(at, format!("`\\{letter}` is not allowed in brackets"));
        }
        if let Some(why) = self.refused_escape(letter, in_class) {
            return fault(at, why);
        }
        let dialect = self.facts.dialect;
        if self.is_unicode() && "dDsSwWbB".contains(letter) && !(in_class && letter == 'b') {
            self.notes.tables(dialect);
        }
        let set = match letter {
            'd' | 'D' => self.digits(),
            's' | 'S' => self.space(),
            'w' | 'W' => self.word(),
            'h' | 'H' if matches!(dialect, Pcre | Java) => blanks(),
            'v' | 'V' if matches!(dialect, Pcre | Java) => breaks(),
            'p' | 'P'
                if dialect != Python && !(dialect == EcmaScript && self.facts.is_in_units) =>
            {
                return self.property(at, letter == 'P');
            }
            _ if dialect == EcmaScript => return self.ecmascript_escape(at, letter, in_class),
            _ => return self.other_escape(at, letter, in_class),
        };
        Ok(self.class_or_complement(set, letter.is_ascii_uppercase()))
    }

    /// Returns the reason why an escape is not supported, or `None` if another function reads it.
    fn refused_escape(&self, letter: char, in_class: bool) -> Option<&'static str> {
        Some(match (letter, self.facts.dialect) {
            ('G', Pcre | Java | DotNet) => {
                r"`\G` is not decided: the end of the previous match is unknown"
            }
            ('K', Pcre) => {
                r"`\K` is not decided: remove it, since it does not affect whether a string matches"
            }
            ('X', Pcre | Java) => {
                r"`\X` is not decided: the definition of a grapheme differs between versions"
            }
            ('C', Pcre | Re2) => {
                r"`\C` is a byte, and may be part of a character: write `.` with the flag `s`"
            }
            ('g', Pcre) => "a back reference or a recursion is not decided",
            ('k', Pcre | Java) => BACK_REFERENCE,
            ('k', DotNet) if !in_class => BACK_REFERENCE,
            ('k', EcmaScript) if self.groups.1 || !self.facts.is_in_units => BACK_REFERENCE,
            ('N', Java) => r"character names are not supported: write `\x{…}` for `\N{…}`",
            ('N', Python) => {
                r"character names are not supported: write `\u` and digits for `\N{…}`"
            }
            ('b', Java) if self.rest().trim_start().starts_with('{') => {
                r"`\b{` is not supported: the definition of a grapheme differs between versions"
            }
            ('b' | 'B', Java) if !self.flags.has_unicode_classes => JAVA_BOUNDARY,
            _ => return None,
        })
    }

    /// Returns whether classes such as `\w` are Unicode classes, whose tables differ between versions.
    fn is_unicode(&self) -> bool {
        match self.facts.dialect {
            Python => !self.flags.is_ascii,
            Pcre => self.has_properties,
            Java => self.flags.has_unicode_classes,
            dialect => dialect == DotNet,
        }
    }

    /// Returns a set, which in .NET is limited to characters up to U+FFFF. .NET reads a character above U+FFFF as two
    /// surrogates, which are never letters, digits or white space.
    pub(super) fn units(&self, set: Set) -> Set {
        match self.facts.dialect {
            DotNet => set.intersection(&Set::from_ranges([('\0', '\u{FFFF}')])),
            _ => set,
        }
    }

    fn digits(&self) -> Set {
        if self.is_unicode() { self.units(sets::DECIMALS.clone()) } else { sets::digits() }
    }

    fn space(&self) -> Set {
        match self.facts.dialect {
            EcmaScript => sets::ECMASCRIPT_SPACE.clone(),
            Re2 => sets::among("\t\n\x0C\r "),
            _ if !self.is_unicode() => sets::among(SPACE),
            Python => sets::PYTHON_SPACE.clone(),
            Pcre => sets::PCRE_SPACE.clone(),
            _ => self.units(white_space()),
        }
    }

    fn word(&mut self) -> Set {
        match self.facts.dialect {
            _ if !self.is_unicode() => sets::word(),
            Python => sets::PYTHON_WORD.clone(),
            Pcre => {
                self.notes.add(
                    "with `(*UCP)`, word characters are those of PCRE2 10.43 and later, which \
                     added marks and connectors other than `_`",
                );
                sets::PCRE_WORD.clone()
            }
            Java => sets::UNICODE_WORD.clone(),
            _ => {
                let all = ["L", "Mn", "Nd", "Pc"].into_iter().filter_map(sets::category);
                self.units(all.fold(Set::empty(), |all, one| all.union(&one)))
            }
        }
    }

    /// Returns a POSIX class as defined with PCRE's `(*UCP)`, or `None` if versions of PCRE disagree about the class.
    pub(super) fn pcre_posix(&mut self, name: &str) -> Option<Set> {
        let category = |name: &str| sets::category(name).unwrap_or_else(Set::empty);
        Some(match name {
            "alpha" => category("L"),
            "lower" | "upper" if self.flags.ignores_case => return None,
            "lower" => category("Ll"),
            "upper" => category("Lu"),
            "alnum" => category("L").union(&category("N")),
            "ascii" => Set::from_ranges([('\0', '\x7F')]),
            "blank" => blanks(),
            "cntrl" => category("Cc"),
            "digit" => self.digits(),
            "space" => self.space(),
            "word" => self.word(),
            _ => return None,
        })
    }

    /// Returns a class or its complement, case-folded if the dialect folds predefined classes.
    pub(super) fn class_or_complement(&self, set: Set, is_negative: bool) -> Escaped {
        let folds = self.flags.ignores_case && self.facts.folds_classes;
        let set = if folds { self.fold(set) } else { set };
        Escaped::Set(if is_negative { set.complement() } else { set })
    }

    fn unknown_escape(&self, at: usize, letter: char) -> Read<Escaped> {
        fault(at, format!("`\\{letter}` does not exist in {}", self.facts.dialect))
    }

    fn braced(&mut self, base: u32) -> Option<u32> {
        let code = self.number(base, 1, 12)?;
        self.eat("}").then_some(code)
    }

    /// Reads the escapes that are not classes, in all dialects but ECMAScript.
    fn other_escape(&mut self, at: usize, letter: char, in_class: bool) -> Read<Escaped> {
        Ok(match (letter, self.facts.dialect) {
            // Other dialects do not allow `\b` in brackets.
            ('b', Python | Pcre | DotNet) if in_class => '\x08'.into(),
            ('b' | 'B', _) => self.boundary(letter == 'B'),
            ('A', _) => anchor(Tree::Start),
            ('Z', Python) | ('z', Pcre | Re2 | Java | DotNet) => anchor(Tree::End),
            ('Z', Pcre | Java | DotNet) => anchor(self.end_or_before_last()),
            ('N', Pcre) if self.eat("{U+") => character(self.braced(16), at, r"`\N{U+…}`")?,
            ('N', Pcre) if self.starts("{") => {
                let why = r"character names do not exist in pcre: write `\x{…}` for `\N{…}`";
                return fault(at, why);
            }
            ('N', Pcre) => Escaped::Set(Set::single('\n').complement()),
            // CR LF is one line break and never split.
            ('R', Pcre) => {
                let all = group::line_breaks(Tree::Set(breaks()));
                Escaped::Item(SequenceItem::atom(Tree::Atomic(Box::new(all))))
            }
            ('R', Java) => {
                self.line_break = Some(at);
                self.notes.add(r"`\R` may split CR LF, which it does not before Java 9");
                Escaped::Item(SequenceItem::atom(group::line_breaks(Tree::Set(breaks()))))
            }
            ('Q', Pcre | Re2 | Java) => Escaped::Quote,
            ('E', Pcre) => Escaped::Item(SequenceItem::nothing()),
            ('e', Pcre | Java | DotNet) => '\x1B'.into(),
            ('c', Pcre) => match self.next() {
                Some(one @ ' '..='~') => {
                    Escaped::Character(u32::from(one.to_ascii_uppercase()) ^ 0x40)
                }
                _ => return fault(at, r"`\c` must be followed by an ASCII letter"),
            },
            ('c', Java) => match self.next() {
                Some(one @ ('?'..='[' | ']'..='_')) => Escaped::Character(u32::from(one) ^ 0x40),
                _ => return fault(at, r"`\c` must be followed by a capital letter"),
            },
            ('c', DotNet) => match self.next() {
                Some(one) if one.is_ascii_alphabetic() => Escaped::Character(u32::from(one) % 32),
                _ => return fault(at, r"`\c` must be followed by a letter"),
            },
            ('o', Pcre) if self.eat("{") => character(self.braced(8), at, r"`\o{…}`")?,
            ('x', Pcre | Re2 | Java) if self.eat("{") => {
                character(self.braced(16), at, r"`\x{…}`")?
            }
            ('x', dialect @ (Pcre | Re2 | Java)) => {
                let code = self.number(16, if dialect == Pcre { 1 } else { 2 }, 2);
                character(code, at, r"`\x` and two digits, or `\x{…}`")?
            }
            ('x', _) => character(self.number(16, 2, 2), at, r"`\x` and two digits")?,
            ('u', Python) => character(self.number(16, 4, 4), at, r"`\u` and four digits")?,
            ('u', DotNet) => match self.number(16, 4, 4) {
                Some(code) => Escaped::Character(code),
                None => return fault(at, r"invalid character escape: write `\u` and four digits"),
            },
            ('u', Java) => {
                let form = r"`\u` and four digits, twice for a surrogate pair";
                character(self.unit_or_pair(), at, form)?
            }
            ('U', Python) => character(self.number(16, 8, 8), at, r"`\U` and eight digits")?,
            ('0'..='9', _) => return self.numbered_escape(at, letter, in_class),
            ('<' | '\'', DotNet) if !in_class => {
                let why = format!("`\\{letter}` may be a back reference in .NET: write `{letter}`");
                return fault(at, why);
            }
            (_, dialect) => match control(letter) {
                Some(control) => control.into(),
                None if letter.is_ascii_alphabetic() => return self.unknown_escape(at, letter),
                None if letter.is_ascii() && (letter != '_' || dialect != DotNet) => letter.into(),
                None if matches!(dialect, Python | Pcre | Java) => letter.into(),
                None if dialect == DotNet && letter != '_' && !letter.is_alphanumeric() => {
                    return fault(at, format!("`\\{letter}` is not supported: write `{letter}`"));
                }
                None => return self.unknown_escape(at, letter),
            },
        })
    }

    /// Returns the look-around for `\b`, or for `\B` if `is_negative` is set.
    fn boundary(&mut self, is_negative: bool) -> Escaped {
        let mut word = self.word();
        match self.facts.dialect {
            // WordCharacters, ECMA-262, 22.2.2.9.3: with the flags `i` and `u`, a character that folds to a word
            // character is a word character.
            EcmaScript if self.flags.ignores_case && !self.facts.is_in_units => {
                word = self.fold(word);
            }
            // RegexCharClass.IsBoundaryWordChar, which the documentation does not mention.
            DotNet => word = word.union(&sets::among("\u{200C}\u{200D}")),
            Re2 if is_negative => self
                .notes
                .add(r"`\B` matches between characters, as in Go; in C++ it matches between bytes"),
            Python if is_negative => {
                self.notes.add(
                    r"`\B` does not match the empty string, although it does from Python 3.14 on",
                );
                let empty = Tree::Sequence(vec![Tree::Start, Tree::End]);
                let not_empty = group::look(empty, Direction::Ahead, true);
                return anchor(Tree::Sequence(vec![not_empty, group::boundary(word, true)]));
            }
            _ => {}
        }
        anchor(group::boundary(word, is_negative))
    }

    /// Reads a backslash followed by digits: an octal escape, or a back reference.
    fn numbered_escape(&mut self, at: usize, letter: char, in_class: bool) -> Read<Escaped> {
        let dialect = self.facts.dialect;
        let behind = self.at;
        self.at = at + 1;
        let code = match dialect {
            // Three octal digits are a character; `\0` takes up to two more.
            Python => {
                let zero = if letter == '0' { self.number(8, 1, 3) } else { None };
                zero.or_else(|| self.number(8, 3, 3))
            }
            Pcre if letter != '0' && !in_class => {
                let why =
                    format!(r"{BACK_REFERENCE}; for a character in octal digits write `\o{{…}}`");
                return fault(at, why);
            }
            // `\8` and `\9` in brackets are these digits.
            Pcre => self.number(8, 1, 3).or_else(|| self.next().map(u32::from)),
            Re2 => self.number(8, if letter == '0' { 1 } else { 2 }, 3),
            Java if letter == '0' => {
                if self.flags.is_verbose {
                    let why = r"an octal escape is not supported with the flag `x`: write `\x` and two digits";
                    return fault(at, why);
                }
                self.at = behind;
                let digits = if self.rest().starts_with(['0', '1', '2', '3']) { 3 } else { 2 };
                let code = self.number(8, 1, digits);
                return character(code, at, r"`\0` and one to three octal digits");
            }
            DotNet if letter == '0' || in_class && letter < '8' => self.number(8, 1, 3),
            _ => None,
        };
        match code {
            Some(code) if code > 0o377 && matches!(dialect, Python | DotNet) => {
                fault(at, r"an octal escape above `\377`")
            }
            Some(code) => Ok(Escaped::Character(code)),
            None if in_class && matches!(dialect, Python | Java | DotNet) => {
                self.unknown_escape(at, letter)
            }
            None => fault(at, BACK_REFERENCE),
        }
    }

    /// Reads the escapes of ECMAScript that are not classes. Without the flags `u` and `v`, ECMA-262, Annex B, applies.
    fn ecmascript_escape(&mut self, at: usize, letter: char, in_class: bool) -> Read<Escaped> {
        let (is_loose, groups) = (self.facts.is_in_units, u64::from(self.groups.0));
        let is_reference = |number: u64| letter != '0' && !in_class && number <= groups;
        Ok(match letter {
            'b' if in_class => '\x08'.into(),
            'b' | 'B' if !in_class => self.boundary(letter == 'B'),
            'c' => return self.control_letter(at, in_class),
            '0' if !self.peek().is_some_and(|one| one.is_ascii_digit()) => '\0'.into(),
            '0'..='9' if !is_loose => {
                let is_reference = is_reference(self.decimal(at));
                return fault(
                    at,
                    if is_reference {
                        BACK_REFERENCE
                    } else {
                        "a back reference to a missing group"
                    },
                );
            }
            '0'..='9' => {
                if is_reference(self.decimal(at)) {
                    return fault(at, BACK_REFERENCE);
                }
                self.at = at + 1;
                // LegacyOctalEscapeSequence: at most 377.
                match self.number(8, 1, if letter <= '3' { 3 } else { 2 }) {
                    Some(code) => Escaped::Character(code),
                    None => self.next().unwrap_or(letter).into(),
                }
            }
            'x' | 'u' => match if letter == 'x' { self.number(16, 2, 2) } else { self.unicode() } {
                Some(code) => Escaped::Character(code),
                None if is_loose => letter.into(),
                None if letter == 'x' => {
                    return fault(at, r"invalid character escape: write `\x` and two digits");
                }
                None => {
                    return fault(
                        at,
                        r"invalid character escape: write `\u` and four digits, or `\u{…}`",
                    );
                }
            },
            _ => match control(letter).filter(|_| letter != 'a') {
                Some(control) => control.into(),
                None if is_loose || "^$\\.*+?()[]{}|/".contains(letter) => letter.into(),
                None if in_class && letter == '-' => '-'.into(),
                // ClassSetReservedPunctuator.
                None if in_class && self.facts.has_sets && "&!#%,:;<=>@`~".contains(letter) => {
                    letter.into()
                }
                None => return self.unknown_escape(at, letter),
            },
        })
    }

    fn decimal(&mut self, at: usize) -> u64 {
        self.at = at + 1;
        let digits = self.run(usize::MAX, |one| one.is_ascii_digit());
        digits.parse().unwrap_or(u64::MAX)
    }

    /// Reads the letter after `\c`, as in `\cA`. Without the flag `u`, the backslash is literal if no letter follows.
    fn control_letter(&mut self, at: usize, in_class: bool) -> Read<Escaped> {
        let is_loose = self.facts.is_in_units;
        match self.peek() {
            Some(one)
                if one.is_ascii_alphabetic()
                    || is_loose && in_class && (one.is_ascii_digit() || one == '_') =>
            {
                self.next();
                Ok(Escaped::Character(u32::from(one) % 32))
            }
            _ if is_loose => {
                self.at = at + 1;
                Ok('\\'.into())
            }
            _ => fault(at, r"`\c` must be followed by a letter"),
        }
    }

    /// Reads the digits after `\u` in ECMAScript. With the flag `u`, a surrogate pair is one character.
    fn unicode(&mut self) -> Option<u32> {
        if self.facts.is_in_units {
            return self.number(16, 4, 4);
        }
        if self.eat("{") {
            return self.number(16, 1, usize::MAX).filter(|_| self.eat("}"));
        }
        self.unit_or_pair()
    }

    /// Reads four digits after `\u`, or a surrogate pair.
    fn unit_or_pair(&mut self) -> Option<u32> {
        let first = self.number(16, 4, 4)?;
        let middle = self.at;
        if (0xD800..0xDC00).contains(&first) && self.eat(r"\u") {
            if let Some(second @ 0xDC00..0xE000) = self.number(16, 4, 4) {
                return Some(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
            }
            self.at = middle;
        }
        Some(first)
    }
}

// Unicode classes, `\p{…}`, as each dialect names them.

/// The names of the binary properties of ECMA-262, table 67.
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
        // With the flag `u` the complement comes before case folding: `\P{Lu}` matches every letter if case
        // is ignored.
        if self.facts.dialect == EcmaScript && !self.facts.has_sets {
            let set = if is_negative { set.complement() } else { set };
            return Ok(Escaped::Set(if self.flags.ignores_case { self.fold(set) } else { set }));
        }
        Ok(self.class_or_complement(set, is_negative != is_caret))
    }

    /// Reads the name after `\p`, with or without braces. Returns the name, and whether `^` comes before it.
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
            None => fault(at, r"unclosed Unicode class: write `\p{…}`"),
        }
    }

    /// Reads the name in braces after `\p`.
    pub(super) fn name_in_braces(&mut self, at: usize) -> Read<&'t str> {
        let name = if self.eat("{") { self.until("}") } else { None };
        let Some(name) = name else {
            return fault(at, r"a Unicode class needs braces: write `\p{…}`");
        };
        Ok(name)
    }

    /// Reads a property of PCRE: `\pL`, `\p{Lu}`, `\p{^Lu}`, `\p{L&}`, `\p{Greek}`, `\p{sc:Greek}`.
    fn pcre_property(&mut self, at: usize) -> Read<(Set, bool)> {
        self.notes.tables(Pcre);
        let (written, is_caret) = self.property_name(at)?;
        let name = written.replace([' ', '_', '-'], "");
        if matches!(&*name, "Lu" | "Ll" | "Lt") && self.flags.ignores_case {
            let why = "where case is ignored, which differs between versions: write `L&`";
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
                        "`{written}` is read as `scx:{written}`, as in PCRE2 since 10.40; older versions read it as `sc:{written}`"
                    ));
                }
                Some(extended)
            }),
        };
        let Some(set) = set else {
            let why = "write a category, as `Lu`, or a script as Unicode writes it, as `Greek` or \
                       `Old_Italic`";
            return fault(at, format!("the class `{name}`, which is unknown: {why}"));
        };
        Ok((set, is_caret))
    }

    /// Reads a property of RE2: `\pL`, `\p{Lu}`, `\p{^Greek}`.
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

    /// Reads a property of ECMAScript: `\p{Lu}`, `\p{Letter}`, `\p{Script=Greek}`, `\p{Alphabetic}`.
    fn ecmascript_property(&mut self, at: usize) -> Read<Set> {
        self.notes.tables(EcmaScript);
        let name = self.name_in_braces(at)?;
        if name.starts_with("RGI_") || matches!(name, "Basic_Emoji" | "Emoji_Keycap_Sequence") {
            let why = "properties of strings are not supported: write the strings in `\\q{…|…}`";
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
            None if name == "ASCII" => Some(Set::from_ranges([('\0', '\x7F')])),
            None if name == "Assigned" => sets::category("Cn").map(|set| set.complement()),
            None if is_one(BINARY, name) => sets::property(name),
            None => category(name),
        };
        let Some(set) = set else {
            let why = "which is unknown: write one as `Lu`, `Script=Greek` or `Alphabetic`";
            return fault(at, format!("the class `{name}`, {why}"));
        };
        Ok(set)
    }

    /// Reads a property of Java: `\pL`, `\p{Lu}`, `\p{IsGreek}`, `\p{InGreek}`, `\p{Alpha}`, `\p{sc=Greek}`.
    fn java_property(&mut self, at: usize) -> Read<(Set, bool)> {
        let (name, is_caret) = self.property_name(at)?;
        let value = name.split_once('=').map_or(name, |(_, value)| value);
        let is_cased = matches!(
            value.strip_prefix("Is").unwrap_or(value).to_ascii_lowercase().as_str(),
            "lu" | "ll" | "lt" | "lower" | "upper" | "lowercase" | "uppercase" | "titlecase"
        );
        if self.flags.ignores_case && is_cased {
            let why = "where case is ignored, which differs between versions: write `LC`";
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
                    let why =
                        "with the flag `U` is not supported: write a property, as `IsAlphabetic`";
                    return fault(at, format!("the class `{name}` {why}"));
                }
                _ => java_posix(name).or_else(|| java_category(name)),
            },
        };
        let Some(set) = set else {
            let why = "write a category, as `Lu`, a script, as `IsGreek`, a block, as `InGreek`, a class of \
                       ASCII, as `Alpha`, or a property, as `IsAlphabetic`; others are not supported";
            return fault(at, format!("the class `{name}`: {why}"));
        };
        Ok((set, false))
    }

    /// Reads a property of .NET: `\p{Lu}`, `\p{IsGreek}`.
    fn dotnet_property(&mut self, at: usize) -> Read<Set> {
        let name = self.name_in_braces(at)?;
        let named = name.strip_prefix("Is");
        if self.flags.ignores_case && (matches!(name, "Lu" | "Ll" | "Lt") || named.is_some()) {
            let why = "where case is ignored, which differs between versions: write it without \
                the flag `i`";
            return fault(at, format!("the class `{name}` {why}"));
        }
        if named.is_none() {
            self.notes.tables(DotNet);
        }
        let halves = Set::from_ranges([('\u{10000}', char::MAX)]);
        let set = match (named, name) {
            (Some(name), _) => sets::block(name),
            // Each half of a character above U+FFFF is a surrogate.
            (None, "Cs") => Some(halves),
            (None, "C") => sets::category("C").map(|set| self.units(set).union(&halves)),
            (None, "LC") => None,
            (None, name) => sets::category(name).map(|set| self.units(set)),
        };
        let Some(set) = set else {
            let why =
                "write a category, as `Lu`, or a block, as `IsGreek`; others are not supported";
            return fault(at, format!("the class `{name}`: {why}"));
        };
        Ok(set)
    }
}

fn java_posix(name: &str) -> Option<Set> {
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase());
    match name {
        "ASCII" => Some(Set::from_ranges([('\0', '\x7F')])),
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
        "L1" => Some(Set::from_ranges([('\0', '\u{FF}')])),
        "LD" => Some(sets::category("L")?.union(&sets::category("Nd")?)),
        "all" => Some(Set::all()),
        _ => sets::category(name),
    }
}

/// Returns the property with a name from Java's documentation. In a pattern, Java writes the name with the prefix `Is`.
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

#[cfg(test)]
mod tests {
    use crate::{Dialect, Pattern};

    #[test]
    fn the_word_boundary_of_java_is_refused_in_one_line() {
        let error = Pattern::read(Dialect::Java, r"a\b").unwrap_err().to_string();
        assert!(error.contains("but not before. Write `(?:"), "{error}");
        assert!(!error.contains(['\n', '\r']), "{error}");
    }
}
