"""Polars: components, validity and normal forms as expressions."""

import sys

import polars as pl
import urispec.arrow as uri


def of(function, dtype=pl.String, **options):
    """A function of `urispec.arrow`, for `Expr.map_batches`."""
    return {
        "function": lambda column: pl.Series(function(column, **options)),
        "return_dtype": dtype,
        "is_elementwise": True,
    }


def run(source: str, target: str) -> None:
    url = pl.col("url")
    (
        pl.scan_parquet(source)
        .with_columns(
            valid=url.map_batches(**of(uri.valid, pl.Boolean)),
            host=url.map_batches(**of(uri.host)),
            normal=url.map_batches(**of(uri.normalize, to="scheme")),
        )
        .collect()
        .write_parquet(target)
    )


if __name__ == "__main__":
    run(*sys.argv[1:])
