//! The editions: that each grammar is what its document prints, and that the document's own
//! examples parse as it implies.
#![cfg(feature = "audit")]

#[path = "editions/check.rs"]
mod check;
#[path = "editions/rfc1630.rs"]
mod rfc1630;
#[path = "editions/rfc1738.rs"]
mod rfc1738;
