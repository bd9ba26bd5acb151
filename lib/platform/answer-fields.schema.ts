import { z } from "zod";
import { fault } from "@/lib/platform/faults/fault.rules";
import { says } from "@/lib/platform/primitives.schema";
import { type IdPrefix, idPattern } from "./values/ids.rules";

// Response texts with the format that the documentation states. Our own code writes them, so we do not validate them
// again.

export const time = z.string().meta({ format: "date-time", description: "ISO 8601, UTC." });

/** A sum or amount; in requests `tokenUnits` sets the bound. */
export const units = z
  .string()
  .meta({ pattern: "^(0|[1-9]\\d*)$", description: "In the token's smallest unit." });

export const fiatDecimal = z.string().meta({
  pattern: "^(0|[1-9]\\d{0,11})(\\.\\d+)?$",
  description: "The price in fiat as sent, as a decimal string.",
});

export const fiatCode = z.string().meta({ description: "ISO 4217 code.", examples: ["USD"] });

export const rate = z.string().meta({
  pattern: "^(0|[1-9]\\d*)(\\.\\d{1,18})?$",
  description: "Units of fiat per token, as a decimal string.",
});

/** Names of the providers whose median the rate is. */
export const rateProviders = z
  .array(z.string())
  .describe("The provider's name, or `median` of several. Empty if there is none.")
  .meta({ examples: [["coingecko", "coinbase", "kraken"]] });

/** The stored form, joined by "+", as a list. */
export function rateProviderNames(provider: string | null): string[] {
  return provider === null ? [] : provider.split("+");
}

export const evmChainId = z.number().meta({ type: "integer", minimum: 1, description: "EVM chain id." });

export const count = z.number().meta({ type: "integer", minimum: 0 });

/** Addresses in the Server API. */
export const checksummedAddress = z
  .string()
  .meta({ pattern: "^0x[0-9a-fA-F]{40}$", description: "EVM address with EIP-55 checksum." });

/** Addresses in the public view and webhooks. */
export const lowerCaseAddress = z
  .string()
  .meta({ pattern: "^0x[0-9a-f]{40}$", description: "EVM address in lower case." });

export const transactionHash = z
  .string()
  .meta({ pattern: "^0x[0-9a-f]{64}$", description: "Hash of a transaction." });

/** A whole number in a query, which is text. */
function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, says(fault("fields.whole", { least: min, most: max })))
    .transform(Number)
    .refine((value) => value >= min && value <= max, says(fault("fields.whole", { least: min, most: max })))
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** The requested page of a list (spec §8). */
export const pageQuery = z.object({
  take: wholeNumber(1, 100).default(20).describe("Page size, 1 to 100."),
  skip: wholeNumber(0, 2_147_483_647).default(0).describe("How many to skip, from the newest."),
});

export type Page = z.output<typeof pageQuery>;

export const pagination = z.object({
  total: count.describe("Total number."),
  take: count.describe("Page size, 20 by default."),
  skip: count.describe("Skipped entries, 0 by default."),
});

export type Pagination = z.infer<typeof pagination>;

/** Of the list of checkouts, which takes `skip` or a cursor. */
export const checkoutPagination = pagination.extend({
  next: z.string().nullable().describe("Opaque; send it as `after` for older entries. Null at the end."),
});

export type CheckoutPagination = z.infer<typeof checkoutPagination>;

/** A page of a list, with the total. */
export type Paged<T> = { items: readonly T[]; total: number };

// The identifiers that answers name, with an example of each.

const id = (prefix: IdPrefix, example: string) =>
  z.string().meta({ pattern: `^${idPattern(prefix)}$`, examples: [example] });

export const projectId = id("prj", "prj_01kf2r8m4v6t9q3w5x7z0b1c2d").describe(
  "The project's identifier: in the dashboard's address after /dashboard/projects/.",
);

export const checkoutId = id("chk", "chk_01kkmx5r2w7q4m9t6v3n0bhce8").describe("The checkout's identifier.");

export const transferId = id("pay", "pay_01kkmxa4t7e2h5m8q1s3v6y9zc").describe("The transfer's identifier.");

export const refundId = id("rfd", "rfd_01kkn19v8c3f6h2j5m7p0r4t9w").describe("The refund's identifier.");

export const paymentLinkId = id("lnk", "lnk_01kkm2d8v5x7z0b3e6h9k1n4q8").describe(
  "The payment link's identifier.",
);

export const endpointId = id("whe", "whe_01kf2sa9w5x8z1c4e7h0k3n6q9").describe(
  "The webhook endpoint's identifier.",
);

export const settlementId = id("stl", "stl_01kkmxdp6w9z2c5f8j1m4q7t0v").describe(
  "The settlement's identifier.",
);

export const deliveryId = id("whd", "whd_01kkmxbr3f6h9k2m5p8s1v4x7z").describe("The delivery's identifier.");

export const eventId = id("evt", "evt_01kkmxbq7d2g5k8n1r4t6w9y3z");
