"""What logs look like: layouts, prefixes, exports, and the catalogue of messages."""
