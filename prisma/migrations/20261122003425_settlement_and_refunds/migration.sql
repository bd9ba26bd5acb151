-- CreateEnum
CREATE TYPE "late_payment_policy" AS ENUM ('HOLD', 'ACCEPT', 'REFUND');

-- CreateEnum
CREATE TYPE "outgoing_purpose" AS ENUM ('SETTLEMENT', 'REFUND', 'RELAY', 'FILL');

-- CreateEnum
CREATE TYPE "authorization_status" AS ENUM ('PENDING', 'SENT', 'USED', 'FAILED');

-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'OUT_OF_GAS';
ALTER TYPE "incident_kind" ADD VALUE 'DAILY_CAP_REACHED';
ALTER TYPE "incident_kind" ADD VALUE 'TRANSACTION_STUCK';
ALTER TYPE "incident_kind" ADD VALUE 'REFUND_REVERTED';

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "late_payment_policy" "late_payment_policy" NOT NULL DEFAULT 'HOLD';

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "outgoing_transaction_id" TEXT,
ADD COLUMN     "sign_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "sign_token_hash" TEXT;

-- AlterTable
ALTER TABLE "settlements" ADD COLUMN     "requested" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "refund_payments" (
    "id" TEXT NOT NULL,
    "refund_id" TEXT,
    "checkout_id" TEXT NOT NULL,
    "from_account" "ledger_account" NOT NULL,
    "to_address" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "block_timestamp" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "orphaned" BOOLEAN NOT NULL DEFAULT false,
    "final_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refund_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transaction_attempts" (
    "transaction_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "raw_transaction" TEXT NOT NULL,
    "max_fee_per_gas" DECIMAL(78,0) NOT NULL,
    "max_priority_fee_per_gas" DECIMAL(78,0) NOT NULL,
    "broadcast_count" INTEGER NOT NULL DEFAULT 0,
    "last_broadcast_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transaction_attempts_pkey" PRIMARY KEY ("transaction_id","ordinal")
);

-- AlterTable: what was signed so far becomes the first attempt of its transaction.
ALTER TABLE "outgoing_transactions" ADD COLUMN     "cost_wei" DECIMAL(78,0),
ADD COLUMN     "gas_used" BIGINT,
ADD COLUMN     "max_cost_wei" DECIMAL(78,0),
ADD COLUMN     "project_id" TEXT,
ADD COLUMN     "purpose" "outgoing_purpose" NOT NULL DEFAULT 'SETTLEMENT';
INSERT INTO "transaction_attempts" ("transaction_id", "ordinal", "chain_id", "tx_hash", "raw_transaction", "max_fee_per_gas",
  "max_priority_fee_per_gas", "broadcast_count", "last_broadcast_at", "last_error", "created_at")
SELECT "id", 1, "chain_id", "tx_hash", "raw_transaction", "max_fee_per_gas", "max_priority_fee_per_gas", "broadcast_count",
  "last_broadcast_at", "last_error", "created_at"
FROM "outgoing_transactions";
UPDATE "outgoing_transactions" SET "max_cost_wei" = "gas_limit" * "max_fee_per_gas",
  "project_id" = (SELECT "project_id" FROM "settlements" WHERE "outgoing_transaction_id" = "outgoing_transactions"."id");
ALTER TABLE "outgoing_transactions" ALTER COLUMN "max_cost_wei" SET NOT NULL,
DROP COLUMN "broadcast_count",
DROP COLUMN "last_broadcast_at",
DROP COLUMN "last_error",
DROP COLUMN "max_fee_per_gas",
DROP COLUMN "max_priority_fee_per_gas",
DROP COLUMN "raw_transaction";

-- CreateTable
CREATE TABLE "settlement_rules" (
    "project_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "policy" "settlement_policy" NOT NULL,

    CONSTRAINT "settlement_rules_pkey" PRIMARY KEY ("project_id","chain_id")
);

-- CreateTable
CREATE TABLE "authorizations" (
    "id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "valid_after" TIMESTAMPTZ(0) NOT NULL,
    "valid_before" TIMESTAMPTZ(0) NOT NULL,
    "nonce" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "status" "authorization_status" NOT NULL DEFAULT 'PENDING',
    "failure_reason" TEXT,
    "outgoing_transaction_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_payments_checkout_id_idx" ON "refund_payments"("checkout_id");

-- CreateIndex
CREATE INDEX "refund_payments_refund_id_idx" ON "refund_payments"("refund_id");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_attempts_chain_id_tx_hash_key" ON "transaction_attempts"("chain_id", "tx_hash");

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_outgoing_transaction_id_key" ON "authorizations"("outgoing_transaction_id");

-- CreateIndex
CREATE INDEX "authorizations_checkout_id_idx" ON "authorizations"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_chain_id_token_address_from_address_nonce_key" ON "authorizations"("chain_id", "token_address", "from_address", "nonce");

-- CreateIndex
CREATE INDEX "outgoing_transactions_chain_id_operator_address_created_at_idx" ON "outgoing_transactions"("chain_id", "operator_address", "created_at");

-- CreateIndex
CREATE INDEX "outgoing_transactions_project_id_created_at_idx" ON "outgoing_transactions"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_sign_token_hash_key" ON "refunds"("sign_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_outgoing_transaction_id_key" ON "refunds"("outgoing_transaction_id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_outgoing_transaction_id_fkey" FOREIGN KEY ("outgoing_transaction_id") REFERENCES "outgoing_transactions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_payments" ADD CONSTRAINT "refund_payments_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_payments" ADD CONSTRAINT "refund_payments_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outgoing_transactions" ADD CONSTRAINT "outgoing_transactions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction_attempts" ADD CONSTRAINT "transaction_attempts_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "outgoing_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_rules" ADD CONSTRAINT "settlement_rules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_outgoing_transaction_id_fkey" FOREIGN KEY ("outgoing_transaction_id") REFERENCES "outgoing_transactions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ------------------------------------------------------------

ALTER TABLE "refund_payments" ADD CONSTRAINT "refund_payments_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "refund_payments" ADD CONSTRAINT "refund_payments_shapes" CHECK ("token_address" ~ '^0x[0-9a-f]{40}$' AND "to_address" ~ '^0x[0-9a-f]{40}$' AND "tx_hash" ~ '^0x[0-9a-f]{64}$' AND "block_hash" ~ '^0x[0-9a-f]{64}$');
ALTER TABLE "refund_payments" ADD CONSTRAINT "refund_payments_from" CHECK ("from_account" IN ('DEPOSIT', 'MERCHANT'));
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_shapes" CHECK ("token_address" ~ '^0x[0-9a-f]{40}$' AND "from_address" ~ '^0x[0-9a-f]{40}$' AND "nonce" ~ '^0x[0-9a-f]{64}$' AND "signature" ~ '^0x([0-9a-f]{2}){65,2048}$' AND "valid_after" < "valid_before");
ALTER TABLE "transaction_attempts" ADD CONSTRAINT "transaction_attempts_shapes" CHECK ("ordinal" > 0 AND "tx_hash" ~ '^0x[0-9a-f]{64}$' AND "raw_transaction" ~ '^0x([0-9a-f]{2})+$');
ALTER TABLE "outgoing_transactions" ADD CONSTRAINT "outgoing_transactions_costs_range" CHECK ("max_cost_wei" >= 0 AND "max_cost_wei" < 'Infinity' AND ("cost_wei" IS NULL OR ("cost_wei" >= 0 AND "cost_wei" < 'Infinity')));

-- One canonical row for a log, and one canonical log for a refund.
CREATE UNIQUE INDEX "refund_payments_canonical_key" ON "refund_payments" ("chain_id", "tx_hash", "log_index") WHERE NOT "orphaned";
CREATE UNIQUE INDEX "refund_payments_refund_key" ON "refund_payments" ("refund_id") WHERE NOT "orphaned";
CREATE INDEX "refund_payments_awaiting_finality_idx" ON "refund_payments" ("chain_id", "block_number") WHERE "final_at" IS NULL AND NOT "orphaned";
CREATE INDEX "refund_payments_by_block_idx" ON "refund_payments" ("chain_id", "block_number") WHERE NOT "orphaned";
-- What still has somebody to wait for.
CREATE INDEX "refunds_open_idx" ON "refunds" ("chain_id", "created_at") WHERE "status" NOT IN ('COMPLETED', 'FAILED', 'CANCELLED');
-- One authorization of a checkout is on its way at a time.
CREATE UNIQUE INDEX "authorizations_open_key" ON "authorizations" ("checkout_id") WHERE "status" IN ('PENDING', 'SENT');
-- A nonce is used by one live transaction, from the moment on that it is signed for.
DROP INDEX "outgoing_transactions_confirmed_nonce_key";
CREATE UNIQUE INDEX "outgoing_transactions_live_nonce_key" ON "outgoing_transactions" ("chain_id", "operator_address", "nonce") WHERE "status" <> 'REPLACED';

-- A refund's entry in the ledger comes from the log that paid it, as those of transfers and sweeps do.
CREATE OR REPLACE FUNCTION "entry_has_its_source"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  wrong BIGINT;
BEGIN
  SELECT entry.id INTO wrong FROM added AS entry LEFT JOIN LATERAL (
    SELECT checkout_id, chain_id, token_address, amount_units, orphaned FROM transfers
    WHERE id = entry.source_id LIMIT 1
  ) AS log ON true
  WHERE entry.kind IN ('RECEIVED', 'RECEIVED_REVERSED') AND (
    (entry.checkout_id, entry.chain_id, entry.token_address, entry.amount_units)
      IS DISTINCT FROM (log.checkout_id, log.chain_id, log.token_address, log.amount_units)
    OR (entry.kind = 'RECEIVED_REVERSED' AND NOT log.orphaned))
  LIMIT 1;
  IF NOT FOUND THEN
    SELECT entry.id INTO wrong FROM added AS entry LEFT JOIN LATERAL (
      SELECT checkout_id, chain_id, token_address, amount_units, orphaned FROM sweeps
      WHERE id = entry.source_id LIMIT 1
    ) AS log ON true
    WHERE entry.kind IN ('SWEPT', 'SWEPT_REVERSED') AND (
      (entry.checkout_id, entry.chain_id, entry.token_address, entry.amount_units)
        IS DISTINCT FROM (log.checkout_id, log.chain_id, log.token_address, log.amount_units)
      OR (entry.kind = 'SWEPT_REVERSED' AND NOT log.orphaned))
    LIMIT 1;
  END IF;
  IF NOT FOUND THEN
    SELECT entry.id INTO wrong FROM added AS entry LEFT JOIN LATERAL (
      SELECT checkout_id, chain_id, token_address, amount_units, orphaned, from_account FROM refund_payments
      WHERE id = entry.source_id LIMIT 1
    ) AS log ON true
    WHERE entry.kind IN ('REFUNDED', 'REFUNDED_REVERSED') AND (
      (entry.checkout_id, entry.chain_id, entry.token_address, entry.amount_units)
        IS DISTINCT FROM (log.checkout_id, log.chain_id, log.token_address, log.amount_units)
      OR log.from_account IS DISTINCT FROM CASE entry.kind WHEN 'REFUNDED' THEN entry.from_account ELSE entry.to_account END
      OR (entry.kind = 'REFUNDED_REVERSED' AND NOT log.orphaned))
    LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % names nothing that happened', wrong USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "refund_payments_stay" BEFORE DELETE OR TRUNCATE ON "refund_payments" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "refund_payments_in_ledger" AFTER INSERT ON "refund_payments" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "log_has_its_entry"('REFUNDED');
CREATE TRIGGER "refund_payments_reversed_in_ledger" AFTER UPDATE ON "refund_payments" REFERENCING OLD TABLE AS formerly NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "orphaned_log_is_reversed"('REFUNDED_REVERSED');
