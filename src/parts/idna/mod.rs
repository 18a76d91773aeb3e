//! Domain names to ASCII and back, by Unicode's UTS #46.
//!
//! The tables are those of the crate `idna_adapter`; the steps are those of UTS #46, 4 to 4.3. Only
//! VerifyDnsLength limits the length of a label. CheckBidi and CheckJoiners are always true, and
//! Transitional_Processing and IgnoreInvalidPunycode always false. Both callers, the URL Standard
//! and RFC 3987, set CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength to the same value, so one
//! argument, `is_strict`, sets all three.
//!
//! A label in Punycode may decode to a label that begins with `xn--` again. `xn--xn---epa` decodes
//! to `xn--é`, which has no form in ASCII, so UTS #46, 4.1, rejects it.

#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use idna_adapter::{
    Adapter, FIRST_BC_MASK, LAST_LTR_MASK, LAST_RTL_MASK, LEFT_OR_DUAL_JOINING_MASK,
    MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};

const PREFIX: &str = "xn--";

/// Runs ToASCII (UTS #46, 4.2).
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
                encode_punycode(label, &mut ascii);
            }
        }
        ascii
    };
    // 4. "If the VerifyDnsLength flag is true": the empty root label is then disallowed.
    let is_short = |label: &str| (1..=63).contains(&label.len());
    (!is_strict || name.len() <= 253 && name.split('.').all(is_short)).then_some(name)
}

/// Runs ToUnicode (UTS #46, 4.3), without the strict flags. Returns `None` if an error is recorded.
#[cfg(feature = "unicode")]
pub(crate) fn to_unicode(domain: &str) -> Option<String> {
    process(domain, false)
}

