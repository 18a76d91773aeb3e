//! Reports what a library makes of strings: `peer NAME`, as `tools/peers/README.md` specifies.

fn main() -> std::io::Result<()> {
    urispec_bench::answer()
}
