import { z } from "zod";
import { type IdPrefix, idPattern } from "@/lib/platform/ids.rules";
import { checkoutStatuses } from "./checkout.rules";
import { refundStatuses, refundTypes } from "./refund.rules";

// Texts of answers with the form that the documents state for them. Our own code wrote them, so they are not
// checked again when they are read.

const id = (prefix: IdPrefix, example: string) =>
  z.string().meta({ pattern: `^${idPattern(prefix)}$`, examples: [example] });

export const projectId = id("prj", "prj_01kf2r8m4v6t9q3w5x7z0b1c2d").describe("The project's identifier.");
export const checkoutId = id("chk", "chk_01kkmx5r2w7q4m9t6v3n0bhce8").describe("The checkout's identifier.");
export const transferId = id("pay", "pay_01kkmxa4t7e2h5m8q1s3v6y9zc").describe("The transfer's identifier.");
export const refundId = id("rfd", "rfd_01kkn19v8c3f6h2j5m7p0r4t9w").describe("The refund's identifier.");
export const endpointId = id("whe", "whe_01kf2sa9w5x8z1c4e7h0k3n6q9").describe(
  "The webhook endpoint's identifier.",
);
export const eventId = id("evt", "evt_01kkmxbq7d2g5k8n1r4t6w9y3z");

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
