"""A wheel holds all that a user needs who has no clone: built here, installed elsewhere, and used there."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from rmqkit.errors import Error
from rmqkit.report.notebooks import put_notebooks

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
NOT_CODE = [
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.po", "*.tsv", "*.toml", "*.j2", "*.js", "*.css", "*.txt", "*.json", "*.properties", "py.typed")
    for path in (ROOT / "rmqkit").rglob(pattern)
]


class Elsewhere:
    """A fresh environment with the wheel; the packages that it needs are this environment's, its own code is not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", with_pip=True)
        self.python = folder / "venv" / "bin" / "python"
        build = [self.python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT]
        subprocess.run(build, check=True)
        (self.wheel,) = folder.glob("rmqkit-*.whl")
        subprocess.run([self.python, "-m", "pip", "install", "-q", "--no-deps", self.wheel], check=True)
        (site,) = (folder / "venv" / "lib").glob("*/site-packages")
        (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def run(self, *arguments: object) -> str:
        """What a program of the environment prints, started outside of the clone."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        # nbconvert's templates and kernels lie beside the packages that are lent.
        environment["JUPYTER_PATH"] = str(Path(sys.prefix) / "share" / "jupyter")
        run = subprocess.run(
            [self.python, "-m", *map(str, arguments)],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        return run.stdout


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    return Elsewhere(tmp_path_factory.mktemp("elsewhere"))


def test_the_wheel_holds_notebooks_catalogues_and_scripts(elsewhere: Elsewhere) -> None:
    held = set(zipfile.ZipFile(elsewhere.wheel).namelist())

    assert {name for name in NOT_CODE if name not in held} == set()
    assert {name for name in NOTEBOOKS if f"rmqkit/report/notebooks/{name}" not in held} == set()
    assert {name for name in NOTEBOOKS if f"rmqkit/report/notebooks/zh/{name}" not in held} == set()


def test_a_report_is_written_outside_of_the_clone(elsewhere: Elsewhere) -> None:
    where = elsewhere.run("site")
    told = elsewhere.run("rmqkit.cli", "report", ROOT / "data_samples" / "healthy", "-o", "healthy.html")

    assert str(elsewhere.folder) in where
    assert told.startswith("OK  groupA")
    assert "<title>" in (elsewhere.folder / "healthy.html").read_text(encoding="utf-8")


def test_the_notebooks_are_put_where_they_run(elsewhere: Elsewhere) -> None:
    told = elsewhere.run("rmqkit.cli", "notebooks", "mine")
    elsewhere.run("papermill", "--log-level", "ERROR", "mine/rollout_plan.ipynb", "out.ipynb", "-k", "python3")

    assert sorted(path.name for path in (elsewhere.folder / "mine").iterdir()) == NOTEBOOKS
    assert "jupyter lab mine" in told
    assert '"output_type": "error"' not in (elsewhere.folder / "out.ipynb").read_text(encoding="utf-8")


def test_notebooks_that_a_person_has_changed_are_not_written_over(tmp_path: Path) -> None:
    put_notebooks(tmp_path, "zh")

    with pytest.raises(Error, match=r"already contains allocation_explorer.ipynb, "):
        put_notebooks(tmp_path)
