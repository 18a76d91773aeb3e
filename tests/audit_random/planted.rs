//! The faults that `tools/fuzz/planted/run` plants, to see whether the tests find them. Building the library once for
//! each takes long; this test only checks that each fault can still be planted.

const FAULTS: &str = include_str!("../../tools/fuzz/planted/faults.tsv");

#[test]
fn every_fault_can_be_planted() {
    assert!(FAULTS.lines().count() >= 10);
    for line in FAULTS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, before, after, what] = fields[..] else { panic!("{line}: four fields") };
        let text = std::fs::read_to_string(file).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert_eq!(text.matches(before).count(), 1, "{file}: {before}");
        assert!(before != after && !what.is_empty(), "{line}");
    }
}
