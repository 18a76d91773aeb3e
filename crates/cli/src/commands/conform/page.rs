//! A report as a page: one file that needs no other and no network.
//!
//! In: the reports of all peers. Out: HTML, with a table of them and a section for each. Light or dark is as
//! the reader's system has it. What a parser wrote is text, never markup: each text goes through [`Text`].

use std::fmt;
use std::io::{self, Write};

use super::group::{Group, Wrong};
use super::kind::MistakeKind;
use super::markdown::{count, kinds, of_these};
use super::report::{Reasons, Report, Section};
use super::shown::{asked, called, characters, or_none, place, quoted, verdict};
use crate::output::counted::{counted, grouped};
use crate::output::terminal::Escaped;

const HEAD: &str = include_str!("page.html");

pub(super) fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    overview(reports, out)?;
    for (at, one) in reports.iter().enumerate().filter(|(_, one)| !one.sections.is_empty()) {
        report(at, one, out)?;
    }
    writeln!(out, "</main>\n</html>")
}

fn overview(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<div class=\"wide\"><table>\n<thead><tr><th>parser<th>standard<th>asked")?;
    writeln!(
        out,
        "<th class=\"n\">strings<th class=\"n\">wrong<th>of these</tr></thead>\n<tbody>"
    )?;
    for (at, report) in reports.iter().enumerate() {
        let standard = report.subject.listed.as_ref().map_or("", |(standard, _)| standard);
        let rows = report.sections.len() + usize::from(report.failure.is_some());
        let name = Text(report.called());
        let name = match report.sections.is_empty() {
            true => format!("{name}"),
            false => format!("<a href=\"#p{at}\">{name}</a>"),
        };
        let head = format!("<th scope=\"row\" rowspan=\"{rows}\">{name}<td rowspan=\"{rows}\">");
        write!(out, "<tr>{head}{}", Text(standard))?;
        for (number, section) in report.sections.iter().enumerate() {
            let begin = if number == 0 { "" } else { "<tr>" };
            let (title, against) = (Text(&section.title), section.against());
            let class = match (section.answered(), section.wrong) {
                (0, _) => "n",
                _ if !section.is_by(standard) => "n",
                (_, 0) => "n good",
                _ => "n bad",
            };
            write!(out, "{begin}<td>{title}, by {}", Text(&against))?;
            write!(out, "<td class=\"n\">{}", of_these(section))?;
            write!(out, "<td class=\"{class}\">{}", count(section))?;
            writeln!(out, "<td>{}</tr>", Text(&kinds(section)))?;
        }
        if let Some(failure) = &report.failure {
            let begin = if report.sections.is_empty() { "" } else { "<tr>" };
            writeln!(out, "{begin}<td colspan=\"4\">{}</tr>", Text(&failure.message))?;
        }
    }
    writeln!(out, "</tbody>\n</table></div>")
}

fn report(at: usize, report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<section id=\"p{at}\">\n<h2>{}</h2>", Text(report.called()))?;
    if let Some((standard, from)) = &report.subject.listed {
        let name = Text(&report.subject.name);
        let from = Text(from);
        writeln!(out, "<p><code>{name}</code>, from {from}; its standard is {standard}.</p>")?;
    }
    report.sections.iter().try_for_each(|section| self::section(section, out))?;
    writeln!(out, "</section>")
}

fn section(section: &Section, out: &mut impl Write) -> io::Result<()> {
    let (title, against) = (Text(&section.title), section.against());
    writeln!(out, "<h3>{title}, by {}</h3>", Text(&against))?;
    writeln!(out, "<p>{}: {}.</p>", Text(&asked(section)), Text(&verdict(section)))?;
    for fixed in &section.fixed {
        let count = counted(fixed.strings.len() as u64, "string");
        writeln!(out, "<p>No longer {}: {count}.</p>", Text(&fixed.kind))?;
    }
    by_reason(section, out)?;
    let (wrong, spelled) = section.by_place();
    table("what it does", &wrong, out)?;
    table("spelled otherwise", &spelled, out)
}

/// All mistakes of strings that were made for a reason.
fn by_reason(section: &Section, out: &mut impl Write) -> io::Result<()> {
    if let Reasons::Missing(why) = &section.reasons {
        writeln!(out, "<p>No strings are made for a reason: {}.</p>", Text(why))?;
    }
    if section.by_reason.is_empty() {
        return Ok(());
    }
    writeln!(out, "<div class=\"wide\"><table>\n<thead><tr><th>what it does<th>string")?;
    writeln!(out, "<th>why it is wrong</tr></thead>\n<tbody>")?;
    for one in &section.by_reason {
        let kind = one.mistake.kind;
        let reason = one.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        write!(out, "<tr><td>{}<td>{}", Text(&kind.to_string()), string(one, kind))?;
        writeln!(out, "<td>{}</tr>", Text(&reason))?;
    }
    writeln!(out, "</tbody>\n</table></div>")
}

fn table(head: &str, groups: &[&Group], out: &mut impl Write) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "<div class=\"wide\"><table>\n<thead><tr><th>{head}<th>where")?;
    writeln!(out, "<th class=\"n\">strings<th class=\"n\">of<th>shortest</tr></thead>\n<tbody>")?;
    for group in groups {
        let at = group.place.as_ref().map(|at| place(at, group)).unwrap_or_default();
        let (kind, found) = (called(group), characters(group));
        let found = if found.is_empty() { found } else { format!(" {found}") };
        write!(out, "<tr><td>{}<td>{}{}", Text(&kind), Text(&at), Text(&found))?;
        write!(out, "<td class=\"n\">{}", grouped(group.wrong))?;
        write!(out, "<td class=\"n\">{}<td>", grouped(group.of))?;
        for (number, wrong) in group.examples.iter().enumerate() {
            let between = if number == 0 { "" } else { "<br>" };
            write!(out, "{between}{}", string(wrong, group.kind))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table></div>")
}

fn string(wrong: &Wrong, kind: MistakeKind) -> String {
    let code = |text: &str| format!("<code>{}</code>", Text(text));
    let base = wrong.base.as_deref().map(|base| format!(" on {}", code(&quoted(base))));
    let input = code(&quoted(&wrong.input)) + &base.unwrap_or_default();
    let found = wrong.mistake.found.as_deref();
    match kind {
        MistakeKind::Accepts | MistakeKind::Rejects => input,
        MistakeKind::Crashes => format!("{input}: {}", Text(found.unwrap_or_default())),
        _ => {
            let expected = code(&or_none(wrong.mistake.expected.as_deref()));
            format!("{input}: {} for {expected}", code(&or_none(found)))
        }
    }
}

/// A text, where markup may stand.
struct Text<'t>(&'t str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in Escaped(self.0.as_bytes()).to_string().chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_no_markup() {
        assert_eq!(
            Text("<b a=\"&\">\u{202e}").to_string(),
            "&lt;b a=&quot;&amp;&quot;&gt;\\u{202e}"
        );
    }
}
