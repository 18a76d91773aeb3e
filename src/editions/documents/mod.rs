//! The documents other than RFC 3986 and RFC 3987: the data of each, and its parser.

pub(crate) mod did;
pub(crate) mod oci;
pub(crate) mod pkg;
pub(crate) mod rfc1630;
pub(crate) mod rfc1738;
pub(crate) mod rfc1808;
pub(crate) mod rfc2141;
pub(crate) mod rfc2396;
pub(crate) mod rfc2396bis_01;
pub(crate) mod rfc2397;
pub(crate) mod rfc2732;
pub(crate) mod rfc3061;
pub(crate) mod rfc3966;
pub(crate) mod rfc5870;
pub(crate) mod rfc6068;
pub(crate) mod rfc6570;
pub(crate) mod rfc6694;
pub(crate) mod rfc6874;
pub(crate) mod rfc6920;
pub(crate) mod rfc7565;
pub(crate) mod rfc8089;
pub(crate) mod rfc8141;
pub(crate) mod rfc9110;
pub(crate) mod rfc9562;
pub(crate) mod spiffe;
pub(crate) mod extends_rfc3986;
pub(crate) mod url_syntax_05;
pub(crate) mod whatwg;

pub(crate) use rfc1738::scheme as scheme_of_rfc1738;
