"""The tests of tables, and what they share: a house without HTTP, whose people are only names."""
