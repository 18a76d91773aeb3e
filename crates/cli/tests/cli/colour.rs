//! Colours go to terminals, and to whoever asks for them.

use super::support::urispec;

#[test]
fn a_pipe_has_no_colours() {
    let done = urispec(["parse", "http://u@h:1/p?q#f", "a b"]).done();
    assert!(!done.stdout.contains('\x1b') && !done.stderr.contains('\x1b'));
}

#[test]
fn always_means_always() {
    let done = urispec(["parse", "--color", "always", "http://u@h:1/p?q#f", "a b"])
        .env("NO_COLOR", "1")
        .done();
    assert!(done.stdout.starts_with("\x1b[36mhttp\x1b[0m://"), "{:?}", done.stdout);
    assert!(done.stderr.starts_with("\x1b[1m\x1b[31merror:\x1b[0m a b: "), "{:?}", done.stderr);
}

#[test]
fn no_color_overrides_a_terminal() {
    // Stands in for a terminal: what forces colours on everything that is not one.
    let forced = |run: super::support::Run| run.env("CLICOLOR_FORCE", "1").done().stdout;
    assert!(forced(urispec(["parse", "a:b"])).contains('\x1b'));
    assert!(!forced(urispec(["parse", "a:b", "--color", "never"])).contains('\x1b'));
}

#[test]
fn colours_change_nothing_else() {
    let run = |when| urispec(["parse", "--color", when, "http://@h:/p?#", "//h", ""]).done().stdout;
    let mut plain = String::new();
    for piece in run("always").split('\x1b') {
        let code = piece.strip_prefix('[').and_then(|rest| rest.split_once('m'));
        plain += code.map_or(piece, |(_, rest)| rest);
    }
    assert_eq!(plain, run("never"));
}

/// RFC 3986, 3.2.1: applications "should render userinfo in a way that is distinguished from the rest
/// of a URI"; 7.6: "such as by using a different color or tone".
#[test]
fn a_userinfo_looks_other_than_the_rest() {
    let done = urispec(["parse", "--color", "always", "s://u@h:1/p?q#f"]).done();
    let (line, mut style, mut styles) =
        (done.stdout.lines().next().unwrap(), String::new(), vec![]);
    for piece in line.split('\x1b') {
        let (code, text) =
            piece.strip_prefix('[').and_then(|rest| rest.split_once('m')).unwrap_or(("", piece));
        style = if code == "0" { String::new() } else { style + code + ";" };
        styles.extend(text.chars().map(|character| (character, style.clone())));
    }
    let of_userinfo = &styles.iter().find(|(character, _)| *character == 'u').unwrap().1;
    assert_ne!(of_userinfo, "");
    assert_eq!(styles.iter().filter(|(_, style)| style == of_userinfo).count(), 1, "{line:?}");
}
