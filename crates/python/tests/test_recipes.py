"""Each recipe reads and writes Parquet, and agrees with the library on every string."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
import urispec

CRATE = pathlib.Path(__file__).parent.parent
RECIPES = sorted((CRATE / "recipes").glob("*.py"))
NEEDS = {
    "polars": "polars",
    "duckdb": "duckdb",
    "datafusion": "datafusion",
    "pandas": "pandas",
    "pyspark": "pyspark",
}
# Engines that take long to install and to start.
LARGE = ("pyspark",)


def expected(url):
    """Returns the results of the string functions."""
    if url is None:
        return None, None, None
    try:
        uri = urispec.parse(url)
    except urispec.UriError:
        return False, None, None
    return True, uri.host, uri.normalize("scheme")


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.stem)
def test_recipe(recipe, parquet, urls, tmp_path):
    engine = NEEDS[recipe.stem.split("_")[0]]
    if importlib.util.find_spec(engine) is None:
        pytest.skip(f"{engine} is not installed")
    if engine in LARGE and not os.environ.get("URISPEC_ALL_ENGINES"):
        pytest.skip(f"set URISPEC_ALL_ENGINES=1 to test {engine}")
    if engine == "pyspark" and shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    target = tmp_path / "answer.parquet"
    # Otherwise, Spark's workers use the first Python on the PATH, which may lack
    # pyarrow.
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    subprocess.run([sys.executable, recipe, parquet, target], check=True, timeout=300, env=environment)
    # A file, a folder, or files with this prefix.
    written = [pq.read_table(path) for path in tmp_path.glob("answer.parquet*")]
    rows = sorted((row for table in written for row in table.to_pylist()), key=lambda row: row["id"])
    assert [row["id"] for row in rows] == list(range(len(urls)))
    assert [row["url"] for row in rows] == urls
    found = [(row["valid"], row["host"], row["normal"]) for row in rows]
    assert found == [expected(url) for url in urls]


def test_page():
    """The chapter shows the recipes as they are."""
    page = (CRATE / "../../docs/columns.md").read_text()
    shown = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    for recipe in RECIPES:
        assert recipe.read_text() in shown, f"docs/columns.md does not show {recipe.name}"
