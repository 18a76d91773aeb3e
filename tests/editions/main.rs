//! Each edition: that its grammars are what the document prints, and read what the document shows.

mod components;
mod every;
mod gopher;
mod groups;
mod long_inputs;
mod requests;
mod resolution;
mod rfc1630;
mod rfc1630_partial_forms;
mod rfc1738;
mod rfc1738_sentences;
mod rfc2396;
mod rfc2396bis_01;
mod rfc3987;
mod schemes;
mod support;
mod trees;
mod url_syntax_05;
