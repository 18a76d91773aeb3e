use alloc::borrow::Cow;

use super::{Misfit, RepairError};
use crate::{Decode, UriRef};

#[track_caller]
fn repairs(given: &str, expected: &str, misfits: &[(usize, Misfit)]) {
    let repaired = UriRef::repair(given).unwrap();
    assert_eq!(repaired.as_str(), expected);
    let found = repaired.repairs().iter().map(|repair| (repair.span().start, repair.misfit()));
    assert_eq!(found.collect::<Vec<_>>(), misfits);
    assert_eq!(repaired.as_borrowed(), UriRef::parse(expected).unwrap());
    assert_eq!(repaired.into_buf(), UriRef::parse(expected).unwrap().to_owned());
}

#[test]
fn each_misfit_in_its_place() {
    use Misfit::{Bracket, Colon, NoUriCharacter, NotAscii, NumberSign, Percent};
    repairs("a b", "a%20b", &[(1, NoUriCharacter)]);
    repairs("http://h/a|b", "http://h/a%7Cb", &[(10, NoUriCharacter)]);
    repairs("?a[1]=b", "?a%5B1%5D=b", &[(2, Bracket), (4, Bracket)]);
    repairs("#a#b#", "#a%23b%23", &[(2, NumberSign), (4, NumberSign)]);
    repairs("/100%", "/100%25", &[(4, Percent)]);
    repairs("/%zz%41%%42%4", "/%25zz%41%25%42%254", &[(1, Percent), (7, Percent), (11, Percent)]);
    repairs("/é?日", "/%C3%A9?%E6%97%A5", &[(1, NotAscii), (4, NotAscii)]);
    repairs("\t\n\0\x7F", "%09%0A%00%7F", &[0, 1, 2, 3].map(|at| (at, NoUriCharacter)));
    let all = "\"<>\\^`{|}";
    let at: Vec<_> = (1..10).map(|at| (at, NoUriCharacter)).collect();
    repairs(&format!("/{all}"), "/%22%3C%3E%5C%5E%60%7B%7C%7D", &at);
    repairs("1a:b:c/d:e?:", "1a%3Ab%3Ac/d:e?:", &[(2, Colon), (4, Colon)]);
    repairs(":", "%3A", &[(0, Colon)]);
    repairs("a b:c", "a%20b%3Ac", &[(1, NoUriCharacter), (3, Colon)]);
    repairs("127.0.0.1:80/x", "127.0.0.1%3A80/x", &[(9, Colon)]);
    repairs("${a}/b:c", "$%7Ba%7D/b:c", &[(1, NoUriCharacter), (3, NoUriCharacter)]);
}

/// A colon is data of a path where a scheme, an authority or a slash is before it.
#[test]
fn a_colon_stays_where_it_may() {
    use Misfit::NoUriCharacter;
    repairs("a:b:c d", "a:b:c%20d", &[(5, NoUriCharacter)]);
    repairs("//h/b:c d", "//h/b:c%20d", &[(7, NoUriCharacter)]);
    repairs("/b:c d", "/b:c%20d", &[(4, NoUriCharacter)]);
    repairs("b/c:d e", "b/c:d%20e", &[(5, NoUriCharacter)]);
}

#[test]
fn authorities() {
    use Misfit::{Bracket, NoUriCharacter, NotAscii, Percent};
    repairs("http://bücher.example/", "http://b%C3%BCcher.example/", &[(8, NotAscii)]);
    repairs(
        "//ü b:%[@h:80",
        "//%C3%BC%20b:%25%5B@h:80",
        &[(2, NotAscii), (4, NoUriCharacter), (7, Percent), (8, Bracket)],
    );
    repairs("//[::1]:80/ ", "//[::1]:80/%20", &[(11, NoUriCharacter)]);
    repairs("http:///a ", "http:///a%20", &[(9, NoUriCharacter)]);
    repairs("//é:", "//%C3%A9:", &[(2, NotAscii)]);
}

#[track_caller]
fn refuses(given: &str, expected: RepairError) {
    assert_eq!(UriRef::repair(given).unwrap_err(), expected);
}

