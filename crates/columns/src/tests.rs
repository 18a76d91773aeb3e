//! What the functions give, worked out by hand, for every type of text and every edge of a column.

use std::sync::Arc;

use arrow_array::builder::{Int8BufferBuilder, StringDictionaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray, Int8Array,
    Int32Array, LargeBinaryArray, LargeStringArray, RecordBatch, Scalar, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;
use urispec::lint::Pack;
use urispec::{Edition, Rung};

use super::*;

const RFC3986: Edition = Edition::Rfc3986;

/// Two hosts that no view holds inline, an empty one, one that is undefined, one that is none.
const URLS: [Option<&str>; 6] = [
    Some("http://u@a-rather-long-name.example:80/p?q#f"),
    None,
    Some("http://a b/"),
    Some("file:///etc/hosts"),
    Some("mailto:a@b"),
    Some("http://[2001:db8::1234:5678]"),
];
const HOSTS: [Option<&str>; 6] =
    [Some("a-rather-long-name.example"), None, None, Some(""), None, Some("[2001:db8::1234:5678]")];

/// The strings in every type of column.
fn columns(of: &[Option<&str>]) -> Vec<ArrayRef> {
    let bytes = || of.iter().map(|text| text.map(str::as_bytes));
    let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
    dictionary.extend(of.iter().copied());
    vec![
        Arc::new(StringArray::from_iter(of)),
        Arc::new(LargeStringArray::from_iter(of)),
        Arc::new(StringViewArray::from_iter(of)),
        Arc::new(BinaryArray::from_iter(bytes())),
        Arc::new(LargeBinaryArray::from_iter(bytes())),
        Arc::new(BinaryViewArray::from_iter(bytes())),
        Arc::new(dictionary.finish()),
    ]
}

/// The rows of a column of text.
fn rows(column: &ArrayRef) -> Vec<Option<String>> {
    let texts = texts::Texts::of(column).unwrap();
    (0..texts.len()).map(|row| texts.text(row).map(str::to_owned)).collect()
}

#[track_caller]
fn assert_rows(column: &ArrayRef, expected: &[Option<&str>]) {
    let expected: Vec<_> = expected.iter().map(|text| text.map(str::to_owned)).collect();
    assert_eq!(rows(column), expected, "{}", column.data_type());
}

#[test]
fn every_type_of_text() {
    for column in columns(&URLS) {
        let hosts = component(&column, Component::Host, RFC3986).unwrap();
        assert_rows(&hosts, &HOSTS);
        assert_eq!(*hosts.data_type(), text_type(column.data_type()).unwrap());
        let valid = valid(&column, RFC3986).unwrap();
        let expected = [Some(true), None, Some(false), Some(true), Some(true), Some(true)];
        assert!(valid.as_boolean().iter().eq(expected), "{}", column.data_type());
    }
}

#[test]
fn a_column_of_no_text_is_refused() {
    let numbers = Int32Array::from(vec![1]);
    let error = component(&numbers, Component::Host, RFC3986).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a column of Int32 holds no text; cast it to Utf8, LargeUtf8 or Utf8View first"
    );
    let dictionary: DictionaryArray<Int8Type> =
        DictionaryArray::new(Int8Array::from(vec![0]), Arc::new(numbers));
    assert!(matches!(components(&dictionary, RFC3986), Err(ColumnError::Type(_))));
    assert!(matches!(valid(&BooleanArray::from(vec![true]), RFC3986), Err(ColumnError::Type(_))));
}

#[test]
fn slices_begin_where_they_begin() {
    for column in columns(&URLS) {
        for start in 0..=URLS.len() {
            for end in start..=URLS.len() {
                let slice = column.slice(start, end - start);
                let hosts = component(&slice, Component::Host, RFC3986).unwrap();
                assert_rows(&hosts, &HOSTS[start..end]);
                let parts = components(&slice, RFC3986).unwrap();
                assert_rows(parts.as_struct().column_by_name("host").unwrap(), &HOSTS[start..end]);
                assert_eq!(valid(&slice, RFC3986).unwrap().len(), end - start);
            }
        }
    }
}

#[test]
fn an_empty_column_has_the_type_of_every_other() {
    for column in columns(&[]) {
        for part in Component::ALL {
            let answer = component(&column, part, RFC3986).unwrap();
            assert_eq!(
                (answer.len(), answer.data_type()),
                (0, &text_type(column.data_type()).unwrap())
            );
        }
        let parts = components(&column, RFC3986).unwrap();
        let fields = components_fields(column.data_type()).unwrap();
        assert_eq!((parts.len(), parts.data_type()), (0, &DataType::Struct(fields)));
        assert_eq!(*lint(&column, Pack::Letter, RFC3986).unwrap().data_type(), lint_type());
    }
}

