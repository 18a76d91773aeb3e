//! Each edition: that its grammars are what the document prints, and read what the document shows.
#![cfg(feature = "audit")]

#[path = "editions/check.rs"]
mod check;
#[path = "editions/gopher.rs"]
mod gopher;
#[path = "editions/groups.rs"]
mod groups;
#[path = "editions/rfc1630.rs"]
mod rfc1630;
#[path = "editions/rfc1738.rs"]
mod rfc1738;
#[path = "editions/rfc1738_sentences.rs"]
mod rfc1738_sentences;
#[path = "editions/rfc2396.rs"]
mod rfc2396;
#[path = "editions/rfc2396bis_01.rs"]
mod rfc2396bis_01;
#[path = "editions/schemes.rs"]
mod schemes;
#[path = "editions/support.rs"]
mod support;
#[path = "editions/url_syntax_05.rs"]
mod url_syntax_05;
