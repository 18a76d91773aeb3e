from typing import Any, NoReturn, Optional, Protocol, TypeVar, Union, final, overload

from ._types import Edition, Pack, Rung

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

Column = Union[ArrowArray, ArrowStream]

# A pandas or Polars Series. Neither library is imported here.
class _Series(Protocol):
    @property
    def name(self) -> Any: ...
    def head(self, n: int = ...) -> Any: ...
    def to_list(self) -> list[Any]: ...

# A pandas Index. The result is a Series.
class _Index(Protocol):
    @property
    def name(self) -> Any: ...
    def get_indexer(self, target: Any) -> Any: ...

_S = TypeVar("_S", bound=_Series)

class _Answer:
    def to_pandas(self, index: Any = None, name: Any = None) -> Any: ...
    def to_polars(self, name: Optional[str] = None) -> Any: ...
    def to_pyarrow(self) -> Any: ...
    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __iter__(self) -> NoReturn: ...
    def __len__(self) -> int: ...

@final
class Array(_Answer):
    """A column in one piece, for any consumer of `__arrow_c_array__`: `pyarrow.array(…)`, `polars.Series(…)`. The rows
    are in the order of the input column.
    """

    def __new__(cls, column: ArrowArray) -> Array: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

@final
class ChunkedArray(_Answer):
    """A column in chunks, for any consumer of `__arrow_c_stream__`: `pyarrow.chunked_array(…)`, `polars.Series(…)`. The
    rows are in the order of the input column.
    """

    def __new__(cls, column: Column) -> ChunkedArray: ...
    @property
    def num_chunks(self) -> int:
        """The number of chunks."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

# A function of a single column.
class _OfColumn(Protocol):
    @overload
    def __call__(self, column: _S, *, edition: Edition = "rfc3986") -> _S: ...
    @overload
    def __call__(self, column: _Index, *, edition: Edition = "rfc3986") -> Any: ...
    @overload
    def __call__(self, column: ArrowArray, *, edition: Edition = "rfc3986") -> Array: ...
    @overload
    def __call__(self, column: ArrowStream, *, edition: Edition = "rfc3986") -> ChunkedArray: ...

# A function about the errors of the strings of a column.
class _OfErrors(Protocol):
    @overload
    def __call__(self, column: _S, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> _S: ...
    @overload
    def __call__(self, column: _Index, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> Any: ...
    @overload
    def __call__(self, column: ArrowArray, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> Array: ...
    @overload
    def __call__(
        self, column: ArrowStream, rule: Optional[str] = None, *, edition: Edition = "rfc3986"
    ) -> ChunkedArray: ...

scheme: _OfColumn
authority: _OfColumn
userinfo: _OfColumn
host: _OfColumn
host_kind: _OfColumn
port: _OfColumn
port_number: _OfColumn
path: _OfColumn
query: _OfColumn
fragment: _OfColumn
components: _OfColumn
registrable: _OfColumn
error: _OfErrors
cause: _OfErrors
section: _OfErrors
offset: _OfErrors
byte_offset: _OfErrors

@overload
def component(column: _S, name: str, *, edition: Edition = "rfc3986") -> _S:
    """Extracts one component of each string, by its name.

    A row is null if the string is null or not a reference of the edition, or if the component is undefined. An
    empty component is an empty string.
    """
@overload
def component(column: _Index, name: str, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def component(column: ArrowArray, name: str, *, edition: Edition = "rfc3986") -> Array: ...
@overload
def component(column: ArrowStream, name: str, *, edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def valid(column: _S, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> _S:
    """Returns whether each string is a reference of the edition, or, with `rule`, whether it matches that production of
    the document. A null gives null.
    """
@overload
def valid(column: _Index, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def valid(column: ArrowArray, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> Array: ...
@overload
def valid(column: ArrowStream, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def normalize(column: _S, to: Optional[Rung] = None, *, edition: Edition = "rfc3986") -> _S:
    """Normalizes each string up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'. The default is
    'path-segments', and 'scheme' in the edition 'whatwg', which has no other. A string that is not a reference gives
    null, except in the edition 'whatwg', where the normal form is the URL that a browser parses.
    """
@overload
def normalize(column: _Index, to: Optional[Rung] = None, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def normalize(column: ArrowArray, to: Optional[Rung] = None, *, edition: Edition = "rfc3986") -> Array: ...
@overload
def normalize(column: ArrowStream, to: Optional[Rung] = None, *, edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def lint(column: _S, pack: Pack = "letter", *, edition: Edition = "rfc3986") -> _S:
    """Returns the ids of the lints that fire on each string, as a list.

    With the pack 'letter', a string that is not a reference gives null. The pack 'security' checks any string.
    """
@overload
def lint(column: _Index, pack: Pack = "letter", *, edition: Edition = "rfc3986") -> Any: ...
@overload
def lint(column: ArrowArray, pack: Pack = "letter", *, edition: Edition = "rfc3986") -> Array: ...
@overload
def lint(column: ArrowStream, pack: Pack = "letter", *, edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def lint_has(column: _S, id: str, *, edition: Edition = "rfc3986") -> _S:
    """Returns whether one lint, of any pack, fires on each string. Only this lint runs.

    With a lint of the pack 'letter', a string that is not a reference gives null. Other lints check any string.
    """
@overload
def lint_has(column: _Index, id: str, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def lint_has(column: ArrowArray, id: str, *, edition: Edition = "rfc3986") -> Array: ...
@overload
def lint_has(column: ArrowStream, id: str, *, edition: Edition = "rfc3986") -> ChunkedArray: ...

# An argument of a function of two columns. A string applies to each row.
_Operand = Union[str, Column, _Index, _Series]

@overload
def resolve(base: _S, reference: _Operand, *, edition: Edition = "rfc3986") -> _S:
    """Resolves each reference against its base. Either argument may be a string, which then applies to every row.

    A row is null if either string is null or not valid in the edition, or if the target would parse as different
    components.
    """
@overload
def resolve(base: _Operand, reference: _S, *, edition: Edition = "rfc3986") -> _S: ...
@overload
def resolve(base: _Operand, reference: _Operand, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def relativize(base: _S, target: _Operand, *, edition: Edition = "rfc3986") -> _S:
    """Finds, for each row, the shortest reference that resolves against the base to the target. Either argument may be a string,
    which then applies to every row. A row is null if no reference resolves to the target.
    """
@overload
def relativize(base: _Operand, target: _S, *, edition: Edition = "rfc3986") -> _S: ...
@overload
def relativize(base: _Operand, target: _Operand, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def compare(a: _S, b: _Operand, *, edition: Edition = "rfc3986") -> _S:
    """Returns the lowest rung at which the two strings of each row are equivalent, or null. Either argument may be a
    string, which then applies to every row. In the edition 'whatwg', the URLs that a browser parses are compared.
    """
@overload
def compare(a: _Operand, b: _S, *, edition: Edition = "rfc3986") -> _S: ...
@overload
def compare(a: _Operand, b: _Operand, *, edition: Edition = "rfc3986") -> Any: ...

# A function of a column and a template.
class _OfTemplate(Protocol):
    @overload
    def __call__(self, column: _S, template: str) -> _S: ...
    @overload
    def __call__(self, column: _Index, template: str) -> Any: ...
    @overload
    def __call__(self, column: ArrowArray, template: str) -> Array: ...
    @overload
    def __call__(self, column: ArrowStream, template: str) -> ChunkedArray: ...

template_match: _OfTemplate
template_ways: _OfTemplate
template_expand: _OfTemplate
