//! The fields of the types of schemes, as named texts for a row of a table.

use std::borrow::Cow;

use urispec::Edition;
use urispec::meaning::{Command, Meaning, rfc1630, rfc1738};
use urispec::scheme::{
    About, Acct, Data, Did, Digest, FileUri, Geo, HttpUri, ImageReference, Mailto, Ni, Nih,
    NotADigest, Oid, PhoneContext, Purl, SpiffeId, Tel, Urn, Uuid, UuidTime,
};

/// Names, each with its text unless it is undefined.
pub(crate) type Fields = Vec<(&'static str, Option<String>)>;

/// A value with a text, or without one.
trait Shown {
    fn shown(self) -> Option<String>;
}

impl<T: ToString> Shown for Option<T> {
    fn shown(self) -> Option<String> {
        self.map(|value| value.to_string())
    }
}

macro_rules! shown {
    ($($shown:ty),*) => {$(
        impl Shown for $shown {
            fn shown(self) -> Option<String> {
                Some(self.to_string())
            }
        }
    )*};
}

shown!(&str, String, bool, u8, usize, i128, Cow<'_, str>);

/// The named values.
macro_rules! fields {
    ($($name:literal: $value:expr),* $(,)?) => {
        vec![$(($name, $value.shown())),*]
    };
}

/// The text of octets, or the octets with escapes.
fn text(octets: impl AsRef<[u8]>) -> String {
    let octets = octets.as_ref();
    String::from_utf8(octets.to_vec()).unwrap_or_else(|_| octets.escape_ascii().to_string())
}

fn escaped(octets: impl AsRef<[u8]>) -> String {
    octets.as_ref().escape_ascii().to_string()
}

pub(crate) fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

fn joined<T: ToString>(all: impl Iterator<Item = T>, between: &str) -> String {
    all.map(|one| one.to_string()).collect::<Vec<_>>().join(between)
}

/// `name=value`, or the name alone.
fn pair(name: impl AsRef<[u8]>, value: Option<impl AsRef<[u8]>>) -> String {
    text(name) + &value.map_or_else(String::new, |value| format!("={}", text(value)))
}

/// Returns the fields of a document's own type for a string; nothing if the type does not parse it.
pub(crate) fn view(edition: Edition, uri: &str) -> Option<Fields> {
    Some(match edition {
        Edition::Rfc1630 => return rfc1630(uri),
        Edition::Rfc1738 => rfc1738(rfc1738::Url::parse(uri).ok()?),
        Edition::Rfc2141 | Edition::Rfc8141 => {
            let urn = urn(edition, uri)?;
            fields! {
                "nid": urn.nid, "nss": urn.nss, "r": urn.r_component, "q": urn.q_component, "f": urn.f_component,
                "name": urn.assigned_name(), "informal": urn.is_informal(),
            }
        }
        Edition::Rfc2397 => data(Data::parse(uri).ok()?),
        Edition::Rfc3061 => {
            let oid = Oid::parse(uri).ok()?;
            let below = ["1.3.6.1", "1.3.6.1.4.1"].into_iter();
            let below =
                below.filter(|one| oid.is_below(&Oid::parse(&format!("urn:oid:{one}")).unwrap()));
            fields! {
                "oid": oid.oid, "numbers": joined(oid.numbers(), "."), "count": oid.numbers().count(),
                "root": oid.root().map(|root| format!("{root:?}")), "below": joined(below, " "),
            }
        }
        Edition::Rfc3966 => tel(Tel::parse(uri).ok()?),
        Edition::Rfc5870 => geo(Geo::parse(uri).ok()?),
        Edition::Rfc6068 => mailto(Mailto::parse(uri).ok()?),
        Edition::Rfc6694 => {
            let about = About::parse(uri).ok()?;
            fields! { "token": about.token, "query": about.query, "fragment": about.fragment, "blank": about.is_blank() }
        }
        Edition::Rfc6920 => return ni(uri),
        Edition::Rfc7565 => {
            let acct = Acct::parse(uri).ok()?;
            fields! { "account": text(acct.account()), "length": acct.account().len(), "host": acct.host }
        }
        Edition::Rfc8089 => {
            let file = FileUri::parse(uri).ok()?;
            fields! {
                "host": file.host, "path": file.path, "segments": joined(file.segments().map(text), "|"),
                "local": file.is_local(),
            }
        }
        Edition::Rfc9110 => {
            let http = HttpUri::parse(uri).ok()?;
            fields! {
                "userinfo": http.userinfo, "host": http.host, "port": http.port_text, "path": http.path,
                "query": http.query, "secured": http.is_secured, "target": http.target(),
                "origin": http.origin().map(|(scheme, host, port)| format!("{scheme} {host} {port}")),
            }
        }
        Edition::Rfc9562 => uuid(Uuid::parse(uri).ok()?),
        Edition::Did => {
            let did = Did::parse(uri).ok()?;
            fields! {
                "did": did.did, "method": did.method_name, "id": did.method_specific_id, "length": did.method_specific_id.len(),
                "path": did.path, "query": did.query, "fragment": did.fragment, "count": did.parameters().count(),
                "parameters": joined(did.parameters().map(|one| pair(one.name, Some(one.value))), " "),
                "valid": did.parameters().all(|one| one.is_valid()),
            }
        }
        Edition::Oci => {
            let image = ImageReference::parse(uri).ok()?;
            fields! {
                "domain": image.domain, "path": image.path, "tag": image.tag, "digest": image.digest,
                "refused": image.check().err().map(|error| format!("{error:?}")),
            }
        }
        Edition::Pkg => purl(Purl::parse(uri).ok()?),
        Edition::Spiffe => {
            let id = SpiffeId::parse(uri).ok()?;
            fields! {
                "trust-domain": id.trust_domain, "path": id.path, "segments": joined(id.segments(), "|"),
                "count": id.segments().count(),
            }
        }
        other => panic!("{other} has no type of its own"),
    })
}

/// Returns whether two strings name the same thing by the types of their document, if it has one for both.
pub(crate) fn is_same(edition: Edition, a: &str, b: &str) -> Option<bool> {
    match edition {
        Edition::Rfc2141 | Edition::Rfc8141 => Some(urn(edition, a)? == urn(edition, b)?),
        Edition::Rfc3061 => Some(Oid::parse(a).ok()? == Oid::parse(b).ok()?),
        Edition::Rfc6920 => match [Ni::parse(a), Ni::parse(b)] {
            [Ok(a), Ok(b)] => Some(a == b),
            [Err(_), Err(_)] => Some(Nih::parse(a).ok()? == Nih::parse(b).ok()?),
            _ => None,
        },
        _ => None,
    }
}

fn urn(edition: Edition, text: &str) -> Option<Urn<'_>> {
    if edition == Edition::Rfc2141 { Urn::parse_rfc2141(text).ok() } else { Urn::parse(text).ok() }
}

/// Returns the lines that a client sends; "(ask)" where it asks for a password, "(none)" where the line would be two.
fn commands<'i>(commands: impl Iterator<Item = Command<'i>>) -> String {
    let line = |command: Command<'_>| match command {
        Command::AskPass => "(ask)".to_owned(),
        command => command.line().map_or("(none)".to_owned(), text),
    };
    joined(commands.map(line), ", ")
}

