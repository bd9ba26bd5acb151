import { z } from "zod";
import { signingKindDescription, signingKinds } from "@/lib/chain/contracts/signing.rules";
import { withoutTaxes } from "@/lib/checkouts/order-fields.rules";
import { checkoutStatus, network, token } from "@/lib/checkouts/views/checkout-fields.schema";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { evmChainId, lowerCaseAddress, transactionHash, units } from "@/lib/platform/answer-fields.schema";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { languages } from "@/lib/platform/i18n/language.rules";
import { address, chainId, says, tokenUnits } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { isFiatAmount } from "@/lib/platform/values/money.rules";
import { findFiatCurrency } from "@/lib/rates/fiat-currency.rules";
import { orderInput } from "./order-fields.schema";

/** The body of an acceptance (spec D19). */
export const acceptPaymentBody = z.object({
  amount: tokenUnits
    .optional()
    .describe(
      "The received amount that you saw, in the token's smallest unit. If more or less was received by now, nothing is accepted. Leave it out to accept whatever was received.",
    ),
});

/** The body of a create (spec §4.1). */
export const createCheckoutBody = z
  .object({
    fiatAmount: z.string().max(64).optional().meta({
      pattern: "^(0|[1-9]\\d{0,11})(\\.\\d+)?$",
      description:
        'Price in fiat as a decimal string, such as "4.50", with at most the currency\'s decimalPlaces. Requires fiatCurrency.',
    }),
    fiatCurrency: z.string().max(16).optional().describe("ISO 4217 code in upper case. Requires fiatAmount."),
    amount: tokenUnits
      .optional()
      .describe(
        "Price in the token's smallest unit, as a string of digits, instead of fiatAmount and fiatCurrency. Without tokenAddress the customer chooses among dollar tokens with 6 decimals; a price in EURC needs tokenAddress.",
      ),
    chainId: chainId.optional().describe("Chain to pay on. If you leave it out, the customer chooses."),
    tokenAddress: address.optional().describe("Token to pay in. Requires chainId."),
    merchantAddress: address
      .optional()
      .describe("Wallet that receives the settlement; the project's settlement wallet by default."),
    expiryMinutes: z
      .number()
      .min(1)
      // Not zod's integers, which stop at 2^53: a larger value is clamped to the limit.
      .refine(Number.isInteger, says(fault("fields.wholeNumber")))
      .optional()
      .meta({ type: "integer" })
      .describe(
        "Minutes until the checkout expires. For a fiat price: 30 by default, at most 30. For a token amount: 60 by default, at most 1440. We silently reduce larger values.",
      ),
    ...orderInput,
  })
  .superRefine((body, context) => {
    const issue = (param: string, reason: Fault) =>
      context.addIssue({ code: "custom", path: [param], fault: reason });
    const hasFiat = body.fiatAmount !== undefined || body.fiatCurrency !== undefined;
    if (hasFiat && body.amount !== undefined) {
      issue("amount", fault("fields.onePrice"));
    } else if (!hasFiat && body.amount === undefined) {
      issue("amount", fault("fields.priceRequired"));
    } else if (hasFiat && body.fiatAmount === undefined) {
      issue("fiatAmount", fault("fields.withFiatCurrency"));
    } else if (hasFiat && body.fiatCurrency === undefined) {
      issue("fiatCurrency", fault("fields.withFiatAmount"));
    }
    const problem =
      body.fiatAmount === undefined ? null : fiatAmountProblem(body.fiatAmount, body.fiatCurrency);
    if (problem !== null) issue("fiatAmount", problem);
    const taxProblem = problem !== null || body.taxes === undefined ? null : taxesProblem(body.taxes, body);
    if (taxProblem !== null) issue("taxes", taxProblem);
    if (body.tokenAddress !== undefined && body.chainId === undefined)
      issue("chainId", fault("fields.withTokenAddress"));
  })
  .meta({
    oneOf: [{ required: ["fiatAmount", "fiatCurrency"] }, { required: ["amount"] }],
    dependentRequired: {
      fiatAmount: ["fiatCurrency"],
      fiatCurrency: ["fiatAmount"],
      tokenAddress: ["chainId"],
      taxes: ["fiatAmount"],
    },
  });

export type CreateCheckoutBody = z.output<typeof createCheckoutBody>;

/** Why this is no price in the currency; null when it is one. */
export function fiatAmountProblem(fiatAmount: string, fiatCurrency: string | undefined): Fault | null {
  // An unknown currency gets its own error later, where the list is known; until then its amount may have the most
  // decimals.
  const decimalPlaces = findFiatCurrency(fiatCurrency ?? "")?.decimalPlaces ?? 4;
  if (isFiatAmount(fiatAmount, decimalPlaces)) return null;
  return decimalPlaces === 0
    ? fault("fields.amountWhole")
    : fault("fields.amountDecimals", { places: decimalPlaces });
}

