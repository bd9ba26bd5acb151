import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { listCheckouts } from "@/lib/checkouts/dashboard/list-checkouts";
import { overpaidUnits } from "@/lib/checkouts/state/overpayment.rules";
import { exportList } from "@/lib/platform/lists/export-list";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import { timestamp } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { withCurrencyDecimals } from "@/lib/rates/currency-decimals.rules";
import type { CheckoutListStore } from "./checkout-list.store";
import type { CheckoutFilter } from "./checkout-views.rules";

export type ExportDeps = { checkoutSearch: Pick<CheckoutListStore, "page">; chains: readonly Chain[] };

/** The filtered list as the lines of a CSV file. */
export function exportCheckouts(
  deps: ExportDeps,
  access: ProjectAccess,
  filter: CheckoutFilter,
  atMost?: number,
): AsyncGenerator<string> {
  const list = {
    columns: columns.map(([name]) => name),
    timeZone: filter.timeZone,
    read: (place: ListPlace, take: number) => listCheckouts(deps, access, filter, place, take),
    recordsOf: (checkout: Checkout) => [columns.map(([, cell]) => cell(checkout, deps.chains))],
  };
  return exportList(list, atMost);
}

type Cell = (checkout: Checkout, chains: readonly Chain[]) => string | null;

export const timeCell = (at: Date | null) => (at === null ? null : timestamp(at));

export const addressCell = (address: Hex | null) => (address === null ? null : checksummed(address));

/** A network that is no longer listed has only its number. */
export const networkCell = (chains: readonly Chain[], chainId: number | null) =>
  chains.find((chain) => chain.chainId === chainId)?.name ?? chainId?.toString() ?? null;

/** In whole tokens; in smallest units for a token that is no longer listed. */
export function amountCell(chains: readonly Chain[], token: TokenRef, units: bigint): string {
  const decimals = findToken(chains, token)?.token.decimals;
  return decimals === undefined ? units.toString() : formatUnits(units, decimals);
}

export const tokenCell = (chains: readonly Chain[], token: TokenRef) =>
  findToken(chains, token)?.token.symbol ?? checksummed(token.tokenAddress);

/** The price as text: in fiat if it has one, else in its token. @example "4.50 USD" */
export function priceText(checkout: Checkout, chains: readonly Chain[]): string | null {
  const { fiatAmount, fiatCurrency, amountUnits } = checkout;
  if (fiatAmount !== null && fiatCurrency !== null)
    return `${withCurrencyDecimals(fiatAmount, fiatCurrency)} ${fiatCurrency}`;
  if (amountUnits === null) return null;
  const token = tokenOf(checkout);
  if (token === null) return formatUnits(amountUnits, amountPricedDecimals);
  return `${amountCell(chains, token, amountUnits)} ${tokenCell(chains, token)}`;
}

const tokens =
  (units: (checkout: Checkout) => bigint | null): Cell =>
  (checkout, chains) => {
    const amount = units(checkout);
    if (amount === null) return null;
    const token = tokenOf(checkout);
    return token === null ? formatUnits(amount, amountPricedDecimals) : amountCell(chains, token, amount);
  };

const columns: readonly (readonly [string, Cell])[] = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["created_at_utc", ({ createdAt }) => timeCell(createdAt)],
  ["expires_at_utc", ({ expiresAt }) => timeCell(expiresAt)],
  ["paid_at_utc", ({ paidAt }) => timeCell(paidAt)],
  ["item", ({ itemName }) => itemName],
  ["reference", ({ referenceId }) => referenceId],
  [
    "fiat_amount",
    ({ fiatAmount, fiatCurrency }) => fiatAmount && withCurrencyDecimals(fiatAmount, fiatCurrency ?? ""),
  ],
  ["fiat_currency", ({ fiatCurrency }) => fiatCurrency],
  ["exchange_rate", ({ exchangeRateUsed }) => exchangeRateUsed],
  ["amount", tokens(({ amountUnits }) => amountUnits)],
  ["accepted", tokens(({ acceptedUnits }) => acceptedUnits)],
  ["received", tokens(({ totalPaidUnits }) => totalPaidUnits)],
  ["overpaid", tokens(overpaidUnits)],
  ["refunded", tokens(({ refundedUnits }) => refundedUnits)],
  [
    "token",
    (checkout, chains) => {
      const token = tokenOf(checkout);
      return token === null ? null : tokenCell(chains, token);
    },
  ],
  ["network", ({ chainId }, chains) => networkCell(chains, chainId)],
  ["deposit_address", ({ depositAddress }) => addressCell(depositAddress)],
  ["merchant_address", ({ merchantAddress }) => addressCell(merchantAddress)],
  ["payment_transaction", ({ paymentTxHash }) => paymentTxHash],
  ["created_via", ({ createdVia }) => createdVia],
];

function tokenOf({ chainId, tokenAddress }: Checkout): TokenRef | null {
  return chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
}
