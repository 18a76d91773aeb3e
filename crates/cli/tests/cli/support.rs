//! Runs the program.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};

use serde_json::Value;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_urispec");

/// The folder of the README, in which its commands run.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Environment variables that would change the output.
pub(crate) const VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"];

/// A run of the program: its input.
pub(crate) struct Run {
    stdin: Vec<u8>,
    command: Command,
}

/// The output of a run.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// Creates a run with these arguments, in a directory for the files of tests.
pub(crate) fn urispec<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Run {
    let mut command = Command::new(PROGRAM);
    command.args(args).current_dir(env!("CARGO_TARGET_TMPDIR"));
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    Run { stdin: Vec::new(), command }
}

/// Returns the output for these arguments, which several tests share; the program runs only once.
pub(crate) fn once(args: &[&str]) -> &'static Done {
    type Runs = BTreeMap<Vec<String>, &'static OnceLock<Done>>;
    static RUNS: Mutex<Runs> = Mutex::new(Runs::new());
    let key = args.iter().map(|&arg| arg.to_owned()).collect();
    let run = *RUNS.lock().unwrap().entry(key).or_insert_with(|| Box::leak(Box::default()));
    run.get_or_init(|| urispec(args).done())
}

/// Creates a file in the directory of the runs.
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

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the program, and writes its input meanwhile.
    pub(crate) fn done(mut self) -> Done {
        let piped =
            self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let (mut pipe, stdin) = (child.stdin.take().unwrap(), self.stdin);
        // The program may end before it has read everything.
        let feeder = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Done {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().expect("not ended by a signal"),
        }
    }
}

impl Done {
    #[track_caller]
    pub(crate) fn expect(self, code: i32, stdout: &str) -> Self {
        assert_eq!((self.code, &*self.stdout), (code, stdout), "stderr: {}", self.stderr);
        self
    }

    /// Checks that the run printed help, and returns it.
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

pub(crate) fn records(args: &[&str], stdin: &str) -> Vec<Value> {
    let done = urispec(args).stdin(stdin).done();
    done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Compares the keys of an object with the expected ones.
#[track_caller]
pub(crate) fn keys(value: &Value, expected: &str) {
    let keys: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected: Vec<_> = expected.split(' ').collect();
    expected.sort_unstable();
    assert_eq!(keys, expected);
}
