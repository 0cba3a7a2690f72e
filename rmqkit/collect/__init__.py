"""Collecting evidence from a running cluster with its own mqadmin: commands that read, and nothing else.

What the outputs mean is told in formats/ and judged in diagnosis/; no Spark here.
"""

from rmqkit.collect.collecting import Order, collect
from rmqkit.collect.elsewhere import Mqadmin, find_mqadmin, find_mqadmin_inside, pods_of
from rmqkit.collect.script import script

__all__ = ["Mqadmin", "Order", "collect", "find_mqadmin", "find_mqadmin_inside", "pods_of", "script"]
