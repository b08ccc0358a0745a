"""The tests of tables also play the small game with secrets that the table's own tests have."""

from tests.table import conftest

cups = conftest.cups  # a fixture
