"""The contract that every game fulfils."""

from importlib import import_module


def is_compiled() -> bool:
    """Whether the rules are, and not interpreted, which is many times slower."""
    return not str(import_module("ludarium.core.state").__file__).endswith(".py")
