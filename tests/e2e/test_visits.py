"""What people do besides playing a game to its end: come, invite, switch the language, lose the connection, share a
screen, use a phone.
"""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.chromium import PHONE
from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor
from tests.server.running import Server

pytestmark = pytest.mark.slow

COMPUTER = {"who": "computer", "level": 1}
AGAINST_COMPUTER = {"ruleset": "mur-en", "seats": [{"who": "you"}, COMPUTER]}

# Keeps what has moved on the page by itself.
_WATCH_MOVES = """moved = [];
new PerformanceObserver((seen) => moved.push(...seen.getEntries().map((one) => one.sources[0]?.node?.nodeName)))
  .observe({ type: "layout-shift", buffered: true });"""


def _take_some(visitor: Visitor, count: int, by: str = "mouse") -> None:
    rng = random.Random(count)
    for _ in range(count):
        visitor.until(lambda: visitor.may_step or visitor.over)
        if visitor.over:
            return
        visitor.take(rng.choice(visitor.paths), by)


@pytest.mark.parametrize("game", ["Mur", "Myrmidons", "Mutter Land", "Realm"])
def test_a_stranger_plays_after_one_click(visit: Welcome, game: str) -> None:
    visitor = visit()
    visitor.go("/")
    card = visitor.page.get_by_role("article", name=game, exact=True)  # today's puzzle may name the game, too
    card.get_by_role("button", name="Play").click()
    visitor.until(lambda: bool(visitor.table) and visitor.may_step)
    visitor.take(visitor.paths[0])


@pytest.mark.parametrize("plays", [False, True], ids=["new", "plays already"])
def test_nothing_moves_away_under_a_pointer_while_the_first_page_comes(visit: Welcome, plays: bool) -> None:
    visitor = visit()
    visitor.page.add_init_script(_WATCH_MOVES)
    if plays:
        visitor.open_table(AGAINST_COMPUTER)
    visitor.page.set_viewport_size({"width": 1280, "height": 2000})  # the whole page: what is not seen does not count
    visitor.go("/")
    visitor.page.get_by_role("link", name="Documentation").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.get_by_role("heading", name="Continue").count() == plays
    visitor.page.evaluate("document.querySelector('h1').style.padding = '3rem'")  # noticed, and alone
    visitor.until(lambda: visitor.page.evaluate("moved.length") > 0)
    moved = visitor.page.evaluate("moved")
    assert len(moved) == 1, moved


def test_a_game_is_begun_with_keys_alone(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.get_by_role("button", name="Play").first.wait_for()
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement.textContent.trim()") == "Play":
            break
    visitor.page.keyboard.press("Enter")
    visitor.until(lambda: bool(visitor.table) and visitor.may_step)
    visitor.take(visitor.paths[0], "keys")


def test_pieces_are_dragged(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "realm", "seats": [{"who": "you"}, {"who": "you"}], "visibility": "screen"})
    rng = random.Random(5)
    dragged = 0
    while dragged < 3:
        visitor.until(lambda: visitor.may_step)
        moves = [path for path in visitor.paths if len(path["clicks"]) == 2 and not path["clicks"][1].startswith("#")]
        moves = [path for path in moves if not path["clicks"][0].startswith("#")]
        if moves:
            visitor.take(rng.choice(moves), "drag")
            dragged += 1
        else:
            visitor.take(rng.choice(visitor.paths))
    assert [step["events"][0]["effect"] for step in visitor.steps if "-" in step["text"]][:1] == ["move"]


def test_an_impossible_step_is_explained_with_its_clause(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table(AGAINST_COMPUTER)
    visitor.until(lambda: visitor.may_step)
    visitor.page.mouse.click(*visitor.middle("x"))  # the kraken is there
    link = visitor.page.get_by_role("link", name=re.compile("^Rule: "))
    expect(link.first).to_be_visible()
    href = link.first.get_attribute("href")
    assert href is not None
    with visitor.context.expect_page() as opened:  # the game stays where it is
        link.first.click()
    assert opened.value.url == visitor.address + href
    expect(opened.value.locator(f"[id='{href.partition('#')[2]}']")).to_be_in_viewport()


def test_a_turn_of_several_steps_is_taken_back(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "myrmidons", "seats": [{"who": "you"}, COMPUTER]})
    while "=" in visitor.paths[0]["step"]:
        visitor.take(visitor.paths[0])
        visitor.until(lambda: visitor.may_step)
    order = next(path for path in visitor.paths if path["step"].startswith("!"))
    before = len(visitor.steps)
    visitor.take(order)
    visitor.page.get_by_role("button", name="Undo").first.click()
    visitor.until(lambda: len(visitor.steps) == before)
    assert order in visitor.paths


