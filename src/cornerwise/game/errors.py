"""What can go wrong in a game, told apart by who has to hear of it."""

from __future__ import annotations

from typing import Any

from cornerwise.rules.errors import CornerwiseError, Refusal


class Refused(CornerwiseError):
    """A command that the game does not accept; the game is unchanged.

    `code` is stable and meant for programs: ``not_your_turn``, ``game_over``, ``illegal``
    (the move breaks a rule, `refusal` says which), ``bad_move`` (the text names no piece),
    ``not_allowed``, ``bad_command``. `str()` is meant for people.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.code, str(self), self.refusal))


class BadEvent(CornerwiseError):
    """An event that cannot follow in this game, or is no event at all."""


class RecordError(CornerwiseError):
    """A game record that cannot be trusted; `event` is the number of the first bad event.

    Events count from 1 (the event that creates the game). None when the fault lies in the
    text as a whole.
    """

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message if event is None else f"event {event}: {message}")
        self.event = event
