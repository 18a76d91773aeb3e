//! Reasons that differ in their last word only.

/// What stands before the last word of a reason, with its space. A word in backticks may have spaces.
pub(super) fn beginning(reason: &str) -> &str {
    let quoted = reason.strip_suffix('`').and_then(|rest| rest.rfind('`'));
    let end = quoted.or_else(|| reason.rfind(' ').map(|at| at + 1));
    &reason[..end.unwrap_or(0)]
}

/// One sentence of several reasons with the same beginning.
pub(super) fn joined(reasons: &[&str]) -> String {
    let Some((first, rest)) = reasons.split_first() else { return String::new() };
    let begin = beginning(first).len();
    let Some((last, rest)) = rest.split_last() else { return (*first).to_owned() };
    let middle: String = rest.iter().map(|one| format!(", {}", &one[begin..])).collect();
    format!("{first}{middle} or {}", &last[begin..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_with_one_beginning_are_one_sentence() {
        let reasons = ["`a` may be `\"x y\"`", "`a` may be `\"z\"`", "`a` may be `b`"];
        assert_eq!(beginning(reasons[0]), "`a` may be ");
        assert_eq!(joined(&reasons), "`a` may be `\"x y\"`, `\"z\"` or `b`");
        assert_eq!(joined(&reasons[..1]), reasons[0]);
        assert_eq!(beginning("`a` may be empty"), "`a` may be ");
        assert_eq!((beginning("never"), joined(&[])), ("", String::new()));
    }
}
