//! Where a string leaves the language of a grammar of the user: in one line, and as JSON.

use urispec_views::record::Record;

/// The number of things that could have stood there which a message names.
const NAMED: usize = 8;

/// The place at which a string leaves a language.
pub(crate) struct Rejected<'s> {
    bytes: &'s [u8],
    pub(crate) offset: usize,
    /// What could have stood there.
    expected: Vec<String>,
}

impl<'s> Rejected<'s> {
    /// The offset lies within the string, or at its end.
    pub(crate) const fn new(bytes: &'s [u8], offset: usize, expected: Vec<String>) -> Self {
        Self { bytes, offset, expected }
    }

    /// What is wrong, in one line.
    pub(crate) fn message(&self) -> String {
        let mut expected = self.expected.clone();
        let more = expected.len().saturating_sub(NAMED);
        if more > 0 {
            expected.truncate(NAMED);
            expected.push(format!("{more} more"));
        }
        let expected = match expected.pop() {
            None => "nothing".to_owned(),
            Some(last) if expected.is_empty() => last,
            Some(last) => format!("{} or {last}", expected.join(", ")),
        };
        format!("at byte {}: found {}, expected {expected}", self.offset, self.found())
    }

    /// The same, as the value of `error`.
    pub(crate) fn record(&self) -> Record {
        Record::new()
            .with("offset", self.offset)
            .with("found", self.found())
            .with("expected", &self.expected)
            .with("message", self.message())
    }

    /// What stands at the offset: a character, a byte that is none, or the end.
    fn found(&self) -> String {
        let rest = &self.bytes[self.offset..];
        let text = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        match (text, rest.first()) {
            (Some(character), _) => format!("{:?}", character.to_string()),
            (None, Some(byte)) => format!("0x{byte:02X}"),
            (None, None) => "end of input".to_owned(),
        }
    }
}
