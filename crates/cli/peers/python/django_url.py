"""Django, `URLValidator`, which only judges: no component is reported. It judges absolute URLs of its own schemes."""
from peer import module, serve

django = module("django")
validators = module("django.core.validators")
module("django.conf").settings.configure(USE_I18N=False)
validate = validators.URLValidator()


def answer(text, base):
    scheme, colon, _ = text.partition(":")
    if base is not None or not colon or scheme.lower() not in validate.schemes:
        return {"valid": None}
    validate(text)
    return {"valid": True}


serve(f"Django {django.__version__} URLValidator", answer, validators.ValidationError)
