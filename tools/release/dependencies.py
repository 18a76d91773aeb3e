"""The linked crates of a package on a target, for `licences` and `sbom`.

In: `cargo tree`, which says which crates, and `cargo metadata`, which says where their sources are. Both ask no network.
Out: the crates as `Crate`, in the order of their names and versions.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Crate:
    """A linked crate."""

    name: str
    version: str
    licence: str  # an expression of SPDX
    folder: Path  # its sources
    repository: str | None
    checksum: str | None  # SHA-256 of the .crate, in hexadecimal; None for a crate of this repository
    uses: list[str]  # `name@version` of what it depends on, within the closure

    @property
    def id(self) -> str:
        return f"{self.name}@{self.version}"


def cargo(workspace: Path, *args: str) -> str:
    done = subprocess.run(["cargo", *args, "--locked"], cwd=workspace, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def checksums(workspace: Path) -> dict[tuple[str, str], str | None]:
    """The checksums in `Cargo.lock`, by name and version. Python before 3.11 cannot read TOML, but cargo writes one key a line."""
    sums = {}
    for block in (workspace / "Cargo.lock").read_text().split("[[package]]")[1:]:
        keys = dict(re.findall(r'^(name|version|checksum) = "(.*)"$', block, re.MULTILINE))
        sums[(keys["name"], keys["version"])] = keys.get("checksum")
    return sums


def closure(package: str, target: str, folder: str = ".") -> list[Crate]:
    """The crates that are linked into a package of the workspace, including the package and macros."""
    workspace = ROOT / folder
    tree = cargo(workspace, "tree", "-p", package, "--target", target, "--edges", "normal", "--prefix", "none", "--format", "{p}")
    lines = (line.split() for line in tree.splitlines() if line)
    wanted = {(words[0], words[1].removeprefix("v")) for words in lines}
    metadata = json.loads(cargo(workspace, "metadata", "--format-version", "1", "--filter-platform", target))
    packages = {one["id"]: one for one in metadata["packages"]}
    is_wanted = lambda one: (one["name"], one["version"]) in wanted  # noqa: E731
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    sums = checksums(workspace)

    found = []
    for id, one in packages.items():
        if not is_wanted(one):
            continue
        normal = [
            packages[dep["pkg"]]
            for dep in nodes[id]["deps"]
            if any(kind["kind"] is None for kind in dep["dep_kinds"])
        ]
        # Old crates write a slash for OR.
        licence = re.sub(r"\s*/\s*", " OR ", one["license"] or "")
        found.append(
            Crate(
                one["name"],
                one["version"],
                licence,
                Path(one["manifest_path"]).parent,
                one["repository"],
                sums[(one["name"], one["version"])],
                sorted(f"{dep['name']}@{dep['version']}" for dep in normal if is_wanted(dep)),
            )
        )
    return sorted(found, key=lambda crate: (crate.name, crate.version))
