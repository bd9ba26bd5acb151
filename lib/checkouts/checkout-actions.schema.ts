import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import { checkoutStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { address, chainId, inputId, tokenUnits } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { checkoutStatuses } from "./checkout.rules";
import { createCheckoutBody } from "./create-checkout.schema";

const checkoutId = inputId("chk", "checkout");

/** Actions of the dashboard on checkouts. */
export const checkoutActions = {
  createCheckout: {
    permission: "checkouts.create",
    fresh: false,
    // The settlement wallet is a project setting: a member who may create checkouts may not redirect the money.
    input: createCheckoutBody.refine(({ merchantAddress }) => merchantAddress === undefined, {
      path: ["merchantAddress"],
      message: "is the project's settlement wallet",
    }),
    output: z.object({ checkoutId, url: z.string() }),
  },
  cancelCheckout: {
    permission: "checkouts.cancel",
    fresh: false,
    input: z.object({ checkoutId }),
    output: z.object({ status: checkoutStatus }),
  },
} as const satisfies Record<string, ProjectAction>;

const foundCheckout = z.object({
  checkoutId: z.string(),
  status: z.enum(checkoutStatuses),
  itemName: z.string().nullable(),
  referenceId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export type FoundCheckout = z.output<typeof foundCheckout>;

/** Queries of the command menu; they change nothing. */
export const searchActions = {
  searchCheckouts: {
    permission: "project.read",
    fresh: false,
    /** An id, an address, a transaction hash or a reference, told apart by form. */
    input: z.object({ text: z.string().trim().min(1).max(200) }),
    output: z.object({ checkouts: z.array(foundCheckout).max(10) }),
  },
} as const satisfies Record<string, ProjectAction>;

/** The customer's choice of token and chain. */
export const selectTokenBody = z.object({
  chainId: chainId.describe("One of the chains in the view's options."),
  tokenAddress: address.describe("One of that chain's tokens, in any case."),
});

export type SelectTokenBody = z.output<typeof selectTokenBody>;

/** A transaction hash submitted for faster confirmation (spec §4.2). A malformed one has its own error. */
export const verifyPaymentBody = z.object({
  txHash: z.string().max(256).describe("Hash of the paying transaction: 0x and 64 hex digits."),
  chainId: chainId.describe("The chain of the transaction."),
});

export type VerifyPaymentBody = z.output<typeof verifyPaymentBody>;

export const verifyPaymentResult = z.object({
  status: checkoutStatus,
  message: z.string().describe("The result, in words for the customer."),
  outcome: z
    .enum(["RECORDED", "EXPECTED", "UNANSWERED"])
    .describe(
      "RECORDED: its transfer to this checkout is on record. EXPECTED: the network does not know it yet. UNANSWERED: the network could not be asked just now.",
    ),
});

export type VerifyPaymentResult = z.infer<typeof verifyPaymentResult>;

/** Up to the year 9999, the limit of dates. */
const unixSeconds = z.number().int().min(0).max(253_402_300_799);

function bytes(pattern: RegExp, message: string) {
  return z
    .string()
    .max(4_098)
    .regex(pattern, message)
    .transform((value) => value.toLowerCase() as Hex);
}

/**
 * A customer's signed EIP-3009 `transferWithAuthorization`. Its `to` is the checkout's deposit address, so the body has
 * no such field: a signature for another address is not valid here.
 */
export const authorizePaymentBody = z.object({
  chainId: chainId.describe("The checkout's chain."),
  tokenAddress: address.describe("The checkout's token, in any case."),
  from: address.describe("The wallet that signed, in any case. It pays."),
  value: tokenUnits.describe("Exactly `remainingAmount`, in the token's smallest unit."),
  validAfter: unixSeconds.describe("Unix time in seconds after which it may be used; 0 for at once."),
  validBefore: unixSeconds.describe(
    "Unix time in seconds before which it may be used: at least 120 ahead, and at most the second after `expiresAt`.",
  ),
  nonce: bytes(/^0x[0-9a-fA-F]{64}$/, "must be 0x and 64 hex digits").describe(
    "32 random bytes, never used by this wallet with this token.",
  ),
  signature: bytes(/^0x(?:[0-9a-fA-F]{2}){65,2048}$/, "must be 0x and 65 to 2048 bytes in hex").describe(
    "Over the EIP-712 message in the token's domain (`signingDomain`): r, s, v of the wallet's key, or whatever a contract wallet accepts (ERC-1271).",
  ),
});

export type AuthorizePaymentBody = z.output<typeof authorizePaymentBody>;
