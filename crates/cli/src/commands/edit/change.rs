//! The changes to a reference.

use std::borrow::Cow;

use urispec::percent::{Keep, encode};
use urispec::{Rung, Uri};

use super::parts::{AuthorityParts, UriParts};
use super::query::{self, KeyPattern};

/// The text that replaces redacted text. Every edition allows it in a userinfo and in a query.
const REDACTED: &str = "***";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditedComponent {
    Scheme,
    Authority,
    Userinfo,
    User,
    Password,
    Host,
    Port,
    Path,
    Query,
    Fragment,
}

/// How to write the default port of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PortForm {
    /// Omit the port.
    Default,
    /// Write the port, and add it if it is missing.
    Explicit,
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    Set(EditedComponent, String),
    Unset(EditedComponent),
    AppendSegment(String),
    AppendPair(String),
    DropQuery(KeyPattern),
    KeepQuery(KeyPattern),
    RenameQuery(KeyPattern, String),
    SortQuery,
    DedupeQuery,
    RedactUserinfo,
    RedactPassword,
    RedactValue(KeyPattern),
    ReplaceHost(String, String),
    Port(PortForm),
    Resolve(String),
    Normalize(Rung),
}

impl EditedComponent {
    pub(super) const ALL: [(&'static str, Self); 10] = [
        ("scheme", Self::Scheme),
        ("authority", Self::Authority),
        ("userinfo", Self::Userinfo),
        ("user", Self::User),
        ("password", Self::Password),
        ("host", Self::Host),
        ("port", Self::Port),
        ("path", Self::Path),
        ("query", Self::Query),
        ("fragment", Self::Fragment),
    ];

    pub(super) fn from_name(name: &str) -> Option<Self> {
        let has_name = |(known, _): &&(&str, Self)| known.eq_ignore_ascii_case(name);
        Self::ALL.iter().find(has_name).map(|&(_, component)| component)
    }
}

pub(super) fn segment(data: &str) -> String {
    encode(data, Keep::Unreserved).into_owned()
}

/// Encodes a query pair: `k=v`, or a key alone.
pub(super) fn pair(data: &str) -> String {
    match data.split_once('=') {
        Some((key, value)) => format!("{}={}", segment(key), segment(value)),
        None => segment(data),
    }
}

impl Change {
    /// Returns whether the change concerns the whole reference instead of components.
    pub(super) const fn is_of_whole(&self) -> bool {
        matches!(self, Self::Resolve(_) | Self::Normalize(_))
    }

    pub(super) const fn is_redaction(&self) -> bool {
        matches!(self, Self::RedactUserinfo | Self::RedactPassword | Self::RedactValue(_))
    }

