//! Reads ABNF (RFC 5234, with the literals of RFC 7405), the BNF of RFC 822, and a lenient form of these two notations.
//!
//! A production is read by the rules of its own notation if possible, or else by the lenient rules, with a note
//! for each departure. `{ x }` is refused, since documents disagree about its meaning.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::characters::{self, Characters};
use super::grammar::{Alternative, Notation, Site, Term};
use super::split::{LineFault, RawProduction};
use super::{grammar, split};

#[derive(Parser)]
#[grammar = "notations/lines.pest"]
struct Lines;

/// The pest rules for a dialect.
pub(super) struct Dialect {
    file: Rule,
    production: Rule,
    definition: Rule,
    alternation: Rule,
}

pub(super) const ABNF: Dialect = Dialect {
    file: Rule::abnf_file,
    production: Rule::abnf_production,
    definition: Rule::abnf_definition,
    alternation: Rule::abnf_alternation,
};
pub(super) const BNF: Dialect = Dialect {
    file: Rule::bnf_file,
    production: Rule::bnf_production,
    definition: Rule::bnf_definition,
    alternation: Rule::bnf_alternation,
};
pub(super) const LENIENT: Dialect = Dialect {
    file: Rule::lenient_file,
    production: Rule::lenient_production,
    definition: Rule::lenient_definition,
    alternation: Rule::lenient_alternation,
};

/// The core rules of ABNF as printed (RFC 5234, B.1). A grammar may use them without defining them.
pub(super) const CORE: &str = r#"
         ALPHA          =  %x41-5A / %x61-7A   ; A-Z / a-z

         BIT            =  "0" / "1"

         CHAR           =  %x01-7F
                                ; any 7-bit US-ASCII character,
                                ;  excluding NUL

         CR             =  %x0D
                                ; carriage return

         CRLF           =  CR LF
                                ; Internet standard newline

         CTL            =  %x00-1F / %x7F
                                ; controls

         DIGIT          =  %x30-39
                                ; 0-9

         DQUOTE         =  %x22
                                ; " (Double Quote)

         HEXDIG         =  DIGIT / "A" / "B" / "C" / "D" / "E" / "F"

         HTAB           =  %x09
                                ; horizontal tab

         LF             =  %x0A
                                ; linefeed

         LWSP           =  *(WSP / CRLF WSP)

         OCTET          =  %x00-FF
                                ; 8 bits of data

         SP             =  %x20

         VCHAR          =  %x21-7E
                                ; visible (printing) characters

         WSP            =  SP / HTAB
                                ; white space
"#;

pub(super) fn core_names() -> impl Iterator<Item = &'static str> {
    let definitions = CORE.lines().filter_map(|line| line.split_once('='));
    let names = definitions.map(|(name, _)| name.trim());
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

impl Dialect {
    pub(super) fn split<'s>(&self, source: &'s str) -> Result<Vec<RawProduction<'s>>, LineFault> {
        let file = Lines::parse(self.file, source).map_err(|error| split::fault(&error))?;
        Ok(split::productions(file, self.production))
    }

    /// Reads one production. Returns whether it adds to an earlier production, and its right side.
    pub(super) fn define(
        &self,
        text: &str,
        site: &mut Site<'_>,
    ) -> Result<(bool, Term), LineFault> {
        let text = text.trim_start_matches([' ', '\t']);
        let definition =
            Lines::parse(self.definition, text).map_err(|error| split::fault(&error))?;
        let (mut adds, mut term) = (false, None);
        for pair in split::parts(definition, self.alternation, &mut site.coverage) {
            match (pair.as_rule(), pair.as_str()) {
                (Rule::abnf_assign | Rule::lenient_assign, "=/") => adds = true,
                (Rule::lenient_assign, sign) if sign != "=" => {
                    site.has_braces = sign == "::=";
                    site.note(1, format!("`{sign}` is used where the notation has `=`"));
                }
                (Rule::lenient_name, name) => note_name(name, 1, site),
                (Rule::bracketed, name) => {
                    site.note(1, "names are in angle brackets, as in the BNF of Algol 60");
                    if name.contains(' ') {
                        site.note(1, "a name has several words, which are joined by `-`");
                    }
                }
                (rule, _) if rule == self.alternation => term = Some(alternation(pair, site)?),
                _ => {}
            }
        }
        site.coverage.check(text)?;
        Ok((adds, term.ok_or_else(LineFault::nothing)?))
    }
}

