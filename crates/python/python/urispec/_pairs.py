"""The pairs of a query, as a mapping that keeps every pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

    _Base = Mapping[str, Optional[str]]
else:
    _Base = Mapping


class Pairs(_Base):
    """The decoded pairs of a query, in order.

    As a mapping, it has each key once, with its first value; `get_all` returns all values of a key,
    and `pairs` every pair. A key without a value, as in `?debug`, has the value None. Iteration gives the keys.

    >>> pairs = urispec.parse("?tag=a&q=R%26D&tag=b&debug").query_pairs
    >>> pairs["tag"], pairs.get_all("tag"), pairs["debug"], "x" in pairs
    ('a', ['a', 'b'], None, False)
    >>> pairs.pairs
    (('tag', 'a'), ('q', 'R&D'), ('tag', 'b'), ('debug', None))
    """

    # The encoded pairs, if they were read from a query. `with_query_pairs` writes these, so that pairs that are passed
    # on keep their encoding.
    __slots__ = ("_first", "_texts", "pairs")

    def __init__(self, pairs: Iterable[tuple[str, Optional[str]]] = ()) -> None:
        self.pairs = tuple((key, value) for key, value in pairs)
        self._texts: tuple[str, ...] = ()
        self._first: dict[str, Optional[str]] = {}
        for key, value in self.pairs:
            self._first.setdefault(key, value)

    @classmethod
    def _of_query(cls, pairs: Iterable[tuple[str, Optional[str]]], texts: Iterable[str]) -> Pairs:
        found = cls(pairs)
        found._texts = tuple(texts)
        return found

    def __getitem__(self, key: str) -> Optional[str]:
        return self._first[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._first)

    def __len__(self) -> int:
        return len(self._first)

    def get_all(self, key: str) -> list[Optional[str]]:
        """Returns all values of a key, in order."""
        return [value for name, value in self.pairs if name == key]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Pairs):
            return self.pairs == other.pairs
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __repr__(self) -> str:
        return f"Pairs({list(self.pairs)!r})"
