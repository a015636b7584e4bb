"""Any value -> JSON values without secrets."""

import dataclasses
import math
import re
from collections.abc import Collection, Mapping
from enum import Enum

from evals.errors import HIDDEN, without_url_secrets

SECRET_KEYS = re.compile(
    "(proxy)?authorization|(set)?cookies?|(x)?apikey|passw(or)?d|(client)?secret"
    "|(access|refresh|id|session|bearer|auth)token"
)
SECRET_TEXT = (
    (re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]{16,}"), r"\1" + HIDDEN),
    (re.compile(r"(?i)\b((?:proxy-)?authorization\s*:\s*)[^\r\n]+"), r"\1" + HIDDEN),
    (re.compile(r"(?i)\b((?:set-)?cookie\s*:\s*[\w-]+=)[^\r\n]+"), r"\1" + HIDDEN),
    (re.compile(r"\bsk-[\w-]{16,}"), HIDDEN),
)
DEEPEST = 40


def plain(value: object, secrets: Collection[str] = (), depth: int = 0) -> object:
    """Mappings, lists, texts, finite numbers, true, false and null; what is none of these becomes its text.

    Values of keys that name a secret, and the given `secrets` wherever they stand, are replaced.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return without_secrets(value.value if isinstance(value, Enum) else value, secrets)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth > DEEPEST:
        return "..."
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {
            without_secrets(str(k), secrets): HIDDEN
            if is_secret(str(k)) and v
            else plain(v, secrets, depth + 1)
            for k, v in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(v, secrets, depth + 1) for v in value]
    return without_secrets(str(value), secrets)


def is_secret(key: str) -> bool:
    """Whether a key of a mapping (a header, a field) holds a secret by its name."""
    return SECRET_KEYS.fullmatch(re.sub(r"[^a-z]", "", key.lower())) is not None


def without_secrets(text: str, secrets: Collection[str] = ()) -> str:
    """The text with given secrets, credentials in URLs, and authorization and cookie headers replaced."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    for pattern, replacement in SECRET_TEXT:
        text = pattern.sub(replacement, text)
    return without_url_secrets(text)
