use super::{FilePathError, PathStyle};
use crate::{Uri, UriBuf};

/// A path and its URI, which lead to each other.
#[track_caller]
fn both(style: PathStyle, path: &[u8], uri: &str) {
    assert_eq!(style.to_uri(path).unwrap(), uri);
    assert_eq!(style.path_of(Uri::parse(uri).unwrap()).unwrap(), path);
}

/// A URI of a path which has another one.
#[track_caller]
fn reads(style: PathStyle, uri: &str, path: &[u8]) {
    assert_eq!(style.path_of(Uri::parse(uri).unwrap()).unwrap(), path);
}

#[track_caller]
fn refuses_path(style: PathStyle, path: &[u8], expected: FilePathError) {
    assert_eq!(style.to_uri(path).unwrap_err(), expected);
}

#[track_caller]
fn refuses_uri(style: PathStyle, uri: &str, expected: FilePathError) {
    assert_eq!(style.path_of(Uri::parse(uri).unwrap()).unwrap_err(), expected);
}

#[test]
fn paths_of_unix() {
    use PathStyle::Unix;
    both(Unix, b"/", "file:///");
    both(Unix, b"/path/to/file", "file:///path/to/file");
    both(Unix, b"/path/to/", "file:///path/to/");
    both(Unix, b"/a//b", "file:///a//b");
    both(Unix, b"/100% #?[]|\\", "file:///100%25%20%23%3F%5B%5D%7C%5C");
    both(Unix, b"/~a:b@c;d=e,.../.f", "file:///~a:b@c;d=e,.../.f");
    both(Unix, "/é".as_bytes(), "file:///%C3%A9");
    both(Unix, b"/\xFF\x01\x80", "file:///%FF%01%80");
    both(Unix, b"/C:/a", "file:///C:/a");
    reads(Unix, "file:/path/to/file", b"/path/to/file");
    reads(Unix, "FILE://LocalHost/%61", b"/a");
    reads(Unix, "file://local%68ost/a", b"/a");
    reads(Unix, "file:///a#L10", b"/a");
}

#[test]
fn what_unix_has_not() {
    use FilePathError::{DotSegment, Host, Nul, Query, Relative, Scheme, Slash, TwoSlashes};
    use PathStyle::Unix;
    for path in ["", "a", "a/b", "./a", "\\a", "C:\\a"] {
        refuses_path(Unix, path.as_bytes(), Relative);
    }
    for path in ["//", "//a", "///"] {
        refuses_path(Unix, path.as_bytes(), TwoSlashes);
    }
    for path in ["/.", "/a/..", "/../a", "/a/./b"] {
        refuses_path(Unix, path.as_bytes(), DotSegment);
    }
    refuses_path(Unix, b"/a\0", Nul);

    refuses_uri(Unix, "http://localhost/a", Scheme);
    refuses_uri(Unix, "file:///a?b", Query);
    refuses_uri(Unix, "file:///a?", Query);
    for uri in ["file:", "file:a", "file://", "file://localhost", "file:C:/a"] {
        refuses_uri(Unix, uri, Relative);
    }
    for uri in [
        "file://host.example.com/path/to/file",
        "file://127.0.0.1/a",
        "file://[::1]/a",
        "file://localhost:80/a",
        "file://localhost:/a",
        "file://u@localhost/a",
        "file://@/a",
        "file://%FF/a",
    ] {
        refuses_uri(Unix, uri, Host);
    }
    refuses_uri(Unix, "file:////a", TwoSlashes);
    refuses_uri(Unix, "file:///a%2Fb", Slash);
    refuses_uri(Unix, "file:///a%00", Nul);
    refuses_uri(Unix, "file:///a/../b", DotSegment);
    refuses_uri(Unix, "file:///a/%2E%2e", DotSegment);
    refuses_uri(Unix, "file:///%2e/a", DotSegment);
}

