"""Settings come from the environment and a file, and wrong ones get a sentence that says what to write."""

from pathlib import Path

import pytest

from ludarium.core.words import LOCALES
from ludarium.folders import data_folder
from ludarium.players.memory import tree_memory
from ludarium.server.errors import server_words
from ludarium.server.settings import Settings, SettingsError, read_settings


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*Settings.model_fields, "config"]:
        monkeypatch.delenv(f"LUDARIUM_{name.upper()}", raising=False)


def test_what_is_usual() -> None:
    usual = read_settings()
    assert (usual.host, usual.port, usual.origins, usual.limits) == ("127.0.0.1", 8765, (), "on")
    assert usual.secure is None
    assert usual.thinking_cores >= 1


def test_given_before_environment_before_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ludarium.toml"
    file.write_text('port = 1001\nhost = "::1"\nlog_format = "json"\norigins = ["https://a.example"]\n')
    monkeypatch.setenv("LUDARIUM_PORT", "1002")
    monkeypatch.setenv("LUDARIUM_HOST", "localhost")
    settings = read_settings(file, port=1003)
    assert (settings.port, settings.host, settings.log_format) == (1003, "localhost", "json")
    assert settings.origins == ("https://a.example",)
    assert settings.secure
    assert read_settings(file).port == 1002
    monkeypatch.setenv("LUDARIUM_CONFIG", str(file))
    monkeypatch.delenv("LUDARIUM_PORT")
    assert read_settings().port == 1001


def test_lists_in_the_environment_are_apart_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_ORIGINS", "https://A.example, http://b.example:8080 ,")
    monkeypatch.setenv("LUDARIUM_TRUSTED_PROXIES", "127.0.0.1")
    settings = read_settings()
    assert settings.origins == ("https://a.example", "http://b.example:8080")
    assert settings.trusted_proxies == ("127.0.0.1",)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("port", "many", "a number from 0 (any that is free) to 65535"),
        ("port", "70000", "65535"),
        ("log_format", "xml", "text or json"),
        ("metrics", "perhaps", "true or false"),
        ("origins", "games.example", "such as https://games.example"),
        ("origins", "https://games.example/", "without a path"),
        ("database", "ludarium.sqlite", "such as sqlite:////"),
        ("database", "sqlite://", "such as sqlite:////"),  # in memory: another one for every connection
        ("database", "sqlite:///", "such as sqlite:////"),
        ("database", "sqlite:///:memory:", "such as sqlite:////"),
        ("database", "sqlite:///file:name?mode=memory&uri=true", "such as sqlite:////"),
        ("database", "sqlite://ludarium.sqlite", "such as sqlite:////"),
        ("database", "sqlite+aiosqlite:////ludarium.sqlite", "such as sqlite:////"),
        ("database", "mysql://host/ludarium", "or of a PostgreSQL database"),
        ("database", "postgresql+nodriver://host/ludarium", "such as postgresql://ada@localhost/ludarium"),
        ("database", "postgresql://host", "such as postgresql://ada@localhost/ludarium"),
        ("database", "postgresql://host:port/ludarium", "such as postgresql://ada@localhost/ludarium"),
        ("database", "://", "such as sqlite:////"),
        ("bot_delay_ms", "-1", "0 to 30000"),
        ("memory", "15", "from 16 to"),
        ("memory", "99999999", "from 16 to"),
        ("limits", "none", "on or off"),
        ("connections", "0", "from 1"),
    ],
)
def test_wrong_values(name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"LUDARIUM_{name.upper()}", value)
    with pytest.raises(SettingsError) as wrong:
        read_settings()
    sentence = str(wrong.value)
    assert said in sentence
    assert name in sentence
    assert wrong.value.sentence("ja") != sentence


def test_a_password_in_a_wrong_url_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_DATABASE", "postgresql//ada:secret@host")
    with pytest.raises(SettingsError) as wrong:
        read_settings()
    assert "secret" not in str(wrong.value)


def test_slips_of_the_pen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ludarium.toml"
    file.write_text("prot = 1\n")
    with pytest.raises(SettingsError, match=r'no setting "prot".*port'):
        read_settings(file)
    monkeypatch.setenv("LUDARIUM_DATABSE", "sqlite://")
    with pytest.raises(SettingsError, match="LUDARIUM_DATABASE"):
        read_settings()
    monkeypatch.delenv("LUDARIUM_DATABSE")
    monkeypatch.setenv("LUDARIUM_SOMETHING_ELSE", "1")  # perhaps another program's
    assert read_settings().port == 8765


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings(tmp_path / "nothing.toml")
    (tmp_path / "bad.toml").write_text("port 8765\n")
    with pytest.raises(SettingsError, match="not TOML"):
        read_settings(tmp_path / "bad.toml")


def test_the_usual_database_is_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "new"))
    assert read_settings().database_url == f"sqlite:///{tmp_path}/new/ludarium/ludarium.sqlite"
    assert (tmp_path / "new" / "ludarium").is_dir()
    assert data_folder({"LUDARIUM_HOME": str(tmp_path / "mine"), "XDG_DATA_HOME": str(tmp_path)}) == tmp_path / "mine"
    assert data_folder({"XDG_DATA_HOME": "not/absolute"}) == Path.home() / ".local" / "share" / "ludarium"
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(SettingsError, match="LUDARIUM_DATABASE"):
        _ = read_settings().database_url


def test_settings_in_the_users_folder_are_read_where_no_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path))
    assert read_settings().port == 8765
    (tmp_path / "settings.toml").write_text("port = 9000\n")
    assert read_settings().port == 9000
    (tmp_path / "other.toml").write_text("port = 9001\n")
    assert read_settings(tmp_path / "other.toml").port == 9001
    monkeypatch.setenv("LUDARIUM_PORT", "9002")
    assert read_settings().port == 9002


@pytest.mark.parametrize("locale", LOCALES)
def test_every_setting_says_what_it_takes(locale: str) -> None:
    assert set(server_words(locale).section("setting")) == set(Settings.model_fields)


def test_every_setting_is_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        assert f"| `{name}` |" in manual, name
        if isinstance(field.default, int) and not isinstance(field.default, bool):
            assert f"{field.default}" in manual.partition(f"| `{name}` |")[2].partition("\n")[0], name


def test_thinking_takes_a_share_of_the_memory_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings().thinking_memory == tree_memory({})
    monkeypatch.setenv("LUDARIUM_MEMORY", "64")
    assert read_settings().thinking_memory == 64
