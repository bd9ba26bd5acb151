import { type Chain, findToken } from "@/lib/core/chains";
import type { Checkout } from "@/lib/core/checkout";
import { csvLine } from "@/lib/core/csv";
import type { CheckoutCursor, CheckoutFilter } from "@/lib/core/dashboard/checkout-filter";
import { formatUnits } from "@/lib/core/money";
import { checksummed, timestamp } from "@/lib/schemas/primitives";
import type { ProjectAccess } from "@/lib/services/access/project-access";
import type { CheckoutFinder } from "@/lib/services/ports/dashboard/checkout-finder";
import { amountPricedDecimals } from "@/lib/services/price-token";

/** More than a spreadsheet is pleasant with, and as much as one request should read. */
const exportedAtMost = 100_000;
const batchSize = 1_000;

export type ExportDeps = { checkoutFinder: Pick<CheckoutFinder, "batch">; chains: readonly Chain[] };

/**
 * The filtered list as the lines of a CSV file, newest first, a batch at a time: whoever reads it slowly, or goes away,
 * makes no work that is not read. Where there are more than the file may hold, its last line says so.
 */
export async function* exportCheckouts(
  { checkoutFinder, chains }: ExportDeps,
  access: ProjectAccess,
  filter: CheckoutFilter,
  atMost = exportedAtMost,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  let cursor: CheckoutCursor | null = null;
  for (let written = 0; ; ) {
    // One more than there is room for tells whether any are left out.
    const take = Math.min(batchSize, atMost - written + 1);
    const batch: readonly Checkout[] = await checkoutFinder.batch(access.projectId, filter, cursor, take);
    const kept = batch.slice(0, atMost - written);
    yield kept.map((checkout) => csvLine(columns.map(([, cell]) => cell(checkout, chains)))).join("");
    written += kept.length;
    if (kept.length < batch.length) {
      const note = `Only the newest ${atMost} are in this file. Narrow the dates for the others.`;
      yield csvLine([note, ...columns.slice(1).map(() => null)]);
      return;
    }
    cursor = batch.at(-1) ?? null;
    if (batch.length < take || cursor === null) return;
  }
}

type Cell = (checkout: Checkout, chains: readonly Chain[]) => string | null;

const moment = (at: Date | null) => (at === null ? null : timestamp(at));
/** In whole tokens, in which people reckon; of a token that is on no list any more, in its smallest units. */
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
  ["refunded", tokens(({ refundedUnits }) => refundedUnits)],
  ["token", (checkout, chains) => tokenOf(checkout, chains)?.token.symbol ?? checkout.tokenAddress],
  ["network", (checkout, chains) => networkOf(checkout, chains)],
  ["deposit_address", ({ depositAddress }) => checksummed(depositAddress)],
  ["merchant_address", ({ merchantAddress }) => checksummed(merchantAddress)],
  ["payment_transaction", ({ paymentTxHash }) => paymentTxHash],
  ["created_via", ({ createdVia }) => createdVia],
];

function tokenOf({ chainId, tokenAddress }: Checkout, chains: readonly Chain[]) {
  return chainId === null || tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
}

function networkOf({ chainId }: Checkout, chains: readonly Chain[]): string | null {
  return chains.find((chain) => chain.chainId === chainId)?.name ?? chainId?.toString() ?? null;
}