#[test]
fn paths_of_windows() {
    use PathStyle::Windows;
    both(Windows, br"C:\", "file:///C:/");
    both(Windows, br"c:\path\to\file.txt", "file:///c:/path/to/file.txt");
    both(Windows, br"C:\a b\50%\", "file:///C:/a%20b/50%25/");
    both(Windows, r"C:\é".as_bytes(), "file:///C:/%C3%A9");
    both(Windows, br"C:\a:b", "file:///C:/a:b");
    // The example of Appendix E.3.1.
    let (path, uri) = (
        br"\\host.example.com\Share\path\to\file.txt",
        "file://host.example.com/Share/path/to/file.txt",
    );
    both(Windows, path, uri);
    both(Windows, br"\\1.2.3.4\c$\", "file://1.2.3.4/c$/");
    both(Windows, r"\\bücher\a".as_bytes(), "file://b%C3%BCcher/a");
    // Both slashes divide, and one of them comes back.
    assert_eq!(Windows.to_uri(b"C:/a\\b/c").unwrap(), "file:///C:/a/b/c");
    assert_eq!(Windows.to_uri(b"//host/share").unwrap(), "file://host/share");
    // Appendix E.2.
    reads(Windows, "file:c:/path/to/file", br"c:\path\to\file");
    reads(Windows, "file:/c:/path/to/file", br"c:\path\to\file");
    reads(Windows, "file://localhost/c:/a", br"c:\a");
    reads(Windows, "file:///c%3A/a", br"c:\a");
}

#[test]
fn what_windows_has_not() {
    use FilePathError::{
        DotSegment, Host, Namespace, NoShare, NotUtf8, Nul, Relative, Slash, TwoSlashes,
    };
    use PathStyle::Windows;
    for path in ["", "a", r"\a", "/a", "C:", "C:a", r".\a", r"1:\a", "é:\\a"] {
        refuses_path(Windows, path.as_bytes(), Relative);
    }
    for path in
        [r"\\.\COM1", r"\\.\C:\a", "//?/C:/a", r"\\?\", r"\\?\a", r"\\?\C:", r"\\?\GLOBALROOT\a"]
    {
        refuses_path(Windows, path.as_bytes(), Namespace);
    }
    for path in [r"\\host", r"\\host\", r"\\host\\a"] {
        refuses_path(Windows, path.as_bytes(), NoShare);
    }
    for path in [r"\\", r"\\\a", r"\\a b\c", r"\\h@SSL\c", r"\\h%41\c", r"\\LOCALHOST\c$"] {
        refuses_path(Windows, path.as_bytes(), Host);
    }
    refuses_path(Windows, br"C:\a\..\b", DotSegment);
    refuses_path(Windows, br"\\host\..\b", DotSegment);
    refuses_path(Windows, b"C:\\\xFF", NotUtf8);
    refuses_path(Windows, b"C:\\\0", Nul);

    for uri in ["file:", "file:///", "file:///a", "file:///C:", "file:C:a", "file:a", "file:///C/a"]
    {
        refuses_uri(Windows, uri, Relative);
    }
    // `|` for `:` is one of the nonstandard spellings of Appendix E.2.2.
    refuses_uri(Windows, "file:///C%7C/a", Relative);
    refuses_uri(Windows, "file:///C%3A%5Ca", Slash);
    refuses_uri(Windows, "file:///C:/a%2Fb", Slash);
    refuses_uri(Windows, "file:///C:/%FF", NotUtf8);
    refuses_uri(Windows, "file:///C:/a%00", Nul);
    refuses_uri(Windows, "file:///C:/%2E%2E/a", DotSegment);
    refuses_uri(Windows, "file:////host/share", TwoSlashes);
    refuses_uri(Windows, "file://host//share", TwoSlashes);
    refuses_uri(Windows, "file://host/", NoShare);
    // Not `\\.\C:`, nor another namespace, nor another path.
    for host in [".", "%3F", "..", "a%5Cb", "a%2Fb", "a%3Ab", "[::1]", "u@h", "h:1", "%FF"] {
        refuses_uri(Windows, &format!("file://{host}/C:/a"), Host);
    }
}

/// Windows puts `\\?\` before a path that is looked up; the path without the prefix is the same file, or
/// has no URI.
#[test]
fn verbatim_paths_of_windows() {
    use FilePathError::{DotSegment, Host, Namespace, NoShare, Slash};
    use PathStyle::Windows;
    let is = |path: &[u8], uri: &str| assert_eq!(Windows.to_uri(path).unwrap(), uri);
    is(br"\\?\C:\a b\c.txt", "file:///C:/a%20b/c.txt");
    is(br"\\?\c:\", "file:///c:/");
    is(br"\\?\UNC\host\share\a", "file://host/share/a");
    is(br"\\?\unc\host\share", "file://host/share");
    is(br"\\?\C:\null\com\.a\con-1", "file:///C:/null/com/.a/con-1");
    for name in ["a.", "a ", "...", "NUL", "nul.txt", "Com1", "LPT9.a.b", "aux .c"] {
        refuses_path(Windows, &[br"\\?\C:\a\", name.as_bytes(), br"\b"].concat(), Namespace);
        refuses_path(Windows, &[br"\\?\UNC\host\", name.as_bytes()].concat(), Namespace);
    }
    refuses_path(Windows, br"\\?\C:\a/b", Slash);
    refuses_path(Windows, br"\\?\UNC\host", NoShare);
    refuses_path(Windows, br"\\?\UNC\", Host);
    refuses_path(Windows, br"\\?\C:\..\a", Namespace);
    refuses_path(Windows, br"C:\..\a", DotSegment);
}

#[test]
fn messages_say_why() {
    let message = |uri| PathStyle::Unix.path_of(Uri::parse(uri).unwrap()).unwrap_err().to_string();
    assert_eq!(message("http://h/"), "the scheme is not \"file\" (RFC 8089, 2)");
    assert_eq!(
        message("file:///a%2Fb"),
        "a name in the path holds a separator, and is no name of a file (2.2)"
    );
}

/// Every octet that a name can hold survives.
#[test]
fn every_name_survives() {
    for octet in 1..=255_u8 {
        for path in [[b'/', octet, b'a'], [b'/', b'a', octet]] {
            let Ok(uri) = PathStyle::Unix.to_uri(&path) else {
                assert_eq!(path, *b"//a");
                continue;
            };
            assert_eq!(PathStyle::Unix.path_of(&uri).unwrap(), path);
        }
    }
}

#[test]
fn this_machine() {
    let here = std::env::current_dir().unwrap().join("");
    let uri = UriBuf::from_file_path(&here).unwrap();
    assert!(uri.as_str().starts_with("file://") && uri.path().ends_with('/'));
    assert_eq!(uri.to_file_path().unwrap().as_os_str(), here.as_os_str());
    assert_eq!(UriBuf::from_file_path("a").unwrap_err(), FilePathError::Relative);
}
