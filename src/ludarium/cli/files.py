"""Files that a command writes once its work is done."""

from pathlib import Path

from ludarium.cli.terminal import CommandError, Terminal


def check_writable(*files: Path | None) -> None:
    """Refuse files that cannot be written before long work is done for them; missing folders are made."""
    for file in files:
        if file is None:
            continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            is_new = not file.exists()
            with file.open("ab"):
                pass
            if is_new:
                file.unlink()
        except OSError as error:
            raise CommandError("file_write", file=file, why=error.strerror or error) from error


def write(file: Path, data: bytes, terminal: Terminal) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise CommandError("file_write", file=file, why=error.strerror or error) from error
    terminal.err.print(terminal.say("common.written", file=file))
