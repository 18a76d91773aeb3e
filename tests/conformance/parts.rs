//! The parts of a reference, for comparing two ways to find them. The fuzzer of `tools/fuzz` uses them too.

use urispec::Reference;

/// Each component with where it begins, and the kind of the host.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parts<'i> {
    texts: [Option<(usize, &'i str)>; 9],
    kind: Option<&'static str>,
}

pub(crate) fn parts<'i>(reference: &Reference<'i>) -> Parts<'i> {
    let whole = reference.as_str().as_ptr().addr();
    let at = |part: &'i str| (part.as_ptr().addr() - whole, part);
    let host = reference.host();
    let texts = [
        reference.scheme(),
        reference.authority(),
        reference.userinfo(),
        host.map(|host| host.as_str()),
        reference.port(),
        Some(reference.path()),
        reference.query(),
        reference.fragment(),
        reference.opaque_part(),
    ];
    Parts { texts: texts.map(|part| part.map(at)), kind: host.map(|host| host.kind().name()) }
}
