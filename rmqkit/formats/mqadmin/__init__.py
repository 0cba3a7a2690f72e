"""What mqadmin prints: one module per kind of output, and how tables and their columns are read."""
