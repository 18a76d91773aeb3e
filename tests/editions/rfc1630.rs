//! RFC 1630: two grammars.

use urispec::Edition;
use urispec::audit::bnf::Notation;

use super::check;

const RFC1630: Edition = Edition::Rfc1630;

#[test]
fn every_generic_production_is_equal() {
    check::equal(RFC1630.grammars()[0], Notation::Rfc1630, 21);
    check::cited(RFC1630.grammars()[0], Notation::Rfc1630);
}

#[test]
fn every_specific_production_is_equal() {
    check::equal(RFC1630.grammars()[1], Notation::Rfc1630, 66);
    check::cited(RFC1630.grammars()[1], Notation::Rfc1630);
}
