import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { confirmationsSeen, paidRequirement, requiredBlocks } from "@/lib/chain/confirmation-policy.rules";
import { type Signing, signingKindDescription, signingKinds } from "@/lib/chain/contracts/signing.rules";
import {
  type Checkout,
  isOnItsWay,
  onItsWayUntil,
  type PublicCheckout,
} from "@/lib/checkouts/checkout.rules";
import { publicOrder, toPublicOrder } from "@/lib/checkouts/order-fields.schema";
import { isGoingBack, refundProgress, refundSteps } from "@/lib/checkouts/refund-progress.rules";
import { remainingUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { authorizationStatuses } from "@/lib/checkouts/state/signable.rules";
import {
  checkoutId,
  count,
  evmChainId,
  lowerCaseAddress,
  time,
  transactionHash,
  units,
} from "@/lib/platform/answer-fields.schema";
import { timestamp } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  accentColor,
  moneyBack,
  moneyBackView,
  network,
  networkView,
  seenOverpayment,
  seenOverpaymentView,
  supportContact,
  token,
  tokenView,
} from "./checkout-fields.schema";
import { type PaymentOption, paymentOption, signingDomain } from "./payment-option.schema";
import { type SelectedToken, selectedToken, toViewFields, viewFields } from "./shared-fields.schema";

const strayPayment = z.object({
  chainId: evmChainId,
  tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
  token,
  network,
  amount: units.describe("In the token's smallest unit."),
  txHash: transactionHash,
  isGoingBack: z.boolean().describe("Whether a refund in `moneyGoingBack` returns it."),
});

/** What anyone with the checkout's id may see (spec §2.1, §4.2). Addresses are lower-case. */
export const publicCheckoutView = z.object({
  id: checkoutId,
  ...viewFields,
  accentColor,
  merchantDetails: z
    .string()
    .nullable()
    .describe("The merchant's own lines for receipts, such as address and tax number; null for none."),
  supportContact,
  ...publicOrder,
  tokenAddress: lowerCaseAddress
    .nullable()
    .describe("The token's contract, in lower case; null until a token is selected."),
  depositAddress: lowerCaseAddress
    .nullable()
    .describe("The deposit address, in lower case; null until a token is selected."),
  merchantAddress: lowerCaseAddress.describe("The settlement wallet, in lower case."),
  merchantAddressIsListed: z
    .boolean()
    .describe(
      "Whether `merchantAddress` is the shop's own: its settlement wallet, now or before, or one on its list. False for a wallet that a server key named for this checkout.",
    ),
  addressTerms: z
    .object({
      factory: lowerCaseAddress.describe("The contract that deploys deposit addresses."),
      implementation: lowerCaseAddress.describe("The contract that each deposit address is a clone of."),
      refundAuthority: lowerCaseAddress.describe(
        "The only address that can send refunds from it, to any recipient.",
      ),
      openSweep: z.boolean().describe("Whether anyone can trigger its settlement to merchantAddress."),
    })
    .nullable()
    .describe(
      "With these values, `merchantAddress` and `id`, anyone can calculate `depositAddress` (CREATE2). Null until a token is selected.",
    ),
  remainingAmount: units
    .nullable()
    .describe("Amount still missing, in smallest units; null before selection."),
  overpayment: seenOverpayment,
  moneyBack,
  acceptsRestUntil: time
    .nullable()
    .describe(
      "Until when the missing part still completes this expired checkout, of which a part arrived, because its merchant accepts late payments; null otherwise.",
    ),
  refunds: z
    .array(
      z.object({
        amount: units.describe("In the smallest unit of the token that was paid."),
        completedAt: time.describe("When it was final, ISO 8601, UTC."),
        txHash: transactionHash.nullable(),
      }),
    )
    .describe("Completed refunds of this payment, oldest first, at most 20."),
  moneyGoingBack: z
    .array(
      z.object({
        chainId: evmChainId,
        tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
        token: token.nullable().describe("Null for a token that the service no longer lists."),
        network: network.nullable().describe("Null for a network that the service no longer supports."),
        amount: units.describe("In the token's smallest unit."),
        step: z
          .enum(refundSteps)
          .describe(
            "requested: the merchant has to agree. agreed: it isn't sent yet. sent: its transaction isn't final. arrived: it is final.",
          ),
        customerChooses: z
          .boolean()
          .describe("Whether it waits for the customer to enter an address at the link from the merchant."),
        txHash: transactionHash.nullable().describe("Its transaction; null before it is sent."),
      }),
    )
    .describe(
      "Refunds to the customer that didn't fail and weren't cancelled, of the payment and of `strayPayments`.",
    ),
  receivedEarlier: checkoutId
    .nullable()
    .describe(
      "A checkout that this one replaces, directly or in turn, to which a payment came after all: don't pay again before looking there. Null for none.",
    ),
  requote: z
    .object({
      amount: units
        .nullable()
        .describe(
          "In the chosen token at the current rate; null if none was chosen or no rate is available.",
        ),
    })
    .nullable()
    .describe(
      "Whether the customer can continue this expired checkout at the current rate (`POST /c/{checkoutId}/requote`); null otherwise.",
    ),
  confirmations: z
    .object({
      seen: count.describe("Blocks on the payment so far."),
      required: count.nullable().describe("Null when the chain's own finality decides."),
    })
    .nullable()
    .describe("How far the payment is confirmed; null before selection."),
  serverTime: time.describe("The service's clock, for a countdown."),
  gasless: z
    .boolean()
    .describe(
      "Whether every wallet can pay by one signature (EIP-3009) while the service pays the network fee. See also `signing`.",
    ),
  signingDomain: z
    .object({ name: z.string(), version: z.string() })
    .nullable()
    .describe(
      "The token's EIP-712 domain for the signature, without `chainId` and `verifyingContract` (the token). Null unless `gasless`.",
    ),
  signing: z
    .object({
      kind: z.enum(signingKinds).describe(signingKindDescription),
      domain: signingDomain.nullable(),
    })
    .nullable()
    .describe(
      "How a customer can pay by signature while the service pays the network fee; null if they can't.",
    ),
  gaslessPayment: z
    .object({
      status: z
        .enum(authorizationStatuses)
        .describe(
          "PENDING: accepted. SENT: sent to the network. USED: executed on the network. FAILED: not sent, or executed without effect.",
        ),
      failureReason: z.string().nullable().describe("Why it failed, as a code; null unless FAILED."),
      txHash: transactionHash.nullable().describe("The service's transaction; null until it is sent."),
      mayStillPay: z
        .boolean()
        .describe(
          "Whether it may still move money: anyone who holds the signature can submit it until `validBefore`, also after FAILED. Meanwhile we accept no other one; ask the customer before an ordinary transfer.",
        ),
    })
    .nullable()
    .describe("State of the newest signed payment; null if there is none."),
  reportedPayment: z
    .object({
      chainId: evmChainId,
      txHash: transactionHash,
      until: time.describe("When it stops counting, unless a node knows it then. ISO 8601, UTC."),
    })
    .nullable()
    .describe(
      "A transaction that was submitted for this checkout (`POST /c/{checkoutId}/verify`) and is on its way: submitted within a minute, or known to a node. Ask the customer before a second payment. Null for none.",
    ),
  strayPayments: z
    .array(strayPayment)
    .describe(
      "Transfers to the deposit address in a different token or on a different network. They don't count as payment; the merchant can refund them. At most three, in tokens that the service knows: those the shop accepts first, then the newest.",
    ),
  options: z.array(paymentOption).describe("The options to select; empty after the selection."),
});
export type PublicCheckoutView = z.infer<typeof publicCheckoutView>;

