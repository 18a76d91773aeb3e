"""pandas: results next to their column, in the same rows."""

import sys

import pandas as pd
import urispec.pandas  # noqa: F401, which gives a column its `uri`


def run(source: str, target: str) -> None:
    urls = pd.read_parquet(source)
    url = urls["url"].uri
    urls = urls.assign(valid=url.valid(), host=url.host(), normal=url.normalize(to="scheme"))
    urls.to_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
