import fc from "fast-check";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Action } from "@/lib/testing/simulated-chain/actions";
import { about, allow, anyTerms, pick } from "./command";
import type { History } from "./history";
import { merchant, refundDestination, stranger } from "./networks";

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
export const payBack = fc
  .tuple(pick, hands, way, fc.constantFrom(-1, 0, 0, 1))
  .map(([index, by, how, more]) =>
    about(`pay back ${how} by ${by}${more < 0 ? ", unmined" : ""}`, index, (history, id) => {
      const chainId = send(history, id, by, how);
      if (more >= 0) history.mine(chainId, 1 + more);
    }),
  );

/** The usual way: all that can be asked for, or a part of it, is asked for, sent, seen and confirmed at once. */
export const refundAndWatch = fc
  .tuple(pick, hands, fc.constantFrom(1n, 1n, 2n), fc.constantFrom(0, 1, 3))
  .map(([index, by, part, blocks]) =>
    about(
      `refund ${part === 1n ? "all" : "a half"} by ${by}, mined ${blocks} deep and watched`,
      index,
      async (history, id) => {
        const { paidAmount, refunded, refunding } = history.expectedOf(id);
        const units = (paidAmount - refunded - refunding) / part;
        if (units > 0n) allow(await history.refund(id, units), "done", "CHECKOUT_NOT_REFUNDABLE");
        const chainId = send(history, id, by, "exact");
        history.mine(chainId, 1 + blocks);
        await history.scan(chainId);
        await history.confirm(chainId);
      },
    ),
  );
