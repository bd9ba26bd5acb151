import { z } from "zod";
import { type Chain, findToken, type Token } from "@/lib/core/chains";
import { checkoutStatuses, type Hex, isPaid, type PublicCheckout, type TokenRef } from "@/lib/core/checkout";
import {
  confirmationPolicy,
  confirmationsSeen,
  paidRequirement,
  requiredBlocks,
} from "@/lib/core/confirmation-policy";
import { requiredUnits } from "@/lib/core/payment-matching";
import { timestamp } from "./primitives";
import { network, networkView, token, tokenView } from "./token-view";

/** One token on one chain that the customer may choose. */
export const paymentOption = z.object({
  chainId: z.number(),
  tokenAddress: z.string(),
  token,
  network,
  amount: z
    .string()
    .nullable()
    .describe("At the current rate, smallest units; null while no rate can be had."),
});
export type PaymentOption = z.infer<typeof paymentOption>;

/** What anyone with the checkout's id may see (spec §2.1, §4.2). Addresses are lower-case. */
export const publicCheckoutView = z.object({
  id: z.string(),
  status: z.enum(checkoutStatuses),
  isPaid: z.boolean(),
  merchantName: z.string(),
  merchantLogoUrl: z.string().nullable(),
  itemName: z.string().nullable(),
  itemDescription: z.string().nullable(),
  chainId: z.number().nullable(),
  tokenAddress: z.string().nullable(),
  token: token.nullable(),
  network: network.nullable(),
  depositAddress: z.string().nullable(),
  amount: z.string().nullable(),
  totalPaid: z.string(),
  remainingAmount: z
    .string()
    .nullable()
    .describe("What is still to be sent, smallest units; null before selection."),
  paymentTxHash: z.string().nullable(),
  confirmations: z
    .object({
      seen: z.number(),
      required: z.number().nullable().describe("Null when the chain's own finality is awaited."),
    })
    .nullable(),
  fiatAmount: z.string().nullable(),
  fiatCurrency: z.string().nullable(),
  exchangeRateUsed: z.string().nullable(),
  exchangeRateAt: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  serverTime: z.string(),
  successUrl: z.string().nullable().describe("Null until isPaid."),
  cancelUrl: z.string().nullable(),
  options: z.array(paymentOption).describe("While nothing is selected."),
});
export type PublicCheckoutView = z.infer<typeof publicCheckoutView>;

/** The view at `now`; `options` are what the customer may choose while nothing is selected. */
export function toPublicView(
  found: PublicCheckout,
  options: readonly PaymentOption[],
  chains: readonly Chain[],
  now: Date,
): PublicCheckoutView {
  const { checkout } = found;
  const selected = selectedToken(checkout, chains);
  const paid = isPaid(checkout.status, checkout.lateAcceptedAt !== null);
  return {
    id: checkout.id,
    status: checkout.status,
    isPaid: paid,
    merchantName: found.merchantName,
    merchantLogoUrl: null,
    itemName: checkout.itemName,
    itemDescription: checkout.itemDescription,
    chainId: checkout.chainId,
    tokenAddress: checkout.tokenAddress,
    token: selected === null ? null : tokenView(selected.token),
    network: selected === null ? null : networkView(selected.chain),
    depositAddress: selected === null ? null : checkout.depositAddress,
    amount: checkout.amountUnits?.toString() ?? null,
    totalPaid: checkout.totalPaidUnits.toString(),
    remainingAmount: selected === null ? null : remaining(found).toString(),
    paymentTxHash: checkout.paymentTxHash,
    confirmations: selected === null ? null : confirmations(found, selected),
    fiatAmount: checkout.fiatAmount,
    fiatCurrency: checkout.fiatCurrency,
    exchangeRateUsed: checkout.exchangeRateUsed,
    exchangeRateAt: checkout.exchangeRateAt === null ? null : timestamp(checkout.exchangeRateAt),
    createdAt: timestamp(checkout.createdAt),
    expiresAt: timestamp(checkout.expiresAt),
    serverTime: timestamp(now),
    successUrl: paid ? checkout.successUrl : null,
    cancelUrl: checkout.cancelUrl,
    options: [...options],
  };
}

/** One choice as it is shown. */
export function toPaymentOption(chain: Chain, offered: Token, amountUnits: bigint | null): PaymentOption {
  return {
    chainId: chain.chainId,
    tokenAddress: offered.address,
    token: tokenView(offered),
    network: networkView(chain),
    amount: amountUnits?.toString() ?? null,
  };
}

type Selected = { chain: Chain; token: Token };

function selectedToken(
  checkout: { chainId: number | null; tokenAddress: Hex | null },
  chains: readonly Chain[],
): Selected | null {
  if (checkout.chainId === null || checkout.tokenAddress === null) return null;
  const ref: TokenRef = { chainId: checkout.chainId, tokenAddress: checkout.tokenAddress };
  return findToken(chains, ref);
}

function remaining({ checkout }: PublicCheckout): bigint {
  if (checkout.amountUnits === null) return 0n;
  const paidEnough = checkout.totalPaidUnits >= requiredUnits(checkout.amountUnits, checkout.toleranceBps);
  return paidEnough ? 0n : checkout.amountUnits - checkout.totalPaidUnits;
}

function confirmations(
  { checkout, paymentBlockNumber, scannedBlockNumber }: PublicCheckout,
  { chain, token: paid }: Selected,
) {
  const requirement = paidRequirement(
    confirmationPolicy(chain.chainId),
    checkout.amountUnits ?? 0n,
    paid.decimals,
  );
  const seen =
    paymentBlockNumber === null || scannedBlockNumber === null
      ? 0
      : confirmationsSeen(paymentBlockNumber, scannedBlockNumber);
  const required = requiredBlocks(requirement);
  return { seen: required === null ? seen : Math.min(seen, required), required };
}
