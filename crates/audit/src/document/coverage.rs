//! What belongs to no production, though it stands where productions stand.
//!
//! In: the lines of a document, its candidates, and the productions that are taken from them. Out: [`LeftOut`].
//! Every line of a block that is called a grammar, and of a paragraph with a production, is a line of a
//! production or of a comment, or is named here. A line elsewhere is named if it looks like a production, or may
//! go on with one.

use std::collections::HashSet;
use std::ops::Range;

use super::DocumentKind;
use super::candidates::{is_row, paragraph};
use super::extracted::{Extracted, LeftOut};
use super::groups::Judged;
use super::lines::{Content, Line};
use super::reason::LeftOutReason;

/// What is left out. Lines that follow each other and share their reason are one.
pub(super) fn left_out(
    all: Judged<'_>,
    may_go_on: &[(usize, Range<usize>)],
    extracted: &Extracted,
) -> Vec<LeftOut> {
    let mut lines = Owners::new(all);
    lines.candidates(extracted);
    for (at, below) in may_go_on {
        let production = all.candidates[*at].name.clone();
        let is_free = |line: &usize| {
            lines.owners[*line] == Owner::Nothing && !all.lines.lines[*line].is_blank()
        };
        let own: Vec<usize> = below.clone().filter(is_free).collect();
        own.iter().for_each(|&line| lines.owners[line] = Owner::LeftOut);
        lines.add(below.start, own.len().max(1), LeftOutReason::Apart { production });
    }
    lines.strays(extracted.kind != DocumentKind::Text);
    lines.left_out.sort_by_key(|one| one.line);
    lines.left_out
}

/// What a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nothing,
    /// A production, whose name stands behind so many blanks.
    Production(usize),
    /// What is left out.
    LeftOut,
}

/// The owner of each line.
struct Owners<'e> {
    all: Judged<'e>,
    owners: Vec<Owner>,
    left_out: Vec<LeftOut>,
}

impl<'e> Owners<'e> {
    fn new(all: Judged<'e>) -> Self {
        Self { all, owners: vec![Owner::Nothing; all.lines.lines.len()], left_out: Vec::new() }
    }

    fn add(&mut self, at: usize, count: usize, reason: LeftOutReason) {
        let line = &self.all.lines.lines[at];
        let section = line.section.map(|at| self.all.lines.sections[at].clone());
        let text = line.text.trim().to_owned();
        self.left_out.push(LeftOut { line: line.number, count, section, text, reason });
    }

    /// Gives the lines of candidates to productions and to what is left out.
    fn candidates(&mut self, extracted: &Extracted) {
        let mut printed: HashSet<usize> = HashSet::new();
        for one in &extracted.productions {
            let again = one.again.iter().map(|again| &again.place);
            printed.extend(again.chain([&one.place]).map(|place| place.line));
        }
        // The last that is left out: its candidate and its section.
        let mut last: Option<(usize, Option<usize>)> = None;
        for (at, (one, judged)) in self.all.candidates.iter().zip(self.all.judged).enumerate() {
            let first = one.first(self.all.lines);
            let reason = match judged {
                Ok(_) if printed.contains(&first.number) => {
                    one.lines
                        .iter()
                        .for_each(|&line| self.owners[line] = Owner::Production(one.indent));
                    continue;
                }
                Ok(_) => &LeftOutReason::Stray,
                Err(reason) => reason,
            };
            one.lines.iter().for_each(|&line| self.owners[line] = Owner::LeftOut);
            let is_next =
                last.is_some_and(|(before, section)| before + 1 == at && section == first.section);
            last = Some((at, first.section));
            match self.left_out.last_mut() {
                Some(last) if is_next && last.reason.is_like(reason) => last.count += 1,
                _ => self.add(one.lines[0], 1, reason.clone()),
            }
        }
    }

    /// Names the lines that nothing owns where productions stand. `has_blocks` says whether the document tells its
    /// blocks of code from its prose: there, they stand in the whole block below a production.
    fn strays(&mut self, has_blocks: bool) {
        let lines = &self.all.lines.lines;
        // The least indentation of a name in the paragraph of each line.
        let mut least: Vec<Option<usize>> = vec![None; lines.len()];
        let mut start = 0;
        while start < lines.len() {
            let end = start + paragraph(lines, start).count().max(1);
            let names = self.owners[start..end].iter().filter_map(|owner| match owner {
                Owner::Production(indent) => Some(*indent),
                _ => None,
            });
            least[start..end].fill(names.min());
            start = end;
        }
        if has_blocks {
            self.spread(&mut least);
        }
        let mut last: Option<usize> = None;
        for at in 0..lines.len() {
            let line = &lines[at];
            if self.owners[at] != Owner::Nothing || line.is_blank() || line.is_comment {
                continue;
            }
            let is_stray = match self.all.lines.content(line) {
                Content::Grammar(_) => true,
                Content::Unmarked | Content::Example => {
                    least[at].is_some_and(|least| least <= line.indent())
                        || self.is_among(at) && is_row(&line.text)
                }
                Content::ExampleOf(_) | Content::Other(_) => false,
            };
            if !is_stray {
                continue;
            }
            match self.left_out.last_mut() {
                Some(stray) if last.is_some_and(|last| last + 1 == at) => stray.count += 1,
                _ => self.add(at, 1, LeftOutReason::Stray),
            }
            last = Some(at);
        }
    }

    /// Spreads the indentation of a name to the lines that stand below it, and deeper, in a block of code.
    fn spread(&self, least: &mut [Option<usize>]) {
        let lines = &self.all.lines.lines;
        let mut start = 0;
        for block in lines.chunk_by(|one, next| one.container == next.container) {
            let places = start..start + block.len();
            start = places.end;
            // The pages of a text have no blocks.
            if block.iter().any(|line| line.is_page_end) {
                continue;
            }
            let mut above = None;
            for at in places {
                match self.owners[at] {
                    Owner::Production(indent) => above = Some(indent),
                    Owner::LeftOut => above = None,
                    Owner::Nothing => {}
                }
                let is_below = |above: &usize| *above < lines[at].indent();
                least[at] = least[at].or(above.filter(is_below));
            }
        }
    }

    /// Whether the line above or below a line, but for empty ones, is of a production whose name stands behind as
    /// many blanks.
    fn is_among(&self, at: usize) -> bool {
        let lines = &self.all.lines.lines;
        let line = &lines[at];
        let owner = |other: Option<(usize, &Line<'_>)>| {
            let (at, other) = other?;
            let is_near = other.container == line.container && other.section == line.section;
            is_near.then_some(self.owners[at])
        };
        let is_full = |(_, line): &(usize, &Line<'_>)| !line.is_blank();
        let above = owner(lines.iter().enumerate().take(at).rev().find(is_full));
        let below = owner(lines.iter().enumerate().skip(at + 1).find(is_full));
        [above, below].contains(&Some(Owner::Production(line.indent())))
    }
}
