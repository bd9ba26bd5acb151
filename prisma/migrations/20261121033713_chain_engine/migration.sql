-- CreateEnum
CREATE TYPE "incident_kind" AS ENUM ('PAYMENT_REVERTED', 'CHAIN_LOST', 'BALANCE_ABOVE_BOOKS', 'BALANCE_BELOW_BOOKS', 'NODES_DISAGREE', 'CHAIN_MISCONFIGURED');

-- CreateEnum
CREATE TYPE "confirmation_speed" AS ENUM ('FAST', 'STANDARD', 'CAREFUL');

-- AlterTable
ALTER TABLE "chain_cursors" ADD COLUMN     "rechecked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "rechecked_number" BIGINT;

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "confirmation_speed" "confirmation_speed" NOT NULL DEFAULT 'STANDARD';

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "confirmation_speed" "confirmation_speed" NOT NULL DEFAULT 'STANDARD';

-- CreateTable
CREATE TABLE "chain_gaps" (
    "chain_id" INTEGER NOT NULL,
    "from_block" BIGINT NOT NULL,
    "to_block" BIGINT NOT NULL,
    "read_through" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_gaps_pkey" PRIMARY KEY ("chain_id","to_block")
);

-- CreateTable
CREATE TABLE "balance_sweeps" (
    "chain_id" INTEGER NOT NULL,
    "after_checkout_id" TEXT,
    "started_at_block" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_from_block" BIGINT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "balance_sweeps_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "native_balances" (
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "amount_wei" DECIMAL(78,0) NOT NULL,
    "block_number" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "native_balances_pkey" PRIMARY KEY ("checkout_id","chain_id")
);

-- CreateTable
CREATE TABLE "incidents" (
    "id" TEXT NOT NULL,
    "kind" "incident_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "chain_id" INTEGER,
    "checkout_id" TEXT,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incidents_checkout_id_idx" ON "incidents"("checkout_id");

-- CreateIndex
CREATE INDEX "payment_hints_chain_id_created_at_idx" ON "payment_hints"("chain_id", "created_at");

-- AddForeignKey
ALTER TABLE "native_balances" ADD CONSTRAINT "native_balances_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ------------------------------------------------------------

ALTER TABLE "chain_gaps" ADD CONSTRAINT "chain_gaps_range" CHECK ("from_block" >= 0 AND "from_block" <= "to_block");
ALTER TABLE "native_balances" ADD CONSTRAINT "native_balances_amount_range" CHECK ("amount_wei" >= 0 AND "amount_wei" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
-- Of one kind and subject at most one is open.
CREATE UNIQUE INDEX "incidents_open_key" ON "incidents" ("kind", "subject") WHERE "resolved_at" IS NULL;

-- The ledger says what the logs say. A transfer or sweep has its entry from the statement on that records it, and
-- the entry that takes it back from the one on that orphans it; an entry has the row that it names. What makes a log
-- count never changes but for "orphaned" (once, and for good) and "final_at", and no log is ever removed.
--
-- A session keeps the plans of its triggers, and makes them when it first needs them: maybe while the tables are
-- still empty, when to read them from end to end looks best. So each row is looked up by its key, and nothing else:
-- LATERAL with LIMIT leaves no other way to join, and its condition no other index.
CREATE FUNCTION "log_has_its_entry"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  entry_kind ledger_kind := TG_ARGV[0];
  wrong TEXT;
BEGIN
  SELECT log.id INTO wrong FROM added AS log LEFT JOIN LATERAL (
    SELECT checkout_id, chain_id, token_address, amount_units FROM ledger_entries
    WHERE kind = entry_kind AND source_id = log.id LIMIT 1
  ) AS entry ON true
  WHERE log.orphaned OR (log.checkout_id, log.chain_id, log.token_address, log.amount_units)
    IS DISTINCT FROM (entry.checkout_id, entry.chain_id, entry.token_address, entry.amount_units)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% % is not what the ledger says', TG_TABLE_NAME, wrong USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "orphaned_log_is_reversed"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  entry_kind ledger_kind := TG_ARGV[0];
  wrong TEXT;
BEGIN
  SELECT id INTO wrong FROM changed AS log FULL JOIN formerly AS before USING (id)
  WHERE (before.orphaned AND NOT log.orphaned)
    OR (log.checkout_id, log.chain_id, log.block_number, log.block_hash, log.block_timestamp, log.tx_hash,
        log.log_index, log.token_address, log.amount_units)
      IS DISTINCT FROM (before.checkout_id, before.chain_id, before.block_number, before.block_hash,
        before.block_timestamp, before.tx_hash, before.log_index, before.token_address, before.amount_units)
  LIMIT 1;
  IF NOT FOUND THEN
    SELECT log.id INTO wrong FROM changed AS log LEFT JOIN LATERAL (
      SELECT amount_units FROM ledger_entries WHERE kind = entry_kind AND source_id = log.id LIMIT 1
    ) AS entry ON true
    WHERE log.orphaned AND log.amount_units IS DISTINCT FROM entry.amount_units
    LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION '% % was changed beside the ledger', TG_TABLE_NAME, wrong
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "entry_has_its_source"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
      SELECT checkout_id, chain_id, token_address, amount_units FROM refunds
      WHERE id = entry.source_id LIMIT 1
    ) AS refund ON true
    WHERE entry.kind IN ('REFUNDED', 'REFUNDED_REVERSED')
      AND (entry.checkout_id, entry.chain_id, entry.token_address, entry.amount_units)
        IS DISTINCT FROM (refund.checkout_id, refund.chain_id, refund.token_address, refund.amount_units)
    LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % names nothing that happened', wrong USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_accounts_of_kind" CHECK (CASE "kind"
  WHEN 'RECEIVED' THEN "from_account" = 'CUSTOMER' AND "to_account" = 'DEPOSIT'
  WHEN 'RECEIVED_REVERSED' THEN "from_account" = 'DEPOSIT' AND "to_account" = 'CUSTOMER'
  WHEN 'SWEPT' THEN "from_account" = 'DEPOSIT' AND "to_account" = 'MERCHANT'
  WHEN 'SWEPT_REVERSED' THEN "from_account" = 'MERCHANT' AND "to_account" = 'DEPOSIT'
  WHEN 'REFUNDED' THEN "to_account" = 'CUSTOMER'
  ELSE "from_account" = 'CUSTOMER' END);
CREATE TRIGGER "transfers_stay" BEFORE DELETE OR TRUNCATE ON "transfers" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "sweeps_stay" BEFORE DELETE OR TRUNCATE ON "sweeps" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "transfers_in_ledger" AFTER INSERT ON "transfers" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "log_has_its_entry"('RECEIVED');
CREATE TRIGGER "sweeps_in_ledger" AFTER INSERT ON "sweeps" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "log_has_its_entry"('SWEPT');
CREATE TRIGGER "transfers_reversed_in_ledger" AFTER UPDATE ON "transfers" REFERENCING OLD TABLE AS formerly NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "orphaned_log_is_reversed"('RECEIVED_REVERSED');
CREATE TRIGGER "sweeps_reversed_in_ledger" AFTER UPDATE ON "sweeps" REFERENCING OLD TABLE AS formerly NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "orphaned_log_is_reversed"('SWEPT_REVERSED');
CREATE TRIGGER "ledger_entries_from_facts" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "entry_has_its_source"();
