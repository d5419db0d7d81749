"""The base class of all results."""

from __future__ import annotations

from typing import Any, Mapping, cast


class Result:
    """An immutable result; `print` shows the text that the command prints."""

    __slots__ = ("_data", "_text")
    _data: dict[str, Any]
    _text: str

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        object.__setattr__(self, "_data", dict(data))
        object.__setattr__(self, "_text", text)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def to_dict(self) -> dict[str, Any]:
        """Returns all fields, as in the object that the command writes with ``--format json``."""
        return cast("dict[str, Any]", self._copy(self._data))

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        import json

        return hash(json.dumps(self._key(), sort_keys=True))

    def _key(self) -> Any:
        return {name: value for name, value in self._data.items() if name != "stats"}

    @staticmethod
    def _copy(value: Any) -> Any:
        """Returns a deep copy, which the caller may change."""
        import copy

        return copy.deepcopy(value)

    @staticmethod
    def _tuple(value: Any) -> Any:
        """Returns a value with its lists as tuples, at any depth."""
        return tuple(map(Result._tuple, value)) if isinstance(value, list) else value

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data, self._text))

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _: object) -> Any:
        return self
