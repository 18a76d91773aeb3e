//! Mappings, files, repairs, conversions, building and changing, methods and functions.

use std::borrow::Cow;

use urispec::error::{FromHttpError, MappingError, RepairError, ToHttpError, ToUrlError};
use urispec::generic::{Ascii, Letters, RiRef, RiRefBuf, Ucs};
use urispec::mapping::{ToIri, ToUri};
use urispec::percent::DecodeError;
use urispec::scheme::Mailto;
use urispec::{
    BuildError, Builder, Components, Decode, Edition, IriRef, ParseError, PathStyle, Reference,
    Uri, UriBuf, UriRef, UriRefBuf, encode_zone, remove_dot_segments, split,
};
use url::Url;

use super::references::derives;
use super::variant;
use crate::direct::lies_as_parsed;
use crate::tables::Row;

pub(super) fn mapping(row: &Row) {
    let uri = |options: &str| {
        options.split('+').fold(ToUri::new(), |mapping, option| match option {
            "plain" => mapping,
            "delimiters" => mapping.delimiters(true),
            "names" => mapping.names(true),
            "nfc" => mapping.nfc(true),
            other => panic!("no option {other}"),
        })
    };
    match row.text(0) {
        "to-uri" => {
            let mapping = uri(row.text(1));
            assert_eq!(mapping.map(row.text(2)).unwrap(), row.text(3));
            // "The mapping is also an identity transformation for URIs and is idempotent".
            assert_eq!(mapping.map(row.text(3)).unwrap(), row.text(3));
        }
        "no-uri" => {
            for options in row.text(1).split(',') {
                let found = match uri(options).map(row.text(3)).unwrap_err() {
                    MappingError::Reference(ParseError::Syntax(error)) if row.text(2) == "byte" => {
                        error.offset().to_string()
                    }
                    MappingError::Name(name) if row.text(2) == "name" => name,
                    other => panic!("{options}: {other:?}"),
                };
                assert_eq!(found, row.text(4), "{options}");
            }
        }
        "none" => {
            row.texts(2).for_each(|text| assert!(uri(row.text(1)).map(text).is_err(), "{text:?}"))
        }
        "typed" => {
            for text in row.texts(1) {
                assert_eq!(
                    IriRef::parse(text).unwrap().to_uri().unwrap(),
                    ToUri::new().map(text).unwrap(),
                    "{text:?}"
                );
            }
        }
        "to-iri" => {
            let mapping = match row.text(1) {
                "plain" => ToIri::new(),
                "names" => ToIri::new().names(true),
                "blanks" => ToIri::new().blanks(true),
                _ => ToIri::new().variants(true),
            };
            assert_eq!(mapping.convert(row.text(2)), row.text(3));
            assert!(derives(Edition::Rfc3987, "IRI-reference", row.text(3)));
        }
        _ => {
            let mut values = Vec::new();
            let iri = ToIri::new().trace(row.text(1), |step| {
                if step.section == "3.2" {
                    values.push(step.value.to_owned());
                }
            });
            assert_eq!((&*iri, values), (row.text(5), row.texts(1).map(str::to_owned).collect()));
            assert_eq!(ToIri::new().convert(row.text(1)), iri);
        }
    }
}

pub(super) fn files_and_paths(row: &Row) {
    let style = match row.text(1) {
        "unix" => PathStyle::Unix,
        _ => PathStyle::Windows,
    };
    let to_path = |uri| style.path_of(Uri::parse(uri).unwrap());
    let (verb, octets) = (row.text(0), |at| row.octets(at).unwrap());
    if matches!(verb, "file" | "path-to-file") {
        assert_eq!(style.to_uri(octets(2)).unwrap(), row.text(3));
    }
    match verb {
        "file" => assert_eq!(to_path(row.text(3)).unwrap(), octets(2)),
        "file-to-path" => assert_eq!(to_path(row.text(2)).unwrap(), octets(3)),
        "no-file" => {
            for at in (3..).take_while(|at| row.octets(*at).is_some()) {
                assert_eq!(
                    variant(&style.to_uri(octets(at)).unwrap_err()),
                    row.text(2),
                    "cell {at}"
                );
            }
        }
        "no-path" => {
            row.texts(3).for_each(|uri| {
                assert_eq!(variant(&to_path(uri).unwrap_err()), row.text(2), "{uri}")
            });
        }
        _ => {}
    }
}