#[test]
fn a_host_of_views_is_not_copied() {
    let column = StringViewArray::from_iter(URLS);
    let hosts = component(&column, Component::Host, RFC3986).unwrap();
    let hosts = hosts.as_string_view();
    assert_eq!(hosts.data_buffers().len(), 1);
    assert_eq!(hosts.data_buffers()[0].as_ptr(), column.data_buffers()[0].as_ptr());
    hosts.to_data().validate_full().unwrap();
}

#[test]
fn a_normal_form_that_is_the_string_is_not_copied() {
    let column =
        StringViewArray::from(vec!["http://unchanged.example/", "HTTP://changed.example/"]);
    let normal = normalize(&column, Rung::PathSegments, RFC3986).unwrap();
    assert_rows(&normal, &[Some("http://unchanged.example/"), Some("http://changed.example/")]);
    let normal = normal.as_string_view();
    assert_eq!(normal.data_buffers()[0].as_ptr(), column.data_buffers()[0].as_ptr());
    normal.to_data().validate_full().unwrap();
}

#[test]
fn components_are_a_struct() {
    let column = StringArray::from(vec![
        Some("http://u@h:80/p?q#f"),
        Some("//h?"),
        Some("a b"),
        None,
        Some(""),
    ]);
    let parts = components(&column, RFC3986).unwrap();
    let parts = parts.as_struct();
    assert!(parts.nulls().unwrap().iter().eq([true, true, false, false, true]));
    let of = |name| parts.column_by_name(name).unwrap();
    assert_rows(of("scheme"), &[Some("http"), None, None, None, None]);
    assert_rows(of("authority"), &[Some("u@h:80"), Some("h"), None, None, None]);
    assert_rows(of("userinfo"), &[Some("u"), None, None, None, None]);
    assert_rows(of("host"), &[Some("h"), Some("h"), None, None, None]);
    assert_rows(of("host_kind"), &[Some("reg-name"), Some("reg-name"), None, None, None]);
    assert_rows(of("port"), &[Some("80"), None, None, None, None]);
    assert_rows(of("path"), &[Some("/p"), Some(""), None, None, Some("")]);
    assert_rows(of("query"), &[Some("q"), Some(""), None, None, None]);
    assert_rows(of("fragment"), &[Some("f"), None, None, None, None]);
    // An engine takes a struct as a batch.
    let _ = RecordBatch::from(
        components(&StringArray::from(vec!["a:b"]), RFC3986).unwrap().as_struct(),
    );
}

#[test]
fn names_of_components() {
    for part in Component::ALL {
        assert_eq!(part.name().parse(), Ok(part));
        assert_eq!(part.to_string(), part.name());
    }
    let error = "hostname".parse::<Component>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "no component is called `hostname`; the components are: scheme, authority, userinfo, host, host_kind, port, path, query, fragment"
    );
}

#[test]
fn ports_as_numbers() {
    let column =
        StringArray::from(vec!["//h:80", "//h:", "//h", "//h:65536", "//h:00065535", "a b"]);
    let ports = port_number(&column, RFC3986).unwrap();
    let expected = [Some(80), None, None, None, Some(65535), None];
    assert!(ports.as_primitive::<UInt16Type>().iter().eq(expected));
}

#[test]
fn errors_of_bytes_that_are_no_text() {
    let column = BinaryArray::from_iter([Some(&b"http://h/\xFF"[..]), Some(b"a b\xFF"), None]);
    let errors = error(&column, RFC3986).unwrap();
    assert_rows(
        &errors,
        &[
            Some("at byte 9 there is no UTF-8; a reference is of characters (2)"),
            Some("at byte 1: a space is not allowed (2)"),
            None,
        ],
    );
    let valid = valid(&column, RFC3986).unwrap();
    assert!(valid.as_boolean().iter().eq([Some(false), Some(false), None]));
    assert_rows(&component(&column, Component::Path, RFC3986).unwrap(), &[None, None, None]);
}

