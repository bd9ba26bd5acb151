-- CreateTable
CREATE TABLE "deposit_holdings" (
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "amount_units" DECIMAL NOT NULL,
    "look_after" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity'::timestamp with time zone,

    CONSTRAINT "deposit_holdings_pkey" PRIMARY KEY ("checkout_id","chain_id","token_address")
);

-- What Prisma's schema language cannot say ------------------------------------------------------------

DROP INDEX "checkouts_to_settle_idx";
-- Only what is still there is looked for, by chain and project.
CREATE INDEX "deposit_holdings_to_settle_idx" ON "deposit_holdings" ("chain_id", "project_id", "look_after", "checkout_id") WHERE "amount_units" > 0;

-- Entries of one chain are written one transaction after the other, under the lock of the chain's position; rows
-- are taken in one order nevertheless.
CREATE FUNCTION "entries_change_holdings"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    amount_units = holding.amount_units + excluded.amount_units, look_after = '-infinity';
  RETURN NULL;
END $$;
CREATE TRIGGER "ledger_entries_change_holdings" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "entries_change_holdings"();

-- What lies there now.
INSERT INTO "deposit_holdings" ("checkout_id", "chain_id", "token_address", "project_id", "amount_units")
SELECT entry."checkout_id", entry."chain_id", entry."token_address", checkout."project_id",
  sum(CASE entry."to_account" WHEN 'DEPOSIT' THEN entry."amount_units" ELSE -entry."amount_units" END)
FROM "ledger_entries" AS entry JOIN "checkouts" AS checkout ON checkout."id" = entry."checkout_id"
WHERE 'DEPOSIT' IN (entry."from_account", entry."to_account")
GROUP BY entry."checkout_id", entry."chain_id", entry."token_address", checkout."project_id";
