"""ada-url, `URL`: Ada, the parser of Node, in its own package."""
from importlib.metadata import version

import whatwg
from peer import module, serve

URL = module("ada_url").URL
serve(f"ada-url {version('ada-url')}", lambda text, base: whatwg.answer(URL, text, base, ValueError))
