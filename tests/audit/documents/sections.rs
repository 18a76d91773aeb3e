//! What stands beside productions and above appendices: examples, misprints, what is left out, what is replaced.

use urispec_audit::{DocumentKind, Extracted, GrammarText, Sameness, Selection};

use super::{has, left_out, names, notes, placed, read, rfc};

/// As RFC 7616, 3.9.1, has it, with the end of a page.
const DIGEST: &str = "\
3.9.1.  Example

   A2       = Method \":\" request-uri

   HTTP/1.1 401 Unauthorized
   WWW-Authenticate: Digest
       realm=\"http-auth@example.org\",
       qop=\"auth, auth-int\",
       algorithm=SHA-256,
       opaque=\"FQhe\"

   Authorization: Digest username=\"Mufasa\",
       realm=\"http-auth@example.org\",
       uri=\"/dir/index.html\",



Shekh-Yusef, et al.          Standards Track                   [Page 19]

RFC 7616            HTTP Digest Access Authentication     September 2015


       nc=00000001,
       qop=auth,
       response=\"8ca523f5e9506fed4657c9700eebdbec\",
       opaque=\"FQhe\"
";

#[test]
fn parameters_of_header_fields_are_no_productions() {
    let document = read(DocumentKind::Text, DIGEST);
    assert_eq!(names(&document), ["A2"]);
    assert_eq!(left_out(&document), ["7 10 field"]);
    // As RFC 8288, 3.5, has them.
    let links = "3.5.  Examples\n\n   Link: <http://example.com/2>; rel=\"previous\";\n         title=\"previous chapter\"\n\n   \
                 indicates that\n\n   Link: </TheBook/chapter2>;\n         rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel,\n         \
                 </TheBook/chapter4>;\n         rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel\n";
    let document = read(DocumentKind::Text, links);
    assert_eq!((names(&document).len(), left_out(&document)), (0, vec!["4 3 field".to_owned()]));
}

#[test]
fn a_production_below_a_label_is_one() {
    for text in [
        "   Syntax: the whole is\n      whole = \"x\" name\n      name = 1*ALPHA\n",
        "   Link:\n      whole = \"x\" name\n      name = 1*ALPHA\n",
        "   Link: x\n\n      whole=\"x\" name\n      name=1*ALPHA\n",
        "   Link: x\n   whole = \"x\" name\n",
    ] {
        let document = read(DocumentKind::Text, text);
        let found = names(&document);
        let is_prose = text.contains("x\n   whole");
        assert_eq!(found.first().copied(), (!is_prose).then_some("whole"), "{text}");
    }
}

/// RFC 7230, 7, has such examples of productions; those of section 2.4 of RFC 7235 are of header fields.
#[test]
fn definitions_in_example_artwork_are_productions() {
    let text = "<rfc><middle><section title=\"Lists\">\n\
                <figure><artwork type=\"example\">\n  example-list = 1#example-list-elmt\n</artwork></figure>\n\
                <figure><artwork type=\"example\">\n  example-list-elmt = token ; see 3.2.6\n</artwork></figure>\n\
                <sourcecode type=\"example\">\n  foo = bar\n</sourcecode>\n\
                <sourcecode type=\"example\">\n  sid=token\n</sourcecode>\n\
                <artwork>\n  url = base\n</artwork>\n\
                <artwork type=\"example\">\nAuthorization: Digest\n    qop=\"auth\",\n    nc=\"1\"\n</artwork>\n\
                </section></middle></rfc>";
    let document = read(DocumentKind::Xml, text);
    assert_eq!(names(&document), ["example-list", "example-list-elmt", "foo"]);
    assert_eq!(left_out(&document), ["12 2 words", "19 2 field"]);
}

/// As RFC 2047, 2, prints it: the quote before `<">` opens no literal.
#[test]
fn a_misprint_stays_with_its_reason() {
    let text = "2.  Syntax of encoded-words\n\n   encoded-word = \"=?\" charset \"?=\"\n\n   charset = token    ; see section 3\n\n   \
                token = 1*<Any CHAR except SPACE, CTLs, and especials>\n\n   \
                especials = \"(\" / \")\" / \"<\" / \">\" / \"@\" / \",\" / \";\" / \":\" / \"\n               <\"> / \"/\" / \"[\" / \"]\" / \"?\" / \".\" / \"=\"\n\n   \
                encoded-text = 1*<Any printable ASCII character other than \"?\"\n                     or SPACE>\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(names(&document), ["encoded-word", "charset", "token", "especials", "encoded-text"]);
    let especials = &document.productions[3];
    assert!(especials.misprint.is_some() && especials.place.text.contains("<\"> / \"/\""));
    // Prose is no misprint.
    assert_eq!(document.productions[2].misprint, None);
}

/// RFC 9110 marks its asides with a bar before each line, which is no sign of ABNF.
#[test]
fn an_aside_is_no_part_of_a_production() {
    let text = "8.8.3.  ETag\n\n     etagc      = %x21 / %x23-7E / obs-text\n                ; VCHAR except double quotes\n\n      \
                |  *Note:* Previously, opaque-tag was defined to be a\n      |  quoted-string.\n\n     obs-text = %x80-FF\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(names(&document), ["etagc", "obs-text"]);
    assert!(document.productions.iter().all(|one| one.misprint.is_none()));
}

