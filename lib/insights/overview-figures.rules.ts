import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { OverviewRange } from "@/lib/insights/overview-range.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";

/** Activity of one token on one chain; chain 0 and an empty token mean "none chosen". */
export type Counted = {
  chainId: number;
  tokenAddress: string;
  /** Created in that time, and how many of those are paid now. */
  createdCount: number;
  convertedCount: number;
  /** Paid in that time, created at any time; smallest units. */
  paidCount: number;
  paidUnits: bigint;
  /** Sum of their times from creation to payment, in milliseconds. */
  paidMs: bigint;
};

/** The amount received in tokens with the same symbol, over all chains. */
export type Volume = { symbol: string; amount: Decimal };

export type Figures = {
  /** By symbol, largest first: amounts of different tokens are never added. */
  volumes: readonly Volume[];
  createdCount: number;
  convertedCount: number;
  paidCount: number;
  /** Mean time from creation to payment; null without a payment. */
  meanPaidMs: number | null;
};

type OverviewFigures = {
  now: Figures;
  steps: readonly (Figures & { from: Date; to: Date })[];
  /** Paid in tokens that are no longer listed: in no volume. */
  unlistedPaidCount: number;
};

/** Combines the figures of an overview's range. */
export function overviewFigures(
  chains: readonly Chain[],
  range: { to: Date; steps: OverviewRange["steps"] },
  counted: readonly (Counted & { step: number })[],
): OverviewFigures {
  const figures = (rows: readonly Counted[]) => figuresOf(chains, rows);
  const byStep = groupBy(counted, ({ step }) => step);
  return {
    now: figures(counted),
    steps: range.steps.map((from, step) => ({
      from,
      to: range.steps[step + 1] ?? range.to,
      ...figures(byStep.get(step) ?? []),
    })),
    unlistedPaidCount: counted.reduce((sum, row) => sum + (isListed(chains, row) ? 0 : row.paidCount), 0),
  };
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

function figuresOf(chains: readonly Chain[], rows: readonly Counted[]): Figures {
  const sum = (of: (row: Counted) => number) => rows.reduce((total, row) => total + of(row), 0);
  const paidCount = sum((row) => row.paidCount);
  const paidMs = rows.reduce((total, row) => total + row.paidMs, 0n);
  return {
    volumes: volumesOf(
      chains,
      rows.map(({ chainId, tokenAddress, paidUnits }) => ({
        chainId,
        tokenAddress: tokenAddress as Hex,
        units: paidUnits,
      })),
    ),
    createdCount: sum((row) => row.createdCount),
    convertedCount: sum((row) => row.convertedCount),
    paidCount,
    meanPaidMs: paidCount === 0 ? null : Number(paidMs) / paidCount,
  };
}

/** Tokens of one symbol may have other decimals on another chain: the sum uses the most. */
function volumesOf(chains: readonly Chain[], sums: readonly (TokenRef & { units: bigint })[]): Volume[] {
  const volumes = new Map<string, Decimal>();
  for (const { units, ...token } of sums) {
    const found = findToken(chains, token);
    if (found === null || units === 0n) continue;
    const { symbol, decimals } = found.token;
    volumes.set(symbol, addDecimals(volumes.get(symbol) ?? none, { digits: units, scale: decimals }));
  }
  return [...volumes]
    .map(([symbol, amount]) => ({ symbol, amount }))
    .sort((a, b) => compare(b.amount, a.amount) || (a.symbol < b.symbol ? -1 : 1));
}

const none: Decimal = { digits: 0n, scale: 0 };

function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + atScale(b, scale), scale };
}

function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function atScale({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}

function isListed(chains: readonly Chain[], { chainId, tokenAddress }: Counted): boolean {
  return findToken(chains, { chainId, tokenAddress: tokenAddress as Hex }) !== null;
}

/** Share of the period's checkouts that are paid now, from 0 to 1; null without any. */
export function conversionOf({
  createdCount,
  convertedCount,
}: {
  createdCount: number;
  convertedCount: number;
}) {
  return createdCount === 0 ? null : convertedCount / createdCount;
}

/** For charts only: a float approximation. */
export function toNumber({ digits, scale }: Decimal): number {
  return Number(digits) / 10 ** scale;
}

/** An amount of one token on one chain, in its smallest units. */
export type TokenSum = TokenRef & { units: bigint };

/** Received, less what was refunded. Totals count each token as one dollar; unlisted tokens are in none. */
export type Revenue = {
  received: Decimal;
  refunded: Decimal;
  /** May be below 0: refunds of earlier payments. */
  net: Decimal;
};

/** What the overview shows. */
export type Overview = OverviewFigures & {
  /** The time up to which the figures count; null before the first count. */
  countedAt: Date | null;
  today: Revenue;
  month: Revenue;
};

export function revenueOf(
  chains: readonly Chain[],
  received: readonly TokenSum[],
  refunded: readonly TokenSum[],
): Revenue {
  const total = { received: totalOf(chains, received), refunded: totalOf(chains, refunded) };
  const { digits, scale } = total.refunded;
  return { ...total, net: addDecimals(total.received, { digits: -digits, scale }) };
}

/** One total over all listed tokens: a token is a dollar. */
export function totalOf(chains: readonly Chain[], sums: readonly TokenSum[]): Decimal {
  return volumesOf(chains, sums).reduce<Decimal>((total, { amount }) => addDecimals(total, amount), {
    digits: 0n,
    scale: 0,
  });
}

/** The listed tokens among them: anyone can send any other. */
export function listedSums<Sum extends TokenRef>(chains: readonly Chain[], sums: readonly Sum[]): Sum[] {
  return sums.filter((sum) => findToken(chains, sum) !== null);
}
