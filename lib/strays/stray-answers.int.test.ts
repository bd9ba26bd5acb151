import { beforeAll, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type IdempotencyClaim, LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { cancelRefund } from "@/lib/refunds/refund-steps";
import { buildPosition, buildTransfer, later, usdt } from "@/lib/testing/builders";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { countStray, returnStray } from "./decide-strays";

const chainId = 31337;
const by = { projectId: null, userId: null, approves: true };
const afterTime = later(40 * 60_000);
const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);

beforeAll(async () => {
  await world.stores.payments.transaction((tx) =>
    tx.savePosition(buildPosition({ blockNumber: 9_999n, blockTimestamp: afterTime, advancedAt: afterTime })),
  );
  await world.query("INSERT INTO accepted_tokens (project_id, chain_id, token_address) VALUES ($1, $2, $3)", [
    world.project.id,
    chainId,
    usdt,
  ]);
});

const noRates = () => Promise.reject(new Error("no rate is asked for"));
const deps = () => ({ ...world.deps, rates: { current: noRates } });
const strayOf = ({ id: checkoutId }: Checkout) => ({ checkoutId, chainId, tokenAddress: usdt });
const keeping = (claim: IdempotencyClaim) => () => ({ claim, answer: { status: 200, body: "kept" } });
const returned = (checkout: Checkout, keep?: ReturnType<typeof keeping>) =>
  returnStray(deps(), by, { ...strayOf(checkout), destinationAddress: customer }, keep);

/** A checkout whose address got final money that pays nothing there. */
async function withStray(): Promise<Checkout> {
  const checkout = await till.create();
  const transfer = buildTransfer(checkout, {
    tokenAddress: usdt,
    amountUnits: price,
    blockTimestamp: world.now,
  });
  await world.stores.payments.transaction(async (tx) => {
    await tx.insertTransfers([transfer]);
    await tx.markTransfersFinal([transfer.id], world.now);
  });
  return checkout;
}

type Act = (keep: ReturnType<typeof keeping>) => Promise<unknown>;
const acts: Record<string, (checkout: Checkout) => Promise<Act>> = {
  returnStray: async (checkout) => (keep) => returned(checkout, keep),
  countStray: async (checkout) => (keep) => countStray(deps(), by, strayOf(checkout), keep),
  cancelRefund: async (checkout) => {
    const { refund } = await returned(checkout);
    return (keep) => cancelRefund(world.deps, by, refund.id, keep);
  },
};

it.each(Object.entries(acts))("%s writes its answer with it, or neither", async (name, prepare) => {
  const act = await prepare(await withStray());
  const state = () =>
    world.query(`SELECT jsonb_build_object('checkouts', (SELECT jsonb_agg(c ORDER BY c.id) FROM checkouts AS c),
      'refunds', (SELECT jsonb_agg(r ORDER BY r.id) FROM refunds AS r),
      'decisions', (SELECT count(*) FROM stray_decisions), 'timeline', (SELECT count(*) FROM checkout_events),
      'events', (SELECT count(*) FROM outbox_events), 'audit', (SELECT count(*) FROM audit_log)) AS all`);
  const before = await state();
  const lost = { ...(await till.holdKey(`lost ${name}`)), leasedUntil: later(1) };
  await expect(act(keeping(lost))).rejects.toBeInstanceOf(LeaseLostError);
  expect(await state()).toEqual(before);

  await act(keeping(await till.holdKey(`kept ${name}`)));
  expect(await state()).not.toEqual(before);
  const kept = await world.query(
    "SELECT status_code FROM idempotency_keys WHERE key = $1 AND own(project_id)",
    [`kept ${name}`],
  );
  expect(kept).toEqual([{ status_code: 200 }]);
});
