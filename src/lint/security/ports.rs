//! Port numbers that do not exist, and ports of services other than the web.

use super::found::Found;
use super::subject::Subject;
use super::table::*;
use crate::lint::Citation;
use crate::parts::schemes;

/// The ports to which the Fetch standard makes no connection for http ("port blocking").
#[rustfmt::skip]
const BLOCKED: &[u16] = &[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
    515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723,
    2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/// Services that trust whoever reaches them, or did for long.
const SERVICES: &[(u16, &str)] = &[
    (2375, "Docker"),
    (2379, "etcd"),
    (3306, "MySQL"),
    (5432, "PostgreSQL"),
    (5984, "CouchDB"),
    (6379, "Redis"),
    (9200, "Elasticsearch"),
    (10250, "the kubelet of Kubernetes"),
    (11211, "memcached"),
    (27017, "MongoDB"),
];

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    let scheme = subject.scheme();
    let default = scheme.and_then(schemes::known);
    let default = default.and_then(|scheme| scheme.default_port(None)).map(|port| port.number);
    let is_http = scheme.is_none_or(|one| matches!(one, "http" | "https" | "ws" | "wss"));
    for authority in subject.authorities() {
        let Some(port) = authority.port.filter(|port| is_number(port.text)) else { continue };
        let number = port.text.parse::<u16>().ok();
        let browser = subject.browser.authority.and_then(|authority| authority.port);
        let is_of_browser = browser.is_some_and(|browser| browser.span() == port.span());
        match number {
            None => {
                let rejects = if is_of_browser { ": the URL Standard rejects it" } else { "" };
                found.add(&PORT_RANGE, [port.span()], format!("the port is above 65535{rejects}"));
            }
            Some(0) => {
                let citation = Citation::whole("RFC 6335");
                found.cite(&PORT_RANGE, [port.span()], "port 0 is reserved", &[citation]);
            }
            _ => {}
        }
        let Some(number) = number.filter(|number| *number > 0 && Some(*number) != default) else {
            continue;
        };
        if let Some((_, service)) = SERVICES.iter().find(|(known, _)| *known == number) {
            let message = format!("{service} listens at port {number}");
            found.add(&BAD_PORT, [port.span()], message);
        } else if is_http
            && is_of_browser
            && !subject.is_rejected()
            && BLOCKED.binary_search(&number).is_ok()
        {
            let message = format!("browsers do not connect to port {number} by http");
            let citation = Citation::section_of("Fetch Standard", "port blocking");
            let citations = [BAD_PORT.citations(), &[citation]].concat();
            found.cite(&BAD_PORT, [port.span()], message, &citations);
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::BLOCKED.is_sorted());
    }
}
