//! Documents side by side: what each says of one string ([`across`]), where two differ ([`diff`]), what
//! changed from one to the next ([`changes`]), and since when ([`mod@since`]).

pub mod across;
pub mod changes;
pub mod diff;
pub mod since;
