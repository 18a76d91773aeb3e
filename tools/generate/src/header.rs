//! The header of the C interface, `crates/capi/include/urispec.h`, generated from the comments and types of
//! `crates/capi`. It omits what C neither calls nor names.

use std::error::Error;
use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, Language, RenameRule, Style};

/// The path of the header.
pub(crate) const HEADER: &str = "crates/capi/include/urispec.h";

const ABOUT: &str = "\
/* urispec: URIs by the letter of RFC 3986 and of the documents before it.
 *
 * This file is generated from the comments in crates/capi by `cargo run -p urispec-generate`.
 *
 * A string is a pointer and a length in bytes. It need not end in NUL, and may contain any bytes. The pointer
 * may be NULL only if the length is 0. No call keeps a string, and nothing has to be freed. Any number of
 * threads may call at once.
 *
 * A call writes its result and a NUL into a buffer of `size` bytes if both fit, and the length without the NUL
 * to *length unless that pointer is NULL. If they do not fit, the buffer becomes the empty string, the status
 * is URISPEC_STATUS_BUFFER, and *length is set: a buffer of one byte more is large enough. Pass a buffer of
 * size 0, which may be NULL, to get only the length. With any other status, a call writes nothing unless its
 * comment says so.
 *
 *     const char *text = \"http://example.com:80/a\";
 *     urispec_reference uri;
 *     if (urispec_parse(URISPEC_RFC3986, text, strlen(text), &uri) == URISPEC_STATUS_OK
 *             && uri.host.length != URISPEC_UNDEFINED)
 *         printf(\"%.*s\\n\", (int)uri.host.length, text + uri.host.start);
 */";

/// Returns the text of the header.
pub(crate) fn text(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut config = Config {
        header: Some(ABOUT.to_owned()),
        include_guard: Some("URISPEC_H".to_owned()),
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"].map(str::to_owned).to_vec(),
        cpp_compat: true,
        style: Style::Both,
        documentation_style: DocumentationStyle::C99,
        usize_is_size_t: true,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        ..Config::default()
    };
    for (rust, c) in [
        ("Status", "urispec_status"),
        ("Span", "urispec_span"),
        ("HostKind", "urispec_host_kind"),
        ("Reference", "urispec_reference"),
        ("Rung", "urispec_rung"),
        ("UNDEFINED", "URISPEC_UNDEFINED"),
        ("RFC3986", "URISPEC_RFC3986"),
    ] {
        config.export.rename.insert(rust.to_owned(), c.to_owned());
    }
    // No function has this type in its signature.
    config.export.include.push("Rung".to_owned());
    let sources = root.join("crates/capi/src");
    let bindings = Builder::new()
        .with_config(config)
        .with_language(Language::C)
        .with_src(sources.join("types.rs"))
        .with_src(sources.join("exports.rs"))
        .generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(String::from_utf8(text)?)
}
