"""Long computations leave other threads alone, and end when a signal handler raises."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from core import kit
from cornerwise import _core


class Rung(Exception):
    """What the alarm's handler raises."""


@pytest.fixture
def ring_soon() -> Iterator[Callable[[], None]]:
    """To be called: `Rung` is raised in the main thread a moment later."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("no interval timers here")

    def ring(_signal: int, _frame: object) -> None:
        raise Rung

    before = signal.signal(signal.SIGALRM, ring)

    def ring_soon() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)

    yield ring_soon
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def perft(state: _core.State) -> object:
    return state.perft(8)


def playouts(state: _core.State) -> object:
    return state.playouts(1_000_000, 1)


def rollouts(state: _core.State) -> object:
    return state.rollouts(0, state.legal(0)[:1], 1_000_000, 1)


@pytest.mark.parametrize("work", [perft, playouts, rollouts])
def test_interrupted(work: Callable[[_core.State], object], ring_soon: Callable[[], None]) -> None:
    state = _core.State(kit.classic().tables("portable"))

    def ring_and_work() -> None:
        ring_soon()
        work(state)

    with pytest.raises(Rung):
        ring_and_work()
    assert state.count(0) == 58


def test_the_state_may_change_meanwhile() -> None:
    """A computation is about the position that it was asked for."""
    state = _core.State(kit.duo().tables())
    expected = state.playouts(3000, 9)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(state.playouts(3000, 9)))
    thread.start()
    # Whether it has started yet or not, the counting below does not wait for it to end.
    while not found and thread.is_alive():
        assert state.count(0) == 414
    thread.join()
    assert found == [expected]
