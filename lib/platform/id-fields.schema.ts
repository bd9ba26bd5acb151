import { z } from "zod";
import { type IdPrefix, idPattern } from "./values/ids.rules";

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
