//! A pattern, and the hosts that it is for.

use std::cell::RefCell;

use urispec_audit::lint::{Finding, Lint, Linted, lint_pattern_as};
use urispec_audit::{
    Deadline, Dialect, HostsError, Matching, Pattern, uri_beside_hosts, uri_beside_hosts_as,
};

use crate::output::usage::Usage;

/// Refuses what is no host.
pub(super) fn check(hosts: &[String]) -> Result<(), Usage> {
    for host in hosts {
        // Of this pattern there is nothing to find out.
        let nothing = Pattern::read(Dialect::EcmaScript, r"[^\s\S]");
        let asked = nothing.map(|pattern| uri_beside_hosts(&pattern, &[host]));
        if let Ok(Err(HostsError::Host(_))) = asked {
            let message = format!(
                "`{host}` is no host: write a name, or `*.` and a name for all names below it"
            );
            return Err(Usage::new(format!("invalid value for '--host-allow': {message}")));
        }
    }
    Ok(())
}

/// How patterns are linted: for which hosts, and until when.
#[derive(Default)]
pub(in super::super) struct PatternLint<'h> {
    hosts: &'h [&'h str],
    deadline: Deadline,
    /// The patterns that may pass a URI with another host, each with the reason why that was not decided.
    undecided: RefCell<Vec<String>>,
}

impl<'h> PatternLint<'h> {
    pub(in super::super) fn new(hosts: &'h [&'h str], deadline: Deadline) -> Self {
        Self { hosts, deadline, undecided: RefCell::default() }
    }

    /// What is undecided of what was asked.
    pub(super) fn open(&self) -> Vec<String> {
        let asked = self.undecided.take();
        let spent = self.deadline.has_passed() && asked.is_empty();
        asked.into_iter().chain(spent.then(|| self.deadline.to_string())).collect()
    }
}

/// Lints a pattern; where hosts are given, a URI that it passes with another host is a finding too.
pub(in super::super) fn lint(
    (dialect, matching): (Dialect, Matching),
    text: &str,
    with: &PatternLint<'_>,
) -> Linted {
    let hosts = with.hosts;
    let undecided = |why: String| {
        let text = super::shortened(text);
        with.undecided.borrow_mut().push(format!(
            "whether `{text}` passes a URI whose host is none of {} is undecided: {why}",
            hosts.join(", ")
        ));
    };
    if with.deadline.has_passed() {
        if !hosts.is_empty() {
            undecided(with.deadline.to_string());
        }
        let mut linted = Linted::default();
        linted.undecided.push(text.to_owned());
        return linted;
    }
    let mut linted = lint_pattern_as(dialect, matching, text);
    if hosts.is_empty() {
        return linted;
    }
    let Ok(pattern) = Pattern::read(dialect, text) else { return linted };
    match uri_beside_hosts_as(&pattern, matching, hosts) {
        Ok(None) => {}
        Ok(Some(uri)) => {
            let hosts = hosts.join(", ");
            let message = format!(
                "{uri:?} passes, a valid URI whose host is none of {hosts} (RFC 3986, 3.2.2)"
            );
            let finding = Finding::at(text, 0..text.len(), Lint::HostEscape, message);
            linted.findings.push(finding.shown_by(uri));
        }
        Err(why) => {
            undecided(why.to_string());
            linted.undecided.push(text.to_owned());
        }
    }
    linted
}