def test_a_table_has_one_connection_which_begins_before_the_scripts(visit: Welcome) -> None:
    """``early.js`` connects as the page will want it; else the page would close that and make another one."""
    visitor = visit({"theme": "dark", "language": "ja"})
    visitor.open_table(AGAINST_COMPUTER)
    visitor.until(lambda: visitor.may_step)
    assert visitor.connections == 1
    visitor.page.reload()
    visitor.until(lambda: visitor.connections > 1)
    visitor.page.wait_for_timeout(500)
    assert visitor.connections == 2


def test_a_step_is_confirmed_if_somebody_wants_that(visit: Welcome) -> None:
    visitor = visit({"confirm": "always"})
    visitor.open_table(AGAINST_COMPUTER)
    visitor.until(lambda: visitor.may_step)
    visitor.page.mouse.click(*visitor.middle("c2"))
    visitor.page.wait_for_timeout(300)
    assert visitor.steps == []
    visitor.page.locator("[data-confirm]").click()
    visitor.until(lambda: len(visitor.steps) > 0)
    assert visitor.steps[0]["text"] == "+c2"


def test_the_language_is_switched_at_the_table(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table(AGAINST_COMPUTER)
    visitor.until(lambda: visitor.may_step)
    visitor.page.mouse.click(*visitor.middle("c2"))
    expect(visitor.page.get_by_text("Black places a ship on c2.").first).to_be_visible()
    visitor.page.get_by_role("button", name="日本語").click()
    expect(visitor.page.get_by_text("黒がc2に船を置く").first).to_be_visible()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ja")  # once the page's own words are loaded
    visitor.page.reload()  # it is remembered
    expect(visitor.page.get_by_role("button", name="English")).to_be_visible()


def test_a_killed_server_is_found_again(visit: Welcome, server: Server) -> None:
    visitor = visit()
    visitor.open_table(AGAINST_COMPUTER)
    _take_some(visitor, 3)
    visitor.until(lambda: visitor.may_step)
    steps, connections = [step["text"] for step in visitor.steps], visitor.connections
    hana = visit({"language": "ja"})
    hana.go("/lobby")
    hana.page.get_by_role("link", name="マーのテーブルを作る").wait_for()
    server.kill()
    notice = visitor.page.get_by_text("Reconnecting…")
    expect(notice).to_be_visible()
    expect(hana.page.get_by_text("再接続しています…")).to_be_visible()
    expect(hana.page.locator(".problem")).to_have_count(0)  # it goes on by itself
    expect(visitor.page.get_by_role("button", name="Reconnect now")).to_be_visible()
    expect(visitor.page.get_by_text("Your turn")).to_be_hidden()  # nothing that is clicked now would arrive
    server.start()
    visitor.until(lambda: visitor.connections > connections and visitor.may_step)
    expect(notice).to_be_hidden()  # the board has moved to its place again
    expect(hana.page.get_by_text("再接続しています…")).to_be_hidden()
    assert [step["text"] for step in visitor.steps] == steps
    _take_some(visitor, 3)
    assert len(visitor.steps) > len(steps)


def test_friends_meet_by_a_link_talk_and_agree(visit: Welcome) -> None:
    host, friend, watcher = visit(), visit(), visit()
    table = host.open_table({"ruleset": "realm", "seats": [{"who": "you"}, {"who": "open"}]})
    friend.go(f"/t/{table}")
    friend.page.get_by_role("button", name="Join").first.click()
    host.until(lambda: host.table["phase"] == "playing")
    watcher.sit_at(table)
    assert watcher.table["viewer"] == -1
    assert watcher.paths == []
    host.until(lambda: host.table["spectators"] == 1)
    host.page.get_by_role("button", name="Chat").click()
    box = host.page.get_by_role("textbox")
    box.fill("Hello <b>friend</b>")
    box.press("Enter")
    friend.page.get_by_role("button", name=re.compile("Chat")).click()
    expect(friend.page.get_by_text("Hello <b>friend</b>")).to_be_visible()  # as it was typed
    friend.page.get_by_role("button", name="More").click()
    friend.page.get_by_role("button", name="End now and count the realms").click()
    question = friend.page.get_by_role("dialog", name="Offer to end now and count the realms?")
    expect(question.get_by_text("Realms: Blue 0, you 0.")).to_be_visible()
    question.get_by_role("button", name="End now and count the realms").click()
    expect(host.page.get_by_text("offers to end now and count the realms.")).to_be_visible()
    expect(host.page.get_by_text("Realms: you 0, Red 0.")).to_be_visible()
    host.page.get_by_role("button", name="Accept").click()
    question = host.page.get_by_role("dialog", name="End now and count the realms?")
    question.get_by_role("button", name="Accept").click()
    host.until(lambda: host.over and friend.over and watcher.over)
    expect(watcher.page.get_by_text("the realms are counted").first).to_be_visible()
    for visitor in (host, friend, watcher):
        assert visitor.table["outcome"]["reason"] == "agreement"


def test_a_shared_screen_hides_what_the_other_may_not_see(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "myrmidons", "seats": [{"who": "you"}] * 2, "visibility": "screen"})
    visitor.uncover()
    first = visitor.table["viewer"]
    while visitor.table["curtain"] < 0:
        visitor.take(visitor.paths[0])
        visitor.until(lambda: visitor.table["curtain"] >= 0 or visitor.may_step)
    visitor.until(lambda: visitor.table["curtain"] == 1 - first)
    assert visitor.table["viewer"] == -1
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    known = [piece for piece in visitor.picture["pieces"] if not piece["secret"]]
    assert known == [], "behind the curtain no block is known to anybody"
    visitor.page.keyboard.press("Escape")  # does not open it
    expect(dialog).to_be_visible()
    visitor.uncover()
    own = [piece for piece in visitor.picture["pieces"] if piece["owner"] == first]
    assert own
    assert all(piece["secret"] for piece in own)


