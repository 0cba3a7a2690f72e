"""How RocketMQ behaves: one queue's messages over simulated time; who holds it, how far, what is read twice."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Holder:
    """A process that consumes the queue: its position (messages) at a moment (ms)."""

    position: float
    since: float
    running: bool = True


@dataclass
class SimulatedProgress:
    """Messages arrive at `rate` and a holder reads them at `speed` (both per second); positions count messages.

    `owned_ms`, `orphan_ms` and `shared_ms` are how long the queue had one, no and several holders; `stalled_ms` how
    long it had holders that could not read (their topic was missing in the broker's table).
    """

    rate: float
    speed: float
    committed: float = 0.0
    furthest: float = 0.0
    delivered: float = 0.0
    holders: dict[str, Holder] = field(default_factory=dict)
    readable: bool = True
    moved: int = 0
    owned_ms: float = 0.0
    orphan_ms: float = 0.0
    shared_ms: float = 0.0
    stalled_ms: float = 0.0
    longest_orphan_ms: float = 0.0
    _seen: float = 0.0
    _orphan_since: float | None = None

    @property
    def repeated(self) -> float:
        """Messages that were delivered again."""
        return max(0.0, self.delivered - self.furthest)

    def behind(self, now: float) -> float:
        """Messages that nobody has read yet."""
        return max(0.0, self.rate * now / 1000 - self.furthest)

    def take(self, holder: str, now: float) -> None:
        """A process adds the queue and starts at the committed offset."""
        self.pass_time(now)
        if not self.holders:
            self._end_orphan(now)
        self.holders[holder] = Holder(self.committed, now)
        self.moved += 1

    def release(self, holder: str, now: float, commits: bool = True) -> None:
        """A process drops the queue; a live one stores its offset first."""
        self.pass_time(now)
        gone = self.holders.pop(holder, None)
        if gone is not None and commits:
            self.committed = gone.position
        if not self.holders and self._orphan_since is None:
            self._orphan_since = now

    def commit(self, holder: str, now: float) -> None:
        """A process stores its offset, over whatever another one stored."""
        self.pass_time(now)
        if holder in self.holders:
            self.committed = self.holders[holder].position

    def set_readable(self, readable: bool, now: float) -> None:
        """The topic appeared in, or vanished from, the table of the queue's broker."""
        self.pass_time(now)
        self.readable = readable

    def pass_time(self, now: float) -> None:
        """Bring positions and counters up to `now`."""
        span = now - self._seen
        if span <= 0:
            return
        self._seen = now
        if not self.holders:
            self.orphan_ms += span
        elif len(self.holders) == 1:
            self.owned_ms += span
        else:
            self.shared_ms += span
        if self.holders and not self.readable:
            self.stalled_ms += span
        if self.readable:
            for holder in self.holders.values():
                reached = min(self.rate * now / 1000, holder.position + self.speed * span / 1000)
                self.delivered += max(0.0, reached - holder.position)
                holder.position = max(holder.position, reached)
                self.furthest = max(self.furthest, holder.position)

    def skip_to_end(self, now: float) -> None:
        """Set the offset to the newest message, as for a new topic or a group that starts at the end."""
        self.pass_time(now)
        self.committed = self.furthest = self.delivered = self.rate * now / 1000

    def start_watch(self, now: float) -> None:
        """Forget the counters so far; what is orphaned at this moment counts from now on."""
        self.pass_time(now)
        self.owned_ms = self.orphan_ms = self.shared_ms = self.stalled_ms = self.longest_orphan_ms = 0.0
        self.moved = 0
        self.delivered = self.furthest
        if self._orphan_since is not None or not self.holders:
            self._orphan_since = now

    def end_watch(self, now: float) -> None:
        """Close the counters."""
        self.pass_time(now)
        if not self.holders:
            self._end_orphan(now)

    def _end_orphan(self, now: float) -> None:
        if self._orphan_since is not None:
            self.longest_orphan_ms = max(self.longest_orphan_ms, now - self._orphan_since)
        self._orphan_since = None
