"""The word that the address of the studio carries: whoever does not know it is not answered."""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.folders import user_folder


def token_file() -> Path:
    """Where the word is kept, so that an open page goes on after a restart: $XDG_STATE_HOME/cluewright/studio-token."""
    return user_folder("XDG_STATE_HOME", ".local/state") / "studio-token"


def kept_token() -> str:
    """The word of this user, made when first needed; nobody else can read it."""
    path = token_file()
    try:
        found = _read(path)
        if found:
            return found
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.unlink(missing_ok=True)
        token = secrets.token_urlsafe(24)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(token)
    except FileExistsError:  # another studio was quicker
        return _read(path) or secrets.token_urlsafe(24)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot keep the token: {error.strerror}", Place(str(path)))) from None
    return token


def _read(path: Path) -> str | None:
    """The word, unless others could have read it too."""
    try:
        if path.stat().st_mode & 0o077:
            return None
        token = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return token if len(token) >= 24 else None


def same(one: str, other: str) -> bool:
    """Whether two words are the same, without telling by the time it takes how much of them is."""
    return hmac.compare_digest(one.encode(), other.encode())
