"""Fields of pydantic and FastAPI are returned as they were sent."""

import json
import pickle
from dataclasses import dataclass
from typing import Annotated, Optional, Union

import pytest
from urispec import Uri
from urispec.kinds import AnyUri, HttpLink, HttpUrl, Iri, Kind, Reference
from urispec.whatwg import Url

pydantic = pytest.importorskip("pydantic")
from pydantic import BaseModel, ConfigDict, Field, Strict, TypeAdapter  # noqa: E402

# Each differs from its normal form, or from the output of other libraries.
ODD = [
    "HTTP://EXAMPLE.com",
    "http://example.com",
    "http://example.com:80/",
    "http://h/%7ea/./b/../c?",
    "http://h/?a=b+c&a",
    "http://u:p@h:/",
    "http://b%C3%BCcher.example/'",
    "https://[2001:DB8::0:7]/",
]
HOOK = Kind("rfc9110", schemes=["https"], hosts=["example.com"])


class Everything(BaseModel):
    url: HttpUrl
    link: HttpLink
    text: Annotated[str, Kind("rfc9110")]
    reference: Uri = Uri("../%7e")
    iri: Optional[Iri] = None
    several: list[HttpUrl] = []
    keys: dict[HttpUrl, int] = {}
    either: Union[int, HttpUrl] = 1


@pytest.mark.parametrize("text", ODD)
def test_nothing_is_rewritten(text):
    given = {"url": text, "text": text, "reference": text, "iri": text, "several": [text, text], "keys": {text: 1}}
    given |= {"either": text, "link": text + "#%7e"}
    for model in (
        Everything(**given),
        Everything.model_validate(given, strict=True),
        Everything.model_validate_json(json.dumps(given)),
        Everything.model_validate_json(json.dumps(given), strict=True),
        Everything.model_construct(**Everything(**given).__dict__),
    ):
        assert isinstance(model.url, Uri) and model.url.edition == "rfc9110" and model.iri.edition == "rfc3987"
        assert type(model.text) is str and type(model.either) is Uri
        assert model.model_dump(mode="json") == given and json.loads(model.model_dump_json()) == given
        # In Python, a value keeps its type, and equals its text.
        assert model.model_dump() == given and isinstance(model.model_dump()["url"], Uri)
        assert Everything(**model.model_dump()) == model and pickle.loads(pickle.dumps(model)) == model
        assert model.model_copy(deep=True) == model
    assert TypeAdapter(HttpUrl).validate_strings(text) == text


def test_settings_for_strings_rewrite_nothing():
    class Model(BaseModel):
        model_config = ConfigDict(str_to_lower=True, str_strip_whitespace=True, coerce_numbers_to_str=True)
        url: HttpUrl
        text: Annotated[str, Kind()] = ""

    model = Model(url="HTTP://H/A", text="A")
    assert (model.url, model.text) == ("HTTP://H/A", "A")
    for wrong in ({"url": " http://h/"}, {"url": "http://h/", "text": "a "}, {"url": "http://h/", "text": 1}):
        with pytest.raises(pydantic.ValidationError):
            Model(**wrong)


def test_what_is_no_text():
    for of in (HttpUrl, Uri, Annotated[str, Kind()]):
        for wrong in (b"http://h/", 1, None, ["http://h/"], bytearray(b"http://h/")):
            with pytest.raises(pydantic.ValidationError) as error:
                TypeAdapter(of).validate_python(wrong)
            assert [one["type"] for one in error.value.errors()] == ["string_type"]
    uri = Uri("http://h/", edition="rfc9110")
    for strict in (False, True):
        assert TypeAdapter(HttpUrl).validate_python(uri, strict=strict) == uri
        assert TypeAdapter(Annotated[str, Kind("rfc9110")]).validate_python(uri, strict=strict) == "http://h/"
    assert TypeAdapter(Annotated[HttpUrl, Strict()]).validate_python("http://h/") == uri


