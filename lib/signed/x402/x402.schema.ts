import { z } from "zod";
import { fault } from "@/lib/platform/faults/fault.rules";
import { address } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { parseTokenUnits } from "@/lib/platform/values/money.rules";
import { offeredSeconds } from "@/lib/signed/authorization.rules";
import {
  chainOfNetwork,
  forFirstClients,
  networkName,
  type Offer,
  type PaymentResult,
  type X402Version,
} from "./x402.rules";

const hex = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((value) => value.toLowerCase() as Hex);

const uint256 = z.string().transform((value, context) => {
  const number = parseTokenUnits(value);
  if (number !== null) return number;
  context.addIssue({ code: "custom", fault: fault("fields.numberText") });
  return z.NEVER;
});

/** A key's signature, or one for a contract wallet. */
const signature = hex(/^0x(?:[0-9a-fA-F]{2}){65,2048}$/);

/** What the payer signed by EIP-3009. */
const transferPayload = z
  .object({
    signature,
    authorization: z.object({
      from: address,
      to: address,
      value: uint256,
      validAfter: uint256,
      validBefore: uint256,
      nonce: hex(/^0x[0-9a-fA-F]{64}$/),
    }),
  })
  .transform((payload) => ({ ...payload, kind: "EIP3009" as const, permit: null }));

/** What the payer signed for Permit2, in the same terms. */
const permit2Payload = z
  .object({
    signature,
    permit2Authorization: z.object({
      from: address,
      permitted: z.object({ token: address, amount: uint256 }),
      spender: address,
      nonce: uint256,
      deadline: uint256,
      witness: z.object({ to: address, validAfter: uint256 }),
    }),
  })
  .transform(
    ({ signature, permit2Authorization: { from, permitted, spender, nonce, deadline, witness } }) => ({
      kind: "PERMIT2" as const,
      signature,
      authorization: {
        ...{ from, ...witness, value: permitted.amount },
        // The deadline is the last valid second.
        validBefore: deadline + 1n,
        nonce: `0x${nonce.toString(16).padStart(64, "0")}` as Hex,
      },
      permit: { token: permitted.token, spender },
    }),
  );

/** Of another kind of payload we only need to know that it is one. */
const anyPayload = transferPayload
  .or(permit2Payload)
  .or(z.looseObject({ authorization: z.undefined().optional() }).transform(() => null));

const name = z.string().min(1).max(64);

/** Of `accepted` we read what binds money: everything else may have changed since the offer. */
const secondPayment = z
  .object({
    x402Version: z.literal(2),
    accepted: z.object({ scheme: name, network: name, asset: address }),
    payload: anyPayload,
  })
  .transform(({ accepted, payload }) => ({ version: 2 as const, ...accepted, payload }));

const firstPayment = z
  .object({ x402Version: z.literal(1), scheme: name, network: name, payload: anyPayload })
  .transform(({ scheme, network, payload }) => ({
    version: 1 as const,
    scheme,
    network,
    asset: null,
    payload,
  }));

/** A payment in `PAYMENT-SIGNATURE` or `X-PAYMENT`, decoded. Version 1 does not name the token. */
export const x402Payment = secondPayment
  .or(firstPayment)
  .transform(({ network, ...payment }) => ({ ...payment, network, chainId: chainOfNetwork(network) }));
export type X402Payment = z.output<typeof x402Payment>;

const requirement = z.object({
  scheme: z.literal("exact"),
  network: z.string().describe("The chain in CAIP-2 form, such as `eip155:8453`."),
  amount: z.string().describe("Exactly what to sign for, in the token's smallest unit."),
  asset: z.string().describe("The token's contract."),
  payTo: z.string().describe("The checkout's deposit address."),
  maxTimeoutSeconds: z.number().describe("Always 300: how long a signature may be valid from now."),
  extra: z
    .object({ name: z.string(), version: z.string() })
    .describe("The token's EIP-712 domain, without `chainId` and `verifyingContract`.")
    .or(
      z
        .object({ assetTransferMethod: z.literal("permit2") })
        .describe("To be paid through Permit2, by wallets that approved it."),
    ),
});

/** What `PAYMENT-REQUIRED` holds, decoded. */
export const paymentRequired = z.object({
  x402Version: z.literal(2),
  error: z.string().optional().describe("Why the payment was refused."),
  resource: z.object({
    url: z.string(),
    description: z.string(),
    mimeType: z.string(),
    serviceName: z.string().optional(),
  }),
  accepts: requirement.array().describe("The ways to pay, the cheapest network first."),
});
export type PaymentRequired = z.output<typeof paymentRequired>;

