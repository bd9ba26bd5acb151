-- The ledger says what the logs say. A transfer or sweep has its entry from the statement on that records it, and
-- the entry that takes it back from the one on that orphans it; an entry has the row that it names. What makes a log
-- count never changes but for "orphaned" (once, and for good) and "final_at", and no log is ever removed.
--
-- A session keeps the plans of its triggers, and makes them when it first needs them: maybe while the tables are
-- still empty, when to read them from end to end looks best. So each row is looked up by its key, and nothing else:
-- LATERAL with LIMIT leaves no other way to join, and its condition no other index.
CREATE OR REPLACE FUNCTION "log_has_its_entry"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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

CREATE OR REPLACE FUNCTION "orphaned_log_is_reversed"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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

-- What a deposit holds, by coin. An empty one forgets why its sweeps failed.
CREATE OR REPLACE FUNCTION "entries_change_holdings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deposit_holdings AS holding (checkout_id, chain_id, token_address, project_id, amount_units)
  SELECT moved.checkout_id, moved.chain_id, moved.token_address, checkout.project_id, moved.units
  FROM (
    SELECT entry.checkout_id, entry.chain_id, entry.token_address,
      sum(CASE entry.to_account WHEN 'DEPOSIT' THEN entry.amount_units ELSE -entry.amount_units END) AS units
    FROM added AS entry WHERE 'DEPOSIT' IN (entry.from_account, entry.to_account)
    GROUP BY entry.checkout_id, entry.chain_id, entry.token_address
  ) AS moved JOIN checkouts AS checkout ON checkout.id = moved.checkout_id
  ORDER BY moved.checkout_id, moved.chain_id, moved.token_address
  ON CONFLICT (checkout_id, chain_id, token_address) DO UPDATE SET
    amount_units = holding.amount_units + excluded.amount_units, look_after = '-infinity',
    sweep_failures = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.sweep_failures ELSE 0 END,
    sweep_retry_at = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.sweep_retry_at
      ELSE '-infinity' END,
    sweep_refusal = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.sweep_refusal END,
    refused_account = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.refused_account END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "transfers_in_ledger" AFTER INSERT ON "transfers" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "log_has_its_entry"('RECEIVED');
CREATE OR REPLACE TRIGGER "sweeps_in_ledger" AFTER INSERT ON "sweeps" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "log_has_its_entry"('SWEPT');
CREATE OR REPLACE TRIGGER "refund_payments_in_ledger" AFTER INSERT ON "refund_payments" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "log_has_its_entry"('REFUNDED');
CREATE OR REPLACE TRIGGER "transfers_reversed_in_ledger" AFTER UPDATE ON "transfers" REFERENCING OLD TABLE AS formerly NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "orphaned_log_is_reversed"('RECEIVED_REVERSED');
CREATE OR REPLACE TRIGGER "sweeps_reversed_in_ledger" AFTER UPDATE ON "sweeps" REFERENCING OLD TABLE AS formerly NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "orphaned_log_is_reversed"('SWEPT_REVERSED');
CREATE OR REPLACE TRIGGER "refund_payments_reversed_in_ledger" AFTER UPDATE ON "refund_payments" REFERENCING OLD TABLE AS formerly NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "orphaned_log_is_reversed"('REFUNDED_REVERSED');
CREATE OR REPLACE TRIGGER "ledger_entries_from_facts" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "entry_has_its_source"();
CREATE OR REPLACE TRIGGER "ledger_entries_change_holdings" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "entries_change_holdings"();
