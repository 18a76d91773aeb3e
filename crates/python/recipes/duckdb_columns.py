"""DuckDB: functions in SQL."""

import sys

import duckdb
import urispec.duckdb


def run(source: str, target: str) -> None:
    with duckdb.connect() as db:
        urispec.duckdb.register(db)
        db.read_parquet(source).create_view("urls")
        db.sql(
            """
            SELECT *, uri_valid(url) AS valid, uri_host(url) AS host, uri_normalize(url, 'scheme') AS normal
            FROM urls
            """
        ).write_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
