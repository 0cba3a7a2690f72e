"""Recordings of which rmqkit does not tell the whole truth yet, and what is wrong about each. A table.

A recording that is right is taken out; a test says so. Of those kept aside the table says no more than that.
"""

from __future__ import annotations

KNOWN_FAILURES = {
    "group_twice-4.5.2": "the refused start is not named",
    "sql_refused-5.3.3": "that no client is connected is named, not that each was refused at its start",
    "sql_refused_in_one-5.3.3": "the refused start is not named; what it said before is called over",
    "topic_missing-5.3.3": "the missing topic is not named",
}
