import fc from "fast-check";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc, usdt } from "@/lib/testing/builders";
import type { Action } from "@/lib/testing/simulated-chain/contracts";
import type { History } from "./history";
import { fakeUsdc, merchant, payer, refundDestination, stranger, type TokenChoice } from "./networks";
import type { Terms } from "./position";
import {
  about,
  accept,
  allow,
  anyTerms,
  type Command,
  cancel,
  chainIds,
  confirm,
  create,
  expire,
  fault,
  heal,
  mine,
  pass,
  pick,
  refund,
  reorg,
  reorgOfPayment,
  scan,
  select,
  token,
  verify,
} from "./service-commands";

/** The amount to send, as a share of the requested one; in one transaction. */
const shares = {
  exact: ({ units }: Terms) => [units],
  // Where the tolerance ends.
  least: (terms: Terms, toleranceBps: number) => [leastOf(terms, toleranceBps)],
  "one too few": (terms: Terms, toleranceBps: number) => [leastOf(terms, toleranceBps) - 1n],
  half: ({ units }: Terms) => [units / 2n],
  rest: ({ units }: Terms) => [units - units / 2n],
  over: ({ units }: Terms) => [units + 1_000n],
  double: ({ units }: Terms) => [units, units],
  "in three": ({ units }: Terms) => [units / 3n, units / 3n, units - 2n * (units / 3n)],
  dust: () => [1n],
  nothing: () => [0n],
} as const;

function leastOf({ units }: Terms, toleranceBps: number): bigint {
  return units - (units * BigInt(toleranceBps)) / 10_000n;
}

const anyShare = fc.constantFrom(...(Object.keys(shares) as (keyof typeof shares)[]));
const share = fc.oneof(anyShare, fc.constantFrom("exact" as const, "least" as const, "over" as const));

function transfers(history: History, id: string, how: keyof typeof shares, quote: number) {
  const { quotes, terms } = history.stored(id);
  const asked = (quote === 0 ? terms : quotes[quote % Math.max(quotes.length, 1)]) ?? anyTerms;
  return transfersOf(history, id, how, asked);
}

function transfersOf(history: History, id: string, how: keyof typeof shares, asked: Terms) {
  const { depositAddress, toleranceBps } = history.stored(id);
  const actions = shares[how](asked, toleranceBps).map(
    (amountUnits): Extract<Action, { kind: "transfer" }> => ({
      kind: "transfer",
      token: asked.tokenAddress as Hex,
      from: payer,
      to: depositAddress as Hex,
      amountUnits,
    }),
  );
  return { chainId: asked.chainId, actions };
}

const pay = fc.tuple(pick, share, fc.nat(2), fc.boolean()).map(([index, how, quote, mined]) =>
  about(
    `pay ${how}${quote > 0 ? ` by quote ${quote}` : ""}${mined ? "" : ", unmined"}`,
    index,
    (history, id) => {
      const { chainId, actions } = transfers(history, id, how, quote);
      history.send(chainId, actions);
      if (mined) history.mine(chainId);
    },
  ),
);

/** The usual way: paid, seen and confirmed at once. */
const payAndWatch = fc.tuple(pick, share, fc.constantFrom(0, 1, 3)).map(([index, how, blocks]) =>
  about(`pay ${how}, mined ${blocks} deep and watched`, index, async (history, id) => {
    const { chainId, actions } = transfers(history, id, how, 0);
    history.send(chainId, actions);
    history.mine(chainId, 1 + blocks);
    await history.scan(chainId);
    await history.confirm(chainId);
  }),
);

