//! `urispec explain --site`: writes the site into a folder.
//!
//! In: editions or a grammar of the user, and a folder. Out: files, each of which replaces one of its name.
//! No file is deleted.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use urispec::{Edition, UriRef};
use urispec_views::site::{self, File, Options};

use super::Args;
use crate::output::Output;
use crate::output::outcome::{Outcome, Stop};
use crate::output::usage::Usage;

pub(super) fn run(args: &Args, folder: &Path, out: &mut Output) -> Result<Outcome, Stop> {
    let live = args.page.as_deref().map(live).transpose()?;
    let files = if args.given.is_given() {
        match args.given.read(out)? {
            Some(grammar) => site::of_grammar(&grammar),
            None => return Ok(Outcome::Trouble),
        }
    } else {
        let chosen = args.document.named();
        let editions = chosen.map_or_else(|| Edition::every().collect(), |one| vec![one]);
        match site::of_editions(&editions, Options { live: live.as_deref(), patterns: true }) {
            Ok(files) => files,
            Err(error) => return Ok(out.refuse(&error.to_string())?),
        }
    };
    match write(folder, &files) {
        Ok(()) => {
            let pages = files.iter().filter(|file| file.path.ends_with(".html")).count();
            writeln!(
                out,
                "{pages} pages in {}",
                crate::output::origin::Name(folder, out.passwords)
            )?;
            Ok(Outcome::Yes)
        }
        Err((path, error)) => Ok(
            out.refuse(&format!("{}: {error}", crate::output::origin::Name(&path, out.passwords)))?
        ),
    }
}

/// The address of the interactive page, which has no fragment of its own.
fn live(url: &str) -> Result<String, Usage> {
    let wrong = |why: &str| Usage::new(format!("--page `{url}` {why}"));
    let reference = UriRef::parse(url).map_err(|_| wrong("is no URI reference (RFC 3986, 4.1)"))?;
    let scheme = reference.scheme().map(|scheme| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        _ if reference.fragment().is_some() => Err(wrong("has a fragment, and the site adds one")),
        None | Some("http" | "https" | "file") => Ok(url.to_owned()),
        Some(_) => Err(wrong("is no address of a page: its scheme is not http, https or file")),
    }
}

fn write(folder: &Path, files: &[File]) -> Result<(), (PathBuf, io::Error)> {
    for File { path, text } in files {
        let path: PathBuf = folder.iter().chain(path.split('/').map(AsRef::as_ref)).collect();
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| (parent.to_owned(), error))?;
        // A link is not followed: what it leads to is not of the site.
        let linked = path.symlink_metadata().is_ok_and(|found| found.is_symlink());
        if linked {
            let error = io::Error::new(ErrorKind::AlreadyExists, "there is a symbolic link");
            return Err((path, error));
        }
        fs::write(&path, text).map_err(|error| (path.clone(), error))?;
    }
    Ok(())
}
