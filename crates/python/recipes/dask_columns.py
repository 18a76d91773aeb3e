"""Dask: each partition is a frame of pandas, whose columns are of Arrow."""

import sys

import dask.dataframe as dd
import pandas as pd
import urispec.arrow as uri


def parsed(urls: pd.DataFrame) -> pd.DataFrame:
    """Adds columns to a partition. Dask sends this function to its workers."""
    url = urls["url"]
    return urls.assign(valid=uri.valid(url), host=uri.host(url), normal=uri.normalize(url, to="scheme"))


def run(source: str, target: str) -> None:
    urls = dd.read_parquet(source, split_row_groups=True)
    urls.map_partitions(parsed).to_parquet(target, write_index=False)


if __name__ == "__main__":
    run(*sys.argv[1:])
