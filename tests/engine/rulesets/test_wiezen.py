"""Wiezen: the turned trump, asking and going along, waiting, troel, miserie, values."""

from __future__ import annotations

import pytest

import engine
from engine import BadOption, IllegalBid, Phase, SetupError, rulesets
from engine.scoring import settle_contract
from tests.engine.rulesets.tables import (
    FOUR_ACES,
    THREE_ACES,
    bidding,
    declarers,
    open_hands,
    put_away,
)
from tests.vocabulary import deal

RULES = rulesets.get("wiezen")
N, E, S, W = engine.SEATS
# One ace each, so that nobody has to say troel.
ACES = {"N": "SA H2", "E": "HA", "S": "DA", "W": "CA"}


def table(**options: object):
    return bidding("wiezen", turned="H2", hands=ACES, **options)


def test_the_dealer_shows_a_card_of_his_hand_and_its_suit_is_the_trump():
    game = table().bid("E:vraag S:meegaan W:pass N:pass")
    assert game.table.turned == engine.Card("H2")
    assert game.table.contracts[0].trump is engine.Suit.HEARTS
    assert game.state.phase is Phase.PLAY, "nobody names anything"


@pytest.mark.parametrize(("turned", "code"), [(None, "missing_turned"), ("S2", "turned_elsewhere")])
def test_without_a_card_of_the_dealers_there_is_no_game(turned: str | None, code: str):
    card = engine.Card(turned) if turned else None
    with pytest.raises(SetupError) as refused:
        engine.start(ruleset="wiezen", options={}, dealer=N, deal=deal(E="S2"), turned=card)
    assert refused.value.code == code


def test_one_partner_may_go_along_and_not_the_asker():
    game = table().bid("E:pass S:vraag")
    assert "meegaan" in game.bids.split()
    game = game.bid("W:meegaan")
    assert "meegaan" not in game.bids.split()
    pair = game.bid("N:pass")
    assert declarers(pair) == ["S vraag"]
    assert pair.table.contracts[0].partner is W, "wherever they sit, and everybody knows"


def test_unanswered_the_asker_goes_on_alone_or_higher_or_gives_up():
    game = table().bid("E:vraag S:pass W:pass N:pass")
    assert game.to_act is E
    assert game.bids.split() == [
        "pass", "solo", "abondance", "abondance_in_troef", "miserie", "open_miserie", "solo_slim",
    ]  # fmt: skip
    assert declarers(game.bid("E:solo")) == ["E solo"]
    thrown = game.bid("E:pass")
    assert thrown.state.finished
    assert thrown.scores == {"N": 0, "E": 0, "S": 0, "W": 0}


def test_an_overbid_pair_is_dissolved_and_each_may_bid_on():
    game = table().bid("E:vraag S:meegaan W:abondance N:pass")
    assert (game.to_act, game.bids.split()[:2]) == (E, ["pass", "abondance_in_troef"])
    game = game.bid("E:pass S:miserie W:pass")
    assert declarers(game) == ["S miserie"]


def test_forehand_may_wait_and_then_only_go_along():
    game = table().bid("E:wachten")
    assert "wachten" not in game.bids.split()
    game = game.bid("S:pass W:vraag N:pass")
    assert (game.to_act, game.bids) == (E, "pass meegaan")
    assert declarers(game.bid("E:meegaan")) == ["W vraag"]


def test_waiting_binds_for_one_turn_only():
    game = table().bid("E:wachten S:pass W:vraag N:pass E:meegaan")
    assert game.state.phase is Phase.PLAY
    game = table().bid("E:wachten S:pass W:vraag N:abondance")
    assert (game.to_act, game.bids) == (E, "pass")


def test_who_waits_and_is_not_asked_passes():
    game = table().bid("E:wachten S:pass W:pass N:pass")
    assert (game.to_act, game.bids) == (E, "pass")
    assert game.bid("E:pass").state.finished


@pytest.mark.parametrize("aces", [THREE_ACES, FOUR_ACES])
def test_three_or_four_aces_are_a_troel(aces: str):
    game = bidding("wiezen", hands={"E": aces})
    assert game.bids.split() == ["troel", "open_miserie", "solo_slim"]
    with pytest.raises(IllegalBid):
        bidding("wiezen", hands={"S": THREE_ACES}).bid("E:troel")


def test_the_fourth_ace_is_partner_and_trump_and_leads_itself():
    game = bidding("wiezen", hands={"E": THREE_ACES, "W": "CA C9"}).bid("troel pass pass pass")
    contract = game.table.contracts[0]
    assert (contract.partner, str(contract.trump), str(contract.called)) == (W, "C", "CA")
    assert (game.to_act, game.cards) == (W, "CA")
    with pytest.raises(engine.MustPlayCalledCard):
        game.play("W:C9")