/** Two quotes, each paid in whole: the later one when the payment of the earlier may count for good already. */
const payBothQuotes = fc
  .tuple(pick, token, token, fc.constantFrom(1, 7))
  .map(([index, first, second, blocks]) =>
    about(
      `pay ${[first, second].map(nameOf).join(", then ")}, each mined ${blocks} deep`,
      index,
      async (history, id) => {
        for (const choice of history.stored(id).quotes.length === 0 ? [first, second] : [second]) {
          const outcome = await history.select(id, choice);
          allow(outcome, "done", "CHECKOUT_NOT_SELECTABLE", "UNSUPPORTED_TOKEN", "UNSUPPORTED_CHAIN");
        }
        const { quotes } = history.stored(id);
        const selected = quotes.filter(({ offered }) => !offered);
        for (const asked of [selected.at(0) ?? anyTerms, selected.at(-1) ?? anyTerms]) {
          const { chainId, actions } = transfersOf(history, id, "exact", asked);
          history.send(chainId, actions);
          history.mine(chainId, 1 + blocks);
          await history.scan(chainId);
          await history.confirm(chainId);
        }
      },
    ),
  );

function nameOf({ chainId, tokenAddress }: TokenChoice): string {
  return `${tokenAddress.slice(0, 4)} on ${chainId}`;
}

const payAmiss = fc
  .tuple(pick, fc.constantFrom("other token", "other chain", "unknown token", "coin", "two at once"), share)
  .map(([index, how, amount]) =>
    about(`pay ${amount}: ${how}`, index, (history, id) => {
      const { chainId, actions } = transfers(history, id, amount, 0);
      const elsewhere = chainIds.find((other) => other !== chainId) ?? chainId;
      const to = actions[0]?.to ?? merchant;
      const swapped = actions.map((action) => ({ ...action, token: action.token === usdc ? usdt : usdc }));
      const where = how === "other chain" ? elsewhere : chainId;
      const next = history.checkoutIds[(history.checkoutIds.indexOf(id) + 1) % history.checkoutIds.length];
      const sent: Action[] =
        how === "other token"
          ? swapped
          : how === "unknown token"
            ? actions.map((action) => ({ ...action, token: fakeUsdc }))
            : how === "coin"
              ? [{ kind: "coin", to, wei: 10n ** 18n }]
              : how === "two at once" && next !== undefined
                ? [...actions, ...transfers(history, next, amount, 0).actions]
                : [...actions];
      history.send(where, sent);
      history.mine(where);
    }),
  );

const sweep = fc.tuple(pick, fc.boolean()).map(([index, partly]) =>
  about(`sweep${partly ? " the other token" : ""}`, index, (history, id) => {
    const { terms, depositAddress } = history.stored(id);
    const swept = terms ?? anyTerms;
    const token = partly ? (swept.tokenAddress === usdc ? usdt : usdc) : (swept.tokenAddress as Hex);
    history.send(swept.chainId, [{ kind: "sweep", token, deposit: depositAddress as Hex, merchant }]);
    history.mine(swept.chainId);
  }),
);

/** To the last second of a checkout, the one before it, or the first after it; in a block of that second it may be paid. */
const passToExpiry = fc
  .tuple(pick, fc.constantFrom(-1, 0, 0, 1), fc.option(share, { freq: 3 }))
  .map(([index, offset, how]) =>
    about(
      `time passes to its end ${offset < 0 ? "" : "+"}${offset} s${how === null ? "" : `, paid ${how} then`}`,
      index,
      (history, id) => {
        const at = history.stored(id).expiresAt + offset * 1_000;
        history.now = new Date(Math.max(history.now.getTime(), at));
        const { chainId, actions } = transfers(history, id, how ?? "dust", 0);
        if (how !== null) history.send(chainId, actions);
        history.mine(chainId);
      },
    ),
  );

/** Out of whose hands. */
const hands = fc.constantFrom<"deposit" | "wallet">("deposit", "wallet");

type Payment = { chainId: number; token: Hex; to: Hex; units: bigint };

