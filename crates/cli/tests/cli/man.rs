//! The manual pages.

use std::fs;
use std::path::Path;

use super::help::COMMANDS;
use super::support::urispec;

/// What a line of roff prints: the escapes that the pages have, undone.
fn printed(line: &str) -> String {
    let line = line.replace("\\-", "-").replace("\\(aq", "'").replace("\\(ga", "`");
    let line = line.replace("\\(ha", "^").replace("\\(ti", "~").replace("\\&", "");
    line.replace("\\e", "\\")
}

/// The pages of a folder that was not there.
fn pages(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    let done = urispec(["man".as_ref(), folder.join("man1").as_os_str()]).done().expect(0, "");
    assert!(done.stderr.ends_with(&format!(": {} pages\n", COMMANDS.len() + 1)), "{}", done.stderr);
    let mut pages: Vec<_> = fs::read_dir(folder.join("man1"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

#[test]
fn the_program_and_each_command_has_a_page() {
    let pages = pages("man-pages");
    let mut expected: Vec<_> =
        COMMANDS.iter().map(|command| format!("urispec-{command}.1")).collect();
    expected.push("urispec.1".to_owned());
    expected.sort();
    assert_eq!(pages.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), expected);
    for (file, page) in &pages {
        let name = file.strip_suffix(".1").unwrap();
        let version = env!("CARGO_PKG_VERSION");
        // No date: the same program makes the same pages.
        let title = format!(
            "\n.TH {name} 1 \"\" \"urispec {version}\" \"The URI specifications, executable\"\n"
        );
        assert!(page.contains(&title), "{title}{page}");
        let shown = name.replace('-', "\\-");
        assert!(page.contains(&format!("\n.SH NAME\n{shown} \\- ")), "{file}");
        assert!(page.contains("\n.SH SYNOPSIS\n") && page.contains("\n.SH OPTIONS\n"), "{file}");
    }
    assert_eq!(self::pages("man-again"), pages);
    let program = &pages.iter().find(|(name, _)| name == "urispec.1").unwrap().1;
    urispec(["man"]).done().expect(0, program).quietly();
    assert!(
        COMMANDS.iter().all(|command| printed(program).contains(&format!("urispec-{command}(1)")))
    );
}

/// A line is text or one of these requests, and a backslash is one of these escapes.
#[test]
fn every_line_is_well_formed() {
    let requests =
        [".TH ", ".SH ", ".TP", ".PP", ".RS", ".RE", ".IP ", ".br", ".nf", ".fi", ".ie ", ".el "];
    let escapes = ["-", "e", "&", "(aq", "(ga", "(ha", "(ti", "(bu", "*(Aq", "fB", "fI", "fR"];
    for (file, page) in pages("man-lines") {
        let (_, page) = page.split_once(".TH").unwrap();
        for line in format!(".TH{page}").lines() {
            let is_request = requests.iter().any(|request| line.starts_with(request));
            assert!(is_request || !line.starts_with(['.', '\'']), "{file}: {line}");
            for escape in line.split('\\').skip(1) {
                assert!(escapes.iter().any(|known| escape.starts_with(known)), "{file}: {line}");
            }
        }
    }
}

/// The examples of the help, character for character.
#[test]
fn examples_stand_as_they_are() {
    let pages = pages("man-examples");
    for command in COMMANDS {
        let help = urispec([command, "--help"]).done().stdout;
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        let file = format!("urispec-{command}.1");
        let (_, page) = pages.iter().find(|(name, _)| *name == file).unwrap();
        let (_, shown) = page.split_once("\n.SH EXAMPLES\n.nf\n").expect(command);
        let (shown, after) = shown.split_once("\n.fi\n").unwrap();
        assert_eq!((printed(shown).trim_end(), after), (examples.trim_end(), ""), "{command}");
    }
}

#[test]
fn where_no_folder_can_be_made() {
    let file = super::support::file("man-file", "a file");
    let done = urispec(["man".as_ref(), file.as_os_str()]).done().expect(2, "");
    done.saying("man-file: ");
    assert_eq!(fs::read_to_string(file).unwrap(), "a file");
}

/// A page that cannot be written is named, and how many were before it.
#[test]
fn what_cannot_be_written_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man-in-part");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("urispec.1")).unwrap();
    let done = urispec(["man".as_ref(), folder.as_os_str()]).done().expect(2, "");
    let left = format!("; 0 of {} pages are written\n", COMMANDS.len() + 1);
    assert!(done.stderr.contains("man-in-part/urispec.1: ") && done.stderr.ends_with(&left));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir(folder.join("urispec.1")).unwrap();
    fs::create_dir(folder.join("urispec-compare.1")).unwrap();
    let done = urispec(["man".as_ref(), folder.as_os_str()]).done().expect(2, "");
    let pages = fs::read_dir(&folder).unwrap().count() - 1;
    assert!(pages > 0);
    done.saying(&format!("; {pages} of {} pages are written\n", COMMANDS.len() + 1));
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_no_folder() {
    let link = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man-link");
    drop(fs::remove_file(&link));
    std::os::unix::fs::symlink("man-nowhere", &link).unwrap();
    let done = urispec(["man".as_ref(), link.as_os_str()]).done().expect(2, "");
    done.saying("man-link: a link of that name leads nowhere\n");
}
