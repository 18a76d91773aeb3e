//! Characters that are shown as nothing.

/// Whether a character turns the direction of what follows (`Bidi_Control` of Unicode).
pub(super) const fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is shown as nothing: `Bidi_Control` and what is most often not shown by
/// `Default_Ignorable_Code_Point`, and the marks of interlinear annotation.
#[rustfmt::skip]
pub(super) const fn is_invisible(c: char) -> bool {
    is_bidi(c) || matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
    )
}
