"""A deal before anybody may see it: its number under lock, and a digest that promises it.

What some rulesets draw besides the deal (a turned card, a better suit) is locked and promised with
it: a drawn number is of no use without the deal, and the digest binds both.

The digest goes into ``GameOpened``; once the deal is released, number and salt are published
and everybody can check that the cards were not changed in between. Without the salt the
digest says nothing, although there are few enough deals to try some of them.

Other bytes that must stay secret for a while, such as the key that a session is dealt from, are
locked in the same way by ``seal_bytes``.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.views.decorators.debug import sensitive_variables

_NONCE_BYTES = 12
# Every number is sealed at the same length, or the length would tell how large it is.
_NUMBER_BYTES = 12
_SALT_BYTES = 32
# A byte for each label in this order, whatever is drawn: the length tells nothing here either.
_LABELS = ("beter", "middle", "turned")
_NOT_DRAWN = 255
_NOTHING: Mapping[str, int] = {}
_FINGERPRINTS = b"rikken/fingerprint of a deal"


class SealBroken(Exception):
    """Another key, another deal's seal, or changed bytes. Never says what was inside."""


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """What the database holds: number, salt and draws encrypted, and the digest of all.

    ``draws`` is empty where nothing is drawn besides the deal.
    """

    number: bytes
    salt: bytes
    digest: str
    draws: bytes = b""

    def __repr__(self) -> str:
        return f"<Sealed {self.digest[:8]}>"


@sensitive_variables()
def deal_digest(number: int, salt: bytes, draws: Mapping[str, int] = _NOTHING) -> str:
    """HMAC-SHA-256 of the number in decimal, keyed by the salt; what the public verifies.

    What was drawn besides follows in the order of the labels: ``123 beter=2 turned=7``.
    """
    told = [str(number), *(f"{label}={draws[label]}" for label in sorted(draws))]
    return hmac.new(salt, " ".join(told).encode("ascii"), sha256).hexdigest()


@sensitive_variables()
def seal(number: int, *, deal_id: str, key: bytes, draws: Mapping[str, int] = _NOTHING) -> Sealed:
    """``key`` is DEAL_KEY; the seal opens for this deal id only."""
    if not 0 <= number < 256**_NUMBER_BYTES:
        raise ValueError("not the number of a deal")
    salt = secrets.token_bytes(_SALT_BYTES)
    return Sealed(
        number=seal_bytes(number.to_bytes(_NUMBER_BYTES, "big"), of=deal_id, key=key),
        salt=seal_bytes(salt, of=deal_id, key=key),
        digest=deal_digest(number, salt, draws),
        draws=seal_bytes(_draws_bytes(draws), of=deal_id, key=key) if draws else b"",
    )


@sensitive_variables()
def unseal(sealed: Sealed, *, deal_id: str, key: bytes) -> tuple[int, dict[str, int]]:
    """The number and the draws inside.

    :raises SealBroken: also when what is inside is not what the digest promised.
    """
    opened = int.from_bytes(unseal_bytes(sealed.number, of=deal_id, key=key), "big")
    drawn = _read_draws(unseal_bytes(sealed.draws, of=deal_id, key=key)) if sealed.draws else {}
    salt = unseal_salt(sealed.salt, deal_id=deal_id, key=key)
    if not hmac.compare_digest(deal_digest(opened, salt, drawn), sealed.digest):
        raise SealBroken(f"deal {deal_id} is not the one that was promised")
    return opened, drawn


@sensitive_variables()
def _draws_bytes(draws: Mapping[str, int]) -> bytes:
    if not draws.keys() <= set(_LABELS):
        raise ValueError("not something that is drawn besides a deal")
    return bytes(draws.get(label, _NOT_DRAWN) for label in _LABELS)


@sensitive_variables()
def _read_draws(opened: bytes) -> dict[str, int]:
    # Of another length they are no draws; the digest then says that something was changed.
    found = zip(_LABELS, opened, strict=False)
    return {label: drawn for label, drawn in found if drawn != _NOT_DRAWN}


@sensitive_variables()
def unseal_salt(salt: bytes, *, deal_id: str, key: bytes) -> bytes:
    """Published with the number once the deal is released, so that anybody can verify it."""
    return unseal_bytes(salt, of=deal_id, key=key)


@sensitive_variables()
def fingerprint(number: int, *, key: bytes, among: str = "") -> str:
    """Equal for equal deals and telling nothing of them without DEAL_KEY.

    ``among`` sets deals apart that may be equal to others: they are compared with each other only.
    """
    # A key of its own for this use: DEAL_KEY encrypts.
    own = hmac.digest(key, _FINGERPRINTS, "sha256")
    told = number.to_bytes(_NUMBER_BYTES, "big") + among.encode()
    return hmac.new(own, told, sha256).hexdigest()


@sensitive_variables()
def seal_bytes(plain: bytes, *, of: str, key: bytes) -> bytes:
    """Encrypted and signed with ``key``, which is DEAL_KEY; opens for the row ``of`` only."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, plain, of.encode())


@sensitive_variables()
def unseal_bytes(sealed: bytes, *, of: str, key: bytes) -> bytes:
    """:raises SealBroken: another key, another row's seal, or changed bytes."""
    sealed = bytes(sealed)  # PostgreSQL hands out memoryviews
    try:
        return AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], of.encode())
    except (InvalidTag, ValueError):
        raise SealBroken(f"the seal of {of} does not open") from None
