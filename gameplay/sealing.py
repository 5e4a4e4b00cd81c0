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
    """What the database holds: number and salt encrypted, and the digest of both."""

    number: bytes
    salt: bytes
    digest: str

    def __repr__(self) -> str:
        return f"<Sealed {self.digest[:8]}>"


@sensitive_variables()
def deal_digest(number: int, salt: bytes) -> str:
    """HMAC-SHA-256 of the number in decimal, keyed by the salt; what the public verifies."""
    return hmac.new(salt, str(number).encode("ascii"), sha256).hexdigest()


@sensitive_variables()
def seal(number: int, *, deal_id: str, key: bytes) -> Sealed:
    """``key`` is DEAL_KEY; the seal opens for this deal id only."""
    if not 0 <= number < 256**_NUMBER_BYTES:
        raise ValueError("not the number of a deal")
    salt = secrets.token_bytes(_SALT_BYTES)
    return Sealed(
        number=_encrypt(number.to_bytes(_NUMBER_BYTES, "big"), deal_id, key),
        salt=_encrypt(salt, deal_id, key),
        digest=deal_digest(number, salt),
    )


@sensitive_variables()
def unseal(number: bytes, salt: bytes, digest: str, *, deal_id: str, key: bytes) -> int:
    """The number, from a seal's three fields.

    :raises SealBroken: also when what is inside is not what the digest promised.
    """
    opened = int.from_bytes(_decrypt(number, deal_id, key), "big")
    if not hmac.compare_digest(
        deal_digest(opened, unseal_salt(salt, deal_id=deal_id, key=key)), digest
    ):
        raise SealBroken(f"deal {deal_id} is not the one that was promised")
    return opened


@sensitive_variables()
def unseal_salt(salt: bytes, *, deal_id: str, key: bytes) -> bytes:
    """Published with the number once the deal is released, so that anybody can verify it."""
    return _decrypt(salt, deal_id, key)


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
