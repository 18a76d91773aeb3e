//! RFC XML, Markdown and HTML: invented documents, with manually derived results.

use urispec_audit::documents::{DocumentKind, ExtractError, Extracted, Selection};
use urispec_audit::{GrammarText, Notation};

use super::{left_out, placed, read};

const XML_2: &str = r#"<?xml version="1.0"?>
<!DOCTYPE rfc SYSTEM "rfc2629.dtd" [
  <!ENTITY rfc2119 SYSTEM "reference.RFC.2119.xml">
  <!ENTITY dash "-">
]>
<rfc>
 <middle>
  <section title="Introduction"><t>a = b; see &rfc2119;.</t></section>
  <section title="The &lt;host&gt;" anchor="host">
   <figure><artwork type="abnf" xml:space="preserve">
addr = 1*DIGIT "." &lt;more, see prose&gt; "x&dash;y" &#34;z"
   </artwork></figure>
   <section title="Names">
    <figure><artwork type="abnf"><![CDATA[
   host = name / "<" addr ">"   ; both
   name = 1*ALPHA
        / "*"
]]></artwork></figure>
   <figure><artwork>
       +---+
       | a |  T.a = R.a;
       +---+
   </artwork></figure>
   <figure><artwork type="json">
   a = "x"
   </artwork></figure></section>
  </section>
 </middle>
 <back><section title="More"><section title="Core"><figure><artwork>
   more = "m" host
 </artwork></figure></section></section></back>
</rfc>
"#;

#[test]
fn rfc_xml_version_2_is_read() {
    let document = read(DocumentKind::Xml, XML_2);
    assert_eq!(placed(&document), ["addr 2 11", "host 2.1 15", "name 2.1 16", "more A.1 30"]);
    assert_eq!(
        document.productions[0].place.text,
        "addr = 1*DIGIT \".\" <more, see prose> \"x-y\" \"z\""
    );
    assert_eq!(document.productions[2].place.text, "name = 1*ALPHA\n     / \"*\"");
    assert_eq!(document.productions[1].place.section.as_ref().unwrap().title, "Names");
    // A drawing is not a candidate; JSON is one, and is left out for its language.
    assert_eq!(left_out(&document), ["25 1 language"]);
}

const XML_3: &str = r#"<rfc version="3">
<middle>
<section pn="section-1" numbered="true"><name>Abstract <tt>things</tt></name>
  <section pn="section-1.1"><name slugifiedName="x">Ports</name>
    <sourcecode type="abnf9110" name="p.abnf" markers="true">
port     = *DIGIT
port     =/ "x"
a stray line
    </sourcecode>
    <artwork type="ascii-art" align="left">
      scheme = 1*ALPHA port
    </artwork>
    <sourcecode type="ebnf">x ::= 'y'+</sourcecode>
  </section>
</section>
<section numbered="false"><name>Thanks</name>
  <sourcecode type="abnf">thanks = "t"</sourcecode>
</section>
</middle>
<back><section pn="section-appendix.a"><name>Collected ABNF</name>
<sourcecode type="abnf">port = 1*DIGIT
port =/ "x"
scheme = 1*ALPHA port</sourcecode>
</section></back>
</rfc>"#;

#[test]
fn rfc_xml_version_3_is_read() {
    let document = read(DocumentKind::Xml, XML_3);
    assert_eq!(
        placed(&document),
        ["port 1.1 6", "thanks \"Thanks\" 17", "port A 22", "scheme A 23"]
    );
    assert_eq!(left_out(&document), ["8 1 stray", "13 1 language"]);
    // The appendix defines `port` otherwise; the definition of the section is chosen.
    let again: Vec<_> = document.productions[0].again.iter().map(|one| &one.place).collect();
    assert_eq!(
        (again[0].line, again[0].section.as_ref().unwrap().to_string()),
        (21, "A".to_owned())
    );
    assert!(!document.productions[0].again[0].sameness.is_same());
    assert_eq!(document.notes.len(), 1);
    let lines = |selection| {
        let selected = document.select(&selection);
        selected.iter().map(|(_, place)| place.line).collect::<Vec<_>>()
    };
    assert_eq!(lines(Selection::Collected), [21, 22, 23]);
    assert_eq!(lines(Selection::Scattered), [6, 7, 11, 17]);
    assert_eq!(lines(Selection::Section("1".to_owned())), [6, 7, 11]);
    assert_eq!(
        document.grammar(&Selection::Collected),
        "; A, line 21\nport = 1*DIGIT\nport =/ \"x\"\nscheme = 1*ALPHA port\n"
    );
    // Productions keep the lines of the file.
    let printed = document.printed(&urispec_audit::reader(document.notation)).unwrap();
    let scheme = printed.production("scheme").unwrap();
    assert_eq!((scheme.line, scheme.section.as_deref()), (23, Some("A")));
}

const MARKDOWN: &str = r##"---
title: x = y
---

# 1. Hosts

Prose with `a = b`, and

x = y

~~~ abnf
host = "h" port
~~~

## Ports

Indented:

    port = *digit
    digit = "0" / "1"