/// Splits a file leniently into productions, and returns whether the file writes names in angle brackets.
pub(super) fn split_lenient(source: &str) -> Result<(Vec<RawProduction<'_>>, bool), LineFault> {
    let mut raw_productions = LENIENT.split(source)?;
    let is_bracketed = raw_productions.iter().any(|raw| raw.text.trim_start().starts_with('<'));
    for raw in &mut raw_productions {
        raw.name = characters::joined(raw.name.trim_matches(['<', '>']));
    }
    Ok((raw_productions, is_bracketed))
}

/// The note on braces in a grammar with `::=`.
pub(super) const BRACES: &str =
    "`{ … }` is a repetition of any number of times, which the notation writes as `*`";

/// Reads a choice. The recursion is at most as deep as brackets may nest.
fn alternation(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let mut alternatives = Vec::new();
    site.coverage.add(&pair);
    for one in pair.into_inner() {
        // Counts the text between the parts of an alternative, and the whole text of a bar.
        site.coverage.add(&one);
        match (one.as_rule(), site.notation, one.as_str()) {
            (Rule::bar, Notation::Abnf, "|") => {
                site.note(one.line_col().0, "`|` separates alternatives, where ABNF has `/`");
            }
            (Rule::bar, Notation::Bnf, "/") => {
                site.note(one.line_col().0, "`/` separates alternatives, where the BNF has `|`");
            }
            (
                Rule::abnf_concatenation | Rule::bnf_concatenation | Rule::lenient_concatenation,
                ..,
            ) => {
                let text = split::text(one.clone().into_inner());
                let terms = one.into_inner().map(|pair| repetition(pair, site));
                let terms = terms.collect::<Result<_, _>>()?;
                alternatives.push(Alternative::new(text, Term::sequence(terms)));
            }
            _ => {}
        }
    }
    Ok(Term::choice(alternatives))
}

fn repetition(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    let mut repeat: Option<Pair<'_, Rule>> = None;
    site.coverage.add(&pair);
    for pair in pair.into_inner() {
        let (line, rule) = (pair.line_col().0, pair.as_rule());
        let fault = |why| LineFault { line, why };
        if matches!(rule, Rule::abnf_repeat | Rule::bnf_repeat | Rule::lenient_repeat) {
            site.lists += usize::from(pair.as_str().contains('#'));
            repeat = Some(pair);
            continue;
        }
        if site.lists > DEEPEST {
            let why = format!("lists (`#`) nest more than {} deep", DEEPEST);
            return Err(fault(why));
        }
        let is_prose = matches!(rule, Rule::prose | Rule::lenient_prose);
        let times = repeat.as_ref().map(Pair::as_str);
        if let Some(before) =
            repeat.as_ref().filter(|one| one.as_span().end() < pair.as_span().start())
        {
            site.note(before.line_col().0, "white space separates a repetition from its element");
        }
        let is_none = times.is_some_and(|times| grammar::counts(times, '*') == Ok((0, Some(0))));
        if is_prose && is_none && site.scope.is_some() {
            let text = format!(
                "`0{}` is read as the empty string: the prose is repeated zero times",
                pair.as_str()
            );
            site.note(line, text);
            site.coverage.add_whole(&pair);
            repeat.iter().for_each(|times| site.coverage.add_whole(times));
            return Ok(Term::EMPTY);
        }
        let term = match rule {
            Rule::abnf_group | Rule::bnf_group | Rule::lenient_group => group(pair, site)?,
            Rule::abnf_option | Rule::bnf_option | Rule::lenient_option => {
                group(pair, site)?.optional()
            }
            Rule::string | Rule::bnf_string => string(pair, site),
            Rule::single => {
                site.note(line, "a literal is in apostrophes, where ABNF has quotes");
                site.coverage.add_whole(&pair);
                let bytes = pair.as_str().trim_matches('\'').as_bytes().to_vec();
                Term::Literal { bytes, ignore_case: site.ignores_case() }
            }
            Rule::number => number(pair, site).map_err(fault)?,
            Rule::quote => {
                if site.notation == Notation::Abnf {
                    site.note(line, "`<\">` is a quote, as in RFC 822");
                }
                site.coverage.add_whole(&pair);
                Term::Literal { bytes: vec![b'"'], ignore_case: false }
            }
            Rule::prose | Rule::lenient_prose => {
                site.coverage.add_whole(&pair);
                characters::term(pair.as_str(), line, site).map_err(fault)?
            }
            Rule::lenient_braces if site.has_braces => {
                site.note(line, BRACES);
                Term::Repeat { min: 0, max: None, term: Box::new(group(pair, site)?) }
            }
            Rule::lenient_braces | Rule::brace => {
                let brace = &pair.as_str()[..1];
                return Err(fault(format!(
                    "`{brace}` means a repetition in some notations and a group in others; write \
                     `*( … )` or `( … )`"
                )));
            }
            _ => {
                site.coverage.add_whole(&pair);
                note_name(pair.as_str(), line, site);
                Term::Name(pair.as_str().to_owned())
            }
        };
        repeat.iter().for_each(|times| site.coverage.add_whole(times));
        return match times {
            None => Ok(term),
            Some(times) if times.contains('#') => {
                site.lists -= 1;
                list(times, term, line, site).map_err(fault)
            }
            Some(times) => grammar::repeat(times, term).map_err(fault),
        };
    }
    Err(LineFault::nothing())
}