/** The body of a 402, for clients of version 1. */
export const firstPaymentRequired = z.object({
  x402Version: z.literal(1),
  error: z.string().describe("Why the payment was refused, or that one is required."),
  accepts: z.array(
    z.object({
      scheme: z.literal("exact"),
      network: z.string().describe("Such as `base`; in CAIP-2 form for a network without such a name."),
      maxAmountRequired: z.string(),
      resource: z.string(),
      description: z.string(),
      mimeType: z.string(),
      payTo: z.string(),
      maxTimeoutSeconds: z.number(),
      asset: z.string(),
      extra: z.object({ name: z.string(), version: z.string() }),
    }),
  ),
  paymentRequired: paymentRequired
    .optional()
    .describe("The whole offer of version 2, where `PAYMENT-REQUIRED` has only its first entries."),
});
export type FirstPaymentRequired = z.output<typeof firstPaymentRequired>;

/** What `PAYMENT-RESPONSE` holds, decoded. */
export const paymentResponse = z.object({
  success: z.boolean(),
  transaction: z.string().describe("The transaction's hash; empty while there is none."),
  network: z.string(),
  payer: z.string(),
  errorReason: z.string().optional(),
  extensions: z
    .object({
      "offer-receipt": z.object({
        info: z.object({
          receipt: z
            .object({ format: z.literal("jws"), signature: z.string() })
            .optional()
            .describe(
              "A JWS whose payload has `state`: `settled` in a block, or `final` when the same payment is sent again later. Its key is in `/api/receipts/did.json`.",
            ),
          reverted: z
            .boolean()
            .optional()
            .describe("True after a reorganisation took the payment away: there is no receipt any more."),
        }),
        schema: z.looseObject({}),
      }),
    })
    .optional(),
});
export type PaymentResponse = z.output<typeof paymentResponse>;

/** What is offered for a checkout. */
export type Offered = {
  url: string;
  merchantName: string;
  itemName: string | null;
  depositAddress: Hex;
  /** The end of the checkout. */
  expiresAt: Date;
  /** The cheapest network first. */
  offers: readonly Offer[];
};

const mimeType = "application/json";

/** Part of a header, whose length is limited. */
const longestDescription = 120;

function describePayment({ merchantName, itemName }: Offered): string {
  const text = itemName === null ? `Payment to ${merchantName}` : `${itemName}, ${merchantName}`;
  const characters = [...text];
  return characters.length <= longestDescription
    ? text
    : `${characters.slice(0, longestDescription - 1).join("")}…`;
}

export function toPaymentRequired(offered: Offered, error: string | null): PaymentRequired {
  const { url, merchantName, depositAddress, offers } = offered;
  // Clients refuse the whole answer for a longer name.
  const isServiceName = /^[\x20-\x7e]{1,32}$/.test(merchantName);
  return {
    x402Version: 2,
    ...(error === null ? {} : { error }),
    resource: {
      url,
      description: describePayment(offered),
      mimeType,
      ...(isServiceName ? { serviceName: merchantName } : {}),
    },
    accepts: offers.map(({ chainId, tokenAddress, amountUnits, domain }) => ({
      scheme: "exact",
      network: networkName(chainId, 2),
      amount: amountUnits.toString(),
      asset: checksummed(tokenAddress),
      payTo: checksummed(depositAddress),
      maxTimeoutSeconds: offeredSeconds,
      extra: domain === null ? { assetTransferMethod: "permit2" as const } : { ...domain },
    })),
  };
}

/** Clients of version 1 don't know Permit2. */
export function toFirstPaymentRequired(offered: Offered, error: string | null): FirstPaymentRequired {
  const { url, depositAddress, offers } = offered;
  const known = offers.flatMap((offer) => (offer.kind === "EIP3009" ? [offer] : []));
  return {
    x402Version: 1,
    error: error ?? "payment required",
    accepts: forFirstClients(known).map(
      ({ chainId, tokenAddress, amountUnits, domain: { name, version } }) => ({
        scheme: "exact",
        network: networkName(chainId, 1),
        maxAmountRequired: amountUnits.toString(),
        resource: url,
        description: describePayment(offered),
        mimeType,
        payTo: checksummed(depositAddress),
        maxTimeoutSeconds: offeredSeconds,
        asset: checksummed(tokenAddress),
        extra: { name, version },
      }),
    ),
  };
}

export function toPaymentResponse(
  { kind, reason, txHash }: PaymentResult,
  { version, network, chainId, payload }: Pick<X402Payment, "version" | "network" | "chainId" | "payload">,
): PaymentResponse {
  return {
    success: kind === "settled",
    transaction: txHash ?? "",
    network: chainId === null ? network : networkName(chainId, version satisfies X402Version),
    payer: payload === null ? "" : checksummed(payload.authorization.from),
    ...(reason === null ? {} : { errorReason: reason }),
  };
}
