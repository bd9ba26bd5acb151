import { expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildMined, buildSigning, newId, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { changedWhileWaiting } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";

const chainId = 31337;
const { stores } = await fileWorld();

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await stores.database.pool.query(text, values)).rows as Row[];

/** Signs for nothing under the next nonce of a wallet. */
const sign = (transactionId: string, walletAddress: Hex, firstNonce: bigint) =>
  stores.outgoing.storeSigned(buildSigning({ transactionId, walletAddress, firstNonce }));

/** A refund that the service has sent, by a transaction that is still open. */
async function sentRefund() {
  const projectId = await stores.createProject();
  const checkout = await stores.createCheckout({ projectId, depositAddress: uniqueHex(20) });
  const refundId = newId("rfd");
  const transactionId = newId("otx");
  const asked = {
    id: refundId,
    projectId,
    checkoutId: checkout.id,
    amountUnits: "1",
    chainId,
    tokenAddress: usdc,
  };
  await stores.database.prisma.refund.create({ data: { ...asked, status: "PENDING" } });
  await sign(transactionId, uniqueHex(20), 0n);
  await query("UPDATE outgoing_transactions SET purpose = 'REFUND' WHERE id = $1", [transactionId]);
  await query("UPDATE refunds SET status = 'PROCESSING', outgoing_transaction_id = $2 WHERE id = $1", [
    refundId,
    transactionId,
  ]);
  return { checkoutId: checkout.id, refundId, transactionId };
}

it("lockSentRefund under the lock: a payment of the refund was recorded", async () => {
  const { checkoutId, refundId, transactionId } = await sentRefund();
  await changedWhileWaiting(
    stores.database,
    async (scan) => {
      await scan.query("SELECT id FROM refunds WHERE id = $1 FOR NO KEY UPDATE", [refundId]);
      // Without its ledger entry, which is not what this is about.
      await scan.query("SET LOCAL session_replication_role = replica");
      await scan.query(
        `INSERT INTO refund_payments (id, refund_id, checkout_id, from_account, to_address, chain_id, block_number,
           block_hash, block_timestamp, tx_hash, log_index, token_address, amount_units)
         VALUES ($1, $2, $3, 'MERCHANT', $4, $5, 20, $6, $7, $8, 0, $9, 1)`,
        [
          newId("rfp"),
          refundId,
          checkoutId,
          uniqueHex(20),
          chainId,
          uniqueHex(32),
          noon,
          uniqueHex(32),
          usdc,
        ],
      );
    },
    () => stores.outgoing.complete(transactionId, buildMined({ status: "reverted" }), noon),
    (scan) => scan.query("UPDATE refunds SET tx_hash = $2 WHERE id = $1", [refundId, uniqueHex(32)]),
  );
  expect(await query("SELECT status::text FROM refunds WHERE id = $1", [refundId])).toEqual([
    { status: "PROCESSING" },
  ]);
});

it("ignores a node's nonce far above the wallet's own, and continues with another node's", async () => {
  const wallet = uniqueHex(20);
  await sign(newId("otx"), wallet, 7n);
  await expect(sign(newId("otx"), wallet, 10n ** 15n)).resolves.toEqual({
    kind: "nonce_leap",
    knownNonce: 8n,
  });
  await expect(sign(newId("otx"), wallet, 9n)).resolves.toMatchObject({ transaction: { nonce: 9n } });
});