#[test]
fn what_encoding_cannot_mend() {
    refuses(" http://h", RepairError::Scheme { offset: 0 });
    refuses("1a://h", RepairError::Scheme { offset: 0 });
    refuses("ht_tp://h/ ", RepairError::Scheme { offset: 2 });
    refuses("://h", RepairError::Scheme { offset: 0 });
    refuses("http://h:x/", RepairError::Port { offset: 9 });
    refuses("http://u@h:8٠/", RepairError::Port { offset: 12 });
    refuses("http://::1/", RepairError::Port { offset: 8 });
    refuses("http://h:80:90/", RepairError::Port { offset: 11 });
    refuses("//[::1]:x", RepairError::Port { offset: 8 });
    refuses("http://[::1", RepairError::IpLiteral { offset: 11 });
    refuses("http://[::g]/", RepairError::IpLiteral { offset: 10 });
    refuses("http://[]/", RepairError::IpLiteral { offset: 8 });
    refuses("//[::1]a", RepairError::IpLiteral { offset: 7 });
    refuses("//u@[fe80::1%25en0]/", RepairError::IpLiteral { offset: 12 });
    refuses("//a b/", RepairError::Host { offset: 3, found: ' ' });
    refuses("//100%/", RepairError::Host { offset: 5, found: '%' });
    refuses("//a[b]/", RepairError::Host { offset: 3, found: '[' });
    refuses("//a@b@c/", RepairError::AtSigns { offset: 5 });
    refuses("//a\\b/", RepairError::Backslash { offset: 3 });
    refuses("http://a.example\\@b.example/", RepairError::Backslash { offset: 16 });
}

#[test]
fn errors_say_where_and_why() {
    let message = |given| UriRef::repair(given).unwrap_err().to_string();
    assert_eq!(message("//h:x"), "at byte 4: a port holds digits only (3.2.3)");
    assert_eq!(
        message("//a\n"),
        "at byte 3: no host holds \"\\n\", and none should hold it encoded (3.2.2)"
    );
    assert_eq!(RepairError::TooLong(5).offset(), None);
}

/// However it is spelled.
#[test]
fn what_is_valid_is_borrowed() {
    for given in ["", "a%2fb", "//%41@%E4:080", "a:b:c", "./a:b", "//[::1]?/?#/?"] {
        let repaired = UriRef::repair(given).unwrap();
        assert!(matches!(repaired.text, Cow::Borrowed(same) if same == given));
        assert!(repaired.is_unchanged());
    }
}

#[test]
fn many_repairs_take_time_for_each_once() {
    let given = "é%".repeat(1 << 19);
    let repaired = UriRef::repair(&given).unwrap();
    assert_eq!((repaired.repairs().len(), repaired.as_str().len()), (1 << 20, 9 << 19));
    assert_eq!(repaired.as_str().decode().unwrap(), given);
}

/// Section 7.6 warns of what is read in two ways. By Appendix B these are paths; programs that take
/// `\` for `/` go to the host `h`.
#[test]
fn a_backslash_where_an_authority_would_begin() {
    for (given, offset) in
        [(r"\\h\a", 0), (r"\/h", 0), (r"/\h/a", 1), (r"http:\\h", 5), (r"a:/\h", 3)]
    {
        assert_eq!(
            UriRef::repair(given).unwrap_err(),
            RepairError::Backslash { offset },
            "{given}"
        );
    }
    repairs(r"\h", "%5Ch", &[(0, Misfit::NoUriCharacter)]);
    repairs(r"a/\\h", "a/%5C%5Ch", &[(2, Misfit::NoUriCharacter), (3, Misfit::NoUriCharacter)]);
}

/// Appendix C: white space around a URI is no part of it. Encoded, the scheme would be a path.
#[test]
fn a_scheme_after_white_space() {
    for given in [" mailto:a@b", "\nhttp://h/", "\t a:b"] {
        assert_eq!(
            UriRef::repair(given).unwrap_err(),
            RepairError::Scheme { offset: 0 },
            "{given}"
        );
    }
    repairs(" a", "%20a", &[(0, Misfit::NoUriCharacter)]);
}
