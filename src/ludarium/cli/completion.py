"""``ludarium completion``: what a shell needs to complete our commands, made from the same parsers."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludarium.cli.program import Argument, Command, described, flags_of
from ludarium.cli.saved import ENDING, folder
from ludarium.cli.terminal import Terminal
from ludarium.core.game import by_game, rulesets
from ludarium.players.levels import LEVELS, RANDOM

SHELLS = ("bash", "zsh", "fish")
_FILES = {"FILE", "RECORD", "FOLDER", "RULESET|RECORD"}
_OPTION = "NAME=VALUE"


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("shell", choices=SHELLS, help=terminal.say("completion.shell"))
    parser.epilog = terminal.say("completion.more")


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[given.shell]
    terminal.out.file.write(write(described(terminal), _Offers(terminal)))
    return 0


@dataclass(frozen=True)
class _Values:
    """What an argument can be."""

    words: tuple[str, ...] = ()
    files: bool = False
    saved: bool = False  # names of saved games
    begun: bool = False  # words of which some are only beginnings: no space follows


class _Offers:
    """The words that can be offered, by what an argument is called."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        names = tuple(ruleset.name for ruleset in rulesets())
        games = tuple(game.name for game, _ in by_game())
        numbers = tuple(str(level.number) for level in LEVELS)
        called = {level.name(game, terminal.locale) for level in LEVELS for game, _ in by_game()} - set(numbers)
        levels = (*numbers, *sorted(name for name in called if " " not in name))
        self._words = {
            "RULESET": names,
            "RULESET|RECORD": names,
            "GAME|RULESET|CLAUSE": (*games, *names),
            "GAME": (*games, *names),
            "WHAT": ("list", "check", "make", *names),  # of puzzles
            "LEVEL": levels,
            "WHO,WHO,…": ("human", RANDOM, *numbers),
            "PLAYER": (*numbers, RANDOM),
            _OPTION: tuple(_assignments()),
        }

    def of(self, command: Command, argument: Argument) -> _Values:
        if argument.choices:
            return _Values(argument.choices)
        if command.path == ("resume",) and argument.metavar == "GAME":
            return _Values(saved=True)
        words = self._words.get(argument.metavar, ())
        saved = argument.metavar in ("RECORD", "RULESET|RECORD")
        return _Values(words, argument.metavar in _FILES, saved, argument.metavar == _OPTION)


def _assignments() -> Iterable[str]:
    """``name=value`` of all rulesets' options; ``name=`` where the value is a number or a list."""
    found: dict[str, None] = {}
    for ruleset in rulesets():
        for option in ruleset.offered:
            values = ("true", "false") if isinstance(option.default, bool) else option.values or ("",)
            found.update(dict.fromkeys(f"{option.name}={value}" for value in values))
    return found


def _quoted(text: str) -> str:
    """For all three shells, within single quotes."""
    return "'" + text.replace("\n", " ").replace("'", "’") + "'"


# --- bash -----------------------------------------------------------------------------------------------------------
def _bash(top: Command, offers: _Offers) -> str:
    paths = [" ".join(command.path) for command in top.all() if command.path]
    ways = " | ".join(_quoted(f"{path.rpartition(' ')[0]} {path.rpartition(' ')[2]}") for path in paths)
    return f"""# Completion of ludarium for bash: ludarium completion bash
_ludarium() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" at="" words="" flags="" kinds="" i
    if [[ $cur == "=" ]]; then cur=""; prev="$prev="
    elif [[ $prev == "=" ]]; then prev="${{COMP_WORDS[COMP_CWORD-2]}}="; fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$at ${{COMP_WORDS[i]}}" in
            {ways}) at="${{at:+$at }}${{COMP_WORDS[i]}}" ;;
        esac
    done
    case "$at" in
{_indented(_bash_commands(top, offers), 8)}
    esac
    case "$at $prev" in
{_indented(_bash_values(top, offers), 8)}
        *) [[ $cur == -* ]] && words="$flags" kinds="" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    [[ $kinds == *begun* ]] && compopt -o nospace 2>/dev/null
    if [[ $kinds == *saved* ]]; then
        for i in {_quoted(str(folder()))}/*{ENDING}; do
            i="${{i##*/}}"
            [[ ${{i%{ENDING}}} == "$cur"* && $i != "*{ENDING}" ]] && COMPREPLY+=("${{i%{ENDING}}}")
        done
    fi
    if [[ $kinds == *files* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$cur"))
    fi
}}
complete -F _ludarium ludarium
"""


def _bash_commands(top: Command, offers: _Offers) -> Iterable[str]:
    for command in top.all():
        placed = [offers.of(command, one) for one in command.arguments if not one.flags]
        words = [one.path[-1] for one in command.commands] + [word for values in placed for word in values.words]
        flags = " ".join(flags_of(command.arguments))
        set_ = f"words={_quoted(' '.join(dict.fromkeys(words)))} kinds={_quoted(_kinds(placed))}"
        yield f"{_quoted(' '.join(command.path))}) flags={_quoted(flags)} {set_} ;;"


