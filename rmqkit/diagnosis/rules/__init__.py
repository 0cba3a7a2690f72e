"""The rules: one module per question, each a pure function from a case to findings."""
