"""What settings read from outside: the environment, and keys kept beside the database."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

ROOT = Path(__file__).resolve().parents[2]
KEY_BYTES = 32


def data_folder() -> Path:
    """Where an embedded service keeps its database and keys."""
    return Path(env.str("RIKKEN_DATA", default=str(ROOT / "var"))).absolute()


def required(name: str, purpose: str) -> str:
    """The variable's value; without one the service must not start."""
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {purpose}. {_ADVICE.get(name, '')}".strip())
    return value


def kept_key(path: Path) -> bytes:
    """A random key, made once and readable by this user only.

    Made under another name and linked into place, so that two processes starting together
    agree on one key and a crash leaves no half of one.
    """
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
    except FileNotFoundError:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            os.replace(draft, path)
        draft.unlink(missing_ok=True)
        return kept_key(path)
    except ValueError:
        raise ImproperlyConfigured(f"{path} does not hold a key in hexadecimal digits.") from None
    if len(key) != KEY_BYTES:
        raise ImproperlyConfigured(f"{path} must hold {KEY_BYTES} bytes in hexadecimal digits.")
    return key


def own_file(path: Path) -> Path:
    """A file that this user alone may read, made empty if there is none.

    SQLite takes an empty file for an empty database, and gives its logs the database's mode.
    """
    path.touch(mode=0o600)
    if path.stat().st_mode & 0o077:
        with contextlib.suppress(PermissionError):  # another user's: his to decide
            path.chmod(0o600)
    return path


def key_from_hex(name: str, text: str) -> bytes:
    """The key in an environment variable; the message never repeats it."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise ImproperlyConfigured(
            f"{name} must be {2 * KEY_BYTES} hexadecimal digits. {_ADVICE.get(name, '')}".strip()
        )
    return key


_ADVICE = {
    "SECRET_KEY": "Make one with: python -c 'import secrets; print(secrets.token_hex(32))'",
    "DEAL_KEY": "Make one with: python -c 'import secrets; print(secrets.token_hex(32))'"
    " and keep a copy: without it no deal that was played can be read again.",
}