def test_errors():
    with pytest.raises(pydantic.ValidationError) as error:
        TypeAdapter(Annotated[Uri, HOOK]).validate_python("https://u@h/")
    (said,) = error.value.errors(include_url=False)
    sentence = 'the host "h" is not allowed; allowed hosts: example.com'
    assert (said["type"], said["msg"], said["input"]) == ("uri", sentence, "https://u@h/")
    found = {"offset": 10, "byte_offset": 10, "cause": "host-not-allowed", "section": "RFC 3986, 3.2.2"}
    assert said["ctx"] == {"reason": sentence, **found}
    # Braces are not interpreted as a template.
    with pytest.raises(pydantic.ValidationError) as error:
        TypeAdapter(list[Iri]).validate_json('["a:", "a://\u00e9{cause}/"]')
    (said,) = error.value.errors()
    assert said["loc"] == (1,) and (said["ctx"]["offset"], said["ctx"]["byte_offset"]) == (5, 6)
    assert said["msg"] == said["ctx"]["reason"] and '"{"' in said["msg"]
    # An exception is not a JSON value, so none is in the context.
    json.loads(error.value.json())
    with pytest.raises(pydantic.ValidationError):
        TypeAdapter(Uri).validate_python("http://\ud800/")


def test_the_section_in_a_context_has_one_form():
    """The document and the section, for every type and every error."""
    for of, text, section in (
        (HttpUrl, "foo", "RFC 9110, 4.2.1"),
        (HttpUrl, "http://h/ ", "RFC 9110, 4.2"),
        (HttpUrl, "https://h:x/", None),
        (Uri, "http://h:x/", "RFC 3986, 3.2.3"),
        (AnyUri, "foo", "RFC 3986, 3.1"),
        (Annotated[Uri, HOOK], "https://h/", "RFC 3986, 3.2.2"),
        (Annotated[Uri, Kind(schemes=["https"])], "http://h/", "RFC 3986, 3.1"),
        (Iri, "a: b", "RFC 3987, 2.2"),
        (Annotated[Uri, Kind("whatwg")], "a b", "URL Standard, url-writing"),
        (Url, "http://h:8o/", "URL Standard, writing"),
    ):
        with pytest.raises(pydantic.ValidationError) as error:
            TypeAdapter(of).validate_python(text)
        (said,) = error.value.errors()
        context = said["ctx"]
        assert section is None or context["section"] == section, (of, text)
        assert context["section"].startswith(("RFC ", "URL Standard, "))
        cause = said["msg"].endswith(f"({context['section']})")
        assert cause or context["cause"].endswith("-not-allowed"), said


def test_kinds_and_lengths_stand_beside_each_other():
    both = TypeAdapter(Annotated[HttpUrl, Kind(hosts=["example.com"])])
    assert both.validate_python("http://example.com/") == "http://example.com/"
    for wrong in ("ftp://example.com/", "http://h/"):
        with pytest.raises(pydantic.ValidationError):
            both.validate_python(wrong)
    assert both.json_schema() == {"type": "string", "format": "uri"}
    for short in (
        Annotated[str, Field(max_length=3), Kind(rule="URI")],
        Annotated[str, Kind(rule="URI"), Field(max_length=3)],
    ):
        adapter = TypeAdapter(short)
        assert adapter.validate_python("a:b") == "a:b"
        assert adapter.json_schema() == {"type": "string", "format": "uri", "maxLength": 3}
        for wrong in ("a:bc", "a"):
            with pytest.raises(pydantic.ValidationError):
                adapter.validate_python(wrong)
    for wrong in (Annotated[Optional[Uri], Kind()], Annotated[int, Kind()]):
        with pytest.raises(TypeError, match=r"annotates a Uri or a str"):
            TypeAdapter(wrong)