- in a list:

  ```
  extra = host "x"
  ```

```json
{ "a" = 1 }
a = "x"
```

``` bnf
b = host | "y"
```
"##;

#[test]
fn markdown_is_read() {
    let document = read(DocumentKind::Markdown, MARKDOWN);
    assert_eq!(
        placed(&document),
        [
            "host 1 12",
            "port \"Ports\" 19",
            "digit \"Ports\" 20",
            "extra \"Ports\" 25",
            "b \"Ports\" 34"
        ]
    );
    assert_eq!(document.productions[3].place.text, "extra = host \"x\"");
    assert_eq!(left_out(&document), ["30 1 language"]);
    assert_eq!(document.notation, Notation::Abnf);
}

const HTML: &str = "<!DOCTYPE html>
<title>x = y</title><style>a = \"b\"</style>
<h2 id=s>2.  Hosts &amp; <a href=#>ports</a></h2>
<p>Where x = y.
<pre class=\"example abnf\">
<a id=host>host</a> = \"h\" <span>port</span>
port = *DIGIT / &quot;&lt;x>\"
</pre>
<h3>Untitled</h3>
<pre><code class=\"language-bnf\">b = host | \"y\"
</code></pre>
<p><code>extra = 1*host</code> and <code>x = y</code>
<div class=\"lang-json\"><pre class=\"lang-json sourcecode\">a = \"x\"</pre></div>
<pre>broken = \"x\" <br>     host<br>more = broken
";

#[test]
fn html_is_read() {
    let document = read(DocumentKind::Html, HTML);
    assert_eq!(
        placed(&document),
        [
            "host 2 6",
            "port 2 7",
            "b \"Untitled\" 10",
            "extra \"Untitled\" 12",
            "broken \"Untitled\" 14",
            "more \"Untitled\" 14"
        ]
    );
    assert_eq!(document.productions[0].place.text, "host = \"h\" port");
    assert_eq!(document.productions[1].place.text, "port = *DIGIT / \"<x>\"");
    assert_eq!(document.productions[4].place.text, "broken = \"x\"\n     host");
    assert_eq!(left_out(&document), ["12 1 words", "13 1 language"]);
    assert_eq!(document.productions[0].place.section.as_ref().unwrap().title, "Hosts & ports");
}

/// Pages of an RFC as on the sites of the RFC Editor and the datatracker.
#[test]
fn pages_of_an_rfc_in_html_are_joined() {
    let html = "<html><pre><span class=\"h2\"><a class=\"selflink\">3.1</a>.  Scheme</span>

      scheme = ALPHA

Berners-Lee, et al.         Standards Track                    [Page 1]</pre>
<hr class='noprint'/><pre class='newpage'><span class=\"grey\">RFC 3986    URI Generic Syntax    January 2005</span>

             / \"x\"
</pre>";
    let document = read(DocumentKind::Html, html);
    assert_eq!(placed(&document), ["scheme 3.1 3"]);
    assert_eq!(document.productions[0].place.text, "scheme = ALPHA\n       / \"x\"");
}

#[test]
fn the_extension_or_the_text_gives_the_document_kind() {
    let name = DocumentKind::from_name;
    assert_eq!(name("a/rfc3986.TXT"), Some(DocumentKind::Text));
    assert_eq!(name("rfc.xml"), Some(DocumentKind::Xml));
    assert_eq!(name("README.md"), Some(DocumentKind::Markdown));
    assert_eq!(name("x.htm"), Some(DocumentKind::Html));
    assert_eq!(name("x.abnf"), None);
    for (text, kind) in [
        (XML_2, DocumentKind::Xml),
        (XML_3, DocumentKind::Xml),
        (MARKDOWN, DocumentKind::Markdown),
        (HTML, DocumentKind::Html),
    ] {
        assert_eq!(DocumentKind::from_text(text), Some(kind));
    }
}

#[test]
fn lines_may_end_in_cr_lf() {
    for (kind, text) in [
        (DocumentKind::Text, "1.  A\n\n   a = \"x\" /\n       b\n\n   b = \"y\"\n"),
        (DocumentKind::Xml, XML_2),
        (DocumentKind::Xml, XML_3),
        (DocumentKind::Markdown, MARKDOWN),
        (DocumentKind::Html, HTML),
    ] {
        let (unix, other) = (read(kind, text), read(kind, &text.replace('\n', "\r\n")));
        assert_eq!(unix.productions, other.productions, "{kind}");
        assert_eq!(unix.left_out, other.left_out, "{kind}");
    }
}

#[test]
fn malformed_xml_is_refused_with_its_line() {
    let fault = |text| {
        let read = Extracted::read(DocumentKind::Xml, GrammarText { file: "f", text });
        match read {
            Err(ExtractError::Xml { line, .. }) => line,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fault("<rfc>\n<a>\n</b>\n</rfc>"), 3);
    assert_eq!(fault("<rfc>\n<artwork>a = &nope;</artwork>\n</rfc>"), 2);
    assert_eq!(fault("<rfc>\n<section>\n"), 3);
}