/** What the oldest refund that waits asks for; where none does, what a merchant may think of. */
function wanted(history: History, id: string): Payment {
  const { refunds, terms, totalPaid } = history.stored(id);
  const waiting = refunds.find(({ status }) => !["COMPLETED", "PROCESSING", "CANCELLED"].includes(status));
  const { chainId, tokenAddress } = waiting ?? terms ?? anyTerms;
  return {
    chainId,
    token: tokenAddress as Hex,
    to: (waiting?.to ?? refundDestination) as Hex,
    units: waiting?.units ?? totalPaid,
  };
}

const ways = {
  exact: (payment: Payment) => [payment],
  "one too few": (payment: Payment) => [{ ...payment, units: payment.units - 1n }],
  half: (payment: Payment) => [{ ...payment, units: payment.units / 2n }],
  "to a stranger": (payment: Payment) => [{ ...payment, to: stranger }],
  twice: (payment: Payment) => [payment, payment],
} as const;

const way = fc.constantFrom<keyof typeof ways>(
  "exact",
  "exact",
  ...(Object.keys(ways) as (keyof typeof ways)[]),
);

function send(history: History, id: string, by: "deposit" | "wallet", how: keyof typeof ways): number {
  const payments = ways[how](wanted(history, id)).filter(({ units }) => units > 0n);
  const deposit = history.stored(id).depositAddress as Hex;
  const { chainId } = wanted(history, id);
  const actions = payments.map(
    ({ token, to, units: amountUnits }): Action =>
      by === "deposit"
        ? { kind: "refund", token, deposit, to, amountUnits }
        : { kind: "transfer", token, from: merchant, to, amountUnits },
  );
  if (actions.length > 0) history.send(chainId, actions);
  return chainId;
}

/** A refund is paid, as requested or not. */
const payBack = fc.tuple(pick, hands, way, fc.constantFrom(-1, 0, 0, 1)).map(([index, by, how, more]) =>
  about(`pay back ${how} by ${by}${more < 0 ? ", unmined" : ""}`, index, (history, id) => {
    const chainId = send(history, id, by, how);
    if (more >= 0) history.mine(chainId, 1 + more);
  }),
);

/** The usual way: all that can be asked for, or a part of it, is asked for, sent, seen and confirmed at once. */
const refundAndWatch = fc
  .tuple(pick, hands, fc.constantFrom(1n, 1n, 2n), fc.constantFrom(0, 1, 3))
  .map(([index, by, part, blocks]) =>
    about(
      `refund ${part === 1n ? "all" : "a half"} by ${by}, mined ${blocks} deep and watched`,
      index,
      async (history, id) => {
        const { paidAmount, refunded, refunding } = history.stored(id);
        const units = (paidAmount - refunded - refunding) / part;
        if (units > 0n) allow(await history.refund(id, units), "done", "CHECKOUT_NOT_REFUNDABLE");
        const chainId = send(history, id, by, "exact");
        history.mine(chainId, 1 + blocks);
        await history.scan(chainId);
        await history.confirm(chainId);
      },
    ),
  );

/** How often each kind comes is how often it teaches something. */
const weighted: readonly [number, fc.Arbitrary<Command>][] = [
  [1, create],
  [3, select],
  [7, pay],
  [7, payAndWatch],
  [3, payAmiss],
  [2, payBothQuotes],
  [4, sweep],
  [2, mine],
  [1, pass],
  [3, passToExpiry],
  [10, scan],
  [1, confirm],
  [2, expire],
  [1, cancel],
  [3, accept],
  [3, verify],
  [4, reorg],
  [2, reorgOfPayment],
  [2, fault],
  [1, heal],
  [2, refund],
  [3, payBack],
  [3, refundAndWatch],
];

const ofNodes: ReadonlySet<fc.Arbitrary<Command>> = new Set([fault, heal]);

/**
 * What fast-check draws histories from: a kind listed twice comes twice as often.
 * @param withFaults whether nodes fail, too
 */
export function commandArbitraries(withFaults: boolean): fc.Arbitrary<Command>[] {
  return weighted
    .filter(([, arbitrary]) => withFaults || !ofNodes.has(arbitrary))
    .flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary));
}
