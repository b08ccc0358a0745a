"""Mutter Land's steps, positions and lands as text and as option values."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from ludarium.core.errors import LudariumError, NotationError, OptionError
from ludarium.core.options import OptionValue, shortened, value_text
from ludarium.core.position import join_parts, read_int, read_number, read_state_parts, split_parts, state_parts, wrong
from ludarium.games.mutterland import rules, rules_steps
from ludarium.games.mutterland.rules import MutterLand, Options
from ludarium.games.mutterland.rules_columns import MOVED, SEAT_BITS, columns_of
from ludarium.games.mutterland.rules_land import FAR, ORIGIN, WAY_NAMES, Land, hexagon, land_of, q_of, r_of
from ludarium.games.mutterland.terms import TERMS

_TEXT = Path(__file__).parent / "text"
COLOURS = ("blue", "red", "amber", "green", "violet", "slate")  # of the marbles, by seat
STAGES = ("land", "marbles", "play", "return", "returned")

_NUMBER = r"(?:0|-?[1-9][0-9]?)"
_HEXAGON = rf"{_NUMBER}:{_NUMBER}"
_STEP = re.compile(
    rf"@(?P<lay>{_HEXAGON})|\+(?P<place>{_HEXAGON})|return (?P<seat>[0-5])|end"
    rf"|(?P<first>{_HEXAGON})(?:-(?P<to>{_HEXAGON})(?P<way>{'|'.join(WAY_NAMES)})?|\^(?P<onto>{_HEXAGON}))"
)
_RUN = re.compile(rf"(?P<first>{_HEXAGON})(?:\.\.(?P<last>{_HEXAGON}))?(?:x(?P<floors>[1-9][0-9]?))?")


def site_name(site: int) -> str:
    return f"{q_of(site)}:{r_of(site)}"


def is_site(name: str) -> bool:
    return re.fullmatch(_HEXAGON, name) is not None


def read_site(name: str) -> int:
    """The hexagon of that name; the name must be one."""
    q, r = name.split(":")
    return hexagon(int(q), int(r))


# --- steps ------------------------------------------------------------------------------------------------------
def step_text(step: int) -> str:
    kind = rules_steps.kind_of(step)
    first = site_name(rules_steps.first_of(step))
    second = rules_steps.second_of(step)
    if kind == rules_steps.LAY:
        return f"@{first}"
    if kind == rules_steps.PLACE:
        return f"+{first}"
    if kind == rules_steps.MOVE:
        way = rules_steps.way_of(step)
        return f"{first}-{site_name(second)}{WAY_NAMES[way] if way >= 0 else ''}"
    if kind == rules_steps.BUILD:
        return f"{first}^{site_name(second)}"
    return f"return {second}" if kind == rules_steps.RETURN else "end"


def read_step(text: str) -> int:
    match = _STEP.fullmatch(text)
    if match is None:
        examples = ["3:4-3:5", "3:4-3:5se", "3:4^4:4", "end", "return 1", "+0:3", "@-1:2"]
        raise NotationError("step_syntax", text=shortened(text), examples=examples)
    if match["lay"]:
        return rules_steps.step_of(rules_steps.LAY, read_site(match["lay"]), 0, 0)
    if match["place"]:
        return rules_steps.step_of(rules_steps.PLACE, read_site(match["place"]), 0, 0)
    if match["to"]:
        push = WAY_NAMES.index(match["way"]) + 1 if match["way"] else 0
        return rules_steps.step_of(rules_steps.MOVE, read_site(match["first"]), read_site(match["to"]), push)
    if match["onto"]:
        return rules_steps.step_of(rules_steps.BUILD, read_site(match["first"]), read_site(match["onto"]), 0)
    return rules_steps.step_of(rules_steps.RETURN, 0, int(match["seat"]), 0) if match["seat"] else rules_steps.END_TURN


CODES: Mapping[str, Callable[[int], object]] = {
    "site": site_name,
    "piece": COLOURS.__getitem__,
    "way": WAY_NAMES.__getitem__,
}


# --- a land as option -------------------------------------------------------------------------------------------
def read_land(value: OptionValue, nuts: int) -> Land:
    """MUT-P1: the land of a list of so many [q, r]; ``OptionError`` says what is wrong with it."""
    hexagons: list[int] = []
    for item in value if isinstance(value, tuple) else ():
        match item:
            case (int(q), int(r)) if -FAR <= q <= FAR and -FAR <= r <= FAR and bool not in (type(q), type(r)):
                hexagons.append(hexagon(q, r))
            case _:
                raise OptionError("land_item", value=shortened(item if isinstance(item, str) else value_text(item)))
    for at, one in enumerate(hexagons):
        if one in hexagons[:at]:
            raise OptionError("land_twice", at=site_name(one))
    if len(hexagons) != nuts:
        raise OptionError("land_count", count=len(hexagons), needed=nuts)
    land = land_of(hexagons)
    _check_connected(land, OptionError)
    return land


def land_value(land: Land) -> tuple[OptionValue, ...]:
    """The same land as an option's value."""
    return tuple((int(q_of(one)), int(r_of(one))) for one in land.hexagons)


