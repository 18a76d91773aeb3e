"""Ray: batches of Arrow, in the tasks of Ray Data."""

import sys

import pyarrow as pa
import ray


def parsed(urls: pa.Table) -> pa.Table:
    """Adds columns to a batch. Ray sends this function to its workers."""
    import urispec.arrow as uri

    column = urls["url"]
    return (
        urls.append_column("valid", pa.chunked_array(uri.valid(column)))
        .append_column("host", pa.chunked_array(uri.host(column)))
        .append_column("normal", pa.chunked_array(uri.normalize(column, to="scheme")))
    )


def run(source: str, target: str) -> None:
    ray.data.read_parquet(source).map_batches(parsed, batch_format="pyarrow").write_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
