"""What single log records carry, as typed values: text in, dataclasses out. No files, no catalogue, no judgement.

The floors above take these values and read no raw text themselves. Every function takes a record's text (or its
`detail`) and gives None, or nothing, where the text does not carry the value: cut, damaged, of another message. No
number in the text makes them fail, however long it is.
"""

from rmqkit.formats.logs.carried.record import Record

__all__ = ["Record"]
