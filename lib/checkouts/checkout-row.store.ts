import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { Checkout, CheckoutStatus, CreatedVia } from "./checkout.rules";

/** How one field maps to SQL. */
type Column<Field extends keyof Checkout = keyof Checkout> = {
  field: Field;
  name: string;
  type:
    | "text"
    | "int"
    | "bool"
    | "timestamptz"
    | "numeric"
    | "jsonb"
    | "checkout_status"
    | "created_via"
    | "confirmation_speed";
  /** Whether an update may change it. */
  mutable: boolean;
};

const fixed = (field: keyof Checkout, name: string, type: Column["type"]): Column => ({
  field,
  name,
  type,
  mutable: false,
});

const changing = (field: keyof Checkout, name: string, type: Column["type"]): Column => ({
  field,
  name,
  type,
  mutable: true,
});

/** Every field of a checkout with its column: the only place that maps the two. */
export const checkoutColumns: readonly Column[] = [
  fixed("id", "id", "text"),
  fixed("projectId", "project_id", "text"),
  changing("status", "status", "checkout_status"),
  fixed("createdVia", "created_via", "created_via"),
  fixed("createdAt", "created_at", "timestamptz"),
  fixed("expiresAt", "expires_at", "timestamptz"),
  changing("watchUntil", "watch_until", "timestamptz"),
  changing("chainId", "chain_id", "int"),
  changing("tokenAddress", "token_address", "text"),
  changing("amountUnits", "amount_units", "numeric"),
  fixed("fixedChainId", "fixed_chain_id", "int"),
  fixed("tokenFixed", "token_fixed", "bool"),
  changing("selectionCount", "selection_count", "int"),
  fixed("depositAddress", "deposit_address", "text"),
  fixed("merchantAddress", "merchant_address", "text"),
  fixed("refundAuthority", "refund_authority", "text"),
  fixed("openSweep", "open_sweep", "bool"),
  fixed("fiatAmount", "fiat_amount", "text"),
  fixed("fiatCurrency", "fiat_currency", "text"),
  changing("exchangeRateUsed", "exchange_rate_used", "text"),
  changing("exchangeRateAt", "exchange_rate_at", "timestamptz"),
  changing("exchangeRateProvider", "exchange_rate_provider", "text"),
  fixed("toleranceBps", "tolerance_bps", "int"),
  fixed("confirmationSpeed", "confirmation_speed", "confirmation_speed"),
  fixed("itemName", "item_name", "text"),
  fixed("itemDescription", "item_description", "text"),
  fixed("referenceId", "reference_id", "text"),
  fixed("metadata", "metadata", "jsonb"),
  fixed("successUrl", "success_url", "text"),
  fixed("cancelUrl", "cancel_url", "text"),
  changing("totalPaidUnits", "total_paid_units", "numeric"),
  changing("paidUnits", "paid_units", "numeric"),
  changing("refundedUnits", "refunded_units", "numeric"),
  changing("refundingUnits", "refunding_units", "numeric"),
  changing("paymentTxHash", "payment_tx_hash", "text"),
  changing("paidAt", "paid_at", "timestamptz"),
  changing("cancelledAt", "cancelled_at", "timestamptz"),
  changing("lateAcceptedAt", "late_accepted_at", "timestamptz"),
  changing("settlementFrozen", "settlement_frozen", "bool"),
  changing("excessRequestedAt", "excess_requested_at", "timestamptz"),
  changing("excessWallet", "excess_wallet", "text"),
  changing("excessDismissedAt", "excess_dismissed_at", "timestamptz"),
  changing("eventSequence", "event_sequence", "int"),
];

/** For `SELECT … FROM checkouts AS checkout`. */
export const checkoutSelectList = checkoutColumns.map(({ name }) => `checkout.${name}`).join(", ");

