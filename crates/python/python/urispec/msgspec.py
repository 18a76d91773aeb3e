"""Support for `Uri` in msgspec structs.

>>> import msgspec
>>> from urispec import Uri
>>> from urispec.kinds import HttpUrl
>>> from urispec.msgspec import dec_hook, enc_hook
>>> class Hook(msgspec.Struct):
...     url: Uri
>>> hook = msgspec.json.decode(b'{"url":"http://h/%7Ea"}', type=Hook, dec_hook=dec_hook(HttpUrl))
>>> msgspec.json.encode(hook, enc_hook=enc_hook)
b'{"url":"http://h/%7Ea"}'

msgspec does not pass annotations to a hook. One kind therefore applies to every `Uri` that is
decoded together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import Uri
from .kinds import REFERENCE, Kind

__all__ = ["dec_hook", "enc_hook"]


def dec_hook(kind: object = REFERENCE) -> Callable[[type, Any], Any]:
    """Returns a `dec_hook` that decodes each `Uri` by a `Kind`, or by a type for annotations such
    as `HttpUrl`."""
    kind = Kind.of(kind)

    def decode(wanted: type, value: Any) -> Any:
        if wanted is not Uri:
            raise NotImplementedError(f"cannot decode {wanted!r}")
        if not isinstance(value, str):
            raise ValueError(f"Expected `str`, got `{type(value).__name__}`")
        return kind(value)

    return decode


def enc_hook(value: Any) -> Any:
    """An `enc_hook` that encodes a `Uri` as its string."""
    if isinstance(value, Uri):
        return str(value)
    raise NotImplementedError(f"cannot encode {type(value)!r}")
