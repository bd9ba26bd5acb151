/** Allows at most `limit` concurrent holders; `waiting` is first in, first out. */
interface Gate {
  limit: number;
  used: number;
  waiting: Ticket[];
  refilling: boolean;
}

/** A named limit. Gates with the same name share their places. */
export interface GateSpec {
  name: string;
  limit: number;
}

interface Ticket {
  specs: readonly GateSpec[];
  enter: (leave: () => void) => void;
}

/**
 * Admits work when all of its gates have a free place. Work waits at the first full gate only, so a function at its own
 * limit never blocks others at a shared gate; list the shared gate last.
 */
export class Slots {
  private readonly gates = new Map<string, Gate>();
  private waitingCount = 0;

  /** How much work waits for a place. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Calls `enter` as soon as all gates have a place, at once if they have one now. `leave` gives the places back. */
  request(specs: readonly GateSpec[], enter: (leave: () => void) => void): void {
    this.admit({ specs, enter });
  }

  private admit(ticket: Ticket): void {
    const gates = ticket.specs.map((spec) => this.gate(spec));
    const full = gates.find((gate) => gate.used >= gate.limit);
    if (full) {
      full.waiting.push(ticket);
      this.waitingCount += 1;
      return;
    }
    for (const gate of gates) gate.used += 1;
    let left = false;
    ticket.enter(() => {
      if (left) return;
      left = true;
      for (const gate of gates) gate.used -= 1;
      for (const spec of ticket.specs) this.refill(spec);
    });
  }

  private gate({ name, limit }: GateSpec): Gate {
    const known = this.gates.get(name);
    if (known) return known;
    const gate = { limit, used: 0, waiting: [], refilling: false };
    this.gates.set(name, gate);
    return gate;
  }

  private refill(spec: GateSpec): void {
    const gate = this.gate(spec);
    // Work that leaves at once would otherwise nest refills as deep as the queue is long.
    if (gate.refilling) return;
    gate.refilling = true;
    // A ticket that moves on to another gate leaves this place free for the next one.
    while (gate.used < gate.limit) {
      const next = gate.waiting.shift();
      if (!next) break;
      this.waitingCount -= 1;
      this.admit(next);
    }
    gate.refilling = false;
    // Keys come and go with the data, so unused gates are removed.
    if (gate.used === 0 && gate.waiting.length === 0) this.gates.delete(spec.name);
  }
}

/** The engine's time; tests pass their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs` and returns a function that cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

/** Node's timers fire at once for delays above a signed 32-bit number of milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
