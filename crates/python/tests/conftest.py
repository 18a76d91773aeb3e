"""A small table of URLs, with nulls and invalid strings."""

import itertools
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

HERE = pathlib.Path(__file__).parent

AUTHORITIES = [
    "example.com",
    "EXAMPLE.com:80",
    "user:secret@a-host-that-no-view-holds-inline.example:8080",
    "[2001:db8::7]:443",
    "192.0.2.1",
    "",
    # Strings that are not authorities.
    "h:x",
    "[::1",
    "a b",
    "ex\u00e4mple.com",
]
RESTS = ["", "/", "/%7Euser/./a/../b", "/over/there?name=ferret#nose", "?q", "/%zz", "/{a}"]


def strings() -> list:
    whole = [f"http://{a}{rest}" for a, rest in itertools.product(AUTHORITIES, RESTS)]
    others = [None, "", "mailto:a@b.example", "//h", "../g", "?y", "urn:a:b", "file:///etc/hosts", ":", None]
    return (whole + others) * 7


@pytest.fixture(scope="session")
def urls() -> list:
    return strings()


@pytest.fixture(scope="session")
def parquet(urls, tmp_path_factory) -> pathlib.Path:
    """Writes the table to a Parquet file with several row groups."""
    path = tmp_path_factory.mktemp("table") / "urls.parquet"
    table = pa.table({"id": range(len(urls)), "url": pa.array(urls, pa.string())})
    pq.write_table(table, path, row_group_size=100)
    return path
