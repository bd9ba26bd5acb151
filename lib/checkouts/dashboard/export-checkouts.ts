import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { overpaidUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { listCheckouts } from "@/lib/checkouts/views/read-checkout";
import { exportList } from "@/lib/platform/lists/export-list";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import { checksummed, timestamp } from "@/lib/platform/primitives.schema";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { CheckoutSearchStore } from "./checkout-search.store";
import type { CheckoutFilter } from "./checkout-views.rules";

export type ExportDeps = { checkoutSearch: Pick<CheckoutSearchStore, "page">; chains: readonly Chain[] };

/** The filtered list as the lines of a CSV file. */
export function exportCheckouts(
  deps: ExportDeps,
  access: ProjectAccess,
  filter: CheckoutFilter,
  atMost?: number,
): AsyncGenerator<string> {
  const list = {
    columns: columns.map(([name]) => name),
    read: (place: ListPlace, take: number) => listCheckouts(deps, access, filter, place, take),
    recordsOf: (checkout: Checkout) => [columns.map(([, cell]) => cell(checkout, deps.chains))],
  };
  return exportList(list, atMost);
}

type Cell = (checkout: Checkout, chains: readonly Chain[]) => string | null;

const moment = (at: Date | null) => (at === null ? null : timestamp(at));

/** In whole tokens; in smallest units for a token that is no longer listed. */
const tokens =
  (units: (checkout: Checkout) => bigint | null): Cell =>
  (checkout, chains) => {
    const amount = units(checkout);
    if (amount === null) return null;
    if (checkout.tokenAddress === null) return formatUnits(amount, amountPricedDecimals);
    const decimals = tokenOf(checkout, chains)?.token.decimals;
    return decimals === undefined ? amount.toString() : formatUnits(amount, decimals);
  };

const columns: readonly (readonly [string, Cell])[] = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["created_at_utc", ({ createdAt }) => moment(createdAt)],
  ["expires_at_utc", ({ expiresAt }) => moment(expiresAt)],
  ["paid_at_utc", ({ paidAt }) => moment(paidAt)],
  ["item", ({ itemName }) => itemName],
  ["reference", ({ referenceId }) => referenceId],
  ["fiat_amount", ({ fiatAmount }) => fiatAmount],
  ["fiat_currency", ({ fiatCurrency }) => fiatCurrency],
  ["exchange_rate", ({ exchangeRateUsed }) => exchangeRateUsed],
  ["amount", tokens(({ amountUnits }) => amountUnits)],
  ["received", tokens(({ totalPaidUnits }) => totalPaidUnits)],
  ["overpaid", tokens(overpaidUnits)],
  ["refunded", tokens(({ refundedUnits }) => refundedUnits)],
  ["token", tokenName],
  ["network", (checkout, chains) => networkOf(checkout, chains)],
  ["deposit_address", ({ depositAddress }) => checksummed(depositAddress)],
  ["merchant_address", ({ merchantAddress }) => checksummed(merchantAddress)],
  ["payment_transaction", ({ paymentTxHash }) => paymentTxHash],
  ["created_via", ({ createdVia }) => createdVia],
];

function tokenName(checkout: Checkout, chains: readonly Chain[]): string | null {
  const { tokenAddress } = checkout;
  if (tokenAddress === null) return null;
  return tokenOf(checkout, chains)?.token.symbol ?? checksummed(tokenAddress);
}

function tokenOf({ chainId, tokenAddress }: Checkout, chains: readonly Chain[]) {
  return chainId === null || tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
}

function networkOf({ chainId }: Checkout, chains: readonly Chain[]): string | null {
  return chains.find((chain) => chain.chainId === chainId)?.name ?? chainId?.toString() ?? null;
}
