import { z } from "zod";
import type { Chain, Token } from "@/lib/chain/chains.rules";
import { type Checkout, checkoutStatuses, type MoneyRequest } from "@/lib/checkouts/checkout.rules";
import { refundStatuses, refundTypes } from "@/lib/checkouts/refund-facts.rules";
import {
  excessUnits,
  hasEndedUnpaid,
  overpaidUnits,
  returnableUnits,
  seenExcessUnits,
  seenOverpaidUnits,
  seenReturnableUnits,
} from "@/lib/checkouts/state/overpayment.rules";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import {
  count,
  evmChainId,
  lowerCaseAddress,
  projectId,
  time,
  units,
} from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { address, says, timestamp } from "@/lib/platform/primitives.schema";
import { logoUrlOf } from "@/lib/projects/looks/looks.rules";

// Response texts with the format that the documentation states. Our own code writes them, so we do not validate them
// again.

export const createdVia = z
  .enum(["server_key", "api_key", "link", "dashboard"])
  .describe(
    "Who created it. An API key may be public: check this, the amount and the reference before you ship.",
  );

export const checkoutStatus = z
  .enum(checkoutStatuses)
  .describe(
    "PENDING: waiting for payment. DETECTED: seen on the chain, not final yet. PAID: confirmed. SETTLED: moved to the merchant's wallet. EXPIRED: not paid in time. LATE_PAID: paid after expiry or cancellation; don't ship until it is accepted. CANCELLED: cancelled by the merchant. REFUNDED: refunded in full.",
  );

export const refundStatus = z
  .enum(refundStatuses)
  .describe(
    "AWAITING_APPROVAL: an owner has to approve it in the dashboard. AWAITING_ADDRESS: the customer has to enter an address at claimUrl. AWAITING_SIGNATURE: the merchant's wallet has to sign it. PENDING, PROCESSING: on its way. COMPLETED, FAILED, CANCELLED: final.",
  );

export const refundType = z.enum(refundTypes).describe("The kind of reason.");

/** spec §2.1, public view */
export const token = z.object({
  symbol: z.string().meta({ examples: ["USDC"] }),
  name: z.string().meta({ examples: ["USD Coin"] }),
  decimals: count.describe("Decimal places of the token: 6 means that 1000000 is 1.00."),
  iconUrl: z
    .string()
    .meta({ format: "uri", examples: ["https://pay.example.com/tokens/usdc.svg"] })
    .describe("Absolute URL of the token's icon, or of a generic one."),
});

export const network = z.object({
  name: z.string().describe("Name shown to customers."),
  blockExplorerUrl: z.string().describe("Empty if there is none."),
  nativeCurrency: z
    .object({
      name: z.string().meta({ examples: ["Ether"] }),
      symbol: z.string().meta({ examples: ["ETH"] }),
      decimals: count.meta({ examples: [18] }),
    })
    .describe("The coin in which the network's fees are paid."),
});

/** Symbols with a mark in `public/tokens`. */
const symbolsWithMark: ReadonlySet<string> = new Set(["USDC", "USDT", "EURC"]);

/** @param checkoutPageUrl origin of the payment page, which serves the mark */
export function tokenView({ symbol, name, decimals }: Token, checkoutPageUrl: string): z.infer<typeof token> {
  const mark = symbolsWithMark.has(symbol) ? symbol.toLowerCase() : "other";
  return { symbol, name, decimals, iconUrl: `${checkoutPageUrl}/tokens/${mark}.svg` };
}

export function networkView(chain: Chain): z.infer<typeof network> {
  const { name, blockExplorerUrl, nativeCurrency } = chain;
  return { name, blockExplorerUrl: blockExplorerUrl ?? "", nativeCurrency };
}

export const logoUrl = z
  .string()
  .nullable()
  .describe("URL of the merchant's logo, which never changes its content; null without a logo.");

export const accentColor = z
  .string()
  .nullable()
  .meta({ pattern: "^#[0-9a-f]{6}$" })
  .describe("The merchant's accent colour; null for the service's own.");

export const supportContact = z
  .string()
  .nullable()
  .describe("Where customers reach the merchant: an e-mail address or an https URL; null for none.");

/** A wallet's signature of a text. */
export const messageSignature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){65,2048}$/, says(fault("fields.longHex")))
  .meta({ maxLength: 4_098 });

/** The amount paid above the price, or after a refund in full, as customer and merchant see it. */
export const overpayment = z
  .object({
    amount: units.describe("The final amount above the price, or after the refund, in smallest units."),
    refundable: units.describe("The part that is neither refunded nor being refunded."),
    requestedAt: time.nullable().describe("When the customer requested its refund; null before."),
    signed: z
      .boolean()
      .describe(
        "Whether the only wallet that paid signed the request: a refund without an address goes to it.",
      ),
  })
  .nullable()
  .describe(
    "Null unless the checkout is paid and more than its price was received, or it is REFUNDED and more was received than refunded.",
  );

const requestOnPage = {
  requested: units.describe(
    "What of it was requested, in smallest units; 0 when only payments in another token or on another network were.",
  ),
  hasMore: z.boolean().describe("Whether some of it wasn't requested yet: more may arrive after a request."),
  isMailed: z.boolean().describe("Whether the merchant was e-mailed about the request."),
  hasContact: z.boolean().describe("Whether the customer left an e-mail address for the answer."),
};

/** On the customer's page it is there as soon as it is seen. */
export const seenOverpayment = overpayment
  .unwrap()
  .extend({
    amount: units.describe(
      "The amount above the price, or after the refund, in smallest units; it may not be final yet.",
    ),
    isFinal: z.boolean().describe("Whether all of it is final: the request can be signed only then."),
    ...requestOnPage,
  })
  .nullable()
  .describe(
    "Null unless the whole price was received in time, and more, or money arrived after everything was refunded.",
  );