fn note_name(text: &str, line: usize, site: &mut Site<'_>) {
    if site.notation == Notation::Abnf && text.contains(['_', '.', '+']) {
        site.note(line, "a name contains `_`, `.` or `+`, which ABNF names do not");
    }
}

fn group(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, LineFault> {
    site.coverage.add(&pair);
    let inner = pair.into_inner().next();
    inner.map_or(Err(LineFault::nothing()), |pair| alternation(pair, site))
}

fn string(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Term {
    let (mut bytes, mut ignore_case) = (Vec::new(), site.ignores_case());
    site.coverage.add(&pair);
    for pair in pair.into_inner() {
        site.coverage.add_whole(&pair);
        match pair.as_rule() {
            Rule::case => ignore_case = pair.as_str().eq_ignore_ascii_case("%i"),
            _ => bytes = pair.as_str().as_bytes().to_vec(),
        }
    }
    Term::Literal { bytes, ignore_case }
}

fn number(pair: Pair<'_, Rule>, site: &mut Site<'_>) -> Result<Term, String> {
    let (mut base, mut values, mut upper) = ("x", Vec::new(), None);
    let line = pair.line_col().0;
    site.coverage.add(&pair);
    for pair in pair.into_inner() {
        site.coverage.add_whole(&pair);
        match pair.as_rule() {
            Rule::base => base = pair.as_str(),
            Rule::upper => upper = Some(characters::value(base, pair.as_str())?),
            _ => values.push(characters::value(base, pair.as_str())?),
        }
    }
    let greatest = upper.into_iter().chain(values.iter().copied()).max().unwrap_or_default();
    site.implied.push((line, Characters::implied(greatest)));
    match upper {
        Some(upper) => site.characters.range(values[0], upper),
        None => site.characters.literal(&values),
    }
}

// Lists, as the HTTP documents write them: `#rule`, `1#rule`, `2#4rule`. The sign has two meanings: RFC 9110,
// 5.6.1, allows optional white space around the commas, and RFC 2616, 2.1, linear white space, also before the
// first element. A grammar that defines or imports `OWS` uses the meaning of RFC 9110. With either meaning, only
// the lists that a sender generates are read, which have no empty elements.

/// The depth to which lists may nest. A list writes its element twice, so each nested list doubles the term.
const DEEPEST: usize = 4;

fn list(times: &str, element: Term, line: usize, site: &mut Site<'_>) -> Result<Term, String> {
    let (min, max) = grammar::counts(times, '#')?;
    let name = |name: &str| Term::Name(name.to_owned());
    let comma = || Term::Literal { bytes: b",".to_vec(), ignore_case: false };
    let any = |term: Term| Term::Repeat { min: 0, max: None, term: Box::new(term) };
    let (first, separator) = if site.is_own("OWS") || site.is_imported("OWS") {
        site.note(line, "`#` is a list of RFC 9110, 5.6.1: element *( OWS \",\" OWS element )");
        (None, vec![name("OWS"), comma(), name("OWS")])
    } else {
        let text = "`#` is a list of RFC 2616, 2.1: *LWS element *( *LWS \",\" *LWS element )";
        site.note(line, text);
        let known = site.is_own("LWS") || site.is_imported("LWS");
        let white = if known { name("LWS") } else { name("rfc2616:LWS") };
        (Some(any(white.clone())), vec![any(white.clone()), comma(), any(white)])
    };
    if max == Some(0) {
        return Ok(Term::EMPTY);
    }
    let next = Term::sequence(separator.into_iter().chain([element.clone()]).collect());
    let more = Term::Repeat {
        min: min.saturating_sub(1),
        max: max.map(|max| max - 1),
        term: Box::new(next),
    };
    let list = Term::sequence(first.into_iter().chain([element, more]).collect());
    Ok(if min == 0 { list.optional() } else { list })
}
