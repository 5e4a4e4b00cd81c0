"""Where the real PostgreSQL and Valkey of the tests are put."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests import engines


def test_engines_live_where_temporary_files_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "SOCKET_PATH_BYTES", 1000)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with engines._folder("here-") as folder:
        assert folder.parent == tmp_path.resolve()
    assert not folder.exists()


def test_a_path_too_long_for_a_socket_says_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("deep" * 30)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with pytest.raises(RuntimeError, match="set TMPDIR to a shorter folder"), engines._folder("x-"):
        pass
    assert list(deep.iterdir()) == []