pub(super) fn repairs(row: &Row) {
    if row.text(0) == "not-repaired" {
        let error: RepairError = UriRef::repair(row.text(2)).unwrap_err();
        assert_eq!((&*variant(&error), error.offset()), (row.text(1), row.text(3).parse().ok()));
        return assert!(
            row.texts(4).all(|found| format!("{error:?}").contains(&format!("'{found}'"))),
            "{error:?}"
        );
    }
    let (given, expected) = (row.text(1), row.text(2));
    let repaired = UriRef::repair(given).unwrap();
    assert_eq!((repaired.as_str(), repaired.is_unchanged()), (expected, given == expected));
    let found =
        repaired.repairs().iter().map(|one| format!("{} {:?}", one.span().start, one.misfit()));
    assert_eq!(found.collect::<Vec<_>>(), row.rest(3));
    assert_eq!(repaired.as_borrowed(), UriRef::parse(expected).unwrap());
    assert_eq!(repaired.into_buf(), UriRef::parse(expected).unwrap().to_owned());
}

pub(super) fn other_types(row: &Row) {
    let to_http =
        |text| -> Result<http::Uri, ToHttpError> { UriRef::parse(text).unwrap().try_into() };
    let from_http = |text: &str| UriRefBuf::try_from(&text.parse::<http::Uri>().unwrap());
    let to_url = |text| Url::try_from(Uri::parse(text).unwrap()).map(String::from);
    let request = |text| {
        let request = http::Request::builder().uri(UriRef::parse(text).unwrap()).body(());
        request.map(|request| request.uri().to_string()).map_err(|error| error.to_string())
    };
    let characters = || (0..128_u8).map(char::from);
    match row.text(0) {
        "http" => assert_eq!(to_http(row.text(1)).unwrap().to_string(), row.text(2)),
        "no-http" => row.texts(2).for_each(|text| {
            assert_eq!(variant(&to_http(text).unwrap_err()), row.text(1), "{text}")
        }),
        "some-http" => row.texts(1).for_each(|text| assert!(to_http(text).is_ok(), "{text}")),
        "from-http" => row.texts(1).for_each(|text| assert_eq!(from_http(text).unwrap(), text)),
        "not-from-http" => {
            for text in row.texts(2) {
                let error: FromHttpError = from_http(text).unwrap_err();
                assert_eq!(variant(&error), row.text(1), "{text}");
            }
        }
        "url" => assert_eq!(to_url(row.text(1)).unwrap(), row.text(2)),
        "rewritten-url" => match to_url(row.text(1)).unwrap_err() {
            ToUrlError::Rewritten(url) => assert_eq!(url.as_str(), row.text(2)),
            other => panic!("{other:?}"),
        },
        "no-url" => row
            .texts(1)
            .for_each(|text| assert_eq!(variant(&to_url(text).unwrap_err()), "Refused", "{text}")),
        "request" => assert_eq!(request(row.text(1)).unwrap(), row.text(2)),
        "no-request" => assert_eq!(request(row.text(1)).unwrap_err(), row.text(2)),
        // Whatever else `http` takes in a path or a query, RFC 3986 takes too.
        "characters-of-http" => {
            for one in characters().skip(1).filter(|one| !"%#".contains(*one)) {
                let text = format!("{}a{one}", row.text(1));
                if text.parse::<http::Uri>().is_ok() {
                    let is_invalid = matches!(from_http(&text), Err(FromHttpError::Invalid(_)));
                    assert_eq!(is_invalid, row.text(2).contains(one), "{text}");
                }
            }
        }
        _ => {
            for one in characters() {
                let Ok(url) = Url::parse(&format!("{}a{one}b", row.text(1))) else { continue };
                assert_eq!(UriBuf::try_from(&url).is_err(), row.text(2).contains(one), "{url}");
            }
        }
    }
}

