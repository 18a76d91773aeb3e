//! Prints the ratios: `cargo run --release -p urispec-bench`, or with `--profile plain`.

fn main() -> std::process::ExitCode {
    urispec_bench::compare()
}
