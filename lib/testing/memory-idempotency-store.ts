import {
  type ClaimResult,
  type Completion,
  type IdempotencyStore,
  type KeptAnswer,
  LeaseLostError,
} from "@/lib/platform/limits/idempotency.port";

type Entry = {
  fingerprint: string;
  createdAt: number;
  leasedUntil: number | null;
  answer: KeptAnswer | null;
};

export type MemoryIdempotencyStore = IdempotencyStore & {
  /** A use case's call in its transaction. @throws LeaseLostError */
  keep(completion: Completion | null): void;
};

const minute = 60_000;
const day = 1_440 * minute;

/** The simplest idempotency store: for tests of its callers, and of the real one. */
export function createMemoryIdempotencyStore(): MemoryIdempotencyStore {
  const entries = new Map<string, Entry>();
  const idOf = ({ projectId, key }: { projectId: string; key: string }) => JSON.stringify([projectId, key]);
  const holds = ({ claim }: Pick<Completion, "claim">) =>
    entries.get(idOf(claim))?.leasedUntil === claim.leasedUntil.getTime();

  const claim = (id: string, fingerprint: string, now: number): ClaimResult["kind"] => {
    const entry = entries.get(id);
    const isOld = entry !== undefined && entry.createdAt <= now - day;
    if (entry !== undefined && !isOld) {
      if (entry.fingerprint !== fingerprint) return "other_request";
      if (entry.answer !== null) return "answered";
      if (entry.leasedUntil !== null && entry.leasedUntil > now) return "in_flight";
    }
    entries.set(id, { fingerprint, createdAt: now, leasedUntil: now + minute, answer: null });
    return "claimed";
  };
  const keep = (completion: Completion | null): void => {
    if (completion === null) return;
    if (!holds(completion)) throw new LeaseLostError();
    const id = idOf(completion.claim);
    const entry = entries.get(id);
    if (entry !== undefined) entries.set(id, { ...entry, leasedUntil: null, answer: completion.answer });
  };

  return {
    keep,
    claim: async (key, fingerprint, now) => {
      const kind = claim(idOf(key), fingerprint, now.getTime());
      if (kind === "claimed")
        return { kind, claim: { ...key, leasedUntil: new Date(now.getTime() + minute) } };
      if (kind !== "answered") return { kind };
      const answer = entries.get(idOf(key))?.answer;
      if (answer === null || answer === undefined) throw new Error("an answered key has no answer");
      return { kind, answer };
    },
    complete: async (completion) => {
      if (holds(completion)) keep(completion);
    },
    release: async (held) => {
      if (holds({ claim: held })) entries.delete(idOf(held));
    },
    prune: async (now, limit) => {
      const old = [...entries].filter(([, { createdAt }]) => createdAt <= now.getTime() - day);
      const oldestFirst = ([x, a]: (typeof old)[number], [y, b]: (typeof old)[number]) =>
        a.createdAt - b.createdAt || (x < y ? -1 : 1);
      const pruned = old.sort(oldestFirst).slice(0, limit);
      for (const [id] of pruned) entries.delete(id);
      return pruned.length;
    },
  };
}
