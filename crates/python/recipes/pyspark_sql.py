"""PySpark: functions in SQL, on every executor. Before Spark 4.1 it is `pandas_udf` in place of `arrow_udf`."""

import sys

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.functions import arrow_udf


def register(spark: SparkSession) -> None:
    """Makes `uri_valid`, `uri_host` and `uri_normalize`. Spark sends the functions to the executors."""

    @arrow_udf("boolean")
    def uri_valid(column: pa.Array) -> pa.Array:
        import urispec.arrow as uri

        return pa.array(uri.valid(column))

    @arrow_udf("string")
    def uri_host(column: pa.Array) -> pa.Array:
        import urispec.arrow as uri

        return pa.array(uri.host(column))

    @arrow_udf("string")
    def uri_normalize(column: pa.Array) -> pa.Array:
        import urispec.arrow as uri

        return pa.array(uri.normalize(column, to="scheme"))

    for function in (uri_valid, uri_host, uri_normalize):
        spark.udf.register(function.__name__, function)


def run(source: str, target: str, master: str = "local[2]") -> None:
    spark = SparkSession.builder.master(master).appName("urispec").getOrCreate()
    register(spark)
    spark.read.parquet(source).createOrReplaceTempView("urls")
    spark.sql(
        """
        SELECT *, uri_valid(url) AS valid, uri_host(url) AS host, uri_normalize(url) AS normal
        FROM urls
        """
    ).write.mode("overwrite").parquet(target)
    spark.stop()


if __name__ == "__main__":
    run(*sys.argv[1:])
