import { beforeAll, expect, test } from "vitest";
import { readIncidentFacts } from "@/lib/books/incident-facts.store";
import { type Incident, incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { buildChain, later, newId, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { incidentLines } from "./incident-lines";

const { stores, project } = await fileWorld();
const projectId = project.id;
let checkoutId: string;
let depositAddress: string;

const chains = [buildChain()];
const chainId = 31337;
const refundId = newId("rfd");
const settlementId = newId("stl");
const wallet = uniqueHex(20);
const [paidBy, refundedBy, sweptBy] = [uniqueHex(32), uniqueHex(32), uniqueHex(32)];
/** Rows alone: no ledger stands behind them. */
async function query(text: string, values: unknown[]): Promise<void> {
  const connection = await stores.database.pool.connect();
  try {
    await connection.query("SET session_replication_role = replica");
    await connection.query(text, values);
    await connection.query("RESET session_replication_role");
  } finally {
    connection.release();
  }
}

beforeAll(async () => {
  const checkout = await stores.createCheckout({ projectId, status: "CANCELLED", referenceId: "order-7" });
  checkoutId = checkout.id;
  depositAddress = checkout.depositAddress;
  const transactionId = newId("otx" as "stl");
  await query(
    `INSERT INTO transfers (id, checkout_id, chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index,
       token_address, from_address, amount_units, orphaned)
     VALUES ($1, $2, $3, 7, $4, $5, $6, 0, $7, $8, 5000000, true)`,
    [newId("pay"), checkoutId, chainId, uniqueHex(32), noon, paidBy, usdc, uniqueHex(20)],
  );
  await query(
    `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, destination_address)
     VALUES ($1, $2, $3, 1, $4, $5, 'AWAITING_SIGNATURE', $6)`,
    [refundId, projectId, checkoutId, chainId, usdc, wallet],
  );
  await query(
    `INSERT INTO refund_payments (id, refund_id, checkout_id, from_account, to_address, chain_id, block_number, block_hash,
       block_timestamp, tx_hash, log_index, token_address, amount_units, orphaned)
     VALUES ($1, $2, $3, 'MERCHANT', $4, $5, 8, $6, $7, $8, 0, $9, 1, true)`,
    [newId("pay"), refundId, checkoutId, wallet, chainId, uniqueHex(32), noon, refundedBy, usdc],
  );
  await query(
    `INSERT INTO outgoing_transactions (id, chain_id, operator_address, nonce, project_id, to_address, gas_limit, tx_hash,
       max_cost_wei, status, cost_wei, created_at)
     VALUES ($1, $2, $3, 0, $4, $5, 1, $6, 3, 'SIGNED', NULL, $7)`,
    [transactionId, chainId, wallet, projectId, uniqueHex(20), sweptBy, noon],
  );
  await query(
    `INSERT INTO settlements (id, project_id, chain_id, outgoing_transaction_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [settlementId, projectId, chainId, transactionId, noon],
  );
  await query(
    `INSERT INTO settlement_items (settlement_id, checkout_id, token_address, status, failure_reason)
     VALUES ($1, $2, $3, 'FAILED', 'REVERTED')`,
    [settlementId, checkoutId, usdc],
  );
});

async function linesOf(incident: Partial<Incident> & Pick<Incident, "kind">): Promise<string> {
  const open = {
    ...{ subject: "x", chainId, checkoutId, details: {}, id: "inc_1", createdAt: noon, lastSeenAt: later(1) },
    ...incident,
  };
  const facts = (await readIncidentFacts(stores.database, [open], later(2))).get("inc_1");
  if (facts === undefined) throw new Error("an incident has no facts");
  return incidentLines({ incident: open, facts, chains }).join("\n");
}

test("a reverted payment names project, shop's order, checkout, address and transaction, and each command", async () => {
  const text = await linesOf({
    kind: "PAYMENT_REVERTED",
    details: { from: "PAID", tokenAddress: usdc, amountUnits: "5000000" },
  });
  for (const part of [
    "Local (31337)",
    `${projectId}  `,
    `${checkoutId}  CANCELLED  reference order-7`,
    depositAddress,
    `${paidBy}  payment, in no block of the chain any more`,
    "amount: 5.00 USDC (5000000 units)",
    "docs/incidents/payment-reverted.md",
    "npm run chains -- --scan-again 31337 --yes",
    "npm run incidents -- --close inc_1",
  ])
    expect(text).toContain(part);
});

test("a reverted refund names the refund and its transaction", async () => {
  const text = await linesOf({ kind: "REFUND_REVERTED", details: { refundId, amountUnits: "1" } });
  expect(text).toContain(`${refundId}  AWAITING_SIGNATURE  to ${wallet}`);
  expect(text).toContain(`${refundedBy}  refund, in no block of the chain any more`);
  expect(text).toContain(`npm run admin -- sign-link ${refundId}`);
  expect(text).not.toContain(paidBy);
});

test("a refused sweep names the failed transaction, and the commands with the project", async () => {
  const text = await linesOf({
    kind: "SWEEP_REFUSED",
    details: { reason: "other", token: "USDC", tokenAddress: usdc, units: "7", deposits: 1, checkoutId },
  });
  expect(text).toContain(`${sweptBy}  failed sweep ${settlementId}`);
  expect(text).toContain(`npm run admin -- list-settlements --project ${projectId}`);
  expect(text).toContain(`npm run admin -- sweep-now --project ${projectId}`);
});

test("a wallet out of gas says how much coin it has, needs, and spends", async () => {
  await query("UPDATE outgoing_transactions SET cost_wei = 2000000000000000000 WHERE tx_hash = $1", [
    sweptBy,
  ]);
  const text = await linesOf({
    kind: "OUT_OF_GAS",
    checkoutId: null,
    details: { wallet, balanceWei: "1", neededWei: "30000000000000000" },
  });
  expect(text).toContain(`wallet: ${wallet}`);
  expect(text).toContain("needed: 0.03 ETH");
  expect(text).toContain("2 ETH in 7 days");
});

test.each(incidentKinds)("%s has no placeholder in its commands, also when little is known", async (kind) => {
  const text = await linesOf({ kind, checkoutId: null });
  expect(text).toContain(`docs/incidents/${kind.toLowerCase().replaceAll("_", "-")}.md`);
  expect(text).not.toMatch(/<|…|prj_…|null|undefined/);
});
