import type { Chain } from "@/lib/chain/chains.rules";
import { findToken } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import {
  addressCell,
  amountCell,
  networkCell,
  timeCell,
  tokenCell,
} from "@/lib/checkouts/dashboard/export-checkouts";
import { localTime } from "@/lib/platform/i18n/time-zone.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import {
  addressOf,
  fiatValue,
  type GasMovement,
  kindName,
  type LedgerAccount,
  type Movement,
  type TokenMovement,
} from "./movement.rules";

export const movementColumns = [
  "booked_at_utc",
  "block_at_utc",
  "kind",
  "from_account",
  "to_account",
  "amount",
  "token",
  "network",
  "fiat_value",
  "fiat_currency",
  "rate",
  "rate_at_utc",
  "rate_source",
  "checkout",
  "reference",
  "refund",
  "settlement",
  "from_address",
  "to_address",
  "transaction",
  "block",
  "project",
  "booked_at_local",
  "time_zone",
] as const;

type Cells = Partial<Record<(typeof movementColumns)[number], string | null>>;

/** A movement as the cells of a CSV record. Amounts have no sign: the accounts say where the money went. */
export function movementCells(
  movement: Movement,
  chains: readonly Chain[],
  timeZone: string,
): (string | null)[] {
  const { bookedAt, projectId, checkoutId, refundId, chainId, txHash, blockNumber } = movement;
  const cells: Cells = {
    booked_at_utc: timeCell(bookedAt),
    kind: kindName(movement),
    network: networkCell(chains, chainId),
    checkout: checkoutId,
    refund: refundId,
    transaction: txHash,
    block: blockNumber?.toString() ?? null,
    project: projectId,
    booked_at_local: localTime(bookedAt, timeZone),
    time_zone: timeZone,
    ...(movement.kind === "GAS" ? gasCells(movement, chains) : tokenCells(movement, chains)),
  };
  return movementColumns.map((column) => cells[column] ?? null);
}

function gasCells(
  { chainId, costWei, operatorAddress, settlementId }: GasMovement,
  chains: readonly Chain[],
) {
  const coin = nativeCurrencyOf(chains, chainId);
  return {
    from_account: "operator",
    to_account: "network",
    amount: formatUnits(costWei, coin.decimals, 0),
    token: coin.symbol,
    settlement: settlementId,
    from_address: addressCell(operatorAddress),
  } satisfies Cells;
}

const accountNames: Readonly<Record<LedgerAccount, string>> = {
  CUSTOMER: "customer",
  DEPOSIT: "deposit",
  MERCHANT: "merchant",
};

function tokenCells(movement: TokenMovement, chains: readonly Chain[]) {
  const { fromAccount, toAccount, amountUnits, referenceId, blockTimestamp } = movement;
  return {
    block_at_utc: timeCell(blockTimestamp),
    from_account: accountNames[fromAccount],
    to_account: accountNames[toAccount],
    amount: amountCell(chains, movement, amountUnits),
    token: tokenCell(chains, movement),
    reference: referenceId,
    from_address: addressCell(addressOf(movement, fromAccount)),
    to_address: addressCell(addressOf(movement, toAccount)),
    ...fiatCells(movement, chains),
  } satisfies Cells;
}

/** Empty without a rate, and for a token that is no longer listed, whose decimals nobody knows. */
function fiatCells(movement: TokenMovement, chains: readonly Chain[]): Cells {
  const { rate, amountUnits } = movement;
  const found = findToken(chains, movement);
  if (rate === null || found === null) return {};
  const { currency, digits, places } = fiatValue(amountUnits, found.token.decimals, rate);
  return {
    fiat_value: formatUnits(digits, places, places),
    fiat_currency: currency,
    rate: rate.perToken,
    rate_at_utc: timeCell(rate.at),
    rate_source: rate.source,
  };
}
