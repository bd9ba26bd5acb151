import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { checkoutStatus, refundStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { act } from "@/lib/platform/acts";
import { refundId } from "@/lib/platform/answer-fields.schema";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { address, chainId, inputId, nothing } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { By, ByInProject, ByKey, ByMember } from "@/lib/projects/project-access";
import { createRefundBody, type DemoParts } from "@/lib/refunds/refund.schema";
import { linkText } from "@/lib/refunds/refunds.acts";
import type { RefundCallParts } from "@/lib/refunds/refunds.parts";
import { showSweepCall, sweepCall } from "@/lib/settlement/settlement.schema";
import {
  type CountStrayParts,
  countStray,
  type DecidedStray,
  decideStray,
  returnStray,
} from "./decide-strays";
import { listStrays } from "./list-strays";
import type { StrayParts } from "./lock-stray";
import { prepareSweep } from "./prepare-sweep";
import { type StrayHolding, strayCursors } from "./stray.rules";
import {
  decidedStray,
  decideStrayBody,
  listStraysQuery,
  strayResource,
  toStrayResource,
} from "./stray.schema";
import { sweepStray } from "./sweep-stray";

const ofCheckout = { checkoutId: inputId("chk", "checkout") };
const token = { chainId, tokenAddress: address };
const tokenOptions = { chainId: "--chain ID", tokenAddress: "--token ADDRESS" } as const;
const maxListed = 100;

type SweepStrayParts = Parameters<typeof sweepStray>[0];
type TokenParts = { chains: readonly Chain[] };

const approving = ({ actor, access }: By) => ({ ...actor, approves: access.may("refunds.approve") });

/** A stray payment for people, with the options that name it. */
function strayText(
  { chains }: TokenParts,
  { checkoutId, checkoutStatus, chainId, tokenAddress, units, offered }: StrayHolding,
): string[] {
  const found = tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
  const amount =
    found === null
      ? `${units} ${tokenAddress === null ? "wei" : "units"}`
      : `${formatUnits(units, found.token.decimals)} ${found.token.symbol}`;
  return [
    `${checkoutId}  ${checkoutStatus}  ${amount}${offered ? "  (the customer can still pay with it)" : ""}`,
    `    --chain ${chainId}${tokenAddress === null ? "" : ` --token ${checksummed(tokenAddress)}`}`,
  ];
}

/** What merchants and the operator decide on money that reached a checkout's address but pays nothing there. */
export const strayActs = {
  list: act(
    {
      scope: "read",
      input: listStraysQuery,
    },
    async (parts: Parameters<typeof listStrays>[0], { access }: ByInProject, { take, after, before }) =>
      cursorPage(
        await listStrays(parts, access, placeIn({ after, before }), take),
        take,
        strayCursors,
        (stray) => stray,
      ),
    {
      http: {
        operationId: "listStrays",
        tag: "Stray payments",
        summary: "List stray payments",
        description:
          "Money at deposit addresses that pays nothing there, in a different token or on a different network, by newest checkout.",
        method: "GET",
        path: "/v1/strays",
        data: strayResource.array(),
        pagination: cursorPagination,
        show: ({ data, pagination }, { chains }: TokenParts) => ({
          data: data.map((stray) => toStrayResource(stray, chains)),
          pagination,
        }),
      },
      command: {
        name: "list-strays",
        ofDeleted: true,
        says: "lists payments in a different token or on a different network",
        reads: true,
        typed: { read: () => ({ take: `${maxListed}` }) },
        show: ({ data, pagination }, parts: TokenParts) => {
          if (data.length === 0) return ["There are no stray payments."];
          const more = pagination.next === null ? [] : [`… only the first ${maxListed} are shown.`];
          return [...data.flatMap((stray) => strayText(parts, stray)), ...more];
        },
      },
    },
  ),
  /** One operation for the API's clients, which get the possible decisions as words. */
  decide: act(
    {
      scope: "all",
      idempotent: true,
      input: decideStrayBody,
      errors: ["CHECKOUT_NOT_FOUND", "CONFLICT", "EXCHANGE_RATE_UNAVAILABLE"],
    },
    (
      parts: RefundCallParts & CountStrayParts & SweepStrayParts,
      by: ByKey,
      decision,
      keep: Keep<DecidedStray>,
    ) => decideStray(parts, approving(by), decision, keep),
    {
      http: {
        operationId: "decideStray",
        tag: "Stray payments",
        summary: "Decide on a stray payment",
        description:
          "Returns it, counts it as payment or sweeps it: once. A return counts into the project's daily limit of refunds; above it, and for a token that the service doesn't list, an owner has to approve it. The service sweeps only tokens that it lists, and deposits that it may sweep.",
        method: "POST",
        path: "/v1/strays/decide",
        data: decidedStray,
        show: ({ refund: requested, ...decided }) => ({
          ...decided,
          refund:
            requested === null
              ? null
              : toRefundResource(requested.refund, requested.claimUrl, requested.transaction),
        }),
      },
    },
  ),
  return: act(
    {
      permission: "refunds.request",
      fresh: true,
      ids: ofCheckout,
      input: z.object({
        ...token,
        ...createRefundBody.pick({ destinationAddress: true, reason: true }).shape,
      }),
    },
    (parts: RefundCallParts & StrayParts, by: By, stray) => returnStray(parts, approving(by), stray),
    {
      dashboard: {
        name: "returnStray",
        output: z.object({ refundId, status: refundStatus, claimUrl: z.string().nullable() }),
        show: ({ refund, claimUrl }) => ({ refundId: refund.id, status: refund.status, claimUrl }),
      },
      command: {
        name: "return-stray",
        says: "returns a stray payment as a refund",
        word: "CHECKOUT",
        anywhere: true,
        options: { ...tokenOptions, destinationAddress: "--to ADDRESS", reason: "--reason TEXT" },
        show: ({ refund, claimUrl }) => [`${refund.id}: ${refund.status}.`, ...linkText(claimUrl)],
      },
    },
  ),
  count: act(
    {
      permission: "payments.accept",
      fresh: true,
      ids: ofCheckout,
      input: z.object(token),
    },
    (parts: CountStrayParts, { actor }: By, stray) => countStray(parts, actor, stray),
    {
      dashboard: {
        name: "countStray",
        output: z.object({ status: checkoutStatus }),
        show: ({ status }) => ({ status }),
      },
      command: {
        name: "count-stray",
        says: "counts a stray payment as the checkout's payment",
        word: "CHECKOUT",
        anywhere: true,
        options: tokenOptions,
        show: ({ id, status }) => [`${id}: counted, now ${status}.`],
      },
    },
  ),
  sweep: act(
    {
      permission: "settlements.request",
      fresh: true,
      ids: ofCheckout,
      input: z.object(token),
    },
    (parts: SweepStrayParts, { actor }: By, stray) => sweepStray(parts, actor, stray),
    {
      dashboard: { name: "sweepStray", output: nothing },
      command: {
        name: "sweep-stray",
        says: "sweeps a stray payment to the merchant's wallet",
        word: "CHECKOUT",
        anywhere: true,
        asRefundWallet: true,
        options: tokenOptions,
        show: ({ settlementId }) => [`${settlementId}: sweeping.`],
      },
    },
  ),
  /** Any money at one deposit address, for the merchant's wallet to sign. Without a token, the network's own coin. */
  prepareSweep: act(
    {
      permission: "settlements.request",
      fresh: false,
      ids: ofCheckout,
      input: z.object({ chainId, tokenAddress: address.nullable() }),
    },
    (parts: Parameters<typeof prepareSweep>[0], { access }: ByMember, target) =>
      prepareSweep(parts, access, target),
    {
      dashboard: {
        name: "prepareSweep",
        output: sweepCall,
        show: (call, parts: DemoParts) => showSweepCall(call, parts),
      },
    },
  ),
};
