//! Answers for one of the libraries: `peer NAME`, one JSON object a line in, one out, as `tools/peers/README.md` says.

fn main() -> std::io::Result<()> {
    urispec_bench::answer()
}
