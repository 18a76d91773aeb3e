"""Counts hosts on a Spark cluster of two executors, each a separate process that receives the wheel.

    python spark_cluster.py WHEEL [ROWS]    counts on the cluster and locally, and compares
    python spark_cluster.py --rates [--rounds 7] WHEEL [ROWS | FILE]
                                            compares hosts per second with Spark's own functions;
                                            each line of FILE is a URL, and the lines are repeated ten times

A rate is the median of the rounds, after one warm-up round, in which the JVM compiles, the Python
workers start, and the file is cached. Each round runs every method and starts with a different one,
so that other load on the machine affects all alike. The machine should be idle: its load is printed.

Requires pyspark, pyarrow, pandas, and Java 17 or later. `urispec` need not be installed: each
executor reports the file from which it imports the package. The default for ROWS is ten million.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

ROWS = 10_000_000

# The folder, inside each executor's folder, into which Spark unpacks the wheel.
UNPACKED = "urispec_wheel"

# Builds a URL from the row number: of ten rows, one is invalid, one has no host, and two have the
# same host.
URL = """
CASE id % 10
WHEN 0 THEN concat('http://h', id % 1000, '.example:x/', id)
WHEN 1 THEN concat('mailto:u', id, '@example.com')
WHEN 2 THEN concat('http://user:', id, '@[2001:db8::', id % 8, ']/')
WHEN 3 THEN concat('https://www.big.example/p/', id, '?q=a@b')
WHEN 4 THEN concat('https://www.big.example/p/', id, '?q=a@b')
ELSE concat('http://h', id % 1000, '.example:8080/a/', id, '#f')
END AS url
"""


def url(row: int) -> str:
    """Builds the URL of `URL` in Python."""
    match row % 10:
        case 0:
            return f"http://h{row % 1000}.example:x/{row}"
        case 1:
            return f"mailto:u{row}@example.com"
        case 2:
            return f"http://user:{row}@[2001:db8::{row % 8}]/"
        case 3 | 4:
            return f"https://www.big.example/p/{row}?q=a@b"
    return f"http://h{row % 1000}.example:8080/a/{row}#f"


def cluster(wheel: Path) -> SparkSession:
    """Starts two executors of one core each. Spark unpacks a wheel only under a different file
    name."""
    import pyspark

    # Otherwise, Spark searches for its own installation.
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    archive = Path(tempfile.mkdtemp()) / "wheel.zip"
    shutil.copyfile(wheel, archive)
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("urispec")
        .config("spark.archives", f"{archive}#{UNPACKED}")
        # An executor runs in its own folder, where Python searches for modules.
        .config("spark.executorEnv.PYTHONPATH", UNPACKED)
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.ui.enabled", False)
        .getOrCreate()
    )


def stop(spark: SparkSession) -> None:
    """Stops the cluster, and removes what its executors left in the folder of Spark."""
    left = Path(os.environ["SPARK_HOME"], "work", spark.sparkContext.applicationId)
    spark.stop()
    shutil.rmtree(left, ignore_errors=True)


# A one-line pattern for hosts.
PATTERN = r"^[A-Za-z][A-Za-z0-9+.-]*://([^/:@?#]+)"


def here(wheel: Path) -> None:
    """Imports the package of the wheel into this process."""
    archive = Path(tempfile.mkdtemp())
    shutil.unpack_archive(str(wheel), str(archive), "zip")
    sys.path.insert(0, str(archive))


def hosts(batches):
    """Extracts the hosts of each batch. Spark sends this function to the executors."""
    import urispec.arrow as uri

    for batch in batches:
        host = pa.array(uri.host(batch.column("url")))
        yield pa.RecordBatch.from_arrays([host], names=["host"])


def where(batches):
    """Returns the file from which the executor imports the package, and its process id."""
    import urispec

    for _ in batches:
        yield pa.RecordBatch.from_pydict({"file": [urispec.__file__], "executor": [os.getppid()]})


def counted(urls: DataFrame) -> dict:
    """Counts each host. Spark counts on each executor, and shuffles one row per host."""
    rows = urls.mapInArrow(hosts, "host string").groupBy("host").count().collect()
    return {row["host"]: row["count"] for row in rows}


def counted_here(rows: int, wheel: Path) -> dict:
    """Counts in this process, with the same wheel."""
    here(wheel)
    import urispec.arrow as uri

    counts: Counter = Counter()
    for start in range(0, rows, 1 << 16):
        column = pa.array(map(url, range(start, min(rows, start + (1 << 16)))))
        for found in pc.value_counts(pa.array(uri.host(column))).to_pylist():
            counts[found["values"]] += found["counts"]
    return dict(counts)


def expected_counts(rows: int) -> dict:
    """Computes the expected counts by arithmetic; `rows` is a multiple of 1000."""
    # 40 is the least common multiple of the two moduli, and 2 of 10 rows end there.
    addresses = Counter(f"[2001:db8::{row % 8}]" for row in range(2, 40, 10))
    thousands = rows // 1000
    expected = {host: count * thousands * 25 for host, count in addresses.items()}
    expected.update({None: thousands * 200, "www.big.example": thousands * 200})
    expected.update({f"h{row}.example": thousands for row in range(1000) if row % 10 >= 5})
    return expected


def test(wheel: Path, rows: int) -> None:
    start = time.monotonic()
    spark = cluster(wheel)
    ready = time.monotonic()
    urls = spark.range(rows, numPartitions=8).selectExpr(URL)
    on_cluster = counted(urls)
    done = time.monotonic()
    seen = spark.range(64, numPartitions=16).mapInArrow(where, "file string, executor long")
    seen = seen.distinct().collect()
    stop(spark)
    for row in seen:
        print(f"executor {row['executor']} imported {row['file']}")
        assert UNPACKED in Path(row["file"]).parts
    assert len({row["file"] for row in seen}) == 2, "both executors must take part"

    alone = time.monotonic()
    on_one = counted_here(rows, wheel)
    end = time.monotonic()
    assert sum(on_cluster.values()) == rows
    assert on_cluster == on_one, "the cluster and one machine must count the same hosts"
    assert on_cluster == expected_counts(rows), "both counts must equal the expected counts"
    print(
        f"{rows} rows, {len(on_one)} hosts, the same on the cluster and here: the cluster started in "
        f"{ready - start:.0f} s and counted in {done - ready:.0f} s; one process made the rows and "
        f"counted in {end - alone:.0f} s"
    )


def alternated(ways: dict, rounds: int) -> dict:
    """Returns the seconds of each method in each round. Each round starts with the next method."""
    seconds: dict = {name: [] for name in ways}
    names = list(ways)
    for number in range(-1, rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            start = time.monotonic()
            ways[name].agg(F.count("host"), F.sum(F.length("host"))).collect()
            # The first round, number -1, is the warm-up.
            if number >= 0:
                seconds[name].append(time.monotonic() - start)
    return seconds


def rates(wheel: Path, what: str, rounds: int) -> None:
    here(wheel)
    import urispec.spark

    spark = cluster(wheel)
    spark.sparkContext.setLogLevel("ERROR")
    folder = tempfile.mkdtemp()
    if what.isdigit():
        made = spark.range(int(what), numPartitions=8).selectExpr(URL)
    else:
        lines = spark.read.text(Path(what).resolve().as_uri()).withColumnRenamed("value", "url")
        made = lines.crossJoin(spark.range(10).select()).repartition(8)
    made.write.parquet(f"{folder}/urls")
    urls = spark.read.parquet(f"{folder}/urls")
    rows = urls.count()
    urispec.spark.register(spark)
    ways = {
        "read the column alone": urls.select(F.length("url").cast("string").alias("host")),
        "urispec, mapInArrow": urls.mapInArrow(hosts, "host string"),
        "urispec, uri_host in SQL": urls.selectExpr("uri_host(url) AS host"),
        "try_parse_url": urls.select(F.expr("try_parse_url(url, 'HOST')").alias("host")),
        "regexp_extract": urls.select(F.regexp_extract("url", PATTERN, 1).alias("host")),
    }
    load = ", ".join(f"{number:.2f}" for number in os.getloadavg())
    print(f"Spark {spark.version}, {rows} rows from Parquet, two executors of one core, {os.cpu_count()} cores here")
    print(f"load {load}; median of {rounds} rounds after a warm-up, minimum and maximum")
    for name, seconds in alternated(ways, rounds).items():
        middle = statistics.median(seconds)
        print(
            f"{name:26} {middle:7.2f} s ({min(seconds):.2f} to {max(seconds):.2f}) "
            f"{rows / middle / 1e6:7.2f} M rows a second"
        )

    def beside(batches):
        import urispec.arrow as uri

        for batch in batches:
            host = pa.array(uri.host(batch.column("url")))
            yield batch.append_column("host", host)

    of_all = urls.mapInArrow(beside, "url string, host string")
    theirs = F.expr("try_parse_url(url, 'HOST')")
    pattern = F.regexp_extract("url", PATTERN, 1)
    differ = of_all.agg(
        F.count_if(~F.col("host").eqNullSafe(theirs)),
        F.count_if(~F.coalesce("host", F.lit("")).eqNullSafe(pattern)),
    ).collect()[0]
    print(f"other than urispec: try_parse_url on {differ[0]} rows, regexp_extract on {differ[1]}")
    stop(spark)
    shutil.rmtree(folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rates", action="store_true")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("what", nargs="?", default=str(ROWS))
    given = parser.parse_args()
    if given.rates:
        rates(given.wheel.resolve(), given.what, given.rounds)
    else:
        test(given.wheel.resolve(), int(given.what))
