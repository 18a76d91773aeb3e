"""Beam: a DoFn of batches of Arrow, which every runner sends to its workers."""

import sys
from collections.abc import Iterator

import apache_beam as beam
import pyarrow as pa

SCHEMA = pa.schema(
    [("id", pa.int64()), ("url", pa.string()), ("valid", pa.bool_()), ("host", pa.string()), ("normal", pa.string())]
)


class Parsed(beam.DoFn):
    """Adds columns to each batch."""

    def process(self, urls: pa.Table) -> Iterator[pa.Table]:
        import urispec.arrow as uri

        column = urls["url"]
        yield (
            urls.append_column("valid", pa.chunked_array(uri.valid(column)))
            .append_column("host", pa.chunked_array(uri.host(column)))
            .append_column("normal", pa.chunked_array(uri.normalize(column, to="scheme")))
        )


def run(source: str, target: str) -> None:
    with beam.Pipeline() as pipeline:
        (
            pipeline
            | beam.io.ReadFromParquetBatched(source)
            | beam.ParDo(Parsed())
            | beam.io.parquetio.WriteToParquetBatched(target, SCHEMA)
        )


if __name__ == "__main__":
    run(*sys.argv[1:])
