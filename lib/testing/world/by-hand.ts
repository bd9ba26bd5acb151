import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { type RequestedRefund, requestRefund } from "@/lib/refunds/request-refund";
import { buildPosition, buildSweep, buildTransfer, later, uniqueHex, usdc } from "../builders";
import { refundWallet } from "../network";
import { price, type World } from "../world";

export const customer: Hex = `0x${"f1".repeat(20)}`;

type Receipt = { final?: boolean; at?: Date; tokenAddress?: Hex; fromAddress?: Hex };
type Asked = { amount?: string; reason?: string; refundType?: string; destinationAddress?: string };

/** What customers and a convenient merchant do, with payments recorded by hand instead of read from a chain. */
export function byHand(world: World) {
  const { stores } = world;
  let block = 10n;
  const acts = {
    /** PENDING, 4.50 USDC, in convenient mode. */
    create: (overrides: Partial<Checkout> = {}): Promise<Checkout> =>
      stores.createCheckout({
        projectId: world.project.id,
        refundAuthority: refundWallet,
        depositAddress: uniqueHex(20),
        ...overrides,
      }),
    /** The same with half an hour left to pay it. */
    payable: (overrides: Partial<Checkout> = {}) =>
      acts.create({ expiresAt: later(30 * 60_000, world.now), ...overrides }),
    /** Records a transfer and moves the checkout, as the watcher does. */
    receive: async (
      checkout: Checkout,
      amountUnits: bigint,
      { final = true, at = world.now, tokenAddress, fromAddress }: Receipt = {},
    ) => {
      block += 1n;
      const transfer = buildTransfer(checkout, {
        amountUnits,
        blockNumber: block,
        blockTimestamp: at,
        tokenAddress: tokenAddress ?? checkout.tokenAddress ?? usdc,
        ...(fromAddress === undefined ? {} : { fromAddress }),
      });
      await stores.payments.transaction(async (tx) => {
        await tx.insertTransfers([transfer]);
        if (final) await tx.markTransfersFinal([transfer.id], world.now);
        await advanceCheckouts(world.deps, tx, [checkout.id]);
      });
    },
    /** The transfers recorded so far are final. */
    finalize: async ({ id }: Checkout) => {
      const rows = await world.query<{ id: string }>(
        "SELECT id FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
        [id],
      );
      const ids = rows.map((row) => row.id);
      await stores.payments.transaction(async (tx) => {
        await tx.markTransfersFinal(ids, world.now);
        await advanceCheckouts(world.deps, tx, [id]);
      });
    },
    /** Created, and paid in time by one final transfer. */
    paid: async (amountUnits = price, overrides: Partial<Checkout> = {}) => {
      const checkout = await acts.payable(overrides);
      await acts.receive(checkout, amountUnits);
      return world.find(checkout);
    },
    /** Funds left the deposit address for the merchant, for good. */
    sweep: async (checkout: Checkout, amountUnits: bigint) => {
      block += 1n;
      const tokenAddress = checkout.tokenAddress ?? usdc;
      const sweep = buildSweep(checkout, { amountUnits, blockNumber: block, tokenAddress });
      await stores.payments.transaction(async (tx) => {
        await tx.insertSweeps([sweep]);
        await tx.markSweepsFinal([sweep.id], world.now);
        await advanceCheckouts(world.deps, tx, [checkout.id]);
      });
    },
    /** Moves the clock past the checkout's time, with a block after it scanned; expires nothing. */
    passExpiry: async ({ expiresAt }: Checkout) => {
      world.now = later(60_000, expiresAt);
      await stores.payments.transaction((tx) =>
        tx.savePosition(buildPosition({ blockNumber: 9_999n, blockTimestamp: later(30_000, expiresAt) })),
      );
    },
    /** Advances the checkout as far as its facts allow. */
    look: async ({ id }: Checkout) => {
      await stores.payments.transaction((tx) => advanceCheckouts(world.deps, tx, [id]));
    },
    cancel: ({ id }: Pick<Checkout, "id">, keep?: Keep<Checkout>) =>
      cancelCheckout(world.deps, world.project.id, id, keep),
    refund: ({ id }: Pick<Checkout, "id">, asked: Asked, keep?: Keep<RequestedRefund>) =>
      requestRefund(world.deps, world.project, id, createRefundBody.parse(asked), keep),
    refunds: async ({ id }: Pick<Checkout, "id">) => {
      const found = await stores.refunds.list(world.project.id, id, { take: 100, skip: 0 });
      if (found === null) throw new Error(`there is no ${id}`);
      return found.items;
    },
    /** What is asked for by `work` is asked for under these settings of the project. */
    withProject: async <Result>(change: Partial<Project>, work: () => Promise<Result>): Promise<Result> => {
      const before = world.project;
      const setLimit = async ({ id, refundDailyLimitUnits }: Project) => {
        if (change.refundDailyLimitUnits === undefined) return;
        await world.query("UPDATE projects SET refund_daily_limit_units = $2 WHERE id = $1", [
          id,
          refundDailyLimitUnits,
        ]);
      };
      world.project = { ...before, ...change };
      await setLimit(world.project);
      try {
        return await work();
      } finally {
        await setLimit(before);
        world.project = before;
      }
    },
    claimKey: (key: string, now = world.now) =>
      stores.idempotency.claim({ projectId: world.project.id, key }, "f".repeat(64), now),
    /** @throws when somebody else holds the key, or it is answered */
    holdKey: async (key: string, now = world.now) => {
      const result = await acts.claimKey(key, now);
      if (result.kind !== "claimed") throw new Error(result.kind);
      return result.claim;
    },
  };
  return acts;
}
