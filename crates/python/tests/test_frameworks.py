"""Kinds in attrs, msgspec, SQLAlchemy, Django and WTForms, each with the installed
package."""

import doctest
import importlib
import pickle
import subprocess
import sys

import pytest
import urispec
from urispec import Uri
from urispec.kinds import HttpUrl, Kind

HOOK = Kind("rfc9110", schemes=["https"], hosts=["example.com", "*.example.org"])
ODD = "HTTPS://EXAMPLE.com:443/%7ea/./b?"


@pytest.mark.parametrize("name", ["django", "msgspec", "sqlalchemy", "wtforms"])
def test_examples(name):
    pytest.importorskip(name)
    found = doctest.testmod(importlib.import_module(f"urispec.{name}"), optionflags=doctest.ELLIPSIS)
    assert found.failed == 0 and found.attempted >= 3


def test_attrs():
    attrs = pytest.importorskip("attrs")

    @attrs.frozen
    class Hook:
        # A kind can be used directly as a converter.
        url: Uri = attrs.field(converter=HOOK)
        more: list = attrs.field(converter=lambda given: [HOOK(one) for one in given], factory=list)

    hook = Hook(ODD, [ODD])
    assert hook.url == ODD == hook.more[0] and isinstance(hook.url, Uri) and attrs.asdict(hook)["url"] is hook.url
    with pytest.raises(urispec.UriError, match="is not allowed"):
        Hook("https://h/")


def test_msgspec():
    msgspec = pytest.importorskip("msgspec")
    from urispec.msgspec import dec_hook, enc_hook

    class Hook(msgspec.Struct):
        url: Uri
        more: list[Uri] = []

    for codec in (msgspec.json, msgspec.msgpack):
        encoded = codec.encode({"url": HOOK(ODD), "more": [Uri(ODD)]}, enc_hook=enc_hook)
        assert codec.decode(encoded) == {"url": ODD, "more": [ODD]}
        told = codec.encode({"url": ODD, "more": [ODD]})
        hook = codec.decode(told, type=Hook, dec_hook=dec_hook(HOOK))
        assert hook.url == ODD == hook.more[0] and hook.url.edition == "rfc9110"
        assert codec.decode(told, type=Hook, dec_hook=dec_hook()).url.edition == "rfc3986"
    assert msgspec.convert({"url": HOOK(ODD)}, Hook, dec_hook=dec_hook(HOOK)).url == ODD
    assert msgspec.to_builtins(Hook(Uri("a")), enc_hook=enc_hook)["url"] == "a"
    for wrong, said in (
        ('{"url":"https://h/"}', r'the host "h" is not allowed.* at `\$\.url`'),
        ('{"url":1}', r"Expected `str`, got `int`.* at `\$\.url`"),
        ('{"url":"https://example.com/","more":["a"]}', r"missing scheme.* at `\$\.more\[0\]`"),
    ):
        with pytest.raises(msgspec.ValidationError, match=said):
            msgspec.json.decode(wrong, type=Hook, dec_hook=dec_hook(HOOK))
    with pytest.raises(NotImplementedError):
        enc_hook(1j)
    with pytest.raises(NotImplementedError):
        dec_hook()(complex, 1)