def _bash_values(top: Command, offers: _Offers) -> Iterable[str]:
    for command in top.all():
        at = " ".join(command.path)
        for one in command.arguments:
            if not (one.flags and one.metavar):
                continue
            values = offers.of(command, one)
            known, words = " | ".join(_quoted(f"{at} {flag}") for flag in one.flags), values.words
            if values.begun:
                for name in dict.fromkeys(word.partition("=")[0] for word in words):
                    tails = " ".join(word.partition("=")[2] for word in words if word.startswith(f"{name}="))
                    yield f"{_quoted(f'{at} {name}=')}) words={_quoted(tails)} kinds='' ;;"
                words = tuple(dict.fromkeys(f"{word.partition('=')[0]}=" for word in words))
            yield f"{known}) words={_quoted(' '.join(words))} kinds={_quoted(_kinds([values]))} ;;"


def _kinds(values: Sequence[_Values]) -> str:
    names = ("files", "saved", "begun")
    return " ".join(name for name in names if any(getattr(one, name) for one in values))


# --- zsh ------------------------------------------------------------------------------------------------------------
def _zsh(top: Command, offers: _Offers) -> str:
    functions = [_zsh_function(command, offers) for command in top.all() if command.commands]
    return f"""#compdef ludarium
# Completion of ludarium for zsh: ludarium completion zsh
_ludarium_saved() {{
    local -a games=({_quoted(str(folder()))}/*{ENDING}(N:t:r))
    compadd -a games
    [[ $1 == files ]] && _files
}}
{"".join(functions)}
if [[ $funcstack[1] == _ludarium ]]; then _ludarium "$@"; else compdef _ludarium ludarium; fi
"""


def _zsh_function(command: Command, offers: _Offers) -> str:
    listed = "\n".join(_zsh_quoted(f"{one.path[-1]}:{one.summary}") for one in command.commands)
    cases = []
    for one in command.commands:
        own = f"_ludarium_{'_'.join(one.path)}"
        call = own if one.commands else f"_arguments {_zsh_arguments(one, offers)}"
        cases.append(f"{one.path[-1]}) {call} ;;")
    return f"""
{"_".join(("_ludarium", *command.path))}() {{
    local curcontext="$curcontext" state line
    typeset -A opt_args
    _arguments -C {_zsh_arguments(command, offers)} '1: :->command' '*:: :->rest'
    case $state in
        command)
            local -a commands=(
{_indented([listed], 16)}
            )
            _describe command commands ;;
        rest)
            case $words[1] in
{_indented(cases, 16)}
            esac ;;
    esac
}}
"""


def _zsh_arguments(command: Command, offers: _Offers) -> str:
    place, specs = 0, []
    for one in command.arguments:
        values = _zsh_values(offers.of(command, one)) if one.metavar or one.choices else ""
        if one.flags:
            takes = f":{_zsh_plain(one.metavar)}:{values}" if one.metavar else ""
            specs += [_zsh_quoted(f"{flag}[{_zsh_plain(one.help)}]{takes}") for flag in one.flags]
        else:
            place += 1
            where = "*" if one.many else str(place)
            specs.append(_zsh_quoted(f"{where}:{_zsh_plain(one.metavar)}:{values}"))
    return " ".join(specs)


def _zsh_values(values: _Values) -> str:
    if values.saved and not values.words:
        return "{_ludarium_saved" + (" files" if values.files else "") + "}"
    if values.begun:
        return "{compadd -S '' -- " + " ".join(values.words) + "}"
    if values.files:
        return "{compadd -- " + " ".join(values.words) + "; _files}" if values.words else "_files"
    return f"({' '.join(values.words)})" if values.words else " "


def _zsh_plain(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, "\\" + sign)
    return text


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("\n", " ").replace("'", "'\\''") + "'"


# --- fish -----------------------------------------------------------------------------------------------------------
def _fish(top: Command, offers: _Offers) -> str:
    lines = []
    for command in top.all():
        path = " ".join(command.path)
        at = f"-n {_quoted(f'__ludarium_at {path}')}" if path else ""
        first = f"-n {_quoted(f'__ludarium_just {path}')}" if path else "-n __ludarium_first"
        for one in command.commands:
            lines.append(f"complete -c ludarium {first} -f -a {one.path[-1]} -d {_quoted(one.summary)}")
        for argument in command.arguments:
            values = offers.of(command, argument)
            words = [" ".join(values.words), *(["(__ludarium_saved)"] if values.saved else [])]
            given = f" -a {_quoted(' '.join(filter(None, words)))}" if any(words) else ""
            if not argument.flags:
                lines.append(f"complete -c ludarium {at}{'' if values.files else ' -f'}{given}")
                continue
            named = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in argument.flags]
            takes = (" -r" + ("" if values.files else " -f")) if argument.metavar else ""
            shown = _quoted(argument.help)
            lines.append(f"complete -c ludarium {at} {' '.join(named)}{takes}{given if takes else ''} -d {shown}")
    return f"""# Completion of ludarium for fish: ludarium completion fish
function __ludarium_typed
    string join ' ' -- (commandline -opc)[2..-1]
end
function __ludarium_first
    test (count (commandline -opc)) -eq 1
end
function __ludarium_just
    test "$(__ludarium_typed)" = "$argv"
end
function __ludarium_at
    string match -q -- "$argv" "$(__ludarium_typed)"; or string match -q -- "$argv *" "$(__ludarium_typed)"
end
function __ludarium_saved
    set -l games {_quoted(str(folder()))}/*{ENDING}
    test (count $games) -gt 0; and string replace -r '.*/(.*)\\{ENDING}$' '$1' -- $games
end
complete -c ludarium -e
complete -c ludarium -n __ludarium_first -f
{chr(10).join(lines)}
"""


def _indented(lines: Iterable[str], by: int) -> str:
    return "\n".join(" " * by + line for part in lines for line in part.split("\n"))
