//! What people run instead, to have the hosts of a list.

use std::path::Path;

use super::lists::List;
use super::process::Run;

/// What the answers of a program look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answers {
    /// A line for each line.
    Lines,
    /// The number of a line, `:`, and the host.
    Numbered,
    /// Lines of which nobody knows what they answer.
    Unknown,
}

/// A program that is not ours. `URISPEC` among the words stands for ours.
pub(super) struct Rival {
    pub(super) name: &'static str,
    pub(super) words: &'static [&'static str],
    pub(super) answers: Answers,
}

pub(super) const PYTHON: &str = "python3, urlsplit";
pub(super) const RIPGREP: &str = "rg -o";

const URLSPLIT: &str = "\
import sys
from urllib.parse import urlsplit
for line in open(sys.argv[1], errors='surrogateescape', newline='\\n'):
    try:
        print(urlsplit(line.rstrip('\\n')).hostname or '')
    except ValueError:
        print('')
";

/// A scheme, what may be a userinfo, and a host.
const HOSTS: &str = r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]+)";

pub(super) const ALL: [Rival; 5] = [
    Rival { name: PYTHON, words: &["python3", "-c", URLSPLIT, "FILE"], answers: Answers::Lines },
    Rival {
        name: RIPGREP,
        words: &["rg", "-o", "-n", "-r", "$1", HOSTS, "FILE"],
        answers: Answers::Numbered,
    },
    Rival {
        name: "awk -F/, $3",
        words: &["awk", "-F/", "{print $3}", "FILE"],
        answers: Answers::Lines,
    },
    Rival {
        name: "parse --json | jq",
        words: &[
            "sh",
            "-c",
            "command -v jq > /dev/null || exit 127; 'URISPEC' parse --json -f 'FILE' | jq -r '.components.host // \"\"'",
        ],
        answers: Answers::Lines,
    },
    Rival {
        name: "trurl",
        words: &["trurl", "--url-file", "FILE", "--get", "{host}"],
        // Nothing is said of what is no URL.
        answers: Answers::Unknown,
    },
];

impl Rival {
    pub(super) fn runs(&self, program: &Path) -> Vec<Run> {
        let program = program.to_string_lossy();
        let words = self.words.iter().map(|word| word.replace("URISPEC", &program)).collect();
        vec![Run { name: self.name.to_owned(), threads: None, list: List::Web, words }]
    }
}
