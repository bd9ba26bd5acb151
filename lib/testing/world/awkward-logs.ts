/** Whether it is an id of a log that stands beside the test's own. */
export const isOrphans = (id: string) => id.startsWith("orphan_");

/** What a test inserts by `SET LOCAL world.tidy = '<why>'` stands alone. */
export const isAwkward =
  "current_setting('world.tidy', true) IS NULL OR current_setting('world.tidy', true) = ''";

/**
 * Beside each log that a test records lie two that a reorganisation took: the same transaction in a block of another branch,
 * and an earlier one, of somebody else and over another amount,
 * which had been final. The ledger has all four of
 * their entries. Their ids begin with `orphan_`.
 */
const orphans = (table: string, kind: string, from: string, to: string, party: string | null) => `
  CREATE FUNCTION awkward_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET session_replication_role = replica AS $$
  DECLARE
    other ${table};
  BEGIN
    FOR other IN SELECT (jsonb_populate_record(NEW, orphan || '{"orphaned": true}')).* FROM (VALUES
      (jsonb_build_object('id', 'orphan_earlier_' || NEW.id, 'block_hash', awkward_hash(NEW.id || 'earlier'),
        'block_number', greatest(NEW.block_number - 1, 0), 'block_timestamp', NEW.block_timestamp - interval '1 second', 'final_at', NEW.block_timestamp,
        'tx_hash', awkward_hash(NEW.id || 'transaction'), 'amount_units', CASE NEW.amount_units WHEN 1 THEN 2 ELSE NEW.amount_units - 1 END
        ${party === null ? "" : `, '${party}', left(awkward_hash(NEW.id || 'party'), 42)`})),
      (jsonb_build_object('id', 'orphan_' || NEW.id, 'block_hash', awkward_hash(NEW.id || 'block')))) AS orphans (orphan)
    LOOP
      INSERT INTO ${table} SELECT other.*;
      INSERT INTO ledger_entries (kind, source_id, checkout_id, chain_id, token_address, from_account, to_account, amount_units)
      VALUES
        ('${kind}', other.id, other.checkout_id, other.chain_id, other.token_address, ${from}, ${to}, other.amount_units),
        ('${kind}_REVERSED', other.id, other.checkout_id, other.chain_id, other.token_address, ${to}, ${from},
          other.amount_units);
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE TRIGGER awkward AFTER INSERT ON ${table} FOR EACH ROW WHEN (${isAwkward}) EXECUTE FUNCTION awkward_${table}();`;

export const awkwardLogs = `
  CREATE FUNCTION awkward_hash(text) RETURNS text LANGUAGE sql AS $$ SELECT '0x' || md5($1) || md5($1 || 'second half') $$;
  ${orphans("transfers", "RECEIVED", "'CUSTOMER'", "'DEPOSIT'", "from_address")}
  ${orphans("sweeps", "SWEPT", "'DEPOSIT'", "'MERCHANT'", null)}
  ${orphans("refund_payments", "REFUNDED", "other.from_account", "'CUSTOMER'", "to_address")}`;
