//! A peer: another project's parser, queried through an adapter program.
//!
//! Whatever a peer does, it cannot stop this program or fill its memory: [`process`] reads in pieces and
//! never waits beyond a timeout. The surprising case: a program that dies with many questions in flight
//! may have answered more of them than it managed to write. So the unanswered questions are repeated one
//! at a time, until the string that kills the program is found.

mod message;
mod folder;
pub(crate) mod list;
pub(crate) mod subjects;
mod process;
#[cfg(all(test, unix))]
mod tests;

pub(crate) use message::Question;

use std::ffi::OsString;
use std::io;
use std::net::Ipv6Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueHint;
use folder::Folder;
use message::PeerAnswer;
use process::{Process, Received};
use thiserror::Error;
use urispec_compare::parsers::{AspectValue, Component, ParserAnswer, by_appendix_b};

use crate::output::Escaped;

const MANY: usize = 512;

/// The maximum size of the questions in flight, unless a single question is larger.
const MANY_BYTES: usize = 64 << 10;

/// The maximum length of an answer, to which [`REPEATED`] times the length of the question is added.
const LONGEST: usize = 1 << 20;

/// The number of bytes of an answer for each byte of the question. An answer may repeat the byte in the authority, the
/// host, the target and the normal form, each time escaped as `\u` and four digits.
const REPEATED: usize = 32;

/// The number of deaths after which a program that has answered no question is abandoned. Such a program evidently does
/// not catch the exceptions of its parser.
const DEATHS: usize = 100;

const STARTS: usize = 2000;

/// The maximum number of strings over which a program may hang. Each such string costs two timeouts.
const HANGS: usize = 20;

/// The factor by which the timeout is longer for the first answer of a program.
const STARTING: u32 = 4;

/// The time to wait for unsolicited answers.
const QUIET: Duration = Duration::from_millis(30);

/// The first question to every program, to check that it answers at all.
const FIRST: Question<'static> = Question { input: "http://example.com/", base: None };

pub(crate) struct Peer {
    command: PeerCommand,
    timeout: Duration,
    process: Process,
    reader: Option<String>,
    deaths: usize,
    /// Whether the program has answered any question after the first one.
    has_answered: bool,
    hangs: usize,
    starts: usize,
}

#[derive(Clone, Debug)]
struct PeerCommand {
    name: String,
    words: Vec<OsString>,
    folder: Option<Arc<Folder>>,
}

/// The way in which a program failed while questions were in flight.
struct ProcessFailure {
    how: String,
    under_way: usize,
    is_hang: bool,
}

impl Peer {
    /// Starts a program, and checks that it answers the first question. `name` is for messages;
    /// `timeout` is per answer. The error says that the program cannot be started, is absent, or
    /// answers incorrectly.
    pub(crate) fn start(
        name: &str,
        words: &[OsString],
        folder: Option<Arc<Folder>>,
        timeout: Duration,
    ) -> Result<Self, PeerError> {
        let command = PeerCommand { name: name.to_owned(), words: words.to_vec(), folder };
        let (process, reader) = started(&command, timeout, QUIET)?;
        let (deaths, hangs, starts) = (0, 0, 1);
        Ok(Self { command, timeout, process, reader, deaths, has_answered: false, hangs, starts })
    }

    /// Asks all questions, and returns the answers in their order. The answer to a string over which
    /// the program dies or hangs is [`ParserAnswer::crashed`]. The error says that the program
    /// answers incorrectly, cannot be restarted, or fails over too many strings.
    pub(crate) fn ask(
        &mut self,
        questions: &[Question<'_>],
    ) -> Result<Vec<ParserAnswer<'static>>, PeerError> {
        let mut answers = Vec::with_capacity(questions.len());
        // Questions before this index are asked one at a time.
        let mut suspects = 0;
        // After a deadly string, the next one is likely to be deadly too.
        let mut width = MANY;
        while answers.len() < questions.len() {
            let at = answers.len();
            let (end, many) = if at < suspects { (suspects, 1) } else { (questions.len(), width) };
            // A few at first, then all the rest.
            let end = if many < MANY { end.min(at + many) } else { end };
            if at >= suspects {
                width = (width * 2).min(MANY);
            }
            let Some(failure) = self.exchange(&questions[at..end], many, &mut answers)? else {
                continue;
            };
            if failure.under_way > 1 {
                suspects = answers.len() + failure.under_way;
            } else {
                let culprit = &questions[answers.len()];
                self.count(&failure, culprit)?;
                answers.push(ParserAnswer::crashed(failure.how));
                (suspects, width) = (0, 1);
            }
            self.starts += 1;
            self.process = started(&self.command, self.timeout, Duration::ZERO)?.0;
        }
        match self.process.unasked(Duration::ZERO) {
            Some(line) => Err(self.error(unasked(&line))),
            None => Ok(answers),
        }
    }

