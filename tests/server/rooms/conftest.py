"""The tests of tables also play the small game with secrets that the table's own tests have."""

from tests.table.conftest import cups as cups  # a fixture for all tests here