/** Why these are no taxes of the price; null when they are. */
function taxesProblem(
  taxes: Readonly<Record<string, string>>,
  { fiatAmount, fiatCurrency = "" }: { fiatAmount?: string | undefined; fiatCurrency?: string | undefined },
): Fault | null {
  if (fiatAmount === undefined) return fault("fields.requiresFiatAmount");
  const places = findFiatCurrency(fiatCurrency)?.decimalPlaces ?? 4;
  const rest = withoutTaxes(fiatAmount, taxes, places);
  if (rest === null) return fault("fields.taxDecimals", { places });
  return rest < 0n ? fault("fields.taxesTooHigh") : null;
}

/** The customer's choice of token and chain. */
export const selectTokenBody = z.object({
  chainId: chainId.describe("One of the chains in the view's options."),
  tokenAddress: address.describe("One of that chain's tokens, in any case."),
});

export type SelectTokenBody = z.output<typeof selectTokenBody>;

/** The wallet whose balances a customer wants to see. In the body: addresses of pages are logged. */
export const walletBalancesBody = z.object({
  wallet: address.describe("The customer's wallet, in any case."),
});

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
      "RECORDED: we recorded its transfer to this checkout. EXPECTED: the network doesn't know it yet. UNANSWERED: we couldn't reach the network.",
    ),
});

export type VerifyPaymentResult = z.infer<typeof verifyPaymentResult>;

export const findPaymentsBody = z.object({
  sender: address.describe("The wallet that paid, in any case."),
});

export const foundPayments = z.object({
  transfers: z
    .array(
      z.object({
        chainId: evmChainId,
        network,
        tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
        token: token.nullable().describe("Null for a token that the service doesn't know."),
        amount: units.describe("In the token's smallest unit."),
        txHash: transactionHash,
        counts: z.boolean().describe("Whether it counts as payment of this checkout."),
      }),
    )
    .describe("What this wallet sent to this checkout's address, newest first, at most 100."),
  isComplete: z.boolean().describe("False when a network didn't respond."),
});
export type FoundPayments = z.infer<typeof foundPayments>;

export const mailReceiptBody = z.object({
  email: z
    .string()
    .max(254)
    .refine(isMailAddress, says(fault("fields.emailLike")))
    .meta({ maxLength: 254, description: "Where to send it." }),
  language: z
    .enum(languages.map(({ code }) => code))
    .optional()
    .describe("The receipt's language; by default the first of Accept-Language that the page has."),
});

/** Up to the year 9999, the limit of dates. */
const unixSeconds = z.number().int().min(0).max(253_402_300_799);

function bytes(pattern: RegExp, reason: Fault) {
  return z
    .string()
    .max(4_098)
    .regex(pattern, says(reason))
    .transform((value) => value.toLowerCase() as Hex);
}

/**
 * A customer's signed payment. Its receiver is the checkout's deposit address, so the body has no such field: a
 * signature for another address is not valid here.
 */
export const authorizePaymentBody = z.object({
  kind: z.enum(signingKinds).default("EIP3009").describe(signingKindDescription),
  chainId: chainId.describe("The checkout's chain."),
  tokenAddress: address.describe("The checkout's token, in any case."),
  from: address.describe("The wallet that signed and pays, in any case."),
  value: tokenUnits.describe("Exactly `remainingAmount`, in the token's smallest unit."),
  validAfter: unixSeconds.describe("Unix time in seconds after which it is valid; 0 for now."),
  validBefore: unixSeconds.describe(
    "Unix time in seconds until which it is valid: at least 120 seconds ahead, at most one second after `expiresAt`. The `deadline` that Permit2 and permits sign is one second less, their last valid second.",
  ),
  nonce: bytes(/^0x[0-9a-fA-F]{64}$/, fault("fields.hash")).describe(
    "32 random bytes, never used by this wallet with this token, or with Permit2.",
  ),
  signature: bytes(
    /^0x(?:[0-9a-fA-F]{2}){65,2048}$/,
    fault("fields.bytesRange", { least: 65, most: 2048 }),
  ).describe(
    "Signature of the EIP-712 message, in the token's domain or in that of Permit2: r, s, v of the wallet's key, or the signature that a contract wallet accepts (ERC-1271).",
  ),
  permitSignature: bytes(/^0x[0-9a-fA-F]{130}$/, fault("fields.bytes", { count: 65 }))
    .optional()
    .describe(
      "For EIP2612 only: r, s, v of the token's `Permit` with Permit2 as `spender`, the same value and the same deadline.",
    ),
});

export type AuthorizePaymentBody = z.output<typeof authorizePaymentBody>;
