//! A pattern, and the hosts that it is for.

use urispec::audit::lint::{Finding, Lint, Linted, lint_pattern_as};
use urispec::audit::{
    Dialect, HostsError, Matching, Pattern, uri_beside_hosts, uri_beside_hosts_as,
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

/// Lints a pattern; where hosts are given, a URI that it passes with another host is a finding too.
pub(in super::super) fn lint(
    (dialect, matching): (Dialect, Matching),
    text: &str,
    hosts: &[&str],
) -> Linted {
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
        Err(_) => linted.undecided.push(text.to_owned()),
    }
    linted
}
