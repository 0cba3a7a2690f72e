"""bin/mqadmin as a distribution of a version has it: a script that starts a JVM for one command.
Starts nothing.
"""

import shlex
from pathlib import Path

from . import jars, jvm, log_settings
from .mqadmin import KEYS

MAIN = "org.apache.rocketmq.tools.command.MQAdminStartup"


def mqadmin_program(version: str, home: Path) -> Path:
    """Write the distribution below `home`: bin/mqadmin, the tools' jar by its name, the keys that
    4.4.0 asks for.
    """
    for folder in ("bin", "lib", "conf"):
        (home / folder).mkdir(parents=True)
    (home / "lib" / f"rocketmq-tools-{version}.jar").touch()
    (home / "conf" / "tools.yml").write_text(KEYS)
    # Without -Duser.timezone: the zone is the environment's, as it is for the real script.
    options = log_settings.options(version, "tools", home)
    words = jvm.command(jvm.SMALL, home, options, jars.class_path(version, "server"), MAIN)
    words = [word for word in words if not word.startswith("-Duser.timezone")]
    program = home / "bin" / "mqadmin"
    program.write_text(f'#!/bin/sh\nexport ROCKETMQ_HOME={shlex.quote(str(home))}\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)
    return program