def _check_connected(land: Land, error: type[LudariumError]) -> None:
    apart = land.first_apart()
    if apart >= 0:
        first, other = site_name(land.hexagons[0]), site_name(land.hexagons[apart])
        raise error("land_apart", at=other, first=first).in_words_of(_TEXT)


# --- positions --------------------------------------------------------------------------------------------------
def position_text(state: MutterLand) -> str:
    rows = state.columns.rows()
    marbles = [[site_name(at) for at, _, marble in rows if marble & SEAT_BITS == seat] for seat in range(1, 7)]
    owner = [state.owner] if state.stage == rules.RETURNING else []
    return join_parts(
        [
            ("land", list(_runs(rows)) or None),
            *((colour, sites or None) for colour, sites in zip(COLOURS, marbles, strict=True)),
            ("fallen", [state.fallen_of(seat) for seat in range(state.seats)] if state.fallen else None),
            ("moved", [site_name(one) for one, _, marble in rows if marble & MOVED] or None),
            ("idle", [state.idle] if state.idle else None),
            ("stage", [STAGES[state.stage], *owner] if state.stage != rules.PLAYING else None),
            *state_parts(state, TERMS.endings),
        ]
    )


def _runs(rows: Sequence[tuple[int, int, int]]) -> Iterable[str]:
    """Columns side by side of one height as ``0:0..9:0`` or ``0:0..9:0x2``."""
    at = 0
    while at < len(rows):
        first, height, _ = rows[at]
        end = at + 1
        while end < len(rows) and rows[end][0] == first + end - at and rows[end][1] == height:
            end += 1
        if end < at + 3:
            end = at + 1
        last = f"..{site_name(rows[end - 1][0])}" if end > at + 1 else ""
        yield f"{site_name(first)}{last}{f'x{height}' if height > 1 else ''}"
        at = end


def read_position(options: Options, land: Land | None, text: str) -> MutterLand:
    """``land`` is the one that the options name: it lies where the text says nothing about it."""
    colours = COLOURS[: options.players]
    parts = split_parts(text, ("land", *colours, "fallen", "moved", "idle", "stage"))
    stage, owner = _read_stage(parts.get("stage", ["play"]), options.players)
    heights = _read_heights(parts, land, stage, options.nuts)
    marbles = _read_marbles(parts, colours, heights, options.marbles_each())
    state = MutterLand(options, columns_of([(one, height, marbles.get(one, 0)) for one, height in heights.items()]))
    state.stage, state.owner = stage, owner
    if "fallen" in parts:
        _read_fallen(state, parts["fallen"])
    for seat, colour in enumerate(colours):
        most = options.marbles_each() - state.fallen_of(seat)
        if state.columns.marbles_of(seat, 1) > most:
            raise NotationError("position_many", key=colour, most=most)
    if stage in (rules.LAYING, rules.PLACING):
        _check_set_up(state, parts)
    read_state_parts(state, parts, TERMS.endings)
    state.idle = read_number(parts, "idle", 0, options.players - (state.seat >= 0), usual=0)
    _read_moved(state, parts.get("moved", []))
    _check_stage(state, parts)
    return state


def _read_stage(values: list[str], players: int) -> tuple[int, int]:
    """What the seat to act does, and whose marble comes back."""
    name, *rest = values or [""]
    if name == "return" and len(rest) == 1:
        return int(rules.RETURNING), read_int("stage", rest[0], 0, players - 1)
    if rest or name not in STAGES or name == "return":
        takes = ["land", "marbles", "play", "return 0", "returned"]
        raise wrong("stage", values, takes)
    return STAGES.index(name), -1


