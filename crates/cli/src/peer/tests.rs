//! Well-behaved and misbehaving peers: small programs for `sh`.

use std::time::Duration;

use super::*;

/// A timeout for programs that answer, generous even for slow machines.
const PATIENT: Duration = Duration::from_secs(60);

/// A timeout for programs that hang.
const HASTY: Duration = Duration::from_millis(400);

const LOOP: &str = "while read -r line; do";

fn start(script: &str, timeout: Duration) -> Result<Peer, PeerError> {
    let words = ["sh", "-c", script].map(OsString::from);
    Peer::start("PEER", &words, None, timeout)
}

fn ask(
    script: &str,
    strings: &[&str],
    timeout: Duration,
) -> Result<Vec<ParserAnswer<'static>>, PeerError> {
    let questions: Vec<_> = strings.iter().map(|&input| Question { input, base: None }).collect();
    start(script, timeout)?.ask(&questions)
}

#[track_caller]
fn error(script: &str, timeout: Duration) -> String {
    let strings: Vec<_> = (0..2000).map(|number| format!("s{number}")).collect();
    let strings: Vec<_> = strings.iter().map(String::as_str).collect();
    match ask(script, &strings, timeout) {
        Ok(_) => panic!("no error: {script}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn fails(script: &str, message: &str) {
    assert_eq!(error(script, PATIENT), format!("PEER: {message}"), "{script}");
}

#[track_caller]
fn hangs(script: &str, message: &str) {
    assert_eq!(error(script, HASTY), format!("PEER: {message}"), "{script}");
}

#[test]
fn answers_come_in_order() {
    let script = format!(
        "{LOOP} case $line in *'\\u000a'*|*'\\\\'*) v=false;; *) v=true;; esac; \
         printf '{{\"valid\":%s,\"reader\":\"sh\"}}\\n' $v; done"
    );
    let answers = ask(&script, &["a", "b\nc", "d\\e", "é"], PATIENT).unwrap();
    let valid: Vec<_> = answers.iter().map(|answer| answer.is_valid).collect();
    assert_eq!(valid, [true, false, false, true].map(Some));
    assert_eq!(start(&script, PATIENT).unwrap().reader(), Some("sh"));
}

/// The strings and the answers are longer than the buffers of the pipes.
#[test]
fn many_long_strings_are_under_way() {
    let long = "x".repeat(10_000);
    let strings = vec![&*long; 300];
    let script = format!(
        "{LOOP} line=${{line#?????????}}; printf '{{\"valid\":true,\"path\":%s\\n' \"$line\"; done"
    );
    let answers = ask(&script, &strings, PATIENT).unwrap();
    assert_eq!(answers.len(), 300);
    assert!(
        answers
            .iter()
            .all(|answer| answer.component(urispec_compare::parsers::Component::Path).text()
                == Some(&long))
    );
}

#[test]
fn the_string_is_found_over_which_it_dies() {
    let script = format!(
        "{LOOP} case $line in *die*) echo 'Traceback' >&2; echo 'ValueError: die' >&2; exit 3;; \
         *hang*) sleep 60;; *kill*) kill -9 $$;; esac; echo '{{\"valid\":true}}'; done"
    );
    let mut strings = vec!["a"; 40];
    (strings[7], strings[20], strings[21]) = ("die", "hang", "kill");
    let answers = ask(&script, &strings, Duration::from_secs(1)).unwrap();
    for (at, answer) in answers.iter().enumerate() {
        let crash = match at {
            7 => Some("exited with code 3 (ValueError: die)"),
            20 => Some("gave no answer in 1 s"),
            21 => Some("was ended by signal 9"),
            _ => None,
        };
        assert_eq!(
            (answer.crash.as_deref(), answer.is_valid),
            (crash, crash.is_none().then_some(true))
        );
    }
}

#[test]
fn what_is_no_answer_is_quoted() {
    let all = |answer: &str| format!("{LOOP} printf '%b' '{answer}\\n'; done");
    fails(
        &all("{\"valid\":yes}"),
        "`{\"valid\":yes}` is not an answer to `http://example.com/`: expected value",
    );
    fails(&all(""), "`` is not an answer to `http://example.com/`: EOF while parsing a value");
    fails(
        &all("\\033[31m\\0377"),
        "`\\u{1b}[31m\\xff` is not an answer to `http://example.com/`: the line is not UTF-8",
    );
    let script = format!(
        "{LOOP} case $line in *s77*) echo '{{\"valid\":1}}';; *) echo '{{\"valid\":true}}';; esac; done"
    );
    fails(
        &script,
        "`{\"valid\":1}` is not an answer to `s77`: `valid` is a number, not true, false or null",
    );
    let long = error(&all(&"y".repeat(9000)), PATIENT);
    assert!(long.contains("yyy… (9000 bytes)` is not an answer") && long.len() < 400, "{long}");
}

#[test]
fn answers_that_nobody_asked_for() {
    const UNASKED: &str = "unsolicited answer `{\"valid\":true}`: a program must write one line for each line that it reads";
    let answer = "echo '{\"valid\":true}';";
    fails(&format!("{answer} {LOOP} {answer} done"), UNASKED);
    fails(&format!("{LOOP} {answer} {answer} done"), UNASKED);
    fails("yes '{\"valid\":true}'", UNASKED);
    let last = format!("{LOOP} {answer} case $line in *s1999*) {answer} {answer} esac; done");
    let error = start(&last, PATIENT).and_then(|mut peer| {
        let question = |input| Question { input, base: None };
        peer.ask(&[question("a"), question("s1999")])?;
        std::thread::sleep(Duration::from_millis(50));
        peer.ask(&[question("b")])?;
        peer.ask(&[question("c")])
    });
    assert_eq!(error.unwrap_err().to_string(), format!("PEER: {UNASKED}"));
}

/// Each thread waits for its own program. All threads wait at the same time.
#[test]
fn silence() {
    let asks = ": it must read each line as it comes, and flush its output after each answer";
    let silent = format!("the program gave no answer in 1.6 s{asks}");
    let unended = format!("{LOOP} printf '{{\"valid\":true}}'; done");
    let begun =
        format!("the program gave no answer in 1.6 s, only 14 bytes without a line end{asks}");
    std::thread::scope(|scope| {
        scope.spawn(|| hangs("sleep 60", &silent));
        scope.spawn(|| hangs(&unended, &begun));
        // The first question may have been written before.
        scope.spawn(|| {
            assert!(error("exec 0<&-; sleep 60", HASTY).contains("gave no answer in 1.6 s"));
        });
        scope.spawn(|| hangs("trap '' TERM INT HUP; sleep 60 & wait; sleep 60", &silent));
    });
}

#[test]
fn a_program_that_ends() {
    fails(
        "echo 'no such module' >&2; exit 1",
        "the program exited with code 1 (no such module) before its first answer",
    );
    fails("exec 1>&-; sleep 60", "the program closed its output before its first answer");
    fails("", "the program exited with code 0 before its first answer");
    let once = "read -r line; echo '{\"valid\":true}'";
    fails(
        once,
        "the program exited with code 0 after its first answer: it must read lines until its input \
         ends, and answer each line",
    );
    let dying = format!(
        "{LOOP} case $line in *example.com*) echo '{{\"valid\":true}}';; *) exit 4;; esac; done"
    );
    fails(
        &dying,
        "the program died on 100 strings (on the last one, `s99`, it exited with code 4): an adapter \
         must catch its parser's exceptions, and answer {\"valid\":false}",
    );
}

#[test]
fn a_program_that_is_not_there() {
    let absent = |script| start(script, PATIENT).err().and_then(|error| error.absence());
    assert_eq!(
        absent("echo 'yarl is missing' >&2; exit 127").unwrap(),
        "exited with code 127 (yarl is missing)"
    );
    assert_eq!(absent("echo '{\"absent\":\"no Java\"}'; cat").unwrap(), "no Java");
    assert_eq!(absent("exit 1"), None);
    let gone = Peer::start("PEER", &["no-such-program".into()], None, PATIENT).err().unwrap();
    assert!(gone.to_string().starts_with("PEER: cannot start `no-such-program`: "), "{gone}");
    assert!(gone.absence().is_some());
    assert!(Peer::start("PEER", &[], None, PATIENT).is_err());
}

#[test]
fn a_line_has_a_limit() {
    fails(
        "read -r line; cat /dev/zero",
        "the answer to `http://example.com/` is longer than 1048576 bytes",
    );
    let script = format!(
        "{LOOP} case $line in *example.com*) echo '{{\"valid\":true}}';; *) head -c 3000000 /dev/zero; echo;; esac; done"
    );
    fails(&script, "the answer to `s0` is longer than 1048640 bytes");
}

/// The program is dead, but its child holds the pipes.
#[test]
fn a_child_holds_the_pipes() {
    let script = "read -r line; echo '{\"valid\":true}'; sleep 60 & read -r line; exit 5";
    let answers = ask(script, &["a", "b", "c"], PATIENT).unwrap();
    let crashes: Vec<_> = answers.iter().map(|answer| answer.crash.as_deref()).collect();
    assert_eq!(crashes, [Some("exited with code 5"); 3]);
    let script = "sleep 61 & exit 6";
    fails(script, "the program exited with code 6 before its first answer");
}

/// The children of a program end with it.
#[test]
fn the_group_ends() {
    let script = format!(
        "sleep 60 & echo \"{{\\\"valid\\\":true,\\\"reader\\\":\\\"$!\\\"}}\"; {LOOP} :; done"
    );
    let peer = start(&script, PATIENT).unwrap();
    let child = peer.reader().unwrap().parse().unwrap();
    let child = rustix::process::Pid::from_raw(child).unwrap();
    assert!(rustix::process::test_kill_process(child).is_ok());
    drop(peer);
    let gone = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        // An ended process remains as a zombie until its parent waits for it.
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.as_raw_nonzero()));
        rustix::process::test_kill_process(child).is_err()
            || stat.is_ok_and(|stat| stat.contains(") Z "))
    });
    assert!(gone);
}
