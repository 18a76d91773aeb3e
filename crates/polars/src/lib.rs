//! The functions of [`urispec_columns`] as a Polars expression plugin. Polars runs the expressions on its own threads,
//! without Python.
//!
//! Polars loads the extension module of the Python package as a plain dynamic library, and calls the four C functions
//! of [`abi`]. `urispec/polars.py` builds the expressions.
//!
//! `abi` converts between C structs and Arrow arrays. This module reads the pickled keyword arguments of the
//! expression, and evaluates the function.
//!
//! The plugin implements version 0.1 of the Polars plugin interface. Polars asks for the version, and rejects versions
//! that it does not know. `crates/python/tests/test_polars.py` was run with Polars 1.30, 1.36 and 2.1.
//!
//! Polars requests the type of a result before there is data. The function is then evaluated on columns without rows.

pub mod abi;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, Datum, ListArray, Scalar, StructArray, new_empty_array, new_null_array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use arrow_select::concat::concat;
use urispec::{Edition, Rung};
use urispec_columns as columns;
use urispec_columns::{ColumnError, Component, ValidStrings, split_on_overflow};
use urispec_lint::Lint;
use urispec_template::UriTemplate;

// One call of the plugin: reads the function and its options, and evaluates it on series.
//
// The result has the name of the first series. An error is a sentence, which Polars raises.
//
// Polars has a separate type for a column of only nulls, which is read as text. It passes large lists, which are
// converted to lists for templates.

/// A column with a name, in chunks.
#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) field: Field,
    pub(crate) chunks: Vec<ArrayRef>,
}

type One = Box<dyn Fn(&dyn Array) -> Result<ArrayRef, ColumnError> + Sync>;
type Two = Box<dyn Fn(&dyn Datum, &dyn Datum) -> Result<ArrayRef, ColumnError> + Sync>;

/// A function of one column, or of two.
pub(crate) enum Function {
    One(One),
    Two(Two),
}

