//! Certificates of patterns in which a character above U+FFFF counts as two.
//!
//! In: a certificate. Out: whether one of its strings has such a character. If none has, it does not
//! matter how such a character counts. In UTF-8 these characters begin with the bytes from F0 on.

use super::lines::Certificate;

/// Whether a string of a certificate has a character above U+FFFF. The certificate must be right: what
/// its pairs accept is then what both sides have.
pub(super) fn has_pair(certificate: &Certificate) -> bool {
    let rows = &certificate.rows;
    let mut before = vec![Vec::new(); rows.len()];
    for (pair, row) in rows.iter().enumerate() {
        row.next.iter().for_each(|&next| before[next as usize].push(pair));
    }
    let mut live: Vec<bool> = rows.iter().map(|row| row.accepts).collect();
    let mut waiting: Vec<usize> = (0..rows.len()).filter(|&pair| live[pair]).collect();
    while let Some(pair) = waiting.pop() {
        for &before in &before[pair] {
            if !std::mem::replace(&mut live[before], true) {
                waiting.push(before);
            }
        }
    }
    let is_first = |class: usize| certificate.classes[class].iter().any(|byte| byte >= 0xF0);
    let classes: Vec<usize> = (0..certificate.classes.len()).filter(|&one| is_first(one)).collect();
    rows.iter().any(|row| classes.iter().any(|&class| live[row.next[class] as usize]))
}
