//! How peers are asked: the arguments of every command that asks some.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

// No documentation comment here: clap would take it for that of the command.
#[derive(clap::Args)]
pub(crate) struct Asking {
    /// The folder of another list of peers, peers.tsv [default: URISPEC_PEERS, or the list of this program]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) peers: Option<PathBuf>,
    /// List the peers, whether each is here, and how it is installed
    #[arg(long)]
    pub(crate) list_peers: bool,
    /// Wait so many seconds for one answer of a program
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    timeout: f64,
}

impl Asking {
    /// How long one answer may take.
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.timeout)
    }
}

/// A time for one answer that is neither none nor for ever.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds".to_owned())?;
    let is_time = (0.001..=86_400.0).contains(&seconds);
    is_time.then_some(seconds).ok_or_else(|| "write 0.001 to 86400 seconds".to_owned())
}
