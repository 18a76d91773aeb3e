//! The components of a reference, and which of them a part of the string belongs to.

use std::ops::Range;

use urispec::{Node, Reference};

/// A component: its name, which is also the class of its colour, and its bytes.
pub(super) type Component = (&'static str, Range<usize>);

/// The components that have no parts, and where they stand. The parts of an authority stand for it.
pub(super) fn components(text: &str, reference: &Reference<'_>) -> Vec<Component> {
    let host = reference.host().map(|host| host.as_str());
    let authority = reference.authority().filter(|_| host.is_none());
    let all = [
        ("scheme", reference.scheme()),
        ("authority", authority),
        ("userinfo", reference.userinfo()),
        ("host", host),
        ("port", reference.port()),
        ("path", Some(reference.path())),
        ("query", reference.query()),
        ("fragment", reference.fragment()),
    ];
    let place = |(name, part): (&'static str, Option<&str>)| {
        let part = part?;
        // A component is a part of the string, not a copy.
        let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        (start + part.len() <= text.len()).then_some((name, start..start + part.len()))
    };
    all.into_iter().filter_map(place).collect()
}

/// The component of a byte. A delimiter has none.
pub(super) fn of_byte(components: &[Component], byte: usize) -> Option<&'static str> {
    components.iter().find(|(_, own)| own.contains(&byte)).map(|(name, _)| *name)
}

/// The component that all bytes of a node belong to. An authority has components, and a colour of its own.
pub(super) fn of_node(components: &[Component], node: &Node<'_>) -> Option<&'static str> {
    if node.rule().eq_ignore_ascii_case("authority") {
        return Some("authority");
    }
    let bytes = node.start()..node.end();
    let same = components.iter().find(|(_, own)| *own == bytes);
    let around = |(_, own): &&Component| own.start <= bytes.start && bytes.end <= own.end;
    same.or_else(|| components.iter().find(around)).map(|(name, _)| *name)
}
