//! What a browser sees in a string: the components of the URL that the parser of the URL Standard makes of it.
//!
//! In: a string, and maybe a base. Out: a [`Url`], whose components are those of its serialization. What is forgotten: the
//! string as it was given, since the parser writes everything anew: it removes tabs and line ends, takes `\` for `/`,
//! resolves `..`, escapes, and maps hosts.
//!
//! The surprising case: the default port of a scheme is none: `http://h:80/` has no port.

use clap::ValueEnum;
use urispec::HostKind;
use urispec::whatwg::{Host, UrlRecord, ValidationError};
use urispec_domains::registrable_domain;

use super::column::Column;

/// Who takes the strings apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Reader {
    /// The edition, which gives each component as it stands
    Urispec,
    /// The parser of the URL Standard, as browsers have it
    Whatwg,
}

/// A URL, and its components as text.
pub(super) struct Url {
    record: UrlRecord,
    whole: String,
    authority: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
}

impl Url {
    pub(super) fn parse(text: &str, base: Option<&UrlRecord>) -> Result<Self, ValidationError> {
        let record = UrlRecord::parse(text, base)?;
        let host = record.host().map(Host::to_string);
        let port = record.port().map(|port| port.to_string());
        let authority = host.as_ref().map(|host| {
            let userinfo = userinfo(&record).map(|userinfo| userinfo + "@").unwrap_or_default();
            let port = port.as_ref().map(|port| format!(":{port}")).unwrap_or_default();
            format!("{userinfo}{host}{port}")
        });
        let (whole, path) = (record.to_string(), record.path());
        Ok(Self { record, whole, authority, host, port, path })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.whole
    }

    /// The text of a component.
    pub(super) fn component(&self, column: &Column) -> Option<&str> {
        let record = &self.record;
        match column {
            Column::Scheme => Some(record.scheme()),
            Column::Authority => self.authority.as_deref(),
            Column::Userinfo => {
                let authority = self.authority.as_deref()?;
                authority.rsplit_once('@').map(|(userinfo, _)| userinfo)
            }
            Column::User => record.includes_credentials().then(|| record.username()),
            Column::Password => Some(record.password()).filter(|password| !password.is_empty()),
            Column::Host => self.host.as_deref(),
            Column::HostKind => record.host().map(|host| kind(host).name()),
            Column::Registrable => registrable_domain(self.host.as_deref()?),
            Column::Port => self.port.as_deref(),
            Column::Path => Some(&self.path),
            Column::Query => record.query(),
            Column::Fragment => record.fragment(),
            Column::Uri => Some(&self.whole),
            _ => None,
        }
    }

    pub(super) fn query(&self) -> Option<&str> {
        self.record.query()
    }
}

/// The name and the password with `:` between them, as the serializer writes them.
fn userinfo(record: &UrlRecord) -> Option<String> {
    match (record.username(), record.password()) {
        ("", "") => None,
        (user, "") => Some(user.to_owned()),
        (user, password) => Some(format!("{user}:{password}")),
    }
}

/// The kind of a host by the names of RFC 3986, which has one for domains and opaque hosts.
const fn kind(host: &Host) -> HostKind {
    match host {
        Host::Ipv4(_) => HostKind::Ipv4Address,
        Host::Ipv6(_) => HostKind::Ipv6Address,
        _ => HostKind::RegName,
    }
}
