import { setTimeout as sleep } from "node:timers/promises";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";

const stuckMs = 60_000;

/** Stops a piece of work before each of its steps until it is let on. */
export type Gate = () => Promise<void>;

/**
 * Runs several pieces of work side by side, in an order that `choices` decides: between two steps of the one, any
 * steps of the others. A choice lets one go on to its next gate, or several at once, whose transactions then wait
 * for each other as they will.
 *
 * @param choices one number a step; the last for all that follow
 * @returns what each gave, and the works in the order in which they ended
 * @throws when no one moves for a minute
 */
export async function interleave(
  works: readonly ((gate: Gate) => Promise<unknown>)[],
  choices: readonly number[],
): Promise<{ results: PromiseSettledResult<unknown>[]; ended: number[] }> {
  const ended: number[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let wake = (): void => undefined;
  const gate: Gate = async () => {
    running -= 1;
    await new Promise<void>((resume) => {
      waiting.push(resume);
      wake();
    });
  };
  const results = works.map(async (work, index) => {
    running += 1;
    await gate();
    try {
      return await work(gate);
    } finally {
      ended.push(index);
      running -= 1;
      wake();
    }
  });
  const done = Promise.allSettled(results);

  for (let step = 0; ; step++) {
    await allAtGates();
    if (waiting.length === 0) return { results: await done, ended };
    const choice = choices[Math.min(step, choices.length - 1)] ?? 0;
    // Every fifth step lets more than one go on.
    const count = choice % 5 === 4 ? waiting.length : 1;
    for (let released = 0; released < count; released++) {
      const [resume] = waiting.splice((choice + released) % waiting.length, 1);
      running += 1;
      resume?.();
    }
  }

  async function allAtGates(): Promise<void> {
    const deadline = new AbortController();
    const stuck = sleep(stuckMs, "stuck", { signal: deadline.signal }).catch(() => "stopped");
    try {
      while (running > 0) {
        const woken = new Promise<string>((resolve) => {
          wake = () => resolve("woken");
        });
        if ((await Promise.race([woken, stuck])) === "stuck")
          throw new Error(`${running} pieces of work wait for each other`);
      }
    } finally {
      deadline.abort();
    }
  }
}

/** A store whose every call is a step. What happens inside a transaction is one step: its locks are held meanwhile. */
export function gatedStore(payments: PaymentStore, gate: Gate): PaymentStore {
  return gated(payments, gate);
}

/** Nodes whose every answer is a step. */
export function gatedNodes(nodes: ChainNodes, gate: Gate): ChainNodes {
  return gated(nodes, gate);
}

/** Names that answer at once. */
const immediate: ReadonlySet<PropertyKey> = new Set(["others", "use", "health", "chainId", "nodes"]);

function gated<T extends object>(target: T, gate: Gate): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== "function" || immediate.has(name)) return member;
      return async (...args: unknown[]) => {
        await gate();
        return Reflect.apply(member, object, args);
      };
    },
  });
}