def test_a_phone_is_enough(visit: Welcome) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in ("/", "/play/mutterland", "/lobby", "/rules/realm", "/settings", "/me"):
        visitor.go(path)
        visitor.page.get_by_role("heading", level=1).wait_for()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    for ruleset in ("mur-en", "myrmidons", "mutterland", "realm"):
        visitor.open_table({"ruleset": ruleset, "seats": [{"who": "you"}, COMPUTER]})
        _take_some(visitor, 4, "tap")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], ruleset


def test_whoever_offered_sees_that_it_was_declined(visit: Welcome) -> None:
    host, friend = visit(), visit()
    table = host.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]})
    friend.go(f"/t/{table}")
    friend.page.get_by_role("button", name="Join").first.click()
    host.until(lambda: host.may_step)
    host.take(host.paths[0])

    def decline(said: str) -> None:
        friend.page.get_by_role("button", name="Decline").click()
        expect(host.page.get_by_text(said).first).to_be_visible()
        expect(friend.page.get_by_text(said)).to_have_count(0)

    host.page.get_by_role("button", name="More").click()
    host.page.get_by_role("button", name=re.compile("takeback", re.I)).click()
    decline("declined your takeback.")
    host.page.get_by_role("button", name=re.compile("draw", re.I)).click()
    host.page.get_by_role("dialog").get_by_role("button", name=re.compile("draw", re.I)).click()
    decline("declined your offer.")
    friend.take(friend.paths[0])  # until then one aborts
    friend.page.get_by_role("button", name="Resign").click()
    friend.page.get_by_role("dialog").get_by_role("button", name=re.compile("resign", re.I)).click()
    host.until(lambda: host.over)
    host.page.get_by_role("button", name="Rematch").click()
    decline("declined a rematch.")


def test_there_is_no_chat_with_computers(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table(AGAINST_COMPUTER)
    expect(visitor.page.get_by_role("button", name="Moves")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Chat")).to_be_hidden()