fn edit<L: Letters>(it: &mut RiRefBuf<L>, change: &str, args: &[&str]) -> Result<(), BuildError> {
    let text = args.first().copied().unwrap_or_default();
    let index = || text.parse::<u16>().unwrap();
    let pairs = || args.chunks(2).map(|pair| (pair[0], pair[1]));
    match change {
        "set_scheme" => return it.set_scheme(text),
        "set_userinfo" => return it.set_userinfo(text),
        "set_host" => return it.set_host(text),
        "set_port" => return it.set_port(index()),
        "set_port_text" => return it.set_port_text(text),
        "set_authority" => return it.set_authority(text),
        "set_path" => return it.set_path(text),
        "set_segments" => return it.set_segments(args),
        "set_query" => return it.set_query(text),
        "set_query_pair" => return it.set_query_pair(text, args[1]),
        "set_query_pairs" => return it.set_query_pairs(pairs()),
        "set_fragment" => return it.set_fragment(text),
        "remove_scheme" => return it.remove_scheme(),
        "remove_authority" => return it.remove_authority(),
        "remove_segment" => return it.remove_segment(index().into()).map(drop),
        "insert_segment" => return it.insert_segment(index().into(), args[1]),
        "replace_segment" => return it.replace_segment(index().into(), args[1]),
        "push_segment" => return it.push_segment(text),
        "extend_segments" => return it.extend_segments(args),
        "push_query_key" => return it.push_query_key(text),
        "push_query_pair" => return it.push_query_pair(text, args[1]),
        "extend_query_pairs" => return it.extend_query_pairs(pairs()),
        "remove_userinfo" => it.remove_userinfo(),
        "remove_port" => it.remove_port(),
        "remove_query" => it.remove_query(),
        "remove_fragment" => it.remove_fragment(),
        "clear_segments" => it.clear_segments(),
        "pop_segment" => {
            let last = it.segments().next_back().map(str::to_owned);
            assert_eq!(it.pop_segment(), last);
        }
        "remove_query_pair" => {
            let is_key = |(key, _): &(&str, Option<&str>)| key.decode().unwrap() == text;
            let count = it.query_pairs().filter(is_key).count();
            assert_eq!(it.remove_query_pair(text), count);
        }
        other => panic!("no change is called {other}"),
    }
    Ok(())
}

/// Makes one step of building: a method of the builder with its argument, or `of` for the components of a reference.
pub(crate) fn step<L: Letters>(
    it: Builder<RiRefBuf<L>>,
    method: &str,
    text: &str,
) -> Builder<RiRefBuf<L>> {
    match method {
        "of" => RiRef::<L>::parse(text).unwrap().to_builder(),
        "scheme" => it.scheme(text),
        "userinfo" => it.userinfo(text),
        "user" => it.user(text),
        "password" => it.password(text),
        "host" => it.host(text),
        "port" => it.port(text.parse().unwrap()),
        "port_text" => it.port_text(text),
        "path" => it.path(text),
        "segments" => it.segments(text.split('|')),
        "query" => it.query(text),
        "pairs" => it.query_pairs(text.split('|').map(|pair| pair.split_once('=').unwrap())),
        "fragment" => it.fragment(text),
        "without_scheme" => it.without_scheme(),
        "without_userinfo" => it.without_userinfo(),
        "without_port" => it.without_port(),
        "without_authority" => it.without_authority(),
        "without_query" => it.without_query(),
        "without_fragment" => it.without_fragment(),
        other => panic!("no method is called {other}"),
    }
}

/// Splits the steps `NAME=TEXT` of a row.
fn steps(row: &Row) -> impl Iterator<Item = (&str, &str)> {
    row.texts(2).map(|step| step.split_once('=').unwrap_or((step, "")))
}

fn built<L: Letters>(row: &Row) {
    let built = steps(row)
        .fold(RiRef::<L>::builder(), |builder, (method, text)| step(builder, method, text))
        .build();
    let Some(refusal) = row.text(1).strip_prefix("! ") else {
        let built = built.unwrap();
        assert_eq!(built, row.text(1));
        return lies_as_parsed(built.as_borrowed());
    };
    let error = built.unwrap_err();
    let (kind, message) = (refused(&error), error.to_string());
    let is_expected = match refusal.strip_suffix('…') {
        Some(begin) => message.starts_with(begin),
        None => [&kind, &message].iter().any(|text| *text == refusal),
    };
    assert!(is_expected, "{kind}: {message}");
}

fn composed(row: &Row) {
    let message = steps(row).fold(Mailto::compose(), |message, (name, text)| match name {
        "to" => message.to(text),
        "cc" => message.cc(text),
        "subject" => message.subject(text),
        "body" => message.body(text),
        name => message.field(name, text),
    });
    assert_eq!(message.build().ok().map(|uri| uri.to_string()).as_deref(), row.field(1));
}

/// The reason of a refusal: the component whose text is wrong, or the variant of the error.
fn refused(error: &BuildError) -> String {
    match error {
        BuildError::Component(error) => format!("Component {}", error.component()),
        other => format!("{other:?}"),
    }
}

fn edited<L: Letters>(row: &Row) {
    let before = RiRefBuf::<L>::parse(row.text(1)).unwrap();
    let mut after = before.clone();
    let made = edit(&mut after, row.text(3), &row.rest(4));
    lies_as_parsed(after.as_borrowed());
    match row.text(2).strip_prefix("! ") {
        None => assert_eq!((made, after.as_str()), (Ok(()), row.text(2))),
        Some(refusal) => {
            assert_eq!(after, before);
            assert_eq!(refused(&made.unwrap_err()), refusal);
        }
    }
}

