import { describe, expect, test } from "vitest";
import { buildTransfer, usdc, usdt } from "@/lib/testing/builders";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand } from "@/lib/testing/world/by-hand";
import { toBalances } from "./balances.schema";
import { createProjectBalances } from "./project-balances.store";

const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);

/** The sums of the logs themselves, as reconciliation takes them. */
async function sumsOfLogs(projectId: string) {
  const [sums] = await world.query<Record<"received" | "settled" | "refunded" | "pending", string>>(
    `SELECT ${[
      ["received", "transfers", ""],
      ["pending", "transfers", "AND final_at IS NULL"],
      ["settled", "sweeps", ""],
      ["refunded", "refund_payments", ""],
    ]
      .map(
        ([name, table, more]) => `(
          SELECT coalesce(sum(log.amount_units), 0)::text FROM ${table} AS log
          JOIN checkouts AS checkout ON checkout.id = log.checkout_id
          WHERE checkout.project_id = $1 AND log.token_address = $2 AND NOT log.orphaned ${more}) AS ${name}`,
      )
      .join(", ")}`,
    [projectId, usdc],
  );
  return sums;
}

describe("balances of a project", () => {
  test("are the sums of its logs, by chain and token, without orphaned ones", async () => {
    const projectId = world.project.id;
    const settled = await till.paid(price);
    await till.sweep(settled, price);
    const held = await till.paid(2n * price);
    await till.receive(held, 3n, { final: false });
    const stranger = await world.stores.createCheckout({ projectId: await world.stores.createProject() });
    await world.stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(stranger)]));
    await world.stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(held, { tokenAddress: usdt, amountUnits: 7n, logIndex: 9 })]),
    );

    const balances = await createProjectBalances(world.stores.database).of(projectId);
    const logs = await sumsOfLogs(projectId);
    const ofUsdc = balances.find(({ tokenAddress }) => tokenAddress === usdc);
    expect(ofUsdc).toEqual({
      chainId: 31337,
      tokenAddress: usdc,
      receivedUnits: BigInt(logs?.received ?? ""),
      pendingUnits: BigInt(logs?.pending ?? ""),
      settledUnits: BigInt(logs?.settled ?? ""),
      refundedUnits: BigInt(logs?.refunded ?? ""),
      heldUnits: 2n * price + 3n,
    });
    expect(ofUsdc).toMatchObject({ receivedUnits: 3n * price + 3n, pendingUnits: 3n, settledUnits: price });
    expect(balances.find(({ tokenAddress }) => tokenAddress === usdt)).toMatchObject({ heldUnits: 7n });
    expect(toBalances([], balances)).toEqual([]);
  });

  test("are none without money", async () => {
    const projectId = await world.stores.createProject();
    expect(await createProjectBalances(world.stores.database).of(projectId)).toEqual([]);
  });
});
