import type { z } from "zod";
import type { ErrorCode } from "@/lib/core/errors";
import { checkoutResource } from "./checkout";
import { createCheckoutBody } from "./create-checkout";
import { selectTokenBody, verifyPaymentBody, verifyPaymentResult } from "./payment-actions";
import { publicCheckoutView } from "./public-checkout";

/** Which key an operation needs (spec §5). */
export type KeyKind = "server" | "none";

/** One operation of the API: what routes, documents and clients are made from. */
export type Operation = {
  operationId: string;
  summary: string;
  method: "GET" | "POST";
  /** As specified; served at this path and below `/api`. */
  path: string;
  keyKind: KeyKind;
  body: z.ZodType | null;
  status: 200 | 201;
  data: z.ZodType;
  errors: readonly ErrorCode[];
};

const keyErrors = [
  "SERVER_KEY_REQUIRED",
  "INVALID_KEY_TYPE",
  "PROJECT_NOT_FOUND",
  "ORIGIN_NOT_ALLOWED",
] as const;
const bodyErrors = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR"] as const;

/** Every operation, by id. */
export const operations = {
  createCheckout: {
    operationId: "createCheckout",
    summary: "Create a checkout",
    method: "POST",
    path: "/v1/checkouts",
    keyKind: "server",
    body: createCheckoutBody,
    status: 201,
    data: checkoutResource,
    errors: [
      ...keyErrors,
      ...bodyErrors,
      "UNSUPPORTED_FIAT_CURRENCY",
      "UNSUPPORTED_CHAIN",
      "UNSUPPORTED_TOKEN",
      "UNSUPPORTED_TOKEN_FOR_FIAT",
      "EXCHANGE_RATE_UNAVAILABLE",
      "AMOUNT_TOO_SMALL",
    ],
  },
  getCheckout: {
    operationId: "getCheckout",
    summary: "Get a checkout",
    method: "GET",
    path: "/v1/checkouts/{checkoutId}",
    keyKind: "server",
    body: null,
    status: 200,
    data: checkoutResource,
    errors: [...keyErrors, "CHECKOUT_NOT_FOUND"],
  },
  getPublicCheckout: {
    operationId: "getPublicCheckout",
    summary: "What the customer sees of a checkout",
    method: "GET",
    path: "/c/{checkoutId}",
    keyKind: "none",
    body: null,
    status: 200,
    data: publicCheckoutView,
    errors: ["CHECKOUT_NOT_FOUND"],
  },
  selectToken: {
    operationId: "selectToken",
    summary: "Choose token and network",
    method: "POST",
    path: "/c/{checkoutId}/select",
    keyKind: "none",
    body: selectTokenBody,
    status: 200,
    data: publicCheckoutView,
    errors: [
      ...bodyErrors,
      "CHECKOUT_NOT_FOUND",
      "UNSUPPORTED_CHAIN",
      "UNSUPPORTED_TOKEN",
      "EXCHANGE_RATE_UNAVAILABLE",
      "AMOUNT_TOO_SMALL",
      "CHECKOUT_NOT_SELECTABLE",
    ],
  },
  verifyPayment: {
    operationId: "verifyPayment",
    summary: "Hand in a transaction hash for faster confirmation",
    method: "POST",
    path: "/c/{checkoutId}/verify",
    keyKind: "none",
    body: verifyPaymentBody,
    status: 200,
    data: verifyPaymentResult,
    errors: [
      ...bodyErrors,
      "CHECKOUT_NOT_FOUND",
      "UNSUPPORTED_CHAIN",
      "INVALID_TX_HASH",
      "CHAIN_MISMATCH",
      "TRANSACTION_NOT_FOUND",
      "TRANSACTION_REVERTED",
      "NO_MATCHING_TRANSFER",
    ],
  },
} as const satisfies Record<string, Operation>;