/** A row as selected by `checkoutSelectList`: `numeric` as bigint, `timestamptz` as Date. */
export type CheckoutRow = {
  id: string;
  project_id: string;
  status: CheckoutStatus;
  created_via: string;
  created_at: Date;
  expires_at: Date;
  watch_until: Date;
  chain_id: number | null;
  token_address: Hex | null;
  amount_units: bigint | null;
  fixed_chain_id: number | null;
  token_fixed: boolean;
  selection_count: number;
  deposit_address: Hex;
  merchant_address: Hex;
  refund_authority: Hex;
  open_sweep: boolean;
  fiat_amount: string | null;
  fiat_currency: string | null;
  exchange_rate_used: string | null;
  exchange_rate_at: Date | null;
  exchange_rate_provider: string | null;
  tolerance_bps: number;
  confirmation_speed: Checkout["confirmationSpeed"];
  item_name: string | null;
  item_description: string | null;
  reference_id: string | null;
  metadata: Record<string, string> | null;
  success_url: string | null;
  cancel_url: string | null;
  total_paid_units: bigint;
  paid_units: bigint;
  refunded_units: bigint;
  refunding_units: bigint;
  payment_tx_hash: Hex | null;
  paid_at: Date | null;
  cancelled_at: Date | null;
  late_accepted_at: Date | null;
  settlement_frozen: boolean;
  excess_requested_at: Date | null;
  excess_wallet: Hex | null;
  excess_dismissed_at: Date | null;
  event_sequence: number;
};

const createdViaOfSql: Readonly<Record<string, CreatedVia>> = {
  SERVER_KEY: "server_key",
  API_KEY: "api_key",
  LINK: "link",
  DASHBOARD: "dashboard",
};

/** @throws RangeError for a `created_via` unknown to this version */
export function toCheckout(row: CheckoutRow): Checkout {
  const createdVia = createdViaOfSql[row.created_via];
  if (createdVia === undefined) throw new RangeError(`unknown created_via ${row.created_via}`);
  return {
    id: row.id,
    projectId: row.project_id,
    status: row.status,
    createdVia,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    watchUntil: row.watch_until,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    fixedChainId: row.fixed_chain_id,
    tokenFixed: row.token_fixed,
    selectionCount: row.selection_count,
    depositAddress: row.deposit_address,
    merchantAddress: row.merchant_address,
    refundAuthority: row.refund_authority,
    openSweep: row.open_sweep,
    fiatAmount: row.fiat_amount,
    fiatCurrency: row.fiat_currency,
    exchangeRateUsed: row.exchange_rate_used,
    exchangeRateAt: row.exchange_rate_at,
    exchangeRateProvider: row.exchange_rate_provider,
    toleranceBps: row.tolerance_bps,
    confirmationSpeed: row.confirmation_speed,
    itemName: row.item_name,
    itemDescription: row.item_description,
    referenceId: row.reference_id,
    metadata: row.metadata,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    totalPaidUnits: row.total_paid_units,
    paidUnits: row.paid_units,
    refundedUnits: row.refunded_units,
    refundingUnits: row.refunding_units,
    paymentTxHash: row.payment_tx_hash,
    paidAt: row.paid_at,
    cancelledAt: row.cancelled_at,
    lateAcceptedAt: row.late_accepted_at,
    settlementFrozen: row.settlement_frozen,
    excessRequestedAt: row.excess_requested_at,
    excessWallet: row.excess_wallet,
    excessDismissedAt: row.excess_dismissed_at,
    eventSequence: row.event_sequence,
  };
}

/** A field's value in the form that its column takes. */
export function toSql(checkout: Checkout, { field }: Column): unknown {
  if (field === "createdVia") return checkout.createdVia.toUpperCase();
  if (field === "metadata") return checkout.metadata === null ? null : JSON.stringify(checkout.metadata);
  return checkout[field];
}

export type QuoteRow = {
  chain_id: number;
  token_address: Hex;
  amount_units: bigint;
  exchange_rate: string | null;
  exchange_rate_at: Date | null;
  exchange_rate_provider: string | null;
  counted: boolean;
};

export function toQuote(row: QuoteRow): Quote {
  return {
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    exchangeRate: row.exchange_rate,
    exchangeRateAt: row.exchange_rate_at,
    exchangeRateProvider: row.exchange_rate_provider,
    counted: row.counted,
  };
}

/** A checkout whose customer requested an overpayment back that is still there and has no answer yet. */
export const waitsForExcess = `checkout.excess_requested_at IS NOT NULL AND checkout.excess_dismissed_at IS NULL
  AND (checkout.status IN ('PAID', 'SETTLED') OR checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NOT NULL)
  AND checkout.paid_units - checkout.refunded_units - checkout.refunding_units > checkout.amount_units`;
