import { z } from "zod";
import { findToken } from "@/lib/chain/chains.rules";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import type { StrayHolding } from "@/lib/checkouts/strays/stray.rules";
import { countStray, returnStray } from "@/lib/payments/strays/decide-strays";
import { address, checksummed } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { sweepStray } from "@/lib/settlement/request-settlement";
import type { AdminDeps } from "./admin-deps";
import type { AdminCommand } from "./command";
import { parseOptions } from "./command";

const shown = 100;
const operator = { projectId: null, userId: null, approves: true };
const onceOnly = "We show it only once. A new one replaces it.";

const place = z.object({ chain: z.coerce.number().int().positive(), token: address });
const returnOptions = place.extend({
  to: createRefundBody.shape.destinationAddress,
  reason: createRefundBody.shape.reason,
});

/** An owner's decisions on stray money at a checkout's address. */
export const strayCommands = {
  "list-strays": {
    usage: "--project ID",
    says: "lists payments in a different token or on a different network",
    reads: true,
    run: async (deps, { project }) => {
      const { strays } = await deps.holdings.strays(project ?? "", { kind: "first" }, shown + 1);
      if (strays.length === 0) return ["There are no stray payments."];
      const more = strays.length > shown ? [`… only the first ${shown} are shown.`] : [];
      return [...strays.slice(0, shown).map((stray) => toText(deps, stray)), ...more];
    },
  },
  "return-stray": {
    usage: "CHECKOUT --chain ID --token ADDRESS [--to ADDRESS] [--reason TEXT]",
    says: "returns a stray payment as a refund",
    run: async (deps, { id, options }) => {
      const { chain, token, to, reason } = parseOptions(returnOptions, options);
      // The output shows no transaction to sign, so the refund wallet is not needed.
      const withOrigin = { ...deps, checkoutPageUrl: deps.checkoutPageUrl(), refundWallet: null };
      const stray = { checkoutId: id, chainId: chain, tokenAddress: token };
      const { refund, claimUrl } = await returnStray(withOrigin, operator, {
        ...stray,
        destinationAddress: to,
        reason,
      });
      return [`${refund.id}: ${refund.status}.`, ...(claimUrl === null ? [] : [claimUrl, onceOnly])];
    },
  },
  "count-stray": {
    usage: "CHECKOUT --chain ID --token ADDRESS",
    says: "counts a stray payment as the checkout's payment",
    run: async (deps, { id, options }) => {
      const { chain, token } = parseOptions(place, options);
      const stray = { checkoutId: id, chainId: chain, tokenAddress: token };
      const { checkout } = await countStray({ ...deps, rates: noRates }, operator, stray);
      return [`${id}: counted, now ${checkout.status}.`];
    },
  },
  "sweep-stray": {
    usage: "CHECKOUT --chain ID --token ADDRESS",
    says: "sweeps a stray payment to the merchant's wallet",
    run: async (deps, { id, options }) => {
      const { chain, token } = parseOptions(place, options);
      const stray = { checkoutId: id, chainId: chain, tokenAddress: token };
      const asService = { ...deps, refundWallet: deps.refundWallet() };
      const { settlementId } = await sweepStray(asService, operator, stray);
      return [`${settlementId}: sweeping.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** The commands do not ask rate providers. */
const noRates = {
  current: () =>
    Promise.reject(
      new CheckoutError("CONFLICT", "This checkout has no amount yet. Count the payment in the dashboard."),
    ),
};

function toText(
  { chains }: AdminDeps,
  { checkoutId, checkoutStatus, chainId, tokenAddress, units, offered }: StrayHolding,
): string {
  const found = tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
  const amount =
    found === null
      ? `${units} ${tokenAddress === null ? "wei" : "units"}`
      : `${formatUnits(units, found.token.decimals)} ${found.token.symbol}`;
  return [
    `${checkoutId}  ${checkoutStatus}  ${amount}${offered ? "  (the customer can still pay with it)" : ""}`,
    `    --chain ${chainId}${tokenAddress === null ? "" : ` --token ${checksummed(tokenAddress)}`}`,
  ].join("\n");
}
