import type { z } from "zod";
import { knownChains } from "@/lib/chain/chain-defaults.rules";
import { type Checkout, type CheckoutDetails, untouched } from "@/lib/checkouts/checkout.rules";
import type { CountedLink } from "@/lib/checkouts/links/payment-links";
import { exampleOrder } from "@/lib/checkouts/order-fields.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import {
  checkoutId,
  deliveryId,
  endpointId,
  eventId,
  paymentLinkId,
  projectId,
  refundId,
  settlementId,
  transferId,
} from "@/lib/platform/answer-fields.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { fiatToTokenUnits } from "@/lib/platform/values/money.rules";
import type { RefundLink } from "@/lib/refunds/refund.schema";
import type { WebhookEndpoint } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import type { DeliveryView } from "@/lib/webhooks/webhook-store.port";

// One sale, used in all examples: a flat white for $4.50, paid in USDC on Base. The code that builds the answers also
// builds the examples.

export const exampleOrigin = "https://pay.example.com";
export const merchantName = "Corner Coffee";
export const logoDigest = "5b1f0c9e7a4d2836e1c05fb7d94a8260c3e7f19b52d0846a7fe3c1b8590d2e64";
export const depositContracts = {
  factory: "0x6248ba52ec64dd9e1194e5227176b8d4f1ff5857",
  implementation: "0x6ee502946974cae3fbf1558b75065d167c0f3d00",
} as const;
export const exampleRequestId = "6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11";

export const ids = {
  checkout: exampleOf(checkoutId),
  openCheckout: "chk_01kkn2c6y8r3t5w9q1m4v7x0zb",
  project: exampleOf(projectId),
  refund: exampleOf(refundId),
  transfer: exampleOf(transferId),
  link: exampleOf(paymentLinkId),
  event: exampleOf(eventId),
  endpoint: exampleOf(endpointId),
  delivery: exampleOf(deliveryId),
  settlement: exampleOf(settlementId),
} as const;

/** The chains of the example's project. */
export const chains = knownChains.filter(({ chainId }) => chainId === 8453 || chainId === 137);

export const usdcOnBase = {
  chainId: 8453,
  tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
} as const;

export const rateUsed = "0.9998";
const createdAt = new Date("2026-03-14T09:26:53.000Z");
const paidAt = later(95);
export const txHash: Hex = "0x7d3c2a9f51e8b60447ad1f9c83e65b20d4f7a81e9c3b5062f8d1e4a7b90c6d35";
/** The token in a refund's link. */
export const exampleRefundToken = "yJ8fQ2mVtXw4ZkB7nR5cL9sH3pD6aG1eU0iO2vTqMxA";
export const customer: Hex = "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23";

/** `seconds` after the checkout's creation. */
export function later(seconds: number): Date {
  return new Date(createdAt.getTime() + seconds * 1_000);
}

/** The checkout with its token fixed at creation, waiting for payment. */
export const waiting: Checkout = {
  id: ids.checkout,
  projectId: ids.project,
  status: "PENDING",
  createdVia: "server_key",
  createdAt,
  expiresAt: later(30 * 60),
  watchUntil: later(24 * 3_600),
  ...usdcOnBase,
  amountUnits: fiatToTokenUnits("4.50", rateUsed, 6),
  fixedChainId: usdcOnBase.chainId,
  tokenFixed: true,
  selectionCount: 0,
  depositAddress: "0x9a1fc2d7e4b8063517ad92ec48f0b3d65a7e1c28",
  merchantAddress: "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113",
  refundAuthority: "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113",
  openSweep: true,
  fiatAmount: "4.50",
  fiatCurrency: "USD",
  exchangeRateUsed: rateUsed,
  exchangeRateAt: later(-140),
  exchangeRateProvider: "coingecko+coinbase+kraken",
  toleranceBps: 0,
  confirmationSpeed: "STANDARD",
  ...exampleOrder,
  ...untouched,
};

const amountUnits = waiting.amountUnits ?? 0n;

/** The customer's signature over the whole amount. */
export const authorization = {
  kind: "EIP3009" as const,
  chainId: usdcOnBase.chainId,
  tokenAddress: checksummed(usdcOnBase.tokenAddress),
  from: checksummed(customer),
  value: amountUnits.toString(),
  validAfter: 0,
  validBefore: later(30 * 60).getTime() / 1_000,
  nonce: "0x4be1c7a20f9d5e38b6a1740cd2e9f35b8a06c4d17fe2930b5cd8a6e14f7092b3",
  signature: `0x${"3f8a51c9d07be264".repeat(4)}${"5b20e7f4a9c81d36".repeat(4)}1b`,
};

/** Token and network left to the customer. */
export const open: Checkout = {
  ...waiting,
  id: ids.openCheckout,
  chainId: null,
  tokenAddress: null,
  amountUnits: null,
  fixedChainId: null,
  tokenFixed: false,
  exchangeRateUsed: null,
  exchangeRateAt: null,
  exchangeRateProvider: null,
  referenceId: "order-1043",
  metadata: null,
};

