//! Random terminals of printed grammars: literals, numbers, core rules, and the single characters of
//! RFC 1630's notation.

use crate::evaluator::Term;
use crate::printed_texts::Writer;

impl Writer<'_> {
    pub(crate) fn string(&mut self) -> Term {
        let mut ignores_case = self.is_abnf();
        if self.random.one_in(4) {
            ignores_case = self.random.one_in(2);
            self.push("%");
            self.push_any_case(if ignores_case { "i" } else { "s" });
        }
        let texts = ["a", "b", "A", "aB", "k;", "[", "a b", "1", " ", "<\\>", "/|", "b"];
        let text = match self.random.one_in(12) && self.is_abnf() {
            true => "",
            false => self.random.pick(&texts),
        };
        self.push(&format!("\"{text}\""));
        if ignores_case { Term::Letters(text.into()) } else { Term::bytes(text.as_bytes()) }
    }

    /// Writes numbers: `%x41`, `%d65-66`, `%b1000001.1000010`.
    pub(crate) fn number(&mut self) -> Term {
        const BYTES: [u8; 10] = [b'a', b'b', b'A', b'Z', 0, 9, 10, 13, 0x80, 0xFF];
        let base = self.random.pick(&["x", "d", "b"]);
        self.push("%");
        self.push_any_case(base);
        let digits = |this: &mut Self, byte: u8| {
            let zeros = this.random.pick(&["", "", "0", "000"]);
            this.push(zeros);
            match base {
                "x" => this.push_any_case(&format!("{byte:x}")),
                "d" => this.push(&format!("{byte}")),
                _ => this.push(&format!("{byte:b}")),
            }
        };
        let first = self.random.pick(&BYTES);
        digits(self, first);
        if self.random.one_in(3) {
            let last = first.saturating_add(self.random.below(4) as u8);
            self.push("-");
            digits(self, last);
            return Term::Byte(first, last);
        }
        let mut bytes = vec![first];
        while self.random.one_in(3) {
            let next = self.random.pick(&BYTES);
            self.push(".");
            digits(self, next);
            bytes.push(next);
        }
        Term::bytes(&bytes)
    }

    /// Writes a core rule of RFC 5234, B.1.
    pub(crate) fn core(&mut self) -> Term {
        let bytes = Term::Byte;
        let either = |parts: &[(u8, u8)]| {
            Term::Choice(parts.iter().map(|&(first, last)| bytes(first, last)).collect())
        };
        let blank = either(&[(32, 32), (9, 9)]);
        let linear = Term::Sequence(vec![
            Term::Repeat(0, Some(1), Box::new(Term::bytes(b"\r\n"))),
            blank.clone(),
        ]);
        let all = [
            ("ALPHA", either(&[(65, 90), (97, 122)])),
            ("BIT", bytes(48, 49)),
            ("CHAR", bytes(1, 127)),
            ("CR", bytes(13, 13)),
            ("CRLF", Term::bytes(b"\r\n")),
            ("CTL", either(&[(0, 31), (127, 127)])),
            ("DIGIT", bytes(48, 57)),
            ("DQUOTE", bytes(34, 34)),
            ("HEXDIG", either(&[(48, 57), (65, 70), (97, 102)])),
            ("HTAB", bytes(9, 9)),
            ("LF", bytes(10, 10)),
            ("LWSP", Term::Repeat(0, None, Box::new(linear))),
            ("OCTET", bytes(0, 255)),
            ("SP", bytes(32, 32)),
            ("VCHAR", bytes(33, 126)),
            ("WSP", blank),
        ];
        let (name, term) = &all[self.random.below(all.len())];
        self.push_any_case(name);
        term.clone()
    }

    pub(crate) fn character(&mut self) -> Term {
        let mark = self.random.pick(&["a", "b", "A", "1", ";", "=", "/", "%", "<"]);
        self.push(mark);
        Term::bytes(mark.as_bytes())
    }
}
