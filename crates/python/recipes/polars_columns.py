"""Polars: components, validity and normal forms as expressions."""

import sys

import polars as pl
import urispec.polars  # noqa: F401, since it makes `uri`


def run(source: str, target: str) -> None:
    url = pl.col("url")
    (
        pl.scan_parquet(source)
        .with_columns(valid=url.uri.valid(), host=url.uri.host(), normal=url.uri.normalize(to="scheme"))
        .sink_parquet(target)
    )


if __name__ == "__main__":
    run(*sys.argv[1:])