fn news(news: rfc1738::News<'_>) -> Fields {
    match news {
        rfc1738::News::All => vec![],
        rfc1738::News::Group(group) => fields! { "group": group },
        rfc1738::News::Article(article) => fields! { "article": article },
    }
}

fn rfc1738(url: rfc1738::Url<'_>) -> Fields {
    use rfc1738::{Retrieval, Url};
    let names = |kind: &str, names: &[Vec<u8>], between: &str| {
        format!("{kind} {}", joined(names.iter().map(text), between)).trim_end().to_owned()
    };
    let retrieval = |retrieval| match retrieval {
        Retrieval::Attributes { names: all } => names("Attributes", &all, " "),
        Retrieval::DirectoryAttributes { names: all } => names("DirectoryAttributes", &all, " "),
        Retrieval::FilledForm { values } => names("FilledForm", &values, "|"),
        Retrieval::View { view, language } => names("View", &[view, language], " "),
        other => format!("{other:?}"),
    };
    match url {
        Url::Http(http) => fields! { "port": http.site.port() },
        Url::Ftp(ftp) => fields! {
            "port": ftp.login.site.port(), "user": ftp.login.user, "password": ftp.login.password,
            "commands": commands(ftp.commands("me@h")),
        },
        Url::Gopher(gopher) => fields! {
            "port": gopher.site.port(), "item-type": char::from(gopher.item_type()).to_string(),
            "request": gopher.request().map(escaped), "retrieval": gopher.retrieval().map(retrieval),
        },
        Url::News(all) => news(all),
        Url::Nntp(nntp) => fields! { "port": nntp.site.port() },
        Url::Telnet(login) => {
            fields! { "port": login.site.port(), "user": login.user, "password": login.password }
        }
        Url::Wais(wais) => fields! { "port": wais.site.port() },
        Url::File(file) => fields! { "local": file.is_local() },
        Url::Prospero(prospero) => fields! { "port": prospero.site.port() },
        Url::Other(other) => fields! {
            "port": other.login.and_then(|login| login.site.port()), "reserved": other.reserved_for(),
            "experimental": other.is_experimental(),
        },
        Url::Mailto(_) => vec![],
    }
}