impl Function {
    /// Reads the function and its options from the keyword arguments.
    ///
    /// # Errors
    ///
    /// A message about the invalid option.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let options = read(bytes)?;
        let option = |name: &str| {
            options
                .get(name)
                .map(String::as_str)
                .ok_or_else(|| format!("the option `{name}` is missing"))
        };
        let edition = || or_message(option("edition")?.parse::<Edition>());
        let template = || or_message(UriTemplate::parse(option("template")?));
        let rule = options.get("rule").map(String::as_str);
        Ok(match option("function")? {
            "component" => {
                let (part, edition) =
                    (or_message(option("name")?.parse::<Component>())?, edition()?);
                Self::One(Box::new(move |column| columns::component(column, part, edition)))
            }
            "components" => one(edition()?, columns::components),
            "port_number" => one(edition()?, columns::port_number),
            "valid" => match rule {
                None => one(edition()?, columns::valid),
                Some(rule) => {
                    let production = or_message(edition()?.production(rule))?;
                    Self::One(Box::new(move |column| columns::accepted(column, &production)))
                }
            },
            "error" => of_errors(edition()?, rule, |column, valid| columns::error(column, valid))?,
            "cause" => of_errors(edition()?, rule, |column, valid| columns::cause(column, valid))?,
            "section" => {
                of_errors(edition()?, rule, |column, valid| columns::section(column, valid))?
            }
            "offset" => {
                of_errors(edition()?, rule, |column, valid| columns::offset(column, valid))?
            }
            "byte_offset" => {
                of_errors(edition()?, rule, |column, valid| columns::byte_offset(column, valid))?
            }
            "registrable" => one(edition()?, columns::registrable),
            "normalize" => {
                let to = options.get("to").map(|to| or_message(to.parse::<Rung>())).transpose()?;
                let edition = edition()?;
                Self::One(Box::new(move |column| columns::normalize(column, to, edition)))
            }
            "lint" => {
                let (pack, edition) = (or_message(option("pack")?.parse())?, edition()?);
                Self::One(Box::new(move |column| columns::lint(column, pack, edition)))
            }
            "lint_has" => {
                let (id, edition) = (option("id")?, edition()?);
                let lint = Lint::named(id).ok_or_else(|| format!("no lint has the id `{id}`"))?;
                Self::One(Box::new(move |column| columns::lint_has(column, lint, edition)))
            }
            "resolve" => two(edition()?, columns::resolve),
            "resolve_against" => two(edition()?, |a, b, edition| columns::resolve(b, a, edition)),
            "relativize" => two(edition()?, columns::relativize),
            "relativize_against" => {
                two(edition()?, |a, b, edition| columns::relativize(b, a, edition))
            }
            "compare" => two(edition()?, columns::compare),
            "template_match" => {
                let template = template()?;
                Self::One(Box::new(move |column| columns::template_match(column, &template)))
            }
            "template_ways" => {
                let template = template()?;
                Self::One(Box::new(move |column| columns::template_ways(column, &template)))
            }
            "template_expand" => {
                let template = template()?;
                Self::One(Box::new(move |values| {
                    columns::template_expand(&with_lists(values)?, &template)
                }))
            }
            name => return Err(format!("unknown function `{name}`")),
        })
    }

    /// Returns the name and type of the result, by evaluating the function on columns without rows.
    pub(crate) fn field(&self, inputs: Vec<Field>) -> Result<Field, String> {
        let empty =
            |field: Field| Series { chunks: vec![new_empty_array(field.data_type())], field };
        self.answer(inputs.into_iter().map(empty).collect()).map(|answer| answer.field)
    }

    /// Evaluates the function. The result has the name of the first series.
    pub(crate) fn answer(&self, inputs: Vec<Series>) -> Result<Series, String> {
        let inputs: Vec<_> = inputs.into_iter().map(Series::into_text).collect();
        let answered = match (self, &inputs[..]) {
            (Self::One(ask), [series]) => each(&series.chunks, ask),
            (Self::Two(ask), [a, b]) => both(a, b, ask),
            (Self::One(_), _) => return Err("this function takes one column".to_owned()),
            (Self::Two(_), _) => return Err("this function takes two columns".to_owned()),
        };
        let chunks = answered.map_err(|error| match error {
            ColumnError::Type(of) => {
                format!("a column of {of} is not text; cast it to String first")
            }
            error => error.to_string(),
        })?;
        let of = chunks[0].data_type().clone();
        Ok(Series { field: Field::new(inputs[0].field.name(), of, true), chunks })
    }
}

fn or_message<T, E: ToString>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn one(
    edition: Edition,
    ask: fn(&dyn Array, Edition) -> Result<ArrayRef, ColumnError>,
) -> Function {
    Function::One(Box::new(move |column| ask(column, edition)))
}

