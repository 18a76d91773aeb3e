from typing import Optional, Union

from . import Uri

def split(text: Union[str, Uri]) -> tuple[Optional[str], Optional[str], str, Optional[str], Optional[str]]: ...