def test_sqlalchemy():
    pytest.importorskip("sqlalchemy")
    import sqlalchemy as sa
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
    from urispec.sqlalchemy import UriType

    class Base(DeclarativeBase):
        pass

    class Row(Base):
        __tablename__ = "rows"
        id: Mapped[int] = mapped_column(primary_key=True)
        url: Mapped[Uri] = mapped_column(UriType(HOOK, 200))
        more: Mapped[urispec.kinds.Optional[Uri]] = mapped_column(UriType(HttpUrl))

    engine = sa.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    assert "url VARCHAR(200)" in str(sa.schema.CreateTable(Row.__table__))
    with Session(engine) as session:
        session.add_all(
            [Row(id=1, url=ODD), Row(id=2, url=HOOK("https://a.example.org/")), Row(id=3, url=ODD, more="http://h")]
        )
        session.commit()
        row = session.get(Row, 1)
        assert isinstance(row.url, Uri) and row.url == ODD and row.url.edition == "rfc9110" and row.more is None
        ids = sa.select(Row.id).order_by(Row.id)

        def found(condition):
            return session.scalars(ids.where(condition)).all()

        # Compared as characters, not by equivalence.
        assert found(Row.url == ODD) == found(Row.url == Uri(ODD)) == [1, 3]
        assert found(Row.url == ODD.lower()) == [] and found(Row.url != Uri(ODD)) == [2]
        # The compared string need not be of the kind.
        assert found(Row.url == "no URI") == [] and found(Row.url.like("%example.org%")) == [2]
        assert found(Row.url.in_([Uri(ODD), "https://a.example.org/"])) == [1, 2, 3]
        assert found(Row.url.startswith("HTTPS://EX")) == [1, 3] and found(Row.more.is_(None)) == [1, 2]
        assert found(Row.url > Uri("a")) == [2] and found(Row.url == Row.more) == []
        assert session.scalar(sa.select(sa.func.max(Row.url))) == "https://a.example.org/"
        assert isinstance(session.scalar(sa.select(sa.func.max(Row.url))), Uri)
        assert session.scalar(sa.select(Row.url + "x").where(Row.id == 1)) == ODD + "x"
        # A literal is written with its quotes escaped.
        literal = str(sa.select(Row.id).where(Row.url == Uri("a'b")).compile(compile_kwargs={"literal_binds": True}))
        assert "'a''b'" in literal
        for wrong in ("https://h/", "no URI", "http://example.com/"):
            with pytest.raises(sa.exc.StatementError, match=r"UriError"), session.begin_nested():
                session.execute(sa.update(Row).values(url=wrong))
        # A value from another program is readable if it is valid in the edition.
        session.execute(sa.text("update rows set url = 'http://h/' where id = 1"))
        session.expire_all()
        assert session.get(Row, 1).url.host == "h"
        session.execute(sa.text("update rows set url = 'no URI' where id = 1"))
        session.expire_all()
        with pytest.raises(urispec.UriError):
            _ = session.get(Row, 1).url
    # Equal types share a prepared statement; different types do not.
    keys = [UriType(kind)._static_cache_key for kind in (HOOK, HttpUrl, HttpUrl, Kind(hosts=["h"]))]
    assert keys[1] == keys[2] and len({str(key) for key in keys}) == len(set(keys)) == 3
    assert UriType().python_type is Uri and "UriType" in repr(UriType(HOOK))
    assert pickle.loads(pickle.dumps(UriType(HOOK, 5))).kind == HOOK


