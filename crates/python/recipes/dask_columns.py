"""Dask: each partition is a frame of pandas, whose columns are of Arrow."""

import sys

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
import urispec.arrow as uri


def parsed(urls: pd.DataFrame) -> pd.DataFrame:
    """Adds columns to a partition. Dask sends this function to its workers."""

    def series(answer) -> pd.Series:
        return pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array([answer])), index=urls.index)

    column = pa.array(urls["url"], pa.string(), from_pandas=True)
    return urls.assign(
        valid=series(uri.valid(column)),
        host=series(uri.host(column)),
        normal=series(uri.normalize(column, to="scheme")),
    )


def run(source: str, target: str) -> None:
    urls = dd.read_parquet(source, split_row_groups=True)
    urls.map_partitions(parsed).to_parquet(target, write_index=False)


if __name__ == "__main__":
    run(*sys.argv[1:])
