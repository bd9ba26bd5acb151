import { setTimeout as sleep } from "node:timers/promises";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import { cancelCheckout, selectToken } from "@/lib/checkouts/pending-checkout";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { verifyPayment } from "@/lib/payments/verify-payment";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { requestRefund } from "@/lib/refunds/request-refund";
import { usdc, usdt } from "@/lib/testing/builders";
import type { History } from "./history";
import { merchant, payer, refundDestination } from "./networks";
import type { ModelDeps, ModelStores } from "./world";

/** Something that a worker, a customer or a merchant does. */
export type Act = {
  name: string;
  second?: boolean;
  run: (deps: ModelDeps, history: History) => Promise<unknown>;
};

/** What was there, and what is then done at once. */
export type Scenario = { name: string; prepare: (history: History) => Promise<void>; acts: readonly Act[] };

const chainId = 31337;
const price = 4_500_000n;
const fixed = { amount: `${price}`, chainId, tokenAddress: usdc, expiryMinutes: 1 };

function id(history: History, index: number): string {
  const found = history.checkoutIds[index];
  if (found === undefined) throw new Error(`there is no checkout ${index}`);
  return found;
}

function pay(history: History, index: number, amountUnits = price, token: Hex = usdc): void {
  const to = history.stored(id(history, index)).depositAddress as Hex;
  history.send(chainId, [{ kind: "transfer", token, from: payer, to, amountUnits }]);
  history.mine(chainId);
}

/** The price goes back, out of the deposit address and out of the merchant's wallet. */
function payBackTwice(history: History, index: number): void {
  const deposit = history.stored(id(history, index)).depositAddress as Hex;
  const sent = { token: usdc, to: refundDestination, amountUnits: price };
  history.send(chainId, [{ kind: "refund", deposit, ...sent }]);
  history.send(chainId, [{ kind: "transfer", from: merchant, ...sent }]);
}

/** Past the end of the checkouts' time, with a block after it. */
function passExpiry(history: History): void {
  history.now = new Date(history.now.getTime() + 61_000);
  history.mine(chainId);
}

async function watch(history: History): Promise<void> {
  await history.scan(chainId);
  await history.confirm(chainId);
}

/** Takes the newest blocks with all payments in them; they come back in the last of the new ones when `again`. */
function reorg(history: History, depth: number, again: boolean): void {
  const { chain } = history.network(chainId);
  const lost = chain.blocks
    .slice(-depth)
    .flatMap(({ transactions }) => transactions.map((mined) => mined.transaction));
  chain.reorg(
    depth,
    Array.from({ length: depth + 1 }, (_, index) => ({
      timestamp: history.seconds,
      transactions: again && index === depth ? lost : [],
    })),
  );
  history.mine(chainId, 0);
}

const look: Act = { name: "look", run: (deps) => scanChainOnce(deps, chainId) };
const secondLook: Act = { ...look, name: "second watcher's look", second: true };
const confirm: Act = { name: "confirm", run: (deps) => confirmPayments(deps, chainId) };
const secondConfirm: Act = { ...confirm, name: "second watcher's confirm", second: true };
const expire: Act = { name: "expire", run: (deps) => expireCheckouts(deps) };

const cancel = (index: number): Act => ({
  name: `cancel ${index}`,
  run: (deps, history) => {
    const projectId = history.world.projects[0]?.id ?? "";
    return cancelCheckout(deps, projectId, id(history, index));
  },
});

const verify = (index: number): Act => ({
  name: `verify ${index}`,
  run: (deps, history) => {
    const txHash = history.sent.at(-1)?.transaction.hash ?? "";
    return verifyPayment(deps, id(history, index), { txHash, chainId });
  },
});

const refund = (name: string): Act => ({
  name: `refund ${name}`,
  run: (deps, history) => {
    const project = history.world.projects[0];
    if (project === undefined) throw new Error("there is no project");
    const asked = createRefundBody.parse({ amount: `${price}`, destinationAddress: refundDestination });
    return requestRefund(deps, project, id(history, 0), asked);
  },
});

const select = (symbol: string, tokenAddress: Hex): Act => ({
  name: `select ${symbol}`,
  run: (deps, history) => selectToken(deps, id(history, 0), { chainId, tokenAddress }),
});