#[test]
fn dictionaries_with_more_and_fewer_values_than_rows() {
    let values: ArrayRef =
        Arc::new(StringArray::from(vec![Some("http://h/"), None, Some("a b"), Some("//other")]));
    let few = Int8Array::from(vec![Some(3), None]);
    let many = Int8Array::from(vec![Some(0), Some(0), Some(1), Some(2), None, Some(3)]);
    let hosts = |keys| {
        let column = DictionaryArray::<Int8Type>::new(keys, values.clone());
        component(&column, Component::Host, RFC3986).unwrap()
    };
    assert_rows(&hosts(few), &[Some("other"), None]);
    assert_rows(&hosts(many), &[Some("h"), Some("h"), None, None, None, Some("other")]);
    // A dictionary without values, of nulls only.
    let mut keys = Int8BufferBuilder::new(2);
    keys.append_n(2, 0);
    let keys = Int8Array::new(keys.finish().into(), Some(vec![false, false].into()));
    let empty: ArrayRef = Arc::new(StringArray::from(Vec::<&str>::new()));
    let column = DictionaryArray::<Int8Type>::new(keys, empty);
    assert_rows(&component(&column, Component::Host, RFC3986).unwrap(), &[None, None]);
}

#[test]
fn an_edition_is_an_argument() {
    // RFC 2396, 3.2.2: no address in brackets; 3.2.1: a name with "_" is no host.
    let column = StringArray::from(vec!["http://[::1]/", "http://a_b/", "http://h/"]);
    let hosts = |edition| component(&column, Component::Host, edition).unwrap();
    assert_rows(&hosts(RFC3986), &[Some("[::1]"), Some("a_b"), Some("h")]);
    assert_rows(&hosts(Edition::Rfc2396), &[None, None, Some("h")]);
    let valid = valid(&column, Edition::Rfc2396).unwrap();
    assert!(valid.as_boolean().iter().eq([Some(false), Some(true), Some(true)]));
}

#[test]
fn bases_and_references_of_every_type() {
    let references = [Some("../g"), None, Some("a b"), Some("#s"), Some("//g")];
    let targets =
        [Some("http://a/b/g"), None, None, Some("http://a/b/c/d;p?q#s"), Some("http://g")];
    let base = "http://a/b/c/d;p?q";
    for references in columns(&references) {
        for bases in columns(&[Some(base); 5]) {
            let found = resolve(&bases, &references, RFC3986).unwrap();
            assert_rows(&found, &targets);
            assert_eq!(*found.data_type(), text_type(references.data_type()).unwrap());
            let base = Scalar::new(bases.slice(2, 1));
            assert_rows(&resolve(&base, &references, RFC3986).unwrap(), &targets);
        }
    }
    // One reference against several bases.
    let bases = StringArray::from(vec![Some("a:/b/c"), Some("b"), None, Some("http://h")]);
    let reference = Scalar::new(StringViewArray::from(vec!["g"]));
    let found = resolve(&bases, &reference, RFC3986).unwrap();
    assert_rows(&found, &[Some("a:/b/g"), None, None, Some("http://h/g")]);
}

#[test]
fn what_has_no_target_is_null() {
    let base = Scalar::new(StringArray::from(vec!["a:/b"]));
    let found = resolve(&base, &StringArray::from(vec![".//c", "c"]), RFC3986).unwrap();
    assert_rows(&found, &[None, Some("a:/c")]);
    // RFC 2396, 5.2, step 2: the current document.
    let base = Scalar::new(StringArray::from(vec!["http://a/b"]));
    let found = resolve(&base, &StringArray::from(vec!["", "#s", "c"]), Edition::Rfc2396).unwrap();
    assert_rows(&found, &[None, None, Some("http://a/c")]);
    // RFC 1738, 2.3, leaves relative links to others.
    let error = resolve(&base, &StringArray::from(vec!["c"]), Edition::Rfc1738).unwrap_err();
    assert!(matches!(error, ColumnError::Resolve(_)), "{error}");
}

#[test]
fn columns_of_other_lengths_are_refused() {
    let (two, three) = (StringArray::from(vec!["a:"; 2]), StringArray::from(vec!["a:"; 3]));
    let error = compare(&two, &three, RFC3986).unwrap_err();
    assert_eq!(
        error.to_string(),
        "one column has 2 rows and the other 3; only a scalar stands beside each row"
    );
    let both = compare(&Scalar::new(&two.slice(0, 1)), &Scalar::new(&three.slice(0, 1)), RFC3986);
    assert_rows(&both.unwrap(), &[Some("string")]);
}

#[test]
fn the_way_back() {
    let base = Scalar::new(StringArray::from(vec!["http://a/b/c/d;p?q"]));
    let targets =
        [Some("http://a/b/g"), Some("g"), None, Some("http://a/b/c/d;p?q#s"), Some("a b")];
    for targets in columns(&targets) {
        let found = relativize(&base, &targets, RFC3986).unwrap();
        assert_rows(&found, &[Some("../g"), None, None, Some("#s"), None]);
    }
}

