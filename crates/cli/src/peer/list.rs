//! The list of peers, `peers.tsv` in a folder.
//!
//! In: lines of four columns, divided by tabs: `name`, `standard`, `from`, `command`. The first line names
//! the columns; a line that begins with `#` is a comment. Out: peers that can be started. A command runs in
//! the folder of the list, and a program whose name has a `/` is looked for there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Peer, PeerError};
use crate::options::names;
use crate::output::Output;
use crate::output::outcome::Stop;

/// The folder where the list is, unless an argument or the environment says otherwise.
const FOLDER: &str = "tools/peers";

/// The variable of the environment that names the folder.
pub(crate) const VARIABLE: &str = "URISPEC_PEERS";

const COLUMNS: [&str; 4] = ["name", "standard", "from", "command"];

/// What a parser says that it implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    Rfc3986,
    Rfc2396,
    Whatwg,
    None,
}

impl Standard {
    const ALL: [Self; 4] = [Self::Rfc3986, Self::Rfc2396, Self::Whatwg, Self::None];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Rfc3986 => "rfc3986",
            Self::Rfc2396 => "rfc2396",
            Self::Whatwg => "whatwg",
            Self::None => "none",
        }
    }
}

/// A line of the list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) standard: Standard,
    /// Where the parser comes from, such as `pip:yarl`.
    pub(crate) from: String,
    command: Vec<OsString>,
    folder: PathBuf,
}

/// The peers of `names`, or all for `all`. None if the list cannot be read, which is said on stderr.
///
/// # Errors
/// Where the list is none, or has no peer of a name.
pub(crate) fn named(
    names: &[String],
    folder: Option<&Path>,
    out: &mut Output,
) -> Result<Option<Vec<Listed>>, Stop> {
    let folder = match (folder, std::env::var_os(VARIABLE)) {
        (Some(folder), _) => folder.to_owned(),
        (None, Some(folder)) if !folder.is_empty() => folder.into(),
        _ => FOLDER.into(),
    };
    let path = folder.join("peers.tsv");
    let Some((name, text)) = crate::input::text::of(&path, out)? else { return Ok(None) };
    // A relative name would be one of another folder once the process has changed to its own.
    let folder = std::path::absolute(&folder)?;
    let list = match read(&text, &folder) {
        Ok(list) => list,
        Err((line, why)) => {
            out.refuse(&format!("{name}:{line}: {why}"))?;
            return Ok(None);
        }
    };
    let known = || list.iter().map(|listed| &*listed.name);
    let mut chosen: Vec<Listed> = Vec::new();
    for given in names {
        if given == "all" {
            chosen.clone_from(&list);
            break;
        }
        let name = names::one_of("with", known(), given)
            .map_err(|error| error.with_tip(ends(known(), given)))?;
        let listed = list.iter().find(|listed| listed.name == name);
        let is_new = chosen.iter().all(|listed| listed.name != name);
        chosen.extend(listed.filter(|_| is_new).cloned());
    }
    Ok(Some(chosen))
}

/// The names that end as given: `url` is the crate, and the peer that asks it is `rust-url`.
fn ends<'n>(known: impl Iterator<Item = &'n str>, given: &str) -> Option<String> {
    let is_end = |name: &&str| name.strip_suffix(given).is_some_and(|start| start.ends_with('-'));
    let all: Vec<_> = known.filter(is_end).map(|name| format!("'{name}'")).collect();
    (!all.is_empty()).then(|| format!("these are called so: {}", all.join(", ")))
}

impl Listed {
    /// Starts the program: see [`Peer::start`].
    pub(crate) fn start(&self, timeout: Duration) -> Result<Peer, PeerError> {
        Peer::start_in(&self.name, &self.command, Some(self.folder.clone()), timeout)
    }
}

/// The peers of a list; or the number of a line, and what is wrong with it.
fn read(text: &str, folder: &Path) -> Result<Vec<Listed>, (usize, String)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let columns = COLUMNS.join(", ");
    match lines.next() {
        Some((_, first)) if first.split('\t').eq(COLUMNS) => {}
        other => {
            let at = other.map_or(1, |(at, _)| at);
            return Err((at, format!("the first line is no list of the columns {columns}")));
        }
    }
    let mut list: Vec<Listed> = Vec::new();
    for (at, line) in lines {
        let listed = row(line, folder).map_err(|why| (at, why))?;
        if listed.name == "all" || list.iter().any(|other| other.name == listed.name) {
            return Err((at, format!("the name `{}` is taken", listed.name)));
        }
        list.push(listed);
    }
    Ok(list)
}

fn row(line: &str, folder: &Path) -> Result<Listed, String> {
    let fields: Vec<_> = line.split('\t').collect();
    let [name, standard, from, command] = fields[..] else {
        return Err(format!("there are {} columns, not 4, divided by tabs", fields.len()));
    };
    if name.is_empty() || name.contains([',', ' ']) {
        return Err("a name has no comma and no space, and is not empty".to_owned());
    }
    let known = Standard::ALL.into_iter().find(|known| known.name() == standard);
    let Some(standard) = known else {
        let names: Vec<_> = Standard::ALL.iter().map(|known| known.name()).collect();
        return Err(format!("`{standard}` is no standard: write one of {}", names.join(", ")));
    };
    let mut words = command.split_ascii_whitespace();
    let Some(program) = words.next() else { return Err("there is no command".to_owned()) };
    let program = match program.contains('/') {
        true => folder.join(program).into_os_string(),
        false => program.into(),
    };
    let command = [program].into_iter().chain(words.map(OsString::from)).collect();
    let (name, from) = (name.to_owned(), from.to_owned());
    Ok(Listed { name, standard, from, command, folder: folder.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# peers\nname\tstandard\tfrom\tcommand\n";

    fn refused(rows: &str) -> (usize, String) {
        read(&format!("{HEAD}{rows}"), Path::new("/p")).unwrap_err()
    }

    #[test]
    fn a_program_is_looked_for_beside_the_list() {
        let text = format!("{HEAD}\nyarl\trfc3986\tpip:yarl\t./run yarl\nsh\tnone\tsh\tsh  -c x\n");
        let list = read(&text, Path::new("/p")).unwrap();
        assert_eq!(list[0].command, ["/p/./run", "yarl"].map(OsString::from));
        assert_eq!(list[1].command, ["sh", "-c", "x"].map(OsString::from));
        assert_eq!((list[1].standard, &*list[0].from), (Standard::None, "pip:yarl"));
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(read("", Path::new("/p")).unwrap_err().0, 1);
        assert_eq!(
            refused("a\tb\n"),
            (3, "there are 2 columns, not 4, divided by tabs".to_owned())
        );
        assert_eq!(refused("a\trfc1\tf\tc\n").0, 3);
        assert_eq!(refused("a b\tnone\tf\tc\n").0, 3);
        assert_eq!(refused("a\tnone\tf\t \n").1, "there is no command");
        assert_eq!(
            refused("a\tnone\tf\tc\na\tnone\tf\tc\n"),
            (4, "the name `a` is taken".to_owned())
        );
        assert_eq!(refused("all\tnone\tf\tc\n").1, "the name `all` is taken");
    }
}