/** Data shown with a checkout but not stored with it. */
export type PublicContext = {
  chains: readonly Chain[];
  /** Origin of the payment page. */
  checkoutPageUrl: string;
  /** Whether software can pay the checkout (x402). */
  isPayableByX402: (checkout: Checkout) => boolean;
  /** The contracts behind deposit addresses. */
  depositContracts: { factory: Hex; implementation: Hex };
};

const maxStrayPayments = 3;

/**
 * The view at `now`. `options` are the customer's choices while nothing is selected; `signing` is set while a signature
 * can pay it, `requote` while an expired one can be continued.
 */
export function toPublicView(
  found: PublicCheckout,
  options: readonly PaymentOption[],
  context: PublicContext,
  now: Date,
  signing: Signing | null = null,
  requote: PublicCheckoutView["requote"] = null,
): PublicCheckoutView {
  const { checkout } = found;
  const selected = selectedToken(checkout, context.chains);
  const strays = strayPayments(found.strayTransfers, context);
  const fields = toViewFields(checkout, {
    ...context,
    merchantName: found.merchantName,
    logoDigest: found.logoDigest,
  });
  return {
    id: checkout.id,
    ...fields,
    accentColor: found.accentColor,
    merchantDetails: found.receiptDetails,
    supportContact: found.supportContact,
    ...toPublicOrder(checkout, fields.isPaid),
    tokenAddress: checkout.tokenAddress,
    depositAddress: selected === null ? null : checkout.depositAddress,
    merchantAddress: checkout.merchantAddress,
    merchantAddressIsListed: found.hasListedWallet,
    addressTerms: selected === null ? null : addressTerms(checkout, context),
    remainingAmount: selected === null ? null : remainingUnits(checkout).toString(),
    overpayment: seenOverpaymentView(checkout, strays.length, found.moneyRequest),
    moneyBack: moneyBackView(checkout, strays.length, found.moneyRequest),
    acceptsRestUntil: acceptsRest(found, now) ? timestamp(checkout.watchUntil) : null,
    refunds: found.refunds.flatMap(({ amountUnits, status, completedAt, txHash }) =>
      status === "COMPLETED" && completedAt !== null
        ? [{ amount: amountUnits.toString(), completedAt: timestamp(completedAt), txHash }]
        : [],
    ),
    moneyGoingBack: moneyGoingBack(found, context),
    receivedEarlier: found.receivedEarlier,
    requote,
    confirmations: selected === null ? null : confirmations(found, selected),
    serverTime: timestamp(now),
    gasless: signing?.kind === "EIP3009",
    signingDomain: signing?.kind === "EIP3009" ? signing.domain : null,
    signing,
    gaslessPayment: found.gaslessPayment,
    reportedPayment: reportedPayment(found, now),
    strayPayments: strays.slice(0, maxStrayPayments),
    options: [...options],
  };
}

