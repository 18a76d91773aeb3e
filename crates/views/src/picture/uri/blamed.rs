//! A string that the production does not derive: the byte that is to blame, what is wrong, and the mended
//! string.

use std::ops::Range;

use urispec::{Explanation, Recognizer};

use super::canvas::{Canvas, DrawnChar, DrawnLine, MARGIN, ROW, WIDE, lines};
use crate::fault::Fault;

/// How many columns a line of the string has.
const COLUMNS: usize = 76;
/// How many bytes a mended string may have to be drawn: a part of it is no string to try.
const LONGEST: usize = 1024;

pub(super) fn draw(
    production: Recognizer,
    text: &str,
    fault: &Fault,
    hidden: Option<&Range<usize>>,
) -> (Canvas, String) {
    let mut canvas = Canvas::new();
    let mark = fault.mark();
    for line in &lines(text, hidden, COLUMNS) {
        string(&mut canvas, line, mark);
    }
    let (cause, place) = said(fault, production, hidden);
    let mut description = format!("{cause}. {place}");
    canvas.y += ROW / 2;
    if !cause.is_empty() {
        canvas.words("message", &cause);
    }
    canvas.words(if cause.is_empty() { "message" } else { "note" }, &place);
    if let Some((mended, hidden)) = mended(text, fault, hidden) {
        canvas.y += ROW / 2;
        canvas.words("note", "Mended:");
        for line in &lines(mended, hidden.as_ref(), COLUMNS) {
            let shown = line.shown(&line.bytes);
            canvas.text("string mended", MARGIN, &shown);
            canvas.y += ROW;
            description += if line.bytes.start == 0 { " Mended: " } else { "" };
            description += &shown;
        }
    }
    (canvas, description.trim_start_matches(". ").to_owned())
}

/// A line of the string, and a mark below the byte that is to blame if it stands there.
fn string(canvas: &mut Canvas, line: &DrawnLine, mark: Option<usize>) {
    let mark = mark.filter(|byte| line.part(&(*byte..*byte)).is_some());
    if line.places.is_empty() {
        canvas.text("gap", MARGIN, "(the empty string)");
    }
    let is_wrong =
        |place: &DrawnChar| mark.is_some_and(|byte| place.is_text && place.bytes.contains(&byte));
    if let Some(byte) = mark {
        let (x, y) = (MARGIN + line.column(byte) * WIDE, canvas.y);
        let wrong = line.places.iter().find(|place| is_wrong(place));
        let width = wrong.map_or(WIDE, |place| place.width() * WIDE);
        canvas.draw(
            x + width,
            format_args!(
                "<rect class=\"wrong\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{}\"/>\
                 <path class=\"wrong\" d=\"M{} {}l{} -8l{} 8z\"/>",
                y + 1,
                ROW - 2,
                x + (width - WIDE) / 2,
                y + ROW + 10,
                WIDE / 2,
                WIDE - WIDE / 2
            ),
        );
    }
    let class = |place: &DrawnChar| match place.is_text {
        true if is_wrong(place) => "string wrong",
        true => "string",
        false => "gap",
    };
    for run in line.places.chunk_by(|one, next| class(one) == class(next)) {
        let Some(first) = run.first() else { continue };
        let shown: String = run.iter().map(|place| &*place.shown).collect();
        canvas.text(class(first), MARGIN + first.column * WIDE, &shown);
    }
    canvas.y += if mark.is_some() { ROW + 12 } else { ROW };
}

/// The cause, if one is known, and where the string leaves the language. Nothing is said of the character if
/// it is hidden, by the cause least of all.
fn said(fault: &Fault, production: Recognizer, hidden: Option<&Range<usize>>) -> (String, String) {
    let message = fault.to_string();
    let is_hidden = |byte: usize| hidden.is_some_and(|hidden| hidden.contains(&byte));
    let is_hidden = fault.mark().is_some_and(is_hidden) || fault.offset().is_some_and(is_hidden);
    let cause = fault.syntax().and_then(Explanation::cause);
    let place = cause.and_then(|cause| message.strip_prefix(&format!("{cause}; ")));
    let place = sentence(place.unwrap_or(&message));
    let cause = cause.map(|cause| {
        let edition = production.edition();
        let section = match cause.section() {
            section if section.starts_with("RFC ") => section.to_owned(),
            section => format!("{}, {section}", edition.name()),
        };
        format!("{} ({section})", sentence(cause.sentence()))
    });
    let found = fault.syntax().and_then(|syntax| syntax.error().found());
    match (is_hidden, found) {
        (true, Some(found)) => {
            let found = found.to_string();
            (String::new(), place.replacen(&format!("{found:?}"), "a hidden character", 1))
        }
        _ => (cause.unwrap_or_default(), place),
    }
}

/// The first letter in upper case.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// The mended string, and its hidden part. It is not drawn if what is hidden is no longer there, so that it
/// cannot be told apart from the rest.
fn mended<'f>(
    text: &str,
    fault: &'f Fault,
    hidden: Option<&Range<usize>>,
) -> Option<(&'f str, Option<Range<usize>>)> {
    let mended = fault.syntax()?.cause()?.mended()?;
    if mended.len() > LONGEST {
        return None;
    }
    let Some(hidden) = hidden.filter(|hidden| !hidden.is_empty()) else {
        return Some((mended, None));
    };
    let secret = text.get(hidden.clone())?;
    let is_there =
        mended.get(hidden.clone()) == Some(secret) && mended.matches(secret).count() == 1;
    is_there.then(|| (mended, Some(hidden.clone())))
}
