"""A sealed deal opens with its key, for its id, and for nobody else."""

from __future__ import annotations

import hmac
import traceback
from dataclasses import replace

import pytest

from gameplay.sealing import (
    SealBroken,
    deal_digest,
    fingerprint,
    seal,
    seal_bytes,
    unseal,
    unseal_bytes,
    unseal_salt,
)

KEY = bytes(range(32))
NUMBER = 2986888205529437060267403780


def opened(sealed, *, deal_id="d1", key=KEY):
    number, draws = unseal(sealed, deal_id=deal_id, key=key)
    assert draws == {}
    return number


@pytest.mark.parametrize("number", [0, 1, NUMBER, 53644737765488792839237439999])
def test_a_sealed_deal_opens_to_its_number(number):
    sealed = seal(number, deal_id="d1", key=KEY)
    assert opened(sealed) == number


def test_number_and_salt_together_prove_the_digest():
    sealed = seal(NUMBER, deal_id="d1", key=KEY)
    salt = unseal_salt(sealed.salt, deal_id="d1", key=KEY)
    assert len(salt) == 32
    assert sealed.digest == hmac.new(salt, b"%d" % NUMBER, "sha256").hexdigest()
    assert deal_digest(NUMBER, salt) == sealed.digest != deal_digest(NUMBER + 1, salt)


def test_the_same_deal_sealed_twice_looks_different():
    one, two = (seal(NUMBER, deal_id="d1", key=KEY) for _ in range(2))
    assert one.number != two.number
    assert one.digest != two.digest


def test_the_length_does_not_tell_the_number():
    assert len(seal(0, deal_id="d1", key=KEY).number) == len(
        seal(NUMBER, deal_id="d1", key=KEY).number
    )


def test_another_key_or_another_deals_id_does_not_open_it():
    sealed = seal(NUMBER, deal_id="d1", key=KEY)
    for wrong in ({"deal_id": "d2"}, {"key": bytes(32)}):
        with pytest.raises(SealBroken):
            opened(sealed, **wrong)


@pytest.mark.parametrize("field", ["number", "salt"])
@pytest.mark.parametrize("at", [0, 12, -1])
def test_one_changed_byte_breaks_the_seal(field, at):
    sealed = seal(NUMBER, deal_id="d1", key=KEY)
    changed = bytearray(getattr(sealed, field))
    changed[at] ^= 1
    with pytest.raises(SealBroken):
        opened(replace(sealed, **{field: bytes(changed)}))


def test_a_deal_that_was_exchanged_under_the_right_key_breaks_its_promise():
    promised = seal(NUMBER, deal_id="d1", key=KEY)
    other = seal(NUMBER + 1, deal_id="d1", key=KEY)
    with pytest.raises(SealBroken):
        opened(replace(other, digest=promised.digest))


def test_what_is_drawn_besides_the_deal_is_sealed_and_promised_with_it():
    sealed = seal(NUMBER, deal_id="d1", key=KEY, draws={"turned": 7, "beter": 2})
    assert unseal(sealed, deal_id="d1", key=KEY) == (NUMBER, {"beter": 2, "turned": 7})
    salt = unseal_salt(sealed.salt, deal_id="d1", key=KEY)
    told = b"%d beter=2 turned=7" % NUMBER
    assert sealed.digest == hmac.new(salt, told, "sha256").hexdigest()
    other = seal(NUMBER, deal_id="d1", key=KEY, draws={"turned": 12})
    assert len(other.draws) == len(sealed.draws)
    for changed in (other.draws, b"", sealed.number):
        with pytest.raises(SealBroken):
            unseal(replace(sealed, draws=changed), deal_id="d1", key=KEY)


def test_memoryviews_and_truncated_rows_are_handled():
    sealed = seal(NUMBER, deal_id="d1", key=KEY)
    views = replace(sealed, number=memoryview(sealed.number), salt=memoryview(sealed.salt))
    assert opened(views) == NUMBER
    for broken in (b"", sealed.number[:11], sealed.number[:20]):
        with pytest.raises(SealBroken):
            opened(replace(sealed, number=broken))


def test_no_number_is_ever_shown():
    sealed = seal(NUMBER, deal_id="d1", key=KEY)
    told = [repr(sealed), str(sealed)]
    for fail in (
        lambda: opened(sealed, deal_id="d2"),
        lambda: seal(-NUMBER, deal_id="d1", key=KEY),
        lambda: seal(2**96, deal_id="d1", key=KEY),
    ):
        with pytest.raises((SealBroken, ValueError)) as failed:
            fail()
        told += traceback.format_exception(failed.value)
    for text in told:
        assert str(NUMBER) not in text
        assert sealed.salt.hex() not in text


# -- other secret bytes --------------------------------------------------------------------------

SESSION_KEY = bytes(range(100, 132))


def test_sealed_bytes_open_for_their_own_row_and_look_different_every_time():
    one, two = (seal_bytes(SESSION_KEY, of="t:1:1", key=KEY) for _ in range(2))
    assert one != two
    assert SESSION_KEY not in one
    assert unseal_bytes(memoryview(one), of="t:1:1", key=KEY) == SESSION_KEY


@pytest.mark.parametrize("wrong", [{"of": "t:2:1"}, {"of": "t:1:2"}, {"key": bytes(32)}])
def test_sealed_bytes_moved_to_another_row_or_under_another_key_do_not_open(wrong):
    sealed = seal_bytes(SESSION_KEY, of="t:1:1", key=KEY)
    with pytest.raises(SealBroken) as broken:
        unseal_bytes(sealed, **{"of": "t:1:1", "key": KEY, **wrong})
    assert SESSION_KEY.hex() not in "".join(traceback.format_exception(broken.value))


@pytest.mark.parametrize("at", [0, 12, -1])
def test_one_changed_byte_breaks_sealed_bytes(at):
    sealed = bytearray(seal_bytes(SESSION_KEY, of="t:1:1", key=KEY))
    sealed[at] ^= 1
    for broken in (bytes(sealed), b"", bytes(sealed[:11])):
        with pytest.raises(SealBroken):
            unseal_bytes(broken, of="t:1:1", key=KEY)


# -- fingerprints --------------------------------------------------------------------------------


def test_equal_deals_have_equal_fingerprints_and_others_do_not():
    assert fingerprint(NUMBER, key=KEY) == fingerprint(NUMBER, key=KEY)
    others = [
        fingerprint(NUMBER + 1, key=KEY),
        fingerprint(NUMBER, key=bytes(32)),
        fingerprint(NUMBER, key=KEY, among="rehearsal"),
    ]
    assert len({fingerprint(NUMBER, key=KEY), *others}) == 4


def test_nobody_without_the_key_can_try_deals_against_a_fingerprint():
    plain = {
        hmac.new(bytes(32), told, "sha256").hexdigest()
        for told in (NUMBER.to_bytes(12, "big"), b"%d" % NUMBER)
    }
    assert fingerprint(NUMBER, key=KEY) not in plain
