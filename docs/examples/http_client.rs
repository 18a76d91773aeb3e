//! The parts of a URI that an HTTP client uses: the address to connect to, and the first lines of the request.
//!
//! ```text
//! http_client [URI ...]
//! ```
//!
//! Nothing is sent. Without a URI, the program shows samples.

use std::error::Error;
use std::io::{self, Write};

use urispec::{Uri, UriBuf};

const SAMPLES: &[&str] = &[
    "http://example.com",
    "https://example.com:8042/over/there?name=ferret#nose",
    "HTTP://[::1]:/a",
    "http://user:secret@example.com/",
    "http:///a",
    "ftp://example.com/a",
];

/// A request for a resource, before anything is sent.
struct Request {
    /// The host and the port to connect to, as `host:port`.
    endpoint: String,
    is_secure: bool,
    request: http::Request<()>,
}

impl Request {
    fn get(uri: Uri<'_>) -> Result<Self, Box<dyn Error>> {
        let is_secure = uri.has_scheme("https");
        if !is_secure && !uri.has_scheme("http") {
            return Err(format!("{} is not spoken here", uri.scheme()).into());
        }
        if uri.userinfo().is_some() {
            return Err("http has no userinfo (RFC 9110, 4.2.4)".into());
        }
        let endpoint = uri.endpoint()?.to_string();
        let host = uri.authority().unwrap_or_default().trim_end_matches(':');
        // The client keeps the fragment (3.5), and an `http::Uri` has none.
        let target: http::Uri = uri.without_fragment().try_into()?;
        let request = http::Request::get(target).header("Host", host).body(())?;
        Ok(Self { endpoint, is_secure, request })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let secure = if self.is_secure { ", with TLS" } else { "" };
        writeln!(out, "connect to {}{secure}", self.endpoint)?;
        let target = self.request.uri().path_and_query().map_or("/", |target| target.as_str());
        writeln!(out, "  {} {target} HTTP/1.1", self.request.method())?;
        for (name, value) in self.request.headers() {
            writeln!(out, "  {name}: {}", value.to_str().unwrap_or_default())?;
        }
        Ok(())
    }
}

/// Runs the program with its arguments.
pub(crate) fn run(args: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let samples: Vec<_> = SAMPLES.iter().map(|&sample| sample.to_owned()).collect();
    for text in if args.is_empty() { &samples } else { args } {
        let uri = UriBuf::parse(text)?;
        match Request::get(uri.as_borrowed()) {
            Ok(request) => request.write(out)?,
            Err(error) => writeln!(out, "{}: {error}", uri.redacted())?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>(), &mut io::stdout())
}