/// The meaning of a string as a fragmentaddress.
fn rfc1630(uri: &str) -> Option<Fields> {
    use rfc1630::Url;
    let tree = urispec::Node::parse(Edition::Rfc1630, "fragmentaddress", uri).ok();
    // Section 8 has no port, and not every parameter: what section 9 alone derives is read by it.
    let meaning = match Url::parse(uri) {
        Ok(url) => Meaning::Rfc1630(url),
        Err(_) => Meaning::from_tree(Edition::Rfc1630, &tree?).ok()??.1,
    };
    let mut fields = match meaning {
        Meaning::Rfc1630(Url::Http(http)) => fields! {
            "port": http.site.port(), "sent": http.sent, "gateway": http.sent_to_gateway,
        },
        Meaning::Rfc1630(Url::Ftp(ftp)) => {
            fields! { "port": ftp.login.site.port(), "commands": commands(ftp.commands("me@h")) }
        }
        Meaning::Rfc1630(Url::News(all)) => news(all),
        Meaning::Rfc1630(Url::Prospero(link)) => fields! {
            "host": link.site.host, "port": link.site.port(), "hsoname": link.hsoname, "version": link.version,
        },
        Meaning::Rfc1630(Url::Telnet(login)) => fields! { "port": login.site.port() },
        Meaning::Rfc1630(Url::Gopher(gopher)) => fields! {
            "host": gopher.site.host, "port": gopher.site.port(),
            "item-type": char::from(gopher.item_type()).to_string(), "request": escaped(gopher.request()),
        },
        Meaning::Rfc1630(Url::Wais(wais)) => fields! {
            "fields": joined(wais.fields().map(|(number, content)| format!("{number} {}", text(content))), ", "),
        },
        Meaning::Rfc1630(Url::Mailto(address) | Url::Mid(address) | Url::Cid(address)) => {
            fields! { "octets": text(address.octets()) }
        }
        Meaning::Afs(afs) => fields! { "afs": afs.path },
        Meaning::File(file) => fields! {
            "host": file.host, "local": file.is_local(), "segments": joined(file.segments().map(text), "|"),
        },
        Meaning::Uri { is_experimental } => fields! { "experimental": is_experimental },
        other => panic!("{uri}: {other:?}"),
    };
    fields.extend(fields! { "gateway": rfc1630::sent_to_gateway(uri) });
    Some(fields)
}

fn data(data: Data<'_>) -> Fields {
    let octets = data.octets();
    let first = data.parameters().next();
    fields! {
        "mediatype": data.mediatype, "base64": data.is_base64, "data": data.data,
        "type": format!("{}/{}", text(data.top_level_type()), text(data.subtype())),
        "charset": data.charset().map(text), "octets": octets.as_ref().ok().map(escaped),
        "length": octets.as_ref().ok().map(|octets| octets.len()),
        "fault": octets.as_ref().err().map(|error| format!("{:?} {}", error.fault, error.offset)),
        "error": octets.as_ref().err(), "count": data.parameters().count(),
        "parameters": joined(data.parameters().map(|one| pair(one.attribute, Some(one.octets()))), " "),
        "name": first.map(|one| one.attribute), "quoted": first.is_some_and(|one| one.is_quoted()),
        "called": first.is_some_and(|one| one.is_called("A")),
    }
}

fn tel(tel: Tel<'_>) -> Fields {
    let parameters = tel
        .parameters()
        .map(|one| pair(one.pname, one.value()) + if one.is_mandatory() { "!" } else { "" });
    fields! {
        "number": tel.number, "digits": tel.digits(), "length": tel.digits().len(), "global": tel.is_global(),
        "context": tel.context.map(|context| match context {
            PhoneContext::DomainName(name) => format!("DomainName {name}"),
            PhoneContext::Digits(digits) => format!("Digits {digits}"),
            other => panic!("{other:?}"),
        }),
        "ext": tel.extension, "isub": tel.isub, "subaddress": tel.subaddress().map(escaped),
        "parameters": joined(parameters, " "), "count": tel.parameters().count(),
    }
}

