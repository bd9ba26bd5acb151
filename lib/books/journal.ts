import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { TokenBalance } from "@/lib/payments/balances/balances.schema";
import { dayIn } from "@/lib/platform/i18n/time-zone.rules";
import { timestamp } from "@/lib/platform/primitives.schema";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import {
  changeOfShares,
  fiatValue,
  type GasMovement,
  kindName,
  type LedgerAccount,
  type Movement,
  type RateUsed,
  type TokenMovement,
} from "./movement.rules";

/** What is counted in one commodity: a token of one chain, or the coin of its gas. */
type Unit = {
  /** The end of an account's name, such as "Base:USDC". */
  place: string;
  /** Such as "USDC.base": tokens of different chains never mix. */
  commodity: string;
  /** 0 for a token that is no longer listed: its amounts are in smallest units. */
  decimals: number;
};

/** A line of a transaction: debits are positive. */
export type Posting = { account: string; unit: Unit; units: bigint };

/** The start of a journal. Amounts have a point before their decimals, whatever the reader's country writes. */
export function journalStart(about: string): string {
  return `; ${oneLine(about)}\ndecimal-mark .\n\n`;
}

const written = /^ {4}([^;\s].*?) {2}-?\d+(\.\d+)? ("[^"]+")(?: @@ \d+(\.\d+)? (\w+))?/gm;

/** Declares the accounts and commodities of a journal's text, so that `hledger check --strict` finds a misspelt one. */
export function createDeclarations() {
  const accounts = new Set<string>();
  const commodities = new Map<string, string>();
  return {
    /** @returns the text */
    read: (text: string): string => {
      for (const [, account = "", places = "", commodity = "", fiatPlaces = "", fiat] of text.matchAll(
        written,
      )) {
        accounts.add(account);
        commodities.set(commodity, places);
        if (fiat !== undefined) commodities.set(fiat, fiatPlaces);
      }
      return text;
    },
    entry: (): string =>
      [
        ...[...accounts].map((account) => `account ${account}\n`),
        ...[...commodities].map(
          ([name, places]) => `commodity 1000${places.replaceAll(/\d/g, "0") || "."} ${name}\n`,
        ),
      ].join(""),
  };
}

/** A movement as a transaction, at the day of its booking. */
export function journalEntry(movement: Movement, chains: readonly Chain[], timeZone: string): string {
  const { bookedAt, checkoutId, chainId, txHash, blockNumber, projectId, refundId } = movement;
  const network = networkOf(chains, chainId).name;
  const about = movement.kind === "GAS" ? movement.purpose.toLowerCase() : checkoutId;
  const rate = movement.kind === "GAS" ? null : movement.rate;
  const notes = [
    ["checkout", checkoutId],
    ["refund", refundId],
    ["transaction", txHash],
    ["network", network],
    ["block", blockNumber?.toString() ?? null],
    ...(movement.kind === "GAS" ? gasNotes(movement) : tokenNotes(movement)),
    ["project", projectId],
  ] as const;
  const head = `${kindName(movement).replaceAll("_", " ")} ${about}`;
  return transaction(dayIn(bookedAt, timeZone), head, notes, withCosts(postingsOf(movement, chains), rate));
}

function gasNotes({ settlementId }: GasMovement) {
  return [["settlement", settlementId]] as const;
}

function tokenNotes({ blockTimestamp, referenceId, rate }: TokenMovement) {
  return [
    ["block-time", timestamp(blockTimestamp)],
    ["reference", referenceId],
    ["rate", rate === null ? null : `${rate.perToken} ${rate.currency}`],
    ["rate-time", rate?.at ? timestamp(rate.at) : null],
    ["rate-source", rate?.source ?? null],
  ] as const;
}

const assets: Readonly<Record<Exclude<LedgerAccount, "CUSTOMER">, string>> = {
  DEPOSIT: "assets:deposits",
  MERCHANT: "assets:settlement",
};

/** The double entry of a movement. Its postings add up to 0. */
export function postingsOf(movement: Movement, chains: readonly Chain[]): Posting[] {
  if (movement.kind === "GAS") {
    const unit = coinOf(chains, movement.chainId);
    return [
      { account: `expenses:gas:${unit.place}`, unit, units: movement.costWei },
      { account: `equity:gas paid:${unit.place}`, unit, units: -movement.costWei },
    ];
  }
  const unit = unitOf(chains, movement);
  const { toAccount, fromAccount, amountUnits } = movement;
  return [
    ...sideOf(movement, toAccount, amountUnits, unit),
    ...sideOf(movement, fromAccount, -amountUnits, unit),
  ];
}

function sideOf(movement: TokenMovement, account: LedgerAccount, units: bigint, unit: Unit): Posting[] {
  if (account !== "CUSTOMER") return [{ account: `${assets[account]}:${unit.place}`, unit, units }];
  const { sales, refunds, pending, overpaid, stray } = changeOfShares(movement);
  const credits = [
    ["income:sales", sales],
    ["income:refunds", refunds],
    ["liabilities:customers:pending", pending],
    ["liabilities:customers:overpaid", overpaid],
    ["liabilities:customers:stray", stray],
  ] as const;
  return credits.flatMap(([name, credited]) =>
    credited === 0n ? [] : [{ account: name, unit, units: -credited }],
  );
}

type CostedPosting = Posting & { cost?: string };

