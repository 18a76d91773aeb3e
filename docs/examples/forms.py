import re

NAME = re.compile(r"^[A-z][a-z-]*$")
PORT = "[0-9]{1,5}"


def is_port(text):
    return re.fullmatch(PORT, text) is not None


def is_word(text):
    return re.fullmatch(r"[a-z]+", text) is not None
