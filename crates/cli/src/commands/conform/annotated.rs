//! A report as findings for another program.
//!
//! In: a report. Out: a finding for each group of mistakes, as the text for people has them: what the parser does is the
//! rule, the place in the grammar and a few strings are the message. A finding is about the parser, which is no file.

use std::io;

use super::group::Group;
use super::kind::MistakeKind;
use super::report::{Reasons, Report};
use super::shown::{called, characters, place, string, strings};
use crate::findings::{Annotation, Level, Log, Rule};
use crate::output::Output;
use crate::output::counted::{counted, grouped};

pub(super) fn report(report: &Report, log: Log, out: &mut Output) -> io::Result<()> {
    for section in &report.sections {
        let mut add = |kind: MistakeKind, level, message| {
            let message = format!("{}: {message}", section.title);
            let (rule, about) = (kind.name(), Some(report.called()));
            log.add(&Annotation { rule, level, message, place: None, about, fix: None }, out)
        };
        if section.reasons == Reasons::Alone {
            for one in &section.by_reason {
                let kind = one.mistake.kind;
                let reason = one.reason.as_ref().map(|reason| format!(": {reason}"));
                let message = format!("{kind} {}{}", string(one, kind), reason.unwrap_or_default());
                add(kind, Level::Error, message)?;
            }
            continue;
        }
        let (wrong, spelled) = section.by_place();
        let wrong = wrong.into_iter().map(|group| (group, Level::Error));
        let spelled = spelled.into_iter().map(|group| (group, Level::Note));
        for (group, level) in wrong.chain(spelled) {
            add(group.kind, level, message(group))?;
        }
    }
    Ok(())
}

/// What the text for people has in the columns of a table.
fn message(group: &Group) -> String {
    let place = group.place.as_ref().map(|one| format!(" {}", place(one, group)));
    let at = Some(characters(group)).filter(|at| !at.is_empty()).map(|at| format!(" {at}"));
    let [place, at] = [place, at].map(Option::unwrap_or_default);
    let number = counted(group.wrong, "string");
    format!(
        "{}{place}{at}: {number} of {}, as {}",
        called(group),
        grouped(group.of),
        strings(group)
    )
}

/// What a parser may do, as rules.
pub(super) fn rules() -> impl Iterator<Item = Rule<'static>> {
    let all = MistakeKind::SUMMARIES.into_iter();
    all.map(|(id, summary)| Rule { id, level: Level::Error, summary })
}