export const scenarios: readonly Scenario[] = [
  {
    name: "a payment in the last second that nobody has seen, when time is over",
    prepare: async (history) => {
      await history.create(0, fixed);
      await watch(history);
      pay(history, 0);
      passExpiry(history);
    },
    acts: [look, secondLook, verify(0), expire, cancel(0)],
  },
  {
    name: "a part is paid, the rest comes late",
    prepare: async (history) => {
      await history.create(0, fixed);
      pay(history, 0, price / 2n);
      await watch(history);
      passExpiry(history);
      pay(history, 0, price);
      history.mine(chainId, 2);
    },
    acts: [look, verify(0), expire, cancel(0), confirm],
  },
  {
    name: "a payment that is about to count, and two refunds of all of it",
    prepare: async (history) => {
      await history.create(0, fixed);
      pay(history, 0);
      await history.scan(chainId);
      history.mine(chainId, 2);
      await history.scan(chainId);
    },
    acts: [confirm, secondConfirm, refund("once"), refund("again"), cancel(0)],
  },
  {
    name: "a payment that was seen and is gone",
    prepare: async (history) => {
      await history.create(0, fixed);
      pay(history, 0);
      await watch(history);
      passExpiry(history);
      reorg(history, 3, false);
    },
    acts: [look, secondLook, verify(0), expire, confirm],
  },
  {
    name: "a payment that counts and moves to another block",
    prepare: async (history) => {
      await history.create(0, fixed);
      pay(history, 0);
      history.mine(chainId, 2);
      await watch(history);
      reorg(history, 3, true);
      history.mine(chainId, 2);
    },
    acts: [look, secondLook, verify(0), confirm, refund("of it")],
  },
  {
    name: "two checkouts are paid by one transaction",
    prepare: async (history) => {
      await history.create(0, fixed);
      await history.create(0, fixed);
      await watch(history);
      const transfers = [0, 1].map((index) => ({
        kind: "transfer" as const,
        token: usdc,
        from: payer,
        to: history.stored(id(history, index)).depositAddress as Hex,
        amountUnits: price,
      }));
      history.send(chainId, transfers);
      history.mine(chainId, 2);
    },
    acts: [look, secondLook, verify(0), verify(1), cancel(1)],
  },
  {
    name: "a refund that is asked for is paid twice at once, by deposit and by wallet",
    prepare: async (history) => {
      await history.create(0, fixed);
      pay(history, 0);
      history.mine(chainId, 2);
      await watch(history);
      await history.refund(id(history, 0), price);
      payBackTwice(history, 0);
      history.mine(chainId, 2);
    },
    acts: [look, secondLook, confirm, secondConfirm, verify(0)],
  },
  {
    name: "money lies at the address before a token is selected",
    prepare: async (history) => {
      await history.create(0, { amount: `${price}`, expiryMinutes: 1 });
      await watch(history);
      pay(history, 0, price, usdt);
      history.mine(chainId, 2);
    },
    acts: [look, verify(0), select("USDT", usdt), select("USDC", usdc), cancel(0)],
  },
];

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

/** Stores whose every call is a step. What happens inside a transaction is one step: its locks are held meanwhile. */
export function gatedStores(stores: ModelStores, gate: Gate): ModelStores {
  return {
    payments: gated(stores.payments, gate),
    pendingCheckouts: gated(stores.pendingCheckouts, gate),
    deposits: gated(stores.deposits, gate),
    positions: gated(stores.positions, gate),
    scanProgress: gated(stores.scanProgress, gate),
    recordedLogs: gated(stores.recordedLogs, gate),
    hints: gated(stores.hints, gate),
    expiry: gated(stores.expiry, gate),
  };
}

/** Nodes whose every answer is a step. */
export function gatedNodes(nodes: ChainNodes, gate: Gate): ChainNodes {
  return gated(nodes, gate);
}

/** Names that answer at once. */
const immediate: ReadonlySet<PropertyKey> = new Set([
  "others",
  "use",
  "health",
  "chainId",
  "nodes",
  "blocksAtOnce",
]);

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
