//! The meaning of a string by its scheme, as names and values, with the same names for people and in JSON.
//!
//! Decoded text is written in printable ASCII. Other octets and `\` are escaped: the request to a gopher server ends in
//! `\r\n`.

use std::borrow::Cow;

use urispec::meaning::rfc1630::{self, Afs};
use urispec::meaning::rfc1738::{self, Retrieval};
use urispec::meaning::{Command, Derivation, Login, Meaning, Site};
use urispec::scheme::{Digest, ImageName, NotADigest, OidRoot, Uuid};

use crate::fault::Fault;
use crate::record::Record;

/// The fields of a URL by its scheme, in display order.
pub struct Fields {
    /// The production that derives the URL.
    pub production: &'static str,
    /// The production of the scheme, and the reason why it does not derive the URL. `None` if it derives the URL.
    pub unmatched: Option<(&'static str, Fault)>,
    /// The names of the fields, and their values.
    pub rest: Vec<(&'static str, FieldValue)>,
}

/// The value of a field.
pub enum FieldValue {
    /// A text.
    Text(String),
    /// A number, such as a port.
    Number(u16),
    /// Yes or no.
    Flag(bool),
    /// Texts in order.
    Texts(Vec<String>),
    /// Names and values, with possible duplicates.
    Pairs(Vec<(String, String)>),
    /// Names, each with or without a value.
    Parameters(Vec<(String, Option<String>)>),
}

impl From<&str> for FieldValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Fields {
    /// Returns the fields as JSON.
    pub fn record(&self) -> Record {
        let Self { production, unmatched, rest } = self;
        let unmatched = unmatched.as_ref().map(|(production, fault)| {
            let record = Record::new().with("production", production);
            record.with_record("error", Some(fault.record(None)))
        });
        let record = Record::new().with("production", production);
        let record = record.with_record("unmatched", unmatched);
        rest.iter().fold(record, |record, (name, value)| match value {
            FieldValue::Text(text) => record.with(name, text),
            FieldValue::Number(number) => record.with(name, number),
            FieldValue::Flag(flag) => record.with(name, flag),
            FieldValue::Texts(texts) => record.with(name, texts),
            FieldValue::Pairs(pairs) => {
                let pair = |(name, value): &(String, String)| {
                    Record::new().with("name", name).with("value", value)
                };
                record.with_all(name, pairs.iter().map(pair))
            }
            FieldValue::Parameters(all) => {
                let one = |(name, value): &(String, Option<String>)| {
                    Record::new().with("name", name).with("value", value)
                };
                record.with_all(name, all.iter().map(one))
            }
        })
    }
}

impl Fields {
    /// Creates the fields of a URL from its meaning by the scheme.
    pub fn of(derivation: Derivation, meaning: &Meaning<'_>) -> Self {
        let unmatched = derivation.unmatched;
        let unmatched = unmatched.map(|why| (why.production, Fault::Syntax(why.error)));
        let fields = Self { production: derivation.production, unmatched, rest: Vec::new() };
        match meaning {
            Meaning::Rfc1738(url) => fields.rfc1738(url),
            Meaning::Rfc1630(url) => fields.rfc1630(url),
            Meaning::Afs(Afs { cellname, path }) => {
                fields.with("cellname", *cellname).with("path", *path)
            }
            Meaning::File(file) => fields.file(file.host, file.is_local(), file.segments()),
            Meaning::Urn(urn) => fields
                .with("nid", urn.nid)
                .with("nss", urn.nss)
                .maybe("r_component", urn.r_component)
                .maybe("q_component", urn.q_component)
                .maybe("f_component", urn.f_component)
                .with("assigned_name", &*urn.assigned_name()),
            Meaning::Data(data) => {
                let names = [data.top_level_type(), data.subtype()].map(|name| escaped(&name));
                let fields = fields.with("media_type", &*names.join("/"));
                let parameters = data.parameters();
                let parameters =
                    parameters.map(|one| (escaped(&one.name()), escaped(&one.octets())));
                let fields = fields.pairs("parameters", parameters).flag("base64", data.is_base64);
                match data.octets() {
                    Ok(octets) => fields.with("data", &*escaped(&octets)),
                    Err(error) => fields.with("wrong", &*error.to_string()),
                }
            }
            Meaning::Oid(oid) => {
                let root = match oid.root() {
                    Some(OidRoot::ItuT) => Some("ITU-T"),
                    Some(OidRoot::Iso) => Some("ISO"),
                    Some(OidRoot::Joint) => Some("ISO and ITU-T"),
                    _ => None,
                };
                fields.with("oid", oid.oid).maybe("root", root)
            }
            Meaning::Tel(tel) => {
                let fields = fields.with("digits", &*tel.digits()).flag("global", tel.is_global());
                let context = tel.context.map(|context| context.as_str());
                let fields = fields.maybe("context", context).maybe("extension", tel.extension);
                let fields = match tel.subaddress() {
                    Some(subaddress) => fields.octets("subaddress", &subaddress),
                    None => fields,
                };
                let parameters = tel
                    .parameters()
                    .map(|one| (one.pname.to_owned(), escaped(&one.value().unwrap_or_default())));
                fields.pairs("parameters", parameters)
            }
            Meaning::Geo(geo) => {
                let names = match geo.is_wgs84() {
                    true => ["latitude", "longitude", "altitude"],
                    false => ["coord_a", "coord_b", "coord_c"],
                };
                let fields = fields.with(names[0], geo.coord_a).with(names[1], geo.coord_b);
                let fields = fields.maybe(names[2], geo.coord_c);
                let fields = match geo.is_wgs84() {
                    true => {
                        fields.flag("invalid", geo.is_invalid()).maybe("crs_urn", geo.crs_urn())
                    }
                    false => fields.maybe("crs", geo.crs),
                };
                let parameters = geo
                    .parameters()
                    .map(|one| (one.pname.to_owned(), escaped(&one.value().unwrap_or_default())));
                fields.maybe("uncertainty", geo.u).pairs("parameters", parameters)
            }
            Meaning::Mailto(mailto) => {
                fields.texts("recipients", mailto.recipients().map(|one| escaped(&one))).pairs(
                    "fields",
                    mailto.fields().map(|field| (escaped(&field.name()), escaped(&field.value()))),
                )
            }
            Meaning::About(about) => fields
                .octets("token", &about.token_octets())
                .flag("blank", about.is_blank())
                .maybe("query", about.query)
                .maybe("fragment", about.fragment),
            Meaning::Ni(ni) => {
                let parameters = ni
                    .parameters()
                    .map(|(tag, value)| (escaped(&tag), value.map(|value| escaped(&value))));
                let parameters = FieldValue::Parameters(parameters.collect());
                fields
                    .maybe("authority", Some(ni.authority).filter(|text| !text.is_empty()))
                    .digest(ni.digest())
                    .with("parameters", parameters)
            }
            Meaning::Nih(nih) => fields.digest(nih.digest()),
            Meaning::Acct(acct) => {
                fields.octets("account", &acct.account()).with("host", acct.host)
            }
            Meaning::FileUri(file) => fields.file(file.host, file.is_local(), file.segments()),
            Meaning::Http(http) => {
                let fields = match http.origin() {
                    Some((scheme, host, port)) => {
                        fields.with("origin", &*format!("{scheme}://{host}:{port}"))
                    }
                    None => fields,
                };
                fields.with("target", &*http.target())
            }
            Meaning::Did(did) => {
                let fields = fields
                    .with("did", did.did)
                    .with("method", did.method_name)
                    .with("identifier", did.method_specific_id)
                    .maybe("path", (!did.path.is_empty()).then_some(did.path));
                let fields = match did.query {
                    Some(_) => fields.pairs(
                        "fields",
                        did.parameters().map(|one| (one.name.to_owned(), escaped(&one.octets()))),
                    ),
                    None => fields,
                };
                fields.maybe("fragment", did.fragment)
            }
            Meaning::Uuid(uuid) => fields.uuid(uuid),
            Meaning::Spiffe(id) => fields
                .with("trust_domain", id.trust_domain)
                .texts("segments", id.segments().map(str::to_owned)),
            Meaning::Image(image) => {
                let fields = fields
                    .maybe("domain", image.domain)
                    .with("path", image.path)
                    .maybe("tag", image.tag)
                    .maybe("digest", image.digest);
                match (image.check(), ImageName::parse(image.reference)) {
                    (Ok(()), Ok(name)) => fields.with("typed", &*name.tagged().to_string()),
                    (Err(error), _) | (_, Err(error)) => fields.with("wrong", &*error.to_string()),
                }
            }
            Meaning::Pkg(purl) => match purl {
                Ok(purl) => {
                    let (canonical, purl) = (purl.build(), purl.clone());
                    let fields = fields
                        .with("type", &*purl.package_type)
                        .texts("namespace", purl.namespace.into_iter())
                        .with("name", &*purl.name)
                        .maybe("version", purl.version.as_deref())
                        .with("qualifiers", FieldValue::Pairs(purl.qualifiers))
                        .texts("subpath", purl.subpath.into_iter());
                    fields.maybe("canonical", canonical.ok().as_deref())
                }
                Err(error) => fields.with("wrong", &*error.to_string()),
            },
            Meaning::Uri { is_experimental } => fields.flag("experiment", *is_experimental),
            _ => fields,
        }
    }

    /// Adds the algorithm of a digest, and the names that are derived from the digest.
    fn digest(self, digest: Result<Digest<'_>, NotADigest>) -> Self {
        match digest {
            Ok(digest) => self
                .with("algorithm", digest.algorithm)
                .maybe("ni", digest.name().as_deref())
                .with("nih", &*digest.spoken()),
            Err(error) => self.with("wrong", &*error.to_string()),
        }
    }

    fn uuid(self, uuid: &Uuid) -> Self {
        let fields = self.with("uuid", &*uuid.to_string()).with("variant", uuid.variant().name());
        let fields = match uuid.version() {
            Some(version) => fields.with("version", FieldValue::Number(version.into())),
            None => fields.flag("nil", uuid.is_nil()).flag("max", uuid.is_max()),
        };
        let fields = match uuid.time() {
            Some(time) => {
                let nanoseconds = time.unix_nanoseconds();
                let (sign, left) = (if nanoseconds < 0 { "-" } else { "" }, nanoseconds.abs());
                let (seconds, rest) = (left / 1_000_000_000, left % 1_000_000_000);
                fields.with("unix_seconds", &*format!("{sign}{seconds}.{rest:09}"))
            }
            None => fields,
        };
        let fields = match uuid.clock_seq() {
            Some(clock_seq) => fields.with("clock_seq", FieldValue::Number(clock_seq)),
            None => fields,
        };
        let node = uuid.node().map(|node| node.map(|octet| format!("{octet:02x}")).join(":"));
        fields.maybe("node", node.as_deref()).maybe("namespace", uuid.namespace())
    }

    fn rfc1738(self, url: &rfc1738::Url<'_>) -> Self {
        use rfc1738::{News, Url, WaisForm};
        match url {
            Url::Ftp(ftp) => {
                let fields = self.login(&ftp.login);
                let fields = fields.texts("directories", ftp.directories().map(str::to_owned));
                fields
                    .maybe("name", ftp.name())
                    .maybe("type", ftp.ftptype)
                    .commands(ftp.commands(MAIL))
            }
            Url::Http(http) => {
                self.site(&http.site).maybe("path", http.path).maybe("search", http.search)
            }
            Url::Gopher(gopher) => self
                .site(&gopher.site)
                .octets("type", &[gopher.item_type()])
                .octets("selector", &gopher.selector_octets())
                .maybe("search", gopher.search)
                .maybe("gopher_plus", gopher.gopher_plus)
                .retrieval(gopher.retrieval())
                .request(gopher.request()),
            Url::Mailto(mailto) => self.octets("address", &mailto.address()),
            Url::News(News::All) => self.flag("all", true),
            Url::News(News::Group(group)) => self.with("group", *group),
            Url::News(news @ News::Article(_)) => {
                self.octets("article", &news.message_id().unwrap_or_default())
            }
            Url::Nntp(nntp) => {
                self.site(&nntp.site).with("group", nntp.group).maybe("number", nntp.number_text)
            }
            Url::Telnet(login) => {
                let fields = self.login(login);
                if login.user.is_some() { fields.flag("advisory", true) } else { fields }
            }
            Url::Wais(wais) => {
                let fields = self.site(&wais.site);
                match wais.form {
                    WaisForm::Database => {
                        fields.with("form", "waisdatabase").with("database", wais.database)
                    }
                    WaisForm::Index { search } => fields
                        .with("form", "waisindex")
                        .with("database", wais.database)
                        .with("search", search),
                    WaisForm::Doc { wtype, .. } => fields
                        .with("form", "waisdoc")
                        .with("database", wais.database)
                        .with("type", wtype)
                        .octets("document", &wais.document().unwrap_or_default()),
                }
            }
            Url::File(file) => self.file(file.host, file.is_local(), file.segments()),
            Url::Prospero(prospero) => {
                self.site(&prospero.site).octets("hsoname", &prospero.hsoname_octets()).pairs(
                    "fields",
                    prospero.fields().map(|(name, value)| (name.to_owned(), value.to_owned())),
                )
            }
            Url::Other(other) => {
                let fields = self.with("schemepart", other.schemepart);
                let fields = match &other.login {
                    Some(login) => fields.login(login).maybe("urlpath", other.urlpath),
                    None => fields,
                };
                fields
                    .flag("experiment", other.is_experimental())
                    .maybe("reserved", other.reserved_for())
            }
        }
    }

    fn rfc1630(self, url: &rfc1630::Url<'_>) -> Self {
        use rfc1630::{News, Url, WaisForm};
        match url {
            Url::Http(http) => self
                .site(&http.site)
                .maybe("path", http.path)
                .search(http.search, http.words())
                .with("sent", http.sent)
                .with("gateway", http.sent_to_gateway),
            Url::Ftp(ftp) => {
                let fields = self.login(&ftp.login);
                let fields = fields.texts("directories", ftp.directories().map(str::to_owned));
                let code = ftp.ftptype.map(|code| code.argument());
                let fields = fields.with("name", ftp.name()).maybe("type", code.as_deref());
                fields.commands(ftp.commands(MAIL))
            }
            Url::News(News::All) => self.flag("all", true),
            Url::News(News::Group(group)) => self.with("group", *group),
            Url::News(news @ News::Article(_)) => {
                self.octets("article", &news.message_id().unwrap_or_default())
            }
            Url::Nntp(nntp) => self.with("group", nntp.group).with("number", nntp.number_text),
            Url::Prospero(prospero) => self
                .site(&prospero.site)
                .octets("hsoname", &prospero.hsoname_octets())
                .maybe("version", prospero.version)
                .maybe("attributes", prospero.attributes),
            Url::Telnet(login) => self.login(login),
            Url::Gopher(gopher) => self
                .site(&gopher.site)
                .octets("type", &[gopher.item_type()])
                .octets("command", &gopher.command())
                .octets("request", &gopher.request()),
            Url::Wais(wais) => {
                let fields = self.site(&wais.site);
                match wais.form {
                    WaisForm::Index { search } => fields
                        .with("form", "waisindex")
                        .with("database", wais.database)
                        .search(search, wais.words()),
                    WaisForm::Doc { wtype, .. } => fields
                        .with("form", "waisdoc")
                        .with("database", wais.database)
                        .with("type", wtype)
                        .pairs(
                            "fields",
                            wais.fields().map(|(name, value)| (name.into(), escaped(&value))),
                        ),
                }
            }
            Url::Mailto(address) | Url::Mid(address) | Url::Cid(address) => self
                .octets("address", &address.octets())
                .with("local", address.local)
                .with("hostname", address.hostname),
        }
    }

    fn with(mut self, name: &'static str, value: impl Into<FieldValue>) -> Self {
        self.rest.push((name, value.into()));
        self
    }

    fn maybe(self, name: &'static str, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.with(name, text),
            None => self,
        }
    }

    fn octets(self, name: &'static str, octets: &[u8]) -> Self {
        self.with(name, FieldValue::Text(escaped(octets)))
    }

    fn flag(self, name: &'static str, flag: bool) -> Self {
        self.with(name, FieldValue::Flag(flag))
    }

    fn texts(self, name: &'static str, texts: impl Iterator<Item = String>) -> Self {
        self.with(name, FieldValue::Texts(texts.collect()))
    }

    fn search<'i>(self, search: Option<&str>, words: impl Iterator<Item = &'i str>) -> Self {
        match search {
            Some(search) => self.with("search", search).texts("words", words.map(str::to_owned)),
            None => self,
        }
    }

