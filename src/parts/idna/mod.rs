//! Domain names to ASCII and back, by Unicode's UTS #46.
//!
//! In: a domain name. Out: the name in ASCII, or in Unicode, or nothing where an error is recorded. The tables are
//! those of the crate `idna_adapter`; the steps are those of sections 4 to 4.3, with no limit on the length of a label
//! but that of VerifyDnsLength. CheckBidi and CheckJoiners are always true, and Transitional_Processing and
//! IgnoreInvalidPunycode always false. Both callers, the URL Standard and RFC 3987, set the other flags alike, so they
//! are one argument, `is_strict`: CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength.
//!
//! The surprising case: a label in Punycode may decode to a label that begins with `xn--` again. `xn--xn---epa` is
//! `xn--é`, which has no form in ASCII, so that 4.1 refuses it.

use alloc::string::String;

use idna_adapter::{
    Adapter, FIRST_BC_MASK, LAST_LTR_MASK, LAST_RTL_MASK, LEFT_OR_DUAL_JOINING_MASK,
    MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};

pub mod punycode;

const PREFIX: &str = "xn--";

/// ToASCII (section 4.2).
pub(crate) fn to_ascii(domain: &str, is_strict: bool) -> Option<String> {
    // 1. "apply the Processing"
    let name = process(domain, is_strict)?;
    let name = if name.is_ascii() {
        name
    } else {
        // 2. and 3. "Convert each label with non-ASCII characters into Punycode, and prefix by “xn--”."
        let mut ascii = String::with_capacity(name.len() + PREFIX.len());
        for (at, label) in name.split('.').enumerate() {
            if at > 0 {
                ascii.push('.');
            }
            if label.is_ascii() {
                ascii.push_str(label);
            } else {
                ascii.push_str(PREFIX);
                punycode::encode(label, &mut ascii);
            }
        }
        ascii
    };
    // 4. "If the VerifyDnsLength flag is true": the empty root label is then disallowed.
    let is_short = |label: &str| (1..=63).contains(&label.len());
    (!is_strict || name.len() <= 253 && name.split('.').all(is_short)).then_some(name)
}

/// ToUnicode (section 4.3), with the flags that are not strict. There is no name where an error is recorded.
pub(crate) fn to_unicode(domain: &str) -> Option<String> {
    process(domain, false)
}

/// Processing (section 4). There is no name where an error is recorded.
fn process(domain: &str, is_strict: bool) -> Option<String> {
    let data = Adapter::new();
    // 1. and 2. "Map" and "Normalize". Of ASCII only upper case is mapped, and nothing is composed.
    let mapped: String = match domain.is_ascii() {
        true => domain.to_ascii_lowercase(),
        false => data.map_normalize(domain.chars()).collect(),
    };
    // 3. "Break the string into labels at U+002E"
    let mut name = String::with_capacity(mapped.len());
    for (at, label) in mapped.split('.').enumerate() {
        if at > 0 {
            name.push('.');
        }
        // 4. "Convert/Validate". A code point that is no basic one is no Punycode; a label that is empty or has
        // nothing else records an error.
        match label.strip_prefix(PREFIX) {
            Some(code) => {
                let label = punycode::decode(code).filter(|label| !label.is_ascii())?;
                if !is_valid(&data, &label, is_strict) {
                    return None;
                }
                name.push_str(&label);
            }
            None if is_valid(&data, label, is_strict) => name.push_str(label),
            None => return None,
        }
    }
    // 4.1, criterion 9: "If CheckBidi, and if the domain name is a Bidi domain name"
    let is_rtl = |c: char| c >= '\u{590}' && RTL_MASK.intersects(data.bidi_class(c).to_mask());
    let is_refused =
        name.contains(is_rtl) && !name.split('.').all(|label| has_direction(&data, label));
    (!is_refused).then_some(name)
}

