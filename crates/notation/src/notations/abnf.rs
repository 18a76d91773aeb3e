//! ABNF (RFC 5234, with the literals of RFC 7405).

use pest::Parser as _;
use pest_derive::Parser;

use super::cut;
use super::cut::{Cut, LineFault, NotationRule, RuleKind, alternation};
use super::grammar::Site;
use super::term::Term;

#[derive(Parser)]
#[grammar = "notations/abnf.pest"]
struct Abnf;

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

/// The names of the core rules.
pub(super) fn core_names() -> impl Iterator<Item = &'static str> {
    let definitions = CORE.lines().filter_map(|line| line.split_once('='));
    let names = definitions.map(|(name, _)| name.trim());
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Divides a file into productions.
pub(super) fn cut(source: &str) -> Result<Vec<Cut<'_>>, LineFault> {
    let grammar = Abnf::parse(Rule::grammar, source).map_err(|error| cut::fault(&error))?;
    Ok(cut::productions(grammar, Rule::production))
}

/// Reads one production: whether it adds to an earlier one, and its right side.
pub(super) fn define(text: &str, site: &mut Site<'_>) -> Result<(bool, Term), LineFault> {
    let text = text.trim_start_matches([' ', '\t']);
    let definition = Abnf::parse(Rule::definition, text).map_err(|error| cut::fault(&error))?;
    let (mut adds, mut term) = (false, None);
    for pair in cut::parts(definition, Rule::alternation, &mut site.coverage) {
        match pair.as_rule() {
            Rule::assign => adds = pair.as_str() == "=/",
            Rule::alternation => term = Some(alternation(pair, site)?),
            _ => {}
        }
    }
    site.coverage.check(text)?;
    Ok((adds, term.ok_or_else(LineFault::nothing)?))
}

impl NotationRule for Rule {
    fn part(self) -> RuleKind {
        match self {
            Self::concatenation => RuleKind::Concatenation,
            Self::repeat => RuleKind::Repeat,
            Self::group => RuleKind::Group,
            Self::option => RuleKind::Option,
            Self::string => RuleKind::String,
            Self::number => RuleKind::Number,
            Self::prose => RuleKind::Prose,
            Self::case => RuleKind::Case,
            Self::base => RuleKind::Base,
            Self::upper => RuleKind::Upper,
            _ => RuleKind::Other,
        }
    }
}
