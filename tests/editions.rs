//! Each edition: that its grammar is what the document prints, and reads what the document shows.
#![cfg(feature = "audit")]

#[path = "editions/rfc2396.rs"]
mod rfc2396;
#[path = "editions/rfc2396bis_01.rs"]
mod rfc2396bis_01;
#[path = "editions/support.rs"]
mod support;
#[path = "editions/url_syntax_05.rs"]
mod url_syntax_05;
