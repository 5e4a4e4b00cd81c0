"""An encrypted file of lines, written and read from one end to the other.

It begins with a line that tells the format, so that what is newer than this program can be refused
without the key. What follows is compressed and cut into pieces, each encrypted and signed under its
number and whether it is the last one: pieces that are changed, swapped or missing are noticed.
"""

from __future__ import annotations

import hmac
import io
import json
import os
import secrets
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

FORMAT = 1
_TITLE = "rikken archive"
_SALT_BYTES = 16
_PIECE = 1 << 18
_LENGTH_BYTES = 4
_TAG_BYTES = 16


class ArchiveRefused(Exception):
    """The message tells an operator what is wrong with the file, and nothing of what is in it."""


class Writer:
    """Lines into a file that has its name only when all of it is there."""

    def __init__(self, path: Path, *, key: bytes) -> None:
        if path.exists():
            raise ArchiveRefused(f"{path} is there already; nothing is written over it.")
        self.path = path
        self._draft = path.with_name(f"{path.name}.part")
        descriptor = os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file: IO[bytes] = os.fdopen(descriptor, "wb")
        begin = f"{_TITLE} {FORMAT}\n".encode() + secrets.token_bytes(_SALT_BYTES)
        self._file.write(begin)
        self._cipher = AESGCM(_key_of(key, begin))
        self._packer = zlib.compressobj()
        self._waiting = bytearray()
        self._pieces = 0

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        try:
            if kind is None:
                self._waiting += self._packer.flush()
                self._write_pieces(0)
                self._write_piece(bytes(self._waiting), last=True)
                self._file.flush()
                os.fsync(self._file.fileno())
        finally:
            self._file.close()
            if kind is not None:
                self._draft.unlink(missing_ok=True)
        if kind is None:
            os.replace(self._draft, self.path)

    def write(self, line: object) -> None:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self._waiting += self._packer.compress(text.encode() + b"\n")
        self._write_pieces(_PIECE)

    def _write_pieces(self, most: int) -> None:
        while len(self._waiting) > max(most, _PIECE):
            self._write_piece(bytes(self._waiting[:_PIECE]), last=False)
            del self._waiting[:_PIECE]

    def _write_piece(self, plain: bytes, *, last: bool) -> None:
        sealed = self._cipher.encrypt(_nonce(self._pieces, last=last), plain, None)
        self._file.write(len(sealed).to_bytes(_LENGTH_BYTES, "big") + sealed)
        self._pieces += 1


def lines(path: Path, *, key: bytes) -> Iterator[Any]:
    """What was written, line by line.

    :raises ArchiveRefused: as soon as something does not fit; at the end too, where it is missing.
    """
    with path.open("rb") as file:
        begin = _beginning(file)
        cipher = AESGCM(_key_of(key, begin))
        unpacker = zlib.decompressobj()
        rest = b""
        try:
            for piece in _pieces(file, cipher):
                *whole, rest = (rest + unpacker.decompress(piece)).split(b"\n")
                yield from map(json.loads, whole)
        except (zlib.error, ValueError):
            raise ArchiveRefused("The archive is damaged.") from None
        if rest or not unpacker.eof:
            raise ArchiveRefused("The archive is damaged: its end is missing.")


def _beginning(file: IO[bytes]) -> bytes:
    title = file.readline(80)
    words = title.decode("ascii", "replace").removesuffix("\n").rpartition(" ")
    if words[0] != _TITLE or not words[2].isdecimal():
        raise ArchiveRefused("This is no archive of ours.")
    if int(words[2]) > FORMAT:
        raise ArchiveRefused(
            f"The archive has format {words[2]}, which a newer version wrote; this one reads"
            f" up to {FORMAT}. Install that version."
        )
    return title + file.read(_SALT_BYTES)


def _pieces(file: IO[bytes], cipher: AESGCM) -> Iterator[bytes]:
    number, left = 0, _left(file)
    while left:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "big")
        left -= _LENGTH_BYTES + length
        if left < 0 or not _TAG_BYTES <= length <= _PIECE + _TAG_BYTES:
            raise ArchiveRefused("The archive is damaged: its end is missing.")
        try:
            yield cipher.decrypt(_nonce(number, last=not left), file.read(length), None)
        except InvalidTag:
            raise ArchiveRefused(
                "The archive cannot be read: BACKUP_KEY is another one, or it is damaged."
            ) from None
        number += 1
    if not number:
        raise ArchiveRefused("The archive is damaged: its end is missing.")


def _left(file: IO[bytes]) -> int:
    here = file.tell()
    end = file.seek(0, io.SEEK_END)
    file.seek(here)
    return end - here


def _key_of(key: bytes, begin: bytes) -> bytes:
    """One for each file, so that numbers can be nonces. What is signed includes the format."""
    return hmac.digest(key, begin, "sha256")


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])
