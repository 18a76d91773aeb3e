//! Ports that there are not, and ports of services that are not the web.

use super::table::*;
use super::{Found, Subject};
use crate::lint::Citation;
use crate::schemes;

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
    let default = scheme.as_deref().and_then(schemes::known);
    let default = default.and_then(|scheme| scheme.default_port(None)).map(|port| port.number);
    for authority in subject.authorities() {
        let Some(port) = authority.port.filter(|port| is_number(port.text)) else { continue };
        let number = port.text.parse::<u16>().ok();
        match number {
            None => {
                let message = "the port is above 65535: the URL Standard rejects it, others take the \
                               rest of a division by 65536";
                found.add(&PORT_RANGE, [port.span()], message);
            }
            Some(0) => {
                let message = "port 0 is none that is connected to; some readers take the default";
                found.add(&PORT_RANGE, [port.span()], message);
            }
            _ => {}
        }
        let Some(number) = number.filter(|number| *number > 0 && Some(*number) != default) else {
            continue;
        };
        let is_http = scheme.as_deref().is_none_or(|one| one != "ftp");
        if let Some((_, service)) = SERVICES.iter().find(|(known, _)| *known == number) {
            let message = format!("{service} listens at port {number}");
            found.cite(&BAD_PORT, [port.span()], message, &[]);
        } else if is_http && BLOCKED.binary_search(&number).is_ok() {
            let message = format!("browsers do not connect to port {number} by http");
            let citation = Citation::section_of("Fetch Standard", "port blocking");
            found.cite(&BAD_PORT, [port.span()], message, &[citation]);
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
