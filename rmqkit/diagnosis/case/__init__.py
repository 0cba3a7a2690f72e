"""One group's case: what follows from its facts before any rule is asked, the recomputation above all."""