export const detected: Checkout = {
  ...waiting,
  status: "DETECTED",
  totalPaidUnits: amountUnits,
  paymentTxHash: txHash,
  eventSequence: 2,
};

export const paid: Checkout = {
  ...detected,
  status: "PAID",
  paidUnits: amountUnits,
  paidAt,
  eventSequence: 3,
};

/** Paid twice; the customer requested the excess back. */
export const overpaid: Checkout = {
  ...paid,
  totalPaidUnits: 2n * amountUnits,
  paidUnits: 2n * amountUnits,
  excessRequestedAt: later(300),
};

/** With the transfer that paid it. */
export const paidDetails: CheckoutDetails = {
  checkout: paid,
  transfers: [
    {
      ...usdcOnBase,
      id: ids.transfer,
      amountUnits,
      fromAddress: customer,
      txHash,
      blockNumber: 43_299_985n,
      blockTimestamp: later(74),
      status: "final",
      counts: true,
    },
  ],
  transferCount: 1,
  nativeBalances: [],
  timeline: [
    { kind: "checkout.paid", details: { from: "DETECTED", to: "PAID", txHash }, at: paidAt },
    { kind: "checkout.detected", details: { from: "PENDING", to: "DETECTED", txHash }, at: later(75) },
    {
      kind: "transfer.received",
      details: {
        ...usdcOnBase,
        amount: amountUnits.toString(),
        count: 1,
        txHash,
        from: customer,
        counts: true,
      },
      at: later(75),
    },
    { kind: "checkout.created", details: { createdVia: paid.createdVia }, at: createdAt },
  ],
};

/** A refund of a third of the payment; the customer has not named an address yet. */
export const refund: Refund = {
  ...usdcOnBase,
  id: ids.refund,
  projectId: ids.project,
  checkoutId: ids.checkout,
  amountUnits: 1_500_000n,
  reason: "The milk was out of date.",
  refundType: "CUSTOMER_REQUEST",
  status: "AWAITING_ADDRESS",
  destinationAddress: null,
  txHash: null,
  failureCode: null,
  viaApi: true,
  stray: false,
  createdAt: later(3_600),
  completedAt: null,
};

export const refundTo: Refund = { ...refund, status: "PENDING", destinationAddress: customer };

/** What the customer sees at `claimUrl`, before naming an address. */
export const claimLink: RefundLink = {
  refund,
  merchantName,
  logoDigest,
  accentColor: null,
  supportContact: "help@shop.example",
  purchase: waiting,
  link: "claim",
  expiresAt: later(3_600 + 7 * 86_400),
  call: null,
};

/** What the merchant's wallet has to send after the checkout was settled. */
export const signLink: RefundLink = {
  ...claimLink,
  refund: { ...refundTo, status: "AWAITING_SIGNATURE" },
  link: "sign",
  call: {
    from: waiting.merchantAddress,
    to: usdcOnBase.tokenAddress,
    method: "transfer",
    // transfer(customer, 1500000)
    data: `0xa9059cbb${customer.slice(2).padStart(64, "0")}${refund.amountUnits.toString(16).padStart(64, "0")}`,
  },
};

/** A link that sells the same flat white at a pop-up stand. */
export const paymentLink: CountedLink = {
  id: ids.link,
  projectId: ids.project,
  slug: "flat-white",
  itemName: "Flat white",
  itemDescription: null,
  fiatAmount: "4.50",
  fiatCurrency: "USD",
  amountUnits: null,
  maxFiatAmount: null,
  successUrl: null,
  stock: 200,
  count: { sold: 12, taken: 13 },
  singlePayment: false,
  closesAt: new Date("2026-04-01T00:00:00.000Z"),
  checkoutCount: 19,
  createdAt: later(-86_400),
  disabledAt: null,
};

export const webhookSecret = "whsec_Q2hhbmdlIHRoaXMgZXhhbXBsZSBzZWNyZXQhISEhISE=";

export const webhookEndpoint: WebhookEndpoint = {
  id: ids.endpoint,
  projectId: ids.project,
  url: "https://shop.example.com/webhooks",
  kinds: ["checkout.paid", "checkout.expired"],
  description: "Shop",
  createdAt: later(-86_400),
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
};

/** Delivered at the first attempt. */
export const delivery: DeliveryView = {
  id: ids.delivery,
  endpointId: ids.endpoint,
  eventId: ids.event,
  kind: "checkout.paid",
  checkoutId: ids.checkout,
  status: "DELIVERED",
  attemptCount: 1,
  nextAttemptAt: paidAt,
  createdAt: paidAt,
  completedAt: later(96),
  lastStatusCode: 200,
  lastError: null,
};

function exampleOf(schema: z.ZodType): string {
  const examples = schema.meta()?.examples;
  const [first] = Array.isArray(examples) ? examples : [];
  if (typeof first !== "string") throw new TypeError("a field of the examples has none itself");
  return first;
}
