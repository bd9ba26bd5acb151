import type {
  Balance,
  Checkout,
  CheckoutStatus,
  Refund,
  Settlement,
} from "../../../../packages/client/src/generated/types";
import { addDecimals, formatUnits } from "./money";

/** `amount` is a decimal string, or smallest units where `symbol` is null. */
export type TokenAmount = { chainId: number; tokenAddress: string; symbol: string | null; amount: string };
export type CurrencyAmount = { currency: string; amount: string };

type KnownToken = Pick<Balance, "chainId" | "tokenAddress" | "symbol" | "decimals">;

const keyOf = (chainId: number, tokenAddress: string) => `${chainId}:${tokenAddress.toLowerCase()}`;

/** Exact sums by chain and token. */
function sumByToken(
  entries: readonly { chainId: number; tokenAddress: string; units: string }[],
  known: readonly KnownToken[],
): TokenAmount[] {
  const sums = new Map<string, { chainId: number; tokenAddress: string; units: bigint }>();
  for (const { chainId, tokenAddress, units } of entries) {
    const key = keyOf(chainId, tokenAddress);
    const sum = sums.get(key)?.units ?? 0n;
    sums.set(key, { chainId, tokenAddress, units: sum + BigInt(units) });
  }
  return [...sums].map(([key, { units, ...place }]) => {
    const token = known.find(({ chainId, tokenAddress }) => keyOf(chainId, tokenAddress) === key);
    return {
      ...place,
      symbol: token?.symbol ?? null,
      amount: token === undefined ? units.toString() : formatUnits(units, token.decimals),
    };
  });
}

/** Exact sums of fiat prices by currency. */
function sumByCurrency(prices: readonly Pick<Checkout, "fiatAmount" | "fiatCurrency">[]): CurrencyAmount[] {
  const byCurrency = new Map<string, string[]>();
  for (const { fiatAmount, fiatCurrency } of prices)
    if (fiatAmount !== null && fiatCurrency !== null)
      byCurrency.set(fiatCurrency, [...(byCurrency.get(fiatCurrency) ?? []), fiatAmount]);
  return [...byCurrency].map(([currency, amounts]) => ({ currency, amount: addDecimals(amounts) }));
}

export type Facts = {
  checkouts: readonly Checkout[];
  refunds: readonly Refund[];
  settlements: readonly Settlement[];
  balances: readonly KnownToken[];
};

/** Figures of checkouts, refunds and settlements that began in a period. */
export function figuresOf({ checkouts, refunds, settlements, balances }: Facts) {
  const paid = checkouts.filter(({ paidAt }) => paidAt !== null);
  const byStatus: Partial<Record<CheckoutStatus, number>> = {};
  for (const { status } of checkouts) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const known = [...balances, ...checkouts.flatMap(chosenToken)];
  const completed = refunds.filter(({ status }) => status === "COMPLETED");
  const done = settlements.filter(({ status }) => status === "COMPLETED");
  const gas = new Map<number, bigint>();
  for (const { chainId, gasWei } of done) gas.set(chainId, (gas.get(chainId) ?? 0n) + BigInt(gasWei ?? 0));
  return {
    checkouts: { created: checkouts.length, byStatus, paid: paid.length, prices: sumByCurrency(paid) },
    received: sumByToken(
      checkouts.flatMap(({ chainId, tokenAddress, paidAmount }) =>
        chainId === null || tokenAddress === null || paidAmount === "0"
          ? []
          : [{ chainId, tokenAddress, units: paidAmount }],
      ),
      known,
    ),
    refunds: {
      requested: refunds.length,
      completed: completed.length,
      amounts: sumByToken(
        completed.map(({ amount, ...refund }) => ({ ...refund, units: amount })),
        known,
      ),
    },
    settlements: {
      completed: done.length,
      amounts: sumByToken(
        done.flatMap(({ chainId, amounts }) =>
          amounts.map(({ tokenAddress, amount }) => ({ chainId, tokenAddress, units: amount })),
        ),
        known,
      ),
      gas: [...gas].map(([chainId, wei]) => ({ chainId, amount: formatUnits(wei, nativeDecimals) })),
    },
  };
}

/** Every EVM chain counts its own coin in wei. */
const nativeDecimals = 18;

function chosenToken({ chainId, tokenAddress, token }: Checkout): KnownToken[] {
  return chainId === null || tokenAddress === null || token === null
    ? []
    : [{ chainId, tokenAddress, ...token }];
}

/** Whole days in UTC, both included, as times. */
export function boundsOf(firstDay: string, lastDay: string): { from: Date; before: Date } {
  const from = new Date(`${firstDay}T00:00:00Z`);
  const before = new Date(Date.parse(`${lastDay}T00:00:00Z`) + dayMs);
  if (from >= before) throw new Error("lastDay must not be before firstDay");
  if (before.getTime() - from.getTime() > longestDays * dayMs)
    throw new Error(`a period has at most ${longestDays} days`);
  return { from, before };
}

const dayMs = 86_400_000;
const longestDays = 366;
