//! That the owned types have every method of the borrowed ones.

use std::collections::BTreeSet;

/// What only other documents ask for, and the copies: what is owned is cloned, and goes into another storage by
/// `into_storage`.
const BORROWED_ONLY: [&str; 5] =
    ["opaque_part", "params", "to_owned", "to_storage", "without_zone"];

/// The methods of a type that take `&self`, by the list of public names.
fn methods(names: &str, of: &str) -> BTreeSet<String> {
    let is_next = |rest: &str| rest.starts_with(['<', ':']);
    let method = |line: &str| {
        let name = line.strip_prefix("pub ")?;
        let name = name.strip_prefix("const ").unwrap_or(name).strip_prefix("fn urispec::")?;
        let rest = name.strip_prefix(of).filter(|rest| is_next(rest))?;
        let (path, arguments) = rest.split_once("(&self")?;
        // `<'i>::host`, `<L>::to_storage<S: urispec::generic::Storage>`.
        let own = path.split_once(">::").map_or(path.trim_start_matches(':'), |(_, own)| own);
        let name = own.split('<').next()?;
        arguments.starts_with([',', ')']).then(|| name.to_owned())
    };
    names.lines().filter_map(method).collect()
}

#[test]
fn what_is_owned_does_what_is_borrowed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/api.txt");
    let names = std::fs::read_to_string(path).unwrap();
    let of_all = methods(&names, "Reference");
    assert!(of_all.contains("host") && of_all.contains("same_origin"), "{of_all:?}");
    for (borrowed, owned) in
        [("generic::Ri", "generic::RiBuf"), ("generic::RiRef", "generic::RiRefBuf")]
    {
        let has = methods(&names, owned);
        let mut wanted = &of_all | &methods(&names, borrowed);
        assert!(wanted.contains("normalize"), "{borrowed}: {wanted:?}");
        BORROWED_ONLY.iter().for_each(|name| assert!(wanted.remove(*name), "{name}"));
        let missing: Vec<_> = wanted.difference(&has).collect();
        assert!(missing.is_empty(), "{owned} lacks {missing:?}");
    }
}
