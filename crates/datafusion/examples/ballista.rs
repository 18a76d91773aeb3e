//! The functions on a cluster of Ballista: one program, which is scheduler, executor or client.
//!
//! ```sh
//! cargo build --release --features ballista --example ballista
//! ballista scheduler 50050 &
//! ballista executor 50050 50061 &     # the port of the scheduler, and a free one, as is the next
//! ballista executor 50050 50071 &
//! ballista client 50050 urls.parquet  # a file, or a folder of them, with the texts in a column `url`
//! ```
//!
//! The client counts the hosts on the cluster, counts them here too, and compares. While the executors run,
//! the parts that each has counted are in its folder for temporary files.

use std::env::args;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use ballista::prelude::SessionContextExt;
use ballista_core::error::BallistaError;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use urispec_datafusion::ballista::{function_registry, session_builder};

const QUERY: &str = "\
SELECT uri_host(url) AS host, count(*) AS urls, sum(CASE WHEN uri_valid(url) THEN 1 ELSE 0 END) AS valid
FROM urls GROUP BY uri_host(url) ORDER BY urls DESC, host";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["scheduler", port] => scheduler(port.parse()?).await?,
        ["executor", scheduler, port] => executor(scheduler.parse()?, port.parse()?).await?,
        ["client", scheduler, path] => client(scheduler.parse()?, path).await?,
        _ => {
            return Err(
                "usage: ballista scheduler PORT | executor SCHEDULER PORT | client SCHEDULER PATH"
                    .into(),
            );
        }
    }
    Ok(())
}

async fn scheduler(port: u16) -> Result<(), BallistaError> {
    let config = SchedulerConfig {
        bind_port: port,
        override_session_builder: Some(session_builder()),
        ..SchedulerConfig::default()
    };
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, address, Arc::new(config)).await
}

async fn executor(scheduler: u16, port: u16) -> Result<(), BallistaError> {
    let config = ExecutorProcessConfig {
        scheduler_port: scheduler,
        scheduler_connect_timeout_seconds: 30,
        port,
        grpc_port: port + 1,
        vcores: 1,
        override_function_registry: Some(function_registry()),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}

async fn client(scheduler: u16, path: &str) -> Result<(), Box<dyn Error>> {
    let cluster = SessionContext::remote(&format!("df://localhost:{scheduler}")).await?;
    let (on_cluster, seconds) = hosts(cluster, path).await?;
    println!("on the cluster, {seconds:.2} s");
    let (here, seconds) = hosts(SessionContext::new(), path).await?;
    println!("in one process, {seconds:.2} s");
    for line in here.lines().take(8) {
        println!("{line}");
    }
    let rows = here.lines().count() - 4;
    match on_cluster == here {
        true => println!("{rows} hosts, and the same rows from both"),
        false => return Err("the cluster gave other rows".into()),
    }
    Ok(())
}

/// The rows of the query, as a table, and how many seconds they took.
async fn hosts(mut context: SessionContext, path: &str) -> Result<(String, f64), Box<dyn Error>> {
    urispec_datafusion::register(&mut context)?;
    context.register_parquet("urls", path, ParquetReadOptions::default()).await?;
    let start = Instant::now();
    let rows = context.sql(QUERY).await?.to_string().await?;
    Ok((rows, start.elapsed().as_secs_f64()))
}