/** @param strays how many payments arrived in another token or on another network: one request asks for them, too */
export function seenOverpaymentView(
  checkout: Checkout,
  strays: number,
  request: MoneyRequest | null,
): z.infer<typeof seenOverpayment> {
  const amount = seenOverpaidUnits(checkout);
  if (amount === 0n) return null;
  const refundable = seenExcessUnits(checkout);
  return {
    amount: amount.toString(),
    refundable: refundable.toString(),
    ...requestFor({ checkout, request, left: refundable, strays }),
    isFinal: overpaidUnits(checkout) === amount,
  };
}

export const moneyBack = z
  .object({
    amount: units.describe(
      "What an expired, cancelled or late checkout received and has neither refunded nor being refunded, in smallest units; it may not be final yet. 0 when all of it is refunded, or only `strayPayments` are there.",
    ),
    requestedAt: time.nullable().describe("When the customer requested it back; null before."),
    signed: z
      .boolean()
      .describe(
        "Whether the only wallet that paid signed the request: a refund without an address goes to it.",
      ),
    isFinal: z.boolean().describe("Whether all of it is final: the request can be signed only then."),
    ...requestOnPage,
  })
  .nullable()
  .describe(
    "Money that paid nothing, which the customer can request back (`POST /c/{checkoutId}/request-excess`): of a checkout that ended unpaid, or in `strayPayments`. Null for none.",
  );

/** @param strays as above */
export function moneyBackView(
  checkout: Checkout,
  strays: number,
  request: MoneyRequest | null,
): z.infer<typeof moneyBack> {
  const hasEnded = hasEndedUnpaid(checkout);
  if (strays === 0 && !(hasEnded && checkout.totalPaidUnits > 0n)) return null;
  const units = hasEnded ? seenReturnableUnits(checkout) : 0n;
  return {
    amount: units.toString(),
    ...requestFor({ checkout, request, left: units, strays }),
    isFinal: units > 0n && returnableUnits(checkout) === units,
  };
}

/** What a request asked for of the money that is there: one for a payment in another token asked for no overpayment. */
function requestFor(given: {
  checkout: Checkout;
  request: MoneyRequest | null;
  left: bigint;
  strays: number;
}) {
  const { checkout, left, strays } = given;
  const request = given.request ?? { isMailed: false, hasContact: false, units: 0n, strays: 0 };
  const requested = request.units < left ? request.units : left;
  const isRequested = left === 0n ? strays === 0 || request.strays > 0 : requested > 0n;
  return {
    ...requestOf(checkout),
    ...(isRequested ? {} : { requestedAt: null }),
    requested: requested.toString(),
    hasMore: left > request.units || strays > request.strays,
    isMailed: request.isMailed,
    hasContact: request.hasContact,
  };
}

function requestOf({ excessRequestedAt, excessWallet }: Checkout) {
  return {
    requestedAt: excessRequestedAt === null ? null : timestamp(excessRequestedAt),
    signed: excessWallet !== null,
  };
}

export function overpaymentView(checkout: Checkout): z.infer<typeof overpayment> {
  const amount = overpaidUnits(checkout);
  if (amount === 0n) return null;
  return {
    amount: amount.toString(),
    refundable: excessUnits(checkout).toString(),
    ...requestOf(checkout),
  };
}

/** No wallet's address without its signature: only that proves who paid. Otherwise the merchant sends a claim link. */
export const requestExcessBody = z
  .object({
    contact: z
      .email()
      .max(254)
      .refine(isMailAddress, says(fault("fields.onePlainEmail")))
      .optional()
      .describe(
        "The customer's e-mail address, for the merchant's answer. Anyone with the checkout's id can leave one.",
      ),
    wallet: address
      .optional()
      .describe("The wallet that signs, in any case: the only one that paid the checkout. With `signature`."),
    signature: messageSignature
      .optional()
      .describe("That wallet's signature (`personal_sign`), so that the refund needs no claim link."),
  })
  .refine(({ wallet, signature }) => (wallet === undefined) === (signature === undefined), {
    path: ["signature"],
    ...says(fault("fields.walletAndSignature")),
  });
export type RequestExcessBody = z.output<typeof requestExcessBody>;

/** A project as a shop's page may know it: all fields are public. */
export const sdkProject = z.object({
  id: projectId,
  name: z.string(),
  logoUrl,
  acceptedTokens: z
    .array(
      z.object({
        chainId: evmChainId,
        tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
        ...token.shape,
      }),
    )
    .describe("The tokens that its checkouts accept."),
  networks: z
    .array(z.object({ chainId: evmChainId, ...network.shape }))
    .describe("The chains of these tokens."),
});
export type SdkProject = z.infer<typeof sdkProject>;

/**
 * @param accepted the tokens that the project accepts, with their chains
 * @param checkoutPageUrl origin of the payment page, which serves the logo and the tokens' marks
 */
export function toSdkProject(
  project: { id: string; name: string; logoDigest: string | null },
  accepted: readonly { chain: Chain; token: Token }[],
  checkoutPageUrl: string,
): SdkProject {
  const chains = new Map(accepted.map(({ chain }) => [chain.chainId, chain]));
  return {
    id: project.id,
    name: project.name,
    logoUrl: logoUrlOf(project.logoDigest, checkoutPageUrl),
    acceptedTokens: accepted.map(({ chain, token }) => ({
      chainId: chain.chainId,
      tokenAddress: token.address,
      ...tokenView(token, checkoutPageUrl),
    })),
    networks: [...chains.values()].map((chain) => ({ chainId: chain.chainId, ...networkView(chain) })),
  };
}