    pub(crate) fn reader(&self) -> Option<&str> {
        self.reader.as_deref()
    }

    fn exchange(
        &mut self,
        questions: &[Question<'_>],
        width: usize,
        answers: &mut Vec<ParserAnswer<'static>>,
    ) -> Result<Option<ProcessFailure>, PeerError> {
        let (mut sent, mut received, mut bytes) = (0, 0, 0);
        let mut since = Instant::now();
        while received < questions.len() {
            // Sends in batches, so that both sides work on batches.
            if sent - received <= width / 2 && bytes <= MANY_BYTES / 2 {
                let mut text = Vec::new();
                while let Some(question) = questions.get(sent)
                    && sent - received < width
                    && (sent == received || bytes < MANY_BYTES)
                {
                    question.write(&mut text);
                    bytes += question.length();
                    sent += 1;
                }
                self.process.send(text);
            }
            let question = &questions[received];
            let limit = LONGEST + REPEATED * question.length();
            let under_way = sent - received;
            match self.process.line(since + self.timeout, limit) {
                Received::Line(line) => {
                    let answer = self.parse_answer(&line, question)?;
                    answers.push(answer);
                    self.has_answered = true;
                    bytes -= question.length();
                    received += 1;
                    since = Instant::now();
                }
                Received::TooLong => return Err(self.error(too_long(question, limit))),
                Received::Ended => {
                    let how = self.process.end_of_it();
                    return Ok(Some(ProcessFailure { how, under_way, is_hang: false }));
                }
                Received::Nothing => {
                    let how = self.process.silence(self.timeout);
                    return Ok(Some(ProcessFailure { how, under_way, is_hang: true }));
                }
            }
        }
        Ok(None)
    }

    fn parse_answer(
        &mut self,
        line: &[u8],
        question: &Question<'_>,
    ) -> Result<ParserAnswer<'static>, PeerError> {
        match message::read(line) {
            Ok(PeerAnswer::ParserAnswer { answer, reader }) => {
                if self.reader.is_none() {
                    self.reader = reader;
                }
                Ok(*answer)
            }
            Ok(PeerAnswer::Absent(_)) => {
                let why = "only the first answer may be `absent`";
                Err(self.error(malformed(line, question, why)))
            }
            Err(why) => Err(self.error(malformed(line, question, &why))),
        }
    }

    fn count(&mut self, failure: &ProcessFailure, culprit: &Question<'_>) -> Result<(), PeerError> {
        let (count, most) = match (failure.is_hang, self.has_answered) {
            (true, _) => (&mut self.hangs, HANGS),
            (false, false) => (&mut self.deaths, DEATHS),
            // The parser dies over these strings, but not over others.
            (false, true) => (&mut self.deaths, STARTS),
        };
        *count += 1;
        if *count < most && self.starts < STARTS {
            return Ok(());
        }
        let (count, how) = (*count, &failure.how);
        let culprit_text = quoted(culprit.input.as_bytes());
        Err(self.error(match failure.is_hang {
            true => format!(
                "the program hung on {count} strings (on the last one, {culprit_text}, it {how}): a longer \
                 --timeout may help"
            ),
            false => format!(
                "the program died on {count} strings (on the last one, {culprit_text}, it {how}): an adapter must \
                 catch its parser's exceptions, and answer {{\"valid\":false}}"
            ),
        }))
    }

    fn error(&self, fault: String) -> PeerError {
        PeerError::new(&self.command.name, fault)
    }
}

/// Starts a program, and checks its first answer. The program must then be silent for the time `quiet`. Returns the
/// process and the name that the program gives itself.
fn started(
    command: &PeerCommand,
    timeout: Duration,
    quiet: Duration,
) -> Result<(Process, Option<String>), PeerError> {
    let name = &command.name;
    let error = |fault| PeerError::new(name, fault);
    let mut process = Process::start(&command.words, command.folder.as_deref()).map_err(|why| {
        let words: Vec<_> = command.words.iter().map(|word| word.to_string_lossy()).collect();
        let fault = format!("cannot start `{}`: {why}", shortened(words.join(" ").as_bytes()));
        let is_absent = why.kind() == io::ErrorKind::NotFound;
        PeerError { absence: is_absent.then(|| fault.clone()), ..error(fault) }
    })?;
    let timeout = timeout * STARTING;
    let mut text = Vec::new();
    FIRST.write(&mut text);
    process.send(text);
    let line = match process.line(Instant::now() + timeout, LONGEST) {
        Received::Line(line) => line,
        Received::TooLong => return Err(error(too_long(&FIRST, LONGEST))),
        Received::Nothing => {
            return Err(error(format!(
                "the program {}: it must read each line as it comes, and flush its output after each answer",
                process.silence(timeout)
            )));
        }
        Received::Ended => {
            let how = process.end_of_it();
            return Err(match process.status.and_then(|status| status.code()) {
                Some(127) => PeerError::absent(name, how),
                _ => error(format!("the program {how} before its first answer")),
            });
        }
    };
    let reader = match message::read(&line) {
        Ok(PeerAnswer::Absent(why)) => return Err(PeerError::absent(name, why)),
        Ok(PeerAnswer::ParserAnswer { reader, .. }) => reader,
        Err(why) => return Err(error(malformed(&line, &FIRST, &why))),
    };
    if let Some(line) = process.unasked(quiet) {
        return Err(error(unasked(&line)));
    }
    if process.has_ended {
        return Err(error(format!(
            "the program {} after its first answer: it must read lines until its input ends, and \
             answer each line",
            process.end_of_it()
        )));
    }
    Ok((process, reader))
}

