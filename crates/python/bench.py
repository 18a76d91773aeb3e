"""Compares the rates of host extraction: the wheel, and the functions of each engine.

    python bench.py [--rows 3000000] [--rounds 3] [--engine NAME]... [FILE]
    python bench.py --steps [--rows 3000000] [--rounds 3] [FILE]
    python bench.py --polars [--rows 3000000] [--rounds 3] [FILE]
    python bench.py --values [--rounds 3]

FILE has one URL per line. The default is the corpus of real URLs in the folder URISPEC_SHARED, or in
`shared` beside the project. Its lines are repeated up to the number of rows. An engine has one thread.
A rate is in millions of rows per second of processor time, the best of the rounds, which reduces noise
from other programs. `wrong` counts the distinct strings for which the engine's own result differs from
the library's: a host for an invalid URL, a different host, or none.

With --polars, measures Polars on all cores by wall-clock time: the plugin and `map_batches`, in both
engines.

With --values, measures calls on one string, in nanoseconds.

With --steps, measures the other functions, and typical steps around them: reading a Parquet column, and
counting in a hash table.
"""

import argparse
import os
import pathlib
import sys
import time

if "--polars" not in sys.argv:
    os.environ.setdefault("POLARS_MAX_THREADS", "1")

import pyarrow as pa
import urispec
import urispec.arrow as uri
from urispec._functions import COMPONENTS
from urispec.whatwg import Url

# Matches a scheme, an optional userinfo, and an address in brackets or everything up to the port. This
# is as good as one line gets; commonly copied patterns are worse.
PATTERN = r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)"


def polars(table):
    """Polars: the plugin, `map_batches`, and `str.extract`."""
    import polars as pl
    import urispec.polars

    frame = pl.from_arrow(table)
    url = pl.col("url")
    by_python = url.map_batches(lambda column: pl.Series(uri.host(column)), return_dtype=pl.String)
    return {
        "urispec": lambda: frame.select(host=url.uri.host())["host"],
        "map_batches": lambda: frame.select(host=by_python)["host"],
        "str.extract": lambda: frame.select(host=url.str.extract(PATTERN, 1))["host"],
    }


