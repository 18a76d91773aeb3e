//! The adapters that this program has with it: the list of peers, and a program of a few lines for each parser.
//!
//! They are the files of `crates/cli/peers`, part of the program, so that a parser is asked wherever the program is.
//! To run they must be files again: [`folder`](super::folder) writes them. What is not with the program is the parser
//! itself; [`install`] says how one comes here.

use std::path::Path;

/// The files: the name of each, and its text.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../peers/", $name)))),*] };
}

pub(super) const FILES: &[(&str, &str)] = files! {
    "peers.tsv"
    "run"
    "erlang/uri.erl"
    "go/url.go"
    "java/Peer.java"
    "node/legacy.js"
    "node/peer.js"
    "node/uri_js.js"
    "node/url.js"
    "perl/uri.pl"
    "php/parse_url.php"
    "python/ada.py"
    "python/curl.py"
    "python/glib.py"
    "python/hyperlink_url.py"
    "python/peer.py"
    "python/rfc3986_uri.py"
    "python/uriparser.py"
    "python/urllib3_url.py"
    "python/urllib_parse.py"
    "python/whatwg.py"
    "python/yarl_url.py"
    "ruby/uri.rb"
};

/// The list of peers.
pub(super) const LIST: &str = FILES[0].1;

/// How the parser of a peer is installed, as a line for a shell. `installed` is where the adapters look for what is
/// no package of the system. None if there is no such place.
pub(super) fn install(name: &str, from: &str, installed: Option<&Path>) -> Option<String> {
    let (kind, package) = from.split_once(':').unwrap_or((from, ""));
    let below = |within: &str| Some(quoted(&installed?.join(within)));
    Some(match kind {
        "apt" => format!("sudo apt-get install {package}"),
        "pip" => {
            format!("python3 -m pip install --upgrade --target {} {package}", below("python")?)
        }
        "npm" => format!("npm install --prefix {} {package}", below("")?),
        // The adapter of crates is a program that has to be built, from sources that are not with this one.
        "cargo" => format!("tools/peers/install {name}  # in a checkout of urispec"),
        _ => return None,
    })
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shell_words::quote(text.trim_end_matches('/')).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(line("npm:uri-js", installed).unwrap(), "npm install --prefix '/a b/i' uri-js");
        assert!(line("cargo", None).unwrap().starts_with("tools/peers/install n "));
        assert_eq!(line("npm:uri-js", None), None);
        assert_eq!(line("somewhere", installed), None);
    }
}
