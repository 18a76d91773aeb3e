"""PySpark: Arrow batches, on every executor."""

import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession


def parsed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Adds columns to each batch. Spark sends this function to the executors."""
    import urispec.arrow as uri

    for batch in batches:
        column = batch.column("url")
        yield pa.RecordBatch.from_arrays(
            [
                *batch.columns,
                pa.array(uri.valid(column)),
                pa.array(uri.host(column)),
                pa.array(uri.normalize(column, to="scheme")),
            ],
            names=[*batch.schema.names, "valid", "host", "normal"],
        )


def run(source: str, target: str, master: str = "local[2]") -> None:
    spark = SparkSession.builder.master(master).appName("urispec").getOrCreate()
    urls = spark.read.parquet(source)
    schema = "id bigint, url string, valid boolean, host string, normal string"
    urls.mapInArrow(parsed, schema).write.mode("overwrite").parquet(target)
    spark.stop()


if __name__ == "__main__":
    run(*sys.argv[1:])
