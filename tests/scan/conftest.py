"""The scanner is compiled by numba, an extra: without it there is nothing of it to be tested."""

from rmqkit.scan import is_there

collect_ignore = [] if is_there() else ["test_compiler.py", "test_scanner.py"]
