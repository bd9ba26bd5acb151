import { z } from "zod";
import { type Chain, findToken, type Token } from "@/lib/chain/chains.rules";
import { type Checkout, isPaid } from "@/lib/checkouts/checkout.rules";
import {
  checkoutId,
  evmChainId,
  fiatCode,
  fiatDecimal,
  rate,
  rateProviderNames,
  rateProviders,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { timestamp } from "@/lib/platform/primitives.schema";
import { logoUrlOf } from "@/lib/projects/looks/looks.rules";
import { checkoutStatus, logoUrl, network, networkView, token, tokenView } from "./checkout-fields.schema";

const orderOnce = "Both have the same referenceId: ship the order once.";

/** In the Server API's answers, the public view and webhooks alike. */
export const sharedFields = {
  status: checkoutStatus,
  chainId: evmChainId.nullable().describe("EVM chain id; null until a token is selected."),
  amount: units
    .nullable()
    .describe("Amount to pay, in smallest units; null until a token is selected for a fiat price."),
  fiatAmount: fiatDecimal.nullable().describe("The fiat price as sent; null for a price in tokens."),
  fiatCurrency: fiatCode.nullable().describe("ISO 4217 code; null for a price in tokens."),
  exchangeRateUsed: rate
    .nullable()
    .describe("Fiat units per token; null before it is locked, and for a price in tokens."),
  paymentTxHash: transactionHash.nullable().describe("The transfer that completed the amount; null before."),
  totalPaid: units.describe("Sum of the transfers on the chain, in smallest units."),
  paidAmount: units.describe("Sum of the final transfers, in smallest units."),
  acceptedAmount: units
    .nullable()
    .describe(
      "What the merchant accepted as payment, in smallest units. If it's less than `amount`, it is the price from then on: later money is an overpayment. Null unless accepted.",
    ),
  replaces: checkoutId
    .nullable()
    .describe(
      `The expired checkout that the customer continued with this one, at a new price; null for none. ${orderOnce}`,
    ),
  replacedBy: checkoutId
    .nullable()
    .describe(`The checkout with which the customer continued this expired one; null for none. ${orderOnce}`),
};

type Values<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

export function toSharedFields(checkout: Checkout): Values<typeof sharedFields> {
  const { status, chainId, fiatAmount, fiatCurrency, exchangeRateUsed, paymentTxHash } = checkout;
  return {
    status,
    chainId,
    amount: checkout.amountUnits?.toString() ?? null,
    fiatAmount,
    fiatCurrency,
    exchangeRateUsed,
    paymentTxHash,
    totalPaid: checkout.totalPaidUnits.toString(),
    paidAmount: checkout.paidUnits.toString(),
    acceptedAmount: checkout.acceptedUnits?.toString() ?? null,
    replaces: checkout.replaces,
    replacedBy: checkout.replacedBy,
  };
}

/** In the Server API's answers and the public view. */
export const viewFields = {
  ...sharedFields,
  isPaid: z
    .boolean()
    .describe(
      "Whether the order can be shipped: the status is PAID or SETTLED, or LATE_PAID and accepted by the merchant.",
    ),
  exchangeRateAt: time
    .nullable()
    .describe("When the rate was fetched: at creation, or at the customer's selection."),
  exchangeRateProviders: rateProviders,
  createdAt: time.describe("ISO 8601, UTC."),
  expiresAt: time.describe("Deadline for the payment, ISO 8601, UTC."),
  paidAt: time.nullable().describe("When it became PAID or its late payment was accepted; null before."),
  x402Url: z
    .string()
    .nullable()
    .meta({ format: "uri" })
    .describe(
      "Where software pays this checkout by signature (x402). Null if the project disabled it, or none of the checkout's tokens supports signatures.",
    ),
  merchantName: z.string().describe("Name shown to the customer."),
  merchantLogoUrl: logoUrl,
  token: token.nullable().describe("The selected token; null before."),
  network: network.nullable().describe("The selected token's chain; null before."),
};

/** Data shown with a checkout but not stored with it. */
export type ViewContext = {
  merchantName: string;
  /** SHA-256 of its logo, hex; null without a logo. */
  logoDigest: string | null;
  chains: readonly Chain[];
  /** Origin of the payment page. */
  checkoutPageUrl: string;
  /** Whether software can pay the checkout (x402). */
  isPayableByX402: (checkout: Checkout) => boolean;
};

export type SelectedToken = { chain: Chain; token: Token };

/** Null before a selection, and for a token that is no longer listed. */
export function selectedToken(
  { chainId, tokenAddress }: Checkout,
  chains: readonly Chain[],
): SelectedToken | null {
  return chainId === null || tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
}

export function toViewFields(
  checkout: Checkout,
  { merchantName, logoDigest, chains, checkoutPageUrl, isPayableByX402 }: ViewContext,
): Values<typeof viewFields> {
  const selected = selectedToken(checkout, chains);
  const { exchangeRateAt, paidAt } = checkout;
  return {
    ...toSharedFields(checkout),
    isPaid: isPaid(checkout.status, checkout.lateAcceptedAt !== null),
    exchangeRateAt: exchangeRateAt === null ? null : timestamp(exchangeRateAt),
    exchangeRateProviders: rateProviderNames(checkout.exchangeRateProvider),
    createdAt: timestamp(checkout.createdAt),
    expiresAt: timestamp(checkout.expiresAt),
    paidAt: paidAt === null ? null : timestamp(paidAt),
    x402Url: isPayableByX402(checkout) ? x402UrlOf(checkoutPageUrl, checkout.id) : null,
    merchantName,
    merchantLogoUrl: logoUrlOf(logoDigest, checkoutPageUrl),
    token: selected === null ? null : tokenView(selected.token, checkoutPageUrl),
    network: selected === null ? null : networkView(selected.chain),
  };
}

/** Where software pays a checkout (x402). */
export function x402UrlOf(checkoutPageUrl: string, checkoutId: string): string {
  return `${checkoutPageUrl}/c/${checkoutId}/x402`;
}
