import { z } from "zod";
import { typicalFeeUsd, typicalSeconds } from "@/lib/chain/chain-defaults.rules";
import type { Chain, Token } from "@/lib/chain/chains.rules";
import { type ConfirmationSpeed, paidRequirement } from "@/lib/chain/confirmation-policy.rules";
import { signingKindDescription, signingKinds } from "@/lib/chain/contracts/signing.rules";
import { count, evmChainId, lowerCaseAddress, units } from "@/lib/platform/answer-fields.schema";
import { network, networkView, token, tokenView } from "./checkout-fields.schema";

/** One token on one chain that the customer may choose. */
export const paymentOption = z.object({
  chainId: evmChainId,
  tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
  token,
  network,
  amount: units.nullable().describe("At the current rate, smallest units; null while no rate is available."),
  typicalFeeUsd: z
    .string()
    .nullable()
    .meta({ examples: ["0.01"] })
    .describe(
      "About what the network charges the sender of a transfer on an ordinary day, in US dollars: a round figure, not a quote. Null for a network that we don't know.",
    ),
  typicalSeconds: count
    .nullable()
    .describe(
      "About how long such a payment takes to be paid, in seconds. Null for a network that we don't know.",
    ),
  gasless: z
    .boolean()
    .describe(
      "Whether every wallet could pay it by one signature (EIP-3009) while the service pays the network fee.",
    ),
});
export type PaymentOption = z.infer<typeof paymentOption>;

/** The EIP-712 domain in which a token checks signatures. */
export const signingDomain = z
  .object({ name: z.string(), version: z.string() })
  .describe("The token's EIP-712 domain, without `chainId` and `verifyingContract`; null for PERMIT2.");

/** What a wallet holds of one token in which the checkout can be paid. */
export const walletBalance = z.object({
  chainId: evmChainId,
  tokenAddress: lowerCaseAddress.describe("The token's contract, in lower case."),
  balance: units.nullable().describe("In the token's smallest unit; null if the network didn't answer."),
  gasless: z.boolean().describe("Whether it can be paid by signature, without a network fee. See `signing`."),
  signing: z
    .object({
      kind: z.enum(signingKinds).describe(signingKindDescription),
      domain: signingDomain.nullable(),
      permitNonce: units.nullable().describe("The nonce to sign in the permit; null unless EIP2612."),
    })
    .nullable()
    .describe("How this wallet can sign; null if it can't."),
});
export type WalletBalance = z.infer<typeof walletBalance>;

export function toPaymentOption(
  chain: Chain,
  offered: Token,
  amountUnits: bigint | null,
  {
    checkoutPageUrl,
    speed,
    gasless,
  }: { checkoutPageUrl: string; speed: ConfirmationSpeed; gasless: boolean },
): PaymentOption {
  const requirement = paidRequirement(chain.confirmations, speed, amountUnits ?? 0n, offered.decimals);
  return {
    chainId: chain.chainId,
    tokenAddress: offered.address,
    token: tokenView(offered, checkoutPageUrl),
    network: networkView(chain),
    amount: amountUnits?.toString() ?? null,
    typicalFeeUsd: typicalFeeUsd(chain.chainId),
    typicalSeconds: typicalSeconds(chain.chainId, requirement),
    gasless,
  };
}
