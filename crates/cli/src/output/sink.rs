//! Where rows go: to stdout, or to a file that is written as a whole.
//!
//! In: rows, as bytes. Out: the same on stdout, or in a file, compressed if its name says so. A file is
//! put in its place only if all of the input was read and all of the output written.

use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::output::Output;
use crate::output::origin::{Name, is_stdin};
use crate::output::outcome::Outcome;
use crate::output::whole_file::WholeFile;

/// How much each frame of zstd but the last holds. Frames that follow each other are one file (RFC 8878, 3).
const FRAME: usize = 1 << 20;

pub(crate) enum Sink {
    Stdout,
    File { name: String, file: Box<Packed> },
}

/// A file, and how it is compressed.
pub(crate) enum Packed {
    Plain(WholeFile),
    Gzip(GzEncoder<WholeFile>),
    Zstd { file: WholeFile, frame: Vec<u8>, is_begun: bool },
}

impl Sink {
    /// Begins to write to a file, or to stdout if there is none or its name is `-`. None if the file cannot be written,
    /// which stderr says.
    pub(crate) fn of(path: Option<&Path>, out: &mut Output) -> io::Result<Option<Self>> {
        let Some(path) = path.filter(|path| !is_stdin(path)) else {
            return Ok(Some(Self::Stdout));
        };
        let name = Name(path, out.passwords).to_string();
        match WholeFile::at(path) {
            Ok(file) => Ok(Some(Self::File { file: Box::new(Packed::of(path, file)), name })),
            Err(error) => {
                out.complain_of_file(format_args!("cannot write {name}: {error}\n"))?;
                Ok(None)
            }
        }
    }

    pub(crate) fn write(&mut self, rows: &[u8], out: &mut Output) -> io::Result<()> {
        match self {
            Self::Stdout => out.data(rows),
            Self::File { file, name } => {
                file.write_all(rows).map_err(|error| io::Error::other(format!("{name}: {error}")))
            }
        }
    }

    /// Puts the file in its place, unless some of the input could not be read.
    pub(crate) fn end(self, worst: Outcome, out: &mut Output) -> io::Result<Outcome> {
        let Self::File { file, name } = self else { return Ok(worst) };
        if worst == Outcome::Trouble {
            out.complain_of_file(format_args!(
                "{name} is not written, since not all of the input could be read\n"
            ))?;
            return Ok(worst);
        }
        file.finish().map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        Ok(worst)
    }
}

impl Packed {
    fn of(path: &Path, file: WholeFile) -> Self {
        let ending = path.extension().unwrap_or_default();
        if ending.eq_ignore_ascii_case("gz") {
            Self::Gzip(GzEncoder::new(file, Compression::default()))
        } else if ending.eq_ignore_ascii_case("zst") {
            Self::Zstd { file, frame: Vec::new(), is_begun: false }
        } else {
            Self::Plain(file)
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(bytes),
            Self::Gzip(file) => file.write_all(bytes),
            Self::Zstd { file, frame, is_begun } => {
                // Wherever the rows are cut, the frames are not: how many threads there are changes no byte.
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (now, later) = rest.split_at(rest.len().min(FRAME - frame.len()));
                    frame.extend_from_slice(now);
                    rest = later;
                    if frame.len() == FRAME {
                        *is_begun = true;
                        file.write_all(&compress_to_vec(&**frame, CompressionLevel::Fastest))?;
                        frame.clear();
                    }
                }
                Ok(())
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.finish(),
            Self::Gzip(file) => file.finish()?.finish(),
            Self::Zstd { mut file, frame, is_begun } => {
                // A file without any frame is no zstd data.
                if !frame.is_empty() || !is_begun {
                    file.write_all(&compress_to_vec(&*frame, CompressionLevel::Fastest))?;
                }
                file.finish()
            }
        }
    }
}
