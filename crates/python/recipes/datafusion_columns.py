"""DataFusion: functions in SQL."""

import sys

import urispec.datafusion
from datafusion import SessionContext


def run(source: str, target: str) -> None:
    context = SessionContext()
    urispec.datafusion.register(context)
    context.register_parquet("urls", source)
    context.sql(
        """
        SELECT *, uri_valid(url) AS valid, uri_host(url) AS host, uri_normalize(url, 'scheme') AS normal
        FROM urls
        """
    ).write_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