function reportedPayment(
  { checkout, reportedPayment: reported }: PublicCheckout,
  now: Date,
): PublicCheckoutView["reportedPayment"] {
  if (reported === null || checkout.status !== "PENDING" || !isOnItsWay(reported, now)) return null;
  const until = timestamp(onItsWayUntil(reported));
  return { chainId: reported.chainId, txHash: reported.txHash, until };
}

function addressTerms(
  { refundAuthority, openSweep }: Checkout,
  { depositContracts: { factory, implementation } }: PublicContext,
): NonNullable<PublicCheckoutView["addressTerms"]> {
  return { factory, implementation, refundAuthority, openSweep };
}

function moneyGoingBack(
  { checkout, refunds, strayTransfers }: PublicCheckout,
  { chains, checkoutPageUrl }: PublicContext,
): PublicCheckoutView["moneyGoingBack"] {
  const { chainId, tokenAddress } = checkout;
  const ofPayment =
    chainId === null || tokenAddress === null
      ? []
      : refunds.map((refund) => ({ refund, chainId, tokenAddress }));
  // One refund can return several transfers.
  const ofStrays = new Map(
    strayTransfers.flatMap(({ refund, chainId, tokenAddress }) =>
      refund === null ? [] : [[refund.id, { refund, chainId, tokenAddress }] as const],
    ),
  );
  return [...ofPayment, ...ofStrays.values()].flatMap(({ refund, chainId, tokenAddress }) => {
    const { step, waitsFor } = refundProgress(refund);
    if (!isGoingBack(step)) return [];
    const chain = chains.find((known) => known.chainId === chainId);
    const listed = findToken(chains, { chainId, tokenAddress });
    return [
      {
        chainId,
        tokenAddress,
        token: listed === null ? null : tokenView(listed.token, checkoutPageUrl),
        network: chain === undefined ? null : networkView(chain),
        amount: refund.amountUnits.toString(),
        step,
        customerChooses: waitsFor === "address",
        txHash: refund.txHash,
      },
    ];
  });
}

/** Anyone can name a token as they like, so we hide unknown ones from a customer about to pay. */
function strayPayments(
  transfers: PublicCheckout["strayTransfers"],
  { chains, checkoutPageUrl }: PublicContext,
): PublicCheckoutView["strayPayments"] {
  return transfers.flatMap(({ chainId, tokenAddress, amountUnits, txHash, refund }) => {
    const found = findToken(chains, { chainId, tokenAddress });
    if (found === null) return [];
    const amount = amountUnits.toString();
    return [
      {
        chainId,
        tokenAddress,
        token: tokenView(found.token, checkoutPageUrl),
        network: networkView(found.chain),
        amount,
        txHash,
        isGoingBack: refund !== null,
      },
    ];
  });
}

/** The rest would make it a late payment that is accepted by itself. Not once the part is on its way back. */
function acceptsRest({ checkout, acceptsLate, receivedEarlier }: PublicCheckout, now: Date): boolean {
  const { status, totalPaidUnits, watchUntil, replacedBy, settlementFrozen, excessRequestedAt } = checkout;
  const isPartial = totalPaidUnits > 0n && remainingUnits(checkout) > 0n;
  const isOnlyOne = replacedBy === null && receivedEarlier === null;
  const isOpen = isOnlyOne && !settlementFrozen && watchUntil.getTime() > now.getTime();
  return acceptsLate && status === "EXPIRED" && isPartial && isOpen && excessRequestedAt === null;
}

/** By the larger of price and payment, like the payment itself. */
function confirmations(
  { checkout, paymentBlockNumber, scannedBlockNumber }: PublicCheckout,
  { chain, token: paid }: SelectedToken,
) {
  const { confirmationSpeed, totalPaidUnits } = checkout;
  const price = checkout.amountUnits ?? 0n;
  const judged = totalPaidUnits > price ? totalPaidUnits : price;
  const requirement = paidRequirement(chain.confirmations, confirmationSpeed, judged, paid.decimals);
  const seen =
    paymentBlockNumber === null || scannedBlockNumber === null
      ? 0
      : confirmationsSeen(paymentBlockNumber, scannedBlockNumber);
  const required = requiredBlocks(requirement);
  return { seen: required === null ? seen : Math.min(seen, required), required };
}

/** A stream's message: a mark that tells the payment page whether it is still up to date. */
export const checkoutMark = z
  .string()
  .describe("`data: ` and the mark, an opaque text, followed by an empty line.");
