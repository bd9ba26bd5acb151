import { z } from "zod";
import { checkoutStatuses } from "./checkout.rules";
import { refundStatuses, refundTypes } from "./refund.rules";

// Texts of answers with the form that the documents state for them. Our own code wrote them, so they are not
// checked again when they are read.

const id = (prefix: string, example: string) =>
  z.string().meta({ pattern: `^${prefix}_[0-9a-z]{26}$`, examples: [example] });

export const projectId = id("prj", "prj_01kf2r8m4v6t9q3w5x7z0b1c2d").describe("The project's identifier.");
export const checkoutId = id("chk", "chk_01kkmx5r2w7q4m9t6v3n0bhce8").describe("The checkout's identifier.");
export const transferId = id("pay", "pay_01kkmxa4t7e2h5m8q1s3v6y9zc").describe("The transfer's identifier.");
export const refundId = id("rfd", "rfd_01kkn19v8c3f6h2j5m7p0r4t9w").describe("The refund's identifier.");
export const endpointId = id("whe", "whe_01kf2sa9w5x8z1c4e7h0k3n6q9").describe(
  "The webhook endpoint's identifier.",
);
export const eventId = id("evt", "evt_01kkmxbq7d2g5k8n1r4t6w9y3z");

export const time = z.string().meta({ format: "date-time", description: "ISO 8601, UTC." });

/** A sum or amount; requests are bounded by `tokenUnits`. */
export const units = z
  .string()
  .meta({ pattern: "^(0|[1-9]\\d*)$", description: "In the token's smallest unit." });

export const fiatDecimal = z.string().meta({
  pattern: "^(0|[1-9]\\d{0,11})(\\.\\d+)?$",
  description: "The price in fiat, decimal text, as it was sent.",
});
export const fiatCode = z.string().meta({ description: "ISO 4217 code.", examples: ["USD"] });
export const rate = z
  .string()
  .meta({ pattern: "^(0|[1-9]\\d*)(\\.\\d{1,18})?$", description: "Units of fiat per token, decimal text." });

/** Names of those whose median a rate is. */
export const rateProviders = z
  .array(z.string())
  .describe("Who told the rate, by name; its median where there are several. Empty where there is none.")
  .meta({ examples: [["coingecko", "coinbase", "kraken"]] });

/** The stored form, joined by "+", as a list. */
export function rateProviderNames(provider: string | null): string[] {
  return provider === null ? [] : provider.split("+");
}

export const evmChainId = z.number().meta({ type: "integer", minimum: 1, description: "EVM chain id." });
export const count = z.number().meta({ type: "integer", minimum: 0 });

/** As the Server API returns addresses. */
export const checksummedAddress = z
  .string()
  .meta({ pattern: "^0x[0-9a-fA-F]{40}$", description: "EVM address with EIP-55 checksum." });

/** As the public view and webhooks show addresses. */
export const lowerCaseAddress = z
  .string()
  .meta({ pattern: "^0x[0-9a-f]{40}$", description: "EVM address in lower case." });

export const transactionHash = z
  .string()
  .meta({ pattern: "^0x[0-9a-f]{64}$", description: "Hash of a transaction." });

export const createdVia = z
  .enum(["server_key", "api_key", "link", "dashboard"])
  .describe(
    "Who made it. An API key may be public: check this, the amount and the reference before you ship.",
  );

export const checkoutStatus = z
  .enum(checkoutStatuses)
  .describe(
    "PENDING: waiting for payment. DETECTED: seen on the chain, not final yet. PAID: confirmed. SETTLED: moved to the merchant's wallet. EXPIRED: not paid in time. LATE_PAID: paid after expiry or cancellation, until accepted no reason to ship. CANCELLED: by the merchant. REFUNDED: all of it went back.",
  );

export const refundStatus = z
  .enum(refundStatuses)
  .describe(
    "AWAITING_APPROVAL: an owner approves it in the dashboard. AWAITING_ADDRESS: the customer names an address at claimUrl. AWAITING_SIGNATURE: the merchant's wallet signs it. PENDING, PROCESSING: on its way. COMPLETED, FAILED, CANCELLED: over.",
  );

export const refundType = z.enum(refundTypes).describe("Why it goes back, as a kind.");
