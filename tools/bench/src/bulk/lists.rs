//! The lists that the programs read, in a folder that is gone afterwards.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use tempfile::TempDir;
use urispec::{Edition, Reference};
use urispec_lint::Linter;

/// A list of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// The strings of the web.
    Web,
    /// Each of them twice, with a tab between.
    Pairs,
    /// Those of them about which `lint` says nothing.
    Clean,
    /// Those of them that are no URI references.
    Invalid,
}

impl List {
    const ALL: [Self; 4] = [Self::Web, Self::Pairs, Self::Clean, Self::Invalid];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Pairs => "pairs",
            Self::Clean => "clean",
            Self::Invalid => "invalid",
        }
    }
}

/// A file with a list.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) path: PathBuf,
    pub(super) lines: usize,
    pub(super) bytes: usize,
}

pub(super) struct Lists {
    /// Each list, as often as is asked for; and last the strings of the web once.
    written: Vec<Written>,
    _folder: TempDir,
}

impl Lists {
    pub(super) fn write(web: &[String], times: usize) -> io::Result<Self> {
        let folder = TempDir::new()?;
        let linter = Linter::from_edition(Edition::Rfc3986);
        let references = web.iter().map(|text| Reference::parse(Edition::Rfc3986, text).ok());
        let references: Vec<_> = references.collect();
        let of = |list: List| -> Vec<String> {
            let each = web.iter().zip(&references);
            let chosen = each.filter(|(_, reference)| match list {
                List::Web | List::Pairs => true,
                List::Clean => reference.is_some_and(|one| linter.lint_across(one).is_empty()),
                List::Invalid => reference.is_none(),
            });
            chosen
                .map(|(text, _)| match list {
                    List::Pairs => format!("{text}\t{text}"),
                    _ => text.clone(),
                })
                .collect()
        };
        let total: usize = web.len() * times;
        let mut written = Vec::new();
        for list in List::ALL {
            let lines = of(list);
            // Few strings are repeated until there are about as many as in the longest list.
            let times = total.checked_div(lines.len()).unwrap_or_default().max(1);
            written.push(file(folder.path().join(list.name()), &lines, times)?);
        }
        written.push(file(folder.path().join("once"), web, 1)?);
        Ok(Self { written, _folder: folder })
    }

    pub(super) fn get(&self, list: List) -> &Written {
        &self.written[list as usize]
    }

    /// The strings of the web, each once.
    pub(super) fn once(&self) -> &Written {
        &self.written[List::ALL.len()]
    }
}

fn file(path: PathBuf, lines: &[String], times: usize) -> io::Result<Written> {
    let mut out = BufWriter::new(File::create(&path)?);
    let mut bytes = 0;
    for _ in 0..times {
        for line in lines {
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
            bytes += line.len() + 1;
        }
    }
    out.flush()?;
    Ok(Written { path, lines: lines.len() * times, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_of_one_length() {
        // RFC 3986, 6.2.2.1: the scheme in lower case; 2.1: two hexadecimal digits after "%".
        let web = ["http://h/", "HTTP://h/", "%"].map(str::to_owned);
        let lists = Lists::write(&web, 2).unwrap();
        let read = |written: &Written| std::fs::read_to_string(&written.path).unwrap();
        assert_eq!(read(lists.once()), "http://h/\nHTTP://h/\n%\n");
        assert_eq!(read(lists.get(List::Web)), read(lists.once()).repeat(2));
        assert_eq!(read(lists.get(List::Clean)), "http://h/\n".repeat(6));
        let invalid = lists.get(List::Invalid);
        assert_eq!((read(invalid), invalid.lines, invalid.bytes), ("%\n".repeat(6), 6, 12));
        assert!(read(lists.get(List::Pairs)).starts_with("http://h/\thttp://h/\n"));
    }
}