fn geo(geo: Geo<'_>) -> Fields {
    fields! {
        "coord-a": geo.coord_a, "coord-b": geo.coord_b, "coord-c": geo.coord_c, "crs": geo.crs, "u": geo.u,
        "others": geo.others, "latitude": geo.latitude(), "longitude": geo.longitude(), "altitude": geo.altitude(),
        "uncertainty": geo.uncertainty(), "wgs84": geo.is_wgs84(), "crs-urn": geo.crs_urn(),
        "invalid": geo.is_invalid(), "pole": geo.is_pole(), "count": geo.parameters().count(),
        "parameters": joined(geo.parameters().map(|one| pair(one.pname, one.value())), " "),
    }
}

fn mailto(mailto: Mailto<'_>) -> Fields {
    let fields = mailto.fields().map(|one| format!("{}: {}", text(one.name()), text(one.value())));
    let first = mailto.fields().next();
    fields! {
        "to": joined(mailto.recipients().map(text), " "), "to-count": mailto.recipients().count(),
        "fields": joined(fields, "; "), "fields-count": mailto.fields().count(), "body": mailto.body(),
        "safe": first.is_some_and(|one| one.is_safe()), "ignored": first.is_some_and(|one| one.is_ignored()),
        "subject": first.is_some_and(|one| one.is_called("Subject")),
    }
}

fn ni(uri: &str) -> Option<Fields> {
    let digest = |digest: Result<Digest<'_>, NotADigest>| {
        let fault =
            digest.as_ref().err().map(|error| format!("{:?} {}", error.fault, error.offset));
        let error = digest.as_ref().err().map(NotADigest::to_string);
        let digest = digest.ok();
        fields! {
            "fault": fault, "error": error, "octets": digest.as_ref().map(|one| hex(&one.octets)),
            "begins": digest.as_ref().map(|one| hex(&one.octets[..one.octets.len().min(4)])),
            "length": digest.as_ref().map(|one| one.octets.len()), "bits": digest.as_ref().map(|one| one.bits()),
            "algorithm": digest.as_ref().map(|one| one.algorithm),
            "algorithm-bits": digest.as_ref().and_then(|one| one.algorithm_bits()),
            "numbered": digest.as_ref().map(|one| one.is_numbered), "name": digest.as_ref().and_then(|one| one.name()),
            "spoken": digest.as_ref().map(|one| one.spoken()),
            "binary": digest.as_ref().and_then(|one| one.binary()).map(|octets| hex(&octets)),
        }
    };
    if let Ok(nih) = Nih::parse(uri) {
        let own = fields! {
            "alg": nih.alg, "sepval": nih.sepval, "checkdigit": nih.checkdigit, "check": nih.expected_check_digit(),
        };
        return Some([own, digest(nih.digest())].concat());
    }
    let ni = Ni::parse(uri).ok()?;
    let own = fields! {
        "authority": ni.authority, "alg": ni.alg, "val": ni.val, "query": ni.query,
        "content-type": ni.content_type().map(text), "count": ni.parameters().count(),
        "parameters": joined(ni.parameters().map(|(tag, value)| pair(tag, value)), " "),
    };
    Some([own, digest(ni.digest())].concat())
}

fn uuid(uuid: Uuid) -> Fields {
    let time = uuid.time().map(|time| match time {
        UuidTime::Gregorian { steps } => format!("Gregorian {steps}"),
        UuidTime::Unix { milliseconds } => format!("Unix {milliseconds}"),
        other => panic!("{other:?}"),
    });
    fields! {
        "urn": uuid.urn(), "variant": uuid.variant().name(), "version": uuid.version(), "time": time,
        "nanoseconds": uuid.time().map(UuidTime::unix_nanoseconds), "clock-seq": uuid.clock_seq(),
        "node": uuid.node().map(|node| hex(&node).to_uppercase()), "host": uuid.may_tell_host(),
        "nil": uuid.is_nil(), "max": uuid.is_max(), "namespace": uuid.namespace(),
    }
}

fn purl(purl: Purl) -> Fields {
    let qualifiers = purl.qualifiers.iter().map(|(key, value)| pair(key, Some(value)));
    fields! {
        "type": &*purl.package_type, "name": &*purl.name, "namespace": purl.namespace.join("|"),
        "version": purl.version.as_deref(), "qualifiers": joined(qualifiers, " "),
        "checksums": joined(purl.checksums(), "|"), "subpath": purl.subpath.join("|"),
        "canonical": purl.build().ok(),
    }
}
