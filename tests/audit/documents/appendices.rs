//! An appendix that disagrees with the sections does not replace what they print.

use urispec_audit::{DocumentKind, Sameness, Selection};

use super::{placed, read, rfc};

/// What RFC 3339 prints in section 5.6, and of its Appendix A what has names of section 5.6.
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
fn the_offset_of_rfc_3339_is_that_of_section_5_6() {
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
            // The year has the same language in both, and the rest the same text.
            "date-fullyear A 15",
            "time-hour A 17",
            "time-minute A 18",
            "time-zone A 20",
        ]
    );
    let notes: Vec<String> = document.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "document, section 5.6, line 6: `time-numoffset`: it is defined twice, also on line 19 in section A; an \
          appendix does not replace what a section prints: `urispec abnf --section A` takes it"
        ]
    );
    let again = &document.productions[0].again[0];
    let only_again = Some(b"+00".to_vec());
    assert_eq!(again.sameness, Sameness::Differs { only_taken: None, only_again });
    // Both can be had.
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
fn the_grammar_has_the_language_of_the_sections() {
    let document = read(DocumentKind::Text, TIME);
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    let languages = urispec_audit::Languages::new(&printed);
    let has = |name: &str, text: &str| {
        languages.dfa().matches(languages.start(name).unwrap().unwrap(), text.as_bytes())
    };
    assert!(
        has("time-offset", "+01:00") && !has("time-offset", "+01") && !has("time-offset", "+0100")
    );
}

#[track_caller]
fn taken(text: &str) -> Vec<String> {
    placed(&read(DocumentKind::Text, text))
}

#[test]
fn a_collected_grammar_expands_what_the_sections_print() {
    let text = "2.  Lists\n\n   via = 1#( name [ comment ] )\n   OWS = *SP\n   name = 1*ALPHA\n   comment = \"(\" *( ALPHA / comment ) \")\"\n\n\
                Appendix A.  Collected ABNF\n\n   via = ( name [ comment ] ) *( OWS \",\" OWS ( name [ comment ] ) )\n   OWS = *SP\n   name = 1*ALPHA\n   \
                comment = \"(\" *( ALPHA / comment ) \")\"\n";
    // `comment` nests, and has no automaton: the two are the same whatever it is.
    assert_eq!(taken(text), ["via A 10", "OWS A 11", "name A 12", "comment A 13"]);
    assert!(read(DocumentKind::Text, text).notes.is_empty());
}

#[test]
fn a_collected_grammar_rights_a_misprint() {
    let text = "2.  A\n\n   a = \"x\" b\n   b = / \"y\"\n\nAppendix A.  Collected ABNF\n\n   a = \"x\" b\n   b = \"y\"\n";
    assert_eq!(taken(text), ["a A 8", "b A 9"]);
}

#[test]
fn a_section_of_formal_syntax_is_no_appendix() {
    // Most names stand in section 9; section 2 shows some in a shorter form.
    let text = "2.  Overview\n\n   tag = 1*ALPHA\n\n9.  Formal Syntax\n\n   line = tag SP verb SP rest CRLF\n   tag = 1*( ALPHA / DIGIT )\n   verb = \"GO\"\n   rest = *VCHAR\n   end = \"END\"\n";
    assert_eq!(taken(text)[0..2], ["line 9 7", "tag 9 8"]);
}

#[test]
fn what_sections_add_is_a_part_of_what_they_print() {
    let text = |collected: &str| {
        format!(
            "1.  A\n\n   a = \"x\"\n   c = \"z\"\n\n   a =/ \"y\"\n\nA.  Collected ABNF\n\n   {collected}\n   b = a\n   c = \"z\"\n"
        )
    };
    assert_eq!(taken(&text("a = \"x\" / \"y\"")), ["a A 10", "b A 11", "c A 12"]);
    assert_eq!(taken(&text("a = \"y\" / \"x\"")), ["a A 10", "b A 11", "c A 12"]);
    assert_eq!(taken(&text("a = \"x\"")), ["a 1 3", "a 1 6", "b A 11", "c A 12"]);
}

/// RFC 8089: Appendices E and F are not normative, and print other productions under names of section 2.
#[test]
fn section_2_of_rfc_8089_stands() {
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

/// RFC 9110 expands in its Appendix A the lists of its sections, and differs nowhere.
#[test]
fn the_collected_grammars_of_rfc_9110_and_rfc_9112_stand() {
    for number in [9110, 9112] {
        let Some(document) = rfc(number) else { continue };
        let differs = document.productions.iter().filter(|one| {
            let is_twice = one.again.iter().any(|again| again.place.is_collected);
            is_twice && !one.place.is_collected
        });
        assert_eq!(differs.map(|one| &*one.name).collect::<Vec<_>>(), [""; 0], "RFC {number}");
    }
}

/// A document that disagrees with itself everywhere: what is not compared is not taken from the appendix.
#[test]
fn an_appendix_that_is_not_compared_replaces_nothing() {
    let lines = |bits: usize| -> String {
        (0..80).map(|at| format!("   a{at} = b {bits}( b / c ) %x{at:02X}\n")).collect()
    };
    let text = format!("1.  A\n\n{}\nA.  Collected ABNF\n\n{}", lines(3), lines(4));
    let document = read(DocumentKind::Text, &text);
    assert_eq!(document.productions.len(), 80);
    assert!(document.productions.iter().all(|one| !one.place.is_collected));
}