/// Runs Processing (UTS #46, 4). Returns `None` if an error is recorded.
fn process(domain: &str, is_strict: bool) -> Option<String> {
    let data = Adapter::new();
    // 1. and 2. "Map" and "Normalize". In ASCII only uppercase letters are mapped, and nothing is
    // composed.
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
        // 4. "Convert/Validate". A code point that is not basic is not Punycode; an empty label, or
        // one with only basic code points, records an error.
        match label.strip_prefix(PREFIX) {
            Some(code) => {
                let label = decode_punycode(code).filter(|label| !label.is_ascii())?;
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

/// Checks the criteria of UTS #46, 4.1, for a single label.
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
    // 5. No "." is left: labels end there, and Punycode inserts no ASCII characters.
    if label.is_ascii() {
        return true;
    }
    // 1. and 7. NFC, and only valid code points and deviations. The tables replace the others.
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

/// Checks the ContextJ rules (RFC 5892, A.1 and A.2).
fn may_join(data: &Adapter, before: &str, joiner: &str, after: &str) -> bool {
    // "If Canonical_Combining_Class(Before(cp)) .eq. Virama Then True"
    if before.ends_with(|c| data.is_virama(c)) {
        return true;
    }
    // A.1: "(Joining_Type:{L,D})(Joining_Type:T)*\u200C(Joining_Type:T)*(Joining_Type:{R,D})". The
    // joiners themselves have other types, so all searches together read the label at most twice.
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

/// Checks the Bidi rule for a label of a Bidi domain name (RFC 5893, 2). An empty label passes, since
/// it has no character that could break the rule.
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

// Punycode (RFC 3492): a label of Unicode as letters, digits and hyphens.
//
// Encoding and decoding take n log n steps for n characters: a binary indexed tree (Fenwick 1994)
// counts the code points before a position. No number that the document allows overflows: a code
// point times a length is less than 2^64.

// 5. "Parameter values for Punycode"
const BASE: u64 = 36;
const TMIN: u64 = 1;
const TMAX: u64 = 26;
const SKEW: u64 = 38;
const DAMP: u64 = 700;
const INITIAL_BIAS: u64 = 72;
const INITIAL_N: u64 = 0x80;

/// Runs the encoding procedure (RFC 3492, 6.3): appends the code of a label.
pub(crate) fn encode_punycode(label: &str, output: &mut String) {
    let length = label.chars().count();
    // The positions of all code points less than n.
    let mut less = PlaceSet::new(length);
    let mut others: Vec<(u64, usize)> = Vec::new();
    let before = output.len();
    for (at, c) in label.chars().enumerate() {
        if c.is_ascii() {
            output.push(c);
            less.add(at);
        } else {
            others.push((u64::from(u32::from(c)), at));
        }
    }
    // "let h = b = the number of basic code points in the input"
    let b = (output.len() - before) as u64;
    if b > 0 {
        output.push('-');
    }
    others.sort_unstable();
    let (mut n, mut delta, mut bias, mut h) = (INITIAL_N, 0, INITIAL_BIAS, b);
    for same in others.chunk_by(|one, next| one.0 == next.0) {
        // "let m = the minimum {non-basic} code point >= n in the input"
        let m = same[0].0;
        delta += (m - n) * (h + 1);
        n = m;
        // "for each code point c in the input": those less than n since the last code point equal
        // to n.
        let mut counted = 0;
        for &(_, at) in same {
            let count = less.before(at);
            delta += (count - counted) as u64;
            counted = count;
            write(delta, bias, output);
            bias = adapt(delta, h + 1, h == b);
            delta = 0;
            h += 1;
        }
        delta += (less.before(length) - counted) as u64;
        same.iter().for_each(|&(_, at)| less.add(at));
        // "increment delta and n"
        delta += 1;
        n += 1;
    }
}

/// Appends delta as a generalized variable-length integer.
fn write(delta: u64, bias: u64, output: &mut String) {
    let digit = |value: u64| match value {
        0..26 => char::from(b'a' + value as u8),
        _ => char::from(b'0' + (value - 26) as u8),
    };
    let (mut q, mut k) = (delta, BASE);
    loop {
        let t = threshold(k, bias);
        if q < t {
            return output.push(digit(q));
        }
        output.push(digit(t + (q - t) % (BASE - t)));
        q = (q - t) / (BASE - t);
        k += BASE;
    }
}

/// Runs the decoding procedure (RFC 3492, 6.2). Returns `None` if it fails.
pub fn decode_punycode(code: &str) -> Option<String> {
    // "consume all code points before the last delimiter (if there is one) [...]; if more than zero
    // code points were consumed then consume one more code point": a delimiter at the beginning is
    // read as a digit, and fails.
    let (basic, digits) = match code.rsplit_once('-') {
        Some(("", _)) | None => ("", code),
        Some(both) => both,
    };
    if !basic.is_ascii() {
        return None;
    }
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u64, INITIAL_BIAS);
    let mut insertions: Vec<(usize, char)> = Vec::new();
    let mut digits = digits.bytes().peekable();
    while digits.peek().is_some() {
        let length = (basic.len() + insertions.len()) as u64;
        let (oldi, mut w, mut k) = (i, 1_u64, BASE);
        loop {
            let digit = match digits.next()? {
                byte @ b'a'..=b'z' => u64::from(byte - b'a'),
                byte @ b'A'..=b'Z' => u64::from(byte - b'A'),
                byte @ b'0'..=b'9' => u64::from(byte - b'0') + 26,
                _ => return None,
            };
            // "fail on overflow": such an i belongs to no code point.
            i = i.checked_add(digit.checked_mul(w)?)?;
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            w = w.checked_mul(BASE - t)?;
            k += BASE;
        }
        bias = adapt(i - oldi, length + 1, oldi == 0);
        n += i / (length + 1);
        i %= length + 1;
        insertions.push((i as usize, char::from_u32(u32::try_from(n).ok()?)?));
        i += 1;
    }
    // The last insertion is at its own position. Each earlier one has its position among the
    // remaining positions.
    let length = basic.len() + insertions.len();
    let mut label = vec!['\0'; length];
    let mut free = PlaceSet::full(length);
    for &(at, c) in insertions.iter().rev() {
        let at = free.nth(at);
        free.remove(at);
        label[at] = c;
    }
    let places = label.iter_mut().filter(|c| **c == '\0');
    for (place, c) in places.zip(basic.chars()) {
        *place = c;
    }
    Some(label.into_iter().collect())
}

fn threshold(k: u64, bias: u64) -> u64 {
    k.saturating_sub(bias).clamp(TMIN, TMAX)
}

/// Runs the bias adaptation function (RFC 3492, 6.1).
fn adapt(delta: u64, numpoints: u64, firsttime: bool) -> u64 {
    let mut delta = if firsttime { delta / DAMP } else { delta / 2 };
    delta += delta / numpoints;
    let mut k = 0;
    while delta > ((BASE - TMIN) * TMAX) / 2 {
        delta /= BASE - TMIN;
        k += BASE;
    }
    k + ((BASE - TMIN + 1) * delta) / (delta + SKEW)
}

/// A set of positions, as a binary indexed tree.
struct PlaceSet(Vec<usize>);

impl PlaceSet {
    /// Returns an empty set, for positions below `length`.
    fn new(length: usize) -> Self {
        Self(vec![0; length + 1])
    }

    /// Returns the set of all positions below `length`.
    fn full(length: usize) -> Self {
        Self((0..=length).map(|at| at & at.wrapping_neg()).collect())
    }

    fn add(&mut self, place: usize) {
        self.change(place, |count| *count += 1);
    }

    fn remove(&mut self, place: usize) {
        self.change(place, |count| *count -= 1);
    }

    fn change(&mut self, place: usize, each: impl Fn(&mut usize)) {
        let mut at = place + 1;
        while let Some(count) = self.0.get_mut(at) {
            each(count);
            at += at & at.wrapping_neg();
        }
    }

    /// Returns the number of positions in the set that are before `place`.
    fn before(&self, place: usize) -> usize {
        let (mut at, mut count) = (place, 0);
        while at > 0 {
            count += self.0[at];
            at &= at - 1;
        }
        count
    }

    /// Returns the position with the index `before`, counted from 0, among the positions in the set.
    fn nth(&self, mut before: usize) -> usize {
        let (mut at, mut step) = (0, self.0.len().next_power_of_two());
        while step > 0 {
            if let Some(&count) = self.0.get(at + step)
                && count <= before
            {
                before -= count;
                at += step;
            }
            step /= 2;
        }
        at
    }
}
