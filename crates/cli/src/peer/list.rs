//! The list of peers: `peers.tsv`, built into this program or in a folder that an argument names.

use std::ffi::OsString;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use urispec_views::record::Record;

use super::folder::Folder;
use super::subjects::similar;
use super::{Peer, PeerArgs, PeerError};
use crate::options::names;
use crate::output::columns::{Cell, lines};
use crate::output::{Escaped, Outcome, Output, Stop, Usage};

/// The environment variable that names a folder with another list.
pub(crate) const VARIABLE: &str = "URISPEC_PEERS";

const FILE: &str = "peers.tsv";

/// The name for all peers of the list.
pub(crate) const ALL: &str = "all";

const COLUMNS: [&str; 4] = ["name", "standard", "from", "command"];

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

#[derive(Clone, Debug)]
pub(crate) struct ListedPeer {
    pub(crate) name: String,
    pub(crate) standard: Standard,
    pub(crate) from: String,
    command: Vec<OsString>,
    folder: Arc<Folder>,
    /// Whether the adapter is part of this program, so that [`install`] knows how to install its parser.
    is_shipped: bool,
}

/// Reads the list that an argument or the environment names, or else the built-in list. If the list cannot be read,
/// reports the error on stderr and returns `None`.
pub(crate) fn all(
    folder: Option<&Path>,
    out: &mut Output,
) -> Result<Option<Vec<ListedPeer>>, Stop> {
    let variable = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    let named = folder.map(Path::to_owned).or(variable.map(PathBuf::from));
    let (name, list) = match named {
        None => {
            let Some(folder) = out.or_refuse(Folder::shipped().map_err(|error| {
                format!("cannot write the peer adapters, even to a temporary folder: {error}")
            }))?
            else {
                return Ok(None);
            };
            (FILE.to_owned(), read(LIST, &Arc::new(folder), true))
        }
        Some(folder) => {
            let Some((name, text)) = crate::input::rows::read(&folder.join(FILE), out)? else {
                return Ok(None);
            };
            // A relative path would change its meaning when a peer runs in its own folder.
            let folder = Folder::named(std::path::absolute(&folder)?);
            (name, read(&text, &Arc::new(folder), false))
        }
    };
    match list {
        Ok(list) => Ok(Some(list)),
        Err((line, why)) => {
            out.refuse(&format!("{name}:{line}: {why}"))?;
            Ok(None)
        }
    }
}

/// Returns the peers with the given names, or all peers for [`ALL`]. For an unknown name, the error lists the peers and
/// the readers `beside`. If the list cannot be read, reports the error on stderr and returns `None`.
pub(crate) fn named(
    argument: &'static str,
    given: &[String],
    beside: &[&str],
    folder: Option<&Path>,
    out: &mut Output,
) -> Result<Option<Vec<ListedPeer>>, Stop> {
    let Some(list) = all(folder, out)? else { return Ok(None) };
    let known = || list.iter().map(|listed| &*listed.name);
    let mut chosen: Vec<ListedPeer> = Vec::new();
    for given in given {
        if given == ALL {
            return Ok(Some(list));
        }
        let Ok(name) = names::find(known(), given) else {
            let all = beside.iter().copied().chain(known()).chain([ALL]);
            let tip = similar(known(), all.clone(), given);
            return Err(Usage::unknown(argument, all, given).with_tip(tip).into());
        };
        let listed = list.iter().find(|listed| listed.name == name);
        let is_new = chosen.iter().all(|listed| listed.name != name);
        chosen.extend(listed.filter(|_| is_new).cloned());
    }
    Ok(Some(chosen))
}

/// Starts peers in parallel, since some take seconds, but only a few at a time, so that none exceeds its timeout because
/// of the others.
pub(super) fn start(all: &[ListedPeer], timeout: Duration) -> Vec<Result<Peer, PeerError>> {
    let threads = thread::available_parallelism().map_or(2, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut begun = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(one) = all.get(at)
        {
            begun.push((at, one.start(timeout)));
        }
        begun
    };
    let mut begun: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.min(all.len())).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|one| one.join());
        joined.flat_map(|one| one.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    begun.sort_by_key(|(at, _)| *at);
    begun.into_iter().map(|(_, peer)| peer).collect()
}

