import { z } from "zod";
import { boundsOf, figuresOf } from "../rules/period";
import { defineTool, readList, reads } from "../tool";

const mostCheckouts = 10_000;
const mostOthers = 2_000;

const day = z.iso.date().describe("A day in UTC, such as 2026-11-30.");
const tokenAmounts = z
  .object({
    chainId: z.number(),
    tokenAddress: z.string(),
    symbol: z.string().nullable(),
    amount: z.string().describe("Decimal string; smallest units where symbol is null."),
  })
  .array();

export const periodFigures = defineTool({
  name: "period_figures",
  title: "Figures for a period",
  description:
    "Counts and exact sums of the checkouts, refunds and settlements that were created in a period of whole days in UTC. For bookkeeping use the accounting export of the dashboard, which has every movement by its own time.",
  annotations: reads,
  input: z.strictObject({ firstDay: day, lastDay: day }),
  output: z.object({
    from: z.string(),
    before: z.string(),
    checkouts: z.object({
      created: z.number(),
      byStatus: z.record(z.string(), z.number()),
      paid: z.number().describe("Paid by now, refunded ones too."),
      prices: z
        .object({ currency: z.string(), amount: z.string() })
        .array()
        .describe("The fiat prices of the paid checkouts."),
    }),
    received: tokenAmounts.describe("Final payments to these checkouts in their own token."),
    refunds: z.object({
      requested: z.number(),
      completed: z.number(),
      amounts: tokenAmounts.describe("Of the completed ones."),
    }),
    settlements: z.object({
      completed: z.number(),
      amounts: tokenAmounts.describe("Moved to the merchant's wallet."),
      gas: z
        .object({ chainId: z.number(), amount: z.string() })
        .array()
        .describe("In each network's own coin. The operator's wallet paid it."),
    }),
    isComplete: z
      .boolean()
      .describe(
        `False if there were more than ${mostCheckouts} checkouts: then the figures are of the newest.`,
      ),
  }),
  run: async (client, { firstDay, lastDay }, signal) => {
    const { from, before } = boundsOf(firstDay, lastDay);
    const isTooOld = ({ createdAt }: { createdAt: string }) => new Date(createdAt) < from;
    const isInPeriod = ({ createdAt }: { createdAt: string }) => new Date(createdAt) < before;
    const [checkouts, refunds, settlements, balances] = await Promise.all([
      readList(client.listCheckouts({ take: 100 }, { signal }), { limit: mostCheckouts, isTooOld }),
      readList(
        client.listProjectRefunds(
          { from: from.toISOString(), to: before.toISOString(), take: 100 },
          { signal },
        ),
        { limit: mostOthers },
      ),
      readList(client.listSettlements({ take: 100 }, { signal }), { limit: mostOthers, isTooOld }),
      client.getBalances({ signal }),
    ]);
    return {
      from: from.toISOString(),
      before: before.toISOString(),
      ...figuresOf({
        checkouts: checkouts.items.filter(isInPeriod),
        refunds: refunds.items,
        settlements: settlements.items.filter(isInPeriod),
        balances,
      }),
      isComplete: checkouts.isComplete && refunds.isComplete && settlements.isComplete,
    };
  },
});
