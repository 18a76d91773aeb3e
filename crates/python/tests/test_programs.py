"""The programs that the wheel installs behave as the programs in Rust."""

import pathlib
import signal
import subprocess
import sys
import sysconfig

import pytest


def program(name):
    path = pathlib.Path(sysconfig.get_path("scripts")) / (name + (".exe" if sys.platform == "win32" else ""))
    if not path.exists():
        pytest.skip("the package runs from a folder, without its programs")
    return str(path)


def ran(name, *arguments, given=""):
    found = subprocess.run([program(name), *arguments], input=given, capture_output=True, text=True)
    return found.returncode, found.stdout, found.stderr


def test_exit_codes_and_output():
    # The examples of `urispec --help`.
    assert ran("urispec", "normalize", "HTTP://Example.COM/%7Euser") == (0, "http://example.com/~user\n", "")
    assert ran("urispec", "resolve", "--base", "http://a/b/c", "../d") == (0, "http://a/d\n", "")
    code, out, _ = ran("urispec", "get", "--csv", "--columns", "host,port", given="http://a/b\n//c:80\n")
    assert (code, out) == (0, "a,\nc,80\n")
    assert ran("urispec", "check", "a b")[0] == 1
    code, out, err = ran("urispec", "check", "--no-such-option")
    assert (code, out) == (2, "") and "--no-such-option" in err and "urispec" in err and ".py" not in err
    assert ran("urispec", "check", "\udcff")[0] == 1


def test_grammar_audit():
    options = ["--grammar", "-", "--notation", "abnf", "--as", "regex"]
    assert ran("grammar-audit", "export", *options, given="a = %x61-7A\n")[:2] == (0, "^[a-z]$\n")
    # It has only the commands about grammars.
    assert ran("grammar-audit", "normalize", "a:")[0] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_closed_pipe_and_an_interrupt(tmp_path):
    given = tmp_path / "urls.txt"
    given.write_text("http://h/%7Ea\n" * 200_000)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # A reader that ends early, such as `head`, is not an error.
    with subprocess.Popen([program("urispec"), "normalize", "-f", str(given)], **pipes) as process:
        assert process.stdout.readline() == "http://h/~a\n"
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == ("", 0)
    # The program waits for its input.
    with subprocess.Popen([program("urispec"), "normalize"], stdin=subprocess.PIPE, **pipes) as process:
        process.stdin.write("http://h/%7Ea\n" * 10_000)
        process.stdin.flush()
        assert process.stdout.readline() == "http://h/~a\n"
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (-signal.SIGINT, "")
