from typing import Any, NoReturn, Optional, Protocol, TypeVar, Union, final, overload

from ._types import Edition, Pack, Rung

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

Column = Union[ArrowArray, ArrowStream]

# A Series of pandas or of Polars, neither of which is imported here.
class _Series(Protocol):
    @property
    def name(self) -> Any: ...
    def head(self, n: int = ...) -> Any: ...
    def to_list(self) -> list[Any]: ...

# An index of pandas, whose answer is a Series.
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
    """A column in one piece, for anything that takes `__arrow_c_array__`: `pyarrow.array(…)`,
    `polars.Series(…)`. The rows stand in the order of the column that came in.
    """

    def __new__(cls, column: ArrowArray) -> Array: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

@final
class ChunkedArray(_Answer):
    """A column in chunks, for anything that takes `__arrow_c_stream__`: `pyarrow.chunked_array(…)`,
    `polars.Series(…)`. The rows stand in the order of the column that came in.
    """

    def __new__(cls, column: Column) -> ChunkedArray: ...
    @property
    def num_chunks(self) -> int:
        """How many chunks there are."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

# A function of a column, and of nothing else.
class _OfColumn(Protocol):
    @overload
    def __call__(self, column: _S, *, edition: Edition = "rfc3986") -> _S: ...
    @overload
    def __call__(self, column: _Index, *, edition: Edition = "rfc3986") -> Any: ...
    @overload
    def __call__(self, column: ArrowArray, *, edition: Edition = "rfc3986") -> Array: ...
    @overload
    def __call__(self, column: ArrowStream, *, edition: Edition = "rfc3986") -> ChunkedArray: ...

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
error: _OfColumn
cause: _OfColumn
section: _OfColumn
offset: _OfColumn
byte_offset: _OfColumn

@overload
def component(column: _S, name: str, *, edition: Edition = "rfc3986") -> _S:
    """One component of each string, by its name.

    A row is null if the string is null, if it is no reference of the edition, or if the component is
    undefined. An empty component is an empty string.
    """
@overload
def component(column: _Index, name: str, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def component(column: ArrowArray, name: str, *, edition: Edition = "rfc3986") -> Array: ...
@overload
def component(column: ArrowStream, name: str, *, edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def valid(column: _S, *, rule: Optional[str] = None, edition: Edition = "rfc3986") -> _S:
    """Whether each string is a reference of the edition, or of one production of it, named as the document
    prints it. A null stays null.
    """
@overload
def valid(column: _Index, *, rule: Optional[str] = None, edition: Edition = "rfc3986") -> Any: ...
@overload
def valid(column: ArrowArray, *, rule: Optional[str] = None, edition: Edition = "rfc3986") -> Array: ...
@overload
def valid(column: ArrowStream, *, rule: Optional[str] = None, edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def normalize(column: _S, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> _S:
    """The normal form of each string up to a rung: 'string', 'case', 'percent-encoding',
    'path-segments' or 'scheme'. A string that is no reference gives null.
    """
@overload
def normalize(column: _Index, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> Any: ...
@overload
def normalize(column: ArrowArray, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> Array: ...
@overload
def normalize(column: ArrowStream, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def lint(column: _S, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> _S:
    """The ids of the lints that have something to say of each string, as a list.

    By the pack 'letter' a string that is no reference gives null. The pack 'security' asks any string.
    """
@overload
def lint(column: _Index, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> Any: ...
@overload
def lint(column: ArrowArray, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> Array: ...
@overload
def lint(column: ArrowStream, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> ChunkedArray: ...
@overload
def lint_has(column: _S, id: str, *, edition: Edition = "rfc3986") -> _S:
    """Whether the lint of an id, of any pack, has something to say of each string. Only this lint is asked.

    With a lint of the pack 'letter' a string that is no reference gives null. The others ask any string.
    """
@overload
def lint_has(column: _Index, id: str, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def lint_has(column: ArrowArray, id: str, *, edition: Edition = "rfc3986") -> Array: ...
@overload
def lint_has(column: ArrowStream, id: str, *, edition: Edition = "rfc3986") -> ChunkedArray: ...

# What a function of two columns takes. A string stands beside each row.
_Operand = Union[str, Column, _Index, _Series]

@overload
def resolve(base: _S, reference: _Operand, *, edition: Edition = "rfc3986") -> _S:
    """The target of each reference against its base. Either may be a string, for every row.

    A row is null if either string of it is null or none of the edition, and if there is no target that
    reads back as what it is.
    """
@overload
def resolve(base: _Operand, reference: _S, *, edition: Edition = "rfc3986") -> _S: ...
@overload
def resolve(base: _Operand, reference: _Operand, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def relativize(base: _S, target: _Operand, *, edition: Edition = "rfc3986") -> _S:
    """The shortest reference that leads from each base to each target. Either may be a string, for every
    row. A row is null where there is none.
    """
@overload
def relativize(base: _Operand, target: _S, *, edition: Edition = "rfc3986") -> _S: ...
@overload
def relativize(base: _Operand, target: _Operand, *, edition: Edition = "rfc3986") -> Any: ...
@overload
def compare(a: _S, b: _Operand, *, edition: Edition = "rfc3986") -> _S:
    """The lowest rung at which each two strings are equivalent, or null. Either may be a string, for
    every row.
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
