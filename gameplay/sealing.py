"""A deal before anybody may see it: its number under lock, and a digest that promises it.

The digest goes into ``GameOpened``; once the deal is released, number and salt are published
and everybody can check that the cards were not changed in between. Without the salt the
digest says nothing, although there are few enough deals to try some of them.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.views.decorators.debug import sensitive_variables

_NONCE_BYTES = 12
# Every number is sealed at the same length, or the length would tell how large it is.
_NUMBER_BYTES = 12
_SALT_BYTES = 32


class SealBroken(Exception):
    """Another key, another deal's seal, or changed bytes. Never says what was inside."""


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """What the database holds; safe to keep, not safe to show (hence the mute ``repr``)."""

    number_sealed: bytes
    salt_sealed: bytes
    digest: str

    def __repr__(self) -> str:
        return f"<Sealed {self.digest[:8]}>"


@dataclass(frozen=True, slots=True, repr=False)
class Unsealed:
    """A deal's number and the salt that is published with it when the deal is released."""

    number: int
    salt: bytes

    def __repr__(self) -> str:
        return "<Unsealed>"


@sensitive_variables()
def deal_digest(number: int, salt: bytes) -> str:
    """HMAC-SHA-256 of the number in decimal, keyed by the salt; what the public verifies."""
    return hmac.new(salt, str(number).encode("ascii"), sha256).hexdigest()


@sensitive_variables()
def seal(number: int, *, deal_id: str, key: bytes) -> Sealed:
    if not 0 <= number < 256**_NUMBER_BYTES:
        raise ValueError("not the number of a deal")
    salt = secrets.token_bytes(_SALT_BYTES)
    return Sealed(
        number_sealed=_encrypt(number.to_bytes(_NUMBER_BYTES, "big"), deal_id, key),
        salt_sealed=_encrypt(salt, deal_id, key),
        digest=deal_digest(number, salt),
    )


@sensitive_variables()
def unseal(sealed: Sealed, *, deal_id: str, key: bytes) -> Unsealed:
    """Raises SealBroken, also when what is inside is not what the digest promised."""
    number = int.from_bytes(_decrypt(sealed.number_sealed, deal_id, key), "big")
    salt = _decrypt(sealed.salt_sealed, deal_id, key)
    if not hmac.compare_digest(deal_digest(number, salt), sealed.digest):
        raise SealBroken(f"deal {deal_id} is not the one that was promised")
    return Unsealed(number=number, salt=salt)


@sensitive_variables()
def _encrypt(plain: bytes, deal_id: str, key: bytes) -> bytes:
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, plain, deal_id.encode())


@sensitive_variables()
def _decrypt(stored: bytes, deal_id: str, key: bytes) -> bytes:
    stored = bytes(stored)  # PostgreSQL hands out memoryviews
    try:
        return AESGCM(key).decrypt(stored[:_NONCE_BYTES], stored[_NONCE_BYTES:], deal_id.encode())
    except (InvalidTag, ValueError):
        raise SealBroken(f"the seal of deal {deal_id} does not open") from None
