"""A JupyterLab of one's own and a person in front of it, for the tests of notebooks. No test belongs here."""

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

ROOT = Path(__file__).parents[1]
PATIENCE = 300_000
# Cells that are out of sight would not be in the page; and a server of a test asks nobody for news.
SETTINGS: Mapping[str, Mapping[str, object]] = {
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
}


@dataclass(frozen=True)
class Server:
    """A running JupyterLab."""

    address: str
    token: str

    def page_of(self, notebook: str) -> str:
        """Where a notebook of the served folder is opened."""
        return f"{self.address}/lab/tree/{notebook}?reset&token={self.token}"

    def stops_all_kernels(self) -> None:
        """So that the next notebook has the machine for itself."""
        for kernel in json.load(self._asked("GET", "/api/kernels")):
            self._asked("DELETE", f"/api/kernels/{kernel['id']}")

    def _asked(self, method: str, path: str) -> Any:
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.address + path, method=method, headers=headers)
        return urllib.request.urlopen(request, timeout=60)


@contextmanager
def jupyterlab(folder: Path) -> Iterator[Server]:
    """A server on 127.0.0.1 that serves the folder, and is stopped at the end."""
    scratch = folder / ".jupyter"
    for name, settings in SETTINGS.items():
        file = scratch / "settings" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    token, port = secrets.token_hex(16), _free_port()
    with (folder / "jupyterlab.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", "--allow-root",
             f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}",
             f"--ServerApp.root_dir={folder}", "--LabApp.news_url=None"],
            cwd=folder, env=_environment(scratch), stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api/status?token={token}", server, folder / "jupyterlab.log")
        yield Server(address, token)
    finally:
        server.terminate()
        try:
            server.wait(timeout=30)
        except subprocess.TimeoutExpired:
            server.kill()


def _free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def _environment(scratch: Path) -> dict[str, str]:
    """Nothing of the user's own settings and kernels; kernels import this checkout."""
    own = {
        "JUPYTERLAB_SETTINGS_DIR": str(scratch / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(scratch / "workspaces"),
        "JUPYTER_CONFIG_DIR": str(scratch / "config"),
        "JUPYTER_DATA_DIR": str(scratch / "data"),
        "JUPYTER_RUNTIME_DIR": str(scratch / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "PYTHONPATH": str(ROOT),
    }
    return {**os.environ, **own}


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        assert server.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.5)
    raise AssertionError(f"JupyterLab did not answer:\n{log.read_text()}")


def bare_copy(notebook: Path, target: Path, first: str = "", /, **parameters: str) -> Path:
    """A copy without outputs, with other values for some of the parameters, as somebody types them.

    `first` is the code of one more cell in front of the others.
    """
    nodes = nbformat.read(notebook, as_version=4)
    if first:
        nodes.cells.insert(0, nbformat.v4.new_code_cell(first))
    for cell in nodes.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if "parameters" in cell.metadata.get("tags", ()):
            for name, value in parameters.items():
                cell.source = re.sub(rf'(?m)^{name}: str = "[^"]*"', f'{name}: str = "{value}"', cell.source)
    copy = target / notebook.name
    nbformat.write(nodes, copy)
    return copy


class Person:
    """Somebody who opens a notebook, runs it, turns its controls and looks at it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def opens(self, address: str) -> None:
        """Open a notebook and wait until the bar at the foot says that its kernel is there."""
        self.page.goto(address, timeout=PATIENCE)
        self.page.wait_for_selector(".jp-NotebookPanel .jp-CodeCell", timeout=PATIENCE)
        self.page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=PATIENCE)

    def runs_all_cells(self) -> None:
        """By the menu, as people do; ends when every cell has its number, or one has failed."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        self.page.wait_for_function(_ALL_RUN_OR_FAILED, timeout=PATIENCE)
        failed = self.page.locator(FAILED)
        assert not failed.count(), failed.first.inner_text()

    def chooses_the_theme(self, name: str) -> None:
        """By the menu, as people do."""
        self.page.get_by_role("menuitem", name="Settings", exact=True).click()
        for entry in ("Theme", name):
            self.page.locator(".lm-Menu-itemLabel").get_by_text(entry, exact=True).click()
        self.page.wait_for_selector(f"body[data-jp-theme-name='{name}']", state="attached", timeout=PATIENCE)

    def points_and_clicks(self, part: Any, right: float, down: float) -> None:
        """A hand moves to the place and rests before it clicks; pictures tell clicks by what is under the pointer."""
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        x, y = box["x"] + right, box["y"] + down
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y, steps=3)
        self.page.wait_for_timeout(500)
        self.page.mouse.click(x, y)

    def sees(self, selector: str) -> int:
        """How many of these are in the page."""
        return int(self.page.locator(selector).count())

    def takes_picture_of(self, part: Any, name: str) -> None:
        """A part of the page, where RMQKIT_SCREENSHOTS names a folder to put it."""
        target = os.environ.get("RMQKIT_SCREENSHOTS")
        if target:
            part.screenshot(path=f"{target}/{name}.png")

    def takes_pictures(self, name: str) -> None:
        """The notebook page by page, where RMQKIT_SCREENSHOTS names a folder to put them."""
        target = os.environ.get("RMQKIT_SCREENSHOTS")
        if not target:
            return
        panel = "document.querySelector('.jp-WindowedPanel-outer')"
        whole, shown = (self.page.evaluate(f"{panel}.{side}Height") for side in ("scroll", "client"))
        for number, top in enumerate(range(0, whole, shown)):
            self.page.evaluate(f"{panel}.scrollTop = {top}")
            self.page.wait_for_timeout(500)
            self.page.locator(".jp-NotebookPanel").first.screenshot(path=f"{target}/{name}-{number}.png")


FAILED = ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']"
_ALL_RUN_OR_FAILED = """() => {
  const cells = [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')];
  const prompts = cells.map(cell => cell.querySelector('.jp-InputPrompt').textContent);
  const failed = document.querySelector('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]');
  return failed || prompts.every(prompt => /\\d/.test(prompt));
}"""
