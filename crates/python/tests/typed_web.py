"""A typical web program. mypy and pyright read this file, and nothing runs it."""

import argparse
from dataclasses import dataclass
from typing import Annotated, Optional

import urispec
from fastapi import FastAPI, Query
from pydantic import BaseModel
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from urispec import Uri, UriError
from urispec.kinds import HttpLink, HttpUrl, Kind, argument
from urispec.sqlalchemy import UriType

HOOK = Kind("rfc9110", schemes=["https"], hosts=["example.com", "*.example.org"])


class Hook(BaseModel):
    url: HttpUrl
    callback: Annotated[Uri, HOOK]
    text: Annotated[str, HOOK] = "https://example.com/"
    links: list[HttpLink] = []
    next: Optional[Uri] = None


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "hooks"
    url: Mapped[Uri] = mapped_column(UriType(HttpUrl, length=2000), primary_key=True)


app = FastAPI()


@app.post("/hooks")
def make(hook: Hook, back: Annotated[HttpUrl, Query()]) -> Hook:
    host: Optional[str] = hook.callback.host
    text: str = hook.text
    port: Optional[int] = back.port_or_default
    urispec.resolve(hook.url, text)
    print(host, port, [link.fragment for link in hook.links])
    return hook


@dataclass
class Page:
    url: Uri

    def next(self, number: int) -> Uri:
        return self.url.update_query({"page": number, "tag": ["a", "b"]}).with_fragment(None)


def page(base: Uri, name: str) -> Uri:
    built: Uri = base.with_scheme("https").with_host("example.com").with_port(8042) / "a" / name
    for given in (uri.query_pairs.pairs, uri.query_pairs, uri.query_pairs.items(), zip(["q"], [name])):
        built = built.extend_query(given)
    built = built.update_query({"q": name}).update_query({"q": [name]}).update_query((key, 1) for key in name)
    return built.with_query_pairs([("q", name), ("debug", None)])


def pairs(uri: Uri) -> dict[str, Optional[str]]:
    found = uri.query_pairs
    every: list[Optional[str]] = found.get_all("q")
    print(every, found["q"], len(found), "q" in found)
    return dict(found)


def read(text: str) -> str:
    try:
        uri = urispec.parse(text, rule="URI")
    except UriError as error:
        match error:
            case UriError(cause="no-scheme"):
                return "https://" + error.text
            case UriError(offset=int(offset), section=section):
                return f"{offset}: {section}"
            case _:
                return error.message
    return str(uri)


parser = argparse.ArgumentParser()
parser.add_argument("url", type=argument(HOOK))
uri: Uri = HOOK("https://example.com/")
sorted([uri, uri / "a"])

# Wrong.
Kind("rfc9999")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Kind(hosts=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
uri.with_port(1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
uri / 1  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
uri.port_number + 1  # type: ignore[operator]  # pyright: ignore[reportOptionalOperand, reportUnusedExpression]
uri.with_query_pairs({"a": 1.5})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
uri.hostname  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