impl ListedPeer {
    pub(crate) fn start(&self, timeout: Duration) -> Result<Peer, PeerError> {
        Peer::start(&self.name, &self.command, Some(Arc::clone(&self.folder)), timeout)
    }

    /// Returns the shell command that installs the parser, if known.
    fn install(&self) -> Option<String> {
        let installed = self.folder.lasting();
        self.is_shipped.then(|| install(&self.name, &self.from, installed)).flatten()
    }

    /// Returns the reason why the parser is absent and, if known, how to install it.
    pub(crate) fn absence(&self, why: &str) -> String {
        match self.install() {
            Some(line) => format!("{why}\n  to install it: {line}"),
            None if self.is_shipped => {
                format!(
                    "{why}\n  others can write to the cache, so nothing can be installed: set XDG_CACHE_HOME to your own folder"
                )
            }
            None => why.to_owned(),
        }
    }
}

/// Parses the peers of a list. The error is the line number and the reason.
fn read(
    text: &str,
    folder: &Arc<Folder>,
    is_shipped: bool,
) -> Result<Vec<ListedPeer>, (usize, String)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let columns = COLUMNS.join(", ");
    match lines.next() {
        Some((_, first)) if first.split('\t').eq(COLUMNS) => {}
        other => {
            let at = other.map_or(1, |(at, _)| at);
            return Err((
                at,
                format!("the first line must be the column names {columns}, separated by tabs"),
            ));
        }
    }
    let mut list: Vec<ListedPeer> = Vec::new();
    for (at, line) in lines {
        let listed = row(line, folder, is_shipped).map_err(|why| (at, why))?;
        if listed.name == ALL || list.iter().any(|other| other.name == listed.name) {
            return Err((at, format!("duplicate or reserved name `{}`", listed.name)));
        }
        list.push(listed);
    }
    Ok(list)
}

fn row(line: &str, folder: &Arc<Folder>, is_shipped: bool) -> Result<ListedPeer, String> {
    let fields: Vec<_> = line.split('\t').collect();
    let [name, standard, from, command] = fields[..] else {
        return Err(format!("expected 4 columns separated by tabs, found {}", fields.len()));
    };
    if name.is_empty() || name.contains([',', ' ']) {
        return Err("a name must not be empty or contain a comma or a space".to_owned());
    }
    let known = Standard::ALL.into_iter().find(|known| known.name() == standard);
    let Some(standard) = known else {
        let names: Vec<_> = Standard::ALL.iter().map(|known| known.name()).collect();
        return Err(format!("unknown standard `{standard}`: write one of {}", names.join(", ")));
    };
    let mut words = command.split_ascii_whitespace();
    let Some(program) = words.next() else { return Err("the command is missing".to_owned()) };
    let program = match program.contains('/') {
        true => folder.path.join(program).into_os_string(),
        false => program.into(),
    };
    let command = [program].into_iter().chain(words.map(OsString::from)).collect();
    let (name, from) = (name.to_owned(), from.to_owned());
    Ok(ListedPeer { name, standard, from, command, folder: Arc::clone(folder), is_shipped })
}

const HEAD: [&str; 5] = ["name", "standard", "from", "here", "parser, or how to install it"];