// The arguments of all commands that query peers.

// No doc comment: clap would use it as the description of the command.
#[derive(clap::Args)]
pub(crate) struct PeerArgs {
    /// Use the list of peers, peers.tsv, in DIR [default: URISPEC_PEERS, or the built-in list]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) peers: Option<PathBuf>,
    /// List the peers, whether they are available, and how to install them
    #[arg(long)]
    pub(crate) list_peers: bool,
    /// Wait at most SECONDS for one answer of a program
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = parse_seconds)]
    timeout: f64,
}

impl PeerArgs {
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.timeout)
    }
}

/// Parses a timeout of 0.001 to 86400 seconds.
fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds".to_owned())?;
    let is_time = (0.001..=86_400.0).contains(&seconds);
    is_time.then_some(seconds).ok_or_else(|| "write 0.001 to 86400 seconds".to_owned())
}

/// Returns the host that a parser would contact, if its answer contains one. If the answer contains a target, this is
/// the host of the target.
pub(crate) fn contacted(answer: &ParserAnswer<'_>) -> Option<Option<String>> {
    if answer.is_valid == Some(false) || answer.crash.is_some() {
        return None;
    }
    if let AspectValue::Text(target) = &answer.target {
        let target = by_appendix_b(target, None);
        return Some(target.component(Component::Host).text().map(str::to_owned));
    }
    let host = answer.component(Component::Host);
    host.is_known().then(|| host.text().map(str::to_owned))
}

/// Returns whether a text is a host that a parser may report: an IPv6 address, or labels separated by dots. If
/// `is_below` is set, the host must be able to have subdomains, so an IPv6 address is rejected.
pub(crate) fn is_host(host: &str, is_below: bool) -> bool {
    if host.contains(['[', ']', ':']) {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let address = bare.map(|bare| bare.split_once('%').map_or(bare, |(address, _)| address));
        let is_address = address.is_some_and(|text| text.parse::<Ipv6Addr>().is_ok());
        return is_address && !is_below;
    }
    let is_odd = |c: char| c.is_whitespace() || c.is_control() || r"/\?#@*%".contains(c);
    let labels = host.strip_suffix('.').unwrap_or(host);
    !host.contains(is_odd) && labels.split('.').all(|label| !label.is_empty())
}

/// The reason why a peer cannot be queried, in one sentence that says what to do.
#[derive(Debug, Error)]
#[error("{name}: {fault}")]
pub(crate) struct PeerError {
    name: String,
    /// The message without the name of the peer in front.
    fault: String,
    absence: Option<String>,
}

impl PeerError {
    fn new(name: &str, fault: String) -> Self {
        Self { name: Escaped(name.as_bytes()).to_string(), fault, absence: None }
    }

    /// Creates the error of a peer that is not installed.
    fn absent(name: &str, why: String) -> Self {
        Self { absence: Some(why.clone()), ..Self::new(name, format!("absent: {why}")) }
    }

    /// Returns the reason why the peer is absent, or `None` if the error has another cause.
    pub(crate) fn absence(&self) -> Option<String> {
        self.absence.clone()
    }
}

fn malformed(line: &[u8], question: &Question<'_>, why: &str) -> String {
    let (line, question) = (quoted(line), quoted(question.input.as_bytes()));
    format!("{line} is not an answer to {question}: {}", shortened(why.as_bytes()))
}

fn unasked(line: &[u8]) -> String {
    let line = quoted(line);
    format!("unsolicited answer {line}: a program must write one line for each line that it reads")
}

fn too_long(question: &Question<'_>, limit: usize) -> String {
    format!("the answer to {} is longer than {limit} bytes", quoted(question.input.as_bytes()))
}

const SHOWN: usize = 160;

/// Formats bytes on one line, quoted, escaped and shortened.
fn quoted(bytes: &[u8]) -> String {
    format!("`{}`", shortened(bytes))
}

/// Formats bytes on one line, escaped and shortened.
fn shortened(bytes: &[u8]) -> String {
    if bytes.len() <= SHOWN {
        return Escaped(bytes).to_string();
    }
    format!("{}… ({} bytes)", Escaped(&bytes[..SHOWN]), bytes.len())
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
