import { expect, test } from "vitest";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { newId, noon, usdc } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { readTasks } from "./read-tasks";
import { createTaskStore } from "./task.store";

const { stores } = await fileWorld();
const deps = partsOf<InsightParts>({ tasks: createTaskStore(stores.database) });
const query = (text: string, values: unknown[]) => stores.database.pool.query(text, values);

async function refundsOf(projectId: string, statuses: readonly string[]) {
  const { id } = await stores.createCheckout({ projectId, referenceId: "order-1" });
  for (const status of statuses)
    await query(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status)
      VALUES ($1, $2, $3, 1, 31337, $4, $5::refund_status)`,
      [newId("rfd"), projectId, id, usdc, status],
    );
}

test("has the refunds that wait for the shop, then those that wait for a customer's address", async () => {
  const projectId = await stores.createProject();
  const access = await openTestAccess(stores, projectId, "OWNER");
  await refundsOf(await stores.createProject(), ["AWAITING_SIGNATURE"]);
  await refundsOf(projectId, [
    "AWAITING_ADDRESS",
    "PENDING",
    "AWAITING_SIGNATURE",
    "AWAITING_APPROVAL",
    "COMPLETED",
  ]);
  const tasks = await readTasks(deps, access);
  expect(tasks.map((task) => (task.kind === "refund" ? task.refund : null))).toMatchObject([
    { status: "AWAITING_APPROVAL" },
    { status: "AWAITING_SIGNATURE", amountUnits: 1n, referenceId: "order-1" },
    { status: "AWAITING_ADDRESS" },
  ]);
});

test("has endpoints that fail or that we disabled, for those who can mend them", async () => {
  const projectId = await stores.createProject();
  const add = async (state: string) => {
    const { endpointId } = await stores.createWebhookEndpoint({
      projectId,
      url: "https://example.com/hook",
      kinds: ["checkout.paid"],
      secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
      at: noon,
    });
    await query(`UPDATE webhook_endpoints SET ${state} WHERE id = $1`, [endpointId]);
  };
  await add("failing_since = now()");
  await add("disabled_at = now(), disabled_reason = 'Every attempt failed for five days.'");
  await add("disabled_at = now(), disabled_reason = 'Disabled by hand.'");
  await add("failing_since = NULL");
  await add("failing_since = now(), deleted_at = now()");
  const of = async (role: "DEVELOPER" | "VIEWER") =>
    (await readTasks(deps, await openTestAccess(stores, projectId, role))).map(
      (task) => task.kind === "endpoint" && task.endpoint.isDisabled,
    );
  expect((await of("DEVELOPER")).sort()).toEqual([false, true]);
  expect(await of("VIEWER")).toEqual([]);
});

test("says that gas is low to the owner of the only shop, and to nobody where shops share the service", async () => {
  const projectId = await stores.createProject();
  const wallet = `0x${"e".repeat(40)}`;
  await stores.incidents.raise(
    { kind: "OUT_OF_GAS", subject: `31337/${wallet}`, chainId: 31337, checkoutId: null, details: { wallet } },
    noon,
  );
  const owner = await openTestAccess(stores, projectId, "OWNER");
  expect(await readTasks(deps, owner)).toEqual([]);
  await query("UPDATE projects SET deleted_at = now() WHERE id <> $1", [projectId]);
  expect(await readTasks(deps, owner)).toEqual([
    { kind: "gas", gas: { chainId: 31337, wallet, since: noon } },
  ]);
  expect(await readTasks(deps, await openTestAccess(stores, projectId, "ADMIN"))).toEqual([]);
  await query("UPDATE incidents SET resolved_at = now() WHERE kind = $1", ["OUT_OF_GAS"]);
  expect(await readTasks(deps, owner)).toEqual([]);
});
