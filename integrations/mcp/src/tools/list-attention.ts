import { z } from "zod";
import type { CheckoutClient } from "../../../../packages/client/src/checkout-client";
import type { RefundStatus } from "../../../../packages/client/src/generated/types";
import {
  type AttentionItem,
  attentionKinds,
  attentionOfCheckout,
  attentionOfEndpoint,
  attentionOfRefund,
  attentionOfStray,
} from "../rules/attention";
import { defineTool, readList, reads } from "../tool";

const mostCheckouts = 2_000;
const mostOthers = 200;
const mostItems = 100;
const dayMs = 86_400_000;

const openRefunds = [
  "AWAITING_APPROVAL",
  "AWAITING_SIGNATURE",
  "AWAITING_ADDRESS",
  "PENDING",
  "PROCESSING",
] as const satisfies readonly RefundStatus[];

export const listAttention = defineTool({
  name: "list_attention",
  title: "List what needs attention",
  description:
    "Lists money and webhooks that wait for the merchant: late, partial and excess payments, stray payments in other tokens, refunds that wait, are stuck or failed, and webhook endpoints that fail.",
  annotations: reads,
  input: z.strictObject({
    days: z
      .number()
      .int()
      .min(1)
      .max(90)
      .default(30)
      .describe(
        "How far back to look at checkouts and failed refunds. Everything else is looked at in full.",
      ),
  }),
  output: z.object({
    items: z
      .object({
        kind: z.enum(attentionKinds),
        id: z.string().describe("The checkout, refund or webhook endpoint."),
        checkoutId: z.string().nullable(),
        since: z.string(),
        explanation: z.string(),
        nextStep: z.string(),
      })
      .array()
      .describe(`Longest waiting first, at most ${mostItems}.`),
    total: z.number(),
    isComplete: z
      .boolean()
      .describe(
        `False if there was more to look at than ${mostCheckouts} checkouts or ${mostOthers} others.`,
      ),
  }),
  run: async (client, { days }, signal) => {
    const now = new Date();
    const since = new Date(now.getTime() - days * dayMs);
    const parts = await Promise.all([
      checkoutItems(client, since, signal),
      refundItems(client, since, now, signal),
      endpointItems(client, signal),
      strayItems(client, signal),
    ]);
    const items = parts
      .flatMap((part) => part.items)
      .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
    return {
      items: items.slice(0, mostItems),
      total: items.length,
      isComplete: parts.every(({ isComplete }) => isComplete),
    };
  },
});

type Part = { items: AttentionItem[]; isComplete: boolean };

async function checkoutItems(client: CheckoutClient, since: Date, signal: AbortSignal): Promise<Part> {
  const recent = await readList(client.listCheckouts({ take: 100 }, { signal }), {
    limit: mostCheckouts,
    isTooOld: ({ createdAt }) => new Date(createdAt) < since,
  });
  // Of any age: late money may come to an old address.
  const late = await readList(client.listCheckouts({ status: "LATE_PAID", take: 100 }, { signal }), {
    limit: mostOthers,
  });
  const checkouts = new Map([...recent.items, ...late.items].map((checkout) => [checkout.id, checkout]));
  return {
    items: [...checkouts.values()].map(attentionOfCheckout).filter((item) => item !== null),
    isComplete: recent.isComplete && late.isComplete,
  };
}

async function refundItems(
  client: CheckoutClient,
  since: Date,
  now: Date,
  signal: AbortSignal,
): Promise<Part> {
  const from = since.toISOString();
  const parts = await Promise.all(
    [...openRefunds.map((status) => ({ status })), { status: "FAILED" as const, from }].map((query) =>
      readList(client.listProjectRefunds({ ...query, take: 100 }, { signal }), { limit: mostOthers }),
    ),
  );
  return {
    items: parts
      .flatMap(({ items }) => items)
      .map((refund) => attentionOfRefund(refund, now))
      .filter((item) => item !== null),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

async function endpointItems(client: CheckoutClient, signal: AbortSignal): Promise<Part> {
  const { items, isComplete } = await readList(client.listWebhookEndpoints({ take: 100 }, { signal }), {
    limit: mostOthers,
  });
  return { items: items.map(attentionOfEndpoint).filter((item) => item !== null), isComplete };
}

async function strayItems(client: CheckoutClient, signal: AbortSignal): Promise<Part> {
  const { items, isComplete } = await readList(client.listStrays({ take: 100 }, { signal }), {
    limit: mostOthers,
  });
  if (items.length === 0) return { items: [], isComplete };
  const balances = await client.getBalances({ signal });
  const decimalsOf = (chainId: number, tokenAddress: string | null) =>
    balances.find((balance) => balance.chainId === chainId && balance.tokenAddress === tokenAddress)
      ?.decimals ?? null;
  return {
    items: items
      .map((stray) => attentionOfStray(stray, decimalsOf(stray.chainId, stray.tokenAddress)))
      .filter((item) => item !== null),
    isComplete,
  };
}