def test_schemas():
    for of, said in (
        (Uri, "uri-reference"),
        (Reference, "uri-reference"),
        (AnyUri, "uri"),
        (HttpUrl, "uri"),
        (Iri, "iri"),
        (Annotated[str, Kind("rfc9110")], "uri"),
        (Annotated[Uri, Kind("whatwg")], None),
    ):
        wanted = {"type": "string"} if said is None else {"type": "string", "format": said}
        for mode in ("validation", "serialization"):
            assert TypeAdapter(of).json_schema(mode=mode) == wanted, of
            # Alone or nested.
            listed = TypeAdapter(list[of]).json_schema(mode=mode)
            assert listed == {"type": "array", "items": wanted}
    schema = Everything.model_json_schema()["properties"]
    assert schema["reference"] == {
        "type": "string",
        "format": "uri-reference",
        "title": "Reference",
        "default": "../%7e",
    }
    assert schema["keys"]["propertyNames"] == {"format": "uri"}


def test_defaults():
    class Model(BaseModel):
        url: HttpUrl = Field(default="HTTP://h", validate_default=True)
        hook: HttpUrl = Uri("HTTP://h", edition="rfc9110")

    assert Model().url == Model().hook == "HTTP://h" and isinstance(Model().url, Uri)
    assert Model().model_dump_json() == '{"url":"HTTP://h","hook":"HTTP://h"}'


def test_dataclasses_and_calls():
    @pydantic.dataclasses.dataclass
    class Hook:
        url: HttpUrl

    assert Hook(url="HTTP://h").url == "HTTP://h" and isinstance(Hook(url="HTTP://h").url, Uri)

    @dataclass
    class Plain:
        url: HttpUrl

    assert TypeAdapter(Plain).validate_python({"url": "HTTP://h"}).url == Uri("HTTP://h")

    @pydantic.validate_call
    def fetch(url: HttpUrl) -> Optional[str]:
        return url.host

    assert fetch("http://h/") == "h"
    with pytest.raises(pydantic.ValidationError):
        fetch("h")


def test_fastapi():
    fastapi = pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from fastapi.testclient import TestClient

    class Hook(BaseModel):
        url: Annotated[Uri, HOOK]

    class Host(BaseModel):
        host: Optional[str]
        url: HttpUrl
        more: Optional[list[HttpUrl]]

    app = fastapi.FastAPI()

    @app.post("/hooks", response_model=Hook)
    def made(hook: Hook) -> Hook:
        assert isinstance(hook.url, Uri)
        return hook

    @app.get("/host")
    def host(url: HttpUrl, more: Annotated[Optional[list[HttpUrl]], fastapi.Query()] = None) -> Host:
        return Host(host=url.host, url=url, more=more)

    client = TestClient(app)
    answer = client.post("/hooks", json={"url": "HTTPS://example.com/%7ea?"})
    assert (answer.status_code, answer.json()) == (200, {"url": "HTTPS://example.com/%7ea?"})
    answer = client.post("/hooks", json={"url": "https://h:x/"})
    assert answer.status_code == 422
    (said,) = answer.json()["detail"]
    assert said["loc"] == ["body", "url"] and said["type"] == "uri" and said["input"] == "https://h:x/"
    # "h:x" may be a user and its password, so the error is at "/"; the cause is the port (RFC 3986, 3.2.3).
    assert {"offset": 11, "cause": "port-digits", "section": "RFC 3986, 3.2.3"}.items() <= said["ctx"].items()
    answer = client.post("/hooks", json={"url": "http://example.com/"})
    context = answer.json()["detail"][0]["ctx"]
    assert {"offset": 0, "cause": "scheme-not-allowed", "section": "RFC 3986, 3.1"}.items() <= context.items()

    answer = client.get("/host", params={"url": "http://H/a b".replace(" ", "%20"), "more": ["http://a", "http://b"]})
    assert answer.json() == {"host": "H", "url": "http://H/a%20b", "more": ["http://a", "http://b"]}
    assert client.get("/host", params={"url": "http://H"}).json() == {"host": "H", "url": "http://H", "more": None}
    answer = client.get("/host", params={"url": "foo"})
    assert answer.status_code == 422 and answer.json()["detail"][0]["ctx"]["offset"] == 0

    described = client.get("/openapi.json").json()
    assert described["components"]["schemas"]["Hook"]["properties"]["url"]["format"] == "uri"
    (url, _) = described["paths"]["/host"]["get"]["parameters"]
    assert url["schema"]["type"] == "string" and url["schema"]["format"] == "uri"
