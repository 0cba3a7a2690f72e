"""Changes and epochs: pure rows in, out."""
