"""The first page in words that a newcomer understands: modes, bots, options, and the list of one's games."""

import re

import pytest
from browser import window
from tables import begun, hall_at, served

from interpreter.languages import LANGUAGES, language
from interpreter.web.hall import KINDS

INSIDE = re.compile(r"_|\buct\b|^(greedy|random|free)$")


def labels(page, what):
    return [one.inner_text().strip() for one in page.locator(what).all()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_player_has_words(lang):
    words = [language(lang).page[kind] for kind in KINDS]
    assert len(set(words)) == len(KINDS)
    assert not any(word in KINDS for word in words)


@pytest.mark.parametrize("pack", ["daimyo", "hearts", "ancient_world"])
def test_nothing_of_the_inside_is_offered(server, browser, pack):
    with window(browser) as page:
        page.goto(f"{server.base}/?lang=en")
        page.locator(f"[data-pack={pack}]").click()
        told = labels(page, "option") + labels(page, "details .choice")
        assert len(told) > 5
        assert [one for one in told if INSIDE.search(one)] == []


def test_who_looks_at_a_game_reads_what_it_is_about(server, browser):
    with window(browser) as page:
        page.goto(f"{server.base}/?lang=en")
        page.locator("[data-pack=daimyo]").click()
        page.locator(".aim", has_text="popularity points").wait_for()
        assert "*" not in page.locator(".aim").inner_text()
        page.locator("[data-pack=pig]").click()
        page.wait_for_function("() => !document.querySelector('.aim')?.innerText.includes('popularity')")
        assert page.wrong == []


@pytest.mark.parametrize(
    ("lang", "wanted"), [("fr", ["facile", "normale", "difficile"]), ("de", ["leicht", "normal", "schwer"])]
)
def test_values_of_options_are_told_in_the_words_of_the_pack(lang, wanted):
    with served(hall_at()) as client:
        offer = next(one for one in client.get(f"/api/packs?lang={lang}").json()["packs"] if one["name"] == "daimyo")
        assert next(one["words"] for one in offer["options"] if one["name"] == "difficulty") == wanted


def test_the_list_of_games_says_who_plays_and_since_when():
    hall = hall_at()
    now = [1000.0]
    hall.clock = lambda: now[0]
    with served(hall) as client:
        game = begun(client, "tic_tac_toe", ["human", "human"])
        hall.name_seat(hall.room(game["game"]), 1, "Anna")
        now[0] = 1000.0 + 7300
        asked = {"games": [{"game": game["game"], "secret": game["seats"][0]}]}
        (found,) = client.post("/api/mine", json=asked).json()["games"]
        assert (found["players"], found["names"], found["ago"]) == (["human", "human"], ["", "Anna"], 7300.0)


def test_a_list_of_games_has_their_titles_in_the_language_of_the_reader():
    with served(hall_at()) as client:
        alone = begun(client, "connect_four", ["human", "random"])
        body = {"pack": "daimyo", "players": ["human", "random"], "options": {}, "with": ["daimyo_weather"]}
        both = client.post("/api/games", json=body).json()
        asked = {"games": [{"game": one["game"], "secret": one["seats"][0]} for one in (alone, both)]}
        titles = {
            lang: [one["title"] for one in client.post(f"/api/mine?lang={lang}", json=asked).json()["games"]]
            for lang in ("en", "fr", "de")
        }
    assert [titles[lang][0] for lang in ("en", "fr", "de")] == ["Connect Four", "Puissance 4", "Vier gewinnt"]
    assert len({titles[lang][1] for lang in titles}) == 3, "also of packs together"


def test_the_first_page_names_games_in_the_language_that_is_chosen_there(server, browser):
    game = server.begin("connect_four", ["human", "human"])
    with window(browser) as page:
        page.goto(f"{server.base}/g/{game['game']}?lang=de#{game['seats'][0]}")
        page.wait_for_selector("#bar .prompt")
        page.goto(f"{server.base}/?lang=fr")
        page.wait_for_selector(".games a:has-text('Puissance 4')")
        page.locator("header select").select_option("en")
        page.wait_for_selector(".games a:has-text('Connect Four')")
        assert page.locator(".games li").count() == 1


@pytest.mark.parametrize(
    ("seconds", "lang", "wanted"),
    [
        (0, "en", "last move now"),
        (59, "de", "letzter Zug: jetzt"),
        (130, "en", "last move 2 minutes ago"),
        (7300, "fr", "dernier coup : il y a 2 heures"),
        (90000, "de", "letzter Zug: gestern"),
        (300000, "en", "last move 3 days ago"),
    ],
)
def test_how_long_a_game_waits_is_told_in_words(server, browser, seconds, lang, wanted):
    game = server.begin(
        "tic_tac_toe",
        [
            "human",
            "human",
        ],
    )
    standing = {"game": game["game"], "seat": 0, "pack": "tic_tac_toe", "turn": 0, "over": False, "touched": 1.0}
    standing |= {"players": ["human", "human"], "names": ["", "Anna <b>"], "ago": seconds}
    with window(browser) as page:
        page.route("**/api/mine*", lambda route: route.fulfill(json={"games": [standing]}))
        page.goto(f"{server.base}/g/{game['game']}?lang={lang}#{game['seats'][0]}")
        page.wait_for_selector("#bar .prompt")
        page.goto(f"{server.base}/?lang={lang}")
        page.wait_for_selector(".games li")
        assert page.locator(".games .soft").inner_text().replace("\u00a0", " ") == wanted
        you = {"en": "you", "fr": "vous", "de": "du"}[lang]
        assert page.locator(".games .who").inner_text() == f"{you}, Anna <b>"