pub(super) fn methods(row: &Row) {
    let reference = |at| UriRef::parse(row.text(at)).unwrap();
    match row.text(0) {
        "edit" => edited::<Ascii>(row),
        "edit-iri" => edited::<Ucs>(row),
        "build" => built::<Ascii>(row),
        "build-iri" => built::<Ucs>(row),
        "composes" => composed(row),
        "port" => {
            let (borrowed, owned) = (reference(1), reference(1).to_owned());
            assert_eq!(owned.port_to_u16(), borrowed.port_to_u16());
            assert_eq!(owned.port_or_default(), borrowed.port_or_default());
            assert_eq!(owned.endpoint(), borrowed.endpoint());
            assert_eq!(format!("{:?}", borrowed.port_to_u16()), row.text(2));
            let default = format!("{:?}", borrowed.port_or_default());
            assert!(row.text(3) == "?" || row.text(3) == default, "{default}");
        }
        "no-endpoint" => {
            for text in row.texts(2) {
                let error = UriRef::parse(text).unwrap().endpoint().unwrap_err();
                assert_eq!(format!("{error:?}"), row.text(1), "{text}");
            }
        }
        "origin" => {
            let origin = Uri::parse(row.text(1)).unwrap().origin();
            assert_eq!(origin.map(|origin| origin.to_string()).as_deref(), row.field(2));
        }
        verb @ ("same-origin" | "other-origin") => {
            let is_same = Uri::parse(row.text(1)).unwrap().same_origin(reference(2));
            assert_eq!(is_same, verb == "same-origin");
        }
        verb @ ("named" | "not-named") => {
            assert_eq!(reference(1).host().unwrap().eq_name(row.text(2)), verb == "named");
        }
        _ => {
            let (borrowed, owned) = (reference(1), reference(1).to_owned());
            assert_eq!([borrowed.user(), borrowed.password()], [row.field(2), row.field(3)]);
            assert_eq!([owned.user(), owned.password()], [row.field(2), row.field(3)]);
            assert_eq!(
                (borrowed.redacted().to_string(), owned.redacted()),
                (row.text(4).to_owned(), borrowed.redacted())
            );
            let shown = reference(4);
            assert_eq!((shown.host(), shown.port()), (borrowed.host(), borrowed.port()));
            assert_eq!(shown.user(), borrowed.user());
        }
    }
}

pub(super) fn texts(row: &Row) {
    let is_same =
        |text: &Cow<'_, str>, same: &str| matches!(text, Cow::Borrowed(one) if *one == same);
    match row.text(0) {
        "zone" => assert_eq!(encode_zone(row.text(1)).as_deref(), row.field(2)),
        "without-zone" => {
            let without = Reference::parse(Edition::Rfc6874, row.text(1)).unwrap().without_zone();
            assert_eq!(without, row.text(2));
            assert!(row.text(1) != row.text(2) || is_same(&without, row.text(2)));
        }
        "split" => {
            let [scheme, authority, query, fragment] = [2, 3, 5, 6].map(|at| row.field(at));
            let parts = Components { scheme, authority, path: row.text(4), query, fragment };
            assert_eq!(split(row.text(1)), parts);
        }
        "joined" => {
            for text in row.texts(1) {
                assert_eq!(
                    (split(text).to_string(), split(text).len()),
                    (text.to_owned(), text.len())
                );
            }
        }
        "no-triplet" => {
            let error = Err(DecodeError::Triplet { offset: row.text(2).parse().unwrap() });
            let text = row.text(1);
            assert_eq!((text.decode(), text.decode_form()), (error.clone(), error.clone()));
            assert_eq!(text.decode_octets().map(drop), error.map(|_: Cow<'_, str>| ()));
        }
        "as-it-is" => {
            for text in row.texts(1) {
                assert!(
                    is_same(&text.decode().unwrap(), text) && is_same(&text.decode_lossy(), text),
                    "{text:?}"
                );
                let octets = text.decode_octets().unwrap();
                assert!(
                    matches!(octets, Cow::Borrowed(same) if same == text.as_bytes()),
                    "{text:?}"
                );
            }
        }
        "as-it-is-lossily" => {
            for text in row.texts(1) {
                assert!(
                    is_same(&text.decode_lossy(), text) && is_same(&text.decode_form_lossy(), text),
                    "{text:?}"
                );
            }
        }
        "lossy" => {
            assert_eq!(row.text(1).decode_lossy(), row.text(2));
            assert_eq!(row.text(1).decode_form_lossy(), row.text(3));
        }
        _ => assert_eq!(remove_dot_segments(row.text(1)), row.text(2)),
    }
}