def _read_heights(parts: Mapping[str, list[str]], land: Land | None, stage: int, nuts: int) -> dict[int, int]:
    if not parts.get("land"):
        if stage == rules.LAYING:
            return {}
        if land is None or "land" in parts:
            raise NotationError("position_missing", key="land", example="land 0:0..9:0 0:1x2 1:1")
        return dict.fromkeys(map(int, land.hexagons), 1)
    heights: dict[int, int] = {}
    for run in parts["land"]:
        match = _RUN.fullmatch(run)
        first = read_site(match["first"]) if match else 0
        last = read_site(match["last"]) if match and match["last"] else first
        if match is None or r_of(first) != r_of(last) or first > last:
            raise wrong("land", [run], "3:4, 3:4x2, 0:0..9:0")
        for one in range(first, last + 1):
            if one in heights:
                raise NotationError("position_twice", key=site_name(one))
            heights[one] = int(match["floors"] or 1)
        if sum(heights.values()) > nuts:
            raise NotationError("position_many", key="land", most=nuts)
    return heights


def _read_marbles(
    parts: Mapping[str, list[str]], colours: Sequence[str], heights: Mapping[int, int], most: int
) -> dict[int, int]:
    marbles: dict[int, int] = {}
    for seat, colour in enumerate(colours):
        for name in parts.get(colour, []):
            one = _read_name(colour, name)
            if one not in heights:
                raise NotationError("position_no_column", key=colour, at=name)
            if one in marbles:
                raise NotationError("position_overlap")
            marbles[one] = seat + 1
        if len(parts.get(colour, [])) > most:
            raise NotationError("position_many", key=colour, most=most)
    return marbles


def _read_name(key: str, name: str) -> int:
    if not is_site(name):
        raise wrong(key, [name], "3:4, -1:2 …")
    return read_site(name)


def _read_fallen(state: MutterLand, values: list[str]) -> None:
    most = state.options.marbles_each()
    if len(values) != state.seats:
        takes = " ".join([f"0–{most}"] * state.seats)
        raise wrong("fallen", values, takes)
    for seat, value in enumerate(values):
        state.fallen |= read_int("fallen", value, 0, most) << (seat * 4)


def _check_set_up(state: MutterLand, parts: Mapping[str, list[str]]) -> None:
    """MUT-P1, P2: a flat land in one piece, and as many marbles as the seats in turn have placed."""
    land = state.columns.land
    for one, height, _ in state.columns.rows():
        if height > 1:
            name = site_name(one)
            raise wrong("land", [f"{name}x{height}"], name)
    _check_connected(land, NotationError)
    if state.fallen:
        raise wrong("fallen", parts["fallen"], "0")
    counts = [state.columns.marbles_of(seat, 1) for seat in range(state.seats)]
    if state.stage == rules.LAYING:
        if land.size == state.options.nuts:
            raise wrong("stage", ["land"], ["marbles"])
        if land.size and not land.has(ORIGIN):
            raise wrong("land", parts["land"], "0:0 …")
        done, placed = land.size, 0
    else:
        if land.size != state.options.nuts:
            raise NotationError("land_count", count=land.size, needed=state.options.nuts).in_words_of(_TEXT)
        done = placed = sum(counts)
        if placed == state.seats * state.options.marbles_each():
            raise wrong("stage", ["marbles"], ["play"])
    for seat, count in enumerate(counts):
        # The marbles of a seat are placed by the next one.
        due = placed // state.seats + ((seat + 1) % state.seats < placed % state.seats)
        if count != due:
            raise wrong(COLOURS[seat], [count], str(due))
    state.seat = done % state.seats


def _read_moved(state: MutterLand, names: list[str]) -> None:
    columns = state.columns
    if names and (state.stage != rules.PLAYING or state.seat < 0 or (state.one_marble and len(names) > 1)):
        raise wrong("moved", names, "")
    for name in names:
        place = columns.land.place(_read_name("moved", name))
        if columns.seat_on(place) != state.seat or columns.has_moved(place):
            own = [
                site_name(columns.land.hexagons[site])
                for site in range(columns.land.size)
                if columns.seat_on(site) == state.seat
            ]
            raise wrong("moved", [name], own)
        columns.put(place, state.seat, True)


def _check_stage(state: MutterLand, parts: Mapping[str, list[str]]) -> None:
    """What the seat to act does must be possible for it."""
    if state.seat < 0:
        if state.stage != rules.PLAYING:
            raise wrong("stage", parts["stage"], ["play"])
    elif state.stage in (rules.LAYING, rules.PLACING):
        columns = state.columns
        done = columns.land.size if state.stage == rules.LAYING else sum(map(bool, columns.marbles))
        if state.seat != done % state.seats:
            raise wrong("next", [state.seat], str(done % state.seats))
    elif state.stage == rules.RETURNING:
        if state.seat == state.owner:
            others = [str(seat) for seat in range(state.seats) if seat != state.owner]
            raise wrong("next", [state.seat], others)
        if not state.fallen_of(state.owner) or not len(state.legal()):
            raise wrong("stage", parts["stage"], ["play"])
