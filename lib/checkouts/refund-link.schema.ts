import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import {
  evmChainId,
  lowerCaseAddress,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import type { Hex } from "@/lib/platform/hex.rules";
import { address, timestamp } from "@/lib/platform/primitives.schema";
import { accentColor, logoUrl, logoUrlOf } from "./merchant-looks.schema";
import type { Refund } from "./refund.rules";
import { checkoutId, refundId, refundStatus } from "./resource-fields.schema";
import { network, networkView, token, tokenView } from "./token-view.schema";

/** A wallet's signature of a text. */
export const messageSignature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){65,2048}$/, "must be 0x and an even number of hex digits, 130 or more")
  .meta({ maxLength: 4_098 });

/** Where the customer wants the money. */
export const claimRefundBody = z.object({
  destinationAddress: address.describe(
    "A wallet that takes the token on its network, in any case; mixed case must be EIP-55.",
  ),
  signature: messageSignature
    .optional()
    .describe(
      "The signature (`personal_sign`) of the wallet at `destinationAddress`, which must be one that paid the checkout. Without it the address is taken as it is named.",
    ),
});
export type ClaimRefundBody = z.output<typeof claimRefundBody>;

/** The transaction with which the merchant's wallet paid. Its shape has an error of its own. */
export const submitRefundTransactionBody = z.object({
  txHash: z.string().max(256).describe("Hash of the transaction: 0x and 64 hex digits."),
});

/** What the merchant's wallet is asked to send. */
export const refundCall = z.object({
  from: lowerCaseAddress.describe(
    "The wallet that must send it: the checkout's merchantAddress, or the service's refund authority where its key is kept elsewhere.",
  ),
  to: lowerCaseAddress.describe("The contract that is called."),
  method: z
    .enum(["refund", "transfer"])
    .describe(
      "`refund`: the factory's, which pays out of the checkout's deposit address. `transfer`: the token's, which pays out of the wallet.",
    ),
  data: z.string().meta({ pattern: "^0x([0-9a-f]{2})*$", description: "The call, as a wallet takes it." }),
  value: z.literal("0").describe("Nothing of the network's own coin goes along."),
});
export type RefundCallView = z.infer<typeof refundCall>;

/** What whoever has a refund's link may see of it. Addresses are lower-case. */
export const refundLinkView = z.object({
  id: refundId,
  checkoutId: checkoutId.describe("The checkout whose payment goes back."),
  link: z
    .enum(["claim", "sign"])
    .describe("`claim`: the customer names an address. `sign`: the merchant's wallet sends the refund."),
  status: refundStatus,
  merchantName: z.string(),
  merchantLogoUrl: logoUrl,
  accentColor,
  amount: units.describe("How much goes back, in the token's smallest unit."),
  chainId: evmChainId,
  tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
  token: token.nullable().describe("Null for a token that the service lists no longer."),
  network: network.nullable().describe("Null for a network that the service serves no longer."),
  destinationAddress: lowerCaseAddress.nullable().describe("Where it goes; null until it is named."),
  txHash: transactionHash.nullable().describe("The transaction that pays it; null before."),
  expiresAt: time.describe("Until when the link opens this."),
  call: refundCall
    .nullable()
    .describe("What the wallet is to send: at a `sign` link, while the refund is AWAITING_SIGNATURE."),
});
export type RefundLinkView = z.infer<typeof refundLinkView>;

/** A refund as its link shows it; what the services tell of it. */
export type RefundLink = {
  refund: Refund;
  merchantName: string;
  /** SHA-256 of the merchant's logo, hex; null where there is none. */
  logoDigest: string | null;
  /** #rrggbb; null for the service's. */
  accentColor: string | null;
  link: "claim" | "sign";
  expiresAt: Date;
  /** The prepared call; null unless the merchant's wallet is to send it now. */
  call: { from: Hex; to: Hex; method: "refund" | "transfer"; data: Hex } | null;
};

/** @param context.checkoutPageUrl origin of the payment page */
export function toRefundLinkView(
  { refund, merchantName, logoDigest, accentColor, link, expiresAt, call }: RefundLink,
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

/** Field by field: services know more of a call than its page needs. */
function toCallView({ from, to, method, data }: NonNullable<RefundLink["call"]>): RefundCallView {
  return { from, to, method, data, value: "0" };
}