def duckdb(table):
    """DuckDB: a function of type `arrow`, and `regexp_extract`."""
    import duckdb as engine

    db = engine.connect(config={"threads": 1})
    db.register("given", table)
    db.execute("CREATE TABLE urls AS SELECT * FROM given")
    answer = lambda column: pa.chunked_array(uri.host(column))
    db.create_function("uri_host", answer, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")

    def asked(expression):
        return lambda: db.sql(f"SELECT {expression} AS host FROM urls").to_arrow_table()["host"]

    return {
        "urispec": asked("uri_host(url)"),
        "regexp_extract": asked(f"regexp_extract(url, '{PATTERN}', 1)"),
    }


def pyarrow(table):
    """pyarrow: the call alone, and `extract_regex`."""
    import pyarrow.compute as pc

    column = table["url"]
    named = PATTERN.replace(r"(\[", r"(?P<host>\[")
    return {
        "urispec": lambda: pa.chunked_array(uri.host(column)),
        "extract_regex": lambda: pc.struct_field(pc.extract_regex(column, named), "host"),
    }


def python(table):
    """Plain Python: a call for each string, and the commonly used parsers, if installed."""
    from urllib.parse import urlsplit

    strings = table["url"].to_pylist()[:200_000]

    def hosts(host):
        def of(text):
            try:
                return host(text)
            except ValueError:
                return None

        return lambda: [of(text) for text in strings]

    asked = {
        "urispec": hosts(lambda text: urispec.parse(text).host),
        "urispec.whatwg": hosts(lambda text: Url(text).host),
        "urlsplit": hosts(lambda text: urlsplit(text).hostname),
    }
    for name, import_host in {"ada-url": ada_url, "can_ada": can_ada, "yarl": yarl}.items():
        try:
            asked[name] = hosts(import_host())
        except ImportError:
            print(f"left out: {name} is not installed")
    return asked


def ada_url():
    import ada_url

    return lambda text: ada_url.URL(text).hostname


def can_ada():
    import can_ada

    return lambda text: can_ada.parse(text).hostname


def yarl():
    from yarl import URL

    # It caches recent results; a string repeats only after 65,781 others.
    return lambda text: URL(text).raw_host


# An engine is a function of the table, and returns the calls to measure by name, `urispec` first. Each
# call returns the hosts in the order of the rows, or of the first rows.
ENGINES = {"pyarrow": pyarrow, "polars": polars, "duckdb": duckdb, "python": python}


def corpus(given):
    """Returns the lines of the file."""
    root = pathlib.Path(__file__).resolve().parents[2]
    shared = pathlib.Path(os.environ.get("URISPEC_SHARED", root.parent / "shared"))
    path = pathlib.Path(given) if given else shared / "corpus" / "web.txt"
    if not path.exists():
        print(f"left out: {path} does not exist")
        sys.exit(0)
    return path.read_text(errors="replace").splitlines()


def wrong(lines, hosts):
    """Returns how many of the distinct strings have a different host than the library's."""
    hosts = dict(zip(lines, hosts.to_pylist() if hasattr(hosts, "to_pylist") else list(hosts)))
    library = dict(zip(lines, pa.array(uri.host(pa.array(lines, pa.string()))).to_pylist()))
    # Engines may return "" or null for no match; both count as none.
    other = [text for text, host in hosts.items() if (host or None) != (library[text] or None)]
    return len(other), len(hosts)


def steps(table):
    """Returns the typical steps of a job on a column, by name."""
    import io

    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    column = table["url"]
    hosts = pa.chunked_array(uri.host(column))

    def parquet(table):
        file = io.BytesIO()
        pq.write_table(table, file, compression="zstd", use_dictionary=False)
        return file.getvalue()

    file = parquet(table)
    # Each URL once: sorted copies would compress to nothing.
    once = pa.table({"url": pc.unique(column)})
    sizes = [len(parquet(urls)) / len(once) for urls in (once, once.sort_by("url"))]
    print("Parquet with zstd: {:.1f} bytes a URL in no order, {:.1f} sorted\n".format(*sizes))
    return {
        "read a column of Parquet with zstd": lambda: pq.read_table(io.BytesIO(file), use_threads=False),
        "`valid`": lambda: uri.valid(column),
        "`host`": lambda: uri.host(column),
        "`resolve` against one base": lambda: uri.resolve("http://example.com/a/b", column),
        "`normalize` to `path-segments`": lambda: uri.normalize(column),
        "`normalize` to `scheme`": lambda: uri.normalize(column, to="scheme"),
        "`components`": lambda: uri.components(column),
        "count hosts in a hash table": lambda: pc.value_counts(hosts),
    }


def on_all_cores(table, rounds):
    """Measures Polars by wall-clock time. Each round runs every method, so that other load on the
    machine affects all."""
    import polars as pl
    import urispec.polars

    url = pl.col("url")
    parts = pl.Struct({name: pl.String for name in COMPONENTS})

    def by_python(function, gives, **options):
        answer = lambda column: pl.Series(function(column, **options))
        return url.map_batches(answer, return_dtype=gives, is_elementwise=True)

    ways = {
        "host": (url.uri.host(), by_python(uri.host, pl.String)),
        "normalize to scheme": (url.uri.normalize(to="scheme"), by_python(uri.normalize, pl.String, to="scheme")),
        "components": (url.uri.components(), by_python(uri.components, parts)),
    }
    frame = pl.from_arrow(table).lazy()
    print(f"Polars {pl.__version__}, {pl.thread_pool_size()} threads, load {os.getloadavg()[0]:.1f}\n")
    print("| function | engine | plugin | map_batches |\n|---|---|---|---|")
    for name, expressions in ways.items():
        best = {}
        for _ in range(rounds):
            for engine in ("in-memory", "streaming"):
                for by, expression in enumerate(expressions):
                    start = time.monotonic()
                    frame.select(expression).collect(engine=engine)
                    took = time.monotonic() - start
                    best[engine, by] = min(took, best.get((engine, by), took))
        for engine in ("in-memory", "streaming"):
            plugin, python = (len(table) / best[engine, by] / 1e6 for by in (0, 1))
            print(f"| {name} | {engine} | {plugin:.1f} | {python:.1f} |", flush=True)


def values(rounds):
    """Measures calls on one string."""
    import timeit

    text = "http://user@example.com:8042/over/there?name=ferret#nose"
    names = {"text": text, "uri": urispec.parse(text), "urispec": urispec, "Url": Url, "url": Url(text)}
    print("| call | ns |\n|---|---|")
    for call in (
        "urispec.is_valid(text)",
        "urispec.parse(text)",
        "urispec.split(text)",
        "urispec.parse(text).host",
        "uri.host",
        "uri.segments",
        "uri.with_host('h')",
        "uri.resolve('../g')",
        "urispec.resolve(text, '../g')",
        "hash(uri)",
        "uri == text",
        "Url.can_parse(text)",
        "Url(text)",
        "Url(text).host",
        "url.host",
        "url.with_host('h')",
        "url.resolve('../g')",
    ):
        times = timeit.repeat(call, globals=names, number=100_000, repeat=rounds)
        print(f"| `{call}` | {min(times) * 1e4:.0f} |", flush=True)


def fastest(run, rounds):
    """Returns the least processor time, in seconds, and the result."""
    best, answer = float("inf"), None
    for _ in range(rounds):
        start = time.process_time()
        answer = run()
        best = min(best, time.process_time() - start)
    return best, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--rows", type=int, default=3_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", action="append", choices=ENGINES)
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--polars", action="store_true")
    parser.add_argument("--values", action="store_true")
    given = parser.parse_args()
    if given.values:
        return values(given.rounds)
    lines = corpus(given.file)
    rows = (lines * (given.rows // len(lines) + 1))[: given.rows]
    # In chunks, as in engines.
    table = pa.Table.from_batches(pa.table({"url": pa.array(rows, pa.string())}).to_batches(122_880))
    print(f"{given.rows:,} rows of {len(lines):,} lines, {table.nbytes / 1e6:,.0f} MB\n")
    if given.polars:
        return on_all_cores(table, given.rounds)
    if given.steps:
        for name, run in steps(table).items():
            best, _ = fastest(run, given.rounds)
            print(f"| {name} | {given.rows / best / 1e6:.1f} M |", flush=True)
        return
    print("| engine | by | million rows per second | wrong, of distinct strings |")
    print("|---|---|---|---|")
    for name in given.engine or ENGINES:
        for by, run in ENGINES[name](table).items():
            best, answer = fastest(run, given.rounds)
            count, of = wrong(rows, answer)
            print(f"| {name} | `{by}` | {len(answer) / best / 1e6:.2f} | {count:,} of {of:,} |", flush=True)


if __name__ == "__main__":
    main()
