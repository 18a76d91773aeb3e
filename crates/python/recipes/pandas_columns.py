"""pandas: columns of Arrow."""

import sys

import pandas as pd
import pyarrow as pa
import urispec.arrow as uri


def series(answer) -> pd.Series:
    """A column of pandas that holds an answer of `urispec.arrow` as it is."""
    column = pa.chunked_array(answer)
    return pd.Series(pd.arrays.ArrowExtensionArray(column))


def run(source: str, target: str) -> None:
    urls = pd.read_parquet(source, dtype_backend="pyarrow")
    column = pa.array(urls["url"])
    urls["valid"] = series(uri.valid(column))
    urls["host"] = series(uri.host(column))
    urls["normal"] = series(uri.normalize(column, to="scheme"))
    urls.to_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
