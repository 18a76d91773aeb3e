"""DuckDB: a table with all components, queried by the name of its variable."""

import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import urispec.arrow as uri


def run(source: str, target: str) -> None:
    urls = pq.read_table(source)
    column = urls.column("url")
    parsed = (  # noqa: F841, since DuckDB reads it
        urls.append_column("parts", pa.chunked_array(uri.components(column)))
        .append_column("valid", pa.chunked_array(uri.valid(column)))
        .append_column("normal", pa.chunked_array(uri.normalize(column, to="scheme")))
    )
    with duckdb.connect() as db:
        # DuckDB finds the table `parsed` by its name, and reads it where it is.
        db.sql("SELECT id, url, valid, parts.host AS host, normal FROM parsed").write_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
