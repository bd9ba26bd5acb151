import fc from "fast-check";
import { about, chainId, command, pick } from "./command";
import type { History } from "./history";
import type { StoredLog } from "./snapshot";

export const mine = fc
  .tuple(chainId, fc.constantFrom(1, 1, 2, 4, 7))
  .map(([chain, blocks]) => command(`mine ${blocks} on ${chain}`, (history) => history.mine(chain, blocks)));

export const pass = fc.constantFrom(1, 20, 61, 700).map((seconds) =>
  command(`${seconds} s pass`, (history) => {
    history.now = new Date(history.now.getTime() + seconds * 1_000);
  }),
);

const fates = ["drop", "keep", "delay", "reverse", "half"] as const;
type Fate = (typeof fates)[number];
const fate = fc.constantFrom(...fates);
/** By how many blocks the new branch is longer. */
const longer = fc.constantFrom(-1, -1, 0, 1, 3);
const deepest = 20;

export const reorg = fc
  .tuple(chainId, fc.integer({ min: 1, max: 8 }), fate, longer)
  .map(([chain, depth, what, more]) =>
    command(`reorg of ${depth} on ${chain}: ${what}, ${more} more blocks`, (history) =>
      reorganise(history, chain, depth, what, more),
    ),
  );

/** From where a checkout was paid on, or where money went back. */
export const reorgOfPayment = fc
  .tuple(pick, fc.constantFrom<StoredLog["flow"]>("in", "back"), fate, longer)
  .map(([index, flow, what, more]) =>
    about(
      `reorg of what ${flow === "in" ? "came in" : "went back"}: ${what}, ${more} more blocks`,
      index,
      (history, id) => {
        const log = history.snapshot.logs.find(
          (item) => item.checkoutId === id && item.flow === flow && !item.orphaned,
        );
        if (log === undefined) return;
        const depth = history.network(log.chainId).chain.head.number - log.block + 1;
        if (depth > 0) reorganise(history, log.chainId, Math.min(depth, deepest), what, more);
      },
    ),
  );

function reorganise(history: History, chainId: number, depth: number, what: Fate, more: number): void {
  const { chain } = history.network(chainId);
  const gone = chain.blocks.slice(-depth);
  const lost = gone.flatMap(({ transactions }) => transactions.map(({ transaction }) => transaction));
  const kept = what === "drop" ? [] : what === "half" ? lost.filter((_, index) => index % 2 === 0) : lost;
  const ordered = what === "reverse" ? kept.toReversed() : kept;
  const count = Math.max(1, depth + more);
  const first = gone[0]?.timestamp ?? history.seconds;
  const times = Array.from({ length: count }, (_, index) =>
    Math.max(first + index, history.seconds - count + index + 1),
  );
  // No block holds what was sent after it was made.
  const sentBy = Math.max(0, ...ordered.map((transaction) => history.sentAt(transaction)));
  const earliest = times.findIndex((time) => time >= sentBy);
  const at = what === "delay" || earliest < 0 ? count - 1 : earliest;
  chain.reorg(
    depth,
    times.map((timestamp, index) => ({ timestamp, transactions: index === at ? ordered : [] })),
  );
  history.mine(chainId, 0);
  for (const transaction of lost.filter((item) => !kept.includes(item)))
    history.waiting.push({ chainId, transaction });
}

export const fault = fc
  .tuple(
    chainId,
    fc.nat(1),
    fc.constantFrom(
      { emptyLogs: 1 },
      { emptyLogs: 2 },
      { behindBlocks: 1 },
      { behindBlocks: 3 },
      { unavailable: true },
    ),
  )
  .map(([chain, node, faults]) =>
    command(`node ${node} of ${chain}: ${JSON.stringify(faults)}`, (history) =>
      history.fail(chain, node, faults),
    ),
  );

export const heal = fc.constant(command("nodes are well again", (history) => history.heal()));