/// Returns a function about the errors of strings: of references or, if there is a rule, of its strings.
fn of_errors(
    edition: Edition,
    rule: Option<&str>,
    ask: impl Fn(&dyn Array, ValidStrings<'_>) -> Result<ArrayRef, ColumnError> + Sync + 'static,
) -> Result<Function, String> {
    let production = rule.map(|rule| or_message(edition.production(rule))).transpose()?;
    Ok(Function::One(Box::new(move |column| {
        ask(column, production.as_ref().map_or(edition.into(), ValidStrings::from))
    })))
}

fn two(
    edition: Edition,
    ask: fn(&dyn Datum, &dyn Datum, Edition) -> Result<ArrayRef, ColumnError>,
) -> Function {
    Function::Two(Box::new(move |a, b| ask(a, b, edition)))
}

impl Series {
    /// Returns the series with at least one chunk, and with untyped nulls as text.
    fn into_text(mut self) -> Self {
        if self.chunks.is_empty() {
            self.chunks.push(new_empty_array(self.field.data_type()));
        }
        for chunk in &mut self.chunks {
            if *chunk.data_type() == DataType::Null {
                *chunk = new_null_array(&DataType::Utf8View, chunk.len());
            }
        }
        self
    }

    fn rows(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn joined(&self) -> Result<ArrayRef, ColumnError> {
        let chunks: Vec<&dyn Array> = self.chunks.iter().map(|chunk| &**chunk).collect();
        Ok(concat(&chunks)?)
    }
}

fn each(chunks: &[ArrayRef], ask: &One) -> Result<Vec<ArrayRef>, ColumnError> {
    let lengths: Vec<_> = chunks.iter().map(|chunk| chunk.len()).collect();
    map_pieces(&lengths, &|chunk, start, rows| ask(&chunks[chunk].slice(start, rows)))
}

/// Applies a function to two columns. If their chunks differ, each column is first concatenated. A column of one row,
/// such as a literal, applies to each row of the other column.
fn both(a: &Series, b: &Series, ask: &Two) -> Result<Vec<ArrayRef>, ColumnError> {
    let (of_a, of_b) = (a.rows(), b.rows());
    let (is_literal_a, is_literal_b) = (of_a == 1 && of_b != 1, of_b == 1 && of_a != 1);
    if of_a != of_b && !is_literal_a && !is_literal_b {
        return Err(ColumnError::Lengths(of_a, of_b));
    }
    let rows_of =
        |series: &Series| series.chunks.iter().map(|chunk| chunk.len()).collect::<Vec<_>>();
    let pairs: Vec<(ArrayRef, ArrayRef)> = if rows_of(a) == rows_of(b) {
        a.chunks.iter().cloned().zip(b.chunks.iter().cloned()).collect()
    } else if is_literal_a {
        let literal = a.joined()?;
        b.chunks.iter().map(|chunk| (literal.clone(), chunk.clone())).collect()
    } else if is_literal_b {
        let literal = b.joined()?;
        a.chunks.iter().map(|chunk| (chunk.clone(), literal.clone())).collect()
    } else {
        vec![(a.joined()?, b.joined()?)]
    };
    let side = |chunk: &ArrayRef, is_literal, start, rows| -> Box<dyn Datum> {
        if is_literal {
            Box::new(Scalar::new(chunk.clone()))
        } else {
            Box::new(chunk.slice(start, rows))
        }
    };
    let rows = |(a, b): &(ArrayRef, ArrayRef)| if is_literal_a { b.len() } else { a.len() };
    let lengths: Vec<_> = pairs.iter().map(rows).collect();
    map_pieces(&lengths, &|chunk, start, rows| {
        let (a, b) = &pairs[chunk];
        let (a, b) = (side(a, is_literal_a, start, rows), side(b, is_literal_b, start, rows));
        ask(&*a, &*b)
    })
}

/// Replaces each large list in a struct with a list.
fn with_lists(values: &dyn Array) -> Result<ArrayRef, ColumnError> {
    let Some(values_in) = values.as_struct_opt() else {
        return Err(ColumnError::Type(values.data_type().clone()));
    };
    let mut fields = Vec::new();
    let mut arrays = Vec::new();
    for (field, column) in values_in.fields().iter().zip(values_in.columns()) {
        let DataType::LargeList(item) = field.data_type() else {
            fields.push(field.clone());
            arrays.push(column.clone());
            continue;
        };
        let large = column.as_list::<i64>();
        let first = large.offsets().first().copied().unwrap_or(0);
        let last = large.offsets().last().copied().unwrap_or(0);
        if i32::try_from(last - first).is_err() {
            return Err(ColumnError::TooLong);
        }
        let members = large.values().slice(first as usize, (last - first) as usize);
        let offsets = OffsetBuffer::from_lengths(large.offsets().lengths());
        let list = ListArray::try_new(item.clone(), offsets, members, large.nulls().cloned())?;
        fields.push(Arc::new(Field::new(field.name(), list.data_type().clone(), true)));
        arrays.push(Arc::new(list));
    }
    let nulls = values_in.nulls().cloned();
    Ok(Arc::new(StructArray::try_new_with_length(fields.into(), arrays, nulls, values_in.len())?))
}

// Keyword arguments, as Python pickles them: a dict of strings.
//
// The input is the output of `pickle.dumps(kwargs, protocol=5)`, the only form in which Polars passes them. An opcode
// that writes neither a string nor a dict is an error.
//
// The opcodes and their arguments are documented in Python's module `pickletools`.

/// Reads a dict of strings.
///
/// # Errors
///
/// A message, if the bytes are not the pickle of a dict of strings.
pub(crate) fn read(mut bytes: &[u8]) -> Result<HashMap<String, String>, String> {
    let mut pairs = HashMap::new();
    // The texts since the last pair, and all memoized objects. A dict is memoized as `None`.
    let mut texts: Vec<String> = Vec::new();
    let mut memo: Vec<Option<String>> = Vec::new();
    if bytes.is_empty() {
        return Ok(pairs);
    }
    loop {
        match take(&mut bytes, 1)?[0] {
            // PROTO with its number; FRAME with its length; EMPTY_DICT and MARK, without an argument.
            0x80 => drop(take(&mut bytes, 1)?),
            0x95 => drop(take(&mut bytes, 8)?),
            b'}' | b'(' => {}
            // SHORT_BINUNICODE, BINUNICODE.
            0x8c => texts.push(text(&mut bytes, 1)?),
            b'X' => texts.push(text(&mut bytes, 4)?),
            // MEMOIZE: stores the top of the stack; BINGET: pushes a memoized object by its index.
            0x94 => memo.push(texts.last().cloned()),
            b'h' => {
                let at = usize::from(take(&mut bytes, 1)?[0]);
                texts.push(
                    memo.get(at)
                        .cloned()
                        .flatten()
                        .ok_or("a memoized keyword argument is not a string")?,
                );
            }
            // SETITEM, SETITEMS: stores the pairs on the stack.
            b's' | b'u' => {
                for pair in texts.chunks_exact(2) {
                    pairs.insert(pair[0].clone(), pair[1].clone());
                }
                texts.clear();
            }
            b'.' => return Ok(pairs),
            other => {
                return Err(format!(
                    "keyword arguments must be strings; unexpected pickle opcode {other:#04x}"
                ));
            }
        }
    }
}

fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Result<&'b [u8], String> {
    bytes.split_off(..count).ok_or_else(|| "the keyword arguments end too early".to_owned())
}

/// Reads the length of a text, a little-endian number of `width` bytes, and then the text.
fn text(bytes: &mut &[u8], width: usize) -> Result<String, String> {
    let length =
        take(bytes, width)?.iter().rev().fold(0, |high, low| high << 8 | usize::from(*low));
    let text = take(bytes, length)?.to_vec();
    String::from_utf8(text).map_err(|_| "a keyword argument is not UTF-8".to_owned())
}

// Evaluation in pieces: on all cores if there are many rows, and in halves if a result is too long.
//
// Polars' streaming engine calls with about 100,000 rows at a time, from all its threads. Its in-memory engine calls
// once, with the whole column, from one thread; only in that case does this module start threads.

/// The maximum number of rows in a piece. A column shorter than two pieces is processed by one thread.
const PIECE: usize = 1 << 17;

/// A function that evaluates rows of a chunk, given the chunk index, the first row and the number of rows.
pub(crate) type ChunkFn<'q> =
    &'q (dyn Fn(usize, usize, usize) -> Result<ArrayRef, ColumnError> + Sync);

/// A range of rows of a chunk.
#[derive(Clone, Copy)]
struct ChunkSlice {
    chunk: usize,
    start: usize,
    rows: usize,
}

/// Evaluates a function on the rows of chunks, whose lengths are `chunks`. Each chunk gives at least one result. The
/// results are in the order of the rows.
pub(crate) fn map_pieces(chunks: &[usize], ask: ChunkFn<'_>) -> Result<Vec<ArrayRef>, ColumnError> {
    let pieces: Vec<_> =
        chunks.iter().enumerate().flat_map(|(chunk, rows)| cut(chunk, *rows)).collect();
    let rows: usize = chunks.iter().sum();
    let threads = threads().min(rows / PIECE).max(1);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut answers = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            match pieces.get(number) {
                Some(&ChunkSlice { chunk, start, rows }) => {
                    let ask = |from, rows| ask(chunk, start + from, rows);
                    answers.push((number, split_on_overflow(rows, &ask)));
                }
                None => return answers,
            }
        }
    };
    let mut answers = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut answers = work();
        for other in others {
            // Resumes the panic of a thread; `abi` catches it.
            answers.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        answers
    });
    answers.sort_by_key(|(number, _)| *number);
    let answers: Result<Vec<_>, _> = answers.into_iter().map(|(_, answer)| answer).collect();
    Ok(answers?.concat())
}

