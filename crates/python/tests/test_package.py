"""The metadata of the installed package, and the examples of its pages."""

import doctest
import importlib.metadata
import pathlib
import re

import pytest
import urispec

ROOT = pathlib.Path(__file__).parent.parent.parent.parent


@pytest.fixture
def metadata():
    try:
        found = importlib.metadata.distribution("urispec")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package runs from a folder, without metadata")
    return found


def test_version(metadata):
    assert metadata.version == urispec.__version__


def test_licences(metadata):
    assert metadata.metadata["License-Expression"] == "MIT OR Apache-2.0"
    names = ["LICENSE-APACHE", "LICENSE-MIT"]
    assert sorted(metadata.metadata.get_all("License-File")) == names
    for name in names:
        (path,) = [path for path in metadata.files if path.parts[-2:-1] == ("licenses",) and path.name == name]
        assert path.read_text() == (ROOT / name).read_text()


def test_typed(metadata):
    names = {str(path) for path in metadata.files}
    assert {"urispec/py.typed", "urispec/__init__.pyi", "urispec/arrow.pyi"} <= names
    assert "Typing :: Typed" in metadata.metadata.get_all("Classifier")
    assert metadata.metadata["Requires-Python"] == ">=3.10" and metadata.requires is None


def test_licences_are_those_of_the_repository():
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert (ROOT / "crates/python" / name).read_text() == (ROOT / name).read_text()


def test_version_of_the_crate():
    manifest = (ROOT / "crates/python/Cargo.toml").read_text()
    assert re.search(r'^version = "(.*)"$', manifest, re.MULTILINE)[1] == urispec.__version__


PAGES = {
    "python.md": ("pydantic", "django", "sqlalchemy", "attrs", "msgspec", "wtforms"),
    "columns.md": ("pandas", "polars", "duckdb"),
}


@pytest.mark.parametrize("name", PAGES)
def test_page(name):
    """Runs the examples of a page of the documentation."""
    for package in PAGES[name]:
        pytest.importorskip(package)
    text = (ROOT / "docs" / name).read_text().replace("```", "")
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, None, 0))
    assert runner.summarize().failed == 0 and runner.tries >= 10
