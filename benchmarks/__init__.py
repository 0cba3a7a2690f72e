"""Benchmarks: made evidence, the same work by several programs, and the figures.

Nothing of the package needs this.
"""