/** The largest posting has the sum of the others' rounded values, so that the values balance as well. */
function withCosts(postings: readonly Posting[], rate: RateUsed | null): CostedPosting[] {
  const [first, ...rest] = postings;
  if (rate === null || first === undefined || first.unit.decimals === 0) return [...postings];
  const largest = rest.reduce((most, next) => (size(next.units) > size(most.units) ? next : most), first);
  const worth = (units: bigint) => fiatValue(units, first.unit.decimals, rate);
  const signed = (units: bigint) => (units < 0n ? -worth(-units).digits : worth(units).digits);
  const others = postings.filter((posting) => posting !== largest);
  const sum = others.reduce((total, { units }) => total + signed(units), 0n);
  const { places, currency } = worth(0n);
  return postings.map((posting) => {
    const digits = size(posting === largest ? sum : signed(posting.units));
    return { ...posting, cost: `${formatUnits(digits, places, places)} ${currency}` };
  });
}

const size = (units: bigint) => (units < 0n ? -units : units);

/** Adds up the accounts of a balance sheet, to carry them into a later period. */
export function createOpeningBalances() {
  const balances = new Map<string, Posting>();
  return {
    add: (postings: readonly Posting[]) => {
      for (const posting of postings) {
        if (!/^(assets|liabilities):/.test(posting.account)) continue;
        const key = `${posting.account} ${posting.unit.commodity}`;
        const units = (balances.get(key)?.units ?? 0n) + posting.units;
        balances.set(key, { ...posting, units });
      }
    },
    /** Empty without balances. */
    entry: (day: string): string => {
      const kept = [...balances.values()].filter(({ units }) => units !== 0n);
      const equity = kept.map((posting) => ({
        ...posting,
        account: "equity:opening balances",
        units: -posting.units,
      }));
      return kept.length === 0 ? "" : transaction(day, "opening balances", [], [...kept, ...equity]);
    },
  };
}

/** What the journal's balances must be, by sums that its rows are no part of: hledger refuses a journal that differs. */
export function closingAssertions(
  balances: readonly TokenBalance[],
  gas: readonly { chainId: number; costWei: bigint }[],
  chains: readonly Chain[],
  day: string,
): string {
  const held = balances.flatMap((balance) => {
    const { receivedUnits, refundedUnits, heldUnits } = balance;
    const unit = unitOf(chains, balance);
    return [
      { account: `${assets.DEPOSIT}:${unit.place}`, unit, units: heldUnits },
      { account: `${assets.MERCHANT}:${unit.place}`, unit, units: receivedUnits - refundedUnits - heldUnits },
    ];
  });
  const spent = gas.map(({ chainId, costWei }) => {
    const unit = coinOf(chains, chainId);
    return { account: `expenses:gas:${unit.place}`, unit, units: costWei };
  });
  const lines = [...held, ...spent].map(({ account, unit, units }) => {
    const amount = (of: bigint) => amountText({ unit, units: of });
    return `    ${account}  ${amount(0n)} = ${amount(units)}\n`;
  });
  return lines.length === 0 ? "" : `${day} closing balances\n${lines.join("")}\n`;
}

function transaction(
  day: string,
  description: string,
  notes: readonly (readonly [name: string, value: string | null])[],
  postings: readonly CostedPosting[],
): string {
  const comments = notes.flatMap(([name, value]) =>
    value === null ? [] : [`    ; ${name}: ${noteText(value)}\n`],
  );
  const lines = postings.map((posting) => {
    const cost = posting.cost === undefined ? "" : ` @@ ${posting.cost}`;
    return `    ${posting.account}  ${amountText(posting)}${cost}\n`;
  });
  return `${day} ${description}\n${comments.join("")}${lines.join("")}\n`;
}

/** A comma ends a tag's value, and a line break would end the comment. */
const noteText = (text: string) => oneLine(text).replaceAll(",", " ");

function amountText({ unit, units }: { unit: Unit; units: bigint }): string {
  return `${units < 0n ? "-" : ""}${formatUnits(size(units), unit.decimals, unit.decimals)} "${unit.commodity}"`;
}

function unitOf(chains: readonly Chain[], ref: TokenRef): Unit {
  const network = networkOf(chains, ref.chainId);
  const found = findToken(chains, ref);
  const rivals = found?.chain.tokens.filter(({ symbol }) => symbol === found.token.symbol) ?? [];
  const isPlain = rivals.length === 1 && found?.token.symbol !== found?.chain.nativeCurrency.symbol;
  const symbol = found !== null && isPlain ? wordOf(found.token.symbol) : ref.tokenAddress;
  return {
    place: `${network.name}:${symbol}`,
    commodity: `${symbol}.${network.key}`,
    decimals: found?.token.decimals ?? 0,
  };
}

function coinOf(chains: readonly Chain[], chainId: number): Unit {
  const network = networkOf(chains, chainId);
  const coin = nativeCurrencyOf(chains, chainId);
  return {
    place: network.name,
    commodity: `${wordOf(coin.symbol)}.${network.key}`,
    decimals: coin.decimals,
  };
}

/** Chains with the same name are told apart by their ids. */
function networkOf(chains: readonly Chain[], chainId: number): { name: string; key: string } {
  const named = chains.find((chain) => chain.chainId === chainId);
  if (named === undefined) return { name: `chain ${chainId}`, key: `${chainId}` };
  const key = keyOf(named.name);
  const isUnique = chains.filter(({ name }) => keyOf(name) === key).length === 1;
  return isUnique
    ? { name: wordOf(named.name), key }
    : { name: `${wordOf(named.name)} ${chainId}`, key: `${key}-${chainId}` };
}

const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

/** Without the signs that end a name in a journal. */
const wordOf = (name: string) => oneLine(name.replace(/[:;"]/g, " "));
