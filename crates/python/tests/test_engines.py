"""The SQL functions of engines agree with the library on every string."""

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys

import pytest
import urispec
from urispec._functions import COMPONENTS, FUNCTIONS, NOT_IN_SQL

URLS = ["http://u@h:80/p?q#f", "http://[/", None, "mailto:a@b", "HTTP://0x7f.1/%7Eu", ""]


class DuckDB:
    def __init__(self):
        self.db = pytest.importorskip("duckdb").connect()
        self.db.execute("CREATE TABLE urls (id INTEGER, url VARCHAR, rung VARCHAR)")

    def given(self, rows):
        self.db.executemany("INSERT INTO urls VALUES (?, ?, ?)", [[row["id"], row["url"], row["rung"]] for row in rows])
        return self

    def register(self, **options):
        importlib.import_module("urispec.duckdb").register(self.db, **options)

    def asked(self, query):
        table = self.db.sql(query).to_arrow_table()
        return table.to_pylist()


class DataFusion:
    def __init__(self):
        self.context = pytest.importorskip("datafusion").SessionContext()

    def given(self, rows):
        self.context.from_pylist(rows, "urls")
        return self

    def register(self, **options):
        importlib.import_module("urispec.datafusion").register(self.context, **options)

    def asked(self, query):
        return self.context.sql(query).to_pylist()


class Spark:
    def __init__(self):
        if importlib.util.find_spec("pyspark") is None:
            pytest.skip("pyspark is not installed")
        if not os.environ.get("URISPEC_ALL_ENGINES"):
            pytest.skip("set URISPEC_ALL_ENGINES=1 to test Spark")
        if shutil.which("java") is None:
            pytest.skip("Spark needs Java")
        os.environ["PYSPARK_PYTHON"] = sys.executable
        from pyspark.sql import SparkSession

        session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False)
        self.spark = session.config("spark.sql.shuffle.partitions", 1).getOrCreate()

    def given(self, rows):
        frame = self.spark.createDataFrame(rows, "id int, url string, rung string")
        frame.createOrReplaceTempView("urls")
        return self

    def register(self, **options):
        importlib.import_module("urispec.spark").register(self.spark, **options)

    def asked(self, query):
        return [row.asDict(recursive=True) for row in self.spark.sql(query).collect()]


class OldSpark(Spark):
    """Spark with pandas functions, as before Spark 4.1."""

    def register(self, **options):
        from pyspark.sql import functions

        with pytest.MonkeyPatch.context() as patch:
            patch.delattr(functions, "arrow_udf", raising=False)
            super().register(**options)


ENGINES = [DuckDB, DataFusion, Spark, OldSpark]


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.__name__)
def engine(request):
    rungs = ["scheme", "string", "case", None, "path-segments", "scheme"]
    rows = [{"id": row, "url": url, "rung": rung} for row, (url, rung) in enumerate(zip(URLS, rungs))]
    engine = request.param().given(rows)
    engine.register()
    return engine


def column(engine, expression, condition=""):
    rows = engine.asked(f"SELECT id, {expression} AS answer FROM urls {condition} ORDER BY id")
    return [row["answer"] for row in rows]


def parsed(url):
    try:
        return None if url is None else urispec.parse(url)
    except urispec.UriError:
        return None


def test_components(engine):
    uris = [parsed(url) for url in URLS]
    for name in COMPONENTS:
        assert column(engine, f"uri_{name}(url)") == [None if uri is None else getattr(uri, name) for uri in uris]
    whole = [None if uri is None else {name: getattr(uri, name) for name in COMPONENTS} for uri in uris]
    if isinstance(engine, OldSpark):
        whole = [parts or dict.fromkeys(COMPONENTS) for parts in whole]
    assert column(engine, "uri_components(url)") == whole
    assert column(engine, "uri_port_number(url)") == [80, None, None, None, None, None]
    assert column(engine, "uri_valid(url)") == [True, False, None, True, True, True]
    errors = column(engine, "uri_error(url)")
    assert errors[1].startswith("at byte 7") and errors[:1] + errors[2:] == [None] * 5


def test_options(engine):
    # RFC 3986, 6.2.2 and 6.2.3.
    normal = ["http://u@h/p?q#f", None, None, "mailto:a@b", "http://0x7f.1/~u", ""]
    assert column(engine, "uri_normalize(url, 'scheme')") == normal
    each = ["http://u@h/p?q#f", None, None, None, "http://0x7f.1/~u", ""]
    assert column(engine, "uri_normalize(url, rung)") == each
    assert column(engine, "uri_normalize(url, CAST(NULL AS VARCHAR(9)))") == [None] * 6
    lints = [None if uri is None else [found.id for found in urispec.lint(str(uri))] for uri in map(parsed, URLS)]
    assert column(engine, "uri_lint(url, 'letter')") == lints
    assert column(engine, "uri_template_ways(url, 'mailto:{a}@{b}')") == [0, 0, None, 1, 0, 0]
    with pytest.raises(Exception, match="top"):
        column(engine, "uri_normalize(url, 'top')")


def test_pairs(engine):
    # RFC 3986, 5.2.2: the reference "" is the base without its fragment.
    targets = ["http://u@h:80/p?q#f", None, None, "mailto:a@b", "HTTP://0x7f.1/%7Eu", "http://a/b?c"]
    assert column(engine, "uri_resolve('http://a/b?c#d', url)") == targets
    assert column(engine, "uri_relativize('http://u@h:80/', url)", "WHERE id < 3") == ["p?q#f", None, None]
    assert column(engine, "uri_compare(url, 'http://0x7f.1/~u')") == [None, None, None, None, "percent-encoding", None]


