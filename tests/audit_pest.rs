//! The pest side of the audit: what it refuses, and what it decides.
#![cfg(feature = "audit")]

#[path = "audit_pest/budget.rs"]
mod budget;
#[path = "audit_pest/certificates.rs"]
mod certificates;
#[path = "audit_pest/never.rs"]
mod never;
#[path = "audit_pest/planted.rs"]
mod planted;
#[path = "audit_pest/refusals.rs"]
mod refusals;
#[path = "audit_pest/report.rs"]
mod report;
#[path = "audit_pest/rfc3986.rs"]
mod rfc3986;
#[path = "audit_pest/tampered.rs"]
mod tampered;
#[path = "audit_pest/terminals.rs"]
mod terminals;
