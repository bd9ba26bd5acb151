import fc from "fast-check";
import { chainId, command } from "./command";

export const mine = fc
  .tuple(chainId, fc.constantFrom(1, 1, 2, 4, 7))
  .map(([chain, blocks]) => command(`mine ${blocks} on ${chain}`, (history) => history.mine(chain, blocks)));

export const pass = fc.constantFrom(1, 20, 61, 700).map((seconds) =>
  command(`${seconds} s pass`, (history) => {
    history.now = new Date(history.now.getTime() + seconds * 1_000);
  }),
);

export const reorg = fc
  .tuple(
    chainId,
    fc.integer({ min: 1, max: 8 }),
    fc.constantFrom("drop", "keep", "delay", "reverse", "half"),
    fc.constantFrom(-1, -1, 0, 1, 3),
  )
  .map(([chain, depth, what, more]) =>
    command(`reorg of ${depth} on ${chain}: ${what}, ${more} more blocks`, (history) => {
      const network = history.network(chain);
      const gone = network.chain.blocks.slice(-depth);
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
      network.chain.reorg(
        depth,
        times.map((timestamp, index) => ({ timestamp, transactions: index === at ? ordered : [] })),
      );
      history.mine(chain, 0);
      for (const transaction of lost.filter((item) => !kept.includes(item)))
        history.waiting.push({ chainId: chain, transaction });
    }),
  );

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
