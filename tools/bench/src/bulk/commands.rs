//! The commands of the program that read lists.

use std::num::NonZero;
use std::path::Path;
use std::thread;

use super::lists::List;
use super::process::Run;

/// A command, and the list that it reads.
pub(super) struct OfOurs {
    name: &'static str,
    list: List,
    /// What stands between the command and `-f FILE`.
    words: &'static [&'static str],
}

const fn of(name: &'static str, list: List, words: &'static [&'static str]) -> OfOurs {
    OfOurs { name, list, words }
}

pub(super) const GET: &str = "get --columns host";
pub(super) const LINT_CLEAN: &str = "lint, nothing to say";
pub(super) const EDITIONS: &str = "editions";
pub(super) const INVALID: &str = "check, all invalid";

pub(super) const ALL: [OfOurs; 17] = [
    of("check", List::Web, &["check"]),
    of(INVALID, List::Invalid, &["check"]),
    of(GET, List::Web, &["get", "--columns", "host"]),
    of("parse", List::Web, &["parse"]),
    of("parse --json", List::Web, &["parse", "--json"]),
    of("normalize", List::Web, &["normalize"]),
    of("resolve", List::Web, &["resolve", "--base", "http://a/b/c/d;p?q"]),
    of("relativize", List::Web, &["relativize", "--base", "http://a/b/c/d;p?q"]),
    of("compare", List::Pairs, &["compare"]),
    of("lint", List::Web, &["lint"]),
    of(LINT_CLEAN, List::Clean, &["lint"]),
    of("lint --pack security", List::Web, &["lint", "--pack", "security"]),
    of("lint --edition rfc9110", List::Web, &["lint", "--edition", "rfc9110"]),
    of("get --edition rfc9110", List::Web, &["get", "--edition", "rfc9110", "--columns", "host"]),
    of(EDITIONS, List::Web, &["editions"]),
    of("editions --tally", List::Web, &["editions", "--tally"]),
    of("extract", List::Web, &["extract", "--uris"]),
];

impl OfOurs {
    /// The runs on one core, and on all if there are more.
    pub(super) fn runs(&self, program: &Path) -> Vec<Run> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let mut threads = vec![1, cores];
        threads.dedup();
        let run = |threads: usize| {
            let mut words = vec![program.to_string_lossy().into_owned()];
            words.extend(self.words.iter().map(|&word| word.to_owned()));
            words.extend(["--threads".to_owned(), threads.to_string()]);
            // The files of `extract` have no option.
            let file: &[&str] =
                if self.words[0] == "extract" { &["FILE"] } else { &["-f", "FILE"] };
            words.extend(file.iter().map(|&word| word.to_owned()));
            Run { name: self.name.to_owned(), threads: Some(threads), list: self.list, words }
        };
        threads.into_iter().map(run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_core_and_all() {
        let runs = ALL[3].runs(Path::new("/bin/urispec"));
        assert_eq!(runs[0].words.join(" "), "/bin/urispec parse --threads 1 -f FILE");
        assert!(runs.len() <= 2 && runs[0].threads == Some(1));
        let extract = ALL.last().unwrap().runs(Path::new("urispec"));
        assert!(extract[0].words.join(" ").ends_with("extract --uris --threads 1 FILE"));
    }
}
