//! The ten texts: every production is found, once, where the document prints it, and nothing else is.
//! The names were written down from the documents, not from what was found.

use urispec_audit::{Extracted, Notation, Sameness, Selection};

use super::{names, rfc};

/// What a document prints: its productions in their order, and their number with all repetitions.
struct Text {
    rfc: u32,
    notation: Notation,
    /// The sections of the collected grammar.
    collected: &'static [&'static str],
    productions: &'static str,
    /// How many productions are printed a second time.
    again: usize,
}

const TEXTS: [Text; 10] = [
    Text {
        rfc: 1738,
        notation: Notation::Bnf,
        collected: &[],
        productions: "genericurl url otherurl scheme schemepart ip-schemepart login hostport host hostname \
                      domainlabel toplabel alphadigit hostnumber port user password urlpath ftpurl fpath \
                      fsegment ftptype fileurl httpurl hpath hsegment search gopherurl gtype selector \
                      gopher+_string mailtourl encoded822addr newsurl grouppart group article nntpurl \
                      telneturl waisurl waisdatabase waisindex waisdoc database wtype wpath prosperourl \
                      ppath psegment fieldspec fieldname fieldvalue lowalpha hialpha alpha digit safe extra \
                      national punctuation reserved hex escape unreserved uchar xchar digits",
        again: 0,
    },
    Text {
        rfc: 1808,
        notation: Notation::Bnf,
        collected: &[],
        // The header field of section 3.1 is a production, too.
        productions: "URL absoluteURL generic-RL relativeURL net_path abs_path rel_path path fsegment segment \
                      params param scheme net_loc query fragment pchar uchar unreserved escape hex alpha \
                      lowalpha hialpha digit safe extra national reserved punctuation base-header",
        again: 0,
    },
    Text {
        rfc: 2141,
        notation: Notation::Bnf,
        collected: &[],
        productions: "URN NID let-num-hyp let-num upper lower number NSS URN-chars trans hex other reserved \
                      excluded",
        again: 0,
    },
    Text {
        rfc: 2396,
        notation: Notation::Bnf,
        collected: &["A"],
        // The first four stand in 2.4.3 alone, the others in Appendix A and in the sections.
        productions: "control space delims unwise URI-reference absoluteURI relativeURI hier_part opaque_part \
                      uric_no_slash net_path abs_path rel_path rel_segment scheme authority reg_name server \
                      userinfo hostport host hostname domainlabel toplabel IPv4address port path \
                      path_segments segment param pchar query fragment uric reserved unreserved mark \
                      escaped hex alphanum alpha lowalpha upalpha digit",
        again: 40,
    },
    Text {
        rfc: 3986,
        notation: Notation::Abnf,
        collected: &["A"],
        productions: "URI hier-part URI-reference absolute-URI relative-ref relative-part scheme authority \
                      userinfo host port IP-literal IPvFuture IPv6address h16 ls32 IPv4address dec-octet \
                      reg-name path path-abempty path-absolute path-noscheme path-rootless path-empty \
                      segment segment-nz segment-nz-nc pchar query fragment pct-encoded unreserved reserved \
                      gen-delims sub-delims",
        again: 36,
    },
    Text {
        rfc: 3987,
        notation: Notation::Abnf,
        collected: &[],
        productions: "IRI ihier-part IRI-reference absolute-IRI irelative-ref irelative-part iauthority \
                      iuserinfo ihost ireg-name ipath ipath-abempty ipath-absolute ipath-noscheme \
                      ipath-rootless ipath-empty isegment isegment-nz isegment-nz-nc ipchar iquery ifragment \
                      iunreserved ucschar iprivate scheme port IP-literal IPvFuture IPv6address h16 ls32 \
                      IPv4address dec-octet pct-encoded unreserved reserved gen-delims sub-delims",
        again: 0,
    },
    Text {
        rfc: 5234,
        notation: Notation::Abnf,
        collected: &["4", "B.1"],
        // Section 2.3 prints CR twice, section 3.4 prints DIGIT, as B.1 has them.
        productions: "rulelist rule rulename defined-as elements c-wsp c-nl comment alternation concatenation \
                      repetition repeat element group option char-val num-val bin-val dec-val hex-val \
                      prose-val ALPHA BIT CHAR CR CRLF CTL DIGIT DQUOTE HEXDIG HTAB LF LWSP OCTET SP VCHAR \
                      WSP",
        again: 3,
    },
    Text {
        rfc: 6068,
        notation: Notation::Abnf,
        collected: &[],
        productions: "mailtoURI to hfields hfield hfname hfvalue addr-spec local-part domain dtext-no-obs qchar \
                      some-delims",
        again: 0,
    },
    Text {
        rfc: 6874,
        notation: Notation::Abnf,
        collected: &[],
        // IP-literal as RFC 3986 has it, and as it is from now on.
        productions: "IP-literal ZoneID IPv6addrz",
        again: 1,
    },
    Text {
        rfc: 8141,
        notation: Notation::Abnf,
        collected: &[],
        productions: "namestring assigned-name NID ldh NSS rq-components r-component q-component f-component \
                      InformalNamespaceName Number DigitNonZero Digit",
        again: 0,
    },
];

