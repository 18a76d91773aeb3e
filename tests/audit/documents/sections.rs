//! Definitions repeated in appendices: which of them replace those of the sections.

use urispec_audit::documents::{DocumentKind, Sameness, Selection};

use super::{has, notes, placed, read, rfc};

/// RFC 3339, section 5.6, and the productions of its Appendix A that have names of section 5.6.
const TIME: &str = "\
5.6. Internet Date/Time Format

   date-fullyear   = 4DIGIT
   time-hour       = 2DIGIT  ; 00-23
   time-minute     = 2DIGIT  ; 00-59
   time-numoffset  = (\"+\" / \"-\") time-hour \":\" time-minute
   time-offset     = \"Z\" / time-numoffset

Appendix A. ISO 8601 Collected ABNF

   date-century    = 2DIGIT  ; 00-99
   date-decade     =  DIGIT  ; 0-9
   date-subdecade  =  DIGIT  ; 0-9
   date-year       = date-decade date-subdecade
   date-fullyear   = date-century date-year

   time-hour         = 2DIGIT ; 00-24
   time-minute       = 2DIGIT ; 00-59
   time-numoffset    = (\"+\" / \"-\") time-hour [[\":\"] time-minute]
   time-zone         = \"Z\" / time-numoffset
";

#[test]
fn rfc_3339_keeps_the_offset_of_section_5_6() {
    let document = read(DocumentKind::Text, TIME);
    assert_eq!(
        placed(&document),
        [
            "time-numoffset 5.6 6",
            "time-offset 5.6 7",
            "date-century A 11",
            "date-decade A 12",
            "date-subdecade A 13",
            "date-year A 14",
            // The year has the same language in both, the rest has the same text.
            "date-fullyear A 15",
            "time-hour A 17",
            "time-minute A 18",
            "time-zone A 20",
        ]
    );
    assert_eq!(
        notes(&document),
        ["document, section 5.6, line 6: `time-numoffset`: defined twice, also on line 19 in \
             section A; the definition in the section is used; to use the appendix, run `urispec abnf \
             --section A`"]
    );
    let again = &document.productions[0].again[0];
    let only_again = Some(b"+00".to_vec());
    assert_eq!(again.sameness, Sameness::Differs { only_taken: None, only_again });
    // Either can be selected.
    let lines = |selection| {
        document.select(&selection).iter().map(|(_, place)| place.line).collect::<Vec<_>>()
    };
    assert_eq!(lines(Selection::Scattered), [3, 4, 5, 6, 7]);
    assert_eq!(
        lines(Selection::Section("A".to_owned())),
        (11..=20).filter(|&line| line != 16).collect::<Vec<_>>()
    );
    assert_eq!(lines(Selection::Collected), lines(Selection::Section("A".to_owned())));
}

#[test]
fn the_grammar_has_the_language_of_its_sections() {
    let document = read(DocumentKind::Text, TIME);
    has(&document, "time-offset", &["+01:00"], &["+01", "+0100"]);
}

/// RFC 8089: Appendices E and F are not normative, and define names of section 2 otherwise.
#[test]
fn rfc_8089_keeps_its_section_2() {
    let Some(document) = rfc(8089) else { return };
    let section = |name: &str| {
        let one = document.productions.iter().find(|one| one.name == name).unwrap();
        one.place.section.as_ref().unwrap().to_string()
    };
    for name in ["auth-path", "local-path", "file-auth"] {
        assert_eq!(section(name), "2", "{name}");
    }
    for name in ["file-URI", "file-absolute", "drive-letter"] {
        assert_eq!(section(name), "F", "{name}");
    }
}

/// Appendix A of RFC 9110 expands the lists of its sections; the languages agree.
#[test]
fn collected_grammars_of_rfc_9110_and_rfc_9112_agree_with_their_sections() {
    for number in [9110, 9112] {
        let Some(document) = rfc(number) else { continue };
        let differs = document.productions.iter().filter(|one| {
            let is_twice = one.again.iter().any(|again| again.place.is_collected);
            is_twice && !one.place.is_collected
        });
        assert_eq!(differs.map(|one| &*one.name).collect::<Vec<_>>(), [""; 0], "RFC {number}");
    }
}

/// A document with so many contradictions that not all are compared: the appendix then replaces nothing.
#[test]
fn an_uncompared_appendix_replaces_nothing() {
    let lines = |bits: usize| -> String {
        (0..80).map(|at| format!("   a{at} = b {bits}( b / c ) %x{at:02X}\n")).collect()
    };
    let text = format!("1.  A\n\n{}\nA.  Collected ABNF\n\n{}", lines(3), lines(4));
    let document = read(DocumentKind::Text, &text);
    assert_eq!(document.productions.len(), 80);
    assert!(document.productions.iter().all(|one| !one.place.is_collected));
}