/// Prints which peers are available, as a table or as one object per line.
pub(crate) fn show(asking: &PeerArgs, json: bool, out: &mut Output) -> Result<Outcome, Stop> {
    let Some(list) = all(asking.peers.as_deref(), out)? else { return Ok(Outcome::Trouble) };
    let label = out.palette.label;
    let mut table = vec![Vec::from(HEAD.map(|name| Cell::new(name).styled(label)))];
    for (one, found) in list.iter().zip(start(&list, asking.timeout())) {
        let record = Record::line()
            .with("name", &one.name)
            .with("standard", one.standard.name())
            .with("from", &one.from)
            .with("here", found.is_ok());
        let (here, says, record) = match &found {
            Ok(peer) => {
                let reader = peer.reader();
                ("yes", reader.unwrap_or_default().to_owned(), record.with("reader", reader))
            }
            Err(error) => match error.absence() {
                Some(why) => {
                    let (record, install) = (record.with("why", &why), one.install());
                    let record = record.with("install", &install);
                    ("no", install.unwrap_or(why), record)
                }
                None => ("broken", error.fault.clone(), record.with("why", &error.fault)),
            },
        };
        if json {
            out.line(record)?;
            continue;
        }
        let says = Escaped(says.as_bytes()).to_string();
        let cells = [&one.name, one.standard.name(), &one.from, here, &says];
        table.push(Vec::from(cells.map(Cell::new)));
    }
    if !json {
        for line in lines(&table) {
            out.verbatim(&(line + "\n"))?;
        }
    }
    Ok(Outcome::Yes)
}

// The built-in adapters: the list of peers, and a short program for each parser.
//
// They are the files of `crates/cli/peers`, embedded so that peers work wherever the program is installed. To
// run, they are written to files ([`folder`](super::folder)). The parsers themselves are not included;
// [`install`] returns commands that install them.

macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../peers/", $name)))),*] };
}

pub(super) const FILES: &[(&str, &str)] = files! {
    "peers.tsv"
    "run"
    "cpp/boost.cpp"
    "cpp/peer.h"
    "cpp/poco.cpp"
    "dotnet/runtimeconfig.json"
    "dotnet/uri.cs"
    "erlang/uri.erl"
    "go/url.go"
    "guile/uri.scm"
    "haskell/uri.hs"
    "java/JavaUri.java"
    "java/JavaUrl.java"
    "java/Jetty.java"
    "java/OkHttp.java"
    "java/Peer.java"
    "java/Spring.java"
    "node/chromium.js"
    "node/legacy.js"
    "node/peer.js"
    "node/uri_js.js"
    "node/urijs.js"
    "node/url.js"
    "node/url_parse.js"
    "node/wasm.js"
    "node/whatwg.js"
    "ocaml/uri_peer.ml"
    "perl/Peer.pm"
    "perl/mojo.pl"
    "perl/perl.pl"
    "php/uri.php"
    "python/apr.py"
    "python/curl.py"
    "python/django_url.py"
    "python/furl_url.py"
    "python/glib.py"
    "python/haproxy.py"
    "python/httpd.py"
    "python/httpx_url.py"
    "python/hyperlink_url.py"
    "python/libevent.py"
    "python/libxml2.py"
    "python/neon.py"
    "python/nginx.py"
    "python/peer.py"
    "python/pydantic_url.py"
    "python/qt.py"
    "python/requests_url.py"
    "python/rfc3986_uri.py"
    "python/rfc3986_validator_uri.py"
    "python/rfc3987_iri.py"
    "python/server.py"
    "python/uriparser.py"
    "python/uritools_uri.py"
    "python/urllib3_url.py"
    "python/urllib_parse.py"
    "python/whatwg.py"
    "python/whatwg_url.py"
    "python/yarl_url.py"
    "racket/url.rkt"
    "ruby/uri.rb"
    "tcl/uri.tcl"
};

pub(super) const LIST: &str = FILES[0].1;

/// Returns the shell command that installs the parser of a peer from its sources. `installed` is the folder in which the
/// adapters look for packages other than system packages. Returns `None` if no command is known, or if it needs
/// `installed` and there is none.
pub(super) fn install(name: &str, from: &str, installed: Option<&Path>) -> Option<String> {
    let below = |within: &str| Some(quoted(&installed?.join(within)));
    let command = |source: &str| {
        let (kind, package) = source.split_once(':').unwrap_or((source, ""));
        Some(match kind {
            "apt" => format!("sudo apt-get install {package}"),
            "pip" => {
                format!("python3 -m pip install --upgrade --target {} {package}", below("python")?)
            }
            // Without `latest`, npm takes an older version if the installed Node is old.
            "npm" => format!("npm install --prefix {} {package}@latest", below("")?),
            // The adapter for crates must be built from sources that are not included.
            "cargo" => format!("tools/peers/install {name}  # in a checkout of urispec"),
            _ => return None,
        })
    };
    let commands: Option<Vec<_>> = from.split(' ').map(command).collect();
    Some(commands?.join(" && "))
}

fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shell_words::quote(text.trim_end_matches('/')).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# peers\nname\tstandard\tfrom\tcommand\n";

    fn folder() -> Arc<Folder> {
        Arc::new(Folder::named("/p".into()))
    }

    fn refused(rows: &str) -> (usize, String) {
        read(&format!("{HEAD}{rows}"), &folder(), false).unwrap_err()
    }

    #[test]
    fn a_program_is_looked_for_beside_the_list() {
        let text = format!("{HEAD}\nyarl\trfc3986\tpip:yarl\t./run yarl\nsh\tnone\tsh\tsh  -c x\n");
        let list = read(&text, &folder(), false).unwrap();
        assert_eq!(list[0].command, ["/p/./run", "yarl"].map(OsString::from));
        assert_eq!(list[1].command, ["sh", "-c", "x"].map(OsString::from));
        assert_eq!((list[1].standard, &*list[0].from), (Standard::None, "pip:yarl"));
    }

    /// Every peer can be started, and says how its parser is installed.
    #[test]
    fn the_list_of_this_program() {
        let list = read(LIST, &folder(), true).unwrap();
        assert_eq!(list.len(), 67);
        for one in &list {
            assert_eq!(one.command, ["sh", "run", &*one.name].map(OsString::from));
            // There is no folder to install into.
            let needs_none = |source: &str| source.starts_with("apt:") || source == "cargo";
            let is_said = one.from.split(' ').all(needs_none);
            assert_eq!(one.install().is_some(), is_said, "{}", one.from);
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(read("", &folder(), false).unwrap_err().0, 1);
        assert_eq!(
            refused("a\tb\n"),
            (3, "expected 4 columns separated by tabs, found 2".to_owned())
        );
        assert_eq!(refused("a\trfc1\tf\tc\n").0, 3);
        assert_eq!(refused("a b\tnone\tf\tc\n").0, 3);
        assert_eq!(refused("a\tnone\tf\t \n").1, "the command is missing");
        assert_eq!(
            refused("a\tnone\tf\tc\na\tnone\tf\tc\n"),
            (4, "duplicate or reserved name `a`".to_owned())
        );
        assert_eq!(refused("all\tnone\tf\tc\n").1, "duplicate or reserved name `all`");
    }

    #[test]
    fn no_adapter_is_left_out() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        let is_hidden = |path: &Path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with('.') || name == "__pycache__"
        };
        let (mut folders, mut found) = (vec![root.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if is_hidden(&path) {
                    continue;
                }
                match path.is_dir() {
                    true => folders.push(path),
                    false => found.push(path.strip_prefix(&root).unwrap().to_owned()),
                }
            }
        }
        found.sort();
        let mut names: Vec<_> = FILES.iter().map(|(name, _)| Path::new(name)).collect();
        names.sort();
        assert_eq!(names, found);
        assert!(LIST.starts_with("# Parsers that people use"));
    }

    #[test]
    fn a_line_to_paste() {
        let installed = Some(Path::new("/a b/i"));
        let line = |from, installed| install("n", from, installed);
        assert_eq!(line("apt:ruby", None).unwrap(), "sudo apt-get install ruby");
        assert_eq!(
            line("pip:yarl", installed).unwrap(),
            "python3 -m pip install --upgrade --target '/a b/i/python' yarl"
        );
        assert_eq!(
            line("npm:uri-js", installed).unwrap(),
            "npm install --prefix '/a b/i' uri-js@latest"
        );
        assert_eq!(
            line("apt:elixir apt:erlang-base", None).unwrap(),
            "sudo apt-get install elixir && sudo apt-get install erlang-base"
        );
        assert!(line("cargo", None).unwrap().starts_with("tools/peers/install n "));
        assert_eq!(line("npm:uri-js", None), None);
        assert_eq!(line("somewhere", installed), None);
    }
}
