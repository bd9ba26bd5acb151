import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import {
  accentColor,
  logoUrl,
  messageSignature,
  network,
  networkView,
  refundStatus,
  refundType,
  supportContact,
  token,
  tokenView,
} from "@/lib/checkouts/views/checkout-fields.schema";
import {
  checkoutId,
  evmChainId,
  lowerCaseAddress,
  refundId,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { cursorQuery } from "@/lib/platform/lists/cursor-pages.schema";
import { address, moment, says, text, timestamp, tokenUnits } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { logoUrlOf } from "@/lib/projects/looks/looks.rules";
import { refundCursors } from "./dashboard/refund-views.rules";
import type { RefundedPurchase } from "./refund.rules";

/** The body of a refund (spec §4.1), with the addition `destinationAddress`. */
export const createRefundBody = z.object({
  amount: tokenUnits
    .refine((units) => units > 0n, says(fault("fields.above", { bound: 0 })))
    .optional()
    .describe("Amount in the token's smallest unit. Leave it out to refund everything that is left."),
  reason: text(500).optional().describe("Your reason, in your own words."),
  refundType: refundType.default("CUSTOMER_REQUEST"),
  destinationAddress: address
    .optional()
    .describe(
      "Address to refund to. Without it, a gasless payment is refunded to the wallet that signed it; for other payments, the customer enters an address at claimUrl.",
    ),
});

export type CreateRefundBody = z.output<typeof createRefundBody>;

/** `payer`: the proven wallet that the member saw, to which alone the refund may then go. */
export const requestRefundForm = createRefundBody.extend({ payer: address.optional() });

/** Filters of the list of a project's refunds. */
export const listProjectRefundsQuery = cursorQuery(refundCursors, {
  status: refundStatus.optional().describe("Only refunds in this state."),
  refundType: refundType.optional().describe("Only refunds of this kind."),
  from: moment.optional().describe("Only refunds requested from this time on."),
  to: moment.optional().describe("Only refunds requested before this time."),
});

/** A call for a member's own wallet to send, from a page of the dashboard. */
export const walletCall = z.object({
  chainId: evmChainId,
  /** The wallets that may send it; null for any. */
  from: z.array(lowerCaseAddress).nullable(),
  to: lowerCaseAddress,
  data: z.string(),
  /** On local chains: the one of those wallets that the demo controls; null elsewhere. */
  demoWallet: lowerCaseAddress.nullable(),
});

export type WalletCallView = z.output<typeof walletCall>;

/** With play money on this machine: the wallet, if it is the demo merchant's own. */
export type DemoParts = { demoWalletOf: (chainId: number, wallet: string) => string | null };

export function toWalletCall(
  { chainId, from, to, data }: PreparedTransaction,
  { demoWalletOf }: DemoParts,
): WalletCallView {
  return { chainId, from: [from], to, data, demoWallet: demoWalletOf(chainId, from) };
}

/** The customer's destination address. */
export const claimRefundBody = z.object({
  destinationAddress: address.describe(
    "A wallet that accepts the token on this network. Any case; mixed case must match the EIP-55 checksum.",
  ),
  signature: messageSignature
    .optional()
    .describe(
      "Signature (`personal_sign`) of the wallet at `destinationAddress`, which must have paid the checkout. Without it, we use the address without proof.",
    ),
});

export type ClaimRefundBody = z.output<typeof claimRefundBody>;

/** The transaction by which the merchant's wallet paid. A malformed hash has its own error. */
export const submitRefundTransactionBody = z.object({
  txHash: z.string().max(256).describe("Hash of the transaction: 0x and 64 hex digits."),
});

/** The call that the merchant's wallet should send. */
export const refundCall = z.object({
  from: lowerCaseAddress.describe(
    "The wallet that has to send it: the checkout's merchantAddress, or the refund authority if its key is kept elsewhere.",
  ),
  to: lowerCaseAddress.describe("The contract to call."),
  method: z
    .enum(["refund", "transfer"])
    .describe(
      "`refund`: calls the factory, which pays from the checkout's deposit address. `transfer`: calls the token and pays from the wallet.",
    ),
  data: z.string().meta({ pattern: "^0x([0-9a-f]{2})*$", description: "Calldata of the call." }),
  value: z.literal("0").describe("Always 0: the call sends no coin."),
});

export type RefundCallView = z.infer<typeof refundCall>;

/** What anyone with a refund's link may see. Addresses are lower-case. */
export const refundLinkView = z.object({
  id: refundId,
  checkoutId: checkoutId.describe("The checkout that is refunded."),
  link: z
    .enum(["claim", "sign"])
    .describe("`claim`: the customer enters an address. `sign`: the merchant's wallet sends the refund."),
  status: refundStatus,
  merchantName: z.string(),
  merchantLogoUrl: logoUrl,
  accentColor,
  supportContact,
  purchase: z
    .object({
      itemName: z.string().nullable(),
      fiatAmount: z.string().nullable(),
      fiatCurrency: z.string().nullable(),
      amount: units
        .nullable()
        .describe(
          "The price in the refund's token, in its smallest unit; null for a refund in another token.",
        ),
    })
    .describe("What the customer bought, from the checkout."),
  amount: units.describe("Amount of the refund, in the token's smallest unit."),
  chainId: evmChainId,
  tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
  token: token.nullable().describe("Null for a token that the service no longer lists."),
  network: network.nullable().describe("Null for a network that the service no longer supports."),
  destinationAddress: lowerCaseAddress
    .nullable()
    .describe("The recipient's address; null until it is known."),
  txHash: transactionHash.nullable().describe("The refund's transaction; null before."),
  expiresAt: time.describe("When the link expires."),
  call: refundCall
    .nullable()
    .describe("The call for the wallet to send, for a `sign` link while the refund is AWAITING_SIGNATURE."),
});

export type RefundLinkView = z.infer<typeof refundLinkView>;

/** A refund as its link shows it, from the services. */
export type RefundLink = {
  refund: Refund;
  merchantName: string;
  /** SHA-256 of the merchant's logo, hex; null without a logo. */
  logoDigest: string | null;
  /** #rrggbb; null for the service's default. */
  accentColor: string | null;
  /** An e-mail address or an https URL; null for none. */
  supportContact: string | null;
  purchase: RefundedPurchase;
  link: "claim" | "sign";
  expiresAt: Date;
  /** The prepared call; null unless the merchant's wallet has to send it now. */
  call: { from: Hex; to: Hex; method: "refund" | "transfer"; data: Hex } | null;
};

/** @param context.checkoutPageUrl origin of the payment page */
export function toRefundLinkView(
  {
    refund,
    merchantName,
    logoDigest,
    accentColor,
    supportContact,
    purchase,
    link,
    expiresAt,
    call,
  }: RefundLink,
  { chains, checkoutPageUrl }: { chains: readonly Chain[]; checkoutPageUrl: string },
): RefundLinkView {
  const found = findToken(chains, refund);
  const chain = chains.find(({ chainId }) => chainId === refund.chainId);
  return {
    id: refund.id,
    checkoutId: refund.checkoutId,
    link,
    status: refund.status,
    merchantName,
    merchantLogoUrl: logoUrlOf(logoDigest, checkoutPageUrl),
    accentColor,
    supportContact,
    purchase: toPurchaseView(purchase),
    amount: refund.amountUnits.toString(),
    chainId: refund.chainId,
    tokenAddress: refund.tokenAddress,
    token: found === null ? null : tokenView(found.token, checkoutPageUrl),
    network: chain === undefined ? null : networkView(chain),
    destinationAddress: refund.destinationAddress,
    txHash: refund.txHash,
    expiresAt: timestamp(expiresAt),
    call: call === null ? null : toCallView(call),
  };
}

function toPurchaseView(purchase: RefundedPurchase): RefundLinkView["purchase"] {
  const { itemName, fiatAmount, fiatCurrency, amountUnits } = purchase;
  return { itemName, fiatAmount, fiatCurrency, amount: amountUnits?.toString() ?? null };
}

/** Field by field: the services' call has more than the page needs. */
function toCallView({ from, to, method, data }: NonNullable<RefundLink["call"]>): RefundCallView {
  return { from, to, method, data, value: "0" };
}
