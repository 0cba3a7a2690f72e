"""From files to tables: schemas, readers, and the ledger of every line. What a text means is told in formats."""
