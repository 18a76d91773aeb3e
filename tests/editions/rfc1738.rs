//! RFC 1738.

use urispec::Edition;
use urispec::audit::bnf::Notation;

use super::check;

const RFC1738: Edition = Edition::Rfc1738;

#[test]
fn every_production_is_equal() {
    check::equal(RFC1738.grammars()[0], Notation::Bnf, 67);
    check::cited(RFC1738.grammars()[0], Notation::Bnf);
}