def test_with_four_aces_the_highest_heart_he_lacks_is_partner():
    game = bidding("wiezen", hands={"E": "A5432.AK2.A4.A32", "N": "HQ"})
    game = game.bid("troel pass pass pass")
    contract = game.table.contracts[0]
    assert (contract.partner, str(contract.trump), str(contract.called)) == (N, "H", "HQ")


def test_only_the_same_miserie_is_joined():
    game = table().bid("E:miserie")
    assert {"miserie", "open_miserie"} <= set(game.bids.split())
    assert declarers(game.bid("S:miserie W:pass N:miserie")) == [
        "E miserie", "S miserie", "N miserie",
    ]  # fmt: skip
    assert "miserie" not in table().bid("E:open_miserie").bids.split()


def test_an_open_miserie_lies_down_after_the_first_trick():
    game = table().bid("E:open_miserie pass pass pass")
    assert open_hands(game.play_on(1)) == "E"
    assert open_hands(game.play(game.cards.split()[0])) == ""


def test_for_a_small_miserie_everybody_puts_a_card_away_and_twelve_tricks_are_played():
    game = table(kleine_miserie=True).bid("E:kleine_miserie pass pass pass")
    assert (game.state.phase, game.to_act) == (Phase.DISCARD, E)
    with pytest.raises(engine.CardNotInHand):
        put_away(game, "SA")
    game = put_away(game, "HA")
    assert engine.public_event(game.state, game.events[-1]) == {"do": "discard", "seat": "E"}
    assert game.table.cards_left == (13, 12, 13, 13)
    assert game.seen_by("E").as_dict()["discarded"] == "HA"
    assert "HA" not in str(game.seen_by("S").as_dict())
    game = put_away(game, "DA CA SA")
    assert (game.state.phase, game.to_act) == (Phase.PLAY, E)
    ended = game.play_on()
    assert (ended.tricks, ended.table.result.early) == (12, False)


def test_what_was_put_away_is_never_told():
    """Two deals in which other cards were put away look alike to everybody else, to the end."""
    seen = []
    for mine, theirs in (("C2", "C3"), ("C3", "C2")):
        hands = {**ACES, "E": f"HA {mine}", "S": f"DA {theirs}"}
        game = bidding("wiezen", turned="H2", hands=hands, kleine_miserie=True)
        game = put_away(game.bid("E:kleine_miserie pass pass pass"), f"{mine} {theirs} CA SA")
        for tricks in (0, 1, 12):
            later = game.play_on(tricks)
            views = [later.table, later.seen_by("N"), later.seen_by("W")]
            seen.append([view.as_dict() for view in views])
    assert seen[:3] == seen[3:]


def test_small_miserie_and_pico_are_said_only_where_they_are_played():
    assert not {"kleine_miserie", "pico"} & set(table().bids.split())
    both = table(kleine_miserie=True, pico=True).bids.split()
    assert both[both.index("kleine_miserie") :][:3] == ["kleine_miserie", "pico", "abondance"]


def test_solo_slim_leads_and_names_its_trump_or_takes_the_turned_one():
    game = table().bid("E:pass S:pass W:solo_slim N:pass")
    assert game.declarations == {"S", "H", "D", "C"}
    assert game.declare("C").to_act is W
    turned = table(solo_slim_trump="turned").bid("E:pass S:pass W:solo_slim N:pass")
    assert (turned.state.phase, turned.to_act) == (Phase.PLAY, W)


@pytest.mark.parametrize(
    ("bid", "partner", "tricks", "points"),
    [
        ("vraag", E, 10, (6, 6, -6, -6)),
        ("vraag", E, 7, (-4, -4, 4, 4)),
        ("vraag", E, 13, (24, 24, -24, -24)),
        ("troel", E, 13, (28, 28, -28, -28)),
        ("solo", None, 4, (-9, 3, 3, 3)),
        ("abondance", None, 12, (21, -7, -7, -7)),
        ("open_miserie", None, 0, (48, -16, -16, -16)),
        ("solo_slim", None, 12, (-90, 30, 30, 30)),
    ],
)
def test_every_loser_pays_every_winner(
    bid: str, partner: engine.Seat | None, tricks: int, points: tuple[int, ...]
):
    assert settle_contract(RULES.rungs[bid], N, partner, tricks) == points


def test_the_stand_in_values_are_replaced_by_the_events_own():
    rules = RULES.with_options({"values": {"vraag": {"base": 2, "over": 3}, "solo_slim": 75}})
    assert settle_contract(rules.rungs["vraag"], N, E, 9) == (10, 10, -10, -10)
    assert settle_contract(rules.rungs["vraag"], N, E, 7) == (-10, -10, 10, 10)
    assert settle_contract(rules.rungs["solo_slim"], N, None, 13) == (225, -75, -75, -75)
    with pytest.raises(BadOption):
        RULES.resolve({"values": {"vraag": 2}})


def test_the_same_dealer_deals_again_when_all_pass():
    assert RULES.same_dealer
    assert not rulesets.get("german").same_dealer