    fn pairs(self, name: &'static str, pairs: impl Iterator<Item = (String, String)>) -> Self {
        self.with(name, FieldValue::Pairs(pairs.collect()))
    }

    fn file(
        self,
        host: Option<&str>,
        is_local: bool,
        segments: impl Iterator<Item = impl AsRef<[u8]>>,
    ) -> Self {
        let segments = segments.map(|segment| escaped(segment.as_ref()));
        self.maybe("host", host).flag("local", is_local).texts("segments", segments)
    }

    fn site(self, site: &Site<'_>) -> Self {
        match site.port() {
            Some(port) => self.with("port", FieldValue::Number(port)),
            None => self,
        }
    }

    fn login(self, login: &Login<'_>) -> Self {
        let [user, password] = [login.user_octets(), login.password_octets()]
            .map(|octets: Option<Cow<'_, [u8]>>| octets.map(|octets| escaped(&octets)));
        let fields = self.maybe("user", user.as_deref()).maybe("password", password.as_deref());
        fields.site(&login.site)
    }

    fn retrieval(self, retrieval: Option<Retrieval>) -> Self {
        let Some(retrieval) = retrieval else { return self };
        let (kind, names) = match retrieval {
            Retrieval::DefaultView => ("default-view", Vec::new()),
            Retrieval::Form => ("form", Vec::new()),
            Retrieval::View { view, language } => {
                let fields = self.with("retrieves", "view");
                return fields.octets("view", &view).octets("language", &language);
            }
            Retrieval::FilledForm { values } => {
                let values = values.iter().map(|value| escaped(value));
                return self.with("retrieves", "filled-form").texts("values", values);
            }
            Retrieval::Attributes { names } => ("attributes", names),
            Retrieval::DirectoryAttributes { names } => ("directory-attributes", names),
        };
        let fields = self.with("retrieves", kind);
        if names.is_empty() {
            return fields;
        }
        fields.texts("attributes", names.iter().map(|name| escaped(name)))
    }

    fn request(self, request: Option<Vec<u8>>) -> Self {
        match request {
            Some(request) => self.octets("request", &request),
            None => self.with("request", "<not sent: it contains an encoded line end or tab>"),
        }
    }

    fn commands<'i>(self, commands: impl Iterator<Item = Command<'i>>) -> Self {
        let line = |command: Command<'_>| match (&command, command.line()) {
            (_, Some(line)) => escaped(&line),
            (Command::AskPass, None) => "PASS <asked for>".to_owned(),
            (_, None) => "<not sent: its argument contains a line end>".to_owned(),
        };
        self.texts("commands", commands.map(line))
    }
}

/// The placeholder for the password of an anonymous user, which the URL does not contain.
const MAIL: &str = "<e-mail address>";

/// Returns octets in printable ASCII, from which they can be recovered.
fn escaped(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for &octet in octets {
        match octet {
            // Quotes need no escape, since the text is not quoted.
            b'\'' | b'"' => text.push(char::from(octet)),
            _ => text.extend(octet.escape_ascii().map(char::from)),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn octets_can_be_read_back() {
        assert_eq!(escaped(b"a\t'\"\\\r\n\x00\x7f\xe9"), r#"a\t'"\\\r\n\x00\x7f\xe9"#);
    }
}
