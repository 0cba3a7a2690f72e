"""How RocketMQ behaves: the clock of a simulation; events in time order, processes that sleep and can be woken."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from heapq import heappop, heappush

# A process yields for how many milliseconds it waits; a negative number is a wait that `wake`
# may cut short.
Process = Generator[float, None, None]


@dataclass(slots=True)
class Running:
    """A process on the clock; `turn` marks which scheduled step is still valid."""

    process: Process
    turn: int = 0
    wakeable: bool = False
    ended: bool = False


class Clock:
    """Runs callbacks and processes in the order of their times, and at one moment in the order of their booking."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._booked = 0

    def at(self, time: float, action: Callable[[], None]) -> None:
        """Book an action for a moment (not before now)."""
        self._booked += 1
        heappush(self._due, (max(time, self.now), self._booked, action))

    def every(self, first: float, period: float, action: Callable[[], None]) -> None:
        """Book an action again and again."""

        def again() -> None:
            action()
            self.at(self.now + period, again)

        self.at(first, again)

    def run(self, until: float) -> None:
        """Run everything that is due before `until`, and stop the clock there."""
        while self._due and self._due[0][0] < until:
            self.now, _, action = heappop(self._due)
            action()
        self.now = until

    def start(self, process: Process, at: float) -> Running:
        """Start a process at a moment."""
        running = Running(process)
        self._book(running, at)
        return running

    def wake(self, running: Running) -> bool:
        """End a wakeable wait now; False if the process is busy or over."""
        if running.ended or not running.wakeable:
            return False
        self._book(running, self.now)
        return True

    def stop(self, running: Running) -> None:
        """End a process wherever it is."""
        running.ended = True
        running.turn += 1

    def _book(self, running: Running, at: float) -> None:
        running.turn += 1
        running.wakeable = False
        turn = running.turn
        self.at(at, lambda: self._step(running, turn))

    def _step(self, running: Running, turn: int) -> None:
        if running.turn != turn or running.ended:
            return
        try:
            wait = next(running.process)
        except StopIteration:
            running.ended = True
            return
        self._book(running, self.now + abs(wait))
        running.wakeable = wait < 0