    /// Changes components, or returns the reason why that is not possible.
    pub(super) fn apply(&self, parts: &mut UriParts<'_>) -> Result<(), String> {
        match self {
            Self::Set(component, text) => set(parts, *component, text)?,
            Self::Unset(component) => unset(parts, *component)?,
            Self::AppendSegment(segment) => append(parts, segment),
            Self::AppendPair(pair) => query::append(&mut parts.query, pair),
            Self::DropQuery(keys) => {
                query::each(&mut parts.query, |pair| {
                    (!keys.matches_pair(pair)).then_some(Cow::Borrowed(pair))
                });
            }
            Self::KeepQuery(keys) => {
                query::each(&mut parts.query, |pair| {
                    keys.matches_pair(pair).then_some(Cow::Borrowed(pair))
                });
            }
            Self::RenameQuery(keys, new) => query::each(&mut parts.query, |pair| {
                Some(match keys.matches_pair(pair) {
                    true => Cow::Owned(query::with_key(pair, new)),
                    false => Cow::Borrowed(pair),
                })
            }),
            Self::SortQuery => query::sort(&mut parts.query),
            Self::DedupeQuery => query::dedupe(&mut parts.query),
            Self::RedactUserinfo => {
                if let Some(userinfo) = userinfo(parts) {
                    *userinfo = Cow::Borrowed(REDACTED);
                }
            }
            Self::RedactPassword => {
                if let Some(userinfo) = userinfo(parts)
                    && let Some((user, password)) = userinfo.split_once(':')
                    && !password.is_empty()
                {
                    *userinfo = Cow::Owned(format!("{user}:{REDACTED}"));
                }
            }
            Self::RedactValue(keys) => query::each(&mut parts.query, |pair| {
                Some(match keys.matches_pair(pair) {
                    true => query::with_value(pair, REDACTED),
                    false => Cow::Borrowed(pair),
                })
            }),
            Self::ReplaceHost(old, new) => {
                if let Some(authority) = &mut parts.authority
                    && authority.host.eq_ignore_ascii_case(old)
                {
                    authority.host = Cow::Owned(new.clone());
                }
            }
            Self::Port(form) => port(parts, *form),
            // `Editor` applies these changes as separate stages.
            Self::Resolve(_) | Self::Normalize(_) => {}
        }
        Ok(())
    }
}

fn set(parts: &mut UriParts<'_>, component: EditedComponent, text: &str) -> Result<(), String> {
    let value = || Cow::Owned(text.to_owned());
    // A delimiter would end the component, and what follows it would be another one.
    let (name, delimiters) = match component {
        EditedComponent::Scheme => ("scheme", ":/?#"),
        EditedComponent::Authority => ("authority", "/?#"),
        EditedComponent::Userinfo => ("userinfo", "/?#@"),
        EditedComponent::User => ("user", "/?#@:"),
        EditedComponent::Password => ("password", "/?#@"),
        EditedComponent::Host if text.starts_with('[') => ("host", "/?#@"),
        EditedComponent::Host => ("host", "/?#@:"),
        EditedComponent::Port => ("port", "/?#@:"),
        EditedComponent::Path => ("path", "?#"),
        EditedComponent::Query => ("query", "#"),
        EditedComponent::Fragment => ("fragment", ""),
    };
    if let Some(found) = text.chars().find(|&one| delimiters.contains(one)) {
        if matches!(component, EditedComponent::Host) && found == ':' {
            return Err("`:` would end the host; write an IPv6 address in brackets".to_owned());
        }
        let escape = format!("%{:02X}", u32::from(found));
        return Err(format!("`{found}` would end the {name}; if it is part of it, write {escape}"));
    }
    match component {
        EditedComponent::Scheme => parts.scheme = Some(value()),
        EditedComponent::Path => parts.path = value(),
        EditedComponent::Query => parts.query = Some(value()),
        EditedComponent::Fragment => parts.fragment = Some(value()),
        EditedComponent::Authority => {
            parts.authority = Some(AuthorityParts::split(text).to_owned())
        }
        EditedComponent::Host => parts.authority.get_or_insert_default().host = value(),
        EditedComponent::Port
        | EditedComponent::Userinfo
        | EditedComponent::User
        | EditedComponent::Password => {
            // Without an authority, the host would become empty.
            let Some(AuthorityParts { userinfo, port, .. }) = &mut parts.authority else {
                return Err("the reference has no host: set it first with --set host=…".to_owned());
            };
            let old = userinfo.as_deref().unwrap_or_default();
            let (user, password) = match old.split_once(':') {
                Some((user, password)) => (user, Some(password)),
                None => (old, None),
            };
            match (component, password) {
                (EditedComponent::Port, _) => *port = Some(value()),
                (EditedComponent::Password, _) => {
                    *userinfo = Some(Cow::Owned(format!("{user}:{text}")));
                }
                (EditedComponent::User, Some(password)) => {
                    *userinfo = Some(Cow::Owned(format!("{text}:{password}")));
                }
                _ => *userinfo = Some(value()),
            }
        }
    }
    Ok(())
}

fn unset(parts: &mut UriParts<'_>, component: EditedComponent) -> Result<(), String> {
    match component {
        EditedComponent::Scheme => parts.scheme = None,
        EditedComponent::Host
            if parts
                .authority
                .as_ref()
                .is_some_and(|one| one.userinfo.is_some() || one.port.is_some()) =>
        {
            let why = "without its host, the reference cannot have a userinfo or a port: unset the authority";
            return Err(why.to_owned());
        }
        EditedComponent::Authority | EditedComponent::Host => parts.authority = None,
        EditedComponent::Path => parts.path = Cow::Borrowed(""),
        EditedComponent::Query => parts.query = None,
        EditedComponent::Fragment => parts.fragment = None,
        EditedComponent::Port => parts.authority.iter_mut().for_each(|one| one.port = None),
        EditedComponent::Userinfo => {
            parts.authority.iter_mut().for_each(|one| one.userinfo = None);
        }
        EditedComponent::User => {
            let password =
                userinfo(parts).and_then(|text| Some(text.split_once(':')?.1.to_owned()));
            let rest = password.map(|password| Cow::Owned(format!(":{password}")));
            parts.authority.iter_mut().for_each(|one| one.userinfo.clone_from(&rest));
        }
        EditedComponent::Password => {
            if let Some(userinfo) = userinfo(parts)
                && let Some((user, _)) = userinfo.split_once(':')
            {
                *userinfo = Cow::Owned(user.to_owned());
            }
        }
    }
    Ok(())
}

fn userinfo<'a, 'p>(parts: &'a mut UriParts<'p>) -> Option<&'a mut Cow<'p, str>> {
    parts.authority.as_mut()?.userinfo.as_mut()
}

/// Appends a segment to the path. If the path ends in a slash, no other slash is added.
fn append(parts: &mut UriParts<'_>, segment: &str) {
    let path = &parts.path;
    let is_after_host = parts.authority.is_some() && path.is_empty();
    let slash = if path.ends_with('/') || (path.is_empty() && !is_after_host) { "" } else { "/" };
    parts.path = Cow::Owned(format!("{path}{slash}{segment}"));
}

fn port(parts: &mut UriParts<'_>, form: PortForm) {
    let (Some(scheme), Some(authority)) = (&parts.scheme, &mut parts.authority) else { return };
    let of_scheme = || {
        let uri = format!("{scheme}://h");
        Uri::parse(&uri).ok()?.port_or_default().ok()
    };
    match (form, &authority.port) {
        (PortForm::Default, Some(port)) => {
            let is_empty = port.is_empty();
            if is_empty || port.parse::<u16>().ok().is_some_and(|port| of_scheme() == Some(port)) {
                authority.port = None;
            }
        }
        (PortForm::Explicit, port) if port.as_deref().is_none_or(str::is_empty) => {
            if let Some(port) = of_scheme() {
                authority.port = Some(Cow::Owned(port.to_string()));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use urispec::{Edition, Reference};

    use super::*;

    const ALL: [EditedComponent; 10] = [
        EditedComponent::Scheme,
        EditedComponent::Authority,
        EditedComponent::Userinfo,
        EditedComponent::User,
        EditedComponent::Password,
        EditedComponent::Host,
        EditedComponent::Port,
        EditedComponent::Path,
        EditedComponent::Query,
        EditedComponent::Fragment,
    ];

    /// Returns a component of a reference, or `None` if the reference has no such component.
    fn value(parts: &UriParts<'_>, component: EditedComponent) -> Option<String> {
        let authority = parts.authority.as_ref();
        let userinfo = authority.and_then(|one| one.userinfo.as_deref());
        let (user, password) = match userinfo.and_then(|text| text.split_once(':')) {
            Some((user, password)) => (Some(user), Some(password)),
            None => (userinfo, None),
        };
        match component {
            EditedComponent::Scheme => parts.scheme.as_deref(),
            EditedComponent::Authority => return None,
            EditedComponent::Userinfo => userinfo,
            EditedComponent::User => user.filter(|user| !user.is_empty() || password.is_none()),
            EditedComponent::Password => password,
            EditedComponent::Host => authority.map(|one| &*one.host),
            EditedComponent::Port => authority.and_then(|one| one.port.as_deref()),
            EditedComponent::Path => Some(&*parts.path),
            EditedComponent::Query => parts.query.as_deref(),
            EditedComponent::Fragment => parts.fragment.as_deref(),
        }
        .map(str::to_owned)
    }

    /// Returns whether a change of one component changes the other one too.
    fn is_part(changed: EditedComponent, other: EditedComponent) -> bool {
        use EditedComponent::{Authority, Host, Password, Port, User, Userinfo};
        match changed {
            Authority => matches!(other, Userinfo | User | Password | Host | Port),
            Userinfo => matches!(other, User | Password),
            User | Password => other == Userinfo,
            _ => false,
        }
    }

    /// After a change, the named component has the named value and each other one its old value, or there is an error.
    #[test]
    fn a_change_does_what_was_asked_or_fails() {
        let uris = [
            "http://h/",
            "http://u:p@h:80/a/b?q#f",
            "http://u@h",
            "http://:p@h/",
            "http://u:@h/",
            "//h//p",
            "a:b:c",
            "a://h:/",
            "/p?q",
            "p",
            "",
            "?q",
            "#f",
            "mailto:a@b",
            "http://[::1]:8080/",
            "file:///x",
            "a:/b//c",
        ];
        let texts = [
            "", "x", "a:b", "a@b", "a/b", "//a", "/", "a?b", "a#b", "80", "x:80", "[::1]",
            "[::1]:80", ":", "@", "é", "a b", "%41", "%zz", "http", "1a",
        ];
        let (mut changed, mut refused) = (0, 0);
        for uri in uris {
            let reference = Reference::parse(Edition::Rfc3986, uri).unwrap();
            let before = UriParts::from_reference(&reference);
            let changes = ALL.iter().flat_map(|&component| {
                let set = texts.iter().map(move |&text| (component, Some(text)));
                set.chain([(component, None)])
            });
            for (component, text) in changes {
                let mut parts = before.clone();
                let done = match text {
                    Some(text) => set(&mut parts, component, text),
                    None => unset(&mut parts, component),
                };
                let Ok(after) = done.and_then(|()| parts.text(Edition::Rfc3986)) else {
                    refused += 1;
                    continue;
                };
                changed += 1;
                let reference = Reference::parse(Edition::Rfc3986, &after).unwrap();
                let parts = UriParts::from_reference(&reference);
                let case = format!("{uri:?} {component:?} {text:?} {after:?}");
                // A path and, in effect, a user cannot be absent.
                let wanted = match (component, text) {
                    (EditedComponent::Authority, _) => None,
                    (EditedComponent::Path, None) => Some(String::new()),
                    (_, text) => text.map(str::to_owned),
                };
                let found = value(&parts, component);
                let is_same = found == wanted || wanted.as_deref() == Some("") && found.is_none();
                assert!(is_same, "{case}: {found:?}");
                for other in ALL.into_iter().filter(|&other| other != component) {
                    let is_user =
                        component == EditedComponent::Password && other == EditedComponent::User;
                    if !is_part(component, other) && !is_user {
                        assert_eq!(
                            value(&parts, other),
                            value(&before, other),
                            "{case}: {other:?}"
                        );
                    }
                }
            }
        }
        assert!(changed > 500 && refused > 500, "{changed} {refused}");
    }
}