/// The criteria of section 4.1 that a single label has to satisfy.
fn is_valid(data: &Adapter, label: &str, is_strict: bool) -> bool {
    // 7. With UseSTD3ASCIIRules ASCII is "a lowercase letter (a-z), a digit (0-9), or a hyphen-minus".
    let is_std3 =
        |c: u8| !c.is_ascii() || c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    if is_strict {
        // 2. and 3. The third and the fourth position are of characters.
        let mut from_third = label.chars().skip(2);
        let has_both = from_third.next() == Some('-') && from_third.next() == Some('-');
        if has_both || label.starts_with('-') || label.ends_with('-') || !label.bytes().all(is_std3)
        {
            return false;
        }
    } else if label.starts_with(PREFIX) {
        // 4. "If not CheckHyphens, the label must not begin with “xn--”."
        return false;
    }
    // 5. No "." is left: labels end there, and Punycode inserts nothing of ASCII.
    if label.is_ascii() {
        return true;
    }
    // 1. and 7. NFC, and no code point but valid ones and deviations. The tables replace the others.
    let mut allowed = data.normalize_validate(label.chars());
    let is_allowed = |c: char| c != char::REPLACEMENT_CHARACTER && allowed.next() == Some(c);
    label.chars().all(is_allowed)
        && allowed.next().is_none()
        // 6. "The label must not begin with a combining mark"
        && !label.starts_with(|c| data.is_mark(c))
        // 8. "the label must satisfy the ContextJ rules"
        && label
            .match_indices(['\u{200C}', '\u{200D}'])
            .all(|(at, joiner)| may_join(data, &label[..at], joiner, &label[at + joiner.len()..]))
}

/// The ContextJ rules (RFC 5892, A.1 and A.2).
fn may_join(data: &Adapter, before: &str, joiner: &str, after: &str) -> bool {
    // "If Canonical_Combining_Class(Before(cp)) .eq. Virama Then True"
    if before.ends_with(|c| data.is_virama(c)) {
        return true;
    }
    // A.1: "(Joining_Type:{L,D})(Joining_Type:T)*\u200C(Joining_Type:T)*(Joining_Type:{R,D})". The types of both
    // joiners are others, so that all searches together read the label twice at most.
    let is_opaque = |c: &char| !data.joining_type(*c).is_transparent();
    let mask = |c: char| data.joining_type(c).to_mask();
    joiner == "\u{200C}"
        && before
            .chars()
            .rev()
            .find(is_opaque)
            .is_some_and(|c| mask(c).intersects(LEFT_OR_DUAL_JOINING_MASK))
        && after
            .chars()
            .find(is_opaque)
            .is_some_and(|c| mask(c).intersects(RIGHT_OR_DUAL_JOINING_MASK))
}

/// The Bidi rule, for a label of a Bidi domain name (RFC 5893, 2). An empty label has no character to fail it.
fn has_direction(data: &Adapter, label: &str) -> bool {
    let classes = || label.chars().map(|c| data.bidi_class(c));
    let Some(first) = classes().next() else { return true };
    // 1. "The first character must be a character with Bidi property L, R, or AL."
    if !FIRST_BC_MASK.intersects(first.to_mask()) {
        return false;
    }
    let (all, last) = match first.is_ltr() {
        true => (MIDDLE_LTR_MASK, LAST_LTR_MASK),
        false => (MIDDLE_RTL_MASK, LAST_RTL_MASK),
    };
    // 2. and 5. The classes that the label may have.
    classes().all(|class| all.intersects(class.to_mask()))
        // 3. and 6. The class of its end, "followed by zero or more characters with Bidi property NSM".
        && label
            .chars()
            .rev()
            .map(|c| data.bidi_class(c))
            .find(|class| !class.is_nonspacing_mark())
            .is_some_and(|class| last.intersects(class.to_mask()))
        // 4. "In an RTL label, if an EN is present, no AN may be present, and vice versa." LTR has no AN.
        && !(classes().any(|class| class.is_european_number())
            && classes().any(|class| class.is_arabic_number()))
}

#[cfg(test)]
mod tests;
