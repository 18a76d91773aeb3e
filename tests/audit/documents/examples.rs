//! Examples: of header fields, which are no productions; of productions, which are some; and misprints.

use urispec_audit::DocumentKind;

use super::{left_out, names, read};

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

#[test]
fn a_misprint_is_told_from_a_sentence() {
    let found = |text: &str| {
        let document = read(DocumentKind::Text, text);
        names(&document).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    // What a production uses and nothing else defines.
    assert_eq!(found("   a = \"x\" b\n\n   where\n\n   b = / \"y\"\n"), ["a", "b"]);
    assert_eq!(found("   a = \"x\"\n\n   where\n\n   b = / \"y\"\n"), ["a"]);
    // A production with the same name that can be read is the one.
    assert_eq!(found("   a = \"x\" b\n   b = \"y\"\n\n   B.\n\n   b = $2\n"), ["a", "b"]);
    // Next to a production.
    assert_eq!(found("   a = \"x\"\n\n   b = / \"y\"\n"), ["a", "b"]);
    assert_eq!(found("   b = / \"y\"\n\n   a = \"x\"\n"), ["b", "a"]);
    assert_eq!(found("   a = \"x\"\n\n   length = the number of octets.\n"), ["a"]);
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
    let refused = urispec_audit::Extracted::read(
        DocumentKind::Xml,
        urispec_audit::GrammarText {
            file: "f",
            text: &text.replace("\"&bold;\"\n</art", "\"&deep;\"\n</art"),
        },
    );
    assert!(refused.unwrap_err().to_string().contains("`&deep;` is declared by other entities"));
}