#[test]
fn every_production_of_the_ten_texts_is_found_and_nothing_else() {
    let mut found = 0;
    for text in TEXTS {
        let Some(document) = rfc(text.rfc) else { continue };
        let wanted: Vec<&str> = text.productions.split_ascii_whitespace().collect();
        assert_eq!(names(&document), wanted, "RFC {}", text.rfc);
        assert_eq!(document.notation, text.notation, "RFC {}", text.rfc);
        let collected: Vec<String> = document.collected.iter().map(ToString::to_string).collect();
        assert_eq!(collected, text.collected, "RFC {}", text.rfc);
        let again = document.productions.iter().map(|one| one.again.len()).sum::<usize>();
        assert_eq!(again, text.again, "RFC {}", text.rfc);
        found += wanted.len();
    }
    eprintln!("{found} productions found, none missed, none false");
}

/// The line of each production is a line of the file on which that production begins.
#[test]
fn the_lines_are_those_of_the_files() {
    for text in TEXTS {
        let path = format!("spec/rfc/rfc{}.txt", text.rfc);
        let (Some(source), Some(document)) = (super::text_of(&path), rfc(text.rfc)) else {
            continue;
        };
        let lines: Vec<&str> = source.split('\n').collect();
        for production in &document.productions {
            let again = production.again.iter().map(|again| &again.place);
            for place in std::iter::once(&production.place).chain(again) {
                let first = place.text.lines().next().unwrap();
                assert_eq!(lines[place.line - 1].trim(), first, "RFC {}", text.rfc);
            }
        }
    }
}

#[track_caller]
fn place<'d>(document: &'d Extracted, name: &str) -> &'d urispec_audit::ExtractedProduction {
    document.productions.iter().find(|one| one.name == name).unwrap()
}

#[test]
fn a_production_that_a_page_breaks_is_whole() {
    // RFC 3987 breaks `irelative-part` after its second line, RFC 5234 the comment of none.
    let Some(document) = rfc(3987) else { return };
    let text = &place(&document, "irelative-part").place.text;
    assert_eq!(
        *text,
        "irelative-part = \"//\" iauthority ipath-abempty\n                    / ipath-absolute\n               \
         / ipath-noscheme\n               / ipath-empty"
    );
}

#[test]
fn the_sections_of_rfc_3986_and_rfc_2396_print_what_their_appendix_prints() {
    for number in [3986, 2396] {
        let Some(document) = rfc(number) else { continue };
        let collected = document.select(&Selection::Collected);
        assert!(collected.iter().all(|(one, _)| one.again.len() == 1), "RFC {number}");
        for one in document.productions.iter().flat_map(|one| &one.again) {
            assert_eq!(one.sameness, Sameness::Text, "RFC {number}, line {}", one.place.line);
        }
        assert!(document.notes.is_empty());
    }
}

#[test]
fn a_carriage_return_is_printed_in_three_ways_and_is_one_language() {
    let Some(document) = rfc(5234) else { return };
    let again = &place(&document, "CR").again;
    let again: Vec<_> = again.iter().map(|one| (one.place.line, &one.sameness)).collect();
    assert_eq!(again, [(213, &Sameness::Language), (215, &Sameness::Text)]);
}

#[test]
fn the_last_print_is_taken_where_two_differ_and_a_note_says_so() {
    let Some(document) = rfc(6874) else { return };
    let literal = place(&document, "IP-literal");
    assert_eq!((literal.place.line, literal.again[0].place.line), (198, 190));
    assert!(!literal.again[0].sameness.is_same());
    assert_eq!(
        document.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "document, section 2, line 198: `IP-literal`: it is defined twice, also on line 190; the last \
          one is taken"
        ]
    );
}
