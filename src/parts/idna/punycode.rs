//! Punycode (RFC 3492): a label of Unicode as letters, digits and hyphens.
//!
//! Encoding and decoding take n log n steps for n characters: where a code point stands among those that are already
//! there is counted in a binary indexed tree (Fenwick 1994), and not one by one. No number overflows that the document
//! would let be: a code point times a length is less than 2^64.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

// 5. "Parameter values for Punycode"
const BASE: u64 = 36;
const TMIN: u64 = 1;
const TMAX: u64 = 26;
const SKEW: u64 = 38;
const DAMP: u64 = 700;
const INITIAL_BIAS: u64 = 72;
const INITIAL_N: u64 = 0x80;

/// The encoding procedure (6.3): appends the code of a label.
pub(crate) fn encode(label: &str, output: &mut String) {
    let length = label.chars().count();
    // The places of all code points less than n.
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
        // "for each code point c in the input": those less than n since the last one that was n.
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

/// The decoding procedure (6.2). There is no label where it fails.
pub fn decode(code: &str) -> Option<String> {
    // "consume all code points before the last delimiter (if there is one) [...]; if more than zero code points were
    // consumed then consume one more code point": a delimiter at the beginning is a digit, and fails as one.
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
            // "fail on overflow": such an i is of no code point.
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
    // The last insertion is where it was put. Each before it has the place that it had among the places left.
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

/// The bias adaptation (6.1).
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

/// A set of places, as a binary indexed tree.
struct PlaceSet(Vec<usize>);

impl PlaceSet {
    /// No place of so many.
    fn new(length: usize) -> Self {
        Self(vec![0; length + 1])
    }

    /// Every place of so many.
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

    /// The number of places before one.
    fn before(&self, place: usize) -> usize {
        let (mut at, mut count) = (place, 0);
        while at > 0 {
            count += self.0[at];
            at &= at - 1;
        }
        count
    }

    /// The place that has so many before it.
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
