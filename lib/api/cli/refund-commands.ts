import { z } from "zod";
import { findToken } from "@/lib/chain/chains.rules";
import type { Refund } from "@/lib/checkouts/refunds/refund.rules";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import { acceptLatePayment } from "@/lib/payments/accept-late-payment";
import { address, checksummed } from "@/lib/platform/primitives.schema";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { listOpenRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { reissueClaim } from "@/lib/refunds/links/claim-refund";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { type Actor, approveRefund, cancelRefund } from "@/lib/refunds/refund-steps";
import { requestRefund } from "@/lib/refunds/request-refund";
import type { AdminDeps } from "./admin-deps";
import type { AdminCommand } from "./command";
import { parseOptions } from "./command";

const shown = 500;

/** A person who may run commands may act in every project. */
const operator: Actor = { projectId: null, userId: null };

const onceOnly = "We show it only once. A new one replaces it.";

const { amount, refundType, reason, destinationAddress } = createRefundBody.shape;

/** The API's body, by the names of the options. */
const refundOptions = z
  .object({ amount, type: refundType, reason, to: destinationAddress })
  .transform(({ type, to, ...body }) => ({ ...body, refundType: type, destinationAddress: to }));

const confirmedAddress = z.object({ to: address });

/** An owner's decisions on refunds and late payments. */
export const refundCommands = {
  "list-refunds": {
    usage: "[--project ID]",
    says: "lists refunds that are waiting or on their way",
    reads: true,
    run: async (deps, { project }) => {
      const open = await listOpenRefunds(deps, project, shown + 1);
      if (open.length === 0) return ["There are no open refunds."];
      const more = open.length > shown ? [`… only the first ${shown} are shown.`] : [];
      return [...open.slice(0, shown).map((refund) => toText(deps, refund)), ...more];
    },
  },
  refund: {
    usage: "CHECKOUT --project ID [--amount UNITS] [--to ADDRESS] [--type KIND] [--reason TEXT]",
    says: "refunds a payment; without --amount, everything that is left",
    run: async (deps, { id, project, options }) => {
      const body = parseOptions(refundOptions, options);
      // The operator's request includes the approval: no limit applies.
      const inProject = { id: project ?? "", refundDailyLimitUnits: 0n };
      const requester = { kind: "operator", approves: true } as const;
      // The output shows no transaction to sign, so the refund wallet is not needed.
      const withOrigin = { ...deps, checkoutPageUrl: deps.checkoutPageUrl(), refundWallet: null };
      const { refund, claimUrl } = await requestRefund(withOrigin, inProject, id, body, null, requester);
      return [toText(deps, refund), ...(claimUrl === null ? [] : [claimUrl, onceOnly])];
    },
  },
  "approve-refund": {
    usage: "REFUND --to ADDRESS",
    says: "approves a refund to the address that list-refunds shows",
    run: async (deps, { id, options }) => {
      const { to } = parseOptions(confirmedAddress, options);
      const { status } = await approveRefund(deps, operator, id, { destinationAddress: to });
      return [`${id}: approved, now ${status}.`];
    },
  },
  "cancel-refund": {
    usage: "REFUND",
    says: "cancels a refund that is not on its way",
    run: async (deps, { id }) => [`${id}: ${(await cancelRefund(deps, operator, id)).status}.`],
  },
  "reissue-claim": {
    usage: "REFUND",
    says: "prints a new link where the customer enters an address",
    run: async (deps, { id }) => {
      const withOrigin = { ...deps, checkoutPageUrl: deps.checkoutPageUrl() };
      return [(await reissueClaim(withOrigin, operator, id)).claimUrl, onceOnly];
    },
  },
  "sign-link": {
    usage: "REFUND",
    says: "prints a link where the merchant's wallet signs",
    run: async (deps, { id }) => {
      const withOrigin = { ...deps, checkoutPageUrl: deps.checkoutPageUrl() };
      return [(await issueSignLink(withOrigin, operator, id)).signUrl, onceOnly];
    },
  },
  "accept-late": {
    usage: "CHECKOUT",
    says: "accepts a late payment, so that it counts as paid",
    run: async (deps, { id }) => {
      await acceptLatePayment(deps, operator, id);
      return [`${id}: late payment accepted.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function toText({ chains }: AdminDeps, refund: Refund): string {
  const found = findToken(chains, refund);
  const amount =
    found === null
      ? `${refund.amountUnits} units of ${checksummed(refund.tokenAddress)}`
      : `${formatUnits(refund.amountUnits, found.token.decimals)} ${found.token.symbol}`;
  const where = found?.chain.name ?? `chain ${refund.chainId}`;
  return [
    `${refund.id}  ${refund.status}  ${amount} on ${where}`,
    `    ${refund.checkoutId} of ${refund.projectId}, since ${refund.createdAt.toISOString()}`,
    `    to ${refund.destinationAddress === null ? "an address the customer has not entered yet" : checksummed(refund.destinationAddress)}`,
    `    ${refund.viaApi ? "requested by API or a member" : "requested by an owner or by policy"}: ${refund.reason === null ? "no reason given" : cleanText(refund.reason)}`,
  ].join("\n");
}
