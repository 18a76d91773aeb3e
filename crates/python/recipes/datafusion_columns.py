"""DataFusion: functions in SQL, which are given whole arrays."""

import sys

import pyarrow as pa
import urispec.arrow as uri
from datafusion import SessionContext, udf


def register(context: SessionContext) -> None:
    """Makes `uri_valid`, `uri_host` and `uri_normalize`."""

    def add(name, function, gives):
        def answer(column: pa.Array) -> pa.Array:
            return pa.array(function(column))

        context.register_udf(udf(answer, [pa.string_view()], gives, "immutable", name))

    add("uri_valid", uri.valid, pa.bool_())
    add("uri_host", uri.host, pa.string_view())
    add("uri_normalize", lambda column: uri.normalize(column, to="scheme"), pa.string_view())


def run(source: str, target: str) -> None:
    context = SessionContext()
    register(context)
    context.register_parquet("urls", source)
    context.sql(
        """
        SELECT *, uri_valid(url) AS valid, uri_host(url) AS host, uri_normalize(url) AS normal
        FROM urls
        """
    ).write_parquet(target)


if __name__ == "__main__":
    run(*sys.argv[1:])
