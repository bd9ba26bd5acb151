import fc from "fast-check";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc } from "@/lib/testing/builders";
import { about, allow, anyTerms, chainId, chainIds, command, pick, project, token } from "./command";
import { compareWithChain } from "./invariants";

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
    const isOpen = history.expectedOf(id).status === "PENDING";
    allow(await history.cancel(id), isOpen ? "done" : "CHECKOUT_NOT_CANCELLABLE");
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
    const { status, paidAmount, refunded, refunding } = history.expectedOf(id);
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
