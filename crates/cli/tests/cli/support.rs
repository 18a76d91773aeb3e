//! Runs the program.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_urispec");

/// Where the README stands, from which its commands are run.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Variables of the environment that would change an output.
pub(crate) const VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"];

/// A run of the program: what goes in.
pub(crate) struct Run {
    args: Vec<OsString>,
    stdin: Vec<u8>,
    command: Command,
}

/// What came out.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// A run with these arguments, in a directory where tests put their files.
pub(crate) fn urispec<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Run {
    let args: Vec<_> = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
    let mut command = Command::new(PROGRAM);
    command.args(&args).current_dir(env!("CARGO_TARGET_TMPDIR"));
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    Run { args, stdin: Vec::new(), command }
}

/// What comes of these arguments alone, which several tests ask for: the program is run once.
pub(crate) fn once(args: &[&str]) -> &'static Done {
    type Runs = BTreeMap<Vec<String>, &'static OnceLock<Done>>;
    static RUNS: Mutex<Runs> = Mutex::new(Runs::new());
    let key = args.iter().map(|&arg| arg.to_owned()).collect();
    let run = *RUNS.lock().unwrap().entry(key).or_insert_with(|| Box::leak(Box::default()));
    run.get_or_init(|| urispec(args).done())
}

/// Puts a file where runs find it by its name.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

impl Run {
    pub(crate) fn stdin(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.stdin = bytes.as_ref().to_vec();
        self
    }

    /// Runs in another directory.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the program, and feeds it while it runs.
    pub(crate) fn done(mut self) -> Done {
        let piped =
            self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let (mut pipe, stdin) = (child.stdin.take().unwrap(), self.stdin);
        // It may end before it has read all.
        let feeder = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Done {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().expect("not ended by a signal"),
        }
    }

    /// The same, held against a snapshot that shows what went in as well.
    #[track_caller]
    pub(crate) fn snapshot(self, name: &str) {
        let (args, stdin) = (self.args.clone(), String::from_utf8_lossy(&self.stdin).into_owned());
        self.done().snapshot(name, &args, &stdin);
    }
}

/// As a shell would want it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@%=+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}

impl Done {
    /// Holds it against a snapshot that shows what went in as well.
    #[track_caller]
    pub(crate) fn snapshot(&self, name: &str, args: &[impl AsRef<OsStr>], stdin: &str) {
        let words = args.iter().map(|arg| quoted(&arg.as_ref().to_string_lossy()));
        let line = words.fold("urispec".to_owned(), |line, word| line + " " + &word);
        let mut text = String::new();
        for (title, part) in [("stdin", stdin), ("stdout", &self.stdout), ("stderr", &self.stderr)]
        {
            if !part.is_empty() {
                writeln!(text, "──── {title}\n{part}").unwrap();
            }
        }
        writeln!(text, "──── exit code {}", self.code).unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(format!("{ROOT}/snapshots/cli"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description(line);
        settings.bind(|| insta::assert_snapshot!(name, text));
    }

    #[track_caller]
    pub(crate) fn expect(self, code: i32, stdout: &str) -> Self {
        assert_eq!((self.code, &*self.stdout), (code, stdout), "stderr: {}", self.stderr);
        self
    }

    /// The help that was printed.
    #[track_caller]
    pub(crate) fn expect_help(self) -> String {
        assert_eq!((self.code, &*self.stderr), (0, ""));
        self.stdout
    }

    #[track_caller]
    pub(crate) fn quietly(self) {
        assert_eq!(self.stderr, "");
    }

    #[track_caller]
    pub(crate) fn saying(self, part: &str) -> Self {
        assert!(self.stderr.contains(part), "{:?} is not in: {}", part, self.stderr);
        self
    }
}
