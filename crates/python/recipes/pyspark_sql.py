"""PySpark: functions in SQL, on every executor."""

import sys

import urispec.spark
from pyspark.sql import SparkSession


def run(source: str, target: str, master: str = "local[2]") -> None:
    spark = SparkSession.builder.master(master).appName("urispec").getOrCreate()
    urispec.spark.register(spark)
    spark.read.parquet(source).createOrReplaceTempView("urls")
    spark.sql(
        """
        SELECT *, uri_valid(url) AS valid, uri_host(url) AS host, uri_normalize(url, 'scheme') AS normal
        FROM urls
        """
    ).write.mode("overwrite").parquet(target)
    spark.stop()


if __name__ == "__main__":
    run(*sys.argv[1:])
