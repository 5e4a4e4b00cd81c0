"""A deal before anybody may see it: its number under lock, and a digest that promises it.

The digest goes into ``GameOpened``; once the deal is released, number and salt are published
and everybody can check that the cards were not changed in between. Without the salt the
digest says nothing, although there are few enough deals to try some of them.

Other bytes that must stay secret for a while, such as the key that a session is dealt from, are
locked in the same way by ``seal_bytes``.
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
_FINGERPRINTS = b"rikken/fingerprint of a deal"


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
        number=seal_bytes(number.to_bytes(_NUMBER_BYTES, "big"), of=deal_id, key=key),
        salt=seal_bytes(salt, of=deal_id, key=key),
        digest=deal_digest(number, salt),
    )


@sensitive_variables()
def unseal(number: bytes, salt: bytes, digest: str, *, deal_id: str, key: bytes) -> int:
    """The number, from a seal's three fields.

    :raises SealBroken: also when what is inside is not what the digest promised.
    """
    opened = int.from_bytes(unseal_bytes(number, of=deal_id, key=key), "big")
    if not hmac.compare_digest(
        deal_digest(opened, unseal_salt(salt, deal_id=deal_id, key=key)), digest
    ):
        raise SealBroken(f"deal {deal_id} is not the one that was promised")
    return opened


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
