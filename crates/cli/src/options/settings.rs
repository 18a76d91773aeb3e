//! The settings of a project: `urispec.toml`.
//!
//! A settings file may set only options that affect verdicts. It cannot start a program or name an output
//! file, since it may come from the same untrusted source as the input.

use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ErrorKind};
use serde::Deserialize;
use toml::Spanned;

pub(crate) const FILE: &str = "urispec.toml";

/// The value of `--config` that turns off the settings file.
pub(crate) const NONE: &str = "none";

pub(crate) const HELP: &str = "\
Read the settings of FILE, or no settings if FILE is `none` [default: urispec.toml in this folder, or in the nearest \
parent folder that has one].

The file is TOML. `edition` is the document for all commands that read URIs. `[lint]` has `pack`, `select`, `ignore`, \
`deny`, `baseline`, and `severity`, a table of lint ids; `[differ]` and `[conform]` have `baseline`. Values are those of \
the options of the same name; `select`, `ignore` and `deny` are lists. File names are relative to the folder of the \
settings file. The command line overrides the settings.";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    edition: Option<Spanned<String>>,
    #[serde(default)]
    lint: LintSettings,
    #[serde(default)]
    differ: Comparing,
    #[serde(default)]
    conform: Comparing,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LintSettings {
    pack: Option<Spanned<String>>,
    #[serde(default)]
    select: Vec<Spanned<String>>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    #[serde(default)]
    deny: Vec<Spanned<String>>,
    #[serde(default)]
    severity: toml::Table,
    baseline: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparing {
    baseline: Option<Spanned<String>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Setting {
    /// The command to which the setting applies. `None` means every command in which the option has a default.
    command: Option<&'static str>,
    option: &'static str,
    values: Vec<(String, usize)>,
}

#[derive(Debug, Default)]
pub(crate) struct Settings(Vec<Setting>);

impl Settings {
    /// Reads the settings file `named`, or else finds one. The error message names the file.
    pub(crate) fn find(
        named: Option<&Path>,
        program: impl Fn() -> Command,
    ) -> Result<Self, String> {
        let path = match named {
            Some(path) if path.as_os_str() == NONE => None,
            Some(path) => Some(path.to_owned()),
            None => std::env::current_dir().ok().and_then(|folder| {
                let mut all = folder.ancestors().map(|folder| folder.join(FILE));
                all.find(|file| file.is_file())
            }),
        };
        let Some(path) = path else { return Ok(Self::default()) };
        let here = std::env::current_dir().unwrap_or_default();
        let name = path.strip_prefix(here).unwrap_or(&path).display();
        let text = fs::read_to_string(&path).map_err(|why| format!("cannot read {name}: {why}"))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let read = Self::read(&text, folder);
        read.and_then(|settings| settings.check(&program()).map(|()| settings))
            .map_err(|(line, why)| format!("{name}:{line}: {why}"))
    }

    /// Reads settings from a text. The error is the line and the reason.
    fn read(text: &str, folder: &Path) -> Result<Self, (usize, String)> {
        let line = |span: Range<usize>| line(text, span.start);
        let written: SettingsFile = toml::from_str(text).map_err(|error| {
            (line(error.span().unwrap_or_default()), error.message().to_owned())
        })?;
        let mut all = Vec::new();
        let mut add = |command, option, values: Vec<Spanned<String>>| {
            let placed = |value: Spanned<String>| {
                let line = line(value.span());
                (value.into_inner(), line)
            };
            let values: Vec<_> = values.into_iter().map(placed).collect();
            if !values.is_empty() {
                all.push(Setting { command, option, values });
            }
        };
        let LintSettings { pack, select, ignore, deny, severity, baseline } = written.lint;
        add(None, "edition", written.edition.into_iter().collect());
        add(Some("lint"), "pack", pack.into_iter().collect());
        add(Some("lint"), "select", select);
        add(Some("lint"), "ignore", ignore);
        add(Some("lint"), "deny", deny);
        let in_folder = |value: Spanned<String>| {
            let span = value.span();
            let path = folder.join(value.into_inner());
            Spanned::new(span, path.to_string_lossy().into_owned())
        };
        for (command, file) in [
            ("lint", baseline),
            ("differ", written.differ.baseline),
            ("conform", written.conform.baseline),
        ] {
            add(Some(command), "baseline", file.into_iter().map(in_folder).collect());
        }
        let severities = severity.into_iter().map(|(id, level)| {
            let at = text.find(&id).map_or(1, |at| self::line(text, at));
            let level = level.as_str().map(str::to_owned);
            let level =
                level.ok_or_else(|| (at, format!("the severity of {id} must be a string")))?;
            Ok((format!("{id}={level}"), at))
        });
        let values = severities.collect::<Result<Vec<_>, (usize, String)>>()?;
        if !values.is_empty() {
            all.push(Setting { command: Some("lint"), option: "severity", values });
        }
        Ok(Self(all))
    }

    pub(crate) fn apply(&self, program: Command) -> Command {
        self.0.iter().fold(program, |program, setting| {
            let Setting { command, option, values } = setting;
            let values: Vec<String> = values.iter().map(|(value, _)| value.clone()).collect();
            program.mut_subcommands(|one| {
                let is_meant = command.is_none_or(|command| one.get_name() == command);
                let has = one.get_arguments().find(|arg| arg.get_long() == Some(option));
                // An option without a default value has a meaning if it is absent, so it gets no default.
                let has =
                    has.filter(|arg| command.is_some() || !arg.get_default_values().is_empty());
                match has.map(|arg| arg.get_id().clone()).filter(|_| is_meant) {
                    Some(id) => one.mut_arg(id, |arg| arg.default_values(values.clone())),
                    None => one,
                }
            })
        })
    }

    fn check(&self, program: &Command) -> Result<(), (usize, String)> {
        for Setting { command, option, values } in &self.0 {
            let command = command.unwrap_or("check");
            for (value, line) in values {
                let given = [program.get_name(), command, &format!("--{option}={value}")];
                let parsed = program.clone().try_get_matches_from(given);
                let refused =
                    |kind| matches!(kind, ErrorKind::InvalidValue | ErrorKind::ValueValidation);
                if let Some(error) = parsed.err().filter(|error| refused(error.kind())) {
                    let tip = error.get(ContextKind::SuggestedValue);
                    let tip = tip.map(|tip| format!("; a similar one is {tip}"));
                    let why = error.source().map(|why| format!(": {why}"));
                    let tip = tip.or(why).unwrap_or_default();
                    return Err((
                        *line,
                        format!("`{value}` is not a valid value of {option}{tip}"),
                    ));
                }
            }
        }
        Ok(())
    }
}

fn line(text: &str, offset: usize) -> usize {
    text[..offset.min(text.len())].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (usize, String) {
        Settings::read(text, Path::new("/p")).unwrap_err()
    }

    #[test]
    fn a_file_sets_options() {
        let text = "edition = 'whatwg'\n[lint]\nignore = [\n 'note',\n 'password']\nbaseline = 'b'\n\
                    [lint.severity]\nempty-path = 'error'\n";
        let Settings(all) = Settings::read(text, Path::new("/p")).unwrap();
        let setting = |command, option, values: &[(&str, usize)]| {
            let values = values.iter().map(|(value, line)| ((*value).to_owned(), *line));
            Setting { command, option, values: values.collect() }
        };
        assert_eq!(
            all,
            [
                setting(None, "edition", &[("whatwg", 1)]),
                setting(Some("lint"), "ignore", &[("note", 4), ("password", 5)]),
                setting(Some("lint"), "baseline", &[("/p/b", 6)]),
                setting(Some("lint"), "severity", &[("empty-path=error", 8)]),
            ]
        );
    }

    #[test]
    fn what_no_option_has_is_refused_at_its_line() {
        assert_eq!(refused("\nfoo = 1\n").0, 2);
        assert_eq!(refused("[lint]\npeers = 'x'\n").0, 2);
        assert_eq!(refused("[lint\n").0, 1);
        assert_eq!(refused("[lint.severity]\na = 1\n").0, 2);
        assert_eq!(refused("edition = 3986\n").0, 1);
    }
}
