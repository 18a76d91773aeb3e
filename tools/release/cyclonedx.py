"""Prints the linked crates of a package as CycloneDX 1.5: cyclonedx.py PACKAGE TARGET

The same commit makes the same bytes: the serial number follows from the contents, and SOURCE_DATE_EPOCH is the time.
"""

import json
import os
import sys
import uuid
from datetime import datetime, timezone

from dependencies import Crate, closure


def component(crate: Crate, kind: str) -> dict:
    """A crate as a component of CycloneDX."""
    written = {
        "type": kind,
        "bom-ref": crate.id,
        "name": crate.name,
        "version": crate.version,
        "licenses": [{"expression": crate.licence}],
    }
    if crate.checksum:
        written["hashes"] = [{"alg": "SHA-256", "content": crate.checksum}]
        written["purl"] = f"pkg:cargo/{crate.name}@{crate.version}"
    if crate.repository:
        written["externalReferences"] = [{"type": "vcs", "url": crate.repository}]
    return written


def main() -> None:
    package, target = sys.argv[1:]
    # Write the same bytes on Windows.
    sys.stdout.reconfigure(newline="\n")
    crates = closure(package, target)
    main_crate = next(crate for crate in crates if crate.name == package)
    when = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": component(main_crate, "application"),
            "properties": [{"name": "target", "value": target}],
        },
        "components": [component(crate, "library") for crate in crates if crate is not main_crate],
        "dependencies": [{"ref": crate.id, "dependsOn": crate.uses} for crate in crates],
    }
    contents = json.dumps(bom, sort_keys=True)
    bom["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_OID, contents).urn
    print(json.dumps(bom, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
