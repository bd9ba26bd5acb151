import fc from "fast-check";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc } from "@/lib/testing/builders";
import type { History } from "./history";
import { compareWithChain, findBookFaults } from "./invariants";
import { chains, listedTokens } from "./networks";
import type { Terms } from "./position";
import type { StoredLog } from "./snapshot";

/** The service is compared with the chains: the model that fast-check passes around is empty. */
type Nothing = Record<string, never>;
export type Command = fc.AsyncCommand<Nothing, History>;

/** Makes a command whose run ends with a look at everything that must always hold. */
export function command(name: string, run: (history: History) => Promise<void> | void): Command {
  return {
    check: () => true,
    async run(_, history) {
      await run(history);
      await history.refresh();
      history.commands += 1;
      const faults = [...history.faults, ...findBookFaults(history)];
      if (faults.length > 0) throw new Error(`after "${name}":\n${faults.join("\n")}`);
    },
    toString: () => name,
  };
}

/** A command about one of the existing checkouts; none while there is none. */
export function about(
  name: string,
  pick: number,
  run: (history: History, checkoutId: string) => Promise<void> | void,
): Command {
  return command(`${name} #${pick}`, async (history) => {
    const checkoutId = history.checkoutIds[pick % history.checkoutIds.length];
    if (checkoutId !== undefined) await run(history, checkoutId);
  });
}

export const pick = fc.nat(2);
export const chainIds = chains.map(({ chainId }) => chainId);
const chainId = fc.constantFrom(...chainIds);
export const token = fc.constantFrom(...listedTokens);
const project = fc.nat(2);

export function allow(outcome: string, ...allowed: string[]): void {
  if (!allowed.includes(outcome)) throw new Error(`the outcome is ${outcome}`);
}

/** What is paid where nothing was selected. */
export const anyTerms: Terms = { chainId: 31337, tokenAddress: usdc, units: 4_500_000n };

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

/** A new checkout; of a history's first three. */
export const create = fc
  .tuple(
    project,
    fc.constantFrom("4.5", "150", "2000", "7000", "20000"),
    // Once more for those that can be paid at once.
    fc.constantFrom<"token" | "open" | "chain" | "amount" | "amount open">(
      "token",
      "token",
      "amount",
      "amount",
      "open",
      "chain",
      "amount open",
    ),
    token,
    fc.constantFrom(1, 2, 10, 60),
  )
  .map(([shop, price, form, { chainId, tokenAddress }, expiryMinutes]) =>
    command(`create ${form} ${price} at shop ${shop}, ${expiryMinutes} min`, (history) => {
      if (history.checkoutIds.length === 3) return;
      // The third shop takes no second token on the second chain.
      const address = shop === 2 && chainId !== chainIds[0] ? usdc : tokenAddress;
      const units = `${BigInt(Math.round(Number(price) * 10)) * 100_000n}`;
      const fiat = { fiatAmount: price, fiatCurrency: "USD", expiryMinutes };
      const forms = {
        token: { ...fiat, chainId, tokenAddress: address },
        open: fiat,
        chain: { ...fiat, chainId },
        amount: { amount: units, expiryMinutes, chainId, tokenAddress: address },
        "amount open": { amount: units, expiryMinutes },
      };
      return history.create(shop, forms[form]);
    }),
  );

export const select = fc.tuple(pick, token).map(([index, choice]) =>
  about(`select ${choice.tokenAddress.slice(0, 4)} on ${choice.chainId}`, index, async (history, id) => {
    const outcome = await history.select(id, choice);
    allow(outcome, "done", "CHECKOUT_NOT_SELECTABLE", "UNSUPPORTED_TOKEN", "UNSUPPORTED_CHAIN");
  }),
);

export const scan = fc
  .tuple(chainId, fc.constantFrom<0 | 1>(0, 0, 1), fc.boolean())
  .map(([chain, worker, confirms]) =>
    command(`watcher ${worker} looks at ${chain}${confirms ? " and confirms" : ""}`, async (history) => {
      const result = await history.scan(chain, worker);
      const isComplete = result !== null && result.remaining === 0n && result.kind !== "behind";
      if (!history.shaken.has(chain) && isComplete) {
        await history.refresh();
        const { head } = history.network(chain).chain;
        history.faults.push(...compareWithChain(history, chain, head.number));
      }
      if (confirms) await history.confirm(chain, worker);
    }),
  );

export const confirm = chainId.map((chain) =>
  command(`what is final on ${chain}`, (history) => history.confirm(chain)),
);

export const expire = fc.constant(command("expire", (history) => history.expire()));

export const cancel = pick.map((index) =>
  about("cancel", index, async (history, id) => {
    const isOpen = history.stored(id).status === "PENDING";
    allow(await history.cancel(id), isOpen ? "done" : "CHECKOUT_NOT_CANCELLABLE");
  }),
);

export const accept = fc.tuple(pick, fc.constantFrom(0n, 0n, 0n, 1n)).map(([index, off]) =>
  about(`accept ${off === 0n ? "what is there" : "one more"}`, index, async (history, id) => {
    allow(
      await history.accept(id, off),
      ...(off === 0n ? ["done"] : []),
      "CHECKOUT_NOT_ACCEPTABLE",
      "ACCEPT_AMOUNT_MISMATCH",
    );
  }),
);

export const verify = fc.tuple(pick, fc.nat(5), fc.boolean()).map(([index, which, foreign]) =>
  about(`verify ${foreign ? "on the other chain" : `payment -${which}`}`, index, async (history, id) => {
    const payment = history.sent.at(-1 - which);
    const unknown: Hex = `0x${"e".repeat(63)}${which}`;
    const hash = payment?.transaction.hash ?? unknown;
    const where = payment?.chainId ?? anyTerms.chainId;
    const other = chainIds.find((chain) => chain !== where) ?? where;
    allow(
      await history.verify(id, foreign ? other : where, hash),
      "done",
      "CHAIN_MISMATCH",
      "TRANSACTION_NOT_FOUND",
      "TRANSACTION_REVERTED",
      "NO_MATCHING_TRANSFER",
      "unavailable",
    );
  }),
);

export const refund = fc.tuple(pick, fc.constantFrom("all", "half", "one more")).map(([index, how]) =>
  about(`refund ${how}`, index, async (history, id) => {
    const { status, paidAmount, refunded, refunding } = history.stored(id);
    const left = paidAmount - refunded - refunding;
    const rest = left > 0n ? left : 0n;
    const units = how === "all" ? rest : how === "half" ? rest / 2n : rest + 1n;
    const isOpen = !["PENDING", "DETECTED", "REFUNDED"].includes(status) && paidAmount > 0n;
    const outcome = await history.refund(id, units > 0n ? units : 1n);
    const expected = !isOpen
      ? "CHECKOUT_NOT_REFUNDABLE"
      : units > rest || rest === 0n || units === 0n
        ? rest > 0n && units === 0n
          ? "done"
          : "REFUND_AMOUNT_EXCEEDS_AVAILABLE"
        : "done";
    allow(outcome, expected);
  }),
);