def test_nothing(engine):
    assert column(engine, "uri_host(url)", "WHERE id > 100") == []
    assert column(engine, "uri_normalize(url, 'case')", "WHERE id > 100") == []


def test_twice_and_beside(engine):
    engine.register()
    engine.register(edition="rfc2396", prefix="old_")
    # RFC 2396 does not allow addresses in brackets.
    query = "SELECT uri_valid('http://[::1]/') AS a, old_valid('http://[::1]/') AS b FROM urls WHERE id = 0"
    assert engine.asked(query) == [{"a": True, "b": False}]


def test_every_function_of_columns_is_here():
    columns = {name for name in urispec.arrow.__all__ if name[0].islower()}
    assert {function.name for function in FUNCTIONS} | set(NOT_IN_SQL) == columns


def test_errors_by_a_rule_in_duckdb():
    """The rule is the second argument of `uri_error`, as of `uri_valid`, and the edition the third."""
    db = pytest.importorskip("duckdb").connect()
    importlib.import_module("urispec.duckdb").register(db)
    for function, expected in [
        ("valid", False),
        ("error", "at byte 3: missing scheme (RFC 3986, 3.1)"),
        ("cause", "no-scheme"),
        ("section", "3.1"),
        ("offset", 3),
        ("byte_offset", 3),
    ]:
        query = f"SELECT uri_{function}('foo', 'URI'), uri_{function}('a:b', 'URI'), uri_{function}('a b', NULL, 'rfc2396')"
        one, other, old = db.sql(query).fetchone()
        assert one == expected and other is (True if function == "valid" else None)
        assert old == {"valid": False, "offset": 1, "byte_offset": 1}.get(function, old) and old is not None


def test_many_rows_in_duckdb():
    """More rows than DuckDB passes at once, on several threads."""
    db = pytest.importorskip("duckdb").connect()
    importlib.import_module("urispec.duckdb").register(db)
    query = "SELECT count(*) FROM range(300000) t(i) WHERE uri_host('http://h' || i || '/') = 'h' || i"
    assert db.sql(query).fetchall() == [(300000,)]


def test_the_package_imports_no_engine():
    modules = ["urispec", "urispec._functions", "urispec.duckdb", "urispec.datafusion", "urispec.spark"]
    asked = f"import sys, {', '.join(modules)}; print(sorted(sys.modules))"
    seen = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    for engine in ("polars", "duckdb", "datafusion", "pyspark", "pyarrow", "pandas"):
        assert f"'{engine}'" not in seen


def test_duckdb_has_the_options_of_arrow():
    db = pytest.importorskip("duckdb").connect()
    importlib.import_module("urispec.duckdb").register(db)

    def one(expression, *values):
        return db.execute(f"SELECT {expression}", values).fetchone()[0]

    # RFC 3986, 6.2.2 and 6.2.3.
    assert one("uri_normalize('HTTP://H:80/%7Ea')") == "http://h:80/~a"
    assert one("uri_normalize('HTTP://H:80/%7Ea', 'scheme')") == "http://h/~a"
    assert one("uri_normalize('HTTP://H:80/%7Ea', 'scheme', 'whatwg')") == "http://h/%7Ea"
    assert [one("uri_valid('foo')"), one("uri_valid('foo', 'URI')"), one("uri_valid('foo', NULL)")] == [True, False, True]
    # RFC 2396 does not allow addresses in brackets.
    assert one("uri_valid('http://[::1]/', NULL, 'rfc2396')") is False and one("uri_valid('http://[::1]/', NULL, NULL)") is None
    assert one("uri_host('http://[::1]/', 'rfc2396')") is None and one("uri_host('http://[::1]/')") == "[::1]"
    assert one("uri_components('a:b', 'rfc2396').path") == "b" and one("uri_components(NULL)") is None
    assert one("uri_resolve('http://a/b', 'http:c')") == "http:c" and one("uri_lint('http://h/%7E')") == ["needless-escape"]
    # RFC 1630 reads `http:c` as relative to a base of the same scheme.
    assert one("uri_resolve('http://a/b', 'http:c', 'rfc1630')") == urispec.resolve("http://a/b", "http:c", edition="rfc1630")
    # A parameter, a null, an enumeration, and rows with different options.
    assert one("uri_host(?)", "http://h/") == "h" and one("uri_host(NULL)") is None and one("uri_host(?)", None) is None
    assert one("uri_host('http://h/'::ENUM('http://h/'))") == "h"
    rows = db.sql("SELECT uri_valid(url, rule) FROM (VALUES ('a', 'URI'), ('a', NULL), ('a:b', 'URI'), (NULL, 'URI')) t(url, rule)")
    assert rows.fetchall() == [(False,), (True,), (True,), (None,)]
    rows = db.sql("SELECT uri_components(url, id) FROM (VALUES ('a:b', 'rfc3986'), ('a:b', NULL), ('//[::1]', 'rfc2396')) t(url, id)")
    assert [row[0] and row[0]["path"] for row in rows.fetchall()] == ["b", None, None]
    for wrong, said in (
        ("uri_lint_has('a')", "id"),
        ("uri_host('a', 'rfc3986', 'x')", r"host takes \(column, edition\), not 3"),
        ("uri_resolve('a')", r"resolve takes \(column, column, edition\), not 1"),
        ("uri_host('a', 'rfc0')", "rfc0"),
        ("uri_host(1)", "text"),
    ):
        with pytest.raises(Exception, match=said):
            one(wrong)
