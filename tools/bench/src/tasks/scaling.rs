//! How the time per byte grows with the length of the string.
//!
//! The surprising case: the time per byte may grow although no step is quadratic. A result of 16 MiB fits
//! into no cache, and may be fresh memory, which the system hands out page by page. Copying alone shows
//! the same growth.

use std::hint::black_box;

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan, measure};
use crate::peers::{Normalize, Peer, Resolve, ResolveInto, Urispec};
use crate::row::{Row, Task};

pub(super) const SCALING: Task = Task {
    name: "scaling",
    title: "urispec on long strings",
    unit: "ns for each KiB, and the time of the longest over it",
    note: "Copying into a buffer that is used again is there to compare with: beyond the caches memory sets \
           the pace of what does little more.",
    run: scaling,
};

/// Sizes in KiB, the longest first: its time is the one that is divided.
const SIZES: [(&str, usize); 5] =
    [("1 GiB", 1 << 20), ("16 MiB", 1 << 14), ("1 MiB", 1 << 10), ("32 KiB", 32), ("1 KiB", 1)];

/// The sizes to measure: without the longest, which takes minutes and gigabytes, unless `URISPEC_LONG` is set.
fn sizes() -> &'static [(&'static str, usize)] {
    match std::env::var_os("URISPEC_LONG") {
        Some(_) => &SIZES,
        None => &SIZES[1..],
    }
}

/// What the strings repeat, after `http://h/` or alone.
const SHAPES: [(&str, &str, &str); 5] = [
    ("long segment", "", "a"),
    ("many segments", "", "ab/"),
    ("escapes", "", "%c3%A9%7e"),
    ("../", "", "../"),
    ("query", "?", "k=v/x&"),
];

type Work = fn(&str) -> Option<Contender<'_>>;

const COPY: &str = "copy";

/// The tasks, each on one string, which is a relative reference except for normalizing.
const WORKS: [(&str, &str, Work); 6] = [
    (COPY, "", copy),
    ("parse", "", parse),
    ("validate", "", validate),
    ("resolve", "", resolve),
    ("resolve into", "", resolve_into),
    ("normalize", "http://h/", normalize),
];

fn scaling(_: &Inputs, plan: Plan) -> Vec<Row> {
    let rows = WORKS.into_iter().flat_map(|work| SHAPES.map(|shape| (work, shape)));
    rows.map(|((task, before, work), (shape, first, piece))| {
        let text = |kib: usize| {
            let head = format!("{before}{first}");
            let pieces = (kib * 1024 - head.len()) / piece.len();
            head + &piece.repeat(pieces)
        };
        let texts: Vec<String> = sizes().iter().map(|&(_, kib)| text(kib)).collect();
        // A string of the shape is accepted at every size, or the row is not there to be read.
        let sized = sizes().iter().zip(&texts);
        let mut contenders: Vec<_> = sized
            .filter_map(|(&(name, kib), text)| Some(work(text)?.named(name).per(kib)))
            .collect();
        Row {
            // Of the copy nothing is asked.
            task: if task == COPY { COPY } else { SCALING.name },
            input: format!("{task}, {shape}"),
            items: 1,
            bytes: texts[0].len(),
            refused: Vec::new(),
            timings: measure(plan, &mut contenders),
        }
    })
    .collect()
}

/// Copying alone, which every task that writes a result must do.
fn copy(text: &str) -> Option<Contender<'_>> {
    let mut buffer = String::new();
    Some(Contender::each("", vec![text], move |text| {
        buffer.clear();
        buffer.push_str(text);
        black_box(&buffer).len()
    }))
}

fn parse(text: &str) -> Option<Contender<'_>> {
    let work = |text: &&str| Urispec::read(text).map_or(0, |parsed| Urispec::lengths(&parsed));
    Urispec::read(text).map(|_| Contender::each("", vec![text], work))
}

fn validate(text: &str) -> Option<Contender<'_>> {
    let work = |text: &&str| usize::from(Urispec::accepts(text));
    Urispec::accepts(text).then(|| Contender::each("", vec![text], work))
}

fn resolve(text: &str) -> Option<Contender<'_>> {
    let pair = Urispec::base("http://a/b/c/d;p?q").zip(Urispec::read(text))?;
    Urispec::resolve(&pair.0, &pair.1)?;
    Some(Contender::each("", vec![pair], |(base, reference)| {
        Urispec::resolve(base, reference).map_or(0, |target| black_box(&target).as_str().len())
    }))
}

fn resolve_into(text: &str) -> Option<Contender<'_>> {
    let pair = Urispec::base("http://a/b/c/d;p?q").zip(Urispec::read(text))?;
    let mut buffer = String::new();
    Urispec::resolve_into(&pair.0, &pair.1, &mut buffer).then(|| {
        Contender::each("", vec![pair], move |(base, reference)| {
            Urispec::resolve_into(base, reference, &mut buffer);
            black_box(&buffer).len()
        })
    })
}

fn normalize(text: &str) -> Option<Contender<'_>> {
    let work = |uri: &_| black_box(&Urispec::normalize(uri)).as_str().len();
    Urispec::uri(text).map(|uri| Contender::each("", vec![uri], work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_accepted_by_every_work() {
        for (name, before, work) in WORKS {
            for (shape, first, piece) in SHAPES {
                assert!(
                    work(&format!("{before}{first}{}", piece.repeat(9))).is_some(),
                    "{name}, {shape}"
                );
            }
        }
    }
}
