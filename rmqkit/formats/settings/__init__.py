"""Configuration as people paste it: properties, YAML, what containers are given, and code that sets
up clients. Text in, rows of table `settings` out.

No judgement: a setting says what somebody wrote down, not that any process runs with it. Values of
keys and passwords are masked here, so that they are in no table.
"""

from rmqkit.formats.settings.reading import parse, spans

__all__ = ["parse", "spans"]