/// Splits a chunk into pieces. An empty chunk gives one empty piece.
fn cut(chunk: usize, rows: usize) -> impl Iterator<Item = ChunkSlice> {
    let starts = (0..rows.max(1)).step_by(PIECE);
    starts.map(move |start| ChunkSlice { chunk, start, rows: PIECE.min(rows - start) })
}

/// Returns the number of threads of Polars: `POLARS_MAX_THREADS`, or one for each core.
fn threads() -> usize {
    let requested = std::env::var("POLARS_MAX_THREADS").ok().and_then(|number| number.parse().ok());
    requested.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::cast::AsArray;
    use arrow_array::types::UInt64Type;
    use arrow_array::{Array, ArrayRef, UInt64Array};
    use urispec_columns::ColumnError;

    use super::{PIECE, map_pieces, read};

    #[test]
    fn pickles() {
        // The output of Python 3.11 for {"f": "host", "e": "rfc3986"}, {"f": "f"} with a shared string, and {"f": 1}.
        let two = b"\x80\x05\x95\x1f\0\0\0\0\0\0\0}\x94(\x8c\x01f\x94\x8c\x04host\x94\x8c\x01e\x94\x8c\x07rfc3986\x94u.";
        let pairs = read(two).unwrap();
        assert_eq!((pairs.len(), &*pairs["f"], &*pairs["e"]), (2, "host", "rfc3986"));
        let same = b"\x80\x05\x95\x0a\0\0\0\0\0\0\0}\x94\x8c\x01f\x94h\x01s.";
        assert_eq!(read(same).unwrap()["f"], "f");
        let long =
            [b"\x80\x05}\x94\x8c\x01tX\x2c\x01\0\0".as_slice(), &[b'x'; 300], b"s."].concat();
        assert_eq!(read(&long).unwrap()["t"], "x".repeat(300));
        assert!(read(b"").unwrap().is_empty());
        assert!(
            read(b"\x80\x05\x95\x08\0\0\0\0\0\0\0}\x94\x8c\x01f\x94K\x01s.")
                .unwrap_err()
                .contains("0x4b")
        );
    }

    #[test]
    fn no_panic() {
        let whole = b"\x80\x05\x95\x0a\0\0\0\0\0\0\0}\x94\x8c\x01f\x94h\x01s.";
        for end in 1..whole.len() {
            assert!(read(&whole[..end]).is_err());
        }
        assert!(
            read(b"h\xff.").is_err()
                && read(b"X\xff\xff\xff\xffa").is_err()
                && read(b"\x8c\x01\xff.").is_err()
        );
    }

    /// Returns the row numbers, in arrays of at most `limit` rows.
    fn numbers(chunks: &[usize], limit: usize) -> Result<Vec<ArrayRef>, ColumnError> {
        map_pieces(chunks, &|chunk, start, rows| {
            if rows > limit {
                return Err(ColumnError::TooLong);
            }
            let start = chunks[..chunk].iter().sum::<usize>() + start;
            let numbers = (start..start + rows).map(|row| row as u64);
            Ok(Arc::new(UInt64Array::from_iter_values(numbers)))
        })
    }

    #[test]
    fn in_order() {
        let one = [0, 1, 2, PIECE, 2 * PIECE - 1, 2 * PIECE, 5 * PIECE + 3].map(|rows| vec![rows]);
        let many = [vec![], vec![0, 5, 0], vec![1000; 300], vec![PIECE, 3, 2 * PIECE + 1]];
        for chunks in one.into_iter().chain(many) {
            for limit in [usize::MAX, PIECE, 300] {
                let answers = numbers(&chunks, limit).unwrap();
                let found =
                    answers.iter().flat_map(|answer| answer.as_primitive::<UInt64Type>().values());
                let rows: usize = chunks.iter().sum();
                assert!(found.copied().eq(0..rows as u64), "{chunks:?}, {limit} at a time");
                assert!(answers.len() >= chunks.len());
                assert!(answers.iter().all(|answer| answer.len() <= limit));
            }
        }
        assert!(matches!(numbers(&[3], 0), Err(ColumnError::TooLong)));
    }
}