#[test]
fn rungs_where_two_meet() {
    let a = StringArray::from(vec![Some("http://h/"), Some("http://h/"), Some("a:b"), None]);
    let b = StringArray::from(vec![Some("HTTP://h/"), Some("http://h/."), Some("a:c"), Some("a:")]);
    let found = compare(&a, &b, RFC3986).unwrap();
    assert_rows(&found, &[Some("case"), Some("path-segments"), None, None]);
}

#[cfg(feature = "security")]
#[test]
fn the_security_pack_asks_any_string() {
    // A user that looks like a host, before a space that no reference has.
    let column = StringArray::from(vec![Some("https://google.com@evil.example/a b"), None]);
    let found = lint(&column, Pack::Security, RFC3986).unwrap();
    let found = found.as_list::<i32>();
    assert!(!found.value(0).is_empty() && found.is_null(1));
}

/// Targets may be longer than one array of `Utf8` can be. The base is 64 KiB, and 32,769 targets of
/// it pass 2 GiB.
#[test]
#[ignore = "needs 4 GiB"]
fn targets_beyond_2_gib_are_an_error() {
    let base = format!("http://h/{}/", "a".repeat(65_536));
    let base = Scalar::new(StringArray::from(vec![base]));
    let references = StringArray::from(vec!["g"; 32_769]);
    assert!(matches!(resolve(&base, &references, RFC3986), Err(ColumnError::TooLong)));
}

/// RFC 6570, 3.2.8: a form-style query of what is defined; 3.2.6: path segments, one for each member.
#[test]
fn templates_match_and_expand() {
    use arrow_array::types::UInt8Type;
    use arrow_array::{ListArray, StructArray};
    use arrow_schema::Field;
    use urispec::template::UriTemplate;

    let template = UriTemplate::parse("{/dir*}{?q}").unwrap();
    let strings = [Some("/a/b%20c?q="), Some("/x"), Some("?q=1"), Some("#"), None];
    for column in columns(&strings) {
        let found = template_match(&column, &template).unwrap();
        let found = found.as_struct();
        let nulls: Vec<_> = (0..5).map(|row| found.is_null(row)).collect();
        assert_eq!(nulls, [false, false, false, true, true]);
        let q = found.column_by_name("q").unwrap().as_string::<i32>();
        let expected = [Some(""), None, Some("1"), None, None];
        assert!(q.iter().eq(expected));
        let dirs: &ListArray = found.column_by_name("dir").unwrap().as_list();
        assert!(dirs.value(0).as_string::<i32>().iter().eq([Some("a"), Some("b c")]));
        assert!(dirs.value(1).as_string::<i32>().iter().eq([Some("x")]));
        assert!(dirs.is_null(2));
        // And back: null where nothing was found.
        let again = template_expand(found, &template).unwrap();
        let expected = [strings[0], strings[1], strings[2], None, None];
        assert!(again.as_string::<i32>().iter().eq(expected));
        let ways = template_ways(&column, &template).unwrap();
        let expected = [Some(1), Some(1), Some(1), Some(0), None];
        assert!(ways.as_primitive::<UInt8Type>().iter().eq(expected));
    }
    // Two ways, and so no row.
    let both = UriTemplate::parse("{a}{b}").unwrap();
    let column = StringArray::from(vec!["x", ""]);
    assert_eq!(template_match(&column, &both).unwrap().null_count(), 1);
    let ways = template_ways(&column, &both).unwrap();
    assert!(ways.as_primitive::<UInt8Type>().iter().eq([Some(2), Some(1)]));
    // A field that is missing is undefined, and one of another type is refused.
    let q: ArrayRef = Arc::new(StringArray::from(vec![Some("1 2"), None]));
    let fields = vec![Field::new("q", DataType::Utf8, true)];
    let values = StructArray::new(fields.into(), vec![q], None);
    let expanded = template_expand(&values, &template).unwrap();
    assert!(expanded.as_string::<i32>().iter().eq([Some("?q=1%202"), Some("")]));
    let numbers = Int32Array::from(vec![1]);
    assert!(matches!(template_match(&numbers, &template), Err(ColumnError::Type(_))));
    assert!(matches!(template_expand(&numbers, &template), Err(ColumnError::Type(_))));
    let none = UriTemplate::parse("/a").unwrap();
    assert!(matches!(template_match(&column, &none), Err(ColumnError::Template(_))));
    let reserved = UriTemplate::parse("{=a}").unwrap();
    assert!(matches!(template_ways(&column, &reserved), Err(ColumnError::Template(_))));
}