DJANGO = """
import django
from django.conf import settings

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=[],
    USE_I18N=False,
)
django.setup()

from django import forms
from django.core.exceptions import ValidationError
from django.db import connection, migrations, models
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.writer import MigrationWriter
from urispec.django import UriValidator
from urispec.kinds import HttpUrl, Kind

HOOK = Kind("rfc9110", schemes=["https"], hosts=["example.com", "*.example.org"])
ODD = "HTTPS://EXAMPLE.com:443/%7ea/./b?"


def raised(function, *given):
    try:
        function(*given)
    except ValidationError as error:
        return error
    raise AssertionError("nothing is raised")


class Hook(models.Model):
    url = models.CharField(max_length=200, validators=[UriValidator(HOOK)])
    other = models.TextField(blank=True, validators=[UriValidator(HttpUrl)])

    class Meta:
        app_label = "hooks"


class Form(forms.Form):
    url = forms.CharField(validators=[UriValidator(HOOK)])


class FormOfModel(forms.ModelForm):
    class Meta:
        model = Hook
        fields = ["url", "other"]


# The validator alone. A message with "%" is not a format string.
error = raised(UriValidator(HttpUrl), "http://100%/%s")
assert error.code == "uri" and error.params["value"] == "http://100%/%s" and error.params["offset"] == 11
assert "%" in error.messages[0] and error.messages == [error.params["reason"]]
error = raised(UriValidator(HOOK), "https://h/")
assert (error.params["cause"], error.params["section"]) == ("host-not-allowed", "RFC 3986, 3.2.2")

# A model.
with connection.schema_editor() as editor:
    editor.create_model(Hook)
hook = Hook(url=ODD)
hook.full_clean()
hook.save()
assert Hook.objects.get(url=ODD).url == ODD
error = raised(Hook(url="https://h/", other="foo").full_clean)
assert sorted(error.message_dict) == ["other", "url"]
assert [one.code for one in error.error_dict["url"]] == ["uri"]

# Forms.
for form in (Form({"url": ODD}), FormOfModel({"url": ODD})):
    assert form.is_valid() and form.cleaned_data["url"] == ODD
for form in (Form({"url": "https://h/"}), FormOfModel({"url": "https://h/"})):
    assert not form.is_valid() and form.errors.as_data()["url"][0].code == "uri"
    assert form.errors["url"] == ['the host "h" is not allowed; allowed hosts: example.com, *.example.org']
class Mine(forms.Form):
    url = forms.CharField(validators=[UriValidator(HOOK)], error_messages={"uri": "%(value)s: see %(section)s"})
assert Mine({"url": "https://h/"}).errors["url"] == ["https://h/: see RFC 3986, 3.2.2"]

# Migrations.
model = ModelState.from_model(Hook)
operation = migrations.CreateModel("Hook", list(model.fields.items()))
migration = type("Migration", (migrations.Migration,), {"operations": [operation]})("0001_initial", "hooks")
written = MigrationWriter(migration, include_header=False).as_string()
assert "import urispec.kinds" in written and "import urispec.django" in written
scope = {}
exec(compile(written, "0001_initial.py", "exec"), scope)
again = dict(scope["Migration"].operations[0].fields)["url"].validators[0]
assert again == UriValidator(HOOK) and again.kind == HOOK and hash(again) == hash(UriValidator(HOOK))
assert again != UriValidator(HttpUrl) and again != 1
before, after = ProjectState(), ProjectState()
before.add_model(ModelState("hooks", "Hook", scope["Migration"].operations[0].fields))
after.add_model(ModelState("hooks", "Hook", list(model.fields.items())))
assert MigrationAutodetector(before, after)._detect_changes() == {}
other = [(name, field.clone()) for name, field in model.fields.items()]
dict(other)["url"]._validators = [UriValidator(Kind("rfc9110"))]
changed = ProjectState()
changed.add_model(ModelState("hooks", "Hook", other))
(found,) = MigrationAutodetector(after, changed)._detect_changes()["hooks"]
assert isinstance(found.operations[0], migrations.AlterField)
print("all")
"""


def test_django(tmp_path):
    pytest.importorskip("django")
    # Django can be set up once per process.
    asked = subprocess.run([sys.executable, "-c", DJANGO], capture_output=True, text=True, cwd=tmp_path)
    assert (asked.returncode, asked.stdout) == (0, "all\n"), asked.stderr


def test_wtforms():
    wtforms = pytest.importorskip("wtforms")
    from urispec.wtforms import OfKind
    from wtforms.validators import Optional

    class Form(wtforms.Form):
        url = wtforms.StringField(validators=[OfKind(HOOK)])
        more = wtforms.URLField(validators=[Optional(), OfKind(HttpUrl, message="an http URL, please")])

    class Sent(dict):
        getlist = dict.__getitem__

    form = Form(Sent(url=[ODD]))
    assert form.validate() and form.data["url"] == ODD and type(form.data["url"]) is str
    form = Form(Sent(url=["https://h/"], more=["foo"]))
    assert not form.validate()
    assert form.errors["url"] == ['the host "h" is not allowed; allowed hosts: example.com, *.example.org']
    assert form.errors["more"] == ["an http URL, please"]
    assert Form(Sent(url=[ODD], more=[""])).validate()
    # A missing field.
    assert not Form(Sent()).validate()
