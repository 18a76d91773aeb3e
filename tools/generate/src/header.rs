//! The header of the C interface, made of the comments and types of `crates/capi`.
//!
//! In: the sources of `crates/capi`. Out: the text of `crates/capi/include/urispec.h`. What C does not
//! call, or name, is left out.

use std::error::Error;
use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, Language, RenameRule, Style};

/// The path of the header.
pub(crate) const HEADER: &str = "crates/capi/include/urispec.h";

const ABOUT: &str = "\
/* urispec: URIs exactly as RFC 3986 and its predecessors define them.
 *
 * `cargo run -p urispec-generate` generates this file from the comments in crates/capi.
 *
 * A string is a pointer and a length in bytes. It need not end in NUL, and may contain any bytes. The
 * pointer may be NULL only if the length is 0. No call retains a pointer, and nothing has to be freed. Any
 * number of threads may call at once.
 *
 * A text result is written with a NUL into a buffer of `size` bytes, if both fit. Its length without the
 * NUL goes to *length, unless that pointer is NULL. If they do not fit, the buffer becomes the empty
 * string, the status is URISPEC_STATUS_BUFFER, and *length is set: a buffer of *length + 1 bytes is large
 * enough. To get only the length, pass a size of 0; the buffer may then be NULL. With any other status,
 * nothing is written unless the function documents it.
 *
 *     const char *text = \"http://example.com:80/a\";
 *     urispec_reference uri;
 *     if (urispec_parse(URISPEC_RFC3986, text, strlen(text), &uri) == URISPEC_STATUS_OK
 *             && uri.host.length != URISPEC_UNDEFINED)
 *         printf(\"%.*s\\n\", (int)uri.host.length, text + uri.host.start);
 */";

/// The text of the header.
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
    for (of_rust, of_c) in [
        ("Status", "urispec_status"),
        ("Span", "urispec_span"),
        ("HostKind", "urispec_host_kind"),
        ("Reference", "urispec_reference"),
        ("Rung", "urispec_rung"),
        ("UNDEFINED", "URISPEC_UNDEFINED"),
        ("RFC3986", "URISPEC_RFC3986"),
    ] {
        config.export.rename.insert(of_rust.to_owned(), of_c.to_owned());
    }
    // No call has it in its signature.
    config.export.include.push("Rung".to_owned());
    let sources = root.join("crates/capi/src");
    let made = Builder::new()
        .with_config(config)
        .with_language(Language::C)
        .with_src(sources.join("types.rs"))
        .with_src(sources.join("exports.rs"))
        .generate()?;
    let mut text = Vec::new();
    made.write(&mut text);
    Ok(String::from_utf8(text)?)
}
