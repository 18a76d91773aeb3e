"""Packages with a class that has the members of WHATWG's `URL`: ada-url and can_ada, which contain Ada, the parser of
Node, and upa-url, which contains Upa. The argument names the package. can_ada does not resolve.
"""
import sys
from importlib.metadata import version

import whatwg
from peer import module, serve

package = sys.argv[1]
library = module(package.replace("-", "_"))
URL = library.parse if package == "can-ada" else library.URL
# Upa's error is a RuntimeError.
refusals = (ValueError, RuntimeError)


def answer(text, base):
    if base is not None and package == "can-ada":
        return {"valid": None}
    return whatwg.answer(URL, text, base, refusals)


serve(f"{package} {version(package)}", answer, refusals)
