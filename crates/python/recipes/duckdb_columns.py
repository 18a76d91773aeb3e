"""DuckDB: functions in SQL, which are given whole columns."""

import sys

import duckdb
import pyarrow as pa
import urispec.arrow as uri


def register(db: duckdb.DuckDBPyConnection) -> None:
    """Makes `uri_valid`, `uri_host` and `uri_normalize`."""

    def add(name, function, gives):
        def answer(column):
            return pa.chunked_array(function(column))

        # "special" asks of nulls too; the functions keep them.
        db.create_function(name, answer, ["VARCHAR"], gives, type="arrow", null_handling="special")

    add("uri_valid", uri.valid, "BOOLEAN")
    add("uri_host", uri.host, "VARCHAR")
    add("uri_normalize", lambda column: uri.normalize(column, to="scheme"), "VARCHAR")


def run(source: str, target: str) -> None:
    with duckdb.connect() as db:
        register(db)
        db.read_parquet(source).create_view("urls")
        db.sql(
            """
            SELECT *, uri_valid(url) AS valid, uri_host(url) AS host, uri_normalize(url) AS normal
            FROM urls
            """
        ).write_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