/// As the source of RFC 7235 has them.
#[test]
fn an_entity_with_markup_stands_for_its_text() {
    let text = "<!DOCTYPE rfc [\n\
                <!ENTITY MAY \"<bcp14 xmlns='http://purl.org/net/xml2rfc/ext'>MAY</bcp14>\">\n\
                <!ENTITY whitespace \"<xref target='RFC7230' x:rel='#whitespace' xmlns:x='http://x/ext'/>\">\n\
                <!ENTITY bold \"<b>x &amp; &#121;</b>\">\n\
                <!ENTITY deep \"&bold;\">\n\
                ]>\n\
                <rfc><middle><section title=\"Imported\"><t>A client &MAY; ask; &deep;.</t>\n\
                <figure><artwork type=\"abnf2616\">\n  BWS = &lt;BWS, see &whitespace;&gt;\n  OWS = &lt;OWS, see <xref target=\"RFC7230\"/>&gt;\n  \
                a = \"&bold;\"\n</artwork></figure></section></middle></rfc>";
    let document = read(DocumentKind::Xml, text);
    let texts: Vec<&str> = document.productions.iter().map(|one| &*one.place.text).collect();
    assert_eq!(
        texts,
        ["BWS = <BWS, see [RFC7230]>", "OWS = <OWS, see [RFC7230]>", "a = \"x & y\""]
    );
    let refused = Extracted::read(
        DocumentKind::Xml,
        GrammarText { file: "f", text: &text.replace("\"&bold;\"\n</art", "\"&deep;\"\n</art") },
    );
    assert!(refused.unwrap_err().to_string().contains("`&deep;` is declared by other entities"));
}

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
    assert_eq!(
        notes(&document),
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
    has(&document, "time-offset", &["+01:00"], &["+01", "+0100"]);
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

#[test]
fn what_may_go_on_below_an_empty_line_is_noted() {
    let document = read(
        DocumentKind::Text,
        "   a = \"x\"\n\n       \"y\"\n\n   b = \"z\"\n\n       as in this.\n",
    );
    assert_eq!(
        notes(&document),
        [
            "document, line 1: `a`: line 3, below an empty line, could be a part of it, and is not taken for one"
        ]
    );
    // What begins with an operator is no sentence: `a ::= b - 'x'` is printed over three lines here.
    let document =
        read(DocumentKind::Text, "   [1] a ::= b\n\n       -\n\n       'x'\n   [2] b ::= 'y'\n");
    assert!(
        notes(&document)[0].starts_with("document, line 1: `a`: line 3, below an empty line"),
        "{document:?}"
    );
    // In a block that is a grammar, it is a part.
    let document = read(DocumentKind::Markdown, "```abnf\na = \"x\"\n\n    \"y\"\n```\n");
    assert_eq!(document.productions[0].place.text, "a = \"x\"\n    \"y\"");
}

#[test]
fn what_is_added_in_a_section_is_not_added_to_the_collected_production_again() {
    let document = read(
        DocumentKind::Text,
        "1.  A\n\n   a = \"x\"\n\n   a =/ \"y\"\n\nA.  Collected ABNF\n\n   a = \"x\" / \"y\"\n   b = a\n",
    );
    assert_eq!(names(&document), ["a", "b"]);
    let again = &document.productions[0].again;
    assert_eq!(again.iter().map(|one| one.place.line).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn a_grammar_alone_has_productions_alone() {
    let document =
        read(DocumentKind::Grammar, "; RFC 7231\nFrom = mailbox\n\nempty = 0pchar\nstray\n");
    assert_eq!(names(&document), ["From", "empty"]);
    assert_eq!(left_out(&document), ["5 1 stray"]);
}

/// RFC 5234, 4: `defined-as = *c-wsp ("=" / "=/") *c-wsp`, and `c-wsp` may be a line end.
#[test]
fn the_sign_may_stand_below_the_name() {
    let text =
        "1.  A\n\n   foo\n      = \"a\"\n      / \"z\"\n\n   <b c>\n      ::= foo\n   bar = foo\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(names(&document), ["foo", "b-c", "bar"]);
    assert_eq!(document.productions[0].place.text, "foo\n   = \"a\"\n   / \"z\"");
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    assert!(printed.productions.iter().all(|one| one.term.is_ok()));
    assert_eq!(printed.production("foo").unwrap().line, 3);
    assert_eq!(names(&read(DocumentKind::Text, "   Title\n   =====\n\n   a = \"x\"\n")), ["a"]);
}

#[test]
fn a_no_break_space_is_a_space_and_noted() {
    let text = "1.\u{a0}A\n\n\u{a0}\u{a0}a\u{a0}= \"x\"\n\u{a0}\u{a0}b = a\n\nc\u{a0}d\n";
    let document = read(DocumentKind::Text, text);
    assert_eq!(names(&document), ["a", "b"]);
    assert_eq!(
        notes(&document),
        [
            "document, section 1, line 3: `a`: no-break spaces (U+00A0) are read as spaces; so on 2 lines of \
          productions"
        ]
    );
    let html = read(DocumentKind::Html, "<pre>foo&nbsp;&nbsp;= \"a\"</pre>");
    assert_eq!(html.productions[0].place.text, "foo  = \"a\"");
}
