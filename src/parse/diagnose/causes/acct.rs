//! What people write in an `acct` URI, and RFC 7565 does not have.

use super::{CauseRow, Section};
use crate::parse::diagnose::place::Place;
use crate::reference::error::Saying;

pub(super) const ROWS: &[CauseRow] = &[
    CauseRow {
        says: Saying {
            id: "account-at",
            sentence: "a \"@\" in the name of an account is percent-encoded",
        },
        section: Section::Own("4"),
        holds: |place| {
            is_of_acct(place) && place.found() == Some('@') && place.before().contains('@')
        },
        mended: Some(|place| {
            let (account, host) = place.text.rsplit_once('@')?;
            Some(format!("{}@{host}", account.replace('@', "%40")))
        }),
    },
    CauseRow {
        says: Saying {
            id: "account-host",
            sentence: "a \"@\" and the host of the service provider follow the name of the account",
        },
        section: Section::Own("4"),
        holds: |place| {
            let with_host = || format!("{}@a", place.text);
            is_of_acct(place) && place.found().is_none() && place.accepts(&with_host())
        },
        mended: None,
    },
    CauseRow {
        says: Saying {
            id: "account-triplet",
            sentence: "the name of an account begins with a character that is not percent-encoded",
        },
        section: Section::Own("7"),
        holds: |place| {
            let with_another = || format!("{}a{}", place.before(), place.rest());
            is_of_acct(place) && place.found() == Some('%') && place.accepts(&with_another())
        },
        mended: None,
    },
];

fn is_of_acct(place: &Place<'_>) -> bool {
    place.grammar.stem() == "rfc7565"
}
